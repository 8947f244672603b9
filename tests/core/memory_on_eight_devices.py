"""Checks of ``on_eight_devices.py`` on memory and files: what does not fit, what is saved."""

from __future__ import annotations

import tempfile

import numpy as np

import frontends.numpy as fnp
import ivy_core as ivy
from ivy_core.distributed import saving
from ivy_core.utils.exceptions import IvyException
from tests.core.sharded_arrays import A, check, cols, grid, nothing_gathers, rows, sharded


@check
def out_of_memory_names_arrays_parts_and_placement():
    much, placement = (1 << 20, 1 << 22), rows(grid())

    def fails(call, *words):
        try:
            call()
        except MemoryError as error:
            assert isinstance(error, IvyException), error
            for word in (*words, "Out of memory allocating", "Cut arrays into more parts"):
                assert word in str(error), (word, str(error))
        else:
            raise AssertionError("32 TiB were found")

    part = "float64 (1048576, 4194304), 32 TiB in 4 parts of (262144, 4194304), 8 TiB each, on"
    fails(lambda: ivy.zeros(much, device=placement), "zeros: ", part, repr(placement))
    with ivy.set_default_placement(placement):
        fails(lambda: fnp.zeros(much), "zeros: ", f"the new array is {part} {placement!r}")
        x, y = fnp.ones(much[0]), fnp.ones(much[1])
    big = x[:, None] * y  # computed later than the call
    assert big.shape == much and big[1:, 0].shape == (much[0] - 1,)
    whole = "whole on each device of Placement"
    fails(lambda: float(big.sum()), "__float__: ", "an earlier call", f"float64 (), 8 B {whole}")
    fails(lambda: bool(big.any()), f"bool (), 1 B {whole}")


@check
def what_is_moved_to_a_mesh_is_a_copy():
    x = fnp.asarray(A.repeat(64, axis=0))
    y = x.to_placement(rows(grid()))
    x[:] = 0.0
    y[0] = -1.0
    assert not x[1:].any() and float(y[1:].sum()) == A.repeat(64, axis=0)[1:].sum()
    assert y.placement == rows(grid())


@check
def a_program_is_lowered_for_the_placements_of_its_arguments():
    def stencil(x, step):
        return x[1:-1] + step * (x[2:] + x[:-2])

    x, step = fnp.asarray(A.repeat(4, axis=0)), fnp.asarray([0.5])
    function = ivy.compile(stencil)
    for given in (x, x.to_placement(rows(grid())), x):
        text = function.lower(given, step).compile().as_text()
        assert ("num_partitions=8" in text) == ("collective-permute" in text) == (given is not x)


@check
def arrays_are_saved_by_parts_and_read_by_pieces():
    odd = np.arange(509.0 * 17).reshape(509, 17)
    found = []
    with tempfile.TemporaryDirectory() as folder, nothing_gathers():
        x = {"even": sharded(), "odd": fnp.asarray(odd).to_placement(grid()), "whole": [1, A[:3]]}
        ivy.distributed.save(f"{folder}/x", x)
        for placement in (grid(), rows(grid()), {"odd": cols(grid())}, "cpu:3", None):
            loaded = ivy.distributed.load(f"{folder}/x", placement)
            wanted = placement.get("odd") if isinstance(placement, dict) else placement
            assert isinstance(loaded["odd"], fnp.ndarray) and type(loaded["even"]) is ivy.Array
            if isinstance(wanted, ivy.Placement):
                assert loaded["odd"].placement == wanted
            elif wanted:
                assert loaded["odd"].placement == ivy.Placement(wanted)
            found += [(loaded["even"], A), (loaded["odd"], odd), (loaded["whole"][1], A[:3])]
        index = saving.read_index(f"{folder}/x")
        known = index["arrays"]["odd"]
        assert len(known["parts"]) == 8 and known["class"] == "numpy"
    for x, expected in found:
        np.testing.assert_array_equal(ivy.to_numpy(x), expected)
