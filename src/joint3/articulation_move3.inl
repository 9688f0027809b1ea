// SPDX-License-Identifier: MIT
// articulation_move3.inl: integrate3.c and gyroscope3.c for the bodies of an articulation. A part
// of articulation_kernel3.c.
#include "contact3/impact3.h"

// Integrates the rotation of a torque-free body.
// @param end  receives the spin at the end of the rotation.
// @return the rotation vector [rad].
static WideVec3 tumble_body(const ArticulationBody3 *body, Wide seconds, WideVec3 *end)
{
    const Tumble tumble = tumble_of(body);
    const WideVec3 turn = wide_scale3(middle_spin(&tumble, seconds), seconds);
    const WideTurn whole = wide_turn3(turn);
    const WideVec3 gained = spin_gained(&tumble, whole);
    const WideVec3 change =
        wide_add3(gained, wide_turn_change3(whole, wide_add3(tumble.spin, gained)));
    *end =
        wide_add3(wide_load3(&body->angular), wide_mat3_transform_transposed(tumble.axes, change));
    return wide_mat3_transform_transposed(tumble.axes, turn);
}

// As tumble_body, for lanes whose rotation is too large for a WideTurn.
static void tumble_lanes(const ArticulationBody3 *body, const float *seconds, uint32_t lanes,
                         WideVec3 *turn, WideVec3 *end)
{
    _Alignas(64) WideLanes3 turns, ends;
    wide_store3(&turns, *turn);
    wide_store3(&ends, *end);
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        if ((lanes >> lane & 1) != 0) {
            const Quat start = lane_quat(&body->rotation, lane);
            const Quat principal = lane_quat(&body->body_from_principal, lane);
            const Vec3 spin = lane3(&body->angular, lane), moments = lane3(&body->moments, lane);
            Quat now = start;
            set_lane3(&turns, lane,
                      tum_turn_gyroscopic3(&now, start, spin, moments, principal, seconds[lane]));
            set_lane3(&ends, lane, tum_end_gyroscopic3(now, start, spin, moments, principal));
        }
    }
    *turn = wide_load3(&turns);
    *end = wide_load3(&ends);
}

// quat_turn: by the series, or lane by lane where a rotation is larger.
static void turn_body(ArticulationBody3 *body, WideVec3 turn, WideMask moves)
{
    const WideQuat before = wide_load_quat(&body->rotation);
    const WideQuat after = wide_quat_turn(before, wide_turn3(turn));
    wide_store_quat(&body->rotation, (WideQuat){wide_select(moves, after.x, before.x),
                                                wide_select(moves, after.y, before.y),
                                                wide_select(moves, after.z, before.z),
                                                wide_select(moves, after.w, before.w)});
    const uint32_t large = wide_bits(wide_turns_far(turn));
    if (large == 0) {
        return;
    }
    _Alignas(64) WideLanesQuat from;
    _Alignas(64) WideLanes3 turns;
    wide_store_quat(&from, before);
    wide_store3(&turns, turn);
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        if ((large >> lane & 1) != 0) {
            set_lane_quat(&body->rotation, lane,
                          quat_turn(lane_quat(&from, lane), lane3(&turns, lane)));
        }
    }
}

// Writes rotations back to Space3. Between two substeps only joints that follow rotated bodies and
// CCD read them.
static void store_rotation(const LaneGroup *t, const ArticulationBody3 *body)
{
    _Static_assert(offsetof(BodyPlace3, start) == offsetof(BodyPlace3, rotation) + sizeof(Quat),
                   "where it is, and where its spin is from, are one row");
    const WideQuat q = wide_load_quat(&body->rotation);
    const Wide columns[WIDE] = {q.x, q.y, q.z, q.w, q.x, q.y, q.z, q.w};
    float *rows[WIDE_LANES];
    for (int lane = 0; lane < WIDE_LANES; ++lane) {
        rows[lane] = &t->space->bodies.places.items[body->slot[lane]].rotation.x;
    }
    wide_store_rows(rows, columns, used_lanes(t));
}

static void move_body(const LaneGroup *t, ArticulationBody3 *body, const float *seconds,
                      bool ends_step)
{
    const WideMask moves = wide_greater(wide_load_words(seconds), wide_zero());
    float *rows[WIDE_LANES];
    row_pointers(t->space->bodies.states.items, body->slot, rows);
    const Wide time = wide_load_words(seconds);
    const WideVec3 moved =
        wide_add_scaled3(wide_load3(&body->moved), wide_load3(&body->linear), time);
    const WideVec3 spin = wide_load3(&body->angular);
    WideVec3 turn = wide_scale3(spin, time);
    const Wide far = wide_length_squared3(turn);
    const WideMask is_gyroscopic =
        wide_and(wide_and(moves, does_tumble(body)),
                 wide_greater(far, wide_splat(TUMBLE_SLOW * TUMBLE_SLOW)));
    if (body->may_tumble && wide_bits(is_gyroscopic) != 0) {
        WideVec3 end, tumbled = tumble_body(body, time, &end);
        const uint32_t lanes = wide_bits(wide_and(is_gyroscopic, wide_turns_far(tumbled)));
        if (lanes != 0) {
            tumble_lanes(body, seconds, lanes, &tumbled, &end);
        }
        turn = wide_select3(is_gyroscopic, tumbled, turn);
        wide_store3(&body->angular, wide_select3(is_gyroscopic, end, spin));
    }
    turn_body(body, turn, moves);
    const WideVec3 turned = wide_add3(wide_load3(&body->turned), turn);
    const WideMotion motion = {moved, wide_zero(), turned, wide_zero()};
    wide_store3(&body->moved, moved);
    wide_store3(&body->turned, turned);
    store_motions(rows, &motion, used_lanes(t));
    const Wide squared = wide_length_squared3(turned);
    const WideMask old = wide_greater(squared, wide_splat(TURN_OLD * TURN_OLD));
    t->articulation->has_turned |= wide_bits(wide_and(old, does_tumble(body))) != 0;
    const WideMask seen = wide_greater(squared, wide_splat(TURN_LEAST * TURN_LEAST));
    body->is_ahead = !ends_step && wide_bits(wide_and(seen, does_tumble(body))) == 0;
    if (!body->is_ahead) {
        store_rotation(t, body);
    }
}

static void move(Space3 *space, Articulation3 *articulation, StepTime time, const float *seconds)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    const bool ends_step = time.moved + 1.5f * time.substep > time.step;
    for (int32_t i = 0; i < t.body_count; ++i) {
        if (t.bodies[i].is_movable) {
            move_body(&t, &t.bodies[i], seconds, ends_step || time.may_bounce);
        }
    }
    store_velocities(&t);
}

// Immovable bodies of a piece reach the end of the substep only after the last piece.
static void carry_on(const LaneGroup *t, WideMask does)
{
    for (int32_t i = 0; i < t->body_count; ++i) {
        ArticulationBody3 *body = &t->bodies[i];
        if (!body->is_movable) {
            const Wide time = wide_where(does, t->substep);
            const WideVec3 moved = wide_load3(&body->moved);
            wide_store3(&body->moved, wide_add_scaled3(moved, wide_load3(&body->linear), time));
            turn_body(body, wide_scale3(wide_load3(&body->angular), time), does);
        }
    }
}

// Lanes in which a body might tunnel through a thin body: tum_may_pass3.
static WideMask may_pass(const ArticulationBody3 *body, Wide seconds)
{
    const Wide w2 = wide_length_squared3(wide_load3(&body->angular));
    const Wide v2 = wide_length_squared3(wide_load3(&body->linear));
    const Wide bounding_radius = wide_load(body->bounding_radius);
    const Wide speed_squared =
        wide_add(v2, wide_mul(w2, wide_mul(bounding_radius, bounding_radius)));
    return wide_greater(wide_mul(wide_mul(speed_squared, seconds), seconds),
                        wide_load(body->ccd_distance_squared));
}

// Lanes that CCD may stop. Lanes with a moving kinematic body go on with its motion.
static uint32_t may_stop(const LaneGroup *t, Wide seconds)
{
    WideMask may = wide_greater(seconds, wide_zero());
    for (int32_t i = 0; i < t->body_count; ++i) {
        const ArticulationBody3 *body = &t->bodies[i];
        if (!body->is_movable) {
            const Wide speed = wide_add(wide_length_squared3(wide_load3(&body->linear)),
                                        wide_length_squared3(wide_load3(&body->angular)));
            may = wide_and(may, wide_same(speed, wide_zero()));
        }
    }
    return wide_bits(may) & used_lanes(t);
}

static uint32_t stop(Space3 *space, const Sim *sim, Articulation3 *articulation, StepTime time,
                     float *seconds)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    const Wide all = wide_load_words(seconds);
    const uint32_t lanes = may_stop(&t, all);
    float fraction[WIDE_LANES];
    for (int lane = 0; lane < WIDE_LANES; ++lane) {
        fraction[lane] = 1.0f;
    }
    bool is_stored = false;
    for (int32_t i = 0; i < t.body_count; ++i) {
        const ArticulationBody3 *body = &t.bodies[i];
        const uint32_t fast = body->is_movable ? wide_bits(may_pass(body, all)) & lanes : 0;
        if (fast != 0 && !is_stored) {
            store_velocities(&t); // CCD reads them
            is_stored = true;
        }
        if (fast != 0 && body->is_ahead) {
            store_rotation(&t, body);
        }
        for (uint32_t lane = 0; fast >> lane != 0; ++lane) {
            if ((fast >> lane & 1) != 0) {
                const float own = tum_free_fraction3(space, sim, body->slot[lane], seconds[lane]);
                fraction[lane] = minimum(fraction[lane], own);
            }
        }
    }
    uint32_t stopped = 0;
    for (uint32_t lane = 0; lane < WIDE_LANES; ++lane) {
        seconds[lane] *= fraction[lane];
        stopped |= (uint32_t)(fraction[lane] < 1.0f) << lane;
    }
    return stopped;
}

static Wide sweep_of_arms(const LaneGroup *t)
{
    Wide most = wide_zero();
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const ArticulationJoint3 *joint = &t->joints[i];
        for (int k = 0; k < 2; ++k) {
            const ArticulationBody3 *body = &t->bodies[k == 0 ? joint->parent : joint->child];
            const WideVec3 arm = wide_load3(&joint->arm[k]);
            const Wide squared = wide_maximum(wide_length_squared3(arm), wide_splat(1e-12f));
            const WideVec3 across = wide_cross3(wide_load3(&body->angular), arm);
            most = wide_maximum(most, wide_div(wide_length_squared3(across), squared));
        }
    }
    return wide_mul(wide_sqrt(most), t->substep);
}

static void survey(Space3 *space, Articulation3 *articulation, StepTime time,
                   ArticulationSurvey3 *result)
{
    const LaneGroup t = open_articulation(space, articulation, time);
    Wide spin = wide_zero();
    for (int32_t i = 0; i < t.body_count; ++i) {
        spin = wide_maximum(spin, wide_length_squared3(wide_load3(&t.bodies[i].angular)));
    }
    const Wide turn = wide_mul(wide_sqrt(spin), t.substep);
    const bool turns = wide_bits(wide_greater(turn, wide_splat((float)PIECE_SWEEP))) != 0;
    wide_store_words(result->turn, turn);
    wide_store_words(result->sweep, turns ? sweep_of_arms(&t) : wide_zero());
}
