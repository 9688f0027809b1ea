# SPDX-License-Identifier: MIT
"""A trajectory of a converted file, in the nodes of its source (converted.py).

Bodies that conversion added (anchors of joints) are left out of the trajectory.
"""

import json
import re


def nodes_of(path):
    with open(path, "rb") as f:
        data = f.read()
    if data[:4] == b"glTF":
        data = data[20:20 + int.from_bytes(data[12:16], "little")]
    return json.loads(data).get("nodes", [])


def are_same(source, converted):
    """True when a trajectory of either names the same nodes by the same numbers."""
    return len(source) == len(converted) and all(
        a.get("name") == b.get("name") for a, b in zip(source, converted))


def turned(q, v):
    x, y, z, w = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


def table_of(source, converted, shift):
    """The node of the source that each converted node stands for, where there is one: what was put above one of
    them (a body at its centre of mass) or below stands for that. G4MF has a root of its own before them all: shift
    is 1. `offsets` are those of the source's nodes below bodies that were put above them."""
    count = len(source)
    parent = {c: i for i, n in enumerate(converted) for c in n.get("children", [])}
    known = [node - shift for node in range(len(converted))]
    bodies = [node - shift if 0 <= node - shift < count else -1 for node in range(len(converted))]
    offsets = {}
    for node in range(count + shift, len(converted)):
        known[node] = known[parent[node]] if node in parent else -1
        for child in converted[node].get("children", []):
            if shift <= child < count + shift and not {"rotor", "basis", "scale"} & set(converted[child]):
                known[node] = bodies[node] = child - shift
                offsets[node] = converted[child].get("position", [0, 0, 0])
    return {"known": known, "bodies": bodies, "offsets": offsets, "names": [n.get("name") for n in source]}


def in_known_nodes(table, text):
    """The trajectory with the source's nodes alone, under its names."""
    known, bodies, offsets, names = (table[key] for key in ("known", "bodies", "offsets", "names"))

    def body(found):
        """Text of a body, with the comma before it."""
        node = int(found[2])
        if bodies[node] < 0:
            return ""
        if node not in offsets:
            return '%s{"node":%d%s' % (found[1], bodies[node], found[3])
        one = json.loads("{" + found[3][1:])
        one["position"] = [p + m for p, m in zip(one["position"], turned(one["orientation"], offsets[node]))]
        return '%s{"node":%d,%s' % (found[1], bodies[node], json.dumps(one)[1:])

    def side(found):
        return '"%s":%d' % (found[1], known[int(found[2])])

    first, _, rest = text.partition("\n")
    header = json.loads(first)
    header["nodes"] = [dict(n, index=bodies[n["index"]]) for n in header["nodes"] if bodies[n["index"]] >= 0]
    for one in header["nodes"]:
        if "name" in one and names[one["index"]] is not None:
            one["name"] = names[one["index"]]
    # Lines of steps have no text but names of kinds; JSON as a whole takes three times as long.
    rest = re.sub(r'(,?)\{"node":(\d+)(,[^{}]*\})', body, rest)
    rest = re.sub(r'"(trigger|collider|motion|colliderA|colliderB)":(\d+)', side, rest.replace("[,", "["))
    return json.dumps(header) + "\n" + rest
