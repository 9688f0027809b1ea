// SPDX-License-Identifier: MIT
// joint_check.c: contradictory joints.
//
// A joint that locks all axes fixes the relative pose of two bodies. Such joints form trees of
// bodies, with poses relative to each root (union-find). A joint that closes a loop gives the pose
// of its bodies a second time, and must agree. Bodies connected without a loop can reach their
// poses however far apart they start; a large initial distance within a loop gets a finding.
#include "scene/joint_check.h"

#include "base/alloc.h"
#include "math/math3_64.h"

// Tolerated gaps: rounding errors, and at the start the inaccuracy of manual placement.
static const double LEAST_GAP = 1e-3, LEAST_TURN = 5e-3; // [m], [rad]
static const double FAR_APART = 0.1;                     // [m]

enum { ALL_AXES = 7 };

// A body in a tree of locks; the world has the index after the last body.
typedef struct LockedBody {
    int32_t parent; // the root is its own parent
    int32_t count;  // bodies of the tree; valid at the root
    DPose3 pose;    // in the parent
    int32_t group;  // the representative of bodies connected by joints of any kind
    bool has_loop;  // valid at the representative
} LockedBody;

static DPose3 pose_of(const double position[4], const TumRotation *rotation)
{
    return (DPose3){{position[0], position[1], position[2]},
                    {rotation->q[0], rotation->q[1], rotation->q[2], rotation->q[3]}};
}

static DPose3 inverse(DPose3 pose)
{
    const DQuat back = dquat_conjugate(pose.rotation);
    return (DPose3){dquat_rotate(back, dvec3_negate(pose.position)), back};
}

static unsigned locked_axes(const TumScene *scene, const TumJoint *joint, TumSpace space)
{
    unsigned axes = 0;
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        const TumLimit *limit = &scene->limits[joint->limit_first + i];
        if (limit->space == space && limit->min == 0.0 && limit->max == 0.0 &&
            !is_finite64(limit->stiffness)) {
            axes |= limit->axes & ALL_AXES;
        }
    }
    return axes;
}

static double turn_of(DQuat q)
{
    const double sine = square_root64(q.x * q.x + q.y * q.y + q.z * q.z);
    return 2.0 * tum_atan2_64(sine, absolute64(q.w));
}

static const char *name_of(const TumScene *scene, int32_t node)
{
    return node >= 0 && scene->nodes[node].name != NULL ? scene->nodes[node].name : "";
}

static DPose3 frame_in_world(const TumScene *scene, int32_t body, DPose3 frame)
{
    return body < 0
               ? frame
               : dpose3_multiply(
                     pose_of(scene->bodies[body].position, &scene->bodies[body].rotation), frame);
}

static void check_start(const TumScene *scene, const TumJoint *joint, DPose3 a, DPose3 b,
                        TumReport *report)
{
    const DPose3 at_a = frame_in_world(scene, joint->body_a, a);
    const DPose3 at_b = frame_in_world(scene, joint->body_b, b);
    const double gap = dvec3_distance(at_a.position, at_b.position);
    if (gap > FAR_APART) {
        tum_report_add(report, CODE_PHYSICS_JOINTS_CONTRADICT, scene->file, joint->pointer,
                       "This joint locks \"%s\" (node %d) to \"%s\" (node %d), which are %.3g m "
                       "apart: they are pulled together as far as others let them.",
                       name_of(scene, joint->node_a), (int)joint->node_a,
                       name_of(scene, joint->node_b), (int)joint->node_b, gap);
    }
}

// The root of a body's tree, and the body's pose in the root's frame.
static int32_t find_root(const LockedBody *bodies, int32_t body, DPose3 *pose)
{
    *pose = DPOSE3_IDENTITY;
    while (bodies[body].parent != body) {
        *pose = dpose3_multiply(bodies[body].pose, *pose);
        body = bodies[body].parent;
    }
    return body;
}

static int32_t group_of(LockedBody *bodies, int32_t body)
{
    while (bodies[body].group != body) {
        bodies[body].group = bodies[bodies[body].group].group;
        body = bodies[body].group;
    }
    return body;
}

static int32_t side_of(const TumScene *scene, int32_t body)
{
    return body < 0 ? (int32_t)scene->body_count : body;
}

static void connect(const TumScene *scene, const TumJoint *joint, LockedBody *bodies)
{
    const int32_t a = group_of(bodies, side_of(scene, joint->body_a));
    const int32_t b = group_of(bodies, side_of(scene, joint->body_b));
    bodies[a].has_loop |= a == b || bodies[b].has_loop;
    bodies[b].group = a;
}

static bool is_checked(const TumScene *scene, const TumJoint *joint)
{
    return joint->body_a != joint->body_b && !joint->driven_a && !joint->driven_b &&
           locked_axes(scene, joint, TUM_SPACE_LINEAR) == ALL_AXES;
}

static void follow_lock(const TumScene *scene, const TumJoint *joint, DPose3 b_in_a,
                        LockedBody *bodies, TumReport *report)
{
    DPose3 a, b;
    const int32_t root_a = find_root(bodies, side_of(scene, joint->body_a), &a);
    const int32_t root_b = find_root(bodies, side_of(scene, joint->body_b), &b);
    const DPose3 wanted = dpose3_multiply(a, b_in_a);
    if (root_a != root_b) {
        const DPose3 b_root_in_a_root = dpose3_multiply(wanted, inverse(b));
        const bool a_stays = bodies[root_a].count >= bodies[root_b].count;
        const int32_t root = a_stays ? root_a : root_b, child = a_stays ? root_b : root_a;
        bodies[root].count += bodies[child].count;
        bodies[child].parent = root;
        bodies[child].pose = a_stays ? b_root_in_a_root : inverse(b_root_in_a_root);
        return;
    }
    const double gap = dvec3_distance(wanted.position, b.position);
    const double turn = turn_of(dquat_multiply(dquat_conjugate(wanted.rotation), b.rotation));
    if (gap > LEAST_GAP || turn > LEAST_TURN) {
        tum_report_add(report, CODE_PHYSICS_JOINTS_CONTRADICT, scene->file, joint->pointer,
                       "Other joints hold \"%s\" (node %d) %.3g m and %.3g rad from where this one "
                       "locks it to \"%s\" (node %d): they contradict each other.",
                       name_of(scene, joint->node_b), (int)joint->node_b, gap, turn,
                       name_of(scene, joint->node_a), (int)joint->node_a);
    }
}

TumStatus tum_scene_check_joints(const TumScene *scene, const TumAllocator *allocator,
                                 TumReport *report)
{
    if (scene->dimension != 3 || scene->joint_count == 0) {
        return TUM_OK;
    }
    const size_t count = scene->body_count + 1;
    LockedBody *bodies = tum_allocate_zeroed(allocator, count, sizeof *bodies);
    if (bodies == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        bodies[i].parent = bodies[i].group = (int32_t)i;
        bodies[i].count = 1;
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        if (is_checked(scene, &scene->joints[i])) {
            connect(scene, &scene->joints[i], bodies);
        }
    }
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        if (!is_checked(scene, joint)) {
            continue;
        }
        const DPose3 a = pose_of(joint->position_a, &joint->rotation_a);
        const DPose3 b = pose_of(joint->position_b, &joint->rotation_b);
        if (bodies[group_of(bodies, side_of(scene, joint->body_a))].has_loop) {
            check_start(scene, joint, a, b, report);
        }
        if (locked_axes(scene, joint, TUM_SPACE_ANGULAR) == ALL_AXES) {
            follow_lock(scene, joint, dpose3_multiply(a, inverse(b)), bodies, report);
        }
    }
    tum_release(allocator, bodies, count * sizeof *bodies);
    return TUM_OK;
}
