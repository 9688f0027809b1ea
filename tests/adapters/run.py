#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs an adapter of examples/ and compares where bodies rest with where ours do.

    run.py --tumble PROGRAM --adapter PROGRAM

tests/adapters/rest.gltf holds what comes to rest in a place that does not depend on how it got
there: boxes, a ball, a compound body, a frustum, a ball that a filter lets through the floor, a door
at the stop of its hinge, a lift at the end of its slider, a weight on a spring, an arm held rigidly,
a box on a moving platform. Every body has to end within 2 cm of ours: the engines let contacts sink
in and slip by their own tolerances, which are below 1 cm here.

Then the adapter runs every sample, without a comparison: it ends well, and every number is finite.
What an adapter cannot express it has to say: the places are checked too.
"""

import argparse
import glob
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REST = os.path.join(HERE, "rest.gltf")
SECONDS = "5"
TOLERANCE = 0.02  # [m]
SKIPPED = 77
# What an engine's own solver cannot do: ODE loses a closed loop of four hinges, each of which repeats
# what the others say.
BEYOND = {("with-ode", "four-bar.gltf")}


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def last_positions(o):
    """Node -> position, by tumble."""
    done = run(o.tumble, "simulate", REST, "--duration", SECONDS, "--trajectory", "-", "--quiet")
    if done.returncode:
        raise SystemExit(done.stderr)
    bodies = json.loads(done.stdout.strip().split("\n")[-1])["bodies"]
    return {body["node"]: body["position"] for body in bodies}


def adapter_positions(o, file, say):
    """Node -> position, the other lines, and what was said; by the adapter."""
    done = run(o.adapter, file, SECONDS)
    if done.returncode:
        say("%s: exit status %d: %s" % (os.path.basename(file), done.returncode, done.stderr))
    positions, others = {}, []
    for line in done.stdout.splitlines():
        words = line.split()
        if words[0].isdigit():
            positions[int(words[0])] = [float(word) for word in words[1:4]]
        else:
            others.append(line)
    return positions, others, done.stderr


def check_rest(o, say):
    ours = last_positions(o)
    theirs, others, said = adapter_positions(o, REST, say)
    if set(ours) != set(theirs):
        say("bodies %s, not %s" % (sorted(theirs), sorted(ours)))
    for node in sorted(set(ours) & set(theirs)):
        apart = math.dist(ours[node], theirs[node])
        if not apart <= TOLERANCE:
            say("node %d is at %s, ours at %s: %.4f m apart" % (node, theirs[node], ours[node], apart))
    # The ball lies in the trigger, and nothing else does.
    if len(others) != 1:
        say("one trigger is touched, not: %s" % others)
    # The frustum is no shape of either engine.
    if "/nodes/8/extensions/KHR_physics_rigid_bodies/collider: " not in said:
        say("nothing was said of the frustum: %s" % said)
    return len(ours)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--adapter", required=True)
    o = parser.parse_args()
    if not os.path.exists(o.adapter):
        print("%s was not built" % o.adapter)
        return SKIPPED
    findings = []

    def say(text):
        findings.append(text)
        print(text)

    bodies = check_rest(o, say)
    samples = sorted(glob.glob(os.path.join(ROOT, "samples", "*.gltf")))
    for sample in samples:
        if (os.path.basename(o.adapter), os.path.basename(sample)) in BEYOND:
            print("left out: %s" % os.path.basename(sample))
            continue
        positions = adapter_positions(o, sample, say)[0]
        if not positions or not all(math.isfinite(x) for p in positions.values() for x in p):
            say("%s: no bodies, or not all in finite places" % os.path.basename(sample))
    print("%s: %d bodies at rest, %d samples, %d findings"
          % (os.path.basename(o.adapter), bodies, len(samples), len(findings)))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
