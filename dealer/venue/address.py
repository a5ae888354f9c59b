"""Where the broker is, who may speak to it, and what the topics are called."""

import re
import socket
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from dealer.errors import InputError
from dealer.locale import _
from dealer.settings import House
from dealer.system.plain_text import in_short, is_visible, plain

PORTS = {"mqtt": 1883, "mqtts": 8883}
LONGEST_NAME = 40
ROOT = "pairs"
EXAMPLE = "mqtt://192.168.1.20, mqtts://broker.example:8883/pub"


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker and the house there. ``certificates``: a file of those that are trusted, None: the system's."""

    host: str
    port: int
    tls: bool = False
    house: str = "house"
    user: str | None = None
    password: str | None = None
    certificates: Path | None = None

    def __str__(self) -> str:
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}/{self.house}"

    def topic(self, table: str, leaf: str) -> str:
        """The topic of a table: ``state``, ``status``, ``entry`` or ``want``."""
        return f"{ROOT}/{self.house}/{table}/{leaf}"


def parse_broker(text: str, access: House | None = None) -> Broker:
    """The broker that is named, with the user and the password of the settings.

    Raises:
        InputError: it names none.

    >>> str(parse_broker("mqtt://127.0.0.1")), str(parse_broker("mqtts://broker:1234/The Fox"))
    ('mqtt://127.0.0.1:1883/house', 'mqtts://broker:1234/The Fox')
    """
    said = access or House()
    came = _("The broker is {came}; expected {example}.").format(came=in_short(repr(text)), example=EXAMPLE)
    try:
        parts = urlsplit(plain(text))
        port = parts.port
    except ValueError as error:
        raise InputError(came) from error
    if parts.scheme not in PORTS or not parts.hostname or parts.query or parts.fragment or port == 0:
        raise InputError(came)
    if parts.username is not None or parts.password is not None:
        raise InputError(_("The broker's address has a user in it; put user and password into the settings."))
    house = name_of(parts.path.strip("/") or "house")
    certificates = None if said.certificates is None else Path(said.certificates)
    if certificates is not None and not certificates.is_file():
        missing = _("There is no file of certificates {file}; name one that is there.")
        raise InputError(missing.format(file=certificates))
    tls = parts.scheme == "mqtts"
    if said.password is not None and said.user is None:
        raise InputError(_("There is a password for the broker and no user; set the user first."))
    return Broker(parts.hostname, port or PORTS[parts.scheme], tls, house, said.user, said.password, certificates)


def name_of(text: str) -> str:
    """The name of a table or a house, as it stands in a topic. Raises InputError where it cannot."""
    name = plain(text).strip()
    if not 0 < len(name) <= LONGEST_NAME or not is_visible(name) or re.search(r"[+#/$]", name):
        words = _("A table or house cannot be called {came}; expected 1 to {most} letters, none of + # / $.")
        raise InputError(words.format(came=in_short(repr(text)), most=LONGEST_NAME))
    return name


def table_name(chosen: str | None, said: House) -> str:
    """What a table is called: as on the command line, in the settings, or as its machine is."""
    return name_of(chosen or said.table or socket.gethostname().partition(".")[0] or "table")


def check_house(said: House) -> None:
    """Whether a table could tell a house by these settings. Raises InputError."""
    if said.broker is not None:
        parse_broker(said.broker, said)
    if said.table is not None:
        name_of(said.table)
