// SPDX-License-Identifier: MIT
// quickhull.c: Quickhull (Barber, Dobkin, Huhdanpaa, "The quickhull algorithm for convex hulls",
// ACM TOMS 22, 1996): a simplex grows by the point farthest above one of its facets, until no point
// is above any.
//
// The hard part of a hull is the side of a facet that a point lies on, where rounding decides. Here
// coordinates are whole numbers, and sides are signs of determinants without rounding. Points in
// the plane of a facet have no sign: then every point counts as shifted by an infinitely small
// vector, a different one for each (Edelsbrunner, Mücke, "Simulation of simplicity", ACM
// Transactions on Graphics 9, 1990), so that the facets above which a point lies are always a disc
// with one rim.
#include "geometry/quickhull.h"

#include "base/array.h"
#include "base/hash.h"
#include "base/wide.h"
#include "math/scalar.h"

// Steps of the lattice in the extent: a hundredth of the rounding of coordinates in single
// precision in the thousandth part of the extent.
#define LATTICE 1099511627776.0 // 2^40

// A larger extent would overflow doubles in volumes.
#define LARGEST_EXTENT 1e70

// Shifts that leave a determinant without sign are drawn anew.
enum { ATTEMPTS = 4 };

#define NONE UINT32_MAX
#define MOST 4 // Dimensions.

typedef struct LatticePoint {
    int64_t x[MOST];
} LatticePoint;

typedef struct Facet {
    uint32_t corner[MOST];
    uint32_t beyond[MOST]; // Facet across the ridge that has all corners but this one.
    uint32_t raised[MOST]; // While it goes: the new facet over that ridge, or NONE.
    double normal[MOST];   // Outward, of any length.
    double doubt;          // Heights within it may have any sign.
    uint32_t outside;      // First of the points above it, or NONE.
    uint32_t blind;        // Last point that was found not to see it.
    bool is_gone, is_waiting;
} Facet;

typedef struct Quickhull {
    LatticePoint *points; // [count]
    uint32_t *next;       // [count] next point above the same facet
    ARRAY(Facet) facets;
    ARRAY(uint32_t) free;    // Places of facets that are gone.
    ARRAY(uint32_t) waiting; // Facets that had points above them.
    ARRAY(uint32_t) seen;    // Facets that a point sees.
    ARRAY(uint32_t) made;    // Facets over the rim of those.
    const TumAllocator *allocator;
    uint32_t count, seed;
    int dimension;
    bool is_unsure; // Shifts did not tell a side.
} Quickhull;

// One row of a determinant.
typedef struct Row {
    int64_t x[MOST];
} Row;

static Row way(const LatticePoint *from, const LatticePoint *to)
{
    Row row;
    for (int k = 0; k < MOST; ++k) {
        row.x[k] = to->x[k] - from->x[k];
    }
    return row;
}

static Wide minor2(Row a, Row b, int i, int j)
{
    return wide_subtract(wide_product(a.x[i], b.x[j]), wide_product(a.x[j], b.x[i]));
}

// Bits of a digit of numbers that are larger than Wide: minors of two rows are two digits.
enum { DIGIT = 42 };

// A sum of products of minors: digits that still wait for carries, the lowest first.
typedef struct Exact {
    Wide digit[3];
} Exact;

static int64_t lower_digit(Wide a)
{
    return (int64_t)(a.low & (((uint64_t)1 << DIGIT) - 1));
}

// Rounded down.
static int64_t upper_digit(Wide a)
{
    return (int64_t)(a.low >> DIGIT | a.high << (64 - DIGIT));
}

static void add_product(Exact *sum, Wide a, Wide b)
{
    const int64_t a0 = lower_digit(a), a1 = upper_digit(a);
    const int64_t b0 = lower_digit(b), b1 = upper_digit(b);
    sum->digit[0] = wide_add(sum->digit[0], wide_product(a0, b0));
    sum->digit[1] = wide_add(sum->digit[1], wide_add(wide_product(a0, b1), wide_product(a1, b0)));
    sum->digit[2] = wide_add(sum->digit[2], wide_product(a1, b1));
}

static int sign_of(const Exact *sum)
{
    const Wide low = sum->digit[0];
    const Wide middle = wide_add(sum->digit[1], wide_of(upper_digit(low)));
    const Wide high = wide_add(sum->digit[2], wide_of(upper_digit(middle)));
    const bool has_more = (lower_digit(middle) | lower_digit(low)) != 0;
    return wide_sign(high) != 0 ? wide_sign(high) : has_more ? 1 : 0;
}

// Laplace's expansion: by the last row in 3D, by the first two in 4D.
static void add_determinant(Exact *sum, const Row *rows, int dimension)
{
    const Row a = rows[0], b = rows[1], c = rows[2], d = rows[3];
    if (dimension == 3) {
        for (int k = 0; k < 3; ++k) {
            add_product(sum, minor2(a, b, (k + 1) % 3, (k + 2) % 3), wide_of(c.x[k]));
        }
        return;
    }
    static const uint8_t columns[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                          {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
    for (int k = 0; k < 6; ++k) {
        const uint8_t *to = columns[k];
        add_product(sum, minor2(a, b, to[0], to[1]), minor2(c, d, to[2], to[3]));
    }
}

// The shift of a point, in steps of an infinitely fine lattice.
static LatticePoint shift_of(const Quickhull *hull, uint32_t point)
{
    LatticePoint shift = {{0}};
    for (int k = 0; k < hull->dimension; ++k) {
        shift.x[k] = (int64_t)(hash_u32(hull->seed + MOST * point + (uint32_t)k) >> 8);
    }
    return shift;
}

// The rows of a set replaced by shifts.
static void mix(const Row *rows, const Row *shifts, unsigned set, Row mixed[MOST])
{
    for (int k = 0; k < MOST; ++k) {
        mixed[k] = (set >> k & 1) != 0 ? shifts[k] : rows[k];
    }
}

// The sign of det(rows + e shifts) for an infinitely small e > 0: of the first coefficient of its
// polynomial that is not 0. Coefficient k is the sum of the determinants with k rows of shifts.
static int sign_of_shifted(const Row *rows, const Row *shifts, int dimension)
{
    static const uint8_t members[1 << MOST] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    for (int order = 1; order <= dimension; ++order) {
        Exact sum = {{{0, 0}}};
        for (unsigned set = 1; set < 1u << dimension; ++set) {
            if (members[set] == order) {
                Row mixed[MOST];
                mix(rows, shifts, set, mixed);
                add_determinant(&sum, mixed, dimension);
            }
        }
        if (sign_of(&sum) != 0) {
            return sign_of(&sum);
        }
    }
    return 0;
}

// The side of the plane through the corners of a facet that a point lies on: 1 above, -1 below; 0
// where also the shifts do not tell.
static int exact_side(const Quickhull *hull, const uint32_t *corner, uint32_t point)
{
    Row rows[MOST] = {{{0}}}, shifts[MOST] = {{{0}}};
    for (int k = 0; k < hull->dimension; ++k) {
        const uint32_t to = k + 1 < hull->dimension ? corner[k + 1] : point;
        rows[k] = way(&hull->points[corner[0]], &hull->points[to]);
    }
    Exact volume = {{{0, 0}}};
    add_determinant(&volume, rows, hull->dimension);
    if (sign_of(&volume) != 0) {
        return sign_of(&volume);
    }
    const LatticePoint from = shift_of(hull, corner[0]);
    for (int k = 0; k < hull->dimension; ++k) {
        const LatticePoint to = shift_of(hull, k + 1 < hull->dimension ? corner[k + 1] : point);
        shifts[k] = way(&from, &to);
    }
    return sign_of_shifted(rows, shifts, hull->dimension);
}

static double height_over(const Quickhull *hull, const Facet *facet, uint32_t point)
{
    const LatticePoint *p = &hull->points[point], *origin = &hull->points[facet->corner[0]];
    double sum = 0.0;
    for (int k = 0; k < MOST; ++k) {
        sum += facet->normal[k] * (double)(p->x[k] - origin->x[k]);
    }
    return sum;
}

// True where a point is above a facet, shifts taken into account.
static bool is_above(Quickhull *hull, const Facet *facet, uint32_t point, double height)
{
    if (height > facet->doubt || height < -facet->doubt) {
        return height > 0.0;
    }
    const int side = exact_side(hull, facet->corner, point);
    hull->is_unsure |= side == 0;
    return side > 0;
}

static double rounded_minor2(Row a, Row b, int i, int j)
{
    return (double)a.x[i] * (double)b.x[j] - (double)a.x[j] * (double)b.x[i];
}

// The cofactors of a row below those that span a facet, in doubles.
static void measure(const Quickhull *hull, Facet *facet)
{
    Row rows[MOST - 1] = {{{0}}};
    int64_t longest = 0;
    for (int k = 0; k + 1 < hull->dimension; ++k) {
        rows[k] = way(&hull->points[facet->corner[0]], &hull->points[facet->corner[k + 1]]);
        for (int i = 0; i < hull->dimension; ++i) {
            const int64_t length = rows[k].x[i] < 0 ? -rows[k].x[i] : rows[k].x[i];
            longest = length > longest ? length : longest;
        }
    }
    // Rounding of products and sums on the way to a height: in 4D fewer than 512 units of 2^-53 of
    // the greatest product.
    facet->doubt = 0x1p-44 * LATTICE * (double)longest * (double)longest;
    const Row a = rows[0], b = rows[1], c = rows[2];
    if (hull->dimension == 3) {
        for (int k = 0; k < 3; ++k) {
            facet->normal[k] = rounded_minor2(a, b, (k + 1) % 3, (k + 2) % 3);
        }
        facet->normal[3] = 0.0;
        return;
    }
    facet->doubt *= (double)longest;
    for (int k = 0; k < 4; ++k) {
        const int i = (k + 1) % 4, j = (k + 2) % 4, l = (k + 3) % 4;
        const double sum = (double)a.x[i] * rounded_minor2(b, c, j, l) +
                           (double)a.x[j] * rounded_minor2(b, c, l, i) +
                           (double)a.x[l] * rounded_minor2(b, c, i, j);
        facet->normal[k] = k % 2 == 0 ? -sum : sum;
    }
}

// A place for a facet with given corners, or NONE without memory.
static uint32_t add_facet(Quickhull *hull, const uint32_t *corner)
{
    uint32_t at;
    if (hull->free.count > 0) {
        at = hull->free.items[--hull->free.count];
    } else {
        at = (uint32_t)hull->facets.count;
        if (array_push(&hull->facets, hull->allocator) == NULL) {
            return NONE;
        }
    }
    Facet *facet = &hull->facets.items[at];
    const bool is_waiting = facet->is_waiting;
    *facet = (Facet){.outside = NONE, .blind = NONE, .is_waiting = is_waiting};
    for (int k = 0; k < hull->dimension; ++k) {
        facet->corner[k] = corner[k];
        facet->beyond[k] = facet->raised[k] = NONE;
    }
    measure(hull, facet);
    return at;
}

static bool append(Quickhull *hull, uint32_t **items, size_t *count, size_t *capacity,
                   uint32_t value)
{
    uint32_t *slot =
        tum_array_push((void **)items, count, capacity, sizeof **items, hull->allocator);
    if (slot != NULL) {
        *slot = value;
    }
    return slot != NULL;
}

#define APPEND(hull, array, value)                                                                 \
    append((hull), &(array)->items, &(array)->count, &(array)->capacity, (value))

// Puts a point above the facet of a list that it is highest over; points below all are inside.
static bool assign(Quickhull *hull, uint32_t point, const uint32_t *facets, size_t count)
{
    Facet *best = NULL;
    double highest = 0.0;
    for (size_t i = 0; i < count; ++i) {
        Facet *facet = &hull->facets.items[facets[i]];
        const double height = height_over(hull, facet, point);
        if ((best == NULL || height > highest) && is_above(hull, facet, point, height)) {
            highest = height;
            best = facet;
        }
    }
    if (best == NULL) {
        return true;
    }
    hull->next[point] = best->outside;
    best->outside = point;
    if (best->is_waiting) {
        return true;
    }
    best->is_waiting = true;
    return APPEND(hull, &hull->waiting, (uint32_t)(best - hull->facets.items));
}

// Takes the farthest point above a facet out of its list.
static uint32_t take_farthest(Quickhull *hull, Facet *facet)
{
    uint32_t *best = &facet->outside;
    double highest = height_over(hull, facet, *best);
    for (uint32_t *at = &hull->next[*best]; *at != NONE; at = &hull->next[*at]) {
        const double height = height_over(hull, facet, *at);
        if (height > highest) {
            highest = height;
            best = at;
        }
    }
    const uint32_t point = *best;
    *best = hull->next[point];
    return point;
}

// Marks the facets that a point sees, from one of them.
static bool find_seen(Quickhull *hull, uint32_t start, uint32_t eye)
{
    hull->seen.count = 0;
    hull->facets.items[start].is_gone = true;
    if (!APPEND(hull, &hull->seen, start)) {
        return false;
    }
    for (size_t done = 0; done < hull->seen.count; ++done) {
        const uint32_t *beyond = hull->facets.items[hull->seen.items[done]].beyond;
        for (int k = 0; k < hull->dimension; ++k) {
            Facet *other = &hull->facets.items[beyond[k]];
            if (other->is_gone || other->blind == eye) {
                continue;
            }
            if (!is_above(hull, other, eye, height_over(hull, other, eye))) {
                other->blind = eye;
                continue;
            }
            other->is_gone = true;
            if (!APPEND(hull, &hull->seen, beyond[k])) {
                return false;
            }
        }
    }
    return true;
}

static int number_of(const uint32_t *items, int count, uint32_t item)
{
    int k = 0;
    while (k + 1 < count && items[k] != item) {
        ++k;
    }
    return k;
}

// Raises a facet over each ridge of the rim: the seen facet with the point in the place of the
// corner that the ridge lacks, which keeps its orientation.
static bool raise_facets(Quickhull *hull, uint32_t point)
{
    hull->made.count = 0;
    for (size_t i = 0; i < hull->seen.count; ++i) {
        const uint32_t self = hull->seen.items[i];
        for (int k = 0; k < hull->dimension; ++k) {
            const uint32_t behind = hull->facets.items[self].beyond[k];
            if (hull->facets.items[behind].is_gone) {
                continue;
            }
            uint32_t corner[MOST];
            memcpy(corner, hull->facets.items[self].corner, sizeof corner);
            corner[k] = point;
            const uint32_t raised = add_facet(hull, corner);
            if (raised == NONE || !APPEND(hull, &hull->made, raised)) {
                return false;
            }
            Facet *other = &hull->facets.items[behind];
            hull->facets.items[raised].beyond[k] = behind;
            other->beyond[number_of(other->beyond, hull->dimension, self)] = raised;
            hull->facets.items[self].raised[k] = raised;
        }
    }
    return true;
}

// The raised facet beside that over ridge k of a seen facet, across what both ridges share. Leads
// through the seen facets around that: each is left by the ridge that lacks the corner in which the
// one before it ended.
static uint32_t find_beside(const Quickhull *hull, uint32_t self, int k, int j)
{
    const Facet *facet = &hull->facets.items[self];
    uint32_t lacking = facet->corner[k];
    while (facet->raised[j] == NONE) {
        const Facet *next = &hull->facets.items[facet->beyond[j]];
        const uint32_t at = (uint32_t)(facet - hull->facets.items);
        const int entry = number_of(next->beyond, hull->dimension, at);
        j = number_of(next->corner, hull->dimension, lacking);
        lacking = next->corner[entry];
        facet = next;
    }
    return facet->raised[j];
}

static void join_raised(Quickhull *hull)
{
    for (size_t i = 0; i < hull->seen.count; ++i) {
        const uint32_t self = hull->seen.items[i];
        for (int k = 0; k < hull->dimension; ++k) {
            const uint32_t raised = hull->facets.items[self].raised[k];
            for (int j = 0; raised != NONE && j < hull->dimension; ++j) {
                if (j != k) {
                    hull->facets.items[raised].beyond[j] = find_beside(hull, self, k, j);
                }
            }
        }
    }
}

// Replaces what a point sees by a cone over its rim. False without memory.
static bool add_point(Quickhull *hull, uint32_t point, uint32_t start)
{
    if (!find_seen(hull, start, point) || hull->is_unsure || !raise_facets(hull, point)) {
        return hull->is_unsure;
    }
    join_raised(hull);
    for (size_t i = 0; i < hull->seen.count; ++i) {
        uint32_t orphan = hull->facets.items[hull->seen.items[i]].outside;
        while (orphan != NONE) {
            const uint32_t next = hull->next[orphan];
            if (!assign(hull, orphan, hull->made.items, hull->made.count)) {
                return false;
            }
            orphan = next;
        }
        if (!APPEND(hull, &hull->free, hull->seen.items[i])) {
            return false;
        }
    }
    return true;
}

// Corners of a simplex: from the first point to the farthest one, then to the farthest from their
// line, from their plane, from their space. False where one is not farther than the thickness, or
// than a step.
static bool choose_start(const Quickhull *hull, double thickness, uint32_t start[MOST + 1])
{
    double axes[MOST][MOST] = {{0.0}};
    start[0] = 0;
    for (int rank = 0; rank < hull->dimension; ++rank) {
        double farthest = 0.0;
        start[rank + 1] = 0;
        for (uint32_t p = 1; p < hull->count; ++p) {
            double v[MOST], squares = 0.0;
            for (int k = 0; k < MOST; ++k) {
                v[k] = (double)(hull->points[p].x[k] - hull->points[0].x[k]);
            }
            for (int done = 0; done < rank; ++done) {
                double dot = 0.0;
                for (int k = 0; k < MOST; ++k) {
                    dot += v[k] * axes[done][k];
                }
                for (int k = 0; k < MOST; ++k) {
                    v[k] -= dot * axes[done][k];
                }
            }
            for (int k = 0; k < MOST; ++k) {
                squares += v[k] * v[k];
            }
            if (squares > farthest) {
                farthest = squares;
                start[rank + 1] = p;
                for (int k = 0; k < MOST; ++k) {
                    axes[rank][k] = v[k] / square_root64(squares);
                }
            }
        }
        if (!(farthest >= 1.0 && farthest > thickness * thickness)) {
            return false;
        }
    }
    return true;
}

// The simplex, each facet turned outward, and the points above its facets.
static TumStatus begin(Quickhull *hull, double thickness)
{
    const int dimension = hull->dimension;
    uint32_t start[MOST + 1], facets[MOST + 1];
    if (!choose_start(hull, thickness, start)) {
        return TUM_ERROR_INPUT;
    }
    hull->is_unsure = false;
    hull->facets.count = hull->free.count = hull->waiting.count = 0;
    for (int i = 0; i <= dimension; ++i) {
        uint32_t corner[MOST] = {0}, beyond[MOST] = {0};
        for (int k = 0; k < dimension; ++k) {
            const int at = k < i ? k : k + 1;
            corner[k] = start[at];
            beyond[k] = (uint32_t)at;
        }
        if (exact_side(hull, corner, start[i]) > 0) {
            const uint32_t c = corner[0], b = beyond[0];
            corner[0] = corner[1], beyond[0] = beyond[1];
            corner[1] = c, beyond[1] = b;
        }
        facets[i] = add_facet(hull, corner);
        if (facets[i] == NONE) {
            return TUM_ERROR_MEMORY;
        }
        memcpy(hull->facets.items[facets[i]].beyond, beyond, sizeof beyond);
    }
    for (uint32_t i = 0; i < hull->count; ++i) {
        bool is_corner = false;
        for (int k = 0; k <= dimension; ++k) {
            is_corner |= start[k] == i;
        }
        if (!is_corner && !assign(hull, i, facets, (size_t)dimension + 1)) {
            return TUM_ERROR_MEMORY;
        }
    }
    return TUM_OK;
}

static TumStatus grow(Quickhull *hull, double thickness)
{
    TumStatus status = begin(hull, thickness);
    while (status == TUM_OK && hull->waiting.count > 0) {
        const uint32_t at = hull->waiting.items[--hull->waiting.count];
        Facet *facet = &hull->facets.items[at];
        facet->is_waiting = false;
        if (!facet->is_gone && facet->outside != NONE) {
            status = add_point(hull, take_farthest(hull, facet), at) ? TUM_OK : TUM_ERROR_MEMORY;
        }
        status = status == TUM_OK && hull->is_unsure ? TUM_ERROR_INPUT : status;
    }
    return status;
}

// False where the extent is too large.
static bool round_to_lattice(Quickhull *hull, const double *points)
{
    const size_t dimension = (size_t)hull->dimension;
    double low[MOST], extent = 0.0;
    for (size_t k = 0; k < dimension; ++k) {
        double high = points[k];
        low[k] = points[k];
        for (size_t i = 1; i < hull->count; ++i) {
            low[k] = minimum64(low[k], points[dimension * i + k]);
            high = maximum64(high, points[dimension * i + k]);
        }
        extent = maximum64(extent, high - low[k]);
    }
    if (!(extent <= LARGEST_EXTENT)) {
        return false;
    }
    for (size_t i = 0; i < hull->count; ++i) {
        for (size_t k = 0; k < dimension && extent > 0.0; ++k) {
            const double share = (points[dimension * i + k] - low[k]) / extent;
            hull->points[i].x[k] = (int64_t)(share * LATTICE + 0.5);
        }
    }
    return true;
}

static TumStatus emit(const Quickhull *hull, Arena *arena, uint32_t **corners, size_t *facet_count)
{
    const size_t dimension = (size_t)hull->dimension;
    size_t count = 0;
    for (size_t i = 0; i < hull->facets.count; ++i) {
        count += hull->facets.items[i].is_gone ? 0 : 1;
    }
    *corners = tum_arena_zeroed(arena, count, dimension * sizeof **corners);
    if (*corners == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < hull->facets.count; ++i) {
        if (!hull->facets.items[i].is_gone) {
            memcpy(*corners + dimension * (*facet_count)++, hull->facets.items[i].corner,
                   dimension * sizeof **corners);
        }
    }
    return TUM_OK;
}

TumStatus tum_quickhull(const double *points, size_t count, int dimension, double flatness,
                        Arena *arena, uint32_t **corners, size_t *facet_count)
{
    *corners = NULL;
    *facet_count = 0;
    if (count <= (size_t)dimension) {
        return TUM_ERROR_INPUT;
    }
    if (count > INT32_MAX) {
        return TUM_ERROR_CAPACITY;
    }
    Arena scratch;
    tum_arena_init(&scratch, &arena->allocator);
    Quickhull hull = {.points = tum_arena_zeroed(&scratch, count, sizeof *hull.points),
                      .next = tum_arena_zeroed(&scratch, count, sizeof *hull.next),
                      .allocator = &arena->allocator,
                      .count = (uint32_t)count,
                      .dimension = dimension};
    TumStatus status = TUM_ERROR_MEMORY;
    if (hull.points != NULL && hull.next != NULL) {
        status = TUM_ERROR_INPUT;
        int attempts = round_to_lattice(&hull, points) ? ATTEMPTS : 0;
        for (; attempts > 0 && status == TUM_ERROR_INPUT; --attempts) {
            hull.seed = hash_u32((uint32_t)attempts);
            status = grow(&hull, flatness * LATTICE);
        }
        if (status == TUM_OK) {
            status = emit(&hull, arena, corners, facet_count);
        }
    }
    array_free(&hull.facets, hull.allocator);
    array_free(&hull.free, hull.allocator);
    array_free(&hull.waiting, hull.allocator);
    array_free(&hull.seen, hull.allocator);
    array_free(&hull.made, hull.allocator);
    tum_arena_clear(&scratch);
    return status;
}
