#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Families of scenes beside the yardstick: geometric means over seeds, and over families.

    bench/families.py [FAMILY…] [--seeds 101-108] [--check] [--record] [--json OUT]

A member runs ours on one thread, Bullet, ours on two, then the columns (engines.py), one after the other on
the same file. The engine is tuned on seeds 1 to 8; the default is the seeds it is judged by; --seeds 101
is a short run. N is Bullet's mean step by ours. With --check a member that is close to one of its bars takes
five rounds, and each figure of time is the median.

targets.json has two bars for each family and seed, by processor time on one thread: the least N and the
largest 99th percentile by the mean. The bar of several seeds is the geometric mean of theirs. --record
writes what was reached less a tenth, for the families and seeds of this run, and leaves the other bars.
"""

import argparse
import json
import math
import os
import re
import statistics
import sys

import engines
from engines import by_processor, geometric_mean, p99_by_mean, shown

BROKEN = "a run failed"
CLOSE = 0.2  # Share of its bar within which a figure is close to it.
ROUNDS_CLOSE = 5
RECORDED = 0.9  # Part of what was reached that --record asks for.
# Limits of "every" that hold for families, where bodies may fall off the ground.
LIMITS = ("half.not_finite", "end.not_finite", "end.unmeasured")


def seeds_of(text):
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def names_of_families(tumble):
    """Names of all families, from the program's own list."""
    listed = engines.output_of([tumble, "bench", "--help"]).partition("from a seed:")[2].partition(".")[0]
    return [word.strip() for word in listed.replace(" and ", ",").replace("\n", " ").split(",")]


def middle(scene, value):
    """The median over the rounds of a scene; None where a round lacks it."""
    numbers = [value(r) for r in scene.rounds]
    return None if None in numbers else statistics.median(numbers)


def p99_of_ours(run):
    return p99_by_mean(run["one"])


def is_close(scene, bars):
    """Whether a figure of one seed is near its bar, on either side."""
    pairs = [(middle(scene, by_processor), bars.get("one")), (middle(scene, p99_of_ours), bars.get("p99"))]
    return any(number is not None and bar is not None and abs(number - bar) <= CLOSE * bar for number, bar in pairs)


def measure(family, seed, options, bars):
    """The scene of one seed, after one round, or more where a verdict asks for them."""
    word = "family:%s:%d" % (family, seed) + (":%d" % options.bodies if options.bodies else "")
    engines.output_of([options.tumble, "bench", "--write", options.folder, "--quiet", word])
    begin = "family-%s-%d-" % (family, seed)
    ends = "%d.glb" % options.bodies if options.bodies else ".glb"
    file = max((os.path.join(options.folder, f) for f in os.listdir(options.folder)
                if f.startswith(begin) and f.endswith(ends)), key=os.path.getmtime)
    scene = engines.Scene(word, file, options, two=options.two)
    scene.round()
    if options.check and not options.frames and not options.bodies and is_close(scene, bars):
        while len(scene.rounds) < ROUNDS_CLOSE:
            scene.round()
    return scene


class Row:
    """One family: the members of some seeds."""

    def __init__(self, family, scenes, seeds):
        self.family, self.scenes, self.seeds = family, scenes, seeds
        self.runs = [s.rounds[0] for s in scenes]  # Ends of all rounds are the same.

    def mean(self, value):
        return geometric_mean([middle(s, value) for s in self.scenes])

    def ratio(self, who):
        return self.mean(lambda r: r["peer"]["mean_ms"] / r[who]["mean_ms"] if r["peer"] and r[who] else None)

    def column(self, name):
        return geometric_mean([s.column(name) for s in self.scenes])

    def by_processor(self):
        return self.mean(by_processor)

    def p99(self, who="one"):
        return self.mean(lambda r: p99_by_mean(r[who]))

    def bar(self, bars, key):
        """None where a seed of the row has no bar."""
        recorded = bars.get(self.family, {})
        return geometric_mean([recorded.get(str(seed), {}).get(key) for seed in self.seeds])

    def worst(self, who, figure):
        return max(r[who]["end"][figure] or 0 for r in self.runs)

    def quality(self, who):
        if not self.runs[0][who]:
            return "–"
        return "%.0f, %.0f; %d; %.2f" % tuple(
            self.worst(who, f) for f in ("deepest_mm", "joint_largest_mm", "lost", "energy"))

    def faults(self, bars, limits, options):
        """Sentences on what is under its bar or beyond a limit."""
        found = []
        for scene in self.scenes:
            if len(scene.hashes()) != 1:
                found.append("%s: the last state differs between runs: %s" % (
                    scene.name, " ".join(sorted(scene.hashes()))))
            for path in LIMITS:
                moment, _, figure = path.partition(".")
                if scene.rounds[0]["one"][moment][figure] > limits.get(path, 0):
                    found.append("%s: %s is %d" % (scene.name, path, scene.rounds[0]["one"][moment][figure]))
        if options.frames or options.bodies:
            return found  # Bars are those of the whole scene.
        number, bar = self.by_processor(), self.bar(bars, "one")
        if number is not None and bar is None:
            found.append("no bar for each of seeds %s (--record)" % ", ".join(map(str, self.seeds)))
        elif number is not None and number < bar * (1.0 - options.slack):
            found.append("N is %.3g by processor time, bar %.3g" % (number, bar * (1.0 - options.slack)))
        number, bar = self.p99(), self.bar(bars, "p99")
        if bar is not None and number > bar / (1.0 - options.slack):
            found.append("the 99th percentile is %.2f of the mean, at most %.2f" % (number, bar / (1.0 - options.slack)))
        return found

    def as_json(self):
        return {"family": self.family, "n_one": self.ratio("one"), "n_two": self.ratio("two"),
                "n_processor": self.by_processor(), "p99_by_mean": self.p99(), "peer_p99_by_mean": self.p99("peer"),
                "columns": {name: self.column(name) for name in engines.COLUMNS},
                "runs": [s.rounds for s in self.scenes]}


HEAD = ("| family | N, 1 thread | by CPU | bar | AVX2 | SSE2 | ODE by ours | N, 2 threads | ms | p99 by mean | bar | Bullet's | "
        "ours: overlap, joints [mm]; lost; energy by that of the start | Bullet's |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |")


def print_row(row, bars):
    print("| `%s` | %s | %s | %s | %s | %s | %.2f | %s | %s | %s | %s | %s |" % (
        row.family, shown(row.ratio("one")), shown(row.by_processor()), shown(row.bar(bars, "one"), "%.3g"),
        " | ".join(shown(row.column(name)) for name in engines.COLUMNS), shown(row.ratio("two")),
        row.mean(lambda r: r["one"]["mean_ms"]), shown(row.p99(), "%.1f"), shown(row.bar(bars, "p99"), "%.1f"),
        shown(row.p99("peer"), "%.1f"), row.quality("one"), row.quality("peer")), flush=True)


def print_means(rows, seeds):
    """The line below the table: only what was measured."""
    rows = [r for r in rows if r.by_processor() is not None]
    if not rows:
        return
    parts = ["%d families, seeds %d to %d: geometric mean N" % (len(rows), seeds[0], seeds[-1])]
    for value, text in ((lambda r: r.ratio("one"), "on one thread"), (Row.by_processor, "by processor time"),
                        (lambda r: r.column("avx2"), "with AVX2"), (lambda r: r.column("sse2"), "with SSE2"),
                        (lambda r: r.ratio("two"), "on two threads")):
        mean = geometric_mean(value(r) for r in rows)
        if mean is not None:
            parts.append("%.2f %s," % (mean, text))
    beside = [r.column("ode") for r in rows if r.column("ode") is not None]
    if beside:
        parts.append("ODE by ours %.2f in %d families," % (geometric_mean(beside), len(beside)))
    least, most = min(rows, key=Row.by_processor), max(rows, key=Row.p99)
    parts.append("least %.2f (%s), largest p99 %.1f of the mean (%s)" % (
        least.by_processor(), least.family, most.p99(), most.family))
    print("\n" + " ".join(parts))


def run(names, seeds, options, targets):
    """Measures and prints. @return rows and the sentences on what misses a bar or a limit."""
    bars, rows, faults = targets.get("families", {}), [], []
    print(HEAD)
    for family in names or names_of_families(options.tumble):
        try:
            recorded = bars.get(family, {})
            row = Row(family, [measure(family, seed, options, recorded.get(str(seed), {})) for seed in seeds], seeds)
        except RuntimeError as problem:
            faults.append("%s: %s: %s" % (family, BROKEN, problem))
            continue
        rows.append(row)
        print_row(row, bars)
        faults += ["%s: %s" % (family, text) for text in row.faults(bars, targets["every"], options)]
    print_means(rows, seeds)
    return rows, faults


def rounded(number, up):
    """Three digits, toward the side that the number itself passes."""
    step = 10.0 ** (math.floor(math.log10(number)) - 2)
    return float("%.3g" % ((math.ceil if up else math.floor)(number / step) * step))


def record(path, rows):
    """Writes what was reached less a tenth; bars of other families and seeds stay."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    bars = json.loads(text).get("families", {})
    for row in rows:
        for seed, scene in zip(row.seeds, row.scenes):
            number = middle(scene, by_processor)
            if number is None:
                continue
            bars.setdefault(row.family, {})[str(seed)] = {
                "one": rounded(RECORDED * number, up=False),
                "p99": rounded(middle(scene, p99_of_ours) / RECORDED, up=True)}
    lines = ["    %s: %s" % (json.dumps(family), json.dumps(dict(sorted(of.items(), key=lambda i: int(i[0])))))
             for family, of in bars.items()]
    before = re.sub(r',\n  "families": \{.*\Z|\n\}\n\Z', "", text, flags=re.S)
    with open(path, "w", encoding="utf-8") as f:
        f.write(before + ',\n  "families": {\n' + ",\n".join(lines) + "\n  }\n}\n")


def parse():
    p = argparse.ArgumentParser(description="Families of scenes beside Bullet and ODE.")
    p.add_argument("families", nargs="*")
    p.add_argument("--seeds", type=seeds_of, default=seeds_of("101-108"), help="a number, or FIRST-LAST (101-108)")
    p.add_argument("--bodies", type=int, default=0, help="size of a scene; 0: the family's own")
    p.add_argument("--check", action="store_true", help="exit with 1 where a bar or a limit is missed")
    p.add_argument("--slack", type=float, default=0.0, help="how far below its bar a ratio may be: 0.1 is a tenth")
    p.add_argument("--record", action="store_true", help="write the bars: what was reached less a tenth")
    p.add_argument("--no-two", dest="two", action="store_false", help="leave out two threads")
    engines.add_arguments(p)
    return p.parse_args()


def main():
    options = parse()
    engines.find_engines(options)
    if options.record and (not options.bullet or options.frames or options.bodies):
        raise SystemExit("bench: --record needs bench-bullet and whole scenes")
    rows, faults = run(options.families, options.seeds, options, engines.read_json(options.targets))
    if options.record:
        record(options.targets, rows)
        faults = [text for text in faults if BROKEN in text]
    print("\n%d rows miss a bar or a limit" % len(faults))
    for fault in faults:
        print("  " + fault)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump({"processor": engines.processor()[0], "seeds": options.seeds,
                       "families": [r.as_json() for r in rows], "faults": faults}, f, indent=1)
            f.write("\n")
    return 1 if (options.check or options.record) and faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as problem:
        print("bench: %s" % problem, file=sys.stderr)
        sys.exit(2)
