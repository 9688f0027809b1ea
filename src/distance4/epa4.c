// SPDX-License-Identifier: MIT
// epa4.c: EPA in 4D: a polytope inside the difference D = B - A that grows where it is nearest to
// the origin.
//
// Its facets are tetrahedra. A support point beyond the nearest facet removes every facet visible
// from it; triangles of just one removed facet form the horizon, and each is joined to the point.
// The least support distance of D along any normal so far is an upper bound of the depth, and the
// answer at any stage. Facets of smooth shapes converge slowly in 4D, so a long search ends early,
// and a descent of the normal itself does the rest. The descent also gives the points of the cores:
// of coplanar facets, the one that was found need not contain the foot of the origin.
#include "distance4/epa4.h"

enum { POINTS_MAX = 48, FACETS_MAX = 384, NEW_MAX = 160, TABLE_SIZE = 512 };
enum { REFINE_STEPS = 12, OTHER_EXITS = 5 };

// Tolerance of the depth, relative to the depth or to the size of D.
static const double depth_tolerance = 1e-9, size_tolerance = 1e-12;

// Share of the exit distance by which B is moved farther out to measure its distance; and the least
// relative gain that counts.
static const double clearance = 0.1, refine_tolerance = 1e-5;

// A facet nearer than the exit by this share, whose normal differs by this cosine from all normals
// tried, may lead to a shorter exit.
static const double hollow_tolerance = 1e-4, hollow_cosine = 0.995;

// Tolerance of GJK's squared distances of the moved shapes.
static const double gjk_tolerance = 1e-8;

// A search of more steps than polytopes in contact need has found a round shape, and ends at this
// tolerance of the depth: GJK gives more digits faster.
enum { STEPS_OF_POLYTOPES = 24 };
static const double round_tolerance = 1e-2;

// Points nearer to a plane than this share of the size lie in it.
static const double flat_share = 1e-9;

// A facet smaller than this share of its longest edge cubed has no reliable normal.
static const double thin_share = 1e-11;

typedef struct Facet4 {
    uint16_t points[4];
    uint16_t beside[4]; ///< The facet opposite to each point.
    DVec4 normal;       ///< Unit, outward.
    double offset;      ///< [m] Distance of its plane from the origin.
} Facet4;

typedef struct Polytope {
    SimplexPoint4 points[POINTS_MAX];
    Facet4 facets[FACETS_MAX];
    double near[FACETS_MAX]; ///< Offset of each facet; infinity: removed, or not expandable.
    bool is_gone[FACETS_MAX];
    int point_count, facet_count;
    uint16_t free[FACETS_MAX]; ///< Removed facets, for reuse.
    int free_count;
    DVec4 inside; ///< A point of the interior.
    double size;  ///< [m] Greatest distance of a point from the first.
} Polytope;

// The coordinate axis farthest from the span of the simplex, made perpendicular to the span.
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

// Adds points until five of them span a volume.
// @return false where D has no volume: *across is then a unit vector perpendicular to D.
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

// @return false where four points are too nearly coplanar for a normal.
static bool make_facet(const Polytope *polytope, const uint16_t corners[4], Facet4 *facet)
{
    memcpy(facet->points, corners, sizeof facet->points);
    const DVec4 p = polytope->points[corners[0]].w;
    DVec4 edges[3];
    double longest = 0.0;
    for (int i = 0; i < 3; ++i) {
        edges[i] = dvec4_sub(polytope->points[corners[i + 1]].w, p);
        longest = maximum64(longest, dvec4_length_squared(edges[i]));
    }
    const DVec4 normal = dvec4_perpendicular(edges[0], edges[1], edges[2]);
    const double length = dvec4_length(normal);
    if (!(length > thin_share * longest * square_root64(longest))) {
        return false;
    }
    facet->normal = dvec4_scale(normal, 1.0 / length);
    if (dvec4_dot(facet->normal, dvec4_sub(p, polytope->inside)) < 0.0) {
        facet->normal = dvec4_negate(facet->normal);
    }
    facet->offset = dvec4_dot(facet->normal, p);
    return true;
}

static bool begin(Polytope *polytope, const Simplex4 *simplex)
{
    polytope->point_count = 5;
    polytope->facet_count = 5;
    polytope->free_count = 0;
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
        // Facet k lacks point k, and lies opposite to it.
        Facet4 *facet = &polytope->facets[out];
        uint16_t corners[4];
        for (uint16_t i = 0, n = 0; i < 5; ++i) {
            if (i != out) {
                facet->beside[n] = i;
                corners[n++] = i;
            }
        }
        is_sound = make_facet(polytope, corners, facet) && is_sound;
        polytope->near[out] = facet->offset;
        polytope->is_gone[out] = false;
    }
    return is_sound;
}

/// Expansion by a new point: visible facets to remove, and a new facet for each horizon triangle.
typedef struct Growth {
    uint16_t seen[FACETS_MAX];
    int seen_count;
    Facet4 fresh[NEW_MAX];
    uint16_t outer[NEW_MAX];      ///< The remaining facet beside each new one.
    uint16_t outer_slot[NEW_MAX]; ///< Index of the removed facet in that facet's list.
    int fresh_count;
} Growth;

static bool sees(const Polytope *polytope, uint16_t facet, DVec4 w)
{
    const Facet4 *f = &polytope->facets[facet];
    return dvec4_dot(f->normal, w) > f->offset + 1e-14 * polytope->size;
}

static int slot_of(const Facet4 *facet, uint16_t beside)
{
    int slot = 0;
    while (slot < 3 && facet->beside[slot] != beside) {
        ++slot;
    }
    return slot;
}

// Finds the facets visible from the point, starting at a visible one and going over neighbors. Only
// the marks of removed facets change. @return false where a new facet would be flat, or capacity is
// exceeded.
static bool look_around(Polytope *polytope, uint16_t first, uint16_t newest, Growth *growth)
{
    const DVec4 w = polytope->points[newest].w;
    growth->seen[0] = first;
    growth->seen_count = 1;
    growth->fresh_count = 0;
    polytope->is_gone[first] = true;
    for (int s = 0; s < growth->seen_count; ++s) {
        const uint16_t index = growth->seen[s];
        const Facet4 *facet = &polytope->facets[index];
        for (int k = 0; k < 4; ++k) {
            const uint16_t beside = facet->beside[k];
            if (polytope->is_gone[beside]) {
                continue;
            }
            if (sees(polytope, beside, w)) {
                polytope->is_gone[beside] = true;
                growth->seen[growth->seen_count++] = beside;
            }
        }
    }
    for (int s = 0; s < growth->seen_count; ++s) {
        const uint16_t index = growth->seen[s];
        const Facet4 *facet = &polytope->facets[index];
        for (int k = 0; k < 4; ++k) {
            const uint16_t beside = facet->beside[k];
            if (polytope->is_gone[beside]) {
                continue;
            }
            if (growth->fresh_count == NEW_MAX) {
                return false;
            }
            const int n = growth->fresh_count++;
            uint16_t corners[4] = {newest, 0, 0, 0};
            for (int i = 0, at = 1; i < 4; ++i) {
                if (i != k) {
                    corners[at++] = facet->points[i];
                }
            }
            if (!make_facet(polytope, corners, &growth->fresh[n])) {
                return false;
            }
            growth->outer[n] = beside;
            growth->outer_slot[n] = (uint16_t)slot_of(&polytope->facets[beside], index);
        }
    }
    const int room = FACETS_MAX - polytope->facet_count + polytope->free_count;
    return growth->fresh_count <= room + growth->seen_count;
}

/// Two new facets meet at an edge of the horizon and the new point; the first is kept here.
typedef struct Waiting {
    uint32_t edge; ///< 0: none.
    uint16_t facet, slot;
} Waiting;

// @return false where an edge lacks two facets: rounding broke the horizon.
static bool link_fresh(Polytope *polytope, const uint16_t *indices, int count)
{
    Waiting table[TABLE_SIZE];
    memset(table, 0, sizeof table);
    int waiting = 0;
    for (int n = 0; n < count; ++n) {
        Facet4 *facet = &polytope->facets[indices[n]];
        for (int k = 1; k < 4; ++k) {
            const uint32_t p = facet->points[k == 1 ? 2 : 1], q = facet->points[k == 3 ? 2 : 3];
            const uint32_t edge = (p < q ? p << 8 | q : q << 8 | p) + 1;
            uint32_t at = edge * 0x9e3779b1u >> 23;
            while (table[at].edge != 0 && table[at].edge != edge) {
                at = (at + 1) % TABLE_SIZE;
            }
            if (table[at].edge == 0) {
                table[at] = (Waiting){edge, indices[n], (uint16_t)k};
                ++waiting;
            } else {
                facet->beside[k] = table[at].facet;
                polytope->facets[table[at].facet].beside[table[at].slot] = indices[n];
                --waiting;
            }
        }
    }
    return waiting == 0;
}

/// Result of an expansion.
typedef enum Grown {
    GREW,    ///< The polytope has grown.
    REFUSED, ///< The polytope is unchanged: the facet cannot be expanded.
    BROKEN   ///< The polytope is inconsistent, or full.
} Grown;

static Grown expand(Polytope *polytope, uint16_t facet, const SimplexPoint4 *added, Growth *growth)
{
    if (polytope->point_count == POINTS_MAX) {
        return BROKEN;
    }
    const uint16_t newest = (uint16_t)polytope->point_count;
    polytope->points[newest] = *added;
    growth->seen_count = 0;
    if (!sees(polytope, facet, added->w) || !look_around(polytope, facet, newest, growth)) {
        for (int s = 0; s < growth->seen_count; ++s) {
            polytope->is_gone[growth->seen[s]] = false;
        }
        return REFUSED;
    }
    ++polytope->point_count;
    for (int s = 0; s < growth->seen_count; ++s) {
        polytope->near[growth->seen[s]] = __builtin_inf();
        polytope->free[polytope->free_count++] = growth->seen[s];
    }
    uint16_t indices[NEW_MAX];
    for (int n = 0; n < growth->fresh_count; ++n) {
        const uint16_t index = polytope->free_count > 0 ? polytope->free[--polytope->free_count]
                                                        : (uint16_t)polytope->facet_count++;
        indices[n] = index;
        polytope->facets[index] = growth->fresh[n];
        polytope->facets[index].beside[0] = growth->outer[n];
        polytope->facets[growth->outer[n]].beside[growth->outer_slot[n]] = index;
        polytope->near[index] = growth->fresh[n].offset;
        polytope->is_gone[index] = false;
    }
    return link_fresh(polytope, indices, growth->fresh_count) ? GREW : BROKEN;
}

/// The shortest known exit.
typedef struct Exit {
    DVec4 normal;           ///< Unit, outward of D.
    double depth;           ///< [m] Support distance of D along the normal: upper bound of the
                            ///< depth.
    bool has_points;        ///< The points below are set.
    DVec4 point_a, point_b; ///< Points of the cores that separate last.
} Exit;

// Moves B out along the best normal and slightly farther, and computes the distance with GJK. The
// plane perpendicular to the shortest connection, at the point of D nearest to the moved origin, is
// no farther from the original origin than this point. So the exit only gets shorter, until its
// normal is that of the connection.
static void refine(const Placed4 *a, const Placed4 *b, double size, Exit *exit)
{
    for (int i = 0; i < REFINE_STEPS; ++i) {
        const double shift = exit->depth * (1.0 + clearance) + clearance * clearance * size;
        Placed4 moved = *b;
        moved.position = dvec4_add_scaled(b->position, exit->normal, -shift);
        Simplex4 simplex;
        Distance4 found;
        const DVec4 back = dvec4_negate(exit->normal);
        if (!tum_apart4(a, &moved, back, gjk_tolerance, &simplex, &found)) {
            return;
        }
        const DVec4 normal = dvec4_negate(found.normal);
        const double depth = dvec4_dot(tum_support4(a, b, normal).w, normal);
        const bool is_shorter = depth < exit->depth;
        if (is_shorter || !exit->has_points) {
            exit->has_points = true;
            tum_simplex4_witnesses(&simplex, &exit->point_a, &exit->point_b);
            exit->point_b = dvec4_add_scaled(exit->point_b, exit->normal, shift);
        }
        const bool is_done = depth > exit->depth * (1.0 - refine_tolerance);
        if (is_shorter) {
            exit->depth = depth;
            exit->normal = normal;
        }
        if (is_done) {
            return;
        }
    }
}

// The descent ends in the nearest local minimum of the support distance; the global one may be
// another. Facets nearer than the exit, in directions not tried yet, are starts of further
// descents.
static void try_others(const Placed4 *a, const Placed4 *b, const Polytope *polytope, Exit *exit)
{
    DVec4 tried[OTHER_EXITS + 1] = {exit->normal};
    for (int count = 1; count <= OTHER_EXITS; ++count) {
        int nearest = -1;
        for (int f = 0; f < polytope->facet_count; ++f) {
            bool is_other = polytope->near[f] < exit->depth * (1.0 - hollow_tolerance);
            for (int k = 0; k < count && is_other; ++k) {
                is_other = dvec4_dot(tried[k], polytope->facets[f].normal) < hollow_cosine;
            }
            if (is_other && (nearest < 0 || polytope->near[f] < polytope->near[nearest])) {
                nearest = f;
            }
        }
        if (nearest < 0) {
            return;
        }
        tried[count] = polytope->facets[nearest].normal;
        Exit other = {.normal = tried[count], .has_points = false};
        other.depth = dvec4_dot(tum_support4(a, b, other.normal).w, other.normal);
        refine(a, b, polytope->size, &other);
        if (other.has_points && other.depth < exit->depth) {
            *exit = other;
        }
    }
}

static void search(const Placed4 *a, const Placed4 *b, Polytope *polytope, Exit *exit,
                   int *iterations)
{
    Growth growth;
    exit->depth = __builtin_inf();
    exit->has_points = false;
    for (*iterations = 0; *iterations <= 4 * POINTS_MAX; ++*iterations) {
        int nearest = 0;
        for (int f = 1; f < polytope->facet_count; ++f) {
            nearest = polytope->near[f] < polytope->near[nearest] ? f : nearest;
        }
        const double offset = polytope->near[nearest];
        const DVec4 normal = polytope->facets[nearest].normal;
        const SimplexPoint4 added = tum_support4(a, b, normal);
        const double depth = dvec4_dot(added.w, normal);
        if (depth < exit->depth) {
            exit->depth = maximum64(depth, 0.0);
            exit->normal = normal;
        }
        const double share = *iterations > STEPS_OF_POLYTOPES ? round_tolerance : depth_tolerance;
        if (exit->depth - offset <= share * exit->depth + size_tolerance * polytope->size) {
            break;
        }
        const Grown grown = expand(polytope, (uint16_t)nearest, &added, &growth);
        if (grown == BROKEN) {
            break;
        }
        if (grown == REFUSED) {
            // No exit is shorter than the facet's own offset; those of other facets may be.
            polytope->near[nearest] = __builtin_inf();
        }
    }
    refine(a, b, polytope->size, exit);
    try_others(a, b, polytope, exit);
}

Distance4 tum_overlap4(const Placed4 *a, const Placed4 *b, const Simplex4 *simplex)
{
    const double radii = a->shape->radius + b->shape->radius;
    const DVec4 between = dvec4_sub(b->position, a->position);
    Simplex4 filled = *simplex;
    Polytope polytope;
    DVec4 across = {.y = 1.0};
    Distance4 result = {.distance = -radii};
    tum_simplex4_witnesses(simplex, &result.point_a, &result.point_b);
    if (!fill_simplex(a, b, &filled, &across) || !begin(&polytope, &filled)) {
        result.normal = dvec4_dot(across, between) < 0.0 ? dvec4_negate(across) : across;
    } else {
        Exit exit;
        search(a, b, &polytope, &exit, &result.iterations);
        // D, and so B, moves back along the normal until the origin is outside.
        result.normal = dvec4_negate(exit.normal);
        result.distance = -exit.depth - radii;
        if (exit.has_points) {
            result.point_a = exit.point_a;
            result.point_b = exit.point_b;
        }
    }
    // The points are set apart along the normal by the depth.
    const DVec4 middle = dvec4_scale(dvec4_add(result.point_a, result.point_b), 0.5);
    const double lean = 0.5 * (a->shape->radius - b->shape->radius);
    result.point_a = dvec4_add_scaled(middle, result.normal, -0.5 * result.distance + lean);
    result.point_b = dvec4_add_scaled(middle, result.normal, 0.5 * result.distance + lean);
    return result;
}
