"""The referee: explains what lies on the table by acts that the game expects, or says what is wrong and what mends it.

Pure: no camera, no clock of its own (times come in views). Whatever changes the game goes through here, so that
sightings stay bound to the acts that they showed: views (``consider``), acts told by hand (``say``), answers, undo and
correction.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dealer.acts import Act
from dealer.cards import RANKS
from dealer.complaints import READ_PATIENCE_S, TAKE_BACK_PATIENCE_S, Complaints
from dealer.cover import CoverWatch
from dealer.doubts import Doubt, doubtful
from dealer.errors import IllegalAct, InputError
from dealer.events import Event
from dealer.evidence import Bindings, Clues, together
from dealer.expect import Needs
from dealer.explanation import Explanation, explanations
from dealer.game import Game
from dealer.layout import Key, Laid, Layout, landing, replayed
from dealer.scene import Scene
from dealer.verdicts import (
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
)
from dealer.view import TABLE, Area, Face, Place, Sighting, TableView

BLINDING = frozenset({"stalled", "lost", "moved", "no-coasters"})
"""Troubles in which nothing that is seen counts. In bad light or too far away a card that was read for certain still
does, and one that was not is asked about."""

MOST_ACCEPTED = 3
"""Acts accepted from one view; the next view gives the next ones."""

OUT_OF_ORDER_PATIENCE_S = 3.0
"""A card dealt out of order waits this long for the one due before it, which may be in the air or unread."""


JUST_NOW_S = 3.0
"""Cards that came to rest no longer than this before a new game's first view may be its first ones."""


class Referee:
    """Watches one game. ``seats`` gives the player at each seat coaster.

    Built from a game in progress and shown what lies there, it takes for old news whatever the state explains.
    """

    def __init__(self, game: Game, seats: Mapping[int, str]) -> None:
        unknown = sorted(set(seats.values()) - set(game.header.players))
        if unknown or len(set(seats.values())) != len(seats):
            raise InputError(
                f"The seats are {dict(seats)}; expected each of {', '.join(game.header.players)} at most once."
            )
        self._game = game
        self._seats = dict(seats)
        self._seat_of = {player: seat for seat, player in seats.items()}
        self._layout = replayed(game, self._seat_of)
        self._bindings = Bindings(cleared=False, starting=bool(game.acts))
        self._complaints = Complaints()
        self._cover = CoverWatch()
        self._fold_seen: tuple[int, Layout] | None = None
        self._put_back_since_s: float | None = None
        self._verdict: Verdict = Nothing()
        self._view: TableView | None = None
        self._turn_since_s = float("-inf")

    @property
    def game(self) -> Game:
        """The game as it stands; change it through the referee only."""
        return self._game

    @property
    def verdict(self) -> Verdict:
        """The last verdict."""
        return self._verdict

    def consider(self, view: TableView) -> Verdict:
        """What ``view`` says about the game. Accepted acts are in the game when this returns."""
        self._view = view
        if self._turn_since_s == float("-inf"):
            self._turn_since_s = view.time_s
            self._leave_what_lay_there(view)
        self._verdict = self._considered(view)
        return self._verdict

    def _leave_what_lay_there(self, view: TableView) -> None:
        """What lay in the stack places long before a new game began belongs to the game before: it is to be cleared."""
        if self._game.acts:
            return
        left = []
        for sighting in view.sightings:
            player = self._seats.get(sighting.place.seat)
            long_ago = sighting.rest_s < view.time_s - JUST_NOW_S
            if player is not None and sighting.place.area is Area.STACK and sighting.face is Face.UP and long_ago:
                card = Laid((-sighting.id, 0), sighting.rank or 0, sighting.place, player)
                self._bindings.bind(card.key, sighting, view.time_s)
                left.append(card)
        self._layout = Layout(left=tuple(left))

    def _considered(self, view: TableView) -> Verdict:
        if view.trouble in BLINDING:
            return self._complaints.wait(Reason(Cause.TROUBLE, code=view.trouble), view.time_s)
        if self._game.state.over:
            return Nothing()
        clues = self._bindings.look(view, self._layout, self._points(), self._middle())
        latest, twins = self._bindings.latest(len(self._game.acts)), self._bindings.twins(clues.fresh)
        clues = replace(clues, latest=latest, twins=twins)
        self._complaints.note(clues, view.time_s)
        if clues.suspect and clues.fresh and not clues.old:
            # Others are certainly new, so the deal goes on and these belong to it.
            together = sorted((*clues.fresh, *clues.suspect), key=lambda sighting: (sighting.rest_s, sighting.id))
            clues = replace(clues, fresh=tuple(together), suspect=())
        verdict = self._put_back(view)
        if verdict is None:
            found = explanations(self._game, self._layout, clues, self._seat_of)
            verdict = self._explained(found, clues, view)
        scene = Scene(
            view,
            clues,
            self._game,
            self._layout,
            self._seats,
            self._seat_of,
            self._turn_since_s,
            starting=self._bindings.starting,
        )
        return verdict or self._complaints.judge(scene) or self._covered(view) or self._complaints.rest(scene)

    def _covered(self, view: TableView) -> Verdict | None:
        """The fold of a player who covers his own coaster: the question, or the act once it counts."""
        found = self._cover.watch(view, self._game, self._seat_of, turn_since_s=self._turn_since_s)
        return self._accept_told(found, by_hand=False) if isinstance(found, tuple) else found

    def _put_back(self, view: TableView) -> Verdict | None:
        """After a fold that was seen: all cards lie again as before it."""
        if self._fold_seen is None or self._fold_seen[0] != len(self._game.acts):
            return None
        lying = {(s.place, self._bindings.effective(s).rank) for s in view.sightings if s.visible and s.face is Face.UP}
        if not all((card.place, card.rank) in lying for card in self._fold_seen[1].live):
            self._put_back_since_s = None
            return None
        if self._put_back_since_s is None:
            self._put_back_since_s = view.time_s
        if view.time_s - self._put_back_since_s < TAKE_BACK_PATIENCE_S:
            return self._complaints.wait(Reason(Cause.SETTLING), view.time_s)
        last = self._game.acts[-1:]
        question = TakeBack(last, (), (Choice(Answer.TAKE_BACK, last), Choice(Answer.NONE)))
        return None if self._complaints.stands(question) else question

    def _points(self) -> dict[int, tuple[int, ...]]:
        """The cards that each seat keeps for points."""
        players = {player.name: player.points for player in self._game.state.players}
        return {seat: players[name] for seat, name in self._seats.items()}

    def _middle(self) -> tuple[Place, ...]:
        """The middle, where a card may come to lie there now or lies there already."""
        if any(option.player == "table" for option in self._game.expects.options) or self._game.state.table:
            return (TABLE,)
        return ()

    def _explained(self, found: tuple[Explanation, ...], clues: Clues, view: TableView) -> Verdict | None:
        """The acts that explain the clues, or the question which of several do; None where none do."""
        covered = {card.rank for card in clues.covered}
        if any(sighting.rank in covered for sighting in clues.fresh):
            # A card of that rank is covered just now: it may have been carried here.
            return self._complaints.wait(Reason(Cause.HIDDEN), view.time_s)
        complete = [explanation for explanation in found if explanation.steps and explanation.complete(clues)]
        regular = [explanation for explanation in complete if explanation.regular]
        best = regular or complete
        doubtful = any(explanation.doubtful for explanation in best)
        if best and not doubtful and best[0].regular:
            return self._accept(best[0], view)
        if best and not doubtful and self._out_of_order_stands(best[0], view):
            return self._ask_skipped(best[0])
        partial = [explanation for explanation in found if explanation.steps and _stands_alone(explanation, clues)]
        if partial:
            return self._accept(max(partial, key=lambda explanation: len(explanation.steps)), view)
        if not best:
            return None
        ages = [self._complaints.age_s(step.sighting, view.time_s) for step in best[0].steps]
        if not doubtful or min(ages) < READ_PATIENCE_S:
            return self._complaints.wait(Reason(Cause.SETTLING), view.time_s)
        several = {explanation.acts: explanation for explanation in best}
        return self._ask_order(several.values()) if len(several) > 1 else None

    def _out_of_order_stands(self, explanation: Explanation, view: TableView) -> bool:
        """Whether a deal out of order has lain long enough, with all else at rest and in view."""
        ages = [self._complaints.age_s(step.sighting, view.time_s) for step in explanation.steps]
        hidden = any(place.area is Area.STACK for place in view.hidden)
        return not view.moving and not hidden and max(ages) >= OUT_OF_ORDER_PATIENCE_S

    def _ask_skipped(self, explanation: Explanation) -> Verdict | None:
        """Did the deal leave somebody out, or was his card not found? The second happens more often."""
        due = next(option for option in self._game.expects.options if option.needs is Needs.CARD)
        came = explanation.steps[0].act
        possible = self._game.possible_ranks
        told = tuple(
            Choice(Answer.TOLD, (due.act(rank),), rank=rank) for rank in due.ranks if possible.get(rank, 0) > 0
        )
        sightings = tuple(step.sighting.id for step in explanation.steps)
        question = Reason(Cause.SKIPPED, player=due.player, rank=came.cards[0], other=came.player)
        choices = (Choice(Answer.ACTS, explanation.acts, sightings=sightings), *told, Choice(Answer.NONE))
        return self._complaints.ask(question, choices)

    def _ask_order(self, found: Iterable[Explanation]) -> Verdict | None:
        """Which of several orders it was, where cards came to rest together."""
        choices = tuple(
            Choice(Answer.ACTS, explanation.acts, sightings=tuple(step.sighting.id for step in explanation.steps))
            for explanation in found
        )
        last = choices[0].acts[-1]
        question = Reason(Cause.ORDER, player=last.player, rank=last.cards[0] if last.cards else None)
        return self._complaints.ask(question, (*choices, Choice(Answer.NONE)))

    def _accept(self, explanation: Explanation, view: TableView) -> Accepted:
        """Put the first acts of ``explanation`` into the game and bind what showed them."""
        steps = explanation.steps[:MOST_ACCEPTED]
        events = tuple(self._push(step.act, step.sighting, view.time_s) for step in steps)
        return Accepted(tuple(step.act for step in steps), events, tuple(step.sighting for step in steps))

    def _accept_told(self, acts: tuple[Act, ...], sightings: tuple[int, ...] = (), *, by_hand: bool = True) -> Verdict:
        """Put acts into the game that a person said or confirmed; ``sightings`` show them, in order."""
        ids: list[int | None] = [*sightings]
        ids += [None] * (len(acts) - len(ids))
        shown = {sighting.id: sighting for sighting in self._view.sightings} if self._view else {}
        trial = self._game.copy()
        try:
            for act in acts:
                trial.push(act)
        except IllegalAct as error:
            return Refused("; ".join(str(act) for act in acts), str(error))
        time_s = self._view.time_s if self._view else 0.0
        cards = tuple(shown.get(number) if number is not None else None for number in ids)
        events = tuple(self._push(act, card, time_s) for act, card in zip(acts, cards, strict=True))
        return Accepted(acts, events, cards, told=by_hand)

    def _push(self, act: Act, sighting: Sighting | None, time_s: float) -> tuple[Event, ...]:
        """One act into the game: every way in ends here."""
        events = self._game.push(act)
        index = len(self._game.acts) - 1
        before = self._layout
        self._layout = before.after(act, index, self._game.state, self._seat_of)
        key: Key | None = (index, 0) if landing(act, self._seat_of) is not None else None
        if key is None and sighting is not None:  # a card that was taken: which one, by its rank and owner
            key = self._bindings.bound.get(sighting.id) or next(
                (card.key for card in before.live if (card.rank,) == act.cards and card.player == act.other), None
            )
        if key is not None:
            if sighting is None:
                self._bindings.excused.add(key)
            else:
                self._bindings.bind(key, sighting, time_s)
                self._bindings.readings.setdefault(key, sighting)
                card = next((card for card in self._layout.live if card.key == key), None)
                if card is not None and card.place != sighting.place:
                    self._bindings.excused.add(key)
                if landing(act, self._seat_of) is None:
                    self._bindings.takers[index] = sighting
                    self._fold_seen = (len(self._game.acts), before)
        if before.live and not self._layout.live:
            self._bindings.cleared = False
        self._changed(time_s)
        return events

    def _changed(self, time_s: float) -> None:
        """The game is another now: complaints and questions start anew."""
        self._turn_since_s = time_s
        self._complaints.forget()
        self._cover.forget()
        self._bindings.settle()

    # What people say

    def say(self, act: Act) -> Verdict:
        """An act told by hand. A loose card that lies where it belongs, and may be the one meant, is bound to it."""
        place = landing(act, self._seat_of)
        loose = [
            sighting
            for sighting in (self._view.sightings if self._view else ())
            if sighting.id not in self._bindings.bound
            and sighting.id not in self._bindings.ignored
            and sighting.place == place
        ]
        meant = [
            sighting
            for sighting in loose
            if act.cards[:1] in ((sighting.rank,), (self._bindings.told.get(sighting.id),))
        ]
        meant = meant or [sighting for sighting in loose if sighting.rank is None]
        self._verdict = self._accept_told((act,), (meant[0].id,) if meant else ())
        return self._verdict

    def ask_card(self, act: Act) -> Verdict:
        """A person says that a card came (``act`` without its card): asks which rank."""
        option = next((o for o in self._game.expects.options if (o.verb, o.player) == (act.verb, act.player)), None)
        if option is None or option.needs not in (Needs.CARD, Needs.HAND):
            self._verdict = Refused(str(act), self._game.expects.refusal(act))
            return self._verdict
        possible = self._game.possible_ranks
        ranks = [rank for rank in option.ranks if possible.get(rank, 0) > 0]
        choices = tuple(Choice(Answer.TOLD, (option.act(rank),), rank=rank) for rank in ranks)
        self._verdict = Ask(Reason(Cause.TOLD_CARD, player=act.player, code=act.verb), (*choices, Choice(Answer.NONE)))
        return self._verdict

    def answer(self, choice: Choice) -> Verdict:
        """A person chose one of the choices of the last verdict, or its remedy."""
        asked = self._verdict
        self._verdict = self._answered(choice, asked)
        return self._verdict

    def let_stand(self) -> Verdict:
        """OK to the last irregularity: its remedy, what lies wrong counts where it lies."""
        remedy = self._verdict.remedy if isinstance(self._verdict, Irregular) else None
        if remedy is None:
            self._verdict = Refused("OK", "Nothing lies wrong that could be let stand.")
            return self._verdict
        return self.answer(remedy)

    def _answered(self, choice: Choice, asked: Verdict) -> Verdict:
        match choice.answer:
            case Answer.ACTS | Answer.TOLD:
                return self._accept_told(choice.acts, choice.sightings)
            case Answer.TAKE_BACK:
                return self.undo(len(choice.acts))
            case Answer.RANK:
                assert choice.rank is not None
                return self.correct(choice.sightings[0], choice.rank)
            case Answer.IGNORE:
                self._bindings.ignored.update(choice.sightings)
            case Answer.LET_STAND if choice.acts:
                return self._accept_told(choice.acts, choice.sightings)
            case Answer.LET_STAND:
                self._bindings.excused.update(self._complaints.complained)
            case Answer.NONE:
                self._complaints.dismiss(asked)
                self._cover.refuse()
        return self.consider(self._view) if self._view is not None else Nothing()

    def undo(self, count: int = 1) -> Verdict:
        """Take the last acts back. Cards that still lie there are set aside until they are moved or asked about."""
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
        key = self._bindings.bound.get(sighting_id)
        if key is not None:
            act = self._game.acts[key[0]]
            if act.cards[key[1]] == rank:  # as it was called: confirmed
                self._bindings.told[sighting_id] = rank
                return self.consider(self._view) if self._view is not None else Nothing()
            cards = (*act.cards[: key[1]], rank, *act.cards[key[1] + 1 :])
            verdict = self.correct_act(key[0], Act(act.verb, act.player, cards, act.other, act.number))
            if isinstance(verdict, Replaced):
                self._bindings.told[sighting_id] = rank
            return verdict
        self._bindings.told[sighting_id] = rank
        self._bindings.aside.pop(sighting_id, None)
        self._verdict = self.consider(self._view) if self._view is not None else Nothing()
        return self._verdict

    def correct_act(self, index: int, act: Act) -> Verdict:
        """Replace the act at ``index``; refused, naming it, where a later act becomes impossible."""
        if not 0 <= index < len(self._game.acts):
            raise InputError(f"Act {index} came; expected 0 to {len(self._game.acts) - 1}.")
        before = self._game.acts
        try:
            corrected = self._game.correct(index, act)
        except IllegalAct as error:
            self._verdict = Refused(str(act), str(error))
            return self._verdict
        self._game = corrected
        self._rebuilt(len(corrected.acts))
        self._verdict = Replaced(index, before[index:], corrected.acts[index:])
        return self._verdict

    def _rebuilt(self, length: int) -> None:
        """The acts were changed: lay the cards out again; those of acts from ``length`` on are set aside."""
        self._layout = replayed(self._game, self._seat_of)
        self._bindings.forget_after(length)
        if self._layout.live:
            self._bindings.cleared = True
        self._changed(self._view.time_s if self._view else self._turn_since_s)

    def doubtful(self) -> tuple[Doubt, ...]:
        """The recently called cards that nobody confirmed, the most doubtful reading first."""
        return doubtful(self._bindings, self._game.acts)

    def spots(self) -> dict[int, int]:
        """Which act each sighting on the table showed: sighting id to act index."""
        return {number: key[0] for number, key in self._bindings.bound.items()}


def _stands_alone(explanation: Explanation, clues: Clues) -> bool:
    """Whether acts may be accepted although clues remain: they came first, in good order, and nothing is displaced."""
    if not explanation.regular or explanation.doubtful or not explanation.settles(clues):
        return False
    if explanation.untaken:
        return False
    came_last_s = max(step.sighting.rest_s for step in explanation.steps)
    used = [step.sighting for step in explanation.steps]
    return all(
        other.rest_s >= came_last_s
        # Of two cards of one rank that came together either may be the one that counts.
        and not any(together(other, sighting) and other.rank != sighting.rank for sighting in used)
        for other in explanation.left
        if other.id not in clues.twins
        if other.rank is not None or any(other.place == sighting.place for sighting in used)
    )
