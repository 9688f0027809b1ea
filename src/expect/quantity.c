// SPDX-License-Identifier: MIT
// quantity.c: a quantity of a check at each step of a run.
#include "expect/quantity.h"

#include <inttypes.h>
#include <stdio.h>

#include "math/scalar.h"

static bool needs_body(QuantityKind kind)
{
    switch (kind) {
    case QUANTITY_LINEAR:
    case QUANTITY_ANGULAR:
    case QUANTITY_SPEED:
    case QUANTITY_ANGULAR_SPEED:
    case QUANTITY_LOW:
    case QUANTITY_HIGH:
    case QUANTITY_ASLEEP: return true;
    default: return false;
    }
}

static DVec4 place(const QuantityState *state, const BodyState *states)
{
    const Quantity *quantity = state->quantity;
    return tum_anchor_place(&state->node, states, quantity->has_point ? &quantity->point : NULL);
}

static bool begin_extent(QuantityState *state, const Motion *motion, Arena *arena, Arena *scratch,
                         char fault[FAULT_BYTES])
{
    state->extent = tum_extent_of(motion, state->body, arena, scratch);
    if (state->extent == NULL) {
        return false;
    }
    if (state->extent->count == 0) {
        (void)snprintf(fault, FAULT_BYTES, "node %" PRId32 " has no colliders to measure",
                       motion->nodes[state->body]);
    } else if (state->extent->is_endless) {
        (void)snprintf(fault, FAULT_BYTES, "a collider of node %" PRId32 " has no extents",
                       motion->nodes[state->body]);
    }
    return true;
}

bool tum_quantity_begin(QuantityState *state, const Quantity *quantity, const Motion *motion,
                        Arena *arena, Arena *scratch, char fault[FAULT_BYTES])
{
    *state = (QuantityState){.quantity = quantity};
    state->body = tum_motion_carrier(motion, quantity->node);
    if (!tum_anchor_make(motion, quantity->node, state->body, scratch, &state->node)) {
        return false;
    }
    if (quantity->kind == QUANTITY_DISTANCE && quantity->other >= 0 &&
        !tum_anchor_make(motion, quantity->other, tum_motion_carrier(motion, quantity->other),
                         scratch, &state->other)) {
        return false;
    }
    state->start = quantity->has_from ? quantity->from : place(state, motion->first);
    state->start_rotation = quantity->has_reference
                                ? quantity->reference
                                : tum_anchor_rotation(&state->node, motion->first);
    if (needs_body(quantity->kind) && state->body < 0) {
        (void)snprintf(fault, FAULT_BYTES, "node %" PRId32 " does not move", quantity->node);
        return true;
    }
    return (quantity->kind != QUANTITY_LOW && quantity->kind != QUANTITY_HIGH) ||
           begin_extent(state, motion, arena, scratch, fault);
}

// [rad] Rotation since the start.
static DRotation4 turned(const QuantityState *state, const Motion *motion)
{
    return drotation4_multiply(tum_anchor_rotation(&state->node, motion->now),
                               drotation4_inverse(state->start_rotation));
}

// Adds the shorter way from the twist of the step before.
static void follow_twist(QuantityState *state, const Motion *motion)
{
    const double twist = tum_twist_angle(turned(state, motion), tum_unit(state->quantity->axis));
    double step = twist - state->twist_before;
    step -= step > PI ? 2.0 * PI : step < -PI ? -2.0 * PI : 0.0;
    state->twist += step;
    state->twist_before = twist;
}

static double distance(const QuantityState *state, const Motion *motion)
{
    const DVec4 to = state->quantity->other >= 0
                         ? tum_anchor_place(&state->other, motion->now, NULL)
                         : state->quantity->to;
    return dvec4_distance(place(state, motion->now), to);
}

static double horizontal(const QuantityState *state, const Motion *motion)
{
    const DVec4 way = dvec4_sub(place(state, motion->now), state->start);
    return dvec4_length((DVec4){way.x, 0.0, way.z, way.w});
}

// Rate in a plane: XY XZ YZ XW YW ZW; from 6 on about an axis of 3D.
static double spin_part(DBivec4 spin, int index)
{
    const double parts[] = {spin.xy, spin.xz, spin.yz,  spin.xw, spin.yw,
                            spin.zw, spin.yz, -spin.xz, spin.xy};
    return parts[index];
}

static double value_of(const QuantityState *state, const Motion *motion)
{
    const Quantity *quantity = state->quantity;
    const BodyState *body = state->body >= 0 ? &motion->now[state->body] : NULL;
    const int axis = quantity->axis_index;
    switch (quantity->kind) {
    case QUANTITY_PLACE: return dvec4_part(place(state, motion->now), axis);
    case QUANTITY_LINEAR: return dvec4_part(body->linear, axis);
    case QUANTITY_ANGULAR: return spin_part(body->angular, axis);
    case QUANTITY_SPEED: return dvec4_length(body->linear);
    case QUANTITY_ANGULAR_SPEED: return dbivec4_length(body->angular);
    case QUANTITY_DISPLACEMENT:
        return dvec4_distance(place(state, motion->now), place(state, motion->first));
    case QUANTITY_ALONG:
        return dvec4_dot(dvec4_sub(place(state, motion->now), state->start),
                         tum_unit(quantity->axis));
    case QUANTITY_HORIZONTAL: return horizontal(state, motion);
    case QUANTITY_DISTANCE: return distance(state, motion);
    case QUANTITY_TURN: return tum_turn_angle(turned(state, motion));
    case QUANTITY_TILT:
        return tum_angle_between(
            drotation4_rotate(tum_anchor_rotation(&state->node, motion->now), quantity->axis),
            quantity->to);
    case QUANTITY_TWIST: return state->twist;
    case QUANTITY_LOW: return tum_extent_reach(state->extent, motion, axis, false);
    case QUANTITY_HIGH: return tum_extent_reach(state->extent, motion, axis, true);
    case QUANTITY_ASLEEP: break;
    }
    return body->asleep ? 1.0 : 0.0;
}

void tum_quantity_step(QuantityState *state, const Motion *motion, double least, double most)
{
    bool restarts;
    if (state->quantity->kind == QUANTITY_TWIST) {
        follow_twist(state, motion);
    }
    if (!tum_window_takes(&state->quantity->window, motion->rate, motion->time, &state->seen,
                          &restarts)) {
        return;
    }
    if (restarts) {
        state->tally = (Tally){0};
    }
    tum_tally_add(&state->tally, least, most, (Sample){value_of(state, motion), motion->time});
}
