"""Mistakes at the simulated table, made on request: a card goes astray, lies there for all to see, and is mended."""

from collections import deque
from collections.abc import Sequence

from dealer.rehearsal.misdeals import Misdeals
from dealer.rehearsal.mishaps import Mistake, MistakeKind
from dealer.rules.acts import TABLE, Act
from dealer.rules.expect import Needs, Option
from dealer.view import Area, Place
from vision.synth import choreography
from vision.synth.choreography import Action, wait

LIES_S = (2.5, 3.5)
"""How long a card lies until it is taken back."""

ANSWERED_S = 3.0
"""Whoever leaves it there for so long answers meanwhile what is asked about it; other hands are quicker than that."""

BEFORE_THE_CARD = (MistakeKind.SLID, MistakeKind.NOT_OURS, MistakeKind.GATHERED)
"""What goes wrong before the card that is due comes, which then comes as it should."""


class Mistaking(Misdeals):
    """Acts as they should be done, or with the mistake that is due."""

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

    def enact(self, option: Option, act: Act) -> Action:
        """Do ``act``, or make the mistake that is due."""
        self._option = option
        mistake = self._due()
        singly = option.needs is Needs.CARD and act.player != TABLE and act.verb in ("deal", "hit")
        made = self._making(mistake, act) if mistake and singly else None
        if mistake is None or made is None:
            yield from super().enact(option, act)
            return
        self._mistakes.remove(mistake)
        yield from made
        if mistake.kind is MistakeKind.TAKEN_BACK:
            yield from super().enact(option, option.act(self.cards.draw()))
        elif mistake.kind in BEFORE_THE_CARD:
            yield from super().enact(option, act)

    def _making(self, mistake: Mistake, act: Act) -> Action | None:
        """What people do who make a mistake in the stead of ``act``; None where it can't be made now."""
        player, ends = act.player or "", self._ends_the_round(act)
        wrong = self._wrong_player(player)
        match mistake.kind:
            case MistakeKind.WRONG_SEAT if wrong:
                return self._to_the_wrong_seat(mistake, act, wrong)
            case MistakeKind.STUCK_TOGETHER if self._may_stick(act):
                return self._stuck_together(mistake, act)
            case MistakeKind.TAKEN_BACK if not ends:
                return self._taken_back(mistake, act)
            case MistakeKind.DEALT_ON if wrong and len(chain := self._in_a_row(act, 3)) > 1:
                return self._dealt_on(mistake, chain, [wrong, *[None] * (len(chain) - 1)])
            case MistakeKind.TWO_WRONG_SEATS if wrong and len(chain := self._in_a_row(act, 2)) > 1:
                then = chain[1][1].player or ""
                second = self._wrong_player(player, (then, wrong))
                return self._dealt_on(mistake, chain, [wrong, second]) if second else None
            case MistakeKind.SEAT_TOO_FAR if act.verb == "hit":
                return self._seat_too_far(mistake, act)
            case MistakeKind.SEAT_BACK if act.verb == "hit":
                chain = self._in_a_row(act, len(self.seats))
                names = [one.player or "" for _, one in chain]
                all_once = len(set(names)) == len(self.seats)
                return self._dealt_on(mistake, chain, [self._left_of(name) for name in names]) if all_once else None
            case MistakeKind.DEALER_FIRST if act.verb == "deal":
                return self._dealer_first(mistake, act)
            case MistakeKind.UNHEARD_NO if act.verb == "hit":
                return self._unheard_no(mistake, act)
            case MistakeKind.GATHERED if act.verb == "hit":
                return self._gathered(mistake, act)
            case MistakeKind.SLID:
                return self._slid(mistake, act)
            case MistakeKind.COVERED if self._stacks[player] and not ends:
                return self._covered(mistake, act)
            case MistakeKind.NOT_OURS:
                return self._not_ours(mistake, act)
        return None

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

    def _may_stick(self, act: Act) -> bool:
        """Whether two cards for one player can't be two acts in a row."""
        pile = self.cards.pile
        if not pile or self._ends_the_round(act):
            return False
        game = self.game.copy()
        game.push(act)
        return act.player not in {option.player for option in game.expects.options} and pile[-1] != act.cards[0]

    # -- how -----------------------------------------------------------------------------------------------------------

    def _to_the_wrong_seat(self, mistake: Mistake, act: Act, wrong: str) -> Action:
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
        self._note(mistake, act, seen_s, wrong)

    def _stuck_together(self, mistake: Mistake, act: Act) -> Action:
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
