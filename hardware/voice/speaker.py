"""Clips played on the default sound device."""

import os
from pathlib import Path
from typing import Any, Protocol

from dealer.errors import DeviceError
from dealer.locale import _


class Speaker(Protocol):
    """Plays clips, one at a time, and short sounds beside them."""

    def open(self) -> None:
        """Get hold of the sound device. Raises DeviceError."""
        ...

    def load(self, path: Path) -> Any:
        """The clip in a WAV file. Raises DeviceError when it is none."""
        ...

    def play(self, clip: Any) -> None:
        """Start a clip; it cuts off the one before."""
        ...

    def ring(self, clip: Any) -> None:
        """Start a short sound, whatever else is being played."""
        ...

    def busy(self) -> bool: ...

    def stop(self) -> None: ...

    def set_volume(self, volume: float) -> None:
        """From 0 (silent) to 1."""
        ...

    def close(self) -> None: ...


def sound_is_there(*, cards: Path = Path("/proc/asound/cards")) -> bool:
    """Whether there is a sound card or a sound server to open, or SDL was told which to use.

    Asked first, because ALSA writes a dozen lines about a machine without any.
    """
    environment = os.environ
    if environment.get("SDL_AUDIODRIVER") or environment.get("PULSE_SERVER"):
        return True
    runtime = Path(environment.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}"))
    if (runtime / "pulse" / "native").exists() or (runtime / "pipewire-0").exists():
        return True
    try:
        return "]:" in cards.read_text()
    except OSError:
        return False


class PygameSpeaker:
    """pygame's mixer on the default sound device.

    The default one on purpose: over HDMI a Raspberry Pi wants IEC958 frames, which ALSA's default converts to; opened
    by its name the device refuses.
    """

    def __init__(self) -> None:
        self._channel: Any = None
        self._bell: Any = None
        self._volume = 1.0

    def open(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it would be printed among the events
        import pygame

        if not sound_is_there():
            raise DeviceError(_("there is no sound: this machine has no sound device; connect a loudspeaker"))
        try:
            # What HDMI takes everywhere; 1024 samples are 21 ms.
            pygame.mixer.init(frequency=48_000, size=-16, channels=2, buffer=1024)
        except pygame.error as error:
            words = _("there is no sound ({error}); is a loudspeaker connected?")
            raise DeviceError(words.format(error=error)) from error
        self._channel = pygame.mixer.Channel(0)
        self._channel.set_volume(self._volume)
        self._bell = pygame.mixer.Channel(1)

    def load(self, path: Path) -> Any:
        import pygame

        try:
            return pygame.mixer.Sound(str(path))
        except (pygame.error, OSError) as error:
            raise DeviceError(f"{path} is no clip: {error}") from error

    def play(self, clip: Any) -> None:
        self._channel.play(clip)
        self._channel.set_volume(self._volume)  # playing sets a channel's volume back

    def ring(self, clip: Any) -> None:
        self._bell.play(clip)
        self._bell.set_volume(self._volume)

    def busy(self) -> bool:
        return bool(self._channel.get_busy())

    def stop(self) -> None:
        self._channel.stop()

    def set_volume(self, volume: float) -> None:
        self._volume = volume
        if self._channel is not None:
            self._channel.set_volume(volume)
            self._bell.set_volume(volume)

    def close(self) -> None:
        import pygame

        if self._channel is not None:
            self._channel = self._bell = None
            pygame.mixer.quit()
