"""A program that uses the core."""

import numpy as np

import ivy_core as ivy
from ivy_core import Array, Container


def normalized(x: Array) -> Array:
    return (x - ivy.mean(x)) / (x.std() + 1e-9)


def train(weights: Container, rate: float = 0.1) -> Container:
    return ivy.subtract(weights, ivy.multiply(rate, weights))


ivy.set_backend("numpy")
x = ivy.asarray(np.linspace(0, 1, 6), dtype=ivy.float32).reshape((2, 3))
y = normalized(x[:, 1:])
y[0] += 1
values, indices = ivy.unique_counts(y)
print(float(ivy.sum(y)), y.shape[0], values.dtype, indices.to_list())
print(train(Container(layer={"w": x, "b": x[0]})).cont_to_dict())
try:
    ivy.linalg.cholesky(x)
except ivy.exceptions.IvyException as error:
    print(error)
