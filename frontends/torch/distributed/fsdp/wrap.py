"""Policies that choose the modules of a model for units of ``FullyShardedDataParallel``.

References
----------
PyTorch documentation, ``torch.distributed.fsdp.wrap``.
"""

from __future__ import annotations

import contextlib
import functools
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.utils._pytree import tree_map


@citing("torch.distributed.fsdp.wrap.{}")
def always_wrap_policy(*args, **kwargs) -> bool:
    """Return True: each module becomes a unit.

    >>> from frontends.torch.distributed.fsdp.wrap import always_wrap_policy
    >>> always_wrap_policy()
    True
    """
    return True


class _Policy(ABC):
    """Policy that chooses the modules of a whole tree at once."""

    @abstractmethod
    def _run_policy(self, root_module, ignored_modules: set, root_kwargs: dict) -> dict:
        """Return the options of the unit that each chosen module becomes."""


@citing("torch.distributed.fsdp.wrap.{}")
class ModuleWrapPolicy(_Policy):
    """Policy by which the modules of some classes become units.

    Parameters
    ----------
    module_classes : iterable of type

    >>> from frontends.torch.distributed.fsdp.wrap import ModuleWrapPolicy
    >>> policy = ModuleWrapPolicy({torch.nn.Linear})
    >>> policy(torch.nn.Linear(1, 1), recurse=False), policy(torch.nn.ReLU(), recurse=False)
    (True, False)
    """

    def __init__(self, module_classes: Iterable[type]) -> None:
        self._module_classes = set(module_classes)

    def _run_policy(self, root_module, ignored_modules: set, root_kwargs: dict) -> dict:
        classes = tuple(self._module_classes)
        return {
            module: dict(root_kwargs)
            for module in root_module.modules()
            if module not in ignored_modules and isinstance(module, classes)
        }

    def __call__(self, module, recurse: bool, *args, **kwargs) -> bool:
        return recurse or isinstance(module, tuple(self._module_classes))

    def __repr__(self) -> str:
        return f"{super().__repr__()}({self._module_classes})"


@citing("torch.distributed.fsdp.wrap.{}")
class CustomPolicy(_Policy):
    """Policy by which a function chooses modules, and options of their units.

    Parameters
    ----------
    lambda_fn : callable
        ``lambda_fn(module)`` returns whether it becomes a unit, or options that differ.

    Raises: ValueError, when it is used, if the function returns something else.
    """

    def __init__(self, lambda_fn: Callable) -> None:
        self._lambda_fn = lambda_fn

    def _run_policy(self, root_module, ignored_modules: set, root_kwargs: dict) -> dict:
        chosen = {}
        for module in root_module.modules():
            if module in ignored_modules:
                continue
            found = self._lambda_fn(module)
            if not isinstance(found, (dict, bool)):
                raise ValueError(
                    "The lambda_fn passed to CustomPolicy should return False/True or a kwarg "
                    f"dict, but it returned {found}"
                )
            if found:
                chosen[module] = {**root_kwargs, **(found if isinstance(found, dict) else {})}
        return chosen


@citing("torch.distributed.fsdp.wrap.{}")
def lambda_auto_wrap_policy(
    module, recurse: bool, nonwrapped_numel: int, lambda_fn: Callable
) -> bool:
    """Return whether ``lambda_fn`` chooses a module.

    >>> from frontends.torch.distributed.fsdp.wrap import lambda_auto_wrap_policy
    >>> lambda_auto_wrap_policy(torch.nn.ReLU(), False, 0, lambda each: False)
    False
    """
    return True if recurse else lambda_fn(module)


@citing("torch.distributed.fsdp.wrap.{}")
def transformer_auto_wrap_policy(
    module, recurse: bool, nonwrapped_numel: int, transformer_layer_cls: set
) -> bool:
    """Return whether a module is of one of some classes, those of a transformer's layers.

    >>> from frontends.torch.distributed.fsdp.wrap import transformer_auto_wrap_policy
    >>> transformer_auto_wrap_policy(torch.nn.ReLU(), False, 0, {torch.nn.ReLU})
    True
    """
    return recurse or isinstance(module, tuple(transformer_layer_cls))


def _or_policy(module, recurse: bool, nonwrapped_numel: int, policies: Iterable) -> bool:
    """Return whether one of several policies chooses a module."""
    return any(
        policy(module=module, recurse=recurse, nonwrapped_numel=nonwrapped_numel)
        for policy in policies
    )


@citing("torch.distributed.fsdp.wrap.{}")
def size_based_auto_wrap_policy(
    module, recurse: bool, nonwrapped_numel: int, min_num_params: int = int(1e8),
    force_leaf_modules: set | None = None, exclude_wrap_modules: set | None = None,
) -> bool:  # fmt: skip
    """Return whether a module has many elements that are in no unit yet.

    Parameters
    ----------
    module : Module
    recurse : bool
        Whether it is asked for the modules within.
    nonwrapped_numel : int
    min_num_params : int
        How many elements are many.
    force_leaf_modules : set of type, optional
        Within which no units are made; by default ``MultiheadAttention``.
    exclude_wrap_modules : set of type, optional
        Which become no units; by default lists and dicts of modules.

    >>> from frontends.torch.distributed.fsdp.wrap import size_based_auto_wrap_policy
    >>> size_based_auto_wrap_policy(torch.nn.Linear(3, 4), False, 16, min_num_params=10)
    True
    """
    own = size_based_auto_wrap_policy
    if recurse:
        kept_out = own.FORCE_LEAF_MODULES if force_leaf_modules is None else force_leaf_modules
    else:
        kept_out = (
            own.EXCLUDE_WRAP_MODULES if exclude_wrap_modules is None else exclude_wrap_modules
        )
    return nonwrapped_numel >= min_num_params and not isinstance(module, tuple(kept_out))


size_based_auto_wrap_policy.EXCLUDE_WRAP_MODULES = {torch.nn.ModuleList, torch.nn.ModuleDict}
size_based_auto_wrap_policy.FORCE_LEAF_MODULES = {torch.nn.MultiheadAttention}


class _Wrapping:
    """The class and the options that ``wrap`` takes within ``enable_wrap``."""

    current: tuple[Callable, dict] | None = None


@citing("torch.distributed.fsdp.wrap.{}")
@contextlib.contextmanager
def enable_wrap(*, wrapper_cls, **wrapper_kwargs) -> Iterator[None]:
    """Have :func:`wrap` make units.

    Parameters
    ----------
    wrapper_cls : type
    **wrapper_kwargs
        Its options.

    Raises: NotImplementedError within another ``enable_wrap``.
    """
    if _Wrapping.current is not None:
        raise NotImplementedError(
            "You are already within an autowrap context and we currently do not supported nested "
            "autowrap."
        )
    _Wrapping.current = wrapper_cls, wrapper_kwargs
    try:
        yield
    finally:
        _Wrapping.current = None


@citing("torch.distributed.fsdp.wrap.{}")
def wrap(module, **wrap_overrides):
    """Return a unit of a module within :func:`enable_wrap`, else the module.

    Parameters
    ----------
    module : Module
    **wrap_overrides
        Options in place of those of ``enable_wrap``.

    >>> from frontends.torch.distributed.fsdp.wrap import wrap
    >>> wrap(torch.nn.Linear(2, 3))
    Linear(in_features=2, out_features=3, bias=True)
    """
    if _Wrapping.current is None:
        return module
    wrapper, options = _Wrapping.current
    return _wrap(module, wrapper, **{**options, **wrap_overrides})


def _wrap(module, wrapper_cls: Callable, **kwargs):
    return wrapper_cls(module, **{**kwargs, **getattr(module, "_wrap_overrides", {})})


def _recursive_wrap(
    module, auto_wrap_policy: Callable, wrapper_cls: Callable, ignored_modules: set,
    ignored_params: set, only_wrap_children: bool = False, **kwargs,
) -> tuple:  # fmt: skip
    """Have a policy choose modules from the leaves to the root.

    Returns
    -------
    tuple
        The module or its unit, and the number of elements that are in units.
    """
    count = sum(p.numel() for p in module.parameters() if p not in ignored_params)
    if not auto_wrap_policy(module=module, recurse=True, nonwrapped_numel=count):
        return module, 0
    in_units = 0
    for name, child in module.named_children():
        if child in ignored_modules:
            continue
        found, taken = _recursive_wrap(
            child, auto_wrap_policy, wrapper_cls, ignored_modules, ignored_params, **kwargs
        )
        setattr(module, name, found)
        in_units += taken
    left = count - in_units
    if not only_wrap_children and auto_wrap_policy(
        module=module, recurse=False, nonwrapped_numel=left
    ):
        return _wrap(module, wrapper_cls, **kwargs), count
    return module, in_units


def wrap_modules(
    root, policy: Callable, ignored_modules: set, ignored_params: set, options: dict,
    wrapper: type,
) -> None:  # fmt: skip
    """Replace the modules within a model that a policy chooses by units.

    Parameters
    ----------
    root : Module
        It is not replaced itself.
    policy : callable or a policy of this module
    ignored_modules, ignored_params : set
    options : dict
        Of each unit.
    wrapper : type

    Raises
    ------
    ValueError
        There are units already.
    """
    for name, module in root.named_modules():
        if isinstance(module, wrapper):
            raise ValueError(
                "FSDP auto wrapping requires modules to not already have FSDP applied but found "
                f"{name} in\n{root}"
            )
    mixed_precision = options["mixed_precision"]
    own_dtype = () if mixed_precision is None else mixed_precision._module_classes_to_ignore
    _have_compute_in_float32(root, tuple(own_dtype))
    if isinstance(policy, _Policy):
        chosen = policy._run_policy(root, ignored_modules, {**options, "auto_wrap_policy": None})
        for module in root.modules():
            if module not in ignored_modules and isinstance(module, tuple(own_dtype)):
                chosen[module] = {**chosen.get(module, options), "mixed_precision": None}
        _replace(root, chosen, wrapper, {root})
        return
    if own_dtype:
        by_class = functools.partial(
            transformer_auto_wrap_policy, transformer_layer_cls=set(own_dtype)
        )
        policy = functools.partial(_or_policy, policies=[policy, by_class])
    _recursive_wrap(
        root, policy, wrapper, ignored_modules, ignored_params, only_wrap_children=True, **options
    )


def _replace(module, chosen: dict, wrapper: type, seen: set) -> None:
    """Replace chosen modules by units, those within first."""
    for name, child in module.named_children():
        if child in seen:
            continue
        seen.add(child)
        _replace(child, chosen, wrapper, seen)
        if child in chosen:
            setattr(module, name, wrapper(child, **chosen[child]))


def _have_compute_in_float32(root, classes: tuple) -> None:
    """Have modules of some classes take and compute float32, and return what they were given."""
    found = {type(each) for each in root.modules() if isinstance(each, classes)}
    if not found:
        return
    warnings.warn(
        "Both mixed precision and an auto_wrap_policy were specified to FSDP, where the wrapped "
        f"module has submodules of type:\n{found}\nThese modules will be wrapped as separate FSDP "
        "instacnes with mixed precision disabled.",
        stacklevel=4,
    )
    for each in root.modules():
        if isinstance(each, classes):
            each._wrap_overrides = {"mixed_precision": None}
            dtypes = _InFloat32()
            each.register_forward_pre_hook(dtypes.before)
            each.register_forward_hook(dtypes.after)


class _InFloat32:
    """Hooks of a module that computes in float32 in the middle of others."""

    def __init__(self) -> None:
        self.given = None

    def before(self, module, args: tuple):
        """Return the arguments in float32."""

        def cast(x):
            if not isinstance(x, torch.Tensor) or not x.is_floating_point():
                return x
            if x.dtype != torch.float32:
                self.given = x.dtype
            return x.to(torch.float32)

        return tree_map(cast, args)

    def after(self, module, args: tuple, result):
        """Return the result in the dtype that was given."""
        given = self.given
        if given is None:
            return result
        return tree_map(
            lambda x: x.to(given) if isinstance(x, torch.Tensor) and x.is_floating_point() else x,
            result,
        )


__all__ = [
    "CustomPolicy", "ModuleWrapPolicy", "always_wrap_policy", "enable_wrap",
    "lambda_auto_wrap_policy", "size_based_auto_wrap_policy", "transformer_auto_wrap_policy",
    "wrap",
]  # fmt: skip
