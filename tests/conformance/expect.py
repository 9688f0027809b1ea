#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Gives every behavioural case to `tumble test --expect` and compares with the checker of the cases.

    expect.py --tumble PROGRAM [--filter GLOB]... [--cases FILE] [--assets DIR]

The checker's own functions judge the same motion: a verdict per check, and the measured number to a
millionth. Cases without checks compare acceptance alone. Exit status 77 (ctest: skipped) where the
cases are absent.
"""

import argparse
import concurrent.futures
import fnmatch
import importlib.util
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CONFORMANCE = os.path.join(os.path.dirname(ROOT), "shared", "conformance")
SKIPPED = 77
TOLERANCE = 1e-6


local = threading.local()


def checker():
    """The checker as a module, one for each thread: it keeps its format of numbers in a global."""
    if not hasattr(local, "check"):
        spec = importlib.util.spec_from_file_location("check", os.path.join(CONFORMANCE, "check.py"))
        module = importlib.util.module_from_spec(spec)
        sys.dont_write_bytecode = True
        spec.loader.exec_module(module)
        for holder, name in ((module.Scene, "position"), (module.Scene, "orientation"), (module, "frame_metric"),
                             (module, "quantity"), (module.Document, "world_rotation")):
            setattr(holder, name, remembered(getattr(holder, name)))
        local.check = module
    return local.check


def remembered(function):
    """The function with answers kept in its first argument: checks of a run ask for the same places."""
    def answer(owner, *words, **more):
        kept = owner.__dict__.setdefault("kept", {})
        key = (function.__name__, repr(words), repr(more) if more else "")
        if key not in kept:
            kept[key] = function(owner, *words, **more)
        return kept[key]
    return answer


def telling(check, judge):
    """What a check answers, and the numbers in its message. It prints them with %.4g; here all digits are wanted."""
    numbers = []
    check.fmt, kept = (lambda x: numbers.append(float(x)) or "%.4g" % x), check.fmt
    try:
        return *judge(), numbers
    finally:
        check.fmt = kept


def margin(x, c):
    """Room of a number to its nearest bound; negative outside."""
    return min(x - c.get("min", -math.inf), c.get("max", math.inf) - x)


def of_series(check, series, c):
    """The number that a check of a series tells, by the rules of docs/expectations.md."""
    how = c.get("reduce", "all")
    values = [x for _, x in series]
    if how == "all":
        for x in values:
            if not check.in_range(x, c):
                return x
        low, high = min(values), max(values)
        below = low - c.get("min", -math.inf)
        above = c.get("max", math.inf) - high
        return low if below < above else high
    if how == "any":
        inside = [x for x in values if check.in_range(x, c)]
        return inside[0] if inside else max(values, key=lambda x: margin(x, c))
    return check.reduce_series(series, how)


def measured(check, scene, c, message, numbers):
    """What the checker measures for a check that needs one run, with all digits; None: no number."""
    kind, doc, tr = c["type"], scene.doc, scene.traj
    if kind == "within":
        return of_series(check, check.quantity(scene, c), c)
    if kind == "joint":
        return of_series(check, [(tr.t[k], check.frame_metric(scene, c, k)) for k in tr.window(c.get("t"))], c)
    if kind == "compare":
        return check.reduce_series(check.quantity(scene, c["a"]), c["a"].get("reduce", "last"))
    if kind in ("position", "ballistic", "spin", "momentum", "angularMomentum", "limits", "energy"):
        if kind == "energy":
            gain, loss = numbers[0], numbers[1]
            return -loss if c.get("maxLoss", 1e9) - loss < c.get("maxGain", 1e9) - gain else gain
        if kind == "limits":
            return worst_limit(check, scene, c) if message != "no hard limits to check" else None
        if kind in ("ballistic", "spin") and numbers and numbers[0] == 0.0:
            return None  # An error a metre, or a radian, below its bound counts as 0 there.
        return numbers[0] if numbers else None
    if kind == "event":
        return float(message.split()[0])
    if kind == "bodies":
        have = set(tr.order)
        if "equals" in c:
            return float(len(have ^ {doc.node_index(n) for n in c["equals"]}))
        return float(len({doc.node_index(n) for n in c.get("include", [])} - have) +
                     len({doc.node_index(n) for n in c.get("exclude", [])} & have))
    return None


def worst_limit(check, scene, c):
    """The greatest excess of a hard limit in tolerances, as check_limits finds it."""
    worst = []

    def metric(s, frames, k, original=check.frame_metric):
        worst.append((frames["metric"], original(s, frames, k)))
        return worst[-1][1]

    # The message rounds to two decimals, so the sum is done again with all digits.
    found = 0.0
    doc = scene.doc
    wanted = c.get("joints")
    wanted = None if wanted is None else {doc.node_index(n) for n in wanted}
    lin, ang = c.get("linear", 0.03), c.get("angular", 0.06)
    for j in doc.joints():
        if wanted is not None and j["node"] not in wanted:
            continue
        frames = {k: j[k] for k in ("a", "b", "bodyA", "bodyB") if k in j}
        hard = [m for m in j["limits"] if "stiffness" not in m]
        locked = set()
        for m in hard:
            if "angularAxes" in m and m.get("min") == 0 and m.get("max") == 0:
                locked.update(m["angularAxes"])
        tests = [("angular", sorted(locked), 0.0, 0.0, ang)] if locked else []
        for m in hard:
            if "linearAxes" in m:
                tests.append(("linear", m["linearAxes"], m.get("min"), m.get("max"), lin))
            elif not set(m.get("angularAxes", [])) <= locked:
                tests.append(("angular", m["angularAxes"], m.get("min"), m.get("max"), ang))
        for name, axes, low, high, tol in tests:
            for k in scene.traj.window(c.get("t")):
                x = metric(scene, dict(frames, metric=name, axes=axes), k)
                found = max(found, (low - x) / tol if low is not None else 0.0,
                            (x - high) / tol if high is not None else 0.0)
    return found


def simulate(o, path, folder, duration, rate, extra, name):
    out = os.path.join(folder, name + ".ndjson")
    run = subprocess.run([o.tumble, "simulate", path, "--duration", "%g" % duration, "--rate", "%g" % rate,
                          "--trajectory", out, "--quiet"] + extra, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return (run.returncode, out)


def expected(o, check, case, path, folder):
    """[(kind, passes, number or None)] for each rate and check, or None where the file is refused."""
    doc = check.Document(path)
    rows = []
    for rate in case.get("rates", [case.get("rate", 60)]):
        args = case.get("args", [])
        code, out = simulate(o, path, folder, case.get("duration", 3.0), rate, args, "run-%g" % rate)
        if code != 0:
            return None
        scene = check.Scene(doc, check.Trajectory(out, rate, case.get("duration", 3.0)))
        runner = check.Runner(argparse.Namespace(tumble=o.tumble, timeout=600.0, keep=None, assets=o.assets))
        for c in case["checks"]:
            kind = c["type"]
            number = None
            try:
                if kind in check.RUN_CHECKS:
                    ok, _, numbers = telling(check, lambda: runner.run_check(
                        kind, case, c, path, folder, case.get("duration", 3.0), rate, scene))
                    number = numbers[0] if kind == "agree" else None
                else:
                    ok, message, numbers = telling(check, lambda: check.CHECKS[kind](scene, c))
                    number = measured(check, scene, c, message, numbers)
            except (check.CheckError, KeyError):  # KeyError: a node without a body.
                ok, number = False, None
            rows.append((kind, ok, number))
    return rows


def told(o, case, path, folder, options=()):
    """What `tumble test` says: its exit status and its verdicts."""
    file = os.path.join(folder, "case.json")
    with open(file, "w", encoding="utf-8") as f:
        json.dump(dict({k: case[k] for k in ("duration", "rate", "rates", "checks") if k in case},
                       tumbleExpectations=1), f)
    run = subprocess.run([o.tumble, "test", path, "--expect", file, "--json", "--quiet", *options]
                         + case.get("args", []), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode not in (0, 1, 2, 3, 4):
        raise RuntimeError("tumble test ended with status %d" % run.returncode)
    return run.returncode, json.loads(run.stdout) if run.stdout else {"verdicts": []}


def differences(o, check, case):
    """Sentences on how the two disagree."""
    wrong = []
    path = os.path.abspath(os.path.join(o.assets, *case["asset"].split("/")))
    expect = case.get("expect", "success")
    with tempfile.TemporaryDirectory(prefix="tumble-expect-") as folder:
        if expect != "success":
            case = dict(case, checks=[])
            code, out = simulate(o, path, folder, case.get("duration", 3.0), 60, case.get("args", []), "run")
            status, _ = told(o, case, path, folder)
            if (code == 0) != (status == 0):
                wrong.append("simulate ended with %d, test with %d" % (code, status))
            return wrong, 1
        if case.get("patch"):
            path = check.write_patched(check.Document(path), case["patch"], folder)
        if case.get("invent"):
            case = dict(case, checks=invented(check, case, path), rates=[case.get("rates", [60])[0]])
        rows = expected(o, check, case, path, folder)
        status, result = told(o, case, path, folder)
        verdicts = [v for v in result["verdicts"] if v["check"] != "run"]
        if rows is None:
            return ([] if status != 0 else ["simulate refuses the file, test does not"]), 1
        runs = [v for v in result["verdicts"] if v["check"] == "run"]
        if any(v["outcome"] != "passed" for v in runs):
            return ["a run is refused: %s" % runs], 1
        if len(verdicts) != len(rows):
            return ["%d verdicts, expected %d" % (len(verdicts), len(rows))], 1
        for i, ((kind, ok, number), v) in enumerate(zip(rows, verdicts)):
            if v["check"] != kind or (v["outcome"] == "passed") != ok or v["outcome"] == "skipped":
                wrong.append("check %d, %s: %s, expected %s: %s" % (
                    i, kind, v["outcome"], "passed" if ok else "failed", v.get("message", v["subject"])))
            elif number is not None and not abs(v.get("value", math.nan) - number) <= TOLERANCE * max(1, abs(number)):
                wrong.append("check %d, %s: %r, expected %r" % (i, kind, v.get("value"), number))
        failed = any(not ok for _, ok, _ in rows)
        if (status == 1) != failed:
            wrong.append("exit status %d although %s" % (status, "a check failed" if failed else "all passed"))
        return wrong, len(rows)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tumble", required=True)
    p.add_argument("--filter", action="append", default=[])
    p.add_argument("--cases", default=os.path.join(CONFORMANCE, "cases.json"))
    p.add_argument("--assets")
    p.add_argument("--jobs", type=int, default=1)
    p.add_argument("--contrary", action="store_true",
                   help="checks with their bounds turned round, so that failures are compared too")
    p.add_argument("--invented", action="store_true",
                   help="in place of the cases' checks others of every kind and quantity, from a seed")
    o = p.parse_args()
    o.tumble = os.path.abspath(o.tumble)
    if not os.path.exists(o.cases):
        print("the cases are not here")
        return SKIPPED
    with open(o.cases, encoding="utf-8") as f:
        book = json.load(f)
    o.assets = o.assets or os.path.join(os.path.dirname(os.path.abspath(o.cases)), book.get("assets", "."))
    cases = [c for c in book["cases"]
             if not o.filter or any(fnmatch.fnmatchcase(c["id"], g) for g in o.filter)]
    if o.contrary:
        cases = [contrary(c) for c in cases if c.get("checks")]
    if o.invented:
        cases = [dict(c, id=c["id"] + " (invented)", invent=True) for c in cases if c.get("checks")]
    wrong = compared = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=max(1, o.jobs)) as pool:
        def work(case):
            return differences(o, checker(), case)
        for case, (faults, rows) in zip(cases, pool.map(work, cases)):
            compared += rows
            wrong += len(faults)
            for fault in faults:
                print("%s: %s" % (case["id"], fault))
    print("%d cases, %d verdicts compared, %d differ" % (len(cases), compared, wrong))
    return 1 if wrong else 0


def contrary(case):
    """The case with bounds that most motions break: failures have values, times and nodes, too."""
    checks = []
    for c in case["checks"]:
        c = json.loads(json.dumps(c))
        if "min" in c and "max" in c and c["type"] != "event":
            width = max(c["max"] - c["min"], 1e-3)
            c["min"], c["max"] = c["max"] + width, c["max"] + 2 * width
        elif c["type"] == "event":
            c["min"] = c.get("min", 1) + 3
            c.pop("max", None)
        elif "max" in c:
            c["max"] = -abs(c["max"]) - 1e-3
        elif "min" in c:
            c["min"] = abs(c["min"]) + 1e3
        for key in ("tol", "linear", "angular", "speed", "angularSpeed", "maxGain", "maxLoss"):
            if key in c:
                c[key] = 1e-9
        if c["type"] == "ballistic":
            c["v0"] = [c.get("v0", [0, 0, 0])[0] + 1, *c.get("v0", [0, 0, 0])[1:]]
        if c["type"] == "spin":
            c["omega"] = [w + 0.3 for w in c["omega"]]
        if c["type"] == "compare":
            c["op"] = "<" if c.get("op", ">") == ">" else ">"
        if c["type"] == "bodies" and "equals" in c:
            c["equals"] = c["equals"][:-1]
        checks.append(c)
    return dict(case, id=case["id"] + " (contrary)", checks=checks)


def invented(check, case, path):
    """Checks of every kind and quantity on nodes of a file, from a seed of the case's name."""
    rng = random.Random(case["id"])
    doc = check.Document(path)
    bodies = [i for i in range(len(doc.nodes)) if doc.physics(i)[1].get("motion")]
    if not bodies:
        return case["checks"]
    duration = case.get("duration", 3.0)

    def vector(size=1.0):
        return [round(rng.uniform(-size, size), 3) for _ in range(3)]

    def bounds(size):
        a, b = sorted(rng.uniform(-size, size) for _ in range(2))
        return rng.choice([{"min": a}, {"max": b}, {"min": a, "max": b}])

    def window():
        a, b = sorted(rng.uniform(0, duration) for _ in range(2))
        return rng.choice([{}, {"t": a}, {"t": [a, b]}, {"t": [a, a]}, {"t": duration + 1}])

    def node(moves=False):
        return rng.choice(bodies) if moves or rng.random() < 0.7 else rng.randrange(len(doc.nodes))

    def quantity(q):
        spec = dict({"q": q, "node": node()}, **window())
        if rng.random() < 0.3:
            spec["point"] = vector()
        if q in ("along", "twist"):
            spec["axis"] = vector() if rng.random() < 0.5 else [0, 1, 0]
        if q in ("along", "horizontal") and rng.random() < 0.5:
            spec["from"] = vector(3)
        if q == "tilt" and rng.random() < 0.5:
            spec.update(axis=vector(), to=vector())
        if q == "turn" and rng.random() < 0.5:
            spec["reference"] = vector() + [1.0]
        if q == "distance":
            spec.update(rng.choice([{"to": vector(3)}, {"other": node()}]))
        return spec

    every = ["x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz", "speed", "angularSpeed", "displacement", "along",
             "distance", "horizontal", "turn", "tilt", "twist", "low.x", "low.y", "low.z", "high.x", "high.y",
             "high.z", "asleep"]
    reductions = ["all", "any", "min", "max", "last", "final", "at", "first", "mean", "span", "net"]
    checks = []
    for q in every:
        for _ in range(2):
            checks.append(dict(quantity(q), type="within", reduce=rng.choice(reductions), **bounds(4)))
    for _ in range(4):
        a, b = quantity(rng.choice(every)), quantity(rng.choice(every))
        a["reduce"], b["reduce"] = rng.choice(reductions[2:]), rng.choice(reductions[2:])
        checks.append({"type": "compare", "a": a, "b": b, "op": rng.choice("<>"), "by": rng.uniform(-1, 1),
                       "ratio": rng.uniform(-2, 2)})
    for metric in ("linear", "angular", "axisAngle"):
        for axes in ([0], [1], [2], [0, 1], [1, 2], [0, 2], [0, 1, 2], 1, None):
            c = dict({"type": "joint", "a": node(), "b": node(), "metric": metric,
                      "reduce": rng.choice(reductions)}, **bounds(3), **window())
            if axes is not None and not (metric == "axisAngle" and isinstance(axes, int)):
                c["axes"] = axes
            if rng.random() < 0.3:
                c["bodyA"], c["bodyB"] = node(True), node()
            checks.append(c)
    checks.append(dict({"type": "position", "node": node(), "expect": vector(2), "tol": rng.uniform(0, 3)},
                       **window()))
    checks.append({"type": "position", "node": node(), "point": vector(), "expect": vector(2), "tol": 2.5})
    checks.append(dict({"type": "ballistic", "node": node(True), "v0": vector(), "tol": rng.uniform(0, 2)}, **window()))
    checks.append({"type": "ballistic", "node": node(), "point": vector(), "acceleration": vector(9), "p0": vector(2)})
    checks.append(dict({"type": "spin", "node": node(), "omega": rng.choice([vector(3), [0, 0, 0]])}, **window()))
    some = rng.sample(bodies, min(2, len(bodies)))
    masses = [rng.uniform(0.1, 5) for _ in some]
    checks.append(dict({"type": "momentum", "nodes": some, "masses": masses, "tol": rng.uniform(0, 5)}, **window()))
    checks.append({"type": "momentum", "nodes": some, "masses": masses, "axes": "xz", "tol": 0.1, "expect": vector()})
    checks.append(dict({"type": "angularMomentum", "node": node(True), "inertia": [1, 2, 3],
                        "inertiaOrientation": vector() + [0.5]}, **window()))
    checks.append(dict({"type": "energy", "node": node(True), "inertia": [1, 2, 3], "maxGain": rng.uniform(0, 3)},
                       **window()))
    checks.append({"type": "energy", "node": node(True), "gravity": vector(9), "point": vector(), "maxLoss": 0.5})
    checks.append({"type": "limits", "linear": 1e-4, "angular": 1e-4})
    checks.append(dict({"type": "limits"}, **window()))
    for kind in ("triggerEntered", ["triggerEntered", "triggerExited"]):
        checks.append({"type": "event", "kind": kind, "min": 0, "max": rng.randrange(3)})
        checks.append({"type": "event", "kind": kind, "collider": [node(), node()], "motion": [node(True), -1],
                       "t": [0.1, duration]})
        checks.append({"type": "event", "kind": kind, "nodes": [node(), node()]})
    checks.append({"type": "bodies", "equals": bodies})
    checks.append({"type": "bodies", "include": [node(), node()], "exclude": [node()]})
    checks.append(dict({"type": "atRest", "nodes": some}, **window()))
    checks.append(dict({"type": "atRest", "node": node(True), "speed": 3, "angularSpeed": 3}))
    checks.append(dict({"type": "fixed", "nodes": [node(), node()]}, **window()))
    checks.append({"type": "fixed", "nodes": some, "tol": 1, "angle": 1})
    checks.append({"type": "within", "q": "y", "node": len(doc.nodes) + 3, "min": 0})
    checks.append({"type": "within", "q": "y", "node": "no node is named like this", "min": 0})
    if rng.random() < 0.2:
        checks.append({"type": "deterministic"})
        checks.append({"type": "agree", "node": node(), "rates": [30, 120], "tol": 0.01, "t": duration / 2})
    return checks


if __name__ == "__main__":
    sys.exit(main())
