"""Planets round a heavy star, integrated with the leapfrog (kick, drift, kick) scheme.

NumPy habits: pairwise differences with `np.newaxis`, `np.errstate`, in place updates, index tricks.
"""

import numpy as np


def make_system():
    """Return masses, positions and velocities of a star and four planets on tilted orbits."""
    mass = np.array([1000.0, 1.0, 2.0, 0.5, 1.5])
    radius = np.array([10.0, 15.0, 22.0, 30.0])
    phase = np.deg2rad([20.0, 130.0, 215.0, 300.0])
    node = np.deg2rad([10.0, 40.0, 60.0, 75.0])
    tilt = np.deg2rad(np.linspace(6.0, 15.0, radius.size))
    along = np.stack([np.cos(node), np.sin(node), np.zeros_like(node)], axis=1)
    across = np.c_[-np.sin(node) * np.cos(tilt), np.cos(node) * np.cos(tilt), np.sin(tilt)]
    speed = np.sqrt(mass[0] / radius)

    pos, vel = np.zeros((2, mass.size, 3))
    cos, sin = np.cos(phase)[:, None], np.sin(phase)[:, None]
    pos[1:] = radius[:, None] * (cos * along + sin * across)
    vel[1:] = speed[:, None] * (cos * across - sin * along)
    vel[0] = -(mass[1:] @ vel[1:]) / mass[0]
    pos -= np.average(pos, axis=0, weights=mass)
    return mass, pos, vel


def accelerate(pos, mass, acc):
    """Write the gravitational acceleration of every body into `acc`."""
    delta = pos[np.newaxis, :, :] - pos[:, np.newaxis, :]
    with np.errstate(divide="ignore"):
        pull = (delta**2).sum(axis=-1) ** -1.5
    np.fill_diagonal(pull, 0.0)
    pull *= mass
    acc[...] = (pull[..., np.newaxis] * delta).sum(axis=1)


def total_energy(mass, pos, vel):
    """Return the kinetic plus the potential energy."""
    i, j = np.triu_indices(mass.size, k=1)
    distance = np.linalg.norm(pos[i] - pos[j], axis=1)
    kinetic = 0.5 * np.sum(mass * np.square(vel).sum(axis=1))
    return kinetic - np.sum(mass[i] * mass[j] / distance)


def main():
    """Integrate the system, keep a few snapshots and check what should be conserved."""
    steps, every, dt = 50, 10, 0.1
    mass, pos, vel = make_system()
    acc = np.empty_like(pos)
    track = np.empty((steps // every + 1, *pos.shape))
    track[0] = pos
    energy_before = total_energy(mass, pos, vel)
    spin_before = np.cross(pos, mass[:, None] * vel).sum(axis=0)

    accelerate(pos, mass, acc)
    for step in range(1, steps + 1):
        vel += 0.5 * dt * acc
        pos += dt * vel
        accelerate(pos, mass, acc)
        vel += 0.5 * dt * acc
        if step % every == 0:
            track[step // every] = pos

    energy = total_energy(mass, pos, vel)
    spin = np.cross(pos, mass[:, None] * vel).sum(axis=0)
    from_star = np.linalg.norm(track[:, 1:] - track[:, :1], axis=-1)

    print(f"bodies = {mass.size}, steps = {steps}")
    print(f"energy = {energy:.7f}, conserved to 1e-3: {abs(energy / energy_before - 1) < 1e-3}")
    print(
        f"angular momentum = {np.linalg.norm(spin):.5f}, conserved: "
        f"{np.allclose(spin, spin_before, rtol=1e-9)}"
    )
    for body, (x, y, z) in enumerate(pos[1:], start=1):
        print(f"planet {body}: x = {x:.6f}, y = {y:.6f}, z = {z:.6f}")
    print("smallest distance from the star =", np.round(from_star.min(axis=0), 6))
    print("largest distance from the star =", np.round(from_star.max(axis=0), 6))
    return {
        "pos": pos,
        "vel": vel,
        "track": track,
        "energy": energy,
        "spin": spin,
        "from_star": from_star,
    }


if __name__ == "__main__":
    main()
