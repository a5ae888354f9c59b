"""One deck taught card by card at the table: what is asked for, what was seen, what is said. No camera, no screen.

A card is asked for. A card that lies still where none lay before is looked at several times; what the looks teach is
kept, unless it looks like a card of another rank. Then the card must be taken away before the next one is asked for,
so that no card is taught twice.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from dealer.decks.lesson_sentences import (
    ASKED,
    AT_THE_EDGE,
    DOUBTED,
    LEARNT,
    LEARNT_ALL,
    LYING,
    READ,
    SEVERAL,
    TEST,
    UNSEEN,
    UNSURE,
    of_trouble,
    said,
    shown,
    the_card,
)
from dealer.errors import InputError
from dealer.view import Sighting, TableView
from dealer.words.phrases import Fact
from dealer.words.sentences import Sentence
from vision.deck.deck_file import Deck, Example
from vision.deck.taught import Taught
from vision.frame import BGRImage
from vision.nets.ranks import Ranks
from vision.reading.reader import Reader
from vision.reading.teaching import OneCard, Teacher, conflicts, told_upright

LOOKS = 4
"""Looks that are taken of each card."""
LOOK_EVERY_S = 0.5
"""With the noise of the camera and a lamp's flicker, looks so far apart are not the same picture."""
STILL_S = 0.6
"""How long a card has lain before the first look."""
SAME_PLACE_MM = 25.0
"""What lies within this of a place lies there."""
CLEAR_S = 0.5
"""How long a place must have been empty before the next card is asked for, seconds."""
REMIND_S = 8.0
"""How often what is asked for is said again."""
BLIND_S = 6.0
"""A card of which no index was found in so many seconds of looking is told."""

Look = Callable[[Sighting], BGRImage | None]
"""Cuts the table around a sighting, upright or not, a card 128 px wide; None where it is out of the picture."""

CARD_PX = 128.0


class Step(Enum):
    """What the lesson waits for."""

    CARD = "card"
    LOOKS = "looks"
    CLEAR = "clear"
    TEST = "test"
    OVER = "over"


@dataclass(slots=True)
class Lesson:
    """The lesson so far. ``headline`` and ``detail`` are what people are told, in the language of the house; ``news``
    is what is to be said."""

    deck: Deck
    teacher: Teacher
    keep: Callable[[Deck], None]
    step: Step = Step.CARD
    headline: str = ""
    detail: str = ""
    shown: dict[int, int | None] = field(default_factory=dict)
    """In the test: what each card that was shown (by the number of its sighting) was read as."""
    _news: list[str] = field(default_factory=list)
    _reminder: str = ""
    _before: tuple[tuple[float, float], ...] | None = None
    _card: Sighting | None = None
    _examples: list[tuple[Example, ...]] = field(default_factory=list)
    _upright: list[bool | None] = field(default_factory=list)
    """What each look told of the way up in which the deck prints its lower numerals."""
    _looked_s: float = -math.inf
    _began_s: float = -math.inf
    _clear_s: float | None = None
    _said_s: float = -math.inf
    _reader: Reader | None = None

    @property
    def asked(self) -> int | None:
        """The rank that is to be laid down, or None when all are known."""
        missing = self.deck.missing
        return missing[0] if missing else None

    def news(self) -> tuple[str, ...]:
        """What is to be said since this was last asked."""
        said, self._news = tuple(self._news), []
        return said

    def see(self, view: TableView, look: Look) -> None:
        """Take in what the table looks like now."""
        if self._before is None:
            if view.moving or view.trouble:
                self._tell(of_trouble(view.trouble), view.time_s)
                return
            # what lies there from the start is no lesson
            self._before = tuple((s.x_mm, s.y_mm) for s in view.sightings)
            self._ask(view.time_s)
        match self.step:
            case Step.CARD:
                self._await_card(view)
            case Step.LOOKS:
                self._take_looks(view, look)
            case Step.CLEAR:
                self._await_clear(view)
            case Step.TEST:
                self._test(view, look)
            case Step.OVER:
                return
        if view.time_s - self._said_s > REMIND_S and self.step in (Step.CARD, Step.CLEAR):
            self._say(self._reminder, view.time_s)

    @property
    def can_repeat(self) -> bool:
        """Whether a card may be taught again now."""
        return self.step in (Step.CARD, Step.CLEAR) and bool(self.deck.taught)

    @property
    def can_finish(self) -> bool:
        """Whether there is a test that can be ended."""
        return self.step is Step.TEST

    def repeat(self, time_s: float) -> None:
        """Forget the last rank that was taught and ask for it again."""
        if self.can_repeat:
            self.deck = self.deck.without(self.deck.taught[-1])
            self.keep(self.deck)
            self._card = None
            self.step = Step.CARD
            self._ask(time_s)

    def finish(self) -> None:
        """End the test."""
        if self.can_finish:
            self.step = Step.OVER

    # -- the steps

    def _await_card(self, view: TableView) -> None:
        fresh = self._fresh(view.sightings)
        if len(fresh) > 1:
            self._tell(SEVERAL, view.time_s, number=len(fresh))
            return
        if fresh and not view.moving and view.time_s - fresh[0].rest_s >= STILL_S:
            self._card, self._examples = fresh[0], []
            self._began_s, self._looked_s = view.time_s, -math.inf
            self.step = Step.LOOKS
            self._tell(LYING, view.time_s, aloud=False)

    def _take_looks(self, view: TableView, look: Look) -> None:
        assert self._card is not None and self.asked is not None
        if not self._lies(self._card, view.sightings):
            self._examples = []
            self.step = Step.CARD
            self._ask(view.time_s)
            return
        if view.moving or view.time_s - self._looked_s < LOOK_EVERY_S:
            return
        self._looked_s = view.time_s
        picture = look(self._card)
        try:
            one = self._learnt(picture)
        except InputError:  # what it says is for photographs
            if view.time_s - self._began_s > BLIND_S:
                self._tell(AT_THE_EDGE if picture is None else UNSEEN, view.time_s)
                self._began_s = view.time_s
            return
        if not self.deck.taught and not self._examples:  # the first look tells where this deck bears its numerals
            self.deck, self._upright = replace(self.deck, middle=one.middle), []
        self._upright.append(one.upright)
        self.deck = told_upright(self.deck, self._upright)
        self._examples.append(one.examples)
        if len(self._examples) >= LOOKS:
            self._keep_looks(view.time_s)

    def _learnt(self, picture: BGRImage | None) -> OneCard:
        """What a look teaches of the card that is asked for. Raises InputError where it teaches nothing."""
        assert self.asked is not None
        if picture is None:
            raise InputError("The card lies at the picture's edge; move it towards the middle.")
        is_known = self.deck.taught or self._examples
        middle = self.deck.middle if is_known else None
        return self.teacher.learn(picture, self.asked, card_width_px=CARD_PX, middle=middle)

    def _keep_looks(self, time_s: float) -> None:
        assert self.asked is not None
        rank = self.asked
        # all looks of one card that lies are one source: how alike they are says nothing of another time
        learnt = self.deck.with_examples(example for look in self._examples for example in look)
        found = [one for one in conflicts(Taught(learnt, self.teacher_ranks)) if rank in (one.rank, one.other)]
        self._examples = []
        self.step = Step.CLEAR
        self._clear_s = None
        if found:
            other = found[0].other if found[0].rank == rank else found[0].rank
            self._tell(DOUBTED, time_s, other=the_card(other))
            return
        self.deck = learnt
        self.keep(self.deck)
        if learnt.missing:
            self._tell(LEARNT, time_s, card=the_card(rank), other=the_card(learnt.missing[0]))
        else:
            self._tell(LEARNT_ALL, time_s, card=the_card(rank))

    def _await_clear(self, view: TableView) -> None:
        if view.moving or self._fresh(view.sightings, visible=False):
            self._clear_s = None
            return
        self._clear_s = self._clear_s if self._clear_s is not None else view.time_s
        if view.time_s - self._clear_s < CLEAR_S:
            return
        self._card = None
        if self.asked is not None:
            self.step = Step.CARD
            self._ask(view.time_s)
            return
        self.step = Step.TEST
        self._reader = self.teacher.reader
        self._reader.use(self.deck)
        self._tell(TEST, view.time_s)

    def _test(self, view: TableView, look: Look) -> None:
        """Each new card that lies still is read with the deck and named once."""
        assert self._reader is not None
        for sighting in self._fresh(view.sightings):
            if sighting.id in self.shown or view.moving or view.time_s - sighting.rest_s < STILL_S:
                continue
            picture = look(sighting)
            if picture is None:
                continue
            readings = self._reader.examine(picture, card_width_px=CARD_PX).cards()  # as the table will
            middle = picture.shape[0] / 2
            near = [r for r in readings if math.hypot(*(r.quad.mean(0) - middle)) < CARD_PX / 3]
            ranks = {r.rank for r in near if r.rank is not None}
            rank = ranks.pop() if len(ranks) == 1 else None
            self.shown[sighting.id] = rank
            if rank is None:
                self._tell(UNSURE, view.time_s)
            else:
                self._tell(READ, view.time_s, card=the_card(rank))

    # -- words and small things

    @property
    def teacher_ranks(self) -> Ranks:
        """The model that the teacher reads with."""
        return self.teacher.reader.ranks

    def _fresh(self, sightings: Iterable[Sighting], *, visible: bool = True) -> Sequence[Sighting]:
        """The cards that did not lie there at the start."""
        assert self._before is not None
        return [
            s
            for s in sightings
            if (s.visible or not visible)
            and all(math.hypot(s.x_mm - x, s.y_mm - y) > SAME_PLACE_MM for x, y in self._before)
        ]

    @staticmethod
    def _lies(card: Sighting, sightings: Iterable[Sighting]) -> bool:
        return any(s.visible and math.hypot(s.x_mm - card.x_mm, s.y_mm - card.y_mm) < SAME_PLACE_MM for s in sightings)

    def _ask(self, time_s: float) -> None:
        if self.asked is None:
            self.step, self._clear_s = Step.CLEAR, None
            return
        self._tell(ASKED, time_s)

    def _tell(self, sentence: Sentence, time_s: float, *, aloud: bool = True, **facts: Fact) -> None:
        """Show a sentence, once, and say it; ``{card}`` in it is the one that is asked for, unless told otherwise."""
        if self.asked is not None:
            facts = {"card": the_card(self.asked), **facts}
        headline, detail = shown(sentence.headline, facts), shown(sentence.detail, facts)
        if (headline, detail) == (self.headline, self.detail):
            return
        self.headline, self.detail = headline, detail
        request = said(sentence.headline, facts), said(sentence.detail, facts)
        self._reminder = request[0] if self.step is Step.CARD else request[1]
        if aloud:
            self._say(" ".join(request), time_s)

    def _say(self, sentence: str, time_s: float) -> None:
        self._news.append(sentence)
        self._said_s = time_s
