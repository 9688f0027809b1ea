#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes samples/*.gltf and *.g4tf: small scenes of our own, one idea each, with meshes that a viewer
shows.

    tools/make-samples.py            writes them
    tools/make-samples.py --check    says which files in samples/ are not what this script writes

The files say their physics in KHR_physics_rigid_bodies and KHR_implicit_shapes, gravity where it is
of interest in the OMI extensions, and are complete in themselves. docs/samples.md tells what each shows; tests/samples checks that it does.
"""

import base64
import math
import os
import struct
import sys

sys.dont_write_bytecode = True  # No __pycache__ in the tree.

import sample_meshes as meshes
from sample_meshes import rounded
from sample_scene import Scene, angular, hinge, linear, then, turn, turned

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "samples")


def tumbling_tower():
    """A heavy ball rolls down a ramp into a tower of everything; beside it a bowl fills."""
    s = Scene("Tumbling tower", [7.5, 5.2, 11.5], [0.6, 1.4, 0.0])
    s.box("Ground", [24, 0.5, 20], [0, -0.25, 0], "ground")
    # Pillars that fall roll; a kerb keeps them.
    for side, x, z, size in ((1, 0, 9.9, [24, 0.4, 0.2]), (2, 0, -9.9, [24, 0.4, 0.2]),
                             (3, 11.9, 0, [0.2, 0.4, 19.6]), (4, -11.9, 0, [0.2, 0.4, 19.6])):
        s.box("Kerb %d" % side, size, [x, 0.2, z], "stone")

    # The ramp ends on the ground at x = -3: its top face passes through (-3, 0).
    slope, length = 30.0, 5.0
    down = turn("z", -slope)
    middle = turned(down, [-length / 2, -0.1, 0])
    s.box("Ramp", [length, 0.2, 1.6], [middle[0] - 3.0, middle[1], 0], "stone", rotation=down)
    start = turned(down, [-length + 0.6, 0.5, 0])
    s.sphere("Wrecking ball", 0.5, [start[0] - 3.0, start[1], 0], "iron", {"mass": 2500.0})

    y = 0.0
    for floor, color in enumerate(("red", "orange", "yellow")):
        for i, (x, z) in enumerate(((0, -0.6), (0, 0.6), (1.6, -0.6), (1.6, 0.6))):
            name = "Pillar %d.%d" % (floor + 1, i + 1)
            if floor == 1:
                s.box(name, [0.36, 0.9, 0.36], [x, y + 0.45, z], color, {})
            else:
                s.round("cylinder", name, [0.9, 0.2, 0.2], [x, y + 0.45, z], color, {})
        y += 0.9
        s.box("Slab %d" % (floor + 1), [2.2, 0.16, 1.8], [0.8, y + 0.08, 0], "wood", {})
        y += 0.16
    for i in range(3):
        s.box("Brick %d" % (i + 1), [0.4, 0.24, 0.6], [0.3 + 0.5 * i, y + 0.12, 0], "teal", {})
    for i in range(2):
        s.box("Brick %d" % (i + 4), [0.4, 0.24, 0.6], [0.55 + 0.5 * i, y + 0.36, 0], "blue", {})
    s.round("cylinder", "Spire", [0.7, 0.26, 0.0], [0.8, y + 0.48 + 0.35, 0], "red", {})
    for i, z in enumerate((-0.7, 0.7)):
        s.solid("Rock %d" % (i + 1), ["rock", i + 3], lambda: meshes.rock(0.32, i + 3), True,
                [1.5, y + 0.3, z], "stone", {})
        s.round("capsule", "Capsule %d" % (i + 1), [0.4, 0.16, 0.16], [0.1, y + 0.16, z], "green", {},
                rotation=turn("x", 90))

    s.solid("Bowl", ["bowl", 1.7], lambda: meshes.bowl(1.7, 0.1, math.radians(58)), False, [4.4, 0.0, 1.6], "violet")
    for i in range(18):
        angle, color = 2.4 * i, ("teal", "orange", "green", "yellow")[i % 4]
        at = [4.4 + 0.5 * math.cos(angle), 1.4 + 0.4 * i, 1.6 + 0.5 * math.sin(angle)]
        if i % 3 == 2:
            s.round("capsule", "Bean %d" % (i + 1), [0.3, 0.13, 0.13], at, color, {},
                    rotation=turn("z", 30 * i))
        else:
            s.sphere("Marble %d" % (i + 1), 0.18, at, color, {})
    return s


def slope():
    """Three blocks on one slope of 20 degrees, tan 20 = 0.364: friction 0.1, 0.3 and 0.6."""
    s = Scene("Slope", [0, 4.5, 8.5], [0, 0.8, 0])
    tilt = turn("z", -20)
    s.box("Ground", [14, 0.5, 6], [0, -2.25, 0], "ground")
    s.box("Slope", [9, 0.3, 4], [0, 0, 0], "stone", rotation=tilt,
          surface=s.surface(0.0, combine="maximum"))
    for z, friction, color in ((-1.2, 0.1, "blue"), (0.0, 0.3, "orange"), (1.2, 0.6, "green")):
        at = turned(tilt, [-3.5, 0.15 + 0.25, z])
        s.box("Friction %g" % friction, [0.8, 0.5, 0.8], at, color, {}, rotation=tilt,
              surface=s.surface(friction, combine="maximum"))
    return s


def bounce():
    """Five balls fall two metres: restitution 0, 0.25, 0.5, 0.75 and 0.95."""
    s = Scene("Bounce", [0, 2.2, 7.5], [0, 1.1, 0])
    plane = s.shape({"type": "plane", "plane": {"sizeX": 8.0, "sizeZ": 3.0}})
    tile = s.mesh(["tile"], "ground", lambda: meshes.box([8.0, 0.02, 3.0]))
    floor = s.node("Floor", None, [0, 0, 0], None, {"collider": {
        "geometry": {"shape": plane}, "physicsMaterial": s.surface(restitution=0.0, combine="maximum")}})
    # The picture of the plane lies just below it.
    s.nodes[floor]["children"] = [s.node("Tile", tile, [0, -0.01, 0], None, None)]
    colors = ("iron", "blue", "green", "orange", "red")
    for i, restitution in enumerate((0.0, 0.25, 0.5, 0.75, 0.95)):
        s.sphere("Restitution %g" % restitution, 0.25, [-2.4 + 1.2 * i, 2.25, 0], colors[i], {},
                 surface=s.surface(restitution=restitution, combine="maximum"))
    return s


def dominoes():
    """Forty dominoes along an S; the first one is pushed."""
    s = Scene("Dominoes", [0, 5.5, 6.5], [0, 0, 0])
    s.box("Ground", [12, 0.5, 7], [0, -0.25, 0], "ground")
    # Two half circles of 1.6 m; equal steps of arc length.
    count, radius = 40, 1.6
    colors = ("red", "orange", "yellow", "green", "teal", "blue", "violet")
    for i in range(count):
        u = 2 * (i + 0.5) / count
        if u < 1:
            angle = math.pi * (1 - u)
            x, z, way = -radius + radius * math.cos(angle), radius * math.sin(angle), -1.0
        else:
            angle = math.pi * u
            x, z, way = radius + radius * math.cos(angle), radius * math.sin(angle), 1.0
        heading = math.degrees(math.atan2(-way * math.cos(angle), -way * math.sin(angle)))
        motion = {"mass": 0.6}
        if i == 0:
            # It turns about its front lower edge: the centre, (-0.04, 0.3) from there, moves along.
            motion["angularVelocity"] = [0.0, 0.0, -2.0]
            motion["linearVelocity"] = [0.6, 0.08, 0.0]
        s.box("Domino %d" % (i + 1), [0.08, 0.6, 0.32], [x, 0.3, z], colors[i % 7], motion,
              rotation=turn("y", heading), surface=s.surface(0.4))
    return s


def row():
    """A row of five resting balls and one that comes: the last one leaves. Nothing rubs."""
    s = Scene("Row", [0, 2.5, 6.5], [0, 0.2, 0])
    smooth = s.surface(0.0, 1.0, "multiply")
    s.box("Track", [12, 0.4, 1], [0, -0.2, 0], "stone", surface=s.surface(0.0, 0.0, "multiply"))
    for i in range(5):
        # A little apart, so that the blow passes from ball to ball.
        s.sphere("Ball %d" % (i + 1), 0.25, [-1.0 + 0.56 * i, 0.25, 0], "blue", {"mass": 1.0},
                 surface=smooth)
    s.sphere("Comer", 0.25, [-4.0, 0.25, 0], "red", {"mass": 1.0, "linearVelocity": [2.0, 0.0, 0.0]},
             surface=smooth)
    return s


def t_handle():
    """A T-shaped handle spins free of gravity about its middle axis, and turns over again and again."""
    s = Scene("T-handle", [0, 1.0, 3.2], [0, 0, 0])
    # Two cylinders of steel make the T; mass, centre and inertia follow from them.
    handle = s.node("Handle", None, [0, 0, 0], None, {"motion": {
        "gravityFactor": 0.0, "angularVelocity": [0.0, 8.0, 0.04]}})
    bar = s.round("cylinder", "Bar", [1.0, 0.1, 0.1], [0, 0, 0], "iron", rotation=turn("z", 90))
    stem = s.round("cylinder", "Stem", [0.5, 0.1, 0.1], [0, 0.35, 0], "orange")
    s.nodes[handle]["children"] = [bar, stem]
    return s


def shapes():
    """One of each: every shape falls on a floor and comes to rest."""
    s = Scene("Shapes", [0, 5.0, 8.0], [0, 0.4, 0])
    s.box("Floor", [12, 0.5, 8], [0, -0.25, 0], "ground")
    s.sphere("Sphere", 0.35, [-3, 1.2, -1.5], "red", {"angularVelocity": [0.0, 0.0, 3.0]})
    s.box("Box", [0.8, 0.5, 0.6], [-1, 1.5, -1.5], "orange", {}, rotation=turn("x", 25))
    s.round("capsule", "Capsule", [0.6, 0.25, 0.25], [1, 1.4, -1.5], "yellow", {}, rotation=turn("z", 70))
    s.round("capsule", "Pear", [0.5, 0.35, 0.2], [3, 1.4, -1.5], "green", {}, rotation=turn("z", 40))
    s.round("cylinder", "Cylinder", [0.7, 0.3, 0.3], [-3, 1.6, 1.2], "teal", {}, rotation=turn("x", 60))
    s.round("cylinder", "Cone", [0.8, 0.4, 0.0], [-1, 1.4, 1.2], "blue", {}, rotation=turn("z", 15))
    s.round("cylinder", "Bucket", [0.6, 0.25, 0.4], [1, 1.6, 1.2], "violet", {}, rotation=turn("x", 20))
    s.solid("Rock", ["rock", 7], lambda: meshes.rock(0.45, 7), True, [3, 1.4, 1.2], "stone", {})
    s.solid("Ring", ["torus"], lambda: meshes.torus(0.5, 0.14), False, [0, 2.0, 0], "wood", {},
            rotation=turn("x", 20))
    return s


def pile():
    """A hundred and twenty-five things of five kinds fall into a box."""
    s = Scene("Pile", [4.5, 5.5, 7.5], [0, 0.8, 0])
    s.box("Floor", [6, 0.5, 6], [0, -0.25, 0], "ground")
    for i, (size, at) in enumerate((([4.4, 1.0, 0.2], [0, 0.5, -2.1]), ([4.4, 1.0, 0.2], [0, 0.5, 2.1]),
                                    ([0.2, 1.0, 4.0], [-2.1, 0.5, 0]), ([0.2, 1.0, 4.0], [2.1, 0.5, 0]))):
        s.box("Wall %d" % (i + 1), size, at, "stone")
    for i in range(125):
        # A grid, each thing turned by another angle so that nothing lands the same way.
        x, y, z = i % 5, i // 25, i // 5 % 5
        at = [0.7 * (x - 2) + 0.04 * y, 1.0 + 0.75 * y, 0.7 * (z - 2) - 0.03 * y]
        rotation = then(turn("y", 37 * i % 360), turn("z", 61 * i % 360))
        name = "Thing %d" % (i + 1)
        kind = (i + y) % 5
        if kind == 0:
            s.box(name, [0.5, 0.4, 0.36], at, "orange", {}, rotation)
        elif kind == 1:
            s.sphere(name, 0.22, at, "red", {})
        elif kind == 2:
            s.round("capsule", name, [0.3, 0.15, 0.15], at, "green", {}, rotation)
        elif kind == 3:
            s.round("cylinder", name, [0.4, 0.2, 0.2], at, "teal", {}, rotation)
        else:
            s.solid(name, ["rock", 11], lambda: meshes.rock(0.27, 11), True, at, "violet", {}, rotation)
    return s


def planet():
    """A planet with things on all its sides and a moon; marbles that swing through a ring."""
    s = Scene("Planet", [3.0, 6.0, 14.0], [3.0, 0, 0])
    s.sphere("Planet", 1.5, [0, 0, 0], "teal")
    s.volume("Pull of the planet", 5.0, [0, 0, 0], {
        "type": "point", "gravity": 9.81, "point": {"unitDistance": 1.5}})
    for i in range(6):
        at = [0.0, 0.0, 0.0]
        at[i // 2] = 2.6 if i % 2 else -2.6
        s.box("Crate %d" % (i + 1), [0.4, 0.4, 0.4], at, "wood", {})
    # On a circle of 4 m: v^2 / r = g (1.5 / r)^2.
    s.sphere("Moon", 0.25, [4, 0, 0], "stone", {
        "linearVelocity": [0.0, 0.0, rounded(math.sqrt(9.81 * 1.5**2 / 4))]})
    s.volume("Pull of the ring", 3.0, [9, 0, 0], {
        "type": "torus", "gravity": 5.0, "torus": {"radius": 1.5}})
    mesh = s.mesh(["ring"], "iron", lambda: meshes.torus(1.5, 0.05))
    s.node("Ring", mesh, [9, 0, 0], None, None)
    for i, at in enumerate(([9.6, 0.5, 0.2], [8.2, 0.0, 0.4], [9.1, 0.7, -1.4])):
        s.sphere("Marble %d" % (i + 1), 0.1, at, ["red", "yellow", "blue"][i], {})
    return s


def joints():
    """Six joints under one beam: ball, hinge, slider, rope, cone with twist, spring."""
    s = Scene("Joints", [0, 2.8, 10.4], [0, 1.9, 0])
    s.box("Ground", [16, 0.4, 6], [0, -0.2, 0], "ground")
    s.box("Beam", [13, 0.2, 0.3], [0, 3.3, 0], "stone")

    def hang(name, x, color, limits, size, at, motion, rotation=None, pin=None):
        """A box below the beam; the joint is at `pin` of the box, or in its middle."""
        thing = s.box(name, size, at, color, motion, rotation)
        post = s.anchor(None, name + " pin", [x, 3.0, 0])
        s.joint(post, thing if pin is None else s.anchor(thing, name + " end", pin), limits)

    rod = [0.16, 1.2, 0.16]
    # All lengths zero: it turns as it likes. Pushed so that it goes around.
    hang("Ball", -5.5, "red", [linear("xyz")], rod, [-5.5, 2.4, 0],
         {"mass": 2.0, "linearVelocity": [0.9, 0.0, 0.48], "angularVelocity": [-0.8, 2.0, 1.5]}, pin=[-5.5, 3.0, 0])
    # Turns about Z alone, no farther than a radian.
    hang("Hinge", -3.3, "orange", hinge("z") + [angular("z", -1.0, 1.0)], [0.1, 1.2, 0.7], [-3.3, 2.4, 0],
         {"mass": 2.0, "linearVelocity": [3.6, 0.0, 0.0], "angularVelocity": [0.0, 0.0, 6.0]}, pin=[-3.3, 3.0, 0])
    # Moves along the joint's own Y alone, which leans by 60 degrees: from one end to the other.
    lean = turn("z", 60)
    rail = s.anchor(None, "Slider rail", [-0.9, 2.0, 0], lean)
    along = turned(lean, [0, 0.9, 0])
    block = s.box("Slider", [0.4, 0.4, 0.4], [-0.9 + along[0], 2.0 + along[1], 0], "yellow", {"mass": 2.0}, lean)
    s.joint(rail, block, [linear("xz"), angular("xyz"), linear("y", -0.9, 0.9)])
    s.below(rail, s.node("Rail", s.mesh(["box", [0.06, 2.2, 0.06]], "iron", lambda: meshes.box([0.06, 2.2, 0.06])),
                         [0, 0, 0], None, None))
    # A distance of 1.5 m at most: it falls freely until the rope is taut.
    weight = s.box("Rope", [0.4, 0.4, 0.4], [1.1, 2.6, 0], "green", {"mass": 2.0, "linearVelocity": [1.0, 0.0, 0.0]})
    s.joint(s.anchor(None, "Rope pin", [1.1, 3.0, 0]), weight, [linear("xyz", None, 1.5)])
    # Swings 30 degrees at most, and twists 45 to each side.
    hang("Cone", 3.3, "teal", [linear("xyz"), angular("xz", None, math.radians(30)),
                               angular("y", math.radians(-45), math.radians(45))],
         [0.3, 1.2, 0.1], [3.3, 2.4, 0],
         {"mass": 2.0, "linearVelocity": [1.2, 0.0, 0.9], "angularVelocity": [-1.5, 3.0, 2.0]}, pin=[3.3, 3.0, 0])
    # A soft limit is a spring: 2 kg on 80 N/m sag by 0.245 m and swing by as much.
    hang("Spring", 5.5, "blue", [linear("xz"), angular("xyz"), linear("y", -1.0, -1.0, 80.0, 0.0)],
         [0.5, 0.5, 0.5], [5.5, 2.0, 0], {"mass": 2.0})
    return s


def drives():
    """Motors that push with a torque, motors that speed up whatever they turn, and a lift."""
    s = Scene("Drives", [-0.8, 2.8, 7.0], [-0.2, 1.5, 0])
    s.box("Ground", [12, 0.4, 5], [0, -0.2, 0], "ground")
    facing = turn("x", 90)

    def wheel(name, x, y, mass, color, mode, damping):
        # Of these moments: the inertia about the axle is half of mass times radius squared.
        moment = 0.5 * mass * 0.6**2
        disc = s.round("cylinder", name, [0.3, 0.6, 0.6], [x, y, 0], color,
                       {"mass": mass, "inertiaDiagonal": [moment, moment, moment]}, facing)
        s.below(disc, s.node(name + " mark", s.mesh(["box", [0.12, 0.34, 0.4]], "iron",
                                                    lambda: meshes.box([0.12, 0.34, 0.4])), [0, 0, 0.35], None, None))
        axle = s.anchor(None, name + " axle", [x, y, 0], facing)
        s.joint(axle, disc, hinge("y"), [{"type": "angular", "mode": mode, "axis": 1, "velocityTarget": 6.0,
                                          "damping": damping}])

    # 1 kg and 4 kg: moments of 0.18 and 0.72 kg m^2. A torque of 0.36 N m s per rad/s takes each
    # 0.5 s and 2 s; an acceleration takes both 0.5 s.
    wheel("Force, 1 kg", -3.2, 2.6, 1.0, "orange", "force", 0.36)
    wheel("Force, 4 kg", -1.6, 2.6, 4.0, "red", "force", 0.36)
    wheel("Acceleration, 1 kg", -3.2, 1.0, 1.0, "teal", "acceleration", 2.0)
    wheel("Acceleration, 4 kg", -1.6, 1.0, 4.0, "blue", "acceleration", 2.0)
    # A lift for each: to 2 m, stiff and critically damped, below by what gravity takes: g / 50.
    for x, mass, color in ((1.2, 1.0, "yellow"), (3.0, 10.0, "violet")):
        name = "Lift, %g kg" % mass
        cabin = s.box(name, [1.2, 0.3, 1.2], [x, 0.25, 0], color, {"mass": mass})
        shaft = s.anchor(None, name + " shaft", [x, 0.25, 0])
        s.joint(shaft, cabin, [linear("xz"), angular("xyz")],
                [{"type": "linear", "mode": "acceleration", "axis": 1, "positionTarget": 2.0, "stiffness": 50.0,
                  "damping": rounded(2 * math.sqrt(50.0))}])
    return s


def four_bar():
    """A motor turns a crank; the rocker at the other end of the coupler swings to and fro."""
    s = Scene("Four-bar", [0.9, 1.9, 6.0], [0.9, 1.2, 0])
    s.box("Ground", [6, 0.4, 3], [1, -0.2, 0], "ground")
    crank, coupler, rocker = 0.5, 2.0, 1.2
    o, c = [0.0, 1.0], [2.0, 1.0]
    a = [o[0], o[1] + crank]
    # Where circles about A and C meet, the upper place.
    d = math.dist(a, c)
    to = [(c[0] - a[0]) / d, (c[1] - a[1]) / d]
    x = (coupler**2 - rocker**2 + d**2) / (2 * d)
    h = math.sqrt(coupler**2 - x**2)
    b = [a[0] + x * to[0] - h * to[1], a[1] + x * to[1] + h * to[0]]
    for name, at in (("Post O", o), ("Post C", c)):
        s.box(name, [0.3, at[1], 0.3], [at[0], at[1] / 2, -0.45], "stone")

    def bar(name, p, q, z, color, motion):
        heading = turn("z", math.degrees(math.atan2(q[1] - p[1], q[0] - p[0])))
        length = math.dist(p, q)
        return s.box(name, [length + 0.16, 0.14, 0.1], [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, z], color, motion, heading)

    # It starts at the speed that the motor keeps; a point of the crank at half length moves along.
    speed = 2.0
    bars = [bar("Crank", o, a, -0.12, "red", {"mass": 1.0, "angularVelocity": [0.0, 0.0, speed],
                                             "linearVelocity": [0.0, speed * crank / 2, 0.0]}),
            bar("Coupler", a, b, 0.0, "yellow", {"mass": 1.0}), bar("Rocker", c, b, -0.12, "teal", {"mass": 1.0})]
    motor = [{"type": "angular", "mode": "force", "axis": 2, "velocityTarget": speed, "damping": 300.0}]
    for name, at, one, other, drive in (("O", o, None, 0, motor), ("A", a, 0, 1, None), ("B", b, 1, 2, None),
                                        ("C", c, None, 2, None)):
        place = [at[0], at[1], 0]
        ends = [s.anchor(None if i is None else bars[i], "%s%d" % (name, k + 1), place)
                for k, i in enumerate((one, other))]
        s.joint(ends[0], ends[1], hinge("z"), drive)
    return s


def chain():
    """Sixteen links of 0.5 kg carry a ball of 60 kg, let go sideways."""
    s = Scene("Chain", [0, 2.6, 9.5], [0, 2.4, 0])
    s.box("Ground", [12, 0.4, 6], [0, -0.2, 0], "ground")
    s.box("Post", [0.3, 0.3, 1.2], [0, 5.2, 0], "stone")
    last, pitch = s.anchor(None, "Hook", [0, 5.0, 0]), 0.24
    for i in range(16):
        color = ("orange", "yellow")[i % 2]
        link = s.box("Link %d" % (i + 1), [pitch - 0.02, 0.1, 0.1], [pitch * (i + 0.5), 5.0, 0], color, {"mass": 0.5})
        s.joint(last, s.anchor(link, "Link %d begin" % (i + 1), [pitch * i, 5.0, 0]), [linear("xyz")])
        last = s.anchor(link, "Link %d end" % (i + 1), [pitch * (i + 1), 5.0, 0])
    ball = s.sphere("Ball", 0.4, [pitch * 16 + 0.4, 5.0, 0], "iron", {"mass": 60.0})
    s.joint(last, s.anchor(ball, "Ball hook", [pitch * 16, 5.0, 0]), [linear("xyz")])
    return s


def conveyor():
    """A sled that an animation moves carries crates, until an animation takes its friction away."""
    s = Scene("Conveyor", [-0.4, 3.8, 8.0], [0.6, 0.5, 0])
    s.box("Ground", [12, 0.4, 6], [0, -0.2, 0], "ground")
    belt = s.surface(0.8, combine="minimum")
    sled = s.box("Sled", [3.0, 0.2, 1.4], [-1.7, 0.9, 0], "iron", surface=belt)
    # It gathers 1.5 m/s in 0.6 s, within what friction holds, and stops within half a second. Splines
    # of four keys (speed, place, speed) say so exactly.
    values = []
    for x, speed in ((-1.7, 0.0), (-1.25, 1.5), (0.25, 1.5), (0.625, 0.0)):
        values += [speed, 0, 0, x, 0.9, 0, speed, 0, 0]
    s.animate(sled, "VEC3", [0.0, 0.6, 1.6, 2.1], values, "CUBICSPLINE")
    # Smooth a tenth of a second before it brakes.
    pointer = "/extensions/KHR_physics_rigid_bodies/physicsMaterials/%d/" % belt
    for name in ("staticFriction", "dynamicFriction"):
        s.animate(pointer + name, "SCALAR", [0.0, 1.5], [0.8, 0.0], "STEP")
    for i, color in enumerate(("red", "yellow", "teal")):
        s.box("Crate %d" % (i + 1), [0.5, 0.5, 0.5], [-2.6 + 0.9 * i, 1.25, 0], color, {"mass": 5.0})
    # Where they come down, two paddles turn, a turn in four seconds.
    paddle = s.node("Paddle", None, [3.2, 0.3, 0], None, None)
    for i, angle in enumerate((0, 90)):
        s.below(paddle, s.box("Blade %d" % (i + 1), [2.6, 0.4, 0.12], [0, 0, 0], "violet", rotation=turn("y", angle)))
    steps = [turn("y", 30.0 * i) for i in range(25)]
    s.animate(paddle, "VEC4", [rounded(i / 3) for i in range(25)], [x for q in steps for x in q])
    return s


def triggers():
    """Balls pass three gates: one notices all, one red ones only, one is made of two parts."""
    s = Scene("Triggers", [-1.5, 4.4, 8.5], [-0.7, 0.3, 0])
    smooth = s.surface(0.0, combine="minimum")
    s.box("Track", [12, 0.4, 3], [0, -0.2, 0], "ground", surface=smooth)

    def gate(name, x, size, color, filtered=None):
        """The frame can be seen; what notices is the space in it."""
        shape = s.shape({"type": "box", "box": {"size": size}})
        trigger = {"geometry": {"shape": shape}}
        if filtered is not None:
            trigger["collisionFilter"] = filtered
        made = s.node(name, None, [x, size[1] / 2, 0], None, {"trigger": trigger})
        for z in (-1.3, 1.3):
            s.below(made, s.node("%s post %s" % (name, "left" if z < 0 else "right"),
                                 s.mesh(["box", [size[0], size[1], 0.1]], color,
                                        lambda: meshes.box([size[0], size[1], 0.1])), [0, 0, z], None, None))
        return made

    gate("All", -2.5, [0.4, 1.2, 2.4], "stone")
    gate("Red only", 0.0, [0.4, 1.2, 2.4], "red", s.filter(["gate"], only=["red"]))
    # Two spaces 0.2 m apart, which a ball of 0.5 m bridges: one thing, entered and left once.
    double = s.node("Double", None, [2.6, 0, 0], None, None)
    parts = [s.below(double, gate("Double %d" % (i + 1), x, [0.4, 1.2, 2.4], "teal")) for i, x in enumerate((-0.3, 0.3))]
    s.nodes[double]["extensions"] = {"KHR_physics_rigid_bodies": {"trigger": {"nodes": parts}}}
    for i, color in enumerate(("red", "blue", "red")):
        s.filtered = s.filter([color])
        s.sphere("%s %d" % (color.capitalize(), i + 1), 0.25, [-4.0 - 0.8 * i, 0.25, 0.7 * (i - 1)], color,
                 {"mass": 1.0, "linearVelocity": [3.0, 0.0, 0.0]}, smooth)
    s.filtered = None
    return s


def sieves():
    """Two floors sort balls: one holds red ones alone, the other all but yellow ones."""
    s = Scene("Sieves", [0, 2.6, 8.5], [0, 1.5, 0])
    s.box("Ground", [8, 0.4, 5], [0, -0.2, 0], "ground")
    for y, color, rule in ((2.6, "red", {"only": ["red"]}), (1.3, "blue", {"never": ["yellow"]})):
        s.filtered = s.filter(["floor"], **rule)
        s.box("%s floor" % color.capitalize(), [6.0, 0.12, 2.0], [0, y, 0], color)
    for i, color in enumerate(("red", "blue", "yellow", "red", "blue", "yellow")):
        s.filtered = s.filter([color])
        s.sphere("%s %d" % (color.capitalize(), i + 1), 0.3, [-2.5 + i, 3.6, 0], color, {"mass": 1.0})
    s.filtered = None
    return s


def combine():
    """One floor of friction 0.2, four sliding blocks of 0.8: how the two combine decides."""
    s = Scene("Combine", [0.2, 5.0, 7.5], [-0.3, 0.0, 0.2])
    s.box("Floor", [12, 0.4, 6], [1.5, -0.2, 0], "ground", surface=s.surface(0.2))
    for i, (rule, color) in enumerate((("average", "yellow"), ("minimum", "green"), ("maximum", "red"),
                                       ("multiply", "blue"))):
        s.box(rule.capitalize(), [0.8, 0.4, 0.8], [-3.0, 0.2, 1.2 * (i - 1.5)], color,
              {"mass": 2.0, "linearVelocity": [4.0, 0.0, 0.0]}, surface=s.surface(0.8, combine=rule))
    return s


class Scene4:
    """A G4MF document: nodes below a root, shapes, physics and nothing to see."""

    def __init__(self, dimension, comment):
        self.asset = {"dimension": dimension, "comment": comment, "generator": "tools/make-samples.py"}
        self.nodes = [{"name": "Root", "children": []}]
        self.shapes = []
        self.numbers = []

    def node(self, parent, name, **members):
        self.nodes.append({"name": name, **members})
        self.nodes[parent].setdefault("children", []).append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def fixed(self, name, shape, role="collider", **members):
        self.shapes.append(shape)
        self.node(0, name, physics={role: {"shape": len(self.shapes) - 1}}, **members)

    def body(self, name, shape, motion, **members):
        """A node is one kind of thing: the motion above, the collider below."""
        body = self.node(0, name, physics={"motion": {"type": "dynamic", **motion}}, **members)
        self.shapes.append(shape)
        self.node(body, name + "Shape", physics={"collider": {"shape": len(self.shapes) - 1}})

    def heights(self, values):
        self.numbers = values
        return 0

    def document(self):
        d = {"asset": self.asset, "nodes": self.nodes, "shapes": self.shapes}
        if self.numbers:
            data = struct.pack("<%df" % len(self.numbers), *self.numbers)
            d["accessors"] = [{"bufferView": 0, "componentType": "float32"}]
            d["bufferViews"] = [{"byteLength": len(data)}]
            d["buffers"] = [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," +
                             base64.b64encode(data).decode("ascii")}]
        return d

    text = Scene.text


def rounded_shapes():
    """Shapes that glTF has no words for, on a ground of hills."""
    s = Scene4(3, "Rarer shapes fall on a heightmap; the egg passes a zone.")
    n = 11
    hills = [0.2 * (1 - math.cos(2 * math.pi * x / (n - 1)) * math.cos(2 * math.pi * z / (n - 1)))
             for z in range(n) for x in range(n)]
    s.fixed("Ground", {"type": "heightmap", "size": [n, 1, n], "heights": s.heights(
        [round(h, 4) for h in hills])})
    s.fixed("Zone", {"size": [1.2, 1.0, 1.2]}, "trigger", position=[0, 1.0, 0])
    s.body("Egg", {"curves": [{"radii": [0.3, 0.4, 0.3]}]}, {"mass": 2.0}, position=[0, 3.3, 0])
    s.body("Soap", {"size": [0.5, 0.1, 0.3], "curves": [{"radii": [0.1, 0.1, 0.1]}]}, {},
           position=[1.6, 1.5, 0.4], rotor=[0.96, 0.28, 0, 0])
    s.body("Log", {"size": [0.8, 0, 0], "curves": [{"radii": [0.2, 0.2, 0.2]}]}, {"mass": 3.0},
           position=[-1.6, 1.4, 0.6])
    s.body("Top", {"size": [0, 0.8, 0], "curves": [{"radii": [0.4, 0, 0.4], "taper": [
        {"position": [0, -0.4, 0], "radii": [0.4, 0, 0.4]},
        {"position": [0, 0.4, 0], "radii": [0.1, 0, 0.1]}]}]}, {}, position=[0.8, 1.6, -1.7])
    s.body("Die", {"size": [0.3, 0.3, 0.3], "curves": [{"radii": [0.1, 0.1, 0.1], "exponent": 4}]},
           {"angularVelocity": [1, -2, 3]}, position=[-1.2, 1.8, -1.5])
    s.body("Diamond", {"curves": [{"radii": [0.4, 0.4, 0.4], "exponent": 1}]}, {},
           position=[1.5, 1.7, 1.9])
    return s


def spinning():
    """Bodies of four dimensions, free of gravity."""
    s = Scene4(4, "Four-dimensional bodies turn in several planes at once.")
    spin = {"gravityFactor": 0, "mass": 2.0}
    s.body("Tesseract", {"size": [1, 1, 1, 1]}, {**spin, "angularVelocity": [1, 0, 0, 0, 0, 1]},
           position=[-3, 1, 0, 0])
    s.body("Duocylinder", {"curves": [{"radii": [0.5, 0.5, 0, 0]}, {"radii": [0, 0, 0.3, 0.3]}]},
           {**spin, "angularVelocity": [3, 0, 0, 0, 0, 2]}, position=[-1, 1, 0, 0])
    s.body("Spindle", {"size": [0, 1, 0, 0], "curves": [{"radii": [0.2, 0.2, 0.2, 0.2]}]},
           {**spin, "linearVelocity": [0, 0, 0, 0.5]}, position=[1, 1, 0, 0],
           rotor=[round(math.sqrt(0.5), 9), 0, 0, 0, round(math.sqrt(0.5), 9), 0, 0, 0])
    s.body("Given", {"size": [0.5, 0.5, 0.5, 0.5]}, {**spin, "inertiaDiagonal": [
        0.5, 0.8, 0.6, 0.9, 0.7, 1.0]}, position=[3, 1, 0, 0])
    s.fixed("Ground", {"type": "plane"})
    return s


def around():
    """A ball rolls at a wall that is nowhere in W but where the ball is; its twin passes beside it."""
    s = Scene4(4, "What is in the way in three dimensions can be passed in the fourth.")
    s.fixed("Ground", {"type": "plane"})
    s.fixed("Wall", {"size": [0.4, 2, 6, 1]}, position=[0, 1, 0, 0])
    s.fixed("Behind", {"size": [1, 2, 6, 8]}, "trigger", position=[3, 1, 0, 0])
    ball = {"curves": [{"radii": [0.4, 0.4, 0.4, 0.4]}]}
    push = {"mass": 2.0, "linearVelocity": [3, 0, 0, 0]}
    s.body("Stopped", ball, push, position=[-3, 0.4, 0, 0])
    s.body("Beside", ball, push, position=[-3, 0.4, 0, 1.5])
    s.body("Turning", ball, {"mass": 2.0, "linearVelocity": [3, 0, 0, 1.6]}, position=[-3, 0.4, 1.5, 0])
    return s


def slope4():
    """Balls and cylinders of four dimensions roll down a slope, a block stays."""
    s = Scene4(4, "How fast things roll depends on the dimension they are round in.")
    # 16.26 degrees: cosine 0.96, sine 0.28. A slope falls toward +X; its rotor turns X from Y.
    half = [round(math.sqrt((1 + 0.96) / 2), 9), round(-math.sqrt((1 - 0.96) / 2), 9)]
    rotor = half + [0, 0, 0, 0, 0, 0]
    s.fixed("Ground", {"type": "plane"}, rotor=rotor)

    def on(x, z, up):
        # `x` down the slope, `up` above it.
        return [round(0.96 * x + 0.28 * up, 9), round(-0.28 * x + 0.96 * up, 9), z, 0]

    r = 0.3
    s.body("Ball", {"curves": [{"radii": [r, r, r, r]}]}, {"mass": 2.0}, position=on(0, -3, r))
    s.body("Spherinder", {"size": [0, 0, 0, 1], "curves": [{"radii": [r, r, r, 0]}]}, {"mass": 2.0},
           position=on(0, -1, r))
    s.body("Duocylinder", {"curves": [{"radii": [r, r, 0, 0]}, {"radii": [0, 0, 0.4, 0.4]}]},
           {"mass": 2.0}, position=on(0, 1, r))
    s.body("Block", {"size": [0.6, 0.4, 0.6, 0.6]}, {"mass": 2.0}, position=on(0, 3, 0.2), rotor=rotor)
    return s


def heap4():
    """Forty things of four dimensions fall into a box, a tower of tesseracts beside it."""
    s = Scene4(4, "Stacks, heaps and sleep in four dimensions.")
    s.fixed("Ground", {"type": "plane"})
    # A floor has three dimensions, so a box has six walls: two across each.
    for axis, name in ((0, "X"), (2, "Z"), (3, "W")):
        for side in (-1, 1):
            size, place = [3.4, 5, 3.4, 3.4], [0, 2.5, 0, 0]
            size[axis], place[axis] = 0.2, 1.6 * side
            s.fixed("Wall%s%d" % (name, side), {"size": size}, position=place)
    for i in range(5):
        s.body("Tower%d" % i, {"size": [1, 1, 1, 1]}, {}, position=[-5, 0.5 + i, 0, 0])
    r = 0.35
    kinds = [
        ("Ball", {"curves": [{"radii": [r, r, r, r]}]}),
        ("Box", {"size": [0.6, 0.5, 0.7, 0.8]}),
        ("Capsule", {"size": [0, 0.6, 0, 0], "curves": [{"radii": [0.25, 0.25, 0.25, 0.25]}]}),
        ("Duocylinder", {"curves": [{"radii": [r, r, 0, 0]}, {"radii": [0, 0, r, r]}]}),
        ("Cubinder", {"size": [0, 0.6, 0, 0.6], "curves": [{"radii": [r, 0, r, 0]}]}),
    ]
    for i in range(40):
        name, shape = kinds[i % 5]
        # Layers of two by two by two, each turned a little further.
        angle = 0.35 * i
        rotor = [round(math.cos(angle), 6), 0, 0, round(math.sin(angle), 6), 0, 0, 0, 0] if i % 2 else [
            round(math.cos(angle), 6), 0, 0, 0, 0, 0, round(math.sin(angle), 6), 0]
        layer, place = divmod(i, 8)
        s.body("%s%d" % (name, i), shape, {"mass": 2.0}, position=[
            round(0.55 * (2 * (place & 1) - 1) + 0.07 * layer, 3), round(0.8 + 1.2 * layer, 3),
            round(0.55 * (2 * (place >> 1 & 1) - 1), 3), round(0.55 * (2 * (place >> 2) - 1) - 0.05 * layer, 3)],
            rotor=rotor)
    return s


SCENES = {
    "tumbling-tower": tumbling_tower, "slope": slope, "bounce": bounce, "dominoes": dominoes,
    "row": row, "t-handle": t_handle, "shapes": shapes, "pile": pile,
    "joints": joints, "drives": drives, "four-bar": four_bar, "chain": chain,
    "conveyor": conveyor, "triggers": triggers, "sieves": sieves, "combine": combine, "planet": planet,
    "rounded": rounded_shapes, "spinning": spinning, "around": around, "slope4": slope4,
    "heap4": heap4,
}


def main():
    check = "--check" in sys.argv[1:]
    stale = 0
    os.makedirs(FOLDER, exist_ok=True)
    for name, build in SCENES.items():
        scene = build()
        file = name + (".g4tf" if isinstance(scene, Scene4) else ".gltf")
        path = os.path.join(FOLDER, file)
        text = scene.text()
        if not check:
            with open(path, "w", encoding="utf-8", newline="\n") as f:
                f.write(text)
            continue
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if old != text:
            stale += 1
            print("samples/%s is not what tools/make-samples.py writes; 'make docs' does it" % file)
    if check:
        print("samples: %d files, %d stale" % (len(SCENES), stale))
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
