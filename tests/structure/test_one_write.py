"""What an existing array holds is changed in one place: ``ivy_core/arrays/write.py``.

``ivy_core/arrays/memory.py`` is a part of it: how a write is done on the host's memory.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tests.structure.trees import nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
SLOTS = {"_data", "_memory", "_view", "_views"}
WRITES = "ivy_core/arrays/write.py"

# (file, function): why it may set or empty a slot of an array that it has not made
EXCEPTIONS = {
    ("ivy_core/arrays/memory.py", "store_on_host"): "writes, for write.py alone",
    ("ivy_core/arrays/memory.py", "write_on_host"): "writes, for write.py alone",
    ("ivy_core/arrays/memory.py", "forget_memory"): "for write.py, where other data take its place",
    ("ivy_core/backends/buffer.py", "try_exclusive"): "a fresh native array on the same memory",
    (
        "ivy_core/backends/buffer.py",
        "_counts_references_to_owned",
    ): "a sample: no array of a user's",
    (
        "ivy_core/arrays/memory.py",
        "_copy_to_owned_memory",
    ): "the same elements, copied to memory of the base's own",
    (
        "frontends/torch/tensors/strided_results.py",
        "laid",
    ): "a result that nobody has seen gets another order",
    (
        "frontends/torch/tensors/sharing.py",
        "_move_numpy_memory_to_block",
    ): "the same elements, in shared memory",
    ("ivy_core/arrays/views.py", "outside_memory"): "a base that has just been made",
    ("ivy_core/arrays/views.py", "move_outside"): "the same elements, on memory others have, too",
    ("ivy_core/arrays/conversions.py", "_put_on_outside_memory"): "the same elements, natively",
    ("ivy_core/arrays/views.py", "_keep"): "fills the empty slot of a view: that is reading",
    ("ivy_core/arrays/views.py", "empty"): "empties what a view has read: it will read again",
    ("ivy_core/arrays/views.py", "functional_view"): "a base's list of views begins with the first",
    ("ivy_core/arrays/views.py", "view_of_plain"): "a base's list of views begins with the first",
}


class Finder(ast.NodeVisitor):
    """Collects (function, line) where a slot is set of an array that the function has not made.

    An array is fresh where its name is bound to a call of some ``__new__``, of a name that stands
    for ``object.__new__``, or of a class of the same file; in a constructor ``self`` is.
    """

    def __init__(self, tree: ast.Module):
        self.found: list[tuple[str, int]] = []
        self.scopes: list[tuple[str, set[str]]] = [("<module>", set())]
        classes = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
        self.makers = _bound_to_new(tree) | classes
        self.visit(tree)

    def visit_FunctionDef(self, node):
        fresh = {"self"} if node.name in ("__init__", "__new__") else set()
        self.scopes.append((node.name, fresh))
        self.generic_visit(node)
        self.scopes.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Assign(self, node):
        if isinstance(node.value, ast.Call) and self._makes(node.value.func):
            self.scopes[-1][1].update(t.id for t in node.targets if isinstance(t, ast.Name))
        for target in node.targets:
            self._look(target)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self._look(node.target)
        self.generic_visit(node)

    visit_AugAssign = visit_AnnAssign

    def visit_Delete(self, node):
        for target in node.targets:
            self._look(target)

    def visit_Call(self, node):
        named = isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr")
        if named and getattr(node.args[1], "value", None) in SLOTS:
            self.found.append((self.scopes[-1][0], node.lineno))
        self.generic_visit(node)

    def _makes(self, function) -> bool:
        if isinstance(function, ast.Attribute):
            return function.attr == "__new__"
        return isinstance(function, ast.Name) and function.id in self.makers

    def _look(self, target):
        for node in ast.walk(target):
            if isinstance(node, ast.Attribute) and node.attr in SLOTS:
                if isinstance(node.ctx, ast.Load):
                    continue  # x._view.base = ...: of the view, not of the array
                owner = node.value
                if isinstance(owner, ast.Name) and owner.id in self.scopes[-1][1]:
                    continue
                self.found.append((self.scopes[-1][0], node.lineno))


def _bound_to_new(tree: ast.Module) -> set[str]:
    """Return the names that stand for ``object.__new__`` somewhere in a file."""
    names = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=False))
            for name, value in pairs:
                if isinstance(name, ast.Name) and _is_objects_new(value):
                    names.add(name.id)
    return names


def _is_objects_new(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node) == "object.__new__"


def found_in(text: str) -> list[tuple[str, int]]:
    return Finder(ast.parse(text)).found


def found_in_file(path: Path) -> list[tuple[str, int]]:
    """Return what is found in a file; no tree is made of one that names no slot."""
    text = path.read_text()
    return Finder(tree_of(path)).found if any(slot in text for slot in SLOTS) else []


def test_nobody_else_changes_what_an_array_holds():
    elsewhere = []
    for folder in ("ivy_core", "frontends", "transpile"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if name == WRITES:
                continue
            for function, line in found_in_file(path):
                if (name, function) not in EXCEPTIONS:
                    elsewhere.append(f"{name}:{line} in {function}")
    assert elsewhere == []


def test_nobody_else_writes_on_the_hosts_memory():
    """What writes there tells no observer and asks nothing about traces: write.py does."""
    memory = "ivy_core/arrays/memory.py"
    names = {"write_element", "write_on_host", "store_on_host", "forget_memory"}
    callers = set()
    for folder in ("ivy_core", "frontends"):
        for path in (ROOT / folder).rglob("*.py"):
            used = {node.id for node in nodes_of(path, ast.Name)}
            used |= {node.attr for node in nodes_of(path, ast.Attribute)}
            if used & names:
                callers.add(path.relative_to(ROOT).as_posix())
    assert callers == {WRITES, memory}


def test_no_exception_has_outlived_its_function():
    for (name, function), _ in EXCEPTIONS.items():
        assert function in {where for where, _ in found_in_file(ROOT / name)}


def test_what_counts_as_a_change():
    assert found_in("def f(x):\n    x._data = 1") == [("f", 2)]
    assert found_in("def f(x):\n    del x._view") == [("f", 2)]
    assert found_in("def f(x):\n    x.y._data, z = 1, 2") == [("f", 2)]
    assert found_in("def f(x):\n    setattr(x, '_data', 1)") == [("f", 2)]
    assert found_in("def f(cls):\n    y = cls.__new__(cls)\n    y._data = 1") == []
    assert found_in("new = object.__new__\ndef f(cls):\n    y = new(cls)\n    y._data = 1") == []
    assert found_in("def f(x):\n    x._view.base = 1") == []
