#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Instructions that the kernels of each set run, counted by qemu-user: NEON beside SSE2.

    tools/count-instructions.py [--frames N] SCENE…

Scenes are those of `tumble bench`. They run on one thread, by build/aarch64 (tools/cross.sh aarch64
build) and by build/release on a processor that has SSE2 and nothing wider; both give the same bits,
and so do the same work. A row sums the functions of one source of cmake/tumble-kernels.cmake. An
emulator says nothing about time.
"""

import argparse
import bisect
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The name of a set, the build that has it, and the emulator with a processor that stops there.
SETS = (("sse2", "release", ["qemu-x86_64", "-cpu", "Nehalem"]),
        ("neon", "aarch64", ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]))


def say(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def kernel_sources(build, kernel_set):
    """{source: the functions of its object} of an instruction set."""
    pattern = os.path.join(ROOT, "build", build, "CMakeFiles", "tumble_*_%s.dir" % kernel_set, "src", "*", "*.c.o")
    found = {}
    for path in glob.glob(pattern):
        rows = [line.split() for line in say("readelf", "-sW", path).splitlines()]
        found[os.path.basename(path)[:-4]] = {r[7] for r in rows if len(r) == 8 and r[3] == "FUNC" and r[6] != "UND"}
    if not found:
        sys.exit("count-instructions: there is no %s" % pattern)
    return found


def functions(program, sources):
    """[(address, end, kernel source or "")] of a program, in order. A function that is local stands behind
    the name of its source in the table of symbols; the name of one that is global is its own."""
    globals_of = {name: source for source, names in sources.items() for name in names}
    source, found, main = "", [], 0
    for line in say("readelf", "-sW", program).splitlines():
        row = line.split()
        if len(row) < 7 or not row[0].rstrip(":").isdigit():
            continue
        if row[3] == "FILE":
            source = row[7][:-2] if len(row) == 8 else ""
        elif row[3] == "FUNC" and row[6] != "UND":
            is_local = row[4] == "LOCAL"
            owner = source if is_local and row[7] in sources.get(source, ()) else globals_of.get(row[7], "")
            begin = int(row[1], 16)
            main = begin if row[7] == "main" else main
            found.append((begin, begin + int(row[2], 0), "" if is_local and owner != source else owner))
    return sorted(found), main


def run(plugin, emulator, program, arguments, functions_of_program, main):
    """{kernel source or "": instructions}, and the hash that the program printed."""
    with tempfile.TemporaryDirectory() as work:
        out = os.path.join(work, "counts.txt")
        said = say(*emulator, "-d", "unimp", "-D", os.devnull, "-plugin", "%s,out=%s" % (plugin, out), program, "bench",
                   *arguments)
        with open(out, encoding="utf-8") as f:
            lines = [line.split() for line in f]
    shift = int(lines[0][1], 16) - main
    begins = [row[0] for row in functions_of_program]
    sums = {}
    for address, count in lines[1:]:
        place = int(address, 16) - shift
        i = bisect.bisect_right(begins, place) - 1
        is_in = i >= 0 and place < functions_of_program[i][1]
        owner = functions_of_program[i][2] if is_in else ""
        sums[owner] = sums.get(owner, 0) + int(count)
    return sums, re.findall(r"\b[0-9a-f]{16}\b", said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", default="5")
    parser.add_argument("scenes", nargs="+")
    options = parser.parse_args()
    totals, hashes = {}, {}
    with tempfile.TemporaryDirectory() as work:
        plugin = os.path.join(work, "count.so")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", plugin, os.path.join(ROOT, "tools", "count-instructions.c")],
                       check=True)
        for kernel_set, build, emulator in SETS:
            program = os.path.join(ROOT, "build", build, "bin", "tumble")
            table, begin = functions(program, kernel_sources(build, kernel_set))
            for scene in options.scenes:
                sums, printed = run(plugin, emulator, program, ["--frames", options.frames, scene], table, begin)
                hashes.setdefault(scene, set()).add(tuple(printed))
                for owner, count in sums.items():
                    totals.setdefault(owner, {}).setdefault(kernel_set, 0)
                    totals[owner][kernel_set] += count
    for scene, printed in hashes.items():
        if len(printed) != 1 or not next(iter(printed)):
            sys.exit("count-instructions: %s has other bits on another processor: %s" % (scene, printed))
    print("| kernels | SSE2 | NEON | |\n| --- | --: | --: | --: |")
    rows = sorted((row for row in totals if row), key=lambda owner: -totals[owner].get("sse2", 0))
    every = {name: sum(totals[row].get(name, 0) for row in totals) for name, _, _ in SETS}
    kernels = {name: sum(totals[row].get(name, 0) for row in rows) for name, _, _ in SETS}
    for name, counts in [(row, totals[row]) for row in rows] + [("all kernels", kernels), ("whole program", every)]:
        sse2, neon = counts.get("sse2", 0), counts.get("neon", 0)
        print("| %s | %.1f | %.1f | %s |" % (name, sse2 / 1e6, neon / 1e6, "%.2f" % (neon / sse2) if sse2 else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
