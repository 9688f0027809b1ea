#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Behaviour survives conversion: the conformance cases on files converted to each dialect.

    converted.py --tumble PROGRAM [--target NAME]… [--filter GLOB]…
    converted.py --tumble PROGRAM --record      write not-carried.txt from what fails now

Every case that runs a file with physics is run on that file as `tumble convert` writes it. A case
that a dialect cannot carry is listed in not-carried.txt with what the dialect lacks; one that fails
unlisted, or passes listed, is a failure. Exit status 77 (ctest: skipped) where ../shared is absent.

Bodies that conversion added (anchors of joints) are left out of the trajectory that check.py sees.
"""

import argparse
import fnmatch
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CONFORMANCE = os.path.join(os.path.dirname(ROOT), "shared", "conformance")
LISTED = os.path.join(HERE, "not-carried.txt")
TARGETS = ["khr", "khr-draft", "msft", "omi", "omi-draft", "omi-collider", "gltf21", "g4mf"]
# Files without physics, broken on purpose or of one dialect's errors have nothing to carry over.
LEFT_OUT = ["robustness"]
SKIPPED = 77


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


def simulate(program, target, arguments):
    """Stands for `tumble simulate FILE …`: converts the file first."""
    source = arguments[1]
    out = arguments[arguments.index("--trajectory") + 1]
    # Two runs of a file are compared, and a trajectory names its source.
    with open(source, "rb") as f:
        name = hashlib.sha256(f.read()).hexdigest()[:16]
    name += ".g4tf" if target == "g4mf" else os.path.splitext(source)[1]
    with tempfile.TemporaryDirectory() as folder:
        converted = os.path.join(folder, name)
        run = subprocess.run([program, "convert", source, "-o", converted, "--embed", "--quiet",
                              "--experimental", "--to", target]
                             + [a for a in arguments if a == "--literal-stiffness"])
        if run.returncode != 0:
            return run.returncode
        run = subprocess.run([program, "simulate", name] + list(arguments[2:]), cwd=folder)
        if run.returncode == 0:
            with open(out, encoding="utf-8") as f:
                text = f.read()
            with open(out, "w", encoding="utf-8") as f:
                f.write(keep_known_nodes(text, nodes_of(source), nodes_of(converted),
                                         1 if target == "g4mf" else 0))
        return run.returncode


def check(o, target, folder, ids):
    """Case id -> why it failed."""
    shim = os.path.join(folder, target)
    with open(shim, "w", encoding="utf-8") as f:
        f.write('#!/bin/sh\nexec "%s" "%s" --tumble "%s" --as %s "$@"\n'
                % (sys.executable, os.path.abspath(__file__), os.path.abspath(o.tumble), target))
    os.chmod(shim, 0o755)
    said = subprocess.run(
        [sys.executable, os.path.join(CONFORMANCE, "check.py"), "--tumble", shim, "--cases",
         os.path.join(CONFORMANCE, "cases.json"), "--jobs", str(o.jobs)]
        + [a for case in ids for a in ("--filter", re.sub(r"([\[*?])", r"[\1]", case))],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    ran = re.search(r"^(\d+) passed, (\d+) failed$", said, re.M)
    if not ran or int(ran.group(1)) + int(ran.group(2)) != len(ids):
        raise SystemExit(said + "\nconverted: check.py did not finish")
    return dict(re.findall(r"^FAIL ([^\s:]+): (.*)$", said, re.M))


def listed():
    """(target, case) -> what the target lacks."""
    lines = {}
    if os.path.exists(LISTED):
        with open(LISTED, encoding="utf-8") as f:
            for line in f:
                words, _, why = line.partition("#")
                if len(words.split()) == 2:
                    lines[tuple(words.split())] = why.strip()
    return lines


def main():
    if "--as" in sys.argv:
        at = sys.argv.index("--as")
        return simulate(sys.argv[sys.argv.index("--tumble") + 1], sys.argv[at + 1],
                        sys.argv[at + 2:])
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--target", action="append")
    parser.add_argument("--filter", action="append", default=[])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--record", action="store_true")
    o = parser.parse_args()
    if not os.path.isdir(CONFORMANCE):
        print("skipped: %s is absent" % CONFORMANCE)
        return SKIPPED
    with open(os.path.join(CONFORMANCE, "cases.json"), encoding="utf-8") as f:
        cases = json.load(f)["cases"]
    ids = [case["id"] for case in cases
           if not set(case.get("tags", [])) & set(LEFT_OUT)
           and case.get("expect", "success") == "success"
           and (not o.filter or any(fnmatch.fnmatchcase(case["id"], g) for g in o.filter))]
    known = listed()
    wrong = passed = lacking = 0
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for target in o.target or TARGETS:
            failures = check(o, target, folder, ids)
            for case in ids:
                key = (target, case)
                if case in failures and key not in known:
                    wrong += 1
                    print("FAIL %s %s: %s" % (target, case, failures[case]))
                elif case not in failures and key in known:
                    wrong += 1
                    print("FAIL %s %s: passes now; take it off not-carried.txt" % key)
                passed += case not in failures
                lacking += case in failures and key in known
                if case in failures:
                    lines.append("%s %s # %s\n" % (target, case, known.get(key, failures[case])))
    if o.record:
        with open(LISTED, "w", encoding="utf-8") as f:
            f.write("# Cases that a dialect cannot carry, and what it lacks.\n")
            f.writelines(lines)
    print("%d cases, %d targets: %d pass, %d cannot be carried, %d wrong"
          % (len(ids), len(o.target or TARGETS), passed, lacking, wrong))
    return 1 if wrong and not o.record else 0


if __name__ == "__main__":
    sys.exit(main())
