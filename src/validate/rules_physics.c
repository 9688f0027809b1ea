// SPDX-License-Identifier: MIT
// rules_physics.c: rules of physics objects, one function each.
#include "validate/rules_physics.h"

#include <string.h>

#include "base/sort.h"
#include "math/scalar.h"
#include "validate/schema_value.h"
#include "validate/schema_walk.h"

// [1] Largest deviation of a quaternion's length from 1, and of a component from the identity's
// (docs/dialects.md#what-every-reader-does).
static const double unit_slack = 0.00769;

// Files no finding: the check of the row does.
static bool read_numbers(const Cursor *object, const char *key, double *values, size_t count)
{
    Cursor quiet = *object;
    quiet.report = NULL;
    return tum_cursor_numbers(&quiet, key, values, count);
}

static bool is_true(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    return tum_cursor_kind(&member) == JSON_TRUE;
}

static bool is_filled_array(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    return tum_cursor_kind(&member) == JSON_ARRAY && tum_cursor_count(&member) > 0;
}

static const char *text_of(const Cursor *object, const char *key)
{
    const Cursor member = tum_cursor_member(object, key);
    const char *text = "";
    if (tum_cursor_kind(&member) == JSON_TEXT) {
        tum_cursor_text_here(&member, &text);
    }
    return text;
}

static void report_extra(const Cursor *object, const char *key, const char *why)
{
    const Cursor member = tum_cursor_member(object, key);
    if (tum_cursor_exists(&member)) {
        tum_cursor_report(&member, CODE_EXTRA_PROPERTY, "'%s' has no effect %s.", key, why);
    }
}

// Shapes.

void tum_check_draft_root(SchemaWalk *walk, const Cursor *root)
{
    (void)walk;
    if (!schema_has(root, "shapes") && !schema_has(root, "colliders")) {
        tum_cursor_report_missing(root, "shapes");
    }
}

// The number of morph targets of the mesh, or -1 where it is unknown.
static int64_t target_count(const SchemaWalk *walk, const Cursor *shape)
{
    const Cursor root = tum_cursor_root(walk->document, NULL);
    const Cursor meshes = tum_cursor_member(&root, "meshes");
    Cursor quiet = *shape;
    quiet.report = NULL;
    const int32_t index = tum_cursor_index(&quiet, "mesh", walk->tables[TABLE_MESHES].count);
    if (index < 0) {
        return -1;
    }
    const Cursor mesh = tum_cursor_item(&meshes, (size_t)index);
    const Cursor primitives = tum_cursor_member(&mesh, "primitives");
    const Cursor first = tum_cursor_item(&primitives, 0);
    const Cursor targets = tum_cursor_member(&first, "targets");
    return (int64_t)tum_cursor_count(&targets);
}

void tum_check_mesh_shape(SchemaWalk *walk, const Cursor *shape)
{
    const Cursor weights = tum_cursor_member(shape, "weights");
    const int64_t expected = target_count(walk, shape);
    if (tum_cursor_kind(&weights) == JSON_ARRAY && expected >= 0 &&
        tum_cursor_count(&weights) != (size_t)expected) {
        tum_cursor_report(&weights, CODE_MESH_INVALID_WEIGHTS_COUNT,
                          "%zu weights, where the mesh has %lld morph targets.",
                          tum_cursor_count(&weights), (long long)expected);
    }
}

void tum_check_flat_shape(SchemaWalk *walk, const Cursor *shape)
{
    static const struct {
        const char *type, *keys;
    } uses[] = {
        {"sphere", "radius"},
        {"box", "size extents"},
        {"hull", "mesh"},
        {"capsule", "radius height"},
        {"cylinder", "radius height"},
        {"convex", "mesh"},
        {"trimesh", "mesh"},
        {"mesh", "mesh"},
    };
    static const char *const keys[] = {"radius", "size", "extents", "height", "mesh"};
    (void)walk;
    const char *type = text_of(shape, "type");
    for (size_t i = 0; i < sizeof uses / sizeof *uses; ++i) {
        for (size_t k = 0; strcmp(uses[i].type, type) == 0 && k < sizeof keys / sizeof *keys; ++k) {
            const Cursor member = tum_cursor_member(shape, keys[k]);
            if (strstr(uses[i].keys, keys[k]) == NULL && tum_cursor_kind(&member) != JSON_OBJECT) {
                report_extra(shape, keys[k], "on a shape of this type");
            }
        }
    }
}

// Materials and filters.

void tum_check_material(SchemaWalk *walk, const Cursor *material)
{
    static const char *const lists[] = {"collideWithSystems", "notCollideWithSystems"};
    (void)walk;
    if (schema_has(material, "collisionSystems")) {
        return; // A filter in the wrong table; the reader reports it.
    }
    for (size_t i = 0; i < 2; ++i) {
        const Cursor member = tum_cursor_member(material, lists[i]);
        if (tum_cursor_exists(&member)) {
            tum_cursor_report(&member, CODE_UNEXPECTED_PROPERTY,
                              "No revision has a property '%s' here.", lists[i]);
        }
    }
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t put_systems(const Cursor *filters, const char **names, size_t count)
{
    for (size_t i = 0; i < tum_cursor_count(filters); ++i) {
        const Cursor filter = tum_cursor_item(filters, i);
        const Cursor systems = tum_cursor_member(&filter, "collisionSystems");
        for (size_t k = 0;
             tum_cursor_kind(&systems) == JSON_ARRAY && k < tum_cursor_count(&systems); ++k) {
            const Cursor item = tum_cursor_item(&systems, k);
            const char *name = NULL;
            if (tum_cursor_kind(&item) == JSON_TEXT && tum_cursor_text_here(&item, &name)) {
                if (names != NULL) {
                    names[count] = name;
                }
                ++count;
            }
        }
    }
    return count;
}

// Collects all names in `collisionSystems` of the document's filters.
static void collect_systems(SchemaWalk *walk)
{
    static const char *const owners[] = {"KHR_physics_rigid_bodies", "KHR_rigid_bodies",
                                         "MSFT_rigid_bodies", "MSFT_RigidBodies",
                                         "OMI_physics_body"};
    const Cursor root = tum_cursor_root(walk->document, NULL);
    const Cursor extensions = tum_cursor_member(&root, "extensions");
    walk->has_systems = true;
    for (int pass = 0; pass < 2; ++pass) {
        size_t count = 0;
        for (size_t i = 0; i < sizeof owners / sizeof *owners; ++i) {
            const Cursor owner = tum_cursor_member(&extensions, owners[i]);
            const Cursor filters = tum_cursor_member(&owner, "collisionFilters");
            if (tum_cursor_kind(&filters) == JSON_ARRAY) {
                count = put_systems(&filters, walk->systems, count);
            }
        }
        if (pass == 0) {
            walk->systems = tum_arena_zeroed(walk->arena, count, sizeof *walk->systems);
            if (walk->systems == NULL) {
                return;
            }
        }
        walk->system_count = count;
    }
    tum_sort_any(walk->systems, walk->system_count, sizeof *walk->systems, compare_names);
}

static void check_names(SchemaWalk *walk, const Cursor *list, bool must_be_known)
{
    const size_t count = tum_cursor_kind(list) == JSON_ARRAY ? tum_cursor_count(list) : 0;
    const bool *repeated = count > 0 ? tum_schema_repeated(walk->arena, list) : NULL;
    for (size_t i = 0; repeated != NULL && i < count; ++i) {
        const Cursor item = tum_cursor_item(list, i);
        const char *name = NULL;
        if (tum_cursor_kind(&item) != JSON_TEXT || !tum_cursor_text_here(&item, &name)) {
            continue;
        }
        if (repeated[i]) {
            tum_cursor_report(&item, CODE_PHYSICS_FILTER_DUPLICATE_NAME,
                              "'%.64s' is in the list already.", name);
        } else if (must_be_known && walk->systems != NULL &&
                   (walk->system_count == 0 ||
                    tum_sort_find(&name, walk->systems, walk->system_count, sizeof *walk->systems,
                                  compare_names) == NULL)) {
            tum_cursor_report(&item, CODE_PHYSICS_FILTER_UNKNOWN_SYSTEM,
                              "No filter has '%.64s' among its 'collisionSystems'; a typing error, "
                              "unless the host knows it.",
                              name);
        }
    }
}

void tum_check_filter(SchemaWalk *walk, const Cursor *filter)
{
    static const char *const keys[] = {"collisionSystems", "collideWithSystems",
                                       "notCollideWithSystems"};
    if (!walk->has_systems) {
        collect_systems(walk);
    }
    bool says_something = false;
    for (size_t i = 0; i < 3; ++i) {
        const Cursor list = tum_cursor_member(filter, keys[i]);
        // Where empty lists are errors of their own, an empty list counts as content.
        says_something |= walk->family == FAMILY_OMI ? is_filled_array(filter, keys[i])
                                                     : tum_cursor_exists(&list);
        check_names(walk, &list, i > 0);
    }
    if (!says_something) {
        tum_cursor_report(filter, CODE_PHYSICS_FILTER_NO_EFFECT,
                          "The filter names no system: it is as if it were not there.");
    }
}

// Joints.

// The single axis locked by a limit, or -1.
static int locked_axis(const Cursor *limit, const char *axes)
{
    Cursor quiet = *limit;
    quiet.report = NULL;
    double axis[1], min = 0.0, max = 0.0;
    const bool is_locked = tum_cursor_numbers(&quiet, axes, axis, 1) &&
                           tum_cursor_number(&quiet, "min", &min) &&
                           tum_cursor_number(&quiet, "max", &max) && min == max;
    return is_locked && (axis[0] == 0.0 || axis[0] == 1.0 || axis[0] == 2.0) ? (int)axis[0] : -1;
}

void tum_check_joint_description(SchemaWalk *walk, const Cursor *description)
{
    static const char *const axes[] = {"linearAxes", "angularAxes"};
    static const char *const types[] = {"linear", "angular"};
    bool is_locked[2][3] = {{false}};
    (void)walk;
    const Cursor limits = tum_cursor_member(description, "limits");
    const Cursor drives = tum_cursor_member(description, "drives");
    const size_t limit_count =
        tum_cursor_kind(&limits) == JSON_ARRAY ? tum_cursor_count(&limits) : 0;
    const size_t drive_count =
        tum_cursor_kind(&drives) == JSON_ARRAY ? tum_cursor_count(&drives) : 0;
    for (size_t i = 0; i < limit_count; ++i) {
        const Cursor limit = tum_cursor_item(&limits, i);
        for (int space = 0; space < 2; ++space) {
            const int axis = locked_axis(&limit, axes[space]);
            if (axis >= 0) {
                is_locked[space][axis] = true;
            }
        }
    }
    for (size_t i = 0; i < drive_count; ++i) {
        const Cursor drive = tum_cursor_item(&drives, i);
        Cursor quiet = drive;
        quiet.report = NULL;
        const int32_t axis = tum_cursor_index(&quiet, "axis", 3);
        const char *type = text_of(&drive, "type");
        for (int space = 0; axis >= 0 && space < 2; ++space) {
            if (strcmp(type, types[space]) == 0 && is_locked[space][axis]) {
                tum_cursor_report(&drive, CODE_PHYSICS_DRIVE_LOCKED_AXIS,
                                  "A limit of the same joint locks %s axis %d; the drive moves "
                                  "nothing.",
                                  type, (int)axis);
            }
        }
    }
}

void tum_check_omi_joint_node(SchemaWalk *walk, const Cursor *joint)
{
    static const Property constraint = INDEX("constraints", 0, TABLE_OMI_CONSTRAINTS);
    const Cursor list = tum_cursor_member(joint, "constraints");
    const size_t count = tum_cursor_kind(&list) == JSON_ARRAY ? tum_cursor_count(&list) : 0;
    for (size_t i = 0; i < count; ++i) {
        const Cursor item = tum_cursor_item(&list, i);
        if (tum_cursor_kind(&item) == JSON_NUMBER) {
            tum_schema_check_index(walk, joint, &item, &constraint);
        }
    }
}

// Motion.

static void check_orientation(const Cursor *motion, bool has_inertia)
{
    double q[4];
    if (has_inertia || !read_numbers(motion, "inertiaOrientation", q, 4)) {
        return;
    }
    const double length = square_root64(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    // Half a turn and more is compared with the identity as well: only w near 1 or -1 means no
    // rotation.
    if (absolute64(length - 1.0) <= unit_slack && absolute64(q[3]) < 1.0 - 1e-9) {
        report_extra(motion, "inertiaOrientation", "without 'inertiaDiagonal'");
    }
}

void tum_check_khr_motion(SchemaWalk *walk, const Cursor *motion)
{
    (void)walk;
    check_orientation(motion,
                      schema_has(motion, "inertiaDiagonal") || schema_has(motion, "inertiaTensor"));
}

void tum_check_omi_motion(SchemaWalk *walk, const Cursor *motion)
{
    double d[3];
    (void)walk;
    const bool is_zero =
        read_numbers(motion, "inertiaDiagonal", d, 3) && d[0] == 0.0 && d[1] == 0.0 && d[2] == 0.0;
    check_orientation(motion, schema_has(motion, "inertiaDiagonal") && !is_zero);
}

// Colliders and triggers.

void tum_check_geometry(SchemaWalk *walk, const Cursor *geometry)
{
    (void)walk;
    const int forms =
        schema_has(geometry, "shape") + schema_has(geometry, "node") + schema_has(geometry, "mesh");
    if (forms != 1) {
        tum_cursor_report(geometry, CODE_ONE_OF_MISMATCH,
                          "A geometry has exactly one of 'shape', 'mesh' and 'node', not %d.",
                          forms);
    } else if (schema_has(geometry, "shape") && is_true(geometry, "convexHull")) {
        report_extra(geometry, "convexHull", "on an implicit shape, which is convex already");
    }
}

// The drafts' `shape`: an index, or K4's object around one. @return the number of forms present.
static int check_draft_forms(SchemaWalk *walk, const Cursor *object)
{
    static const Property index = INDEX("shape", 0, TABLE_DRAFT_SHAPES);
    const Cursor shape = tum_cursor_member(object, "shape");
    if (tum_cursor_kind(&shape) == JSON_OBJECT) {
        const Cursor inner = tum_cursor_member(&shape, "shape");
        if (tum_cursor_exists(&inner)) {
            tum_schema_check_index(walk, &shape, &inner, &index);
        }
    } else if (tum_cursor_kind(&shape) != JSON_ABSENT) {
        tum_schema_check_index(walk, object, &shape, &index);
    }
    return schema_has(object, "geometry") + tum_cursor_exists(&shape) +
           schema_has(object, "collider");
}

void tum_check_khr_collider(SchemaWalk *walk, const Cursor *collider)
{
    const int forms = check_draft_forms(walk, collider);
    if (forms == 0) {
        tum_cursor_report_missing(collider, "geometry");
    } else if (forms > 1) {
        tum_cursor_report(collider, CODE_ONE_OF_MISMATCH,
                          "The geometry is given in %d ways; the newest counts.", forms);
    }
}

void tum_check_khr_trigger(SchemaWalk *walk, const Cursor *trigger)
{
    const int forms = check_draft_forms(walk, trigger) + schema_has(trigger, "nodes");
    if (forms != 1) {
        tum_cursor_report(trigger, CODE_ONE_OF_MISMATCH,
                          "A trigger has exactly one of 'geometry', 'shape' and 'nodes', not %d.",
                          forms);
    }
}

void tum_check_msft_node(SchemaWalk *walk, const Cursor *node)
{
    static const Property index = INDEX("collider", 0, TABLE_MSFT_SHAPES);
    const Cursor collider = tum_cursor_member(node, "collider");
    if (tum_cursor_kind(&collider) == JSON_OBJECT) {
        tum_schema_check_object(walk, &collider, &tum_msft_collider_schema);
    } else if (tum_cursor_kind(&collider) != JSON_ABSENT) {
        tum_schema_check_index(walk, node, &collider, &index);
    }
}

void tum_check_omi_collider(SchemaWalk *walk, const Cursor *collider)
{
    (void)walk;
    const Cursor shape = tum_cursor_member(collider, "shape");
    double index = -1.0;
    const bool has_shape =
        tum_cursor_exists(&shape) && !(tum_cursor_kind(&shape) == JSON_NUMBER &&
                                       tum_cursor_number_here(&shape, &index) && index == -1.0);
    if (!has_shape) {
        report_extra(collider, "physicsMaterial",
                     "on a collider without shape: those below do not inherit it");
        report_extra(collider, "collisionFilter",
                     "on a collider without shape: those below do not inherit it");
    }
}
