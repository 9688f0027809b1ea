#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Physics comes back into what gltfpack and glTF-Transform make of our samples.

    graft.py --tumble PROGRAM [--modules FOLDER] [SAMPLE…]

Each sample goes three ways: tagged (`tumble graft --tag`) through `gltfpack -ke -kn`, tagged through
`gltf-transform optimize`, and as it is through `gltfpack -ke -kn`. What `tumble graft --from` makes of the results must

    say the same and move the same    `tumble diff --tolerance 0`: no difference, the same bits
    look the same                     every mesh that is shown stands where the optimizer put it
    pass Khronos' validator           no error

Expectations in the extras of a scene go both tagged ways too: they are found again, to the letter, and the grafted
file keeps them.

A sample as it is through `gltf-transform optimize` loses nodes of moving bodies, whose meshes are
joined: then `graft` ends with 1, names them, and writes nothing. Exit status 77 (ctest: skipped)
where Node.js or a package is absent: `npm ci --prefix tests/roundtrip` installs them.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SKIPPED = 77
PACKAGES = ["gltfpack", "@gltf-transform/cli", "gltf-validator"]
SAMPLES = ["bounce", "chain", "conveyor", "drives", "pile", "planet", "shapes", "triggers",
           "tumbling-tower"]


def run(words, may_fail=False):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode and not may_fail:
        raise AssertionError("%s ends with %d: %s" % (words[:3], done.returncode, done.stdout[-300:]))
    return done


class Tools:
    """The program, and the tools of optimize.mjs."""

    def __init__(self, tumble, modules):
        self.tumble = tumble
        self.node = subprocess.Popen(["node", os.path.join(HERE, "optimize.mjs"), os.path.abspath(modules)], text=True,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.node.stdin.close()
        self.node.wait()

    def ask(self, *words):
        self.node.stdin.write(json.dumps(words) + "\n")
        self.node.stdin.flush()
        line = self.node.stdout.readline()
        said = json.loads(line) if line else {"fault": "optimize.mjs ended"}
        if "fault" in said:
            raise AssertionError("%s fails: %s" % (words[:3], said["fault"]))
        return said["result"]

    def gltfpack(self, source, out):
        self.ask("gltfpack", "-ke", "-kn", "-i", source, "-o", out)

    def transform(self, source, out):
        self.ask("transform", "optimize", source, out)

    def errors(self, path):
        return self.ask("errors", path)


def matrix(node):
    if "matrix" in node:
        m = node["matrix"]
        return [[m[4 * c + r] for c in range(4)] for r in range(4)]
    x, y, z, w = node.get("rotation", [0, 0, 0, 1])
    s, t = node.get("scale", [1, 1, 1]), node.get("translation", [0, 0, 0])
    turn = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    return [[turn[r][c] * s[c] for c in range(3)] + [t[r]] for r in range(3)] + [[0, 0, 0, 1]]


def product(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(4)) for c in range(4)] for r in range(4)]


def shown(path):
    """Index of each mesh in the active scene, with its place in the world."""
    with open(path, encoding="utf-8") as f:
        document = json.load(f)
    found = []

    def visit(index, above):
        node = document["nodes"][index]
        world = product(above, matrix(node))
        if "mesh" in node:
            found.append((node["mesh"], [world[r][c] for r in range(3) for c in range(4)]))
        for child in node.get("children", []):
            visit(child, world)

    one = [[1 if r == c else 0 for c in range(4)] for r in range(4)]
    for node in document["scenes"][document.get("scene", 0)]["nodes"]:
        visit(node, one)
    return found


def look_the_same(a, b):
    left = shown(b)
    for mesh, place in shown(a):
        best = [x for x in left if x[0] == mesh and max(abs(p - q) for p, q in zip(place, x[1])) < 1e-4]
        if not best:
            return "mesh %d is not at %s any more" % (mesh, place)
        left.remove(best[0])
    return "meshes are shown that were not: %s" % left if left else None


def try_one(tools, folder, sample, tool, is_tagged):
    source = os.path.join(ROOT, "samples", sample + ".gltf")
    name = "%s-%s-%s" % (sample, tool.__name__, "tagged" if is_tagged else "plain")
    tagged, optimized, grafted = (os.path.join(folder, name + end + ".gltf")
                                  for end in ("-tagged", "-optimized", ""))
    if is_tagged:
        run([tools.tumble, "graft", "--tag", source, "-o", tagged])
    tool(tagged if is_tagged else source, optimized)
    done = run([tools.tumble, "graft", "--from", source, optimized, "-o", grafted, "--json"], may_fail=True)
    if done.returncode:
        return "graft ends with %d: %s" % (done.returncode, done.stdout[:300])
    compared = run([tools.tumble, "diff", source, grafted, "--tolerance", "0", "--duration", "3", "--json"],
                   may_fail=True)
    said = json.loads(compared.stdout)
    if compared.returncode or not said["same"] or not said["motion"]["steps"]:
        return "diff ends with %d: %s" % (compared.returncode, said["differences"][:2])
    if said["bodies"] == 0 or said["findingsB"]["findings"]["errors"]:
        return "bodies %d, findings %s" % (said["bodies"], said["findingsB"])
    with open(grafted, encoding="utf-8") as f:
        text = f.read()
    for word in ("tumbleNode", "tumble graft:"):
        if word in text:
            return "\"%s\" is left in the result" % word
    wrong = look_the_same(optimized, grafted)
    if wrong:
        return wrong
    errors = tools.errors(grafted)
    return "Khronos' validator: %s" % errors if errors else None


def expectations(path):
    with open(path, encoding="utf-8") as f:
        document = json.load(f)
    return document["scenes"][document.get("scene", 0)].get("extras", {}).get("tumbleExpectations")


def try_expected(tools, folder, sample, tool):
    source = os.path.join(ROOT, "samples", sample + ".gltf")
    recorded, tagged, optimized, grafted = (
        os.path.join(folder, "%s-%s-%s.gltf" % (sample, tool.__name__, end))
        for end in ("recorded", "recorded-tagged", "recorded-optimized", "kept"))
    run([tools.tumble, "test", "--record", source, "-o", recorded, "--quiet"])
    run([tools.tumble, "graft", "--tag", recorded, "-o", tagged])
    tool(tagged, optimized)
    if not expectations(recorded) or expectations(optimized) != expectations(recorded):
        return "the expectations of the scene are gone, or others"
    run([tools.tumble, "graft", "--from", recorded, optimized, "-o", grafted])
    done = run([tools.tumble, "test", grafted, "--json"], may_fail=True)
    said = json.loads(done.stdout)
    if done.returncode or not said["passed"]:
        return "test ends with %d: %s" % (done.returncode, done.stdout[:300])
    return None


def try_lost(tools, folder):
    """Crates of one material are joined: the bodies are named, and nothing is written."""
    source = os.path.join(ROOT, "samples", "bounce.gltf")
    optimized, grafted = os.path.join(folder, "lost.gltf"), os.path.join(folder, "lost-out.gltf")
    tools.transform(source, optimized)
    done = run([tools.tumble, "graft", "--from", source, optimized, "-o", grafted], may_fail=True)
    wanted = "/nodes/6/extensions/KHR_physics_rigid_bodies/motion (\"Restitution 0.75\"): Node 6 "
    if done.returncode != 1 or wanted not in done.stdout or "[GRAFT_NODE_LOST]" not in done.stdout:
        return "ends with %d: %s" % (done.returncode, done.stdout[-400:])
    return "a file was written" if os.path.exists(grafted) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--modules", default=HERE)
    parser.add_argument("samples", nargs="*")
    o = parser.parse_args()
    absent = [p for p in PACKAGES if not os.path.isdir(os.path.join(o.modules, "node_modules", p))]
    if not shutil.which("node") or absent:
        print("skipped: Node.js or node_modules/%s is absent" % ", ".join(absent))
        return SKIPPED
    tried = failures = 0
    with tempfile.TemporaryDirectory(prefix="tumble-graft-") as folder, Tools(o.tumble, o.modules) as tools:
        for sample in o.samples or SAMPLES:
            for tool, is_tagged in ((tools.gltfpack, True), (tools.transform, True), (tools.gltfpack, False)):
                wrong = try_one(tools, folder, sample, tool, is_tagged)
                tried += 1
                if wrong:
                    failures += 1
                    print("%s, %s%s: %s" % (sample, tool.__name__, ", tagged" if is_tagged else "", wrong))
            for tool in (tools.gltfpack, tools.transform):
                wrong = try_expected(tools, folder, sample, tool)
                tried += 1
                if wrong:
                    failures += 1
                    print("%s, %s, with expectations: %s" % (sample, tool.__name__, wrong))
        wrong = try_lost(tools, folder)
        if wrong:
            failures += 1
            print("joined meshes: " + wrong)
    print("%d grafts, %d wrong" % (tried + 1, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
