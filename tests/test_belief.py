"""The belief: what speaks for each rank of a card, its probability, and what is done about it."""

import json
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from dealer.words.reasons import WORDS
from vision.belief.belief import FEATURES, LEAST_LEFT, WEIGHTS, Belief, features, load_belief
from vision.belief.decide import Ask, Call, Costs, LookAgain, decide
from vision.belief.evidence import LEAST_LOG, Evidence, Look
from vision.belief.likeness import UNKNOWN, Colours, Cut, colours_of_ranks
from vision.belief.memory import CARDS, TOLD, DeckMemory
from vision.deck.prints import GreyPatch
from vision.nets.ranks import CLASSES, NONE
from vision.tracking.glimpses import Shown

ALL_LEFT = np.arange(1.0, 11.0)


def logs(**shares: float) -> NDArray[np.float32]:
    """Log probabilities: ``r6=0.9``, the rest is spread over the other classes."""
    given = {NONE if name == "none" else int(name[1:]) - 1: share for name, share in shares.items()}
    left = (1.0 - sum(given.values())) / (CLASSES - len(given))
    return np.log(np.array([given.get(at, max(left, 1e-6)) for at in range(CLASSES)], np.float32))


def shown(*each: NDArray[np.float32], upright: float = 0.0, turned: NDArray[np.float32] | None = None) -> Shown:
    below = logs(none=0.99) if turned is None else turned
    both = np.stack([np.stack([one, below]) for one in each])
    return Shown(both, np.full(len(each), upright, np.float32), np.ones(len(each), np.float32))


def numeral(seed: int) -> GreyPatch:
    rng = np.random.default_rng(seed)
    blocks = rng.uniform(0, 255, (6, 6)).astype(np.float32)
    return np.kron(blocks, np.ones((8, 8), np.float32))


def painted(seed: int) -> Cut:
    blocks = np.random.default_rng(seed).integers(0, 255, (7, 5, 3), np.uint8)
    return np.kron(blocks, np.ones((4, 4, 1), np.uint8))


def looked(rank: int, share: float = 0.95, *, like: int | None = None, indices: int = 2) -> Evidence:
    """A card that shows a rank, printed and painted as number ``like``."""
    own = rank if like is None else like
    each = [logs(**{f"r{rank}": share})] * indices
    return Evidence([Look(shown(*each), (numeral(own),) * indices, painted(own), is_outlined=True)])


# -- what was seen


def test_looks_that_say_the_same_say_no_more_together() -> None:
    """They err alike."""
    one = looked(6)
    thrice = Evidence(one.looks * 3)
    assert np.allclose(thrice.read(), one.read(), atol=1e-5)


def test_each_index_counts() -> None:
    evidence = Evidence([Look(shown(logs(r5=0.9), logs(r5=0.3, r3=0.6)))])
    assert np.exp(evidence.read()[4]) == pytest.approx((0.9 * 0.3) ** 0.5, abs=0.01)
    assert evidence.likeliest == 5 and evidence.indices == 2


@pytest.mark.parametrize(("upright", "rank"), [(4.0, 6), (-4.0, 9)])
def test_which_of_6_and_9_it_is_depends_on_which_way_up_the_card_lies(upright: float, rank: int) -> None:
    """An index that looks like a 6 as it stands looks like a 9 upside down; all indices share the card's way."""
    look = Look(shown(logs(r6=0.95), logs(r6=0.9), upright=upright, turned=logs(r9=0.95)))
    assert Evidence([look]).likeliest == rank


def test_nothing_seen_tells_no_rank() -> None:
    evidence = Evidence([Look(Shown(np.zeros((0, 2, 11), np.float32), np.zeros(0), np.zeros(0)))])
    assert evidence.likeliest is None
    assert (evidence.read() == LEAST_LOG).all()
    assert np.isfinite(features(evidence, DeckMemory())).all()


# -- the deck's memory


def remembered(*ranks: int) -> DeckMemory:
    memory = DeckMemory()
    for number, rank in enumerate(ranks, 1):
        memory.keep(number, rank, looked(rank))
    return memory


def test_an_evening_s_cards_are_not_all_kept() -> None:
    memory = remembered(3, *[7] * (CARDS + 5))
    assert len(memory.cards) == CARDS + 1 and 1 in memory.cards and 2 not in memory.cards
    for _ in range(2 * TOLD):
        memory.likeness("numerals", looked(7))
    assert len(memory._told) == TOLD, "nor all looks at what nobody calls"


@pytest.mark.parametrize("kind", ["numerals", "wholes"])
def test_a_card_is_most_like_those_of_its_rank(kind: str) -> None:
    memory = remembered(3, 7, 8)
    alike = memory.likeness(kind, looked(7))
    assert int(alike.argmax()) + 1 == 7 and alike[6] > 0.99
    assert (alike[[0, 1, 3, 4, 5, 8, 9]] == UNKNOWN).all(), "of these none came"
    assert memory.knows().nonzero()[0].tolist() == [2, 6, 7]


def test_what_a_card_was_said_to_be_after_all_counts() -> None:
    memory = remembered(3, 7)
    memory.tell(2, 8)
    assert int(memory.likeness("numerals", looked(7)).argmax()) + 1 == 8
    assert not memory.knows()[6]


def test_a_frame_that_all_cards_have_says_nothing() -> None:
    """Two paintings stand in one frame: a third card is compared by its painting."""

    def framed(seed: int) -> Cut:
        cut = np.full((28, 20, 3), (10, 200, 30), np.uint8)
        cut[8:20, 6:14] = np.random.default_rng(seed).integers(0, 255, (12, 8, 3), np.uint8)
        return cut

    known = colours_of_ranks([(2, framed(2)), (9, framed(9))])
    plain = colours_of_ranks([(2, framed(2))])
    look = Look(shown(logs(none=0.9)), whole=framed(9)[::-1, ::-1])
    alike, alone = known.likeness(look), plain.likeness(look)
    assert alike is not None and alone is not None
    assert alike[8] > 0.99 and alike[1] < alone[1] - 0.2


def test_a_plain_picture_is_like_none() -> None:
    plain = np.full((28, 20, 3), 90, np.uint8)
    known = colours_of_ranks([(4, painted(4))])
    assert isinstance(known, Colours) and known.likeness(Look(shown(logs(r4=0.9)), whole=plain)) is None


def test_how_alike_two_cards_of_a_rank_are_is_learnt() -> None:
    memory, unlike = remembered(3, 3, 3, 3), DeckMemory()
    for number in range(4):
        unlike.keep(number, 3, looked(3, like=20 + number))
    same, before, apart = (known.usual("numerals")[0] for known in (memory, DeckMemory(), unlike))
    assert same < before < apart


# -- the belief


def test_the_shipped_weights_have_the_signs_that_they_must_have() -> None:
    known = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert set(known["weights"]) == set(FEATURES)
    assert all(known["weights"][name] >= 0 for name, sign in FEATURES.items() if sign)
    at = known["record"]["at 0.99 and more"]
    assert at["stated"] - at["true"] <= 0.003, "what is stated there is true"


@pytest.mark.parametrize("rank", [1, 4, 6, 10])
def test_a_card_that_is_plainly_read_and_printed_like_its_rank_is_that(rank: int) -> None:
    memory = remembered(1, 4, 6, 9, 10)
    evidence = looked(rank, 0.99)
    evidence.looks = [
        Look(
            evidence.looks[0].shown,
            (numeral(rank),) * 2,
            painted(rank),
            is_outlined=True,
        )
    ]
    told = load_belief().probabilities(features(evidence, memory), ALL_LEFT)
    assert told.sum() == pytest.approx(1.0) and told.argmax() + 1 == rank and told[rank - 1] > 0.99


def test_what_indices_show_counts_less_in_a_deck_that_was_something_else_before() -> None:
    trusted, doubted = DeckMemory(), DeckMemory()
    for number in range(6):
        trusted.keep(number, 3, looked(3))
        doubted.keep(number, 3, looked(8, like=3))
    assert trusted.trust == 1.0 and doubted.trust < 0.4
    apart = [np.ptp(features(looked(7), memory)[:, 0]) for memory in (trusted, doubted)]
    assert apart[1] < 0.4 * apart[0]


@pytest.mark.parametrize(("heads", "asked"), [((1, 1), False), ((1, -1), True)], ids=["outwards", "all upright"])
def test_how_a_deck_prints_its_lower_numerals_tells_whether_a_6_by_one_index_may_be_a_9(
    heads: tuple[int, int], asked: bool
) -> None:
    memory = DeckMemory()
    for number, rank in enumerate((3, 5)):
        both = replace(shown(*[logs(**{f"r{rank}": 0.99})] * 2), heads=heads)
        memory.keep(number, rank, Evidence([Look(both, is_outlined=True)]))
    six = replace(shown(logs(r6=0.99), turned=logs(r9=0.99)), heads=(1,))
    read = features(Evidence([Look(six, is_outlined=True)]), memory)[:, 0]
    assert bool(read[5] - read[8] < 1.0) is asked
    taught = features(Evidence([Look(six, is_outlined=True)]), DeckMemory.of_deck(upright=asked))[:, 0]
    assert bool(taught[5] - taught[8] < 1.0) is asked
    assert read[5] - features(Evidence([Look(six, is_outlined=True)]), DeckMemory())[8, 0] > 3.0, "few decks do so"


@pytest.mark.parametrize(("font_tells", "rank"), [(True, 6), (False, None)])
def test_in_a_deck_with_upright_lower_numerals_only_their_shape_tells_a_6_from_a_9(
    font_tells: bool, rank: int | None
) -> None:
    """Each end of such a 6 looks like one that stands outwards, and so do its surroundings."""
    memory = DeckMemory()
    for number, other in enumerate((3, 5)):
        both = replace(shown(*[logs(**{f"r{other}": 0.99})] * 2), heads=(1, -1))
        memory.keep(number, other, Evidence([Look(both, is_outlined=True)]))
    memory.keep(9, 9, looked(9))
    below = np.stack([logs(r9=0.99), logs(r6=0.99)])
    above = np.stack([logs(r6=0.99), logs(none=0.99) if font_tells else logs(r9=0.99)])
    ends = replace(
        shown(logs(r6=0.99)),
        logs=np.stack([above, below]),
        upright=np.full(2, 9.0, np.float32),
        heat=np.ones(2, np.float32),
        heads=(1, 1),
    )
    told = load_belief().probabilities(features(Evidence([Look(ends, is_outlined=True)]), memory), ALL_LEFT)
    likely = told.argmax() + 1
    assert (likely if told.max() > 0.8 else None) == rank and told[[5, 8]].sum() > 0.95


def test_a_deck_that_was_read_badly_in_bad_light_is_trusted_again_later() -> None:
    memory = DeckMemory()
    for number in range(100):
        memory.keep(number, 3, looked(8, like=3))
    for number in range(100, 200):
        memory.keep(number, 3, looked(3))
    assert memory.trust > 0.8


def test_a_rank_that_is_used_up_is_hardly_it() -> None:
    those = features(looked(7, 0.5), DeckMemory())
    left = ALL_LEFT.copy()
    left[6] = 0.0
    belief = load_belief()
    before, after = belief.probabilities(those, ALL_LEFT)[6], belief.probabilities(those, left)[6]
    assert after < before and after / (1 - after) == pytest.approx(LEAST_LEFT / 7 * before / (1 - before))


@pytest.mark.parametrize("name", [name for name, sign in FEATURES.items() if sign])
def test_more_of_a_feature_never_makes_a_class_less_likely(name: str) -> None:
    those = features(looked(7, 0.6), remembered(3, 7))
    more = those.copy()
    at = NONE if name.startswith("none") else 6
    more[at, list(FEATURES).index(name)] += 1.0
    belief = load_belief()
    assert belief.probabilities(more, ALL_LEFT)[at] >= belief.probabilities(those, ALL_LEFT)[at]


def test_reasons_are_what_decides_between_the_two_likeliest() -> None:
    weights = np.zeros(len(FEATURES))
    weights[list(FEATURES).index("indices")] = 1.0
    weights[list(FEATURES).index("numeral alike")] = 0.01
    reasons = Belief(weights).reasons(features(looked(7, 0.9), remembered(3, 7)), 7)
    assert reasons[0] == "indices" and not any(one.startswith("none") for one in reasons)


def test_a_rank_of_which_no_card_came_is_like_no_card_before() -> None:
    """All ranks came but the 8, and this is printed otherwise: nobody can say "like the 8s before"."""
    weights = np.zeros(len(FEATURES))
    weights[[list(FEATURES).index(name) for name in ("numeral alike", "none")]] = 1.0, -9.0
    others = remembered(*(rank for rank in range(1, 11) if rank != 8))
    assert Belief(weights).reasons(features(looked(8, 0.9), others), 8) == ["unlike all"]
    assert Belief(weights).reasons(features(looked(7, 0.9), remembered(3, 7)), 7) == ["numeral alike"]


# -- what is done


@pytest.mark.parametrize(
    ("share", "error", "looks", "done"),
    [
        (0.99, 50, 1, Call),
        (0.97, 50, 1, LookAgain),
        (0.97, 50, 4, Ask),
        (0.97, 20, 1, Call),
        (0.2, 1, 9, Call),  # a question that costs as much as an error is never worth it
    ],
)
def test_a_card_is_called_where_an_error_is_likely_to_cost_less_than_a_question(
    share: float, error: float, looks: int, done: type
) -> None:
    probabilities = np.full(CLASSES, (1 - share) / 10)
    probabilities[7] = share
    assert isinstance(decide(probabilities.tolist(), Costs(error), looks=looks), done)


def test_what_is_none_of_ours_is_never_called() -> None:
    probabilities = [0.0] * NONE + [1.0]
    assert isinstance(decide(probabilities, Costs(2.0), looks=9), Ask)


def test_each_feature_that_can_speak_for_a_rank_has_words() -> None:
    known = {name for name, sign in FEATURES.items() if sign and not name.startswith("none")}
    assert set(WORDS) == known | {"unlike all"}
    assert all("{rank}" in words or words == WORDS["unlike all"] for words in WORDS.values())


@pytest.mark.parametrize(
    ("feature", "came", "same"),
    [("numeral alike", (6, 9, 4), True), ("whole alike", (6, 4), True), ("whole alike", (6, 9, 4), False)],
    ids=["numerals", "no 9 came", "whole cards, either way up"],
)
def test_what_is_like_a_6_is_as_like_a_9_where_nothing_tells_which_way_the_card_lies(
    feature: str, came: tuple[int, ...], same: bool
) -> None:
    memory = DeckMemory()
    for number, rank in enumerate(came):
        memory.keep(number, rank, looked(rank))

    def alike(upright: float) -> list[float]:
        look = Look(shown(logs(r6=0.95), upright=upright), (numeral(6),), painted(6), is_outlined=True)
        return features(Evidence([look]), memory)[[5, 8, 3], list(FEATURES).index(feature)].tolist()

    known, unknown = alike(4.0), alike(0.2)
    assert known[0] > 0 >= known[1]
    assert unknown[0] == known[0] and (unknown[1] == known[0]) is same
    assert unknown[2] == known[2] < 0
