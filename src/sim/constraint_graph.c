// SPDX-License-Identifier: MIT
#include "sim/constraint_graph.h"

#include "base/assert.h"

void tum_graph_clear(ConstraintGraph *graph, const TumAllocator *allocator)
{
    for (int i = 0; i < COLOR_COUNT; ++i) {
        array_free(&graph->colors[i].bodies, allocator);
        array_free(&graph->colors[i].constraints, allocator);
    }
}

static bool has_body(const GraphColor *color, int32_t body)
{
    const size_t word = (size_t)body / 64;
    return word < color->bodies.count && (color->bodies.items[word] >> (body % 64) & 1) != 0;
}

static bool make_room(GraphColor *color, int32_t body, const TumAllocator *allocator)
{
    while (body >= 0 && color->bodies.count <= (size_t)body / 64) {
        if (array_push(&color->bodies, allocator) == NULL) {
            return false;
        }
    }
    return true;
}

static void mark(GraphColor *color, int32_t body)
{
    if (body >= 0) {
        color->bodies.items[body / 64] |= (uint64_t)1 << (body % 64);
    }
}

static void unmark(GraphColor *color, int32_t body)
{
    if (body >= 0) {
        color->bodies.items[body / 64] &= ~((uint64_t)1 << (body % 64));
    }
}

static int choose_color(const ConstraintGraph *graph, int32_t body_a, int32_t body_b)
{
    if (body_a >= 0 && body_b >= 0) {
        for (int i = 0; i < COLOR_DYNAMIC_COUNT; ++i) {
            if (!has_body(&graph->colors[i], body_a) && !has_body(&graph->colors[i], body_b)) {
                return i;
            }
        }
    } else {
        const int32_t body = body_a >= 0 ? body_a : body_b;
        for (int i = COLOR_OVERFLOW - 1; i > 0; --i) {
            if (!has_body(&graph->colors[i], body)) {
                return i;
            }
        }
    }
    return COLOR_OVERFLOW;
}

GraphPlace tum_graph_add(ConstraintGraph *graph, int32_t constraint, int32_t body_a, int32_t body_b,
                         const TumAllocator *allocator)
{
    TUM_ASSERT(body_a >= 0 || body_b >= 0);
    const int chosen = choose_color(graph, body_a, body_b);
    GraphColor *color = &graph->colors[chosen];
    if (chosen != COLOR_OVERFLOW &&
        (!make_room(color, body_a, allocator) || !make_room(color, body_b, allocator))) {
        return (GraphPlace){-1, -1};
    }
    int32_t *lane = array_push(&color->constraints, allocator);
    if (lane == NULL) {
        return (GraphPlace){-1, -1};
    }
    *lane = constraint;
    if (chosen != COLOR_OVERFLOW) {
        mark(color, body_a);
        mark(color, body_b);
    }
    return (GraphPlace){chosen, (int32_t)color->constraints.count - 1};
}

int32_t tum_graph_remove(ConstraintGraph *graph, GraphPlace place, int32_t body_a, int32_t body_b)
{
    GraphColor *color = &graph->colors[place.color];
    TUM_ASSERT(place.lane >= 0 && (size_t)place.lane < color->constraints.count);
    if (place.color != COLOR_OVERFLOW) {
        unmark(color, body_a);
        unmark(color, body_b);
    }
    const size_t last = --color->constraints.count;
    if ((size_t)place.lane == last) {
        return -1;
    }
    const int32_t moved = color->constraints.items[last];
    color->constraints.items[place.lane] = moved;
    return moved;
}
