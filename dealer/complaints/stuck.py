"""Two cards that stuck together: they came as one where one is due, and the second goes back."""

from collections.abc import Iterable
from dataclasses import replace

from dealer.rules.expect import Needs, Option
from dealer.search.explanation import Explanation
from dealer.seen.clues import ASKEW_MM, GHOST_MM
from dealer.seen.patience import REREAD_S, STUCK_S, WEAK_S
from dealer.seen.scene import Scene
from dealer.seen.second_finds import beside_itself, patience_s
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Cause, Choice, Reason, Verdict
from dealer.view import Face, Sighting


def first_of_two(second: Sighting, others: Iterable[Sighting], scene: Scene, within_s: float) -> Sighting | None:
    """The one of ``others`` that came just before ``second`` to its place, or lies under it; of those that were called
    just before or after: which of two that came at once was called is chance."""
    called = {sighting.id for sighting in scene.clues.called}
    for first in others:
        later_s = _came_s(second, scene) - _came_s(first, scene)
        before = first.id in called or later_s > 0 or (later_s == 0 and first.id < second.id)
        if first.id != second.id and before and abs(later_s) <= within_s and _beside(first, second):
            return first
    return None


def _beside(one: Sighting, other: Sighting) -> bool:
    """Whether two cards lie in one place, or on each other where two places meet."""
    return one.place == other.place or (one.place.area is other.place.area and one.away_mm(other) <= ASKEW_MM)


def _came_s(sighting: Sighting, scene: Scene) -> float:
    """When a card came; what lay there face down before came when it showed its face: it may be another."""
    return max(sighting.rest_s, scene.clues.turned.get(sighting.id, sighting.rest_s))


def goes_with_a_surplus(sighting: Sighting, scene: Scene) -> bool:
    """Whether a card that was read came with ``sighting`` to a place where none is due: it is spoken of first."""
    if _due_at(sighting, scene):
        return False
    read = (other for other in scene.clues.fresh if other.rank is not None and other.place == sighting.place)
    return any(abs(_came_s(other, scene) - _came_s(sighting, scene)) <= STUCK_S for other in read)


def one_by_one(decision: Explanation, scene: Scene) -> Explanation | None:
    """``decision`` as far as its cards were dealt one by one: one that lies half on another and came with it stuck to
    it, though it fell into the place of the player who is next. None where that is the first."""
    came = list(scene.clues.called)
    for number, step in enumerate(decision.steps):
        if step.act.verb in ("deal", "hit"):
            for sighting in step.sightings:
                first = first_of_two(sighting, came, scene, STUCK_S)
                if first is not None and first.place != sighting.place:
                    return replace(decision, steps=decision.steps[:number]) if number else None
        came += step.sightings
    return decision


def perhaps(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card that was not read came together with another: two that stuck together, or one that was found twice.

    The second may lie so far under the first that no more is seen of it than that something of a card's size came.
    """
    if scene.ground.keeps_down_cards or scene.card_due() is None:
        return None
    for second in (*scene.clues.fresh, *scene.clues.unclear):
        first = first_of_two(second, (*scene.clues.called, *scene.clues.fresh), scene, STUCK_S)
        if first is None or not _dealt_singly(first, second, scene):
            continue
        new = [sighting for sighting in (second, first) if sighting not in scene.clues.called]
        unread = [sighting for sighting in new if sighting.rank is None]
        if not unread or goes_with_a_surplus(second, scene) or first.away_mm(second) <= GHOST_MM:
            continue
        plain = first.visible and second.visible and second.face is Face.UP
        patience_s = REREAD_S if plain else WEAK_S
        if not complaints.ripe(min(complaints.age_s(s, scene.view.time_s) for s in new), patience_s, scene):
            return complaints.wait(Reason(Cause.READING, scene.player_at(second)), scene.view.time_s)
        # A card in play that seems to have come again beside itself was more likely pieced together of its own index
        # and one of the card that came: if one came, it is the other that is to be asked about.
        doubles = (sighting for sighting in new if sighting.rank is not None and _lies_beside_itself(sighting, scene))
        return _two_or_one(complaints, first, second, scene, next(doubles, unread[0]))
    return None


def _lies_beside_itself(sighting: Sighting, scene: Scene) -> bool:
    return beside_itself(sighting, scene.clues, scene.layout) is not None


def named_twice(complaints: Complaints, scene: Scene) -> Verdict | None:
    """Where no card is due came one that shows, or was said to show, what the one beside it was said to be: that one
    found a second time, or one too many."""
    for card, second in scene.clues.doubled:
        first = scene.clues.lying.get(card.key)
        if first is None or _due_at(second, scene) or first.away_mm(second) <= GHOST_MM:
            continue
        if card.is_unseen_elsewhere(first):
            continue  # most likely it has been put right
        if not second.corrected and second.rest_s <= first.rest_s + STUCK_S:
            continue  # nobody was there since, and the eye alone says so
        due = scene.card_due()
        if second.corrected and due is not None and second.rank is not None:
            act, none = due.act(second.rank), Choice(Answer.IGNORE, sightings=(second.id,))
            remedy = Choice(Answer.LET_STAND, (act,), sightings=(second.id,)) if scene.legal(act) else none
            there = scene.player_at(second)
            reason = Reason(Cause.ONE_TOO_MANY, due.player, second.rank, other=there, cards=(scene.spot(second),))
            return complaints.complain(reason, scene, (card,), remedy, otherwise=none)
        if complaints.ripe(complaints.age_s(card, scene.view.time_s), REREAD_S, scene):
            return _two_or_one(complaints, first, second, scene, second)
    return None


def _two_or_one(
    complaints: Complaints, first: Sighting, second: Sighting, scene: Scene, again: Sighting
) -> Verdict | None:
    """The question whether two cards came; ``again`` is what is no card where it was one."""
    question = Reason(Cause.STUCK, _player(first, second, scene), cards=(scene.spot(first), scene.spot(second)))
    return complaints.ask(question, (Choice(Answer.IGNORE, sightings=(again.id,)),))


def _player(first: Sighting, second: Sighting, scene: Scene) -> str | None:
    """Who got two cards; where they lie in two places, who was due one."""
    due = first in scene.clues.called or _due_at(first, scene) or not _due_at(second, scene)
    return scene.player_at(first if due else second)


def _due_at(sighting: Sighting, scene: Scene) -> tuple[Option, ...]:
    """The options that bring a card to where ``sighting`` lies."""
    return tuple(option for option in scene.bringing if scene.ground.lands_at(option, sighting.place))


def _dealt_singly(first: Sighting, second: Sighting, scene: Scene) -> bool:
    """Whether cards come from the pile to where these lie, one by one: one is due there, or has just come."""
    if first in scene.clues.called:
        return all(option.needs is Needs.CARD for option in scene.bringing)
    return any(option.needs is Needs.CARD for option in (*_due_at(first, scene), *_due_at(second, scene)))


def stuck(complaints: Complaints, first: Sighting, second: Sighting, scene: Scene, ignore: Choice) -> Verdict | None:
    """Two cards came together where one is due; of one rank they may well be one card that was found twice."""
    player, rank = _player(first, second, scene), second.rank
    cards = (scene.spot(first), scene.spot(second))
    due = [option for option in (*_due_at(first, scene), *_due_at(second, scene)) if option.needs is Needs.CARD]
    acts = [option.act(rank) for option in due if rank is not None]
    counts = [Choice(Answer.ACTS, (act,), sightings=(second.id,)) for act in acts if scene.legal(act)]
    if first.rank == rank and counts and first in scene.clues.latest:
        if not complaints.ripe(complaints.age_s(second, scene.view.time_s), REREAD_S, scene):
            return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
        return complaints.ask(Reason(Cause.DOUBLE, player, rank, cards=cards), (*counts, ignore))
    reason = Reason(Cause.STUCK, player, rank, cards=cards)
    waits_s = patience_s(second, scene.clues, scene.layout)
    other = _exchange(first, second, scene, counts)
    return complaints.complain(reason, scene, (second,), ignore, waits_s, otherwise=other)


def _exchange(first: Sighting, second: Sighting, scene: Scene, counts: list[Choice]) -> Choice | None:
    """The second of two stuck cards stays and the first one goes back: nobody can tell which of them was on top."""
    act = counts[0].acts[0] if counts else None
    if first in scene.clues.called and first not in scene.clues.latest:
        return None  # later cards were called since
    if first in scene.clues.latest and second.rank is not None:
        before = scene.game.copy()
        act = replace(before.pop(), cards=(second.rank,))
        if before.refusal(act):
            return None
    return Choice(Answer.KEEP, (act,), rank=second.rank, sightings=(second.id, first.id)) if act else None
