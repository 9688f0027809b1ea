#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `tumble convert` writes passes Khronos' glTF-Validator.

    khronos.py --tumble PROGRAM [--modules FOLDER] [--made N]

Samples, made-up documents and, where they are, the assets beside this checkout, in every dialect;
G4MF of three dimensions too, and what became G4MF, as glTF again. An error counts unless the source has one of the same code already. Exit status 77 (ctest: skipped)
where Node.js or the validator is absent: `npm ci --prefix tests/roundtrip` installs it.
"""

import argparse
import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
import made  # noqa: E402
import run as roundtrip  # noqa: E402

SKIPPED = 77


def validate(paths, modules):
    said = subprocess.run(["node", os.path.join(HERE, "validate.mjs"), modules], check=True,
                          input="\n".join(paths), stdout=subprocess.PIPE, text=True).stdout
    answers = [json.loads(line) for line in said.splitlines()]
    assert len(answers) == len(paths), said[-500:]
    return answers


def with_physics(program, files):
    said = roundtrip.answers(program, "info", files)
    return [f for f in files if roundtrip.has_physics(roundtrip.scene_in(said[f]))]


def convert(program, target, sources, folder):
    """source -> the file that was written."""
    written = roundtrip.convert_all(program, target, sources, folder)
    faults = [(source, why) for source, (path, why) in written.items() if path is None]
    assert not faults, faults
    return {source: path for source, (path, _) in written.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--modules", default=HERE)
    parser.add_argument("--made", type=int, default=20)
    o = parser.parse_args()
    if not shutil.which("node") or not os.path.isdir(os.path.join(o.modules, "node_modules", "gltf-validator")):
        print("skipped: Node.js or node_modules/gltf-validator is absent")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        files = sorted(glob.glob(os.path.join(ROOT, "samples", "*.gltf"))
                       + glob.glob(os.path.join(roundtrip.ASSETS, "**", "*.gl[tb]*"), recursive=True)
                       + [made.write(folder, seed) for seed in range(o.made)])
        files = with_physics(o.tumble, files)
        sources = dict(zip(files, validate(files, o.modules)))
        # G4MF is no format of Khronos': nothing is known of its errors.
        g4mf = (glob.glob(os.path.join(ROOT, "samples", "*.g4tf"))
                + glob.glob(os.path.join(roundtrip.ASSETS, "**", "*_3d.g4tf"), recursive=True))
        g4mf += convert(o.tumble, "g4mf", files, os.path.join(folder, "g4mf")).values()
        sources.update((path, []) for path in with_physics(o.tumble, sorted(g4mf)))
        written = []
        for target in roundtrip.TARGETS:
            if target in ("gltf21", "g4mf"):
                continue  # The validator knows glTF 2.0.
            paths = convert(o.tumble, target, list(sources), os.path.join(folder, target))
            written += [(source, target, path) for source, path in paths.items()]
        answers = validate([path for _, _, path in written], o.modules)
        wrong = 0
        for (source, target, _), errors in zip(written, answers):
            known = {error["code"] for error in sources[source]}
            new = [error for error in errors if error["code"] not in known]
            if new:
                wrong += 1
                print("FAIL %s to %s: %s" % (source, target, new[:3]))
    print("%d files written, %d with new errors" % (len(written), wrong))
    return 1 if wrong or not written else 0


if __name__ == "__main__":
    sys.exit(main())
