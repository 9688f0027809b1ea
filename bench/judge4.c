// SPDX-License-Identifier: MIT
// judge4.c: how good a simulated scene of four dimensions is: overlaps of boxes and balls by
// separating axes, ways and falls.
#include "judge4.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LOST_BELOW = -3.0;  // [m]
static const double FALLEN_BY = 0.5;    // [m]
static const double FRAME = 1.0 / 60.0; // [s]

// A box, or a ball: radius above zero.
typedef struct Part {
    double middle[4];
    double axes[4][4]; // in the world
    double half[4];
    double radius;
    double low, high; // along X
    int32_t body, collider;
    bool moves;
} Part;

static double dot(const double a[4], const double b[4])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// At right angles to three vectors: the cofactors of a fourth row.
static void perpendicular(const double a[4], const double b[4], const double c[4], double n[4])
{
    for (int i = 0; i < 4; ++i) {
        int k[3], used = 0;
        for (int j = 0; j < 4; ++j) {
            if (j != i) {
                k[used++] = j;
            }
        }
        const double minor = a[k[0]] * (b[k[1]] * c[k[2]] - b[k[2]] * c[k[1]]) -
                             a[k[1]] * (b[k[0]] * c[k[2]] - b[k[2]] * c[k[0]]) +
                             a[k[2]] * (b[k[0]] * c[k[1]] - b[k[1]] * c[k[0]]);
        n[i] = i % 2 == 0 ? minor : -minor;
    }
}

static double reach_along(const Part *part, const double n[4])
{
    double sum = 0.0;
    for (int i = 0; i < 4; ++i) {
        sum += fabs(dot(part->axes[i], n)) * part->half[i];
    }
    return sum;
}

// Overlap along an axis, unless that is shorter than what was found; axes without length say
// nothing.
static void try_axis(const Part *a, const Part *b, const double axis[4], double *least)
{
    const double length = sqrt(dot(axis, axis));
    if (length < 1e-6) {
        return;
    }
    double n[4], way[4];
    for (int i = 0; i < 4; ++i) {
        n[i] = axis[i] / length;
        way[i] = b->middle[i] - a->middle[i];
    }
    *least = fmin(*least, reach_along(a, n) + reach_along(b, n) - fabs(dot(way, n)));
}

// The 56 axes of two boxes: 4 and 4 of cells, 24 and 24 of a face of one and an edge of the other.
static double depth_of_boxes(const Part *a, const Part *b)
{
    double least = INFINITY;
    for (int i = 0; i < 4 && least > 0.0; ++i) {
        try_axis(a, b, a->axes[i], &least);
        try_axis(a, b, b->axes[i], &least);
    }
    for (int i = 0; i < 4; ++i) {
        for (int j = i + 1; j < 4; ++j) {
            for (int k = 0; k < 4 && least > 0.0; ++k) {
                double n[4];
                perpendicular(a->axes[i], a->axes[j], b->axes[k], n);
                try_axis(a, b, n, &least);
                perpendicular(b->axes[i], b->axes[j], a->axes[k], n);
                try_axis(a, b, n, &least);
            }
        }
    }
    return least;
}

static double depth_in_box(const Part *ball, const Part *box)
{
    double way[4], outside = 0.0, inside = INFINITY;
    for (int i = 0; i < 4; ++i) {
        way[i] = ball->middle[i] - box->middle[i];
    }
    for (int i = 0; i < 4; ++i) {
        const double beyond = fabs(dot(way, box->axes[i])) - box->half[i];
        outside += beyond > 0.0 ? beyond * beyond : 0.0;
        inside = fmin(inside, -beyond);
    }
    return ball->radius + (outside > 0.0 ? -sqrt(outside) : inside);
}

static double depth_of(const Part *a, const Part *b)
{
    if (a->radius > 0.0 && b->radius > 0.0) {
        double squares = 0.0;
        for (int i = 0; i < 4; ++i) {
            squares += (a->middle[i] - b->middle[i]) * (a->middle[i] - b->middle[i]);
        }
        return a->radius + b->radius - sqrt(squares);
    }
    return a->radius > 0.0   ? depth_in_box(a, b)
           : b->radius > 0.0 ? depth_in_box(b, a)
                             : depth_of_boxes(a, b);
}

static bool shape_of(const TumScene *scene, const TumCollider *collider, Part *part)
{
    const TumShape *shape = &scene->shapes[collider->shape];
    const TumCurve *curve = &scene->curves[shape->curve_first];
    if (shape->kind == TUM_SHAPE_SPHERE) {
        part->radius = shape->radius;
    } else if (shape->kind == TUM_SHAPE_GENERAL && shape->curve_count == 1 &&
               shape->size[0] + shape->size[1] + shape->size[2] + shape->size[3] == 0.0) {
        part->radius = curve->radii[0];
        for (int i = 1; i < 4; ++i) {
            if (curve->radii[i] != curve->radii[0]) {
                return false;
            }
        }
    } else if (shape->kind != TUM_SHAPE_BOX) {
        return false;
    }
    for (int i = 0; i < 4; ++i) {
        part->half[i] = part->radius > 0.0 ? 0.0 : 0.5 * shape->size[i];
    }
    return true;
}

// Where a collider stands: its own pose after that of its body.
static void place(const TumScene *scene, const BenchPoses *poses, const TumCollider *collider,
                  Part *part)
{
    double origin[4] = {0.0}, body[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    for (int i = 0; i < 4 && collider->body >= 0; ++i) {
        origin[i] = (double)poses->positions[4 * collider->body + i];
    }
    for (int i = 0; i < 16 && collider->body >= 0; ++i) {
        body[i] = (double)poses->rotations[16 * collider->body + i];
    }
    for (int row = 0; row < 4; ++row) {
        part->middle[row] = origin[row];
        for (int k = 0; k < 4; ++k) {
            part->middle[row] += body[4 * k + row] * collider->position[k];
            part->axes[k][row] = 0.0;
            for (int c = 0; c < 4; ++c) {
                part->axes[k][row] += body[4 * c + row] * collider->rotation.m[4 * k + c];
            }
        }
    }
    const double across[4] = {1.0, 0.0, 0.0, 0.0};
    const double reach = reach_along(part, across) + part->radius;
    part->low = part->middle[0] - reach;
    part->high = part->middle[0] + reach;
    part->body = collider->body;
    part->moves = collider->body >= 0 && scene->bodies[collider->body].kind == TUM_BODY_DYNAMIC;
}

static int by_low(const void *a, const void *b)
{
    const Part *left = a, *right = b;
    return left->low < right->low ? -1
           : left->low > right->low
               ? 1
               : (left->collider > right->collider) - (left->collider < right->collider);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static bool add_depth(double **depths, size_t *count, size_t *room, double depth)
{
    if (*count == *room) {
        const size_t more = *room * 2 + 1024;
        double *moved = realloc(*depths, more * sizeof *moved);
        if (moved == NULL) {
            return false;
        }
        *depths = moved;
        *room = more;
    }
    (*depths)[(*count)++] = depth;
    return true;
}

static bool measure_overlaps(Part *parts, size_t part_count, BenchQuality *quality)
{
    double *depths = NULL;
    size_t count = 0, room = 0;
    bool done = true;
    qsort(parts, part_count, sizeof *parts, by_low);
    for (size_t i = 0; i < part_count && done; ++i) {
        for (size_t k = i + 1; k < part_count && done && parts[k].low <= parts[i].high; ++k) {
            const Part *a = &parts[i], *b = &parts[k];
            if ((!a->moves && !b->moves) || a->body == b->body) {
                continue;
            }
            const double depth = depth_of(a, b);
            done = !(depth > 0.0) || add_depth(&depths, &count, &room, depth);
        }
    }
    if (done && count > 0) {
        qsort(depths, count, sizeof *depths, by_size);
        quality->overlaps = count;
        quality->deepest = depths[count - 1];
        quality->deep99 = depths[(count * 99 + 99) / 100 - 1];
    }
    free(depths);
    return done;
}

static void measure_bodies(const TumScene *scene, const BenchPoses *now, const BenchPoses *before,
                           BenchQuality *quality)
{
    double drift_sum = 0.0, way_sum = 0.0;
    size_t count = 0;
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        const float *p = now->positions + 4 * i, *q = before->positions + 4 * i;
        if (body->kind != TUM_BODY_DYNAMIC) {
            continue;
        }
        if (!isfinite(p[0] + p[1] + p[2] + p[3])) {
            ++quality->not_finite;
            continue;
        }
        double drift = 0.0, way = 0.0;
        for (int k = 0; k < 4; ++k) {
            const double off = (double)p[k] - body->position[k];
            const double step = (double)p[k] - (double)q[k];
            drift += k == 1 ? 0.0 : off * off;
            way += step * step;
        }
        ++count;
        drift_sum += sqrt(drift);
        way_sum += sqrt(way);
        quality->drift_largest = fmax(quality->drift_largest, sqrt(drift));
        quality->fallen += (double)p[1] < body->position[1] - FALLEN_BY;
        quality->lost += (double)p[1] < LOST_BELOW;
    }
    quality->drift_mean = count > 0 ? drift_sum / (double)count : 0.0;
    quality->speed = count > 0 ? way_sum / (double)count / FRAME : 0.0;
}

bool bench_judge4(const TumScene *scene, const BenchPoses *now, const BenchPoses *before,
                  BenchQuality *quality)
{
    measure_bodies(scene, now, before, quality);
    Part *parts = calloc(scene->collider_count + 1, sizeof *parts);
    if (parts == NULL) {
        return false;
    }
    size_t count = 0;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        Part *part = &parts[count];
        *part = (Part){.collider = (int32_t)i};
        if (!shape_of(scene, &scene->colliders[i], part)) {
            ++quality->unmeasured;
            continue;
        }
        place(scene, now, &scene->colliders[i], part);
        ++count;
    }
    const bool done = quality->not_finite > 0 || measure_overlaps(parts, count, quality);
    free(parts);
    return done;
}
