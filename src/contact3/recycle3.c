// SPDX-License-Identifier: MIT
// recycle3.c: displacement bounds of pairs and their budgets.
#include "contact3/recycle3.h"

#include <string.h>

#include "space3/contact_data3.h"
#include "space3/space3.h"

static float angular_bound_of(float turn, float bounding_radius)
{
    return turn > 0.0f ? turn * bounding_radius : 0.0f; // the radius may be infinite
}

// Turn from b to a as a vector along its axis, of length 2 sin of half the angle: the displacement
// of points at unit distance.
static Vec3 turn_since(Quat a, Quat b)
{
    const Quat q = quat_multiply(a, quat_conjugate(b));
    const float factor = q.w < 0.0f ? -2.0f : 2.0f;
    return vec3(factor * q.x, factor * q.y, factor * q.z);
}

MotionBound3 tum_motion_bound3(Vec3 moved, Vec3 turned, float bounding_radius)
{
    return (MotionBound3){moved, turned, angular_bound_of(vec3_length(turned), bounding_radius)};
}

MotionBound3 tum_motion_bound3_between(Pose3 before, Pose3 after, float bounding_radius)
{
    return tum_motion_bound3(vec3_sub(after.position, before.position),
                             turn_since(after.rotation, before.rotation), bounding_radius);
}

void tum_space3_note_displacement(Space3 *space, int32_t body)
{
    const BodyPlace3 *place = &space->bodies.places.items[body];
    SolverBody3 *state = &space->bodies.states.items[body];
    const MotionBound3 bound = tum_motion_bound3_between(
        space->bodies.before.items[body].pose, (Pose3){place->center, place->rotation},
        space->bodies.masses.items[body].bounding_radius);
    state->moved = bound.moved;
    state->turned = bound.turned;
    state->angular_bound = bound.angular_bound;
}

void tum_space3_note_angular_speed(Space3 *space, int32_t body)
{
    SolverBody3 *state = &space->bodies.states.items[body];
    state->angular_speed_bound = angular_bound_of(vec3_length(state->angular),
                                                  space->bodies.masses.items[body].bounding_radius);
}

static bool same_are_awake(const Space3 *space, const Topology *topology)
{
    const size_t count = topology->awake.count;
    return space->bodies.resting_count == 0 && space->bodies.moved_bodies.count == count &&
           (count == 0 || memcmp(space->bodies.moved_bodies.items, topology->awake.items,
                                 count * sizeof *topology->awake.items) == 0);
}

bool tum_space3_begin_motion(Space3 *space, const Topology *topology)
{
    if (same_are_awake(space, topology)) {
        return true;
    }
    size_t kept = 0;
    for (size_t i = 0; i < space->bodies.moved_bodies.count; ++i) {
        const int32_t body = space->bodies.moved_bodies.items[i];
        if (topology->bodies.items[body].awake_index != NONE) {
            continue;
        }
        if (i < space->bodies.resting_count) {
            SolverBody3 *state = &space->bodies.states.items[body];
            state->moved = state->turned = (Vec3){0.0f, 0.0f, 0.0f};
            state->angular_bound = 0.0f;
        } else {
            space->bodies.moved_bodies.items[kept++] = body;
        }
    }
    space->bodies.moved_bodies.count = space->bodies.resting_count = kept;
    if (!array_reserve(&space->bodies.moved_bodies, kept + topology->awake.count,
                       &space->allocator)) {
        return false;
    }
    for (size_t i = 0; i < topology->awake.count; ++i) {
        space->bodies.moved_bodies.items[kept++] = topology->awake.items[i];
    }
    space->bodies.moved_bodies.count = kept;
    return true;
}

static MotionBound3 motion_before(const SolverBody3 *state)
{
    return (MotionBound3){state->moved, state->turned, state->angular_bound};
}

// Predicted motion of a step without contacts.
static MotionBound3 motion_ahead(const SolverBody3 *state, float seconds)
{
    return (MotionBound3){vec3_scale(state->linear, seconds), vec3_scale(state->angular, seconds),
                          state->angular_speed_bound * seconds};
}

// Cheap upper bound of the relative displacement of two bodies.
static float rough_displacement(const MotionBound3 *a, const MotionBound3 *b)
{
    return vec3_distance(a->moved, b->moved) + (a->angular_bound + b->angular_bound);
}

// Displacement of a body with this reach in the frame of another one; see recycle3.h.
static float displacement_in_frame(const MotionBound3 *a, const MotionBound3 *b, Vec3 between,
                                   float bounding_radius)
{
    const Vec3 parting = vec3_sub(a->moved, b->moved);
    const Vec3 first = vec3_sub(parting, vec3_cross(b->turned, between));
    const float turn_a = vec3_length(a->turned), turn_b = vec3_length(b->turned);
    const float turns = turn_a + turn_b;
    return vec3_length(first) +
           angular_bound_of(vec3_distance(a->turned, b->turned), bounding_radius) +
           turn_b * (vec3_length(parting) + 0.5f * turn_b * vec3_length(between)) +
           angular_bound_of(0.5f * turns * turns, bounding_radius);
}

float tum_motion_bound3_displacement(const MotionBound3 *a, float bounding_radius_a,
                                     const MotionBound3 *b, float bounding_radius_b, Vec3 between)
{
    const float in_frame =
        bounding_radius_a <= bounding_radius_b
            ? displacement_in_frame(a, b, between, bounding_radius_a)
            : displacement_in_frame(b, a, vec3_negate(between), bounding_radius_b);
    return minimum(in_frame, rough_displacement(a, b));
}

static float displacement_of(const Space3 *space, const int32_t body[2], const MotionBound3 *a,
                             const MotionBound3 *b)
{
    const Vec3 between = vec3_sub(space->bodies.places.items[body[0]].center,
                                  space->bodies.places.items[body[1]].center);
    return tum_motion_bound3_displacement(a, space->bodies.masses.items[body[0]].bounding_radius, b,
                                          space->bodies.masses.items[body[1]].bounding_radius,
                                          between);
}

bool tum_space3_stays_apart(const Space3 *space, const Topology *topology, int32_t edge,
                            float displacement, float seconds)
{
    const Contact *contact = &topology->contacts.items[edge / 2];
    const SolverBody3 *other = &space->bodies.states.items[contact->body[1 - (edge & 1)]];
    const float speed = vec3_length(other->linear) + other->angular_speed_bound;
    return contact->first_manifold == NONE &&
           space->contacts.recycle_budgets.items[edge / 2].budget > speed * seconds + displacement;
}

// Updates a budget. @return whether some is left. A NaN counts as stale.
static bool spend(const Space3 *space, RecycleBudget3 *pair, float seconds)
{
    if (!(pair->budget > 0.0f)) {
        return false;
    }
    const SolverBody3 *state_a = &space->bodies.states.items[pair->body[0]];
    const SolverBody3 *state_b = &space->bodies.states.items[pair->body[1]];
    const MotionBound3 a = motion_before(state_a), b = motion_before(state_b);
    const MotionBound3 next_a = motion_ahead(state_a, seconds),
                       next_b = motion_ahead(state_b, seconds);
    const float left = pair->budget - rough_displacement(&a, &b);
    if (left > rough_displacement(&next_a, &next_b)) {
        pair->budget = left;
        return true;
    }
    pair->budget -= displacement_of(space, pair->body, &a, &b);
    return pair->budget > displacement_of(space, pair->body, &next_a, &next_b);
}

// The data of pairs are scattered, and with two threads half of them are in the other core's cache:
// a pair is prefetched early, its bodies once the pair has arrived.
enum { PREFETCH_PAIR = 16, PREFETCH_BODIES = 8 };

static void prefetch_pairs(const Space3 *space, const Topology *topology, uint32_t index,
                           uint32_t end)
{
    if (index + PREFETCH_PAIR < end) {
        __builtin_prefetch(
            &space->contacts.recycle_budgets.items[topology->active.items[index + PREFETCH_PAIR]]);
    }
    if (index + PREFETCH_BODIES < end) {
        const RecycleBudget3 *pair =
            &space->contacts.recycle_budgets.items[topology->active.items[index + PREFETCH_BODIES]];
        if (pair->budget > 0.0f) {
            __builtin_prefetch(&space->bodies.states.items[pair->body[0]]);
            __builtin_prefetch(&space->bodies.states.items[pair->body[1]]);
        }
    }
}

void tum_space3_select_stale(Space *opaque, Sim *sim, StepTime time, Range contacts)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = contacts.begin; i < contacts.end; ++i) {
        RecycleBudget3 *pair =
            &space->contacts.recycle_budgets.items[sim->topology.active.items[i]];
        prefetch_pairs(space, &sim->topology, i, contacts.end);
        sim->changes.items[i] = spend(space, pair, time.step) ? CONTACT_SAME : CONTACT_STALE;
    }
}

void tum_space3_note_collision(Space3 *space, const Topology *topology, int32_t slot, Pose3 seen,
                               float slack)
{
    const Contact *contact = &topology->contacts.items[slot];
    space->contacts.recycle_budgets.items[slot] =
        (RecycleBudget3){{contact->body[0], contact->body[1]}, slack};
    space->contacts.recycle_poses.items[slot] = (RecyclePose3){seen, slack};
}

void tum_space3_reopen(Space *opaque, int32_t contact)
{
    Space3 *space = (Space3 *)opaque;
    space->contacts.recycle_budgets.items[contact].budget = 0.0f;
    space->contacts.recycle_poses.items[contact].slack = 0.0f;
}
