// SPDX-License-Identifier: MIT
// tables.c: the scene of a source as tables of doubles, for tumble/scene (web/tumble/src/scene.js).
//
// A row holds the members of one item in the order of its function below; the script has the same
// order in TABLES. Indices, kinds and flags are exact as doubles.
#include "../module/module.h"

static double *put(double *at, double value)
{
    *at = value;
    return at + 1;
}

static double *put_all(double *at, const double *values, int count)
{
    for (int i = 0; i < count; ++i) {
        at[i] = values[i];
    }
    return at + count;
}

static double *put_node(double *at, const TumNode *node)
{
    at = put(at, node->parent);
    at = put(at, node->body);
    at = put(at, node->in_scene);
    at = put_all(at, node->local->translation, 3);
    at = put_all(at, node->local->rotation, 4);
    at = put_all(at, node->local->scale, 3);
    return put_all(at, node->world, 16);
}

static double *put_body(double *at, const TumBody *body)
{
    at = put(at, body->node);
    at = put(at, body->kind);
    at = put_all(at, body->position, 3);
    at = put_all(at, body->rotation.q, 4);
    at = put(at, body->mass);
    at = put_all(at, body->center_of_mass, 3);
    at = put_all(at, body->inertia, 3);
    at = put_all(at, body->inertia_rotation.q, 4);
    at = put_all(at, body->linear_velocity, 3);
    at = put_all(at, body->angular_velocity, 3);
    at = put(at, body->gravity_factor);
    at = put(at, body->driven);
    return put(at, body->mass_origin);
}

static double *put_shape(double *at, const TumShape *shape)
{
    at = put(at, shape->kind);
    at = put_all(at, shape->size, 3);
    at = put(at, shape->height);
    at = put(at, shape->radius);
    at = put(at, shape->radius_bottom);
    at = put(at, shape->radius_top);
    at = put(at, shape->double_sided);
    return put(at, shape->mesh);
}

static double *put_collider(double *at, const TumCollider *collider)
{
    at = put(at, collider->node);
    at = put(at, collider->body);
    at = put(at, collider->shape);
    at = put_all(at, collider->position, 3);
    at = put_all(at, collider->rotation.q, 4);
    at = put_all(at, collider->scale, 3);
    at = put(at, collider->material);
    at = put(at, collider->filter);
    at = put(at, collider->enabled);
    return put(at, collider->driven);
}

static double *put_material(double *at, const TumMaterial *material)
{
    at = put(at, material->static_friction);
    at = put(at, material->dynamic_friction);
    at = put(at, material->restitution);
    at = put(at, material->friction_combine);
    return put(at, material->restitution_combine);
}

static double *put_filter(double *at, const TumFilter *filter)
{
    at = put(at, filter->system_first);
    at = put(at, filter->system_count);
    at = put(at, filter->collide_with_first);
    at = put(at, filter->collide_with_count);
    at = put(at, filter->not_collide_with_first);
    return put(at, filter->not_collide_with_count);
}

static double *put_trigger(double *at, const TumTrigger *trigger)
{
    at = put(at, trigger->node);
    at = put(at, trigger->part_first);
    at = put(at, trigger->part_count);
    return put(at, trigger->filter);
}

static double *put_trigger_part(double *at, const TumTriggerPart *part)
{
    at = put(at, part->node);
    at = put(at, part->body);
    at = put(at, part->shape);
    at = put_all(at, part->position, 3);
    at = put_all(at, part->rotation.q, 4);
    at = put_all(at, part->scale, 3);
    at = put(at, part->filter);
    at = put(at, part->enabled);
    return put(at, part->driven);
}

static double *put_joint(double *at, const TumJoint *joint)
{
    at = put(at, joint->node_a);
    at = put(at, joint->node_b);
    at = put(at, joint->body_a);
    at = put(at, joint->body_b);
    at = put_all(at, joint->position_a, 3);
    at = put_all(at, joint->position_b, 3);
    at = put_all(at, joint->rotation_a.q, 4);
    at = put_all(at, joint->rotation_b.q, 4);
    at = put(at, joint->limit_first);
    at = put(at, joint->limit_count);
    at = put(at, joint->drive_first);
    at = put(at, joint->drive_count);
    at = put(at, joint->enable_collision);
    return put(at, joint->driven_a || joint->driven_b);
}

static double *put_limit(double *at, const TumLimit *limit)
{
    at = put(at, limit->space);
    at = put(at, limit->axes);
    at = put(at, limit->min);
    at = put(at, limit->max);
    at = put(at, limit->stiffness);
    return put(at, limit->damping);
}

static double *put_drive(double *at, const TumDrive *drive)
{
    at = put(at, drive->space);
    at = put(at, drive->mode);
    at = put(at, drive->axis);
    at = put(at, drive->max_force);
    at = put(at, drive->has_position_target);
    at = put(at, drive->position_target);
    at = put(at, drive->velocity_target);
    at = put(at, drive->stiffness);
    return put(at, drive->damping);
}

static double *put_gravity_volume(double *at, const TumGravityVolume *volume)
{
    at = put(at, volume->node);
    at = put(at, volume->trigger);
    at = put(at, volume->kind);
    at = put(at, volume->gravity);
    at = put(at, (double)volume->priority);
    at = put(at, volume->replace);
    at = put(at, volume->stop);
    at = put(at, volume->unit_distance);
    at = put(at, volume->body);
    at = put_all(at, volume->position, 3);
    at = put_all(at, volume->rotation.q, 4);
    at = put_all(at, volume->direction, 3);
    at = put_all(at, volume->radii, 2);
    at = put(at, volume->point_first);
    at = put(at, volume->point_count);
    at = put(at, volume->shape);
    return put_all(at, volume->scale, 3);
}

static double *put_mesh(double *at, const TumMesh *mesh)
{
    at = put(at, (double)(uintptr_t)mesh->points);
    at = put(at, (double)mesh->point_count);
    at = put(at, (double)(uintptr_t)mesh->cells);
    at = put(at, (double)mesh->cell_count);
    at = put(at, mesh->is_closed);
    return put(at, mesh->document_mesh);
}

static double *put_track(double *at, const TumTrack *track)
{
    at = put(at, track->target);
    at = put(at, track->index);
    at = put(at, track->interpolation);
    at = put(at, track->width);
    at = put(at, (double)(uintptr_t)track->times);
    at = put(at, (double)track->key_count);
    return put(at, (double)(uintptr_t)track->values);
}

/// Tables in the order in which a script names them.
typedef enum Table {
    TABLE_NODES,
    TABLE_BODIES,
    TABLE_SHAPES,
    TABLE_COLLIDERS,
    TABLE_MATERIALS,
    TABLE_FILTERS,
    TABLE_TRIGGERS,
    TABLE_TRIGGER_PARTS,
    TABLE_JOINTS,
    TABLE_LIMITS,
    TABLE_DRIVES,
    TABLE_GRAVITY_VOLUMES,
    TABLE_MESHES,
    TABLE_TRACKS,
    TABLE_FILTER_SYSTEMS,
    TABLE_SYSTEM_NAMES
} Table;

/// @return rows of a table.
size_t WEB_EXPORT(tum_web_scene_count)(const TumWebSource *source, int table)
{
    const TumScene *scene = source->scene;
    switch ((Table)table) {
    case TABLE_NODES: return scene->node_count;
    case TABLE_BODIES: return scene->body_count;
    case TABLE_SHAPES: return scene->shape_count;
    case TABLE_COLLIDERS: return scene->collider_count;
    case TABLE_MATERIALS: return scene->material_count;
    case TABLE_FILTERS: return scene->filter_count;
    case TABLE_TRIGGERS: return scene->trigger_count;
    case TABLE_TRIGGER_PARTS: return scene->trigger_part_count;
    case TABLE_JOINTS: return scene->joint_count;
    case TABLE_LIMITS: return scene->limit_count;
    case TABLE_DRIVES: return scene->drive_count;
    case TABLE_GRAVITY_VOLUMES: return scene->gravity_volume_count;
    case TABLE_MESHES: return scene->mesh_count;
    case TABLE_TRACKS: return scene->track_count;
    case TABLE_FILTER_SYSTEMS: return scene->filter_system_count;
    case TABLE_SYSTEM_NAMES: return scene->system_name_count;
    }
    return 0;
}

/// Writes rows of a table one after another.
///
/// @param rows  receives all rows from `first` on, `count` of them.
void WEB_EXPORT(tum_web_scene_rows)(const TumWebSource *source, int table, size_t first,
                                    size_t count, double *rows)
{
    const TumScene *scene = source->scene;
    for (size_t i = first; i < first + count; ++i) {
        switch ((Table)table) {
        case TABLE_NODES: rows = put_node(rows, &scene->nodes[i]); break;
        case TABLE_BODIES: rows = put_body(rows, &scene->bodies[i]); break;
        case TABLE_SHAPES: rows = put_shape(rows, &scene->shapes[i]); break;
        case TABLE_COLLIDERS: rows = put_collider(rows, &scene->colliders[i]); break;
        case TABLE_MATERIALS: rows = put_material(rows, &scene->materials[i]); break;
        case TABLE_FILTERS: rows = put_filter(rows, &scene->filters[i]); break;
        case TABLE_TRIGGERS: rows = put_trigger(rows, &scene->triggers[i]); break;
        case TABLE_TRIGGER_PARTS: rows = put_trigger_part(rows, &scene->trigger_parts[i]); break;
        case TABLE_JOINTS: rows = put_joint(rows, &scene->joints[i]); break;
        case TABLE_LIMITS: rows = put_limit(rows, &scene->limits[i]); break;
        case TABLE_DRIVES: rows = put_drive(rows, &scene->drives[i]); break;
        case TABLE_GRAVITY_VOLUMES:
            rows = put_gravity_volume(rows, &scene->gravity_volumes[i]);
            break;
        case TABLE_MESHES: rows = put_mesh(rows, &scene->meshes[i]); break;
        case TABLE_TRACKS: rows = put_track(rows, &scene->tracks[i]); break;
        case TABLE_FILTER_SYSTEMS: rows = put(rows, scene->filter_systems[i]); break;
        case TABLE_SYSTEM_NAMES: break;
        }
    }
}

/// @return the name of a node or a system, the JSON pointer of an item; NULL where a table has none.
const char *WEB_EXPORT(tum_web_scene_text)(const TumWebSource *source, int table, size_t index)
{
    const TumScene *scene = source->scene;
    switch ((Table)table) {
    case TABLE_NODES: return scene->nodes[index].name;
    case TABLE_BODIES: return scene->bodies[index].pointer;
    case TABLE_SHAPES: return scene->shapes[index].pointer;
    case TABLE_COLLIDERS: return scene->colliders[index].pointer;
    case TABLE_MATERIALS: return scene->materials[index].pointer;
    case TABLE_FILTERS: return scene->filters[index].pointer;
    case TABLE_TRIGGERS: return scene->triggers[index].pointer;
    case TABLE_JOINTS: return scene->joints[index].pointer;
    case TABLE_LIMITS: return scene->limits[index].pointer;
    case TABLE_DRIVES: return scene->drives[index].pointer;
    case TABLE_GRAVITY_VOLUMES: return scene->gravity_volumes[index].pointer;
    case TABLE_SYSTEM_NAMES: return scene->system_names[index];
    case TABLE_TRIGGER_PARTS:
    case TABLE_MESHES:
    case TABLE_TRACKS:
    case TABLE_FILTER_SYSTEMS: break;
    }
    return NULL;
}

/// @param numbers  receives gravity (3) [m/s^2], whether the file sets it, density [kg/m^3].
void WEB_EXPORT(tum_web_scene_numbers)(const TumWebSource *source, double numbers[5])
{
    const TumScene *scene = source->scene;
    double *at = put_all(numbers, scene->world_gravity, 3);
    at = put(at, scene->has_world_gravity);
    put(at, scene->default_density);
}

/// Triangulates a shape (tum_scene_surface3).
///
/// @param mesh  receives points, point count, cells, cell count, as in a row of the table of meshes.
/// @return the surface, to be freed with tum_web_surface_release; NULL where there is none.
TumMesh *WEB_EXPORT(tum_web_scene_surface)(const TumWebSource *source, int shape,
                                           const double scale[3], double deviation, double mesh[6])
{
    TumMesh *surface = NULL;
    if (tum_scene_surface3(source->scene, shape, scale, deviation, NULL, &surface) == TUM_OK) {
        put_mesh(mesh, surface);
    }
    return surface;
}

void WEB_EXPORT(tum_web_surface_release)(TumMesh *surface)
{
    tum_surface_destroy(surface);
}
