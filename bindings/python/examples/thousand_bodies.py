# SPDX-License-Identifier: MIT
"""A thousand boxes fall into a heap; their poses are one array, in which the library writes.

    python3 thousand_bodies.py [--plot thousand_bodies.png] [--seconds 4]
"""
from __future__ import annotations

import argparse
import ctypes

import tumble
from tumble import shapes


def heap() -> tumble.World:
    world = tumble.World(threads=2)
    world.add_collider(shapes.plane())
    for i in range(1000):
        x, z, layer = i % 10, i // 10 % 10, i // 100
        shift = 0.13 * (layer % 3)
        world.add_body([shapes.box(0.5, 0.5, 0.5)], position=(0.6 * x + shift, 0.4 + 0.7 * layer, 0.6 * z + shift))
    return world


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--plot", metavar="FILE", help="a picture of the heap from the side, and of the speeds")
    parser.add_argument("--seconds", type=float, default=4.0)
    arguments = parser.parse_args()

    world = heap()
    positions, velocities = world.positions, world.linear_velocities
    written_to = ctypes.cast(world.arrays.struct.positions, ctypes.c_void_p).value or 0
    print("positions: %s at %#x; the library writes to %#x" % (
        tuple(positions.shape), world.arrays.blocks[0].address, written_to))
    tops, speeds, times = [], [], []
    for _ in range(int(arguments.seconds * 60)):
        world.step(1 / 60)
        # Nothing is read or copied here: the arrays show the present state.
        tops.append(max(row[1] for row in positions.tolist()))
        speeds.append(sum(v * v for row in velocities.tolist() for v in row) / len(world))
        times.append(world.time)
    assert positions is world.positions
    print("after %.1f s the top is at %.2f m; hash %016x" % (world.time, tops[-1], world.hash))
    if arguments.plot:
        import matplotlib  # type: ignore[import]
        matplotlib.use("Agg")
        from matplotlib import pyplot
        figure, (side, motion) = pyplot.subplots(1, 2, figsize=(10, 4))
        side.scatter([row[0] for row in positions.tolist()], [row[1] for row in positions.tolist()], s=9)
        side.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", title="1000 boxes after %.1f s" % world.time)
        motion.semilogy(times, speeds)
        motion.set(xlabel="time [s]", ylabel="mean squared speed [m^2/s^2]")
        figure.tight_layout()
        figure.savefig(arguments.plot, dpi=100)
        print("%s is written" % arguments.plot)


if __name__ == "__main__":
    main()
