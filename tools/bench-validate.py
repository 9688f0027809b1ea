#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How fast `tumble validate` is on small files, and how much memory a large one takes.

    bench-validate.py --tumble build/release/bin/tumble [--rounds 5] [--megabytes 200]

Processor time of one job, so that other programs count little; the median of the rounds. Large files
are made here, in a folder that is removed: bytes in a GLB, and text, whose memory is another matter.
"""

import argparse
import glob
import json
import os
import statistics
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEAST_FILES = 2000  # A run.
TRIANGLES = 65536   # Of each mesh in a large GLB.


def run(tumble, files):
    """-> processor time [s], peak of resident memory [bytes]. In a process that does nothing else."""
    program = ("import os,sys,resource,subprocess\n"
               "subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL)\n"
               "u=resource.getrusage(resource.RUSAGE_CHILDREN)\n"
               "print(u.ru_utime+u.ru_stime,u.ru_maxrss*1024)")
    said = subprocess.run([sys.executable, "-c", program, tumble, "validate", "--jobs", "1"] + files,
                          stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    return float(said[0]), float(said[1])


def small(o, name, pattern):
    files = sorted(glob.glob(os.path.join(ROOT, pattern)))
    many = files * (LEAST_FILES // len(files) + 1)
    times = [run(o.tumble, many)[0] for _ in range(o.rounds)]
    median = statistics.median(times)
    size = sum(os.path.getsize(f) for f in files) / len(files)
    print("%-28s %7.1f KB  %9.0f files/s  %7.1f MB/s"
          % (name, size / 1e3, len(many) / median, len(many) * size / median / 1e6))


def write_glb(path, megabytes):
    """Meshes, each with its own vertices and indices, and a static collider of each."""
    count = max(1, megabytes * 1000000 // (TRIANGLES * 24))
    vertices = b"".join(struct.pack("<fff", i % 256, i % 7, i // 256) for i in range(TRIANGLES))
    corners = b"".join(struct.pack("<III", i, (i + 1) % TRIANGLES, (i + 256) % TRIANGLES)
                       for i in range(TRIANGLES))
    each = len(vertices) + len(corners)
    document = {"asset": {"version": "2.0"}, "scenes": [{"nodes": list(range(count))}],
                "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
                "buffers": [{"byteLength": each * count}],
                "bufferViews": [], "accessors": [], "meshes": [], "nodes": []}
    for i in range(count):
        document["bufferViews"] += [
            {"buffer": 0, "byteOffset": each * i, "byteLength": len(vertices)},
            {"buffer": 0, "byteOffset": each * i + len(vertices), "byteLength": len(corners)}]
        document["accessors"] += [
            {"bufferView": 2 * i, "componentType": 5126, "count": TRIANGLES, "type": "VEC3",
             "min": [0, 0, 0], "max": [255, 6, TRIANGLES // 256 - 1]},
            {"bufferView": 2 * i + 1, "componentType": 5125, "count": 3 * TRIANGLES,
             "type": "SCALAR"}]
        document["meshes"].append(
            {"primitives": [{"attributes": {"POSITION": 2 * i}, "indices": 2 * i + 1}]})
        document["nodes"].append({"mesh": i, "extensions": {"KHR_physics_rigid_bodies": {
            "collider": {"geometry": {"mesh": i}}}}})
    chunk = json.dumps(document, separators=(",", ":")).encode()
    chunk += b" " * (-len(chunk) % 4)
    with open(path, "wb") as f:
        total = 12 + 8 + len(chunk) + 8 + each * count
        f.write(struct.pack("<III", 0x46546C67, 2, total))
        f.write(struct.pack("<II", len(chunk), 0x4E4F534A) + chunk)
        f.write(struct.pack("<II", each * count, 0x004E4942))
        for _ in range(count):
            f.write(vertices + corners)


def write_text(path, megabytes):
    """Bodies: a node each, with a motion and a collider."""
    body = {"translation": [1.5, 2.25, -3.125], "rotation": [0, 0, 0, 1],
            "extensions": {"KHR_physics_rigid_bodies": {
                "motion": {"mass": 2.5, "linearVelocity": [0, 1, 0]},
                "collider": {"geometry": {"shape": 0}}}}}
    text = json.dumps(body, separators=(",", ":"))
    count = megabytes * 1000000 // (len(text) + 1 + 7)
    head = json.dumps({"asset": {"version": "2.0"},
                       "extensionsUsed": ["KHR_physics_rigid_bodies", "KHR_implicit_shapes"],
                       "extensions": {"KHR_implicit_shapes": {"shapes": [{"type": "box"}]}}})[:-1]
    with open(path, "w", encoding="ascii") as f:
        f.write(head + ',"scenes":[{"nodes":[' + ",".join(map(str, range(count))) + "]}],")
        f.write('"nodes":[')
        for i in range(count):
            f.write(("," if i else "") + text)
        f.write("]}")


def large(o, name, write, folder):
    path = os.path.join(folder, name)
    write(path, o.megabytes)
    size = os.path.getsize(path)
    seconds, peak = run(o.tumble, [path])
    os.remove(path)
    print("%-28s %7.1f MB  %9.2f s        %7.1f MB/s  peak %.0f MB, %.1f times the file"
          % (name, size / 1e6, seconds, size / seconds / 1e6, peak / 1e6, peak / size))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=200)
    o = parser.parse_args()
    small(o, "samples", "samples/*.gltf")
    small(o, "seeds of fuzzing", "fuzz/corpus/files/*")
    with tempfile.TemporaryDirectory() as folder:
        large(o, "large.glb", write_glb, folder)
        large(o, "large.gltf", write_text, folder)


if __name__ == "__main__":
    sys.exit(main())
