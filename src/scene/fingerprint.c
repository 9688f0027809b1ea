// SPDX-License-Identifier: MIT
// fingerprint.c: hashes of values, never of structs, whose padding has no defined content.
#include "scene/fingerprint.h"

#include "base/hash.h"

// An empty array may be NULL.
static void add_bytes(Hash *hash, const void *bytes, size_t count)
{
    if (count > 0) {
        tum_hash_add(hash, bytes, count);
    }
}

static void add_doubles(Hash *hash, const double *numbers, size_t count)
{
    add_bytes(hash, numbers, count * sizeof *numbers);
}

static void add(Hash *hash, int64_t number)
{
    tum_hash_add_u64(hash, (uint64_t)number);
}

static void add_rotation(Hash *hash, const TumRotation *rotation)
{
    add_doubles(hash, rotation->q, 4);
    if (rotation->m != NULL) {
        add_doubles(hash, rotation->m, 16);
    }
}

static void add_bodies(Hash *hash, const TumScene *scene)
{
    add(hash, (int64_t)scene->body_count);
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        add(hash, body->node);
        add(hash, body->kind);
        add_doubles(hash, body->position, 4);
        add_rotation(hash, &body->rotation);
        add_doubles(hash, &body->mass, 1);
        add_doubles(hash, body->center_of_mass, 4);
        add_doubles(hash, body->inertia, 6);
        add_rotation(hash, &body->inertia_rotation);
        add_doubles(hash, body->linear_velocity, 4);
        add_doubles(hash, body->angular_velocity, 6);
        add_doubles(hash, &body->gravity_factor, 1);
    }
}

static void add_shapes(Hash *hash, const TumScene *scene)
{
    add(hash, (int64_t)scene->shape_count);
    for (size_t i = 0; i < scene->shape_count; ++i) {
        const TumShape *shape = &scene->shapes[i];
        const double sizes[4] = {shape->height, shape->radius, shape->radius_bottom,
                                 shape->radius_top};
        add(hash, shape->kind);
        add_doubles(hash, shape->size, 4);
        add_doubles(hash, sizes, 4);
        add(hash, shape->double_sided);
        add(hash, shape->mesh);
        add(hash, shape->curve_first);
        add(hash, shape->curve_count);
    }
    for (size_t i = 0; i < scene->curve_count; ++i) {
        add_doubles(hash, scene->curves[i].radii, 4);
        add_doubles(hash, &scene->curves[i].exponent, 1);
    }
    add(hash, (int64_t)scene->mesh_count);
    for (size_t i = 0; i < scene->mesh_count; ++i) {
        const TumMesh *mesh = &scene->meshes[i];
        const size_t numbers = (size_t)scene->dimension;
        add(hash, (int64_t)mesh->point_count);
        add(hash, (int64_t)mesh->cell_count);
        add_doubles(hash, mesh->points, mesh->point_count * numbers);
        add_bytes(hash, mesh->cells, mesh->cell_count * numbers * sizeof *mesh->cells);
    }
}

static void add_colliders(Hash *hash, const TumScene *scene)
{
    add(hash, (int64_t)scene->collider_count);
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        const int32_t numbers[5] = {collider->node, collider->body, collider->shape,
                                    collider->material, collider->filter};
        tum_hash_add(hash, numbers, sizeof numbers);
        add_doubles(hash, collider->position, 4);
        add_rotation(hash, &collider->rotation);
        add_doubles(hash, collider->scale, 4);
        add(hash, collider->enabled);
    }
    for (size_t i = 0; i < scene->material_count; ++i) {
        const TumMaterial *material = &scene->materials[i];
        const double numbers[3] = {material->static_friction, material->dynamic_friction,
                                   material->restitution};
        add_doubles(hash, numbers, 3);
        add(hash, material->friction_combine);
        add(hash, material->restitution_combine);
    }
    for (size_t i = 0; i < scene->filter_count; ++i) {
        const TumFilter *filter = &scene->filters[i];
        const int32_t numbers[6] = {filter->system_first,           filter->system_count,
                                    filter->collide_with_first,     filter->collide_with_count,
                                    filter->not_collide_with_first, filter->not_collide_with_count};
        tum_hash_add(hash, numbers, sizeof numbers);
    }
    add_bytes(hash, scene->filter_systems,
              scene->filter_system_count * sizeof *scene->filter_systems);
}

static void add_triggers(Hash *hash, const TumScene *scene)
{
    add(hash, (int64_t)scene->trigger_count);
    for (size_t i = 0; i < scene->trigger_count; ++i) {
        const TumTrigger *trigger = &scene->triggers[i];
        const int32_t numbers[4] = {trigger->node, trigger->part_first, trigger->part_count,
                                    trigger->filter};
        tum_hash_add(hash, numbers, sizeof numbers);
    }
    for (size_t i = 0; i < scene->trigger_part_count; ++i) {
        const TumTriggerPart *part = &scene->trigger_parts[i];
        const int32_t numbers[4] = {part->node, part->body, part->shape, part->filter};
        tum_hash_add(hash, numbers, sizeof numbers);
        add_doubles(hash, part->position, 4);
        add_rotation(hash, &part->rotation);
        add_doubles(hash, part->scale, 4);
        add(hash, part->enabled);
    }
}

static void add_gravity_volumes(Hash *hash, const TumScene *scene)
{
    add(hash, (int64_t)scene->gravity_volume_count);
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        const TumGravityVolume *volume = &scene->gravity_volumes[i];
        const int32_t numbers[6] = {volume->node,        volume->trigger,     volume->body,
                                    volume->point_first, volume->point_count, volume->shape};
        tum_hash_add(hash, numbers, sizeof numbers);
        add(hash, volume->kind);
        add(hash, volume->priority);
        add(hash, volume->replace);
        add(hash, volume->stop);
        add_doubles(hash, &volume->gravity, 1);
        add_doubles(hash, &volume->unit_distance, 1);
        add_doubles(hash, volume->position, 4);
        add_rotation(hash, &volume->rotation);
        add_doubles(hash, volume->direction, 4);
        add_doubles(hash, volume->radii, 2);
        add_doubles(hash, volume->scale, 4);
    }
    add_doubles(hash, scene->gravity_points, scene->gravity_point_count * 3);
}

static void add_joints(Hash *hash, const TumScene *scene)
{
    add(hash, (int64_t)scene->joint_count);
    for (size_t i = 0; i < scene->joint_count; ++i) {
        const TumJoint *joint = &scene->joints[i];
        const int32_t numbers[8] = {joint->node_a,      joint->node_b,      joint->body_a,
                                    joint->body_b,      joint->limit_first, joint->limit_count,
                                    joint->drive_first, joint->drive_count};
        tum_hash_add(hash, numbers, sizeof numbers);
        add_doubles(hash, joint->position_a, 4);
        add_doubles(hash, joint->position_b, 4);
        add_rotation(hash, &joint->rotation_a);
        add_rotation(hash, &joint->rotation_b);
        add(hash, joint->driven_a);
        add(hash, joint->driven_b);
        add(hash, joint->enable_collision);
        add(hash, joint->kind4);
    }
    for (size_t i = 0; i < scene->limit_count; ++i) {
        const TumLimit *limit = &scene->limits[i];
        const double numbers[4] = {limit->min, limit->max, limit->stiffness, limit->damping};
        add(hash, limit->space);
        add(hash, limit->axes);
        add_doubles(hash, numbers, 4);
    }
    for (size_t i = 0; i < scene->drive_count; ++i) {
        const TumDrive *drive = &scene->drives[i];
        const double numbers[5] = {drive->max_force, drive->position_target, drive->velocity_target,
                                   drive->stiffness, drive->damping};
        add(hash, drive->space);
        add(hash, drive->mode);
        add(hash, drive->axis);
        add(hash, drive->has_position_target);
        add_doubles(hash, numbers, 5);
    }
}

static void add_tracks(Hash *hash, const TumScene *scene)
{
    add(hash, (int64_t)scene->track_count);
    for (size_t i = 0; i < scene->track_count; ++i) {
        const TumTrack *track = &scene->tracks[i];
        const size_t values = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
        add(hash, track->target);
        add(hash, track->index);
        add(hash, track->interpolation);
        add(hash, (int64_t)track->key_count);
        add(hash, track->same_as);
        if (track->same_as != (int32_t)i) {
            continue; // a thousand joints may share these limits
        }
        add_doubles(hash, track->times, track->key_count);
        add_doubles(hash, track->values, values * track->key_count * (size_t)track->width);
    }
}

uint64_t tum_scene_fingerprint(const TumScene *scene)
{
    Hash hash;
    tum_hash_init(&hash, (uint64_t)scene->dimension);
    add_doubles(&hash, scene->world_gravity, 4);
    add(&hash, scene->has_world_gravity);
    add_tracks(&hash, scene);
    add_bodies(&hash, scene);
    add_shapes(&hash, scene);
    add_colliders(&hash, scene);
    add_triggers(&hash, scene);
    add_gravity_volumes(&hash, scene);
    add_joints(&hash, scene);
    return tum_hash_final(&hash);
}
