# SPDX-License-Identifier: MIT
"""Documents made up from a seed: every aspect of KHR physics, in combinations nobody would draw."""

import json
import os
import random


def rotation(r):
    q = [r.gauss(0, 1) for _ in range(4)]
    length = sum(x * x for x in q) ** 0.5
    return [x / length for x in q]


def vector(r, size):
    return [round(r.uniform(-size, size), 3) for _ in range(3)]


def shape(r):
    kind = r.choice(["sphere", "box", "capsule", "cylinder", "capsule", "cylinder"])
    if kind == "sphere":
        return {"type": kind, "sphere": {"radius": round(r.uniform(0.1, 1), 3)}}
    if kind == "box":
        return {"type": kind, "box": {"size": [round(r.uniform(0.1, 2), 3) for _ in range(3)]}}
    bottom = round(r.uniform(0.1, 0.5), 3)
    top = bottom if r.random() < 0.7 else round(r.uniform(0.1, 0.5), 3)
    return {"type": kind, kind: {"height": round(r.uniform(0.2, 2), 3), "radiusBottom": bottom,
                                 "radiusTop": top}}


def motion(r):
    made = {}
    if r.random() < 0.15:
        made["isKinematic"] = True
    if r.random() < 0.6:
        made["mass"] = round(r.uniform(0.1, 50), 3)
    if r.random() < 0.4:
        made["centerOfMass"] = vector(r, 0.3)
    if r.random() < 0.4:
        a, b = r.uniform(1, 2), r.uniform(1, 2)
        made["inertiaDiagonal"] = [a, b, r.uniform(abs(a - b) + 0.1, a + b - 0.1)]
        made["inertiaOrientation"] = rotation(r)
    for key in ("linearVelocity", "angularVelocity"):
        if r.random() < 0.4:
            made[key] = vector(r, 3)
    if r.random() < 0.3:
        made["gravityFactor"] = round(r.uniform(-1, 2), 2)
    return made


def limit(r):
    made = {r.choice(["linearAxes", "angularAxes"]): sorted(r.sample([0, 1, 2], r.choice([1, 1, 2, 3])))}
    if r.random() < 0.5:
        made.update(min=0, max=0)
    else:
        high = round(r.uniform(0.1, 1), 3)
        made["max"] = high
        if r.random() < 0.6:
            made["min"] = round(r.uniform(-1, 0), 3) if len(list(made.values())[0]) == 1 else 0
    if r.random() < 0.25:
        made.update(stiffness=round(r.uniform(10, 200), 1), damping=round(r.uniform(0, 5), 2))
    return made


def drive(r):
    made = {"type": r.choice(["linear", "angular"]), "mode": r.choice(["force", "acceleration"]),
            "axis": r.randrange(3)}
    if r.random() < 0.5:
        made.update(positionTarget=round(r.uniform(-1, 1), 2), stiffness=round(r.uniform(1, 50), 1))
    made.update(velocityTarget=round(r.uniform(-2, 2), 2), damping=round(r.uniform(0.1, 5), 2))
    if r.random() < 0.4:
        made["maxForce"] = round(r.uniform(1, 100), 1)
    return made


def filters(r):
    names = ["a", "b", "c d", "é"]
    made = {"collisionSystems": r.sample(names, r.randint(1, 3))}
    made[r.choice(["collideWithSystems", "notCollideWithSystems"])] = r.sample(names, r.randint(1, 2))
    return made


def material(r):
    made = {"staticFriction": round(r.uniform(0, 1), 2), "dynamicFriction": round(r.uniform(0, 1), 2),
            "restitution": round(r.uniform(0, 1), 2)}
    for key in ("frictionCombine", "restitutionCombine"):
        if r.random() < 0.5:
            made[key] = r.choice(["average", "minimum", "maximum", "multiply"])
    return made


def document(seed):
    r = random.Random(seed)
    shapes = [shape(r) for _ in range(r.randint(1, 5))]
    materials = [material(r) for _ in range(r.randint(1, 3))]
    filter_table = [filters(r) for _ in range(r.randint(1, 3))]
    joints = [{"limits": [limit(r) for _ in range(r.randint(1, 4))],
               "drives": [drive(r) for _ in range(r.randint(0, 2))]} for _ in range(2)]
    nodes, roots = [], []

    def add(parent, physics):
        node = {"translation": vector(r, 3), "rotation": rotation(r)}
        if r.random() < 0.2:
            node["scale"] = [round(r.uniform(0.5, 2), 2)] * 3
        if physics:
            node["extensions"] = {"KHR_physics_rigid_bodies": physics}
        nodes.append(node)
        index = len(nodes) - 1
        if parent is None:
            roots.append(index)
        else:
            nodes[parent].setdefault("children", []).append(index)
        return index

    def solid():
        made = {"geometry": {"shape": r.randrange(len(shapes))}}
        if r.random() < 0.5:
            made["physicsMaterial"] = r.randrange(len(materials))
        if r.random() < 0.5:
            made["collisionFilter"] = r.randrange(len(filter_table))
        return {"collider": made}

    def trigger():
        made = {"geometry": {"shape": r.randrange(len(shapes))}}
        if r.random() < 0.3:
            made["collisionFilter"] = r.randrange(len(filter_table))
        return {"trigger": made}

    bodies = []
    for _ in range(r.randint(1, 5)):
        physics = {"motion": motion(r)}
        if r.random() < 0.6:
            physics.update(solid())
        body = add(r.choice([None, None] + bodies), physics)
        bodies.append(body)
        for _ in range(r.randint(0, 2)):
            child = add(body, r.choice([None, solid(), solid(), trigger()]))
            if r.random() < 0.3:
                add(child, solid())
    for _ in range(r.randint(0, 3)):
        add(None, r.choice([solid(), trigger()]))
    for _ in range(r.randint(0, 2)):
        group = add(None, None)
        members = [add(group, trigger()) for _ in range(r.randint(1, 3))]
        nodes[group]["extensions"] = {"KHR_physics_rigid_bodies": {"trigger": {"nodes": members}}}
    for _ in range(r.randint(0, 2)):
        a, b = r.choice(bodies), r.choice([None] + bodies)
        if a == b or "motion" not in nodes[a]["extensions"]["KHR_physics_rigid_bodies"]:
            continue
        joint = {"connectedNode": add(b, None), "joint": r.randrange(len(joints))}
        if r.random() < 0.3:
            joint["enableCollision"] = True
        add(a, {"joint": joint})
    return {
        "asset": {"version": "2.0", "generator": "tumble, tests/roundtrip/made.py, seed %d" % seed},
        "extensionsUsed": ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"],
        "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes,
        "extensions": {
            "KHR_implicit_shapes": {"shapes": shapes},
            "KHR_physics_rigid_bodies": {"physicsMaterials": materials, "collisionFilters": filter_table,
                                         "physicsJoints": joints}},
    }


def write(folder, seed):
    path = os.path.join(folder, "made-%d.gltf" % seed)
    with open(path, "w", encoding="utf-8") as f:
        json.dump(document(seed), f)
    return path
