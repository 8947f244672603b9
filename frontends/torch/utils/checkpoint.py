"""Memory for time: what a function computes is not kept, but computed again when it is needed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from frontends.torch.dispatch.docstrings import citing

from ..autograd.calls import backward
from ..autograd.function import Function
from ..autograd.grad_mode import enable_grad, is_grad_enabled
from ..autograd.saved import saved_tensors_hooks
from ..autograd.through_real import asks_real, boxed, for_real
from ..dispatch import native
from ..random.generator import default_source
from ..tensors.tensor import Tensor


@citing("torch.utils.checkpoint.checkpoint")
def checkpoint(
    function: Callable,
    *args,
    use_reentrant: bool | None = None,
    context_fn=None,
    determinism_check: str = "default",
    debug: bool = False,
    early_stop: bool = True,
    preserve_rng_state: bool = True,
    **kwargs,
):
    """Call a function, and compute it again when its gradients are needed.

    Parameters
    ----------
    function : callable
        Of tensors and anything else.
    *args, **kwargs
        What it is called with.
    use_reentrant : bool, optional
        Whether the backward pass of the function is one of its own: then an argument must require
        gradients. By default what it saves is replaced when it is asked for.
    preserve_rng_state : bool, optional
        Whether the second call draws the same random numbers.
    context_fn : callable, optional
        Gives two context managers, for the first call and the second.
    determinism_check, debug, early_stop
        As in PyTorch, on whose backend they have their effect.

    Returns
    -------
    What the function gives.

    >>> from ivy_core import with_backend
    >>> with with_backend("jax"):
    ...     x = torch.tensor(3.0, requires_grad=True)
    ...     torch.utils.checkpoint.checkpoint(lambda x: x * x, x, use_reentrant=False).backward()
    ...     x.grad
    tensor(6.)
    """
    if asks_real((args, kwargs)):
        return _checkpoint_by_real(
            function, args, kwargs, use_reentrant=bool(use_reentrant),
            preserve_rng_state=preserve_rng_state,
        )  # fmt: skip
    if use_reentrant:
        return _Reentrant.apply(function, preserve_rng_state, kwargs, *args)
    first, second = (contextlib.nullcontext(), contextlib.nullcontext())
    if context_fn is not None:
        first, second = context_fn()
    if not is_grad_enabled():
        with first:
            return function(*args, **kwargs)
    again = _Again(function, args, kwargs, second, preserve_rng_state)
    with first, saved_tensors_hooks(again.pack, again.unpack):
        return function(*args, **kwargs)


def _checkpoint_by_real(function, args, kwargs, **options):
    """Checkpoint by real PyTorch, arguments unwrapped and results boxed."""
    real = native.named("torch.utils.checkpoint.checkpoint")
    return boxed(real(for_real(function), *native.unwrap(args), **native.unwrap(kwargs), **options))


class _Again:
    """The tensors that a call saves: their numbers, until the call is made again."""

    def __init__(self, function, args, kwargs, context, preserve: bool):
        self.call = function, args, kwargs
        self.context = context
        self.state = default_source().state if preserve else None
        self.count, self.made = 0, None

    def pack(self, x: Tensor) -> int:
        self.count += 1
        return self.count - 1

    def unpack(self, number: int) -> Tensor:
        if self.made is None:
            self.made = []
            function, args, kwargs = self.call
            given = [
                x.detach().requires_grad_(x.requires_grad) if _is_inexact_tensor(x) else x
                for x in args
            ]

            def keep(x):
                self.made.append(x.detach())
                return x

            with _replay_random_state(self.state), self.context, enable_grad():
                with saved_tensors_hooks(keep, lambda x: x):
                    function(*given, **kwargs)
        if number >= len(self.made):
            raise RuntimeError(
                "torch.utils.checkpoint: A different number of tensors was saved during the "
                f"original forward and recomputation.\nNumber of tensors saved during forward: "
                f"{self.count}\nNumber of tensors saved during recomputation: {len(self.made)}."
            )
        return self.made[number]


def _is_inexact_tensor(x) -> bool:
    return isinstance(x, Tensor) and (x.dtype.is_floating_point or x.dtype.is_complex)


@contextlib.contextmanager
def _replay_random_state(state: bytes | int | None):
    """Set the default generator to ``state`` within a ``with`` block, unless that is None."""
    if state is None:
        yield
        return
    twister = default_source()
    before, twister.state = twister.state, state
    try:
        yield
    finally:
        twister.state = before


class _Reentrant(Function):
    @staticmethod
    def forward(ctx, function, preserve, kwargs, *args):
        ctx.call = function, kwargs
        ctx.state = default_source().state if preserve else None
        ctx.others = [None if isinstance(x, Tensor) else x for x in args]
        ctx.positions = [at for at, x in enumerate(args) if isinstance(x, Tensor)]
        ctx.save_for_backward(*[args[at] for at in ctx.positions])
        return function(*args, **kwargs)

    @staticmethod
    def backward(ctx, *grads):
        given = list(ctx.others)
        for at, x in zip(ctx.positions, ctx.saved_tensors, strict=True):
            needed = ctx.needs_input_grad[at + 3]
            given[at] = x.detach().requires_grad_() if needed else x.detach()
        function, kwargs = ctx.call
        with _replay_random_state(ctx.state), enable_grad():
            results = function(*given, **kwargs)
        results = [results] if isinstance(results, Tensor) else list(results)
        pairs = [
            (y, grad)
            for y, grad in zip(results, grads, strict=True)
            if isinstance(y, Tensor) and y.requires_grad
        ]
        if not pairs:
            raise RuntimeError(
                "none of output has requires_grad=True, this checkpoint() is not necessary"
            )
        backward([y for y, _ in pairs], [grad for _, grad in pairs])
        return (
            None, None, None, *[x.grad if isinstance(x, Tensor) else None for x in given]
        )  # fmt: skip


@citing("torch.utils.checkpoint.{}")
def checkpoint_sequential(functions, segments: int, input, use_reentrant=None, **kwargs):
    """Call functions one after the other, keeping what passes between a few segments alone."""
    functions = list(functions.children()) if hasattr(functions, "children") else list(functions)
    size = len(functions) // segments

    def run(start: int, stop: int):
        def forward(x):
            for function in functions[start:stop]:
                x = function(x)
            return x

        return forward

    start = 0
    for _ in range(segments - 1):
        input = checkpoint(
            run(start, start + size), input, use_reentrant=bool(use_reentrant), **kwargs
        )
        start += size
    return run(start, len(functions))(input)


__all__ = ["checkpoint", "checkpoint_sequential"]
