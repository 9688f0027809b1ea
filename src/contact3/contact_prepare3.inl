// SPDX-License-Identifier: MIT
// contact_prepare3.inl: preparation of contact lanes for a step, a vector of them at a time; used
// with contact_visit3.inl.
//
// The features and impulses of a lane are those of the step before until they are matched to a new
// manifold; those of a recycled manifold stay unchanged.
#include "contact3/contact_update3.inl"

// A unit vector at right angles to the unit vector a.
INLINE WideVec3 perpendicular(WideVec3 a)
{
    const Wide zero = wide_splat(0.0f);
    const Wide size = wide_maximum(a.x, wide_sub(zero, a.x));
    const WideMask flat = wide_greater(wide_splat(0.6f), size);
    const WideVec3 b = {wide_select(flat, zero, a.y), wide_select(flat, a.z, wide_sub(zero, a.x)),
                        wide_select(flat, wide_sub(zero, a.y), zero)};
    return wide_scale3(b, wide_div(wide_splat(1.0f), wide_sqrt(wide_dot3(b, b))));
}

// Rotates the friction impulse into the new frame: it is constant in the world.
INLINE void turn_friction(ContactBlock3 *block, WideRows rows, WideVec3 normal, WideVec3 tangent,
                          Wide scale)
{
    const WideVec3 old_tangent = LOAD_BLOCK3(block, rows, tangent);
    const WideVec3 old_across = wide_cross3(LOAD_BLOCK3(block, rows, normal), old_tangent);
    const WideVec3 held = wide_add_scaled3(
        wide_scale3(old_tangent, LOAD_BLOCK(block, rows, friction_impulse[FRICTION_T])), old_across,
        LOAD_BLOCK(block, rows, friction_impulse[FRICTION_C]));
    const WideVec3 scaled = wide_scale3(held, scale);
    STORE_BLOCK(block, rows, friction_impulse[FRICTION_T], wide_dot3(scaled, tangent));
    STORE_BLOCK(block, rows, friction_impulse[FRICTION_C],
                wide_dot3(scaled, wide_cross3(normal, tangent)));
    STORE_BLOCK(block, rows, friction_impulse[FRICTION_TWIST],
                wide_mul(LOAD_BLOCK(block, rows, friction_impulse[FRICTION_TWIST]), scale));
    STORE_BLOCK3(block, rows, normal, normal);
    STORE_BLOCK3(block, rows, tangent, tangent);
}

// Assigns impulses to points by their features, scaled by the length of the substep. If no feature
// of a continued manifold matches (a rolling rim, a sphere), the old sum is distributed evenly.
INLINE void carry_impulses(ContactBlock3 *block, WideRows rows, const WideManifold *manifold,
                           const ContactManifolds3 *manifolds, uint32_t count, Wide scale)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide old_count = wide_from_words(LOAD_BLOCK_WORDS(block, rows, lane_points));
    Wide kept[LOCAL_POINTS_MAX] = {zero, zero, zero, zero};
    Wide sum = zero, known = zero;
    for (uint32_t k = 0; k < LOCAL_POINTS_MAX; ++k) {
        const WideMask was = has_point(old_count, k);
        if (wide_bits(was) == 0) {
            break;
        }
        const Wide impulse = LOAD_BLOCK(block, rows, impulse[k]);
        const Wide feature = LOAD_BLOCK_WORDS(block, rows, feature[k]);
        sum = wide_add(sum, wide_select(was, impulse, zero));
        for (uint32_t i = 0; i < count; ++i) {
            const WideMask is = wide_and(was, has_point(manifold->count, i));
            const WideMask same = wide_and(
                is,
                wide_same(feature, wide_load_words(&manifolds->feature[i][lane_in_block(rows)])));
            kept[i] = wide_select(same, impulse, kept[i]);
            known = wide_select(same, one, known);
        }
    }
    const Wide share = wide_div(sum, wide_maximum(manifold->count, one));
    const WideMask is_known = wide_greater(known, zero);
    for (uint32_t i = 0; i < LOCAL_POINTS_MAX; ++i) {
        const WideMask is = has_point(manifold->count, i);
        const Wide carried = wide_mul(scale, wide_select(is_known, kept[i], share));
        STORE_BLOCK(block, rows, impulse[i], wide_select(is, carried, zero));
        STORE_BLOCK_WORDS(block, rows, feature[i],
                          wide_load_words(&manifolds->feature[i][lane_in_block(rows)]));
    }
    STORE_BLOCK_WORDS(block, rows, lane_points, manifold->count_word);
}

// The same if all points are those of the step before.
INLINE void scale_impulses(ContactBlock3 *block, WideRows rows, uint32_t count, Wide scale)
{
    for (uint32_t i = 0; i < count; ++i) {
        STORE_BLOCK(block, rows, impulse[i], wide_mul(scale, LOAD_BLOCK(block, rows, impulse[i])));
    }
}

// Distance along the normal by which the point of action is moved: friction acts where the nearest
// point will be on contact, on the surfaces, so that the present gap does not turn the bodies.
// Joined bodies turn until they meet; their gap is 0.
INLINE Wide gap_of(const WideManifold *manifold, uint32_t count, Wide joined)
{
    const Wide zero = wide_splat(0.0f);
    Wide gap = manifold->separation[0];
    for (uint32_t k = 1; k < count; ++k) {
        gap = wide_select(has_point(manifold->count, k), wide_minimum(gap, manifold->separation[k]),
                          gap);
    }
    const WideMask meets = wide_and(has_point(manifold->count, 0), wide_greater(gap, zero));
    return wide_select(wide_greater(joined, zero), zero, wide_select(meets, gap, zero));
}

// Middle of the points, and their positions around it.
INLINE WideVec3 place_points(WideRows rows, const WideManifold *manifold, uint32_t count,
                             WideVec3 tangent)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const WideVec3 across = wide_cross3(manifold->normal, tangent);
    WideVec3 sum = {zero, zero, zero};
    for (uint32_t k = 0; k < count; ++k) {
        const WideMask is = has_point(manifold->count, k);
        const WideVec3 p = manifold->position[k];
        sum = wide_add3(sum, (WideVec3){wide_select(is, p.x, zero), wide_select(is, p.y, zero),
                                        wide_select(is, p.z, zero)});
    }
    const WideVec3 middle = wide_scale3(sum, wide_div(one, wide_maximum(manifold->count, one)));
    for (uint32_t k = 0; k < count; ++k) {
        const WideMask is = has_point(manifold->count, k);
        const WideVec3 arm = wide_sub3(manifold->position[k], middle);
        const Wide x = wide_select(is, wide_dot3(arm, tangent), zero);
        const Wide y = wide_select(is, wide_dot3(arm, across), zero);
        STORE_ROW(rows, points[k].arm_t, y);
        STORE_ROW(rows, points[k].arm_c, wide_sub(zero, x));
        STORE_ROW(rows, points[k].base, wide_select(is, manifold->separation[k], zero));
        STORE_ROW(rows, lever[k], wide_sqrt(wide_add(wide_mul(x, x), wide_mul(y, y))));
    }
    for (uint32_t k = count; k < LOCAL_POINTS_MAX; ++k) {
        STORE_ROW(rows, points[k].arm_t, zero);
        STORE_ROW(rows, points[k].arm_c, zero);
        STORE_ROW(rows, points[k].base, zero);
        STORE_ROW(rows, points[k].mass, zero);
        STORE_ROW(rows, lever[k], zero);
    }
    return middle;
}

// Rows of ContactBody3.
typedef struct WideWeight {
    WideVec3 x, y, z; // Columns of the inverse inertia.
    Wide inverse_mass, joined;
} WideWeight;

// Rows are in the order of the solver bodies.
INLINE WideWeight load_weights(const ContactBody3 *bodies, const uint32_t place[WIDE_LANES])
{
    const float *rows[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = &bodies[place[i] / sizeof(SolverBody3)].inverse_inertia.xx;
    }
    Wide c[WIDE];
    wide_load_rows(rows, c);
    return (WideWeight){{c[0], c[3], c[4]}, {c[3], c[1], c[5]}, {c[4], c[5], c[2]}, c[6], c[7]};
}

INLINE WideFrameSym turn_inertia(const WideFrame *frame, const WideWeight *weight)
{
    const WideVec3 axes[3] = {frame->normal, frame->tangent, frame->across};
    WideVec3 of[3];
    for (int i = 0; i < 3; ++i) {
        const WideVec3 v = axes[i];
        of[i] =
            (WideVec3){wide_dot3(weight->x, v), wide_dot3(weight->y, v), wide_dot3(weight->z, v)};
    }
    return (WideFrameSym){.nn = wide_dot3(axes[0], of[0]),
                          .tt = wide_dot3(axes[1], of[1]),
                          .cc = wide_dot3(axes[2], of[2]),
                          .nt = wide_dot3(axes[0], of[1]),
                          .nc = wide_dot3(axes[0], of[2]),
                          .tc = wide_dot3(axes[1], of[2])};
}

INLINE Wide inverse_or_zero(Wide a)
{
    const Wide one = wide_splat(1.0f), zero = wide_splat(0.0f);
    const WideMask is = wide_greater(a, zero);
    return wide_select(is, wide_div(one, wide_select(is, a, one)), zero);
}

// Angular impulses on both bodies by an impulse at the middle, and the resulting angular
// velocities.
typedef struct WideLevers {
    WideVec3 on_a, on_b;
    WideVec3 turn_a, turn_b;
} WideLevers;

INLINE WideLevers levers(WideFrameSym at_a, WideFrameSym at_b, WideVec3 on_a, WideVec3 on_b)
{
    return (WideLevers){on_a, on_b, transform(at_a, on_a), transform(at_b, on_b)};
}

// Response of the middle along one direction to an impulse along another, without the masses.
INLINE Wide couple(const WideLevers *by, const WideLevers *along)
{
    return wide_add(wide_dot3(along->on_a, by->turn_a), wide_dot3(along->on_b, by->turn_b));
}

INLINE WideVec3 turn_both(const WideLevers *by)
{
    return wide_add3(by->turn_a, by->turn_b);
}

INLINE void weigh_friction(WideRows rows, Wide tt, Wide cc, Wide tc)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide product = wide_mul(tt, cc);
    const Wide determinant = wide_sub(product, wide_mul(tc, tc));
    const WideMask both = wide_greater(determinant, wide_mul(wide_splat(1e-6f), product));
    const Wide inverse = wide_div(one, wide_select(both, determinant, one));
    STORE_ROW(rows, friction_mass[0],
              wide_select(both, wide_mul(cc, inverse), inverse_or_zero(tt)));
    STORE_ROW(rows, friction_mass[1],
              wide_select(both, wide_mul(tt, inverse), inverse_or_zero(cc)));
    STORE_ROW(rows, friction_mass[2],
              wide_select(both, wide_mul(wide_sub(zero, tc), inverse), zero));
}

// Response of the middle to an impulse along the normal and angular impulses about t and c.
typedef struct WideAnswer {
    Wide nn, nt, nc, tt, tc, cc;
} WideAnswer;

// Responses of the points to one another: with K of the middle, (1, y, -x) K (1, y', -x').
INLINE void weigh_points(const ContactBlock3 *block, WideRows rows, uint32_t point_count,
                         const WideAnswer *k)
{
    const Wide count = wide_from_words(LOAD_BLOCK_WORDS(block, rows, lane_points));
    for (uint32_t i = 0; i < point_count; ++i) {
        const Wide t = LOAD_ROW(rows, points[i].arm_t), c = LOAD_ROW(rows, points[i].arm_c);
        const Wide row_n = wide_add(k->nn, wide_add(wide_mul(k->nt, t), wide_mul(k->nc, c)));
        const Wide row_t = wide_add(k->nt, wide_add(wide_mul(k->tt, t), wide_mul(k->tc, c)));
        const Wide row_c = wide_add(k->nc, wide_add(wide_mul(k->tc, t), wide_mul(k->cc, c)));
        Wide response = row_n;
        for (uint32_t j = 0; j <= i; ++j) {
            const Wide arm_t = LOAD_ROW(rows, points[j].arm_t);
            const Wide arm_c = LOAD_ROW(rows, points[j].arm_c);
            response = wide_add(row_n, wide_add(wide_mul(row_t, arm_t), wide_mul(row_c, arm_c)));
            if (j < i) {
                STORE_ROW(rows, response[i * (i - 1) / 2 + j], response);
            }
        }
        STORE_ROW(rows, points[i].mass,
                  wide_select(has_point(count, i), inverse_or_zero(response), wide_splat(0.0f)));
    }
    for (uint32_t i = point_count * (point_count - 1) / 2; i < RESPONSES; ++i) {
        STORE_ROW(rows, response[i], wide_splat(0.0f));
    }
}

// All row values that follow from arms and inertia.
static __attribute__((noinline)) void weigh_block(const ContactBlock3 *block, WideRows rows,
                                                  uint32_t point_count, const WideFrame *frame,
                                                  const WideWeight *a, const WideWeight *b)
{
    const Wide zero = wide_splat(0.0f);
    const WideFrameSym at_a = turn_inertia(frame, a), at_b = turn_inertia(frame, b);
    store_row_sym(rows, &rows.of->inverse_inertia_a, at_a);
    store_row_sym(rows, &rows.of->inverse_inertia_b, at_b);
    const WideVec3 ra = frame->arm_a, rb = frame->arm_b;
    const WideLevers n = levers(at_a, at_b, (WideVec3){zero, ra.z, wide_sub(zero, ra.y)},
                                (WideVec3){zero, rb.z, wide_sub(zero, rb.y)});
    const WideLevers t = levers(at_a, at_b, (WideVec3){wide_sub(zero, ra.z), zero, ra.x},
                                (WideVec3){wide_sub(zero, rb.z), zero, rb.x});
    const WideLevers c = levers(at_a, at_b, (WideVec3){ra.y, wide_sub(zero, ra.x), zero},
                                (WideVec3){rb.y, wide_sub(zero, rb.x), zero});
    const WideVec3 by_n = turn_both(&n), by_t = turn_both(&t), by_c = turn_both(&c);
    const Wide mass = wide_add(a->inverse_mass, b->inverse_mass);
    const WideAnswer answer = {
        .nn = wide_add(mass, couple(&n, &n)),
        .nt = by_n.y,
        .nc = by_n.z,
        .tt = wide_add(at_a.tt, at_b.tt),
        .tc = wide_add(at_a.tc, at_b.tc),
        .cc = wide_add(at_a.cc, at_b.cc),
    };
    weigh_points(block, rows, point_count, &answer);

    store_row3(rows, &rows.of->slide_response[0], (WideVec3){couple(&n, &t), by_t.y, by_t.z});
    store_row3(rows, &rows.of->slide_response[1], (WideVec3){couple(&n, &c), by_c.y, by_c.z});
    store_row3(rows, &rows.of->spin_response,
               (WideVec3){by_n.x, wide_add(at_a.nt, at_b.nt), wide_add(at_a.nc, at_b.nc)});
    STORE_ROW(rows, spin_from_friction[0], by_t.x);
    STORE_ROW(rows, spin_from_friction[1], by_c.x);
    STORE_ROW(rows, twist_mass, inverse_or_zero(wide_add(at_a.nn, at_b.nn)));
    weigh_friction(rows, wide_add(mass, couple(&t, &t)), wide_add(mass, couple(&c, &c)),
                   couple(&t, &c));
}

INLINE void list_bodies(const ContactBlock3 *block, WideRows rows, int32_t a[WIDE_LANES],
                        int32_t b[WIDE_LANES])
{
    enum { LANES = WIDE_LANES < WIDE ? WIDE_LANES : WIDE };
    for (int i = 0; i < WIDE_LANES / LANES; ++i) {
        memcpy(a + i * LANES, &block[i].body_a[lane_in_block(rows)], LANES * sizeof *a);
        memcpy(b + i * LANES, &block[i].body_b[lane_in_block(rows)], LANES * sizeof *b);
    }
}

static void prepare_block(ContactBlock3 *block, WideRows rows, const ContactSources3 *sources,
                          const ContactManifolds3 *manifolds)
{
    int32_t body_a[WIDE_LANES], body_b[WIDE_LANES];
    list_bodies(block, rows, body_a, body_b);
    WideVec3 a_from_b;
    uint32_t count;
    const WideManifold manifold =
        update_manifolds(block, rows, sources, &manifolds->anchors[lane_in_block(rows)], body_a,
                         body_b, &a_from_b, &count);
    const WideVec3 normal = manifold.normal, tangent = perpendicular(normal);
    const Wide scale = wide_splat(sources->impulse_scale);
    turn_friction(block, rows, normal, tangent, scale);
    if (manifolds->some_are_new) {
        carry_impulses(block, rows, &manifold, manifolds, count, scale);
    } else {
        scale_impulses(block, rows, count, scale);
    }
    const WideVec3 middle = place_points(rows, &manifold, count, tangent);

    for (int i = 0; i < WIDE_LANES; ++i) {
        rows.of->place_a[rows.first + (uint32_t)i] =
            sources->states[body_a[i]] * (uint32_t)sizeof(SolverBody3);
        rows.of->place_b[rows.first + (uint32_t)i] =
            sources->states[body_b[i]] * (uint32_t)sizeof(SolverBody3);
    }
    const WideWeight a = load_weights(sources->bodies, &rows.of->place_a[rows.first]);
    const WideWeight b = load_weights(sources->bodies, &rows.of->place_b[rows.first]);
    STORE_ROW(rows, inverse_mass_a, a.inverse_mass);
    STORE_ROW(rows, inverse_mass_b, b.inverse_mass);
    const Wide gap = gap_of(&manifold, count, wide_maximum(a.joined, b.joined));
    const Wide half = wide_mul(wide_splat(0.5f), gap);
    WideFrame frame = {normal, tangent, wide_cross3(normal, tangent), middle, middle};
    frame.arm_a = into_frame(&frame, middle);
    frame.arm_b = into_frame(&frame, wide_sub3(middle, a_from_b));
    frame.arm_a.x = wide_sub(frame.arm_a.x, half);
    frame.arm_b.x = wide_add(frame.arm_b.x, half);
    store_row3(rows, &rows.of->arm_a, frame.arm_a);
    store_row3(rows, &rows.of->arm_b, frame.arm_b);
    weigh_block(block, rows, count, &frame, &a, &b);
}
