# SPDX-License-Identifier: MIT
"""Files with one mistake each: what is found, where it is, and that nothing is simulated."""

import json
import os
import re
import subprocess
import tempfile

from khr import LOCKED, PHYSICS, SHAPES, Khr

FLOOR, BALL, FROM = ("nodes", 0, "extensions", PHYSICS), ("nodes", 1, "extensions", PHYSICS), ("nodes", 3, "extensions", PHYSICS)
SHAPE, TABLES = ("extensions", SHAPES, "shapes"), ("extensions", PHYSICS)
LIMIT = TABLES + ("physicsJoints", 0, "limits", 0)

# Where a value goes, the value, the error's code, and what its place has beyond that.
FAULTS = [
    (FLOOR + ("collider", "geometry", "shape"), 9, "UNRESOLVED_REFERENCE", ""),
    (FLOOR + ("collider", "physicsMaterial"), 9, "UNRESOLVED_REFERENCE", ""),
    (FLOOR + ("collider", "collisionFilter"), -1, "INVALID_INDEX", ""),
    (FROM + ("joint", "joint"), 9, "UNRESOLVED_REFERENCE", ""),
    (FROM + ("joint", "connectedNode"), 99, "UNRESOLVED_REFERENCE", ""),
    (SHAPE + (1, "sphere", "radius"), -1, "VALUE_NOT_IN_RANGE", ""),
    (SHAPE + (0, "box", "size"), [1, 2], "ARRAY_LENGTH_NOT_IN_LIST", ""),
    (SHAPE + (0, "type"), 7, "TYPE_MISMATCH", ""),
    (TABLES + ("physicsMaterials", 0, "restitution"), -0.5, "VALUE_NOT_IN_RANGE", ""),
    (TABLES + ("physicsMaterials", 0, "staticFriction"), "high", "TYPE_MISMATCH", ""),
    (LIMIT + ("linearAxes",), [0, 0], "DUPLICATE_ELEMENTS", "/1"),
    (LIMIT + ("linearAxes",), [5], "VALUE_NOT_IN_RANGE", "/0"),
    (LIMIT, {"linearAxes": [0], "min": 2, "max": 1}, "PHYSICS_LIMIT_MIN_GREATER_MAX", ""),
    (LIMIT, {}, "ONE_OF_MISMATCH", ""),
    (BALL + ("motion", "mass"), -3, "VALUE_NOT_IN_RANGE", ""),
    (BALL + ("motion", "centerOfMass"), [0, 0], "ARRAY_LENGTH_NOT_IN_LIST", ""),
    (BALL + ("motion", "inertiaDiagonal"), [1, -1, 1], "VALUE_NOT_IN_RANGE", "/1"),
    (TABLES + ("collisionFilters", 0), {"collideWithSystems": ["a"], "notCollideWithSystems": ["a"]},
     "PHYSICS_FILTER_CONFLICT", ""),
    (("asset",), {}, "UNDEFINED_PROPERTY", ""),
]


def sound():
    """A document without a mistake."""
    stage = Khr()
    stage.materials, stage.filters = [{"restitution": 0.5}], [{"collisionSystems": ["a"]}]
    stage.solid("floor", stage.shape("box", size=[4, 1, 4]), [0, 0, 0], physicsMaterial=0, collisionFilter=0)
    ball = stage.solid("ball", stage.shape("sphere", radius=0.5), [0, 3, 0], {"mass": 1})
    stage.join(ball, [0, 3, 0], None, {"limits": [dict(limit) for limit in LOCKED]})
    return stage.document()


def ask(tumble, document):
    """@return (status, (code, pointer) of each error) of validate, (status, text) of simulate."""
    with tempfile.TemporaryDirectory(prefix="tumble-own-") as folder:
        path = os.path.join(folder, "fault.gltf")
        with open(path, "w", encoding="utf-8") as f:
            json.dump(document, f)
        found = subprocess.run([tumble, "validate", path], capture_output=True, text=True, check=False)
        run = subprocess.run([tumble, "simulate", path, "--duration", "0.1"], capture_output=True, text=True, check=False)
    said = found.stdout + found.stderr
    errors = [(code, place) for place, code in re.findall(r"error: (/\S*?):? .*\[([A-Z_]+)\]", said)]
    return found.returncode, errors, run.returncode, run.stderr


def what_has_no_mistake_is_accepted(tumble):
    status, errors, ran, said = ask(tumble, sound())
    if status or errors or ran:
        raise AssertionError("%s, %s, %s, %s" % (status, errors, ran, said[-200:]))


def each_mistake_is_found_where_it_is(tumble):
    for path, value, code, beyond in FAULTS:
        document = sound()
        at = document
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
        place = "/" + "/".join(str(key) for key in path) + beyond
        status, errors, ran, said = ask(tumble, document)
        if status != 1 or errors != [(code, place)]:
            raise AssertionError("%s = %s: status %d, %s" % (place, value, status, errors))
        if ran != 1 or "[%s]" % code not in said:
            raise AssertionError("%s = %s is simulated: status %d, %s" % (place, value, ran, said[-200:]))


CASES = [what_has_no_mistake_is_accepted, each_mistake_is_found_where_it_is]
