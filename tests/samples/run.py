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

    def __init__(self, tumble, sample, duration, rate=60, extension=".gltf"):
        with tempfile.TemporaryDirectory(prefix="tumble-samples-") as folder:
            out = os.path.join(folder, "trajectory.ndjson")
            run = subprocess.run(
                [tumble, "simulate", os.path.join(ROOT, "samples", sample + extension), "--duration",
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
        with open(os.path.join(ROOT, "samples", sample + extension), encoding="utf-8") as f:
            self.nodes = [n["name"] for n in json.load(f)["nodes"]]
        self.names = {n["name"]: n["index"] for n in lines[0]["nodes"]}
        self.times = [line["t"] for line in lines[1:]]
        self.steps = [{b["node"]: b for b in line["bodies"]} for line in lines[1:]]
        self.events = [(line["t"], e) for line in lines[1:] for e in line["events"]]

    def body(self, name, step=-1):
        return self.steps[step][self.names[name]]

    def at(self, name, step=-1):
        return self.body(name, step)["position"]

    def path(self, name):
        return [s[self.names[name]]["position"] for s in self.steps]

    def point(self, name, local, step):
        """Where a point of a body is, given in its node's frame."""
        body = self.body(name, step)
        return [p + x for p, x in zip(body["position"], turned(body["orientation"], local))]

    def farthest(self, name, local, place):
        """How far a point of a body ever was from a place, or from a point (name, local) of another."""
        where = (lambda k: self.point(*place, k)) if isinstance(place[0], str) else (lambda k: place)
        return max(math.dist(self.point(name, local, k), where(k)) for k in range(len(self.steps)))

    def step(self, seconds):
        return min(range(len(self.times)), key=lambda k: abs(self.times[k] - seconds))


def expect(what, value, low, high):
    if not low <= value <= high:
        raise AssertionError("%s is %.6g, expected %.6g to %.6g" % (what, value, low, high))


def speed(body):
    return math.hypot(*body["linearVelocity"])


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
    found = subprocess.run([tumble, "validate", "--deep",
                            os.path.join(ROOT, "samples", "tumbling-tower.gltf")], stdout=subprocess.PIPE,
                           text=True, check=False).stdout
    expect("overlaps at the start", found.count("CHECK_COLLIDERS_OVERLAP"), 0, 0)
    # The kerb keeps what rolls.
    expect("lowest [m]", min(run.at(name)[1] for name in run.names), 0.0, 1.0)
    # The ball loses 2.2 m of height rolling, without slip: v = sqrt(10/7 g h) = 5.55 m/s, and
    # reaches the tower with most of it.
    fastest = max(speed(s[run.names["Wrecking ball"]]) for s in run.steps)
    expect("ball [m/s]", fastest, 5.0, 6.0)
    # Until then the tower stands still.
    before = next(k for k, p in enumerate(run.path("Wrecking ball")) if p[0] > -1.5)
    for name in ("Slab 1", "Slab 2", "Slab 3", "Spire"):
        expect(name + " before [m]", math.dist(run.at(name, before), run.at(name, 0)), 0, 0.03)
    # Then it loses a floor or more, 1.06 m of 3.1; on what the slab comes to lie is chance.
    expect("Slab 3 falls to [m]", run.at("Slab 3")[1], 0.0, 2.2)
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
def joints(tumble):
    run = Run(tumble, "joints", 8)
    hung = ("Ball", (-5.5, 3, 0)), ("Hinge", (-3.3, 3, 0)), ("Cone", (3.3, 3, 0))
    for name, pin in hung:
        expect(name + " off its pin [m]", run.farthest(name, (0, 0.6, 0), pin), 0, 0.001)
    steps = range(len(run.steps))
    turns = {n: [run.body(n, k)["orientation"] for k in steps] for n in ("Ball", "Hinge", "Cone", "Spring")}
    # The ball joint lets it swing and spin in every direction.
    for axis in range(3):
        expect("Ball about axis %d" % axis, max(abs(q[axis]) for q in turns["Ball"]), 0.1, 1)
    expect("Hinge about others", max(math.hypot(q[0], q[1]) for q in turns["Hinge"]), 0, 0.001)
    # The push would take it to arccos(1 - 6^2 * 0.8 / (2 g)) = 2 rad without the limit.
    expect("Hinge [rad]", max(2 * math.atan2(abs(q[2]), abs(q[3])) for q in turns["Hinge"]), 0.99, 1.005)
    # Down the rail with a = g cos 60.
    away = [[a - b for a, b in zip(p, (-0.9, 2.0, 0))] for p in run.path("Slider")]
    up = (-math.sin(math.radians(60)), math.cos(math.radians(60)), 0)
    along = [sum(a * b for a, b in zip(v, up)) for v in away]
    expect("Slider off its rail [m]", max(math.dist(v, [x * u for u in up]) for v, x in zip(away, along)), 0, 0.001)
    expect("Slider after 0.5 s [m]", along[run.step(0.5)], 0.9 - GRAVITY / 16 - 0.03, 0.9 - GRAVITY / 16 + 0.03)
    expect("Slider at last [m]", along[-1], -0.901, -0.899)
    lengths = [math.dist(p, (1.1, 3, 0)) for p in run.path("Rope")]
    expect("Rope at first [m]", lengths[0], 0.399, 0.401)
    expect("Rope at most [m]", max(lengths), 1.499, 1.501)
    swings = [math.degrees(math.acos(turned(q, (0, 1, 0))[1])) for q in turns["Cone"]]
    twists = [math.degrees(2 * math.atan2(abs(q[1]), abs(q[3]))) for q in turns["Cone"]]
    expect("Cone swings [degrees]", max(swings), 29.5, 30.3)
    expect("Cone twists [degrees]", max(twists), 44.5, 45.3)
    # A spring of 80 N/m under 2 kg: 2 m g / k = 0.4905 m down and up again, without loss.
    for begin in (0, 7):
        heights = [p[1] for t, p in zip(run.times, run.path("Spring")) if begin <= t <= begin + 1]
        expect("Spring down from %d s [m]" % begin, 2.0 - min(heights), 0.48, 0.50)
        expect("Spring up from %d s [m]" % begin, 2.0 - max(heights), -0.005, 0.005)


def drives(tumble):
    run = Run(tumble, "drives", 6)

    def spin(name, seconds):
        return run.body(name, run.step(seconds))["angularVelocity"][2]

    # 6 (1 - exp(-t / T)): T is inertia / damping = 0.5 s and 2 s by force, 1 / damping by acceleration.
    for name, constant in (("Force, 1 kg", 0.5), ("Force, 4 kg", 2.0), ("Acceleration, 1 kg", 0.5),
                           ("Acceleration, 4 kg", 0.5)):
        for t in (0.5, 2.0):
            speed = 6 * (1 - math.exp(-t / constant))
            expect("%s after %g s [rad/s]" % (name, t), spin(name, t), speed * 0.99, speed * 1.01)
    # Both lifts rise alike and end where 50 (2 - x) = g.
    for name in ("Lift, 1 kg", "Lift, 10 kg"):
        expect(name + " [m]", run.at(name)[1] - 0.25, 2 - GRAVITY / 50 - 0.001, 2 - GRAVITY / 50 + 0.001)
    apart = max(abs(a[1] - b[1]) for a, b in zip(run.path("Lift, 1 kg"), run.path("Lift, 10 kg")))
    expect("lifts apart [m]", apart, 0, 0.001)


def four_bar(tumble):
    run = Run(tumble, "four-bar", 8)
    for what, gap in (("O", run.farthest("Crank", (-0.25, 0, 0.12), (0, 1, 0))),
                      ("A", run.farthest("Crank", (0.25, 0, 0.12), ("Coupler", (-1, 0, 0)))),
                      ("B", run.farthest("Coupler", (1, 0, 0), ("Rocker", (0.6, 0, 0.12)))),
                      ("C", run.farthest("Rocker", (-0.6, 0, 0.12), (2, 1, 0)))):
        expect("gap at %s [m]" % what, gap, 0, 0.001)

    def angles(name):
        ways = [turned(run.body(name, k)["orientation"], (1, 0, 0)) for k in range(len(run.steps))]
        return [math.atan2(w[1], w[0]) for w in ways]

    crank = angles("Crank")
    whole = sum((b - a + math.pi) % (2 * math.pi) - math.pi for a, b in zip(crank, crank[1:]))
    expect("crank turns [rad]", whole, 15.7, 16.3)
    # The rocker turns back where crank and coupler are in line, 2.5 m and 1.5 m from O to B: by the
    # law of cosines at C, whose sides are 2 m and 1.2 m.
    rocker = [math.degrees(a) for a in angles("Rocker")]
    ends = [180 - math.degrees(math.acos((4 + 1.44 - d * d) / 4.8)) for d in (2.5, 1.5)]
    expect("rocker's one end [degrees]", min(rocker), ends[0] - 0.1, ends[0] + 0.3)
    expect("rocker's other end [degrees]", max(rocker), ends[1] - 0.3, ends[1] + 0.1)


def chain(tumble):
    run = Run(tumble, "chain", 6)
    for i in range(1, 16):
        gap = run.farthest("Link %d" % i, (0.12, 0, 0), ("Link %d" % (i + 1), (-0.12, 0, 0)))
        expect("gap after link %d [m]" % i, gap, 0, 0.002)
    expect("gap at the ball [m]", run.farthest("Link 16", (0.12, 0, 0), ("Ball", (-0.4, 0, 0))), 0, 0.002)
    # It swings through below the hook, and all together never rise above where they began.
    expect("Ball swings to [m]", min(p[0] for p in run.path("Ball")), -5.0, -3.0)
    masses = {n: 60.0 if n == "Ball" else 0.5 for n in run.names}
    risen = [sum(m * (run.at(n, k)[1] - 5.0) for n, m in masses.items()) for k in range(len(run.steps))]
    expect("weight times height [kg m]", max(risen), -0.001, 0.001)


def conveyor(tumble):
    run = Run(tumble, "conveyor", 9)
    # At 1.4 s the sled is 0.45 + 1.5 * 0.8 = 1.65 m from its start. While it gathers speed each of 36
    # steps adds 0.042 m/s at once, which friction of 0.6 makes up for within 0.15 mm.
    for i in range(3):
        name = "Crate %d" % (i + 1)
        expect(name + " carried [m]", run.at(name, run.step(1.4))[0] - run.at(name, 0)[0], 1.6445, 1.6505)
        # Off the sled, and not on top of a paddle for ever.
        expect(name + " ends [m]", run.at(name)[1], 0.2, 0.8)
    # The sled stands from 2.1 s on; what has no friction keeps its 1.5 m/s.
    expect("Crate 1 [m/s]", run.body("Crate 1", run.step(2.3))["linearVelocity"][0], 1.49, 1.51)
    # The paddles throw them aside.
    expect("aside [m]", max(abs(run.at("Crate %d" % (i + 1))[2]) for i in range(3)), 0.4, 3)


def triggers(tumble):
    run = Run(tumble, "triggers", 3.2)
    # At 3 m/s from there, with a radius of 0.25 m; a gate's two faces.
    starts = {"Red 1": -4.0, "Blue 2": -4.8, "Red 3": -5.6}
    gates = {"All": (-2.7, -2.3), "Red only": (-0.2, 0.2), "Double": (2.1, 3.1), "Double 1": (2.1, 2.5),
             "Double 2": (2.7, 3.1)}
    wanted = {}
    for gate, (near, far) in gates.items():
        for ball, x in starts.items():
            if gate != "Red only" or ball.startswith("Red"):
                wanted["triggerEntered", gate, ball] = (near - 0.25 - x) / 3
                wanted["triggerExited", gate, ball] = (far + 0.25 - x) / 3
    told = {}
    for t, e in run.events:
        key = e["type"], run.nodes[e["trigger"]], run.nodes[e["collider"]]
        if key in told:
            raise AssertionError("%s is told twice" % (key,))
        told[key] = t
    if set(told) != set(wanted):
        raise AssertionError("told are %s" % sorted(set(told) ^ set(wanted)))
    for key, t in wanted.items():
        # Told at the end of the step in which it happens.
        expect("%s %s %s [s]" % key, told[key], t - 0.001, t + 1 / 60 + 0.001)


def sieves(tumble):
    run = Run(tumble, "sieves", 4)
    for name in run.names:
        floor = {"Red": 2.66, "Blue": 1.36, "Yellow": 0.0}[name.split()[0]]
        expect(name + " height [m]", run.at(name)[1], floor + 0.295, floor + 0.302)


def combine(tumble):
    run = Run(tumble, "combine", 4)
    # 0.2 and 0.8 make 0.5, 0.2, 0.8 and 0.16; from 4 m/s it takes v^2 / (2 friction g) to stop.
    for name, friction in (("Average", 0.5), ("Minimum", 0.2), ("Maximum", 0.8), ("Multiply", 0.16)):
        way = 4.0**2 / (2 * friction * GRAVITY)
        # A step of 1/60 s late or early at 4 m/s: 7 cm at most.
        expect(name + " [m]", run.at(name)[0] + 3.0, way - 0.07, way + 0.07)


def rounded(tumble):
    # The egg lands on a hilltop, rolls off it and to and fro in a hollow, for half a minute.
    run = Run(tumble, "rounded", 35, extension=".g4tf")
    # The ground's heights are 0 to 0.4 m. Everything ends above it, at rest.
    for name in run.names:
        x, y, z = run.at(name)
        expect(name + " on the ground [m]", y, 0.05, 1.0)
        expect(name + " along X [m]", x, -4.5, 4.5)
        expect(name + " along Z [m]", z, -4.5, 4.5)
        expect(name + " at rest [m/s]", speed(run.body(name)), 0, 0.05)
    # The egg falls 2 m through the zone's upper face, 1.4 m below its lowest point:
    # t = sqrt(2 h / g).
    entered = [t for t, e in run.events if e["type"] == "triggerEntered"]
    expect("egg enters [s]", entered[0], math.sqrt(2 * 1.4 / GRAVITY) - 0.01,
           math.sqrt(2 * 1.4 / GRAVITY) + 0.03)


def spinning(tumble):
    path = os.path.join(ROOT, "samples", "spinning.g4tf")
    run = subprocess.run([tumble, "info", "--json", path], stdout=subprocess.PIPE, check=True)
    scene = json.loads(run.stdout)
    bodies = {b["name"]: b for b in scene["bodies"]}
    expect("dimension", scene["dimension"], 4, 4)
    # A tesseract: I = m a^2 / 6 in every plane.
    for moment in bodies["Tesseract"]["inertia"]:
        expect("Tesseract [kg m^2]", moment, 2.0 / 6 - 1e-9, 2.0 / 6 + 1e-9)
    # A duocylinder: mean squares r1^2 / 4 of X and Y, r2^2 / 4 of Z and W; a plane has the sum of
    # its two.
    xy, zw = bodies["Duocylinder"]["inertia"][0], bodies["Duocylinder"]["inertia"][5]
    expect("Duocylinder XY [kg m^2]", xy, 2 * 0.25 / 2 - 1e-9, 2 * 0.25 / 2 + 1e-9)
    expect("Duocylinder ZW [kg m^2]", zw, 2 * 0.09 / 2 - 1e-9, 2 * 0.09 / 2 + 1e-9)
    # It turns in two planes at once.
    rates = bodies["Duocylinder"]["angularVelocity"]
    if rates != [3, 0, 0, 0, 0, 2]:
        raise AssertionError("angular velocity is %s" % rates)
    # The spindle's frame turns X to W by a right angle.
    expect("Spindle X to W", bodies["Spindle"]["rotation"][3], 1 - 1e-6, 1 + 1e-6)
    run = Run(tumble, "spinning", 2, extension=".g4tf")
    # The tesseract resists alike in all planes: it turns by 2 rad from X to Y and, at the same
    # time, from Z to W. The matrix is column by column.
    turned4 = run.body("Tesseract")["orientation"]
    for entry, value in ((0, math.cos(2)), (1, math.sin(2)), (10, math.cos(2)), (11, math.sin(2))):
        expect("Tesseract matrix %d" % entry, turned4[entry], value - 1e-4, value + 1e-4)
    # Of free bodies, six momenta and the energy stay. In the planes of its two circles the
    # duocylinder spins evenly; the spindle drifts along W, half a metre a second.
    rates = run.body("Duocylinder")["angularVelocity"]
    expect("Duocylinder XY [rad/s]", rates[0], 3 - 1e-4, 3 + 1e-4)
    expect("Duocylinder ZW [rad/s]", rates[5], 2 - 1e-4, 2 + 1e-4)
    expect("Spindle W [m]", run.at("Spindle")[3], 1 - 1e-4, 1 + 1e-4)


def around(tumble):
    run = Run(tumble, "around", 4, extension=".g4tf")
    # The wall is 0.4 m thick at X = 0 and 1 m at W = 0: a ball of 0.4 m ends before -0.6 or passes.
    expect("Stopped X [m]", run.at("Stopped")[0], -4, -0.59)
    expect("Beside X [m]", run.at("Beside")[0], 2, 9)
    expect("Turning X [m]", run.at("Turning")[0], 2, 9)
    # All the same in three dimensions: they roll side by side.
    expect("Beside Y [m]", run.at("Beside")[1], 0.39, 0.41)
    entered = [e["motion"] for t, e in run.events if e["type"] == "triggerEntered"]
    if sorted(entered) != sorted([run.names["Beside"], run.names["Turning"]]):
        raise AssertionError("entered the zone: %s" % entered)


def slope4(tumble):
    seconds = 1.5
    run = Run(tumble, "slope4", seconds, extension=".g4tf")
    # Down the slope: g sin / (1 + q), q = I / (m r^2): 1/3 of a 4-ball, 2/5 of a ball in three of
    # the dimensions, 1/2 of a disc. The block stays: friction 0.6 holds what
    # a tangent of 0.29 pulls.
    for name, q in (("Ball", 1 / 3), ("Spherinder", 2 / 5), ("Duocylinder", 1 / 2)):
        velocity = run.body(name)["linearVelocity"]
        down = 0.96 * velocity[0] - 0.28 * velocity[1]
        wanted = GRAVITY * 0.28 / (1 + q) * seconds
        expect(name + " [m/s]", down, 0.99 * wanted, 1.01 * wanted)
    expect("Block [m/s]", speed(run.body("Block")), 0, 1e-3)


def heap4(tumble):
    # Some hang on an edge for as long as 24 s before they drop into their places.
    run = Run(tumble, "heap4", 30, extension=".g4tf")
    for i in range(5):
        x, y, z, w = run.at("Tower%d" % i)
        for what, value, wanted in (("X", x, -5), ("Y", y, 0.5 + i), ("Z", z, 0), ("W", w, 0)):
            expect("Tower%d %s [m]" % (i, what), value, wanted - 0.01, wanted + 0.01)
    for name in run.names:
        # The smallest reach down, that of a capsule lying, is 0.25 m.
        expect(name + " above the floor [m]", run.at(name)[1], 0.24, 6)
        # What is round may go on turning in planes that no contact holds.
        expect(name + " at rest [m/s]", speed(run.body(name)), 0, 0.2)


CHECKS = {
    "slope": slope, "bounce": bounce, "dominoes": dominoes, "row": row, "t-handle": t_handle,
    "shapes": shapes, "pile": pile, "tumbling-tower": tumbling_tower, "joints": joints,
    "drives": drives, "four-bar": four_bar, "chain": chain, "conveyor": conveyor,
    "triggers": triggers, "sieves": sieves, "combine": combine, "planet": planet,
    "rounded": rounded, "spinning": spinning, "around": around, "slope4": slope4, "heap4": heap4,
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
