// SPDX-License-Identifier: MIT
// recycle4.c: contact recycling in 4D: motion bounds, motion budgets and manifold updates.
#include "space4/recycle4.h"

static float angular_bound_of(float turn, float lever)
{
    return turn > 0.0f ? turn * lever : 0.0f; // without rotation, the lever may be infinite
}

// A unit point moves by |l v r* - v|, at most |l - 1| + |r - 1|. So each half has twice the length
// of its own term, along its axis. Rotations of more than half a turn count as a whole one.
static Vec3 half_turn_since(Quat a, Quat b, float sign)
{
    const Quat q = quat_multiply(a, quat_conjugate(b));
    const float w = sign * q.w;
    if (!(w > 0.0f)) {
        return vec3(4.0f, 0.0f, 0.0f);
    }
    const float factor = sign * 2.0f * square_root(2.0f / (1.0f + w));
    return vec3(factor * q.x, factor * q.y, factor * q.z);
}

// Both halves change their sign, or neither does.
static Halves4 turn_since(Rotation4 a, Rotation4 b)
{
    const Quat p = a.left, q = b.left, r = a.right, s = b.right;
    const float left = p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    const float right = r.x * s.x + r.y * s.y + r.z * s.z + r.w * s.w;
    const float sign = left + right < 0.0f ? -1.0f : 1.0f;
    return (Halves4){half_turn_since(a.left, b.left, sign),
                     half_turn_since(a.right, b.right, sign)};
}

static MotionBound4 motion_bound_of(Vec4 moved, Halves4 turned, float lever)
{
    return (MotionBound4){moved, angular_bound_of(halves4_rate(turned), lever), turned};
}

MotionBound4 tum_motion_bound4_between(Pose4 before, Pose4 after, float lever)
{
    return motion_bound_of(vec4_sub(after.position, before.position),
                           turn_since(after.rotation, before.rotation), lever);
}

// @return true when the body has moved.
static bool measure_body(Space4 *space, int32_t body, bool is_awake, float seconds)
{
    const Pose4 now = space4_pose(space, body);
    Pose4 *seen = &space->seen.items[body];
    const float lever = space->masses.items[body].lever;
    const SolverBody4 *state = &space->states.items[body];
    const float coming = is_awake ? seconds : 0.0f;
    // Even the product of a rotation with its inverse is rounded, so bodies at rest are handled
    // apart.
    const bool has_moved = !pose4_equals(*seen, now);
    const MotionBound4 back = has_moved ? tum_motion_bound4_between(*seen, now, lever)
                                        : (MotionBound4){.angular_bound = 0};
    const Halves4 turn = {vec3_scale(state->spin.left, coming),
                          vec3_scale(state->spin.right, coming)};
    const MotionBound4 ahead = motion_bound_of(vec4_scale(state->linear, coming), turn, lever);
    space->motions.items[body] = (BodyMotion4){back.moved,          ahead.moved, back.angular_bound,
                                               ahead.angular_bound, back.turned, ahead.turned};
    *seen = now;
    return has_moved;
}

bool tum_space4_measure_motion(Space4 *space, const Topology *topology, StepTime time)
{
    // A body that fell asleep has not been measured since it last moved.
    size_t kept = 0;
    for (size_t i = 0; i < space->moved_bodies.count; ++i) {
        const int32_t body = space->moved_bodies.items[i];
        if (topology->bodies.items[body].awake_index == NONE &&
            measure_body(space, body, false, time.step)) {
            space->moved_bodies.items[kept++] = body;
        }
    }
    if (!array_reserve(&space->moved_bodies, kept + topology->awake.count, &space->allocator)) {
        return false;
    }
    for (size_t i = 0; i < topology->awake.count; ++i) {
        const int32_t body = topology->awake.items[i];
        measure_body(space, body, true, time.step);
        space->moved_bodies.items[kept++] = body;
    }
    space->moved_bodies.count = kept;
    return true;
}

static MotionBound4 back_of(const BodyMotion4 *motion)
{
    return (MotionBound4){motion->moved_back, motion->angular_bound_back, motion->turned_back};
}

static MotionBound4 ahead_of(const BodyMotion4 *motion)
{
    return (MotionBound4){motion->moved_ahead, motion->angular_bound_ahead, motion->turned_ahead};
}

// A cheap upper bound of the relative motion of two bodies.
static float rough_displacement(Vec4 moved_a, float bound_a, Vec4 moved_b, float bound_b)
{
    return vec4_distance(moved_a, moved_b) + (bound_a + bound_b);
}

// Bound of the motion of a body with this lever in the frame of another; see recycle4.h.
static float displacement_in_frame(const MotionBound4 *a, const MotionBound4 *b, Vec4 between,
                                   float lever)
{
    const Vec4 parting = vec4_sub(a->moved, b->moved);
    const Vec4 first = vec4_sub(parting, bivec4_velocity(bivec4_from_halves(b->turned), between));
    const Halves4 twist = {vec3_sub(a->turned.left, b->turned.left),
                           vec3_sub(a->turned.right, b->turned.right)};
    const float turn_a = halves4_rate(a->turned), turn_b = halves4_rate(b->turned);
    const float turns = turn_a + turn_b;
    return vec4_length(first) + angular_bound_of(halves4_rate(twist), lever) +
           turn_b * (vec4_length(parting) + 0.5f * turn_b * vec4_length(between)) +
           angular_bound_of(0.5f * turns * turns, lever);
}

float tum_motion_bound4_displacement(const MotionBound4 *a, float lever_a, const MotionBound4 *b,
                                     float lever_b, Vec4 between)
{
    const float in_frame = lever_a <= lever_b
                               ? displacement_in_frame(a, b, between, lever_a)
                               : displacement_in_frame(b, a, vec4_negate(between), lever_b);
    return minimum(in_frame,
                   rough_displacement(a->moved, a->angular_bound, b->moved, b->angular_bound));
}

static float displacement_of(const Space4 *space, const int32_t body[2], MotionBound4 a,
                             MotionBound4 b)
{
    const Vec4 between =
        vec4_sub(space->places.items[body[0]].center, space->places.items[body[1]].center);
    return tum_motion_bound4_displacement(&a, space->masses.items[body[0]].lever, &b,
                                          space->masses.items[body[1]].lever, between);
}

float tum_space4_approach(const Space4 *space, const Contact *contact)
{
    return displacement_of(space, contact->body, ahead_of(&space->motions.items[contact->body[0]]),
                           ahead_of(&space->motions.items[contact->body[1]]));
}

// Spends the budget of a pair. @return false when the pair is stale, also for NaN.
static bool spend(const Space4 *space, RecycleBudget4 *pair)
{
    if (!(pair->budget > 0.0f)) {
        return false;
    }
    const BodyMotion4 *a = &space->motions.items[pair->body[0]];
    const BodyMotion4 *b = &space->motions.items[pair->body[1]];
    const float left = pair->budget - rough_displacement(a->moved_back, a->angular_bound_back,
                                                         b->moved_back, b->angular_bound_back);
    if (left > rough_displacement(a->moved_ahead, a->angular_bound_ahead, b->moved_ahead,
                                  b->angular_bound_ahead)) {
        pair->budget = left;
        return true;
    }
    pair->budget -= displacement_of(space, pair->body, back_of(a), back_of(b));
    return pair->budget > displacement_of(space, pair->body, ahead_of(a), ahead_of(b));
}

static Vec4 ball_middle(const BodyPlace4 *place, Vec4 middle)
{
    const bool is_centered =
        middle.x == 0.0f && middle.y == 0.0f && middle.z == 0.0f && middle.w == 0.0f;
    return is_centered ? middle : rotation4_rotate(place->rotation, middle);
}

static void update_balls(const ManifoldAnchor4 *anchor, const BodyPlace4 *a, const BodyPlace4 *b,
                         Manifold4 *manifold)
{
    const Vec4 from = ball_middle(a, anchor->on_a[0]);
    const Vec4 to = vec4_add(vec4_sub(b->center, a->center), ball_middle(b, anchor->on_b[0]));
    const Vec4 between = vec4_sub(to, from);
    const Vec4 normal = vec4_normalize_or(between, manifold->normal);
    const float separation = vec4_dot(normal, between) - anchor->radius_a - anchor->radius_b;
    manifold->normal = normal;
    manifold->points[0].separation = separation;
    manifold->points[0].position =
        vec4_add_scaled(from, normal, anchor->radius_a + 0.5f * separation);
}

// A rolling shape touches below its core; a sliding contact lies midway between both anchors.
static void update_manifold(const Space4 *space, const Contact *contact, int32_t index,
                            Manifold4 *manifold)
{
    const ManifoldAnchor4 *anchor = &space->anchors.items[index];
    const BodyPlace4 *a = &space->places.items[contact->body[0]];
    const BodyPlace4 *b = &space->places.items[contact->body[1]];
    if (anchor->side == NORMAL4_BETWEEN) {
        update_balls(anchor, a, b, manifold);
        return;
    }
    const Mat4 turn_a = rotation4_matrix(a->rotation), turn_b = rotation4_matrix(b->rotation);
    const Vec4 a_from_b = vec4_sub(b->center, a->center);
    const Vec4 normal =
        mat4_transform(anchor->side == NORMAL4_OF_A ? turn_a : turn_b, anchor->normal);
    manifold->normal = normal;
    for (int i = 0; i < manifold->point_count; ++i) {
        const Vec4 on_a =
            vec4_add_scaled(mat4_transform(turn_a, anchor->on_a[i]), normal, anchor->radius_a);
        const Vec4 core_b = vec4_add(a_from_b, mat4_transform(turn_b, anchor->on_b[i]));
        const Vec4 on_b = vec4_add_scaled(core_b, normal, -anchor->radius_b);
        const float separation = vec4_dot(normal, vec4_sub(on_b, on_a));
        manifold->points[i].separation = separation;
        manifold->points[i].position =
            anchor->radius_a > 0.0f   ? vec4_add_scaled(on_a, normal, 0.5f * separation)
            : anchor->radius_b > 0.0f ? vec4_add_scaled(on_b, normal, -0.5f * separation)
                                      : vec4_scale(vec4_add(on_a, on_b), 0.5f);
    }
}

static void update_manifolds(Space4 *space, const Topology *topology, int32_t slot)
{
    const Contact *contact = &topology->contacts.items[slot];
    for (int32_t manifold = contact->first_manifold; manifold != NONE;
         manifold = topology->manifolds.items[manifold].next) {
        update_manifold(space, contact, manifold, &space->manifolds.items[manifold]);
    }
}

Manifold4 tum_space4_manifold(const Space4 *space, const Topology *topology, int32_t manifold)
{
    const int32_t slot = topology->manifolds.items[manifold].contact;
    Manifold4 found = space->manifolds.items[manifold];
    if (space->recycle_budgets.items[slot].is_updated != 0) {
        update_manifold(space, &topology->contacts.items[slot], manifold, &found);
    }
    return found;
}

void tum_space4_select_stale(Space *opaque, Sim *sim, StepTime time, Range contacts)
{
    (void)time;
    Space4 *space = (Space4 *)opaque;
    for (uint32_t i = contacts.begin; i < contacts.end; ++i) {
        const int32_t slot = sim->topology.active.items[i];
        RecycleBudget4 *pair = &space->recycle_budgets.items[slot];
        if (!spend(space, pair)) {
            sim->changes.items[i] = CONTACT_STALE;
            continue;
        }
        sim->changes.items[i] = CONTACT_SAME;
        if (pair->is_updated != 0) {
            update_manifolds(space, &sim->topology, slot);
        }
    }
}

// Pose of the shape with the smaller bounding radius in the frame of the other.
static Pose4 pose_of_smaller(const Space4 *space, const Contact *contact, Pose4 a_from_b,
                             float *lever)
{
    const Shape4 *a = &space->shapes.items[contact->collider[0]];
    const Shape4 *b = &space->shapes.items[contact->collider[1]];
    const bool is_a = a->bounding_radius < b->bounding_radius;
    *lever = (float)shape4_lever(is_a ? a : b);
    return is_a ? pose4_inverse(a_from_b) : a_from_b;
}

bool tum_space4_is_as_seen(Space4 *space, const Topology *topology, int32_t slot, Pose4 a_from_b)
{
    const RecyclePose4 *last_pose = &space->recycle_poses.items[slot];
    if (!(last_pose->slack > 0.0f)) {
        return false;
    }
    const Contact *contact = &topology->contacts.items[slot];
    float lever;
    const Pose4 pose = pose_of_smaller(space, contact, a_from_b, &lever);
    const float displacement =
        vec4_distance(pose.position, last_pose->pose.position) +
        angular_bound_of(halves4_rate(turn_since(pose.rotation, last_pose->pose.rotation)), lever);
    RecycleBudget4 *pair = &space->recycle_budgets.items[slot];
    pair->budget = last_pose->slack - displacement;
    if (!(pair->budget > tum_space4_approach(space, contact))) {
        return false;
    }
    if (pair->is_updated != 0) {
        update_manifolds(space, topology, slot);
    }
    return true;
}

void tum_space4_note_collision(Space4 *space, const Topology *topology, int32_t slot,
                               Pose4 a_from_b, bool is_updated, float slack)
{
    const Contact *contact = &topology->contacts.items[slot];
    float lever;
    space->recycle_budgets.items[slot] =
        (RecycleBudget4){{contact->body[0], contact->body[1]}, slack, is_updated ? 1 : 0};
    space->recycle_poses.items[slot] =
        (RecyclePose4){pose_of_smaller(space, contact, a_from_b, &lever), slack};
}

void tum_space4_note_balls(Space4 *space, int32_t slot, const Contact *contact, bool is_updated,
                           float slack)
{
    space->recycle_budgets.items[slot] =
        (RecycleBudget4){{contact->body[0], contact->body[1]}, slack, is_updated ? 1 : 0};
    space->recycle_poses.items[slot].slack = 0.0f;
}

void tum_space4_anchor_manifold(Space4 *space, const Topology *topology, int32_t index)
{
    const Contact *contact = &topology->contacts.items[topology->manifolds.items[index].contact];
    const Manifold4 *manifold = &space->manifolds.items[index];
    const BodyPlace4 *a = &space->places.items[contact->body[0]];
    const BodyPlace4 *b = &space->places.items[contact->body[1]];
    const Mat4 turn_a = rotation4_matrix(a->rotation), turn_b = rotation4_matrix(b->rotation);
    const Vec4 a_from_b = vec4_sub(b->center, a->center);
    ManifoldAnchor4 *anchor = &space->anchors.items[index];
    anchor->radius_a = (float)space->shapes.items[contact->collider[0]].radius;
    anchor->radius_b = (float)space->shapes.items[contact->collider[1]].radius;
    const bool is_round_a = anchor->radius_a > 0.0f, is_round_b = anchor->radius_b > 0.0f;
    if (is_round_a && is_round_b) {
        anchor->side = NORMAL4_BETWEEN;
        anchor->normal = (Vec4){0.0f, 0.0f, 0.0f, 0.0f};
        anchor->on_a[0] = space->principal_from_shapes.items[contact->collider[0]].position;
        anchor->on_b[0] = space->principal_from_shapes.items[contact->collider[1]].position;
        return;
    }
    const bool is_of_b =
        is_round_a || (!is_round_b && !topology->bodies.items[contact->body[1]].is_movable);
    anchor->side = is_of_b ? NORMAL4_OF_B : NORMAL4_OF_A;
    anchor->normal = mat4_transform_transposed(is_of_b ? turn_b : turn_a, manifold->normal);
    for (int i = 0; i < manifold->point_count; ++i) {
        const LocalPoint4 *point = &manifold->points[i];
        const float half = 0.5f * point->separation;
        const Vec4 core_a =
            vec4_add_scaled(point->position, manifold->normal, -half - anchor->radius_a);
        const Vec4 core_b =
            vec4_add_scaled(point->position, manifold->normal, half + anchor->radius_b);
        anchor->on_a[i] = mat4_transform_transposed(turn_a, core_a);
        anchor->on_b[i] = mat4_transform_transposed(turn_b, vec4_sub(core_b, a_from_b));
    }
}

void tum_space4_reopen(Space *opaque, int32_t contact)
{
    Space4 *space = (Space4 *)opaque;
    space->recycle_budgets.items[contact].budget = 0.0f;
    space->recycle_poses.items[contact].slack = 0.0f;
}
