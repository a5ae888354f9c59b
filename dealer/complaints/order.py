"""All that may be said of what no act explains, in the order in which it is said."""

from collections.abc import Callable

from dealer.complaints import cleared, displaced, misread, stuck, surplus
from dealer.seen.scene import Scene
from dealer.seen.unexplained import Complaints
from dealer.seen.verdicts import Verdict

JUDGES: tuple[Callable[[Complaints, Scene], Verdict | None], ...] = (
    cleared.uncleared,
    cleared.suspects,
    stuck.perhaps,
    misread.unread,
    misread.impossible,
    displaced.taken,
    displaced.missing,
    displaced.moved,
    surplus.surplus,
    surplus.beside,
    surplus.face_down,
    misread.unclear,
    cleared.aside,
    misread.double,
    stuck.named_twice,
    misread.reread,
)


def judge(complaints: Complaints, scene: Scene) -> Verdict | None:
    """What to say of what no act explains; None where there is nothing to say."""
    for judged in JUDGES:
        verdict = judged(complaints, scene)
        if verdict is not None:
            return verdict
    return None
