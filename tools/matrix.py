#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Judges engines by the cases of tumble, and writes docs/conformance-matrix.md.

    tools/matrix.py --tumble PROGRAM [--cases FILE --assets DIR [--only NAMES]] [--engine NAME]...
                    [--alone] [--jobs N] [--keep FOLDER] [--out FILE]

Cases are the tests of tests/conformance/own and tests/samples, and with --cases those of a list in its form
(checks of docs/expectations.md), judged by `tumble test`. Engines are those of engines/ (docs/engines.md), and
tumble itself. A case that touches what an engine leaves out is skipped, with the pointer.
"""

import argparse
import concurrent.futures
import copy
import importlib
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "tests", "conformance", "own"), os.path.join(ROOT, "tests")]
PROGRAM = os.path.join(ROOT, "tools", "engine_program.py")
ENGINES = ["rapier", "jolt", "havok", "mujoco"]
# V8's optimizing compiler takes longer than most runs, and the bytes are the same without it. MuJoCo's runs are long.
NODE = {engine: [] if engine == "mujoco" else ["--liftoff-only"] for engine in [*ENGINES, "still"]}
PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"
OUTCOMES = [PASSED, FAILED, SKIPPED]

# Features in the order of the page, with the tests of ours that show them.
OWN = {
    "fall and speed": ["khr/velocities_are_those_of_nodes", "samples/row"],
    "mass and inertia": [
        "khr/heavy_and_light_keep_their_momentum", "motion/a_spin_about_the_middle_axis_flips_over",
        "motion/a_body_turns_about_its_centre_of_mass", "omi/a_body_falls_about_its_own_middle", "samples/t-handle"],
    "shapes": [
        "khr/every_shape_carries_every_other", "khr/scales_of_nodes_size_colliders", "earlier/shapes_of_all_kinds_land",
        "omi/shapes_carry_at_their_tops", "omi/shapes_of_omi_collider_carry_at_their_tops",
        "omi/colliders_belong_to_the_nearest_body_above", "omi/bodies_said_to_be_static_are",
        "omi/names_of_unity_exporters_are_read", "files/a_container_moves_as_its_text", "samples/shapes",
        "samples/rounded"],
    "stacks and piles": ["samples/pile", "samples/tumbling-tower", "samples/dominoes"],
    "restitution": ["motion/balls_stay_in_a_pit_and_gain_no_energy", "samples/bounce"],
    "friction": [
        "motion/a_sliding_ball_rolls_at_five_sevenths", "earlier/friction_holds_or_lets_slide", "samples/slope"],
    "combine modes": ["khr/combine_modes_rank", "motion/friction_combines_as_its_modes_say", "samples/combine"],
    "filters": ["khr/filters_count_for_each_collider", "earlier/one_system_in_common_is_enough", "samples/sieves"],
    "joints": [
        "khr/joints_hold_and_springs_give_way", "khr/jointed_bodies_collide_where_they_are_told",
        "joints/a_hinge_swings_in_its_plane_and_keeps_its_energy", "joints/a_ball_joint_lets_a_pendulum_circle",
        "joints/a_slider_moves_along_its_axis_within_its_range", "joints/a_turning_body_carries_what_is_fixed_to_it",
        "joints/a_centre_of_mass_off_its_hinge_swings_as_a_pendulum", "earlier/msft_physics_says_it_on_the_node",
        "omi/a_slider_ends_where_its_range_does", "omi/soft_limits_of_godot_are_rigid_unless_told",
        "omi/pins_hold_what_falls_together", "omi/a_slider_of_constraints_ends_where_its_range_does",
        "omi/a_chain_of_pins_swings_as_one", "samples/joints", "samples/four-bar", "samples/chain"],
    "drives": ["khr/drives_follow_their_springs", "samples/drives"],
    "triggers": [
        "motion/triggers_of_hulls_tell_and_slow_nothing", "earlier/triggers_tell_who_passes",
        "omi/triggers_tell_of_all_eras", "omi/one_node_may_be_collider_and_trigger",
        "omi/bodies_of_type_trigger_make_triggers", "samples/triggers"],
    "gravity volumes": [
        "omi/gravity_pulls_to_a_point_within_its_trigger", "omi/gravity_pulls_to_the_faces_of_a_shape",
        "samples/planet"],
    "animation": ["khr/an_animated_body_follows_its_animation", "samples/conveyor"],
    "four dimensions": ["samples/spinning", "samples/around", "samples/slope4", "samples/heap4"],
}

# Features of cases of a list, by the first of its tags that is here.
TAGS = [
    ("drive", "drives"), ("joint", "joints"), ("trigger", "triggers"), ("combine", "combine modes"),
    ("restitution", "restitution"), ("friction", "friction"), ("filter", "filters"), ("gravity", "gravity volumes"),
    ("animation", "animation"), ("inertia", "mass and inertia"), ("gyroscopic", "mass and inertia"),
    ("centerOfMass", "mass and inertia"), ("mass", "mass and inertia"), ("shapes", "shapes"), ("contact", "shapes"),
    ("motion", "fall and speed"), ("gravityFactor", "fall and speed"),
]


def feature_of_tags(tags):
    return next((feature for tag, feature in TAGS if tag in tags), "other")


class Result:
    """Outcome of a case for an engine: `why` is the first failure, or the pointer that is left out."""

    def __init__(self, case, feature, outcome, why=""):
        self.case, self.feature, self.outcome, self.why = case, feature, outcome, why


def one_line(text, most=160):
    text = " ".join(str(text).split())
    return text if len(text) <= most else text[:most - 1] + "…"


# Tests of ours: Python that calls a program. ------------------------------------------------------

def test_of(name):
    """The function of a test of ours, which takes a program."""
    family, case = name.split("/")
    if family == "samples":
        return importlib.import_module("samples.run").CHECKS[case]
    return getattr(importlib.import_module(family), case)


def run_own(tumble, engine, name, feature):
    """Runs a test of ours, with the engine in the place of the program. In a process of its own."""
    with tempfile.TemporaryDirectory(prefix="tumble-matrix-") as folder:
        notes = os.path.join(folder, "runs")
        os.environ.update(TUMBLE_PROGRAM=tumble, TUMBLE_ENGINE=command_of(engine), TUMBLE_ENGINE_RUNS=notes)
        program = PROGRAM if engine else tumble
        failure = ""
        try:
            test_of(name)(program)
        except Exception as e:  # What an engine makes of a scene can break a test in any way.
            failure = one_line(e) or type(e).__name__
        runs = []
        if os.path.exists(notes):
            with open(notes, encoding="utf-8") as f:
                runs = [json.loads(line) for line in f]
    foreign = [word for run in runs for word in run.get("foreign", [])]
    ends = [run["failed"] for run in runs if "failed" in run]
    if ends:
        return Result(name, feature, FAILED, one_line("the adapter ended early: " + ends[0]))
    pointers = sorted({p for run in runs for p in run.get("unsupported", [])})
    if foreign:
        return Result(name, feature, SKIPPED, "the test asks for " + " ".join(foreign))
    if pointers:
        return Result(name, feature, SKIPPED, pointers_as_text(pointers))
    return Result(name, feature, FAILED if failure else PASSED, failure)


def pointers_as_text(pointers):
    shown = "`%s`" % (pointers[0] or "the whole file")
    return shown if len(pointers) == 1 else "%s and %d more" % (shown, len(pointers) - 1)


# Cases of a list: files with expectations. -----------------------------------------------------------

def resolved(document, path):
    """The container and key that a JSON pointer of a patch names."""
    words = [w.replace("~1", "/").replace("~0", "~") for w in path.split("/")[1:]]
    at = document
    for word in words[:-1]:
        at = at[int(word)] if isinstance(at, list) else at.setdefault(word, {})
    return at, words[-1]


def patch(document, operations):
    """Applies JSON Patch; a path that ends in [] appends to an array, which it may create."""
    for o in operations:
        if o["path"].endswith("[]"):
            at, key = resolved(document, o["path"][:-2])
            (at.setdefault(key, []) if isinstance(at, dict) else at[int(key)]).append(copy.deepcopy(o["value"]))
            continue
        at, key = resolved(document, o["path"])
        if isinstance(at, list):
            key = len(at) if key == "-" else int(key)
        if o["op"] == "remove":
            del at[key]
        elif o["op"] == "add" and isinstance(at, list):
            at.insert(key, copy.deepcopy(o["value"]))
        else:
            at[key] = copy.deepcopy(o["value"])


def patched(asset, case, folder):
    """A copy of the file with the case's patch, beside the file's buffers."""
    with open(asset, encoding="utf-8") as f:
        document = json.load(f)
    patch(document, case["patch"])
    for name in os.listdir(os.path.dirname(asset)):
        os.symlink(os.path.join(os.path.dirname(asset), name), os.path.join(folder, name))
    path = os.path.join(folder, "patched-case.gltf")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(document, f)
    return path


def verdicts_in(value):
    """Every verdict in a report, wherever it stands."""
    if isinstance(value, dict):
        if "outcome" in value and "check" in value:
            yield value
        for part in value.values():
            yield from verdicts_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from verdicts_in(part)


def run_listed(tumble, engine, case, assets):
    """Judges a case of a list by `tumble test`."""
    feature = feature_of_tags(case["tags"])
    expectations = {"tumbleExpectations": 1, "duration": case.get("duration", 3),
                    "rates": case.get("rates", [case.get("rate", 60)]), "checks": case["checks"]}
    with tempfile.TemporaryDirectory(prefix="tumble-matrix-") as folder:
        asset = os.path.join(assets, case["asset"])
        path = patched(asset, case, folder) if case.get("patch") else asset
        expect = os.path.join(folder, "case.expect.json")
        with open(expect, "w", encoding="utf-8") as f:
            json.dump(expectations, f)
        command = [tumble, "test", path, "--expect", expect, "--json"]
        if engine:
            command += ["--engine", command_of(engine)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        verdicts = list(verdicts_in(json.loads(done.stdout)))
    except ValueError:
        verdicts = []
    failed = [v for v in verdicts if v["outcome"] == FAILED]
    skipped = [v for v in verdicts if v["outcome"] == SKIPPED]
    if failed or not verdicts:
        said = failed[0] if failed else {}
        why = ": ".join(str(said[k]) for k in ("check", "message") if said.get(k))
        why = (why or done.stderr.strip() or "no verdicts").replace(command_of(engine) or "\0", engine)
        return Result(case["id"], feature, FAILED, one_line(why))
    if skipped:
        pointer = skipped[0].get("pointer")
        why = "`%s`" % pointer if pointer else one_line(skipped[0].get("message", ""))
        return Result(case["id"], feature, SKIPPED, why)
    return Result(case["id"], feature, PASSED)


# The page. -------------------------------------------------------------------------------------------

def command_of(engine):
    if not engine:
        return ""
    return shlex.join(["node", *NODE[engine], os.path.join(ROOT, "engines", engine + ".mjs")])


def missing_packages():
    """Why no engine can run here; "" where all can. Packages of engines/ are fetched once."""
    if not shutil.which("node") or not shutil.which("npm"):
        return "Node is missing: tools/bootstrap.sh --web installs it"
    folder = os.path.join(ROOT, "engines")
    if not os.path.isdir(os.path.join(folder, "node_modules", "jolt-physics")):
        done = subprocess.run(["npm", "ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"],
                              capture_output=True, check=False)
        if done.returncode:
            return "npm could not install the packages of engines/"
    return ""


def title_of(engine):
    """Name and version of an engine, as its header has them."""
    scene = json.dumps({"format": "tumble-scene", "version": 1, "file": "", "dimension": 4, "gravity": [0, 0, 0, 0],
                        "hasGravity": False, "density": 1000, "nodes": [], "bodies": []})
    done = subprocess.run([*shlex.split(command_of(engine)), "--duration", "0"], input=scene, capture_output=True,
                          text=True, check=False)
    if done.returncode:
        raise SystemExit("tumble: %s does not start: %s" % (engine, done.stderr.strip()))
    header = json.loads(done.stdout.split("\n", 1)[0])
    return "%s %s" % (header["engine"], header["engineVersion"])


PAGE = """# Engines by the words of tumble

Written by `make matrix`, and the same bytes again from the same engines. Each engine runs the scene of a file
([engines.md](engines.md)), and its motion is judged by the tests that hold tumble itself. A cell counts the cases that
passed / failed / were skipped: a case is skipped where it touches what the engine's adapter names as left out, with the
JSON pointer.

%s

| feature | %s |
| --- |%s
%s
## Cases that fail, cases that are skipped

%s"""

SOURCES = """Cases are %s. Tests of tumble are as strict for other engines as they are for tumble, but for the parabola of
a fall, which has room for an integrator of first order. A failure says that an engine moves otherwise, and by how much;
each engine has its own default settings."""


def page_of(titles, results, sources):
    features = [*OWN, "other"]
    present = [f for f in features if any(r.feature == f for list_ in results.values() for r in list_)]
    rows = []

    def cell(found):
        return " / ".join(str(sum(r.outcome == o for r in found)) for o in OUTCOMES)
    for feature in present:
        cells = [cell([r for r in results[e] if r.feature == feature]) for e in titles]
        rows.append("| %s | %s |\n" % (feature, " | ".join(cells)))
    rows.append("| **all** | %s |\n" % " | ".join("**%s**" % cell(results[e]) for e in titles))
    lists = []
    for engine, title in titles.items():
        lines = []
        for outcome in (FAILED, SKIPPED):
            found = [r for r in results[engine] if r.outcome == outcome]
            lines += ["| %s | %s | %s |\n" % (r.case, outcome, r.why.replace("|", "\\|")) for r in found]
        table = "| case | | why |\n| --- | --- | --- |\n" + "".join(lines) if lines else "All passed.\n"
        lists.append("### %s\n\n%s" % (title, table))
    return PAGE % (SOURCES % sources, " | ".join(titles.values()), " --- |" * len(titles), "".join(rows),
                   "\n".join(lists))


def jobs_of(o, cases):
    for feature, names in OWN.items():
        for name in names:
            yield run_own, name, feature
    for case in cases:
        yield run_listed, case, o.assets


def kept(keep, engine, run, case, *rest):
    """The result of a case, from the folder `keep` where it is there."""
    name = case if isinstance(case, str) else case["id"]
    path = os.path.join(keep, "%s-%s.json" % (engine or "tumble", name.replace("/", "-"))) if keep else None
    if path and os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            return Result(**json.load(f))
    result = run(rest[0], engine, case, rest[1])
    if path:
        with open(path, "w", encoding="utf-8") as f:
            json.dump(vars(result), f)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--engine", action="append", help="an adapter of engines/; all four where none is named")
    parser.add_argument("--cases", help="a list of cases, a JSON file")
    parser.add_argument("--assets", help="folder of the list's files")
    parser.add_argument("--only", default="", help="cases whose name begins so, apart from ours")
    parser.add_argument("--alone", action="store_true", help="without tumble itself")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", default="", help="a folder for results: a run that was ended goes on from there")
    parser.add_argument("--out", default=os.path.join(ROOT, "docs", "conformance-matrix.md"))
    o = parser.parse_args()
    o.tumble = os.path.abspath(o.tumble)
    if o.keep:
        os.makedirs(o.keep, exist_ok=True)
    cases, sources = [], "the tests of tumble"
    if o.cases:
        with open(o.cases, encoding="utf-8") as f:
            cases = [c for c in json.load(f)["cases"] if c.get("checks") and not c.get("args") and
                     c["id"].startswith(tuple(o.only.split(",")))]
        sources += " and the %d cases of %s" % (len(cases), os.path.basename(o.cases))
    missing = missing_packages()
    if missing:
        print("tumble: " + missing, file=sys.stderr)
        return 77
    titles = {} if o.alone else {"": "tumble"}
    for engine in o.engine or ENGINES:
        titles[engine] = title_of(engine)
    results = {engine: [] for engine in titles}
    with concurrent.futures.ProcessPoolExecutor(o.jobs) as pool:
        futures = [(e, pool.submit(kept, o.keep, e, run, case, o.tumble, more))
                   for e in titles for run, case, more in jobs_of(o, cases)]
        for done, (engine, future) in enumerate(futures, 1):
            results[engine].append(future.result())
            if done % 20 == 0:
                print("%d of %d" % (done, len(futures)), file=sys.stderr)
    with open(o.out, "w", encoding="utf-8") as f:
        f.write(page_of(titles, results, sources))
    return 0


if __name__ == "__main__":
    sys.exit(main())
