#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws moments of a run side by side, as a PNG: the pictures in the README and docs/.

    tools/draw.py FILE.gltf TRAJECTORY.ndjson OUT.png [--at T,T,…] [--size WxH]

Seen through the file's first camera, lit by one sun with shadows. Only what our samples need: text
glTF with one embedded buffer, triangles with normals, plain colors, no scale, nodes animated by
lines and splines. Standard library only.
"""

import argparse
import base64
import json
import math
import struct
import zlib

SUN = (0.35, 0.80, 0.48)  # Towards the sun; made unit below.
SKY = ((0.93, 0.95, 0.97), (0.74, 0.82, 0.90))  # Horizon and zenith.
SAMPLES = 2  # Per pixel and direction.


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def unit(a):
    length = math.sqrt(dot(a, a))
    return (a[0] / length, a[1] / length, a[2] / length)


SUN = unit(SUN)


def turn(q, v):
    t = cross(q, v)
    t = (2 * t[0], 2 * t[1], 2 * t[2])
    u = cross(q, t)
    return (v[0] + q[3] * t[0] + u[0], v[1] + q[3] * t[1] + u[1], v[2] + q[3] * t[2] + u[2])


def then(a, b):
    """The pose b, in the frame of the pose a. A pose is (position, quaternion)."""
    (p, q), (r, s) = a, b
    t = turn(q, r)
    qx, qy, qz, qw = q
    x, y, z, w = s
    return ((p[0] + t[0], p[1] + t[1], p[2] + t[2]),
            (qw * x + qx * w + qy * z - qz * y, qw * y + qy * w + qz * x - qx * z,
             qw * z + qz * w + qx * y - qy * x, qw * w - qx * x - qy * y - qz * z))


class File:
    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            self.json = json.load(f)
        self.bytes = base64.b64decode(self.json["buffers"][0]["uri"].partition(",")[2])
        self.meshes = [[self.primitive(p) for p in mesh["primitives"]] for mesh in self.json["meshes"]]

    def accessor(self, index):
        a = self.json["accessors"][index]
        start = self.json["bufferViews"][a["bufferView"]].get("byteOffset", 0)
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[a["type"]]
        letter = "f" if a["componentType"] == 5126 else "H"
        flat = struct.unpack_from("<%d%s" % (a["count"] * width, letter), self.bytes, start)
        step = 3 if width == 1 and letter == "H" else width  # Indices by triangle.
        return [flat[i : i + step] for i in range(0, len(flat), step)]

    def primitive(self, p):
        color = self.json["materials"][p["material"]]["pbrMetallicRoughness"]["baseColorFactor"][:3]
        return (self.accessor(p["attributes"]["POSITION"]), self.accessor(p["attributes"]["NORMAL"]),
                self.accessor(p["indices"]), color)

    def local(self, node):
        return (tuple(node.get("translation", (0, 0, 0))), tuple(node.get("rotation", (0, 0, 0, 1))))

    def sampled(self, sampler, moment):
        """What an animation has at a moment, between linear keys or along a cubic spline."""
        times = [t for t, in self.accessor(sampler["input"])]
        values = self.accessor(sampler["output"])
        i = max(0, min(len(times) - 2, sum(1 for t in times if t <= moment) - 1))
        length = times[i + 1] - times[i]
        u = min(1.0, max(0.0, (moment - times[i]) / length))
        if sampler.get("interpolation") == "CUBICSPLINE":  # A key: in-tangent, value, out-tangent.
            a, go, come, b = values[3 * i + 1 : 3 * i + 5]
            weights = ((1 + 2 * u) * (1 - u)**2, u * (1 - u)**2 * length, u * u * (u - 1) * length,
                       u * u * (3 - 2 * u))
            return [sum(w * x for w, x in zip(weights, parts)) for parts in zip(a, go, come, b)]
        return [x + (y - x) * u for x, y in zip(values[i], values[i + 1])]

    def animate(self, moment):
        """Puts nodes where animations have them. Keys of rotations are near each other, sign and all."""
        for animation in self.json.get("animations", []):
            for channel in animation["channels"]:
                target = channel["target"]
                if target["path"] in ("translation", "rotation"):
                    value = self.sampled(animation["samplers"][channel["sampler"]], moment)
                    size = math.sqrt(sum(x * x for x in value)) if len(value) == 4 else 1.0
                    self.json["nodes"][target["node"]][target["path"]] = [x / size for x in value]

    def instances(self, bodies):
        """Every mesh with its pose, where `bodies` maps nodes that physics moves to theirs."""
        nodes = self.json["nodes"]
        open_nodes = [(i, ((0, 0, 0), (0, 0, 0, 1))) for i in self.json["scenes"][0]["nodes"]]
        while open_nodes:
            index, parent = open_nodes.pop()
            pose = bodies.get(index) or then(parent, self.local(nodes[index]))
            if "mesh" in nodes[index]:
                yield self.meshes[nodes[index]["mesh"]], pose
            open_nodes += [(child, pose) for child in nodes[index].get("children", [])]

    def camera(self):
        node = next(n for n in self.json["nodes"] if "camera" in n)
        lens = self.json["cameras"][node["camera"]]["perspective"]
        return self.local(node), lens["yfov"]


def raster(width, height, points, triangles, paint):
    """Calls paint(at, depth, triangle, weights) for the pixels of each triangle. Points are (x, y,
    1 / depth) in pixels, or None where they lie behind the eye."""
    for index, (ia, ib, ic) in enumerate(triangles):
        a, b, c = points[ia], points[ib], points[ic]
        if a is None or b is None or c is None:
            continue
        area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        if area >= -1e-9:  # Pixels count downwards: what faces us turns clockwise.
            continue
        top = max(0, math.ceil(min(a[1], b[1], c[1]) - 0.5))
        bottom = min(height - 1, math.floor(max(a[1], b[1], c[1]) - 0.5))
        for y in range(top, bottom + 1):
            row = y + 0.5
            left, right = width, -1.0
            for p, q in ((a, b), (b, c), (c, a)):
                if (p[1] <= row) != (q[1] <= row):
                    x = p[0] + (row - p[1]) * (q[0] - p[0]) / (q[1] - p[1])
                    left, right = min(left, x), max(right, x)
            for x in range(max(0, math.ceil(left - 0.5)), min(width - 1, math.floor(right - 0.5)) + 1):
                column = x + 0.5
                u = ((c[1] - a[1]) * (column - a[0]) - (c[0] - a[0]) * (row - a[1])) / area
                v = ((b[0] - a[0]) * (row - a[1]) - (b[1] - a[1]) * (column - a[0])) / area
                u = -u if u < 0 and u > -1e-9 else u
                w = 1 - u - v
                paint(y * width + x, w * a[2] + u * b[2] + v * c[2], index, (w, u, v))


class Shadow:
    """How far the sun's light reaches, seen from the sun."""

    SIZE = 1400

    def __init__(self, things):
        side = unit(cross((0, 1, 0), SUN))
        self.axes = (side, cross(SUN, side), SUN)
        spots = [[self.place(p) for p in points] for points, _, _, _ in things]
        flat = [s for thing in spots for s in thing]
        self.low = [min(s[i] for s in flat) for i in (0, 1)]
        self.scale = self.SIZE / max(max(s[i] for s in flat) - self.low[i] for i in (0, 1))
        self.depth = [-1e9] * (self.SIZE * self.SIZE)
        for (_, _, triangles, _), thing in zip(things, spots):
            raster(self.SIZE, self.SIZE, [self.pixel(s) for s in thing], triangles, self.paint)

    def place(self, p):
        return tuple(dot(axis, p) for axis in self.axes)

    def pixel(self, s):
        return ((s[0] - self.low[0]) * self.scale, self.SIZE - (s[1] - self.low[1]) * self.scale, s[2])

    def paint(self, at, height, _, __):
        if height > self.depth[at]:
            self.depth[at] = height

    def light(self, p):
        x, y, height = self.pixel(self.place(p))
        x, y = int(x), int(y)
        if not (0 < x < self.SIZE - 1 and 0 < y < self.SIZE - 1):
            return 1.0
        # Nine places around soften the edge; 6 cm keep a surface from shading itself.
        lit = sum(1 for dy in (-1, 0, 1) for dx in (-1, 0, 1)
                  if self.depth[(y + dy) * self.SIZE + x + dx] < height + 0.06)
        return lit / 9


class Picture:
    def __init__(self, file, bodies, width, height):
        self.width, self.height = width * SAMPLES, height * SAMPLES
        self.depth = [0.0] * (self.width * self.height)  # 1 / distance: 0 is far away.
        self.pixels = [None] * (self.width * self.height)
        (self.eye, q), yfov = file.camera()
        self.right, self.up, self.back = (turn(q, a) for a in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
        self.focal = self.height / 2 / math.tan(yfov / 2)
        things = []
        for mesh, (p, q) in file.instances(bodies):
            for points, normals, triangles, color in mesh:
                moved = []
                for v in points:
                    t = turn(q, v)
                    moved.append((p[0] + t[0], p[1] + t[1], p[2] + t[2]))
                things.append((moved, [turn(q, n) for n in normals], triangles, color))
        self.shadow = Shadow(things)
        for thing in things:
            self.draw(*thing)

    def project(self, p):
        d = (p[0] - self.eye[0], p[1] - self.eye[1], p[2] - self.eye[2])
        away = -dot(d, self.back)
        if away < 0.05:
            return None
        return (self.width / 2 + self.focal * dot(d, self.right) / away,
                self.height / 2 - self.focal * dot(d, self.up) / away, 1 / away)

    def draw(self, points, normals, triangles, color):
        spots = [self.project(p) for p in points]
        bright = [max(0.0, dot(n, SUN)) for n in normals]
        above = [0.5 + 0.5 * n[1] for n in normals]

        def paint(at, nearness, index, weights):
            if nearness > self.depth[at]:
                self.depth[at] = nearness
                corners = triangles[index]
                sun = sum(w * bright[i] for w, i in zip(weights, corners))
                sky = sum(w * above[i] for w, i in zip(weights, corners))
                self.pixels[at] = (color, sun, sky)

        raster(self.width, self.height, spots, triangles, paint)

    def color(self, at):
        x, y = at % self.width + 0.5, at // self.width + 0.5
        found = self.pixels[at]
        if found is None:
            t = 1 - y / self.height
            return tuple(a + (b - a) * t for a, b in zip(*SKY))
        base, sun, sky = found
        away = 1 / self.depth[at]
        dx, dy = (x - self.width / 2) / self.focal * away, (self.height / 2 - y) / self.focal * away
        p = [e + r * dx + u * dy - b * away for e, r, u, b in zip(self.eye, self.right, self.up, self.back)]
        lit = sun * self.shadow.light(p) if sun > 0 else 0.0
        # Linear light to what a screen expects.
        return tuple(min(1.0, c * (0.36 * sky + 0.14 + 1.15 * lit)) ** (1 / 2.2) for c in base)

    def rows(self):
        for y in range(0, self.height, SAMPLES):
            row = bytearray()
            for x in range(0, self.width, SAMPLES):
                colors = [self.color((y + j) * self.width + x + i)
                          for j in range(SAMPLES) for i in range(SAMPLES)]
                row += bytes(round(255 * sum(c[k] for c in colors) / len(colors)) for k in range(3))
            yield bytes(row)


def write_png(path, rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", len(rows[0]) // 3, len(rows), 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    with open(path, "wb") as f:
        f.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def main():
    p = argparse.ArgumentParser(description="Draw moments of a trajectory.")
    p.add_argument("file")
    p.add_argument("trajectory")
    p.add_argument("out")
    p.add_argument("--at", default="0,2,4", help="moments [s]")
    p.add_argument("--size", default="420x300", help="of each moment's picture")
    o = p.parse_args()
    file = File(o.file)
    width, height = (int(n) for n in o.size.split("x"))
    with open(o.trajectory, encoding="utf-8") as f:
        steps = [json.loads(line) for line in f][1:]
    strips = []
    for moment in o.at.split(","):
        step = min(steps, key=lambda s: abs(s["t"] - float(moment)))
        bodies = {b["node"]: (tuple(b["position"]), tuple(b["orientation"])) for b in step["bodies"]}
        file.animate(step["t"])
        strips.append(list(Picture(file, bodies, width, height).rows()))
    gap = b"\xff" * 3 * 6
    write_png(o.out, [gap.join(parts) for parts in zip(*strips)])


if __name__ == "__main__":
    main()
