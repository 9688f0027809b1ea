#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Members of families of scenes move alike with each set of instructions and on one thread and two.

    families.py --tumble PROGRAM

Nine chains with balls, of which some are solved alone for a step, fill two groups of eight lanes or one of sixteen.
"""

import argparse
import json
import subprocess
import sys

MEMBERS = {"bridges:2:80": 60, "wrecking:101:999": 100, "machines:3:200": 60, "dolls:5:180": 90, "heap:7:200": 90, "rain:2:300": 120}
SETS = ("scalar", "sse2", "avx2", "avx512", "neon")


def hash_of(program, member, frames, *options):
    """Hash of the end of a run; None where this build or processor has no such instructions."""
    run = subprocess.run([program, "bench", "family:" + member, "--frames", str(frames), "--json", "--quiet", *options],
                         capture_output=True, text=True, check=False)
    return json.loads(run.stdout)["hash"] if run.returncode == 0 else None


def main():
    parser = argparse.ArgumentParser(description="Same bits over instructions and threads.")
    parser.add_argument("--tumble", required=True)
    program = parser.parse_args().tumble
    differences = 0
    for member, frames in MEMBERS.items():
        wanted = hash_of(program, member, frames)
        hashes = {name: hash_of(program, member, frames, "--instructions", name) for name in SETS}
        hashes["two threads"] = hash_of(program, member, frames, "--threads", "2")
        tried = {name: found for name, found in hashes.items() if found is not None}
        for name, found in tried.items():
            if found != wanted:
                print("FAIL family:%s: %s gives %s, the widest instructions %s" % (member, name, found, wanted))
                differences += 1
        if wanted is None or "scalar" not in tried or "two threads" not in tried:
            print("FAIL family:%s does not run" % member)
            differences += 1
    print("%d members, %d differences" % (len(MEMBERS), differences))
    return differences > 0


if __name__ == "__main__":
    sys.exit(main())
