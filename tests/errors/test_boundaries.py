"""The form of a boundary: an error raised on leaves it with the traceback that it came with."""

from __future__ import annotations

import traceback

import pytest

import ivy_core as ivy
from ivy_core.utils.tracebacks import replace_exception


def failing(err):
    raise err


def recover(err, replacement):
    if replacement is None:
        raise err
    raise replacement


def below(err, replacement):
    return recover(err, replacement)


def explain(err):
    return err


def boundary(err, replacement=None, recover=recover):
    try:
        return failing(err)
    except Exception as caught:
        try:
            return recover(caught, replacement)
        except Exception as raised:
            replace_exception(raised, caught)
            raise


def names(err: BaseException) -> list[str]:
    return [frame.name for frame in traceback.extract_tb(err.__traceback__)][1:]


@pytest.mark.parametrize("deeper", (recover, below))
def test_an_error_that_is_raised_again_leaves_no_second_entry(deeper):
    err = KeyError("a")
    with pytest.raises(KeyError) as found:
        boundary(err, recover=deeper)
    assert found.value is err
    assert names(err) == ["boundary", "failing"]


def test_an_error_that_is_raised_again_in_the_boundary_itself_leaves_no_second_entry():
    def call(err):
        try:
            return failing(err)
        except Exception as caught:
            if err.args:
                caught.__traceback__ = caught.__traceback__.tb_next  # as a mode that hides `call`
            try:
                raise explain(caught)
            except Exception as raised:
                replace_exception(raised, caught)
                raise

    for args, expected in (((), ["call", "failing"]), (("a",), ["failing"])):
        with pytest.raises(KeyError) as found:
            call(KeyError(*args))
        assert names(found.value) == expected


def test_boundaries_within_one_another_leave_their_own_entry_each():
    def outer(err):
        try:
            return boundary(err)
        except Exception as caught:
            try:
                return recover(caught, None)
            except Exception as raised:
                replace_exception(raised, caught)
                raise

    with pytest.raises(KeyError) as found:
        outer(KeyError("a"))
    assert names(found.value) == ["outer", "boundary", "failing"]


@pytest.mark.parametrize("earlier", (None, ValueError("earlier")))
def test_an_error_that_is_raised_again_keeps_its_context(earlier):
    err = KeyError("a")
    try:
        if earlier is not None:
            raise earlier
        boundary(err)
    except KeyError:
        assert err.__context__ is None
    except ValueError:
        with pytest.raises(KeyError):
            boundary(err)
        assert err.__context__ is earlier


def test_what_takes_the_place_of_an_error_has_the_users_context():
    earlier, translation = ValueError("earlier"), IndexError("b")
    try:
        raise earlier
    except ValueError:
        with pytest.raises(IndexError) as found:
            boundary(KeyError("a"), translation)
    assert found.value.__context__ is earlier
    assert names(translation) == ["boundary", "recover"]


@pytest.mark.parametrize("mode", ("full", "ivy", "frontend"))
def test_what_the_mode_hides_stays_hidden(mode):
    with ivy.set_exception_trace_mode(mode), ivy.set_show_func_wrapper_trace_mode(False):
        with pytest.raises(KeyError) as found:
            boundary(KeyError("a"))
    assert names(found.value) == ["boundary", "failing"]
