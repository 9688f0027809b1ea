// SPDX-License-Identifier: MIT
/// joint_support4.h: joints of four dimensions in a few lines, for tests.
///
///     setup4_start(&setup);
///     TumJointDef4 def = joint4_def(&setup, TUM_JOINT4_HINGE, WORLD4, door, anchor);
///     const TumJointId joint = joint4_add(&setup, &def);
#ifndef TUM_TESTS_JOINT_SUPPORT4_H
#define TUM_TESTS_JOINT_SUPPORT4_H

#include "tests/support/world_support4.h"

enum { WORLD4 = -1 }; ///< Instead of a thing: the world.

static inline TumVec4 vector4(const double v[4])
{
    return (TumVec4){(float)v[0], (float)v[1], (float)v[2], (float)v[3]};
}

static inline double inner_product4(TumVec4 a, TumVec4 b)
{
    return (double)a.x * (double)b.x + (double)a.y * (double)b.y + (double)a.z * (double)b.z +
           (double)a.w * (double)b.w;
}

/// A vector in the axes of a basis.
static inline TumVec4 in_basis4(const TumBasis4 *basis, TumVec4 v)
{
    const double parts[4] = {inner_product4(basis->x, v), inner_product4(basis->y, v),
                             inner_product4(basis->z, v), inner_product4(basis->w, v)};
    return vector4(parts);
}

/// A frame of the world in that of a thing's body.
static inline TumPose4 frame4_of(const Setup4 *setup, int thing, TumPose4 frame)
{
    if (thing == WORLD4) {
        return frame;
    }
    const TumPose4 body = tum_body_pose4(setup->world, setup4_id(setup, thing));
    const TumVec4 p = frame.position, c = body.position;
    const TumVec4 arm = {p.x - c.x, p.y - c.y, p.z - c.z, p.w - c.w};
    return (TumPose4){
        in_basis4(&body.rotation, arm),
        {in_basis4(&body.rotation, frame.rotation.x), in_basis4(&body.rotation, frame.rotation.y),
         in_basis4(&body.rotation, frame.rotation.z), in_basis4(&body.rotation, frame.rotation.w)}};
}

static inline TumPose4 pose4_at(const double anchor[4])
{
    return (TumPose4){vector4(anchor), {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

/// Joins two things where they are, at a point and in the axes of the world.
static inline TumJointDef4 joint4_def(const Setup4 *setup, TumJointKind4 kind, int a, int b,
                                      const double anchor[4])
{
    TumJointDef4 def = tum_default_joint_def4();
    def.kind = kind;
    def.body_a = a == WORLD4 ? (TumBodyId){0, 0, 0} : setup4_id(setup, a);
    def.body_b = b == WORLD4 ? (TumBodyId){0, 0, 0} : setup4_id(setup, b);
    def.frame_a = frame4_of(setup, a, pose4_at(anchor));
    def.frame_b = frame4_of(setup, b, pose4_at(anchor));
    return def;
}

static inline TumJointId joint4_add(Setup4 *setup, const TumJointDef4 *def)
{
    TumJointId joint;
    assert_int_equal(tum_world_add_joint4(setup->world, def, &joint), TUM_OK);
    return joint;
}

static inline TumJointId joint4_join(Setup4 *setup, TumJointKind4 kind, int a, int b,
                                     const double anchor[4])
{
    const TumJointDef4 def = joint4_def(setup, kind, a, b, anchor);
    return joint4_add(setup, &def);
}

/// [m] Between the origins of a joint's frames.
static inline double joint4_gap(const Setup4 *setup, TumJointId joint)
{
    const TumVec4 a = tum_joint_frame4(setup->world, joint, TUM_JOINT_A).position;
    const TumVec4 b = tum_joint_frame4(setup->world, joint, TUM_JOINT_B).position;
    const TumVec4 d = {b.x - a.x, b.y - a.y, b.z - a.z, b.w - a.w};
    return sqrt(inner_product4(d, d));
}

static inline double joint4_angle(const Setup4 *setup, TumJointId joint, TumPlane4 plane)
{
    return (double)tum_joint_position4(setup->world, joint, TUM_SPACE_ANGULAR, 1u << plane);
}

#endif
