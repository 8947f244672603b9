"""``--run`` and `import_hook`, with stand-ins for the core and the NumPy frontend."""

import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"))
        return path

    return write


def _run(*command, cwd, env, stdin=b"", **options):
    return subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=cwd,
        env=env,
        input=stdin,
        capture_output=True,
        timeout=60,
        **options,
    )


def _ends(done):
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_script_runs_rewritten_and_only_compiled_code_is_written(transpile, write, tmp_path):
    script = write(
        "sim.py",
        """
        import sys, numpy as np
        import numpy.linalg
        from helper import where
        import package.inner
        print(np.name, np.backend(), numpy.linalg.norm, where, package.inner.name)
        print(__name__, __file__, sys.argv, sys.path[0], __spec__, sys.modules['__main__'].np is np)
    """,
    )
    write("helper.py", "from numpy import name as where\n")
    write("package/__init__.py", "")
    write("package/inner.py", "name = __import__('numpy.lib.deep').lib.deep.here\n")
    before = _files(tmp_path)
    done = transpile("sim.py", "--to", "numpy", "--run", "--", "--to", "x", "-")
    assert done.stderr == b""
    assert done.stdout.decode().splitlines() == [
        "fake numpy numpy fake norm fake numpy True",
        f"__main__ {script} ['sim.py', '--to', 'x', '-'] {tmp_path} None True",
    ]
    written = {name.partition(".transpile-")[0] for name in _files(tmp_path) - before}
    tag = sys.implementation.cache_tag
    assert (done.returncode, written) == (
        0,
        {
            f"__pycache__/helper.{tag}",
            f"package/__pycache__/__init__.{tag}",
            f"package/__pycache__/inner.{tag}",
        },
    )


def _files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


# compiled code


def test_neither_python_nor_transpile_believes_the_others_bytecode(write, environment, tmp_path):
    write("sim.py", "import helper\nprint(helper.name)\n")
    write("helper.py", "try:\n    from numpy import name\nexcept ImportError:\n    name = 'real'\n")
    plain = ["sim.py"]
    rewritten = ["-m", "transpile", "sim.py", "--to", "numpy", "--run"]
    for command, output in [(plain, b"real\n"), (rewritten, b"fake numpy\n")] * 2:
        done = _run(*command, cwd=tmp_path, env=environment)
        assert done.stdout == output, done.stderr
    assert len(list(tmp_path.glob("__pycache__/helper.*"))) == 2


@pytest.fixture
def load(write, environment, forked, tmp_path):
    """Return a function that imports `helper` rewritten in a new process, and what it prints.

    `before` runs in that process first. "compiled" is printed where the helper was.
    """

    def load(before="", **env):
        write(
            "use.py",
            """
            import sys
            from transpile.run import hook
            compile_rewritten = hook.compile_rewritten
            def compiling(*args, **kwargs):
                print("compiled", end=" ")
                return compile_rewritten(*args, **kwargs)
            hook.compile_rewritten = compiling
            exec(sys.argv[1])
            options = {"sources": ["numpy"]} if "from numpy" in sys.argv[1] else {}
            with hook.import_hook(to="numpy", roots=["lib"], **options):
                sys.path.insert(0, "lib")
                import helper
            print(helper.text, helper.__cached__)
        """,
        )
        if env:  # Python reads them when it starts
            done = _run("use.py", before, cwd=tmp_path, env=environment | env)
        else:
            done = forked.run(["use.py", before], tmp_path, environment)
        assert done.stderr == b""
        return done.stdout.decode().split()

    return load


def test_compiled_code_is_kept_and_used(load, write, tmp_path):
    write("lib/helper.py", "import numpy as np\ntext = 'old', np.name\n".replace("'old', ", ""))
    first, second = load(), load()
    cached = tmp_path / first[-1]
    assert first == ["compiled", "fake", "numpy", first[-1]]
    assert second == first[1:]
    assert cached.is_file() and cached.parent == tmp_path / "lib/__pycache__"
    assert sorted(path.name for path in cached.parent.iterdir()) == [cached.name]


def test_compiled_code_follows_the_source_even_within_its_time_and_size(load, write):
    source = write("lib/helper.py", "import numpy\ntext = 'one'\n")
    status = source.stat()
    assert load()[:2] == ["compiled", "one"]
    source.write_text("import numpy\ntext = 'two'\n")
    os.utime(source, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert load()[:2] == ["compiled", "two"]
    assert load()[:1] == ["two"]


def test_compiled_code_follows_the_rewriter_the_options_and_the_place(load, write, tmp_path):
    write("lib/helper.py", "import numpy\ntext = 'here'\n")
    assert load()[0] == "compiled"
    assert load("hook._compiler_digest = lambda: b'another rewriter'")[0] == "compiled"
    assert load()[0] == "compiled"  # it took the other's place
    assert load("# from numpy")[0] == "compiled"
    assert load("# from numpy")[0] == load()[0] == "here"  # options have places of their own
    (tmp_path / "moved").mkdir()
    (tmp_path / "lib").rename(tmp_path / "moved" / "lib")
    done = load("import os; os.chdir('moved')")
    assert done[:2] == ["compiled", "here"]  # tracebacks name the file: it is another now


def test_compiled_code_follows_the_modules_of_the_frontends(load, write, fakes):
    """An import of a module that a frontend lacks stays as it is, until the frontend has it."""
    write("lib/helper.py", "import numpy\ntext = 'here'\n")
    assert load()[0] == "compiled"
    assert load()[0] == "here"
    added = fakes / "frontends" / "numpy" / "added.py"
    added.write_text("")
    try:
        assert load()[0] == "compiled"
        assert load()[0] == "here"
    finally:
        added.unlink()


@pytest.mark.parametrize("broken", [b"", b"no code", None])
def test_compiled_code_that_is_broken_is_made_anew(load, write, broken, tmp_path):
    write("lib/helper.py", "import numpy\ntext = 'here'\n")
    cached = tmp_path / load()[-1]
    good = cached.read_bytes()
    cached.write_bytes(good[:-5] if broken is None else broken)
    assert load()[:2] == ["compiled", "here"]
    assert cached.read_bytes() == good


def test_compiled_code_is_not_written_where_it_must_not_be(load, write, tmp_path):
    write("lib/helper.py", "import numpy\ntext = 'here'\n")
    (tmp_path / "lib").chmod(0o555)  # even root, who could, leaves it alone
    try:
        assert load()[:2] == load()[:2] == ["compiled", "here"]
    finally:
        (tmp_path / "lib").chmod(0o755)
    assert load(PYTHONDONTWRITEBYTECODE="1")[0] == "compiled"
    assert _files(tmp_path / "lib") == {"helper.py"}
    assert load(PYTHONPYCACHEPREFIX="cache")[0] == "compiled"
    assert load(PYTHONPYCACHEPREFIX="cache")[0] == "here"
    assert _files(tmp_path / "lib") == {"helper.py"}


def test_compiled_code_takes_the_permissions_of_its_source(load, write, tmp_path):
    source = write("lib/helper.py", "import numpy\ntext = 'here'\n")
    source.chmod(0o600)
    assert stat.S_IMODE((tmp_path / load()[-1]).stat().st_mode) == 0o600


def test_processes_that_start_together_write_one_whole_file(write, environment, tmp_path):
    write("sim.py", "import helper\nprint(len(helper.rows))\n")
    write("helper.py", "import numpy\nrows = [\n" + "    [numpy.pi, 1.5],\n" * 3000 + "]\n")
    command = [sys.executable, "-m", "transpile", "sim.py", "--to", "numpy", "--run"]
    options = {"cwd": tmp_path, "env": environment, "stdout": subprocess.PIPE}
    together = [subprocess.Popen(command, **options) for _ in range(4)]
    assert [process.communicate(timeout=60)[0] for process in together] == [b"3000\n"] * 4
    [cached] = (tmp_path / "__pycache__").iterdir()
    assert _run(*command[1:], cwd=tmp_path, env=environment).stdout == b"3000\n"


# what a program sees and how it ends


# Each prints and ends as it does without transpile. They use no framework.
SAME = {
    "exit code": "raise SystemExit(7)",
    "exit without a code": "import sys; sys.exit()",
    "exit with a text": "raise SystemExit('bye')",
    "exit with an object": "raise SystemExit([1, 2])",
    "exit by os": "import os; os._exit(9)",
    "exception": "def f(): 1 / 0\n\nf()",
    "exceptions chained": (
        "try:\n    1 / 0\nexcept ZeroDivisionError as e:\n    raise KeyError() from e"
    ),
    "exception group": "raise ExceptionGroup('two', [ValueError(1), OSError(2)])",
    "excepthook": "import sys\nsys.excepthook = lambda *e: print('mine', *e[:2])\n1 / 0",
    "excepthook that exits": "import sys\nsys.excepthook = lambda *e: sys.exit(9)\n1 / 0",
    "excepthook that fails": "import sys\ndef hook(*e): len(0)\nsys.excepthook = hook\n1 / 0",
    "interrupt": (
        "import atexit, os, signal\natexit.register(print, 'last')\n"
        "os.kill(os.getpid(), signal.SIGINT)"
    ),
    "interrupt caught": (
        "import os, signal\ntry:\n    os.kill(os.getpid(), signal.SIGINT)\n    signal.pause()\n"
        "except KeyboardInterrupt:\n    print('caught')"
    ),
    "terminated": "import os, signal\nos.kill(os.getpid(), signal.SIGTERM)",
    "killed": "import os, signal\nprint('x', flush=True)\nos.kill(os.getpid(), signal.SIGKILL)",
    "signal handled": (
        "import os, signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(3))\n"
        "os.kill(os.getpid(), signal.SIGTERM)"
    ),
    "threads that outlive it": (
        "import atexit, threading, time\natexit.register(print, 'exit')\n"
        "def work():\n    time.sleep(0.2)\n    print(__name__, work.__module__)\n"
        "threading.Thread(target=work).start()\nprint('end')"
    ),
    "thread that fails": (
        "import threading\nthreading.Thread(target=lambda: 1 / 0, name='t').start()"
    ),
    "main module": (
        "import sys\nx: int = 1\nprint(sorted(vars()), __annotations__, __file__, __doc__)\n"
        "print(__name__, __spec__, __package__, __cached__, sys.argv, sys.path[0])"
    ),
    "pickles": (
        "import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))) is A)\n"
        "import __main__\nprint(__main__.A is A, A.__module__)"
    ),
    "its own source": (
        "import inspect, sys\ndef f():\n    return 1\n\nprint(inspect.getsource(f))\n"
        "print(inspect.getsource(sys.modules['__main__'])[:6])"
    ),
    "standard input": "import sys\nprint(sys.stdin.read(), input.__name__)",
    "post mortem": (
        "import atexit, sys\natexit.register(lambda: print(sys.last_type, sys.last_value, "
        "sys.last_traceback.tb_lineno, sys.last_traceback.tb_next))\n1 / 0"
    ),
    "warning": "import warnings\ndef f(): warnings.warn('deep', stacklevel=2)\nf()",
}


USUAL = (
    "exit with a text",
    "exceptions chained",
    "excepthook that fails",
    "interrupt",
    "terminated",
    "threads that outlive it",
    "main module",
    "pickles",
    "post mortem",
)


def only_with_full(params):
    """Return whether a case is for ``--full`` alone: each takes two processes, or imports JAX.

    What a mode leaves of a trace depends on no backend, so that JAX has one of them; "ivy" is
    handed to the core as "full" is, and which frames it leaves is tested there.
    """
    of_jax = params.get("to") == "jax" and params.get("mode") != "frontend"
    is_like_full = params.get("mode") == "ivy"
    return params.get("same", USUAL[0]) not in USUAL or of_jax or is_like_full


@pytest.mark.parametrize("same", SAME)
def test_program_prints_and_ends_as_without_transpile(transpile, write, environment, same):
    script = write("sim.py", SAME[same] + "\n")
    plain = _run("sim.py", cwd=script.parent, env=environment, stdin=b"typed\n")
    rewritten = transpile("sim.py", "--to", "numpy", "--run", stdin=b"typed\n", started=True)
    assert _ends(rewritten) == _ends(plain)


def test_debugger_shows_the_original_and_steps_through_it(transpile, write, tmp_path):
    write(
        "sim.py",
        """
        import numpy as np
        def f(x):
            y = x + 1
            breakpoint()
            return y
        print(f(np.pi))
    """,
    )
    commands = b"p y, np.name\nw\ns\nl\nb 6\nup\np __name__\nc\n"
    done = transpile("sim.py", "--to", "numpy", "--run", stdin=commands, started=True)
    shown = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    for text in (
        f"> {tmp_path}/sim.py(5)f()\n-> return y",
        "(Pdb) (4, 'fake numpy')",
        f"  {tmp_path}/sim.py(6)<module>()\n-> print(f(np.pi))",
        "  1  \timport numpy as np",
        "(Pdb) '__main__'",
        "(Pdb) 4\n",
    ):
        assert text in shown


def test_folder_with_a_main_runs_as_with_python(write, environment, tmp_path):
    main = "import sys, part\nprint(__name__, sys.argv, sys.path[0], part.name)\n"
    part = "try:\n    from numpy import name\nexcept ImportError:\n    name = 'real'\n"
    write("app/__main__.py", main)
    write("app/part.py", part)
    plain = _run("app", "x", cwd=tmp_path, env=environment)
    run = ["-m", "transpile", "app", "--to", "numpy", "--run", "--", "x"]
    rewritten = _run(*run, cwd=tmp_path, env=environment)
    shown = plain.stdout.decode().replace("real", "fake numpy")
    shown = shown.replace(" app ", f" {tmp_path / 'app'} ")
    assert shown.startswith("__main__ ['app', 'x'] ")
    assert _ends(rewritten) == (0, shown, "")


# processes


CHILDREN = """
    import multiprocessing, sys
    import numpy as np
    from helper import name

    def child(queue, depth):
        if depth:
            start(queue, depth - 1)
        is_main = sys.modules["__main__"].np is np
        queue.put((depth, np.name, np.backend(), name, __name__, sys.argv[1:], is_main))

    def start(queue, depth):
        context = multiprocessing.get_context(sys.argv[1])
        process = context.Process(target=child, args=(queue, depth))
        process.start()
        process.join()

    if __name__ == "__main__":
        queue = multiprocessing.get_context(sys.argv[1]).SimpleQueue()
        start(queue, 1)
        print(queue.get(), queue.get(), sep="\\n")
"""


@pytest.mark.parametrize("as_module", [False, True])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_child_processes_and_theirs_are_rewritten(transpile, write, method, as_module):
    write("app.py", CHILDREN)
    write("helper.py", "from numpy import name\n")
    program = ["-m", "app"] if as_module else ["--run", "app.py"]
    done = transpile("--to", "numpy", *program, "--", method, started=True)
    main = "__main__" if method == "fork" else "__mp_main__"
    assert _ends(done) == (
        0,
        "".join(
            f"({depth}, 'fake numpy', 'numpy', 'fake numpy', '{main}', ['{method}'], True)\n"
            for depth in (0, 1)
        ),
        "",
    )


# modules


@pytest.fixture
def package(write):
    write("app/__init__.py", "import numpy as np\n")
    write("app/__main__.py", "import sys\nprint(__name__, __package__)\nsys.exit(4)\n")
    write(
        "app/tool.py",
        """
        import sys
        import numpy
        from . import np
        from .sub.deep import name
        print(numpy.__name__, np is numpy, name)
        print(__name__, __package__, __spec__.name, __file__, sys.argv, sys.path[0])
        if len(sys.argv) > 2:
            raise LookupError("asked for")
    """,
    )
    write("app/sub/__init__.py", "")
    write("app/sub/deep.py", "from .. import np\nname = np.__name__\n")


@pytest.mark.parametrize("arguments", [["x"], ["x", "y"], ["-v"]])
def test_module_runs_as_with_python(package, transpile, environment, tmp_path, arguments):
    plain = _run("-m", "app.tool", *arguments, cwd=tmp_path, env=environment)
    rewritten = transpile("-m", "app.tool", "--to", "numpy", "--", *arguments)
    code, stdout, stderr = _ends(plain)
    runpy = [line for line in stderr.splitlines(True) if "runpy" in line]
    for line in runpy:
        stderr = stderr.replace(line, "")
    stdout = stdout.replace("numpy True numpy", "frontends.numpy True frontends.numpy")
    assert (code, len(runpy)) == ((1, 2) if len(arguments) > 1 else (0, 0))
    assert _ends(rewritten) == (code, stdout, stderr)


def test_package_runs_by_its_main(package, transpile):
    assert _ends(transpile("-m", "app", "--to", "numpy")) == (4, "__main__ app\n", "")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nothing", "nothing: no such module"),
        ("app.nothing", "app.nothing: no such module"),
        ("app.tool.nothing", "app.tool.nothing: no such module"),
        ("app.sub", "app.sub: is a package without a __main__"),
        ("sys", "sys: cannot be run as a module"),
    ],
)
def test_module_that_cannot_run(package, transpile, name, message):
    done = transpile("-m", name, "--to", "numpy")
    assert done.stderr.decode().splitlines() == [f"transpile: {message}"]
    assert done.returncode == 2


def test_module_whose_package_fails_shows_why(write, transpile, tmp_path):
    path = write("app/__init__.py", "import numpy\nimport no_such_module\n")
    write("app/tool.py", "")
    done = transpile("-m", "app.tool", "--to", "numpy")
    lines = done.stderr.decode().splitlines()
    assert lines[-3:] == [
        f'  File "{path}", line 2, in <module>',
        "    import no_such_module",
        "ModuleNotFoundError: No module named 'no_such_module'",
    ]
    assert done.returncode == 1


# tracebacks


def test_traceback_shows_the_script_as_its_author_wrote_it(transpile, write, tmp_path):
    script = write(
        "sim.py",
        """
        from numpy import (  # several
            name,

            fail,
        )
        import helper; helper.go(name)
    """,
    )
    helper = write(
        "helper.py",
        """
        import numpy.linalg, \\
            numpy.lib

        def go(x):
            try:
                numpy.fail()
            except ValueError as error:
                raise KeyError("gone") from error
    """,
    )
    done = transpile("sim.py", "--to", "numpy", "--run")
    numpy_file = [line for line in done.stderr.decode().splitlines() if "frontends" in line]
    expected = f"""\
Traceback (most recent call last):
  File "{helper}", line 6, in go
    numpy.fail()
{numpy_file[0]}
    raise ValueError("no such axis")
ValueError: no such axis

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "{script}", line 6, in <module>
    import helper; helper.go(name)
                   ^^^^^^^^^^^^^^^
  File "{helper}", line 8, in go
    raise KeyError("gone") from error
KeyError: 'gone'
"""
    assert done.returncode == 1
    assert done.stderr.decode() == expected


def test_traceback_marks_no_wrong_words_on_a_rewritten_line(transpile, write, tmp_path):
    script = write("sim.py", "import numpy as np; np.nothing\n")
    done = transpile("sim.py", "--to", "numpy", "--run")
    assert done.stderr.decode().splitlines()[:3] == [
        "Traceback (most recent call last):",
        f'  File "{script}", line 1, in <module>',
        "    import numpy as np; np.nothing",
    ]
    assert done.stderr.decode().splitlines()[3].startswith("AttributeError")


def test_import_that_fails_looks_as_without_transpile(transpile, write, tmp_path):
    script = write("sim.py", "import helper\n")
    helper = write("helper.py", "import numpy\n\nimport no_such_module\n")
    done = transpile("sim.py", "--to", "numpy", "--run")
    assert done.stderr.decode() == (
        f'Traceback (most recent call last):\n  File "{script}", line 1, in <module>\n'
        f'    import helper\n  File "{helper}", line 3, in <module>\n    import no_such_module\n'
        "ModuleNotFoundError: No module named 'no_such_module'\n"
    )


def test_syntax_error_in_an_imported_module_is_pythons_own(transpile, write, tmp_path):
    script = write("sim.py", "import helper\n")
    helper = write("helper.py", "import numpy\nx = (\n")
    done = transpile("sim.py", "--to", "numpy", "--run")
    assert done.returncode == 1
    assert done.stderr.decode() == (
        f'Traceback (most recent call last):\n  File "{script}", line 1, in <module>\n'
        f'    import helper\n  File "{helper}", line 2\n    x = (\n        ^\n'
        "SyntaxError: '(' was never closed\n"
    )


@pytest.mark.parametrize(
    ("text", "code", "stderr"),
    [
        ("import numpy\nx = (", 2, "transpile: sim.py:2:5: '(' was never closed\n"),
        ("import numpy\nreturn", 2, "transpile: sim.py:2:1: 'return' outside function\n"),
        ("import torch", 2, "transpile: {0}:1: frontends.torch cannot be imported yet\n"),
        ("import helper", 2, "transpile: {1}:2: frontends.torch cannot be imported yet\n"),
        ("try:\n    import torch\nexcept ImportError:\n    torch = None\n", 0, ""),
    ],
)
def test_script_that_cannot_run(transpile, write, text, code, stderr):
    script = write("sim.py", text)
    helper = write("helper.py", "x = 1\nimport torch.nn\n")
    done = transpile("sim.py", "--to", "numpy", "--run")
    assert _ends(done) == (code, "", stderr.format(script, helper))


SETTERS = """
given = []
set_default_device = set_default_float_dtype = set_exception_trace_mode = given.append
"""


def test_options_reach_the_core(transpile, write, fakes):
    write("sim.py", "import numpy, ivy_core\nprint(ivy_core.given, numpy.backend())\n")
    core = fakes / "ivy_core/__init__.py"
    core.write_text(core.read_text() + SETTERS)
    options = ["--device", "gpu:0", "--default-dtype", "float32", "--trace-mode", "full"]
    done = transpile("sim.py", "--to", "numpy", "--run", *options)
    assert _ends(done) == (0, "['gpu:0', 'float32', 'full'] numpy\n", "")


ROOMS = """
import numpy as np
from helper import settled

print(settled(np.array([20.0, 90.0, 40.0])))
"""
HELPER = """
import numpy as np

def settled(temperatures):
    return temperatures + np.ones(2)
"""


@pytest.mark.parametrize(
    ("mode", "command"),
    [
        ("full", ["rooms.py", "--run"]),
        ("ivy", ["rooms.py", "--run"]),
        ("frontend", ["rooms.py", "--run"]),
        ("frontend", ["-m", "rooms"]),
    ],
)
def test_trace_modes(write, tmp_path, mode, command):
    script, helper = write("rooms.py", ROOMS), write("helper.py", HELPER)
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("IVY_")}
    environment["PYTHONPATH"] = str(REPOSITORY)
    command = ["-P", "-m", "transpile", *command, "--to", "numpy", "--trace-mode", mode]
    done = _run(*command, cwd=tmp_path, env=environment)
    lines = done.stderr.decode().splitlines()
    files = [line.split('"')[1] for line in lines if line.startswith("  File ")]
    users = files.index(str(script))  # what the error came from stands before it
    assert (done.returncode, done.stdout, files[users + 1]) == (1, b"", str(helper))
    assert not any(f"{REPOSITORY}/transpile/" in file for file in files)
    # Which frames of the core go in which mode is for the core's own tests.
    assert any("/frontends/numpy/" in file for file in files)
    assert any("/ivy_core/" in file for file in files) == (mode != "frontend")
    hint = f"<stack trace is truncated to {mode} specific files"
    assert any(line.startswith(hint) for line in lines) == (mode == "frontend")


TORCH_ROOMS = """
import torch
import helper

print(helper.settled(torch.ones(3, requires_grad=True)))
"""
TORCH_HELPER = """
import torch


def settled(temperatures):
    return torch.matmul(temperatures, torch.ones(2, 2))
"""


@pytest.mark.parametrize("mode", ["full", "ivy", "frontend"])
@pytest.mark.parametrize("to", ["numpy", "jax"])
def test_trace_modes_of_pytorch_code(write, tmp_path, mode, to):
    script, helper = write("rooms.py", TORCH_ROOMS), write("helper.py", TORCH_HELPER)
    environment = {name: os.environ[name] for name in os.environ if not name.startswith("IVY_")}
    environment["PYTHONPATH"] = str(REPOSITORY)
    command = ["-P", "-m", "transpile", "rooms.py", "--run", "--to", to, "--trace-mode", mode]
    done = _run(*command, cwd=tmp_path, env=environment)
    lines = done.stderr.decode().splitlines()
    files = [line.split('"')[1] for line in lines if line.startswith("  File ")]
    users = files.index(str(script))
    assert (done.returncode, done.stdout, files[users + 1]) == (1, b"", str(helper))
    assert not any(f"{REPOSITORY}/transpile/" in file for file in files)
    assert any("/frontends/torch/" in file for file in files)
    assert not any("/ivy_core/" in file for file in files) or mode != "frontend"
    hint = f"<stack trace is truncated to {mode} specific files"
    assert any(line.startswith(hint) for line in lines) == (mode == "frontend")
    said = [line for line in lines if line.startswith(("RuntimeError", "ivy_core.utils.exc"))]
    assert "mat1 and mat2" in said[-1] or "size mismatch" in said[-1]


def test_installed_and_own_packages_are_not_rewritten(transpile, write, tmp_path):
    write(
        "sim.py",
        """
        import sys
        sys.path.append("venv/lib/site-packages")
        import library, time
        print(library.np.__name__, hasattr(time, "users"))
    """,
    )
    write("venv/lib/site-packages/library.py", "import numpy as np\n")
    write("time.py", "users = True\n")
    done = transpile("sim.py", "--to", "numpy", "--run")
    assert done.stdout == b"numpy False\n", done.stderr


def test_import_hook_ends_with_its_block(write, environment, tmp_path):
    write("lib/first.py", "import numpy as np\n")
    write("lib/second.py", "import numpy as np\n")
    write(
        "use.py",
        """
        import sys
        sys.path.insert(0, "lib")
        import ivy_core
        from transpile import import_hook
        with import_hook(to="numpy", roots=["lib"]):
            import first
            print(first.np.__name__, first.np.backend())
        import second
        print(second.np.__name__, ivy_core.stack)
    """,
    )
    done = subprocess.run(
        [sys.executable, "use.py"], cwd=tmp_path, env=environment, capture_output=True
    )
    assert done.stdout.decode() == "frontends.numpy numpy\nnumpy []\n", done.stderr


def test_a_program_of_numpys_loads_no_frontend_of_pytorch(write, tmp_path):
    """It takes 0.3 seconds, which a program of NumPy's alone need not wait for."""
    loaded = "import sys\nprint('frontends.torch' in sys.modules)\n"
    write("arrays.py", f"import numpy as np\nprint(np.ones(2))\n{loaded}")
    write("tensors.py", f"import torch\nprint(torch.ones(2).sum().item())\n{loaded}")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    for name, shown in (("arrays.py", "[1. 1.]\nFalse\n"), ("tensors.py", "2.0\nTrue\n")):
        command = ["-m", "transpile", name, "--to", "numpy", "--run"]
        assert _ends(_run(*command, cwd=tmp_path, env=environment)) == (0, shown, "")
