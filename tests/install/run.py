#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tumble as people install it: into a new folder, used from there, removed again.

    run.py --build FOLDER CASE       CASE is a function below; --list names them

Each case installs the build into a temporary prefix, builds programs against that, runs them and
uninstalls. The prefix is gone then, or the case fails. tests/install/consumer is the project that is
built. The examples have to print what examples/CMakeLists.txt says. Exit status 77 (ctest: skipped)
where the build lacks what a case is about, or the machine a tool.
"""

import argparse
import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SAMPLES = os.path.join(ROOT, "samples")
SKIPPED = 77


class Wrong(Exception):
    """One sentence that says what does not hold."""


class Skip(Exception):
    """One sentence that says what is missing here."""


def expect(holds, sentence, *values):
    if not holds:
        raise Wrong(sentence % values if values else sentence)


def run(*words, fails=False, **more):
    """The output of a command. It has to end with 0, or with another status if it `fails`."""
    environment = dict(os.environ, **more.pop("environment", {}))
    for name in ("DESTDIR", "PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH", "LD_LIBRARY_PATH", "MAKEFLAGS"):
        if name not in more.get("keep", ()):
            environment.pop(name, None)
    environment.update(more.pop("set", {}))
    done = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env=environment, check=False, **more)
    if (done.returncode != 0) != fails:
        raise Wrong("%s ends with status %d:\n%s" % (
            " ".join(map(shlex.quote, words)), done.returncode, done.stdout[-4000:]))
    return done.stdout


def generator():
    return ["-G", "Ninja"] if shutil.which("ninja") else []


def tree(folder):
    """Every file and folder below `folder`, as relative names."""
    return {os.path.relpath(os.path.join(path, name), folder)
            for path, folders, files in os.walk(folder) for name in folders + files}


@contextlib.contextmanager
def installed(build, root=""):
    """The release installed into a new prefix, by the tool behind `make install`; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="tumble-install-") as work:
        root = root and os.path.join(work, root)
        prefix = "/opt/tumble-test" if root else os.path.join(work, "a prefix")
        tool = [os.path.join(ROOT, "tools", "install.sh")]
        of_build = {"TUMBLE_BUILD": build}
        run(*tool, "install", prefix, root, set=of_build)
        before = tree(work)
        yield (root + prefix) if root else prefix, prefix, work
        made = {name for name in tree(work) if not name.startswith("out")}
        expect(made == before, "using it writes into the prefix: %s", sorted(made ^ before))
        run(*tool, "uninstall", prefix, root, set=of_build)
        left = {name for name in tree(work) if not name.startswith("out")}
        expect(not left, "uninstalling leaves behind: %s", ", ".join(sorted(left)))


def kinds(build):
    """The kinds of libraries that the build makes."""
    lib = os.path.join(build, "lib")
    return [kind for kind, name in (("static", "libtumble.a"), ("shared", "libtumble.so"))
            if os.path.exists(os.path.join(lib, name))]


def needs(build, kind):
    if kind not in kinds(build):
        raise Skip("this build makes no %s library" % kind)


def example_outputs():
    """NAME, SAMPLE, REGULAR EXPRESSION of each example that reads a sample."""
    with open(os.path.join(ROOT, "examples", "CMakeLists.txt"), encoding="utf-8") as f:
        rows = re.findall(r'^ *tumble_example_test\((\w+) (\S+) "(.*)"\)$', f.read(), re.M)
    expect(len(rows) >= 6, "examples/CMakeLists.txt has only %d lines that can be read", len(rows))
    return [(name, sample, text.replace("\\\\", "\\")) for name, sample, text in rows]


def check_output(program, arguments, expression):
    said = run(program, *arguments)
    expect(re.search(expression, said, re.S), "%s prints\n%s\nwhich does not match %s",
           os.path.basename(program), said, expression)


def has_cpp():
    """A compiler of C++, which tumble itself does without."""
    return shutil.which(shlex.split(os.environ.get("CXX", "c++"))[0]) is not None


def wrappers():
    """The examples in C++, where it can be compiled; they read no file."""
    if not has_cpp():
        return []
    folder = os.path.join(ROOT, "examples")
    return sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".cpp"))


def check_programs(folder, names=None):
    """The programs of tests/install/consumer do what their sources say."""
    for name, sample, expression in example_outputs():
        if names is None or name in names:
            check_output(os.path.join(folder, name), [os.path.join(SAMPLES, sample)], expression)
    for name in wrappers():
        run(os.path.join(folder, name + "-cpp"))
    # From 3 m, 9.81 / 2 m lower after a second.
    for name in ("drop", "motion") if has_cpp() else ():
        check_output(os.path.join(folder, name), [], r"after a second at -1\.905 m")
    # Five balls above a plane.
    check_output(os.path.join(folder, "files"), [os.path.join(SAMPLES, "bounce.gltf")],
                 "5 bodies, 6 colliders")


def dynamic_libraries(program):
    """The shared libraries that a program names."""
    return re.findall(r"\(NEEDED\).*\[(.*)\]", run("readelf", "-d", program))


def check_kind(program, kind):
    """A program names the shared library if and only if it was linked with that one."""
    names = [name for name in dynamic_libraries(program) if name.startswith("libtumble")]
    soname = os.path.basename(program) in ("motion", "files") and "libtumble-%s.so.0" or "libtumble.so.0"
    soname = soname % os.path.basename(program) if "%" in soname else soname
    expect(names == ([soname] if kind == "shared" else []), "%s needs %s", program, names)


def linked_programs():
    """Programs of all of tumble and of each half."""
    return ("hello", "files") + (("drop", "motion") if has_cpp() else ())


def configure(prefix, out, *arguments, **more):
    return run("cmake", "-S", os.path.join(HERE, "consumer"), "-B", out, *generator(),
               "-DCMAKE_PREFIX_PATH=" + prefix, "-DEXAMPLES=" + os.path.join(ROOT, "examples"),
               *arguments, **more)


def find_package(build, kind):
    needs(build, kind)
    with installed(build) as (prefix, _, work):
        out = os.path.join(work, "out")
        said = configure(prefix, out, "-DKIND=" + kind)
        expect(kind.upper() + "_LIBRARY" in said, "find_package finds another kind:\n%s", said)
        run("cmake", "--build", out, "--parallel", "2")
        check_programs(out)
        for name in linked_programs():
            check_kind(os.path.join(out, name), kind)
        # The program of the command line runs from there as well.
        program = os.path.join(prefix, "bin", "tumble")
        if os.path.exists(program):
            expect(re.match(r"tumble [0-9]", run(program, "--version")), "tumble --version says nothing")


def find_package_static(build):
    """The examples are built with the CMake package, against static libraries."""
    find_package(build, "static")


def find_package_shared(build):
    """The examples are built with the CMake package, against shared libraries."""
    find_package(build, "shared")


def compile_with(flags, source, out, language="cc"):
    compiler = os.environ.get("CXX" if language == "c++" else "CC", language)
    standard = "-std=c++17" if language == "c++" else "-std=gnu17"
    run(*shlex.split(compiler), standard, source, "-o", out, *flags)


def pkg_config(build, kind):
    needs(build, kind)
    if not shutil.which("pkg-config"):
        raise Skip("there is no pkg-config")
    with installed(build) as (prefix, _, work):
        out = os.path.join(work, "out")
        os.mkdir(out)
        lib = os.path.join(prefix, "lib")
        if not os.path.isdir(os.path.join(lib, "pkgconfig")):
            lib = os.path.join(prefix, "lib64")
        path = {"PKG_CONFIG_PATH": os.path.join(lib, "pkgconfig")}
        ways = ["--static"] if kind == "static" else []

        def flags(module):
            words = shlex.split(run("pkg-config", *ways, "--cflags", "--libs", module, set=path))
            return words + (["-static"] if kind == "static" else ["-Wl,-rpath," + lib])

        expect(run("pkg-config", "--modversion", "tumble", set=path).strip() == version(),
               "tumble.pc states another version than the headers")
        private = re.search(r"-lz\b|-lzstd", run("pkg-config", "--libs", "tumble", set=path))
        expect(not private, "a program that is linked with the shared library gets %s", private)
        names = [name for name, _, _ in example_outputs()]
        for name in names:
            compile_with(flags("tumble"), os.path.join(ROOT, "examples", name + ".c"),
                         os.path.join(out, name))
        for name in wrappers():
            compile_with(flags("tumble"), os.path.join(ROOT, "examples", name + ".cpp"),
                         os.path.join(out, name + "-cpp"), "c++")
        consumer = os.path.join(HERE, "consumer")
        if has_cpp():
            compile_with(flags("tumble"), os.path.join(consumer, "drop.cpp"), os.path.join(out, "drop"), "c++")
            compile_with(flags("tumble-motion"), os.path.join(consumer, "drop.cpp"),
                         os.path.join(out, "motion"), "c++")
        compile_with(flags("tumble-files"), os.path.join(consumer, "files.c"), os.path.join(out, "files"))
        check_programs(out, names)
        for name in linked_programs():
            check_kind(os.path.join(out, name), kind)


def pkg_config_static(build):
    """Programs without any shared library are built with pkg-config --static."""
    pkg_config(build, "static")


def pkg_config_shared(build):
    """Programs are built with pkg-config, against shared libraries."""
    pkg_config(build, "shared")


def below_destdir(build):
    """DESTDIR is no part of what is installed, and uninstalling keeps what others put there."""
    with installed(build, "root") as (place, prefix, work):
        for path, _, files in os.walk(place):
            for name in files:
                file = os.path.join(path, name)
                with open(file, "rb") as f:
                    expect(os.fsencode(work) not in f.read(), "%s names DESTDIR", file)
        with open(os.path.join(place, "lib", "pkgconfig", "tumble.pc"), encoding="utf-8") as f:
            expect("prefix=%s\n" % prefix in f.read(), "tumble.pc has another prefix than %s", prefix)
    with tempfile.TemporaryDirectory(prefix="tumble-install-") as work:
        tool = [os.path.join(ROOT, "tools", "install.sh")]
        mine = os.path.join(work, "lib", "mine")
        os.makedirs(os.path.join(work, "include"))
        run(*tool, "install", work, set={"TUMBLE_BUILD": build})
        with open(mine, "w", encoding="utf-8"):
            pass
        run(*tool, "uninstall", work, set={"TUMBLE_BUILD": build})
        expect(tree(work) == {"include", "lib", os.path.join("lib", "mine")},
               "uninstalling leaves %s", sorted(tree(work)))
        said = run(*tool, "uninstall", work, set={"TUMBLE_BUILD": build}, fails=True)
        expect("has installed nothing" in said, "uninstalling twice says %s", said)


def moved_prefix(build):
    """The CMake package works where the prefix is moved to, and refuses other minor versions."""
    with installed(build) as (prefix, _, work):
        out = os.path.join(work, "out")
        moved = os.path.join(work, "out-moved")
        shutil.copytree(prefix, moved, symlinks=True)
        said = configure(moved, out)
        found = re.search(r"^tumble_DIR:PATH=(.*)$", read(os.path.join(out, "CMakeCache.txt")), re.M)
        expect(found and found.group(1).startswith(moved), "the package was found elsewhere:\n%s", said)
        major, minor, patch = map(int, version().split("."))
        for asked, fits in (((major, minor, 0), True), ((major, minor, patch + 1), False),
                            ((major, minor + 1, 0), False), ((major, max(minor - 1, 0), 0), major > 0),
                            ((major + 1, 0, 0), False)):
            text = "%d.%d.%d" % asked
            script = os.path.join(work, "out-version.cmake")
            with open(script, "w", encoding="utf-8") as f:
                f.write("set(PACKAGE_FIND_VERSION %s)\nset(PACKAGE_FIND_VERSION_MAJOR %d)\n"
                        "set(PACKAGE_FIND_VERSION_MINOR %d)\nset(CMAKE_SIZEOF_VOID_P 8)\n"
                        'include("%s")\nmessage("fits: ${PACKAGE_VERSION_COMPATIBLE}")\n' % (
                            text, asked[0], asked[1],
                            os.path.join(os.path.dirname(package_file(prefix)), "tumble-config-version.cmake")))
            said = run("cmake", "-P", script).strip()
            expect(said == "fits: %s" % str(fits).upper(), "%s %s", text, said)


def package_file(prefix):
    for path, _, files in os.walk(prefix):
        if "tumble-config.cmake" in files:
            return os.path.join(path, "tumble-config.cmake")
    raise Wrong("there is no tumble-config.cmake")


def missing_dependency(build):
    """A static library whose dependency is absent is not found, and the message names it."""
    needs(build, "static")
    with installed(build) as (prefix, _, work):
        hidden = ["-DKIND=static", "-DCMAKE_DISABLE_FIND_PACKAGE_ZLIB=ON",
                  "-DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON"]
        said = configure(prefix, os.path.join(work, "out"), *hidden, fails=True)
        expect("needs zlib" in re.sub(r"\s+", " ", said), "the message does not name zlib:\n%s", said)


def parent(source, fetch, out):
    return run("cmake", "-S", os.path.join(HERE, "parent"), "-B", out, *generator(),
               "-DSOURCE=" + source, "-DFETCH=%d" % fetch, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
               "-DHELLO=" + os.path.join(ROOT, "examples", "hello.c"),
               "-DFETCHCONTENT_FULLY_DISCONNECTED=%s" % ("ON" if os.path.isdir(source) else "OFF"))


def inside_another_project(build):
    """As a folder and by FetchContent: the same targets; Release for them alone, said once."""
    del build
    for fetch in (0, 1):
        with tempfile.TemporaryDirectory(prefix="tumble-install-") as out:
            said = parent(ROOT, fetch, out)
            for name in ("tumble", "files", "motion"):
                expect("tumble::%s: STATIC_LIBRARY" % name in said, "no tumble::%s:\n%s", name, said)
            expect("build type of the parent: ''" in said, "the parent's build type was changed")
            sentence = "tumble is built as Release"
            expect(said.count(sentence) == 1, "Release is said %d times", said.count(sentence))
            again = parent(ROOT, fetch, out)
            expect(sentence not in again, "Release is said when configuring again")
            commands = json.loads(read(os.path.join(out, "compile_commands.json")))
            for command in commands:
                own = os.path.join(ROOT, "src") in command["file"]
                optimized = bool(re.search(r" -O[3s] ", command["command"]))
                expect(own == optimized, "%s", command["command"])


def promised_functions():
    """The functions that the public headers declare with TUM_API."""
    promised = set()
    for name in os.listdir(os.path.join(ROOT, "include", "tumble")):
        if name.endswith(".h"):
            text = re.sub(r"//.*", "", read(os.path.join(ROOT, "include", "tumble", name)))
            text = re.sub(r"(?m)^#.*$", "", text)
            promised |= {declaration.split()[-1].lstrip("*")
                         for declaration in re.findall(r"\bTUM_API\s+([^;(]*)\(", text)}
    expect(len(promised) > 100, "only %d functions are declared", len(promised))
    return promised


def exported_functions(build):
    """Shared libraries export the functions of the public headers, libtumble.so all of them."""
    needs(build, "shared")
    promised = promised_functions()
    for name in ("tumble", "tumble-files", "tumble-motion"):
        library = os.path.join(build, "lib", "lib%s.so" % name)
        said = run("nm", "-D", "--defined-only", library)
        exported = {line.split()[-1].split("@")[0] for line in said.splitlines()}
        extra = sorted(exported - promised)
        expect(not extra, "lib%s.so exports what no header declares: %s", name, ", ".join(extra))
        absent = sorted(promised - exported) if name == "tumble" else []
        expect(not absent, "lib%s.so lacks %s", name, ", ".join(absent))
        soname = re.search(r"\(SONAME\).*\[(.*)\]", run("readelf", "-d", library)).group(1)
        expect(soname == "lib%s.so.0" % name, "the soname is %s", soname)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def version():
    """The version that include/tumble/base.h states."""
    text = read(os.path.join(ROOT, "include", "tumble", "base.h"))
    return ".".join(re.search(r"TUM_VERSION_%s (\d+)" % part, text).group(1)
                    for part in ("MAJOR", "MINOR", "PATCH"))


CASES = [find_package_static, find_package_shared, pkg_config_static, pkg_config_shared, below_destdir,
         moved_prefix, missing_dependency, inside_another_project, exported_functions]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", help="the build folder that is installed")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("case", nargs="?")
    options = parser.parse_args()
    cases = {case.__name__: case for case in CASES}
    if options.list:
        print("\n".join(cases))
        return 0
    try:
        cases[options.case](os.path.abspath(options.build))
    except Skip as reason:
        print("install: %s, skipped: %s" % (options.case, reason))
        return SKIPPED
    except Wrong as wrong:
        print("install: %s: %s" % (options.case, wrong))
        return 1
    print("install: %s" % cases[options.case].__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
