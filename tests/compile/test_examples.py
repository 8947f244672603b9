"""The examples with their kernels compiled against the same scripts on real NumPy."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import sys
import warnings

import pytest

import ivy_core as ivy
from ivy_core.compilation.call.function import CompileWarning
from tests.test_examples import FOLDER, assert_same_results, assert_same_text, original
from transpile import transpile_source

KERNELS = {
    "floyd_warshall": ("shortest_distances", "shortest_paths"),
    "game_of_life": ("generation", "wrap_border"),
    "heat_equation": ("advance", "apply_boundary"),
    "image_filters": ("sobel", "equalise"),
    "jacobi_gauss_seidel": (
        "residual", "jacobi_sweep", "gauss_seidel_sweep", "red_black_sweep",
    ),
    "kmeans": ("squared_distances", "farthest_points", "update_centres"),
    "mandelbrot": ("escape_times", "smooth_counts"),
    "mlp": ("forward", "backward", "momentum_step"),
    "n_body": ("accelerate", "total_energy"),
    "pca_svd": ("fix_signs",),
    "random_walks": ("first_passage",),
    "spectral_filter": ("low_pass", "band_pass", "derivative", "envelope"),
}  # fmt: skip
# the length of what `bincount` gives is that of the greatest label
EAGER = {"kmeans": "update_centres"}


def loaded(name: str, folder, backend: str):
    """Return an example as a module whose ``numpy`` is the frontend."""
    path = folder / f"compiled_{name}.py"  # a file, so that the source of functions is found
    text = (FOLDER / f"{name}.py").read_text("utf-8")
    path.write_text(transpile_source(text, to=backend, filename=str(path)), "utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[path.stem]
    return module


@pytest.fixture
def set_back():
    """Take back the backend that a transpiled script sets."""
    yield
    ivy.unset_backend()


@pytest.mark.parametrize("name", KERNELS)
def test_example_with_compiled_kernels(name, backend, set_back, tmp_path):
    wanted, shown = original(name)
    module = loaded(name, tmp_path, backend)
    for kernel in KERNELS[name]:
        setattr(module, kernel, ivy.compile(getattr(module, kernel)))
    printed = io.StringIO()
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(printed):
        warnings.simplefilter("always", CompileWarning)
        results = module.main()
    assert_same_results(results, wanted)
    assert_same_text(printed.getvalue(), shown)
    eager = [str(w.message) for w in caught if issubclass(w.category, CompileWarning)]
    # on NumPy all is called as it is, which nobody is told
    expected = [EAGER[name]] if name in EAGER and backend != "numpy" else []
    assert [text.split()[0] for text in eager] == expected
