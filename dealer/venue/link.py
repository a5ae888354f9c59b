"""The connection to the broker: it is made again for as long as it takes, in threads of its own."""

import logging
import ssl
import threading
from collections.abc import Callable, Sequence
from typing import Any

from dealer.errors import InputError
from dealer.venue.address import Broker

KEEPALIVE_S = 20
"""After one and a half times that without a word the broker sends the last will."""

PAUSE_S = 1
"""How long is waited before the broker is tried again."""

LONGEST_STOP_S = 3.0
"""How long the end of a connection is waited for."""

log = logging.getLogger(__name__)


class Link:
    """``heard`` is told topic, payload, and whether the message was kept for us; ``came_up`` and ``acknowledged`` are
    called as the connection is made and as a message of this number is with the broker: all from the link's thread.

    ``session``: the broker keeps what comes while we are away, under the name ``client``.

    Raises:
        InputError: paho-mqtt is not installed, or the certificates cannot be read.
    """

    def __init__(
        self,
        broker: Broker,
        client: str,
        *,
        topics: Sequence[tuple[str, int]],
        heard: Callable[[str, bytes, bool], None],
        came_up: Callable[[], None] = lambda: None,
        acknowledged: Callable[[int], None] = lambda number: None,
        session: bool = False,
        will: tuple[str, bytes] | None = None,
    ) -> None:
        try:
            from paho.mqtt import client as paho
            from paho.mqtt.enums import CallbackAPIVersion
        except ImportError as error:
            raise InputError(
                "The house of many tables needs paho-mqtt; install it: pip install paho-mqtt."
            ) from error
        self.broker = broker
        self.trouble = ""
        """Why there is no connection, in the broker's or the system's words."""
        self._up = threading.Event()
        self._topics = list(topics)
        self._heard, self._came_up = heard, came_up
        self._client = paho.Client(
            CallbackAPIVersion.VERSION2,
            client_id=client,
            clean_session=not session,
            reconnect_on_failure=True,
        )
        if broker.user is not None:
            self._client.username_pw_set(broker.user, broker.password)
        if broker.tls:
            try:
                self._client.tls_set(None if broker.certificates is None else str(broker.certificates))
            except (OSError, ssl.SSLError) as error:
                raise InputError(
                    f"The certificates {broker.certificates} cannot be read ({error}); expected a PEM file."
                ) from error
        if will is not None:
            self._client.will_set(*will, qos=1, retain=True)
        # paho holds nothing back: how much is on its way is for whoever sends to say
        self._client.max_inflight_messages_set(0)
        self._client.max_queued_messages_set(0)
        self._client.reconnect_delay_set(PAUSE_S, PAUSE_S)
        self._client.on_connect = self._connected
        self._client.on_disconnect = self._disconnected
        self._client.on_connect_fail = self._failed
        self._client.on_message = lambda client, data, message: heard(
            message.topic, bytes(message.payload), message.retain
        )
        self._client.on_publish = lambda client, data, number, code, properties: acknowledged(number)

    def open(self) -> None:
        """Connect, now or as soon as the broker is there. Returns at once."""
        self._client.connect_async(self.broker.host, self.broker.port, KEEPALIVE_S)
        self._client.loop_start()

    def close(self) -> None:
        """Disconnect in good order; what the broker has not acknowledged yet is told the next time."""
        self._client.disconnect()
        # a connection that is being made is not waited for: a name server may take its time
        stopping = threading.Thread(target=self._client.loop_stop, name="link-stop", daemon=True)
        stopping.start()
        stopping.join(LONGEST_STOP_S)

    @property
    def up(self) -> bool:
        """Whether the broker is there and lets us in."""
        return self._up.is_set()

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> int:
        """Send it, now or when the broker is back; the message's number."""
        return self._client.publish(topic, payload, qos=qos, retain=retain).mid

    def _connected(self, client: Any, data: object, flags: object, code: Any, properties: object) -> None:
        if code.is_failure:
            self._say(str(code))
            return
        self._say("")
        client.subscribe(self._topics)
        self._up.set()
        self._came_up()

    def _disconnected(self, client: object, data: object, flags: object, code: Any, properties: object) -> None:
        self._up.clear()
        if code.is_failure and not self.trouble:  # why it was refused was said before
            self._say("the connection ended")

    def _failed(self, client: object, data: object) -> None:
        self._up.clear()
        self._say("nobody answers")

    def _say(self, trouble: str) -> None:
        if trouble and trouble != self.trouble:
            log.warning("The broker %s: %s. It is tried again.", self.broker, trouble)
        self.trouble = trouble
