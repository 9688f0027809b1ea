# SPDX-License-Identifier: MIT
# Written by tools/make-python.py from include/tumble/pose.h: changes go there.
"""pose.h: vectors, rotations and poses as they cross the interface.

Right-handed, +Y up, metres and radians; quaternions x y z w, bivectors XY XZ YZ XW YW ZW. All are values
without ownership.
"""
from __future__ import annotations

import ctypes


class TumVec3(ctypes.Structure):
    """Vector of 3D. The member or parameter of this type states the unit.

    x: Along X.

    y: Along Y, which is up.

    z: Along Z.
    """

    x: float
    y: float
    z: float
    _fields_ = [
        ("x", ctypes.c_float),
        ("y", ctypes.c_float),
        ("z", ctypes.c_float),
    ]


class TumQuat(ctypes.Structure):
    """Rotation of 3D. Unit length; turns v to q v q*.

    x: Axis times the sine of half the angle, along X.

    y: Likewise along Y.

    z: Likewise along Z.

    w: Cosine of half the angle.
    """

    x: float
    y: float
    z: float
    w: float
    _fields_ = [
        ("x", ctypes.c_float),
        ("y", ctypes.c_float),
        ("z", ctypes.c_float),
        ("w", ctypes.c_float),
    ]


class TumPose3(ctypes.Structure):
    """Pose of 3D: maps a point p of the frame to `position + rotation * p`.

    position: [m] Origin of the frame.

    rotation: Axes of the frame.
    """

    position: TumVec3
    rotation: TumQuat
    _fields_ = [
        ("position", TumVec3),
        ("rotation", TumQuat),
    ]


class TumVec4(ctypes.Structure):
    """Vector of 4D. The member or parameter of this type states the unit.

    x: Along X.

    y: Along Y, which is up.

    z: Along Z.

    w: Along W.
    """

    x: float
    y: float
    z: float
    w: float
    _fields_ = [
        ("x", ctypes.c_float),
        ("y", ctypes.c_float),
        ("z", ctypes.c_float),
        ("w", ctypes.c_float),
    ]


class TumBivec4(ctypes.Structure):
    """Rotation rate, torque or moments of inertia of 4D, one number for each plane of two axes; a positive XY
    turns +X toward +Y.

    xy: In the plane XY.

    xz: In the plane XZ.

    yz: In the plane YZ.

    xw: In the plane XW.

    yw: In the plane YW.

    zw: In the plane ZW.
    """

    xy: float
    xz: float
    yz: float
    xw: float
    yw: float
    zw: float
    _fields_ = [
        ("xy", ctypes.c_float),
        ("xz", ctypes.c_float),
        ("yz", ctypes.c_float),
        ("xw", ctypes.c_float),
        ("yw", ctypes.c_float),
        ("zw", ctypes.c_float),
    ]


class TumBasis4(ctypes.Structure):
    """Rotation of 4D: the images of the axes, which are the columns of its matrix. Unit length, at right angles,
    without mirroring.

    x: Image of X.

    y: Image of Y.

    z: Image of Z.

    w: Image of W.
    """

    x: TumVec4
    y: TumVec4
    z: TumVec4
    w: TumVec4
    _fields_ = [
        ("x", TumVec4),
        ("y", TumVec4),
        ("z", TumVec4),
        ("w", TumVec4),
    ]


class TumPose4(ctypes.Structure):
    """Pose of 4D: maps a point p of the frame to `position + rotation * p`.

    position: [m] Origin of the frame.

    rotation: Axes of the frame.
    """

    position: TumVec4
    rotation: TumBasis4
    _fields_ = [
        ("position", TumVec4),
        ("rotation", TumBasis4),
    ]


class TumTransform(ctypes.Structure):
    """Transform of a document, from the space of a node to that of its parent.

    translation: [m] As authored, or decomposed from the matrix; so are rotation and scale.

    rotation: Quaternion x y z w.

    scale: Along the axes of the node.

    matrix: 4 by 4, column by column, metres.
    """

    translation: ctypes.Array[ctypes.c_double]
    rotation: ctypes.Array[ctypes.c_double]
    scale: ctypes.Array[ctypes.c_double]
    matrix: ctypes.Array[ctypes.c_double]
    _fields_ = [
        ("translation", ctypes.c_double * 3),
        ("rotation", ctypes.c_double * 4),
        ("scale", ctypes.c_double * 3),
        ("matrix", ctypes.c_double * 16),
    ]


class TumTransform4(ctypes.Structure):
    """Transform of a document in 4D: p becomes basis * p + position.

    position: [m]

    basis: 4 by 4, column by column.
    """

    position: ctypes.Array[ctypes.c_double]
    basis: ctypes.Array[ctypes.c_double]
    _fields_ = [
        ("position", ctypes.c_double * 4),
        ("basis", ctypes.c_double * 16),
    ]
