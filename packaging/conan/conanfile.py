# SPDX-License-Identifier: MIT
"""The Conan recipe of tumble, of the sources that it lies in: conan create packaging/conan --build=missing"""

import os
import re

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir

required_conan_version = ">=2.0"

SOURCES = ("CMakeLists.txt", "LICENSE", "NOTICE", "bench/*", "cli/*", "cmake/*", "include/*", "scenes/*", "src/*",
           "tools/*")


class TumbleConan(ConanFile):
    name = "tumble"
    license = "MIT"
    description = "Rigid-body physics of glTF and G4MF files, in three and four dimensions"
    topics = ("gltf", "g4mf", "physics", "rigid-body", "simulation")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "with_zstd": [True, False],
               "tools": [True, False]}
    default_options = {"shared": False, "fPIC": True, "with_zstd": True, "tools": False}
    implements = ["auto_shared_fpic"]
    languages = "C"

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        text = load(self, os.path.join(self._checkout, "include", "tumble", "base.h"))
        self.version = ".".join(re.search(r"TUM_VERSION_%s (\d+)" % part, text).group(1)
                                for part in ("MAJOR", "MINOR", "PATCH"))

    def export_sources(self):
        for pattern in SOURCES:
            copy(self, pattern, self._checkout, self.export_sources_folder)

    def layout(self):
        cmake_layout(self)

    def requirements(self):
        self.requires("zlib/[>=1.2.11 <2]")
        if self.options.with_zstd:
            self.requires("zstd/[>=1.5 <1.6]")

    def build_requirements(self):
        self.tool_requires("cmake/[>=3.25]")

    def validate(self):
        if self.settings.arch in ("x86", "armv7", "armv7hf"):
            raise ConanInvalidConfiguration("tumble needs pointers of 64 bits")

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TUMBLE_BOTH"] = False
        toolchain.cache_variables["TUMBLE_CLI"] = bool(self.options.tools)
        toolchain.cache_variables["TUMBLE_INSTALL"] = True
        toolchain.cache_variables["TUMBLE_TESTS"] = False
        toolchain.cache_variables["TUMBLE_VIEW"] = "OFF"
        toolchain.cache_variables["TUMBLE_FILM"] = "OFF"
        toolchain.cache_variables["TUMBLE_ZSTD"] = "ON" if self.options.with_zstd else "OFF"
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        for name in ("LICENSE", "NOTICE"):
            copy(self, name, self.source_folder, os.path.join(self.package_folder, "licenses"))
        CMake(self).install()
        # Conan writes these itself.
        for folder in ("cmake", "pkgconfig"):
            rmdir(self, os.path.join(self.package_folder, "lib", folder))
        rmdir(self, os.path.join(self.package_folder, "share"))

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "tumble")
        self.cpp_info.set_property("pkg_config_name", "none")
        needs = {"tumble": ["zlib::zlib"], "files": [], "motion": []}
        if self.options.with_zstd:
            needs["tumble"].append("zstd::zstd")
            needs["files"].append("zstd::zstd")
        for name, requires in needs.items():
            library = "tumble" if name == "tumble" else "tumble-" + name
            component = self.cpp_info.components[name]
            component.set_property("cmake_target_name", "tumble::" + name)
            component.set_property("pkg_config_name", library)
            component.libs = [library]
            component.requires = requires
            if self.options.shared:
                component.defines = ["TUMBLE_SHARED"]
            elif self.settings.os in ("Linux", "FreeBSD"):
                component.system_libs = ["m", "pthread"]
