#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Behaviour survives conversion: the conformance cases on files converted to each dialect.

    converted.py --tumble PROGRAM [--target NAME]… [--filter GLOB]…
    converted.py --tumble PROGRAM --record      write not-carried.txt from what fails now

Every case that runs a file with physics is run on that file as `tumble convert` writes it. A case
that a dialect cannot carry is listed in not-carried.txt with what the dialect lacks; one that fails
unlisted, or passes listed, is a failure. Exit status 77 (ctest: skipped) where ../shared is absent.

convert_and_simulate.py stands for `tumble simulate` meanwhile.
"""

import argparse
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CONFORMANCE = os.path.join(os.path.dirname(ROOT), "shared", "conformance")
SIMULATE = os.path.join(HERE, "convert_and_simulate.py")
LISTED = os.path.join(HERE, "not-carried.txt")
TARGETS = ["khr", "khr-draft", "msft", "omi", "omi-draft", "omi-collider", "gltf21", "g4mf"]
# Files without physics, broken on purpose or of one dialect's errors have nothing to carry over.
LEFT_OUT = ["robustness"]
SKIPPED = 77


def check(o, target, folder, ids):
    """Case id -> why it failed."""
    shim = os.path.join(folder, target)
    with open(shim, "w", encoding="utf-8") as f:
        f.write('#!/bin/sh\nexec "%s" -I -S "%s" "%s" %s "$@"\n'
                % (sys.executable, SIMULATE, os.path.abspath(o.tumble), target))
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
