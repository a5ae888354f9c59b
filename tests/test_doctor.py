"""The diagnosis: each part broken on purpose is told with its cause and what mends it, and it never ends early."""

import json
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import cv2
import gpiozero
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from dealer.cli import main
from dealer.errors import DeviceError
from dealer.game.driver import Header
from dealer.house import diagnosis
from dealer.house.diagnosis import all_parts
from dealer.journal.journal import FILE_NAME, Journal
from dealer.rules.acts import parse_act
from dealer.settings import Settings, read_settings
from hardware.buttons import DEFAULT_PINS
from hardware.cameras.cameras import CameraKind, parse_camera
from hardware.doctor import devices, installed, machine
from hardware.doctor.bundle import without_names, write_bundle
from hardware.doctor.doctor import findings
from hardware.doctor.finding import Finding, Health
from hardware.doctor.machine import Machine
from hardware.doctor.picture import picture
from vision.synth.scene import Scene
from vision.synth.setting import SceneSettings
from vision.synth.simulated import SimulatedCamera
from vision.table.aim import advise
from vision.table.lens import lens
from vision.table.mat import Mat

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def no_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.raspberry.list_raspberry_cameras", lambda **_: ())
    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", lambda: ())
    monkeypatch.setattr("hardware.voice.speaker.sound_is_there", lambda: False)
    for variable in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A Raspberry Pi in good health."""
    files = {
        machine.MODEL: "Raspberry Pi 5 Model B\0",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "0",
        "sys/class/thermal/thermal_zone0/temp": "51000",
        "proc/meminfo": "MemTotal: 4000000 kB\nMemAvailable: 3000000 kB",
        "proc/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0",
        "sys/fs/ext4/mmcblk0p2/errors_count": "0",
        "sys/block/mmcblk0/device/life_time": "0x01 0x02",
        "sys/class/net/eth0/operstate": "up",
        "sys/class/drm/card1-HDMI-A-1/status": "connected",
        "sys/class/drm/card1-HDMI-A-1/modes": "1280x720\n800x600",
        "dev/dri/card1": "",
        "dev/gpiochip0": "",
    }
    root = tmp_path / "root"
    for name, text in files.items():
        put(root, name, text)
    answers = {
        "timedatectl": "yes",
        "systemctl": "LoadState=loaded\nActiveState=active\nResult=success\nNRestarts=0",
    }
    return Machine(root, answers)


def put(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def only(found: Iterator[Finding]) -> Finding:
    """The one finding that is not fine."""
    bad = [one for one in found if one.health is not Health.FINE]
    assert len(bad) == 1, bad
    assert bad[0].detail and bad[0].remedy, "each says its cause and what mends it"
    return bad[0]


def part(name: str, found: Iterator[Finding]) -> Finding:
    return next(one for one in found if one.part == name)


# ---- the machine ----------------------------------------------------------------------------------------------------


def test_a_machine_in_good_health_has_nothing_to_mend(pi: Machine, tmp_path: Path) -> None:
    checks = (
        machine.python(),
        machine.model(pi),
        machine.supply(pi),
        machine.heat(pi),
        machine.memory(pi),
        machine.disk(pi, tmp_path),
        machine.clock(pi),
        machine.service(pi),
        machine.network(pi),
    )
    found = [one for check in checks for one in check]
    assert len(found) == 9
    assert {one.health for one in found} == {Health.FINE}
    assert found[1].detail.startswith("Raspberry Pi 5 Model B, ")


def test_a_python_that_is_too_old(pi: Machine) -> None:
    assert only(machine.python((3, 10))).health is Health.MISSING


@pytest.mark.parametrize(("bits", "words"), [("1", "too little voltage now"), ("50000", "since the start")])
def test_a_weak_supply(pi: Machine, bits: str, words: str) -> None:
    put(pi.root, "sys/devices/platform/soc/soc:firmware/get_throttled", bits)
    found = only(machine.supply(pi))
    assert words in found.detail and "supply" in found.remedy


def test_a_weak_supply_is_told_by_the_firmware_s_command_too(pi: Machine) -> None:
    (pi.root / "sys/devices/platform/soc/soc:firmware/get_throttled").unlink()
    assert pi.answers is not None
    pi.answers["vcgencmd"] = "throttled=0x50005"
    assert "too little voltage now" in only(machine.supply(pi)).detail


def test_heat(pi: Machine) -> None:
    put(pi.root, "sys/class/thermal/thermal_zone0/temp", "84500")
    assert "84 °C" in only(machine.heat(pi)).detail


def test_little_memory(pi: Machine) -> None:
    put(pi.root, "proc/meminfo", "MemTotal: 1000000 kB\nMemAvailable: 120000 kB")
    assert "120 MB" in only(machine.memory(pi)).detail


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("sys/fs/ext4/mmcblk0p2/errors_count", "3", "mmcblk0p2: 3"),
        ("sys/block/mmcblk0/device/life_time", "0x0a 0x01", "90 % of its life"),
        ("proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0", "only be read"),
    ],
)
def test_a_disk_that_fails(pi: Machine, tmp_path: Path, name: str, text: str, words: str) -> None:
    put(pi.root, name, text)
    assert words in only(machine.disk(pi, tmp_path)).detail


def test_a_clock_that_nobody_set(pi: Machine) -> None:
    assert pi.answers is not None
    pi.answers["timedatectl"] = "no"
    assert "timedatectl set-time" in only(machine.clock(pi)).remedy


@pytest.mark.parametrize(
    ("state", "words"),
    [
        ("ActiveState=failed\nResult=exit-code\nNRestarts=8", "gave up"),
        ("ActiveState=active\nResult=success\nNRestarts=2", "2 times"),
    ],
)
def test_a_service_that_fails(pi: Machine, state: str, words: str) -> None:
    assert pi.answers is not None
    pi.answers["systemctl"] = f"LoadState=loaded\n{state}"
    found = only(machine.service(pi))
    assert words in found.detail and "journalctl -u pairs-dealer.service" in found.remedy


# ---- what is installed and kept -------------------------------------------------------------------------------------


def test_a_missing_package() -> None:
    assert only(installed.packages(("no-such-package",))).remedy.endswith("make setup")


def test_damaged_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.nets.models.MODELS", tmp_path)
    assert only(installed.models()).health is Health.MISSING
    (tmp_path / "ranks.json").write_text("{}")
    assert only(installed.models()).part == "model ranks"


@pytest.mark.parametrize(
    ("key", "value"),
    [("volume", 900), ("language", "klingon"), ("camera", "webcam:x"), ("lens", "nosuch"), ("deck", "nosuch")],
)
def test_settings_that_play_cannot_use(pi: Machine, tmp_path: Path, key: str, value: object) -> None:
    (tmp_path / "settings.toml").write_text(f"{key} = {json.dumps(value)}\n")
    found = only(findings(part for part in all_parts(tmp_path, on=pi) if part.name == "settings"))
    assert key in found.detail and str(value) in found.detail and "settings.toml" in found.remedy


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "is a file" in only(installed.data(tmp_path / "file")).detail


def test_a_data_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed.os, "access", lambda *_: False)
    assert "--data FOLDER" in only(installed.data(tmp_path)).remedy


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(installed.shutil, "disk_usage", lambda folder: usage._replace(free=1_000_000))
    assert "1 MB free" in only(installed.data(tmp_path / "not" / "made" / "yet")).detail


def played(folder: Path, *, copies: int = 3) -> None:
    """A journal with a game of Annabel and Ben."""
    header = Header.from_mapping({"variant": "basic", "players": ["Annabel", "Ben"]})
    with Journal(folder) as journal:
        number = journal.begin(header)
        journal.add(number, parse_act("deal Ben 7", header.players))


def test_a_damaged_journal(tmp_path: Path) -> None:
    played(tmp_path)
    assert next(diagnosis.journal(tmp_path)).detail == "whole, 1 game"
    path = tmp_path / FILE_NAME
    path.write_bytes(b"no journal" + path.read_bytes()[10:])
    assert "sets it aside" in only(diagnosis.journal(tmp_path)).remedy
    assert [one.name for one in tmp_path.iterdir() if "damaged" in one.name] == [], "nothing is mended here"


def test_a_copy_that_is_missing_or_old(tmp_path: Path) -> None:
    played(tmp_path)
    assert next(diagnosis.copies(tmp_path, Settings())).health is Health.FINE
    for copy in (tmp_path / "copies").iterdir():
        os.utime(copy, (1e9, 1e9))
    assert "younger" in only(diagnosis.copies(tmp_path, Settings())).detail
    shutil.rmtree(tmp_path / "copies")
    assert "no copy" in only(diagnosis.copies(tmp_path, Settings())).detail


def test_a_stick_for_copies_that_is_not_there(tmp_path: Path) -> None:
    played(tmp_path)
    (tmp_path / "settings.toml").write_text(f'[journal]\ncopies_folder = "{tmp_path}/stick"\n')
    assert only(diagnosis.copies(tmp_path, read_settings(tmp_path))).remedy == "put the USB stick in"


def test_troubles_that_were_reported(tmp_path: Path) -> None:
    (tmp_path / "trouble-2026-11-28T12-00-00.txt").write_text("Traceback …\nValueError: seven\n")
    assert "ValueError: seven" in only(installed.reports(tmp_path)).detail


# ---- what is connected ----------------------------------------------------------------------------------------------


def test_no_camera_is_no_failure(pi: Machine) -> None:
    found = only(devices.cameras(pi))
    assert found.health is Health.WITHOUT and "python3-picamera2" in found.remedy


def test_the_cameras_are_named_as_the_option_takes_them(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.raspberry.list_raspberry_cameras", lambda **_: ("imx708",))
    assert next(devices.cameras(pi)).detail == "picamera2:0 (Raspberry Pi Camera Module 3)"


def test_no_gpio_chip_or_one_that_may_not_be_used(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    assert next(devices.chip(pi)).detail == "gpiochip0"
    monkeypatch.setattr(devices.os, "access", lambda *_: False)
    assert "usermod -aG gpio" in only(devices.chip(pi)).remedy
    (pi.root / "dev/gpiochip0").unlink()
    assert "python3-lgpio" in only(devices.chip(pi)).remedy


def test_a_busy_pin_is_named(pi: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    found = list(devices.buttons(pi, Settings()))
    assert len(found) == 8 and {one.health for one in found} == {Health.FINE}
    with gpiozero.LED(17, pin_factory=factory):
        bad = only(devices.buttons(pi, Settings()))
    assert bad.part == "green button" and "pin 17" in bad.detail and "settings.toml" in bad.remedy
    factory.reset()


def test_no_sound_and_a_muted_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "loudspeaker" in only(devices.sound(Settings())).remedy
    monkeypatch.setattr("hardware.voice.speaker.PygameSpeaker.open", lambda self: None)
    monkeypatch.setattr("hardware.voice.speaker.PygameSpeaker.close", lambda self: None)
    assert next(devices.sound(Settings())).health is Health.FINE
    assert "mute" in only(devices.sound(Settings(muted=True))).detail


def test_no_voice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices.shutil, "which", lambda name: None)
    assert only(devices.voice()).remedy == "sudo apt install espeak-ng"


def test_no_screen_and_one_that_tells_no_size(pi: Machine) -> None:
    assert part("resolution", devices.screen(pi)).detail == "1280x720 on HDMI-A-1"
    put(pi.root, "sys/class/drm/card1-HDMI-A-1/modes", "")
    assert "tells no size" in only(devices.screen(pi)).detail
    shutil.rmtree(pi.root / "dev/dri")
    assert part("screen", devices.screen(pi)).health is Health.WITHOUT


# ---- what the camera sees -------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def scene() -> np.ndarray:
    """A table for four as a camera sees it."""
    settings = SceneSettings.random(7, seats=4, difficulty="easy")
    return SimulatedCamera(Scene(settings)).take().image


def seen(folder: Path, image: np.ndarray) -> Iterator[Finding]:
    folder.mkdir(exist_ok=True)
    for number in range(4):
        cv2.imwrite(str(folder / f"{number}.png"), image)
    return picture(parse_camera(f"stills:{folder}"), Settings(), SceneSettings.random(7, seats=4).lens_name)


def test_a_good_picture(tmp_path: Path, scene: np.ndarray) -> None:
    found = {one.part: one for one in seen(tmp_path, scene)}
    assert {"camera picture", "coasters", "card size", "tilt", "light", "focus"} <= set(found)
    assert {one.health for one in found.values()} == {Health.FINE}, found


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("light", lambda image: (image * 0.2).astype(np.uint8)),
        ("focus", lambda image: cv2.GaussianBlur(image, (0, 0), 4.5)),
        ("camera picture", lambda image: cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA)),
        ("coasters", lambda image: np.full_like(image, 120)),
        ("picture", lambda image: image[:, ::-1].copy()),
    ],
)
def test_a_bad_picture_is_told_by_its_name(tmp_path: Path, scene: np.ndarray, name: str, spoil: object) -> None:
    assert callable(spoil)
    bad = [one for one in seen(tmp_path, spoil(scene)) if one.health is not Health.FINE]
    assert name in {one.part for one in bad}, bad
    assert all(one.remedy for one in bad), bad


def test_a_smear_on_the_glass_is_no_focus(scene: np.ndarray) -> None:
    name = SceneSettings.random(7, seats=4).lens_name
    mat = Mat(lens(name))
    from vision.frame import Frame

    mat.observe(Frame(scene, 0.0, 0), still=True)
    geometry = mat.geometry
    assert geometry is not None
    corners = geometry.to_pixels(next(iter(geometry.coaster_outlines().values())))
    left, top = (int(value) for value in corners.min(axis=0) - 20)
    right, bottom = (int(value) for value in corners.max(axis=0) + 20)
    smeared = scene.copy()
    smeared[top:bottom, left:right] = cv2.GaussianBlur(scene, (0, 0), 5)[top:bottom, left:right]
    codes = {advice.code: advice.fine for advice in advise(Frame(smeared, 0.1, 1), mat)}
    assert codes["uneven"] is False and codes["sharp"] is True


def test_a_camera_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    found = only(picture(parse_camera("stills:/nowhere"), Settings(), None))
    assert "/nowhere" in found.detail and "fuser" in found.remedy


# ---- the whole of it ------------------------------------------------------------------------------------------------


def test_there_are_at_least_25_checks(pi: Machine, tmp_path: Path, scene: np.ndarray) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    played(folder)
    pictures = tmp_path / "pictures"
    list(seen(pictures, scene))
    found = {
        one.part for one in findings(all_parts(folder, on=pi, camera=parse_camera(f"stills:{pictures}"), lens="webcam"))
    }
    assert len(found - set(installed.PACKAGES)) >= 25, sorted(found)


def test_a_check_that_breaks_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise DeviceError("the driver is upset")

    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", broken)
    assert main(["doctor", "--data", str(tmp_path)]) == 4
    printed = capsys.readouterr().out
    assert "the driver is upset" in printed
    assert "screen" in printed, "and the rest is still told"


def test_the_old_name_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["deps", "--json", "--data", str(tmp_path)])
    found = json.loads(capsys.readouterr().out)
    assert {"part", "health", "detail", "remedy"} == set(found[0])


def test_a_bundle_has_no_names_unless_wanted(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    played(folder)
    (folder / "trouble-2026-11-28T12-00-00.txt").write_text("IllegalAct: Annabel cannot hit; Ben can\n")

    def bundled(*more: str) -> Path:
        path = tmp_path / "bundle.zip"
        assert main(["doctor", "--data", str(folder), "--bundle", str(path), *more]) in (0, 4)
        return path

    with zipfile.ZipFile(bundled()) as bundle:
        names = bundle.namelist()
        together = " ".join(bundle.read(name).decode() for name in names)
    assert {"doctor.json", "trouble-2026-11-28T12-00-00.txt"} <= set(names) and FILE_NAME not in names
    assert "Annabel" not in together and "player 1 cannot hit; player 2 can" in together
    with zipfile.ZipFile(bundled("--with-names")) as bundle:
        assert b"Annabel cannot hit" in bundle.read("trouble-2026-11-28T12-00-00.txt")
        (tmp_path / "back").mkdir()
        bundle.extract(FILE_NAME, tmp_path / "back")
    with Journal(tmp_path / "back", writable=False) as journal:
        assert [str(act) for act in journal.load(1).acts] == ["deal Ben 7"]


def test_a_bundle_that_cannot_be_written_is_told_with_the_plain_reason(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"bundle\.zip cannot be written \(No such file or directory\)"):
        write_bundle(tmp_path / "nowhere" / "bundle.zip", (), tmp_path, Machine())


def test_a_name_within_a_word_stays() -> None:
    assert without_names("Bench, Ben", ["Ben"]) == "Bench, player 1"


def test_the_settings_in_the_manual_are_settings(tmp_path: Path) -> None:
    manual = (ROOT / "docs" / "hardware.md").read_text()
    (tmp_path / "settings.toml").write_text(manual.split("```toml")[1].split("```")[0])
    settings = read_settings(tmp_path)
    assert settings.camera == "picamera2"
    assert (settings.buttons.green.button, settings.buttons.green.light) == (17, 5)
    for button, pins in DEFAULT_PINS.items():
        chosen = getattr(settings.buttons, button.value)
        assert (chosen.button, chosen.light) == (pins.button, pins.light), "the settings' pins are the adapter's"


def test_the_manual_names_every_camera() -> None:
    manual = (ROOT / "docs" / "hardware.md").read_text()
    for kind in CameraKind:
        assert f"`{kind.value}" in manual
