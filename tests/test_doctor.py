"""The diagnosis: says what is there and what is missing, and never ends where things are broken."""

import argparse
from pathlib import Path

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from dealer.errors import DeviceError
from dealer.settings import read_settings
from hardware import doctor
from hardware.buttons import DEFAULT_PINS
from hardware.cameras.cameras import CameraKind
from hardware.doctor import Finding, Health, findings


@pytest.fixture(autouse=True)
def no_devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("hardware.cameras.raspberry.list_raspberry_cameras", lambda **_: ())
    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", lambda: ())
    monkeypatch.setattr("hardware.voice.speaker.sound_is_there", lambda: False)
    monkeypatch.setattr(doctor, "DEVICE_MODEL", tmp_path / "no-such-model")


def found(part: str, folder: Path) -> Finding:
    return next(finding for finding in findings(folder) if finding.part == part)


def test_what_play_can_do_without_is_no_failure(tmp_path: Path) -> None:
    for part in ("camera", "sound"):
        assert found(part, tmp_path).health is Health.WITHOUT


def test_the_cameras_are_named_as_the_option_takes_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.raspberry.list_raspberry_cameras", lambda **_: ("imx708",))
    assert found("camera", tmp_path).detail == "picamera2:0 (Raspberry Pi Camera Module 3)"


def test_a_busy_pin_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    assert found("buttons", tmp_path).health is Health.FINE
    with gpiozero.LED(17, pin_factory=factory):
        finding = found("buttons", tmp_path)
    assert finding.health is Health.WITHOUT
    assert "green button" in finding.detail and "pin 17" in finding.detail
    factory.reset()


def test_a_missing_package_is_named_with_what_mends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PACKAGES", ("no-such-package",))
    finding = found("no-such-package", tmp_path)
    assert finding.health is Health.MISSING
    assert "make setup" in finding.detail


def test_damaged_models_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.nets.models.MODELS", tmp_path)
    assert found("models", tmp_path).health is Health.MISSING
    (tmp_path / "ranks.json").write_text("{}")
    assert found("model ranks", tmp_path).health is Health.MISSING


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = doctor.shutil.disk_usage(tmp_path)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: usage._replace(free=1_000_000))
    finding = found("data", tmp_path / "not" / "made" / "yet")
    assert finding.health is Health.MISSING
    assert "1 MB free" in finding.detail


def test_a_check_that_breaks_is_a_finding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise DeviceError("the driver is upset")

    monkeypatch.setattr("hardware.cameras.webcam.list_webcams", broken)
    assert doctor.run(argparse.Namespace(data=str(tmp_path))) == 4
    printed = capsys.readouterr().out
    assert "the driver is upset" in printed
    assert "data" in printed, "and the rest is still told"


def test_the_settings_in_the_manual_are_settings(tmp_path: Path) -> None:
    manual = (Path(__file__).resolve().parent.parent / "docs" / "hardware.md").read_text()
    (tmp_path / "settings.toml").write_text(manual.split("```toml")[1].split("```")[0])
    settings = read_settings(tmp_path)
    assert settings.camera == "picamera2"
    assert (settings.buttons.green.button, settings.buttons.green.light) == (17, 5)
    for button, pins in DEFAULT_PINS.items():
        chosen = getattr(settings.buttons, button.value)
        assert (chosen.button, chosen.light) == (pins.button, pins.light), "the settings' pins are the adapter's"


def test_the_manual_names_every_camera() -> None:
    manual = (Path(__file__).resolve().parent.parent / "docs" / "hardware.md").read_text()
    for kind in CameraKind:
        assert f"`{kind.value}" in manual
