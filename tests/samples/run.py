#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each sample does what docs/samples.md says it shows; expected values are derived beside the check.

    run.py --tumble PROGRAM [NAME…]
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GRAVITY = 9.81


class Run:
    """A trajectory, asked by the names of nodes."""

    def __init__(self, tumble, sample, duration, rate=60):
        with tempfile.TemporaryDirectory(prefix="tumble-samples-") as folder:
            out = os.path.join(folder, "trajectory.ndjson")
            run = subprocess.run(
                [tumble, "simulate", os.path.join(ROOT, "samples", sample + ".gltf"), "--duration",
                 str(duration), "--rate", str(rate), "--trajectory", out],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            said = run.stderr.decode("utf-8", "replace")
            if run.returncode:
                raise AssertionError("ends with status %d: %s" % (run.returncode, said.strip()[-300:]))
            # Our own files give our own reader nothing to complain about.
            complaints = [line for line in said.split("\n") if "error" in line or "warning" in line]
            if complaints:
                raise AssertionError(complaints[0])
            with open(out, encoding="utf-8") as f:
                lines = [json.loads(line) for line in f]
        self.names = {n["name"]: n["index"] for n in lines[0]["nodes"]}
        self.times = [line["t"] for line in lines[1:]]
        self.steps = [{b["node"]: b for b in line["bodies"]} for line in lines[1:]]

    def body(self, name, step=-1):
        return self.steps[step][self.names[name]]

    def at(self, name, step=-1):
        return self.body(name, step)["position"]

    def path(self, name):
        return [s[self.names[name]]["position"] for s in self.steps]


def expect(what, value, low, high):
    if not low <= value <= high:
        raise AssertionError("%s is %.6g, expected %.6g to %.6g" % (what, value, low, high))


def speed(body):
    return math.dist(body["linearVelocity"], (0, 0, 0))


def turned(q, v):
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


def slope(tumble):
    # A block slides when tan 20 = 0.364 exceeds its friction, then with a = g (sin - friction cos).
    run = Run(tumble, "slope", 1.5)
    tilt = math.radians(20)
    for friction in (0.1, 0.3):
        name = "Friction %g" % friction
        travelled = math.dist(run.at(name), run.at(name, 0))
        way = 0.5 * GRAVITY * (math.sin(tilt) - friction * math.cos(tilt)) * 1.5**2
        # A step of 1/60 s counts gravity up to a step early or late: 1/90 of the time, twice.
        expect(name + " [m]", travelled, way * 0.97 - 0.005, way * 1.03 + 0.005)
    expect("Friction 0.6 [m]", math.dist(run.at("Friction 0.6"), run.at("Friction 0.6", 0)), 0, 0.002)


def bounce(tumble):
    # From 2 m above its rest at 0.25 m, a ball comes back to e * e * 2 m.
    run = Run(tumble, "bounce", 1.6, 240)
    fall = math.sqrt(2 * 2 / GRAVITY)
    for e in (0.0, 0.25, 0.5, 0.75, 0.95):
        name = "Restitution %g" % e
        # Between the first touch and the second, 2 e fall later.
        after = [p[1] - 0.25 for t, p in zip(run.times, run.path(name))
                 if fall + 0.02 < t < fall + max(2 * e * fall, 0.2) - 0.02]
        # A touch is noticed up to a step of 1/240 s late, at 6.3 m/s: 2.6 cm of height at most.
        expect(name + " [m]", max(after), 2 * e * e * 0.95 - 0.03, 2 * e * e * 1.05 + 0.03)


def dominoes(tumble):
    run = Run(tumble, "dominoes", 6)
    for i in range(40):
        # Down means the long axis is nearer to the ground than to the sky; the last falls flat.
        up = turned(run.body("Domino %d" % (i + 1))["orientation"], (0, 1, 0))[1]
        expect("up of domino %d" % (i + 1), up, -1, 0.7)
    first = [min(k for k, s in enumerate(run.steps)
                 if turned(s[run.names[n]]["orientation"], (0, 1, 0))[1] < 0.9)
             for n in ("Domino 1", "Domino 20", "Domino 40")]
    if not first[0] < first[1] < first[2]:
        raise AssertionError("dominoes 1, 20 and 40 fall at steps %s" % first)


def row(tumble):
    # Equal masses and no loss: they hand the speed on, and only the last one leaves with it.
    run = Run(tumble, "row", 4)
    expect("Ball 5 [m/s]", run.body("Ball 5")["linearVelocity"][0], 1.9, 2.01)
    for name in ("Comer", "Ball 1", "Ball 2", "Ball 3", "Ball 4"):
        expect(name + " [m/s]", abs(run.body(name)["linearVelocity"][0]), 0, 0.1)
    total = sum(run.body(n)["linearVelocity"][0] for n in run.names)
    # Momentum: all masses are 1 kg.
    expect("momentum [kg m/s]", total, 1.999, 2.001)


def t_handle(tumble):
    # Turning about the middle axis is unstable: the handle's own Y keeps turning over (Euler). With
    # nothing outside to turn it, it never drifts.
    run = Run(tumble, "t-handle", 12)
    ups = [turned(s[run.names["Handle"]]["orientation"], (0, 1, 0))[1] for s in run.steps]
    expect("highest up", max(ups), 0.9, 1.0001)
    expect("lowest up", min(ups), -1.0001, -0.9)
    turns = sum(1 for a, b in zip(ups, ups[1:]) if (a > 0) != (b > 0))
    expect("times it turned over", turns, 2, 40)
    # Energy per moment stays within bounds: the spin never exceeds that about the smallest axis.
    expect("speed [m/s]", max(speed(s[run.names["Handle"]]) for s in run.steps), 0, 0.01)


def shapes(tumble):
    run = Run(tumble, "shapes", 8)
    for name in run.names:
        x, y, z = run.at(name)
        expect(name + " above the floor [m]", y, 0.05, 0.9)
        expect(name + " beside where it fell [m]", math.dist((x, z), run.at(name, 0)[::2]), 0, 3.5)
        if name not in ("Sphere", "Pear", "Capsule", "Cylinder", "Cone", "Ring", "Bucket"):
            # What has faces comes to rest; what is round may still roll.
            expect(name + " [m/s]", speed(run.body(name)), 0, 0.02)
    # At rest, a sphere's centre is one radius above the floor.
    expect("Sphere height [m]", run.at("Sphere")[1], 0.34, 0.355)
    # The box lies on one of its faces: half of 0.8, 0.5 or 0.6 m high.
    height = run.at("Box")[1]
    expect("Box from a face [m]", min(abs(height - h / 2) for h in (0.8, 0.5, 0.6)), 0, 0.01)


def pile(tumble):
    run = Run(tumble, "pile", 6)
    inside = 0
    for name in run.names:
        x, y, z = run.at(name)
        if abs(x) < 3 and abs(z) < 3:
            inside += 1
            expect(name + " above the floor [m]", y, 0.1, 3)
    # The walls hold nearly all of it.
    expect("things kept", inside, 100, 125)
    mean = sum(speed(run.body(n)) for n in run.names if run.at(n)[1] > -0.1) / len(run.names)
    expect("mean speed [m/s]", mean, 0, 0.15)


def tumbling_tower(tumble):
    run = Run(tumble, "tumbling-tower", 8)
    # The ball loses 2.2 m of height rolling, without slip: v = sqrt(10/7 g h) = 5.55 m/s, and
    # reaches the tower with most of it.
    fastest = max(speed(s[run.names["Wrecking ball"]]) for s in run.steps)
    expect("ball [m/s]", fastest, 5.0, 6.0)
    # Until then the tower stands still.
    before = next(k for k, p in enumerate(run.path("Wrecking ball")) if p[0] > -1.5)
    for name in ("Slab 1", "Slab 2", "Slab 3", "Spire"):
        expect(name + " before [m]", math.dist(run.at(name, before), run.at(name, 0)), 0, 0.03)
    expect("Slab 3 falls to [m]", run.at("Slab 3")[1], 0.0, 1.6)
    # The marbles and beans end in the bowl, its middle at (4.4, 1.6), its rim 1.44 m wide.
    fell = [n for n in run.names if n.startswith(("Marble", "Bean"))]
    kept = [n for n in fell if math.dist(run.at(n)[::2], (4.4, 1.6)) < 1.44 and run.at(n)[1] > 0.1]
    expect("marbles and beans in the bowl", len(kept), len(fell) - 3, len(fell))


def planet(tumble):
    run = Run(tumble, "planet", 10)
    # A crate lies on the ball of 1.5 m with its middle half an edge higher, wherever that is.
    for i in range(6):
        name = "Crate %d" % (i + 1)
        expect(name + " [m]", math.dist(run.at(name), (0, 0, 0)), 1.69, 1.71)
        expect(name + " [m/s]", speed(run.body(name)), 0, 0.01)
    # A circle of 4 m stays one within omega h = 0.59 / 240 of it; 10 s are nearly a turn of 10.7 s.
    far = [math.dist(p, (0, 0, 0)) for p in run.path("Moon")]
    expect("moon, nearest [m]", min(far), 3.98, 4.0)
    expect("moon, farthest [m]", max(far), 4.0, 4.02)
    # The pull is the same at every distance d from the rim, so d is least speed and most height: no
    # marble goes farther from the rim than it was, but for a step's error (0.02 m at 2.6 m/s).
    for i in range(3):
        name = "Marble %d" % (i + 1)
        far = [math.hypot(math.hypot(x - 9, z) - 1.5, y) for x, y, z in run.path(name)]
        expect(name + " [m]", max(far), far[0] - 1e-6, far[0] + 0.02)


CHECKS = {
    "slope": slope, "bounce": bounce, "dominoes": dominoes, "row": row, "t-handle": t_handle,
    "shapes": shapes, "pile": pile, "tumbling-tower": tumbling_tower,
    "planet": planet,
}


def main():
    p = argparse.ArgumentParser(description="Check what the samples show.")
    p.add_argument("--tumble", required=True)
    p.add_argument("names", nargs="*")
    o = p.parse_args()
    tumble = os.path.abspath(o.tumble)
    failed = 0
    for name in o.names or CHECKS:
        try:
            CHECKS[name](tumble)
        except AssertionError as problem:
            failed += 1
            print("FAIL %s: %s" % (name, problem))
    print("%d passed, %d failed" % (len(o.names or CHECKS) - failed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
