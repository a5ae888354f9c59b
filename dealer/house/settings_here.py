"""The settings of a house, with what they name: whether there is such a camera, lens and language."""

from pathlib import Path

from dealer.errors import InputError
from dealer.locale.language import chosen_language
from dealer.settings import Settings, read_settings, told_of_settings
from hardware.cameras.cameras import CameraKind, CameraSpec, open_camera, parse_camera
from vision.table.lens import lens


def settings_here(folder: Path) -> Settings:
    """The settings in ``folder``. Raises InputError, with where it stands, also for what they name and is not there."""
    settings = read_settings(folder)
    if settings.camera is not None:
        with told_of_settings(folder, "camera"):
            camera_here(settings.camera)
    if settings.lens is not None:
        with told_of_settings(folder, "lens"):
            lens(settings.lens)
    if settings.language is not None:
        with told_of_settings(folder, "language"):
            chosen_language(None, settings.language)
    return settings


def settings_or_usual(folder: Path) -> tuple[Settings, InputError | None]:
    """The settings, and what is wrong with the file; then they are the usual ones."""
    try:
        return settings_here(folder), None
    except InputError as error:
        return Settings(), error


def camera_here(text: str) -> CameraSpec:
    """The camera that ``text`` asks for; a recording is there. A live one may come later. Raises InputError."""
    spec = parse_camera(text)
    if spec.kind in (CameraKind.VIDEO, CameraKind.STILLS):
        open_camera(spec).close()
    return spec
