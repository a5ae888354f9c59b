"""The voice, with a false espeak-ng and a speaker that a test holds; and with pygame's mixer on a dummy device."""

import os
import stat
import threading
import time
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer.errors import DeviceError
from hardware.voice import speech as speech_module
from hardware.voice.espeak import Espeak, Unspoken
from hardware.voice.speaker import PygameSpeaker, sound_is_there
from hardware.voice.speech import Handed, Speech, clip_name


def write_clip(path: Path, *, seconds: float = 0.1) -> None:
    with wave.open(str(path), "wb") as clip:
        clip.setnchannels(1)
        clip.setsampwidth(2)
        clip.setframerate(22_050)
        clip.writeframes(bytes(2 * int(22_050 * seconds)))


class FalseVoice:
    """Stands for espeak-ng: writes the sentence's name into its own list, and a short silence into the file."""

    identity = "false voice"

    def __init__(self) -> None:
        self.made: list[str] = []
        self.may_make = threading.Event()
        self.may_make.set()
        self.fails: Exception | None = None

    def make(self, text: str, path: Path) -> None:
        assert self.may_make.wait(10)
        if self.fails is not None:
            raise self.fails
        self.made.append(text)
        write_clip(path)


class FalseSpeaker:
    """Stands for the loudspeaker: a clip lasts until the test lets it end. Clips are known by their files' names."""

    def __init__(self) -> None:
        self.played: list[str] = []
        self.playing: str | None = None
        self.cut_off: list[str] = []
        self.rung: list[tuple[str, float]] = []
        self.volume = 1.0
        self.opens = True
        self.fails = False
        self.closed = False

    def open(self) -> None:
        if not self.opens:
            raise DeviceError("there is no sound (no such device)")

    def load(self, path: Path) -> str:
        try:
            with wave.open(str(path)):
                return path.name
        except (wave.Error, EOFError) as error:
            raise DeviceError("no clip") from error

    def play(self, clip: str) -> None:
        if self.fails:
            raise RuntimeError("device lost")
        if self.playing is not None:
            self.cut_off.append(self.playing)
        self.playing = clip
        self.played.append(clip)

    def ring(self, clip: str) -> None:
        if self.fails:
            raise RuntimeError("device lost")
        self.rung.append((clip, self.volume))

    def busy(self) -> bool:
        return self.playing is not None

    def stop(self) -> None:
        self.playing = None

    def set_volume(self, volume: float) -> None:
        self.volume = volume

    def close(self) -> None:
        self.closed = True


class Bench:
    """A voice with a false espeak-ng, a false speaker and a clock that the test moves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now_s = 50.0
        self.voice = FalseVoice()
        self.speaker = FalseSpeaker()
        self.handed: list[Handed] = []
        self.speech: Speech | None = None

    def start(self, **options: object) -> Speech:
        self.speech = Speech(
            self.folder,
            synthesizer=self.voice,
            speaker=self.speaker,
            clock=lambda: self.now_s,
            on_handed=self.handed.append,
            **options,  # type: ignore[arg-type]
        )
        return self.speech

    def name(self, text: str) -> str:
        return clip_name(text, identity=FalseVoice.identity)

    def hears(self, text: str) -> None:
        until(lambda: self.speaker.playing == self.name(text))

    @property
    def heard(self) -> list[str]:
        return [handed.text for handed in self.handed]


def until(holds: Callable[[], bool], *, within_s: float = 10.0) -> None:
    end_s = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < end_s, "it never happened"
        time.sleep(0.002)


def a_moment() -> None:
    """Time enough for the voice's thread to do what it should not do."""
    time.sleep(0.08)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path / "clips")
    yield bench
    if bench.speech is not None:
        bench.speech.close()


def test_a_sentence_is_said_and_its_clip_kept(bench: Bench) -> None:
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    bench.hears("Alice: seven")
    assert (bench.folder / bench.name("Alice: seven")).exists()
    assert [handed.ready for handed in bench.handed] == [False]


def test_a_kept_clip_is_not_made_again(bench: Bench) -> None:
    bench.start().say("seven")
    bench.hears("seven")
    bench.speech.close()
    bench.speaker.playing = None
    bench.start().say("seven")
    bench.hears("seven")
    assert bench.voice.made == ["seven"]
    assert [handed.ready for handed in bench.handed] == [False, True]


def test_saying_never_waits(bench: Bench) -> None:
    bench.voice.may_make.clear()
    speech = bench.start()
    begin_s = time.monotonic()
    for number in range(100):
        speech.say(f"prompt {number}")
        speech.say(f"call {number}", urgent=True)
    assert time.monotonic() - begin_s < 1.0
    bench.voice.may_make.set()


def test_a_call_cuts_off_a_prompt_at_once(bench: Bench) -> None:
    speech = bench.start()
    speech.say("Hit or fold, Ben?")
    bench.hears("Hit or fold, Ben?")
    speech.say("Ben: four", urgent=True)
    bench.hears("Ben: four")
    assert bench.speaker.cut_off == [bench.name("Hit or fold, Ben?")]


def test_a_call_makes_the_waiting_prompt_worthless(bench: Bench) -> None:
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    bench.hears("Alice: seven")
    speech.say("Hit or fold, Ben?")
    speech.say("Ben: four", urgent=True)
    bench.now_s += 1.0
    bench.hears("Ben: four")
    bench.speaker.playing = None
    a_moment()
    assert bench.heard == ["Alice: seven", "Ben: four"]


def test_a_newer_call_cuts_off_an_older_one_once_that_was_understood(bench: Bench) -> None:
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    bench.hears("Alice: seven")
    speech.say("Ben: four", urgent=True)
    a_moment()
    assert bench.heard == ["Alice: seven"]
    bench.now_s += speech_module.HEARD_S
    bench.hears("Ben: four")
    assert bench.speaker.cut_off == [bench.name("Alice: seven")]


def test_calls_of_the_same_moment_are_all_said_in_order(bench: Bench) -> None:
    speech = bench.start()
    for text in ("Alice: seven", "Ben: four", "Carlos: nine"):
        speech.say(text, urgent=True)
    for text in ("Alice: seven", "Ben: four", "Carlos: nine"):
        bench.hears(text)
        bench.now_s += 0.7
    assert bench.heard == ["Alice: seven", "Ben: four", "Carlos: nine"]


def test_of_too_many_calls_the_newest_are_said(bench: Bench) -> None:
    bench.voice.may_make.clear()
    speech = bench.start()
    speech.say("first", urgent=True)
    a_moment()
    for number in range(10):
        speech.say(f"call {number}", urgent=True)
    bench.voice.may_make.set()

    def move_on() -> bool:
        bench.now_s += 0.1
        return len(bench.handed) == 1 + speech_module.CALLS_WAITING

    until(move_on)
    assert bench.heard == ["first", "call 6", "call 7", "call 8", "call 9"]


def test_a_prompt_waits_for_the_call(bench: Bench) -> None:
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    bench.hears("Alice: seven")
    speech.say("Hit or fold, Ben?")
    bench.now_s += 5.0
    a_moment()
    assert bench.heard == ["Alice: seven"]
    bench.speaker.playing = None
    bench.hears("Hit or fold, Ben?")
    assert bench.speaker.cut_off == []


def test_only_the_newest_prompt_is_worth_saying(bench: Bench) -> None:
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    bench.hears("Alice: seven")
    speech.say("old prompt")
    speech.say("new prompt")
    bench.speaker.playing = None
    bench.hears("new prompt")
    assert bench.heard == ["Alice: seven", "new prompt"]


def test_clips_are_prepared_in_the_background_and_a_call_goes_first(bench: Bench) -> None:
    bench.voice.may_make.clear()
    speech = bench.start()
    speech.prepare(["one", "two", "three", "two"])
    a_moment()
    speech.say("Alice: seven", urgent=True)
    bench.voice.may_make.set()
    bench.hears("Alice: seven")
    until(lambda: len(bench.voice.made) == 4)
    assert bench.voice.made == ["one", "Alice: seven", "two", "three"]
    bench.now_s += 1.0
    speech.say("three", urgent=True)
    bench.hears("three")
    assert bench.handed[-1].ready


def test_hush_stops_it(bench: Bench) -> None:
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    bench.hears("Alice: seven")
    speech.say("a prompt")
    speech.hush()
    until(lambda: bench.speaker.playing is None)
    a_moment()
    assert bench.heard == ["Alice: seven"]


def test_volume_and_mute(bench: Bench) -> None:
    speech = bench.start(volume=50)
    until(lambda: bench.speaker.volume == 0.5)
    speech.muted = True
    assert bench.speaker.volume == 0.0
    speech.volume = 70
    assert bench.speaker.volume == 0.0
    speech.muted = False
    assert bench.speaker.volume == pytest.approx(0.7)
    speech.volume = 900
    assert speech.volume == 100


def test_the_times_tell_how_long_a_call_waited(bench: Bench) -> None:
    bench.voice.may_make.clear()
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    a_moment()
    bench.now_s += 0.2
    bench.voice.may_make.set()
    bench.hears("Alice: seven")
    until(lambda: len(bench.handed) == 1)
    (handed,) = bench.handed
    assert handed.urgent
    assert handed.handed_s - handed.said_s == pytest.approx(0.2)


def test_without_sound_it_is_silent_and_says_why_once(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.speaker.opens = False
    speech = bench.start()
    until(lambda: speech.silent_because != "")
    for _ in range(5):
        speech.say("Alice: seven", urgent=True)
    assert speech.settle(5.0)
    assert "no sound" in speech.silent_because
    assert "\n" not in speech.silent_because
    assert len(caplog.records) == 1
    assert bench.voice.made == []


def test_a_speaker_that_is_lost_during_play_is_silence_too(bench: Bench) -> None:
    speech = bench.start()
    bench.speaker.fails = True
    speech.say("Alice: seven", urgent=True)
    until(lambda: speech.silent_because != "")
    assert "device lost" in speech.silent_because
    speech.say("more", urgent=True)
    assert speech.settle(5.0)


def test_without_espeak_it_is_silent_and_names_the_line(bench: Bench) -> None:
    bench.voice = Espeak(program="no-such-espeak")  # type: ignore[assignment]
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    until(lambda: speech.silent_because != "")
    assert "sudo apt install espeak-ng" in speech.silent_because


class Choosy(FalseVoice):
    """Cannot speak what has no letter or number."""

    def make(self, text: str, path: Path) -> None:
        if not any(character.isalnum() for character in text):
            self.made.append(text)
            raise Unspoken("espeak-ng made no clip (status 1): it said nothing")
        super().make(text, path)


def test_a_call_that_cannot_be_spoken_is_left_out_and_the_next_one_is_said(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.voice = Choosy()
    speech = bench.start()
    speech.prepare(["***"])
    assert speech.settle(5.0)
    for _ in range(3):
        speech.say("***", urgent=True)
        assert speech.settle(5.0)
    speech.say("Alice: seven", urgent=True)
    bench.hears("Alice: seven")
    assert speech.silent_because == ""
    assert bench.voice.made.count("***") == 1, "it was tried again and again"
    assert caplog.text.count("left out") == 1


def test_a_voice_that_can_speak_nothing_is_silent(bench: Bench) -> None:
    bench.voice.fails = Unspoken("no such voice")
    speech = bench.start()
    speech.say("Alice: seven", urgent=True)
    until(lambda: speech.silent_because != "")
    assert "no such voice" in speech.silent_because


def test_a_voice_that_fails_in_an_unforeseen_way_while_it_prepares_is_silent(bench: Bench) -> None:
    bench.voice.fails = RuntimeError("odd")
    speech = bench.start()
    speech.prepare(["seven"])
    until(lambda: speech.silent_because != "")
    assert "odd" in speech.silent_because
    speech.say("more", urgent=True)
    assert speech.settle(5.0)


def test_half_a_clip_from_before_a_power_cut_is_made_again(bench: Bench) -> None:
    bench.folder.mkdir()
    (bench.folder / bench.name("seven")).write_bytes(b"RIFF")
    bench.start().say("seven")
    bench.hears("seven")
    assert bench.voice.made == ["seven"]


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    bench.folder = tmp_path / "file" / "clips"
    bench.start().say("seven")
    bench.hears("seven")


def test_a_disk_that_fills_up_costs_only_the_keeping(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    speech = bench.start()
    make = bench.voice.make

    def make_unless_full(text: str, path: Path) -> None:
        if path.parent == bench.folder:
            raise DeviceError("espeak-ng made no clip (status 1): no space left on device")
        make(text, path)

    monkeypatch.setattr(bench.voice, "make", make_unless_full)
    monkeypatch.setattr(speech, "_can_keep", lambda: False)
    speech.say("seven")
    until(lambda: bench.heard == ["seven"])
    assert speech.silent_because == ""


def test_a_listener_that_fails_does_not_silence_the_voice(bench: Bench) -> None:
    speech = Speech(
        bench.folder,
        synthesizer=bench.voice,
        speaker=bench.speaker,
        on_handed=lambda handed: 1 / 0,
    )
    with speech:
        speech.say("one")
        bench.hears("one")
        bench.speaker.playing = None
        speech.say("two")
        bench.hears("two")


def test_old_clips_are_removed_at_the_start(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speech_module, "CLIPS_ON_DISK", 2)
    bench.folder.mkdir()
    for age, name in enumerate(["newest", "new", "old", "oldest"]):
        path = bench.folder / f"{name}.wav"
        write_clip(path)
        os.utime(path, (1e9 - age, 1e9 - age))
    bench.start()
    until(lambda: sorted(path.stem for path in bench.folder.glob("*.wav")) == ["new", "newest"])


def false_espeak(folder: Path, *, script: str) -> str:
    path = folder / "false-espeak"
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(path.stat().st_mode | stat.S_IEXEC)
    return str(path)


def test_espeak_gets_the_sentence_as_text_never_as_an_option(tmp_path: Path) -> None:
    script = f'cat > {tmp_path}/said; echo "$@" > {tmp_path}/options; touch {tmp_path}/clip.wav'
    Espeak(program=false_espeak(tmp_path, script=script), voice="de").make("-v Zoë", tmp_path / "clip.wav")
    assert (tmp_path / "said").read_text() == "-v Zoë"
    assert "-v de" in (tmp_path / "options").read_text()


def test_espeak_gets_nothing_that_is_no_text(tmp_path: Path) -> None:
    program = false_espeak(tmp_path, script=f"cat > {tmp_path}/said; touch {tmp_path}/clip.wav")
    Espeak(program=program).make("\x1b[31mZo\ud800ë\u202e\n", tmp_path / "clip.wav")
    assert (tmp_path / "said").read_text() == "[31mZoë "


def test_an_espeak_that_fails_is_told_with_its_own_words(tmp_path: Path) -> None:
    program = false_espeak(tmp_path, script="echo 'no such voice' >&2; exit 1")
    with pytest.raises(DeviceError, match="no such voice"):
        Espeak(program=program).make("seven", tmp_path / "clip.wav")


@pytest.fixture
def dummy_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


def test_pygames_mixer_plays_a_clip_to_its_end(bench: Bench, dummy_sound: None) -> None:
    handed: list[Handed] = []
    with Speech(bench.folder, synthesizer=bench.voice, speaker=PygameSpeaker(), on_handed=handed.append) as speech:
        speech.say("seven", urgent=True)
        assert speech.settle(10.0)
        speech.volume = 10
        speech.say("eight", urgent=True)
        assert speech.settle(10.0)
        assert speech.silent_because == ""
    assert [one.text for one in handed] == ["seven", "eight"]


def test_a_machine_without_a_sound_card_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for variable in ("SDL_AUDIODRIVER", "PULSE_SERVER"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    cards = tmp_path / "cards"
    assert not sound_is_there(cards=cards)
    cards.write_text("--- no soundcards ---\n")
    assert not sound_is_there(cards=cards)
    cards.write_text(" 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n                      vc4-hdmi-0\n")
    assert sound_is_there(cards=cards)
    cards.unlink()
    monkeypatch.setattr("hardware.voice.speaker.sound_is_there", lambda: False)
    with pytest.raises(DeviceError, match="no sound device"):
        PygameSpeaker().open()
    assert capfd.readouterr().err == ""


def test_no_sound_device_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    with pytest.raises(DeviceError, match="there is no sound") as caught:
        PygameSpeaker().open()
    assert "\n" not in str(caught.value)
    assert caught.value.exit_status == 4
