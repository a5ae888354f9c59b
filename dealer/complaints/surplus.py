"""Cards that no expected act brings."""

from collections.abc import Iterable

from dealer.complaints import stuck
from dealer.rules.acts import Act
from dealer.rules.expect import Needs, Option
from dealer.search.explanation import explanations
from dealer.seen.layout import Laid
from dealer.seen.patience import IRREGULAR_S, PERHAPS_STUCK_S, REREAD_S, STUCK_S, WEAK_S
from dealer.seen.scene import Scene, folds, home, rank_choices
from dealer.seen.second_finds import patience_s
from dealer.seen.soft_places import unheard
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import DOWN_CARDS, Answer, Cause, Choice, Irregular, Reason, Verdict
from dealer.view import Sighting


def surplus(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A new card lies in a stack place or in the middle, and no act brings it there."""
    fresh = tuple(s for s in scene.clues.fresh if s.rank is not None)
    for sighting in fresh:
        ignore = Choice(Answer.IGNORE, sightings=(sighting.id,))
        if not scene.bringing:
            return _undue(complaints, sighting, scene, ignore)
        here = [option for option in scene.bringing if scene.ground.lands_at(option, sighting.place)]
        if here and here[0].needs is Needs.HANDS:
            return _wrong_hand(complaints, here[0], sighting, scene)
        first = stuck.first_of_two(sighting, (*scene.clues.called, *fresh), scene, STUCK_S)
        if first is not None:
            return stuck.stuck(complaints, first, sighting, scene, ignore)
        beside = [s for s in fresh if s.place == sighting.place]
        if here and len(beside) > 1:
            if scene.ground.keeps_down_cards and sighting is beside[-1]:
                return _which_of_several(complaints, beside, here, scene)
            continue  # the first of two that came together: complained of at the second
        return _elsewhere(complaints, sighting, scene, ignore)
    return None


def _which_of_several(
    complaints: Complaints, cards: list[Sighting], options: list[Option], scene: Scene
) -> Verdict | None:
    """Several cards lie where one is due, and several acts may have brought it: the one that came last, more likely."""
    last = cards[-1]
    if not complaints.ripe(complaints.age_s(last, scene.view.time_s), REREAD_S, scene):
        return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
    ranked = [(sighting, sighting.rank) for sighting in reversed(cards) if sighting.rank is not None]
    single = [option for option in options if option.needs in (Needs.CARD, Needs.HAND)]
    possible = [(option.act(rank), sighting.id) for sighting, rank in ranked for option in single]
    choices = [Choice(Answer.ACTS, (act,), sightings=(number,)) for act, number in possible if scene.legal(act)]
    question = Reason(Cause.WHICH_ACT, scene.game.expects.turn, last.rank, cards=tuple(map(scene.spot, cards)))
    return complaints.ask(question, (*choices, Choice(Answer.NONE))) if choices else None


def _elsewhere(complaints: Complaints, sighting: Sighting, scene: Scene, ignore: Choice) -> Verdict | None:
    """A card lies with somebody whom none of the expected acts gives one."""
    there, due = scene.player_at(sighting), scene.card_due()
    cards = (scene.spot(sighting),)
    dealt = due is not None and (due.verb == "deal" or not scene.ground.keeps_down_cards)
    if due is None or not dealt:
        code = DOWN_CARDS if scene.ground.keeps_down_cards else ""
        turn = scene.game.expects.turn
        reason = Reason(Cause.OUT_OF_TURN, turn, sighting.rank, other=there, cards=cards, code=code)
        return complaints.complain(reason, scene, (sighting,), ignore, patience_s(sighting, scene.clues, scene.layout))
    assert sighting.rank is not None
    act = due.act(sighting.rank)
    remedy = Choice(Answer.LET_STAND, (act,), sightings=(sighting.id,)) if scene.legal(act) else ignore
    hasty = stuck.first_of_two(sighting, scene.clues.latest, scene, PERHAPS_STUCK_S) is not None
    cause = Cause.ONE_TOO_MANY if hasty else Cause.WRONG_SEAT
    reason = Reason(cause, due.player, sighting.rank, other=there, cards=cards)
    said_no, waits_s = unheard(sighting, scene.game, scene.ground), patience_s(sighting, scene.clues, scene.layout)
    otherwise = Choice(Answer.ACTS, said_no) if said_no else None
    return complaints.complain(reason, scene, (sighting,), remedy, waits_s, otherwise=otherwise)


def _wrong_hand(complaints: Complaints, option: Option, sighting: Sighting, scene: Scene) -> Verdict | None:
    """A hand is laid out with too few or too many cards, or with a pair where the rules allow none."""
    here = [s for s in scene.clues.fresh if s.place == sighting.place]
    spots = tuple(scene.spot(s) for s in here)
    ranks = [s.rank for s in here if s.rank is not None]
    if len(ranks) == len(here) and option.least <= len(here) <= option.most:
        if not option.refusal(option.act(*ranks)):
            return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
        reason = Reason(Cause.PAIR_SHOWN, option.player, cards=spots)
    else:
        reason = Reason(Cause.WRONG_COUNT, option.player, amount=option.least, cards=spots)
    if min(complaints.age_s(s, scene.view.time_s) for s in here) < WEAK_S:
        return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
    return complaints.complain(reason, scene, here, None)


def _undue(complaints: Complaints, sighting: Sighting, scene: Scene, ignore: Choice) -> Verdict | None:
    """A card came although none is due: perhaps the dealer has reshuffled and dealt on."""
    after = scene.game.copy()
    if "reshuffle" in after.expects.verbs:
        reshuffle = Act("reshuffle")
        after.push(reshuffle)
        for explanation in explanations(after, scene.layout, scene.clues, scene.ground):
            if (
                explanation.steps
                and not explanation.ambiguous
                and explanation.complete(scene.clues, scene.ground)
                and explanation.regular
            ):
                question = Reason(Cause.RESHUFFLED, rank=sighting.rank, cards=(scene.spot(sighting),))
                return complaints.ask(question, (Choice(Answer.ACTS, (reshuffle,)), Choice(Answer.NONE)))
    reason = Reason(Cause.NOT_DUE, scene.player_at(sighting), sighting.rank, cards=(scene.spot(sighting),))
    return complaints.complain(reason, scene, (sighting,), ignore)


def beside(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A new card beside a coaster while one is due: perhaps dealt short."""
    due = scene.card_due()
    if due is None or (scene.layout.empty and scene.clues.old):
        return None
    for sighting in scene.clues.beside:
        age_s = complaints.age_s(sighting, scene.view.time_s)
        if (
            sighting.rank is None
            or sighting.rest_s < scene.turn_since_s
            or not complaints.ripe(age_s, WEAK_S, scene)
        ):
            continue
        folded = _folded_for(complaints, sighting, scene)
        if folded is not None:
            return folded
        act = due.act(sighting.rank)
        remedy = Choice(Answer.LET_STAND, (act,), sightings=(sighting.id,))
        taker = scene.player_at(sighting)
        spots = (scene.spot(sighting),)
        taking = _folds_for(sighting, scene.layout.live, scene)
        if taking:  # the card may have been taken from where it seems to lie still
            choices = [Choice(Answer.ACTS, (fold,), sightings=(sighting.id,)) for fold in taking]
            choices += [remedy] if scene.legal(act) else []
            question = Reason(Cause.WHICH_ACT, taker, sighting.rank, cards=spots)
            return complaints.ask(question, (*choices, Choice(Answer.NONE)))
        if scene.legal(act):
            return Irregular(Reason(Cause.BESIDE, due.player, sighting.rank, other=taker, cards=spots), remedy)
    return None


def _folded_for(complaints: Complaints, sighting: Sighting, scene: Scene) -> Verdict | None:
    """A card of its rank is covered for long, or lies under others unseen: was it taken from there, and folded for?"""
    hidden = [card for card in scene.clues.covered if card.rank == sighting.rank]
    below = [card for card in scene.layout.live if card.rank == sighting.rank and _under_others(card, scene)]
    unseen = [*hidden, *(card for card in below if card not in hidden)]
    acts = _folds_for(sighting, unseen, scene)
    if not acts:
        return complaints.wait(Reason(Cause.HIDDEN), scene.view.time_s) if hidden else None
    question = Reason(
        Cause.FOLD_BY_GONE,
        acts[0].player,
        sighting.rank,
        other=acts[0].other,
        amount=sighting.rank,
        cards=tuple(home(card) for card in unseen),
    )
    choices = [Choice(Answer.ACTS, (act,), sightings=(sighting.id,)) for act in acts]
    return complaints.ask(question, (*choices, Choice(Answer.NONE)))


def _folds_for(sighting: Sighting, cards: Iterable[Laid], scene: Scene) -> list[Act]:
    """The folds that would bring one of these cards to where ``sighting`` lies with points."""
    same = [card for card in cards if card.rank == sighting.rank]
    return [act for card in same for act in folds(scene, (card,)) if act.player == scene.player_at(sighting)]


def _under_others(card: Laid, scene: Scene) -> bool:
    """Whether a card in play is not seen, for others that lie on it."""
    lying = scene.clues.lying.get(card.key)
    return lying is not None and not lying.visible


def face_down(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card that is due lies face down, or so faintly printed that it looks so: one that came since it is due."""
    if scene.ground.keeps_down_cards:
        return None
    hidden = dict(zip(scene.game.header.players, scene.game.hidden, strict=True))
    for option in scene.bringing:
        if option.needs is not Needs.CARD or hidden.get(option.player or ""):
            continue  # who holds hidden cards may have laid them down there
        for sighting in scene.clues.down:
            if sighting.rest_s < scene.turn_since_s or not scene.ground.lands_at(option, sighting.place):
                continue
            if complaints.ripe(complaints.age_s(sighting, scene.view.time_s), IRREGULAR_S, scene):
                reason = Reason(Cause.FACE_DOWN, option.player, cards=(scene.spot(sighting),))
                no_card = Choice(Answer.IGNORE, sightings=(sighting.id,))
                return complaints.ask(reason, (*rank_choices(sighting, scene.game), no_card))
    return None
