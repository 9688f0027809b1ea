// SPDX-License-Identifier: MIT
/// pose.h: vectors, rotations and poses as they cross the interface.
///
/// Right-handed, +Y up, metres and radians; quaternions x y z w, bivectors XY XZ YZ XW YW ZW. All
/// are values without ownership.
#ifndef TUMBLE_POSE_H
#define TUMBLE_POSE_H

#ifdef __cplusplus
extern "C" {
#endif

/// Vector of 3D. The member or parameter of this type states the unit.
typedef struct TumVec3 {
    float x; ///< Along X.
    float y; ///< Along Y, which is up.
    float z; ///< Along Z.
} TumVec3;

/// Rotation of 3D. Unit length; turns v to q v q*.
typedef struct TumQuat {
    float x; ///< Axis times the sine of half the angle, along X.
    float y; ///< Likewise along Y.
    float z; ///< Likewise along Z.
    float w; ///< Cosine of half the angle.
} TumQuat;

/// Pose of 3D: maps a point p of the frame to `position + rotation * p`.
typedef struct TumPose3 {
    TumVec3 position; ///< [m] Origin of the frame.
    TumQuat rotation; ///< Axes of the frame.
} TumPose3;

/// Vector of 4D. The member or parameter of this type states the unit.
typedef struct TumVec4 {
    float x; ///< Along X.
    float y; ///< Along Y, which is up.
    float z; ///< Along Z.
    float w; ///< Along W.
} TumVec4;

/// Rotation rate, torque or moments of inertia of 4D, one number for each plane of two axes; a
/// positive XY turns +X toward +Y.
typedef struct TumBivec4 {
    float xy; ///< In the plane XY.
    float xz; ///< In the plane XZ.
    float yz; ///< In the plane YZ.
    float xw; ///< In the plane XW.
    float yw; ///< In the plane YW.
    float zw; ///< In the plane ZW.
} TumBivec4;

/// Rotation of 4D: the images of the axes, which are the columns of its matrix. Unit length, at
/// right angles, without mirroring.
typedef struct TumBasis4 {
    TumVec4 x; ///< Image of X.
    TumVec4 y; ///< Image of Y.
    TumVec4 z; ///< Image of Z.
    TumVec4 w; ///< Image of W.
} TumBasis4;

/// Pose of 4D: maps a point p of the frame to `position + rotation * p`.
typedef struct TumPose4 {
    TumVec4 position;   ///< [m] Origin of the frame.
    TumBasis4 rotation; ///< Axes of the frame.
} TumPose4;

/// Transform of a document, from the space of a node to that of its parent.
typedef struct TumTransform {
    double translation[3]; ///< [m] As authored, or decomposed from the matrix; so are rotation and
                           ///< scale.
    double rotation[4];    ///< Quaternion x y z w.
    double scale[3];       ///< Along the axes of the node.
    double matrix[16];     ///< 4 by 4, column by column, metres.
} TumTransform;

/// Transform of a document in 4D: p becomes basis * p + position.
typedef struct TumTransform4 {
    double position[4]; ///< [m]
    double basis[16];   ///< 4 by 4, column by column.
} TumTransform4;

#ifdef __cplusplus
}
#endif

#endif
