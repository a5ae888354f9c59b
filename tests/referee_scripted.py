"""Games for tests of the referee whose acts are said one by one, and what is seen of them."""


from referee_play import Evening, header_of, lines

from dealer.rules.acts import parse_act
from dealer.rules.expect import Option
from dealer.seen.verdicts import Accepted, Ask, Cause, Irregular, Verdict

DEALT = ("deal Bob 10", "deal Carlos 9", "deal Angie 4")


class Nobody:
    """The hands of a game that follows a script."""

    def follow(self, option: Option) -> None:
        """Nothing to keep up with."""


class Scripted(Evening):
    """A game whose acts are said one by one, laid out and seen or told."""

    def __init__(self, variant: str, number: int, *acts: str, piles: bool = False, **options: object) -> None:
        self.piled = piles
        super().__init__(header_of(variant, number, **options), 1)
        self.piles = piles
        self.cards = Nobody()  # type: ignore[assignment]
        self.lay_the_down_cards()
        self.do(*acts)

    def do(self, *texts: str) -> None:
        """These acts happen, one after the other, and the referee follows."""
        for text in texts:
            act = parse_act(text, self.truth.header.players)
            option = self.truth.expects.option_of(act)
            assert option is not None, self.truth.expects
            if not any(self.owned.values()):
                self.gather()
                self.bench.watch(1)
            told = self.is_told(act)
            self.happen(option, act)
            if told:
                assert isinstance(self.bench.referee.say(act), Accepted)
            self.look()
            assert lines(self.bench.game) == lines(self.truth)

    def wait(self, seconds: float = 6.0) -> Verdict:
        """What is said when the table has stayed like this for a while; nothing is accepted."""
        before = lines(self.bench.game)
        verdicts = self.bench.watch(seconds)
        assert lines(self.bench.game) == before, verdicts[-1]
        return verdicts[-1]


def causes(verdict: Verdict) -> Cause | None:
    """Why a verdict is what it is."""
    match verdict:
        case Ask(question):
            return question.cause
        case Irregular(why):
            return why.cause
        case _:
            return None
