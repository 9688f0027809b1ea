// SPDX-License-Identifier: MIT
// epa3.c: penetration depth of two cores by the expanding polytope.
//
// D is the difference of all points of B less all points of A. While the cores overlap, D contains
// the origin, and the point of its surface nearest the origin is the shortest way out.
//
// A polytope of points of D grows where its surface is nearest the origin. Distances of faces are
// signed, so the first polytope need not contain the origin: a face that has the origin outside is
// the nearest one. Every support point along a face's normal n also gives the extent of D along n.
// The answer is the smallest extent seen, so an early end costs accuracy and never validity.
#include "distance3/epa3.h"

#include "distance3/simplex3.h"

enum {
    POINTS_MAX = 128,
    FACES_MAX = 2 * POINTS_MAX,
    NO_FACE = 0xffff,
};

// The search ends when the distance of the nearest face is this close to the extent: a share of the
// depth (on a surface with radius of curvature R and depth d the normal is then within sqrt(2e-4 d
// / R)), or a share of the size.
static const double depth_tolerance = 1e-4, size_tolerance = 1e-8;

// D is flat when its thickness is below this share of its size.
static const double flat_share = 1e-9;

typedef struct PolytopeFace {
    DVec3 normal;
    double distance;
    uint16_t corner[3];        // counter-clockwise seen from outside
    uint16_t neighbor[3];      // face across the side from corner i to corner i + 1
    bool is_alive, is_visible; // is_visible: the new point lies beyond the face
} PolytopeFace;

typedef struct Polytope {
    Core3 *a, *b;
    double size; // [m] greatest distance of a point from the origin
    int point_count, face_count;
    SimplexPoint points[POINTS_MAX];
    PolytopeFace faces[FACES_MAX];
    // Smallest extent so far, and its direction.
    double extent;
    DVec3 direction;
} Polytope;

static bool face_init(Polytope *polytope, int index, int i, int j, int k)
{
    const DVec3 p = polytope->points[i].w;
    const DVec3 e = dvec3_sub(polytope->points[j].w, p), f = dvec3_sub(polytope->points[k].w, p);
    const DVec3 n = dvec3_cross(e, f);
    const double squared = dvec3_length_squared(n);
    const double longest = maximum64(dvec3_length_squared(e), dvec3_length_squared(f));
    if (!(squared > 1e-26 * longest * longest)) {
        return false;
    }
    PolytopeFace *face = &polytope->faces[index];
    face->normal = dvec3_scale(n, 1.0 / square_root64(squared));
    face->distance = dvec3_dot(face->normal, p);
    face->corner[0] = (uint16_t)i;
    face->corner[1] = (uint16_t)j;
    face->corner[2] = (uint16_t)k;
    face->is_alive = true;
    face->is_visible = false;
    return true;
}

// Finds a first tetrahedron from supports along the axes: the two points farthest apart, then the
// point farthest from their line, then the point farthest from their plane. Returns the dimension
// of D.
static int find_tetrahedron(Polytope *polytope, DVec3 *across)
{
    SimplexPoint *p = polytope->points;
    double farthest = -1.0;
    for (int axis = 0; axis < 3; ++axis) {
        const DVec3 d = {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
        const SimplexPoint high = tum_simplex3_support(polytope->a, polytope->b, d);
        const SimplexPoint low = tum_simplex3_support(polytope->a, polytope->b, dvec3_negate(d));
        polytope->size = maximum64(polytope->size, dvec3_length(high.w));
        polytope->size = maximum64(polytope->size, dvec3_length(low.w));
        const double apart = dvec3_distance(high.w, low.w);
        if (apart > farthest) {
            farthest = apart;
            p[0] = low;
            p[1] = high;
        }
    }
    const double flat = flat_share * polytope->size;
    if (!(farthest > flat)) {
        *across = (DVec3){0.0, 1.0, 0.0};
        return 0;
    }
    const DVec3 line = dvec3_scale(dvec3_sub(p[1].w, p[0].w), 1.0 / farthest);
    const DVec3 side = dvec3_perpendicular(line), other = dvec3_cross(line, side);
    const DVec3 sides[4] = {side, other, dvec3_negate(side), dvec3_negate(other)};
    farthest = flat;
    int dimension = 1;
    for (int i = 0; i < 4; ++i) {
        const SimplexPoint q = tum_simplex3_support(polytope->a, polytope->b, sides[i]);
        const double height = dvec3_length(dvec3_cross(line, dvec3_sub(q.w, p[0].w)));
        if (height > farthest) {
            farthest = height;
            p[2] = q;
            dimension = 2;
        }
    }
    *across = side;
    if (dimension == 1) {
        return 1;
    }
    const DVec3 span = dvec3_cross(line, dvec3_sub(p[2].w, p[0].w));
    const DVec3 normal = dvec3_normalize_or(span, side);
    *across = normal;
    farthest = flat;
    for (int i = 0; i < 2; ++i) {
        const DVec3 d = i == 0 ? normal : dvec3_negate(normal);
        const SimplexPoint q = tum_simplex3_support(polytope->a, polytope->b, d);
        const double height = absolute64(dvec3_dot(normal, dvec3_sub(q.w, p[0].w)));
        if (height > farthest) {
            farthest = height;
            p[3] = q;
            dimension = 3;
        }
    }
    return dimension;
}

static void join(Polytope *polytope, int face, int side, int other, int other_side)
{
    polytope->faces[face].neighbor[side] = (uint16_t)other;
    polytope->faces[other].neighbor[other_side] = (uint16_t)face;
}

static bool polytope_start(Polytope *polytope)
{
    SimplexPoint *p = polytope->points;
    const DVec3 e = dvec3_sub(p[1].w, p[0].w), f = dvec3_sub(p[2].w, p[0].w);
    // The fourth point has to lie below the first three.
    if (dvec3_dot(dvec3_cross(e, f), dvec3_sub(p[3].w, p[0].w)) > 0.0) {
        const SimplexPoint swapped = p[1];
        p[1] = p[2];
        p[2] = swapped;
    }
    polytope->point_count = 4;
    polytope->face_count = 4;
    if (!face_init(polytope, 0, 0, 1, 2) || !face_init(polytope, 1, 0, 3, 1) ||
        !face_init(polytope, 2, 1, 3, 2) || !face_init(polytope, 3, 2, 3, 0)) {
        return false;
    }
    join(polytope, 0, 0, 1, 2); // side 0 1
    join(polytope, 0, 1, 2, 2); // side 1 2
    join(polytope, 0, 2, 3, 2); // side 2 0
    join(polytope, 1, 1, 2, 0); // side 1 3
    join(polytope, 2, 1, 3, 0); // side 2 3
    join(polytope, 3, 1, 1, 0); // side 3 0
    return true;
}

static int nearest_face(const Polytope *polytope)
{
    int best = -1;
    for (int i = 0; i < polytope->face_count; ++i) {
        const PolytopeFace *face = &polytope->faces[i];
        if (face->is_alive && (best < 0 || face->distance < polytope->faces[best].distance)) {
            best = i;
        }
    }
    return best;
}

// Marks every face that the point sees, starting at one such face: the visible part stays
// connected, whatever rounding does to faces farther away.
static void light(Polytope *polytope, int from, DVec3 w)
{
    uint16_t stack[FACES_MAX];
    int count = 0;
    stack[count++] = (uint16_t)from;
    polytope->faces[from].is_visible = true;
    while (count > 0) {
        const PolytopeFace *face = &polytope->faces[stack[--count]];
        for (int i = 0; i < 3; ++i) {
            PolytopeFace *next = &polytope->faces[face->neighbor[i]];
            if (!next->is_visible &&
                dvec3_dot(next->normal, w) - next->distance > 1e-13 * polytope->size) {
                next->is_visible = true;
                stack[count++] = face->neighbor[i];
            }
        }
    }
}

static int side_toward(const PolytopeFace *face, int neighbor)
{
    return face->neighbor[0] == neighbor ? 0 : face->neighbor[1] == neighbor ? 1 : 2;
}

// Replaces the visible faces by a fan from the new point to their border. False when the border is
// not a simple loop, a face is degenerate or the arrays are full; the polytope is unusable then.
static bool replace_visible(Polytope *polytope, int point)
{
    uint16_t begins[POINTS_MAX]; // new face whose outer side begins at this point
    for (int i = 0; i < polytope->point_count; ++i) {
        begins[i] = NO_FACE;
    }
    const int old_count = polytope->face_count;
    for (int i = 0; i < old_count; ++i) {
        const PolytopeFace *visible = &polytope->faces[i];
        if (!visible->is_alive || !visible->is_visible) {
            continue;
        }
        for (int side = 0; side < 3; ++side) {
            const int outer = visible->neighbor[side];
            if (polytope->faces[outer].is_visible) {
                continue;
            }
            const int from = visible->corner[side], to = visible->corner[(side + 1) % 3];
            if (polytope->face_count == FACES_MAX || begins[from] != NO_FACE ||
                !face_init(polytope, polytope->face_count, from, to, point)) {
                return false;
            }
            begins[from] = (uint16_t)polytope->face_count;
            join(polytope, polytope->face_count, 0, outer, side_toward(&polytope->faces[outer], i));
            ++polytope->face_count;
        }
    }
    for (int i = old_count; i < polytope->face_count; ++i) {
        const uint16_t next = begins[polytope->faces[i].corner[1]];
        if (next == NO_FACE) {
            return false;
        }
        join(polytope, i, 1, next, 2);
    }
    int kept = 0;
    for (int i = 0; i < old_count; ++i) {
        polytope->faces[i].is_alive = polytope->faces[i].is_alive && !polytope->faces[i].is_visible;
        polytope->faces[i].is_visible = false;
        kept += polytope->faces[i].is_alive;
    }
    return kept > 0;
}

// Removes dead faces; with 128 points this is needed now and then.
static void compact(Polytope *polytope)
{
    uint16_t moved[FACES_MAX];
    int count = 0;
    for (int i = 0; i < polytope->face_count; ++i) {
        if (polytope->faces[i].is_alive) {
            moved[i] = (uint16_t)count;
            polytope->faces[count++] = polytope->faces[i];
        } else {
            moved[i] = NO_FACE;
        }
    }
    polytope->face_count = count;
    for (int i = 0; i < count; ++i) {
        for (int side = 0; side < 3; ++side) {
            polytope->faces[i].neighbor[side] = moved[polytope->faces[i].neighbor[side]];
        }
    }
}

// Adds a point of D that lies beyond `face`.
static bool grow(Polytope *polytope, int face, const SimplexPoint *added)
{
    if (polytope->point_count == POINTS_MAX) {
        return false;
    }
    const int point = polytope->point_count++;
    polytope->points[point] = *added;
    light(polytope, face, added->w);
    if (!replace_visible(polytope, point)) {
        return false;
    }
    if (polytope->face_count > FACES_MAX / 2) {
        compact(polytope);
    }
    return true;
}

// Adds the support point along a good guess, so that the faces near the answer exist from the
// start.
static bool grow_toward(Polytope *polytope, DVec3 direction)
{
    const SimplexPoint added = tum_simplex3_support(polytope->a, polytope->b, direction);
    int best = -1;
    double height = 1e-9 * polytope->size;
    for (int i = 0; i < polytope->face_count; ++i) {
        const PolytopeFace *face = &polytope->faces[i];
        const double above = dvec3_dot(face->normal, added.w) - face->distance;
        if (face->is_alive && above > height) {
            height = above;
            best = i;
        }
    }
    return best < 0 || grow(polytope, best, &added);
}

static double tolerance_of(const Polytope *polytope)
{
    const double depth = polytope->extent < 1e300 ? maximum64(polytope->extent, 0.0) : 0.0;
    return depth_tolerance * depth + size_tolerance * polytope->size;
}

static int expand(Polytope *polytope)
{
    int iteration = 0;
    for (; iteration < POINTS_MAX; ++iteration) {
        const int nearest = nearest_face(polytope);
        if (nearest < 0) {
            break;
        }
        const PolytopeFace *face = &polytope->faces[nearest];
        if (face->distance >= polytope->extent - tolerance_of(polytope)) {
            break;
        }
        const SimplexPoint added = tum_simplex3_support(polytope->a, polytope->b, face->normal);
        const double extent = dvec3_dot(added.w, face->normal);
        const bool is_surface = extent - face->distance <= 1e-12 * polytope->size;
        if (extent < polytope->extent || is_surface) {
            polytope->extent = minimum64(extent, polytope->extent);
            polytope->direction = face->normal;
        }
        if (is_surface || !grow(polytope, nearest, &added)) {
            break;
        }
    }
    return iteration;
}

// Finds the points of A and B that meet. Faces in one plane are equally near, and only one of them
// contains the foot of the origin, so all faces as near as the answer are compared.
static void find_witnesses(const Polytope *polytope, DVec3 *a, DVec3 *b)
{
    const double limit = polytope->extent + tolerance_of(polytope);
    Simplex best = {.count = 1, .points = {polytope->points[0]}};
    best.points[0].weight = 1.0;
    double nearest = 1e300;
    for (int i = 0; i < polytope->face_count; ++i) {
        const PolytopeFace *face = &polytope->faces[i];
        if (!face->is_alive || face->distance > limit) {
            continue;
        }
        Simplex triangle = {.count = 3};
        for (int k = 0; k < 3; ++k) {
            triangle.points[k] = polytope->points[face->corner[k]];
        }
        tum_simplex3_reduce(&triangle);
        const double squared = dvec3_length_squared(tum_simplex3_nearest(&triangle));
        if (squared < nearest) {
            nearest = squared;
            best = triangle;
        }
    }
    tum_simplex3_witnesses(&best, a, b);
}

// The depth of a flat D is 0. The normal is across D, toward the side of B's middle.
static Gap3 flat_overlap(const Polytope *polytope, int dimension, DVec3 across)
{
    const DVec3 between = dvec3_sub(polytope->b->position, polytope->a->position);
    const DVec3 normal = dvec3_dot(across, between) < 0.0 ? dvec3_negate(across) : across;
    Gap3 gap = {.normal = normal, .is_overlap = true};
    gap.distance = tum_core3_separation(polytope->a, polytope->b, normal) + polytope->a->radius +
                   polytope->b->radius;
    Simplex simplex = {.count = dimension + 1};
    for (int i = 0; i < simplex.count; ++i) {
        simplex.points[i] = polytope->points[i];
    }
    if (dimension == 0) {
        simplex.points[0] = tum_simplex3_support(polytope->a, polytope->b, normal);
    }
    tum_simplex3_reduce(&simplex);
    tum_simplex3_witnesses(&simplex, &gap.a, &gap.b);
    return gap;
}

Gap3 tum_overlap3(Core3 *a, Core3 *b, DVec3 seed)
{
    Polytope polytope;
    polytope.a = a;
    polytope.b = b;
    polytope.size = 0.0;
    polytope.point_count = 0;
    polytope.face_count = 0;
    polytope.extent = 1e300;
    polytope.direction = (DVec3){0.0, 1.0, 0.0};
    DVec3 across;
    const int dimension = find_tetrahedron(&polytope, &across);
    if (dimension < 3 || !polytope_start(&polytope)) {
        return flat_overlap(&polytope, dimension < 3 ? dimension : 2, across);
    }
    bool is_whole = true;
    if (dvec3_length_squared(seed) > 1e-12) {
        is_whole = grow_toward(&polytope, dvec3_negate(dvec3_normalize_or(seed, seed)));
    }
    Gap3 gap = {.is_overlap = true};
    gap.iterations = is_whole ? expand(&polytope) : 0;
    if (polytope.extent >= 1e300) {
        // Rounding alone ends the search before a single support; the thinnest face then gives the
        // normal.
        return flat_overlap(&polytope, 2, across);
    }
    gap.distance = -polytope.extent;
    gap.normal = dvec3_negate(polytope.direction);
    find_witnesses(&polytope, &gap.a, &gap.b);
    // The last face differs from the answer by up to the tolerance; both points move until their
    // distance equals the answer.
    const double missing = gap.distance - dvec3_dot(dvec3_sub(gap.b, gap.a), gap.normal);
    gap.a = dvec3_add_scaled(gap.a, gap.normal, -0.5 * missing);
    gap.b = dvec3_add_scaled(gap.b, gap.normal, 0.5 * missing);
    return gap;
}
