"""One module's text: its imports found, and pointed at the frontends.

`rewriter` puts the others together. `source` reads and writes files, `syntax` parses a text and
edits it, `scopes` says what names mean; `imports`, `dynamic_imports` and `docstrings` find what is
to be rewritten, `codemod` rewrites a statement, `prologue` sets the backend,
`array_methods` decorates methods that NumPy calls, `class_attributes` keeps functions written in C
(`builtin_functions` lists them) from binding instances, `introspection` has code that runs ask the
frontend which class an object has, `compiled` has functions compiled; `loops` finds loops at module
level for that, of which `outlining` makes functions, `training_steps` the steps of loops that
train, `acting_steps` their calls of a model for an action, and `counted_loops` has the loops around
these tell what is left of them.
"""
