"""``torch.hub``: where files of models are kept, and how they are fetched.

References
----------
PyTorch documentation, ``torch.hub``.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import Request, urlopen

from frontends.torch.dispatch.docstrings import citing

from .serialization import load as _load_file

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
READ_DATA_CHUNK = 128 * 1024
_set: list[str] = []  # by set_dir


def _get_torch_home() -> str:
    cache = os.getenv("XDG_CACHE_HOME", "~/.cache")
    return os.path.expanduser(os.getenv("TORCH_HOME", os.path.join(cache, "torch")))


@citing("torch.hub.{}")
def get_dir() -> str:
    """Return the folder that files are kept in."""
    return _set[-1] if _set else os.path.join(_get_torch_home(), "hub")


def set_dir(d) -> None:
    """Choose the folder that files are kept in."""
    _set[:] = [os.path.expanduser(d)]


@citing("torch.hub.{}")
def download_url_to_file(
    url: str, dst: str, hash_prefix: str | None = None, progress: bool = True
) -> None:
    """Write what an address gives to a file, whole or not at all.

    Parameters
    ----------
    url, dst : str
    hash_prefix : str, optional
        What the file's SHA-256 must begin with.
    progress : bool
        Without effect.

    Raises: RuntimeError if the sum is another.
    """
    target = Path(dst).expanduser()
    digest = hashlib.sha256()
    with tempfile.NamedTemporaryFile(dir=target.parent, delete=False) as file:
        try:
            with urlopen(Request(url, headers={"User-Agent": "torch.hub"})) as source:
                while part := source.read(READ_DATA_CHUNK):
                    file.write(part)
                    digest.update(part)
            found = digest.hexdigest()
            if hash_prefix is not None and not found.startswith(hash_prefix):
                raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{found}")')
            file.close()
            shutil.move(file.name, target)
        finally:
            Path(file.name).unlink(missing_ok=True)


@citing("torch.hub.{}")
def load_state_dict_from_url(
    url: str, model_dir: str | None = None, map_location=None, progress: bool = True,
    check_hash: bool = False, file_name: str | None = None, weights_only: bool = False,
):  # fmt: skip
    """Return the tensors of a file at an address, which is fetched once."""
    folder = model_dir or os.path.join(get_dir(), "checkpoints")
    os.makedirs(folder, exist_ok=True)
    name = file_name or os.path.basename(urlparse(url).path)
    file = os.path.join(folder, name)
    if not os.path.exists(file):
        wanted = HASH_REGEX.search(name) if check_hash else None
        download_url_to_file(url, file, wanted and wanted[1], progress)
    return _load_file(file, map_location=map_location, weights_only=weights_only)


__all__ = ["download_url_to_file", "get_dir", "load_state_dict_from_url", "set_dir"]
