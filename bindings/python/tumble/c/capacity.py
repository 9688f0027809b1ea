# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/capacity.h: changes go there.
"""capacity.h: every stated maximum, and the least size. Input beyond a maximum is answered by TUM_ERROR_CAPACITY
or a finding, never by a crash.

docs/capacity.md has the reasons.
"""
from __future__ import annotations


TUM_MAX_JSON_DEPTH = 512
"""Nesting of JSON values."""
TUM_MAX_FILE_BYTES = 4294967295
"""[bytes] Size of a file: a GLB states it in 32 bits."""
TUM_MAX_SPARSE_ELEMENTS = 16777216
"""Elements of an accessor without a bufferView: the bytes of the file do not bound them."""
TUM_MAX_INFLATED_BYTES = 16777216
"""[bytes] Compressed data of a document after inflation; a larger file may inflate to 256 times its size."""
TUM_MAX_NODES = 16777216
"""Nodes of a document."""
TUM_MAX_BODIES = 1048576
"""Bodies of a world."""
TUM_MAX_COLLIDERS = 4194304
"""Colliders of a world."""
TUM_MAX_JOINTS = 1048576
"""Joints of a world."""
TUM_MAX_FILTERS = 16384
"""Different collision filters of a world; equal ones are one."""
TUM_MAX_CROWD = 32
"""Pairs of a collider with later ones in one place, each holding the other's middle."""
TUM_MAX_NEIGHBORS = 64
"""Contacts of a collider with others whose boxes are no smaller."""
TUM_MAX_SURFACE_NEIGHBORS = 256
"""The same, as far as contacts begin where the surfaces meet."""
TUM_MAX_FINDINGS_OF_CODE = 16384
"""Findings of one code that a report keeps; more are counted."""
TUM_MAX_SUBSTEPS = 64
"""Substeps of a step."""
TUM_MIN_STEP_SECONDS = 1e-06
"""[s] The shortest step."""
TUM_MAX_STEP_SECONDS = 1.0
"""[s] The longest step."""
TUM_MIN_BODY_SIZE = 0.0005
"""[m] Size of a dynamic body: smaller ones sink and topple."""
TUM_MAX_THREADS = 64
"""Threads of a world."""
