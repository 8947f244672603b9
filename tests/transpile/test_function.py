"""`transpile_function` and its decorator: functions, closures, helpers, generators and modules."""

import asyncio
import collections
import functools
import importlib
import json
import subprocess
import sys
import textwrap

import numpy as np
import numpy.linalg as la
import pytest
from numpy import add
from numpy import ones as full_of_ones

import frontends.numpy as fnp
import ivy_core as ivy
from transpile import TranspileError
from transpile.run.function import to, transpile_function

TARGETS = ["numpy", "jax", "torch"]
scale = 2.0
calls = 0


def module_of(value):
    return type(value).__module__.partition(".")[0]


def backend_of(value):
    return type(value.data).__module__.partition(".")[0]


def running():
    return ivy.current_backend_str()


def helper(x):
    return np.sum(x) * scale


def norm(x, dtype=np.float64):
    return np.asarray(np.sqrt(helper(np.asarray(x, dtype=dtype) ** 2)))  # scalars are NumPy's


def which():
    return np.__name__, la.__name__, add is fnp.add, full_of_ones is fnp.ones, running()


@pytest.fixture
def user_module(tmp_path, monkeypatch):
    """Return a function that writes files and imports a module of them."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)

    def make(module, files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(textwrap.dedent(text).lstrip("\n"))
        importlib.invalidate_caches()
        return importlib.import_module(module)

    yield make
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]


# functions


@pytest.mark.parametrize("target", TARGETS)
def test_function_runs_on_the_backend_and_the_original_stays(target):
    x = np.array([3.0, 4.0])
    before = running()
    twin = transpile_function(norm, to=target)
    result = twin(x)
    assert (float(result), module_of(result)) == (float(norm(x)), "frontends")
    assert module_of(norm(x)) == "numpy"
    assert transpile_function(which, to=target)() == (
        "frontends.numpy",
        "frontends.numpy.linalg",
        True,
        True,
        target,
    )
    assert which()[:4] == ("numpy", "numpy.linalg", False, False)
    assert running() == before
    assert (twin.__name__, twin.__module__, twin.__wrapped__) == ("norm", __name__, norm)


def test_arrays_that_are_arguments_become_the_frontends():
    @to("jax")
    def kinds(x, *more, **named):
        return [type(value) for value in (x, *more, *named.values())]

    x = np.ones(2)
    assert kinds(x, x, 1, y=x, z=[x]) == [fnp.ndarray, fnp.ndarray, int, fnp.ndarray, list]


def test_defaults_are_the_frontends():
    def dtype(x=np.float32, *, y=np.sum, z=3):
        return x, y, z

    assert to("numpy")(dtype)() == (fnp.float32, fnp.sum, 3)
    assert dtype() == (np.float32, np.sum, 3)


def test_closure_is_shared_but_for_the_framework():
    count = 0
    module, function = np, np.linalg.norm

    def inner(x):
        nonlocal count
        count += 1
        return module.asarray(module.sum(x)), function(x), function, inner.__name__, helper(x)

    found = to("jax")(inner)(np.ones(2))
    assert (module_of(found[0]), float(found[1])) == ("frontends", 2**0.5)
    assert found[2] is fnp.linalg.norm
    assert count == 1
    inner(1.0)
    assert count == 2
    assert function is np.linalg.norm


def test_globals_are_looked_up_at_each_call(monkeypatch):
    twin = transpile_function(norm, to="numpy")
    assert float(twin([3, 4])) == float(np.sqrt(50))
    monkeypatch.setitem(globals(), "scale", 8.0)
    assert float(twin([3, 4])) == float(np.sqrt(200))
    monkeypatch.setitem(globals(), "helper", lambda x: np.__name__ + str(np.max(x)))
    monkeypatch.setattr(np, "sqrt", np.sqrt)
    with pytest.raises(TypeError):
        twin([3, 4])  # the square root of a text
    monkeypatch.delitem(globals(), "helper")
    with pytest.raises(NameError, match="helper"):
        twin([3, 4])


def test_globals_that_are_assigned_reach_the_module(monkeypatch):
    monkeypatch.setitem(globals(), "calls", 0)

    @to("numpy")
    def count():
        global calls, newborn
        calls += 1
        newborn = np.__name__
        return calls

    assert (count(), count(), calls) == (1, 2, 2)
    assert globals().pop("newborn") == "frontends.numpy"
    monkeypatch.setitem(globals(), "calls", 10)
    assert (count(), calls) == (11, 11)

    @to("numpy")
    def forget():
        global calls
        del calls

    forget()
    assert "calls" not in globals()


def test_imports_in_the_body_are_rewritten():
    @to("jax")
    def inside():
        import importlib

        import numpy as np
        import numpy.linalg
        from numpy import sum as total

        try:
            return np, numpy, total, importlib.import_module("numpy.fft"), sys.modules["numpy"]
        finally:
            import numpy  # transpile: keep

    names = [module.__name__ for module in inside()]
    assert names == ["frontends.numpy"] * 2 + ["sum", "frontends.numpy.fft", "frontends.numpy"]


def test_nested_functions_and_classes_see_the_frontend():
    @to("numpy")
    def outer():
        class Inner:
            module = np.__name__

            def method(self):
                return [np.__name__ for _ in range(2)]

        return Inner.module, *Inner().method(), (lambda: np.__name__)()

    assert outer() == ("frontends.numpy",) * 4


def test_recursion_through_the_decorated_name():
    @to("numpy")
    def halve(x):
        return [running(), *halve(x - 1)] if x else [np.__name__]

    assert halve(2) == ["numpy", "numpy", "frontends.numpy"]


def test_one_transpiled_function_calls_another_on_its_own_backend():
    @to("torch")
    def inner():
        return running()

    @to("jax")
    def outer():
        return running(), inner(), running()

    assert outer() == ("jax", "torch", "jax")

    @to("torch")
    def back():
        return running(), third()

    @to("jax")
    def third(n=0):
        return (running(), back()) if n else running()

    assert third(1) == ("jax", ("torch", "jax"))
    assert transpile_function(outer, to="numpy")() == ("numpy", "torch", "numpy")


def test_methods():
    class Model:
        weight = 3

        def forward(self, x):
            return np.__name__, float(np.sum(x)) * self.weight

        @to("jax")
        def decorated(self, x):
            return np.__name__, running(), float(np.sum(x)) * self.weight

    model = Model()
    assert transpile_function(model.forward, to="jax")(np.ones(2)) == ("frontends.numpy", 6.0)
    assert model.decorated(np.ones(2)) == ("frontends.numpy", "jax", 6.0)
    assert model.forward(np.ones(2)) == ("numpy", 6.0)


def test_generator_is_on_the_backend_for_each_step_only():
    outside = running()
    ended = []

    @to("jax")
    def steps(n):
        try:
            for i in range(n):
                try:
                    got = yield np.__name__, running(), i
                except KeyError:
                    got = "caught"
                if got:
                    yield got, running()
            return running()
        finally:
            ended.append(running())

    generator = steps(2)
    assert next(generator) == ("frontends.numpy", "jax", 0)
    assert running() == outside
    assert generator.send("sent") == ("sent", "jax")
    assert next(generator)[2] == 1
    assert generator.throw(KeyError) == ("caught", "jax")
    with pytest.raises(StopIteration) as end:
        next(generator)
    assert end.value.value == "jax"
    begun = steps(1)
    next(begun)
    begun.close()
    assert ended == ["jax", "jax"]
    assert [item[2] for item in steps(3)] == [0, 1, 2]
    with pytest.raises(ValueError):
        (generator := steps(1)).send(None) and generator.throw(ValueError)
    assert running() == outside


def test_coroutine_is_on_the_backend_for_each_step_only():
    seen = []

    @to("jax")
    async def work(x):
        await asyncio.sleep(0)
        return np.__name__, running(), float(np.sum(x))

    async def main():
        task = asyncio.create_task(work(np.ones(2)))
        seen.append(running())
        await asyncio.sleep(0)
        seen.append(running())
        return await task

    outside = running()
    assert asyncio.run(main()) == ("frontends.numpy", "jax", 2.0)
    assert seen == [outside, outside]


def test_error_takes_the_backend_back():
    outside = running()

    @to("jax")
    def fail():
        np.reshape(np.ones(3), (2, 2))

    with pytest.raises(ValueError, match="reshape|size|shape"):
        fail()
    assert running() == outside


def test_device_and_default_dtype_hold_while_it_runs():
    def defaults():
        return str(ivy.default_float_dtype()), ivy.default_device().partition(":")[0]

    outside = defaults()
    on = transpile_function(defaults, to="jax", device="cpu", default_dtype="float32")
    assert on() == ("float32", "cpu")
    assert defaults() == outside
    assert to("jax", default_dtype="float16")(defaults)()[0] == "float16"


def test_sources_choose_what_is_replaced():
    assert to("jax", sources=["torch"])(which)()[:2] == ("numpy", "numpy.linalg")
    assert to("jax", sources=["numpy"])(which)()[0] == "frontends.numpy"


# what it refuses


class Callable:
    def __call__(self): ...


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (Callable(), "transpile_function takes a function or a module, not Callable"),
        (Callable, "transpile_function takes a function or a module, not type"),
        (np.sin, "transpile_function takes a function or a module, not ufunc"),
        (functools.lru_cache(norm), "not _lru_cache_wrapper"),
        (json.dumps, "json.dumps is not yours: only your own code is rewritten"),
        (collections, "collections is not yours: only your own code is rewritten"),
        (sys, "sys cannot be imported anew: it came from no file"),
        (type(sys)("made"), "made cannot be imported anew: it came from no file"),
    ],
)
def test_what_cannot_be_transpiled(value, message):
    with pytest.raises(TranspileError) as caught:
        transpile_function(value, to="jax")
    assert message in str(caught.value)


def test_async_generator_is_refused():
    async def steps():
        yield 1

    with pytest.raises(TranspileError, match="async generators cannot be transpiled"):
        to("jax")(steps)


def test_frontend_that_is_not_there_is_named(monkeypatch):
    monkeypatch.setattr("transpile.run.rebinding.can_import", lambda name: "torch" not in name)
    monkeypatch.setitem(globals(), "torch", type(sys)("torch"))

    def uses():
        return torch.ones(3)  # noqa: F821

    with pytest.raises(TranspileError, match="^frontends.torch cannot be imported yet$"):
        to("jax")(uses)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"to": "cupy"}, "unknown backend 'cupy'"),
        ({"to": "jax", "sources": ["jax"]}, "unknown source 'jax'"),
        ({"to": "jax", "default_dtype": "int8"}, "bad default dtype 'int8'"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(TranspileError, match=message):
        transpile_function(norm, **options)


def test_backend_that_is_not_installed(monkeypatch):
    monkeypatch.setattr("transpile.frameworks.find_spec", lambda name: None)
    with pytest.raises(TranspileError, match="backend 'jax' is not installed"):
        transpile_function(norm, to="jax")


def test_source_is_needed_only_for_imports_in_the_body():
    namespace = {"__name__": "typed", "np": np}
    exec("def f(): return np.__name__\ndef g(): import numpy; return numpy.__name__", namespace)
    assert to("jax")(namespace["f"])() == "frontends.numpy"
    with pytest.raises(TranspileError) as caught:
        to("jax")(namespace["g"])
    assert str(caught.value) == "typed.g imports in its body, and has no source to rewrite"


def test_source_that_has_changed_is_noticed(user_module, tmp_path):
    text = "def f():\n    import numpy\n    return numpy.__name__\n"
    module = user_module("changing", {"changing.py": text})
    (tmp_path / "changing.py").write_text("x = 1  # a line more\ndef f():\n    import numpy\n")
    with pytest.raises(TranspileError) as caught:
        transpile_function(module.f, to="jax")
    message = f"{tmp_path}/changing.py: the source of changing.f has changed since it was loaded"
    assert str(caught.value) == message


def test_functions_of_other_modules_of_the_users_follow(user_module):
    files = {
        "front.py": """
            import back, math
            from back import which as imported

            def f(x):
                others = back.which(), back.inner.which()
                return imported(), *others, math.floor(x), back.table["which"]()
        """,
        "back.py": """
            import numpy
            import deep as inner

            def which():
                return numpy.__name__

            table = {"which": which}
        """,
        "deep.py": "import numpy\ndef which(): return numpy.__name__\n",
    }
    module = user_module("front", files)
    ours = "frontends.numpy"
    # What lies in a container is the original: its results still meet the frontend's arrays.
    assert transpile_function(module.f, to="jax")(1.5) == (ours, ours, ours, 1, "numpy")
    assert module.f(1.5) == ("numpy",) * 3 + (1, "numpy")


# modules

PACKAGE = {
    "package/__init__.py": "from . import shapes\nfrom .shapes import area\n",
    "package/shapes.py": """
        import numpy as np
        from numpy.linalg import norm
        import ivy_core
        from . import seen

        unit = np.ones(2)

        class Shape:
            def __init__(self, sides):
                self.sides = np.asarray(sides)

            def size(self):
                return norm(self.sides), ivy_core.current_backend_str()

        def area(x):
            seen.log.append(np.__name__ + " on " + ivy_core.current_backend_str())
            return np.prod(x) * unit

        async def never():
            yield 1
    """,
    "package/seen.py": "log = []\n",
}


def test_module_is_imported_anew_rewritten(user_module):
    shapes = user_module("package.shapes", PACKAGE)
    package, outside, path = sys.modules["package"], running(), list(sys.path)
    twin = transpile_function(shapes, to="jax")
    result = twin.area(np.array([2.0, 3.0]))
    assert (module_of(result), result.tolist()) == ("frontends", [6.0, 6.0])
    assert (type(twin.unit), type(shapes.unit)) == (fnp.ndarray, np.ndarray)
    assert (twin.seen.log, shapes.seen.log) == (["frontends.numpy on jax"], [])
    size, backend = twin.Shape([3.0, 4.0]).size()
    assert (float(size), backend) == (5.0, "jax")
    assert shapes.Shape([3.0, 4.0]).size() == (5.0, outside)
    # Nobody else notices.
    assert (running(), sys.path) == (outside, path)
    assert (sys.modules["package"], sys.modules["package.shapes"]) == (package, shapes)
    assert package.shapes is shapes


def test_package_is_imported_anew_with_its_modules(user_module):
    package = user_module("package", PACKAGE)
    twin = transpile_function(package, to="torch", default_dtype="float32")
    assert twin.shapes is not package.shapes
    assert twin.area is twin.shapes.area
    assert twin.area(np.ones(2)).tolist() == twin.shapes.area(np.ones(2)).tolist() == [1.0, 1.0]
    assert twin.shapes.seen.log == ["frontends.numpy on torch"] * 2
    assert package.shapes.seen.log == []


def test_module_that_cannot_be_rewritten_leaves_the_others(user_module, tmp_path):
    module, outside = user_module("broken", {"broken.py": "import numpy\n"}), running()
    (tmp_path / "broken.py").write_text("import numpy\nx = (\n")
    with pytest.raises(SyntaxError):
        transpile_function(module, to="jax")
    assert sys.modules["broken"] is module
    assert running() == outside


# where people use it

REPL = """
import numpy as np
from transpile.run.function import to, transpile_function
def f(x):
    return np.asarray(np.sum(x) * 2)

g = transpile_function(f, to="jax")
print(type(g(np.ones(3))).__module__, float(g(np.ones(3))))
def f(x):
    return np.max(x)

@to("numpy")
def h(x):
    return np.asarray(f(x) + 1)

print(type(h(np.ones(3))).__module__, float(h(np.ones(3))))
def f(x):
    return np.min(x) * 10

print(float(h(np.ones(3))))
"""


def test_in_a_repl():
    done = subprocess.run(
        [sys.executable, "-i", "-c", ""], input=REPL, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.splitlines() == [
        "frontends.numpy.ndarray 6.0",
        "frontends.numpy.ndarray 2.0",
        "11.0",
    ], done.stderr
