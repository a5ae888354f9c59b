"""A rehearsal: simulated players play a game by its rules on a simulated table, with the mistakes that one asks for.

It is a source of frames like a camera. It knows what was really dealt (``truth``), waits as long as the referee asks it
to (``hold``), and mends a mistake when it is told (``mend``) or, if nobody tells it, after a while.
"""

from collections import deque
from collections.abc import Iterator, Sequence

from dealer import bots
from dealer.acts import Act
from dealer.game import Game, Header
from dealer.mishaps import Dealt, Mishap, Mistake, MistakeKind, TablePress
from dealer.presses import Button
from dealer.record import write_record
from dealer.tabletop import Tabletop
from dealer.view import Area, Place
from vision.frame import Frame
from vision.synth import choreography
from vision.synth.choreography import Action, wait
from vision.synth.setting import SceneSettings
from vision.synth.simulated import SimulatedCamera

__all__ = ["Dealt", "Mishap", "Mistake", "MistakeKind", "Rehearsal", "TablePress"]

PAUSE_S = (1.0, 2.5)
"""How long people wait between two acts."""

PATIENCE_S = 12.0
"""After this the table mends a mistake though nobody told it."""

HOLD_STEP_S = 0.4
"""How often a held table looks whether it may go on."""

REACTION_S = 0.8
"""From a prompt to the hand that follows it."""

COVER_S = (3.8, 4.8)
"""How long a coaster is covered for a fold: it is asked about after half a second and counts two seconds later."""

PLAYABLE = ("basic",)
"""The variants that the simulated table can play."""


class Rehearsal(Tabletop):
    """An iterator of frames in which a game is played.

    ``truth`` holds the acts so far, ``presses`` the button presses so far, ``mishaps`` the mistakes made so far. With
    ``acts`` the game is in progress: its cards lie there, and it goes on from there.
    Raises ``ValueError`` for a variant that the simulated table cannot play.
    """

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
        if header.variant not in PLAYABLE or header.twists:
            raise ValueError(
                f"The simulated table was asked for {header.variant} with twists {list(header.twists)}; "
                f"expected one of {', '.join(PLAYABLE)} without twists."
            )
        settings = settings or SceneSettings.random(seed, seats=len(header.players))
        super().__init__(Game(header, acts), seed, settings)
        self.truth: list[Dealt] = [Dealt(act, 0.0) for act in acts]
        self.presses: list[TablePress] = []
        self.mishaps: list[Mishap] = []
        self._mistakes = deque(sorted(mistakes, key=lambda mistake: mistake.at_act))
        self._holds: set[str] = set()
        self._told = False
        self.camera = SimulatedCamera(self.scene)
        self._frames = self.camera.frames(self._night(), fast=pace == "fast")

    # -- what the one who watches may do -----------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Frame]:
        return self

    def __next__(self) -> Frame:
        return next(self._frames)

    def hold(self, reason: str) -> None:
        """Do not go on before ``release`` with the same reason: something is being asked, or must be cleared."""
        self._holds.add(reason)

    def release(self, reason: str) -> None:
        """Go on, unless held for another reason."""
        self._holds.discard(reason)

    def mend(self) -> None:
        """The table is told what is wrong: it mends the mistake that lies there now."""
        self._told = True

    def truth_record(self) -> str:
        """The record of what was really dealt so far."""
        return write_record(self.header, [dealt.act for dealt in self.truth])

    @property
    def time_s(self) -> float:
        """Stated time now."""
        return self.scene.time_s

    # -- the night ---------------------------------------------------------------------------------------------------

    def _night(self) -> Action:
        yield from wait(1.5)
        while not self.game.over:
            options = self.game.expects.options
            if options[0].verb == "reshuffle":
                yield from self._reshuffle(options[0].act())
            elif options[0].verb == "deal":
                player = options[0].player or ""
                yield from self._card_to(player, "deal")
            else:
                chosen = bots.choose(self.game, self._chooser)
                player = chosen.player or ""
                if chosen.verb == "fold":
                    yield from self._fold(player)
                else:
                    yield from self._card_to(player, "hit")
        yield from wait(3.0)

    def _pause(self, shortest_s: float = PAUSE_S[0]) -> Action:
        """What people do between two acts: wait, as long as they are held; now and then a hand strays."""
        pause = self._chooser.uniform(max(shortest_s, PAUSE_S[0]), max(shortest_s, PAUSE_S[1]))
        if self._chooser.random() < self.settings.trial.idle_hands * (pause + 1.5) / 60:
            yield from self._idle()
        yield from wait(pause)
        while self._holds:
            yield from wait(HOLD_STEP_S)

    # -- cards -------------------------------------------------------------------------------------------------------

    def _card_to(self, player: str, verb: str) -> Action:
        """The dealer deals the next card to ``player``, or makes the mistake that is due."""
        mistake = self._due()
        kind = mistake.kind if mistake else None
        act = Act(verb, player, (self._deck[-1],))
        if mistake and kind is MistakeKind.WRONG_SEAT and (wrong := self._wrong_player(player)):
            yield from self._to_the_wrong_seat(mistake, act, wrong)
        elif mistake and kind is MistakeKind.STUCK_TOGETHER and self._may_stick(player):
            yield from self._stuck_together(mistake, act)
        elif mistake and kind is MistakeKind.TAKEN_BACK and not self._ends_the_round(act):
            yield from self._taken_back(mistake, act)
            act = Act(verb, player, (self._deck[-1],))
            yield from self._deal(act)
        else:
            yield from self._deal(act)
        yield from self._follow_up(act)

    def _deal(self, act: Act) -> Action:
        """The card of ``act`` falls where it should."""
        player = act.player or ""
        pose = self._stack_pose(player)
        yield from self._deal_to(pose, act.cards[0], act)
        self._stacks[player].append(self._last_card())

    def _push(self, act: Act, rest_s: float) -> None:
        self.game.push(act)
        self.truth.append(Dealt(act, rest_s))

    def _follow_up(self, act: Act) -> Action:
        """What hands do after the act before the next one."""
        happened = {event.kind for event in self.game.events}
        player = act.player or ""
        (stack,) = (state.stack for state in self.game.state.players if state.name == player)
        if "round-over" not in happened and len(stack) < len(self._stacks[player]):
            # a tie-breaking card that paired is discarded
            yield from self._pause()
            card = self._stacks[player].pop()
            self._laid[player] -= 1
            yield from choreography.put_back(self.scene, self.seats[self._dealer], card, self._discard_pile)
            self._discards.append(card.rank)
            self._count_piles()
        elif "pair" in happened:
            yield from self._pause(1.4)
            yield from self._keep(player, self._stacks[player].pop())
        if "round-over" in happened:
            yield from self._end_the_round()
        yield from self._pause()

    # -- folding -----------------------------------------------------------------------------------------------------

    def _fold(self, player: str) -> Action:
        """The folder takes the lowest card; or says it with the coaster or a button first, and takes it then."""
        lowest = min(card.rank for cards in self._stacks.values() for card in cards)
        owners = [name for name, cards in self._stacks.items() if any(card.rank == lowest for card in cards)]
        owner = self._chooser.choice(owners)
        card = next(card for card in self._stacks[owner] if card.rank == lowest)
        way = self._chooser.choices(("card", "cover", "press"), (0.5, 0.25, 0.25))[0] if len(owners) == 1 else "card"
        self._stacks[owner].remove(card)
        if way == "card":
            act = Act("fold", player, (lowest,), owner)
            yield from self._until_moved(self._keep(player, card), card, act)
        else:
            if way == "cover":
                start_s = self.scene.time_s
                yield from choreography.cover_coaster(self.scene, self.seats[player], self._chooser.uniform(*COVER_S))
                said_s = start_s + COVER_S[0]
            else:
                said_s = self._press(Button.RED)
            self._push(Act("fold", player), said_s)
            yield from self._pause(1.4)
            yield from self._keep(player, card)
        yield from self._pause(1.4)
        yield from self._end_the_round()
        yield from self._pause()

    def _press(self, button: Button) -> float:
        self.presses.append(TablePress(self.scene.time_s, button))
        return self.scene.time_s

    # -- rounds and the deck -----------------------------------------------------------------------------------------

    def _end_the_round(self) -> Action:
        """The cards in play are gathered, unless that is the mistake to be made."""
        due = self._due(MistakeKind.NOT_CLEARED)
        if due and not self.game.over:
            yield from self._not_cleared(due)
        else:
            yield from self._gather()
        if self.header.option("rotate_deal", False):
            names = self.header.players
            self._dealer = names[(names.index(self._dealer) + 1) % len(names)]

    def _reshuffle(self, act: Act) -> Action:
        """The discards become the draw pile; that can't be seen, so it is told by the green button."""
        dealer = self.seats[self._dealer]
        home = self._discard_pile.pose
        yield from choreography.move_thing(self.scene, dealer, self._discard_pile, self._deck_pile.pose, duration_s=0.7)
        self._deck, self._discards = self._discards, []
        self._chooser.shuffle(self._deck)
        self._burn()
        self._discard_pile.pose = home
        self._count_piles()
        yield from wait(self._chooser.uniform(0.8, 1.6))
        self._push(act, self._press(Button.GREEN))
        yield from self._pause()

    # -- mistakes ----------------------------------------------------------------------------------------------------

    def _due(self, kind: MistakeKind | None = None) -> Mistake | None:
        """The mistake to be made now; of cards not cleared only when asked for."""
        for mistake in self._mistakes:
            fits = mistake.kind is kind if kind else mistake.kind is not MistakeKind.NOT_CLEARED
            if fits and len(self.truth) >= mistake.at_act:
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

    def _may_stick(self, player: str) -> bool:
        """Whether two cards for one player can't be two acts in a row."""
        game = self.game.copy()
        verb = game.expects.options[0].verb
        if len(self._deck) < 2 or self._ends_the_round(Act(verb, player, (self._deck[-1],))):
            return False
        game.push(Act(verb, player, (self._deck[-1],)))
        return player not in {option.player for option in game.expects.options} and self._deck[-2] != self._deck[-1]

    def _told_or_tired(self) -> Action:
        """Wait until the table is told what is wrong, or until it sees for itself."""
        self._told = False
        until_s = self.scene.time_s + PATIENCE_S
        while not self._told and self.scene.time_s < until_s:
            yield from wait(HOLD_STEP_S)
        yield from wait(REACTION_S)

    def _note(self, mistake: Mistake, act: Act, seen_s: float) -> None:
        told = "told" if self._told else "timeout"
        self.mishaps.append(Mishap(mistake, act, seen_s, self.scene.time_s, told))

    def _to_the_wrong_seat(self, mistake: Mistake, act: Act, wrong: str) -> Action:
        self._mistakes.remove(mistake)
        place = Place(Area.STACK, self.seats[wrong])
        yield from self._deal_to(self.scene.place_point(place, self._laid[wrong], self._rng), act.cards[0])
        card, seen_s = self._last_card(), self._rest_s
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
        first, second = self._deck.pop(), self._deck.pop()
        pose = self._stack_pose(player)
        action = choreography.deal_two(self.scene, dealer, self._deck_pile, (first, second), pose)
        yield from self._until_rest(action)
        self._count_piles()
        upper = self._last_card()
        lower = max((card for card in self.scene.cards() if card is not upper), key=lambda card: card.id)
        seen_s = self._rest_s
        yield from self._told_or_tired()
        yield from choreography.put_back(self.scene, dealer, upper, self._deck_pile)
        self._deck.append(second)
        self._count_piles()
        self._stacks[player].append(lower)
        self._push(act, seen_s)
        self._note(mistake, act, seen_s)

    def _taken_back(self, mistake: Mistake, act: Act) -> Action:
        """The card lies long enough to be called, then goes under the draw pile; the table says that it was so."""
        self._mistakes.remove(mistake)
        yield from self._deal_to(self._stack_pose(act.player or ""), act.cards[0])
        card = self._last_card()
        self._laid[act.player or ""] -= 1
        yield from wait(self._chooser.uniform(2.5, 3.5))
        yield from choreography.put_back(self.scene, self.seats[self._dealer], card, self._deck_pile)
        self._deck.insert(0, card.rank)
        self._count_piles()
        seen_s = self.scene.time_s
        yield from self._told_or_tired()
        if self._told:
            self._press(Button.GREEN)
        self._note(mistake, act, seen_s)
        yield from self._pause()

    def _not_cleared(self, mistake: Mistake) -> Action:
        """The next round's first card falls among the old cards; then these are gathered."""
        self._mistakes.remove(mistake)
        yield from self._pause()
        player = self.game.expects.options[0].player or ""
        act = Act("deal", player, (self._deck[-1],))
        yield from self._deal(act)
        card, seen_s = self._stacks[player][-1], self._rest_s
        yield from self._told_or_tired()
        yield from self._gather(spared=[card])
        self._note(mistake, act, seen_s)
