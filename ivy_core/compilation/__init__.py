"""``ivy.compile``: a function as one program of the backend.

:mod:`.function` is what users hold: the cache and the call. :mod:`.inputs` goes through arguments,
:mod:`.program` traces and compiles, :mod:`.outcome` puts results together. :mod:`.conversion` has
the source converted by diastatic-malt; its statements call :mod:`.operators`, which stand on
:mod:`.bodies` (loops and branches as programs), :mod:`.bounded` (parts of unknown length),
:mod:`.values` and :mod:`.trace`.

:mod:`.automatic` has functions compiled that are worth it: :mod:`.watching` counts and decides,
:mod:`.kinds` makes programs, :mod:`.checking` compares, :mod:`.effects` says what may be called
twice.

The package is not called ``compile``, because that is the name of the public function.
"""
