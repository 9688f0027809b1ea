# SPDX-License-Identifier: MIT
"""A stage: a document that is made up node by node, and the trajectory that a run of it leaves.

    stage = Stage()
    ball = stage.node("ball", [0, 2, 0], body=..., ...)
    run = stage.run(tumble, 1.0)
    expect("height", run.at(ball)[1], 1.9, 2.1)
"""

import base64
import json
import math
import os
import struct
import subprocess
import tempfile

GRAVITY = 9.81


# Engines of first order, in the place of the program, are half of a last step off on a parabola.
def order_is_first():
    return bool(os.environ.get("TUMBLE_ENGINE"))


class Stage:
    def __init__(self, extensions=None, used=()):
        self.nodes, self.meshes, self.accessors, self.views = [], [], [], []
        self.bytes = b""
        self.extensions, self.used, self.required = extensions or {}, set(used), []
        self.outside = set()  # nodes of no scene
        self.animations = []
        self.generator = None

    def node(self, name, place=(0, 0, 0), parent=None, rotation=None, scale=None, **extensions):
        """A node with these extensions; @return its index."""
        made = {"name": name, "translation": [float(x) for x in place]}
        if rotation:
            made["rotation"] = rotation
        if scale:
            made["scale"] = scale
        if extensions:
            made["extensions"] = extensions
            self.used.update(extensions)
        self.nodes.append(made)
        if parent is not None:
            self.nodes[parent].setdefault("children", []).append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def accessor(self, values, kind, component):
        """Numbers as an accessor: kind "VEC3" or "SCALAR", component 5126 (float) or 5123 (short)."""
        data = struct.pack("<%d%s" % (len(values), "f" if component == 5126 else "H"), *values)
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[kind]
        self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data)})
        self.bytes += data + b"\0" * (-len(data) % 4)
        made = {"bufferView": len(self.views) - 1, "componentType": component, "type": kind,
                "count": len(values) // width}
        if component == 5126:
            made["min"] = [min(values[i::width]) for i in range(width)]
            made["max"] = [max(values[i::width]) for i in range(width)]
        self.accessors.append(made)
        return len(self.accessors) - 1

    def box_mesh(self, x, y, z):
        """The triangles of a box with these half edges; @return the mesh's index."""
        points = [v for i in range(8) for v in (x if i & 1 else -x, y if i & 2 else -y, z if i & 4 else -z)]
        triangles = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                     2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5]
        self.meshes.append({"primitives": [{
            "attributes": {"POSITION": self.accessor(points, "VEC3", 5126)},
            "indices": self.accessor(triangles, "SCALAR", 5123)}]})
        return len(self.meshes) - 1

    def document(self):
        inside = {child for node in self.nodes for child in node.get("children", [])} | self.outside
        self.used.update(self.extensions)
        made = {"asset": {"version": "2.0"}, "extensionsUsed": sorted(self.used), "scene": 0,
                "scenes": [{"nodes": [i for i in range(len(self.nodes)) if i not in inside]}],
                "nodes": self.nodes}
        if self.generator:
            made["asset"]["generator"] = self.generator
        if self.extensions:
            made["extensions"] = self.extensions
        if self.required:
            made["extensionsRequired"] = self.required
        if self.animations:
            made["animations"] = self.animations
        if self.bytes:
            uri = "data:application/octet-stream;base64," + base64.b64encode(self.bytes).decode()
            made["buffers"] = [{"byteLength": len(self.bytes), "uri": uri}]
            made["bufferViews"], made["accessors"] = self.views, self.accessors
        if self.meshes:
            made["meshes"] = self.meshes
        return made

    def run(self, tumble, duration, rate=60, arguments=()):
        return Run(tumble, self.document(), duration, rate, arguments)


class Run:
    """A trajectory, asked by the indices of nodes."""

    def __init__(self, tumble, document, duration, rate, arguments):
        with tempfile.TemporaryDirectory(prefix="tumble-own-") as folder:
            path, out = os.path.join(folder, "stage.gltf"), os.path.join(folder, "out.ndjson")
            with open(path, "w", encoding="utf-8") as f:
                json.dump(document, f)
            done = subprocess.run(
                [tumble, "simulate", path, "--duration", str(duration), "--rate", str(rate),
                 "--trajectory", out, *arguments], capture_output=True, text=True, check=False)
            if done.returncode:
                raise AssertionError("ends with status %d: %s" % (done.returncode, done.stderr[-300:]))
            with open(out, encoding="utf-8") as f:
                lines = [json.loads(line) for line in f]
        self.rate = rate
        self.moving = [n["index"] for n in lines[0]["nodes"]]
        self.times = [line["t"] for line in lines[1:]]
        self.steps = [{b["node"]: b for b in line["bodies"]} for line in lines[1:]]
        self.events = [(line["t"], e) for line in lines[1:] for e in line["events"]]

    def step(self, seconds):
        return min(range(len(self.times)), key=lambda k: abs(self.times[k] - seconds))

    def body(self, node, seconds=math.inf):
        return self.steps[-1 if seconds == math.inf else self.step(seconds)][node]

    def at(self, node, seconds=math.inf):
        return self.body(node, seconds)["position"]

    def path(self, node, axis):
        return [step[node]["position"][axis] for step in self.steps]

    def times_of(self, kind, trigger, motion):
        return [t for t, e in self.events
                if e["type"] == kind and e.get("trigger") == trigger and e["motion"] == motion]

    def expect_fall(self, node, seconds, velocity=(0, 0, 0), gravity=GRAVITY):
        """Nothing but gravity moves the node until then: p + v t - g t^2 / 2, in single precision."""
        start = self.at(node, 0)
        for t, step in zip(self.times, self.steps):
            if t <= seconds:
                for axis in range(3):
                    fall = 0.5 * gravity * t * t if axis == 1 else 0
                    late = 0.51 * abs(gravity) * t / self.rate if order_is_first() and axis == 1 else 0
                    near("node %d, axis %d, t = %g" % (node, axis, t), step[node]["position"][axis],
                         start[axis] + velocity[axis] * t - fall, 1e-3 + late)


def expect(what, value, low, high):
    if not low <= value <= high:
        raise AssertionError("%s is %.6g, expected %.6g to %.6g" % (what, value, low, high))


def near(what, value, wanted, tolerance):
    expect(what, value, wanted - tolerance, wanted + tolerance)


def turned(q, v):
    """A vector turned by a quaternion (x, y, z, w)."""
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


def about(axis, angle):
    """The quaternion of a turn about a unit axis."""
    return [c * math.sin(angle / 2) for c in axis] + [math.cos(angle / 2)]
