#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Families of scenes beside the yardstick: geometric means over seeds, and over families.

    bench/families.py [FAMILY…] [--seeds 101-108] [--bodies N] [--frames N] [--json OUT]

A scene runs ours on one thread, Bullet, ours on two, one after the other on the same file. The engine
is tuned on seeds 1 to 8; the default is the seeds it is judged by. N is Bullet's mean step by ours.
"""

import argparse
import json
import math
import os
import sys

import run


def seeds_of(text):
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def names_of_families(tumble):
    """Names of all families, from the program's own list."""
    listed = run.output_of([tumble, "bench", "--help"]).partition("from a seed:")[2].partition(".")[0]
    return [word.strip() for word in listed.replace(" and ", ",").replace("\n", " ").split(",")]


def geometric_mean(values):
    return math.exp(sum(math.log(v) for v in values) / len(values)) if values else None


def measure(family, seed, options):
    word = "family:%s:%d" % (family, seed) + (":%d" % options.bodies if options.bodies else "")
    run.lines_of([options.tumble, "bench", "--write", options.folder, "--quiet", word])
    begin = "family-%s-%d-" % (family, seed)
    file = next(os.path.join(options.folder, f) for f in sorted(os.listdir(options.folder)) if f.startswith(begin))
    scene = run.Scene(word, {"two": None}, options, file)
    scene.round()
    return scene.rounds[0]


def row_of(family, rounds):
    def mean(value):
        return geometric_mean([value(r) for r in rounds])
    return {
        "family": family,
        "n_one": mean(lambda r: r["peer"]["mean_ms"] / r["one"]["mean_ms"]) if rounds[0]["peer"] else None,
        "n_two": mean(lambda r: r["peer"]["mean_ms"] / r["two"]["mean_ms"]) if rounds[0]["peer"] else None,
        "n_processor": mean(lambda r: r["peer"]["cpu_ms"] / r["one"]["cpu_ms"]) if rounds[0]["peer"] else None,
        "mean_ms": mean(lambda r: r["one"]["mean_ms"]),
        "p99_by_mean": mean(lambda r: r["one"]["p99_ms"] / r["one"]["mean_ms"]),
        "peer_p99_by_mean": mean(lambda r: r["peer"]["p99_ms"] / r["peer"]["mean_ms"]) if rounds[0]["peer"] else None,
        "runs": rounds,
    }


def worst(rounds, who, figure):
    return max(r[who]["end"][figure] for r in rounds) if rounds[0][who] else None


def print_row(row):
    rounds = row["runs"]
    text = "%.0f, %.0f; %d"
    ours, theirs = (text % (worst(rounds, who, "deepest_mm"), worst(rounds, who, "joint_largest_mm"),
                            worst(rounds, who, "lost")) if rounds[0][who] else "–" for who in ("one", "peer"))
    print("| `%s` | %s | %s | %s | %.2f | %.1f | %s | %s | %s |" % (
        row["family"], run.shown(row["n_one"]), run.shown(row["n_processor"]), run.shown(row["n_two"]),
        row["mean_ms"], row["p99_by_mean"], run.shown(row["peer_p99_by_mean"], "%.1f"), ours, theirs), flush=True)


def parse():
    p = argparse.ArgumentParser(description="Families of scenes beside Bullet.")
    p.add_argument("families", nargs="*")
    p.add_argument("--seeds", type=seeds_of, default=seeds_of("101-108"), help="a number, or FIRST-LAST (101-108)")
    p.add_argument("--bodies", type=int, default=0, help="size of a scene; 0: the family's own")
    p.add_argument("--frames", type=int, default=0, help="time so many frames only")
    p.add_argument("--json", help="everything that was measured")
    p.add_argument("--tumble", default=os.path.join(run.ROOT, "build/release/bin/tumble"))
    p.add_argument("--bullet", default=os.path.join(run.ROOT, "build/release/bin/bench-bullet"))
    p.add_argument("--folder", default=os.path.join(run.ROOT, "build/scenes"), help="where the scenes' files go")
    return p.parse_args()


def main():
    options = parse()
    if not os.path.exists(options.bullet):
        print("bench: no bench-bullet; ours runs alone", file=sys.stderr)
        options.bullet = None
    os.makedirs(options.folder, exist_ok=True)
    print("| family | N, 1 thread | by CPU | N, 2 threads | ms | p99 by mean | yardstick's | "
          "ours: overlap, joints [mm]; lost | yardstick's |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |")
    rows = []
    for family in options.families or names_of_families(options.tumble):
        row = row_of(family, [measure(family, seed, options) for seed in options.seeds])
        rows.append(row)
        print_row(row)
    if options.bullet:
        print("\n%d families, seeds %d to %d: geometric mean N %.2f on one thread, %.2f by processor time, %.2f on two; "
              "least %.2f" % (len(rows), options.seeds[0], options.seeds[-1],
                              geometric_mean([r["n_one"] for r in rows]),
                              geometric_mean([r["n_processor"] for r in rows]),
                              geometric_mean([r["n_two"] for r in rows]), min(r["n_one"] for r in rows)))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump({"processor": run.processor()[0], "seeds": options.seeds, "families": rows}, f, indent=1)
            f.write("\n")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except RuntimeError as problem:
        print("bench: %s" % problem, file=sys.stderr)
        sys.exit(2)
