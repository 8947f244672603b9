"""TensorFlow's import, without what most programs do not use.

TensorFlow imports its API of version 1, its converter for small devices (and with that JAX), its
own old Keras, and at its end Keras 3, which imports pandas, scikit-learn and matplotlib where they
are installed: 2.3 of the 3.7 CPU seconds that its import takes. Modules of TensorFlow's own are
executed when something is first asked of them. Keras is left out, which TensorFlow allows where it
is not installed: `tf.keras` imports it when it is first used. Keras 3 registers nothing with
TensorFlow; `tf_keras`, which does, is imported as ever where `TF_USE_LEGACY_KERAS` asks for it.

Measured with TensorFlow 2.21 and Keras 3.15. What registers itself with TensorFlow when it is
imported (gradients, conversions, types of a saved model) was compared with and without this: there
lack one operation of the converter's and the counts of operations that its profiler of version 1
reads, both until these are used. To be retired when TensorFlow imports these modules on demand.
"""

from __future__ import annotations

import contextlib
import importlib
import os

from ivy_core.backends.common.later_imports import executing_later

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # no banner about CPU instructions
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")  # it reorders sums; and announces itself

_API = "tensorflow._api.v2"
LATER = frozenset({
    f"{_API}.compat",  # of versions 1 and 2
    f"{_API}.lite",  # imports JAX
    f"{_API}.feature_column",
    f"{_API}.__internal__.feature_column",
    f"{_API}.__internal__.distribute",
    f"{_API}.__internal__.test",
    "tensorflow.python.keras.engine.training_v1",  # imports SciPy's sparse matrices
})  # fmt: skip

with executing_later(LATER, refused={"keras"}):
    import tensorflow as tf

    # Python puts a package into its parent when it is first imported. The converter's sources are
    # called as its public package is: they are imported before it takes their place, as
    # TensorFlow's own import does.
    _lite = tf.lite
    with contextlib.suppress(ImportError):  # a version without it
        importlib.import_module("tensorflow.lite")
    tf.lite = _lite
