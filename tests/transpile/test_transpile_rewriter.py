"""Before and after texts for every form of import, and what must survive a rewrite."""

import pytest

from transpile import TranspileError, transpile_source
from transpile.rewriter import rewrite, rewrite_in_place

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
        "x = (__import__(\n    'frontends.numpy.linalg', {}, {}, []\n)).numpy.array",
    ),
    (
        "la = __import__('numpy.linalg', fromlist=['norm'])",
        "la = __import__('frontends.numpy.linalg', fromlist=['norm'])",
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
    "import torch  # numpy is rewritten, torch is not yet\n",
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
        "\f{}import numpy\n\f\ndef f():\n\f    pass\n\f\n",
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
