// SPDX-License-Identifier: MIT
// build4.c: bodies and colliders of a 4D world from a scene. Doubles are rounded to floats here,
// once.
#include "base/report.h"
#include "geometry/hull4.h"
#include "shape4/hull4.h"
#include "shape4/shape_build4.h"
#include "world/public4.h"
#include "world/world_data.h"

static Vec4 vec4_from(const double v[4])
{
    return (Vec4){(float)v[0], (float)v[1], (float)v[2], (float)v[3]};
}

static Bivec4 bivec4_from(const double v[6])
{
    return (Bivec4){(float)v[0], (float)v[1], (float)v[2], (float)v[3], (float)v[4], (float)v[5]};
}

bool tum_world_pose4(const double position[4], const TumRotation *rotation, Pose4 *pose)
{
    const double *m = rotation->m;
    const DRotation4 pair = tum_rotation4_from_matrix((DMat4){{m[0], m[1], m[2], m[3]},
                                                              {m[4], m[5], m[6], m[7]},
                                                              {m[8], m[9], m[10], m[11]},
                                                              {m[12], m[13], m[14], m[15]}});
    pose->position = vec4_from(position);
    pose->rotation = rotation4_narrow(pair);
    return pose4_is_finite(*pose);
}

// @return false where a finite double of the file is infinite as a float.
static bool body_def(const TumBody *body, BodyDef4 *def)
{
    *def = tum_nobody4();
    bool is_sound =
        tum_world_pose4(body->position, &body->rotation, &def->pose) &&
        tum_world_pose4(body->center_of_mass, &body->inertia_rotation, &def->body_from_principal);
    def->is_dynamic = body->kind == TUM_BODY_DYNAMIC;
    def->mass = (float)body->mass;
    def->inertia = bivec4_from(body->inertia);
    def->gravity_factor = (float)body->gravity_factor;
    if (body->kind != TUM_BODY_STATIC) {
        def->linear_velocity = vec4_from(body->linear_velocity);
        def->angular_velocity = bivec4_from(body->angular_velocity);
    }
    is_sound = is_sound && vec4_is_finite(def->linear_velocity) &&
               bivec4_is_finite(def->angular_velocity) && is_finite(def->gravity_factor);
    return is_sound;
}

static TumStatus add_bodies(TumWorld *world, const TumScene *scene, TumReport *report)
{
    const BodyDef4 nobody = tum_nobody4();
    if (!tum_space4_add_body(world->space4, &nobody)) {
        return TUM_ERROR_MEMORY;
    }
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        BodyDef4 def;
        if (!body_def(body, &def)) {
            tum_report_add(report, CODE_SIMULATION_DIVERGED, scene->file, body->pointer,
                           "This body's place or motion is beyond the numbers that are simulated.");
            return TUM_ERROR_DIVERGED;
        }
        if (!tum_space4_add_body(world->space4, &def)) {
            return TUM_ERROR_MEMORY;
        }
        const bool is_movable =
            def.is_dynamic && tum_space4_has_weight((const Space *)world->space4, (int32_t)i + 1);
        if (tum_topology_add_body(&world->sim.topology, body->kind, body->node, is_movable,
                                  def.is_dynamic) == NONE) {
            return TUM_ERROR_MEMORY;
        }
        world->sim.topology.traits.items[i + 1].user = body->user;
    }
    world->scene_body_count = scene->body_count;
    return TUM_OK;
}

static TumStatus refuse_shape(const TumScene *scene, const char *pointer, const char *reason,
                              TumReport *report)
{
    tum_report_add(report, CODE_SIMULATION_SHAPE_IGNORED, scene->file, pointer, "%s", reason);
    return TUM_OK;
}

static const BuiltShape4 *find_built(const TumWorld *world, int32_t source, const double scale[4])
{
    for (int32_t i = world->built_of[source]; i != NONE; i = world->shapes4.items[i].before) {
        const BuiltShape4 *built = &world->shapes4.items[i];
        if (built->scale[0] == scale[0] && built->scale[1] == scale[1] &&
            built->scale[2] == scale[2] && built->scale[3] == scale[3]) {
            return built;
        }
    }
    return NULL;
}

static void tell_if_faceless(const TumScene *scene, const Shape4 *shape, const char *pointer,
                             TumReport *report)
{
    if (shape->kind == SHAPE4_POINTS && shape->hull->cell_count == 0) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file, pointer,
                       "This hull is flat or has more than %d points: it touches as points, "
                       "without faces.",
                       HULL4_POINTS_MAX);
    }
}

static void free_built(BuiltShape4 *built, const TumAllocator *allocator)
{
    tum_shape4_destroy(&built->shape, allocator);
    tum_release(allocator, built->curves,
                (size_t)built->defined.curve_count * sizeof *built->curves);
}

TumStatus tum_world_convert_shape4(TumWorld *world, const TumScene *scene, int32_t source,
                                   const double scale[4], const char *pointer, const Shape4 **shape,
                                   TumReport *report)
{
    const TumShape *from = &scene->shapes[source];
    *shape = NULL;
    if (from->kind == TUM_SHAPE_RAY) {
        return TUM_OK; // a ray is for queries and has no contacts
    }
    const BuiltShape4 *built = find_built(world, source, scale);
    if (built != NULL) {
        *shape = &built->shape;
        return TUM_OK;
    }
    BuiltShape4 made = {.source = source, .before = world->built_of[source]};
    for (int i = 0; i < 4; ++i) {
        made.scale[i] = scale[i];
    }
    const TumMesh *mesh = from->mesh >= 0 ? &scene->meshes[from->mesh] : NULL;
    const TumStatus status =
        tum_shape4_create(from, scene->curves, mesh, scale, &world->allocator, &made.shape);
    if (status == TUM_ERROR_MEMORY) {
        return status;
    }
    if (status != TUM_OK) {
        return refuse_shape(scene, pointer, "This shape has no extent; it touches nothing.",
                            report);
    }
    const bool is_defined = tum_built_shape4_define(&made, from, scene->curves, &world->allocator);
    BuiltShape4 *slot = is_defined ? array_push(&world->shapes4, &world->allocator) : NULL;
    if (slot == NULL) {
        free_built(&made, &world->allocator);
        return TUM_ERROR_MEMORY;
    }
    tell_if_faceless(scene, &made.shape, pointer, report);
    *slot = made;
    world->built_of[source] = (int32_t)world->shapes4.count - 1;
    *shape = &slot->shape;
    return TUM_OK;
}

void tum_world_free_shapes4(TumWorld *world)
{
    for (size_t i = 0; i < world->shapes4.count; ++i) {
        free_built(&world->shapes4.items[i], &world->allocator);
    }
    array_free(&world->shapes4, &world->allocator);
    array_free(&world->collider_shapes4, &world->allocator);
    tum_release(&world->allocator, world->built_of,
                world->built_of_count * sizeof *world->built_of);
}

static TumStatus add_collider(TumWorld *world, const TumScene *scene, const TumCollider *collider,
                              TumReport *report)
{
    const Shape4 *shape = NULL;
    if (!collider->enabled || collider->shape < 0) {
        return TUM_OK;
    }
    const TumStatus status = tum_world_convert_shape4(
        world, scene, collider->shape, collider->scale, collider->pointer, &shape, report);
    Pose4 body_from_shape;
    if (status != TUM_OK || shape == NULL) {
        return status;
    }
    if (!tum_world_pose4(collider->position, &collider->rotation, &body_from_shape)) {
        return refuse_shape(scene, collider->pointer,
                            "This collider's place is beyond the numbers that are simulated.",
                            report);
    }
    const TumMaterial material =
        collider->material >= 0 ? scene->materials[collider->material] : tum_default_material();
    ColliderRecord record = {
        .body = collider->body + 1, .filter = collider->filter, .node = collider->node};
    tum_collider_record_set_material(&record, &material);
    int32_t *built = array_push(&world->collider_shapes4, &world->allocator);
    if (built == NULL) {
        return TUM_ERROR_MEMORY;
    }
    *built = (int32_t)(find_built(world, collider->shape, collider->scale) - world->shapes4.items);
    Box box;
    if (!tum_space4_add_collider(world->space4, record.body, shape, body_from_shape, &box)) {
        return TUM_ERROR_MEMORY;
    }
    const int32_t slot = tum_topology_add_collider(&world->sim.topology, &record, &box);
    if (slot == NONE) {
        return TUM_ERROR_MEMORY;
    }
    world->sim.topology.collider_users.items[slot] = collider->user;
    return TUM_OK;
}

static TumStatus make_room_for_shapes(TumWorld *world, const TumScene *scene)
{
    world->built_of = tum_allocate(&world->allocator, scene->shape_count * sizeof *world->built_of);
    if (world->built_of == NULL && scene->shape_count > 0) {
        return TUM_ERROR_MEMORY;
    }
    world->built_of_count = scene->shape_count;
    for (size_t i = 0; i < scene->shape_count; ++i) {
        world->built_of[i] = NONE;
    }
    return TUM_OK;
}

// G4MF has none of these features; a scene built by a program may have them.
static void tell_what_is_left_out(const TumScene *scene, TumReport *report)
{
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file,
                       scene->gravity_volumes[i].pointer,
                       "Volumes of gravity are simulated in three dimensions only; this one pulls "
                       "nothing.");
    }
    if (scene->track_count > 0) {
        tum_report_add(report, CODE_SIMULATION_APPROXIMATED, scene->file, "",
                       "Animations are followed in three dimensions only.");
    }
}

TumStatus tum_world_build4(TumWorld *world, const TumScene *scene, TumReport *report)
{
    TumStatus status = tum_world_build_filters(world, scene, report);
    tell_what_is_left_out(scene, report);
    if (status == TUM_OK) {
        status = make_room_for_shapes(world, scene);
    }
    if (status == TUM_OK) {
        status = add_bodies(world, scene, report);
    }
    for (size_t i = 0; i < scene->collider_count && status == TUM_OK; ++i) {
        status = add_collider(world, scene, &scene->colliders[i], report);
    }
    world->scene_collider_count = world->sim.topology.colliders.count;
    world->fixed_body_count = world->sim.topology.bodies.count;
    if (status == TUM_OK) {
        status = tum_world_build_joints4(world, scene, report);
    }
    if (status == TUM_OK) {
        status = tum_world_build_triggers(world, scene, report);
    }
    return status == TUM_OK ? tum_world_update_triggers(world) : status;
}
