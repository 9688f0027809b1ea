// SPDX-License-Identifier: MIT
// contact_restitution3.inl: search for contacts that may bounce, a vector at a time; part of
// contact_kernel3.c. bounce3.c decides, and has the formulas.

// Lanes with a point that approaches faster than its threshold and may meet within the substep,
// whichever of the bodies fall freely. Missing points have no mass.
static uint32_t find_lanes(const ContactBatch3 *batch, uint32_t i, WideRows rows, Wide substep)
{
    const ContactBlock3 *block = &batch->blocks[i];
    const ContactExtra3 *extra = &batch->extras[i];
    const WideFrame frame = load_frame(block, rows);
    const WidePair pair = load_pair(rows, batch->bodies);
    const WideVelocity moved_a = load_body(pair.bodies + DISPLACEMENT, pair.place_a);
    const WideVelocity moved_b = load_body(pair.bodies + DISPLACEMENT, pair.place_b);
    const WideRelative velocity = relative(&frame, &pair.a, &pair.b);
    const WideRelative displacement = relative(&frame, &moved_a, &moved_b);
    const Wide zero = wide_splat(0.0f), one = wide_splat(1.0f);
    const Wide rise =
        wide_mul(LOAD_BLOCK(extra, rows, fall_most), wide_mul(wide_splat(0.5f), substep));
    uint32_t found = 0;
    for (uint32_t k = 0; k < block->point_count; ++k) {
        const Wide arm_t = LOAD_ROW(rows, points[k].arm_t), arm_c = LOAD_ROW(rows, points[k].arm_c);
        const Wide mass = LOAD_ROW(rows, points[k].mass);
        Wide speed = wide_add(velocity.linear.x, wide_add(wide_mul(arm_t, velocity.angular.y),
                                                          wide_mul(arm_c, velocity.angular.z)));
        if (block->surface_velocities) {
            speed = wide_add(speed, LOAD_BLOCK(extra, rows, surface_velocity[k]));
        }
        const Wide moved =
            wide_add(displacement.linear.x, wide_add(wide_mul(arm_t, displacement.angular.y),
                                                     wide_mul(arm_c, displacement.angular.z)));
        const Wide separation = wide_add(LOAD_ROW(rows, points[k].base), moved);
        const Wide end = wide_add(separation, wide_mul(wide_sub(speed, rise), substep));
        const WideMask exists = wide_greater(mass, zero);
        const Wide load =
            wide_mul(LOAD_BLOCK(extra, rows, load), LOAD_BLOCK(block, rows, impulse[k]));
        const Wide added = wide_div(load, wide_select(exists, mass, one));
        const Wide least = wide_sub(zero, wide_add(LOAD_BLOCK(extra, rows, least), added));
        const WideMask comes = wide_and(exists, wide_greater(least, speed));
        found |= wide_bits(wide_and(comes, wide_greater(zero, end)));
    }
    return found << lane_in_block(rows);
}

static void find_bounces(ContactBatch3 batch, float substep)
{
    for (uint32_t i = 0; i < batch.count; ++i) {
        ContactBlock3 *block = &batch.blocks[i];
        block->meets = 0;
        for (uint32_t lane = 0; lane < WIDE; lane += WIDE_LANES) {
            const WideRows rows = rows_at(&batch, i, lane);
            if (block->bounces != 0) {
                block->meets |= block->bounces & find_lanes(&batch, i, rows, wide_splat(substep));
            }
        }
    }
}
