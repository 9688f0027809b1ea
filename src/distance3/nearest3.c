// SPDX-License-Identifier: MIT
// nearest3.c: the point of a shape nearest to another point, in the frame of the shape.
#include "distance3/epa3.h"
#include "distance3/shapecast3.h"

/// The nearest point, in the frame of the shape.
typedef struct LocalNearest3 {
    double distance;
    DVec3 normal, point;
    int32_t triangle;
} LocalNearest3;

// Answer from a point of the surface; the normal is toward the other point, or `fallback` where the
// two coincide.
static LocalNearest3 from_surface(DVec3 surface, DVec3 point, DVec3 fallback)
{
    const DVec3 out = dvec3_sub(point, surface);
    return (LocalNearest3){dvec3_length(out), dvec3_normalize_or(out, fallback), surface, -1};
}

static LocalNearest3 nearest_on_sheet(const Shape3 *sheet, DVec3 p)
{
    const double x = (double)sheet->half.x, z = (double)sheet->half.z;
    return from_surface((DVec3){clamp64(p.x, -x, x), 0.0, clamp64(p.z, -z, z)}, p,
                        (DVec3){0.0, 1.0, 0.0});
}

static LocalNearest3 nearest_on_core(const Shape3 *shape, DVec3 p)
{
    const Shape3 ball = {.kind = SHAPE3_SPHERE};
    Core3 core = tum_core3_at_origin(shape), other = tum_core3_at_origin(&ball);
    other.position = p;
    other.is_turned = true;
    const Gap3 gap = tum_gap3(&core, &other, 1e30, (DVec3){0.0, 0.0, 0.0});
    return (LocalNearest3){gap.distance - core.radius, gap.normal,
                           dvec3_add_scaled(gap.a, gap.normal, core.radius), -1};
}

// Selects the region of the triangle's plane that contains the point: a corner, an edge or the face
// (Ericson, "Real-Time Collision Detection", 2005, section 5.1.5).
static DVec3 nearest_on_triangle(const DVec3 c[3], DVec3 p)
{
    const DVec3 ab = dvec3_sub(c[1], c[0]), ac = dvec3_sub(c[2], c[0]);
    const DVec3 ap = dvec3_sub(p, c[0]), bp = dvec3_sub(p, c[1]), cp = dvec3_sub(p, c[2]);
    const double d1 = dvec3_dot(ab, ap), d2 = dvec3_dot(ac, ap);
    const double d3 = dvec3_dot(ab, bp), d4 = dvec3_dot(ac, bp);
    const double d5 = dvec3_dot(ab, cp), d6 = dvec3_dot(ac, cp);
    if (d1 <= 0.0 && d2 <= 0.0) {
        return c[0];
    }
    if (d3 >= 0.0 && d4 <= d3) {
        return c[1];
    }
    if (d6 >= 0.0 && d5 <= d6) {
        return c[2];
    }
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        return dvec3_add_scaled(c[0], ab, d1 / (d1 - d3));
    }
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        return dvec3_add_scaled(c[0], ac, d2 / (d2 - d6));
    }
    const double to_b = d4 - d3, to_c = d5 - d6;
    if (va <= 0.0 && to_b >= 0.0 && to_c >= 0.0) {
        return dvec3_add_scaled(c[1], dvec3_sub(c[2], c[1]), to_b / (to_b + to_c));
    }
    const double whole = 1.0 / (va + vb + vc);
    return dvec3_add_scaled(dvec3_add_scaled(c[0], ab, vb * whole), ac, vc * whole);
}

typedef struct MeshSearch3 {
    const Mesh3 *mesh;
    DVec3 point;
    double limit;
    LocalNearest3 nearest;
    bool is_found;
} MeshSearch3;

static void try_triangle(MeshSearch3 *search, uint32_t triangle)
{
    DVec3 corners[3];
    for (int i = 0; i < 3; ++i) {
        corners[i] = vec3_widen(mesh3_corner(search->mesh, triangle, i));
    }
    LocalNearest3 found = from_surface(nearest_on_triangle(corners, search->point), search->point,
                                       vec3_widen(search->mesh->normals[triangle]));
    found.triangle = (int32_t)search->mesh->source[triangle];
    if (!(found.distance <= search->limit) ||
        (search->is_found && found.distance == search->nearest.distance &&
         found.triangle > search->nearest.triangle)) {
        return;
    }
    search->is_found = true;
    search->nearest = found;
    search->limit = found.distance;
}

// Distance of a point from the box of a node's child. [m]
static double box_distance(const MeshNode3 *node, int slot, DVec3 p)
{
    const Bound3 box = mesh_node3_bound(node, slot);
    const DVec3 low = vec3_widen(box.low), high = vec3_widen(box.high);
    return dvec3_length(dvec3_sub(dvec3_minimum(dvec3_maximum(p, low), high), p));
}

typedef struct Waiting {
    double distance;
    int32_t child;
    uint32_t count;
} Waiting;

static int push_children(const MeshNode3 *node, const MeshSearch3 *search, Waiting *stack, int top)
{
    const int bottom = top;
    for (int i = 0; i < MESH3_CHILDREN; ++i) {
        if (mesh_node3_is_empty(node, i)) {
            continue;
        }
        // Reduced a little, because the square root rounds.
        const double distance = box_distance(node, i, search->point) * (1.0 - 1e-12);
        if (distance <= search->limit) {
            int at = top++;
            for (; at > bottom && stack[at - 1].distance < distance; --at) {
                stack[at] = stack[at - 1];
            }
            stack[at] = (Waiting){distance, node->child[i], node->count[i]};
        }
    }
    return top;
}

static bool nearest_on_mesh(const Mesh3 *mesh, DVec3 p, double limit, LocalNearest3 *nearest)
{
    MeshSearch3 search = {.mesh = mesh, .point = p, .limit = limit};
    Waiting stack[MESH3_STACK];
    int top = push_children(&mesh->nodes[0], &search, stack, 0);
    while (top > 0) {
        const Waiting next = stack[--top];
        if (next.distance > search.limit) {
            continue;
        }
        if (next.child >= 0) {
            top = push_children(&mesh->nodes[next.child], &search, stack, top);
            continue;
        }
        for (uint32_t i = 0; i < next.count; ++i) {
            try_triangle(&search, (uint32_t)~next.child + i);
        }
    }
    *nearest = search.nearest;
    return search.is_found;
}

bool tum_nearest3(const Shape3 *shape, Pose3 world_from_shape, Vec3 point, double limit,
                  Nearest3 *nearest)
{
    const DMat3 rotation = core3_rotation(world_from_shape.rotation);
    const DVec3 position = vec3_widen(world_from_shape.position);
    const DVec3 p = dmat3_transform_transposed(rotation, dvec3_sub(vec3_widen(point), position));
    LocalNearest3 found;
    switch (shape->kind) {
    case SHAPE3_PLANE: found = (LocalNearest3){p.y, {0.0, 1.0, 0.0}, {p.x, 0.0, p.z}, -1}; break;
    case SHAPE3_SHEET: found = nearest_on_sheet(shape, p); break;
    case SHAPE3_MESH:
        if (!nearest_on_mesh(shape->mesh, p, limit, &found)) {
            return false;
        }
        break;
    default: found = nearest_on_core(shape, p); break;
    }
    if (!(found.distance <= limit)) {
        return false;
    }
    nearest->distance = found.distance;
    nearest->normal = vec3_narrow(dmat3_transform(rotation, found.normal));
    nearest->point = vec3_narrow(dvec3_add(position, dmat3_transform(rotation, found.point)));
    nearest->triangle = found.triangle;
    return true;
}
