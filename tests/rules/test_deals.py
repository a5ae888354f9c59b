"""Dealing one card to each: 000 (Some Hints for Dealing), games.md 1.2."""

from dealer.games.deals import Deals
from dealer.rules.acts import Act
from dealer.rules.cards import RANKS
from dealer.rules.events import event


def test_start_on_the_dealers_left_and_deal_clockwise() -> None:
    deals = Deals(("A", "B", "C"))
    deal = deals[1, 2, 0]
    for due in ((1, 2, 0), (2, 0), (0,)):
        assert deal.due == due
        assert [option.player for option in deal.expects.options] == ["ABC"[seat] for seat in due]
        assert deal.expects.verbs == ("deal",)
        assert deal.expects.known[Act("deal", "ABC"[due[0]], (5,))] == 5
        assert deal.expects.rule == (
            "Start with the player on the dealer's left and deal clockwise (000, Some Hints for Dealing)."
        )
        deal = deal.next
    assert deal.due == ()
    assert not deal.expects
    assert deal.next is deal


def test_each_card_is_told_with_who_gets_it() -> None:
    deal = Deals(("A", "B", "C"))[1, 2, 0]
    for seat in (1, 2, 0):
        assert (deal.seat, deal.player) == (seat, "ABC"[seat])
        assert [deal.dealt[rank] for rank in RANKS] == [event("dealt", "ABC"[seat], rank) for rank in RANKS]
        deal = deal.next


def test_the_same_deal_is_made_once() -> None:
    deals = Deals(("A", "B", "C"))
    assert deals[1, 2] is deals[0, 1, 2].next
