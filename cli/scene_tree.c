// SPDX-License-Identifier: MIT
// scene_tree.c: the page of `tumble scene`: nodes that have physics, as a tree.
#include <stdlib.h>

#include "kind_names.h"
#include "safe.h"
#include "scene_json.h"

enum { MOST_INDENT = 20 };

// Links of the tree by index of a node, -1 for none; the entry behind the last node is the world.
typedef struct Tree {
    int32_t *first_child, *next_sibling;
    int32_t *role;      // First role of a node.
    int32_t *next_role; // By index of a role.
} Tree;

// Roles are numbered: bodies, colliders, triggers, joints.
static size_t role_count(const TumScene *scene)
{
    return scene->body_count + scene->collider_count + scene->trigger_count + scene->joint_count;
}

static int32_t node_of_role(const TumScene *scene, size_t role)
{
    if (role < scene->body_count) {
        return scene->bodies[role].node;
    }
    role -= scene->body_count;
    if (role < scene->collider_count) {
        return scene->colliders[role].node;
    }
    role -= scene->collider_count;
    return role < scene->trigger_count ? scene->triggers[role].node
                                       : scene->joints[role - scene->trigger_count].node_a;
}

static void print_role(FILE *out, const TumScene *scene, size_t role)
{
    if (role < scene->body_count) {
        const TumBody *body = &scene->bodies[role];
        fprintf(out, "%s body", name_of_body_kind(body->kind));
        if (body->kind == TUM_BODY_DYNAMIC) {
            fprintf(out, " of %.5g kg", body->mass);
        }
        return;
    }
    role -= scene->body_count;
    if (role < scene->collider_count) {
        const TumCollider *collider = &scene->colliders[role];
        fprintf(out, "%s", name_of_shape_kind(scene->shapes[collider->shape].kind));
        return;
    }
    role -= scene->collider_count;
    if (role < scene->trigger_count) {
        fprintf(out, "trigger");
        return;
    }
    const TumJoint *joint = &scene->joints[role - scene->trigger_count];
    fprintf(out, "joint with %s",
            joint->node_b >= 0 ? SAFE_NAME(scene->nodes[joint->node_b].name) : "the world");
}

static void print_node(FILE *out, const TumScene *scene, const Tree *tree, int32_t node, int depth)
{
    const char *name = node < (int32_t)scene->node_count ? scene->nodes[node].name : "the world";
    fprintf(out, "%*s", 2 * (depth < MOST_INDENT ? depth : MOST_INDENT), "");
    if (name[0] != '\0') {
        fprintf(out, "%s", SAFE_NAME(name));
    } else {
        fprintf(out, "node %d", (int)node);
    }
    const char *mark = ": ";
    for (int32_t role = tree->role[node]; role >= 0; role = tree->next_role[role]) {
        fprintf(out, "%s", mark);
        print_role(out, scene, (size_t)role);
        mark = ", ";
    }
    fputc('\n', out);
}

// The world, behind the last node, is above all roots; joints without a node are its own.
static void link_tree(const TumScene *scene, const Tree *tree)
{
    const int32_t root = (int32_t)scene->node_count;
    for (int32_t i = 0; i <= root; ++i) {
        tree->first_child[i] = tree->next_sibling[i] = tree->role[i] = -1;
    }
    for (size_t role = role_count(scene); role-- > 0;) {
        const int32_t node = node_of_role(scene, role);
        const int32_t at = node < 0 ? root : node;
        tree->next_role[role] = tree->role[at];
        tree->role[at] = (int32_t)role;
    }
    for (int32_t i = root - 1; i >= 0; --i) {
        const int32_t parent = scene->nodes[i].parent, above = parent < 0 ? root : parent;
        tree->next_sibling[i] = tree->first_child[above];
        tree->first_child[above] = i;
    }
}

// Prints nodes with physics, each indented by the number of such nodes above it.
static void print_tree(FILE *out, const TumScene *scene, const Tree *tree)
{
    const int32_t root = (int32_t)scene->node_count;
    int depth = 0;
    if (tree->role[root] >= 0) {
        print_node(out, scene, tree, root, 0);
    }
    for (int32_t node = tree->first_child[root]; node >= 0;) {
        if (tree->role[node] >= 0) {
            print_node(out, scene, tree, node, depth);
        }
        if (tree->first_child[node] >= 0) {
            depth += tree->role[node] >= 0;
            node = tree->first_child[node];
            continue;
        }
        while (node >= 0 && tree->next_sibling[node] < 0) {
            node = scene->nodes[node].parent;
            depth -= node >= 0 && tree->role[node] >= 0;
        }
        node = node >= 0 ? tree->next_sibling[node] : -1;
    }
}

TumStatus scene_print_tree(FILE *out, const TumScene *scene)
{
    const size_t nodes = scene->node_count + 1, roles = role_count(scene) + 1;
    int32_t *numbers = malloc((3 * nodes + roles) * sizeof *numbers);
    if (numbers == NULL) {
        return TUM_ERROR_MEMORY;
    }
    const Tree tree = {numbers, numbers + nodes, numbers + 2 * nodes, numbers + 3 * nodes};
    link_tree(scene, &tree);
    print_tree(out, scene, &tree);
    free(numbers);
    return TUM_OK;
}
