// SPDX-License-Identifier: MIT
// slots.c: indices of the result: needed nodes in the order of the source.
//
// Needed nodes take the places of those that were found, and new places at the end for those that
// were not; the places are given out in the order of the source. All other nodes keep theirs.
#include "document/node.h"
#include "graft/graft_data.h"

// [needed nodes] The places, in order.
static int32_t *gather_slots(Graft *graft)
{
    int32_t *slots = tum_arena_zeroed(&graft->arena, graft->source_count, sizeof *slots);
    size_t count = 0;
    if (slots == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return NULL;
    }
    for (size_t i = 0; i < graft->optimized_count; ++i) {
        if (graft->source_of[i] >= 0) {
            slots[count++] = (int32_t)i;
        }
    }
    for (size_t i = 0; i < graft->source_count && graft_is_fine(graft); ++i) {
        if (graft->is_needed[i] && graft->match_of[i] < 0) {
            slots[count++] = tum_graft_add_node(graft, EDIT_NOWHERE, NULL);
            ++graft->counts.made_count;
        }
    }
    return slots;
}

static void assign_slots(Graft *graft, const int32_t *slots)
{
    size_t used = 0;
    for (size_t i = 0; i < graft->source_count; ++i) {
        if (graft->is_needed[i]) {
            graft->node_of[i] = slots[used++];
        }
    }
    for (size_t i = 0; i < graft->optimized_count; ++i) {
        const int32_t source = graft->source_of[i];
        graft->slot_of[i] = source >= 0 ? graft->node_of[source] : (int32_t)i;
    }
}

static void clear_node(Graft *graft, size_t node)
{
    const Cursor place = graft_item(&graft->nodes, node);
    for (size_t left = tum_edit_count(graft->document, &place); left-- > 0;) {
        const Cursor root = tum_cursor_root(graft->document, NULL);
        const Cursor nodes = tum_cursor_member(&root, "nodes");
        const Cursor at = tum_cursor_item(&nodes, node);
        const char *key = NULL;
        tum_cursor_member_at(&at, left, &key);
        tum_edit_remove(graft->document, &place, key);
    }
}

static void copy_node(Graft *graft, size_t from, size_t to)
{
    const Cursor root = tum_cursor_root(graft->optimized, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const Cursor at = tum_cursor_item(&nodes, from);
    const Cursor place = graft_item(&graft->nodes, to);
    for (size_t i = 0; i < tum_cursor_count(&at) && graft_is_fine(graft); ++i) {
        const char *key = NULL;
        const Cursor member = tum_cursor_member_at(&at, i, &key);
        graft_note(graft, tum_edit_set_copy(graft->document, &place, key, &member));
    }
}

// Moves the nodes of the optimized document to their places.
static void move_nodes(Graft *graft)
{
    for (size_t i = 0; i < graft->source_count; ++i) {
        if (graft->is_needed[i] && graft->node_of[i] != graft->match_of[i]) {
            clear_node(graft, (size_t)graft->node_of[i]);
        }
    }
    for (size_t i = 0; i < graft->optimized_count && graft_is_fine(graft); ++i) {
        const DocumentNode *node = tum_document_node(graft->optimized, i);
        const int32_t slot = graft->slot_of[i];
        graft->parents.items[slot] = node->parent >= 0 ? graft->slot_of[node->parent]
                                     : node->in_scene  ? EDIT_ROOT
                                                       : EDIT_NOWHERE;
        if (slot != (int32_t)i) {
            copy_node(graft, i, (size_t)slot);
        }
    }
}

// Skins name nodes by index.
static void move_joints(Graft *graft)
{
    const Cursor source = tum_cursor_root(graft->optimized, NULL);
    const Cursor skins = tum_cursor_member(&source, "skins");
    const Cursor places = graft_member(&graft->root, "skins");
    for (size_t i = 0; i < tum_cursor_count(&skins) && graft_is_fine(graft); ++i) {
        const Cursor skin = tum_cursor_item(&skins, i);
        const Cursor joints = tum_cursor_member(&skin, "joints");
        const Cursor place = graft_item(&places, i);
        const Cursor list = graft_member(&place, "joints");
        const int32_t skeleton = tum_cursor_index(&skin, "skeleton", graft->optimized_count);
        if (tum_cursor_kind(&joints) != JSON_ARRAY) {
            continue; // No skin.
        }
        if (skeleton >= 0) {
            graft_note(graft, tum_edit_set_number(graft->document, &place, "skeleton",
                                                  graft->slot_of[skeleton]));
        }
        tum_edit_remove(graft->document, &place, "joints");
        graft_note(graft, tum_edit_set_array(graft->document, &place, "joints"));
        for (size_t k = 0; k < tum_cursor_count(&joints) && graft_is_fine(graft); ++k) {
            const int32_t joint = tum_cursor_index_at(&joints, k, graft->optimized_count);
            graft_note(graft, tum_edit_add_number(graft->document, &list,
                                                  joint >= 0 ? graft->slot_of[joint] : joint));
        }
    }
}

static bool begin(Graft *graft)
{
    graft->slot_of = tum_arena_zeroed(&graft->arena, graft->optimized_count, sizeof(int32_t));
    for (size_t i = 0; i < graft->optimized_count; ++i) {
        int32_t *parent = array_push(&graft->parents, &graft->caller);
        int32_t *holder = array_push(&graft->holders, &graft->caller);
        if (parent == NULL || holder == NULL) {
            return false;
        }
        *parent = EDIT_NOWHERE;
        *holder = -1;
    }
    return graft->slot_of != NULL;
}

void tum_graft_slots(Graft *graft)
{
    graft_note(graft, begin(graft) ? TUM_OK : TUM_ERROR_MEMORY);
    const int32_t *slots = graft_is_fine(graft) ? gather_slots(graft) : NULL;
    if (!graft_is_fine(graft)) {
        return;
    }
    assign_slots(graft, slots);
    move_nodes(graft);
    move_joints(graft);
}
