# SPDX-License-Identifier: MIT
"""Python gives the bits of the command line: the same trajectory, byte for byte, for every sample."""
from __future__ import annotations

import io
import json
import os
import struct
import subprocess
import unittest

import tumble
from common import PROGRAM, SAMPLES

STEPS = 60


def names() -> list[str]:
    return sorted(n for n in os.listdir(SAMPLES) if n.endswith((".gltf", ".glb", ".g4tf", ".g4b")))


@unittest.skipUnless(PROGRAM, "no command line")
class TheSameBits(unittest.TestCase):
    def run_program(self, *arguments: str) -> bytes:
        # From the samples' own folder: the header of a trajectory names the file as it was given.
        return subprocess.run([PROGRAM, "simulate", *arguments], cwd=SAMPLES, check=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE).stdout

    def run_python(self, name: str, threads: int) -> tuple[bytes, tumble.World]:
        folder = os.getcwd()
        os.chdir(SAMPLES)
        try:
            scene = tumble.Scene.open(name)
        finally:
            os.chdir(folder)
        world = tumble.World(scene, threads=threads)
        written = io.BytesIO()
        with tumble.Trajectory(scene, 60.0, written) as trajectory:
            trajectory.add(world)
            for _ in range(STEPS):
                world.step(1.0 / 60.0)
                trajectory.add(world)
        return written.getvalue(), world

    def test_the_trajectory_of_every_sample_is_that_of_the_command_line(self) -> None:
        self.assertGreater(len(names()), 10)
        for name in names():
            with self.subTest(name):
                expected = self.run_program(name, "--duration", "1", "--rate", "60", "--trajectory", "-")
                for threads in (1, 2):
                    self.assertEqual(self.run_python(name, threads)[0], expected)

    def test_the_hash_and_the_view_are_those_of_the_command_line(self) -> None:
        name = "tumbling-tower.gltf"
        said = json.loads(self.run_program(name, "--duration", "1", "--rate", "60", "--json", "--quiet"))
        _, world = self.run_python(name, 1)
        self.assertEqual("%016x" % world.hash, said["hash"])
        rows = {world.body(i).node: row for i, row in enumerate(world.positions.tolist())}
        for body in said["bodies"]:
            # Decimals of the program are the shortest that are read as the same float.
            expected = [struct.unpack("f", struct.pack("f", v))[0] for v in body["position"]]
            self.assertEqual(rows[body["node"]], expected)

    def test_a_checkpoint_of_python_is_one_of_the_command_line(self) -> None:
        name = "tumbling-tower.gltf"
        _, world = self.run_python(name, 1)
        import tempfile
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "run.tck")
            self.run_program(name, "--duration", "1", "--rate", "60", "--checkpoint", path, "--quiet")
            with open(path, "rb") as f:
                self.assertEqual(f.read(), world.checkpoint())


if __name__ == "__main__":
    unittest.main()
