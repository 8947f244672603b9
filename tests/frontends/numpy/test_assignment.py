"""Programs that write into their arrays: through arguments, slices, masks, aliases and loops."""

from __future__ import annotations

from tests.frontends.numpy.differential import same


def test_writes_to_arguments_reach_the_caller(backend):
    def case(np):
        def smooth(u, steps):
            for _ in range(steps):
                u[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1]) / 2
                u[0] += 1

        def scale(u):
            u *= 2

        u = np.arange(16.0).reshape(4, 4)
        smooth(u, 2)
        scale(u[:, 0])
        return u

    same(case)


def test_slices_mixed_with_integers(backend):
    def case(np):
        a = np.zeros((3, 4))
        a[0, 1:] = 1
        a[1:, 0] = [2, 3]
        a[-1, ::-1] = np.arange(4)
        a[:, 2] -= a[:, 1]
        return a

    same(case)


def test_all_scalar_indices(backend):
    def case(np):
        a = np.zeros((3, 3))
        for i in range(3):
            for j in range(3):
                a[i, j] = i * a[i - 1, j] + j
        a[i][j] = -1
        return a

    same(case)


def test_whole_array_assignment(backend):
    def case(np):
        a = np.zeros((2, 3))
        b = a
        a[:] = 3
        a[...] = a + [1, 2, 3]
        return a, b

    same(case)


def test_augmented_assignment_of_an_argument(backend):
    def case(np):
        def grow(x):
            x += 1
            x[0] -= 5

        a = np.arange(4)
        grow(a)
        grow(a[1:3])
        return a

    same(case)


def test_mask_stores(backend):
    def case(np):
        a = np.arange(-3, 4)
        a[a < 0] = 0
        big = a > 2
        a[big] = a[big] * 10
        a[~big] += 1
        a[np.logical_and(a > 1, a < 4)] = -1
        return a

    same(case)


def test_chained_assignment(backend):
    def case(np):
        c = np.zeros(4)
        v = np.ones(2)
        c[:2] = c[2:] = v
        v[0] = 9
        a = b = c
        a[0] = 5
        return b

    same(case)


def test_loops_that_fill_arrays(backend):
    def case(np):
        n = 4
        values = np.empty(n)
        for i, v in enumerate(np.linspace(0, 1, n)):
            values[i] = v**2 if v > 0.5 else -v
        total = 0
        for v in values:
            total += v
        return values, total, np.array([v * 2 for v in values]), np.array([[v, 1] for v in values])

    same(case)


def test_aliases_of_rows(backend):
    def case(np):
        a = np.zeros((2, 3))
        row = a[1]
        row[:] = [1, 2, 3]
        column = a[:, 0]
        column += 5
        a[::2][:, 1:] = 9
        diagonal = a.reshape(-1)[::4]
        diagonal[...] = -1
        return a, row, column

    same(case)


def test_swaps(backend):
    def case(np):
        a, b = np.zeros(3), np.ones(3)
        for _ in range(3):
            a, b = b, a
            a[1] += 1
        m = np.arange(4).reshape(2, 2)
        m[[0, 1]] = m[[1, 0]]
        return a, b, m

    same(case)
