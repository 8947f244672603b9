"""Parameters and buffers: tensors that a module registers when they are assigned to it.

References
----------
PyTorch documentation, ``torch.nn.parameter``.
"""

from __future__ import annotations

import frontends.torch as torch
from frontends.torch.autograd.meta import AutogradMeta, detached
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.tensors.meta_tensors import MetaTensor, shown_class
from frontends.torch.tensors.meta_tensors import sharing as share_meta
from frontends.torch.tensors.tensor import GradTensor, Tensor, tensor_of
from ivy_core.arrays.views import is_functional
from ivy_core.arrays.write import rebind
from ivy_core.backends.holder import held

from ..dispatch import native
from ..tensors.printing import parameter_text


def sharing(cls: type, data: Tensor, requires_grad: bool) -> Tensor:
    """Return a leaf of a class on the memory of ``data``."""
    if isinstance(data, MetaTensor):
        return share_meta(cls, data, requires_grad)
    if hasattr(data, "_as_leaf_of_"):  # a DTensor
        return data._as_leaf_of_(cls, requires_grad)
    cls, memory = shown_class(cls), held(data)
    if isinstance(memory, native.tensor_class):
        made = tensor_of(memory.detach(), cls)
        made._data.requires_grad_(requires_grad)
        return made
    if type(data) is Tensor and not is_functional(data) and not hasattr(data, "_views"):
        # the parameter owns the memory, and what it was made of becomes the view: that is thrown
        # away in most cases, and a view would read through its base after each write
        made = tensor_of(memory, cls)
        rebind(data, detached(made))
    else:
        made = detached(data)
        made.__class__ = cls
    made._autograd = AutogradMeta(requires_grad=False)
    return made.requires_grad_(requires_grad)


@citing("``torch.nn.parameter.{}``")
class Parameter(GradTensor):
    """A tensor that is a parameter of the module that it is assigned to.

    Parameters
    ----------
    data : Tensor, optional
        Whose memory it shares; empty by default.
    requires_grad : bool
        Also where gradients are disabled.

    >>> torch.nn.Parameter(torch.ones(2))
    Parameter containing:
    tensor([1., 1.], requires_grad=True)
    """

    __slots__ = ()
    __torch_function__ = native.call_without_overrides

    def __new__(cls, data=None, requires_grad: bool = True):
        if data is None:
            data = torch.empty(0)
        elif not hasattr(data, "detach"):
            raise AttributeError(f"{type(data).__name__!r} object has no attribute 'detach'")
        return sharing(cls, torch.as_tensor(data), requires_grad)

    __init__ = object.__init__  # __new__ takes the arguments, that of a class derived from it too

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), self.requires_grad)
        return memo[id(self)]

    def __repr__(self, *, tensor_contents=None):
        return parameter_text(super().__repr__())

    def __reduce_ex__(self, protocol):
        return _rebuilt, (type(self), self.data, self.requires_grad, dict(self.__dict__))


def _rebuilt(cls, data, requires_grad, attributes):
    """Return a parameter or buffer of its pickled parts."""
    made = cls(data, requires_grad)
    made.__dict__.update(attributes)
    return made


@citing("``torch.nn.parameter.{}``")
class Buffer(GradTensor):
    """A tensor that is a buffer of the module that it is assigned to.

    Parameters
    ----------
    data : Tensor, optional
    persistent : bool
        Whether ``state_dict`` holds it.
    """

    __slots__ = ()
    __torch_function__ = native.call_without_overrides

    def __new__(cls, data=None, *, persistent: bool = True):
        data = torch.empty(0) if data is None else torch.as_tensor(data)
        made = sharing(cls, data.detach(), data.requires_grad)
        made.persistent = persistent
        return made

    __init__ = object.__init__  # __new__ takes the arguments, that of a class derived from it too

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.data.clone(), persistent=self.persistent)
        return memo[id(self)]

    def __reduce_ex__(self, protocol):
        return _rebuilt, (type(self), self.data, self.requires_grad, dict(self.__dict__))


def is_lazy(param) -> bool:
    """Return whether a parameter or buffer has no shape yet."""
    return isinstance(param, _Uninitialized)


class _Uninitialized:
    """A parameter or buffer whose shape the first input will tell."""

    __slots__ = ()
    __torch_function__ = native.call_without_overrides

    def materialize(self, shape, device=None, dtype=None) -> None:
        """Give it memory of a shape, and make it what it stands for."""
        device = self.device if device is None else device
        dtype = self.dtype if dtype is None else dtype
        self.__class__ = self.cls_to_become
        self.data = torch.empty(shape, device=device, dtype=dtype)

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually "
            "happens in `load_state_dict` when trying to load an uninitialized parameter into an "
            "initialized module. Call `forward` to initialize the parameters before accessing "
            "their attributes."
        )

    def size(self, dim=None):
        """Return the shape (0,) of the memory that it has for now, or its length."""
        known = Tensor.shape.fget(self)
        return known if dim is None else known[dim]

    def copy_(self, src, non_blocking: bool = False):
        """Copy nothing: there are no elements yet. RuntimeError where the other has more than one.

        So a module without shapes loads the state of another.
        """
        known = tuple(Tensor.shape.fget(src) if is_lazy(src) else src.shape)
        if known not in ((), (0,), (1,)):
            raise RuntimeError(
                f"The size of tensor a (0) must match the size of tensor b ({known[-1]}) at "
                f"non-singleton dimension {len(known) - 1}"
            )
        return self

    def __repr__(self, *, tensor_contents=None):
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, protocol):
        return type(self), (self.requires_grad, self.device, self.dtype)

    def __deepcopy__(self, memo):
        if id(self) not in memo:
            memo[id(self)] = type(self)(self.requires_grad, self.device, self.dtype)
        return memo[id(self)]


def _make_uninitialized(cls: type, requires_grad: bool, device, dtype):
    """Return an empty tensor of a lazy class, with the device and dtype that it is to have."""
    made = torch.empty(0, device=device, dtype=dtype)
    made = sharing(cls.cls_to_become, made, requires_grad)  # the class itself has no shape
    made.__class__ = cls
    return made


@citing("``torch.nn.parameter.{}``")
class UninitializedParameter(_Uninitialized, Parameter):
    """A parameter without a shape: ``materialize`` gives it one."""

    __slots__ = ()
    cls_to_become = Parameter

    def __new__(cls, requires_grad: bool = True, device=None, dtype=None):
        return _make_uninitialized(cls, requires_grad, device, dtype)

    __init__ = object.__init__  # __new__ takes the arguments, that of a class derived from it too


@citing("``torch.nn.parameter.{}``")
class UninitializedBuffer(_Uninitialized, GradTensor):
    """A buffer without a shape: ``materialize`` gives it one."""

    __slots__ = ()
    cls_to_become = GradTensor

    def __new__(cls, requires_grad: bool = False, device=None, dtype=None):
        return _make_uninitialized(cls, requires_grad, device, dtype)

    __init__ = object.__init__  # __new__ takes the arguments, that of a class derived from it too
