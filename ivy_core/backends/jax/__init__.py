"""JAX backend: immutable arrays, so views are lenses and writes are compiled kernels."""

from __future__ import annotations

from .runtime import first_import  # noqa: F401  imports JAX

# isort: split
import jax
import jax.numpy as jnp
import numpy as np

from ivy_core.devices import Device
from ivy_core.dtypes import DTYPES as _ALL
from ivy_core.dtypes import as_dtype, to_numpy_dtype
from ivy_core.utils.exceptions import IvyRecordedException

from ..common.memory import aligned_copy
from ..contract import Capabilities
from ..holder import waiting
from ..placement import Mesh, Placement
from .compiler import schedules, sections, small_loops
from .compiler.kept_nans import keeping_nan
from .host import call
from .host.call import cast_at_once, compose, converted, memory_to_cast, whole_memory
from .host.policy import ALIGNED_COPY_ELEMENTS
from .kernels.single_calls import ONE_CALLS as one_calls
from .ops import activations, convolutions, norms
from .ops.gradients import solve_on_host
from .ops.indexing import (
    broadcast_native,
    complex_native,
    counted_from_start,
    fitted,
    get_advanced,
    get_traced,
    imag_native,
    in_one_trace,
    is_tracer,
    is_unknown,
    is_worth_compiling,
    made_by,
    permute_native,
    read_stack,
    real_native,
    reshape_native,
    set_advanced,
    set_traced,
    slice_read,
    slice_write,
    take_native,
    unmapped,
    windows_native,
    write_stack,
)
from .ops.joining import joined_flat, joins_traced, parts_of_flat
from .runtime import compilation_cache, mersenne_twister, stored_programs
from .runtime.ahead import CompiledAhead
from .runtime.first_calls import may_be_served
from .runtime.internals import IS_COMPLETE
from .runtime.memory import (
    HOME,
    OF_HOST,
    HostArray,
    adopt,
    from_host,
    is_eager,
    memory_on_host,
    release_memory,
    settled,
    settled_within,
    settling,
    taken_from_host,
    waiting_values,
)
from .runtime.padded import copy_of, is_padded
from .runtime.parts import from_parts, own_parts
from .runtime.processes import PROCESSES, gathered
from .runtime.sharding import (
    is_sharded,
    native_device,
    native_placement,
    placement_of_sharding,
    placement_on,
)
from .runtime.stored_programs import jit_of_process

# NumPy's default types are 64-bit; without this JAX would silently compute in 32.
jax.config.update("jax_enable_x64", True)
compilation_cache.enable()
small_loops.enable()
mersenne_twister.enable()

NAME = "jax"
CAPABILITIES = Capabilities(mutable=False, native_views=False, functional_views=True)
DTYPES = tuple(_ALL)

NativeArray = jax.Array

if IS_COMPLETE:
    call_on_host = call.call_on_host
    shown_on_host = call.shown_on_host

__all__ = [
    "adopt", "broadcast_native", "complex_native", "compose", "counted_from_start", "fitted",
    "from_host", "from_parts", "get_advanced", "get_traced", "imag_native", "in_one_trace",
    "is_eager", "is_tracer", "is_unknown", "is_worth_compiling", "joined_flat", "joins_traced",
    "made_by", "memory_on_host", "one_calls", "own_parts", "parts_of_flat", "permute_native",
    "read_stack", "real_native", "release_memory", "reshape_native", "set_advanced",
    "set_traced", "slice_read", "slice_write", "solve_on_host", "take_native", "taken_from_host",
    "unmapped", "windows_native", "write_stack",
]  # fmt: skip


def is_native(value) -> bool:
    return isinstance(value, (jax.Array, HostArray))


def compiled(function, *, first_on_host=False, name=None, donated=(), handed_over=()):
    function = keeping_nan(function)
    if first_on_host:
        return settling(jit_of_process(function, first_on_host, name, donated))
    in_sections, options_of = None, schedules.options_of
    if handed_over:  # a backward pass
        in_sections, options_of = sections.in_sections, schedules.options_of_backward
    return settling(CompiledAhead(function, donated, options_of, handed_over, in_sections))


def prepare(compiled, /, *args):
    compiled.__wrapped__.prepare(*map(settled_within, args))
    return True


def take_over(compiled, /, *args):
    return compiled.__wrapped__.take_over(*args)


def count_compiled_steps(compiled, /, *args) -> int:
    traced = compiled.__wrapped__.trace(*map(settled_within, args))
    return schedules.count_equations(traced.jaxpr)


def computes_first_calls() -> bool:
    return stored_programs.ASKS and may_be_served()


def layer_gradients(name, operands, grad, wanted, options):
    gradients = _GRADIENTS.get(name)
    if gradients is None:
        return None
    return gradients(*map(settled, operands), settled(grad), wanted=wanted, **options)


_GRADIENTS = {
    "conv_general_dilated": convolutions.convolution_gradients,
    "gelu": activations.gelu_gradients,
    "channels_norm": norms.channels_gradients,
}


def count_steps(function, natives) -> int:
    specs = [jax.ShapeDtypeStruct(native.shape, native.dtype) for native in natives]
    return len(jax.make_jaxpr(function)(specs).eqns)


def trace_shapes(function, specs) -> None:
    jax.eval_shape(function, *[jax.ShapeDtypeStruct(shape, dtype) for shape, dtype in specs])


def to_host(native) -> np.ndarray:
    if type(native) is HostArray:
        return waiting_values(native)
    try:
        return gathered(native)
    except jax.errors.TracerArrayConversionError:
        raise IvyRecordedException from None


def process_group():
    return PROCESSES


# Classes of values that an index or a write may have, and that lie on the host
_HERE = OF_HOST | {np.ndarray, int, float, bool, slice, type(None), type(Ellipsis)}


def stays_on_devices(native) -> bool:
    """Return whether values must not come to the host unasked: traced, or on several devices."""
    if type(native) in _HERE:
        return False
    return is_tracer(native) or is_sharded(native)


def from_scalar(value, dtype):
    # a NumPy array, not a device array: it becomes an argument of the compiled call
    return np.asarray(value, dtype)


def cast(native, dtype):
    if type(native) is HostArray:
        made = cast_at_once(native, dtype)
        if made is not None:
            return made
    memory = memory_to_cast(native, dtype)
    if is_padded(native):
        return native.with_padded(native.padded.astype(dtype))
    if memory is None:
        return settled(native).astype(dtype)
    made = converted(memory, dtype, native)
    return made if type(native) in waiting else settled(made)  # a loop of JAX's may carry it


def bitcast_native(x, dtype):
    x = settled(x)
    if isinstance(x, jax.core.Tracer) and x.ndim and x.dtype.kind == "c":
        if 2 * np.dtype(dtype).itemsize == x.dtype.itemsize and np.dtype(dtype).kind == "f":
            parts = jnp.stack([x.real, x.imag], -1)  # JAX scatters them into zeros
            return parts.reshape(*x.shape[:-1], 2 * x.shape[-1])
    return x.view(dtype)


def copy_native(native):
    memory = whole_memory(native)
    if memory is None:
        return copy_of(native) if is_padded(native) else jnp.array(settled(native))
    is_large = memory.size > ALIGNED_COPY_ELEMENTS
    made = adopt(aligned_copy(memory) if is_large else memory.copy(), native)
    return made if type(native) in waiting else settled(made)


def to_native_dtype(dtype) -> np.dtype:
    return dtype if isinstance(dtype, np.dtype) else to_numpy_dtype(as_dtype(dtype))


def to_native_device(device):
    if device is None or isinstance(device, jax.Device):
        return device
    if isinstance(device, jax.sharding.Sharding):
        return device if len(device.device_set) > 1 else next(iter(device.device_set))
    if isinstance(device, Placement):
        if isinstance(device.where, Mesh):
            from .compiler import partitioned  # where there is one device it is not needed

            partitioned.install()
            return native_placement(device, tuple(devices()))
        device = device.where
    return native_device(device, devices())


def placement_of(native) -> Placement:
    if type(native) is HostArray:
        return placement_on(HOME.device)
    if is_tracer(native):
        return Placement(jax.default_backend() + ":0")
    if isinstance(native, jax.sharding.NamedSharding):
        return placement_of_sharding(native, ())
    devices = native.devices()
    if len(devices) == 1:
        return placement_on(*devices)
    return placement_of_sharding(native.sharding, native.shape)


def devices() -> list[Device]:
    return [Device(device) for device in jax.devices()]
