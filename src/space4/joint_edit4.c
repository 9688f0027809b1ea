// SPDX-License-Identifier: MIT
// joint_edit4.c: definitions of 4D joints, their changes between steps, and their measurements.
#include <string.h>

#include "base/assert.h"
#include "math/scalar.h"
#include "math/widen4.h"
#include "space4/space_data4.h"

// Locks of each kind, a bit per axis and a bit per plane, in the order of rows.
typedef struct KindLocks {
    uint8_t axes, planes;
} KindLocks;

enum { ALL_AXES = 0x0f, ALL_PLANES = 0x3f, PLANE_XY = 1 << 0, PLANE_ZW = 1 << 5 };
enum { PLANES_OF_W = 1 << 3 | 1 << 4 | 1 << 5 };

static KindLocks locks_of(JointKind4 kind)
{
    switch (kind) {
    case JOINT_LINE_PIN: return (KindLocks){ALL_AXES, PLANES_OF_W};
    case JOINT_HINGE: return (KindLocks){ALL_AXES, ALL_PLANES & ~PLANE_XY};
    case JOINT_DUO_HINGE: return (KindLocks){ALL_AXES, ALL_PLANES & ~(PLANE_XY | PLANE_ZW)};
    case JOINT_WELD: return (KindLocks){ALL_AXES, ALL_PLANES};
    case JOINT_SLIDER: return (KindLocks){ALL_AXES & ~1, ALL_PLANES};
    default: return (KindLocks){ALL_AXES, 0};
    }
}

int32_t tum_joint4_lock_count(JointKind4 kind)
{
    const KindLocks locks = locks_of(kind);
    return __builtin_popcount(locks.axes) + __builtin_popcount(locks.planes);
}

bool tum_joint4_is_free(JointKind4 kind, JointFreedom4 freedom)
{
    switch (freedom) {
    case FREE_X: return kind == JOINT_SLIDER;
    case FREE_XY: return kind == JOINT_HINGE || kind == JOINT_DUO_HINGE;
    default: return kind == JOINT_DUO_HINGE;
    }
}

bool tum_space4_reserve_joint(Space4 *space, size_t slot)
{
    return array_extend(&space->joints.joints, slot + 1, &space->allocator);
}

static bool is_soft(const JointTerm4 *term)
{
    return term->is_drive || is_finite64(term->stiffness);
}

// True for a term that holds a single value from both sides.
static bool is_equality(const JointTerm4 *term)
{
    return !term->is_drive && term->low == term->high;
}

// True when the impulse of one term is valid for the other.
static bool same_nature(const JointTerm4 *a, const JointTerm4 *b)
{
    return a->freedom == b->freedom && a->is_drive == b->is_drive && is_soft(a) == is_soft(b) &&
           is_equality(a) == is_equality(b);
}

static JointRow4 fresh_row(const JointTerm4 *term)
{
    return (JointRow4){.at = term->freedom == FREE_ZW ? 5 : 0,
                       .is_angular = term->freedom != FREE_X,
                       .is_soft = is_soft(term)};
}

static void release_rows(Joint4 *joint, const TumAllocator *allocator)
{
    tum_release(allocator, joint->rows, (size_t)joint->row_count * sizeof *joint->rows);
    tum_release(allocator, joint->terms, (size_t)joint->term_count * sizeof *joint->terms);
    joint->rows = NULL;
    joint->terms = NULL;
    joint->row_count = joint->lock_count = joint->term_count = 0;
}

// Makes the rows of a kind and its terms, with zero impulses.
static bool make_rows(Joint4 *joint, const JointDef4 *def, const TumAllocator *allocator)
{
    const int32_t locks = tum_joint4_lock_count(def->kind);
    const size_t rows = (size_t)locks + def->term_count;
    TUM_ASSERT(rows <= BLOCK_SIZE_MOST);
    joint->rows = tum_allocate_zeroed(allocator, rows, sizeof *joint->rows);
    joint->terms = tum_allocate_zeroed(allocator, def->term_count, sizeof *joint->terms);
    joint->row_count = (int32_t)rows;
    joint->lock_count = locks;
    joint->term_count = (int32_t)def->term_count;
    if (joint->rows == NULL || (def->term_count > 0 && joint->terms == NULL)) {
        release_rows(joint, allocator);
        return false;
    }
    const KindLocks kind = locks_of(def->kind);
    JointRow4 *row = joint->rows;
    for (uint8_t axis = 0; axis < 4; ++axis) {
        if ((kind.axes >> axis & 1) != 0) {
            *row++ = (JointRow4){.at = axis};
        }
    }
    for (uint8_t plane = 0; plane < 6; ++plane) {
        if ((kind.planes >> plane & 1) != 0) {
            *row++ = (JointRow4){.at = plane, .is_angular = true};
        }
    }
    for (size_t i = 0; i < def->term_count; ++i) {
        row[i] = fresh_row(&def->terms[i]);
    }
    return true;
}

static void set_terms(Joint4 *joint, const JointDef4 *def)
{
    for (int32_t i = 0; i < joint->term_count; ++i) {
        if (!same_nature(&joint->terms[i], &def->terms[i])) {
            joint->rows[joint->lock_count + i] = fresh_row(&def->terms[i]);
        }
        joint->terms[i] = def->terms[i];
    }
}

bool tum_space4_set_joint(Space4 *space, int32_t slot, const JointDef4 *def, bool *is_stale)
{
    Joint4 *joint = &space->joints.joints.items[slot];
    const bool fits = def->acts && joint->row_count > 0 && joint->kind == def->kind &&
                      (size_t)joint->term_count == def->term_count;
    if (!fits) {
        Joint4 made = {.kind = def->kind};
        if (def->acts && !make_rows(&made, def, &space->allocator)) {
            return false;
        }
        *is_stale |= made.row_count != joint->row_count;
        release_rows(joint, &space->allocator);
        made.body[0] = joint->body[0];
        made.body[1] = joint->body[1];
        if (def->acts && joint->row_count > 0 && joint->kind == def->kind) {
            made.angle[0] = joint->angle[0];
            made.angle[1] = joint->angle[1];
            made.angles_are_known = joint->angles_are_known;
            made.is_placed = joint->is_placed;
        }
        *joint = made;
    }
    set_terms(joint, def);
    joint->frame[0] = def->frame[0];
    joint->frame[1] = def->frame[1];
    return true;
}

static DPose4 center_of(const Space4 *space, int32_t body)
{
    return pose4_widen(space4_pose(space, body));
}

DPose4 tum_space4_joint_frame(const Space4 *space, int32_t slot, int side, int32_t body)
{
    return dpose4_multiply(center_of(space, body), space->joints.joints.items[slot].frame[side]);
}

double tum_space4_joint_value(const Space4 *space, int32_t slot, JointFreedom4 freedom,
                              const int32_t body[2])
{
    const DPose4 a = center_of(space, body[0]), b = center_of(space, body[1]);
    return tum_joint4_value(&space->joints.joints.items[slot], &a, &b, freedom);
}

static void count_now(Space4 *space, const Topology *topology, int32_t slot)
{
    Joint4 *joint = &space->joints.joints.items[slot];
    const int32_t *body = topology->joints.joints.items[slot].body;
    const double xy = tum_space4_joint_value(space, slot, FREE_XY, body);
    const double zw = tum_space4_joint_value(space, slot, FREE_ZW, body);
    joint->angle[0] = xy;
    joint->angle[1] = zw;
}

void tum_space4_hold_counts(Space4 *space, const Topology *topology, int32_t body)
{
    JointSet4 *set = &space->joints;
    for (int32_t edge = topology->bodies.items[body].first_joint; edge != NONE;
         edge = topology->joints.joints.items[edge / 2].next[edge & 1]) {
        Joint4 *joint = &set->joints.items[edge / 2];
        if (joint->angles_are_known && !joint->is_placed) {
            count_now(space, topology, edge / 2);
            joint->is_placed = set->some_placed = true;
        } // else the angles are the recorded ones
    }
}

void tum_space4_settle_counts(Space4 *space, const Topology *topology)
{
    JointSet4 *set = &space->joints;
    for (size_t i = 0; i < set->joints.count && set->some_placed; ++i) {
        if (set->joints.items[i].is_placed) {
            count_now(space, topology, (int32_t)i);
            set->joints.items[i].is_placed = false;
        }
    }
    set->some_placed = false;
}

// Directions are measured in copies, since those in the solver may be older than the poses.
JointImpulse4 tum_space4_joint_impulse(const Space4 *space, int32_t slot, const int32_t body[2])
{
    JointRow4 rows[BLOCK_SIZE_MOST];
    JointBody4 bodies[2];
    Joint4 joint = space->joints.joints.items[slot];
    for (int side = 0; side < 2; ++side) {
        bodies[side] = (JointBody4){.center = center_of(space, body[side])};
    }
    for (int32_t i = 0; i < joint.row_count; ++i) {
        rows[i] = joint.rows[i];
    }
    joint.rows = rows;
    tum_joint4_measure_at(&joint, &bodies[0], &bodies[1]);
    DVec4 linear = {0.0, 0.0, 0.0, 0.0};
    DHalves4 angular = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int32_t i = 0; i < joint.row_count; ++i) {
        if (rows[i].is_angular) {
            angular = dhalves4_add_scaled(angular, rows[i].j[1], 2.0 * rows[i].impulse);
        } else {
            linear = dvec4_add_scaled(linear, rows[i].n, rows[i].impulse);
        }
    }
    return (JointImpulse4){linear, dbivec4_from_halves(angular)};
}

void tum_joint_set4_clear(JointSet4 *set, const TumAllocator *allocator)
{
    tum_joint_set4_clear_layout(set, allocator);
    for (size_t i = 0; i < set->joints.count; ++i) {
        release_rows(&set->joints.items[i], allocator);
    }
    array_free(&set->joints, allocator);
    array_free(&set->bodies, allocator);
    tum_joint_layout_clear(&set->layout, allocator);
    array_free(&set->vector, allocator);
    array_free(&set->joint_islands, allocator);
    array_free(&set->active, allocator);
}

static void hash_term(const JointTerm4 *term, Hash *hash)
{
    const double numbers[] = {term->low,    term->high,  term->stiffness, term->damping,
                              term->target, term->speed, term->max_force};
    tum_hash_add_u64(hash, (uint64_t)term->freedom << 8 | (uint64_t)term->is_drive);
    tum_hash_add(hash, numbers, sizeof numbers);
}

void tum_joint_set4_hash(const JointSet4 *set, Hash *hash)
{
    for (size_t i = 0; i < set->joints.count; ++i) {
        const Joint4 *joint = &set->joints.items[i];
        if (joint->row_count == 0) {
            continue;
        }
        tum_hash_add_u64(hash, (uint64_t)i << 8 | (uint64_t)joint->kind);
        tum_hash_add(hash, joint->frame, sizeof joint->frame);
        tum_hash_add(hash, joint->angle, sizeof joint->angle);
        tum_hash_add_u64(hash, joint->is_placed);
        for (int32_t k = 0; k < joint->term_count; ++k) {
            hash_term(&joint->terms[k], hash);
        }
        for (int32_t k = 0; k < joint->row_count; ++k) {
            const JointRow4 *row = &joint->rows[k];
            tum_hash_add(hash, &row->impulse, sizeof row->impulse);
            tum_hash_add_u64(hash, (uint64_t)row->state << 8 | row->side);
        }
    }
}

// A new member of these types is packed below, unless each step computes the member before its use.
_Static_assert(sizeof(JointRow4) == 304, "JointRow4 changed: pack_row");
_Static_assert(sizeof(void *) != 8 || sizeof(Joint4) == 416, "Joint4 changed: tum_joint_set4_pack");

static void pack_row(Pack *pack, JointRow4 *row)
{
    tum_pack_f64(pack, &row->impulse);
    tum_pack_f64(pack, &row->gamma);
    tum_pack_u8(pack, &row->state);
    tum_pack_u8(pack, &row->side);
    tum_pack_bool(pack, &row->is_idle);
    pack_require(pack, row->state <= ROW4_AT_HIGH && row->side <= SIDE4_HIGH &&
                           is_finite64(row->impulse));
}

void tum_joint_set4_pack(Pack *pack, JointSet4 *set)
{
    for (size_t i = 0; i < set->joints.count; ++i) {
        Joint4 *joint = &set->joints.items[i];
        for (int side = 0; side < 2 && joint->row_count > 0; ++side) {
            tum_pack_f64(pack, &joint->angle[side]);
            tum_pack_f64(pack, &joint->arm_length[side]);
            pack_require(pack, is_finite64(joint->angle[side]));
        }
        if (joint->row_count > 0) {
            tum_pack_bool(pack, &joint->angles_are_known);
            tum_pack_bool(pack, &joint->is_placed);
            set->some_placed |= joint->is_placed;
        }
        for (int32_t k = 0; k < joint->row_count; ++k) {
            pack_row(pack, &joint->rows[k]);
        }
    }
}
