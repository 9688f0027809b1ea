#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes what fuzzing begins with: fuzz/corpus/files, texts, edits and judged, fuzz/dictionary.txt.

    make-fuzz-corpus.py            write them
    make-fuzz-corpus.py --check    exit 1 where they are not what this script writes

Each file shows one dialect or feature in as few bytes as possible; fuzzers mix them. The dictionary
has the words of the tables in src/validate, and of JSON and the containers. What a fuzzer found is
kept beside them in fuzz/corpus/found and not written here.
"""

import argparse
import base64
import glob
import json
import os
import re
import struct
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = os.path.join(ROOT, "fuzz", "corpus")
DICTIONARY = os.path.join(ROOT, "fuzz", "dictionary.txt")


def text(value):
    return json.dumps(value, separators=(",", ":")).encode()


def uri(data):
    return "data:application/octet-stream;base64," + base64.b64encode(data).decode()


def floats(*values):
    return struct.pack("<%df" % len(values), *values)


# A tetrahedron: corners, and its four triangles in bytes.
CORNERS = floats(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)
TRIANGLES = bytes([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3])


def mesh_tables():
    data = CORNERS + TRIANGLES
    return {
        "buffers": [{"byteLength": len(data), "uri": uri(data)}],
        "bufferViews": [{"buffer": 0, "byteLength": 48},
                        {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
                       "min": [0, 0, 0], "max": [1, 1, 1]},
                      {"bufferView": 1, "componentType": 5121, "count": 12, "type": "SCALAR"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    }


def gltf(nodes, used=(), root=None, **more):
    document = {"asset": {"version": "2.0"}}
    if used:
        document["extensionsUsed"] = list(used)
    if root:
        document["extensions"] = root
    document.update(more)
    document["scenes"] = [{"nodes": [0]}]
    document["nodes"] = nodes
    return document


def on(name, value):
    return {"extensions": {name: value}}


def khr(nodes, shapes, tables=None, **more):
    root = {"KHR_implicit_shapes": {"shapes": shapes}}
    if tables:
        root["KHR_physics_rigid_bodies"] = tables
    return gltf(nodes, ["KHR_implicit_shapes", "KHR_physics_rigid_bodies"], root, **more)


BODY = "KHR_physics_rigid_bodies"
SHAPES = [{"type": "sphere", "sphere": {"radius": 0.5}}, {"type": "box", "box": {"size": [1, 2, 3]}},
          {"type": "capsule", "capsule": {"height": 1, "radiusTop": 0.2, "radiusBottom": 0.3}},
          {"type": "cylinder", "cylinder": {"height": 1, "radiusTop": 0, "radiusBottom": 0.3}},
          {"type": "plane", "plane": {"sizeX": 4, "doubleSided": True}}]


def khr_files():
    collider = {"geometry": {"shape": 0}, "physicsMaterial": 0, "collisionFilter": 0}
    motion = {"mass": 2, "inertiaDiagonal": [1, 1, 1], "inertiaOrientation": [0, 0.6, 0, 0.8],
              "centerOfMass": [0, 0.1, 0], "linearVelocity": [1, 0, 0],
              "angularVelocity": [0, 1, 0], "gravityFactor": 0.5}
    tables = {"physicsMaterials": [{"staticFriction": 0.5, "dynamicFriction": 0.4,
                                    "restitution": 0.1, "frictionCombine": "minimum"}],
              "collisionFilters": [{"collisionSystems": ["a"], "collideWithSystems": ["a", "b"]}],
              "physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0, "max": 0},
                                            {"angularAxes": [1], "min": -1, "max": 1,
                                             "stiffness": 9, "damping": 1}],
                                 "drives": [{"type": "angular", "mode": "force", "axis": 1,
                                             "positionTarget": 1, "stiffness": 2, "damping": 1,
                                             "maxForce": 5}]}]}
    body = {"children": [1, 2], **on(BODY, {"motion": motion, "collider": collider})}
    yield "khr-body.gltf", text(khr([body, {"translation": [0, 1, 0], **on(BODY, {
        "joint": {"connectedNode": 2, "joint": 0, "enableCollision": True}})},
        on(BODY, {"motion": {"isKinematic": True}, "collider": {"geometry": {"shape": 1}}})],
        SHAPES[:2], tables))
    yield "khr-shapes.gltf", text(khr(
        [{"children": list(range(1, 6)), "scale": [1, -2, 1]}] +
        [on(BODY, {"collider": {"geometry": {"shape": i}}}) for i in range(5)], SHAPES))
    yield "khr-trigger.gltf", text(khr(
        [{"children": [1], **on(BODY, {"trigger": {"nodes": [1]}})},
         on(BODY, {"trigger": {"geometry": {"shape": 0}}})], SHAPES[:1]))
    yield "khr-mesh.gltf", text(khr(
        [{"children": [1, 2], "mesh": 0,
          **on(BODY, {"motion": {}, "collider": {"geometry": {"mesh": 0, "convexHull": True}}})},
         on(BODY, {"collider": {"geometry": {"mesh": 0}}}),
         on(BODY, {"collider": {"geometry": {"node": 0}}})], SHAPES[:1], **mesh_tables()))
    yield "khr-draft.gltf", text(gltf(
        [{"children": [1, 2], **on(BODY, {"motion": {"mass": 1}, "collider": {"shape": 0}})},
         on(BODY, {"collider": {"shape": 1}}),
         on(BODY, {"collider": {"shape": {"shape": 2, "useNodeWeights": True},
                                "convexHull": True}})],
        [BODY, "KHR_collision_shapes"],
        {"KHR_collision_shapes": {"shapes": [
            {"type": "convex", "convex": {"mesh": 0}}, {"type": "trimesh", "trimesh": {"mesh": 0}},
            {"type": "mesh", "mesh": {"mesh": 0, "weights": []}, **on(BODY, {
                "convexHull": True})}]}}, **mesh_tables()))
    yield "gltf21.gltf", text(gltf(
        [{"children": [1], **on(BODY, {"motion": {}, "collider": {"geometry": {"shape": 0}}})},
         on(BODY, {"collider": {"geometry": {"shape": 1}}})], [BODY],
        shapes=[{"type": "convex", "convex": {"mesh": 0}}, SHAPES[0]], **mesh_tables()))


def msft_files():
    rigid, shapes = "MSFT_rigid_bodies", "MSFT_collision_primitives"
    yield "msft.gltf", text(gltf(
        [{"children": [1], **on(rigid, {"motion": {"mass": 1, "inertiaTensor": [
            1, 0, 0, 0, 2, 0, 0, 0, 2]}, "collider": {"collider": 0, "physicsMaterial": 0}})},
         on(rigid, {"trigger": {"collider": 0}, "joint": {"connectedNode": 0, "jointLimits": 0}})],
        [rigid, shapes],
        {shapes: {"colliders": [{"type": "sphere", "sphere": {}}]},
         rigid: {"physicsMaterials": [{"frictionCombine": "AVERAGE"}],
                 "physicsJointLimits": [{"limits": [{"linearAxes": [0], "springConstant": 3}]}]}}))
    yield "msft-early.gltf", text(gltf(
        [{"children": [1], **on("MSFT_RigidBodies", {"rigidBody": {"mass": 1}, "collider": 0,
                                                     "physicsMaterial": 0})},
         on("MSFT_RigidBodies", {"collider": 0})],
        ["MSFT_RigidBodies", "MSFT_CollisionPrimitives"],
        {"MSFT_CollisionPrimitives": {"colliders": [{"box": {"size": [1, 1, 1]},
                                                     "collisionSystems": ["a"]}]},
         "MSFT_RigidBodies": {"physicsMaterials": [{}]}}))
    yield "msft-physics.gltf", text(gltf(
        [on("MSFT_physics", {"rigidBody": {"mass": 1, "inertiaTensor": [1, 2, 3]},
                             "collider": {"capsule": {"height": 1, "radius": 0.2},
                                          "isHollow": True, "collisionSystem": "a",
                                          "collideWithLayers": ["b"]},
                             "joint": {"constraints": [{"angularAxes": [0, 1], "max": 1}]}})],
        ["MSFT_physics"]))


def omi_files():
    body, shape = "OMI_physics_body", "OMI_physics_shape"
    yield "omi.gltf", text(gltf(
        [{"children": [1, 2], "extensions": {
            body: {"motion": {"type": "dynamic", "mass": 1, "inertiaDiagonal": [1, 0, 1]},
                   "collider": {"shape": 0, "physicsMaterial": 0, "collisionFilter": 0}}}},
         on(body, {"trigger": {"shape": 1}}),
         {"extensions": {"OMI_physics_joint": {"joint": 0, "connectedNode": 0},
                         "OMI_physics_gravity": {"type": "point", "gravity": 3, "priority": 1,
                                                 "point": {"unitDistance": 2}},
                         body: {"trigger": {"shape": 0}}}}],
        [body, shape, "OMI_physics_joint", "OMI_physics_gravity"],
        {shape: {"shapes": [{"type": "capsule", "capsule": {"height": 1, "radiusTop": 0.1,
                                                            "radiusBottom": 0.2}},
                            {"type": "convex", "convex": {"mesh": 0}}]},
         body: {"physicsMaterials": [{"restitution": 0.5}], "collisionFilters": [{}]},
         "OMI_physics_joint": {"physicsJoints": [{"limits": [{"linearAxes": [0, 1, 2], "min": 0,
                                                              "max": "Infinity"}], "drives": []}]},
         "OMI_physics_gravity": {"gravity": 9, "direction": [0, -1, 0]}}, **mesh_tables()))
    yield "omi-gravity.gltf", text(gltf(
        [{"extensions": {"OMI_physics_gravity": {"type": "line", "gravity": 1, "line": {
            "points": [0, 0, 0, 1, 0, 0, 1, 1, 0]}}, body: {"trigger": {"shape": 0}}}}],
        [body, shape, "OMI_physics_gravity"],
        {shape: {"shapes": [{"type": "box", "box": {"size": [9, 9, 9]}}]}}))
    yield "omi-draft.gltf", text(gltf(
        [{"children": [1, 2], **on(body, {"type": "rigid", "mass": 2, "inertiaTensor": [
            1, 0, 0, 0, 1, 0, 0, 0, 1]})}, on(shape, {"shape": 0}),
         on("OMI_physics_joint", {"constraints": [0, 1], "nodeA": 0, "nodeB": -1})],
        [body, shape, "OMI_physics_joint"],
        {shape: {"shapes": [{"type": "cylinder", "cylinder": {"height": 2, "radius": 0.5}}]},
         "OMI_physics_joint": {"constraints": [
             {"linearAxes": [0, 1, 2]}, {"angularAxes": [2], "lowerLimit": -1, "upperLimit": 1,
                                         "stiffness": 1.5}]}}))
    yield "omi-collider.gltf", text(gltf(
        [{"children": [1], **on(body, {"type": "static"})}, on("OMI_collider", {"collider": 0})],
        [body, "OMI_collider"],
        {"OMI_collider": {"colliders": [{"type": "hull", "mesh": 0, "isTrigger": False}]}},
        **mesh_tables()))


def core_files():
    yield "smallest.gltf", text({"asset": {"version": "2.0"}})
    yield "names.gltf", text(gltf([{"name": "a-convcol", "mesh": 0, "children": [1]},
                                   {"name": "b-colonly", "mesh": 0}], **mesh_tables()))
    time = floats(0, 1) + floats(0, 0, 0, 1, 0, 0)
    yield "animation.gltf", text(gltf(
        [{"extras": {}}], buffers=[{"byteLength": 32, "uri": uri(time)}],
        bufferViews=[{"buffer": 0, "byteLength": 8},
                     {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
        accessors=[{"bufferView": 0, "componentType": 5126, "count": 2, "type": "SCALAR",
                    "min": [0], "max": [1]},
                   {"bufferView": 1, "componentType": 5126, "count": 2, "type": "VEC3"}],
        animations=[{"samplers": [{"input": 0, "output": 1}], "channels": [
            {"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]))
    tables = mesh_tables()
    tables["accessors"].append({"componentType": 5126, "count": 4, "type": "VEC3", "sparse": {
        "count": 1, "indices": {"bufferView": 1, "componentType": 5121},
        "values": {"bufferView": 0}}})
    tables["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 2}]
    tables["meshes"][0]["weights"] = [0.5]
    yield "morph-sparse.gltf", text(khr(
        [{"mesh": 0, "skin": 0, "weights": [1],
          **on(BODY, {"collider": {"geometry": {"node": 0, "convexHull": True}}})}], SHAPES[:1],
        skins=[{"joints": [0]}], **tables))
    json_chunk = text({"asset": {"version": "2.0"}, "buffers": [{"byteLength": 12}],
                       "bufferViews": [{"buffer": 0, "byteLength": 12}]})
    json_chunk += b" " * (-len(json_chunk) % 4)
    chunks = struct.pack("<II", len(json_chunk), 0x4E4F534A) + json_chunk
    chunks += struct.pack("<II", 12, 0x004E4942) + TRIANGLES
    yield "smallest.glb", struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks
    yield "meshopt.gltf", text({
        "asset": {"version": "2.0"}, "extensionsUsed": ["EXT_meshopt_compression"],
        "buffers": [{"byteLength": 24, "uri": uri(bytes([0xA0]) + bytes(23))}, {"byteLength": 16}],
        "bufferViews": [{"buffer": 1, "byteLength": 16, **on("EXT_meshopt_compression", {
            "buffer": 0, "byteLength": 24, "byteStride": 4, "count": 4, "mode": "ATTRIBUTES"})}]})
    yield "two-dialects.gltf", text(khr(
        [{"extensions": {BODY: {"motion": {}, "collider": {"geometry": {"shape": 0}}},
                         "OMI_physics_body": {"motion": {"type": "dynamic"}}}}], SHAPES[:1]))


def broken_files():
    yield "deep.gltf", b"[" * 600 + b"]" * 600
    yield "twice.gltf", b'{"asset":{"version":"2.0","version":"2.0"}}'
    yield "surrogate.gltf", b'{"asset":{"version":"2.0"},"a":"\\ud800"}'
    yield "numbers.gltf", (b'{"asset":{"version":"2.0"},"extras":[-0,1e308,1e-400,123456789012345678,'
                           b"-9223372036854775809,0.1,1E+2]}")
    yield "loop.gltf", text(gltf([{"children": [1]}, {"children": [0]}]))
    yield "accessor-of-zeros.gltf", text(khr(
        [on(BODY, {"collider": {"geometry": {"mesh": 0}}})], SHAPES[:1],
        accessors=[{"componentType": 5126, "count": 65536, "type": "VEC3"}],
        meshes=[{"primitives": [{"attributes": {"POSITION": 0}}]}]))


def g4mf(dimension, **more):
    return {"asset": {"dimension": dimension}, **more}


def g4b(document, blob=None, encoding=0):
    def chunk(kind, code, data):
        return struct.pack("<IIQ", kind, code, len(data)) + data
    out = chunk(0x4E4F534A, 0, text(document))
    if blob is not None:
        out += b" " * (-len(out) % 16)
        out += chunk(0x424F4C42, encoding, blob)
    return struct.pack("<IIQ", 0x464D3447, 0, 16 + len(out)) + out


# A Zstandard frame of one block that is not compressed (RFC 8878).
def zstd(data):
    block = len(data) << 3 | 1
    return bytes([0x28, 0xB5, 0x2F, 0xFD, 0x20, len(data)]) + struct.pack("<I", block)[:3] + data


def g4mf_meshes(corners, simplexes, dimension):
    data = corners + simplexes
    return {
        "buffers": [{"byteLength": len(data), "uri": uri(data)}],
        "bufferViews": [{"byteLength": len(corners)},
                        {"byteOffset": len(corners), "byteLength": len(simplexes)}],
        "accessors": [{"bufferView": 0, "componentType": "float32", "vectorSize": dimension},
                      {"bufferView": 1, "componentType": "uint8", "vectorSize": dimension}],
        "meshes": [{"vertices": 0, "surfaces": [{"simplexes": 1}]}],
    }


def collider(index):
    return {"physics": {"collider": {"shape": index}}}


def g4mf_files():
    simplex = floats(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
    cells = bytes([0, 1, 2, 3, 0, 1, 2, 4, 0, 1, 3, 4, 0, 2, 3, 4, 1, 2, 3, 4])
    yield "smallest.g4b", g4b(g4mf(4))
    yield "body4.g4tf", text(g4mf(4, shapes=[{"size": [1, 1, 1, 1]}], nodes=[
        {"children": [1]},
        {"children": [2], "position": [0, 1, 0, 0], "rotor": [0.6, 0.8, 0, 0, 0, 0, 0],
         "physics": {"motion": {"type": "dynamic", "mass": 2, "inertiaDiagonal": [
             1, 1, 1, 1, 1, 1], "linearVelocity": [0, 0, 0, 1], "angularVelocity": [
                 0, 0, 0, 1, 0, 0], "inertiaOrientation": [1, 0, 0, 0, 0, 0, 0, 0]}}},
        collider(0)]))
    shapes = [{"size": [0, 1, 0, 0], "curves": [{"radii": [0.5, 0.5, 0.5, 0.5]}]},
              {"curves": [{"radii": [1, 1, 0, 0]}, {"radii": [0, 0, 1, 1]}]},
              {"size": [0, 1, 0, 0], "curves": [{"radii": [1, 0, 1, 1], "taper": [
                  {"position": [0, -0.5, 0, 0], "radii": [1, 0, 1, 1]},
                  {"position": [0, 0.5, 0, 0], "radii": [0.5, 0, 0.5, 0.5], "exponent": 1.5}]}]},
              {"curves": [{"radii": [1, 1, 1, 0], "exponent": 3}], "size": [0, 0, 0, 1]},
              {"type": "plane"}, {"type": "ray", "length": 2}]
    yield "shapes4.g4tf", text(g4mf(4, shapes=shapes, nodes=[{"children": list(range(1, 7))}] + [
        collider(i) for i in range(6)]))
    shapes3 = [{"size": [0, 1, 0], "curves": [{"radii": [0.5, 0, 0.5]}]},
               {"size": [1, 1, 1], "curves": [{"radii": [0.1, 0.1, 0.1]}]},
               {"curves": [{"radii": [1, 2, 3], "exponent": 1}]}]
    yield "shapes3.g4tf", text(g4mf(3, shapes=shapes3, nodes=[{"children": [1, 2, 3]}] + [
        collider(i) for i in range(3)]))
    yield "mesh4.g4tf", text(g4mf(4, shapes=[{"type": "convex", "mesh": 0},
                                             {"type": "concave", "mesh": 0}],
                                  nodes=[{"children": [1, 2]}, collider(0), collider(1)],
                                  **g4mf_meshes(simplex, cells, 4)))
    heights = floats(*range(9))
    yield "heightmap3.g4tf", text(g4mf(
        3, buffers=[{"byteLength": 36, "uri": uri(heights)}], bufferViews=[{"byteLength": 36}],
        accessors=[{"bufferView": 0, "componentType": "float32"}],
        shapes=[{"type": "heightmap", "heights": 0, "size": [3, 1, 3]},
                {"type": "heightmap", "heights": 0, "gridSize": [3, 3], "gridSpacing": [2, 2]}],
        nodes=[{"children": [1, 2]}, collider(0), collider(1)]))
    # A tetrahedron by its edges and the lists of edges that are its faces.
    edges = bytes([0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3])
    faces = bytes([3, 0, 3, 1, 3, 0, 4, 2, 3, 1, 5, 2, 3, 3, 5, 4])
    data = CORNERS + edges + faces
    yield "geometry3.g4tf", text(g4mf(
        3, buffers=[{"byteLength": len(data), "uri": uri(data)}],
        bufferViews=[{"byteLength": 48}, {"byteOffset": 48, "byteLength": 12},
                     {"byteOffset": 60, "byteLength": 16}],
        accessors=[{"bufferView": 0, "componentType": "float32", "vectorSize": 3},
                   {"bufferView": 1, "componentType": "uint8", "vectorSize": 2},
                   {"bufferView": 2, "componentType": "uint8"}],
        meshes=[{"vertices": 0, "surfaces": [{"edges": 1, "geometry": [2]}]}],
        shapes=[{"type": "concave", "mesh": 0}], nodes=[collider(0)]))
    yield "trigger3.g4tf", text(g4mf(3, shapes=[{"size": [1, 1, 1]}], nodes=[
        {"children": [1, 3]}, {"physics": {"trigger": {"nodes": [2]}}, "children": [2]},
        {"physics": {"trigger": {"shape": 0}}}, {"physics": {}}]))
    old = g4mf(3, nodes=[{"mesh": 0}], **g4mf_meshes(CORNERS, TRIANGLES, 3))
    old["accessors"][0]["primitiveType"] = old["accessors"][0].pop("componentType")
    old["meshes"] = [{"surfaces": [{"vertices": 0, "cells": 1}]}]
    yield "old-layout.g4tf", text(old)
    yield "five.g4tf", text(g4mf(5, shapes=[{"size": [1, 1, 1, 1, 1]}], nodes=[collider(0)]))
    blob = g4mf(3, nodes=[{"meshInstance": {"mesh": 0}}], **g4mf_meshes(CORNERS, TRIANGLES, 3))
    blob["buffers"] = [{"byteLength": 60, "chunk": 1}]
    yield "blob.g4b", g4b(blob, CORNERS + TRIANGLES)
    packed = g4mf(3, buffers=[{"byteLength": 60, "chunk": 1, "encoding": "Zstd"}])
    yield "zstd.g4b", g4b(packed, zstd(CORNERS + TRIANGLES), 0x6474735A)


# The forms that exporters write: interleaved attributes, wide indices, several primitives, tabs,
# names, materials and animation beside the physics, and numbers of double precision in 4D.
def asset_files():
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    points = b"".join(floats(*c, *(n / 3 ** 0.5 for n in c), 0.5, 0.5) for c in corners)
    sides = struct.pack("<36H", 0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7,
                        6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3)
    turning = floats(0, 1, 0, 0, 0, 1, 0, 1, 0, 0)
    blob = points + sides + turning
    views = [(0, 256, 34962, 32), (256, 72, 34963, 0), (328, 40, 0, 0)]

    def view(start, length, target, stride):
        more = {"target": target} if target else {}
        return {"buffer": 0, "byteOffset": start, "byteLength": length, **more,
                **({"byteStride": stride} if stride else {})}

    def accessor(of, start, kind, count, form, **bounds):
        return {"bufferView": of, "byteOffset": start, "componentType": kind, "count": count,
                "type": form, **bounds}

    crate = khr(
        [{"name": "Scene Root", "children": [1, 2]},
         {"name": "Crate.001", "mesh": 0, "translation": [0, 2, 0], "rotation": [0, 0, 0, 1],
          "scale": [0.5, 0.5, 0.5], "extras": {"export": True}, **on(BODY, {
              "motion": {"mass": 3}, "collider": {"geometry": {"mesh": 0, "convexHull": True},
                                                  "physicsMaterial": 0}})},
         {"name": "Ground", "mesh": 0, "translation": [0, -1, 0], "scale": [9, 1, 9],
          **on(BODY, {"collider": {"geometry": {"mesh": 0}, "physicsMaterial": 0}})}],
        SHAPES[:1], {"physicsMaterials": [{"staticFriction": 0.6, "dynamicFriction": 0.5,
                                           "restitution": 0}]},
        buffers=[{"byteLength": len(blob)}], bufferViews=[view(*v) for v in views],
        accessors=[accessor(0, 0, 5126, 8, "VEC3", min=[-1, -1, -1], max=[1, 1, 1]),
                   accessor(0, 12, 5126, 8, "VEC3"), accessor(0, 24, 5126, 8, "VEC2"),
                   accessor(1, 0, 5123, 18, "SCALAR"), accessor(1, 36, 5123, 18, "SCALAR"),
                   accessor(2, 0, 5126, 2, "SCALAR", min=[0], max=[1]),
                   accessor(2, 8, 5126, 2, "VEC4")],
        meshes=[{"name": "Cube", "primitives": [
            {"attributes": {"POSITION": 0, "NORMAL": 1, "TEXCOORD_0": 2}, "indices": i,
             "material": 0} for i in (3, 4)]}],
        materials=[{"name": "Wood", "pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 1]}}],
        animations=[{"name": "Turn", "samplers": [{"input": 5, "output": 6}],
                     "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}]}])
    chunk = text(crate)
    chunk += b" " * (-len(chunk) % 4)
    body = struct.pack("<II", len(chunk), 0x4E4F534A) + chunk
    body += struct.pack("<II", len(blob), 0x004E4942) + blob
    yield "asset-crate.glb", struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body
    ends = [tuple(0.5 * sign * (i == axis) for i in range(4)) for axis in range(4)
            for sign in (-1, 1)]
    cells = [(a, b, c, d) for a in (0, 1) for b in (2, 3) for c in (4, 5) for d in (6, 7)]
    corners4 = struct.pack("<32d", *(n for end in ends for n in end))
    cells4 = struct.pack("<64I", *(n for cell in cells for n in cell))
    cross = g4mf(4, **g4mf_meshes(corners4, cells4, 4), shapes=[
        {"type": "plane"}, {"type": "convex", "mesh": 0}], nodes=[
        {"name": "Root", "children": [1, 2]}, {"name": "Ground", **collider(0)},
        {"name": "Orthoplex", "position": [1.5, 1.5, 0, 0], "children": [3], "physics": {
            "motion": {"type": "dynamic", "mass": 1.0}}},
        {"name": "Shape", **collider(1)}])
    for which, kind in ((0, "float64"), (1, "uint32")):
        cross["accessors"][which]["componentType"] = kind
    cross["meshes"][0]["name"] = "Cross"
    yield "asset-orthoplex.g4tf", json.dumps(cross, indent="\t").encode()


def all_files():
    for group in (core_files, khr_files, msft_files, omi_files, g4mf_files, asset_files,
                  broken_files):
        for name, data in group():
            yield os.path.join("files", name), data


def all_texts():
    texts = ["0", "-0.0", "1", "0.1", "1e16", "1e-7", "123456789012345678901234567890", "5e-324",
             "1.7976931348623157e308", "2.2250738585072011e-308", "9007199254740993", "1e999",
             "3.4028235677973366e38", "01", "1.", "-", "data:,a%20b", "data:;base64,AAEC",
             "data:application/octet-stream;base64,AA==", "crate.bin", "a%2fb", "../a", "http://a/b",
             "\u00e9\u20ac\U0001F600", "name.001"]
    for index, one in enumerate(texts):
        yield os.path.join("texts", "%02d" % index), one.encode()


def trajectory(bodies, **header):
    """A trajectory over the scene of fuzz/judge.c: its header and four steps."""
    lines = [dict({"format": "tumble-trajectory", "version": 1, "dimension": 3, "rate": 60, "quaternion": "xyzw",
                   "nodes": [{"index": index, "name": name} for index, name, _ in bodies]}, **header)]
    for step in range(4):
        lines.append({"t": step / 60, "events": [{"type": "contactStarted", "colliderA": 0, "colliderB": 1}] if step else [],
                      "bodies": [{"node": index, "position": place, "orientation": [0, 0, 0, 1],
                                  "linearVelocity": [0, 0, 0], "angularVelocity": [0, 0, 0], "asleep": step > 2}
                                 for index, _, place in bodies]})
    return b"\n".join(text(line) for line in lines) + b"\n"


def all_judged():
    """Expectations, profiles and trajectories for the scene of fuzz/judge.c."""
    crate = {"node": "Crate", "t": [0, 0.05]}
    checks = [
        dict(crate, type="within", q="low.y", min=-1, max=9), dict(crate, type="within", q="twist", axis=[0, 1, 0], max=1),
        dict(crate, type="within", q="tilt", reduce="max", max=1, why="it stands"),
        dict(crate, type="within", q="distance", other="/nodes/2", reduce="mean", min=0),
        {"type": "compare", "a": {"q": "y", "node": 1}, "b": {"q": "z", "node": 2}, "op": ">", "ratio": 2, "by": -1},
        {"type": "position", "node": 1, "point": [0, 1, 0], "expect": [0, 3, 0], "tol": 0.1, "t": 0},
        {"type": "ballistic", "node": 1, "p0": [0, 2, 0], "v0": [0, 0, 0], "acceleration": [0, -9.81, 0]},
        {"type": "spin", "node": 1, "omega": [0, 0, 0]},
        {"type": "momentum", "nodes": [1, 2], "masses": [1, 2], "axes": "xz", "tol": 0.1},
        {"type": "angularMomentum", "node": 1, "inertia": [1, 1, 1], "inertiaOrientation": [0, 0, 0, 1]},
        {"type": "energy", "node": 1, "inertia": [0.1, 0.1, 0.1], "maxGain": 0.1, "maxLoss": 9},
        {"type": "joint", "a": 3, "b": 2, "metric": "axisAngle", "axes": [1, 1], "max": 0.1},
        {"type": "limits", "linear": 0.01, "angular": 0.01},
        {"type": "event", "kind": ["triggerEntered", "contactStarted"], "trigger": -1, "nodes": [0], "min": 0},
        {"type": "bodies", "include": [1], "exclude": ["Hinge"]}, {"type": "atRest", "nodes": [1], "speed": 9},
        {"type": "fixed", "nodes": [0], "tol": 0.001, "angle": 0.01}, {"type": "deterministic"},
        {"type": "agree", "node": 1, "rates": [30, 120], "tol": 0.1}]
    for check in checks:
        name = check["type"] + ("-" + check["q"] if "q" in check else "")
        yield os.path.join("judged", name + ".json"), text(
            {"tumbleExpectations": 1, "duration": 0.05, "rates": [30, 60], "checks": [check]})
    yield os.path.join("judged", "wrong.json"), text(
        {"tumbleExpectations": 1, "rate": 0, "duration": -1, "checks": [{"type": "withn"}, 3, {"type": "within"}]})
    yield os.path.join("judged", "profile.json"), text(
        {"tumbleScenarioProfile": 1, "name": "fragile", "drop": {"height": 0.5, "still": 0.1}, "slope": {"angle": 30},
         "tilt": {"tolerance": 1}, "joints": {"share": 0.1}, "release": {"angularSpeed": None, "linearSpeed": 2},
         "rest": {"fall": 1}, "jitter": {"turn": 1}})
    bodies = [(1, "Crate", [0, 2, 0]), (2, "Door", [3, 2, 0])]
    yield os.path.join("judged", "run.ndjson"), trajectory(bodies, engine="still", engineVersion="1")
    yield os.path.join("judged", "unsupported.ndjson"), trajectory(bodies, unsupported=["/nodes/1", ""])
    yield os.path.join("judged", "moved.ndjson"), trajectory([(1, "Crate", [0, 2.5, 0])])
    yield os.path.join("judged", "four.ndjson"), trajectory(bodies, dimension=4)


def edit_kinds():
    """The names of fuzz/edits.h, each with its number."""
    with open(os.path.join(ROOT, "fuzz", "edits.h"), encoding="utf-8") as f:
        names = re.findall(r"^    EDIT_([A-Z_]+),", f.read(), re.MULTILINE)
    return {name: number for number, name in enumerate(names) if name != "KINDS"}


def all_edits():
    kinds = edit_kinds()

    def edit(kind, which=0, other=0, choice=0, *numbers):
        padded = list(numbers) + [0] * (8 - len(numbers))
        return struct.pack("<4B8b", kinds[kind], which, other, choice, *padded)

    for dimension, side in ((3, 22), (4, 9)):
        begin = bytes([dimension])
        # What is large enough is cut into parts; something falls on it; a checkpoint and a bad one.
        carpet = [edit("ADD_CARPET", side, side), edit("STEP", 0, 0, 3), edit("RESUME"),
                  edit("ADD_BODY", 0, 1, 0, 32, 32, 0, 0, 0, 0, 16, 16), edit("STEP", 0, 0, 2),
                  edit("ALTER", 3, 4, 5, 6, 7, 8), edit("STEP")]
        yield os.path.join("edits", "carpet%d" % dimension), begin + b"".join(carpet)
        bodies = [edit("ADD_BODY", 0, i, 0, 8 * i - 16, 40, 0, 0, 2, 1, 12, 14) for i in range(8)]
        each = [edit(kind, 3 + number % 5, 4 + number, 37 * number % 256, 3, 20, 5, 1, 2, 1, 12, 9)
                for kind, number in kinds.items()]
        steps = [edit("STEP", 0, 0, 1)] * len(each)
        mixed = b"".join(one + step for one, step in zip(each, steps))
        yield os.path.join("edits", "each%d" % dimension), begin + b"".join(bodies) + mixed


def dictionary():
    words = {"Infinity", "base64,", "data:", "glTF", "G4MF", "JSON", "BLOB", "Zstd", "BIN\\x00",
             "\\x28\\xb5\\x2f\\xfd", "\\xef\\xbb\\xbf", "\\xff\\xff\\xff\\xff", "null", "true", "false",
             "5121", "5123", "5125", "5126", "-0", "1e999", "1e308", "5e-324", "-1", "4294967295",
             "9007199254740993", "{}", "[]", "[0]", "\\\\ud800", "\\\\u0000"}
    types = {"SCALAR", "VEC2", "VEC3", "VEC4", "MAT4", "CUBICSPLINE", "STEP", "rotation", "sphere",
             "box", "capsule", "cylinder", "plane", "convex", "trimesh", "hull", "static", "rigid",
             "kinematic", "dynamic", "trigger", "linear", "angular", "force", "acceleration",
             "minimum", "multiply", "point", "disc", "torus", "line", "shaped",
             "EXT_meshopt_compression", "KHR_mesh_quantization", "KHR_animation_pointer",
             "EXT_mesh_gpu_instancing"}
    tables = ["src/validate/schema*.c", "src/expect/check_read.c", "src/expect/quantity_read.c", "src/scenario/profile.c"]
    for path in (path for table in tables for path in glob.glob(os.path.join(ROOT, table))):
        with open(path, encoding="utf-8") as f:
            types.update(re.findall(r'[({ ]"([A-Za-z_0-9]+)"', f.read()))
    lines = ['"%s"' % word for word in sorted(words)]
    lines += ['"\\"%s\\""' % word for word in sorted(types)]
    return ("# Words of glTF, G4MF and their physics; written by tools/make-fuzz-corpus.py.\n" +
            "\n".join(lines) + "\n").encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    o = parser.parse_args()
    wrong, written = 0, set()
    everything = [*all_files(), *all_texts(), *all_edits(), *all_judged()]
    files = [(os.path.join(CORPUS, name), data) for name, data in everything]
    for path, data in files + [(DICTIONARY, dictionary())]:
        written.add(path)
        if o.check:
            try:
                with open(path, "rb") as f:
                    wrong += f.read() != data
            except OSError:
                wrong += 1
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)
    for folder in ("files", "texts", "edits", "judged"):
        for name in sorted(os.listdir(os.path.join(CORPUS, folder))):
            if os.path.join(CORPUS, folder, name) not in written:
                print("no longer written: %s/%s" % (folder, name))
                wrong += 1
    print("fuzz corpus: %d files, %d out of date" % (len(written), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
