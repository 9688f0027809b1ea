// SPDX-License-Identifier: MIT
/// pose.h: vectors, rotations and poses as they cross the interface.
///
/// Right-handed, +Y up, metres and radians; quaternions x y z w, bivectors XY XZ YZ XW YW ZW.
#ifndef TUMBLE_POSE_H
#define TUMBLE_POSE_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TumVec3 {
    float x, y, z;
} TumVec3;

/// A rotation. Unit length; turns v to q v q*.
typedef struct TumQuat {
    float x, y, z, w;
} TumQuat;

/// Maps a point p of the frame to `position + rotation * p`.
typedef struct TumPose3 {
    TumVec3 position; ///< [m]
    TumQuat rotation;
} TumPose3;

typedef struct TumVec4 {
    float x, y, z, w;
} TumVec4;

/// A rotation rate or a torque in 4D; a positive XY turns +X toward +Y.
typedef struct TumBivec4 {
    float xy, xz, yz, xw, yw, zw;
} TumBivec4;

/// A rotation in 4D: the images of the axes, which are the columns of its matrix. Unit length, at
/// right angles, and no mirror.
typedef struct TumBasis4 {
    TumVec4 x, y, z, w;
} TumBasis4;

/// Maps a point p of the frame to `position + rotation * p`.
typedef struct TumPose4 {
    TumVec4 position; ///< [m]
    TumBasis4 rotation;
} TumPose4;

/// A transform of a document, from the space of a node to that of its parent, in metres.
typedef struct TumTransform {
    double translation[3], rotation[4], scale[3]; ///< As authored, or decomposed from the matrix.
    double matrix[16];                            ///< 4 by 4, column by column.
} TumTransform;

/// The same in 4D: p becomes basis * p + position, the basis column by column.
typedef struct TumTransform4 {
    double position[4], basis[16];
} TumTransform4;

#ifdef __cplusplus
}
#endif

#endif
