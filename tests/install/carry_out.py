#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recipes in packaging/ carried out, from the archive of `make dist`, without their package managers.

    carry_out.py --archive build/dist/tumble-VERSION.tar.gz [vcpkg] [conan] [homebrew]

Stand-ins for the functions of a package manager do what that manager's documentation says they do: they
configure, build and install for real, into a new folder, and move what the manager moves. The package is
then used as its users do. A build each, so continuous integration runs this once a night (tools/ci.sh);
recipes.py asks in seconds whether options and files exist. Exit status 1 names what failed.
"""

import argparse
import glob
import importlib.util
import os
import re
import shutil
import sys
import tarfile
import tempfile
import types

sys.dont_write_bytecode = True
from recipes import Recorder, stand_in_for_conan  # noqa: E402
from run import Wrong, check_output, expect, read, run, version  # noqa: E402

EXPECTED = r"^Restitution 0\.5: -?0\.000 0\.2[45]"
GENERATOR = ["-G", "Ninja"] if shutil.which("ninja") else []

# Documented at learn.microsoft.com/vcpkg/maintainers: vcpkg_cmake_configure and the others.
VCPKG = """
cmake_minimum_required(VERSION 3.25)
set(PORT tumble)
set(FEATURES core tools zstd)
set(CURRENT_PACKAGES_DIR "@work@/packages")
function(carry_out)
    execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_check_features)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "OUT_FEATURE_OPTIONS" "FEATURES")
    set(options "")
    while(arg_FEATURES)
        list(POP_FRONT arg_FEATURES feature option)
        if(feature IN_LIST FEATURES)
            list(APPEND options "-D${option}=ON")
        else()
            list(APPEND options "-D${option}=OFF")
        endif()
    endwhile()
    set(${arg_OUT_FEATURE_OPTIONS} "${options}" PARENT_SCOPE)
endfunction()
function(vcpkg_cmake_configure)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "SOURCE_PATH" "OPTIONS")
    carry_out("${CMAKE_COMMAND}" -S "${arg_SOURCE_PATH}" -B "@work@/build" @generator@ -DCMAKE_BUILD_TYPE=Release
        -DBUILD_SHARED_LIBS=OFF "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" -DCMAKE_INSTALL_LIBDIR=lib
        ${arg_OPTIONS})
endfunction()
function(vcpkg_cmake_install)
    carry_out("${CMAKE_COMMAND}" --build "@work@/build" --parallel 2)
    carry_out("${CMAKE_COMMAND}" --install "@work@/build")
endfunction()
# Moves the package to share/PORT, and takes its prefix from there: two folders up, not three.
function(vcpkg_cmake_config_fixup)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "CONFIG_PATH" "")
    file(RENAME "${CURRENT_PACKAGES_DIR}/${arg_CONFIG_PATH}" "${CURRENT_PACKAGES_DIR}/share/${PORT}")
    file(GLOB files "${CURRENT_PACKAGES_DIR}/share/${PORT}/*.cmake")
    foreach(file IN LISTS files)
        file(READ "${file}" text)
        string(REGEX REPLACE
            "get_filename_component\\\\(_IMPORT_PREFIX \\"\\\\\\${CMAKE_CURRENT_LIST_FILE}\\" PATH\\\\)(\\n*get_filename_component\\\\(_IMPORT_PREFIX \\"\\\\\\${_IMPORT_PREFIX}\\" PATH\\\\))*"
            "get_filename_component(_IMPORT_PREFIX \\"\\${CMAKE_CURRENT_LIST_FILE}\\" PATH)\\nget_filename_component(_IMPORT_PREFIX \\"\\${_IMPORT_PREFIX}\\" PATH)\\nget_filename_component(_IMPORT_PREFIX \\"\\${_IMPORT_PREFIX}\\" PATH)"
            text "${text}")
        string(REGEX REPLACE "(PACKAGE_PREFIX_DIR \\"\\\\\\${CMAKE_CURRENT_LIST_DIR}/\\\\.\\\\./\\\\.\\\\.)(/\\\\.\\\\.)*" "\\\\1" text "${text}")
        file(WRITE "${file}" "${text}")
    endforeach()
endfunction()
function(vcpkg_fixup_pkgconfig)
    file(GLOB files "${CURRENT_PACKAGES_DIR}/lib/pkgconfig/*.pc")
    if(NOT files)
        message(FATAL_ERROR "no file for pkg-config")
    endif()
    foreach(file IN LISTS files)
        file(READ "${file}" text)
        string(REGEX REPLACE "prefix=[^\\n]*" "prefix=\\${pcfiledir}/../.." text "${text}")
        file(WRITE "${file}" "${text}")
    endforeach()
endfunction()
function(vcpkg_copy_tools)
    cmake_parse_arguments(PARSE_ARGV 0 arg "AUTO_CLEAN" "" "TOOL_NAMES")
    foreach(name IN LISTS arg_TOOL_NAMES)
        file(COPY "${CURRENT_PACKAGES_DIR}/bin/${name}" DESTINATION "${CURRENT_PACKAGES_DIR}/tools/${PORT}")
    endforeach()
    if(arg_AUTO_CLEAN)
        file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/bin")
    endif()
endfunction()
function(vcpkg_install_copyright)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILE_LIST")
    foreach(file IN LISTS arg_FILE_LIST)
        file(READ "${file}" text)
        file(APPEND "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" "${text}")
    endforeach()
endfunction()
include("@source@/packaging/vcpkg/tumble/portfile.cmake")
"""


def only_these(folder, places):
    """Files of a package outside of `places`: a package manager refuses what lies elsewhere."""
    names = [os.path.relpath(os.path.join(path, name), folder)
             for path, _, files in os.walk(folder) for name in files]
    expect(names, "the package is empty")
    stray = [name for name in names if not name.startswith(places)]
    expect(not stray, "files in places that are not for them: %s", ", ".join(sorted(stray)))


def build_hello(source, work, prefix):
    """examples/hello.c by find_package, as any user of an installed tumble."""
    with open(os.path.join(work, "CMakeLists.txt"), "w", encoding="utf-8") as f:
        f.write("cmake_minimum_required(VERSION 3.25)\nproject(user C)\nfind_package(tumble 0.2 CONFIG REQUIRED)\n"
                'add_executable(hello "%s/examples/hello.c")\ntarget_link_libraries(hello PRIVATE tumble::tumble)\n' % source)
    said = run("cmake", "-S", work, "-B", os.path.join(work, "user"), *GENERATOR, "-DCMAKE_PREFIX_PATH=" + prefix)
    found = re.search(r"^tumble_DIR:PATH=(.*)$", read(os.path.join(work, "user", "CMakeCache.txt")), re.M).group(1)
    expect(found.startswith(prefix), "the package was found in %s:\n%s", found, said)
    run("cmake", "--build", os.path.join(work, "user"))
    check_output(os.path.join(work, "user", "hello"), [os.path.join(source, "samples", "bounce.gltf")], "(?m)" + EXPECTED)


def vcpkg(source, work):
    """The port builds a static package that find_package and pkg-config find."""
    script = os.path.join(work, "port.cmake")
    with open(script, "w", encoding="utf-8") as f:
        f.write(VCPKG.replace("@work@", work).replace("@source@", source).replace("@generator@", " ".join(GENERATOR)))
    said = run("cmake", "-P", script)
    expect("Manually-specified variables were not used" not in said, "an option is not one of this project:\n%s", said)
    packages = os.path.join(work, "packages")
    only_these(packages, ("include/", "lib/lib", "lib/pkgconfig/", "share/", "tools/tumble/"))
    check_output(os.path.join(packages, "tools", "tumble", "tumble"), ["--version"], "tumble " + re.escape(version()))
    expect("zlib" in read(os.path.join(packages, "share", "tumble", "copyright")), "the copyright lacks NOTICE")
    build_hello(source, work, packages)
    flags = run("pkg-config", "--cflags", "--libs", "--static", "tumble",
                set={"PKG_CONFIG_PATH": os.path.join(packages, "lib", "pkgconfig")}).split()
    expect("-I%s/lib/pkgconfig/../../include" % packages in flags, "pkg-config has another prefix: %s", flags)


def conan(source, work):
    """The recipe builds the files that it exports, and each library that it names is in the package."""
    _, copied = stand_in_for_conan()
    path = os.path.join(source, "packaging", "conan", "conanfile.py")
    spec = importlib.util.spec_from_file_location("conanfile", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    recipe = module.TumbleConan()
    recipe.recipe_folder = os.path.dirname(path)
    recipe.options = types.SimpleNamespace(**{**recipe.default_options, "tools": True})
    recipe.settings = types.SimpleNamespace(os="Linux", arch="x86_64", compiler="gcc", build_type="Release")
    recipe.export_sources_folder = recipe.source_folder = os.path.join(work, "sources")
    recipe.package_folder = os.path.join(work, "package")
    variables = {}

    class CMakeToolchain(Recorder):
        def __init__(self, of):
            super().__init__("toolchain", of.calls)
            self.__dict__["cache_variables"] = variables

    class CMake:
        def __init__(self, of):
            self.folder = os.path.join(work, "build")

        def configure(self):
            words = ["-D%s=%s" % (name, {True: "ON", False: "OFF"}.get(value, value)) for name, value in variables.items()]
            said = run("cmake", "-S", recipe.source_folder, "-B", self.folder, *GENERATOR, "-DCMAKE_BUILD_TYPE=Release",
                       "-DCMAKE_INSTALL_PREFIX=" + recipe.package_folder, "-DCMAKE_INSTALL_LIBDIR=lib", *words)
            expect("Manually-specified variables were not used" not in said, "an option is not one of this project:\n%s", said)

        def build(self):
            run("cmake", "--build", self.folder, "--parallel", "2")

        def install(self):
            run("cmake", "--install", self.folder)

    def copy_files(of, pattern, source_folder, to):
        found = glob.glob(os.path.join(source_folder, pattern))
        expect(found, "%s is to be copied and does not exist", pattern)
        for name in found:
            place = os.path.join(to, os.path.relpath(name, source_folder))
            os.makedirs(os.path.dirname(place), exist_ok=True)
            (shutil.copytree if os.path.isdir(name) else shutil.copy)(name, place)

    module.CMakeToolchain, module.CMake, module.copy = CMakeToolchain, CMake, copy_files
    module.rmdir = lambda of, folder: shutil.rmtree(folder, ignore_errors=True)
    recipe.set_version()
    for call in ("export_sources", "requirements", "validate", "generate", "build", "package", "package_info"):
        getattr(recipe, call)()
    only_these(recipe.package_folder, ("bin/tumble", "include/tumble/", "lib/lib", "licenses/"))
    lib = os.path.join(recipe.package_folder, "lib")
    for name in ("tumble", "files", "motion"):
        component = recipe.cpp_info.components[name]
        expect(os.path.exists(os.path.join(lib, "lib%s.a" % component.libs[0])), "the package has no %s", component.libs[0])
    # The test package, linked with what the recipe says of the component.
    component = recipe.cpp_info.components["tumble"]
    drop = os.path.join(work, "drop")
    test = os.path.join(source, "packaging", "conan", "test_package")
    program = re.search(r"add_executable\(drop (\S+)\)", read(os.path.join(test, "CMakeLists.txt"))).group(1)
    dependencies = run("pkg-config", "--libs", "zlib", "libzstd").split()
    run("c++", "-std=c++17", os.path.join(test, program), "-I" + os.path.join(recipe.package_folder, "include"), "-L" + lib,
        *["-l" + name for name in component.libs], *dependencies, *["-l" + name for name in component.system_libs],
        "-o", drop)
    check_output(drop, [], r"after a second at -1\.905 m")


HOMEBREW = """
class Formula
  def self.method_missing(*) = nil
  def self.test(&block) = @test = block
  def self.run_test = new.instance_eval(&@test)
  def version = "@version@"
  def prefix = "@work@/cellar"
  def std_cmake_args = ["-DCMAKE_INSTALL_PREFIX=#{prefix}", "-DCMAKE_INSTALL_LIBDIR=lib", "-DCMAKE_BUILD_TYPE=Release"]
  def system(*words) = Kernel.system(*words.map(&:to_s), exception: true)
  def shell_output(command) = `#{command}`.tap { raise command unless $?.success? }
  def assert_match(expected, said) = (raise "#{expected} is not in #{said}" unless said.match?(expected))
  def bin = Place.new("#{prefix}/bin")
  def include = Place.new("#{prefix}/include")
  def lib = Place.new("#{prefix}/lib")
  def pkgshare = Place.new("#{prefix}/share/tumble")
end
class Place < String
  def /(name) = Place.new("#{self}/#{name}")
  def install(*names)
    require "fileutils"
    FileUtils.mkdir_p(self)
    names.each { |name| FileUtils.cp_r(name, self) }
  end
end
def ENV.cc = "cc"
load "@formula@"
Tumble.new.install
ENV["LD_LIBRARY_PATH"] = "@work@/cellar/lib"
Tumble.run_test
puts "the test of the formula passes"
"""


def homebrew(source, work):
    """The formula installs into its own folder, and its test passes there."""
    if not shutil.which("ruby"):
        raise Wrong("there is no ruby")
    formula, script = os.path.join(work, "tumble.rb"), os.path.join(work, "try.rb")
    template = read(os.path.join(source, "packaging", "homebrew", "tumble.rb.in"))
    with open(formula, "w", encoding="utf-8") as f:
        f.write(re.sub(r"@(\w+)@", lambda match: {"version": version()}.get(match.group(1), "x"), template))
    with open(script, "w", encoding="utf-8") as f:
        f.write(HOMEBREW.replace("@work@", work).replace("@formula@", formula).replace("@version@", version()))
    said = run("ruby", script, cwd=source)
    expect("the test of the formula passes" in said, "the test did not end:\n%s", said)
    expect("Manually-specified variables were not used" not in said, "an option is not one of this project:\n%s", said)
    only_these(os.path.join(work, "cellar"), ("bin/tumble", "include/tumble/", "lib/", "share/"))


CASES = {case.__name__: case for case in (vcpkg, conan, homebrew)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--archive", required=True)
    parser.add_argument("case", nargs="*", choices=[*CASES, []])
    options = parser.parse_args()
    failed = 0
    for name in options.case or CASES:
        with tempfile.TemporaryDirectory(prefix="tumble-recipe-") as work:
            work = os.path.realpath(work)
            with tarfile.open(options.archive) as archive:
                archive.extractall(work)
            source = os.path.join(work, "tumble-" + version())
            # With ccache, objects of another place serve again.
            os.environ.update(CCACHE_BASEDIR=work, CCACHE_NOHASHDIR="1")
            try:
                CASES[name](source, work)
                print("recipes: %s: %s" % (name, CASES[name].__doc__), flush=True)
            except Wrong as wrong:
                failed += 1
                print("recipes: %s: %s" % (name, wrong), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
