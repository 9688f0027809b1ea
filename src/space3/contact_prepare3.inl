// SPDX-License-Identifier: MIT
// contact_prepare3.inl: lanes of a step, eight at a time; part of contact_kernel3.inl.
//
// Planes and bodies are rows of eight words, so that a block's are read by transposing. A lane's
// features and impulses are those of the step before until they are carried over.

// Eight planes of contact, number by number; counts and features are words.
typedef struct WideManifold {
    WideVec3 normal;
    Wide count; // as a number
    Wide count_word;
    WideVec3 position[TOUCH_POINTS];
    Wide separation[TOUCH_POINTS];
    Wide feature[TOUCH_POINTS];
} WideManifold;

enum { MANIFOLD_ROWS = sizeof(Manifold3) / (WIDE * sizeof(float)) };

// What empty lanes are prepared from.
static const Manifold3 no_manifold = {.normal = {1.0f, 0.0f, 0.0f}};

PART WideManifold load_manifolds(const Manifold3 *const manifolds[WIDE])
{
    Wide columns[MANIFOLD_ROWS * WIDE];
    for (int row = 0; row < MANIFOLD_ROWS; ++row) {
        const float *rows[WIDE];
        for (int i = 0; i < WIDE; ++i) {
            rows[i] = &manifolds[i]->normal.x + row * WIDE;
        }
        wide_load_rows(rows, columns + row * WIDE);
    }
    WideManifold loaded = {.normal = {columns[0], columns[1], columns[2]},
                           .count = wide_from_words(columns[3]),
                           .count_word = columns[3]};
    for (int k = 0; k < TOUCH_POINTS; ++k) {
        const Wide *point = columns + 4 + 5 * k;
        loaded.position[k] = (WideVec3){point[0], point[1], point[2]};
        loaded.separation[k] = point[3];
        loaded.feature[k] = point[4];
    }
    return loaded;
}

PART WideMask has_point(Wide count, uint32_t k)
{
    return wide_greater(count, wide_splat((float)k + 0.5f));
}

// A unit vector at right angles to the unit vector a.
PART WideVec3 perpendicular(WideVec3 a)
{
    const Wide zero = wide_splat(0.0f);
    const Wide size = wide_maximum(a.x, wide_sub(zero, a.x));
    const WideMask flat = wide_greater(wide_splat(0.6f), size);
    const WideVec3 b = {wide_select(flat, zero, a.y), wide_select(flat, a.z, wide_sub(zero, a.x)),
                        wide_select(flat, wide_sub(zero, a.y), zero)};
    return wide_scale3(b, wide_div(wide_splat(1.0f), wide_sqrt(wide_dot3(b, b))));
}

// What friction held stays what it was in the world.
PART void turn_friction(ContactBlock3 *block, WideVec3 normal, WideVec3 tangent, Wide scale)
{
    const WideVec3 old_tangent = wide_load3(&block->tangent);
    const WideVec3 old_across = wide_cross3(wide_load3(&block->normal), old_tangent);
    const WideVec3 held =
        wide_add_scaled3(wide_scale3(old_tangent, wide_load(block->friction_impulse[0])),
                         old_across, wide_load(block->friction_impulse[1]));
    const WideVec3 scaled = wide_scale3(held, scale);
    wide_store(block->friction_impulse[0], wide_dot3(scaled, tangent));
    wide_store(block->friction_impulse[1], wide_dot3(scaled, wide_cross3(normal, tangent)));
    wide_store(block->twist_impulse, wide_mul(wide_load(block->twist_impulse), scale));
    wide_store3(&block->normal, normal);
    wide_store3(&block->tangent, tangent);
}

// Impulses follow their features, and the length of the substep. Where none of a continuing plane
// is known again (a rolling rim, a sphere), the old pressure is shared out evenly.
PART void carry_impulses(ContactBlock3 *block, const WideManifold *manifold, uint32_t count,
                         Wide scale)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide old_count = wide_from_words(wide_load_words(block->lane_points));
    Wide kept[TOUCH_POINTS] = {zero, zero, zero, zero};
    Wide sum = zero, known = zero;
    for (uint32_t k = 0; k < TOUCH_POINTS; ++k) {
        const WideMask was = has_point(old_count, k);
        if (wide_bits(was) == 0) {
            break;
        }
        const Wide impulse = wide_load(block->impulse[k]);
        const Wide feature = wide_load_words(block->feature[k]);
        sum = wide_add(sum, wide_select(was, impulse, zero));
        for (uint32_t i = 0; i < count; ++i) {
            const WideMask is = wide_and(was, has_point(manifold->count, i));
            const WideMask same = wide_and(is, wide_same(feature, manifold->feature[i]));
            kept[i] = wide_select(same, impulse, kept[i]);
            known = wide_select(same, one, known);
        }
    }
    const Wide share = wide_div(sum, wide_maximum(manifold->count, one));
    const WideMask is_known = wide_greater(known, zero);
    for (uint32_t i = 0; i < count; ++i) {
        const WideMask is = has_point(manifold->count, i);
        const Wide carried = wide_mul(scale, wide_select(is_known, kept[i], share));
        wide_store(block->impulse[i], wide_select(is, carried, zero));
        wide_store_words(block->feature[i], manifold->feature[i]);
    }
    wide_store_words(block->lane_points, manifold->count_word);
}

// Friction acts where the nearest point will be when it touches, on the surfaces, and does not turn
// bodies by what is between them now. What joints hold turns to where it meets, and is left alone.
PART Wide gap_of(const WideManifold *manifold, uint32_t count, Wide joined)
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

// The middle of the points, and where they are around it.
PART WideVec3 place_points(ContactRows3 *rows, const WideManifold *manifold, uint32_t count,
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
        const WideVec3 way = wide_sub3(manifold->position[k], middle);
        const Wide x = wide_select(is, wide_dot3(way, tangent), zero);
        const Wide y = wide_select(is, wide_dot3(way, across), zero);
        wide_store(rows->points[k].arm_t, y);
        wide_store(rows->points[k].arm_c, wide_sub(zero, x));
        wide_store(rows->points[k].base, wide_select(is, manifold->separation[k], zero));
        wide_store(rows->lever[k], wide_sqrt(wide_add(wide_mul(x, x), wide_mul(y, y))));
    }
    return middle;
}

// Eight bodies' rows of ContactBody3.
typedef struct WideWeight {
    WideVec3 x, y, z; // of the inverse inertia
    Wide inverse_mass, joined;
} WideWeight;

PART WideWeight load_weights(const ContactBody3 *bodies, const int32_t index[WIDE])
{
    const float *rows[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = &bodies[index[i]].inverse_inertia.xx;
    }
    Wide c[WIDE];
    wide_load_rows(rows, c);
    return (WideWeight){{c[0], c[3], c[4]}, {c[3], c[1], c[5]}, {c[4], c[5], c[2]}, c[6], c[7]};
}

PART WideVec3 load_centers(const ContactSources3 *sources, const int32_t index[WIDE])
{
    const float *rows[WIDE];
    for (int i = 0; i < WIDE; ++i) {
        rows[i] = (const float *)((const char *)sources->centers +
                                  (size_t)index[i] * sources->center_stride);
    }
    Wide c[WIDE];
    wide_load_rows(rows, c);
    return (WideVec3){c[0], c[1], c[2]};
}

PART void turn_inertia(const WideFrame *frame, const WideWeight *weight, FrameSym3 *turned)
{
    const WideVec3 axes[3] = {frame->normal, frame->tangent, frame->across};
    WideVec3 of[3];
    for (int i = 0; i < 3; ++i) {
        const WideVec3 v = axes[i];
        of[i] =
            (WideVec3){wide_dot3(weight->x, v), wide_dot3(weight->y, v), wide_dot3(weight->z, v)};
    }
    wide_store(turned->nn, wide_dot3(axes[0], of[0]));
    wide_store(turned->tt, wide_dot3(axes[1], of[1]));
    wide_store(turned->cc, wide_dot3(axes[2], of[2]));
    wide_store(turned->nt, wide_dot3(axes[0], of[1]));
    wide_store(turned->nc, wide_dot3(axes[0], of[2]));
    wide_store(turned->tc, wide_dot3(axes[1], of[2]));
}

PART Wide inverse_or_zero(Wide a)
{
    const Wide one = wide_splat(1.0f), zero = wide_splat(0.0f);
    const WideMask is = wide_greater(a, zero);
    return wide_select(is, wide_div(one, wide_select(is, a, one)), zero);
}

// Torques on both bodies by an impulse at the middle, and how these turn them.
typedef struct WideLevers {
    WideVec3 on_a, on_b;
    WideVec3 turn_a, turn_b;
} WideLevers;

PART WideLevers levers(const ContactRows3 *rows, WideVec3 on_a, WideVec3 on_b)
{
    return (WideLevers){on_a, on_b, transform(&rows->inverse_inertia_a, on_a),
                        transform(&rows->inverse_inertia_b, on_b)};
}

// How an impulse along one direction moves the middle along another, but for the masses.
PART Wide couple(const WideLevers *by, const WideLevers *along)
{
    return wide_add(wide_dot3(along->on_a, by->turn_a), wide_dot3(along->on_b, by->turn_b));
}

PART WideVec3 turn_both(const WideLevers *by)
{
    return wide_add3(by->turn_a, by->turn_b);
}

PART void weigh_friction(ContactRows3 *rows, Wide tt, Wide cc, Wide tc)
{
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide product = wide_mul(tt, cc);
    const Wide determinant = wide_sub(product, wide_mul(tc, tc));
    const WideMask both = wide_greater(determinant, wide_mul(wide_splat(1e-6f), product));
    const Wide inverse = wide_div(one, wide_select(both, determinant, one));
    wide_store(rows->friction_mass[0],
               wide_select(both, wide_mul(cc, inverse), inverse_or_zero(tt)));
    wide_store(rows->friction_mass[1],
               wide_select(both, wide_mul(tt, inverse), inverse_or_zero(cc)));
    wide_store(rows->friction_mass[2],
               wide_select(both, wide_mul(wide_sub(zero, tc), inverse), zero));
}

// How the middle answers to a push along the normal and torques about t and c.
typedef struct WideAnswer {
    Wide nn, nt, nc, tt, tc, cc;
} WideAnswer;

// The points' responses to one another: with K that of the middle, (1, y, -x) K (1, y', -x').
PART void weigh_points(const ContactBlock3 *block, ContactRows3 *rows, const WideAnswer *k)
{
    const Wide count = wide_from_words(wide_load_words(block->lane_points));
    for (uint32_t i = 0; i < block->point_count; ++i) {
        const Wide t = wide_load(rows->points[i].arm_t), c = wide_load(rows->points[i].arm_c);
        const Wide row_n = wide_add(k->nn, wide_add(wide_mul(k->nt, t), wide_mul(k->nc, c)));
        const Wide row_t = wide_add(k->nt, wide_add(wide_mul(k->tt, t), wide_mul(k->tc, c)));
        const Wide row_c = wide_add(k->nc, wide_add(wide_mul(k->tc, t), wide_mul(k->cc, c)));
        Wide response = row_n;
        for (uint32_t j = 0; j <= i; ++j) {
            const Wide arm_t = wide_load(rows->points[j].arm_t);
            const Wide arm_c = wide_load(rows->points[j].arm_c);
            response = wide_add(row_n, wide_add(wide_mul(row_t, arm_t), wide_mul(row_c, arm_c)));
            wide_store(rows->response[i * (i + 1) / 2 + j], response);
        }
        wide_store(rows->points[i].mass,
                   wide_select(has_point(count, i), inverse_or_zero(response), wide_splat(0.0f)));
    }
}

// All that follows from arms and inertia.
static void weigh_block(const ContactBlock3 *block, ContactRows3 *rows, const WideFrame *frame,
                        const WideWeight *a, const WideWeight *b)
{
    const Wide zero = wide_splat(0.0f);
    FrameSym3 *at_a = &rows->inverse_inertia_a, *at_b = &rows->inverse_inertia_b;
    turn_inertia(frame, a, at_a);
    turn_inertia(frame, b, at_b);
    const WideVec3 ra = frame->arm_a, rb = frame->arm_b;
    const WideLevers n = levers(rows, (WideVec3){zero, ra.z, wide_sub(zero, ra.y)},
                                (WideVec3){zero, rb.z, wide_sub(zero, rb.y)});
    const WideLevers t = levers(rows, (WideVec3){wide_sub(zero, ra.z), zero, ra.x},
                                (WideVec3){wide_sub(zero, rb.z), zero, rb.x});
    const WideLevers c = levers(rows, (WideVec3){ra.y, wide_sub(zero, ra.x), zero},
                                (WideVec3){rb.y, wide_sub(zero, rb.x), zero});
    const WideVec3 by_n = turn_both(&n), by_t = turn_both(&t), by_c = turn_both(&c);
    const Wide mass = wide_add(a->inverse_mass, b->inverse_mass);
    const WideAnswer answer = {
        .nn = wide_add(mass, couple(&n, &n)),
        .nt = by_n.y,
        .nc = by_n.z,
        .tt = wide_add(wide_load(at_a->tt), wide_load(at_b->tt)),
        .tc = wide_add(wide_load(at_a->tc), wide_load(at_b->tc)),
        .cc = wide_add(wide_load(at_a->cc), wide_load(at_b->cc)),
    };
    weigh_points(block, rows, &answer);

    wide_store3(&rows->slide_response[0], (WideVec3){couple(&n, &t), by_t.y, by_t.z});
    wide_store3(&rows->slide_response[1], (WideVec3){couple(&n, &c), by_c.y, by_c.z});
    wide_store3(&rows->spin_response,
                (WideVec3){by_n.x, wide_add(wide_load(at_a->nt), wide_load(at_b->nt)),
                           wide_add(wide_load(at_a->nc), wide_load(at_b->nc))});
    wide_store(rows->spin_from_friction[0], by_t.x);
    wide_store(rows->spin_from_friction[1], by_c.x);
    wide_store(rows->twist_mass,
               inverse_or_zero(wide_add(wide_load(at_a->nn), wide_load(at_b->nn))));
    weigh_friction(rows, wide_add(mass, couple(&t, &t)), wide_add(mass, couple(&c, &c)),
                   couple(&t, &c));
}

static void prepare_block(ContactBlock3 *block, ContactRows3 *rows, const ContactSources3 *sources,
                          const Manifold3 *const manifolds[WIDE])
{
    const WideManifold manifold = load_manifolds(manifolds);
    const WideVec3 normal = manifold.normal, tangent = perpendicular(normal);
    const Wide scale = wide_splat(sources->impulse_scale);
    uint32_t count = 0;
    while (count < TOUCH_POINTS && wide_bits(has_point(manifold.count, count)) != 0) {
        ++count;
    }
    block->point_count = count;
    turn_friction(block, normal, tangent, scale);
    carry_impulses(block, &manifold, count, scale);
    const WideVec3 middle = place_points(rows, &manifold, count, tangent);

    const WideWeight a = load_weights(sources->bodies, block->body_a);
    const WideWeight b = load_weights(sources->bodies, block->body_b);
    wide_store(rows->inverse_mass_a, a.inverse_mass);
    wide_store(rows->inverse_mass_b, b.inverse_mass);
    const WideVec3 a_from_b =
        wide_sub3(load_centers(sources, block->body_b), load_centers(sources, block->body_a));
    const Wide gap = gap_of(&manifold, count, wide_maximum(a.joined, b.joined));
    const Wide half = wide_mul(wide_splat(0.5f), gap);
    WideFrame frame = {normal, tangent, wide_cross3(normal, tangent), middle, middle};
    frame.arm_a = into_frame(&frame, middle);
    frame.arm_b = into_frame(&frame, wide_sub3(middle, a_from_b));
    frame.arm_a.x = wide_sub(frame.arm_a.x, half);
    frame.arm_b.x = wide_add(frame.arm_b.x, half);
    wide_store3(&rows->arm_a, frame.arm_a);
    wide_store3(&rows->arm_b, frame.arm_b);
    weigh_block(block, rows, &frame, &a, &b);
}

// Planes lie anywhere: those of the next block are asked for while this one is worked on.
static void fetch_next(const ContactSources3 *sources, uint32_t first)
{
    for (uint32_t lane = first; lane < first + WIDE && lane < sources->lane_count; ++lane) {
        const char *manifold = (const char *)&sources->manifolds[sources->lanes[lane]];
        __builtin_prefetch(manifold);
        __builtin_prefetch(manifold + sizeof(Manifold3) - 1);
    }
}

static void prepare(ContactBatch3 batch, const ContactSources3 *sources)
{
    const uint32_t lanes = sources->alone ? 1 : WIDE;
    for (uint32_t i = 0; i < batch.count; ++i) {
        if (!sources->alone && i + 1 < batch.count) {
            fetch_next(sources, (i + 1) * WIDE);
        }
        const Manifold3 *manifolds[WIDE];
        for (uint32_t slot = 0; slot < WIDE; ++slot) {
            const uint32_t lane = i * lanes + slot;
            const bool is_empty = slot >= lanes || lane >= sources->lane_count;
            manifolds[slot] = is_empty ? &no_manifold : &sources->manifolds[sources->lanes[lane]];
        }
        prepare_block(&batch.blocks[i], &batch.rows[i], sources, manifolds);
    }
}

static void weigh(ContactBatch3 batch, const ContactBody3 *bodies)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        const ContactBlock3 *block = &batch.blocks[i];
        ContactRows3 *rows = &batch.rows[i];
        const WideFrame frame = load_frame(block, rows);
        const WideWeight a = load_weights(bodies, block->body_a);
        const WideWeight b = load_weights(bodies, block->body_b);
        weigh_block(block, rows, &frame, &a, &b);
    }
}
