"""``ivy.compile``: a function as one program of the backend.

``call/function.py`` is what users hold: the cache and the call. ``call/signature.py`` goes through
arguments, ``call/program.py`` traces and compiles, ``call/outputs.py`` puts results together.
``source/conversion.py`` has the source converted by diastatic-malt; its statements call
``trace/statements.py``, which stand on ``trace/regions.py`` (loops and branches as programs),
``trace/dynamic_slices.py`` (parts of unknown length), ``trace/values.py`` and ``trace/trace.py``.

``auto/automatic.py`` has functions compiled that are worth it: ``auto/watching.py`` counts and
decides, ``auto/program_cache.py`` makes programs, ``auto/verification.py`` compares,
``source/effects.py`` says what may be called twice.

The package is not called ``compile``, because that is the name of the public function.
"""
