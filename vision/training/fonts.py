"""The fonts of this machine that training may letter decks with; the held-out kinds are left out by name."""

import json
import re
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from vision.synth.face_letters import FONTS

ROOTS = (Path("/usr/share/fonts/truetype"), Path("/usr/share/fonts/opentype"))
NEEDED = "0123456789AJQK"

HANDWRITTEN = re.compile(
    r"bajaderka|becausewe|breip|dancing|delphin|dkg|domestic|ecolier|abogado|fatboy|greatvibes|havana|humor|macscrawl|"
    r"joscelyn|kristi|scrawl|purisa|radis|rufscript|steve|summersby|tomson|femkeklaver|junkyard|unpen|unpilgi|caliban|wobbly|"
    r"staypuft|setofont|kiloji|isabella|bmkirang|yeonsung|hand",
    re.IGNORECASE,
)
"""Stands for the family "hand-drawn", which training never sees."""

BLACKLETTER = re.compile(
    r"fraktur|fette|blankenburg|gotico|hamlet|jessen|zainer|rusch|oldania|durandus|parix|subiaco|campania|futhark|gotisch|schoeffer",
    re.IGNORECASE,
)
"""Stands for the family "blackletter", which training never sees."""

UNREADABLE = re.compile(
    r"3dlet|90stars|18hole|bandwid|binary|binx|bitblock|candystr|circulat|codeof|collect|db_?layer|dblayer|doubleb|fauxsnow|entangle|encaps|"
    r"graze|grudge|headding|hearts|hvbevel|lynx|linedin|obic|ocrbx|ocr-?b.?[ex]|pseudo|skullcap|symmetry|tearful|xmas|spheroid|vertigo|"
    r"snailet|nucleus|numskull|brankbrk|mishmash|keyboard|biolinum_k|dingbats|d050000l|standardsymbols|symbol|initials|museum|"
    r"sideways|zurklez|rehearsal|xerox|fascii|pindown|overhead|unlearn|scalel|zeldadx|barcode|outline_?maze|kakuyu|glass.?tty",
    re.IGNORECASE,
)
"""Fonts whose figures a person would not read either, or that are no figures at all."""


def _is_usable(path: Path) -> bool:
    """True if all figures and court letters are there, inked and different from each other."""
    try:
        font = ImageFont.truetype(str(path), 40)
        missing = font.getmask("\uffff").getbbox(), bytes(font.getmask("\uffff"))
        seen = set()
        for character in NEEDED:
            mask = font.getmask(character)
            if mask.getbbox() is None or (mask.getbbox(), bytes(mask)) == missing:
                return False
            seen.add(bytes(mask))
        image = Image.new("L", (80, 80), 0)
        ImageDraw.Draw(image).text((16, 16), "8", font=font, fill=255)
        share = float((np.asarray(image) > 128).mean())
    except (OSError, ValueError):
        return False
    return len(seen) == len(NEEDED) and 0.01 < share < 0.25


def find_fonts(cache: Path) -> dict[str, list[list[str]]]:
    """Usable fonts grouped by folder and family stem: {"plain": [[files of a family] …], "odd": […]}; kept in
    ``cache``.

    "odd" are the display fonts of fonts-aenigma, of which a few go a long way.

    Raises:
        FileNotFoundError: no fonts at all; ``fonts.txt`` names the packages.
    """
    where = cache / "fonts.json"
    if where.exists():
        kept: dict[str, list[list[str]]] = json.loads(where.read_text(encoding="utf-8"))
        return kept
    families: dict[str, dict[str, list[str]]] = {"plain": {}, "odd": {}}
    for path in sorted(p for root in ROOTS for p in root.rglob("*") if p.suffix.lower() in (".ttf", ".otf")):
        name = f"{path.parent.name}/{path.stem}".replace(" ", "")
        if HANDWRITTEN.search(name) or BLACKLETTER.search(name) or UNREADABLE.search(name) or not _is_usable(path):
            continue
        kind = "odd" if "aenigma" in str(path.parent) else "plain"
        stem = re.split(r"[-_0-9]", path.stem)[0]
        families[kind].setdefault(f"{path.parent.name}/{stem}", []).append(str(path))
    if not families["plain"]:
        raise FileNotFoundError("No fonts under /usr/share/fonts: install the packages that docs/training.md names.")
    found = {kind: list(groups.values()) for kind, groups in families.items()}
    where.parent.mkdir(parents=True, exist_ok=True)
    where.write_text(json.dumps(found), encoding="utf-8")
    return found


def shipped_fonts() -> dict[str, list[list[str]]]:
    """The fonts that come with the house, blackletter left out: for checks that must be the same on every machine."""
    return {
        "plain": [[path.name] for path in sorted(FONTS.glob("*.[ot]tf")) if not BLACKLETTER.search(path.stem)],
        "odd": [],
    }


def pick_font(fonts: dict[str, list[list[str]]], rng: np.random.Generator) -> str:
    """A font file: a family first, then one of its files; one in ten is an odd one."""
    kind = "odd" if fonts["odd"] and rng.random() < 0.1 else "plain"
    family = fonts[kind][int(rng.integers(len(fonts[kind])))]
    return family[int(rng.integers(len(family)))]
