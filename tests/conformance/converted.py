#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Behaviour survives conversion: the conformance cases on files converted to each dialect.

    converted.py --tumble PROGRAM [--target NAME]… [--filter GLOB]…
    converted.py --tumble PROGRAM --record      write not-carried.txt from what fails now

Every case that runs a file with physics is judged by `tumble test`: checks and shapes are those of the source, the
motion is that of the file as `tumble convert` writes it, by way of --engine. conformance/expect-cases holds these
verdicts to the checker's own. A case that a dialect cannot carry is listed in not-carried.txt with what the dialect
lacks; one that fails unlisted, or passes listed, is a failure; so is a conversion with other velocities than the
source's that passes. Exit status 77 (ctest: skipped) where ../shared is absent.
"""

import argparse
import fnmatch
import json
import os
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import expect  # noqa: E402
import known_nodes  # noqa: E402

LISTED = os.path.join(HERE, "not-carried.txt")
TARGETS = ["khr", "khr-draft", "msft", "omi", "omi-draft", "omi-collider", "gltf21", "g4mf"]
# Files without physics, broken on purpose or of one dialect's errors have nothing to carry over.
LEFT_OUT = ["robustness"]
SPOILED = "khr-tests/ColliderTypeMatrix_00"  # Bodies fall from rest there, and every dialect carries it.
PHYSICS = "KHR_physics_rigid_bodies"
SKIPPED = 77


def convert(o, source, target, path):
    """The last line of a refusal, or nothing."""
    run = subprocess.run([o.tumble, "convert", source, "-o", path, "--embed", "--quiet", "--experimental", "--to",
                          target], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return "" if run.returncode == 0 else "convert ends with %d: %s" % (run.returncode, run.stdout.strip()[-200:])


def simulate(o, case, source, converted, target, folder):
    """Writes the motion of the converted file, in the nodes of the source, for each rate: RATE.ndjson."""
    before, after = known_nodes.nodes_of(source), known_nodes.nodes_of(converted)
    shift = 1 if target == "g4mf" else 0  # A root of its own stands before them all.
    table = None
    if shift != 0 or not known_nodes.are_same(before, after):
        table = known_nodes.table_of(before, after, shift)
    for rate in {*case.get("rates", [case.get("rate", 60)]), *(r for c in case["checks"] for r in c.get("rates", []))}:
        code, path = expect.simulate(o, converted, folder, case.get("duration", 3.0), rate, [], "%g" % rate)
        if code != 0:
            return "simulate ends with %d" % code
        if table:
            with open(path, encoding="utf-8") as f:
                text = f.read()
            with open(path, "w", encoding="utf-8") as f:
                f.write(known_nodes.in_known_nodes(table, text))
    return ""


def contents(folder):
    found = []
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as f:
            found.append((name, f.read()))
    return found


def fault_of(o, case, source, origin, target, folder):
    """Why the case fails on `origin`, the source or a spoiled copy of it, as converted; "" where it passes."""
    runs = os.path.join(folder, "runs")
    os.mkdir(runs)
    converted = os.path.join(runs, "converted" + (".g4tf" if target == "g4mf" else os.path.splitext(source)[1]))
    written = None
    for _ in range(2 if any(c["type"] == "deterministic" for c in case["checks"]) else 1):
        before = written
        fault = convert(o, origin, target, converted) or simulate(o, case, source, converted, target, runs)
        if fault:
            return fault
        written = contents(runs)
        if before is not None and before != written:
            return "two conversions, or their motions, differ"
    # An engine gets --duration S --rate HZ.
    engine = shlex.join(["sh", "-c", 'exec cat "$0/$4.ndjson"', runs])
    status, said = expect.told(o, case, source, folder, ["--engine", engine])
    bad = ["%s %s: %s" % (v["check"], v["outcome"], v.get("message", v["subject"]))
           for v in said["verdicts"] if v["outcome"] != "passed"]
    verdicts = [v for v in said["verdicts"] if v["check"] != "run"]
    wanted = len(case["checks"]) * len(case.get("rates", [60]))
    if not bad and (status != 0 or len(verdicts) != wanted):
        bad = ["status %d, %d verdicts of %d" % (status, len(verdicts), wanted)]
    return "; ".join(bad)


def judge(o, check, case, target):
    source = os.path.abspath(os.path.join(o.assets, *case["asset"].split("/")))
    with tempfile.TemporaryDirectory(prefix="tumble-converted-") as folder:
        if case.get("patch"):
            source = check.write_patched(check.Document(source), case["patch"], folder)
        return fault_of(o, case, source, source, target, folder)


def judge_spoiled(o, check, case, target):
    """The same case with a conversion that throws bodies up."""
    source = os.path.abspath(os.path.join(o.assets, *case["asset"].split("/")))
    with tempfile.TemporaryDirectory(prefix="tumble-converted-") as folder:
        document = check.Document(source)
        patch = [{"op": "add", "path": "/nodes/%d/extensions/%s/motion/linearVelocity" % (i, PHYSICS), "value": [0, 1, 0]}
                 for i, node in enumerate(document.nodes) if "motion" in node.get("extensions", {}).get(PHYSICS, {})]
        spoiled = os.path.join(folder, "spoiled")
        os.mkdir(spoiled)
        return fault_of(o, case, source, check.write_patched(document, patch, spoiled), target, folder)


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
    parser.add_argument("--record", action="store_true")
    o = parser.parse_args()
    if not os.path.isdir(expect.CONFORMANCE):
        print("skipped: %s is absent" % expect.CONFORMANCE)
        return SKIPPED
    o.tumble = os.path.abspath(o.tumble)
    with open(os.path.join(expect.CONFORMANCE, "cases.json"), encoding="utf-8") as f:
        book = json.load(f)
    o.assets = os.path.join(expect.CONFORMANCE, book.get("assets", "."))
    cases = [case for case in book["cases"]
             if not set(case.get("tags", [])) & set(LEFT_OUT)
             and case.get("expect", "success") == "success"
             and (not o.filter or any(fnmatch.fnmatchcase(case["id"], g) for g in o.filter))]
    check = expect.checker()
    known = listed()
    wrong = passed = lacking = 0
    lines = []
    for target in o.target or TARGETS:
        for case in cases:
            key = (target, case["id"])
            fault = judge(o, check, case, target)
            if fault and key not in known:
                wrong += 1
                print("FAIL %s %s: %s" % (*key, fault))
            elif not fault and key in known:
                wrong += 1
                print("FAIL %s %s: passes now; take it off not-carried.txt" % key)
            passed += not fault
            lacking += bool(fault) and key in known
            if fault:
                lines.append("%s %s # %s\n" % (*key, known.get(key, fault)))
        for case in cases:
            if case["id"] == SPOILED and not judge_spoiled(o, check, case, target):
                wrong += 1
                print("FAIL %s %s: passes although the conversion throws bodies up" % (target, case["id"]))
    if o.record:
        with open(LISTED, "w", encoding="utf-8") as f:
            f.write("# Cases that a dialect cannot carry, and what it lacks.\n")
            f.writelines(lines)
    print("%d cases, %d targets: %d pass, %d cannot be carried, %d wrong"
          % (len(cases), len(o.target or TARGETS), passed, lacking, wrong))
    return 1 if wrong and not o.record else 0


if __name__ == "__main__":
    sys.exit(main())
