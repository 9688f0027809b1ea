#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The benchmark beside its yardstick: scene by scene, in turn, ratios and quality.

    bench/run.py [SCENE…] [--rounds N] [--seeds 101] [--check] [--json OUT] [--svg OUT]

A round of a scene is ours on one thread, Bullet, ours on two, each a process of its own on the same
file; the first round has the columns too (engines.py). The verdict is the median of the rounds' ratios. With
--check a verdict that is close to its bar takes five rounds at least, and seven where the yardstick has two
speeds, one per start. targets.json has the bars and the limits of quality. Times are never compared between
runs. Families (families.py) follow the scenes, a round of each seed, or five. Where Bullet is not built, ours
runs alone and no ratio is told. --check leaves out the columns, exits with 1 and names every row under its bar
or beyond a limit.
"""

import argparse
import json
import os
import statistics
import sys

import engines
import families
from engines import shown

CLOSE = 0.2  # Share of its bar within which a ratio is close to it.
ROUNDS_CLOSE, ROUNDS_TWO_SPEEDS = 5, 7
UNQUIET = 0.25  # A yardstick that far from its median, or ours that much above its least time: the round is run again.


class Scene(engines.Scene):
    """Rounds of one scene and what follows from them."""

    def __init__(self, name, target, options, file):
        super().__init__(name, file, options, two="two" in target)
        self.target = target
        self.broken = None  # Why there is no result.

    def unquiet(self):
        """Rounds in which the machine did something else as well. Ours count where the verdict depends on them."""
        found = []
        for who in ("one", "two"):
            if self.rounds[0][who] and self.options.check and self.is_close():
                least = min(r[who]["mean_ms"] for r in self.rounds)  # Each round is the same work.
                found += [r for r in self.rounds if r[who]["mean_ms"] > (1.0 + UNQUIET) * least]
        if self.rounds[0]["peer"] and not self.target.get("any_speed"):
            middle = statistics.median(r["peer"]["mean_ms"] for r in self.rounds)
            found += [r for r in self.rounds if abs(r["peer"]["mean_ms"] - middle) > UNQUIET * middle]
        return found

    def run(self):
        try:
            self.run_rounds()
        except RuntimeError as problem:
            self.broken = str(problem)

    def is_close(self):
        """Whether a ratio is near its bar, on either side."""
        ratios = [(self.ratio(who), self.target.get(who)) for who in ("one", "two")]
        return any(ratio is not None and bar is not None and abs(ratio - bar) <= CLOSE * bar for ratio, bar in ratios)

    def run_rounds(self):
        self.add_rounds(self.options.rounds)
        least = ROUNDS_TWO_SPEEDS if self.target.get("any_speed") else ROUNDS_CLOSE if self.is_close() else 0
        if self.options.check and self.rounds[0]["peer"] and least > len(self.rounds):
            self.add_rounds(least - len(self.rounds))

    def add_rounds(self, count):
        for _ in range(count):
            self.round()
        for _ in range(count):  # At most as many again.
            disturbed = self.unquiet()
            if not disturbed:
                break
            self.rounds.remove(disturbed[0])
            self.round()

    def median(self, value):
        numbers = [value(r) for r in self.rounds]
        return statistics.median(numbers) if numbers else None

    def ratio(self, who):
        if self.broken or not self.rounds[0]["peer"] or self.rounds[0][who] is None:
            return None
        return self.median(lambda r: r["peer"]["mean_ms"] / r[who]["mean_ms"])

    def processor_ratio(self):
        return self.median(engines.by_processor) if self.rounds[0]["peer"] else None

    def p99(self, who):
        return self.median(lambda r: engines.p99_by_mean(r[who])) if self.rounds[0][who] else None

    def second_thread(self):
        if self.rounds[0]["two"] is None:
            return None
        return self.median(lambda r: r["two"]["mean_ms"] / r["one"]["mean_ms"])

    def value(self, path):
        """A figure of ours, by its path in the result; the same in all rounds, or `faults` tells."""
        found = self.rounds[0]["one"]
        for key in path.split("."):
            found = found[key]
        return found

    def faults(self, bar_factor):
        """Sentences on what is under its bar or beyond a limit."""
        if self.broken:
            return ["a run failed: %s" % self.broken]
        found = []
        for who, bar in (("one", "one"), ("two", "two")):
            ratio = self.ratio(who)
            if ratio is not None and ratio < self.target[bar] * bar_factor:
                found.append("N on %s thread%s is %.2f, bar %g" % (
                    who, "s" if who == "two" else "", ratio, self.target[bar] * bar_factor))
        gain, most = self.second_thread(), self.target.get("second_thread")
        if gain is not None and most is not None and gain > most:
            found.append("two threads take %.2f of one's time, at most %g" % (gain, most))
        if len(self.hashes()) != 1:
            found.append("the last state differs between runs: %s" % " ".join(sorted(self.hashes())))
        if self.options.frames:  # Quality is judged after the whole scene.
            return found
        for path, most in self.limits().items():
            figure = self.value(path)
            if figure is None or figure > most:
                found.append("%s is %s, at most %g" % (path, "not finite" if figure is None else "%g" % figure, most))
        for path, (low, high) in self.target.get("between", {}).items():
            if not low <= self.value(path) <= high:
                found.append("%s is %s, not between %g and %g" % (path, self.value(path), low, high))
        return found

    def limits(self):
        return dict(self.options.every, **self.target.get("limits", {}))

    def row(self):
        if self.broken:
            return {"scene": self.name, "broken": self.broken}
        times = {}
        for who in ("one", "peer", "two"):
            if self.rounds[0][who]:
                times[who] = {key: self.median(lambda r, k=key, w=who: r[w][k])
                              for key in ("mean_ms", "median_ms", "p95_ms", "p99_ms")}
                times[who]["p99_by_mean"] = self.p99(who)
        return {"scene": self.name, "n_one": self.ratio("one"), "n_two": self.ratio("two"),
                "n_processor": self.processor_ratio(),
                "columns": {name: self.column(name) for name in engines.COLUMNS},
                "second_thread": self.second_thread(), "times": times, "runs": self.rounds}


def quality_text(result):
    """The figures that say something about this scene."""
    if result["hits"]:
        return "%d hits, %.5f" % (result["hits"], result["fraction"])
    half, end = result["half"], result["end"]
    parts = []
    if end["overlaps"] or half["overlaps"]:
        parts.append("overlap %.0f, %.0f; %.0f mm" % (half["deepest_mm"], end["deepest_mm"], end["deep99_mm"]))
    if result["scene"] in ("pyramid", "pyramids", "wall"):
        parts.append("drift %.3f m, fallen %d" % (end["drift_largest_m"], end["fallen"]))
    if end["joint_largest_mm"]:
        parts.append("joints %.0f, %.0f; %.2f mm" % (
            half["joint_largest_mm"], end["joint_largest_mm"], end["joint_mean_mm"]))
    parts.append("%.1f mm/s" % end["speed_mm_s"])
    parts.append("energy %.2f" % end["energy"])
    for key in ("lost", "outside", "disturbed", "not_finite"):
        if end[key]:
            parts.append("%s %d" % (key, end[key]))
    return ", ".join(parts)


HEAD = ("| scene | N, 1 thread | by CPU | bar | AVX2 | SSE2 | ODE by ours | N, 2 threads | bar | 2 / 1 | ms: mean, 99 % | "
        "p99 by mean | Bullet's | quality: ours | quality: Bullet |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |")


def print_table(scenes):
    print(HEAD)
    for scene in scenes:
        bars = shown(scene.target["one"], "%g"), shown(scene.target.get("two"), "%g")
        if scene.broken:
            print("| `%s` | – | – | %s | – | – | – | – | %s | – | – | – | – | a run failed | – |" % ((scene.name,) + bars))
            continue
        times, peer = scene.row()["times"]["one"], scene.rounds[0]["peer"]
        print("| `%s` | %s | %s | %s | %s | %s | %s | %s | %.2f, %.2f | %s | %s | %s | %s |" % (
            scene.name, shown(scene.ratio("one")), shown(scene.processor_ratio()), bars[0],
            " | ".join(shown(scene.column(name)) for name in engines.COLUMNS), shown(scene.ratio("two")), bars[1],
            shown(scene.second_thread()), times["mean_ms"], times["p99_ms"], shown(scene.p99("one"), "%.1f"),
            shown(scene.p99("peer"), "%.1f"), quality_text(scene.rounds[0]["one"]), quality_text(peer) if peer else "–"))


def svg(scenes, title):
    """Bars of N on a logarithmic scale, each with the mark that it must reach."""
    import math
    left, width, row, low, high = 90, 560, 44, 0.05, 400.0
    top = 56

    def x(n):
        return left + width * (math.log(min(max(n, low), high)) - math.log(low)) / (math.log(high) - math.log(low))

    height = top + row * len(scenes) + 40
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">' % (
        left + width + 70, height),
        '<rect width="100%" height="100%" fill="#ffffff"/>',
        '<text x="%d" y="20" font-size="14">How many times faster than Bullet on one thread</text>' % left,
        '<text x="%d" y="38" fill="#606060">%s. Blue: 1 thread, green: 2 threads, line: the bar</text>' % (left, title)]
    bottom = top + row * len(scenes)
    for n in (0.1, 1, 10, 100):
        out.append('<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="%s"/>' % (
            x(n), x(n), top, bottom, "#808080" if n == 1 else "#e0e0e0"))
        out.append('<text x="%.1f" y="%d" text-anchor="middle">%g</text>' % (x(n), bottom + 16, n))
    for i, scene in enumerate(scenes):
        y = top + row * i
        out.append('<text x="%d" y="%d" text-anchor="end">%s</text>' % (left - 8, y + 24, scene.name))
        for k, (who, color) in enumerate((("one", "#3b6fb5"), ("two", "#4c9f70"))):
            ratio, bar = scene.ratio(who), scene.target.get(who)
            if ratio is None:
                continue
            at = y + 6 + 16 * k
            begin, end = sorted((x(1), x(ratio)))
            out.append('<rect x="%.1f" y="%d" width="%.1f" height="13" fill="%s"/>' % (begin, at, end - begin, color))
            out.append('<text x="%.1f" y="%d">%.2f</text>' % (max(end, x(bar)) + 5, at + 11, ratio))
            out.append('<line x1="%.1f" x2="%.1f" y1="%d" y2="%d" stroke="#202020" stroke-width="2"/>' % (
                x(bar), x(bar), at - 1, at + 14))
    out.append("</svg>")
    return "\n".join(out) + "\n"


def parse():
    p = argparse.ArgumentParser(description="The benchmark's scenes and families beside Bullet and ODE.")
    p.add_argument("scenes", nargs="*", help="without families; none: all, and the families")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--seeds", type=families.seeds_of, default=[101], help="of each family: a number, or FIRST-LAST (101)")
    p.add_argument("--no-families", dest="families", action="store_false")
    p.add_argument("--check", action="store_true", help="exit with 1 where a bar or a limit is missed")
    p.add_argument("--slack", type=float, default=0.0, help="how far below its bar a ratio may be: 0.1 is a tenth")
    p.add_argument("--svg", help="a plot of the ratios")
    engines.add_arguments(p)
    options = p.parse_args()
    options.columns = options.columns and not options.check
    options.families = options.families and not options.scenes
    options.bodies, options.two = 0, not options.check  # Of families, whose bars are of one thread.
    return options


def run_scenes(names, targets, options):
    engines.output_of([options.tumble, "bench", "--write", options.folder] + names)
    scenes = []
    for name in names:
        scene = Scene(name, targets["scenes"][name], options, os.path.join(options.folder, name + ".glb"))
        scene.run()
        scenes.append(scene)
        print("bench: %-9s N %s, %s" % (name, shown(scene.ratio("one")), shown(scene.ratio("two"))), file=sys.stderr)
    return scenes


def main():
    options = parse()
    targets = engines.read_json(options.targets)
    options.every = targets["every"]
    engines.find_engines(options)
    names = options.scenes or list(targets["scenes"])
    for name in names:
        if name not in targets["scenes"]:
            raise SystemExit("bench: no scene is called %s" % name)
    scenes = run_scenes(names, targets, options)
    print_table(scenes)
    cpu, has_avx2 = engines.processor()
    # A processor without AVX2 loses more of ours than of a scalar yardstick.
    factor = (1.0 if has_avx2 else 2.0 / 3.0) * (1.0 - options.slack)
    options.slack = 1.0 - factor
    faults = ["%s: %s" % (s.name, text) for s in scenes for text in s.faults(factor)]
    print("\n%d scenes, %d rounds each or more, %s: geometric mean N %s on one thread" % (
        len(scenes), options.rounds, cpu, shown(engines.geometric_mean([s.ratio("one") for s in scenes]))))
    rows = []
    if options.families:
        print()
        rows, missed = families.run([], options.seeds, options, targets)
        faults += missed
    print("\n%d rows miss a bar or a limit" % len(faults))
    for fault in faults:
        print("  " + fault)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump({"processor": cpu, "avx2": has_avx2, "yardstick": targets["yardstick"],
                       "scenes": [s.row() for s in scenes], "families": [r.as_json() for r in rows],
                       "faults": faults}, f, indent=1)
            f.write("\n")
    if options.svg:
        with open(options.svg, "w", encoding="utf-8") as f:
            f.write(svg(scenes, "Median of %d rounds or more" % options.rounds))
    return 1 if options.check and faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as problem:
        print("bench: %s" % problem, file=sys.stderr)
        sys.exit(2)
