# SPDX-License-Identifier: MIT
"""Many worlds side by side: each has the bits that it has alone, and all lie in one array."""
from __future__ import annotations

import ctypes
import threading
import unittest

from common import sample  # First: it takes NumPy away where a test is to run without.

import tumble
from tumble import shapes

COUNT = 16


class Rollouts(unittest.TestCase):
    def setUp(self) -> None:
        self.scene = tumble.Scene.open(sample("tumbling-tower.gltf"))

    def test_each_world_has_the_bits_that_it_has_alone(self) -> None:
        hashes = []
        for i in range(COUNT):
            world = tumble.World(self.scene)
            world.body(0).apply_impulse((i, 0, 0), world.body(0).position)
            world.step(1 / 60, 30)
            hashes.append(world.hash)
        self.assertEqual(len(set(hashes)), COUNT)
        for threads in (0, 1, 2, 3):
            with tumble.Rollouts(self.scene, COUNT, threads=threads) as rollouts:
                for i, world in enumerate(rollouts):
                    world.body(0).apply_impulse((i, 0, 0), world.body(0).position)
                rollouts.step(1 / 60, 30)
                self.assertEqual([world.hash for world in rollouts], hashes)
                if threads:
                    self.assertEqual(rollouts.worker_count, threads)

    def test_all_bodies_of_all_worlds_are_one_array_without_a_copy(self) -> None:
        with tumble.Rollouts(self.scene, COUNT, threads=2) as rollouts:
            view = rollouts.positions
            bodies = len(rollouts[0])
            self.assertEqual(tuple(view.shape), (COUNT, bodies, 3))
            self.assertEqual(rollouts.arrays.blocks[0].address,
                             ctypes.cast(rollouts.arrays.struct.positions, ctypes.c_void_p).value)
            rollouts[3].body(1).set_pose((0, 50, 0), (0, 0, 0, 1))
            self.assertEqual(rollouts.positions.tolist()[3][1], [0, 50, 0])  # A change is seen when asked for.
            rollouts.step(1 / 60, 10)
            rows = view.tolist()
            for i in (0, 3, COUNT - 1):
                self.assertEqual(rows[i], rollouts[i].positions.tolist())

    def test_worlds_begin_from_one_checkpoint(self) -> None:
        world = tumble.World(self.scene)
        world.step(1 / 60, 50)
        with tumble.Rollouts(self.scene, COUNT, threads=2) as rollouts:
            rollouts.resume(world.checkpoint())
            rollouts.step(1 / 60, 20)
            world.step(1 / 60, 20)
            self.assertEqual({copy.hash for copy in rollouts}, {world.hash})
            self.assertEqual(rollouts.positions.tolist()[7], world.positions.tolist())

    def test_a_world_that_fails_stops_alone(self) -> None:
        with tumble.Rollouts(self.scene, COUNT, threads=2) as rollouts:
            rollouts[5].body(0).set_velocity((3e38, 0, 0), (0, 0, 0))
            rollouts.step(1 / 60, 3, strict=False)
            failed = [i for i, status in enumerate(rollouts.statuses) if status != tumble.Status.TUM_OK]
            self.assertEqual(failed, [5])
            self.assertEqual([world.step_count == 3 for world in rollouts], [i != 5 for i in range(COUNT)])
            with self.assertRaises(tumble.DivergedError):
                rollouts.step(1 / 60)

    def test_worlds_without_a_scene_are_filled_one_by_one(self) -> None:
        with tumble.Rollouts(None, 4, threads=2, gravity=(0, -10, 0)) as rollouts:
            for i, world in enumerate(rollouts):
                for k in range(i + 1):
                    world.add_body([shapes.sphere(0.5)], position=(2 * k, i, 0))
            # Places for four bodies in each world; those that a world has not stay as they were.
            self.assertEqual(tuple(rollouts.positions.shape), (4, 4, 3))
            rollouts.step(1 / 60, 60)
            for i in range(4):
                self.assertAlmostEqual(rollouts.positions.tolist()[i][0][1], i - 5, delta=1e-4)

    def test_other_threads_of_python_run_while_worlds_step(self) -> None:
        # The lock of the interpreter is free during the call: a thread that only counts gets on.
        counted = 0
        is_over = threading.Event()

        def count() -> None:
            nonlocal counted
            while not is_over.wait(0.001):
                counted += 1

        with tumble.Rollouts(self.scene, 64, threads=2) as rollouts:
            counter = threading.Thread(target=count)
            counter.start()
            before = counted
            rollouts.step(1 / 60, 100)
            after = counted
            is_over.set()
            counter.join()
        self.assertGreater(after, before)

    def test_closed_rollouts_say_so(self) -> None:
        rollouts = tumble.Rollouts(self.scene, 2)
        rollouts.close()
        with self.assertRaisesRegex(tumble.ArgumentError, "closed"):
            rollouts.step()
        with self.assertRaises(tumble.ArgumentError):
            tumble.Rollouts(self.scene, 0)


if __name__ == "__main__":
    unittest.main()
