#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A run written as NumPy arrays says what the same run says as JSON Lines, event by event.

    same_run.py --tumble PROGRAM SAMPLE…

Reads .npz by the description of its format; where there is NumPy, by NumPy too.
"""

import argparse
import ast
import json
import os
import struct
import subprocess
import sys
import tempfile
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KINDS = ("triggerEntered", "triggerExited", "contactStarted", "contactEnded")
LETTERS = {"f8": "d", "f4": "f", "i8": "q", "i4": "i", "u1": "B", "b1": "?"}


def arrays_of(path):
    """Name to (shape, numbers)."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            assert data[:8] == b"\x93NUMPY\x01\x00", name
            end = 10 + struct.unpack("<H", data[8:10])[0]
            header = ast.literal_eval(data[10:end].decode("latin1"))
            count = 1
            for size in header["shape"]:
                count *= size
            order = "<" if header["descr"][0] == "|" else header["descr"][0]
            numbers = struct.unpack("%s%d%s" % (order, count, LETTERS[header["descr"][1:]]), data[end:])
            arrays[name[: -len(".npy")]] = (header["shape"], numbers)
    return arrays


def same_by_numpy(path, arrays):
    try:
        import numpy
    except ImportError:
        return "no NumPy to read with"
    with numpy.load(path) as loaded:
        for name, (shape, numbers) in arrays.items():
            assert loaded[name].shape == shape and loaded[name].ravel().tolist() == list(numbers), name
    return "NumPy agrees"


def as_float(x):
    """The single-precision number that a shortest decimal stands for."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


def events_of_lines(lines):
    for step, line in enumerate(lines):
        for e in line["events"]:
            yield (step, line["t"], KINDS.index(e["type"]), e.get("trigger", -1), e.get("collider", -1),
                   e.get("motion", -1), e.get("colliderA", -1), e.get("colliderB", -1),
                   as_float(e.get("impulse", 0)))


def compare(tumble, sample):
    with tempfile.TemporaryDirectory(prefix="tumble-run-") as folder:
        lines_path, arrays_path = (os.path.join(folder, "run" + end) for end in (".ndjson", ".npz"))
        for out in (lines_path, arrays_path):
            subprocess.run([tumble, "simulate", os.path.join(ROOT, "samples", sample + ".gltf"), "--duration",
                            "3", "--contacts", "--trajectory", out], check=True, stderr=subprocess.DEVNULL)
        with open(lines_path, encoding="utf-8") as f:
            lines = [json.loads(line) for line in f][1:]
        arrays = arrays_of(arrays_path)
        numpy_says = same_by_numpy(arrays_path, arrays)

    assert arrays["time"][1] == tuple(line["t"] for line in lines), "times differ"
    positions = tuple(as_float(x) for line in lines for b in line["bodies"] for x in b["position"])
    assert arrays["position"][1] == positions, "positions differ"
    columns = ("step", "time", "kind", "trigger", "collider", "motion", "collider_a", "collider_b", "impulse")
    told = list(zip(*(arrays["event_" + c][1] for c in columns)))
    wanted = list(events_of_lines(lines))
    assert told == wanted, "event %d differs" % next(
        (i for i, (a, b) in enumerate(zip(told, wanted)) if a != b), min(len(told), len(wanted)))
    assert wanted, "a sample without events shows nothing"
    print("%s: %d events alike; %s" % (sample, len(wanted), numpy_says))


def main():
    p = argparse.ArgumentParser(description="Compare the two forms of a trajectory.")
    p.add_argument("--tumble", required=True)
    p.add_argument("samples", nargs="+")
    o = p.parse_args()
    for sample in o.samples:
        compare(os.path.abspath(o.tumble), sample)


if __name__ == "__main__":
    main()
