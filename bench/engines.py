# SPDX-License-Identifier: MIT
"""engines.py: tumble and the engines beside it, each run of a scene a process of its own.

Bullet is the yardstick: N is its time of a frame by ours. The columns beside it are ours with the kernels
of AVX2 and SSE2, and ODE, each once a scene; they are told by processor time. An engine that cannot express
a scene ends with status 3 and a line that says why: its place in the table is empty.
"""

import json
import math
import os
import platform
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TARGETS = os.path.join(HERE, "targets.json")
REFUSED = 3
KERNELS = ("avx2", "sse2")
PEERS = {"bullet": "bench-bullet", "ode": "bench-ode"}
COLUMNS = KERNELS + ("ode",)


def read_json(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def output_of(command, timeout=None):
    """What a command prints; None where its engine cannot express the scene, which is told."""
    try:
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=timeout)
    except subprocess.TimeoutExpired as problem:
        raise RuntimeError("%s: no result after %g s" % (" ".join(command), timeout)) from problem
    if run.returncode == REFUSED and os.path.basename(command[0]) in PEERS.values():
        print("bench: %s: %s" % (os.path.basename(command[-1]), run.stderr.strip()), file=sys.stderr)
        return None
    if run.returncode:
        raise RuntimeError("%s ends with status %d: %s" % (
            " ".join(command), run.returncode, run.stderr.strip()[-300:]))
    return run.stdout


def lines_of(command, timeout=None):
    text = output_of(command, timeout)
    return None if text is None else [json.loads(line) for line in text.splitlines() if line]


def processor():
    """Name of the processor, and whether it has AVX2."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            text = f.read()
    except OSError:
        return platform.machine(), True
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return (names or [platform.machine()])[0], " avx2" in text or "flags" not in text


def geometric_mean(values):
    """Of positive numbers; None where one is missing."""
    values = list(values)
    if not values or any(v is None for v in values):
        return None
    return math.exp(sum(math.log(v) for v in values) / len(values))


def shown(number, form="%.2f"):
    return "–" if number is None else form % number


def add_arguments(p):
    p.add_argument("--frames", type=int, default=0, help="time so many frames only; quality is then not checked")
    p.add_argument("--json", help="everything that was measured")
    p.add_argument("--no-columns", dest="columns", action="store_false", help="leave out AVX2, SSE2 and ODE")
    p.add_argument("--timeout", type=float, default=900.0, help="[s] of a run")
    p.add_argument("--targets", default=TARGETS, help="the file with the bars")
    p.add_argument("--tumble", default=os.path.join(ROOT, "build/release/bin/tumble"))
    for name, program in PEERS.items():
        p.add_argument("--" + name, default=os.path.join(ROOT, "build/release/bin", program))
    p.add_argument("--folder", default=os.path.join(ROOT, "build/scenes"), help="where the scenes' files go")


def find_engines(options):
    """Engines that are not built are None; kernels that this machine lacks leave the columns."""
    if not os.path.exists(options.bullet):
        print("bench: no bench-bullet; ours runs alone ('tools/bootstrap.sh --bench' installs Bullet)", file=sys.stderr)
        options.bullet = None
    if not os.path.exists(options.ode):
        options.ode = None
    os.makedirs(options.folder, exist_ok=True)
    options.kernels = [k for k in KERNELS if options.columns and has_kernels(options.tumble, k)]


def has_kernels(tumble, name):
    run = subprocess.run([tumble, "bench", "balls4", "--frames", "1", "--instructions", name, "--json", "--quiet"],
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return run.returncode == 0


class Scene:
    """Rounds of one scene: ours on one thread, Bullet, ours on two, one after the other."""

    def __init__(self, name, file, options, two=True):
        self.name, self.file, self.options, self.two = name, file, options, two
        self.rounds = []

    def ours(self, threads, *more):
        command = [self.options.tumble, "bench", self.file, "--json", "--quiet", "--threads", str(threads), *more]
        if self.options.frames:
            command += ["--frames", str(self.options.frames)]
        return lines_of(command, self.options.timeout)[0]

    def peer(self, program):
        """A result, or None: the engine is not here or cannot express the scene."""
        if not program:
            return None
        command = [program, self.file] + ([str(self.options.frames)] if self.options.frames else [])
        lines = lines_of(command, self.options.timeout)
        return lines[0] if lines else None

    def beside(self, program):
        """As peer; an engine that no bar asks for may also fail."""
        try:
            return self.peer(program)
        except RuntimeError as problem:
            print("bench: %s" % problem, file=sys.stderr)
            return None

    def round(self):
        run = {"one": self.ours(1), "peer": self.peer(self.options.bullet), "two": self.ours(2) if self.two else None}
        if self.options.columns and not any("columns" in r for r in self.rounds):
            run["columns"] = {k: self.ours(1, "--instructions", k) for k in self.options.kernels}
            run["columns"]["ode"] = self.beside(self.options.ode)
        self.rounds.append(run)
        return run

    def hashes(self):
        """Of all ends of ours: on any number of threads and with any kernels there is one."""
        runs = [r[who] for r in self.rounds for who in ("one", "two")]
        runs += [r["columns"][k] for r in self.rounds if "columns" in r for k in self.options.kernels]
        return {r["hash"] for r in runs if r}

    def column(self, name):
        """AVX2 and SSE2: N with those kernels. ODE: its time by ours."""
        return next((column_of(r, name) for r in self.rounds if "columns" in r), None)


def column_of(run, name):
    other, peer = run.get("columns", {}).get(name), run["peer"]
    if name in KERNELS:
        return peer["cpu_ms"] / other["cpu_ms"] if other and peer else None
    return other["cpu_ms"] / run["one"]["cpu_ms"] if other else None


def by_processor(run):
    """N on one thread by the processor's time, which a busy machine does not stretch."""
    return run["peer"]["cpu_ms"] / run["one"]["cpu_ms"] if run["peer"] else None


def p99_by_mean(result):
    """Of the frames' processor time."""
    return result["cpu_p99_ms"] / result["cpu_ms"] if result else None
