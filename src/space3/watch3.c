// SPDX-License-Identifier: MIT
#include "space3/watch3.h"

#include "space3/space3.h"

static float swing_of(float turn, float reach)
{
    return turn > 0.0f ? turn * reach : 0.0f; // what does not turn may be endless
}

// As long as twice the sine of half the angle, which is how far points at a unit's distance get;
// about the axis of the turn from b to a.
static Vec3 turn_since(Quat a, Quat b)
{
    const Quat q = quat_multiply(a, quat_conjugate(b));
    const float factor = q.w < 0.0f ? -2.0f : 2.0f;
    return vec3(factor * q.x, factor * q.y, factor * q.z);
}

Stride3 tum_stride3(Vec3 moved, Vec3 turned, float reach)
{
    return (Stride3){moved, turned, swing_of(vec3_length(turned), reach)};
}

Stride3 tum_stride3_between(Pose3 before, Pose3 after, float reach)
{
    return tum_stride3(vec3_sub(after.position, before.position),
                       turn_since(after.rotation, before.rotation), reach);
}

// @return whether it moved or is about to.
static bool measure_body(Space3 *space, int32_t body, bool is_awake, float seconds)
{
    const BodyPlace3 *place = &space->places.items[body];
    Pose3 *seen = &space->seen.items[body];
    const SolverBody3 *state = &space->states.items[body];
    BodyMotion3 *motion = &space->motions.items[body];
    const float reach = motion->reach;
    const float coming = is_awake ? seconds : 0.0f;
    const Pose3 now = {place->center, place->rotation};
    motion->back = tum_stride3_between(*seen, now, reach);
    motion->ahead =
        tum_stride3(vec3_scale(state->linear, coming), vec3_scale(state->angular, coming), reach);
    *seen = now;
    return is_awake || motion->back.swung > 0.0f || vec3_length_squared(motion->back.moved) > 0.0f;
}

bool tum_space3_begin_motion(Space3 *space, const Sim *sim)
{
    // What fell asleep has not been seen since it last moved.
    size_t kept = 0;
    for (size_t i = 0; i < space->stirred.count; ++i) {
        const int32_t body = space->stirred.items[i];
        if (sim->bodies.items[body].awake_index == NONE && measure_body(space, body, false, 0.0f)) {
            space->stirred.items[kept++] = body;
        }
    }
    if (!array_reserve(&space->stirred, kept + sim->awake.count, &space->allocator)) {
        return false;
    }
    for (size_t i = 0; i < sim->awake.count; ++i) {
        space->stirred.items[kept++] = sim->awake.items[i];
    }
    space->stirred.count = kept;
    return true;
}

void tum_space3_measure_motion(Space *opaque, const Sim *sim, StepTime time, Range awake)
{
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = awake.begin; i < awake.end; ++i) {
        measure_body(space, sim->awake.items[i], true, time.step);
    }
}

// The way of two bodies against each other, from above, and soon known.
static float rough_way(const Stride3 *a, const Stride3 *b)
{
    return vec3_distance(a->moved, b->moved) + (a->swung + b->swung);
}

// The way of a body that reaches so far, in the frame of another one; see watch3.h.
static float way_in_frame(const Stride3 *a, const Stride3 *b, Vec3 between, float reach)
{
    const Vec3 parting = vec3_sub(a->moved, b->moved);
    const Vec3 first = vec3_sub(parting, vec3_cross(b->turned, between));
    const float turn_a = vec3_length(a->turned), turn_b = vec3_length(b->turned);
    const float turns = turn_a + turn_b;
    return vec3_length(first) + swing_of(vec3_distance(a->turned, b->turned), reach) +
           turn_b * (vec3_length(parting) + 0.5f * turn_b * vec3_length(between)) +
           swing_of(0.5f * turns * turns, reach);
}

float tum_stride3_way(const Stride3 *a, float reach_a, const Stride3 *b, float reach_b,
                      Vec3 between)
{
    const float in_frame = reach_a <= reach_b ? way_in_frame(a, b, between, reach_a)
                                              : way_in_frame(b, a, vec3_negate(between), reach_b);
    return minimum(in_frame, rough_way(a, b));
}

static float way_of(const Space3 *space, const int32_t body[2], const Stride3 *a, const Stride3 *b)
{
    const Vec3 between =
        vec3_sub(space->places.items[body[0]].center, space->places.items[body[1]].center);
    return tum_stride3_way(a, space->motions.items[body[0]].reach, b,
                           space->motions.items[body[1]].reach, between);
}

float tum_space3_approach(const Space3 *space, const Contact *contact)
{
    return way_of(space, contact->body, &space->motions.items[contact->body[0]].ahead,
                  &space->motions.items[contact->body[1]].ahead);
}

bool tum_space3_stays_apart(const Space3 *space, const Sim *sim, int32_t edge, float way)
{
    const Contact *contact = &sim->contacts.items[edge / 2];
    const Stride3 *ahead = &space->motions.items[contact->body[1 - (edge & 1)]].ahead;
    return contact->first_manifold == NONE &&
           space->watches.items[edge / 2].budget > vec3_length(ahead->moved) + ahead->swung + way;
}

// What is no number is due.
static bool spend(const Space3 *space, PairWatch3 *watch)
{
    if (!(watch->budget > 0.0f)) {
        return false;
    }
    const BodyMotion3 *a = &space->motions.items[watch->body[0]];
    const BodyMotion3 *b = &space->motions.items[watch->body[1]];
    const float left = watch->budget - rough_way(&a->back, &b->back);
    if (left > rough_way(&a->ahead, &b->ahead)) {
        watch->budget = left;
        return true;
    }
    watch->budget -= way_of(space, watch->body, &a->back, &b->back);
    return watch->budget > way_of(space, watch->body, &a->ahead, &b->ahead);
}

// What is asked of pairs lies scattered, and on two threads half of it with the other core: a pair
// is asked for early, its bodies once that is here.
enum { PREFETCH_PAIR = 16, PREFETCH_BODIES = 8 };

static void prefetch_pairs(const Space3 *space, const Sim *sim, uint32_t index, uint32_t end)
{
    if (index + PREFETCH_PAIR < end) {
        __builtin_prefetch(&space->watches.items[sim->active.items[index + PREFETCH_PAIR]]);
    }
    if (index + PREFETCH_BODIES < end) {
        const PairWatch3 *watch = &space->watches.items[sim->active.items[index + PREFETCH_BODIES]];
        if (watch->budget > 0.0f) {
            __builtin_prefetch(&space->motions.items[watch->body[0]]);
            __builtin_prefetch(&space->motions.items[watch->body[1]]);
        }
    }
}

void tum_space3_sift(Space *opaque, Sim *sim, StepTime time, Range contacts)
{
    (void)time;
    Space3 *space = (Space3 *)opaque;
    for (uint32_t i = contacts.begin; i < contacts.end; ++i) {
        PairWatch3 *watch = &space->watches.items[sim->active.items[i]];
        prefetch_pairs(space, sim, i, contacts.end);
        sim->changes.items[i] = spend(space, watch) ? CONTACT_SAME : CONTACT_DUE;
    }
}

// The shape that reaches less far, in the frame of the other.
static Pose3 pose_of_smaller(const Space3 *space, const Contact *contact, Pose3 a_from_b,
                             float *reach)
{
    const float reach_a = space->shapes.items[contact->collider[0]].reach;
    const float reach_b = space->shapes.items[contact->collider[1]].reach;
    *reach = minimum(reach_a, reach_b);
    return reach_a < reach_b ? pose3_inverse(a_from_b) : a_from_b;
}

bool tum_space3_is_as_seen(Space3 *space, const Sim *sim, int32_t slot, Pose3 a_from_b,
                           float approach)
{
    const PairLook3 *look = &space->looks.items[slot];
    if (!(look->slack > 0.0f)) {
        return false;
    }
    const Contact *contact = &sim->contacts.items[slot];
    float reach;
    const Pose3 pose = pose_of_smaller(space, contact, a_from_b, &reach);
    const float way = vec3_distance(pose.position, look->pose.position) +
                      swing_of(vec3_length(turn_since(pose.rotation, look->pose.rotation)), reach);
    PairWatch3 *watch = &space->watches.items[slot];
    watch->budget = look->slack - way;
    return watch->budget > approach;
}

void tum_space3_note_look(Space3 *space, const Sim *sim, int32_t slot, Pose3 a_from_b, float slack)
{
    const Contact *contact = &sim->contacts.items[slot];
    float reach;
    space->watches.items[slot] = (PairWatch3){{contact->body[0], contact->body[1]}, slack};
    space->looks.items[slot] =
        (PairLook3){pose_of_smaller(space, contact, a_from_b, &reach), slack};
}

void tum_space3_reopen(Space *opaque, int32_t contact)
{
    Space3 *space = (Space3 *)opaque;
    space->watches.items[contact].budget = 0.0f;
    space->looks.items[contact].slack = 0.0f;
}
