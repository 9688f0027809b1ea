#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The scene as JSON by its schema, the adapters of engines/ and the matrix (docs/engines.md).

    run.py --tumble PROGRAM TEST

Ends with 77 where Node or the packages of engines/ are missing.
"""

import argparse
import glob
import json
import math
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tools"), os.path.join(ROOT, "tests", "support")]
import matrix  # noqa: E402
from schema import broken_rules  # noqa: E402

PHYSICS, SHAPES = "KHR_physics_rigid_bodies", "KHR_implicit_shapes"


def scene_of(o, path, *options):
    done = subprocess.run([o.tumble, "scene", "--json", "--quiet", path, *options], capture_output=True, check=False)
    return done.stdout


def scene_of_file(o, document):
    with tempfile.TemporaryDirectory(prefix="tumble-engines-") as folder:
        path = os.path.join(folder, "scene.gltf")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(document, f)
        return scene_of(o, path)


def run_engine(engine, scene, duration=1, rate=60, flags=None):
    done = subprocess.run([*command(engine, flags), "--duration", str(duration), "--rate", str(rate)], input=scene,
                          capture_output=True, check=False)
    assert done.returncode == 0, "%s: %s" % (engine, done.stderr.decode()[-300:])
    return done.stdout


def command(engine, flags=None):
    """An adapter's command, with the flags of Node that `make matrix` runs it with; or with these."""
    return ["node", *(matrix.NODE[engine] if flags is None else flags), os.path.join(ROOT, "engines", engine + ".mjs")]


def lines_of(output):
    return [json.loads(line) for line in output.splitlines()]


def document(nodes, shapes=(), materials=(), joints=(), **rest):
    """A file of nodes; `body` of a node is its member of KHR_physics_rigid_bodies."""
    made = [{**{k: v for k, v in n.items() if k != "body"},
             **({"extensions": {PHYSICS: n["body"]}} if "body" in n else {})} for n in nodes]
    return {"asset": {"version": "2.0"}, "extensionsUsed": [PHYSICS, SHAPES],
            "extensions": {SHAPES: {"shapes": list(shapes)},
                           PHYSICS: {"physicsMaterials": list(materials), "physicsJoints": list(joints)}},
            "scene": 0, "scenes": [{"nodes": list(range(len(nodes)))}], "nodes": made, **rest}


BALL = {"type": "sphere", "sphere": {"radius": 0.5}}
SOLID = {"geometry": {"shape": 0}}


# The scene as JSON. ----------------------------------------------------------------------------------

def the_schema_has_every_member_of_every_sample(o):
    with open(os.path.join(ROOT, "docs", "scene.schema.json"), encoding="utf-8") as f:
        schema = json.load(f)
    files = glob.glob(os.path.join(ROOT, "samples", "*.g*f"))
    assert len(files) >= 20
    for path in files:
        scene = json.loads(scene_of(o, path))
        assert not broken_rules(scene, schema, schema), broken_rules(scene, schema, schema)[:3]
        # What is not of the format is refused.
        scene["bodies"][0]["masses"] = 1
        assert broken_rules(scene, schema, schema) == ["/bodies/0/masses is not in the schema"]
        del scene["bodies"][0]["masses"], scene["bodies"][0]["mass"]
        assert broken_rules(scene, schema, schema) == ["/bodies/0 lacks mass"]


# Adapters. -------------------------------------------------------------------------------------------

def each_adapter_writes_a_trajectory_of_every_body(o):
    scene = scene_of(o, os.path.join(ROOT, "samples", "chain.gltf"))
    told = json.loads(scene)
    for engine in [*matrix.ENGINES, "still"]:
        header, *steps = lines_of(run_engine(engine, scene, 0.5, 120))
        assert (header["format"], header["version"], header["rate"]) == ("tumble-trajectory", 1, 120), header
        assert header["engine"] and header["engineVersion"] and isinstance(header["unsupported"], list), header
        nodes = [b["node"] for b in told["bodies"]]
        assert [n["index"] for n in header["nodes"]] == nodes
        assert [s["t"] for s in steps] == [k / 120 for k in range(61)], engine
        for step in steps:
            assert [b["node"] for b in step["bodies"]] == nodes
        for body, start in zip(steps[0]["bodies"], told["bodies"]):
            assert math.dist(body["position"], start["position"]) < 1e-5, engine


def a_turn_about_z_is_a_turn_about_z_in_each_engine(o):
    # Without gravity, 1 rad/s about +Z for a second: the quaternion (0, 0, sin 0.5, cos 0.5), and a point of the
    # body off its centre of mass goes round it. A mirrored engine turns the other way.
    nodes = [{"body": {"motion": {"mass": 2, "gravityFactor": 0, "centerOfMass": [1, 0, 0], "inertiaDiagonal": [1, 1, 1],
                                  "linearVelocity": [0, 0, 3], "angularVelocity": [0, 0, 1]}, "collider": SOLID}}]
    scene = scene_of_file(o, document(nodes, [BALL]))
    for engine in matrix.ENGINES:
        body = lines_of(run_engine(engine, scene, 1, 240))[-1]["bodies"][0]
        x, y, z, w = body["orientation"]
        assert math.dist([x, y, z], [0, 0, math.sin(0.5)]) < 1e-3 and w > 0, (engine, body)
        assert math.dist(body["position"], [1 - math.cos(1), -math.sin(1), 3]) < 1e-2, (engine, body)
        assert math.dist(body["angularVelocity"], [0, 0, 1]) < 1e-3, (engine, body)
        # The velocity is that of the centre of mass.
        assert math.dist(body["linearVelocity"], [0, 0, 3]) < 1e-3, (engine, body)


def what_an_engine_leaves_out_is_named(o):
    def pointers(engine, *what, **more):
        return lines_of(run_engine(engine, scene_of_file(o, document(*what, **more)), 0.1))[0]["unsupported"]

    body = {"motion": {"mass": 1}, "collider": {**SOLID, "physicsMaterial": 0}}
    friction = {"staticFriction": 0.9, "dynamicFriction": 0.3}
    soft = {"limits": [{"linearAxes": [0], "min": -1, "max": 1, "stiffness": 5}, {"linearAxes": [1, 2], "min": 0, "max": 0},
                       {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}
    joined = [{"body": {"motion": {"mass": 1}, "collider": SOLID}},
              {"body": {"joint": {"connectedNode": 0, "joint": 0}}}]
    joint = "/nodes/1/extensions/%s/joint" % PHYSICS
    collider = "/nodes/0/extensions/%s/collider" % PHYSICS
    trigger = [{"body": {"motion": {"mass": 1}, "collider": SOLID}}, {"body": {"trigger": SOLID}}]
    kinematic = [{"body": {"motion": {"isKinematic": True, "linearVelocity": [1, 0, 0]}, "collider": SOLID}}]
    for engine in matrix.ENGINES:
        # One friction for rest and motion: Havok has two. A collider is named with its material.
        assert (collider in pointers(engine, [{"body": body}], [BALL], [friction])) == (engine != "havok"), engine
        assert (joint in pointers(engine, joined, [BALL], joints=[soft])) == (engine in ("rapier", "mujoco")), engine
        assert bool(pointers(engine, trigger, [BALL])) == (engine == "mujoco"), engine
        assert bool(pointers(engine, kinematic, [BALL])) == (engine == "mujoco"), engine
        bouncy = pointers(engine, [{"body": body}], [BALL], [{"restitution": 0.5}])
        assert (collider in bouncy) == (engine == "mujoco"), engine
        # Four dimensions: all of it.
        flat = scene_of(o, os.path.join(ROOT, "samples", "slope4.g4tf"))
        assert "" in lines_of(run_engine(engine, flat, 0.1))[0]["unsupported"], engine


def gravity_volumes_and_animations_are_named_by_each_engine(o):
    for sample, part in (("planet", "gravity"), ("conveyor", "physicsMaterials/0")):
        scene = scene_of(o, os.path.join(ROOT, "samples", sample + ".gltf"))
        for engine in matrix.ENGINES:
            unsupported = lines_of(run_engine(engine, scene, 0.1))[0]["unsupported"]
            assert any(part in pointer for pointer in unsupported), (engine, sample, unsupported)


def triggers_tell_who_comes_and_goes(o):
    # A ball of 0.5 m falls from 4 m through a trigger that is 1 m high: in after sqrt(2 * 3 / g) = 0.78 s, and out
    # after sqrt(2 * 5 / g) = 1.01 s; a step more or less, and as much as a margin of contacts makes.
    nodes = [{"translation": [0, 4, 0], "body": {"motion": {"mass": 1}, "collider": SOLID}},
             {"body": {"trigger": {"geometry": {"shape": 1}}}}]
    scene = scene_of_file(o, document(nodes, [BALL, {"type": "box", "box": {"size": [9, 1, 9]}}]))
    for engine in ("rapier", "jolt", "havok"):
        events = [(line["t"], e) for line in lines_of(run_engine(engine, scene, 1.5))[1:] for e in line["events"]]
        assert [(e["type"], e["trigger"], e["collider"], e["motion"]) for _, e in events] == [
            ("triggerEntered", 1, 0, 0), ("triggerExited", 1, 0, 0)], (engine, events)
        for (t, _), expected in zip(events, (0.782, 1.010)):
            assert abs(t - expected) < 0.05, (engine, t)


def a_joint_to_the_world_leaves_other_colliders_alone(o):
    # A ball on a rail down the world's Y lands on a floor at -2 m.
    rail = {"limits": [{"linearAxes": [0, 2], "min": 0, "max": 0}, {"angularAxes": [0, 1, 2], "min": 0, "max": 0}]}
    nodes = [{"body": {"motion": {"mass": 1}, "collider": SOLID}}, {"body": {"joint": {"connectedNode": 0, "joint": 0}}},
             {"translation": [0, -2.5, 0], "body": {"collider": {"geometry": {"shape": 1}}}}]
    scene = scene_of_file(o, document(nodes, [BALL, {"type": "box", "box": {"size": [9, 1, 9]}}], joints=[rail]))
    for engine in matrix.ENGINES:
        y = lines_of(run_engine(engine, scene, 2, 120))[-1]["bodies"][0]["position"][1]
        assert abs(y + 1.5) < 0.03, (engine, y)


def an_axis_that_is_held_off_its_zero_stays_there(o):
    # One limit with equal ends: a hinge about X, a metre from its frame, and a push along it.
    held = {"limits": [{"linearAxes": [0], "min": 1, "max": 1}, {"linearAxes": [1, 2], "min": 0, "max": 0},
                       {"angularAxes": [1, 2], "min": 0, "max": 0}]}
    nodes = [{"translation": [1, 0, 0], "body": {"motion": {"mass": 2, "linearVelocity": [0.2, 0, 0]}}},
             {"body": {"joint": {"connectedNode": 0, "joint": 0}}}]
    scene = scene_of_file(o, document(nodes, [BALL], joints=[held]))
    for engine in matrix.ENGINES:
        header, *steps = lines_of(run_engine(engine, scene, 1, 120))
        if not header["unsupported"]:
            assert math.dist(steps[-1]["bodies"][0]["position"], [1, 0, 0]) < 0.03, (engine, steps[-1]["bodies"])


def a_spinning_ball_of_many_kilograms_rolls_off(o):
    # Friction takes a ball that lands with a spin w to rolling: its angular momentum about the ground stays, so that
    # I w = (I + m r^2) w' with I = 2/5 m r^2, and it rolls at 2/7 w r, whatever its mass is.
    ball = {"motion": {"mass": 40, "angularVelocity": [0, 0, 6]}, "collider": SOLID}
    nodes = [{"translation": [0, 0.5, 0], "body": ball}, {"translation": [0, -0.5, 0], "body": {"collider": {"geometry": {"shape": 1}}}}]
    scene = scene_of_file(o, document(nodes, [BALL, {"type": "box", "box": {"size": [99, 1, 9]}}]))
    for engine in matrix.ENGINES:
        body = lines_of(run_engine(engine, scene, 1, 120))[-1]["bodies"][0]
        assert abs(body["linearVelocity"][0] + 2 / 7 * 6 * 0.5) < 0.06, (engine, body["linearVelocity"])


def the_same_run_gives_the_same_bytes(o):
    scene = scene_of(o, os.path.join(ROOT, "samples", "tumbling-tower.gltf"))
    for engine in matrix.ENGINES:
        # Without the flags V8 optimizes meanwhile: another code of the machine.
        assert run_engine(engine, scene) == run_engine(engine, scene, flags=[]), engine


def the_program_of_the_page_is_an_adapter(o):
    with open(os.path.join(ROOT, "docs", "engines.md"), encoding="utf-8") as f:
        program = re.search(r"^```js\n(.*?)^```", f.read(), re.M | re.S).group(1)
    # Up at 5 m/s from 1 m, with half of gravity: y = 1 + 5 t - 9.81 t^2 / 4.
    nodes = [{"translation": [0, 1, 0], "body": {"motion": {"mass": 1, "gravityFactor": 0.5, "linearVelocity": [0, 5, 0]}}},
             {"body": {"collider": SOLID}}]
    with tempfile.TemporaryDirectory(prefix="tumble-engines-") as folder:
        path = os.path.join(folder, "fall.mjs")
        with open(path, "w", encoding="utf-8") as f:
            f.write(program)
        done = subprocess.run(["node", path, "--duration", "2", "--rate", "30"], capture_output=True, check=True,
                              input=scene_of_file(o, document(nodes, [BALL])))
    header, *steps = lines_of(done.stdout)
    assert header["unsupported"] == ["/nodes/1/extensions/%s/collider" % PHYSICS], header
    assert len(steps) == 61
    for step in steps:
        t = step["t"]
        assert abs(step["bodies"][0]["position"][1] - (1 + 5 * t - 9.81 * t * t / 4)) < 1e-9, step


def what_is_no_scene_is_refused_with_a_sentence(_):
    cases = [(b"", [], 1), (b"{}", [], 1), (b'{"format":"tumble-scene","version":2}', [], 1), (b"[1", [], 1),
             (b"{}", ["--rate", "x"], 2), (b"{}", ["--speed", "1"], 2), (b"{}", ["--rate", "0"], 2)]
    for scene, words, code in cases:
        done = subprocess.run([*command("still"), *words], input=scene, capture_output=True, check=False)
        assert done.returncode == code and done.stderr.startswith(b"still: ") and not done.stdout, (scene, done)


# The matrix. -----------------------------------------------------------------------------------------

def an_engine_in_which_nothing_moves_fails(o):
    with tempfile.TemporaryDirectory(prefix="tumble-engines-") as folder:
        page = os.path.join(folder, "matrix.md")
        subprocess.run([sys.executable, os.path.join(ROOT, "tools", "matrix.py"), "--tumble", o.tumble, "--engine",
                        "still", "--alone", "--out", page], check=True, stderr=subprocess.DEVNULL)
        with open(page, encoding="utf-8") as f:
            text = f.read()
    passed, failed, _ = map(int, re.search(r"\| \*\*all\*\* \| \*\*(\d+) / (\d+) / (\d+)\*\*", text).groups())
    assert passed + failed >= 55 and failed >= 0.9 * (passed + failed), (passed, failed)


def the_matrix_counts_and_names(_):
    results = {"e": [matrix.Result("a", "joints", "passed"), matrix.Result("b", "joints", "failed", "x | y"),
                     matrix.Result("c", "joints", "skipped", "`/nodes/1`")]}
    page = matrix.page_of({"e": "Engine 1"}, results, "three cases")
    assert "| joints | 1 / 1 / 1 |" in page and "| **all** | **1 / 1 / 1** |" in page
    assert "| b | failed | x \\| y |" in page and "| c | skipped | `/nodes/1` |" in page and "| a |" not in page
    # JSON Patch, with a path that appends to an array it may create.
    file = {"a": [1, 2], "b": {"c": 3}}
    matrix.patch(file, [{"op": "add", "path": "/a/1", "value": 9}, {"op": "replace", "path": "/b/c", "value": 4},
                        {"op": "add", "path": "/b/d[]", "value": 5}, {"op": "remove", "path": "/a/0"}])
    assert file == {"a": [9, 2], "b": {"c": 4, "d": [5]}}, file
    found = list(matrix.verdicts_in({"files": [{"verdicts": [{"check": "within", "outcome": "failed"}]}]}))
    assert [v["outcome"] for v in found] == ["failed"]
    # Each test of ours is there.
    names = [name for tests in matrix.OWN.values() for name in tests]
    assert len(set(names)) == len(names) >= 60
    for name in names:
        assert callable(matrix.test_of(name)), name


def an_adapter_that_dies_is_told(o):
    original = matrix.command_of
    matrix.command_of = lambda _: "sh -c 'echo out of luck >&2; exit 3'"
    try:
        result = matrix.run_own(o.tumble, "any", "samples/row", "fall and speed")
    finally:
        matrix.command_of = original
    assert (result.outcome, result.why) == ("failed", "the adapter ended early: out of luck"), vars(result)


WITHOUT_NODE = [the_schema_has_every_member_of_every_sample, the_matrix_counts_and_names, an_adapter_that_dies_is_told]
TESTS = {test.__name__: test for test in [
    *WITHOUT_NODE, each_adapter_writes_a_trajectory_of_every_body, a_turn_about_z_is_a_turn_about_z_in_each_engine,
    what_an_engine_leaves_out_is_named, gravity_volumes_and_animations_are_named_by_each_engine,
    triggers_tell_who_comes_and_goes, a_joint_to_the_world_leaves_other_colliders_alone,
    an_axis_that_is_held_off_its_zero_stays_there, a_spinning_ball_of_many_kilograms_rolls_off,
    the_same_run_gives_the_same_bytes, the_program_of_the_page_is_an_adapter,
    what_is_no_scene_is_refused_with_a_sentence, an_engine_in_which_nothing_moves_fails]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test", choices=TESTS)
    o = parser.parse_args()
    o.tumble = os.path.abspath(o.tumble)
    test = TESTS[o.test]
    missing = matrix.missing_packages()
    if missing and test not in WITHOUT_NODE:
        print("skipped: " + missing)
        return 77
    test(o)
    return 0


if __name__ == "__main__":
    sys.exit(main())
