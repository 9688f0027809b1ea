# SPDX-License-Identifier: MIT
"""KHR_physics_rigid_bodies and KHR_implicit_shapes as they are now."""

import math

from stage import GRAVITY, Stage, about, expect, near, turned

PHYSICS, SHAPES = "KHR_physics_rigid_bodies", "KHR_implicit_shapes"


class Khr(Stage):
    def __init__(self):
        self.shapes, self.joints, self.filters, self.materials = [], [], [], []
        self.tables = {}
        super().__init__({}, [PHYSICS, SHAPES])

    def shape(self, kind, **parameters):
        self.shapes.append({"type": kind, kind: parameters})
        return {"shape": len(self.shapes) - 1}

    def solid(self, name, geometry, place, motion=None, **more):
        """A collider, of a body where there is a motion. `more`: of the collider, but parent and so on."""
        of_node = {k: more.pop(k) for k in ("parent", "rotation", "scale") if k in more}
        physics = {"collider": dict(geometry=geometry, **more)}
        if motion is not None:
            physics["motion"] = motion
        return self.node(name, place, **of_node, **{PHYSICS: physics})

    def join(self, parent, anchor, other, joint, **more):
        """A joint at a node below `parent`, to a node at the same place below `other` (None: the scene)."""
        self.joints.append(joint)
        to = self.node("to", anchor if other is None else self.local(anchor, other), other)
        return self.node("from", self.local(anchor, parent), parent,
                         **{PHYSICS: {"joint": dict(connectedNode=to, joint=len(self.joints) - 1, **more)}})

    def local(self, place, parent):
        return [a - b for a, b in zip(place, self.nodes[parent]["translation"])]

    def document(self):
        self.extensions = {SHAPES: {"shapes": self.shapes}} if self.shapes else {}
        tables = {"physicsJoints": self.joints, "collisionFilters": self.filters,
                  "physicsMaterials": self.materials}
        tables = {k: v for k, v in tables.items() if v}
        if tables:
            self.extensions[PHYSICS] = tables
        return super().document()


def every_shape_carries_every_other(tumble):
    # Hulls and meshes come from nodes of no scene; the static ones are 1 x 5 x 1 boxes a tenth as
    # large, scaled by 10 and turned over. What is on top of its middle falls by 0.2 m and stays there.
    stage = Khr()
    small, large = stage.box_mesh(0.25, 0.25, 0.25), stage.box_mesh(0.05, 0.25, 0.05)
    apart = []
    for mesh in (small, large):
        apart.append(stage.node("of no scene"))
        stage.nodes[apart[-1]]["mesh"] = mesh
    stage.outside.update(apart)
    below = [("sphere", stage.shape("sphere", radius=0.6), 0.6), ("box", stage.shape("box", size=[1.2, 0.8, 1]), 0.4),
             ("capsule", stage.shape("capsule", height=0.7, radiusBottom=0.5, radiusTop=0.5), 0.85),
             ("cylinder", stage.shape("cylinder", height=1, radiusBottom=0.5, radiusTop=0.5), 0.5),
             ("hull", {"node": apart[1], "convexHull": True}, 2.5), ("mesh", {"node": apart[1]}, 2.5)]
    above = [("sphere", stage.shape("sphere", radius=0.2), 0.2),
             ("capsule", stage.shape("capsule", height=0.4, radiusBottom=0.15, radiusTop=0.15), 0.35),
             ("hull", {"node": apart[0], "convexHull": True}, 0.25)]
    rests = []
    for i, (lower, carries, top) in enumerate(below):
        for k, (upper, falls, half) in enumerate(above):
            scaled = {"rotation": [1, 0, 0, 0], "scale": [10, 10, 10]} if i > 3 else {}
            stage.solid("static " + lower, carries, [4 * i, 0, 4 * k], **scaled)
            rests.append((stage.solid(upper + " on " + lower, falls, [4 * i, top + half + 0.2, 4 * k], {"mass": 1}),
                          top + half))
    run = stage.run(tumble, 0.6)
    for node, height in rests:
        run.expect_fall(node, math.sqrt(2 * 0.2 / GRAVITY) - 0.02)
        near(stage.nodes[node]["name"], run.at(node)[1], height, 0.01)


def filters_count_for_each_collider(tumble):
    # A compound passes the floor with its lower ball and hangs on the upper one, 1 m above.
    stage = Khr()
    stage.filters = [{"collisionSystems": ["ground"]}, {"collisionSystems": ["ghost"], "collideWithSystems": ["ghost"]},
                     {"collisionSystems": ["solid"], "collideWithSystems": ["ground", "air"]}]
    ball = stage.shape("sphere", radius=0.3)
    stage.solid("floor", stage.shape("box", size=[20, 1, 20]), [0, -0.5, 0], collisionFilter=0)
    lands = stage.solid("lands", ball, [-3, 1.3, 0], {"mass": 1}, collisionFilter=2)
    passes = stage.solid("passes", ball, [3, 1.3, 0], {"mass": 1}, collisionFilter=1)
    both = stage.node("compound", [0, 1.5, 0], **{PHYSICS: {"motion": {"mass": 1, "inertiaDiagonal": [0, 0, 0]}}})
    stage.solid("lower", ball, [0, -0.5, 0], parent=both, collisionFilter=1)
    stage.solid("upper", ball, [0, 0.5, 0], parent=both, collisionFilter=2)
    run = stage.run(tumble, 1.5)
    near("what may land", run.at(lands)[1], 0.3, 5e-3)
    run.expect_fall(passes, 1.5)
    near("the compound on its upper ball", run.at(both)[1], -0.2, 5e-3)


def scales_of_nodes_size_colliders(tumble):
    # Below a parent of scale 2 a ball of 0.3 m is one of 0.6 m; at scale 0 there is none.
    stage = Khr()
    stage.solid("plane", stage.shape("plane"), [0, -0.25, 0])
    twice = stage.node("twice", [0, 0, 0], scale=[2, 2, 2])
    large = stage.solid("large", stage.shape("sphere", radius=0.3), [0, 0.5, 0], {"mass": 1}, parent=twice)
    gone = stage.solid("gone", stage.shape("sphere", radius=0.3), [5, 1, 0], {"mass": 1, "inertiaDiagonal": [1, 1, 1]},
                       scale=[0, 0, 0])
    run = stage.run(tumble, 1.2)
    near("twice as large", run.at(large)[1], -0.25 + 0.6, 5e-3)
    run.expect_fall(gone, 1.2)


def velocities_are_those_of_nodes(tumble):
    # Turned by a quarter about Y, a node's X is the world's -Z, and its Z the world's X.
    stage = Khr()
    parent = stage.node("turned", [0, 0, 0], rotation=about([0, 1, 0], math.pi / 2))
    ball = stage.solid("ball", stage.shape("sphere", radius=0.5), [0, 0, 0], {
        "mass": 2, "gravityFactor": 0, "linearVelocity": [0.7, 0, 0], "angularVelocity": [0, 0, 1.3]}, parent=parent)
    floats = stage.solid("floats", {"shape": 0}, [0, 9, 0], {"mass": 1, "gravityFactor": 0})
    half = stage.solid("half", {"shape": 0}, [9, 9, 0], {"mass": 1, "gravityFactor": 0.5})
    run = stage.run(tumble, 1)
    run.expect_fall(ball, 1, (0, 0, -0.7), 0)
    run.expect_fall(floats, 1, gravity=0)
    run.expect_fall(half, 1, gravity=GRAVITY / 2)
    spin = run.body(ball)["angularVelocity"]
    for axis, wanted in enumerate((1.3, 0, 0)):
        near("spin %d" % axis, spin[axis], wanted, 1e-4)
    up = turned(run.body(ball)["orientation"], turned(about([0, 1, 0], -math.pi / 2), [0, 1, 0]))
    near("Y after a turn of 1.3 about X, in Z", up[2], math.sin(1.3), 2e-3)


def heavy_and_light_keep_their_momentum(tumble):
    # 50 kg at 3 m/s meets 1 kg at rest, e = 0: both go on at 150 / 51.
    stage = Khr()
    stage.materials = [{"staticFriction": 0, "dynamicFriction": 0, "restitution": 0}]
    box = stage.shape("box", size=[1, 1, 1])
    heavy = stage.solid("heavy", box, [-2, 0, 0], {"mass": 50, "gravityFactor": 0, "linearVelocity": [3, 0, 0]},
                        physicsMaterial=0)
    light = stage.solid("light", box, [0, 0, 0], {"mass": 1, "gravityFactor": 0}, physicsMaterial=0)
    run = stage.run(tumble, 1)
    speeds = [run.body(node)["linearVelocity"][0] for node in (heavy, light)]
    near("momentum", 50 * speeds[0] + speeds[1], 150, 0.05)
    near("the light one's speed", speeds[1], 150 / 51, 0.03)  # springs give back a hundredth


def combine_modes_rank(tumble):
    # average < minimum < maximum < multiply (docs/dialects.md): the earlier outranks the later.
    stage = Khr()
    stage.materials = [{"restitution": 0.5, "restitutionCombine": mode, "staticFriction": 0, "dynamicFriction": 0}
                       for mode in ("average", "minimum", "maximum", "multiply")]
    stage.materials.append({"restitution": 0.9, "restitutionCombine": "maximum", "staticFriction": 0, "dynamicFriction": 0})
    balls, wanted = [], (0.7, 0.5, 0.9, 0.9)
    ball, tile = stage.shape("sphere", radius=0.2), stage.shape("box", size=[1, 1, 1])
    for i in range(4):
        stage.solid("floor %d" % i, tile, [2 * i, -0.5, 0], physicsMaterial=i)
        balls.append(stage.solid("ball %d" % i, ball, [2 * i, 1.2, 0], {"mass": 1}, physicsMaterial=4))
    fall = math.sqrt(2 * 1 / GRAVITY)
    run = stage.run(tumble, fall * 1.9, 240)
    for node, e in zip(balls, wanted):
        apex = max(y for t, y in zip(run.times, run.path(node, 1)) if t > fall + 0.03) - 0.2
        near(stage.nodes[node]["name"], apex, e * e, 0.02)


def an_animated_body_follows_its_animation(tumble):
    # 1.5 m/s along X, whatever gravity would have it do.
    stage = Khr()
    cart = stage.solid("cart", stage.shape("box", size=[1, 1, 1]), [0, 0, 0], {"mass": 1})
    times, places = stage.accessor([0, 2], "SCALAR", 5126), stage.accessor([0, 0, 0, 3, 0, 0], "VEC3", 5126)
    stage.animations = [{"samplers": [{"input": times, "output": places}],
                         "channels": [{"sampler": 0, "target": {"node": cart, "path": "translation"}}]}]
    run = stage.run(tumble, 1)
    for axis, wanted in enumerate((1.5, 0, 0)):
        near("axis %d" % axis, run.at(cart)[axis], wanted, 1e-3)


LOCKED = [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]


def hung(stage, place, joint, mass=1, motion=None, **more):
    """A box of 1 m by 0.4 m by 0.4 m, joined at its middle to the world."""
    box = stage.solid("box", {"shape": 0}, place, dict({"mass": mass}, **(motion or {})))
    stage.join(box, place, None, joint, **more)
    return box


def joints_hold_and_springs_give_way(tumble):
    # A soft limit of k hangs m by m g / k; a range of 0.3 rad stops a bar that gravity turns.
    stage = Khr()
    stage.shape("box", size=[1, 0.4, 0.4])
    locked = hung(stage, [0, 5, 0], {"limits": LOCKED})
    soft = hung(stage, [3, 5, 0], {"limits": [
        {"linearAxes": [0, 2], "min": 0, "max": 0}, {"linearAxes": [1], "min": 0, "max": 0, "stiffness": 80, "damping": 30},
        LOCKED[1]]}, 2)
    bar = stage.solid("bar", {"shape": 0}, [6.5, 5, 0], {"mass": 1})
    stage.join(bar, [6, 5, 0], None, {"limits": [LOCKED[0], {"angularAxes": [0, 1], "min": 0, "max": 0},
                                                 {"angularAxes": [2], "min": -0.3, "max": 0.3}]})
    run = stage.run(tumble, 4)
    near("locked", math.dist(run.at(locked), [0, 5, 0]), 0, 2e-3)
    near("soft", run.at(soft)[1], 5 - 2 * GRAVITY / 80, 2e-3)
    near("the end of the range", abs(math.asin(turned(run.body(bar)["orientation"], [1, 0, 0])[1])), 0.3, 0.01)
    near("the hinge", math.dist([p + x for p, x in zip(run.at(bar), turned(run.body(bar)["orientation"], [-0.5, 0, 0]))],
                                [6, 5, 0]), 0, 5e-3)


def drives_follow_their_springs(tumble):
    # In acceleration mode x'' = -k x - c x' - g whatever the mass: about -g / k, at sqrt(k). In force
    # mode m g / k; with a force of 12 N at most, 2 kg sinks at (12 - 2 g) / 2.
    stage = Khr()
    stage.shape("box", size=[1, 0.4, 0.4])
    rail = [{"linearAxes": [0, 2], "min": 0, "max": 0}, LOCKED[1]]

    def drive(**more):
        return {"limits": rail, "drives": [dict({"type": "linear", "axis": 1, "positionTarget": 0}, **more)]}
    eased = hung(stage, [0, 5, 0], drive(mode="acceleration", stiffness=64, damping=16), 3)
    forced = hung(stage, [3, 5, 0], drive(mode="force", stiffness=100, damping=40), 4)
    weak = hung(stage, [6, 5, 0], drive(mode="force", stiffness=4000, damping=100, maxForce=12), 2)
    run = stage.run(tumble, 3)
    near("acceleration", abs(run.at(eased)[1] - 5), GRAVITY / 64, 2e-3)
    near("force", abs(run.at(forced)[1] - 5), 4 * GRAVITY / 100, 2e-3)
    near("no more than 12 N", run.at(weak, 1)[1], 5 - 0.5 * (GRAVITY - 6), 0.06)


def jointed_bodies_collide_where_they_are_told(tumble):
    # A slider down to a static box, 2 m below: it stops on it, or passes.
    stage = Khr()
    stage.shape("box", size=[1, 0.4, 0.4])
    rail = {"limits": [{"linearAxes": [0, 2], "min": 0, "max": 0}, LOCKED[1], {"linearAxes": [1], "min": -3, "max": 3}]}
    boxes = []
    for i, told in enumerate((True, False)):
        base = stage.solid("base", {"shape": 0}, [4 * i, 0, 0])
        box = stage.solid("box", {"shape": 0}, [4 * i, 2, 0], {"mass": 1})
        stage.join(box, [4 * i, 2, 0], base, rail, enableCollision=told)
        boxes.append(box)
    run = stage.run(tumble, 3)
    near("on the box", run.at(boxes[0])[1], 0.4, 0.01)
    near("through it, to the end of the range", run.at(boxes[1])[1], -1, 0.02)


CASES = [every_shape_carries_every_other, filters_count_for_each_collider, scales_of_nodes_size_colliders,
         velocities_are_those_of_nodes, heavy_and_light_keep_their_momentum, combine_modes_rank,
         an_animated_body_follows_its_animation, joints_hold_and_springs_give_way, drives_follow_their_springs,
         jointed_bodies_collide_where_they_are_told]
