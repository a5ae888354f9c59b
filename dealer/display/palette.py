"""The colours: a dark pub table, cream type, four buttons. Whatever carries words has a contrast of 7:1 or more."""

RGB = tuple[int, int, int]
"""Red, green, blue, 0 to 255, sRGB."""

NIGHT: RGB = (18, 15, 13)
"""Behind everything."""
PANEL: RGB = (35, 29, 25)
"""What things stand on."""
RAISED: RGB = (54, 45, 37)
"""The panel of the one whose turn it is, the line that is chosen."""
EDGE: RGB = (92, 78, 64)
"""Thin lines: decoration, never the only sign of anything."""
CREAM: RGB = (250, 241, 222)
"""Words."""
DIM: RGB = (212, 198, 174)
"""Words that matter less."""
BRASS: RGB = (244, 196, 92)
"""The accent: the turn, the score."""

GREEN: RGB = (110, 214, 122)
RED: RGB = (255, 134, 120)
YELLOW: RGB = (255, 214, 82)
BLUE: RGB = (134, 190, 255)
BANNER: RGB = (255, 120, 214)
"""Behind the banner: no button, no state and nothing on a table has this colour."""
INK: RGB = (20, 16, 13)
"""Words on a lit button, on a state's mark and on cards."""

FELT: RGB = (20, 44, 38)
"""The table on the plan."""
COASTER: RGB = (232, 216, 184)
"""A seat coaster on the plan."""
CARD: RGB = (252, 247, 234)
"""A card's paper."""
CARD_EDGE: RGB = (126, 108, 84)
CARD_BACK: RGB = (104, 50, 46)
CARD_INK: RGB = (34, 26, 22)
"""A card's numeral."""
PIP: RGB = (140, 44, 38)
"""A card's pips that count."""
PIP_EMPTY: RGB = (222, 208, 184)
"""A card's pips that do not."""


def luminance(colour: RGB) -> float:
    """Relative luminance, 0 to 1, of an sRGB colour (WCAG 2.1, "relative luminance").

    >>> luminance((255, 255, 255)), luminance((0, 0, 0))
    (1.0, 0.0)
    """
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Contrast of two colours, 1 to 21 (WCAG 2.1, "contrast ratio").

    >>> contrast((255, 255, 255), (0, 0, 0))
    21.0
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


LEAST_CONTRAST = 7.0
"""WCAG 2.1 AAA for text; design page "platform"."""
