"""Names of TensorFlow that no public module has, and what serves where a TensorFlow lacks one.

Which of the two it is, is decided once, when this is imported. The answers are the same; but where
it cannot be told whether a tape records, TensorFlow computes everything.
"""

from __future__ import annotations

import importlib

import tensorflow as tf

CPU = "/job:localhost/replica:0/task:0/device:CPU:0"


def _private_name(module: str, name: str):
    """Look up a private name of a TensorFlow module; None if it is gone."""
    return _attribute_or_none(f"tensorflow.python.{module}", name)


def _attribute_or_none(module: str, name: str):
    """Return a module's attribute; None if the module or the attribute is gone."""
    try:
        return getattr(importlib.import_module(module), name, None)
    except ImportError:
        return None


# The class of tensors of which nothing is traced, and how one is made of NumPy's array: on memory
# that begins at a multiple of 64 bytes without a copy, in a tenth of the time of `tf.constant`.
_eager_tensor = _private_name("framework.ops", "EagerTensor")
_HAS_CLASS = _eager_tensor is not None
if _HAS_CLASS:
    EagerTensor = made_on = _eager_tensor
else:
    with tf.init_scope():
        EagerTensor = type(tf.constant(0))  # this starts TensorFlow's devices: no first choice

    def made_on(memory, device, code):
        with tf.device(device):
            return tf.constant(memory)


# NumPy's view of a tensor's memory; the public method copies
_HAS_MEMORY = hasattr(EagerTensor, "_numpy_internal")
memory_of = EagerTensor._numpy_internal if _HAS_MEMORY else EagerTensor.numpy

# Whether no tf.GradientTape records, and whether one watches a tensor.
no_tape = _private_name("pywrap_tfe", "TFE_Py_TapeSetIsEmpty")
_HAS_TAPE = no_tape is not None
if not _HAS_TAPE:

    def no_tape() -> bool:
        return False


should_record = _private_name("eager.record", "should_record_backprop")
KNOWS_TAPES = should_record is not None
if should_record is None:

    def should_record(tensors) -> bool:
        return True


_context = _private_name("eager.context", "context")

# `thread.is_eager` is tf.executing_eagerly() without its frames
thread = getattr(_context and _context(), "_thread_local_data", None)
_HAS_THREAD = hasattr(thread, "is_eager")
if not _HAS_THREAD:

    class _Thread:
        @property
        def is_eager(self) -> bool:
            return tf.executing_eagerly()

    thread = _Thread()

if hasattr(_context and _context(), "device_name"):

    def is_in_device_scope() -> bool:
        """Return whether ``tf.device`` says where new tensors lie."""
        return bool(_context().device_name)

else:

    def is_in_device_scope() -> bool:
        return True  # then TensorFlow makes what is new


# What XLA updates in place, at a place that only the program knows. There is no other name for it;
# without it a loop that writes so is TensorFlow's own.
update_by_xla = _attribute_or_none(
    "tensorflow.compiler.tf2xla.ops.gen_xla_ops", "xla_dynamic_update_slice"
)

# The graph that is being traced. The public name is one of version 1, which imports as much again.
get_default_graph = _private_name("framework.ops", "get_default_graph")
if get_default_graph is None:

    def get_default_graph() -> tf.Graph:
        return tf.compat.v1.get_default_graph()


list_local_devices = _private_name("client.device_lib", "list_local_devices")

# Whether what is computed on the host's memory saves time.
IS_COMPLETE = _HAS_CLASS and _HAS_MEMORY and _HAS_TAPE and _HAS_THREAD
