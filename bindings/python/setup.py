# SPDX-License-Identifier: MIT
"""Packages the binding, with the shared library where TUMBLE_LIBRARY names one.

    TUMBLE_LIBRARY=…/libtumble.so python3 -m build --no-isolation --wheel

With a library the wheel is for this platform and any Python 3; without one it is for all platforms, and
finds the library of the system.
"""
import os
import shutil
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

LIBRARY = os.environ.get("TUMBLE_LIBRARY", "")
NAMES = {"win32": "tumble.dll", "darwin": "libtumble.dylib"}


class BuildWithLibrary(build_py):
    """Copies the library into the package that is built; the source tree stays as it is."""

    def run(self):
        super().run()
        if LIBRARY:
            name = NAMES.get(sys.platform, "libtumble.so")
            shutil.copyfile(LIBRARY, os.path.join(self.build_lib, "tumble", name))


class WheelOfPlatform(bdist_wheel):
    """ctypes needs no ABI of Python: py3-none-PLATFORM."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class DistributionWithLibrary(Distribution):
    """With a library the package is one of a platform."""

    def has_ext_modules(self):
        return bool(LIBRARY)


setup(distclass=DistributionWithLibrary, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfPlatform})
