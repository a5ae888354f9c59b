"""Updates from a USB stick: small real packages, signed with real keys, and judged by the tools that a box has."""

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer.display.screens import TroubleScreen
from dealer.errors import DeviceError
from dealer.house.stick_update import StickUpdate
from dealer.presses import Button, Press
from hardware import updates
from hardware.updates import Installed, Offer, Refusal, Result, best, judged, last_result, packages, update

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


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What apt would have installed."""
    found: list[Path] = []

    def noted(package: Path) -> tuple[str, ...]:
        found.append(package)
        return ("true",)

    monkeypatch.setattr(updates, "install_command", noted)
    return found


@needs_tools
def test_a_private_copy_is_judged_and_installed(stick: Path, keys: Keys, installs: list[Path]) -> None:
    package = packed(stick, "1.3")
    keys.sign(package)
    assert update((stick,), RUNS, keys.keyring) == Result(package.name, "1.3")
    assert [path.name for path in installs] == [package.name] and installs[0].parent != stick
    assert not installs[0].exists(), "the copy is cleared away"


@needs_tools
def test_a_package_exchanged_after_it_was_copied_counts_for_nothing(
    stick: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch
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

    def read(copy: Path) -> tuple[str, ...]:
        installed.append(copy.read_bytes())
        return ("true",)

    monkeypatch.setattr(updates, "judged", exchanged)
    monkeypatch.setattr(updates, "install_command", read)
    assert update((stick,), RUNS, keys.keyring) == Result(package.name, "1.3")
    assert installed == [right]


@needs_tools
@pytest.mark.parametrize("kind", ["link", "pipe", "too large"])
def test_nothing_but_plain_files_is_copied(
    stick: Path, keys: Keys, installs: list[Path], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
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
    assert update((stick,), RUNS, keys.keyring) == Result(package.name, "", Refusal.UNREADABLE.value)
    assert not installs


@needs_tools
def test_an_installation_that_fails_says_apts_error(stick: Path, keys: Keys, monkeypatch: pytest.MonkeyPatch) -> None:
    package = packed(stick, "1.3")
    keys.sign(package)
    monkeypatch.setattr(
        updates, "install_command", lambda copy: ("sh", "-c", "echo 'W: old\nE: no room\n   a hint' >&2; exit 100")
    )
    assert update((stick,), RUNS, keys.keyring) == Result(package.name, "1.3", Refusal.FAILED.value, "E: no room")


def test_apt_has_no_network_removes_nothing_and_never_goes_back() -> None:
    command = updates.install_command(Path("/private/pairs-dealer_1.3_amd64.deb"))
    assert "--no-remove" in command and "--allow-downgrades" not in command
    assert "PrivateNetwork=yes" in (ROOT / "systemd" / updates.UNIT).read_text(encoding="utf-8").splitlines()


def test_the_dealer_may_start_this_unit_alone() -> None:
    rule = (ROOT / "systemd" / "50-pairs-dealer.rules").read_text(encoding="utf-8")
    assert f'action.lookup("unit") === "{updates.UNIT}" && action.lookup("verb") === "start"' in rule


LATER = '{"name": "a.deb", "version": "9", "refusal": "a reason that a later version has"}'


@pytest.mark.parametrize("text", [None, "", "[]", '{"name": "x"}', '{"other": 1}', LATER])
def test_a_result_that_cannot_be_read_is_none(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "result").write_text(text)
    assert last_result(tmp_path / "result") is None


# ---- on the screen -------------------------------------------------------------------------------------------------

OFFER = Offer(Path("/media/stick/pairs-dealer_1.3_amd64.deb"), "1.3")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """How often the update was started; nothing was installed before."""
    found: list[str] = []
    monkeypatch.setattr(updates, "begin", lambda: found.append("begun"))
    monkeypatch.setattr(updates, "offered", lambda: OFFER)
    monkeypatch.setattr(updates, "last_result", lambda: last_result(tmp_path / "result"))
    return found


def shown(desk: StickUpdate) -> TroubleScreen:
    assert desk.shown is not None
    return desk.shown


def test_the_update_begins_once_somebody_says_so(begun: list[str]) -> None:
    desk = StickUpdate()
    desk.look()
    assert shown(desk).headline == "Update from the USB stick: 1.3" and not begun
    desk.hand(Press(Button.BLUE))
    assert not begun
    desk.hand(Press(Button.GREEN))
    desk.hand(Press(Button.GREEN))
    assert begun == ["begun"] and shown(desk).headline == "Updating"


def test_who_says_not_now_is_not_asked_again(begun: list[str]) -> None:
    desk = StickUpdate()
    desk.look()
    desk.hand(Press(Button.RED))
    assert desk.shown is None and not begun
    desk.look()
    assert desk.shown is None


def test_a_stick_left_in_after_the_update_is_no_news(begun: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "offered", lambda: Offer(OFFER.file, "1.3", Refusal.SAME))
    desk = StickUpdate()
    desk.look()
    assert desk.shown is None


@pytest.mark.parametrize("refusal", [each for each in Refusal if each is not Refusal.SAME])
def test_each_refusal_is_one_sentence_and_starts_nothing(
    begun: list[str], monkeypatch: pytest.MonkeyPatch, refusal: Refusal
) -> None:
    monkeypatch.setattr(updates, "offered", lambda: Offer(OFFER.file, "1.3", refusal))
    desk = StickUpdate()
    desk.look()
    assert OFFER.file.name in shown(desk).detail and "{" not in shown(desk).detail
    desk.hand(Press(Button.GREEN))
    assert not begun


def test_an_update_that_does_not_start_is_said_with_why(begun: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "begin", lambda: (_ for _ in ()).throw(DeviceError("Access denied")))
    desk = StickUpdate()
    desk.look()
    desk.hand(Press(Button.GREEN))
    assert "Access denied" in shown(desk).detail


@pytest.mark.parametrize(
    ("refusal", "headline"), [("", "Updated to 1.3"), (Refusal.FAILED.value, "No update from the stick")]
)
def test_after_the_restart_the_result_is_said_once(
    begun: list[str], tmp_path: Path, refusal: str, headline: str
) -> None:
    (tmp_path / "result").write_text(json.dumps({"name": "x.deb", "version": "1.3", "refusal": refusal}))
    desk = StickUpdate()
    desk.look()
    assert shown(desk).headline == headline
    desk.look()
    assert shown(desk).headline == "Update from the USB stick: 1.3"
