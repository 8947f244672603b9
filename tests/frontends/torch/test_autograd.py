"""Gradients of the frontend against real PyTorch's, in PyTorch's rules.

Each program is written once, against a module ``torch``: real PyTorch runs it, and the frontend on
the backend under test.
"""

from __future__ import annotations

import gc
import warnings
import weakref

import numpy as np
import pytest
import torch as real

import frontends.torch as ours
from frontends.torch.autograd import bodies, pullback

TAPE = ("jax", "tensorflow")


@pytest.fixture
def grads(backend):
    """The backend, where it computes gradients."""
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")
    return backend


def host(value):
    """Return a result as what can be compared: arrays of NumPy's, names of nodes."""
    if isinstance(value, (real.Tensor, ours.Tensor)):
        return np.asarray(value.detach().numpy())
    if isinstance(value, (list, tuple)):
        return [host(each) for each in value]
    if hasattr(value, "next_functions"):
        return type(value).__name__
    return value


def same(program, rtol=1e-5, atol=1e-6):
    """Run a program in both, and compare what it returns."""
    compare(host(program(ours)), host(program(real)), rtol, atol)


def compare(got, wanted, rtol=1e-5, atol=1e-6):
    if isinstance(wanted, list):
        assert len(got) == len(wanted)
        for one, other in zip(got, wanted, strict=True):
            compare(one, other, rtol, atol)
    elif isinstance(wanted, np.ndarray):
        assert got.dtype == wanted.dtype
        np.testing.assert_allclose(got, wanted, rtol, atol)
    else:
        assert got == wanted


def same_error(program):
    """Run a program that fails in both, and compare class and text."""
    with pytest.raises(Exception) as wanted:
        program(real)
    with pytest.raises(wanted.type) as got:
        program(ours)
    assert str(wanted.value).splitlines()[0] in str(got.value)


def leaf(torch, *shape, start=1.0):
    count = int(np.prod(shape))
    values = torch.arange(count, dtype=torch.float32).reshape(shape)
    return (values * 0.25 + start).requires_grad_()


PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


@program
def sum_of_a_product(torch):
    a, b = leaf(torch, 2, 3), leaf(torch, 3, 2)
    y = ((a @ b) * 2).sum()
    y.backward()
    return y, a.grad, b.grad


@program
def broadcast_operands(torch):
    a, b = leaf(torch, 2, 3), leaf(torch, 3)
    ((a * b + b) / (a - 7)).sum().backward()
    return a.grad, b.grad


@program
def where_as_a_method(torch):
    a, b = leaf(torch, 2, 3), leaf(torch, 3)
    y = a.where(a > 0.5, b)
    (y * y).sum().backward()
    part = torch.full_like(a, 2.0).where(b > 0.5, a)
    return y.grad_fn, a.grad, b.grad, torch.autograd.grad((part * a).sum(), a)


@program
def gradients_accumulate(torch):
    a = leaf(torch, 3)
    (a * a).sum().backward()
    first = a.grad
    (a * 3).sum().backward()
    return a.grad, first is a.grad


@program
def some_of_the_parts(torch):
    a = leaf(torch, 3, 4)
    columns, halves, rows = a.unbind(1), (a * a).chunk(2, -1), a.t().split([1, 3])
    y = columns[2].exp().sum() + columns[0].sum() * 3 + (halves[1] ** 3).sum()
    y = y + (rows[1][1:, ::2] ** 2).sum() + a[..., None, 1:3].diagonal(0, 0, 2).cos().sum()
    (first,) = torch.autograd.grad(y, a, create_graph=True)
    first.square().sum().backward()
    z = torch.select(dim=0, index=1, input=a).sum() + torch.chunk(input=a, chunks=2)[0].exp().sum()
    return first, a.grad, *torch.autograd.grad(z, a)


@program
def one_tensor_twice(torch):
    a = leaf(torch, 3)
    y = a * a + a.exp() * a
    y.sum().backward()
    return a.grad, y.grad_fn, [node for node, _ in y.grad_fn.next_functions]


@program
def gradient_of_a_vector(torch):
    a = leaf(torch, 3)
    (a**2).backward(torch.tensor([1.0, 10.0, 100.0]))
    return (a.grad,)


@program
def retained_graph(torch):
    a = leaf(torch, 3)
    y = (a**3).sum()
    y.backward(retain_graph=True)
    y.backward()
    return (a.grad,)


@program
def higher_orders(torch):
    a = leaf(torch, 3)
    y = (a**4).sum()
    (first,) = torch.autograd.grad(y, a, create_graph=True)
    (second,) = torch.autograd.grad((first * a).sum(), a, create_graph=True)
    (third,) = torch.autograd.grad(second.sum(), a)
    return first, second, third


@program
def backward_that_is_recorded(torch):
    a = leaf(torch, 3)
    (a**3).sum().backward(create_graph=True)
    found = a.grad
    (found * found).sum().backward()
    return a.grad, found.requires_grad


@program
def gradients_by_inner_tensors(torch):
    a = leaf(torch, 3)
    y = a * 2
    z = (y * y).sum()
    return torch.autograd.grad(z, [y, a])


@program
def several_outputs(torch):
    a, b = leaf(torch, 3), leaf(torch, 3)
    return torch.autograd.grad([(a * b).sum(), a.sum()], [a, b])


@program
def unused_inputs(torch):
    a, b = leaf(torch, 3), leaf(torch, 3)
    found = torch.autograd.grad(a.sum(), [a, b], allow_unused=True)
    return found[0], found[1] is None


@program
def materialized_gradients(torch):
    a, b = leaf(torch, 3), leaf(torch, 3)
    return torch.autograd.grad(a.sum(), [a, b], materialize_grads=True)


@program
def chosen_inputs(torch):
    a, b = leaf(torch, 3), leaf(torch, 3)
    (a * b).sum().backward(inputs=[a])
    return a.grad, b.grad is None


@program
def hooks_of_tensors(torch):
    a = leaf(torch, 3)
    seen = []
    y = a * 2
    y.register_hook(lambda grad: grad * 10)
    handle = a.register_hook(seen.append)
    (y * y).sum().backward()
    handle.remove()
    a.sum().backward()
    return a.grad, seen, len(seen)


@program
def hooks_of_nodes(torch):
    a = leaf(torch, 3)
    seen = []
    y = a.exp()
    y.grad_fn.register_hook(lambda given, taken: (given[0] * 3,))
    y.grad_fn.register_prehook(lambda taken: seen.append(taken[0]))
    y.sum().backward()
    return a.grad, seen


@program
def grad_under_its_private_name(torch):
    a = leaf(torch, 3)
    a.exp().sum().backward()
    seen = [a._grad, a._grad is a.grad]
    a._grad = torch.ones(3)
    return seen, a.grad


@program
def hooks_after_accumulation(torch):
    a = leaf(torch, 3)
    seen = []
    a.register_post_accumulate_grad_hook(lambda x: seen.append(x.grad.clone()))
    a.sum().backward()
    (a * 2).sum().backward()
    return seen


@program
def the_order_of_leaves(torch):
    seen = []
    for join in (torch.cat, torch.stack, lambda xs: xs[0] * xs[1] + xs[2]):
        for at in range(20):  # the order by addresses is another one in each run
            leaves = [leaf(torch, 2) for _ in range(3)]
            for number, x in enumerate(leaves):
                x.register_post_accumulate_grad_hook(
                    lambda _, place=(at, number): seen.append(place)
                )
            join(leaves).sum().backward()
    return seen


@program
def retained_gradients(torch):
    a = leaf(torch, 3)
    y = a.exp()
    y.retain_grad()
    (y * y).sum().backward()
    return y.grad, a.grad, y.retains_grad


@program
def names_and_leaves(torch):
    a = leaf(torch, 2, 3)
    made = [
        a + 1, a - 1, a * 2, a / 2, -a, a**2, a.exp(), a.log(), a.sum(), a.sum(0), a.mean(),
        a.reshape(3, 2), a.t(), a.transpose(0, 1), a[0], a[:, 1:], a[None], a[[0, 1]],
        a.unbind()[0], a.clone(), a.sin(), a.abs(), a.sqrt(), a @ a.t(), a.sigmoid(), a.tanh(),
    ]  # fmt: skip
    return [x.grad_fn for x in made], [x.is_leaf for x in made], a.is_leaf, a.grad_fn is None


@program
def no_grad_records_nothing(torch):
    a = leaf(torch, 3)
    with torch.no_grad():
        y = a * 2
        with torch.enable_grad():
            z = a * 2
    return y.requires_grad, z.requires_grad, torch.is_grad_enabled(), y.is_leaf


@program
def grad_mode_of_functions(torch):
    a = leaf(torch, 3)

    @torch.no_grad()
    def computed(x):
        return x * 2

    @torch.no_grad()
    def generated(x):
        for _ in range(2):
            yield (x * 2).requires_grad, torch.is_grad_enabled()

    before = [(torch.is_grad_enabled(), each) for each in generated(a)]
    return computed(a).requires_grad, before, torch.is_grad_enabled()


@program
def set_grad_enabled(torch):
    a = leaf(torch, 3)
    torch.set_grad_enabled(False)
    y = a * 2
    torch.set_grad_enabled(True)
    with torch.set_grad_enabled(False):
        z = a * 2
    return y.requires_grad, z.requires_grad, (a * 2).requires_grad


@program
def inference_mode(torch):
    a = leaf(torch, 3)
    with torch.inference_mode():
        y = a * 2
        inside = torch.is_inference_mode_enabled(), torch.is_grad_enabled()
    return y.requires_grad, inside, torch.is_inference_mode_enabled()


@program
def detached_tensors_share_memory(torch):
    a = leaf(torch, 3)
    d = a.detach()
    d[0] = 50.0
    y = (a.detach() * a).sum()
    y.backward()
    return a, d.requires_grad, a.grad, a._version, d._version


@program
def write_into_a_result(torch):
    a = leaf(torch, 4)
    y = a * 2
    y[1] = 0
    (y * y).sum().backward()
    return y, a.grad, y.grad_fn, y._version


@program
def write_through_a_view(torch):
    a, w = leaf(torch, 4), leaf(torch, 3)
    y = a * 2
    v = y[1:]
    v.mul_(w)
    (y * y).sum().backward()
    return y, v, a.grad, w.grad, y.grad_fn, v.grad_fn, v._version


@program
def write_through_views_of_views(torch):
    a = leaf(torch, 2, 3)
    y = a * 1
    y.view(-1)[2:].mul_(3)
    y.t()[0].add_(1)
    y.diagonal().mul_(2)
    (y * y).sum().backward()
    return y, a.grad, y._version


@program
def write_into_a_base_shows_in_views(torch):
    a = leaf(torch, 4)
    y = a * 2
    v = y[1:]
    y.mul_(3)
    (v * v).sum().backward()
    return v, a.grad, v.grad_fn


@program
def write_of_a_tracked_tensor_into_a_plain_one(torch):
    w = leaf(torch, 3)
    y = torch.zeros(4)
    v, u = y[1:], y[2:]
    v.add_(w)
    (u * y.sum()).sum().backward()
    return y, u, w.grad, y.requires_grad, y.is_leaf, u.grad_fn


@program
def write_by_an_advanced_index(torch):
    a, w = leaf(torch, 4), leaf(torch, 2)
    y = a * 2
    y[[0, 2]] = w
    y[y > 3.2] = 7.0
    (y * y).sum().backward()
    return y, a.grad, w.grad


@program
def augmented_item(torch):
    a = leaf(torch, 4)
    y = a * 2
    y[1:3] += a[:2]
    y[0] *= 5
    (y * y).sum().backward()
    return y, a.grad


@program
def in_place_operators(torch):
    a = leaf(torch, 4)
    y = a * 2
    y += a
    y *= a.detach()
    y -= 1
    y /= 2
    y.backward(torch.ones(4))
    return y, a.grad, y._version, y.grad_fn


@program
def in_place_function_of_its_own_values(torch):
    a, w = leaf(torch, 4), leaf(torch, 4)
    y = a * 2
    y.mul_(w)
    y.exp_()
    y.sum().backward()
    return a.grad, w.grad


@program
def update_of_a_leaf(torch):
    a = leaf(torch, 3)
    (a * a).sum().backward()
    with torch.no_grad():
        a -= 0.1 * a.grad
        a[0] = 3.0
    a.grad = None
    (a * a).sum().backward()
    return a, a.grad, a._version, a.requires_grad, a.is_leaf


@program
def indices(torch):
    a = leaf(torch, 3, 4)
    y = a[1] * 2 + a[[0, 2], 1].sum() + a[a > 2].sum() + a[..., -1].sum() + a[:, None, 1:3].sum()
    y.sum().backward()
    return (a.grad,)


@program
def repeated_indices_add_up(torch):
    a = leaf(torch, 3)
    (a[[0, 0, 2]] * torch.tensor([1.0, 10.0, 100.0])).sum().backward()
    return (a.grad,)


@program
def masks_choose_and_rolls_turn_back(torch):
    a = leaf(torch, 4, 5)
    turned = a.roll((1, -2), (0, 1)).roll(3) * a
    loss = (a[a > 9] ** 2).sum() + a[torch.arange(4) % 2 == 0].prod() + (turned**2).sum()
    (found,) = torch.autograd.grad(loss, a, create_graph=True)
    (found**2).sum().backward()
    return found, a.grad, a[a > 99].sum()


@program
def equal_extremes_at_an_index_share_a_gradient(torch):
    index = torch.tensor([[0, 1, 1], [1, 1, 0], [0, 0, 1], [1, 1, 1]])
    found = []
    for own in (True, False):
        for reduce in ("amax", "amin"):
            a = leaf(torch, 2, 3, start=0.0)
            x = torch.tensor([[3.0, 1, 5], [3, 1, 2], [3, 4, 5], [0, 4, 5]], requires_grad=True)
            y = a.scatter_reduce(0, index, x, reduce, include_self=own)
            (y * torch.arange(6).reshape(2, 3)).sum().backward()
            found += [y, a.grad, x.grad]
    return found


@program
def requires_grad_flags(torch):
    a = torch.zeros(3)
    before = a.requires_grad
    a.requires_grad_()
    y = a * 2
    a.requires_grad = False
    return before, a.requires_grad, y.requires_grad, (a * 2).requires_grad


@program
def views_of_what_requires_gradients(torch):
    a = leaf(torch, 3)
    with torch.no_grad():
        v = a[1:]
    b = torch.zeros(3)
    u = b[1:]
    b.requires_grad_()
    return v.requires_grad, v.grad_fn is None, u.requires_grad, u.is_leaf


@program
def comparisons_have_no_gradient(torch):
    a = leaf(torch, 3)
    return (a > 1).requires_grad, (a == a).grad_fn is None


@program
def gradient_is_set_by_hand(torch):
    a = leaf(torch, 3)
    a.grad = torch.ones(3)
    a.sum().backward()
    a.grad.zero_()
    return (a.grad,)


@program
def deep_graph(torch):
    a = leaf(torch, 2)
    y = a
    for _ in range(3000):
        y = y + a
    y.sum().backward()
    return (a.grad,)


@program
def second_order_of_broadcast_operands(torch):
    a, b = leaf(torch, 3, 1, 3), leaf(torch, 3, 3, 1)
    mask = torch.tensor([[True, False, True]] * 3)
    given = leaf(torch, 3, 3, 3)
    made = torch.autograd.grad(torch.where(mask, a, b) * a, [a, b], given, create_graph=True)
    (found,) = torch.autograd.grad(made, given, [torch.ones_like(each) * 2 for each in made])
    return *made, found


@program
def second_order_of_a_write_through_a_view(torch):
    a, w = leaf(torch, 4), leaf(torch, 3)
    y = a * a
    y[1:].mul_(w * w)
    made = torch.autograd.grad((y * y).sum(), [a, w], create_graph=True)
    return *made, *torch.autograd.grad(sum((each * each).sum() for each in made), [a, w])


@program
def reductions_without_dimensions(torch):
    a = leaf(torch)
    found = [a.mean(0, keepdim=True), a.amax(0), a.sum(0), a.softmax(0), a.logsumexp(0)]
    return [torch.autograd.grad(each.sum(), a)[0] for each in found]


@program
def products_of_complex_numbers(torch):
    x = torch.tensor([[1 + 2j, 3 - 1j]], requires_grad=True)
    w = torch.tensor([[0.5j, 1.0], [2.0 + 1j, -1j]], requires_grad=True)
    (torch.nn.functional.linear(x, w) * (1 - 2j) + x @ w).abs().sum().backward()
    return x.grad, w.grad


@program
def complex_numbers(torch):
    a = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    y = (a * a.conj() + a * 2j).abs().sum()
    y.backward()
    return (a.grad,)


@program
def views_like_a_tensor_that_requires_gradients(torch):
    """What gives only its shape gives no history."""
    a, index, x = leaf(torch, 3, 2), torch.tensor([[0], [2], [1]]), torch.ones(3, 1)
    shown = [index.expand_as(a), x.expand_as(a), torch.ones(6).view_as(a)]
    shown += [torch.ones(6).reshape_as(a), x.broadcast_to(a.shape)]
    first, second = torch.broadcast_tensors(x, a)
    flat, high = torch.atleast_2d(torch.ones(2), a[0])
    rows, columns = torch.meshgrid(torch.ones(2), a[0], indexing="ij")
    shown += [first, second, flat, high, rows, columns]
    total = torch.zeros(3, 2).scatter_add_(0, index.expand_as(a), a * 2)
    (total.pow(2).sum() + second.sum() + high.sum() + (rows * columns).sum()).backward()
    return [y.requires_grad for y in shown], [y.grad_fn for y in shown], a.grad


@program
def what_is_saved_is_packed(torch):
    a, seen = leaf(torch, 3), []

    def pack(x):
        seen.append(tuple(x.shape))
        return x * 2

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda x: x + 1):
        y = (a * a).sum()
    y.backward()
    return seen, a.grad


@program
def what_is_saved_is_packed_in_each_step(torch):
    """A backward that comes again is compiled, but for one with hooks."""
    x, weight, found = torch.ones(2, 3), torch.ones(3, 3, requires_grad=True), []
    for _ in range(6):
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
            loss = (x @ weight).square().sum()
        loss.backward()
        found.append(weight.grad)
        weight.grad = None
        with torch.no_grad():
            weight.mul_(0.5)
    return found


@program
def numpys_scalars_beside_tensors(torch):
    """They are Python's numbers to a tensor, also on the left: its type and history stay."""
    a, two = leaf(torch, 3), np.float64(2)
    made = [two * a, np.float32(2) + a, np.int64(3) - a, two / a, two**a, np.sqrt(two) * (a + 1)]
    sum(made).sum().backward()
    compared = [two > a, two == a, np.float32(1) <= a.detach()]
    return made, [y.grad_fn for y in made], a.grad, [(y.dtype == torch.bool) for y in compared]


@program
def power_written_over(torch):
    """The gradient by the base needs no result, nor does that of a call that comes again."""
    a = leaf(torch, 3)
    for _ in range(4):
        y = a.pow(2)
        y.mul_(3).sum().backward()
    return y, a.grad


@program
def items_of_too_many_dimensions(torch):
    a, x, rows = leaf(torch, 3), torch.zeros(3), torch.zeros(2, 3)
    x[1], rows[1] = a[:1] * 2, a[None, None]
    (x.sum() + rows.pow(2).sum()).backward()
    return x, rows, a.grad


@pytest.mark.parametrize("name", PROGRAMS)
def test_program(grads, name):
    same(PROGRAMS[name])


ERRORS = {}


def mistake(function):
    ERRORS[function.__name__] = function
    return function


@mistake
def nothing_requires_gradients(torch):
    torch.ones(3).sum().backward()


@mistake
def no_scalar(torch):
    (leaf(torch, 3) * 2).backward()


@mistake
def second_backward(torch):
    y = leaf(torch, 3).exp().sum()
    y.backward()
    y.backward()


@mistake
def gradient_of_another_shape(torch):
    leaf(torch, 3).sum().backward(torch.ones(2))


@mistake
def unused_input(torch):
    torch.autograd.grad(leaf(torch, 3).sum(), leaf(torch, 3))


@mistake
def input_without_gradients(torch):
    torch.autograd.grad(leaf(torch, 3).sum(), torch.ones(3))


@mistake
def write_into_a_leaf(torch):
    leaf(torch, 3).add_(1)


@mistake
def item_of_a_leaf(torch):
    leaf(torch, 3)[0] = 1


@mistake
def view_of_a_leaf(torch):
    leaf(torch, 3)[1:].add_(1)


@mistake
def view_made_without_gradients(torch):
    a = leaf(torch, 3)
    with torch.no_grad():
        v = a[1:]
    v.add_(1)


@mistake
def view_of_several(torch):
    (leaf(torch, 3) * 2).unbind()[0].add_(1)


@mistake
def result_was_written_to(torch):
    y = leaf(torch, 3).exp()
    z = y.sum()
    y.add_(1)
    z.backward()


@mistake
def argument_was_written_to(torch):
    y = leaf(torch, 3) * 2
    z = (y * y).sum()
    y.add_(1)
    z.backward()


@mistake
def view_was_written_to(torch):
    y = leaf(torch, 4) * 2
    z = y.sin().sum()
    y[1:].add_(1)
    z.backward()


@mistake
def leaf_was_written_to(torch):
    a = leaf(torch, 3)
    z = (a * a).sum()
    with torch.no_grad():
        a.add_(1)
    z.backward()


@mistake
def integers_require_gradients(torch):
    torch.ones(3, dtype=torch.int64).requires_grad_()


@mistake
def result_stops_requiring(torch):
    (leaf(torch, 3) * 2).requires_grad_(False)


@mistake
def gradient_of_wrong_size(torch):
    leaf(torch, 3).grad = torch.ones(2)


@mistake
def gradient_of_wrong_class(torch):
    leaf(torch, 3).grad = 1


@mistake
def hook_without_gradients(torch):
    torch.ones(3).register_hook(print)


@mistake
def retained_without_gradients(torch):
    torch.ones(3).retain_grad()


@mistake
def hook_changes_the_size(torch):
    a = leaf(torch, 3)
    a.register_hook(lambda grad: torch.ones(2))
    a.sum().backward()


@mistake
def hook_after_accumulation_returns_something(torch):
    a = leaf(torch, 3)
    a.register_post_accumulate_grad_hook(lambda x: x.grad.mul_(0.5))
    a.sum().backward()


@mistake
def detached_view(torch):
    (leaf(torch, 3) * 2)[1:].detach_()


@mistake
def numpy_of_what_requires_gradients(torch):
    leaf(torch, 3).numpy()


@mistake
def out_of_what_requires_gradients(torch):
    torch.add(leaf(torch, 3), 1, out=torch.zeros(3))


@pytest.mark.parametrize("name", ERRORS)
def test_mistake(grads, name):
    same_error(ERRORS[name])


def test_numpy_records_and_names_the_backends_that_compute(backend):
    if backend != "numpy":
        pytest.skip("the other backends compute gradients")
    y = (leaf(ours, 3) * 2).sum()
    assert y.requires_grad
    assert type(y.grad_fn).__name__ == "SumBackward0"
    with pytest.raises(RuntimeError, match="jax.*tensorflow.*torch"):
        y.backward()


@pytest.mark.parametrize("as_given", [list, iter, dict.fromkeys, lambda x: dict(enumerate(x))])
def test_gradients_of_whatever_gives_tensors(grads, as_given):
    def program(torch):
        net = torch.nn.Linear(2, 1)
        with torch.no_grad():
            net.weight.fill_(0.5)
        outputs = {"a": net(torch.ones(3, 2)).sum(), "b": net.weight.exp().sum()}.values()
        ones = iter([torch.tensor(1.0), torch.tensor(2.0)])
        first = torch.autograd.grad(outputs, net.parameters(), ones, retain_graph=True)
        given = as_given(list(net.parameters()))
        if isinstance(given, dict) and None in given.values():
            given = given.keys()
        torch.autograd.backward(iter(outputs), inputs=given, retain_graph=True)
        found = torch.autograd.grad(sum(outputs), dict(net.named_parameters()))
        return [first, net.weight.grad, net.bias.grad, list(found), list(found.values())]

    same(program)


def test_nothing_has_no_gradients(grads):
    ours.autograd.backward([])
    x = ours.ones(1, requires_grad=True)
    for empty in ([], {}, iter(())):
        with pytest.raises(RuntimeError, match="cannot be empty"):
            ours.autograd.grad(x.sum(), empty)
        with pytest.raises(RuntimeError, match="cannot be empty"):
            x.sum().backward(inputs=empty if not hasattr(empty, "__next__") else iter(()))


def test_gradient_of_an_inner_tensor_warns(grads):
    y = leaf(ours, 3) * 2
    with pytest.warns(UserWarning, match="not a leaf Tensor"):
        assert y.grad is None


def test_deep_graphs_are_freed_without_recursion(grads):
    a = leaf(ours, 2)
    y = a
    for _ in range(10_000):
        y = y * 1.0
    y.sum().backward()
    assert a.grad.tolist() == [1.0, 1.0]
    if grads in TAPE:
        node = weakref.ref(y.grad_fn)
        del y
        gc.collect()
        assert node() is None


def test_no_warning_of_ours(grads):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        a = leaf(ours, 3)
        (a * a).sum().backward()
        a.grad  # noqa: B018


def trained(torch, steps):
    """Gradients and weights of a perceptron, whose graph comes again at each step."""
    w = [leaf(torch, 3, 4, start=-1.0), leaf(torch, 4, 2, start=-0.5)]
    x = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])
    losses = []
    for _ in range(steps):
        loss = (((x @ w[0]).tanh() @ w[1] - 1) ** 2).mean()
        loss.backward()
        losses.append(loss.detach())
        with torch.no_grad():
            for each in w:
                each -= 0.05 * each.grad
                each.grad = None
    return [torch.stack(losses), *[each.detach() for each in w]]


def test_a_graph_that_comes_again_is_computed_alike(grads):
    same(lambda torch: trained(torch, 12))


def test_a_compiled_backward_pass_minds_hooks_and_versions(grads):
    a = leaf(ours, 3)
    for _ in range(6):
        (a.sin() * 2).sum().backward()
    seen = []
    handle = a.register_hook(lambda grad: seen.append(1) or grad * 0)
    before = a.grad.tolist()
    (a.sin() * 2).sum().backward()
    assert (seen, a.grad.tolist()) == ([1], before)
    handle.remove()
    y = a * 1
    z = (y.sin() * 2).sum()
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()


def test_a_graph_that_comes_again_may_be_retained(grads):
    a = leaf(ours, 3)
    for _ in range(6):
        y = (a.exp() * 2).sum()
        y.backward(retain_graph=True)
        y.backward()
        with pytest.raises(RuntimeError, match="second time"):
            y.backward()
    wanted = 24 * np.exp(host(a))
    np.testing.assert_allclose(host(a.grad), wanted, rtol=1e-5)


# Where a function has no slope of its own, PyTorch's convention counts

KINKS = {
    "clamp with tensors": lambda torch, x, y: torch.clamp(x, y, y.flip(0)),
    "clamp from below": lambda torch, x, y: x.clamp(min=y),
    "clamp from above": lambda torch, x, y: x.clamp(max=y),
    "clamp_min": lambda torch, x, y: torch.clamp_min(x, y),
    "clamp_max": lambda torch, x, y: torch.clamp_max(x, y),
    "clamp_min with a number": lambda torch, x, y: torch.clamp_min(x * y, 1.0),
    "fmax": lambda torch, x, y: torch.fmax(x, torch.log(y)),
    "fmin": lambda torch, x, y: torch.fmin(x, y),
    "atan2": lambda torch, x, y: torch.atan2(x, y),
    "hypot": lambda torch, x, y: torch.hypot(x, y),
    "copysign": lambda torch, x, y: torch.copysign(x, y),
    "remainder": lambda torch, x, y: torch.remainder(x, y),
    "fmod": lambda torch, x, y: torch.fmod(x, y),
    "logit": lambda torch, x, y: torch.logit(x) * y,
    "logit between bounds": lambda torch, x, y: torch.logit(x, 0.25) * y,
    "std of equal elements": lambda torch, x, y: torch.std(torch.stack([x, y]), 0),
    "a number by a tensor": lambda torch, x, y: 3 / x - 2j / y,
    "a number to the power of a tensor": lambda torch, x, y: 0.0**x + 2**y,
}


@pytest.mark.parametrize("name", KINKS)
def test_gradients_at_kinks_ties_and_poles(grads, name):
    def program(torch):
        values = torch.tensor([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0])
        x = values.repeat(7).requires_grad_()
        y = values.repeat_interleave(7).requires_grad_()
        result = KINKS[name](torch, x, y)
        seed = torch.arange(1.0, 50.0).to(result.dtype)
        return [result.detach(), *torch.autograd.grad(result, (x, y), seed)]

    same(program)


MISSING = {
    "floor_divide": lambda torch, x: x // 2,
    "floor_divide of a number": lambda torch, x: 2 // x,
    "heaviside": lambda torch, x: torch.heaviside(x, x),
    "igamma": lambda torch, x: torch.igamma(x, x),
    "igammac": lambda torch, x: torch.special.gammaincc(x, torch.ones(3)),
}


@pytest.mark.parametrize("name", MISSING)
def test_derivatives_that_pytorch_has_not_raise(grads, name):
    same_error(lambda torch: MISSING[name](torch, leaf(torch, 3)).sum().backward())
    same_error(
        lambda torch: torch.func.grad(lambda x: MISSING[name](torch, x).sum())(leaf(torch, 3))
    )


def test_incomplete_gamma_functions_have_derivatives_by_their_second_argument(grads):
    def program(torch):
        x, a = leaf(torch, 3), torch.tensor([0.5, 1.0, 3.5])
        found = [
            torch.autograd.grad(function(a, x).sum(), x, create_graph=True)[0]
            for function in (torch.igamma, torch.igammac, torch.special.gammainc)
        ]
        return [*found, *torch.autograd.grad(sum(found).sum(), x)]

    same(program)


def test_gradient_of_a_number_by_a_tensor_that_is_written_to(grads):
    def program(torch):
        x = torch.tensor([-2.0, -0.5, 0.25, 4.0], requires_grad=True)
        y = x * 1
        result = 3 / y + 0 / y
        y.add_(1)  # PyTorch keeps the result, not the operand
        return list(torch.autograd.grad(result.sum(), x))

    same(program)


# Calls that come again take a short way, by what is known of them

COMING_AGAIN = {
    "options in a tuple": lambda torch, x, y: x.sum((0, 1), keepdim=True),
    "a number": lambda torch, x, y: x * 2.0 + y,
    "two tensors": lambda torch, x, y: torch.maximum(x, y),
    "one of two tracked": lambda torch, x, y: y.detach() @ x.mT,
    "the result saved": lambda torch, x, y: x.tanh(),
    "a composed function": lambda torch, x, y: torch.nn.functional.gelu(x),
    "a layer": lambda torch, x, y: torch.nn.functional.linear(x, y, y[:, 0]),
    "by name": lambda torch, x, y: torch.nn.functional.softmax(x, dim=1),
    "a view": lambda torch, x, y: torch.logsumexp(x.t(), 0),
    "in place": lambda torch, x, y: torch.nn.functional.relu(x + y, inplace=True),
    "whole numbers": lambda torch, x, y: x.argmax(0),
    "the same tensor twice": lambda torch, x, y: torch.cross(x, x + 1, dim=1),
    # what has no formula
    "a convolution": lambda torch, x, y: torch.nn.functional.conv1d(x[None], y[None], padding=1),
    "of two, one tracked": lambda torch, x, y: torch.atan2(x, y.detach()),
    "several results": lambda torch, x, y: torch.linalg.slogdet(x + 9 * torch.eye(3))[1],
    "with indices": lambda torch, x, y: torch.nn.functional.grid_sample(
        x[None, None], y[None, :, :2, None].expand(1, 3, 2, 2), align_corners=False
    ),
    "of numbers": lambda torch, x, y: torch.nn.functional.pad(x[None], (1, 2), mode="reflect"),
}


@pytest.fixture
def compiled_soon(monkeypatch, grads):
    """Compile what comes again after a few calls."""
    monkeypatch.setattr(bodies, "CALLS_BEFORE_COMPILING", 3)
    monkeypatch.setattr(pullback, "BACKWARDS_BEFORE_COMPILING_GRADIENT", 2)
    if grads == "jax":
        from ivy_core.backends.jax.runtime import stored_programs

        monkeypatch.setattr(stored_programs, "HOST_CALLS_OF_PROGRAM", 5)


PRODUCTS = {
    "tensordot": lambda torch, x, y: torch.tensordot(x, y, dims=1),
    "inner": lambda torch, x, y: torch.inner(x, y),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_second_gradients_of_products_that_end_in_a_view(grads, name):
    def second(torch):
        x = torch.arange(9.0).reshape(3, 3).requires_grad_()
        y = (torch.arange(9.0).reshape(3, 3) - 4).requires_grad_()
        result = PRODUCTS[name](torch, x, y)
        first = torch.autograd.grad((result**2).sum(), (x, y), create_graph=True)
        return list(torch.autograd.grad(sum((each**2).sum() for each in first), (x, y)))

    same(second)


@pytest.mark.parametrize("name", PRODUCTS)
def test_what_comes_again_without_gradients_has_memory_of_its_own(grads, compiled_soon, name):
    def written(torch):
        x = torch.arange(9.0).reshape(3, 3).requires_grad_()
        y, found = torch.arange(9.0).reshape(3, 3) - 4, []
        with torch.no_grad():
            for _ in range(7):
                result = PRODUCTS[name](torch, x, y)
                found.append(result.clone())
                result += 1
        return [*found, x.detach(), y]

    same(written)


def called_again(torch, call):
    """Results of 15 calls, and gradients, with and without gradients by turns."""
    found = []
    for k in range(15):
        x = torch.arange(9.0).reshape(3, 3) * 0.25 - 1 + k * 0.125
        y = torch.cos(x) + k
        x.requires_grad_(k % 3 != 1)
        y.requires_grad_(k % 5 == 0)
        with torch.set_grad_enabled(k not in (11, 12)):
            if k == 13:
                halved = torch.autograd.graph.saved_tensors_hooks(lambda t: t * 0.5, lambda t: t)
                with halved:
                    result = call(torch, x, y)
            else:
                result = call(torch, x, y)
        found += [result.detach(), torch.tensor(result.requires_grad)]
        if result.requires_grad:
            (result * result).sum().backward()
            found += [each.grad for each in (x, y) if each.grad is not None]
    return found


@pytest.mark.parametrize("name", COMING_AGAIN)
def test_a_call_that_comes_again_gives_the_same(grads, compiled_soon, name):
    same(lambda torch: called_again(torch, COMING_AGAIN[name]))


def test_a_call_that_comes_again_minds_the_class_of_its_arguments(grads, compiled_soon):
    seen = []

    class Noted(ours.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            seen.append(function.__name__)
            return NotImplemented

    a = leaf(ours, 3)
    for _ in range(12):
        ours.softmax(a, 0)
    b = a.detach().clone()
    b.__class__ = Noted
    with pytest.raises(TypeError, match="no implementation found for 'torch.softmax'"):
        ours.softmax(b, 0)
    assert seen == ["softmax"]


# What a backward pass releases, by function; the first name is that of the gradient when recorded

RUN_TWICE = {
    "times_a_number": lambda torch, x: x * 2,
    "a_number_times": lambda torch, x: 2 * x,
    "over_a_number": lambda torch, x: x / 2,
    "a_number_over": lambda torch, x: 2 / x,
    "plus_a_number": lambda torch, x: x + 2,
    "a_number_minus": lambda torch, x: 2 - x,
    "negative": lambda torch, x: -x,
    "power": lambda torch, x: x**3,
    "exponential": lambda torch, x: x.exp(),
    "root": lambda torch, x: x.sqrt(),
    "sum": lambda torch, x: x.sum(),
    "relu": lambda torch, x: x.relu(),
    "softmax": lambda torch, x: x.softmax(0),
    "chunk": lambda torch, x: x.chunk(2)[0],
    "item": lambda torch, x: x[0],
    "rows": lambda torch, x: x[torch.tensor([0])],
    "rolled": lambda torch, x: x.roll(1),
    "padded": lambda torch, x: torch.nn.functional.pad(x, (1, 1)),
    "triangle": lambda torch, x: x.tril(),
    "product": lambda torch, x: x @ x,
    "layer": lambda torch, x: torch.nn.functional.linear(x.reshape(1, 3, 3), x, x[0]),
}


@pytest.mark.parametrize("function", RUN_TWICE.values(), ids=RUN_TWICE)
def test_what_a_backward_pass_releases(grads, function):
    def program(torch):
        x = leaf(torch, 3, 3)
        y = function(torch, x)
        y.sum().backward()
        try:
            y.sum().backward()
        except RuntimeError as err:
            return [y.grad_fn, str(err).partition(" (or")[0].partition(": ")[0] != ""]
        return [y.grad_fn, False, x.grad]

    same(program)


@pytest.mark.parametrize(
    "name", ["power", "exponential", "root", "relu", "softmax", "over_a_number"]
)
def test_names_of_recorded_gradients(grads, name):
    def program(torch):
        x = leaf(torch, 3, 3)
        (grad,) = torch.autograd.grad((RUN_TWICE[name](torch, x) ** 2).sum(), x, create_graph=True)
        return [grad, grad.grad_fn]

    same(program)


def test_gradient_of_what_is_linear_depends_on_nothing(grads):
    def program(torch):
        x = leaf(torch, 3, 3)
        y = x[0].sum() + x.roll(1).sum() + x.chunk(2)[0].sum()
        (grad,) = torch.autograd.grad(y, x, create_graph=True)
        return [grad, grad.requires_grad]

    same(program)
