#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks every #include of ours against the layers of the house (docs/architecture.md).

    tools/check-layers.py [FILE…]     no output but a count when all is well

The table of layers is the tumble_layer lines of CMakeLists.txt and nothing else: a layer may include
itself and the layers its USES names. A public header belongs to the layer that implements it.
Files whose includes lead in a circle, and folders of more than FOLDER_SOURCES, are findings.
Besides: who may know a library of others and the operating system, that includes are written from src/
or include/, that every header of this system can be included first, and that no source takes a kernel of
a certain instruction set.
"""

import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

FOLDER_SOURCES = 45  # .c files of a layer that one person can hold in mind.

# The layer that implements a public header. `None`: words and numbers that any layer may speak.
PUBLIC = {
    "base.h": "base",
    "report.h": "base",
    "verdict.h": "base",
    "capacity.h": None,
    "id.h": None,
    "pose.h": None,
    "document.h": "document",
    "scene.h": "scene",
    "scene_builder.h": "scene",
    "dialect.h": "dialects",
    "validate.h": "validate",
    "world.h": "world",
    "world3.h": "world",
    "checkpoint.h": "world",
    "world4.h": "world",
    "query.h": "world",
    "query3.h": "world",
    "query4.h": "world",
    "checkpoint.h": "world",
    "draw3.h": "world",
    "draw4.h": "world",
    "worlds.h": "rollout",
    "recording.h": "recording",
    "check.h": "check",
    "scenario.h": "scenario",
    "expect.h": "expect",
    "compare.h": "compare",
    "graft.h": "graft",
}

# scene.h is plain data before it is a few functions: geometry/, below scene/, computes mass from its
# structs. It may read the words and not call the functions; the second half is proven by linking a
# layer's tests with only the layers below it.
WORDS_OF_SCENE = {"geometry"}

# Libraries of others: header prefix, and the files that may know it.
FOREIGN = [
    ("jansson", {"tests/document/test_write.c", "tests/document/test_findings.c"}),
    ("zstd", {"src/document/zstd.c", "cli/version.c"}),
]
# Layers that may know a system or a library that is not ours, by header.
BY_FLOOR = {
    "zlib.h": {"recording", "cli"},
    "microhttpd.h": {"cli"},
    "gif_lib.h": {"cli"},
}
# Adapters know the engine they are for, and C++ its library.
ADAPTERS = {
    "examples/ode/": ("ode/",),
    "examples/bullet/": ("bt", "Bullet"),
    "bench/peers/": ("bt", "Bullet", "ode/"),
}
STANDARD = set(
    "assert ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg "
    "stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar "
    "wctype".split()
)
# What a processor offers, chosen by cpu.c.
INTRINSICS = {"immintrin.h", "emmintrin.h", "arm_neon.h", "wasm_simd128.h", "cpuid.h"}
# Kernels of an instruction set are named by the choice of system/cpu.h alone, and by the kernel of
# contacts, which leaves pairs of blocks to another.
OF_A_SET = re.compile(r"\btum_\w+_(?:scalar|sse2|avx2|avx512|neon|wasm)\b|__builtin_cpu_supports")
MAY_NAME_A_SET = {"src/contact3/contact_kernel3.c", "src/space3/contact_block3.h"}
# Only these files know an operating system, its headers, functions and macros: a file for each subject and
# system, of which CMake builds one.
SYSTEM_FILE = re.compile(r"^(src/(?:system|base)/\w+|cli/\w+)_(posix|windows|web)\.[ch]$|^src/system/windows\.h$")
# Functions and macros that a C library may lack. `aligned_alloc` is in C17 and missing on Windows.
SYSTEM_WORDS = re.compile(
    r"\b(_WIN32|_WIN64|WIN32_LEAN_AND_MEAN|__MINGW\w*|__linux__|__APPLE__|__unix__|__GLIBC__|_GNU_SOURCE"
    r"|_DARWIN_C_SOURCE|_DEFAULT_SOURCE|_BSD_SOURCE|_POSIX_C_SOURCE|_XOPEN_SOURCE|EDQUOT|ELOOP|O_CLOEXEC|O_DIRECTORY"
    r"|O_NOFOLLOW|O_NONBLOCK|STDIN_FILENO|STDOUT_FILENO|STDERR_FILENO|_SC_\w+|ssize_t|pthread_\w+"
    r"|(?:fmemopen|open_memstream|realpath|aligned_alloc|posix_memalign|memalign|mmap|munmap|mkdir|rmdir|unlink"
    r"|fileno|isatty|getpid|fork|popen|pclose|sysconf|sigaction|clock_gettime|nanosleep|usleep|gettimeofday"
    r"|fdopen|mkstemp|mkdtemp|opendir|readdir|fseeko|ftello|setenv|strndup|stpcpy|strsep|getline|asprintf"
    r"|vasprintf|qsort_r|strerror_r|localtime_r|gmtime_r|strtok_r|alloca)(?=\s*\())")
# Compilers have to know Windows for the linkage of public functions.
SYSTEM_WORDS_ALLOWED = {("include/tumble/base.h", "_WIN32")}
# What the command line borrows from the cellar: JSON as output, hashes, numbers as text, the name that was
# meant, the operating system, the names of instruction sets, and for measures of a sweep arithmetic with the
# same bits everywhere. The build writes tumble_commit.h.
CLI_BORROWS = {"base/hash.h", "base/json_text.h", "base/number_text.h", "base/text.h", "math/math3_64.h",
               "system/clock.h", "system/cpu.h", "system/error_posix.h", "system/file.h", "system/folder.h", "system/handle.h",
               "system/path.h", "system/stream.h", "system/thread.h", "tumble_commit.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def layers():
    """The table: layer -> layers it may include, in the order of CMakeLists.txt."""
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8") as f:
        text = re.sub(r"#[^\n]*", "", f.read())
    table = {}
    for words in re.findall(r"tumble_layer\(([^)]*)\)", text):
        name, *rest = words.split()
        uses = []
        if "USES" in rest:
            for word in rest[rest.index("USES") + 1 :]:
                if word == "LIBRARIES":
                    break
                uses.append(word)
        for used in uses:
            if used not in table:
                raise SystemExit("CMakeLists.txt: layer %s uses %s, which is not below it" % (name, used))
        table[name] = set(uses)
    return table


def sources():
    for top in ("src", "cli", "include", "examples", "scenes", "bench"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".inl", ".cpp", ".hpp")):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


class Checker:
    def __init__(self, table):
        self.table = table
        self.findings = []
        self.edges = 0

    def say(self, file, text):
        self.findings.append("%s: %s" % (file, text))

    def file(self, file):
        with open(os.path.join(ROOT, file), encoding="utf-8") as f:
            text = without_comments(f.read())
        if file.startswith("src/") and file not in MAY_NAME_A_SET:
            for name in OF_A_SET.findall(text):
                self.say(file, "%s is named: kernels are chosen once per world, by system/cpu.h" % name)
        for mark, name in INCLUDE.findall(text):
            self.edges += 1
            if mark == "<":
                self.foreign(file, name)
            else:
                self.own(file, name)
        if not SYSTEM_FILE.match(file) and not file.endswith(".cpp"):
            for word in sorted(set(SYSTEM_WORDS.findall(re.sub(r'"(\\.|[^"\\\n])*"', '""', text)))):
                if (file, word) not in SYSTEM_WORDS_ALLOWED:
                    self.say(file, "%s belongs to an operating system: src/system/ or cli/*_posix.c" % word)

    def foreign(self, file, name):
        place = file.split("/")[1] if file.startswith("src/") else file.split("/")[0]
        for prefix, allowed in FOREIGN:
            if name.startswith(prefix):
                if file not in allowed:
                    self.say(file, "<%s> belongs to %s alone" % (name, " and ".join(sorted(allowed))))
                return
        if name in BY_FLOOR:
            if place not in BY_FLOOR[name]:
                self.say(file, "<%s> belongs to %s/ alone" % (name, "/, ".join(sorted(BY_FLOOR[name]))))
            return
        if name[:-2] in STANDARD and name.endswith(".h"):
            return
        if "." not in name and file.endswith((".cpp", ".hpp")) and place in ("include", "examples"):
            return  # The library of C++.
        if name in INTRINSICS and place not in ("include", "examples"):
            return
        for folder, engine in ADAPTERS.items():
            if file.startswith(folder) and (name.startswith(engine) or "." not in name):
                return
        if not SYSTEM_FILE.match(file):
            self.say(file, "<%s> is neither standard C nor a library this layer may know" % name)

    def own(self, file, name):
        if name.startswith("."):
            self.say(file, '"%s": includes are written from src/ or include/' % name)
            return
        place = file.split("/")
        if name.startswith("tumble/"):
            if not os.path.exists(os.path.join(ROOT, "include", name)):
                self.say(file, '"%s" does not exist' % name)
            elif place[0] == "src":
                self.public(file, place[1], name.split("/")[1])
            return
        if place[0] in ("include", "examples", "scenes", "bench"):
            if not (place[0] != "include" and self.beside(file, name)
                    or place[0] == "bench" and self.roof(name)):
                self.say(file, '"%s": only "tumble/…" is open here' % name)
        elif place[0] == "cli":
            if not (self.beside(file, name) or name in CLI_BORROWS or self.roof(name)):
                self.say(file, '"%s": the command line speaks to the public headers only' % name)
        else:
            self.internal(file, place[1], name)

    def beside(self, file, name):
        return "/" not in name and os.path.exists(os.path.join(ROOT, os.path.dirname(file), name))

    def roof(self, name):
        return name.startswith(("scenes/", "bench/")) and os.path.exists(os.path.join(ROOT, name))

    def public(self, file, layer, header):
        if header == "tumble.h":
            self.say(file, '"tumble/tumble.h" is for users; include what is needed')
            return
        if header not in PUBLIC:
            self.say(file, '"tumble/%s" has no layer in tools/check-layers.py' % header)
            return
        owner = PUBLIC[header]
        if header == "scene.h" and layer in WORDS_OF_SCENE:
            return
        if owner and owner != layer and owner not in self.table.get(layer, ()):
            self.say(file, '"tumble/%s" is spoken by %s/, which is not below %s/' % (header, owner, layer))

    def internal(self, file, layer, name):
        target = name.split("/")[0]
        if "/" not in name or not os.path.exists(os.path.join(ROOT, "src", name)):
            self.say(file, '"%s": includes are written from src/ or include/' % name)
        elif layer not in self.table:
            self.say(file, "src/%s has no tumble_layer line" % layer)
        elif target != layer and target not in self.table[layer]:
            self.say(file, '"%s": %s/ is not below %s/' % (name, target, layer))

    def headers(self, files):
        """Each header is compiled alone: it includes what it needs."""
        compiler = os.environ.get("CC", "cc")
        with tempfile.TemporaryDirectory() as folder:
            for file in files:
                if not file.endswith(".h") or file.startswith(("examples", "scenes", "bench")):
                    continue
                if file == "src/system/windows.h":
                    continue
                unit = os.path.join(folder, "unit.c")
                with open(unit, "w", encoding="utf-8") as f:
                    # Twice: the guard holds too.
                    f.write('#include "%s"\n#include "%s"\n' % ((os.path.join(ROOT, file),) * 2))
                # Defined as every file of src/ has it (cmake/tumble-flags.cmake).
                run = subprocess.run(
                    [compiler, "-std=c17", "-fsyntax-only", "-D_POSIX_C_SOURCE=200809L",
                     "-I" + os.path.join(ROOT, "include"), "-I" + os.path.join(ROOT, "src"),
                     "-I" + os.path.join(ROOT, "cli"), unit],
                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                if run.returncode:
                    first = [line for line in run.stderr.split("\n") if "error" in line]
                    self.say(file, "does not stand alone: %s" % (first or [""])[0].split("error: ")[-1])


def include_graph():
    """Node -> nodes it includes. gjk3.c, gjk3.h and gjk3.inl of a layer are one node, src/space3/gjk3."""
    graph = {}
    for file in sources():
        if not file.startswith("src/"):
            continue
        with open(os.path.join(ROOT, file), encoding="utf-8") as f:
            text = without_comments(f.read())
        node = os.path.splitext(file)[0]
        others = graph.setdefault(node, set())
        for mark, name in INCLUDE.findall(text):
            if mark == '"' and not name.startswith("tumble/"):
                others.add("src/" + os.path.splitext(name)[0])
        others.discard(node)
    return graph


def circles(graph):
    """Sets of nodes that reach each other: strongly connected components, as Tarjan finds them (1972)."""
    number, lowest, stack, found = {}, {}, [], []

    def visit(node):
        number[node] = lowest[node] = len(number)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in number:
                visit(other)
                lowest[node] = min(lowest[node], lowest[other])
            elif other in stack:
                lowest[node] = min(lowest[node], number[other])
        if lowest[node] == number[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(set(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10000)
    for node in sorted(graph):
        if node not in number:
            visit(node)
    return found


def large_folders():
    """Folder of src/ -> number of its .c files, where there are more than FOLDER_SOURCES."""
    counts = {}
    for file in sources():
        if file.startswith("src/") and file.endswith(".c"):
            folder = os.path.dirname(file)
            counts[folder] = counts.get(folder, 0) + 1
    return {folder: count for folder, count in counts.items() if count > FOLDER_SOURCES}


def check_shape(checker):
    for ring in circles(include_graph()):
        checker.say("src", "includes lead in a circle: " + " ".join(sorted(ring)))
    for folder, count in sorted(large_folders().items()):
        checker.say(folder, "%d sources, at most %d" % (count, FOLDER_SOURCES))


def main():
    checker = Checker(layers())
    files = [os.path.relpath(os.path.abspath(f), ROOT) for f in sys.argv[1:]] or list(sources())
    for file in files:
        checker.file(file)
    checker.headers(files)
    check_shape(checker)
    for finding in checker.findings:
        print(finding)
    print("layers: %d files, %d includes, %d findings" % (len(files), checker.edges, len(checker.findings)))
    return 1 if checker.findings else 0


if __name__ == "__main__":
    sys.exit(main())
