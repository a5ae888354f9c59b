"""Where phones find this machine: its addresses on the networks that it is in."""

import fcntl
import socket
import struct
from contextlib import closing

SIOCGIFADDR = 0x8915
"""Linux's number for the question which IPv4 address an interface has."""

FAR = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737): which of ours would speak to it tells which one the network is at. Nothing is
sent there."""

INNER = ("lo", "docker", "br-", "veth", "virbr", "tun", "tap", "wg")
"""How interfaces are called behind which no phone is."""


def own_addresses() -> tuple[str, ...]:
    """The IPv4 addresses at which a phone may find this machine, the likeliest first; ``()``: there is no network."""
    found = [address for address in (_towards_the_world(), *_of_interfaces()) if address]
    return tuple(dict.fromkeys(address for address in found if not address.startswith("127.")))


def _towards_the_world() -> str:
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
        try:
            asking.connect(FAR)
        except OSError:
            return ""
        return str(asking.getsockname()[0])


def _of_interfaces() -> list[str]:
    found = []
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
        for _index, name in socket.if_nameindex():
            if name.startswith(INNER):
                continue
            try:
                answer = fcntl.ioctl(asking.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue  # it has none
            found.append(socket.inet_ntoa(answer[20:24]))
    return found


def host_names() -> frozenset[str]:
    """What this machine is called by name, in small letters: its own name, and that with ``.local``."""
    name = socket.gethostname().partition(".")[0].lower()
    return frozenset({name, f"{name}.local"}) if name else frozenset()
