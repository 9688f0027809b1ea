// SPDX-License-Identifier: MIT
// build.c: bodies and colliders of a 3D world from a scene. Doubles are rounded to floats here,
// once.
#include "base/arena.h"
#include "base/report.h"
#include "geometry/hull3.h"
#include "scene/filter_classes.h"
#include "scene/track.h"
#include "space3/bodies3.h"
#include "world/animate.h"
#include "world/gravity.h"
#include "world/world_data.h"

static Vec3 vec3_from(const double v[3])
{
    return (Vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static Quat quat_from(const TumRotation *rotation)
{
    const double *q = rotation->q;
    return quat_normalize((Quat){(float)q[0], (float)q[1], (float)q[2], (float)q[3]});
}

// Infinite mass or inertia has an inverse of 0: impulses do not change the velocity.
static float inverse_of(double x)
{
    return is_finite64(x) && x > 0.0 ? (float)(1.0 / x) : 0.0f;
}

static float finite_or_zero(double x)
{
    return is_finite64(x) ? (float)x : 0.0f;
}

static BodyDef3 body_def(const TumBody *body)
{
    BodyDef3 def = {.pose = {vec3_from(body->position), quat_from(&body->rotation)},
                    .body_from_principal = quat_from(&body->inertia_rotation),
                    .local_center = vec3_from(body->center_of_mass),
                    .gravity_factor = (float)body->gravity_factor};
    if (body->kind != TUM_BODY_STATIC && !body->driven) {
        def.linear_velocity = vec3_from(body->linear_velocity);
        def.angular_velocity = vec3_from(body->angular_velocity);
    }
    // Mass properties apply once the body is dynamic.
    const double *inertia = body->inertia;
    def.is_dynamic = body->kind == TUM_BODY_DYNAMIC && !body->driven;
    def.inverse_mass = inverse_of(body->mass);
    def.inertia =
        (Vec3){finite_or_zero(inertia[0]), finite_or_zero(inertia[1]), finite_or_zero(inertia[2])};
    def.inverse_inertia =
        (Vec3){inverse_of(inertia[0]), inverse_of(inertia[1]), inverse_of(inertia[2])};
    return def;
}

// Finite doubles of a file may be infinite as floats.
static bool is_within_reach(const BodyDef3 *def)
{
    const Vec3 p = def->pose.position, v = def->linear_velocity, w = def->angular_velocity;
    const Quat q = def->pose.rotation;
    return vec3_is_finite(p) && vec3_is_finite(v) && vec3_is_finite(w) &&
           vec3_is_finite(def->local_center) && is_finite(q.x) && is_finite(q.y) &&
           is_finite(q.z) && is_finite(q.w) && is_finite(def->gravity_factor);
}

static TumStatus add_bodies(TumWorld *world, const TumScene *scene, TumReport *report)
{
    const BodyDef3 nobody = {.pose = POSE3_IDENTITY, .body_from_principal = QUAT_IDENTITY};
    if (!tum_space3_add_body(world->space3, &nobody)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        BodyDef3 def = body_def(body);
        if (!is_within_reach(&def)) {
            tum_report_add(report, CODE_SIMULATION_DIVERGED, scene->file, body->pointer,
                           "This body's place or motion is beyond the numbers that are simulated.");
            return TUM_ERROR_DIVERGED;
        }
        TumBodyKind kind = body->driven ? TUM_BODY_KINEMATIC : body->kind;
        // An animated kind or mass may make the body movable later.
        if (kind == TUM_BODY_KINEMATIC && !body->driven &&
            tum_scene_track(scene, TUM_TRACK_KINEMATIC, (int32_t)i) != NULL) {
            kind = TUM_BODY_DYNAMIC;
            def.is_dynamic = true;
        }
        const bool is_movable = kind == TUM_BODY_DYNAMIC &&
                                (def.inverse_mass > 0.0f || def.inverse_inertia.x > 0.0f ||
                                 def.inverse_inertia.y > 0.0f || def.inverse_inertia.z > 0.0f ||
                                 tum_scene_track(scene, TUM_TRACK_MASS, (int32_t)i) != NULL ||
                                 tum_scene_track(scene, TUM_TRACK_INERTIA, (int32_t)i) != NULL);
        if (tum_topology_add_body(&world->sim.topology, kind, body->node, is_movable,
                                  kind == TUM_BODY_DYNAMIC) == NONE ||
            !tum_space3_add_body(world->space3, &def)) {
            return TUM_ERROR_MEMORY;
        }
        world->sim.topology.traits.items[i + 1].user = body->user;
    }
    world->scene_body_count = scene->body_count;
    return TUM_OK;
}

// The hull of a scene's mesh, built on first use.
static TumStatus build_hull(TumWorld *world, const TumScene *scene, int32_t mesh)
{
    if (world->hulls[mesh] != NULL) {
        return TUM_OK;
    }
    Arena arena;
    HullMesh3 hull;
    tum_arena_init(&arena, &world->allocator);
    TumStatus status =
        tum_hull3_build(scene->meshes[mesh].points, scene->meshes[mesh].point_count, &arena, &hull);
    if (status == TUM_OK) {
        world->hulls[mesh] =
            tum_hull3_create(&hull.vertices[0].x, (uint32_t)hull.vertex_count, hull.face_first,
                             hull.face_vertices, (uint32_t)hull.face_count, &world->allocator);
        status = world->hulls[mesh] != NULL ? TUM_OK : TUM_ERROR_MEMORY;
    }
    tum_arena_clear(&arena);
    return status;
}

static TumStatus build_mesh(TumWorld *world, const TumScene *scene, int32_t mesh)
{
    const TumMesh *source = &scene->meshes[mesh];
    return world->meshes[mesh] != NULL
               ? TUM_OK
               : tum_mesh3_build(source->points, (uint32_t)source->point_count, source->cells,
                                 (uint32_t)source->cell_count, world->space3->kernels.shapes,
                                 &world->allocator, &world->meshes[mesh]);
}

// The size of a scaled plane follows the scale; its normal stays.
static Shape3 plane_shape(const TumShape *shape, const double scale[3])
{
    const bool endless = !is_finite64(shape->size[0]) && !is_finite64(shape->size[2]);
    if (endless && !shape->double_sided) {
        return tum_shape3_plane();
    }
    return tum_shape3_sheet((float)(0.5 * shape->size[0] * scale[0]),
                            (float)(0.5 * shape->size[2] * scale[2]), shape->double_sided);
}

bool tum_world_implicit_shape(const TumShape *shape, const double factors[3], Shape3 *converted)
{
    const Vec3 scale = vec3_from(factors);
    const float half_height = (float)(0.5 * shape->height);
    const float bottom = (float)shape->radius_bottom, top = (float)shape->radius_top;
    switch (shape->kind) {
    case TUM_SHAPE_SPHERE:
        *converted = tum_shape3_scaled(tum_shape3_sphere((float)shape->radius), scale);
        return true;
    case TUM_SHAPE_BOX:
        *converted = tum_shape3_box(vec3_scale(vec3_multiply(vec3_from(shape->size), scale), 0.5f));
        return true;
    case TUM_SHAPE_CAPSULE:
        *converted = tum_shape3_scaled(tum_shape3_capsule(half_height, bottom, top), scale);
        return true;
    case TUM_SHAPE_CYLINDER:
        *converted = tum_shape3_scaled(tum_shape3_cylinder(half_height, bottom, top), scale);
        return true;
    case TUM_SHAPE_PLANE: *converted = plane_shape(shape, factors); return true;
    default: return false;
    }
}

TumStatus tum_world_convert_shape(TumWorld *world, const TumScene *scene, int32_t index,
                                  const double factors[3], const char *pointer, Shape3 *converted,
                                  TumReport *report)
{
    const TumShape *shape = tum_world_shape_now(world, scene, index);
    if (tum_world_implicit_shape(shape, factors, converted)) {
        return TUM_OK;
    }
    TumStatus status = TUM_ERROR_UNSUPPORTED; // Scenes in 3D have the hull of a TUM_SHAPE_GENERAL.
    switch (shape->kind) {
    case TUM_SHAPE_CONVEX:
        status = build_hull(world, scene, shape->mesh);
        if (status == TUM_OK) {
            *converted = tum_shape3_hull(world->hulls[shape->mesh]);
        }
        break;
    case TUM_SHAPE_MESH:
    case TUM_SHAPE_HEIGHTMAP:
        status = build_mesh(world, scene, shape->mesh);
        if (status == TUM_OK) {
            *converted = tum_shape3_mesh(world->meshes[shape->mesh]);
        }
        break;
    case TUM_SHAPE_RAY: return TUM_ERROR_UNSUPPORTED;
    default: break;
    }
    if (status == TUM_OK || status == TUM_ERROR_MEMORY) {
        return status;
    }
    tum_report_add(report, CODE_SIMULATION_SHAPE_IGNORED, scene->file, pointer,
                   "This shape cannot be simulated in 3D; it touches nothing.");
    return TUM_ERROR_UNSUPPORTED;
}

static TumStatus add_collider(TumWorld *world, const TumScene *scene, const TumCollider *collider,
                              TumReport *report)
{
    Shape3 shape;
    if (!collider->enabled || collider->shape < 0) {
        return TUM_OK;
    }
    const TumStatus status = tum_world_convert_shape(world, scene, collider->shape, collider->scale,
                                                     collider->pointer, &shape, report);
    if (status != TUM_OK) {
        return status == TUM_ERROR_MEMORY ? status : TUM_OK;
    }
    const TumMaterial material =
        collider->material >= 0 ? scene->materials[collider->material] : tum_default_material();
    const ShapePlacement3 placement =
        tum_world_shape_placement3(world, scene, collider->node, collider->body, collider->driven,
                                   collider->position, &collider->rotation);
    ColliderRecord record = {
        .body = placement.body, .filter = collider->filter, .node = collider->node};
    tum_collider_record_set_material(&record, &material);
    if (!vec3_is_finite(placement.body_from_shape.position)) {
        tum_report_add(report, CODE_SIMULATION_SHAPE_IGNORED, scene->file, collider->pointer,
                       "This collider's place is beyond the numbers that are simulated.");
        return TUM_OK;
    }
    Box box;
    if (!tum_space3_add_collider(world->space3, record.body, &shape, placement.body_from_shape,
                                 &box)) {
        return TUM_ERROR_MEMORY;
    }
    const int32_t slot = tum_topology_add_collider(&world->sim.topology, &record, &box);
    if (slot == NONE) {
        return TUM_ERROR_MEMORY;
    }
    world->sim.topology.collider_users.items[slot] = collider->user;
    return tum_world_follow_collider3(world, &placement, slot, collider);
}

// One bit per pair of classes of filters, since each pair of near colliders is tested.
static TumStatus build_filter_matrix(Topology *topology, const TumScene *scene,
                                     const uint32_t *firsts, TumReport *report)
{
    const size_t count = topology->filter_class_count;
    if (count > TUM_MAX_FILTERS) {
        tum_report_add(report, CODE_CAPACITY_EXCEEDED, scene->file, "",
                       "%zu different collision filters are more than the %d of a world.", count,
                       TUM_MAX_FILTERS);
        topology->filter_class_count = 0;
        return TUM_ERROR_CAPACITY;
    }
    uint8_t *matrix = tum_allocate_zeroed(&topology->allocator, (count * count + 7) / 8, 1);
    if (matrix == NULL) {
        topology->filter_class_count = 0;
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < count; ++i) {
        for (size_t k = 0; k < count; ++k) {
            if (tum_scene_filters_admit(scene, (int32_t)firsts[i], (int32_t)firsts[k])) {
                const size_t bit = i * count + k;
                matrix[bit / 8] |= (uint8_t)(1u << (bit % 8));
            }
        }
    }
    topology->filter_matrix = matrix;
    return TUM_OK;
}

TumStatus tum_world_build_filters(TumWorld *world, const TumScene *scene, TumReport *report)
{
    const size_t count = scene->filter_count;
    if (count == 0) {
        return TUM_OK;
    }
    Topology *topology = &world->sim.topology;
    uint32_t *classes = tum_allocate_zeroed(&world->allocator, count, sizeof *classes);
    uint32_t *firsts = tum_allocate_zeroed(&world->allocator, count, sizeof *firsts);
    TumStatus status = TUM_ERROR_MEMORY;
    if (classes != NULL && firsts != NULL) {
        const size_t class_count =
            tum_scene_classify_filters(scene, &world->allocator, classes, firsts);
        topology->filter_classes = classes;
        topology->filter_count = (uint32_t)count;
        topology->filter_class_count = (uint32_t)class_count;
        if (class_count > 0) {
            status = build_filter_matrix(topology, scene, firsts, report);
        }
    } else {
        tum_release(&world->allocator, classes, count * sizeof *classes);
    }
    tum_release(&world->allocator, firsts, count * sizeof *firsts);
    return status;
}

TumStatus tum_world_build3(TumWorld *world, const TumScene *scene, TumReport *report)
{
    world->geometry_count = scene->mesh_count;
    world->hulls = tum_allocate_zeroed(&world->allocator, scene->mesh_count, sizeof *world->hulls);
    world->meshes =
        tum_allocate_zeroed(&world->allocator, scene->mesh_count, sizeof *world->meshes);
    if (scene->mesh_count > 0 && (world->hulls == NULL || world->meshes == NULL)) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = tum_world_build_filters(world, scene, report);
    if (status == TUM_OK) {
        status = add_bodies(world, scene, report);
    }
    if (status == TUM_OK) {
        status = tum_world_build_animation3(world, scene);
    }
    for (size_t i = 0; i < scene->collider_count && status == TUM_OK; ++i) {
        status = add_collider(world, scene, &scene->colliders[i], report);
    }
    world->scene_collider_count = world->sim.topology.colliders.count;
    world->fixed_body_count = world->sim.topology.bodies.count;
    if (status == TUM_OK) {
        status = tum_world_build_joints3(world, scene, report);
    }
    if (status == TUM_OK) {
        status = tum_world_start_animation3(world);
    }
    if (status == TUM_OK) {
        status = tum_world_build_triggers(world, scene, report);
    }
    if (status == TUM_OK) {
        status = tum_world_build_gravity3(world, scene, report);
    }
    return status == TUM_OK ? tum_world_update_triggers(world) : status;
}
