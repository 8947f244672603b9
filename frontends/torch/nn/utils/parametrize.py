"""Parameters that are functions of others: ``module.weight`` is computed whenever it is read.

References
----------
PyTorch documentation, ``torch.nn.utils.parametrize``.
"""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Sequence

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.modules.container import ModuleDict, ModuleList
from frontends.torch.nn.modules.module import Module
from frontends.torch.nn.parameter import Parameter


class _Cache:
    """The values of parametrized tensors within ``cached()``, by module and name."""

    depth = 0
    values: dict = {}


@contextlib.contextmanager
@citing("``torch.nn.utils.parametrize.{}``")
def cached():
    """Compute each parametrized tensor once within the block."""
    _Cache.depth += 1
    try:
        yield
    finally:
        _Cache.depth -= 1
        if not _Cache.depth:
            _Cache.values.clear()


def _register_tensor(module, name: str, tensor) -> None:
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _replace_data(target, value) -> None:
    """Set ``target.data`` to a value of any shape; ``target`` stays the same object."""
    target.data = value.detach()


def _invert(parametrization, value):
    """Return ``right_inverse(value)``; the value itself if it is not there or not implemented."""
    inverse = getattr(parametrization, "right_inverse", None)
    if inverse is None:
        return value
    with contextlib.suppress(NotImplementedError):
        return inverse(value)
    return value


@citing("``torch.nn.utils.parametrize.{}``")
class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, and the tensors that it is computed of.

    Attributes
    ----------
    original : Parameter or Tensor
        What the first parametrization takes; ``original0`` and so on if it takes several.
    """

    def __init__(self, modules, original, unsafe: bool = False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = tuple(original.shape), original.dtype
        new = original
        with torch.no_grad():
            for module in reversed(list(self)):
                new = _invert(module, new)
        if not isinstance(new, (torch.Tensor, Sequence)):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                f"Got {type(new).__name__}"
            )
        self.is_tensor = isinstance(new, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            _set_original(self, original, new)
        else:
            _set_originals(self, original, new)
        if not unsafe:
            _check_parametrized(self(), shape, dtype)

    def right_inverse(self, value) -> None:
        """Set the originals so that the parametrized tensor becomes ``value``."""
        with torch.no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(
                        f"parametrization {type(module).__name__} does not implement right_inverse."
                    )
                value = module.right_inverse(value)
        values = [value] if self.is_tensor else value
        if self.is_tensor and not isinstance(value, torch.Tensor):
            raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
        if len(values) != self.ntensors:
            raise ValueError(
                f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. "
                f"Got a sequence of length {len(values)}."
            )
        for original, new in zip(_list_originals(self), values, strict=True):
            if new.dtype != original.dtype:
                raise ValueError(
                    f"The tensor returned by `right_inverse` has dtype {new.dtype} while "
                    f"`original` has dtype {original.dtype}"
                )
            _replace_data(original, new)

    def forward(self):
        first, *others = self._modules.values()
        x = first(*_list_originals(self))
        for module in others:
            x = module(x)
        return x


def _set_original(parametrizations, original, new) -> None:
    """Register ``original`` itself with the data of ``new``; refuse another dtype or device."""
    for what in ("dtype", "device"):
        before, after = getattr(original, what), getattr(new, what)
        if before != after:
            raise ValueError(
                f"When `right_inverse` outputs one tensor, it may not change the {what}.\n"
                f"original.{what}: {before}\nright_inverse(original).{what}: {after}"
            )
    if new is not original:
        _replace_data(original, new)
    _register_tensor(parametrizations, "original", original)


def _set_originals(parametrizations, original, new) -> None:
    """Register the tensors ``new`` as original0 and on, requiring grad as ``original``."""
    for i, each in enumerate(new):
        if not isinstance(each, torch.Tensor):
            raise ValueError(
                "'right_inverse' must return a Tensor or a reference-type opaque. Got "
                f"element {i} of the sequence with type {type(each).__name__}."
            )
        if isinstance(original, Parameter):
            each = Parameter(each.detach(), original.requires_grad)
        each.requires_grad_(original.requires_grad)
        _register_tensor(parametrizations, f"original{i}", each)


def _list_originals(parametrizations) -> list:
    if parametrizations.is_tensor:
        return [parametrizations.original]
    return [getattr(parametrizations, f"original{i}") for i in range(parametrizations.ntensors)]


def _check_parametrized(found, shape, dtype) -> None:
    """Raise ValueError if a parametrization gives no tensor, or another dtype or shape."""
    if not isinstance(found, torch.Tensor):
        raise ValueError(f"A parametrization must return a tensor. Got {type(found).__name__}.")
    facts = (("dtype", dtype, found.dtype), ("shape", torch.Size(shape), found.shape))
    for what, before, after in facts:
        if before != after:
            raise ValueError(
                f"Registering a parametrization may not change the {what} of the tensor, unless "
                f"`unsafe` flag is enabled.\nunparametrized {what}: {before}\n"
                f"parametrized {what}: {after}"
            )


def _refuse_pickling(self):
    raise RuntimeError(
        "Serialization of parametrized modules is only supported through state_dict(). See:\n"
        "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
        "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training"
    )


def _deepcopy_parametrized(self, memo):
    """Return a deep copy of a parametrized module, whose ``__getstate__`` refuses."""
    made = memo.get(id(self))
    if made is None:
        made = memo[id(self)] = self.__new__(type(self))
        made.__dict__ = copy.deepcopy(self.__dict__, memo)
    return made


def _parametrized_class(cls: type) -> type:
    """Return a class for one module: properties of parametrized tensors are put onto it."""
    body = {"__getstate__": _refuse_pickling}
    if not hasattr(cls, "__deepcopy__"):
        body["__deepcopy__"] = _deepcopy_parametrized
    return type(f"Parametrized{cls.__name__}", (cls,), body)


def _parametrized_property(name: str) -> property:
    """Return a property that computes the tensor, cached within ``cached()``; set inverts."""

    def get(self):
        parametrization = self.parametrizations[name]
        if not _Cache.depth:
            return parametrization()
        key = (id(self), name)
        if key not in _Cache.values:
            _Cache.values[key] = parametrization()
        return _Cache.values[key]

    def put(self, value) -> None:
        self.parametrizations[name].right_inverse(value)

    return property(get, put)


@citing("``torch.nn.utils.parametrize.{}``")
def register_parametrization(module, tensor_name: str, parametrization, *, unsafe: bool = False):
    """Have a parameter or buffer computed by a module whenever it is read.

    Parameters
    ----------
    module : Module
    tensor_name : str
    parametrization : Module
        Takes the original; ``right_inverse`` says what a value is computed of.
    unsafe : bool
        Whether it may change shape and dtype.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            before = getattr(module, tensor_name)
            _check_parametrized(parametrization(before), tuple(before.shape), before.dtype)
        known = module.parametrizations[tensor_name]
        known.append(parametrization)
        known.unsafe |= unsafe
        return module
    if tensor_name not in module._buffers and tensor_name not in module._parameters:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element "
            f"with name '{tensor_name}'"
        )
    original = getattr(module, tensor_name)
    made = ParametrizationList([parametrization], original, unsafe=unsafe)
    delattr(module, tensor_name)
    if not is_parametrized(module):
        module.__class__ = _parametrized_class(type(module))
        module.parametrizations = ModuleDict()
    setattr(type(module), tensor_name, _parametrized_property(tensor_name))
    module.parametrizations[tensor_name] = made
    return module


def is_parametrized(module, tensor_name: str | None = None) -> bool:
    """Return whether a module, or one tensor of it, is parametrized."""
    found = getattr(module, "parametrizations", None)
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


@citing("``torch.nn.utils.parametrize.{}``")
def remove_parametrizations(module, tensor_name: str, leave_parametrized: bool = True):
    """Make a parametrized tensor a parameter again: of its value, or of the original's."""
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    known = module.parametrizations[tensor_name]
    if known.is_tensor:
        tensor = known.original
        if leave_parametrized:
            with torch.no_grad():
                _replace_data(tensor, getattr(module, tensor_name))
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        tensor = Parameter(value.detach()) if value.requires_grad else value
    else:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is "
            "parametrized in terms of a sequence of tensors."
        )
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register_tensor(module, tensor_name, tensor)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module) -> type:
    """Return the class that a module had before its first parametrization."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


@citing("``torch.nn.utils.parametrize.{}``")
def transfer_parametrizations_and_params(from_module, to_module, tensor_name=None):
    """Give one module the parametrizations of another, and their originals."""
    if not is_parametrized(from_module):
        return to_module
    names = [tensor_name] if tensor_name is not None else list(from_module.parametrizations)
    for name in names:
        known = from_module.parametrizations[name]
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(getattr(from_module, name).detach()))
        for parametrization in known:
            register_parametrization(to_module, name, parametrization)
        made = to_module.parametrizations[name]
        for key in [key for key in known._parameters if key.startswith("original")]:
            setattr(made, key, getattr(known, key))
    return to_module


__all__ = [
    "Module",
    "ParametrizationList",
    "cached",
    "is_parametrized",
    "register_parametrization",
    "remove_parametrizations",
    "transfer_parametrizations_and_params",
    "type_before_parametrizations",
]
