// Keeps a page as the table is. Without it the page is right too: it is loaded again now and then.
"use strict";
(() => {
  const QUIET_MS = 25000; // the board says something every ten seconds
  const MOST_WAIT_MS = 8000;
  const lost = document.getElementById("lost");
  const parts = new Map([...document.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
  let source = null, wait = 500, heard = 0, again = 0;

  function show(text) {
    for (const [name, html] of Object.entries(JSON.parse(text))) {
      const part = parts.get(name), made = document.createElement("template");
      if (!part) return location.reload(); // there is one more than when the page was made
      made.innerHTML = html; // the board has escaped all names
      // what is there already stays: a screen reader would say it again
      if (part.innerHTML !== made.innerHTML) part.replaceChildren(made.content);
    }
  }

  function hear() {
    heard = Date.now();
    wait = 500;
    lost.hidden = true;
  }

  function connect() {
    clearTimeout(again);
    if (source) source.close();
    heard = Date.now();
    source = new EventSource(document.body.dataset.events);
    source.addEventListener("parts", (event) => { hear(); show(event.data); });
    source.addEventListener("beat", hear);
    source.onerror = () => {
      lost.hidden = false;
      source.close();
      again = setTimeout(connect, wait);
      wait = Math.min(wait * 2, MOST_WAIT_MS);
    };
  }

  // a phone that plays: whoever has typed the code keeps a token, and each press sends it
  const player = document.body.dataset.player;
  const kept = `hand ${location.pathname} ${player}`;
  const says = document.getElementById("says");

  async function send(where, said, token) {
    const headers = { "content-type": "application/json" };
    if (token) headers.authorization = `Bearer ${token}`;
    try {
      return await fetch(where, { method: "POST", headers, body: JSON.stringify(said) });
    } catch {
      lost.hidden = false;
      return null;
    }
  }

  function known() { document.body.classList.toggle("in", localStorage.getItem(kept) !== null); }

  if (player) {
    known();
    document.addEventListener("submit", async (event) => {
      event.preventDefault();
      const answer = await send("enter", { player, code: document.getElementById("code").value });
      if (!answer) return;
      says.textContent = answer.ok ? "" : await answer.text();
      if (answer.ok) localStorage.setItem(kept, (await answer.json()).token);
      known();
    });
    document.addEventListener("click", async (event) => {
      const pressed = event.target.closest("[data-key]");
      if (!pressed) return;
      const serial = pressed.closest("[data-serial]").dataset.serial;
      const answer = await send("act", { serial, key: pressed.dataset.key }, localStorage.getItem(kept));
      if (!answer) return;
      says.textContent = answer.ok ? "" : await answer.text();
      if (answer.status === 401) localStorage.removeItem(kept);
      known();
    });
  }

  setInterval(() => { if (Date.now() - heard > QUIET_MS) { lost.hidden = false; connect(); } }, 5000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !lost.hidden) connect(); });
  addEventListener("online", connect);
  addEventListener("pagehide", () => { clearTimeout(again); source.close(); });
  addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
  connect();
})();
