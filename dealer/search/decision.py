"""What to make of the acts that explain a view: they happened, one is asked which, or it is too early to say."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from dealer.rules.acts import Act
from dealer.rules.expect import Needs
from dealer.search.explanation import Explanation, Step, distinct
from dealer.search.laid_hands import LaidHands, only_hands_are_due, shows_a_hand
from dealer.seen.clues import together
from dealer.seen.layout import Laid
from dealer.seen.patience import IRREGULAR_S, NOT_DONE_S, READ_S, TOLD_APART_S, WEAK_S
from dealer.seen.scene import Scene, folds
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Cause, Choice, Reason, Verdict
from dealer.view import Area, Place, Sighting

Decision: TypeAlias = Explanation | Verdict | None


def decide(found: tuple[Explanation, ...], scene: Scene, complaints: Complaints, hands: LaidHands) -> Decision:
    """The explanation that counts, the verdict until one does, or None where nothing is explained.

    ``hands`` follows the hands that are laid out.
    """
    clues, view = scene.clues, scene.view
    covered = {card.rank for card in clues.covered if not only_hands_are_due(scene) or card in scene.layout.live}
    if any(sighting.rank in covered and not sighting.corrected for sighting in clues.fresh):
        # A card of that rank is covered just now: it may have been carried here, unless somebody said that it is new.
        return complaints.wait(Reason(Cause.HIDDEN), view.time_s)
    acting = [one for one in found if one.steps and not one.too_soon and not _too_late(one, scene, complaints)]
    complete = [explanation for explanation in acting if explanation.complete(clues, scene.ground)]
    regular = [explanation for explanation in complete if explanation.regular]
    best = regular or complete
    showing = [explanation for explanation in acting if shows_a_hand(explanation, clues)]
    if showing:
        return hands.judge(showing[0], scene, complaints)
    laying = hands.in_the_making(scene, complaints)
    if laying is not None:
        return laying
    told = best or [e for e in acting if e.ambiguous and not e.cut and e.explains(clues)]
    if any(explanation.ambiguous for explanation in told):
        told = [*told, *(explanation for explanation in acting if explanation.cut)]
        others = [explanation for explanation in acting if explanation.ambiguous and explanation.explains(clues)]
        patience_s = TOLD_APART_S if best else NOT_DONE_S
        return _which(told, others, scene, complaints, patience_s=patience_s)
    doubtful = any(explanation.doubtful for explanation in best)
    if best and not doubtful and best[0].regular:
        return _ripened(best[0], scene, complaints)
    if best and not doubtful and _out_of_order_stands(best[0], scene, complaints):
        return _in_order_before(best[0], acting) or _ask_skipped(best[0], scene, complaints)
    partial = [explanation for explanation in acting if _stands_alone(explanation, scene)]
    if partial:
        return max(partial, key=lambda explanation: len(explanation.steps))
    if not best:
        return next((one for one in found if one.too_soon and one.regular and one.complete(clues, scene.ground)), None)
    ages = [complaints.age_s(s, view.time_s) for step in best[0].steps for s in step.sightings]
    if not doubtful or min(ages, default=0.0) < READ_S:
        return complaints.wait(Reason(Cause.SETTLING), view.time_s)
    several = distinct(best)
    return _ask_order(several, complaints) if len(several) > 1 else None


def _too_late(explanation: Explanation, scene: Scene, complaints: Complaints) -> bool:
    """Whether cards in play had been gone for long when the first card of these acts came.

    They were gathered although the round was not over: what came after them belongs to another round, and would end
    this one by chance at best.
    """
    came_s = [sighting.rest_s for step in explanation.steps for sighting in step.sightings]
    traded = {step.gone.key for step in explanation.steps if step.gone is not None}
    gone = [card for card in scene.clues.missing if card.key not in traded]
    gone_s = [scene.view.time_s - complaints.age_s(card, scene.view.time_s) for card in gone]
    return bool(came_s and gone_s) and min(came_s) > min(gone_s) + IRREGULAR_S


def _ripened(explanation: Explanation, scene: Scene, complaints: Complaints) -> Decision:
    """The explanation once its evidence has lasted; where a card is just gone it may have been folded for."""
    last = explanation.steps[-1]
    if not last.patience_s:
        return explanation
    thing: Sighting | Laid | None = last.gone or last.sighting
    if thing is None or not complaints.ripe(complaints.age_s(thing, scene.view.time_s), last.patience_s, scene):
        return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
    folding = folds(scene, (last.gone,)) if last.gone is not None and len(explanation.steps) == 1 else []
    if folding and complaints.age_s(thing, scene.view.time_s) < WEAK_S:
        return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
    if folding:
        acts = (last.act, *folding)
        return _ask_which([Choice(Answer.ACTS, (act,)) for act in acts], last.act.player, last, scene, complaints)
    return explanation


def _is_turned_up(step: Step, explanation: Explanation, scene: Scene) -> bool:
    """Whether an attack brought a card where one that lay face down is gone: it may be that one, turned over."""
    if step.act.verb != "attack":
        return False
    hidden = dict(zip(explanation.game.header.players, explanation.game.hidden, strict=True))
    counted = scene.clues.backs.counts.get(step.sightings[0].place.seat) if step.sightings else None
    return counted is not None and counted < hidden[step.act.other or ""]


def _which(
    found: list[Explanation], others: list[Explanation], scene: Scene, complaints: Complaints, *, patience_s: float
) -> Decision:
    """Several acts may have brought the same card: the ones before it count, and then it is asked.

    ``others`` are acts that the face-down cards speak against: what is asked all the same offers them too.
    """
    several = distinct(found)
    if len(several) == 1 and not any(step.unsure for step in several[0].steps):
        return _ripened(several[0], scene, complaints)
    for number, step in enumerate(several[0].steps):
        here = {e.acts[number]: e.steps[number] for e in several if len(e.steps) > number}
        if len(here) == 1 and not step.unsure:
            continue
        if number:
            return replace(several[0], steps=several[0].steps[:number])
        if step.act.verb == "place":  # a card that was called already, and lies still since then
            age_s = min(scene.view.time_s - sighting.rest_s for sighting in step.sightings)
        else:
            things: list[Sighting | Laid] = [*step.sightings, *([step.gone] if step.gone else [])]
            age_s = min((complaints.age_s(thing, scene.view.time_s) for thing in things), default=0.0)
        if not complaints.ripe(age_s, patience_s, scene):
            return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
        same = [e for e in others if len(e.steps) > number and e.acts[:number] == several[0].acts[:number]]
        here |= {e.acts[number]: e.steps[number] for e in same if e.acts[number] not in here}
        choices = [
            Choice(Answer.ACTS, (act,), sightings=tuple(sighting.id for sighting in other.sightings))
            for act, other in here.items()
        ]
        choices.sort(key=lambda choice: _unlikely(choice.acts[0], scene))
        return _ask_which(choices, step.act.player, step, scene, complaints)
    return None


def _unlikely(act: Act, scene: Scene) -> int:
    """How late to offer an act: first that a card was stolen from where a hand was seen, last from where none was."""
    if act.verb != "steal":
        return 1
    return 0 if Place(Area.STACK, scene.seat_of.get(act.other or "", 0)) in scene.reached else 2


def _ask_which(
    choices: list[Choice], player: str | None, step: Step, scene: Scene, complaints: Complaints
) -> Verdict | None:
    rank = step.act.cards[0] if step.act.cards else None
    spots = tuple(scene.spot(sighting) for sighting in step.sightings)
    verbs = dict.fromkeys(choice.acts[0].verb for choice in choices)
    question = Reason(Cause.WHICH_ACT, player=player, rank=rank, cards=spots, code=" ".join(verbs))
    return complaints.ask(question, (*choices, Choice(Answer.NONE)))


def _out_of_order_stands(explanation: Explanation, scene: Scene, complaints: Complaints) -> bool:
    """Whether a deal out of order has lain long enough, with all else at rest and in view."""
    ages = [complaints.age_s(s, scene.view.time_s) for step in explanation.steps for s in step.sightings]
    return scene.calm and max(ages) >= NOT_DONE_S


def _in_order_before(explanation: Explanation, acting: list[Explanation]) -> Explanation | None:
    """What was dealt in good order before the first card out of order: that counts, whatever is asked of the others."""
    before = [one for one in acting if one.regular and one.acts == explanation.acts[: len(one.steps)]]
    return max(before, key=lambda one: len(one.steps), default=None)


def _ask_skipped(explanation: Explanation, scene: Scene, complaints: Complaints) -> Verdict | None:
    """Did the deal leave somebody out, or was his card not found? The second happens more often."""
    due = next(option for option in scene.game.expects.options if option.needs in (Needs.CARD, Needs.HAND))
    came = explanation.steps[0].act
    possible = scene.game.possible_ranks
    sightings = tuple(sighting.id for step in explanation.steps for sighting in step.sightings)
    # Whose card is said to be what lies before another got that card: it was dealt to the other by mistake.
    lies = {came.cards[0]: sightings[:1]}
    told = tuple(
        Choice(Answer.TOLD, (due.act(rank),), rank=rank, sightings=lies.get(rank, ()))
        for rank in due.ranks
        if possible.get(rank, 0) > 0
    )
    question = Reason(Cause.SKIPPED, player=due.player, rank=came.cards[0], other=came.player)
    choices = (Choice(Answer.ACTS, explanation.acts, sightings=sightings), *told, Choice(Answer.NONE))
    return complaints.ask(question, choices)


def _ask_order(found: Iterable[Explanation], complaints: Complaints) -> Verdict | None:
    """Which of several orders it was, where cards came to rest together."""
    choices = tuple(
        Choice(
            Answer.ACTS,
            explanation.acts,
            sightings=tuple(sighting.id for step in explanation.steps for sighting in step.sightings),
        )
        for explanation in found
    )
    last = choices[0].acts[-1]
    question = Reason(Cause.ORDER, player=last.player, rank=last.cards[0] if last.cards else None)
    return complaints.ask(question, (*choices, Choice(Answer.NONE)))


def _stands_alone(explanation: Explanation, scene: Scene) -> bool:
    """Whether acts may be accepted although clues remain: they came first, in good order, and nothing is displaced."""
    clues = scene.clues
    if not explanation.regular or explanation.doubtful or explanation.ambiguous or not explanation.settles(clues):
        return False
    if explanation.untaken or any(not step.confirmed or step.patience_s for step in explanation.steps):
        return False
    used = [sighting for step in explanation.steps for sighting in step.sightings]
    if any(_is_turned_up(step, explanation, scene) for step in explanation.steps):
        return False
    came_last_s = max((sighting.rest_s for sighting in used), default=float("inf"))
    return all(
        other.rest_s >= came_last_s
        # Of two cards of one rank that came together either may be the one that counts.
        and not any(together(other, sighting) and other.rank != sighting.rank for sighting in used)
        for other in explanation.left
        if other.id not in clues.twins
        if other.rank is not None or any(other.place == sighting.place for sighting in used)
    )
