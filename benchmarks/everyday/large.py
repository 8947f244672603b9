"""150 functions of NumPy's API on a million elements."""

from __future__ import annotations

from .case import NUMPY, Case

# N elements, R = sqrt(N) rows. x, y: floats in [0.1, 1); z: x with nan; o: x sorted; k, h: integers
# in [0, R); q: positions below N; c: some of k, sorted; m: booleans; n, d: all true, none;
# X, Y: the floats in rows; Q: columns; S: symmetric, positive definite; b: R floats; e, f: edges
# and values; g: taps; P: rows of three; C: a few rows; l: a list of the floats.
ELEMENTWISE = [
    Case("np.add(x, y)", "torch.add(x, y)", "tf.add(x, y)"),
    Case("np.multiply(x, y)", "torch.multiply(x, y)", "tf.multiply(x, y)"),
    Case("np.divide(x, y)", "torch.divide(x, y)", "tf.divide(x, y)"),
    Case("np.power(x, y)", "torch.pow(x, y)", "tf.pow(x, y)"),
    Case("np.floor_divide(k, 7)", "torch.floor_divide(k, 7)", "k // 7"),
    Case("np.mod(k, 7)", "torch.remainder(k, 7)", "k % 7"),
    Case("np.fmod(x, y)", "torch.fmod(x, y)", "tf.truncatemod(x, y)"),
    Case("np.abs(x)", "torch.abs(x)", "tf.abs(x)"),
    Case("np.sign(x)", "torch.sign(x)", "tf.sign(x)"),
    Case("np.sqrt(x)", "torch.sqrt(x)", "tf.sqrt(x)"),
    Case(
        "np.cbrt(x)",
        "torch.copysign(torch.pow(torch.abs(x), 1 / 3), x)",
        "tf.sign(x) * tf.pow(tf.abs(x), 1 / 3)",
    ),
    Case("np.exp(x)", "torch.exp(x)", "tf.exp(x)"),
    Case("np.exp2(x)", "torch.exp2(x)", "tf.exp(x * 0.6931471805599453)"),
    Case("np.expm1(x)", "torch.expm1(x)", "tf.math.expm1(x)"),
    Case("np.log(x)", "torch.log(x)", "tf.math.log(x)"),
    Case("np.log2(x)", "torch.log2(x)", "tf.math.log(x) * 1.4426950408889634"),
    Case("np.log10(x)", "torch.log10(x)", "tf.math.log(x) * 0.4342944819032518"),
    Case("np.log1p(x)", "torch.log1p(x)", "tf.math.log1p(x)"),
    Case("np.sin(x)", "torch.sin(x)", "tf.sin(x)"),
    Case("np.tan(x)", "torch.tan(x)", "tf.tan(x)"),
    Case("np.arctan(x)", "torch.arctan(x)", "tf.atan(x)"),
    Case("np.tanh(x)", "torch.tanh(x)", "tf.tanh(x)"),
    Case("np.arctan2(x, y)", "torch.arctan2(x, y)", "tf.atan2(x, y)"),
    Case(
        "np.hypot(x, y)",
        "torch.hypot(x, y)",
        "tf.sqrt(x * x + y * y)",
        whole={  # squares may leave the range of floats
            "tensorflow": "(j := tf.maximum(tf.abs(x), tf.abs(y)), v := tf.math.divide_no_nan("
            "tf.minimum(tf.abs(x), tf.abs(y)), j), j * tf.sqrt(v * v + 1.0))[2]"
        },
    ),
    Case("np.floor(x)", "torch.floor(x)", "tf.floor(x)"),
    Case("np.maximum(x, y)", "torch.maximum(x, y)", "tf.maximum(x, y)"),
    Case("np.minimum(x, 0.5)", "torch.clamp(x, max=0.5)", "tf.minimum(x, 0.5)"),
    Case("np.isfinite(x)", "torch.isfinite(x)", "tf.math.is_finite(x)"),
    Case("np.signbit(x)", "torch.signbit(x)", "x < 0.0"),
    Case("np.copysign(x, y)", "torch.copysign(x, y)", "tf.abs(x) * tf.sign(y)"),
    Case(
        "np.logaddexp(x, y)",
        "torch.logaddexp(x, y)",
        "tf.maximum(x, y) + tf.math.log1p(tf.exp(-tf.abs(x - y)))",
    ),
    Case("np.reciprocal(x)", "torch.reciprocal(x)", "tf.math.reciprocal(x)"),
    Case("np.gcd(k, h)", "torch.gcd(k, h)", NUMPY),
    Case("np.greater(x, y)", "torch.greater(x, y)", "tf.greater(x, y)"),
    Case("np.equal(k, h)", "torch.eq(k, h)", "tf.equal(k, h)"),
    Case("np.logical_and(m, n)", "torch.logical_and(m, n)", "tf.logical_and(m, n)"),
    Case("np.logical_not(m)", "torch.logical_not(m)", "tf.logical_not(m)"),
    Case("np.clip(x, 0.2, 0.8)", "torch.clip(x, 0.2, 0.8)", "tf.clip_by_value(x, 0.2, 0.8)"),
    Case("np.where(m, x, y)", "torch.where(m, x, y)", "tf.where(m, x, y)"),
    Case("np.round(x, 2)", "torch.round(x, decimals=2)", "tf.round(x * 100.0) / 100.0"),
    Case(
        "np.nan_to_num(z)",
        "torch.nan_to_num(z)",
        "tf.clip_by_value(tf.where(tf.math.is_nan(z), zero, z), f64.min, f64.max)",
    ),
    Case(
        "np.isclose(x, y)",
        "torch.isclose(x, y)",
        "tf.abs(x - y) <= 1e-8 + 1e-5 * tf.abs(y)",
    ),
    Case(
        "np.allclose(x, x)",
        "torch.allclose(x, x)",
        "bool(tf.reduce_all(tf.abs(x - x) <= 1e-8 + 1e-5 * tf.abs(x)))",
    ),
    Case("np.array_equal(x, x)", "torch.equal(x, x)", "bool(tf.reduce_all(x == x))"),
    Case("np.deg2rad(x)", "torch.deg2rad(x)", "x * 0.017453292519943295"),
]

REDUCTIONS = [
    Case("np.sum(x)", "torch.sum(x)", "tf.reduce_sum(x)"),
    Case("X.sum(axis=0)", "X.sum(0)", "tf.reduce_sum(X, 0)"),
    Case("np.mean(x)", "torch.mean(x)", "tf.reduce_mean(x)"),
    Case("X.mean(axis=0)", "X.mean(0)", "tf.reduce_mean(X, 0)"),
    Case("np.max(x)", "torch.max(x)", "tf.reduce_max(x)"),
    Case("X.min(axis=1)", "X.amin(1)", "tf.reduce_min(X, 1)"),
    Case("np.prod(x)", "torch.prod(x)", "tf.reduce_prod(x)"),
    Case("np.std(x)", "torch.std(x, correction=0)", "tf.math.reduce_std(x)"),
    Case("np.var(X, axis=0)", "torch.var(X, 0, correction=0)", "tf.math.reduce_variance(X, 0)"),
    Case("np.any(d)", "torch.any(d)", "tf.reduce_any(d)"),
    Case("np.all(n)", "torch.all(n)", "tf.reduce_all(n)"),
    Case("np.argmax(x)", "torch.argmax(x)", "tf.argmax(x)"),
    Case("X.argmin(axis=0)", "X.argmin(0)", "tf.argmin(X, 0)"),
    Case("np.count_nonzero(m)", "torch.count_nonzero(m)", "tf.math.count_nonzero(m)"),
    Case(
        "np.median(x)",
        "(torch.kthvalue(x, N // 2).values + torch.kthvalue(x, N // 2 + 1).values) / 2",
        "tf.reduce_mean(tf.sort(x)[N // 2 - 1 : N // 2 + 1])",
    ),
    Case(
        "np.percentile(x, 90)",
        "torch.quantile(x, 0.9)",
        "(j := 0.9 * (N - 1), v := tf.sort(x)[int(j) :], v[0] + (j % 1) * (v[1] - v[0]))[2]",
    ),
    Case("np.nansum(z)", "torch.nansum(z)", "tf.reduce_sum(tf.where(tf.math.is_nan(z), zero, z))"),
    Case(
        "np.nanmean(z)",
        "torch.nanmean(z)",
        "(j := tf.math.is_nan(z), tf.reduce_sum(tf.where(j, zero, z))"
        " / (N - tf.cast(tf.math.count_nonzero(j), f64)))[1]",
    ),
    Case(
        "np.nanmax(z)",
        "torch.nan_to_num(z, nan=-inf).max()",
        "tf.reduce_max(tf.where(tf.math.is_nan(z), tf.constant(-inf, f64), z))",
    ),
    Case("np.ptp(x)", "x.max() - x.min()", "tf.reduce_max(x) - tf.reduce_min(x)"),
    Case(
        "np.average(x, weights=y)",
        "torch.dot(x, y) / y.sum()",
        "tf.reduce_sum(x * y) / tf.reduce_sum(y)",
    ),
    Case("np.cumsum(x)", "torch.cumsum(x, 0)", "tf.cumsum(x)"),
    Case("np.cumsum(X, axis=0)", "torch.cumsum(X, 0)", "tf.cumsum(X)"),
    Case("np.cumprod(x)", "torch.cumprod(x, 0)", "tf.math.cumprod(x)"),
    Case("np.diff(x)", "torch.diff(x)", "x[1:] - x[:-1]"),
    Case(
        "np.trapezoid(x)",
        "torch.trapezoid(x)",
        "tf.reduce_sum(x) - (x[0] + x[-1]) / 2.0",
    ),
    Case(
        "np.gradient(x)",
        "torch.gradient(x)[0]",
        "tf.concat([x[1:2] - x[:1], (x[2:] - x[:-2]) * 0.5, x[-1:] - x[-2:-1]], 0)",
    ),
    Case(
        "np.cov(C)",
        "torch.cov(C)",
        "(j := C - tf.reduce_mean(C, 1, True), tf.matmul(j, j, transpose_b=True)"
        " / (C.shape[1] - 1))[1]",
    ),
    Case(
        "np.corrcoef(C)",
        "torch.corrcoef(C)",
        "(j := C - tf.reduce_mean(C, 1, True), v := tf.matmul(j, j, transpose_b=True),"
        " w := tf.sqrt(tf.linalg.diag_part(v)), v / w[:, None] / w)[3]",
    ),
]

SEARCHING = [
    Case("np.sort(x)", "torch.sort(x).values", "tf.sort(x)"),
    Case("np.sort(X, axis=0)", "torch.sort(X, 0).values", "tf.sort(X, 0)"),
    Case("np.argsort(x)", "torch.argsort(x)", "tf.argsort(x)"),
    Case("np.partition(x, N // 2)", "torch.sort(x).values", "tf.sort(x)"),
    Case("np.argpartition(x, N // 2)", "torch.argsort(x)", "tf.argsort(x)"),
    Case("np.searchsorted(o, y)", "torch.searchsorted(o, y)", "tf.searchsorted(o, y)"),
    Case(
        "np.digitize(x, e)", "torch.bucketize(x, e, right=True)", "tf.searchsorted(e, x, 'right')"
    ),
    Case("np.unique(k)", "torch.unique(k)", "tf.sort(tf.unique(k).y)"),
    Case(
        "np.isin(k, c)",
        "torch.isin(k, c)",
        "tf.gather(c, tf.minimum(tf.searchsorted(c, k), len(c) - 1)) == k",
    ),
    Case("np.nonzero(m)", "torch.nonzero(m, as_tuple=True)", "(tf.where(m)[:, 0],)"),
    Case("np.argwhere(m)", "torch.nonzero(m)", "tf.where(m)"),
    Case(
        "np.histogram(x, 100)",
        "torch.histogram(x, 100)",
        "(j := tf.reduce_min(x), v := tf.reduce_max(x),"
        " tf.histogram_fixed_width(x, [j, v], 100), tf.linspace(j, v, 101))[2:]",
    ),
    Case("np.bincount(k)", "torch.bincount(k)", "tf.math.bincount(k, dtype=i64)"),
    Case(
        "np.interp(x, e, f)",
        "(j := torch.searchsorted(e, x).clamp(1, len(e) - 1),"
        " f[j - 1] + (x - e[j - 1]) * ((f[1:] - f[:-1]) / (e[1:] - e[:-1]))[j - 1])[1]",
        "(j := tf.clip_by_value(tf.searchsorted(e, x), 1, len(e) - 1) - 1, tf.gather(f, j)"
        " + (x - tf.gather(e, j)) * tf.gather((f[1:] - f[:-1]) / (e[1:] - e[:-1]), j))[1]",
    ),
    Case(
        "np.lexsort((h, k))",
        "torch.argsort(k * (R + 1) + h, stable=True)",
        "tf.argsort(k * (R + 1) + h, stable=True)",
    ),
    Case(
        "np.union1d(k, h)",
        "torch.unique(torch.cat([k, h]))",
        "tf.sort(tf.unique(tf.concat([k, h], 0)).y)",
    ),
]

SHAPES = [
    Case("np.transpose(X).copy()", "X.t().contiguous()", "tf.transpose(X)"),
    Case("np.reshape(X, (R * R,))", "torch.reshape(X, (R * R,))", "tf.reshape(X, (R * R,))"),
    Case("np.concatenate([x, y])", "torch.cat([x, y])", "tf.concat([x, y], 0)"),
    Case("np.stack([x, y])", "torch.stack([x, y])", "tf.stack([x, y])"),
    Case("np.stack([x, y], axis=1)", "torch.stack([x, y], 1)", "tf.stack([x, y], 1)"),
    Case("np.vstack([X, Y])", "torch.vstack([X, Y])", "tf.concat([X, Y], 0)"),
    Case("np.tile(x, 2)", "torch.tile(x, (2,))", "tf.tile(x, (2,))"),
    Case("np.repeat(x, 2)", "torch.repeat_interleave(x, 2)", "tf.repeat(x, 2)"),
    Case("np.roll(x, 5)", "torch.roll(x, 5)", "tf.roll(x, 5, 0)"),
    Case("np.flip(x).copy()", "torch.flip(x, (0,))", "tf.reverse(x, (0,))"),
    # PyTorch's is the transpose of a copy: a second one brings its elements into C order
    Case(
        "np.rot90(X).copy()",
        "torch.rot90(X).contiguous()",
        "tf.reverse(tf.transpose(X), (0,))",
    ),
    Case("np.pad(X, 2)", "torch.nn.functional.pad(X, (2, 2, 2, 2))", "tf.pad(X, [[2, 2], [2, 2]])"),
    Case("np.array_split(x, 100)", "torch.tensor_split(x, 100)", "tf.split(x, 100)"),
    Case("np.delete(x, 5)", "torch.cat([x[:5], x[6:]])", "tf.concat([x[:5], x[6:]], 0)"),
    Case(
        "np.insert(x, 5, 1.0)",
        "torch.cat([x[:5], x.new_tensor([1.0]), x[5:]])",
        "tf.concat([x[:5], tf.constant([1.0], f64), x[5:]], 0)",
    ),
    Case("np.tril(X)", "torch.tril(X)", "tf.linalg.band_part(X, -1, 0)"),
    Case("np.diagonal(X).copy()", "X.diagonal().clone()", "tf.linalg.diag_part(X)"),
    Case("np.trace(X)", "torch.trace(X)", "tf.linalg.trace(X)"),
    # PyTorch's are views that repeat one row: NumPy's have elements of their own
    Case(
        "np.meshgrid(b, b)",
        "[g.contiguous() for g in torch.meshgrid(b, b, indexing='xy')]",
        "tf.meshgrid(b, b)",
    ),
    Case(
        "np.broadcast_to(b, (R, R)).copy()",
        "b.expand((R, R)).clone()",
        "tf.broadcast_to(b, (R, R))",
    ),
    Case("np.copy(x)", "torch.clone(x)", "x + zero"),
    Case("x.astype(np.float32)", "x.to(torch.float32)", "tf.cast(x, tf.float32)"),
    Case("np.zeros(N)", "torch.zeros(N, dtype=f64)", "tf.zeros(N, f64)"),
    Case("np.full(N, 0.5)", "torch.full((N,), 0.5, dtype=f64)", "tf.fill((N,), half)"),
    Case("np.arange(N)", "torch.arange(N)", "tf.range(N, dtype=i64)"),
    Case(
        "np.linspace(0.0, 1.0, N)",
        "torch.linspace(0.0, 1.0, N, dtype=f64)",
        "tf.linspace(zero, one, N)",
    ),
    Case("np.eye(R)", "torch.eye(R, dtype=f64)", "tf.eye(R, dtype=f64)"),
    Case("x.tolist()", tensorflow="x.numpy().tolist()"),
    Case("np.array(l)", "torch.tensor(l, dtype=f64)", "tf.constant(l, f64)"),
]

INDEXING = [
    Case(
        "np.take(x, q)",
        "torch.take(x, q)",
        "tf.gather(x, q)",
        whole={"jax": "bool(((q < -N) + (q >= N)).any()) or np.take(x, q)"},  # else no IndexError
    ),
    Case("x[q]", tensorflow="tf.gather(x, q)"),
    Case("x[m]", tensorflow="tf.boolean_mask(x, m)"),
    Case("x[1:-1].copy()", "x[1:-1].clone()", "x[1:-1]", jax="x[1:-1]"),
    Case("X[:, ::2].copy()", "X[:, ::2].clone()", "X[:, ::2]", jax="X[:, ::2]"),
    Case("X[1:-1, 1:-1].copy()", "X[1:-1, 1:-1].clone()", "X[1:-1, 1:-1]", jax="X[1:-1, 1:-1]"),
    Case(
        "np.take_along_axis(X, Q, 1)",
        "torch.take_along_dim(X, Q, 1)",
        "tf.gather(X, Q, batch_dims=1)",
        whole={"jax": "bool(((Q < -R) + (Q >= R)).any()) or np.take_along_axis(X, Q, 1)"},
    ),
    Case(
        "x[m] = 0.0",
        tensorflow="tf.where(m, zero, x)",
        jax="np.where(m, 0.0, x)",
        target="x",
    ),
    Case(
        "x[q] = 1.0",
        tensorflow="tf.tensor_scatter_nd_update(x, q[:, None], tf.ones(N, f64))",
        jax="x.at[q].set(1.0)",
        target="x",
    ),
    Case(
        "X[1:-1, 1:-1] = Y[1:-1, 1:-1]",
        tensorflow="tf.raw_ops.TensorStridedSliceUpdate(input=X, begin=(1, 1), end=(-1, -1),"
        " strides=(1, 1), value=Y[1:-1, 1:-1])",
        jax="X.at[1:-1, 1:-1].set(Y[1:-1, 1:-1])",
        target="X",
    ),
    Case(
        "x[1:-1] += y[1:-1]",
        tensorflow="tf.raw_ops.TensorStridedSliceUpdate(input=x, begin=(1,), end=(-1,),"
        " strides=(1,), value=x[1:-1] + y[1:-1])",
        jax="x.at[1:-1].add(y[1:-1])",
        target="x",
    ),
    Case("x += y", tensorflow="x + y", jax="x + y", target="x"),
    Case(
        "np.add.at(x, k, 1.0)",
        "x.index_put_((k,), one, accumulate=True)",
        "tf.tensor_scatter_nd_add(x, k[:, None], tf.ones(N, f64))",
        jax="x.at[k].add(1.0)",
        target="x",
    ),
]

PRODUCTS = [
    Case("np.dot(x, y)", "torch.dot(x, y)", "tf.tensordot(x, y, 1)"),
    Case("np.matmul(X, Y)", "torch.matmul(X, Y)", "tf.matmul(X, Y)"),
    Case("X @ b", tensorflow="tf.linalg.matvec(X, b)"),
    Case("np.outer(b, b)", "torch.outer(b, b)", "tf.tensordot(b, b, 0)"),
    Case(
        "np.einsum('ij,ij->i', X, Y)",
        "torch.einsum('ij,ij->i', X, Y)",
        "tf.einsum('ij,ij->i', X, Y)",
    ),
    Case("np.tensordot(X, Y)", "torch.tensordot(X, Y, 2)", "tf.tensordot(X, Y, 2)"),
    Case(
        "np.kron(C, a)",
        "torch.kron(C, a)",
        "tf.reshape(C[:, None, :, None] * a[None, :, None, :], (len(C) * 3, -1))",
    ),
    Case("np.cross(P, P[::-1])", "torch.linalg.cross(P, P.flip(0))", "tf.linalg.cross(P, P[::-1])"),
    Case(
        "np.convolve(x, g, 'valid')",
        "torch.nn.functional.conv1d(x[None, None], g.flip(0)[None, None])[0, 0]",
        "tf.nn.conv1d(x[None, :, None], g[::-1, None, None], 1, 'VALID')[0, :, 0]",
    ),
    Case("np.linalg.norm(x)", "torch.linalg.norm(x)", "tf.norm(x)"),
    Case("np.linalg.norm(X, axis=1)", "torch.linalg.norm(X, dim=1)", "tf.norm(X, axis=1)"),
    Case(
        "np.linalg.solve(S, b)", "torch.linalg.solve(S, b)", "tf.linalg.solve(S, b[:, None])[:, 0]"
    ),
    Case("np.linalg.inv(S)", "torch.linalg.inv(S)", "tf.linalg.inv(S)"),
    Case("np.linalg.cholesky(S)", "torch.linalg.cholesky(S)", "tf.linalg.cholesky(S)"),
    Case("np.fft.fft(x)", "torch.fft.fft(x)", "tf.signal.fft(tf.cast(x, tf.complex128))"),
    Case("np.fft.rfft(x)", "torch.fft.rfft(x)", "tf.signal.rfft(x)"),
    Case(
        "np.polyval(a[0], x)",
        "(a[0, 0] * x + a[0, 1]) * x + a[0, 2]",
        "(a[0, 0] * x + a[0, 1]) * x + a[0, 2]",
    ),
    Case(
        "np.unwrap(x)",
        "(j := torch.diff(x), v := torch.remainder(j + pi, 2 * pi) - pi, torch.cat([x[:1],"
        " x[1:] + torch.cumsum(torch.where(j.abs() < pi, 0.0, v - j), 0)]))[2]",
        "(j := x[1:] - x[:-1], v := tf.math.floormod(j + pi, 2 * pi) - pi, tf.concat([x[:1],"
        " x[1:] + tf.cumsum(tf.where(tf.abs(j) < pi, zero, v - j))], 0))[2]",
    ),
]

CASES = [*ELEMENTWISE, *REDUCTIONS, *SEARCHING, *SHAPES, *INDEXING, *PRODUCTS]
