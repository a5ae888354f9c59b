#!/usr/bin/env bash
# Installs what `make board-test` looks at the board and the house with:  bash packaging/browser.sh
#
# Debian's Chromium, its driver and Mosquitto through apt (as root or with sudo), Selenium into .venv, axe-core from npm
# into .venv/axe. Mosquitto as Debian starts it listens on this machine only; the tests start their own. What is there already stays. Exit status: 0 done, 4 something could not be installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

axe=4.14.1

say() { echo "browser: $*" >&2; }
as_root() { if [[ "$(id -u)" == 0 ]]; then "$@"; else sudo "$@"; fi; }

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v chromedriver >/dev/null || missing+=(chromium-driver)
command -v mosquitto >/dev/null || [[ -x /usr/sbin/mosquitto ]] || missing+=(mosquitto)
command -v npm >/dev/null || [[ -e .venv/axe/node_modules/axe-core/axe.min.js ]] || missing+=(npm)
if (( ${#missing[@]} )); then
    command -v apt-get >/dev/null || { say "install ${missing[*]}, then start again"; exit 4; }
    say "installing ${missing[*]}"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 ||
        { say "that failed. Run it by hand, then start again:  sudo apt install -y ${missing[*]}"; exit 4; }
fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check --editable ".[browser]" ||
    { say "Selenium could not be installed"; exit 4; }
if [[ ! -e .venv/axe/node_modules/axe-core/axe.min.js ]]; then
    npm install --silent --no-audit --no-fund --prefix .venv/axe "axe-core@$axe" >&2 ||
        { say "axe-core could not be installed"; exit 4; }
fi
