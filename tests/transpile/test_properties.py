"""What holds for every module that can be generated; `test_corpus.py` takes real ones."""

import ast

from hypothesis import given, settings
from hypothesis import strategies as st

from transpile import transpile_source
from transpile.rewrite.rewriter import rewrite, rewrite_in_place

SOURCES = {"numpy", "torch"}
BACKEND = 'set_backend("{}")'
MODULES = ["numpy", "numpy.linalg", "numpy.lib.stride_tricks", "torch", "torch.nn"]
MODULES += ["os", "os.path", "numpyro", "scipy", "torchvision"]
NAMES = ["np", "numpy", "la", "A", "torch", "é"]


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
                f'x = importlib.import_module(f"{module}.{{x}}", None)',
                f"x = sys.modules['{module}'], __import__('{module}', fromlist=['x'])",
                f"x = 'é', '{module}' in sys.modules, sys.modules.get(\"{module}\")",
            ]
        )
    )


OTHERS = st.sampled_from(
    [
        "x  =  1",
        "numpy = 'numpy'",
        "import importlib",
        "import sys, importlib",
        "sys = None",
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
        "def f( torch, sys=1 ):",
        "def f( x: 'torch.x' ):\n    '''é\n    >>> import numpy, torch.nn\n    '''",
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
    assert (
        transpile_source(result, to="torch").replace(BACKEND.format("torch"), BACKEND.format("jax"))
        == result
    )
    assert _without_imports(result) == _without_imports(text)
    in_place = rewrite_in_place(text).code
    assert in_place.count(newline) == text.count(newline)
    assert not _imported_modules(in_place) & SOURCES or "transpile: keep" in text


@settings(max_examples=150, deadline=None)
@given(modules(), st.sampled_from([["numpy"], ["torch"], None]), st.booleans())
def test_generated_module_with_options(pieces, sources, doctests):
    text = "".join(piece for piece, _ in pieces)
    options = {"sources": sources, "doctests": doctests}
    defaults = {"device": "gpu:0", "default_dtype": "float32"}
    result = rewrite(text, to="jax", **options, **defaults).code
    assert rewrite(result, to="jax", **options, **defaults).code == result
    # Without and then with them comes to the same.
    plain = rewrite(text, to="torch", **options).code
    assert rewrite(plain, to="jax", **options, **defaults).code == result


@settings(max_examples=150, deadline=None)
@given(modules(), st.booleans())
def test_both_frameworks_at_once_or_one_after_the_other(pieces, doctests):
    text = "".join(piece for piece, _ in pieces)
    numpy = rewrite_in_place(text, sources=["numpy"], doctests=doctests)
    torch = rewrite_in_place(numpy.code, sources=["torch"], doctests=doctests)
    assert _bound(torch.code) == _bound(rewrite_in_place(text, doctests=doctests).code)


def _bound(text):
    """Return what each import of the text binds to what, in order."""
    return [
        (alias.name, alias.asname)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    ]


def _without_imports(text):
    """Return the text with all that imports, and the lines that set the backend, cut out."""
    mark, text = ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)
    tree = ast.parse(text)
    lines = [line.encode() for line in text.replace("\r\n", "\n").split("\n")]
    cuts = [
        ((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset), _is_setup(node))
        for node in _outermost(tree)
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
    kept = b"\n".join(lines).decode()
    return mark + kept.replace("IMPORT.numpy", "IMPORT").replace("IMPORT.torch", "IMPORT")


def _outermost(node):
    """Yield what imports, and what sets the backend, but nothing within it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)) or _is_setup(child) or _is_call(child):
            yield child
        else:
            yield from _outermost(child)


def _is_setup(node):
    match node:
        case ast.Import(names=[ast.alias(name="ivy_core")]):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="set_backend"))):
            return True
    return False


def _is_call(node):
    if isinstance(node, ast.Call):
        return "import" in ast.unparse(node.func) or "sys.modules" in ast.unparse(node.func)
    return isinstance(node, ast.Subscript | ast.Compare) and "sys.modules" in ast.unparse(node)


def _imported_modules(text):
    modules = set()
    for node in ast.walk(ast.parse(text.removeprefix("\ufeff"))):
        if isinstance(node, ast.Import):
            modules |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules.add(node.module.partition(".")[0])
    return modules
