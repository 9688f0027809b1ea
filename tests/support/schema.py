# SPDX-License-Identifier: MIT
"""JSON schemas, as far as those of docs/ go: a member that a schema does not name breaks it."""

import math


def broken_rules(value, schema, root, place=""):
    """Sentences on the rules of a schema that a value breaks."""
    if "$ref" in schema:
        return broken_rules(value, root["$defs"][schema["$ref"].split("/")[-1]], root, place)
    if "anyOf" in schema:
        fits = any(not broken_rules(value, s, root, place) for s in schema["anyOf"])
        return [] if fits else [place + " is none of its forms"]
    found = []
    known = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    if "type" in schema:
        is_flag = isinstance(value, bool) and schema["type"] != "boolean"
        if not isinstance(value, known[schema["type"]]) or is_flag:
            return ["%s is no %s" % (place, schema["type"])]
    if "enum" in schema and value not in schema["enum"] or "const" in schema and value != schema["const"]:
        found.append("%s is %r" % (place, value))
    if "minimum" in schema and value < schema["minimum"] or "maximum" in schema and value > schema["maximum"]:
        found.append("%s is %r" % (place, value))
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", math.inf):
            found.append("%s has %d items" % (place, len(value)))
        for i, item in enumerate(value):
            found += broken_rules(item, schema.get("items", {}), root, "%s/%d" % (place, i))
    if isinstance(value, dict):
        found += ["%s lacks %s" % (place, k) for k in schema.get("required", []) if k not in value]
        for k, v in value.items():
            if k in schema.get("properties", {}):
                found += broken_rules(v, schema["properties"][k], root, "%s/%s" % (place, k))
            else:
                found.append("%s/%s is not in the schema" % (place, k))
    return found
