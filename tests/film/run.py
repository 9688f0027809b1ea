#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Films of `tumble test --film`.

    run.py --tumble PROGRAM TEST

Pictures are read by the decoder below, after the specification of GIF89a (CompuServe, 1990) and of its
LZW codes (appendix F). Exit code 77: skipped.
"""

import argparse
import json
import os
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ASSETS = os.path.join(ROOT, "tests", "scenario", "assets")
SKIPPED = 77
KHR = "KHR_physics_rigid_bodies"


class Test:
    """A program and a folder that ends with the test."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, *arguments, code=0):
        done = subprocess.run([self.program, "test", *arguments], cwd=self.folder, capture_output=True,
                              text=True, check=False)
        assert done.returncode == code, "exit code %d, not %d\n%s%s" % (
            done.returncode, code, done.stdout, done.stderr)
        return done

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, document):
        with open(self.path(name), "w", encoding="utf-8") as file:
            json.dump(document, file)

    def bytes(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def film(self, name):
        return read_gif(self.bytes(name))


def codes(data, width):
    """The indices of an image: LZW codes of growing width, lowest bits first."""
    clear, end = 1 << width, (1 << width) + 1
    table, size, last = [], width + 1, None
    bits = count = at = 0
    out = bytearray()
    while True:
        while count < size:
            bits |= data[at] << count
            at, count = at + 1, count + 8
        code, bits, count = bits & ((1 << size) - 1), bits >> size, count - size
        if code == clear:
            table, size, last = [bytes([i]) for i in range(clear)] + [b"", b""], width + 1, None
            continue
        if code == end:
            return bytes(out)
        entry = table[code] if code < len(table) else last + last[:1]
        if last is not None and len(table) < 4096:
            table.append(last + entry[:1])
        if len(table) == 1 << size and size < 12:
            size += 1
        out += entry
        last = entry


class Film:
    """Pictures as rows of (red, green, blue), their times [0.01 s], and how often they repeat."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        self.pictures, self.times, self.repeats = [], [], None


def sub_blocks(data, at):
    out = bytearray()
    while data[at]:
        out += data[at + 1 : at + 1 + data[at]]
        at += 1 + data[at]
    return bytes(out), at + 1


def read_gif(data):
    assert data[:6] == b"GIF89a", data[:6]
    width, height, flags = struct.unpack_from("<HHB", data, 6)
    film = Film(width, height)
    assert flags & 0x80, "a table of colours for all pictures"
    table_bytes = 3 << ((flags & 7) + 1)
    colors = [tuple(data[13 + i : 16 + i]) for i in range(0, table_bytes, 3)]
    at, screen = 13 + table_bytes, [[None] * width for _ in range(height)]
    while data[at] != 0x3B:
        if data[at] == 0x21:
            kind, (block, end) = data[at + 1], sub_blocks(data, at + 2)
            if kind == 0xF9:
                film.times.append(struct.unpack_from("<H", block, 1)[0])
            elif kind == 0xFF:
                assert block[:11] == b"NETSCAPE2.0" and block[11] == 1
                film.repeats = struct.unpack_from("<H", block, 12)[0]
            at = end
            continue
        assert data[at] == 0x2C, "a picture"
        left, top, wide, high, local = struct.unpack_from("<HHHHB", data, at + 1)
        assert local == 0
        block, end = sub_blocks(data, at + 11)
        indices = codes(block, data[at + 10])
        assert len(indices) == wide * high
        for row in range(high):
            line = [colors[i] for i in indices[row * wide : (row + 1) * wide]]
            screen[top + row][left : left + wide] = line
        film.pictures.append([list(row) for row in screen])
        at = end
    assert at == len(data) - 1, "nothing behind the end"
    return film


def is_orange(color):
    """A dynamic body that is awake; contacts are red."""
    return color[0] > color[2] + 60 and color[1] > color[2] + 30


def is_blue(color):
    """A dynamic body that sleeps."""
    return color[2] > color[0] + 30


def places(picture, is_such):
    return [(x, y) for y, row in enumerate(picture) for x, color in enumerate(row) if is_such(color)]


def middle(points):
    assert points, "nothing of this colour is seen"
    return (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))


def boxes(*nodes):
    """A scene of boxes: (position, size, mass), the mass None for static ones."""
    return {
        "asset": {"version": "2.0"},
        "extensionsUsed": ["KHR_implicit_shapes", KHR],
        "extensions": {"KHR_implicit_shapes": {
            "shapes": [{"type": "box", "box": {"size": size}} for _, size, _ in nodes]}},
        "scenes": [{"nodes": list(range(len(nodes)))}],
        "nodes": [{"translation": position, "extensions": {KHR: dict(
            {"collider": {"geometry": {"shape": i}}}, **({"motion": {"mass": mass}} if mass else {}))}}
            for i, (position, _, mass) in enumerate(nodes)]}


FLOOR = ([0, -0.5, 0], [20, 1, 20], None)
CRATE = ([0, 0.5, 0], [1, 1, 1], 12)


def a_build_without_giflib_says_so(test):
    if has_films(test):
        return SKIPPED
    done = test.run("--film", "crate.gif", os.path.join(ASSETS, "crate.gltf"), code=2)
    assert "built without giflib" in done.stderr, done.stderr
    assert os.listdir(test.folder) == []
    return 0


def each_scenario_has_a_film(test):
    test.run("--scenario", "drop,slope", "--film", "crate.gif", os.path.join(ASSETS, "crate.gltf"))
    assert sorted(os.listdir(test.folder)) == ["crate.drop.gif", "crate.slope.gif"]
    test.run("--scenario", "tilt", "--film", "tilt.gif", os.path.join(ASSETS, "crate.gltf"))
    done = test.run("--scenario", "tilt", "--film", "tilt.png", os.path.join(ASSETS, "crate.gltf"), code=2)
    assert "give a name that ends in .gif" in done.stderr, done.stderr
    film = test.film("tilt.gif")
    assert (film.width, film.height, film.repeats) == (400, 300, 0)
    # Scenarios that do not apply have none.
    done = test.run("--scenario", "joints", "--film", "joints.gif", os.path.join(ASSETS, "crate.gltf"))
    assert "no scenario ran" in done.stderr and not os.path.exists(test.path("joints.gif"))


def pictures_cover_the_time_of_the_world(test):
    # 20 pictures for each of 2 s, one of the begin, and a second of the last one.
    test.write("ball.gltf", boxes(FLOOR, ([0, 30, 0], [1, 1, 1], 1)))
    test.write("short.json", {"tumbleScenarioProfile": 1, "rest": {"duration": 2}})
    test.run("--scenario", "rest", "--profile", "short.json", "--film", "fall.gif", "ball.gltf", code=1)
    film = test.film("fall.gif")
    assert sum(film.times) == 41 * 5 + 100, sum(film.times)
    assert all(time % 5 == 0 and time > 0 for time in film.times)


def bodies_have_the_colours_of_their_states(test):
    test.run("--scenario", "drop", "--film", "crate.gif", os.path.join(ASSETS, "crate.gltf"))
    film = test.film("crate.gif")
    first, last = film.pictures[0], film.pictures[-1]
    assert len(places(first, is_orange)) > 500 and not places(first, is_blue)
    assert len(places(last, is_blue)) > 500 and not places(last, is_orange)
    # The first box stands in the middle of the picture.
    x, y = middle(places(first, is_orange))
    assert abs(x - 200) < 10 and abs(y - 150) < 10, (x, y)


def walls_hide_bodies_and_their_lines(test):
    # The camera looks from (2, 2, 5) to the crate; its eye is 3.8 m away, behind the wall at z = 2.
    wall = ([0, 0, 2], [40, 40, 0.1], None)
    test.write("seen.gltf", boxes(FLOOR, CRATE))
    test.write("hidden.gltf", boxes(FLOOR, CRATE, wall))
    for name in ("seen", "hidden"):
        test.run("--scenario", "rest", "--film", name + ".gif", name + ".gltf")
    seen, hidden = test.film("seen.gif").pictures[0], test.film("hidden.gif").pictures[0]
    assert len(places(seen, is_orange)) > 500
    assert not places(hidden, is_orange)
    # Edges are darker than any square of the wall.
    assert places(seen, lambda color: max(color) < 50)
    assert not places(hidden, lambda color: max(color) < 50)


def the_camera_follows_a_body_that_slides(test):
    test.run("--scenario", "slope", "--film", "puck.gif", os.path.join(ASSETS, "puck.gltf"))
    for picture in test.film("puck.gif").pictures:
        x, y = middle(places(picture, lambda color: is_orange(color) or is_blue(color)))
        assert 100 < x < 300 and 75 < y < 225, (x, y)


def a_world_of_four_dimensions_shows_its_slice(test):
    test.run("--scenario", "drop", "--film", "crate.gif", os.path.join(ASSETS, "crate4.g4tf"))
    assert len(places(test.film("crate.gif").pictures[0], is_orange)) > 500


def the_same_file_gives_the_same_bytes(test):
    for name in ("a", "b"):
        test.run("--scenario", "drop", "--film", name + ".gif", os.path.join(ASSETS, "table.gltf"))
    assert test.bytes("a.gif") == test.bytes("b.gif")


def verdicts_are_the_same_with_a_film(test):
    table = os.path.join(ASSETS, "table.gltf")
    plain = test.run("--json", "--jitter", "2", "--rate", "120,60", table)
    filmed = test.run("--json", "--jitter", "2", "--rate", "120,60", "--film", "table.gif", table)
    assert plain.stdout == filmed.stdout
    # The film shows the first start at the first rate.
    test.run("--jitter", "1", "--rate", "120", "--scenario", "drop", "--film", "alone.gif", table)
    assert test.bytes("table.drop.gif") == test.bytes("alone.gif")


def films_of_many_files_are_named_by_them(test):
    for name in ("a", "b"):
        test.write(name + ".gltf", boxes(FLOOR, CRATE))
    probe = test.run("--scenario", "rest", "--film", ".gif", "--out", "films", "a.gltf", "b.gltf")
    assert sorted(os.listdir(test.path("films"))) == ["a.gif", "b.gif"], probe.stderr
    done = test.run("--scenario", "rest", "--film", "x.gif", "a.gltf", "b.gltf", code=2)
    assert "named by their endings" in done.stderr, done.stderr


def wrong_use_is_told(test):
    test.write("a.gltf", boxes(FLOOR, CRATE))
    done = test.run("--record", "--film", "a.gif", "a.gltf", code=2)
    assert "--film shows scenarios" in done.stderr, done.stderr
    # Expectations alone run no scenario.
    test.write("a.expect.json", {"tumbleExpectations": 1, "duration": 1, "checks": []})
    done = test.run("--film", "a.gif", "a.gltf")
    assert "no scenario ran" in done.stderr and not os.path.exists(test.path("a.gif"))


def a_film_that_cannot_be_written_fails_the_run(test):
    test.write("a.gltf", boxes(FLOOR, CRATE))
    done = test.run("--scenario", "rest", "--film", "nowhere/a.gif", "a.gltf", code=3)
    assert "nowhere/a.gif" in done.stderr, done.stderr
    if os.path.exists("/dev/full"):
        done = test.run("--scenario", "rest", "--film", "/dev/full", "a.gltf", code=3)
        assert "/dev/full: no space" in done.stderr, done.stderr


def has_films(test):
    version = subprocess.run([test.program, "--version", "--json"], capture_output=True, text=True, check=True)
    return json.loads(version.stdout)["libraries"]["giflib"] is not None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tumble", required=True)
    parser.add_argument("test")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        test = Test(os.path.abspath(arguments.tumble), folder)
        run = globals()[arguments.test]
        if run is not a_build_without_giflib_says_so and not has_films(test):
            return SKIPPED
        return run(test) or 0


if __name__ == "__main__":
    sys.exit(main())
