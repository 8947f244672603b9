"""Joined processes as one program: their entropy, their standard streams, their end."""

from __future__ import annotations

import os
import secrets
import sys

from ivy_core.backends.contract import ProcessGroup

from .endings import Ending
from .entropy import share_entropy
from .files import SharedFiles
from .launchers import OWN
from .streams import Output, SharedInput


def act_as_one(group: ProcessGroup, all_speak: bool) -> Ending:
    """Have joined processes draw alike, read and print once, and end together.

    Parameters
    ----------
    group : ProcessGroup
        The processes.
    all_speak : bool
        Whether each has standard streams of its own.

    Returns
    -------
    Ending
        Observer of the other processes.
    """
    share_entropy(group.share(secrets.token_bytes(32)))
    ending = Ending(group, Output(group.index == 0 or all_speak), is_of_ranks=False)
    group.connect()
    if not all_speak:
        sys.stdin = SharedInput(group, sys.stdin)
        SharedFiles(group, ending.is_failing)
    for name in OWN:  # programs that this one starts are not among the processes
        os.environ.pop(name, None)
    return ending


def end_together(group: ProcessGroup) -> Ending:
    """Have joined processes, each with output, draws and files of its own, end together.

    Parameters
    ----------
    group : ProcessGroup
        The processes.

    Returns
    -------
    Ending
        Observer of the other processes.
    """
    return Ending(group, Output(is_shown=True), is_of_ranks=True)
