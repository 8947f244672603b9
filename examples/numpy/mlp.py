"""A multilayer perceptron with softmax output, trained from scratch on a three armed spiral.

NumPy habits: one-hot fancy writes, keepdims softmax, mask writes, helpers that update parameters.
"""

from itertools import pairwise

import numpy as np


def make_spiral(rng, per_class, classes=3):
    """Return the points of a spiral with one arm per class, and their labels."""
    t = np.linspace(0.15, 1.0, per_class)
    arm = np.arange(classes)[:, np.newaxis]
    angle = 2.5 * t + arm * 2 * np.pi / classes
    angle += 0.1 * rng.standard_normal(angle.shape)
    x = np.stack([t * np.cos(angle), t * np.sin(angle)], axis=-1).reshape(-1, 2)
    return x, np.repeat(np.arange(classes), per_class)


def init_params(rng, sizes):
    """Return [weights, bias, weights, bias, ...] for the given layer sizes."""
    params = []
    for fan_in, fan_out in pairwise(sizes):
        params.append(rng.normal(0.0, np.sqrt(2.0 / fan_in), size=(fan_in, fan_out)))
        params.append(np.zeros(fan_out))
    return params


def forward(params, x):
    """Return the hidden activations and the class probabilities."""
    w1, b1, w2, b2 = params
    hidden = x @ w1 + b1
    np.maximum(hidden, 0.0, out=hidden)
    prob = hidden @ w2 + b2
    prob -= prob.max(axis=1, keepdims=True)
    np.exp(prob, out=prob)
    prob /= prob.sum(axis=1, keepdims=True)
    return hidden, prob


def backward(params, x, target, hidden, prob):
    """Return the gradients of the mean cross entropy, in the order of `params`."""
    delta = (prob - target) / len(x)
    grad_hidden = delta @ params[2].T
    grad_hidden[hidden <= 0] = 0.0
    return [x.T @ grad_hidden, grad_hidden.sum(axis=0), hidden.T @ delta, delta.sum(axis=0)]


def momentum_step(params, velocity, grads, rate, momentum=0.9):
    """Update parameters and velocities in place."""
    for p, v, g in zip(params, velocity, grads, strict=True):
        v *= momentum
        v -= rate * g
        p += v


def main():
    """Train on the whole set for some epochs and report loss, accuracy and confusion."""
    epochs, classes = 30, 3
    rng = np.random.default_rng(5)
    x, y = make_spiral(rng, per_class=40)
    target = np.zeros((y.size, classes))
    target[np.arange(y.size), y] = 1.0
    params = init_params(rng, [2, 24, classes])
    velocity = [np.zeros_like(p) for p in params]

    losses = np.empty(epochs)
    for epoch in range(epochs):
        hidden, prob = forward(params, x)
        losses[epoch] = -np.log(prob[np.arange(y.size), y]).mean()
        momentum_step(params, velocity, backward(params, x, target, hidden, prob), rate=0.4)

    prob = forward(params, x)[1]
    predicted = prob.argmax(axis=1)
    accuracy = np.mean(predicted == y)
    confusion = np.zeros((classes, classes), dtype=int)
    np.add.at(confusion, (y, predicted), 1)
    norms = np.array([np.sqrt(np.vdot(p, p)) for p in params])

    for epoch in range(0, epochs, 6):
        print(f"epoch {epoch:2d}: loss = {losses[epoch]:.8f}")
    print(f"accuracy = {accuracy:.6f}")
    print(f"confusion =\n{confusion}")
    print("parameter norms =", " ".join(f"{norm:.8f}" for norm in norms))
    return {
        "losses": losses,
        "accuracy": accuracy,
        "predicted": predicted,
        "confusion": confusion,
        "norms": norms,
        "w1": params[0],
        "w2": params[2],
        "prob": prob,
    }


if __name__ == "__main__":
    main()
