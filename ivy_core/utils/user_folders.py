"""Folders of the user's that this library keeps what it computed in."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder for caches of this library under the user's own.

    Examples
    --------
    >>> cache_folder().name
    'ivy-frontends'
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "ivy-frontends"


def is_private_folder(folder: Path) -> bool:
    """Make a folder if needed; return whether it can be written, and by this user only.

    Examples
    --------
    >>> is_private_folder(Path(os.devnull) / "folder")
    False
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        state = folder.stat()
    except OSError:
        return False
    if os.name == "nt":
        return True
    return state.st_uid == os.getuid() and not state.st_mode & 0o022
