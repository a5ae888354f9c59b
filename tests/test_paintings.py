"""What the pictures of whole cards tell of a card, by themselves."""

import numpy as np
import pytest
from painted_decks import deck_of, mixed, painting

from dealer.rules.cards import RANKS
from vision.belief.whole_cards import (
    LEAST_ALIKE,
    OF_ONE_RANK,
    SIDES_PX,
    Small,
    WholeCards,
    likeness,
    where_ranks_differ,
)


@pytest.mark.parametrize(("ranks", "own", "told"), [(6, 1.0, None), (7, 1.0, 2), (7, 0.4, 2), (7, 0.25, None)])
def test_a_card_that_was_named_once_tells_nothing_before_it_is_known_that_paintings_go_with_ranks(
    ranks: int, own: float, told: int | None
) -> None:
    cards = WholeCards()
    for rank in range(1, ranks + 1):  # each but once, as the cards of a deck of seven suits may be
        cards.keep(rank, rank, mixed(rank, 11, own), lying=())
    assert cards.tells(1000, mixed(2, 11, own)) == told


@pytest.mark.parametrize(("share", "may_be_new", "told"), [(0.9, False, 2), (0.9, True, 2), (0.6, False, None)])
def test_one_card_tells_what_is_so_much_like_it_as_cards_of_one_rank_are_and_no_two_of_different_ones(
    share: float, may_be_new: bool, told: int | None
) -> None:
    """A frame or an emblem that all cards of a deck have makes them alike."""
    cards = WholeCards()
    for rank in range(1, 8):
        cards.keep(rank, rank, mixed(rank, 11, 0.4), lying=())
    picture = (share * mixed(2, 11, 0.4) + (1 - share) * painting(12)).astype(np.uint8)
    alike = {rank: max(own) for rank, own in cards._likes(picture).items()}
    assert (alike[2] >= OF_ONE_RANK) == (told is not None) and 0.5 < cards._most_alike() < 0.75
    assert cards.tells(1000, picture, may_be_new=may_be_new) == told


@pytest.mark.parametrize(("pairs", "told"), [(0, 2), (2, None)])
def test_where_cards_of_different_ranks_are_as_alike_one_card_tells_nothing(pairs: int, told: int | None) -> None:
    """Of two suits, say; one card may have been named wrongly."""
    cards = WholeCards()
    for rank in range(1, 8):
        has_picture_of = rank - 1 if rank in (5, 7)[:pairs] else rank
        cards.keep(rank, rank, mixed(has_picture_of, 11, 0.4), lying=())
    assert cards.tells(1000, mixed(2, 11, 0.4)) == told


@pytest.mark.parametrize(
    ("share", "may_be_new", "told"),
    [(0.6, False, 3), (0.6, True, None), (0.9, True, 3)],
    ids=["not so", "new", "far ahead"],
)
def test_what_is_read_as_it_looks_and_may_be_the_first_of_its_rank_must_look_like_no_other(
    share: float, may_be_new: bool, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    assert cards.tells(1000, mixed(3, 2, share), read={3: 1.0}, may_be_new=may_be_new) == told


@pytest.mark.parametrize(
    ("share", "own", "told"),
    [(0.3, 0.8, 6), (0.6, 0.8, None), (0.6, 0.9, 6), (0.8, 0.9, None)],
    ids=["far less like others", "not far", "the same, as no others are", "others are nearly so"],
)
def test_one_card_of_a_rank_tells_only_what_is_far_less_like_all_others_or_the_same(
    share: float, own: float, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    alike = np.round(share * painting(5) + (1 - share) * painting(6).astype(float)).astype(np.uint8)
    cards.keep(60, 6, alike, lying=())
    card = np.clip(own * alike.astype(float) + (1 - own) * painting(9), 0, 255).astype(np.uint8)
    assert cards.tells(1000, card) == told


def test_four_ranks_tell_nothing_before_three_of_them_came_twice() -> None:
    cards = WholeCards()
    for rank in range(1, 5):
        cards.keep(rank, rank, painting(rank), lying=())
    assert cards.tells(1000, painting(2), read={2: 0.3}) is None
    for rank in range(1, 4):
        cards.keep(10 + rank, rank, painting(rank), lying=())
    assert cards.tells(1000, painting(2), read={2: 0.3}) == 2


def test_a_rank_of_which_one_card_looks_otherwise_is_not_told() -> None:
    cards = WholeCards()
    for rank in range(1, 6):
        for copy in range(2):
            cards.keep(10 * rank + copy, rank, painting(99 if (rank, copy) == (3, 1) else rank), lying=())
    assert cards.tells(1000, painting(2)) == 2
    assert cards.tells(1000, painting(3)) is None
    cards.keep(1001, 3, painting(3), lying=())
    assert cards.tells(1000, painting(3)) is None, "the last two are not alike"
    cards.keep(1002, 3, painting(3), lying=())
    assert cards.tells(1000, painting(3)) == 3


def test_a_card_cut_askew_keeps_no_rank_from_being_told_but_weighs_against_no_indices() -> None:
    cards = deck_of(range(1, 7))
    assert cards.outweighs(1000, 3, painting(3)) and not cards.outweighs(1000, 4, painting(3))
    askew = mixed(3, 15, 0.52)
    cards.keep(31, 3, askew, lying=())
    assert 0.5 < likeness(painting(3), askew) < LEAST_ALIKE
    assert cards.tells(1000, painting(3)) == 3
    assert not cards.outweighs(1000, 3, painting(3))


@pytest.mark.parametrize(
    ("named_read", "read", "told"),
    [
        (False, {}, None),
        (True, {}, 3),
        (False, {3: 0.2, 4: 0.1}, 3),
        (False, {4: 0.2, 3: 0.1}, None),
        (False, {3: 0.01, 9: 0.01}, 3),
    ],
    ids=["named once", "its indices showed it", "this one's show it", "they show another", "as much as another"],
)
def test_one_card_of_a_rank_tells_it_where_indices_do_too(
    named_read: bool, read: dict[int, float], told: int | None
) -> None:
    assert deck_of(range(1, 6), copies=1, read=named_read).tells(1000, painting(3), read=read) == told


@pytest.mark.parametrize(
    ("copies", "read", "share", "told"),
    [
        (2, {}, 0.5, None),
        (2, {}, 0.55, 3),
        (1, {}, 0.9, None),
        (1, {3: 0.2}, 0.5, None),
        (1, {3: 0.2}, 0.55, 3),
    ],
)
def test_how_much_a_card_must_look_like_those_of_its_rank_where_no_other_is_nearly_so(
    copies: int, read: dict[int, float], share: float, told: int | None
) -> None:
    """Of the shares the likenesses are 0.72, 0.79 and 0.99; two ranks are 0.33 alike at most."""
    assert deck_of(range(1, 6), copies=copies).tells(1000, mixed(3, 9, share), read=read) == told


@pytest.mark.parametrize(
    ("six", "share", "read", "told"),
    [
        (0.75, 0.9, {}, 3),
        (0.75, 0.8, {}, None),
        (0.75, 0.7, {}, None),
        (0.55, 0.65, {3: 0.2}, 3),
        (0.55, 0.65, {6: 0.2}, None),
        (0.75, 0.7, {3: 0.2}, None),
    ],
    ids=[
        "a third as far from it",
        "not a third as far",
        "not far enough from it",
        "as its indices show",
        "not as they show",
        "as they show, and too near",
    ],
)
def test_how_much_less_like_all_others_a_card_must_be_once_all_have_come(
    six: float, share: float, read: dict[int, float], told: int | None
) -> None:
    """The 6s have so much of the 3s' painting; the card has so much of it too, and the rest of none."""
    cards = deck_of(RANKS)
    for copy in range(2):
        cards.keep(60 + copy, 6, mixed(3, 6, six), lying=())
    assert cards.tells(1000, mixed(3, 19, share), read=read) == told


@pytest.mark.parametrize(
    ("six", "share", "told"),
    [(0.55, 0.95, 3), (0.75, 0.87, None), (0.75, 0.95, 3), (0.45, 0.72, None), (0.3, 0.75, 3)],
    ids=[
        "it leads",
        "it leads by little",
        "it is the same",
        "it is not so like them as they are each other",
        "no other is nearly so",
    ],
)
def test_what_may_be_the_first_of_a_rank_is_told_by_how_it_looks_alone_only_if_no_other_is_like_it(
    six: float, share: float, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    for copy in range(2):
        cards.keep(60 + copy, 6, mixed(3, 6, six), lying=())
    assert cards.tells(1000, mixed(3, 9, share)) == told


@pytest.mark.parametrize(
    ("kept", "share", "told"),
    [((1.0, 1.0), 0.9, 6), ((1.0, 1.0), 0.8, None), ((1.0, 0.75), 0.95, None), ((1.0,), 0.9, None)],
    ids=["as both", "less like them", "as one of two", "as one, and it is not known that paintings go with ranks"],
)
def test_what_is_the_same_as_two_of_a_rank_is_told_while_others_may_come(
    kept: tuple[float, ...], share: float, told: int | None
) -> None:
    cards = deck_of((1, 2, 3, 4), copies=1)
    cards.keep(50, 5, mixed(4, 5, 0.65), lying=())  # 0.9 like the 4
    for copy, own in enumerate(kept):
        cards.keep(60 + copy, 6, mixed(6, 19, own), lying=())
    assert cards.tells(1000, mixed(6, 9, share)) == told


@pytest.mark.parametrize(("read", "told"), [({}, 6), ({7: 0.2, 8: 0.2, 9: 0.2}, None)], ids=["nothing", "any of three"])
def test_what_is_the_same_is_not_told_where_an_index_may_be_a_rank_that_never_came(
    read: dict[int, float], told: int | None
) -> None:
    cards = deck_of((1, 2, 3, 4), copies=1)
    cards.keep(50, 5, mixed(5, 6, 0.6), lying=())  # 0.8 like the 6s
    for copy in range(2):
        cards.keep(60 + copy, 6, painting(6), lying=())
    assert cards.tells(1000, mixed(6, 9, 0.9), read=read) == told


@pytest.mark.parametrize(("last", "told"), [(10, 3), (None, None)], ids=["all have come", "a 10 may look like it"])
def test_one_card_is_enough_where_all_ranks_came_and_none_is_nearly_so_like_it(
    last: int | None, told: int | None
) -> None:
    cards = deck_of((1, 4, 5, 6, 7))
    for copy in range(2):
        cards.keep(20 + copy, 2, mixed(3, 2, 0.45), lying=())
    for number, rank, share in ((80, 8, 0.45), (81, 8, 0.45), (90, 9, 0.47), (91, 9, 0.47)):  # nearly one painting
        cards.keep(number, rank, mixed(8, 11, share), lying=())
    cards.keep(30, 3, painting(3), lying=())
    for copy in range(2 if last else 0):
        cards.keep(200 + copy, 10, painting(10), lying=())
    assert cards.tells(1000, mixed(3, 13, 0.73)) == told


def test_that_two_ranks_are_alike_silences_no_others_once_all_have_come() -> None:
    cards = deck_of(range(1, 8))
    for rank, share in ((8, 0.45), (8, 0.47), (9, 0.46), (9, 0.48)):  # the 8s and the 9s have one painting
        cards.keep(100 + int(100 * share), rank, mixed(8, 11, share), lying=())
    assert cards.tells(1000, mixed(3, 13, 0.8)) is None, "a 10 may look like the 3s"
    for copy in range(2):
        cards.keep(200 + copy, 10, painting(10), lying=())
    assert cards.tells(1000, mixed(3, 13, 0.8)) == 3
    assert cards.tells(1001, mixed(8, 11, 0.465)) is None


@pytest.mark.parametrize(
    ("before", "shown", "picture", "misread"),
    [
        ((1, 1), 1, painting(8), True),
        ((None, 1), 1, painting(8), True),
        ((None, None), 1, painting(8), False),
        ((1, 8), 1, painting(8), True),
        ((7, 8), 7, painting(8), False),
        ((1, 1), 2, painting(8), False),
        ((1,), 1, painting(8), False),
        ((1, 1), 1, mixed(8, 9, 0.6), False),
        ((4, 4), 4, mixed(8, 4, 0.65), False),
        ((7, 7), 7, mixed(8, 4, 0.65), False),
        ((1, 1), 1, mixed(8, 4, 0.65), True),
    ],
    ids=[
        "as both before",
        "as one before",
        "not as any before",
        "one was read right, and those of the rank shown look otherwise",
        "one was read right, and of the rank shown none came",
        "as another rank",
        "only one before",
        "not enough like them",
        "rather like those of the rank shown",
        "of which none came, and like another rank",
        "rather like a third rank",
    ],
)
def test_indices_that_show_another_rank_are_those_of_a_rank_that_is_misread(
    before: tuple[int | None, ...], shown: int, picture: Small, misread: bool
) -> None:
    cards = deck_of(range(1, 6))
    for copy, read in enumerate(before):
        cards.keep(80 + copy, 8, painting(8), lying=(), read=read)
    assert cards.are_misread(8, picture, shown=shown) is misread
    assert cards.were_misread(8, shown=shown) is (len(before) == 2 and shown in before and 8 not in before)


@pytest.mark.parametrize(
    ("shown_ones", "share", "picture", "misread"),
    [
        (2, 0.5, painting(8), True),
        (1, 0.5, painting(8), False),
        (2, 0.6, painting(8), False),
        (2, 0.4, mixed(8, 9, 0.66), False),
    ],
    ids=["so far apart", "one is too few to know", "hardly less like them", "less like its own"],
)
def test_two_cards_of_the_rank_that_is_shown_need_not_look_so_much_otherwise(
    shown_ones: int, share: float, picture: Small, misread: bool
) -> None:
    cards = deck_of((1, 2, 3, 5))
    for copy in range(2):
        cards.keep(80 + copy, 8, painting(8), lying=(), read=4)
    for copy in range(shown_ones):
        cards.keep(40 + copy, 4, mixed(8, 4, share), lying=())
    assert cards.are_misread(8, picture, shown=4) is misread


def test_a_name_that_was_changed_is_no_longer_what_the_indices_showed() -> None:
    cards = deck_of(range(1, 6), copies=1, read=True)
    assert cards.tells(1000, painting(3)) == 3
    cards.tell({30: 7})
    assert cards.tells(1000, painting(3)) is None
    cards = deck_of(range(1, 6), copies=1, read=True)
    cards.keep(30, 3, painting(3), lying=())
    assert cards.tells(1000, painting(3)) is None, "seen again, its indices showed nothing"


@pytest.mark.parametrize(("unknown", "told"), [(0.04, 3), (0.06, None)])
def test_what_may_be_the_first_of_a_rank_is_not_told_by_what_is_only_rather_like_it(
    unknown: float, told: int | None
) -> None:
    cards = deck_of(range(1, 6))
    for copy in range(2):  # another rank's are half as much like it
        cards.keep(60 + copy, 6, mixed(3, 6, 0.55), lying=())
    assert cards.tells(1000, painting(3), read={9: unknown}) == told
    assert deck_of(range(1, 6)).tells(1000, painting(3), read={9: unknown}) == 3, "no other is nearly so much like it"


def test_what_all_cards_have_in_common_says_nothing() -> None:
    """A wide white frame with a small painting in it, which alone tells one card from another."""

    def framed(number: int) -> Small:
        card = np.full((*SIDES_PX[::-1], 3), 240, np.uint8)
        card[9:-9, 6:-6] = painting(number)[9:-9, 6:-6] // 4 + 40
        return card

    assert likeness(framed(1), framed(2)) > 0.9
    cards = WholeCards()
    for rank in RANKS:
        for copy in range(2):
            cards.keep(10 * rank + copy, rank, framed(rank), lying=())
    assert [cards.tells(1000, framed(rank)) for rank in RANKS] == list(RANKS)
    assert cards.tells(1000, framed(19)) is None
    weights = where_ranks_differ([(rank, framed(rank)) for rank in range(1, 6)])
    assert weights is not None
    assert weights[:8].max() < 0.2 < weights[10:-10, 7:-7].mean()


def test_the_ranks_that_a_card_looks_like_are_told_the_most_alike_first() -> None:
    cards = deck_of((1, 2, 3), copies=1)
    assert cards.alike(painting(2)) == (2,)
    cards.keep(70, 7, mixed(2, 3, 0.75), lying=())
    assert cards.alike(painting(2)) == (2, 7)
    assert cards.alike(painting(9)) == WholeCards().alike(painting(2)) == ()


@pytest.mark.parametrize(
    ("looks_like", "against"), [(mixed(3, 9, 0.9), False), (mixed(3, 9, 0.3), True), (mixed(4, 9, 0.6), True)]
)
def test_a_card_speaks_against_a_rank_that_it_is_less_like_than_two_of_it_are(looks_like: Small, against: bool) -> None:
    cards = deck_of(range(1, 7))
    assert cards.opposes(1000, 3, looks_like) is against
    assert not cards.opposes(1000, 8, painting(9)), "none of that rank has come"
    few = deck_of(range(1, 7), copies=1)
    few.keep(11, 1, painting(1), lying=())
    assert not few.opposes(1000, 3, looks_like), "whether pictures go with the ranks is not known yet"


def test_a_card_that_is_more_like_another_ranks_speaks_against_its_own_though_it_is_like_that_too() -> None:
    cards = deck_of(range(1, 6))
    for copy in range(2):
        cards.keep(60 + copy, 6, mixed(3, 6, 0.75), lying=())
    spoilt = np.clip(0.75 * mixed(3, 6, 0.75).astype(float) + 0.25 * painting(9), 0, 255).astype(np.uint8)
    assert cards.tells(1000, spoilt) is None, "0.86 like the 3s, 0.93 like the 6s"
    assert cards.opposes(1000, 3, spoilt) and not cards.opposes(1000, 6, spoilt)


def test_with_suits_no_card_speaks_against_a_rank() -> None:
    cards = WholeCards()
    for rank in range(1, 7):
        for copy in range(2):
            cards.keep(10 * rank + copy, rank, painting((rank + 2 * copy) % 4), lying=())
    assert not any(cards.opposes(1000, rank, painting(suit)) for rank in range(1, 7) for suit in range(4))
    assert all(cards.tells(1000, painting(suit)) is None for suit in range(4))


def test_plain_cards_are_like_no_others() -> None:
    assert likeness(painting(1), painting(1)) > 0.99
    assert likeness(painting(1, spread=2.0), painting(1, spread=2.0)) == 0.0


@pytest.mark.parametrize(
    ("like", "ranks", "others", "so"),
    [(0.94, 7, 0.7, True), (0.94, 6, 0.7, False), (0.92, 7, 0.7, False), (0.94, 7, 0.8, False)],
    ids=["so", "too few ranks", "not so like", "others are as alike"],
)
def test_what_is_apart_is_as_like_as_cards_of_one_rank_and_unlike_all_of_different_ones(
    like: float, ranks: int, others: float, so: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WholeCards, "_most_alike", lambda _: others)
    alike = {rank: like if rank == 2 else 0.5 for rank in range(1, ranks + 1)}
    assert WholeCards()._is_apart(alike, 2) == so
