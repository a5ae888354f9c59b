"""What a command asks of the system, seen by strace: the sockets that it opens, the files that it writes."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

CALLS = "socket,connect,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,symlink,symlinkat"

LOCAL = re.compile(r"socket\((AF_UNIX|AF_NETLINK)\b")

REACHED = re.compile(r"connect\(.*sin6?_addr")
"""Somebody beyond this machine is asked; a socket that only listens asks nobody."""

WRITES = re.compile(r"\b(O_WRONLY|O_RDWR|O_CREAT)\b|\b(creat|mkdir|mkdirat|rename\w*|link|linkat|symlink\w*)\(")

PATHS = re.compile(r'(?:(?:AT_FDCWD|\d+)<(?P<folder>[^>]*)>, )?"(?P<path>[^"]*)"')


@dataclass(frozen=True, slots=True)
class Traced:
    """How a command ended, what it printed, and what of its system calls is nobody's business."""

    status: int
    printed: str
    sockets: tuple[str, ...]
    """Sockets that are not local."""
    reached: tuple[str, ...]
    """Whom it asked for a connection."""
    strayed: tuple[str, ...]
    """Files and folders written outside the data folder and the folder for temporary files."""


def traced(folder: Path, *arguments: str, settings: str = "") -> Traced:
    """Run ``dealer`` with its home, its temporary files and its data in ``folder``. Skips the test without strace.

    CI is unset: some libraries behave where they see it.
    """
    strace = shutil.which("strace")
    if strace is None or subprocess.run([strace, "-qq", "true"], capture_output=True, check=False).returncode:
        pytest.skip("strace is not installed, or may not be used here")
    for name in ("home", "temporary", "data"):
        (folder / name).mkdir()
    if settings:
        (folder / "data" / "settings.toml").write_text(settings)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("CI", "ORT_", "XDG_"))}
    environment |= {
        "HOME": str(folder / "home"),
        "TMPDIR": str(folder / "temporary"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "SDL_AUDIODRIVER": "dummy",
    }
    log = folder / "calls"
    command = [strace, "-f", "-qq", "-y", "-s", "4096", "-o", str(log), "-e", f"trace={CALLS}"]
    command += [sys.executable, "-m", "dealer.cli", *arguments, "--data", str(folder / "data")]
    ended = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False)
    sockets, reached, strayed = [], [], []
    for line in log.read_text(errors="replace").splitlines():
        if REACHED.search(line):
            reached.append(line)
        if " = -1 " in line:
            continue
        if "socket(" in line and not LOCAL.search(line):
            sockets.append(line)
        if WRITES.search(line):
            for found in PATHS.finditer(line):
                path = Path(os.path.normpath(Path(found["folder"] or ROOT, found["path"])))
                homes = (folder / "data", folder / "temporary", Path("/dev"), Path("/proc"))
                if not any(path.is_relative_to(home) for home in homes):
                    strayed.append(str(path))
    return Traced(ended.returncode, ended.stdout + ended.stderr, tuple(sockets), tuple(reached), tuple(strayed))
