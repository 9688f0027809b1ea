// SPDX-License-Identifier: MIT
// find.c: nodes of the source found again in the optimized document: by tag, by name, by the place
// of their mesh.
#include <string.h>

#include "base/hash.h"
#include "base/sort.h"
#include "document/node.h"
#include "document/transform.h"
#include "graft/graft_data.h"
#include "math/scalar.h"

// [1] Share of a box's diagonal that optimizers may move its sides by: simplification deviates by
// up to a hundredth of the extent, quantization by far less.
static const double box_share = 0.02;
// [m] Smallest such distance.
static const double box_floor = 1e-6;

// Boxes.

static void add_point(SeenBox *box, DVec3 point)
{
    box->low = box->is_some ? dvec3_minimum(box->low, point) : point;
    box->high = box->is_some ? dvec3_maximum(box->high, point) : point;
    box->is_some = true;
}

static void add_box(SeenBox *box, const SeenBox *other)
{
    if (other->is_some) {
        add_point(box, other->low);
        add_point(box, other->high);
    }
    box->is_uncertain = box->is_uncertain || other->is_uncertain;
}

// The bounds of an accessor of positions, which the file states (glTF 2.0, section 3.7.2.1).
static bool bounds_of(const Cursor *accessors, int32_t index, double low[3], double high[3])
{
    static const struct {
        double type, most;
    } integers[] = {{5120, 127.0}, {5121, 255.0}, {5122, 32767.0}, {5123, 65535.0}};
    const Cursor accessor = tum_cursor_item(accessors, (size_t)index);
    bool is_normalized = false;
    double type = 0.0;
    if (!tum_cursor_numbers(&accessor, "min", low, 3) ||
        !tum_cursor_numbers(&accessor, "max", high, 3)) {
        return false;
    }
    tum_cursor_boolean(&accessor, "normalized", &is_normalized);
    tum_cursor_number(&accessor, "componentType", &type);
    for (size_t i = 0; i < sizeof integers / sizeof *integers && is_normalized; ++i) {
        if (type == integers[i].type) {
            for (int k = 0; k < 3; ++k) {
                low[k] /= integers[i].most;
                high[k] /= integers[i].most;
            }
        }
    }
    return true;
}

static void add_corners(SeenBox *box, const double world[16], const double low[3],
                        const double high[3])
{
    for (int corner = 0; corner < 8; ++corner) {
        const DVec3 point =
            dvec3((corner & 1) != 0 ? high[0] : low[0], (corner & 2) != 0 ? high[1] : low[1],
                  (corner & 4) != 0 ? high[2] : low[2]);
        add_point(box, tum_transform_point(world, point));
    }
}

static SeenBox box_of_mesh(const TumDocument *document, const DocumentNode *node)
{
    SeenBox box = {0};
    const Cursor root = tum_cursor_root(document, NULL);
    const Cursor meshes = tum_cursor_member(&root, "meshes");
    const Cursor accessors = tum_cursor_member(&root, "accessors");
    const Cursor mesh = tum_cursor_item(&meshes, (size_t)node->mesh);
    const Cursor primitives = tum_cursor_member(&mesh, "primitives");
    for (size_t i = 0; i < tum_cursor_count(&primitives); ++i) {
        const Cursor primitive = tum_cursor_item(&primitives, i);
        const Cursor attributes = tum_cursor_member(&primitive, "attributes");
        double low[3], high[3];
        const int32_t positions =
            tum_cursor_index(&attributes, "POSITION", tum_cursor_count(&accessors));
        if (positions >= 0 && bounds_of(&accessors, positions, low, high)) {
            add_corners(&box, node->world, low, high);
        } else {
            box.is_uncertain = true;
        }
    }
    box.is_some = box.is_some || box.is_uncertain;
    // The points of a skin follow its joints, instances their own transforms.
    box.is_uncertain = box.is_uncertain || node->skin >= 0;
    return box;
}

static SeenBox *own_boxes(Graft *graft, const TumDocument *document)
{
    const size_t count = tum_document_node_count(document);
    SeenBox *boxes = tum_arena_zeroed(&graft->arena, count, sizeof *boxes);
    for (size_t i = 0; boxes != NULL && i < count; ++i) {
        const DocumentNode *node = tum_document_node(document, i);
        if (node->mesh >= 0 && node->in_scene) {
            boxes[i] = box_of_mesh(document, node);
        }
    }
    return boxes;
}

static bool are_near(const SeenBox *a, const SeenBox *b)
{
    const double reach = box_floor + box_share * dvec3_distance(a->low, a->high);
    return dvec3_distance(a->low, b->low) <= reach && dvec3_distance(a->high, b->high) <= reach;
}

// Matches.

static void match(Graft *graft, int32_t source, int32_t node, size_t *count)
{
    graft->match_of[source] = node;
    graft->source_of[node] = source;
    ++*count;
}

static void find_by_tag(Graft *graft)
{
    const Cursor root = tum_cursor_root(graft->optimized, NULL);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    bool *is_repeated = tum_arena_zeroed(&graft->arena, graft->source_count, sizeof(bool));
    if (is_repeated == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    for (size_t i = 0; i < graft->optimized_count; ++i) {
        const Cursor node = tum_cursor_item(&nodes, i);
        const Cursor extras = tum_cursor_member(&node, "extras");
        const Cursor tag = tum_cursor_member(&extras, GRAFT_TAG);
        double index = -1.0;
        if (tum_cursor_kind(&tag) != JSON_NUMBER || !tum_cursor_number_here(&tag, &index) ||
            !(index >= 0.0 && index < (double)graft->source_count) ||
            index != (double)(int32_t)index || !graft->is_needed[(int32_t)index]) {
            continue;
        }
        const int32_t source = (int32_t)index;
        if (graft->match_of[source] >= 0) {
            // Copies of one node: none of them is the node.
            tum_report_add(graft->report, CODE_GRAFT_TAG_REPEATED,
                           tum_document_name(graft->optimized), "",
                           "Nodes %d and %zu have the tag of node %d of the source.",
                           (int)graft->match_of[source], i, (int)source);
            is_repeated[source] = true;
            continue;
        }
        match(graft, source, (int32_t)i, &graft->counts.by_tag);
    }
    for (size_t i = 0; i < graft->source_count; ++i) {
        if (is_repeated[i]) {
            graft->source_of[graft->match_of[i]] = -1;
            graft->match_of[i] = -1;
            --graft->counts.by_tag;
        }
    }
}

/// Nodes of a document by the hash of their names.
typedef struct Names {
    uint64_t *keys;
    uint32_t *nodes;
    size_t count;
} Names;

static bool gather_names(Graft *graft, const TumDocument *document, Names *names)
{
    const size_t count = tum_document_node_count(document);
    Arena *arena = &graft->arena;
    names->keys = tum_arena_zeroed(arena, count, sizeof *names->keys);
    names->nodes = tum_arena_zeroed(arena, count, sizeof *names->nodes);
    uint64_t *key_scratch = tum_arena_zeroed(arena, count, sizeof *key_scratch);
    uint32_t *node_scratch = tum_arena_zeroed(arena, count, sizeof *node_scratch);
    if (names->keys == NULL || names->nodes == NULL || key_scratch == NULL ||
        node_scratch == NULL) {
        return false;
    }
    names->count = 0;
    for (size_t i = 0; i < count; ++i) {
        const char *name = tum_document_node(document, i)->name;
        if (name[0] != '\0') {
            names->keys[names->count] = tum_hash_bytes(name, strlen(name), 0);
            names->nodes[names->count++] = (uint32_t)i;
        }
    }
    tum_sort_keys(names->keys, names->nodes, names->count, key_scratch, node_scratch);
    return true;
}

static size_t run_length(const Names *names, size_t first)
{
    size_t length = 1;
    while (first + length < names->count && names->keys[first + length] == names->keys[first]) {
        ++length;
    }
    return length;
}

// Names that are unique in both documents.
static void find_by_name(Graft *graft)
{
    Names a, b;
    if (!gather_names(graft, graft->source, &a) || !gather_names(graft, graft->optimized, &b)) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    size_t i = 0, k = 0;
    while (i < a.count && k < b.count) {
        const size_t runs[2] = {run_length(&a, i), run_length(&b, k)};
        if (a.keys[i] < b.keys[k]) {
            i += runs[0];
        } else if (a.keys[i] > b.keys[k]) {
            k += runs[1];
        } else {
            const uint32_t source = a.nodes[i], node = b.nodes[k];
            if (runs[0] == 1 && runs[1] == 1 && graft->is_needed[source] &&
                graft->match_of[source] < 0 && graft->source_of[node] < 0) {
                match(graft, (int32_t)source, (int32_t)node, &graft->counts.by_name);
            }
            i += runs[0];
            k += runs[1];
        }
    }
}

// Places.

/// A node of the optimized document with a mesh and no match.
typedef struct Candidate {
    double x; ///< [m] Left side of its box.
    int32_t node;
} Candidate;

static int order_candidates(const void *left, const void *right)
{
    const Candidate *a = left, *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    return a->node < b->node ? -1 : a->node > b->node;
}

// The one candidate whose box is that of a node of the source; -1: none, or several.
static int32_t find_place(const Graft *graft, const SeenBox *box, const Candidate *candidates,
                          size_t count)
{
    // Boxes beyond the limit are crowded: none of them is the one.
    enum { MOST_TRIED = 4096 };
    const double reach = box_floor + box_share * dvec3_distance(box->low, box->high);
    size_t first = 0, last = count;
    while (first < last) {
        const size_t middle = (first + last) / 2;
        if (candidates[middle].x < box->low.x - reach) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    int32_t found = -1;
    for (size_t i = first; i < count && candidates[i].x <= box->low.x + reach; ++i) {
        if (are_near(box, &graft->optimized_boxes[candidates[i].node])) {
            if (found >= 0) {
                return -1;
            }
            found = candidates[i].node;
        }
        if (i - first >= MOST_TRIED) {
            return -1;
        }
    }
    return found;
}

static void find_by_pose(Graft *graft)
{
    Candidate *candidates =
        tum_arena_zeroed(&graft->arena, graft->optimized_count, sizeof *candidates);
    int32_t *claims = tum_arena_zeroed(&graft->arena, graft->source_count, sizeof *claims);
    size_t *claim_counts =
        tum_arena_zeroed(&graft->arena, graft->optimized_count, sizeof *claim_counts);
    if (candidates == NULL || claims == NULL || claim_counts == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    size_t count = 0;
    for (size_t i = 0; i < graft->optimized_count; ++i) {
        const SeenBox *box = &graft->optimized_boxes[i];
        if (graft->source_of[i] < 0 && box->is_some && !box->is_uncertain) {
            candidates[count++] = (Candidate){box->low.x, (int32_t)i};
        }
    }
    tum_sort_any(candidates, count, sizeof *candidates, order_candidates);
    for (size_t i = 0; i < graft->source_count; ++i) {
        const SeenBox *box = &graft->source_boxes[i];
        claims[i] = -1;
        if (graft->is_needed[i] && graft->match_of[i] < 0 && box->is_some && !box->is_uncertain) {
            claims[i] = find_place(graft, box, candidates, count);
        }
        claim_counts[claims[i] >= 0 ? claims[i] : 0] += claims[i] >= 0;
    }
    for (size_t i = 0; i < graft->source_count; ++i) {
        if (claims[i] >= 0 && claim_counts[claims[i]] == 1) {
            match(graft, (int32_t)i, claims[i], &graft->counts.by_pose);
        }
    }
}

// Losses.

// Adds the box of each node to that of the nearest marked node at or above it.
static bool gather_boxes(Graft *graft, const TumDocument *document, const int32_t *marks,
                         SeenBox *boxes)
{
    const size_t count = tum_document_node_count(document);
    int32_t *nearest = tum_arena_zeroed(&graft->arena, count, sizeof *nearest);
    int32_t *pending = tum_arena_zeroed(&graft->arena, count, sizeof *pending);
    if (nearest == NULL || pending == NULL) {
        return false;
    }
    enum { UNKNOWN = 0, NONE = -1 }; // Else the index plus one.
    for (size_t i = 0; i < count; ++i) {
        size_t depth = 0;
        int32_t at = (int32_t)i;
        while (at >= 0 && nearest[at] == UNKNOWN && marks[at] < 0) {
            pending[depth++] = at;
            at = tum_document_node(document, (size_t)at)->parent;
        }
        const int32_t found = at < 0 ? NONE : marks[at] >= 0 ? at + 1 : nearest[at];
        while (depth > 0) {
            nearest[pending[--depth]] = found;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (marks[i] < 0 && nearest[i] > 0) {
            add_box(&boxes[nearest[i] - 1], &boxes[i]);
        }
    }
    return true;
}

static const char *pointer_of(Graft *graft, size_t node)
{
    const int32_t body = graft->scene->nodes[node].body;
    if (body >= 0 && graft->scene->bodies[body].node == (int32_t)node) {
        return graft->scene->bodies[body].pointer;
    }
    char text[32];
    const Cursor root = tum_cursor_root(graft->source, NULL);
    const Cursor nodes = graft_member(&root, "nodes");
    const Cursor at = graft_item(&nodes, node);
    const size_t length = tum_cursor_pointer(&at, text, sizeof text);
    const char *pointer = tum_arena_text(&graft->arena, text, length);
    return pointer != NULL ? pointer : "";
}

static void tell_lost(Graft *graft, size_t node, const char *reason)
{
    const char *name = tum_document_node(graft->source, node)->name;
    tum_report_add(graft->report, CODE_GRAFT_NODE_LOST, tum_document_name(graft->source),
                   pointer_of(graft, node), "Node %zu \"%.200s\" %s.", node, name, reason);
    graft_note(graft, TUM_ERROR_INPUT);
}

// Nodes that move need what is seen of them.
static void check_node(Graft *graft, size_t node)
{
    const SeenBox *before = &graft->source_boxes[node];
    const int32_t found = graft->match_of[node];
    if (!before->is_some || !tum_graft_moves(graft, node)) {
        return;
    }
    if (found < 0) {
        tell_lost(graft, node, "is seen and moves, and is not found in the optimized file");
        return;
    }
    const SeenBox *after = &graft->optimized_boxes[found];
    if (!after->is_some) {
        tell_lost(graft, node, "moves, and its mesh belongs to another node of the optimized file");
    } else if (!before->is_uncertain && !after->is_uncertain && !are_near(before, after)) {
        tell_lost(graft, node,
                  "moves, and its mesh in the optimized file has another place or size: it was "
                  "merged with others");
    }
}

void tum_graft_find(Graft *graft)
{
    graft->source_boxes = own_boxes(graft, graft->source);
    graft->optimized_boxes = own_boxes(graft, graft->optimized);
    int32_t *needed = tum_arena_zeroed(&graft->arena, graft->source_count, sizeof *needed);
    if (graft->source_boxes == NULL || graft->optimized_boxes == NULL || needed == NULL) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    for (size_t i = 0; i < graft->source_count; ++i) {
        needed[i] = graft->is_needed[i] ? 1 : -1;
    }
    find_by_tag(graft);
    find_by_name(graft);
    find_by_pose(graft);
    if (!gather_boxes(graft, graft->source, needed, graft->source_boxes) ||
        !gather_boxes(graft, graft->optimized, graft->source_of, graft->optimized_boxes)) {
        graft_note(graft, TUM_ERROR_MEMORY);
        return;
    }
    for (size_t i = 0; i < graft->source_count; ++i) {
        if (graft->is_needed[i]) {
            check_node(graft, i);
        }
    }
}
