"""Names of JAX that no public module has, and the public way for each that a JAX lacks.

Which of the two serves is decided once, when this is imported. The public ways say the same in 5 to
50 times as long; :data:`IS_COMPLETE` tells who is only worth its while on the private ones. Those
of tracers are asked for where they are used (``indexing.made_by``, ``in_one_trace``).
"""

from __future__ import annotations

import gc
import importlib
import logging
import operator

import jax
import jax.numpy as jnp
from jax.sharding import SingleDeviceSharding

try:
    from jaxlib import _jax
except ImportError:
    _jax = None

try:  # the public module of programs loads those of Pallas as well, which takes 20 ms
    _core = importlib.import_module("jax._src.core")
    jaxpr_as_fun = _core.jaxpr_as_fun
except (ImportError, AttributeError):
    _core = importlib.import_module("jax.extend.core")
    jaxpr_as_fun = _core.jaxpr_as_fun
ClosedJaxpr, Jaxpr, Literal = _core.ClosedJaxpr, _core.Jaxpr, _core.Literal
Primitive, Var = _core.Primitive, _core.Var

try:
    from jax._src.core import eval_trace
    from jax._src.core import trace_state_strong_ref as trace_state
except ImportError:
    trace_state = eval_trace = None

# At INFO they tell each program that logs which platforms this machine lacks, and who connects.
for _name in ("jax._src.xla_bridge", "jax._src.distributed"):
    if logging.getLogger(_name).level == logging.NOTSET:
        logging.getLogger(_name).setLevel(logging.WARNING)

# the class of arrays of which nothing is traced
EagerArray = getattr(_jax, "ArrayImpl", None)
_HAS_CLASS = EagerArray is not None
if not _HAS_CLASS:
    EagerArray = type(jnp.zeros(()))  # this starts JAX's devices, so it is not the first choice

# The array of NumPy's of what an array holds, once it was read: to read it there takes
# 0.02 us, the buffer protocol 0.7. It outlives the array's deletion, and is read only.
HAS_HOST_SLOT = hasattr(EagerArray, "_npy_value")

put = getattr(_jax, "batched_device_put", None)  # jax.device_put takes eight times as long
_HAS_PUT = put is not None
if not _HAS_PUT:

    def put(aval, place, arrays, devices, committed):
        if committed:
            return jax.device_put(arrays[0], place)
        with jax.default_device(devices[0]):
            return jax.device_put(arrays[0])


_HAS_COMMITTED = hasattr(EagerArray, "_committed")
is_committed = operator.attrgetter("_committed" if _HAS_COMMITTED else "committed")

_HAS_DEVICE = hasattr(SingleDeviceSharding, "_device")
if _HAS_DEVICE:
    device_of = operator.attrgetter("_device")
else:

    def device_of(place: SingleDeviceSharding) -> jax.Device:
        return next(iter(place.device_set))


HAS_SHARD_MAP = hasattr(jax, "shard_map")  # since JAX 0.7

# JAX keeps references to memory of its own until it is next called. Without a way to have it let
# go, more are counted than there are, and a write copies.
let_go = getattr(_jax, "collect_garbage", gc.collect)

IS_COMPLETE = (
    _HAS_CLASS
    and _HAS_PUT
    and _HAS_COMMITTED
    and _HAS_DEVICE
    and HAS_HOST_SLOT
    and trace_state is not None
)


def constant_of(value):
    """Return the constant that a traced value is known to be; None of others."""
    if not isinstance(value, jax.core.Tracer):
        return value
    try:
        return value.get_const()
    except AttributeError:  # of another version of JAX
        return None


try:
    from jax._src.lax.lax import _convert_element_type

    def weakly_typed(native):
        """Return a value that promotes as Python's numbers do, as a loop's counter should."""
        return _convert_element_type(native, native.dtype, weak_type=True)

except ImportError:  # it promotes as an array then

    def weakly_typed(native):
        return native


try:
    from jax._src.core import trace_ctx as _trace_context
    from jax._src.interpreters.partial_eval import DynamicJaxprTrace as _Trace
    from jax._src.interpreters.partial_eval import DynamicJaxprTracer as _Traced
    from jax._src.source_info_util import current as _current_source

    def repeated(equation, operands) -> list | None:
        """Add an equation, as it is, to the trace that is running; None where that may not be.

        It may where its operands are traced values of the same kinds as in its own program, or
        their literals: its results are of the kinds that they are there. To have JAX find these
        anew takes three times as long.
        """
        trace = _trace_context.trace
        if type(trace) is not _Trace:
            return None
        source, given, is_traced = _current_source(), [], False
        for atom, operand in zip(equation.invars, operands, strict=True):
            aval = atom.aval
            if type(operand) is _Traced and operand._trace is trace:
                if operand.aval is not aval and operand.aval != aval:
                    return None
                is_traced |= type(operand.val) is Var
                given.append(operand)
            elif type(atom) is Literal and operand is atom.val:
                given.append(_Traced(trace, aval, atom, source))
            else:
                return None
        if not is_traced:  # JAX computes what is known
            return None
        avals = [out.aval for out in equation.outvars]
        return trace.emit_eqn(
            given, avals, equation.primitive, equation.params, equation.effects, source
        )

    _GIVEN = "in_tracers", "out_avals", "primitive", "params", "effects", "source_info"
    CAN_REPEAT = _Trace.emit_eqn.__code__.co_varnames[1 : 1 + len(_GIVEN)] == _GIVEN
except (ImportError, AttributeError):  # each equation is bound anew, in three times as long
    CAN_REPEAT = False

if not CAN_REPEAT:

    def repeated(equation, operands) -> list | None:
        return None


try:
    from jax._src.callback import emit_python_callback

    def python_callback(context, function, given):
        """Lower a Python function: the program calls it with NumPy's arrays both ways."""
        results, _, _ = emit_python_callback(
            context, function, None, list(given), context.avals_in, context.avals_out,
            has_side_effect=True, returns_token=False,
        )  # fmt: skip
        return results

except ImportError:
    python_callback = None  # JAX's own callbacks put each value on a device: seven times as long


try:
    from jaxlib.lapack import prepare_lapack_call as prepare_lapack  # gives the name of a target
except ImportError:
    prepare_lapack = None


try:
    from jax._src.distributed import global_state as _distributed

    def coordination_client():
        """Return JAX's client of the coordinator of several processes; None without one."""
        return _distributed.client

except (ImportError, AttributeError):  # a process that fails is missed by its heartbeat alone then

    def coordination_client():
        return None


try:
    from jax._src.xla_bridge import backends_are_initialized as devices_are_in_use
    from jaxlib import xla_client as _clients

    connect = _distributed.initialize

    def make_client_of_ranks(index: int, count: int):
        """Return a CPU client of one device a process, all of which are connected by gloo."""
        return _clients.make_cpu_client(
            asynchronous=False,  # two programs under way could exchange in any order
            distributed_client=_distributed.client,
            node_id=index,
            num_nodes=count,
            collectives=_jax.make_gloo_tcp_collectives(distributed_client=_distributed.client),
            num_devices=1,
        )

except (ImportError, AttributeError, NameError):  # ranks join before the first array then
    connect = make_client_of_ranks = None

    def devices_are_in_use() -> bool:
        return False


def lowered_behind_nothing(context, x) -> list:
    """Lower a value so that it depends on a token of nothing; as it is where JAX exports it.

    StableHLO, of which exported programs are, has no such operation.
    """
    try:  # JAX has loaded both dialects when it lowers
        if context.module_context.lowering_parameters.for_export:
            return [x]
        depend = importlib.import_module("jaxlib.mlir.dialects.mhlo").AddDependencyOp
    except (ImportError, AttributeError):
        return [x]
    token = importlib.import_module("jaxlib.mlir.dialects.stablehlo").AfterAllOp([]).result
    return [depend(x, token).result]


def lowered_behind(context, *values, count: int) -> list:
    """Lower the first values so that they depend on a token that all others are computed for.

    The token is what a function gives that takes the others, and does nothing: a call of it that
    is not written out is the only way to a token that depends on an array.
    """
    found, others = list(values[:count]), list(values[count:])
    module = context.module_context
    try:
        if module.lowering_parameters.for_export:
            return found
        depend = importlib.import_module("jaxlib.mlir.dialects.mhlo").AddDependencyOp
    except (ImportError, AttributeError):
        return found
    ir = importlib.import_module("jaxlib.mlir.ir")
    hlo = importlib.import_module("jaxlib.mlir.dialects.stablehlo")
    functions = importlib.import_module("jaxlib.mlir.dialects.func")
    kind = ir.FunctionType.get([each.type for each in others], [hlo.TokenType.get()])
    with ir.InsertionPoint(module.module.body):
        function = functions.FuncOp("awaited", kind, visibility="private")
        with ir.InsertionPoint(function.add_entry_block()):
            functions.ReturnOp([hlo.AfterAllOp([]).result])
    name = module.symbol_table.insert(function)
    call = functions.CallOp(kind.results, ir.FlatSymbolRefAttr.get(name.value), others)
    apart = ir.DictAttr.get({"inlineable": ir.StringAttr.get("false")})
    call.operation.attributes["mhlo.frontend_attributes"] = apart
    return [depend(each, call.results[0]).result for each in found]
