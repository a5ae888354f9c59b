"""The evening's books between two games: pages are shown, and what people write there is written."""

from collections.abc import Callable

from dealer.errors import InputError
from dealer.hands.evening_hands import EveningHands
from dealer.hands.evening_memory import Memory
from dealer.hands.evening_pages import Write
from dealer.house.devices import Front
from dealer.journal.journal import Journal
from dealer.presses import Press, Quit
from dealer.system.clock import Clock

READ_ON_S = 0.03
"""How long the books are read on at each turn of a loop, seconds; the camera and hands wait meanwhile."""


def visit_books(
    memory: Memory,
    journal: Journal,
    front: Front,
    *,
    clock: Clock,
    meanwhile: Callable[[], object],
    turned: Callable[[], None],
    over: Callable[[], bool],
) -> bool:
    """Show the books until somebody goes back; whether somebody quit there. ``meanwhile`` waits a moment."""
    hands = EveningHands(memory)
    while not hands.left and not over():
        front.show(hands.screen())
        for given in front.poll():
            if isinstance(given, Quit):
                return True
            write = hands.hand(given)
            if write is not None:
                carry_out(write, hands, journal, hand=given.button.value if isinstance(given, Press) else "touch")
        read_on(hands, clock)
        meanwhile()
        turned()
    return False


def read_on(hands: EveningHands, clock: Clock) -> None:
    """Read some of what the page that is shown waits for."""
    until_s = clock.now_s() + READ_ON_S
    while hands.work() and clock.now_s() < until_s:
        pass


def carry_out(write: Write, hands: EveningHands, journal: Journal, *, hand: str) -> None:
    """Write what people wrote; where that is not possible the page says why."""
    try:
        told = write(journal.books, hand)
    except InputError as error:
        hands.refused(str(error))
    else:
        hands.written(told)
