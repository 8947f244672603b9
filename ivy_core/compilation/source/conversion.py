"""Functions converted so that their statements call ``trace/statements.py``."""

from __future__ import annotations
import __future__

import ast
import contextlib
import dis
import functools
import importlib.util  # malt forgets to import it
import inspect
import re
import sys
import textwrap
import threading
import types
import weakref
from collections.abc import Callable

from ivy_core.backends.holder import Holder
from ivy_core.registry import FUNCTIONS
from ivy_core.utils import collector

from ..trace import statements as operators
from ..trace import trace as tracing
from ..trace.caught_errors import check_caught
from ..trace.counted_lists import call_with_rows
from ..trace.dynamic_slices import DynamicSlice
from ..trace.dynamic_slices import call as call_with_parts
from ..trace.growing_lists import check_call
from ..trace.host_calls import calls_of_trace, in_program
from ..trace.lapack_calls import is_lapack, lapack_call
from ..trace.trace import Unsupported
from . import callers, calls_alone, effects
from . import source_map as sources
from .activity import Activity, Flow, inner_fields
from .control_flow import ControlFlow
from .desugar import (
    desugared,
    functions_in,
    is_mapping,
    is_sequence,
    needs_desugaring,
    seen_later,
)
from .expressions import Expressions
from .functions import Functions
from .loading import Factory
from .named_expressions import without_named_expressions
from .nodes import assignment, located, place_all_at
from .parsing import parsed
from .source_map import is_converted, is_ours, is_users

# what gives something else each time, or speaks to the world outside
_FRONTEND = re.compile(r"frontends\.\w+")
_IMPURE = (
    "random", "time", "datetime", "os", "secrets", "uuid", "socket", "subprocess", "io", "_io",
    "posix", "logging", "pathlib", "shutil", "tempfile", "warnings", "_warnings",
)  # fmt: skip
_IMPURE_BUILTINS = frozenset({open, input, id, hash, vars, setattr, delattr, exec, compile})
_DRAWS = (
    "frontends.numpy.random", "numpy.random", "ivy_core.functional.random.random",
    "frontends.torch.random.generator",
)  # fmt: skip


# what malt says of sources, and what a user is told
_NO_SOURCE = {
    "multiple definitions": "several lambdas with these arguments stand on its line",
    "Unable to locate the source code": "its source is not found",
}


class _Operators(types.SimpleNamespace):
    """Functions that converted code finds under the name ``ag__``, none of which it changes."""

    _is_opaque = True


@functools.cache
def malt_transpiler() -> Transpiler:
    """Return the one Transpiler, for which malt is imported."""
    return Transpiler()


class Transpiler:
    """Converts functions; what it makes of one's code is kept as long as that.

    malt has the control flow graphs, the rewriting of ``break``, ``continue`` and ``return``, and
    what scopes and names are when converted code runs. Its other passes go through a tree some 30
    times, and copy each part of it into templates: 21 ms of a function of 20 lines, then 3.6.
    """

    def __init__(self):
        assert importlib.util  # malt uses it, and forgets to import it
        from malt.converters import break_statements, continue_statements, return_statements
        from malt.core import converter
        from malt.impl.api import autograph_artifact
        from malt.operators.function_wrappers import FunctionScope, with_function_scope
        from malt.operators.variables import Undefined, UndefinedReturnValue, ld, ldu
        from malt.pyct import anno, cfg, naming, transformer

        operator_names = _Operators(
            **operators.STATEMENTS,
            converted_call=converted_call,
            caught=caught,
            current_error=sys.exception,
            refuse_to_catch=refuse_to_catch,
            is_sequence=is_sequence,
            is_mapping=is_mapping,
            ld=ld,
            ldu=ldu,
            Undefined=Undefined,
            UndefinedReturnValue=UndefinedReturnValue,
            FunctionScope=FunctionScope,
            with_function_scope=with_function_scope,
            ConversionOptions=converter.ConversionOptions,
            Feature=converter.Feature,
            autograph_artifact=autograph_artifact,
        )
        self._given = {"ag__": operator_names}
        options = converter.ConversionOptions(
            recursive=True,
            user_requested=True,
            optional_features=converter.Feature.BUILTIN_FUNCTIONS,
        )
        self._context = converter.ProgramContext(options=options)
        self._lowerings = break_statements, continue_statements, return_statements
        self._anno, self._cfg, self._namer, self._pyct = anno, cfg, naming.Namer, transformer
        # by code: those of whole functions, and those of their calls alone
        self._factories: tuple = weakref.WeakKeyDictionary(), weakref.WeakKeyDictionary()
        self._lock = threading.RLock()

    def transform(self, function: types.FunctionType) -> tuple[types.FunctionType, Factory]:
        """Return a converted function, and the Factory that makes those of its code."""
        with self._lock:
            known = self._factories[calls_alone.is_on()]
            factory = known.get(function.__code__)
            if factory is None:
                factory = known[function.__code__] = self._factory(function)
        return factory.function(function), factory

    def _factory(self, function: types.FunctionType) -> Factory:
        node, path, shift = parsed(function)
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            raise Unsupported(f"its source is a {type(node).__name__}")
        namer = self._namer(namespace_of(function))
        is_lambda = isinstance(node, ast.Lambda)
        own = namer.new_symbol("ag__lam" if is_lambda else f"ag__{node.name}", ())
        for defaults in (node.args.defaults, node.args.kw_defaults):
            defaults[:] = [each and ast.Constant(None) for each in defaults]
        node = self._converted(node, function, namer)
        if is_lambda:
            node = located(assignment(own, node), node)
        else:
            node.name = own
        names = [namer.new_symbol(each, ()) for each in ("inner_factory", "outer_factory")]
        features = future_features(function)
        return Factory(node, own, function, self._given, features, *names, path, shift)

    def _converted(self, node: ast.AST, function: types.FunctionType, namer) -> ast.AST:
        """Return the tree of a function, converted."""
        nodes = list(ast.walk(node))
        if any(map(_is_annotated, nodes)):
            node = Annotations().visit(node)
        if any(isinstance(each, (ast.Import, ast.ImportFrom)) for each in nodes):
            node = Imports(function).visit(node)
        if calls_alone.is_on() and calls_alone.may_keep_statements(node):
            return calls_alone.with_calls(node)
        node = without_named_expressions(node, place_all_at)
        if any(map(needs_desugaring, nodes)):
            node = desugared(node, function, place_all_at)
        inner = functions_in(node)
        seen = set().union(*map(seen_later, inner))
        _check_supported(node)
        for each in inner:
            _add_return_none(each)
        if any(isinstance(each, ast.Assert) for each in nodes):
            node = Assertions().visit(node)
        if not isinstance(node, ast.Lambda):
            mark_names(node.args)
            mark_names(*node.body)

        reserved = _names_like_new_ones(node)

        returns_inside = not _returns_at_ends(node)

        def new_name(root: str) -> str:
            return namer.new_symbol(root, reserved)

        node = Functions(new_name, len(inner) > 1).visit(node)
        kinds = set(map(type, ast.walk(node)))
        # each of these looks at all names twice: only where there is something to do
        breaks, continues, returns = self._lowerings
        steps = [breaks] if ast.Break in kinds else []
        if not kinds.isdisjoint((ast.Break, ast.Continue)):  # a break becomes a continue
            steps.append(continues)
        steps += [returns] if returns_inside else []
        if steps:
            node = self._lowered(node, steps, namer)
        if steps or not kinds.isdisjoint((ast.If, ast.While, ast.For)):
            activity = Activity(node, self._extra_test)
            flow = Flow(self._cfg.build(node), activity)
            ControlFlow(activity, flow, new_name, self._extra_test, seen).rewrite(node)
        return Expressions().rewrite(node)

    def _extra_test(self, node: ast.For) -> ast.expr | None:
        """Return the test of a ``for`` loop that was left by a ``break`` or a ``return``."""
        return self._anno.getanno(node, self._anno.Basic.EXTRA_LOOP_TEST, default=None)

    def _lowered(self, node: ast.AST, steps: list, namer) -> ast.AST:
        """Return a tree without ``break``, ``continue``, and ``return`` but at the end.

        What is known of nodes goes with malt's copies of them as its annotations.
        """
        anno = self._anno
        for each in ast.walk(node):
            if hasattr(each, "lineno"):
                anno.setanno(each, anno.Basic.ORIGIN, (each.lineno, each.col_offset))
            if hasattr(each, "is_original"):
                anno.setanno(each, anno.Static.ORIG_DEFINITIONS, ())
            if hasattr(each, "scope_name"):
                anno.setanno(each, "function_context_name", each.scope_name)
        info = self._pyct.EntityInfo("", "", "", (), {})
        context = self._pyct.Context(info, namer, self._context)
        for step in steps:
            node = step.transform(node, context)
        pending = [node]
        while pending:
            for each in ast.walk(pending.pop()):
                line, column = anno.getanno(each, anno.Basic.ORIGIN, default=(None, None))
                if line is not None or hasattr(each, "lineno"):
                    each.lineno, each.col_offset = line, column
                if anno.hasanno(each, anno.Static.ORIG_DEFINITIONS):
                    each.is_original = True
                scope_name = anno.getanno(each, "function_context_name", default=None)
                if scope_name is not None:
                    each.scope_name = scope_name
                if type(each) is ast.For and (test := self._extra_test(each)) is not None:
                    pending.append(test)
        return node


_NEW_NAMES = (
    "fscope", "lscope", "get_state", "set_state", "if_body", "else_body", "loop_body",
    "loop_test", "extra_test", "itr",
)  # fmt: skip


def _is_annotated(node: ast.AST) -> bool:
    """Return whether a node has an annotation."""
    if type(node) is ast.AnnAssign:
        return True
    name = "annotation" if type(node) is ast.arg else "returns"
    return getattr(node, name, None) is not None


def _names_like_new_ones(node: ast.AST) -> set[str]:
    """Return the names in a tree that new ones may be like."""
    found = set()
    for each in ast.walk(node):
        text = getattr(each, "id", None) or getattr(each, "attr", None) or getattr(each, "arg", "")
        if text and text.startswith(_NEW_NAMES):
            found.add(text)
    return found


def namespace_of(function: types.FunctionType) -> dict:
    """Return the values that a function finds by names: globals, and those of its closure."""
    found = dict(function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with contextlib.suppress(ValueError):  # an empty cell
            found[name] = cell.cell_contents
    return found


def future_features(function: types.FunctionType) -> tuple[str, ...]:
    """Return the names that a function's module has imported from ``__future__``."""
    kind = type(__future__.annotations)
    return tuple(sorted([name for name, x in function.__globals__.items() if type(x) is kind]))


def mark_names(*nodes: ast.AST) -> None:
    """Mark the names of the source, whose reads converted code checks.

    Those of decorators and of the errors that are caught are read as they are.
    """
    for node in nodes:
        kind = type(node)
        if kind in _WITH_TESTS:
            _mark_truths(node.test)
        if kind is ast.While and _is_list_tested_with_others(node):
            node.test = located(ast.UnaryOp(ast.Not(), ast.UnaryOp(ast.Not(), node.test)), node)
        if kind is ast.Name:
            node.is_original = True
        elif kind is ast.FunctionDef:
            mark_names(node.args, *node.body)
        elif kind is ast.ExceptHandler:
            mark_names(*node.body)
        else:
            for field in inner_fields(kind):
                value = getattr(node, field, None)
                if isinstance(value, list):
                    mark_names(*[each for each in value if isinstance(each, ast.AST)])
                elif isinstance(value, ast.AST):
                    mark_names(value)


_WITH_TESTS = frozenset({ast.If, ast.While, ast.IfExp, ast.Assert})


def _is_list_tested_with_others(node: ast.While) -> bool:
    """Return whether a test may be a list, and is joined with that of a ``break`` by malt."""
    is_one = isinstance(node.test, (ast.Name, ast.Attribute))
    return is_one and any(isinstance(each, (ast.Break, ast.Return)) for each in ast.walk(node))


def _mark_truths(test: ast.expr) -> None:
    """Mark ``and`` and ``or`` of which nothing but the truth counts."""
    if isinstance(test, ast.BoolOp):
        test.is_truth = True
        for each in test.values:
            _mark_truths(each)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        _mark_truths(test.operand)


def _check_supported(node: ast.AST) -> None:
    """Raise Unsupported for generators and coroutines within a function."""
    for each in ast.walk(node):
        if isinstance(each, (ast.Yield, ast.YieldFrom)):
            raise Unsupported("generators are not supported")
        if isinstance(each, (ast.AsyncFunctionDef, ast.Await)):
            raise Unsupported(f"line {each.lineno} is asynchronous")


def _add_return_none(node: ast.FunctionDef | ast.Lambda) -> None:
    """Write out the ``return None`` at the end of a function that returns values elsewhere.

    Which of the two it is may depend on a value: the two sides have to be seen to be told apart.
    """
    if isinstance(node, ast.Lambda):
        return
    if _has_return_with_value(node.body) and _may_reach_end(node.body):
        last = ast.copy_location(ast.Return(ast.Constant(None)), node.body[-1])
        node.body.append(ast.fix_missing_locations(last))


def _returns_at_ends(node) -> bool:
    """Return whether functions return, if they do, in their last statements alone."""
    if isinstance(node, ast.Lambda):
        return True
    returns = [each for each in ast.walk(node) if isinstance(each, ast.Return)]
    last = [each.body[-1] for each in ast.walk(node) if isinstance(each, ast.FunctionDef)]
    return all(any(each is other for other in last) for each in returns)


def _has_return_with_value(statements: list) -> bool:
    """Return whether a block returns a value anywhere, in inner functions apart."""
    pending = list(statements)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return) and node.value is not None:
            return True
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            pending += ast.iter_child_nodes(node)
    return False


def _may_reach_end(statements: list) -> bool:
    """Return whether control may come to the end of a block; True if unsure."""
    last = statements[-1]
    if isinstance(last, (ast.Return, ast.Raise, ast.Break, ast.Continue)):
        return False
    if isinstance(last, ast.If):
        return not last.orelse or _may_reach_end(last.body) or _may_reach_end(last.orelse)
    if isinstance(last, ast.With):
        return _may_reach_end(last.body)
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return any(isinstance(each, ast.Break) for each in ast.walk(last))
    return True


class Annotations(ast.NodeTransformer):
    """Removes annotations: no trace runs them, and a name that has one cannot be carried out."""

    def visit_FunctionDef(self, node):
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_AnnAssign(self, node):
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], node.value), node)


class Imports(ast.NodeTransformer):
    """Points imports at a frontend where the code of a function has been rewritten so.

    The source is that of its file, which is as its author wrote it.
    """

    def __init__(self, function: types.FunctionType):
        self._frontends = set()
        pending = [function.__code__]
        while pending:
            code = pending.pop()
            pending += [each for each in code.co_consts if isinstance(each, types.CodeType)]
            imported = [
                each.argval for each in dis.get_instructions(code) if each.opname == "IMPORT_NAME"
            ]
            self._frontends |= {each.split(".")[1] for each in imported if _FRONTEND.match(each)}

    def _is_rewritten(self, name: str | None) -> bool:
        return name is not None and name.partition(".")[0] in self._frontends

    def visit_Import(self, node):
        tops = []
        for each in node.names:
            if self._is_rewritten(each.name):
                top, _, inside = each.name.partition(".")
                if inside and each.asname is None:  # the name is that of the whole
                    tops.append(ast.alias(f"frontends.{top}", top))
                each.asname, each.name = each.asname or top, f"frontends.{each.name}"
        if not tops:
            return node
        return [node, ast.copy_location(ast.Import(tops), node)]

    def visit_ImportFrom(self, node):
        if not node.level and self._is_rewritten(node.module):
            node.module = f"frontends.{node.module}"
        return node


class Assertions(ast.NodeTransformer):
    """Says what ``assert`` means: ``if not test: raise AssertionError(message)``."""

    def visit_Assert(self, node):
        if not __debug__:
            return node
        error = ast.Name("AssertionError", ast.Load())
        raised = ast.Raise(ast.Call(error, [node.msg], []) if node.msg is not None else error)
        test = ast.UnaryOp(ast.Not(), node.test)
        made = ast.copy_location(ast.If(test, [raised], []), node)
        return ast.fix_missing_locations(made)


def refuse_to_catch(name: str) -> None:
    """Stand before a statement that catches errors which no program raises."""
    raise Unsupported(f"{name} is caught, which a program does not raise")


def caught() -> None:
    """Stand at the beginning of an ``except``: the error may be the trace's own."""
    check_caught(sys.exception())


def converted(function: types.FunctionType) -> types.FunctionType:
    """Return a function with the same meaning whose statements call the operators.

    Raises
    ------
    Unsupported
        If there is no source, or it uses what cannot be converted.
    """
    if inspect.isgeneratorfunction(function):
        raise Unsupported(f"{function.__name__} is a generator")
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise Unsupported(f"{function.__name__} is asynchronous")
    try:
        transpiler = malt_transpiler()
    except ImportError as err:
        raise Unsupported(
            f"{err.name} is not installed: pip install 'ivy-frontends[compile]'"
        ) from err
    try:
        with collector.seldom():
            made, factory = transpiler.transform(function)
    except Unsupported as err:
        raise Unsupported(f"{function.__name__} cannot be converted: {err}") from None
    except Exception as err:
        text = str(err).strip().splitlines()
        said = text[0] if text else type(err).__name__
        for words, reason in _NO_SOURCE.items():
            if words in said:
                said = reason
        raise Unsupported(f"{function.__name__} cannot be converted: {said}") from err
    if not sources.is_converted(made.__code__.co_filename):
        sources.remember(made.__code__, factory.lines)
    return made


def traceable(function):
    """Choose the function to trace: :func:`converted`, or itself if it is ours.

    What ``ivy.grad`` and its kin give is made anew, of the user's function converted.
    """
    if (made_anew := getattr(function, "made_anew", None)) is not None:
        return made_anew(_convert_when_called)
    return function if is_ours(function) else converted(function)


def converted_source(function) -> str:
    """Return the source of what is traced of a function.

    Raises
    ------
    Unsupported
        If it cannot be converted, or there is none.
    """
    try:
        return textwrap.dedent(inspect.getsource(traceable(function)))
    except OSError:
        raise Unsupported(f"the source of {function.__name__} is not found") from None


def _is_constant_or_tuple_of_these(value) -> bool:
    if type(value) is tuple:
        return all(map(_is_constant_or_tuple_of_these, value))
    return value is None or type(value) in (bool, int, float, complex, str, bytes)


def converted_call(f, args, kwargs, caller_fn_scope=None, options=None):
    """Call a function as converted code does: converted too, if it is the user's."""
    kwargs = kwargs or {}
    effects.check_call(f)
    overload = _builtin_replacement(f)
    found = _call_with_lists(f, args, kwargs)
    if found is not None:
        return found[0]
    if overload is not None:
        return overload(*args, **kwargs)
    kind = type(f)
    values = (*args, *kwargs.values()) if kwargs else args
    if any(map(_has_dynamic_slices, values)) and not is_users(getattr(f, "__func__", f)):
        return call_with_parts(f, args, kwargs)
    if f is contextlib.suppress:
        refuse_to_catch(" or ".join(each.__name__ for each in args))
    if kind is functools.partial:
        return converted_call(f.func, (*f.args, *args), {**f.keywords, **kwargs})
    if kind is types.BuiltinFunctionType:
        return _call_builtin(f, args, kwargs)
    if is_lapack(f):
        return lapack_call(f, args, kwargs)
    draw = _traced_random_function(f)
    if draw is not None:
        return draw(*args, **kwargs)
    if kind is functools._lru_cache_wrapper:
        return _call_without_cache(f, args, kwargs)
    if effects.is_checked():
        inner = callers.function_called_by(f)
        if inner is not None:
            return converted_call(inner, args, kwargs)
    function, bound = _users_function_called_by(f)
    if function is not None:
        return _convert_or_keep(function)(*bound, *args, **kwargs)
    if kind is types.FunctionType:
        if _takes_functions(f):
            args = [_convert_when_called(each) for each in args]
            kwargs = {name: _convert_when_called(each) for name, each in kwargs.items()}
    elif hasattr(f, "__ivy_compiled__"):
        return converted_call(f.__wrapped__, args, kwargs)
    elif kind is types.MethodWrapperType:
        return _call_builtin_special_method(f, args, kwargs)
    return f(*args, **kwargs)


def _users_function_called_by(f) -> tuple:
    """Return (the user's function that a call of ``f`` runs, what is bound), or (None, ())."""
    kind = type(f)
    if kind is types.MethodType:
        function, bound = f.__func__, (f.__self__,)
    elif kind is types.FunctionType:
        function, bound = f, ()
    elif not isinstance(f, type) and callable(f) and is_users(kind.__call__):
        return kind.__call__, (f,)
    else:
        return None, ()
    is_converted = is_users(function) or hasattr(function, "__ivy_compiled__")
    return (function, bound) if is_converted else (None, ())


def _call_with_lists(f, args, kwargs) -> tuple | None:
    """Call what computes with a list of unknown length; return its result in a tuple, else None.

    What is not converted must not be called with such lists, which it would look at.
    """
    trace = tracing.current
    if trace is None or not trace.appends or _is_or_will_be_converted(f):
        return None
    found = call_with_rows(f, args, kwargs) if trace.counted else None
    if found is None:
        check_call(f, (*args, *kwargs.values()))
    return found


def _builtin_replacement(f) -> Callable | None:
    """Return the operator that converted code calls in place of a builtin, or None."""
    try:
        return operators.BUILTINS.get(f)
    except TypeError:  # it has no hash
        return None


def _has_dynamic_slices(value) -> bool:
    """Return whether a value is a dynamic slice, or a list or tuple with one."""
    kind = type(value)
    if kind is list or kind is tuple:
        return any(type(each) is DynamicSlice for each in value)
    return kind is DynamicSlice


def _call_without_cache(f, args, kwargs):
    """Call the function within a ``functools.cache``; refuse it if its result may not be kept."""
    unchanged = tracing.current.holds_what_it_held()
    found = converted_call(f.__wrapped__, args, kwargs)
    if not unchanged():
        raise Unsupported(f"functools.cache decides whether {f.__name__} changes what it does")
    if not _is_constant_or_tuple_of_these(
        found
    ):  # it would be kept, and be found outside of the trace
        raise Unsupported(f"functools.cache keeps what {f.__name__} gives")
    return found


def _call_builtin_special_method(f, args, kwargs):
    """Call a builtin's method such as ``(5).__add__``; refuse it if it gives NotImplemented."""
    found = f(*args, **kwargs)
    if found is NotImplemented:
        raise Unsupported(f"{f.__name__}() of a value that only the program knows")
    return found


def _is_or_will_be_converted(f) -> bool:
    """Return whether a function is converted code, or will be when it is called."""
    code = getattr(f, "__code__", None)
    return is_users(f) or code is not None and is_converted(code.co_filename)


def _takes_functions(f) -> bool:
    """Return whether a function is the core's and calls functions that it is given: grad."""
    spec = FUNCTIONS.get(f.__name__)
    if spec is None or not is_ours(f):
        return False
    return any(parameter.carries == "function" for parameter in spec.parameters)


def _convert_when_called(value):
    """Return a user's function wrapped so that a transformation traces it; others as they are."""
    if hasattr(value, "__ivy_compiled__"):
        value = value.__wrapped__
    if type(value) is not types.FunctionType or not is_users(value):
        return value

    @functools.wraps(value)
    def call(*args, **kwargs):
        if not tracing.is_tracing():
            return value(*args, **kwargs)
        trace = tracing.current
        trace.transformations += 1
        try:
            with trace.transformation((args, kwargs)):
                return _convert_or_keep(value)(*args, **kwargs)
        finally:
            trace.transformations -= 1

    return call


def _convert_or_keep(function):
    """Return a function converted, or, if that fails and effects are not checked, itself."""
    if hasattr(function, "__ivy_compiled__"):
        function = function.__wrapped__
    if effects.is_checked():  # what cannot be converted cannot be looked into
        effects.check_function(function)
        return converted(function)
    try:
        return converted(function)
    except Unsupported:
        # as it is: where it decides by traced values, that will be said
        return function


def _call_builtin(f, args, kwargs):
    """Call a builtin: refuse impure ones, trace ``math`` and random numbers."""
    if f in _IMPURE_BUILTINS or getattr(f, "__module__", None) in _IMPURE:
        raise Unsupported(f"{f.__name__}() has to be called each time")
    if getattr(f, "__module__", None) == "math" and not kwargs:
        if any(isinstance(x, Holder) for x in args):
            if any(operators.is_traced(x) for x in args):
                return operators.math_function(f, args)
    draw = _traced_random_function(f)
    return f(*args, **kwargs) if draw is None else draw(*args, **kwargs)


def _traced_random_function(f) -> Callable | None:
    """Return a function's form that draws in programs, or None; raise Unsupported if it cannot."""
    found = in_program(f)
    if found is not None and calls_of_trace() is not None:
        return found
    owner = getattr(f, "__self__", None)
    is_method = owner is not None and not isinstance(owner, types.ModuleType)
    module = getattr(type(owner) if is_method else f, "__module__", None) or ""
    name = getattr(f, "__name__", "a function")
    draws = found is not None or module.startswith(_DRAWS)
    if module.startswith("ivy_core.functional."):
        draws = draws or name.startswith(("dropout", "random_"))
    if draws or module in _IMPURE and not effects.may_read_environment(f):
        tracing.current.where = sources.origin(_innermost_converted_frame())
        what = "draws random numbers" if draws else "has to be called each time"
        raise Unsupported(f"{name}() {what}")
    return None


def _innermost_converted_frame():
    """Return the innermost frame of converted code, else the caller's."""
    frame = sys._getframe(1)
    while frame is not None and not sources.is_converted(frame.f_code.co_filename):
        frame = frame.f_back
    return frame or sys._getframe(1)
