"""Loops at module level as functions, by their text."""

import ast
import subprocess
import sys

import pytest

from transpile.rewrite.outlining import outlined
from transpile.rewrite.syntax import Module

# Of 2,501 loops of Python's own library and its tests, libcst's way and this one gave the same
# texts. These loops have what each of the steps is for; a comment that is indented less than the
# body, at its end, was left out of the function then.
LOOPS = [
    (
        ("for i in range(3): x[i] += 1\n"),
        ("def _loop(rounds):\n    global i\n    for i in rounds: x[i] += 1\n"),
    ),
    (
        ("for i in range(3): x[i] += 1; y = 2  # both\n"),
        ("def _loop(rounds):\n    global i, y\n    for i in rounds: x[i] += 1; y = 2  # both\n"),
    ),
    (
        ("for i in range(3):  # of all\n    x[i] += 1\n"),
        ("def _loop(rounds):\n    global i\n    for i in rounds:  # of all\n        x[i] += 1\n"),
    ),
    (
        ("for i in range(3):\n    x[i] = (1 +\n        2)\n"),
        (
            "def _loop(rounds):\n"
            "    global i\n"
            "    for i in rounds:\n"
            "        x[i] = (1 +\n"
            "            2)\n"
        ),
    ),
    (
        ("for i in range(3):\n    x = '''\n a'''\n"),
        ("def _loop(rounds):\n    global i, x\n    for i in rounds:\n        x = '''\n a'''\n"),
    ),
    (
        ("for i in (range(3)):\n    x[i] += 1\n"),
        ("def _loop(rounds):\n    global i\n    for i in rounds:\n        x[i] += 1\n"),
    ),
    (
        ("for i in range(3):\n    x[i] += \\\n      1\n"),
        ("def _loop(rounds):\n    global i\n    for i in rounds:\n        x[i] += \\\n      1\n"),
    ),
    (
        ("for i in range(3):\n\tx[i] += 1\n\tif x:\n\t\ty = [\n\t\t1]\n"),
        (
            "def _loop(rounds):\n"
            "\tglobal i, y\n"
            "\tfor i in rounds:\n"
            "\t\tx[i] += 1\n"
            "\t\tif x:\n"
            "\t\t\ty = [\n"
            "\t\t\t1]\n"
        ),
    ),
    (
        (
            "for i in range(3):\n"
            "    for j in range(2):\n"
            "        if j: break\n"
            "    if x[i]:\n"
            "        y = 1; break\n"
            "    try:\n"
            "        pass\n"
            "    except E:\n"
            "        break\n"
            "    finally:\n"
            "        z = 1\n"
        ),
        (
            "def _loop(rounds):\n"
            "    global i, j, y, z\n"
            "    for i in rounds:\n"
            "        for j in range(2):\n"
            "            if j: break\n"
            "        if x[i]:\n"
            "            y = 1; return True\n"
            "        try:\n"
            "            pass\n"
            "        except E:\n"
            "            return True\n"
            "        finally:\n"
            "            z = 1\n"
            "    return False\n"
        ),
    ),
    (
        ("for i in range(\n    3):\n    x = 1\n"),
        ("def _loop(rounds):\n    global i, x\n    for i in rounds:\n        x = 1\n"),
    ),
    (
        ("while x: x -= 1\n"),
        (
            "def _loop(rounds):\n"
            "    global x\n"
            "    for _round in rounds:\n"
            "        if not x: return True\n"
            "        x -= 1\n"
            "    return False\n"
        ),
    ),
    (
        ("while x: x -= 1; y = 2  # c\n"),
        (
            "def _loop(rounds):\n"
            "    global x, y\n"
            "    for _round in rounds:\n"
            "        if not x: return True\n"
            "        x -= 1; y = 2  # c\n"
            "    return False\n"
        ),
    ),
    (
        ("while x and y:  # c\n    x -= 1\n"),
        (
            "def _loop(rounds):\n"
            "    global x\n"
            "    for _round in rounds:\n"
            "        if not (x and y): return True  # c\n"
            "        x -= 1\n"
            "    return False\n"
        ),
    ),
    (
        ("while (x\n       and y):\n    x -= 1\n"),
        (
            "def _loop(rounds):\n"
            "    global x\n"
            "    for _round in rounds:\n"
            "        if not (x\n"
            "               and y): return True\n"
            "        x -= 1\n"
            "    return False\n"
        ),
    ),
    (
        ("while x and (y\n   or z):\n    x -= 1\n"),
        (
            "def _loop(rounds):\n"
            "    global x\n"
            "    for _round in rounds:\n"
            "        if not (x and (y\n"
            "           or z)): return True\n"
            "        x -= 1\n"
            "    return False\n"
        ),
    ),
    (
        ("while x if y else z:\n    x -= 1\n"),
        (
            "def _loop(rounds):\n"
            "    global x\n"
            "    for _round in rounds:\n"
            "        if not (x if y else z): return True\n"
            "        x -= 1\n"
            "    return False\n"
        ),
    ),
    (
        ("while (n := f()):\n    x -= 1\n"),
        (
            "def _loop(rounds):\n"
            "    global n, x\n"
            "    for _round in rounds:\n"
            "        if not (n := f()): return True\n"
            "        x -= 1\n"
            "    return False\n"
        ),
    ),
    (
        (
            "while x[1:2]:\n"
            "    x = {1: 2}\n"
            "    def f():\n"
            "        for q in r:\n"
            "            break\n"
            "        while 1: break\n"
        ),
        (
            "def _loop(rounds):\n"
            "    global f, x\n"
            "    for _round in rounds:\n"
            "        if not x[1:2]: return True\n"
            "        x = {1: 2}\n"
            "        def f():\n"
            "            for q in r:\n"
            "                break\n"
            "            while 1: break\n"
            "    return False\n"
        ),
    ),
    (
        ("while x<3:break\n"),
        (
            "def _loop(rounds):\n"
            "    for _round in rounds:\n"
            "        if not x<3: return True\n"
            "        return True\n"
            "    return False\n"
        ),
    ),
    (
        ("while x:\n    y()\n\n    # end\n\n\n  # odd\nz()\n"),
        (
            "def _loop(rounds):\n"
            "    for _round in rounds:\n"
            "        if not x: return True\n"
            "        y()\n"
            "\n"
            "        # end\n"
            "\n"
            "\n"
            "      # odd\n"
            "    return False\n"
        ),
    ),
    (
        ("if __name__ == '__main__':\n  while x:\n     y()\n     break\n  z()\n"),
        (
            "  def _loop(rounds):\n"
            "    for _round in rounds:\n"
            "       if not x: return True\n"
            "       y()\n"
            "       return True\n"
            "    return False\n"
        ),
    ),
    (
        ("if __name__ == '__main__':\n  while x: y()\n  z()\n"),
        (
            "  def _loop(rounds):\n"
            "    for _round in rounds:\n"
            "      if not x: return True\n"
            "      y()\n"
            "    return False\n"
        ),
    ),
    (
        ("if __name__ == '__main__':\n  for i in range(3): y(); break\n  z()\n"),
        (
            "  def _loop(rounds):\n"
            "    global i\n"
            "    for i in rounds: y(); return True\n"
            "    return False\n"
        ),
    ),
    (
        ("if __name__ == '__main__':\n  for i in range(3):\n     y('''a\n  b''',\n  1)\n"),
        (
            "  def _loop(rounds):\n"
            "    global i\n"
            "    for i in rounds:\n"
            "       y('''a\n"
            "  b''',\n"
            "  1)\n"
        ),
    ),
    (
        ("for i in range(3):\r\n    x = '''a\r\n b'''\r\n    y = 1\r\n"),
        (
            "def _loop(rounds):\n"
            "    global i, x, y\n"
            "    for i in rounds:\n"
            "        x = '''a\n"
            " b'''\n"
            "        y = 1\n"
        ),
    ),
    (
        ("for i in range(3):\n    x = 1\n\x0c\n    y = 2\n\x0c    z = 3\n"),
        (
            "def _loop(rounds):\n"
            "    global i, x, y, z\n"
            "    for i in rounds:\n"
            "        x = 1\n"
            "\x0c\n"
            "        y = 2\n"
            "        z = 3\n"
        ),
    ),
    (
        (
            "for i in range(3):\n"
            "    x = 1\n"
            "    with a as b, \\\n"
            "       c:\n"
            "        break\n"
            "    match x:\n"
            "        case 1:\n"
            "            break\n"
        ),
        (
            "def _loop(rounds):\n"
            "    global i, x, b\n"
            "    for i in rounds:\n"
            "        x = 1\n"
            "        with a as b, \\\n"
            "       c:\n"
            "            return True\n"
            "        match x:\n"
            "            case 1:\n"
            "                return True\n"
            "    return False\n"
        ),
    ),
    (
        ("for i in range(3):\n    @dec\n    def f(): pass\n"),
        (
            "def _loop(rounds):\n"
            "    global i, f\n"
            "    for i in rounds:\n"
            "        @dec\n"
            "        def f(): pass\n"
        ),
    ),
    (
        ("while x:\n    # first\n    y()\n"),
        (
            "def _loop(rounds):\n"
            "    for _round in rounds:\n"
            "        if not x: return True\n"
            "        # first\n"
            "        y()\n"
            "    return False\n"
        ),
    ),
    (
        ("for i, y in zip(a, b):\n    if y:\n        x[i] += f(y)\n\n    z = 'a'; w = 2\n"),
        (
            "def _loop(rounds):\n"
            "    global i, y, z, w\n"
            "    for i, y in rounds:\n"
            "        if y:\n"
            "            x[i] += f(y)\n"
            "\n"
            "        z = 'a'; w = 2\n"
        ),
    ),
]


def _outlined(text):
    module = Module(text, "sim.py")
    loops = [each for each in ast.walk(module.tree) if isinstance(each, ast.For | ast.While)]
    return outlined(module, loops[0], "_loop", "rounds", "_round")


@pytest.mark.parametrize(("text", "function"), LOOPS)
def test_loops_go_a_level_deeper(text, function):
    found = _outlined(text)
    assert found.function == function
    ast.parse(f"if 1:\n{function}" if found.indent else function)


@pytest.mark.parametrize(
    "text",
    [
        "for i in range(\n    3):\n    x = 1\n    y = 2\n",
        "for i in \\\n    range(3):\n    x = 1\n",
        "while x and (y\n   or z):\n    x -= 1\n",
        "while x: x -= 1\n",
        "if __name__ == '__main__':\n    for i in range(3): y()\n",
    ],
)
def test_the_header_says_where_the_lines_of_a_body_are(text):
    """Tracebacks show lines of the file: the tree that runs is moved by so many."""
    found = _outlined(text)
    source = f"if 1:\n{found.function}" if found.indent else found.function
    inner = next(each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.For))
    lines = [each.lineno - bool(found.indent) for each in inner.body]
    wanted = [each.lineno - found.loop.lineno + found.header + 1 for each in found.loop.body]
    assert lines[-len(wanted) :] == wanted


def test_a_program_runs_without_libcst(tmp_path):
    """It takes 60 to 80 ms to load."""
    (tmp_path / "sim.py").write_text(
        "import sys\nimport numpy as np\n\n\ndef half(x):\n    return x / 2  # of it\n\n\n"
        "x = np.ones(2)\nwhile x[0] > 0.1: x = half(x)\n"
        "for i in range(3):  # of all\n    x = (x +\n        1)\n    if i: break\n"
        "print('libcst' in sys.modules)\n"
    )
    command = [sys.executable, "-m", "transpile", str(tmp_path / "sim.py"), "--to", "numpy"]
    done = subprocess.run(
        [*command, "--run", "--compile", "auto"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "False\n"
