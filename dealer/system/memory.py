"""Memory given back to the system: a game's pictures hang on each other, and leave holes that the C library keeps."""

import ctypes
import gc


def give_back() -> None:
    """Free what only hangs on itself, and let the C library return what is free (where it is glibc).

    Python looks for such things by their number, not by their size: the few large ones of a game would wait for long.
    """
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
