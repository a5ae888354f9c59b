"""Which expected acts explain what a view shows: the search of the referee."""

from collections.abc import Mapping
from dataclasses import dataclass

from dealer.acts import Act
from dealer.errors import IllegalAct
from dealer.evidence import Clues, Taken, together
from dealer.expect import Needs, Option
from dealer.game import Game
from dealer.layout import Layout, landing
from dealer.view import Sighting

MOST_ACTS = 8
"""How many acts are looked ahead: a whole deal to a table of eight."""

_PILE = (Needs.CARD, Needs.CARDS, Needs.HAND)


@dataclass(frozen=True, slots=True)
class Step:
    """An act, and the sighting that shows it."""

    act: Act
    sighting: Sighting


@dataclass(frozen=True, slots=True)
class Explanation:
    """Acts that may have happened, in order, and what they lead to.

    ``game`` and ``layout`` are those after the acts. ``left`` and ``untaken`` are the clues left unexplained.
    ``regular``: no act is an irregularity. ``doubtful``: one of the cards came to rest in one place
    together with another, or with that of the act before.
    """

    steps: tuple[Step, ...]
    game: Game
    layout: Layout
    left: tuple[Sighting, ...]
    untaken: tuple[Taken, ...]
    regular: bool = True
    doubtful: bool = False

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts, in order."""
        return tuple(step.act for step in self.steps)

    def settles(self, clues: Clues) -> bool:
        """Whether all that is missing or moved is no longer in play after the acts."""
        live = {card.key for card in self.layout.live}
        displaced = [card.key for card in clues.missing]
        displaced += [card.key for card, _ in clues.moved]
        displaced += [taken.card.key for taken in self.untaken]
        return live.isdisjoint(displaced)

    def complete(self, clues: Clues) -> bool:
        """Whether nothing of ``clues`` remains unexplained."""
        return not self.left and not self.untaken and self.settles(clues)


def explanations(game: Game, layout: Layout, clues: Clues, seat_of: Mapping[str, int]) -> tuple[Explanation, ...]:
    """Every chain of expected acts that clues speak for, shorter ones first; the first is that nothing happened."""
    start = Explanation((), game, layout, clues.fresh, clues.taken)
    found = [start]
    for explanation in found:  # grows while it is walked
        if len(explanation.steps) < MOST_ACTS:
            found.extend(_longer(explanation, clues, seat_of))
    return tuple(found)


def _longer(explanation: Explanation, clues: Clues, seat_of: Mapping[str, int]) -> list[Explanation]:
    """The chains that are one act longer."""
    found = []
    came = [step.sighting for step in explanation.steps]
    for act, sighting in _candidates(explanation, clues, seat_of):
        if act not in explanation.game.expects:
            continue
        game = explanation.game.copy()
        try:
            events = game.push(act)
        except IllegalAct:
            continue
        found.append(
            Explanation(
                (*explanation.steps, Step(act, sighting)),
                game,
                explanation.layout.after(act, len(game.acts) - 1, game.state, seat_of),
                tuple(other for other in explanation.left if other.id != sighting.id),
                tuple(other for other in explanation.untaken if other.sighting.id != sighting.id),
                explanation.regular and not any(event.kind == "irregularity" for event in events),
                explanation.doubtful or any(together(sighting, other) for other in (*clues.latest, *came)),
            )
        )
    return found


def _candidates(explanation: Explanation, clues: Clues, seat_of: Mapping[str, int]) -> list[tuple[Act, Sighting]]:
    """The next acts that a clue speaks for."""
    found: list[tuple[Act, Sighting]] = []
    old = {card.key for card, _ in clues.old}
    uncleared = not explanation.layout.live and any(card.key in old for card in explanation.layout.left)
    uncleared = uncleared or _sweeping(explanation, clues)
    dealt = False
    for option in explanation.game.expects.options:
        if option.needs in _PILE:
            # Cards that came between two views are dealt in good order, unless that seat got none.
            if uncleared or (dealt and option.verb == "deal"):
                continue
            came = [(option.act(s.rank), s) for s in _arrivals(option, explanation, seat_of) if s.rank is not None]
            dealt = dealt or bool(came)
            found += came
        elif option.needs in (Needs.CHOICE, Needs.NOTHING):
            found += _taking(option, explanation, seat_of)
    return found


def _sweeping(explanation: Explanation, clues: Clues) -> bool:
    """Whether these acts ended a round of which cards still lie in their places."""
    if explanation.layout.live or not explanation.steps:
        return False
    gone = {card.key for card in clues.missing} | {taken.card.key for taken in clues.taken}
    return any(card.key not in gone for card in explanation.layout.left)


def _arrivals(option: Option, explanation: Explanation, seat_of: Mapping[str, int]) -> list[Sighting]:
    """What may be the card of ``option``: the first that came to its place, and what came together with it."""
    place = landing(option.act(1), seat_of)
    here = [sighting for sighting in explanation.left if sighting.place == place]
    return [sighting for sighting in here if sighting is here[0] or together(sighting, here[0])]


def _taking(option: Option, explanation: Explanation, seat_of: Mapping[str, int]) -> list[tuple[Act, Sighting]]:
    """The acts of ``option`` that take a card which lies with the points of the acting player."""
    return [
        (act, taken.sighting)
        for act in option.listed()
        for taken in explanation.untaken
        if act.player is not None
        and act.cards == (taken.card.rank,)
        and act.other == taken.card.player
        and taken.sighting.place.seat == seat_of.get(act.player)
    ]
