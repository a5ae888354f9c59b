#!/usr/bin/env bash
# Makes dist/pairs-dealer_VERSION_ARCH.deb from what is committed:  bash packaging/deb/build.sh [MACHINE…]
#
# MACHINE is amd64 or arm64 for Debian 13, amd64-12 or arm64-12 for Debian 12; without any, all but amd64-12 are made:
# that one is larger than 70 MB, and serves to try Debian 12's systemd on a PC.
# The package is a virtual environment of that Debian's Python with everything that it does not have, in the versions
# of packaging/locks. pygame is Debian's, because only Debian's draws without a desktop; of Debian 13 numpy and pillow
# too (Debian 12's are too old). Nothing is compiled, so any machine makes all packages, and the same commit always
# makes the same bytes. ~deb12 in a version is older than the same version for Debian 13, so that a new Debian updates.
#
# VERSION=0.2.0 gives the package another version than pyproject.toml; DEBFULLNAME and DEBEMAIL say who made it. Exit status: 0 done, 2 bad usage.
set -euo pipefail
umask 022
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

needless='setuptools'           # colorzero names it and never imports it

(( $# )) || set -- amd64 arm64 arm64-12
for machine; do
    case "$machine" in
        amd64 | arm64 | amd64-12 | arm64-12) ;;
        *) echo "deb: '$machine' came, expected amd64, arm64, amd64-12 or arm64-12" >&2; exit 2 ;;
    esac
done
for tool in git dpkg-deb xz; do
    command -v "$tool" >/dev/null || { echo "deb: $tool is missing. On Debian: sudo apt install git dpkg xz-utils" >&2; exit 2; }
done
[[ -z "$(git status --porcelain --untracked-files=no)" ]] || echo "deb: what is not committed is left out" >&2

SOURCE_DATE_EPOCH="$(git log -1 --format=%ct)"
export SOURCE_DATE_EPOCH LC_ALL=C.UTF-8 TZ=UTC UV_NO_CONFIG=1 UV_PYTHON_DOWNLOADS=never
version="${VERSION:-$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)}"
maintainer="${DEBFULLNAME:-Pairs Dealer} <${DEBEMAIL:-dealer@localhost}>"
uv=("$PWD/.venv/bin/uv" --quiet)
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir -p dist "$work/source"
git archive HEAD | tar -x -C "$work/source"
here="$work/source/packaging/deb"
lock="$work/source/packaging/locks"

# ---- for every machine ---------------------------------------------------------------------------------------------

grep -A999 '^setuptools==' "$lock/package.txt" | awk 'NR == 1 || /^ /; NR > 1 && /^[^ ]/ { exit }' >"$work/setuptools.txt"
"${uv[@]}" build --wheel --build-constraints "$work/setuptools.txt" --require-hashes --out-dir "$work/wheel" "$work/source"

root="$work/everywhere"
doc="$root/usr/share/doc/pairs-dealer"
mkdir -p "$doc" "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/usr/share/man/man1"
install -D -m 755 "$here/dealer" "$root/usr/bin/dealer"
for unit in "$work/source/systemd/"*.service; do
    sed 's#^ExecStart=/opt/pairs-dealer/.venv/bin/dealer#ExecStart=/usr/bin/dealer#; s#^\# How to install it.*#\# Why it is as it is stands in /usr/share/doc/pairs-dealer/service.md.#' \
        "$unit" >"$root/usr/lib/systemd/system/${unit##*/}"
done
install -D -m 644 "$here/sysusers.conf" "$root/usr/lib/sysusers.d/pairs-dealer.conf"
install -D -m 644 "$here/tmpfiles.conf" "$root/usr/lib/tmpfiles.d/pairs-dealer.conf"
install -D -m 644 "$here/udev.rules" "$root/usr/lib/udev/rules.d/90-pairs-dealer.rules"
install -D -m 644 "$work/source/systemd/50-pairs-dealer.rules" "$root/usr/share/polkit-1/rules.d/50-pairs-dealer.rules"
install -D -m 644 "$here/pairs-dealer.desktop" "$root/usr/share/applications/pairs-dealer.desktop"
install -D -m 644 "$here/pairs-dealer.svg" "$root/usr/share/icons/hicolor/scalable/apps/pairs-dealer.svg"
install -D -m 644 "$here/lintian-overrides" "$root/usr/share/lintian/overrides/pairs-dealer"

cp "$work/source/docs/"{coasters.pdf,play.png,{board,decks,events,first-evening,hardware,house,journal,players,table,troubleshooting}.md} "$doc"
cp "$work/source/systemd/README.md" "$doc/service.md"
gzip -9n <"$work/source/CHANGELOG.md" >"$doc/changelog.gz"

(cd "$work/source" && PYTHONPATH="$work/source" "$OLDPWD/.venv/bin/python" packaging/deb/shell_help.py "$root/usr/share")
gzip -9n "$root/usr/share/man/man1/dealer.1"

# ---- for each kind of machine --------------------------------------------------------------------------------------

package_for() {  # MACHINE; "debians" are the libraries that its Debian has
    local root="$work/$1" architecture="${1%-12}" cpu
    local version="$version" debian=trixie python=3.13 next=3.14 glibc=2_39 debians='numpy|pillow|pygame'
    [[ "$1" != *-12 ]] || version+='~deb12' debian=bookworm python=3.11 next=3.12 glibc=2_36 debians=pygame
    case "$architecture" in
        amd64) cpu=x86_64 ;;
        arm64) cpu=aarch64 ;;
    esac
    local platform="$cpu-manylinux_$glibc"
    local home="$root/usr/lib/pairs-dealer"
    local packages="$home/lib/python$python/site-packages"
    cp -a "$work/everywhere" "$root"
    mkdir -p "$home/bin" "${packages%/*}"
    awk -v theirs="^($debians|$needless)==" '/^[^ ]/ { ours = $0 !~ theirs } ours' "$lock/play.txt" >"$work/lock.txt"
    "${uv[@]}" pip install --python-version "$python" --python-platform "$platform" --link-mode copy \
        --only-binary :all: --no-deps --require-hashes --target "$packages" --requirement "$work/lock.txt"
    "${uv[@]}" pip install --python-version "$python" --python-platform "$platform" --link-mode copy \
        --no-deps --target "$packages" "$work/wheel/"*.whl

    # What is only for who compiles with the libraries, trains models with them, or plugs in a graphics card.
    rm -rf "$packages"/{bin,share,.lock} "$packages"/onnxruntime/{datasets,quantization,tools,transformers} \
        "$packages"/onnxruntime/capi/libonnxruntime.so* "$packages"/pairs_dealer-*.dist-info/direct_url.json
    find "$packages" \( -name '*.c' -o -name '*.cpp' -o -name '*.h' -o -name '*.pyx' -o -name '*.pxd' -o -name '*.pyi' \
        -o -name '*.po' -o -name '*.pot' -o -name RECORD -o -name INSTALLER -o -name REQUESTED -o -name 'uv_cache.json' \
        -o -name uv_build.json \) -delete

    ln -s "../../../bin/python$python" "$home/bin/python3"
    printf 'home = /usr/bin\ninclude-system-site-packages = true\nversion = %s\n' "$python" >"$home/pyvenv.cfg"
    gzip -9n >"$root/usr/share/doc/pairs-dealer/changelog.Debian.gz" <<CHANGES
pairs-dealer ($version) $debian; urgency=medium

  * What changed stands in changelog.gz beside this file.

 -- $maintainer  $(date -R -d "@$SOURCE_DATE_EPOCH")
CHANGES
    copyright "$packages" >"$root/usr/share/doc/pairs-dealer/copyright"

    mkdir "$root/DEBIAN"
    install -m 755 "$here/"{postinst,prerm,postrm} "$root/DEBIAN"
    install -m 644 "$here/templates" "$root/DEBIAN"
    find "$root" -type d -exec chmod 755 {} + -o -path "$root/DEBIAN" -prune -o -name '*.so*' -exec chmod 644 {} +
    find "$packages" -type f -exec chmod a-x {} +
    sed "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@PYTHON@/$python/; s/@NEXT@/$next/; s/@MAINTAINER@/$maintainer/
        s/@DEBIANS@/$(sed 's/numpy/python3-numpy/; s/pillow/python3-pil/; s/pygame/python3-pygame/; s/|/, /g' <<<"$debians")/
        s/@SIZE@/$(du -sk --apparent-size --exclude DEBIAN "$root" | cut -f1)/" "$here/control" >"$root/DEBIAN/control"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
    chmod 644 "$root/DEBIAN/"{control,md5sums}
    find "$root" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group --threads-max=1 -Zxz --build "$root" "dist/pairs-dealer_${version}_$architecture.deb" >/dev/null
    echo "dist/pairs-dealer_${version}_$architecture.deb: $(du -m --apparent-size "dist/pairs-dealer_${version}_$architecture.deb" | cut -f1) MB," \
        "installed $(du -sm --apparent-size --exclude DEBIAN "$root" | cut -f1) MB"
}

copyright() {
    local metadata
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: Pairs Dealer\n\n'
    printf 'Files: *\nCopyright: %s\nLicense: Expat\n' "$(sed -n 's/^Copyright (c) //p' "$work/source/LICENSE")"
    sed -e '1,/^Permission/{/^Permission/!d}' -e 's/^$/./; s/^/ /' "$work/source/LICENSE"
    printf '\nComment:\n The fonts and these libraries come along, each under its own licence, whose text lies beside it in\n'
    printf ' /usr/lib/pairs-dealer/lib/python%s/site-packages:\n .\n' "$python"
    for metadata in "$1"/*.dist-info/METADATA; do
        awk -F': ' '$1 == "Name" { name = $2 } $1 == "Version" { version = $2 }
            $1 ~ /^License(-Expression)?$/ && !licence { licence = substr($2, 1, 40) } /^$/ { exit }
            END { printf "  %s %s: %s\n", name, version, licence ? licence : "see there" }' "$metadata"
    done
}

for machine; do
    package_for "$machine"
done
