"""The four buttons on mock pins: what hands do to them, and what comes out."""

import threading
from collections.abc import Iterator

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory

from dealer.errors import DeviceError
from dealer.presses import Button, Kind, Press
from hardware.buttons import DEFAULT_PINS, Buttons, Debounce, Pins


class Bench:
    """A panel of four on mock pins, with hands and a clock."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.factory = MockFactory()
        self.woken = 0
        self.panel = self.build()

    def build(self) -> Buttons:
        return Buttons(pin_factory=self.factory, clock=lambda: self.now_s, on_edge=self._wake)

    def _wake(self) -> None:
        self.woken += 1

    def push(self, button: Button) -> None:
        self.factory.pin(DEFAULT_PINS[button].button).drive_low()

    def let_go(self, button: Button) -> None:
        self.factory.pin(DEFAULT_PINS[button].button).drive_high()

    def wait(self, seconds: float) -> None:
        self.now_s += seconds

    def tap(self, button: Button, *, for_s: float = 0.1) -> None:
        self.push(button)
        self.wait(for_s)
        self.let_go(button)
        self.wait(0.1)

    def is_lit(self, button: Button) -> bool:
        return bool(self.factory.pin(DEFAULT_PINS[button].light).state)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.panel.close()
    bench.factory.reset()


def test_the_pins_are_the_ones_that_the_manual_names() -> None:
    assert {button.value: (pins.button, pins.light) for button, pins in DEFAULT_PINS.items()} == {
        "green": (17, 5),
        "red": (27, 6),
        "yellow": (22, 13),
        "blue": (23, 19),
    }


@pytest.mark.parametrize("button", list(Button))
def test_a_button_acts_once_when_let_go(bench: Bench, button: Button) -> None:
    bench.push(button)
    bench.wait(0.3)
    assert bench.panel.presses() == ()
    bench.let_go(button)
    bench.wait(0.05)
    assert bench.panel.presses() == (Press(button, Kind.SHORT),)
    assert bench.panel.presses() == ()


def test_a_loop_that_comes_by_late_misses_nothing(bench: Bench) -> None:
    for button in (Button.RED, Button.GREEN, Button.RED):
        bench.tap(button)
    assert [press.button for press in bench.panel.presses()] == [Button.RED, Button.GREEN, Button.RED]


def test_bouncing_contacts_are_one_press(bench: Bench) -> None:
    for _ in range(4):
        bench.push(Button.GREEN)
        bench.wait(0.003)
        bench.let_go(Button.GREEN)
        bench.wait(0.002)
    bench.push(Button.GREEN)
    bench.wait(0.2)
    assert bench.panel.presses() == ()
    for _ in range(4):
        bench.let_go(Button.GREEN)
        bench.wait(0.004)
        bench.push(Button.GREEN)
        bench.wait(0.003)
    bench.let_go(Button.GREEN)
    bench.wait(0.2)
    assert bench.panel.presses() == (Press(Button.GREEN),)


def test_a_spark_is_no_press(bench: Bench) -> None:
    bench.push(Button.RED)
    bench.wait(0.010)
    bench.let_go(Button.RED)
    bench.wait(1.0)
    assert bench.panel.presses() == ()


@pytest.mark.parametrize("button", [Button.YELLOW, Button.BLUE])
def test_held_for_a_second_it_means_its_other_thing_at_once_and_only_once(bench: Bench, button: Button) -> None:
    bench.push(button)
    bench.wait(0.5)
    assert bench.panel.presses() == ()
    bench.wait(0.6)
    assert bench.panel.presses() == (Press(button, Kind.LONG),)
    bench.wait(2.0)
    assert bench.panel.presses() == ()
    bench.let_go(button)
    bench.wait(0.1)
    assert bench.panel.presses() == ()


def test_green_held_long_is_still_green(bench: Bench) -> None:
    bench.tap(Button.GREEN, for_s=3.0)
    assert bench.panel.presses() == (Press(Button.GREEN, Kind.SHORT),)


def test_two_buttons_at_once_are_two_presses(bench: Bench) -> None:
    bench.push(Button.GREEN)
    bench.wait(0.05)
    bench.push(Button.RED)
    bench.wait(0.05)
    bench.let_go(Button.RED)
    bench.wait(0.05)
    bench.let_go(Button.GREEN)
    bench.wait(0.05)
    assert [press.button for press in bench.panel.presses()] == [Button.RED, Button.GREEN]


def test_a_button_that_was_down_at_the_start_was_not_pressed(bench: Bench) -> None:
    bench.panel.close()
    bench.push(Button.BLUE)
    bench.panel = bench.build()
    bench.wait(5.0)
    assert bench.panel.presses() == ()
    bench.let_go(Button.BLUE)
    bench.wait(0.1)
    assert bench.panel.presses() == ()
    bench.tap(Button.BLUE)
    assert bench.panel.presses() == (Press(Button.BLUE),)


def test_an_edge_that_the_driver_lost_is_made_up(bench: Bench) -> None:
    bench.push(Button.GREEN)
    bench.wait(0.1)
    bench.panel.presses()
    lost = bench.panel._inputs[Button.GREEN].when_deactivated
    bench.panel._inputs[Button.GREEN].when_deactivated = None
    bench.let_go(Button.GREEN)
    bench.panel._inputs[Button.GREEN].when_deactivated = lost
    assert bench.panel.presses() == ()
    bench.wait(0.1)
    assert bench.panel.presses() == (Press(Button.GREEN),)


def test_an_edge_wakes_the_loop(bench: Bench) -> None:
    bench.tap(Button.GREEN)
    assert bench.woken == 2


def test_a_rattling_contact_fills_no_memory() -> None:
    contact = Debounce()
    for tick in range(100_000):
        contact.edge(tick % 2 == 0, tick / 1000)
    assert len(contact._edges) < 1000
    assert contact.settled(101.0) == []


def test_only_what_means_something_is_lit(bench: Bench) -> None:
    assert not any(bench.is_lit(button) for button in Button)
    bench.panel.set_lights({Button.GREEN: True, Button.RED: True})
    bench.panel.set_lights({Button.RED: False, Button.BLUE: True})
    assert [button for button in Button if bench.is_lit(button)] == [Button.GREEN, Button.BLUE]


def test_leaving_puts_all_lights_out_and_gives_the_pins_back(bench: Bench) -> None:
    with bench.panel as panel:
        panel.set_lights(dict.fromkeys(Button, True))
    assert not any(bench.is_lit(button) for button in Button)
    bench.panel = bench.build()


@pytest.mark.parametrize("button", list(Button))
@pytest.mark.parametrize("light", [False, True])
def test_a_busy_pin_takes_its_button_or_light_only(bench: Bench, button: Button, light: bool) -> None:
    bench.panel.close()
    pin = DEFAULT_PINS[button].light if light else DEFAULT_PINS[button].button
    other = LED(pin, pin_factory=bench.factory)
    bench.panel = bench.build()
    (trouble,) = bench.panel.troubles.values()
    assert f"{button.value.capitalize()} {'light' if light else 'button'}: its pin" in trouble
    assert f"pin {pin} " in trouble and "others work" in trouble and "\n" not in trouble
    bench.panel.set_lights(dict.fromkeys(Button, True))
    assert [one for one in Button if not bench.is_lit(one)] == ([button] if light else [])
    for one in Button:
        if light or one is not button:
            bench.tap(one)
    assert [press.button for press in bench.panel.presses()] == [one for one in Button if light or one is not button]
    other.close()


def test_a_pin_that_the_board_lacks_takes_its_button_only(bench: Bench) -> None:
    bench.panel.close()
    pins = {**DEFAULT_PINS, Button.RED: Pins(99, 6)}
    bench.panel = Buttons(pins, pin_factory=bench.factory, clock=lambda: bench.now_s)
    assert list(bench.panel.troubles) == [99] and "pin 99" in bench.panel.troubles[99]
    bench.tap(Button.GREEN)
    assert bench.panel.presses() == (Press(Button.GREEN),)


def test_where_no_button_works_it_is_one_sentence(bench: Bench) -> None:
    bench.panel.close()
    with bench.build() as first:
        with pytest.raises(DeviceError, match="the buttons cannot be used") as caught:
            bench.build()
        assert "\n" not in str(caught.value)
        bench.tap(Button.GREEN)
        assert first.presses() == (Press(Button.GREEN),), "the panel that has the pins goes on"
    bench.panel = bench.build()


def test_a_contact_that_is_lost_during_play_takes_its_button_only(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Lost:
        @property
        def is_active(self) -> bool:
            raise OSError("no such chip")

        def close(self) -> None:
            pass

    monkeypatch.setitem(bench.panel._inputs, Button.RED, Lost())
    bench.tap(Button.RED)
    bench.tap(Button.GREEN)
    assert bench.panel.presses() == (Press(Button.GREEN),)
    assert bench.panel.presses() == ()
    assert caplog.text.count("red button") == 1


def test_without_gpio_it_is_one_sentence_and_no_warnings(
    monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    import gpiozero
    from gpiozero.exc import BadPinFactory

    def no_factory(self: object) -> None:
        raise BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", no_factory, raising=False)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-such")
    with pytest.raises(DeviceError, match="keys and touch") as caught:
        Buttons()
    assert "\n" not in str(caught.value)
    assert not recwarn.list


def test_edges_come_from_another_thread(bench: Bench) -> None:
    tapping = threading.Thread(target=bench.tap, args=(Button.RED,))
    tapping.start()
    tapping.join()
    assert bench.panel.presses() == (Press(Button.RED),)
