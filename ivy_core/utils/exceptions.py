"""Exception classes, and the one translation from a native error to them.

Every class is also a subclass of the builtin that fits, so ``except ValueError`` still catches. A
frontend adds its framework's own class as a further base (:class:`ErrorDialect`).
"""

from __future__ import annotations

import functools
import re
import types
from collections.abc import Callable
from typing import NoReturn

import numpy as np

from .boundaries import error_boundary
from .tracebacks import restore_users_context, shown, trim, trim_if_not_ours


class IvyException(Exception):
    """Base of every error that the library raises.

    Parameters
    ----------
    *messages : object
        Parts of the message, joined by a blank; by ``": "`` after the backend's name.
    include_backend : bool
        Whether the current backend's name comes first.

    Attributes
    ----------
    native_error : exception or None
        The framework's error that this one stands for, or the exception that was given alone.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import IvyException
    >>> str(IvyException("all", "axis 2 is out of bounds", include_backend=True))
    'numpy: all: axis 2 is out of bounds'
    """

    _bases: tuple[type, ...] | None = None  # of a class that `joined` has made
    _place: tuple[str, str] | None = None  # names of backend and function, once they are said
    _text: str = ""  # the message behind them
    _dialect: ErrorDialect | None = None  # the frontend whose class it has already

    def __init__(self, *messages, include_backend: bool = False):
        single = len(messages) == 1 and isinstance(messages[0], BaseException)
        self.native_error = messages[0] if single and not include_backend else None
        text = _combine_messages(*messages, include_backend=include_backend)
        Exception.__init__(self, text)  # not super(): a native base may take other arguments

    def __str__(self) -> str:
        return Exception.__str__(self)

    def __reduce__(self):
        state = self.__dict__ | _slot_attributes(self)
        for name in ("native_error", "obj", "_dialect"):  # they need not survive pickling
            state.pop(name, None)
        return _restored, (self._bases or (type(self),), self.args, state)


def _restored(bases, args, state) -> IvyException:
    """Rebuild an unpickled error."""
    err = _make_error(joined(*bases), "", None)
    err.args = args
    for name, value in state.items():
        setattr(err, name, value)
    return err


def _combine_messages(*messages, include_backend: bool = False) -> str:
    """Join parts by spaces; with ``include_backend`` by colons, behind the current backend."""
    if not include_backend:
        return " ".join(map(str, messages))
    return ": ".join([backend_name(), *map(str, messages)])


_backend_name_sources: list[Callable[[tuple, dict], str]] = []


def set_backend_name_source(source: Callable[[tuple, dict], str]) -> None:
    """Set the function that gives the current backend's name to the messages of errors.

    ``source`` takes the positional and the keyword arguments of the call that has failed, to which
    it may look where no backend is set.
    """
    _backend_name_sources[:] = [source]


def backend_name(args: tuple = (), kwargs: dict | None = None) -> str:
    """Return the name of the backend that is set, else of the one that the arguments belong to."""
    for source in _backend_name_sources:
        return source(args, kwargs or {})
    return "numpy"


_shortage_explainers: list[Callable[[str, dict], str]] = []


def set_shortage_explainer(explain: Callable[[str, dict], str]) -> None:
    """Set the function that adds to a message what is known of a device that is out of memory.

    ``explain`` takes the framework's text and the arguments of the call that has failed, by name.
    """
    _shortage_explainers[:] = [explain]


class IvyError(IvyException):
    """The general case."""


class IvyBackendException(IvyException):
    """A failure inside a backend that fits no other class."""


class IvyIndexError(IvyException, IndexError):
    """An index or an axis is out of bounds."""


class IvyKeyError(IvyException, KeyError):
    """A key or a key chain is not in a Container."""


class IvyValueError(IvyException, ValueError):
    """A value is not allowed."""


class IvyTypeError(IvyException, TypeError):
    """An argument is of a wrong type."""


class IvyRecordedException(IvyTypeError):
    """Values are asked for on the host, where what is done to them could not be recorded.

    Examples
    --------
    >>> isinstance(IvyRecordedException(), TypeError)
    True
    """

    def __init__(self, message: str = ""):
        super().__init__(
            message
            or "values that a gradient or a program depends on cannot go to NumPy on the host, "
            "where nothing is recorded; ivy.stop_gradient(x) makes constants of them"
        )


class IvyAttributeError(IvyException, AttributeError):
    """An attribute is not defined."""


class IvyBroadcastShapeError(IvyException, ValueError):
    """Shapes do not broadcast."""


class IvyDtypePromotionError(IvyException, TypeError):
    """Data types do not promote, or may not be cast so."""


class IvyNotImplementedException(IvyException, NotImplementedError):
    """The backend cannot do what is asked."""


class IvyLinAlgError(IvyException, np.linalg.LinAlgError):
    """A matrix is singular, not positive definite, or of a shape that is not allowed."""


class IvyInvalidBackendException(IvyValueError):
    """There is no such backend."""


class IvyBackendNotInstalled(IvyException, ImportError):
    """A backend's framework is not installed."""


class IvyDeviceError(IvyException, ValueError):
    """There is no such device, or it cannot do what is asked."""


class InplaceUpdateException(IvyException, TypeError):
    """An array cannot be written in place."""


# which class stands for a native error

_compiled = functools.cache(re.compile)  # at the first look, not when this module is imported
_AXIS = (
    r"\baxis\b.* out of (?:bounds|range)|Dimension out of range|[Ii]nvalid reduction dimension"
    r"|Expected concatenating dimensions in the range"
)
_BROADCAST = (
    r"could not be broadcast|could not broadcast|[Ii]ncompatible shapes"
    r"|must match the (?:existing )?size|required broadcastable shapes|shape mismatch"
    r"|non-broadcastable|broadcast dimensions|not broadcastable|[Ss]hapes.*cannot be broadcast"
    r"|must be broadcastable|more dimensions than allowed|repeats must have the same size"
    r"|number of sizes provided"
)
_PROMOTION = (
    r"did not contain a loop|not supported for the input types|[Cc]annot cast|[Pp]romotion"
    r"|numpy boolean (?:negative|subtract)|\bindices must be integers, not"
)
_VALUE = (  # how PyTorch says it, whose class is RuntimeError for nearly everything
    r"must be|must have|must match|[Ee]xpect|should|[Ii]nvalid|do(?:es)? not match|mismatch"
    r"|cannot be multiplied|subscript|appears multiple times|negative dimension|non-existing"
    r"|not be negative|integer multiplication overflow"
)
_JAX_SHAPES = (  # for which JAX raises TypeError
    r"different numbers of dimensions|Cannot concatenate arrays|cannot reshape array"
    r"|every element be nonnegative"
)
_DEVICE_MEMORY = r"RESOURCE_EXHAUSTED|[Oo]ut of memory|OOM when"
_MEMORY = rf"{_DEVICE_MEMORY}|[Uu]nable to allocate|can't allocate memory"
_PYTHON = (type(None), str, bytes, int, float, complex, list, tuple, dict)


def means_axis(text: str) -> bool:
    """Return whether a message says that an axis is out of bounds."""
    return _compiled(_AXIS).search(text) is not None


def means_shortage(text: str) -> bool:
    """Return whether a message says that the memory of a device is not enough."""
    return _compiled(_DEVICE_MEMORY).search(text) is not None


def _ivy_class_of_error(err: BaseException) -> type[IvyException]:
    """Choose the library's error class for an error of a backend, by its class and text."""
    name, text = type(err).__name__, str(err)
    if isinstance(err, NotImplementedError) or "not implemented for" in text:
        return IvyNotImplementedException
    if isinstance(err, MemoryError) or _compiled(_MEMORY).search(text):
        return joined(IvyBackendException, MemoryError)
    if isinstance(err, IndexError) or _compiled(_AXIS).search(text):
        return IvyIndexError
    if _compiled(_BROADCAST).search(text):
        return IvyBroadcastShapeError
    if isinstance(err, AttributeError):  # of a wrong argument's, it is not the user's attribute
        return IvyTypeError if err.name and isinstance(err.obj, _PYTHON) else IvyAttributeError
    if isinstance(err, TypeError):
        if name.startswith(("UFunc", "_UFunc")) or _compiled(_PROMOTION).search(text):
            return IvyDtypePromotionError
        return IvyValueError if _compiled(_JAX_SHAPES).search(text) else IvyTypeError
    if isinstance(err, ArithmeticError):
        return joined(IvyBackendException, _builtin_base(type(err)))  # no ValueError besides
    if name.endswith("LinAlgError"):  # of NumPy and of PyTorch
        return IvyLinAlgError
    if isinstance(err, ValueError) or name == "InvalidArgumentError":
        return IvyValueError
    if type(err) is RuntimeError and _compiled(_VALUE).search(text):
        return IvyValueError
    return joined(IvyBackendException, _builtin_base(type(err)))


def _builtin_base(native: type) -> type:
    return next(cls for cls in native.__mro__ if cls.__module__ == "builtins")


@functools.cache
def joined(ours: type[IvyException], *natives: type) -> type[IvyException]:
    """Return ``ours`` as a class that is also derived from ``natives``.

    It goes by the name of ``ours``, in traces too; ``ours`` itself where it is derived so already.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import IvyBackendException, joined
    >>> issubclass(joined(IvyBackendException, OverflowError), OverflowError)
    True
    """
    if issubclass(ours, natives) and len(natives) == 1 or not natives:
        return ours
    ours, *others = ours._bases or (ours,)
    natives = {*others, *natives}
    lowest = [n for n in natives if not any(n is not m and issubclass(m, n) for m in natives)]
    bases = (ours, *sorted(lowest, key=lambda cls: cls.__name__))
    return _make_class(bases)


@functools.cache
def _make_class(bases: tuple[type, ...]) -> type[IvyException]:
    """Make the error class with these bases; return the first if Python cannot join them."""
    ours = bases[0]
    namespace = {"__module__": ours.__module__, "__doc__": ours.__doc__, "_bases": bases}
    try:
        return type(ours.__name__, bases, namespace)
    except TypeError:  # two layouts that do not mix
        return ours


def _has_our_builtin_bases(ours: type[IvyException], native: type) -> bool:
    """Return whether ``native`` derives from every builtin class that ``ours`` derives from."""
    builtin = [cls for cls in ours.__mro__ if cls.__module__ == "builtins"]
    return all(issubclass(native, cls) for cls in builtin)


def _slot_attributes(err: BaseException) -> dict[str, object]:
    """Return attributes that a native class keeps in slots: ``axis`` of an AxisError, ``errno``."""
    found = {}
    for name in _slot_names(type(err)):
        if hasattr(err, name):
            found[name] = getattr(err, name)
    return found


@functools.cache
def _slot_names(native: type) -> tuple[str, ...]:
    """Return the attributes that an exception class keeps outside of ``__dict__``: ``errno``."""
    return tuple(
        [
            name
            for cls in native.__mro__
            if cls not in (IvyException, BaseException, object)
            for name, member in vars(cls).items()
            if isinstance(member, (types.MemberDescriptorType, types.GetSetDescriptorType))
            if not name.startswith("__")
        ]
    )


def _make_error(cls: type[IvyException], text: str, native: BaseException | None) -> IvyException:
    """Make an error of a class, maybe joined with a native one, that wraps ``native``."""
    err = cls(text)
    err.native_error = native
    return err


# messages: `backend: function: text`, with the native class before the text in mode 'full'


def native_text(err: BaseException) -> str:
    """Return a native error's text; in trace mode 'full' its class comes first."""
    text = str(err.args[0]) if isinstance(err, KeyError) and err.args else str(err)
    if shown.mode == "full":
        return f"{type(err).__name__}: {text}"
    return _compiled(_OPERATION).sub("", text)


# what TensorFlow says around the text: the node it ran as, the operation, and the node's name
_OPERATION = r"^\{\{function_node [^}]*\}\} ?| ?\[Op:\w+\](?: name: ?\S*)?\s*$"


def locate(err: IvyException, backend: str | None, function: str, again: bool = False) -> None:
    """Let the message of an IvyException begin with where it was raised, said once.

    Parameters
    ----------
    err : IvyException
        An error of the library's own making; "not implemented" stays as it is.
    backend : str or None
        Name of the backend, None for the current one.
    function : str
        Name of the function.
    again : bool
        Whether this function takes the place of one that is said already.
    """
    if err._place is not None and not again:
        return
    if isinstance(err, IvyNotImplementedException) and err.native_error is None:
        return
    if err._place is None:
        backend = backend or backend_name()
        text = str(err).removeprefix(f"{backend}: ")
        err._text = text.removeprefix(f"{function}: ")
    err._place = (backend or err._place[0], function)
    err.args = (": ".join((*err._place, err._text)),)


def translate(
    err: Exception,
    function: str,
    backend: str | None,
    cls: type[IvyException] | None = None,
    operands: Callable = dict,
) -> IvyException:
    """Return the IvyException that stands for a native error; an IvyException stays itself.

    Parameters
    ----------
    err : exception
        What the backend raised.
    function : str
        Name of the function that was called.
    backend : str or None
        Name of the backend, None for the current one.
    cls : type, optional
        The class, where it is known by more than the native error.
    operands : callable, optional
        Returns the arguments of the call, by name.

    Returns
    -------
    IvyException
        Of the class that fits; ``native_error`` is ``err``. Its message names the native class in
        trace mode 'full' only.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import translate
    >>> translate(IndexError("Dimension out of range"), "all", "torch")
    IvyIndexError('torch: all: IndexError: Dimension out of range')
    """
    if isinstance(err, IvyException):
        return err
    text = native_text(err)
    if _shortage_explainers and means_shortage(text):
        text = _shortage_explainers[0](text, operands())
    raised = _make_error(cls or _ivy_class_of_error(err), text, err)
    locate(raised, backend, function)
    return raised


def standing_for(err: Exception, cls: type[IvyException]) -> IvyException:
    """Return an error of ``cls`` that says what ``err`` says; raise it ``from err``.

    For a mistake that a framework knows by another class than the others.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import IvyValueError, standing_for
    >>> standing_for(IndexError("Dimension out of range"), IvyValueError)
    IvyValueError('IndexError: Dimension out of range')
    """
    return _make_error(cls, native_text(err), err)


def refuse(err: Exception, check: Callable, *args) -> NoReturn:
    """Raise a framework's error with the class that all backends have for it.

    Parameters
    ----------
    err : Exception
        What the framework has raised.
    check : callable
        ``check(*args)`` raises an error of that class, if it is a mistake that is known.
    *args : any
        Arguments of the check.
    """
    try:
        check(*args)
    except Exception as known:
        raise standing_for(err, _class_of_error(known)) from err
    raise err


def _class_of_error(err: Exception) -> type[IvyException]:
    return type(err) if isinstance(err, IvyException) else _ivy_class_of_error(err)


def refuse_natively(known: Exception, native: Callable | None, *args) -> NoReturn:
    """Raise what a check has found as the framework says it, if it refuses the same call.

    Parameters
    ----------
    known : Exception
        What a check has raised; its class stays.
    native : callable or None
        The framework's own function, if it has one.
    *args : any
        Its arguments.
    """
    try:
        if native is not None:
            native(*args)
    except Exception as err:
        raise standing_for(err, _class_of_error(known)) from err
    raise known


def already_handled(
    err: BaseException,
    place: tuple[str | None, str],
    around_user_code: bool = False,
    again: bool = False,
) -> bool:
    """Return whether a boundary of the core shall raise ``err`` on.

    Parameters
    ----------
    err : exception
        What was caught. If it goes on its traceback is trimmed, and if it is an IvyException its
        message says where it was raised.
    place : (str or None, str)
        Names of the backend (None: the current one) and of the function.
    around_user_code : bool
        Whether the boundary stands around code of the user's.
    again : bool
        Whether the place takes that of a function that the message names already.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import IvyError, already_handled
    >>> already_handled(IvyError("no"), ("jax", "f")), already_handled(KeyError(), ("jax", "f"))
    (True, False)
    """
    if trim_if_not_ours(err, around_user_code):
        return True
    if isinstance(err, IvyException):
        locate(err, *place, again=again)
        restore_users_context(err)
        trim(err)
        return True
    return False


def describe_error(
    err: Exception, place: tuple[str | None, str], around_user_code: bool = False
) -> Exception:
    """Make the error that a boundary of the core raises for ``err``, its cause.

    That is ``err`` itself where it is :func:`already_handled`, whose parameters these are.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import describe_error
    >>> describe_error(IndexError("out of bounds"), ("torch", "get_item"))
    IvyIndexError('torch: get_item: IndexError: out of bounds')
    """
    if already_handled(err, place, around_user_code):
        return err
    backend, function = place
    raised = translate(err, function, backend)
    raised.__cause__ = err
    return raised


def handle_exceptions(fn: Callable) -> Callable:
    """Make a function a boundary: what fails in it leaves it as an IvyException.

    An IvyException passes. Anything else is translated by its class and its message, in this order:
    not implemented; index and axis; broadcasting; attribute; promotion and type; value; any other
    is an IvyBackendException. Every public function is composed with such a boundary, so this is
    for functions of your own.

    Parameters
    ----------
    fn : callable
        Any function.

    Returns
    -------
    callable
        The function with ``handle_exceptions = True``.

    Examples
    --------
    >>> from ivy_core.utils.exceptions import handle_exceptions
    >>> handle_exceptions(len).handle_exceptions
    True
    """

    def replacement(err, args, kwargs):
        here = backend_name(args, kwargs)
        return describe_error(err, (here, fn.__name__), around_user_code=True)

    call = functools.wraps(fn)(error_boundary(fn, replacement))
    call.handle_exceptions = True
    return call


class ErrorDialect:
    """Errors of a frontend: its framework's own classes, its function's names.

    Every entry of a frontend is a boundary, as those of the core are. What it has caught it raises
    on where that is :meth:`already_handled`, else what :meth:`translate` gives.

    Parameters
    ----------
    native_class : callable
        Takes an exception; gives the class that the framework raises for this mistake, and a dict
        of the attributes it has, or None where no class but the builtin is called for.
    exact : bool, default=False
        Whether an error is of no builtin class but the framework's own: a RuntimeError is then no
        ValueError besides, which ``except ValueError`` would catch first.
    """

    def __init__(self, native_class: Callable, exact: bool = False):
        self.native_class = native_class
        self.exact = exact

    def already_handled(self, err: Exception, function: str) -> bool:
        """Return whether a boundary shall raise ``err`` on as the object it is, now trimmed."""
        if trim_if_not_ours(err):
            return True
        if not isinstance(err, IvyException):
            return False
        if err._dialect is not self:
            wanted = self.native_class(err)
            if wanted is not None and not isinstance(err, wanted[0]):
                return False
        locate(err, None, function, again=True)
        err._dialect = self
        restore_users_context(err)
        trim(err)
        return True

    def already_in_dialect(self, err: Exception, function: str) -> bool:
        """Return whether ``err`` is :meth:`already_handled`, and not by the core alone.

        For an entry that may find a better answer than the core by another look at the call.
        """
        if isinstance(err, IvyException) and err._dialect is not self:
            return trim_if_not_ours(err)
        return self.already_handled(err, function)

    def translate(
        self, err: Exception, function: str, native_error: Exception | None = None
    ) -> IvyException:
        """Return the error that takes the place of ``err``: one of ours and of the framework's.

        ``native_error`` is what the framework itself raises for this call, where that is known.
        """
        said = native_error or err
        cls, attributes = self.native_class(said) or (None, {})
        classes = (cls,) if cls else ()
        if isinstance(said, IvyException):
            ours, native, text = type(said), said.native_error, str(said)
        else:
            ours, native, text = _ivy_class_of_error(said), said, native_text(said)
            if cls is None or not issubclass(cls, type(said)):
                classes = (*classes, type(said)) if self.exact else (type(said),)
        if self.exact and classes and not _has_our_builtin_bases(ours, classes[-1]):
            ours = IvyBackendException
        raised = _make_error(joined(ours, *classes), text, native)
        if not isinstance(said, IvyException):
            attributes = vars(said) | attributes
        attributes.pop("__notes__", None)  # a list: both errors would have the same one
        for name, value in (_slot_attributes(said) | attributes).items():
            setattr(raised, name, value)
        for note in getattr(err, "__notes__", ()):
            raised.add_note(note)
        if said is err and isinstance(err, IvyException):
            raised._place, raised._text = err._place, err._text
        locate(raised, None, function, again=True)
        raised._dialect, raised._stands_for = self, err
        return raised

    def raise_translated(
        self, err: Exception, function: str, native_error: Exception | None = None
    ) -> NoReturn:
        """Raise ``err`` on where it is :meth:`already_handled`, else what takes its place.

        For a closure that holds the boundary itself (:func:`tracebacks.replace_exception`).
        ``native_error`` is raised in any case.
        """
        if native_error is None and self.already_handled(err, function):
            raise err
        raise self.translate(err, function, native_error)

    def error_boundary(self, body: Callable, name: str | None = None) -> Callable:
        """Return a function as an entry of the frontend, by the name that messages shall call it.

        Examples
        --------
        >>> from ivy_core.utils.exceptions import ErrorDialect
        >>> ErrorDialect(lambda err: None).error_boundary([].pop, "take")()
        Traceback (most recent call last):
        ivy_core.utils.exceptions.IvyIndexError: numpy: take: IndexError: pop from empty list
        """
        function = name or body.__name__

        def replacement(err, args, kwargs):
            if self.already_handled(err, function):
                return err
            return self.translate(err, function)

        call = functools.wraps(body)(error_boundary(body, replacement))
        call.handle_exceptions = True
        return call
