#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Stands for `tumble simulate FILE …`, of the file converted to a dialect (converted.py).

    convert_and_simulate.py PROGRAM TARGET simulate FILE --trajectory OUT …

Bodies that conversion added (anchors of joints) are left out of the trajectory. It is started
thousands of times, so it imports little.
"""

import json
import os
import subprocess
import sys
import zlib


def nodes_of(path):
    with open(path, "rb") as f:
        data = f.read()
    if data[:4] == b"glTF":
        data = data[20:20 + int.from_bytes(data[12:16], "little")]
    return json.loads(data).get("nodes", [])


def turned(q, v):
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


def keep_known_nodes(text, source, converted, shift):
    """The trajectory with the source's nodes alone, under its names; what was put above one of them
    (a body at its centre of mass) or below stands for that. G4MF has a root of its own before them
    all: shift is 1."""
    count = len(source)
    parent = {c: i for i, n in enumerate(converted) for c in n.get("children", [])}
    known = [node - shift for node in range(len(converted))]
    below = {}
    for node in range(count + shift, len(converted)):
        known[node] = known[parent[node]] if node in parent else -1
        for child in converted[node].get("children", []):
            offset = converted[child].get("position", [0, 0, 0])
            if shift <= child < count + shift and not {"rotor", "basis", "scale"} & set(converted[child]):
                below[node] = (child - shift, offset)
                known[node] = child - shift
    lines = []
    for line in text.splitlines():
        step = json.loads(line)
        for key in ("nodes", "bodies"):
            if key not in step:
                continue
            index, kept = "index" if key == "nodes" else "node", []
            for one in step[key]:
                node = one[index]
                one[index] = node - shift
                if node in below:
                    one[index], offset = below[node]
                    moved = turned(one.get("orientation", [0, 0, 0, 1]), offset)
                    if "position" in one:
                        one["position"] = [p + m for p, m in zip(one["position"], moved)]
                if 0 <= one[index] < count:
                    kept.append(one)
                    if "name" in one:
                        one["name"] = source[one[index]].get("name", one["name"])
            step[key] = kept
        for event in step.get("events", []):
            for key in ("trigger", "collider", "motion", "colliderA", "colliderB"):
                if event.get(key, -1) >= 0:
                    event[key] = known[event[key]]
        lines.append(json.dumps(step))
    return "\n".join(lines) + "\n"


def same_nodes(source, converted):
    """True when a trajectory of either names the same nodes by the same numbers."""
    return len(source) == len(converted) and all(
        a.get("name") == b.get("name") for a, b in zip(source, converted))


def simulate(program, target, arguments):
    source = arguments[1]
    out = arguments[arguments.index("--trajectory") + 1]
    # Two runs of a file are compared, and a trajectory names its source.
    with open(source, "rb") as f:
        name = "%08x" % zlib.crc32(f.read())
    name += ".g4tf" if target == "g4mf" else os.path.splitext(source)[1]
    # One case runs at a time in the folder of OUT, and whoever made it takes it away.
    folder = os.path.join(os.path.dirname(os.path.abspath(out)), "converted")
    os.makedirs(folder, exist_ok=True)
    converted = os.path.join(folder, name)
    run = subprocess.run([program, "convert", source, "-o", converted, "--embed", "--quiet",
                          "--experimental", "--to", target]
                         + [a for a in arguments if a == "--literal-stiffness"])
    if run.returncode != 0:
        return run.returncode
    run = subprocess.run([program, "simulate", name] + list(arguments[2:]), cwd=folder)
    if run.returncode != 0:
        return run.returncode
    shift = 1 if target == "g4mf" else 0
    before, after = nodes_of(source), nodes_of(converted)
    if shift != 0 or not same_nodes(before, after):
        with open(out, encoding="utf-8") as f:
            text = f.read()
        with open(out, "w", encoding="utf-8") as f:
            f.write(keep_known_nodes(text, before, after, shift))
    return 0


if __name__ == "__main__":
    sys.exit(simulate(sys.argv[1], sys.argv[2], sys.argv[3:]))
