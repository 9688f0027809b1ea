// SPDX-License-Identifier: MIT
// contact_restitution4.inl: restitution in 4D, eight contacts at a time; part of
// contact_kernel4.c.
//
// The method is that of contact3/contact_restitution3.inl, which has the reasons: restitution comes
// before the forces of a substep, the approaching points of a manifold bounce together, and each
// visit is an impact that keeps or loses energy. Restitution impulses are not shared with joints.

typedef struct BounceVisit {
    WideBody a, b;
    WideVec4 normal;
    Wide fall;      // [m/s^2] Relative acceleration along the normal of bodies in free flight.
    Wide held_fall; // [m/s^2] The same, with joined bodies at rest.
} BounceVisit;

static Wide normal_speed(const BounceVisit *visit, const ContactBlock4 *block, uint32_t k)
{
    const PointRow row = point_row(block, k);
    return wide_add(wide_dot4(visit->normal, wide_sub4(visit->b.linear, visit->a.linear)),
                    turning_speed(&visit->a, &visit->b, row.ja, row.jb));
}

// [m/s^2] Acceleration along the normal of a body in free flight; 0 for a body that contacts
// support.
static Wide fall_of(const BodyStart4 *starts, const int32_t body[WIDE], WideVec4 now, Wide fall,
                    Wide substep)
{
    Lanes4 was;
    for (uint32_t slot = 0; slot < WIDE; ++slot) {
        set_lane4(&was, slot, starts[body[slot]].linear);
    }
    const WideVec4 borne = wide_sub4(now, wide_load4(&was));
    const Wide pull = wide_mul(fall, substep);
    const Wide most = wide_mul(wide_splat(BORNE_SQUARED), wide_mul(pull, pull));
    const WideMask is_borne = wide_greater(wide_dot4(borne, borne), most);
    return wide_select(is_borne, wide_splat(0.0f), fall);
}

static void find_falls(const ContactBlock4 *block, BounceVisit *visit, const BodyStart4 *starts,
                       Wide substep)
{
    const BounceLanes4 *lanes = &block->bounce;
    const Wide zero = wide_splat(0.0f);
    const WideMask free_a = wide_greater(wide_load(lanes->free_a), zero);
    const WideMask free_b = wide_greater(wide_load(lanes->free_b), zero);
    const Wide fall_a = wide_load(lanes->fall_a), fall_b = wide_load(lanes->fall_b);
    const Wide flight_a = fall_of(starts, block->body_a, visit->a.linear, fall_a, substep);
    const Wide flight_b = fall_of(starts, block->body_b, visit->b.linear, fall_b, substep);
    visit->held_fall =
        wide_sub(wide_select(free_b, flight_b, zero), wide_select(free_a, flight_a, zero));
    visit->fall =
        wide_sub(wide_select(free_b, flight_b, fall_b), wide_select(free_a, flight_a, fall_a));
}

// Velocity that a falling point loses or gains until it touches. Without it, repeated bounces would
// gain or lose height, depending on their times within the substep.
static Wide fallen(const BounceVisit *visit, Wide time, Wide substep)
{
    const Wide later = wide_sub(time, substep); // Velocities are those at the end of the substep.
    return wide_maximum(wide_mul(visit->fall, later), wide_mul(visit->held_fall, later));
}

// [s] Time at which s + v t + a t^2 / 2 = 0, with the velocity v < 0 at the start.
static Wide time_of_impact(const BounceVisit *visit, Wide gap, Wide speed, Wide substep)
{
    const Wide zero = wide_splat(0.0f), two = wide_splat(2.0f);
    const Wide fall = visit->held_fall;
    const Wide rate = wide_sub(wide_mul(fall, substep), speed); // [m/s] -v
    const Wide squared = wide_sub(wide_mul(rate, rate), wide_mul(two, wide_mul(fall, gap)));
    const Wide sum = wide_add(rate, wide_sqrt(wide_maximum(squared, zero)));
    const WideMask comes = wide_greater(sum, zero);
    return wide_select(comes, wide_div(wide_mul(two, gap), wide_select(comes, sum, two)), zero);
}

// For a restitution above 1, the gain of speed is limited by BOUNCE_GAIN_MOST.
static Wide parting_speed(Wide e, Wide approach)
{
    const Wide kept = wide_mul(wide_minimum(e, wide_splat(1.0f)), approach);
    return wide_minimum(wide_mul(e, approach), wide_maximum(kept, wide_splat(BOUNCE_GAIN_MOST)));
}

static WideMask find_bounce(ContactBlock4 *block, BounceVisit *visit, uint32_t k, Wide separation,
                            Wide substep)
{
    const ContactPointLanes4 *point = &block->points[k];
    BounceLanes4 *lanes = &block->bounce;
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide least = least_of(block, k);
    // Only the first bounce of a step may add energy: repeated bounces between bodies would not
    // end.
    const Wide authored = wide_load(block->restitution);
    const WideMask again = wide_greater(wide_load(lanes->struck[k]), zero);
    const Wide e = wide_select(again, wide_minimum(authored, one), authored);
    const Wide speed = normal_speed(visit, block, k);
    const WideMask comes = wide_and(wide_greater(least, speed), wide_greater(e, zero));
    const Wide gap = wide_maximum(separation, zero);
    const Wide depth = wide_div(wide_add(gap, wide_splat(BOUNCE_DEPTH)), wide_add(one, e));
    const Wide is_free = wide_maximum(wide_load(lanes->free_a), wide_load(lanes->free_b));
    const Wide time =
        wide_mul(is_free, time_of_impact(visit, wide_minimum(gap, depth), speed, substep));
    const Wide approach = wide_add(speed, fallen(visit, time, substep));
    // The criterion of pushing passes, with the separation reduced by the rise that gravity
    // removes.
    const Wide rise =
        wide_mul(wide_maximum(visit->held_fall, zero), wide_mul(wide_splat(0.5f), substep));
    const Wide end = wide_add(separation, wide_mul(wide_sub(speed, rise), substep));
    const WideMask meets = wide_and(
        wide_and(comes, wide_greater(zero, end)),
        wide_and(wide_greater(least, approach), wide_greater(wide_load(point->mass), zero)));
    wide_store(lanes->speed[k], speed);
    wide_store(lanes->time[k], time);
    wide_store(lanes->approach[k], wide_select(meets, approach, zero));
    wide_store(lanes->parting[k],
               wide_select(meets, parting_speed(e, wide_sub(zero, approach)), zero));
    wide_store(lanes->restitution_impulse[k], zero);
    return meets;
}

// @return a bit for each lane that bounces.
static uint32_t find_bounces(ContactBlock4 *block, BounceVisit *visit, WideHalves4 turned_a,
                             WideHalves4 turned_b, float substep)
{
    const Wide moved = wide_dot4(visit->normal, wide_sub4(visit->b.moved, visit->a.moved));
    uint32_t any = 0;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const PointRow row = point_row(block, k);
        const Wide turned =
            wide_sub(wide_dot_halves4(row.jb, turned_b), wide_dot_halves4(row.ja, turned_a));
        const Wide separation = wide_add(wide_add(wide_load(block->points[k].base), moved), turned);
        any |= wide_bits(find_bounce(block, visit, k, separation, wide_splat(substep)));
    }
    return any;
}

// Adds to the restitution impulse of a point.
static void strike_point(ContactBlock4 *block, uint32_t k, BounceVisit *visit, Wide impulse)
{
    BounceLanes4 *lanes = &block->bounce;
    wide_store(lanes->restitution_impulse[k],
               wide_add(wide_load(lanes->restitution_impulse[k]), impulse));
    wide_store(lanes->struck[k], wide_add(wide_load(lanes->struck[k]), impulse));
    push_linear(&visit->a, &visit->b, block, visit->normal, impulse);
    push_point(&visit->a, &visit->b, block, block->uneven != 0, k, impulse);
}

// Target change of the normal velocity.
static Wide wanted_change(const BounceLanes4 *lanes, uint32_t k)
{
    return wide_sub(wide_load(lanes->parting[k]), wide_load(lanes->approach[k]));
}

static void share_of_restitution(ContactBlock4 *block, BounceVisit *visit)
{
    const Wide zero = wide_splat(0.0f);
    const uint32_t sweeps = block->point_count > 1 ? BOUNCE_SWEEPS : 1;
    for (uint32_t sweep = 0; sweep < sweeps; ++sweep) {
        for (uint32_t k = 0; k < block->point_count; ++k) {
            const uint32_t at = sweep % 2 == 0 ? k : block->point_count - 1 - k;
            const ContactPointLanes4 *point = &block->points[at];
            const Wide change =
                wide_sub(normal_speed(visit, block, at), wide_load(block->bounce.speed[at]));
            const Wide lacks = wide_sub(wanted_change(&block->bounce, at), change);
            const Wide old = wide_load(block->bounce.restitution_impulse[at]);
            const Wide new =
                wide_maximum(wide_add(old, wide_mul(wide_load(point->mass), lacks)), zero);
            const WideMask meets = wide_greater(zero, wide_load(block->bounce.approach[at]));
            strike_point(block, at, visit, wide_select(meets, wide_sub(new, old), zero));
        }
    }
}

// With velocities x before and x' after, p . (x' + e x) = 0 keeps the share of energy that e
// determines, for any distribution over the points.
static void correct_restitution(ContactBlock4 *block, BounceVisit *visit)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    Wide wanted = zero, got = zero;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide restitution_impulse = wide_load(block->bounce.restitution_impulse[k]);
        const Wide change =
            wide_sub(normal_speed(visit, block, k), wide_load(block->bounce.speed[k]));
        wanted = wide_add(wanted, wide_mul(restitution_impulse, wanted_change(&block->bounce, k)));
        got = wide_add(got, wide_mul(restitution_impulse, change));
    }
    const WideMask pushed = wide_greater(got, zero);
    const Wide lacks = wide_select(pushed, wide_sub(wanted, got), zero);
    const Wide more = wide_div(lacks, wide_select(pushed, got, one));
    for (uint32_t k = 0; k < block->point_count; ++k) {
        strike_point(block, k, visit,
                     wide_mul(more, wide_load(block->bounce.restitution_impulse[k])));
    }
}

// Friction of a restitution impulse, within Coulomb's cone of this impulse alone.
static void drag(ContactBlock4 *block, BounceVisit *visit)
{
    const Wide zero = wide_splat(0.0f), nothing[3] = {zero, zero, zero};
    WideBody *a = &visit->a, *b = &visit->b;
    Wide pressure = zero;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        pressure = wide_add(pressure, wide_load(block->bounce.restitution_impulse[k]));
    }
    Wide slip[3];
    slip_along(block, a, b, slip);
    FrictionBlock along = stopping_block(block->friction.inverse_mass, slip, nothing);
    const Wide holds = wide_mul(wide_load(block->static_friction), pressure);
    const Wide drags = wide_mul(wide_load(block->dynamic_friction), pressure);
    const WideMask slid = wide_greater(wide_load(block->slip), wide_splat(0.5f * SLIP4_SLIDES));
    const WideMask gives_way = wide_or(slid, wide_greater(along.squared, wide_mul(holds, holds)));
    hold_to(&along, wide_select(gives_way, drags, holds));
    push_friction(block, block->uneven != 0, a, b, along.f);
    if (block->point_count > 1) {
        slip_about(block, a, b, slip);
        FrictionBlock about = stopping_block(block->twist.inverse_mass, slip, nothing);
        hold_to(&about, drags);
        push_twist(block, block->uneven != 0, a, b, about.f);
    }
}

// Moves bodies back by the displacement of their new velocities before the time of contact.
static void move_back(const ContactBlock4 *block, BounceVisit *visit, WideVec4 old_a,
                      WideVec4 old_b)
{
    Wide pressure = wide_splat(0.0f), moment = pressure;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide restitution_impulse = wide_load(block->bounce.restitution_impulse[k]);
        pressure = wide_add(pressure, restitution_impulse);
        moment = wide_add(moment, wide_mul(restitution_impulse, wide_load(block->bounce.time[k])));
    }
    const WideMask pressed = wide_greater(pressure, wide_splat(0.0f));
    const Wide time = wide_div(moment, wide_select(pressed, pressure, wide_splat(1.0f)));
    visit->a.moved = wide_sub_scaled4(visit->a.moved, wide_sub4(visit->a.linear, old_a),
                                      wide_mul(time, wide_load(block->bounce.free_a)));
    visit->b.moved = wide_sub_scaled4(visit->b.moved, wide_sub4(visit->b.linear, old_b),
                                      wide_mul(time, wide_load(block->bounce.free_b)));
}

// Restitution impulses do not end free flight: they are added to the velocities at its start.
static void add_to_starts(BodyStart4 *starts, const int32_t body[WIDE], WideVec4 change,
                          uint32_t mask)
{
    Lanes4 more;
    wide_store(more.x, change.x);
    wide_store(more.y, change.y);
    wide_store(more.z, change.z);
    wide_store(more.w, change.w);
    for (uint32_t slot = 0; mask >> slot != 0; ++slot) {
        if ((mask >> slot & 1) != 0) {
            Vec4 *linear = &starts[body[slot]].linear;
            *linear = vec4_add(*linear, lane4(&more, slot));
        }
    }
}

static void bounce(ContactBlock4 *blocks, uint32_t count, SolverBody4 *bodies, BodyStart4 *starts,
                   float substep, bool only_finds)
{
    for (uint32_t i = 0; i < count; ++i) {
        ContactBlock4 *block = &blocks[i];
        block->bounced = 0;
        if (block->bounces == 0) {
            continue;
        }
        float *rows_a[WIDE], *rows_b[WIDE];
        row_pointers(bodies, block->body_a, rows_a);
        row_pointers(bodies, block->body_b, rows_b);
        BounceVisit visit = {.a = load_bodies(rows_a),
                             .b = load_bodies(rows_b),
                             .normal = wide_load4(&block->normal)};
        find_falls(block, &visit, starts, wide_splat(substep));
        block->bounced = find_bounces(block, &visit, load_turned(rows_a, &visit.a),
                                      load_turned(rows_b, &visit.b), substep);
        if (block->bounced == 0 || only_finds) {
            continue;
        }
        const WideVec4 old_a = visit.a.linear, old_b = visit.b.linear;
        share_of_restitution(block, &visit);
        if (block->point_count > 1) {
            correct_restitution(block, &visit);
        }
        drag(block, &visit);
        move_back(block, &visit, old_a, old_b);
        const uint32_t a = block->store_a & block->bounced, b = block->store_b & block->bounced;
        store_bodies(rows_a, &visit.a, a);
        store_bodies(rows_b, &visit.b, b);
        add_to_starts(starts, block->body_a, wide_sub4(visit.a.linear, old_a), a);
        add_to_starts(starts, block->body_b, wide_sub4(visit.b.linear, old_b), b);
    }
}
