"""The text of type stubs: annotations that a checker understands, definitions, imports."""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import inspect
import re
import sys
import types
from collections.abc import Callable, Collection, Iterable, Mapping

from ivy_core.container.methods import OF_CONTAINERS
from ivy_core.registry import FunctionSpec

HEADER = "# Written by tools/stubs.py: run `make stubs`.\n"
WIDTH = 100
EMPTY, KINDS = inspect.Parameter.empty, inspect.Parameter

_IMPORTS = {  # what a stub imports if it names it, by where from
    "collections.abc": ("Callable", "Iterable", "Iterator", "Sequence"),
    "contextlib": ("AbstractContextManager",),
    "typing": ("Any", "ClassVar", "NamedTuple", "NoReturn", "overload"),
    "ivy_core._typing": ("ArrayLike", "DeviceLike", "DtypeLike", "Operand", "ShapeLike"),
    "ivy_core.arrays.array": ("Array",),
    "ivy_core.container.container": ("Container",),
    "ivy_core.backends.placement": ("Mesh", "Placement"),
    "ivy_core._classes": ("Device", "Dtype", "Shape"),
}
_IMPORTED = frozenset(name for names in _IMPORTS.values() for name in names)

# Annotations of the code, and what a checker is told instead
_GIVEN = {"Array": "ArrayLike", "Dtype": "DtypeLike", "Device": "DeviceLike", "Shape": "ShapeLike"}
_RETURNED: dict[str, str] = {}
_BARE = {
    "ArrayFunction": "Callable[..., Any]", "Callable": "Callable[..., Any]",
    "Iterable": "Iterable[Any]", "Sequence": "Sequence[Any]", "dict": "dict[Any, Any]",
    "list": "list[Any]", "set": "set[Any]", "tuple": "tuple[Any, ...]", "type": "type[Any]",
}  # fmt: skip
_ARRAY_LIKE = frozenset({
    "bool", "complex", "float", "int", "list[Any]", "Sequence[Any]", "tuple[Any, ...]"
})  # fmt: skip


class Annotations:
    """Annotations brought to what a checker understands, for one stub.

    ``shadowed`` are the names that the stub defines: a builtin among them goes by another name.
    """

    def __init__(self, shadowed: Iterable[str] = ()):
        self.aliased = frozenset(shadowed) & set(vars(builtins))
        self.classes: dict[str, type] = {}  # of the package, that annotations name

    def given(self, text: str | None, scope: dict, containers: bool = False) -> str:
        """Return the annotation of a parameter, which may be a Container (or hold some)."""
        also = ["Container"] if containers else []
        given = self._translated(text, scope, _GIVEN, also)
        return given.replace("[ArrayLike]", "[ArrayLike | Container]") if containers else given

    def returned(self, text: str | None, scope: dict) -> str:
        """Return the annotation of a result."""
        return self._translated(text, scope, _RETURNED)

    def named(self, text: str) -> str:
        """Return an annotation with builtins by the names that they have in the stub."""
        return re.sub(r"\w+", lambda m: f"_{m[0]}" if m[0] in self.aliased else m[0], text)

    def _translated(self, text, scope, names, also=()) -> str:
        if not isinstance(text, str):
            return "Any"
        return union([*self._members(ast.parse(text, mode="eval").body, scope, names), *also])

    def _members(self, node, scope, names) -> list[str]:
        """Return the members of a union; anything else is one of one."""
        if isinstance(node, ast.BinOp):
            left = self._members(node.left, scope, names)
            return left + self._members(node.right, scope, names)
        if isinstance(node, ast.Constant):
            return ["..." if node.value is ... else str(node.value)]
        if isinstance(node, ast.Name):
            return self._name(node.id, scope, names)
        if isinstance(node, ast.Attribute):
            return [self._attribute(ast.unparse(node), scope)]
        elements = node.elts if isinstance(node, ast.List) else [node.slice]
        if isinstance(elements[0], ast.Tuple):
            elements = elements[0].elts
        inner = ", ".join(union(self._members(element, scope, names)) for element in elements)
        if isinstance(node, ast.List):
            return [f"[{inner}]"]
        base = ast.unparse(node.value).rpartition(".")[2]
        return ["Any"] if base == "Nest" else [f"{base}[{inner}]"]

    def _name(self, name, scope, names) -> list[str]:
        if name in names:
            return [names[name]]
        if name in _BARE:
            return [_BARE[name]]
        if name in vars(builtins) or name in _IMPORTED:
            return [name]
        value = scope[name]
        if isinstance(value, type):
            self.classes[name] = value
            return [name]
        return self._members(ast.parse(str(value), mode="eval").body, scope, names)  # an alias

    def _attribute(self, text: str, scope) -> str:
        owner, _, name = text.rpartition(".")
        if isinstance(module := scope.get(owner), types.ModuleType):
            if module.__name__.startswith("ivy_core"):
                self.classes[name] = vars(module)[name]
                return name
        return name if owner in ("typing", "collections.abc") else text  # out of an alias


def union(members: Iterable[str]) -> str:
    """Join the members of a union, each once, None last.

    Examples
    --------
    >>> union(["None", "ArrayLike", "complex", "str"])
    'ArrayLike | str | None'
    """
    found = dict.fromkeys(members)
    if "Any" in found:
        return "Any"
    if "ArrayLike" in found:
        found = dict.fromkeys(name for name in found if name not in _ARRAY_LIKE)
    last = ["None"] if "None" in found else []
    return " | ".join([name for name in found if name != "None"] + last)


def default_text(value) -> str:
    """Return the text of a default value; an ellipsis where its repr is no literal.

    Examples
    --------
    >>> default_text(1e-7), default_text("mean"), default_text(float("inf"))
    ('1e-07', '"mean"', '...')
    """
    if value is None or type(value) in (bool, int, str, tuple):
        return repr(value).replace("'", '"')
    literal = type(value) is float and abs(value) < float("inf")
    return repr(value) if literal else "..."


class Definition:
    """One function of a stub: its parameters as (text, kind), and its result."""

    def __init__(self, name: str, parameters: list[tuple[str, object]], returns: str):
        self.name, self.parameters, self.returns = name, parameters, returns

    def lines(self, indent="", decorators=(), note="") -> list[str]:
        """Return the lines, broken as ruff breaks them; ``note`` is a comment for the checker."""
        head = [f"{indent}@{decorator}" for decorator in decorators]
        note = note and f"  # type: ignore[{note}]"
        arguments = self._arguments()
        line = f"{indent}def {self.name}({', '.join(arguments)}) -> {self.returns}: ..."
        if len(line) <= WIDTH or not arguments:
            return [*head, line + note]
        head.append(f"{indent}def {self.name}({note}")
        last = f"{indent}) -> {self.returns}: ..."
        inner = f"{indent}    {', '.join(arguments)}"
        if len(inner) <= WIDTH:
            return [*head, inner, last]
        return [*head, *[f"{indent}    {argument}," for argument in arguments], last]

    def _arguments(self) -> list[str]:
        texts, starred = [], False
        for at, (text, kind) in enumerate(self.parameters):
            if kind is KINDS.VAR_POSITIONAL:
                text, starred = f"*{text}", True
            elif kind is KINDS.VAR_KEYWORD:
                text = f"**{text}"
            elif kind is KINDS.KEYWORD_ONLY and not starred:
                texts.append("*")
                starred = True
            texts.append(text)
            if kind is KINDS.POSITIONAL_ONLY:
                following = self.parameters[at + 1 : at + 2]
                if not following or following[0][1] is not KINDS.POSITIONAL_ONLY:
                    texts.append("/")
        return texts


class Writer:
    """Definitions of functions, in the forms that a stub has of them."""

    def __init__(self, annotations: Annotations):
        self.annotations = annotations

    def plain(self, function: Callable, returns: str | None = None, name: str = "") -> Definition:
        """Return a function as it is annotated; ``returns`` is the result, if it is given."""
        scope = _scope(function)
        parameters = []
        for p in inspect.signature(function).parameters.values():
            text = _text(p)
            text = text and self.annotations.returned(text, scope)
            parameters.append((self._parameter(p.name, text, p.default), p.kind))
        if returns is None:
            returns = self.annotations.returned(_text_of_return(function), scope)
        return self._made(name or function.__name__, parameters, returns)

    def of_arrays(self, spec: FunctionSpec, method: bool = False) -> Definition:
        """Return a function of the registry, as a function or as a method of Array."""
        parameters = []
        for p in _parameters(spec, method):
            given = self.annotations.given(_text(p), _scope(spec.body))
            given = "Array | None" if p.name == "out" else given
            parameters.append((self._parameter(p.name, given, p.default), p.kind))
        returns = _text_of_return(spec.body)
        if hasattr(spec.body, "__wrapped__") and str(returns).startswith("Iterator["):
            returns = "AbstractContextManager" + returns.removeprefix("Iterator")
        returns = self.annotations.returned(returns, _scope(spec.body))
        return self._made(spec.name, with_self(parameters, method), returns)

    def of_containers(self, spec: FunctionSpec, method=False, static=False) -> Definition:
        """Return it for Containers, which may stand in the place of any argument."""
        parameters = []
        for p in _parameters(spec, method):
            given = self.annotations.given(_text(p), _scope(spec.body), containers=True)
            given = "Container | None" if p.name == "out" else given
            parameters.append((self._parameter(p.name, given, p.default), p.kind))
        if method or static:
            taken = inspect.signature(spec.body).parameters
            named = [
                (self._parameter(*each), KINDS.KEYWORD_ONLY)
                for each in _MAPPING
                if each[0] not in taken
            ]
            last = bool(parameters) and parameters[-1][1] is KINDS.VAR_KEYWORD
            parameters[len(parameters) - last : len(parameters) - last] = named
        name = f"static_{spec.name}" if static else spec.name
        return self._made(name, with_self(parameters, method), _container_return(spec))

    def overloads(
        self, spec: FunctionSpec, indent="", decorators=(), change: Callable = lambda d: d
    ) -> list[str]:
        """Return a function with its forms for arrays and for Containers."""
        arrays = change(self.of_arrays(spec))
        if not takes_containers(spec):
            return arrays.lines(indent, decorators)
        containers = change(self.of_containers(spec))
        if arrays.returns == containers.returns:
            return containers.lines(indent, decorators)
        both = ("overload", *decorators)
        # told apart by their order; a Container is none of what arrays may be
        return [
            *arrays.lines(indent, both, note="overload-overlap"),
            *containers.lines(indent, both),
        ]

    def member(self, name: str, value, returns: dict[str, str], note: str = "") -> list[str]:
        """Return what is written by hand in a class: a method, or a property.

        ``returns`` says what comes of those that are not annotated.
        """
        if name == "__hash__" and value is None:
            return ["    __hash__: ClassVar[None]  # type: ignore[assignment]"]
        if isinstance(value, property):
            said = returns.get(name) or _found(value.fget)
            lines = self.plain(value.fget, said).lines("    ", ("property",))
            if value.fset is not None:
                setter = self.plain(value.fset, "None").lines("    ", (f"{name}.setter",))
                lines += setter
            return lines
        decorators = ()
        if isinstance(value, (staticmethod, classmethod)):
            decorators = (type(value).__name__,)
            value = value.__func__
        if not inspect.isfunction(value):
            return []
        said = returns.get(name) or _found(value)
        return self.plain(value, said, name).lines("    ", decorators, note)

    def _parameter(self, name: str, annotation: str | None, value) -> str:
        text = name if annotation is None else f"{name}: {self.annotations.named(annotation)}"
        if value is EMPTY:
            return text
        equals = "=" if annotation is None else " = "
        return text + equals + default_text(value)

    def _made(self, name, parameters, returns) -> Definition:
        return Definition(name, parameters, self.annotations.named(returns))


_MAPPING = (  # what API methods of Containers take beyond the parameters of the functions
    ("key_chains", "Sequence[str] | dict[str, Any] | None", None),
    ("to_apply", "bool", True),
    ("prune_unapplied", "bool", False),
    ("map_sequences", "bool | None", None),
)


def _parameters(spec: FunctionSpec, method: bool) -> list[inspect.Parameter]:
    """Return the parameters; of a method without the one that ``self`` stands for."""
    parameters = list(inspect.signature(spec.body).parameters.values())
    if not method:
        return parameters
    own = spec.self_parameter
    name, carries = own.name, own.carries
    at = [p.name for p in parameters].index(name)
    if parameters[at].kind is KINDS.VAR_POSITIONAL:  # further ones may follow
        return parameters
    if carries == "arrays":  # the other members, if there are any
        followed = any(p.default is EMPTY and p.kind in _PLACED for p in parameters[at + 1 :])
        parameters[at] = parameters[at] if followed else parameters[at].replace(default=())
        return parameters
    return [p for p in parameters if p.name != name]


_PLACED = (KINDS.POSITIONAL_ONLY, KINDS.POSITIONAL_OR_KEYWORD)


def with_self(parameters: list, method: bool) -> list:
    if not method:
        return parameters
    only = parameters and parameters[0][1] is KINDS.POSITIONAL_ONLY
    return [("self", KINDS.POSITIONAL_ONLY if only else KINDS.POSITIONAL_OR_KEYWORD), *parameters]


def _text(p: inspect.Parameter) -> str | None:
    if p.name == "query":  # an index: nearly anything
        return None
    return p.annotation if isinstance(p.annotation, str) else None


def _text_of_return(function) -> str | None:
    text = inspect.signature(function).return_annotation
    return text if isinstance(text, str) else None


def _scope(function) -> dict:
    """Return what the names in a function's annotations mean, those for checkers alone among it."""
    names = inspect.unwrap(function).__globals__
    return {**_only_for_checkers(names["__name__"]), **names}


@functools.cache
def _only_for_checkers(module: str) -> dict:
    """Return what a file imports ``if TYPE_CHECKING``."""
    tree, found = ast.parse(inspect.getsource(sys.modules[module])), {}
    for node in tree.body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for each in node.body:
                place = f"{'.' * each.level}{each.module}"
                there = importlib.import_module(place, sys.modules[module].__package__)
                found |= {name.name: getattr(there, name.name) for name in each.names}
    return found


_DOCUMENTED = re.compile(r"Returns\n\s*-+\n\s*(\S.*)\n?")
_TYPES = re.compile(r"(Container|None|bool|int|str|list|dict)(\[[\w, |]+\])?( \| None)?")


def _found(function) -> str | None:
    """Return the type of a result out of the docstring, if there is no annotation to say it."""
    if _text_of_return(function) is not None:
        return None
    text = function.__doc__ or ""
    if (found := _DOCUMENTED.search(text)) and _TYPES.fullmatch(found[1]):
        return _BARE.get(found[1], found[1])
    if re.match(r"(Return )?(a|the|one) Container\b", text, re.IGNORECASE):
        return "Container"
    if text.startswith("Return a list of Containers"):
        return "list[Container]"
    return "Iterator[Any]" if text.startswith("Yield") else None


def takes_containers(spec: FunctionSpec) -> bool:
    """Return whether a function maps over Containers, by itself or by its inner calls."""
    if spec.convenience:
        return False
    if spec.nestable or spec.name.startswith("inplace_") and spec.array_parameters:
        return True
    arrays = any(p.carries in ("array", "arrays", "varargs") for p in spec.parameters)
    return spec.kind == "compositional" and arrays


def _container_return(spec: FunctionSpec) -> str:
    """Return what comes for Containers: as many of them as there are results."""
    returns = spec.returns
    if spec.name in OF_CONTAINERS:
        return returns
    if returns.startswith(("tuple[Array", "list[Array")):
        return "list[Container]"
    one = ("Array", "Array | complex", "Device", "Dtype", "bool", "complex", "float", "int", "list")
    others = ("str", "np.ndarray", "tuple[int, ...]", "tuple[int, ...] | Array", "int | Array")
    if returns in (*one, *others):
        return "Container"
    return "None" if returns == "None" else "Any"


def has_own_stub(cls: type) -> bool:
    """Return whether a class stands in the stub of its module; others are gathered in one."""
    return cls.__module__.startswith(("ivy_core.container.", "ivy_core.utils."))


def relative(module: str, package: str) -> str:
    """Return how a stub in ``ivy_core.<package>`` imports a module of ``ivy_core``."""
    inner = module.removeprefix("ivy_core").lstrip(".")
    if not package:
        return f".{inner}"
    if inner.startswith(package + "."):
        return f".{inner.removeprefix(package + '.')}"
    return f"..{inner}"


def stub(
    package: str,
    lines: list[str],
    annotations: Annotations,
    imports: Iterable[str] = (),
    exports: Iterable[str] = (),
) -> str:
    body = "\n".join(lines)
    used = set(re.findall(r"\w+", body))
    defined = set(re.findall(r"^class (\w+)", body, re.MULTILINE))
    outer, inner = [], list(imports)
    aliased = sorted(name for name in annotations.aliased if f"_{name}" in used)
    if aliased:
        outer.append("from builtins import " + ", ".join(f"{name} as _{name}" for name in aliased))
    sources = {name: module for module, names in _IMPORTS.items() for name in names}
    for name, cls in annotations.classes.items():
        sources[name] = cls.__module__ if has_own_stub(cls) else "ivy_core._classes"
    for name, module in sources.items():
        exported = name in exports
        if name in defined or name not in used and not exported:
            continue
        if module.startswith("ivy_core"):
            text = f"{name} as {name}" if exported else name
            inner.append(f"from {relative(module, package)} import {text}")
        else:
            outer.append(f"from {module} import {name}")
    outer += [f"import {name}" for name in ("types",) if f"{name}." in body]
    third = ["import numpy as np"] if "np." in body else []
    parts = [import_lines(outer), third, import_lines(inner)]
    head = "\n\n".join("\n".join(part) for part in parts if part)
    return f"{HEADER}\n{head}\n\n{body}\n"


def exports(names: Mapping[str, Collection[str]]) -> str:
    """Return the lines that export names, by the module that they are imported from."""
    lines = [f"from {module} import {name} as {name}" for module in names for name in names[module]]
    return "".join(f"{line}\n" for line in import_lines(lines))


def import_lines(imports: Iterable[str]) -> list[str]:
    """Return imports in the order of ruff, those of one module joined."""
    plain = sorted(line for line in imports if line.startswith("import "))
    by_module: dict[str, list[str]] = {}
    for line in imports:
        if line.startswith("from "):
            module, _, names = line.removeprefix("from ").partition(" import ")
            by_module.setdefault(module, []).extend(names.split(", "))
    lines = list(plain)
    for module in sorted(by_module, key=lambda m: (-len(m) + len(m.lstrip(".")), m)):
        names = sorted(set(by_module[module]), key=lambda name: (name.lower(), name))
        plain = [name for name in names if " as " not in name]
        parts = [[name] for name in names if " as " in name] + ([plain] if plain else [])
        parts.sort(key=lambda part: part[0].lower())
        lines += [_broken(module, part) for part in parts]
    return lines


def _broken(module: str, names: list[str]) -> str:
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    return f"from {module} import (\n" + "".join(f"    {name},\n" for name in names) + ")"
