"""Setting, stacking and leaving backends; finding one from the arguments."""

from __future__ import annotations

import gc
import subprocess
import sys

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.backends.frameworks import BACKENDS
from ivy_core.backends.loading import no_collections


@pytest.mark.checklist("F28", "F31")
def test_backends_stack():
    assert ivy.current_backend_str() == ""
    ivy.set_backend("numpy")
    ivy.set_backend("jax")
    assert ivy.current_backend_str() == "jax"
    assert ivy.previous_backend().backend == "jax"
    assert ivy.current_backend_str() == "numpy"
    assert ivy.unset_backend().backend == "numpy"
    assert ivy.current_backend_str() == ""
    assert ivy.previous_backend() is None


@pytest.mark.checklist("F28")
def test_with_backend_ends_with_its_block():
    with ivy.with_backend("torch"), pytest.raises(ZeroDivisionError):
        assert ivy.current_backend_str() == "torch"
        _ = 1 / 0
    assert ivy.current_backend_str() == ""


@pytest.mark.checklist("F13", "F31")
@pytest.mark.parametrize("name", BACKENDS)
def test_the_backend_is_found_from_the_arguments(name):
    x = ivy.get_backend(name).asarray([1.0, 2.0])
    assert ivy.current_backend(x).backend == name
    assert ivy.current_backend(x.data).backend == name
    assert ivy.current_backend([3, {"key": x}]).backend == name
    assert type(ivy.add(x, 1.0).data) is type(x.data)


@pytest.mark.checklist("F31")
def test_numpy_constants_beside_another_frameworks_array_do_not_decide():
    x = ivy.get_backend("torch").asarray([1.0, 2.0])
    assert ivy.current_backend(np.ones(2), x).backend == "torch"


@pytest.mark.checklist("F30")
@pytest.mark.parametrize("name", BACKENDS)
def test_get_backend_is_usable_beside_the_one_set(name):
    with ivy.with_backend("numpy"):
        xp = ivy.get_backend(name)
        x = xp.asarray([0.25, 0.75])
        assert xp.backend == name
        assert type(xp.multiply(x, x).data) is type(x.data)


@pytest.mark.parametrize("target", BACKENDS)
@pytest.mark.parametrize("source", BACKENDS)
def test_dynamic_backend_converts_live_arrays_and_keeps_functional_views(
    source, target, few_objects
):
    ivy.set_backend(source)
    x = ivy.asarray([[1.0, 2.0], [3.0, 4.0]])
    view = x[::-1, 1]
    try:
        ivy.set_backend(target, dynamic=True)
        assert ivy.current_backend(x).backend == target
        np.testing.assert_array_equal(np.asarray(view), [4.0, 2.0])
        if source != "numpy":
            x[1, 1] = 9.0
            np.testing.assert_array_equal(np.asarray(view), [9.0, 2.0])
    finally:
        ivy.unset_backend()
        ivy.unset_backend()


def test_arrays_of_a_run_are_found_whatever_it_loads_later(tmp_path):
    """What is frozen is not found among the objects alive."""
    (tmp_path / "one.py").write_text(
        "import numpy as np\nx = np.ones(2)\nimport torch\nimport ivy_core as ivy\n"
        "ivy.set_backend('torch', dynamic=True)\nprint(ivy.current_backend(x).backend)\n"
    )
    command = [sys.executable, "-m", "transpile", str(tmp_path / "one.py"), "--to", "numpy"]
    assert subprocess.check_output([*command, "--run"], text=True) == "torch\n"


@pytest.mark.parametrize("before, is_frozen", [("import math", True), ("held = [[]]", False)])
def test_what_a_run_imports_first_is_not_looked_through_again(before, is_frozen, tmp_path):
    """Collections while PyTorch's frontend loads, and the count of what is frozen, took 50 ms."""
    (tmp_path / "one.py").write_text(f"{before}\nimport torch, gc\nprint(len(gc.get_objects()))")
    command = [sys.executable, "-m", "transpile", str(tmp_path / "one.py"), "--to", "numpy"]
    known = int(subprocess.check_output([*command, "--run"], text=True))
    assert (known < 20_000) is is_frozen


def test_what_a_user_has_frozen_stays_so(few_objects):
    frozen = gc.get_freeze_count()
    with no_collections():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen > 0


@pytest.mark.parametrize(
    "before, frozen",
    [
        ("from __future__ import annotations\nimport math\nSTEPS = 3", True),
        ("held = []", False),
        ("import frontends.numpy as np\nx = np.ones(2)", False),
    ],
)
def test_what_is_imported_is_not_looked_through_again(before, frozen):
    """At the end of a process Python goes several times through all objects that it tracks."""
    code = "\nimport gc, ivy_core as ivy\nivy.set_backend('numpy')\nprint(gc.get_freeze_count())"
    shown = subprocess.check_output([sys.executable, "-c", before + code], text=True)
    assert (int(shown) > 0) is frozen


def test_objects_of_a_script_are_collected_where_it_loads_a_backend_late():
    code = """
import gc, sys

class Log:
    def __init__(self):
        self.me = self
    def __del__(self):
        print("closed")

def main():
    log = Log()
    import ivy_core as ivy
    ivy.set_backend("numpy")
    del log

main()
print(gc.get_freeze_count())
"""
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "0\nclosed\n"


def test_objects_of_a_run_are_collected_where_it_imports_pytorch_late(tmp_path):
    (tmp_path / "one.py").write_text("""
class Log:
    def __init__(self):
        self.me = self
    def __del__(self):
        print("closed")

def main():
    log = Log()
    import torch
    del log
    import gc
    gc.collect()
    print("end")

main()
""")
    command = [sys.executable, "-m", "transpile", str(tmp_path / "one.py"), "--to", "numpy"]
    assert subprocess.check_output([*command, "--run"], text=True) == "closed\nend\n"


def test_collections_are_put_off_while_the_core_is_imported():
    """They took 30 of the 110 ms."""
    code = """
import gc, sys, numpy
gc.collect()
sys.modules["ivy_core.linalg"] = None
try:
    import ivy_core
except ImportError:
    pass
assert gc.isenabled()
del sys.modules["ivy_core.linalg"]
seen = []
gc.callbacks.append(lambda phase, about: seen.append(about))
import ivy_core
assert gc.isenabled() and len(seen) < 10 and gc.get_freeze_count() == 0
assert gc.get_threshold() == (700, 10, 10) or sys.version_info >= (3, 12)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    code = "import gc\ngc.disable()\nimport ivy_core\nassert not gc.isenabled()"
    subprocess.run([sys.executable, "-c", code], check=True)
