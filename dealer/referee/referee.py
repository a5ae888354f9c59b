"""The referee: explains what lies on the table by acts that the game expects, or says what is wrong and what mends it.

Pure: no camera, no clock of its own (times come in views). Whatever changes the game goes through here, so that
sightings stay bound to the acts that they showed: views (``consider``), acts told by hand (``say``), answers, undo and
correction. People deal on while a question is open: what was seen meanwhile is considered once it is answered
(``missed``).
"""

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from dealer.complaints.order import judge
from dealer.complaints.stuck import one_by_one
from dealer.complaints.vanished import Vanished
from dealer.errors import IllegalAct, InputError
from dealer.game.driver import Game
from dealer.referee.open_question import OpenQuestion
from dealer.referee.pitching import Pitching
from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.rules.events import Event
from dealer.search.columns import columns
from dealer.search.covers import CoverWatch
from dealer.search.decision import Decision, decide
from dealer.search.earlier import EarlierActs
from dealer.search.explanation import Explanation, explanations
from dealer.search.laid_hands import LaidHands
from dealer.search.objections import Objections
from dealer.search.told import is_part, question_of
from dealer.seen.association import Bindings
from dealer.seen.clues import GHOST_MM, backs_in_the_middle, found_twice
from dealer.seen.doubtful import Doubt, doubtful
from dealer.seen.layout import Ground, Key, Layout, replayed
from dealer.seen.leftovers import Leftovers, TableBefore
from dealer.seen.patience import FIRST_LOOK_S, GONE_S, READ_S
from dealer.seen.scene import Scene
from dealer.seen.second_finds import SecondFinds, is_due
from dealer.seen.soft_places import SoftPlaces
from dealer.seen.turned_up import Turned
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import (
    Accepted,
    Answer,
    Ask,
    Cause,
    Choice,
    Irregular,
    Nothing,
    Reason,
    Refused,
    Replaced,
    TakeBack,
    Verdict,
    Wait,
)
from dealer.view import BEARABLE, TABLE, Area, Face, Place, Sighting, TableView

BY_HAND = "lost"
"""The trouble of a table that nobody looks at: people say what happens."""

MOST_UNDONE = 8
"""A correction undoes no more moves than this, a whole deal to a table of eight: nobody could say what they were."""

MOST_ACCEPTED = 3
"""Acts accepted from one view; the next view gives the next ones."""


class Referee:
    """Watches one game. ``seats`` gives the player at each seat coaster, ``before`` how the table was before it.

    Built from a game in progress and shown what lies there, it takes for old news whatever the state explains.
    """

    def __init__(self, game: Game, seats: Mapping[int, str], before: TableBefore | None = None) -> None:
        unknown = sorted(set(seats.values()) - set(game.header.players))
        if unknown or len(set(seats.values())) != len(seats):
            raise InputError(
                f"The seats are {dict(seats)}; expected each of {', '.join(game.header.players)} at most once."
            )
        self._game = game
        self._seats = dict(seats)
        self._ground = Ground(game.header.variant, {player: seat for seat, player in seats.items()})
        self._layout = replayed(game, self._ground)
        self._bindings = Bindings(cleared=False, starting=bool(game.acts))
        # Of a game that goes on, what lies there is explained by its acts.
        before = before or TableBefore()
        self._taken_up = before.gone if game.acts else frozenset()
        left = tuple(card for card in self._layout.left if card.key not in self._taken_up)
        self._layout = replace(self._layout, left=left)
        self._leftovers = Leftovers(TableBefore(float("-inf"), cards=before.cards) if game.acts else before)
        self._complaints = Complaints()
        self._vanished = Vanished()
        self._objections = Objections()
        self._earlier = EarlierActs()
        self._turned = Turned()
        self._cover = CoverWatch()
        self._second_finds = SecondFinds()
        self._pitching = Pitching()
        self._hands = LaidHands()
        self._gone: frozenset[Key] = frozenset()
        self._soft = SoftPlaces()
        self._fold_seen: tuple[int, Layout] | None = None
        self._put_back_since_s: float | None = None
        self._verdict: Verdict = Nothing()
        self._told: Ask | None = None
        """The question that a person opened: it stays until it is answered, or something happens."""
        self._view: TableView | None = None
        self._whole_view: TableView | None = None
        """The last view with what lay there before the game."""
        self._turn_since_s = float("-inf")
        self._first_look_until_s = float("inf")
        self._open: OpenQuestion | None = None
        self._missed: list[TableView] = []
        self._known_until_s = float("-inf")
        """What was seen until then is considered late."""
        self._said_s = float("-inf")
        """When people said what is taken in now, though it happened before what was seen since."""
        self._reached: frozenset[Place] = frozenset()

    @property
    def game(self) -> Game:
        """The game as it stands; change it through the referee only."""
        return self._game

    @property
    def verdict(self) -> Verdict:
        """The last verdict."""
        return self._verdict

    @property
    def called(self) -> frozenset[int]:
        """The ids of the sightings that are cards of the game already."""
        return frozenset(self._bindings.bound)

    def consider(self, view: TableView) -> Verdict:
        """What ``view`` says about the game. Accepted acts are in the game when this returns."""
        whole, view = view, self._placed(view)
        self._complaints.late = view.time_s < self._known_until_s
        self._reached |= view.hidden
        if self._turn_since_s == float("-inf"):
            self._turn_since_s = view.time_s
            self._first_look_until_s = view.time_s + FIRST_LOOK_S
        if view.hidden.isdisjoint(self._places()):
            self._first_look_until_s = float("-inf")
        left = () if self._game.acts else self._leftovers.to_clear(whole, self._places())
        verdict = self._after_told(self._considered(view, left))
        self._verdict = self._while_open(verdict, whole)
        return self._verdict

    def _while_open(self, verdict: Verdict, view: TableView) -> Verdict:
        """The question that nobody has answered yet; else ``verdict``, which may be one that opens."""
        open_ = self._open
        if open_ is not None and open_.goes_on(verdict, view):
            open_.keep(view)
            if isinstance(verdict, Accepted):  # what came later does not count before what came first is known
                self.__dict__.update(copy.deepcopy(open_.before), _open=open_)
            if not isinstance(verdict, Wait) and verdict is not self._told:
                return open_.first if open_.dealt_on() or isinstance(verdict, Nothing) else verdict
            return verdict
        self._open = None
        if isinstance(verdict, Ask | Irregular) and verdict is not self._told:
            self._open = OpenQuestion(verdict, copy.deepcopy(self.__dict__), view)
        return verdict

    def _back_to_question(self) -> None:
        """Somebody says what happened while a question is open: it happened before all that was seen since."""
        if self._open is not None:
            missed = [self._open.seen, *self._open.views]
            self.__dict__.update(self._open.before)
            self._open, self._missed = None, missed
            self._said_s = missed[-1].time_s if missed else self._said_s

    def missed(self) -> list[TableView]:
        """What was seen while the question was open that has just been answered: to be considered now, in order."""
        missed, self._missed = self._missed, []
        self._known_until_s = missed[-1].time_s if missed else float("-inf")
        return missed

    def _placed(self, whole: TableView) -> TableView:
        """The view without what lay there before the game, each card in the place in which it lies."""
        view = self._leftovers.without(whole, self._bindings.bound)
        view = self._objections.look(view, self._bindings.bound, self._turn_since_s)
        view = self._soft.look(view, self._game, self._layout, self._bindings, self._ground)
        self._whole_view, self._view = whole, view
        return view

    def _after_told(self, verdict: Verdict) -> Verdict:
        """The question that a person opened, unless ``verdict`` tells more; of a hand, or of a card that was another,
        whatever is amiss meanwhile."""
        if self._told is None:
            return verdict
        stays = self._told.question.cause in (Cause.TOLD_HAND, Cause.LATER)
        if not isinstance(verdict, Nothing | Wait) and not (stays and isinstance(verdict, Ask | Irregular)):
            self._told = None
        return self._told or verdict

    def _considered_again(self) -> Verdict:
        """What the last view says now."""
        return self.consider(self._whole_view) if self._whole_view is not None else Nothing()

    def _considered(self, view: TableView, leftovers: tuple[Sighting, ...]) -> Verdict:
        if view.trouble == BY_HAND:
            return Nothing()
        if view.trouble and view.trouble not in BEARABLE:
            return self._complaints.wait(Reason(Cause.TROUBLE, code=view.trouble), view.time_s)
        places = self._places()
        clues = self._bindings.look(view, self._layout, self._points(), places, self._down_cards())
        acts = len(self._game.acts)
        clues = replace(
            clues,
            leftovers=leftovers,
            latest=self._bindings.latest(acts),
            called=self._bindings.called(self._layout),
            turned=self._turned.look(view.sightings, view.time_s),
        )
        twins = self._bindings.twins(clues.fresh)
        unread = self._bindings.unread(self._layout, clues.lying)
        clues = found_twice(clues, twins, self._layout, acts - 1, unread, self._is_due)
        clues = self._second_finds.look(clues, self._layout, self._game, self._ground)
        if "pitch" in self._game.expects.verbs:
            clues = backs_in_the_middle(clues, (s for s in view.sightings if s.id not in self._bindings.bound))
        self._complaints.note(clues, view.time_s)
        self._gone = frozenset(card.key for card in clues.missing)
        scene = Scene(
            view,
            clues,
            self._game,
            self._layout,
            self._seats,
            self._ground,
            places,
            self._turn_since_s,
            self._reached,
            starting=self._bindings.starting,
            is_first_look=view.time_s < self._first_look_until_s,
        )
        if self._game.state.over:
            return self._earlier.told_otherwise(scene, self._bindings, self._complaints) or Nothing()
        verdict = (
            self._put_back(view)
            or self._vanished.judge(self._complaints, scene)
            or self._earlier.told_otherwise(scene, self._bindings, self._complaints)
            or self._explained(scene)
            or self._dealt_on(scene)
            or self._whose(scene)
            or self._earlier.judge(scene, self._bindings, self._complaints)
            or judge(self._complaints, scene)
            or self._covered(view)
            or self._pitched(scene)
            or self._vanished.taken_back(self._complaints, scene)
            or self._complaints.rest(scene)
        )
        self._vanished.note(verdict, scene)
        self._objections.note(verdict, self._bindings.bound)
        return verdict

    def _is_due(self, place: Place) -> bool:
        return is_due(place, self._game, self._ground)

    def _explained(self, scene: Scene) -> Verdict | None:
        """The acts that explain the clues, or the question which of several do; None where none do."""
        decision = self._decided(scene)
        return self._accept(decision, scene.view) if isinstance(decision, Explanation) else decision

    def _dealt_on(self, scene: Scene) -> Verdict | None:
        """The acts of people who heard that cards are gone and deal on: these count as if they lay there.

        Not where most are gone: they were gathered, and it is another round. A card of a rank that is gone may have
        been carried.
        """
        open_, gone, live = self._open, scene.clues.missing, scene.layout.live
        if open_ is None or not _is_of_gone(open_.first) or 2 * len(gone) >= len(live):
            return None
        decision = self._decided(replace(scene, clues=replace(scene.clues, missing=())))
        if not isinstance(decision, Explanation):
            return None
        cards = [card for step in decision.steps for card in step.sightings]
        carried = {card.rank for card in cards} & {card.rank for card in gone}
        if carried or not any(card.rest_s > open_.seen.time_s for card in cards):
            return None
        self._bindings.excused.update(card.key for card in gone)
        return self._accept(decision, scene.view)

    def _decided(self, scene: Scene) -> Decision:
        """The explanation of the clues that counts, the verdict until one does, or None where nothing is explained."""
        clues, view = scene.clues, scene.view
        lines = None
        if self._ground.has_columns:
            lines = columns(self._game, self._layout, clues.lying, view, self._ground)
        found = explanations(self._game, self._layout, clues, self._ground, lines)
        decision = decide(found, scene, self._complaints, self._hands)
        if isinstance(decision, Explanation):
            decision = one_by_one(decision, scene)
        if isinstance(decision, Explanation):
            decision = self._objections.cleared(decision, scene, self._complaints)
        if isinstance(decision, Explanation):
            decision = self._earlier.cleared(decision, scene, self._bindings, self._complaints)
        return decision

    def _whose(self, scene: Scene) -> Verdict | None:
        """The question whose a card is that lies between two places, before the next one buries it."""
        if self._soft.open is None:
            return None
        sighting, acts = self._soft.open.sighting, self._soft.open.acts[:2]
        if scene.view.time_s - sighting.rest_s < READ_S:
            return self._complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
        owners = [self._ground.owner_of(act) for act in acts]
        question = Reason(Cause.WHOSE, owners[0], sighting.rank, owners[-1], len(acts), (scene.spot(sighting),))
        choices = tuple(Choice(Answer.ACTS, (act,), sightings=(sighting.id,)) for act in acts)
        return Ask(question, (*choices, Choice(Answer.IGNORE, sightings=(sighting.id,))))

    def _covered(self, view: TableView) -> Verdict | None:
        """The fold of a player who covers his own coaster: the question, or the act once it counts."""
        found = self._cover.watch(view, self._game, self._ground.seat_of, turn_since_s=self._turn_since_s)
        return self._accept_told(found, by_hand=False) if isinstance(found, tuple) else found

    def _pitched(self, scene: Scene) -> Verdict | None:
        """A card pitched face down into the middle: the question, or the act once it counts."""
        found = self._pitching.judge(scene, self._complaints)
        return self._accept_told(found.acts, by_hand=False) if isinstance(found, Choice) else found

    def _put_back(self, view: TableView) -> Verdict | None:
        """After a fold that was seen: all cards lie again as before it."""
        if self._fold_seen is None or self._fold_seen[0] != len(self._game.acts):
            return None
        lying = {(s.place, self._bindings.effective(s).rank) for s in view.sightings if s.visible and s.face is Face.UP}
        taker = self._bindings.takers.get(len(self._game.acts) - 1)
        kept = taker is not None and any((s.id, s.place) == (taker.id, taker.place) for s in view.sightings)
        if kept or not all((card.place, card.rank) in lying for card in self._fold_seen[1].live):
            self._put_back_since_s = None
            return None
        if self._put_back_since_s is None:
            self._put_back_since_s = view.time_s
        if view.time_s - self._put_back_since_s < GONE_S:
            return self._complaints.wait(Reason(Cause.SETTLING), view.time_s)
        last = self._game.acts[-1:]
        question = TakeBack(last, (), (Choice(Answer.TAKE_BACK, last), Choice(Answer.NONE)))
        return None if self._complaints.stands(question) else question

    def _points(self) -> dict[int, tuple[int, ...]]:
        """The cards that each seat keeps for points."""
        players = {player.name: player.points for player in self._game.state.players}
        return {seat: players[name] for seat, name in self._seats.items()}

    def _places(self) -> frozenset[Place]:
        """Where cards in play lie or may come to lie now: the stack places, and the middle where the game uses it."""
        options = self._game.expects.options
        middle = bool(self._game.state.table) and not self._ground.rules.heaps_common_cards
        middle = middle or any(option.verb == "pitch" or self._ground.lands_at(option, TABLE) for option in options)
        stacks = frozenset(Place(Area.STACK, seat) for seat in self._seats)
        return stacks | {TABLE} if middle else stacks

    def _down_cards(self) -> dict[int, int]:
        """How many face-down cards lie in the stack place of each seat, in games in which they do."""
        if not self._ground.keeps_down_cards:
            return {}
        numbers = dict(zip(self._game.header.players, self._game.hidden, strict=True))
        return {seat: numbers[name] for seat, name in self._seats.items()}

    def _accept(self, explanation: Explanation, view: TableView) -> Accepted:
        """Put the first acts of ``explanation`` into the game and bind what showed them."""
        steps = explanation.steps[:MOST_ACCEPTED]
        events = tuple(self._push(step.act, step.sightings, view.time_s) for step in steps)
        return Accepted(tuple(step.act for step in steps), events, tuple(step.sighting for step in steps))

    def _accept_told(
        self, acts: tuple[Act, ...], sightings: Sequence[int | None] = (), *, by_hand: bool = True
    ) -> Verdict:
        """Put acts into the game that a person said or confirmed; ``sightings`` show them, card by card, in order, None
        a card that nobody sees."""
        seen = {sighting.id: sighting for sighting in self._view.sightings} if self._view else {}
        trial = self._game.copy()
        try:
            for act in acts:
                trial.push(act)
        except IllegalAct as error:
            return Refused("; ".join(str(act) for act in acts), str(error))
        time_s = self._view.time_s if self._view else 0.0
        ids, cards, events = list(sightings), [], []
        for act in acts:
            number = len(act.cards) if self._ground.landings(act) else 1
            shown = tuple(None if each is None else seen.get(each) for each in ids[:number])
            ids = ids[number:]
            events.append(self._push(act, shown, time_s))
            cards.append(shown[0] if shown else None)
            misread = ((s.id, rank) for s, rank in zip(shown, act.cards, strict=False) if s and _off(s, rank) > 1)
            self._bindings.told.update(misread if by_hand else ())
        return Accepted(acts, tuple(events), tuple(cards), told=by_hand)

    def _push(self, act: Act, sightings: Sequence[Sighting | None], time_s: float) -> tuple[Event, ...]:
        """Push one act into the game: every way in ends here."""
        events = self._game.push(act)
        index = len(self._game.acts) - 1
        before = self._layout
        self._layout = before.after(act, index, self._game.state, self._ground, self._gone)
        if self._ground.landings(act):
            for number, sighting in zip_longest(range(len(act.cards)), sightings):
                if sighting is not None:
                    self._show((index, number), sighting, time_s)
                    continue
                self._bindings.excused.add((index, number))
                self._bindings.named_s[index, number] = max(time_s, self._said_s)
        elif act.verb == "fold" and sightings and sightings[0]:  # a card that was taken: which one, by rank and owner
            taken = next(
                (card.key for card in before.live if (card.rank,) == act.cards and card.player == act.other), None
            )
            key = self._bindings.bound.get(sightings[0].id) or taken
            if key is not None:
                others = (n for n, bound in self._bindings.bound.items() if bound == key and n != sightings[0].id)
                self._bindings.ignored |= dict.fromkeys(others)  # it seems to lie where it lay
                self._show(key, sightings[0], time_s)
                self._bindings.takers[index] = sightings[0]
                self._fold_seen = (len(self._game.acts), before)
        if not before.empty and self._layout.empty:
            self._bindings.cleared = False
        self._changed(time_s)
        return events

    def _show(self, key: Key, sighting: Sighting, time_s: float) -> None:
        """A sighting is that card from now on; where it lies wrong, that was let stand."""
        self._bindings.bind(key, sighting, time_s)
        self._bindings.readings.setdefault(key, sighting)
        card = next((card for card in self._layout.live if card.key == key), None)
        if card is not None and not card.may_lie(sighting.place):
            self._bindings.excused.add(key)

    def _changed(self, time_s: float) -> None:
        """The game is another now: complaints and questions start anew."""
        self._turn_since_s = time_s
        self._reached = frozenset()
        self._told = None
        self._complaints.forget()
        self._vanished.forget()
        self._cover.forget()
        self._hands.forget()
        self._bindings.settle()
        if self._view is not None:
            self._bindings.down_cards.settle(self._view, self._down_cards())

    # What people say

    def say(self, act: Act) -> Verdict:
        """An act told by hand. A loose card that lies where it belongs, and may be the one meant, is bound to it."""
        first = self._open.first if self._open is not None else None
        self._back_to_question()
        if isinstance(first, Irregular) and first.otherwise is not None and first.otherwise.acts[:1] == (act,):
            self._objections.withdraw(first)
        gone = self._gone if _is_of_gone(first) else frozenset()
        self._verdict = self._accept_told((act,), self._meant(act))
        if isinstance(self._verdict, Accepted):  # who tells what came next, and nothing of what is gone, lets it stand
            self._bindings.excused.update(card.key for card in self._layout.live if card.key in gone)
        return self._verdict

    def _meant(self, act: Act) -> list[int | None]:
        """The loose cards that an act told by hand may mean, card by card, None where there is none: those that show
        its ranks, else those that nobody read, the one that came last first. Where as many lie there as a hand has, the
        others are its cards too, read wrongly. What is a called card, found a second time, is none."""
        places = self._ground.landings(act)
        self._refute_supposed(act, places)
        known = (self._bindings.bound, self._bindings.ignored, self._bindings.ghosts_s)
        loose = [
            self._bindings.effective(sighting)
            for sighting in (self._view.sightings if self._view else ())
            if sighting.place in places and not any(sighting.id in ids for ids in known)
        ]
        loose.sort(key=lambda sighting: -sighting.rest_s)
        meant: list[int | None] = [None] * len(act.cards)
        for worst in range(2 + (1 < len(act.cards) == len(loose))):
            for number, rank in enumerate(act.cards):
                fits = (s.id for s in loose if s.id not in meant and s.face is Face.UP and _off(s, rank) <= worst)
                meant[number] = next(fits, None) if meant[number] is None else meant[number]
        return meant

    def _refute_supposed(self, act: Act, places: tuple[Place, ...]) -> None:
        """Where somebody tells of a card as new that was supposed to be of a round before, none of those is."""
        supposed = self._bindings.supposed
        like = [card for card in self._layout.left if card.key in supposed and card.place in places]
        if any(card.rank in act.cards for card in like):
            self._taken_up |= supposed
            left = tuple(card for card in self._layout.left if card.key not in supposed)
            self._layout = replace(self._layout, left=left)
            self._bindings.forget_supposed()

    def ask_card(self, act: Act) -> Verdict:
        """A person says that a card came (``act`` without its card): asks which rank.

        Of a hand of several cards ``act`` holds those that were told already; it is asked card by card.
        """
        self._told = question_of(self._game, act, self._seats)
        self._verdict = self._told or Refused(str(act), self._game.expects.refusal(act))
        return self._verdict

    def answer(self, choice: Choice) -> Verdict:
        """A person chose one of the choices of the last verdict, or its remedy."""
        asked, told = self._verdict, self._told
        if told is not None or (self._open is not None and self._open.offers(choice)):
            self._back_to_question()
        self._open = self._told = None
        self._vanished.answered(asked, choice)
        self._verdict = self._answered(choice, asked)
        return self._verdict

    def _answered(self, choice: Choice, asked: Verdict) -> Verdict:
        match choice.answer:
            case Answer.TOLD if is_part(self._game, choice.acts[0]):
                return self.ask_card(choice.acts[0])
            case Answer.TOLD if isinstance(asked, Ask) and asked.question.cause in (Cause.TOLD_CARD, Cause.TOLD_HAND):
                return self._accept_told(choice.acts, self._meant(choice.acts[0]))
            case Answer.ACTS if isinstance(asked, Ask) and asked.question.cause is Cause.WHOSE and self._whole_view:
                self._soft.answered(choice.acts[0], self._ground)
                self._placed(self._whole_view)
                return self._accept_told(choice.acts, choice.sightings)
            case Answer.ACTS | Answer.TOLD:
                return self._accept_told(choice.acts, choice.sightings)
            case Answer.TAKE_BACK if choice.acts:
                return self.undo(len(choice.acts))
            case Answer.RANK:
                assert choice.rank is not None
                verdict = self.correct(choice.sightings[0], choice.rank)
                if isinstance(verdict, Refused):
                    self._complaints.dismiss(asked)
                return verdict
            case Answer.IGNORE:
                self._bindings.ignored |= dict.fromkeys(choice.sightings)
                self._leftovers.let_lie(choice.sightings)
            case Answer.LET_STAND if choice.acts:
                return self._accept_told(choice.acts, choice.sightings)
            case Answer.LET_STAND if choice.rank is not None:
                self._bindings.told.update(dict.fromkeys(choice.sightings, choice.rank))
            case Answer.LET_STAND:
                self._bindings.excused.update(self._complaints.complained)
            case Answer.KEEP:
                return self._keep(choice)
            case Answer.CORRECT:
                return self._correct_all(choice)
            case Answer.TAKE_BACK:
                pass  # of a card that nobody named: no act need be undone
            case Answer.NONE:
                self._complaints.dismiss(asked)
                self._cover.refuse()
        return self._considered_again()

    def _keep(self, choice: Choice) -> Verdict:
        """Of two cards that came at once one stays; if the other was called, its act is replaced."""
        kept, other = choice.sightings
        key = self._bindings.bound.get(other)
        verdict = self._accept_told(choice.acts, (kept,)) if key is None else self.correct_act(key[0], choice.acts[0])
        if isinstance(verdict, Refused) or self._view is None:
            return verdict
        seen = {sighting.id: sighting for sighting in self._view.sightings}
        if key is not None and kept in seen:
            self._bindings.readings.pop(key, None)
            self._show(key, seen[kept], self._view.time_s)
        if other in seen:
            self._bindings.aside[other] = seen[other]
        return verdict

    def undo(self, count: int = 1) -> Verdict:
        """Take the last acts back. Cards that still lie there are set aside until they are moved or asked about."""
        self._open = None
        count = min(count, len(self._game.acts))
        if count == 0:
            self._verdict = Refused("undo", "There is nothing to undo: the game has just begun.")
            return self._verdict
        gone = tuple(reversed([self._game.pop() for _ in range(count)]))
        self._rebuilt(len(self._game.acts))
        self._verdict = Replaced(len(self._game.acts), gone, ())
        return self._verdict

    def correct(self, sighting_id: int, rank: int) -> Verdict:
        """A person says what a sighting shows: its act is replaced, or the card counts as that rank from now on."""
        if rank not in RANKS:
            raise InputError(f"{rank} came as a rank; expected one of {RANKS[0]} to {RANKS[-1]}.")
        self._back_to_question()
        if self.is_leftover(sighting_id):
            self._verdict = Refused(str(rank), "This card lay there before the game. Take it up first.")
            return self._verdict
        key = self._bindings.bound.get(sighting_id)
        if key is not None:
            act = self._game.acts[key[0]]
            if act.cards[key[1]] == rank:  # as it was called: confirmed
                self._bindings.told[sighting_id] = rank
                self._told = None
                return self._considered_again()
            return self.correct_call(key, rank)
        self._bindings.told[sighting_id] = rank
        self._bindings.aside.pop(sighting_id, None)
        self._verdict = self._considered_again()
        return self._verdict

    def correct_call(self, key: Key, rank: int) -> Verdict:
        """A person says which card that was, whether it was seen or told."""
        seen = [sighting for sighting, bound in self._bindings.bound.items() if bound == key]
        verdict = self.correct_act(key[0], self._game.acts[key[0]].with_card(key[1], rank))
        if isinstance(verdict, Replaced):
            self._bindings.told.update(dict.fromkeys(seen, rank))
        if isinstance(verdict, Refused) and (asked := self._without_later_acts(key, rank, seen)) is not None:
            self._verdict = self._told = asked
        return self._verdict

    def _without_later_acts(self, key: Key, rank: int, seen: Sequence[int]) -> Ask | None:
        """The question whether the last acts did not happen, which cannot have been if it was this card; None where it
        cannot be this card anyway."""
        (index, number), acts = key, self._game.acts
        act, was = acts[index].with_card(number, rank), acts[index].cards[number]
        for kept in range(len(acts) - 1, max(index, len(acts) - MOST_UNDONE - 1), -1):
            try:
                Game(self._game.header, (*acts[:index], act, *acts[index + 1 : kept]))
            except IllegalAct:
                continue
            at = (index, *range(kept, len(acts)))
            question = Reason(Cause.LATER, act.player, was, amount=len(acts) - kept)
            so = Choice(Answer.CORRECT, (act,), rank=rank, sightings=tuple(seen), at=at)
            return Ask(question, (so, Choice(Answer.LET_STAND, rank=was, sightings=tuple(seen))))
        return None

    def may_be(self, key: Key, rank: int) -> bool:
        """Whether the rules allow that it was this card, if need be without some of the last acts."""
        try:
            self._game.corrected(key[0], self._game.acts[key[0]].with_card(key[1], rank))
        except IllegalAct:
            return self._without_later_acts(key, rank, ()) is not None
        return True

    def correct_act(self, index: int, act: Act) -> Verdict:
        """Replace the act at ``index``; refused, naming it, where a later act becomes impossible."""
        self._open = None
        if not 0 <= index < len(self._game.acts):
            raise InputError(f"Act {index} came; expected 0 to {len(self._game.acts) - 1}.")
        before = self._game.acts
        try:
            self._game = corrected = self._game.corrected(index, act)
        except IllegalAct as error:
            self._verdict = Refused(str(act), str(error), correction=True)
            return self._verdict
        self._rebuilt(len(corrected.acts))
        self._verdict = Replaced(index, before[index:], corrected.acts[index:])
        return self._verdict

    def _correct_all(self, choice: Choice) -> Verdict:
        """Some earlier acts were others, and the last ones fell, if so. Cards that nobody named are sought anew."""
        before, first, fallen = self._game.acts, choice.at[0], choice.at[len(choice.acts) :]
        acts = list(before[: fallen[0]] if fallen else before)
        for index, act in zip(choice.at, choice.acts, strict=False):
            acts[index] = act
        try:
            self._game = Game(self._game.header, acts)
        except IllegalAct as error:
            return Refused("; ".join(map(str, choice.acts)), str(error), correction=True)
        if choice.rank is None:
            self._bindings.forget_acts(choice.at)
        else:
            self._bindings.told.update(dict.fromkeys(choice.sightings, choice.rank))
        self._rebuilt(len(acts))
        return Replaced(first, before[first:], tuple(acts[first:]))

    def _rebuilt(self, length: int) -> None:
        """The acts were changed: lay the cards out again; those of acts from ``length`` on are set aside."""
        self._layout = replayed(self._game, self._ground)
        self._taken_up = frozenset(key for key in self._taken_up if key[0] < length)
        self._bindings.forget_after(length)
        if not self._layout.empty:
            self._bindings.cleared = True
        self._changed(self._view.time_s if self._view else self._turn_since_s)

    def doubtful(self) -> tuple[Doubt, ...]:
        """The recently called cards that nobody confirmed, the most doubtful reading first."""
        return doubtful(self._bindings, self._game.acts)

    def no_cards_of_the_game(self) -> tuple[Sighting, ...]:
        """What lies there and is none: it lay there before, or people said so; but no second find of one that is."""
        sightings = self._whole_view.sightings if self._whole_view is not None else ()
        cards = [sighting for sighting in sightings if sighting.id in self._bindings.bound]
        others = (s for s in sightings if s.id in self._leftovers or s.id in self._bindings.ignored)
        return tuple(one for one in others if all(one.away_mm(card) > GHOST_MM for card in cards))

    def cards_gone(self) -> frozenset[Key]:
        """The cards out of play that were taken up: where one of the rank lies there later, it is another."""
        if self._view is None:
            return self._taken_up
        time_s, left = self._view.time_s, self._layout.left
        return self._taken_up | {card.key for card in left if self._bindings.was_taken_up(card.key, time_s)}

    def is_leftover(self, sighting: int) -> bool:
        """Whether a sighting is no card of the game: it lay there before."""
        return sighting in self._leftovers

    def lays(self, act: Act) -> bool:
        """Whether ``act`` lays a card where it can be seen."""
        return bool(self._ground.landings(act))

    def ranks(self) -> dict[int, int]:
        """What each sighting counts as, where it is a card of the game: as it was called, or corrected."""
        acts = self._game.acts
        return {
            number: acts[index].cards[card]
            for number, (index, card) in self._bindings.bound.items()
            if index < len(acts) and card < len(acts[index].cards)
        }

    def may_come(self) -> Mapping[int, int]:
        """How many copies of each rank may come to lie somewhere: what nobody has seen, and cards in play that have
        been taken up."""
        taken_up = (card.rank for card in self._layout.live if card.key in self._gone)
        return Counter(self._game.possible_ranks) + Counter(taken_up)

    @property
    def is_open(self) -> bool:
        """Whether all cards of the game lie face up."""
        return self._ground.is_open

    def spots(self) -> dict[int, int]:
        """Which act each sighting on the table showed: sighting id to act index."""
        return {number: key[0] for number, key in self._bindings.bound.items()}


def _is_of_gone(complaint: Verdict | None) -> bool:
    """Whether people hear that a card is gone, and nobody knows where."""
    return isinstance(complaint, Irregular) and complaint.why.cause is Cause.GONE


def _off(sighting: Sighting, rank: int) -> int:
    """How far a sighting is from showing ``rank``: 1 where nothing is read, 2 where another rank is."""
    return 0 if sighting.rank == rank else 1 if sighting.rank is None else 2
