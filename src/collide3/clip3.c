// SPDX-License-Identifier: MIT
// clip3.c: clipping of a face against the prism over another face.
//
// A clipped polygon stores for each of its sides the line on which the side lies: an own line of
// the incident face or a line of the reference. A corner between two own lines is a vertex of the
// incident face; between two reference lines, a vertex of the reference; between one of each, a
// crossing of two edges. So the names of points need one number per side only.
#include "collide3/clip3.h"

#include "collide3/manifold3.h"
#include "collide3/manifold_choice3.h"

// Lines of the incident face are numbered from 0, lines of the reference from here.
enum { REFERENCE_LINE = 0x100 };

typedef struct ClipCorner {
    Vec3 position;
    int line; // line of the side that begins here
} ClipCorner;

typedef struct ClipPolygon {
    int count;
    ClipCorner corners[CLIP_POINTS_MAX + 1];
} ClipPolygon;

// Half-space: points outside have distances above zero.
typedef struct ClipPlane {
    Vec3 normal;
    float offset;
    int line;
} ClipPlane;

static void add_corner(ClipPolygon *polygon, Vec3 position, int line)
{
    if (polygon->count < CLIP_POINTS_MAX) {
        polygon->corners[polygon->count++] = (ClipCorner){position, line};
    }
}

// @return false when nothing is cut off; `out` is not written then.
static bool clip(const ClipPolygon *in, const ClipPlane *plane, ClipPolygon *out)
{
    float over[CLIP_POINTS_MAX + 1];
    bool is_cut = false;
    for (int i = 0; i < in->count; ++i) {
        over[i] = vec3_dot(plane->normal, in->corners[i].position) - plane->offset;
        is_cut = is_cut || !(over[i] <= 0.0f);
    }
    if (!is_cut) {
        return false;
    }
    out->count = 0;
    for (int i = 0; i < in->count; ++i) {
        const int next = i + 1 < in->count ? i + 1 : 0;
        const ClipCorner *p = &in->corners[i], *q = &in->corners[next];
        const float p_out = over[i], q_out = over[next];
        if (p_out <= 0.0f) {
            add_corner(out, p->position, p->line);
        }
        if ((p_out <= 0.0f) != (q_out <= 0.0f)) {
            const float t = clamp(p_out / (p_out - q_out), 0.0f, 1.0f);
            const Vec3 cut = vec3_add_scaled(p->position, vec3_sub(q->position, p->position), t);
            // An outline that leaves the half-space continues along the plane; one that returns,
            // along its own side.
            add_corner(out, cut, p_out <= 0.0f ? plane->line : p->line);
        }
    }
    return true;
}

static Vec3 corner_at(const Face3 *face, int i)
{
    return face->points[i < face->count ? i : 0];
}

static uint32_t edge_name(const Face3 *face, int i)
{
    return tum_feature3_edge(face->names[i], face->names[i + 1 < face->count ? i + 1 : 0]);
}

static float extent_of(const Face3 *face)
{
    Vec3 low = face->points[0], high = low;
    for (int i = 1; i < face->count; ++i) {
        low = vec3_minimum(face->points[i], low);
        high = vec3_maximum(face->points[i], high);
    }
    return vec3_distance(low, high);
}

// `up` is the direction of the prism, on the reference's outer side.
static bool side_plane(const Face3 *reference, int i, Vec3 up, float widening, ClipPlane *plane)
{
    const Vec3 p = reference->points[i];
    const Vec3 out = vec3_cross(vec3_sub(corner_at(reference, i + 1), p), up);
    const float length = vec3_length(out);
    if (!(length > 0.0f)) {
        return false;
    }
    plane->normal = vec3_scale(out, 1.0f / length);
    plane->offset = vec3_dot(plane->normal, p) + widening;
    plane->line = REFERENCE_LINE + i;
    return true;
}

typedef struct ClipNames {
    const Face3 *reference, *incident;
    bool reference_is_a;
} ClipNames;

static uint32_t crossing_name(const ClipNames *names, int incident_side, int reference_side)
{
    const uint32_t on_reference = edge_name(names->reference, reference_side);
    const uint32_t on_incident = edge_name(names->incident, incident_side);
    return names->reference_is_a ? tum_feature3_crossing(on_reference, on_incident)
                                 : tum_feature3_crossing(on_incident, on_reference);
}

// Name of the corner between the line `before` and the line `after`.
static uint32_t corner_name(const ClipNames *names, int before, int after)
{
    const bool before_own = before < REFERENCE_LINE, after_own = after < REFERENCE_LINE;
    if (before_own && after_own) {
        return tum_feature3_vertex(!names->reference_is_a, names->incident->names[after]);
    }
    if (before_own) {
        return crossing_name(names, before, after - REFERENCE_LINE);
    }
    if (after_own) {
        return crossing_name(names, after, before - REFERENCE_LINE);
    }
    // Two adjacent sides of the reference meet at a corner of the reference. Sides of a prism that
    // are not adjacent never meet inside the prism, unless the reference is degenerate.
    const int first = before - REFERENCE_LINE, second = after - REFERENCE_LINE;
    const int following = first + 1 < names->reference->count ? first + 1 : 0;
    return tum_feature3_vertex(names->reference_is_a,
                               names->reference->names[following == second ? second : first]);
}

typedef struct Measure {
    Vec3 origin, reference_normal; // of the plane of the reference
    Vec3 normal;                   // from A toward B
    float lean;                    // cosine between the plane's normal and the prism
    float sign;                    // +1: the reference belongs to A
    float margin;
} Measure;

// Measures p along the prism from the reference's plane; the contact point is halfway.
static bool measure(const Measure *m, Vec3 p, uint32_t name, LocalPoint3 *point)
{
    const float height = vec3_dot(m->reference_normal, vec3_sub(p, m->origin)) / m->lean;
    if (!(height <= m->margin)) {
        return false;
    }
    *point = (LocalPoint3){vec3_add_scaled(p, m->normal, -0.5f * m->sign * height), height, name};
    return true;
}

static int clip_edge(const ClipNames *names, Vec3 up, float widening, const Measure *m,
                     LocalPoint3 *points)
{
    const Vec3 start = names->incident->points[0];
    const Vec3 line = vec3_sub(names->incident->points[1], start);
    float low = 0.0f, high = 1.0f;
    uint32_t low_name = tum_feature3_vertex(!names->reference_is_a, names->incident->names[0]);
    uint32_t high_name = tum_feature3_vertex(!names->reference_is_a, names->incident->names[1]);
    for (int i = 0; i < names->reference->count; ++i) {
        ClipPlane plane;
        if (!side_plane(names->reference, i, up, widening, &plane)) {
            continue;
        }
        const float out = vec3_dot(plane.normal, start) - plane.offset;
        const float change = vec3_dot(plane.normal, line);
        if (out > 0.0f && out + change > 0.0f) {
            return 0;
        }
        const float t = -out / change;
        if (out > 0.0f && t > low) {
            low = t;
            low_name = crossing_name(names, 0, i);
        } else if (out <= 0.0f && out + change > 0.0f && t < high) {
            high = t;
            high_name = crossing_name(names, 0, i);
        }
    }
    int count = 0;
    if (low <= high) {
        count += measure(m, vec3_add_scaled(start, line, low), low_name, &points[count]);
        count += measure(m, vec3_add_scaled(start, line, high), high_name, &points[count]);
    }
    return count;
}

static int clip_polygon(const ClipNames *names, Vec3 up, float widening, const Measure *m,
                        LocalPoint3 *points)
{
    ClipPolygon polygons[2];
    int current = 0;
    polygons[0].count = 0;
    for (int i = 0; i < names->incident->count; ++i) {
        add_corner(&polygons[0], names->incident->points[i], i);
    }
    for (int i = 0; i < names->reference->count && polygons[current].count > 0; ++i) {
        ClipPlane plane;
        if (side_plane(names->reference, i, up, widening, &plane) &&
            clip(&polygons[current], &plane, &polygons[1 - current])) {
            current = 1 - current;
        }
    }
    const ClipPolygon *left = &polygons[current];
    int count = 0;
    for (int i = 0; i < left->count; ++i) {
        const int before = left->corners[i > 0 ? i - 1 : left->count - 1].line;
        const uint32_t name = corner_name(names, before, left->corners[i].line);
        count += measure(m, left->corners[i].position, name, &points[count]);
    }
    return count;
}

int tum_clip3_faces(const Face3 *reference, const Face3 *incident, bool reference_is_a, Vec3 normal,
                    float margin, LocalPoint3 points[CLIP_POINTS_MAX])
{
    const ClipNames names = {reference, incident, reference_is_a};
    const Vec3 up = reference_is_a ? normal : vec3_negate(normal);
    const float lean = vec3_dot(reference->normal, up);
    if (reference->count < 3 || incident->count < 2 || !(lean > 0.1f)) {
        return 0;
    }
    const Measure m = {.origin = reference->points[0],
                       .reference_normal = reference->normal,
                       .normal = normal,
                       .lean = lean,
                       .sign = reference_is_a ? 1.0f : -1.0f,
                       .margin = margin};
    const float widening = CLIP_FLUSH_SHARE * extent_of(reference);
    return incident->count == 2 ? clip_edge(&names, up, widening, &m, points)
                                : clip_polygon(&names, up, widening, &m, points);
}

// The line of an edge, or the axis of the bar that a line on its surface belongs to.
typedef struct Line {
    Vec3 from, along;
    float radius[2]; // [m] Of the bar, at both ends.
} Line;

static bool is_bar(const Face3 *edge)
{
    return edge->curvature[0] + edge->curvature[1] > 0.0f;
}

// @param inward  unit, from the surface into the bar
static Line line_of(const Face3 *edge, Vec3 inward)
{
    const float first = edge->curvature[0], second = edge->curvature[1];
    const Vec3 from = vec3_add_scaled(edge->points[0], inward, first);
    const Vec3 to = vec3_add_scaled(edge->points[1], inward, second);
    return (Line){from, vec3_sub(to, from), {first, second}};
}

static Vec3 point_on(const Line *line, float at)
{
    return vec3_add_scaled(line->from, line->along, at);
}

static float radius_at(const Line *line, float at)
{
    return line->radius[0] + (line->radius[1] - line->radius[0]) * at;
}

// Parameter of the point of a line that is nearest to p.
static float nearest_on(const Line *line, Vec3 p)
{
    const float along = vec3_dot(vec3_sub(p, line->from), line->along);
    return clamp(along / vec3_length_squared(line->along), 0.0f, 1.0f);
}

// Contact point between parameters of two edges, along the normal; of bars, in the direction in
// which they are nearest, where that is nearly the normal. Bars that cross at an angle are apart by
// more than along the normal.
static bool beside(const Line *a, const Line *b, float at_a, float at_b, Vec3 normal, float margin,
                   uint32_t name, LocalPoint3 *point)
{
    const Vec3 p = point_on(a, at_a), q = point_on(b, at_b), between = vec3_sub(q, p);
    const float radius_a = radius_at(a, at_a), radii = radius_a + radius_at(b, at_b);
    if (!(radii > 0.0f)) {
        const float separation = vec3_dot(between, normal);
        *point = (LocalPoint3){vec3_scale(vec3_add(p, q), 0.5f), separation, name};
        return separation <= margin;
    }
    const float distance = vec3_length(between), separation = distance - radii;
    const float to_middle = radius_a + 0.5f * separation;
    *point = (LocalPoint3){vec3_add_scaled(p, between, to_middle / maximum(distance, 1e-20f)),
                           separation, name};
    return separation <= margin && vec3_dot(between, normal) > BESIDE_COSINE * distance;
}

int tum_clip3_edges(const Face3 *edge_a, const Face3 *edge_b, Vec3 normal, float margin,
                    LocalPoint3 points[CLIP_POINTS_MAX])
{
    if (edge_a->count != 2 || edge_b->count != 2) {
        return 0;
    }
    const Line a = line_of(edge_a, vec3_negate(normal)), b = line_of(edge_b, normal);
    const float length_a = vec3_length(a.along), length_b = vec3_length(b.along);
    const float sine = vec3_dot(vec3_cross(a.along, b.along), normal);
    const float sine_most = is_bar(edge_a) || is_bar(edge_b) ? BESIDE_SINE : EDGES_SINE;
    const float dot = vec3_dot(a.along, b.along);
    if (!(length_a > 0.0f) || !(length_b > 0.0f) ||
        !(absolute(sine) <= sine_most * length_a * length_b) || dot == 0.0f) {
        return 0;
    }
    // B's ends along A, as fractions of A's length, the lower one first.
    const Vec3 offset = vec3_sub(b.from, a.from);
    const float b0 = vec3_dot(offset, a.along) / (length_a * length_a);
    const float step = dot / (length_a * length_a); // along B per along A
    const float b1 = b0 + step;
    const bool forward = b0 <= b1;
    const float b_low = forward ? b0 : b1, b_high = forward ? b1 : b0;
    const float low = maximum(0.0f, b_low), high = minimum(1.0f, b_high);
    if (!(high - low > INTERVAL_SHARE * minimum(1.0f, b_high - b_low))) {
        return 0;
    }
    const uint32_t low_name = b_low > 0.0f
                                  ? tum_feature3_vertex(false, edge_b->names[forward ? 0 : 1])
                                  : tum_feature3_vertex(true, edge_a->names[0]);
    const uint32_t high_name = b_high < 1.0f
                                   ? tum_feature3_vertex(false, edge_b->names[forward ? 1 : 0])
                                   : tum_feature3_vertex(true, edge_a->names[1]);
    // B's end and the place beside it on A, or A's end and what is nearest to it on B.
    const float low_b = b_low > 0.0f ? (low - b0) / step : nearest_on(&b, point_on(&a, low));
    const float high_b = b_high < 1.0f ? (high - b0) / step : nearest_on(&b, point_on(&a, high));
    int count = 0;
    count += beside(&a, &b, low, low_b, normal, margin, low_name, &points[count]);
    count += beside(&a, &b, high, high_b, normal, margin, high_name, &points[count]);
    return count;
}
