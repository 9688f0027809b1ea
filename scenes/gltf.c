// SPDX-License-Identifier: MIT
// gltf.c: text of a glTF document, put together from pieces and read by the library.
//
// Numbers are written with 17 digits, which name every double exactly; the document writes them
// short again when it is saved. Buffers travel as base64 (RFC 4648) in a data URI.
#include "gltf.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(Gltf *gltf, GltfText *text, size_t more)
{
    if (text->room - text->count >= more) {
        return true;
    }
    const size_t room = (text->count + more) * 2;
    char *bytes = gltf->failed ? NULL : realloc(text->bytes, room);
    if (bytes == NULL) {
        gltf->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->room = room;
    return true;
}

static void add_bytes(Gltf *gltf, GltfText *text, const void *bytes, size_t count)
{
    if (reserve(gltf, text, count)) {
        memcpy(text->bytes + text->count, bytes, count);
        text->count += count;
    }
}

__attribute__((format(__printf__, 3, 4))) static void say(Gltf *gltf, GltfText *text,
                                                          const char *format, ...)
{
    enum { LONGEST = 512 };
    if (!reserve(gltf, text, LONGEST)) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text->bytes + text->count, LONGEST, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= LONGEST) {
        gltf->failed = true;
        return;
    }
    text->count += (size_t)length;
}

static const char *comma(int count)
{
    return count > 0 ? "," : "";
}

// Geometries are texts between zeros, found by counting: there are few.
static int add_shape(Gltf *gltf, const char *shape)
{
    say(gltf, &gltf->shapes, "%s%s", comma(gltf->shape_count), shape);
    say(gltf, &gltf->geometries, "{\"shape\":%d}", gltf->shape_count++);
    add_bytes(gltf, &gltf->geometries, "", 1);
    return gltf->geometry_count++;
}

int gltf_box(Gltf *gltf, double x, double y, double z)
{
    char text[256];
    snprintf(text, sizeof text, "{\"type\":\"box\",\"box\":{\"size\":[%.17g,%.17g,%.17g]}}",
             2.0 * x, 2.0 * y, 2.0 * z);
    return add_shape(gltf, text);
}

int gltf_sphere(Gltf *gltf, double radius)
{
    char text[256];
    snprintf(text, sizeof text, "{\"type\":\"sphere\",\"sphere\":{\"radius\":%.17g}}", radius);
    return add_shape(gltf, text);
}

static int add_round(Gltf *gltf, const char *kind, double bottom, double top, double height)
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"type\":\"%s\",\"%s\":{\"radiusBottom\":%.17g,\"radiusTop\":%.17g,"
             "\"height\":%.17g}}",
             kind, kind, bottom, top, height);
    return add_shape(gltf, text);
}

int gltf_capsule(Gltf *gltf, double radius, double segment)
{
    return add_round(gltf, "capsule", radius, radius, segment);
}

int gltf_tapered_capsule(Gltf *gltf, double bottom, double top, double segment)
{
    return add_round(gltf, "capsule", bottom, top, segment);
}

int gltf_cylinder(Gltf *gltf, double bottom, double top, double height)
{
    return add_round(gltf, "cylinder", bottom, top, height);
}

// @return the index of the accessor, which has a view of its own.
static int add_view(Gltf *gltf, const void *bytes, size_t count)
{
    say(gltf, &gltf->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu}",
        comma(gltf->view_count), gltf->data.count, count);
    add_bytes(gltf, &gltf->data, bytes, count);
    return gltf->view_count++;
}

static int add_points(Gltf *gltf, const float *points, size_t count)
{
    float low[3] = {points[0], points[1], points[2]}, high[3] = {points[0], points[1], points[2]};
    for (size_t i = 0; i < 3 * count; ++i) {
        low[i % 3] = points[i] < low[i % 3] ? points[i] : low[i % 3];
        high[i % 3] = points[i] > high[i % 3] ? points[i] : high[i % 3];
    }
    const int view = add_view(gltf, points, 3 * count * sizeof *points);
    say(gltf, &gltf->accessors,
        "%s{\"bufferView\":%d,\"componentType\":5126,\"type\":\"VEC3\",\"count\":%zu,"
        "\"min\":[%.9g,%.9g,%.9g],\"max\":[%.9g,%.9g,%.9g]}",
        comma(view), view, count, (double)low[0], (double)low[1], (double)low[2], (double)high[0],
        (double)high[1], (double)high[2]);
    return view;
}

static int add_indices(Gltf *gltf, const uint32_t *indices, size_t count)
{
    const int view = add_view(gltf, indices, count * sizeof *indices);
    say(gltf, &gltf->accessors,
        "%s{\"bufferView\":%d,\"componentType\":5125,\"type\":\"SCALAR\",\"count\":%zu}",
        comma(view), view, count);
    return view;
}

static int add_mesh(Gltf *gltf, int positions, int indices, bool is_hull)
{
    say(gltf, &gltf->meshes, "%s{\"primitives\":[{\"attributes\":{\"POSITION\":%d}",
        comma(gltf->mesh_count), positions);
    if (indices != GLTF_NONE) {
        say(gltf, &gltf->meshes, ",\"indices\":%d", indices);
    }
    // Points without triangles are drawn as points: mode 0.
    say(gltf, &gltf->meshes, ",\"mode\":%d}]}", indices != GLTF_NONE ? 4 : 0);
    say(gltf, &gltf->geometries, "{\"mesh\":%d%s}", gltf->mesh_count++,
        is_hull ? ",\"convexHull\":true" : "");
    add_bytes(gltf, &gltf->geometries, "", 1);
    return gltf->geometry_count++;
}

int gltf_hull(Gltf *gltf, const float *points, size_t point_count)
{
    return add_mesh(gltf, add_points(gltf, points, point_count), GLTF_NONE, true);
}

int gltf_mesh(Gltf *gltf, const float *points, size_t point_count, const uint32_t *triangles,
              size_t triangle_count)
{
    const int positions = add_points(gltf, points, point_count);
    const int indices = add_indices(gltf, triangles, 3 * triangle_count);
    return add_mesh(gltf, positions, indices, false);
}

int gltf_material(Gltf *gltf, double friction, double restitution)
{
    say(gltf, &gltf->materials,
        ",{\"staticFriction\":%.17g,\"dynamicFriction\":%.17g,\"restitution\":%.17g,"
        "\"frictionCombine\":\"multiply\",\"restitutionCombine\":\"multiply\"}",
        sqrt(friction), sqrt(friction), sqrt(restitution));
    return ++gltf->material_count;
}

int gltf_filter(Gltf *gltf, const char *name)
{
    say(gltf, &gltf->filters,
        "%s{\"collisionSystems\":[\"%s\"],\"notCollideWithSystems\":[\"%s\"]}",
        comma(gltf->filter_count), name, name);
    return gltf->filter_count++;
}

static void say_motor(Gltf *gltf, const GltfMotor *motor)
{
    say(gltf, &gltf->joints,
        ",\"drives\":[{\"type\":\"angular\",\"mode\":\"force\",\"axis\":%d,\"maxForce\":%.17g,"
        "\"velocityTarget\":%.17g,\"damping\":%.17g}]",
        motor->axis, motor->most, motor->velocity, motor->damping);
}

int gltf_joint(Gltf *gltf, const GltfLimit *limits, size_t count)
{
    return gltf_motor_joint(gltf, limits, count, NULL);
}

int gltf_motor_joint(Gltf *gltf, const GltfLimit *limits, size_t count, const GltfMotor *motor)
{
    say(gltf, &gltf->joints, "%s{\"limits\":[", comma(gltf->joint_count));
    for (size_t i = 0; i < count; ++i) {
        say(gltf, &gltf->joints, "%s{\"%s\":[", comma((int)i),
            limits[i].is_angular ? "angularAxes" : "linearAxes");
        int axes = 0;
        for (int axis = 0; axis < 3; ++axis) {
            if ((limits[i].axes >> axis & 1u) != 0) {
                say(gltf, &gltf->joints, "%s%d", comma(axes++), axis);
            }
        }
        say(gltf, &gltf->joints, "]");
        if (limits[i].has_min) {
            say(gltf, &gltf->joints, ",\"min\":%.17g", limits[i].min);
        }
        say(gltf, &gltf->joints, ",\"max\":%.17g}", limits[i].max);
    }
    say(gltf, &gltf->joints, "]");
    if (motor != NULL) {
        say_motor(gltf, motor);
    }
    say(gltf, &gltf->joints, "}");
    return gltf->joint_count++;
}

int gltf_add(Gltf *gltf, const GltfNode *node)
{
    if (gltf->node_count == gltf->node_room) {
        const size_t room = gltf->node_room * 2 + 64;
        GltfNode *nodes = gltf->failed ? NULL : realloc(gltf->nodes, room * sizeof *nodes);
        if (nodes == NULL) {
            gltf->failed = true;
            return 0;
        }
        gltf->nodes = nodes;
        gltf->node_room = room;
    }
    gltf->nodes[gltf->node_count] = *node;
    return (int)gltf->node_count++;
}

static void say_collider(Gltf *text, GltfText *out, const GltfNode *node,
                         const char *const *geometries)
{
    say(text, out, "\"collider\":{\"geometry\":%s,\"physicsMaterial\":%d",
        geometries[node->geometry], node->material);
    if (node->filter != GLTF_NONE) {
        say(text, out, ",\"collisionFilter\":%d", node->filter);
    }
    say(text, out, "}");
}

static bool is_zero(const double v[3])
{
    return v[0] == 0.0 && v[1] == 0.0 && v[2] == 0.0;
}

static void say_motion(Gltf *text, GltfText *out, const GltfNode *node)
{
    const char *between = "";
    if (node->motion == GLTF_KINEMATIC) {
        say(text, out, "\"isKinematic\":true");
        between = ",";
    }
    if (node->mass > 0.0) {
        say(text, out, "%s\"mass\":%.17g", between, node->mass);
        between = ",";
    }
    if (!is_zero(node->velocity)) {
        say(text, out, "%s\"linearVelocity\":[%.17g,%.17g,%.17g]", between, node->velocity[0],
            node->velocity[1], node->velocity[2]);
        between = ",";
    }
    if (node->motion == GLTF_KINEMATIC || !is_zero(node->spin)) {
        say(text, out, "%s\"angularVelocity\":[%.17g,%.17g,%.17g]", between, node->spin[0],
            node->spin[1], node->spin[2]);
    }
}

static void say_physics(Gltf *text, GltfText *out, const GltfNode *node,
                        const char *const *geometries)
{
    const char *between = "";
    if (node->geometry == GLTF_NONE && node->motion == GLTF_FIXED && node->joint == GLTF_NONE) {
        return;
    }
    say(text, out, ",\"extensions\":{\"KHR_physics_rigid_bodies\":{");
    if (node->geometry != GLTF_NONE) {
        say_collider(text, out, node, geometries);
        between = ",";
    }
    if (node->motion != GLTF_FIXED) {
        say(text, out, "%s\"motion\":{", between);
        say_motion(text, out, node);
        say(text, out, "}");
        between = ",";
    }
    if (node->joint != GLTF_NONE) {
        say(text, out, "%s\"joint\":{\"connectedNode\":%d,\"joint\":%d}", between, node->connected,
            node->joint);
    }
    say(text, out, "}}");
}

// Nodes know who is above them, glTF wants to know who is below: children chain up, the first
// first.
static bool say_nodes(const Gltf *gltf, Gltf *text, GltfText *out, const char *const *geometries)
{
    const size_t count = gltf->node_count;
    int *first = malloc((count + 1) * sizeof *first), *next = malloc((count + 1) * sizeof *next);
    if (first == NULL || next == NULL) {
        free(first);
        free(next);
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        first[i] = GLTF_NONE;
    }
    for (size_t i = count; i-- > 0;) {
        if (gltf->nodes[i].parent != GLTF_NONE) {
            next[i] = first[gltf->nodes[i].parent];
            first[gltf->nodes[i].parent] = (int)i;
        }
    }
    for (size_t i = 0; i < count; ++i) {
        const GltfNode *node = &gltf->nodes[i];
        const double *p = node->position, *q = node->rotation;
        say(text, out,
            "%s{\"name\":\"%s\",\"translation\":[%.17g,%.17g,%.17g],"
            "\"rotation\":[%.17g,%.17g,%.17g,%.17g]",
            comma((int)i), node->name != NULL ? node->name : "", p[0], p[1], p[2], q[0], q[1], q[2],
            q[3]);
        for (int child = first[i]; child != GLTF_NONE; child = next[child]) {
            say(text, out, "%s%d", child == first[i] ? ",\"children\":[" : ",", child);
        }
        if (first[i] != GLTF_NONE) {
            say(text, out, "]");
        }
        say_physics(text, out, node, geometries);
        say(text, out, "}");
    }
    free(first);
    free(next);
    return true;
}

static void say_base64(Gltf *text, GltfText *out, const GltfText *data)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < data->count; i += 3) {
        uint32_t bits = 0;
        const size_t there = data->count - i < 3 ? data->count - i : 3;
        for (size_t k = 0; k < 3; ++k) {
            bits = bits << 8 | (k < there ? (unsigned char)data->bytes[i + k] : 0u);
        }
        char four[4];
        for (size_t k = 0; k < 4; ++k) {
            four[k] = k <= there ? digits[bits >> (18 - 6 * k) & 63u] : '=';
        }
        add_bytes(text, out, four, sizeof four);
    }
}

static void say_list(Gltf *text, GltfText *out, const char *name, const GltfText *items)
{
    say(text, out, "%s[", name);
    add_bytes(text, out, items->bytes, items->count);
    say(text, out, "]");
}

static void say_extensions(const Gltf *gltf, Gltf *text, GltfText *out)
{
    say(text, out,
        ",\"extensionsUsed\":[\"KHR_implicit_shapes\",\"KHR_physics_rigid_bodies\"],"
        "\"extensions\":{");
    if (gltf->shape_count > 0) {
        say_list(text, out, "\"KHR_implicit_shapes\":{\"shapes\":", &gltf->shapes);
        say(text, out, "},");
    }
    say(text, out,
        "\"KHR_physics_rigid_bodies\":{\"physicsMaterials\":[{\"staticFriction\":0.5,"
        "\"dynamicFriction\":0.5,\"restitution\":0,\"frictionCombine\":\"average\","
        "\"restitutionCombine\":\"average\"}");
    if (gltf->material_count > 0) {
        add_bytes(text, out, gltf->materials.bytes, gltf->materials.count);
    }
    say(text, out, "]");
    if (gltf->filter_count > 0) {
        say_list(text, out, ",\"collisionFilters\":", &gltf->filters);
    }
    if (gltf->joint_count > 0) {
        say_list(text, out, ",\"physicsJoints\":", &gltf->joints);
    }
    say(text, out, "}}");
}

static void say_buffers(const Gltf *gltf, Gltf *text, GltfText *out)
{
    if (gltf->data.count == 0) {
        return;
    }
    say_list(text, out, ",\"meshes\":", &gltf->meshes);
    say_list(text, out, ",\"accessors\":", &gltf->accessors);
    say_list(text, out, ",\"bufferViews\":", &gltf->views);
    say(text, out,
        ",\"buffers\":[{\"byteLength\":%zu,\"uri\":\"data:application/octet-stream;base64,",
        gltf->data.count);
    say_base64(text, out, &gltf->data);
    say(text, out, "\"}]");
}

// The whole text; `text` only carries the flag of failure.
static void say_document(const Gltf *gltf, const char *name, Gltf *text, GltfText *out)
{
    const char **geometries = malloc(((size_t)gltf->geometry_count + 1) * sizeof *geometries);
    if (geometries == NULL) {
        text->failed = true;
        return;
    }
    const char *next = gltf->geometries.bytes;
    for (int i = 0; i < gltf->geometry_count; ++i) {
        geometries[i] = next;
        next += strlen(next) + 1;
    }
    say(text, out,
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"tumble bench\"},\"scene\":0,\"scenes\":["
        "{\"name\":\"%s\",\"nodes\":[",
        name);
    int roots = 0;
    for (size_t i = 0; i < gltf->node_count; ++i) {
        if (gltf->nodes[i].parent == GLTF_NONE) {
            say(text, out, "%s%zu", comma(roots++), i);
        }
    }
    say(text, out, "]}],\"nodes\":[");
    text->failed |= !say_nodes(gltf, text, out, geometries);
    say(text, out, "]");
    say_extensions(gltf, text, out);
    say_buffers(gltf, text, out);
    say(text, out, "}");
    free(geometries);
}

TumStatus gltf_document(const Gltf *gltf, const char *name, TumDocument **document,
                        TumReport *report)
{
    *document = NULL;
    Gltf text = {.failed = gltf->failed};
    GltfText out = {0};
    if (!text.failed) {
        say_document(gltf, name, &text, &out);
    }
    const TumDocumentOptions options = {.name = name};
    const TumStatus status =
        text.failed ? TUM_ERROR_MEMORY
                    : tum_document_read(out.bytes, out.count, &options, document, report);
    free(out.bytes);
    return status;
}

void gltf_free(Gltf *gltf)
{
    GltfText *const texts[] = {&gltf->shapes,  &gltf->meshes, &gltf->materials,
                               &gltf->filters, &gltf->joints, &gltf->accessors,
                               &gltf->views,   &gltf->data,   &gltf->geometries};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; ++i) {
        free(texts[i]->bytes);
    }
    free(gltf->nodes);
    *gltf = (Gltf){0};
}
