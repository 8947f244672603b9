"""A backend from outside, written against the contract alone: array-api-strict."""

from __future__ import annotations

import contextlib
import io
import sys
import traceback
import types
from pathlib import Path

import numpy as np
import pytest

import frontends.numpy
import ivy_core as ivy
from ivy_core.backends import Framework, frameworks, register_backend
from ivy_core.backends.loading import load_backend
from ivy_core.registry import FUNCTIONS
from ivy_core.utils.exceptions import (
    InplaceUpdateException,
    IvyBackendNotInstalled,
    IvyInvalidBackendException,
    IvyNotImplementedException,
    IvyValueError,
)
from tests.core.recording import leaves
from tools.operators import OPERATORS, call, sample
from transpile import transpile_source

pytest.importorskip("array_api_strict")
from tests.backends import strict as package  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore:You are comparing a array_api_strict dtype")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "numpy"
PRIMARIES = [name for name, spec in FUNCTIONS.items() if spec.kind == "primary"]


@pytest.fixture(scope="module", autouse=True)
def strict():
    """Have the backend registered and set."""
    with registered(package.FRAMEWORK), ivy.with_backend("strict") as namespace:
        yield namespace


@contextlib.contextmanager
def registered(framework):
    register_backend(framework)
    try:
        yield
    finally:
        del frameworks.FRAMEWORKS[framework.name]
        for name in framework.packages:
            del frameworks.BACKEND_OF_PACKAGE[name]
        for forget in frameworks.on_register:
            forget()


# functions


def test_sixty_functions_of_its_own_are_enough_for_most_others():
    backend = load_backend("strict")
    own = set(vars(sys.modules["tests.backends.strict.functions"])) & set(PRIMARIES)
    assert 60 <= len(own) <= 75
    there = [n for n in PRIMARIES if n in backend.implementations or FUNCTIONS[n].composed]
    assert len(there) >= 200


RUN = [
    name
    for name, spec in FUNCTIONS.items()
    if spec.kind != "standalone" and spec.category != "random"
    if OPERATORS[name].lacks("value") is None
]


@pytest.mark.parametrize("name", RUN)
def test_a_function_gives_what_numpy_gives_or_says_that_it_is_not_there(name):
    if sample(name) is None:
        pytest.skip("its arguments are no arrays")
    with ivy.with_backend("numpy"), np.errstate(all="ignore"):
        expected = call(name, *sample(name))
    try:
        with np.errstate(all="ignore"):
            result = call(name, *sample(name))
    except IvyNotImplementedException as err:
        lacking = str(err).removeprefix("strict: ").partition(":")[0]
        assert lacking in PRIMARIES and not FUNCTIONS[lacking].composed
        return
    for one, other in zip(leaves(result), leaves(expected), strict=True):
        if isinstance(other, ivy.Array):
            assert type(one.data) is load_backend("strict").NativeArray
            assert (one.dtype, one.shape) == (other.dtype, other.shape)
            np.testing.assert_allclose(np.asarray(one), np.asarray(other), rtol=1e-12, atol=1e-15)
        else:
            assert one == other


def test_what_is_neither_there_nor_composed_is_named():
    with pytest.raises(IvyNotImplementedException, match="strict: svd: not available there"):
        ivy.svd(ivy.eye(2))
    with pytest.raises(NotImplementedError, match="strict: contract: not available there"):
        ivy.einsum("ij,jk->ik", ivy.eye(2), ivy.eye(2))


def test_composed_functions_take_lists_and_fill_out():
    assert ivy.vstack([[1, 2], [3, 4]]).to_list() == [[1, 2], [3, 4]]
    out = ivy.zeros((2, 2))
    assert ivy.outer([1.0, 2.0], [3.0, 4.0], out=out) is out
    assert out.to_list() == [[3.0, 4.0], [6.0, 8.0]]
    assert ivy.square(3.0).to_list() == 9.0
    x, y = np.arange(6.0).reshape(3, 2), np.arange(9.0, 3.0, -1.0).reshape(3, 2)
    found = ivy.cross(ivy.asarray(x), ivy.asarray(y), axis=0)
    np.testing.assert_array_equal(np.asarray(found), np.linalg.cross(x, y, axis=0))
    assert ivy.cross([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], axis=-1, out=ivy.zeros(3))[2] == 1.0


def test_promotion_is_numpys():
    for first, second in (("int8", "uint8"), ("int64", "float32"), ("bool", "complex64")):
        found = ivy.add(ivy.ones(2, dtype=first), ivy.ones(2, dtype=second)).dtype
        assert found == np.add(np.ones(2, first), np.ones(2, second)).dtype.name
    assert (ivy.ones(2, dtype="float32") * 2.5).dtype == "float32"


# views and writes

VIEWS = {
    "slice": lambda x: x[1:-1],
    "steps": lambda x: x[::-2, 1::2],
    "element": lambda x: x[2, 3],
    "row": lambda x: x[-1],
    "new axis": lambda x: x[:, None, 1:3],
    "transposed": lambda x: x.T,
    "reshaped": lambda x: ivy.reshape(x, (2, -1)),
    "flipped": lambda x: ivy.flip(x, axis=0),
    "turned": lambda x: ivy.rot90(x),
    "diagonal": lambda x: ivy.diagonal(x, offset=1),
    "swapped": lambda x: ivy.swapaxes(x, 0, 1)[1:],
    "chain": lambda x: ivy.reshape(x[1:].T, (-1,))[::3],
    "part": lambda x: ivy.split(x, num_or_size_splits=2, axis=1)[1],
}


@pytest.mark.parametrize("view", VIEWS)
def test_views_show_their_base_and_write_through(view):
    def program():
        x = ivy.astype(ivy.reshape(ivy.arange(24), (4, 6)), "float64")
        seen = VIEWS[view](x)
        x[1, 2] = 50.0
        before = np.array(seen)
        if seen.shape:
            seen += 100.0
            seen[0] = -1.0
        x[2:, 3:] *= 2.0
        return before, np.array(seen), np.array(x)

    with ivy.with_backend("numpy"):
        expected = program()
    for one, other in zip(program(), expected, strict=True):
        np.testing.assert_array_equal(one, other)


def test_parts_of_complex_arrays_are_views():
    z = ivy.asarray([1 + 2j, 3 + 4j])
    z.real[0] = 10.0
    imag = z.imag
    imag += 1.0
    assert np.asarray(z).tolist() == [10 + 3j, 3 + 5j]


def test_another_dtype_over_the_same_memory():
    x = frontends.numpy.array([1.0, 2.0])
    bits = x.view("uint64")
    bits ^= 1 << 63
    assert x.tolist() == [-1.0, -2.0]


def test_advanced_indices_pick_and_write():
    x, y = ivy.reshape(ivy.arange(12), (3, 4)), np.arange(12).reshape(3, 4)
    for index in ([2, 0], y > 4, (slice(None), [1, 1]), ([0, 2], [3, 0]), (None, [1])):
        np.testing.assert_array_equal(np.asarray(x[index]), y[index])
        x[index] = y[index] = 7
        x[index] += 1
        y[index] += 1
        np.testing.assert_array_equal(np.asarray(x), y)
    broadcast = ivy.broadcast_to(x, (2, 3, 4))
    with pytest.raises(ValueError, match="read-only"):
        broadcast[0] = 1


def test_every_way_to_write():
    x = ivy.zeros(4)
    view = x[1:]
    ivy.add(ivy.ones(4), 1.0, out=x)
    assert view.to_list() == [2.0, 2.0, 2.0]
    ivy.inplace_update(x, ivy.asarray([1.0, 2.0, 3.0, 4.0]))
    view.data = (ivy.ones(3) * 9).data
    assert x.to_list() == [1.0, 9.0, 9.0, 9.0]
    with pytest.raises(ValueError):
        x[1:3] = ivy.ones(3)
    with pytest.raises(InplaceUpdateException, match="strict: .*cannot be written in place"):
        ivy.inplace_update(x.data, ivy.ones(4))
    assert x.to_list() == [1.0, 9.0, 9.0, 9.0]


# Containers, and NumPy's programs


def test_containers_are_mapped_over():
    config = ivy.Container(a=ivy.asarray([1.0, 4.0]), b={"c": ivy.asarray([9.0])})
    found = ivy.sqrt(config) + ivy.Container(a=1.0, b={"c": 2.0})
    assert found.cont_to_dict()["b"]["c"].to_list() == [5.0]
    assert ivy.hstack([found.a, found.b.c]).to_list() == [2.0, 3.0, 5.0]
    assert ivy.greater(config, 3.0).a.to_list() == [False, True]
    config.a[:1] = 7.0
    assert config.a.to_list() == [7.0, 4.0]


SCRIPTS = ("game_of_life", "heat_equation", "jacobi_gauss_seidel", "mlp", "n_body")


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_numpy_program_prints_what_it_prints_on_numpy(name):
    path = EXAMPLES / f"{name}.py"
    rewritten = transpile_source(path.read_text(), to="numpy").replace(
        'set_backend("numpy")', 'set_backend("strict")'
    )
    assert "import frontends.numpy as np" in rewritten and '"strict"' in rewritten
    try:
        assert _printed(rewritten, path) == _printed(path.read_text(), path)
    finally:
        ivy.unset_backend()


def _printed(code, path):
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(compile(code, str(path), "exec"), {"__name__": "__main__"})
    return shown.getvalue()


# the table


def test_its_arrays_are_known_without_a_backend_set(no_backend):
    native = ivy.get_backend("strict").asarray([1, 2]).data
    assert ivy.current_backend(native).backend == "strict"
    assert isinstance(native, ivy.NativeArray) and ivy.is_native_array(native)
    assert type(ivy.add(native, 1).data) is type(native)


def test_messages_name_it_among_the_backends():
    with pytest.raises(IvyInvalidBackendException, match="allowed are numpy, .*, strict$"):
        ivy.set_backend("mxnet")
    with pytest.raises(IvyValueError, match="the backend strict has them already"):
        register_backend(Framework("other", ("array_api_strict",), "other", "Array"))
    with pytest.raises(IvyValueError, match="the backend jax has them already"):
        register_backend(Framework("jax", ("mine",), "mine", "Array"))
    with registered(Framework("absent", ("no_such_module",), "no-such", "Array")):
        with pytest.raises(IvyBackendNotInstalled, match="needs no-such, .*: pip install no-such"):
            ivy.set_backend("absent")


def test_a_package_without_what_a_backend_must_have_is_refused(monkeypatch):
    empty = types.ModuleType("an_empty_backend")
    empty.NAME = "empty"
    monkeypatch.setitem(sys.modules, "an_empty_backend", empty)
    row = Framework("empty", ("colorsys",), "none", "Array", backend="an_empty_backend")
    with registered(row), pytest.raises(IvyInvalidBackendException, match="CAPABILITIES, from_h"):
        ivy.set_backend("empty")


def test_its_frames_are_no_frames_of_the_user():
    with pytest.raises(ValueError) as caught:
        ivy.inv(ivy.ones((2, 3)))
    frames = [frame.filename for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert not any("strict" in name or "array_api" in name for name in frames)
