"""A rehearsal: simulated players play a game by its rules on a simulated table, with the mistakes that one asks for.

It is a source of frames like a camera. It knows what really happened (``truth``), waits as long as the referee asks it
to (``hold``), and mends a mistake when it is told (``mend``) or, if nobody tells it, after a while.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from dealer.game.driver import Game, Header
from dealer.game.record import in_written_order, write_record
from dealer.presses import Button
from dealer.rehearsal.misdeals import HOLD_STEP_S, PATIENCE_S
from dealer.rehearsal.mishaps import Dealt, Mishap, Mistake, MistakeKind, TablePress, Told
from dealer.rehearsal.mistakes_made import Mistaking
from dealer.rehearsal.unknown_acts import one_by_one
from dealer.rules.acts import Act
from dealer.rules.expect import FROM_A_HAND, FROM_THE_PILE, Needs, Option
from vision.frame import Frame
from vision.synth.choreography import Action, wait
from vision.synth.setting import SceneSettings
from vision.synth.simulated import SimulatedCamera

__all__ = ["PATIENCE_S", "Dealt", "Mishap", "Mistake", "MistakeKind", "Rehearsal", "TablePress", "Told"]

PAUSE_S = (1.0, 2.5)
"""How long people wait between two acts."""

LAID_APART_MOST = 2
"""How often a hand is laid out anew before it is told card by card."""

AFTER_THE_LAST_ACT_S = 12.0
"""How long people sit there after the last act: longer than its moments and the end of the game are shown."""

THOUGHT_S = (0.5, 1.3)
"""From making up one's mind to the button."""


class People(Mistaking):
    """Simulated people at a table without a camera: ``night`` is what they do.

    ``truth`` holds the acts so far, ``told`` those that were told on the buttons, ``presses`` other presses so far,
    ``mishaps`` the mistakes made so far. With ``acts`` the game is in progress: its cards lie there, and it goes on.
    """

    def __init__(
        self,
        header: Header,
        seed: int,
        settings: SceneSettings | None = None,
        mistakes: Sequence[Mistake] = (),
        *,
        acts: Sequence[Act] = (),
    ) -> None:
        settings = settings or SceneSettings.random(seed, seats=len(header.players))
        super().__init__(Game(header, acts), seed, settings)
        self.truth: list[Dealt] = [Dealt(act, 0.0) for act in one_by_one(acts)]
        self.told: list[Told] = []
        self.presses: list[TablePress] = []
        self._holds: set[str] = set()
        self._too_close: str | None = None
        self._laid_apart: Counter[tuple[str, int]] = Counter()
        self._wish: tuple[Act, int] | None = None
        """What somebody who watches wants next, and after how many acts."""
        self.expect_mistakes(mistakes)

    # -- what the one who watches may do -----------------------------------------------------------------------------

    def hold(self, reason: str) -> None:
        """Do not go on before ``release`` with the same reason: something is being asked, or must be cleared."""
        self._holds.add(reason)

    def release(self, reason: str) -> None:
        """Go on, unless held for another reason."""
        self._holds.discard(reason)

    def lay_cards_apart(self, player: str) -> None:
        """The cards of the hand that ``player`` laid out lie too close together: twice people do something about it."""
        hand = (player, len(self.truth))
        if self._too_close is None and self._laid_apart[hand] < LAID_APART_MOST:
            self._laid_apart[hand] += 1
            self._too_close = player

    def wish(self, act: Act) -> bool:
        """Somebody who watches wants ``act`` next, its hidden cards left open: they do so, unless something else is
        being done already. False where nobody can."""
        self._wish = None
        if self._option_for(act) is not None:
            self._wish = (act, len(self.truth))
        return self._wish is not None

    @property
    def laying(self) -> bool:
        """Whether somebody lays a hand out anew, or is about to."""
        return self._too_close is not None

    def truth_record(self) -> str:
        """The record of what was really dealt so far."""
        return write_record(self.header, in_written_order(self.header, [dealt.act for dealt in self.truth]))

    @property
    def time_s(self) -> float:
        """Stated time now."""
        return self.scene.time_s

    # -- the night ---------------------------------------------------------------------------------------------------

    def night(self) -> Action:
        """Everything that happens, from the first act to the last."""
        yield from wait(1.5)
        yield from self._held()
        yield from self.deal_the_first_hands()
        while not self.game.over:
            option, act = self._as_wished() or self.cards.decide()
            yield from self.enact(option, act)
            yield from self._follow_up()
        yield from wait(AFTER_THE_LAST_ACT_S)

    def _as_wished(self) -> tuple[Option, Act] | None:
        """What was wished for, with the real cards, if nothing else came first."""
        wish, self._wish = self._wish, None
        if wish is None or wish[1] != len(self.truth) or (option := self._option_for(wish[0])) is None:
            return None
        act = self.cards.act(option) if option.needs in (*FROM_THE_PILE, *FROM_A_HAND) else wish[0]
        return None if act is None else (option, act)

    def _option_for(self, act: Act) -> Option | None:
        """What ``act``, its hidden cards left open, is one of now; None: nobody can do it."""
        option = self.game.expects.option_of(act)
        if option is None or option.needs in (*FROM_THE_PILE, *FROM_A_HAND):
            return None if act.cards else option
        counted = act.verb == "discard" and option.needs is Needs.NUMBER  # as many as the hand has pairs
        return None if counted or option.refusal(act) else option

    def pause(self, shortest_s: float = PAUSE_S[0]) -> Action:
        """What people do between two acts: wait, as long as they are held; now and then a hand strays."""
        pause = self._chooser.uniform(max(shortest_s, PAUSE_S[0]), max(shortest_s, PAUSE_S[1]))
        if self._chooser.random() < self.settings.trial.idle_hands * (pause + 1.5) / 60:
            yield from self._idle()
        yield from wait(pause)
        yield from self._held()

    def _held(self) -> Action:
        """Wait as long as the referee asks it; cards that lie too close together are laid apart meanwhile."""
        while self._holds or self._too_close is not None:
            if self._too_close is not None:
                yield from wait(self._chooser.uniform(*THOUGHT_S))
                yield from self.lay_apart(self._too_close)
                self._too_close = None
            yield from wait(HOLD_STEP_S)

    def _follow_up(self) -> Action:
        """What hands do after an act before the next one."""
        yield from self.pause()
        if self.untidy():
            yield from self.tidy_or_forget()
            yield from self.pause()
        self._pass_the_deal()

    def _pass_the_deal(self) -> None:
        """Who deals the next round."""
        names = self.header.players
        for event in self.game.events:
            if event.kind == "new-round" and event.player is not None:
                self._dealer = event.player
            elif event.kind == "round-over" and self.header.option("rotate_deal", False):
                self._dealer = names[(names.index(self._dealer) + 1) % len(names)]

    def tell(self, act: Act) -> Action:
        """Somebody tells ``act`` on the buttons."""
        yield from wait(self._chooser.uniform(*THOUGHT_S))
        self.told.append(Told(self.scene.time_s, act, len(self.truth)))
        self._push(act, self.scene.time_s)

    def tell_if_unheard(self, act: Act, since_s: float) -> None:
        """The last act is told on the buttons too; whoever hears it knows whether that is needed."""
        self.told.append(Told(self.scene.time_s, act, len(self.truth) - 1))

    @property
    def held(self) -> bool:
        """Whether the table is waited for."""
        return bool(self._holds)

    def green(self) -> None:
        """Somebody presses the green button."""
        self.presses.append(TablePress(self.scene.time_s, Button.GREEN))

    def _push(self, act: Act, rest_s: float) -> None:
        self.game.push(act)
        self.cards.follow(self._option)
        self.truth.append(Dealt(act, rest_s))


class Rehearsal(People):
    """An iterator of frames in which a game is played: the people of ``People``, seen by a simulated camera."""

    def __init__(
        self,
        header: Header,
        seed: int,
        settings: SceneSettings | None = None,
        mistakes: Sequence[Mistake] = (),
        *,
        acts: Sequence[Act] = (),
        pace: str = "fast",
    ) -> None:
        super().__init__(header, seed, settings, mistakes, acts=acts)
        self.camera = SimulatedCamera(self.scene)
        self._frames = self.camera.frames(self.night(), fast=pace == "fast")

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        return next(self._frames)
