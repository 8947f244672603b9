"""Thresholds stand in the policies, each with its unit in its name.

A threshold says which way is taken, or how much is computed at a time: another value changes how
long a call takes, not what it gives. ``host/policy.py`` of each backend has them with what was
measured, ``common/cost_model.py`` what compilation costs, and ``policy.py`` of each frontend, of
the arrays and of compilation what is decided there.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

from tests.structure.trees import tree_of

ROOT = Path(__file__).resolve().parents[2]
BACKENDS = ROOT / "ivy_core" / "backends"
AREAS = (
    BACKENDS,
    ROOT / "ivy_core" / "arrays",
    ROOT / "ivy_core" / "compilation",
    ROOT / "frontends",
)
POLICIES = ("policy.py", "cost_model.py")
ELSEWHERE = ("jax/compiler/", "torch/compiler/", "tensorflow/compiler/")

SOUNDS_LIKE_ONE = re.compile(
    r"(^|_)(few|many|some|small|medium|large|most|least|short|long|often|max|min|maximum|minimum|"
    r"limit|limits|threshold|enough|block|part|piece|panel|slots|kept|packed|again|"
    r"elements|bytes|calls|channels|rows|shapes|seconds|kernels|deepest|longest|quick|once|in_a_row|"
    r"iterations|trials|traces|kinds|levels|tokens|functions|programs)(_|$)",
    re.IGNORECASE,
)
UNIT = re.compile(
    r"(^|_)(ELEMENTS|BYTES|CALLS|SHAPES|MULTIPLICATIONS|KERNELS|STARTS|SECONDS|PIECES|BOXES|MATRICES|"
    r"ROWS|COLUMNS|CHANNELS|POSITIONS|ARRAYS|PRODUCTS|NUMBERS|FLOATS|NODES|GRAPHS|BACKWARDS|STEPS|"
    r"PATTERNS|PROGRAMS|ITERATIONS|TRACES|DTYPES|BITS|LEVELS|FUNCTIONS|TOKENS|SLOTS|VALUES|MAPS|"
    r"KINDS|PAIRS|SHARE|BY)(_|$)"
)

# (file, name): why it is no threshold
NO_THRESHOLDS = {
    ("ivy_core/compilation/trace/runtime_checks.py", "MOST"): "the sum of two fits into an int64",
    ("frontends/torch/random/gamma.py", "_MANY"): "terms after which a sum that goes on is left",
    (
        "frontends/torch/serialization/weights_unpickler.py",
        "_LONGEST",
    ): "a longer text is refused",
    ("frontends/torch/random/mt19937.py", "STATE_BYTES"): "the length of PyTorch's own state",
    ("frontends/torch/random/mt19937.py", "_BLOCK"): "PyTorch draws normal numbers by so many",
    ("common/special/bessel.py", "_SMALL"): "where two series meet that each hold on one side",
    ("common/special/gamma.py", "_ENOUGH"): "from where on a series has full precision",
    ("jax/ops/statistical.py", "KEEPS_NAN_ELEMENTS"): "larger arrays need another kernel for nan",
    ("jax/ops/indexing.py", "_INT32_ELEMENTS"): "what an int32 counts",
    ("jax/runtime/processes.py", "_LONGEST_ENTRY"): "the coordinator takes no longer message",
    ("torch/__init__.py", "_TOO_LARGE"): "what an int64 cannot hold",
    ("torch/kernels/arithmetic.py", "_LIMIT"): "what an int64 cannot hold",
    ("torch/runtime/in_place.py", "_LARGE"): "what an int32 cannot hold",
}


def is_number(node: ast.expr) -> bool:
    """Return whether an expression is a number, or arithmetic of numbers."""
    if isinstance(node, ast.BinOp):
        return is_number(node.left) and is_number(node.right)
    if isinstance(node, ast.UnaryOp):
        return is_number(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def constants(tree: ast.Module) -> Iterator[str]:
    """Yield the module-level names in capitals to which a number is assigned."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.Assign):
            pairs = [pair for target in node.targets for pair in assigned(target, node.value)]
        else:
            continue
        for target, value in pairs:
            if isinstance(target, ast.Name) and target.id.isupper() and is_number(value):
                yield target.id


def assigned(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Return what an assignment binds, one by one where both sides are tuples."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


@functools.cache
def found() -> set[tuple[str, str]]:
    """Return what sounds like a threshold outside of the policies, by file and name."""
    names = set()
    for area, path in [(each, path) for each in AREAS for path in each.rglob("*.py")]:
        file = path.relative_to(BACKENDS if area == BACKENDS else ROOT).as_posix()
        if path.name not in POLICIES and not file.startswith(ELSEWHERE):
            names |= {(file, name) for name in constants(tree_of(path)) if is_one(name)}
    return names


def is_one(name: str) -> bool:
    return SOUNDS_LIKE_ONE.search(name) is not None


def test_thresholds_stand_in_the_policies():
    assert found() - NO_THRESHOLDS.keys() == set()


def test_what_is_excepted_is_there_and_has_its_reason():
    assert NO_THRESHOLDS.keys() - found() == set()
    assert all(NO_THRESHOLDS.values())


def test_each_threshold_of_a_policy_has_its_unit_in_its_name():
    files = sorted(path for area in AREAS for name in POLICIES for path in area.rglob(name))
    assert len(files) == 10  # of each backend, of what they share two, and of four areas above
    for path in files:
        assert [name for name in constants(tree_of(path)) if not UNIT.search(name)] == [], path


def test_a_threshold_would_be_found():
    source = "_FEW, FAST_CALLS = 4, 1 << 3\n_MANY: int = 2 ** 16\nPI = 3.14\nLARGE = f(2)\n"
    names = [name for name in constants(ast.parse(source)) if is_one(name)]
    assert names == ["_FEW", "FAST_CALLS", "_MANY"]
