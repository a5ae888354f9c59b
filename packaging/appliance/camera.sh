#!/usr/bin/env bash
# Proves the Raspberry Pi camera's adapter with the real picamera2, as root, on an amd64 machine:
#
#     bash packaging/appliance/camera.sh
#
# In a Debian 13 of its own: the package from dist/, Debian's libcamera with its virtual camera, which shows pictures from
# a folder, and picamera2 from PyPI. camera/sitecustomize.py puts in what that camera lacks of a Pi's. Needs the network
# once; the Debian is kept in build/appliance. Prints a table. Exit status: 0 all as it must be, 1 something is not, 2 it
# cannot be tried here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

here="packaging/appliance/camera"
picamera2="picamera2==0.3.38"  # what hardware/cameras/raspberry_process.py was written by
others="av attrs jsonschema jsonschema-specifications libarchive-c openexr piexif referencing rpds-py simplejpeg tqdm"
debians="ca-certificates,libarchive13t64,python3,python3-libcamera,python3-numpy,python3-pil,python3-prctl,python3-pygame"

[[ "$(id -u)" == 0 ]] || { echo "camera: it makes namespaces, so it must be root: sudo bash $0" >&2; exit 2; }
[[ "$(dpkg --print-architecture)" == amd64 ]] || { echo "camera: this is for an amd64 machine; on a Pi: dealer doctor" >&2; exit 2; }
for tool in mmdebstrap unshare dpkg-deb .venv/bin/uv; do
    command -v "$tool" >/dev/null || { echo "camera: $tool is missing. On Debian: sudo apt install mmdebstrap util-linux dpkg; make deb brings uv" >&2; exit 2; }
done
packed="$(ls -t dist/pairs-dealer_*_amd64.deb 2>/dev/null | grep -v '~deb12' | head -1 || true)"
[[ -n "$packed" ]] || { echo "camera: there is no dist/pairs-dealer_*_amd64.deb; make it first: make deb ARGS=amd64" >&2; exit 2; }

folder="$PWD/build/appliance"
root="$folder/camera"
mkdir -p "$folder"
if [[ ! -e "$root.tar" ]]; then
    echo "camera: making a Debian 13 (minutes)" >&2
    mmdebstrap --quiet --mode=root --format=tar --variant=minbase --include="$debians" trixie "$root.tar.part"
    mv "$root.tar.part" "$root.tar"
fi
trap 'rm -rf "$root"' EXIT
rm -rf "$root"
mkdir -p "$root/proof/pictures"
tar -x -f "$root.tar" -C "$root" --exclude='./dev/*'
dpkg-deb -x "$packed" "$root"
install -D -m 644 "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
cp "$here/"*.py "$root/proof"
# shellcheck disable=SC2086
for more in "--only-binary :all: $picamera2 $others" videodev2; do
    UV_NO_CONFIG=1 .venv/bin/uv pip install --quiet --no-deps --python-version 3.13 --python-platform x86_64-manylinux_2_39 \
        --target "$root/usr/local/lib/python3.13/dist-packages" $more
done
preload=""
if [[ ! -e /dev/udmabuf ]]; then  # this kernel has none: plain memory does
    command -v cc >/dev/null || { echo "camera: this kernel has no /dev/udmabuf, so a C compiler is needed: sudo apt install gcc" >&2; exit 2; }
    cc -shared -fPIC -o "$root/proof/udmabuf.so" "$here/udmabuf.c"
    preload=/proof/udmabuf.so
fi

inside() {
    local inner='
        root=$1; shift
        mount --make-rprivate /
        mount -t proc proc "$root/proc"
        mount -t sysfs -o ro sysfs "$root/sys"
        mount --rbind /dev "$root/dev"
        exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin LC_ALL=C.UTF-8 PYTHONPATH=/proof \
            LIBCAMERA_PIPELINES_MATCH_LIST=virtual LIBCAMERA_LOG_LEVELS="*:ERROR" LD_PRELOAD="$PRELOAD" \
            /usr/lib/pairs-dealer/bin/python3 -s -P /proof/prove.py "$@"'
    PRELOAD="$preload" unshare --mount --pid --net --fork --kill-child bash -c "$inner" inside "$root" "$@"
}
inside draw /proof/pictures
inside
