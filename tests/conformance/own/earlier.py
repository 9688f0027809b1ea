# SPDX-License-Identifier: MIT
"""The same in files as they were written before: drafts of KHR, and the extensions of Microsoft."""

import math

from stage import GRAVITY, Stage, about, expect, near


def draft(body, shape, collider_key):
    """A stage of one era: names of its two extensions, and what a collider calls its shape."""
    stage = Stage()
    stage.body, stage.shape_name, stage.key = body, shape, collider_key
    stage.list = {"MSFT_collision_primitives": "colliders"}.get(shape, "shapes")
    stage.extensions = {shape: {stage.list: []}, body: {}}
    return stage


ERAS = [("KHR_physics_rigid_bodies", "KHR_collision_shapes", "shape"),
        ("KHR_rigid_bodies", "KHR_collision_shapes", "shape"),
        ("MSFT_rigid_bodies", "MSFT_collision_primitives", "collider")]


def add_shape(stage, kind, **parameters):
    stage.extensions[stage.shape_name][stage.list].append({"type": kind, kind: parameters})
    return len(stage.extensions[stage.shape_name][stage.list]) - 1


def solid(stage, name, shape, place, motion=None, rotation=None, **more):
    physics = {"collider": dict({stage.key: shape}, **more)}
    if motion:
        physics["motion"] = motion
    return stage.node(name, place, rotation=rotation, **{stage.body: physics})


def one_system_in_common_is_enough(tumble):
    for era in ERAS:
        stage = draft(*era)
        stage.extensions[era[0]]["collisionFilters"] = [
            {"collisionSystems": ["a", "b"], "collideWithSystems": ["a", "b"]},
            {"collisionSystems": ["b"], "collideWithSystems": ["b"]},
            {"collisionSystems": ["c"], "collideWithSystems": ["c"]}]
        floor = add_shape(stage, "box", size=[12, 0.6, 4])
        ball = add_shape(stage, "sphere", radius=0.35)
        solid(stage, "floor", floor, [0, -0.3, 0], collisionFilter=0)
        shares = solid(stage, "shares b", ball, [-2, 1, 0], {"mass": 1}, collisionFilter=1)
        apart = solid(stage, "shares nothing", ball, [2, 1, 0], {"mass": 1}, collisionFilter=2)
        run = stage.run(tumble, 1.2)
        near("shares b, %s" % era[0], run.at(shares)[1], 0.35, 5e-3)
        run.expect_fall(apart, 1.2)


def shapes_of_all_kinds_land(tumble):
    # On a box each comes to rest at half its height, if let down 0.2 m above: a capsule's ends count, as does the
    # wider end of a taper, on which it stands. Hull and mesh are boxes of 0.5 m; a mesh is a static one here.
    for era in ERAS:
        stage = draft(*era)
        mesh = stage.box_mesh(0.25, 0.25, 0.25)
        capsule = {"radiusTop": 0.2, "radiusBottom": 0.2}
        cone = {"radiusTop": 0.1, "radiusBottom": 0.3}
        floor = add_shape(stage, "box", size=[40, 1, 8])
        solid(stage, "floor", floor, [0, -0.5, 0])
        kinds = [("sphere", {"radius": 0.3}, 0.3), ("box", {"size": [0.4, 0.6, 0.8]}, 0.3),
                 ("capsule", dict(capsule, height=0.5), 0.45), ("cylinder", dict(capsule, height=0.5), 0.25),
                 ("cylinder", dict(cone, height=0.5), 0.25), ("convex", {"mesh": mesh}, 0.25)]
        rests = [(solid(stage, kind, add_shape(stage, kind, **of_kind), [2 * k - 8, half + 0.2, 0], {"mass": 1}), half)
                 for k, (kind, of_kind, half) in enumerate(kinds)]
        solid(stage, "mesh", add_shape(stage, "trimesh", mesh=mesh), [6, 0.25, 0])
        rests.append((solid(stage, "ball", add_shape(stage, "sphere", radius=0.1), [6, 0.8, 0], {"mass": 1}), 0.6))
        # A compound of two balls, shape 1.
        both = stage.node("compound", [9, 1, 0], **{era[0]: {"motion": {"mass": 2}}})
        for x in (-0.5, 0.5):
            stage.node("part", [x, 0, 0], both, **{era[0]: {"collider": {stage.key: 1}}})
        rests.append((both, 0.3))
        run = stage.run(tumble, 1.2)
        for node, height in rests:
            run.expect_fall(node, 0.15)
            near("%s, %s" % (stage.nodes[node]["name"], era[0]), run.at(node)[1], height, 0.01)


def friction_holds_or_lets_slide(tumble):
    # On 25 degrees 0.8 holds; 0.1, the lesser of both, slides at g (sin - 0.1 cos) = 3.26 m/s^2.
    angle = math.radians(25)
    for era in ERAS:
        mode = str.upper if era[0].startswith("MSFT") else str.lower
        stage = draft(*era)
        stage.extensions[era[0]]["physicsMaterials"] = [
            {"staticFriction": 0.8, "dynamicFriction": 0.8, "restitution": 0, "frictionCombine": mode("maximum")},
            {"staticFriction": 0.1, "dynamicFriction": 0.1, "restitution": 0, "frictionCombine": mode("minimum")},
            {"staticFriction": 0.5, "dynamicFriction": 0.5, "restitution": 0, "frictionCombine": mode("maximum")}]
        turn = about([0, 0, 1], angle)
        solid(stage, "slope", add_shape(stage, "box", size=[20, 1, 8]),
              [0.5 * math.sin(angle), -0.5 * math.cos(angle), 0], rotation=turn, physicsMaterial=2)
        block = add_shape(stage, "box", size=[0.6, 0.2, 0.6])
        lifted = [-0.1 * math.sin(angle), 0.1 * math.cos(angle)]
        holds = solid(stage, "holds", block, lifted + [-1], {"mass": 1}, turn, physicsMaterial=0)
        slides = solid(stage, "slides", block, lifted + [1], {"mass": 1}, turn, physicsMaterial=1)
        run = stage.run(tumble, 1)
        way = 0.5 * GRAVITY * (math.sin(angle) - 0.1 * math.cos(angle))
        near("holds, %s" % era[0], math.dist(run.at(holds), run.at(holds, 0)), 0, 5e-3)
        near("slides, %s" % era[0], math.dist(run.at(slides), run.at(slides, 0)), way, 0.03 * way)


def triggers_tell_who_passes(tumble):
    # From 2 m above the middle of a trigger 0.8 m high a ball of 0.2 m meets it after 1.4 m, and is
    # through after 2.6 m; nothing slows it.
    for era in ERAS[:2]:
        stage = draft(*era)
        gate = add_shape(stage, "box", size=[2, 0.8, 2])
        ball = add_shape(stage, "sphere", radius=0.2)
        trigger = stage.node("gate", [0, 1, 0], **{era[0]: {"trigger": {stage.key: gate}}})
        body = solid(stage, "ball", ball, [0, 3, 0], {"mass": 1})
        run = stage.run(tumble, 1)
        run.expect_fall(body, 1)
        for kind, way in (("triggerEntered", 1.4), ("triggerExited", 2.6)):
            times = run.times_of(kind, trigger, body)
            expect("times of %s, %s" % (kind, era[0]), len(times), 1, 1)
            near(kind, times[0], math.sqrt(2 * way / GRAVITY), 1.5 / 60)


def msft_physics_says_it_on_the_node(tumble):
    # One extension for all: shapes in the collider, constraints in the joint, 0 where no limit is given.
    name = "MSFT_physics"
    stage = Stage({name: {"physicsMaterials": [{"dynamicFriction": 0.5, "restitution": 0}]}})
    box = {"physicsMaterial": 0, "box": {"size": [1, 1, 1]}}
    post = stage.node("post", [0, 6, 0], **{name: {
        "rigidBody": {"isKinematic": True, "mass": 1, "isEnabled": True}, "collider": dict(box)}})
    load = stage.node("load", [0, 4.5, 0], **{name: {
        "rigidBody": {"isKinematic": False, "mass": 3, "isEnabled": True}, "collider": dict(box)}})
    pivot = stage.node("pivot", [0, 0.75, 0], load)
    stage.node("joint", [0, -0.75, 0], post, **{name: {"joint": {
        "connectedNode": pivot, "enableCollision": False,
        "constraints": [{"linearAxes": [0, 1, 2]}, {"angularAxes": [0, 1, 2]}]}}})
    falls = stage.node("falls", [4, 3, 0], **{name: {
        "rigidBody": {"isKinematic": False, "mass": 1, "isEnabled": True}, "collider": dict(box)}})
    run = stage.run(tumble, 0.7)
    near("what is locked", math.dist(run.at(load), [0, 4.5, 0]), 0, 2e-3)
    near("what is kinematic", math.dist(run.at(post), [0, 6, 0]), 0, 1e-6)
    run.expect_fall(falls, 0.7)


CASES = [one_system_in_common_is_enough, shapes_of_all_kinds_land, friction_holds_or_lets_slide, triggers_tell_who_passes,
         msft_physics_says_it_on_the_node]
