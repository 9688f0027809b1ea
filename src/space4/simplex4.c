// SPDX-License-Identifier: MIT
// The nearest point by brute force, which is hard to break: of every subset that holds the newest
// point the foot of the origin on its plane, from the Gram system of its edges; of those inside
// their subset, the nearest. Sixteen subsets at most.
#include "space4/simplex4.h"

// A pivot below this share of the largest edge squared: the subset is flat, a smaller one has its
// nearest point.
#define FLAT 1e-14

// Solves the symmetric system g x = y of size n by LDL^T, in place; the answer is in y.
static bool solve_gram(int n, double g[4][4], double y[4])
{
    double largest = 0.0;
    for (int i = 0; i < n; ++i) {
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
    for (int k = n - 1; k >= 0; --k) {
        y[k] /= g[k][k];
        for (int j = k + 1; j < n; ++j) {
            y[k] -= g[k][j] * y[j];
        }
    }
    return true;
}

/// A subset of a simplex and the foot of the origin on it.
typedef struct Foot {
    int count;
    int index[5]; ///< Of its points; the newest first.
    double weight[5];
    double squared; ///< Of its distance from the origin.
} Foot;

// False where the foot is outside the subset, or the subset is flat.
static bool find_foot(const Simplex4 *simplex, Foot *foot)
{
    const DVec4 base = simplex->points[foot->index[0]].w;
    const int n = foot->count - 1;
    DVec4 edges[4];
    double gram[4][4], parts[4];
    for (int i = 0; i < n; ++i) {
        edges[i] = dvec4_sub(simplex->points[foot->index[i + 1]].w, base);
        parts[i] = -dvec4_dot(edges[i], base);
        for (int j = 0; j <= i; ++j) {
            gram[i][j] = dvec4_dot(edges[i], edges[j]);
        }
    }
    if (!solve_gram(n, gram, parts)) {
        return false;
    }
    DVec4 point = base;
    foot->weight[0] = 1.0;
    for (int i = 0; i < n; ++i) {
        foot->weight[i + 1] = parts[i];
        foot->weight[0] -= parts[i];
        point = dvec4_add_scaled(point, edges[i], parts[i]);
        if (!(parts[i] > 0.0)) {
            return false;
        }
    }
    foot->squared = dvec4_length_squared(point);
    return foot->weight[0] > 0.0;
}

bool tum_simplex4_reduce(Simplex4 *simplex)
{
    const int newest = simplex->count - 1;
    Foot best = {.count = 0};
    for (int subset = 0; subset < 1 << newest; ++subset) {
        Foot foot = {.count = 1, .index = {newest}};
        for (int i = 0; i < newest; ++i) {
            if ((subset >> i & 1) != 0) {
                foot.index[foot.count++] = i;
            }
        }
        if (find_foot(simplex, &foot) && (best.count == 0 || foot.squared < best.squared)) {
            best = foot;
        }
    }
    const Simplex4 old = *simplex;
    simplex->count = best.count;
    for (int i = 0; i < best.count; ++i) {
        simplex->points[i] = old.points[best.index[i]];
        simplex->points[i].weight = best.weight[i];
    }
    return best.count > 0;
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
