"""Write the type stubs out of the registry and the classes as they are: ``python -m tools.stubs``.

They are built into the wheel (`tools.build`) and kept out of git: each follows from code beside it.

A function that maps over Containers has two overloads, one for arrays and one for Containers: the
result is then an Array or a Container, and editors complete what it has, where a union of the two
would have to be told apart after each call. The first one is for arrays, as most calls are.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
import types
from pathlib import Path

import ivy_core as ivy
from ivy_core import container, linalg, modes
from ivy_core.arrays import array as array_module
from ivy_core.arrays.operators import operators
from ivy_core.container.base import ContainerBase
from ivy_core.dtypes import DTYPES
from ivy_core.registry import FUNCTIONS
from ivy_core.utils import assertions, exceptions

from .numpy_stubs import numpy_frontend_stubs
from .stub_text import (
    HEADER,
    KINDS,
    Annotations,
    Definition,
    Writer,
    has_own_stub,
    relative,
    stub,
    with_self,
)
from .torch_stubs import torch_frontend_stubs

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("ivy_core", "frontends", "transpile")
_SELF = ("self", KINDS.POSITIONAL_OR_KEYWORD)


def package_stub(annotations: Annotations) -> str:
    """Return the stub of the package: constants, data types, modes and functions."""
    writer = Writer(annotations)
    exports = {"Array", "Container", "Device", "Dtype", "Mesh", "Placement", "Shape"}
    imports = []
    values, definitions, aliases = [], {}, []
    for name in sorted({*ivy.__all__, "__array_api_version__"} - set(FUNCTIONS)):
        value = vars(ivy)[name]
        if name in DTYPES:
            values.append(f"{name}: Dtype")
        elif isinstance(value, types.ModuleType):
            place = value.__name__.rpartition(".")[0]
            imports.append(f"from {relative(place, '')} import {name} as {name}")
        elif name in ("NativeArray", "NativeDevice", "NativeDtype"):
            imports.append(f"from ._typing import {name} as {name}")
        elif isinstance(value, type):
            if name not in exports:
                imports.append(f"from {relative(value.__module__, '')} import {name} as {name}")
        elif inspect.isfunction(value) and value.__name__ in FUNCTIONS:
            aliases.append(f"{name} = {value.__name__}")
        elif inspect.isfunction(value):
            definitions[name] = writer.plain(value).lines()
        else:
            values.append(f"{name}: {annotations.named(_kind(value))}")
    for public, name in sorted(modes._PUBLIC.items()):
        kind = annotations.named(_kind(modes._DEFAULTS[name]))
        values += [f"{public}: {kind}", f"{public}_stack: list[{kind}]"]
    for name, spec in FUNCTIONS.items():
        if name != "fft":
            definitions[name] = writer.overloads(spec)
    lines = [*values, ""]
    for name in sorted(definitions):
        lines += definitions[name]
    lines += ["", *aliases, "", *_fft(writer), "", "fft: _Fft"]
    return stub("", lines, annotations, imports, exports)


def _kind(value) -> str:
    return "None" if value is None else type(value).__name__


def _fft(writer: Writer) -> list[str]:
    """Return the class of ``fft``, which is a function and a namespace."""

    def called(definition):
        return Definition("__call__", with_self(definition.parameters, True), definition.returns)

    lines = ["class _Fft:", *writer.overloads(FUNCTIONS["fft"], "    ", change=called)]
    for name in sorted(name for name, spec in FUNCTIONS.items() if spec.category == "fft"):
        lines += writer.overloads(FUNCTIONS[name], "    ", ("staticmethod",))
    return lines


_ARRAY_RETURNS = {
    "T": "Array", "__array__": "np.ndarray", "__array_namespace__": "types.ModuleType",
    "__bool__": "bool", "__complex__": "complex", "__copy__": "Array", "__deepcopy__": "Array",
    "__dlpack_device__": "tuple[int, int]", "__float__": "float", "__getitem__": "Array",
    "__index__": "int", "__init__": "None", "__int__": "int", "__iter__": "Iterator[Array]",
    "__setitem__": "None", "_base": "Array | None", "_view_refs": "list[Array]",
    "device": "Device | Placement", "placement": "Placement",
    "imag": "Array", "mT": "Array", "real": "Array", "to_device": "Array",
}  # fmt: skip
_ARRAY_PRIVATE = frozenset({"_base", "_manipulation_stack", "_view_refs"})
_NOT_SHOWN = frozenset({
    "__class__", "__doc__", "__module__", "__new__", "__reduce__", "__slots__", "__weakref__",
    "__dir__", "__getstate__", "__init_subclass__", "__setstate__",
})  # fmt: skip


def array_stub(annotations: Annotations) -> str:
    """Return the stub of Array and of the functions beside it."""
    writer = Writer(annotations)
    lines = ["class Array:"]
    names = operators()
    for name, value in vars(ivy.Array).items():
        hidden = name.startswith("_") and not name.startswith("__") and name not in _ARRAY_PRIVATE
        if hidden or name in _NOT_SHOWN or _is_generated(value, name):
            continue
        if name in names:
            lines += _operator(name, "Operand", "Array").lines("    ", note=_override(name))
        else:
            lines += writer.member(name, value, _ARRAY_RETURNS)
    for name in sorted(n for n, value in vars(ivy.Array).items() if _is_generated(value, n)):
        lines += writer.of_arrays(FUNCTIONS[name], method=True).lines("    ")
    lines += ["", *_functions(array_module, writer)]
    return stub("array", lines, annotations)


def _functions(module: types.ModuleType, writer: Writer) -> list[str]:
    """Return the public functions that a module defines."""
    return [
        line
        for name, value in sorted(vars(module).items())
        if inspect.isfunction(value) and value.__module__ == module.__name__
        if not name.startswith("_")
        for line in writer.plain(value).lines()
    ]


def _operator(name: str, operand: str, returns: str) -> Definition:
    if name in ("__pos__", "__neg__", "__abs__", "__invert__"):
        return Definition(name, [_SELF], returns)
    returns = f"tuple[{returns}, {returns}]" if name.endswith("divmod__") else returns
    parameters = [("self", KINDS.POSITIONAL_ONLY), (f"other: {operand}", KINDS.POSITIONAL_ONLY)]
    return Definition(name, parameters, returns)


def _override(name: str) -> str:
    return "override" if name in ("__eq__", "__ne__") else ""


def _is_generated(value, name: str) -> bool:
    """Return whether a method was made of a function of the registry."""
    spec = FUNCTIONS.get(name.removeprefix("static_"))
    value = value.__func__ if isinstance(value, staticmethod) else value
    return spec is not None and getattr(value, "__wrapped__", None) is spec.body


_CONTAINER_RETURNS = {
    "__contains__": "bool", "__copy__": "Container", "__deepcopy__": "Container",
    "__delattr__": "None", "__delitem__": "None", "__init__": "None", "__iter__": "Iterator[str]",
    "__len__": "int", "__repr__": "Any", "__setattr__": "None", "__setitem__": "None",
    "cont_config": "dict[str, Any]", "cont_ivy": "types.ModuleType", "update": "None",
}  # fmt: skip
_OF_DICT = frozenset({  # which dict has with another signature
    "__eq__", "__ior__", "__ne__", "__or__", "__repr__", "__ror__", "copy", "get", "pop",
    "setdefault", "update",
})  # fmt: skip
_CONTAINER_OPERATORS = re.compile(
    r"__[ri]?(add|sub|mul|truediv|floordiv|mod|pow|matmul|and|or|xor|lshift|rshift)__"
    r"|__(lt|le|gt|ge|eq|ne|pos|neg|abs|invert)__"
)


def container_stub(annotations: Annotations) -> str:
    """Return the stub of Container: its own methods, those of the API and the static ones."""
    writer = Writer(annotations)
    inherited = {}
    for cls in reversed(ContainerBase.__mro__[: ContainerBase.__mro__.index(dict)]):
        inherited |= vars(cls)
    own = vars(ivy.Container)
    lines = [
        "class ContainerBase(dict[Any, Any]):",
        *_written(inherited, writer),
        "",
        "class Container(ContainerBase):",
        *_written(own, writer),
    ]
    for name, value in sorted(vars(ivy.Array).items()):  # read from each leaf
        if isinstance(value, property) and not name.startswith("_") and name not in inherited:
            lines += Definition(name, [_SELF], "Container").lines("    ", ("property",))
    for name in sorted(name for name, value in own.items() if _is_generated(value, name)):
        spec = FUNCTIONS[name.removeprefix("static_")]
        static = isinstance(own[name], staticmethod)
        definition = writer.of_containers(spec, method=not static, static=static)
        lines += definition.lines("    ", ("staticmethod",) if static else ())
    lines += ["", "class LeafAttributes(Container): ..."]
    return stub("container", lines, annotations)


def _written(members: dict, writer: Writer) -> list[str]:
    """Return what is written by hand in the classes of Containers."""
    lines = []
    for name, value in sorted(members.items()):
        hidden = name.startswith("_") and not name.startswith("__")
        if hidden or name in _NOT_SHOWN or _is_generated(value, name):
            continue
        note = "override" if name in _OF_DICT else ""
        if name == "__getattr__":  # its further arguments are for calls by name
            line = "def __getattr__(self, name: str, /, *args: Any, **kwargs: Any) -> Any: ..."
            lines.append(f"    {line}")
        elif _CONTAINER_OPERATORS.fullmatch(name):
            lines += _operator(name, "Any", "Container").lines("    ", note=note)
        else:
            lines += writer.member(name, value, _CONTAINER_RETURNS, note)
    return lines


def container_package_stub(annotations: Annotations) -> str:
    """Return the stub of the package of Containers."""
    attach = Writer(annotations).plain(container.add_ivy_container_instance_methods).lines()
    imports = [
        "from .container import Container as Container",
        "from .container import ContainerBase as ContainerBase",
    ]
    return stub("container", attach, annotations, imports)


def module_stub(module: types.ModuleType, annotations: Annotations) -> str:
    """Return the stub of a module in ``utils``: its public classes and functions."""
    classes = [
        value
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__
        if not name.startswith("_")
    ]
    writer = Writer(annotations)
    lines = [*_spaced([_class(cls, writer) for cls in classes]), ""] if classes else []
    return stub("utils", lines + _functions(module, writer), annotations)


def _spaced(classes: list[list[str]]) -> list[str]:
    """Return classes one after another, apart where one of two has a body."""
    lines = []
    for at, each in enumerate(classes):
        if at and (len(each) > 1 or len(classes[at - 1]) > 1):
            lines.append("")
        lines += each
    return lines


_ATTRIBUTES = {"IvyException": {"native_error": "BaseException | None"}}
_SHOWN = frozenset({"__enter__", "__exit__", "__init__"})


def _base(cls: type) -> str:
    if cls is tuple:  # of Shape
        return "tuple[int, ...]"
    place = cls.__module__.replace("numpy", "np", 1) if cls.__module__ != "builtins" else ""
    return f"{place}.{cls.__name__}" if place.startswith("np") else cls.__name__


def classes_stub(classes: dict[str, type]) -> str:
    """Return the stub of the classes that functions take and return."""
    annotations = Annotations()
    writer = Writer(annotations)
    lines = _spaced([_class(cls, writer) for _, cls in sorted(classes.items())])
    return stub("", lines, annotations)


def _class(cls: type, writer: Writer) -> list[str]:
    """Return a class: its fields, methods and properties."""
    scope, named = vars(sys.modules[cls.__module__]), hasattr(cls, "_fields")
    fields = dict(_ATTRIBUTES.get(cls.__name__, {}))
    for base in reversed(cls.__mro__) if named else (cls,):
        for name, text in vars(base).get("__annotations__", {}).items():
            if not name.startswith("_"):
                text = getattr(text, "__forward_arg__", text)  # as NamedTuple keeps it
                fields[name] = writer.annotations.returned(text, scope)
    bases = ["NamedTuple"] if named else [_base(base) for base in cls.__bases__]
    bases = [base for base in bases if base != "object"]
    lines = [f"    {name}: {text}" for name, text in fields.items()]
    for name, value in () if named else vars(cls).items():
        if name == "__new__":
            definition = writer.plain(inspect.unwrap(value), cls.__name__, "__new__")
            lines += definition.lines("    ")
        elif name in _SHOWN and name not in fields and not hasattr(cls, "__dataclass_fields__"):
            lines += writer.member(name, value, {name: "None"})
        elif not name.startswith("_") and not isinstance(value, types.MemberDescriptorType):
            lines += writer.member(name, value, {})
    head = f"class {cls.__name__}({', '.join(bases)}):" if bases else f"class {cls.__name__}:"
    return [head, *lines] if lines else [f"{head} ..."]


def linalg_stub() -> str:
    """Return the stub of the extension, whose functions are those of the package."""
    names = [f"from . import {name} as {name}\n" for name in sorted(linalg._NAMES)]
    return f"{HEADER}\n{''.join(names)}"


def stubs() -> dict[Path, str]:
    """Return the text of each stub, by its path in the repository."""
    classes = {"Device": ivy.Device, "Dtype": ivy.Dtype, "Shape": ivy.Shape}

    def written(write, shadowed=()):
        annotations = Annotations(shadowed)
        text = write(annotations)
        gathered = {n: c for n, c in annotations.classes.items() if not has_own_stub(c)}
        classes.update(gathered)
        return text

    texts = {
        "__init__.pyi": written(package_stub, ivy.__all__),
        "arrays/array.pyi": written(array_stub, vars(ivy.Array)),
        "container/__init__.pyi": written(container_package_stub),
        "container/container.pyi": written(container_stub, dir(ivy.Container)),
        "linalg.pyi": linalg_stub(),
        "utils/assertions.pyi": written(lambda a: module_stub(assertions, a)),
        "utils/exceptions.pyi": written(lambda a: module_stub(exceptions, a)),
    }
    texts["_classes.pyi"] = classes_stub(classes)
    core = {Path("ivy_core") / name: texts[name] for name in sorted(texts)}
    return core | numpy_frontend_stubs(ROOT) | torch_frontend_stubs(ROOT)


def write(root: Path) -> None:
    """Write the stubs into the packages below ``root``; those of an earlier run that went, go."""
    texts = {root / path: text for path, text in stubs().items()}
    for package in PACKAGES:
        for path in (root / package).rglob("*.pyi"):
            if path not in texts and path.read_text().startswith(HEADER):
                path.unlink()
    for path, text in texts.items():
        if not path.exists() or path.read_text() != text:  # checkers look at the time of a file
            path.write_text(text)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line: ``python -m tools.stubs [FOLDER]``."""
    parser = argparse.ArgumentParser(prog="python -m tools.stubs", description=__doc__)
    parser.add_argument(
        "folder", nargs="?", type=Path, default=ROOT, help="where the packages are; here by default"
    )
    write(parser.parse_args(arguments).folder)


if __name__ == "__main__":
    main()
