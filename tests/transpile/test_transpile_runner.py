"""``--run`` and `import_hook`, with stand-ins for the core and the NumPy frontend."""

import subprocess
import sys
import textwrap

import pytest


@pytest.fixture
def write(tmp_path):
    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"))
        return path

    return write


def test_script_runs_rewritten_and_nothing_is_written(transpile, write, tmp_path):
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
    before = sorted(tmp_path.rglob("*"))
    done = transpile("sim.py", "--to", "numpy", "--run", "--", "--to", "x", "-")
    assert done.stderr == b""
    assert done.stdout.decode().splitlines() == [
        "fake numpy numpy fake norm fake numpy True",
        f"__main__ {script} ['sim.py', '--to', 'x', '-'] {tmp_path} None True",
    ]
    assert (done.returncode, sorted(tmp_path.rglob("*"))) == (0, before)


def test_no_bytecode_is_written_or_believed(write, environment, tmp_path):
    write("sim.py", "import helper\nprint(helper.name)\n")
    write("helper.py", "try:\n    from numpy import name\nexcept ImportError:\n    name = 'real'\n")
    plain = [sys.executable, "sim.py"]
    rewritten = [sys.executable, "-m", "transpile", "sim.py", "--to", "numpy", "--run"]
    for command, output in [(plain, b"real\n"), (rewritten, b"fake numpy\n"), (plain, b"real\n")]:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True)
        assert done.stdout == output, done.stderr


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
        ("raise SystemExit(7)", 7, ""),
        ("import sys; sys.exit()", 0, ""),
        ("raise SystemExit('bye')", 1, "bye\n"),
        ("import numpy\nx = (", 2, "transpile: sim.py:2:5: '(' was never closed\n"),
        ("import numpy\nreturn", 2, "transpile: sim.py:2:1: 'return' outside function\n"),
        (
            "import sys\n"
            "sys.excepthook = lambda *e: print('mine', e[0].__name__, file=sys.stderr)\n"
            "1 / 0",
            1,
            "mine ZeroDivisionError\n",
        ),
    ],
)
def test_exit_code(transpile, write, text, code, stderr):
    write("sim.py", text)
    done = transpile("sim.py", "--to", "numpy", "--run")
    assert (done.returncode, done.stderr.decode()) == (code, stderr)


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
