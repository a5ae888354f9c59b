"""Cards that are not ours, in a deck's own design: court cards, jokers, other games' cards."""

from dataclasses import dataclass

from vision.synth.faces import CardFace, Design

FOREIGN = ("J", "Q", "K", "+2", "11", "0", "V", "IV")
"""Labels of cards that are not ours."""


@dataclass(frozen=True, slots=True)
class WithForeign(Design):
    """A design with the foreign labels as ranks from 11 on."""

    def face(self, rank: int) -> CardFace:
        """The face of a rank, or of a foreign label."""
        return self.labelled(FOREIGN[rank - 11] if rank > 10 else str(rank))


def with_foreign(design: Design) -> WithForeign:
    """``design`` with the foreign labels among its cards."""
    return WithForeign(**{name: getattr(design, name) for name in Design.__slots__})
