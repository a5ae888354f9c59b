"""Players come and go between two rounds, where the rules bring nothing but points from one round to the next.

The game that goes on is a new one in the record: its header has the ``scores`` so far, and its cards are gathered and
shuffled.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from dealer.game.choices import Draft
from dealer.game.driver import Game
from dealer.game.header import Header


class Beginning(Enum):
    """With how many points somebody begins who comes late: no rule says that, so the table does."""

    NONE = "none"
    LOWEST = "lowest"
    """As many as who has fewest."""
    AVERAGE = "average"
    HIGHEST = "highest"
    """As many as who has most."""


def may_come_and_go(game: Game, players: Sequence[str], names: Sequence[str] = ()) -> bool:
    """Whether the game can go on with these players once a round is over.

    ``names``: how its players are called now, by seat; empty: as they were.
    """
    if game.over or not game.header.rules.may_come_and_go:
        return False
    if any(one.status == "out" for one in game.state.players):
        return False  # a tie is played off
    staying = any(name in players for name in names or game.header.players)
    return staying and len(players) in Draft.of_header(game.header).numbers()


def between_rounds(game: Game) -> bool:
    """Whether no card lies before anybody: a round is over and the next one has not begun."""
    return game.expects.turn is None and not any(player.stack for player in game.state.players)


def points_of(game: Game, beginning: Beginning) -> int:
    """How many points that is now."""
    scores = [player.score for player in game.state.players]
    return {
        Beginning.NONE: 0,
        Beginning.LOWEST: min(scores),
        Beginning.AVERAGE: round(sum(scores) / len(scores)),
        Beginning.HIGHEST: max(scores),
    }[beginning]


def gone_on(game: Game, players: Sequence[str], beginning: Beginning, names: Sequence[str] = ()) -> Header:
    """The game as it goes on with these ``players``, clockwise: to the same score, for the same stakes and pot.

    ``names``: how those who played so far are called now, by seat; empty: as they were.
    """
    now = dict(zip(game.header.players, names or game.header.players, strict=True))
    draft = Draft.of_header(game.header)
    dealer = draft.names.index(game.dealer)
    draft = replace(draft, names=tuple(now.values()), dealer=dealer, carry=game.state.pot).seating(players)
    scores = {now[player.name]: player.score for player in game.state.players}
    late = points_of(game, beginning)
    keys = draft.header().to_mapping()
    if game.target is not None:
        keys["target"] = game.target
    return Header.from_mapping({**keys, "scores": [scores.get(name, late) for name in players]})
