"""The newest snapshot, and the pages made of it: made once, however many phones ask."""

import asyncio
from collections import OrderedDict

from dealer.board.pages import Page, Parts, getting_ready, parts_of, words_for
from dealer.board.snapshots import Entry, Snapshot
from dealer.locale.language import Language

KEPT_PICTURES = 8
"""Pictures that are kept, the newest ones: a phone may ask for one just after the next card was called."""


class Hub:
    """``latest`` is what the board shows now; None: nothing has come yet."""

    def __init__(self) -> None:
        self.latest: Snapshot | None = None
        self.version = 0
        self._made: dict[tuple[Page, str, str], Parts] = {}
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._changed = asyncio.Event()

    def publish(self, snapshot: Snapshot) -> None:
        """From now on this is shown."""
        self.latest = snapshot
        self.version += 1
        self._made.clear()
        for name, jpeg in snapshot.pictures.items():
            self._pictures[name] = jpeg
            self._pictures.move_to_end(name)
        while len(self._pictures) > KEPT_PICTURES:
            self._pictures.popitem(last=False)
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def after(self, version: int, within_s: float) -> bool:
        """Wait until there is a newer version than this one; False: it took longer than that."""
        if self.version != version:
            return True
        try:
            await asyncio.wait_for(self._changed.wait(), within_s)
        except TimeoutError:
            return False
        return True

    def parts(self, page: Page, language: Language, player: str = "") -> Parts:
        """A page's parts as they are now; ``player``: whose phone it is."""
        key = page, language.code, player if player in self.players else ""
        if key not in self._made:
            self._made[key] = parts_of(page, self.latest or getting_ready(language), language, key[2])
        return self._made[key]

    @property
    def entry(self) -> Entry | None:
        """How phones may play; None: they only look."""
        return self.latest.entry if self.latest is not None else None

    @property
    def players(self) -> tuple[str, ...]:
        """Whose phones may play."""
        return self.entry.players if self.entry is not None else ()

    def offered(self, player: str, language: Language) -> frozenset[str]:
        """The keys of all that this player's phone may do now."""
        words = words_for(self.latest, language) if self.latest is not None else None
        offers = words.offers.get(player, ()) if words is not None else ()
        return frozenset(key for offer in offers for key in offer.keys)

    def picture(self, name: str) -> bytes | None:
        """A picture of late, by its name."""
        return self._pictures.get(name)
