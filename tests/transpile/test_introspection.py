"""``type(x)`` and ``x.__module__`` in rewritten programs answer as with NumPy."""

import ast
import contextlib
import io

import numpy as real
import pytest

import frontends.numpy as np
from transpile.rewrite.introspection import redirect
from transpile.rewrite.rewriter import rewrite_in_place
from transpile.run.compiling import compile_rewritten

IMPORT = "from frontends.numpy.introspection import "
TEXTS = {
    "table": ("t[type(x)]", "t[_ivy_class_of(x)]"),
    "compared": ("type(x) is y", "_ivy_class_of(x) is y"),
    "Python's classes": ("type(x) is int or type(x) in (list, tuple)", None),
    "the class of classes": ("type(x) is type", "_ivy_class_of(x) is type"),
    "not one argument": ("type('A', (), {}), type(*x)", None),
    "another type": ("def f(type, x):\n    return type(x)", None),
    "a class of that name": ("int = 3\nt = type(x) is int", "int = 3\nt = _ivy_class_of(x) is int"),
    "imported": (
        "import builtins\nt = builtins.type(x)",
        "import builtins\nt = _ivy_class_of(x)",
    ),
    "view": (
        "import frontends.numpy as np\nx.view(np.ndarray), x.view(type=np.ndarray), x.view(A)",
        "import frontends.numpy as np\n_ivy_viewed(x).view(np.ndarray), "
        "_ivy_viewed(x).view(type=np.ndarray), x.view(A)",
    ),
    "module": ("f.__module__", "_ivy_original_of(f).__module__"),
    "module of a class": ("type(x).__module__", "_ivy_original_of(_ivy_class_of(x)).__module__"),
    "stored": ("f.__module__ = 'a'\ndel f.__qualname__", None),
    "getattr": ("getattr(f, '__qualname__', 0)", "getattr(_ivy_original_of(f), '__qualname__', 0)"),
    "class": ("x.__class__ is y", "_ivy_classed(x).__class__ is y"),
    "class of its own": ("self.__class__.n, super().__class__, cls.__class__", None),
    "key": ("import sys\nm = sys.modules[k]", "import sys\nm = sys.modules[_ivy_module_key(k)]"),
    "key of": (
        "from sys import modules as m\nm.get(x.__module__), m.pop(*k), k in m",
        "from sys import modules as m\nm.get(_ivy_module_key(_ivy_original_of(x).__module__)), "
        "m.pop(*k), _ivy_module_key(k) in m",
    ),
    "import": (
        "__import__(k), __import__(*k), __import__(k, fromlist=['a']), __import__('os'), x(k)",
        "_ivy_import_by_name(k), _ivy_import_by_name(*k), "
        "_ivy_import_by_name(k, fromlist=['a']), __import__('os'), x(k)",
    ),
    "executed": (
        "exec(text, names), compile(*x), re.compile(text), compile(text, f, 'exec')",
        "exec(_ivy_generated_source(text), names), compile(*x), re.compile(text), "
        "compile(_ivy_generated_source(text), f, 'exec')",
    ),
    "another mapping": ("self.modules[k], k in modules, modules.get(k)", None),
    "another attribute": ("getattr(f, '__name__'), f.__name__", None),
}


@pytest.mark.parametrize("name", TEXTS)
def test_text(name):
    before, after = TEXTS[name]
    tree = ast.parse(before)
    redirect(tree)
    found = ast.unparse(tree)
    if after is None:
        assert found == ast.unparse(ast.parse(before))
        return
    imports, _, rest = found.partition("\n")
    assert imports.startswith(IMPORT) and rest == ast.unparse(ast.parse(after))


def test_the_import_comes_after_what_must_be_first():
    tree = ast.parse("'''About.'''\nfrom __future__ import annotations\n\nx = type(y)\n")
    redirect(tree)
    about, future, added, _ = tree.body
    assert (ast.get_docstring(tree), future.module) == ("About.", "__future__")
    assert added.module == "frontends.numpy.introspection" and added.lineno == 4


PROGRAMS = {
    "class of the class": "type(np.ndarray) is type, type(np.ndarray).__name__",
    "array of a library": "{np.ndarray: 1}.get(type(linalg.inv(np.eye(2)))), type(np.ones(2))",
    "scalar": "type(np.ones(2).sum()), {np.float64: 1}[type(np.float64(1))]",
    "result": "type(np.linalg.svd(np.eye(2))), type(np.unique_counts([1]))",
    "exact class": "type(linalg.inv(np.eye(2))) == type(np.eye(2)) == np.ndarray",
    "functions": "np.sum.__module__, np.linalg.norm.__module__, np.fft.fft.__module__",
    "qualified": "np.random.rand.__qualname__, np.add.__qualname__, np.sum.__qualname__",
    "classes": "np.ndarray.__module__, np.ndarray.__qualname__, np.add.__module__",
    "by name": "getattr(np.hstack, '__module__'), getattr(3, '__module__', None)",
    "attribute of classes": "linalg.inv(np.eye(2)).__class__ is np.ndarray, 'a'.__class__",
    "class's own class": "np.ndarray.__class__, np.ones(1).sum().__class__, np.ufunc.__class__",
    "ufuncs": "type(np.add) is np.ufunc, special.gamma.__class__, type(special.gamma), np.ufunc",
    "instances": "isinstance(special.gamma, np.ufunc), isinstance(np.sum, np.ufunc)",
    "memory": "memoryview(np.arange(3.0)).tolist(), bytes(memoryview(b'ab'))",
    "views": "linalg.inv(np.eye(1)).view(np.ndarray), np.float64(3).view(type=np.ndarray)",
    "own": "(lambda: 0).__module__, type('A', (np.ndarray,), {}).__module__",
    "module of a function": "[sys.modules[f.__module__] is m for f, m in HOMES]",
    "looked up": "[sys.modules.get(m.__name__) is m in (m, m.__name__) for _, m in HOMES]",
    "loaded by NumPy": "sys.modules['numpy.linalg'] is sys.modules['num' + 'py.linalg']",
    "private modules": "'numpy._core' in sys.modules, sys.modules.get('num' + 'py.x')",
    "in a class": "type('B', (), {'f': lambda self: type(np.ones(1))})().f()",
}


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True, scope="module")
def test_programs(backend):
    text = "import sys\nimport numpy as np\nfrom scipy import linalg, special\n"
    text += "HOMES = [(np.sum, np), (np.linalg.norm, np.linalg), (np.fft.fft, np.fft)]\n"
    text += "".join(f"print({expression})\n" for expression in PROGRAMS.values())

    def run(code) -> list[str]:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, {"__name__": "program"})
        return printed.getvalue().splitlines()

    expected = run(compile(text, "a.py", "exec"))
    rewritten = rewrite_in_place(text, filename="a.py").code
    found = run(compile_rewritten(text, "a.py", rewritten, knows_numpy=True))
    assert dict(zip(PROGRAMS, found, strict=True)) == dict(zip(PROGRAMS, expected, strict=True))


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True, scope="module")
def test_arrays_of_a_class_in_a_file_that_imports_no_numpy(backend):
    text = "class A:\n    def __array__(self, *args, **kwargs):\n        return self.made\n"
    scope: dict = {"__name__": "program"}
    exec(compile_rewritten(text, "a.py", text, knows_numpy=True), scope)
    given = scope["A"]()
    given.made = np.ones(2)
    assert repr(real.float64(2) * given) == "array([2., 2.])"


@pytest.mark.parametrize("backend", ["numpy", "jax"], indirect=True, scope="module")
def test_tensors_with_and_without_gradients_are_of_one_class(backend):
    text = "import torch\nx = torch.ones(2)\nparameter = torch.nn.Parameter(x)\n"
    text += "tensors = [x, torch.ones(2, requires_grad=True), parameter * 2, parameter]\n"
    text += "known = [type(t) is torch.Tensor for t in tensors]\n"
    text += "shown = [t.__class__ is torch.Tensor for t in tensors]\n"

    def run(code) -> list:
        scope: dict = {"__name__": "program"}
        exec(code, scope)
        return [scope["known"], scope["shown"]]

    rewritten = rewrite_in_place(text, filename="a.py").code
    found = run(compile_rewritten(text, "a.py", rewritten, knows_numpy=True))
    assert found == run(compile(text, "a.py", "exec")) == [[True, True, True, False]] * 2
