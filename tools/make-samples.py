#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes samples/*.gltf: small scenes of our own, one idea each, with meshes that a viewer shows.

    tools/make-samples.py            writes them
    tools/make-samples.py --check    says which files in samples/ are not what this script writes

The files say their physics in KHR_physics_rigid_bodies and KHR_implicit_shapes, gravity where it is
of interest in the OMI extensions, and are complete in themselves. docs/samples.md tells what each shows; tests/samples checks that it does.
"""

import base64
import json
import math
import os
import re
import struct
import sys

sys.dont_write_bytecode = True  # No __pycache__ in the tree.

import sample_meshes as meshes
from sample_meshes import rounded

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "samples")

# As a screen shows them (sRGB); glTF wants linear light.
COLORS = {
    "ground": [0.32, 0.36, 0.40],
    "stone": [0.55, 0.53, 0.50],
    "wood": [0.72, 0.50, 0.30],
    "red": [0.80, 0.22, 0.17],
    "orange": [0.93, 0.55, 0.16],
    "yellow": [0.95, 0.78, 0.25],
    "green": [0.35, 0.62, 0.32],
    "teal": [0.16, 0.58, 0.60],
    "blue": [0.20, 0.42, 0.75],
    "violet": [0.50, 0.34, 0.66],
    "iron": [0.20, 0.21, 0.24],
}


def turn(axis, degrees):
    """The quaternion of a rotation about a coordinate axis."""
    half = math.radians(degrees) / 2
    q = [0.0, 0.0, 0.0, math.cos(half)]
    q["xyz".index(axis)] = math.sin(half)
    return q


def then(a, b):
    """Turn by b, then by a."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def turned(q, v):
    u = q[:3]
    t = [2 * x for x in meshes.cross(u, v)]
    return [x + q[3] * y + z for x, y, z in zip(v, t, meshes.cross(u, t))]


class Scene:
    """A glTF document in the making. Equal meshes, shapes and materials are written once."""

    def __init__(self, name, eye, target):
        self.bytes = bytearray()
        self.views, self.accessors, self.meshes, self.nodes = [], [], [], []
        self.colors, self.shapes, self.surfaces = [], [], []
        self.triggers = []  # The shapes of volumes of gravity.
        self.index = {}
        self.name = name
        self.camera(eye, target)

    # -- what a scene is made of

    def once(self, kind, key, make):
        key = (kind, json.dumps(key))
        if key not in self.index:
            self.index[key] = make()
        return self.index[key]

    def append(self, items, item):
        items.append(item)
        return len(items) - 1

    def accessor(self, rows, kind):
        """Positions and normals as floats ("VEC3"), indices as 16-bit numbers ("SCALAR")."""
        while len(self.bytes) % 4:
            self.bytes.append(0)
        start = len(self.bytes)
        flat = [x for row in rows for x in row]
        self.bytes += struct.pack("<%d%s" % (len(flat), "f" if kind == "VEC3" else "H"), *flat)
        view = self.append(self.views, {
            "buffer": 0, "byteOffset": start, "byteLength": len(self.bytes) - start,
            "target": 34962 if kind == "VEC3" else 34963})
        count = len(rows) if kind == "VEC3" else len(flat)
        return self.append(self.accessors, {
            "bufferView": view, "componentType": 5126 if kind == "VEC3" else 5123,
            "count": count, "type": kind})

    def mesh(self, key, color, build):
        """A mesh in a color. Meshes that differ only in color share their geometry."""
        def geometry():
            mesh = build()
            positions = self.accessor(mesh.points, "VEC3")
            as_floats = [struct.unpack("<3f", struct.pack("<3f", *p)) for p in mesh.points]
            self.accessors[positions]["min"] = [min(p[i] for p in as_floats) for i in range(3)]
            self.accessors[positions]["max"] = [max(p[i] for p in as_floats) for i in range(3)]
            normals = self.accessor(mesh.normals, "VEC3")
            return positions, normals, self.accessor(mesh.triangles, "SCALAR")

        def whole():
            positions, normals, indices = self.once("geometry", key, geometry)
            return self.append(self.meshes, {"primitives": [{
                "attributes": {"POSITION": positions, "NORMAL": normals}, "indices": indices,
                "material": self.once("color", color, lambda: self.append(self.colors, {
                    "name": color, "pbrMetallicRoughness": {
                        "baseColorFactor": [round(c**2.2, 3) for c in COLORS[color]] + [1.0],
                        "metallicFactor": 0.6 if color == "iron" else 0.0,
                        "roughnessFactor": 0.4 if color == "iron" else 0.8}}))}]})

        return self.once("mesh", [key, color], whole)

    def shape(self, shape):
        return self.once("shape", shape, lambda: self.append(self.shapes, shape))

    def surface(self, friction=None, restitution=0.0, combine=None):
        """A physics material. friction is both coefficients, or a pair (static, dynamic)."""
        item = {}
        if friction is not None:
            both = friction if isinstance(friction, tuple) else (friction, friction)
            item["staticFriction"], item["dynamicFriction"] = both
        item["restitution"] = restitution
        if combine:
            item["frictionCombine"] = item["restitutionCombine"] = combine
        return self.once("surface", item, lambda: self.append(self.surfaces, item))

    def camera(self, eye, target):
        back = [e - t for e, t in zip(eye, target)]
        yaw = math.degrees(math.atan2(back[0], back[2]))
        pitch = -math.degrees(math.atan2(back[1], math.hypot(back[0], back[2])))
        self.nodes.append({"name": "Camera", "translation": [rounded(x) for x in eye], "rotation":
                           [rounded(x) for x in then(turn("y", yaw), turn("x", pitch))], "camera": 0})

    def node(self, name, mesh, at, rotation, physics):
        node = {"name": name, "translation": [rounded(x) for x in at]}
        if rotation:
            node["rotation"] = [rounded(x) for x in rotation]
        if mesh is not None:
            node["mesh"] = mesh
        if physics:
            node["extensions"] = {"KHR_physics_rigid_bodies": physics}
        return self.append(self.nodes, node)

    # -- things: a name, a place, a color; `motion` makes them bodies

    def thing(self, name, mesh, geometry, at, rotation, motion, surface):
        collider = {"geometry": geometry}
        if surface is not None:
            collider["physicsMaterial"] = surface
        physics = {"collider": collider}
        if motion is not None:
            physics["motion"] = motion
        return self.node(name, mesh, at, rotation, physics)

    def box(self, name, size, at, color, motion=None, rotation=None, surface=None):
        mesh = self.mesh(["box", size], color, lambda: meshes.box(size))
        shape = self.shape({"type": "box", "box": {"size": size}})
        return self.thing(name, mesh, {"shape": shape}, at, rotation, motion, surface)

    def sphere(self, name, radius, at, color, motion=None, surface=None):
        mesh = self.mesh(["sphere", radius], color, lambda: meshes.sphere(radius))
        shape = self.shape({"type": "sphere", "sphere": {"radius": radius}})
        return self.thing(name, mesh, {"shape": shape}, at, None, motion, surface)

    def round(self, kind, name, sizes, at, color, motion=None, rotation=None, surface=None):
        """A "capsule" or a "cylinder": sizes are height, bottom and top radius."""
        build = meshes.capsule if kind == "capsule" else meshes.cylinder
        mesh = self.mesh([kind, sizes], color, lambda: build(*sizes))
        shape = self.shape({"type": kind, kind: dict(zip(("height", "radiusBottom", "radiusTop"), sizes))})
        return self.thing(name, mesh, {"shape": shape}, at, rotation, motion, surface)

    def solid(self, name, key, build, convex, at, color, motion=None, rotation=None, surface=None):
        """A mesh that is its own collider: its convex hull, or its triangles."""
        mesh = self.mesh(key, color, build)
        geometry = {"mesh": mesh, "convexHull": True} if convex else {"mesh": mesh}
        return self.thing(name, mesh, geometry, at, rotation, motion, surface)

    def volume(self, name, radius, at, gravity):
        """A ball of space with gravity of its own; without any volume it is the usual one everywhere."""
        shape = self.append(self.triggers, {"type": "sphere", "sphere": {"radius": radius}})
        node = self.node(name, None, at, None, None)
        self.nodes[node]["extensions"] = {"OMI_physics_body": {"trigger": {"shape": shape}},
                                          "OMI_physics_gravity": gravity}

    # -- the file

    def document(self):
        physics = {"physicsMaterials": self.surfaces} if self.surfaces else {}
        extensions = {"KHR_implicit_shapes": {"shapes": self.shapes}}
        if physics:
            extensions["KHR_physics_rigid_bodies"] = physics
        used = ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]
        if self.triggers:
            extensions["OMI_physics_shape"] = {"shapes": self.triggers}
            extensions["OMI_physics_gravity"] = {"gravity": 0}
            used += ["OMI_physics_body", "OMI_physics_gravity", "OMI_physics_shape"]
        children = {c for n in self.nodes for c in n.get("children", [])}
        return {
            "asset": {"version": "2.0", "generator": "tumble, tools/make-samples.py"},
            "extensionsUsed": used,
            "extensions": extensions,
            "scene": 0,
            "scenes": [{"name": self.name, "nodes": [i for i in range(len(self.nodes)) if i not in children]}],
            "nodes": self.nodes,
            "cameras": [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.05, "zfar": 200.0}}],
            "materials": self.colors,
            "meshes": self.meshes,
            "accessors": self.accessors,
            "bufferViews": self.views,
            "buffers": [{"byteLength": len(self.bytes), "uri": "data:application/octet-stream;base64," +
                         base64.b64encode(bytes(self.bytes)).decode()}],
        }

    def text(self):
        text = json.dumps(self.document(), indent=1)
        # Lists of numbers on one line: a person may read this.
        return re.sub(r"\[\s+([-0-9.,e\s]+?)\s+\]",
                      lambda m: "[" + re.sub(r"\s+", " ", m.group(1)) + "]", text) + "\n"


# ---------------------------------------------------------------------------------------------
# The scenes
# ---------------------------------------------------------------------------------------------


def tumbling_tower():
    """A heavy ball rolls down a ramp into a tower of everything; beside it a bowl fills."""
    s = Scene("Tumbling tower", [7.5, 5.2, 11.5], [0.6, 1.4, 0.0])
    s.box("Ground", [16, 0.5, 10], [0, -0.25, 0], "ground")

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
        s.box("Brick %d" % (i + 1), [0.4, 0.24, 0.8], [0.3 + 0.5 * i, y + 0.12, 0], "teal", {})
    for i in range(2):
        s.box("Brick %d" % (i + 4), [0.4, 0.24, 0.8], [0.55 + 0.5 * i, y + 0.36, 0], "blue", {})
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


SCENES = {
    "tumbling-tower": tumbling_tower, "slope": slope, "bounce": bounce, "dominoes": dominoes,
    "row": row, "t-handle": t_handle, "shapes": shapes, "pile": pile,
    "planet": planet,
}


def main():
    check = "--check" in sys.argv[1:]
    stale = 0
    os.makedirs(FOLDER, exist_ok=True)
    for name, build in SCENES.items():
        path = os.path.join(FOLDER, name + ".gltf")
        text = build().text()
        if not check:
            with open(path, "w", encoding="utf-8", newline="\n") as f:
                f.write(text)
            continue
        old = open(path, encoding="utf-8").read() if os.path.exists(path) else None
        if old != text:
            stale += 1
            print("samples/%s.gltf is not what tools/make-samples.py writes; 'make docs' does it" % name)
    if check:
        print("samples: %d files, %d stale" % (len(SCENES), stale))
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
