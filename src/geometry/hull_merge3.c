// SPDX-License-Identifier: MIT
// hull_merge3.c: merging of coplanar facets. The surface is stored as corners: corner c stands at
// vertex corners[c] and owns the edge to the next corner of its face; its twin is the neighbour's
// corner that owns the same edge in the other direction.
//
// A region starts at its largest facet and takes in neighbours whose vertices stay near that
// facet's plane, so that on a finely curved surface it cannot creep around the bend. Its rim
// becomes the polygon if it is one convex loop; otherwise the region's facets stay as they are.
#include "geometry/hull_merge3.h"

#include "base/assert.h"
#include "base/sort.h"

// The largest distance of a vertex from the plane of its merged face, as a share of the extent:
// eight units in the last place of a coordinate in single precision.
#define PLANE_TOLERANCE 5e-7

// The joggle may have rotated a face narrower than this share of the extent; its plane is then
// compared with its neighbours'.
#define NARROW 1e-4

#define NONE UINT32_MAX

typedef struct Surface {
    const HullPoints *points;
    Polygons polygons;
    size_t corner_count;
    uint32_t *face; // [corner_count]
    uint32_t *twin; // [corner_count]
    DVec3 *normals; // [polygons.count] unit, outward
    double *offsets;
    double *areas;    // twice the area
    uint32_t *region; // [polygons.count] the facet at which each one's region started
    uint32_t *stamp;  // [points->count] last region whose rim passed the vertex, plus one
    double tolerance;
} Surface;

static DVec3 point_at(const HullPoints *points, uint32_t index)
{
    const double *p = &points->points[3 * (size_t)index];
    return (DVec3){p[0], p[1], p[2]};
}

static uint32_t next_corner(const Surface *surface, uint32_t corner)
{
    const uint32_t face = surface->face[corner];
    const uint32_t next = corner + 1;
    return next == surface->polygons.first[face + 1] ? surface->polygons.first[face] : next;
}

// Each polygon starts at its smallest vertex; polygons are sorted by their first two vertices. A
// directed edge belongs to one polygon only, so all keys differ.
static TumStatus put_in_order(Polygons *polygons, Arena *arena)
{
    const size_t count = polygons->count, corner_count = polygons->first[count];
    uint64_t *keys = tum_arena_zeroed(arena, count, 2 * sizeof *keys);
    uint32_t *order = tum_arena_zeroed(arena, count, 2 * sizeof *order);
    uint32_t *first = tum_arena_zeroed(arena, count + 1, sizeof *first);
    uint32_t *corners = tum_arena_zeroed(arena, corner_count, sizeof *corners);
    uint32_t *start = tum_arena_zeroed(arena, count, sizeof *start);
    if (keys == NULL || order == NULL || first == NULL || corners == NULL || start == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t f = 0; f < count; ++f) {
        const uint32_t *loop = &polygons->corners[polygons->first[f]];
        const uint32_t length = polygons->first[f + 1] - polygons->first[f];
        for (uint32_t k = 1; k < length; ++k) {
            start[f] = loop[k] < loop[start[f]] ? k : start[f];
        }
        keys[f] = (uint64_t)loop[start[f]] << 32 | loop[(start[f] + 1) % length];
        order[f] = (uint32_t)f;
    }
    tum_sort_keys(keys, order, count, keys + count, order + count);
    uint32_t written = 0;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t f = order[i];
        const uint32_t *loop = &polygons->corners[polygons->first[f]];
        const uint32_t length = polygons->first[f + 1] - polygons->first[f];
        first[i] = written;
        for (uint32_t k = 0; k < length; ++k) {
            corners[written++] = loop[(start[f] + k) % length];
        }
    }
    first[count] = written;
    polygons->first = first;
    polygons->corners = corners;
    return TUM_OK;
}

// Finds each corner's twin. False where an edge is not shared by exactly two polygons that run
// along it in opposite directions, or where the surface has several pieces or holes.
static bool pair_up(Surface *surface, uint64_t *keys, uint32_t *order)
{
    const size_t count = surface->corner_count;
    const uint32_t *corners = surface->polygons.corners;
    for (uint32_t c = 0; c < count; ++c) {
        const uint32_t a = corners[c], b = corners[next_corner(surface, c)];
        if (a == b) {
            return false;
        }
        keys[c] = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
        order[c] = c;
    }
    tum_sort_keys(keys, order, count, keys + count, order + count);
    if (count % 2 != 0) {
        return false;
    }
    for (size_t i = 0; i < count; i += 2) {
        const uint32_t c = order[i], d = order[i + 1];
        if (keys[i] != keys[i + 1] || corners[c] == corners[d] ||
            (i + 2 < count && keys[i + 2] == keys[i])) {
            return false;
        }
        surface->twin[c] = d;
        surface->twin[d] = c;
    }
    size_t vertices = 0;
    for (size_t c = 0; c < count; ++c) {
        vertices += surface->stamp[corners[c]] == 0;
        surface->stamp[corners[c]] = 1;
    }
    memset(surface->stamp, 0, surface->points->count * sizeof *surface->stamp);
    // Euler's formula; each edge is counted from both sides.
    return vertices + surface->polygons.count == count / 2 + 2;
}

// The polygon's normal by Newell's sum (Sutherland, Sproull, Schumacker, "A characterization of ten
// hidden-surface algorithms", 1974); its length is twice the area.
static DVec3 polygon_normal(const HullPoints *points, const uint32_t *corners, uint32_t count)
{
    const DVec3 start = point_at(points, corners[0]);
    DVec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t k = 2; k < count; ++k) {
        const DVec3 a = dvec3_sub(point_at(points, corners[k - 1]), start);
        const DVec3 b = dvec3_sub(point_at(points, corners[k]), start);
        sum = dvec3_add(sum, dvec3_cross(a, b));
    }
    return sum;
}

static double polygon_offset(const HullPoints *points, const uint32_t *corners, uint32_t count,
                             DVec3 normal)
{
    double sum = 0.0;
    for (uint32_t k = 0; k < count; ++k) {
        sum += dvec3_dot(normal, point_at(points, corners[k]));
    }
    return sum / (double)count;
}

static void measure_faces(Surface *surface)
{
    for (size_t f = 0; f < surface->polygons.count; ++f) {
        const uint32_t first = surface->polygons.first[f];
        const uint32_t *corners = &surface->polygons.corners[first];
        const uint32_t count = surface->polygons.first[f + 1] - first;
        const DVec3 sum = polygon_normal(surface->points, corners, count);
        surface->areas[f] = dvec3_length(sum);
        surface->normals[f] = dvec3_normalize_or(sum, (DVec3){0.0, 0.0, 0.0});
        surface->offsets[f] = polygon_offset(surface->points, corners, count, surface->normals[f]);
    }
}

// Positive doubles have the order of their bits.
static uint64_t descending_key(double positive)
{
    uint64_t bits;
    memcpy(&bits, &positive, sizeof bits);
    return ~bits;
}

// A facet fits a plane when all its vertices are near it and its normal points the same way; a
// sliver, whose normal is noise, only has to be near.
static bool fits_plane(const Surface *surface, uint32_t face, uint32_t seed)
{
    const uint32_t first = surface->polygons.first[face];
    const uint32_t end = surface->polygons.first[face + 1];
    double longest = 0.0;
    for (uint32_t c = first; c < end; ++c) {
        const DVec3 p = point_at(surface->points, surface->polygons.corners[c]);
        const double height = dvec3_dot(surface->normals[seed], p) - surface->offsets[seed];
        if (absolute64(height) > surface->tolerance) {
            return false;
        }
        const uint32_t after = surface->polygons.corners[next_corner(surface, c)];
        longest = maximum64(longest, dvec3_distance(p, point_at(surface->points, after)));
    }
    const bool is_sliver = surface->areas[face] <= surface->tolerance * longest;
    return is_sliver || dvec3_dot(surface->normals[face], surface->normals[seed]) > 0.5;
}

static void grow_regions(Surface *surface, const uint32_t *by_area, uint32_t *stack)
{
    for (size_t i = 0; i < surface->polygons.count; ++i) {
        surface->region[i] = NONE;
    }
    for (size_t i = 0; i < surface->polygons.count; ++i) {
        const uint32_t seed = by_area[i];
        if (surface->region[seed] != NONE) {
            continue;
        }
        size_t waiting = 0;
        stack[waiting++] = seed;
        surface->region[seed] = seed;
        while (waiting > 0) {
            const uint32_t face = stack[--waiting];
            for (uint32_t c = surface->polygons.first[face]; c < surface->polygons.first[face + 1];
                 ++c) {
                const uint32_t other = surface->face[surface->twin[c]];
                if (surface->region[other] == NONE && fits_plane(surface, other, seed)) {
                    surface->region[other] = seed;
                    stack[waiting++] = other;
                }
            }
        }
    }
}

static bool is_on_rim(const Surface *surface, uint32_t corner)
{
    return surface->region[surface->face[corner]] !=
           surface->region[surface->face[surface->twin[corner]]];
}

// Walks the rim that starts at a corner. False where the rim passes a vertex twice or has more than
// `length` corners: then the region is no disc.
static bool walk_rim(Surface *surface, uint32_t start, size_t length, uint32_t *loop)
{
    const uint32_t mark = surface->region[surface->face[start]] + 1;
    uint32_t corner = start;
    for (size_t k = 0; k < length; ++k) {
        const uint32_t vertex = surface->polygons.corners[corner];
        if (surface->stamp[vertex] == mark || (k > 0 && corner == start)) {
            return false;
        }
        surface->stamp[vertex] = mark;
        loop[k] = vertex;
        // Goes around the next vertex, inside the region, to the next edge of the rim.
        corner = next_corner(surface, corner);
        while (!is_on_rim(surface, corner)) {
            corner = next_corner(surface, surface->twin[corner]);
        }
    }
    return corner == start;
}

static bool is_convex_loop(const Surface *surface, const uint32_t *loop, size_t length,
                           DVec3 normal)
{
    for (size_t k = 0; k < length; ++k) {
        const DVec3 a = point_at(surface->points, loop[k]);
        const DVec3 b = point_at(surface->points, loop[(k + 1) % length]);
        const DVec3 c = point_at(surface->points, loop[(k + 2) % length]);
        const DVec3 across = dvec3_sub(c, a);
        const double turn = dvec3_dot(normal, dvec3_cross(dvec3_sub(b, a), across));
        if (turn < -surface->tolerance * dvec3_length(across)) {
            return false;
        }
    }
    return true;
}

// Joins the polygons of all regions. Facets are visited in order, each region at its first facet.
static void outline_regions(Surface *surface, const uint32_t *rim_length, uint32_t *start,
                            Polygons *out)
{
    const Polygons *in = &surface->polygons;
    out->count = 0;
    uint32_t written = 0;
    for (uint32_t f = 0; f < in->count; ++f) {
        const uint32_t region = surface->region[f];
        uint32_t *loop = &out->corners[written];
        uint32_t length = rim_length[region];
        const bool is_first = start[region] != NONE;
        if (is_first) {
            if (walk_rim(surface, start[region], length, loop) && length >= 3 &&
                is_convex_loop(surface, loop, length, surface->normals[region])) {
                out->first[out->count++] = written;
                written += length;
                start[region] = NONE;
                continue;
            }
            start[region] = NONE;
            surface->areas[region] = -1.0; // the region stays in facets
        }
        if (surface->areas[region] < 0.0) {
            length = in->first[f + 1] - in->first[f];
            memcpy(loop, &in->corners[in->first[f]], length * sizeof *loop);
            out->first[out->count++] = written;
            written += length;
        }
    }
    out->first[out->count] = written;
}

// A vertex where only two faces meet lies on the edge between them. The vertex is dropped, unless
// one of the two faces would be left with two corners.
static TumStatus drop_straight_corners(const HullPoints *points, Polygons *polygons, Arena *arena)
{
    const size_t corner_count = polygons->first[polygons->count];
    uint32_t *degree = tum_arena_zeroed(arena, points->count, sizeof *degree);
    uint32_t *sides = tum_arena_zeroed(arena, points->count, 2 * sizeof *sides);
    uint32_t *length = tum_arena_zeroed(arena, polygons->count, sizeof *length);
    if (degree == NULL || sides == NULL || length == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (uint32_t f = 0; f < polygons->count; ++f) {
        length[f] = polygons->first[f + 1] - polygons->first[f];
        for (uint32_t c = polygons->first[f]; c < polygons->first[f + 1]; ++c) {
            const uint32_t vertex = polygons->corners[c];
            sides[2 * (size_t)vertex + degree[vertex] % 2] = f;
            ++degree[vertex];
        }
    }
    for (size_t v = 0; v < points->count; ++v) {
        uint32_t *a = &length[sides[2 * v]], *b = &length[sides[2 * v + 1]];
        if (degree[v] == 2 && *a > 3 && *b > 3) {
            --*a;
            --*b;
            degree[v] = 0;
        }
    }
    uint32_t written = 0, read = 0;
    for (size_t f = 0; f < polygons->count; ++f) {
        const uint32_t end = polygons->first[f + 1];
        polygons->first[f] = written;
        for (; read < end; ++read) {
            if (degree[polygons->corners[read]] != 0) {
                polygons->corners[written++] = polygons->corners[read];
            }
        }
    }
    TUM_ASSERT(read == corner_count);
    (void)corner_count;
    polygons->first[polygons->count] = written;
    return TUM_OK;
}

static bool make_surface(const HullPoints *points, Polygons polygons, Arena *arena,
                         Surface *surface)
{
    const size_t count = polygons.count, corners = polygons.first[count];
    *surface = (Surface){.points = points,
                         .polygons = polygons,
                         .corner_count = corners,
                         .face = tum_arena_zeroed(arena, corners, sizeof *surface->face),
                         .twin = tum_arena_zeroed(arena, corners, sizeof *surface->twin),
                         .normals = tum_arena_zeroed(arena, count, sizeof *surface->normals),
                         .offsets = tum_arena_zeroed(arena, count, sizeof *surface->offsets),
                         .areas = tum_arena_zeroed(arena, count, sizeof *surface->areas),
                         .region = tum_arena_zeroed(arena, count, sizeof *surface->region),
                         .stamp = tum_arena_zeroed(arena, points->count, sizeof *surface->stamp),
                         .tolerance = PLANE_TOLERANCE * points->extent};
    if (surface->face == NULL || surface->twin == NULL || surface->normals == NULL ||
        surface->offsets == NULL || surface->areas == NULL || surface->region == NULL ||
        surface->stamp == NULL) {
        return false;
    }
    for (uint32_t f = 0; f < count; ++f) {
        for (uint32_t c = polygons.first[f]; c < polygons.first[f + 1]; ++c) {
            surface->face[c] = f;
        }
    }
    return true;
}

static DVec3 face_middle(const Surface *surface, uint32_t face)
{
    const uint32_t first = surface->polygons.first[face], end = surface->polygons.first[face + 1];
    DVec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t c = first; c < end; ++c) {
        sum = dvec3_add(sum, point_at(surface->points, surface->polygons.corners[c]));
    }
    return dvec3_scale(sum, 1.0 / (double)(end - first));
}

// The greatest height of the neighbours' middles above a plane through the face's middle.
static double excess(const Surface *surface, const DVec3 *middles, uint32_t face, DVec3 normal)
{
    double worst = 0.0;
    for (uint32_t c = surface->polygons.first[face]; c < surface->polygons.first[face + 1]; ++c) {
        const uint32_t other = surface->face[surface->twin[c]];
        const DVec3 way = dvec3_sub(middles[other], middles[face]);
        worst = maximum64(worst, dvec3_dot(normal, way));
    }
    return worst;
}

// A face too narrow for a normal of its own lies along the edge between its neighbours on the long
// sides; any mean of their normals supports the whole hull.
static void straighten_narrow_face(Surface *surface, const DVec3 *middles, uint32_t face,
                                   double longest)
{
    DVec3 sum = {0.0, 0.0, 0.0};
    for (uint32_t c = surface->polygons.first[face]; c < surface->polygons.first[face + 1]; ++c) {
        const uint32_t other = surface->face[surface->twin[c]];
        const uint32_t after = surface->polygons.corners[next_corner(surface, c)];
        const double length =
            dvec3_distance(point_at(surface->points, surface->polygons.corners[c]),
                           point_at(surface->points, after));
        if (4.0 * length > longest && surface->areas[other] > surface->areas[face]) {
            sum = dvec3_add_scaled(sum, surface->normals[other], length);
        }
    }
    const DVec3 own = surface->normals[face];
    const DVec3 mean = dvec3_normalize_or(sum, own);
    if (dvec3_length_squared(own) == 0.0 ||
        excess(surface, middles, face, mean) < excess(surface, middles, face, own)) {
        surface->normals[face] = mean;
        surface->offsets[face] = dvec3_dot(mean, middles[face]);
    }
}

static double longest_edge(const Surface *surface, uint32_t face)
{
    double longest = 0.0;
    for (uint32_t c = surface->polygons.first[face]; c < surface->polygons.first[face + 1]; ++c) {
        const uint32_t after = surface->polygons.corners[next_corner(surface, c)];
        longest = maximum64(longest,
                            dvec3_distance(point_at(surface->points, surface->polygons.corners[c]),
                                           point_at(surface->points, after)));
    }
    return longest;
}

// Computes the planes of the merged polygons. The surface must again be closed.
static TumStatus find_planes(const HullPoints *points, Polygons *polygons, Arena *arena,
                             bool *is_whole)
{
    Surface surface;
    const size_t count = polygons->count;
    if (!make_surface(points, *polygons, arena, &surface)) {
        return TUM_ERROR_MEMORY;
    }
    uint64_t *keys = tum_arena_zeroed(arena, surface.corner_count, 2 * sizeof *keys);
    uint32_t *order = tum_arena_zeroed(arena, surface.corner_count, 2 * sizeof *order);
    DVec3 *middles = tum_arena_zeroed(arena, count, sizeof *middles);
    if (keys == NULL || order == NULL || middles == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *is_whole = pair_up(&surface, keys, order);
    if (!*is_whole) {
        return TUM_OK;
    }
    measure_faces(&surface);
    for (uint32_t f = 0; f < count; ++f) {
        middles[f] = face_middle(&surface, f);
    }
    for (uint32_t f = 0; f < count; ++f) {
        const double longest = longest_edge(&surface, f);
        if (surface.areas[f] <= NARROW * points->extent * longest &&
            (excess(&surface, middles, f, surface.normals[f]) > surface.tolerance ||
             dvec3_length_squared(surface.normals[f]) == 0.0)) {
            straighten_narrow_face(&surface, middles, f, longest);
        }
    }
    polygons->normals = surface.normals;
    polygons->offsets = surface.offsets;
    return TUM_OK;
}

TumStatus tum_hull_merge3(const HullPoints *points, Polygons *polygons, Arena *arena,
                          bool *is_whole)
{
    *is_whole = false;
    Polygons ordered = *polygons;
    Surface surface;
    if (put_in_order(&ordered, arena) != TUM_OK ||
        !make_surface(points, ordered, arena, &surface)) {
        return TUM_ERROR_MEMORY;
    }
    const size_t count = ordered.count, corners = surface.corner_count;
    const size_t most = count > corners ? count : corners;
    uint64_t *keys = tum_arena_zeroed(arena, most, 2 * sizeof *keys);
    uint32_t *order = tum_arena_zeroed(arena, most, 2 * sizeof *order);
    uint32_t *rim_length = tum_arena_zeroed(arena, count, sizeof *rim_length);
    uint32_t *start = tum_arena_zeroed(arena, count, sizeof *start);
    Polygons merged = {.first = tum_arena_zeroed(arena, count + 1, sizeof *merged.first),
                       .corners = tum_arena_zeroed(arena, corners, sizeof *merged.corners)};
    if (keys == NULL || order == NULL || rim_length == NULL || start == NULL ||
        merged.first == NULL || merged.corners == NULL) {
        return TUM_ERROR_MEMORY;
    }
    if (!pair_up(&surface, keys, order)) {
        return TUM_OK;
    }
    measure_faces(&surface);
    for (uint32_t f = 0; f < count; ++f) {
        keys[f] = descending_key(surface.areas[f]);
        order[f] = f;
        start[f] = NONE;
    }
    tum_sort_keys(keys, order, count, keys + most, order + most);
    grow_regions(&surface, order, order + most);
    for (uint32_t c = 0; c < corners; ++c) {
        if (is_on_rim(&surface, c)) {
            const uint32_t region = surface.region[surface.face[c]];
            start[region] = start[region] == NONE ? c : start[region];
            ++rim_length[region];
        }
    }
    outline_regions(&surface, rim_length, start, &merged);
    TumStatus status = drop_straight_corners(points, &merged, arena);
    if (status == TUM_OK) {
        status = put_in_order(&merged, arena);
    }
    if (status == TUM_OK && merged.count >= 4) {
        status = find_planes(points, &merged, arena, is_whole);
    }
    if (status == TUM_OK && *is_whole) {
        *polygons = merged;
    }
    return status;
}

TumStatus tum_hull_emit3(const HullPoints *points, const uint32_t *source, DVec3 middle,
                         const Polygons *polygons, Arena *scratch, Arena *arena, HullMesh3 *hull)
{
    const size_t count = polygons->count, corners = polygons->first[count];
    uint32_t *number = tum_arena_zeroed(scratch, points->count, sizeof *number);
    if (number == NULL) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t c = 0; c < corners; ++c) {
        number[polygons->corners[c]] = 1;
    }
    size_t used = 0;
    for (size_t i = 0; i < points->count; ++i) {
        used += number[i];
    }
    *hull =
        (HullMesh3){.vertices = tum_arena_zeroed(arena, used, sizeof *hull->vertices),
                    .normals = tum_arena_zeroed(arena, count, sizeof *hull->normals),
                    .offsets = tum_arena_zeroed(arena, count, sizeof *hull->offsets),
                    .face_first = tum_arena_zeroed(arena, count + 1, sizeof *hull->face_first),
                    .face_vertices = tum_arena_zeroed(arena, corners, sizeof *hull->face_vertices),
                    .source = tum_arena_zeroed(arena, used, sizeof *hull->source)};
    if (hull->vertices == NULL || hull->normals == NULL || hull->offsets == NULL ||
        hull->face_first == NULL || hull->face_vertices == NULL || hull->source == NULL) {
        *hull = (HullMesh3){0};
        return TUM_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < points->count; ++i) {
        if (number[i] != 0) {
            number[i] = (uint32_t)hull->vertex_count;
            hull->vertices[hull->vertex_count] = dvec3_add(point_at(points, i), middle);
            hull->source[hull->vertex_count++] = source[i];
        }
    }
    for (size_t f = 0; f < count; ++f) {
        const uint32_t *loop = &polygons->corners[polygons->first[f]];
        const uint32_t length = polygons->first[f + 1] - polygons->first[f];
        hull->normals[f] = polygons->normals[f];
        hull->offsets[f] = polygons->offsets[f] + dvec3_dot(polygons->normals[f], middle);
        hull->face_first[f] = polygons->first[f];
        for (uint32_t k = 0; k < length; ++k) {
            hull->face_vertices[polygons->first[f] + k] = number[loop[k]];
        }
    }
    hull->face_first[count] = polygons->first[count];
    hull->face_count = count;
    return TUM_OK;
}
