"""Memory given back to the system: a game's pictures leave holes that the C library would keep."""

import ctypes


def give_back() -> None:
    """Let the C library return what is free. Does nothing where it is not glibc."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
