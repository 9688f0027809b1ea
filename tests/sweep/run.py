#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tumble sweep and tumble report: designs, measures, resumption, claims, limits, failures.

    tests/sweep/run.py --tumble PROGRAM TEST     TEST is one of the functions below
"""

import argparse
import base64
import contextlib
import csv
import io
import json
import math
import os
import pathlib
import random
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "samples"
PROGRAM = ""
PATIENCE = 200  # [s]
SKIPPED = 77
FRICTION = "/extensions/KHR_physics_rigid_bodies/physicsMaterials/2/"
failures = []


def check(truth, sentence):
    if not truth:
        failures.append(str(sentence))


def same(found, expected, sentence):
    check(found == expected, "%s: %r, not %r" % (sentence, found, expected))


def near(found, expected, tolerance, sentence):
    check(abs(found - expected) <= tolerance, "%s: %r, not %r" % (sentence, found, expected))


class Folder:
    """A folder with samples in which tumble runs."""

    def __enter__(self):
        self.place = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.place.name)
        for name in ("slope.gltf", "slope4.g4tf", "tumbling-tower.gltf", "spinning.g4tf"):
            shutil.copy(SAMPLES / name, self.path)
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def begin(self, *words, **more):
        return subprocess.Popen([PROGRAM, *map(str, words)], cwd=self.path, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, **more)

    def run(self, *words, code=0, **more):
        process = self.begin(*words, **more)
        self.output, self.errors = process.communicate(timeout=PATIENCE)
        same(process.returncode, code, "exit code of %s: %s" % (" ".join(map(str, words)), self.errors))
        return self.output

    def sweep(self, *words, code=0, **more):
        """The rows of --json."""
        return [json.loads(line) for line in self.run("sweep", *words, "--json", code=code, **more).splitlines()]

    def report(self, *words, **more):
        return self.run("report", *words, "--json", **more)

    def rows(self, folder):
        return sorted((self.path / folder).rglob("*.jsonl"))

    def leftovers(self, folder):
        return [path for path in (self.path / folder).rglob("*") if path.is_file() and path.suffix != ".jsonl"]


# Designs.


def values_of(rows):
    return [tuple(row["values"].values()) for row in rows]


def a_grid_has_all_combinations():
    with Folder() as at:
        rows = at.sweep("slope.gltf", "--vary", "substeps=1,4", "--vary", "/nodes/4/translation/0=0:0.1:0.3", "--out",
                        "out", "--duration", "0")
        # Decimals: 0.3 is not 3 * 0.1, which is 0.30000000000000004.
        same(values_of(rows), [(s, x) for s in (1, 4) for x in (0, 0.1, 0.2, 0.3)], "the last number changes fastest")
        rows = at.sweep("slope.gltf", "--vary", FRICTION + "staticFriction," + FRICTION + "dynamicFriction=1:-0.5:0",
                        "--out", "shared", "--duration", "0")
        same(values_of(rows), [(1, 1), (0.5, 0.5), (0, 0)], "two numbers share a value")
        rows = at.sweep("slope.gltf", "--vary", "rate=1e2:1e2:3e2", "--out", "exponents", "--duration", "0")
        same(values_of(rows), [(100,), (200,), (300,)], "numbers with exponents")


def samples_cover_their_ranges():
    with Folder() as at:
        words = ["slope.gltf", "--vary", "/nodes/4/translation/0=2:4", "--vary", "substeps=1,2,4", "--duration", "0"]
        small = values_of(at.sweep(*words, "--sample", "20", "--seed", "7", "--out", "random"))
        large = values_of(at.sweep(*words, "--sample", "200", "--seed", "7", "--out", "more"))
        same(large[:20], small, "a larger design has the samples of a smaller one")
        check(values_of(at.sweep(*words, "--sample", "20", "--seed", "8", "--out", "other")) != small, "seeds differ")
        # 200 uniform samples in [2, 4]: mean 3, deviation of the mean 0.041; each level 67, deviation 6.7.
        numbers = [x for x, _ in large]
        check(min(numbers) >= 2 and max(numbers) < 4, "range %r %r" % (min(numbers), max(numbers)))
        near(sum(numbers) / 200, 3.0, 5 * 0.041, "mean")
        for level in (1, 2, 4):
            near(sum(1 for _, s in large if s == level), 67, 5 * 6.7, "level %d" % level)
        rows = values_of(at.sweep(*words, "--sample", "12", "--design", "latin", "--out", "latin"))
        same(sorted(int((x - 2) / 2 * 12) for x, _ in rows), list(range(12)), "one sample in each twelfth")
        same(sorted(s for _, s in rows), [1] * 4 + [2] * 4 + [4] * 4, "each level as often")


def options_are_varied_too():
    with Folder() as at:
        # A ball in free flight: y = y0 + vy t - g t^2 / 2, and a step of semi-implicit Euler adds g t h / 2.
        (at.path / "ball.gltf").write_text(json.dumps({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "extensionsUsed": ["KHR_physics_rigid_bodies"],
            "nodes": [{"name": "Ball", "extensions": {"KHR_physics_rigid_bodies": {"motion": {"mass": 1}}}}]}))
        words = ["ball.gltf", "--measure", "y(Ball)", "--measure", "x(0)", "--duration", "1", "--rate", "1000"]
        for row in at.sweep(*words, "--vary", "gravity=0,1,3.5", "--out", "strength"):
            near(row["measures"]["y(Ball)"], -row["values"]["gravity"] / 2, 2e-3, "gravity")
            same(row["measures"]["x(0)"], 0, "direction of gravity")
        for row in at.sweep(*words, "--vary", "gravity.x=-2,4", "--out", "component"):
            near(row["measures"]["x(0)"], row["values"]["gravity.x"] / 2, 3e-3, "gravity.x")
            near(row["measures"]["y(Ball)"], -9.81 / 2, 1e-2, "the other components stay")
        for row in at.sweep(*words, "--vary", "duration=0.5,2", "--gravity", "0,-1,0", "--out", "long"):
            near(row["measures"]["y(Ball)"], -row["values"]["duration"] ** 2 / 2, 3e-3, "duration")
        names = [node.get("name") for node in json.loads((at.path / "slope4.g4tf").read_text())["nodes"]]
        body = next(i for i, name in enumerate(names) if name == "Ball")
        rows = at.sweep("slope4.g4tf", "--vary", "gravity.w=0,-1", "--gravity", "0,0,0,0", "--measure", "w(%d)" % body,
                        "--measure", "vw(%d)" % body, "--measure", "speed(%d)" % body, "--duration", "0.5", "--out",
                        "four", "--rate", "1000")
        near(rows[1]["measures"]["w(%d)" % body] - rows[0]["measures"]["w(%d)" % body], -0.125, 2e-3, "w")
        near(rows[1]["measures"]["vw(%d)" % body], -0.5, 1e-3, "vw")
        near(rows[1]["measures"]["speed(%d)" % body], 0.5, 1e-3, "speed")


# Measures.


def rotate(q, v):
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def unwrapped_twist(series, axis):
    total, last = 0.0, 0.0
    start = series[0]["orientation"]
    for body in series:
        q = multiply(body["orientation"], [-start[0], -start[1], -start[2], start[3]])
        angle = 2 * math.atan2(q[axis], q[3])
        change = angle - last
        total += change - 2 * math.pi * round(change / (2 * math.pi))
        last = angle
        yield total


def quantities(series, half):
    """Series of each quantity from the bodies of a trajectory; `half` are half edges of the body's box."""
    start = series[0]
    result = {}
    for i, axis in enumerate("xyz"):
        result[axis] = [b["position"][i] for b in series]
        result["v" + axis] = [b["linearVelocity"][i] for b in series]
        result["w" + axis] = [b["angularVelocity"][i] for b in series]
        result["along." + axis] = [b["position"][i] - start["position"][i] for b in series]
        result["twist." + axis] = list(unwrapped_twist(series, i))
        corners = [[[b["position"][i] + rotate(b["orientation"], [sx * half[0], sy * half[1], sz * half[2]])[i]
                     for sx in (-1, 1) for sy in (-1, 1) for sz in (-1, 1)]] for b in series]
        result["low." + axis] = [min(c[0]) for c in corners]
        result["high." + axis] = [max(c[0]) for c in corners]
    result["speed"] = [math.hypot(*b["linearVelocity"]) for b in series]
    result["angularSpeed"] = [math.hypot(*b["angularVelocity"]) for b in series]
    result["displacement"] = [math.dist(b["position"], start["position"]) for b in series]
    result["horizontal"] = [math.hypot(b["position"][0] - start["position"][0],
                                       b["position"][2] - start["position"][2]) for b in series]
    turn = [multiply(b["orientation"], [-start["orientation"][0], -start["orientation"][1], -start["orientation"][2],
                                        start["orientation"][3]]) for b in series]
    result["turn"] = [2 * math.atan2(math.hypot(*q[:3]), abs(q[3])) for q in turn]
    up = [rotate(b["orientation"], [0, 1, 0]) for b in series]
    result["tilt"] = [math.atan2(math.hypot(u[0], u[2]), u[1]) for u in up]
    result["asleep"] = [1.0 if b["asleep"] else 0.0 for b in series]
    return result


def measures_are_those_of_the_trajectory():
    reductions = {"min": min, "max": max, "first": lambda s: s[0], "last": lambda s: s[-1],
                  "mean": lambda s: sum(s) / len(s), "span": lambda s: max(s) - min(s)}
    windows = {"": (0, 120), "@0.5:1": (30, 60), "@1.5:end": (90, 120)}
    with Folder() as at:
        at.run("simulate", "slope.gltf", "--duration", "2", "--trajectory", "run.ndjson")
        steps = [json.loads(line) for line in (at.path / "run.ndjson").read_text().splitlines()[1:]]
        # Node 3 slides down the slope, tips over its edge and falls to the ground.
        series = [next(body for body in step["bodies"] if body["node"] == 3) for step in steps]
        expected = {}
        for name, numbers in quantities(series, [0.4, 0.25, 0.4]).items():
            expected["%s(Friction 0.1)" % name] = numbers[-1]
            expected["%s(3)@end" % name] = numbers[-1]
            expected["%s(3)@0.75" % name] = numbers[45]
            for reduction, compute in reductions.items():
                for window, (begin, end) in windows.items():
                    expected["%s %s(3)%s" % (reduction, name, window)] = compute(numbers[begin:end + 1])
        texts = list(expected)
        for begin in range(0, len(texts), 60):
            words = sum((["--measure", text] for text in texts[begin:begin + 60]), [])
            measures = at.sweep("slope.gltf", "--vary", "rate=60", "--duration", "2", *words, "--out",
                                "out%d" % begin)[0]["measures"]
            same(list(measures), texts[begin:begin + 60], "names")
            for text, number in measures.items():
                # Trajectories have the digits of floats.
                near(number, expected[text], 2e-6 * max(1, abs(expected[text])), text)
        check(max(abs(number) for text, number in expected.items() if "tilt" in text) > 0.3, "nothing tilts")
        # A window behind the end, and a run that ends before it.
        row = at.sweep("slope.gltf", "--vary", "duration=1", "--measure", "max x(3)@1.5:2", "--out", "late")[0]
        same(row["measures"], {"max x(3)@1.5:2": None}, "no step is in the window")


def shapes_and_turns_are_those_of_closed_forms():
    angle = 0.7
    tilted = [0, 0, math.sin(angle / 2), math.cos(angle / 2)]
    sine, cosine = math.sin(angle), math.cos(angle)
    shapes = [({"type": "sphere", "sphere": {"radius": 0.3}}, 0.3, 0.3),
              ({"type": "box", "box": {"size": [1, 2, 3]}}, 0.5 * sine + cosine, 0.5 * sine + cosine),
              ({"type": "capsule", "capsule": {"height": 2, "radiusBottom": 0.4, "radiusTop": 0.4}}, cosine + 0.4,
               cosine + 0.4),
              ({"type": "cylinder", "cylinder": {"height": 2, "radiusBottom": 0.5, "radiusTop": 0.5}},
               cosine + 0.5 * sine, cosine + 0.5 * sine),
              # A cone: its base reaches lower than its tip reaches up.
              ({"type": "cylinder", "cylinder": {"height": 2, "radiusBottom": 0.5, "radiusTop": 0}},
               cosine, cosine + 0.5 * sine)]
    physics, implicit = "KHR_physics_rigid_bodies", "KHR_implicit_shapes"
    nodes = [{"name": "Body %d" % i, "translation": [5 * i, 1, 0], "rotation": tilted, "extensions": {physics: {
        "collider": {"geometry": {"shape": i}}, "motion": {"mass": 1, "centerOfMass": [0, 0, 0]}}}}
        for i in range(len(shapes))]
    nodes.append({"name": "Top", "translation": [40, 0, 0], "extensions": {physics: {
        "motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1], "angularVelocity": [0, 7, 0]}}}, "children": [len(nodes) + 1]})
    nodes.append({"name": "Rim", "translation": [2, 0, 0]})
    nodes.append({"name": "Other way", "translation": [60, 0, 0], "extensions": {physics: {
        "motion": {"mass": 1, "inertiaDiagonal": [1, 1, 1], "angularVelocity": [-7, 0, 0]}}}})
    with Folder() as at:
        (at.path / "shapes.gltf").write_text(json.dumps({
            "asset": {"version": "2.0"}, "extensionsUsed": [physics, implicit], "scene": 0,
            "scenes": [{"nodes": [i for i in range(len(nodes)) if nodes[i]["name"] != "Rim"]}], "nodes": nodes,
            "extensions": {implicit: {"shapes": [shape for shape, _, _ in shapes]}}}))
        words = sum((["--measure", "%s.y(Body %d)@0" % (end, i)] for i in range(len(shapes)) for end in ("high", "low")),
                    ["--measure", "twist.y(Top)", "--measure", "turn(Top)", "--measure", "twist.x(Other way)", "--measure", "x(Rim)", "--measure",
                     "z(Rim)", "--measure", "displacement(Rim)@0.5", "--measure", "wy(Rim)"])
        row = at.sweep("shapes.gltf", "--vary", "gravity=0", "--duration", "2", *words, "--out", "out")[0]["measures"]
        for i, (shape, high, low) in enumerate(shapes):
            near(row["high.y(Body %d)@0" % i], 1 + high, 1e-6, "highest of %s" % shape)
            near(row["low.y(Body %d)@0" % i], 1 - low, 1e-6, "lowest of %s" % shape)
        # 7 rad/s for 2 s are 14 rad; the shortest way back is 14 - 4 pi.
        near(row["twist.y(Top)"], 14, 1e-3, "twist")
        near(row["twist.x(Other way)"], -14, 1e-3, "twist the other way round")
        near(row["turn(Top)"], 14 - 4 * math.pi, 1e-3, "turn")
        # A node below the body goes round with it; Y turns X to -Z.
        near(row["x(Rim)"], 40 + 2 * math.cos(14), 3e-3, "x of the rim")
        near(row["z(Rim)"], -2 * math.sin(14), 3e-3, "z of the rim")
        near(row["displacement(Rim)@0.5"], 4 * math.sin(3.5 / 2), 3e-3, "a chord")
        near(row["wy(Rim)"], 7, 1e-4, "angular velocity")


# Names, resumption, shards, claims.


WORDS = ["slope.gltf", "--vary", FRICTION + "staticFriction," + FRICTION + "dynamicFriction=0.02:0.02:0.6", "--vary",
         "/nodes/4/extensions/KHR_physics_rigid_bodies/motion/mass=1,10", "--measure", "displacement(Friction 0.3)",
         "--measure", "max tilt(4)@0.5:end", "--duration", "1"]
RUNS = 60


def runs_are_named_by_what_they_depend_on():
    def name(*words, file="slope.gltf"):
        options = {"--duration": "0", "--measure": "x(3)", "--vary": "rate=60"}
        options.update(zip(words[::2], words[1::2]))
        return at.sweep(file, *sum(map(list, options.items()), []), "--out", "out%d" % random.getrandbits(60))[0]["run"]

    with Folder() as at:
        first = name()
        same(name(), first, "the same again")
        same(name("--jobs", "1", "--time-limit", "50"), first, "the work's options")
        shutil.copy(at.path / "slope.gltf", at.path / "copy.gltf")
        same(name(file="copy.gltf"), first, "the same file by another name")
        others = [name("--vary", "rate=61"), name("--vary", "substeps=4"), name("--measure", "y(3)"),
                  name("--duration", "0.5"), name("--gravity", "0,-9.8,0")]
        text = (at.path / "slope.gltf").read_text()
        (at.path / "copy.gltf").write_text(text.replace("0.173648", "0.173649"))
        others.append(name(file="copy.gltf"))
        # A byte of the data beside the file.
        tree = json.loads(text)
        data = bytearray(base64.b64decode(tree["buffers"][0]["uri"].split(",")[1]))
        tree["buffers"][0]["uri"] = "slope.bin"
        (at.path / "separate.gltf").write_text(json.dumps(tree))
        (at.path / "slope.bin").write_bytes(data)
        same(name(file="separate.gltf"), first, "the same content in two files")
        data[-1] ^= 1
        (at.path / "slope.bin").write_bytes(data)
        others.append(name(file="separate.gltf"))
        same(len({first, *others}), 1 + len(others), "names differ")


def a_killed_sweep_goes_on():
    with Folder() as at:
        at.sweep(*WORDS, "--out", "whole")
        expected = at.report("whole")
        for moment in (1, 30):
            folder = "killed%d" % moment
            process = at.begin("sweep", *WORDS, "--out", folder, start_new_session=True)
            while len(at.rows(folder)) < moment and process.poll() is None:
                time.sleep(0.002)
            os.killpg(process.pid, signal.SIGKILL)
            for pid in workers_of(process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            process.communicate()
            before = {path: path.stat().st_mtime_ns for path in at.rows(folder)}
            done = at.sweep(*WORDS, "--out", folder)
            same(len(done) + len(before), RUNS, "runs of both")
            same({path: path.stat().st_mtime_ns for path in before}, before, "finished runs are not done again")
            same(at.report(folder), expected, "the report of a sweep killed after %d runs" % moment)
        same(at.sweep(*WORDS, "--out", "whole"), [], "nothing is left")


def shards_in_any_order_are_the_whole():
    with Folder() as at:
        at.sweep(*WORDS, "--out", "whole", "--jobs", "1")
        expected = at.report("whole")
        sizes = []
        for number in (2, 4, 1, 3):
            sizes.append(len(at.sweep(*WORDS, "--out", "shard%d" % number, "--shard", "%d/4" % number)))
        same(sum(sizes), RUNS, "shards %s" % sizes)
        check(min(sizes) > 4, "shards %s" % sizes)  # 60 runs, p = 1/4: 15, and a deviation of 3.4.
        folders = ["shard%d" % number for number in (1, 2, 3, 4)]
        same(at.report(*folders), expected, "folders")
        same(at.report(*reversed(folders)), expected, "folders in another order")
        lines = [path.read_text() for folder in folders for path in at.rows(folder)]
        random.Random(5).shuffle(lines)
        (at.path / "all.jsonl").write_text("".join(lines))
        (at.path / "some.jsonl").write_text("".join(lines[:20]))
        same(at.report("all.jsonl"), expected, "a file of shuffled rows")
        same(at.report("all.jsonl", "some.jsonl", "shard2"), expected, "rows that are there twice")
        texts = {}
        for names in (["whole"], ["all.jsonl"]):
            for kind in ("--csv", "--svg"):
                text = at.run("report", *names, "--x", "staticFriction", "--series", "mass", kind, "-")
                same(text, texts.setdefault(kind, text), kind)
            at.run("report", *names, "--npz", "out.npz", "--quiet")
            data = (at.path / "out.npz").read_bytes()
            same(data, texts.setdefault("npz", data), "--npz")
            page = at.run("report", *names)
            same(page, texts.setdefault("page", page), "the page")


def two_processes_share_a_folder():
    with Folder() as at:
        at.sweep(*WORDS, "--out", "whole")
        expected = at.report("whole")
        processes = [at.begin("sweep", *WORDS, "--out", "both", "--json", "--jobs", jobs) for jobs in ("1", "2")]
        outputs = [process.communicate(timeout=PATIENCE) for process in processes]
        rows = [[json.loads(line)["run"] for line in output.splitlines()] for output, _ in outputs]
        same([process.returncode for process in processes], [0, 0], outputs)
        same(len(rows[0] + rows[1]), RUNS, "each run is done once")
        same(len(set(rows[0] + rows[1])), RUNS, "each run is done")
        check(min(map(len, rows)) > 0, "one process did all: %s" % list(map(len, rows)))
        same(at.report("both"), expected, "the report of both")
        same(at.leftovers("both"), [], "claims are left")


def claims_are_respected_and_taken_over():
    def claim(folder, run, text, age):
        path = at.path / folder / "runs" / run[:2] / (run + ".claim")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, (time.time() - age,) * 2)
        return path

    machine = socket.gethostname()
    with Folder() as at:
        words = ["slope.gltf", "--vary", "rate=30:30:120", "--duration", "0.1", "--measure", "x(3)"]
        runs = [row["run"] for row in at.sweep(*words, "--out", "whole")]
        expected = at.report("whole")
        gone = subprocess.Popen(["true"])
        gone.wait()
        # A process of this machine that is gone; one of another machine that was silent for too long.
        claim("dead", runs[0], "%s %d\n" % (machine, gone.pid), 0)
        claim("dead", runs[1], "elsewhere 1\n", 1000)
        claim("dead", runs[2], "", 1000)
        same(len(at.sweep(*words, "--out", "dead", "--claim-timeout", "500")), 4, "claims of dead processes")
        same(at.report("dead"), expected, "the report")
        same(at.leftovers("dead"), [], "claims are left")
        # A process that lives, and one of another machine that was heard of lately, keep their runs.
        alive = claim("live", runs[0], "%s %d\n" % (machine, os.getpid()), 100)
        far = claim("live", runs[3], "elsewhere 1\n", 100)
        process = at.begin("sweep", *words, "--out", "live", "--claim-timeout", "500")
        deadline = time.monotonic() + PATIENCE
        while len(at.rows("live")) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.5)  # Two more passes.
        same(len(at.rows("live")), 2, "runs of other processes are left to them")
        check(process.poll() is None, "the sweep waits for the others")
        # The other process finishes one, and gives up the other.
        run = runs[0]
        shutil.copy(at.path / "whole" / "runs" / run[:2] / (run + ".jsonl"), alive.parent)
        alive.unlink()
        far.unlink()
        process.communicate(timeout=PATIENCE)
        same(process.returncode, 0, "exit code")
        same(at.report("live"), expected, "the report")


# Failures.


def workers_of(pid):
    children = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            words = entry.read_text().rsplit(")", 1)[1].split()
            if int(words[1]) == pid:
                children.append(int(entry.parent.name))
    return children


def runs_that_fail_are_rows():
    with Folder() as at:
        rows = at.sweep("slope.gltf", "--vary", FRICTION + "staticFriction=-1,0.5", "--vary", "substeps=0,4", "--out",
                        "out", "--duration", "0.1", "--measure", "x(3)")
        same([row["outcome"] for row in rows], ["wrong usage", "has errors", "wrong usage", "done"], "outcomes")
        check("substeps 0" in rows[0]["message"], rows[0])
        check(rows[1]["code"] and "x(3)" in rows[1]["measures"], rows[1])
        same(at.sweep("slope.gltf", "--vary", FRICTION + "staticFriction=-1,0.5", "--vary", "substeps=0,4", "--out",
                      "out", "--duration", "0.1", "--measure", "x(3)"), [], "failed runs are finished")
        again = at.sweep("slope.gltf", "--vary", FRICTION + "staticFriction=-1,0.5", "--vary", "substeps=0,4", "--out",
                         "out", "--duration", "0.1", "--measure", "x(3)", "--retry")
        same([row["run"] for row in again], [row["run"] for row in rows[:3]], "--retry does failed runs alone")
        # A body that leaves the sensible numbers.
        rows = at.sweep("slope.gltf", "--vary", "gravity=9.81,1e30", "--out", "far", "--duration", "1")
        same([row["outcome"] for row in rows], ["done", "diverged"], "outcomes")
        check("diverged at t = " in rows[1]["message"], rows[1])
        rows = at.sweep("tumbling-tower.gltf", "--vary", "duration=0.1,100000", "--out", "slow", "--time-limit", "2")
        same([row["outcome"] for row in rows], ["done", "timed out"], "outcomes")
        same(at.leftovers("slow"), [], "claims are left")


def a_worker_that_ends_is_a_row():
    if not pathlib.Path("/proc/self/stat").exists():
        print("skipped: processes are not listed in /proc")
        sys.exit(SKIPPED)
    with Folder() as at:
        process = at.begin("sweep", "tumbling-tower.gltf", "--vary", "duration=100000,0.1,0.2", "--out", "out", "--jobs",
                           "1", "--json")
        deadline = time.monotonic() + PATIENCE
        while not list((at.path / "out").rglob("*.claim")) and time.monotonic() < deadline:
            time.sleep(0.01)
        for pid in workers_of(process.pid):
            os.kill(pid, signal.SIGABRT)  # Sanitizers leave it alone.
        output, errors = process.communicate(timeout=PATIENCE)
        rows = [json.loads(line) for line in output.splitlines()]
        same([row["outcome"] for row in rows], ["crashed", "done", "done"], errors)
        same(rows[0].get("signal"), "SIGABRT", "signal")
        same(at.leftovers("out"), [], "claims are left")
        report = json.loads(at.report("out"))
        same((report["runs"], report["failed"], report["failures"][0]["outcome"]), (3, 1, "crashed"), "report")
        # Memory beyond the limit: a trajectory of NumPy stays in memory until the end.
        rows = at.sweep("tumbling-tower.gltf", "--vary", "duration=0.1,150", "--out", "large", "--memory-limit", "12",
                        "--trajectory", "npz")
        same([row["outcome"] for row in rows], ["done", "ran out of memory"], "outcomes")


def a_full_disk_loses_nothing():
    def full_disk():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (40, 40))

    with Folder() as at:
        at.sweep(*WORDS, "--out", "whole")
        expected = at.report("whole")
        words = [word.replace(":0.6", ":0.1") for word in WORDS]
        first = len(at.sweep(*words, "--out", "out"))
        # As on a disk that has become full: a row takes more than 40 bytes.
        rows = at.sweep(*WORDS, "--out", "out", code=3, preexec_fn=full_disk)
        same([(row["outcome"], "space" in row["message"]) for row in rows], [("file failed", True)], "one row")
        check("no space left" in at.errors, at.errors)
        check("%d of %d runs are finished and kept" % (first, RUNS) in at.errors, at.errors)
        same(len(at.rows("out")), first, "rows")
        same(at.leftovers("out"), [], "claims and temporary files are left")
        same(len(at.sweep(*WORDS, "--out", "out")), RUNS - first, "the same command goes on")
        same(at.report("out"), expected, "the report")
        if pathlib.Path("/dev/full").exists():
            for kind in ("--csv", "--svg", "--npz"):
                at.run("report", "out", kind, "/dev/full", code=3)
                check("/dev/full" in at.errors and "space" in at.errors, at.errors)


def a_read_only_folder_is_told():
    def give_up_rights():
        if os.getuid() == 0:
            os.setgid(65534)
            os.setuid(65534)

    with Folder() as at:
        os.chmod(at.path, 0o755)
        at.sweep("slope.gltf", "--vary", "rate=30,60", "--duration", "0", "--out", "out")
        expected = at.report("out")
        for folder in ("out", "out/runs", *map(str, (at.path / "out" / "runs").iterdir()), "."):
            os.chmod(at.path / folder, 0o555)
        at.sweep("slope.gltf", "--vary", "rate=30:30:900", "--duration", "0", "--out", "out", code=3,
                 preexec_fn=give_up_rights)
        check("out: " in at.errors and "permission denied" in at.errors.lower(), at.errors)
        check("2 of 30 runs are finished and kept" in at.errors, at.errors)
        at.sweep("slope.gltf", "--vary", "rate=30,60", "--duration", "0", "--out", "new", code=3,
                 preexec_fn=give_up_rights)
        check("new: " in at.errors and "permission denied" in at.errors.lower(), at.errors)
        same(at.report("out", preexec_fn=give_up_rights), expected, "the report needs no rights to write")
        os.chmod(at.path, 0o755)
        (at.path / "file").write_text("")
        at.sweep("slope.gltf", "--vary", "rate=30", "--out", "file", code=3)
        check("file: not a usable path" in at.errors, at.errors)
        for folder in ("out", "out/runs", *map(str, (at.path / "out" / "runs").iterdir())):
            os.chmod(at.path / folder, 0o755)


def a_vanished_input_loses_nothing():
    with Folder() as at:
        at.sweep(*WORDS, "--out", "whole")
        expected = at.report("whole")
        process = at.begin("sweep", *WORDS, "--out", "out")
        deadline = time.monotonic() + PATIENCE
        while not (at.path / "out").exists() and time.monotonic() < deadline:
            time.sleep(0.001)
        (at.path / "slope.gltf").unlink()  # The sweep has read it.
        process.communicate(timeout=PATIENCE)
        same(process.returncode, 0, "exit code")
        same(at.report("out"), expected, "a sweep goes on without its file")
        at.sweep(*WORDS, "--out", "out", code=3)
        check("slope.gltf" in at.errors and "no such file" in at.errors, at.errors)
        same(at.report("out"), expected, "the rows are kept")


def trajectories_are_kept():
    with Folder() as at:
        words = ["slope.gltf", "--vary", "rate=30,60", "--duration", "0.5", "--measure", "x(3)@end", "--out", "out"]
        plain = at.sweep(*words)
        rows = at.sweep(*words, "--trajectory", "ndjson")
        same(rows, plain, "rows are done again for their trajectories, and are the same")
        for row in rows:
            run = row["run"]
            lines = (at.path / "out" / "trajectories" / run[:2] / (run + ".ndjson")).read_text().splitlines()
            same(len(lines), 2 + row["values"]["rate"] / 2, "header and states")
            body = next(body for body in json.loads(lines[-1])["bodies"] if body["node"] == 3)
            near(row["measures"]["x(3)@end"], body["position"][0], 1e-6, "x at the end")
        same(at.sweep(*words, "--trajectory", "ndjson"), [], "nothing is left")
        at.run("simulate", "slope.gltf", "--rate", "30", "--duration", "0.5", "--trajectory", "own.npz")
        at.sweep(*words, "--trajectory", "npz")
        run = rows[0]["run"]
        same((at.path / "out" / "trajectories" / run[:2] / (run + ".npz")).read_bytes(),
             (at.path / "own.npz").read_bytes(), "the trajectory of simulate")


def wrong_use_is_told():
    cases = [
        (["slope.gltf", "--out", "o"], "--vary POINTER"),
        (["slope.gltf", "--vary", "rate=30"], "--out DIR"),
        (["slope.gltf", "--vary", "rat=30", "--out", "o"], "did you mean rate?"),
        (["slope.gltf", "--vary", "rate", "--out", "o"], "POINTER=FROM:STEP:TO"),
        (["slope.gltf", "--vary", "rate=30,x", "--out", "o"], "no list of numbers"),
        (["slope.gltf", "--vary", "rate=30:1:x", "--out", "o"], "no range"),
        (["slope.gltf", "--vary", "rate=30:-1:60", "--out", "o"], "leads away"),
        (["slope.gltf", "--vary", "rate=60:30", "--out", "o"], "TO is not above FROM"),
        (["slope.gltf", "--vary", "rate=30:60", "--out", "o"], "no step"),
        (["slope.gltf", "--vary", "rate=0:1e-7:1000", "--out", "o"], "more than 10000000"),
        (["slope.gltf", "--vary", "rate=1:1:9000", "--vary", "duration=1:1:9000", "--out", "o"], "more than 10000000"),
        (["slope.gltf", "--vary", "rate=30", "--vary", "rate=60", "--out", "o"], "varied twice"),
        (["slope.gltf", "--vary", "rate=30", "--design", "latin", "--out", "o"], "--sample N"),
        (["slope.gltf", "--vary", "rate=30", "--design", "grid", "--sample", "3", "--out", "o"], "random and latin"),
        (["slope.gltf", "--vary", "/nodes/9/x=1", "--out", "o"], "no number at /nodes/9/x"),
        (["slope.gltf", "--vary", "/nodes/4/name=1", "--out", "o"], "no number at /nodes/4/name"),
        (["slope.gltf", "--vary", "/nodes/~2=1", "--out", "o"], "no JSON pointer"),
        (["slope.gltf", "--vary", "/buffers/0/byteLength=1", "--out", "o"], "bytes of a buffer"),
        (["slope.gltf", "--vary", "gravity.w=1", "--out", "o"], "four dimensions"),
        (["slope.gltf", "--vary", "rate=30", "--measure", "zz(3)", "--out", "o"], "no quantity \"zz\""),
        (["slope.gltf", "--vary", "rate=30", "--measure", "z", "--out", "o"], "quantity of a node"),
        (["slope.gltf", "--vary", "rate=30", "--measure", "z(Nobody)", "--out", "o"], "no node \"Nobody\""),
        (["slope.gltf", "--vary", "rate=30", "--measure", "z(Ground)", "--out", "o"], "never moves"),
        (["slope.gltf", "--vary", "rate=30", "--measure", "z(3)@1:2", "--out", "o"], "needs a reduction"),
        (["slope.gltf", "--vary", "rate=30", "--measure", "max z(3)@2:1", "--out", "o"], "no window"),
        (["slope.gltf", "--vary", "rate=30", "--measure", "z(3)@soon", "--out", "o"], "neither @end nor a time"),
        (["slope.gltf", "--vary", "rate=30", "--measure", "x(3)", "--measure", "x(3)", "--out", "o"], "given twice"),
        (["slope.gltf", "--vary", "rate=30", "--shard", "3/2", "--out", "o"], "--shard takes"),
        (["spinning.g4tf", "--vary", "rate=30", "--measure", "tilt(0)", "--out", "o"], "3 dimensions"),
    ]
    with Folder() as at:
        for words, sentence in cases:
            at.run("sweep", *words, code=2)
            check(sentence in at.errors and at.errors.count("\n") == 1, "%s: %s" % (words, at.errors))
        check(not (at.path / "o").exists(), "a folder was made")
        at.sweep("slope.gltf", "--vary", "rate=30,60", "--out", "out", "--duration", "0")
        for words, code, sentence in [
                (["out", "--x", "nothing"], 2, "there is no varied number \"nothing\"; there are rate"),
                (["out", "--x", "rate"], 2, "no measure"), (["out", "--y", "x(3)"], 2, "--x NAME"),
                (["out", "--svg", "a.svg", "--mark", "x"], 2, "--mark takes"),
                (["out", "--csv", "-", "--json"], 2, "standard output takes one"),
                (["nowhere"], 3, "no such file"), (["slope.gltf"], 1, "no row of a sweep")]:
            at.run("report", *words, code=code)
            check(sentence in at.errors, "%s: %s" % (words, at.errors))


# Reports.


def a_row(run, values, measures, **more):
    return json.dumps({"run": run, "tumble": "0.2.0", "file": "a.gltf", "values": values, "outcome": "done", **more,
                       "measures": measures}) + "\n"


def percentile(numbers, percent):
    numbers = sorted(numbers)
    place = (len(numbers) - 1) * percent / 100
    below = int(place)
    above = min(below + 1, len(numbers) - 1)
    return numbers[below] + (place - below) * (numbers[above] - numbers[below])


def percentiles_and_failures_are_listed():
    draw = random.Random(3)
    numbers = [draw.gauss(5, 2) for _ in range(101)]
    with Folder() as at:
        rows = [a_row("%04x" % i, {"rate": i % 7}, {"m": number}) for i, number in enumerate(numbers)]
        rows += [a_row("f%d" % i, {"rate": i}, {"m": 1e9}, outcome="diverged", message="at t = %d s" % i)
                 for i in range(3)]
        rows += [a_row("g0", {"rate": 1}, {}, outcome="has errors", code="VALUE_NOT_IN_RANGE", message="no")]
        (at.path / "rows.jsonl").write_text("".join(rows))
        report = json.loads(at.report("rows.jsonl"))
        same((report["runs"], report["done"], report["failed"]), (105, 101, 4), "counts")
        measure = report["measures"][0]
        same((measure["name"], measure["count"]), ("m", 101), "failed runs are left out")
        near(measure["mean"], sum(numbers) / 101, 1e-12, "mean")
        same((measure["least"], measure["most"]), (min(numbers), max(numbers)), "range")
        for percent, value in measure["percentiles"].items():
            near(value, percentile(numbers, int(percent)), 1e-12, "percentile " + percent)
        same([(group["runs"], group["outcome"], group.get("code")) for group in report["failures"]],
             [(3, "diverged", None), (1, "has errors", "VALUE_NOT_IN_RANGE")], "failures by code")
        same(report["failures"][0]["message"], "at t = 0 s", "the first message")
        page = at.run("report", "rows.jsonl", "--x", "rate")
        check("105 runs: 101 done, 4 failed" in page and "VALUE_NOT_IN_RANGE" in page, page)
        threes = [number for i, number in enumerate(numbers) if i % 7 == 3]
        line = next(line.split() for line in page.splitlines() if line.split()[:1] == ["3"] and len(line.split()) == 6)
        same(line[1:], ["%d" % len(threes)] + ["%.6g" % number for number in (
            min(threes), percentile(threes, 50), max(threes), sum(threes) / len(threes))], "the table over rate")


def rows_are_written_for_other_programs():
    with Folder() as at:
        (at.path / "rows.jsonl").write_text(
            a_row("b", {"/a,b/x": 0.1, "/c/x": 2}, {"m \"q\"": -1.5e-9}) +
            a_row("a", {"/a,b/x": 0.1, "/c/x": 1}, {"m \"q\"": None}) +
            a_row("c", {"/a,b/x": 0, "/c/x": 3, "late": 4}, {}, outcome="timed out"))
        table = list(csv.reader(io.StringIO(at.run("report", "rows.jsonl", "--csv", "-"))))
        same(table[0], ["run", "file", "outcome", "code", "/a,b/x", "/c/x", "late", "m \"q\""], "head")
        same(table[1:], [["c", "a.gltf", "timed out", "", "0", "3", "4", ""],
                         ["a", "a.gltf", "done", "", "0.1", "1", "", ""],
                         ["b", "a.gltf", "done", "", "0.1", "2", "", "-1.5e-9"]], "rows by their values")
        at.run("report", "rows.jsonl", "--npz", "rows.npz", "--quiet")
        with zipfile.ZipFile(at.path / "rows.npz") as archive:
            arrays = {name: archive.read(name)[128:] for name in archive.namelist()}
        same(list(arrays), ["run.npy", "outcome.npy", "a_b_x.npy", "c_x.npy", "late.npy", "m_q.npy"], "names")
        same(arrays["run.npy"], b"cab", "run")
        same(struct.unpack("<3d", arrays["c_x.npy"]), (3, 1, 2), "c_x")
        check(math.isnan(struct.unpack("<3d", arrays["m_q.npy"])[1]), "a missing number is NaN")
        with contextlib.suppress(ImportError):
            import numpy
            with numpy.load(at.path / "rows.npz") as arrays:
                same(list(arrays["outcome"]), [b"timed out", b"done", b"done"], "outcome by NumPy")


def the_plot_has_a_point_for_each_run():
    svg = "{http://www.w3.org/2000/svg}"
    with Folder() as at:
        (at.path / "rows.jsonl").write_text("".join(
            a_row("%d-%d" % (x, k), {"/n/x": x, "k": k}, {"m": 2 * x + k}) for x in range(5) for k in (0, 10)) +
            a_row("bad", {"/n/x": 2, "k": 0}, {"m": 7}, outcome="diverged"))
        tree = xml.etree.ElementTree.fromstring(
            at.run("report", "rows.jsonl", "--svg", "-", "--series", "k", "--mark", "1.5=a < b", "--title", "T & U"))
        circles = [(float(c.get("cx")), float(c.get("cy"))) for group in tree.iter(svg + "g") for c in group]
        same(len(circles), 10, "points of runs that are done")
        texts = [text.text for text in tree.iter(svg + "text")]
        for wanted in ("T & U", "a < b", "x", "m", "k", "0", "10"):
            check(wanted in texts, "%r is not in %s" % (wanted, texts))
        # Points lie on straight lines: equal steps of x and y are equal steps of the plot.
        for line in (circles[:5], circles[5:]):
            for i in (1, 2, 3):
                for axis in (0, 1):
                    near(line[i + 1][axis] - line[i][axis], line[1][axis] - line[0][axis], 0.11, "points")
        near(circles[1][0] - circles[0][0], circles[6][0] - circles[5][0], 0.01, "both series have one axis")
        check(circles[5][1] < circles[0][1] - 50, "up is more")
        lines = [path for path in tree.iter(svg + "path") if path.get("stroke")]
        same(len(lines), 2, "a line for each series")
        mark = next(path.get("d") for path in tree.iter(svg + "path") if path.get("class") == "mark")
        near(float(mark[1:].split()[0]), (circles[1][0] + circles[2][0]) / 2, 0.11, "the mark at 1.5")
        tree = xml.etree.ElementTree.fromstring(at.run("report", "rows.jsonl", "--svg", "-"))
        same([path for path in tree.iter(svg + "path") if path.get("stroke")], [], "no line where x has two points")


def lines_that_are_no_rows_are_told():
    good = a_row("a", {"x": 1}, {"m": 1}) + a_row("b", {"x": 2}, {"m": 2})
    with Folder() as at:
        (at.path / "good.jsonl").write_text(good)
        expected = at.report("good.jsonl")
        wrong = ["{", "[]", "nonsense", "{\"run\":\"c\"}", "{\"run\":\"c\",\"outcome\":\"done\"} x",
                 "{\"run\":\"c\",\"outcome\":\"done\",}", "{\"run\":7,\"outcome\":\"done\"}",
                 "{\"run\":\"c\",\"outcome\":\"\\ud800\"}", good.splitlines()[1][:-20]]
        for line in wrong:
            (at.path / "bad.jsonl").write_text(good.splitlines()[0] + "\n" + line + "\n\n" + good.splitlines()[1])
            same(at.report("bad.jsonl", code=1), expected, "the rows besides %s" % line)
            check("bad.jsonl: line 2 is no row of a sweep" in at.errors, at.errors)
        (at.path / "deep.jsonl").write_text("{\"a\":" + "[" * 4000000 + "\n" + good)
        same(at.report("deep.jsonl", code=1), expected, "a deep line")
        # Members that a later version may add, and the escapes of JSON.
        (at.path / "later.jsonl").write_text(good.replace('"run"', '"new": {"a": [1, {}, "x", null, true]}, "run"')
                                             .replace('"m"', '"\\u006d"'))
        same(at.report("later.jsonl"), expected, "unknown members")


# The example of docs/sweep.md, with fewer runs.


def the_friction_that_holds_a_box_is_the_tangent():
    with Folder() as at:
        subprocess.run([ROOT / "examples" / "sweep" / "friction.sh", at.path / "out", "0.1:0.02:0.5", "0.1,1000"],
                       env={**os.environ, "TUMBLE": PROGRAM}, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        rows = json.loads(at.report("out"))["rows"]
        same(len(rows), 42, "runs")
        angle = math.radians(20)
        for row in rows:
            friction = row["values"][FRICTION + "staticFriction"]
            way = row["measures"]["displacement(Friction 0.3)@end"]
            # s = (sin a - mu cos a) g t^2 / 2 with t = 1 s where the box slides, else it rests.
            expected = max(0.0, 0.5 * 9.81 * (math.sin(angle) - friction * math.cos(angle)))
            near(way, expected, 0.01, "the way at a friction of %g, mass %s" % (friction, list(row["values"].values())))
            same(way > 0.005, friction < math.tan(angle), "the box slides at a friction of %g: %g m" % (friction, way))
            near(row["measures"]["max tilt(Friction 0.3)"], angle, 0.01, "the box lies flat on the slope")
        check((at.path / "out" / "friction.svg").read_text().count("<circle") == 42 + 2, "points, and those of the legend")


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test")
    arguments = parser.parse_args()
    PROGRAM = os.path.abspath(arguments.tumble)
    globals()[arguments.test]()
    for sentence in failures:
        print(sentence)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
