"""The voice: sentences made into clips once, kept on disk, and played without ever holding anybody up.

``say`` returns at once; a thread makes the clip where it is not there yet and hands it to the speaker. A *call*
(``urgent``) cuts off whatever else is being said; prompts wait for calls, and only the newest prompt is worth saying.
Where there is no espeak-ng or no sound the voice is silent, says why once (``silent_because``), and play goes on with
the captions. A sentence that cannot be spoken is left out, and the next one is said.
"""

import hashlib
import logging
import os
import tempfile
import threading
import time
import wave
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from dealer.errors import DeviceError
from dealer.locale import _
from hardware.voice.chimes import Ring, write
from hardware.voice.espeak import SYNTHESIS_S, Espeak, Synthesizer, Unspoken
from hardware.voice.speaker import PygameSpeaker, Speaker

log = logging.getLogger(__name__)

HEARD_S = 0.6
"""A newer call cuts an older one off only after so long: a name and a rank are understood by then."""

CALLS_WAITING = 4
"""Calls that are kept when they come faster than they can be said, the newest ones."""

RINGS_WAITING = 2
"""Short sounds that are played when several come at once, the newest ones."""

CLIPS_ON_DISK = 1500
"""About 100 kB each; the oldest are removed at the start."""

CLIPS_IN_MEMORY = 16
"""About 200 kB each as the mixer keeps them; from disk one comes in a millisecond or two."""

UNSPOKEN_KEPT = 64
"""Sentences that could not be spoken are not tried again; so many of them are remembered."""

SPOKEN_BY_ANY_VOICE = "1, 2, 3"
"""Where no clip comes of this either, it was not the sentence's fault."""

POLL_S = 0.02
"""How often the waiting voice looks whether the speaker has finished."""


@dataclass(frozen=True, slots=True)
class Handed:
    """A clip that went to the speaker. Both times are the voice's clock's; ``ready`` if it had been made before."""

    text: str
    urgent: bool
    said_s: float
    handed_s: float
    ready: bool


@dataclass(frozen=True, slots=True)
class _Sentence:
    text: str
    urgent: bool
    said_s: float


def clip_name(text: str, *, identity: str) -> str:
    """The file name of a sentence's clip.

    >>> clip_name("Alice: seven", identity="espeak-ng en-gb 165")
    '7421d8e4b44cb7fe.wav'
    """
    return hashlib.sha256(f"{identity}\n{text}".encode()).hexdigest()[:16] + ".wav"


class Speech:
    """The voice. ``folder`` keeps the clips (None: they live as long as the voice). One thread works behind it.

    ``on_handed`` is told of each clip as it goes to the speaker, from the voice's thread.
    """

    def __init__(
        self,
        folder: Path | None,
        *,
        synthesizer: Synthesizer | None = None,
        speaker: Speaker | None = None,
        volume: int = 80,
        muted: bool = False,
        clock: Callable[[], float] = time.monotonic,
        on_handed: Callable[[Handed], object] = lambda handed: None,
    ) -> None:
        self._synthesizer = Espeak() if synthesizer is None else synthesizer
        self._speaker = PygameSpeaker() if speaker is None else speaker
        self._clock = clock
        self._on_handed = on_handed
        self._volume = volume
        self._muted = muted
        self._own_folder: tempfile.TemporaryDirectory[str] | None = None
        self._folder = self._usable(folder)
        self._changed = threading.Condition()
        self._calls: deque[_Sentence] = deque(maxlen=CALLS_WAITING)
        self._prompt: _Sentence | None = None
        self._rings: deque[Ring] = deque(maxlen=RINGS_WAITING)
        self._bells: dict[Ring, Any] = {}
        self._to_prepare: deque[str] = deque()
        self._loaded: OrderedDict[str, Any] = OrderedDict()
        self._unspoken: deque[str] = deque(maxlen=UNSPOKEN_KEPT)
        self._saying: _Sentence | None = None
        self._saying_since_s = 0.0
        self._hush = False
        self._closed = False
        self._trouble = ""
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    # ---- what the house calls -----------------------------------------------------------------------------------

    def say(self, text: str, *, urgent: bool = False) -> None:
        """Say ``text`` soon: a call (``urgent``) at once, a prompt after it. Never waits."""
        if not text.strip():
            return
        sentence = _Sentence(text, urgent, self._clock())
        with self._changed:
            if urgent:
                self._calls.append(sentence)
                self._prompt = None  # it was about the table before this card
            else:
                self._prompt = sentence
            self._changed.notify_all()

    def speak_as(self, synthesizer: Synthesizer) -> None:
        """Speak with another voice, for another language; what waits to be said is left unsaid."""
        with self._changed:
            self._synthesizer = synthesizer
            self._loaded = OrderedDict()  # a name sounds otherwise in it
            self._unspoken.clear()
            self._calls.clear()
            self._to_prepare.clear()
            self._prompt = None

    def prepare(self, texts: Iterable[str]) -> None:
        """Make the clips of ``texts`` in the background, when there is nothing to say. Never waits."""
        with self._changed:
            self._to_prepare = deque(dict.fromkeys(texts))
            self._changed.notify_all()

    def ring(self, ring: Ring) -> None:
        """A short sound, beside whatever is being said. Never waits."""
        with self._changed:
            self._rings.append(ring)
            self._changed.notify_all()

    def hush(self) -> None:
        """Say no more of what was said so far."""
        with self._changed:
            self._calls.clear()
            self._prompt = None
            self._hush = True
            self._changed.notify_all()

    @property
    def silent_because(self) -> str:
        """Why nothing is heard, in one sentence, or ``""``. A muted voice is not silent by trouble."""
        return self._trouble

    @property
    def volume(self) -> int:
        """0 to 100."""
        return self._volume

    @volume.setter
    def volume(self, volume: int) -> None:
        self._volume = min(100, max(0, volume))
        self._set_volume()

    @property
    def muted(self) -> bool:
        return self._muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._muted = muted
        self._set_volume()

    def _set_volume(self) -> None:
        with self._changed:
            self._speaker.set_volume(0.0 if self._muted else self._volume / 100)

    def settle(self, timeout_s: float) -> bool:
        """Wait until all was said and prepared; False when it takes longer. For the end of a program, and for tests."""
        end_s = time.monotonic() + timeout_s
        with self._changed:
            while self._calls or self._prompt or self._rings or self._to_prepare or self._saying:
                if self._closed or not self._thread.is_alive():
                    return True
                if time.monotonic() >= end_s:
                    return False
                self._changed.wait(POLL_S)
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Stop at once."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._thread.join(SYNTHESIS_S)
        if self._own_folder is not None:
            self._own_folder.cleanup()
            self._own_folder = None

    # ---- the thread ---------------------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            self._speaker.open()
            self._set_volume()
        except DeviceError as error:
            self._fall_silent(error)
        except Exception as error:  # a sound library that cannot even be imported
            self._fall_silent(DeviceError(_("there is no sound ({error})").format(error=error)))
        self._remove_old_clips()
        while True:
            with self._changed:
                while not self._closed and not self._something_to_do():
                    self._changed.wait(POLL_S if self._saying else None)
                    self._note_end()
                if self._closed:
                    break
                if self._hush:
                    self._hush, self._saying = False, None
                    if not self._trouble:
                        self._speaker.stop()
                    continue
                ring = self._rings.popleft() if self._rings else None
                sentence = self._take() if ring is None else None
                idle = ring is None and sentence is None
                text = self._to_prepare.popleft() if idle and self._to_prepare else None
                self._changed.notify_all()
            if ring is not None:
                self._play_ring(ring)
            elif sentence is not None:
                self._hand(sentence)
            elif text is not None:
                self._prepare_one(text)
        try:
            self._speaker.stop()
            self._speaker.close()
        except Exception as error:
            log.debug("the speaker closed badly: %s", error)

    def _note_end(self) -> None:
        """Notice that the clip has ended."""
        if self._saying is not None and (self._trouble or not self._speaker.busy()):
            self._saying = None
            self._changed.notify_all()

    def _something_to_do(self) -> bool:
        self._note_end()
        return (
            self._hush
            or bool(self._rings)
            or bool(self._to_prepare)
            or self._call_may_start()
            or self._prompt_may_start()
        )

    def _call_may_start(self) -> bool:
        """Whether a call waits that may cut off what is being said: a prompt, or a call that was heard."""
        if not self._calls:
            return False
        return self._saying is None or not self._saying.urgent or self._clock() - self._saying_since_s >= HEARD_S

    def _prompt_may_start(self) -> bool:
        """Whether a prompt waits and no call is being said: it may cut off an older prompt that was begun."""
        if self._prompt is None or self._calls:
            return False
        return self._saying is None or (not self._saying.urgent and self._clock() - self._saying_since_s >= HEARD_S)

    def _take(self) -> _Sentence | None:
        """The sentence to say now."""
        sentence: _Sentence | None
        if self._call_may_start():
            sentence = self._calls.popleft()
        elif self._prompt_may_start():
            sentence, self._prompt = self._prompt, None
        else:
            return None
        self._saying, self._saying_since_s = sentence, self._clock()
        return sentence

    def _hand(self, sentence: _Sentence) -> None:
        if self._trouble:
            return
        ready = sentence.text in self._loaded or self._path(sentence.text).exists()
        try:
            clip = self._clip(sentence.text)
            with self._changed:
                if self._hush or self._closed:
                    return
                self._speaker.play(clip)
                self._saying_since_s = self._clock()
        except Unspoken as error:
            self._leave_out(sentence.text, error)
            return
        except DeviceError as error:
            self._fall_silent(error)
            return
        except Exception as error:
            self._fall_silent(DeviceError(_("the sound failed ({error})").format(error=error)))
            return
        handed = Handed(sentence.text, sentence.urgent, sentence.said_s, self._saying_since_s, ready)
        try:
            self._on_handed(handed)
        except Exception:  # whoever listens must not silence the voice
            log.exception("a listener to the voice failed")

    def _play_ring(self, ring: Ring) -> None:
        """Play a short sound; one that cannot be played is left out, and the voice goes on."""
        if self._trouble:
            return
        try:
            if ring not in self._bells:
                path = self._folder / f"chime-{ring.value}.wav"
                if not path.exists():
                    unfinished = path.with_suffix(".new")
                    write(ring, unfinished)
                    unfinished.replace(path)
                self._bells[ring] = self._speaker.load(path)
            with self._changed:
                if not self._closed:
                    self._speaker.ring(self._bells[ring])
        except Exception as error:
            log.warning("the sound %s is left out: %s", ring.value, error)

    def _prepare_one(self, text: str) -> None:
        if self._trouble or self._path(text).exists():
            return
        try:
            self._make(text)
        except Unspoken as error:
            self._leave_out(text, error)
        except DeviceError as error:
            self._fall_silent(error)
        except Exception as error:
            self._fall_silent(DeviceError(_("the voice failed ({error})").format(error=error)))

    def _leave_out(self, text: str, error: Unspoken) -> None:
        """Go on without this sentence; silent only where no other can be spoken either."""
        with self._changed:
            self._saying = None
            self._changed.notify_all()
        if text in self._unspoken:
            return
        try:
            self._make(SPOKEN_BY_ANY_VOICE)
        except Exception:
            self._fall_silent(error)
            return
        log.warning("a sentence is left out: %s", error)
        self._unspoken.append(text)

    def _fall_silent(self, error: DeviceError) -> None:
        """No more voice in this run: whatever failed would fail again with each call."""
        if not self._trouble:
            log.warning("the voice is silent: %s", error)
        self._trouble = str(error)
        with self._changed:
            self._calls.clear()
            self._prompt = None
            self._to_prepare.clear()
            self._saying = None
            self._changed.notify_all()

    # ---- clips --------------------------------------------------------------------------------------------------

    def _usable(self, folder: Path | None) -> Path:
        """``folder``, or one of our own where it cannot be written."""
        if folder is not None:
            try:
                folder.mkdir(parents=True, exist_ok=True)
                if os.access(folder, os.W_OK):
                    return folder
            except OSError:
                pass
            log.warning("clips cannot be kept in %s; they are made anew each time", folder)
        self._own_folder = tempfile.TemporaryDirectory(prefix="pairs-dealer-clips-")
        return Path(self._own_folder.name)

    def _path(self, text: str) -> Path:
        return self._folder / clip_name(text, identity=self._synthesizer.identity)

    def _clip(self, text: str) -> Any:
        """The clip of ``text``: from memory, from disk, or made now."""
        if text in self._loaded:
            self._loaded.move_to_end(text)
            return self._loaded[text]
        path = self._path(text)
        if not path.exists():
            path = self._make(text)
        try:
            clip = self._speaker.load(path)
        except DeviceError:
            path.unlink(missing_ok=True)  # half a file, from before a power cut
            clip = self._speaker.load(self._make(text))
        self._loaded[text] = clip
        if len(self._loaded) > CLIPS_IN_MEMORY:
            self._loaded.popitem(last=False)
        return clip

    def _make(self, text: str) -> Path:
        """Make the clip beside its place and move it there: nobody finds half a clip. Raises DeviceError."""
        if text in self._unspoken:
            raise Unspoken(f"no clip came of {text!r} before")
        path = self._path(text)
        unfinished = path.with_suffix(".new")
        try:
            self._synthesizer.make(text, unfinished)
            with wave.open(str(unfinished)) as clip:
                if clip.getnframes() == 0:
                    raise Unspoken(f"the voice made an empty clip of {text!r}")
            unfinished.replace(path)
        except (OSError, EOFError, wave.Error) as error:
            if self._own_folder is not None or self._can_keep():
                if isinstance(error, DeviceError):
                    raise
                raise Unspoken(f"the clip of {text!r} could not be made: {error}") from error
            log.warning("clips cannot be kept in %s; they are made anew each time", self._folder)
            self._folder = self._usable(None)
            return self._make(text)
        finally:
            unfinished.unlink(missing_ok=True)
        return path

    def _can_keep(self) -> bool:
        """Whether a clip's worth of bytes can be written where the clips are: a disk may fill up during a game."""
        try:
            with tempfile.NamedTemporaryFile(dir=self._folder) as probe:
                probe.write(bytes(200_000))
                probe.flush()
        except OSError:
            return False
        return True

    def _remove_old_clips(self) -> None:
        try:
            clips = sorted(self._folder.glob("*.wav"), key=lambda path: path.stat().st_mtime, reverse=True)
            for path in clips[CLIPS_ON_DISK:]:
                path.unlink(missing_ok=True)
        except OSError as error:
            log.debug("old clips stay: %s", error)
