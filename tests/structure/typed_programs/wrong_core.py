"""The same with mistakes; a comment names what a checker must say no to."""

import ivy_core as ivy
from ivy_core import Array

ivy.set_backend("numpy")
x = ivy.asarray([1.0, 2.0])
total: Array = ivy.sum(x, axes=0)  # mistake: axis
x.summ()  # mistake: sum
name: str = x + 1  # mistake: an Array
print(ivy.linalg.nrom(x), total, name)  # mistake: vector_norm
