"""Recorded looks as the belief sees them: the features of each look at a card that is not in the game yet, beside
what it was called live and what it really is."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dealer.rules.cards import RANKS, copies
from dealer.view import Face
from vision.belief.belief import features
from vision.belief.evidence import Evidence, Look
from vision.belief.memory import DeckMemory
from vision.deck.prints import grey_of
from vision.looks.record import Called, Corrected, Decided, Expected, Gone, Recorded, Saw
from vision.looks.replay import glimpse_of
from vision.tracking.glimpses import NOTHING_SHOWN, Shown


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A look at a card, and the ones before it, as the belief sees them: ``features`` (11, k) and the copies ``left``
    of each rank (10). ``true`` is the card's rank, 0 for none of ours; ``first``: no card of that rank came before.
    ``called`` is what the card was called live by then, or None."""

    card: int
    number: int
    true: int
    first: bool
    features: NDArray[np.float32]
    left: NDArray[np.float32]
    called: int | None


@dataclass(slots=True, eq=False)
class _Card:
    evidence: Evidence = field(default_factory=Evidence)
    shown: Shown = NOTHING_SHOWN
    face: Face = Face.DOWN
    looks: int = 0


def samples(recorded: Recorded) -> Iterator[Sample]:
    """The looks at each card until it was called, in order."""
    memory, cards, called, true = DeckMemory(), dict[int, _Card](), dict[int, int](), _truth(recorded)
    left = np.array([copies(rank) for rank in RANKS], np.float32)
    is_counted = any(isinstance(event, Expected) for event in recorded.events)
    for event in recorded.events:
        match event:
            case Saw():
                card = cards.setdefault(event.card, _Card())
                if event.touched and event.card not in called:
                    card.evidence.looks.clear()
                glimpse = glimpse_of(recorded.glimpses[event.glimpse], recorded.arrays)
                card.shown, card.face = glimpse.shown, glimpse.face
            case Decided():
                card = cards[event.card]
                if event.card in called or event.card not in true or not event.confirmed:
                    continue
                look = _look(event, card.shown, recorded)
                card.shown = NOTHING_SHOWN
                if not look.numerals and look.whole is None:
                    continue
                card.looks += 1
                card.evidence.add(look)
                yield Sample(
                    card=event.card,
                    number=card.looks,
                    true=true[event.card],
                    first=true[event.card] > 0 and not memory.knows()[true[event.card] - 1],
                    features=features(card.evidence, memory),
                    left=left.copy(),
                    called=event.rank,
                )
            case Expected():
                left = np.array([event.left.get(rank, 0) for rank in RANKS], np.float32)
            case Called():
                for number, rank in event.ranks.items():
                    if called.get(number) != rank and number in cards:
                        if number in called:
                            memory.tell(number, rank)
                        else:
                            card = cards[number]
                            is_face = event.all_face_up or card.face is Face.UP
                            memory.keep(number, rank, card.evidence, is_face=is_face)
                            left[rank - 1] -= not is_counted
                    called[number] = rank
            case Gone() | Corrected():
                pass
            case _:
                pass


def _truth(recorded: Recorded) -> dict[int, int]:
    """What each card really is: the rank that most looks at it were had of; 0 where none was had of any."""
    said: dict[int, Counter[int]] = {}
    for event in recorded.events:
        if isinstance(event, Saw) and event.true is not None:
            said.setdefault(event.card, Counter())[event.true] += 1
    ranked = {card: Counter({rank: count for rank, count in counts.items() if rank}) for card, counts in said.items()}
    return {card: counts.most_common(1)[0][0] if counts else 0 for card, counts in ranked.items()}


def _look(event: Decided, shown: Shown, recorded: Recorded) -> Look:
    arrays = recorded.arrays
    rows = slice(*event.pictures) if event.pictures is not None else slice(0)
    return Look(
        shown=shown,
        numerals=tuple(grey_of(picture) for picture in arrays["indices"][rows]),
        whole=arrays["wholes"][event.whole] if event.whole is not None and event.free else None,
        middle=np.array(event.middle, np.float32) if event.middle is not None else None,
        is_outlined=recorded.glimpses[event.glimpse].is_outlined,
    )


__all__ = ["Sample", "samples"]
