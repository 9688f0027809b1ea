#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`tumble diff` names what differs between two files, and nothing else.

    run.py --tumble PROGRAM changes     samples with one change each
    run.py --tumble PROGRAM dialects    samples and what `tumble convert` makes of them

Each change is one edit of a sample's JSON with the one row that it has to give: subject, quantity,
both values, unit, both JSON pointers. A conversion that tells of no loss and no approximation has no
difference.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SAMPLES = os.path.join(ROOT, "samples")
KHR = "KHR_physics_rigid_bodies"
DIALECTS = ["khr", "khr-draft", "msft", "omi", "omi-draft", "omi-collider"]


def load(sample):
    with open(os.path.join(SAMPLES, sample), encoding="utf-8") as f:
        return json.load(f)


def physics(document, node):
    return document["nodes"][node]["extensions"][KHR]


def table(document, name):
    return document["extensions"][KHR][name]


def shapes(document):
    return document["extensions"]["KHR_implicit_shapes"]["shapes"]


def place(node, member):
    return "/nodes/%d/extensions/%s/%s" % (node, KHR, member)


def root(path):
    return "/extensions/%s/%s" % (KHR, path)


def node_of(document, name):
    return next(i for i, node in enumerate(document["nodes"]) if node.get("name") == name)


def set_to(owner, key, value):
    """Sets a member; the value before, or None."""
    before = owner.get(key)
    owner[key] = value
    return before


# Each function edits a document and gives (subject, quantity, unit, a, b, pointer a, pointer b).

def mass(d):
    n = node_of(d, "Link 3")
    before = set_to(physics(d, n)["motion"], "mass", 7.5)
    return "body", "mass", "kg", before, 7.5, place(n, "motion"), place(n, "motion")


def velocity(d):
    n = node_of(d, "Restitution 0.5")
    set_to(physics(d, n)["motion"], "linearVelocity", [0.25, 0, 0])
    return ("body", "linear velocity", "m/s", [0, 0, 0], [0.25, 0, 0], place(n, "motion"),
            place(n, "motion"))


def spin(d):
    n = node_of(d, "Restitution 0.5")
    set_to(physics(d, n)["motion"], "angularVelocity", [0, 2, 0])
    return ("body", "angular velocity", "rad/s", [0, 0, 0], [0, 2, 0], place(n, "motion"),
            place(n, "motion"))


def kinematic(d):
    n = node_of(d, "Restitution 0.5")
    set_to(physics(d, n)["motion"], "isKinematic", True)
    return "body", "kind", "", "dynamic", "kinematic", place(n, "motion"), place(n, "motion")


def weightless(d):
    n = node_of(d, "Restitution 0.5")
    set_to(physics(d, n)["motion"], "gravityFactor", 0.5)
    return "body", "gravity factor", "", 1, 0.5, place(n, "motion"), place(n, "motion")


def renamed(d):
    n = node_of(d, "Restitution 0.5")
    d["nodes"][n]["name"] = "Middle"
    return "body", "name", "", "Restitution 0.5", "Middle", place(n, "motion"), place(n, "motion")


def moved(d):
    n = node_of(d, "Restitution 0.5")
    before = d["nodes"][n]["translation"]
    after = [before[0], before[1] + 0.01, before[2]]
    d["nodes"][n]["translation"] = after
    return "body", "position", "m", before, after, place(n, "motion"), place(n, "motion")


def turned(d):
    n = node_of(d, "Restitution 0.5")
    half = 0.5 ** 0.5
    d["nodes"][n]["rotation"] = [0, half, 0, half]
    return ("body", "rotation", "quaternion", [0, 0, 0, 1], [0, half, 0, half], place(n, "motion"),
            place(n, "motion"))


def removed(d):
    n = node_of(d, "Inside")
    pointer = place(n, "motion")
    del physics(d, n)["motion"]
    return "body", None, None, None, None, pointer, ""


def friction(d):
    before = set_to(table(d, "physicsMaterials")[0], "staticFriction", 0.125)
    return ("material", "static friction", "", before, 0.125, root("physicsMaterials/0"),
            root("physicsMaterials/0"))


def restitution(d):
    material = next(i for i, m in enumerate(table(d, "physicsMaterials")) if m.get("restitution") == 0.5)
    set_to(table(d, "physicsMaterials")[material], "restitution", 0.625)
    pointer = root("physicsMaterials/%d" % material)
    return "material", "restitution", "", 0.5, 0.625, pointer, pointer


def combine(d):
    before = set_to(table(d, "physicsMaterials")[0], "frictionCombine", "maximum")
    return ("material", "friction combine", "", before or "none", "maximum",
            root("physicsMaterials/0"), root("physicsMaterials/0"))


def size(d):
    index = next(i for i, s in enumerate(shapes(d)) if s["type"] == "box")
    before = shapes(d)[index]["box"]["size"]
    after = [before[0], before[1], before[2] * 1.5]
    shapes(d)[index]["box"]["size"] = after
    pointer = "/extensions/KHR_implicit_shapes/shapes/%d" % index
    return "collider", "size", "m", before, after, pointer, pointer


def radius(d):
    index = next(i for i, s in enumerate(shapes(d)) if s["type"] == "sphere")
    before = shapes(d)[index]["sphere"]["radius"]
    shapes(d)[index]["sphere"]["radius"] = before * 1.25
    pointer = "/extensions/KHR_implicit_shapes/shapes/%d" % index
    return "collider", "radius", "m", before, before * 1.25, pointer, pointer


def no_collider(d):
    n = node_of(d, "Floor")
    pointer = place(n, "collider")
    del d["nodes"][n]["extensions"]
    return "collider", None, None, None, None, pointer, ""


def filtered(d):
    filters = table(d, "collisionFilters")
    index = next(i for i, f in enumerate(filters) if f.get("collisionSystems"))
    before = ", ".join(sorted(filters[index]["collisionSystems"]))
    filters[index]["collisionSystems"] = ["another"]
    return ("filter", "systems", "", before, "another", root("collisionFilters/%d" % index),
            root("collisionFilters/%d" % index))


def limit(d):
    for j, joint in enumerate(table(d, "physicsJoints")):
        for k, lim in enumerate(joint.get("limits", [])):
            if lim.get("max", 0) > 0:
                before = set_to(lim, "max", lim["max"] * 0.5)
                pointer = root("physicsJoints/%d/limits/%d" % (j, k))
                unit = "m" if "linearAxes" in lim else "rad"
                return "limit", "max", unit, before, before * 0.5, pointer, pointer
    raise AssertionError("no limit")


def drive(d):
    joint = next(i for i, j in enumerate(table(d, "physicsJoints")) if j.get("drives"))
    found = table(d, "physicsJoints")[joint]["drives"][0]
    before = set_to(found, "velocityTarget", 1.5)
    pointer = root("physicsJoints/%d/drives/0" % joint)
    unit = "rad/s" if found["type"] == "angular" else "m/s"
    return "drive", "velocity target", unit, before, 1.5, pointer, pointer


def joined(d):
    n = next(i for i, node in enumerate(d["nodes"])
             if "joint" in node.get("extensions", {}).get(KHR, {})
             and not physics(d, i)["joint"].get("enableCollision"))
    physics(d, n)["joint"]["enableCollision"] = True
    return "joint", "collision", "", "no", "yes", place(n, "joint"), place(n, "joint")


def gravity(d):
    d.setdefault("extensionsUsed", []).append("OMI_physics_gravity")
    d["extensions"]["OMI_physics_gravity"] = {"gravity": 1.62, "direction": [0, -1, 0]}
    return ("gravity", "gravity", "m/s^2", [0, -9.81, 0], [0, -1.62, 0], "",
            "/extensions/OMI_physics_gravity")


def trigger(d):
    n = next(i for i, node in enumerate(d["nodes"])
             if "geometry" in node.get("extensions", {}).get(KHR, {}).get("trigger", {})
             and "translation" in node)
    before = d["nodes"][n]["translation"]
    after = [before[0] + 0.5, before[1], before[2]]
    d["nodes"][n]["translation"] = after
    return "trigger", "position", "m", before, after, place(n, "trigger"), place(n, "trigger")


def size4(d):
    index = next(i for i, s in enumerate(d["shapes"]) if len(s.get("size", [])) == 4)
    before = d["shapes"][index]["size"]
    after = before[:3] + [before[3] * 2]
    d["shapes"][index]["size"] = after
    pointer = "/shapes/%d" % index
    return "collider", "size", "m", before, after, pointer, pointer


# Sample, edit, whether other rows may follow from it: those of bodies that the edit moves too.
CHANGES = [
    ("chain.gltf", mass, False), ("bounce.gltf", velocity, False), ("bounce.gltf", spin, False),
    ("bounce.gltf", kinematic, False), ("bounce.gltf", weightless, False),
    ("bounce.gltf", renamed, False), ("bounce.gltf", moved, False), ("bounce.gltf", turned, False),
    ("slope.gltf", friction, False), ("bounce.gltf", restitution, False),
    ("combine.gltf", combine, False), ("row.gltf", size, True), ("bounce.gltf", radius, True),
    ("bounce.gltf", no_collider, False), ("sieves.gltf", filtered, False),
    ("joints.gltf", limit, True), ("drives.gltf", drive, True), ("chain.gltf", joined, False),
    ("bounce.gltf", gravity, False), ("triggers.gltf", trigger, False), ("heap4.g4tf", size4, True),
]


def diff(tumble, a, b, *options):
    run = subprocess.run([tumble, "diff", a, b, "--json", *options], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    if run.returncode not in (0, 1):
        raise AssertionError("ends with %d: %s" % (run.returncode, run.stderr.strip()[-300:]))
    return run.returncode, json.loads(run.stdout), run.stderr


def near(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(near(x, y) for x, y in zip(a, b))
    if isinstance(a, (int, float)) and isinstance(b, (int, float)):
        return abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))
    return a == b


def expected(row):
    subject, quantity, unit, a, b, pointer_a, pointer_b = row
    wanted = {"subject": subject, "pointerA": pointer_a, "pointerB": pointer_b}
    if quantity is None:
        wanted["kind"] = "only a"
    else:
        wanted.update(kind="value", quantity=quantity, unit=unit, a=a, b=b)
    return wanted


def try_change(tumble, folder, sample, edit, may_follow):
    source = os.path.join(SAMPLES, sample)
    document = load(sample)
    wanted = expected(edit(document))
    changed = os.path.join(folder, edit.__name__ + os.path.splitext(sample)[1])
    with open(changed, "w", encoding="utf-8") as f:
        json.dump(document, f)
    code, said, errors = diff(tumble, source, changed, "--structure")
    rows = said["differences"]
    if code != 1 or said["same"] or errors:
        return "exit %d, same %s, %s" % (code, said["same"], errors)
    hits = [r for r in rows if all(near(r.get(k), v) for k, v in wanted.items())]
    if not hits:
        return "no row %s among %s" % (wanted, rows)
    others = [r for r in rows if r not in hits]
    if others and not may_follow:
        return "rows besides: %s" % others
    if may_follow and any(r["subject"] != wanted["subject"] for r in others):
        return "rows of other subjects: %s" % others
    return None


def try_motion(tumble, folder):
    """A body that falls from 10 mm higher is 10 mm away from the first pose on; the same file is not."""
    document = load("bounce.gltf")
    moved(document)
    path = os.path.join(folder, "motion.gltf")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(document, f)
    source = os.path.join(SAMPLES, "bounce.gltf")
    code, said, _ = diff(tumble, source, path, "--motion")
    rows = said["differences"]
    if code != 1 or len(rows) != 1 or rows[0]["kind"] != "motion":
        return "exit %d, rows %s" % (code, rows)
    row = rows[0]
    if row["name"] != "Restitution 0.5" or row["time"] != 0 or abs(row["gap"] - 0.01) > 1e-6:
        return "first difference %s" % row
    # Twice the tolerance, and gaps that only rounding makes later, are no difference at once.
    code, said, _ = diff(tumble, source, path, "--motion", "--tolerance", "0.02", "--duration", "0.25")
    if code != 0 or not said["same"] or not 0.009 < said["motion"]["largestGap"] < 0.011:
        return "within the tolerance: exit %d, %s" % (code, said["motion"])
    # A body at 0.5 m/s is 0.05 m away after 0.1 s; the step after that is the first beyond.
    document = load("bounce.gltf")
    physics(document, node_of(document, "Restitution 0.5"))["motion"]["linearVelocity"] = [0.5, 0, 0]
    with open(path, "w", encoding="utf-8") as f:
        json.dump(document, f)
    code, said, _ = diff(tumble, source, path, "--motion", "--tolerance", "0.05", "--rate", "100")
    row = said["differences"][0]
    if code != 1 or not 0.099 < row["time"] < 0.1201:
        return "first beyond the tolerance at %s" % row
    for sample in ("pile.gltf", "heap4.g4tf"):
        source = os.path.join(SAMPLES, sample)
        code, said, _ = diff(tumble, source, source, "--tolerance", "0", "--duration", "1")
        if code != 0 or said["differences"]:
            return "%s differs from itself: %s" % (sample, said["differences"][:3])
    return None


def run_changes(tumble):
    failures = 0
    with tempfile.TemporaryDirectory(prefix="tumble-diff-") as folder:
        for sample, edit, may_follow in CHANGES:
            wrong = try_change(tumble, folder, sample, edit, may_follow)
            if wrong:
                failures += 1
                print("%s, %s: %s" % (sample, edit.__name__, wrong))
        wrong = try_motion(tumble, folder)
        if wrong:
            failures += 1
            print("motion: " + wrong)
    print("%d changes, %d wrong" % (len(CHANGES) + 1, failures))
    return failures


def run_dialects(tumble):
    compared = failures = 0
    with tempfile.TemporaryDirectory(prefix="tumble-diff-") as folder:
        for sample in sorted(os.listdir(SAMPLES)):
            if not sample.endswith(".gltf"):
                continue
            source = os.path.join(SAMPLES, sample)
            for dialect in DIALECTS:
                path = os.path.join(folder, dialect + ".gltf")
                run = subprocess.run([tumble, "convert", source, "-o", path, "--to", dialect, "--json",
                                      "--quiet"], stdout=subprocess.PIPE, text=True)
                told = json.loads(run.stdout)
                if told["approximated"] or told["lost"]:
                    continue
                compared += 1
                code, said, _ = diff(tumble, source, path, "--structure")
                if code != 0 or said["differences"]:
                    failures += 1
                    print("%s to %s: %s" % (sample, dialect, said["differences"][:2]))
    print("%d conversions without loss, %d differ" % (compared, failures))
    # 17 samples in 6 dialects; a third of them lose something and are told so.
    return failures + (compared < 50)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tumble", required=True)
    parser.add_argument("part", choices=["changes", "dialects"])
    o = parser.parse_args()
    return 1 if {"changes": run_changes, "dialects": run_dialects}[o.part](o.tumble) else 0


if __name__ == "__main__":
    sys.exit(main())
