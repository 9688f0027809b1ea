// SPDX-License-Identifier: MIT
// joint_team_system3.inl: joint_system3.c and math/block_cholesky.c for four assemblies at once:
// the equations, and who of their rows takes part in them. A part of joint_team_kernel3.inl.

// The matrix has the rows that are free in some lane. Where others hold one, it has a diagonal of
// one and nothing else.

static void list_free_rows(const Team *t)
{
    for (int32_t i = 0; i < t->joint_count; ++i) {
        TeamJoint3 *joint = &t->joints[i];
        const TeamRow3 *rows = t->rows + joint->row_first;
        joint->free_count = 0;
        for (int32_t k = 0; k < joint->row_count; ++k) {
            if (quad_any(rows[k].is_free)) {
                joint->free_rows[joint->free_count++] = (uint8_t)k;
            }
        }
    }
}

static bool is_whole_point(const TeamJoint3 *joint)
{
    return joint->is_point_first && joint->free_count >= 3 && joint->free_rows[2] == 2;
}

static void fill_diagonal(const Team *t, const TeamJoint3 *joint, int32_t position)
{
    const BlockCholesky *matrix = &t->section->matrix;
    Quad *values = t->values + matrix->block_value[matrix->block_count + position];
    const TeamRow3 *rows = t->rows + joint->row_first;
    const int32_t n = joint->free_count, points = is_whole_point(joint) ? 3 : 0;
    for (int32_t k = 0; k < n; ++k) {
        const TeamRow3 *other = &rows[joint->free_rows[k]];
        const QVec3 spin = qvec3_add(other->k[0], other->k[1]);
        int32_t i = k + 1;
        if (k < points) {
            const QVec3 moved = qvec3_add(qvec3_cross(other->k[0], joint->arm[0]),
                                          qvec3_cross(other->k[1], joint->arm[1]));
            for (; i < points; ++i) {
                values[i * n + k] = quad_where(rows[i].is_free & other->is_free, part_of(moved, i));
            }
        }
        for (; i < n; ++i) {
            const TeamRow3 *row = &rows[joint->free_rows[i]];
            values[i * n + k] = quad_where(row->is_free & other->is_free, qvec3_dot(row->j, spin));
        }
        values[k * n + k] =
            quad_select(other->is_free, other->diagonal * (1.0 + EPSILON), quad(1.0));
    }
}

static void fill_link(const Team *t, const JointLink3 *link)
{
    const BlockCholesky *matrix = &t->section->matrix;
    const TeamJoint3 *a = &t->joints[link->a - t->section->joint_first];
    const TeamJoint3 *b = &t->joints[link->b - t->section->joint_first];
    const TeamRow3 *rows = t->rows + a->row_first, *others = t->rows + b->row_first;
    const int32_t row_count = a->free_count, columns = b->free_count;
    const int32_t points = is_whole_point(a) ? 3 : 0, other_points = is_whole_point(b) ? 3 : 0;
    Quad *values = t->values + matrix->block_value[link->block];
    for (int32_t i = 0; i < row_count * columns; ++i) {
        values[i] = quad(0.0);
    }
    for (int shared = 0; shared < link->count; ++shared) {
        const int side = link->side[shared][0], other_side = link->side[shared][1];
        const double sign = side == other_side ? 1.0 : -1.0;
        const Quad push = sign * t->bodies[a->body[side]].inverse_mass;
        for (int32_t k = 0; k < columns; ++k) {
            const TeamRow3 *other = &others[b->free_rows[k]];
            const QVec3 spin = qvec3_scale(other->k[other_side], quad(sign));
            int32_t i = 0;
            if (points > 0) {
                QVec3 moved = qvec3_cross(spin, a->arm[side]);
                if (k < other_points) {
                    moved.x += k == 0 ? push : quad(0.0);
                    moved.y += k == 1 ? push : quad(0.0);
                    moved.z += k == 2 ? push : quad(0.0);
                }
                values[k] += quad_where(other->is_free & rows[0].is_free, moved.x);
                values[columns + k] += quad_where(other->is_free & rows[1].is_free, moved.y);
                values[2 * columns + k] += quad_where(other->is_free & rows[2].is_free, moved.z);
                i = 3;
            }
            for (; i < row_count; ++i) {
                const TeamRow3 *row = &rows[a->free_rows[i]];
                values[i * columns + k] +=
                    quad_where(other->is_free & row->is_free, qvec3_dot(row->j, spin));
            }
        }
    }
}

QUAD_INLINE int32_t width_at(const Team *t, int32_t position)
{
    return t->joints[t->section->matrix.node[position]].free_count;
}

QUAD_INLINE void factor_diagonal(Quad *d, const int32_t n)
{
    for (int32_t i = 0; i < n; ++i) {
        const Quad before = d[i * n + i];
        Quad pivot = before;
        for (int32_t k = 0; k < i; ++k) {
            pivot -= d[i * n + k] * d[i * n + k];
        }
        const Quad instead = quad_select(before > 0.0, 1e12 * before, quad(1.0));
        pivot = quad_select(pivot > 1e-14 * before, pivot, instead);
        const Quad inverse = 1.0 / quad_square_root(pivot);
        d[i * n + i] = inverse;
        for (int32_t j = i + 1; j < n; ++j) {
            Quad sum = d[j * n + i];
            for (int32_t k = 0; k < i; ++k) {
                sum -= d[j * n + k] * d[i * n + k];
            }
            d[j * n + i] = sum * inverse;
        }
    }
}

QUAD_INLINE void solve_lower(const Quad *d, const int32_t n, Quad *x)
{
    for (int32_t i = 0; i < n; ++i) {
        Quad sum = x[i];
        for (int32_t k = 0; k < i; ++k) {
            sum -= d[i * n + k] * x[k];
        }
        x[i] = sum * d[i * n + i];
    }
}

QUAD_INLINE void solve_upper(const Quad *d, const int32_t n, Quad *x)
{
    for (int32_t i = n; i-- > 0;) {
        Quad sum = x[i];
        for (int32_t k = i + 1; k < n; ++k) {
            sum -= d[k * n + i] * x[k];
        }
        x[i] = sum * d[i * n + i];
    }
}

QUAD_INLINE void subtract_product(Quad *target, const Quad *lower, const int32_t rows,
                                  const Quad *upper, const int32_t columns, const int32_t width,
                                  const bool is_diagonal)
{
    for (int32_t i = 0; i < rows; ++i) {
        const int32_t end = is_diagonal ? i + 1 : columns;
        for (int32_t j = 0; j < end; ++j) {
            Quad sum = lower[i * width] * upper[j * width];
            for (int32_t k = 1; k < width; ++k) {
                sum += lower[i * width + k] * upper[j * width + k];
            }
            target[i * columns + j] -= sum;
        }
    }
}

QUAD_INLINE const int32_t *eliminate_node(const Team *t, int32_t p, const int32_t *update,
                                          const int32_t width)
{
    const BlockCholesky *matrix = &t->section->matrix;
    Quad *values = t->values;
    const int32_t begin = matrix->column_first[p], end = matrix->column_first[p + 1];
    Quad *diagonal = values + matrix->block_value[matrix->block_count + p];
    factor_diagonal(diagonal, width);
    for (int32_t a = begin; a < end; ++a) {
        Quad *block = values + matrix->block_value[a];
        const int32_t rows = width_at(t, matrix->block_row[a]);
        for (int32_t i = 0; i < rows; ++i) {
            solve_lower(diagonal, width, block + i * width);
        }
    }
    for (int32_t a = begin; a < end; ++a) {
        const int32_t columns = width_at(t, matrix->block_row[a]);
        const Quad *upper = values + matrix->block_value[a];
        subtract_product(values + matrix->block_value[*update++], upper, columns, upper, columns,
                         width, true);
        for (int32_t b = a + 1; b < end; ++b) {
            const int32_t rows = width_at(t, matrix->block_row[b]);
            Quad *target = values + matrix->block_value[*update++];
            const Quad *lower = values + matrix->block_value[b];
            if (rows == width && columns == width) {
                subtract_product(target, lower, width, upper, width, width, false);
            } else {
                subtract_product(target, lower, rows, upper, columns, width, false);
            }
        }
    }
    return update;
}

QUAD_INLINE void solve_down(const Team *t, int32_t p, const int32_t width)
{
    const BlockCholesky *matrix = &t->section->matrix;
    const Quad *values = t->values;
    Quad *x = t->x;
    Quad *own = x + matrix->first_row[p];
    solve_lower(values + matrix->block_value[matrix->block_count + p], width, own);
    for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
        const Quad *block = values + matrix->block_value[a];
        Quad *below = x + matrix->first_row[matrix->block_row[a]];
        const int32_t rows = width_at(t, matrix->block_row[a]);
        for (int32_t i = 0; i < rows; ++i) {
            Quad sum = block[i * width] * own[0];
            for (int32_t k = 1; k < width; ++k) {
                sum += block[i * width + k] * own[k];
            }
            below[i] -= sum;
        }
    }
}

QUAD_INLINE void solve_up(const Team *t, int32_t p, const int32_t width)
{
    const BlockCholesky *matrix = &t->section->matrix;
    const Quad *values = t->values;
    Quad *x = t->x;
    Quad *own = x + matrix->first_row[p];
    for (int32_t a = matrix->column_first[p]; a < matrix->column_first[p + 1]; ++a) {
        const Quad *block = values + matrix->block_value[a];
        const Quad *below = x + matrix->first_row[matrix->block_row[a]];
        const int32_t rows = width_at(t, matrix->block_row[a]);
        for (int32_t i = 0; i < rows; ++i) {
            for (int32_t k = 0; k < width; ++k) {
                own[k] -= block[i * width + k] * below[i];
            }
        }
    }
    solve_upper(values + matrix->block_value[matrix->block_count + p], width, own);
}

// Of balls, with an end of a range, hinges, with an end of a range.
#define BY_WIDTH(width, CALL)                                                                      \
    switch (width) {                                                                               \
    case 0: break;                                                                                 \
    case 3: CALL(3); break;                                                                        \
    case 4: CALL(4); break;                                                                        \
    case 5: CALL(5); break;                                                                        \
    case 6: CALL(6); break;                                                                        \
    default: CALL(width); break;                                                                   \
    }

static void factor(const Team *t)
{
    const BlockCholesky *matrix = &t->section->matrix;
    for (int32_t i = 0; i < matrix->fill_count; ++i) {
        const int32_t block = matrix->fill[i];
        const size_t end = matrix->block_value[block + 1]; // of the last: of the first diagonal
        for (size_t k = matrix->block_value[block]; k < end; ++k) {
            t->values[k] = quad(0.0);
        }
    }
    for (int32_t i = 0; i < t->joint_count; ++i) {
        fill_diagonal(t, &t->joints[i], matrix->place[i]);
    }
    for (int32_t i = 0; i < t->section->link_count; ++i) {
        fill_link(t, &t->set->links.items[t->section->link_first + i]);
    }
    const int32_t *update = matrix->update;
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = width_at(t, p);
#define ELIMINATE(n) update = eliminate_node(t, p, update, n)
        BY_WIDTH(width, ELIMINATE)
#undef ELIMINATE
        if (width == 0) {
            const int32_t below = matrix->column_first[p + 1] - matrix->column_first[p];
            update += below * (below + 1) / 2;
        }
    }
    t->team->is_stale = false;
}

static void solve_matrix(const Team *t)
{
    const BlockCholesky *matrix = &t->section->matrix;
    for (int32_t p = 0; p < matrix->count; ++p) {
        const int32_t width = width_at(t, p);
#define SOLVE_DOWN(n) solve_down(t, p, n)
        BY_WIDTH(width, SOLVE_DOWN)
#undef SOLVE_DOWN
    }
    for (int32_t p = matrix->count; p-- > 0;) {
        const int32_t width = width_at(t, p);
#define SOLVE_UP(n) solve_up(t, p, n)
        BY_WIDTH(width, SOLVE_UP)
#undef SOLVE_UP
    }
}

// What free rows of a joint are wrong by, into x. @return the most.
static Quad load_wrong(const Team *t, const TeamJoint3 *joint)
{
    const TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    const TeamRow3 *rows = t->rows + joint->row_first;
    const QVec3 moving = joint->is_point_first ? point_velocity(joint, a, b) : qvec3_zero();
    Quad *x = t->x + joint->row_first;
    Quad most = quad(0.0);
    for (int32_t i = 0; i < joint->free_count; ++i) {
        const int32_t k = joint->free_rows[i];
        const TeamRow3 *row = &rows[k];
        const Quad speed =
            joint->is_point_first && k < 3 ? part_of(moving, k) : row_velocity(row, a, b);
        x[i] =
            quad_where(row->is_free, -(speed + row->bias + EPSILON * row->diagonal * row->impulse));
        most = quad_maximum(most, quad_absolute(x[i]));
    }
    return most;
}

static void add_impulses(const Team *t, const TeamJoint3 *joint, QuadMask active)
{
    TeamBody3 *a = &t->bodies[joint->body[0]], *b = &t->bodies[joint->body[1]];
    TeamRow3 *rows = t->rows + joint->row_first;
    const Quad *x = t->x + joint->row_first;
    QVec3 linear = qvec3_zero(), angular_a = linear, angular_b = linear;
    for (int32_t i = 0; i < joint->free_count; ++i) {
        TeamRow3 *row = &rows[joint->free_rows[i]];
        const Quad change = quad_where(active, x[i]);
        row->impulse += change;
        angular_a = qvec3_add_scaled(angular_a, row->k[0], change);
        angular_b = qvec3_add_scaled(angular_b, row->k[1], change);
        if (joint->is_point_first && joint->free_rows[i] < 3) {
            linear.x = joint->free_rows[i] == 0 ? change : linear.x;
            linear.y = joint->free_rows[i] == 1 ? change : linear.y;
            linear.z = joint->free_rows[i] == 2 ? change : linear.z;
        }
    }
    if (joint->is_point_first) {
        a->linear = qvec3_add_scaled(a->linear, linear, -a->inverse_mass);
        b->linear = qvec3_add_scaled(b->linear, linear, b->inverse_mass);
    }
    a->angular = qvec3_sub(a->angular, angular_a);
    b->angular = qvec3_add(b->angular, angular_b);
}

static Quad solve_free_rows(const Team *t, QuadMask active, double quiet, Quad loud)
{
    if (t->team->is_stale) {
        list_free_rows(t);
    }
    Quad most = quad(0.0);
    for (int32_t i = 0; i < t->joint_count; ++i) {
        most = quad_maximum(most, load_wrong(t, &t->joints[i]));
    }
    const QuadMask does = active & ~((most <= quiet) | (most > loud));
    if (!quad_any(does)) {
        return most;
    }
    if (t->team->is_stale) {
        factor(t);
    }
    solve_matrix(t);
    for (int32_t i = 0; i < t->joint_count; ++i) {
        add_impulses(t, &t->joints[i], does);
    }
    return most;
}

static QuadMask exchange_row(TeamRow3 *row, TeamBody3 *a, TeamBody3 *b, QuadMask active,
                             bool may_release)
{
    const QuadMask free = row->is_free & active;
    const QuadMask under = free & (row->impulse < row->low);
    const QuadMask over = free & ~under & (row->impulse > row->high);
    QuadMask changed = under | over;
    if (quad_any(changed)) {
        const Quad bound = quad_select(under, row->low, row->high);
        apply_angular(row, a, b, quad_where(changed, bound - row->impulse));
        row->impulse = quad_select(changed, bound, row->impulse);
        row->is_free &= ~changed;
        row->is_at_low = under | (row->is_at_low & ~over);
    }
    const QuadMask held = active & ~free & row->acts;
    if (may_release && quad_any(held)) {
        const Quad wrong =
            row_velocity(row, a, b) + row->bias + EPSILON * row->diagonal * row->impulse;
        const QuadMask leaves = held & ((row->is_at_low & (wrong < -RELEASE_SPEED)) |
                                        (~row->is_at_low & (wrong > RELEASE_SPEED)));
        row->is_free |= leaves;
        changed |= leaves;
    }
    return changed;
}

static QuadMask exchange(const Team *t, QuadMask active, bool may_release)
{
    QuadMask changed = quad_none();
    for (int32_t i = 0; i < t->joint_count; ++i) {
        const TeamJoint3 *joint = &t->joints[i];
        for (int32_t p = 0; p < joint->part_count && joint->has_bounds; ++p) {
            const TeamPart3 *part = &t->parts[joint->part_first + p];
            if (!part->is_equality) {
                changed |= exchange_row(&t->rows[part->row_first], &t->bodies[joint->body[0]],
                                        &t->bodies[joint->body[1]], active, may_release);
            }
        }
    }
    return changed;
}

static Quad solve_rows(const Team *t, QuadMask active, double quiet, Quad loud)
{
    Quad most = quad(0.0);
    for (int round = 0; round < EXCHANGES_MOST && quad_any(active); ++round) {
        const Quad wrong = solve_free_rows(t, active, quiet, loud);
        most = quad_select(active, quad_maximum(most, wrong), most);
        active &= ~(most > loud);
        active &= exchange(t, active, round < EXCHANGES_MOST - 2);
        t->team->is_stale |= quad_any(active);
    }
    return most;
}
