"""The type stubs: complete, in the wheel, and understood by type checkers."""

from __future__ import annotations

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import frontends.numpy as frontend
import ivy_core as ivy
from ivy_core.registry import FUNCTIONS
from tests.surroundings import CACHE
from tools import stubs
from tools.stub_text import HEADER, default_text, union

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = {
    path.stem: path for path in sorted((ROOT / "tests/structure/typed_programs").glob("*.py"))
}
# line of a user's program: what mypy says of it, nothing for a line that is fine
PROGRAM = {
    "import numpy as np": "",
    "import ivy_core as ivy": "",
    "x = ivy.asarray([1.0, 2.0])": "",
    "c = ivy.Container(a=x, b={'c': x})": "",
    "reveal_type(x.sum)": r"def \(\*, axis: int .* keepdims: bool =, out: .*\) -> .*\.Array",
    "reveal_type(ivy.Array.sum)": r"def \(self: .*\.Array, \*, axis: .*\) -> .*\.Array",
    "reveal_type(ivy.add(x, 1))": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(ivy.add(np.ones(2), [1, 2]))": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(2 * x[1:] - x)": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(x.shape)": r"tuple\[int, \.\.\.\]",
    "reveal_type(ivy.split(x, num_or_size_splits=2))": r"list\[.*\.Array\]",
    "reveal_type(ivy.linalg.svd(x).S)": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(ivy.fft.ifft(ivy.fft(x)))": r"ivy_core\.arrays\.array\.Array",
    "reveal_type(ivy.zeros((2, 3), dtype=np.float32).dtype)": r"ivy_core\._classes\.Dtype",
    "reveal_type(ivy.add(1, c))": r"ivy_core\.container\.container\.Container",
    "reveal_type(x + c)": r"ivy_core\.container\.container\.Container",
    "reveal_type(c.add(x, out=c, key_chains=['a'], to_apply=False))": r".*\.Container",
    "reveal_type(ivy.Container.static_add(x, c, prune_unapplied=True))": r".*\.Container",
    "reveal_type(ivy.split(c, num_or_size_splits=2))": r"list\[.*\.Container\]",
    "reveal_type(ivy.concat([c, x]))": r".*\.Container",
    "reveal_type(x.concat([x]).stack())": r".*\.Array",
    "reveal_type(c.cont_map(lambda v, _: v).cont_to_dict())": r"dict\[Any, Any\]",
    "reveal_type(ivy.float32)": r"ivy_core\._classes\.Dtype",
    "reveal_type(ivy.min_base)": "float",
    "with ivy.set_inplace_mode('strict'), ivy.with_backend('jax') as xp: xp.add(x, 1)": "",
    "if isinstance(x.data, ivy.NativeArray): reveal_type(x.data)": r".*\.NativeArray",
    "ivy.add(x, 1, axes=2)": 'Unexpected keyword argument "axes" for overloaded function "add"',
    "x.sum(axes=0)": 'Unexpected keyword argument "axes" for "sum" of "Array"',
    "c.sum(axes=0)": 'Unexpected keyword argument "axes" for "sum" of "Container"',
    "ivy.sum(object())": 'No overload variant of "sum" matches argument type "object"',
    "ivy.ad(x, 1)": 'Module has no attribute "ad"',
    "import frontends.torch as torch": "",
    "t = torch.zeros(2, 3, requires_grad=True)": "",
    "reveal_type(torch.exp(t[0] + 1))": r"torch\._tensor\.Tensor",
    "reveal_type(torch.nn.Linear(2, 3))": r"torch\.nn\.modules\.linear\.Linear",
    "reveal_type(torch.float32)": r"torch\._C\.dtype",
    "torch.optim.SGD([t], lr=0.1, momentums=0.9)": 'Unexpected keyword argument "momentums"',
    "torch.zeroes(2)": 'Module has no attribute "zeroes"',
    "x.summ()": '"Array" has no attribute "summ"',
    "try: ivy.inplace_update(x, x, keep_input_dtype=True)": "",
    "except ivy.exceptions.InplaceUpdateException: pass": "",
}


# With PyTorch's own modules behind the stubs, mypy takes 45 seconds in place of six, jedi ten more.
OF_TORCH = ("torch", "reveal_type(t", "t = ")


def only_with_full(params):
    """Have mypy look at PyTorch's names with ``--full`` alone: modules have them, see below."""
    return "at" in params and any(word in list(PROGRAM)[params["at"]] for word in OF_TORCH)


@pytest.fixture(scope="module")
def texts():
    """The stubs, as they are written of the code as it is."""
    return stubs.stubs()


def test_only_the_stub_that_is_written_by_hand_is_in_git():
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    tracked = subprocess.check_output(["git", "ls-files", "*.pyi"], cwd=ROOT, text=True)
    assert tracked.split() == ["ivy_core/_typing.pyi"]


def test_writing_stubs_drops_those_that_went_and_keeps_others(tmp_path, monkeypatch):
    for name in ("one.pyi", "two.pyi", "by_hand.pyi"):
        (tmp_path / "ivy_core" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "ivy_core" / name).write_text(f"{HEADER if '_' not in name else ''}x: int\n")
    before = (tmp_path / "ivy_core/one.pyi").stat().st_mtime_ns
    written = {Path("ivy_core/one.pyi"): f"{HEADER}x: int\n", Path("ivy_core/new.pyi"): HEADER}
    monkeypatch.setattr(stubs, "stubs", lambda: written)
    stubs.main([str(tmp_path)])
    names = sorted(path.name for path in (tmp_path / "ivy_core").iterdir())
    assert names == ["by_hand.pyi", "new.pyi", "one.pyi"]
    assert (tmp_path / "ivy_core/one.pyi").stat().st_mtime_ns == before  # it was right already


def test_every_module_of_numpy_that_the_frontend_presents_has_a_stub(texts):
    for name in ("", "char", "fft", "lib/stride_tricks", "linalg", "ma/extras", "random", "rec"):
        folder = ROOT / "frontends/numpy" / name
        stub = "__init__.pyi" if folder.is_dir() else f"{folder.name}.pyi"
        path = folder / stub if folder.is_dir() else folder.parent / stub
        module = ".".join(["numpy", *name.split("/")]).rstrip(".")
        assert f"from {module} import *\n" in texts[path.relative_to(ROOT)]
    assert Path("frontends/numpy/dtypes.pyi") not in texts  # has nothing but its name from NumPy


def test_the_stub_of_the_numpy_frontend_has_its_own_public_names(texts):
    text = texts[Path("frontends/numpy/__init__.pyi")]
    for name in ("FallbackError", "FallbackWarning", "set_fallback"):
        assert not hasattr(np, name)
        assert hasattr(frontend, name)
        assert f" import {name} as {name}\n" in text


def test_every_namespace_of_pytorch_that_the_frontend_presents_has_a_stub(texts):
    text = texts[Path("frontends/torch/__init__.pyi")]
    for name in ("add", "Tensor", "float32", "set_fallback", "nn", "cuda"):
        assert f" import {name} as {name}\n" in text
    for name, function in (("nn/functional", "relu"), ("linalg", "det"), ("utils/data", "Dataset")):
        module = ".".join(["torch", *name.split("/")])
        line = f"from {module} import {function} as {function}\n"
        assert line in texts[Path("frontends/torch") / name / "__init__.pyi"]
    assert Path("frontends/torch/pointwise.pyi") not in texts  # PyTorch has no such module


def test_what_pytorchs_stubs_import_is_there(texts):
    stubs_of_torch = [path for path in texts if path.is_relative_to("frontends/torch")]
    imported = [
        (node.module, alias.name)
        for path in stubs_of_torch
        for node in ast.walk(ast.parse(texts[path]))
        if isinstance(node, ast.ImportFrom) and node.level == 0
        for alias in node.names
    ]
    assert len(imported) > 1000
    for module, name in imported:
        if name != "*" and not hasattr(importlib.import_module(module), name):
            importlib.import_module(f"{module}.{name}")


def _defined(texts, stub: str) -> dict[str, ast.AST]:
    names = {}
    for node in ast.parse(texts[Path("ivy_core") / stub]).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            names[node.target.id] = node
        elif isinstance(node, ast.Assign):
            names[node.targets[0].id] = node
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname: node for alias in node.names if alias.asname}
    return names


def test_nothing_public_is_missing(texts):
    assert set(ivy.__all__) - set(_defined(texts, "__init__.pyi")) == set()
    for cls, stub in (("Array", "arrays/array.pyi"), ("Container", "container/container.pyi")):
        members = {
            n.name for n in _defined(texts, stub)[cls].body if isinstance(n, ast.FunctionDef)
        }
        names = {n for n in FUNCTIONS if n in vars(getattr(ivy, cls))}
        assert len(names) > 200 and names - members == set(), cls


def test_methods_of_containers_take_what_they_take_beyond_functions(texts):
    members = _defined(texts, "container/container.pyi")["Container"].body
    for name in ("add", "static_add", "sum"):
        (method,) = [m for m in members if isinstance(m, ast.FunctionDef) and m.name == name]
        given = [argument.arg for argument in method.args.kwonlyargs]
        assert given[-4:] == ["key_chains", "to_apply", "prune_unapplied", "map_sequences"]
        assert [d.id for d in method.decorator_list] == ["staticmethod"] * ("static" in name)
        assert ast.get_docstring(method) is None


def test_annotations_are_those_of_checkers():
    assert union(["ArrayLike", "float", "None", "str"]) == "ArrayLike | str | None"
    assert union(["None", "Any"]) == "Any"
    values = (None, "mean", (1, "a"), 0.5, float("nan"), print)
    assert [default_text(v) for v in values] == ["None", '"mean"', '(1, "a")', "0.5", "...", "..."]


@pytest.fixture(scope="module")
def installed(tmp_path_factory, texts):
    """A folder with what the wheel installs: built of the source distribution, as for PyPI.

    What pip would call is called at once: pip itself takes as long as the rest.
    """
    pytest.importorskip("setuptools")
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("installed")
    generated = shutil.ignore_patterns("__pycache__", *{path.name for path in texts})
    for name in (*stubs.PACKAGES, "tools"):
        shutil.copytree(ROOT / name, source / name, ignore=generated)
    for name in ("LICENSE", "MANIFEST.in", "README.md", "pyproject.toml"):
        shutil.copy(ROOT / name, source)
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # nobody would read what is compiled there

    project = tomllib.loads((source / "pyproject.toml").read_text())
    backend = project["build-system"]["build-backend"]

    def build(call, cwd):
        command = [sys.executable, "-c", f"import {backend} as backend; backend.{call}"]
        subprocess.run(command, cwd=cwd, env=environment, check=True, capture_output=True)

    build("build_sdist('dist')", source)
    (archive,) = (source / "dist").iterdir()
    shutil.unpack_archive(archive, source / "unpacked")
    (unpacked,) = (source / "unpacked").iterdir()
    # what writes the stubs comes along; here, the editable installation would lend it
    tools = {path.name for path in (ROOT / "tools").glob("*.py")}
    assert tools == {path.name for path in (unpacked / "tools").glob("*.py")}
    build("build_wheel('dist')", unpacked)
    (wheel,) = (unpacked / "dist").iterdir()
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder)
    return folder


def test_the_wheel_has_the_stubs_and_says_that_its_packages_are_typed(installed, texts):
    found = {str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_file()}
    found = {name for name in found if ".dist-info/" not in name}
    assert {path: (installed / path).read_text() for path in texts} == texts
    assert {name for name in found if name.endswith(".pyi")} == {
        "ivy_core/_typing.pyi",
        *map(str, texts),
    }
    assert {f"{package}/py.typed" for package in stubs.PACKAGES} <= found
    assert {name.partition("/")[0] for name in found} == set(stubs.PACKAGES)  # no tools


@pytest.fixture(scope="module")
def is_full(request):
    return request.config.getoption("--full")


@pytest.fixture(scope="module")
def user(tmp_path_factory, installed, is_full):
    """The folder of a user whose Python finds the wheel, with the programs to check."""
    folder = tmp_path_factory.mktemp("user")
    lines = [
        line if is_full or not only_with_full({"at": at}) else "" for at, line in enumerate(PROGRAM)
    ]
    (folder / "program_of_a_user.py").write_text("\n".join(lines) + "\n")
    for path in PROGRAMS.values():
        shutil.copy(path, folder)
    options = {"extraPaths": [str(installed)], "typeCheckingMode": "standard"}
    (folder / "pyrightconfig.json").write_text(json.dumps(options))
    return folder


@pytest.fixture(scope="module")
def mypy(user, installed, texts, is_full):
    """What mypy says of the programs and of the stubs: file, line -> messages."""
    pytest.importorskip("mypy")
    paths = [path for path in texts if is_full or not path.is_relative_to("frontends/torch")]
    files = [str(installed / path) for path in [*paths, "ivy_core/_typing.pyi"]]
    # an empty configuration, and a cache of its own: NumPy's stubs take seconds
    options = ["--config-file=", f"--cache-dir={CACHE / 'mypy'}", "--hide-error-context"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "--follow-imports=silent"]
        + [*files, *sorted(map(str, user.glob("*.py")))],
        cwd=installed,
        env={**os.environ, "MYPYPATH": str(installed)},
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr
    messages = defaultdict(list)
    for line in done.stdout.splitlines():
        if found := re.match(r"(.+?):(\d+): (?:error|note): (.+)", line):
            messages[Path(found[1]).name, int(found[2])].append(found[3])
    return messages


@pytest.fixture(scope="module")
def pyright(user):
    """What pyright says, likewise; basedpyright is pyright that comes with all it needs."""
    pytest.importorskip("basedpyright")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(command, cwd=user, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    messages = defaultdict(list)
    for found in json.loads(done.stdout)["generalDiagnostics"]:
        if found["severity"] == "error":
            line = found["range"]["start"]["line"] + 1
            messages[Path(found["file"]).name, line].append(found["message"])
    return messages


def test_a_checker_finds_no_fault_in_the_stubs(mypy):
    programs = {"program_of_a_user.py", *(path.name for path in PROGRAMS.values())}
    assert [place for place in mypy if place[0] not in programs] == []


@pytest.mark.parametrize("at", range(len(PROGRAM)), ids=list(PROGRAM))
def test_a_checker_understands_a_program(mypy, at):
    expected = list(PROGRAM.values())[at]
    messages = mypy["program_of_a_user.py", at + 1]
    if expected.startswith(("Unexpected", "No overload", "Module", '"Array"')):
        assert expected in messages[0]
    elif expected:
        assert len(messages) == 1
        assert re.fullmatch(f'Revealed type is "{expected}"', messages[0])
    else:
        assert messages == []


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_checkers_accept_what_is_right_and_find_each_mistake(request, checker, name):
    """A line with a mistake says so in a comment; there is none in the programs that are right."""
    said = request.getfixturevalue(checker)
    lines = PROGRAMS[name].read_text().splitlines()
    mistakes = [number for number, line in enumerate(lines, 1) if "  # mistake: " in line]
    assert bool(mistakes) == name.startswith("wrong")
    assert sorted(line for file, line in said if file == f"{name}.py") == mistakes


def test_an_editor_completes_numpys_names_and_shows_their_signatures(installed, monkeypatch):
    """Asked as IPython and Jupyter ask; the language servers of editors are pyright."""
    jedi = pytest.importorskip("jedi")
    monkeypatch.setattr(jedi.settings, "cache_directory", str(CACHE / "jedi"))
    text = "import frontends.numpy as np\nx = np.linspace(0, 1)\nx.cums\nnp.linalg.nor\nnp.pad("
    script = jedi.Script(text, project=jedi.Project(installed))

    def completed(line, column):
        return {completion.name for completion in script.complete(line, column)}

    assert completed(2, 10) >= {"linspace", "linalg"}
    assert completed(3, 6) == {"cumsum"}
    assert "norm" in completed(4, 13)
    shown = script.get_signatures(5, 7)[0].to_string()
    assert shown.startswith("pad(array: ") and " pad_width: " in shown and " mode: " in shown


def test_an_editor_completes_pytorchs_names(installed, monkeypatch, is_full):
    if not is_full:
        pytest.skip("jedi takes ten seconds for PyTorch's modules: with --full")
    jedi = pytest.importorskip("jedi")
    monkeypatch.setattr(jedi.settings, "cache_directory", str(CACHE / "jedi"))
    text = (
        "import frontends.torch as torch\ntorch.nn.Lin\ntorch.zeros(2).requires_\n"
        "torch.optim.lr_scheduler.Step\ntorch.nn.functional.linear("
    )
    script = jedi.Script(text, project=jedi.Project(installed))

    def completed(line, column):
        return {completion.name for completion in script.complete(line, column)}

    assert "Linear" in completed(2, 12)
    assert "requires_grad_" in completed(3, 24)
    assert "StepLR" in completed(4, 29)
    assert script.get_signatures(5, 27)


def test_the_programs_that_are_right_run(tmp_path):
    code = "import runpy, sys\nfor path in sys.argv[1:]: runpy.run_path(path)"
    right = [str(path) for name, path in PROGRAMS.items() if name.startswith("right")]
    command = [sys.executable, "-W", "ignore", "-c", code, *right]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.check_output(command, cwd=tmp_path, env=environment, text=True)
    assert len(right) == 3
    assert shown.endswith("src None None\n")  # there is nothing to transpile
