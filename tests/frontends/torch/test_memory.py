"""Which memory tensors show: ``t_`` and kin, ``x.data = y``, ``set_``, writes to expanded views.

Against real PyTorch; on NumPy, whose views are arrays of their own, versions are not compared.
"""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np
import pytest
import torch as real

import frontends.numpy as our_numpy
import frontends.torch as ours

from .test_autograd import TAPE, compare, grads, host, same, same_error  # noqa: F401

TURNS = {
    "unsqueeze_": lambda x: x.unsqueeze_(1),
    "squeeze_": lambda x: x.unsqueeze_(0).squeeze_(),
    "squeeze_dim": lambda x: x.squeeze_(0),
    "t_": lambda x: x.t_(),
    "twice": lambda x: x.t_().transpose_(0, 1).t_(),
    "transpose_": lambda x: x.transpose_(0, -1),
    "swapaxes_": lambda x: x.swapaxes_(0, 1),
    "as_strided_": lambda x: x.as_strided_((3, 2), (2, 1)),
}
turns = pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS)


@pytest.mark.parametrize("where", ["cpu", "cpu and type", "device", "tensor", "method", "type"])
def test_a_tensor_that_is_there_already_is_itself(backend, where):
    def program(torch):
        x = torch.arange(6.0)
        there = {
            "cpu": lambda: x.to("cpu"),
            "cpu and type": lambda: x.to(device="cpu", dtype=torch.float32),
            "device": lambda: x.to(x.device),
            "tensor": lambda: x.to(torch.ones(2)),
            "method": lambda: x.cpu(),
            "type": lambda: x.float(),
        }[where]()
        there[2] = 9.0
        return there is x, x

    same(program)


def weights(torch, x):
    return torch.arange(x.numel(), dtype=torch.float32).reshape(x.shape)


@turns
def test_turned_tensor_shares_its_memory_with_its_views(backend, turn):
    def program(torch):
        x = torch.arange(6.0).reshape(2, 3).clone()
        view = x[1]
        found = [turn(x) is x, tuple(x.shape), x.stride(), x.storage_offset(), x._is_view()]
        x += 1.0
        view[0] = 9.0
        return [*found, x, view, x.is_contiguous(), *([] if backend == "numpy" else [x._version])]

    same(program)


@turns
def test_gradients_through_a_turned_tensor(grads, turn):  # noqa: F811
    def program(torch):
        x = torch.arange(6.0).reshape(2, 3).requires_grad_()
        y = x * 2
        view = y[1]
        turn(y)
        found = [y.grad_fn, y._version, y._is_view(), view.grad_fn]
        (y * weights(torch, y)).sum().backward(retain_graph=True)
        view.sum().backward(retain_graph=True)
        y.mul_(3.0)
        (y * y).sum().backward()
        return [*found, x.grad]

    same(program)


@turns
def test_gradients_through_a_turned_view(grads, turn):  # noqa: F811
    def program(torch):
        x = torch.arange(12.0).reshape(2, 2, 3).requires_grad_()
        y = x * 2
        view = y[1]
        turn(view)
        found = [view.grad_fn, y.grad_fn, view._is_view(), view._version]
        (view * weights(torch, view)).sum().backward(retain_graph=True)
        (y * y).sum().backward()
        return [*found, x.grad]

    same(program)


@pytest.mark.parametrize("name", ["t_", "squeeze_", "resize_"])
def test_leaf_that_requires_gradients_is_not_turned(backend, name):
    arguments = [(3, 2)] if name == "resize_" else []
    same_error(lambda torch: getattr(torch.ones(2, 3, requires_grad=True), name)(*arguments))


def copies(*tensors):
    return [host(each).copy() for each in tensors]


def others(torch, how, x, y):
    if how == "set_":
        x.set_(y)
    elif how == "set_a_part":
        x.set_(y, 1, (2,), (1,))
    else:
        x.data = {"data": y, "data_of": y.data, "data_of_view": y[1:], "shape": torch.ones(2, 2)}[
            how
        ]


@pytest.mark.parametrize("tracked", [False, True], ids=["plain", "tracked"])
@pytest.mark.parametrize("how", ["set_", "set_a_part", "data", "data_of", "data_of_view", "shape"])
def test_memory_of_another_tensor_is_shared(backend, how, tracked):
    def program(torch):
        x, y = torch.arange(3.0) * 10, torch.arange(3.0)
        x.requires_grad_(tracked)
        with torch.no_grad():
            view, other = x[1:], y[1:]
            others(torch, how, x, y)
            found = copies(x, y, view, other)
            x[0] = 5.0
            found += copies(x, y, view, other)
            y[1] = 7.0
            view[0] = 9.0
            found += copies(x, y, view, other)
        versions = [] if backend == "numpy" else [x._version, y._version, view._version]
        return [*found, *versions, x._is_view(), y._is_view(), x.requires_grad, x.is_leaf]

    same(program)


def test_view_that_is_given_other_data_is_cut_off(backend):
    def program(torch):
        base = torch.arange(4.0)
        x, y = base[1:], base.detach()
        found = [x.sum(), y.sum()]
        x.data, y.data = torch.ones(3), torch.ones(4)
        base.mul_(2.0)
        x[0] = 5.0
        return [*found, base, x, y]

    same(program)


def test_parameters_that_share_data_learn_together(grads):  # noqa: F811
    def program(torch):
        p, q = (torch.nn.Parameter(torch.arange(3.0) + n) for n in range(2))
        p.data = q.data
        (p * q * q).sum().backward()
        with torch.no_grad():
            p -= 0.1 * p.grad
        return [p, q, p.grad, q.grad]

    same(program)


def test_set_refuses_another_type(backend):
    with pytest.raises(RuntimeError, match="Could not set tensor of type"):
        ours.ones(2).set_(ours.ones(2, dtype=ours.int64))
    same_error(lambda torch: torch.ones(2, requires_grad=True).set_(torch.ones(3)))


def expanded(torch, tracked=False):
    base = torch.tensor([[1.0], [2.0]], requires_grad=tracked)
    base = base * 1 if tracked else base
    return base, base.expand(2, 3)


REFUSED = {
    "add_": lambda x, y: x.add_(1.0),
    "imul": lambda x, y: x.__imul__(y),
    "sin_": lambda x, y: x.sin_(),
    "copy_": lambda x, y: x.copy_(y),
    "fill_": lambda x, y: x.fill_(y[0, 0]),
    "item": lambda x, y: x.__setitem__(0, 3.0),
    "rows": lambda x, y: x.__setitem__(slice(1, None), y[1:]),
    "scatter_": lambda x, y: x.index_add_(0, y[0, :1].long(), y[:1]),
    "uniform_": lambda x, y: x.uniform_(),
}


@pytest.mark.parametrize("write", REFUSED.values(), ids=REFUSED)
def test_write_to_what_has_elements_twice_is_refused(backend, write):
    for tracked in (False, True) if backend in TAPE else (False,):
        same_error(lambda torch: write(expanded(torch, tracked)[1], torch.zeros(2, 3)))  # noqa: B023
        base, x = expanded(ours, tracked)
        with pytest.raises(RuntimeError):
            write(x, ours.zeros(2, 3))
        np.testing.assert_array_equal(base.detach().numpy(), [[1.0], [2.0]])


TAKEN = {
    "zero_": lambda x: x.zero_(),
    "fill_": lambda x: x.fill_(3.0),
    "element": lambda x: x.__setitem__((1, 2), 5.0),
    "column": lambda x: x.__setitem__((slice(None), 1), x.new_tensor([7.0, 8.0])),
}


@pytest.mark.parametrize("write", TAKEN.values(), ids=TAKEN)
def test_write_that_expanded_memory_takes(backend, write):
    def program(torch):
        base, x = expanded(torch)
        write(x)
        return [base, x]

    same(program)


@pytest.mark.parametrize("write", [TAKEN["element"], TAKEN["column"]], ids=["element", "column"])
def test_gradients_of_a_write_to_expanded_memory(grads, write):  # noqa: F811
    def program(torch):
        leaf = torch.tensor([[1.0], [2.0]], requires_grad=True)
        base = leaf * 3
        x = base.expand(2, 3)
        write(x)
        (x * x).sum().backward()
        return [base, x, leaf.grad, x._version]

    same(program)


def test_strides_of_new_axes(backend):
    def program(torch):
        x = torch.arange(6.0).reshape(2, 3)
        shown = (x.unsqueeze(0), x[:, None], x.t().unsqueeze(0), x[..., None], x.expand(1, 2, 3))
        return [each.stride() for each in shown]

    same(program)


def test_as_strided_looks_at_the_whole_memory(backend):
    def program(torch):
        x = torch.arange(6.0).reshape(2, 3)
        part = x[1].as_strided((2,), (1,)), x.t()[1].as_strided((2,), (1,), 3), x[1].detach()
        return [*part, part[2].as_strided((4,), (1,), 0), part[2].storage_offset()]

    same(program)


def test_expand_that_repeats_nothing_can_be_written_to(grads):  # noqa: F811
    def program(torch):
        model = torch.nn.Module()
        model.register_buffer("position_ids", torch.arange(4).expand((1, -1)))
        model.position_ids[0, 1] = 7
        p = torch.nn.Parameter(torch.arange(4.0).expand(1, -1))
        with torch.no_grad():
            p.copy_(torch.zeros(1, 4))
            p.add_(1)
        optimizer = torch.optim.SGD([p], 0.1)
        (p * 2).sum().backward()
        optimizer.step()
        return model.position_ids, p, p.stride(), torch.ones(3).expand(3).stride()

    same(program)


def test_as_strided_writes_to_memory_that_numpy_shares(backend):
    def program(torch):
        shared, given = torch.arange(6.0).reshape(2, 3), np.arange(6.0, dtype=np.float32)
        seen, taken = shared.numpy(), torch.from_numpy(given)
        for x in (shared, taken):
            part, before = x.as_strided((2,), (2,), 1), x._version
            part.fill_(9.0)
            x.as_strided((2,), (1,)).add_(part)
            if backend != "numpy":  # which has no gradients, and counts no writes of views
                assert (x._version - before, part._version - before) == (2, 2)
        return [shared, seen.tolist(), taken, given.tolist()]

    same(program)


def test_a_write_by_as_strided_to_shared_memory_is_seen_by_gradients(grads):  # noqa: F811
    def program(torch):
        x, w = torch.ones(4), torch.ones(2, requires_grad=True)
        x.numpy()
        product = w * x.as_strided((2,), (2,))
        x.as_strided((2,), (1,)).add_(1)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            product.sum().backward()

    same(program)


def test_gradients_of_as_strided_scatter(grads):  # noqa: F811
    def program(torch):
        x = torch.arange(9.0).reshape(3, 3).requires_grad_()
        part = torch.ones(2, 2, requires_grad=True)
        y = torch.as_strided_scatter(x, part, (2, 2), (1, 2), 1)
        (y * torch.arange(9.0).reshape(3, 3)).sum().backward()
        return y, x.grad, part.grad

    same(program)


@pytest.mark.parametrize(
    ("part", "size", "stride", "offset"),
    [
        (lambda x: x, (3, 2, 2), (2, 1, 2), None),
        (lambda x: x.transpose(0, 1), (3, 4), (2, 1), 1),
        (lambda x: x.T.contiguous().T, (3, 4), (2, 1), None),
        (lambda x: x[1:, 1:], (2, 3), (4, 1), None),
        (lambda x: x[:2], (3, 2), (4, 1), 0),
    ],
)
def test_gradients_of_as_strided_know_the_memory(grads, part, size, stride, offset):  # noqa: F811
    def program(torch):
        x = torch.arange(12.0).reshape(3, 4).requires_grad_()
        y = part(x * 1).as_strided(size, stride, offset)
        (gradient,) = torch.autograd.grad((y**2).sum(), x, create_graph=True)
        (second,) = torch.autograd.grad((gradient * x).sum(), x)
        return y, y.grad_fn, gradient, second

    same(program)


def test_operators_of_pythons_second_version(backend):
    def program(torch):
        x = torch.ones(2) * 2
        return x.__rdiv__(4), x.__div__(4), x.__idiv__(4)

    same(program)


def test_arrays_of_the_numpy_frontend_share_their_memory(backend):
    def program(torch, numpy):
        a = numpy.arange(6.0).reshape(2, 3)
        t, u = torch.from_numpy(a), torch.as_tensor(a.T)
        t[0, 0] = 9
        a[1] = 7
        u[0, 1] = -1
        u.add_(1)
        part = t[1]
        part.mul_(2)
        a += 1
        found = [t, u, part, t.view(-1), t.stride(), u.stride(), u.is_contiguous(), t._is_view()]
        torch.asarray(a)[1:].fill_(3)
        t.copy_(t * 2)
        return [*found, np.asarray(a), torch.as_tensor(a, dtype=torch.float32)]

    compare(host(program(ours, our_numpy)), host(program(real, np)))


LIES = {
    "all": lambda a: a,
    "copy": lambda a: a.copy(),
    "turned": lambda a: a.T,
    "every other row": lambda a: a[::2],
    "column": lambda a: a[:, 1],
    "middle": lambda a: a[1:, 1:3],
    "turned with gaps": lambda a: a[:, ::2].T,
}


@pytest.mark.parametrize("lies", LIES.values(), ids=LIES)
def test_tensors_lie_on_memory_of_real_numpy(backend, lies):
    def program(torch):
        a = np.arange(12.0).reshape(3, 4)
        shown = lies(a)
        t = torch.from_numpy(shown)
        found = [t.stride(), t.is_contiguous(), t._is_view(), t.sum()]
        shown[1] = a[1] = 50.0
        found += [t.clone(), t.sum(), t[0] + 1]
        t[0] = -1.0
        t.mul_(2)
        t.t()[1:] += 3 if t.dim() == 2 else 4
        t.view(-1).sub_(1) if t.is_contiguous() else t.neg_()
        torch.as_tensor(shown)[-1:] = 7.0
        a += 1
        return [*found, a.copy(), t]

    compare(host(program(ours)), host(program(real)))


def test_numpys_arrays_lie_on_memory_of_tensors(backend):
    def program(torch):
        x = torch.arange(6.0).reshape(2, 3)
        early = x.t()
        a, b = x.numpy(), early[1:].numpy()
        a[0, 1] = 50.0
        found = [x.clone(), early.clone(), b.copy()]
        x.add_(1)
        early[2] = -3.0
        b[0] *= 2
        found += [a.copy(), b.copy(), b.strides, x.clone(), x.sum(), x[1].sum()]
        del a, b  # nobody else has the memory now
        x.mul_(2)
        found += [x.sum(), early.clone()]
        x.numpy()[:] = 4.0  # gone before the next look
        found += [x.sum(), early]
        module = torch.nn.Linear(2, 1)
        weight = module.weight.detach().numpy()
        torch.nn.init.constant_(module.weight, 3.0)
        weight[0, 1] = 5.0
        return [*found, weight, module.weight, module.weight.is_leaf, torch.tensor(3).numpy() + 1]

    compare(host(program(ours)), host(program(real)))


def test_a_tensor_on_memory_of_numpy_is_turned(backend):
    def program(torch):
        x = torch.arange(6.0).reshape(2, 3).clone()
        a, view = x.numpy(), x[0]
        x.t_()
        x.unsqueeze_(0)
        x[:, 2] = 7.0
        a[0, 0] = -1.0
        return a, view, x, x.squeeze_()

    compare(host(program(ours)), host(program(real)))


WITHOUT_DIMENSIONS = {
    "max": lambda torch, x: x.max(0),
    "min": lambda torch, x: x.min(-1, keepdim=True),
    "median": lambda torch, x: x.median(0),
    "unfold": lambda torch, x: x.unfold(0, 1, 1),
    "mT": lambda torch, x: (x.mT, x.mT is x, x.H),
    "cartesian_prod": lambda torch, x: torch.cartesian_prod(x.reshape(1)),
}


@pytest.mark.parametrize("call", WITHOUT_DIMENSIONS.values(), ids=WITHOUT_DIMENSIONS)
def test_what_shares_the_memory_of_one_number(backend, call):
    def program(torch):
        x = torch.tensor(3.0)
        found = call(torch, x)
        x.sub_(2)
        return found

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of mT without dimensions
        same(program)


@pytest.mark.parametrize("name", ["mT", "mH", "H"])
@pytest.mark.parametrize("ndim", [1, 3])
def test_matrices_alone_are_transposed(backend, name, ndim):
    outcomes = []
    for torch in (real, ours):
        try:
            outcomes.append(getattr(torch.ones((2,) * ndim), name).tolist())
        except RuntimeError as error:
            outcomes.append(str(error).split("RuntimeError: ")[-1])
    assert outcomes[0] == outcomes[1]


def test_arrays_that_lie_as_no_tensor_does_are_refused(backend):
    for array in (np.arange(3.0)[::-1], np.arange(3.0).astype(">f8")):
        with pytest.raises(ValueError) as theirs:
            real.from_numpy(array)
        with pytest.raises(ValueError) as our:
            ours.from_numpy(array)
        assert str(theirs.value) in str(our.value)


def test_shared_memory_is_that_of_all_views(backend):
    def program(torch):
        x = torch.arange(4.0)
        view = x[1:]
        found = [x.is_shared(), x.share_memory_() is x, x.is_shared(), view.is_shared()]
        found += [x.clone().is_shared(), x.detach().is_shared(), x.is_leaf, x._is_view()]
        view += 1
        x[0] = 9.0
        found += [x.clone(), view.clone()]
        del x
        view.mul_(2)
        module = torch.nn.Linear(2, 1)
        module.weight.data.fill_(1.0)
        module.share_memory()
        with torch.no_grad():
            module.weight.add_(1.0)
        found += [module.weight.is_shared(), module.weight, copy.deepcopy(module).weight]
        return [*found, view, pickle.loads(pickle.dumps(view))]

    compare(host(program(ours)), host(program(real)))


def test_shared_memory_steps_as_any_other(grads):  # noqa: F811
    def program(torch):
        p = torch.nn.Parameter(torch.arange(3.0)).share_memory_()
        optimizer = torch.optim.SGD([p], 0.1, momentum=0.9)
        for _ in range(2):
            optimizer.zero_grad()
            (p * p).sum().backward()
            optimizer.step()
        return p, p.grad, p.is_shared()

    same(program)


@pytest.mark.parametrize("backend", ["jax", "tensorflow"], indirect=True)  # not native views
def test_an_element_stays_a_view_when_tensors_follow_the_backend(backend):
    import ivy_core as ivy

    x = ours.arange(3.0)
    element = x[1]
    ivy.set_backend("numpy", dynamic=True)
    try:
        x[1] = 5.0
        assert element.item() == 5.0
        element += 1
        assert x.tolist() == [0.0, 6.0, 2.0]
    finally:
        ivy.unset_backend()


def test_out_that_is_expanded_but_repeats_nothing(backend):
    def program(torch):
        base = torch.ones(2, 3)
        given = torch.add(base, 1, out=base.expand_as(base))
        torch.addcmul(given, base, base, out=given.expand(1, 2, 3)[0])
        return [base, given]

    same(program)


LISTS = {
    "slices": lambda torch: [slice(0, 1), slice(1, 3)],
    "lists": lambda torch: [[0, 1], [1, 0]],
    "tensors": lambda torch: [torch.tensor([0, 1]), torch.tensor([2, 1])],
    "none": lambda torch: [None, 0],
    "ellipsis": lambda torch: [..., 0],
    "integers": lambda torch: [0, 1],
    "booleans": lambda torch: [True, False],
    "size": lambda torch: torch.Size([0, 1]),
    "a tuple in a list": lambda torch: [(0, 1)],
}


@pytest.mark.parametrize("index", LISTS.values(), ids=LISTS)
def test_lists_that_are_tuples_of_indices(backend, index):
    def program(torch):
        x = torch.arange(24.0).reshape(2, 3, 4)
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            read = x[index(torch)].clone()
            x[index(torch)] = 7.0
        return [read, x, [str(each.message).partition(" (Trig")[0] for each in told]]

    same(program)


BESIDE_TENSORS = {
    "int in front": lambda t: (1, slice(None), t),
    "int behind": lambda t: (slice(None), t, slice(0, 2), 1),
    "int between": lambda t: (t, 1, t),
    "int after a slice": lambda t: (slice(None), 1, slice(1, 3), t),
    "none": lambda t: (1, None, t, slice(0, 2)),
    "ellipsis": lambda t: (1, ..., t),
    "tensors apart": lambda t: (t, slice(None), 1, t),
    "mask": lambda t: (1, slice(None), t > 0),
}


@pytest.mark.parametrize("index", BESIDE_TENSORS.values(), ids=BESIDE_TENSORS)
def test_integers_are_taken_before_tensors(grads, index):  # noqa: F811
    def program(torch):
        at = index(torch.tensor([0, 2, 1]))
        x = torch.arange(81.0).reshape(3, 3, 3, 3).requires_grad_()
        read = x[at]
        (read * torch.arange(1.0 * read.numel()).reshape(read.shape)).sum().backward()
        y = x.detach().clone()
        y[at] = -read.detach()
        z = x * 1
        z[at] = read.detach() * 2
        z.square().sum().backward()
        return [read, x.grad, y, z]

    same(program)


def shrunk(t):
    out = t.ones(6)
    view = out[:2]
    t.add(t.arange(3.0), t.arange(3.0), out=out)
    return out, view


def into_a_slice_of_length_0(t):
    whole = t.ones(5)
    t.add(t.arange(3.0), t.arange(3.0), out=whole[:0])
    return (whole,)


def emptied_before(t):
    out = t.ones(6)
    view = out[2:4]
    out.resize_(0)
    t.sum(t.ones(3, 4), 0, out=out)
    return out, view


def a_row_that_grows(t):
    whole = t.zeros(2, 3)
    t.add(t.ones(4), 1, out=whole[0])
    return (whole,)


@pytest.mark.parametrize(
    "write", [shrunk, into_a_slice_of_length_0, emptied_before, a_row_that_grows]
)
def test_out_of_another_shape_stays_in_its_memory(backend, write):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "An output with one or more elements was resized")
        found, wanted = write(ours), write(real)
    assert [x.tolist() for x in found] == [x.tolist() for x in wanted]
