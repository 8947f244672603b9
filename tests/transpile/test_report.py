"""``--report`` and `transpile.report`: what code uses, what becomes of it, and what to look at."""

import html.parser
import io
import json
import os
import re
import textwrap
import warnings
from pathlib import Path

import numpy
import pytest
from rich.console import Console

from transpile.errors import TranspileError
from transpile.reports import catalogue
from transpile.reports.catalogue import Catalogue
from transpile.reports.report import report

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"))
        return name

    return write


def _names(found):
    return {name.name: [f"{p.line}:{p.column}" for p in name.places] for name in found.names}


def _patterns(found):
    return [(pattern.pattern, str(pattern.place)) for pattern in found.patterns]


# uses


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import numpy\nnumpy.ones(3)", {"numpy.ones": ["2:1"]}),
        ("import numpy as np; np.ones(np.pi)", {"numpy.ones": ["1:21"], "numpy.pi": ["1:29"]}),
        ("import numpy.linalg as la\nla.norm", {"numpy.linalg.norm": ["2:1"]}),
        ("import numpy.linalg\nnumpy.linalg.norm", {"numpy.linalg.norm": ["2:1"]}),
        (
            "from numpy import linalg as la, ones\nla.norm(ones(3))",
            {
                "numpy.linalg": ["1:19"],
                "numpy.linalg.norm": ["2:1"],
                "numpy.ones": ["1:33", "2:9"],
            },
        ),
        (
            "from numpy import *\nsum(ones(3)), len([])",
            {"numpy.ones": ["2:5"], "numpy.sum": ["2:1"]},
        ),
        ("from numpy.random import *\nrand(3), ones", {"numpy.random.rand": ["2:1"]}),
        (
            "try:\n    import cupy as xp\nexcept E:\n    import numpy as xp\nxp.ones",
            {"numpy.ones": ["5:1"]},
        ),
        ("def f():\n    import numpy as np\n    return np.ones\nnp.ones", {"numpy.ones": ["3:12"]}),
        ("import numpy as np\ndef f(np):\n    np.ones\nnp.pi", {"numpy.pi": ["4:1"]}),
        ("import numpy as np\n[np.ones for np in x]\nnp.pi", {"numpy.pi": ["3:1"]}),
        (
            "import numpy as np\nclass A:\n    np = 1\n    def f(self): np.pi",
            {"numpy.pi": ["4:18"]},
        ),
        ("import numpy as np\nxp = np\nxp.pi", {"numpy.pi": ["3:1"]}),
        ("import numpy as np\nxp = np if a else b\nxp.pi", {}),
        ("import numpy as np\nxp = np\nxp = other()\nxp.pi", {}),
        (
            "import numpy as np\nla = np.linalg\nf = la.norm\nf(1)",
            {"numpy.linalg": ["2:6"], "numpy.linalg.norm": ["3:5", "4:1"]},
        ),
        ("import numpy as np\nx = 'é'; np.pi", {"numpy.pi": ["2:10"]}),
        (
            "import numpy as np\nnp.pi.real + np.ones.__name__",
            {"numpy.pi": ["2:1"], "numpy.ones": ["2:14"]},
        ),
        (
            "import numpy as np\nnp.add.reduce, np.ndarray.sum",
            {"numpy.add.reduce": ["2:1"], "numpy.ndarray.sum": ["2:16"]},
        ),
        ("import numpy as np\ngetattr(np, 'ones')(3)", {"numpy.ones": ["2:1"]}),
        ("import numpy as np\nx: 'list[np.ndarray]'", {"numpy.ndarray": ["2:4"]}),
        ("import numpy as np\ndef f(x: 'no type') -> np.ndarray: ...", {"numpy.ndarray": ["2:24"]}),
        ("import numpy as np  # transpile: keep\nnp.pi", {}),
        ("import numpy_financial as np, os\nnp.pi, os.pi", {}),
        ("x = 1", {}),
    ],
)  # fmt: skip
def test_uses(write, text, names):
    assert _names(report(write("a.py", text), to="jax")) == names


def test_names_are_followed_from_module_to_module(write):
    write("pkg/__init__.py", "")
    write(
        "pkg/backend.py", "import numpy as np\nfrom numpy.linalg import norm as length\nxp = np\n"
    )
    write("pkg/sub/__init__.py", "from ..backend import *\n")
    write(
        "pkg/sub/deep.py", "from . import np as a\nfrom .. import backend as b\na.sin, b.np.cos\n"
    )
    write(
        "pkg/use.py",
        "from pkg.backend import xp, length\nxp.tan, length\nimport pkg.sub\npkg.sub.np.exp",
    )
    write("pkg/round.py", "from .round import round\nround.pi\n")  # leads to itself
    write("alone.py", "from .backend import np\nnp.log\n")  # not from there
    found = report(".", to="jax")
    places = {name.name: sorted({place.file for place in name.places}) for name in found.names}
    assert places == {
        "numpy.cos": ["pkg/sub/deep.py"],
        "numpy.exp": ["pkg/use.py"],
        "numpy.linalg.norm": ["pkg/backend.py", "pkg/use.py"],
        "numpy.sin": ["pkg/sub/deep.py"],
        "numpy.tan": ["pkg/use.py"],
    }


def test_notebook_places_are_in_cells(write):
    cells = [
        {"cell_type": "markdown", "source": "import numpy"},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "import numpy as np"]},
        {"cell_type": "code", "source": "x = 1\nnp.ones(x)"},
    ]
    write("book.ipynb", json.dumps({"nbformat": 4, "nbformat_minor": 5, "cells": cells}))
    [name] = report("book.ipynb", to="jax").names
    assert (name.name, str(name.places[0]), name.places[0].text) == (
        "numpy.ones",
        "book.ipynb:cell 3:2:1",
        "np.ones(x)",
    )


# status


@pytest.mark.parametrize(
    ("name", "status", "hint"),
    [
        ("ones", "native", None),
        ("linalg.norm", "native", None),
        ("add.reduce", "native", None),
        ("random.Generator.normal", "native", None),
        ("busday_count", "host fallback", None),
        ("pi", "passthrough", None),
        ("nan", "passthrough", None),
        ("dtype", "passthrough", None),
        ("save", "passthrough", None),
        ("testing.assert_allclose", "passthrough", None),
        ("zeross", "unknown", "did you mean numpy.zeros?"),
        ("Zeros", "unknown", "did you mean numpy.zeros?"),
        ("linalg.nrom", "unknown", "did you mean numpy.linalg.norm?"),
        ("norm", "unknown", "did you mean numpy.linalg.norm?"),
        ("float_", "unknown", "use numpy.float64"),
        ("int", "unknown", "use int"),
        ("in1d", "unknown", "use numpy.isin"),
        ("qwertyuiop", "unknown", None),
        ("add.qwertyuiop", "unknown", None),
    ],
)
def test_status(name, status, hint):
    verdict = Catalogue("numpy").verdict(f"numpy.{name}")
    assert (verdict.name, verdict.status, verdict.hint) == (f"numpy.{name}", status, hint)


def test_names_are_known_where_the_framework_is_not_installed(monkeypatch):
    find = catalogue.can_import
    monkeypatch.setattr(catalogue, "can_import", lambda name: name != "torch" and find(name))
    names = Catalogue("torch", to="jax")
    found = [names.verdict(f"torch.{name}") for name in ("pi", "nn.Linaer", "lobpcg", "fx.wrap")]
    assert [(verdict.status, verdict.hint) for verdict in found] == [
        ("native", None),
        ("unknown", "did you mean torch.nn.Linear?"),
        ("host fallback", "torch is needed: not installed"),
        ("native", None),
    ]
    assert "Linear" in names.star_names("torch.nn")


def test_every_public_name_of_numpy_is_known():
    catalogue = Catalogue("numpy")
    public = [
        *(f"numpy.{name}" for name in numpy.__all__),
        *(f"numpy.linalg.{name}" for name in numpy.linalg.__all__),
        *(f"numpy.fft.{name}" for name in numpy.fft.__all__),
        *(f"numpy.random.{name}" for name in numpy.random.__all__),
    ]
    assert len(public) > 600
    assert [name for name in public if catalogue.verdict(name).status == "unknown"] == []


def test_fallbacks_are_what_warns_when_it_runs(write):
    text = """
        import io
        import numpy as np
        np.packbits(np.array([1, 0]))
        np.histogramdd(np.ones((3, 2)), 2)
        np.linalg.norm(np.ones(3)) + np.ptp(np.arange(3.0))
        np.savetxt(io.StringIO(), np.ones(2))
        np.unpackbits(np.array([3], np.uint8))
    """
    found = report(write("a.py", text), to="numpy")
    expected = {name.name for name in found.names if name.status == "host fallback"}
    code = textwrap.dedent(text).replace("import numpy", "import frontends.numpy")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        exec(code, {})
    warned = {str(w.message).split()[0] for w in caught if "not native" in str(w.message)}
    assert len(expected) >= 3
    assert warned == expected


def test_module_that_nobody_has_is_unknown_where_it_is_imported(write):
    found = report(write("a.py", "import numpy.qwertyuiop, numpy.linalgs\n"), to="jax")
    assert {name.name: name.hint for name in found.names} == {
        "numpy.qwertyuiop": None,
        "numpy.linalgs": "did you mean numpy.linalg?",
    }
    assert found.unknown == 2


def test_module_that_only_the_framework_has_stays_its_own(write):
    text = "import numpy as np\nfrom numpy._core import umath\numath.add(np.ones(3), 1)\n"
    found = report(write("a.py", text), to="jax")
    stays = {name.name: (str(name.status), name.hint) for name in found.names}
    assert stays["numpy._core"] == (
        "passthrough",
        "there is no frontends.numpy._core: stays as it is",
    )
    assert stays["numpy._core.umath.add"] == ("passthrough", None)
    (place,) = next(name.places for name in found.names if name.name == "numpy._core")
    assert (place.line, place.text) == (2, "from numpy._core import umath")
    assert found.unknown == 0


@pytest.mark.parametrize(
    ("to", "on_host"), [("jax", "host fallback"), ("numpy", "host fallback"), ("torch", "native")]
)
def test_names_of_torch_are_told_by_backend(write, to, on_host):
    pytest.importorskip("torch")
    text = (
        "import torch, torch.nn as nn\n"
        "nn.Linear(2, 3), torch.sun(x), torch.nn.functional.relu, torch.lobpcg, torch.cuda.Event\n"
    )
    found = report(write("a.py", text), to=to)
    assert {name.name: (str(name.status), name.hint) for name in found.names} == {
        "torch.sun": ("unknown", "did you mean torch.sum?"),
        "torch.lobpcg": (on_host, None),
        "torch.cuda.Event": ("not supported", "use device='cpu'"),
        "torch.nn.Linear": ("native", None),
        "torch.nn.functional.relu": ("native", None),
    }
    assert report("a.py", to=to, sources=["numpy"]).names == ()


def test_what_the_framework_itself_cannot_look_up_is_a_row(write):
    """PyTorch's own look-up of a class of C++ raises RuntimeError."""
    pytest.importorskip("torch")
    text = (
        "import torch\nimport torch._six, torch.utils.tensorboard\n"
        "torch.classes.mine.Thing(1), torch.ops.mine.f(1), torch.fx.replace_pattern(m)\n"
        "torch.autograd.profiler.profile.__enter__, torch.Tensor.no_such_method\n"
        "getattr(torch.classes.mine, 'Other')\n"
    )
    found = {name.name: str(name.status) for name in report(write("a.py", text), to="jax").names}
    assert found["torch.classes.mine.Thing"] == found["torch._six"] == "unknown"
    assert found["torch.fx.replace_pattern"] == "not supported"
    assert found["torch.Tensor.no_such_method"] == "unknown"
    assert "torch.utils.tensorboard" not in found  # the frontend has a module of that name


# patterns


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        ("x.ctypes.data", [("ctypes", "1:1")]),
        ("import ctypes, six.moves\nctypes.byref, six.moves.ctypes", []),
        ("np.memmap('f')", [("memmap", "1:1")]),
        ("np.load('f', mmap_mode='r')", [("memmap", "1:1")]),
        ("from numba import njit", [("C extension", "1:1")]),
        ("np.ctypeslib.load_library", [("C extension", "1:1")]),
        ("import _fast", [("C extension", "1:1")]),
        ("from ._fast import go", [("C extension", "1:1")]),
        ("import fast, _fastest", []),
        ("isinstance(x, np.ndarray)", []),
        ("isinstance(x, (list, np.ndarray))", []),
        (
            "from jax.numpy import ndarray\nisinstance(x, ndarray | list)",
            [("foreign class", "2:15")],
        ),
        (
            "import numpy as real  # transpile: keep\nissubclass(x, (real.ndarray, int))",
            [("foreign class", "2:16")],
        ),
        ("class ndarray: ...\nisinstance(x, ndarray)", []),
        ("def isinstance(a, b): ...\nimport jax.numpy as j\nisinstance(x, j.ndarray)", []),
        ("type(x) is np.ndarray", [("type(x) is", "1:1")]),
        ("if np.float64 != type(x): pass", [("type(x) is", "1:4")]),
        ("type(x) in (list, np.ndarray)", [("type(x) is", "1:1")]),
        ("type(x) is list, type(x, (), {}) is np.ndarray", []),
        ("getattr(np, name)", [("dynamic name", "1:1")]),
        ("getattr(np, 'pi'), getattr(x, name)", []),
        (
            "import torch\ntorch.cuda.synchronize()\nx.cuda()",
            [("torch.cuda only", "2:1"), ("torch.cuda only", "3:1")],
        ),
        ("import torch\ntorch.ones(3, device='cuda:0')", [("torch.cuda only", "2:1")]),
        ("import torch\nif torch.cuda.is_available(): x.cuda()", []),
        ("x.cuda()", []),
    ],
)  # fmt: skip
def test_patterns(write, text, patterns):
    write("_fast.cpython-311-x86_64-linux-gnu.so", "")
    write("fast.py", "")
    found = report(write("a.py", f"{text}\nimport numpy as np\n"), to="jax")
    assert _patterns(found) == [(name, f"a.py:{place}") for name, place in patterns]


# the whole


PROGRAM = """
    import numpy as np

    def f(x):
        if type(x) is np.ndarray:
            return np.sin(x) + np.sin(1)  # <b>&amp;
        return np.sine(np.busday_count(x, x)), np.pi
"""


def test_table(write):
    write("bad.py", "x = (\n")
    found = report(["bad.py", write("a.py", PROGRAM)], to="jax")
    console = Console(width=90, file=io.StringIO(), legacy_windows=False)
    console.print(found.table())
    lines = [line.rstrip() for line in console.file.getvalue().splitlines() if line.strip(" ─")]
    assert lines == [
        " name                 status          uses   where",
        " numpy.sine           unknown            1   did you mean numpy.sin?",
        "                                             a.py:6:12",
        " numpy.busday_count   host fallback      1   a.py:6:20",
        " numpy.pi             passthrough        1   a.py:6:44",
        " numpy.sin            native             2   a.py:5:16",
        "                                             a.py:5:28",
        " numpy.ndarray        native             1   a.py:4:19",
        " to look at   where      why",
        " type(x) is   a.py:4:8   numpy.ndarray is the frontend's class here: arrays that other",
        "                         libraries return are of another",
        "not read: bad.py:1:5: '(' was never closed",
        "1 file: 6 uses of 5 names on jax (1 unknown, 1 host fallback, 1 passthrough, 2 native); 1",
        "place to look at; 1 file not read",
    ]


def test_table_shows_three_places_of_a_name(write):
    found = report(write("a.py", "import numpy as np\n" + "np.ones\n" * 7), to="jax")
    console = Console(width=90, file=io.StringIO())
    console.print(found.table())
    assert re.findall(r"a\.py:\d:1|and \d more", console.file.getvalue()) == [
        "a.py:2:1",
        "a.py:3:1",
        "a.py:4:1",
        "and 4 more",
    ]


def test_json(write):
    write("bad.py", "x = (\n")
    found = report(["bad.py", write("a.py", PROGRAM)], to="torch", sources=["numpy"])
    data = json.loads(json.dumps(found.to_json()))
    assert found.unknown == 1
    assert data["names"][0] == {
        "name": "numpy.sine",
        "status": "unknown",
        "count": 1,
        "hint": "did you mean numpy.sin?",
        "places": [{"file": "a.py", "line": 6, "column": 12}],
    }
    assert data["patterns"][0].items() >= {"pattern": "type(x) is", "line": 4, "column": 8}.items()
    assert data["failures"] == [
        {"file": "bad.py", "line": 1, "column": 5, "message": "'(' was never closed"}
    ]
    del data["names"], data["patterns"], data["failures"]
    assert data == {
        "to": "torch",
        "sources": ["numpy"],
        "files": 1,
        "uses": 6,
        "counts": {"unknown": 1, "host fallback": 1, "passthrough": 1, "native": 2},
    }


class _Page(html.parser.HTMLParser):
    """Read a page, and see that every element is closed where it should be."""

    VOID = {"meta", "input", "br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.texts, self.attributes = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, *attribute) for attribute in attributes]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.texts.append(data.strip())


def test_html_is_whole_and_needs_nothing_else(write):
    write("bad<i>.py", "x = (\n")
    write("a.py", PROGRAM + "    np.tan('</code><script>alert(1)</script>')\n")
    text = report(".", to="jax").to_html()
    page = _Page(text)
    shown = " ".join(filter(None, page.texts))
    for part in (
        "numpy and torch on jax",
        "numpy.sine",
        "did you mean numpy.sin?",
        "a.py:6:12",
        "return np.sin(x) + np.sin(1)  # <b>&amp;",
        "np.tan('</code><script>alert(1)</script>')",
        "bad<i>.py:1:5: '(' was never closed",
        "type(x) is",
    ):
        assert part in shown
    assert text.count("<script>") == 1
    assert not [row for row in page.attributes if row[1] in ("src", "href", "action", "onclick")]
    assert not re.search(r"url\(|@import|https?://", text)


def test_html_of_code_without_a_framework(write):
    page = _Page(report(write("a.py", "x = 1"), to="jax").to_html())
    assert "No use of a source framework." in page.texts


def test_nothing_is_executed(write):
    effect = "open('executed', 'w').close()\nimport numpy\n"
    write("pkg/__init__.py", effect)
    write("pkg/a.py", f"{effect}from . import b\nfrom .b import c\nnumpy.pi\n")
    write("pkg/b.py", effect)
    write("sitecustomize.py", effect)
    assert report(".", to="jax").uses == 1
    assert not Path("executed").exists()


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"to": "theano"}, "unknown backend 'theano': choose from numpy, jax, torch, tensorflow"),
        ({"to": "jax", "sources": ["cupy"]}, "unknown source 'cupy': choose from numpy, torch"),
        ({"to": "jax", "paths": ["nothing.py"]}, "nothing.py: no such file"),
    ],
)
def test_wrong_arguments(write, keywords, message):
    with pytest.raises(TranspileError) as raised:
        report(**{"paths": [write("a.py", "")], **keywords})
    assert str(raised.value) == message


def test_command_line(write, tmp_path, reporting):
    write("good.py", "import numpy as np\nnp.ones(3)\n")
    write("bad.py", "import numpy as np\nnp.zeross(3)\n")
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}

    def run(*arguments):
        return reporting.call([*arguments, "--to", "jax", "--report"], tmp_path, environment)

    strict = [run("good.py", "--strict"), run("bad.py", "--strict"), run("bad.py")]
    assert [done.returncode for done in strict] == [0, 1, 0]
    assert "1 file: 1 use of 1 name on jax (1 native)" in strict[0].stdout.decode()
    assert json.loads(run("bad.py", "--json").stdout)["counts"] == {"unknown": 1}
    done = run(".", "--html", "out.html")
    assert (done.returncode, done.stdout) == (0, b"")
    assert "numpy.zeross" in _Page((tmp_path / "out.html").read_text()).texts
