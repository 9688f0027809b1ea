#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the assets of the tests of scenarios: sound ones and broken ones, and the table of what each
broken one fails.

    tests/scenario/make-assets.py            writes tests/scenario/assets/
    tests/scenario/make-assets.py --check    exit 1 where a file there is not up to date

assets/table.json lists each asset: the scenarios that fail, the checks that fail, the JSON pointer that
the first failure names, and the cause in words. Sound assets fail nothing.
"""

import base64
import json
import math
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "assets")

RIGID = "KHR_physics_rigid_bodies"
SHAPES = "KHR_implicit_shapes"


class Asset:
    """A glTF document with physics, built node by node."""

    def __init__(self):
        self.nodes, self.roots = [], []
        self.shapes, self.materials, self.filters, self.joints = [], [], [], []
        self.meshes, self.accessors, self.views, self.bytes = [], [], [], b""

    def node(self, name, at=(0, 0, 0), parent=None, turn=None):
        node = {"name": name}
        if any(at):
            node["translation"] = list(at)
        if turn is not None:
            node["rotation"] = turn
        self.nodes.append(node)
        index = len(self.nodes) - 1
        if parent is None:
            self.roots.append(index)
        else:
            self.nodes[parent].setdefault("children", []).append(index)
        return index

    def rigid(self, node):
        return self.nodes[node].setdefault("extensions", {}).setdefault(RIGID, {})

    def shape(self, kind, **members):
        value = {"type": kind, kind: members}
        if value not in self.shapes:
            self.shapes.append(value)
        return self.shapes.index(value)

    def collide(self, node, geometry, material=None, filter=None):
        collider = {"geometry": geometry}
        if material is not None:
            self.materials.append(material)
            collider["physicsMaterial"] = len(self.materials) - 1
        if filter is not None:
            self.filters.append(filter)
            collider["collisionFilter"] = len(self.filters) - 1
        self.rigid(node)["collider"] = collider
        return node

    def box(self, node, x, y, z, **surface):
        return self.collide(node, {"shape": self.shape("box", size=[x, y, z])}, **surface)

    def ball(self, node, radius, **surface):
        return self.collide(node, {"shape": self.shape("sphere", radius=radius)}, **surface)

    def cylinder(self, node, height, bottom, top=None, **surface):
        shape = self.shape("cylinder", height=height, radiusBottom=bottom,
                           radiusTop=bottom if top is None else top)
        return self.collide(node, {"shape": shape}, **surface)

    def capsule(self, node, height, radius, **surface):
        shape = self.shape("capsule", height=height, radiusBottom=radius, radiusTop=radius)
        return self.collide(node, {"shape": shape}, **surface)

    def hull(self, node, mesh, **surface):
        return self.collide(node, {"mesh": mesh, "convexHull": True}, **surface)

    def shell(self, node, mesh, **surface):
        return self.collide(node, {"mesh": mesh}, **surface)

    def move(self, node, **motion):
        self.rigid(node)["motion"] = motion
        return node

    def join(self, node, other, limits, drives=None, collide=False):
        joint = {"limits": limits}
        if drives:
            joint["drives"] = drives
        self.joints.append(joint)
        value = {"connectedNode": other, "joint": len(self.joints) - 1}
        if collide:
            value["enableCollision"] = True
        self.rigid(node)["joint"] = value

    def mesh(self, points, triangles):
        """A mesh; points are numbers that a float holds."""
        def view(data, target):
            self.views.append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data),
                               "target": target})
            self.bytes += data + b"\0" * (-len(data) % 4)
            return len(self.views) - 1
        flat = [c for p in points for c in p]
        self.accessors.append({
            "bufferView": view(struct.pack("<%df" % len(flat), *flat), 34962),
            "componentType": 5126, "count": len(points), "type": "VEC3",
            "min": [min(p[i] for p in points) for i in range(3)],
            "max": [max(p[i] for p in points) for i in range(3)]})
        flat = [i for t in triangles for i in t]
        self.accessors.append({
            "bufferView": view(struct.pack("<%dH" % len(flat), *flat), 34963),
            "componentType": 5123, "count": len(flat), "type": "SCALAR"})
        self.meshes.append({"primitives": [{"attributes": {"POSITION": len(self.accessors) - 2},
                                            "indices": len(self.accessors) - 1}]})
        return len(self.meshes) - 1

    def document(self):
        document = {"asset": {"version": "2.0", "generator": "tests/scenario/make-assets.py"},
                    "extensionsUsed": [SHAPES, RIGID]}
        physics = {"physicsMaterials": self.materials, "collisionFilters": self.filters,
                   "physicsJoints": self.joints}
        physics = {key: value for key, value in physics.items() if value}
        document["extensions"] = {}
        if self.shapes:
            document["extensions"][SHAPES] = {"shapes": self.shapes}
        if physics:
            document["extensions"][RIGID] = physics
        if not document["extensions"]:
            del document["extensions"]
        if not self.shapes:
            document["extensionsUsed"].remove(SHAPES)
        document.update(scene=0, scenes=[{"nodes": self.roots}], nodes=self.nodes)
        if self.meshes:
            data = "data:application/octet-stream;base64," + base64.b64encode(self.bytes).decode()
            document.update(meshes=self.meshes, accessors=self.accessors, bufferViews=self.views,
                            buffers=[{"byteLength": len(self.bytes), "uri": data}])
        return document


BOX_POINTS = [(x, y, z) for x in (-0.25, 0.25) for y in (-0.25, 0.25) for z in (-0.25, 0.25)]
BOX_TRIANGLES = [(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1),
                 (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)]

FIXED = [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]


def hinge(axis, low=None, high=None):
    """Limits of a joint that turns about one axis, freely or within a range [rad]."""
    limits = FIXED + [{"angularAxes": [i for i in range(3) if i != axis], "min": 0, "max": 0}]
    return limits + ([] if low is None else [{"angularAxes": [axis], "min": low, "max": high}])


def slider(axis, low, high):
    return [{"linearAxes": [i for i in range(3) if i != axis], "min": 0, "max": 0},
            {"angularAxes": [0, 1, 2], "min": 0, "max": 0},
            {"linearAxes": [axis], "min": low, "max": high}]


def damper(kind, axis, damping):
    """The friction of a bearing: a drive toward rest."""
    return [{"type": kind, "mode": "force", "axis": axis, "velocityTarget": 0, "damping": damping}]


def about(axis, degrees):
    half = math.radians(degrees) / 2
    quaternion = [0.0, 0.0, 0.0, round(math.cos(half), 6)]
    quaternion[axis] = round(math.sin(half), 6)
    return quaternion


def material(static, dynamic=None, restitution=0, **combine):
    return {"staticFriction": static, "dynamicFriction": static if dynamic is None else dynamic,
            "restitution": restitution, **combine}


def body(name, at=(0, 0, 0), asset=None, parent=None, turn=None, **motion):
    asset = asset or Asset()
    return asset, asset.move(asset.node(name, at, parent, turn), **motion)


# --- sound assets ---------------------------------------------------------------------------------

def crate():
    asset, node = body("Crate", mass=40)
    asset.box(node, 0.6, 0.5, 0.8)
    return asset


def ball():
    asset, node = body("Ball", mass=0.45)
    asset.ball(node, 0.11)
    return asset


def rubber_ball():
    asset, node = body("Rubber ball", mass=0.06)
    asset.ball(node, 0.035, material=material(0.9, restitution=0.8))
    return asset


def can():
    asset, node = body("Can", mass=0.35)
    asset.cylinder(node, 0.12, 0.035)
    return asset


def log():
    """A capsule that lies on its side and rolls down slopes."""
    asset, node = body("Log", turn=about(2, 90), mass=12)
    asset.capsule(node, 0.8, 0.1)
    return asset


def cone():
    asset, node = body("Cone", mass=2)
    asset.cylinder(node, 0.4, 0.2, 0)
    return asset


def bottle():
    """Two shapes at nodes of their own; the middle of the collider is not that of the node."""
    asset, node = body("Bottle", mass=0.5)
    asset.cylinder(asset.node("Belly", (0, 0.1, 0), node), 0.2, 0.045)
    asset.cylinder(asset.node("Neck", (0, 0.24, 0), node), 0.08, 0.015)
    return asset


def ice():
    asset, node = body("Ice", mass=8)
    asset.box(node, 0.4, 0.2, 0.3, material=material(0.1, 0.05))
    return asset


def rock():
    asset, node = body("Rock", mass=30)
    points = [(0.3, 0, 0), (-0.3, 0, 0), (0, 0.2, 0.1), (0, -0.2, 0.1), (0.1, 0.1, 0.3), (-0.1, -0.15, -0.3),
              (0.15, -0.2, -0.1), (-0.2, 0.15, 0.2)]
    asset.hull(node, asset.mesh(points, [(0, 1, 2), (3, 4, 5), (5, 6, 7)]))
    return asset


def chest():
    """A closed mesh of triangles that moves, under a visual mesh twice as large."""
    asset, node = body("Chest", mass=20)
    asset.shell(node, asset.mesh(BOX_POINTS, BOX_TRIANGLES))
    asset.nodes[node]["mesh"] = asset.mesh([tuple(2 * c for c in p) for p in BOX_POINTS], BOX_TRIANGLES)
    return asset


def table():
    asset, node = body("Table", mass=18)
    asset.box(asset.node("Top", (0, 0.72, 0), node), 1.2, 0.04, 0.7)
    for i, (x, z) in enumerate([(-0.55, -0.3), (0.55, -0.3), (-0.55, 0.3), (0.55, 0.3)]):
        asset.box(asset.node("Leg %d" % i, (x, 0.35, z), node), 0.05, 0.7, 0.05)
    return asset


def cabinet():
    """A frame with a door on a hinge and a drawer: bodies below the node of another body."""
    asset, frame = body("Cabinet", mass=30)
    asset.box(asset.node("Back", (0, 0.5, -0.24), frame), 0.8, 1.0, 0.02)
    asset.box(asset.node("Bottom", (0, 0.01, 0), frame), 0.8, 0.02, 0.46)
    asset.box(asset.node("Top", (0, 0.99, 0), frame), 0.8, 0.02, 0.46)
    _, door = body("Door", (-0.39, 0.4, 0.25), asset, frame, mass=4)
    asset.box(asset.node("Door panel", (0.39, 0, 0), door), 0.76, 0.7, 0.02)
    asset.join(asset.node("Door hinge", (0, 0, 0), door), asset.node("Hinge", (-0.39, 0.4, 0.25), frame),
               hinge(1, -1.9, 0), damper("angular", 1, 1))
    _, drawer = body("Drawer", (0, 0.85, 0), asset, frame, mass=3)
    asset.box(asset.node("Drawer box", (0, 0, 0), drawer), 0.7, 0.15, 0.4)
    asset.join(asset.node("Drawer rail", (0, 0, 0), drawer), asset.node("Rail", (0, 0.85, 0), frame),
               slider(2, -0.3, 0), damper("linear", 2, 5))
    return asset


def cart():
    """Four wheels on free hinges."""
    asset, chassis = body("Cart", (0, 0.15, 0), mass=60)
    asset.box(chassis, 0.8, 0.1, 0.4)
    for i, (x, z) in enumerate([(-0.3, -0.26), (0.3, -0.26), (-0.3, 0.26), (0.3, 0.26)]):
        _, wheel = body("Wheel %d" % i, (x, -0.05, z), asset, chassis, about(0, 90), mass=2)
        asset.cylinder(wheel, 0.06, 0.1)
        asset.join(asset.node("Axle %d" % i, parent=wheel), asset.node("Bearing %d" % i, (x, -0.05, z), chassis,
                                                                      about(0, 90)), hinge(1),
                   damper("angular", 1, 0.2))
    return asset


def gate():
    """A flap and a portcullis, fixed to the world: they cannot be dropped."""
    asset = Asset()
    asset.box(asset.node("Ground", (0, -0.1, 0)), 6, 0.2, 6)
    _, flap = body("Flap", (0, 2, 0), asset, mass=25)
    asset.box(asset.node("Panel", (0, -0.5, 0), flap), 1, 0.9, 0.05)
    asset.join(asset.node("Flap hinge", parent=flap), asset.node("Lintel", (0, 2, 0)), hinge(0, 0, 1.5))
    _, bars = body("Portcullis", (1.5, 0.6, 0), asset, mass=40)
    asset.box(bars, 1, 1, 0.05)
    asset.join(asset.node("Slide", parent=bars), asset.node("Rail", (1.5, 0.6, 0)), slider(1, 0, 0.6))
    return asset


def room():
    """Crates that stand on each other, in a room of their own."""
    asset = Asset()
    asset.box(asset.node("Floor", (0, -0.25, 0)), 8, 0.5, 8)
    for i in range(4):
        _, node = body("Crate %d" % i, (0, 0.25 + 0.5 * i, 0), asset, mass=10)
        asset.box(node, 0.5, 0.5, 0.5)
    _, node = body("Book", (2, 0.005, 0), asset, mass=0.5)  # 2 cm deep in the floor
    asset.box(node, 0.2, 0.05, 0.3)
    return asset


def document4(bodies, floor=True):
    """A G4MF document: bodies are (name, position, shape or None, motion)."""
    nodes, shapes = [{"name": "Root", "children": []}], []

    def add(node, parent):
        nodes.append(node)
        nodes[parent].setdefault("children", []).append(len(nodes) - 1)
        return len(nodes) - 1

    def collider(shape):
        shapes.append(shape)
        return {"collider": {"shape": len(shapes) - 1}}
    if floor:
        add({"name": "Ground", "position": [0, -0.5, 0, 0],
             "physics": collider({"size": [10, 1, 10, 10]})}, 0)
    for name, position, shape, motion in bodies:
        node = add({"name": name, "position": position, "physics": {"motion": {"type": "dynamic", **motion}}}, 0)
        if shape is not None:
            add({"name": name + " shape", "physics": collider(shape)}, node)
    return {"asset": {"dimension": 4, "generator": "tests/scenario/make-assets.py"}, "nodes": nodes,
            "shapes": shapes}


def crate4():
    return document4([("Crate", [0, 0.5, 0, 0], {"size": [1, 1, 1, 1]}, {"mass": 10})])


SOUND = {"crate": crate, "ball": ball, "rubber-ball": rubber_ball, "can": can, "log": log, "cone": cone,
         "bottle": bottle, "ice": ice, "rock": rock, "chest": chest, "table": table,
         "cabinet": cabinet, "cart": cart, "gate": gate, "room": room, "crate4": crate4}


# --- broken assets --------------------------------------------------------------------------------

MOTION = "/nodes/%d/extensions/KHR_physics_rigid_bodies/motion"
COLLIDER = "/nodes/%d/extensions/KHR_physics_rigid_bodies/collider"
JOINT = "/nodes/%d/extensions/KHR_physics_rigid_bodies/joint"
MATERIAL = "/extensions/KHR_physics_rigid_bodies/physicsMaterials/%d"
FILTER = "/extensions/KHR_physics_rigid_bodies/collisionFilters/%d"
LIMIT = "/extensions/KHR_physics_rigid_bodies/physicsJoints/%d/limits/%d"
DRIVE = "/extensions/KHR_physics_rigid_bodies/physicsJoints/%d/drives/%d"

BROKEN = {}


def broken(fails, pointer, cause):
    """Enters a function into the table of broken assets: checks that fail, cause, its place."""
    def enter(function):
        BROKEN[function.__name__.replace("_", "-")] = (function, fails, pointer, cause)
        return function
    return enter


@broken(["drop/floor", "slope/above", "slope/floor"], MOTION % 0, "no collider")
def ghost():
    return body("Ghost", mass=1)[0]


@broken(["drop/touch", "slope/contact"], MOTION % 0, "infinite mass")
def anvil():
    asset, node = body("Anvil", mass=0)
    asset.box(node, 0.5, 0.3, 0.2)
    return asset


@broken(["drop/touch", "slope/contact"], MOTION % 0, "gravity factor 0")
def balloon():
    asset, node = body("Balloon", mass=1, gravityFactor=0)
    asset.ball(node, 0.3)
    return asset


@broken(["drop/touch", "slope/contact"], MOTION % 0, "negative gravity factor")
def rising():
    asset, node = body("Rising", mass=1, gravityFactor=-1)
    asset.box(node, 0.3, 0.3, 0.3)
    return asset


@broken(["drop/floor", "slope/above", "slope/floor"], COLLIDER % 0, "a plane as the shape of a moving body")
def sheet():
    asset, node = body("Sheet", mass=1)
    asset.collide(node, {"shape": asset.shape("plane", sizeX=1, sizeZ=1)})
    return asset


@broken(["drop/rest", "slope/on"], MATERIAL % 0, "restitution 1 that wins over the floor")
def superball():
    asset, node = body("Superball", mass=0.1)
    asset.ball(node, 0.2, material=material(0.5, restitution=1, restitutionCombine="maximum"))
    return asset


@broken(["slope/downhill"], MATERIAL % 0, "friction above 1 that wins over the ramp")
def sticky():
    asset, node = body("Sticky", turn=about(2, -45), mass=5)
    asset.box(node, 0.5, 0.1, 0.5, material=material(3, frictionCombine="maximum"))
    return asset


@broken(["tilt/friction"], MATERIAL % 0, "the slippery collider does not touch the ground")
def sledge():
    asset, node = body("Sledge", mass=10)
    asset.box(asset.node("Seat", (0, 0.1, 0), node), 0.5, 0.02, 0.4, material=material(0.05))
    asset.box(asset.node("Runners", (0, 0.0, 0), node), 0.5, 0.04, 0.4, material=material(0.9))
    return asset


@broken(["drop/rest"], DRIVE % (0, 0), "a spring without damping")
def jack_in_the_box():
    asset, box = body("Box", mass=10)
    asset.box(box, 0.5, 0.2, 0.5)
    _, head = body("Head", (0, 0.5, 0), asset, mass=3)
    asset.ball(head, 0.1)
    spring = {"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0, "stiffness": 200, "damping": 0}
    asset.join(asset.node("Spring top", parent=head), asset.node("Spring foot", (0, 0.5, 0), box),
               [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}],
               [spring])
    return asset


@broken(["drop/rest"], COLLIDER % 1, "a round shape with its mass off the middle")
def roly_poly():
    asset, node = body("Roly-poly", turn=about(2, 60), mass=1, centerOfMass=[0, -0.15, 0])
    asset.ball(asset.node("Shell", parent=node), 0.3)
    return asset


@broken(["joints/moves"], LIMIT % (0, 2), "min and max of a limit are the same")
def stuck_door():
    asset, frame = body("Frame", mass=20)
    asset.box(frame, 0.1, 2, 0.1)
    _, door = body("Door", (0.1, 0, 0), asset, mass=5)
    asset.box(asset.node("Panel", (0.5, 0, 0), door), 0.8, 1.8, 0.04)
    asset.join(asset.node("Hinge", parent=door), asset.node("Pin", (0.1, 0, 0), frame), hinge(1, 0.5, 0.5))
    return asset


@broken(["joints/moves"], LIMIT % (0, 1), "a drive on a locked axis")
def seized_motor():
    asset, base = body("Base", mass=20)
    asset.box(base, 0.4, 0.4, 0.4)
    _, fan = body("Fan", (0, 0.3, 0), asset, mass=1)
    asset.cylinder(fan, 0.05, 0.3)
    motor = {"type": "angular", "mode": "force", "axis": 1, "velocityTarget": 5, "damping": 1}
    asset.join(asset.node("Axle", parent=fan), asset.node("Mount", (0, 0.3, 0), base),
               FIXED + [{"angularAxes": [0, 1, 2], "min": 0, "max": 0}], [motor])
    return asset


@broken(["joints/moves"], LIMIT % (0, 2), "a range of a hundredth of a degree: the angle was meant in turns")
def tight_lid():
    asset, pot = body("Pot", mass=5)
    asset.box(pot, 0.4, 0.3, 0.4)
    _, lid = body("Lid", (0, 0.17, -0.2), asset, mass=0.5)
    asset.box(asset.node("Lid panel", (0, 0, 0.2), lid), 0.4, 0.02, 0.4)
    asset.join(asset.node("Lid hinge", parent=lid), asset.node("Lid pin", (0, 0.17, -0.2), pot),
               hinge(0, -0.005, 0))
    return asset


@broken(["joints/moves"], MOTION % 1, "the moving side has an infinite mass")
def heavy_lever():
    asset = Asset()
    post = asset.node("Post")
    asset.box(post, 0.2, 1, 0.2)
    _, lever = body("Lever", (0, 0.6, 0), asset, mass=0, inertiaDiagonal=[0, 0, 0])
    asset.box(asset.node("Arm", (0.4, 0, 0), lever), 0.8, 0.05, 0.05)
    asset.join(asset.node("Pivot", parent=lever), asset.node("Seat", (0, 0.6, 0), post), hinge(2))
    return asset


@broken(["joints/moves"], JOINT % 3, "the door stands between two stops of its frame")
def jammed_door():
    asset, frame = body("Frame", mass=50)
    asset.box(asset.node("Stop", (0.6, 0, 0.045), frame), 0.2, 1, 0.04)
    asset.box(asset.node("Stop", (0.6, 0, -0.045), frame), 0.2, 1, 0.04)
    asset.join(asset.node("Hinge", (0, 0, 0)), asset.node("Pin", (0, 0, 0), frame), hinge(1, -1.5, 1.5), collide=True)
    door = 3
    asset.move(door, mass=5)
    asset.box(asset.node("Panel", (0.4, 0, 0), door), 0.8, 0.9, 0.04)
    return asset


def floor(asset, **surface):
    return asset.box(asset.node("Floor", (0, -0.25, 0)), 4, 0.5, 4, **surface)


@broken(["rest/inside"], MOTION % 1, "a crate beside the floor")
def beside():
    asset = Asset()
    floor(asset)
    _, node = body("Crate", (3, 0.25, 0), asset, mass=10)
    asset.box(node, 0.5, 0.5, 0.5)
    return asset


@broken(["rest/inside"], FILTER % 0, "a filter pair: crate and floor refuse each other")
def filtered():
    asset = Asset()
    floor(asset, filter={"collisionSystems": ["ground"], "notCollideWithSystems": ["prop"]})
    _, node = body("Crate", (0, 0.25, 0), asset, mass=10)
    asset.box(node, 0.5, 0.5, 0.5, filter={"collisionSystems": ["prop"]})
    return asset


@broken(["rest/inside"], MATERIAL % 0, "no friction: it slides over the edge")
def puck():
    asset = Asset()
    floor(asset)
    _, node = body("Puck", (0, 0.05, 0), asset, mass=1, linearVelocity=[1, 0, 0])
    asset.cylinder(node, 0.1, 0.2, material=material(0, frictionCombine="minimum"))
    return asset


@broken(["rest/penetration"], COLLIDER % 3, "colliders that overlap before the first step")
def wedged():
    asset = Asset()
    floor(asset)
    asset.box(asset.node("Wall", (0.45, 0.5, 0)), 0.5, 1, 2)
    asset.box(asset.node("Wall", (-0.45, 0.5, 0)), 0.5, 1, 2)
    _, node = body("Crate", (0, 0.25, 0), asset, mass=10)
    asset.box(node, 0.5, 0.5, 0.5)
    return asset


@broken(["rest/inside"], FILTER % 1, "a whitelist that lacks the system of the floor")
def choosy():
    asset = Asset()
    floor(asset, filter={"collisionSystems": ["terrain"]})
    _, node = body("Crate", (0, 0.25, 0), asset, mass=10)
    asset.box(node, 0.5, 0.5, 0.5, filter={"collisionSystems": ["prop"], "collideWithSystems": ["ground"]})
    return asset


@broken(["rest/asleep"], DRIVE % (0, 0), "a spring of the world without damping")
def spring_rider():
    asset = Asset()
    floor(asset)
    _, rider = body("Rider", (0, 1.2, 0), asset, mass=5)
    asset.box(rider, 0.3, 0.2, 0.5)
    spring = {"type": "linear", "mode": "force", "axis": 1, "positionTarget": 0.2, "stiffness": 500, "damping": 0}
    asset.join(asset.node("Spring top", parent=rider), asset.node("Spring foot", (0, 1.2, 0)),
               [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}],
               [spring])
    return asset


@broken(["rest/asleep"], MATERIAL % 0, "no friction: it spins for ever")
def top():
    asset = Asset()
    floor(asset)
    _, node = body("Top", (0, 0.05, 0), asset, mass=1, angularVelocity=[0, 8, 0])
    asset.cylinder(node, 0.1, 0.2, material=material(0, frictionCombine="minimum"))
    return asset


@broken(["drop/floor"], "/nodes/1/physics/motion", "no collider, in four dimensions")
def ghost4():
    return document4([("Ghost", [0, 1, 0, 0], None, {"mass": 1})], floor=False)


@broken(["rest/inside"], "/nodes/2/physics/motion", "beside the floor, in four dimensions")
def beside4():
    return document4([("Crate", [0, 1, 0, 8], {"size": [1, 1, 1, 1]}, {"mass": 10})])


# --- files ----------------------------------------------------------------------------------------

def text_of(document):
    return json.dumps(document, indent=1) + "\n"


def files():
    """The text of each file of the folder by its name."""
    texts, rows = {}, []

    def enter(name, made, fails, pointer, cause):
        is_4d = isinstance(made, dict)
        file = name + (".g4tf" if is_4d else ".gltf")
        texts[file] = text_of(made if is_4d else made.document())
        rows.append({"file": file, "scenarios": sorted({check.split("/")[0] for check in fails}),
                     "checks": fails, "pointer": pointer, "cause": cause})
    for name, function in SOUND.items():
        enter(name, function(), [], "", "")
    for name, (function, fails, pointer, cause) in BROKEN.items():
        enter(name, function(), fails, pointer, cause)
    texts["table.json"] = "[\n" + ",\n".join(" " + json.dumps(row) for row in rows) + "\n]\n"
    return texts


def resolves(document, pointer):
    """True where a JSON pointer names a value of a document."""
    for step in pointer.split("/")[1:]:
        if isinstance(document, list):
            document = document[int(step)] if int(step) < len(document) else None
        else:
            document = document.get(step)
        if document is None:
            return False
    return True


def main():
    texts = files()
    for row in json.loads(texts["table.json"]):
        if not resolves(json.loads(texts[row["file"]]), row["pointer"]):
            raise SystemExit("%s has nothing at %s" % (row["file"], row["pointer"]))
    if "--check" in sys.argv[1:]:
        stale = [name for name in sorted(set(texts) | set(os.listdir(FOLDER)))
                 if texts.get(name) != read(os.path.join(FOLDER, name))]
        for name in stale:
            print("tests/scenario/assets/%s is not what make-assets.py writes" % name)
        return 1 if stale else 0
    os.makedirs(FOLDER, exist_ok=True)
    for name in os.listdir(FOLDER):
        os.remove(os.path.join(FOLDER, name))
    for name, text in texts.items():
        with open(os.path.join(FOLDER, name), "w", encoding="utf-8") as f:
            f.write(text)
    print("%d files" % len(texts))
    return 0


def read(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as f:
        return f.read()


if __name__ == "__main__":
    sys.exit(main())
