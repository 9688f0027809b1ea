// SPDX-License-Identifier: MIT
// EPA: a polytope inside the difference D = B - A that grows where it is nearest the origin.
//
// Its facets are tetrahedra. A support point beyond the nearest facet removes every facet that sees
// it; triangles of just one removed facet are the horizon, and each is joined to the point. The
// least reach of D along any normal met is an upper bound, and at each stage that of the answer.
// Facets of smooth shapes come near slowly in 4D, so a capped search ends with a descent on the
// normal itself.
#include "space4/epa4.h"

enum { POINTS_MAX = 160, FACETS_MAX = 1024, HORIZON_MAX = 1024, DESCENT_STEPS = 60 };

// Done when the depth is known to this share of itself, or of the size of D. Where the descent
// follows, the second of each is enough.
static const double depth_tolerance = 1e-9, size_tolerance = 1e-12;

// Points nearer to a plane than this share of the size lie in it.
static const double flat_share = 1e-9;

typedef struct Facet4 {
    uint16_t points[4]; ///< Rising.
    DVec4 normal;       ///< Unit, outward.
    double offset;      ///< [m] Distance of its plane from the origin.
} Facet4;

typedef struct Polytope {
    SimplexPoint4 points[POINTS_MAX];
    Facet4 facets[FACETS_MAX];
    int point_count, facet_count;
    DVec4 inside; ///< Some point of the interior.
    double size;  ///< [m] Greatest distance of a point from the first.
} Polytope;

// The axis that leans out of the span of the simplex the most, made perpendicular to the span.
static DVec4 leaning_axis(const Simplex4 *simplex)
{
    DVec4 frame[4];
    int rank = 0;
    for (int i = 1; i < simplex->count; ++i) {
        DVec4 edge = dvec4_sub(simplex->points[i].w, simplex->points[0].w);
        const double length = dvec4_length(edge);
        for (int twice = 0; twice < 2; ++twice) {
            for (int k = 0; k < rank; ++k) {
                edge = dvec4_add_scaled(edge, frame[k], -dvec4_dot(edge, frame[k]));
            }
        }
        if (rank < 3 && dvec4_length(edge) > 1e-12 * length) {
            frame[rank++] = dvec4_scale(edge, 1.0 / dvec4_length(edge));
        }
    }
    const DMat4 identity = DMAT4_IDENTITY;
    const DVec4 axes[4] = {identity.x, identity.y, identity.z, identity.w};
    DVec4 best = {0};
    for (int i = 0; i < 4; ++i) {
        DVec4 rest = axes[i];
        for (int k = 0; k < rank; ++k) {
            rest = dvec4_add_scaled(rest, frame[k], -dvec4_dot(rest, frame[k]));
        }
        if (dvec4_length_squared(rest) > dvec4_length_squared(best)) {
            best = rest;
        }
    }
    return dvec4_normalize_or(best, axes[1]);
}

// Adds points until there are five that span a volume. False where D has none: *across is then a
// unit vector at right angles to all of it.
static bool fill_simplex(const Placed4 *a, const Placed4 *b, Simplex4 *simplex, DVec4 *across)
{
    double size = 0.0;
    for (int i = 1; i < simplex->count; ++i) {
        size = maximum64(size, dvec4_distance(simplex->points[i].w, simplex->points[0].w));
    }
    while (simplex->count < 5) {
        const DVec4 axis = leaning_axis(simplex);
        const DVec4 base = simplex->points[0].w;
        const SimplexPoint4 up = tum_support4(a, b, axis);
        const SimplexPoint4 down = tum_support4(a, b, dvec4_negate(axis));
        const double above = dvec4_dot(axis, dvec4_sub(up.w, base));
        const double below = -dvec4_dot(axis, dvec4_sub(down.w, base));
        const SimplexPoint4 added = above >= below ? up : down;
        size = maximum64(size, dvec4_distance(added.w, base));
        if (!(maximum64(above, below) > flat_share * size)) {
            *across = axis;
            return false;
        }
        simplex->points[simplex->count++] = added;
    }
    return true;
}

static bool add_facet(Polytope *polytope, const uint16_t corners[4])
{
    if (polytope->facet_count == FACETS_MAX) {
        return false;
    }
    Facet4 facet = {.points = {corners[0], corners[1], corners[2], corners[3]}};
    const DVec4 p = polytope->points[corners[0]].w;
    DVec4 edges[3];
    double longest = 0.0;
    for (int i = 0; i < 3; ++i) {
        edges[i] = dvec4_sub(polytope->points[corners[i + 1]].w, p);
        longest = maximum64(longest, dvec4_length(edges[i]));
    }
    const DVec4 normal = dvec4_perpendicular(edges[0], edges[1], edges[2]);
    const double length = dvec4_length(normal);
    if (!(length > 1e-14 * longest * longest * longest)) {
        return false;
    }
    facet.normal = dvec4_scale(normal, 1.0 / length);
    if (dvec4_dot(facet.normal, dvec4_sub(p, polytope->inside)) < 0.0) {
        facet.normal = dvec4_negate(facet.normal);
    }
    facet.offset = dvec4_dot(facet.normal, p);
    polytope->facets[polytope->facet_count++] = facet;
    return true;
}

static bool begin(Polytope *polytope, const Simplex4 *simplex)
{
    polytope->point_count = 5;
    polytope->facet_count = 0;
    polytope->inside = (DVec4){0};
    polytope->size = 0.0;
    for (int i = 0; i < 5; ++i) {
        polytope->points[i] = simplex->points[i];
        polytope->inside = dvec4_add_scaled(polytope->inside, simplex->points[i].w, 0.2);
        polytope->size =
            maximum64(polytope->size, dvec4_distance(simplex->points[i].w, simplex->points[0].w));
    }
    bool is_sound = true;
    for (uint16_t out = 0; out < 5; ++out) {
        uint16_t corners[4];
        for (uint16_t i = 0, n = 0; i < 5; ++i) {
            if (i != out) {
                corners[n++] = i;
            }
        }
        is_sound = add_facet(polytope, corners) && is_sound;
    }
    return is_sound;
}

/// A triangle seen from one side so far, or, when seen again, from both.
typedef struct Ridge {
    uint16_t points[3];
    bool is_inner;
} Ridge;

typedef struct Horizon {
    Ridge ridges[HORIZON_MAX];
    int count;
} Horizon;

static bool note_ridge(Horizon *horizon, const uint16_t points[3])
{
    for (int i = 0; i < horizon->count; ++i) {
        Ridge *ridge = &horizon->ridges[i];
        if (ridge->points[0] == points[0] && ridge->points[1] == points[1] &&
            ridge->points[2] == points[2]) {
            ridge->is_inner = true;
            return true;
        }
    }
    if (horizon->count == HORIZON_MAX) {
        return false;
    }
    horizon->ridges[horizon->count++] = (Ridge){{points[0], points[1], points[2]}, false};
    return true;
}

// False where the polytope cannot take the point: no room, or a new facet would be flat.
static bool expand(Polytope *polytope, const SimplexPoint4 *added, Horizon *horizon)
{
    if (polytope->point_count == POINTS_MAX) {
        return false;
    }
    const uint16_t newest = (uint16_t)polytope->point_count;
    polytope->points[polytope->point_count++] = *added;
    horizon->count = 0;
    int kept = 0;
    for (int f = 0; f < polytope->facet_count; ++f) {
        const Facet4 *facet = &polytope->facets[f];
        if (dvec4_dot(facet->normal, added->w) <= facet->offset + 1e-14 * polytope->size) {
            polytope->facets[kept++] = *facet;
            continue;
        }
        const uint16_t *p = facet->points;
        const uint16_t ridges[4][3] = {
            {p[1], p[2], p[3]}, {p[0], p[2], p[3]}, {p[0], p[1], p[3]}, {p[0], p[1], p[2]}};
        for (int k = 0; k < 4; ++k) {
            if (!note_ridge(horizon, ridges[k])) {
                return false;
            }
        }
    }
    polytope->facet_count = kept;
    for (int i = 0; i < horizon->count; ++i) {
        const Ridge *ridge = &horizon->ridges[i];
        const uint16_t corners[4] = {ridge->points[0], ridge->points[1], ridge->points[2], newest};
        if (!ridge->is_inner && !add_facet(polytope, corners)) {
            return false;
        }
    }
    return polytope->facet_count > 0;
}

/// The best known way out.
typedef struct Exit {
    DVec4 normal; ///< Unit, outward of D.
    double reach; ///< [m] Of D along it: an upper bound of the depth, and a way out.
    DVec4 a, b;   ///< Points of the cores there.
} Exit;

// The points of the cores that make up the foot of the origin on a facet.
static void facet_witnesses(const Polytope *polytope, const Facet4 *facet, DVec4 *a, DVec4 *b)
{
    double nearest = 0.0;
    for (int last = 0; last < 4; ++last) {
        Simplex4 simplex = {.count = 4};
        for (int i = 0; i < 4; ++i) {
            simplex.points[i] = polytope->points[facet->points[(i + last) & 3]];
        }
        if (!tum_simplex4_reduce(&simplex)) {
            continue;
        }
        const double squared = dvec4_length_squared(tum_simplex4_nearest(&simplex));
        if (last == 0 || squared < nearest) {
            nearest = squared;
            tum_simplex4_witnesses(&simplex, a, b);
        }
    }
}

// Walks downhill on the unit sphere: the reach of D along n has the slope w - (w . n) n there, w
// being the support point. Only ever better.
static void descend(const Placed4 *a, const Placed4 *b, Exit *exit)
{
    DVec4 w = tum_support4(a, b, exit->normal).w;
    double step = 1.0 / maximum64(dvec4_length(w), 1e-12);
    for (int i = 0; i < DESCENT_STEPS; ++i) {
        const DVec4 slope = dvec4_add_scaled(w, exit->normal, -dvec4_dot(w, exit->normal));
        const DVec4 next =
            dvec4_normalize_or(dvec4_add_scaled(exit->normal, slope, -step), exit->normal);
        const SimplexPoint4 point = tum_support4(a, b, next);
        const double reach = dvec4_dot(point.w, next);
        if (reach < exit->reach) {
            exit->reach = reach;
            exit->normal = next;
            w = point.w;
            step *= 1.5;
        } else {
            step *= 0.5;
        }
    }
}

static Exit search(const Placed4 *a, const Placed4 *b, Polytope *polytope, int *iterations)
{
    Horizon horizon;
    Exit exit = {.reach = -1.0};
    bool is_exact = false;
    for (*iterations = 0;; ++*iterations) {
        int nearest = 0;
        for (int f = 1; f < polytope->facet_count; ++f) {
            if (polytope->facets[f].offset < polytope->facets[nearest].offset) {
                nearest = f;
            }
        }
        const Facet4 facet = polytope->facets[nearest];
        const SimplexPoint4 added = tum_support4(a, b, facet.normal);
        const double reach = dvec4_dot(added.w, facet.normal);
        if (exit.reach < 0.0 || reach < exit.reach) {
            exit.reach = maximum64(reach, 0.0);
            exit.normal = facet.normal;
            facet_witnesses(polytope, &facet, &exit.a, &exit.b);
        }
        is_exact = exit.reach - facet.offset <=
                   depth_tolerance * exit.reach + size_tolerance * polytope->size;
        if (is_exact || !expand(polytope, &added, &horizon)) {
            break;
        }
    }
    if (!is_exact) {
        descend(a, b, &exit);
    }
    return exit;
}

Distance4 tum_overlap4(const Placed4 *a, const Placed4 *b, const Simplex4 *simplex)
{
    const double radii = a->shape->radius + b->shape->radius;
    const DVec4 between = dvec4_sub(b->position, a->position);
    Simplex4 filled = *simplex;
    Polytope polytope;
    DVec4 across = {.y = 1.0};
    Distance4 result = {.distance = -radii};
    if (!fill_simplex(a, b, &filled, &across) || !begin(&polytope, &filled)) {
        result.normal = dvec4_dot(across, between) < 0.0 ? dvec4_negate(across) : across;
        tum_simplex4_witnesses(simplex, &result.point_a, &result.point_b);
    } else {
        const Exit exit = search(a, b, &polytope, &result.iterations);
        // D moves back along its normal until the origin is outside: so does B.
        result.normal = dvec4_negate(exit.normal);
        result.distance = -exit.reach - radii;
        result.point_a = exit.a;
        result.point_b = exit.b;
    }
    // The points are as far apart along the normal as the depth says.
    const DVec4 middle = dvec4_scale(dvec4_add(result.point_a, result.point_b), 0.5);
    const double lean = 0.5 * (a->shape->radius - b->shape->radius);
    result.point_a = dvec4_add_scaled(middle, result.normal, -0.5 * result.distance + lean);
    result.point_b = dvec4_add_scaled(middle, result.normal, 0.5 * result.distance + lean);
    return result;
}
