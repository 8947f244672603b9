"""What an import loads: little, and the rest when it is first used."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import frontends.numpy as np
from transpile.rewrite.codemod import rewrite_statement
from transpile.rewrite.imports import plainly_rewritten

ROOT = Path(__file__).resolve().parents[2]


def shown(code: str) -> str:
    return subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).strip()


def test_importing_the_numpy_frontend_loads_no_area_of_functions():
    code = """
import sys
import frontends.numpy as np
areas = {"creation", "functional", "indexing", "linear_algebra", "logic", "manipulation",
         "mathematics", "padding", "polynomial_legacy", "reductions", "sets", "sorting",
         "statistics", "sums", "linalg", "fft", "random"}
print([name for name in areas if f"frontends.numpy.{name}" in sys.modules])
print([name for name in ("optree", "json", "zipfile", "random") if name in sys.modules])
"""
    assert shown(code) == "[]\n[]"


def test_setting_numpy_loads_no_generators_of_random_numbers():
    code = """
import sys
import ivy_core as ivy
ivy.set_backend("numpy")
print("numpy.random" in sys.modules)
first = ivy.random_uniform(shape=(3,), seed=1)
print(bool(ivy.all(first == ivy.random_uniform(shape=(3,), seed=1))), "numpy.random" in sys.modules)
"""
    assert shown(code) == "False\nTrue True"


REWRITTEN = {
    "import numpy as np\\nfrom numpy.linalg import (norm,\\n  det as d)\\n": (
        "import frontends.numpy as np\nfrom frontends.numpy.linalg import (norm,\n  det as d)\n"
    ),
    "import torch\\nimport os, numpy as np\\nimport torch.nn\\nfrom torch import nn, optim\\n": (
        "import frontends.torch as torch\nimport os, frontends.numpy as np\n"
        "import frontends.torch.nn, frontends.torch as torch\n"
        "from frontends.torch import nn, optim\n"
    ),
}


@pytest.mark.parametrize(("text", "changed"), REWRITTEN.items(), ids=["usual", "training scripts"])
def test_imports_are_rewritten_without_libcst(text, changed):
    code = f"""
import sys
from transpile import transpile_source
print(transpile_source("{text}", to="jax").partition("\\n")[2])
print("libcst" in sys.modules)
"""
    assert shown(code) == f'ivy_core.set_backend("jax")\n{changed}\nFalse'


def test_a_program_runs_without_what_rewrites_files(tmp_path):
    (tmp_path / "one.py").write_text("import numpy as np\nprint(np.arange(3) ** 2)\n")
    code = f"""
import sys
from transpile.cli import main
main([{str(tmp_path / "one.py")!r}, "--to", "numpy", "--run"])
unused = {{"transpile.commands", "transpile.project.files", "transpile.reports", "rich", "json",
          "pathspec", "difflib", "tempfile", "email", "zipfile", "logging", "concurrent"}}
print(sorted(unused & sys.modules.keys()))
"""
    assert shown(code) == "[0 1 4]\n[]"


@pytest.mark.parametrize(
    "text",
    [
        "import numpy as np", "import numpy.linalg as la", "import  numpy as np",
        "import numpy as np, os", "import numpy", "from numpy import *", "from numpy import(add)",
        "from numpy.fft import fft as f, ifft", "from numpy import (\n    add,  # one\n)",
        "from numpy . linalg import det", "from numpy import add, \\\n    subtract",
        "from numpy import\\\n add", "import numpy.linalg", "import os as numpy",
        "from .numpy import x", "import os, numpy", "import numpy,numpy.fft as f",
        "import numpy.linalg, os", "import numpy.fft.helper", "import  numpy",
        "import os.path, numpy as np", "import numpy . fft as f", "import\tnumpy", "import os",
        "import numpy as np, numpy", "import numpy, numpy.fft", "import numpy , os",
        "import numpy, \\\n os",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name_taken", [False, True])
def test_plain_rewriting_gives_what_libcst_gives(text, name_taken):
    frontends = {"numpy": "frontends.numpy"}
    plain = plainly_rewritten(text, frontends, name_taken=name_taken)
    assert plain in (None, rewrite_statement(text, frontends, name_taken=name_taken))


def test_a_name_is_found_once_and_then_stays():
    code = """
import sys
import frontends.numpy as np
areas = {"frontends.numpy.creation", "frontends.numpy.sets"}
assert not areas & sys.modules.keys() and "zeros" in dir(np)
zeros = np.zeros
assert areas & sys.modules.keys() == {"frontends.numpy.creation"} and np.zeros is zeros
np.sum = "the user's own"
np.cumsum
assert np.sum == "the user's own"
from frontends.numpy import *
print(array([1, 2]).mean(), concatenate([[1], [2]]))
"""
    assert shown(code) == "1.5 [1 2]"


def test_methods_of_a_first_array_find_their_functions():
    code = """
import frontends.numpy as np
x = np.float64(2.0)
print(x.copy(), x.reshape(1), x.sum(), (np.int64(3) + x).astype(int))
"""
    assert shown(code) == "2.0 [2.] 2.0 5"


def test_the_table_of_areas_names_what_the_areas_have():
    for name, area in np._HOMES.items():
        module = importlib.import_module(f"frontends.numpy.{area}")
        assert getattr(np, name) is getattr(module, name), name


def test_a_missing_name_is_reported_as_numpys():
    with pytest.raises(AttributeError, match="module 'numpy' has no attribute 'nothing'"):
        _ = np.nothing


def test_containers_are_registered_when_optree_is_imported():
    code = """
import sys
import ivy_core
before = list(sys.meta_path)
import optree
assert len(sys.meta_path) == len(before)
import scipy.ndimage, scipy.spatial.distance
assert len(sys.meta_path) == len(before) - 1  # no library is waited for any more
assert type(optree.__spec__.loader).__module__ != "ivy_core.utils.import_adapters"
print(optree.tree_leaves(ivy_core.Container(a=1, b={"c": 2})))
"""
    pytest.importorskip("optree")
    pytest.importorskip("scipy")
    assert shown(code) == "[1, 2]"
    after = "import optree, ivy_core; print(optree.tree_leaves(ivy_core.Container(a=1)))"
    assert shown(after) == "[1]"


def test_a_modules_dict_has_every_name():
    code = """
import importlib
import warnings
warnings.simplefilter("ignore")
for name in ("", ".linalg", ".fft", ".random", ".ma", ".polynomial", ".testing", ".char",
             ".strings", ".rec", ".lib", ".ctypeslib", ".matlib"):
    real = importlib.import_module("numpy" + name)
    ours = importlib.import_module("frontends.numpy" + name)
    found = ours.__dict__
    assert found is vars(ours) and not vars(real).keys() - found.keys(), name
    for name, value in list(found.items()):
        assert name[0] == "_" or getattr(ours, name) is value, name
"""
    shown(code)
