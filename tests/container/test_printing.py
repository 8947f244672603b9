"""The text of a Container, to the letter."""

from __future__ import annotations

import collections
import io
import re
import sys

import numpy as np
import pytest

import ivy_core as ivy
from ivy_core.utils.exceptions import IvyTypeError, IvyValueError

Container = ivy.Container
ANSI = re.compile(r"\x1b\[\d+m")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Return a function that runs another one on a terminal, and returns what is shown there."""
    monkeypatch.delenv("NO_COLOR", raising=False)

    def run(function):
        shown = Terminal()
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", shown)
            function()
        return shown.getvalue()

    return run


@pytest.mark.checklist("C14")
def test_arrays_of_a_nest(backend):
    x = Container(b={"d": ivy.asarray([2.0]), "c": ivy.asarray([1.0])}, a=ivy.asarray([0.0]))
    expected = """{
    a: ivy.array([0.]),
    b: {
        c: ivy.array([1.]),
        d: ivy.array([2.])
    }
}"""
    assert repr(x) == str(x) == f"{x}" == expected


@pytest.mark.checklist("C14")
def test_arrays_over_several_lines_are_aligned(backend):
    x = Container(a=ivy.asarray([[1.5, 2.0], [10.0, -4.0]]), b={"key": ivy.asarray([[[1], [2]]])})
    assert (
        str(x)
        == """{
    a: ivy.array([[1.5, 2.],
                  [10., -4.]]),
    b: {
        key: ivy.array([[[1],
                         [2]]])
    }
}"""
    )
    assert (
        str(Container(a=ivy.asarray([2, 5, 10]), b=ivy.asarray(True)))
        == """{
    a: ivy.array([2, 5, 10]),
    b: ivy.array(True)
}"""
    )


@pytest.mark.checklist("C14")
def test_larger_arrays_are_shown_by_their_shape(backend):
    x = Container(a=ivy.zeros((11,)), b=ivy.zeros((10,)), c=ivy.zeros((2, 3, 4)))
    assert (
        str(x)
        == """{
    a: (<class ivy_core.arrays.array.Array> shape=[11]),
    b: ivy.array([0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]),
    c: (<class ivy_core.arrays.array.Array> shape=[2, 3, 4])
}"""
    )
    x = x.cont_with_print_limit(11)
    assert "a: ivy.array([0., 0." in str(x) and "c: (<class" in str(x)
    assert "shape=" not in str(x.cont_remove_print_limit())


@pytest.mark.checklist("C14")
def test_python_values():
    x = Container(
        a=True, b=None, c="text", d=1.5, e=[], f=(), g={}, h=[1, [2, "t"], {"k": 3}],
        i=np.float32(2), j=float("nan"), k=range(3),
    )  # fmt: skip
    assert (
        str(x)
        == """{
    a: True,
    b: None,
    c: text,
    d: 1.5,
    e: [],
    f: [],
    g: {},
    h: [
        1,
        [
            2,
            t
        ],
        {'k': 3}
    ],
    i: 2.0,
    j: nan,
    k: range(0, 3)
}"""
    )
    assert str(Container()) == "{}"


@pytest.mark.checklist("C14")
def test_keys_are_sorted_when_printed_unless_they_keep_their_order():
    x = Container(b=1)
    x.a = 2
    assert str(x) == "{\n    a: 2,\n    b: 1\n}"
    y = Container({"b": 1}, alphabetical_keys=False)
    y.a = 2
    assert str(y) == "{\n    b: 1,\n    a: 2\n}"


@pytest.mark.checklist("C14")
def test_sequences_of_arrays_are_summed_up():
    pair = collections.namedtuple("pair", "p q")
    arrays = [ivy.asarray([1, 2, 3])] * 2
    x = Container(a=arrays, b=tuple(arrays), c=pair(1, 2), d=[Container(e=1)])
    assert (
        str(x)
        == """{
    a: (list[2], <class ivy_core.arrays.array.Array>, shape=[3]),
    b: (tuple(2), <class ivy_core.arrays.array.Array>, shape=[3]),
    c: [
        1,
        2
    ],
    d: [
        {
            e: 1
        }
    ]
}"""
    )


@pytest.mark.checklist("C14")
def test_native_arrays_and_texts_over_several_lines(backend):
    native = ivy.to_native(ivy.asarray([[1.0], [2.0]]))
    lines = repr(native).split("\n")
    shown = str(Container(a=native, b="one\ntwo")).split("\n")
    assert shown[1] == "    a: " + lines[0] + ("," if len(lines) == 1 else "")
    assert shown[-3:] == ["    b: one", "       two", "}"]


@pytest.mark.checklist("C14")
def test_settings_of_the_text():
    x = Container(abcdefg={"b": 1, "c": 2})
    assert str(x.cont_with_print_indent(2)) == "{\n  abcdefg: {\n    b: 1,\n    c: 2\n  }\n}"
    assert (
        str(x.cont_with_key_length_limit(3))
        == "{\n    adg: {\n        b: 1,\n        c: 2\n    }\n}"
    )
    assert str(x.cont_with_print_line_spacing(1)) == (
        "{\n\n    abcdefg: {\n\n        b: 1,\n\n        c: 2\n    }\n}"
    )
    made = Container({"a": 1}, print_indent=1, print_line_spacing=2, key_length_limit=1)
    assert str(made) == "{\n\n\n a: 1\n}"


@pytest.mark.parametrize(
    "method, name, value",
    [
        ("cont_with_print_limit", "print_limit", 5),
        ("cont_with_key_length_limit", "key_length_limit", 5),
        ("cont_with_print_indent", "print_indent", 9),
        ("cont_with_print_line_spacing", "print_line_spacing", 5),
        ("cont_with_default_key_color", "default_key_color", "red"),
    ],
)
def test_settings_are_changed_at_all_levels(method, name, value):
    x = Container(a=[1], b={"c": [2]})
    y = getattr(x, method)(value)
    assert y is not x and y.a is x.a and y.b.c is x.b.c
    for part in (y, y.b):
        assert part.cont_config[name] == getattr(part, "_" + name) == value
    for part in (x, x.b):
        assert part.cont_config[name] != value
    b = x.b
    assert getattr(x, method)(value, inplace=True) is x
    assert x.cont_config[name] == x.b.cont_config[name] == value and x.b is b


@pytest.mark.parametrize("name", ["print_limit", "key_length_limit"])
def test_limits_are_removed(name):
    x = Container({"b": {"c": 1}}, **{name: 5})
    y = getattr(x, f"cont_remove_{name}")()
    assert y.cont_config[name] is y.b.cont_config[name] is None and x.cont_config[name] == 5
    assert getattr(x, f"cont_remove_{name}")(inplace=True) is x
    assert x.cont_config[name] is x.b.cont_config[name] is None


def test_show(capsys):
    Container(a={"b": 1}).cont_show()
    assert capsys.readouterr().out == "{\n    a: {\n        b: 1\n    }\n}\n"


def test_repr_in_parts():
    x = Container(a=1, b={"c": ivy.asarray([1])})
    assert x.__repr__(as_repr=False) == {"a": "1", "b": {"c": "ivy.array([1])"}}


@pytest.mark.checklist("C14")
def test_colours_are_for_terminals(terminal):
    x = Container(a=1, diff_0=2, b={"lr": "ADAM"})
    shown = terminal(x.cont_show)
    assert "\x1b[32ma\x1b[0m\x1b[35m:\x1b[0m 1" in shown
    assert "\x1b[31mdiff_0\x1b[0m" in shown and "\x1b[34m{\x1b[0m" in shown
    assert ANSI.sub("", shown) == f"{x}\n" and "\x1b" not in f"{x}"
    y = Container({"a": 1, "b": "ADAM"}, default_key_color="blue", keyword_color_dict={"AM": "red"})
    shown = terminal(y.cont_show)
    assert "\x1b[34ma\x1b[0m" in shown and "AD\x1b[31mAM\x1b[0m" in shown


def test_no_colours_where_they_are_not_wanted(terminal, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert terminal(Container(a=1).cont_show) == "{\n    a: 1\n}\n"


def test_a_container_within_is_marked(terminal):
    x = Container(a={"b": 1}, c={"d": 2})
    shown = terminal(lambda: x.cont_show_sub_container("a"))
    assert "\x1b[31ma\x1b[0m" in shown and "\x1b[31mb\x1b[0m" in shown
    assert "\x1b[32mc\x1b[0m" in shown and "\x1b[32md\x1b[0m" in shown
    assert ANSI.sub("", shown) == f"{x}\n"


def test_show_sub_container_finds_it(capsys):
    x = Container(a={"b": ivy.asarray([1])}, c={"d": 2})
    x.cont_show_sub_container(Container(b=x.a.b))
    x.cont_show_sub_container(Container(zzz=1))
    assert capsys.readouterr().out == f"{x}\n{x}\n"
    with pytest.raises(KeyError):
        x.cont_show_sub_container("zzz")
    with pytest.raises(IvyTypeError, match="there is a leaf at 'c/d'"):
        x.cont_show_sub_container("c/d")


def test_unknown_colours_are_refused():
    with pytest.raises(IvyValueError, match="'pink' was given as a colour; allowed are grey, red"):
        Container({"a": 1}, default_key_color="pink")


@pytest.mark.parametrize(
    "length, expected",
    [(3, "adg"), (None, "abcdefg"), (7, "abcdefg"), (2, "ag"), (1, "a"), (0, "")],
)
def test_trim_key(length, expected):
    assert Container.cont_trim_key("abcdefg", length) == expected
