#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the diagrams of docs/ as SVG: boxes, arrows and small geometry.

    tools/diagrams.py        writes docs/pictures/*.svg

tools/make-docs.py writes them too, and its --check says which are out of date. Standard library
only; a drawing is a list of SVG elements in a fixed order, so equal input gives equal bytes.
"""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FONT = "font-family='DejaVu Sans, Verdana, sans-serif'"
INK, PALE, BLUE, ORANGE, GREEN = "#223", "#f4f6fa", "#dbe8f8", "#fbe3cf", "#dff0dd"


class Drawing:
    def __init__(self, width, height):
        self.size = (width, height)
        self.parts = []

    def add(self, text):
        self.parts.append("  " + text)

    def text(self, x, y, words, size=12, anchor="middle", weight="normal", color=INK):
        words = words.replace("&", "&amp;").replace("<", "&lt;")
        self.add("<text x='%g' y='%g' %s font-size='%d' font-weight='%s' text-anchor='%s' fill='%s'>%s</text>"
                 % (x, y, FONT, size, weight, anchor, color, words))

    def box(self, x, y, w, h, lines, fill=BLUE, dashed=False):
        """A box with its first line in bold and the others below."""
        self.add("<rect x='%g' y='%g' width='%g' height='%g' rx='5' fill='%s' stroke='%s'%s/>"
                 % (x, y, w, h, fill, INK, " stroke-dasharray='5 4'" if dashed else ""))
        top = y + h / 2 - (len(lines) - 1) * 7.5 + 4
        for i, line in enumerate(lines):
            self.text(x + w / 2, top + 15 * i, line, 12 if i == 0 else 11, weight="bold" if i == 0 else "normal")

    def line(self, points, arrow=True, color=INK, width=1.4, dashed=False):
        path = " ".join("%g,%g" % p for p in points)
        self.add("<polyline points='%s' fill='none' stroke='%s' stroke-width='%g'%s/>"
                 % (path, color, width, " stroke-dasharray='5 4'" if dashed else ""))
        if arrow:
            (ax, ay), (bx, by) = points[-2:]
            length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
            ux, uy = (bx - ax) / length, (by - ay) / length
            corners = [(bx, by), (bx - 8 * ux - 4 * uy, by - 8 * uy + 4 * ux),
                       (bx - 8 * ux + 4 * uy, by - 8 * uy - 4 * ux)]
            self.add("<polygon points='%s' fill='%s'/>"
                     % (" ".join("%.1f,%.1f" % c for c in corners), color))

    def polygon(self, points, fill, stroke=INK):
        self.add("<polygon points='%s' fill='%s' stroke='%s'/>"
                 % (" ".join("%g,%g" % p for p in points), fill, stroke))

    def circle(self, x, y, r, fill, stroke=INK):
        self.add("<circle cx='%g' cy='%g' r='%g' fill='%s' stroke='%s'/>" % (x, y, r, fill, stroke))

    def svg(self):
        w, h = self.size
        return ("<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' viewBox='0 0 %d %d'>\n"
                "  <rect width='%d' height='%d' fill='white'/>\n%s\n</svg>\n"
                % (w, h, w, h, w, h, "\n".join(self.parts)))


def column(d, x, y, w, boxes, gap=18):
    """Boxes one below the other with arrows between; returns the bottom."""
    for i, (lines, fill) in enumerate(boxes):
        h = 22 + 15 * (len(lines) - 1) + 6
        d.box(x, y, w, h, lines, fill)
        if i + 1 < len(boxes):
            d.line([(x + w / 2, y + h), (x + w / 2, y + h + gap)])
        y += h + gap
    return y - gap


def step():
    """A step from pairs to sleep, and the passes of a substep."""
    d = Drawing(760, 560)
    d.text(160, 26, "a step", 14, weight="bold")
    column(d, 30, 40, 260, [
        (["find pairs", "boxes that began to overlap"], BLUE),
        (["recycle", "contacts that hardly moved: no collision"], BLUE),
        (["collide", "stale contacts get new manifolds"], BLUE),
        (["match", "manifolds begin and end, sleepers wake"], BLUE),
        (["solve", "island batches, then the rest"], ORANGE),
        (["events", "contacts that started and ended"], BLUE),
        (["update tree", "bodies that escaped their fat box"], BLUE),
        (["sleep", "islands at rest for 0.5 s"], BLUE),
    ], 17)
    d.text(545, 26, "solve, for one job", 14, weight="bold")
    d.box(400, 40, 290, 43, ["prepare", "bodies, manifolds, joints; count of substeps"], ORANGE)
    d.line([(545, 83), (545, 110)])
    d.add("<rect x='385' y='110' width='335' height='350' rx='8' fill='%s' stroke='%s' stroke-dasharray='5 4'/>" % (PALE, INK))
    d.text(400, 128, "substep, 4 per step or more", 11, "start")
    end = column(d, 410, 136, 270, [
        (["integrate velocities", "gravity, forces"], GREEN),
        (["restitution", "fast approaches bounce"], GREEN),
        (["warm start", "impulses of the last substep"], GREEN),
        (["solve", "joints, contacts, joints: push out overlap"], GREEN),
        (["integrate positions", "CCD for fast bodies"], GREEN),
        (["relax", "joints, contacts, joints: without push; friction"], GREEN),
    ], 12)
    d.line([(680, 420), (706, 420), (706, 157), (682, 157)])
    d.line([(545, 460), (545, 490)])
    d.box(400, 490, 290, 43, ["finish", "poses, sleep timers, escaped bodies"], ORANGE)
    d.line([(290, 301), (345, 301), (345, 61), (398, 61)], dashed=True)
    assert end < 460
    return d.svg()


def islands():
    """How the awake bodies are divided among workers."""
    d = Drawing(760, 330)
    d.text(190, 26, "small islands: batches", 14, weight="bold")
    d.text(570, 26, "a large island: subdomains and separators", 14, weight="bold")
    for k, (x, y, name) in enumerate([(30, 50, "batch 1"), (210, 50, "batch 2")]):
        d.box(x, y, 150, 170, [""], PALE, dashed=True)
        d.text(x + 75, y + 188, name + ": worker " + str(k + 1), 11)
        for i in range(4):
            cx, cy = x + 25 + 70 * (i % 2), y + 18 + 76 * (i // 2)
            for j in range(3):
                d.polygon([(cx, cy + 20 * j), (cx + 34, cy + 20 * j), (cx + 34, cy + 20 * j + 18), (cx, cy + 20 * j + 18)],
                          BLUE if k == 0 else GREEN)
    d.text(190, 268, "A batch holds up to some 512 contacts.", 11)
    d.text(190, 285, "One worker runs all substeps of a batch,", 11)
    d.text(190, 302, "so its data stays in one cache.", 11)
    colors = [BLUE, BLUE, GREEN, GREEN]
    for i in range(12):
        for j in range(7):
            x, y = 420 + 25 * i, 50 + 24 * j
            between = i in (5, 6)
            lower = i in (2, 3, 8, 9)
            fill = ORANGE if between else "#f7f0c8" if lower else colors[i // 3]
            d.polygon([(x, y), (x + 22, y), (x + 22, y + 21), (x, y + 21)], fill)
    for x in (420 + 25 * 3 - 1.5, 420 + 25 * 6 - 1.5, 420 + 25 * 9 - 1.5):
        d.line([(x, 40), (x, 226)], arrow=False, dashed=True, width=1.6, color="#a33")
    d.text(455, 240, "subdomain", 11)
    d.text(570, 240, "root separator", 11)
    d.text(685, 240, "subdomain", 11)
    d.text(570, 268, "A pass solves subdomains side by side; a separator", 11)
    d.text(570, 285, "follows once both of its sides have solved the contacts", 11)
    d.text(570, 302, "of the bodies at the cut (shaded).", 11)
    return d.svg()


def joints():
    """Which of the joint solvers a joint island gets."""
    d = Drawing(760, 400)
    d.box(270, 16, 220, 43, ["joint island", "bodies connected by joints"], BLUE)
    d.line([(380, 59), (380, 90)])
    d.box(220, 90, 320, 58, ["does one sparse matrix suit?", "at most 512 joints, not much fuller than", "that of a tree, and no net of even masses"], PALE, True)
    d.line([(220, 119), (130, 119), (130, 190)])
    d.text(175, 112, "yes", 11)
    d.line([(540, 119), (630, 119), (630, 190)])
    d.text(585, 112, "no", 11)
    d.box(20, 190, 290, 73, ["does another island look alike?", "a tree of at most 64 joints: balls,", "hinges and sliders, also with one drive", "or spring; fixed joints"], PALE, True)
    d.box(500, 190, 240, 58, ["more than one loop", "to every 16 joints?"], PALE, True)
    d.line([(90, 263), (90, 310)])
    d.text(104, 290, "yes", 11, "start")
    d.line([(240, 263), (240, 285), (300, 285), (300, 310)])
    d.text(252, 279, "no", 11, "start")
    d.line([(560, 248), (560, 285), (480, 285), (480, 310)])
    d.text(530, 279, "no", 11)
    d.line([(680, 248), (680, 310)])
    d.text(694, 290, "yes", 11, "start")
    for x, lines in [(15, ["articulation", "8 or 16 alike in lanes,", "single precision"]),
                     (208, ["direct", "one factorization,", "double precision"]),
                     (401, ["direct, system blocks", "halves, one after", "the other, up to 6 times"]),
                     (594, ["joint sweep", "colored blocks of 8,", "like contacts"])]:
        d.box(x, 310, 155, 66, lines, ORANGE)
    return d.svg()


def manifold():
    """A manifold of two boxes, with its normal, points and depth."""
    d = Drawing(520, 220)
    d.polygon([(30, 120), (490, 120), (490, 190), (30, 190)], GREEN)
    d.polygon([(140, 30), (380, 30), (380, 130), (140, 130)], BLUE)
    d.text(260, 60, "body B", 12)
    d.text(260, 172, "body A", 12)
    for x in (140, 380):
        d.circle(x, 125, 5, ORANGE)
    d.line([(260, 125), (260, 88)], width=2)
    d.text(268, 98, "normal, from A to B", 11, "start")
    d.line([(260, 125), (318, 125)], width=2, color="#a33")
    d.text(292, 145, "tangent", 11, color="#a33")
    d.text(128, 112, "point", 11, "end")
    d.text(390, 112, "point", 11, "start")
    d.line([(430, 120), (480, 120)], arrow=False)
    d.line([(382, 130), (480, 130)], arrow=False, dashed=True)
    d.line([(455, 160), (455, 131)])
    d.text(455, 174, "overlap", 11)
    return d.svg()


def recycling():
    """The motion budget of a contact between two collisions."""
    d = Drawing(640, 200)
    d.line([(50, 160), (610, 160)])
    d.text(610, 178, "steps", 11)
    d.line([(50, 160), (50, 20)])
    d.text(58, 28, "motion budget left", 11, "start")
    points = []
    for begin, n in ((0, 6), (6, 4), (10, 5)):
        for i in range(n):
            x = 60 + 34 * (begin + i)
            h = 100 * (1 - i / (n - 0.6))
            fill = ORANGE if i == 0 else BLUE
            d.polygon([(x, 160), (x + 24, 160), (x + 24, 160 - h), (x, 160 - h)], fill)
            points.append((x, h))
    d.text(72, 178, "collide", 11)
    d.text(276, 178, "stale: collide", 11)
    d.text(412, 178, "stale: collide", 11)
    d.text(170, 178, "recycled", 11)
    return d.svg()


DRAWINGS = {
    "docs/pictures/step.svg": step,
    "docs/pictures/islands.svg": islands,
    "docs/pictures/joints.svg": joints,
    "docs/pictures/manifold.svg": manifold,
    "docs/pictures/recycling.svg": recycling,
}


def main():
    for path, draw in DRAWINGS.items():
        os.makedirs(os.path.dirname(os.path.join(ROOT, path)), exist_ok=True)
        with open(os.path.join(ROOT, path), "w", encoding="utf-8", newline="\n") as f:
            f.write(draw())


if __name__ == "__main__":
    main()
