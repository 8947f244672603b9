"""General functions of the TensorFlow backend."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from .indexing import is_tracer


def isin(elements, test_elements, /, *, assume_unique=False, invert=False):
    if not is_tracer(elements) and not is_tracer(test_elements):
        return tf.constant(np.isin(elements.numpy(), test_elements.numpy(), invert=invert))
    # each with each: TensorFlow's sorted search has neither bool nor complex, and no NaN
    found = tf.reduce_any(elements[..., tf.newaxis] == tf.reshape(test_elements, (-1,)), axis=-1)
    return tf.logical_not(found) if invert else found
