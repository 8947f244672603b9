"""Conway's Game of Life on a torus.

NumPy habits: a bordered array with shifted views taken once, small integer dtypes, mask writes.
"""

import numpy as np

GLIDER = np.array([[0, 1, 0], [0, 0, 1], [1, 1, 1]], dtype="u1")
R_PENTOMINO = np.array([[0, 1, 1], [1, 1, 0], [0, 1, 0]], dtype="u1")
BLINKER = np.ones((1, 3), dtype=np.uint8)


def stamp(world, pattern, row, col):
    """Add a pattern to the world with its upper left corner at (row, col), in place."""
    height, width = pattern.shape
    world[row : row + height, col : col + width] |= pattern


def wrap_border(padded):
    """Copy the edges of the inner world to the opposite border cells, in place."""
    padded[0], padded[-1] = padded[-2], padded[1]
    padded[:, 0], padded[:, -1] = padded[:, -2], padded[:, 1]


def neighbour_views(padded):
    """Return the eight shifted views of the inner world; they follow every later write."""
    rows, cols = padded.shape
    return [
        padded[1 + dr : rows - 1 + dr, 1 + dc : cols - 1 + dc]
        for dr in (-1, 0, 1)
        for dc in (-1, 0, 1)
        if (dr, dc) != (0, 0)
    ]


def generation(padded, world, shifted, count):
    """Advance the world by one generation, in place; `count` is scratch space."""
    wrap_border(padded)
    count[...] = 0
    for view in shifted:
        count += view
    alive = world.astype(bool)
    born = ~alive & (count == 3)
    dies = alive & ((count < 2) | (count > 3))
    world[born] = 1
    world[dies] = 0
    return born.sum(), dies.sum()


def main():
    """Run a glider, a blinker and an R-pentomino, and print the last world."""
    size, generations = 20, 40
    padded = np.zeros((size + 2, size + 2), dtype=np.uint8)
    world = padded[1:-1, 1:-1]
    stamp(world, GLIDER, 0, 0)
    stamp(world, BLINKER, 17, 2)
    stamp(world, R_PENTOMINO[::-1], 9, 11)
    shifted = neighbour_views(padded)
    count = np.empty_like(world)

    population = np.empty(generations + 1, dtype=int)
    population[0] = world.sum()
    births = deaths = 0
    for step in range(1, generations + 1):
        born, died = generation(padded, world, shifted, count)
        births += born
        deaths += died
        population[step] = world.sum()

    centre = np.argwhere(world).mean(axis=0)
    print(f"generations = {generations}, born = {births}, died = {deaths}")
    print("population =", population[::5])
    print(f"largest population = {population.max()} at generation {population.argmax()}")
    print(f"centre of mass = ({centre[0]:.6f}, {centre[1]:.6f})")
    for cells in world.tolist():
        print("".join(".#"[cell] for cell in cells))
    return {
        "world": world,
        "population": population,
        "births": births,
        "deaths": deaths,
        "centre": centre,
    }


if __name__ == "__main__":
    main()
