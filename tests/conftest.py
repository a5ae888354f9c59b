"""How the tests draw their examples, and which language they speak.

`make test` draws the same examples every time, so that it tells of a change and never of luck. To look for what no
example has shown yet: ``make explore`` draws others.

Every test begins in English, on whatever machine it runs.
"""

import os
import sys
from collections.abc import Iterator

import cv2
import pytest
from hypothesis import settings

from dealer.locale.language import ENGLISH, speak

cv2.setNumThreads(1)  # there is a worker for each core: a second thread of OpenCV's waits busily for the core

settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("explore", derandomize=False, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """English before and after each test, programs that it starts included."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    speak(ENGLISH)
    yield
    speak(ENGLISH)


@pytest.fixture(autouse=True)
def nothing_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games of a second give no memory back: to look through all that the tests hold takes longer than they do."""
    for name in ("dealer.house.evening", "dealer.house.camera_and_eye"):
        if (module := sys.modules.get(name)) is not None:
            monkeypatch.setattr(module, "give_back", lambda: None)
