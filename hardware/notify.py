"""Tells systemd how the program is (sd_notify(3)): six lines on a socket, so no library is needed."""

import os
import socket


def notify(state: str) -> bool:
    """Send ``state`` (``READY=1``, ``STATUS=…``, ``STOPPING=1``) to systemd; False where nobody listens.

    >>> os.environ.pop("NOTIFY_SOCKET", None) and None
    >>> notify("READY=1")
    False
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]  # an abstract socket
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.connect(address)
            channel.sendall(state.encode())
    except OSError:
        return False
    return True
