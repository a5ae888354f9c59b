"""Colours that a deck is printed in."""

from vision.synth.face_art import Colour, Generator, as_colour, palette


def dark(rng: Generator) -> Colour:
    """Nearly black, of any hue."""
    return as_colour(rng.integers(0, 90, 3))


def light(rng: Generator) -> Colour:
    """Nearly white, of any hue."""
    return as_colour(rng.integers(190, 256, 3))


def any_colour(rng: Generator) -> Colour:
    """Any colour at all."""
    return as_colour(palette(rng)[0])


def brightness(colour: Colour) -> float:
    """The ink's grey level, 0 to 255."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def apart(rng: Generator, other: Colour, least: float) -> Colour:
    """A colour at least ``least`` brighter or darker than the other."""
    for _ in range(40):
        colour = any_colour(rng)
        if abs(brightness(colour) - brightness(other)) >= least:
            return colour
    return (10, 10, 10) if brightness(other) > 127 else (245, 245, 245)
