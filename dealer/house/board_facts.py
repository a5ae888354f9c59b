"""What the board shows, taken from what the screen shows: no score and no debt is worked out here."""

import hashlib

from dealer.board.snapshots import Balance, Call, Column, Due, Evening, Middle, Offer, Past, Play, Player, Rules
from dealer.display.players import cells_of, signed
from dealer.display.screens import EndScreen, FiguresScreen, Row, RulesScreen, Standing, Tableau, names_of
from dealer.game.header import Header
from dealer.hands.console import Console
from dealer.hands.evening_account import Account, Settling
from dealer.hands.evening_history import Games
from dealer.hands.evening_memory import Memory
from dealer.hands.last_screen import end_screen
from dealer.hands.phone_hands import offers_of
from dealer.hands.pictures_shown import words_of
from dealer.hands.rules_reader import Reading
from dealer.locale import _
from dealer.locale.language import spoken
from dealer.table.extras import Facts
from dealer.table.sitting import Sitting
from dealer.words.prompts import Mode, Prompt
from dealer.words.titles import game_title

NO_EVENING = Evening()


def prompt_of(sitting: Sitting) -> Prompt:
    """What is asked for now, in the language that is spoken here."""
    language = spoken()
    return sitting.prompt if language == sitting.prompter.language else sitting.prompt_in(language)


def play_of(sitting: Sitting, shown: Facts, *, paused: bool, picture: str) -> Play:
    """The game as it stands. ``picture`` is the name of the last card's."""
    game, prompt = sitting.game, prompt_of(sitting)
    ended = end_screen(game, prompt, reckoning=sitting.reckoning) if prompt.mode is Mode.OVER else None
    price = shown.tableau.price_word or _("fold")
    return Play(
        prompt.mode.value,
        prompt.headline,
        ended.forfeit if ended is not None else prompt.detail,
        moment=sitting.moment_in(spoken()),
        paused=paused,
        title=game_title(game.header.variant),
        price=f"{price} {prompt.price}" if prompt.price is not None else "",
        odds=shown.odds,
        choices=tuple(line.label for line in prompt.choices),
        target=None if shown.tableau.counts_coins else shown.goal,
        players=_standings(ended) if ended is not None else _players(sitting, shown, prompt),
        middle=_middle(shown.tableau),
        call=_call(sitting, picture),
        lines=(*ended.lines, *(f"✓ {line}" for line in ended.settled), *ended.notes) if ended is not None else (),
    )


def _players(sitting: Sitting, shown: Facts, prompt: Prompt) -> tuple[Player, ...]:
    names = names_of({player: seat for seat, player in sitting.seats.items()})
    waited_for = prompt.waited_for
    if "deal" in sitting.game.expects.verbs:
        waited_for = waited_for[:1]  # the others still get a card, but only one gets the next
    cells = cells_of(shown.state, names=names, waited_for=waited_for, target=shown.goal, tableau=shown.tableau)
    return tuple(
        Player(
            cell.name,
            cell.amount,
            cell.note,
            player.stack,
            cell.hidden,
            cell.lit,
            None if cell.target is None else player.score,
        )
        for cell, player in zip(cells, shown.state.players, strict=True)
    )


def _standings(ended: EndScreen) -> tuple[Player, ...]:
    return tuple(_standing(one, ended.target) for one in ended.standings)


def _standing(one: Standing, target: int | None) -> Player:
    return Player(
        one.name,
        signed(one.score) if one.counts_coins else str(one.score),
        f"{signed(one.coins)} " + _("coins") if one.coins else "",
        score=None if target is None else one.score,
        loser=one.loser,
        winner=one.winner,
    )


def _middle(tableau: Tableau) -> Middle | None:
    middle = tableau.middle
    if middle is None:
        return None
    columns = tuple(Column(column.target, column.sides) for column in middle.columns)
    return Middle(middle.title, middle.cards, middle.pot, middle.amount, columns)


def _call(sitting: Sitting, picture: str) -> Call | None:
    if sitting.last_call is None:
        return None
    act, _sighting = sitting.last_call
    return Call(words_of(act), picture)


def name_of(jpeg: bytes) -> str:
    """A picture's name: the same picture has the same, another one another."""
    return hashlib.blake2b(jpeg, digest_size=12).hexdigest()


def board_offers(console: Console) -> dict[str, tuple[Offer, ...]]:
    """What each player's phone may do now: nothing while the table pauses."""
    if console.paused:
        return {}
    sitting, prompt = console.sitting, prompt_of(console.sitting)
    return {
        player: tuple(Offer(one.key, one.label, one.kind.value) for one in offers_of(sitting, player, prompt))
        for player in sitting.game.header.players
    }


def rules_of(header: Header) -> Rules:
    """The rules of the game that is played."""
    screen: RulesScreen = Reading.of(header).screen()
    return Rules(screen.title, screen.sections)


def account_of(memory: Memory) -> Evening:
    """The evening that goes on, or the last one: balances and what is due; its games are ``pasts_of``."""
    latest = memory.latest()
    if latest is None:
        return NO_EVENING
    account = Account(memory, latest.number).screen()
    assert isinstance(account, FiguresScreen)
    balances = tuple(Balance(figure.label, figure.value, figure.note) for figure in account.figures)
    dues = tuple(_due(row) for row in Settling(memory, latest.number).rows()) if latest.closed is None else ()
    return Evening(account.title, account.note, balances, dues)


def _due(row: Row) -> Due:
    words, amount = row.cells
    return Due(words, amount, bool(row.ticked))


def past_of(memory: Memory, evening: int, index: int) -> Past:
    """A game of an evening, the latest first."""
    return Past(*Games(memory, evening).row(index).cells)
