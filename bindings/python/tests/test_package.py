# SPDX-License-Identifier: MIT
"""The wheel carries the library and runs from where it is installed; the types hold; the examples run."""
from __future__ import annotations

import glob
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile

from common import BINDING, ROOT

EXAMPLES = os.path.join(BINDING, "examples")


def has(*modules: str) -> bool:
    return all(importlib.util.find_spec(module) is not None for module in modules)


def run(*command: str, **options: object) -> str:
    made = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)  # type: ignore
    if made.returncode != 0:
        raise AssertionError("%s ends with %d:\n%s" % (" ".join(command), made.returncode, made.stdout))
    return made.stdout


class TheWheel(unittest.TestCase):
    @unittest.skipUnless(has("setuptools", "wheel", "pip") and os.environ.get("TUMBLE_LIBRARY"), "no setuptools, wheel, pip")
    def test_a_wheel_with_the_library_runs_alone(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "source")
            shutil.copytree(BINDING, source, ignore=shutil.ignore_patterns("build", "__pycache__", "*.egg-info"))
            if has("build", "setuptools", "wheel"):
                run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "-o", folder, source)
            else:
                run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-index", "--no-build-isolation",
                    "-w", folder, source)
            wheel, = glob.glob(os.path.join(folder, "tumble-*.whl"))
            self.assertRegex(os.path.basename(wheel), r"^tumble-[\d.]+-py3-none-(?!any)\w+\.whl$")
            names = zipfile.ZipFile(wheel).namelist()
            self.assertIn("tumble/py.typed", names)
            self.assertIn("tumble/c/world.py", names)
            site = os.path.join(folder, "site")
            run(sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--target", site, wheel)
            environment = {k: v for k, v in os.environ.items() if k != "TUMBLE_LIBRARY"}
            environment["PYTHONPATH"] = site
            said = run(sys.executable, "-c", "import tumble; world = tumble.World(); world.step(); "
                       "print(tumble.__file__, world.step_count)", env=environment, cwd=folder)
            self.assertEqual(said.split(), [os.path.join(site, "tumble", "__init__.py"), "1"])


class TheTypes(unittest.TestCase):
    @unittest.skipUnless(shutil.which("mypy"), "no mypy")
    def test_mypy_finds_nothing_in_strict_mode(self) -> None:
        with tempfile.TemporaryDirectory() as cache:
            said = run("mypy", "--strict", "--cache-dir", cache, "tumble", cwd=BINDING)
        self.assertRegex(said, r"Success: no issues found in \d+ source files")


class Examples(unittest.TestCase):
    def example(self, name: str, *arguments: str) -> str:
        return run(sys.executable, os.path.join(EXAMPLES, name), *arguments)

    def picture(self, folder: str) -> list[str]:
        if not has("matplotlib"):
            return []
        return ["--plot", os.path.join(folder, "picture.png")]

    def test_the_bouncing_ball_follows_its_closed_form(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            said = self.example("bouncing_ball.py", *self.picture(folder))
            if has("matplotlib"):
                with open(os.path.join(folder, "picture.png"), "rb") as f:
                    self.assertEqual(f.read(4), b"\x89PNG")
        farthest = re.search(r"at most ([\d.]+) micrometres", said)
        assert farthest is not None
        # Less than a millimetre in five bounces of four seconds.
        self.assertLess(float(farthest.group(1)), 1000.0)

    def test_a_thousand_bodies_lie_where_the_library_writes(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            said = self.example("thousand_bodies.py", "--seconds", "0.5", *self.picture(folder))
        place = re.search(r"\(1000, 3\) at (0x[0-9a-f]+); the library writes to (0x[0-9a-f]+)", said)
        assert place is not None
        self.assertEqual(place.group(1), place.group(2))

    def test_rollouts_move_more_boxes_by_faster_balls(self) -> None:
        said = self.example("rollouts.py", "--count", "16", "--threads", "2")
        moved = [int(n) for n in re.findall(r"moves (\d+) of 49 boxes", said)]
        self.assertEqual(len(moved), 4)
        self.assertLess(moved[0], moved[3])


class TheManual(unittest.TestCase):
    def test_every_block_of_the_page_runs(self) -> None:
        with open(os.path.join(ROOT, "docs", "python.md"), encoding="utf-8") as f:
            blocks = re.findall(r"^```python\n(.*?)^```", f.read(), re.M | re.S)
        self.assertGreater(len(blocks), 4)
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(os.path.join(ROOT, "samples"), os.path.join(folder, "samples"))
            # The blocks are one program: names of the first ones hold in the later ones.
            run(sys.executable, "-c", "".join(blocks), cwd=folder)


if __name__ == "__main__":
    unittest.main()
