#!/usr/bin/env bash
# Sets up .venv in the project's root:  bash packaging/setup.sh [play|test|package|train]
#
# Installed is what packaging/locks says, checked by its hashes; `make locks` renews it. Training alone is not locked.
# Idempotent, and done in a moment when nothing changed: a stamp in .venv holds the checksum of what it was made from.
# Debian packages that are missing are named with the exact line; they are installed here when this runs as root or
# with YES=1 (through sudo). On a Raspberry Pi the virtual environment sees the system's packages, because picamera2,
# lgpio and a pygame that can draw without a desktop come from apt only. pygame and numpy are then the system's; before
# Debian 13 its numpy is too old, and only picamera2 gets it. Plain Debian has no picamera2 and no lgpio: a USB camera,
# touch and keys do.
#
# PYTHON=python3.12 chooses the interpreter. Exit status: 0 done, 2 no usable Python, 4 something could not be installed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

purpose="${1:-play}"
case "$purpose" in
    play) extras="" ;;
    test | package | train) extras="[$purpose]" ;;
    *) echo "setup: '$purpose' is no purpose; it is play, test, package or train" >&2; exit 2 ;;
esac

say() { echo "setup: $*" >&2; }

# ---- which machine, which Python -----------------------------------------------------------------------------------

device_model="${DEVICE_MODEL_FILE:-/proc/device-tree/model}"
on_a_pi() { [[ -r "$device_model" ]] && tr -d '\0' <"$device_model" | grep -q "Raspberry Pi"; }

usable_python() { "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; }

choose_python() {
    local candidate candidates
    if [[ -n "${PYTHON:-}" ]]; then
        candidates=("$PYTHON")
    elif on_a_pi; then
        candidates=(/usr/bin/python3)  # the one that apt's picamera2 was built for
    else
        candidates=(python3 python3.13 python3.12 python3.11 /usr/bin/python3)
    fi
    for candidate in "${candidates[@]}"; do
        if usable_python "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    say "Python 3.11, 3.12 or 3.13 is needed; ${candidates[0]} is $("${candidates[0]}" --version 2>&1 || true)." \
        "On Debian: sudo apt install python3 python3-venv; or name another one: make play PYTHON=/path/to/python3.12"
    return 2
}

python="$(choose_python)" || exit 2

# ---- nothing to do? ------------------------------------------------------------------------------------------------

fingerprint() {
    cat pyproject.toml packaging/setup.sh packaging/locks/*
    "$python" -c 'import sys; print(sys.version, sys.base_prefix)'
    pwd  # an editable install points here: a moved folder needs a new one
    if on_a_pi; then echo "with the system's packages"; fi
}
wanted="$(fingerprint | sha256sum | cut -d' ' -f1)"
stamped() { [[ -x .venv/bin/dealer && "$(cat ".venv/stamp-$1" 2>/dev/null)" == "$wanted" ]]; }

# What tests, packages or training need holds all that play needs.
if stamped "$purpose" || { [[ "$purpose" == play ]] && { stamped test || stamped package || stamped train; }; }; then
    exit 0
fi

# ---- Debian's packages ---------------------------------------------------------------------------------------------

have_apt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }
installed() { [[ "$(dpkg-query -W -f='${Status}' "$1" 2>/dev/null)" == "install ok installed" ]]; }
may_install() { have_apt && { [[ "$(id -u)" == 0 ]] || [[ "${YES:-}" == 1 ]]; }; }
as_root() { if [[ "$(id -u)" == 0 ]]; then "$@"; else sudo "$@"; fi; }
apt_install() {
    local environment=(env DEBIAN_FRONTEND=noninteractive)
    as_root "${environment[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2 && return
    as_root apt-get update -qq >&2  # a fresh system has no package lists yet
    as_root "${environment[@]}" apt-get install -y -qq --no-install-recommends "$@" >&2
}

required=()
declare -A without=(
    [python3-picamera2]="the Pi's own camera cannot be used; a USB camera can"
    [python3-lgpio]="buttons and lamps on the pins cannot be used; touch and keys do the same"
    [espeak-ng]="play goes on silent, with captions"
)
to_be_had() { [[ "$(apt-cache policy "$1" 2>/dev/null)" == *"Candidate: "[!\(]* ]]; }
on_board=()  # the Pi's own camera and its pins: Raspberry Pi OS has them, plain Debian has not
optional=()
"$python" -c 'import ensurepip, venv' 2>/dev/null || {
    if [[ "$("$python" -c 'import sys; print(sys.base_prefix)')" == /usr ]]; then
        required+=(python3-venv)
    else
        say "$python has no venv module; install one that has, or choose another: make play PYTHON=/usr/bin/python3"
        exit 2
    fi
}
if on_a_pi; then
    for package in python3-pygame python3-numpy; do
        installed "$package" || required+=("$package")
    done
    for package in python3-picamera2 python3-lgpio; do
        installed "$package" || on_board+=("$package")
    done
fi
# The voice is worth having and nothing waits for it: without it play goes on silent, with captions.
if [[ "$purpose" == play ]] && ! command -v espeak-ng >/dev/null; then
    optional+=(espeak-ng)
fi

if (( ${#required[@]} + ${#on_board[@]} + ${#optional[@]} )); then
    wished=("${required[@]}" "${on_board[@]}" "${optional[@]}")
    line="sudo apt install -y --no-install-recommends ${wished[*]}"
    if may_install; then
        say "installing ${wished[*]}"
        apt_install "${wished[@]}" || {  # one that is not to be had keeps apt from installing any
            if (( ${#required[@]} )) && ! apt_install "${required[@]}"; then
                say "that failed. Run it by hand, then start again:  sudo apt install -y ${required[*]}"
                exit 4
            fi
            for package in ${on_board[@]+"${on_board[@]}"} ${optional[@]+"${optional[@]}"}; do
                { to_be_had "$package" && apt_install "$package"; } ||
                    say "$package is not to be had here: ${without[$package]}."
            done
        }
    else
        for package in ${on_board[@]+"${on_board[@]}"}; do
            if to_be_had "$package"; then
                required+=("$package")
            else
                say "$package is not to be had here: ${without[$package]}."
            fi
        done
        if (( ${#required[@]} )); then
            say "missing: ${required[*]} ${optional[*]}. Run this, then start again (or start again with YES=1):"
            echo "    sudo apt install -y --no-install-recommends ${required[*]} ${optional[*]}" >&2
            exit 4
        fi
        for package in ${optional[@]+"${optional[@]}"}; do
            say "$package is missing: ${without[$package]}. To have it:  sudo apt install -y $package"
        done
    fi
fi

# ---- the virtual environment ---------------------------------------------------------------------------------------

site_packages=false
on_a_pi && site_packages=true
if [[ -d .venv ]]; then
    .venv/bin/python -c 'import pip' 2>/dev/null || { say ".venv is broken, making it anew"; rm -rf .venv; }
fi
if [[ -d .venv ]]; then
    base="$("$python" -c 'import sys; print(sys.version)')"
    if [[ "$(.venv/bin/python -c 'import sys; print(sys.version)')" != "$base" ]] \
        || ! grep -qi "include-system-site-packages = $site_packages" .venv/pyvenv.cfg; then
        say ".venv belongs to another Python, making it anew"
        rm -rf .venv
    fi
fi
if [[ ! -d .venv ]]; then
    say "making .venv with $("$python" --version)"
    options=()
    [[ "$site_packages" == true ]] && options+=(--system-site-packages)
    "$python" -m venv ${options[@]+"${options[@]}"} .venv
fi
for stamp in .venv/stamp-*; do
    [[ "$(cat "$stamp" 2>/dev/null)" == "$wanted" ]] || rm -f "$stamp"  # made from something older
done

say "installing what $purpose needs into .venv (a minute or two the first time)"
pip() {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@" ||
        { say "pip could not install it: see its message above; is the network there?"; exit 4; }
}
tested() {  # the lock, on a Pi without what is the system's
    local theirs=none
    if on_a_pi; then
        theirs=pygame
        "$python" -c 'import numpy, sys; sys.exit(numpy.__version__ < "2")' && theirs+='|numpy'
    fi
    awk -v theirs="^($theirs)==" '/^[^ ]/ { mine = $0 !~ theirs } mine' "$1"
}
lock="packaging/locks/$purpose.txt"
[[ -e "$lock" ]] || lock="packaging/locks/play.txt"
tested "$lock" >.venv/lock.txt
pip --no-deps --require-hashes --requirement .venv/lock.txt
if [[ "$purpose" == train ]]; then
    pip --editable ".$extras"
else
    pip --no-deps --no-build-isolation --editable .
fi
echo "$wanted" >".venv/stamp-$purpose"
say "done"
