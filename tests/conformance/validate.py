#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs `tumble validate` over the files beside this checkout and compares with what is expected.

    validate.py --tumble PROGRAM             the invalid files: exactly the findings of their index.json
    validate.py --tumble PROGRAM --assets    assets: exactly the findings of expected-findings.txt
    validate.py --tumble PROGRAM --assets --record    write expected-findings.txt anew

A line of expected-findings.txt is

    FILE  CODE*COUNT …  # reason

Errors need a reason; a file without line must have no finding at all.
Exit status 77 (ctest: skipped) where ../shared is absent.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SHARED = os.path.join(os.path.dirname(ROOT), "shared")
INVALID = os.path.join(SHARED, "spec", "invalid")
ASSETS = os.path.join(SHARED, "assets")
EXPECTED = os.path.join(HERE, "expected-findings.txt")
KINDS = (".gltf", ".glb", ".g4tf", ".g4b")
SKIPPED = 77
BATCH = 200


def reports(tumble, files):
    """File -> messages, many files a run."""
    found = {}
    for first in range(0, len(files), BATCH):
        batch = files[first:first + BATCH]
        run = subprocess.run([tumble, "validate", "--json"] + batch, stdout=subprocess.PIPE)
        if run.returncode not in (0, 1, 3):
            raise SystemExit("validate: exit %d" % run.returncode)
        # One object for one file; a line for each of several.
        reports = [json.loads(run.stdout)] if len(batch) == 1 else [
            json.loads(line)["result"] for line in run.stdout.splitlines()]
        for report in reports:
            found[report["uri"]] = report["issues"]["messages"]
    return found


def key(message):
    return (message["code"], message["severity"], message.get("pointer", message.get("offset")))


def run_invalid(o):
    with open(os.path.join(INVALID, "index.json"), encoding="utf-8") as f:
        cases = json.load(f)
    found = reports(o.tumble, [os.path.join(INVALID, case["file"]) for case in cases])
    wrong = 0
    for case in cases:
        expected = collections.Counter(key(m) for m in case["expected"])
        actual = collections.Counter(key(m) for m in found[os.path.join(INVALID, case["file"])])
        if expected == actual:
            continue
        wrong += 1
        print("FAIL %s" % case["file"])
        for one in (expected - actual).elements():
            print("    missing   %s %d %s" % one)
        for one in (actual - expected).elements():
            print("    too much  %s %d %s" % one)
    print("invalid: %d files, %d right, %d wrong" % (len(cases), len(cases) - wrong, wrong))
    return 1 if wrong else 0


def assets():
    for folder, _, names in os.walk(ASSETS):
        for name in sorted(names):
            if name.endswith(KINDS):
                yield os.path.join(folder, name)


def expected_findings():
    """File -> (Counter of codes, reason)."""
    lines = {}
    with open(EXPECTED, encoding="utf-8") as f:
        for line in f:
            words, _, reason = line.partition("#")
            if not words.strip():
                continue
            name, *codes = words.split()
            counts = collections.Counter()
            for code in codes:
                word, _, count = code.partition("*")
                counts[word] = int(count or 1)
            lines[name] = (counts, reason.strip())
    return lines


def write_findings(counted, lines):
    with open(EXPECTED, encoding="utf-8") as f:
        head = [line for line in f if line.startswith("#")]
    with open(EXPECTED, "w", encoding="utf-8") as f:
        f.writelines(head)
        for name in sorted(counted):
            if counted[name]:
                codes = " ".join("%s*%d" % one if one[1] > 1 else one[0]
                                 for one in sorted(counted[name].items()))
                reason = lines.get(name, (None, ""))[1]
                f.write("%s  %s%s\n" % (name, codes, "  # " + reason if reason else ""))


def run_assets(o):
    files = sorted(assets())
    found = reports(o.tumble, files)
    lines, wrong, counted, errors = expected_findings(), 0, {}, {}
    for file in files:
        name = os.path.relpath(file, ASSETS)
        counted[name] = collections.Counter(m["code"] for m in found[file])
        errors[name] = [m for m in found[file] if m["severity"] == 0]
    if o.record:
        write_findings(counted, lines)
        lines = expected_findings()
    for name in sorted(counted):
        expected, reason = lines.get(name, (collections.Counter(), ""))
        if counted[name] != expected:
            wrong += 1
            print("FAIL %s: %s, expected %s" % (name, dict(counted[name]), dict(expected)))
        elif errors[name] and not reason:
            wrong += 1
            print("FAIL %s: no reason for its errors: %s" % (name, key(errors[name][0])))
    for name in sorted(set(lines) - set(counted)):
        wrong += 1
        print("FAIL %s: there is no such asset" % name)
    print("assets: %d files, %d findings, %d with errors, %d wrong"
          % (len(files), sum(sum(c.values()) for c in counted.values()),
             sum(1 for e in errors.values() if e), wrong))
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--assets", action="store_true")
    parser.add_argument("--record", action="store_true")
    o = parser.parse_args()
    if not os.path.isdir(INVALID) or not os.path.isdir(ASSETS):
        print("validate: no files beside this checkout")
        return SKIPPED
    return run_assets(o) if o.assets else run_invalid(o)


if __name__ == "__main__":
    sys.exit(main())
