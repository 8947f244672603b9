"""Sorting networks, an insertion sort and a sieve."""

import numpy as np


def exchange(left, right):
    low = np.minimum(left, right)
    right[:] = np.maximum(left, right)
    left[:] = low


def odd_even_transposition(x):
    for phase in range(len(x)):
        if phase % 2 == 0:
            exchange(x[0::2], x[1::2])
        else:
            exchange(x[1:-1:2], x[2::2])


def bitonic(x):
    place = np.arange(len(x))
    size = 2
    while size <= len(x):
        gap = size // 2
        while gap > 0:
            partner = place ^ gap
            other = x[partner]
            is_low = ((place & size) == 0) == (place < partner)
            x[:] = np.where(is_low, np.minimum(x, other), np.maximum(x, other))
            gap //= 2
        size *= 2


def insertion(x):
    for i in range(1, len(x)):
        key = x[i]
        j = i - 1
        while j >= 0 and x[j] > key:
            x[j + 1] = x[j]
            j -= 1
        x[j + 1] = key


def sieve(is_prime):
    n = len(is_prime)
    is_prime[:2] = False
    i = 2
    while i * i < n:
        if is_prime[i]:
            k = i * i
            while k < n:
                is_prime[k] = False
                k += i
        i += 1
    return np.sum(is_prime)
