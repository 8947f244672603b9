"""Compiled functions in files: the program as JAX exports it, and the rest as JSON.

A file is a zip archive of ``program`` (StableHLO in JAX's envelope), ``description.json`` (what the
arguments have to be, and how results and effects are put together) and ``constants.npz`` (arrays
that the function has found in globals and closures). Nothing of it is run when it is read: no
pickles, no names that are imported.
"""

from __future__ import annotations

import dataclasses
import io
import json
import types
import zipfile

import numpy as np

from ivy_core import backend_handler
from ivy_core.arrays import lenses
from ivy_core.arrays.array import Array
from ivy_core.arrays.views import new_array, view_through
from ivy_core.arrays.write import replace
from ivy_core.backends.frameworks import FRAMEWORKS
from ivy_core.backends.holder import Holder, read
from ivy_core.backends.loading import backend_of, load_backend, programs_of
from ivy_core.dtypes import as_dtype, to_numpy_dtype
from ivy_core.utils.exceptions import IvyException, IvyTypeError, IvyValueError

from ..call.containers import put_back
from ..call.outputs import OutputTree
from ..call.signature import CallSignature
from ..trace.dynamic_slices import DynamicSlice
from ..trace.symbolic_numbers import SymbolicScalar, scalar_classes
from ..trace.trace import Unsupported
from ..trace.values import is_undefined

FORMAT = 1
_PARTS = ("description.json", "program", "constants.npz")
_LENSES = {
    name: cls for name, cls in vars(lenses).items() if dataclasses.is_dataclass(cls)
}  # by name: what may stand in a file
_PYTHON = {"int": int, "float": float, "complex": complex, "bool": bool}


class LoadError(IvyException, ValueError):
    """A file does not hold a compiled function that can be run here."""


# data as JSON


def encoded(value):
    """Return a value as JSON has it; what JSON has not got is a list that says what it is.

    Raises
    ------
    Unsupported
        If it cannot be kept in a file.

    Examples
    --------
    >>> encoded((1, slice(None, 2)))
    ['tuple', [1, ['slice', [None, 2, None]]]]
    >>> decoded(encoded((1, slice(None, 2))))
    (1, slice(None, 2, None))
    """
    kind = type(value)
    if value is None or kind in (bool, int, str):
        return value
    if kind is float:
        return ["float", value.hex()]
    if kind is complex:
        return ["complex", [value.real.hex(), value.imag.hex()]]
    if value is Ellipsis:
        return ["ellipsis", None]
    if kind in (tuple, list):
        return [kind.__name__, [encoded(each) for each in value]]
    if kind is slice:
        return ["slice", [encoded(each) for each in (value.start, value.stop, value.step)]]
    if isinstance(value, np.dtype):
        return ["dtype", value.name]
    if isinstance(value, np.generic) and value.dtype.kind in "biu":
        return value.item()
    if kind is range:
        return ["range", [value.start, value.stop, value.step]]
    if kind.__name__ in _LENSES:
        fields = [(f.name, encoded(getattr(value, f.name))) for f in dataclasses.fields(value)]
        return ["lens", [kind.__name__, dict(fields)]]
    raise Unsupported(f"an object of class {kind.__name__} belongs to it")


def decoded(data):
    """Decode the output of :func:`encoded`."""
    if not isinstance(data, list):
        return data
    kind, held = data
    if kind == "float":
        return float.fromhex(held)
    if kind == "complex":
        return complex(*map(float.fromhex, held))
    if kind == "ellipsis":
        return Ellipsis
    if kind == "tuple":
        return tuple([decoded(each) for each in held])
    if kind == "list":
        return [decoded(each) for each in held]
    if kind == "slice":
        return slice(*map(decoded, held))
    if kind == "range":
        return range(*held)
    if kind == "dtype":
        return to_numpy_dtype(as_dtype(held))
    if kind == "lens":
        name, fields = held
        if name not in _LENSES:
            raise LoadError(f"the file holds a lens {name!r}, which this version does not know")
        return _LENSES[name](**{field: decoded(each) for field, each in fields.items()})
    raise LoadError(f"the file holds {kind!r}, which this version does not know")


def _qualified_class_name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def key_as_data(key: tuple) -> list:
    """Convert a program's key to JSON, classes by their names."""
    found = []
    for entry in key:
        if isinstance(entry, type):
            found.append(["class", _qualified_class_name(entry)])
        elif isinstance(entry, types.ModuleType):
            found.append(["module", entry.__name__])
        else:
            found.append(encoded(entry))
    return found


# what comes out, as data


class DescribedOutputTree(OutputTree):
    """Describes results by data in place of functions: lists of a kind and what belongs to it."""

    def maker(self, value):
        kind = type(value)
        if id(value) in self.hosts:
            return ["host", self.hosts[id(value)]]
        if isinstance(value, Holder):
            return self._describe_array(kind, value)
        if kind is DynamicSlice:
            raise Unsupported("an array comes out whose length only the program knows")
        if self._programs.is_tracer(value):
            return ["native", self._add_output(value)]
        if id(value) in self._containers:
            return ["container", self._containers[id(value)]]
        if kind in (tuple, list):
            return [kind.__name__, [self.maker(each) for each in value]]
        if kind is dict:
            return self.items(value)
        if is_undefined(value):
            return ["value", None]
        return ["value", encoded(value)]

    def items(self, held, original=lambda value: value):
        pairs = [[encoded(key), self.maker(original(each))] for key, each in held.items()]
        return ["dict", pairs]

    def state_maker(self, state):
        raise Unsupported("it changes gradients or flags of tensors")

    def _describe_array(self, kind, value):
        """Return [kind, data] from which an array is rebuilt; add the outputs that it needs."""
        if id(value) in self._leaves:
            return ["leaf", self._leaves[id(value)]]
        if kind is SymbolicScalar:
            return ["number", [self._add_output(value._data), value.python_type.__name__]]
        if kind in scalar_classes:
            return ["scalar", self._add_output(read(value))]
        view = getattr(value, "_view", None)
        if view is None:
            return self._describe_base(value)
        if any(map(self._programs.is_tracer, view.starts)):
            raise Unsupported("a view comes out that begins where only the program knows")
        stack = [encoded(lens) for lens in view.stack]
        return ["view", [self._describe_base(view.base), stack, _qualified_class_name(kind)]]

    def _describe_base(self, base):
        """Return ["base", index] of an argument, ["fresh", index] of a new array; or refuse."""
        if id(base) in self._bases:
            return ["base", self._bases[id(base)]]
        if id(base) in self._pinned:
            raise Unsupported("it returns an array that is no argument")
        at = self._fresh.get(id(base))
        if at is None:
            at = self._fresh[id(base)] = len(self.classes)
            self.classes.append((type(base), self._add_output(base._data)))
            self._kept.append(base)
        return ["fresh", at]


# writing


def save(
    path, name: str, backend, program, given: CallSignature, of_arguments: CallSignature
) -> None:
    """Write a program that was traced with :class:`DescribedOutputTree`.

    Parameters
    ----------
    path : str or path-like
    name : str
        The function's.
    backend : module
    program : BoundProgram
    given, of_arguments : CallSignature
        All inputs, and those that are arguments: they come first of each kind.

    Raises
    ------
    Unsupported
        If an effect or an input is none that a file can hold.
    """
    traced = program.traced
    if program.host_calls.are_made:
        raise Unsupported("it draws random numbers")
    if traced.bindings or program.pinned or traced.states.others or traced.fresh_states:
        raise Unsupported("it writes to what is no argument")
    if given.same or given.varied:
        raise Unsupported("it is given one native array in the place of two")
    counts = [
        (len(getattr(of_arguments, kind)), len(getattr(given, kind)))
        for kind in ("bases", "hosts", "natives", "numbers")
    ]
    (bases, _), (hosts, _), *_ = counts
    if any(at >= bases for at in traced.changed):
        raise Unsupported("it writes to an array that is no argument")
    if any(at >= hosts for at, _ in traced.hosts_changed):
        raise Unsupported("it writes to an array that is no argument")
    if any(at >= len(of_arguments.containers) for at, _ in traced.effects):
        raise Unsupported("it changes a container that is no argument")
    flat = [read(base) for base in given.bases] + given.hosts + given.natives + given.numbers
    constants, at, order = {}, 0, []
    for own, count in counts:
        for n in range(count):
            order.append(n < own)
            if n >= own:
                constants[f"input{at + n}"] = np.asarray(
                    backend.to_host(backend.to_native(flat[at + n]))
                )
        at += count
    programs = programs_of(backend)
    try:
        data = programs.exported(program.compiled)
    except Exception as err:
        text = str(err).strip().splitlines()
        raise Unsupported(f"JAX exports no such program: {text[0] if text else err!r}") from err
    description = {
        "format": FORMAT,
        "name": name,
        "backend": backend.NAME,
        "versions": programs.versions(),
        "arguments": key_as_data(of_arguments.key),
        "given": order,
        "changed": traced.changed,
        "hosts_changed": traced.hosts_changed,
        "classes": [[_qualified_class_name(cls), at] for cls, at in traced.classes],
        "result": traced.result,
        "effects": traced.effects,
        "watched": program.reason_of_checks if traced.has_checks else "",
    }
    text = json.dumps(description, allow_nan=False)
    packed = io.BytesIO()
    np.savez(packed, **constants)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, held in zip(_PARTS, (text, data, packed.getvalue()), strict=True):
            archive.writestr(part, held)


# reading


def load(path) -> LoadedFunction:
    """Return the function of a file; see :func:`.files.load_compiled`."""
    try:
        with zipfile.ZipFile(path) as archive:
            held = [archive.read(part) for part in _PARTS]
    except (zipfile.BadZipFile, KeyError) as err:
        raise LoadError(f"{path}: no compiled function is in this file ({err})") from None
    try:
        description = json.loads(held[0])
        version = description["format"]
    except (ValueError, TypeError, KeyError):
        raise LoadError(f"{path}: the description of the function cannot be read") from None
    if version != FORMAT:
        raise LoadError(
            f"{path}: the file has format {version}, this version of ivy reads format {FORMAT}: "
            "save the function again"
        )
    known = description["backend"] in FRAMEWORKS
    programs = programs_of(load_backend(description["backend"])) if known else None
    if not hasattr(programs, "imported"):
        raise LoadError(f"{path}: no programs of {description['backend']!r} can be loaded")
    try:
        call = programs.imported(held[1])
    except Exception as err:
        text = str(err).strip().splitlines()
        raise LoadError(
            f"{path}: the program was saved by {_versions_text(description['versions'])}, and "
            f"{_versions_text(programs.versions())} cannot read it: {text[0] if text else err!r}"
        ) from err
    with np.load(io.BytesIO(held[2]), allow_pickle=False) as archive:
        constants = [
            archive[f"input{at}"] for at, own in enumerate(description["given"]) if not own
        ]
    try:
        return LoadedFunction(description, call, constants)
    except (TypeError, IndexError, AttributeError) as err:
        raise LoadError(f"{path}: the description of the function is not whole: {err}") from None


def _versions_text(versions: dict) -> str:
    return ", ".join(f"{name} {version}" for name, version in versions.items())


class LoadedFunction:
    """A compiled function that was read from a file; called as the function that was saved.

    It takes arguments of the dtypes, shapes and structure that it was saved for. What it writes to
    is written to; globals and closures are those of when it was saved. Where the function itself
    would have to be run, because an int grows beyond 64 bits or an error is raised, it raises
    RuntimeError and writes nothing.
    """

    def __init__(self, description: dict, call, constants: list):
        self.__name__ = description["name"]
        self._backend = load_backend(description["backend"])
        self._key, self._given = description["arguments"], description["given"]
        self._changed, self._hosts = description["changed"], description["hosts_changed"]
        self._result, self._effects = description["result"], description["effects"]
        self._watched = description.get("watched", "")
        self._call, self._constants = call, [self._backend.from_host(c) for c in constants]
        self._array_classes = {_qualified_class_name(cls): cls for cls in _array_classes()}
        self._classes = [(self._array_class_named(name), at) for name, at in description["classes"]]

    def __repr__(self):
        return f"<compiled function {self.__name__}, from a file>"

    def __call__(self, *args, **kwargs):
        given = CallSignature()
        for each in args:
            given.add(each)
        for name, each in kwargs.items():
            given.add(name)
            given.add(each)
        self._require_same_arguments(given)
        for base in given.bases:
            if (name := backend_of(read(base))) != self._backend.NAME:
                raise IvyValueError(
                    f"{self.__name__}: arrays of {self._backend.NAME} are needed, not of {name}"
                )
        own = [read(base) for base in given.bases] + given.hosts + given.natives + given.numbers
        own, constants = iter(own), iter(self._constants)
        outs = self._call(*[next(own if mine else constants) for mine in self._given])
        if self._watched and int(outs[-1]):
            raise RuntimeError(f"{self.__name__}: the program cannot go on: {self._watched}")
        for at, native in zip(self._changed, outs, strict=False):
            replace(given.bases[at], native)
        outs = outs[len(self._changed) :]
        fresh = [new_array(cls, outs[at]) for cls, at in self._classes]
        for at, out in self._hosts:
            np.copyto(given.hosts[at], np.asarray(outs[out]))
        made = _Made(self, given, outs, fresh)
        result = made.of(self._result)
        for at, held in [(at, made.of(held)) for at, held in self._effects]:
            put_back(given.containers[at], held)
        return result

    def _require_same_arguments(self, given: CallSignature) -> None:
        """Raise IvyValueError, with the first difference, unless a call has the saved key."""
        try:
            found = key_as_data(given.key)
        except Unsupported as err:
            raise IvyTypeError(f"{self.__name__}: {err}") from None
        if found != self._key:
            for one, other in zip(self._key, found, strict=False):
                if one != other:
                    raise IvyValueError(
                        f"{self.__name__}: was saved for {_entry_text(one)} where "
                        f"{_entry_text(other)} is given"
                    )
            more = "more" if len(self._key) > len(found) else "fewer"
            raise IvyValueError(f"{self.__name__}: was saved for {more} arguments")

    def _array_class_named(self, name: str) -> type:
        """Return the imported array class of that name; LoadError says which import lacks."""
        found = self._array_classes.get(name)
        if found is None:
            module = ".".join(name.split(".")[:2])
            raise LoadError(f"{self.__name__}: gives arrays of {name}: import {module} first")
        return found

    def scalar(self, native):
        """Return a frontend's scalar, or an array where no frontend has such."""
        for dialect in backend_handler.dialects():
            if dialect.scalar_on is not None:
                return dialect.scalar_on(self._backend)(native)
        return new_array(Array, native)


def _array_classes() -> list[type]:
    """Return the classes of arrays that the core and the imported frontends have."""
    found, waiting = [], [Array]
    while waiting:
        cls = waiting.pop()
        found.append(cls)
        waiting += cls.__subclasses__()
    return found


def _entry_text(entry) -> str:
    """Return an entry of a saved key as errors name it: a shape, a class's name, a value."""
    if not isinstance(entry, list):
        return repr(entry)
    kind, held = entry
    if kind == "tuple":
        return f"shape {decoded(entry)}"
    return held.rpartition(".")[2] if kind == "class" else str(held)


class _Made:
    """Puts results of one call together."""

    def __init__(self, function: LoadedFunction, given: CallSignature, outs, fresh: list):
        self.function, self.given, self.outs, self.fresh = function, given, outs, fresh

    def of(self, data: list):
        kind, held = data
        given = self.given
        if kind == "fresh":
            return self.fresh[held]
        if kind in ("leaf", "base", "host", "container"):
            return getattr(given, _LISTS[kind])[held]
        if kind == "view":
            base, stack, name = held
            cls = self.function._array_class_named(name)
            return view_through(self.of(base), tuple(map(decoded, stack)), cls)
        if kind == "number":
            return _PYTHON[held[1]](np.asarray(self.outs[held[0]])[()])
        if kind == "scalar":
            return self.function.scalar(self.outs[held])
        if kind == "native":
            return self.outs[held]
        if kind == "tuple":
            return tuple([self.of(each) for each in held])
        if kind == "list":
            return [self.of(each) for each in held]
        if kind == "dict":
            return {decoded(key): self.of(each) for key, each in held}
        if kind == "value":
            return decoded(held)
        raise LoadError(f"the file holds {kind!r}, which this version does not know")


_LISTS = {"leaf": "leaves", "base": "bases", "host": "hosts", "container": "containers"}
