"""What no act explains: how long it has been so, and whether to wait, to ask or to complain."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from dealer.acts import Act
from dealer.cards import copies
from dealer.evidence import Clues
from dealer.expect import Needs
from dealer.explanation import explanations
from dealer.layout import Key, Laid, landing
from dealer.scene import Scene, folds, home, last_acts, probability, rank_choices
from dealer.verdicts import Answer, Ask, Cause, Choice, Irregular, Nothing, Reason, TakeBack, Verdict, Wait
from dealer.view import Sighting

READ_PATIENCE_S = 0.8
"""A card that lies still is read in about ten frames, or needs asking."""

TAKE_BACK_PATIENCE_S = 1.5
"""A card that is picked up to be looked at is back by then."""

IRREGULAR_PATIENCE_S = 2.5
"""How long a steady view may stay unexplained: a dealer who notices it himself needs about two seconds."""

POINTS_PATIENCE_S = 4.0
"""The same for what is weak evidence: a card beside a coaster, a card face down."""

CLEAR_PATIENCE_S = 6.0
"""How long the cards of a finished round may lie before they are asked away."""

RESTLESS_PATIENCE_S = 8.0
"""A complaint is put off for hands that move or cover something, but no longer than this."""

STUCK_S = 1.0
"""Two cards that came to one place within this time came together: nobody deals twice to one seat so fast."""

REREAD_PATIENCE_S = 1.5
"""How long a called card must be read as another rank before that is asked about."""

Item: TypeAlias = tuple[str, int | Key]
"""One thing that is unexplained: ``("sighting", id)`` or ``("card", key)``."""


@dataclass(slots=True)
class Complaints:
    """Remembers since when something is unexplained, what was asked and what was answered."""

    since_s: dict[Item, float] = field(default_factory=dict)
    dismissed: set[Reason] = field(default_factory=set)
    dismissed_acts: tuple[Act, ...] = ()
    complained: tuple[Key, ...] = ()
    """The cards of the last complaint: let stand, they count where they lie."""
    waiting: tuple[Cause, float] | None = None

    def forget(self) -> None:
        """The game is another now."""
        self.since_s.clear()
        self.dismissed.clear()
        self.dismissed_acts = ()
        self.complained = ()
        self.waiting = None

    def note(self, clues: Clues, time_s: float) -> None:
        """Note since when each thing is so."""
        sightings = (*clues.fresh, *clues.suspect, *clues.beside, *clues.down, *clues.aside)
        items: list[Item] = [("sighting", sighting.id) for sighting in sightings]
        items += [("card", card.key) for card in clues.missing]
        items += [
            ("card", card.key) for card, _ in (*clues.moved, *clues.old, *clues.reread, *clues.pushed, *clues.doubled)
        ]
        items += [("card", taken.card.key) for taken in clues.taken]
        self.since_s = {item: self.since_s.get(item, time_s) for item in items}

    def age_s(self, thing: Sighting | Laid, time_s: float) -> float:
        """How long ``thing`` has been unexplained."""
        item: Item = ("sighting", thing.id) if isinstance(thing, Sighting) else ("card", thing.key)
        return time_s - self.since_s.get(item, time_s)

    def wait(self, reason: Reason, time_s: float) -> Wait:
        """Wait for ``reason``, since it was first waited for."""
        if self.waiting is None or self.waiting[0] is not reason.cause:
            self.waiting = (reason.cause, time_s)
        return Wait(reason, self.waiting[1])

    def ask(self, question: Reason, choices: tuple[Choice, ...]) -> Ask | None:
        """The question, unless it was put aside."""
        return None if question in self.dismissed else Ask(question, choices)

    def dismiss(self, asked: Verdict) -> None:
        """Nobody wants to be asked this again while the game stands as it does."""
        if isinstance(asked, Ask):
            self.dismissed.add(asked.question)
        if isinstance(asked, TakeBack):
            self.dismissed_acts = asked.acts

    def stands(self, offer: TakeBack) -> bool:
        """Whether somebody said that these acts stand."""
        return self.dismissed_acts == offer.acts

    def judge(self, scene: Scene) -> Verdict | None:
        """What to say of what no act explains; None where there is nothing to say."""
        judges: tuple[Callable[[Scene], Verdict | None], ...] = (
            self._uncleared,
            self._suspects,
            self._unread,
            self._impossible,
            self._taken,
            self._missing,
            self._moved,
            self._surplus,
            self._beside,
            self._face_down,
            self._aside,
            self._double,
            self._reread,
        )
        for judge in judges:
            verdict = judge(scene)
            if verdict is not None:
                return verdict
        return None

    def rest(self, scene: Scene) -> Verdict:
        """What is left to say when nothing is unexplained: what keeps the table from being seen, or nothing."""
        if scene.hidden_stacks:
            seats = {place.seat for place in scene.hidden_stacks}
            player = scene.seats.get(seats.pop()) if len(seats) == 1 else None
            return self.wait(Reason(Cause.HIDDEN, player=player), scene.view.time_s)
        if scene.view.moving:
            return self.wait(Reason(Cause.MOVING), scene.view.time_s)
        self.waiting = None
        return Nothing()

    def _ripe(self, age_s: float, patience_s: float, scene: Scene) -> bool:
        """Whether something has been so for long enough to speak of it."""
        return age_s >= patience_s and (scene.calm or age_s >= RESTLESS_PATIENCE_S)

    def _complain(
        self,
        reason: Reason,
        scene: Scene,
        things: Iterable[Sighting | Laid],
        remedy: Choice | None,
        patience_s: float = IRREGULAR_PATIENCE_S,
    ) -> Verdict:
        """Complain once it has lasted; wait until then."""
        things = tuple(things)
        if not self._ripe(max(self.age_s(thing, scene.view.time_s) for thing in things), patience_s, scene):
            return self.wait(Reason(Cause.SETTLING), scene.view.time_s)
        self.complained = tuple(thing.key for thing in things if isinstance(thing, Laid))
        return Irregular(reason, remedy)

    def _uncleared(self, scene: Scene) -> Verdict | None:
        clues, time_s = scene.clues, scene.view.time_s
        if scene.layout.live or not clues.old:
            return None
        cards = tuple(scene.spot(sighting, card.rank) for card, sighting in clues.old)
        came = (*clues.fresh, *clues.suspect)
        if came:
            if self._ripe(max(self.age_s(s, time_s) for s in came), IRREGULAR_PATIENCE_S, scene):
                ids = tuple(sighting.id for _, sighting in clues.old)
                return Irregular(Reason(Cause.NOT_CLEARED, cards=cards), Choice(Answer.IGNORE, sightings=ids))
            return self.wait(Reason(Cause.OLD_CARDS, cards=cards), time_s)
        if min(self.age_s(card, time_s) for card, _ in clues.old) >= CLEAR_PATIENCE_S:
            return self.wait(Reason(Cause.OLD_CARDS, cards=cards), time_s)
        return None

    def _suspects(self, scene: Scene) -> Verdict | None:
        """A card that may be one of the round before, gathered and put down again: it is asked whether it counts."""
        for sighting in scene.clues.suspect:
            if self.age_s(sighting, scene.view.time_s) < IRREGULAR_PATIENCE_S:
                return self.wait(Reason(Cause.SETTLING), scene.view.time_s)
            return self._counts(sighting, scene)
        return None

    def _counts(self, sighting: Sighting, scene: Scene) -> Verdict | None:
        choices: list[Choice] = []
        for option in scene.game.expects.options:
            if (
                option.needs is Needs.CARD
                and sighting.rank is not None
                and landing(option.act(1), scene.seat_of) == sighting.place
            ):
                act = option.act(sighting.rank)
                if scene.legal(act):
                    choices.append(Choice(Answer.ACTS, (act,), sightings=(sighting.id,)))
        question = Reason(Cause.COUNTS, scene.player_at(sighting), sighting.rank, cards=(scene.spot(sighting),))
        choices.append(Choice(Answer.IGNORE, sightings=(sighting.id,)))
        choices += rank_choices(sighting, scene.game, besides=sighting.rank)
        return self.ask(question, tuple(choices))

    def _unread(self, scene: Scene) -> Verdict | None:
        for sighting in scene.clues.fresh:
            if sighting.rank is not None:
                continue
            question = Reason(Cause.RANK, player=scene.player_at(sighting), cards=(scene.spot(sighting),))
            if question in self.dismissed:
                continue
            if not self._ripe(self.age_s(sighting, scene.view.time_s), READ_PATIENCE_S, scene):
                return self.wait(Reason(Cause.READING, scene.player_at(sighting)), scene.view.time_s)
            no_card = Choice(Answer.IGNORE, sightings=(sighting.id,))
            return Ask(question, (*rank_choices(sighting, scene.game), no_card))
        return None

    def _impossible(self, scene: Scene) -> Verdict | None:
        if scene.card_due() is None:
            return None
        possible = scene.game.possible_ranks
        for sighting in scene.clues.fresh:
            if sighting.rank is None or possible.get(sighting.rank, 0) > 0:
                continue
            if not self._ripe(self.age_s(sighting, scene.view.time_s), READ_PATIENCE_S, scene):
                return self.wait(Reason(Cause.READING, scene.player_at(sighting)), scene.view.time_s)
            question = Reason(
                Cause.IMPOSSIBLE_RANK,
                player=scene.player_at(sighting),
                rank=sighting.rank,
                amount=copies(sighting.rank) * scene.game.header.option("decks", 1),
                cards=(scene.spot(sighting),),
            )
            no_card = Choice(Answer.IGNORE, sightings=(sighting.id,))
            verdict = self.ask(question, (*rank_choices(sighting, scene.game, besides=sighting.rank), no_card))
            if verdict is not None:
                return verdict
        return None

    def _taken(self, scene: Scene) -> Verdict | None:
        """A card in play lies with points, and that is no fold that the game expects."""
        for taken in scene.clues.taken:
            card, taker = taken.card, scene.player_at(taken.sighting)
            fold = next((o for o in scene.game.expects.options if o.verb == "fold"), None)
            spots = (scene.spot(taken.sighting, card.rank),)
            stays = Choice(Answer.LET_STAND, sightings=(taken.sighting.id,))
            if fold is not None and fold.player == taker:
                reason = Reason(Cause.WRONG_CARD, taker, card.rank, other=card.player, amount=fold.price, cards=spots)
                return self._complain(reason, scene, (card,), stays)
            if fold is not None and card.rank == fold.price and card.player != taker:
                reason = Reason(Cause.WRONG_FOLDER, fold.player, card.rank, other=taker, cards=(*spots, home(card)))
                return self._complain(reason, scene, (card,), stays)
            return self._complain(
                Reason(Cause.MOVED, card.player, card.rank, other=taker, cards=spots), scene, (card,), stays
            )
        return None

    def _missing(self, scene: Scene) -> Verdict | None:
        missing = scene.clues.missing
        if not missing:
            return None
        if scene.starting:
            return self.wait(Reason(Cause.SETTLING), scene.view.time_s)
        spots = tuple(home(card) for card in missing)
        stay = Choice(Answer.LET_STAND)
        folding = tuple(Choice(Answer.ACTS, (act,)) for act in folds(scene, missing))
        undone = last_acts(scene, missing)
        back = tuple([Choice(Answer.TAKE_BACK, undone)] if undone else [])
        age_s = max(self.age_s(card, scene.view.time_s) for card in missing)
        if not self._ripe(age_s, TAKE_BACK_PATIENCE_S if undone else IRREGULAR_PATIENCE_S, scene):
            return self.wait(Reason(Cause.SETTLING), scene.view.time_s)
        self.complained = tuple(card.key for card in missing)
        turn, first = scene.game.expects.turn, missing[0]
        if folding:
            question = Reason(
                Cause.FOLD_BY_GONE,
                turn,
                first.rank,
                other=first.player,
                amount=scene.game.expects.prices.get("fold"),
                cards=spots,
            )
            return self.ask(question, (*folding, *back, stay)) or Nothing()
        if undone:
            return TakeBack(undone, spots, (*back, stay))
        if len(missing) == len(scene.layout.live) and turn is not None:
            fold = next(
                (o.act() for o in scene.game.expects.options if o.verb == "fold" and o.needs is Needs.NOTHING), None
            )
            choices = (Choice(Answer.ACTS, (fold,)),) if fold else ()
            return Ask(Reason(Cause.GATHERED, turn, cards=spots), (*choices, stay))
        return Irregular(Reason(Cause.GONE, first.player, first.rank, cards=spots), stay)

    def _moved(self, scene: Scene) -> Verdict | None:
        for card, sighting in scene.clues.moved:
            reason = Reason(
                Cause.MOVED,
                card.player,
                card.rank,
                other=scene.player_at(sighting),
                cards=(scene.spot(sighting, card.rank),),
            )
            return self._complain(reason, scene, (card,), Choice(Answer.LET_STAND, sightings=(sighting.id,)))
        return None

    def _surplus(self, scene: Scene) -> Verdict | None:
        """A new card lies in a stack place, and no act brings it there."""
        fresh = tuple(s for s in scene.clues.fresh if s.rank is not None)
        for sighting in fresh:
            there = scene.player_at(sighting)
            ignore = Choice(Answer.IGNORE, sightings=(sighting.id,))
            due = scene.card_due()
            if due is None:
                return self._undue(sighting, scene, ignore)
            stuck = [
                other
                for other in (*scene.clues.latest, *fresh)
                if other.place == sighting.place
                and (other.rest_s, other.id) < (sighting.rest_s, sighting.id)
                and sighting.rest_s - other.rest_s <= STUCK_S
            ]
            if stuck:
                return self._stuck(stuck[0], sighting, scene, ignore)
            if (
                any(s.place == sighting.place for s in fresh if s.id != sighting.id)
                and landing(due.act(1), scene.seat_of) == sighting.place
            ):
                continue  # the first of two that came together: complained of at the second
            assert sighting.rank is not None
            act = due.act(sighting.rank)
            remedy = Choice(Answer.LET_STAND, (act,), sightings=(sighting.id,)) if scene.legal(act) else ignore
            reason = Reason(Cause.WRONG_SEAT, due.player, sighting.rank, other=there, cards=(scene.spot(sighting),))
            return self._complain(reason, scene, (sighting,), remedy)
        return None

    def _stuck(self, first: Sighting, second: Sighting, scene: Scene, ignore: Choice) -> Verdict | None:
        """Two cards came together where one is due; of one rank they may well be one card that was found twice."""
        player, rank = scene.player_at(second), second.rank
        cards = (scene.spot(first), scene.spot(second))
        due = [option for option in scene.game.expects.options if option.needs is Needs.CARD and rank is not None]
        acts = [o.act(rank) for o in due if rank and landing(o.act(rank), scene.seat_of) == second.place]
        counts = [Choice(Answer.ACTS, (act,), sightings=(second.id,)) for act in acts if scene.legal(act)]
        if first.rank == rank and counts and first in scene.clues.latest:
            if not self._ripe(self.age_s(second, scene.view.time_s), REREAD_PATIENCE_S, scene):
                return self.wait(Reason(Cause.SETTLING), scene.view.time_s)
            return self.ask(Reason(Cause.DOUBLE, player, rank, cards=cards), (*counts, ignore))
        return self._complain(Reason(Cause.STUCK, player, rank, cards=cards), scene, (second,), ignore)

    def _undue(self, sighting: Sighting, scene: Scene, ignore: Choice) -> Verdict | None:
        """A card came although none is due: perhaps the dealer has reshuffled and dealt on."""
        after = scene.game.copy()
        if "reshuffle" in after.expects.verbs:
            reshuffle = Act("reshuffle")
            after.push(reshuffle)
            for explanation in explanations(after, scene.layout, scene.clues, scene.seat_of):
                if explanation.steps and explanation.complete(scene.clues) and explanation.regular:
                    acts = (reshuffle, *explanation.acts)
                    question = Reason(Cause.RESHUFFLED, rank=sighting.rank, cards=(scene.spot(sighting),))
                    return self.ask(question, (Choice(Answer.ACTS, acts), Choice(Answer.NONE)))
        reason = Reason(Cause.NOT_DUE, scene.player_at(sighting), sighting.rank, cards=(scene.spot(sighting),))
        return self._complain(reason, scene, (sighting,), ignore)

    def _beside(self, scene: Scene) -> Verdict | None:
        """A new card beside a coaster while one is due: perhaps dealt short."""
        due = scene.card_due()
        if due is None or not scene.layout.live:
            return None
        for sighting in scene.clues.beside:
            age_s = self.age_s(sighting, scene.view.time_s)
            if (
                sighting.rank is None
                or sighting.rest_s < scene.turn_since_s
                or not self._ripe(age_s, POINTS_PATIENCE_S, scene)
            ):
                continue
            act = due.act(sighting.rank)
            if scene.legal(act):
                remedy = Choice(Answer.LET_STAND, (act,), sightings=(sighting.id,))
                reason = Reason(
                    Cause.BESIDE,
                    due.player,
                    sighting.rank,
                    other=scene.player_at(sighting),
                    cards=(scene.spot(sighting),),
                )
                return Irregular(reason, remedy)
        return None

    def _face_down(self, scene: Scene) -> Verdict | None:
        for option in scene.game.expects.options:
            if option.needs is not Needs.CARD:
                continue
            for sighting in scene.clues.down:
                if sighting.place != landing(option.act(1), scene.seat_of):
                    continue
                if self._ripe(self.age_s(sighting, scene.view.time_s), POINTS_PATIENCE_S, scene):
                    reason = Reason(Cause.FACE_DOWN, option.player, cards=(scene.spot(sighting),))
                    return Irregular(reason, Choice(Answer.IGNORE, sightings=(sighting.id,)))
        return None

    def _aside(self, scene: Scene) -> Verdict | None:
        """The card of an undone act still lies where it lay."""
        for sighting in scene.clues.aside:
            if self._ripe(self.age_s(sighting, scene.view.time_s), POINTS_PATIENCE_S, scene):
                verdict = self._counts(sighting, scene)
                if verdict is not None:
                    return verdict
        return None

    def _double(self, scene: Scene) -> Verdict | None:
        """A card of the player who is due one was pushed, and nothing new is seen: it may be a second one.

        Two cards of one rank that lie on each other look like one that was pushed; a pair must not be missed.
        """
        found = scene.clues.doubled or scene.clues.pushed
        if len(found) != 1:
            return None  # more than one: somebody tidied, or the camera was bumped
        card, sighting = found[0]
        due = [o for o in scene.game.expects.options if o.needs is Needs.CARD]
        option = next((o for o in due if landing(o.act(1), scene.seat_of) == card.place), None)
        if option is None or not self._ripe(self.age_s(card, scene.view.time_s), REREAD_PATIENCE_S, scene):
            return None
        act = option.act(card.rank)
        if not scene.legal(act):
            return None
        question = Reason(Cause.DOUBLE, card.player, card.rank, cards=(scene.spot(sighting, card.rank),))
        ids = (sighting.id,) if scene.clues.doubled else ()
        return self.ask(question, (Choice(Answer.ACTS, (act,), sightings=ids), Choice(Answer.NONE)))

    def _reread(self, scene: Scene) -> Verdict | None:
        for card, sighting in scene.clues.reread:
            if sighting.rank is None or not self._ripe(self.age_s(card, scene.view.time_s), REREAD_PATIENCE_S, scene):
                continue
            question = Reason(Cause.REREAD, card.player, card.rank, cards=(scene.spot(sighting),))
            ranks = (card.rank, sighting.rank)
            choices = tuple(
                Choice(Answer.RANK, rank=rank, sightings=(sighting.id,), probability=probability(sighting, rank))
                for rank in ranks
            )
            verdict = self.ask(question, choices)
            if verdict is not None:
                return verdict
        return None
