// SPDX-License-Identifier: MIT
// simplex3.c: regions of simplices as in Ericson, "Real-Time Collision Detection", 2005, section
// 5.1.
#include "distance3/simplex3.h"

SimplexPoint tum_simplex3_support(Core3 *a, Core3 *b, DVec3 direction)
{
    SimplexPoint p;
    p.a = tum_core3_support(a, dvec3_negate(direction));
    p.b = tum_core3_support(b, direction);
    p.w = dvec3_sub(p.b, p.a);
    p.weight = 1.0;
    return p;
}

static void keep_point(Simplex *simplex, int i)
{
    simplex->points[0] = simplex->points[i];
    simplex->points[0].weight = 1.0;
    simplex->count = 1;
}

static void keep_segment(Simplex *simplex, int i, int j, double t)
{
    const SimplexPoint p = simplex->points[i], q = simplex->points[j];
    simplex->points[0] = p;
    simplex->points[1] = q;
    simplex->points[0].weight = 1.0 - t;
    simplex->points[1].weight = t;
    simplex->count = 2;
}

static void nearest_on_segment(Simplex *simplex)
{
    const DVec3 p = simplex->points[0].w;
    const DVec3 line = dvec3_sub(simplex->points[1].w, p);
    const double along = -dvec3_dot(p, line), length = dvec3_length_squared(line);
    if (!(along > 0.0)) {
        keep_point(simplex, 0);
    } else if (along >= length) {
        keep_point(simplex, 1);
    } else {
        keep_segment(simplex, 0, 1, along / length);
    }
}

static void nearest_on_triangle(Simplex *simplex)
{
    const DVec3 a = simplex->points[0].w, b = simplex->points[1].w, c = simplex->points[2].w;
    const DVec3 ab = dvec3_sub(b, a), ac = dvec3_sub(c, a);
    const double d1 = -dvec3_dot(ab, a), d2 = -dvec3_dot(ac, a);
    if (d1 <= 0.0 && d2 <= 0.0) {
        keep_point(simplex, 0);
        return;
    }
    const double d3 = -dvec3_dot(ab, b), d4 = -dvec3_dot(ac, b);
    if (d3 >= 0.0 && d4 <= d3) {
        keep_point(simplex, 1);
        return;
    }
    const double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        keep_segment(simplex, 0, 1, d1 > d3 ? d1 / (d1 - d3) : 0.0);
        return;
    }
    const double d5 = -dvec3_dot(ab, c), d6 = -dvec3_dot(ac, c);
    if (d6 >= 0.0 && d5 <= d6) {
        keep_point(simplex, 2);
        return;
    }
    const double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        keep_segment(simplex, 0, 2, d2 > d6 ? d2 / (d2 - d6) : 0.0);
        return;
    }
    const double va = d3 * d6 - d5 * d4;
    const double e = d4 - d3, f = d5 - d6;
    if (va <= 0.0 && e >= 0.0 && f >= 0.0) {
        keep_segment(simplex, 1, 2, e + f > 0.0 ? e / (e + f) : 0.0);
        return;
    }
    const double factor = 1.0 / (va + vb + vc);
    simplex->points[1].weight = vb * factor;
    simplex->points[2].weight = vc * factor;
    simplex->points[0].weight = 1.0 - simplex->points[1].weight - simplex->points[2].weight;
}

DVec3 tum_simplex3_nearest(const Simplex *simplex)
{
    DVec3 sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < simplex->count; ++i) {
        sum = dvec3_add_scaled(sum, simplex->points[i].w, simplex->points[i].weight);
    }
    return sum;
}

// True when the plane of a, b, c separates the origin from d, or when the four points are flat
// within rounding.
static bool is_outside(DVec3 a, DVec3 b, DVec3 c, DVec3 d)
{
    const DVec3 n = dvec3_cross(dvec3_sub(b, a), dvec3_sub(c, a));
    const DVec3 to_d = dvec3_sub(d, a);
    const double origin_side = -dvec3_dot(a, n), inner_side = dvec3_dot(to_d, n);
    const double smallest = 1e-24 * dvec3_length_squared(n) * dvec3_length_squared(to_d);
    if (!(inner_side * inner_side > smallest)) {
        return true;
    }
    return inner_side > 0.0 ? origin_side < 0.0 : origin_side > 0.0;
}

// Keeps all four points when the tetrahedron contains the origin.
static void nearest_on_tetrahedron(Simplex *simplex)
{
    static const int faces[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
    Simplex best = *simplex;
    double nearest = 1e300;
    for (int i = 0; i < 4; ++i) {
        const SimplexPoint *p = simplex->points;
        const int *f = faces[i];
        if (!is_outside(p[f[0]].w, p[f[1]].w, p[f[2]].w, p[f[3]].w)) {
            continue;
        }
        Simplex face = {.count = 3, .points = {p[f[0]], p[f[1]], p[f[2]]}};
        nearest_on_triangle(&face);
        const double squared = dvec3_length_squared(tum_simplex3_nearest(&face));
        if (squared < nearest) {
            nearest = squared;
            best = face;
        }
    }
    *simplex = best;
}

void tum_simplex3_reduce(Simplex *simplex)
{
    switch (simplex->count) {
    case 1: simplex->points[0].weight = 1.0; break;
    case 2: nearest_on_segment(simplex); break;
    case 3: nearest_on_triangle(simplex); break;
    default: nearest_on_tetrahedron(simplex); break;
    }
}

bool tum_simplex3_has(const Simplex *simplex, DVec3 w)
{
    for (int i = 0; i < simplex->count; ++i) {
        const DVec3 p = simplex->points[i].w;
        if (p.x == w.x && p.y == w.y && p.z == w.z) {
            return true;
        }
    }
    return false;
}

void tum_simplex3_witnesses(const Simplex *simplex, DVec3 *a, DVec3 *b)
{
    *a = (DVec3){0.0, 0.0, 0.0};
    *b = (DVec3){0.0, 0.0, 0.0};
    for (int i = 0; i < simplex->count; ++i) {
        const SimplexPoint *p = &simplex->points[i];
        *a = dvec3_add_scaled(*a, p->a, p->weight);
        *b = dvec3_add_scaled(*b, p->b, p->weight);
    }
}
