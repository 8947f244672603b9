"""Adapters of other packages: called once, with the module, when it has been imported."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import sys
from importlib.machinery import SourceFileLoader

import pytest

from ivy_core.utils.import_adapters import when_imported

NUMBERS = itertools.count()


@pytest.fixture
def library(tmp_path, monkeypatch):
    """The name of a module that nobody has imported."""
    name = f"adapted_library_{next(NUMBERS)}"
    (tmp_path / f"{name}.py").write_text("value = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield name
    sys.modules.pop(name, None)


def test_it_is_called_after_the_module_and_once(library):
    seen = []
    when_imported(library, lambda module: seen.append(module.value))
    when_imported(library, lambda module: setattr(module, "value", 2))
    assert not seen
    assert importlib.import_module(library).value == 2
    importlib.reload(sys.modules[library])
    assert seen == [1]


def test_a_module_that_is_there_is_adapted_at_once(library):
    module = importlib.import_module(library)
    when_imported(library, lambda module: setattr(module, "value", 3))
    assert module.value == 3


def test_the_module_keeps_its_loader(library):
    when_imported(library, lambda module: None)
    spec = importlib.util.find_spec(library)
    assert spec.loader.get_source(library) == "value = 1\n"
    module = importlib.import_module(library)
    assert type(module.__loader__) is type(module.__spec__.loader) is SourceFileLoader


def test_finders_may_ask_each_other(library, monkeypatch):
    class Asking:
        asked = 0

        def find_spec(self, name, path=None, target=None):
            if name == library and not self.asked:
                self.asked += 1
                return importlib.util.find_spec(name)
            return None

    finder = Asking()
    seen = []
    when_imported(library, seen.append)
    for place in (0, len(sys.meta_path)):
        with monkeypatch.context() as patch:
            patch.setattr(sys, "meta_path", [*sys.meta_path])
            sys.meta_path.insert(place, finder)
            finder.asked = 0
            spec = importlib.util.find_spec(library)
        assert spec.origin.endswith(f"{library}.py")
    assert seen == [] and importlib.import_module(library) in seen
