"""``torch.nn.Module``: parameters, buffers and submodules by name, and what is done to all.

References
----------
PyTorch documentation, ``torch.nn.Module``.
"""

from __future__ import annotations

import functools
import itertools
import sys
import warnings
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator, Mapping

import frontends.torch as torch
from frontends.torch.compat.standins import program_location
from frontends.torch.dispatch.crossing import refuse_module, refuse_parameter
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.dispatch.func_wrapper import Function
from frontends.torch.nn.parameter import Buffer, Parameter, is_lazy
from frontends.torch.utils.hooks import BackwardHook, RemovableHandle, register_at_node
from ivy_core.arrays.placing import placement_in_parts
from ivy_core.backends.placement import Placement

from .hooks import REGULAR_AND_FULL, everywhere
from .running import explain, runner

EXTRA_STATE_KEY_SUFFIX = "_extra_state"

# Read on each call of each module: a global costs less than an attribute
_OF_ALL_FORWARD, _OF_ALL_FORWARD_PRE = everywhere.forward, everywhere.forward_pre
_OF_ALL_BACKWARD, _OF_ALL_BACKWARD_PRE = everywhere.backward, everywhere.backward_pre

# Attributes of each module that hold hooks, in the order in which the constructor makes them.
_HOOKS = (
    "_backward_pre_hooks",
    "_backward_hooks",
    "_forward_hooks",
    "_forward_hooks_with_kwargs",
    "_forward_hooks_always_called",
    "_forward_pre_hooks",
    "_forward_pre_hooks_with_kwargs",
    "_state_dict_hooks",
    "_state_dict_pre_hooks",
    "_load_state_dict_pre_hooks",
    "_load_state_dict_post_hooks",
)


_NO_SCRIPT = (
    "nothing is compiled to TorchScript, what torch.jit.script and trace give is the module "
    "itself; use torch.save(model.state_dict(), path) or ivy_core.compile(f).save(path)"
)
_OF_SCRIPTS = frozenset({"save", "save_to_buffer", "graph", "code"})


class _IncompatibleKeys(namedtuple("IncompatibleKeys", ["missing_keys", "unexpected_keys"])):
    __slots__ = ()

    def __repr__(self):
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


def _indent_following_lines(text: str, width: int) -> str:
    """Return ``text`` with all lines but the first moved to the right."""
    return text.replace("\n", "\n" + " " * width)


def _forward_unimplemented(self, *input) -> None:
    """Define the computation performed at every call; a subclass overrides it."""
    raise NotImplementedError(
        f'Module [{type(self).__name__}] is missing the required "forward" function'
    )


@citing("``torch.nn.{}``")
class Module:
    """Base of all layers and models: a tree of named parameters, buffers and submodules.

    A subclass calls ``super().__init__()``, assigns parameters and submodules as attributes, and
    defines ``forward``.

    Attributes
    ----------
    training : bool
        Whether the module is in training mode; ``train()`` and ``eval()`` set it.

    Examples
    --------
    >>> from frontends.torch import nn
    >>> class Model(nn.Module):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.hidden = nn.Linear(3, 4)
    ...         self.out = nn.Linear(4, 1, bias=False)
    >>> Model()
    Model(
      (hidden): Linear(in_features=3, out_features=4, bias=True)
      (out): Linear(in_features=4, out_features=1, bias=False)
    )
    >>> [name for name, _ in Model().named_parameters()]
    ['hidden.weight', 'hidden.bias', 'out.weight']
    """

    dump_patches: bool = False
    _version: int = 1
    training: bool
    call_super_init: bool = False
    forward: Callable = _forward_unimplemented

    def __init_subclass__(cls, **kwargs):
        """Leave functions of this package that are attributes of a class unbound.

        Most of PyTorch's are built in, which binds no instance: ``activation = torch.tanh``.
        """
        super().__init_subclass__(**kwargs)
        for name, value in list(vars(cls).items()):
            if isinstance(getattr(value, "function", None), Function):
                setattr(cls, name, staticmethod(value))

    def __init__(self, *args, **kwargs):
        if not self.call_super_init:
            if kwargs:
                raise TypeError(
                    f"{type(self).__name__}.__init__() got an unexpected keyword argument "
                    f"'{next(iter(kwargs))}'"
                )
            if args:
                raise TypeError(
                    f"{type(self).__name__}.__init__() takes 1 positional argument but "
                    f"{len(args) + 1} were given"
                )
        # written past __setattr__, which looks for parameters among what it is given
        state = self.__dict__
        state["training"] = True
        state["_parameters"] = {}
        state["_buffers"] = {}
        state["_non_persistent_buffers_set"] = set()
        state["_is_full_backward_hook"] = None
        for name in _HOOKS:
            state[name] = OrderedDict()
        state["_modules"] = {}
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    # registering

    def register_buffer(self, name: str, tensor, persistent: bool = True) -> None:
        """Keep a tensor that is state but no parameter, e.g. a running mean.

        Parameters
        ----------
        name : str
            Attribute under which it is found.
        tensor : Tensor or None
        persistent : bool
            Whether ``state_dict`` holds it.
        """
        if "_buffers" not in self.__dict__:
            raise AttributeError("cannot assign buffer before Module.__init__() call")
        _check_member_name(self, "buffer", name, self._buffers)
        if tensor is not None and not (
            isinstance(tensor, torch.Tensor) or hasattr(tensor, "__torch_function__")
        ):
            raise TypeError(
                f"cannot assign '{torch.typename(tensor)}' object to buffer '{name}' "
                "(torch Tensor or None required)"
            )
        self._buffers[name] = _call_registration_hooks(self, everywhere.buffers, name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name: str, param) -> None:
        """Add a parameter, or None, under a name.

        Raises
        ------
        ValueError
            If the parameter is computed from other tensors.
        """
        if "_parameters" not in self.__dict__:
            raise AttributeError("cannot assign parameter before Module.__init__() call")
        _check_member_name(self, "parameter", name, self._parameters)
        if param is None:
            self._parameters[name] = None
            return
        if not isinstance(param, Parameter):
            refuse_parameter(param)
            raise TypeError(
                f"cannot assign '{torch.typename(param)}' object to parameter '{name}' "
                "(torch.nn.Parameter or None required)"
            )
        if param.grad_fn:
            raise ValueError(
                f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                f"created explicitly. To express '{name}' as a function of another Tensor, "
                "compute the value in the forward() method."
            )
        self._parameters[name] = _call_registration_hooks(self, everywhere.parameters, name, param)

    def add_module(self, name: str, module) -> None:
        """Add a submodule, or None, under a name."""
        if not isinstance(module, Module) and module is not None:
            refuse_module(module, name)
            raise TypeError(f"{torch.typename(module)} is not a Module subclass")
        _check_member_name(self, "module", name, self._modules)
        self._modules[name] = _call_registration_hooks(self, everywhere.modules, name, module)

    def register_module(self, name: str, module) -> None:
        """Alias of ``add_module``."""
        self.add_module(name, module)

    # looking up by path

    def get_submodule(self, target: str) -> Module:
        """Return the submodule at a path such as ``"net.0.conv"``; ``""`` is this module."""
        module = self
        for part in target.split(".") if target else ():
            if not hasattr(module, part):
                raise AttributeError(f"{module._get_name()} has no attribute `{part}`")
            module = getattr(module, part)
            if not isinstance(module, Module):
                raise AttributeError(f"`{part}` is not an nn.Module")
        return module

    def set_submodule(self, target: str, module: Module, strict: bool = False) -> None:
        """Put ``module`` at a path; with ``strict`` one must be there already."""
        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        if hasattr(parent, name) and not isinstance(getattr(parent, name), Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def get_parameter(self, target: str):
        """Return the parameter at a path such as ``"net.0.weight"``."""
        module, name, found = _get_member(self, target)
        if not isinstance(found, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return found

    def get_buffer(self, target: str):
        """Return the buffer at a path such as ``"net.0.running_mean"``."""
        module, name, found = _get_member(self, target)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return found

    def get_extra_state(self):
        """Get further state for ``state_dict``; a subclass overrides it."""
        raise RuntimeError(
            "Reached a code path in Module.get_extra_state() that should never be called."
        )

    def set_extra_state(self, state) -> None:
        """Take what ``get_extra_state`` returned; a subclass overrides it."""
        raise RuntimeError(
            "Reached a code path in Module.set_extra_state() that should never be called."
        )

    # conversion

    def _apply(self, fn, recurse: bool = True) -> Module:
        """Set parameters' data, gradients and buffers to ``fn`` of them; return the module."""
        if recurse:
            for module in self.children():
                module._apply(fn)
        for name, param in self._parameters.items():
            if param is None:
                continue
            grad = param.grad
            with torch.no_grad():
                converted = fn(param)
                if converted.is_meta is param.is_meta:
                    param.data = converted
                else:  # no parameter becomes one of another kind: another takes its place
                    param = Parameter(converted, param.requires_grad)
                    self._parameters[name] = param
                if grad is not None:
                    # set to None before: a gradient must have the dtype of its tensor
                    converted = fn(grad)
                    param.grad = None
                    param.grad = converted.requires_grad_(grad.requires_grad)
        for key, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[key] = fn(buffer)
        return self

    def apply(self, fn: Callable[[Module], None]) -> Module:
        """Call ``fn`` with each submodule, then with this one, e.g. to initialise them."""
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def cuda(self, device=None) -> Module:
        """Move all to a CUDA device; an error where there is none."""
        return self._apply(lambda t: t.cuda(device))

    def cpu(self) -> Module:
        """Move all to the CPU."""
        return self._apply(lambda t: t.cpu())

    def type(self, dst_type) -> Module:
        """Cast all parameters and buffers to ``dst_type``."""
        return self._apply(lambda t: t.type(dst_type))

    def float(self) -> Module:
        """Cast all floating-point parameters and buffers to float32."""
        return self._apply(lambda t: t.float() if t.dtype.is_floating_point else t)

    def double(self) -> Module:
        """Cast all floating-point parameters and buffers to float64."""
        return self._apply(lambda t: t.double() if t.dtype.is_floating_point else t)

    def half(self) -> Module:
        """Cast all floating-point parameters and buffers to float16."""
        return self._apply(lambda t: t.half() if t.dtype.is_floating_point else t)

    def bfloat16(self) -> Module:
        """Cast all floating-point parameters and buffers to bfloat16."""
        return self._apply(lambda t: t.bfloat16() if t.dtype.is_floating_point else t)

    def to_empty(self, *, device, recurse: bool = True) -> Module:
        """Move all to a device without copying their values."""
        return self._apply(lambda t: torch.empty_like(t, device=device), recurse=recurse)

    def to(self, *args, **kwargs) -> Module:
        """Move or cast all parameters and buffers, in place.

        Called as ``to(device, dtype, non_blocking)``, ``to(dtype)``, ``to(tensor)`` or with
        ``memory_format=``. Integers keep their dtype.

        Raises
        ------
        TypeError
            If the dtype is neither floating-point nor complex.

        References
        ----------
        PyTorch documentation, ``torch.nn.Module.to``.
        """
        device, dtype, non_blocking, memory_format = parse_to_arguments(*args, **kwargs)
        if dtype is not None:
            if not (dtype.is_floating_point or dtype.is_complex):
                raise TypeError(
                    "nn.Module.to only accepts floating point or complex dtypes, but got desired "
                    f"dtype={dtype}"
                )
            if dtype.is_complex:
                warnings.warn(
                    "Complex modules are a new feature under active development whose design may "
                    "change, and some modules might not work as expected when using complex "
                    "tensors as parameters or buffers.",
                    stacklevel=2,
                )

        def converted(t):
            if t.is_meta and device is not None and device != torch.device("meta"):
                raise NotImplementedError(
                    "Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty()"
                    " instead of torch.nn.Module.to() when moving module from meta to a different "
                    "device."
                )
            wanted = dtype if t.dtype.is_floating_point or t.dtype.is_complex else None
            if memory_format is not None and t.dim() in (4, 5):
                return t.to(device, wanted, non_blocking, memory_format=memory_format)
            return t.to(device, wanted, non_blocking)

        return self._apply(converted)

    def share_memory(self) -> Module:
        """Move all to memory that processes share, where the backend has it."""
        return self._apply(lambda t: t.share_memory_())

    # hooks

    def register_forward_pre_hook(
        self, hook, *, prepend: bool = False, with_kwargs: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args)`` before ``forward``; what it returns becomes ``args``.

        With ``with_kwargs`` it is ``hook(module, args, kwargs)``, which returns None or both.
        """
        marked = self._forward_pre_hooks_with_kwargs
        handle = _add_hook(self._forward_pre_hooks, hook, prepend, [marked])
        if with_kwargs:
            marked[handle.id] = True
        return handle

    def register_forward_hook(
        self, hook, *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False
    ) -> RemovableHandle:
        """Call ``hook(module, args, output)`` after ``forward``; what it returns is the output.

        With ``with_kwargs`` it is ``hook(module, args, kwargs, output)``; with ``always_call`` it
        is called after an error too.
        """
        extra = [self._forward_hooks_with_kwargs, self._forward_hooks_always_called]
        handle = _add_hook(self._forward_hooks, hook, prepend, extra)
        if with_kwargs:
            self._forward_hooks_with_kwargs[handle.id] = True
        if always_call:
            self._forward_hooks_always_called[handle.id] = True
        return handle

    def register_full_backward_pre_hook(self, hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(module, grad_output)`` before gradients; it may return others."""
        return _add_hook(self._backward_pre_hooks, hook, prepend)

    def register_full_backward_hook(self, hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(module, grad_input, grad_output)``; it may return another grad_input."""
        return _add_backward_hook(self, hook, full=True, prepend=prepend)

    def register_backward_hook(self, hook) -> RemovableHandle:
        """As ``register_full_backward_hook``, but at the module's last node. Deprecated."""
        return _add_backward_hook(self, hook, full=False)

    def register_state_dict_pre_hook(self, hook) -> RemovableHandle:
        """Call ``hook(module, prefix, keep_vars)`` before ``state_dict`` is made."""
        return _add_hook(self._state_dict_pre_hooks, hook)

    def _register_state_dict_hook(self, hook) -> RemovableHandle:
        # a hook so registered may return another dictionary: libraries use it, though private
        return _add_hook(self._state_dict_hooks, hook)

    def register_state_dict_post_hook(self, hook) -> RemovableHandle:
        """Call ``hook(module, state_dict, prefix, local_metadata)``, which changes it in place."""

        @functools.wraps(hook)
        def checked(module, state_dict, prefix, local_metadata):
            if hook(module, state_dict, prefix, local_metadata) is not None:
                raise RuntimeError("state_dict post-hook must return None")

        return _add_hook(self._state_dict_hooks, checked)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False) -> RemovableHandle:
        if with_module:
            hook = functools.partial(hook, self)  # deepcopy copies its module with it
        return _add_hook(self._load_state_dict_pre_hooks, hook)

    def register_load_state_dict_pre_hook(self, hook) -> RemovableHandle:
        """Call ``hook(module, state_dict, prefix, local_metadata, strict, missing_keys,
        unexpected_keys, error_msgs)`` before this module loads its part.
        """
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook) -> RemovableHandle:
        """Call ``hook(module, incompatible_keys)`` after loading; it may change the lists."""
        return _add_hook(self._load_state_dict_post_hooks, hook)

    # calling

    def __ivy_settle__(self) -> bool:
        """Add what calls add to the attributes, for who compiles with them; False if it is there.

        An attribute more would be another kind of argument, and another program.
        """
        return runner.settle is not None and runner.settle(self)

    def __call__(self, *args, **kwargs):
        if (
            self._forward_hooks
            or self._forward_pre_hooks
            or self._backward_hooks
            or self._backward_pre_hooks
            or _OF_ALL_FORWARD
            or _OF_ALL_FORWARD_PRE
            or _OF_ALL_BACKWARD
            or _OF_ALL_BACKWARD_PRE
        ):
            return _call_with_hooks(self, args, kwargs)
        try:
            if runner.call is not None:
                return runner.call(self, args, kwargs)
            return self.forward(*args, **kwargs)
        except (AssertionError, ValueError, IndexError) as err:
            if "_is_scripted" in self.__dict__:
                kind = RuntimeError if isinstance(err, IndexError) else torch.jit.Error
                raise kind(torch.jit.INTERPRETER_ERROR.format(err=err)) from err
            raise

    # attributes

    def __getattr__(self, name: str):
        state = self.__dict__  # one after the other: a loop takes half as long again
        if "_parameters" in state and name in (members := state["_parameters"]):
            return members[name]
        if "_modules" in state and name in (members := state["_modules"]):
            return members[name]
        if "_buffers" in state and name in (members := state["_buffers"]):
            return members[name]
        if name == "explain":  # found last: a user's class may have one of its own
            return functools.partial(explain, self)
        kind, more = type(self).__name__, ""
        if name in _OF_SCRIPTS:
            more = f"; not supported: {kind}.{name}{program_location()}: {_NO_SCRIPT}"
        raise AttributeError(f"'{kind}' object has no attribute '{name}'{more}")

    def __setattr__(self, name: str, value) -> None:
        state = self.__dict__
        parameters = state.get("_parameters")
        if isinstance(value, Parameter):
            if parameters is None:
                raise AttributeError("cannot assign parameters before Module.__init__() call")
            _remove_name_elsewhere(self, name, but_for="_parameters")
            self.register_parameter(name, value)
        elif parameters is not None and name in parameters:
            if value is not None:
                raise TypeError(
                    f"cannot assign '{torch.typename(value)}' as parameter '{name}' "
                    "(torch.nn.Parameter or None expected)"
                )
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            if "_modules" not in state:
                raise AttributeError("cannot assign module before Module.__init__() call")
            _remove_name_elsewhere(self, name, but_for="_modules")
            self._modules[name] = _call_registration_hooks(self, everywhere.modules, name, value)
        elif name in state.get("_modules", ()):
            if value is not None:
                raise TypeError(
                    f"cannot assign '{torch.typename(value)}' as child module '{name}' "
                    "(torch.nn.Module or None expected)"
                )
            self._modules[name] = _call_registration_hooks(self, everywhere.modules, name, value)
        elif isinstance(value, Buffer) or name in state.get("_buffers", ()):
            _assign_buffer(self, name, value)
        else:
            refuse_module(value, name)
            super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        else:
            super().__delattr__(name)

    def __dir__(self):
        names = [*dir(type(self)), *self.__dict__]
        names += [*self._parameters, *self._modules, *self._buffers]
        return sorted(name for name in names if not name[0].isdigit())

    def __setstate__(self, state) -> None:
        self.__dict__.update(state)
        for name in _HOOKS:  # what was pickled by an older PyTorch has fewer kinds
            if name not in self.__dict__:
                self.__dict__[name] = OrderedDict()
        self.__dict__.setdefault("_non_persistent_buffers_set", set())
        self.__dict__.setdefault("_is_full_backward_hook", None)

    # state

    def _save_to_state_dict(self, destination, prefix: str, keep_vars: bool) -> None:
        """Put this module's own tensors, detached unless ``keep_vars``, into ``destination``."""
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if keep_vars else param.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if keep_vars else buffer.detach()
        if type(self).get_extra_state is not Module.get_extra_state:
            destination[prefix + EXTRA_STATE_KEY_SUFFIX] = self.get_extra_state()

    def state_dict(self, *args, destination=None, prefix: str = "", keep_vars: bool = False):
        """Return all parameters and persistent buffers by their paths.

        Parameters
        ----------
        destination : dict, optional
            Where to put them; a new OrderedDict by default.
        prefix : str
            Put before each name.
        keep_vars : bool
            Whether to return the tensors themselves in place of detached ones.

        Returns
        -------
        dict
            Paths to tensors, which share memory with the module's. ``_metadata`` has versions.

        References
        ----------
        PyTorch documentation, ``torch.nn.Module.state_dict``.
        """
        if args:
            warnings.warn(
                "Positional args are being deprecated, use kwargs instead. Refer to "
                "https://pytorch.org/docs/main/generated/torch.nn.Module.html"
                "#torch.nn.Module.state_dict for details.",
                FutureWarning,
                stacklevel=2,
            )
            destination = args[0] if destination is None else destination
            prefix = args[1] if len(args) > 1 and prefix == "" else prefix
            keep_vars = args[2] if len(args) > 2 and keep_vars is False else keep_vars
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(
                    destination=destination, prefix=f"{prefix}{name}.", keep_vars=keep_vars
                )
        for hook in self._state_dict_hooks.values():
            given = hook(self, destination, prefix, local_metadata)
            if given is not None:
                destination = given
        return destination

    def _load_from_state_dict(
        self,
        state_dict,
        prefix,
        local_metadata,
        strict,
        missing_keys,
        unexpected_keys,
        error_msgs,
    ) -> None:
        """Load this module's own part; a subclass may override it to read older versions."""
        for hook in self._load_state_dict_pre_hooks.values():
            hook(
                state_dict,
                prefix,
                local_metadata,
                strict,
                missing_keys,
                unexpected_keys,
                error_msgs,
            )
        persistent = (
            (name, buffer)
            for name, buffer in self._buffers.items()
            if name not in self._non_persistent_buffers_set
        )
        local = dict(itertools.chain(self._parameters.items(), persistent))
        local = {name: value for name, value in local.items() if value is not None}
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, value in local.items():
            if prefix + name in state_dict:
                _load_tensor(self, name, value, prefix + name, state_dict, assign, error_msgs)
            elif strict:
                missing_keys.append(prefix + name)
        extra_key = prefix + EXTRA_STATE_KEY_SUFFIX
        if type(self).set_extra_state is not Module.set_extra_state:
            if extra_key in state_dict:
                self.set_extra_state(state_dict[extra_key])
            elif strict:
                missing_keys.append(extra_key)
        elif strict and extra_key in state_dict:
            unexpected_keys.append(extra_key)
        if strict:
            for key in state_dict:
                if not key.startswith(prefix) or key == extra_key:
                    continue
                name, dot, _ = key[len(prefix) :].partition(".")
                if name not in (self._modules if dot else local):
                    unexpected_keys.append(key)

    def load_state_dict(self, state_dict, strict: bool = True, assign: bool = False):
        """Copy parameters and buffers from ``state_dict`` into this module.

        Parameters
        ----------
        state_dict : dict
            Paths to tensors: this frontend's or PyTorch's own.
        strict : bool
            Whether the paths must be exactly those of this module.
        assign : bool
            Whether the tensors given take the place of the module's, with their dtypes.

        Returns
        -------
        NamedTuple
            ``missing_keys`` and ``unexpected_keys``.

        Raises
        ------
        RuntimeError
            If shapes differ or, with ``strict``, paths do.

        References
        ----------
        PyTorch documentation, ``torch.nn.Module.load_state_dict``.
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing, unexpected, errors = [], [], []
        metadata = getattr(state_dict, "_metadata", None)
        state_dict = OrderedDict(state_dict)
        if metadata is not None:
            state_dict._metadata = metadata
        _load_module_tree(self, state_dict, "", metadata, assign, missing, unexpected, errors)
        if strict:
            for title, keys in (("Unexpected", unexpected), ("Missing", missing)):
                if keys:
                    named = ", ".join(f'"{key}"' for key in keys)
                    errors.insert(0, f"{title} key(s) in state_dict: {named}. ")
        if errors:
            told = "\n\t".join(errors)
            raise RuntimeError(
                f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{told}"
            )
        return _IncompatibleKeys(missing, unexpected)

    # walking

    def _named_members(
        self, members_of, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator:
        """Yield (path, value) of ``members_of(module)`` pairs but None and, by default, repeats."""
        seen = set()
        modules = [(prefix, self)]
        if recurse:
            modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate)
        for path, module in modules:
            for name, value in members_of(module):
                if value is None or value in seen:
                    continue
                if remove_duplicate:
                    seen.add(value)
                yield (f"{path}.{name}" if path else name), value

    def parameters(self, recurse: bool = True) -> Iterator:
        """Yield all parameters, each once."""
        for _, param in self.named_parameters(recurse=recurse):
            yield param

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator:
        """Yield (path, parameter); one that is shared comes once if ``remove_duplicate``."""
        yield from self._named_members(
            lambda module: module._parameters.items(), prefix, recurse, remove_duplicate
        )

    def buffers(self, recurse: bool = True) -> Iterator:
        """Yield all buffers, each once."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator:
        """Yield (path, buffer)."""
        yield from self._named_members(
            lambda module: module._buffers.items(), prefix, recurse, remove_duplicate
        )

    def children(self) -> Iterator[Module]:
        """Yield the immediate submodules, each once."""
        for _, module in self.named_children():
            yield module

    def named_children(self) -> Iterator[tuple[str, Module]]:
        """Yield (name, submodule) of the immediate ones, each once."""
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self, remove_duplicate: bool = True) -> Iterator[Module]:
        """Yield this module and all below it, each once if ``remove_duplicate``."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(
        self, memo: set | None = None, prefix: str = "", remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Module]]:
        """Yield (path, module) of this module, whose path is ``prefix``, and all below it."""
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                path = f"{prefix}.{name}" if prefix else name
                yield from module.named_modules(memo, path, remove_duplicate)

    # modes

    def train(self, mode: bool = True) -> Module:
        """Set training mode (dropout draws, batch statistics count) here and below."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Module:
        """Set evaluation mode: ``train(False)``."""
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Module:
        """Say of all parameters whether they need gradients."""
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all parameters: to None, or to zeros."""
        for module in self.modules():
            for param in module._parameters.values():
                grad = None if param is None else param.grad
                if grad is None:
                    continue
                if set_to_none:
                    param.grad = None
                    continue
                if grad.grad_fn is not None:
                    grad.detach_()
                else:
                    grad.requires_grad_(False)
                grad.zero_()

    # text

    def _get_name(self) -> str:
        return type(self).__name__

    def extra_repr(self) -> str:
        """Text of this module's options in its ``repr``; a subclass overrides it."""
        return ""

    def __repr__(self):
        extra = self.extra_repr()
        lines = extra.split("\n") if extra else []
        children = [
            f"({name}): {_indent_following_lines(repr(module), 2)}"
            for name, module in self._modules.items()
        ]
        if len(lines) == 1 and not children:
            return f"{self._get_name()}({extra})"
        body = "".join(f"\n  {line}" for line in lines + children)
        return f"{self._get_name()}({body}\n)" if body else f"{self._get_name()}()"


def _check_member_name(module, kind: str, name, known) -> None:
    """Raise unless ``name`` is a str without dots, and free or one of ``known``."""
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {torch.typename(name)}")
    taken = hasattr(module, name) and name not in known
    if kind == "module":  # PyTorch looks for a dot last here, and tells the name
        if taken:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name:
            raise KeyError(f'module name can\'t contain ".", got: {name}')
    if "." in name:
        raise KeyError(f'{kind} name can\'t contain "."')
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if taken:
        raise KeyError(f"attribute '{name}' already exists")


def _call_registration_hooks(module, hooks, name, value):
    """Return ``value`` as the hooks, one after another, replace it."""
    for hook in hooks.values():
        output = hook(module, name, value)
        if output is not None:
            value = output
    return value


def _get_member(owner, target: str):
    """Return (submodule, name, value) of a dotted path to a parameter or another attribute."""
    path, _, name = target.rpartition(".")
    module = owner.get_submodule(path)
    if not hasattr(module, name):
        raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    return module, name, getattr(module, name)


runner.entry = Module.__call__


def _add_hook(hooks, hook, prepend: bool = False, extra=()) -> RemovableHandle:
    """Add a hook; its handle removes it from ``hooks`` and from the dicts in ``extra``."""
    handle = RemovableHandle(hooks, extra_dict=list(extra))
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def _add_backward_hook(module, hook, full: bool, prepend: bool = False) -> RemovableHandle:
    """Add a hook; RuntimeError once one of the other kind was added."""
    if module._is_full_backward_hook is (not full):
        raise RuntimeError(REGULAR_AND_FULL.format(where="on a single Module"))
    module._is_full_backward_hook = full
    return _add_hook(module._backward_hooks, hook, prepend)


def _call_with_hooks(module, args, kwargs):
    """Call ``forward`` and all hooks; return the result as hooks replace it."""
    called = set()  # numbers of the hooks with always_call that have been called
    before = {**everywhere.forward, **module._forward_hooks}
    always = {**everywhere.forward_always_called, **module._forward_hooks_always_called}
    with_kwargs = {**everywhere.forward_with_kwargs, **module._forward_hooks_with_kwargs}
    result = None
    try:
        args, kwargs = _run_forward_pre_hooks(module, args, kwargs)
        watch = _make_backward_hook_caller(module)
        if watch is not None:
            args = watch.setup_input_hook(args)
        if runner.looked_at is None:
            result = module.forward(*args, **kwargs)
        else:
            result = runner.looked_at(module, args, kwargs)
        for number, hook in {**everywhere.forward, **module._forward_hooks}.items():
            if number in always:
                called.add(number)
            more = (kwargs,) if number in with_kwargs else ()
            output = hook(module, args, *more, result)
            if output is not None:
                result = output
        if watch is not None:
            if not isinstance(result, (torch.Tensor, tuple)):
                warnings.warn(
                    "For backward hooks to be called, module output should be a Tensor or a "
                    f"tuple of Tensors but received {type(result)}",
                    stacklevel=3,
                )
            result = watch.setup_output_hook(result)
        _register_backward_hooks_at_result(module, result)
        return result
    finally:
        if isinstance(sys.exception(), Exception):
            for number, hook in before.items():
                if number in always and number not in called:
                    more = (kwargs,) if number in with_kwargs else ()
                    result = _call_after_error(module, hook, args, more, result)


def _run_with_hooks(module, /, *args, **kwargs):
    return _call_with_hooks(module, args, kwargs)


runner.with_hooks = _run_with_hooks


def _call_after_error(module, hook, args, more, result):
    """Call a hook after ``forward`` failed, and return the result; only warn if it raises."""
    try:
        output = hook(module, args, *more, result)
    except Exception as err:
        # told only: the error of the module is the one that is raised
        warnings.warn(
            "module forward hook with ``always_call=True`` raised an exception that was "
            f"silenced as another error was raised in forward: {err}",
            stacklevel=4,
        )
        return result
    return result if output is None else output


def _run_forward_pre_hooks(module, args, kwargs) -> tuple:
    """Return (args, kwargs) as forward pre-hooks, global ones first, replace them."""
    for number, hook in {**everywhere.forward_pre, **module._forward_pre_hooks}.items():
        if number in module._forward_pre_hooks_with_kwargs:
            given = hook(module, args, kwargs)
            if given is None:
                continue
            if not (isinstance(given, tuple) and len(given) == 2):
                raise RuntimeError(
                    "forward pre-hook must return None or a tuple of (new_args, new_kwargs), "
                    f"but got {given}."
                )
            args, kwargs = given
        else:
            given = hook(module, args)
            if given is not None:
                args = given if isinstance(given, tuple) else (given,)
    return args, kwargs


def _make_backward_hook_caller(module):
    """Make the object that calls the full backward hooks of this call; None without hooks."""
    hooks = list(everywhere.backward.values()) if everywhere.backward_is_full else []
    if module._is_full_backward_hook:
        hooks += module._backward_hooks.values()
    pre_hooks = [*everywhere.backward_pre.values(), *module._backward_pre_hooks.values()]
    return BackwardHook(module, hooks, pre_hooks) if hooks or pre_hooks else None


def _register_backward_hooks_at_result(module, result) -> None:
    """Register the regular backward hooks at the node that made the first tensor."""
    hooks = [] if everywhere.backward_is_full else list(everywhere.backward.values())
    if module._is_full_backward_hook is False:
        hooks += module._backward_hooks.values()
    if not hooks:
        return
    while not isinstance(result, torch.Tensor):
        values = result.values() if isinstance(result, dict) else result
        result = next(iter(values))
    for hook in hooks if result.grad_fn is not None else ():
        register_at_node(result.grad_fn, functools.partial(hook, module))


def _assign_buffer(module, name: str, value) -> None:
    """Register a tensor or None as buffer, persistent as it, a Buffer, or the old one is."""
    if value is not None and not (
        isinstance(value, torch.Tensor) or hasattr(value, "__torch_function__")
    ):
        raise TypeError(
            f"cannot assign '{torch.typename(value)}' as buffer '{name}' "
            "(torch.nn.Buffer, torch.Tensor or None expected)"
        )
    if isinstance(value, Buffer):
        persistent = value.persistent
        _remove_name_elsewhere(module, name, but_for="_buffers")
    else:
        persistent = name not in module._non_persistent_buffers_set
    module.register_buffer(name, value, persistent)


def _remove_name_elsewhere(module, name: str, but_for: str) -> None:
    """Delete a name from the instance and from each kind of members but ``but_for``."""
    state = module.__dict__
    state.pop(name, None)
    for kind in ("_parameters", "_buffers", "_modules"):
        if kind != but_for:
            state[kind].pop(name, None)
    if but_for != "_buffers":
        module._non_persistent_buffers_set.discard(name)


def _load_tensor(module, name, own, key, state_dict, assign, error_msgs) -> None:
    """Copy or assign one tensor of ``state_dict``; else append the reason to ``error_msgs``."""
    given = state_dict[key]
    if not (isinstance(given, torch.Tensor) or hasattr(given, "__torch_function__")):
        error_msgs.append(
            f'While copying the parameter named "{key}", expected torch.Tensor or '
            f"Tensor-like object from checkpoint but received {type(given)}"
        )
        return
    lazy = is_lazy(own)
    if not lazy and len(own.shape) == 0 and tuple(given.shape) == (1,):
        given = given[0]  # PyTorch 0.3 had no tensors without dimensions
    if not lazy and tuple(given.shape) != tuple(own.shape):
        error_msgs.append(
            f"size mismatch for {key}: copying a param with shape {given.shape} from "
            f"checkpoint, the shape in current model is {own.shape}."
        )
        return
    if not lazy and own.is_meta and not given.is_meta and not assign:
        warnings.warn(
            f"for {key}: copying from a non-meta parameter in the checkpoint to a meta "
            "parameter in the current model, which is a no-op. (Did you mean to pass "
            "`assign=True` to assign items in the state dictionary to their corresponding key "
            "in the module instead of copying them in place?)",
            stacklevel=2,
        )
    try:
        with torch.no_grad():
            if not assign:
                own.copy_(given)
            else:
                if isinstance(own, Parameter):
                    if isinstance(given, Parameter):
                        given.requires_grad_(own.requires_grad)
                    else:
                        given = Parameter(given, requires_grad=own.requires_grad)
                setattr(module, name, given)
    except Exception as err:
        # told with the others: load_state_dict raises them together
        error_msgs.append(
            f'While copying the parameter named "{key}", whose dimensions in the model are '
            f"{own.size()} and whose dimensions in the checkpoint are {given.size()}, an "
            f"exception occurred : {err.args}."
        )


def _load_module_tree(module, state, prefix, metadata, assign, missing, unexpected, errors) -> None:
    """Load a module and those below it; append to ``missing``, ``unexpected``, ``errors``."""
    local_metadata = {} if metadata is None else metadata.get(prefix[:-1], {})
    if assign:
        local_metadata["assign_to_params_buffers"] = assign
    # always strict here: load_state_dict decides whether the lists it gets are an error
    module._load_from_state_dict(state, prefix, local_metadata, True, missing, unexpected, errors)
    for name, child in module._modules.items():
        if child is not None:
            path = f"{prefix}{name}."
            below = {key: value for key, value in state.items() if key.startswith(path)}
            _load_module_tree(child, below, path, metadata, assign, missing, unexpected, errors)
    incompatible = _IncompatibleKeys(missing, unexpected)
    for hook in module._load_state_dict_post_hooks.values():
        if hook(module, incompatible) is not None:
            raise AssertionError(
                "Hooks registered with ``register_load_state_dict_post_hook`` are not expected "
                "to return new values, if incompatible_keys need to be modified, it should be "
                "done inplace."
            )


def parse_to_arguments(
    *args, device=None, dtype=None, non_blocking=False, memory_format=None, copy=False
):
    """Return device, dtype, non_blocking and memory format of the arguments of ``to``."""
    args = list(args)
    if args and isinstance(args[0], torch.Tensor):
        like = args.pop(0)
        device, dtype = placement_in_parts(like) or like.device, like.dtype
    elif args and isinstance(args[0], torch.dtype):
        dtype = args.pop(0)
    elif args:
        device = args.pop(0)
        if args and (args[0] is None or isinstance(args[0], torch.dtype)):
            dtype = args.pop(0)
    if args:
        non_blocking = args.pop(0)
    if device is not None and not isinstance(device, Placement):
        device = torch.device(device)
    return device, dtype, non_blocking, memory_format
