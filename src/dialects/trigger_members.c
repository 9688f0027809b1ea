// SPDX-License-Identifier: MIT
// trigger_members.c: compound triggers: their lists and faults.
#include "dialects/trigger_members.h"

#include <stdio.h>

#include "dialects/dialect.h"

size_t tum_trigger_members_read(SceneReader *reader, int32_t node, const Cursor *trigger,
                                const char *pointer, const int32_t **members)
{
    const Cursor array = tum_cursor_array(trigger, "nodes");
    const size_t count = tum_cursor_count(&array);
    int32_t *found = tum_arena_zeroed(&reader->arena, count, sizeof *found);
    Compound *compound = array_push(&reader->compounds, &reader->memory);
    *members = found;
    if (reader->stamps == NULL) {
        reader->stamps = tum_arena_zeroed(&reader->arena, reader->node_count, sizeof(int32_t));
    }
    if (found == NULL || compound == NULL || reader->stamps == NULL) {
        return 0;
    }
    *compound = (Compound){
        .node = node, .member_first = reader->compound_members.count, .pointer = pointer};
    const int32_t stamp = (int32_t)reader->compounds.count;
    size_t found_count = 0;
    for (size_t i = 0; i < count; ++i) {
        const int32_t member = tum_cursor_index_at(&array, i, reader->node_count);
        if (member < 0) {
            continue;
        }
        if (reader->stamps[member] == stamp) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_DUPLICATE_ELEMENTS, "Node %d is named twice.",
                              (int)member);
            continue;
        }
        reader->stamps[member] = stamp;
        CompoundMember *slot = array_push(&reader->compound_members, &reader->memory);
        if (slot == NULL) {
            break;
        }
        *slot = (CompoundMember){.node = member, .item = i};
        found[found_count++] = member;
    }
    compound->member_count = reader->compound_members.count - compound->member_first;
    return found_count;
}

// The times at which a walk through the node tree, children in order, enters and leaves each node:
// a node is below another when its interval lies within the other's.
typedef struct Tour {
    uint32_t *enter, *leave; ///< [node_count]
} Tour;

static bool tour_nodes(SceneReader *reader, Tour *tour)
{
    const TumDocument *document = reader->document;
    const size_t count = reader->node_count;
    tour->enter = tum_arena_zeroed(&reader->arena, count, sizeof(uint32_t));
    tour->leave = tum_arena_zeroed(&reader->arena, count, sizeof(uint32_t));
    uint32_t *next_child = tum_arena_zeroed(&reader->arena, count, sizeof(uint32_t));
    if (tour->enter == NULL || tour->leave == NULL || next_child == NULL) {
        return false;
    }
    uint32_t time = 0;
    for (size_t root = 0; root < count; ++root) {
        int32_t at = tum_document_node(document, root)->parent < 0 ? (int32_t)root : -1;
        while (at >= 0) {
            if (next_child[at] == 0) {
                tour->enter[at] = ++time;
            }
            if (next_child[at] < tum_document_child_count(document, at)) {
                at = tum_document_child(document, at, next_child[at]++);
            } else {
                tour->leave[at] = ++time;
                at = tum_document_node(document, (size_t)at)->parent;
            }
        }
    }
    return true;
}

static bool is_below(const Tour *tour, int32_t node, int32_t ancestor)
{
    return tour->enter[node] > tour->enter[ancestor] && tour->leave[node] < tour->leave[ancestor];
}

// Compounds that list each other, found as strongly connected components (Tarjan, "Depth-first
// search and linear graph algorithms", 1972), with an explicit stack.
typedef struct Components {
    const SceneReader *reader;
    int32_t *compound_of; ///< [node_count] Index plus one of the node's compound, 0: none.
    uint32_t *number;     ///< [compounds] In order of discovery, from 1; 0: not yet.
    uint32_t *low;        ///< [compounds] The earliest reachable compound.
    uint32_t *component;  ///< [compounds] From 1; 0: still open.
    size_t *next_member;  ///< [compounds]
    uint32_t *path;       ///< [compounds] The path to the current one.
    uint32_t *open;       ///< [compounds] Discovered, not yet in a component.
    size_t path_count, open_count;
    uint32_t discovered, closed;
} Components;

static bool components_init(Components *components, SceneReader *reader)
{
    const size_t count = reader->compounds.count;
    Arena *arena = &reader->arena;
    *components = (Components){.reader = reader};
    components->compound_of = tum_arena_zeroed(arena, reader->node_count, sizeof(int32_t));
    components->number = tum_arena_zeroed(arena, count, sizeof(uint32_t));
    components->low = tum_arena_zeroed(arena, count, sizeof(uint32_t));
    components->component = tum_arena_zeroed(arena, count, sizeof(uint32_t));
    components->next_member = tum_arena_zeroed(arena, count, sizeof(size_t));
    components->path = tum_arena_zeroed(arena, count, sizeof(uint32_t));
    components->open = tum_arena_zeroed(arena, count, sizeof(uint32_t));
    if (reader->out_of_memory) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        components->compound_of[reader->compounds.items[i].node] = (int32_t)i + 1;
    }
    return true;
}

static void discover(Components *components, uint32_t compound)
{
    components->number[compound] = components->low[compound] = ++components->discovered;
    components->path[components->path_count++] = compound;
    components->open[components->open_count++] = compound;
}

// All open compounds down to `compound` lead back to it.
static void close_component(Components *components, uint32_t compound)
{
    ++components->closed;
    uint32_t last;
    do {
        last = components->open[--components->open_count];
        components->component[last] = components->closed;
    } while (last != compound);
}

static void lower(uint32_t *low, uint32_t candidate)
{
    *low = candidate < *low ? candidate : *low;
}

// One step of the walk: forward to a new compound, or back.
static void step(Components *components)
{
    const uint32_t current = components->path[components->path_count - 1];
    const Compound *compound = &components->reader->compounds.items[current];
    if (components->next_member[current] < compound->member_count) {
        const size_t member = compound->member_first + components->next_member[current]++;
        const int32_t node = components->reader->compound_members.items[member].node;
        const int32_t next = components->compound_of[node] - 1;
        if (next >= 0 && components->number[next] == 0) {
            discover(components, (uint32_t)next);
        } else if (next >= 0 && components->component[next] == 0) {
            lower(&components->low[current], components->number[next]);
        }
        return;
    }
    --components->path_count;
    if (components->low[current] == components->number[current]) {
        close_component(components, current);
    }
    if (components->path_count > 0) {
        const uint32_t before = components->path[components->path_count - 1];
        lower(&components->low[before], components->low[current]);
    }
}

static void find_components(Components *components)
{
    for (size_t i = 0; i < components->reader->compounds.count; ++i) {
        if (components->number[i] == 0) {
            discover(components, (uint32_t)i);
        }
        while (components->path_count > 0) {
            step(components);
        }
    }
}

// Files a finding at item `member->item` of the list of a compound.
static void report_member(const SceneReader *reader, const Compound *compound,
                          const CompoundMember *member, DiagnosticCode code, const char *what,
                          const char *decision)
{
    char pointer[1024];
    const int length =
        snprintf(pointer, sizeof pointer, "%s/nodes/%zu", compound->pointer, member->item);
    if (reader->report == NULL || length < 0 || (size_t)length >= sizeof pointer) {
        return;
    }
    tum_report_add(reader->report, code, tum_document_name(reader->document), pointer,
                   "Node %d %s.", (int)member->node, what);
    if (decision != NULL) {
        tum_report_mark_decision(reader->report, decision);
    }
}

static void check_member(const SceneReader *reader, const Components *components, const Tour *tour,
                         size_t index, const CompoundMember *member)
{
    const Compound *compound = &reader->compounds.items[index];
    const int32_t inner = components->compound_of[member->node] - 1;
    if (inner >= 0 && components->component[inner] == components->component[index]) {
        report_member(reader, compound, member, CODE_PHYSICS_TRIGGER_CYCLE,
                      "leads back to this trigger", NULL);
        return;
    }
    const unsigned aspects = reader->aspects[member->node];
    if ((aspects & ASPECT_TRIGGER) == 0) {
        report_member(reader, compound, member, CODE_PHYSICS_TRIGGER_NODE_NOT_TRIGGER,
                      "has no trigger", NULL);
    } else if (inner >= 0) {
        report_member(reader, compound, member, CODE_PHYSICS_TRIGGER_NESTED_COMPOUND,
                      "is a compound trigger itself; its members are used", "D28");
    }
    if (!is_below(tour, member->node, compound->node)) {
        report_member(reader, compound, member, CODE_PHYSICS_TRIGGER_NODE_NOT_DESCENDANT,
                      "is not below this node; it is used all the same", "D29");
    }
}

void tum_trigger_members_check(SceneReader *reader)
{
    Components components;
    Tour tour;
    if (reader->compounds.count == 0 || !components_init(&components, reader) ||
        !tour_nodes(reader, &tour)) {
        return;
    }
    find_components(&components);
    for (size_t i = 0; i < reader->compounds.count; ++i) {
        const Compound *compound = &reader->compounds.items[i];
        for (size_t m = 0; m < compound->member_count; ++m) {
            check_member(reader, &components, &tour, i,
                         &reader->compound_members.items[compound->member_first + m]);
        }
    }
}
