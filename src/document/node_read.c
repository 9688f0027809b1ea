// SPDX-License-Identifier: MIT
// node_read.c: the tree of nodes. No function recurses, since files determine the depth.
#include "document/node_read.h"

#include <string.h>

#include "base/assert.h"
#include "document/animation.h"
#include "document/g4mf_node.h"
#include "document/node.h"
#include "document/transform.h"
#include "math/scalar.h"
#include "math/shared_transform.h"
#include "tumble/capacity.h"

static const double unit_tolerance = 0.00769; ///< Deviation of a quaternion's length from 1.
static const double shear_tolerance = 1e-3;   ///< Cosine between columns.

static const char *const part_names[] = {"translation", "rotation", "scale"};

/// Members of a node, as bits of their place in node_members.
enum {
    NODE_NAME = 1,
    NODE_CHILDREN = 2,
    NODE_MESH = 4,
    NODE_SKIN = 8,
    NODE_MATRIX = 16,
    NODE_TRANSLATION = 32,
    NODE_ROTATION = 64,
    NODE_SCALE = 128
};
static const char *const node_members[] = {"name",   "children",    "mesh",     "skin",
                                           "matrix", "translation", "rotation", "scale"};

/// State of reading the nodes.
typedef struct Reading {
    TumDocument *document;
    TumReport *report;
    size_t count;
    size_t mesh_count, skin_count; ///< Of the document.
    bool is_forest;
} Reading;

static void read_rotation(const Cursor *at, TumTransform *local)
{
    if (!tum_cursor_floats(at, "rotation", local->rotation, 4)) {
        return;
    }
    double *q = local->rotation;
    const double length = square_root64(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(absolute64(length - 1.0) <= unit_tolerance)) {
        const Cursor member = tum_cursor_member(at, "rotation");
        tum_cursor_report(&member, CODE_ROTATION_NON_UNIT, "Rotation of length %g instead of 1.",
                          length);
    }
    const DQuat unit = dquat_normalize((DQuat){q[0], q[1], q[2], q[3]});
    q[0] = unit.x;
    q[1] = unit.y;
    q[2] = unit.z;
    q[3] = unit.w;
}

static bool read_matrix(const Cursor *at, TumTransform *local)
{
    static const double identity_row[4] = {0.0, 0.0, 0.0, 1.0};
    const Cursor member = tum_cursor_member(at, "matrix");
    double m[16];
    if (!tum_cursor_floats(at, "matrix", m, 16)) {
        return false;
    }
    for (size_t i = 0; i < 3; ++i) {
        const Cursor part = tum_cursor_member(at, part_names[i]);
        if (tum_cursor_exists(&part)) {
            tum_cursor_report(&member, CODE_NODE_MATRIX_TRS,
                              "A matrix beside a %s; the matrix is used.", part_names[i]);
        }
    }
    bool is_affine = true;
    for (int column = 0; column < 4; ++column) {
        is_affine = is_affine && m[4 * column + 3] == identity_row[column];
        m[4 * column + 3] = identity_row[column];
    }
    memcpy(local->matrix, m, sizeof m);
    const double shear =
        tum_transform_decompose(m, local->translation, local->rotation, local->scale);
    if (!is_affine) {
        tum_cursor_report(&member, CODE_NODE_MATRIX_NON_TRS,
                          "The last row is not 0 0 0 1; it is read as if it were.");
    } else if (shear > shear_tolerance) {
        tum_cursor_report(&member, CODE_NODE_MATRIX_NON_TRS,
                          "The columns are not perpendicular (cosine %.3g).", shear);
    }
    return true;
}

// @return the transform: `local`, or the identity.
static const TumTransform *read_gltf_node(const Reading *reading, const Cursor *at,
                                          DocumentNode *node, TumTransform *local)
{
    const unsigned moving = NODE_TRANSLATION | NODE_ROTATION | NODE_SCALE;
    const uint32_t has =
        tum_cursor_members(at, node_members, sizeof node_members / sizeof *node_members);
    if ((has & NODE_NAME) != 0) {
        tum_cursor_text(at, "name", &node->name);
    }
    if ((has & NODE_MESH) != 0) {
        node->mesh = tum_cursor_index(at, "mesh", reading->mesh_count);
    }
    if ((has & NODE_SKIN) != 0) {
        node->skin = tum_cursor_index(at, "skin", reading->skin_count);
    }
    node->has_children = (has & NODE_CHILDREN) != 0;
    if ((has & (moving | NODE_MATRIX)) == 0) {
        return &tum_transform_identity;
    }
    *local = tum_transform_identity;
    node->has_matrix = (has & NODE_MATRIX) != 0 && read_matrix(at, local);
    if (node->has_matrix) {
        return local;
    }
    if ((has & NODE_TRANSLATION) != 0) {
        tum_cursor_floats(at, "translation", local->translation, 3);
    }
    if ((has & NODE_ROTATION) != 0) {
        read_rotation(at, local);
    }
    if ((has & NODE_SCALE) != 0) {
        tum_cursor_floats(at, "scale", local->scale, 3);
    }
    tum_transform_compose(local->translation, local->rotation, local->scale, local->matrix);
    return local;
}

// False when out of memory.
static bool read_node(Reading *reading, const Cursor *at, size_t index)
{
    TumDocument *document = reading->document;
    DocumentNode *node = &document->nodes[index];
    TumTransform own;
    const TumTransform *local = &own;
    TumTransform4 local4;
    *node = (DocumentNode){
        .parent = -1, .mesh = -1, .skin = -1, .world = tum_transform_identity.matrix, .name = ""};
    if (document->is_g4mf) {
        own = tum_transform_identity;
        local4 = tum_transform4_identity;
        node->has_children = true;
        tum_g4mf_node_read(document, at, node, &own, &local4);
    } else {
        local = read_gltf_node(reading, at, node, &own);
    }
    Arena *places = tum_shared_arena_filled(document->places);
    node->local = tum_transform_keep(places, local);
    if (document->nodes4 != NULL) {
        document->nodes4[index] = (DocumentNode4){.local = tum_transform4_keep(places, &local4),
                                                  .world = &tum_transform4_identity};
    }
    return node->local != NULL &&
           (document->nodes4 == NULL || document->nodes4[index].local != NULL);
}

// Makes `parent` the parent of the node at item `at` of the children list.
static void adopt(Reading *reading, const Cursor *children, size_t at, int32_t parent)
{
    const int32_t child = tum_cursor_index_at(children, at, reading->count);
    if (child < 0) {
        return;
    }
    DocumentNode *node = &reading->document->nodes[child];
    const Cursor item = tum_cursor_item(children, at);
    if (child == 0 && reading->document->is_g4mf) {
        tum_cursor_report(&item, CODE_G4MF_ROOT_AS_CHILD,
                          "Node 0 is the root and nobody's child; the entry is ignored.");
    } else if (node->parent == parent) {
        tum_cursor_report(&item, CODE_DUPLICATE_ELEMENTS, "Node %d is in the list already.",
                          (int)child);
    } else if (node->parent >= 0) {
        tum_cursor_report(&item, CODE_NODE_PARENT_OVERRIDE,
                          "Node %d already has a parent, node %d.", (int)child, (int)node->parent);
        reading->is_forest = false;
    } else {
        node->parent = parent;
    }
}

// Follows parents up from every node and marks each node with the first walk that met it: a walk
// that meets its own mark has found a loop.
static TumStatus find_loops(Reading *reading, const Cursor *nodes)
{
    TumDocument *document = reading->document;
    const TumAllocator *allocator = &document->allocator;
    uint32_t *marks = tum_allocate_zeroed(allocator, reading->count, sizeof *marks);
    if (marks == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < reading->count; ++i) {
        const uint32_t mark = (uint32_t)i + 1;
        int32_t at = (int32_t)i;
        while (at >= 0 && marks[at] == 0) {
            marks[at] = mark;
            at = document->nodes[at].parent;
        }
        if (at < 0 || marks[at] != mark) {
            continue;
        }
        reading->is_forest = false;
        const int32_t first = at;
        do {
            const Cursor node = tum_cursor_item(nodes, (size_t)at);
            tum_cursor_report(&node, CODE_NODE_LOOP, "Node %d is its own ancestor.", (int)at);
            at = document->nodes[at].parent;
        } while (at != first);
    }
    tum_release(allocator, marks, reading->count * sizeof *marks);
    return TUM_OK;
}

// Lists of children one after the other (compressed rows): counted, summed, filled.
static void fill_lists(TumDocument *document, const Cursor *nodes)
{
    const size_t count = document->node_count;
    uint32_t *first = document->child_first;
    for (size_t i = 0; i < count; ++i) {
        ++first[document->nodes[i].parent + 2];
    }
    for (size_t i = 1; i < count + 2; ++i) {
        first[i] += first[i - 1];
    }
    // The roots are in the order of the table, children in the order of their parent's list.
    uint32_t at = 0;
    for (size_t i = 0; i < count; ++i) {
        if (document->nodes[i].parent < 0) {
            document->children[at++] = (int32_t)i;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        if (!document->nodes[i].has_children) {
            continue;
        }
        const Cursor node = tum_cursor_object_at(nodes, i);
        const Cursor children = tum_cursor_array(&node, "children");
        const uint32_t begin = at;
        for (size_t k = 0; k < tum_cursor_count(&children); ++k) {
            const int32_t child = tum_cursor_index_at(&children, k, count);
            if (child >= 0 && document->nodes[child].parent == (int32_t)i &&
                !document->nodes[child].in_scene) {
                document->nodes[child].in_scene = true; // The flag marks listed nodes: repeated
                                                        // entries count once.
                document->children[at++] = child;
            }
        }
        TUM_ASSERT(at - begin == first[i + 2] - first[i + 1]);
        (void)begin;
    }
    for (size_t i = 0; i < count; ++i) {
        document->nodes[i].in_scene = false;
    }
}

static bool is_finite_matrix(const double m[16])
{
    bool all = true;
    for (int i = 0; i < 16; ++i) {
        all = all && is_finite64(m[i]);
    }
    return all;
}

// All nodes, parents before their children: [node_count], in the document's allocator. NULL when
// out of memory.
static int32_t *order_nodes(const TumDocument *document)
{
    int32_t *order = tum_allocate_zeroed(&document->allocator, document->node_count, sizeof *order);
    size_t filled = 0;
    if (order == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < tum_document_child_count(document, -1); ++i) {
        order[filled++] = tum_document_child(document, -1, i);
    }
    for (size_t done = 0; done < filled; ++done) {
        for (size_t k = 0; k < tum_document_child_count(document, order[done]); ++k) {
            order[filled++] = tum_document_child(document, order[done], k);
        }
    }
    TUM_ASSERT(filled == document->node_count);
    return order;
}

// False when out of memory.
static bool work_out_world(Reading *reading, const Cursor *nodes, const int32_t *order)
{
    TumDocument *document = reading->document;
    Arena *places = tum_shared_arena_filled(document->places);
    for (size_t i = 0; i < reading->count; ++i) {
        DocumentNode *node = &document->nodes[order[i]];
        const Cursor at = tum_cursor_item(nodes, (size_t)order[i]);
        if (document->nodes4 != NULL) {
            DocumentNode4 *nodes4 = document->nodes4;
            if (!tum_g4mf_node_place(node->parent >= 0 ? &nodes4[node->parent] : NULL,
                                     &nodes4[order[i]], places, &at)) {
                return false;
            }
            continue;
        }
        if (node->parent < 0 && node->local == &tum_transform_identity) {
            continue; // The node stands there already.
        }
        const double *parent =
            node->parent >= 0 ? document->nodes[node->parent].world : tum_transform_identity.matrix;
        double world[16];
        tum_transform_multiply(parent, node->local->matrix, world);
        if (is_finite_matrix(world)) {
            node->world = tum_world_keep(places, world, parent, node->local->matrix);
        } else {
            tum_cursor_report(&at, CODE_VALUE_NOT_IN_RANGE,
                              "The global transform is beyond all numbers; the parent's is used.");
            node->world = parent;
        }
        if (node->world == NULL) {
            return false;
        }
    }
    return true;
}

// A node belongs to the active scene where its root does.
static void mark_below(Reading *reading, const int32_t *order)
{
    for (size_t i = 0; i < reading->count; ++i) {
        DocumentNode *node = &reading->document->nodes[order[i]];
        node->in_scene = node->in_scene ||
                         (node->parent >= 0 && reading->document->nodes[node->parent].in_scene);
    }
}

// Marks the nodes of the active scene, or all roots where no scene lists nodes. In G4MF: the tree
// below node 0.
static void mark_scene(Reading *reading, const int32_t *order)
{
    TumDocument *document = reading->document;
    if (document->is_g4mf) {
        document->nodes[0].in_scene = true;
        mark_below(reading, order);
        return;
    }
    const Cursor root = tum_cursor_root(document, reading->report);
    const Cursor scenes = tum_cursor_array(&root, "scenes");
    const int32_t named = tum_cursor_index(&root, "scene", tum_cursor_count(&scenes));
    const Cursor scene = tum_cursor_object_at(&scenes, named >= 0 ? (size_t)named : 0);
    const Cursor list = tum_cursor_array(&scene, "nodes");
    if (!tum_cursor_exists(&scene)) {
        for (size_t i = 0; i < reading->count; ++i) {
            document->nodes[i].in_scene = true;
        }
        return;
    }
    for (size_t i = 0; i < tum_cursor_count(&list); ++i) {
        const int32_t node = tum_cursor_index_at(&list, i, reading->count);
        if (node < 0) {
            continue;
        }
        if (document->nodes[node].parent >= 0) {
            const Cursor item = tum_cursor_item(&list, i);
            tum_cursor_report(&item, CODE_SCENE_NON_ROOT_NODE, "Node %d is no root.", (int)node);
        }
        document->nodes[node].in_scene = true;
    }
    mark_below(reading, order);
}

static void mark_channel(Reading *reading, const Cursor *target)
{
    DocumentNode *nodes = reading->document->nodes;
    const char *path = NULL;
    if (!tum_cursor_text(target, "path", &path)) {
        return;
    }
    if (strcmp(path, "pointer") == 0) {
        const Cursor extensions = tum_cursor_object(target, "extensions");
        const Cursor extension = tum_cursor_object(&extensions, "KHR_animation_pointer");
        const char *pointer = NULL;
        AnimationPath property;
        int32_t node;
        if (tum_cursor_text(&extension, "pointer", &pointer) &&
            tum_animation_pointer(pointer, reading->count, &node, &property) &&
            property != ANIMATION_WEIGHTS) {
            nodes[node].animated[property] = true;
        }
        return;
    }
    const int32_t node = tum_cursor_index(target, "node", reading->count);
    for (int i = 0; i < 3 && node >= 0; ++i) {
        if (strcmp(path, part_names[i]) == 0) {
            nodes[node].animated[i] = true;
        }
    }
}

static void mark_animated(Reading *reading)
{
    const Cursor root = tum_cursor_root(reading->document, reading->report);
    const Cursor animations = tum_cursor_array(&root, "animations");
    for (size_t a = 0; a < tum_cursor_count(&animations); ++a) {
        const Cursor animation = tum_cursor_object_at(&animations, a);
        const Cursor channels = tum_cursor_array(&animation, "channels");
        for (size_t c = 0; c < tum_cursor_count(&channels); ++c) {
            const Cursor channel = tum_cursor_object_at(&channels, c);
            const Cursor target = tum_cursor_object(&channel, "target");
            mark_channel(reading, &target);
        }
    }
}

static TumStatus read_tree(Reading *reading, const Cursor *nodes)
{
    for (size_t i = 0; i < reading->count; ++i) {
        if (!reading->document->nodes[i].has_children) {
            continue;
        }
        const Cursor node = tum_cursor_object_at(nodes, i);
        const Cursor children = tum_cursor_array(&node, "children");
        for (size_t k = 0; k < tum_cursor_count(&children); ++k) {
            adopt(reading, &children, k, (int32_t)i);
        }
    }
    const TumStatus status = find_loops(reading, nodes);
    if (status != TUM_OK) {
        return status;
    }
    return reading->is_forest ? TUM_OK : TUM_ERROR_INPUT;
}

TumStatus tum_nodes_read(TumDocument *document, TumReport *report)
{
    const Cursor root = tum_cursor_root(document, report);
    const Cursor nodes = tum_cursor_array(&root, "nodes");
    const size_t count = tum_cursor_count(&nodes);
    if (count > TUM_MAX_NODES) {
        tum_cursor_report(&nodes, CODE_VALUE_NOT_IN_RANGE, "%zu nodes; %d is the most.", count,
                          TUM_MAX_NODES);
        return TUM_ERROR_UNSUPPORTED;
    }
    Reading reading = {.document = document,
                       .report = report,
                       .count = count,
                       .mesh_count = tum_cursor_root_count(document, "meshes"),
                       .skin_count = tum_cursor_root_count(document, "skins"),
                       .is_forest = true};
    Arena *arena = &document->arena;
    tum_shared_arena_leave(document->places);
    document->places = tum_shared_arena_create(&document->allocator);
    document->nodes = tum_arena_zeroed(arena, count, sizeof *document->nodes);
    document->child_first = tum_arena_zeroed(arena, count + 2, sizeof *document->child_first);
    document->children = tum_arena_zeroed(arena, count, sizeof *document->children);
    if (document->places == NULL || document->nodes == NULL || document->child_first == NULL ||
        document->children == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (document->is_g4mf && document->dimension == 4) {
        document->nodes4 = tum_arena_zeroed(arena, count, sizeof *document->nodes4);
        if (document->nodes4 == NULL) {
            return TUM_ERROR_MEMORY;
        }
    }
    document->node_count = count;
    for (size_t i = 0; i < count; ++i) {
        const Cursor node = tum_cursor_object_at(&nodes, i);
        if (!read_node(&reading, &node, i)) {
            return TUM_ERROR_MEMORY;
        }
    }
    if (count == 0) {
        return TUM_OK;
    }
    const TumStatus status = read_tree(&reading, &nodes);
    if (status != TUM_OK) {
        return status;
    }
    fill_lists(document, &nodes);
    int32_t *order = order_nodes(document);
    if (order == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const bool is_placed = work_out_world(&reading, &nodes, order);
    if (is_placed) {
        mark_scene(&reading, order);
    }
    if (is_placed && !document->is_g4mf) {
        mark_animated(&reading);
    }
    tum_release(&document->allocator, order, count * sizeof *order);
    return is_placed ? TUM_OK : TUM_ERROR_MEMORY;
}
