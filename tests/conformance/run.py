#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the behavioural conformance cases beside this checkout and compares with what is expected.

    run.py --tumble PROGRAM [--filter GLOB]…    check.py's cases against expected-failures.txt
    run.py --tumble PROGRAM --record             write expected-failures.txt from what fails now
    run.py --tumble PROGRAM --assets             run every file there: no crash, hang or sanitizer report

A case that fails unlisted is a failure; so is a listed case that passes: its line is to be removed.
Exit status 77 (ctest: skipped) where ../shared is absent.
"""

import argparse
import concurrent.futures
import fnmatch
import itertools
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SHARED = os.path.join(os.path.dirname(ROOT), "shared")
CONFORMANCE = os.path.join(SHARED, "conformance")
EXPECTED = os.path.join(HERE, "expected-failures.txt")
SKIPPED = 77


def check(o, *arguments):
    """What check.py prints."""
    return subprocess.run(
        [sys.executable, os.path.join(CONFORMANCE, "check.py"), "--tumble", o.tumble, "--cases",
         os.path.join(CONFORMANCE, "cases.json"), "--jobs", str(o.jobs)] + list(arguments),
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout


def matches(case, globs):
    return any(fnmatch.fnmatchcase(case, glob) for glob in globs)


def expected_failures():
    """Case id -> the remark behind it."""
    listed = {}
    with open(EXPECTED, encoding="utf-8") as f:
        for line in f:
            case, _, remark = line.partition("#")
            if case.strip():
                listed[case.strip()] = remark.strip()
    return listed


def glob_of(case):
    """A glob that matches this id and no other."""
    return re.sub(r"([\[*?])", r"[\1]", case)


def run_cases(o):
    every = [line.split()[0] for line in check(o, "--list").split("\n") if line.strip()]
    ids = [case for case in every
           if (not o.filter or matches(case, o.filter)) and not matches(case, o.but)]
    if not ids:
        print("0 cases")
        return 0
    said = check(o, *[a for case in ids for a in ("--filter", glob_of(case))])
    failures = dict(re.findall(r"^FAIL ([^\s:]+): (.*)$", said, re.M))
    ran = re.search(r"^(\d+) passed, (\d+) failed$", said, re.M)
    if not ran or int(ran.group(1)) + int(ran.group(2)) != len(ids) or int(ran.group(2)) != len(failures):
        print(said)
        print("conformance: check.py did not finish")
        return 1
    if o.record:
        return record(failures, set(ids))

    listed = expected_failures()
    wrong = 0
    for case in ids:
        if case in failures and case not in listed:
            wrong += 1
            print("FAIL %s: %s" % (case, failures[case]))
        elif case in listed and case not in failures:
            wrong += 1
            print("FAIL %s: passes; remove it from tests/conformance/expected-failures.txt" % case)
    for case in sorted(set(listed) - set(every)):
        wrong += 1
        print("FAIL %s: listed in expected-failures.txt, and there is no such case" % case)
    known = len([case for case in failures if case in listed])
    print("%d cases: %d pass, %d fail as expected, %d wrong" % (len(ids), len(ids) - len(failures), known, wrong))
    return 1 if wrong else 0


def preface():
    """What stands above the list."""
    with open(EXPECTED, encoding="utf-8") as f:
        return "".join(itertools.takewhile(lambda line: line.startswith("#"), f))


def record(failures, ids):
    remarks = expected_failures()
    kept = {case: remark for case, remark in remarks.items() if case not in ids}
    for case in failures:
        kept[case] = remarks.get(case, "")
    above = preface()
    with open(EXPECTED, "w", encoding="utf-8") as f:
        f.write(above)
        for case in sorted(kept):
            f.write(case + (" # " + kept[case] if kept[case] else "") + "\n")
    print("conformance: %d cases listed in expected-failures.txt" % len(kept))
    return 0


def run_assets(o):
    """Every document there is loaded and stepped a little. Refusing it with a message is fine."""
    files = []
    for top in ("assets", "spec"):
        for folder, _, names in os.walk(os.path.join(SHARED, top)):
            files += [os.path.join(folder, n) for n in names if n.endswith((".gltf", ".glb"))]
    files.sort()

    def one(file):
        with tempfile.TemporaryDirectory(prefix="tumble-assets-") as folder:
            command = [o.tumble, "simulate", file, "--duration", "0.1", "--trajectory",
                       os.path.join(folder, "out.ndjson"), "--bake", os.path.join(folder, "out.glb")]
            try:
                run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                     stdin=subprocess.DEVNULL, timeout=120)
            except subprocess.TimeoutExpired:
                return "still running after two minutes"
        said = run.stderr.decode("utf-8", "replace")
        report = re.search(r"[^\n]*(Sanitizer|runtime error:)[^\n]*", said)
        if report:
            return report.group(0)[:300]
        if run.returncode < 0 or run.returncode > 4:
            return "exit status %d" % run.returncode
        if run.returncode and not said.strip():
            return "refused without a message"
        return None

    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=o.jobs) as pool:
        for file, problem in zip(files, pool.map(one, files)):
            if problem:
                wrong += 1
                print("FAIL %s: %s" % (os.path.relpath(file, SHARED), problem))
    print("%d files run, %d wrong" % (len(files), wrong))
    return 1 if wrong or not files else 0


def main():
    p = argparse.ArgumentParser(description="Conformance cases against the expected failures.")
    p.add_argument("--tumble", required=True)
    p.add_argument("--filter", action="append", default=[])
    p.add_argument("--but", action="append", default=[], help="leave out cases that match this glob")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--record", action="store_true")
    p.add_argument("--assets", action="store_true")
    o = p.parse_args()
    if not os.path.isdir(CONFORMANCE):
        print("conformance: skipped, there is no ../shared/conformance")
        return SKIPPED
    o.tumble = os.path.abspath(o.tumble)
    return run_assets(o) if o.assets else run_cases(o)


if __name__ == "__main__":
    sys.exit(main())
