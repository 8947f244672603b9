"""Functions converted so that their statements call ``trace/statements.py``, by diastatic-malt."""

from __future__ import annotations

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
from ..trace.dynamic_slices import DynamicSlice
from ..trace.dynamic_slices import call as call_with_parts
from ..trace.growing_lists import check_call
from ..trace.host_calls import calls_of_trace, in_program
from ..trace.lapack_calls import is_lapack, lapack_call
from ..trace.trace import Unsupported
from . import callers, calls_alone, effects
from . import source_map as sources
from .desugar import desugared, functions_in, is_mapping, is_sequence, operator_call, seen_later
from .loading import Factory
from .named_expressions import without_named_expressions
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
def malt_transpiler():
    """Return malt's transpiler with our operators in place of its own, and its options."""
    assert importlib.util  # malt uses it, and forgets to import it
    import malt.impl.api as api
    from malt.converters import (
        break_statements,
        call_trees,
        conditional_expressions,
        continue_statements,
        control_flow,
        functions,
        logical_expressions,
        return_statements,
        variables,
    )
    from malt.core import converter, unsupported_features_checker
    from malt.operators.function_wrappers import FunctionScope, with_function_scope
    from malt.operators.variables import Undefined, UndefinedReturnValue, ld, ldu
    from malt.pyct import origin_info, transpiler

    made = _Operators(
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
        STD=converter.STANDARD_OPTIONS,
        Feature=converter.Feature,
        autograph_artifact=api.autograph_artifact,
    )

    class ControlFlow(control_flow.ControlFlowTransformer):
        """Carries names and attributes, and no elements: writes to arrays are observed.

        A global name is carried out of each block that binds it: malt drops those that the
        function itself does not read again. So is a name that a function within sees later.
        """

        def __init__(self, ctx, seen: set[str]):
            super().__init__(ctx)
            self._seen = seen

        def _get_block_basic_vars(self, modified, live_in, live_out):
            """Return the names that a block carries out, globals and inner functions' too."""
            found = super()._get_block_basic_vars(modified, live_in, live_out)
            seen = {name for name in modified if str(name) in self._seen}
            return found | (modified & self.state[control_flow._Function].scope.globals) | seen

        def _get_block_composite_vars(self, modified, live_in):
            """Return the attributes that a block carries out, but no elements."""
            found = super()._get_block_composite_vars(modified, live_in)
            return frozenset(name for name in found if "[" not in str(name))

        def _create_loop_options(self, node):
            """Return a loop's options, with the names of the arrays to which its body writes."""
            options = super()._create_loop_options(node)
            names = list(map(ast.Constant, _names_of_written_arrays(node.body)))
            options.keys.append(ast.Constant("written"))
            options.values.append(ast.Tuple(names, ast.Load()))
            return options

    # by code: those of whole functions, and those of their calls alone
    factories: tuple = weakref.WeakKeyDictionary(), weakref.WeakKeyDictionary()
    lock = threading.RLock()

    class Transpiler(api.PyToPy):
        def get_extra_locals(self):
            return {"ag__": made}

        def transform_function(self, fn, user_context):
            """Return a converted function, and the Factory that makes those of its code."""
            with lock:
                known = factories[calls_alone.is_on()]
                factory = known.get(fn.__code__)
                if factory is None:
                    factory = known[fn.__code__] = self._factory(fn, user_context)
            return factory.function(fn), factory

        def _factory(self, fn, user_context) -> Factory:
            self.function = fn
            try:
                generic = transpiler.GenericTranspiler
                node, ctx = generic.transform_function(self, fn, user_context)
            finally:
                del self.function  # or the last one that was converted would live for good
            name = ctx.info.name
            if isinstance(node, ast.Lambda):
                node = ast.Assign([ast.Name(name, ast.Store())], node)
            else:
                node.name = name
            names = [ctx.namer.new_symbol(each, ()) for each in ("inner_factory", "outer_factory")]
            given = self.get_extra_locals()
            return Factory(node, name, fn, given, ctx.info.future_features, *names)

        def transform_ast(self, node, ctx):
            node = Annotations().visit(node)
            node = Imports(self.function).visit(node)
            if calls_alone.is_on() and calls_alone.may_keep_statements(node):
                return calls_alone.with_calls(node)
            node = without_named_expressions(node, origin_info.copy_origin)
            node = desugared(node, self.function, origin_info.copy_origin)
            seen = set().union(*map(seen_later, functions_in(node)))
            unsupported_features_checker.verify(node)
            _add_return_none(node)
            node = Assertions().visit(node)
            node = self.initial_analysis(node, ctx)
            kinds, steps = set(map(type, ast.walk(node))), [functions]
            # each of these looks at all names twice: only where there is something to do
            steps += [break_statements] if ast.Break in kinds else []
            if not kinds.isdisjoint((ast.Break, ast.Continue)):  # a break becomes a continue
                steps.append(continue_statements)
            steps += [] if _returns_at_ends(node) else [return_statements]
            for each in (*steps, call_trees):
                node = each.transform(node, ctx)
            # what `control_flow.transform` does, with our class
            graphs = control_flow.cfg.build(node)
            node = control_flow.qual_names.resolve(node)
            node = control_flow.activity.resolve(node, ctx, None)
            node = control_flow.reaching_definitions.resolve(node, ctx, graphs)
            node = control_flow.reaching_fndefs.resolve(node, ctx, graphs)
            node = control_flow.liveness.resolve(node, ctx, graphs)
            node = ControlFlow(ctx, seen).visit(node)
            for each in (conditional_expressions, logical_expressions, variables):
                node = each.transform(node, ctx)
            return Items().visit(node)

    options = converter.ConversionOptions(
        recursive=True,
        user_requested=True,
        optional_features=converter.Feature.BUILTIN_FUNCTIONS,  # `print` is one of the calls
    )
    return Transpiler(), converter.ProgramContext(options=options)


def _names_of_written_arrays(statements: list) -> list[str]:
    """List the names whose arrays a block writes to and does not bind, in the source's order."""
    found, bound, pending = {}, set(), statements[::-1]
    while pending:
        node = pending.pop()
        inner, target = list(ast.iter_child_nodes(node)), None
        is_stored = isinstance(getattr(node, "ctx", None), ast.Store)
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            target, inner = node.target, [node.value]
        elif isinstance(node, ast.Name) and is_stored:
            bound.add(node.id)
        elif isinstance(node, ast.Subscript) and is_stored or getattr(node, "arg", "") == "out":
            target = getattr(node, "value", None)  # of `out=` too, where no parameter is meant
        if isinstance(target, ast.Name):
            found[target.id] = None
        pending += inner[::-1]
    return [name for name in found if name not in bound]


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


class Items(ast.NodeTransformer):
    """Lets subscripts call our operators, and conditional expressions within others."""

    def visit_Subscript(self, node):
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load):
            return node
        if _is_constant_index(node.slice):
            is_slice = isinstance(node.slice, ast.Slice)
            return (
                operator_call("get_slice", node.value, _index_expression(node.slice))
                if is_slice
                else node
            )
        return operator_call("get_item", node.value, _index_expression(node.slice))

    def visit_Assign(self, node):
        self.generic_visit(node)
        kinds = set(map(type, node.targets))
        if not _UNPACKED.isdisjoint(kinds):
            node.value = _wrap_in_readable(node.value)
        if kinds == {ast.Name} or not any(map(_has_computed_index, node.targets)):
            return node
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
            return ast.copy_location(ast.Expr(_set_item_call(node.targets[0], node.value)), node)
        self._temporaries = 0
        statements = self._assignment_statements(node.targets, node.value)
        return [ast.fix_missing_locations(ast.copy_location(each, node)) for each in statements]

    def _assignment_statements(self, targets: list, value) -> list:
        """Return the statements that assign one value to several targets, from left to right."""
        name = self._new_temporary_name()
        statements = [ast.Assign([ast.Name(name, ast.Store())], value)]
        for target in targets:
            value = ast.Name(name, ast.Load())
            if not _has_computed_index(target):
                statements.append(ast.Assign([target], value))
            elif isinstance(target, ast.Subscript):
                statements.append(ast.Expr(_set_item_call(target, value)))
            else:
                statements += self._unpacking_statements(target, value)
        return statements

    def _unpacking_statements(self, target: ast.Tuple | ast.List, value) -> list:
        """Return the statements that unpack a value: all of it first, then element by element."""
        elements, statements = [], []
        for each in target.elts:
            is_starred = isinstance(each, ast.Starred)
            inner = each.value if is_starred else each
            name = self._new_temporary_name()
            taken = ast.Name(name, ast.Store())
            elements.append(ast.Starred(taken, ast.Store()) if is_starred else taken)
            if isinstance(inner, ast.Subscript) and _has_computed_index(inner):
                statements.append(ast.Expr(_set_item_call(inner, ast.Name(name, ast.Load()))))
            elif _has_computed_index(inner):
                statements += self._unpacking_statements(inner, ast.Name(name, ast.Load()))
            else:
                statements.append(ast.Assign([inner], ast.Name(name, ast.Load())))
        return [ast.Assign([ast.Tuple(elements, ast.Store())], value), *statements]

    def _new_temporary_name(self) -> str:
        self._temporaries += 1
        return f"ag__value_{self._temporaries}"

    def visit_comprehension(self, node):
        self.generic_visit(node)
        if not node.is_async:
            node.iter = operator_call("in_iterations", _wrap_in_readable(node.iter))
        return node

    def visit_AugAssign(self, node):
        target = node.target
        self.generic_visit(node)
        if not isinstance(target, ast.Subscript) or _is_constant_index(target.slice):
            return node
        name = ast.Constant(type(node.op).__name__)
        call = operator_call(
            "augment_item", target.value, _index_expression(target.slice), node.value, name
        )
        return ast.copy_location(ast.Expr(call), node)

    def visit_Raise(self, node):
        self.generic_visit(node)
        if node.exc is not None:
            node.exc = operator_call("raised", ast.Lambda(_empty_parameters(), node.exc))
        return node

    def visit_With(self, node):
        self.generic_visit(node)
        for item in node.items:
            if not _is_malts_context_manager(item.context_expr):
                item.context_expr = operator_call("Context", item.context_expr)
        return node

    def visit_Try(self, node):
        self.generic_visit(node)
        names = set()
        for handler in node.handlers:
            last = handler.body[-1]
            if isinstance(last, ast.Raise) and last.exc is None:
                continue  # the error goes on, as in what malt makes of a `return`
            handler.body.insert(
                0, ast.copy_location(ast.Expr(operator_call("caught")), handler.body[0])
            )
            if handler.type is not None:
                inside = list(ast.walk(handler.type))
                names |= {each.attr for each in inside if isinstance(each, ast.Attribute)}
                names |= {each.id for each in inside if isinstance(each, ast.Name)}
        of_values = sorted(names & _ERRORS_OF_VALUES)
        if not of_values:
            return node
        call = ast.Expr(operator_call("refuse_to_catch", ast.Constant(of_values[0])))
        return [ast.copy_location(call, node), node]

    def visit_Compare(self, node):
        self.generic_visit(node)
        if not all(isinstance(each, (ast.Is, ast.IsNot, ast.In, ast.NotIn)) for each in node.ops):
            node.left = _wrap_in_readable(node.left)
            node.comparators = list(map(_wrap_in_readable, node.comparators))
        if len(node.ops) > 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return node
        found = operator_call("in_", node.left, node.comparators[0])
        return found if isinstance(node.ops[0], ast.In) else operator_call("not_", found)

    def visit_IfExp(self, node):
        self.generic_visit(node)
        sides = [ast.Lambda(_empty_parameters(), side) for side in (node.body, node.orelse)]
        return operator_call("if_exp", node.test, *sides, ast.Constant(""))


def _wrap_in_readable(node):
    """Return the expression ``ag__.readable(node)``; constants and plain tuples as they are."""
    if isinstance(node, ast.Constant):
        return node
    is_plain = isinstance(node, ast.Tuple) and not any(
        isinstance(each, ast.Starred) for each in node.elts
    )
    return node if is_plain else operator_call("readable", node)


# raised for what values are, where a program goes on
_ERRORS_OF_VALUES = frozenset(
    {"LinAlgError", "IndexError", "ZeroDivisionError", "FloatingPointError", "ArithmeticError",
     "OverflowError"}
)  # fmt: skip


def refuse_to_catch(name: str) -> None:
    """Stand before a statement that catches errors which no program raises."""
    raise Unsupported(f"{name} is caught, which a program does not raise")


def caught() -> None:
    """Stand at the beginning of an ``except``: the error may be the trace's own."""
    check_caught(sys.exception())


def _is_malts_context_manager(node) -> bool:
    """Return whether a context manager is one that malt puts into converted code."""
    name = node.func if isinstance(node, ast.Call) else node
    return (
        isinstance(name, ast.Attribute)
        and isinstance(name.value, ast.Name)
        and name.value.id == "ag__"
        and name.attr != "converted_call"
    )


_UNPACKED = frozenset({ast.Tuple, ast.List})
_OF_CONSTANTS = frozenset({ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp, ast.USub, ast.Load})


def _has_computed_index(target) -> bool:
    """Return whether a target is, or holds, a subscript with an index that is not constant."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return any(map(_has_computed_index, target.elts))
    if isinstance(target, ast.Starred):
        return _has_computed_index(target.value)
    return isinstance(target, ast.Subscript) and not _is_constant_index(target.slice)


def _set_item_call(target: ast.Subscript, value) -> ast.Call:
    """Return the call ``ag__.set_item(x, index, value)`` for an assignment to ``x[index]``."""
    return operator_call("set_item", target.value, _index_expression(target.slice), value)


def _empty_parameters() -> ast.arguments:
    return ast.arguments(
        posonlyargs=[], args=[], vararg=None, kwonlyargs=[], kw_defaults=[], kwarg=None, defaults=[]
    )


def _is_constant_index(index) -> bool:
    """Return whether an index is of constants alone, slices of them included."""
    return _OF_CONSTANTS.issuperset(map(type, ast.walk(index)))


def _index_expression(node):
    """Return the expression of an index, with calls of ``slice`` for slices."""
    if isinstance(node, ast.Tuple):
        return ast.Tuple([_index_expression(each) for each in node.elts], ast.Load())
    if isinstance(node, ast.Slice):
        bounds = (node.lower, node.upper, node.step)
        return operator_call("slice_", *[ast.Constant(None) if b is None else b for b in bounds])
    return node


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
        transpiler, context = malt_transpiler()
    except ImportError as err:
        raise Unsupported(
            f"{err.name} is not installed: pip install 'ivy-frontends[compile]'"
        ) from err
    try:
        with collector.seldom():
            made, factory = transpiler.transform(function, context)
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

    So it is with what ``ivy.grad`` and ``ivy.vmap`` give.
    """
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
    if tracing.current is not None and tracing.current.appends and not _is_or_will_be_converted(f):
        check_call(f, (*args, *kwargs.values()))
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
