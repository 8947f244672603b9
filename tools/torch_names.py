"""Write down which names each module of PyTorch has: ``python -m tools.torch_names``.

The table (``frontends/torch/compat/public_names.txt``) says under which paths programs may import
what, so that the frontend answers for all of them without PyTorch. Its lines are explained in
``frontends/torch/compat/name_table.py``, which reads it. Beside it, ``definitions.txt`` has under
which ``__module__`` and ``__qualname__`` its classes and functions are defined, where that is
another place than the one that the table gives them.
"""

from __future__ import annotations

import argparse
import ast
import enum
import importlib
import pkgutil
import sys
import types
import typing
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

TABLE = Path(__file__).parents[1] / "frontends" / "torch" / "compat" / "public_names.txt"

# Modules that are no files or internal, which popular packages import, and what is above them.
PRIVATE = """
    torch._C torch._C._VariableFunctions torch._C._acc torch._C._aoti torch._C._autograd
    torch._C._cpu torch._C._cudart torch._C._distributed torch._C._distributed_autograd
    torch._C._distributed_c10d torch._C._distributed_rpc torch._C._dynamo torch._C._export
    torch._C._fft torch._C._functionalization torch._C._functions torch._C._functorch
    torch._C._instruction_counter torch._C._itt torch._C._jit torch._C._jit_tree_views
    torch._C._lazy torch._C._lazy_ts_backend torch._C._linalg torch._C._monitor torch._C._nativert
    torch._C._nested torch._C._nn torch._C._onnx torch._C._profiler torch._C._return_types
    torch._C._sparse torch._C._special torch._C._te torch._C._verbose torch._C.cpp torch._dynamo
    torch._dynamo._trace_wrapped_higher_order_op torch._dynamo.config torch._dynamo.decorators
    torch._dynamo.eval_frame torch._dynamo.exc torch._dynamo.external_utils torch._dynamo.utils
    torch._export torch._inductor torch._inductor.config torch._inductor.cpu_vec_isa
    torch._inductor.runtime torch._inductor.runtime.cache_dir_utils torch._namedtensor_internals
    torch._numpy torch._vendor torch._vendor.packaging torch._vendor.packaging.version
    torch.distributed._tensor._shards_wrapper torch.distributed._tensor._utils
    torch.distributed._tensor.device_mesh torch.distributed._tensor.experimental
    torch.onnx._internal torch.onnx._internal.exporter
    torch.testing._internal torch.testing._internal.common_utils
""".split()
# Parts that PyTorch itself and its compiler import; of these, PRIVATE names what is kept.
_INTERNAL = tuple(
    f"torch.{name}"
    for name in """
    _dynamo _export _inductor _lazy _native _numpy _strobelight _vendor
    distributed._local_tensor distributed._pycute distributed._symmetric_memory distributed._tools
    onnx._internal testing._internal utils._debug_mode utils._strobelight
    """.split()
)
# Where functions of C are shown, which say no module of their own.
_OF_FUNCTIONS = ("torch", "torch.nn.functional", "torch.linalg", "torch.fft", "torch.special")
_NOT_WALKED = ("torch.lib", "torch.bin", "torch.include", "torch.share", "torch.test")
_ELSEWHERE = tuple(f"from {name}" for name in sys.stdlib_module_names)
DEFINITIONS = TABLE.with_name("definitions.txt")
_DEFINED = (type, types.FunctionType, types.BuiltinFunctionType)
_FEW = 40  # members of an enumeration that is kept with its members
_SHORT = 60  # characters of a literal that is kept with its value


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, default=TABLE)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch = importlib.import_module("torch")
    modules = loaded_modules(torch)
    canonical = canonical_places(modules)
    version = torch.__version__.partition("+")[0]
    blocks = [f"# PyTorch {version}: written by python -m tools.torch_names\n"]
    blocks += [block(name, modules[name], canonical) for name in sorted(modules)]
    options.out.write_text("\n".join(blocks))
    DEFINITIONS.write_text(f"{blocks[0]}\n" + "\n".join(definitions(modules, canonical)))


def paths(package: str, folders: list[str]) -> Iterator[str]:
    """Yield the path of each module below a package, internal parts left out.

    Nothing is imported: the folders are read.
    """
    for found in pkgutil.iter_modules(folders):
        name = f"{package}.{found.name}"
        if name in _NOT_WALKED or f"{name}.".startswith(tuple(f"{each}." for each in _INTERNAL)):
            continue
        yield name
        if found.ispkg:
            yield from paths(name, [f"{folder}/{found.name}" for folder in folders])


def loaded_modules(torch: types.ModuleType) -> dict[str, types.ModuleType | None]:
    """Return the modules of the table; None for one that needs what is not installed."""
    names = dict.fromkeys(["torch", *paths("torch", list(torch.__path__)), *PRIVATE])
    found: dict[str, types.ModuleType | None] = {}
    for name in names:
        try:
            found[name] = importlib.import_module(name)
        except (Exception, SystemExit):  # no tensorboard, or a program that reads its options
            found[name] = sys.modules.get(name) or _attribute_module(name)
    return {name: module for name, module in found.items() if module or _source_of(name)}


def _attribute_module(name: str) -> types.ModuleType | None:
    """Return a module that is one by attribute alone: those within ``torch._C``."""
    found: object = sys.modules["torch"]
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found if isinstance(found, types.ModuleType) else None


def _names(module: types.ModuleType) -> dict[str, object]:
    from torch.utils._config_module import ConfigModule

    found = dict(vars(module))
    if type(module) is not types.ModuleType:  # switches that are properties: torch.backends.cudnn
        found |= vars(getattr(module, "m", module))
        switches = (k for k, v in vars(type(module)).items() if hasattr(v, "__set__"))
        found |= {name: getattr(module, name) for name in switches if name not in found}
    if isinstance(module, ConfigModule):  # its settings, and what changes them
        names = [*module._config, *(n for n in vars(ConfigModule) if not n.startswith("_"))]
        found |= {name: getattr(module, name) for name in names if name.isidentifier()}
    return {
        name: value
        for name, value in found.items()
        if name.isidentifier() and name != "annotations"
        if not (name.startswith("__") and name.endswith("__"))
    }


def canonical_places(modules: dict) -> dict[int, tuple[str, str]]:
    """Return the place where a program would look for each object of PyTorch's: its ``id`` first.

    It is the place in the outermost package that shows it, or the file that defines it.
    """
    places: dict[int, list[tuple[str, str]]] = defaultdict(list)
    objects = {}
    for path, module in modules.items():
        for name, value in _names(module).items() if module else ():
            if isinstance(value, type) or callable(value):
                places[id(value)].append((path, name))
                objects[id(value)] = value
    return {key: min(found, key=_rank(objects[key])) for key, found in places.items()}


def _rank(value: object):
    """Return the order of an object's places: where documentation has it, its file, the rest."""
    home = getattr(value, "__module__", None) or ""
    own = getattr(value, "__name__", "")
    of_c = not home.startswith("torch") or home.startswith("torch._C")  # which says no place

    def rank(place: tuple[str, str]) -> tuple:
        path, name = place
        listed = getattr(sys.modules.get(path), "__all__", ())
        is_above = home == path or home.startswith(f"{path}.")
        is_shown = of_c and path in _OF_FUNCTIONS or name in listed or is_above
        is_private = "._" in path or name.startswith("_")
        order = 0 if is_shown and not is_private else 1 if path == home else 2 + is_private
        return order, path not in _OF_FUNCTIONS, path.count("."), name != own, path, name

    return rank


def block(name: str, module, canonical: dict) -> str:
    """Return the lines of one module."""
    if module is None:
        return f"[{name}]\n" + _from_source(name)
    listed = getattr(module, "__all__", None)
    lines: dict[str, list[str]] = defaultdict(list)
    literals = []
    for key, value in sorted(_names(module).items()):
        is_listed = key in listed if listed is not None else not key.startswith("_")
        mark = "" if is_listed != key.startswith("_") else "+" if is_listed else "-"
        kind, text = describe(name, key, value, canonical)
        if kind and not is_listed and name.count(".") > 1 and kind.startswith(_ELSEWHERE):
            continue  # what a file deep in a package imports of Python's for itself
        if kind == "literal":
            literals.append(f"literal {mark}{text}")
        elif kind is not None:
            lines[kind].append(mark + text)
    head = f"[{name}]" if listed is None else f"[{name}] all"
    body = [f"{kind} {' '.join(names)}" for kind, names in sorted(lines.items())]
    return "\n".join([head, *body, *literals]) + "\n"


def describe(path: str, key: str, value, canonical: dict) -> tuple[str | None, str]:
    """Return under which word a name stands, and its text; None for what nobody imports."""
    if isinstance(value, types.ModuleType):  # those of PyTorch's stand in the table themselves
        is_kept = "._" in path and value.__name__ in sys.stdlib_module_names
        return ("module", _renamed(key, value.__name__)) if is_kept else (None, "")
    if _is_foreign(value):
        return None, ""
    if id(value) in canonical and (isinstance(value, type) or callable(value)):
        home, name = canonical[id(value)]
        outside = _outside(value)
        if outside:
            return f"from {outside[0]}", _renamed(key, outside[1])
        if (home, name) != (path, key):
            return f"from {home}", _renamed(key, name)
    if isinstance(value, type):
        return _class(key, value)
    if _is_typing(value):
        return "type", key
    if callable(value):
        return "function", key
    if isinstance(value, str) and any(folder in value for folder in _of_this_machine()):
        return "value", key
    text = repr(value)
    if isinstance(value, (int, float, str, bytes, tuple, list, type(None))) and len(text) < _SHORT:
        try:
            ast.literal_eval(text)
        except (ValueError, SyntaxError):
            return "value", key
        return "literal", f"{key}={text}"
    return "value", key


def definitions(modules: dict, canonical: dict) -> list[str]:
    """Return a section for each module that defines what the table has in another place.

    A line is a module of the table and its names; behind a colon stands the ``__qualname__`` if it
    is another, or what stands before the name in it, with its dot.
    """
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for path, module in sorted(modules.items()):
        if module is None or "._" in path:
            continue
        for key, value in sorted(_names(module).items()):
            is_here = canonical.get(id(value)) == (path, key)
            if not is_here or not isinstance(value, _DEFINED):
                continue
            home, qualname = str(value.__module__), value.__qualname__
            if home.partition(".")[0] == "torch" and (home, qualname) != (path, key):
                outer = qualname.removesuffix(key)
                shown = outer if outer.endswith(".") else qualname
                found[home][path].append(key if qualname == key else f"{key}:{shown}")
    return [
        f"[{home}]\n" + "".join(f"{path} {' '.join(names)}\n" for path, names in paths.items())
        for home, paths in sorted(found.items())
    ]


def _of_this_machine() -> tuple[str, str]:
    """Return the folders in paths that mean nothing elsewhere: PyTorch's, the current one."""
    return str(Path(sys.modules["torch"].__file__).parents[1]), str(Path.cwd())


def _class(key: str, value: type) -> tuple[str, str]:
    members = getattr(value, "__members__", None)
    if isinstance(members, (dict, types.MappingProxyType)) and 0 < len(members) <= _FEW:
        numbers = (
            f"{name}={_number(member, place)!r}"
            for place, (name, member) in enumerate(members.items())
            if name.isidentifier()
        )
        return "enum", f"{key}({','.join(numbers)})"
    return ("error" if issubclass(value, BaseException) else "class"), key


def _number(member, place: int):
    found = member.value if isinstance(member, enum.Enum) else member
    if isinstance(found, str) and found.isidentifier():
        return found
    try:
        return int(found)
    except (TypeError, ValueError):
        return place


def _is_foreign(value) -> bool:
    """Return whether a class or function is of another package: programs import it from there."""
    home = getattr(value, "__module__", None) if callable(value) else None
    root = home.partition(".")[0] if isinstance(home, str) else "torch"
    return root not in ("torch", "__main__") and root not in sys.stdlib_module_names


def _outside(value) -> tuple[str, str] | None:
    """Return the module of Python's from which a program could import an object, and its name."""
    home, name = getattr(value, "__module__", None), getattr(value, "__qualname__", "")
    if not isinstance(home, str) or home.partition(".")[0] in ("torch", "__main__"):
        return None
    is_there = name.isidentifier() and getattr(sys.modules.get(home), name, None) is value
    if is_there:
        return (home, name) if home.partition(".")[0] in sys.stdlib_module_names else None
    # functions, code, modules and the like say that they are of `builtins`, which has no such names
    found = (key for key in types.__all__ if home == "builtins" and getattr(types, key) is value)
    return next((("types", key) for key in found), None)


def _is_typing(value) -> bool:
    if isinstance(value, (typing.TypeVar, typing.ParamSpec, types.UnionType, types.GenericAlias)):
        return True
    return type(value).__module__ in ("typing", "typing_extensions")


def _renamed(key: str, name: str) -> str:
    return key if key == name else f"{key}:{name}"


def _source_of(name: str) -> Path | None:
    base = Path(sys.modules["torch"].__file__).parent.joinpath(*name.split(".")[1:])
    return next((f for f in (base / "__init__.py", base.with_suffix(".py")) if f.is_file()), None)


def _from_source(name: str) -> str:
    """Return the lines of a module that cannot be imported here: what its text defines."""
    file = _source_of(name)
    lines: dict[str, list[str]] = defaultdict(list)
    for node in ast.parse(file.read_text()).body:
        match node:
            case ast.ClassDef():
                lines["class"].append(node.name)
            case ast.FunctionDef():
                lines["function"].append(node.name)
            case ast.ImportFrom(module=str(home)) if home.startswith("torch") or node.level:
                lines["class"] += [alias.asname or alias.name for alias in node.names]
    return "".join(f"{kind} {' '.join(names)}\n" for kind, names in sorted(lines.items()))


if __name__ == "__main__":
    main()
