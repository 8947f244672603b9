"""Sparse tensors: texts, values and gradients are those of real PyTorch."""

from __future__ import annotations

import copy
import pickle
import warnings

import pytest
import torch as real

import frontends.torch as torch
import ivy_core as ivy


class Given:
    """The tensors that the cases are about, made by one of the two packages."""

    def __init__(self, torch):
        self.torch = torch
        self.values = torch.tensor([3.0, 4.0, 5.0])
        self.a = torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], self.values, (2, 3))
        self.twice = torch.sparse_coo_tensor(
            [[0, 1, 1, 0], [2, 0, 2, 2]], [3.0, 4.0, 5.0, 1.0], (2, 3)
        )
        self.other = torch.sparse_coo_tensor([[0, 1, 2], [1, 0, 1]], [1.0, 2.0, 3.0], (3, 2))
        self.rows = torch.sparse_coo_tensor([[0, 2]], torch.ones(2, 3), (4, 3))
        self.dense = torch.tensor([[0.0, 1.0, 0.0], [2.0, 0.0, 3.0]])
        self.wide = torch.arange(6.0).view(3, 2)
        self.csr = self.a.to_sparse_csr()


CASES = {
    "indices of other numbers": lambda g: [
        g.torch.sparse_coo_tensor(indices, [3.0, 4.0]).to_dense()
        for indices in ([[0.0, 1.7]], g.torch.tensor([[False, True]]))
    ],
    "coo": lambda g: (g.a, g.rows, g.a.coalesce().indices(), g.rows.to_dense(), g.a.double()),
    "coalesced": lambda g: (g.twice.coalesce(), g.a.is_coalesced(), g.twice._indices()),
    "facts": lambda g: [
        (x.layout, x.is_sparse, x.is_sparse_csr, x._nnz(), x.sparse_dim(), x.dense_dim(), x.shape)
        for x in (g.a, g.csr, g.rows)
    ],
    "compressed": lambda g: (g.csr, g.csr.crow_indices(), g.csr.col_indices(), g.csr.values()),
    "made_compressed": lambda g: (
        g.torch.sparse_csr_tensor([0, 1, 2], [0, 1], [1.0, 2.0]),
        g.torch.sparse_csc_tensor([0, 1, 2], [0, 1], [1, 2], size=(3, 2)),
    ),
    "converted": lambda g: (
        g.dense.to_sparse(), g.dense.to_sparse(1), g.dense.to_sparse_csc(), g.csr.to_sparse(),
        g.csr.to_dense(), g.twice.to_dense(), g.dense.sparse_mask(g.a), g.dense.to_dense(),
    ),
    "empty": lambda g: (
        g.torch.sparse_coo_tensor((2, 3)), g.torch.sparse.FloatTensor(2, 3),
        g.torch.zeros_like(g.a), (g.torch.sparse_coo_tensor((2, 3)) @ g.wide),
    ),
    "old_classes": lambda g: (
        g.torch.sparse.FloatTensor(g.a._indices(), g.values, g.torch.Size([2, 4])), g.a.type(),
        isinstance(g.a, g.torch.sparse.FloatTensor), isinstance(g.a, g.torch.FloatTensor),
    ),
    "products": lambda g: (
        g.a @ g.wide, g.wide @ g.a, g.csr @ g.wide, g.wide.t() @ g.other, g.a @ g.torch.ones(3),
        g.torch.sparse.mm(g.a, g.wide), g.torch.sparse.addmm(g.wide[:2], g.a, g.wide, alpha=3),
        g.torch.sparse.mm(g.csr, g.wide, "mean"), g.torch.sparse.mm(g.csr, g.wide, "amax"),
        g.torch.bmm(g.torch.stack([g.a, g.a * 2]), g.torch.ones(2, 3, 1)),
    ),
    "sparse_products": lambda g: (
        g.other @ g.a, g.torch.sparse.mm(g.a, g.other), g.torch.spmm(g.a, g.other),
        g.torch.spmm(g.a, g.wide), g.torch.spmm(g.wide.t(), g.wide), g.torch.dsmm(g.a, g.wide),
    ),
    "sums": lambda g: (
        g.torch.sparse.sum(g.a), g.torch.sparse.sum(g.a, dim=0), g.torch.sparse.sum(g.rows, 1),
        g.rows.sum(0), g.twice.sum((0, 1)), g.a.norm(),
    ),
    "softmax": lambda g: (
        g.torch.sparse.softmax(g.twice, 1), g.torch.sparse.softmax(g.a, 0),
        g.torch.sparse.log_softmax(g.a, dim=1),
    ),
    "arithmetic": lambda g: (
        g.a * 2, 2 * g.a, g.a / 2, -g.a, g.a + g.a, g.a - g.a * 2, g.csr + g.csr, g.a.sqrt(),
        g.dense + g.a, g.dense.add(g.a, alpha=2), g.a * g.dense, g.a * g.twice, g.a.pow(2),
    ),
    "shapes": lambda g: (
        g.a.t(), g.csr.t(), g.a.transpose(0, 1), g.a.unsqueeze(0), g.torch.cat([g.a, g.a], 1),
        g.torch.stack([g.a, g.a]), g.a.index_select(0, g.torch.tensor([1, 1])),
        g.a.index_select(1, g.torch.tensor([2, 0])), g.a[1], g.a[1, 2], g.rows[0], g.a[:, 1],
    ),
    "vectors_in_rows": lambda g: [
        (x, x.shape, x.to_dense(), x.values(), x.sparse_dim(), x.dense_dim(), x.to_sparse_coo())
        for x in (
            g.torch.sparse_csr_tensor([0, 1, 3], [1, 0, 2], g.wide),
            g.torch.sparse_csr_tensor([0, 1, 3], [1, 0, 2], g.wide, (2, 4, 2)),
            g.torch.sparse_csc_tensor([0, 1, 2, 3], [1, 0, 1], g.wide),
            g.torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], g.wide).to_sparse_csr(),
        )
    ],
    "linear": lambda g: [
        g.torch.nn.functional.linear(*given)
        for given in ((g.a, g.dense), (g.csr, g.dense, g.torch.ones(2)), (g.dense, g.a))
    ],
    "in_place": lambda g: (g.a.clone().mul_(2), g.a.clone().add_(g.a), g.dense.clone().add_(g.a)),
    "copies": lambda g: (copy.deepcopy(g.a), pickle.loads(pickle.dumps(g.csr)), g.a.detach()),
}  # fmt: skip
ERRORS = {
    "uncoalesced": lambda g: g.a.indices(),
    "dense": lambda g: g.dense.coalesce(),
    "layout": lambda g: g.csr.indices(),
    "sparse_and_dense": lambda g: g.a + g.dense,
    "sizes": lambda g: g.torch.sparse_coo_tensor([[0, 1]], [1.0]),
    "matrices": lambda g: g.rows @ g.wide,
    "transposed_vectors_in_rows": lambda g: g.torch.sparse_csr_tensor(
        [0, 1, 3], [1, 0, 2], g.wide
    ).transpose(0, 1),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.filterwarnings("ignore:Sparse", "ignore:torch.sparse.SparseTensor")
def test_as_real_pytorch(backend, name):
    found, wanted = CASES[name](Given(torch)), CASES[name](Given(real))
    assert [str(each) for each in found] == [str(each) for each in wanted]


@pytest.mark.parametrize("name", ERRORS)
@pytest.mark.filterwarnings("ignore:Sparse")
def test_mistakes_raise_what_pytorch_says(backend, name):
    with pytest.raises(RuntimeError) as wanted:
        ERRORS[name](Given(real))
    with pytest.raises(RuntimeError) as found:
        ERRORS[name](Given(torch))
    assert str(found.value).endswith(str(wanted.value))


def gradients(torch):
    values, dense = torch.tensor([3.0, 4.0, 5.0]), torch.arange(6.0).view(3, 2).requires_grad_()
    values.requires_grad_()
    a = torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], values, (2, 3))
    leaf = torch.sparse_coo_tensor([[0, 1], [2, 0]], [3.0, 4.0], (2, 3), requires_grad=True)
    torch.sparse.mm(a, dense).pow(2).sum().backward()
    torch.sparse.mm(leaf, dense.detach()).sum().backward()
    again = torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], values, (2, 3))
    product_by_hand(torch).apply(again, dense).sum().backward()
    return a, a.is_leaf, values.grad, dense.grad, leaf, leaf.is_leaf, leaf.grad


def product_by_hand(torch):
    """Return a function with gradients of its own, one of them sparse."""

    class Product(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, dense):
            ctx.save_for_backward(dense)
            ctx.a = a
            return a.mm(dense)

        @staticmethod
        def backward(ctx, grad):
            (dense,) = ctx.saved_tensors
            return (grad @ dense.t()).sparse_mask(ctx.a), ctx.a.t() @ grad

    return Product


@pytest.mark.filterwarnings("ignore:Sparse")
def test_gradients_of_values(backend):
    if backend == "numpy":
        pytest.skip("NumPy computes no gradients")
    assert [str(each) for each in gradients(torch)] == [str(each) for each in gradients(real)]


def test_functions_without_a_sparse_form_say_so(backend):
    a = Given(torch).a
    with warnings.catch_warnings(), pytest.raises(NotImplementedError):
        warnings.simplefilter("ignore")
        torch.exp(a)


@pytest.mark.filterwarnings("error")  # such as one that the function runs eagerly
def test_compiled_functions_take_sparse_tensors(backend):
    if backend != "jax":
        pytest.skip("compiled on JAX alone here: one program is as good as another")
    given = Given(torch)
    product = ivy.compile(lambda a, x: (a * 2) @ x)
    for a in (given.a, given.a * 3):
        assert str(product(a, given.wide)) == str((a * 2) @ given.wide)


@pytest.mark.parametrize("indices", [[[5]], [[-1]], [[0, 2]], [[0, 1]]])
def test_checked_indices_are_within_the_size(backend, indices):
    def refusal(t):
        try:
            t.sparse_coo_tensor(indices, [1.0] * len(indices[0]), (2,), check_invariants=True)
        except RuntimeError as error:
            return str(error).removeprefix("sparse_coo_tensor: RuntimeError: ")

    assert (refusal(torch) or "").endswith(refusal(real) or "")
    assert (refusal(torch) is None) == (refusal(real) is None)
