// SPDX-License-Identifier: MIT
// solid.c: surfaces of colliders as triangles with normals, for filled drawings.
#include "solid.h"

#include <stdlib.h>
#include <string.h>

#include "math/scalar.h"
#include "space3/bodies3.h"
#include "world/world_data.h"

void web_solid_triangle(WebSolids *solids, WebCorner a, WebCorner b, WebCorner c)
{
    const Vec3 across = vec3_cross(vec3_sub(b.at, a.at), vec3_sub(c.at, a.at));
    if (solids->failed || !(vec3_length_squared(across) > 0.0f)) {
        return;
    }
    if (solids->triangle_count == solids->triangle_capacity) {
        const size_t capacity = solids->triangle_capacity * 2u + 1024;
        float *positions = realloc(solids->positions, capacity * 9 * sizeof *positions);
        solids->positions = positions != NULL ? positions : solids->positions;
        float *normals = realloc(solids->normals, capacity * 9 * sizeof *normals);
        solids->normals = normals != NULL ? normals : solids->normals;
        if (positions == NULL || normals == NULL) {
            solids->failed = true;
            return;
        }
        solids->triangle_capacity = (uint32_t)capacity;
    }
    const WebCorner corners[3] = {a, b, c};
    for (size_t i = 0; i < 3; ++i) {
        const size_t at = solids->triangle_count * 9u + 3 * i;
        memcpy(solids->positions + at, &corners[i].at, 3 * sizeof(float));
        memcpy(solids->normals + at, &corners[i].normal, 3 * sizeof(float));
    }
    ++solids->triangle_count;
    ++solids->solids[solids->solid_count - 1].count;
}

void web_solid_polygon(WebSolids *solids, const Vec3 *corners, int count, Vec3 normal)
{
    for (int i = 2; i < count; ++i) {
        web_solid_triangle(solids, (WebCorner){corners[0], normal},
                           (WebCorner){corners[i - 1], normal}, (WebCorner){corners[i], normal});
    }
}

static void begin(WebSolids *solids, const TumWorld *world, int32_t body, double collider)
{
    if (solids->failed) {
        return;
    }
    if (solids->solid_count == solids->solid_capacity) {
        const size_t capacity = solids->solid_capacity * 2u + 64;
        WebSolid *grown = realloc(solids->solids, capacity * sizeof *grown);
        if (grown == NULL) {
            solids->failed = true;
            return;
        }
        solids->solids = grown;
        solids->solid_capacity = (uint32_t)capacity;
    }
    const TumBodyId id = tum_world_id(world, body);
    const size_t place = web_place(world, id);
    solids->solids[solids->solid_count++] = (WebSolid){
        .collider = collider,
        .place = place < tum_world_body_count(world) ? (int32_t)place : -1,
        .first = solids->triangle_count,
        .is_trigger = collider == 0.0,
        .kind = (uint32_t)world->sim.topology.bodies.items[body].kind,
    };
}

void web_solid_begin(WebSolids *solids, const TumWorld *world, int32_t collider)
{
    begin(solids, world, world->sim.topology.colliders.items[collider].body,
          web_collider_id(tum_world_collider_at(world, (size_t)collider)));
}

void web_solid_begin_trigger(WebSolids *solids, const TumWorld *world, int32_t body)
{
    begin(solids, world, body, 0.0);
}

// Surfaces in three dimensions.

static const float PLANE_EXTENT = 20.0f; // [m] From the origin of an endless plane to its border.
enum { TURN = 32, ARC = 16 };            // Segments of a circle, and of half a circle.

/// Where a shape is, and how it is scaled in its own frame.
typedef struct Pen {
    Pose3 pose;
    Vec3 scale;
    WebSolids *solids;
} Pen;

static WebCorner corner_at(const Pen *pen, Vec3 at, Vec3 normal)
{
    const Vec3 s = pen->scale;
    const Vec3 scaled = {at.x * s.x, at.y * s.y, at.z * s.z};
    const Vec3 tilted = {normal.x / s.x, normal.y / s.y, normal.z / s.z};
    return (WebCorner){
        pose3_transform(pen->pose, scaled),
        quat_rotate(pen->pose.rotation, vec3_normalize_or(tilted, (Vec3){0.0f, 1.0f, 0.0f}))};
}

/// A point of a profile: distance from the axis Y and height, and the normal there.
typedef struct Profile {
    float radius, y, out, up;
} Profile;

static WebCorner turned(const Pen *pen, Profile p, int step)
{
    float sine, cosine;
    tum_sine_cosine((float)(2.0 * PI / TURN) * (float)(step % TURN), &sine, &cosine);
    return corner_at(pen, (Vec3){p.radius * cosine, p.y, p.radius * sine},
                     (Vec3){p.out * cosine, p.up, p.out * sine});
}

// Surface of revolution between two points of a profile, the lower one first.
static void revolve(const Pen *pen, Profile low, Profile high)
{
    for (int i = 0; i < TURN; ++i) {
        const WebCorner a = turned(pen, low, i), b = turned(pen, low, i + 1);
        const WebCorner c = turned(pen, high, i + 1), d = turned(pen, high, i);
        if (high.radius > 0.0f) {
            web_solid_triangle(pen->solids, a, d, c);
        }
        if (low.radius > 0.0f) {
            web_solid_triangle(pen->solids, a, c, b);
        }
    }
}

// Part of a sphere around a point of the axis; angles from the equator, the lower one first [rad].
static void turn_arc(const Pen *pen, float y, float radius, float from, float to)
{
    Profile last = {0};
    for (int i = 0; i <= ARC; ++i) {
        float sine, cosine;
        tum_sine_cosine(from + (to - from) * (float)i / (float)ARC, &sine, &cosine);
        const bool is_pole = cosine < 1e-6f;
        const Profile next = {is_pole ? 0.0f : radius * cosine, y + radius * sine, cosine, sine};
        if (i > 0) {
            revolve(pen, last, next);
        }
        last = next;
    }
}

static const float QUARTER = (float)(0.5 * PI);

// At the border of side and ball the normal rises by asin((bottom - top) / 2h).
static void put_capsule(const Pen *pen, float half_height, float bottom, float top)
{
    const float sine = (bottom - top) / (2.0f * half_height);
    if (!(absolute(sine) < 1.0f)) {
        turn_arc(pen, bottom > top ? -half_height : half_height, maximum(bottom, top), -QUARTER,
                 QUARTER);
        return;
    }
    const float cosine = square_root(1.0f - sine * sine);
    const float lean = (float)tum_atan2_64((double)sine, (double)cosine);
    turn_arc(pen, -half_height, bottom, -QUARTER, lean);
    revolve(pen, (Profile){bottom * cosine, bottom * sine - half_height, cosine, sine},
            (Profile){top * cosine, top * sine + half_height, cosine, sine});
    turn_arc(pen, half_height, top, lean, QUARTER);
}

static void put_cylinder(const Pen *pen, float half_height, float bottom, float top)
{
    const float rise = bottom - top, run = 2.0f * half_height;
    revolve(pen, (Profile){0.0f, -half_height, 0.0f, -1.0f},
            (Profile){bottom, -half_height, 0.0f, -1.0f});
    revolve(pen, (Profile){bottom, -half_height, run, rise},
            (Profile){top, half_height, run, rise});
    revolve(pen, (Profile){top, half_height, 0.0f, 1.0f}, (Profile){0.0f, half_height, 0.0f, 1.0f});
}

static void put_quad(const Pen *pen, const Vec3 corners[4], Vec3 normal)
{
    WebCorner made[4];
    for (int i = 0; i < 4; ++i) {
        made[i] = corner_at(pen, corners[i], normal);
    }
    web_solid_triangle(pen->solids, made[0], made[1], made[2]);
    web_solid_triangle(pen->solids, made[0], made[2], made[3]);
}

static void put_box(const Pen *pen, Vec3 half)
{
    const Vec3 axes[3] = {{half.x, 0.0f, 0.0f}, {0.0f, half.y, 0.0f}, {0.0f, 0.0f, half.z}};
    for (int i = 0; i < 6; ++i) {
        const float sign = i < 3 ? 1.0f : -1.0f;
        const Vec3 out = vec3_scale(axes[i % 3], sign), a = vec3_scale(axes[(i + 1) % 3], sign),
                   b = axes[(i + 2) % 3];
        const Vec3 corners[4] = {vec3_sub(vec3_sub(out, a), b), vec3_sub(vec3_add(out, a), b),
                                 vec3_add(vec3_add(out, a), b), vec3_add(vec3_sub(out, a), b)};
        put_quad(pen, corners, out);
    }
}

static void put_sheet(const Pen *pen, float half_x, float half_z)
{
    const float x = minimum(half_x, PLANE_EXTENT), z = minimum(half_z, PLANE_EXTENT);
    const Vec3 corners[4] = {{-x, 0.0f, z}, {x, 0.0f, z}, {x, 0.0f, -z}, {-x, 0.0f, -z}};
    put_quad(pen, corners, (Vec3){0.0f, 1.0f, 0.0f});
}

static void put_hull(const Pen *pen, const Hull3 *hull)
{
    for (uint32_t face = 0; face < hull->face_count; ++face) {
        const uint32_t first = hull->face_first[face], next = hull->face_first[face + 1];
        const Vec3 normal = hull->normals[face];
        for (uint32_t i = first + 2; i < next; ++i) {
            web_solid_triangle(pen->solids,
                               corner_at(pen, hull->vertices[hull->face_vertices[first]], normal),
                               corner_at(pen, hull->vertices[hull->face_vertices[i - 1]], normal),
                               corner_at(pen, hull->vertices[hull->face_vertices[i]], normal));
        }
    }
}

static void put_mesh(const Pen *pen, const Mesh3 *mesh)
{
    for (uint32_t i = 0; i < mesh->triangle_count; ++i) {
        const Vec3 normal = mesh->normals[i];
        web_solid_triangle(pen->solids, corner_at(pen, mesh3_corner(mesh, i, 0), normal),
                           corner_at(pen, mesh3_corner(mesh, i, 1), normal),
                           corner_at(pen, mesh3_corner(mesh, i, 2), normal));
    }
}

static void put_shape(const Shape3 *shape, Pose3 pose, WebSolids *solids)
{
    const bool is_scaled = shape->kind == SHAPE3_ELLIPTIC;
    const Pen pen = {pose, is_scaled ? shape->scale : (Vec3){1.0f, 1.0f, 1.0f}, solids};
    switch (is_scaled ? shape->base : shape->kind) {
    case SHAPE3_SPHERE: turn_arc(&pen, 0.0f, shape->radius_bottom, -QUARTER, QUARTER); break;
    case SHAPE3_CAPSULE:
        put_capsule(&pen, shape->half_height, shape->radius_bottom, shape->radius_top);
        break;
    case SHAPE3_CYLINDER:
        put_cylinder(&pen, shape->half_height, shape->radius_bottom, shape->radius_top);
        break;
    case SHAPE3_BOX: put_box(&pen, shape->half); break;
    case SHAPE3_HULL: put_hull(&pen, shape->hull); break;
    case SHAPE3_MESH: put_mesh(&pen, shape->mesh); break;
    case SHAPE3_PLANE: put_sheet(&pen, INFINITY, INFINITY); break;
    case SHAPE3_SHEET: put_sheet(&pen, shape->half.x, shape->half.z); break;
    default: break;
    }
}

static void put_world(const TumWorld *world, WebSolids *solids)
{
    const Topology *topology = &world->sim.topology;
    for (size_t i = 0; i < topology->colliders.count; ++i) {
        const ColliderRecord *collider = &topology->colliders.items[i];
        if (collider->exists) {
            web_solid_begin(solids, world, (int32_t)i);
            put_shape(&world->space3->colliders.shapes.items[i],
                      space3_shape_pose(world->space3, collider->body, (int32_t)i), solids);
        }
    }
    for (size_t i = 0; i < world->trigger_parts.count; ++i) {
        const TriggerPart3 *part = &world->trigger_parts.items[i];
        const BodyPlace3 *place = &world->space3->bodies.places.items[part->body];
        web_solid_begin_trigger(solids, world, part->body);
        put_shape(&part->shape,
                  pose3_multiply((Pose3){place->center, place->rotation}, part->center_from_shape),
                  solids);
    }
}

/// Makes the surfaces of all colliders and triggers, as the last step left them.
///
/// @param w  [m] in 4D: place of the section.
/// @return WebSolids, to be freed with tum_web_solids_release; NULL when out of memory.
WebSolids *WEB_EXPORT(tum_web_solids)(const TumWebWorld *world, double w)
{
    WebSolids *solids = calloc(1, sizeof *solids);
    if (solids == NULL) {
        return NULL;
    }
    if (tum_world_dimension(world->world) == 4) {
        web_solids_of_sections(world->world, w, solids);
    } else {
        put_world(world->world, solids);
    }
    return solids;
}

int WEB_EXPORT(tum_web_solids_failed)(const WebSolids *solids)
{
    return solids == NULL || solids->failed;
}

void WEB_EXPORT(tum_web_solids_release)(WebSolids *solids)
{
    if (solids != NULL) {
        free(solids->positions);
        free(solids->normals);
        free(solids->solids);
        free(solids);
    }
}
