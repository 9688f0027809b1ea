# SPDX-License-Identifier: MIT
"""Joints, in every form that KHR's text and its forerunners had them."""

import math

from stage import GRAVITY, Stage, about, expect, near, turned

# Names of the physics and of the shapes, a collider's key for its shape, the table of joints and a
# joint's key for its entry there.
FORMS = [("KHR_physics_rigid_bodies", "KHR_implicit_shapes", None, "physicsJoints", "joint"),
         ("KHR_physics_rigid_bodies", "KHR_collision_shapes", "shape", "physicsJoints", "joint"),
         ("KHR_rigid_bodies", "KHR_collision_shapes", "shape", "physicsJointLimits", "jointLimits"),
         ("MSFT_rigid_bodies", "MSFT_collision_primitives", "collider", "physicsJointLimits", "jointLimits")]
PLACE = {"linearAxes": [0, 1, 2], "min": 0, "max": 0}
TURN = {"angularAxes": [0, 1, 2], "min": 0, "max": 0}


class Joined(Stage):
    """A stage of one form, with a box for a shape."""

    def __init__(self, form, size):
        self.form = form
        body, shape, _, joints, _ = form
        table = "colliders" if shape.startswith("MSFT") else "shapes"
        super().__init__({shape: {table: [{"type": "box", "box": {"size": size}}]}, body: {joints: []}})

    def solid(self, name, place, motion=None, rotation=None):
        body, _, key, _, _ = self.form
        physics = {"collider": {key: 0} if key else {"geometry": {"shape": 0}}}
        if motion:
            physics["motion"] = motion
        return self.node(name, place, rotation=rotation, **{body: physics})

    def join(self, node, at, to, at_other, limits):
        """A joint at a place in a node's frame, to one in another's (None: in the scene's)."""
        body, _, _, table, key = self.form
        joints = self.extensions[body][table]
        joints.append({"limits": limits})
        other = self.node("to", at_other, to)
        self.node("from", at, node, **{body: {"joint": {"connectedNode": other, key: len(joints) - 1}}})

    def told(self, what):
        return "%s, %s with %s" % (what, self.form[0], self.form[1])


def a_hinge_swings_in_its_plane_and_keeps_its_energy(tumble):
    # A bar of 1 m and 0.2 m, let go level: w^2 = m g L / I at its lowest, I = (1 + 0.04) / 12 + 1 / 4,
    # and it comes up as far on the other side.
    lowest = math.sqrt(GRAVITY / ((1 + 0.04) / 12 + 0.25))
    for form in FORMS:
        stage = Joined(form, [1, 0.2, 0.2])
        bar = stage.solid("bar", [0.5, 3, 0], {"mass": 1})
        stage.join(bar, [-0.5, 0, 0], None, [0, 3, 0], [PLACE, {"angularAxes": [0, 1], "min": 0, "max": 0}])
        run = stage.run(tumble, 1.2, 240)
        spins = [step[bar]["angularVelocity"] for step in run.steps]
        near(stage.told("the greatest spin"), max(abs(s[2]) for s in spins), lowest, 0.01 * lowest)
        for step in run.steps:
            near(stage.told("out of the plane"), step[bar]["position"][2], 0, 1e-3)
            near(stage.told("the distance to the hinge"), math.dist(step[bar]["position"], [0, 3, 0]), 0.5, 2e-3)
        near(stage.told("the farthest on the other side"), min(run.path(bar, 0)), -0.5, 0.01)
        near(stage.told("the highest"), max(run.path(bar, 1)), 3, 0.01)


def a_ball_joint_lets_a_pendulum_circle(tumble):
    # A cube on an arm of 1 m, 30 degrees off the vertical, circles at W with W^2 cos = g / L: the torque
    # of gravity is what turns the angular momentum, whose part along the arm is a cube's as any other.
    angle = math.radians(30)
    rate = math.sqrt(GRAVITY / math.cos(angle))
    for form in FORMS:
        stage = Joined(form, [0.2, 0.2, 0.2])
        out, down = math.sin(angle), math.cos(angle)
        bob = stage.solid("bob", [out, 3 - down, 0], {
            "mass": 2, "linearVelocity": [0, 0, -rate * out], "angularVelocity": [0, rate, 0]})
        stage.join(bob, [-out, down, 0], None, [0, 3, 0], [PLACE])
        run = stage.run(tumble, 2, 240)
        for t, step in zip(run.times, run.steps):
            x, y, z = step[bob]["position"]
            near(stage.told("height at %g" % t), y, 3 - down, 0.01)
            near(stage.told("x at %g" % t), x, out * math.cos(rate * t), 0.02)
            near(stage.told("z at %g" % t), z, -out * math.sin(rate * t), 0.02)


def a_slider_moves_along_its_axis_within_its_range(tumble):
    # 1 m/s along X and turning about Z: the turn stops at once, the slide at 0.4 m.
    for form in FORMS:
        stage = Joined(form, [0.2, 0.2, 0.2])
        cart = stage.solid("cart", [0, 1, 0], {"mass": 1, "gravityFactor": 0, "linearVelocity": [1, 0, 0],
                                               "angularVelocity": [0, 0, 3]})
        stage.join(cart, [0, 0, 0], None, [0, 1, 0], [{"linearAxes": [1, 2], "min": 0, "max": 0}, TURN,
                                                      {"linearAxes": [0], "min": -0.4, "max": 0.4}])
        run = stage.run(tumble, 1)
        near(stage.told("halfway"), run.at(cart, 0.3)[0], 0.3, 2e-3)
        expect(stage.told("the farthest"), max(run.path(cart, 0)), 0.39, 0.41)
        near(stage.told("off the axis"), max(abs(y - 1) for y in run.path(cart, 1)), 0, 1e-3)
        near(stage.told("its turn"), 2 * math.acos(min(1, abs(run.body(cart)["orientation"][3]))), 0, 2e-2)


def a_turning_body_carries_what_is_fixed_to_it(tumble):
    # A kinematic hub at 2 rad/s, and a box a metre beside it: after t at the angle 2 t, at 2 m/s.
    for form in FORMS:
        stage = Joined(form, [0.4, 0.4, 0.4])
        hub = stage.solid("hub", [0, 2, 0], {"isKinematic": True, "angularVelocity": [0, 2, 0]})
        box = stage.solid("box", [1, 2, 0], {"mass": 1, "linearVelocity": [0, 0, -2], "angularVelocity": [0, 2, 0]})
        stage.join(box, [-1, 0, 0], hub, [0, 0, 0], [PLACE, TURN])
        run = stage.run(tumble, 2)
        for t in (0.5, 1, 2):
            near(stage.told("at %g s" % t),
                 math.dist(run.at(box, t), [math.cos(2 * t), 2, -math.sin(2 * t)]), 0, 0.01)
        near(stage.told("its speed"), math.hypot(*run.body(box)["linearVelocity"]), 2, 0.01)
        near(stage.told("the hub"), math.dist(run.at(hub), [0, 2, 0]), 0, 1e-6)


def a_centre_of_mass_off_its_hinge_swings_as_a_pendulum(tumble):
    # 0.1 rad off, half a metre above the centre: T = 2 pi sqrt((I + m d^2) / (m g d)) (1 + 0.1^2 / 16).
    period = 2 * math.pi * math.sqrt((0.25 + 2 * 0.25) / (2 * GRAVITY * 0.5)) * (1 + 0.01 / 16)
    for form in FORMS:
        stage = Joined(form, [0.4, 0.4, 0.4])
        turn = about([1, 0, 0], 0.1)
        body = stage.solid("body", [0, 2, 0], {"mass": 2, "centerOfMass": [0, -0.5, 0],
                                               "inertiaDiagonal": [0.25, 0.3, 0.35]}, turn)
        stage.join(body, [0, 0, 0], None, [0, 2, 0], [PLACE, {"angularAxes": [1, 2], "min": 0, "max": 0}])
        run = stage.run(tumble, period, 480)
        for part, wanted in ((0.25, 0), (0.5, -0.1), (0.75, 0), (1, 0.1)):
            down = turned(run.body(body, part * period)["orientation"], [0, -1, 0])
            near(stage.told("angle after %g periods" % part), math.atan2(-down[2], -down[1]), wanted, 3e-3)
        near(stage.told("the node"), math.dist(run.at(body), [0, 2, 0]), 0, 2e-3)


CASES = [a_hinge_swings_in_its_plane_and_keeps_its_energy, a_ball_joint_lets_a_pendulum_circle,
         a_slider_moves_along_its_axis_within_its_range, a_turning_body_carries_what_is_fixed_to_it,
         a_centre_of_mass_off_its_hinge_swings_as_a_pendulum]
