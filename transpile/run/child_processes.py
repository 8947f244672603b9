"""Child processes of a program that runs rewritten: those it spawns, and those it forks."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Mapping
from dataclasses import asdict, replace
from importlib.machinery import ModuleSpec
from multiprocessing import spawn
from types import ModuleType

from transpile.frameworks import OWN_FOLDER
from transpile.run.hook import Loader, RunSettings, install, set_up

# How a spawned process, which loads the program's script once more, is told to load it rewritten.
_MAIN = "__transpiled_main__"
_FOLDER = str(OWN_FOLDER.resolve().parent)
_BEGIN = """
import sys
sys.path.append(folder)  # the parent process replaces the path as soon as this is done
from transpile.run.child_processes import begin_child
begin_child(settings, script)
"""


def follow_children(settings: RunSettings, script: str | None = None) -> None:
    """Have processes that this one starts through `multiprocessing` run rewritten as well.

    Parameters
    ----------
    settings : RunSettings
        What this process runs with.
    script : str, optional
        The file that runs as ``__main__``, if it is one that was rewritten.

    Notes
    -----
    A spawned process gets the import hook and the backend before it loads anything. A forked one
    keeps both, but JAX and TensorFlow do not survive a fork: there it goes on with NumPy.
    """
    prepare = spawn.get_preparation_data

    def prepare_rewritten(name: str) -> dict[str, object]:
        data = prepare(name)
        data["transpile"] = _ChildSetup(settings, script)
        if script is not None and data.get("init_main_from_path") == script:
            del data["init_main_from_path"]
            data["init_main_from_name"] = _MAIN
        return data

    spawn.get_preparation_data = prepare_rewritten
    if hasattr(os, "register_at_fork"):
        _register_fork_hooks(settings)


def begin_child(given: Mapping[str, object], script: str | None) -> None:
    """Do in a spawned process what was done, with settings `given`, in the one that spawned it."""
    settings = RunSettings(**given)
    set_up(settings)
    install(settings)
    if script is not None:
        sys.meta_path.insert(0, _MainFinder(settings, script))
    follow_children(settings, script)


class _ChildSetup:
    """An entry in the data a spawned process begins with: unpickling it there runs `_BEGIN`."""

    def __init__(self, settings: RunSettings, script: str | None) -> None:
        # Plain values: a class could be unpickled only where this package is found.
        alone = replace(settings, devices=None)  # the mesh is of the processes that have joined
        self._given = {"folder": _FOLDER, "settings": asdict(alone), "script": script}

    def __reduce__(self) -> tuple[object, ...]:
        return exec, (_BEGIN, self._given)


class _MainFinder:
    """Find the program's script under the one name that spawned processes ask for."""

    def __init__(self, settings: RunSettings, script: str) -> None:
        self._settings = settings
        self._script = script

    def find_spec(self, fullname: str, path: object = None, target: object = None):
        """Return the spec of the script, and of nothing else."""
        if fullname != _MAIN:
            return None
        loader = Loader(fullname, self._script, self._settings)
        loader.compiles = self._settings.compile
        spec = ModuleSpec(fullname, loader, origin=self._script)
        spec.has_location = True
        return spec


def _register_fork_hooks(settings: RunSettings) -> None:
    """Have forked children compute with NumPy after a warning, or PyTorch on one thread."""
    if settings.to == "numpy":
        return
    if settings.to == "torch":
        os.register_at_fork(after_in_child=_use_one_torch_thread)
        return
    message = (
        f"forked processes compute with NumPy, since {settings.to} does not survive a fork; "
        "the start methods 'spawn' and 'forkserver' keep it"
    )
    warnings.filterwarnings("ignore", r"os\.fork\(\) was called\.", RuntimeWarning)  # JAX's own
    os.register_at_fork(before=lambda: _prepare_fork(message), after_in_child=_switch_to_numpy)


def _use_one_torch_thread() -> None:
    """Have PyTorch, if loaded, use one thread: it would wait for those that were not forked."""
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.set_num_threads(1)


def _prepare_fork(message: str) -> None:
    """Compute all arrays and warn before a fork, unless one is prepared already."""
    if not _forks_module().is_prepared():
        _forks_module().computed_arrays()
        warnings.warn(message, RuntimeWarning, stacklevel=3)


def _switch_to_numpy() -> None:
    """Have a forked child go on with NumPy, the parent's arrays converted."""
    _forks_module().go_on_with_numpy()


def _forks_module() -> ModuleType:
    from ivy_core import forks

    return forks
