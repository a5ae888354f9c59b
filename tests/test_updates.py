"""Updates from a USB stick: small real packages, signed with real keys, and judged by the tools that a box has."""

import json
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from dealer.display.screens import StartScreen, TroubleScreen
from dealer.errors import DeviceError
from dealer.hands.settings_form import Page
from dealer.house import diagnosis, settings_desk
from dealer.house.devices import Front
from dealer.house.settings_desk import SettingsDesk
from dealer.house.stick_update import StickUpdate
from dealer.presses import Button, Press, Target, Touch
from dealer.settings import Settings
from hardware import updates
from hardware.updates import (
    Installed,
    Offer,
    Offers,
    Refusal,
    Result,
    Way,
    back,
    best,
    judged,
    last_result,
    packages,
    update,
)

MISSING = [tool for tool in ("gpg", "gpgv", "dpkg", "dpkg-deb") if shutil.which(tool) is None]
needs_tools = pytest.mark.skipif(bool(MISSING), reason=f"not installed here: {', '.join(MISSING)}")

ROOT = Path(__file__).resolve().parent.parent
RUNS = Installed("1.2", "amd64")


class Keys:
    """Two people who sign: the house's own, and somebody else."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.keyring = home / "updates.gpg"
        for who in ("house", "other"):
            self.gpg("--quick-generate-key", f"{who}@localhost", "ed25519", "sign", "never")
        self.gpg("--output", str(self.keyring), "--export", "house@localhost")

    def gpg(self, *options: str) -> None:
        command = ("gpg", "--homedir", str(self.home), "--batch", "--yes", "--quiet", "--passphrase", "", *options)
        subprocess.run(command, check=True, capture_output=True)

    def sign(self, package: Path, who: str = "house") -> None:
        self.gpg("--armor", "--local-user", f"{who}@localhost", "--detach-sign", str(package))


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keys]:
    home = tmp_path_factory.mktemp("k")
    home.chmod(0o700)
    yield Keys(home)
    subprocess.run(("gpgconf", "--homedir", str(home), "--kill", "all"), check=False, capture_output=True)


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def packed(stick: Path, version: str, architecture: str = "amd64", name: str = "pairs-dealer") -> Path:
    """A package that holds nothing."""
    tree = stick.parent / f"tree-{name}-{version}-{architecture}"
    (tree / "DEBIAN").mkdir(parents=True)
    fields = f"Package: {name}\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: A <a@localhost>\n"
    (tree / "DEBIAN" / "control").write_text(fields + "Description: nothing\n")
    package = stick / f"pairs-dealer_{version}_{architecture}.deb"
    subprocess.run(("dpkg-deb", "--root-owner-group", "-b", tree, package), check=True, capture_output=True)
    return package


@needs_tools
def test_a_newer_package_signed_by_the_house_is_taken(stick: Path, keys: Keys) -> None:
    package = packed(stick, "1.10")
    keys.sign(package)
    assert judged(package, RUNS, keys.keyring) == Offer(package, "1.10")


@needs_tools
@pytest.mark.parametrize(
    ("version", "architecture", "name", "refusal"),
    [
        ("1.1", "amd64", "pairs-dealer", Refusal.OLDER),
        ("1.2", "amd64", "pairs-dealer", Refusal.SAME),
        ("1.3", "arm64", "pairs-dealer", Refusal.OTHER_MACHINE),
        ("1.3~deb12", "amd64", "pairs-dealer", Refusal.OTHER_MACHINE),
        ("1.3", "amd64", "pairs-stealer", Refusal.NOT_OURS),
    ],
)
def test_a_signed_package_that_does_not_belong_here_is_refused(
    stick: Path, keys: Keys, version: str, architecture: str, name: str, refusal: Refusal
) -> None:
    package = packed(stick, version, architecture, name)
    keys.sign(package)
    assert judged(package, RUNS, keys.keyring).refusal is refusal


@needs_tools
@pytest.mark.parametrize("fault", ["unsigned", "by another", "changed", "another's signature", "no key", "no package"])
def test_what_the_house_did_not_sign_is_not_even_read(
    stick: Path, keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    package, keyring = packed(stick, "1.3"), keys.keyring
    keys.sign(package, "other" if fault == "by another" else "house")
    signature = package.with_name(package.name + ".asc")
    if fault == "unsigned":
        signature.unlink()
    elif fault == "changed":
        package.write_bytes(package.read_bytes() + b"\n")
    elif fault == "another's signature":
        later = packed(stick, "1.4")
        keys.sign(later)
        signature.write_bytes(later.with_name(later.name + ".asc").read_bytes())
    elif fault == "no key":
        keyring = tmp_path / "none.gpg"
    elif fault == "no package":
        package.write_bytes(b"no package")
        keys.sign(package)
    ran: list[str] = []
    real = updates._ran

    def noted(*command: str) -> subprocess.CompletedProcess[str]:
        ran.append(command[0])
        return real(*command)

    monkeypatch.setattr(updates, "_ran", noted)
    refusal = judged(package, RUNS, keyring).refusal
    assert refusal is {
        "unsigned": Refusal.UNSIGNED,
        "no key": Refusal.NO_KEY,
        "no package": Refusal.UNREADABLE,
    }.get(fault, Refusal.WRONGLY_SIGNED)
    assert ("dpkg-deb" in ran) == (fault == "no package"), "the signature comes first"


@needs_tools
@pytest.mark.parametrize("tool", ["sqv", "gpgv"])
def test_each_of_apts_two_tools_tells_right_from_wrong(
    stick: Path, keys: Keys, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str
) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed here")
    only = tmp_path / "bin"
    only.mkdir()
    for program in (tool, "dpkg", "dpkg-deb", "tar"):
        (only / program).symlink_to(str(shutil.which(program)))
    package = packed(stick, "1.3")
    keys.sign(package)
    with monkeypatch.context() as narrow:
        narrow.setenv("PATH", str(only))
        assert judged(package, RUNS, keys.keyring).refusal is None
        package.write_bytes(package.read_bytes() + b"x")
        assert judged(package, RUNS, keys.keyring).refusal is Refusal.WRONGLY_SIGNED


@needs_tools
def test_the_doctor_tells_of_a_newer_version_where_it_is_asked(
    stick: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "mounted", lambda: (stick,))

    def told(runs: Installed | None = RUNS) -> tuple[str, str]:
        (finding,) = diagnosis.newer(lambda: runs, keys.keyring)
        return finding.detail, finding.remedy

    assert told(None) == ("this program did not come as a package: look where it came from", "")
    assert told() == ("no package is plugged in", "")
    package = packed(stick, "1.3")
    assert told() == (f"{package.name} is not signed. Copy its .asc file to the stick too.", "")
    keys.sign(package)
    assert told() == ("version 1.3 is plugged in", f"sudo apt install {package}")


@needs_tools
def test_the_newest_of_this_machine_is_offered_whatever_lies_beside_it(stick: Path, keys: Keys) -> None:
    for version, architecture in (("1.3", "amd64"), ("1.10", "amd64"), ("1.11", "arm64"), ("1.1", "amd64")):
        keys.sign(packed(stick, version, architecture))
    packed(stick, "9.9")
    offer = best([judged(package, RUNS, keys.keyring) for package in packages((stick,))])
    assert offer is not None and (offer.version, offer.refusal) == ("1.10", None)


def test_only_names_of_our_packages_are_looked_at(stick: Path) -> None:
    for name in ("pairs-dealer_1_amd64.deb", "other_1_amd64.deb", "pairs-dealer_1 $(x).deb", "pairs-dealer_1.deb.asc"):
        (stick / name).touch()
    assert [path.name for path in packages((stick, stick / "nowhere"))] == ["pairs-dealer_1_amd64.deb"]


@needs_tools
def test_the_newest_of_the_older_ones_may_be_gone_back_to(stick: Path, keys: Keys) -> None:
    for version, architecture in (("1.3", "amd64"), ("1.1", "amd64"), ("1.0.9", "amd64"), ("1.1.5", "arm64")):
        keys.sign(packed(stick, version, architecture))
    offer = back([judged(package, RUNS, keys.keyring) for package in packages((stick,))])
    assert offer is not None and (offer.version, offer.refusal) == ("1.1", None)
    packed(stick, "1.1.9")  # signed by nobody
    unsigned = judged(stick / "pairs-dealer_1.1.9_amd64.deb", RUNS, keys.keyring)
    assert back([unsigned]) is None


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """Where what was installed is kept."""
    folder = tmp_path / "kept"
    folder.mkdir()
    return folder


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What apt would have installed."""
    found: list[Path] = []

    def noted(package: Path, way: Way) -> tuple[str, ...]:
        found.append(package)
        return ("true",)

    monkeypatch.setattr(updates, "install_command", noted)
    return found


@needs_tools
def test_a_private_copy_is_judged_and_installed(stick: Path, keys: Keys, installs: list[Path], kept: Path) -> None:
    package = packed(stick, "1.3")
    keys.sign(package)
    assert update(Way.NEWER, (stick,), RUNS, keys.keyring, kept) == Result(package.name, "1.3")
    assert [path.name for path in installs] == [package.name] and installs[0].parent != stick
    assert not installs[0].exists(), "the copy is cleared away"


@needs_tools
def test_a_package_exchanged_after_it_was_copied_counts_for_nothing(
    stick: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    package = packed(stick, "1.3")
    keys.sign(package)
    right = package.read_bytes()
    judge: Callable[..., Offer] = updates.judged
    installed: list[bytes] = []

    def exchanged(copy: Path, *others: object) -> Offer:
        offer = judge(copy, *others)
        package.write_bytes(b"something else")
        return offer

    def read(copy: Path, way: Way) -> tuple[str, ...]:
        installed.append(copy.read_bytes())
        return ("true",)

    monkeypatch.setattr(updates, "judged", exchanged)
    monkeypatch.setattr(updates, "install_command", read)
    assert update(Way.NEWER, (stick,), RUNS, keys.keyring, kept) == Result(package.name, "1.3")
    assert installed == [right]


@needs_tools
@pytest.mark.parametrize("kind", ["link", "pipe", "too large"])
def test_nothing_but_plain_files_is_copied(
    stick: Path,
    keys: Keys,
    installs: list[Path],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    kept: Path,
    kind: str,
) -> None:
    package = packed(stick, "1.3")
    keys.sign(package)
    if kind == "link":
        package.rename(tmp_path / "elsewhere.deb")
        package.symlink_to(tmp_path / "elsewhere.deb")
    elif kind == "pipe":
        package.unlink()
        subprocess.run(("mkfifo", package), check=True)
    else:
        monkeypatch.setattr(updates, "LARGEST", package.stat().st_size - 1)
    assert update(Way.NEWER, (stick,), RUNS, keys.keyring, kept) == Result(package.name, "", Refusal.UNREADABLE.value)
    assert not installs


@needs_tools
def test_an_installation_that_fails_says_apts_error(
    stick: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch, kept: Path
) -> None:
    package = packed(stick, "1.3")
    keys.sign(package)
    monkeypatch.setattr(
        updates, "install_command", lambda *given: ("sh", "-c", "echo 'W: old\nE: no room\n   a hint' >&2; exit 100")
    )
    assert update(Way.NEWER, (stick,), RUNS, keys.keyring, kept) == Result(
        package.name, "1.3", Refusal.FAILED.value, "E: no room"
    )
    assert not list(kept.iterdir()), "what is not installed is not kept"


@needs_tools
def test_what_was_installed_is_kept_and_gone_back_to(stick: Path, keys: Keys, installs: list[Path], kept: Path) -> None:
    runs = RUNS
    for version in ("1.3", "1.4", "1.5"):
        package = packed(stick, version)
        keys.sign(package)
        assert update(Way.NEWER, (stick,), runs, keys.keyring, kept) == Result(package.name, version)
        runs = Installed(version, "amd64")
        for path in stick.iterdir():
            path.unlink()
    names = [f"pairs-dealer_{version}_amd64.deb{end}" for version in ("1.4", "1.5") for end in ("", ".asc")]
    assert sorted(path.name for path in kept.iterdir()) == names, "this version and the one before"
    assert update(Way.OLDER, (kept,), runs, keys.keyring, kept) == Result(names[0], "1.4")
    assert installs[-1].name == names[0] and installs[-1].parent != kept
    assert sorted(path.name for path in kept.iterdir()) == names


@needs_tools
def test_what_was_kept_is_judged_like_any_other(stick: Path, keys: Keys, installs: list[Path], kept: Path) -> None:
    keys.sign(packed(stick, "1.1"))
    for path in stick.iterdir():
        path.rename(kept / path.name)
    package = kept / "pairs-dealer_1.1_amd64.deb"
    package.write_bytes(package.read_bytes() + b"x")
    assert update(Way.OLDER, (kept,), RUNS, keys.keyring, kept) == Result("", "", Refusal.GONE.value)
    assert not installs


@needs_tools
def test_a_disk_too_full_to_keep_a_package_stops_no_update(
    stick: Path, keys: Keys, installs: list[Path], tmp_path: Path
) -> None:
    package = packed(stick, "1.3")
    keys.sign(package)
    assert update(Way.NEWER, (stick,), RUNS, keys.keyring, tmp_path / "nowhere") == Result(package.name, "1.3")


@needs_tools
def test_a_stick_pulled_before_the_update_is_said(stick: Path, keys: Keys, kept: Path) -> None:
    assert update(Way.NEWER, (stick,), RUNS, keys.keyring, kept) == Result("", "", Refusal.GONE.value)


@pytest.mark.parametrize("way", list(Way))
def test_what_became_of_it_is_told_and_the_dealer_started_again(
    way: Way, tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, ...]] = []
    looked_in: list[Path] = []

    def became(way: Way, folders: tuple[Path, ...], installed: Installed) -> Result:
        looked_in.extend(folders)
        return Result("a.deb", "1.3")

    monkeypatch.setattr(updates, "_ran", lambda *command: ran.append(command))
    monkeypatch.setattr(updates, "RESULT", tmp_path / "result")
    monkeypatch.setattr(updates, "KEPT", kept)
    monkeypatch.setattr(updates, "mounted", lambda: iter((tmp_path,)))
    monkeypatch.setattr(updates, "this_box", lambda: RUNS)
    monkeypatch.setattr(updates, "update", became)
    assert updates.main([way.value]) == 0
    assert last_result(tmp_path / "result") == Result("a.deb", "1.3")
    assert looked_in == ([kept, tmp_path] if way is Way.OLDER else [tmp_path]), "what was kept is no newer one"
    assert ran == [("systemctl", "--no-block", "start", "pairs-dealer.service")]


def test_apt_has_no_network_removes_nothing_and_goes_back_only_where_that_was_wanted() -> None:
    newer, older = (updates.install_command(Path("/private/pairs-dealer_1.3_amd64.deb"), way) for way in Way)
    assert "--no-remove" in newer and "--allow-downgrades" not in newer and "--allow-downgrades" in older
    unit = ROOT / "systemd" / updates.UNIT.format(way="")
    assert "PrivateNetwork=yes" in unit.read_text(encoding="utf-8").splitlines()


def test_the_dealer_may_start_this_unit_either_way_and_no_other() -> None:
    rule = (ROOT / "systemd" / "50-pairs-dealer.rules").read_text(encoding="utf-8")
    units = ", ".join(f'"{updates.UNIT.format(way=way.value)}"' for way in Way)
    assert f"var update = [{units}];" in rule
    assert 'update.indexOf(action.lookup("unit")) >= 0 && action.lookup("verb") === "start"' in rule


def test_a_stick_is_mounted_read_only_where_updates_look() -> None:
    unit = (ROOT / "systemd" / "pairs-dealer-stick@.service").read_text(encoding="utf-8")
    (mounts,) = (line for line in unit.splitlines() if line.startswith("ExecStart="))
    options = next(word for word in mounts.split() if word.startswith("--options=")).partition("=")[2].split(",")
    assert {"ro", "nosuid", "nodev", "noexec"} <= set(options)
    assert Path(mounts.split()[-1]).parent.parent in updates.STICKS
    build = (ROOT / "packaging" / "deb" / "build.sh").read_text(encoding="utf-8")
    (rules,) = (word for line in build.splitlines() for word in line.split() if "udev/rules.d/" in word)
    assert rules.rstrip('"').rpartition("/")[2] > "60-persistent-storage.rules", "what is on the stick is known by then"


LATER = '{"name": "a.deb", "version": "9", "refusal": "a reason that a later version has"}'


@pytest.mark.parametrize("text", [None, "", "[]", '{"name": "x"}', '{"other": 1}', LATER])
def test_a_result_that_cannot_be_read_is_none(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "result").write_text(text)
    assert last_result(tmp_path / "result") is None


# ---- on the screen -------------------------------------------------------------------------------------------------

OFFER = Offer(Path("/media/stick/pairs-dealer_1.3_amd64.deb"), "1.3")


OLD = Offer(updates.KEPT / "pairs-dealer_1.1_amd64.deb", "1.1")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Way]:
    """Which updates were started; nothing was installed before."""
    found: list[Way] = []
    monkeypatch.setattr(updates, "begin", found.append)
    monkeypatch.setattr(updates, "plugged_in", lambda: (OFFER.file.parent,))
    monkeypatch.setattr(updates, "offered", lambda sticks: Offers(OFFER, OLD))
    monkeypatch.setattr(updates, "last_result", lambda: last_result(tmp_path / "result"))
    return found


def looked(desk: StickUpdate) -> StickUpdate:
    """Somebody came to the settings, and the stick was looked at."""
    desk.look()
    for thread in threading.enumerate():
        if thread.name == "stick":
            thread.join(10)
    return desk


def shown(desk: StickUpdate) -> TroubleScreen:
    assert desk.shown is not None
    return desk.shown


def test_the_update_begins_once_somebody_says_so(begun: list[Way]) -> None:
    desk = looked(StickUpdate())
    assert shown(desk).headline == "Update from the USB stick: 1.3" and not begun
    desk.hand(Press(Button.BLUE))
    assert not begun
    desk.hand(Press(Button.GREEN))
    desk.hand(Press(Button.GREEN))
    assert begun == [Way.NEWER] and shown(desk).headline == "Updating" and "stick" in shown(desk).detail


def test_who_says_not_now_is_not_asked_again(begun: list[Way]) -> None:
    desk = looked(StickUpdate())
    desk.hand(Press(Button.RED))
    assert desk.shown is None and not begun
    assert looked(desk).shown is None


@pytest.fixture
def slow(begun: list[Way], monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A stick that is looked at until this is set."""
    done = threading.Event()

    def offered(sticks: object) -> Offers:
        assert done.wait(30)
        return Offers(OFFER, OLD)

    monkeypatch.setattr(updates, "offered", offered)
    yield done
    done.set()


def until_it_is_looked_at(desk: StickUpdate) -> TroubleScreen:
    desk.look()
    for _ in range(3000):
        if desk.shown is not None:
            return desk.shown
        threading.Event().wait(0.01)
    raise AssertionError("nothing is shown")


def test_nobody_waits_for_a_slow_stick(slow: threading.Event, begun: list[Way]) -> None:
    desk = StickUpdate()
    assert until_it_is_looked_at(desk).headline == "Looking at the stick…"
    desk.hand(Press(Button.GREEN))
    assert not begun
    desk.hand(Press(Button.RED))
    assert desk.shown is None, "the settings come at once"
    slow.set()
    assert looked(desk).shown is not None, "who comes again is asked"


def test_what_is_found_after_somebody_went_on_stands_in_nobodys_way(slow: threading.Event) -> None:
    desk = StickUpdate()
    until_it_is_looked_at(desk)
    desk.hand(Press(Button.RED))
    slow.set()
    for thread in threading.enumerate():
        if thread.name == "stick":
            thread.join(10)
    assert desk.shown is None and desk.older == OLD


def test_a_look_that_fails_offers_nothing(begun: list[Way], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "offered", lambda sticks: 1 / 0)
    desk = looked(StickUpdate())
    assert desk.shown is None and desk.older is None


def test_going_back_is_asked_then_begun(begun: list[Way]) -> None:
    desk = looked(StickUpdate())
    desk.hand(Press(Button.RED))
    desk.ask_back()
    assert shown(desk).headline == "Go back to version 1.1?" and not begun
    desk.hand(Press(Button.RED))
    assert desk.shown is None and not begun
    desk.ask_back()
    desk.hand(Press(Button.GREEN))
    assert begun == [Way.OLDER] and "stick" not in shown(desk).detail


def test_the_settings_lead_back_where_there_is_an_older_version(begun: list[Way], tmp_path: Path) -> None:
    desk = SettingsDesk(Settings(), tmp_path, cast(Front, SimpleNamespace(apply=lambda *given: None)))
    desk.open(playing=False)
    looked(desk._update)
    desk.hand(Press(Button.RED))  # not now

    def fields() -> list[str]:
        screen = desk.screen()
        assert isinstance(screen, StartScreen)
        return [field.value for field in screen.fields]

    desk.hand(Touch(Target.TAB, tuple(Page).index(Page.HELP)))
    assert fields()[-1] == "Go back"
    desk.hand(Touch(Target.ITEM, len(fields()) - 1))
    screen = desk.screen()
    assert isinstance(screen, TroubleScreen) and screen.headline == "Go back to version 1.1?"
    desk.open(playing=True)
    desk.hand(Touch(Target.TAB, tuple(Page).index(Page.HELP)))
    assert "Go back" not in fields(), "not in the middle of a game"


def test_a_stick_that_cannot_be_written_is_no_place_for_copies(
    begun: list[Way], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read_only, writable = tmp_path / "read only", tmp_path
    monkeypatch.setattr(settings_desk, "mounted", lambda: iter((read_only, writable)))
    monkeypatch.setattr(settings_desk.os, "access", lambda path, mode: path != read_only)  # root may write anywhere
    desk = SettingsDesk(Settings(), tmp_path, cast(Front, SimpleNamespace(apply=lambda *given: None)))
    assert desk._offers().folders == (str(writable),)


def test_a_stick_left_in_after_the_update_is_no_news(begun: list[Way], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "offered", lambda sticks: Offers(Offer(OFFER.file, "1.3", Refusal.SAME)))
    assert looked(StickUpdate()).shown is None


@pytest.mark.parametrize("refusal", [each for each in Refusal if each not in (Refusal.SAME, Refusal.GONE)])
def test_each_refusal_is_one_sentence_and_starts_nothing(
    begun: list[Way], monkeypatch: pytest.MonkeyPatch, refusal: Refusal
) -> None:
    monkeypatch.setattr(updates, "offered", lambda sticks: Offers(Offer(OFFER.file, "1.3", refusal)))
    desk = looked(StickUpdate())
    assert OFFER.file.name in shown(desk).detail and "{" not in shown(desk).detail
    desk.hand(Press(Button.GREEN))
    assert not begun


def test_an_update_that_does_not_start_is_said_with_why(begun: list[Way], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "begin", lambda way: (_ for _ in ()).throw(DeviceError("Access denied")))
    desk = looked(StickUpdate())
    desk.hand(Press(Button.GREEN))
    assert "Access denied" in shown(desk).detail


@pytest.mark.parametrize(
    ("refusal", "headline"),
    [
        ("", "This is version 1.3 now"),
        (Refusal.FAILED.value, "No update from the stick"),
        (Refusal.GONE.value, "No update from the stick"),
    ],
)
def test_after_the_restart_the_result_is_said_once(
    begun: list[Way], tmp_path: Path, refusal: str, headline: str
) -> None:
    (tmp_path / "result").write_text(json.dumps({"name": "x.deb", "version": "1.3", "refusal": refusal}))
    desk = looked(StickUpdate())
    assert shown(desk).headline == headline
    desk.hand(Press(Button.RED))
    assert desk.shown is None and desk.older == OLD, "what is wrong with it may be seen at once"
    assert shown(looked(desk)).headline == "Update from the USB stick: 1.3"
