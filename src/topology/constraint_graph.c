// SPDX-License-Identifier: MIT
// constraint_graph.c: adding constraints to colors, removing and moving them.
//
// A new constraint takes the first color in which none of its movable bodies occurs: counted up
// from 0 for two movable bodies, down from 126 for one. Each body has a bit mask of its colors.
#include "topology/constraint_graph.h"

#include "base/assert.h"

_Static_assert(COLOR_COUNT <= 128, "a bit of ColorSet each");

void tum_graph_clear(ConstraintGraph *graph, const TumAllocator *allocator)
{
    for (size_t i = 0; i < graph->colors.count; ++i) {
        array_free(&graph->colors.items[i].constraints, allocator);
    }
    array_free(&graph->colors, allocator);
    array_free(&graph->batches, allocator);
    array_free(&graph->bodies, allocator);
    array_free(&graph->nodes, allocator);
}

int32_t tum_graph_next_color(const ConstraintGraph *graph, int32_t batch, int32_t after)
{
    uint32_t begin = after < 0 ? 0 : (uint32_t)(after - graph_color(batch, 0)) + 1;
    for (; batch != NO_BATCH && begin < COLOR_COUNT; begin = (begin / 64 + 1) * 64) {
        const uint64_t word = graph->batches.items[batch].used.words[begin / 64];
        const uint64_t left = word >> begin % 64;
        if (left != 0) {
            return graph_color(batch, (int32_t)begin + __builtin_ctzll(left));
        }
    }
    return -1;
}

int32_t tum_graph_add_batch(ConstraintGraph *graph, const TumAllocator *allocator)
{
    if (!array_reserve(&graph->colors, graph->colors.count + COLOR_COUNT, allocator) ||
        array_push(&graph->batches, allocator) == NULL) {
        return NO_BATCH;
    }
    for (int i = 0; i < COLOR_COUNT; ++i) {
        graph->colors.items[graph->colors.count++] = (GraphColor){.first_block = 0};
    }
    const int32_t batch = (int32_t)graph->batches.count - 1;
    graph->batches.items[batch].is_shared = batch == BATCH_SHARED;
    return batch;
}

bool tum_graph_know_body(ConstraintGraph *graph, int32_t body, const TumAllocator *allocator)
{
    return body < 0 || array_extend(&graph->bodies, (size_t)body + 1, allocator);
}

static bool is_taken(const ConstraintGraph *graph, int32_t body, int32_t color)
{
    return body >= 0 && color_set_has(&graph->bodies.items[body].colors, (uint32_t)color);
}

static int32_t choose_color(const ConstraintGraph *graph, int32_t body_a, int32_t body_b)
{
    const bool both_are_movable = body_a >= 0 && body_b >= 0;
    const int32_t end = both_are_movable ? COLOR_DYNAMIC_COUNT : 0;
    const int32_t step = both_are_movable ? 1 : -1;
    int32_t color = both_are_movable ? 0 : COLOR_OVERFLOW - 1;
    while (color != end && (is_taken(graph, body_a, color) || is_taken(graph, body_b, color))) {
        color += step;
    }
    return color == end ? COLOR_OVERFLOW : color;
}

static void enter(ConstraintGraph *graph, int32_t body, int32_t color)
{
    if (body < 0) {
        return;
    }
    GraphBody *entry = &graph->bodies.items[body];
    const int32_t own = graph_batch_of_color(color);
    const int32_t batch = graph->batches.items[own].is_shared ? BATCH_SHARED : own;
    TUM_ASSERT(entry->lanes == 0 || entry->batch == batch);
    graph->bodies_changed |= entry->lanes == 0;
    entry->batch = batch;
    ++entry->lanes;
    if (!graph_is_overflow(color)) {
        color_set_add(&entry->colors, graph_color_number(color));
    }
}

static void leave(ConstraintGraph *graph, int32_t body, int32_t color)
{
    if (body < 0) {
        return;
    }
    GraphBody *entry = &graph->bodies.items[body];
    --entry->lanes;
    graph->bodies_changed |= entry->lanes == 0;
    if (!graph_is_overflow(color)) {
        color_set_remove(&entry->colors, graph_color_number(color));
    }
}

static int32_t append(ConstraintGraph *graph, int32_t color, int32_t constraint)
{
    GraphColor *end = &graph->colors.items[color];
    GraphBatch *batch = &graph->batches.items[graph_batch_of_color(color)];
    end->constraints.items[end->constraints.count] = constraint;
    ++batch->lanes;
    graph->lanes_alone += !batch->is_shared;
    return (int32_t)end->constraints.count++;
}

static int32_t take_out(ConstraintGraph *graph, GraphPlace place)
{
    GraphColor *color = &graph->colors.items[place.color];
    GraphBatch *batch = &graph->batches.items[graph_batch_of_color(place.color)];
    TUM_ASSERT(place.lane >= 0 && (size_t)place.lane < color->constraints.count);
    --batch->lanes;
    graph->lanes_alone -= !batch->is_shared;
    const size_t last = --color->constraints.count;
    if ((size_t)place.lane == last) {
        return -1;
    }
    const int32_t moved = color->constraints.items[last];
    color->constraints.items[place.lane] = moved;
    return moved;
}

GraphPlace tum_graph_add(ConstraintGraph *graph, int32_t constraint, int32_t batch, int32_t body_a,
                         int32_t body_b, const TumAllocator *allocator)
{
    TUM_ASSERT((body_a >= 0 || body_b >= 0) && (size_t)batch < graph->batches.count);
    if (!tum_graph_know_body(graph, body_a, allocator) ||
        !tum_graph_know_body(graph, body_b, allocator)) {
        return (GraphPlace){-1, -1};
    }
    const int32_t color = graph_color(batch, choose_color(graph, body_a, body_b));
    GraphColor *chosen = &graph->colors.items[color];
    if (!array_reserve(&chosen->constraints, chosen->constraints.count + 1, allocator)) {
        return (GraphPlace){-1, -1};
    }
    enter(graph, body_a, color);
    enter(graph, body_b, color);
    return (GraphPlace){color, append(graph, color, constraint)};
}

int32_t tum_graph_remove(ConstraintGraph *graph, GraphPlace place, int32_t body_a, int32_t body_b)
{
    leave(graph, body_a, place.color);
    leave(graph, body_b, place.color);
    return take_out(graph, place);
}

GraphPlace tum_graph_move(ConstraintGraph *graph, GraphPlace place, int32_t batch, int32_t *freed)
{
    const int32_t constraint = graph->colors.items[place.color].constraints.items[place.lane];
    const int32_t color = graph_color(batch, (int32_t)graph_color_number(place.color));
    *freed = take_out(graph, place);
    return (GraphPlace){color, append(graph, color, constraint)};
}
