// SPDX-License-Identifier: MIT
// joint_check.c: contradictory joints.
//
// A joint that locks all axes fixes the relative pose of two bodies. Such joints form trees of
// bodies, with poses relative to each root (union-find). A joint that closes a loop gives the pose
// of its bodies a second time, and must agree. Bodies connected without a loop can reach their
// poses however far apart they start; a large initial distance within a loop gets a finding.
#include "scene/joint_check.h"

#include "base/alloc.h"
#include "math/math4_64.h"

// Tolerated gaps: rounding errors, and at the start the inaccuracy of manual placement.
static const double LEAST_GAP = 1e-3, LEAST_TURN = 5e-3; // [m], [rad]
static const double FAR_APART = 0.1;                     // [m]

// Bits of all axes and planes, by dimension: in 3D a plane is told by the axis across it.
static const unsigned all_axes[2] = {7, 15}, all_planes[2] = {7, 63};

// Directions that joints of 4D leave free, by TumJointKind4.
static const unsigned free_axes4[] = {
    [TUM_JOINT4_PIN] = 0,       [TUM_JOINT4_LINE_PIN] = 0, [TUM_JOINT4_HINGE] = 0,
    [TUM_JOINT4_DUO_HINGE] = 0, [TUM_JOINT4_WELD] = 0,     [TUM_JOINT4_SLIDER] = 1};
static const unsigned free_planes4[] = {
    [TUM_JOINT4_PIN] = 63,
    [TUM_JOINT4_LINE_PIN] = 1u << TUM_PLANE_XY | 1u << TUM_PLANE_XZ | 1u << TUM_PLANE_YZ,
    [TUM_JOINT4_HINGE] = 1u << TUM_PLANE_XY,
    [TUM_JOINT4_DUO_HINGE] = 1u << TUM_PLANE_XY | 1u << TUM_PLANE_ZW,
    [TUM_JOINT4_WELD] = 0,
    [TUM_JOINT4_SLIDER] = 0};

// A pose of either dimension; in 3D the fourth row and column are those of the identity.
typedef struct Place {
    DVec4 position;
    DMat4 rotation;
} Place;

// A body in a tree of locks; the world has the index after the last body.
typedef struct LockedBody {
    int32_t parent; // the root is its own parent
    int32_t count;  // bodies of the tree; valid at the root
    Place pose;     // in the parent
    int32_t group;  // the representative of bodies connected by joints of any kind
    bool has_loop;  // valid at the representative
} LockedBody;

static Place place_of(const TumScene *scene, const double p[4], const TumRotation *rotation)
{
    if (scene->dimension == 4) {
        const double *m = rotation->m;
        return (Place){{p[0], p[1], p[2], p[3]},
                       {{m[0], m[1], m[2], m[3]},
                        {m[4], m[5], m[6], m[7]},
                        {m[8], m[9], m[10], m[11]},
                        {m[12], m[13], m[14], m[15]}}};
    }
    const double *q = rotation->q;
    const DMat3 m = dquat_matrix((DQuat){q[0], q[1], q[2], q[3]});
    return (Place){{p[0], p[1], p[2], 0.0},
                   {{m.x.x, m.x.y, m.x.z, 0.0},
                    {m.y.x, m.y.y, m.y.z, 0.0},
                    {m.z.x, m.z.y, m.z.z, 0.0},
                    {0.0, 0.0, 0.0, 1.0}}};
}

static Place combine(Place a, Place b)
{
    return (Place){dvec4_add(a.position, dmat4_transform(a.rotation, b.position)),
                   dmat4_multiply(a.rotation, b.rotation)};
}

static Place inverse(Place place)
{
    const DMat4 back = dmat4_transpose(place.rotation);
    return (Place){dvec4_scale(dmat4_transform(back, place.position), -1.0), back};
}

// Bits of all axes or planes of the scene's dimension.
static unsigned locking(const TumScene *scene, TumSpace space)
{
    return (space == TUM_SPACE_LINEAR ? all_axes : all_planes)[scene->dimension == 4 ? 1 : 0];
}

static unsigned locked_axes(const TumScene *scene, const TumJoint *joint, TumSpace space)
{
    const unsigned all = locking(scene, space),
                   *free4 = space == TUM_SPACE_LINEAR ? free_axes4 : free_planes4;
    unsigned axes = scene->dimension == 4 ? all & ~free4[joint->kind4] : 0;
    for (int32_t i = 0; i < joint->limit_count; ++i) {
        const TumLimit *limit = &scene->limits[joint->limit_first + i];
        if (limit->space == space && limit->min == 0.0 && limit->max == 0.0 &&
            !is_finite64(limit->stiffness)) {
            axes |= limit->axes & all;
        }
    }
    return axes;
}

static bool locks_all(const TumScene *scene, const TumJoint *joint, TumSpace space)
{
    return locked_axes(scene, joint, space) == locking(scene, space);
}

// Angle from one rotation to another; of a double rotation the root of the sum of the squares of
// its angles, where they are small. The sum of squares of R - 1 is 8 sin^2(angle / 2) for each.
static double turn_between(DMat4 a, DMat4 b)
{
    const DVec4 columns[4] = {dvec4_sub(a.x, b.x), dvec4_sub(a.y, b.y), dvec4_sub(a.z, b.z),
                              dvec4_sub(a.w, b.w)};
    double squares = 0.0;
    for (int i = 0; i < 4; ++i) {
        squares += dvec4_dot(columns[i], columns[i]);
    }
    const double sine_squared = minimum64(squares / 8.0, 1.0);
    return 2.0 * tum_atan2_64(square_root64(sine_squared), square_root64(1.0 - sine_squared));
}

static const char *name_of(const TumScene *scene, int32_t node)
{
    return node >= 0 && scene->nodes[node].name != NULL ? scene->nodes[node].name : "";
}

static Place frame_in_world(const TumScene *scene, int32_t body, Place frame)
{
    return body < 0 ? frame
                    : combine(place_of(scene, scene->bodies[body].position,
                                       &scene->bodies[body].rotation),
                              frame);
}

static void check_start(const TumScene *scene, const TumJoint *joint, Place a, Place b,
                        TumReport *report)
{
    const Place at_a = frame_in_world(scene, joint->body_a, a);
    const Place at_b = frame_in_world(scene, joint->body_b, b);
    const double gap = dvec4_length(dvec4_sub(at_a.position, at_b.position));
    if (gap > FAR_APART) {
        tum_report_add(report, CODE_PHYSICS_JOINTS_CONTRADICT, scene->file, joint->pointer,
                       "This joint locks \"%s\" (node %d) to \"%s\" (node %d), which are %.3g m "
                       "apart: they are pulled together as far as others let them.",
                       name_of(scene, joint->node_a), (int)joint->node_a,
                       name_of(scene, joint->node_b), (int)joint->node_b, gap);
    }
}

// The root of a body's tree, and the body's pose in the root's frame.
static int32_t find_root(const LockedBody *bodies, int32_t body, Place *pose)
{
    *pose = (Place){{0.0, 0.0, 0.0, 0.0}, DMAT4_IDENTITY};
    while (bodies[body].parent != body) {
        *pose = combine(bodies[body].pose, *pose);
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
           locks_all(scene, joint, TUM_SPACE_LINEAR);
}

static void follow_lock(const TumScene *scene, const TumJoint *joint, Place b_in_a,
                        LockedBody *bodies, TumReport *report)
{
    Place a, b;
    const int32_t root_a = find_root(bodies, side_of(scene, joint->body_a), &a);
    const int32_t root_b = find_root(bodies, side_of(scene, joint->body_b), &b);
    const Place wanted = combine(a, b_in_a);
    if (root_a != root_b) {
        const Place b_root_in_a_root = combine(wanted, inverse(b));
        const bool a_stays = bodies[root_a].count >= bodies[root_b].count;
        const int32_t root = a_stays ? root_a : root_b, child = a_stays ? root_b : root_a;
        bodies[root].count += bodies[child].count;
        bodies[child].parent = root;
        bodies[child].pose = a_stays ? b_root_in_a_root : inverse(b_root_in_a_root);
        return;
    }
    const double gap = dvec4_length(dvec4_sub(wanted.position, b.position));
    const double turn = turn_between(wanted.rotation, b.rotation);
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
    if (scene->joint_count == 0) {
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
        const Place a = place_of(scene, joint->position_a, &joint->rotation_a);
        const Place b = place_of(scene, joint->position_b, &joint->rotation_b);
        if (bodies[group_of(bodies, side_of(scene, joint->body_a))].has_loop) {
            check_start(scene, joint, a, b, report);
        }
        if (locks_all(scene, joint, TUM_SPACE_ANGULAR)) {
            follow_lock(scene, joint, combine(a, inverse(b)), bodies, report);
        }
    }
    tum_release(allocator, bodies, count * sizeof *bodies);
    return TUM_OK;
}
