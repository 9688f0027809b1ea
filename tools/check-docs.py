#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks README.md, CONTRIBUTING.md, SECURITY.md and docs/: C code compiles, links lead somewhere, and
every `make` target, test, option of `tumble` and file of ours that is named exists. Pages and headings
that sources name (`docs/dialects.md#mass`) exist too, and neither pages nor sources send a reader to
what lies outside of the project.

A block of C with a main or an #include is a file; any other stands inside a function where the usual
variables (document, scene, world, report, def, body, status) are declared.

    tools/check-docs.py               all of this
    tools/check-docs.py --run BUILD   runs the commands and programs of docs/getting-started.md with the
                                      program and library of a build folder: each has to end with 0
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PRELUDE = """#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tumble/tumble.h"
"""
# `volatile` reads: nothing is "used uninitialized", nothing is optimized into a warning.
FUNCTION = """void shown(TumDocument *document, TumScene *scene, TumWorld *world, TumReport *report,
           TumWorldDef def, TumBodyId body, TumStatus status);
void shown(TumDocument *document, TumScene *scene, TumWorld *world, TumReport *report,
           TumWorldDef def, TumBodyId body, TumStatus status)
{
    (void)document, (void)scene, (void)world, (void)report, (void)def, (void)body, (void)status;
#line 1
%s
}
"""


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as f:
        return f.read()


def pages():
    yield "README.md"
    yield "CONTRIBUTING.md"
    yield "SECURITY.md"
    for name in sorted(os.listdir(os.path.join(ROOT, "docs"))):
        if name.endswith(".md"):
            yield "docs/" + name


def compile_block(code):
    """The compiler's first complaint, or None."""
    is_file = "#include" in code or re.search(r"^int main\(", code, re.M)
    # A definition of a type or function belongs outside of a function.
    outside = is_file or re.search(r"^(static|typedef)\b", code, re.M)
    text = code if is_file else PRELUDE + (code if outside else FUNCTION % code)
    with tempfile.TemporaryDirectory() as folder:
        unit = os.path.join(folder, "block.c")
        with open(unit, "w", encoding="utf-8") as f:
            f.write(text)
        run = subprocess.run(
            [os.environ.get("CC", "cc"), "-std=c17", "-Wall", "-Wextra", "-Wno-unused-variable",
             "-Wno-unused-function", "-Wno-unused-but-set-variable", "-Werror", "-fsyntax-only",
             "-I" + os.path.join(ROOT, "include"), unit], stderr=subprocess.PIPE, text=True)
        if run.returncode == 0:
            return None
        return next((line for line in run.stderr.split("\n") if "error" in line), run.stderr)


def anchors(text):
    """GitHub's names of the headings, and the anchors that a page sets itself."""
    return {re.sub(r"[^\w\- ]", "", h.strip().lower()).replace(" ", "-")
            for h in re.findall(r"^#+ (.*)$", text, re.M)} | set(re.findall(r'<a id="([\w-]+)">', text))


def check_links(page, text, say):
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r'src="([^"]+)"', prose):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        full = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(os.path.join(ROOT, full)):
            say(page, "link to %s leads nowhere" % target)
        elif anchor and full.endswith(".md") and anchor not in anchors(read(full)):
            say(page, "link to %s: no such heading" % target)
    targets = set(re.findall(r"^([a-z-]+):", read("Makefile"), re.M))
    for target in re.findall(r"`make ([a-z-]+)`|^\s*make ([a-z-]+)\b", text, re.M):
        target = target[0] or target[1]
        if target not in targets:
            say(page, "'make %s' is no target" % target)
    for file in re.findall(r"\b((?:tools|samples|examples|tests|src|include)/[\w./-]+\.(?:py|sh|c|h|def|gltf|txt))\b", text):
        if not os.path.exists(os.path.join(ROOT, file)):
            say(page, "%s does not exist" % file)
    # Tests are named as ctest knows them: `laws/test_stacks`.
    for folder, name in re.findall(r"`(?:ctest -R )?(\w+)/(test_\w+)`", text):
        if not os.path.exists(os.path.join(ROOT, "tests", folder, name + ".c")):
            say(page, "tests/%s/%s.c does not exist" % (folder, name))
    # Options of commands are those that the help pages on cli.md list.
    listed = set(re.findall(r"--[a-z][a-z-]*", read("docs/cli.md"))) | {"--version"}
    for command in re.findall(r"^ +(?:\$ )?(?:build/release/bin/)?tumble [a-z].*$", text, re.M):
        for option in re.findall(r"(?<=\s)--[a-z][a-z-]*", command):
            if option not in listed:
                say(page, "tumble has no option %s: %s" % (option, command.strip()))
    # Sources are named by their floor: `distance3/gjk3.c`.
    for file in re.findall(r"`(\w+/\w+\.(?:c|h|inl))`", text):
        if not any(os.path.exists(os.path.join(ROOT, top, file)) for top in ("", "src", "include")):
            say(page, "%s does not exist" % file)


# What nobody has who has the project alone.
OUTSIDE = r"\.\./shared|\bspec/"


def sources(*tops):
    for top in tops:
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".inl", ".def", ".cpp")):
                    yield os.path.relpath(os.path.join(folder, name), ROOT).replace(os.sep, "/")


def check_sources(say):
    known = {page: anchors(read(page)) for page in pages()}
    for path in sources("include", "src", "cli", "tests"):
        text = read(path)
        for page, anchor in re.findall(r"\b(docs/[a-z]+\.md)(?:#([\w-]+))?", text):
            if page not in known or (anchor and anchor not in known[page]):
                say(path, "%s%s is not there" % (page, "#" + anchor if anchor else ""))
        if not path.startswith("tests/"):
            for found in re.findall(OUTSIDE, text):
                say(path, "'%s' is outside of the project" % found)


# Commands that build, and one whose finding is the point.
NOT_RUN = ("make ", "export ", "tumble validate --severity")


def commands(text):
    """The commands of a page: indented blocks, or their lines after a $ where output follows."""
    for block in re.findall(r"(?:^    .*\n)+", re.sub(r"```.*?```", "", text, flags=re.S), re.M):
        lines = [line[4:] for line in block.splitlines()]
        if lines[0].startswith("$ "):
            yield from (line[2:] for line in lines if line.startswith("$ "))
        elif lines[-1] == "done":
            yield "\n".join(lines)
        else:
            yield from lines


def run_page(build):
    build = os.path.abspath(build)
    text = read("docs/getting-started.md")
    failed = count = 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(os.path.join(ROOT, "samples"), os.path.join(folder, "samples"))
        os.makedirs(os.path.join(folder, "build"))
        os.symlink(build, os.path.join(folder, "build", "release"))
        paths = dict(os.environ, PATH=os.path.join(build, "bin") + os.pathsep + os.environ["PATH"])
        todo = [c for c in commands(text) if not c.startswith(NOT_RUN)]
        for i, code in enumerate(re.findall(r"^```c\n(.*?)^```", text, re.M | re.S)):
            if "int main(" in code:
                with open(os.path.join(folder, "program%d.c" % i), "w", encoding="utf-8") as f:
                    f.write(code)
                todo.append("cc -std=c17 -I%s program%d.c %s -lz $(pkg-config --libs libzstd) -lpthread"
                            " -lm -o program%d && ./program%d samples/bounce.gltf"
                            % (os.path.join(ROOT, "include"), i, os.path.join(build, "lib", "libtumble.a"), i, i))
        for command in todo:
            count += 1
            run = subprocess.run(["bash", "-c", command], cwd=folder, env=paths, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if run.returncode != 0:
                failed += 1
                print("%s\nended with %d:\n%s" % (command, run.returncode, run.stdout))
    print("docs: %d commands and programs run, %d failed" % (count, failed))
    return 1 if failed or count == 0 else 0


def main():
    if sys.argv[1:2] == ["--run"]:
        return run_page(sys.argv[2])
    findings = []
    blocks = 0

    def say(page, what):
        findings.append("%s: %s" % (page, what))

    for page in pages():
        text = read(page)
        for code in re.findall(r"^```c\n(.*?)^```", text, re.M | re.S):
            blocks += 1
            problem = compile_block(code)
            if problem:
                say(page, "code does not compile: %s\n%s" % (problem, code))
        check_links(page, text, say)
        for found in re.findall(OUTSIDE, text):
            say(page, "'%s' is outside of the project" % found)
    check_sources(say)
    for finding in findings:
        print(finding)
    print("docs: %d blocks of C, %d findings" % (blocks, len(findings)))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
