"""The text of a Container: indented, one entry a line, with colours on a terminal."""

from __future__ import annotations

import os
import re
import sys

import numpy as np

from ..arrays.array import Array
from ..binding.nestable import is_container
from ..utils.exceptions import IvyTypeError
from .config import COLORS, Config
from .leaves import is_array

# Compiled when they are first looked for, not when this is imported.
_BLANKS = r"\s+"
_DIFFERENCE = r"diff_\d+(, \d+)*"


class ContainerPrinting:
    """Container methods about how it is printed."""

    __slots__ = ()

    def __repr__(self, as_repr: bool = True):
        """Return the text; without ``as_repr``, nested dicts of the texts of the leaves."""
        writer = _Writer(self._config, _shows_colours())
        if as_repr:
            return writer.text(self)
        return {
            key: value.__repr__(as_repr=False) if is_container(value) else writer.value(value, 0, 0)
            for key, value in self.items()
        }

    def cont_show(self) -> None:
        """Print the Container.

        >>> ivy.Container(a=1).cont_show()
        {
            a: 1
        }
        """
        print(self)

    def cont_show_sub_container(self, sub_cont_or_keychain) -> None:
        """Print the Container with one within it in red, on a terminal.

        Parameters
        ----------
        sub_cont_or_keychain : Container or str
            The Container within, or its key chain. One that is not found is not marked.

        Raises: IvyKeyError if there is no such key chain.
        Raises: IvyTypeError if there is a leaf.

        >>> ivy.Container(a={"b": 1}).cont_show_sub_container("a")
        {
            a: {
                b: 1
            }
        }
        """
        chain = sub_cont_or_keychain
        if not isinstance(chain, str):
            chain = self.cont_find_sub_container(chain)
        marked = self[chain] if isinstance(chain, str) else None
        if marked is not None and not is_container(marked):
            raise IvyTypeError(
                f"cont_show_sub_container: there is a leaf at {chain!r}; a Container is wanted"
            )
        print(_Writer(self._config, _shows_colours(), marked).text(self))

    def cont_with_print_limit(self, print_limit: int | None, inplace: bool = False):
        """Return the Container with another limit of elements, above which shapes are printed.

        >>> ivy.Container(a=ivy.asarray([1, 2, 3])).cont_with_print_limit(2)
        {
            a: (<class ivy_core.arrays.array.Array> shape=[3])
        }
        """
        return self._with_setting("print_limit", print_limit, inplace)

    def cont_remove_print_limit(self, inplace: bool = False):
        """Return the Container without limit of elements: arrays are printed as NumPy does it.

        >>> x = ivy.Container(a=1, print_limit=2).cont_remove_print_limit()
        >>> print(x.cont_config["print_limit"])
        None
        """
        return self._with_setting("print_limit", None, inplace)

    def cont_with_key_length_limit(self, key_length_limit: int | None, inplace: bool = False):
        """Return the Container with keys printed shorter if they are longer than a limit.

        >>> ivy.Container(abcdefg=1).cont_with_key_length_limit(3)
        {
            adg: 1
        }
        """
        return self._with_setting("key_length_limit", key_length_limit, inplace)

    def cont_remove_key_length_limit(self, inplace: bool = False):
        """Return the Container with keys printed whole.

        >>> ivy.Container(abcdefg=1).cont_remove_key_length_limit()
        {
            abcdefg: 1
        }
        """
        return self._with_setting("key_length_limit", None, inplace)

    def cont_with_print_indent(self, print_indent: int, inplace: bool = False):
        """Return the Container with another number of blanks a level in print.

        >>> ivy.Container(a=1).cont_with_print_indent(2)
        {
          a: 1
        }
        """
        return self._with_setting("print_indent", print_indent, inplace)

    def cont_with_print_line_spacing(self, print_line_spacing: int, inplace: bool = False):
        """Return the Container with empty lines before each entry in print.

        >>> repr(ivy.Container(a=1).cont_with_print_line_spacing(1))
        '{\\n\\n    a: 1\\n}'
        """
        return self._with_setting("print_line_spacing", print_line_spacing, inplace)

    def cont_with_default_key_color(self, default_key_color: str, inplace: bool = False):
        """Return the Container with keys in another colour on a terminal.

        Raises: IvyValueError if there is no such colour.

        >>> x = ivy.Container(a=1).cont_with_default_key_color("red")
        >>> x.cont_config["default_key_color"]
        'red'
        """
        return self._with_setting("default_key_color", default_key_color, inplace)


def _shows_colours() -> bool:
    """Return whether colours show: stdout is a terminal, and NO_COLOR is not set."""
    isatty = getattr(sys.stdout, "isatty", None)
    return "NO_COLOR" not in os.environ and isatty is not None and isatty()


class _Writer:
    """Writes one Container; its settings hold for those within too."""

    def __init__(self, config: Config, colored: bool, marked=None):
        self.config = config
        self.colored = colored
        self.marked = marked

    def text(self, container) -> str:
        return self.container(container, 0, False)

    def paint(self, text: str, color: str) -> str:
        return f"\x1b[{COLORS[color]}m{text}\x1b[0m" if self.colored else text

    def words(self, text: str) -> str:
        """Return text with the words painted that have a colour of their own."""
        if self.colored:
            for word, color in (self.config.keyword_color_dict or {}).items():
                text = text.replace(word, self.paint(word, color))
        return text

    def container(self, container, level: int, marked: bool) -> str:
        opening, closing = self.paint("{", "blue"), self.paint("}", "blue")
        if not container:
            return opening + closing
        marked = marked or container is self.marked
        indent = " " * self.config.print_indent * (level + 1)
        keys = list(container)
        if self.config.alphabetical_keys:
            keys.sort(key=str)
        newline = "\n" + "\n" * self.config.print_line_spacing + indent
        entries = []
        for key in keys:
            value = dict.__getitem__(container, key)
            name = container.cont_trim_key(str(key), self.config.key_length_limit)
            if is_container(value):
                shown = self.container(value, level + 1, marked)
            else:
                shown = self.value(value, level + 1, len(indent) + len(name) + 2)
            here = marked or value is self.marked and self.marked is not None
            entries.append(f"{self.key(name, here)}{self.paint(':', 'magenta')} {shown}")
        outer = "\n" + " " * self.config.print_indent * level
        return opening + newline + ("," + newline).join(entries) + outer + closing

    def key(self, name: str, marked: bool) -> str:
        if marked or re.fullmatch(_DIFFERENCE, name):
            return self.paint(name, "red")
        words = self.words(name)
        return words if words != name else self.paint(name, self.config.default_key_color)

    def value(self, value, level: int, column: int) -> str:
        """Return the text of a leaf, which begins at a column; later lines are aligned to it."""
        if is_container(value):
            return self.container(value, level, False)
        if isinstance(value, (str, np.generic)):
            text = str(value)
        elif is_array(value):
            return self.array(value, column)
        elif isinstance(value, (list, tuple)):
            return self.sequence(value, level)
        else:
            text = repr(value)
        return self.words(text.replace("\n", "\n" + " " * column))

    def array(self, value, column: int) -> str:
        shape, limit = tuple(value.shape), self.config.print_limit
        count = 1
        for length in shape:
            count *= length
        if shape and limit is not None and count > limit:
            return f"({self.of_class(value)} {self.paint('shape=', 'magenta')}{list(shape)})"
        lines = repr(value).split("\n")
        if isinstance(value, Array):
            lines = [_without_padding(line) for line in lines]
        return ("\n" + " " * column).join(lines)

    def of_class(self, value) -> str:
        cls = type(value)
        name = f"{cls.__module__}.{cls.__qualname__}"
        return f"<{self.paint('class', 'blue')} {name}>"

    def sequence(self, values, level: int) -> str:
        if values and is_array(values[0]):
            kind = "tuple({})" if isinstance(values, tuple) else "list[{}]"
            shape = f"{self.paint('shape=', 'magenta')}{list(values[0].shape)}"
            return f"({kind.format(len(values))}, {self.of_class(values[0])}, {shape})"
        if not values:
            return "[]"
        indent = " " * self.config.print_indent * (level + 1)
        shown = [self.value(value, level + 1, len(indent)) for value in values]
        outer = " " * self.config.print_indent * level
        return f"[\n{indent}" + f",\n{indent}".join(shown) + f"\n{outer}]"


def _without_padding(line: str) -> str:
    """Remove the column padding from a line of an Array's text, but not its indent."""
    text = line.lstrip()
    shown = re.sub(_BLANKS, "", text).replace(",", ", ").rstrip()
    return line[: len(line) - len(text)] + shown
