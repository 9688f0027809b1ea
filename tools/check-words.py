#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that retired words stand nowhere in src/, include/, cli/ and docs/.

    tools/check-words.py          no output but a count when all is well
    tools/check-words.py --list   the table of words

Each word was coined here for something that the field has a name for (docs/glossary.md). The notebook of
past measurements and the changelog keep the words of their time.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ["src", "include", "cli", "docs"]
EXCEPT = {"docs/notebook.md"}

# Word as a regular expression of a part of an identifier or of prose -> the field's word.
RETIRED = [
    (r"(?<!examples/)(?<!tests/)clusters?", "batch of islands"),
    (r"movers?", "solver body"),
    (r"sharers?", "shared body"),
    (r"teams?", "articulation"),
    (r"weaves?", "joint sweep"),
    (r"assembl(?:y|ies)", "joint island"),
    (r"PlaneAnchor|PlaneChanges|ContactPlanes|PLANES_MAX", "manifold"),
    (r"Touch[34]|TouchPoint[34]", "LocalManifold, LocalPoint"),
    (r"PairWatch|PairLook|watches", "RecycleBudget, RecyclePose"),
    (r"sift(?:s|ed)?", "select_stale"),
    (r"Stride[34]|WideStride", "MotionBound"),
    (r"blows?", "restitution impulse"),
    (r"stirs?|stirred", "kinematic body that is moved"),
    (r"MANNER|manner_of", "rotation mode"),
    (r"turns_evenly|tumbles;|lopsided\w*", "isotropic, gyroscopic, anisotropic"),
    (r"strays?|strayed", "escaped"),
    (r"rig|rigs", "animated nodes"),
    (r"[Ss]urface ?drifts?|SurfaceDrift", "surface velocity"),
    (r"floors? of the house", "layer"),
    (r"Hearings?|hear_node|[Ss]peakers?", "dialect arbiter, extension"),
    (r"next_part|room_within", "subdomain, margin"),
    (r"smaller_reach|REACH_MOST|REACH_UNKNOWN", "bounding radius"),
    (r"SAME_PLANE|plane_found|had_planes|tum_space4_plane|anchor_plane|choose_plane", "manifold"),
    (r"rough_way|way_of|way_in_frame|lone_way|way_since|is_way", "displacement"),
    (r"swing_of(?!_)|swung", "angular_bound"),
    (r"[Mm]eetings?", "approach of a contact, pair of faces, pair"),
    (r"[Hh]aste|hastened", "substep demand"),
    (r"[Gg]irth", "edge sum of a box"),
    (r"Seat3|ShapeSeat|seats?_\w+|try_seat|take_seat", "shape placement, solver index"),
    (r"[Rr]iders?", "attached shape"),
    (r"JointGate|follow_gate|move_gates", "collision track"),
    (r"LoadLean|LEAN_LEAST", "load edge"),
    (r"WideStretch|Stretch3", "interval, address range"),
    (r"ContactRares?3?|rares", "extra record of a contact block"),
    (r"FaceReach4", "tolerance of a face"),
    (r"NotedPasses|run_noted|may_note|follow_turns", "deferred passes, refresh_rows"),
]


def pattern(word):
    """Between letters of the same word `_`, capitals and digits count as ends."""
    return re.compile(r"(?<![A-Za-z])(?:%s)(?![a-z])" % word)


def main():
    if sys.argv[1:] == ["--list"]:
        for word, instead in RETIRED:
            print("%-32s %s" % (word, instead))
        return 0
    words = [(pattern(word), instead) for word, instead in RETIRED]
    files = subprocess.check_output(["git", "ls-files"] + FOLDERS, cwd=ROOT, text=True).splitlines()
    findings = 0
    for file in files:
        if file in EXCEPT or not file.endswith((".c", ".h", ".inl", ".def", ".md")):
            continue
        with open(os.path.join(ROOT, file), encoding="utf-8") as f:
            for number, line in enumerate(f, 1):
                for word, instead in words:
                    for match in word.finditer(line):
                        print("%s:%d: %s: say %s" % (file, number, match[0], instead))
                        findings += 1
    print("words: %d files, %d findings" % (len(files), findings))
    return findings != 0


if __name__ == "__main__":
    sys.exit(main())
