"""Short sounds that are made here, sample by sample: sine tones that die away. No library and no file is needed."""

import math
import sys
import wave
from array import array
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

RATE_HZ = 48_000
"""Samples a second, as the loudspeaker takes them."""
LOUDEST = 0.5
"""The loudest sample of a sound, as a share of full scale: it must not be louder than the voice that follows it."""
RISE_S = 0.004
"""A tone begins so softly that it does not click, seconds."""
OVERTONES = ((1, 1.0), (2, 0.32), (3, 0.12))
"""(multiple of the pitch, strength): more of them sound harder."""
FULL_SCALE = 32_767


class Ring(Enum):
    """What is heard."""

    PAIR = "pair"
    """Two equal tones, then a third one lower."""
    BUST = "bust"
    """Down, deep."""
    LAST_CARD = "last-card"
    """One high bell."""
    COINS = "coins"
    """Two short clinks."""


@dataclass(frozen=True, slots=True)
class Tone:
    """One tone: when it begins, how high it is, how soon it has died away, how loud it is."""

    at_s: float
    pitch_hz: float
    lasts_s: float
    strength: float = 1.0


TONES: dict[Ring, tuple[Tone, ...]] = {
    Ring.PAIR: (Tone(0.0, 659.3, 0.28), Tone(0.14, 659.3, 0.28), Tone(0.28, 523.3, 0.55)),
    Ring.BUST: (Tone(0.0, 311.1, 0.3), Tone(0.16, 233.1, 0.3), Tone(0.32, 174.6, 0.6)),
    Ring.LAST_CARD: (Tone(0.0, 1046.5, 0.8),),
    Ring.COINS: (Tone(0.0, 2093.0, 0.12, 0.6), Tone(0.09, 2637.0, 0.16, 0.6)),
}


def samples(ring: Ring) -> "array[int]":
    """The sound, one channel, 16 bits a sample.

    >>> len(samples(Ring.LAST_CARD)) / RATE_HZ
    0.8
    """
    tones = TONES[ring]
    length = math.ceil(max(tone.at_s + tone.lasts_s for tone in tones) * RATE_HZ)
    mixed = [0.0] * length
    for tone in tones:
        first = round(tone.at_s * RATE_HZ)
        for index in range(min(round(tone.lasts_s * RATE_HZ), length - first)):
            time_s = index / RATE_HZ
            left = 1 - time_s / tone.lasts_s
            swell = min(1.0, time_s / RISE_S) * left * left * tone.strength
            mixed[first + index] += swell * sum(
                strength * math.sin(math.tau * tone.pitch_hz * multiple * time_s) for multiple, strength in OVERTONES
            )
    loudest = max(map(abs, mixed))
    scale = LOUDEST * FULL_SCALE * max(tone.strength for tone in tones) / loudest
    return array("h", (round(value * scale) for value in mixed))


def write(ring: Ring, path: Path) -> None:
    """The sound as a WAV file."""
    made = samples(ring)
    if sys.byteorder == "big":
        made.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE_HZ)
        file.writeframes(made.tobytes())
