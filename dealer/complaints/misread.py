"""What was not read for certain, or reads otherwise than it was called."""

from dealer.complaints.stuck import goes_with_a_surplus
from dealer.rules.cards import copies
from dealer.rules.expect import Needs
from dealer.search.laid_hands import only_hands_are_due
from dealer.seen.patience import READ_S, REREAD_S, WEAK_S
from dealer.seen.scene import Scene, probability, rank_choices
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Reason, Verdict
from dealer.view import Sighting

LAID_FACE_DOWN_FIRST = frozenset({"bid", "reveal"})
"""Everybody lays a card face down, and they are turned over together; what can't be read may not be turned yet."""


def unread(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card lies face up and is not read for certain."""
    for sighting in scene.clues.fresh:
        if sighting.rank is not None or _beside_the_hands(sighting, scene) or goes_with_a_surplus(sighting, scene):
            continue
        question = Reason(Cause.RANK, player=scene.player_at(sighting), cards=(scene.spot(sighting),))
        if question in complaints.dismissed:
            continue
        if not complaints.ripe(complaints.age_s(sighting, scene.view.time_s), _patience_s(sighting, scene), scene):
            return complaints.wait(Reason(Cause.READING, scene.player_at(sighting)), scene.view.time_s)
        return _what_it_is(question, sighting, scene)
    return None


def _beside_the_hands(sighting: Sighting, scene: Scene) -> bool:
    """Whether hands alone are due, and none where ``sighting`` lies: whatever it is, it does not count there."""
    landing = any(scene.ground.lands_at(option, sighting.place) for option in scene.bringing)
    return only_hands_are_due(scene) and not landing


def unclear(complaints: Complaints, scene: Scene) -> Verdict | None:
    """Where a card is due came something of a card's size, on which nothing can be read: it lies half covered, perhaps,
    or its picture is too faint."""
    due = scene.card_due()
    if due is None or scene.ground.keeps_down_cards:
        return None
    for sighting in scene.clues.unclear:
        if sighting.rest_s < scene.turn_since_s or not scene.ground.lands_at(due, sighting.place):
            continue
        question = Reason(Cause.RANK, player=scene.player_at(sighting), cards=(scene.spot(sighting),))
        if question not in complaints.dismissed and complaints.ripe(
            complaints.age_s(sighting, scene.view.time_s), WEAK_S, scene
        ):
            return _what_it_is(question, sighting, scene)
    return None


def _what_it_is(question: Reason, sighting: Sighting, scene: Scene) -> Ask:
    no_card = Choice(Answer.IGNORE, sightings=(sighting.id,))
    return Ask(question, (*rank_choices(sighting, scene.game), no_card))


def _patience_s(sighting: Sighting, scene: Scene) -> float:
    """How long an unread card may lie: one that is covered, or that is laid face down first, is weak evidence."""
    face_down_first = any(option.verb in LAID_FACE_DOWN_FIRST for option in scene.bringing)
    return WEAK_S if face_down_first or not sighting.visible else READ_S


def impossible(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card was read as a rank of which all copies are elsewhere."""
    possible = scene.game.possible_ranks
    for sighting in scene.clues.fresh:
        rank = sighting.rank
        if rank is None or possible.get(rank, 0) > 0 or _comes_from_a_hand(sighting, rank, scene):
            continue
        if not complaints.ripe(complaints.age_s(sighting, scene.view.time_s), READ_S, scene):
            return complaints.wait(Reason(Cause.READING, scene.player_at(sighting)), scene.view.time_s)
        question = Reason(
            Cause.IMPOSSIBLE_RANK,
            player=scene.player_at(sighting),
            rank=rank,
            amount=copies(rank) * scene.game.header.option("decks", 1),
            cards=(scene.spot(sighting),),
        )
        no_card = Choice(Answer.IGNORE, sightings=(sighting.id,))
        verdict = complaints.ask(question, (*rank_choices(sighting, scene.game, besides=rank), no_card))
        if verdict is not None:
            return verdict
    return None


def _comes_from_a_hand(sighting: Sighting, rank: int, scene: Scene) -> bool:
    """Whether a card is none from the draw pile, and may be one that was seen to go into a hand, or is not due."""
    if scene.card_due() is not None:
        return False
    landing = [o for o in scene.bringing if o.needs is Needs.HAND and scene.ground.lands_at(o, sighting.place)]
    return not landing or any(scene.legal(option.act(rank)) for option in landing)


def double(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card of the player who is due one was pushed, and nothing new is seen: it may be a second one.

    Two cards of one rank that lie on each other look like one that was pushed; a pair must not be missed.
    """
    found = scene.clues.doubled or scene.clues.pushed
    if len(found) != 1:
        return None  # more than one: somebody tidied, or the camera was bumped
    card, sighting = found[0]
    kinds = (Needs.CARD, Needs.HAND) if scene.clues.doubled else (Needs.CARD,)
    due = [o for o in scene.bringing if o.needs in kinds and scene.ground.lands_at(o, card.place)]
    ripe = complaints.ripe(complaints.age_s(card, scene.view.time_s), REREAD_S, scene)
    acts = [act for act in (option.act(card.rank) for option in due) if scene.legal(act)]
    if not acts or not ripe or (len(acts) > 1 and not scene.clues.doubled):
        return None
    question = Reason(Cause.DOUBLE, card.player, card.rank, cards=(scene.spot(sighting, card.rank),))
    ids = (sighting.id,) if scene.clues.doubled else ()
    choices = [Choice(Answer.ACTS, (act,), sightings=ids) for act in acts]
    # What was found twice is no card and never asked about again; what was pushed may be pushed again.
    declined = Choice(Answer.IGNORE, sightings=ids) if ids else Choice(Answer.NONE)
    return complaints.ask(question, (*choices, declined))


def reread(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card that was called is read as another rank now."""
    for card, sighting in scene.clues.reread:
        if sighting.rank is None or not complaints.ripe(
            complaints.age_s(card, scene.view.time_s), REREAD_S, scene
        ):
            continue
        question = Reason(Cause.REREAD, card.player, card.rank, cards=(scene.spot(sighting),))
        ranks = (card.rank, sighting.rank)
        choices = tuple(
            Choice(Answer.RANK, rank=rank, sightings=(sighting.id,), probability=probability(sighting, rank))
            for rank in ranks
        )
        verdict = complaints.ask(question, choices)
        if verdict is not None:
            return verdict
    return None
