# SPDX-License-Identifier: MIT
"""A thousand copies of a pile, hit by a ball of another speed each: how many boxes does a speed move?

    python3 rollouts.py [--count 1024] [--threads 0]
"""
from __future__ import annotations

import argparse
import os
import time

import tumble
from tumble import shapes

BOXES = 49


def fill(world: tumble.World, speed: float) -> None:
    """A wall of seven by seven boxes, and a ball that comes along X [m/s]."""
    world.add_collider(shapes.plane())
    for i in range(BOXES):
        world.add_body([shapes.box(0.5, 0.5, 0.5)], position=(0, 0.25 + 0.5 * (i // 7), 0.52 * (i % 7)))
    world.add_body([shapes.sphere(0.3)], position=(-3, 1.5, 1.56), linear_velocity=(speed, 2, 0), density=3000)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1024)
    parser.add_argument("--threads", type=int, default=0, help="0: one for each processor")
    parser.add_argument("--steps", type=int, default=90)
    arguments = parser.parse_args()
    with tumble.Rollouts(None, arguments.count, threads=arguments.threads) as rollouts:
        for i, world in enumerate(rollouts):
            fill(world, 1.0 + 29.0 * i / max(1, arguments.count - 1))
        before = rollouts.positions.tolist()
        wall, cpu = time.monotonic(), time.process_time()
        rollouts.step(1 / 60, arguments.steps)
        wall, cpu = time.monotonic() - wall, time.process_time() - cpu
        after = rollouts.positions.tolist()
        moved = [sum(sum((a - b) ** 2 for a, b in zip(p, q)) > 0.25 for p, q in zip(x[:BOXES], y[:BOXES]))
                 for x, y in zip(before, after)]
        print("%d worlds, %d workers on %d processors: %.2f s of processors in %.2f s, %.2f at once" % (
            len(rollouts), rollouts.worker_count, os.cpu_count() or 1, cpu, wall, cpu / wall))
        for part in range(4):
            i = part * (len(rollouts) - 1) // 3
            print("%5.1f m/s moves %d of %d boxes" % (1.0 + 29.0 * i / max(1, len(rollouts) - 1), moved[i], BOXES))


if __name__ == "__main__":
    main()
