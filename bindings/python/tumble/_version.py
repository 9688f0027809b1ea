# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/base.h.
"""Version of the headers that tumble.c was written from."""
__version__ = "0.2.0"
