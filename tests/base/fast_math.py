#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No source of the library compiles under -ffast-math: the same bits everywhere would be gone.

    fast_math.py BUILD_FOLDER
"""

import json
import os
import shlex
import subprocess
import sys

FLAGS = ["-ffast-math", "-ffinite-math-only"]
SENTENCE = "tumble needs the arithmetic of IEEE 754"


def main():
    with open(os.path.join(sys.argv[1], "compile_commands.json"), encoding="utf-8") as f:
        commands = {c["file"]: c for c in json.load(f)
                    if "/src/" in c["file"] and "/tests/" not in c["file"]}
    wrong = 0
    for file in sorted(commands):
        words = shlex.split(commands[file]["command"])
        if not any(word.endswith("base/exact.h") for word in words):
            print("%s: compiled without base/exact.h" % file)
            wrong += 1
    words = shlex.split(commands[sorted(commands)[0]]["command"])
    for flag in [None] + FLAGS:
        done = subprocess.run(words + ["-fsyntax-only"] + ([flag] if flag else []), text=True,
                              cwd=sys.argv[1], stderr=subprocess.PIPE, check=False)
        if (done.returncode != 0 and SENTENCE in done.stderr) != (flag is not None):
            print("%s: %s" % (flag, "compiles" if flag else done.stderr))
            wrong += 1
    # Another build system than CMake meets the header through that of scalars.
    compiler = words[:next(i for i, word in enumerate(words) if word.startswith("-"))]
    source = os.path.join(os.path.dirname(__file__), "..", "..", "src")
    plain = compiler + ["-std=c17", "-I", source,
             "-fsyntax-only", "-x", "c", "-include", "math/scalar.h", os.devnull]
    for flag in [None] + FLAGS:
        done = subprocess.run(plain + ([flag] if flag else []), text=True, stderr=subprocess.PIPE, check=False)
        if (done.returncode != 0 and SENTENCE in done.stderr) != (flag is not None):
            print("%s, without CMake: %s" % (flag, "compiles" if flag else done.stderr))
            wrong += 1
    print("fast math: %d files, %d flags, %d findings" % (len(commands), len(FLAGS), wrong))
    return 1 if wrong or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
