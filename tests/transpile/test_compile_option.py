"""``--compile``: functions decorated by name, watched by ``auto``, and loops made functions."""

from __future__ import annotations

import ast
import importlib
import io
import os
import runpy
import subprocess
import sys
import textwrap
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import ivy_core as ivy
from ivy_core.compilation.auto import watching
from transpile import TranspileError, cli
from transpile.rewrite.compiled import compile_tree
from transpile.rewrite.loops import outlined_loops
from transpile.rewrite.rewriter import rewrite
from transpile.rewrite.syntax import Module

REPOSITORY = Path(__file__).parents[2]


def dedented(text):
    return textwrap.dedent(text).lstrip("\n")


BEFORE = dedented(
    """
    import numpy as np


    class Plate:
        @staticmethod
        def area(x):
            return x * x

        async def wait(self):
            def inner(): pass


    @log
    def step(u): u += 1


    if fast:
        def twice(x):
            return 2 * x
    else:
        def twice(x):
            return x + x
    """
)


def compiled(text, *names, **options):
    return rewrite(text, to="jax", compile=names, filename="sim.py", **options).code


@pytest.mark.parametrize(
    ("name", "line", "count"),
    [
        ("step", "@log\n@ivy_core.compile\ndef step", 1),
        ("Plate.area", "    @staticmethod\n    @ivy_core.compile\n    def area", 1),
        ("Plate.wait", "    @ivy_core.compile\n    async def wait", 1),
        ("Plate.wait.inner", "        @ivy_core.compile\n        def inner", 1),
        ("twice", "    @ivy_core.compile\n    def twice", 2),
    ],
)
def test_functions_are_decorated_by_name(name, line, count):
    code = compiled(BEFORE, name)
    assert code.count(line) == count and code.count("compile") == count
    without = [each for each in code.splitlines() if "ivy_core" not in each]
    assert without == BEFORE.replace("import numpy", "import frontends.numpy").splitlines()
    assert compiled(code, name) == code  # twice is once


@pytest.mark.parametrize(
    "head",
    [
        "import ivy_core as ivy\nivy.set_backend('jax')\n\n@ivy.compile\n",
        "import ivy_core as ivy\nivy.set_backend('jax')\n\n@ivy.compile(loops='roll')\n",
        "from ivy_core import compile as c\nimport ivy_core\nivy_core.set_backend('jax')\n@c\n",
    ],
)
def test_compiled_functions_stay_as_they_are(head):
    code = f"import frontends.numpy as np\n{head}def f(x): return x\n"
    assert compiled(code, "f") == code


def test_names_and_endings_of_the_file_are_kept():
    code = "import numpy\r\nivy_core = 3\r\ndef f(x):\r\n\treturn x\r\n"
    assert compiled(code, "f") == (
        'import ivy_core as _ivy_core\r\n_ivy_core.set_backend("jax")\r\n'
        "import frontends.numpy as numpy\r\nivy_core = 3\r\n"
        "@_ivy_core.compile\r\ndef f(x):\r\n\treturn x\r\n"
    )


def test_a_file_without_numpy_is_compiled_too():
    assert compiled("def f(x): return x\n", "f").splitlines()[-2:] == [
        "@ivy_core.compile",
        "def f(x): return x",
    ]
    assert compiled("def f(x): return x\n", "g") == "def f(x): return x\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--compile", "stop"], "no function 'stop'; did you mean step?"),
        (["--compile", "area"], "no function 'area'; did you mean Plate.area?"),
        (["--compile", "zzz", "--diff"], "no function 'zzz'"),
        (["--compile", "step,stop", "--run"], "no function 'stop'; did you mean step?"),
        (["--compile", "2nd"], "'2nd' cannot name a function"),
        (["--compile", ","], "--compile names no function"),
        (["--compile", "auto,step"], "--compile auto takes no names beside it"),
        (["--compile", "step", "--no-compile-check"], "--no-compile-check needs --compile auto"),
        (["--compile", "step", "--compile-report"], "--compile-report needs --run or -m"),
        (["--compile-report", "--run"], "--compile-report needs --compile"),
        (["--compile", "step", "--report"], "--compile does not go with --report"),
    ],
)
def test_mistakes(tmp_path, capfd, arguments, message):
    script = tmp_path / "sim.py"
    script.write_text(BEFORE)
    assert cli.main([str(script), "--to", "numpy", *arguments]) == 2
    error = capfd.readouterr().err
    assert message in error and error.startswith("transpile: ") and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == [script]


def test_a_folder_needs_the_function_in_one_of_its_files(tmp_path, capfd):
    (tmp_path / "a.py").write_text("import numpy\n")
    (tmp_path / "b.py").write_text("def step(u): pass\n")
    command = [str(tmp_path), "--to", "jax", "--diff", "--compile"]
    assert cli.main([*command, "step"]) == 0
    assert "+@ivy_core.compile\n def step" in capfd.readouterr().out
    assert cli.main([*command, "stop"]) == 2
    assert "no function 'stop'; did you mean step?" in capfd.readouterr().err


# auto


def test_auto_writes_a_line_and_outlines_loops():
    code = """
        import numpy as np

        u = np.zeros(5)


        def step(u):
            u += 1


        for i in range(10):  # rounds
            step(u)
            text = '''two
        lines'''
            if u[0] > 5:
                break
            # enough
        print(u)
    """
    code = dedented(code)
    new = compiled(code, "auto")
    head, tail = code.split("for i")
    assert new == dedented(
        """
        import ivy_core
        ivy_core.set_backend("jax")
        import frontends.numpy as np

        u = np.zeros(5)


        def step(u):
            u += 1


        ivy_core.compile_automatically(__name__)


        @ivy_core.compile_automatically(in_parts=True)
        def _loop(rounds):
            global i, text
            for i in rounds:  # rounds
                step(u)
                text = '''two
        lines'''
                if u[0] > 5:
                    return True
                # enough
            return False


        _loop(range(10))
        print(u)
        """
    )
    assert compiled(new, "auto") == new
    assert "(in_parts=True, check=False)" in compiled(code, "auto", compile_check=False)
    assert "(__name__, check=False)" in compiled(code, "auto", compile_check=False)


@pytest.mark.parametrize(
    ("loop", "reason"),
    [
        ("for i in range(3):\n    import os", "line 3 imports"),
        ("for i in range(3):\n    from os import *", "line 3 imports"),
        ("for i in range(3):\n    del x", "line 3 deletes a name"),
        ("for i in range(3):\n    x: int = 3", "line 3 annotates a name"),
        ("for i in range(3):\n    exec('x = 3')", "line 3 calls exec()"),
        ("for i in range(3):\n    n = len(locals())", "line 3 calls locals()"),
        ("for i in range(3):\n    print(i)", "line 3 calls print()"),
        ("for i in range(3):\n    x = 1\nelse:\n    x = 2", "it has an else"),
        ("for i in range(3):\n    while x: pass\n    else: break", "line 3 has an else"),
        (
            "for i in [1, 2]:\n    x = i",
            "it goes through no range, and nothing that may be an array",
        ),
        ("for a, b in zip(x, y):\n    c = a\nelse:\n    c = 2", "it has an else"),
        ("while x:\n    x -= 1\n    print(x)", "line 4 calls print()"),
        ("while x:\n    x = 1\nelse:\n    x = 2", "it has an else"),
        ("async def f():\n    pass\nfor i in range(3):\n    g = (yield)", "line 5 waits or yields"),
    ],
)
def test_loops_that_stay_say_why(loop, reason):
    text = f"import numpy\n{loop}\n"
    found = rewrite(text, to="jax", compile=["auto"], filename="sim.py")
    notes = [note.partition(": ")[2] for note in found.notes]
    assert notes == [f"the loop is not compiled: {reason}"]
    assert "_loop" not in found.code


PROGRAMS = {
    "break": "n = 0\nfor i in range(9):\n    n += i\n    if n > 10: break\n",
    "continue": "n = 0\nfor i in range(9):\n    if i % 2: continue\n    n += i\n",
    "no round": "n = 0\nfor i in range(0):\n    n += i\n",
    "one line": "n = 0\nfor i in range(3): n += i; m = n\n",
    "nested": "s = []\nfor i in range(4):\n    for j in range(i):\n        if j == 2: break\n"
    "        s.append((i, j))\n",
    "names": "for i in range(3):\n    a, (b, *c) = i, (1, 2, 3)\n    for d in c: pass\n",
    "walrus": "for i in range(3):\n    s = [(last := j) for j in range(i + 1)]\n",
    "functions": "for i in range(3):\n    def f(x): return x + i\n    class A: k = i\n"
    "n, k = f(1), A.k\nname = f.__qualname__\ndel f, A\n",
    "except": "for i in range(3):\n    try: 1 / (i - 1)\n    except ArithmeticError as e:\n"
    "        s = str(e)\n    else:\n        t = i\n",
    "match": "for i in range(3):\n    match (i, 2):\n        case (a, b) if a: n = a + b\n",
    "target": "x = [0, 0]\nfor x[1] in range(4):\n    x[0] += x[1]\n",
    "its names": "rounds = 5\n_loop = 2\nfor i in range(rounds):\n    n = rounds + i + _loop\n",
    "script": "n = 0\nif __name__ == '__main__':\n\n    for i in range(5): n += i\n    n *= 2\n",
    "lambda": "s = []\nfor i in range(3):\n    s += [lambda: i]\ns = [f() for f in s]\n",
    "zip": "n = 0\nx, y = [1, 2, 3], (4, 5, 6, 7)\nfor a, b in zip(x, y):\n    n += a * b\n",
    "zip, left": "n = 0\nx = [1, 2, 3]\nfor a, b in zip(x, x[1:], strict=False):\n    n += a\n"
    "    if b > 2: break\n",
    "zip on lines": "n = 0\nx = [1, 2, 3]\nfor a, b in zip(  # pairs\n    x,\n    x,  # again\n):\n"
    "    n += a * b\n",
    "zip of iterators": "x = iter([1, 2, 3, 4])\ns = []\nfor a, b in zip(x, x):\n"
    "    s.append((a, b))\n",
    "enumerate": "s = []\nfor i, (a, b) in enumerate({1: 2, 3: 4}.items(), start=2):\n"
    "    if i == 9: continue\n    s += [i, a, b]\n",
    "a zip of one's own": "zip = lambda x, y: [x, y]\nn = 0\nfor a in zip(3, 4):\n    n += a\n"
    "del zip\n",
    "a list": "x, s = [1, 2], []\nfor i in x:\n    s.append(i)\n    if i < 9: x.append(i + 5)\n",
    "a slice": "x, s = [1, 2, 3], []\nfor i in x[1:]:\n    s.append(i)\n",
    "while": "n = 1\nwhile n < 99: # rounds\n    # doubled\n    n *= 2\n    # done\nm = n\n",
    "while, one line": "n, m = 1, 0\nwhile n < 99: n *= 2; m += 1\n",
    "while, nothing to do": "n = 1\nwhile n < 0:\n    n = 2\n",
    "while, break and continue": "n = k = 0\nwhile True:\n    n += 1\n    if n % 2: continue\n"
    "    for j in range(9):\n        if j > n: break\n        k += j\n    if k > 50: break\n",
    "while, a condition with an effect": "s = [3, 2, 1]\nwhile s and (last := s.pop()) < 3:\n"
    "    n = last\n",
    "while, a condition on lines": "n = k = 0\nwhile (n < 7\n       or k < 5):\n"
    "    n += 1; k += 2\n",
    "while, either": "n = 5\nwhile n - 3 if n > 4 else n:\n    n -= 1\n",
    "while, not": "n = 5\nwhile not n < 3:\n    n -= 1\n",
    "while, script": "n = 9\nif __name__ == '__main__':\n    while n:\n        n -= 1\n"
    "    n += 4\n",
    "while, tabs": "n = 0\nwhile n < 9:\n\tif n:\n\t\tn += 1\n\tn += 1\n",
    "tabs": "n = 0\nfor i in range(3):\n\tif i:\n\t\tn += i\n",
}


class _Stub:
    """Stands for the core: watched functions are called in parts, and nothing is compiled."""

    def __init__(self):
        self.loops = 0

    def compile_automatically(self, target=None, *, in_parts=False, source=None):
        if not in_parts:
            return target

        def decorator(function):
            self.loops += 1
            if source is not None:
                assert f"def {function.__name__}(" in source

            def call(rounds, *operands, **options):
                if operands:
                    rounds = rounds(*operands, **options)
                if type(rounds) is not range:
                    return function(rounds)
                for at in range(0, len(rounds), 2):
                    if function(rounds[at : at + 2]):
                        return True
                return False

            return call

        return decorator


def left_by(code, stub=None):
    """Return the plain values that a program leaves in its names."""
    scope = {"__name__": "__main__"}
    if stub is not None:
        scope["__import__"] = lambda name: stub
    exec(code, scope)
    kept = int | str | float | list | tuple
    return {k: v for k, v in scope.items() if isinstance(v, kept) and not k.startswith("_")}


@pytest.mark.parametrize("name", PROGRAMS)
def test_outlined_loops_do_the_same(name):
    """As text, and as the tree that runs, where every statement is on its line."""
    program = "\n\n\n" + PROGRAMS[name]
    expected = left_by(program)
    text = rewrite("import numpy\n" + program, to="jax", compile=["auto"]).code
    assert "@ivy_core.compile_automatically(in_parts=True)" in text
    text = "".join(line for line in text.splitlines(True) if not line.startswith("import"))
    stub = _Stub()
    text = text.replace('ivy_core.set_backend("jax")\n', "").replace("ivy_core", "__import__('')")
    assert left_by(text, stub) == expected and stub.loops == 1
    tree, stub = ast.parse(program), _Stub()
    compile_tree(tree, Module(program, "sim.py"), ["auto"], "")
    code = compile(tree, "sim.py", "exec")
    assert left_by(code, stub) == expected and stub.loops == 1


def test_the_tree_keeps_lines():
    program = "\n\n\nx = [1]\nfor i in range(3):\n    y = 1\n    x[i] += 1\n"
    tree = ast.parse(program)
    compile_tree(tree, Module(program, "sim.py"), ["auto"], "")
    scope = {"__name__": "__main__", "__import__": lambda name: _Stub()}
    with pytest.raises(IndexError) as caught:
        exec(compile(tree, "sim.py", "exec"), scope)
    lines = [frame.lineno + 1 for frame in caught.traceback if str(frame.path).endswith("sim.py")]
    assert lines == [5, 7]
    [found] = outlined_loops(Module(program, "sim.py"), set(), [])
    assert found.function.splitlines()[found.header].strip() == "for i in rounds:"


@pytest.mark.parametrize(
    ("loop", "lines"),
    [
        ("while (n\n       and x[n]):\n    n += 1\n", [6, 7]),
        ("while n < 9:\n    n += 1\n    x[n]\n", [6, 8]),
        ("while x[n]: n += 1\n", [6, 6]),
        ("while n < 9: n += x[n]\n", [6, 6]),
    ],
)
def test_the_tree_keeps_lines_of_a_loop_until_something_holds(loop, lines):
    program = f"\n\n\nx = [1, 1, 1]\nn = 1\n{loop}"
    tree = ast.parse(program)
    compile_tree(tree, Module(program, "sim.py"), ["auto"], "")
    scope = {"__name__": "__main__", "__import__": lambda name: _Stub()}
    with pytest.raises(IndexError) as caught:
        exec(compile(tree, "sim.py", "exec"), scope)
    found = [frame.lineno + 1 for frame in caught.traceback if str(frame.path).endswith("sim.py")]
    assert found == lines


@pytest.mark.parametrize("script", ["", "if __name__ == '__main__':\n    "])
@pytest.mark.parametrize(
    "loop", ["while n < 9:\n{0}    n += 1\n{0}    x[n]\n", "while n < 9: n += x[n]\n",
             "for n in range(9): x[n]\n", "for n in range(9):\n{0}    x[n]\n"],
)  # fmt: skip
def test_a_loop_in_the_first_lines_is_a_function_too(loop, script):
    """The function's text has lines above the loop that the file has no room for."""
    begin = script or "x = [1, 1, 1]; n = 1\n"
    program = begin + loop.format("    " if script else "")
    tree, line = ast.parse(program), 2
    compile_tree(tree, Module(program, "sim.py"), ["auto"], "")
    stub = _Stub()
    scope = {"__name__": "__main__", "__import__": lambda name: stub, "x": [1, 1, 1], "n": 1}
    with pytest.raises(IndexError) as caught:
        exec(compile(tree, "sim.py", "exec"), scope)
    assert stub.loops == 1
    found = [frame.lineno + 1 for frame in caught.traceback if str(frame.path).endswith("sim.py")]
    assert found[0] == line and found[-1] == len(program.splitlines())


def test_nothing_is_executed():
    text = "import numpy\nraise SystemExit\nfor i in range(1 / 0):\n    x = i\n"
    assert "_loop(range(1 / 0))" in compiled(text, "auto")
    with pytest.raises(TranspileError, match="cannot name a function"):
        compiled(text, "__import__('os')")


# what runs

SCRIPT = dedented(
    """
    import sys
    import numpy as np
    import ivy_core
    from ivy_core.compilation.auto import watching

    watching.Budget.allows = watching.Budget.pays = lambda self, *seconds: True
    watching.Budget.expected = lambda self, function: 0.0
    watching.Budget.wait = lambda self, cost: 0.0
    watching.MOST_COMPILED_BY_EAGER, watching.LOOP_PART_SECONDS = float("inf"), 0.0

    u = np.linspace(0.0, 1.0, 50)


    def smooth(u):
        for _ in range(20):
            u[1:-1] = 0.5 * (u[2:] + u[:-2])
        return u.sum()


    def tell(u):
        print("sum", u.sum() > 24.0)


    def slow(u):
        return u.tolist()


    class Plate:
        def __init__(self):
            self.u = np.ones(4)

        def cool(self, rate):
            self.u *= rate
            return self.u


    for k in range(8):
        smooth(u), slow(u)
    tell(u), tell(u), tell(u), tell(u)
    plate = Plate()
    for k in [0] * 8:
        kept = plate.cool(0.5)
        same = kept is plate.u
    total, count = 0.0, 0
    for k in range(400):
        u[1:] += 0.01 * u[:-1]
        total += u[k % 50]
        count += 1
        if total > 300.0:
            break
    print(round(float(total), 6), count, k, type(count).__name__, same, plate.u)
    change, sweeps = 1.0, 0
    while change > 1e-4 and sweeps < 5000:
        before = u.copy()
        u[1:-1] = 0.5 * (u[2:] + u[:-2])
        change = np.abs(u - before).max()
        sweeps += 1
    print(sweeps, type(sweeps).__name__, round(float(change), 9), type(change).__name__)
    """
)


def by_command(*arguments, cwd):
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY), "TF_CPP_MIN_LOG_LEVEL": "3"}
    command = [sys.executable, "-m", "transpile", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment, cwd=cwd, timeout=120
    )


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """Return what the script prints with NumPy."""
    script = tmp_path_factory.mktemp("plain") / "sim.py"
    script.write_text("".join(x for x in SCRIPT.splitlines(True) if "watching" not in x))
    printed = io.StringIO()
    with redirect_stdout(printed):
        runpy.run_path(str(script), run_name="__main__")
    return printed.getvalue()


def test_auto_runs_and_reports(expected, tmp_path):
    (tmp_path / "sim.py").write_text(SCRIPT)
    done = by_command(
        "sim.py", "--to", "jax", "--run", "--compile", "auto", "--compile-report", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == expected
    rows = {line.split()[0]: line for line in done.stderr.splitlines() if line.strip()}
    for name in ("smooth", "Plate.cool", "_loop_2", "_loop_3"):
        assert " compiled " in rows[name] and " ms" in rows[name], done.stderr
    for name, reason in {"tell": "print() may do more", "slow": "sim.py:25: "}.items():
        assert " ran eagerly " in rows[name] and reason in done.stderr
    for line in (45, 52):  # of loops in the user's file
        assert f"sim.py:{line}: rolled" in done.stderr


def test_names_run_compiled_and_are_reported(tmp_path):
    (tmp_path / "helper.py").write_text("import numpy as np\n\n\ndef half(x):\n    return x / 2\n")
    (tmp_path / "sim.py").write_text(
        "import numpy as np\nfrom helper import half\n\n\ndef add(x):\n    for _ in range(9):\n"
        "        x += half(x)\n\n\nx = np.ones(2)\nadd(x), add(x)\nprint(x)\n"
    )
    done = by_command(
        "sim.py", "--to", "jax", "--run", "--compile", "add", "--compile-report", cwd=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"{__import__('numpy').ones(2) * 1.5**18}\n"
    [row] = [line for line in done.stderr.splitlines() if line.strip().startswith("add")]
    assert row.split()[:3] == ["add", "compiled", "2"] and "sim.py:5" in row
    assert "sim.py:6: " in done.stderr


def test_tracebacks_are_those_of_the_script(tmp_path):
    (tmp_path / "sim.py").write_text(
        "import numpy as np\n\n\ndef first(x):\n    return x[5]\n\n\n"
        "for i in range(3):\n    first(np.ones(i + 1))\n"
    )
    done = by_command("sim.py", "--to", "numpy", "--run", "--compile", "auto", cwd=tmp_path)
    lines = [line.strip() for line in done.stderr.splitlines() if "sim.py" in line]
    assert [line.partition("line ")[2].partition(",")[0] for line in lines] == ["8", "9", "5"]
    assert done.returncode == 1 and "watching.py" not in done.stderr
    assert "IndexError: index 5 is out of bounds" in done.stderr.splitlines()[-1]


def test_written_file_runs_on_its_own(backend, expected, tmp_path, monkeypatch):
    for owner, name in (
        (watching.Budget, "allows"),
        (watching.Budget, "expected"),
        (watching.Budget, "wait"),
        (watching.Budget, "pays"),
        (watching, "MOST_COMPILED_BY_EAGER"),
        (watching, "LOOP_PART_SECONDS"),
    ):
        monkeypatch.setattr(owner, name, getattr(owner, name))  # which the script changes
    path = tmp_path / "sim_written.py"
    path.write_text(rewrite(SCRIPT, to=backend, compile=["auto"], filename=str(path)).code)
    monkeypatch.syspath_prepend(tmp_path)
    printed = io.StringIO()
    try:
        with redirect_stdout(printed):
            importlib.import_module("sim_written")
        records = [each for each in ivy.compilation_records() if each.file == str(path)]
        status = {record.name: record.status for record in records}
    finally:
        sys.modules.pop("sim_written", None)
        ivy.unset_backend()
    assert printed.getvalue() == expected
    if backend != "numpy":
        names = ("smooth", "Plate.cool", "_loop_2", "_loop_3")
        assert {status[name] for name in names} == {"compiled"}
        assert status["tell"] == "ran eagerly"
    else:
        assert set(status.values()) == {"ran eagerly"}
