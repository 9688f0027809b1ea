// SPDX-License-Identifier: MIT
// animation_state.c: poses of driven bodies and values of tracks between two steps.
//
// All other animation state follows from the scene and the time (tum_world_resume_animation3), or
// is computed in each step. Poses do not follow from the time alone: a driven body may be the
// descendant of a simulated one, and the sign of a rotation's quaternion depends on the previous
// one.
#include "world/animation_state.h"

#include "world/world_data.h"

// A new member of these types is packed below, unless each step computes the member before its use.
_Static_assert(sizeof(void *) != 8 || sizeof(Keyframe3) == 152, "Keyframe3 changed: pack_keyframe");
_Static_assert(sizeof(void *) != 8 || sizeof(Surface) == 40,
               "Surface changed: tum_animation_state_pack");

static void pack_keyframe(Pack *pack, Keyframe3 *key)
{
    DVec3 *p = &key->pose.position;
    DQuat *q = &key->pose.rotation;
    tum_pack_f64(pack, &p->x);
    tum_pack_f64(pack, &p->y);
    tum_pack_f64(pack, &p->z);
    tum_pack_f64(pack, &q->x);
    tum_pack_f64(pack, &q->y);
    tum_pack_f64(pack, &q->z);
    tum_pack_f64(pack, &q->w);
    DVec3 *center = &key->local_center;
    tum_pack_f64(pack, &center->x);
    tum_pack_f64(pack, &center->y);
    tum_pack_f64(pack, &center->z);
    tum_pack_bool(pack, &key->moved);
    tum_pack_bool(pack, &key->is_released);
    pack_require(pack, dvec3_is_finite(*p) && dvec3_is_finite(*center) && is_finite64(q->x) &&
                           is_finite64(q->y) && is_finite64(q->z) && is_finite64(q->w));
    key->next = key->pose;
}

bool tum_animation_state_begin(const TumWorld *world, TumWorld *state)
{
    const Animation3 *from = world->animation;
    if (from == NULL) {
        return true;
    }
    Animation3 *to = tum_allocate_zeroed(&state->allocator, 1, sizeof *to);
    state->animation = to;
    if (to == NULL || !array_reserve(&to->keyframes, from->keyframes.count, &state->allocator) ||
        !array_reserve(&to->surfaces, from->surfaces.count, &state->allocator)) {
        return false;
    }
    for (size_t i = 0; i < from->keyframes.count; ++i) {
        to->keyframes.items[to->keyframes.count++] = from->keyframes.items[i];
    }
    for (size_t i = 0; i < from->surfaces.count; ++i) {
        to->surfaces.items[to->surfaces.count++] = from->surfaces.items[i];
    }
    return true;
}

void tum_animation_state_pack(Pack *pack, TumWorld *state)
{
    Animation3 *animation = state->animation;
    if (animation == NULL) {
        return;
    }
    for (size_t i = 0; i < animation->keyframes.count; ++i) {
        pack_keyframe(pack, &animation->keyframes.items[i]);
    }
    for (size_t i = 0; i < animation->surfaces.count; ++i) {
        tum_pack_floats(pack, animation->surfaces.items[i].values, 3);
    }
}

void tum_animation_state_take(TumWorld *world, const TumWorld *state)
{
    Animation3 *to = world->animation;
    const Animation3 *from = state->animation;
    for (size_t i = 0; to != NULL && i < to->keyframes.count; ++i) {
        to->keyframes.items[i] = from->keyframes.items[i];
    }
    for (size_t i = 0; to != NULL && i < to->surfaces.count; ++i) {
        to->surfaces.items[i] = from->surfaces.items[i];
    }
}

void tum_animation_state_end(TumWorld *state)
{
    Animation3 *animation = state->animation;
    if (animation == NULL) {
        return;
    }
    array_free(&animation->keyframes, &state->allocator);
    array_free(&animation->surfaces, &state->allocator);
    tum_release(&state->allocator, animation, sizeof *animation);
    state->animation = NULL;
}
