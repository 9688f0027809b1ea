# SPDX-License-Identifier: MIT
"""A ball bounces on a floor beside the closed form of its flight.

    python3 bouncing_ball.py [--plot bouncing_ball.png]

The ball falls from a height h and keeps the part e of its speed at each impact: the first impact is at
sqrt(2 h / g), flight n + 1 has the speed e^n sqrt(2 g h) and lasts twice that over g.
"""
from __future__ import annotations

import argparse
import math

import tumble
from tumble import shapes

GRAVITY = 10.0  # [m/s^2]
HEIGHT = 2.0  # [m] of the lowest point of the ball
RESTITUTION = 0.8
RADIUS = 0.1  # [m]
RATE = 240  # [Hz]
SECONDS = 4.0


def closed_form(time: float) -> float:
    """[m] Height of the lowest point."""
    speed = math.sqrt(2 * GRAVITY * HEIGHT)
    begin = speed / GRAVITY
    if time < begin:
        return HEIGHT - 0.5 * GRAVITY * time * time
    while True:
        speed *= RESTITUTION
        length = 2 * speed / GRAVITY
        if time < begin + length:
            return speed * (time - begin) - 0.5 * GRAVITY * (time - begin) ** 2
        begin += length


def simulated() -> tuple[list[float], list[float]]:
    """Times [s] and heights [m] of the lowest point."""
    world = tumble.World(gravity=(0, -GRAVITY, 0))
    # The mean restitution of the two surfaces counts.
    world.add_collider(shapes.plane(restitution=RESTITUTION))
    world.add_body([shapes.sphere(RADIUS, restitution=RESTITUTION)], position=(0, HEIGHT + RADIUS, 0))
    positions = world.positions
    times, heights = [0.0], [HEIGHT]
    for _ in range(int(SECONDS * RATE)):
        world.step(1 / RATE)
        times.append(world.time)
        heights.append(positions[0, 1] - RADIUS)
    return times, heights


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--plot", metavar="FILE", help="a picture of both")
    arguments = parser.parse_args()
    times, heights = simulated()
    expected = [closed_form(time) for time in times]
    farthest = max(abs(a - b) for a, b in zip(heights, expected))
    print("%d steps, at most %.1f micrometres from the closed form" % (len(times) - 1, 1e6 * farthest))
    if arguments.plot:
        import matplotlib  # type: ignore[import]
        matplotlib.use("Agg")
        from matplotlib import pyplot
        pyplot.figure(figsize=(8, 4))
        pyplot.plot(times, expected, color="0.7", linewidth=4, label="closed form")
        pyplot.plot(times, heights, linewidth=1, label="tumble, %d Hz" % RATE)
        pyplot.xlabel("time [s]")
        pyplot.ylabel("height [m]")
        pyplot.legend()
        pyplot.tight_layout()
        pyplot.savefig(arguments.plot, dpi=100)
        print("%s is written" % arguments.plot)


if __name__ == "__main__":
    main()
