"""Updates from a USB stick, and back to an older version: which package may be installed, and installing it.

The screen, without rights, looks at what is offered and asks systemd to start ``pairs-dealer-update@newer.service`` or
``@older``. That runs this module as root, with nothing else handed over: it copies the packages into a folder of its
own, judges the copies anew and installs one of them. Nothing of a package is read before its signature is found right.
What was installed so is kept with its signature, and may be gone back to.

The prerm of the package copies the games before anything is changed, and stops the update where it cannot.
"""

import json
import logging
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum
from pathlib import Path

from dealer.errors import DeviceError
from hardware.power import is_service

log = logging.getLogger(__name__)

STICKS = (Path("/media"), Path("/run/media"), Path("/mnt"))
"""Where Linux mounts what is plugged in."""

KEYRING = Path("/etc/pairs-dealer/updates.gpg")
"""The public keys that the house trusts, as ``gpg --export`` writes them. Only root may change them."""

RESULT = Path("/run/pairs-dealer-update.json")
"""What became of the last update; forgotten when the box is switched off."""

KEPT = Path("/var/cache/pairs-dealer")
"""The package that was installed last, and the one before it, as far as they came this way. Only root writes here."""

PACKAGE = "pairs-dealer"
NAMED = re.compile(r"pairs-dealer_[\w.+~:-]+\.deb", re.ASCII)
OLDER_DEBIAN = re.compile(r"~deb\d+", re.ASCII)
UNIT = "pairs-dealer-update@{way}.service"
SYSTEMD = ("org.freedesktop.systemd1", "/org/freedesktop/systemd1", "org.freedesktop.systemd1.Manager")

LARGEST = 300_000_000
"""Size of the largest package that is looked at, bytes."""

MOST = 4
"""How many packages are looked at; more on one stick are left alone."""

LOOKED_AT_S = 20.0
INSTALLED_S = 900.0
"""How long one program may take, seconds: to check a package, to install it from a slow card."""


class Way(Enum):
    """Which way to go from the version that runs."""

    NEWER = "newer"
    OLDER = "older"


class Refusal(Enum):
    """Why a package is not installed."""

    GONE = "gone"
    NO_KEY = "no key"
    UNSIGNED = "unsigned"
    WRONGLY_SIGNED = "wrongly signed"
    UNREADABLE = "unreadable"
    NOT_OURS = "another package"
    OTHER_MACHINE = "another architecture"
    SAME = "the same version"
    OLDER = "an older version"
    FAILED = "not installed"


@dataclass(frozen=True, slots=True)
class Installed:
    """What runs on this box."""

    version: str
    architecture: str


@dataclass(frozen=True, slots=True)
class Offer:
    """A package on a stick; ``refusal`` says why it may not be installed. ``version`` is known of signed ones only."""

    file: Path
    version: str = ""
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Offers:
    """What may be installed either way. ``newer`` may be refused, and then says why; ``older`` never is."""

    newer: Offer | None = None
    older: Offer | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What became of an update: the package's file name and version, and a Refusal's value, or "" when it is in."""

    name: str
    version: str
    refusal: str = ""
    detail: str = ""


def mounted(places: Sequence[Path] = STICKS) -> Iterator[Path]:
    """The folders of what is plugged in."""
    for place in places:
        for user in _inside(place):
            yield from (path for path in (user, *_inside(user)) if path.is_mount())


def _inside(path: Path) -> tuple[Path, ...]:
    try:
        return tuple(sorted(path.iterdir()))
    except OSError:
        return ()


def packages(folders: Sequence[Path]) -> tuple[Path, ...]:
    """What looks like a package of ours in these folders, by its name alone."""
    found = (path for folder in folders for path in _inside(folder))
    return tuple(path for path in found if NAMED.fullmatch(path.name))[:MOST]


def signature_of(package: Path) -> Path | None:
    """The detached signature beside a package."""
    return next((path for end in (".asc", ".sig") if (path := Path(f"{package}{end}")).is_file()), None)


def judged(package: Path, installed: Installed, keyring: Path = KEYRING) -> Offer:
    """Whether a package may be installed. Nothing of it is read before its signature is found right."""
    if not keyring.is_file():
        return Offer(package, refusal=Refusal.NO_KEY)
    signature = signature_of(package)
    if signature is None:
        return Offer(package, refusal=Refusal.UNSIGNED)
    if not _signed(package, signature, keyring):
        return Offer(package, refusal=Refusal.WRONGLY_SIGNED)
    told = _ran("dpkg-deb", "--show", "--showformat=${Package}\n${Architecture}\n${Version}", str(package))
    if told.returncode or len(told.stdout.splitlines()) != 3:
        return Offer(package, refusal=Refusal.UNREADABLE)
    name, architecture, version = told.stdout.splitlines()
    if name != PACKAGE:
        return Offer(package, version, Refusal.NOT_OURS)
    if architecture != installed.architecture or _debian(version) != _debian(installed.version):
        return Offer(package, version, Refusal.OTHER_MACHINE)
    if not _newer(version, installed.version):
        return Offer(package, version, Refusal.OLDER if _newer(installed.version, version) else Refusal.SAME)
    return Offer(package, version)


def best(offers: Sequence[Offer]) -> Offer | None:
    """The newest that may be installed; else one that is refused, a package of this machine first."""
    other = sorted(offers, key=lambda offer: offer.refusal is Refusal.OTHER_MACHINE)
    return _newest(offers, None) or (other[0] if other else None)


def back(offers: Sequence[Offer]) -> Offer | None:
    """The newest of those that are older than what runs."""
    found = _newest(offers, Refusal.OLDER)
    return replace(found, refusal=None) if found else None


def _newest(offers: Sequence[Offer], refusal: Refusal | None) -> Offer | None:
    newest: Offer | None = None
    for offer in offers:
        if offer.refusal is refusal and (newest is None or _newer(offer.version, newest.version)):
            newest = offer
    return newest


def _debian(version: str) -> str:
    """For which older Debian a package was made; empty for the newest that there are packages for."""
    return found[0] if (found := OLDER_DEBIAN.search(version)) else ""


def _newer(one: str, other: str) -> bool:
    return _ran("dpkg", "--compare-versions", one, "gt", other).returncode == 0


def _signed(package: Path, signature: Path, keyring: Path) -> bool:
    """apt's own ways: sqv, and gpgv where there is none."""
    if shutil.which("sqv"):
        return _ran("sqv", "--keyring", str(keyring), str(signature), str(package)).returncode == 0
    return _ran("gpgv", "--keyring", str(keyring.resolve()), str(signature), str(package)).returncode == 0


def _ran(*command: str, within_s: float = LOOKED_AT_S) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    try:
        return subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=within_s,
            check=False,
            env=environment,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return subprocess.CompletedProcess(command, 127, "", str(error))


def this_box() -> Installed | None:
    """What dpkg says is installed; None: the program did not come as a package."""
    told = _ran("dpkg-query", "--show", "--showformat=${db:Status-Status}\n${Version}\n${Architecture}", PACKAGE)
    lines = told.stdout.splitlines()
    return Installed(lines[1], lines[2]) if not told.returncode and lines[:1] == ["installed"] else None


def plugged_in() -> tuple[Path, ...]:
    """The folders of sticks that hold what looks like a package of ours; none where the box is not the dealer's."""
    return tuple(folder for folder in mounted() if packages((folder,))) if is_service() else ()


def offered(sticks: Sequence[Path]) -> Offers:
    """What the screen offers of what is on the sticks and of what was kept. May take a minute, with a bad stick."""
    if not is_service():
        return Offers()
    new, old = packages(sticks), packages((KEPT, *sticks))
    installed = this_box() if new or old else None
    if installed is None:
        return Offers()
    judgements = {package: judged(package, installed) for package in {*new, *old}}
    return Offers(best([judgements[package] for package in new]), back([judgements[package] for package in old]))


def begin(way: Way) -> None:
    """Start the update; returns once that has begun. Raises DeviceError."""
    asked = _ran("busctl", "call", *SYSTEMD, "StartUnit", "ss", UNIT.format(way=way.value), "replace")
    if asked.returncode:
        raise DeviceError(asked.stderr.strip())


def last_result(file: Path = RESULT) -> Result | None:
    """What became of the last update."""
    try:
        found = Result(**json.loads(file.read_text(encoding="utf-8")))
        if found.refusal:
            Refusal(found.refusal)  # another version of this program may know others
        return found
    except (OSError, ValueError, TypeError):
        return None


# ---- as root -------------------------------------------------------------------------------------------------------


def copied(package: Path, folder: Path) -> Path | None:
    """A copy of a package, with its signature, that nobody else can change; None where it is no plain file."""
    copy = folder / package.name
    signature = signature_of(package)
    if not _copied(package, copy):
        return None
    if signature is not None:
        _copied(signature, folder / signature.name)
    return copy


def _copied(source: Path, target: Path) -> bool:
    """Links, pipes and devices are never followed, and no more is read than a package may have."""
    try:
        descriptor = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as read:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return False
            left = LARGEST
            with target.open("xb") as write:
                while left and (block := read.read(min(left, 1 << 20))):
                    write.write(block)
                    left -= len(block)
            return not read.read(1)
    except OSError as error:
        log.warning("%s was not copied: %s", source, error)
        return False


def update(
    way: Way, folders: Sequence[Path], installed: Installed, keyring: Path = KEYRING, kept: Path = KEPT
) -> Result:
    """Install the newest package in these folders that lies this way, if the house signed it."""
    with tempfile.TemporaryDirectory(prefix="pairs-dealer-update-", dir="/var/tmp") as private:
        offers = []
        for number, package in enumerate(packages(folders)):
            folder = Path(private) / str(number)
            folder.mkdir(mode=0o700)
            copy = copied(package, folder)
            offers.append(judged(copy, installed, keyring) if copy else Offer(package, refusal=Refusal.UNREADABLE))
        offer = best(offers) if way is Way.NEWER else back(offers)
        if offer is None:
            return Result("", "", Refusal.GONE.value)
        if offer.refusal is not None:
            return Result(offer.file.name, offer.version, offer.refusal.value)
        done = _ran(*install_command(offer.file, way), within_s=INSTALLED_S)
        log.info("%s\n%s", done.stdout, done.stderr)
        if done.returncode:
            return Result(offer.file.name, offer.version, Refusal.FAILED.value, _error(done))
        keep(offer, installed, kept)
        return Result(offer.file.name, offer.version)


def keep(offer: Offer, before: Installed, folder: Path = KEPT) -> None:
    """Keep what was just installed, with its signature, and of the others only the version that ran before."""
    names = {version: f"{PACKAGE}_{version}_{before.architecture}" for version in (offer.version, before.version)}
    files = [path for path in (offer.file, signature_of(offer.file)) if path is not None]
    try:
        for path in folder.iterdir():
            if not path.name.startswith(f"{names[before.version]}.deb"):
                path.unlink()
        for path in reversed(files):  # no package without its signature
            kept = folder / f"{names[offer.version]}{path.name.removeprefix(offer.file.stem)}"
            shutil.copyfile(path, folder / "part")
            (folder / "part").chmod(0o644)
            (folder / "part").replace(kept)
    except OSError as error:  # the update is in all the same
        log.warning("%s is not kept to go back to: %s", offer.file.name, error)


def install_command(package: Path, way: Way) -> tuple[str, ...]:
    """apt changes nothing where a package of Debian's is missing, and goes back only where that was wanted.

    The unit gives it no network. ``--no-download`` would not do: with it apt does not take a package from a file.
    """
    options = ("--yes", "--no-remove", "-o", "Acquire::Retries=0", "-o", "Dpkg::Options::=--force-confold")
    downgrades = ("--allow-downgrades",) if way is Way.OLDER else ()
    return ("apt-get", "install", *options, *downgrades, str(package))


def _error(done: subprocess.CompletedProcess[str]) -> str:
    """The first line that apt calls an error, else the last that it said."""
    said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    return next((line for line in said if line.startswith("E: ")), said[-1] if said else "")


def main(arguments: Sequence[str]) -> int:
    """What the unit runs, with the way to go. The dealer is started again whatever happens."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    way = Way(*arguments)
    installed = this_box()
    folders = (*((KEPT,) if way is Way.OLDER else ()), *mounted())
    result = update(way, folders, installed) if installed else Result("", "", Refusal.GONE.value)
    RESULT.write_text(json.dumps(asdict(result)), encoding="utf-8")
    RESULT.chmod(0o644)
    log.info("%s: %s", result.name, result.refusal or "installed")
    _ran("systemctl", "--no-block", "start", f"{PACKAGE}.service")
    return 4 if result.refusal else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
