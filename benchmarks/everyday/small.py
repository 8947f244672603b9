"""A hundred operations on 2 x 2 and 3-element arrays."""

from __future__ import annotations

from .case import Case

# v, w: 3 floats; i: 3 integers; m, n: 3 booleans; A, B: 2 x 2 floats; u: 2 floats; s, t: elements.
ARITHMETIC = [
    Case("v + w"),
    Case("v * 2.0"),
    Case("v / w"),
    Case("v ** 2"),
    Case("1.0 - v"),
    Case("i // 2"),
    Case("np.add(v, w)", "torch.add(v, w)", "tf.add(v, w)"),
    Case("np.maximum(v, w)", "torch.maximum(v, w)", "tf.maximum(v, w)"),
    Case("np.sqrt(v)", "torch.sqrt(v)", "tf.sqrt(v)"),
    Case("np.exp(v)", "torch.exp(v)", "tf.exp(v)"),
    Case("np.sin(v)", "torch.sin(v)", "tf.sin(v)"),
    Case("np.abs(v)", "torch.abs(v)", "tf.abs(v)"),
    Case("np.isnan(v)", "torch.isnan(v)", "tf.math.is_nan(v)"),
    Case("v > w"),
    Case("v == w"),
    Case("m & n"),
    Case("~m"),
]

INDEXING = [
    Case("v[0]"),
    Case("A[0, 1]"),
    Case("A[0]"),
    Case("A[:, 1]"),
    Case("v[1:]"),
    Case("A[::-1]", "torch.flip(A, (0,))"),
    Case("v[:, None]"),
    Case("v[m]", tensorflow="tf.boolean_mask(v, m)"),
    Case("v[i]", tensorflow="tf.gather(v, i)"),
    Case(
        "v[1] = 2.0",
        tensorflow="tf.tensor_scatter_nd_update(v, [[1]], tf.constant([2.0], f64))",
        jax="v.at[1].set(2.0)",
        target="v",
    ),
    Case(
        "A[0, 1] = 2.0",
        tensorflow="tf.tensor_scatter_nd_update(A, [[0, 1]], tf.constant([2.0], f64))",
        jax="A.at[0, 1].set(2.0)",
        target="A",
    ),
    Case(
        "A[0] = u",
        tensorflow="tf.tensor_scatter_nd_update(A, [[0]], u[None])",
        jax="A.at[0].set(u)",
        target="A",
    ),
    Case(
        "v[1:] = 0.0",
        tensorflow="tf.tensor_scatter_nd_update(v, [[1], [2]], tf.zeros(2, f64))",
        jax="v.at[1:].set(0.0)",
        target="v",
    ),
    Case(
        "v[m] = 0.0",
        tensorflow="tf.where(m, tf.zeros((), f64), v)",
        jax="v.at[m].set(0.0)",
        target="v",
    ),
    Case("v += w", tensorflow="v + w", jax="v + w", target="v"),
]

ATTRIBUTES = [
    Case("A.shape"),
    Case("A.ndim"),
    Case("A.dtype"),
    Case("A.size", "A.numel()", "tf.size(A)"),
    Case("len(v)"),
    Case("A.T", tensorflow="tf.transpose(A)"),
    Case("A.reshape(-1)", tensorflow="tf.reshape(A, (-1,))"),
    Case("A.ravel()", tensorflow="tf.reshape(A, (-1,))"),
    Case("A.copy()", "A.clone()", "tf.identity(A)"),
    Case("i.astype(np.float64)", "i.to(f64)", "tf.cast(i, f64)"),
    Case("A.tolist()", tensorflow="A.numpy().tolist()"),
]

CREATION = [
    Case(
        "np.array([1.0, 2.0, 3.0])",
        "torch.tensor([1.0, 2.0, 3.0], dtype=f64)",
        "tf.constant([1.0, 2.0, 3.0], f64)",
    ),
    Case(
        "np.array([[1.0, 2.0], [3.0, 4.0]])",
        "torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=f64)",
        "tf.constant([[1.0, 2.0], [3.0, 4.0]], f64)",
    ),
    Case("np.asarray(v)", "torch.as_tensor(v)", "tf.convert_to_tensor(v)"),
    Case("np.zeros((2, 2))", "torch.zeros((2, 2), dtype=f64)", "tf.zeros((2, 2), f64)"),
    Case("np.ones((2, 2))", "torch.ones((2, 2), dtype=f64)", "tf.ones((2, 2), f64)"),
    Case("np.full((2, 2), 0.5)", "torch.full((2, 2), 0.5, dtype=f64)", "tf.fill((2, 2), half)"),
    Case("np.eye(2)", "torch.eye(2, dtype=f64)", "tf.eye(2, dtype=f64)"),
    Case("np.arange(3)", "torch.arange(3)", "tf.range(3, dtype=i64)"),
    Case(
        "np.linspace(0.0, 1.0, 3)",
        "torch.linspace(0.0, 1.0, 3, dtype=f64)",
        "tf.linspace(zero, one, 3)",
    ),
    Case("np.zeros_like(A)", "torch.zeros_like(A)", "tf.zeros_like(A)"),
    Case("np.diag(v)", "torch.diag(v)", "tf.linalg.diag(v)"),
]

SHAPES = [
    Case("np.transpose(A)", "A.t()", "tf.transpose(A)"),
    Case("np.swapaxes(A, 0, 1)", "torch.swapaxes(A, 0, 1)", "tf.transpose(A, (1, 0))"),
    Case("np.expand_dims(v, 0)", "torch.unsqueeze(v, 0)", "tf.expand_dims(v, 0)"),
    Case("np.squeeze(r)", "torch.squeeze(r)", "tf.squeeze(r)"),
    Case("np.broadcast_to(v, (2, 3))", "v.expand((2, 3))", "tf.broadcast_to(v, (2, 3))"),
    Case("np.tile(v, 2)", "torch.tile(v, (2,))", "tf.tile(v, (2,))"),
    Case("np.repeat(v, 2)", "torch.repeat_interleave(v, 2)", "tf.repeat(v, 2)"),
    Case("np.concatenate([v, w])", "torch.cat([v, w])", "tf.concat([v, w], 0)"),
    Case("np.stack([v, w])", "torch.stack([v, w])", "tf.stack([v, w])"),
]

REDUCTIONS = [
    Case("np.sum(v)", "torch.sum(v)", "tf.reduce_sum(v)"),
    Case("A.sum(axis=0)", "A.sum(0)", "tf.reduce_sum(A, 0)"),
    Case("A.sum(axis=1, keepdims=True)", "A.sum(1, keepdim=True)", "tf.reduce_sum(A, 1, True)"),
    Case("A.mean(axis=0)", "A.mean(0)", "tf.reduce_mean(A, 0)"),
    Case("A.mean()", tensorflow="tf.reduce_mean(A)"),
    Case("A.max()", tensorflow="tf.reduce_max(A)"),
    Case("A.max(axis=1)", "A.amax(1)", "tf.reduce_max(A, 1)"),
    Case("v.argmax()", tensorflow="tf.argmax(v)"),
    Case("np.any(m)", "torch.any(m)", "tf.reduce_any(m)"),
    Case("np.all(m)", "torch.all(m)", "tf.reduce_all(m)"),
    Case("np.std(v)", "torch.std(v, correction=0)", "tf.math.reduce_std(v)"),
    Case("np.cumsum(v)", "torch.cumsum(v, 0)", "tf.cumsum(v)"),
]

PRODUCTS = [
    Case("A @ B"),
    Case("np.dot(A, A.T)", "torch.mm(A, A.T)", "tf.matmul(A, A, transpose_b=True)"),
    Case("np.dot(v, w)", "torch.dot(v, w)", "tf.tensordot(v, w, 1)"),
    Case("np.outer(v, w)", "torch.outer(v, w)", "tf.tensordot(v, w, 0)"),
    Case(
        "np.einsum('ij,jk->ik', A, B)",
        "torch.einsum('ij,jk->ik', A, B)",
        "tf.einsum('ij,jk->ik', A, B)",
    ),
    Case("np.cross(v, w)", "torch.linalg.cross(v, w)", "tf.linalg.cross(v, w)"),
    Case("np.linalg.inv(A)", "torch.linalg.inv(A)", "tf.linalg.inv(A)"),
    Case("np.linalg.det(A)", "torch.linalg.det(A)", "tf.linalg.det(A)"),
    Case(
        "np.linalg.solve(A, u)", "torch.linalg.solve(A, u)", "tf.linalg.solve(A, u[:, None])[:, 0]"
    ),
    Case("np.linalg.norm(v)", "torch.linalg.norm(v)", "tf.norm(v)"),
]

CHOICES = [
    Case("np.where(m, v, w)", "torch.where(m, v, w)", "tf.where(m, v, w)"),
    Case("np.clip(v, 0.5, 1.0)", "torch.clip(v, 0.5, 1.0)", "tf.clip_by_value(v, 0.5, 1.0)"),
    Case("np.unique(i)", "torch.unique(i)", "tf.sort(tf.unique(i).y)"),
    Case("np.sort(v)", "torch.sort(v).values", "tf.sort(v)"),
    Case("np.argsort(v)", "torch.argsort(v)", "tf.argsort(v)"),
    Case(
        "np.allclose(v, w)",
        "torch.allclose(v, w)",
        "bool(tf.reduce_all(tf.abs(v - w) <= 1e-8 + 1e-5 * tf.abs(w)))",
    ),
    Case("np.nonzero(m)", "torch.nonzero(m, as_tuple=True)", "(tf.where(m)[:, 0],)"),
    Case("np.diff(v)", "torch.diff(v)", "v[1:] - v[:-1]"),
]

SCALARS = [
    Case(
        "np.log(2.0)",
        "torch.log(torch.tensor(2.0, dtype=f64))",
        "tf.math.log(tf.constant(2.0, f64))",
    ),
    Case("float(A[0, 0])"),
    Case("s ** 2 / s"),
    Case("v * s"),
    Case("s > t"),
    Case("np.sqrt(s)", "torch.sqrt(s)", "tf.sqrt(s)"),
    Case("np.float64(3.0)", "torch.tensor(3.0, dtype=f64)", "tf.constant(3.0, f64)"),
]

CASES = [
    *ARITHMETIC,
    *INDEXING,
    *ATTRIBUTES,
    *CREATION,
    *SHAPES,
    *REDUCTIONS,
    *PRODUCTS,
    *CHOICES,
    *SCALARS,
]
