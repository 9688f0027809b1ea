// SPDX-License-Identifier: MIT
// motion.c: places of nodes at a step of a run.
#include "expect/motion.h"

#include "math/scalar.h"

// [1] Scales above a node count as even where they differ by less, relative to the largest.
static const double most_uneven = 1e-9;

Affine tum_rest_matrix(const TumScene *scene, int32_t node)
{
    const double *m = scene->nodes[node].world;
    return (Affine){{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}},
                    {m[12], m[13], m[14]}};
}

DVec3 tum_unit(DVec3 v)
{
    const double length = dvec3_length(v);
    return length > 0.0 ? (DVec3){v.x / length, v.y / length, v.z / length} : v;
}

// Rotation of the columns of a matrix, made orthonormal from X on; a mirrored X is turned back.
static DQuat matrix_rotation(DMat3 m)
{
    DVec3 x = tum_unit(m.x);
    const DVec3 y = tum_unit(dvec3_sub(m.y, dvec3_scale(x, dvec3_dot(m.y, x))));
    DVec3 z = dvec3_cross(x, y);
    if (dvec3_dot(z, m.z) < 0.0) {
        x = dvec3_negate(x);
        z = dvec3_cross(x, y);
    }
    return dquat_from_matrix((DMat3){x, y, z});
}

static DQuat local_rotation(const TumNode *node)
{
    const double *q = node->local->rotation;
    return dquat_normalize((DQuat){q[0], q[1], q[2], q[3]});
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

bool tum_rest_pose(const TumScene *scene, int32_t node, Arena *scratch, DPose3 *pose)
{
    int32_t *chain;
    const size_t depth = gather_chain(scene, node, scratch, &chain);
    double scale[3] = {1.0, 1.0, 1.0}; // The product of all scales above.
    bool is_rigid = true;              // No matrix is above.
    DQuat rotation = DQUAT_IDENTITY;
    for (size_t i = 0; i < depth; ++i) {
        const TumNode *link = &scene->nodes[chain[i]];
        const double low = minimum64(minimum64(scale[0], scale[1]), scale[2]);
        const double high = maximum64(maximum64(scale[0], scale[1]), scale[2]);
        const bool composes = i == 0 || (is_rigid && low > 0.0 && high - low < most_uneven * high);
        if (link->has_matrix || !composes) {
            rotation = matrix_rotation(tum_rest_matrix(scene, chain[i]).linear);
        } else {
            rotation = dquat_normalize(dquat_multiply(rotation, local_rotation(link)));
        }
        is_rigid = is_rigid && !link->has_matrix;
        for (int axis = 0; axis < 3; ++axis) {
            scale[axis] *= link->local->scale[axis];
        }
    }
    *pose = (DPose3){tum_rest_matrix(scene, node).origin, rotation};
    return depth > 0;
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
    DPose3 rest, carrier;
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
            dquat_unrotate(carrier.rotation, dvec3_sub(rest.position, carrier.position));
        anchor->in_body.rotation = dquat_multiply(dquat_conjugate(carrier.rotation), rest.rotation);
    }
    return true;
}

Anchor tum_anchor_of_scene(const Motion *motion, int32_t body, const double position[4],
                           const double rotation[4])
{
    const DPose3 frame = {{position[0], position[1], position[2]},
                          {rotation[0], rotation[1], rotation[2], rotation[3]}};
    const TumBody *of = body >= 0 ? &motion->scene->bodies[body] : NULL;
    const int32_t run_body = of != NULL ? motion->body_of[of->node] : -1;
    if (of == NULL || run_body >= 0) {
        return (Anchor){.body = run_body, .in_body = frame};
    }
    // The run leaves the body out, so that it stays where it was.
    const DPose3 rest = {
        {of->position[0], of->position[1], of->position[2]},
        {of->rotation.q[0], of->rotation.q[1], of->rotation.q[2], of->rotation.q[3]}};
    return (Anchor){
        .body = -1,
        .in_body = {dvec3_add(rest.position, dquat_rotate(rest.rotation, frame.position)),
                    dquat_multiply(rest.rotation, frame.rotation)}};
}

DVec3 tum_anchor_place(const Anchor *anchor, const BodyState *states, const DVec3 *point)
{
    DVec3 local = anchor->is_body ? (DVec3){0.0, 0.0, 0.0} : anchor->in_body.position;
    if (point != NULL) {
        local = anchor->is_body ? *point
                                : dvec3_add(local, dquat_rotate(anchor->in_body.rotation, *point));
    }
    if (anchor->body < 0) {
        return local;
    }
    const BodyState *body = &states[anchor->body];
    return dvec3_add(body->position, dquat_rotate(body->rotation, local));
}

DQuat tum_anchor_rotation(const Anchor *anchor, const BodyState *states)
{
    if (anchor->body < 0) {
        return anchor->in_body.rotation;
    }
    const DQuat rotation = states[anchor->body].rotation;
    return anchor->is_body ? rotation
                           : dquat_normalize(dquat_multiply(rotation, anchor->in_body.rotation));
}

double tum_turn_angle(DQuat q)
{
    const DVec3 v = {q.x, q.y, q.z};
    return 2.0 * tum_atan2_64(dvec3_length(v), absolute64(q.w));
}

double tum_twist_angle(DQuat q, DVec3 axis)
{
    const double part = dvec3_dot((DVec3){q.x, q.y, q.z}, axis);
    if (absolute64(part) < 1e-12 && absolute64(q.w) < 1e-12) {
        return 0.0;
    }
    double angle = 2.0 * tum_atan2_64(part, q.w);
    while (angle > PI) {
        angle -= 2.0 * PI;
    }
    while (angle <= -PI) {
        angle += 2.0 * PI;
    }
    return angle;
}

double tum_angle_between(DVec3 a, DVec3 b)
{
    const DVec3 u = tum_unit(a), v = tum_unit(b);
    return tum_atan2_64(dvec3_length(dvec3_cross(u, v)), dvec3_dot(u, v));
}
