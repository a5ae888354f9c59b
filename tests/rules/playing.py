"""Short words for the rule tests: play lines of a record and look at what follows."""

from typing import Any

from dealer.errors import IllegalAct
from dealer.game.driver import Game, Header
from dealer.rules.acts import parse_act

LETTERS = ("A", "B", "C", "D", "E", "F", "G", "H")


def start(variant: str, players: int | tuple[str, ...], **keys: Any) -> Game:
    """A game before its first act; the last player deals unless ``keys`` say otherwise, so A is dealt to first."""
    names = LETTERS[:players] if isinstance(players, int) else players
    return Game(Header.from_mapping({"variant": variant, "players": names, "dealer": names[-1], **keys}))


def go_on(game: Game, *lines: str) -> Game:
    """Push every line; several acts may stand in one, parted by semicolons."""
    for line in lines:
        for text in line.split(";"):
            game.push(parse_act(text, game.header.players))
    return game


def deal(game: Game, *cards: int) -> Game:
    """Deal ``cards``, one each, from the dealer's left."""
    names = game.header.players
    first = names.index(game.header.dealer) + 1
    for index, card in enumerate(cards):
        go_on(game, f"deal {names[(first + index) % len(names)]} {card}")
    return game


def refuses(game: Game, line: str) -> str:
    """The sentence that refuses ``line``; fails when it is accepted, or when the refusal left a trace."""
    before = game.to_json()
    act = parse_act(line, game.header.players)
    try:
        game.push(act)
    except IllegalAct as refused:
        assert game.to_json() == before
        assert act not in game.expects or game.refusal(act)
        return str(refused)
    raise AssertionError(f"{line!r} was accepted")


def facts(game: Game, key: str) -> list[Any]:
    """One fact of every player, in seat order."""
    return [player[key] for player in game.to_json()["players"]]


def stack(game: Game, name: str) -> list[int]:
    """The cards face up in front of ``name``."""
    return next(list(player.stack) for player in game.state.players if player.name == name)


def expects(game: Game) -> list[str]:
    """The verbs that may come next."""
    return list(game.expects.verbs)
