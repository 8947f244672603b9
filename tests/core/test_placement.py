"""Placements, and arrays in parts on several devices."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyDeviceError, IvyException, IvyTypeError, IvyValueError
from tests.core.on_eight_devices import CHECKS

HERE = Path(__file__).parent
EIGHT = tuple(f"cpu:{i}" for i in range(8))
MESH = ivy.Mesh((4, 2), ("rows", "cols"), EIGHT)


@pytest.fixture(scope="module")
def on_eight_devices(request):
    """What the run's checks have found: one process, which JAX gives eight host devices."""
    pytest.importorskip("jax")
    cases = [item for item in request.session.items if item.path == request.path]
    names = [item.callspec.params["name"] for item in cases if "name" in item.fixturenames]
    ran = subprocess.run(
        [sys.executable, str(HERE / "on_eight_devices.py"), *names],
        # of two programs that run, each may hold threads of XLA's pool while it waits for devices
        # whose part stands in line behind the other's; NPROC is the number of threads
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1]), "NPROC": "128"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("backend", ["jax"])
def test_on_eight_devices(backend, name, on_eight_devices):
    assert on_eight_devices[name] is None, on_eight_devices[name]


# on one device


def test_an_array_has_a_placement(backend):
    x = ivy.asarray([1, 2])
    assert x.placement == ivy.Placement(x.device) == ivy.default_placement()
    assert x.placement.devices == (x.device,)
    assert x[1:].placement == x.placement


def test_the_one_device_is_a_placement(backend, assert_matches):
    there = ivy.Placement("cpu")
    x = ivy.asarray([1.0, 2.0]).to_placement(there)
    assert_matches(x, np.array([1.0, 2.0]))
    assert ivy.to_device(x, there).device == x.device
    assert ivy.zeros((2,), device=there).device == x.device
    with ivy.set_default_placement(there):
        assert ivy.ones((2,)).device == ivy.default_device() == ivy.as_ivy_dev("cpu")
    out = ivy.zeros((2,))
    assert ivy.to_placement(x, there, out=out) is out
    assert_matches(out, np.array([1.0, 2.0]))


def test_a_mesh_is_refused_where_there_is_one_device(backend):
    x = ivy.asarray([1.0, 2.0])
    placement = ivy.Placement(MESH, ("rows",))
    for use in (
        lambda: x.to_placement(placement),
        lambda: ivy.to_device(x, placement),
        lambda: ivy.zeros((8,), device=placement),
        lambda: ivy.set_default_placement(placement),
        lambda: ivy.mesh((4, 2), ("rows", "cols")),
        lambda: ivy.total_mem_on_dev(placement),
    ):
        with pytest.raises(IvyDeviceError, match="cpu"):
            use()
    assert ivy.default_device() == ivy.available_devices()[0]


def test_the_refusal_says_what_is_allowed(backend):
    placement = ivy.Placement(MESH)
    if backend == "jax":
        wanted = "device 'cpu:1' is not available; allowed are cpu:0"
    else:
        wanted = (
            rf"{backend}: .*Mesh\(cpu, rows=4, cols=2\) was given, but an array of this backend "
            r"lies on one device; allowed are 'cpu.*ivy\.set_backend\('jax'\)"
        )
    with pytest.raises(IvyDeviceError, match=wanted):
        ivy.asarray([1]).to_placement(placement)
    with pytest.raises(IvyDeviceError, match="xla_force_host_platform_device_count=4096"):
        ivy.mesh((4096,), ("rows",))


def test_pytorchs_tensors_refuse_a_mesh_likewise(backend):
    import frontends.torch as torch

    placement = ivy.Placement(MESH)
    wanted = "not available" if backend == "jax" else r"one device.*ivy\.set_backend\('jax'\)"
    saved = io.BytesIO()
    torch.save(torch.zeros(2), saved)

    def load(place):
        saved.seek(0)
        return torch.load(saved, map_location=place)

    assert load(ivy.Placement("cpu")).tolist() == [0.0, 0.0]
    for place in (
        lambda: torch.zeros(2).to(placement),
        lambda: torch.zeros(2, device=placement),
        lambda: load(placement),
    ):
        with pytest.raises((IvyDeviceError, RuntimeError), match=wanted):
            place()


def test_numpys_functions_say_how_arrays_are_placed(backend):
    import frontends.numpy as fnp

    for make in (fnp.zeros, fnp.arange, fnp.fft.fftfreq):
        with pytest.raises(ValueError, match=r'Only "cpu" is allowed, .*set_default_placement'):
            make(4, device=ivy.Placement(MESH))


def test_containers_are_placed(backend):
    found = ivy.Container(a=ivy.asarray([1]), b=ivy.asarray([2])).to_placement(ivy.Placement("cpu"))
    assert found.b.placement == ivy.default_placement()


def test_the_numpy_frontend_has_the_method(backend):
    import frontends.numpy as fnp

    x = fnp.asarray([1.0, 2.0]).to_placement(ivy.Placement("cpu"))
    assert type(x) is fnp.ndarray
    with ivy.set_default_placement(ivy.Placement("cpu")):
        assert fnp.array([1, 2]).placement == ivy.default_placement()


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: ivy.Mesh((2,), ("a",), ("cpu:0",)), IvyValueError),
        (lambda: ivy.Mesh((1, 1), ("a", "a"), ("cpu:0",)), IvyValueError),
        (lambda: ivy.Mesh((2,), ("a",), ("cpu:0", "cpu:0")), IvyValueError),
        (lambda: ivy.Mesh((1,), (1,), ("cpu:0",)), IvyValueError),
        (lambda: ivy.Mesh((0,), ("a",), ()), IvyValueError),
        (lambda: ivy.Placement(MESH, ("depth",)), IvyValueError),
        (lambda: ivy.Placement(MESH, ("rows", "rows")), IvyValueError),
        (lambda: ivy.Placement("cpu", ("rows",)), IvyValueError),
        (lambda: ivy.Placement(MESH, "rows"), IvyTypeError),
        (lambda: ivy.Placement("not a device!"), IvyException),
    ],
)
def test_what_is_no_placement_is_refused(make, error):
    with pytest.raises(error):
        make()


def test_placements_compare_and_print():
    placement = ivy.Placement(MESH, ["rows", None])
    assert placement == ivy.Placement(MESH, ("rows",)) != ivy.Placement(MESH)
    assert hash(placement) == hash(ivy.Placement(MESH, ("rows",)))
    assert placement != "cpu:0" and ivy.Placement("cpu:0").device == "cpu:0"
    assert str(placement) == "Placement(Mesh(cpu, rows=4, cols=2), ('rows',))"
    assert str(ivy.Placement(MESH, [("rows", "cols")]).partition) == "(('rows', 'cols'),)"


def test_what_cannot_be_cut_equally_is_not_cut():
    placement = ivy.Placement(MESH, ("rows", "cols"))
    assert placement.fitted((8, 3)).partition == ("rows",)
    assert placement.fitted((3, 2)).partition == (None, "cols")
    assert placement.fitted(()).partition == ()
    placement.check_axes((6, 2))
    with pytest.raises(IvyValueError, match="of 2 axes was given"):
        placement.check_axes((6,))
