// SPDX-License-Identifier: MIT
// joint_build3.c: joints are added, then laid out by assembly and section.
#include "base/assert.h"
#include "space3/limit3.h"
#include "space3/space3.h"

static int32_t rows_of(const JointPart3 *part)
{
    return part->kind == PART_LOCK ? axis_count(part->axes) : 1;
}

int32_t tum_joint3_row_count(const JointPart3 *parts, size_t count)
{
    int32_t rows = 0;
    for (size_t i = 0; i < count; ++i) {
        rows += rows_of(&parts[i]);
    }
    return rows;
}

bool tum_space3_add_joint(Space3 *space, const JointDef3 *joint)
{
    JointSet3 *set = &space->joints;
    const int32_t rows = tum_joint3_row_count(joint->parts, joint->part_count);
    TUM_ASSERT(rows >= 1 && rows <= BLOCK_SIZE_MOST);
    Joint3 *made = array_push(&set->joints, &space->allocator);
    if (made == NULL) {
        return false;
    }
    *made = (Joint3){.frame = {joint->frame[0], joint->frame[1]},
                     .part_first = (int32_t)set->parts.count,
                     .part_count = (int32_t)joint->part_count,
                     .row_count = rows};
    for (size_t i = 0; i < joint->part_count; ++i) {
        JointPart3 *part = array_push(&set->parts, &space->allocator);
        if (part == NULL) {
            return false;
        }
        *part = joint->parts[i];
        part->row_count = rows_of(part);
        part->angle_is_known = false;
    }
    for (int32_t i = 0; i < rows; ++i) {
        if (array_push(&set->rows, &space->allocator) == NULL ||
            array_push(&set->vector, &space->allocator) == NULL) {
            return false;
        }
    }
    return true;
}

// What is laid out, and how far it has come.
typedef struct Layout {
    Space3 *space;
    const Sim *sim;
    int32_t *local; // one a body: its place in set->bodies, or NONE
    int32_t *sizes; // room for a section
    BlockLink *pairs;
    int32_t row_next;
} Layout;

enum { PAIRS_MOST = BLOCK_NODES_MOST * (BLOCK_NODES_MOST - 1) / 2 };

// The body's place in the assembly that begins at `first`.
static int32_t enlist(Layout *layout, int32_t slot, int32_t first)
{
    JointSet3 *set = &layout->space->joints;
    if (layout->local[slot] >= first) {
        return layout->local[slot];
    }
    JointBody3 *body = array_push(&set->bodies, &layout->space->allocator);
    if (body == NULL) {
        return NONE;
    }
    body->slot = slot;
    body->is_movable = layout->sim->bodies.items[slot].is_movable;
    layout->local[slot] = (int32_t)set->bodies.count - 1;
    return layout->local[slot];
}

static bool shares_movable_body(const JointSet3 *set, const Joint3 *a, const Joint3 *b)
{
    for (int i = 0; i < 2; ++i) {
        const bool shared = a->body[i] == b->body[0] || a->body[i] == b->body[1];
        if (shared && set->bodies.items[a->body[i]].is_movable) {
            return true;
        }
    }
    return false;
}

static const Joint3 *joint_at(const JointSet3 *set, int32_t index)
{
    return &set->joints.items[set->ordered.items[index]];
}

static size_t find_pairs(const Layout *layout, int32_t first, int32_t count)
{
    const JointSet3 *set = &layout->space->joints;
    size_t found = 0;
    for (int32_t i = 0; i < count; ++i) {
        for (int32_t k = i + 1; k < count; ++k) {
            if (shares_movable_body(set, joint_at(set, first + i), joint_at(set, first + k))) {
                layout->pairs[found++] = (BlockLink){i, k};
            }
        }
    }
    return found;
}

static void place_rows(Layout *layout, const JointSection3 *section)
{
    JointSet3 *set = &layout->space->joints;
    for (int32_t i = 0; i < section->joint_count; ++i) {
        Joint3 *joint = &set->joints.items[set->ordered.items[section->joint_first + i]];
        int32_t row = section->row_first + section->matrix.first_row[section->matrix.place[i]];
        joint->row_first = row;
        for (int32_t k = 0; k < joint->part_count; ++k) {
            JointPart3 *part = &set->parts.items[joint->part_first + k];
            part->row_first = row;
            for (int32_t r = 0; r < part->row_count; ++r, ++row) {
                set->rows.items[row] = (JointRow3){.a = joint->body[0],
                                                   .b = joint->body[1],
                                                   .is_soft = part->kind == PART_DRIVE ||
                                                              is_finite64(part->stiffness)};
            }
        }
    }
}

static TumStatus add_links(Layout *layout, JointSection3 *section, size_t pair_count)
{
    JointSet3 *set = &layout->space->joints;
    section->link_first = (int32_t)set->links.count;
    section->link_count = (int32_t)pair_count;
    for (size_t i = 0; i < pair_count; ++i) {
        JointLink3 *link = array_push(&set->links, &layout->space->allocator);
        if (link == NULL) {
            return TUM_ERROR_MEMORY;
        }
        const BlockLink pair = layout->pairs[i];
        const bool in_order = section->matrix.place[pair.a] > section->matrix.place[pair.b];
        *link = (JointLink3){section->joint_first + (in_order ? pair.a : pair.b),
                             section->joint_first + (in_order ? pair.b : pair.a),
                             tum_block_cholesky_find(&section->matrix, pair.a, pair.b)};
    }
    return TUM_OK;
}

// Joints that can be solved as one are; else the two halves of them, one after the other.
static TumStatus add_sections(Layout *layout, int32_t first, int32_t count)
{
    JointSet3 *set = &layout->space->joints;
    BlockCholesky matrix = {0};
    size_t pair_count = 0;
    TumStatus status = TUM_ERROR_CAPACITY;
    if (count <= BLOCK_NODES_MOST) {
        for (int32_t i = 0; i < count; ++i) {
            layout->sizes[i] = joint_at(set, first + i)->row_count;
        }
        pair_count = find_pairs(layout, first, count);
        status = tum_block_cholesky_init(&matrix, count, layout->sizes, layout->pairs, pair_count,
                                         &layout->space->allocator);
    }
    if (status == TUM_ERROR_CAPACITY) {
        status = add_sections(layout, first, count / 2);
        return status == TUM_OK ? add_sections(layout, first + count / 2, count - count / 2)
                                : status;
    }
    if (status != TUM_OK) {
        return status;
    }
    JointSection3 *section = array_push(&set->sections, &layout->space->allocator);
    if (section == NULL) {
        tum_block_cholesky_destroy(&matrix, &layout->space->allocator);
        return TUM_ERROR_MEMORY;
    }
    *section = (JointSection3){.joint_first = first,
                               .joint_count = count,
                               .row_first = layout->row_next,
                               .matrix = matrix,
                               .is_stale = true};
    layout->row_next += matrix.row_count;
    place_rows(layout, section);
    return add_links(layout, section, pair_count);
}

static TumStatus add_assembly(Layout *layout, const Assembly *source)
{
    JointSet3 *set = &layout->space->joints;
    const TumAllocator *allocator = &layout->space->allocator;
    const int32_t body_first = (int32_t)set->bodies.count, first = (int32_t)set->ordered.count;
    for (int32_t i = 0; i < source->joint_count; ++i) {
        const int32_t slot = layout->sim->joints.order.items[source->joint_first + i];
        Joint3 *joint = &set->joints.items[slot];
        int32_t *ordered = array_push(&set->ordered, allocator);
        if (ordered == NULL) {
            return TUM_ERROR_MEMORY;
        }
        *ordered = slot;
        for (int side = 0; side < 2; ++side) {
            const int32_t body = layout->sim->joints.joints.items[slot].body[side];
            joint->body[side] = enlist(layout, body, body_first);
            if (joint->body[side] == NONE) {
                return TUM_ERROR_MEMORY;
            }
        }
    }
    const int32_t section_first = (int32_t)set->sections.count;
    const TumStatus status = add_sections(layout, first, source->joint_count);
    if (status != TUM_OK) {
        return status;
    }
    JointAssembly3 *assembly = array_push(&set->assemblies, allocator);
    if (assembly == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *assembly = (JointAssembly3){.body_first = body_first,
                                 .body_count = (int32_t)set->bodies.count - body_first,
                                 .section_first = section_first,
                                 .section_count = (int32_t)set->sections.count - section_first};
    return TUM_OK;
}

TumStatus tum_space3_finish_joints(Space3 *space, const Sim *sim)
{
    const size_t bodies = sim->bodies.count;
    if (sim->joints.assemblies.count == 0) {
        return TUM_OK;
    }
    Layout layout = {.space = space, .sim = sim};
    layout.local = tum_allocate_zeroed(&space->allocator, bodies, sizeof *layout.local);
    layout.sizes = tum_allocate_zeroed(&space->allocator, BLOCK_NODES_MOST, sizeof *layout.sizes);
    layout.pairs = tum_allocate_zeroed(&space->allocator, PAIRS_MOST, sizeof *layout.pairs);
    TumStatus status = layout.local == NULL || layout.sizes == NULL || layout.pairs == NULL
                           ? TUM_ERROR_MEMORY
                           : TUM_OK;
    for (size_t i = 0; i < bodies && status == TUM_OK; ++i) {
        layout.local[i] = NONE;
    }
    for (size_t i = 0; i < sim->joints.assemblies.count && status == TUM_OK; ++i) {
        status = add_assembly(&layout, &sim->joints.assemblies.items[i]);
    }
    tum_release(&space->allocator, layout.local, bodies * sizeof *layout.local);
    tum_release(&space->allocator, layout.sizes, BLOCK_NODES_MOST * sizeof *layout.sizes);
    tum_release(&space->allocator, layout.pairs, PAIRS_MOST * sizeof *layout.pairs);
    return status;
}

void tum_joint_set3_clear(JointSet3 *set, const TumAllocator *allocator)
{
    for (size_t i = 0; i < set->sections.count; ++i) {
        tum_block_cholesky_destroy(&set->sections.items[i].matrix, allocator);
    }
    array_free(&set->joints, allocator);
    array_free(&set->parts, allocator);
    array_free(&set->rows, allocator);
    array_free(&set->vector, allocator);
    array_free(&set->bodies, allocator);
    array_free(&set->ordered, allocator);
    array_free(&set->links, allocator);
    array_free(&set->sections, allocator);
    array_free(&set->assemblies, allocator);
}

void tum_joint_set3_hash(const JointSet3 *set, Hash *hash)
{
    for (size_t i = 0; i < set->rows.count; ++i) {
        const JointRow3 *row = &set->rows.items[i];
        tum_hash_add(hash, &row->impulse, sizeof row->impulse);
        tum_hash_add_u64(hash, (uint64_t)row->state << 8 | row->side);
    }
    for (size_t i = 0; i < set->parts.count; ++i) {
        const JointPart3 *part = &set->parts.items[i];
        tum_hash_add(hash, &part->angle, sizeof part->angle);
    }
}
