"""JAX's dispatch of a jitted function's call, which asks for programs before it traces.

The dispatch in C++ finds a call's program by its arguments, and asks Python where it has none. What
answers is ours here: a program from elsewhere, without tracing, or what JAX compiles. The names
that this takes are JAX's own, and so are what they give: it serves the versions of JAX that it was
written for, and on any other JAX's own jit serves.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import math
import threading
from typing import NamedTuple

import jax
import jax.numpy as jnp
import jaxlib
import numpy as np
from jax.core import ShapedArray
from jax.sharding import SingleDeviceSharding

from ivy_core.utils import collector

from .first_calls import may_be_served
from .internals import eval_trace, trace_state

VERSIONS = (jax.__version__, jaxlib.__version__)
_WRITTEN_FOR = ((0, 10),)
_CUSTOM_CALL, _LAPACK = b"custom-call", b"lapack_"  # as programs name them


# What is traced for a call of a function, of its arguments too; see ``compiler/partitioned.py``.
partitioned = None


class ProgramImage(NamedTuple):
    """A program of one device, as it lies on disk: all that the dispatch of a call needs."""

    executable: bytes
    tree: bytes  # of the results
    results: list[tuple[list[int], str, bool, bool]]  # shape, dtype, is weakly typed, is committed
    used: list[bool]  # of the arguments


try:
    if jax.__version_info__[:2] not in _WRITTEN_FOR or trace_state is None:
        raise ImportError
    from jax._src import pjit as _pjit
    from jax._src.config import compilation_cache_include_metadata_in_key as _by_other_key
    from jax._src.config import persistent_cache_min_compile_time_secs as _written_from
    from jax._src.config import trace_context
    from jax._src.interpreters import pxla as _pxla
    from jax._src.lib import xla_client as _client
    from jax._src.traceback_util import api_boundary as _api_boundary
    from jax._src.tree_util import dispatch_registry as _registry
    from jaxlib import _jax
    from jaxlib.lapack import _lapack

    _infer_parameters, _run = _pjit._infer_params, _pjit._run_python_pjit
    _dispatch_data, _is_rebuilt = _pjit._get_fastpath_data, _pjit._need_to_rebuild_with_fdo
    _known_signatures = _pjit._get_cpp_global_cache
    _key_names = tuple(inspect.signature(_pxla.JitGlobalCppCacheKeys).parameters)
    ASKS = True
except (ImportError, AttributeError):
    ASKS = False


def jit_with_programs(jitted, find, keep, first_calls=None):
    """Return a jitted function that asks for programs before it traces.

    Parameters
    ----------
    jitted : callable
        A result of ``jax.jit``.
    find : callable
        ``find(function, info, args, kwargs)`` gives a path, or None where no program is to be
        kept, and the image that lies there, or None.
    keep : callable
        ``keep(path, image)``: takes what has been compiled, or None where it has no image: the
        next process leaves it to JAX's cache.
    first_calls : FirstCalls, optional
        What has the host compute the function's first calls.
    """
    function, info, name = jitted._fun, jitted._jit_info, jitted.__name__
    if info.donate_argnums:
        first_calls = None  # the caller may count on memory that is given up
    key = _pxla.JitGlobalCppCacheKeys(**{k: getattr(info, k) for k in _key_names})

    @_api_boundary
    def first_call(*args, **kwargs):
        path = None
        if trace_state.value is eval_trace:
            if first_calls is not None and partitioned is None and may_be_served():
                trace = functools.partial(_infer_parameters, function, info, args, kwargs)
                is_served, is_last, results = first_calls.serve(
                    trace, function, info, compilation_context(), args, kwargs
                )
                if is_last:  # the dispatch remembers calls that came without a program
                    whole._clear_cache()
                if is_served:
                    return results, None, False
            path, image = find(function, info, args, kwargs)
            data = None if image is None else loaded(image)
            if data is not None:
                told = (None, data, False)
                signatures = _jax.PjitFunctionCache(capacity=1)
                call = _dispatch(name, function, info, lambda *_, **__: told, key, signatures)
                with contextlib.suppress(ValueError, RuntimeError):  # it cannot run: compiled anew
                    call(*args, **kwargs)  # it is told the program, which serves the next call
                    return call(*args, **kwargs), data, False
        before = _compilations.count
        kept = contextlib.nullcontext() if path is None else without_cache()
        with kept, collector.seldom():
            traced = function if partitioned is None else partitioned(function, args, kwargs)
            parameters, flat = _infer_parameters(traced, info, args, kwargs)
            results, flat_results, tree, flat, jaxpr, executable, profiler, constants = _run(
                parameters, flat, traced, args, kwargs
            )
        data = _dispatch_data(
            executable, tree, flat, flat_results, jaxpr.effects, jaxpr.consts, profiler, constants
        )
        # What JAX has compiled before this call it may have loaded from its cache on disk. Such a
        # program is not whole when it is written again: it lacks functions that it calls.
        if path is not None and _compilations.count > before:
            keep(path, None if data is None else _image(data, executable))
        return results, data, _is_rebuilt(profiler)

    signatures = _known_signatures(key.contains_explicit_attributes)
    call = whole = _dispatch(name, function, info, first_call, key, signatures)
    call = functools.wraps(function)(call)
    call._fun, call._jit_info = function, info  # what `lower` and `trace` of it read
    call.takes_padded = True  # `partitioned` takes the padding off
    return call


class _Compilations(threading.local):
    """The number of programs that XLA has compiled for this thread."""

    count = 0

    def note(self, event: str, seconds: float, **_) -> None:
        if event.endswith("/backend_compile_duration"):
            self.count += 1


_compilations = _Compilations()
jax.monitoring.register_event_duration_secs_listener(_compilations.note)


@contextlib.contextmanager
def without_cache():
    """Keep JAX from its cache on disk: XLA writes whole what it compiled, not what it read."""
    with _by_other_key(True), _written_from(math.inf):
        yield


def _dispatch(name, function, info, first_call, key, signatures):
    """Return JAX's own dispatch of a function's calls, which keeps their signatures."""
    return _jax.pjit(
        name, function, first_call, info.static_argnums, info.static_argnames, key,
        _registry, _pxla.cc_shard_arg, signatures,
    )  # fmt: skip


def _image(data, executable) -> ProgramImage | None:
    """Return a program as it can be kept, or None: of several devices, or with callbacks."""
    places = [*data.in_shardings, *data.out_shardings]
    if not all(type(place) is SingleDeviceSharding for place in places):
        return None
    call = executable.unsafe_call
    if data.const_args or call.has_host_callbacks or call.keepalive or call.mut:
        return None
    if any(layout is not None for layout in data.in_device_local_layouts):
        return None
    if not all(isinstance(aval.dtype, np.dtype) for aval in data.out_avals):
        return None
    try:
        tree = data.out_pytree_def.serialize_using_proto()
        serialized = jax.devices()[0].client.serialize_executable(data.xla_executable)
    except (ValueError, RuntimeError):  # results of a class, a comparison that XLA cannot write
        return None
    if _CUSTOM_CALL in serialized and _LAPACK not in serialized:
        return None  # what it calls is registered in a process where it is lowered
    results = [
        (list(aval.shape), aval.dtype.name, aval.weak_type, committed)
        for aval, committed in zip(data.out_avals, data.out_committed, strict=True)
    ]
    return ProgramImage(serialized, tree, results, list(map(bool, data.kept_var_bitvec)))


def loaded(image: ProgramImage):
    """Return a program for the first device, as the dispatch takes it; None if XLA cannot."""
    device = jax.devices()[0]
    if _LAPACK in image.executable:
        _lapack.initialize()
    try:
        executable = device.client.deserialize_executable(
            image.executable, executable_devices=_client.DeviceList((device,))
        )
    except (ValueError, RuntimeError):  # not of this XLA: it is compiled anew
        return None
    tree = _jax.pytree.PyTreeDef.deserialize_using_proto(jax.tree_util.default_registry, image.tree)
    place = SingleDeviceSharding(device)
    avals = [
        ShapedArray(tuple(shape), jnp.dtype(dtype), weak_type=weak)
        for shape, dtype, weak, _ in image.results
    ]
    count = sum(image.used)
    return _pxla.MeshExecutableFastpathData(
        executable, tree, [place] * count, [place] * len(avals), avals,
        [committed for *_, committed in image.results], image.used, [None] * count, [],
    )  # fmt: skip


def compiled_image(compiled) -> ProgramImage | None:
    """Make an image of what ``jitted.lower(...).compile()`` gave; None where it has none."""
    executable = compiled._executable
    call = executable.unsafe_call
    if type(call) is not _pxla.ExecuteReplicated or call.ordered_effects:
        return None
    if call.has_unordered_effects:
        return None
    used = [at in executable._kept_var_idx for at in range(compiled.in_tree.num_leaves)]
    data = _pxla.MeshExecutableFastpathData(
        executable.xla_executable, compiled.out_tree, executable._in_shardings,
        executable._out_shardings, executable.out_avals, [False] * len(executable.out_avals), used,
        executable._dispatch_in_layouts, compiled._params.const_args,
    )  # fmt: skip
    return _image(data, executable)


def called_where_alike(jitted, data, is_alike):
    """Return a function that calls a program which was loaded, or what ``jax.jit`` gave.

    Parameters
    ----------
    jitted : callable
        A result of ``jax.jit``.
    data
        What :func:`loaded` gives.
    is_alike : callable
        Whether the program serves the arguments in a tuple.
    """
    function, info = jitted._fun, jitted._jit_info
    key = _pxla.JitGlobalCppCacheKeys(**{k: getattr(info, k) for k in _key_names})
    context = compilation_context()

    def first_call(*args):
        is_served = trace_state.value is eval_trace and partitioned is None and is_alike(args)
        if is_served and compilation_context() == context:
            return None, data, False  # the dispatch is told the program, which serves its next call
        return jitted(*args), None, False

    signatures = _jax.PjitFunctionCache(capacity=8)
    call = _dispatch(jitted.__name__, function, info, first_call, key, signatures)

    config = jax.config

    def run(*args):
        if config.jax_debug_nans or config.jax_debug_infs:  # JAX computes step by step then
            return jitted(*args)
        results = call(*args)
        return call(*args) if results is None else results

    return run


def compilation_context() -> tuple:
    """Return JAX's options that its traces depend on, as contexts have set them."""
    return tuple(value for value in trace_context() if type(value).__name__ != "AxisEnv")
