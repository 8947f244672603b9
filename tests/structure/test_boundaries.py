"""Whatever is caught is raised again: ``except Exception`` decides nothing but in a few places."""

from __future__ import annotations

import ast
import functools

import pytest

from tests.structure.test_house import FUNCTIONS, files, functions
from tests.structure.trees import nodes_of

# how a closure holds a boundary by itself: without a frame more, and with a traceback trimmed once
INNER_CLAUSE = """\
except Exception as raised:
    replace_exception(raised, err)
    raise"""
ANSWERED_BY_THE_GENERAL_PATH = {"retry_general", "recover", "_retry_by_general_path"}

# why everything may be caught, and where: "file function"
KEPT = {
    "the function's documentation promises it": {
        "ivy_core/functional/array/control_flow.py try_except",
        "ivy_core/functional/array/general.py default",
        "ivy_core/functional/settings/introspection.py try_else_none",
    },
    "it goes on to another: a generator, a process, the program's caller, the user": {
        "frontends/torch/autograd/grad_mode.py decorated",
        "frontends/torch/futures.py call",
        "frontends/torch/multiprocessing/spawn.py _run_in_process",
        "frontends/torch/utils/data/workers.py _run_worker",
        "frontends/torch/utils/data/workers.py _fetch_or_failure",
        "ivy_core/backends/jax/runtime/ahead.py _compile",
        "ivy_core/compilation/trace/host_calls.py __call__",
        "transpile/run/function.py _run_generator_in",
        "transpile/run/runner.py _execute_program",
        "transpile/run/runner.py _show_exception",
    },
    "PyTorch warns of it, or raises it with others at the end": {
        "frontends/torch/nn/modules/module.py _call_after_error",
        "frontends/torch/nn/modules/module.py _load_tensor",
    },
    "the user's function fails on tracers in any way: a note says why it is run otherwise": {
        "frontends/torch/nn/growing.py _called",
        "frontends/torch/nn/growing.py _compare_shortest",
        "frontends/torch/nn/growing.py _probed",
        "frontends/torch/nn/programs.py call_program",
        "ivy_core/backends/common/batching.py call",
        "ivy_core/compilation/auto/verification.py compare",
        "ivy_core/compilation/call/function.py _compile_for",
        "ivy_core/compilation/trace/statements.py _can_be_written_out",
        "ivy_core/compilation/trace/statements.py _run_for",
        "ivy_core/compilation/trace/statements.py while_stmt",
    },
    "a framework's modules raise anything when they are asked for a name": {
        "transpile/reports/catalogue.py _get_attribute",
        "transpile/reports/catalogue.py _name_from_removal_error",
    },
    "a fault in one file is reported, and the other files are rewritten": {
        "transpile/project/files.py perform",
    },
}
TEXTS = [
    ("trim(err)\n raise", True),
    ("if x:\n  raise err\n raise", True),
    ("if x:\n  raise\n else:\n  raise err", True),
    ("try:\n  return retry_general(err)\n except Exception as raised:\n"
     "  replace_exception(raised, err)\n  raise", True),
    ("TORCH_ERRORS.raise_translated(err, name)", True),
    ("pass", False),
    ("return None", False),
    ("if x:\n  return\n raise", False),
    ("while x:\n  break\n else:\n  raise", False),
    ("try:\n  return body(err)\n except Exception as raised:\n"
     "  replace_exception(raised, err)\n  raise", False),
]  # fmt: skip


@functools.cache
def never_returning() -> set[str]:
    """Return the names of the product's functions that are annotated ``NoReturn``."""
    return {
        node.name
        for _, node in functions()
        if node.returns is not None and ast.unparse(node.returns) == "NoReturn"
    }


def name_called(node: ast.AST | None) -> str:
    """Return the last part of the name that an expression calls, if it is a call."""
    return ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""


def raises(statements: list[ast.stmt]) -> bool:
    """Return whether each path through a clause raises, or is answered by the general path."""
    last = statements[-1]
    if any(isinstance(node, ast.Return) for each in statements[:-1] for node in ast.walk(each)):
        return False
    if isinstance(last, ast.If):
        return bool(last.orelse) and raises(last.body) and raises(last.orelse)
    if isinstance(last, ast.Try):
        answer = last.body[-1]
        is_answer = isinstance(answer, ast.Return) and name_called(answer.value) in (
            ANSWERED_BY_THE_GENERAL_PATH
        )
        is_trimmed = [ast.unparse(clause) for clause in last.handlers] == [INNER_CLAUSE]
        return is_trimmed and (is_answer or raises(last.body))
    if isinstance(last, ast.Expr):
        return name_called(last.value) in never_returning()
    return isinstance(last, ast.Raise)


def catches_all(node: ast.AST) -> bool:
    """Return whether a clause, or ``contextlib.suppress``, catches every exception."""
    if isinstance(node, ast.ExceptHandler):
        caught = node.type
    elif name_called(node) == "suppress":
        caught = ast.Tuple(node.args)
    else:
        return False
    names = [caught] if not isinstance(caught, ast.Tuple) else caught.elts
    return caught is None or any(
        isinstance(name, ast.Name) and name.id in ("Exception", "BaseException") for name in names
    )


def swallowing() -> set[str]:
    """Return the functions that catch everything and go on, as ``file name``."""
    found = set()
    for name, path in files().items():
        suspects = [
            node
            for node in nodes_of(path, ast.ExceptHandler, ast.Call)
            if catches_all(node) and not (isinstance(node, ast.ExceptHandler) and raises(node.body))
        ]
        for node in suspects:
            around = [
                each
                for each in nodes_of(path, *FUNCTIONS)
                if each.lineno <= node.lineno <= each.end_lineno
            ]
            inner = max(around, key=lambda each: each.lineno, default=None)
            found.add(f"{name} {getattr(inner, 'name', '')}")
    return found


def test_what_catches_everything_raises_it_again():
    assert swallowing() == set().union(*KEPT.values())


@pytest.mark.parametrize(("text", "expected"), TEXTS)
def test_a_clause_that_swallows_would_be_found(text, expected):
    (tree,) = ast.parse(f"try:\n pass\nexcept Exception as err:\n {text}").body
    assert catches_all(tree.handlers[0])
    assert raises(tree.handlers[0].body) is expected
    (call,) = ast.parse("contextlib.suppress(Exception)").body
    assert catches_all(call.value)
