"""Rewritten code that asks for PyTorch is told of the frontend; other code sees what is there.

The same questions are asked untouched, rewritten, and rewritten where PyTorch is not installed.
"""

import importlib
import importlib.metadata
import importlib.util
import json
import os
import pkgutil
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

import frontends.torch as torch
from transpile.run.answers import install_answers

REPOSITORY = Path(__file__).parents[2]

# How packages ask: transformers, lightning_utilities, huggingface_hub, einops, torchmetrics.
PROGRAM = """
import importlib
import importlib.metadata
import importlib.util
import json
import pkgutil
import sys
from importlib import import_module, metadata
from importlib.metadata import PackageNotFoundError, distribution, version
from importlib.util import find_spec

import importlib_metadata
import library
from packaging.version import parse

find_loader = getattr(pkgutil, "find_loader", find_spec)  # gone from Python 3.14 on
name = "tor" + "ch"  # known only when the program runs


def ask(function, *arguments, **options):
    try:
        return function(*arguments, **options)
    except (ImportError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def spec(*names):
    found = ask(importlib.util.find_spec, *names)
    if found is None or isinstance(found, str):
        return found
    is_package = found.submodule_search_locations is not None
    return found.name, found.loader is not None, is_package, found.has_location


def package_available(package):
    exists = importlib.util.find_spec(package) is not None
    return exists and importlib.metadata.version(package)


answers = {
    "loaded": [name in sys.modules, "torch" in sys.modules, sys.modules.get(name) is None],
    "spec": [spec("torch"), spec(name), spec("torch.nn"), spec(name + ".nn"), find_spec(name).name],
    "relative": [spec(".nn", name), spec(".nn", "torch"), spec(".nn")],
    "no module": [spec("torch.nope"), spec(name + ".nope"), spec(name + ".nope.x"), spec("nope")],
    "other packages": [spec("json"), spec("json.nope"), spec("sys.x"), ask(import_module, "nope")],
    "NumPy": [spec("numpy"), spec("num" + "py.linalg"), spec("num" + "py._core"), spec("numpy.x")],
    "pkgutil": [find_loader(n) is None for n in ("torch", name + ".nope", "json", "nope")],
    "version": [version("torch"), importlib.metadata.version(name), metadata.version("Torch")],
    "backport": [importlib_metadata.version(name), importlib_metadata.metadata(name)["Name"]],
    "distribution": [distribution(name).version, distribution(name).metadata["Name"]],
    "no distribution": [ask(version, "torch-nope"), ask(distribution, "nope")],
    "distributions": metadata.packages_distributions()["torch"],
    "listed": [d.version for d in metadata.distributions() if d.metadata["Name"] == "torch"],
    "in a folder": [*metadata.distributions(name="torch", path=["nowhere"])],
    "NumPy's version": [version("numpy") == __import__("numpy").__version__],
    "available": [package_available(name), package_available("nope")],
    "imported": [module.__name__ for module in map(import_module, [name, "json"])],
    "relative import": [import_module(".nn", name) is import_module(name).nn],
    "by name": [__import__(n) is import_module("torch") for n in (name, name + ".nn", "j" + "son")],
    "from": [__import__(name + ".nn", fromlist=["init"]) is import_module("torch.nn")],
    "not by name": [ask(__import__, "no" + "pe"), ask(lambda: __import__(name + ".nope"))],
    "NumPy by name": [__import__("num" + "py._core.umath"[:n]).pi for n in (2, 8, None)],
    "same": [import_module(name) is import_module("torch") is sys.modules[name]],
    "loaded then": [name in sys.modules, "torch" in sys.modules],
    "its version": [import_module(name).__version__, parse(import_module(name).__version__).major],
    "agrees": parse(import_module(name).__version__) == parse(version("torch")) >= parse("2.4"),
    "cannot be imported": [ask(import_module, name + ".nope"), ask(import_module, ".x", "json")],
    "NumPy imported": [import_module("num" + "py.linalg") is __import__("numpy").linalg],
    "as set": library.with_function_set(lambda: spec(name)),
    "put back": [spec(name)],
}
facts = {
    "requires": metadata.requires(name),
    "files": len(metadata.files(name)),
    "summary": metadata.metadata(name)["Summary"],
    "origin": find_spec("torch").origin,
}
print(json.dumps([answers, facts, library.answers()]))
"""

# It is installed, and not rewritten.
LIBRARY = """
import importlib.util
import pkgutil
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, packages_distributions, version
from importlib.util import find_spec


def answers():
    spec = importlib.util.find_spec("torch")
    try:
        found = version("torch")
    except PackageNotFoundError as error:
        found = str(error)
    files = {f.__code__.co_filename for f in (find_spec, importlib.util.find_spec, import_module)}
    own = [file for file in files if "transpile" in file]
    return [spec and spec.origin, found, packages_distributions().get("torch"), own]


def with_function_set(function):
    found, importlib.util.find_spec = importlib.util.find_spec, lambda *names: None
    try:
        return function()
    finally:
        importlib.util.find_spec = found
"""

WITHOUT_PYTORCH = """
from importlib.machinery import PathFinder
from importlib.metadata import MetadataPathFinder

find_spec, find_distributions = PathFinder.find_spec, MetadataPathFinder.find_distributions
PathFinder.find_spec = lambda name, *where: (
    None if name.partition(".")[0] == "torch" else find_spec(name, *where)
)
MetadataPathFinder.find_distributions = lambda *context: (
    found for found in find_distributions(*context) if found.metadata["Name"] != "torch"
)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with the program, a library, and a start of Python that hides PyTorch."""
    folder = tmp_path_factory.mktemp("asked")
    installed = folder / "site-packages"
    for file, text in {
        folder / "program.py": PROGRAM,
        installed / "library.py": LIBRARY,
        folder / "without" / "sitecustomize.py": WITHOUT_PYTORCH,
    }.items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    # The backport is what Python has, under its own name.
    shutil.copytree(Path(importlib.metadata.__file__).parent, installed / "importlib_metadata")
    return folder


def run(folder, *arguments, without=False):
    """Return what a Python process prints as JSON; PyTorch is not there if `without`."""
    environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
    path = [folder / "without"] if without else []
    path += [folder / "site-packages", REPOSITORY]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env=environment | {"PYTHONPATH": os.pathsep.join(map(str, path))},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


REWRITTEN = ("-m", "transpile", "program.py", "--to", "numpy", "--run")
ASK_LIBRARY = ("-c", "import json, library; print(json.dumps(library.answers()))")


@pytest.fixture(scope="module")
def untouched(folder):
    """Return the answers that the untouched program prints, and what the library sees."""
    answers, facts, library = run(folder, "program.py")
    installed = importlib.metadata.version("torch")
    text = json.dumps(answers).replace(installed, installed.partition("+")[0])
    return json.loads(text), facts, library


def test_rewritten_code_is_told_of_the_frontend(folder, untouched):
    answers, facts, library = run(folder, *REWRITTEN)
    listed = answers.pop("listed")
    assert answers == {name: value for name, value in untouched[0].items() if name != "listed"}
    assert listed == [importlib.metadata.version("torch")]  # a list shows what is installed
    origin = facts.pop("origin")
    assert facts == {name: value for name, value in untouched[1].items() if name != "origin"}
    assert origin == torch.__file__
    assert library == untouched[2] == run(folder, *ASK_LIBRARY)


def test_rewritten_code_is_told_of_the_frontend_without_pytorch(folder, untouched):
    answers, facts, library = run(folder, *REWRITTEN, without=True)
    assert answers == untouched[0]
    assert facts == {
        "requires": ["ivy-frontends"],
        "files": 0,
        "summary": "Stands for torch, which is not installed: "
        "rewritten code runs on frontends.torch",
        "origin": torch.__file__,
    }
    assert library == run(folder, *ASK_LIBRARY, without=True)
    assert library == [None, "No package metadata was found for torch", None, []]


class _Loader:
    """What the hook's loader says of a module."""

    def __init__(self, *frameworks):
        self.rewrites = frameworks


@pytest.fixture
def ask():
    """Return a function that evaluates an expression as code that does not know some frameworks."""
    install_answers()

    def ask(expression, *frameworks):
        modules = {"importlib": importlib, "pkgutil": pkgutil, "sys": sys}
        return eval(expression, modules | {"__loader__": _Loader(*frameworks)})

    return ask


def test_only_frameworks_that_the_code_does_not_know_are_answered(ask):
    expression = "importlib.util.find_spec('torch').origin, importlib.metadata.version('torch')"
    real = (importlib.util.find_spec("torch").origin, importlib.metadata.version("torch"))
    assert ask(expression) == ask(expression, "numpy") == real
    assert ask(expression, "numpy", "torch") == (torch.__file__, torch.__version__)


def test_other_code_has_the_very_functions(ask):
    for name in ("importlib.import_module", "importlib.util.find_spec"):
        real = ask(name)
        assert real is eval(name) and not hasattr(real, "__wrapped__")
        assert ask(name, "torch") is ask(name, "torch") is not ask(name, "numpy", "torch")
        assert ask(name, "torch").__wrapped__ is real


def test_a_function_that_is_set_is_everybody_s(ask):
    name = "importlib.util.find_spec"
    before = ask(name), ask(name, "torch")
    with mock.patch(name) as fake:
        assert ask(name) is ask(name, "torch") is fake
    assert before == (ask(name), ask(name, "torch"))
    with mock.patch.object(importlib.util, "find_spec", ask(name, "torch")):  # put back by its code
        assert before == (ask(name), ask(name, "torch"))
    del importlib.util.find_spec
    try:
        with pytest.raises(AttributeError, match="find_spec"):
            ask(name)
    finally:
        importlib.util.find_spec = before[0]
    assert before == (ask(name), ask(name, "torch"))


def test_the_loader_makes_a_module_of_that_name(ask):
    spec = ask("importlib.util.find_spec('torch.nn')", "torch")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (module.__name__, module.__file__) == ("torch.nn", torch.nn.__file__)
    assert module.Linear is torch.nn.Linear and "Linear" in dir(module)
    assert torch.nn.__spec__.name == "frontends.torch.nn"  # its own is left to it
    assert ask("pkgutil.get_loader('torch.nn')", "torch").load_module("torch.nn") is torch.nn


def test_installed_once(ask):
    finders = list(sys.meta_path)
    install_answers()
    assert sys.meta_path == finders
