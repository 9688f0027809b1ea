#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Another engine runs small members of families: the same state twice, nothing lost, and a clear refusal.

    peer.py --tumble PROGRAM --peer PROGRAM

A refusal is status 3 and one line that names what the engine cannot express.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

# Joints with motors and loops, filters; cones, twists and a mesh; a kinematic table; cylinders and capsules.
MEMBERS = ["family:machines:1:100", "family:dolls:1:60", "family:table:1:60", "family:logs:1:60"]
CONES = "family:heap:1:60"


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def written(tumble, folder, word):
    made = run(tumble, "bench", "--write", folder, "--quiet", word)
    if made.returncode:
        raise RuntimeError("%s: %s" % (word, made.stderr.strip()))
    return os.path.join(folder, word.replace(":", "-") + ".glb")


def faults_of(runs):
    """Sentences on two runs of one member."""
    for found in runs:
        if found.returncode or found.stderr:
            return ["status %d: %s" % (found.returncode, found.stderr.strip())]
    results = [json.loads(found.stdout) for found in runs]
    found = ["%s is %s" % (key, results[0]["end"][key]) for key in ("lost", "not_finite", "unmeasured")
             if results[0]["end"][key]]
    # A joint that was read wrongly opens by the size of its bodies, 0.2 m and more.
    if not results[0]["end"]["joint_largest_mm"] < 200.0:
        found.append("a joint opens by %s mm" % results[0]["end"]["joint_largest_mm"])
    if results[0]["hash"] != results[1]["hash"]:
        found.append("states %s and %s" % (results[0]["hash"], results[1]["hash"]))
    return found


def faults_of_cones(engine, found):
    lines = found.stderr.splitlines()
    if engine == "bench-ode":
        refused = found.returncode == 3 and len(lines) == 1 and "cannot express a " in lines[0] and not found.stdout
        return [] if refused else ["not refused: status %d, %s" % (found.returncode, found.stderr.strip())]
    return [] if found.returncode == 0 else ["status %d: %s" % (found.returncode, found.stderr.strip())]


def main():
    p = argparse.ArgumentParser(description="Another engine on small members of families.")
    p.add_argument("--tumble", required=True)
    p.add_argument("--peer", required=True)
    o = p.parse_args()
    faults = []
    with tempfile.TemporaryDirectory(prefix="tumble-peer-") as folder:
        for word in MEMBERS:
            file = written(o.tumble, folder, word)
            faults += ["%s: %s" % (word, text) for text in faults_of([run(o.peer, file, "60") for _ in range(2)])]
        file = written(o.tumble, folder, CONES)
        faults += ["%s: %s" % (CONES, text) for text in faults_of_cones(os.path.basename(o.peer), run(o.peer, file, "60"))]
    for fault in faults:
        print("FAIL " + fault)
    print("%s: %d members, %d wrong" % (os.path.basename(o.peer), len(MEMBERS) + 1, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as problem:
        print("FAIL %s" % problem)
        sys.exit(1)
