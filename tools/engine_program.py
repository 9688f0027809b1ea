#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An engine in the place of `tumble simulate`, for tests that call the program.

    engine_program.py simulate FILE --duration S --rate HZ --trajectory OUT

TUMBLE_PROGRAM is the program that reads the file, TUMBLE_ENGINE the command of the adapter (docs/engines.md).
Each run adds a line of JSON to TUMBLE_ENGINE_RUNS: what the engine leaves out. Other verbs are those of the
program itself. Options that an adapter knows nothing of end with status 2, and the run says so.
"""

import json
import os
import shlex
import subprocess
import sys

READING = ["--dialect", "--literal-stiffness", "--no-animations"]


def note(**run):
    with open(os.environ["TUMBLE_ENGINE_RUNS"], "a", encoding="utf-8") as f:
        f.write(json.dumps(run) + "\n")


def words_of(words):
    """The file, the options of the run, the options of reading, and words for tumble alone."""
    run, reading, foreign, files = {"--duration": "10", "--rate": "60", "--trajectory": None}, [], [], []
    at = iter(words)
    for word in at:
        if word in run:
            run[word] = next(at)
        elif word in READING:
            reading += [word, next(at)] if word == "--dialect" else [word]
        elif word in ("--quiet", "--json"):
            continue
        elif word.startswith("--"):
            foreign.append(word)
        else:
            files.append(word)
    return files, run, reading, foreign


def simulate(words):
    files, run, reading, foreign = words_of(words)
    if foreign or len(files) != 1:
        note(foreign=foreign)
        return 2
    scene = subprocess.run([os.environ["TUMBLE_PROGRAM"], "scene", "--json", "--quiet", *reading, files[0]],
                           capture_output=True, check=False)
    sys.stderr.buffer.write(scene.stderr)
    if not scene.stdout:
        return scene.returncode
    adapter = shlex.split(os.environ["TUMBLE_ENGINE"])
    motion = subprocess.run([*adapter, "--duration", run["--duration"], "--rate", run["--rate"]], input=scene.stdout,
                            capture_output=True, check=False)
    lines = motion.stdout.split(b"\n", 1)
    if motion.returncode or not lines[0]:
        note(failed=motion.stderr.decode("utf-8", "replace").strip()[-200:])
        sys.stderr.buffer.write(motion.stderr)
        return motion.returncode or 5
    header = json.loads(lines[0])
    note(engine=header["engine"], version=header["engineVersion"], unsupported=header["unsupported"])
    if run["--trajectory"] == "-":
        sys.stdout.buffer.write(motion.stdout)
    elif run["--trajectory"]:
        with open(run["--trajectory"], "wb") as f:
            f.write(motion.stdout)
    return scene.returncode


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1] == "simulate":
        sys.exit(simulate(sys.argv[2:]))
    sys.exit(subprocess.run([os.environ["TUMBLE_PROGRAM"], *sys.argv[1:]], check=False).returncode)
