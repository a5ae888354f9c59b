"""How long the referee waits, and within what time things belong together: every time by which it judges a table.

All are seconds. A longer wait speaks later and errs less. None was fitted: each says what people or the eye need that
long for; the values that ``docs/table.md`` promises stand there too.
"""

# Until something is spoken of

READ_S = 1.2
"""How long a card may lie unread. It is read in about ten frames, or looked at once or twice more, or needs asking."""
REREAD_S = 1.5
"""How long a called card must be read as another rank before that is asked about."""
GONE_S = 1.5
"""How long a card must be away before that is an act or a taking back. One that is only looked at is back by then."""
IRREGULAR_S = 2.5
"""How long a steady view may stay unexplained. A dealer who notices it himself needs about two seconds."""
WEAK_S = 4.0
"""How long weak evidence may stay unexplained: a card beside a coaster, one that may come to the points yet, something
that can't be made out."""
CLEAR_S = 6.0
"""How long the cards of a finished round may lie before they are asked away."""
RESTLESS_S = 8.0
"""How long a complaint is put off at most for hands that move or cover something."""
STEADY_S = 1.2
"""How long the same things must be unexplained before another earlier act is looked for."""
TOLD_APART_S = 1.5
"""How long a card that several acts may have brought waits for what tells them apart."""
NOT_DONE_S = 3.0
"""How long a card waits for what should have come first: the card due before it, or face-down cards still in a hand."""
DOWN_S = 1.0
"""How long a face-down card must lie: nobody reads it, so it may be anything that looks like one."""
COVERED_S = 0.5
"""How long a coaster must be covered before the cover is asked about: an arm that passes is gone by then."""
COVERED_MOVING_S = 1.5
"""How long a coaster must be covered while something moves: an arm deals a card over it in about a second."""
TOO_CLOSE_S = 2.0
"""How long a hand must lie still, not all of it read, before its cards are said to lie too close together."""
LAID_APART_S = 3.5
"""How long people have to begin to lay such a hand apart before it is asked about."""
FIRST_LOOK_S = 10.0
"""How long the camera's first look may take: what is hidden longer is covered. A simulated table takes 3 s."""

# Until what is spoken of counts, or is dropped

COUNTS_S = 2.0
"""How long nobody must object before a cover, or a face-down card that is spoken of, counts (``docs/table.md``)."""
HAND_COUNTS_S = 3.0
"""How long nobody must object before a hand that is read out counts."""
OFFERED_S = 10.0
"""How long a taking back that undoes no act is offered. Then the card that is due is asked for, which says the same."""

# Within which things belong together

LAY_THERE_S = 0.3
"""What is seen within this after a turn began lay there before, or still moves."""
TOGETHER_S = 0.4
"""Two cards that came to rest in one place within this were not dealt one by one: that takes longer."""
COVERED_AT_ONCE_S = 1.0
"""Coasters covered within this of each other were covered by one thing, an arm or a tray."""
STUCK_S = 1.0
"""Two cards that came to one place within this came together: nobody deals twice to one seat so fast."""
PERHAPS_STUCK_S = 1.8
"""Two cards that came within this may have come together, or one by one from a hasty dealer."""
ASKED_FOR_S = 1.0
"""What was asked about for a shorter time may have been a shadow, or a card still in somebody's fingers."""
TAKEN_S = 1.0
"""How long before it is seen to be gone from its stack a card taken for points may come to rest there. A guess."""
THROWN_S = 8.0
"""How long a card out of play takes at most to lie where it is thrown."""
GATHERED_S = 3.0
"""A card that is taken up with others and slips out of the hand lies there again within this."""
JUST_NOW_S = 3.0
"""How long before a game's first view its first card may have come, where nobody said when the game began."""

# Until something is another thing

RECENT_S = 0.7
"""A card that vanished less than this ago may be back under a new id: nobody takes one up and deals another so fast."""
FORGOTTEN_S = 1.5
"""A card out of play that was gone for this long from a place in full view is not the one that lies there again."""
DOWN_FORGOTTEN_S = 3.0
"""Face-down cards that are more or fewer than the game says for this long were pushed together or apart."""
LONG_A_GHOST_S = 1.0
"""A second find of a called card that was not read for this long is not called by itself once it is read."""
OUT_OF_SIGHT_S = 6.0
"""A hand that gathers a round's cards has uncovered each by then."""
START_S = 5.0
"""How long it takes at most until all that lies on the table at the start is found and read."""
VIEW_KEPT_S = 0.4
"""How often a view is kept while a question is open and nothing changes: what was unread is told by its age."""
