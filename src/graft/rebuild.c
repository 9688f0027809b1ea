// SPDX-License-Identifier: MIT
// rebuild.c: transforms and parents of needed nodes as the source has them.

#include "document/node.h"
#include "document/transform.h"
#include "graft/graft_data.h"
#include "math/scalar.h"

const char *const tum_graft_transform_keys[] = {"matrix", "translation", "rotation", "scale", NULL};

// [1] Differences of a transform that count as rounding: optimizers write floats of nine digits.
static const double rounding = 2e-5;

int32_t tum_graft_add_node(Graft *graft, int32_t parent, const char *name)
{
    int32_t node = -1;
    graft_note(graft, tum_edit_add_node(graft->document, EDIT_NOWHERE,
                                        name != NULL && name[0] != '\0' ? name : NULL, &node));
    int32_t *slot = array_push(&graft->parents, &graft->caller);
    int32_t *holder = array_push(&graft->holders, &graft->caller);
    if (slot == NULL || holder == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return -1;
    }
    *slot = parent;
    *holder = -1;
    return graft_is_fine(graft) ? node : -1;
}

void tum_graft_copy_members(Graft *graft, int32_t source, int32_t node, const char *const *keys)
{
    const Cursor root = tum_cursor_root(graft->source, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor from = tum_cursor_item(&nodes, (size_t)source);
    const Cursor to = graft_item(&graft->nodes, (size_t)node);
    for (; *keys != NULL && graft_is_fine(graft); ++keys) {
        const Cursor value = tum_cursor_member(&from, *keys);
        if (tum_cursor_exists(&value)) {
            graft_note(graft, tum_edit_set_copy(graft->document, &to, *keys, &value));
        } else {
            tum_edit_remove(graft->document, &to, *keys);
        }
    }
}

// The residue is the transform that the optimizer put between the node of the source and its own,
// such as that of quantized positions. @return false where there is nothing between them.
static bool find_residue(const Graft *graft, size_t source, size_t node, double residue[16])
{
    const double *before = tum_document_node(graft->source, source)->world;
    const double *after = tum_document_node(graft->optimized, node)->world;
    const DMat3 linear = {{before[0], before[1], before[2]},
                          {before[4], before[5], before[6]},
                          {before[8], before[9], before[10]}};
    const double determinant = dmat3_determinant(linear);
    if (!(absolute64(determinant) > 0.0) || !is_finite64(1.0 / determinant)) {
        return false; // A node of scale 0 shows nothing.
    }
    const DMat3 inverse = dmat3_inverse(linear);
    const DVec3 columns[4] = {
        dvec3(after[0], after[1], after[2]), dvec3(after[4], after[5], after[6]),
        dvec3(after[8], after[9], after[10]),
        dvec3(after[12] - before[12], after[13] - before[13], after[14] - before[14])};
    bool is_something = false, are_numbers = true;
    for (int k = 0; k < 4; ++k) {
        const DVec3 column = dmat3_transform(inverse, columns[k]);
        const double numbers[3] = {column.x, column.y, column.z};
        for (int i = 0; i < 3; ++i) {
            const double plain = k == i ? 1.0 : 0.0;
            residue[4 * k + i] = numbers[i];
            is_something = is_something || !(absolute64(numbers[i] - plain) <= rounding);
            are_numbers = are_numbers && is_finite64(numbers[i]);
        }
        residue[4 * k + 3] = k == 3 ? 1.0 : 0.0;
    }
    return is_something && are_numbers;
}

// True where the node shows something itself or carries nodes that are not needed.
static bool carries(const Graft *graft, size_t node, int32_t match)
{
    static const char *const keys[] = {"mesh", "camera", "extensions"};
    const Cursor root = tum_cursor_root(graft->document, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor at = tum_cursor_item(&nodes, node);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        const Cursor member = tum_cursor_member(&at, keys[i]);
        if (tum_cursor_exists(&member)) {
            return true;
        }
    }
    for (size_t i = 0; i < tum_document_child_count(graft->optimized, match); ++i) {
        if (graft->source_of[tum_document_child(graft->optimized, match, i)] < 0) {
            return true;
        }
    }
    return false;
}

// Moves all that a node shows to a node of its own below it.
static void hold(Graft *graft, size_t node, int32_t match, const double residue[16])
{
    static const char *const keys[] = {"mesh", "skin", "weights", "camera", "extensions"};
    const int32_t holder = tum_graft_add_node(graft, (int32_t)node, NULL);
    const Cursor to = graft_item(&graft->nodes, (size_t)holder);
    const Cursor from = graft_item(&graft->nodes, node);
    if (!graft_is_fine(graft)) {
        return;
    }
    graft_note(graft, tum_edit_set_numbers(graft->document, &to, "matrix", residue, 16));
    for (size_t i = 0; i < sizeof keys / sizeof *keys && graft_is_fine(graft); ++i) {
        const Cursor root = tum_cursor_root(graft->document, NULL);
        const Cursor nodes = tum_cursor_member(&root, "nodes");
        const Cursor at = tum_cursor_item(&nodes, node);
        const Cursor value = tum_cursor_member(&at, keys[i]);
        if (tum_cursor_exists(&value)) {
            graft_note(graft, tum_edit_set_copy(graft->document, &to, keys[i], &value));
            tum_edit_remove(graft->document, &from, keys[i]);
        }
    }
    for (size_t i = 0; i < tum_document_child_count(graft->optimized, match); ++i) {
        const int32_t child = tum_document_child(graft->optimized, match, i);
        if (graft->source_of[child] < 0) {
            graft->parents.items[graft->slot_of[child]] = holder;
        }
    }
    graft->holders.items[node] = holder;
}

static void restore_node(Graft *graft, int32_t source, int32_t parent)
{
    static const char *const extras[] = {"extras", NULL};
    const int32_t node = graft->node_of[source], match = graft->match_of[source];
    const char *name = tum_document_node(graft->source, (size_t)source)->name;
    const Cursor at = graft_item(&graft->nodes, (size_t)node);
    double residue[16];
    if (match < 0) {
        tum_graft_copy_members(graft, source, node, extras);
    } else if (find_residue(graft, (size_t)source, (size_t)match, residue) &&
               carries(graft, (size_t)node, match)) {
        hold(graft, (size_t)node, match, residue);
    }
    tum_graft_copy_members(graft, source, node, tum_graft_transform_keys);
    graft->parents.items[node] = parent;
    if (name[0] != '\0' && graft_is_fine(graft)) {
        graft_note(graft, tum_edit_set_text(graft->document, &at, "name", name));
    }
}

// Nodes made anew have the tags of a tagged source.
static void remove_tags(Graft *graft)
{
    for (size_t i = 0; i < graft->parents.count; ++i) {
        const Cursor root = tum_cursor_root(graft->document, NULL);
        const Cursor nodes = tum_cursor_member(&root, "nodes");
        const Cursor node = tum_cursor_item(&nodes, i);
        const Cursor extras = tum_cursor_member(&node, "extras");
        const Cursor tag = tum_cursor_member(&extras, GRAFT_TAG);
        if (!tum_cursor_exists(&tag)) {
            continue;
        }
        const bool is_alone = tum_cursor_count(&extras) == 1;
        tum_edit_remove(graft->document, is_alone ? &node : &extras,
                        is_alone ? "extras" : GRAFT_TAG);
    }
}

void tum_graft_rebuild(Graft *graft)
{
    for (size_t i = 0; i < graft->source_count && graft_is_fine(graft); ++i) {
        const int32_t source = graft->order[i];
        const DocumentNode *before = tum_document_node(graft->source, (size_t)source);
        if (graft->is_needed[source]) {
            restore_node(graft, source,
                         before->parent >= 0 ? graft->node_of[before->parent]
                         : before->in_scene  ? EDIT_ROOT
                                             : EDIT_NOWHERE);
        }
    }
    remove_tags(graft);
}

// Lists.

/// Children by parent, in order of their index.
typedef struct Children {
    size_t *first; ///< [count + 1]
    int32_t *nodes;
} Children;

static bool list_children(Graft *graft, Children *children)
{
    const size_t count = graft->parents.count;
    children->first = tum_arena_zeroed(&graft->arena, count + 2, sizeof *children->first);
    children->nodes = tum_arena_zeroed(&graft->arena, count, sizeof *children->nodes);
    if (children->first == NULL || children->nodes == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (graft->parents.items[i] >= 0) {
            ++children->first[graft->parents.items[i] + 2];
        }
    }
    for (size_t i = 0; i < count; ++i) {
        children->first[i + 2] += children->first[i + 1];
    }
    // The bounds of each list end at the next one once all are filled.
    for (size_t i = 0; i < count; ++i) {
        if (graft->parents.items[i] >= 0) {
            children->nodes[children->first[graft->parents.items[i] + 1]++] = (int32_t)i;
        }
    }
    return true;
}

// True where the list of the document has these nodes, in any order, each once.
// @param is_listed  of each node: in the list of its parent. A parent's list is looked at once.
static bool is_list(const Graft *graft, const Cursor *list, int32_t parent, size_t count,
                    bool *is_listed)
{
    if (tum_cursor_count(list) != count) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const int32_t child = tum_cursor_index_at(list, i, graft->parents.count);
        if (child < 0 || graft->parents.items[child] != parent || is_listed[child]) {
            return false;
        }
        is_listed[child] = true;
    }
    return true;
}

static void write_list(Graft *graft, const Cursor *owner, const char *key, const int32_t *nodes,
                       size_t count)
{
    tum_edit_remove(graft->document, owner, key);
    if (count == 0) {
        return;
    }
    graft_note(graft, tum_edit_set_array(graft->document, owner, key));
    const Cursor list = graft_member(owner, key);
    for (size_t i = 0; i < count && graft_is_fine(graft); ++i) {
        graft_note(graft, tum_edit_add_number(graft->document, &list, nodes[i]));
    }
}

static void settle_children(Graft *graft, bool *is_listed)
{
    Children children;
    if (!list_children(graft, &children)) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    for (size_t i = 0; i < graft->parents.count && graft_is_fine(graft); ++i) {
        const Cursor root = tum_cursor_root(graft->document, NULL);
        const Cursor nodes = tum_cursor_member(&root, "nodes");
        const Cursor node = tum_cursor_item(&nodes, i);
        const Cursor list = tum_cursor_member(&node, "children");
        const size_t first = children.first[i], count = children.first[i + 1] - first;
        if (!is_list(graft, &list, (int32_t)i, count, is_listed)) {
            const Cursor at = graft_item(&graft->nodes, i);
            write_list(graft, &at, "children", children.nodes + first, count);
        }
    }
}

static void settle_roots(Graft *graft, bool *is_listed)
{
    const Cursor root = tum_cursor_root(graft->document, NULL);
    const Cursor scenes = tum_cursor_member(&root, "scenes");
    const size_t count = tum_cursor_count(&scenes);
    const int32_t named = tum_cursor_index(&root, "scene", count);
    int32_t *roots = tum_arena_zeroed(&graft->arena, graft->parents.count, sizeof *roots);
    size_t root_count = 0;
    if (roots == NULL || count == 0) {
        graft_note(graft, roots == NULL ? TUM_ERROR_MEMORY : TUM_OK);
        return;
    }
    for (size_t i = 0; i < graft->parents.count; ++i) {
        if (graft->parents.items[i] == EDIT_ROOT) {
            roots[root_count++] = (int32_t)i;
        }
    }
    const Cursor places = graft_member(&graft->root, "scenes");
    const Cursor active = graft_item(&places, named >= 0 ? (size_t)named : 0);
    const Cursor scene = tum_cursor_item(&scenes, active.index);
    const Cursor list = tum_cursor_member(&scene, "nodes");
    if (!is_list(graft, &list, EDIT_ROOT, root_count, is_listed)) {
        write_list(graft, &active, "nodes", roots, root_count);
    }
}

void tum_graft_settle(Graft *graft)
{
    bool *is_listed = tum_arena_zeroed(&graft->arena, graft->parents.count, sizeof *is_listed);
    if (is_listed == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    settle_children(graft, is_listed);
    if (graft_is_fine(graft)) {
        settle_roots(graft, is_listed);
    }
}
