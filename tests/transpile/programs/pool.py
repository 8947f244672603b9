"""Work in processes: ``python pool.py fork|spawn|forkserver``."""

import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from heatlab import Rod
from heatlab.solvers.explicit import step

FACTOR = np.array([0.1, 0.2, 0.3])


class Job:
    """A rod to be heated elsewhere."""

    def __init__(self, size):
        self.rod = Rod(size, 1e-5)

    def __call__(self, factor):
        for _ in range(20):
            step(self.rod, factor)
        return self.rod.temperatures


def square(x):
    """Return the product of a matrix with itself, and where that was computed."""
    return x @ x, multiprocessing.current_process().name != "MainProcess"


def tell(queue, text):
    """Put a text that a child process makes."""
    queue.put((text, float(FACTOR.sum()), __name__))


def main(method):
    """Use what `multiprocessing` has."""
    context = multiprocessing.get_context(method)
    big = np.ones((200, 200)) @ np.full((200, 200), 0.5)  # so that the backend's threads exist
    with context.Pool(2) as pool:
        for temperatures in pool.map(Job(12), FACTOR):
            print(np.round(temperatures, 4))
        print([round(float(x), 3) for x in pool.imap(np.linalg.norm, [big, FACTOR])])
    with ProcessPoolExecutor(1, mp_context=context) as executor:
        result, elsewhere = executor.submit(square, big).result()
        print(type(result) is type(big), result.sum(), elsewhere)
    queue = context.SimpleQueue()
    process = context.Process(target=tell, args=(queue, "told"))
    process.start()
    text, total, name = queue.get()
    process.join()
    print(text, total, name in ("__main__", "__mp_main__"), process.exitcode)
    print(big.sum())


if __name__ == "__main__":
    main(sys.argv[1])
