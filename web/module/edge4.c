// SPDX-License-Identifier: MIT
// edge4.c: edges of the colliders of a 4D world, for projections; in the full module alone.
//
// Boxes, hulls with cells and meshes have edges. Round shapes are drawn by the outlines of their
// shadows on the six planes of two axes.
#include <stdlib.h>
#include <string.h>

#include "math/scalar.h"
#include "math/widen4.h"
#include "module.h"
#include "shape4/hull4.h"
#include "shape4/mesh4.h"
#include "shape4/slice4.h"
#include "world/public4.h"
#include "world/world_data.h"

/// The script reads the words in this order.
typedef struct WebEdges {
    float *points;   ///< [m] [count * 8] Both ends of each edge, four numbers each.
    int32_t *places; ///< [count] Place of the body; -1: the world.
    uint32_t count, capacity;
    int32_t place; ///< Of the collider whose edges are added.
    bool failed;   ///< Out of memory.
} WebEdges;

enum { TURN = 24 }; // Segments of an outline.

static void put_point(float *at, DVec4 p)
{
    at[0] = (float)p.x;
    at[1] = (float)p.y;
    at[2] = (float)p.z;
    at[3] = (float)p.w;
}

static void put_edge(WebEdges *edges, DVec4 from, DVec4 to)
{
    if (edges->failed) {
        return;
    }
    if (edges->count == edges->capacity) {
        const size_t capacity = edges->capacity * 2u + 256;
        float *points = realloc(edges->points, capacity * 8 * sizeof *points);
        edges->points = points != NULL ? points : edges->points;
        int32_t *places = realloc(edges->places, capacity * sizeof *places);
        edges->places = places != NULL ? places : edges->places;
        edges->failed = points == NULL || places == NULL;
        if (edges->failed) {
            return;
        }
        edges->capacity = (uint32_t)capacity;
    }
    put_point(edges->points + edges->count * 8u, from);
    put_point(edges->points + edges->count * 8u + 4, to);
    edges->places[edges->count++] = edges->place;
}

// Corner i has bit k set where coordinate k is positive; edges join corners that differ in one.
static void put_box(WebEdges *edges, DVec4 half, DPose4 pose)
{
    DVec4 corners[16];
    for (int i = 0; i < 16; ++i) {
        corners[i] =
            dpose4_transform(pose, (DVec4){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                           i & 4 ? half.z : -half.z, i & 8 ? half.w : -half.w});
    }
    for (int i = 0; i < 16; ++i) {
        for (int bit = 1; bit < 16; bit *= 2) {
            if ((i & bit) == 0) {
                put_edge(edges, corners[i], corners[i | bit]);
            }
        }
    }
}

// An edge of a hull lies between neighbors.
static void put_hull(WebEdges *edges, const Hull4 *hull, DPose4 pose)
{
    for (uint32_t i = 0; i < hull->vertex_count; ++i) {
        for (uint32_t k = hull->neighbor_first[i]; k < hull->neighbor_first[i + 1]; ++k) {
            if (hull->neighbors[k] > i) {
                put_edge(edges, dpose4_transform(pose, hull4_vertex(hull, i)),
                         dpose4_transform(pose, hull4_vertex(hull, hull->neighbors[k])));
            }
        }
    }
}

static void put_mesh(WebEdges *edges, const Mesh4 *mesh, DPose4 pose)
{
    for (uint32_t i = 0; i < mesh->tetrahedron_count; ++i) {
        for (int k = 0; k < 4; ++k) {
            for (int m = k + 1; m < 4; ++m) {
                put_edge(edges, dpose4_transform(pose, vec4_widen(mesh4_corner(mesh, i, k))),
                         dpose4_transform(pose, vec4_widen(mesh4_corner(mesh, i, m))));
            }
        }
    }
}

static void put_outline(WebEdges *edges, const Shape4 *shape, DPose4 pose, int a, int b)
{
    DVec4 last = pose.position;
    for (int i = 0; i <= TURN; ++i) {
        double axes[4] = {0.0, 0.0, 0.0, 0.0}, sine, cosine;
        tum_sine_cosine64(2.0 * PI * (double)(i % TURN) / TURN, &sine, &cosine);
        axes[a] = cosine;
        axes[b] = sine;
        const DVec4 next = dpose4_transform(
            pose, tum_shape4_support(shape, (DVec4){axes[0], axes[1], axes[2], axes[3]}));
        if (i > 0) {
            put_edge(edges, last, next);
        }
        last = next;
    }
}

static void put_shape(WebEdges *edges, const Shape4 *shape, DPose4 pose)
{
    if (shape->kind == SHAPE4_PLANE) {
        return;
    }
    if (slice4_is_box(shape)) {
        put_box(edges, shape->half, pose);
    } else if (shape->kind == SHAPE4_POINTS && shape->hull != NULL) {
        put_hull(edges, shape->hull, pose);
    } else if (shape->kind == SHAPE4_MESH) {
        put_mesh(edges, shape->mesh, pose);
    } else {
        for (int a = 0; a < 4; ++a) {
            for (int b = a + 1; b < 4; ++b) {
                put_outline(edges, shape, pose, a, b);
            }
        }
    }
}

/// Lists the edges of all colliders but planes, as the last step left them.
///
/// @param world  of four dimensions.
/// @return WebEdges, to be freed with tum_web_edges_release; NULL when out of memory.
WebEdges *WEB_EXPORT(tum_web_edges)(const TumWebWorld *web)
{
    const TumWorld *world = web->world;
    const Topology *topology = &world->sim.topology;
    WebEdges *edges = calloc(1, sizeof *edges);
    for (size_t i = 0; edges != NULL && i < topology->colliders.count; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        if (!collider->exists) {
            continue;
        }
        const size_t place = web_place(world, tum_world_id(world, collider->body));
        edges->place = place < tum_world_body_count(world) ? (int32_t)place : -1;
        put_shape(edges, &world->space4->shapes.items[i],
                  pose4_widen(space4_shape_pose(world->space4, collider->body, (int32_t)i)));
    }
    return edges;
}

int WEB_EXPORT(tum_web_edges_failed)(const WebEdges *edges)
{
    return edges == NULL || edges->failed;
}

void WEB_EXPORT(tum_web_edges_release)(WebEdges *edges)
{
    if (edges != NULL) {
        free(edges->points);
        free(edges->places);
        free(edges);
    }
}
