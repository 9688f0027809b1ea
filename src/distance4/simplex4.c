// SPDX-License-Identifier: MIT
// simplex4.c: the point of a simplex nearest to the origin, by trying subsets with the newest
// point: for each, the foot of the origin on its plane, from the Gram system of its edges. All
// edges begin at the newest point, so one table of their products serves every subset. The answer
// is a foot inside its subset with no other point before the foot. Large subsets, which mostly are
// the answer, come first; where rounding lets none pass, the nearest of those inside is taken.
#include "distance4/simplex4.h"

// A pivot below this share of the largest edge squared: the subset is flat, and a smaller one
// contains its nearest point.
#define FLAT 1e-14

// Tolerance for a point before a foot, as a share of the terms in its distance.
#define BEFORE 1e-13

/// Edges from the newest point to the others, and their products.
typedef struct Edges {
    int count;
    double gram[4][4]; ///< Edge times edge.
    double toward[4];  ///< Edge times the vector from the newest point to the origin.
    double size[4];    ///< Magnitude of the terms of each product in `toward`.
    DVec4 edges[4];
    DVec4 newest;
} Edges;

/// A subset of a simplex and the foot of the origin on it.
typedef struct Foot {
    int count;       ///< Count of edges.
    int index[4];    ///< Indices of the edges, ascending.
    double parts[4]; ///< Weights of the edges' points.
    double rest;     ///< Weight of the newest point.
} Foot;

static void find_edges(const Simplex4 *simplex, Edges *edges)
{
    const int newest = simplex->count - 1;
    edges->count = newest;
    edges->newest = simplex->points[newest].w;
    const double reach = dvec4_length(edges->newest);
    for (int i = 0; i < newest; ++i) {
        edges->edges[i] = dvec4_sub(simplex->points[i].w, edges->newest);
        for (int k = 0; k <= i; ++k) {
            edges->gram[i][k] = edges->gram[k][i] = dvec4_dot(edges->edges[i], edges->edges[k]);
        }
        edges->toward[i] = -dvec4_dot(edges->edges[i], edges->newest);
        edges->size[i] = square_root64(edges->gram[i][i]) * reach;
    }
}

// Solves for the weights by LDL^T. @return false where the subset is flat or the foot outside.
static bool find_foot(const Edges *edges, Foot *foot)
{
    const int n = foot->count;
    double g[4][4], *y = foot->parts, largest = 0.0;
    for (int i = 0; i < n; ++i) {
        y[i] = edges->toward[foot->index[i]];
        for (int k = 0; k <= i; ++k) {
            g[i][k] = edges->gram[foot->index[i]][foot->index[k]];
        }
        largest = maximum64(largest, g[i][i]);
    }
    for (int k = 0; k < n; ++k) {
        if (!(g[k][k] > FLAT * largest)) {
            return false;
        }
        for (int i = k + 1; i < n; ++i) {
            const double factor = g[i][k] / g[k][k];
            for (int j = k + 1; j <= i; ++j) {
                g[i][j] -= factor * g[j][k];
            }
            y[i] -= factor * y[k];
            g[k][i] = factor;
        }
    }
    foot->rest = 1.0;
    for (int k = n - 1; k >= 0; --k) {
        y[k] /= g[k][k];
        for (int j = k + 1; j < n; ++j) {
            y[k] -= g[k][j] * y[j];
        }
        if (!(y[k] > 0.0)) {
            return false;
        }
        foot->rest -= y[k];
    }
    return foot->rest > 0.0;
}

// True when no point outside the subset lies before the foot, seen from the origin.
static bool is_nearest(const Edges *edges, const Foot *foot)
{
    for (int i = 0, at = 0; i < edges->count; ++i) {
        if (at < foot->count && foot->index[at] == i) {
            ++at;
            continue;
        }
        double along = -edges->toward[i];
        for (int k = 0; k < foot->count; ++k) {
            along += foot->parts[k] * edges->gram[i][foot->index[k]];
        }
        if (along < -BEFORE * edges->size[i]) {
            return false;
        }
    }
    return true;
}

static double squared_distance(const Edges *edges, const Foot *foot)
{
    DVec4 point = edges->newest;
    for (int k = 0; k < foot->count; ++k) {
        point = dvec4_add_scaled(point, edges->edges[foot->index[k]], foot->parts[k]);
    }
    return dvec4_length_squared(point);
}

// Subsets of four edges as bits, the largest first; subsets of fewer edges are among them.
static const uint8_t subsets[16] = {15, 7, 11, 13, 14, 3, 5, 6, 9, 10, 12, 1, 2, 4, 8, 0};

static bool find_best(const Edges *edges, Foot *best)
{
    double least = __builtin_inf();
    for (int s = 0; s < 16; ++s) {
        const int subset = subsets[s];
        if (subset >> edges->count != 0) {
            continue;
        }
        Foot foot = {.count = 0};
        for (int i = 0; i < edges->count; ++i) {
            if ((subset >> i & 1) != 0) {
                foot.index[foot.count++] = i;
            }
        }
        if (!find_foot(edges, &foot)) {
            continue;
        }
        if (is_nearest(edges, &foot)) {
            *best = foot;
            return true;
        }
        const double squared = squared_distance(edges, &foot);
        if (squared < least) {
            least = squared;
            *best = foot;
        }
    }
    return least < __builtin_inf();
}

bool tum_simplex4_reduce(Simplex4 *simplex)
{
    Edges edges;
    Foot foot = {.count = 0};
    find_edges(simplex, &edges);
    const SimplexPoint4 newest = simplex->points[edges.count];
    if (!find_best(&edges, &foot)) {
        simplex->points[0] = newest;
        simplex->points[0].weight = 1.0;
        simplex->count = 1;
        return false;
    }
    // Indices ascend, so no point is overwritten before it is moved.
    for (int i = 0; i < foot.count; ++i) {
        simplex->points[i] = simplex->points[foot.index[i]];
        simplex->points[i].weight = foot.parts[i];
    }
    simplex->points[foot.count] = newest;
    simplex->points[foot.count].weight = foot.rest;
    simplex->count = foot.count + 1;
    return true;
}

DVec4 tum_simplex4_nearest(const Simplex4 *simplex)
{
    DVec4 nearest = {0};
    for (int i = 0; i < simplex->count; ++i) {
        nearest = dvec4_add_scaled(nearest, simplex->points[i].w, simplex->points[i].weight);
    }
    return nearest;
}

void tum_simplex4_witnesses(const Simplex4 *simplex, DVec4 *a, DVec4 *b)
{
    *a = *b = (DVec4){0};
    for (int i = 0; i < simplex->count; ++i) {
        *a = dvec4_add_scaled(*a, simplex->points[i].a, simplex->points[i].weight);
        *b = dvec4_add_scaled(*b, simplex->points[i].b, simplex->points[i].weight);
    }
}

bool tum_simplex4_has(const Simplex4 *simplex, DVec4 w)
{
    for (int i = 0; i < simplex->count; ++i) {
        const DVec4 p = simplex->points[i].w;
        if (p.x == w.x && p.y == w.y && p.z == w.z && p.w == w.w) {
            return true;
        }
    }
    return false;
}
