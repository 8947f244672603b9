"""Functions of the user's with gradients of their own, in anomaly mode, under hooks and checks."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
import torch as real

import frontends.torch as ours

from .test_autograd import compare, grads, host, leaf, same_error  # noqa: F401


def same(program):
    compare(host(program(ours)), host(program(real)))


def exponential(torch, setup=False):
    class Exponential(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            result = x.exp()
            ctx.save_for_backward(result)
            return result

        @staticmethod
        def backward(ctx, grad):
            (result,) = ctx.saved_tensors
            return grad * result

    return Exponential


PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


@program
def a_result_is_saved(torch):
    a = leaf(torch, 3)
    y = exponential(torch).apply(a * 2)
    y.sum().backward()
    return y, a.grad, y.grad_fn, y.requires_grad


@program
def what_was_saved_keeps_its_history(torch):
    seen = []

    class Scaled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, w):
            y = x * w
            ctx.save_for_backward(x, w, y)
            return y

        @staticmethod
        def backward(ctx, grad):
            x, w, y = ctx.saved_tensors
            seen.append([each.requires_grad for each in (x, w, y)] + [x.is_leaf, w.is_leaf])
            with torch.enable_grad():  # computes the forward pass again, as adjoint methods do
                again = x.detach().requires_grad_()
                return torch.autograd.grad(again * w, (again, w), grad)

    x, w = leaf(torch, 3), leaf(torch, 3)
    Scaled.apply(x * 2, w).sum().backward()
    return [str(each) for each in seen], x.grad, w.grad


@program
def writes_through_data_do_not_count(torch):
    class Filling(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = torch.zeros_like(x)
            y.data[...] = x
            y.data[0:1].add_(1)
            ctx.save_for_backward(x, y)
            part = y.data
            part[1:].mul_(2)
            part.view(-1).add_(1)
            ctx.versions = y._version, part._version
            return y

        @staticmethod
        def backward(ctx, grad):
            x, y = ctx.saved_tensors
            return grad * x

    x = leaf(torch, 3)
    y = Filling.apply(x)
    y.data.mul_(3)
    y.sum().backward()
    return y, y._version, str(y.grad_fn.versions), x.grad


@program
def second_order(torch):
    a = leaf(torch, 3)
    y = exponential(torch).apply(a * a)
    (first,) = torch.autograd.grad(y.sum(), a, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), a)
    return first, second


@program
def several_arguments_and_results(torch):
    class Both(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y, scale):
            ctx.save_for_backward(x, y)
            ctx.scale = scale
            ctx.needed = ctx.needs_input_grad
            return x * y * scale, x + y

        @staticmethod
        def backward(ctx, first, second):
            x, y = ctx.saved_tensors
            assert ctx.needed == ctx.needs_input_grad
            return first * y * ctx.scale + second, first * x * ctx.scale + second, None

    a, b = leaf(torch, 3), leaf(torch, 3)
    p, q = Both.apply(a, b, 3.0)
    (p.sum() + (q * q).sum()).backward()
    r, _ = Both.apply(a.detach(), b, 2.0)
    r.sum().backward()
    return p, q, a.grad, b.grad


@program
def unused_results_are_zeros(torch):
    seen = []

    class Two(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, materialize):
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, first, second):
            seen.append(second is None)
            return first * 2, None

    a = leaf(torch, 3)
    Two.apply(a, True)[0].sum().backward()
    Two.apply(a, False)[0].sum().backward()
    return a.grad, seen


@program
def a_context_is_set_up(torch):
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(x):
            return x * x

        @staticmethod
        def setup_context(ctx, inputs, output):
            (x,) = inputs
            ctx.save_for_backward(x)

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

    a = leaf(torch, 3)
    Square.apply(a).sum().backward()
    return (a.grad,)


@program
def a_written_argument(torch):
    class Doubled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            x.mul_(2)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 2

    a = leaf(torch, 3)
    y = a * 1
    z = Doubled.apply(y)
    (z * z).sum().backward()
    return z, a.grad, z is y, y.grad_fn, y._version


@program
def results_without_gradients(torch):
    class Sorted(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            rounded = x * 0 + 1
            ctx.mark_non_differentiable(rounded)
            return x * 2, rounded

        @staticmethod
        def backward(ctx, first, second):
            return first * 2

    a = leaf(torch, 3)
    y, z = Sorted.apply(a)
    y.sum().backward()
    return y.requires_grad, z.requires_grad, a.grad


@program
def an_argument_given_back(torch):
    class Same(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 5

    a = leaf(torch, 3)
    y = Same.apply(a)
    y.sum().backward()
    return y is a, y.requires_grad, a.grad


@program
def without_gradients(torch):
    a = leaf(torch, 3)
    with torch.no_grad():
        y = exponential(torch).apply(a)
    return y.requires_grad, y.is_leaf, exponential(torch).apply(a.detach()).requires_grad


@program
def attributes_of_ctx_have_any_name(torch):
    names = """
        inputs outputs edges hooks prehooks retained sequence function call needs saved state
        shape args kwargs at_tensor dirty without release hooks_of _saved _needs _function _dirty
    """.split()

    class Kept(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            for at, name in enumerate(names):
                setattr(ctx, name, (x * at).sum().item())
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return grad * sum(getattr(ctx, name) for name in names)

    a = leaf(torch, 3)
    y = Kept.apply(a)
    y.register_hook(lambda grad: grad * 2)
    (y * y).sum().backward()
    return a.grad, [getattr(y.grad_fn, name) for name in names]


@program
def which_gradients_are_needed_is_set_by_the_function(torch):
    class Kept(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            ctx.needs_input_grad = (False, *ctx.needs_input_grad[1:])
            return x * y

        @staticmethod
        def backward(ctx, grad):
            return (grad * 3 if ctx.needs_input_grad[0] else None), grad

    a, b = leaf(torch, 3), leaf(torch, 3)
    Kept.apply(a, b).sum().backward()
    return a.grad is None, b.grad


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(grads, name):  # noqa: F811
    same(PROGRAMS[name])


ERRORS = {}


def mistake(function):
    ERRORS[function.__name__] = function
    return function


def returning(torch, *found):
    class Returning(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, y):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            return found

    return Returning


@mistake
def too_few_gradients(torch):
    returning(torch, None).apply(leaf(torch, 3), leaf(torch, 3)).sum().backward()


@mistake
def gradient_of_a_number(torch):
    made = returning(torch, torch.ones(3), torch.ones(3))
    made.apply(leaf(torch, 3), 2.0).sum().backward()


@mistake
def no_backward(torch):
    class Without(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    Without.apply(leaf(torch, 3)).sum().backward()


@mistake
def a_call_of_an_instance(torch):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exponential(torch)()(leaf(torch, 3))


@mistake
def differentiated_twice(torch):
    class Once(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return 2 * x * grad

    a = leaf(torch, 3)
    (first,) = torch.autograd.grad(Once.apply(a).sum(), a, create_graph=True)
    first.sum().backward()


@mistake
def saved_result_was_written_to(torch):
    y = exponential(torch).apply(leaf(torch, 3))
    z = y.sum()
    y.mul_(2)
    z.backward()


@pytest.mark.parametrize("name", ERRORS)
def test_mistake(grads, name):  # noqa: F811
    same_error(ERRORS[name])


def test_anomaly_mode_shows_the_forward_line(grads):  # noqa: F811
    a = leaf(ours, 3)
    with warnings.catch_warnings(record=True) as seen, ours.autograd.detect_anomaly():
        warnings.simplefilter("always")
        y = (a * 0 / 0).sum()  # the line that is looked for
        with pytest.raises(RuntimeError, match="returned nan values"):
            y.backward()
    text = "".join(str(each.message) for each in seen)
    assert "the line that is looked for" in text
    assert "Error detected in" in text
    assert not ours.is_anomaly_enabled()


def test_saved_tensors_are_packed(grads):  # noqa: F811
    def run(torch):
        packed = []

        def pack(x):
            packed.append(tuple(x.shape))
            return x * 1

        a = leaf(torch, 3)
        with torch.autograd.graph.saved_tensors_hooks(pack, lambda x: x * 10):
            y = (a.sin() * 2).sum()
        y.backward()
        return packed, a.grad

    if grads == "torch":
        pytest.skip("hooks get PyTorch's own tensors there")
    got, wanted = run(ours), run(real)
    assert got[0][:1] == wanted[0][:1]
    compare(host(got[1]), host(wanted[1]))


@pytest.mark.parametrize("use_reentrant", [True, False])
def test_checkpoint(grads, use_reentrant):  # noqa: F811
    def run(torch):
        import importlib

        module = importlib.import_module(f"{torch.__spec__.name}.utils.checkpoint")
        a, w = leaf(torch, 3), leaf(torch, 3)
        calls = []

        def block(x, scale):
            calls.append(1)
            return (x * w).sin() * scale

        y = module.checkpoint(block, a, 2.0, use_reentrant=use_reentrant)
        z = module.checkpoint(block, y, 3.0, use_reentrant=use_reentrant)
        z.sum().backward()
        return z, a.grad, w.grad, len(calls)

    compare(host(run(ours)), host(run(real)))


def test_checkpoint_draws_the_same_numbers_again(grads):  # noqa: F811
    from frontends.torch.utils.checkpoint import checkpoint

    ours.manual_seed(3)
    a = leaf(ours, 50)
    y = checkpoint(lambda x: ours.nn.functional.dropout(x * 1) * x, a, use_reentrant=False)
    y.sum().backward()
    # each is 2 a^2 or 0, whose gradient is 4 a or 0: the mask of the backward pass is the same
    wanted = np.where(host(y) > 0, 4 * host(a), 0)
    np.testing.assert_allclose(host(a.grad), wanted, rtol=1e-5)
