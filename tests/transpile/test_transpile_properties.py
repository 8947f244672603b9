"""What holds for every module: generated ones, the standard library's and NumPy's own."""

import ast
import random
import sysconfig
import tokenize
import warnings
from pathlib import Path

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transpile import TranspileError, transpile_source
from transpile.rewriter import rewrite_in_place

MODULES = ["numpy", "numpy.linalg", "numpy.lib.stride_tricks", "os", "os.path", "numpyro", "scipy"]
NAMES = ["np", "numpy", "la", "A"]


@st.composite
def import_statements(draw):
    """Draw an import, on one line or several."""
    module = draw(st.sampled_from(MODULES))
    form = draw(st.sampled_from(["import", "from", "parenthesised", "star", "relative", "call"]))
    if form == "import":
        pairs = draw(
            st.lists(
                st.tuples(st.sampled_from(MODULES), st.none() | st.sampled_from(NAMES)),
                min_size=1,
                max_size=4,
            )
        )
        separator = draw(st.sampled_from([", ", ",", " , ", ", \\\n  "]))
        return "import " + separator.join(
            name if alias is None else f"{name} as {alias}" for name, alias in pairs
        )
    if form == "from":
        return f"from {module} import array as {draw(st.sampled_from(NAMES))}, linalg"
    if form == "parenthesised":
        return f"from {module} import (  # why\n        array,\n\n  # c\n  linalg)"
    if form == "star":
        return f"from {module} import *"
    if form == "relative":
        return f"from {draw(st.sampled_from(['.', '..', '.numpy']))} import numpy"
    return draw(
        st.sampled_from(
            [
                f"x = __import__('{module}')",
                f"x = importlib.import_module('{module}').y",
            ]
        )
    )


OTHERS = st.sampled_from(
    [
        "x  =  1",
        "numpy = 'numpy'",
        "import importlib",
        "ivy_core = frontends = 2",
        "pass",
        "f(a ,b)",
        "s = '''import numpy\nfrom numpy import x'''",
        "del x",
        "y = [1,\n     2 ]",
        "z = (numpy\n  .linalg)",
    ]
)
BLOCKS = st.sampled_from(
    [
        "",
        "def f( a ):",
        "class numpy:",
        "if TYPE_CHECKING :",
        "with a as b:",
        "for i in x:",
    ]
)
GAPS = st.sampled_from(["", "\n", "# import numpy\n", "\n\n  # c\n", "\f\n", "   \n"])
ENDS = st.sampled_from(["", "  # c", "  # transpile: keep", " ;", "; x = 1", "   "])


@st.composite
def modules(draw):
    """Draw a module as a list of (text, whether the text is an import)."""
    pieces = [(draw(st.sampled_from(["", "#!/x\n", '"""Doc."""\n', "'Doc'; "])), False)]
    for _ in range(draw(st.integers(1, 6))):
        is_import = draw(st.integers(0, 2)) > 0
        header = draw(BLOCKS)
        statement = draw(import_statements() if is_import else OTHERS)
        if " *" in statement:
            header = ""
        before = f"{header}\n    " if header else ""
        if len(pieces) > 1 or not pieces[0][0].endswith("; "):
            before = draw(GAPS) + before
        elif header:
            before = "pass\n" + before
        pieces += [(before, False), (statement, is_import), (draw(ENDS), False)]
        pieces.append(("\n", False))
    if draw(st.booleans()):
        pieces.pop()
    return [(text, is_import) for text, is_import in pieces if text]


@settings(max_examples=250, deadline=None)
@given(modules(), st.sampled_from(["\n", "\r\n"]), st.sampled_from(["", "\ufeff"]))
def test_generated_module(pieces, newline, mark):
    text = mark + "".join(piece for piece, _ in pieces).replace("\n", newline)
    result = transpile_source(text, to="jax")
    ast.parse(result.removeprefix("\ufeff"))
    assert transpile_source(result, to="jax") == result
    assert transpile_source(result, to="torch").replace('"torch"', '"jax"') == result
    assert _without_imports(result) == _without_imports(text)
    in_place = rewrite_in_place(text).code
    assert in_place.count(newline) == text.count(newline)
    assert not _imported_modules(in_place) & {"numpy"} or "transpile: keep" in text


def _without_imports(text):
    """Return the text with imports, importing calls and the lines that set the backend cut out."""
    mark, text = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    tree = ast.parse(text)
    lines = [line.encode() for line in text.replace("\r\n", "\n").split("\n")]
    cuts = [
        ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset), _is_setup(node))
        for node in ast.walk(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom)) or _is_setup(node) or _is_call(node)
    ]
    for (first, start), (last, end), is_setup in sorted(cuts, reverse=True):
        if is_setup:
            rest = lines[last - 1][end:]
            whole_line = not rest and not lines[first - 1][:start]
            lines[first - 1 : last] = (
                [] if whole_line else [lines[first - 1][:start] + rest.removeprefix(b"; ")]
            )
        else:
            lines[first - 1 : last] = [lines[first - 1][:start] + b"IMPORT" + lines[last - 1][end:]]
    kept = b"\n".join(lines).decode().replace("IMPORT.numpy", "IMPORT")
    return mark + kept


def _is_setup(node):
    match node:
        case ast.Import(names=[ast.alias(name="ivy_core")]):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="set_backend"))):
            return True
    return False


def _is_call(node):
    return isinstance(node, ast.Call) and "import" in ast.unparse(node.func)


def _imported_modules(text):
    modules = set()
    for node in ast.walk(ast.parse(text.removeprefix("\ufeff"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules.add(node.module.partition(".")[0])
    return modules


def _corpus():
    """Return a fixed sample of real files, small enough that reading them all takes seconds."""
    numpys = sorted(Path(numpy.__file__).parent.rglob("*.py"))
    standard = sorted(Path(sysconfig.get_path("stdlib")).glob("*/*.py"))
    standard += sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    standard = [path for path in standard if "site-packages" not in path.parts]
    draw = random.Random(0)
    files = draw.sample(numpys, min(80, len(numpys))) + draw.sample(standard, 50)
    return [path for path in files if path.stat().st_size < 50_000]


def test_corpus():
    rewritten = 0
    for path in _corpus():
        try:
            with tokenize.open(path) as file:
                file.read()
            data = path.read_bytes()
            text = data.decode("utf-8")
        except (SyntaxError, UnicodeDecodeError):
            continue
        # The standard library does not use NumPy: a line more makes sure it is parsed.
        text += "" if "numpy" in text else "\nimport numpy as np\n"
        try:
            result = transpile_source(text, to="jax", filename=str(path))
        except TranspileError:
            assert not _parses(text), path
            continue
        assert transpile_source(result, to="jax") == result, path
        _assert_only_imports_changed(text, result, path)
        rewritten += result != text
    assert rewritten > 60


def _assert_only_imports_changed(text, result, path):
    in_place = rewrite_in_place(text).code
    before, after = text.split("\n"), in_place.split("\n")
    assert len(before) == len(after), path
    for old, new in zip(before, after, strict=True):
        assert old == new or ("numpy" in old and "frontends.numpy" in new), path
    added = [line for line in result.split("\n") if "ivy_core" in line]
    assert len(added) in (0, 2), path
    assert [line for line in result.split("\n") if "ivy_core" not in line] == after, path
    assert "numpy" not in _imported_modules(in_place), path


def _parses(text):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            return False
    return True


@pytest.mark.filterwarnings("ignore")
def test_corpus_sample_is_there():
    assert len(_corpus()) > 80
