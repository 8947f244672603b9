"""Weights set to zero by a mask, which a module applies before each call.

A pruned parameter ``weight`` is kept as ``weight_orig`` beside the buffer ``weight_mask``.

References
----------
PyTorch documentation, ``torch.nn.utils.prune``.
"""

from __future__ import annotations

import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable

import frontends.torch as torch
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.nn.utils.convert_parameters import parameters_to_vector


@citing("``torch.nn.utils.prune.{}``")
class BasePruningMethod(ABC):
    """Base of pruning methods: a hook before a module's ``forward`` masks elements of a tensor.

    A subclass has ``PRUNING_TYPE``, one of "unstructured", "structured" and "global", and
    ``compute_mask``.
    """

    _tensor_name: str | None = None

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """Return a mask of ones and zeros, within the one that is there."""

    def apply_mask(self, module):
        """Return a module's tensor with its mask applied."""
        if self._tensor_name is None:
            raise AssertionError(f"Module {module} has to be pruned")
        kept = getattr(module, f"{self._tensor_name}_orig")
        return getattr(module, f"{self._tensor_name}_mask").to(dtype=kept.dtype) * kept

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prune a module's tensor, on top of how it has been pruned before.

        Returns
        -------
        BasePruningMethod
            What is applied before each call of the module.
        """
        method = cls(*args, **kwargs)
        method._tensor_name = name
        before = [
            (key, hook)
            for key, hook in module._forward_pre_hooks.items()
            if isinstance(hook, BasePruningMethod) and hook._tensor_name == name
        ]
        if len(before) > 1:
            raise AssertionError(
                f"Avoid adding multiple pruning hooks to the same tensor {name} of module "
                f"{module}. Use a PruningContainer."
            )
        for key, hook in before:
            del module._forward_pre_hooks[key]
            container = hook if isinstance(hook, PruningContainer) else PruningContainer(hook)
            container.add_pruning_method(method)
            method = container
        whole = getattr(module, name)
        scores = whole if importance_scores is None else importance_scores
        if scores.shape != whole.shape:
            raise AssertionError(
                f"importance_scores should have the same shape as parameter {name} of {module}, "
                f"got {scores.shape} vs {whole.shape}"
            )
        if before:
            mask = getattr(module, f"{name}_mask").detach().clone()
        else:
            module.register_parameter(f"{name}_orig", whole)
            del module._parameters[name]
            mask = torch.ones_like(whole)
        found = None
        try:
            found = method.compute_mask(scores, default_mask=mask)
        finally:
            if found is None and not before:  # a method that fails leaves the module as it was
                module.register_parameter(name, getattr(module, f"{name}_orig"))
                del module._parameters[f"{name}_orig"]
        module.register_buffer(f"{name}_mask", found.detach())
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """Return a tensor with its pruned elements zero."""
        scores = t if importance_scores is None else importance_scores
        if scores.shape != t.shape:
            raise AssertionError(
                "importance_scores should have the same shape as tensor t, got "
                f"{scores.shape} vs {t.shape}"
            )
        mask = torch.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=mask)

    def remove(self, module) -> None:
        """Make the pruned tensor the module's parameter again; zeros stay zeros."""
        name = self._tensor_name
        if name is None:
            raise AssertionError(f"Module {module} has to be pruned before pruning can be removed")
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        kept = module._parameters.pop(f"{name}_orig")
        kept.data = weight.data
        del module._buffers[f"{name}_mask"]
        setattr(module, name, kept)


@citing("``torch.nn.utils.prune.{}``")
class PruningContainer(BasePruningMethod):
    """Several methods one after the other, each on what those before have left."""

    def __init__(self, *args):
        self._pruning_methods: tuple[BasePruningMethod, ...] = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method) -> None:
        """Add a method that works on the same tensor."""
        if not isinstance(method, BasePruningMethod) and method is not None:
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if method is not None and self._tensor_name != method._tensor_name:
            raise ValueError(
                "Can only add pruning methods acting on the parameter named "
                f"'{self._tensor_name}' to PruningContainer {self}. Found '{method._tensor_name}'"
            )
        self._pruning_methods += (method,)

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """Return the mask of the last method, computed of what is not pruned yet."""
        method, mask = self._pruning_methods[-1], default_mask.to(dtype=t.dtype)
        where = _unpruned_index(method, t, default_mask)
        part = method.compute_mask(t[where], default_mask=default_mask[where])
        mask = mask.clone()
        mask[where] = part.to(dtype=mask.dtype)
        return mask


def _unpruned_index(method, t, mask):
    """Return the index of what a method may prune: elements, or whole slices."""
    kind = method.PRUNING_TYPE
    if kind == "unstructured":
        return mask == 1
    everything = [slice(None)] * t.dim()
    if kind == "structured":
        if not hasattr(method, "dim"):
            raise AttributeError(
                'Pruning methods of PRUNING_TYPE "structured" need to have the attribute `dim` '
                "defined."
            )
        dim = method.dim + t.dim() if method.dim < 0 else method.dim
        if dim < 0:
            raise IndexError(f"Index is out of bounds for tensor with dimensions {t.dim()}")
        others = [d for d in range(t.dim()) if d != dim]
        everything[dim] = mask.sum(dim=others) != 0
    elif kind != "global":
        raise ValueError(f"Unrecognized PRUNING_TYPE {kind}")
    return tuple(everything)


# how many go


def _check_amount(amount) -> None:
    if not isinstance(amount, numbers.Real):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if (isinstance(amount, numbers.Integral) and amount < 0) or (
        not isinstance(amount, numbers.Integral) and not 0.0 <= float(amount) <= 1.0
    ):
        raise ValueError(
            f"amount={amount} should either be a float in the range [0, 1] or a non-negative "
            "integer"
        )


def _count_to_prune(amount, size: int) -> int:
    """Return a count as it is, a share rounded to one; ValueError if it exceeds ``size``."""
    if not isinstance(amount, numbers.Integral):
        return round(amount * size)
    if amount > size:
        raise ValueError(
            f"amount={amount} should be smaller than the number of parameters to prune={size}"
        )
    return amount


@citing("``torch.nn.utils.prune.{}``")
class Identity(BasePruningMethod):
    """Nothing goes: the parameter is only set up for pruning."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        """Return the mask that is there."""
        return default_mask


class _OfElements(BasePruningMethod):
    """A method that lets single elements go."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount):
        _check_amount(amount)
        self.amount = amount

    def choose_pruned_(self, t, count: int):
        """Abstract: the flat indices of the ``count`` elements to prune."""
        raise NotImplementedError

    def compute_mask(self, t, default_mask):
        """Return the mask without the elements that go."""
        count = _count_to_prune(self.amount, t.nelement())
        mask = default_mask.clone()
        if count:
            flat = mask.reshape(-1)
            flat[self.choose_pruned_(t, count)] = 0
            mask = flat.reshape(mask.shape)
        return mask


class RandomUnstructured(_OfElements):
    """Elements go by chance. PyTorch: ``torch.nn.utils.prune.RandomUnstructured``."""

    def choose_pruned_(self, t, count: int):
        return torch.topk(torch.rand_like(t).reshape(-1), k=count).indices


class L1Unstructured(_OfElements):
    """The elements nearest to zero go. PyTorch: ``torch.nn.utils.prune.L1Unstructured``."""

    def choose_pruned_(self, t, count: int):
        return torch.topk(torch.abs(t).reshape(-1), k=count, largest=False).indices


class _OfSlices(BasePruningMethod):
    """A method that lets whole slices along a dimension go."""

    PRUNING_TYPE = "structured"

    def choose_kept_slices_(self, t, length: int, count: int):
        """Abstract: the slices that stay, a bool mask or indices; None for all."""
        raise NotImplementedError

    def compute_mask(self, t, default_mask):
        """Return the mask without the slices that go."""
        if t.dim() <= 1:
            raise ValueError(
                "Structured pruning can only be applied to multidimensional tensors. Found tensor "
                f"of shape {t.shape} with {t.dim()} dims"
            )
        if self.dim >= t.dim():
            raise IndexError(f"Invalid index {self.dim} for tensor of size {t.shape}")
        length = t.shape[self.dim]
        count = _count_to_prune(self.amount, length)
        kept = self.choose_kept_slices_(t, length, count)
        if not count:
            return default_mask
        mask = torch.zeros_like(t)
        index = [slice(None)] * t.dim()
        index[self.dim] = kept
        mask[tuple(index)] = 1
        return mask * default_mask.to(dtype=mask.dtype)


class RandomStructured(_OfSlices):
    """Slices go by chance. PyTorch: ``torch.nn.utils.prune.RandomStructured``."""

    def __init__(self, amount, dim: int = -1):
        _check_amount(amount)
        self.amount, self.dim = amount, dim

    def choose_kept_slices_(self, t, length: int, count: int):
        if not count:
            return None
        drawn = torch.rand(length)
        return drawn > torch.kthvalue(drawn, k=count).values


class LnStructured(_OfSlices):
    """The slices of the least norms go. PyTorch: ``torch.nn.utils.prune.LnStructured``."""

    def __init__(self, amount, n, dim: int = -1):
        _check_amount(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def choose_kept_slices_(self, t, length: int, count: int):
        dim = self.dim + t.dim() if self.dim < 0 else self.dim
        others = [d for d in range(t.dim()) if d != dim]
        norms = torch.norm(t, p=self.n, dim=others)
        return torch.topk(norms, k=length - count, largest=True).indices


class CustomFromMask(BasePruningMethod):
    """Pruning by the user's mask. PyTorch: ``torch.nn.utils.prune.CustomFromMask``."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        """Combine both masks: elements stay that neither removes."""
        if default_mask.shape != self.mask.shape:
            raise AssertionError(
                f"default_mask shape {default_mask.shape} must match self.mask shape "
                f"{self.mask.shape}"
            )
        return default_mask * self.mask.to(dtype=default_mask.dtype)


# functions of modules


@citing("``torch.nn.utils.prune.{}``")
def identity(module, name: str):
    """Set a parameter up for pruning, and return the module."""
    Identity.apply(module, name)
    return module


@citing("``torch.nn.utils.prune.{}``")
def random_unstructured(module, name: str, amount):
    """Set some elements of a parameter to zero, by chance.

    Parameters
    ----------
    module : Module
    name : str
        Of its parameter.
    amount : int or float
        How many, or which share of all.
    """
    RandomUnstructured.apply(module, name, amount=amount)
    return module


@citing("``torch.nn.utils.prune.{}``")
def l1_unstructured(module, name: str, amount, importance_scores=None):
    """Set the elements of a parameter to zero that are nearest to it.

    >>> layer = torch.nn.utils.prune.l1_unstructured(torch.nn.Linear(2, 3), "weight", amount=2)
    >>> (layer.weight == 0).sum().item()
    2
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


@citing("``torch.nn.utils.prune.{}``")
def random_structured(module, name: str, amount, dim: int):
    """Set some slices of a parameter to zero, by chance."""
    RandomStructured.apply(module, name, amount=amount, dim=dim)
    return module


@citing("``torch.nn.utils.prune.{}``")
def ln_structured(module, name: str, amount, n, dim: int, importance_scores=None):
    """Set the slices of a parameter to zero that have the least norms."""
    LnStructured.apply(
        module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores
    )
    return module


@citing("``torch.nn.utils.prune.{}``")
def custom_from_mask(module, name: str, mask):
    """Set the elements of a parameter to zero where a mask is."""
    CustomFromMask.apply(module, name, mask=mask)
    return module


@citing("``torch.nn.utils.prune.{}``")
def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs) -> None:
    """Prune several parameters together, as if they were one.

    Parameters
    ----------
    parameters : iterable of (Module, str)
    pruning_method : type
        An unstructured method.
    importance_scores : dict, optional
        By pair, what tells how important elements are.
    **kwargs
        Options of the method.
    """
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    pairs, scores = list(parameters), {} if importance_scores is None else importance_scores
    if not isinstance(scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    whole = parameters_to_vector([scores.get(pair, getattr(*pair)) for pair in pairs])
    masks = [
        getattr(module, f"{name}_mask", torch.ones_like(getattr(module, name)))
        for module, name in pairs
    ]
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
            f"{pruning_method} of type {method.PRUNING_TYPE}"
        )
    container = PruningContainer()
    container._tensor_name = method._tensor_name = "temp"
    container.add_pruning_method(method)
    mask, begin = container.compute_mask(whole, parameters_to_vector(masks)), 0
    for module, name in pairs:
        param = getattr(module, name)
        end = begin + param.numel()
        custom_from_mask(module, name, mask[begin:end].view_as(param))
        begin = end


@citing("``torch.nn.utils.prune.{}``")
def remove(module, name: str):
    """Make a pruned parameter an ordinary one again; zeros stay zeros.

    Raises: ValueError if it is not pruned.
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(
        f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed"
    )


@citing("``torch.nn.utils.prune.{}``")
def is_pruned(module) -> bool:
    """Return whether a parameter of a module, or of one in it, is pruned."""
    return any(
        isinstance(hook, BasePruningMethod)
        for part in module.modules()
        for hook in part._forward_pre_hooks.values()
    )


__all__ = [
    "BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured",
    "PruningContainer", "RandomStructured", "RandomUnstructured", "custom_from_mask",
    "global_unstructured", "identity", "is_pruned", "l1_unstructured", "ln_structured",
    "random_structured", "random_unstructured", "remove",
]  # fmt: skip
