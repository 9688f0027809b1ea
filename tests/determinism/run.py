#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same file, options and version give the same bytes (docs/determinism.md).

    run.py --tumble PROGRAM                      the samples against trajectories.txt, on 1 and 3 threads
    run.py --tumble PROGRAM --tumble OTHER …     the same trajectory from every build
    run.py --tumble PROGRAM --unrecorded         only 1 thread against 3
    run.py --tumble PROGRAM --record             write trajectories.txt; do so when motion is meant
                                                 to change, and say so in the commit

trajectories.txt holds one SHA-256 of a trajectory per sample: two seconds at 60 Hz. families.txt, of families.py,
is the other recorded output that tests compare with.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
RECORDED = os.path.join(HERE, "trajectories.txt")
DURATION = 2


def samples():
    folder = os.path.join(ROOT, "samples")
    return sorted(n for n in os.listdir(folder) if n.endswith((".gltf", ".glb", ".g4tf")))


def trajectory(tumble, sample, threads):
    """The bytes of a run, or an exception that says why there are none."""
    with tempfile.TemporaryDirectory(prefix="tumble-determinism-") as folder:
        out = os.path.join(folder, "trajectory.ndjson")
        # From the samples' own folder: the header names the file as it was given.
        run = subprocess.run(
            [os.path.abspath(tumble), "simulate", sample, "--duration", str(DURATION), "--rate", "60",
             "--threads", str(threads), "--trajectory", out],
            cwd=os.path.join(ROOT, "samples"), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if run.returncode:
            raise RuntimeError("%s ends with status %d: %s" % (
                sample, run.returncode, run.stderr.decode("utf-8", "replace").strip()[-300:]))
        with open(out, "rb") as f:
            return f.read()


def first_difference(a, b):
    for i, (x, y) in enumerate(zip(a.split(b"\n"), b.split(b"\n"))):
        if x != y:
            return "line %d of the trajectory" % (i + 1)
    return "length"


def recorded():
    rows = {}
    if os.path.exists(RECORDED):
        with open(RECORDED, encoding="utf-8") as f:
            for line in f:
                words = line.partition("#")[0].split()
                if words:
                    rows[words[1]] = words[0]
    return rows


def record(tumble):
    with open(RECORDED, "w", encoding="utf-8") as f:
        f.write("# SHA-256 of each sample's trajectory, %d s at 60 Hz. 'make hashes' writes this.\n" % DURATION)
        for sample in samples():
            f.write("%s  %s\n" % (hashlib.sha256(trajectory(tumble, sample, 1)).hexdigest(), sample))
    print("determinism: %d trajectories recorded" % len(samples()))
    return 0


def main():
    p = argparse.ArgumentParser(description="Compare trajectories to the last bit.")
    p.add_argument("--tumble", action="append", required=True, help="a build of tumble (repeatable)")
    p.add_argument("--record", action="store_true")
    p.add_argument("--unrecorded", action="store_true", help="do not compare with trajectories.txt")
    o = p.parse_args()
    if o.record:
        return record(o.tumble[0])

    wrong = 0
    rows = recorded()
    compare_recorded = len(o.tumble) == 1 and not o.unrecorded
    for sample in samples():
        reference = trajectory(o.tumble[0], sample, 1)
        runs = [("3 threads", o.tumble[0], 3)] + [(other, other, 1) for other in o.tumble[1:]]
        for what, tumble, threads in runs:
            again = trajectory(tumble, sample, threads)
            if again != reference:
                wrong += 1
                print("FAIL %s: %s gives another trajectory: %s differs" % (
                    sample, what, first_difference(reference, again)))
        digest = hashlib.sha256(reference).hexdigest()
        if compare_recorded and rows.get(sample) != digest:
            wrong += 1
            print("FAIL %s: trajectory %s…, recorded %s…; where motion was meant to change, 'make "
                  "hashes' records it" % (sample, digest[:12], rows.get(sample, "nothing")[:12]))
    for sample in sorted(set(rows) - set(samples())):
        wrong += 1
        print("FAIL %s is recorded, and there is no such sample" % sample)
    print("%d samples, %d differences" % (len(samples()), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as problem:
        print("FAIL %s" % problem)
        sys.exit(1)
