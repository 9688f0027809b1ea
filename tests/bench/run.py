#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every scene of the benchmark runs and ends in the same state on 1, 2, 3 and 8 threads.

    run.py --tumble PROGRAM SCENE      a few frames each; no time is looked at

The scene is written as a file first, so that what runs is what any engine would read; a run that is
built in memory must end alike.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

FRAMES = 6
# Enough for what falls to arrive and pile up; nets are slow.
MORE = {"pile": 60, "rocks": 60, "drum": 60, "terrain": 60, "ragdolls": 45, "net": 2, "rays": 1,
        "pile4": 45, "balls4": 45}


def bench(tumble, *words):
    run = subprocess.run([tumble, "bench", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if run.returncode or run.stderr:
        raise RuntimeError("tumble bench %s: status %d: %s" % (" ".join(words), run.returncode, run.stderr.strip()))
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    p = argparse.ArgumentParser(description="One scene of the benchmark on several threads.")
    p.add_argument("--tumble", required=True)
    p.add_argument("--frames", type=int)
    p.add_argument("scene")
    o = p.parse_args()
    frames = str(o.frames or MORE.get(o.scene, FRAMES))
    with tempfile.TemporaryDirectory(prefix="tumble-bench-") as folder:
        folder = os.path.join(folder, "made")  # by --write
        bench(o.tumble, o.scene, "--write", folder)
        file = os.path.join(folder, o.scene + (".g4tf" if o.scene.endswith("4") else ".glb"))
        runs = bench(o.tumble, file, "--frames", frames, "--threads", "1,2,3,8", "--json")
        runs += bench(o.tumble, o.scene, "--frames", frames, "--json")
    wrong = 0
    for run in runs:
        for path in ("lost", "not_finite", "unmeasured", "disturbed", "outside"):
            if run["end"][path]:
                wrong += 1
                print("FAIL %d threads: %s is %d" % (run["threads"], path, run["end"][path]))
        if run["hash"] != runs[0]["hash"]:
            wrong += 1
            print("FAIL %d threads end in state %s, 1 thread in %s" % (run["threads"], run["hash"], runs[0]["hash"]))
    if o.scene == "rays" and (abs(runs[0]["hits"] - 160394) > 2 or abs(runs[0]["fraction"] - 0.26420) > 1e-5):
        wrong += 1
        print("FAIL %d hits at %f" % (runs[0]["hits"], runs[0]["fraction"]))
    elif o.scene != "rays" and int(runs[0]["hash"], 16) == 0:
        wrong += 1
        print("FAIL no state was hashed")
    print("%s: %d runs, %d wrong" % (o.scene, len(runs), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as problem:
        print("FAIL %s" % problem)
        sys.exit(1)
