"""Modules of TensorFlow's import that wait until they are used."""

import importlib.util
import subprocess
import sys

import pytest

PARTS = {
    "leave others out": """
import sys
import numpy
assert not {"tensorflow", "keras"} & sys.modules.keys()
import ivy_core as ivy, frontends.numpy as np
ivy.set_backend("tensorflow")
x = np.arange(6.0).reshape(2, 3)
x[:, 1:] += np.ones((2, 2))
assert np.sum(x, axis=0).tolist() == [3.0, 7.0, 9.0]
assert ivy.compile(lambda x: x * 2 + np.sin(0 * x))(x).tolist() == (x * 2).tolist()
others = {"jax", "keras", "pandas", "matplotlib", "sklearn", "scipy"}
assert not others & sys.modules.keys(), others & sys.modules.keys()
assert type(sys.modules["tensorflow._api.v2.compat"]).__name__ == "_Later"
""",
    "are asked for in another thread": """
import sys, threading, types
from ivy_core.backends.common.later_imports import executing_later

def ask():
    import wave, colorsys
    found.extend([type(wave), type(colorsys)])

found = []
with executing_later({"wave"}, refused={"colorsys"}):
    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [types.ModuleType] * 2
    del sys.modules["wave"], sys.modules["colorsys"]
    import wave
    try:
        import colorsys
    except ImportError as err:
        assert err.name == "colorsys"
    assert "colorsys" not in sys.modules and type(wave) is not types.ModuleType
import colorsys
""",
    "are used": """
from ivy_core.backends.tensorflow.runtime import first_import
import sys, types
import tensorflow as tf
assert type(tf.compat) is not types.ModuleType
import tensorflow.compat.v1 as tf1
assert tf1.Session is tf.compat.v1.Session
assert type(tf.compat) is types.ModuleType and tf.compat.v2.constant is tf.constant
assert tf.lite.TFLiteConverter.from_concrete_functions and tf.lite.__name__.endswith("v2.lite")
assert tf.feature_column.numeric_column("a").key == "a"
with tf.distribute.MirroredStrategy(["CPU:0"]).scope():
    assert tf.distribute.has_strategy() and tf.distribute.CrossDeviceOps
assert "keras" not in sys.modules
layer = tf.keras.layers.Dense(3)
assert layer(tf.ones((2, 2))).shape == (2, 3)
import keras
from tensorflow.keras.optimizers import Adam
assert Adam is keras.optimizers.Adam is tf.optimizers.Adam and tf.losses.MeanSquaredError
""",
}
_IS_MISSING = importlib.util.find_spec("tensorflow") is None


@pytest.mark.skipif(_IS_MISSING, reason="needs TensorFlow")
@pytest.mark.parametrize("part", PARTS)
def test_modules_wait_until_they(part):
    done = subprocess.run([sys.executable, "-c", PARTS[part]], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
