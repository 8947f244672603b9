"""Installed packages run rewritten where they are named, and no file of theirs changes."""

import importlib
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from transpile.errors import TranspileError
from transpile.project import packages

REPOSITORY = Path(__file__).parents[2]
FILES = {
    "waves/__init__.py": "from waves.spectrum import peak\nfrom waves import data\n",
    # the line that fails stands in line 9: a traceback shows it as it is in the file
    "waves/spectrum.py": """import numpy as np
import ripples


def peak(x):
    return ripples.highest(np.abs(np.fft.rfft(x)))


def fail(): return np.linalg.inv(np.zeros((2, 2)))
""",
    "waves/data/__init__.py": """from importlib import resources


def scale():
    return float(resources.files("waves.data").joinpath("scale.txt").read_text())
""",
    "waves/data/scale.txt": "2.5",
    # a module that the package writes itself and loads by its path, as torch_geometric does
    "waves/written.py": """import importlib.util
import tempfile


def numpy_of(name):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write("import numpy")
        file.flush()
        spec = importlib.util.spec_from_file_location(name, file.name)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return module.numpy.__name__


def modules_of_generated_code():
    names = {}
    exec("import numpy as np", names)
    exec(compile("import numpy.linalg as linalg", "<text>", "exec"), names)
    return [names[each].__name__ for each in ("np", "linalg")]
""",
    "waves/wrapping.py": """import importlib, sys
class Wrapped:
    def __init__(self, finder): self.finder = finder
    def find_spec(self, *names, **options): return self.finder.find_spec(*names, **options)
finders = sys.meta_path
sys.meta_path = [Wrapped(each) for each in finders]
try:
    importlib.import_module("waves.behind")
finally:
    sys.meta_path = finders
""",
    "waves/behind.py": "import numpy\n",
    "waves/broken.py": "def f(:\n",
    "waves/tests/__init__.py": "",
    "waves/tests/test_peak.py": "import waves\nimport numpy as np\n"
    "def test(): assert waves.spectrum.np is np and np.__name__ == 'frontends.numpy'\n",
    "waves/spectrum_tests/helper.py": "import numpy\n",  # imported without the package's name
    "waves/spectrum_tests/test_folder.py": "import helper, waves, numpy\n"
    "def test():\n    assert waves.spectrum.np is numpy is helper.numpy\n"
    "    assert numpy.__name__ == 'frontends.numpy'\n",
    "ripples.py": "import torch, plain\ndef highest(x): return torch.tensor(x.tolist()).max()\n",
    "plain.py": "import json\n",
    "shore/sand.py": "import numpy\ngrain = numpy.ones(2)\n",  # of a namespace package
    "apart.py": "import numpy\narray = numpy.ones(3)\n",  # not named, and nobody needs it
    "quick/torch.py": "",  # in place of PyTorch, where nothing computes: that takes a second
    "Wave_tools-1.2.dist-info/METADATA": "Metadata-Version: 2.1\nName: Wave_tools\nVersion: 1.2\n",
    "Wave_tools-1.2.dist-info/top_level.txt": "waves\n",
    "Wave_tools-1.2.dist-info/RECORD": "waves/__init__.py,,\n",
}
PROGRAM = """
import inspect, json, linecache, multiprocessing, pickle, sys, traceback
import numpy as np
import torch
import waves, apart, zipped, shore.sand
import waves.spectrum, waves.written, waves.wrapping


def trace():
    try:
        waves.spectrum.fail()
    except np.linalg.LinAlgError:
        return traceback.format_exc()


def kinds():
    return [str(type(value)) for value in (waves.peak(np.ones(4)), shore.sand.grain)]


if __name__ == "__main__":
    in_child = None
    if np.__name__ == "frontends.numpy":  # a child imports PyTorch anew: only where it is asked
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            in_child = pool.apply(kinds)
    shown = trace()
    print(json.dumps({
        "same class": isinstance(waves.peak(np.ones(4)), torch.Tensor),
        "peak": float(waves.peak(np.ones(4))),
        "numpy of waves": waves.spectrum.np.__name__,
        "numpy of what is written": waves.written.numpy_of("made"),
        "numpy behind wrapped finders": waves.behind.numpy.__name__,
        "modules of generated code": waves.written.modules_of_generated_code(),
        "numpy of apart": apart.numpy.__name__,
        "numpy of a namespace package": shore.sand.numpy.__name__,
        "numpy of an archive": [zipped.numpy.__name__, zipped.answer(), zipped.text()],
        "resource": waves.data.scale(),
        "source": inspect.getsource(waves.spectrum.peak),
        "file": waves.spectrum.__file__,
        "trace": [line for line in shown.splitlines() if "spectrum.py" in line],
        "pickle": pickle.loads(pickle.dumps(waves.peak)) is waves.peak,
        "kinds": kinds(),
        "in child": in_child,
        "zip source": inspect.getsource(zipped.answer),
    }))
"""
ZIPPED = {
    "zipped/__init__.py": "import numpy\nfrom importlib import resources\n\n\n"
    "def answer(): return int(numpy.ones(3).sum())\n\n\n"
    "def text(): return resources.files('zipped').joinpath('a.txt').read_text()\n",
    "zipped/a.txt": "inside",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A folder of installed packages, and an egg in it."""
    folder = tmp_path_factory.mktemp("site")
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with zipfile.ZipFile(folder / "zipped-1.0.egg", "w") as archive:
        for name, text in ZIPPED.items():
            archive.writestr(name, text)
    return folder


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("IVY_PACKAGE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def installed(site, cache, monkeypatch):
    """The packages on the path of this process."""
    monkeypatch.syspath_prepend(str(site / "zipped-1.0.egg"))
    monkeypatch.syspath_prepend(str(site))


@pytest.fixture
def run(site, cache, tmp_path):
    """Run Python in a folder of a user's, with the packages on its path."""

    def run(*arguments, first=()):
        environment = {name: value for name, value in os.environ.items() if name[:6] != "PYTHON"}
        # pytest by itself: hypothesis, which each would load, takes as long as all else
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        path = os.pathsep.join(map(str, (*first, REPOSITORY, site, site / "zipped-1.0.egg")))
        folder = tmp_path / "user"
        folder.mkdir(exist_ok=True)
        return subprocess.run(
            [sys.executable, "-P", *arguments],
            cwd=folder,
            env=environment | {"PYTHONPATH": path, "TF_CPP_MIN_LOG_LEVEL": "3"},
            capture_output=True,
            text=True,
            timeout=300,
        )

    (tmp_path / "user").mkdir()
    (tmp_path / "user/program.py").write_text(PROGRAM)
    return run


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_program_and_the_packages_it_names(run, site, cache):
    before = contents(site)
    untouched = json.loads(run("program.py").stdout)
    for path in site.rglob("__pycache__"):  # Python's own, of the run before
        assert path.is_dir()
    names = "wave-tools,zipped,shore"
    options = ["--to", "numpy", "--run", "--packages", names]
    done = run("-m", "transpile", "program.py", *options)
    facts = json.loads(done.stdout)
    same = ("peak", "resource", "source", "file", "trace", "pickle", "zip source", "same class")
    assert {key: facts[key] for key in same} == {key: untouched[key] for key in same}
    assert facts["same class"] and "line 9, in fail" in facts["trace"][0]
    assert facts["numpy of waves"] == facts["numpy of a namespace package"] == "frontends.numpy"
    assert facts["numpy of an archive"] == ["frontends.numpy", 3, "inside"]
    assert facts["numpy of what is written"] == "frontends.numpy"
    assert facts["numpy behind wrapped finders"] == "frontends.numpy"
    assert facts["modules of generated code"] == ["frontends.numpy", "frontends.numpy.linalg"]
    assert facts["numpy of apart"] == untouched["numpy of what is written"] == "numpy"
    assert (
        facts["kinds"]
        == facts["in child"]
        == [
            "<class 'torch.Tensor'>",
            "<class 'numpy.ndarray'>",
        ]
    )
    now = contents(site)
    assert {path: now[path] for path in before} == before
    assert all(".transpile-" not in path.name for path in now)
    kept = {path: path.stat().st_mtime_ns for path in cache.rglob("*.pyc")}
    assert len(kept) == 9
    (cache.parent / "user/again.py").write_text("import waves\nprint(waves.peak([1.0, 3.0]))\n")
    assert run("-m", "transpile", "again.py", *options).stdout == "tensor(4.)\n"
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.pyc")} == kept


def test_auto_watches_the_functions_of_a_program_not_those_of_packages(run, tmp_path):
    (tmp_path / "user/own.py").write_text("def peak(x): return x\n")
    program = (
        "import own, waves\n"
        "print([hasattr(each, '__ivy_watched__') for each in (own.peak, waves.spectrum.peak)])\n"
        "print(waves.spectrum.np.__name__)\n"
    )
    (tmp_path / "user/watched.py").write_text(program)
    options = ["--to", "jax", "--run", "--compile", "auto", "--packages", "wave-tools"]
    done = run("-m", "transpile", "watched.py", *options)
    assert done.stdout.splitlines() == ["[True, False]", "frontends.numpy"], done.stderr


def test_a_package_that_changes_is_rewritten_anew(run, site):
    (site / "shifting.py").write_text("import numpy\nvalue = numpy.__name__, 1\n")
    program = "import shifting\nprint(shifting.value)\n"
    command = ["-m", "transpile", "shift.py", "--to", "numpy", "--run", "--packages", "shifting"]
    for number in (1, 2):
        (site / "shifting.py").write_text(f"import numpy\nvalue = numpy.__name__, {number}\n")
        done = run("-c", f"open('shift.py', 'w').write({program!r})")
        assert run(*command).stdout == f"('frontends.numpy', {number})\n", done.stderr


def test_use_at_the_top_of_a_program(run):
    program = (
        "import transpile\n"
        "transpile.use('numpy', packages=['wave-tools', 'einops'])\n"
        "import numpy as np, numpy.linalg as la\n"
        "from numpy import fft, ones\n"
        "import waves\n"
        "names = [module.__name__ for module in (np, la, fft, waves.spectrum.np)]\n"
        "print(*names, ones is np.ones)\n"
        "import einops._backends\n"  # a module that an adapter waits for
        "print(einops._backends.__loader__.rewrites)\n"
        "try:\n    transpile.use('numpy', packages=['waves'])\n"
        "except transpile.TranspileError as error:\n    print(error)\n"
    )
    done = run("-c", program)
    first, of_einops, second = done.stdout.splitlines()
    names = "frontends.numpy frontends.numpy.linalg frontends.numpy.fft frontends.numpy True"
    assert first == names, done.stderr
    assert of_einops == "('numpy', 'torch')"
    assert second == (
        "imported already, as they are: ripples, waves, waves.data and 1 more; name packages above "
        "their first import, in a new process"
    )


def test_a_decorated_function_has_a_copy_of_the_package(run):
    program = (
        "import numpy as np, transpile, waves\n"
        "from waves import peak, spectrum\n"
        "@transpile.to('numpy', packages=['waves'])\n"
        "def names():\n"
        "    import apart, shore.sand, waves.data\n"
        "    own = waves.data.scale(), peak([1.0, 3.0])\n"
        "    both = [module.np.__name__ for module in (waves.spectrum, spectrum)]\n"
        "    return both, apart.numpy.__name__, own\n"
        "print(*names(), *names())\n"
        "print(peak([1.0, 3.0]), waves.spectrum.np is np, waves.peak is peak)\n"
    )
    done = run("-c", program)
    inside, outside = done.stdout.splitlines()
    both = ["frontends.numpy", "frontends.numpy"]
    assert inside == " ".join([f"{both} numpy (2.5, tensor(4.))"] * 2), done.stderr
    assert outside == "tensor(4.) True True"


def test_compiled_functions_of_a_package_and_their_replacements(run, site):
    """A replacement stands for a module that is compiled or lacking, or for functions of one."""
    files = {
        "tides/__init__.py": "import numpy as np, torch\nfrom tides import heights, _struct\n"
        "from tides._kernels import twice\n",
        "tides/heights.py": "def low(): return 'low'\ndef high(): return 'high'\n",
        "forms_of_tides.py": "__all__ = ['twice', 'high']\ndef twice(x): return x * 2\n"
        "def high(): return 'replaced'\n",
        "tides-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: tides\nVersion: 1\n",
        "tides-1.dist-info/entry_points.txt": "[ivy_frontends.replacements]\n"
        "tides._kernels = forms_of_tides\ntides.heights = forms_of_tides\n",
    }
    for name, text in files.items():
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text(text)
    compiled = Path(importlib.import_module("_struct").__file__)  # it takes memory, not arrays
    shutil.copy(compiled, site / "tides" / compiled.name)
    program = (
        "import warnings, transpile\n"
        "transpile.use('numpy', packages=['tides'])\n"
        "import numpy as np, torch, tides\n"
        "print(tides.heights.low(), tides.heights.high(), tides.twice(np.ones(2)))\n"
        "x, packing = np.ones(3)[1:], tides._struct\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    packing.pack_into('d', x, 8, 5.0)\n"
        "    packing.pack_into('d', np.ones(2), 0, 2)\n"
        "print(x, packing.calcsize('d'), [str(w.message) for w in caught])\n"
    )
    done = run("-c", program)
    assert done.stdout.splitlines() == [
        "low replaced [2. 2.]",
        "[1. 5.] 8 ['tides._struct.pack_into is compiled: arrays of frontends cross through the "
        "host']",
    ], done.stderr


def test_tests_of_a_package_run_with_it(run, tmp_path):
    test = (
        "import waves, apart\nimport numpy as np\ndef test():\n"
        "    assert waves.spectrum.np is np is not apart.numpy\n"
        "    assert (np.__name__, apart.numpy.__name__) == ('frontends.numpy', 'numpy')\n"
    )
    (tmp_path / "user/test_waves.py").write_text(test)
    options = ["-p", "transpile.pytest_plugin", "--transpile-to", "numpy", "-p", "no:cacheprovider"]
    done = run("-m", "pytest", "-q", *options, "--transpile-packages", "waves, zipped")
    assert "1 passed" in done.stdout, done.stdout


def test_tests_inside_a_package_are_rewritten_and_nothing_is_written_there(run, site):
    before = set(site.rglob("*.transpile-*"))
    options = ["-p", "transpile.pytest_plugin", "--transpile-to", "numpy", "-p", "no:cacheprovider"]
    tests = ["--pyargs", "waves"]
    for _ in range(2):  # the second run takes the code that the first has kept
        done = run("-m", "pytest", "-q", *options, "--transpile-packages", "waves", *tests)
        assert "2 passed" in done.stdout, done.stdout
    done = run("-m", "pytest", "-q", *options, *tests, first=[site / "quick"])
    assert "2 failed" in done.stdout, done.stdout
    assert set(site.rglob("*.transpile-*")) == before


def test_auto_leaves_other_finders_of_modules_as_they_are(run, tmp_path):
    """One who asks setuptools' finder for pip switches it off: setuptools could not be imported."""
    pytest.importorskip("_distutils_hack", reason="setuptools puts its finder in")
    (tmp_path / "user/build.py").write_text(
        "import numpy, setuptools\nprint(setuptools.__name__)\n"
    )
    done = run("-m", "transpile", "build.py", "--to", "numpy", "--run", "--packages", "auto")
    assert done.stdout == "setuptools\n", done.stderr


def test_what_a_package_needs_comes_along(installed):
    assert packages.choose_packages(["wave-tools"], None) == {
        "waves": "named",
        "ripples": "waves imports it, and it imports torch",
    }
    assert packages.choose_packages(["waves"], ["numpy"]) == {"waves": "named"}


def test_files_of_what_stays_are_not_searched(installed, site, monkeypatch):
    """PyTorch's and TensorFlow's are gigabytes."""
    (site / "wide.py").write_text("import numpy, torch, jax, tensorflow, scipy, ripples\n")
    searched, files_of = [], packages._files_of
    monkeypatch.setattr(
        packages, "_files_of", lambda spec: searched.append(spec.name) or files_of(spec)
    )
    assert list(packages.choose_packages(["wide"], None)) == ["wide", "ripples"]
    assert set(searched) == {"wide", "ripples", "plain"}
    kept = packages.packages_that_stay(["wide"])
    assert kept == {"scipy": "computes in C on NumPy's memory"}
    assert set(searched) == {"wide", "ripples", "plain"}


def test_auto_takes_what_uses_a_framework_and_need_not_stay(installed, monkeypatch):
    names = dict.fromkeys(["waves", "plain", "apart", "scipy", "jax", "opt_einsum"], ["some"])
    monkeypatch.setattr(packages, "distributions_by_module", lambda: names)
    chosen = packages.choose_packages(["auto"], None)
    assert chosen["waves"] == chosen["apart"] == "imports numpy"
    assert {"ripples"} == set(chosen) - {"waves", "apart"}


def test_modules_of_distributions_are_those_that_python_tells(installed):
    expected = importlib.metadata.packages_distributions()
    assert expected["waves"] == ["Wave_tools"]
    assert packages.distributions_by_module() == expected


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("pandas", "computes in C on NumPy's memory"),
        ("contourpy", "computes in C on NumPy's memory"),  # in no table: its C code tells
        ("jaxlib", "is what the backends and frontends are made of"),
        ("opt_einsum", "is what the backends and frontends are made of"),
        ("einops", None),
    ],
)
def test_what_stays(name, reason, cache):
    if name not in ("jaxlib", "pandas"):
        pytest.importorskip(name)
    assert packages.reason_to_stay(name) == reason


def test_a_package_whose_c_code_takes_buffers_stays(cache, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    for name, content, imports in (
        ("tides", b"_cffi_backend", "numpy"),
        ("tunes", b"PyObject_GetBuffer", "numpy"),
        ("tints", b"", "numpy"),
        ("tolls", b"_ARRAY_API", "numpy, torch"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "__init__.py").write_text(f"import {imports}")
        (folder / f"_c{EXTENSION_SUFFIXES[0]}").write_bytes(content)
    assert packages.reason_to_stay("tides") == "computes in C on NumPy's memory"
    assert packages.reason_to_stay("tunes") == "computes in C on NumPy's memory"
    assert packages.reason_to_stay("tints") is None
    assert packages.reason_to_stay("tolls") is None  # its tensors do not go to C as they are


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no_such", "--packages: no package 'no_such' is installed"),
        (
            "waves.data",
            "--packages: no package 'waves.data' is installed; packages are named whole: waves",
        ),
        ("torch", "--packages: 'torch' is no package to rewrite: it is what frontends replace"),
        ("jax", "--packages: 'jax' is no package to rewrite: it is a backend"),
        ("ivy_core", "--packages: 'ivy_core' is no package to rewrite: it is part of this project"),
    ],
)
def test_mistakes(name, message, installed):
    with pytest.raises(TranspileError, match="^" + message.replace(".", r"\.") + "$"):
        packages.choose_packages([name], None)


def test_the_report_says_which_and_why(run):
    command = ["-m", "transpile", "-m", "json.tool", "--to", "numpy", "--packages", "waves"]
    done = run(*command, "--packages-report", "--", "--help")
    text = " ".join(done.stderr.replace("│", " ").split())
    assert "waves 1.2 rewritten named" in text
    assert "ripples rewritten waves imports it, and it imports torch" in text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--packages", ","], "--packages names no package"),
        (["--packages-report"], "--packages-report needs --packages"),
        (["--packages", "waves", "--packages-report"], "--packages needs --run or -m"),
        (["--packages", "waves"], "--packages needs --run or -m"),
    ],
)
def test_options_that_make_no_sense(options, message, capsys, tmp_path):
    from transpile.cli import main

    assert main([str(tmp_path), "--to", "jax", *options]) == 2
    assert message in capsys.readouterr().err
