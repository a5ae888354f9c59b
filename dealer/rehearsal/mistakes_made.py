"""Mistakes at the simulated table, made on request: a card goes astray, lies there for all to see, and is mended."""

from collections import deque
from collections.abc import Sequence

from dealer.rehearsal.enacting import Enacting
from dealer.rehearsal.mishaps import Mishap, Mistake, MistakeKind
from dealer.rules.acts import TABLE, Act
from dealer.rules.expect import Needs, Option
from dealer.view import Area, Place
from vision.synth import choreography
from vision.synth.choreography import Action, wait

PATIENCE_S = 12.0
"""After this the table mends a mistake though nobody told it."""

HOLD_STEP_S = 0.4
"""How often a held table looks whether it may go on."""

REACTION_S = 0.8
"""From a prompt to the hand that follows it."""

LIES_S = (2.5, 3.5)
"""How long a card lies until it is taken back."""

ANSWERED_S = 3.0
"""Whoever leaves it there for so long answers meanwhile what is asked about it; other hands are quicker than that."""


class Mistaking(Enacting):
    """Acts as they should be done, or with the mistake that is due. ``mishaps`` are those made so far."""

    mishaps: list[Mishap]
    astray: tuple[int, ...] = ()
    """The ranks of the cards that lie there by mistake."""
    answers: bool = True
    """Whether people answer what is asked: not of a card that they are about to take back."""
    mending: bool = False
    """Whether a mistake waits to be mended: what is said about it is answered by those who made it."""
    _mistakes: deque[Mistake]
    _told: bool = False

    @property
    def acts_so_far(self) -> int:
        """How many acts have happened."""
        return len(self.game.acts)

    def green(self) -> None:
        """Somebody presses the green button: yes."""
        raise NotImplementedError

    def expect_mistakes(self, mistakes: Sequence[Mistake]) -> None:
        """Note which mistakes are to be made."""
        self.mishaps = []
        self._mistakes = deque(sorted(mistakes, key=lambda mistake: mistake.at_act))

    def mend(self) -> None:
        """The table is told what is wrong: it mends the mistake that lies there now."""
        self._told = True

    def enact(self, option: Option, act: Act) -> Action:
        """Do ``act``, or make the mistake that is due."""
        self._option = option
        mistake = self._due()
        kind = mistake.kind if mistake else None
        player = act.player or ""
        if not mistake or option.needs is not Needs.CARD or player == TABLE or act.verb not in ("deal", "hit"):
            yield from super().enact(option, act)
        elif kind is MistakeKind.WRONG_SEAT and (wrong := self._wrong_player(player)):
            yield from self._to_the_wrong_seat(mistake, act, wrong)
        elif kind is MistakeKind.STUCK_TOGETHER and self._may_stick(act):
            yield from self._stuck_together(mistake, act)
        elif kind is MistakeKind.TAKEN_BACK and not self._ends_the_round(act):
            yield from self._taken_back(mistake, act)
            yield from super().enact(option, option.act(self.cards.draw()))
        else:
            yield from super().enact(option, act)

    def tidy_or_forget(self) -> Action:
        """The table is made as the state says, unless forgetting that is the mistake to be made."""
        due = self._due(MistakeKind.NOT_CLEARED)
        over = any(event.kind == "round-over" for event in self.game.events)
        if due and over and not self.game.over:
            yield from self._not_cleared(due)
        else:
            yield from self.tidy()

    # -- which ---------------------------------------------------------------------------------------------------------

    def _due(self, kind: MistakeKind | None = None) -> Mistake | None:
        """The mistake to be made now; of cards not cleared only when asked for."""
        for mistake in self._mistakes:
            fits = mistake.kind is kind if kind else mistake.kind is not MistakeKind.NOT_CLEARED
            if fits and self.acts_so_far >= mistake.at_act:
                return mistake
        return None

    def _ends_the_round(self, act: Act) -> bool:
        game = self.game.copy()
        game.push(act)
        return any(event.kind in ("round-over", "replaced", "pair") for event in game.events)

    def _wrong_player(self, player: str) -> str | None:
        """Somebody who is not due a card now: a card dealt to him is no act that the game expects."""
        due = {option.player for option in self.game.expects.options}
        others = [name for name in self.header.players if name not in due and name != player]
        return self._chooser.choice(others) if others else None

    def _may_stick(self, act: Act) -> bool:
        """Whether two cards for one player can't be two acts in a row."""
        pile = self.cards.pile
        if not pile or self._ends_the_round(act):
            return False
        game = self.game.copy()
        game.push(act)
        return act.player not in {option.player for option in game.expects.options} and pile[-1] != act.cards[0]

    # -- how -----------------------------------------------------------------------------------------------------------

    def _told_or_tired(self) -> Action:
        """Wait until the table is told what is wrong, or until it sees for itself."""
        self._told, self.mending = False, True
        until_s = self.scene.time_s + PATIENCE_S
        while not self._told and self.scene.time_s < until_s:
            yield from wait(HOLD_STEP_S)
        yield from wait(REACTION_S)

    def _note(self, mistake: Mistake, act: Act, seen_s: float) -> None:
        told = "told" if self._told else "timeout"
        self.mishaps.append(Mishap(mistake, act, seen_s, self.scene.time_s, told))
        self.astray, self.mending, self.answers = (), False, True

    def _to_the_wrong_seat(self, mistake: Mistake, act: Act, wrong: str) -> Action:
        self._mistakes.remove(mistake)
        place = Place(Area.STACK, self.seats[wrong])
        yield from self._deal_to(self.scene.place_point(place, len(self._stacks[wrong]), self._rng), act.cards[0])
        card, seen_s = self._last_card(), self._rest_s
        self.astray = act.cards
        yield from self._told_or_tired()
        player = act.player or ""
        pose = self._stack_pose(player)
        dealer = self.seats[self._dealer]
        yield from self._until_moved(choreography.take_card(self.scene, dealer, card, pose), card, act)
        self._stacks[player].append(card)
        self._note(mistake, act, seen_s)

    def _stuck_together(self, mistake: Mistake, act: Act) -> Action:
        self._mistakes.remove(mistake)
        player, dealer = act.player or "", self.seats[self._dealer]
        second = self.cards.draw()
        pose = self._stack_pose(player)
        action = choreography.deal_two(self.scene, dealer, self._deck_pile, (act.cards[0], second), pose)
        yield from self._until_rest(action)
        lower, upper = self._last_cards(2)
        seen_s = self._rest_s
        self.astray = (*act.cards, second)
        yield from self._told_or_tired()
        yield from choreography.put_back(self.scene, dealer, upper, self._deck_pile)
        self.cards.pile.append(second)
        self._stacks[player].append(lower)
        self._push(act, seen_s)
        self._count_piles()
        self._note(mistake, act, seen_s)

    def _taken_back(self, mistake: Mistake, act: Act) -> Action:
        """The card lies long enough to be called, then goes under the draw pile; the table says that it was so."""
        self._mistakes.remove(mistake)
        yield from self._deal_to(self._stack_pose(act.player or ""), act.cards[0])
        card = self._last_card()
        lies_s = self._chooser.uniform(*LIES_S)
        self.astray, self.answers = act.cards, lies_s >= ANSWERED_S
        yield from wait(lies_s)
        yield from choreography.put_back(self.scene, self.seats[self._dealer], card, self._deck_pile)
        self.cards.pile.insert(0, card.rank)
        seen_s = self.scene.time_s
        yield from self._told_or_tired()
        if self._told:
            self.green()
        self._note(mistake, act, seen_s)
        yield from self.pause()

    def _not_cleared(self, mistake: Mistake) -> Action:
        """The next round's first card falls among the old cards; then these are gathered."""
        self._mistakes.remove(mistake)
        yield from self.pause()
        option = self.game.expects.options[0]
        act = option.act(self.cards.draw())
        self._option = option
        yield from super().enact(option, act)
        card, seen_s = self._stacks[act.player or ""][-1], self._rest_s
        yield from self._told_or_tired()
        yield from self.tidy(spared=[card])
        self._note(mistake, act, seen_s)
