"""Stand-ins for names of PyTorch that nothing here implements: importable, but unusable.

Programs import far more than they use. A class can be derived from, compared with and named in
annotations, a decorator decorates, a question whether something is there is answered; whatever
would have to do something raises :class:`NotImplementedError`, and says what to use.
"""

from __future__ import annotations

import contextlib
import enum
import functools
import sys
from collections.abc import Callable

from ivy_core.utils.exceptions import IvyNotImplementedException

# Decorators that leave what they decorate as it is, whether options are given to them or not.
IDENTITIES = """
    torch._disable_dynamo torch._dynamo.decorators.allow_in_graph
    torch._dynamo.decorators.assume_constant_result torch._dynamo.decorators.disable
    torch._dynamo.decorators.disallow_in_graph torch._dynamo.decorators.forbid_in_graph
    torch._dynamo.decorators.graph_break torch._dynamo.decorators.nonstrict_trace
    torch._dynamo.decorators.run torch._dynamo.decorators.substitute_in_graph
    torch._dynamo.external_utils.wrap_inline torch._jit_internal._copy_to_script_wrapper
    torch._jit_internal._drop torch._jit_internal._overload torch._jit_internal._overload_method
    torch._jit_internal.boolean_dispatch torch.compiler.allow_in_graph
    torch.compiler.assume_constant_result torch.compiler.disable
    torch.compiler.nested_compile_region torch.compiler.substitute_in_graph
    torch.distributed.elastic.multiprocessing.errors.record torch.fx._compatibility.compatibility
    torch.fx.traceback.annotate_fn torch.fx.wrap torch.jit._trace._script_if_tracing
    torch.jit.export torch.jit.freeze torch.jit.ignore torch.jit.interface
    torch.jit.optimize_for_inference torch.jit.optimized_execution torch.jit.script_if_tracing
    torch.jit.script_method torch.jit.unused torch.onnx.symbolic_helper.parse_args
    torch.onnx.symbolic_helper.quantized_args torch.optim.optimizer._disable_dynamo_if_unsupported
""".split()

# Questions, and what they are answered: there are no such devices, and no state of theirs.
ANSWERS = {
    **dict.fromkeys(
        """
        torch.xpu.device_count torch.mps.device_count torch.mtia.device_count
        torch.xpu.memory_allocated torch.xpu.max_memory_allocated torch.xpu.memory_reserved
        torch.mps.current_allocated_memory torch.mps.driver_allocated_memory
        """.split(),
        0,
    ),
    "torch.cpu.device_count": 1,
    "torch.cpu.current_device": "cpu",
    **dict.fromkeys("torch.cuda.get_rng_state_all torch.xpu.get_rng_state_all".split(), ()),
    **dict.fromkeys(
        """
        torch._C._get_accelerator torch.cuda.set_rng_state_all torch.xpu.set_rng_state_all
        torch.optim.optimizer._get_capturable_supported_devices
        """.split()
    ),
}

# Questions, all of them answered with no: nothing is compiled, traced, spread, or on such devices.
NOT_SO = """
    torch._C._are_functorch_transforms_active torch._C._autograd._profiler_enabled
    torch._C._cuda_isCurrentStreamCapturing torch._C._functorch.is_batchedtensor
    torch._C._functorch.is_functorch_wrapped_tensor torch._C._functorch.is_gradtrackingtensor
    torch._C._get_tracing_state torch._C._has_mkldnn torch._C._is_torch_function_all_disabled
    torch._C._is_tracing torch._dynamo.eval_frame.is_dynamo_supported
    torch._dynamo.eval_frame.is_inductor_supported torch._dynamo.external_utils.is_compiling
    torch._dynamo.utils.is_compile_supported torch._is_functional_tensor
    torch._jit_internal.is_scripting torch._subclasses.fake_tensor.is_fake
    torch._utils.is_compiling torch.autograd.profiler._is_profiler_enabled
    torch.backends.cuda.can_use_cudnn_attention torch.backends.cuda.can_use_efficient_attention
    torch.backends.cuda.can_use_flash_attention torch.backends.cuda.cudnn_sdp_enabled
    torch.backends.cuda.flash_sdp_enabled torch.backends.cuda.is_flash_attention_available
    torch.backends.cuda.mem_efficient_sdp_enabled torch.backends.cusparselt.is_available
    torch.backends.kleidiai.is_available torch.backends.mkl.is_available
    torch.backends.mps.is_macos13_or_newer torch.backends.mps.is_macos_or_newer
    torch.backends.nnpack.is_available torch.backends.openmp.is_available
    torch.compiler.is_compiling torch.compiler.is_dynamo_compiling torch.compiler.is_exporting
    torch.cuda._is_compiled torch.cuda._is_in_bad_fork torch.cuda.is_current_stream_capturing
    torch.cuda.is_tf32_supported torch.distributed.is_available
    torch.distributed.is_gloo_available torch.distributed.is_initialized
    torch.distributed.is_mpi_available torch.distributed.is_nccl_available
    torch.distributed.is_torchelastic_launched torch.distributed.is_ucc_available
    torch.distributed.is_xccl_available torch.distributed.rpc.is_available
    torch.fx._symbolic_trace.is_fx_symbolic_tracing torch.fx._symbolic_trace.is_fx_tracing
    torch.fx.experimental.proxy_tensor.is_sym_node
    torch.fx.experimental.symbolic_shapes.free_symbols
    torch.fx.experimental.symbolic_shapes.free_unbacked_symbols torch.is_distributed
    torch.is_vulkan_available torch.jit.is_tracing torch.mps.is_available torch.mtia._is_compiled
    torch.mtia.is_available torch.onnx.is_in_onnx_export
    torch.utils._python_dispatch.is_traceable_wrapper_subclass torch.xpu._is_compiled
    torch.xpu.is_available torch.xpu.is_bf16_supported torch.xpu.is_initialized
""".split()

# Questions that are answered with yes.
SO = ("torch.backends.cuda.math_sdp_enabled", "torch.cpu.is_available")

# Functions that would tell PyTorch's own machinery something: there is none, so nothing is done.
# They can be context managers, too.
NOTHING = """
    torch.DispatchKeySet torch._C._ExcludeDispatchKeyGuard
    torch._C._debug_set_autodiff_subgraph_inlining torch._C._jit_override_can_fuse_on_cpu
    torch._C._jit_override_can_fuse_on_gpu torch._C._jit_set_nvfuser_enabled
    torch._C._jit_set_profiling_executor torch._C._jit_set_profiling_mode
    torch._C._jit_set_texpr_fuser_enabled torch._C._log_api_usage_once
    torch._C._set_graph_executor_optimize torch._C._set_warnAlways
    torch._dynamo.decorators.mark_dynamic torch._dynamo.decorators.mark_static
    torch._dynamo.decorators.mark_static_address torch._dynamo.decorators.maybe_mark_dynamic
    torch._dynamo.reset torch._dynamo.reset_code_caches torch._logging.set_logs
    torch.accelerator.empty_cache torch.accelerator.synchronize
    torch.autograd.graph.set_warn_on_accumulate_grad_stream_mismatch
    torch.autograd.profiler.emit_itt torch.autograd.profiler.emit_nvtx
    torch.backends.cuda.allow_fp16_bf16_reduction_math_sdp torch.backends.cuda.enable_cudnn_sdp
    torch.backends.cuda.enable_flash_sdp torch.backends.cuda.enable_math_sdp
    torch.backends.cuda.enable_mem_efficient_sdp torch.backends.cuda.preferred_blas_library
    torch.backends.cuda.preferred_linalg_library torch.backends.cuda.sdp_kernel
    torch.backends.mkl.verbose torch.compiler.cudagraph_mark_step_begin torch.compiler.reset
    torch.compiler.set_stance torch.cpu.synchronize torch.cuda.memory._record_memory_history
    torch.cuda.memory._set_allocator_settings torch.cuda.nvtx.mark torch.cuda.nvtx.range
    torch.cuda.nvtx.range_pop torch.cuda.nvtx.range_push torch.cuda.profiler.profile
    torch.cuda.reset_accumulated_memory_stats torch.cuda.set_per_process_memory_fraction
    torch.cuda.set_sync_debug_mode torch.fx.traceback.annotate
    torch.fx.traceback.preserve_node_meta torch.jit._state.disable torch.jit._state.enable
    torch.jit.enable_onednn_fusion torch.jit.fuser torch.jit.onednn_fusion_enabled
    torch.jit.set_fusion_strategy torch.mps.empty_cache torch.mps.manual_seed
    torch.mps.set_per_process_memory_fraction torch.mps.synchronize torch.mtia.empty_cache
    torch.mtia.manual_seed torch.mtia.synchronize torch.nn.attention._sdpa_kernel
    torch.nn.attention.sdpa_kernel torch.onnx.register_custom_op_symbolic
    torch.onnx.unregister_custom_op_symbolic torch.overrides.enable_reentrant_dispatch
    torch.profiler.itt.range torch.profiler.record_function torch.set_flush_denormal
    torch.set_warn_always torch.utils.generate_methods_for_privateuse1_backend
    torch.utils.rename_privateuse1_backend torch.xpu.empty_cache torch.xpu.manual_seed
    torch.xpu.manual_seed_all torch.xpu.synchronize
""".split()

# What is not supported, why, and what to use: of the longest path that a name begins with.
REASONS = {
    "torch": ("nothing here does this", "real PyTorch for this part, or ask for it"),
    "torch.fx": (
        "modules run as Python, and no graph of them is made",
        "hooks (register_forward_hook) to look into a model, ivy_core.compile to make it fast",
    ),
    "torch.export": (
        "programs are not exported in PyTorch's form",
        "ivy_core.compile(f).save(path), or the state_dict in real PyTorch",
    ),
    "torch.jit": (
        "nothing is compiled to TorchScript: scripted code runs as Python",
        "torch.save(model.state_dict(), path), or ivy_core.compile(f).save(path)",
    ),
    "torch.onnx": (
        "graphs of models are not made here",
        "torch.save(model.state_dict(), path), and export in real PyTorch",
    ),
    "torch.distributed": (
        "one process computes",
        "the devices and meshes of the backend (ivy_core.set_default_device)",
    ),
    "torch.nn.parallel": (
        "one process computes",
        "the module itself, or the devices and meshes of the backend",
    ),
    "torch.ao": (
        "no backend computes in quantised types",
        "model.to(torch.bfloat16), or the model as it is",
    ),
    "torch.quantization": (
        "no backend computes in quantised types",
        "model.to(torch.bfloat16), or the model as it is",
    ),
    "torch.sparse": ("tensors are dense", "the dense tensor, or scipy.sparse for its structure"),
    "torch.Tensor": ("tensors are dense", "the dense tensor, or scipy.sparse for its structure"),
    "torch.nested": ("tensors have one shape", "torch.nn.utils.rnn.pad_sequence and a mask"),
    "torch.masked": ("tensors carry no mask", "the tensor and a boolean mask: torch.where"),
    "torch._dynamo": ("PyTorch's compiler is not here", "ivy_core.compile"),
    "torch._inductor": ("PyTorch's compiler is not here", "ivy_core.compile"),
    "torch.compiler": ("PyTorch's compiler is not here", "ivy_core.compile"),
    "torch.utils.cpp_extension": (
        "C++ of PyTorch's knows its tensors only",
        "a function of tensors in Python, compiled by ivy_core.compile",
    ),
    "torch.package": (
        "models are kept as files of tensors",
        "torch.save(model.state_dict(), path)",
    ),
    "torch.ops": (
        "operators of PyTorch's that a library registers in C++ know its tensors only",
        "the functions of torch, or the library with real PyTorch",
    ),
    "torch.classes": (
        "classes of PyTorch's that a library registers in C++ know its tensors only",
        "the library with real PyTorch",
    ),
    "torch.cuda": ("the backend has no such accelerator", "device='cpu'"),
    "torch.xpu": ("the backend has no such accelerator", "device='cpu'"),
    "torch.mps": ("the backend has no such accelerator", "device='cpu'"),
    "torch.mtia": ("the backend has no such accelerator", "device='cpu'"),
    "torch.profiler": ("PyTorch's profiler sees none of this", "the profiler of the backend"),
    "torch.utils.tensorboard": (
        "PyTorch's writer needs PyTorch and tensorboard",
        "pip install tensorboard torch, or tensorboardX with tensor.numpy()",
    ),
    "torch.utils.data.datapipes": ("there are no pipes of data", "torch.utils.data.Dataset"),
}
_OURS = tuple(f"{name}." for name in ("frontends", "ivy_core"))


def reason_of(path: str) -> tuple[str, str]:
    """Return why a name is not supported, and what to use.

    Examples
    --------
    >>> reason_of("torch.fx.symbolic_trace")[0]
    'modules run as Python, and no graph of them is made'
    """
    path = path.partition(":")[0]
    while path not in REASONS:
        path = path.rpartition(".")[0]
    return REASONS[path]


def refuse(path: str, args: tuple = ()) -> IvyNotImplementedException:
    """Return the error of a use of what is not supported: what, of what, where, and what to use.

    Parameters
    ----------
    path : str
        Such as ``torch.fx.symbolic_trace``.
    args : tuple
        What it was called with; the class of the first is named.
    """
    of = f" of a {type(args[0]).__name__}" if args else ""
    why, instead = reason_of(path)
    return IvyNotImplementedException(
        f"not supported: {path}{of}{program_location()}: {why}; use {instead}"
    )


def program_location() -> str:
    """Find the innermost frame outside of this project: the line of the calling program."""
    frame = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__", "")).startswith(_OURS):
        frame = frame.f_back
    return "" if frame is None else f", at {frame.f_code.co_filename}:{frame.f_lineno}"


class _StandInType(type):
    """The class of stand-ins for classes: their attributes are stand-ins, their calls errors."""

    def __call__(cls, *args, **kwargs):
        raise refuse(cls._stands_for, args)

    def __getattr__(cls, name: str):
        if name.startswith("_"):
            raise AttributeError(f"type object {cls.__name__!r} has no attribute {name!r}")
        return value(f"{cls._stands_for}.{name}")

    def __class_getitem__(cls, item):
        return cls

    def __repr__(cls) -> str:
        return f"<class {cls._stands_for!r}: not supported>"


def class_(path: str) -> type:
    """Return a class that can be named and derived from, and makes no objects.

    Examples
    --------
    >>> Graph = class_("torch.fx.Graph")
    >>> isinstance(1, Graph), issubclass(type("Mine", (Graph,), {}), Graph)
    (False, True)
    """
    module, _, name = path.rpartition(".")
    names = {
        "__module__": module, "_stands_for": path, "is_unsupported": True,
        "use_instead": reason_of(path)[1],
        "__doc__": f"``{path}``, which is not supported: {'; use '.join(reason_of(path))}.",
        "__class_getitem__": classmethod(lambda cls, item: cls),
    }  # fmt: skip
    return _StandInType(name, (), names)


def function(path: str) -> Callable:
    """Return a function that raises.

    Examples
    --------
    >>> function("torch.fx.symbolic_trace").__name__
    'symbolic_trace'
    """

    def call(*args, **kwargs):
        raise refuse(path, args)

    return _set_name_and_doc(call, path, f"Raise: {'; use '.join(reason_of(path))}.")


def error(path: str) -> type[Exception]:
    """Return a class of exceptions, which nothing here raises."""
    module, _, name = path.rpartition(".")
    return type(name, (RuntimeError,), {"__module__": module})


def enumeration(path: str, members: dict) -> type[enum.Enum]:
    """Return an enumeration with PyTorch's members."""
    module, _, name = path.rpartition(".")
    return enum.Enum(name, members, module=module)


class Annotation:
    """Any type, with parameters or without: what stands for types that annotations alone name."""

    def __class_getitem__(cls, item):
        return cls


class _Value:
    """Stand-in for an object: its attributes are stand-ins too, and using one raises."""

    is_unsupported = True
    use_instead = property(lambda self: reason_of(self._path)[1])

    def __init__(self, path: str):
        self._path = path

    def __getattr__(self, name: str):
        if name.startswith("__"):
            raise AttributeError(f"{self._path} has no attribute {name!r}")
        return _Value(f"{self._path}.{name}")

    def __call__(self, *args, **kwargs):
        raise refuse(self._path, args)

    def __repr__(self) -> str:
        return f"<{self._path}: not supported>"

    def _raise_refusal(self, *args):
        raise refuse(self._path)

    def __getitem__(self, item):
        return self  # BroadcastingList2[int], in annotations

    __iter__ = __len__ = __setitem__ = __enter__ = __exit__ = _raise_refusal


def value(path: str) -> object:
    """Make the stand-in for an object of PyTorch's.

    Examples
    --------
    >>> value("torch.ops.mine").add
    <torch.ops.mine.add: not supported>
    """
    return _Value(path)


# what does something


def identity(path: str) -> Callable:
    """Return a decorator that leaves a function as it is, with options or without.

    Examples
    --------
    >>> identity("torch.compiler.disable")(len) is len
    True
    >>> identity("torch.compiler.disable")(recursive=False)(len) is len
    True
    """

    def decorate(function=None, *args, **options):
        return function if callable(function) else lambda decorated: decorated

    return _set_name_and_doc(decorate, path, "Return what is decorated as it is.")


def answer(path: str, what) -> Callable:
    """Return a function that answers a question, whatever it is asked."""

    def ask(*args, **kwargs):
        return list(what) if type(what) is tuple else what

    return _set_name_and_doc(ask, path, f"Return {what}.")


class _Nothing(contextlib.ContextDecorator):
    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def __bool__(self) -> bool:
        return False

    def __or__(self, other):  # sets of keys of PyTorch's dispatch are joined
        return self


def nothing(path: str) -> Callable:
    """Return a function that does nothing, alone, in a ``with`` statement or as a decorator."""

    def call(*args, **kwargs):
        return _Nothing()

    return _set_name_and_doc(call, path, "Do nothing.")


def _set_name_and_doc(function: Callable, path: str, doc: str) -> Callable:
    """Name and describe a function; one whose ``doc`` begins with Raise is ``is_unsupported``."""
    function.__module__, _, function.__name__ = path.rpartition(".")
    function.__qualname__, function.__doc__ = function.__name__, doc
    if doc.startswith("Raise"):
        function.is_unsupported, function.use_instead = True, reason_of(path)[1]
    return function


_ROWS: dict[str, Callable[[str], Callable]] = {
    **dict.fromkeys(IDENTITIES, identity),
    **dict.fromkeys(NOT_SO, functools.partial(answer, what=False)),
    **dict.fromkeys(SO, functools.partial(answer, what=True)),
    **{path: functools.partial(answer, what=what) for path, what in ANSWERS.items()},
    **dict.fromkeys(NOTHING, nothing),
}


def row(path: str) -> Callable | None:
    """Find the row of the lists above for a name, None if there is none.

    Examples
    --------
    >>> row("torch.compiler.is_compiling")()
    False
    >>> row("torch.fx.symbolic_trace")
    """
    make = _ROWS.get(path)
    return None if make is None else make(path)


__all__ = [
    "Annotation", "answer", "class_", "enumeration", "error", "function", "identity", "nothing",
    "reason_of", "refuse", "row", "value",
]  # fmt: skip
