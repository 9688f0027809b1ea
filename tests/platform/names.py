#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names of files in UTF-8, as arguments, in documents and in what is written.

    names.py --tumble PROGRAM
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

# Two, three and four bytes of UTF-8; the last is two units of UTF-16. No code page has all of them.
NAME = "caf\u00e9 \u4e2d \U0001f600"


def document(buffer):
    return {"asset": {"version": "2.0"}, "buffers": [{"uri": buffer, "byteLength": 4}],
            "nodes": [{"name": NAME}]}


def run(tumble, folder, *words):
    return subprocess.run([os.path.abspath(tumble)] + list(words), cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tumble", required=True)
    o = p.parse_args()
    with tempfile.TemporaryDirectory(prefix="tumble-names-") as folder:
        source, target = NAME + ".gltf", NAME + " out.glb"
        with open(os.path.join(folder, NAME + ".bin"), "wb") as f:
            f.write(b"four")
        with open(os.path.join(folder, source), "w", encoding="utf-8") as f:
            json.dump(document(NAME + ".bin"), f, ensure_ascii=False)
        steps = [("validate", "--json", source), ("convert", source, "-o", target, "--to", "khr"),
                 ("validate", target)]
        for words in steps:
            done = run(o.tumble, folder, *words)
            if done.returncode:
                print("FAIL %s: status %d: %s" % (words[0], done.returncode, (done.stdout + done.stderr).decode(
                    "utf-8", "replace")[-300:]))
                return 1
            # A buffer that is not found would be an error. The name comes back in the report byte for byte, and lines end as everywhere.
            if words[1] == "--json" and NAME not in done.stdout.decode("utf-8"):
                print("FAIL: the report does not have the name")
                return 1
            if b"\r" in done.stdout:
                print("FAIL %s: carriage returns on standard output" % words[0])
                return 1
        left = sorted(os.listdir(folder))
        if left != sorted([source, target, NAME + ".bin"]):
            print("FAIL: the folder has %s" % left)
            return 1
    print("names: read, written and reported")
    return 0


if __name__ == "__main__":
    sys.exit(main())
