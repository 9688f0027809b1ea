#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every dialect there and back: the scene a converted file gives, field by field.

    run.py --tumble PROGRAM [--target NAME]… [--made N] [FILE…]

Without files: the samples, N made-up documents, and the assets beside this checkout where they are.
Each is converted to every target and read again with `tumble info --json`; then that is converted
once more to the same target, which must change nothing. Both scenes are brought into one form
first, in which what docs/dialects.md#from-one-to-another allows is the same:

    static bodies are the world         all targets (anchors of joints, grouping of colliders)
    materials, filters, gravity factor  gone where the target has none (L-…)
    abstaining is average               OMI; MSFT in files that Blender's exporter began
    triggers are the parts they have    where the target splits or gathers them (B-SPLIT, A-COMPOUND)
    joints are two places and limits    sides in either order; limits that were told as approximated
                                        (A-RADIAL, A-SWAP, A-FRAMES …) are not compared
    bodies are their centers of mass    G4MF, whose bodies have them at their nodes (A-COM): in place
                                        of the number of the node

A field that differs without having been told is a failure; so is a file that `tumble validate` finds
errors in which its source does not have.
"""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import made  # noqa: E402

ASSETS = os.path.join(os.path.dirname(ROOT), "shared", "assets")
TARGETS = ["khr", "khr-draft", "msft", "omi", "omi-draft", "omi-collider", "g4mf", "gltf21"]
EARLY = ("omi-draft", "omi-collider")
PLAIN = EARLY + ("g4mf",)  # No materials, no filters.
TOLERANCE = 2e-6  # Baked points are floats.


# Quaternions x y z w.
def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def rotate(q, v):
    return multiply(multiply(q, [v[0], v[1], v[2], 0.0]), [-q[0], -q[1], -q[2], q[3]])[:3]


def at(position, rotation, scene, body):
    """A place in a body's frame, as one in the world."""
    if body < 0:
        return list(position), list(rotation)
    b = scene["bodies"][body]
    moved = rotate(b["rotation"], position)
    return [p + m for p, m in zip(b["position"], moved)], multiply(b["rotation"], rotation)


def one_sign(q):
    lead = next((x for x in (q[3], q[0], q[1], q[2]) if abs(x) > 1e-6), 1.0)
    return [x if lead > 0 else -x for x in q]


def center(body):
    return [p + m for p, m in zip(body["position"], rotate(body["rotation"], body["centerOfMass"]))]


def name_of(scene, body, target):
    """What tells a body that moves from the others; -1 for the world."""
    if body < 0 or scene["bodies"][body]["kind"] == "static":
        return -1
    body = scene["bodies"][body]
    return center(body) if target == "g4mf" else body["node"]


def place_of(thing, scene, target):
    """A collider or part: the moving body it is on, and where, in the world at load."""
    position, rotation = at(thing["position"], thing["rotation"], scene, thing["body"])
    return {"body": name_of(scene, thing["body"], target), "position": position,
            "rotation": one_sign(rotation)}


def normal_shape(shape, told):
    """Hulls and meshes by what they span; where a shape was approximated, only that it is there."""
    is_bent = {"A-HULL", "A-HULL255", "A-PLANE", "A-SHELL"} & told
    if is_bent and shape["type"] not in ("sphere", "box"):
        return {"type": "approximated"}
    if shape["type"] == "capsule" and shape["height"] == 0 and shape["radiusBottom"] == shape["radiusTop"]:
        return {"type": "sphere", "radius": shape["radiusTop"]}
    return {k: v for k, v in shape.items() if k not in ("points", "cells", "closed")}


def bake_scale(made_of):
    """Scales in the sizes, as G4MF has them; an ellipsoid is seen as the hull that stands for it."""
    shape, scale = made_of["shape"], made_of["scale"]
    if shape["type"] == "box":
        shape["size"] = [e * abs(s) for e, s in zip(shape["size"], scale)]
        made_of["scale"] = None
    elif shape["type"] == "sphere" and max(scale) - min(scale) > TOLERANCE:
        reach = [shape["radius"] * s for s in scale]
        made_of["shape"] = {"type": "convex", "min": [-r for r in reach], "max": reach}
        made_of["scale"] = [1, 1, 1]


def normal_solid(thing, scene, target, told):
    made_of = place_of(thing, scene, target)
    made_of["shape"] = normal_shape(thing["shape"], told)
    made_of["scale"] = thing["scale"] if made_of["shape"]["type"] != "approximated" else None
    if "A-PLANE" in told:
        # A plane became a box below it or a mesh on it.
        made_of = {"body": made_of["body"]}
    if target == "g4mf" and "shape" in made_of:
        bake_scale(made_of)
    for table in ("material", "filter"):
        made_of[table] = -1 if target in PLAIN else thing.get(table, -1)
    return made_of


def normal_body(body, target, told):
    kind = body["kind"]
    values = {"kind": kind, "position": body["position"], "rotation": one_sign(body["rotation"]),
              "linearVelocity": body["linearVelocity"], "angularVelocity": body["angularVelocity"]}
    if kind == "dynamic":
        # What is worked out from approximated shapes is another number; a tensor has no order of axes.
        exact = not {"A-HULL", "A-HULL255", "A-PLANE"} & told
        for key in ("mass", "centerOfMass", "inertia"):
            values[key] = body[key] if exact else None
        if exact and target in EARLY:
            values["inertia"] = sorted(body["inertia"], key=lambda i: (i is None, i))
        values["gravityFactor"] = 1 if target in EARLY else body["gravityFactor"]
        infinite = body["mass"] is None or None in body["inertia"]
        if infinite and (target.startswith("omi") or target == "g4mf"):
            # Kinematic where nothing can move it, else huge and weightless: both told.
            values = {"kind": "infinite", "position": body["position"]}
    if target == "g4mf":
        values["position"] = center(body)
        values.pop("centerOfMass", None)
    return values


def limits_of(joint, is_exact):
    limits = []
    for limit in joint["limits"]:
        if limit["min"] is None and limit["max"] is None:
            continue
        locked = limit["min"] == 0 and limit["max"] == 0
        for axes in [[a] for a in limit["axes"]] if locked else [limit["axes"]]:
            soft = limit["stiffness"] is not None
            limits.append([limit["space"], axes, limit["min"], limit["max"], limit["stiffness"],
                           limit["damping"] if soft else 0])
    return sorted(limits, key=str) if is_exact else "told"


def normal_joint(joint, scene, target, told):
    sides = []
    for side in "AB":
        body = joint["body" + side]
        position, _ = at(joint["position" + side], joint["rotation" + side], scene, body)
        moves = body >= 0 and scene["bodies"][body]["kind"] == "dynamic"
        sides.append({"body": scene["bodies"][body]["node"] if moves else -1, "position": position})
    bent = {"A-RADIAL", "A-SWAP", "B-SWAP", "A-FRAMES", "A-OVERLAP", "A-UNBOUNDED", "A-DUMMY",
            "L-SOFT"} & told
    is_shifted = target in EARLY  # One frame for both: ranges take up the offset.
    if is_shifted or bent:
        for side in sides:
            side["position"] = None
    sides.sort(key=str)
    drives = 0 if target in EARLY or target == "msft" else len(joint["drives"])
    return {"sides": sides, "limits": limits_of(joint, not bent and not is_shifted),
            "drives": drives, "enableCollision": target not in EARLY and joint["enableCollision"]}


def normal_material(material, target):
    values = {k: v for k, v in material.items() if k != "pointer"}
    # In MSFT files of the exporter that left average out, absent is average, whoever wrote them.
    if target in ("omi", "msft"):
        for key in ("frictionCombine", "restitutionCombine"):
            values[key] = "average" if values[key] == "none" else values[key]
    return values


def normal(scene, target, told):
    for node in scene["bodies"]:
        node.setdefault("tag", "none")
    moving = [b for b in scene["bodies"] if b["kind"] != "static"]
    # A static body that joints hold is a kinematic one at rest where there are no static ones.
    resting = [b for b in moving if b["kind"] == "kinematic" and not any(b["linearVelocity"])
               and not any(b["angularVelocity"])]
    for body in resting:
        body["kind"] = "static"
    moving = [b for b in scene["bodies"] if b["kind"] != "static"]
    triggers = [normal_solid(part, scene, target, told)
                for trigger in scene["triggers"] for part in trigger["parts"]]
    if {"B-SPLIT", "A-COMPOUND", "A-FILTER"} & told:
        triggers = [json.loads(t) for t in sorted({json.dumps(rounded(t)) for t in triggers})]
        if "A-COMPOUND" in told:
            triggers = []
    bodies = {b["node"]: normal_body(b, target, told) for b in moving}
    if target == "g4mf":
        bodies = sorted(bodies.values(), key=lambda b: json.dumps(rounded(b)))
    return {
        "bodies": bodies,
        "colliders": sorted((normal_solid(c, scene, target, told) for c in scene["colliders"]),
                            key=lambda c: json.dumps(rounded(c))),
        "triggers": sorted(triggers, key=lambda t: json.dumps(rounded(t))),
        "joints": [] if target == "g4mf" else sorted(
            (normal_joint(j, scene, target, told) for j in scene["joints"]),
            key=lambda j: json.dumps(rounded(j))),
        "materials": [] if target in PLAIN else [normal_material(m, target) for m in scene["materials"]],
        "filters": [] if target in PLAIN else [
            {k: v for k, v in f.items() if k != "pointer"} for f in scene["filters"]],
        "gravity": None if target == "g4mf" else scene.get("gravity"),
        "gravityVolumes": 0 if target == "g4mf" else len(scene.get("gravityVolumes", [])),
    }


def rounded(value):
    """For sorting alone: what differs by noise sorts alike."""
    if isinstance(value, float):
        return round(value, 4) + 0.0
    if isinstance(value, dict):
        return {k: rounded(value[k]) for k in sorted(value)}
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return value


def differences(a, b, path=""):
    if isinstance(a, bool) or isinstance(b, bool):
        return [] if a == b else ["%s: %s became %s" % (path, a, b)]
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        near = abs(a - b) <= TOLERANCE * max(1.0, abs(a), abs(b))
        return [] if near else ["%s: %.9g became %.9g" % (path, a, b)]
    if isinstance(a, dict) and isinstance(b, dict):
        return [d for k in sorted(set(a) | set(b), key=str)
                for d in differences(a.get(k), b.get(k), "%s/%s" % (path, k))]
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return ["%s: %d items became %d" % (path, len(a), len(b))]
        return [d for i, (x, y) in enumerate(zip(a, b)) for d in differences(x, y, "%s/%d" % (path, i))]
    return [] if a == b else ["%s: %s became %s" % (path, a, b)]


# Words on one command line: 32 KiB are short even for Windows.
MOST_FILES = 200


def answers(program, verb, paths, *options):
    """What a verb says of each file as JSON; None where it fails. Processes take file after file where there are
    worker processes (docs/cli.md#many-files): a start takes as long as four files."""
    if os.name == "nt":
        return {path: answer(program, verb, path, *options) for path in paths}
    found = {}
    for i in range(0, len(paths), MOST_FILES):
        some = paths[i:i + MOST_FILES]
        run = subprocess.run([program, verb, *some, "--json", "--quiet", "--jobs", "1", "--time-limit", "600",
                              *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        rows = [json.loads(line) for line in run.stdout.splitlines()]
        if [row["file"] for row in rows] != some:
            raise RuntimeError("%s tells of %d files, not of %d: %s" % (verb, len(rows), len(some), run.stderr[-300:]))
        for row in rows:
            # A file that has errors is told as far as it can be read.
            found[row["file"]] = row.get("result") if row["outcome"] in ("done", "has errors") else None
    return found


def answer(program, verb, path, *options):
    """The same for one file, by a process of its own."""
    run = subprocess.run([program, verb, path, "--json", "--quiet", *options], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    return json.loads(run.stdout) if run.returncode in (0, 1) else None


def scene_in(said):
    return said if said and "dimension" in said else None


def codes_in(said):
    """The codes of the errors that validate tells of; a file it fails on has one, too."""
    return {m["code"] for m in said["issues"]["messages"] if m["severity"] == 0} if said else {"no answer"}


TO_TEXT = ("--embed", "--experimental", "--lenient")


def convert(program, source, path, target):
    run = subprocess.run([program, "convert", source, "-o", path, "--to", target, "--json", "--quiet", *TO_TEXT],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = json.loads(run.stdout) if run.returncode in (0, 1) else {"output": None}
    if said["output"] is None:
        raise RuntimeError("convert answered %d: %s" % (run.returncode, run.stderr.strip()[-200:]))
    return said["changes"]


def codes_of(changes):
    return {change["code"] for change in changes}


def has_physics(scene):
    """Whether there is something of three dimensions to convert."""
    return scene is not None and scene["dimension"] == 3 and bool(
        scene["bodies"] or scene["colliders"] or scene["triggers"])


def normal_copy(scene, target, told):
    """normal() changes what it is given."""
    return normal(json.loads(json.dumps(scene)), target, told)


def convert_all(program, target, sources, folder):
    """source -> the text file that was written and the codes of its changes; or None and a sentence."""
    suffix = ".g4tf" if target == "g4mf" else ".gltf"
    written, rounds, turn = {}, [], {}
    os.makedirs(folder, exist_ok=True)
    for source in sources:
        stem, ending = os.path.splitext(os.path.basename(source))
        if ending in (".gltf", ".g4tf") and os.name != "nt":
            # Outputs have the names of their sources: in a round there is one of each name.
            turn[stem] = turn.get(stem, -1) + 1
            rounds += [[]] if turn[stem] == len(rounds) else []
            rounds[turn[stem]].append(source)
            continue
        path = os.path.join(folder, "%d%s" % (len(written), suffix))
        try:
            written[source] = path, codes_of(convert(program, source, path, target))
        except RuntimeError as error:
            written[source] = None, str(error)
    for number, some in enumerate(rounds):
        into = os.path.join(folder, "round-%d" % number)
        for source, said in answers(program, "convert", some, "--to", target, "--out", into, *TO_TEXT).items():
            if said and said["output"] and said["output"].endswith(suffix):
                written[source] = said["output"], codes_of(said["changes"])
            else:
                written[source] = None, "convert writes %s" % (said and said["output"])
    return {source: written[source] for source in sources}


def try_target(program, target, scenes, source_errors, folder):
    """source -> what is wrong with its conversion, and with that converted once more."""
    once = convert_all(program, target, list(scenes), folder)
    written = [path for path, _ in once.values() if path]
    seconds = answers(program, "info", written)
    found_errors = answers(program, "validate", written)
    twice = convert_all(program, target, written, os.path.join(folder, "again"))
    thirds = answers(program, "info", [path for path, _ in twice.values() if path])
    wrong = {}
    for source, (path, told) in once.items():
        if path is None:
            wrong[source] = [told]
            continue
        again, told_again = twice[path]
        second, third = scene_in(seconds[path]), scene_in(thirds[again]) if again else None
        if second is None:
            wrong[source] = ["what was written cannot be read"]
            continue
        faults = ["written: " + code for code in sorted(codes_in(found_errors[path]) - source_errors[source])]
        if not {"A-REPARENT", "A-ANIM"} & told:
            faults += differences(normal_copy(scenes[source], target, told), normal_copy(second, target, told))
            if third is None:
                faults.append("again: " + (told_again if again is None else "what was written cannot be read"))
            else:
                faults += ["again: " + d for d in differences(normal_copy(second, target, told_again),
                                                             normal_copy(third, target, told_again))]
        wrong[source] = faults
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--target", action="append")
    parser.add_argument("--made", type=int, default=40)
    parser.add_argument("files", nargs="*")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = o.files or sorted(
            glob.glob(os.path.join(ROOT, "samples", "*.g[l4]tf"))
            + glob.glob(os.path.join(ASSETS, "**", "*.gl[tb]*"), recursive=True)
            + glob.glob(os.path.join(ASSETS, "**", "*_3d.g4tf"), recursive=True)
            + [made.write(folder, seed) for seed in range(o.made)])
        scenes = {f: scene for f, scene in ((f, scene_in(said)) for f, said in answers(o.tumble, "info", files).items())
                  if has_physics(scene)}
        source_errors = {f: codes_in(said) for f, said in answers(o.tumble, "validate", list(scenes)).items()}
        wrong = converted = 0
        for target in o.target or TARGETS:
            inside = tempfile.mkdtemp(dir=folder)
            for source, faults in try_target(o.tumble, target, scenes, source_errors, inside).items():
                converted += 1
                if faults:
                    wrong += 1
                    print("FAIL %s to %s: %s" % (source, target, "; ".join(faults[:4])))
            shutil.rmtree(inside)
    print("%d conversions, %d wrong" % (converted, wrong))
    return 1 if wrong or not converted else 0


if __name__ == "__main__":
    sys.exit(main())
