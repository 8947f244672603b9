import json
import pathlib

import heatlab
import numpy as np
import pytest
from heatlab import materials, stencil


def test_data_file():
    assert list(materials.read()) == ["copper", "iron", "glass"]
    np.testing.assert_allclose(materials.read()["iron"], 2.3e-5 * 60)


def test_laplacian_of_a_line_is_zero(rod):
    assert np.allclose(stencil.laplacian(rod.inner), 0)


@pytest.mark.parametrize("step", heatlab.SOLVERS.values(), ids=heatlab.SOLVERS)
def test_ends_are_held(rod, step):
    before = rod.temperatures[[0, -1]].copy()
    step(rod, 0.3)
    assert (rod.temperatures[[0, -1]] == before).all()
    assert rod.inner.base is not None


def test_kind_of_arrays(rod):
    kind = np.__spec__.name
    pathlib.Path("kind.json").write_text(json.dumps([kind, rod.temperatures.tolist()]))


def test_that_fails(rod):
    assert np.sum(rod.inner[:2]) == 0, "asked for"
