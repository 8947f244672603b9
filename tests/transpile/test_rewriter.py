"""Before and after texts for every form of import, and what must survive a rewrite."""

import importlib

import pytest

from transpile import TranspileError, transpile_source
from transpile.rewrite.rewriter import rewrite, rewrite_in_place

SETUP = 'import ivy_core\nivy_core.set_backend("jax")\n'

STATEMENTS = [
    # plain
    ("import numpy", "import frontends.numpy as numpy"),
    ("import numpy as np", "import frontends.numpy as np"),
    ("import numpy as numpy", "import frontends.numpy as numpy"),
    ("import numpy, os", "import frontends.numpy as numpy, os"),
    ("import os , numpy as np ,sys", "import os , frontends.numpy as np ,sys"),
    # submodules: the import binds `numpy`, and so must what replaces it
    ("import numpy.linalg", "import frontends.numpy.linalg, frontends.numpy as numpy"),
    ("import numpy.linalg as la", "import frontends.numpy.linalg as la"),
    (
        "import numpy.lib.stride_tricks, os",
        "import frontends.numpy.lib.stride_tricks, frontends.numpy as numpy, os",
    ),
    ("import numpy, numpy.fft", "import frontends.numpy as numpy, frontends.numpy.fft"),
    (
        "import numpy.fft, numpy.random",
        "import frontends.numpy.fft, frontends.numpy.random, frontends.numpy as numpy",
    ),
    (
        "import numpy.fft, \\\n    numpy.random, \\\n    os",
        "import frontends.numpy.fft, \\\n    frontends.numpy.random, frontends.numpy as numpy,"
        " \\\n    os",
    ),
    # from
    ("from numpy import array as A, linalg", "from frontends.numpy import array as A, linalg"),
    ("from numpy import *", "from frontends.numpy import *"),
    ("from numpy.random import *", "from frontends.numpy.random import *"),
    ("from  numpy . linalg  import norm", "from  frontends.numpy . linalg  import norm"),
    (
        "from numpy import (  # the basics\n    array,  # make\n\n    linalg,\n)  # end",
        "from frontends.numpy import (  # the basics\n    array,  # make\n\n    linalg,\n)  # end",
    ),
    # places
    ("x = 1; import numpy as np; y = 2;", "x = 1; import frontends.numpy as np; y = 2;"),
    ("def f():\n    import numpy as np", "def f():\n    import frontends.numpy as np"),
    ("async def f(): import numpy as np", "async def f(): import frontends.numpy as np"),
    ("class A:\n\tfrom numpy import array", "class A:\n\tfrom frontends.numpy import array"),
    (
        "try:\n    import numpy as np\nexcept ImportError:\n    np = None",
        "try:\n    import frontends.numpy as np\nexcept ImportError:\n    np = None",
    ),
    (
        "if TYPE_CHECKING:\n    import numpy.typing as npt",
        "if TYPE_CHECKING:\n    import frontends.numpy.typing as npt",
    ),
    ("with f() as g: import numpy as np", "with f() as g: import frontends.numpy as np"),
    (
        "match x:\n    case 1: import numpy as np",
        "match x:\n    case 1: import frontends.numpy as np",
    ),
    # calls that import
    (
        "import importlib\nnp = importlib.import_module('numpy')",
        "import importlib\nnp = importlib.import_module('frontends.numpy')",
    ),
    (
        'import importlib.util as u, importlib as il\nla = il.import_module(name=r"numpy.linalg")',
        "import importlib.util as u, importlib as il\n"
        'la = il.import_module(name=r"frontends.numpy.linalg")',
    ),
    (
        "from importlib import import_module as load\ndef f():\n    return load('''numpy''')",
        "from importlib import import_module as load\n"
        "def f():\n    return load('''frontends.numpy''')",
    ),
    (
        "from importlib import import_module\nla = import_module('.linalg', package='numpy')",
        "from importlib import import_module\n"
        "la = import_module('.linalg', package='frontends.numpy')",
    ),
    ("np = __import__('numpy')", "np = __import__('frontends.numpy').numpy"),
    (
        "x = (__import__(\n    'numpy.linalg', {}, {}, []\n)).array",
        "x = (__import__(\n    'frontends.numpy.linalg', {}, {}, []\n).numpy).array",
    ),
    (
        "la = __import__('numpy.linalg', fromlist=['norm'])",
        "la = __import__('frontends.numpy.linalg', fromlist=['norm'])",
    ),
    # PyTorch
    (
        "import torch.nn as nn, torch.optim as optim",
        "import frontends.torch.nn as nn, frontends.torch.optim as optim",
    ),
    (
        "import torch, torch.nn, numpy.linalg",
        "import frontends.torch as torch, frontends.torch.nn, "
        "frontends.numpy.linalg, frontends.numpy as numpy",
    ),
    (
        "from torch.nn.functional import (  # activations\n    relu, gelu as g)",
        "from frontends.torch.nn.functional import (  # activations\n    relu, gelu as g)",
    ),
    (
        "from torch import *; from numpy import *",
        "from frontends.torch import *; from frontends.numpy import *",
    ),
    ("import torch.utils.data", "import frontends.torch.utils.data, frontends.torch as torch"),
    ("from \\\n  torch import nn", "from \\\n  frontends.torch import nn"),
    # names that hide what an import binds are none of our business
    (
        "import numpy as np\ndef f(np, torch):\n    import numpy\n    return np.x, numpy, torch.y",
        "import frontends.numpy as np\ndef f(np, torch):\n    import frontends.numpy as numpy\n"
        "    return np.x, numpy, torch.y",
    ),
    # docstrings and string annotations stay unless asked for
    (
        "def f(x: 'numpy.ndarray'):\n    '''\n    >>> import numpy\n    '''\n    import numpy as n",
        "def f(x: 'numpy.ndarray'):\n    '''\n    >>> import numpy\n    '''\n"
        "    import frontends.numpy as n",
    ),
    # more calls that import, or say what to import
    (
        "import importlib\nm = importlib.import_module(f'numpy.{name}')",
        "import importlib\nm = importlib.import_module(f'frontends.numpy.{name}')",
    ),
    (
        "import importlib\nm = importlib.import_module('torch.' + 'nn' + x)",
        "import importlib\nm = importlib.import_module('frontends.torch.' + 'nn' + x)",
    ),
    (
        "m = __import__('numpy.%s' % x), __import__(\"torch.{}\".format(x))",
        "m = __import__('frontends.numpy.%s' % x).numpy, "
        '__import__("frontends.torch.{}".format(x)).torch',
    ),
    (
        "try:\n    import importlib\nexcept ImportError:\n    importlib = None\n"
        "x = importlib.import_module('numpy')",
        "try:\n    import importlib\nexcept ImportError:\n    importlib = None\n"
        "x = importlib.import_module('frontends.numpy')",
    ),
    (
        "import builtins, importlib.util\n"
        "x = builtins.__import__('torch'), importlib.util.find_spec('numpy.fft')",
        "import builtins, importlib.util\n"
        "x = builtins.__import__('frontends.torch').torch, "
        "importlib.util.find_spec('frontends.numpy.fft')",
    ),
    (
        "import pytest\ntorch = pytest.importorskip('torch', minversion='2')",
        "import pytest\ntorch = pytest.importorskip('frontends.torch', minversion='2')",
    ),
    (
        "from pkgutil import resolve_name\nnorm = resolve_name('numpy.linalg:norm')",
        "from pkgutil import resolve_name\nnorm = resolve_name('frontends.numpy.linalg:norm')",
    ),
    (
        "from unittest import mock\n@mock.patch('numpy.random.rand', f)\ndef test(): ...",
        "from unittest import mock\n@mock.patch('frontends.numpy.random.rand', f)\ndef test(): ...",
    ),
    (
        "import importlib as il\nclass A:\n"
        "    def __import__(self): __import__('numpy', None, None, ())\n"
        "    x = [il.import_module(n) for n in [il.import_module('numpy')]]",
        "import importlib as il\nclass A:\n"
        "    def __import__(self): __import__('frontends.numpy', None, None, ()).numpy\n"
        "    x = [il.import_module(n) for n in [il.import_module('frontends.numpy')]]",
    ),
    (
        "def f(x=__import__('numpy')) -> __import__('numpy').ndarray:\n    __import__ = x",
        "def f(x=__import__('frontends.numpy').numpy) -> __import__('frontends.numpy').numpy"
        ".ndarray:\n    __import__ = x",
    ),
    (
        "é = f'''ü {__import__('numpy').pi}\nä {__import__(\"torch\")}'''",
        "é = f'''ü {__import__('frontends.numpy').numpy.pi}\n"
        "ä {__import__(\"frontends.torch\").torch}'''",
    ),
    # modules that are loaded
    ("import sys\nnp = sys.modules['numpy']", "import sys\nnp = sys.modules['frontends.numpy']"),
    (
        "import sys as s\nif 'torch' in s.modules and \"numpy.fft\" not in s.modules: pass",
        "import sys as s\nif 'frontends.torch' in s.modules and "
        '"frontends.numpy.fft" not in s.modules: pass',
    ),
    (
        "from sys import modules\ndel modules['numpy']; x = modules.get('torch', None)",
        "from sys import modules\ndel modules['frontends.numpy']; "
        "x = modules.get('frontends.torch', None)",
    ),
    (
        "import sys\ndef test(monkeypatch):\n    monkeypatch.setitem(sys.modules, 'numpy', None)\n"
        "    patch.dict('sys.modules', {'torch': None, 'os': 1, **x})",
        "import sys\ndef test(monkeypatch):\n"
        "    monkeypatch.setitem(sys.modules, 'frontends.numpy', None)\n"
        "    patch.dict('sys.modules', {'frontends.torch': None, 'os': 1, **x})",
    ),
    ("import sys, numpy\ndel numpy, sys", "import sys, frontends.numpy as numpy\ndel numpy, sys"),
    (
        "import sys\nx = sys.modules['numpy']\ndel sys",
        "import sys\nx = sys.modules['frontends.numpy']\ndel sys",
    ),
    # lookalikes beside the real thing
    (
        "import numpy_ext, numpyro, numpy as np, scipy.linalg, pandas as pd",
        "import numpy_ext, numpyro, frontends.numpy as np, scipy.linalg, pandas as pd",
    ),
    # names already taken
    (
        "frontends = []\nimport numpy.linalg, numpy.fft",
        "frontends = []\nimport frontends.numpy.linalg as numpy, "
        "frontends.numpy.fft as numpy, frontends.numpy as numpy",
    ),
]

UNTOUCHED = [
    "",
    "x = 1\n",
    "# numpy\n",
    "this is not Python, but nor is it parsed",
    "from .numpy import x\n",
    "from . import numpy\n",
    "from ..numpy.linalg import norm\n",
    "import numpy_ext, numpyro.numpy\n",
    "from scipy import numpy\n",
    "numpy = 'numpy'\nnumpy.numpy(numpy='import numpy')\n",
    "import scipy.linalg, pandas, jax.numpy as jnp  # numpy stays away\n",
    "import torchvision, pytorch.torch, torch_geometric\nx.torch.numpy\n",
    "import sys\ndef f(sys):\n    return sys.modules['numpy']\n",
    "modules = {}\nmodules['numpy'] = sys = modules; 'numpy' in sys.modules\n",
    "class Net:\n    modules = {}\n    def f(self): return self.modules['torch']\n",
    "from sys import modules\nclass Net:\n    modules = {}\n    modules['torch']\n",
    "import sys\nsys.modules['os'], sys.path['numpy'], 'numpy' in sys.path\n",
    "import sys\nsys.modules['numpy']  # transpile: keep\n",
    "def f():\n    global importlib\n    importlib = x\nimport importlib\n"
    "def g(): importlib.import_module('numpy')\n",
    "def f():\n    import importlib\n    def g():\n        nonlocal importlib\n"
    "        importlib = 1\n    importlib.import_module('numpy')\n",
    "import importlib\n[importlib.import_module('numpy') for importlib in x]\n",
    "import importlib\nlambda importlib: importlib.import_module('numpy')\n",
    "import importlib\nmatch x:\n    case [*importlib]: importlib.import_module('numpy')\n",
    "import importlib\nwith x as importlib: importlib.import_module('numpy')\n",
    "import importlib\nif (importlib := x): importlib.import_module('numpy')\n",
    "import importlib\n[(importlib := x) for x in y]; importlib.import_module('numpy')\n",
    "import importlib\nimportlib.import_module('numpyro'); importlib.import_module('num' + 'py')\n",
    "import importlib\nimportlib.import_module('\\x6eumpy'); importlib.import_module('n' 'umpy')\n",
    "from .importlib import import_module\nimport_module('numpy')\n",
    "import ｎｕｍｐｙ  # Python reads this as numpy\n",
    "import numpy  # noqa # transpile: keep\n",
    "def import_module(name): ...\nimport_module('numpy')\n",
    "from plugins import import_module\nimport_module('numpy')\n",
    "import importlib\ndef f(importlib):\n    importlib.import_module('numpy')\n",
    "import importlib\nimportlib.import_module(numpy)\nimportlib.import_module(f'numpy')\n",
    "import importlib\nimportlib.import_module(b'numpy'); importlib.import_module(*['numpy'])\n",
    "import importlib\nimportlib.import_module('.numpy', 'mine'); importlib.reload('numpy')\n",
    "__import__('numpy', globals(), locals(), [], 1)\n",
    "def __import__(name): ...\n__import__('numpy')\n",
    "import numpy as np  # transpile: keep\n",
    "from numpy import (  # transpile: keep\n    array,\n)\n",
    "from numpy import (\n    array,\n)  # transpile: keep\n",
    "if x: import numpy; import numpy.linalg  #transpile:keep, for speed\n",
    "np = __import__('numpy')  # transpile: keep\n",
]


@pytest.mark.parametrize(("before", "after"), STATEMENTS)
@pytest.mark.parametrize("end", ["\n", "", "\n\n\n", "  # why\n", "\n# last words"])
def test_statement_is_rewritten(before, after, end):
    assert transpile_source(before + end, to="jax") == SETUP + after + end


@pytest.mark.parametrize(("before", "after"), STATEMENTS)
def test_rewrite_in_place_keeps_every_line(before, after):
    assert rewrite_in_place(before).code == after
    assert after.count("\n") == before.count("\n")


@pytest.mark.parametrize("text", UNTOUCHED)
def test_nothing_to_do(text):
    assert transpile_source(text, to="jax") == text
    assert rewrite(text, to="jax").imports == 0


@pytest.mark.parametrize(("before", "after"), STATEMENTS)
def test_second_run_changes_nothing_or_the_backend(before, after):
    once = transpile_source(before, to="jax")
    assert transpile_source(once, to="jax") == once
    other = transpile_source(once, to="tensorflow")
    assert other == once.replace('"jax"', '"tensorflow"')


HEADS = [
    ("", ""),
    ("#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\n# About.\n", ""),
    ('"""Doc."""\n', ""),
    ('# c\n"""Doc.\n\nMore.\n"""\n\n', ""),
    ("r'Doc' ' more';\n", ""),
    ('"""Doc."""\nfrom __future__ import annotations\n\n', ""),
    ("from __future__ import annotations\nfrom __future__ import division\n", ""),
    ("from __future__ import (\n    annotations,\n)  # new\n", ""),
    ('"""Doc."""\n', "# why\n"),
    ('"""Doc."""\n\n', "# why\n\n"),
    ('"""Doc."""\n', "\n\nclass A: ...\n"),
    ("", "b'no docstring'\n"),
    ("", "f'no docstring'\n"),
]


@pytest.mark.parametrize(("above", "below"), HEADS)
def test_setup_stands_after_docstring_and_future_imports(above, below):
    result = transpile_source(above + below + "import numpy as np\n", to="jax")
    assert result == above + SETUP + below + "import frontends.numpy as np\n"


def test_setup_goes_into_the_line_that_docstring_shares_with_code():
    before = '"Doc."; from __future__ import division; import numpy as np; x = np.ones(3)\n'
    after = (
        '"Doc."; from __future__ import division; import ivy_core; ivy_core.set_backend("jax"); '
        "import frontends.numpy as np; x = np.ones(3)\n"
    )
    assert transpile_source(before, to="jax") == after
    assert transpile_source(after, to="jax") == after
    assert transpile_source(after, to="torch") == after.replace("jax", "torch")


@pytest.mark.parametrize(
    ("other_use", "alias"),
    [
        ("ivy_core = 3\n", "_ivy_core"),
        ("import thing as ivy_core\n_ivy_core = 1\n", "__ivy_core"),
        ("from thing import ivy_core\n", "_ivy_core"),
        ("def ivy_core(): ...\n", "_ivy_core"),
        ("import ivy_core\nivy_core.add(1, 2)\n", "ivy_core"),
        ("import ivy_core as ivy\n", "ivy_core"),
        ("from ivy_core import add\n", "ivy_core"),
        ("thing.ivy_core = 'ivy_core'  # ivy_core\n", "ivy_core"),
    ],
)
def test_setup_avoids_a_name_the_script_uses(other_use, alias):
    result = transpile_source(other_use + "import numpy\n", to="jax")
    import_ = "import ivy_core" + (f" as {alias}" if alias != "ivy_core" else "")
    setup = f'{import_}\n{alias}.set_backend("jax")\n'
    assert result == setup + other_use + "import frontends.numpy as numpy\n"
    assert transpile_source(result, to="torch") == result.replace('"jax"', '"torch"')


def test_setup_moved_by_a_formatter_is_still_found():
    text = "import frontends.numpy as np\nimport ivy_core\n\nivy_core.set_backend('jax')\n"
    assert transpile_source(text, to="jax") == text
    assert transpile_source(text, to="torch") == text.replace("jax", "torch")


def test_script_that_only_uses_the_core_keeps_its_backend():
    text = 'import ivy_core\nivy_core.set_backend("jax")  # not numpy\n'
    assert transpile_source(text, to="torch") == text


def test_new_imports_in_a_transpiled_file_are_rewritten():
    text = transpile_source("import numpy as np\n", to="jax") + "import numpy.fft as fft\n"
    after = SETUP + "import frontends.numpy as np\nimport frontends.numpy.fft as fft\n"
    assert transpile_source(text, to="jax") == after


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff# c\n{}import numpy\n",
        "{}\fimport numpy\n\f\ndef f():\n\f    pass\n\f\n",
        "{}import numpy \f as np\n \t\n\n\t\n  ",
        "try :\n    pass\nexcept E :  \n    pass\nimport numpy\\\n\n",
        "x = '''a\r\nb\rc'''\n\r\nimport numpy\r\ny = (1,\r 2)\n",
        "if 1:\n\timport numpy\nif 2:\n  pass\n   # odd indent\n",
        "x=[1 ,2,\\\n3] ;\nimport numpy #",
        "é = 'ü\u2028\x0b\x1c'\nimport numpy\n# ü\x85\n",
    ],
)
def test_text_outside_the_import_is_kept(text):
    head, _, rest = text.partition("{}")
    original = head + rest
    if not rest:
        head, original = "", text
    spelled = "import numpy \f as np" if "\f as np" in text else "import numpy"
    new = spelled.replace("numpy", "frontends.numpy") + ("" if " as " in spelled else " as numpy")
    setup = SETUP.replace("\n", "\r\n") if "\r\n" in text else SETUP
    after = head + setup + original[len(head) :].replace(spelled, new)
    assert transpile_source(original, to="jax") == after


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_new_lines_end_as_the_others_do(newline):
    text = newline.join(['"""Doc."""', "", "import numpy as np", "x = 1", ""])
    after = newline.join(
        ['"""Doc."""', "", *SETUP.split("\n")[:2], "import frontends.numpy as np", "x = 1", ""]
    )
    assert transpile_source(text, to="jax") == after
    assert transpile_source(f"import numpy{newline}", to="jax").count(newline) == 3


def test_bytes_are_decoded_by_cookie_or_mark():
    latin = "# coding: latin-1\nimport numpy\nx = 'é'\n"
    assert "x = 'é'" in transpile_source(latin.encode("latin-1"), to="jax")
    assert transpile_source(b"\xef\xbb\xbfimport numpy\n", to="jax").startswith("\ufeffimport ivy")


def test_deep_trees_are_rewritten():
    text = "import numpy\nx = " + " + ".join(["1"] * 1200) + "\ny = x" + ".f()" * 200 + "\n"
    assert rewrite_in_place(text).code == text.replace("numpy", "frontends.numpy as numpy", 1)
    assert len(transpile_source(text + "__import__('numpy')\n", to="jax")) > len(text)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import numpy\nx = (1,\n", "f.py:2:5: '(' was never closed"),
        (
            "import numpy\ndef f():\nx = 1\n",
            "f.py:3:1: expected an indented block after function definition on line 2",
        ),  # noqa: E501
        (
            "import numpy\r\nprint 'é'\r\n",
            "f.py:2:1: Missing parentheses in call to 'print'. Did you mean print(...)?",
        ),  # noqa: E501
        ("import numpy\nx = \0\n", "f.py:2:5: null character in source"),
        (b"import numpy\nx = '\xff'\n", "f.py:2:6: not valid utf-8: byte 0xff"),
        (b"\xff", "f.py:1:1: not valid utf-8: byte 0xff"),
        (b"# coding: ascii\nx = '\xff'\n", "f.py:2:6: not valid ascii: byte 0xff"),
        (b"#!/x\n# coding: klingon\nimport numpy\n", "f.py:2:1: unknown encoding: klingon"),
        (
            b"# coding: hex\nimport numpy\n",
            "f.py:1:1: 'hex' is not a text encoding; use codecs.decode() to handle arbitrary codecs",  # noqa: E501
        ),
    ],
)
def test_bad_input_says_where(code, message):
    with pytest.raises(TranspileError) as caught:
        transpile_source(code, to="jax", filename="f.py")
    assert str(caught.value) == message


def test_unknown_backend_lists_the_known():
    with pytest.raises(TranspileError, match="'cupy': choose from numpy, jax, torch, tensorflow"):
        transpile_source("import numpy", to="cupy")


def test_count_is_of_imports():
    text = "import numpy, numpy.fft\nfrom numpy import array\n__import__('numpy')\nimport os\n"
    assert rewrite(text, to="jax").imports == 3


# PyTorch, and what was left as it is


def notes(text, **options):
    return list(rewrite(text, to="jax", filename="f.py", **options).notes)


def test_frontend_that_is_not_there_is_named_once(monkeypatch):
    text = "import numpy\nimport torch.nn\nfrom torch.optim import SGD\nimport torch\n"
    monkeypatch.setattr("transpile.rewrite.rewriter.can_import", lambda name: "torch" not in name)
    assert notes(text) == ["f.py:2: frontends.torch cannot be imported yet"]
    assert notes(text, sources=["numpy"]) == []
    assert "import frontends.torch as torch" in transpile_source(text, to="jax")


LEFT = [  # before, after, what the note says is left
    ("import numpy._core.umath as u", None, "import of numpy._core.umath"),
    ("from numpy._core import umath", None, "import of numpy._core"),
    ("from numpy._core.umath import *", None, "import of numpy._core.umath"),
    ("from numpy.lib._utils_impl import _median_nancheck", None, "import of numpy.lib._utils_impl"),
    ("import numpy.f2py as f, os", None, "import of numpy.f2py"),
    ("import numpy.no_such.z as z", None, "import of numpy.no_such.z"),
    # what is left binds `numpy`, as does what takes the place of `import numpy`
    (
        "import numpy._core.umath",
        "import numpy._core.umath, frontends.numpy as numpy",
        "import of numpy._core.umath",
    ),
    (
        "import numpy, numpy._core  # both",
        "import frontends.numpy as numpy, numpy._core, frontends.numpy as numpy  # both",
        "import of numpy._core",
    ),
    (
        "import numpy.linalg, numpy.core.multiarray, os",
        "import frontends.numpy.linalg, numpy.core.multiarray, frontends.numpy as numpy, os",
        "import of numpy.core.multiarray",
    ),
    (
        "from numpy import _core, array",
        "from frontends.numpy import _core, array",
        "numpy._core",
    ),
    ("import importlib; importlib.import_module('numpy._core')", None, "'numpy._core'"),
    ("from importlib import import_module as f; f(name='numpy.f2py')", None, "'numpy.f2py'"),
    ("import importlib; importlib.import_module(f'numpy._core.{x}')", None, "'numpy._core'"),
    ("umath = __import__('numpy._core', fromlist=['umath']).umath", None, "'numpy._core'"),
    ("import sys; sys.modules['numpy._core']", None, "'numpy._core'"),
    ("import pytest; pytest.importorskip('numpy.no_such')", None, "'numpy.no_such'"),
]


@pytest.mark.parametrize(("before", "after", "what"), LEFT)
def test_module_that_the_frontend_has_not_stays_the_frameworks_own(before, after, what):
    code, text = f"x = 1\n{before}\n", f"x = 1\n{after or before}\n"
    done = rewrite_in_place(code, filename="f.py")
    assert done.code == text
    (note,) = done.notes
    assert note.startswith(f"f.py:2: {what} is left as it is: there is no frontends.numpy.")
    assert rewrite(code, to="jax").imports == (after is not None)
    again = rewrite(code, to="jax").code
    assert transpile_source(again, to="jax") == again


def test_attributes_are_no_modules():
    text = "import numpy\nfrom unittest.mock import patch\npatch('numpy.random.rand')\n"
    assert notes(text) == []
    assert "patch('frontends.numpy.random.rand')" in transpile_source(text, to="jax")


def test_what_stays_the_frameworks_own_takes_arrays_of_the_frontend():
    ivy = pytest.importorskip("ivy_core")
    text = """
import numpy as np
import numpy._core.multiarray
from numpy._core import umath
from numpy import _core
x = umath.add(np.arange(3), 1)
y = numpy._core.multiarray.concatenate([np.arange(2), x])
z = numpy.ones(2)
"""
    found = {}
    with ivy.with_backend("numpy"):
        exec(rewrite_in_place(text).code, found)
    assert {type(found[name]).__module__ for name in "xyz"} == {"frontends.numpy.ndarray"}
    assert found["y"].tolist() == [0, 1, 1, 2, 3]
    assert found["_core"].__name__ == "numpy._core"


@pytest.mark.parametrize(
    ("text", "note"),
    [
        (
            "import importlib, numpy\nimportlib.import_module(name)",
            "f.py:2: importlib.import_module is left as it is: "
            "what it imports is known only when it runs",
        ),
        (
            "import numpy\nx = 1\n__import__(*x)",
            "f.py:3: __import__ is left as it is: what it imports is known only when it runs",
        ),
        (
            "from importlib import import_module as load\nload('num' + 'py'); 'numpy'",
            "f.py:2: load is left as it is: what it imports is known only when it runs",
        ),
        (
            "import importlib\nimportlib.import_module('\\x6eumpy'), 'numpy'",
            "f.py:2: 'numpy' is left as it is: the string is spelled unusually",
        ),
        (
            "try:\n    from importlib import import_module\nexcept ImportError:\n"
            "    def import_module(name): ...\nimport_module('numpy')",
            "f.py:5: import_module is left as it is: the name may mean several things",
        ),
        (
            "import ｎｕｍｐｙ.fft  # numpy",
            "f.py:1: import of numpy.fft is left as it is: spelled unusually",
        ),
    ],
)
def test_note_says_what_is_left_and_why(text, note):
    assert notes(text) == [note]
    assert rewrite_in_place(text, filename="f.py").notes == (note,)


@pytest.mark.parametrize(
    "text",
    [
        "import importlib, numpy\nimportlib.import_module('os'); importlib.import_module('.x', p)",
        "import numpy\n__import__('x.' + numpy); __import__('numpy', level=1)",
        "import importlib, numpy\nimportlib.import_module(name)  # transpile: keep",
        "from plugins import import_module\nimport numpy\nimport_module(name)",
        "import importlib.util, numpy\nimportlib.util.find_spec(name)  # imports nothing",
        "import numpy  # transpile: keep",
    ],
)
def test_what_is_none_of_our_business_needs_no_note(text):
    assert notes(text) == []


# which frameworks, which device, which data type


def test_sources_choose_what_is_rewritten():
    text = "import numpy, torch\nfrom torch import nn\nx = __import__('numpy')\n"
    assert rewrite_in_place(text, sources=["torch"]).code == (
        "import numpy, frontends.torch as torch\nfrom frontends.torch import nn\n"
        "x = __import__('numpy')\n"
    )
    assert rewrite_in_place(text, sources=("numpy",)).code == (
        "import frontends.numpy as numpy, torch\nfrom torch import nn\n"
        "x = __import__('frontends.numpy').numpy\n"
    )
    both = rewrite_in_place(text, sources=["numpy", "torch"])
    assert both == rewrite_in_place(text) == rewrite_in_place(text, sources=None)
    assert both.imports == 3
    assert rewrite("import numpy\n)", to="jax", sources=["torch"]).imports == 0  # not even parsed


DEVICE = 'ivy_core.set_default_device("gpu:0")\n'
DTYPE = 'ivy_core.set_default_float_dtype("float32")\n'


def test_device_and_default_dtype_are_set_after_the_backend():
    text = '"""Doc."""\nimport numpy\n'
    after = '"""Doc."""\n{}import frontends.numpy as numpy\n'
    for options, lines in [
        ({"device": "gpu:0"}, SETUP + DEVICE),
        ({"default_dtype": "float32"}, SETUP + DTYPE),
        ({"device": "gpu:0", "default_dtype": "float32"}, SETUP + DEVICE + DTYPE),
    ]:
        once = transpile_source(text, to="jax", **options)
        assert once == after.format(lines)
        assert transpile_source(once, to="jax", **options) == once
        assert transpile_source(once, to="jax") == once  # what nobody asks for stays


def test_device_and_default_dtype_are_changed_on_a_second_run():
    once = transpile_source("import numpy\n", to="jax", device="gpu:0", default_dtype="float32")
    twice = transpile_source(once, to="torch", device="cpu", default_dtype="float64")
    assert twice == once.replace("jax", "torch").replace("gpu:0", "cpu").replace("32", "64")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "import ivy_core\nivy_core.set_backend('jax')  # fast\nimport frontends.numpy\n",
            "import ivy_core\nivy_core.set_backend('jax')  # fast\n{0}\n{1}\n"
            "import frontends.numpy\n",
        ),
        (
            "import ivy_core; ivy_core.set_backend('jax'); import frontends.numpy\n",
            "import ivy_core; ivy_core.set_backend('jax'); {0}; {1}; import frontends.numpy\n",
        ),
        (
            "import frontends.numpy, ivy_core as i\ni.set_backend('jax')",
            "import frontends.numpy, ivy_core as i\ni.set_backend('jax')\n{0}\n{1}",
        ),
        (
            "import frontends.numpy, ivy_core\nivy_core.set_backend('jax')\n"
            "if x: pass\nivy_core.set_default_device('cpu')\n",
            "import frontends.numpy, ivy_core\nivy_core.set_backend('jax')\n{1}\n"
            "if x: pass\nivy_core.set_default_device('gpu:0')\n",
        ),
    ],
)
def test_device_and_default_dtype_join_a_backend_that_is_set(before, after):
    options = {"to": "jax", "device": "gpu:0", "default_dtype": "float32"}
    core = "i" if " as i\n" in before else "ivy_core"
    lines = [line.strip().replace("ivy_core", core) for line in (DEVICE, DTYPE)]
    assert transpile_source(before, **options) == after.format(*lines)
    assert transpile_source(after.format(*lines), **options) == after.format(*lines)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sources": ["numpy", "jax"]}, "unknown source 'jax': choose from numpy, torch"),
        ({"device": 'cpu"'}, "bad device 'cpu\"': write cpu, gpu:0 or the like"),
        (
            {"default_dtype": "int32"},
            "bad default dtype 'int32': choose from float16, bfloat16, float32, float64",
        ),
    ],
)
def test_bad_option_says_what_is_possible(options, message):
    with pytest.raises(TranspileError) as caught:
        transpile_source("x = 1\n", to="jax", **options)
    assert str(caught.value) == message


# where the new lines go


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("", "@decorated\n@twice\ndef f(): import numpy\n"),
        ("# c\n", "@decorated\nclass A: import numpy\n"),
        ('"""Doc."""  # why \\\n', "import numpy\n"),
        ('"""Doc.""" \\\n\n', "import numpy\n"),
        ("\\\n", "import numpy\n"),
        ('"""Doc."""\n# c\n', ""),
    ],
)
def test_setup_stands_before_the_first_statement(above, below):
    if below:
        after = below.replace("numpy", "frontends.numpy as numpy")
        assert transpile_source(above + below, to="jax") == above + SETUP + after
    else:  # nothing but a docstring
        text = '"""Doc.\n\n>>> import numpy\n"""'
        after = text.replace("numpy", "frontends.numpy as numpy") + "\n" + SETUP.rstrip()
        assert transpile_source(text, to="jax", doctests=True) == after
        assert transpile_source(after, to="jax", doctests=True) == after


def test_setup_follows_a_docstring_continued_over_lines():
    text = '"""Doc.""" \\\n ; import numpy\n'
    after = (
        '"""Doc.""" \\\n ; import ivy_core; ivy_core.set_backend("jax"); '
        "import frontends.numpy as numpy\n"
    )
    assert transpile_source(text, to="jax") == after


def test_expressions_that_python_cannot_compile_are_refused():
    text = "import numpy\nx = " + " + ".join(["1"] * 100_000)
    with pytest.raises(TranspileError, match="f.py: expressions are nested too deeply"):
        transpile_source(text, to="jax", filename="f.py")


# doctests and string annotations

DOCTEST = '''\
def f({0}x: "np.ndarray", y: "{1}numpy.ndarray") -> "dict[str, {1}torch.Tensor] | None":
    """Do.

    import numpy  # no example

    >>> import {1}numpy{2}; x = 1  # é
    >>> if x:
    ...     from {1}numpy import (
    ...         array,
    ...     )
    ...
    >>> import numpy  # transpile: keep
    >>> import importlib
    >>> torch = importlib.import_module("{1}torch")
    """
    z: Literal["numpy.x"] | list["{1}numpy.ndarray", Annotated["{1}torch.x", "torch.y"]] = "numpy.z"

class A:
    \'\'\'>>> import {1}torch.nn as nn
    >>> __import__(name)
    \'\'\'
'''


def test_doctests_and_annotations_are_rewritten_when_asked():
    before = DOCTEST.format("é, ", "", "")
    after = DOCTEST.format("é, ", "frontends.", " as numpy")
    result = rewrite(before, to="jax", filename="f.py", doctests=True)
    assert result.code == SETUP + after
    assert result.imports == 4
    note = "f.py:20: __import__ is left as it is: what it imports is known only when it runs"
    assert note in result.notes
    assert rewrite(result.code, to="jax", doctests=True).code == result.code
    assert rewrite_in_place(before, doctests=True).code == after
    assert transpile_source(before, to="jax") == before


@pytest.mark.parametrize(
    "text",
    [
        "import numpy  # transpile: keep\ndef f(x: 'numpy.ndarray'): ...\n",
        "def f(numpy):\n    def g(x: 'numpy.ndarray'): ...\n",
        "x: 'numpy'; y: 'other.numpy.x'; z: 'num' 'py.x'; u: 'not Python numpy.'\n",
        "x = '''\n>>> import numpy\n'''\n",
        "def f():\n    x\n    '''\n    >>> import numpy\n    '''\n",
        "def f():\n    '''\n    >> import numpy\n    ... import numpy\n    '''\n",
    ],
)
def test_strings_that_name_no_module_stay(text):
    assert transpile_source(text, to="jax", doctests=True) == text


def test_doctest_that_is_not_python_leaves_the_others():
    text = "'''\n>>> import {}numpy{}\n>>> %time numpy.x\n>>> from {}numpy import x\n'''\n"
    result = rewrite_in_place(text.format("", "", ""), filename="f.py", doctests=True)
    assert result.code == text.format("frontends.", " as numpy", "frontends.")
    assert result.notes == ("f.py:3: this doctest is left as it is: invalid syntax",)


def test_notes_on_modules_that_are_left_are_true():
    names = ["polynomial.polynomial", "ma.testutils", "linalg.nothing", "ma.nothing", "nothing"]
    left = []
    for name in names:
        done = rewrite(f"import numpy.{name}\n", to="numpy")
        if done.notes:
            (note,) = done.notes
            assert note == (
                f"<string>:1: import of numpy.{name} is left as it is: "
                f"there is no frontends.numpy.{name}"
            )
            left.append(name)
    assert left == names[2:]
    for name in names:
        if name in left:
            with pytest.raises(ModuleNotFoundError):
                importlib.import_module(f"frontends.numpy.{name}")
        else:
            importlib.import_module(f"frontends.numpy.{name}")
