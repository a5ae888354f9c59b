"""Examples for ``dealer … --help``: what people type most, by command."""

from collections.abc import Mapping

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "dealer": (
        "dealer play                                    start an evening",
        "dealer print coasters                          the sheet to print before the first one",
        "dealer doctor                                  what is missing, and what mends it",
    ),
    "dealer play": (
        "dealer play                                    the camera that is there; settings on the screen",
        "dealer play --camera webcam:1                  another camera",
        "dealer play --camera sim --language de         a rehearsal at a simulated table, in German",
        "dealer play --variant port --players Ann,Ben   this game at once",
    ),
    "dealer watch": (
        "dealer watch --camera video:evening.mp4 --players Ann,Ben,Cyd --headless --record game.pairs",
        "dealer watch --camera sim:7 --variant sweep --headless --fast --json",
    ),
    "dealer replay": (
        "dealer replay game.pairs                       where this game stands",
        "dealer replay --json *.pairs                   one JSON object a file",
    ),
    "dealer see": (
        "dealer see table.jpg                           the ranks, with probabilities",
        "dealer see table.jpg --explain seen.png        draw what was found",
        "dealer see --deck pub --json *.jpg             with a taught deck, for a program",
    ),
    "dealer teach": (
        "dealer teach pub                               lay its ten cards before the camera, one by one",
        "dealer teach pub --from 1=one.jpg 2=two.jpg    learn from photographs",
    ),
    "dealer decks": (
        "dealer decks                                   the taught decks",
        "dealer decks --export pub pub.deck             to give it away",
        "dealer decks --import pub.deck --as bar        to take it in",
    ),
    "dealer rules": (
        "dealer rules                                   which pages there are",
        "dealer rules port                              one of them",
    ),
    "dealer games": (
        "dealer games                                   who lost, and the coins",
        "dealer games --corrections                     what was taken back, and by whom",
    ),
    "dealer evening": (
        "dealer evening show                            the last evening",
        "dealer evening export 12 --format pdf          one page for the wall",
    ),
    "dealer evening list": ("dealer evening list",),
    "dealer evening show": (
        "dealer evening show                            the last one",
        "dealer evening show 12 --json                  the twelfth, for a program",
    ),
    "dealer evening settle": (
        "dealer evening settle                          who pays whom",
        "dealer evening settle --paid                   all of it is paid",
    ),
    "dealer evening export": (
        "dealer evening export --format pdf             one page for the wall",
        "dealer evening export 12 --out books.csv       for a spreadsheet",
    ),
    "dealer players": (
        "dealer players list",
        "dealer players rename Bob Robert",
    ),
    "dealer players list": ("dealer players list --json",),
    "dealer players rename": ("dealer players rename Bob Robert",),
    "dealer players merge": ("dealer players merge Bobby Bob                 Bobby's games are Bob's",),
    "dealer players forget": ("dealer players forget Bob",),
    "dealer house": (
        "dealer house --broker mqtt://pub.local         listen to the tables",
        "dealer house league --season 2026              who is first this year",
    ),
    "dealer house tables": ("dealer house tables --json",),
    "dealer house league": (
        "dealer house league --season 2026-11           this month",
        "dealer house league --points 5,3,1             points for the first three",
    ),
    "dealer house players": ("dealer house players",),
    "dealer house settle": (
        "dealer house settle                            who pays whom",
        "dealer house settle --season 2026-11-28 --paid   all of that day is paid",
    ),
    "dealer house export": ("dealer house export --books league --out league.csv",),
    "dealer house same": ("dealer house same Bob@window Robert            Bob of the table window is Robert",),
    "dealer house rebuild": ("dealer house rebuild window=/media/stick/window",),
    "dealer export": (
        "dealer export last                             the last game's record",
        "dealer export 12",
    ),
    "dealer print": (
        "dealer print coasters                          into this folder",
        "dealer print coasters --names Ann,Ben,Cyd      with names on them",
    ),
    "dealer calibrate": ("dealer calibrate lens --name bar one.jpg two.jpg three.jpg",),
    "dealer doctor": (
        "dealer doctor                                  what is missing, and what mends it",
        "dealer doctor --bundle report.zip              for a bug report",
    ),
    "dealer deps": ("dealer deps",),
    "dealer bench": ("dealer bench --quick",),
    "dealer measure": (
        "dealer measure games --seeds 1:20",
        "dealer measure decks --families held-out",
    ),
    "dealer measure games": (
        "dealer measure games --seeds 1:20 --variant all --jobs 2 --out now.jsonl",
        "dealer measure games --seeds 1:20 --against before.jsonl",
    ),
    "dealer measure misreads": ("dealer measure misreads --families held-out",),
    "dealer measure decks": ("dealer measure decks --designs 2 --foreign 5",),
}
"""By the words before the options. What stands after three spaces says what the example does."""
