"""One pass over a sequence, with what is carried in scalars."""

import numpy as np


def biquad(b0, b1, b2, a1, a2, x, y):
    x1 = x2 = y1 = y2 = 0.0
    for i in range(len(x)):
        value = b0 * x[i] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
        x2 = x1
        x1 = x[i]
        y2 = y1
        y1 = value
        y[i] = value


def kalman(measured, process, noise, estimate):
    move = np.array([[1.0, 1.0], [0.0, 1.0]])
    state = np.zeros(2)
    spread = np.eye(2)
    for t in range(len(measured)):
        state = move @ state
        spread = move @ spread @ move.T + process
        gain = spread[:, 0] / (spread[0, 0] + noise)
        state = state + gain * (measured[t] - state[0])
        spread = spread - np.outer(gain, spread[0])
        estimate[t] = state


def prefix_sums(x):
    reach = 1
    while reach < len(x):
        x[reach:] = x[reach:] + x[:-reach]
        reach *= 2


def congruential(seed, numbers):
    state = seed
    for i in range(len(numbers)):
        state = (1103515245 * state + 12345) % 2147483648
        numbers[i] = state >> 16
    return state


def xorshift(state, numbers):
    for t in range(numbers.shape[0]):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
        numbers[t] = state * np.uint64(2685821657736338717)


def adler32(data):
    low, high = 1, 0
    for i in range(len(data)):
        low = (low + int(data[i])) % 65521
        high = (high + low) % 65521
    return high * 65536 + low


def crc32(table, data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = table[(crc ^ byte) & 255] ^ (crc >> 8)
    return crc ^ 0xFFFFFFFF


def histogram(low, high, x, counts):
    bins = len(counts)
    outside = 0
    for i in range(len(x)):
        if x[i] < low or x[i] >= high:
            outside += 1
            continue
        counts[int((x[i] - low) / (high - low) * bins)] += 1
    return outside


def moving_maximum(width, x, out):
    for i in range(len(x) - width + 1):
        out[i] = np.max(x[i : i + width])


def moving_deviation(width, x, out):
    for i in range(width - 1, len(x)):
        window = x[i - width + 1 : i + 1]
        out[i] = np.sqrt(np.sum((window - np.mean(window)) ** 2) / width)


def cumulative_moments(limit, x, mean, variance):
    count = 0
    average = 0.0
    squares = 0.0
    for i in range(len(x)):
        if abs(x[i]) <= limit:  # what lies further out is not counted
            count += 1
            apart = x[i] - average
            average += apart / count
            squares += apart * (x[i] - average)
        mean[i] = average
        variance[i] = squares / max(count, 1)


def drawdown(price, fall):
    peak = price[0]
    worst = 0.0
    for i, value in enumerate(price):
        peak = max(peak, value)
        fall[i] = (peak - value) / peak
        worst = max(worst, fall[i])
    return worst


def lexicographic(a, signs):
    rows, columns = a.shape
    for i in range(rows - 1):
        for j in range(columns):
            if a[i, j] < a[i + 1, j]:
                signs[i] = -1
                break
            if a[i, j] > a[i + 1, j]:
                signs[i] = 1
                break


def first_above(limit, x):
    total = 0.0
    for i in range(len(x)):
        total += x[i]
        if total > limit:
            return i
    return -1


def run_lengths(x, lengths):
    run = 0
    for i in range(len(x)):
        if i > 0 and x[i] != x[i - 1]:
            run += 1
        lengths[run] += 1
    return run + 1


def collatz(lengths):
    for start in range(1, len(lengths)):
        n = start
        steps = 0
        while n != 1:
            if n % 2 == 0:
                n = n // 2
            else:
                n = 3 * n + 1
            steps += 1
        lengths[start] = steps


def bisection(ordered, wanted, places):
    for q in range(len(wanted)):
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if ordered[middle] < wanted[q]:
                low = middle + 1
            else:
                high = middle
        places[q] = low
