"""Libraries that know NumPy alone, around our arrays: they answer as they do around NumPy's.

A protocol's result follows the code that called it: these libraries' own code gets real arrays.
"""

from __future__ import annotations

import importlib
import math
import os
import subprocess
import sys
import types
import warnings

import numpy as real
import pytest

import frontends.numpy as ours

LIBRARIES = ("pandas", "scipy", "sklearn", "statsmodels")
BACKENDS = ("numpy", "jax")  # which conversion is done is one for all; how, is tested elsewhere


def read(library: str) -> list:
    """Return the calls of a library's file as parameters; none where it is not installed."""
    if importlib.util.find_spec(library) is None:
        return [pytest.param("", library, marks=pytest.mark.skip(f"{library} is not installed"))]
    module = importlib.import_module(f"tests.frontends.numpy.calls_of_{library}")
    calls: list[str] = []
    for line in module.CALLS.strip().splitlines():
        if line.startswith(" "):
            calls[-1] += " " + line.strip()
        else:
            calls.append(line)
    return [pytest.param(call, library, id=f"{library}: {call[:50]}") for call in calls]


def shown(value) -> str:
    """Return what a program would print, without the sign of zeros and the width of columns."""
    if isinstance(value, (tuple, list)):
        return str([shown(each) for each in value])
    if isinstance(value, dict):
        return str({key: shown(each) for key, each in value.items()})
    return repr(value).replace("-0.", "0.").replace(" ", "")


# searches that call a function again and again: others of the same kind stand for them
SEARCHES = (
    'optimize.minimize(rosen, x0, method="COB',
    'optimize.minimize(rosen, x0, method="trust-constr"',
    "optimize.differential_evolution(rosen",
    *("MS.GridSearchCV(svm", "MS.Random", "MS.validation", "MS.permutation", "manifold.MDS"),
)


def only_with_full(params) -> bool:
    return params.get("call", "").startswith(SEARCHES)


@pytest.mark.parametrize("backend", BACKENDS, indirect=True, scope="module")
@pytest.mark.parametrize(
    "call, library", [*read("pandas"), *read("scipy"), *read("sklearn"), *read("statsmodels")]
)
def test_a_library_prints_what_it_prints_around_numpy(backend, call, library):
    names = importlib.import_module(f"tests.frontends.numpy.calls_of_{library}").names
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = shown(eval(call, names(real)))
        assert shown(eval(call, names(ours))) == expected


NUMBA = """
@njit
def total(x):
    s = 0.0
    for i in range(x.shape[0]):
        s += x[i]
    return s

@njit
def fill(x):
    for i in range(x.shape[0]):
        x[i] = i * 2.0

@njit
def library(x, y):
    return np.sum(x @ y) + np.sqrt(x).max() + np.pi + sine(x[0, 0]), total(x[0]), x + K

@njit
def new(n):
    return np.zeros(n, dtype=np.float64), np.arange(n)

@vectorize
def weighted(a, b):
    return a + 2 * b

@guvectorize(["void(float64[:], float64[:])"], "(n)->()")
def summed(x, result):
    result[0] = 0
    for i in range(x.shape[0]):
        result[0] += x[i]

@guvectorize(["void(float64[:], float64[:])"], "(n),(k)")
def repeated(x, result):  # no `->`: the result is an input
    for i in range(result.shape[0]):
        result[i] = x[i % x.shape[0]]

def closed():
    k = np.array([1.0, 2.0])

    @njit
    def inner(x):
        return x * k
    return inner
"""
# what numba gives around real NumPy, as it is shown
OF_NUMBA = {
    "total(x)": "6.0",
    "total(x[::2])": "4.0",
    "(fill(x), x)": "['None', 'array([0.,2.,4.])']",
    "(fill(M[0]), M)": "['None', 'array([[0.,2.,4.],\\n[0.,0.,0.]])']",
    "library(M + 1, M.T)": "['4.98306363839769', '3.0', 'array([[2.,3.,4.],\\n[2.,3.,4.]])']",
    "new(3)": "['array([0.,0.,0.])', 'array([0,1,2])']",
    "[type(v) is np.ndarray for v in new(3)]": "['True', 'True']",
    "weighted(x, x)": "array([3.,6.,9.])",
    "weighted(1.0, 2.0)": "np.float64(5.0)",
    "summed(M + 1)": "array([3.,3.])",
    "(repeated(x[:2], M), M)": "['[]', 'array([[1.,2.,1.],\\n[1.,2.,1.]])']",
    "closed()(x[:2])": "array([1.,4.])",
    "total.py_func(x)": "np.float64(6.0)",
    "np.sin(new(3)[1])": "array([0.,0.84147098,0.90929743])",
}


def of_numba(np):
    """Return the functions of the program above, compiled by numba."""
    numba = pytest.importorskip("numba")
    decorators = {name: getattr(numba, name) for name in ("njit", "vectorize", "guvectorize")}
    module = types.ModuleType("program")
    names = vars(module)
    names.update(decorators, np=np, math=math, sine=np.sin, K=np.array([1.0, 2.0, 3.0]))
    exec(NUMBA, names)
    return names


# numba compiles for seconds, around real NumPy as around our arrays
@pytest.mark.parametrize("backend", ["jax"], indirect=True, scope="module")
def test_functions_that_numba_compiles_take_and_give_our_arrays(backend, full):
    for np in (real, ours) if full else (ours,):
        names = of_numba(np)
        found = {}
        for call in OF_NUMBA:
            names.update(x=np.array([1.0, 2.0, 3.0]), M=np.zeros((2, 3)))
            found[call] = shown(eval(call, names))
        assert found == OF_NUMBA


def test_array_api_compat_knows_our_arrays(backend):
    compat = pytest.importorskip("array_api_compat")
    x = ours.arange(3)
    assert compat.is_numpy_array(x) and compat.is_numpy_array(real.arange(3))
    assert compat.is_numpy_namespace(ours) and compat.is_numpy_namespace(real)
    assert not compat.is_numpy_array(ours) and not compat.is_numpy_array([1])
    assert compat.array_namespace(x) is ours and compat.is_array_api_obj(x)
    assert not compat.is_numpy_namespace(math)
    assert (compat.device(x), compat.size(x)) == ("cpu", 3)


def test_numpys_scalars_beside_our_arrays_leave_our_namespace(backend):
    compat = pytest.importorskip("array_api_compat")
    x, real_x = ours.arange(3.0), real.arange(3.0)
    for choose in (compat.array_namespace, compat.get_namespace):
        assert choose(x, real.float64(1), real_x, 2, None) is ours
        assert choose(real_x, real.float64(1)) is not ours
        with pytest.raises(TypeError):
            choose(x, real.float64(1), "x")


def test_namespaces_that_scipy_and_sklearn_choose_give_numpys_answers():
    pytest.importorskip("sklearn", minversion="1.8")
    code = """
import numpy as real, scipy.special, scipy.stats, sklearn
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.cluster import KMeans
import frontends.numpy as ours, ivy_core
ivy_core.set_backend("jax")
sklearn.set_config(array_api_dispatch=True)
values = real.random.default_rng(0).normal(size=(40, 3))
for np in (real, ours):
    x, labels = np.asarray(values), np.asarray(values[:, 0] < 0.3).astype(int)
    print(scipy.special.xlogy(x**2, x.max()).sum().round(9))
    print(repr(scipy.stats.kruskal(x[:, 0], x[:, 1]).pvalue.round(9)))
    print(LinearDiscriminantAnalysis().fit(x, labels).predict(x))
    print(KMeans(2, random_state=0, n_init=1).fit(x).labels_)
"""
    shown = _printed_under_scipys_dispatch(code)
    assert shown and shown[: len(shown) // 2] == shown[len(shown) // 2 :]


def test_scipys_namespaces_have_gradients():
    code = """
import numpy as real, scipy.special, scipy.stats
import frontends.numpy as np, ivy_core as ivy
ivy.set_backend("jax")
x, steps = real.linspace(0.2, 2, 5), 1e-6 * real.eye(5)
for function in (scipy.stats.skew, scipy.stats.gmean, lambda x: scipy.special.xlogy(x, 2).sum()):
    slope = [(function(x + step) - function(x - step)) / 2e-6 for step in steps]
    real.testing.assert_allclose(ivy.grad(function)(np.asarray(x)), slope, 1e-6, 1e-8)
    print("equal")
"""
    assert _printed_under_scipys_dispatch(code) == "equal\n" * 3


def _printed_under_scipys_dispatch(code: str) -> str:
    """Run a program in a process of its own: SciPy reads the setting when it is imported."""
    environment = {**os.environ, "SCIPY_ARRAY_API": "1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_distances_are_filled_into_our_arrays(backend):
    distance = pytest.importorskip("scipy.spatial.distance")
    x = ours.arange(12.0).reshape(4, 3) ** 2
    pairs, table = ours.zeros(6), ours.zeros((4, 4))
    assert distance.pdist(x, out=pairs) is pairs
    assert distance.cdist(x, x, "cosine", out=table) is table
    real.testing.assert_array_equal(pairs, distance.pdist(real.asarray(x)))
    real.testing.assert_array_equal(
        table, distance.cdist(real.asarray(x), real.asarray(x), "cosine")
    )


def test_a_step_of_scipys_minimizer_writes_to_our_arrays(backend):
    setulb = importlib.import_module("scipy.optimize._lbfgsb").setulb

    def minimum(np):
        x, task = np.array([1.0, 2.0, 3.0]), np.zeros(2, np.int32)
        value, slope, work = np.array(0.0), np.zeros(3), np.zeros(360)
        bounds = np.zeros(3), np.full(3, 9.0), np.zeros(3, np.int32)
        states = np.zeros(9, np.int32), task, *(np.zeros(n, np.int32) for n in (4, 44))
        last = np.zeros(29), 20, np.zeros(2, np.int32)
        for _ in range(20):
            setulb(5, x, *bounds, value, slope, 1e7, 1e-8, work, *states, *last)
            if task[0] == 3:  # it asks for the value and its derivative
                value, slope = np.array(((x - 1.5) ** 2).sum()), 2 * (x - 1.5)
        return x.tolist(), task.tolist()

    assert minimum(ours) == minimum(real)


def test_a_library_may_be_imported_before_this_frontend():
    pytest.importorskip("sklearn")
    program = """
from sklearn.linear_model import lars_path
from sklearn.utils.class_weight import compute_class_weight
import frontends.numpy as np

x = np.array([[0.0, 1.0], [2.0, 0.0], [1.0, 1.0]])
print(len(lars_path(x, x[:, 0])))
print(compute_class_weight("balanced", classes=np.array([0, 1]), y=np.array([0, 0, 1])))
"""
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert shown == "3\n[0.75 1.5 ]\n"
