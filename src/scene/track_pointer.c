// SPDX-License-Identifier: MIT
// track_pointer.c: objects and properties at the pointers of animations.
#include "scene/track_pointer.h"

#include <string.h>

typedef enum ObjectKind {
    OBJECT_BODY,
    OBJECT_MATERIAL,
    OBJECT_LIMIT,
    OBJECT_DRIVE,
    OBJECT_JOINT,
    OBJECT_SHAPE,
    OBJECT_FIXED ///< No property changes: colliders, triggers, filters.
} ObjectKind;

enum {
    ANY_SHAPE = -1,
    DEEPEST = 16 ///< Steps of an object's pointer.
};

// Names of properties after the pointer of their object.
static const struct {
    const char *name;
    ObjectKind object;
    int shape; ///< The TumShapeKind with this property, or ANY_SHAPE.
    TumTrackTarget target;
    int32_t width;
    bool is_boolean;
} properties[] = {
    {"staticFriction", OBJECT_MATERIAL, ANY_SHAPE, TUM_TRACK_STATIC_FRICTION, 1, false},
    {"dynamicFriction", OBJECT_MATERIAL, ANY_SHAPE, TUM_TRACK_DYNAMIC_FRICTION, 1, false},
    {"restitution", OBJECT_MATERIAL, ANY_SHAPE, TUM_TRACK_RESTITUTION, 1, false},
    {"isKinematic", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_KINEMATIC, 1, true},
    {"mass", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_MASS, 1, false},
    {"centerOfMass", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_CENTER_OF_MASS, 3, false},
    {"inertiaDiagonal", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_INERTIA, 3, false},
    {"inertiaOrientation", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_INERTIA_ROTATION, 4, false},
    {"linearVelocity", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_LINEAR_VELOCITY, 3, false},
    {"angularVelocity", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_ANGULAR_VELOCITY, 3, false},
    {"gravityFactor", OBJECT_BODY, ANY_SHAPE, TUM_TRACK_GRAVITY_FACTOR, 1, false},
    {"min", OBJECT_LIMIT, ANY_SHAPE, TUM_TRACK_LIMIT_MIN, 1, false},
    {"max", OBJECT_LIMIT, ANY_SHAPE, TUM_TRACK_LIMIT_MAX, 1, false},
    {"stiffness", OBJECT_LIMIT, ANY_SHAPE, TUM_TRACK_LIMIT_STIFFNESS, 1, false},
    {"damping", OBJECT_LIMIT, ANY_SHAPE, TUM_TRACK_LIMIT_DAMPING, 1, false},
    {"maxForce", OBJECT_DRIVE, ANY_SHAPE, TUM_TRACK_DRIVE_MAX_FORCE, 1, false},
    {"positionTarget", OBJECT_DRIVE, ANY_SHAPE, TUM_TRACK_DRIVE_POSITION, 1, false},
    {"velocityTarget", OBJECT_DRIVE, ANY_SHAPE, TUM_TRACK_DRIVE_VELOCITY, 1, false},
    {"stiffness", OBJECT_DRIVE, ANY_SHAPE, TUM_TRACK_DRIVE_STIFFNESS, 1, false},
    {"damping", OBJECT_DRIVE, ANY_SHAPE, TUM_TRACK_DRIVE_DAMPING, 1, false},
    {"enableCollision", OBJECT_JOINT, ANY_SHAPE, TUM_TRACK_JOINT_COLLISION, 1, true},
    {"sphere/radius", OBJECT_SHAPE, TUM_SHAPE_SPHERE, TUM_TRACK_SHAPE_RADIUS, 1, false},
    {"box/size", OBJECT_SHAPE, TUM_SHAPE_BOX, TUM_TRACK_SHAPE_SIZE, 3, false},
    {"capsule/height", OBJECT_SHAPE, TUM_SHAPE_CAPSULE, TUM_TRACK_SHAPE_HEIGHT, 1, false},
    {"capsule/radiusBottom", OBJECT_SHAPE, TUM_SHAPE_CAPSULE, TUM_TRACK_SHAPE_BOTTOM, 1, false},
    {"capsule/radiusTop", OBJECT_SHAPE, TUM_SHAPE_CAPSULE, TUM_TRACK_SHAPE_TOP, 1, false},
    {"cylinder/height", OBJECT_SHAPE, TUM_SHAPE_CYLINDER, TUM_TRACK_SHAPE_HEIGHT, 1, false},
    {"cylinder/radiusBottom", OBJECT_SHAPE, TUM_SHAPE_CYLINDER, TUM_TRACK_SHAPE_BOTTOM, 1, false},
    {"cylinder/radiusTop", OBJECT_SHAPE, TUM_SHAPE_CYLINDER, TUM_TRACK_SHAPE_TOP, 1, false},
    {"plane/sizeX", OBJECT_SHAPE, TUM_SHAPE_PLANE, TUM_TRACK_SHAPE_SIZE_X, 1, false},
    {"plane/sizeZ", OBJECT_SHAPE, TUM_SHAPE_PLANE, TUM_TRACK_SHAPE_SIZE_Z, 1, false},
    {"plane/doubleSided", OBJECT_SHAPE, TUM_SHAPE_PLANE, TUM_TRACK_SHAPE_SIDES, 1, true},
};

enum { PROPERTY_COUNT = sizeof properties / sizeof *properties };
_Static_assert(PROPERTY_COUNT <= 64, "a bit each in Objects.taken");

// An object of the scene at a pointer. Limits shared by several joints give several objects at one
// pointer.
typedef struct Object {
    ObjectKind kind;
    int32_t index;
    int32_t next; // the next object at the same pointer, or -1
} Object;

typedef struct Objects {
    TextSet pointers;
    Object *items; // [count]
    size_t count;
    int32_t *first, *last; // [pointers.count] into items
    uint64_t *taken;       // [pointers.count] a bit for each property that has a track
} Objects;

static bool add_object(Objects *objects, const char *pointer, ObjectKind kind, size_t index)
{
    if (pointer == NULL) {
        return true;
    }
    const uint32_t before = objects->pointers.count;
    const uint32_t slot = tum_text_set_add(&objects->pointers, pointer, strlen(pointer));
    if (slot == TEXT_NONE) {
        return false;
    }
    const int32_t made = (int32_t)objects->count++;
    objects->items[made] = (Object){kind, (int32_t)index, -1};
    if (slot == before) {
        objects->first[slot] = made;
    } else {
        objects->items[objects->last[slot]].next = made;
    }
    objects->last[slot] = made;
    return true;
}

/// Adds every item of an array whose elements have a pointer.
#define ADD_OBJECTS(builder, objects, kind, array)                                                 \
    do {                                                                                           \
        for (size_t i_ = 0; i_ < (builder)->array.count && is_complete; ++i_) {                    \
            is_complete = add_object((objects), (builder)->array.items[i_].pointer, (kind), i_);   \
        }                                                                                          \
    } while (0)

static TumStatus list_objects(SceneBuilder *builder, Objects *objects)
{
    const size_t most = builder->bodies.count + builder->materials.count + builder->limits.count +
                        builder->drives.count + builder->built_joints.count +
                        builder->shapes.count + builder->colliders.count + builder->triggers.count +
                        builder->filters.count + builder->gravity_volumes.count;
    objects->items = tum_arena_zeroed(&builder->scratch, most, sizeof *objects->items);
    objects->first = tum_arena_zeroed(&builder->scratch, most, sizeof *objects->first);
    objects->last = tum_arena_zeroed(&builder->scratch, most, sizeof *objects->last);
    objects->taken = tum_arena_zeroed(&builder->scratch, most, sizeof *objects->taken);
    if (objects->items == NULL || objects->first == NULL || objects->last == NULL ||
        objects->taken == NULL) {
        return TUM_ERROR_MEMORY;
    }
    bool is_complete = true;
    ADD_OBJECTS(builder, objects, OBJECT_BODY, bodies);
    ADD_OBJECTS(builder, objects, OBJECT_MATERIAL, materials);
    ADD_OBJECTS(builder, objects, OBJECT_LIMIT, limits);
    ADD_OBJECTS(builder, objects, OBJECT_DRIVE, drives);
    ADD_OBJECTS(builder, objects, OBJECT_JOINT, built_joints);
    ADD_OBJECTS(builder, objects, OBJECT_SHAPE, shapes);
    ADD_OBJECTS(builder, objects, OBJECT_FIXED, colliders);
    ADD_OBJECTS(builder, objects, OBJECT_FIXED, triggers);
    ADD_OBJECTS(builder, objects, OBJECT_FIXED, filters);
    ADD_OBJECTS(builder, objects, OBJECT_FIXED, gravity_volumes);
    return is_complete ? TUM_OK : TUM_ERROR_MEMORY;
}

static uint32_t find_object(const Objects *objects, const char *pointer, const char *end)
{
    return tum_text_set_find(&objects->pointers, pointer, (size_t)(end - pointer));
}

// Lengths of tables in the object models of the formats. Programs read them; no animation can
// change one.
static const char *const table_lengths[] = {
    "/extensions/KHR_collision_shapes/shapes.length",
    "/extensions/KHR_implicit_shapes/shapes.length",
    "/extensions/KHR_physics_rigid_bodies/collisionFilters.length",
    "/extensions/KHR_physics_rigid_bodies/physicsJoints.length",
    "/extensions/KHR_physics_rigid_bodies/physicsMaterials.length",
    "/extensions/OMI_physics_body/collisionFilters.length",
    "/extensions/OMI_physics_body/physicsMaterials.length",
    "/extensions/OMI_physics_joint/physicsJoints.length",
    "/extensions/OMI_physics_shape/shapes.length",
};

static bool is_table_length(const char *pointer)
{
    for (size_t i = 0; i < sizeof table_lengths / sizeof *table_lengths; ++i) {
        if (strcmp(pointer, table_lengths[i]) == 0) {
            return true;
        }
    }
    return false;
}

// True where a pointer leads into an object of physics; objects are never deeper.
static bool is_physics(const Objects *objects, const char *pointer)
{
    const char *at = pointer;
    for (int depth = 0; depth < DEEPEST && *at != '\0'; ++depth) {
        at += strcspn(at + 1, "/") + 1;
        if (find_object(objects, pointer, at) != TEXT_NONE) {
            return true;
        }
    }
    return false;
}

// The property of a name for an object at a pointer, or -1.
static int property_of(const SceneBuilder *builder, const Objects *objects, uint32_t slot,
                       const char *name)
{
    for (int i = 0; i < PROPERTY_COUNT; ++i) {
        if (strcmp(name, properties[i].name) != 0) {
            continue;
        }
        for (int32_t at = objects->first[slot]; at >= 0; at = objects->items[at].next) {
            const Object *object = &objects->items[at];
            if (object->kind == properties[i].object &&
                (properties[i].shape == ANY_SHAPE ||
                 (int)builder->shapes.items[object->index].kind == properties[i].shape)) {
                return i;
            }
        }
    }
    return -1;
}

// Splits a pointer into object and property; names have one part or two.
static int find_property(const SceneBuilder *builder, const Objects *objects, const char *pointer,
                         uint32_t *slot)
{
    int parts = 0;
    for (const char *at = pointer + strlen(pointer); at-- > pointer && parts < 2;) {
        if (*at != '/') {
            continue;
        }
        ++parts;
        *slot = find_object(objects, pointer, at);
        const int property = *slot != TEXT_NONE ? property_of(builder, objects, *slot, at + 1) : -1;
        if (property >= 0) {
            return property;
        }
    }
    return -1;
}

// Maps values from node space to the body frame with the node's scale (docs/dialects.md#mass).
static void stretch_values(const TumBody *body, const TumTrack *track)
{
    const size_t per_key = track->interpolation == TUM_INTERPOLATION_CUBIC_SPLINE ? 3 : 1;
    const double *m = body->stretch;
    for (size_t i = 0; i < track->key_count * per_key; ++i) {
        double *v = track->values + 3 * i;
        const double x = v[0], y = v[1], z = v[2];
        v[0] = m[0] * x + m[4] * y + m[8] * z;
        v[1] = m[1] * x + m[5] * y + m[9] * z;
        v[2] = m[2] * x + m[6] * y + m[10] * z;
    }
}

static bool add_track(SceneBuilder *builder, const TumTrack *source, int property, int32_t index)
{
    TumTrack *track = array_push(&builder->tracks, &builder->allocator);
    if (track == NULL) {
        return false;
    }
    *track = *source;
    track->target = properties[property].target;
    track->index = index;
    if (properties[property].is_boolean && track->interpolation == TUM_INTERPOLATION_LINEAR) {
        track->interpolation = TUM_INTERPOLATION_STEP;
    }
    if (track->target == TUM_TRACK_CENTER_OF_MASS) {
        stretch_values(&builder->bodies.items[index], track);
    }
    return true;
}

static void report(const SceneBuilder *builder, const TrackSource *source, const char *text)
{
    if (source->place != NULL) {
        tum_report_add(builder->report, CODE_PHYSICS_POINTER_NOT_FOLLOWED, builder->file,
                       source->place, "%.120s %s", source->pointer, text);
    }
}

static TumStatus resolve(SceneBuilder *builder, Objects *objects, const TrackSource *source)
{
    uint32_t slot = TEXT_NONE;
    const int property = find_property(builder, objects, source->pointer, &slot);
    if (property < 0) {
        if (is_physics(objects, source->pointer) || is_table_length(source->pointer)) {
            report(builder, source, "is nothing that an animation can change; it stays as it is.");
        }
        return TUM_OK;
    }
    const bool is_wide = source->track.width == properties[property].width;
    const bool is_curved = properties[property].is_boolean &&
                           source->track.interpolation == TUM_INTERPOLATION_CUBIC_SPLINE;
    if (!is_wide || is_curved) {
        report(builder, source,
               is_wide ? "is either so or not and follows no spline."
                       : "is animated with values of another size; it stays as it is.");
        return TUM_OK;
    }
    if ((objects->taken[slot] >> property & 1) != 0) {
        return TUM_OK; // a later animation has the property
    }
    objects->taken[slot] |= (uint64_t)1 << property;
    const ObjectKind kind = properties[property].object;
    for (int32_t at = objects->first[slot]; at >= 0; at = objects->items[at].next) {
        const Object *object = &objects->items[at];
        if (object->kind == kind) {
            if (!add_track(builder, &source->track, property, object->index)) {
                return TUM_ERROR_MEMORY;
            }
            if (kind != OBJECT_LIMIT && kind != OBJECT_DRIVE) {
                break; // Among equal pointers of other objects the first one counts.
            }
        }
    }
    return TUM_OK;
}

TumStatus tum_resolve_pointers(SceneBuilder *builder)
{
    Objects objects = {0};
    tum_text_set_init(&objects.pointers, &builder->allocator);
    TumStatus status = list_objects(builder, &objects);
    // Backward order assigns each property once, to the last animation that changes it.
    for (size_t i = builder->track_sources.count; i-- > 0 && status == TUM_OK;) {
        if (builder->track_sources.items[i].pointer != NULL) {
            status = resolve(builder, &objects, &builder->track_sources.items[i]);
        }
    }
    tum_text_set_clear(&objects.pointers);
    return status;
}
