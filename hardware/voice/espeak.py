"""Sentences made into clips by espeak-ng."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Protocol

from dealer.errors import DeviceError
from dealer.locale import _
from dealer.system.plain_text import plain

WORDS_PER_MINUTE = 165
"""A little slower than espeak-ng's 175: it is listened to across a pub table."""

SYNTHESIS_S = 5.0
"""espeak-ng takes 10 to 50 ms a sentence; one that takes this long hangs."""


class Unspoken(DeviceError):
    """No clip came of a sentence: of this one, or of any."""


class Synthesizer(Protocol):
    """Makes a clip of a sentence."""

    @property
    def identity(self) -> str:
        """Whatever changes how a sentence sounds: another voice has other clips."""
        ...

    def make(self, text: str, path: Path) -> None:
        """Write ``text`` as a WAV file. Raises Unspoken, or DeviceError where there is no voice at all."""
        ...


class Espeak:
    """espeak-ng as a program, called once a sentence."""

    def __init__(self, *, voice: str = "en-gb", program: str = "espeak-ng") -> None:
        self.voice = voice
        self.program = program

    @property
    def identity(self) -> str:
        return f"{self.program} {self.voice} {WORDS_PER_MINUTE}"

    def make(self, text: str, path: Path) -> None:
        if shutil.which(self.program) is None:
            words = _("{program} is not installed, so there is no voice; on Debian: sudo apt install espeak-ng")
            raise DeviceError(words.format(program=self.program))
        manner = ("-v", self.voice, "-s", str(WORDS_PER_MINUTE), "-z")  # -z: no pause at the end
        # The sentence goes in as standard input, in UTF-8: a name that begins with a dash is no option there.
        command = [self.program, *manner, "-b", "1", "-w", str(path), "--stdin"]
        try:
            spoken = plain(text).encode(errors="ignore")
            done = subprocess.run(
                command, input=spoken, capture_output=True, timeout=SYNTHESIS_S, env=_without_sound(), check=False
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise Unspoken(f"{self.program} made no clip: {error}") from error
        if done.returncode != 0 or not path.exists():
            words = done.stderr.decode(errors="replace").strip().replace("\n", "; ")
            raise Unspoken(f"{self.program} made no clip (status {done.returncode}): {words or 'it said nothing'}")


def _without_sound() -> dict[str, str]:
    """The environment in which it only writes the file: it would open PulseAudio too, which keeps files at home."""
    return {**os.environ, "PULSE_SERVER": "unix:/dev/null"}
