#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/pipeline: a repository of assets, a branch that changes some, and the job that checks them.

    tests/pipeline/run.py --tumble PROGRAM TEST     TEST is one of the functions below

Exit status 77: git, or Python's reader of YAML, is not installed.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "pipeline"
SAMPLES = ROOT / "samples"
SKIPPED = 77
PROGRAM = ""
failures = []


def same(found, expected, sentence):
    if found != expected:
        failures.append("%s: %r, not %r" % (sentence, found, expected))


def skip(reason):
    print("skipped: " + reason)
    sys.exit(SKIPPED)


class Repository:
    """Assets on a branch `main`, and a branch `change` that is checked out."""

    def __enter__(self):
        if shutil.which("git") is None:
            skip("git is not installed")
        self.place = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.place.name)
        self.git("init", "-q", "-b", "main")
        (self.path / "props").mkdir()
        for name in ("bounce.gltf", "slope.gltf", "chain.gltf"):
            self.record(name, "a chain.gltf" if name == "chain.gltf" else name)
        self.commit("assets")
        self.git("checkout", "-q", "-b", "change")
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=artist", "-c", "user.email=artist@example.com",
                        "-c", "core.autocrlf=false", *words], cwd=self.path, check=True, stdout=subprocess.DEVNULL)

    def record(self, name, new_name):
        """An asset, with what it does now as expectations beside it."""
        to = self.path / "props" / new_name
        shutil.copy(SAMPLES / name, to)
        subprocess.run([PROGRAM, "test", "--record", str(to), "-o", str(to.with_suffix(".expect.json")), "--quiet"],
                       check=True, stdout=subprocess.DEVNULL)

    def edit(self, name, change):
        path = self.path / "props" / name
        document = json.loads(path.read_text(encoding="utf-8"))
        change(document)
        path.write_text(json.dumps(document), encoding="utf-8")

    def commit(self, subject):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", subject)

    def check(self):
        """The job: exit status, files with findings, checks that failed by name of the asset."""
        self.commit("a change")
        environment = {**os.environ, "PATH": "%s%s%s" % (os.path.dirname(PROGRAM), os.pathsep, os.environ["PATH"])}
        answer = subprocess.run(["bash", str(EXAMPLE / "check-assets.sh"), "main", "results"], cwd=self.path,
                                env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.output = answer.stdout
        return answer.returncode

    def checked(self):
        rows = (self.path / "results" / "findings.jsonl").read_text(encoding="utf-8").splitlines()
        return [row["file"] for row in map(json.loads, rows) if "file" in row]

    def failed(self):
        suites = xml.etree.ElementTree.parse(self.path / "results" / "tests.xml").getroot()
        return len(list(suites.iter("failure")))


def lift(document):
    """The first body with a mass begins three metres higher."""
    for node in document["nodes"]:
        if "motion" in node.get("extensions", {}).get("KHR_physics_rigid_bodies", {}):
            node["translation"] = [x + 3 * (i == 1) for i, x in enumerate(node.get("translation", [0, 0, 0]))]
            return


def changed_assets_alone_are_checked():
    with Repository() as assets:
        assets.edit("a chain.gltf", lambda document: document["asset"].update(copyright="nobody"))
        same(assets.check(), 0, assets.output)
        same(assets.checked(), ["props/a chain.gltf"], "assets that are checked")


def an_asset_that_breaks_its_word_fails_the_job():
    with Repository() as assets:
        assets.edit("bounce.gltf", lift)
        same(assets.check(), 1, assets.output)
        same(assets.checked(), ["props/bounce.gltf"], "assets that are checked")
        same(assets.failed() > 0, True, "a failure in JUnit")
        page = (assets.path / "results" / "tests.md").read_text(encoding="utf-8")
        same("bounce.gltf" in page, True, "the page names the asset")


def an_invalid_asset_fails_the_job():
    with Repository() as assets:
        assets.edit("a chain.gltf", lambda document: document.update(scene=99))
        same(assets.check(), 1, assets.output)


def changed_expectations_are_held_against_their_asset():
    with Repository() as assets:
        path = assets.path / "props" / "slope.expect.json"
        expectations = json.loads(path.read_text(encoding="utf-8"))
        for check in expectations["checks"]:
            if check["type"] == "within":
                check["min"], check["max"] = 900, 901
        path.write_text(json.dumps(expectations), encoding="utf-8")
        same(assets.check(), 1, assets.output)
        same(assets.checked(), ["props/slope.gltf"], "assets that are checked")


def a_branch_without_assets_is_fine():
    with Repository() as assets:
        (assets.path / "notes.txt").write_text("nothing moves")
        same(assets.check(), 0, assets.output)
        same("no asset has changed" in assets.output, True, assets.output)


def the_jobs_name_what_is_there():
    try:
        import yaml
    except ImportError:
        skip("Python has no yaml (python3-yaml)")
    for name, script in (("github.yml", lambda job: [step.get("run", "") for step in job["jobs"]["physics"]["steps"]]),
                         ("gitlab.yml", lambda job: job["physics"]["script"])):
        job = yaml.safe_load((EXAMPLE / name).read_text(encoding="utf-8"))
        lines = [line for line in script(job) if "check-assets.sh" in line]
        same(len(lines), 1, "%s: lines that check" % name)
        same(lines[0].split()[-1], "results", "%s: the folder of results" % name)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test")
    arguments = parser.parse_args()
    PROGRAM = os.path.abspath(arguments.tumble)
    globals()[arguments.test]()
    print("\n".join(failures))
    sys.exit(1 if failures else 0)
