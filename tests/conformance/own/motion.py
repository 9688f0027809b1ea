# SPDX-License-Identifier: MIT
"""Bodies that roll, tumble and turn about centres of their own, against closed forms."""

import math

from khr import PHYSICS, Khr
from stage import GRAVITY, about, expect, near, turned


def a_sliding_ball_rolls_at_five_sevenths(tumble):
    # Friction m takes m g t of the speed and spins the ball up until v = w r: at 2 v / (7 m g), at
    # five sevenths of the speed.
    speed, friction, radius = 2.0, 0.25, 0.5
    stage = Khr()
    stage.materials = [{"staticFriction": friction, "dynamicFriction": friction, "restitution": 0}]
    stage.solid("floor", stage.shape("box", size=[40, 1, 4]), [0, -0.5, 0], physicsMaterial=0)
    ball = stage.solid("ball", stage.shape("sphere", radius=radius), [0, radius, 0],
                       {"mass": 3, "linearVelocity": [speed, 0, 0]}, physicsMaterial=0)
    run = stage.run(tumble, 2, 240)
    rolls = 2 * speed / (7 * friction * GRAVITY)
    slid = speed * rolls - 0.5 * friction * GRAVITY * rolls**2
    near("speed while it slides", run.body(ball, 0.5 * rolls)["linearVelocity"][0],
         speed - 0.5 * friction * GRAVITY * rolls, 0.03)
    near("speed at the end", run.body(ball)["linearVelocity"][0], speed * 5 / 7, 0.01)
    near("spin at the end", run.body(ball)["angularVelocity"][2], -speed * 5 / 7 / radius, 0.02)
    near("the way", run.at(ball)[0], slid + speed * 5 / 7 * (2 - rolls), 0.02)


def momentum(body, moments):
    """R I R^T w."""
    q, w = body["orientation"], body["angularVelocity"]
    back = turned([-q[0], -q[1], -q[2], q[3]], w)
    return turned(q, [i * x for i, x in zip(moments, back)]), sum(i * x * x for i, x in zip(moments, back))


def a_spin_about_the_middle_axis_flips_over(tumble):
    # Angular momentum and energy of a free body stay; about the axis of the middle moment it turns over
    # and over.
    moments = [1.0, 2.0, 3.0]
    stage = Khr()
    body = stage.node("body", [0, 0, 0], **{PHYSICS: {"motion": {
        "mass": 1, "gravityFactor": 0, "inertiaDiagonal": moments, "angularVelocity": [0.02, 3, 0.01]}}})
    run = stage.run(tumble, 20, 240)
    first, energy = momentum(run.body(body, 0), moments)
    for t, step in zip(run.times, run.steps):
        now, left = momentum(step[body], moments)
        near("angular momentum at %g" % t, math.dist(now, first), 0, 2e-3 * math.hypot(*first))
        near("energy at %g" % t, left, energy, 4e-3 * energy)
    ups = [turned(step[body]["orientation"], [0, 1, 0])[1] for step in run.steps]
    flips = sum(1 for a, b in zip(ups, ups[1:]) if (a > 0) != (b > 0))
    expect("how often it turns over", flips, 2, 20)
    near("the middle", math.dist(run.at(body), [0, 0, 0]), 0, 1e-6)


def a_body_turns_about_its_centre_of_mass(tumble):
    # The centre half a metre along X stays; the node circles it at 2 rad/s about Z.
    stage = Khr()
    body = stage.node("body", [1, 2, 3], **{PHYSICS: {"motion": {
        "mass": 1, "gravityFactor": 0, "centerOfMass": [0.5, 0, 0], "inertiaDiagonal": [1, 1, 1],
        "angularVelocity": [0, 0, 2]}}})
    run = stage.run(tumble, 3, 240)
    for t, step in zip(run.times, run.steps):
        wanted = [1.5 - 0.5 * math.cos(2 * t), 2 - 0.5 * math.sin(2 * t), 3]
        near("the node at %g" % t, math.dist(step[body]["position"], wanted), 0, 4e-3)


def balls_stay_in_a_pit_and_gain_no_energy(tumble):
    # Six balls that fall into a pit stay in it, above its floor and apart, and the same run again is the same
    # run. With v^2 / 2 + r^2 w^2 / 5 + g y per kilogram no step has more than the first.
    stage = Khr()
    floor, long, ball = stage.shape("box", size=[4, 1, 4]), stage.shape("box", size=[1, 2, 6]), stage.shape("sphere", radius=0.4)
    stage.solid("floor", floor, [0, -0.5, 0])
    for k, (x, z) in enumerate(((-2.5, 0), (2.5, 0), (0, -2.5), (0, 2.5))):
        stage.solid("wall", long, [x, 1, z], rotation=about([0, 1, 0], 0 if k < 2 else math.pi / 2))
    balls = [stage.solid("ball", ball, [0.3 * (k % 3) - 0.3, 2 + 0.9 * k, 0.2 * (k % 2)], {"mass": 1}) for k in range(6)]
    run, again = stage.run(tumble, 4), stage.run(tumble, 4)
    if run.steps != again.steps or run.events != again.events:
        raise AssertionError("two runs of one file differ")
    for step in run.steps:
        for k, node in enumerate(balls):
            x, y, z = step[node]["position"]
            expect("height", y, 0.38, 9)
            expect("within the walls", max(abs(x), abs(z)), 0, 1.62)
            for other in balls[:k]:
                expect("apart", math.dist([x, y, z], step[other]["position"]), 0.76, 99)

    def energy(step):
        return sum(0.5 * math.hypot(*step[node]["linearVelocity"])**2 + 0.2 * 0.4**2 * math.hypot(*step[node]["angularVelocity"])**2 +
                   GRAVITY * step[node]["position"][1] for node in balls)
    expect("the most energy", max(map(energy, run.steps)), 0, energy(run.steps[0]) * 1.001)


def triggers_of_hulls_tell_and_slow_nothing(tumble):
    # As triggers_tell_who_passes of earlier.py, with a hull of a mesh that a node of no scene has.
    stage = Khr()
    mesh = stage.box_mesh(1, 0.4, 1)
    apart = stage.node("of no scene")
    stage.nodes[apart]["mesh"] = mesh
    stage.outside.add(apart)
    trigger = stage.node("gate", [0, 1, 0], **{PHYSICS: {"trigger": {"geometry": {"node": apart, "convexHull": True}}}})
    ball = stage.solid("ball", stage.shape("sphere", radius=0.2), [0, 3, 0], {"mass": 1})
    run = stage.run(tumble, 1)
    run.expect_fall(ball, 1)
    for kind, way in (("triggerEntered", 1.4), ("triggerExited", 2.6)):
        times = run.times_of(kind, trigger, ball)
        expect("times of %s" % kind, len(times), 1, 1)
        near(kind, times[0], math.sqrt(2 * way / GRAVITY), 1.5 / 60)


def friction_combines_as_its_modes_say(tumble):
    # On 30 degrees, on a slope of 0.9 that multiplies: a block of 0 that takes the greater holds, one of 1 that
    # multiplies too holds, one of 0.5 that does slides at g (sin - 0.45 cos), one of 0 that takes the lesser at g sin.
    angle = math.radians(30)
    stage = Khr()
    modes = (("maximum", 0, None), ("multiply", 1, None), ("multiply", 0.5, 0.45), ("minimum", 0, 0))
    stage.materials = [{"staticFriction": 0.9, "dynamicFriction": 0.9, "restitution": 0, "frictionCombine": "multiply"}]
    stage.materials += [{"staticFriction": f, "dynamicFriction": f, "restitution": 0, "frictionCombine": m} for m, f, _ in modes]
    turn = about([0, 0, 1], angle)
    stage.solid("slope", stage.shape("box", size=[30, 1, 8]), [0.5 * math.sin(angle), -0.5 * math.cos(angle), 0],
                rotation=turn, physicsMaterial=0)
    block = stage.shape("box", size=[0.6, 0.2, 0.6])
    nodes = [stage.solid("block", block, [-0.1 * math.sin(angle), 0.1 * math.cos(angle), 1.5 * k - 2.5], {"mass": 1},
                         rotation=turn, physicsMaterial=k + 1) for k in range(len(modes))]
    run = stage.run(tumble, 1)
    for node, (mode, value, slides) in zip(nodes, modes):
        way = 0 if slides is None else 0.5 * GRAVITY * (math.sin(angle) - slides * math.cos(angle))
        near("%s of %g" % (mode, value), math.dist(run.at(node), run.at(node, 0)), way, 5e-3 + 0.03 * way)


CASES = [a_sliding_ball_rolls_at_five_sevenths, a_spin_about_the_middle_axis_flips_over,
         a_body_turns_about_its_centre_of_mass, balls_stay_in_a_pit_and_gain_no_energy,
         triggers_of_hulls_tell_and_slow_nothing, friction_combines_as_its_modes_say]
