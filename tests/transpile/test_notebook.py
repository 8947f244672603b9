"""Notebooks: what changes in the file, what does not, and the magics of IPython."""

import difflib
import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transpile.errors import TranspileError
from transpile.frameworks import BACKENDS
from transpile.project.notebook import rewrite_notebook
from transpile.rewrite.rewriter import rewrite

REPOSITORY = Path(__file__).parents[2]
SETUP = 'import ivy_core\nivy_core.set_backend("jax")\n'
to_jax = partial(
    rewrite_notebook, rewrite=partial(rewrite, to="jax"), words=["numpy"], filename="book.ipynb"
)


def code(source, **more):
    output = {"name": "stdout", "output_type": "stream", "text": ["é\n"]}
    return {
        "cell_type": "code",
        "execution_count": 3,
        "id": "a1",
        "metadata": {},
        "outputs": [output],
        "source": source.splitlines(keepends=True),
    } | more


def text(source):
    return {"cell_type": "markdown", "id": "b2", "metadata": {}, "source": [source]}


def book(*cells, **more):
    return {
        "cells": list(cells),
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    } | more


def written(content):
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def sources(notebook):
    return ["".join(cell["source"]) for cell in json.loads(notebook)["cells"]]


def rewritten(*cells):
    """Return the sources of code cells after rewriting, which running twice does not change."""
    once = to_jax(written(book(*map(code, cells)))).code
    assert to_jax(once).code == once
    return sources(once)


def test_only_lines_that_change_are_written_anew(transpile, tmp_path):
    before = written(
        book(
            text("# import numpy"),
            code("%matplotlib inline\nx = 'é'\n"),
            code("# why\nimport numpy as np\nx = np.pi  # é"),
            code("from numpy import linalg\n"),
        )
    )
    (tmp_path / "book.ipynb").write_text(before, encoding="utf-8")
    done = transpile("book.ipynb", "--to", "jax")
    assert done.stderr == b"transpile: wrote book_jax.ipynb: 2 imports changed, backend jax\n"
    after = (tmp_path / "book_jax.ipynb").read_text(encoding="utf-8")
    changes = [
        line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"
    ]
    assert changes == [
        '+     "import ivy_core\\n",',
        '+     "ivy_core.set_backend(\\"jax\\")\\n",',
        '-     "import numpy as np\\n",',
        '+     "import frontends.numpy as np\\n",',
        '-     "from numpy import linalg\\n"',
        '+     "from frontends.numpy import linalg\\n"',
    ]
    again = transpile("book_jax.ipynb", "--to", "jax", "--check")
    assert (again.returncode, again.stderr) == (0, b"")


LAYOUTS = [
    {"indent": 1},
    {"indent": 2, "sort_keys": True},
    {"indent": "\t"},
    {"indent": None},
    {"indent": None, "separators": (",", ":")},
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize("as_one_string", [True, False])
@pytest.mark.parametrize(("opening", "newline"), [("", "\n"), ("\ufeff", "\r\n")])
def test_any_layout_is_kept(layout, ascii_only, as_one_string, opening, newline):
    def spelled(lines):
        cell = code("".join(lines))
        if as_one_string:
            cell["source"] = "".join(lines)
        content = json.dumps(book(text("é"), cell), ensure_ascii=ascii_only, **layout)
        return opening + content.replace("\n", newline)

    old = ["s = 'é'\n", "import numpy  # é\n", "x = 1"]
    new = [*SETUP.splitlines(True), "s = 'é'\n", "import frontends.numpy as numpy  # é\n", "x = 1"]
    assert to_jax(spelled(old)).code == spelled(new)


def test_cells_are_one_program():
    assert rewritten("import importlib", "np = importlib.import_module('numpy')") == [
        "import importlib",
        SETUP + "np = importlib.import_module('frontends.numpy')",
    ]
    assert rewritten("ivy_core = 1", "import numpy") == [
        "ivy_core = 1",
        'import ivy_core as _ivy_core\n_ivy_core.set_backend("jax")\n'
        "import frontends.numpy as numpy",
    ]


def test_the_backend_is_set_where_it_may_be():
    future = "from __future__ import annotations\n"
    assert rewritten('"A title."\n' + future + "\nimport numpy\n") == [
        '"A title."\n' + future + SETUP + "\nimport frontends.numpy as numpy\n"
    ]
    decorated = "# why\n@cache\ndef f():\n    import numpy"
    assert rewritten("x = 1", decorated)[1].startswith(f"# why\n{SETUP}@cache\n")


def test_a_notebook_for_another_backend_is_pointed_anew():
    torch = to_jax(written(book(code("import numpy")))).code.replace("jax", "torch")
    assert sources(to_jax(torch).code) == [SETUP + "import frontends.numpy as numpy"]


MAGICS = [
    "%matplotlib inline\n{}",
    "!pip install numpy\n{}",
    '!echo "it\'s" \\\n   ( numpy\n{}',
    "files = !ls *.py\n{}",
    "t = %timeit -o f(\n{}",
    "{}\nnumpy.sum?\n?numpy\nnumpy??\nnumpy.a*?",
    "if x:\n    %run other.py\n    !ls\n{}",
    "/f 1 2\n,f a b\n;f a b\n{}",
    "%%time\n{}",
    "\n%%timeit -n 1\n{}",
    "%%capture out\n!ls\n{}",
    "  y = 1\n\n  # c\n  !ls\n  {}\n",
    "x = (3\n  % 2)\n%time x\n{}\ns = '''\n%time {{\n'''",
    's = f"""\n!ls\n""" + (\'\'\'\n%x "\'\'\')\n!ls\n{}',
    "await f()\n!ls\n{}",
]


@pytest.mark.parametrize("cell", MAGICS)
def test_magics_and_shell_lines_are_kept(cell):
    first, second = rewritten("import numpy", cell.format("import numpy as np"))
    assert first == SETUP + "import frontends.numpy as numpy"
    assert second == cell.format("import frontends.numpy as np")


def test_the_backend_is_set_below_a_cell_magic_and_with_the_indentation():
    assert rewritten("%%time\nimport numpy") == [
        f"%%time\n{SETUP}import frontends.numpy as numpy",
    ]
    assert rewritten("  import numpy\n\n  x = 1") == [
        '  import ivy_core\n  ivy_core.set_backend("jax")\n'
        "  import frontends.numpy as numpy\n\n  x = 1",
    ]


@pytest.mark.parametrize(
    "cell",
    [
        "%%bash\nimport numpy",
        "%%writefile sim.py\nimport numpy\n",
        "%%javascript\nimport numpy\n",
        "import numpy  # transpile: keep",
        "s = '''\nimport numpy\n'''",
    ],
)
def test_what_is_no_import_of_numpy_is_kept(cell):
    assert rewritten(cell) == [cell]


def test_a_notebook_in_another_language_is_kept():
    julia = written(book(code("import numpy"), metadata={"kernelspec": {"language": "julia"}}))
    assert to_jax(julia).code == julia
    ours = written(book(code("import numpy"), metadata={"language_info": {"name": "ipython"}}))
    assert to_jax(ours).imports == 1


def test_format_3():
    cell = {"cell_type": "code", "input": ["import numpy\n", "x"], "prompt_number": 1}
    old = {"nbformat": 3, "worksheets": [{"cells": [cell | {"outputs": []}]}, {}]}
    new = json.loads(to_jax(json.dumps(old), clear_output=True).code)
    cell = new["worksheets"][0]["cells"][0]
    assert "".join(cell["input"]) == SETUP + "import frontends.numpy as numpy\nx"
    assert (cell["prompt_number"], cell["outputs"]) == (None, [])
    assert to_jax('{"nbformat": 3}').code == '{"nbformat": 3}'


def test_outputs_are_cleared_when_asked(transpile, tmp_path):
    before = written(book(code("x = 1\n"), text("numpy")))
    (tmp_path / "book.ipynb").write_text(before, encoding="utf-8")
    done = transpile("book.ipynb", "--to", "jax", "--in-place", "--clear-output")
    assert done.stderr == (
        b"transpile: wrote book.ipynb: 0 imports changed, backend jax, "
        b"original kept as book.ipynb.bak\n"
    )
    after = json.loads((tmp_path / "book.ipynb").read_text(encoding="utf-8"))
    assert after == book(code("x = 1\n", outputs=[], execution_count=None), text("numpy"))


def test_standard_input_may_be_a_notebook(transpile):
    done = transpile("-", "--to", "jax", stdin=written(book(code("import numpy"))).encode())
    assert sources(done.stdout) == [SETUP + "import frontends.numpy as numpy"]


def test_broken_cells(transpile, tmp_path):
    """A cell that would not change may hold anything: a draft, or a lesson on errors."""
    assert rewritten("x = (", "print 'old'", "import numpy", "%%time\n(") == [
        "x = (",
        "print 'old'",
        SETUP + "import frontends.numpy as numpy",
        "%%time\n(",
    ]
    for cell, place in {
        "import numpy\nx = (": "2:5: '(' was never closed",
        "%%time\nimport numpy\n!ls\nx = (": "4:5: '(' was never closed",
        "  import numpy (": "1:16: invalid syntax",
    }.items():
        (tmp_path / "book.ipynb").write_text(written(book(text("a"), code("x"), code(cell))))
        done = transpile("book.ipynb", "--to", "jax")
        assert (done.returncode, done.stderr.decode()) == (
            2,
            f"transpile: book.ipynb:cell 3:{place}\n",
        )
    assert [path.name for path in tmp_path.iterdir()] == ["book.ipynb"]


def test_notes_name_the_cell():
    notebook = written(
        book(
            text("a"),
            code("x = 1"),
            code("%%time\nimport numpy, importlib\nimportlib.import_module(numpy.x)"),
        )
    )
    (note,) = to_jax(notebook).notes
    assert note.startswith("book.ipynb:cell 3:3: importlib.import_module is left as it is")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "book.ipynb:1:1: not a notebook: Expecting value"),
        ('{"nbformat": 4,\n "cells": [}', "book.ipynb:2:12: not a notebook: Expecting value"),
        ("[]", "book.ipynb: not a notebook: no nbformat"),
        ('{"nbformat": 2}', "book.ipynb: not a notebook: nbformat 2 is not supported"),
        ('{"nbformat": 4}', "book.ipynb: not a notebook: not as format 4 wants it"),
        (
            '{"nbformat": 4, "cells": [{"cell_type": "code", "source": 1}]}',
            "book.ipynb: not a notebook: not as format 4 wants it",
        ),
        ("[" * 100_000, "book.ipynb: not a notebook: nested too deeply"),
    ],
)
def test_what_is_no_notebook(content, message):
    with pytest.raises(TranspileError) as caught:
        to_jax(content)
    assert str(caught.value) == message


REWRITTEN = {
    "import numpy as np": "import frontends.numpy as np",
    "from numpy import *": "from frontends.numpy import *",
    "if x: import numpy": "if x: import frontends.numpy as numpy",
}
LINES = st.sampled_from(
    [
        "x = 1",
        *REWRITTEN,
        "%time import numpy",
        "!ls numpy",
        "s = '''%a",
        "b'''",
        "y = [1,",
        "% 2]",
        "# c",
        "",
        "  z",
        "%%time",
        "np.x?",
        '"é\\n"',
    ]
)


@given(st.lists(st.lists(LINES, max_size=6).map("\n".join), max_size=4), st.sampled_from(LAYOUTS))
def test_any_notebook_is_refused_or_keeps_what_is_not_an_import(cells, layout):
    before = json.dumps(book(*map(code, cells)), **layout)
    try:
        after = to_jax(before).code
    except TranspileError:
        return
    assert to_jax(after).code == after
    old, new = json.loads(before), json.loads(after)
    for one, other in zip(old["cells"], new["cells"], strict=True):
        lines = "".join(one.pop("source")).split("\n")
        kept = [line for line in "".join(other.pop("source")).split("\n") if "ivy_core" not in line]
        for line, now in zip(lines, kept, strict=True):
            assert now in (line, REWRITTEN.get(line))
    assert old == new


def test_results_are_valid(tmp_path):
    nbformat = pytest.importorskip("nbformat")
    cells = [text("a"), code("!ls\nimport numpy"), code("x")]
    for cell, name in zip(cells, "abc", strict=True):
        cell["id"] = name
    new = to_jax(written(book(*cells)), clear_output=True).code
    notebook = nbformat.reads(new, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    assert nbformat.writes(notebook) + "\n" == new  # the very layout that Jupyter writes


# a notebook that is run

CELLS = [
    "import numpy as np\nfrom numpy.linalg import norm\nnp.set_printoptions(precision=3)",
    "x = np.linspace(0, 1, 5)\nx[1:-1] += 0.5\nprint(x)",
    "print(round(float(norm(x)), 6), x.dtype)",
]


def only_with_full(params):
    """Leave other backends than NumPy to the full run."""
    return params.get("backend", "numpy") != "numpy"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_notebook_does_the_same(backend):
    def run(cells):
        done = subprocess.run(
            [sys.executable, "-c", "\n".join(cells)],
            env=dict(os.environ, PYTHONPATH=str(REPOSITORY), TF_CPP_MIN_LOG_LEVEL="3"),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    new = to_jax(written(book(*map(code, CELLS))), rewrite=partial(rewrite, to=backend)).code
    assert run(sources(new)) == run(CELLS)


# IPython

SESSION = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="NoColor")
shell.history_manager.enabled = False
for cell in CELLS:
    print(">>>", cell.splitlines()[0])
    shell.run_cell(cell)
"""


@pytest.fixture
def session(environment, tmp_path):
    found = Path(pytest.importorskip("IPython").__file__).parents[1]
    environment["PYTHONPATH"] += f"{os.pathsep}{found}"
    environment["IPYTHONDIR"] = str(tmp_path / "ipython")

    def session(*cells):
        done = subprocess.run(
            [sys.executable, "-c", f"CELLS = {cells!r}\n{SESSION}"],
            cwd=tmp_path,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    return session


def test_line_magic(session, tmp_path):
    (tmp_path / "helper.py").write_text("import numpy\n")
    shown = session(
        "%load_ext transpile",
        "%transpile --to jax",
        "import numpy as np, helper",
        "np.name, np.backend(), helper.numpy is np",
        "%%time\nimport numpy.linalg as la; print(la.norm)",
        "x = (",
        "%transpile --to numpy --from torch",
        "import ivy_core, numpy; ivy_core.stack, numpy.__name__",
        "%transpile --off",
        "import numpy; ivy_core.stack, numpy.__name__",
    )
    assert "('fake numpy', 'jax', True)" in shown
    assert "fake norm" in shown
    assert "SyntaxError" in shown
    assert "(['numpy'], 'numpy')" in shown
    assert "([], 'numpy')" in shown


def test_cell_magic(session):
    shown = session(
        "%load_ext transpile",
        "%%transpile --to jax\nimport numpy as np\n%time x = np.backend()\nx",
        "import numpy, ivy_core; numpy.__name__, ivy_core.stack",
        "%unload_ext transpile",
        "%transpile --to jax",
    )
    assert ": 'jax'\n" in shown
    assert "('numpy', [])" in shown
    assert "UsageError" in shown


def test_magics_say_what_is_wrong(session, tmp_path):
    (tmp_path / "pyproject.toml").write_text("[tool.transpile]\nto = 'torch'\n")
    shown = session(
        "%load_ext transpile",
        "%transpile --to cupy",
        "%transpile --zigzag",
        "%transpile --from jax",
        "%%transpile --off\n1",
        "%transpile",
        "import ivy_core; ivy_core.stack",
    )
    assert ": ['torch']\n" in shown
    assert "Traceback" not in shown  # as the session ends, what still rewrites stops in time
    for message in (
        "UsageError: transpile: unknown backend 'cupy': choose from numpy, jax, torch, tensorflow",
        "UsageError: transpile: No such option '--zigzag'.",
        "UsageError: transpile: unknown source 'jax': choose from numpy, torch",
        "UsageError: transpile: --off is for %transpile",
    ):
        assert message in shown


def test_imports_below_the_magic_in_its_cell_are_not_passed_over(session):
    shown = session(
        "%load_ext transpile",
        "%transpile --to jax\nx = 1\nimport numpy as np\nprint('went on')",
        "import ivy_core; ivy_core.stack",
        "%transpile --to jax\nx = 2  # numpy\nprint('x is', x)",
        "%transpile --to torch\nimport numpy as np\nprint(np.backend())",
    )
    assert (
        "UsageError: transpile: the imports below it in the same cell would stay: "
        "give %transpile a cell of its own\n"
    ) in shown
    assert "went on" not in shown
    assert ": []\n" in shown
    assert "x is 2\n" in shown
    assert "torch\n" in shown  # that cell was rewritten already


def test_magics_have_help(session):
    shown = session("%load_ext transpile", "%transpile --help", "%%transpile -h\n1 / 0")
    assert "\n%transpile --to BACKEND [--from" in shown
    assert "\n%%transpile --to BACKEND [--from" in shown
    assert "ZeroDivisionError" not in shown
