"""The end of a game in words: who lost or won, the forfeit, who deals next and gets the button."""

from dataclasses import dataclass

from dealer.game.driver import Game
from dealer.games.basic import Basic
from dealer.locale.language import Language
from dealer.words import phrases, requests
from dealer.words.phrases import Fact, Phrases
from dealer.words.sentences import Sentence


@dataclass(frozen=True, slots=True)
class LastWords:
    """Makes the last words of a game, in one language."""

    language: Language
    forfeit_done: bool = False

    def words(self, game: Game) -> tuple[str, str, str]:
        """Headline, detail and what is said."""
        shown, aloud = Phrases(self.language), Phrases(self.language, aloud=True)
        sentence, facts = self._sentence(game)
        forfeit = game.header.option("forfeit", "")
        penalty = shown.say(requests.FORFEIT, {"forfeit": forfeit}) if self._due(game) else ""
        spoken = (aloud.say(sentence.aloud, facts), penalty, *self._next(game))
        detail = penalty or shown.say(sentence.detail, facts)
        return shown.say(sentence.headline, facts), detail, " ".join(part for part in spoken if part)

    def _due(self, game: Game) -> bool:
        """Whether somebody still has to do what was agreed."""
        return bool(game.header.option("forfeit", "") and game.state.losers) and not self.forfeit_done

    def _sentence(self, game: Game) -> tuple[Sentence, dict[str, Fact]]:
        state, rules = game.state, game.header.rules
        scores = {player.name: player.score for player in state.players}
        facts: dict[str, Fact] = {"players": phrases.names(state.winners), "player": phrases.names(state.losers)}
        if issubclass(rules, Basic):
            if state.losers:
                score = scores[state.losers[0]]
                return requests.LOST_WITH_ONE if score == 1 else requests.LOST, {**facts, "score": score}
            return (requests.CAUGHT, facts) if state.winners else (requests.UNDECIDED, {})
        if rules.heaps_common_cards and state.losers:
            return requests.STONES_LOST, facts
        if rules.against_the_dealer and state.losers:
            return requests.DEALER_LOST, facts
        if rules.against_the_dealer and state.winners:
            return requests.DEALER_WON, {"player": phrases.names(state.winners)}
        if not state.winners:
            return requests.UNDECIDED, {}
        if rules.keeps_score:
            score = scores[state.winners[0]]
            return requests.WON_WITH, {**facts, "score": score, "points": phrases.points(score)}
        return requests.WON_AND_LOST if state.losers else requests.WON, facts

    def _next(self, game: Game) -> tuple[str, ...]:
        """Who deals the next game, and who has its button."""
        deals = self.language.say(requests.DEALS_NEXT, player=game.next_dealer)
        button = game.next_button
        return (deals,) if button is None else (deals, self.language.say(requests.BUTTON_NEXT, player=button))
