#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a file of each dialect says is what its bodies do: files of our own, expected values derived.

    run.py --tumble PROGRAM [--family NAME]

Each family is a file beside this one with a list CASES of functions, named for what they show.
"""

import argparse
import importlib
import sys

FAMILIES = ["khr", "motion", "joints", "earlier", "omi", "faults", "files"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--tumble", required=True)
    parser.add_argument("--family", choices=FAMILIES)
    o = parser.parse_args()
    wrong = count = 0
    for family in [o.family] if o.family else FAMILIES:
        for case in importlib.import_module(family).CASES:
            count += 1
            try:
                case(o.tumble)
            except AssertionError as e:
                wrong += 1
                print("FAIL %s/%s: %s" % (family, case.__name__, e))
    print("%d cases, %d failed" % (count, wrong))
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
