#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks .github/: YAML that a parser reads, jobs that are complete, scripts that exist.

    tools/check-workflows.py     exit status 1 after a finding; 77 without PyYAML

Each row of a matrix has a name of its own, and a sentence that says why it exists. Each file of ours
that a command names is there. A step that makes the archive of a release says where it can be had.
"""

import os
import re
import sys

try:
    import yaml
except ImportError:
    print("workflows: skipped, Python has no yaml (python3-yaml)")
    sys.exit(77)

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, ".github")
SCRIPTS = re.compile(r"(?:^|\s)((?:tools|\.ci)/[\w.-]+)")
# Addresses that the archive's formula takes from the environment; without them it names this machine.
with open(os.path.join(ROOT, "tools", "dist.sh"), encoding="utf-8") as f:
    ADDRESSES = set(re.findall(r"\$\{(TUMBLE_\w+):-", f.read()))
findings = []


def commands(job, rows):
    for step in job["steps"]:
        yield step.get("run", "")
    for row in rows:
        yield row.get("run", "")


def check_job(file, name, job):
    def say(text):
        findings.append("%s: %s: %s" % (file, name, text))

    for key in ("runs-on", "timeout-minutes", "steps"):
        if key not in job:
            say("no %s" % key)
            return
    rows = job.get("strategy", {}).get("matrix", {}).get("include", [])
    names = [row.get("name") for row in rows]
    if len(set(names)) != len(names):
        say("two rows have one name")
    for row in rows:
        if not re.match(r"[A-Za-z].*\.$", row.get("why", "")):
            say("row %s does not say why it exists" % row.get("name"))
    known = {key for row in rows for key in row}
    for key in re.findall(r"matrix\.(\w+)", yaml.dump(job)):
        if key not in known:
            say("matrix.%s is in no row" % key)
    for step in job["steps"]:
        if ("run" in step) == ("uses" in step):
            say("a step needs either run or uses: %s" % step)
        if re.search(r"^make dist$", step.get("run", ""), re.M):
            for missing in sorted(ADDRESSES - set(step.get("env", {}))):
                say("a step that runs make dist does not set %s" % missing)
    for command in commands(job, rows):
        for script in SCRIPTS.findall(command):
            if not os.path.exists(os.path.join(ROOT, script)):
                say("%s does not exist" % script)


def main():
    files = jobs = 0
    for folder, _, names in os.walk(FOLDER):
        for name in sorted(names):
            if not name.endswith((".yml", ".yaml")):
                continue
            path = os.path.join(folder, name)
            file = os.path.relpath(path, ROOT)
            files += 1
            try:
                with open(path, encoding="utf-8") as f:
                    content = yaml.safe_load(f)
            except yaml.YAMLError as error:
                findings.append("%s: %s" % (file, error))
                continue
            for job in content.get("jobs", {}):
                jobs += 1
                check_job(file, job, content["jobs"][job])
    for finding in findings:
        print(finding)
    print("workflows: %d files, %d jobs, %d findings" % (files, jobs, len(findings)))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
