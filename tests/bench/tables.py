#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of the benchmark, from engines whose times are known: no time is measured.

    tables.py

A stand-in for tumble, bench-bullet and bench-ode answers with results that follow from the family and the seed.
"""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench"))

import engines   # noqa: E402
import families  # noqa: E402
import run       # noqa: E402

QUALITY = dict.fromkeys((
    "overlaps", "deepest_mm", "deep99_mm", "joint_largest_mm", "joint_mean_mm", "speed_mm_s", "energy", "drift_largest_m", "fallen",
    "lost", "outside", "disturbed", "not_finite", "unmeasured"), 0)


class StandIn:
    """Ours takes 2 ms, 2.5 with AVX2, 4 with SSE2; Bullet 8 ms of odd seeds, 18 of even ones, so N is 4 and 9.
    ODE takes 10 ms and has no word for logs. The 99th percentile of each is 3 times its mean."""

    def __init__(self, other_state, bullet_refuses):
        self.other_state = other_state  # Kernels that end in another state.
        self.bullet_refuses = bullet_refuses  # A family.

    def run(self, command, **_):
        program, words = os.path.basename(command[0]), command[1:]
        status, out, errors = getattr(self, program.replace("-", "_"))(words)
        return subprocess.CompletedProcess(command, status, out, errors)

    @staticmethod
    def told(ms, state="1"):
        return 0, json.dumps({"mean_ms": ms, "median_ms": ms, "p95_ms": ms, "p99_ms": 3 * ms, "cpu_ms": ms,
                              "cpu_p99_ms": 3 * ms, "scene": "", "hash": state, "hits": 0, "fraction": 0,
                              "half": QUALITY, "end": QUALITY}), ""

    def tumble(self, words):
        if "--help" in words:
            return 0, "Members are drawn from a seed: bridges and logs. More.", ""
        if "--write" in words:
            name = words[-1].replace(":", "-") + ("-10" if "family" in words[-1] else "")
            with open(os.path.join(words[2], name + ".glb"), "w", encoding="utf-8"):
                return 0, "", ""
        kernels = words[words.index("--instructions") + 1] if "--instructions" in words else "widest"
        return self.told({"avx2": 2.5, "sse2": 4.0}.get(kernels, 2.0), "2" if kernels == self.other_state else "1")

    def bench_bullet(self, words):
        parts = os.path.basename(words[0]).split("-")
        if self.bullet_refuses in parts:
            return 3, "", "Bullet 0: cannot express it"
        return self.told(18.0 if len(parts) > 2 and int(parts[2]) % 2 == 0 else 8.0)

    def bench_ode(self, words):
        return (3, "", "ODE 0: cannot express a log") if "logs" in words[0] else self.told(10.0)


TARGETS = '''{
  "about": "a",
  "yardstick": "b",
  "every": {"end.not_finite": 0},
  "scenes": {
    "pile": {"one": %g, "two": 1}
  }
}
'''


class Tables(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory(prefix="tumble-tables-")
        self.folder = self.place.name
        for name in ("tumble", "bench-bullet", "bench-ode"):
            with open(self.path(name), "w", encoding="utf-8"):
                pass
        self.write_targets(3.5)

    def tearDown(self):
        self.place.cleanup()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write_targets(self, bar):
        with open(self.path("targets.json"), "w", encoding="utf-8") as f:
            f.write(TARGETS % bar)

    def targets(self):
        with open(self.path("targets.json"), encoding="utf-8") as f:
            return json.load(f)

    def bench(self, program, *words, other_state=None, bullet_refuses=None):
        """Status, output and errors of bench/families.py or bench/run.py."""
        argv = ["bench", "--tumble", self.path("tumble"), "--bullet", self.path("bench-bullet"), "--ode", self.path("bench-ode"),
                "--targets", self.path("targets.json"), "--folder", self.path("scenes"), *words]
        out, errors = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", argv), \
                mock.patch.object(engines.subprocess, "run", StandIn(other_state, bullet_refuses).run), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            status = program.main()
        return status, out.getvalue(), errors.getvalue()

    def row(self, out, name):
        """Cells of a row by the words of the head."""
        lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in out.splitlines() if line.startswith("|")]
        found = next(line for line in lines if line[0] == "`%s`" % name)
        head = [line for line in lines[:lines.index(found)] if line[0] in ("scene", "family")][-1]
        return dict(reversed(list(zip(head, found))))  # The first of two equal words.

    def test_a_family_is_the_geometric_mean_over_its_seeds(self):
        status, out, _ = self.bench(families, "bridges", "--seeds", "101-102")
        self.assertEqual(status, 0)
        row = self.row(out, "bridges")
        self.assertEqual(row["N, 1 thread"], "6.00")  # sqrt(4 * 9)
        self.assertEqual(row["AVX2"], "4.80")         # sqrt(8 / 2.5 * 18 / 2.5)
        self.assertEqual(row["SSE2"], "3.00")         # sqrt(8 / 4 * 18 / 4)
        self.assertEqual(row["ODE by ours"], "5.00")
        self.assertEqual(row["p99 by mean"], "3.0")

    def test_the_last_line_has_the_mean_over_families(self):
        _, out, _ = self.bench(families, "--seeds", "101")
        self.assertIn("2 families, seeds 101 to 101: geometric mean N 4.00 on one thread", out)
        for part in ("3.20 with AVX2", "2.00 with SSE2", "ODE by ours 5.00 in 1 families", "least 4.00 (bridges)"):
            self.assertIn(part, out)

    def test_a_short_run_tells_only_what_it_measured(self):
        _, out, _ = self.bench(families, "--seeds", "101", "--no-columns", "--no-two")
        row = self.row(out, "bridges")
        self.assertEqual([row[k] for k in ("N, 1 thread", "AVX2", "SSE2", "ODE by ours", "N, 2 threads")],
                         ["4.00", "–", "–", "–", "–"])
        self.assertIn("geometric mean N 4.00 on one thread, 4.00 by processor time, least 4.00", out)

    def test_an_engine_that_cannot_express_a_scene_leaves_its_cell_empty_and_says_why(self):
        status, out, errors = self.bench(families, "logs", "--seeds", "101")
        self.assertEqual(status, 0)
        self.assertEqual(self.row(out, "logs")["ODE by ours"], "–")
        self.assertIn("ODE 0: cannot express a log", errors)

    def test_bars_are_what_was_reached_less_a_tenth(self):
        status, _, _ = self.bench(families, "bridges", "--seeds", "101-102", "--record")
        self.assertEqual(status, 0)
        targets = self.targets()
        # 0.9 * 4 and 0.9 * 9; 3 / 0.9 toward above.
        self.assertEqual(targets["families"], {"bridges": {"101": {"one": 3.6, "p99": 3.34}, "102": {"one": 8.1, "p99": 3.34}}})
        self.assertEqual(targets["scenes"], {"pile": {"one": 3.5, "two": 1}})

    def test_recording_again_leaves_the_other_bars_and_the_rest_of_the_file(self):
        self.bench(families, "bridges", "--seeds", "101", "--record")
        with open(self.path("targets.json"), encoding="utf-8") as f:
            before = f.read()
        self.bench(families, "logs", "--seeds", "102", "--record")
        self.assertEqual(sorted(self.targets()["families"]), ["bridges", "logs"])
        self.bench(families, "bridges", "--seeds", "101", "--record")
        with open(self.path("targets.json"), encoding="utf-8") as f:
            after = f.read()
        self.assertEqual(re.sub(r',\n    "logs".*', "", after), before)

    def raise_bar(self, key, factor):
        self.bench(families, "--seeds", "101", "--record")
        targets = self.targets()
        targets["families"]["logs"]["101"][key] *= factor
        with open(self.path("targets.json"), "w", encoding="utf-8") as f:
            json.dump(targets, f)

    def test_a_family_that_reaches_its_bars_passes(self):
        self.raise_bar("one", 1.0)
        status, out, _ = self.bench(families, "--seeds", "101", "--check")
        self.assertEqual(status, 0, out)
        self.assertIn("0 rows miss", out)

    def test_a_family_below_its_bar_is_named(self):
        self.raise_bar("one", 1.2)
        status, out, _ = self.bench(families, "--seeds", "101", "--check")
        self.assertEqual(status, 1)
        self.assertIn("1 rows miss", out)
        self.assertIn("logs: N is 4 by processor time, bar 4.32", out)

    def test_a_family_with_slow_frames_is_named(self):
        self.raise_bar("p99", 0.5)
        status, out, _ = self.bench(families, "--seeds", "101", "--check")
        self.assertEqual(status, 1)
        self.assertIn("logs: the 99th percentile is 3.00 of the mean, at most 1.67", out)

    def rounds_of_family(self, factor, *words):
        """Number of rounds of a family whose least N is raised by a factor, and its p99 far from reached."""
        self.write_targets(3.5)
        self.raise_bar("one", factor)
        targets = self.targets()
        targets["families"]["logs"]["101"]["p99"] = 100.0
        with open(self.path("targets.json"), "w", encoding="utf-8") as f:
            json.dump(targets, f)
        self.bench(families, "logs", "--seeds", "101", "--json", self.path("out.json"), *words)
        with open(self.path("out.json"), encoding="utf-8") as f:
            return len(json.load(f)["families"][0]["runs"][0])

    def test_a_family_close_to_a_bar_takes_five_rounds(self):
        self.assertEqual([self.rounds_of_family(factor, "--check") for factor in (1.0, 1.2)], [5, 5])

    def test_a_family_far_from_its_bars_and_one_that_is_not_judged_take_one_round(self):
        self.assertEqual([self.rounds_of_family(factor, "--check") for factor in (0.5, 2.0)], [1, 1])
        self.assertEqual(self.rounds_of_family(1.0), 1)

    def test_slack_lowers_a_bar(self):
        self.raise_bar("one", 1.2)
        self.assertEqual(self.bench(families, "--seeds", "101", "--check", "--slack", "0.1")[0], 0)

    def test_a_seed_without_a_bar_is_named(self):
        self.raise_bar("one", 1.0)
        status, out, _ = self.bench(families, "bridges", "--seeds", "101-102", "--check")
        self.assertEqual(status, 1)
        self.assertIn("bridges: no bar for each of seeds 101, 102", out)

    def test_kernels_that_end_in_another_state_are_named(self):
        self.raise_bar("one", 1.0)
        status, out, _ = self.bench(families, "logs", "--seeds", "101", "--check", other_state="sse2")
        self.assertEqual(status, 1)
        self.assertIn("logs: family:logs:101: the last state differs between runs: 1 2", out)

    def test_scenes_come_with_columns_and_families(self):
        status, out, _ = self.bench(run, "--rounds", "1")
        self.assertEqual(status, 0)
        row = self.row(out, "pile")
        self.assertEqual((row["N, 1 thread"], row["AVX2"], row["SSE2"], row["ODE by ours"], row["p99 by mean"]),
                         ("4.00", "3.20", "2.00", "5.00", "3.0"))
        self.assertIn("2 families, seeds 101 to 101", out)

    def test_a_check_of_scenes_names_families_too(self):
        self.raise_bar("one", 1.2)
        status, out, _ = self.bench(run, "--rounds", "1", "--check")
        self.assertEqual(status, 1)
        self.assertIn("1 rows miss", out)
        self.assertIn("logs: N is 4", out)

    def test_a_scene_below_its_bar_is_named(self):
        self.write_targets(4.5)
        status, out, _ = self.bench(run, "pile", "--rounds", "1", "--check")
        self.assertEqual(status, 1)
        self.assertIn("pile: N on one thread is 4.00, bar 4.5", out)

    def rounds_of(self, bar, *words, **target):
        """Number of rounds of the scene, whose N is 4."""
        self.write_targets(bar)
        targets = self.targets()
        targets["scenes"]["pile"].update(target)
        with open(self.path("targets.json"), "w", encoding="utf-8") as f:
            json.dump(targets, f)
        self.bench(run, "pile", "--json", self.path("out.json"), *words)
        with open(self.path("out.json"), encoding="utf-8") as f:
            return len(json.load(f)["scenes"][0]["runs"])

    def test_a_verdict_close_to_its_bar_takes_five_rounds(self):
        self.assertEqual([self.rounds_of(bar, "--check") for bar in (3.5, 4.5)], [5, 5])

    def test_a_clear_verdict_takes_as_many_rounds_as_asked_for(self):
        self.assertEqual([self.rounds_of(bar, "--check", two=3.0) for bar in (3.0, 6.0)], [3, 3])
        self.assertEqual(self.rounds_of(3.0, "--check", "--rounds", "6", two=3.0), 6)

    def test_a_yardstick_of_two_speeds_takes_seven_rounds(self):
        self.assertEqual(self.rounds_of(3.0, "--check", any_speed=True), 7)

    def test_without_a_check_rounds_are_those_asked_for(self):
        self.assertEqual(self.rounds_of(3.5, "--rounds", "1", any_speed=True), 1)

    def test_a_yardstick_that_cannot_express_a_scene_leaves_that_family_without_a_ratio(self):
        self.raise_bar("one", 1.0)
        status, out, errors = self.bench(families, "--seeds", "101", "--check", bullet_refuses="bridges")
        self.assertEqual(status, 0, out)
        self.assertEqual(self.row(out, "bridges")["N, 1 thread"], "–")
        self.assertIn("1 families, seeds 101 to 101: geometric mean N 4.00", out)
        self.assertIn("Bullet 0: cannot express it", errors)

    def test_without_bullet_ours_runs_alone(self):
        os.remove(self.path("bench-bullet"))
        status, out, errors = self.bench(families, "bridges", "--seeds", "101")
        self.assertEqual(status, 0)
        self.assertEqual(self.row(out, "bridges")["N, 1 thread"], "–")
        self.assertIn("no bench-bullet", errors)


if __name__ == "__main__":
    unittest.main()
