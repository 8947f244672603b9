"""JAX's persistent compilation cache, on by default: a program's second start compiles nothing.

JAX compiles each operation for each shape, some tens of milliseconds each, so that most of a short
program's time is compiling. Its cache on disk is off by default and skips what compiles fast.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import time
import warnings
from pathlib import Path

import jax

from ivy_core.utils.user_folders import cache_folder, is_private_folder

from ..host.policy import CACHE_BYTES, CACHE_PRUNE_SECONDS
from . import stored_programs

VARIABLE = "IVY_JAX_CACHE"
_OFF = ("0", "false", "no", "off")
# JAX's options, with their environment variables; what a user has set stays.
_THRESHOLDS = {
    "jax_persistent_cache_min_compile_time_secs": 0.0,
    "jax_persistent_cache_min_entry_size_bytes": 0,
}


def enable() -> Path | None:
    """Have JAX keep what it compiles in a folder of ours; return the folder.

    The environment variable ``IVY_JAX_CACHE`` switches it off (``0``) or names another folder.
    Nothing changes where the user has set JAX's own folder or switched its cache off, and where the
    folder cannot be written.

    Returns
    -------
    Path or None
        None where nothing has been changed.
    """
    wanted = os.environ.get(VARIABLE, "")
    config = jax.config
    if wanted.lower() in _OFF or config.jax_compilation_cache_dir is not None:
        return None
    if not config.jax_enable_compilation_cache:
        return None
    base = Path(wanted).expanduser() if wanted else cache_folder() / "jax"
    folder = base / f"{jax.__version__}-{_processor_key()}-programs"
    if not is_private_folder(folder):
        return None
    for option, value in _THRESHOLDS.items():
        if option.upper() not in os.environ:
            config.update(option, value)
    config.update("jax_compilation_cache_dir", str(folder))
    # an entry that another process is writing, or a full disk: it is compiled as without a cache
    warnings.filterwarnings("ignore", "Error (reading|writing) persistent compilation cache entry")
    prune(base)
    stored_programs.keep_in(folder)
    return folder


def _processor_key() -> str:
    """Return 12 hex digits of a hash of the processor: homes are shared, programs are not."""
    described = f"{platform.machine()} {platform.processor()}"
    with contextlib.suppress(OSError), open("/proc/cpuinfo") as info:
        first = info.read(8192).partition("\n\n")[0]  # the first of the processors
        names = ("model name", "flags", "Features")
        described += "".join(line for line in first.splitlines() if line.startswith(names))
    return hashlib.sha256(described.encode()).hexdigest()[:12]


def prune(base: Path, max_bytes: int = CACHE_BYTES) -> None:
    """Delete the entries used longest ago beyond ``max_bytes``; look at most once a day.

    JAX's own bound reads the whole folder, under a lock, each time that it stores an entry.
    """
    stamp = base / "pruned"
    with contextlib.suppress(OSError):
        if stamp.exists() and time.time() - stamp.stat().st_mtime < CACHE_PRUNE_SECONDS:
            return
        stamp.touch()
        paths = [*base.glob("*/*-cache"), *base.glob(f"*/*{stored_programs.SUFFIX}")]
        entries = [(path, path.stat()) for path in paths]
        entries.sort(key=lambda entry: max(entry[1].st_atime, entry[1].st_mtime), reverse=True)
        total = 0
        for path, state in entries:
            total += state.st_size
            if total > max_bytes:
                path.unlink(missing_ok=True)
