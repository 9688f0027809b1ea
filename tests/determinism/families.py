#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Members of families of scenes end as recorded, with each set of instructions and on one thread and two.

    families.py --tumble PROGRAM               each set of instructions of this processor, and two threads
    families.py --tumble PROGRAM --widest      one run of each member: for emulators
    families.py --tumble PROGRAM --record      write families.txt, as run.py does trajectories.txt

Nine chains with balls, of which some are solved alone for a step, fill two groups of eight lanes or one of sixteen.
"""

import argparse
import json
import os
import subprocess
import sys

RECORDED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "families.txt")
MEMBERS = {"bridges:2:80": 60, "wrecking:101:999": 100, "machines:3:200": 60, "dolls:5:180": 90, "heap:7:200": 90,
           "rain:2:300": 120}
SETS = ("scalar", "sse2", "avx2", "avx512", "neon")


def hash_of(program, member, *options):
    """Hash of the end of a run; None where this build or processor has no such instructions."""
    run = subprocess.run([program, "bench", "family:" + member, "--frames", str(MEMBERS[member]), "--json", "--quiet",
                          *options], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)["hash"] if run.returncode == 0 else None


def record(program):
    with open(RECORDED, "w", encoding="utf-8") as f:
        f.write("# Hash of each member's end, and its frames. 'make hashes' writes this.\n")
        for member, frames in MEMBERS.items():
            f.write("%s  %s  %d\n" % (hash_of(program, member), member, frames))
    print("determinism: %d members of families recorded" % len(MEMBERS))
    return 0


def recorded():
    with open(RECORDED, encoding="utf-8") as f:
        rows = [line.partition("#")[0].split() for line in f]
    return {(member, int(frames)): found for found, member, frames in filter(None, rows)}


def main():
    parser = argparse.ArgumentParser(description="Same bits over instructions and threads.")
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--widest", action="store_true")
    parser.add_argument("--record", action="store_true")
    o = parser.parse_args()
    if o.record:
        return record(o.tumble)
    rows = recorded()
    differences = 0
    for member, frames in MEMBERS.items():
        if o.widest:
            hashes = {"the widest instructions": hash_of(o.tumble, member)}
        else:
            hashes = {name: hash_of(o.tumble, member, "--instructions", name) for name in SETS}
            hashes["two threads"] = hash_of(o.tumble, member, "--threads", "2")
        tried = {name: found for name, found in hashes.items() if found is not None}
        if not tried or (not o.widest and ("scalar" not in tried or "two threads" not in tried)):
            print("FAIL family:%s does not run" % member)
            differences += 1
        wanted = rows.get((member, frames), "nothing")
        for name, found in tried.items():
            if found != wanted:
                print("FAIL family:%s: %s: %s, recorded %s; where motion was meant to change, 'make hashes' records it"
                      % (member, name, found, wanted))
                differences += 1
    print("%d members, %d differences" % (len(MEMBERS), differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
