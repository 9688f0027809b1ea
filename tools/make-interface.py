#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the public interface as data, for bindings to other languages: docs/interface.json, from
include/tumble/*.h and nothing else.

    tools/make-interface.py            writes it
    tools/make-interface.py --check    says whether it is out of date
    tools/make-interface.py --print    prints it

The members of the file are described in docs/python.md.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
import interface  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PATH = os.path.join("docs", "interface.json")


def text_of(data):
    """JSON with an item in each line: a change of one function is a change of one line."""
    lines = ["{"]
    lines.append('"format": "tumble interface 1",')
    version = [c["value"] for c in data["constants"] if c["name"].startswith("TUM_VERSION_M") or
               c["name"] == "TUM_VERSION_PATCH"]
    lines.append('"version": "%s",' % ".".join(str(v) for v in version))
    kinds = list(data)
    for kind in kinds:
        lines.append('"%s": [' % kind)
        items = data[kind]
        for item in items:
            end = "," if item is not items[-1] else ""
            lines.append(json.dumps(item, ensure_ascii=False) + end)
        lines.append("]" + ("," if kind != kinds[-1] else ""))
    lines.append("}")
    return "\n".join(lines) + "\n"


def main():
    if len(sys.argv) > 2 or (len(sys.argv) == 2 and sys.argv[1] not in ("--check", "--print")):
        sys.exit(__doc__)
    try:
        data = interface.read_headers(os.path.join(ROOT, "include", "tumble"))
    except (interface.HeaderError, ValueError) as error:
        sys.exit("interface: %s" % error)
    text = text_of(data)
    if sys.argv[1:] == ["--print"]:
        sys.stdout.write(text)
        return 0
    path = os.path.join(ROOT, PATH)
    old = None
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            old = f.read()
    counts = ", ".join("%d %s" % (len(data[kind]), kind) for kind in data)
    if sys.argv[1:] == ["--check"]:
        print("interface: %s; %s is %s" % (counts, PATH, "up to date" if text == old else
                                           "out of date: tools/make-interface.py writes it"))
        return 0 if text == old else 1
    if text != old:
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    print("interface: %s in %s" % (counts, PATH))
    return 0


if __name__ == "__main__":
    sys.exit(main())
