#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recipes in packaging/, as far as they can be tried without their package managers.

    recipes.py CASE      CASE is versions, vcpkg, conan, homebrew or debian

Stand-ins for the functions of a package manager record what a recipe asks for. Each option that a
recipe sets has to be an option of CMakeLists.txt, each file that it names has to exist. Exit status 77
(ctest: skipped) where the interpreter of a recipe is missing.
"""

import glob
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types

sys.dont_write_bytecode = True
from run import SKIPPED, Skip, Wrong, expect, promised_functions, read, run, version  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PACKAGING = os.path.join(ROOT, "packaging")


def known_options():
    """The options that a build has: BUILD_SHARED_LIBS and those of the prefix TUMBLE_."""
    text = read(os.path.join(ROOT, "CMakeLists.txt")) + read(
        os.path.join(ROOT, "cmake", "tumble-packages.cmake")) + read(
        os.path.join(ROOT, "cmake", "tumble-install.cmake"))
    names = set(re.findall(r"^ *option\((\w+) ", text, re.M)) | set(
        re.findall(r"^set\((\w+) .* CACHE STRING ", text, re.M))
    foreign = [name for name in names if not name.startswith("TUMBLE_") and name != "BUILD_SHARED_LIBS"]
    expect({"TUMBLE_BOTH", "BUILD_SHARED_LIBS"} <= names and not foreign, "options without the prefix TUMBLE_: %s", foreign)
    return names


def check_options(recipe, words):
    """`words` are arguments of cmake: -DNAME=VALUE."""
    named = [match.group(1) for match in (re.match(r"-D(\w+)=", word) for word in words) if match]
    own = [name for name in named if not name.startswith(("CMAKE_", "FETCHCONTENT_"))]
    expect(own, "%s sets no option", recipe)
    unknown = sorted(set(own) - known_options())
    expect(not unknown, "%s sets what is no option: %s", recipe, ", ".join(unknown))


def versions():
    """Headers, Debian's changelog and vcpkg's port state one version; the change log begins with it."""
    stated = {
        "packaging/vcpkg/tumble/vcpkg.json":
            json.loads(read(os.path.join(PACKAGING, "vcpkg", "tumble", "vcpkg.json")))["version"],
        "packaging/debian/changelog":
            re.match(r"tumble \((.*)-\w+\)", read(os.path.join(PACKAGING, "debian", "changelog"))).group(1),
        "tools/version.cmake": run("cmake", "-P", os.path.join(ROOT, "tools", "version.cmake")).strip(),
    }
    for place, said in stated.items():
        expect(said == version(), "%s says %s, the headers %s", place, said, version())
    newest = re.search(r"^## \[?([\w.]+)", read(os.path.join(ROOT, "CHANGELOG.md")), re.M).group(1)
    expect(newest in ("Unreleased", version()), "CHANGELOG.md begins with %s", newest)


STUBS_OF_VCPKG = """
cmake_minimum_required(VERSION 3.25)
set(PORT tumble)
set(FEATURES core tools zstd)
set(CURRENT_PACKAGES_DIR "@work@/packages")
function(record)
    message("${ARGV}")
endfunction()
function(vcpkg_check_features)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
    set(options "")
    while(arg_FEATURES)
        list(POP_FRONT arg_FEATURES feature option)
        list(APPEND options "-D${option}=ON")
    endwhile()
    set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()
foreach(name vcpkg_cmake_configure vcpkg_cmake_install vcpkg_cmake_config_fixup vcpkg_fixup_pkgconfig vcpkg_copy_tools
        vcpkg_install_copyright)
    cmake_language(EVAL CODE "function(${name})\\nrecord(${name} \\${ARGV})\\nendfunction()")
endforeach()
include("@port@")
"""


def vcpkg():
    """The vcpkg port configures this folder with options that exist, and installs files that exist."""
    folder = os.path.join(PACKAGING, "vcpkg", "tumble")
    port = json.loads(read(os.path.join(folder, "vcpkg.json")))
    names = {entry if isinstance(entry, str) else entry["name"] for entry in port["dependencies"]}
    expect({"zlib"} <= names, "the port depends on %s", sorted(names))
    with tempfile.TemporaryDirectory() as work:
        script = os.path.join(work, "try.cmake")
        with open(script, "w", encoding="utf-8") as f:
            f.write(STUBS_OF_VCPKG.replace("@work@", work).replace(
                "@port@", os.path.join(folder, "portfile.cmake")))
        calls = [line.split(";") for line in run("cmake", "-P", script).splitlines()]
        expect(os.path.exists(os.path.join(work, "packages", "share", "tumble", "usage")), "no usage is installed")
    by_name = {call[0]: call[1:] for call in calls}
    order = [call[0] for call in calls]
    expect(order.index("vcpkg_cmake_configure") < order.index("vcpkg_cmake_install")
           < order.index("vcpkg_cmake_config_fixup"), "the calls are in the order %s", order)
    configure = by_name["vcpkg_cmake_configure"]
    source = configure[configure.index("SOURCE_PATH") + 1]
    expect(os.path.samefile(source, ROOT), "the port configures %s", source)
    check_options("the port", configure)
    for feature in port["features"]:
        expect("zstd" != feature or "-DTUMBLE_ZSTD=ON" in configure, "the feature %s sets nothing", feature)
    for name in by_name["vcpkg_install_copyright"][1:]:
        expect(os.path.exists(name), "%s does not exist", name)


class Recorder:
    """Stands for an object of Conan: every attribute is another one, calls are recorded by name."""

    def __init__(self, name="", calls=None):
        self.__dict__.update(_name=name, _calls=calls if calls is not None else [])

    def __getattr__(self, name):
        made = Recorder(self._name + "." + name, self._calls)
        self.__dict__[name] = made
        return made

    def __getitem__(self, name):
        return getattr(self, name)

    def __call__(self, *arguments, **more):
        self._calls.append((self._name, arguments))
        return self

    def __eq__(self, other):
        return False

    def __hash__(self):
        return id(self)


def stand_in_for_conan():
    """Modules with the names that the recipe imports."""
    class ConanFile:
        def __init__(self):
            self.calls = []
            for name in ("requires", "tool_requires", "settings", "cpp_info"):
                setattr(self, name, Recorder(name, self.calls))

    class CMakeToolchain(Recorder):
        made = None

        def __init__(self, of):
            super().__init__("toolchain", of.calls)
            self.__dict__["cache_variables"] = {}
            CMakeToolchain.made = self

    copied = []
    tools = {
        "conan": {"ConanFile": ConanFile},
        "conan.errors": {"ConanInvalidConfiguration": type("ConanInvalidConfiguration", (Exception,), {})},
        "conan.tools": {},
        "conan.tools.cmake": {"CMake": lambda of: Recorder("cmake", of.calls), "CMakeToolchain": CMakeToolchain,
                              "CMakeDeps": lambda of: Recorder("deps", of.calls), "cmake_layout": lambda of: None},
        "conan.tools.files": {"copy": lambda of, pattern, source, to: copied.append((pattern, source, to)),
                              "load": lambda of, path: read(path), "rmdir": lambda of, path: None},
        "conan.tools.build": {"can_run": lambda of: True},
    }
    for name, members in tools.items():
        module = types.ModuleType(name)
        module.__dict__.update(members)
        sys.modules[name] = module
    return CMakeToolchain, copied


def conan():
    """The Conan recipe takes the files that a build needs, sets options that exist, and names each library."""
    toolchain, copied = stand_in_for_conan()
    path = os.path.join(PACKAGING, "conan", "conanfile.py")
    spec = importlib.util.spec_from_file_location("conanfile", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipe = module.TumbleConan()
    recipe.recipe_folder = os.path.dirname(path)
    recipe.options = types.SimpleNamespace(**recipe.default_options)
    recipe.export_sources_folder = "sources"
    recipe.source_folder = ROOT
    recipe.package_folder = "package"
    recipe.set_version()
    expect(recipe.version == version(), "the recipe's version is %s", recipe.version)
    recipe.export_sources()
    recipe.requirements()
    recipe.build_requirements()
    recipe.validate()
    recipe.layout()
    recipe.generate()
    recipe.build()
    recipe.package_info()
    recipe.package()
    check_options("the recipe", ["-D%s=%s" % item for item in toolchain.made.cache_variables.items()])
    required = [arguments[0] for name, arguments in recipe.calls if name == "requires"]
    expect({name.split("/")[0] for name in required} == {"zlib", "zstd"}, "it requires %s", required)
    libraries = [recipe.cpp_info.components[name].libs for name in ("tumble", "files", "motion")]
    expect(libraries == [["tumble"], ["tumble-files"], ["tumble-motion"]], "its libraries are %s", libraries)
    # A copy of the files that it exports can be configured, with the command line.
    patterns = [pattern for pattern, _, to in copied if to == "sources"]
    with tempfile.TemporaryDirectory() as work:
        for pattern in patterns:
            found = glob.glob(os.path.join(ROOT, pattern))
            expect(found, "%s is exported and does not exist", pattern)
            for source in found:
                to = os.path.join(work, "sources", os.path.relpath(source, ROOT))
                os.makedirs(os.path.dirname(to), exist_ok=True)
                (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, to)
        run("cmake", "-S", os.path.join(work, "sources"), "-B", os.path.join(work, "build"), "-DTUMBLE_CLI=ON")
    for name in ("conanfile.py", os.path.join("test_package", "conanfile.py")):
        compile(read(os.path.join(PACKAGING, "conan", name)), name, "exec")
    test = read(os.path.join(PACKAGING, "conan", "test_package", "CMakeLists.txt"))
    program = re.search(r"add_executable\(drop (\S+)\)", test).group(1)
    expect(os.path.exists(os.path.join(PACKAGING, "conan", "test_package", program)), "%s does not exist", program)


STUBS_OF_HOMEBREW = """
class Formula
  def self.method_missing(*words) = puts((["say"] + words).join(" "))
  def self.test = nil
  def std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=/prefix"]
  def system(*words) = puts((["run"] + words).join(" "))
  def pkgshare = Share.new
end
class Share
  def install(*words) = puts((["share"] + words).join(" "))
end
load ARGV[0]
Tumble.new.install
"""


def homebrew():
    """The Homebrew formula is valid Ruby, and builds with options that exist."""
    if not shutil.which("ruby"):
        raise Skip("there is no ruby")
    template = read(os.path.join(PACKAGING, "homebrew", "tumble.rb.in"))
    with tempfile.TemporaryDirectory() as work:
        formula = os.path.join(work, "tumble.rb")
        stubs = os.path.join(work, "stubs.rb")
        with open(formula, "w", encoding="utf-8") as f:
            f.write(re.sub(r"@(\w+)@", lambda match: {"version": version()}.get(match.group(1), "x"), template))
        with open(stubs, "w", encoding="utf-8") as f:
            f.write(STUBS_OF_HOMEBREW)
        run("ruby", "-wc", formula)
        lines = [line.split() for line in run("ruby", stubs, formula).splitlines()]
    said = {line[1]: line[2:] for line in lines if line[0] == "say"}
    needed = {line[2] for line in lines if line[:2] == ["say", "depends_on"]}
    expect({"zstd"} <= needed, "the formula depends on %s", sorted(needed))
    expect(said["version"] == [version()], "the formula's version is %s", said["version"])
    configure = [line[2:] for line in lines if line[:2] == ["run", "cmake"]][0]
    check_options("the formula", configure)
    for name in [word for line in lines if line[0] == "share" for word in line[1:]]:
        expect(os.path.isdir(os.path.join(ROOT, name)), "%s is installed and does not exist", name)


def debian():
    """Debian's rules set options that exist; its table of symbols has each public function."""
    folder = os.path.join(PACKAGING, "debian")
    check_options("debian/rules", re.findall(r"-D\w+=\S*", read(os.path.join(folder, "rules"))))
    said = read(os.path.join(ROOT, "cmake", "tumble-version.cmake"))
    number = re.search(r"^set\(tumble_soversion (\d+)\)$", said, re.M).group(1)
    package = "libtumble" + number
    for name in (package + ".install", package + ".symbols"):
        expect(os.path.exists(os.path.join(folder, name)), "packaging/debian has no %s", name)
    expect("Package: %s\n" % package in read(os.path.join(folder, "control")), "no package %s", package)
    table = read(os.path.join(folder, package + ".symbols"))
    for library in ("libtumble", "libtumble-files", "libtumble-motion"):
        row = "%s.so.%s %s #MINVER#" % (library, number, package)
        expect(row in table, "no row '%s'", row)
    listed = set(re.findall(r"^ (tum_\w+)@Base", table.split("libtumble-files")[0], re.M))
    expect(listed == promised_functions(),
           "%s.symbols and the public headers differ in %s; tools/deb.sh --symbols adds what is new", package,
           ", ".join(sorted(listed ^ promised_functions())))


CASES = {case.__name__: case for case in (versions, vcpkg, conan, homebrew, debian)}


def main():
    try:
        CASES[sys.argv[1]]()
    except Skip as reason:
        print("recipes: %s, skipped: %s" % (sys.argv[1], reason))
        return SKIPPED
    except (Wrong, subprocess.SubprocessError) as wrong:
        print("recipes: %s: %s" % (sys.argv[1], wrong))
        return 1
    print("recipes: %s" % CASES[sys.argv[1]].__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
