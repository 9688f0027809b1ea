# SPDX-License-Identifier: MIT
"""Triangle meshes for the samples: lists of points, unit normals and triangles, in metres.

Corners with a crease between them are separate points, as renderers want it. Angles are rounded
away from the last digits so that every machine writes the same file.
"""

import math


def rounded(x):
    return round(x, 6) + 0.0  # + 0.0: no minus zero


class Mesh:
    def __init__(self):
        self.points, self.normals, self.triangles = [], [], []

    def point(self, position, normal):
        length = math.sqrt(sum(n * n for n in normal)) or 1.0
        self.points.append([rounded(x) for x in position])
        self.normals.append([rounded(n / length) for n in normal])
        return len(self.points) - 1

    def quad(self, a, b, c, d):
        """Counter-clockwise seen from outside."""
        self.triangles += [[a, b, c], [a, c, d]]

    def flat(self, corners):
        """A flat polygon, counter-clockwise seen from outside."""
        normal = cross(minus(corners[1], corners[0]), minus(corners[2], corners[0]))
        at = [self.point(c, normal) for c in corners]
        self.triangles += [[at[0], at[i], at[i + 1]] for i in range(1, len(at) - 1)]

    def add(self, other, offset):
        base = len(self.points)
        self.points += [[rounded(x + o) for x, o in zip(p, offset)] for p in other.points]
        self.normals += other.normals
        self.triangles += [[i + base for i in t] for t in other.triangles]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def box(size):
    mesh = Mesh()
    for axis in range(3):
        for sign in (-1, 1):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            corners = []
            for du, dv in ((-1, -1), (1, -1), (1, 1), (-1, 1))[::sign]:
                corner = [0.0, 0.0, 0.0]
                corner[axis] = sign * size[axis] / 2
                corner[u], corner[v] = du * size[u] / 2, dv * size[v] / 2
                corners.append(corner)
            mesh.flat(corners)
    return mesh


def revolve(profile, sides):
    """Turns a profile about Y. It is a list of strips; a strip lists (radius, y, nr, ny), from the
    top down where its outside looks away from the axis. Strips meet in creases."""
    mesh = Mesh()
    for strip in profile:
        rings = []
        for radius, y, nr, ny in strip:
            ring = []
            for i in range(sides + 1):
                angle = 2 * math.pi * i / sides
                c, s = math.cos(angle), math.sin(angle)
                ring.append(mesh.point([radius * c, y, radius * s], [nr * c, ny, nr * s]))
            rings.append((radius, ring))
        for (above, a), (below, b) in zip(rings, rings[1:]):
            for i in range(sides):
                if above > 0:
                    mesh.triangles.append([a[i], a[i + 1], b[i]])
                if below > 0:
                    mesh.triangles.append([a[i + 1], b[i + 1], b[i]])
    return mesh


def arc(radius, center_y, start, end, steps, center_r=0.0):
    """Part of a circle in the (r, y) plane, its normals pointing away from the circle's centre."""
    strip = []
    for i in range(steps + 1):
        angle = start + (end - start) * i / steps
        nr, ny = math.cos(angle), math.sin(angle)
        r = center_r + radius * nr
        strip.append((r if abs(r) > 1e-9 else 0.0, center_y + radius * ny, nr, ny))
    return strip


QUARTER = math.pi / 2


def sphere(radius, sides=24):
    return revolve([arc(radius, 0, QUARTER, -QUARTER, sides // 2)], sides)


def capsule(height, bottom, top, sides=20):
    # Where the cone touches both spheres its normal has ny = (bottom - top) / height.
    tilt = math.asin((bottom - top) / height)
    strip = arc(top, height / 2, QUARTER, tilt, 6) + arc(bottom, -height / 2, tilt, -QUARTER, 6)
    return revolve([strip], sides)


def cylinder(height, bottom, top, sides=28):
    slope = (bottom - top) / height
    strips = [[(top, height / 2, 1, slope), (bottom, -height / 2, 1, slope)]]
    if top > 0:
        strips.insert(0, [(0, height / 2, 0, 1), (top, height / 2, 0, 1)])
    if bottom > 0:
        strips.append([(bottom, -height / 2, 0, -1), (0, -height / 2, 0, -1)])
    return revolve(strips, sides)


def torus(ring, tube, sides=24, round_sides=12):
    return revolve([arc(tube, 0, math.pi, -math.pi, round_sides, ring)], sides)


def bowl(radius, wall, opening, sides=36, steps=9):
    """The part of a hollow sphere within an angle about its lowest point, which is at the origin."""
    rim = opening - QUARTER
    outside = arc(radius, radius, rim, -QUARTER, steps)
    # The inside looks at the axis: from the bottom up, with the normals turned around.
    inside = [(r, y, -nr, -ny) for r, y, nr, ny in arc(radius - wall, radius, -QUARTER, rim, steps)]
    (r0, y0, nr, ny), (r1, y1, _, _) = inside[-1], outside[0]
    edge = [(r0, y0, ny, -nr), (r1, y1, ny, -nr)]
    return revolve([outside, inside, edge], sides)


def rock(radius, seed, knobs=22):
    """The corners of an irregular stone and its faces: the convex hull of points spread over a
    sphere (a golden spiral, each point moved in and out by a small generator of its own)."""
    state = seed
    points = []
    for i in range(knobs):
        state = (state * 1103515245 + 12345) % 2147483648
        r = radius * (0.72 + 0.28 * state / 2147483648)
        y = 1 - 2 * (i + 0.5) / knobs
        angle = i * math.pi * (3 - math.sqrt(5))
        flat = math.sqrt(1 - y * y)
        points.append([rounded(r * flat * math.cos(angle)), rounded(0.8 * r * y),
                       rounded(r * flat * math.sin(angle))])
    mesh = Mesh()
    for a, b, c in hull_faces(points):
        mesh.flat([points[a], points[b], points[c]])
    return mesh


def hull_faces(points):
    """Triangles of the convex hull by trying every triple: fine for a few dozen points."""
    faces = []
    n = len(points)
    for a in range(n):
        for b in range(a + 1, n):
            for c in range(b + 1, n):
                normal = cross(minus(points[b], points[a]), minus(points[c], points[a]))
                sides = [sum(x * y for x, y in zip(normal, minus(p, points[a]))) for p in points]
                if max(sides) <= 1e-12:
                    faces.append([a, b, c])
                elif min(sides) >= -1e-12:
                    faces.append([a, c, b])
    return faces
