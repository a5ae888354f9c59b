"""Cards of a round that is over, and of acts that were taken back: whether they are in the way, or count after all."""

from dataclasses import replace

from dealer.rules.expect import Needs
from dealer.seen.patience import CLEAR_S, IRREGULAR_S, WEAK_S
from dealer.seen.scene import Scene, rank_choices
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Cause, Choice, Irregular, Reason, Verdict
from dealer.view import Sighting


def uncleared(complaints: Complaints, scene: Scene) -> Verdict | None:
    """Cards of a round that is over, or of the game before, still lie there."""
    clues, time_s = scene.clues, scene.view.time_s
    if not scene.layout.empty or not (clues.old or clues.leftovers):
        return None
    cards = tuple(scene.spot(sighting, card.rank) for card, sighting in clues.old)
    cards += tuple(scene.spot(sighting) for sighting in clues.leftovers)
    clear = Reason(Cause.OLD_CARDS if clues.old else Cause.LEFT_OVER, cards=cards)
    came = (*clues.fresh, *clues.suspect)
    if came:
        if complaints.ripe(max(complaints.age_s(s, time_s) for s in came), IRREGULAR_S, scene):
            ids = tuple(sighting.id for sighting in (*(sighting for _, sighting in clues.old), *clues.leftovers))
            return Irregular(Reason(Cause.NOT_CLEARED, cards=cards), Choice(Answer.IGNORE, sightings=ids))
        return complaints.wait(clear, time_s)
    since = [complaints.age_s(card, time_s) for card, _ in clues.old]
    if clues.leftovers or min(since) >= CLEAR_S:
        return complaints.wait(clear, time_s)
    return None


def suspects(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card that may be one of the round before, gathered and put down again: it is asked whether it counts."""
    for sighting in scene.clues.suspect:
        if complaints.age_s(sighting, scene.view.time_s) < IRREGULAR_S:
            return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
        return _counts(complaints, sighting, scene)
    return None


def aside(complaints: Complaints, scene: Scene) -> Verdict | None:
    """The card of an undone act still lies where it lay."""
    for sighting in scene.clues.aside:
        if complaints.ripe(complaints.age_s(sighting, scene.view.time_s), WEAK_S, scene):
            verdict = _counts(complaints, sighting, scene)
            if verdict is not None:
                return verdict
    return None


def _counts(complaints: Complaints, sighting: Sighting, scene: Scene) -> Verdict | None:
    """Whether a card counts, and as which: what is said of one that was not read is that it does."""
    landing = [
        option
        for option in scene.game.expects.options
        if option.needs in (Needs.CARD, Needs.CARDS, Needs.HAND) and scene.ground.lands_at(option, sighting.place)
    ]
    ignore = Choice(Answer.IGNORE, sightings=(sighting.id,))
    cards = (scene.spot(sighting),)
    others = rank_choices(sighting, scene.game, besides=sighting.rank)
    if sighting.rank is None and landing:
        acts = [(landing[0].act(other.rank), other) for other in others if other.rank is not None]
        told = [replace(other, answer=Answer.TOLD, acts=(act,)) for act, other in acts if scene.legal(act)]
        return complaints.ask(Reason(Cause.RANK, scene.player_at(sighting), cards=cards), (*told, ignore))
    bringing = [option.act(sighting.rank) for option in landing if sighting.rank is not None]
    counts = [Choice(Answer.ACTS, (act,), sightings=(sighting.id,)) for act in bringing if scene.legal(act)]
    question = Reason(Cause.COUNTS, scene.player_at(sighting), sighting.rank, cards=cards)
    return complaints.ask(question, (*counts, ignore, *others))
