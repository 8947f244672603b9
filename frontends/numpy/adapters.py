"""Libraries that test for NumPy's very class of arrays, or hand them to C: an adapter for each.

Most of a library needs none: what converts its arguments, or calls NumPy, gets real arrays by the
protocols (:mod:`.called_by_numpy`). An adapter names the functions that do neither, and gives them
real arrays. It is called when its module has been imported, before or after this frontend.
"""

from __future__ import annotations

import functools
import importlib
import sys
import types
import weakref
from collections.abc import Callable, Iterator

import numpy as np

from frontends.common.conversion import holds_recorded
from ivy_core.arrays.array import Array
from ivy_core.backends.holder import unwrapped
from ivy_core.backends.loading import backend_of
from ivy_core.utils.exceptions import IvyRecordedException
from ivy_core.utils.import_adapters import when_imported
from ivy_core.utils.nests import leaves_of, map_leaves
from ivy_core.utils.tracebacks import trim

from .called_by_numpy import LibraryHostCall
from .callers import is_foreign_method
from .fallback import from_host, to_host
from .ndarray import ndarray
from .protocols import of_recorded
from .scalar_types import BackendScalar

_ADAPTERS: dict[str, list[Callable]] = {}  # by the module that they wait for
_ARRAYS = frozenset({ndarray, BackendScalar})
_CONTAINERS = _ARRAYS | {list, tuple, dict}


def adapter(*names: str):
    """Declare what is called with each of the modules of these names once it is imported."""

    def declare(adapt):
        for name in names:
            _ADAPTERS.setdefault(name, []).append(adapt)
        return adapt

    return declare


def converting(function):
    """Return a library's function, called with real arrays for ours."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        if _CONTAINERS.isdisjoint(map(type, args)) and not kwargs:
            return function(*args, **kwargs)
        unwrap = LibraryHostCall().unwrap
        try:
            return function(*map(unwrap, args), **{name: unwrap(kwargs[name]) for name in kwargs})
        except Exception as err:
            trim(err)
            raise

    return call


def _converting_first(function):
    """Return a function that is called for each of many values, with a real array for ours."""

    @functools.wraps(function)
    def call(value, *args, **kwargs):
        if type(value) in _ARRAYS:
            value = LibraryHostCall().unwrap(value)
        return function(value, *args, **kwargs)

    return call


def writing_back(function):
    """Return a library's function that writes to its arguments: what it writes reaches ours."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        try:
            return LibraryHostCall().call(function, args, kwargs)
        except Exception as err:
            trim(err)
            raise

    return call


def _wrap_functions(owner, *names: str, package: str | None = None, by=converting) -> None:
    """Replace those functions that an owner has by ``by(function)``, also all over ``package``."""
    for name in names:
        function = vars(owner).get(name)
        if isinstance(function, types.FunctionType):  # not every version of a library has it
            _replace_in_package(owner, name, function, by(function), package)


def _replace_in_package(owner, name: str, function, replacement, package: str | None) -> None:
    """Set the owner's attribute, and each name of ``function`` in what ``package`` has loaded."""
    setattr(owner, name, replacement)
    if package is None:
        return
    for module, known, value in _loaded_module_names(package):
        if value is function:
            setattr(module, known, replacement)


def _loaded_module_names(package: str) -> Iterator:
    """Yield (module, name, value) for each name in each loaded module of a package."""
    for place, module in list(sys.modules.items()):
        if place.partition(".")[0] == package and module is not None:
            for known, value in list(vars(module).items()):
                yield module, known, value


@adapter("pandas")
def _adapt_pandas(pandas) -> None:
    """Give functions of keys, conditions, groupers and operands real arrays for ours."""
    # keys of all indexers, conditions and replacements go through the first
    common, grouper, printing, _ = map(importlib.import_module, (
        "pandas.core.common", "pandas.core.groupby.grouper", "pandas.io.formats.printing",
        "pandas.core.groupby.groupby",
    ))  # fmt: skip
    _wrap_functions(common, "apply_if_callable", package="pandas")
    _wrap_functions(grouper, "get_grouper", package="pandas")
    _wrap_functions(pandas, "factorize", "merge", "unique", package="pandas")
    _wrap_functions(pandas.DataFrame, "set_index", "_align_for_op")  # operands of all operators
    _wrap_functions(printing, "pprint_thing", package="pandas", by=_converting_first)  # cells


@adapter("array_api_compat")
def _adapt_array_api_compat(compat) -> None:
    """Make its two tests, for NumPy's arrays and for NumPy's namespace, true for ours, too."""
    # `array_namespace` gives ours for ours by `__array_namespace__`
    is_array, is_namespace = compat.is_numpy_array, compat.is_numpy_namespace

    @functools.wraps(is_array)
    def is_numpy_array(x) -> bool:
        return type(x) in _ARRAYS or is_array(x)

    @functools.wraps(is_namespace)
    def is_numpy_namespace(xp) -> bool:
        return xp is sys.modules["frontends.numpy"] or is_namespace(xp)

    helpers = sys.modules[is_array.__module__]
    _replace_in_package(helpers, "is_numpy_array", is_array, is_numpy_array, "array_api_compat")
    _replace_in_package(
        helpers, "is_numpy_namespace", is_namespace, is_numpy_namespace, "array_api_compat"
    )


@adapter("array_api_compat")
def _adapt_array_namespace(compat) -> None:
    """Have the namespace be ours where NumPy's arrays and scalars stand beside ours.

    Reductions give NumPy's scalars: ``xlogy(x, x.max())`` has both, of one library for a program.
    """

    def choosing(choose):
        @functools.wraps(choose)
        def array_namespace(*xs, **options):
            try:
                return choose(*xs, **options)
            except TypeError:  # of several namespaces, or for what is no array
                kept = [x for x in xs if type(x) in _ARRAYS or not isinstance(x, _NUMPYS)]
                if len(kept) == len(xs) or _ARRAYS.isdisjoint(map(type, kept)):
                    raise
            return choose(*kept, **options)

        return array_namespace

    _replace_array_namespace(compat, choosing)


@adapter("scipy._lib.array_api_compat", "sklearn.externals.array_api_compat")
def _adapt_copies_of_array_api_compat(compat) -> None:
    """Have SciPy and scikit-learn take our arrays for NumPy's where they dispatch, too.

    Much of them is C code; scikit-learn expects ``unique_values`` to be sorted, which NumPy's own,
    and ours, is not; SciPy makes scalars of results without dimensions for NumPy alone. Where a
    gradient is recorded or the values are not known, the namespace is ours.
    """
    numpys = np.empty(0)

    def choosing(choose):
        @functools.wraps(choose)
        def array_namespace(*xs, **options):
            if holds_recorded(xs):
                xs = [x for x in xs if type(x) in _ARRAYS or not isinstance(x, _NUMPYS)]
            else:
                xs = [numpys if type(x) in _ARRAYS else x for x in xs]
            return choose(*xs, **options)

        return array_namespace

    _replace_array_namespace(compat, choosing)


def _replace_array_namespace(compat, by) -> None:
    """Replace the function of a copy of array-api-compat that tells which namespace arrays have."""
    helpers = importlib.import_module(f"{compat.__name__}.common._helpers")
    choose = helpers.array_namespace
    for name in ("array_namespace", "get_namespace"):
        package = compat.__name__.partition(".")[0]
        _replace_in_package(helpers, name, choose, by(choose), package)


_NUMPYS = (np.ndarray, np.generic)


@adapter("scipy.sparse")
def _adapt_scipy_sparse(sparse) -> None:
    """Make ``isdense`` true for our arrays, too."""
    module = importlib.import_module("scipy.sparse._sputils")
    is_dense = module.isdense

    @functools.wraps(is_dense)
    def isdense(x) -> bool:
        return is_dense(x) or isinstance(x, Array)

    _replace_in_package(module, "isdense", is_dense, isdense, "scipy")


@adapter("scipy.sparse.linalg")
def _adapt_scipy_sparse_linalg(linalg) -> None:
    """Give ``aslinearoperator`` and ``solve`` of ``splu``, ``spilu`` real arrays for ours."""
    module = importlib.import_module("scipy.sparse.linalg._interface")
    _wrap_functions(module, "aslinearoperator", package="scipy")
    for name in ("splu", "spilu"):
        function = getattr(linalg, name)
        owner = sys.modules[function.__module__]
        _replace_in_package(owner, name, function, _wrap_factorization(function), "scipy")


def _wrap_factorization(function):
    """Return a function that factorizes, its result's method ``solve`` taking our arrays."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        return _Factors(function(*args, **kwargs))

    return call


class _Factors:
    """Factors of a sparse matrix: SciPy's object, whose ``solve`` is C and wants real arrays."""

    def __init__(self, real):
        self._real = real
        self.solve = converting(real.solve)

    def __getattr__(self, name: str):
        return getattr(self._real, name)

    def __repr__(self) -> str:
        return repr(self._real)


@adapter("scipy.optimize")
def _adapt_scipy_optimize(optimize) -> None:
    _wrap_functions(optimize, "root_scalar", package="scipy")
    # botorch takes the steps of L-BFGS-B itself; those that SciPy takes must not become slower
    owner = importlib.import_module("scipy.optimize._lbfgsb")
    owner.setulb = _writing_back_to_ours(owner.setulb)
    owner = importlib.import_module("scipy.optimize._zeros_py")
    if hasattr(owner, "_wrap_nan_raise"):  # which all of the searches for a root call
        owner._wrap_nan_raise = _wrap_to_refuse_recorded(owner._wrap_nan_raise)


def _wrap_to_refuse_recorded(wrap):
    """Have the function of a search for a root raise where C code would need a recorded value.

    C goes on where the value alone raises, and ends with SystemError.
    """

    @functools.wraps(wrap)
    def call(function):
        @functools.wraps(function, updated=())
        def known(*args):
            value = function(*args)
            if type(value) in _ARRAYS and holds_recorded([value]):
                raise IvyRecordedException
            return value

        return wrap(known)

    return call


def _writing_back_to_ours(plain):
    """Return a compiled function as it is for real arrays; what it writes reaches ours."""
    with_ours, name = writing_back(plain), plain.__name__.rpartition(" ")[2]
    if name[1:] in DIFFERENTIABLE_ROUTINES:  # of "function dgtsv"
        with_ours = _by_rule_where_recorded(with_ours, "scipy.linalg.lapack", name)

    @functools.wraps(plain)
    def call(*args, **kwargs):
        if _CONTAINERS.isdisjoint(map(type, args)) and not kwargs:
            return plain(*args)
        return with_ours(*args, **kwargs)

    return call


@adapter("scipy.linalg.interpolative")
def _adapt_all_functions(module) -> None:
    """Give all public functions real arrays for ours; what they write to these reaches ours."""
    _wrap_functions(module, *module.__all__, by=writing_back)


@adapter("scipy.ndimage")
def _adapt_scipy_ndimage(ndimage) -> None:
    """Give all public functions real arrays for ours: some write to ``output``."""
    _wrap_functions(ndimage, *ndimage.__all__, by=_writing_back_but_to_the_cores)


@adapter("scipy.spatial.distance")
def _adapt_scipy_distances(distance) -> None:
    """Give functions with ``out`` real arrays for ours; what they write to it reaches ours."""
    _wrap_functions(distance, "cdist", "pdist", by=_writing_back_but_to_the_cores)


def _writing_back_but_to_the_cores(function):
    """Return ``writing_back`` of a function that the core itself has fill its own Arrays."""
    for_ours = writing_back(function)

    @functools.wraps(function)
    def call(*args, **kwargs):
        is_cores = Array in map(type, (*args, *kwargs.values()))
        return (function if is_cores else for_ours)(*args, **kwargs)

    return call


# Functions with a rule for gradients, by module (:mod:`.scipy_rules`, :mod:`.scipy_filters`,
# :mod:`.scipy_special`); LAPACK's without their first letter
DIFFERENTIABLE = {
    "scipy.fft": (
        "dct", "dst", "fft", "fft2", "fftn", "hfft", "idct", "idst", "ifft", "ifft2", "ifftn",
        "ihfft", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftn",
    ),
    "scipy.integrate": ("cumulative_trapezoid", "romb", "simpson", "trapezoid"),
    "scipy.linalg": (
        "cho_factor", "cho_solve", "cholesky", "det", "eigvalsh", "expm", "inv", "lu_factor",
        "lu_solve", "norm", "pinv", "solve", "solve_banded", "solve_toeplitz", "solve_triangular",
        "solveh_banded", "svdvals", "toeplitz",
    ),
    "scipy.ndimage": (
        "convolve", "convolve1d", "correlate", "correlate1d", "gaussian_filter",
        "gaussian_filter1d", "laplace", "map_coordinates", "prewitt", "sobel", "uniform_filter",
        "uniform_filter1d",
    ),
    "scipy.signal": (
        "convolve", "convolve2d", "correlate", "correlate2d", "detrend", "fftconvolve", "filtfilt",
        "hilbert", "lfilter", "oaconvolve", "resample", "savgol_filter", "sosfilt", "sosfiltfilt",
    ),
    "scipy.special": ("log_softmax", "logsumexp", "multigammaln", "polygamma", "softmax"),
}  # fmt: skip
DIFFERENTIABLE_ROUTINES = ("gesv", "gtsv", "posv")
DIFFERENTIABLE_UFUNCS = (
    "beta", "betaln", "boxcox", "cbrt", "entr", "erf", "erfc", "erfcx", "erfinv", "exp10", "exp2",
    "expit", "expm1", "gamma", "gammainc", "gammaincc", "gammaln", "huber", "i0", "i0e", "i1",
    "i1e", "j0", "j1", "k0", "k0e", "k1", "k1e", "kl_div", "log1p", "log_expit", "log_ndtr",
    "logit", "ndtr", "ndtri", "pseudo_huber", "psi", "rel_entr", "rgamma", "xlog1py", "xlogy",
    "y0", "y1",
)  # fmt: skip


@adapter(*DIFFERENTIABLE)
def _adapt_scipy_gradients(module) -> None:
    """Have functions follow their rules where a gradient is recorded."""
    for name in DIFFERENTIABLE[module.__name__]:
        function = getattr(module, name)
        call = _by_rule_where_recorded(function, module.__name__, name)
        setattr(module, name, call)
        owner = sys.modules[function.__module__]
        if vars(owner).get(name) is function:
            setattr(owner, name, call)  # where pickles look for it


@adapter("scipy.special")
def _adapt_scipy_special(special) -> None:
    """Have ufuncs follow their rules where a gradient is recorded."""
    for name in DIFFERENTIABLE_UFUNCS:
        function = getattr(special, name, None)
        if isinstance(function, np.ufunc):
            of_recorded[function] = _call_ufunc_by_rule
        elif isinstance(wrapped := getattr(function, "__wrapped__", None), np.ufunc):
            # SciPy's dispatcher, under SCIPY_ARRAY_API
            setattr(special, name, _by_ufuncs_rule_where_recorded(function, wrapped))


def _by_ufuncs_rule_where_recorded(function, ufunc: np.ufunc):
    @functools.wraps(function)
    def call(*args, **kwargs):
        if not kwargs and holds_recorded(args):
            return _call_ufunc_by_rule(ufunc, args)
        return function(*args, **kwargs)

    return call


def _call_ufunc_by_rule(function: np.ufunc, inputs: tuple):
    return importlib.import_module(".scipy_special", __package__).call_ufunc(function, inputs)


def _by_rule_where_recorded(function, module: str, name: str):
    """Return a function of SciPy's that follows its rule where a gradient is recorded."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        if holds_recorded(args) or kwargs and holds_recorded([*kwargs.values()]):
            rules = importlib.import_module(".scipy_areas", __package__)
            return rules.call_by_rule_of(module, name, function, args, kwargs)
        return function(*args, **kwargs)

    return call


@adapter("scipy.linalg.blas", "scipy.linalg.lapack")
def _adapt_scipy_fortran(module) -> None:
    """Give wrappers of Fortran real arrays: they take others for copies, and write to them."""
    for name, value in list(vars(module).items()):
        if type(value).__name__ == "fortran":
            setattr(module, name, _writing_back_to_ours(value))


@adapter("scipy.stats")
def _adapt_scipy_multiscale_graphcorr(stats) -> None:
    _wrap_functions(stats, "multiscale_graphcorr")


@adapter("statsmodels.base.data")
def _adapt_statsmodels_data(module) -> None:
    """Give what chooses a model's kind of data real arrays: it tests for NumPy's class."""
    _wrap_functions(module, "handle_data", package="statsmodels")


@adapter("sklearn.model_selection")
def _adapt_sklearn_parameter_grids(module) -> None:
    _wrap_functions(module.ParameterGrid, "__init__")
    _wrap_functions(module.ParameterSampler, "__init__")


@adapter("sklearn.utils._param_validation")
def _adapt_sklearn_validation(validation) -> None:
    """Give its check of parameters, and the functions checked before or later, real arrays."""
    check, validate = validation.validate_parameter_constraints, validation.validate_params

    @functools.wraps(validate)
    def validate_params(*args, **kwargs):
        decorate = validate(*args, **kwargs)
        return lambda function: _convert_validated_arguments(decorate(function))

    _replace_in_package(
        validation, "validate_parameter_constraints", check, converting(check), "sklearn"
    )
    _replace_in_package(validation, "validate_params", validate, validate_params, "sklearn")
    for _, _, value in _loaded_module_names("sklearn"):
        if isinstance(value, types.FunctionType) and hasattr(value, _CONSTRAINTS):
            while value.__globals__ is not vars(validation):
                value = value.__wrapped__  # another decorator stands around that one
            _convert_validated_arguments(value)


_CONSTRAINTS = "_skl_parameter_constraints"  # the attribute of functions that check parameters
_given: weakref.WeakSet = weakref.WeakSet()  # functions to which that has been done


def _convert_validated_arguments(checked):
    """Make scikit-learn's wrapper pass real arrays, in place as others imported it; return it."""
    if checked in _given:
        return checked
    _given.add(checked)
    cell = checked.__closure__[checked.__code__.co_freevars.index("func")]
    cell.cell_contents = converting(cell.cell_contents)
    return checked


@adapter("sklearn.neighbors")
def _adapt_sklearn_neighbor_weights(neighbors) -> None:
    """Give C code real arrays where a program's own function of distances makes the weights."""
    module = importlib.import_module("sklearn.neighbors._base")
    _wrap_functions(module, "_get_weights", package="sklearn", by=_wrap_to_return_real_arrays)


def _wrap_to_return_real_arrays(function):
    @functools.wraps(function)
    def call(*args, **kwargs):
        return to_host(function(*args, **kwargs))

    return call


@adapter("numba")
def _adapt_numba(numba) -> None:
    """Let compiled functions take our arrays and return ours, and find NumPy for this frontend."""
    from numba.core.dispatcher import Dispatcher
    from numba.core.interpreter import Interpreter
    from numba.extending import typeof_impl

    @typeof_impl.register(Array)
    def type_of(value, context):
        return typeof_impl(to_host(value), context)

    real_call = Dispatcher.__call__

    @functools.wraps(real_call)
    def call(self, *args, **kwargs):
        if is_foreign_method(self.py_func):
            return real_call(self, *args, **kwargs)
        if holds_recorded(args) or kwargs and holds_recorded([*kwargs.values()]):
            return self.py_func(*args, **kwargs)  # numba's code has no gradient
        return from_host(LibraryHostCall().call(real_call, (self, *args), kwargs))

    Dispatcher.__call__ = call
    for name in ("get_global_value", "get_closure_value"):
        setattr(Interpreter, name, _look_up_real_name(getattr(Interpreter, name)))


def _look_up_real_name(look_up):
    """Wrap numba's look-up of a global name: a name of this frontend gives NumPy's own object."""

    @functools.wraps(look_up)
    def call(self, name):
        value = look_up(self, name)
        if isinstance(value, types.ModuleType):
            own = value.__spec__.name if value.__spec__ is not None else ""
            is_ours = own == "frontends.numpy" or own.startswith("frontends.numpy.")
            return importlib.import_module(own.removeprefix("frontends.")) if is_ours else value
        if type(value) is types.FunctionType and hasattr(value, "is_numpys_own"):
            return value.real
        return np.ndarray if value is ndarray else to_host(value)

    return call


@adapter("dill")
def _adapt_dill(dill) -> None:
    """Have the class of arrays pickled by its name: dill looks for its file among attributes."""
    dill.register(type(ndarray))(dill.Pickler.__base__.save_global)


# Transformations that look at what a function returns, which may be an array of ours: by module.
_TRANSFORMATIONS = {
    "jax": ("grad", "value_and_grad", "hessian", "jacfwd", "jacrev", "jvp", "linearize", "vjp"),
    "torch.func": ("grad", "grad_and_value", "hessian", "jacfwd", "jacrev", "jvp", "vjp"),
    "torch.autograd.functional": ("jacobian", "hessian", "vjp", "jvp", "hvp", "vhp"),
}
_TAPES = ("gradient", "jacobian", "batch_jacobian", "watch")


@adapter(*_TRANSFORMATIONS)
def _adapt_transformations(module) -> None:
    """Have functions differentiated that return our arrays: the framework is given its own."""
    names = _TRANSFORMATIONS[module.__name__]
    _wrap_functions(module, *names, by=_wrap_to_differentiate)


@adapter("torch.autograd")
def _adapt_torch_autograd(autograd) -> None:
    _wrap_functions(autograd, "grad", "backward", by=_wrap_to_take_native_arrays)
    _wrap_functions(autograd, "gradcheck", "gradgradcheck", by=_wrap_to_differentiate)


@adapter("tensorflow")
def _adapt_tensorflow_tapes(tensorflow) -> None:
    _wrap_functions(tensorflow.GradientTape, *_TAPES, by=_wrap_to_take_native_arrays)


def _wrap_to_differentiate(transform):
    """Return a transformation that sees native arrays where its function returns arrays of ours."""

    @functools.wraps(transform)
    def call(*args, **kwargs):
        if args:
            args = (_returning_native_arrays(args[0]), *args[1:])
        named = {name: _returning_native_arrays(kwargs[name]) for name in kwargs if name in _NAMED}
        return transform(*args, **kwargs | named)

    return call


_NAMED = {"fun", "func"}  # what the transformations call their function


def _returning_native_arrays(function):
    """Return a program's function with arrays of ours unwrapped; say what to do where it fails."""
    if not callable(function):
        return function  # the framework says what is wrong

    @functools.wraps(function, updated=())
    def call(*args, **kwargs):
        try:
            return _with_native_arrays(function(*args, **kwargs))
        except (TypeError, AttributeError) as err:
            if _misses_what_numpys_have(err):
                err.add_note(_NOT_OF_NUMPYS)
            raise

    return call


def _misses_what_numpys_have(err: TypeError | AttributeError) -> bool:
    """Return whether an array of the framework was asked for a method or a write of NumPy's."""
    if isinstance(err, AttributeError):
        return hasattr(np.ndarray, err.name or "") and backend_of(err.obj) not in (None, "numpy")
    return "do not support in-place item assignment" in str(err)  # JAX's words


_NOT_OF_NUMPYS = (
    "The function was given arrays of the framework: one that is written for NumPy's begins with "
    "x = np.asarray(x), or is differentiated by ivy.grad."
)


def _wrap_to_take_native_arrays(function):
    """Return a framework's function that is given native arrays where it is given ours."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        return function(*_with_native_arrays(args), **_with_native_arrays(kwargs))

    return call


def _with_native_arrays(nest):
    """Return a nest with native arrays for ours; itself where there are none of ours."""
    holds_ours = any(isinstance(leaf, Array) for leaf in leaves_of(nest))
    return map_leaves(unwrapped, nest) if holds_ours else nest


def install() -> None:
    """Adapt the libraries that are loaded, and from now on those that will be."""
    for name, adapters in _ADAPTERS.items():
        for adapt in adapters:
            when_imported(name, adapt)


__all__ = ["adapter", "install", "writing_back"]
