"""``torch.optim.Optimizer``: groups of parameters, their state, hooks, and the step of each.

References
----------
PyTorch documentation, ``torch.optim.Optimizer``.
"""

from __future__ import annotations

import copy
import functools
import warnings
from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from itertools import chain

import frontends.torch as torch
from frontends.torch.dispatch.crossing import refuse_parameter
from frontends.torch.dispatch.docstrings import citing
from frontends.torch.utils.hooks import RemovableHandle

from .lists import drop_gradient, step_by_lists
from .program import Programs, are_counted_alike, have_one_count, share_counts
from .together import step_small


class Required:
    """The default of an option that each group must give."""

    def __repr__(self):
        return "<required parameter>"


required = Required()

_HOOKS = tuple(
    f"_optimizer_{kind}_hooks"
    for kind in (
        "step_pre",
        "step_post",
        "state_dict_pre",
        "state_dict_post",
        "load_state_dict_pre",
        "load_state_dict_post",
    )
)
_OF_ALL_PRE: OrderedDict = OrderedDict()
_OF_ALL_POST: OrderedDict = OrderedDict()


def _add_hook(hooks: OrderedDict, hook, prepend: bool = False) -> RemovableHandle:
    """Add a hook to ``hooks``, behind all or first; return the handle that removes it."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_optimizer_step_pre_hook(hook) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` before each step of any optimizer."""
    return _add_hook(_OF_ALL_PRE, hook)


def register_optimizer_step_post_hook(hook) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` after each step of any optimizer."""
    return _add_hook(_OF_ALL_POST, hook)


def _call_hooks_around(step):
    """Return a step that calls the global and its own hooks; a pre-hook may replace arguments."""

    @functools.wraps(step)
    def hooked(self, *args, **kwargs):
        if "_optimizer_step_pre_hooks" not in vars(self):  # a class that skips `super().__init__`
            return step(self, *args, **kwargs)
        for hook in chain(_OF_ALL_PRE.values(), self._optimizer_step_pre_hooks.values()):
            given = hook(self, args, kwargs)
            if given is None:
                continue
            if not (isinstance(given, tuple) and len(given) == 2):
                raise RuntimeError(
                    f"{step} must return None or a tuple of (new_args, new_kwargs), but got "
                    f"{given}."
                )
            args, kwargs = given
        result = step(self, *args, **kwargs)
        for hook in chain(self._optimizer_step_post_hooks.values(), _OF_ALL_POST.values()):
            hook(self, args, kwargs)
        return result

    hooked.hooked = True
    return hooked


def as_number(value):
    """Return a number given as a tensor of one element as a Python number."""
    return value.item() if isinstance(value, torch.Tensor) else value


@citing("``torch.optim.{}``")
class Optimizer:
    """Base of all optimizers.

    Parameters
    ----------
    params : iterable of Tensor, of (name, Tensor), or of dict
        A dict is a group: ``params``, and options in place of the defaults.
    defaults : dict
        The options and their values.

    Attributes
    ----------
    param_groups : list of dict
        The parameters, and the options of each group.
    state : dict
        What is kept of each parameter.
    """

    def __init__(self, params, defaults: dict):
        self.defaults = defaults
        for name in _HOOKS:
            setattr(self, name, OrderedDict())
        if isinstance(params, torch.Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or "
                f"dicts, but got {torch.typename(params)}"
            )
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

        self._patch_step_function()

    def _patch_step_function(self) -> None:
        """Have the step of the class call the hooks; as in PyTorch, that of its first object."""
        step = type(self).step
        if not getattr(step, "hooked", False):
            type(self).step = _call_hooks_around(step)

    def __getstate__(self):
        return {
            "defaults": self.defaults,
            "state": self.state,
            "param_groups": self.param_groups,
        }

    def __setstate__(self, state) -> None:
        self.__dict__.update(state)
        for name in _HOOKS:
            self.__dict__.setdefault(name, OrderedDict())
        for group in self.param_groups:  # options that an older PyTorch did not save
            for name, value in self.defaults.items():
                group.setdefault(name, value)
        self.defaults.setdefault("differentiable", False)
        self._patch_step_function()

    def __ivy_set_numbers__(self):
        """Return (group, name) of the learning rates that were set: a schedule will go on so.

        That is seen by the object's identity: a schedule may begin with the rate as it was.
        """
        default = self.defaults.get("lr")
        return [(group, "lr") for group in self.param_groups if group.get("lr") is not default]

    def __repr__(self):
        text = type(self).__name__ + " ("
        for i, group in enumerate(self.param_groups):
            options = (f"    {key}: {group[key]}\n" for key in sorted(group) if key != "params")
            text += f"\nParameter Group {i}\n" + "".join(options)
        return text + ")"

    # hooks

    def register_step_pre_hook(self, hook) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` before a step; it may return both anew."""
        return _add_hook(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook) -> RemovableHandle:
        """Call ``hook(optimizer, args, kwargs)`` after a step."""
        return _add_hook(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(optimizer)`` before ``state_dict``."""
        return _add_hook(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(optimizer, state_dict)``; what it returns is the state_dict."""
        return _add_hook(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(optimizer, state_dict)`` before loading; what it returns is loaded."""
        return _add_hook(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend: bool = False) -> RemovableHandle:
        """Call ``hook(optimizer)`` after loading."""
        return _add_hook(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    @staticmethod
    def profile_hook_step(func):
        """Return a step that calls the hooks, as steps of subclasses do anyway."""
        return func if getattr(func, "hooked", False) else _call_hooks_around(func)

    # state

    def state_dict(self) -> dict:
        """Return the state, parameters by their numbers, as PyTorch saves it.

        Returns
        -------
        dict
            ``state``: number of a parameter to what is kept of it; ``param_groups``: the options,
            and ``params`` as numbers.

        References
        ----------
        PyTorch documentation, ``torch.optim.Optimizer.state_dict``.
        """
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers = {}
        start = 0
        groups = []
        for group in self.param_groups:
            for i, param in enumerate(group["params"], start):
                numbers.setdefault(id(param), i)
            start += len(group["params"])
            packed = {key: value for key, value in group.items() if key != "params"}
            packed["params"] = [numbers[id(param)] for param in group["params"]]
            groups.append(packed)
        state = {
            numbers[id(key)] if isinstance(key, torch.Tensor) else key: value
            for key, value in self.state.items()
        }
        found = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            given = hook(self, found)
            if given is not None:
                found = given
        return found

    def load_state_dict(self, state_dict: dict) -> None:
        """Take a state that ``state_dict`` returned, here or in PyTorch.

        Raises
        ------
        ValueError
            If the groups or their sizes differ.

        References
        ----------
        PyTorch documentation, ``torch.optim.Optimizer.load_state_dict``.
        """
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            given = hook(self, state_dict)
            if given is not None:
                state_dict = given
        groups, saved = self.param_groups, copy.deepcopy(state_dict["param_groups"])
        if len(groups) != len(saved):
            raise ValueError("loaded state dict has a different number of parameter groups")
        for group, other in zip(groups, saved, strict=True):
            if len(group["params"]) != len(other["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group that doesn't match the size of "
                    "optimizer's group"
                )
        params = {
            number: param
            for group, other in zip(groups, saved, strict=True)
            for number, param in zip(other["params"], group["params"], strict=True)
        }
        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            if key in params:
                state[params[key]] = _cast_loaded_state(params[key], value)
            else:
                state[key] = value
        for group, other in zip(groups, saved, strict=True):
            other["params"] = group["params"]
            if "param_names" in group:
                other.setdefault("param_names", group["param_names"])
        self.__setstate__({"state": state, "param_groups": saved})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all parameters: to None, or to zeros."""
        for group in self.param_groups:
            for param in group["params"]:
                if set_to_none and drop_gradient(param):
                    continue
                grad = param.grad
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

    def step(self, closure=None):
        """Change the parameters once; ``closure`` computes the loss anew where one is given."""
        raise NotImplementedError

    def add_param_group(self, param_group: dict) -> None:
        """Add a group: ``params``, and options in place of the defaults.

        Raises
        ------
        TypeError
            If a parameter is no tensor, or the parameters are in no order.
        ValueError
            If one is computed from others, or in another group already.
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, torch.Tensor):
            params = [params]
        elif isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the "
                "ordering of tensors in sets will change between runs. Please use a list instead."
            )
        params = list(params)
        names = [param[0] for param in params if isinstance(param, tuple)]
        if names:
            if len(names) != len(params):
                raise ValueError(
                    "all optimizer params should be with/without names. Some param names are "
                    "missing"
                )
            param_group["param_names"] = names
            params = [param for _, param in params]
        param_group["params"] = params
        for param in params:
            if not isinstance(param, torch.Tensor):
                refuse_parameter(param)
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is "
                    + torch.typename(param)
                )
            if not self.defaults.get("differentiable") and not (
                param.is_leaf or param.retains_grad
            ):
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization parameter "
                    f"{name}"
                )
            param_group.setdefault(name, default)
        _check_group_members(self, param_group)
        self.param_groups.append(param_group)


def _check_group_members(optimizer, param_group: dict) -> None:
    """Warn of a parameter twice in a group; raise ValueError if in two, or for mixed names."""
    members = set(param_group["params"])
    if len(members) != len(param_group["params"]):
        warnings.warn(
            "optimizer contains a parameter group with duplicate parameters; in future, this "
            "will cause an error; see github.com/pytorch/pytorch/issues/40967 for more "
            "information",
            stacklevel=4,
        )
    for group in optimizer.param_groups:
        if ("param_names" in param_group) != ("param_names" in group):
            kind = "with names" if "param_names" in param_group else "without names"
            raise ValueError(
                "all optimizer param groups should be with/without names. cannot add param "
                f"group {kind} to the optimizer"
            )
    if any(not members.isdisjoint(group["params"]) for group in optimizer.param_groups):
        raise ValueError("some parameters appear in more than one parameter group")


def _cast_loaded_state(param, value, key=None):
    """Return loaded state as this parameter's: its dtype and device, but for the step."""
    if isinstance(value, dict):
        return {k: _cast_loaded_state(param, v, k) for k, v in value.items()}
    if hasattr(value, "__torch_function__"):  # this frontend's tensor, or PyTorch's own
        value = torch.as_tensor(value)
        if key == "step":
            return value
        dtype = param.dtype if param.dtype.is_floating_point else None
        return value.to(device=param.device, dtype=dtype)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return type(value)(_cast_loaded_state(param, v) for v in value)
    return value


class ElementwiseOptimizer(Optimizer):
    """An optimizer that changes each parameter by itself: a subclass says how.

    ``first_state_(group, param)`` is what is kept of a parameter before its first step, and
    ``update_(group, param, grad, state)`` changes it. Where steps are to be compiled it also has
    ``kept_names_(group)``, the names of what is kept; ``options_of_(group)``, the options that a
    program is made for; ``numbers_(group, step)``, what differs from step to step; and
    ``changed_(group, numbers, param, grad, *kept)``, what becomes of the parameter and of these.
    ``update_lists_(lists, group, step, params, grads, *kept)`` makes the calls of ``update_`` by
    PyTorch's functions of lists, where tensors are PyTorch's own.
    The names end in an underscore, so that a user's subclass does not define one by chance.
    """

    by_elements_ = True  # whether elements change by themselves, so that parts of parameters may
    real_views_ = True  # complex parameters are taken for pairs of real numbers
    counts_ = True  # whether the number of steps is kept, as a tensor

    def step(self, closure=None):
        """Change all parameters that have a gradient.

        Parameters
        ----------
        closure : callable, optional
            Computes the loss anew; it is called with gradients enabled.

        Returns
        -------
        What ``closure`` returned, or None.
        """
        loss = None
        with torch.set_grad_enabled(self.defaults.get("differentiable", False)):
            if closure is not None:
                with torch.enable_grad():
                    loss = closure()
            for group in self.param_groups:
                if step_by_lists(self, group):
                    continue
                keeps = self.keeps_state_(group)
                members = []
                for param in group["params"]:
                    grad = param.grad
                    if grad is not None:
                        members.append((param, grad, self.state[param] if keeps else {}))
                parts = [_as_plain(self, *each) for each in members]
                if not _step_by_program(self, group, parts):
                    shares = self.counts_ and keeps and have_one_count(parts)
                    were_one = shares and are_counted_alike(parts)
                    for param, grad, state in step_small(self, group, parts):
                        _step_parameter(self, group, param, grad, state)
                    if shares:
                        share_counts(parts, were_one)
                for (param, _, state), (stepped, _, changed) in zip(members, parts, strict=True):
                    if stepped is not param:
                        _take_step(param, state, stepped, changed)
        return loss

    def __ivy_makes_state__(self) -> bool:
        """Return whether the next step makes the state that all later ones find."""
        return not self.state and any(map(self.keeps_state_, self.param_groups))

    def keeps_state_(self, group: dict) -> bool:
        """Return whether something is kept of a group's parameters: else no entry is made."""
        return self.counts_ or not hasattr(self, "kept_names_") or bool(self.kept_names_(group))

    def first_state_(self, group: dict, param) -> dict:
        """Make a parameter's state before its first step."""
        return {}

    def update_(self, group: dict, param, grad, state: dict) -> None:
        """Change one parameter and its state, in place."""
        raise NotImplementedError

    def check_exclusive_options_(self, foreach, differentiable, fused) -> None:
        """Refuse options that exclude one another; how a step is computed is the backend's."""
        if fused and differentiable:
            raise RuntimeError("`fused` does not support `differentiable`")
        if fused and foreach:
            raise RuntimeError("`fused` and `foreach` cannot be `True` together.")


def _as_plain(optimizer, param, grad, state: dict) -> tuple:
    """Return a parameter, its gradient and state as plain tensors.

    Of a DTensor they are those that this rank has of it, or whole ones where elements do not change
    by themselves.
    """
    if not hasattr(param, "_local_tensor"):
        return param, grad, state

    def plain(x):
        if not hasattr(x, "_local_tensor"):
            return x
        return x._local_tensor if optimizer.by_elements_ else x.full_tensor()

    return plain(param), plain(grad), {key: plain(value) for key, value in state.items()}


def _take_step(param, state: dict, stepped, changed: dict) -> None:
    """Take what has become of a DTensor and its state; state of its shape lies as it does."""
    is_part = stepped is param._local_tensor
    if not is_part:
        param._local_tensor.copy_(param.cut_like(stepped)._local_tensor)
    for key, value in changed.items():
        if getattr(state.get(key), "_local_tensor", None) is value:
            continue
        is_alike = getattr(value, "shape", None) == stepped.shape and key != "step"
        if is_alike:
            value = param._with_part(value) if is_part else param.cut_like(value)
        state[key] = value


def _step_by_program(optimizer, group: dict, members: list) -> bool:
    """Step (param, grad) members by one compiled program; return False if there is none yet."""
    if not members or group.get("differentiable") or not hasattr(optimizer, "changed_"):
        return False
    if len({id(param) for param, _, _ in members}) < len(members):
        return False  # the second step of a parameter begins where the first one ends
    programs = optimizer.__dict__.get("programs_")
    if programs is None:
        programs = optimizer.programs_ = Programs()
    return programs.step(optimizer, group, members)


def _step_parameter(optimizer, group: dict, param, grad, state: dict) -> None:
    """Update one parameter in place; fill its state first if that is empty."""
    if optimizer.counts_ and not state:
        state["step"] = torch.tensor(0.0, dtype=torch.float32)
        state.update(optimizer.first_state_(group, param))
    if group.get("maximize"):
        grad = -grad
    kept = state
    if optimizer.real_views_ and param.dtype.is_complex:
        param, grad = torch.view_as_real(param), torch.view_as_real(grad)
        kept = {
            key: torch.view_as_real(value) if value.dtype.is_complex else value
            for key, value in state.items()
        }
    optimizer.update_(group, param, grad, kept)


def check_lr(lr) -> None:
    """Refuse a negative learning rate, and a tensor of several."""
    if isinstance(lr, torch.Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    if not 0.0 <= lr:
        raise ValueError(f"Invalid learning rate: {lr}")


def check_positive(**options) -> None:
    """Refuse negative options; the names are those that PyTorch's errors say."""
    for name, value in options.items():
        if not 0.0 <= value:
            raise ValueError(f"Invalid {name} value: {value}")


def check_betas(betas) -> None:
    """Refuse decays outside [0, 1)."""
    for i, beta in enumerate(betas):
        if not 0.0 <= beta < 1.0:
            raise ValueError(f"Invalid beta parameter at index {i}: {beta}")


def count_step(state: dict):
    """Add 1 to the number of steps, and return it as a Python number."""
    step = state["step"]
    step += 1
    return step.item()


def decayed(grad, param, weight_decay):
    """Return the gradient with that of ``weight_decay / 2 * sum(param ** 2)`` added."""
    return grad if weight_decay == 0 else grad.add(param, alpha=weight_decay)


def rate_of(group: dict):
    """Return the learning rate: a number, or a tensor where its gradient is wanted."""
    lr = group["lr"]
    return lr if group.get("differentiable") else as_number(lr)


def apart(x, group: dict):
    """Return ``x``, copied where a graph keeps it and it is written to later."""
    return x.clone() if group.get("differentiable") else x


def gradient_of_step(group: dict, param, grad):
    """Return the gradient that a compiled step goes by: of the other sign if it climbs, decayed."""
    grad = -grad if group["maximize"] else grad
    weight_decay = as_number(group["weight_decay"])
    return grad if weight_decay == 0 else grad + param * weight_decay
