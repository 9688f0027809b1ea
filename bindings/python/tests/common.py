# SPDX-License-Identifier: MIT
"""Paths that tests share; ctest sets TUMBLE_ROOT, TUMBLE_LIBRARY and TUMBLE_PROGRAM."""
from __future__ import annotations

import json
import os
from typing import Any

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
