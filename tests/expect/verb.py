#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tumble test from outside: places of expectations, reports, other engines, exit codes.

    tests/expect/verb.py --tumble PROGRAM TEST     TEST is one of the functions below
"""

import argparse
import json
import os
import pathlib
import random
import shutil
import stat
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from schema import broken_rules  # noqa: E402
SAMPLES = ROOT / "samples"
SCHEMA = ROOT / "docs" / "expectations.schema.json"
VERDICTS = ROOT / "docs" / "verdicts.schema.json"
PROGRAM = ""
failures = []


def check(truth, sentence):
    if not truth:
        failures.append(sentence)


def same(found, expected, sentence):
    check(found == expected, "%s: %r, not %r" % (sentence, found, expected))


class Folder:
    """A folder with samples in which tumble runs."""

    def __init__(self, *names):
        self.place = tempfile.TemporaryDirectory(prefix="tumble-test-")
        self.path = pathlib.Path(self.place.name)
        for name in names:
            shutil.copy(SAMPLES / name, self.path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.place.cleanup()

    def run(self, *words, code=0, **more):
        """Standard output; `code` is the exit code that is expected."""
        process = subprocess.run([PROGRAM, *words], cwd=self.path, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 text=True, **more)
        self.errors = process.stderr
        same(process.returncode, code, " ".join(words) + ": " + process.stderr + process.stdout[-500:])
        return process.stdout

    def write(self, name, value):
        text = value if isinstance(value, str) else json.dumps(value)
        (self.path / name).write_text(text, encoding="utf-8")

    def program(self, name, text):
        self.write(name, text)
        (self.path / name).chmod(stat.S_IRWXU)
        return "./" + name

    def verdicts(self, *words, code=0, **more):
        return json.loads(self.run("test", "--json", *words, code=code, **more))["verdicts"]


def low(bound, **more):
    """Expectations of bounce.gltf: its first ball stays above a height."""
    return dict({"tumbleExpectations": 1, "duration": 0.5,
                 "checks": [{"type": "within", "q": "y", "node": "Restitution 0", "min": bound}]}, **more)


def expectations_have_three_places():
    with Folder("bounce.gltf") as f:
        said = f.verdicts("bounce.gltf", code=1)
        same((said[0]["check"], said[0]["outcome"]), ("expectations", "skipped"), "no expectations")
        check(all("/" in v["check"] or v["outcome"] == "skipped" for v in said), "scenarios in their place")
        # In the scene of a copy,
        f.run("test", "--record", "bounce.gltf", "-o", "copy.gltf", "--duration", "0.5", "--rate", "60")
        check(all(v["outcome"] == "passed" for v in f.verdicts("copy.gltf")), "what was recorded passes")
        extras = json.loads((f.path / "copy.gltf").read_text())["scenes"][0]["extras"]["tumbleExpectations"]
        same(extras["duration"], 0.5, "duration")
        same(extras["rates"], [60], "rates")
        # in a file beside it, which goes before the scene,
        f.write("copy.expect.json", low(99))
        said = f.verdicts("copy.gltf", code=1)
        same([v["outcome"] for v in said], ["passed", "failed"], "beside the file")
        # and in one that is named, which goes before both.
        f.write("other.json", low(-99))
        same([v["outcome"] for v in f.verdicts("copy.gltf", "--expect", "other.json")], ["passed", "passed"], "named")
        f.run("test", "--record", "bounce.gltf")
        same(json.loads((f.path / "bounce.expect.json").read_text())["tumbleExpectations"], 1, "beside the source")
        f.run("test", "bounce.gltf")


def a_glb_keeps_what_was_recorded():
    with Folder("bounce.gltf") as f:
        f.run("test", "--record", "bounce.gltf", "-o", "copy.glb", "--duration", "0.5")
        check(f.run("test", "copy.glb").endswith(" 0 failed, 0 skipped\n"), "the copy passes")


def every_sample_passes_what_it_does():
    for name in sorted(p.name for p in SAMPLES.glob("*.gltf")):
        with Folder(name) as f:
            f.run("test", "--record", name, "--duration", "1", "--rate", "60")
            f.run("test", name)


def verdicts_have_value_bounds_time_and_cause():
    with Folder("bounce.gltf") as f:
        f.write("low.json", low(2.2))
        verdict = f.verdicts("bounce.gltf", "--expect", "low.json", code=1)[1]
        same(verdict["check"], "within", "check")
        same(verdict["outcome"], "failed", "outcome")
        same(verdict["least"], 2.2, "least")
        same(verdict["unit"], "m", "unit")
        same(verdict["rate"], 60, "rate")
        same(verdict["name"], "Restitution 0", "name")
        check(verdict["value"] < 2.2 and 0 < verdict["time"] <= 0.5, "value and time: %r" % verdict)
        text = f.run("test", "bounce.gltf", "--expect", "low.json", code=1)
        check("bounce.gltf: failed: within at 60 Hz: y of Restitution 0 is " in text, text)
        check(text.endswith("bounce.gltf: 1 passed, 1 failed, 0 skipped\n"), text)
        quiet = f.run("test", "--quiet", "bounce.gltf", "--expect", "low.json", code=1)
        same(len(quiet.splitlines()), 1, "only the failure")


def junit(path):
    """Suites of a report; cases with their failures are counted as the attributes say."""
    root = xml.etree.ElementTree.parse(path).getroot()
    same(root.tag, "testsuites", "root")
    for suite in root:
        cases = list(suite)
        same(suite.get("tests"), str(len(cases)), "tests")
        for tag, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            same(suite.get(name), str(sum(c.find(tag) is not None for c in cases)), name)
        names = [c.get("name") for c in cases]
        same(len(set(names)), len(names), "names of cases")
    if shutil.which("xmllint"):
        same(subprocess.run(["xmllint", "--noout", str(path)]).returncode, 0, "xmllint")
    return root


def reports_are_well_formed_whatever_the_names():
    with Folder("bounce.gltf") as f:
        name = "a <b> & \"c\" 'd' | e.gltf"
        document = json.loads((f.path / "bounce.gltf").read_text())
        document["nodes"][3]["name"] = "<Ball> & \"co\" | \u0001\u202e\ufffe end ]]>"
        f.write(name, document)
        check_list = [{"type": "within", "q": "y", "node": 3, "min": 99, "why": "a < b & c > \u0007"},
                      {"type": "within", "q": "y", "node": "Twin <&>", "min": 0}]
        f.write("e.json", {"tumbleExpectations": 1, "duration": 0.1, "checks": check_list})
        f.run("test", name, "--expect", "e.json", "--junit", "out.xml", "--markdown", "out.md", code=1)
        root = junit(f.path / "out.xml")
        same(root[0].get("name"), name, "name of the suite")
        same(root[0].get("failures"), "2", "failures")
        same(root[0].get("errors"), "1", "errors")
        page = (f.path / "out.md").read_text(encoding="utf-8")
        rows = [line for line in page.splitlines() if line.startswith("| ")]
        same({line.replace("\\|", "").count("|") for line in rows}, {9}, "columns")
        f.run("test", name, "--expect", "missing.json", "--junit", "out.xml", code=3)
        junit(f.path / "out.xml")


def many_files_give_the_same_reports_by_any_number_of_jobs():
    names = ["bounce.gltf", "chain.gltf", "row.gltf", "slope.gltf", "joints.gltf"]
    with Folder(*names) as f:
        for name in names:
            f.run("test", "--record", name, "--duration", "0.5", "--rate", "60")
        f.write("slope.expect.json", {"tumbleExpectations": 1, "checks": [{"type": "within", "q": "y", "node": 0}]})
        f.write("row.expect.json", {"tumbleExpectations": 1, "checks": [{"type": "bodies", "equals": []}]})
        f.write("none.gltf", "no JSON at all")
        said = []
        for jobs in ("1", "4"):
            text = f.run("test", ".", "--jobs", jobs, "--junit", "out.xml", "--markdown", "out.md", code=1)
            rows = f.run("test", ".", "--jobs", jobs, "--json", code=1)
            said.append((text, rows, (f.path / "out.xml").read_bytes(), (f.path / "out.md").read_bytes()))
        check(said[0] == said[1], "reports of 1 and 4 jobs differ")
        same(len([json.loads(line) for line in said[0][1].splitlines()]), 6, "rows")
        root = junit(f.path / "out.xml")
        same([pathlib.Path(s.get("name")).name for s in root], sorted(names + ["none.gltf"]), "suites")
        check("\f" not in said[0][0] + said[0][1], "a mark is left in the output")
        check("6 files: 4 passed, 2 with errors" in said[0][0], said[0][0][-200:])
        f.run("test", ".", "--record", code=2)


def prop(number):
    """A body of one to three shapes, from a seed."""
    rng = random.Random(number)

    def size():
        return round(rng.uniform(0.08, 0.8), 3)

    def round_shape():
        radius = size() / 2
        return {"height": size(), "radiusBottom": radius, "radiusTop": radius}
    kinds = {"box": lambda: {"size": [size(), size(), size()]}, "sphere": lambda: {"radius": size() / 2},
             "cylinder": round_shape, "capsule": round_shape}
    rigid, implicit = "KHR_physics_rigid_bodies", "KHR_implicit_shapes"
    parts = range(1, 2 + rng.randrange(3))
    shapes = [{"type": kind, kind: kinds[kind]()} for kind in (rng.choice(sorted(kinds)) for _ in parts)]
    motion = {"mass": round(rng.uniform(0.1, 40), 2)}
    nodes = [{"name": "Prop %d" % number, "children": list(parts), "extensions": {rigid: {"motion": motion}}}]
    nodes += [{"translation": [round(rng.uniform(-0.2, 0.2), 3) for _ in range(3)],
               "extensions": {rigid: {"collider": {"geometry": {"shape": i - 1}, "physicsMaterial": 0}}}} for i in parts]
    friction = round(rng.uniform(0.2, 0.8), 2)
    material = {"staticFriction": friction, "dynamicFriction": friction, "restitution": round(rng.uniform(0, 0.5), 2)}
    return {"asset": {"version": "2.0"}, "extensionsUsed": [rigid, implicit], "scene": 0, "scenes": [{"nodes": [0]}],
            "extensions": {implicit: {"shapes": shapes}, rigid: {"physicsMaterials": [material]}}, "nodes": nodes}


def most_memory(words, cwd):
    """Peak of the resident memory of a run and of its workers, in the system's unit."""
    run = subprocess.Popen([PROGRAM, *words], cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    check(run.returncode in (0, 1), "ends with %d" % run.returncode)
    return usage.ru_maxrss


def a_hundred_props_drop_and_slide_in_the_memory_of_ten():
    with Folder() as f:
        for folder, count in (("ten", 10), ("hundred", 100)):
            (f.path / folder).mkdir()
            for number in range(count):
                f.write("%s/prop-%02d.gltf" % (folder, number), prop(number))
        said = []
        for jobs in ("1", "4"):
            # Props that are round all over roll on: a failure, with its cause.
            rows = f.run("test", "hundred", "--scenario", "drop,slope", "--jobs", jobs, "--json", "--junit", "out.xml",
                         "--markdown", "out.md", code=1)
            said.append((rows, (f.path / "out.xml").read_bytes(), (f.path / "out.md").read_bytes()))
        check(said[0] == said[1], "reports of 1 and 4 jobs differ")
        rows = [json.loads(line) for line in said[0][0].splitlines()]
        same(len(rows), 100, "rows")
        same({len(row["result"]["verdicts"]) for row in rows}, {8}, "verdicts of a prop")
        same(len(list(junit(f.path / "out.xml"))), 100, "suites")
        peaks = [most_memory(["test", folder, "--scenario", "drop,slope", "--jobs", "2"], f.path)
                 for folder in ("ten", "hundred")]
        check(peaks[1] < 1.25 * peaks[0], "the memory of 10 and 100 props: %d and %d" % tuple(peaks))


def what_is_printed_as_json_is_of_the_schema():
    schema = json.loads(VERDICTS.read_text(encoding="utf-8"))

    def holds(value, sentence):
        broken = broken_rules(value, schema, schema)
        check(not broken, "%s: %s" % (sentence, broken[:3]))
    with Folder("bounce.gltf", "joints.gltf", "slope4.g4tf") as f:
        f.write("none.gltf", "no JSON at all")
        f.write("e.json", low(2.2, checks=low(2.2)["checks"] + [
            {"type": "within", "q": "y", "node": "nobody"}, {"type": "limits"}, {"type": "deterministic", "note": "x"}]))
        for words in (["bounce.gltf"], ["bounce.gltf", "--expect", "e.json"], ["joints.gltf"], ["slope4.g4tf"]):
            report = json.loads(f.run("test", "--json", *words, code=1))
            holds(report, " ".join(words))
            # What is not of the format breaks it.
            for members in ({"outcome": "perhaps"}, {"rate": "60"}, {"node": -1}, {"values": 1}):
                other = json.loads(json.dumps(report))
                other["verdicts"][0].update(members)
                check(broken_rules(other, schema, schema), "the schema takes %s" % members)
        holds(json.loads(f.run("test", "--json", "missing.gltf", code=3)), "a file that is missing")
        for line in f.run("test", "--json", ".", "missing.gltf", "--rate", "60", code=3).splitlines():
            holds(json.loads(line), "a row of many files")


def a_recording_is_judged():
    with Folder("bounce.gltf", "chain.gltf") as f:
        f.write("e.json", low(-99, checks=low(-99)["checks"] + [{"type": "deterministic"}]))
        f.run("simulate", "bounce.gltf", "--duration", "0.5", "--trajectory", "run.ndjson")
        outcomes = [v["outcome"] for v in f.verdicts("bounce.gltf", "--expect", "e.json", "--trajectory", "run.ndjson")]
        same(outcomes, ["passed", "passed", "skipped"], "outcomes")
        run = (f.path / "run.ndjson").read_text()
        outcomes = [v["outcome"] for v in f.verdicts("bounce.gltf", "--expect", "e.json", "--trajectory", "-",
                                                     input=run)]
        same(outcomes, ["passed", "passed", "skipped"], "outcomes from standard input")
        # The verdicts of a recording are those of tumble's own run.
        own = f.verdicts("bounce.gltf", "--expect", "e.json")
        same(own[1], f.verdicts("bounce.gltf", "--expect", "e.json", "--trajectory", "run.ndjson")[1], "verdicts")
        f.run("simulate", "chain.gltf", "--duration", "0.5", "--trajectory", "chain.ndjson")
        said = f.verdicts("bounce.gltf", "--expect", "e.json", "--trajectory", "chain.ndjson", code=1)
        same(said[0]["outcome"], "failed", "a run of another file")
        check("the run has 17 bodies, the file 8 nodes" in said[0]["message"],
              said[0]["message"])
        f.run("test", "bounce.gltf", "--expect", "e.json", "--trajectory", "missing.ndjson", code=3)
        f.run("test", "bounce.gltf", "--expect", "e.json", "--trajectory", "run.ndjson", "--rate", "30", code=1)


def another_engine_is_judged():
    with Folder("bounce.gltf") as f:
        f.write("e.json", low(0.2, rates=[30, 60], checks=low(0.2)["checks"] + [{"type": "deterministic"}]))
        tumble = f.program("own.sh", "#!/bin/sh\ncat >/dev/null\n"
                           "exec \"$TUMBLE\" simulate bounce.gltf \"$@\" --trajectory - --quiet\n")
        environment = {**os.environ, "TUMBLE": PROGRAM}
        said = f.verdicts("bounce.gltf", "--expect", "e.json", "--engine", tumble, env=environment)
        same([v["outcome"] for v in said], ["passed"] * 6, "an engine that is tumble")
        same([v["rate"] for v in said], [30] * 3 + [60] * 3, "rates")
        check(said[1]["subject"].startswith("./own.sh: "), said[1]["subject"])
        broken = f.program("broken.sh", "#!/bin/sh\ncat >/dev/null\nexit 7\n")
        said = f.verdicts("bounce.gltf", "--expect", "e.json", "--engine", broken, "--engine", tumble, code=1,
                          env=environment)
        same([v["outcome"] for v in said], (["failed"] + ["skipped"] * 2) * 2 + ["passed"] * 6, "a broken engine first")
        check("ended with status 7" in said[0]["message"], said[0]["message"])
        frozen = f.program("frozen.py", "#!%s\n%s" % (sys.executable, FROZEN))
        said = f.verdicts("bounce.gltf", "--expect", "e.json", "--engine", frozen, code=0, env=environment)
        same(said[1]["value"] > 1, True, "nothing falls in a frozen engine")
        f.write("falls.json", dict(low(0), checks=[{"type": "ballistic", "node": "Restitution 0", "t": [0, 0.4]}]))
        f.verdicts("bounce.gltf", "--expect", "falls.json", "--engine", frozen, code=1, env=environment)
        said = f.verdicts("bounce.gltf", "--expect", "falls.json", "--engine", frozen + " --unsupported", code=0,
                          env=environment)
        same(said[1]["outcome"], "skipped", "what the engine does not support")
        same(said[1]["pointer"], "/nodes/3", "the pointer of it")
        # A line tells its engine.
        said = f.run("test", "bounce.gltf", "--expect", "e.json", "--engine", "./no-such-engine", "--engine", broken,
                     code=1)
        check("failed: run at 30 Hz, ./no-such-engine: ./no-such-engine ended with status 127: there is no such program"
              in said, said)
        check("failed: run at 30 Hz, ./broken.sh: ./broken.sh ended with status 7\n" in said, said)
        f.write("plain.sh", "#!/bin/sh\n")
        said = f.run("test", "bounce.gltf", "--expect", "e.json", "--engine", "./plain.sh", code=1)
        check("ended with status 126: the program may not be executed" in said, said)
        # A program that hangs, and reads nothing, is ended.
        f.write("e1.json", low(0.2))
        hung = f.program("hung.sh", "#!/bin/sh\nexec sleep 1000\n")
        said = f.run("test", "bounce.gltf", "--expect", "e1.json", "--engine", hung, "--engine-time-limit", "0.5", code=1)
        check("./hung.sh took longer than 0.5 s, and was ended; --engine-time-limit allows more" in said, said)
        f.run("test", "bounce.gltf", "--expect", "e.json", "--engine", " ", code=2)
        check("--engine takes a command" in f.errors, f.errors)


FROZEN = """import json, sys
sys.stdin.read()
duration, rate = (float(sys.argv[sys.argv.index(o) + 1]) for o in ("--duration", "--rate"))
nodes = json.load(open("bounce.gltf"))["nodes"]
moving = [i for i, n in enumerate(nodes)
          if n.get("extensions", {}).get("KHR_physics_rigid_bodies", {}).get("motion") is not None]
print(json.dumps({"format": "tumble-trajectory", "version": 1, "dimension": 3, "rate": rate, "engine": "frozen",
                  "engineVersion": "1", "unsupported": ["/nodes/3"] if "--unsupported" in sys.argv else [],
                  "nodes": [{"index": i, "name": nodes[i].get("name", "")} for i in moving]}))
for k in range(round(duration * rate) + 1):
    print(json.dumps({"t": k / rate, "events": [], "bodies": [
        {"node": i, "position": nodes[i].get("translation", [0, 0, 0]), "orientation": nodes[i].get(
            "rotation", [0, 0, 0, 1]), "linearVelocity": [0, 0, 0], "angularVelocity": [0, 0, 0]} for i in moving]}))
"""


def exit_codes_tell_what_went_wrong():
    with Folder("bounce.gltf") as f:
        f.write("e.json", low(-99))
        f.run("test", "bounce.gltf", "--expect", "e.json")
        f.write("bad.json", "{")
        f.run("test", "bounce.gltf", "--expect", "e.json", "--profile", "missing.json", "--jitter", "3")
        check(f.errors.count("expectations alone are judged, so --") == 2, f.errors)
        f.write("typo.json", {"tumbleExpectations": 1, "checks": [{"type": "withn"}, {"type": "within", "q": "yy"}]})
        f.run("test", "bounce.gltf", "--expect", "typo.json", code=1)
        check("did you mean within? [" in f.errors and "did you mean y? [" in f.errors, f.errors)
        f.run("test", "bounce.gltf", "--expect", "bad.json", code=1)
        check("bad.json: error: " in f.errors and "[INVALID_JSON]" in f.errors, f.errors)
        f.run("test", "missing.gltf", code=3)
        f.run("test", "bounce.gltf", "--expect", "missing.json", code=3)
        f.run("test", "bounce.gltf", "-o", "x.gltf", code=2)
        f.run("test", "bounce.gltf", "--duration", "1", code=2)
        f.run("test", "bounce.gltf", "--trajectory", "a", "--engine", "b", code=2)
        f.run("test", "bounce.gltf", "--record", "--engine", "b", code=2)
        f.run("test", code=2)


def what_the_schema_says_is_what_is_read():
    """Names in the schema are those that the reader knows: each kind and member is tried."""
    schema = json.loads(SCHEMA.read_text())
    kinds = {d["properties"]["type"]["const"]: d for d in schema["$defs"].values()
             if "type" in d.get("properties", {}) and "const" in d["properties"]["type"]}
    four = {"w", "vw", "wxy", "wxz", "wyz", "wxw", "wyw", "wzw", "low.w", "high.w"}
    with Folder("bounce.gltf", "slope4.g4tf") as f:
        f.write("e.json", {"tumbleExpectations": 1, "checks": [{"type": "no such"}]})
        f.run("test", "bounce.gltf", "--expect", "e.json", code=1)
        for kind, definition in sorted(kinds.items()):
            for member in definition["properties"]:
                f.write("e.json", {"tumbleExpectations": 1, "duration": 0, "checks": [{"type": kind, member: None}]})
                process = subprocess.run([PROGRAM, "test", "bounce.gltf", "--expect", "e.json", "--json"], cwd=f.path,
                                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                check("UNEXPECTED_PROPERTY" not in process.stdout + process.stderr,
                      "the schema has %s of %s, the reader does not" % (member, kind))
        same(len(kinds), 16, "kinds in the schema")
        for q in schema["$defs"]["quantity"]["properties"]["q"]["enum"]:
            is_four = q in four
            up = [0, 1, 0, 0] if is_four else [0, 1, 0]
            f.write("e.json", {"tumbleExpectations": 1, "duration": 0,
                               "checks": [{"type": "within", "q": q, "node": 2 if is_four else 3, "axis": up, "to": up,
                                           "max": 1e9}]})
            f.run("test", "slope4.g4tf" if is_four else "bounce.gltf", "--expect", "e.json")


def a_world_of_four_dimensions_is_recorded_and_judged():
    with Folder("heap4.g4tf") as f:
        f.run("test", "--record", "heap4.g4tf", "-o", "heap4.expect.json", "--duration", "1", "--rate", "60")
        recorded = json.loads((f.path / "heap4.expect.json").read_text())
        check(any(c.get("q") == "w" for c in recorded["checks"]), "no range of w")
        own = f.run("test", "heap4.g4tf", "--json")
        # The recording of the same motion is judged alike.
        f.run("simulate", "heap4.g4tf", "--duration", "1", "--rate", "60", "--trajectory", "run.ndjson", "--quiet")
        again = f.run("test", "heap4.g4tf", "--trajectory", "run.ndjson", "--json")
        values = [[(v["check"], v["outcome"], v.get("value")) for v in json.loads(text)["verdicts"]
                   if v["check"] != "deterministic"] for text in (own, again)]
        check(len(values[0]) > 20 and values[0] == values[1], "verdicts of the recording differ")
        # Five centimetres along the fourth axis are seen.
        lines = (f.path / "run.ndjson").read_text().splitlines()
        for i in range(1, len(lines)):
            step = json.loads(lines[i])
            for body in step["bodies"]:
                body["position"][3] += 0.05
            lines[i] = json.dumps(step)
        f.write("shifted.ndjson", "\n".join(lines) + "\n")
        f.run("test", "heap4.g4tf", "--trajectory", "shifted.ndjson", code=1)


def main():
    global PROGRAM
    parser = argparse.ArgumentParser()
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test")
    options = parser.parse_args()
    PROGRAM = os.path.abspath(options.tumble)
    globals()[options.test]()
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
