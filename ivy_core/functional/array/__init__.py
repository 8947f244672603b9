"""Functions of arrays: elementwise, reductions, shapes, indices, dtypes."""
