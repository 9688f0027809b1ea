# SPDX-License-Identifier: MIT
"""The OMI extensions of all their eras: OMI_physics_body now, and with OMI_collider before."""

import math

from stage import GRAVITY, Stage, expect, near, turned

BODY, SHAPE, COLLIDER = "OMI_physics_body", "OMI_physics_shape", "OMI_collider"
DROP = 0.9  # [m] from where a probe meets what is below it
RADIUS = 0.25  # [m] of probes


def now(shapes):
    """A stage with these shapes and a probe's, the last."""
    return Stage({SHAPE: {"shapes": shapes + [{"type": "sphere", "sphere": {"radius": RADIUS}}]}}, [BODY])


def before(colliders):
    return Stage({COLLIDER: {"colliders": colliders + [{"type": "sphere", "radius": RADIUS}]}}, [BODY])


def probe(stage, place):
    if COLLIDER in stage.extensions:
        last = len(stage.extensions[COLLIDER]["colliders"]) - 1
        return stage.node("probe", place, **{BODY: {"type": "rigid", "mass": 1}, COLLIDER: {"collider": last}})
    last = len(stage.extensions[SHAPE]["shapes"]) - 1
    return stage.node("probe", place, **{BODY: {"motion": {"type": "dynamic", "mass": 1}, "collider": {"shape": last}}})


def expect_carried(stage, tumble, tops):
    """Probes dropped on places (x, top, z) fall as far as that and stay."""
    probes = [(probe(stage, [x, top + RADIUS + DROP, z]), top) for x, top, z in tops]
    run = stage.run(tumble, 0.9)
    for node, top in probes:
        run.expect_fall(node, math.sqrt(2 * DROP / GRAVITY) - 0.02)
        near("probe at %s" % stage.nodes[node]["translation"], run.at(node)[1], top + RADIUS, 0.01)
    return run


def expect_passed(stage, tumble, trigger, half):
    """A probe falls through a trigger at the origin, this high above its middle, and is told of."""
    body = probe(stage, [0, half + RADIUS + DROP, 0])
    run = stage.run(tumble, 1)
    run.expect_fall(body, 1)
    for kind, way in (("triggerEntered", DROP), ("triggerExited", DROP + 2 * half + 2 * RADIUS)):
        times = run.times_of(kind, trigger, body)
        expect("times of " + kind, len(times), 1, 1)
        near(kind, times[0], math.sqrt(2 * way / GRAVITY), 1.5 / 60)


def shapes_carry_at_their_tops(tumble):
    # Heights of cylinders are whole; a mesh that no node shows carries as well.
    stage = now([{"type": "box", "box": {"size": [1, 0.6, 1]}},
                 {"type": "cylinder", "cylinder": {"height": 1.4, "radius": 0.5}},
                 {"type": "sphere", "sphere": {"radius": 0.8}},
                 {"type": "convex", "convex": {"mesh": 0}}, {"type": "trimesh", "trimesh": {"mesh": 0}}])
    stage.box_mesh(0.6, 0.45, 0.6)
    tops = [0.3, 0.7, 0.8, 0.45, 0.45]
    for i in range(len(tops)):
        stage.node("static", [3 * i, 0, 0], **{BODY: {"collider": {"shape": i}}})
    expect_carried(stage, tumble, [(3 * i, top, 0) for i, top in enumerate(tops)])


def shapes_of_omi_collider_carry_at_their_tops(tumble):
    stage = before([{"type": "box", "size": [1, 0.6, 1]}, {"type": "cylinder", "height": 1.4, "radius": 0.5},
                    {"type": "capsule", "height": 2, "radius": 0.5}, {"type": "hull", "mesh": 0},
                    {"type": "trimesh", "mesh": 0}])
    stage.box_mesh(0.6, 0.45, 0.6)
    tops = [0.3, 0.7, 1.0, 0.45, 0.45]  # a capsule's height was the whole of it
    for i in range(len(tops)):
        stage.node("static", [3 * i, 0, 0], **{COLLIDER: {"collider": i}})
    expect_carried(stage, tumble, [(3 * i, top, 0) for i, top in enumerate(tops)])


def colliders_belong_to_the_nearest_body_above(tumble):
    # On the body's node, a child and a grandchild; kinematic bodies stay put when something falls on them.
    stage = now([{"type": "box", "box": {"size": [1, 1, 1]}}])
    held = []
    for depth in range(3):
        node = stage.node("body", [3 * depth, 0, 0], **{BODY: {"motion": {"type": "kinematic"}}})
        held.append(node)
        for _ in range(depth):
            node = stage.node("below", [0, 0, 0], node)
        stage.nodes[node].setdefault("extensions", {}).setdefault(BODY, {})["collider"] = {"shape": 0}
    run = expect_carried(stage, tumble, [(3 * depth, 0.5, 0) for depth in range(3)])
    for i, node in enumerate(held):
        near("body %d" % i, math.dist(run.at(node), [3 * i, 0, 0]), 0, 1e-6)


def bodies_said_to_be_static_are(tumble):
    for stage in (before([{"type": "box", "size": [1, 1, 1]}]), now([{"type": "box", "box": {"size": [1, 1, 1]}}])):
        is_now = SHAPE in stage.extensions
        base = stage.node("base", [0, 0, 0], **{BODY: {"motion": {"type": "static"}} if is_now else {"type": "static"}})
        stage.node("shape", [0, 0, 0], base, **({BODY: {"collider": {"shape": 0}}} if is_now else
                                                {COLLIDER: {"collider": 0}}))
        expect_carried(stage, tumble, [(0, 0.5, 0)])


def triggers_tell_of_all_eras(tumble):
    stage = now([{"type": "box", "box": {"size": [1, 0.8, 1]}}])
    expect_passed(stage, tumble, stage.node("trigger", **{BODY: {"trigger": {"shape": 0}}}), 0.4)
    stage = before([{"type": "box", "size": [1, 0.8, 1], "isTrigger": True}])
    expect_passed(stage, tumble, stage.node("trigger", **{COLLIDER: {"collider": 0}}), 0.4)


def one_node_may_be_collider_and_trigger(tumble):
    stage = now([{"type": "box", "box": {"size": [1, 1, 1]}}])
    stage.node("both", **{BODY: {"collider": {"shape": 0}, "trigger": {"shape": 0}}})
    expect_carried(stage, tumble, [(0, 0.5, 0)])


def a_body_falls_about_its_own_middle(tumble):
    # A collider off the node, and a vehicle that nobody drives: the centre of mass is the node's place.
    stage = now([{"type": "box", "box": {"size": [1.2, 0.4, 2]}}])
    car = stage.node("car", [0, 9, 0], **{BODY: {"motion": {"type": "dynamic", "mass": 300}},
                                          "OMI_vehicle_body": {"gyroTorque": [100, 100, 100]}})
    stage.node("hull", [0, 0.7, 0.2], car, **{BODY: {"collider": {"shape": 0}}})
    run = stage.run(tumble, 1)
    run.expect_fall(car, 1)
    near("its turn", 2 * math.acos(min(1, abs(run.body(car)["orientation"][3]))), 0, 1e-3)


def on_a_rail(limit):
    """A ball on a rail along X, at 1.2 m/s from -0.5; it is free as far as 0.3."""
    name = "OMI_physics_joint"
    stage = now([])
    stage.extensions["OMI_physics_gravity"] = {"gravity": 0}
    # Offsets are those of the connected node, here the world's: the ball's are their negatives.
    stage.extensions[name] = {"physicsJoints": [{"limits": [
        dict({"linearAxes": [0], "min": -0.8, "max": 2}, **limit), {"linearAxes": [1, 2], "min": 0, "max": 0},
        {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}]}
    ball = probe(stage, [-0.5, 0, 0])
    stage.nodes[ball]["extensions"][BODY]["motion"]["linearVelocity"] = [1.2, 0, 0]
    to = stage.node("rail", [-0.5, 0, 0])
    stage.node("slider", [0, 0, 0], ball, **{name: {"connectedNode": to, "joint": 0}})
    return stage, ball


def a_slider_ends_where_its_range_does(tumble):
    stage, ball = on_a_rail({})
    run = stage.run(tumble, 3)
    near("halfway", run.at(ball, 0.5)[0], 0.1, 2e-3)
    expect("the farthest", max(run.path(ball, 0)), 0.29, 0.31)


def soft_limits_of_godot_are_rigid_unless_told(tumble):
    # A stiffness of 1 in a file that Godot wrote is a softness without unit; as N/m the ball, of 1 kg,
    # comes v sqrt(m / k) = 1.2 m beyond the end.
    for arguments, low, high in (((), 0.29, 0.33), (("--literal-stiffness",), 1.4, 1.5)):
        stage, ball = on_a_rail({"stiffness": 1, "damping": 0})
        stage.generator = "Godot Engine v4.3"
        run = stage.run(tumble, 3, arguments=arguments)
        expect("the farthest, %s" % (arguments,), max(run.path(ball, 0)), low, high)


def constraints(joints, node_a, node_b):
    """A joint of the first eras, of entries of the table `constraints`."""
    return {"OMI_physics_joint": {"constraints": joints, "nodeA": node_a, "nodeB": node_b}}


def pins_hold_what_falls_together(tumble):
    # Two capsules, each 0.4 m from the pin between them: they fall as one and stay together on the floor.
    for is_now in (True, False):
        stage = (now if is_now else before)([{"type": "capsule", "capsule": {"height": 0.4, "radius": 0.15}} if is_now else
                                             {"type": "capsule", "height": 0.7, "radius": 0.15},
                                             {"type": "box", "box": {"size": [9, 1, 9]}} if is_now else
                                             {"type": "box", "size": [9, 1, 9]}])
        def collider(k, is_new=is_now):
            return {BODY: {"collider": {"shape": k}}} if is_new else {COLLIDER: {"collider": k}}
        stage.node("floor", [0, -0.5, 0], **collider(1))
        links = []
        for y in (1.2, 2.0):
            body = {"motion": {"type": "dynamic", "mass": 1}} if is_now else {"type": "rigid", "mass": 1}
            links.append(stage.node("link", [0, y, 0], **{BODY: body}))
            stage.node("shape", [0, 0, 0], links[-1], **collider(0))
        if is_now:
            stage.extensions["OMI_physics_joint"] = {"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}
            end = stage.node("end", [0, 0.4, 0], links[0])
            stage.node("pin", [0, -0.4, 0], links[1], OMI_physics_joint={"connectedNode": end, "joint": 0})
        else:
            stage.extensions["OMI_physics_joint"] = {"constraints": [{"linearAxes": [0, 1, 2]}]}
            stage.node("pin", [0, 1.6, 0], **constraints([0], links[0], links[1]))
        run = stage.run(tumble, 2)
        for node in links:
            run.expect_fall(node, 0.35)
        for step in run.steps:
            ends = [[p + s * x for p, x in zip(step[n]["position"], turned(step[n]["orientation"], [0, 0.4, 0]))]
                    for n, s in zip(links, (1, -1))]
            near("the pin, now: %s" % is_now, math.dist(*ends), 0, 5e-3)
        expect("on the floor", min(run.at(node)[1] for node in links), 0.14, 0.6)


def a_slider_of_constraints_ends_where_its_range_does(tumble):
    # As on_a_rail, a table of constraints with limits of their own and the two bodies by name.
    stage = before([])
    stage.extensions["OMI_physics_joint"] = {"constraints": [
        {"linearAxes": [0], "lowerLimit": -2, "upperLimit": 0.8}, {"linearAxes": [1, 2]}, {"angularAxes": [0, 1, 2]}]}
    rail = stage.node("rail", [-0.5, 0, 0], **{BODY: {"type": "static"}})
    ball = probe(stage, [-0.5, 0, 0])
    stage.nodes[ball]["extensions"][BODY]["linearVelocity"] = [1.2, 0, 0]
    stage.node("slider", [-0.5, 0, 0], **constraints([0, 1, 2], rail, ball))
    run = stage.run(tumble, 2)
    near("halfway", run.at(ball, 0.5)[0], 0.1, 2e-3)
    expect("the farthest", max(run.path(ball, 0)), 0.29, 0.31)
    near("across", max(abs(y) for y in run.path(ball, 1)), 0, 2e-3)


def gravity_pulls_to_a_point_within_its_trigger(tumble):
    # 8 m/s^2 at 2 m: a quarter of that at 4 m. Beyond 10 m the world's, none.
    name = "OMI_physics_gravity"
    stage = now([{"type": "sphere", "sphere": {"radius": 10}}])
    stage.extensions[name] = {"gravity": 0}
    stage.node("planet", **{BODY: {"trigger": {"shape": 0}},
                            name: {"type": "point", "gravity": 8, "point": {"unitDistance": 2}}})
    inside = [probe(stage, place) for place in ([4, 0, 0], [0, 0, -4])]
    outside = probe(stage, [0, 12, 0])
    run = stage.run(tumble, 0.4, 240)
    for node in inside:
        near("fallen", 4 - math.hypot(*run.at(node)), 0.5 * 2 * 0.4**2, 0.02 * 0.16)
    near("outside", math.dist(run.at(outside), [0, 12, 0]), 0, 1e-6)


def gravity_pulls_to_the_faces_of_a_shape(tumble):
    # 4 m/s^2 to a box of 2 m, from each side of it, within a box of 8 m.
    name = "OMI_physics_gravity"
    stage = now([{"type": "box", "box": {"size": [8, 8, 8]}}, {"type": "box", "box": {"size": [2, 2, 2]}}])
    stage.extensions[name] = {"gravity": 0}
    stage.node("cube", **{BODY: {"trigger": {"shape": 0}},
                          name: {"type": "shaped", "gravity": 4, "shaped": {"shape": 1}}})
    places = [[sign * 3 if k == axis else 0.2 for k in range(3)] for axis in range(3) for sign in (-1, 1)]
    probes = [probe(stage, place) for place in places]
    run = stage.run(tumble, 0.5, 240)
    for node, place in zip(probes, places):
        for k, (now_at, before_at) in enumerate(zip(run.at(node), place)):
            pulled = math.copysign(0.5 * 4 * 0.5**2, before_at) if abs(before_at) == 3 else 0
            near("axis %d of a probe at %s" % (k, place), now_at, before_at - pulled, 0.02)


def bodies_of_type_trigger_make_triggers(tumble):
    # In the first drafts a body said so, and its collider was a plain one below it.
    stage = before([{"type": "box", "size": [1, 0.8, 1]}])
    owner = stage.node("trigger", **{BODY: {"type": "trigger"}})
    below = stage.node("shape", [0, 0, 0], owner, **{COLLIDER: {"collider": 0}})
    body = probe(stage, [0, 0.4 + RADIUS + DROP, 0])
    run = stage.run(tumble, 1)
    run.expect_fall(body, 1)
    for kind in ("triggerEntered", "triggerExited"):
        expect("times of " + kind, len(run.times_of(kind, owner, body) + run.times_of(kind, below, body)), 1, 1)


def a_chain_of_pins_swings_as_one(tumble):
    # Five links of 0.4 m from a post: no pin opens, the last comes down below the post, and falls no
    # faster than the end of a rod does that a pin holds, at 3 g / 2.
    name = "OMI_physics_joint"
    stage = now([{"type": "capsule", "capsule": {"height": 0.2, "radius": 0.05}}])
    stage.extensions[name] = {"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0}]}]}
    above, links = stage.node("post", [0, 5, 0]), []
    for i in range(5):
        links.append(stage.node("link", [0.2 + 0.4 * i, 5, 0], **{
            BODY: {"motion": {"type": "dynamic", "mass": 0.5}, "collider": {"shape": 0}}}))
        end = stage.node("end", [0.2 if i else 0, 0, 0], above)
        stage.node("pin", [-0.2, 0, 0], links[-1], **{name: {"connectedNode": end, "joint": 0}})
        above = links[-1]
    run = stage.run(tumble, 3)
    for step in run.steps:
        ends = [[p + x for p, x in zip(step[n]["position"], turned(step[n]["orientation"], [0.2, 0, 0]))] for n in links]
        starts = [[p + x for p, x in zip(step[n]["position"], turned(step[n]["orientation"], [-0.2, 0, 0]))] for n in links]
        for a, b in zip([[0, 5, 0]] + ends, starts):
            near("a pin", math.dist(a, b), 0, 2e-3)
    lowest = min(run.path(links[-1], 1))
    expect("how low the last comes", lowest, 5 - 2 * 0.9 - 1e-2, 5 - 0.9 * 2 + 0.4)
    for t, y in zip(run.times, run.path(links[-1], 1)):
        if t < 0.3:
            expect("the last at %g" % t, y, 5 - 0.75 * GRAVITY * t * t - 1e-3, 5.001)


def names_of_unity_exporters_are_read(tumble):
    # Half "extents", a scale, a capsule whose height is null, and textures that nobody needs to see.
    stage = before([{"type": "box", "extents": [0.5, 0.25, 0.5]}, {"type": "mesh", "mesh": 0}])
    stage.box_mesh(0.6, 0.45, 0.6)
    stage.used.add("KHR_texture_transform")
    stage.required = ["KHR_texture_transform"]
    stage.node("box", [0, 0, 0], scale=[2, 2, 2], **{COLLIDER: {"collider": 0}})
    stage.node("mesh", [4, 0, 0], **{COLLIDER: {"collider": 1}})
    expect_carried(stage, tumble, [(0, 0.5, 0), (4, 0.45, 0)])


CASES = [shapes_carry_at_their_tops, shapes_of_omi_collider_carry_at_their_tops,
         colliders_belong_to_the_nearest_body_above, bodies_said_to_be_static_are, triggers_tell_of_all_eras,
         one_node_may_be_collider_and_trigger, a_body_falls_about_its_own_middle, a_slider_ends_where_its_range_does,
         pins_hold_what_falls_together,
         a_slider_of_constraints_ends_where_its_range_does, soft_limits_of_godot_are_rigid_unless_told, gravity_pulls_to_a_point_within_its_trigger,
         gravity_pulls_to_the_faces_of_a_shape, bodies_of_type_trigger_make_triggers, a_chain_of_pins_swings_as_one,
         names_of_unity_exporters_are_read]
