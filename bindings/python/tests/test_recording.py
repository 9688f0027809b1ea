# SPDX-License-Identifier: MIT
"""Trajectories and bakes; what a file does not take is the exception of that file."""
from __future__ import annotations

import io
import json
import unittest
import zipfile

import tumble
from common import sample


class Trajectories(unittest.TestCase):
    def setUp(self) -> None:
        self.scene = tumble.Scene.open(sample("bounce.gltf"))
        self.world = tumble.World(self.scene)

    def test_lines_hold_a_header_and_each_state(self) -> None:
        written = io.BytesIO()
        with tumble.Trajectory(self.scene, 60, written) as trajectory:
            trajectory.add(self.world)
            self.world.step(1 / 60)
            trajectory.add(self.world)
        header, *states = [json.loads(line) for line in written.getvalue().splitlines()]
        self.assertEqual((header["format"], header["rate"]), ("tumble-trajectory", 60))
        self.assertEqual(len(states), 2)
        with self.assertRaises(tumble.ArgumentError):
            trajectory.add(self.world)

    def test_an_archive_is_one_of_numpy(self) -> None:
        written = io.BytesIO()
        with tumble.Trajectory(self.scene, 60, written, tumble.TrajectoryFormat.TUM_TRAJECTORY_NPZ) as trajectory:
            trajectory.add(self.world)
        names = zipfile.ZipFile(written).namelist()
        self.assertTrue(names and all(name.endswith(".npy") for name in names), names)

    def test_the_exception_of_a_file_passes(self) -> None:
        class Full(io.BytesIO):
            room = 2000

            def write(self, data: object) -> int:
                self.room -= len(data)  # type: ignore[arg-type]
                if self.room < 0:
                    raise OSError(28, "the disk is full")
                return len(data)  # type: ignore[arg-type]

        trajectory = tumble.Trajectory(self.scene, 60, Full())
        with self.assertRaisesRegex(OSError, "the disk is full"):
            for _ in range(100):
                trajectory.add(self.world)
        with self.assertRaises(tumble.FileError):  # The first error stays.
            trajectory.end()

    def test_a_trajectory_of_another_dimension_is_refused(self) -> None:
        trajectory = tumble.Trajectory(self.scene, 60, io.BytesIO())
        with self.assertRaises(tumble.ArgumentError):
            trajectory.add(tumble.World(dimension=4))
        with self.assertRaises(tumble.ArgumentError):
            trajectory.end()


class Bakes(unittest.TestCase):
    def test_motion_becomes_an_animation_of_the_document(self) -> None:
        document = tumble.Document.open(sample("bounce.gltf"))
        scene = document.scene()
        world = tumble.World(scene)
        bake = tumble.Bake(scene, position_tolerance=1e-3)
        bake.add(world)
        for _ in range(60):
            world.step(1 / 60)
            bake.add(world)
        bake.end(document)
        baked = json.loads(document.to_bytes())
        self.assertEqual([animation["name"] for animation in baked["animations"]], ["Physics"])
        self.assertGreater(bake.key_count, 10)
        with self.assertRaises(tumble.ArgumentError):
            tumble.Bake(scene, position_tolerance=-1.0)


if __name__ == "__main__":
    unittest.main()
