"""What games, twists, stakes, options and their values are called on the screens."""

from dealer.game.choices import Draft, Value
from dealer.games.options import player
from dealer.locale import _
from dealer.words.rules_texts import PAGES


def game_title(variant: str) -> str:
    """A game's name, as its page of rules has it."""
    return _(PAGES[variant].title) if variant in PAGES else variant


def twist_title(twist: str) -> str:
    """A twist's name, as its page of rules has it."""
    return _(PAGES[twist].title) if twist in PAGES else twist


def stakes_title(stakes: str) -> str:
    """The stakes' name."""
    return {
        "forfeit": _("Forfeit"),
        "seattle": _("Seattle"),
        "downspear": _("Downspear"),
        "norland": _("Norland"),
        "tacoma": _("Tacoma"),
        "cutchfeld": _("Cutchfeld"),
        "olympia": _("Olympia"),
        "portland": _("Portland"),
    }.get(stakes, stakes)


def stakes_meaning(stakes: str) -> str:
    """What the loser pays, in a few words."""
    return {
        "forfeit": _("Stakes: no coins"),
        "seattle": _("Loser pays everybody"),
        "downspear": _("Loser pays everybody"),
        "norland": _("Loser pays the lowest"),
        "tacoma": _("Penalty to the lowest"),
        "cutchfeld": _("Loser pays own score to lowest"),
        "olympia": _("Difference to the lowest"),
        "portland": _("Difference to everybody"),
    }.get(stakes, _("Stakes"))


def option_title(key: str, draft: Draft) -> str:
    """What an option of the game is about."""
    if key == "target":
        return _("Losing score") if draft.game.has_stakes else _("Play to")
    return {
        "forfeit": _("The loser"),
        "penalty": _("Penalty"),
        "coin": _("Coins") if draft.game.has_stakes else _("Wager a point"),
        "burn": _("Burn"),
        "rotate_deal": _("Deal moves on"),
        "edition": _("Tie at the end"),
        "button": _("Button"),
        "decks": _("Decks"),
        "max_bet": _("Highest bet"),
        "first": _("First"),
        "rounds": _("Rounds"),
        "play_to": _("Play to"),
        "mode": _("Kind"),
        "teams": _("Teams"),
    }.get(key, key)


def value_title(key: str, value: Value, draft: Draft) -> str:
    """A value of an option in words."""
    if value is True or value is False:
        return _("yes") if value else _("no")
    if draft.game.options[key] is player and isinstance(value, int):
        return draft.names[value]
    if isinstance(value, tuple):
        return ", ".join(f"{draft.names[one]} + {draft.names[other]}" for one, other in value)
    if value is None:
        return {
            "max_bet": _("no limit"),
            "play_to": _("one deal"),
            "first": _("dealer's left"),
            "teams": _("none"),
        }.get(key, "")
    if key == "coin" and not draft.game.has_stakes and value == 0:
        return _("no wagers")
    return {
        "": _("just loses"),
        "companion": _("the tied play on"),
        "pairanoia": _("all tied win"),
        "hard": _("hard, 7 targets"),
        "soft": _("soft, 1-2-2-2"),
        "low-card": _("low card"),
    }.get(str(value), str(value))
