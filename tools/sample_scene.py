# SPDX-License-Identifier: MIT
"""What samples are made of: a glTF document that grows thing by thing, joints and animations."""

import base64
import json
import math
import re
import struct

import sample_meshes as meshes
from sample_meshes import rounded

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


def back(q):
    return [-q[0], -q[1], -q[2], q[3]]


def limit(kind, axes, low, high, stiffness, damping):
    item = {kind: ["xyz".index(a) for a in axes]}
    for name, value in (("min", low), ("max", high), ("stiffness", stiffness), ("damping", damping)):
        if value is not None:
            item[name] = rounded(value)
    return item


def linear(axes, low=0.0, high=0.0, stiffness=None, damping=None):
    """A limit of a length along one axis, across two or in all three; None: open."""
    return limit("linearAxes", axes, low, high, stiffness, damping)


def angular(axes, low=0.0, high=0.0, stiffness=None, damping=None):
    """A limit of a turn about one axis, of the swing of two or of the whole rotation."""
    return limit("angularAxes", axes, low, high, stiffness, damping)


def hinge(axis):
    return [linear("xyz"), angular("xyz".replace(axis, ""))]


class Scene:
    """A glTF document in the making. Equal meshes, shapes and materials are written once."""

    def __init__(self, name, eye, target):
        self.bytes = bytearray()
        self.views, self.accessors, self.meshes, self.nodes = [], [], [], []
        self.colors, self.shapes, self.surfaces = [], [], []
        self.volumes = []  # The shapes of volumes of gravity.
        self.filters, self.joints, self.channels, self.samplers = [], [], [], []
        self.index = {}
        self.filtered = None  # The filter of the colliders that follow.
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

    def view(self, letter, flat):
        while len(self.bytes) % 4:
            self.bytes.append(0)
        start = len(self.bytes)
        self.bytes += struct.pack("<%d%s" % (len(flat), letter), *flat)
        return self.append(self.views, {
            "buffer": 0, "byteOffset": start, "byteLength": len(self.bytes) - start})

    def accessor(self, rows, kind):
        """Positions and normals as floats ("VEC3"), indices as 16-bit numbers ("SCALAR")."""
        flat = [x for row in rows for x in row]
        view = self.view("f" if kind == "VEC3" else "H", flat)
        self.views[view]["target"] = 34962 if kind == "VEC3" else 34963
        count = len(rows) if kind == "VEC3" else len(flat)
        return self.append(self.accessors, {
            "bufferView": view, "componentType": 5126 if kind == "VEC3" else 5123,
            "count": count, "type": kind})

    def keys(self, numbers, kind):
        """Times or values of an animation: floats, one "SCALAR", "VEC3" or "VEC4" a key."""
        return self.append(self.accessors, {
            "bufferView": self.view("f", numbers), "componentType": 5126, "type": kind,
            "count": len(numbers) // {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[kind]})

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

    def filter(self, systems, only=None, never=None):
        """Who a collider is, and whom alone, or whom not, it meets."""
        item = {"collisionSystems": systems}
        if only is not None:
            item["collideWithSystems"] = only
        if never is not None:
            item["notCollideWithSystems"] = never
        return self.once("filter", item, lambda: self.append(self.filters, item))

    def camera(self, eye, target):
        away = [e - t for e, t in zip(eye, target)]
        yaw = math.degrees(math.atan2(away[0], away[2]))
        pitch = -math.degrees(math.atan2(away[1], math.hypot(away[0], away[2])))
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

    def below(self, parent, child):
        self.nodes[parent].setdefault("children", []).append(child)
        return child

    def anchor(self, body, name, at, rotation=None):
        """A node at this place of the scene that moves with a body, or, with None, never."""
        place, turn_of = [0, 0, 0], [0, 0, 0, 1]
        if body is not None:
            place = self.nodes[body]["translation"]
            turn_of = self.nodes[body].get("rotation", turn_of)
        offset = turned(back(turn_of), [a - b for a, b in zip(at, place)])
        own = then(back(turn_of), rotation or [0, 0, 0, 1])
        made = self.node(name, None, offset, None if own == [0, 0, 0, 1] else own, None)
        return made if body is None else self.below(body, made)

    def joint(self, node, connected, limits, drives=None):
        """Joins the body above `node`, whose frame counts, and the one above `connected`."""
        item = {"limits": limits}
        if drives:
            item["drives"] = drives
        index = self.once("joint", item, lambda: self.append(self.joints, item))
        physics = self.nodes[node].setdefault("extensions", {}).setdefault("KHR_physics_rigid_bodies", {})
        physics["joint"] = {"connectedNode": connected, "joint": index}

    def animate(self, target, kind, times, values, interpolation="LINEAR"):
        """Keys of "translation" or "rotation" of a node, or of what a pointer (text) names."""
        times_at = self.keys(times, "SCALAR")
        self.accessors[times_at]["min"], self.accessors[times_at]["max"] = [times[0]], [times[-1]]
        sampler = self.append(self.samplers, {
            "input": times_at, "interpolation": interpolation,
            "output": self.keys([rounded(x) for x in values], kind)})
        if isinstance(target, str):
            where = {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": target}}}
        else:
            where = {"node": target, "path": "translation" if kind == "VEC3" else "rotation"}
        self.channels.append({"sampler": sampler, "target": where})

    # -- things: a name, a place, a color; `motion` makes them bodies

    def thing(self, name, mesh, geometry, at, rotation, motion, surface):
        collider = {"geometry": geometry}
        if surface is not None:
            collider["physicsMaterial"] = surface
        if self.filtered is not None:
            collider["collisionFilter"] = self.filtered
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
        shape = self.append(self.volumes, {"type": "sphere", "sphere": {"radius": radius}})
        node = self.node(name, None, at, None, None)
        self.nodes[node]["extensions"] = {"OMI_physics_body": {"trigger": {"shape": shape}},
                                          "OMI_physics_gravity": gravity}

    # -- the file

    def document(self):
        physics = {name: items for name, items in (
            ("physicsMaterials", self.surfaces), ("collisionFilters", self.filters),
            ("physicsJoints", self.joints)) if items}
        extensions = {"KHR_implicit_shapes": {"shapes": self.shapes}}
        if physics:
            extensions["KHR_physics_rigid_bodies"] = physics
        children = {c for n in self.nodes for c in n.get("children", [])}
        used = ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"]
        if any("extensions" in c["target"] for c in self.channels):
            used.insert(0, "KHR_animation_pointer")
        if self.volumes:
            extensions["OMI_physics_shape"] = {"shapes": self.volumes}
            extensions["OMI_physics_gravity"] = {"gravity": 0}
            used += ["OMI_physics_body", "OMI_physics_gravity", "OMI_physics_shape"]
        whole = {
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
        if self.channels:
            whole["animations"] = [{"name": "Machine", "channels": self.channels, "samplers": self.samplers}]
        return whole

    def text(self):
        text = json.dumps(self.document(), indent=1)
        # Lists of numbers on one line: a person may read this.
        return re.sub(r"\[\s+([-0-9.,e\s]+?)\s+\]",
                      lambda m: "[" + re.sub(r"\s+", " ", m.group(1)) + "]", text) + "\n"
