"""Keywords and orders of arguments that PyTorch takes besides those of its documentation."""

import pytest
import torch as real

import frontends.torch as ours

from .comparing import assert_same, assert_same_error

KEYWORDS = [
    lambda torch, F: torch.mul(3, torch.arange(3.0)),
    lambda torch, F: torch.multiply(2.5, torch.arange(3)),
    lambda torch, F: torch.mul(True, 2),
    lambda torch, F: torch.arange(6.0).split(split_size=2),
    lambda torch, F: torch.arange(6.0).split(split_size=[2, 4], dim=0),
    lambda torch, F: torch.unsafe_split(input=torch.arange(6.0), split_size=4),
    lambda torch, F: torch.arange(6.0).hsplit(sections=2),
    lambda torch, F: torch.vsplit(torch.arange(6.0).reshape(3, 2), indices=[1]),
    lambda torch, F: torch.arange(6.0).view(dtype=torch.int32),
    lambda torch, F: torch.arange(6.0).reshape(2, 3).swapaxes(axis0=0, axis1=1),
    lambda torch, F: torch.arange(6.0).reshape(2, 3).swapaxes_(axis0=0, axis1=1),
    lambda torch, F: torch.zeros(3).copy_(other=torch.arange(3)),
    lambda torch, F: torch.tensor_split(
        torch.arange(6.0), tensor_indices_or_sections=torch.tensor(2)
    ),
]
_MATRIX = [[4.0, 1.0], [1.0, 3.0]]
KEYWORDS += [
    lambda torch, F, call=call: call(torch.linalg, torch.tensor(_MATRIX))
    for call in (
        lambda linalg, a: [linalg.norm(input=a), linalg.norm(x=a), linalg.vector_norm(input=a)],
        lambda linalg, a: [linalg.matrix_norm(input=a), linalg.cond(input=a), linalg.pinv(x=a)],
        lambda linalg, a: [linalg.matrix_rank(input=a), linalg.matrix_power(input=a, n=3)],
        lambda linalg, a: [linalg.matrix_exp(input=a), linalg.eigvalsh(input=a)],
        lambda linalg, a: [linalg.cholesky(input=a), linalg.cholesky_ex(input=a)[0]],
        lambda linalg, a: linalg.eigh(input=a).eigenvalues,
        lambda linalg, a: linalg.householder_product(input=a, tau=a[0]),
        lambda linalg, a: linalg.lstsq(input=a, b=a).solution,
        lambda linalg, a: linalg.tensorinv(input=a, ind=1),
        lambda linalg, a: linalg.tensorsolve(input=a, other=a[0]),
        lambda linalg, a: linalg.solve_triangular(input=a, B=a, upper=True),
        lambda linalg, a: [linalg.solve(A=a, B=a), linalg.inv(A=a), linalg.svdvals(A=a)],
    )
]
KEYWORDS += [
    lambda torch, F: torch.pow(self=2, exponent=torch.tensor([1.0, 2])),
    lambda torch, F: torch.remainder(self=7, other=torch.tensor([2, 3])),
    lambda torch, F: torch.xlogy(self=3, other=torch.tensor([2.0])),
    lambda torch, F: torch.where(torch.tensor([True, False]), self=1, other=torch.ones(2) * 2),
    lambda torch, F: torch.isin(element=1, test_elements=torch.tensor([1, 2])),
    lambda torch, F: torch.isin(torch.tensor([1, 2]), test_element=1),
    lambda torch, F: torch.det(input=torch.eye(2)),
    lambda torch, F: torch.inverse(input=torch.eye(2) * 2),
    lambda torch, F: torch.cholesky_inverse(input=torch.eye(2) * 2),
    lambda torch, F: torch.cholesky_solve(input=torch.ones(2, 1), input2=torch.eye(2)),
    lambda torch, F: torch.triangular_solve(input=torch.ones(2, 1), A=torch.eye(2) * 2).solution,
    lambda torch, F: torch.ormqr(torch.eye(2), input2=torch.ones(2), input3=torch.ones(2, 2)),
    lambda torch, F: torch.lu_solve(
        input=torch.ones(2, 1), LU_data=torch.eye(2), LU_pivots=torch.tensor([1, 2]).int()
    ),
    lambda torch, F: torch.expand_copy(input=torch.ones(2, 1), size=(2, 2)),
    lambda torch, F: torch.unfold_copy(input=torch.arange(3.0), dimension=0, size=2, step=1),
    lambda torch, F: torch.view_copy(input=torch.ones(2, 2), size=(4,)),
    lambda torch, F: torch.view_copy(input=torch.ones(2), dtype=torch.int32),
    lambda torch, F: torch.split_copy(input=torch.ones(4), split_size=2),
]
FACTORS = [
    lambda torch, F: torch.add(torch.arange(3.0), 2, torch.ones(3)),
    lambda torch, F: torch.ones(3).add_(2, torch.arange(3.0)),
    lambda torch, F: torch.ones(3).sub(2, torch.arange(3.0)),
    lambda torch, F: torch.ones(3).addcmul_(2.5, torch.arange(3.0), torch.arange(3.0)),
    lambda torch, F: torch.addcdiv(torch.ones(3), -2, torch.arange(3.0), torch.ones(3)),
    lambda torch, F: torch.addmm(2, torch.ones(2, 2), 3, torch.ones(2, 2), torch.ones(2, 2)),
    lambda torch, F: torch.ones(2, 2).addmm(2, torch.ones(2, 2), torch.ones(2, 2)),
    lambda torch, F: torch.ones(2).addmv(2, 3, torch.ones(2, 2), torch.ones(2)),
    lambda torch, F: torch.ones(3, 2, 2).baddbmm_(2, torch.ones(3, 2, 2), torch.ones(3, 2, 2)),
]


@pytest.mark.parametrize("expression", KEYWORDS + FACTORS)
def test_arguments(backend, expression):
    assert_same(expression)


def test_a_factor_has_its_gradient(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")

    def gradients(torch, F):
        x = torch.arange(3.0).requires_grad_()
        loss = torch.add(x, 3, torch.ones(3)) + (2 * x).addcmul_(2, torch.arange(3.0), x)
        return torch.autograd.grad(loss.sum(), x)

    assert_same(gradients)


def test_a_factor_after_the_tensors_is_refused(backend):
    assert_same_error(lambda torch, F: torch.ones(2).mul(2, torch.ones(2)), says=False)
    assert_same_error(lambda torch, F: torch.add(torch.ones(2), torch.ones(2), 2), says=False)


METHODS = [
    lambda torch, F: torch.zeros(3).module_load(torch.arange(3.0)),
    lambda torch, F: torch.zeros(3).module_load(torch.arange(3.0), assign=True),
    lambda torch, F: torch.nn.Linear(2, 1).bias.module_load(torch.ones(1), assign=True),
    lambda torch, F: torch.tensor([1, 2]).dequantize(),
    lambda torch, F: torch.dequantize(torch.ones(2, dtype=torch.float16)),
    lambda torch, F: torch.tensor([True, False])._is_all_true(),
    lambda torch, F: torch._is_any_true(torch.tensor([True, False])),
    lambda torch, F: torch.zeros(0, dtype=torch.bool)._is_all_true(),
    lambda torch, F: torch.arange(6.0).resize_(size=(2, 3)),
    lambda torch, F: torch.arange(6.0).resize_(size=[2]),
    lambda torch, F: torch.tensor(torch.arange(6.0)[2:]._typed_storage()._size()),
]
WRONG = [
    lambda torch, F: torch.arange(6.0).resize_(),
    lambda torch, F: torch.arange(6.0).resize_(size=3),
    lambda torch, F: torch.arange(6.0).resize_(2, size=(3,)),
]


@pytest.mark.parametrize("expression", METHODS)
def test_methods(backend, expression):
    assert_same(expression)


@pytest.mark.parametrize("expression", WRONG)
def test_wrong_sizes(backend, expression):
    assert_same_error(expression)


BY_KEYWORD = {
    "mm": lambda t, F, x: t.mm(input=x, mat2=x.T),
    "bmm": lambda t, F, x: t.bmm(input=x[None], mat2=x.T[None]),
    "mv": lambda t, F, x: t.mv(input=x, vec=x[0]),
    "dot": lambda t, F, x: t.dot(input=x[0], tensor=x[1]),
    "pow": lambda t, F, x: t.pow(input=x, exponent=x),
    "permute": lambda t, F, x: t.permute(input=x, dims=(1, 0)) * 2,
    "cat": lambda t, F, x: t.cat(tensors=[x, x], dim=0) * 2,
    "linear": lambda t, F, x: F.linear(input=x, weight=x, bias=x[:, 0]),
    "cross_entropy": lambda t, F, x: F.cross_entropy(input=x, target=t.tensor([0, 2])),
    "nll_loss": lambda t, F, x: F.nll_loss(input=x, target=t.tensor([0, 2])),
    "interpolate": lambda t, F, x: F.interpolate(input=x[None], scale_factor=2, mode="linear"),
    "cholesky": lambda t, F, x: t.linalg.cholesky(input=x @ x.T),
    "eigvalsh": lambda t, F, x: t.linalg.eigvalsh(input=x @ x.T),
    "pinv": lambda t, F, x: t.linalg.pinv(input=x),
    "lstsq": lambda t, F, x: t.linalg.lstsq(input=x.T, b=x.T[:, :1]).solution,
}


@pytest.mark.parametrize("call", BY_KEYWORD.values(), ids=BY_KEYWORD)
def test_tensors_by_keyword_have_gradients(backend, call):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")

    def gradients(torch, F):
        x = torch.tensor([[0.9, 0.2, 0.5], [0.3, 0.8, 0.4]], requires_grad=True)
        return torch.autograd.grad(call(torch, F, x).square().sum(), x)

    assert_same(gradients, tolerance=1e-4)


TYPES = {
    "tensor and number": lambda t, x, i: t.result_type(tensor=i, other=1.5),
    "number and tensor": lambda t, x, i: t.result_type(scalar=2.5, tensor=i),
    "numbers": lambda t, x, i: t.result_type(scalar1=2, scalar2=3.0),
    "one by position": lambda t, x, i: t.result_type(i, other=x),
    "number by position": lambda t, x, i: t.result_type(2, tensor=i),
    "other order": lambda t, x, i: t.result_type(other=i, tensor=x),
    "no names": lambda t, x, i: t.result_type(2.0, i),
    "names of numpy": lambda t, x, i: t.result_type(tensor1=x, tensor2=x),
    "number for a tensor": lambda t, x, i: t.result_type(tensor=2, other=x),
    "tensor for another name": lambda t, x, i: t.result_type(2, other=x),
    "one": lambda t, x, i: t.result_type(i),
    "three": lambda t, x, i: t.result_type(i, x, x),
}


@pytest.mark.parametrize("name", TYPES)
def test_operands_of_result_type(backend, name):
    found = []
    for t in (real, ours):
        try:
            found.append(str(TYPES[name](t, t.ones(2), t.ones(2, dtype=t.int8))))
        except TypeError:
            found.append("an error")
    assert found[0] == found[1]
