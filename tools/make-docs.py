#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the tables of docs/ that the source already holds.

    tools/make-docs.py                     writes them
    tools/make-docs.py --check             says which pages are out of date
    tools/make-docs.py --tumble PROGRAM    writes besides the help pages of docs/cli.md, as this program
                                           prints them; cli/test_usage compares them

docs/diagnostics.md comes from src/base/diagnostics.def, the table of docs/capacity.md from
include/tumble/capacity.h: a table stands between two marks and the rest of the page is left alone.
The first program of docs/getting-started.md is examples/hello.c. docs/specification.md comes from
docs/specification.def and the tests that cite it (tools/specification.py). docs/pictures/*.svg are
drawn by tools/diagrams.py.
"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import diagrams  # noqa: E402
import specification  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BEGIN = "<!-- written by tools/make-docs.py -->"
END = "<!-- end of what tools/make-docs.py writes -->"

FAMILIES = [
    ("The GLB container", lambda code: code.startswith("GLB_")),
    ("The G4MF format", lambda code: code.startswith("G4MF_")),
    ("Physics", lambda code: code.startswith("PHYSICS_")),
    ("JSON and glTF", lambda code: True),
]


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def cell(text):
    """Text of a table cell: 'words in quotes' of the source are code."""
    text = re.sub(r"''(.*?)''|'([^']*)'", lambda m: "`%s`" % (m.group(1) or m.group(2)).strip(), text)
    text = text.replace("|", "\\|")
    return text


HEAD = "| code | | when | what to do |\n| --- | --- | --- | --- |\n"


def table_row(code, severity, meaning, advice):
    words = [cell(re.sub(r"\\(.)", r"\1", text)) for text in (meaning, advice)]
    return "| `%s` | %s | %s | %s |\n" % (code, severity[0], *words)


def diagnostics():
    text = r'"((?:[^"\\]|\\.)*)"'
    rows = re.findall(r"^DIAGNOSTIC\((\w+), TUM_SEVERITY_(\w+), %s,\s+%s\)$" % (text, text),
                      read("src/base/diagnostics.def"), re.M)
    if len(rows) != len(re.findall(r"^DIAGNOSTIC\(", read("src/base/diagnostics.def"), re.M)):
        raise SystemExit("src/base/diagnostics.def: a row is not of the form CODE, SEVERITY, \"meaning\", \"advice\"")
    conversions = re.findall(r'^CONVERSION\(\w+, "([\w-]+)", TUM_SEVERITY_(\w+), %s,\s+%s\)$' % (text, text),
                             read("src/base/conversion.def"), re.M)
    if len(conversions) != len(re.findall(r"^CONVERSION\(", read("src/base/conversion.def"), re.M)):
        raise SystemExit("src/base/conversion.def: a row has another form than the others")
    text = "%d codes. E is an error, W a warning, I information, H a hint.\n" % (len(rows) + len(conversions))
    left = rows
    for title, belongs in FAMILIES:
        mine = [row for row in left if belongs(row[0])]
        left = [row for row in left if row not in mine]
        text += "\n## %s\n\n" % title + HEAD
        for row in sorted(mine):
            text += table_row(*row)
    text += "\n## Conversion\n\nA: approximated. B: said in other words. L: lost.\n\n"
    text += HEAD
    for row in sorted(conversions):
        text += table_row(*row)
    return text


def capacity():
    source = read("include/tumble/capacity.h")
    # A comment that goes on in the next lines, and a number that stands in the next line.
    source = re.sub(r"\s*\\\n\s*", " ", source)
    source = re.sub(r"\n\s+///<\s*", " ", source)
    text = "| constant | value | meaning |\n| --- | ---: | --- |\n"
    for name, value, words in re.findall(r"^#define (TUM_(?:MAX|MIN)_\w+)\s+([\d.e-]+)[uf]?\s+///< (.*)$", source, re.M):
        text += "| `%s` | %s | %s |\n" % (name, "{:,}".format(int(value)) if value.isdigit() else value, words.strip())
    return text


def with_table(page, make):
    head, begin, rest = page.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise SystemExit("the marks of tools/make-docs.py are missing")
    return head + BEGIN + "\n\n" + make() + "\n" + END + tail


def with_help(page, program):
    """Each block of docs/cli.md that begins like a help page, as the program prints it."""
    def printed(match):
        words = ["--help"] if match.group(2) is None else [match.group(2), "--help"]
        run = subprocess.run([program, *words], stdout=subprocess.PIPE, text=True, check=True,
                             env={**os.environ, "COLUMNS": ""})
        return "```\n" + run.stdout + "```"

    return re.sub(r"^```\n(tumble: [^\n]*|usage: tumble ([a-z]+) [^\n]*)\n.*?^```", printed, page, flags=re.M | re.S)


def with_hello(page):
    program = re.sub(r"\A(//[^\n]*\n)+\n*", "", read("examples/hello.c"))
    return re.sub(r"^```c\n.*?^```", lambda _: "```c\n" + program + "```", page, count=1, flags=re.M | re.S)


PAGES = {
    "docs/diagnostics.md": lambda page: with_table(page, diagnostics),
    "docs/capacity.md": lambda page: with_table(page, capacity),
    "docs/getting-started.md": with_hello,
    "docs/specification.md": lambda page: specification.page(),
}
PAGES.update({path: lambda page, draw=draw: draw() for path, draw in diagrams.DRAWINGS.items()})


def main():
    check = "--check" in sys.argv[1:]
    if "--tumble" in sys.argv[1:-1]:
        program = os.path.abspath(sys.argv[sys.argv.index("--tumble") + 1])
        PAGES["docs/cli.md"] = lambda page: with_help(page, program)
    stale = 0
    for path, make in PAGES.items():
        old = read(path)
        new = make(old)
        if new == old:
            continue
        stale += 1
        if check:
            print("%s is out of date; 'make docs' writes it" % path)
        else:
            with open(os.path.join(ROOT, path), "w", encoding="utf-8", newline="\n") as f:
                f.write(new)
    if check:
        print("docs: %d generated pages, %d out of date" % (len(PAGES), stale))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
