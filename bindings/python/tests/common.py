# SPDX-License-Identifier: MIT
"""Paths that tests share; ctest sets TUMBLE_ROOT, TUMBLE_LIBRARY and TUMBLE_PROGRAM."""
from __future__ import annotations

import json
import os
import sys
from typing import Any

if "--without-numpy" in sys.argv:  # Names in sys.modules that are None cannot be imported.
    sys.modules["numpy"] = None  # type: ignore[assignment]
    sys.argv.remove("--without-numpy")

BINDING = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROOT = os.environ.get("TUMBLE_ROOT", os.path.dirname(os.path.dirname(BINDING)))
SAMPLES = os.path.join(ROOT, "samples")
PROGRAM = os.environ.get("TUMBLE_PROGRAM", "")


def sample(name: str) -> str:
    """Path of a sample."""
    return os.path.join(SAMPLES, name)


def interface() -> Any:
    """docs/interface.json."""
    with open(os.path.join(ROOT, "docs", "interface.json"), encoding="utf-8") as f:
        return json.load(f)
