"""``pytest -p transpile.pytest_plugin``, with stand-ins for the core and the NumPy frontend."""

import subprocess
import sys
import textwrap

import pytest

CODE = """
    import numpy as np

    def name():
        '''
        >>> import numpy as np
        >>> np.name, name()
        ('fake numpy', 'fake numpy')
        '''
        return getattr(np, "name", "real numpy")
"""
TESTS = """
    import numpy as np
    import pytest
    from code_under_test import name
    from support import check

    def test_backend(fixture):
        assert (fixture, name(), getattr(np, "name", "real numpy")) == ("fake numpy",) * 3

    def test_assert_tells_what_failed():
        x = 3
        assert (
            np.pi == x + 2
        ), "told"

    def test_helper():
        check(np.pi)
"""
CONFTEST = """
    import numpy
    import pytest

    pytest_plugins = ["support"]

    @pytest.fixture
    def fixture():
        return getattr(numpy, "name", "real numpy")
"""
SUPPORT = """
    import numpy

    def check(x):
        assert x == numpy.pi + 1
"""


@pytest.fixture
def suite(tmp_path):
    files = {
        "pytest.ini": "[pytest]\npythonpath = src .\n",
        "src/code_under_test.py": CODE,
        "support.py": SUPPORT,
        "tests/conftest.py": CONFTEST,
        "tests/test_code.py": TESTS,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"))
    return tmp_path


@pytest.fixture
def run(suite, environment):
    def run(*arguments):
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        done = subprocess.run(
            command, cwd=suite, env=environment, capture_output=True, text=True, timeout=60
        )
        return done.returncode, done.stdout + done.stderr

    return run


PLUGIN = ("-p", "transpile.pytest_plugin", "--transpile-to", "numpy")


def _summary(output):
    return output.strip().splitlines()[-1].strip("= ").partition(" in ")[0]


@pytest.mark.parametrize("mode", ["prepend", "importlib"])
def test_tests_fixtures_and_code_run_on_the_backend(run, mode):
    code, output = run(*PLUGIN, f"--import-mode={mode}")
    assert "transpile: numpy and torch on numpy\n" in output
    assert (code, _summary(output)) == (1, "2 failed, 1 passed")
    assert "Warning" not in output


def test_asserts_tell_what_failed_and_show_the_original(run):
    _, output = run(*PLUGIN)
    assert (
        "        x = 3\n"
        ">       assert (\n"
        "            np.pi == x + 2\n"
        '        ), "told"\n'
        "E       AssertionError: told\n"
        "E       assert 3 == (3 + 2)\n"
        "E        +  where 3 = np.pi\n"
    ) in output
    assert "tests/test_code.py:11: AssertionError" in output
    assert (
        ">       assert x == numpy.pi + 1\n"
        "E       assert 3 == (3 + 1)\n"
        "E        +  where 3 = numpy.pi\n"
    ) in output


def test_runs_with_and_without_it_do_not_disturb_each_other(run, suite):
    plain, rewritten = "1 failed, 2 deselected", "2 failed, 1 passed"
    assert _summary(run("-k", "backend")[1]) == plain
    assert _summary(run(*PLUGIN)[1]) == rewritten
    kept = {path: path.stat().st_mtime_ns for path in suite.rglob("*.pyc")}
    tests = [path.name for path in kept if path.name.startswith("test_code.")]
    assert sorted("pytest" in name for name in tests) == [False, True]
    assert sorted("transpile" in name for name in tests) == [False, True]
    assert _summary(run("-k", "backend")[1]) == plain
    assert _summary(run(*PLUGIN)[1]) == rewritten
    assert {path: path.stat().st_mtime_ns for path in suite.rglob("*.pyc")} == kept


def test_doctests_are_rewritten_where_they_are_run(run):
    code, output = run(*PLUGIN, "--doctest-modules", "src")
    assert (code, _summary(output)) == (0, "1 passed")
    code, output = run("--doctest-modules", "src")
    assert (code, _summary(output)) == (1, "1 failed")


def test_without_the_option_it_does_nothing(run):
    code, output = run("-p", "transpile.pytest_plugin", "-k", "backend")
    assert (code, _summary(output)) == (1, "1 failed, 2 deselected")
    assert "transpile:" not in output


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--transpile-to", "theano"], 4, "argument --transpile-to: invalid choice: 'theano'"),
        (["--transpile-from", "cupy"], 4, "argument --transpile-from: invalid choice: 'cupy'"),
        ([*PLUGIN[2:], "--transpile-device", "a b"], 4, "ERROR: transpile: bad device 'a b'"),
        ([*PLUGIN[2:], "--transpile-default-dtype", "x"], 4, "ERROR: transpile: bad default dtype"),
    ],
)
def test_wrong_options(run, arguments, code, message):
    returncode, output = run("-p", "transpile.pytest_plugin", *arguments)
    assert returncode == code
    assert message in output
    assert "Traceback" not in output


def test_only_the_chosen_framework_is_rewritten(run):
    code, output = run(*PLUGIN, "--transpile-from", "torch", "-k", "backend")
    assert "transpile: torch on numpy\n" in output
    assert (code, _summary(output)) == (1, "1 failed, 2 deselected")


def test_run_m_pytest_is_the_same(suite, environment):
    command = [sys.executable, "-m", "transpile", "--to", "numpy", "-m", "pytest"]
    done = subprocess.run(
        [*command, "--", "-p", "no:cacheprovider", "tests"],
        cwd=suite,
        env=environment,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "transpile: numpy and torch on numpy\n" in done.stdout, done.stderr
    assert (done.returncode, _summary(done.stdout)) == (1, "2 failed, 1 passed")


def test_a_failed_assertion_of_numpys_is_shown_where_the_test_makes_it(tmp_path):
    pytest.importorskip("frontends.numpy")
    test = tmp_path / "test_it.py"
    test.write_text(
        "import numpy as np\n"
        "from numpy.testing import assert_allclose\n"
        "def test_it():\n"
        "    assert_allclose(np.arange(3.0), [0, 1, 9])\n"
        "def test_kinds():\n"
        "    assert np.__spec__.name == 'frontends.numpy'\n"
        "    assert_allclose(np.float64(1), 1.0)\n"
        "    from numpy._core import umath\n"
        "    assert type(umath.add(np.arange(3), 1)) is np.ndarray\n"
    )
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *PLUGIN]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, _summary(done.stdout)) == (1, "1 failed, 1 passed")
    assert (
        ">       assert_allclose(np.arange(3.0), [0, 1, 9])\nE       AssertionError" in done.stdout
    )
    assert "host_module" not in done.stdout
