"""``transpile SRC --report``: what code uses of its framework, and what becomes of it.

`report` puts the others together and is their result. `uses` follows names through the code,
`catalogue` says what a name becomes, `patterns` finds places to look at; `entries` are what a
report lists, and `terminal` and `html` show them. (The package is not called ``report``: that is
the public function `transpile.report`.) `compilation` and `packages` show what
``--compile-report`` and ``--packages-report`` ask for.
"""
