"""Cards in play that are gone, or lie in another place than their own."""

from dealer.rules.acts import Act
from dealer.rules.expect import Needs
from dealer.seen.layout import Laid
from dealer.seen.patience import GONE_S, IRREGULAR_S
from dealer.seen.scene import Scene, folds, home, last_acts, trades
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Answer, Ask, Cause, Choice, Irregular, Nothing, Reason, TakeBack, Verdict

OR_TAKEN_BACK = "or-taken-back"
"""The code of the question after a fold, where the card that is gone came with the last act."""


def taken(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card in play lies with points, and that is no fold that the game expects."""
    for found in scene.clues.taken:
        card, taker = found.card, scene.player_at(found.sighting)
        fold = next((o for o in scene.game.expects.options if o.verb == "fold" and o.choices), None)
        spots = (scene.spot(found.sighting, card.rank),)
        stays = Choice(Answer.LET_STAND, sightings=(found.sighting.id,))
        if fold is not None and fold.player == taker:
            reason = Reason(Cause.WRONG_CARD, taker, card.rank, other=card.player, amount=fold.price, cards=spots)
            return complaints.complain(reason, scene, (card,), stays)
        if fold is not None and card.rank == fold.price and card.player != taker:
            reason = Reason(Cause.WRONG_FOLDER, fold.player, card.rank, other=taker, cards=(*spots, home(card)))
            return complaints.complain(reason, scene, (card,), stays)
        return complaints.complain(
            Reason(Cause.MOVED, card.player, card.rank, other=taker, cards=spots), scene, (card,), stays
        )
    return None


def missing(complaints: Complaints, scene: Scene) -> Verdict | None:
    """Cards in play are gone: folded for, taken back, gathered, or nobody knows."""
    gone = scene.clues.missing
    if not gone:
        return None
    if scene.starting:
        return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
    spots = tuple(home(card) for card in gone)
    stay = Choice(Answer.LET_STAND)
    folding = tuple(Choice(Answer.ACTS, (act,)) for act in folds(scene, gone))
    undone = last_acts(scene, gone)
    back = tuple([Choice(Answer.TAKE_BACK, undone)] if undone else [])
    age_s = max(complaints.age_s(card, scene.view.time_s) for card in gone)
    if not complaints.ripe(age_s, GONE_S if undone else IRREGULAR_S, scene):
        return complaints.wait(Reason(Cause.SETTLING), scene.view.time_s)
    complaints.complained = tuple(card.key for card in gone)
    turn, first = scene.game.expects.turn, gone[0]
    trading = tuple(Choice(Answer.ACTS, (act,)) for act in trades(scene, gone))
    if trading:
        question = Reason(Cause.WHICH_ACT, turn, first.rank, cards=spots)
        return complaints.ask(question, (*trading, *folding, *back, stay)) or Nothing()
    if folding:
        question = Reason(
            Cause.FOLD_BY_GONE,
            turn,
            first.rank,
            other=first.player,
            amount=scene.game.expects.prices.get("fold"),
            cards=spots,
            code=OR_TAKEN_BACK if back else "",
        )
        return complaints.ask(question, (*folding, *back, stay)) or Nothing()
    if undone:
        return TakeBack(undone, spots, (*back, stay))
    leaving = _fold_of_all(scene, gone)
    if leaving is not None:
        question = Reason(
            Cause.FOLD_BY_GONE, turn, first.rank, other=turn, amount=scene.game.expects.prices.get("fold"), cards=spots
        )
        return complaints.ask(question, (Choice(Answer.ACTS, (leaving,)), stay)) or Nothing()
    fold = next((o.told for o in scene.game.expects.options if o.verb == "fold" and o.needs is Needs.NOTHING), None)
    if fold is not None and len(gone) == len(scene.layout.live) and turn is not None:
        return Ask(Reason(Cause.GATHERED, turn, cards=spots), (Choice(Answer.ACTS, (fold,)), stay))
    return Irregular(Reason(Cause.GONE, first.player, first.rank, cards=spots), stay)


def _fold_of_all(scene: Scene, gone: tuple[Laid, ...]) -> Act | None:
    """The fold of the player on turn, where all that is gone is just what that fold would send away."""
    game = scene.game.copy()
    fold = next((o.told for o in game.expects.options if o.verb == "fold" and o.needs is Needs.NOTHING), None)
    if fold is None or game.refusal(fold):
        return None
    game.push(fold)
    after = scene.layout.after(fold, len(game.acts) - 1, game.state, scene.ground)
    left = {card.key for card in scene.layout.live} - {card.key for card in gone}
    return fold if left and {card.key for card in after.live} == left else None


def moved(complaints: Complaints, scene: Scene) -> Verdict | None:
    """A card in play lies in a place that is not its own."""
    for card, sighting in scene.clues.moved:
        reason = Reason(
            Cause.MOVED,
            card.player,
            card.rank,
            other=scene.player_at(sighting),
            cards=(scene.spot(sighting, card.rank),),
        )
        return complaints.complain(reason, scene, (card,), Choice(Answer.LET_STAND, sightings=(sighting.id,)))
    return None
