// SPDX-License-Identifier: MIT
// motion.c: places of nodes at a step of a run.
#include "expect/motion.h"

#include "math/rotation4.h"
#include "math/scalar.h"

// [1] Scales above a node count as even where they differ by less, relative to the largest.
static const double most_uneven = 1e-9;
// [1] Products of the columns of a rotation's matrix in few digits.
static const double most_matrix_error = 4e-3;

static DVec4 column(const double *m)
{
    return (DVec4){m[0], m[1], m[2], m[3]};
}

static DMat4 matrix_of(const double m[16])
{
    return (DMat4){column(m), column(m + 4), column(m + 8), column(m + 12)};
}

Affine tum_rest_matrix(const TumScene *scene, int32_t node)
{
    if (scene->dimension == 4) {
        const TumTransform4 *world = scene->nodes4[node].world;
        return (Affine){matrix_of(world->basis), column(world->position)};
    }
    const double *m = scene->nodes[node].world;
    return (Affine){
        {{m[0], m[1], m[2], 0.0}, {m[4], m[5], m[6], 0.0}, {m[8], m[9], m[10], 0.0}, {.w = 1.0}},
        {m[12], m[13], m[14], 0.0}};
}

DVec4 tum_unit(DVec4 v)
{
    const double length = dvec4_length(v);
    return length > 0.0 ? (DVec4){v.x / length, v.y / length, v.z / length, v.w / length} : v;
}

DRotation4 tum_turn_of_quaternion(const double q[4])
{
    const DQuat turn = dquat_normalize((DQuat){q[0], q[1], q[2], q[3]});
    return (DRotation4){turn, turn};
}

DRotation4 tum_turn_of(int dimension, const double *numbers)
{
    return dimension == 4 ? tum_rotation4_from_matrix(matrix_of(numbers))
                          : tum_turn_of_quaternion(numbers);
}

bool tum_turn_is_right(int dimension, const double *numbers)
{
    if (dimension != 4) {
        const double *q = numbers;
        return q[0] != 0.0 || q[1] != 0.0 || q[2] != 0.0 || q[3] != 0.0;
    }
    const DMat4 m = matrix_of(numbers);
    const DVec4 columns[4] = {m.x, m.y, m.z, m.w};
    bool is_right = dmat4_determinant(m) > 0.0;
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k <= i; ++k) {
            const double off = dvec4_dot(columns[i], columns[k]) - (i == k ? 1.0 : 0.0);
            is_right = is_right && absolute64(off) <= most_matrix_error;
        }
    }
    return is_right;
}

DBivec4 tum_spin_of(int dimension, const double *numbers)
{
    const double *n = numbers;
    return dimension == 4 ? (DBivec4){n[0], n[1], n[2], n[3], n[4], n[5]}
                          : (DBivec4){.yz = n[0], .xz = -n[1], .xy = n[2]};
}

// The part of v at right angles to a unit vector.
static DVec4 without(DVec4 v, DVec4 unit)
{
    return dvec4_sub(v, dvec4_scale(unit, dvec4_dot(v, unit)));
}

// Rotation of the columns of a matrix, made orthonormal from X on; a mirrored X is turned back. The
// last axis follows from the others: -Z is at right angles to X, Y and W.
static DRotation4 matrix_rotation(int dimension, DMat4 m)
{
    DVec4 x = tum_unit(m.x);
    const DVec4 y = tum_unit(without(m.y, x));
    if (dimension == 4) {
        const DVec4 z = tum_unit(without(without(m.z, x), y));
        DVec4 w = dvec4_perpendicular(x, y, z);
        if (dvec4_dot(w, m.w) < 0.0) {
            x = dvec4_negate(x);
            w = dvec4_negate(w);
        }
        return tum_rotation4_from_matrix((DMat4){x, y, z, w});
    }
    DVec4 z = dvec4_negate(dvec4_perpendicular(x, y, m.w));
    if (dvec4_dot(z, m.z) < 0.0) {
        x = dvec4_negate(x);
        z = dvec4_negate(z);
    }
    const DQuat turn =
        dquat_from_matrix((DMat3){{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}});
    return (DRotation4){turn, turn};
}

// The chain from the root to a node. @return its length; 0 when out of memory.
static size_t gather_chain(const TumScene *scene, int32_t node, Arena *scratch, int32_t **chain)
{
    size_t depth = 0, at;
    for (int32_t n = node; n >= 0; n = scene->nodes[n].parent) {
        ++depth;
    }
    *chain = tum_arena_allocate(scratch, depth * sizeof **chain);
    at = depth;
    for (int32_t n = node; *chain != NULL && n >= 0; n = scene->nodes[n].parent) {
        (*chain)[--at] = n;
    }
    return *chain != NULL ? depth : 0;
}

// Rotation of a node of 3D, by the rotations above it.
static bool chain_rotation(const TumScene *scene, int32_t node, Arena *scratch, DRotation4 *turn)
{
    int32_t *chain;
    const size_t depth = gather_chain(scene, node, scratch, &chain);
    double scale[3] = {1.0, 1.0, 1.0}; // The product of all scales above.
    bool is_rigid = true;              // No matrix is above.
    DRotation4 rotation = DROTATION4_IDENTITY;
    for (size_t i = 0; i < depth; ++i) {
        const TumNode *link = &scene->nodes[chain[i]];
        const double low = minimum64(minimum64(scale[0], scale[1]), scale[2]);
        const double high = maximum64(maximum64(scale[0], scale[1]), scale[2]);
        const bool composes = i == 0 || (is_rigid && low > 0.0 && high - low < most_uneven * high);
        if (link->has_matrix || !composes) {
            rotation = matrix_rotation(3, tum_rest_matrix(scene, chain[i]).linear);
        } else {
            rotation = drotation4_normalize(
                drotation4_multiply(rotation, tum_turn_of_quaternion(link->local->rotation)));
        }
        is_rigid = is_rigid && !link->has_matrix;
        for (int axis = 0; axis < 3; ++axis) {
            scale[axis] *= link->local->scale[axis];
        }
    }
    *turn = rotation;
    return depth > 0;
}

bool tum_rest_pose(const TumScene *scene, int32_t node, Arena *scratch, DPose4 *pose)
{
    const Affine rest = tum_rest_matrix(scene, node);
    pose->position = rest.origin;
    if (scene->dimension == 4) {
        pose->rotation = matrix_rotation(4, rest.linear);
        return true;
    }
    return chain_rotation(scene, node, scratch, &pose->rotation);
}

int32_t tum_motion_carrier(const Motion *motion, int32_t node)
{
    while (node >= 0 && motion->body_of[node] < 0) {
        node = motion->scene->nodes[node].parent;
    }
    return node >= 0 ? motion->body_of[node] : -1;
}

bool tum_anchor_make(const Motion *motion, int32_t node, int32_t body, Arena *scratch,
                     Anchor *anchor)
{
    DPose4 rest, carrier;
    *anchor = (Anchor){.body = body, .is_body = body >= 0 && motion->nodes[body] == node};
    if (!tum_rest_pose(motion->scene, node, scratch, &rest)) {
        return false;
    }
    anchor->in_body = rest;
    if (body >= 0) {
        if (!tum_rest_pose(motion->scene, motion->nodes[body], scratch, &carrier)) {
            return false;
        }
        anchor->in_body.position =
            drotation4_unrotate(carrier.rotation, dvec4_sub(rest.position, carrier.position));
        anchor->in_body.rotation =
            drotation4_multiply(drotation4_inverse(carrier.rotation), rest.rotation);
    }
    return true;
}

Anchor tum_anchor_of_scene(const Motion *motion, int32_t body, const double position[4],
                           const double rotation[4])
{
    const DPose4 frame = {{position[0], position[1], position[2], 0.0},
                          tum_turn_of_quaternion(rotation)};
    const TumBody *of = body >= 0 ? &motion->scene->bodies[body] : NULL;
    const int32_t run_body = of != NULL ? motion->body_of[of->node] : -1;
    if (of == NULL || run_body >= 0) {
        return (Anchor){.body = run_body, .in_body = frame};
    }
    // The run leaves the body out, so that it stays where it was.
    const DPose4 rest = {{of->position[0], of->position[1], of->position[2], 0.0},
                         tum_turn_of_quaternion(of->rotation.q)};
    return (Anchor){
        .body = -1,
        .in_body = {dvec4_add(rest.position, drotation4_rotate(rest.rotation, frame.position)),
                    drotation4_multiply(rest.rotation, frame.rotation)}};
}

DVec4 tum_anchor_place(const Anchor *anchor, const BodyState *states, const DVec4 *point)
{
    DVec4 local = anchor->is_body ? (DVec4){0} : anchor->in_body.position;
    if (point != NULL) {
        local = anchor->is_body
                    ? *point
                    : dvec4_add(local, drotation4_rotate(anchor->in_body.rotation, *point));
    }
    if (anchor->body < 0) {
        return local;
    }
    const BodyState *body = &states[anchor->body];
    return dvec4_add(body->position, drotation4_rotate(body->rotation, local));
}

DRotation4 tum_anchor_rotation(const Anchor *anchor, const BodyState *states)
{
    if (anchor->body < 0) {
        return anchor->in_body.rotation;
    }
    const DRotation4 rotation = states[anchor->body].rotation;
    return anchor->is_body
               ? rotation
               : drotation4_normalize(drotation4_multiply(rotation, anchor->in_body.rotation));
}

// [rad] Half of the angle of a quaternion, 0 to pi.
static double half_angle(DQuat q)
{
    return tum_atan2_64(dvec3_length((DVec3){q.x, q.y, q.z}), q.w);
}

double tum_turn_angle(DRotation4 q)
{
    // Halves of a rotation by angles a and b in two planes turn by a + b and a - b.
    const double left = half_angle(q.left), right = half_angle(q.right);
    const double sum = minimum64(left + right, 2.0 * PI - (left + right));
    return maximum64(sum, absolute64(left - right));
}

double tum_twist_angle(DRotation4 q, DVec4 axis)
{
    const double part = dvec4_dot((DVec4){q.left.x, q.left.y, q.left.z, 0.0}, axis);
    if (absolute64(part) < 1e-12 && absolute64(q.left.w) < 1e-12) {
        return 0.0;
    }
    double angle = 2.0 * tum_atan2_64(part, q.left.w);
    while (angle > PI) {
        angle -= 2.0 * PI;
    }
    while (angle <= -PI) {
        angle += 2.0 * PI;
    }
    return angle;
}

double tum_angle_between(DVec4 a, DVec4 b)
{
    const DVec4 u = tum_unit(a), v = tum_unit(b);
    return tum_atan2_64(dbivec4_length(dvec4_wedge(u, v)), dvec4_dot(u, v));
}
