// SPDX-License-Identifier: MIT
// scene_json_joints.c: joints, volumes of gravity and animated properties, for `tumble scene
// --json`.
#include "kind_names.h"
#include "scene_json.h"

static const char *name_of_joint4(TumJointKind4 kind)
{
    static const char *const names[] = {"pin", "linePin", "hinge", "duoHinge", "weld", "slider"};
    return names[kind];
}

static const char *name_of_track_target(TumTrackTarget target)
{
    static const char *const names[] = {
        [TUM_TRACK_TRANSLATION] = "translation",
        [TUM_TRACK_ROTATION] = "rotation",
        [TUM_TRACK_STATIC_FRICTION] = "staticFriction",
        [TUM_TRACK_DYNAMIC_FRICTION] = "dynamicFriction",
        [TUM_TRACK_RESTITUTION] = "restitution",
        [TUM_TRACK_MASS] = "mass",
        [TUM_TRACK_GRAVITY_FACTOR] = "gravityFactor",
        [TUM_TRACK_LINEAR_VELOCITY] = "linearVelocity",
        [TUM_TRACK_ANGULAR_VELOCITY] = "angularVelocity",
        [TUM_TRACK_KINEMATIC] = "kinematic",
        [TUM_TRACK_CENTER_OF_MASS] = "centerOfMass",
        [TUM_TRACK_INERTIA] = "inertia",
        [TUM_TRACK_INERTIA_ROTATION] = "inertiaRotation",
        [TUM_TRACK_LIMIT_MIN] = "limitMin",
        [TUM_TRACK_LIMIT_MAX] = "limitMax",
        [TUM_TRACK_LIMIT_STIFFNESS] = "limitStiffness",
        [TUM_TRACK_LIMIT_DAMPING] = "limitDamping",
        [TUM_TRACK_DRIVE_MAX_FORCE] = "driveMaxForce",
        [TUM_TRACK_DRIVE_POSITION] = "drivePosition",
        [TUM_TRACK_DRIVE_VELOCITY] = "driveVelocity",
        [TUM_TRACK_DRIVE_STIFFNESS] = "driveStiffness",
        [TUM_TRACK_DRIVE_DAMPING] = "driveDamping",
        [TUM_TRACK_JOINT_COLLISION] = "jointCollision",
        [TUM_TRACK_SHAPE_SIZE] = "shapeSize",
        [TUM_TRACK_SHAPE_SIZE_X] = "shapeSizeX",
        [TUM_TRACK_SHAPE_SIZE_Z] = "shapeSizeZ",
        [TUM_TRACK_SHAPE_SIDES] = "shapeSides",
        [TUM_TRACK_SHAPE_RADIUS] = "shapeRadius",
        [TUM_TRACK_SHAPE_HEIGHT] = "shapeHeight",
        [TUM_TRACK_SHAPE_BOTTOM] = "shapeBottom",
        [TUM_TRACK_SHAPE_TOP] = "shapeTop",
    };
    return names[target];
}

static const char *name_of_interpolation(TumInterpolation interpolation)
{
    static const char *const names[] = {"step", "linear", "cubicSpline"};
    return names[interpolation];
}

static void write_joint(SceneJson *out, const TumJoint *joint)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_text_member(json, "pointer", joint->pointer);
    json_text_member(json, "description", joint->description);
    if (out->axes == 4) {
        json_text_member(json, "kind4", name_of_joint4(joint->kind4));
    }
    json_integer_member(json, "nodeA", joint->node_a);
    json_integer_member(json, "nodeB", joint->node_b);
    json_integer_member(json, "bodyA", joint->body_a);
    json_integer_member(json, "bodyB", joint->body_b);
    scene_json_numbers(out, "positionA", joint->position_a, out->axes);
    scene_json_numbers(out, "positionB", joint->position_b, out->axes);
    scene_json_rotation(out, "rotationA", &joint->rotation_a);
    scene_json_rotation(out, "rotationB", &joint->rotation_b);
    json_boolean_member(json, "isAtNodes", joint->is_at_nodes);
    json_boolean_member(json, "drivenA", joint->driven_a);
    json_boolean_member(json, "drivenB", joint->driven_b);
    json_integer_member(json, "limitFirst", joint->limit_first);
    json_integer_member(json, "limitCount", joint->limit_count);
    json_integer_member(json, "driveFirst", joint->drive_first);
    json_integer_member(json, "driveCount", joint->drive_count);
    json_boolean_member(json, "enableCollision", joint->enable_collision);
    tum_json_text_end_object(json);
}

static void write_limit(SceneJson *out, const TumLimit *limit)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_text_member(json, "pointer", limit->pointer);
    json_text_member(json, "space", name_of_space(limit->space));
    scene_json_begin(out, "axes");
    for (int axis = 0; axis < 6; ++axis) {
        if ((limit->axes >> axis & 1u) != 0) {
            tum_json_text_integer(json, axis);
        }
    }
    tum_json_text_end_array(json);
    scene_json_number(out, "min", limit->min);
    scene_json_number(out, "max", limit->max);
    scene_json_number(out, "stiffness", limit->stiffness);
    scene_json_number(out, "damping", limit->damping);
    tum_json_text_end_object(json);
}

static void write_drive(SceneJson *out, const TumDrive *drive)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_text_member(json, "pointer", drive->pointer);
    json_text_member(json, "space", name_of_space(drive->space));
    json_text_member(json, "mode", drive->mode == TUM_DRIVE_FORCE ? "force" : "acceleration");
    json_integer_member(json, "axis", drive->axis);
    scene_json_number(out, "maxForce", drive->max_force);
    json_boolean_member(json, "hasPositionTarget", drive->has_position_target);
    scene_json_number(out, "positionTarget", drive->position_target);
    scene_json_number(out, "velocityTarget", drive->velocity_target);
    scene_json_number(out, "stiffness", drive->stiffness);
    scene_json_number(out, "damping", drive->damping);
    tum_json_text_end_object(json);
}

void scene_json_joints(SceneJson *out)
{
    const TumScene *scene = out->scene;
    scene_json_begin(out, "joints");
    for (size_t i = 0; i < scene->joint_count; ++i) {
        write_joint(out, &scene->joints[i]);
    }
    tum_json_text_end_array(out->json);
    scene_json_begin(out, "limits");
    for (size_t i = 0; i < scene->limit_count; ++i) {
        write_limit(out, &scene->limits[i]);
    }
    tum_json_text_end_array(out->json);
    scene_json_begin(out, "drives");
    for (size_t i = 0; i < scene->drive_count; ++i) {
        write_drive(out, &scene->drives[i]);
    }
    tum_json_text_end_array(out->json);
}

static void write_volume(SceneJson *out, const TumGravityVolume *volume)
{
    JsonText *json = out->json;
    tum_json_text_begin_object(json);
    json_integer_member(json, "node", volume->node);
    json_text_member(json, "pointer", volume->pointer);
    json_integer_member(json, "trigger", volume->trigger);
    json_text_member(json, "kind", name_of_gravity_kind(volume->kind));
    scene_json_number(out, "gravity", volume->gravity);
    json_integer_member(json, "priority", volume->priority);
    json_boolean_member(json, "replace", volume->replace);
    json_boolean_member(json, "stop", volume->stop);
    scene_json_number(out, "unitDistance", volume->unit_distance);
    json_integer_member(json, "body", volume->body);
    scene_json_numbers(out, "position", volume->position, out->axes);
    scene_json_rotation(out, "rotation", &volume->rotation);
    json_boolean_member(json, "driven", volume->driven);
    scene_json_numbers(out, "direction", volume->direction, out->axes);
    scene_json_numbers(out, "radii", volume->radii, 2);
    json_integer_member(json, "pointFirst", volume->point_first);
    json_integer_member(json, "pointCount", volume->point_count);
    json_integer_member(json, "shape", volume->shape);
    scene_json_numbers(out, "scale", volume->scale, out->axes);
    tum_json_text_end_object(json);
}

void scene_json_gravity(SceneJson *out)
{
    const TumScene *scene = out->scene;
    scene_json_begin(out, "gravityVolumes");
    for (size_t i = 0; i < scene->gravity_volume_count; ++i) {
        write_volume(out, &scene->gravity_volumes[i]);
    }
    tum_json_text_end_array(out->json);
    scene_json_numbers(out, "gravityPoints", scene->gravity_points, 3 * scene->gravity_point_count);
}

// Joints that share a description share keys: these are written once.
static void write_track(SceneJson *out, size_t index)
{
    const TumTrack *track = &out->scene->tracks[index];
    tum_json_text_begin_object(out->json);
    json_text_member(out->json, "target", name_of_track_target(track->target));
    json_integer_member(out->json, "index", track->index);
    json_text_member(out->json, "interpolation", name_of_interpolation(track->interpolation));
    json_integer_member(out->json, "width", track->width);
    json_integer_member(out->json, "sameAs", track->same_as);
    if (track->same_as == (int32_t)index) {
        const size_t parts = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
        const size_t values = track->key_count * (size_t)track->width * parts;
        scene_json_numbers(out, "times", track->times, track->key_count);
        scene_json_numbers(out, "values", track->values, values);
    }
    tum_json_text_end_object(out->json);
}

void scene_json_tracks(SceneJson *out)
{
    scene_json_begin(out, "tracks");
    for (size_t i = 0; i < out->scene->track_count; ++i) {
        write_track(out, i);
    }
    tum_json_text_end_array(out->json);
}
