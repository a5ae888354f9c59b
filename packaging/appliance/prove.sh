#!/usr/bin/env bash
# Proves dist/*.deb in a Debian of its own, as root:  bash packaging/appliance/prove.sh [MACHINE…]
#
# MACHINE is amd64 or arm64 with Debian 13, amd64-12 or arm64-12 with Debian 12; without any, amd64.
# The Debian is made once in build/appliance (delete it to make it anew), without a network from then on. On amd64 it is
# booted with its own systemd in namespaces, so that the service runs for real, with the unit as it ships but for the
# console that namespaces have not. arm64 is emulated, too slow to boot: its programs are run one by one.
# What was tried is printed as a table; build/appliance/MACHINE.log has the details. Exit status: 0 all as it must be, 1 not,
# 2 something is missing here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

(( $# )) || set -- amd64
[[ "$(id -u)" == 0 ]] || { echo "appliance: it makes namespaces, so it must be root: sudo make appliance" >&2; exit 2; }
for tool in mmdebstrap unshare nsenter dpkg-deb gpg; do
    command -v "$tool" >/dev/null || { echo "appliance: $tool is missing. On Debian: sudo apt install mmdebstrap util-linux dpkg gpg" >&2; exit 2; }
done

folder="$PWD/build/appliance"
mkdir -p "$folder"
debians="ca-certificates,dbus,debconf,espeak-ng,libpam-systemd,polkitd,python3,python3-numpy,python3-pil,python3-pygame,systemd,systemd-sysv,udev"
wrong=0
init=""

# ---- the Debian ----------------------------------------------------------------------------------------------------

make_debian() {  # MACHINE
    local tar="$folder/$1.tar" suite=trixie
    [[ "$1" != *-12 ]] || suite=bookworm
    if [[ ! -e "$tar" ]]; then
        echo "appliance: making a Debian for $1 (minutes; longer if emulated)" >&2
        mmdebstrap --quiet --mode=root --format=tar --variant=minbase --architectures="${1%-12}" --include="$debians" "$suite" "$tar.part" &&
            mv "$tar.part" "$tar" || {
                echo "appliance: no Debian for $1 could be made. Emulated, it needs qemu-user-static (10 or later) and binfmt_misc." >&2
                exit 2
            }
    fi
    root="$folder/$1"
    rm -rf "$root"
    mkdir "$root"
    tar -x -f "$tar" -C "$root"
    mkdir -p "$root/etc/systemd/system/pairs-dealer.service.d" "$root/proof"
    printf '[Service]\nStandardInput=null\nTTYPath=\nTTYReset=no\nTTYVHangup=no\nTTYVTDisallocate=no\n' \
        >"$root/etc/systemd/system/pairs-dealer.service.d/no-console.conf"
}

# Namespaces of its own, with no network, no devices but the harmless ones, and no other processes.
enclosed() {
    local inner='
        root=$1; shift
        mount --make-rprivate /
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount -t sysfs -o ro sysfs "$root/sys"
        mount -t tmpfs tmpfs "$root/sys/fs"
        mkdir "$root/sys/fs/cgroup"
        mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
        mount -t tmpfs -o mode=755 tmpfs "$root/run"
        mount -t tmpfs -o mode=755 tmpfs "$root/dev"
        for device in null zero full random urandom tty; do
            touch "$root/dev/$device"
            mount --bind "/dev/$device" "$root/dev/$device"
        done
        mkdir "$root/dev/pts" "$root/dev/shm" "$root/.outside"
        mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$root/dev/pts"
        mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
        ln -s pts/ptmx "$root/dev/ptmx"
        ln -s /proc/self/fd "$root/dev/fd"
        for number in 0:stdin 1:stdout 2:stderr; do ln -s "fd/${number%%:*}" "$root/dev/${number#*:}"; done
        cd "$root"
        pivot_root . .outside
        umount -l /.outside
        rmdir /.outside
        mount --make-rshared /  # as any system starts: a stick that is mounted later is seen by the service
        exec /usr/bin/env -i container=proof HOME=/root PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"'
    unshare --mount --pid --cgroup --uts --ipc --net --fork --kill-child bash -c "$inner" inside "$root" "$@"
}

boot() {
    # not `enclosed … &`: the process to enter is the child of what is started here
    enclosed /lib/systemd/systemd --log-target=journal >"$folder/boot.log" 2>&1 </dev/null &
    local tries=0 child
    until init="$(pgrep -f -n '^/lib/systemd/systemd --log-target=journal$')" && timeout 5 nsenter -t "$init" -a systemctl is-system-running 2>/dev/null | grep -q 'running\|degraded'; do
        (( ++tries < 60 )) || { echo "appliance: the Debian does not boot here: $folder/boot.log" >&2; exit 2; }
        sleep 1
    done
}

shut_down() {
    [[ -z "$init" ]] || kill -KILL "$init" 2>/dev/null || true
    init=""
}
trap shut_down EXIT

inside() {
    if [[ -n "$init" ]]; then
        nsenter -t "$init" -a /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@" </dev/null
    else
        enclosed timeout 900 "$@" </dev/null  # an emulator may hang
    fi
}

# ---- the table -----------------------------------------------------------------------------------------------------

row() {  # what, then the command that must succeed
    local what="$1" began="${EPOCHREALTIME/./}" said=yes
    shift
    echo "---- $what: $*" >>"$log"
    "$@" >>"$log" 2>&1 || {
        said="**no**" wrong=1
        [[ -z "$init" ]] || inside sh -c "systemctl status pairs-dealer; journalctl -n 40 -u pairs-dealer" >>"$log" 2>&1 || true
    }
    printf '| %s | %s | %s | %s |\n' "$machine" "$what" "$said" "$(( (${EPOCHREALTIME/./} - began + 500000) / 1000000 ))"
}
not() { ! "$@"; }
within() { local most="$1" began="$SECONDS"; shift; "$@" && (( SECONDS - began <= most )); }
install_deb() { inside apt-get install --yes --allow-downgrades "$@" "/proof/$deb"; }
with_python() { inside runuser -u dealer -- /usr/lib/pairs-dealer/bin/python3 -s -P -c "$1"; }

reads_the_picture() {
    local found
    found="$(inside dealer see --json --card-width 69 /proof/drawn.png)"
    echo "$found"
    [[ "$(grep -o '"rank": [0-9]*' <<<"$found" | grep -o '[0-9]*$' | sort -n | xargs)" == "$ranks" ]]
}
plays_a_game() {
    inside dealer watch --data /tmp/proof --camera sim:3 --headless --fast --mute --variant basic --players Ann,Ben \
        --record /tmp/seen.pairs --truth /tmp/dealt.pairs &&
        inside cmp /tmp/seen.pairs /tmp/dealt.pairs
}
coasters_lie_there() { inside test -s /usr/share/doc/pairs-dealer/coasters.pdf && inside dealer print coasters --out /tmp/coasters; }
user_and_groups() {
    local groups
    groups="$(inside id -nG dealer)"
    for group in video render input audio gpio; do [[ " $groups " == *" $group "* ]] || return 1; done
    [[ "$(inside stat -c '%U %a' /var/lib/pairs-dealer)" == "dealer 700" ]]
}
has_a_game() {
    with_python '
from pathlib import Path
from dealer.game.header import Header
from dealer.journal.journal import Journal
with Journal(Path("/var/lib/pairs-dealer")) as journal:
    game = journal.begin(Header.from_mapping({"variant": "basic", "players": ["Ann", "Ben"], "dealer": "Ann"}))
    journal.end(game, "over")
'
}
has_the_game() { inside runuser -u dealer -- dealer games --data /var/lib/pairs-dealer | tee -a "$log" | grep -q Ann; }
made_newer() {
    with_python '
import sqlite3
sqlite3.connect("/var/lib/pairs-dealer/journal.sqlite3").execute("PRAGMA user_version = 99")
'
}
games_were_copied() { inside sh -c '[ -s /var/lib/pairs-dealer/copies/before-update/journal-*.sqlite3 ]'; }
service_is() { [[ "$(inside systemctl is-active pairs-dealer)" == "$1" ]]; }
service_is_enabled() { [[ "$(inside systemctl is-enabled pairs-dealer 2>/dev/null)" == "$1" ]]; }
units_are_verified() {
    local name
    for name in .service -failed.service -update@newer.service -update@older.service -stick@sda1.service; do
        inside systemd-analyze verify --recursive-errors=no "pairs-dealer$name" || return 1
    done
    # Debian 12's udevadm has no "verify"
    [[ "$machine" == *-12 ]] || inside udevadm verify /usr/lib/udev/rules.d/90-pairs-dealer.rules
}
nothing_is_left() {
    inside sh -c '! ls -d /usr/lib/pairs-dealer /usr/bin/dealer /usr/lib/systemd/system/pairs-dealer* /usr/share/doc/pairs-dealer /usr/lib/udev/rules.d/*pairs-dealer* 2>/dev/null'
}
version_is() { [[ "$(inside dpkg-query --show --showformat='${Version}' pairs-dealer)" == "$1" ]]; }
# What the screen does, as the service sees the machine: look at the sticks and what was kept, then begin.
from_the_screen() {  # newer|older, the version that is to be offered and in the end to run
    local tries=0
    inside rm -f /run/pairs-dealer-update.json
    inside sh -c 'exec nsenter --target "$(systemctl show --value --property MainPID pairs-dealer)" --mount "$@"' sh \
        runuser -u dealer -- /usr/lib/pairs-dealer/bin/python3 -s -P -c '
import os, sys
os.environ["SYSTEMD_EXEC_PID"] = str(os.getpid())
from hardware import updates
offers = updates.offered(updates.plugged_in())
print(offers)
offer = getattr(offers, sys.argv[1])
assert offer is not None and (offer.version, offer.refusal) == (sys.argv[2], None)
updates.begin(updates.Way(sys.argv[1]))
' "$@" || return 1
    until inside test -s /run/pairs-dealer-update.json; do
        (( ++tries < 180 )) || return 1
        sleep 1
    done
    inside cat /run/pairs-dealer-update.json
    version_is "$2" && service_is active
}
stick_is_in() {  # with both packages, each signed with a key that the box trusts
    local home package name
    home="$(mktemp -d)"
    gpg --homedir "$home" --batch --quiet --passphrase '' --quick-generate-key proof@localhost ed25519 sign never
    gpg --homedir "$home" --export proof@localhost >"$root/etc/pairs-dealer/updates.gpg"
    inside systemd-mount --collect --type=tmpfs --options=nosuid,nodev,noexec,nosymfollow tmpfs /run/media/dealer/proof
    for package in old:"$version" new:"$version+proof"; do
        name="pairs-dealer_${package#*:}_$architecture.deb"
        gpg --homedir "$home" --batch --yes --quiet --armor --output "$root/proof/signature" --detach-sign "$root/proof/${package%%:*}.deb"
        inside cp "/proof/${package%%:*}.deb" "/run/media/dealer/proof/$name"
        inside cp /proof/signature "/run/media/dealer/proof/$name.asc"
    done
    gpgconf --homedir "$home" --kill all
    rm -rf "$home"
    inside mount -o remount,ro /run/media/dealer/proof
}
stick_is_pulled() { inside systemd-umount /run/media/dealer/proof; }
data_is_there() { inside test -s /var/lib/pairs-dealer/journal.sqlite3; }
with_a_desktop() {
    inside sh -c 'ln -s /usr/lib/systemd/system/console-getty.service /etc/systemd/system/display-manager.service'
    inside sh -c 'systemctl set-default graphical.target'
}

prove() {
    local newer packed version
    architecture="${machine%-12}"
    log="$folder/$machine.log"
    : >"$log"
    local which=(grep '~deb12')
    [[ "$machine" == *-12 ]] || which=(grep -v '~deb12')
    packed="$(ls -t dist/pairs-dealer_*_"$architecture".deb 2>/dev/null | "${which[@]}" | head -1 || true)"
    [[ -n "$packed" ]] || { echo "appliance: there is no package for $machine in dist; make it first: make deb ARGS=$machine" >&2; exit 2; }
    make_debian "$machine"
    cp "$packed" "$root/proof/old.deb"
    version="$(dpkg-deb --field "$packed" Version)"
    newer="$(mktemp -d)"  # the same, with a higher version
    dpkg-deb -R "$packed" "$newer"
    sed -i 's/^Version: .*/&+proof/' "$newer/DEBIAN/control"
    dpkg-deb --root-owner-group -Zgzip -z1 -b "$newer" "$root/proof/new.deb" >/dev/null
    rm -rf "$newer"
    ranks="$(.venv/bin/python packaging/appliance/draw.py "$root/proof/drawn.png")"
    [[ "$architecture" != "$(dpkg --print-architecture)" ]] || boot
    local most_s=30
    [[ -n "$init" ]] || most_s=900

    deb=old.deb
    row "installed without a network, in at most $most_s s" within "$most_s" install_deb
    row "user, groups, data folder" user_and_groups
    row "units and udev's rules verified" units_are_verified
    row "starts with the machine" service_is_enabled enabled
    [[ -z "$init" ]] || row "the service runs and has told that its first screen is up" service_is active
    row "\`dealer deps\` misses nothing" inside dealer deps --data /var/lib/pairs-dealer
    row "\`dealer see\` reads a drawn table" reads_the_picture
    row "the coasters to print are there" coasters_lie_there
    [[ -z "$init" ]] || row "a simulated game is refereed as it was dealt" plays_a_game
    [[ -z "$init" ]] || inside systemctl stop pairs-dealer
    row "a game is in the journal" has_a_game
    [[ -z "$init" ]] || inside systemctl start pairs-dealer
    deb=new.deb
    row "upgraded" install_deb
    [[ -z "$init" ]] || row "the service runs again" service_is active
    row "the games were copied before" games_were_copied
    row "the game is still there" has_the_game
    [[ -z "$init" ]] || inside systemctl stop pairs-dealer
    row "the journal is made one of a newer program" made_newer
    deb=old.deb
    row "downgraded" install_deb
    [[ -z "$init" ]] || row "the service runs again" service_is active
    row "the game is still there" has_the_game
    row "\`dealer see\` reads a drawn table" reads_the_picture
    if [[ -n "$init" ]]; then
        row "a stick is put in" stick_is_in
        row "from the screen: the newer package on the stick" from_the_screen newer "$version+proof"
        row "from the screen: back to the older one on the stick" from_the_screen older "$version"
        row "from the screen: the newer one again" from_the_screen newer "$version+proof"
        row "the stick is pulled" stick_is_pulled
        row "from the screen: back to the package that was kept" from_the_screen older "$version"
    fi
    row "removed" inside apt-get remove --yes pairs-dealer
    row "nothing of the program is left" nothing_is_left
    row "the games are kept" data_is_there
    row "purged, unasked: the games are kept" eval 'inside apt-get purge --yes pairs-dealer && data_is_there'
    row "installed again, purged with yes: the games are gone" eval 'install_deb && inside sh -c "echo pairs-dealer pairs-dealer/delete-games boolean true | debconf-set-selections" && inside apt-get purge --yes pairs-dealer && not inside test -e /var/lib/pairs-dealer'
    with_a_desktop >>"$log" 2>&1
    row "installed on a desktop" install_deb
    row "no service is started there" service_is_enabled disabled
    row "it is in the menu" inside test -s /usr/share/applications/pairs-dealer.desktop
    shut_down
    rm -rf "$root"
}

printf '| machine | what | as it must be | s |\n| --- | --- | --- | ---: |\n'
for machine; do
    prove
done
exit "$wrong"
