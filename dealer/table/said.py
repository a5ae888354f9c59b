"""What was complained of aloud: once, and again only when something has changed, or shortly after a while."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from dealer.rules.acts import Act
from dealer.words.prompts import Mode, Prompt

AGAIN_S = 20.0
"""What comes up again is said again no sooner than this, seconds, while nothing has changed; the screen shows it."""


@dataclass(slots=True)
class Said:
    """Remembers when each complaint was last said, since the game changed or all was well."""

    _said_s: dict[str, float] = field(default_factory=dict)
    _acts: Sequence[Act] = ()

    def words(self, prompt: Prompt, acts: Sequence[Act], time_s: float, *, well: bool) -> str:
        """What of the request of ``prompt`` is to be heard now; ``well``: the table is as the game says."""
        if acts != self._acts or well:
            self._acts = acts
            self._said_s.clear()
        if prompt.mode is not Mode.IRREGULAR:
            return prompt.spoken
        before_s = self._said_s.get(prompt.spoken)
        if before_s is not None and time_s - before_s < AGAIN_S:
            return ""
        self._said_s[prompt.spoken] = time_s
        return prompt.spoken if before_s is None else prompt.headline
