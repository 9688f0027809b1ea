# SPDX-License-Identifier: MIT
"""Files as such: containers that say the same, files without physics, and files that are damaged."""

import json
import os
import struct
import subprocess
import tempfile

from khr import Khr
from stage import expect


def stage_of_a_hull():
    """A ball falls on the hull of a mesh, whose bytes are in the document."""
    stage = Khr()
    mesh = stage.box_mesh(1, 0.25, 1)
    apart = stage.node("of no scene")
    stage.nodes[apart]["mesh"] = mesh
    stage.outside.add(apart)
    stage.solid("hull", {"node": apart, "convexHull": True}, [0, 0, 0])
    stage.solid("ball", stage.shape("sphere", radius=0.25), [0.1, 1, 0], {"mass": 1})
    return stage


def padded(data, fill):
    return data + fill * (-len(data) % 4)


def container(stage):
    """The document as GLB, with its bytes in a chunk."""
    document = stage.document()
    del document["buffers"][0]["uri"]
    text, data = padded(json.dumps(document).encode(), b" "), padded(stage.bytes, b"\0")
    return (struct.pack("<III", 0x46546C67, 2, 12 + 8 + len(text) + 8 + len(data)) +
            struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x004E4942) + data)


def simulate(tumble, name, content, duration="1"):
    """@return (status, what it said, the lines of the trajectory) of a file with this content."""
    with tempfile.TemporaryDirectory(prefix="tumble-own-") as folder:
        path, out = os.path.join(folder, name), os.path.join(folder, "out.ndjson")
        with open(path, "wb") as f:
            f.write(content)
        done = subprocess.run([tumble, "simulate", path, "--duration", duration, "--trajectory", out],
                              capture_output=True, text=True, check=False, timeout=60)
        lines = []
        if os.path.exists(out):
            with open(out, encoding="utf-8") as f:
                lines = f.read().splitlines()
        return done.returncode, done.stderr, lines


def a_container_moves_as_its_text(tumble):
    stage = stage_of_a_hull()
    text = simulate(tumble, "a.gltf", json.dumps(stage.document()).encode())
    binary = simulate(tumble, "a.glb", container(stage))
    expect("status", text[0] + binary[0], 0, 0)
    expect("lines", len(text[2]), 62, 62)
    if text[2][1:] != binary[2][1:]:  # The first line has the name of the file.
        raise AssertionError("text and container move differently")
    ball = json.loads(text[2][-1])["bodies"][0]
    expect("the ball on the hull", ball["position"][1], 0.49, 0.51)


def what_has_no_physics_has_no_bodies(tumble):
    triangle = Khr()
    triangle.box_mesh(1, 1, 1)
    triangle.node("shown")
    triangle.nodes[0]["mesh"] = 0
    triangle.used.clear()
    lights = {"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_lights_punctual"], "nodes": [
        {"extensions": {"KHR_lights_punctual": {"light": 0}}}],
        "extensions": {"KHR_lights_punctual": {"lights": [{"type": "point"}]}}}
    shown = triangle.document()
    del shown["extensionsUsed"]
    for document in (shown, lights, {"asset": {"version": "2.0"}}):
        status, said, lines = simulate(tumble, "plain.gltf", json.dumps(document).encode(), "0.1")
        expect("status", status, 0, 0)
        if json.loads(lines[0])["nodes"] or any(json.loads(line)["bodies"] for line in lines[1:]):
            raise AssertionError("it has bodies")
        if "physics" not in said:
            raise AssertionError("it does not say so: %s" % said[-200:])


def what_is_no_file_of_ours_is_refused(tumble):
    whole = container(stage_of_a_hull())
    cases = {"empty": b"", "a brace": b"{", "an array": b"[1, 2]", "no JSON": b"{'asset': 1}", "another format": b"\x89PNG\r\n\x1a\n",
             "the next version": b'{"asset": {"version": "3.0", "minVersion": "3.0"}}',
             "an extension that is required": b'{"asset": {"version": "2.0"}, "extensionsUsed": ["X_y"], "extensionsRequired": ["X_y"]}',
             "a container of version 1": whole[:4] + struct.pack("<I", 1) + whole[8:],
             "half a container": whole[:len(whole) // 2], "a header alone": whole[:12]}
    for what, content in cases.items():
        status, said, _ = simulate(tumble, "fault.glb" if content[:4] == b"glTF" else "fault.gltf", content, "0.1")
        if not 1 <= status <= 125 or not said.strip():
            raise AssertionError("%s: status %d, '%s'" % (what, status, said))


def what_is_damaged_ends_in_order(tumble):
    # Cut short at 24 places, and with one byte of 60 another one: read or refused, never a crash.
    whole = container(stage_of_a_hull())
    damaged = [whole[:len(whole) * k // 24] for k in range(24)]
    for k in range(60):
        at = (k * 7919) % len(whole)
        damaged.append(whole[:at] + bytes([whole[at] ^ (1 << k % 8)]) + whole[at + 1:])
    for k, content in enumerate(damaged):
        status, said, _ = simulate(tumble, "damaged.glb", content, "0.1")
        if not 0 <= status <= 125 or (status and not said.strip()):
            raise AssertionError("damage %d: status %d, '%s'" % (k, status, said[-200:]))


CASES = [a_container_moves_as_its_text, what_has_no_physics_has_no_bodies, what_is_no_file_of_ours_is_refused,
         what_is_damaged_ends_in_order]
