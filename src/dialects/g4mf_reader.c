// SPDX-License-Identifier: MIT
// g4mf_reader.c: motions, colliders and triggers of G4MF (docs/formats.md#g4mf).
#include "dialects/g4mf_reader.h"

#include <float.h>
#include <string.h>

#include "dialects/dialect.h"
#include "dialects/motion_members.h"
#include "dialects/trigger_members.h"
#include "document/g4mf_buffer.h"
#include "document/g4mf_node.h"
#include "math/linear4.h"
#include "math/scalar.h"

// Largest deviation of columns from right angles and from equal lengths
// (docs/dialects.md#what-every-reader-does).
#define CONFORMAL_TOLERANCE 1e-3

/// State of reading a document.
typedef struct G4mfState {
    G4mfShapes shapes;
    int dimension;
    size_t plane_count;    ///< Numbers of a bivector in this dimension.
    unsigned char *marks;  ///< [node_count] MARK_… bits.
    const char **pointers; ///< [node_count] Pointers of empty physics objects; NULL without any.
    bool has_bone, has_model;
} G4mfState;

enum { MARK_EMPTY = 1, MARK_TRIGGER = 2 };

void tum_g4mf_check_required(SceneReader *reader)
{
    const Cursor asset = tum_cursor_object(&reader->root, "asset");
    const Cursor required = tum_cursor_array(&asset, "extensionsRequired");
    for (size_t i = 0; i < tum_cursor_count(&required); ++i) {
        const Cursor item = tum_cursor_item(&required, i);
        const char *name = NULL;
        if (tum_cursor_text_here(&item, &name)) {
            tum_cursor_report_as(&item, CODE_UNSUPPORTED_EXTENSION, TUM_SEVERITY_ERROR,
                                 "The file requires '%.100s', which is not known.", name);
            reader->refused = true;
        }
    }
}

// Motion.

static void read_mass(const Cursor *motion, MotionDef *made)
{
    made->mass = 1.0;
    made->mass_origin = TUM_ORIGIN_DEFAULTED;
    double mass = 0.0;
    if (!tum_read_number(motion, "mass", 0.0, &mass)) {
        return;
    }
    if (mass > 0.0) {
        made->mass = mass;
        made->mass_origin = TUM_ORIGIN_AUTHORED;
        return;
    }
    const Cursor at = tum_cursor_member(motion, "mass");
    tum_cursor_report(&at, CODE_PHYSICS_ZERO_MASS,
                      "A mass of 0 is read as 1 kg; what does not move is static.");
    reader_decision(&at, "D19");
}

// Numbers of an array; an array of a lower dimension is padded with zeros.
static bool read_padded(const Cursor *object, const char *key, double *values, size_t count)
{
    const Cursor array = tum_cursor_array(object, key);
    const size_t present = tum_cursor_count(&array);
    if (!tum_cursor_exists(&array)) {
        return false;
    }
    if (present == count || present == 0 || present > count) {
        return tum_read_vector(object, key, values, count);
    }
    tum_cursor_report(&array, CODE_ARRAY_LENGTH_NOT_IN_LIST,
                      "%zu numbers instead of %zu; the others are read as 0.", present, count);
    memset(values, 0, count * sizeof *values);
    return tum_read_vector(object, key, values, present);
}

// Checks the moments of planes where all are given; with one missing, no violation is certain.
static void check_moments4(const Cursor *place, const double inertia[6])
{
    for (int i = 0; i < 6; ++i) {
        if (!is_finite64(inertia[i])) {
            return;
        }
    }
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 4; ++j) {
            for (int k = j + 1; k < 4; ++k) {
                if (i == j || i == k) {
                    continue;
                }
                const double jk = inertia[linear4_plane(j, k)];
                const double ij = inertia[i < j ? linear4_plane(i, j) : linear4_plane(j, i)];
                const double ik = inertia[i < k ? linear4_plane(i, k) : linear4_plane(k, i)];
                if (jk > (ij + ik) * 1.001) {
                    tum_cursor_report(place, CODE_PHYSICS_INERTIA_TRIANGLE,
                                      "No body has these moments: %g is more than two others, %g.",
                                      jk, ij + ik);
                    return;
                }
            }
        }
    }
    const double a = inertia[0] + inertia[5], b = inertia[1] + inertia[4],
                 c = inertia[2] + inertia[3];
    const double least = minimum64(a, minimum64(b, c)), most = maximum64(a, maximum64(b, c));
    if (most - least > 0.01 * most) {
        tum_cursor_report(place, CODE_PHYSICS_INERTIA_TRIANGLE,
                          "No body has these moments: XY + ZW, XZ + YW and YZ + XW are %g, %g and "
                          "%g.",
                          a, b, c);
    }
}

// Zero means computed, for each component (decision D20). In 3D the moments of planes become those
// of the perpendicular axes.
static void read_inertia(const G4mfState *g4mf, const Cursor *motion, double inertia[6])
{
    static const size_t axis_of[3] = {2, 1, 0};
    double found[6];
    if (!read_padded(motion, "inertiaDiagonal", found, g4mf->plane_count)) {
        return;
    }
    const Cursor array = tum_cursor_member(motion, "inertiaDiagonal");
    size_t zeros = 0;
    for (size_t i = 0; i < g4mf->plane_count; ++i) {
        const size_t to = g4mf->dimension == 3 ? axis_of[i] : i;
        if (found[i] < 0.0) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE,
                              "%g is below the minimum 0; the moment is computed.", found[i]);
        } else if (found[i] > 0.0) {
            inertia[to] = found[i];
        } else {
            ++zeros;
        }
    }
    if (zeros > 0 && zeros < g4mf->plane_count) {
        tum_cursor_report(&array, CODE_PHYSICS_INERTIA_PARTIAL_ZERO,
                          "Moments that are zero beside others that are not are computed.");
        reader_decision(&array, "D20");
    }
    if (g4mf->dimension == 3) {
        tum_check_moments(&array, inertia);
    } else {
        check_moments4(&array, inertia);
    }
}

static void check_rest(const Cursor *motion, const char *key, const double *v, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (v[i] != 0.0) {
            const Cursor at = tum_cursor_member(motion, key);
            tum_cursor_report(
                &at, CODE_PHYSICS_STATIC_VELOCITY,
                "A static body never moves; make it kinematic, or leave its velocity out.");
            return;
        }
    }
}

static void read_velocities(const G4mfState *g4mf, const Cursor *motion, MotionDef *made)
{
    const size_t axes = (size_t)g4mf->dimension;
    double planes[6] = {0.0};
    read_padded(motion, "linearVelocity", made->linear_velocity, axes);
    read_padded(motion, "angularVelocity", planes, g4mf->plane_count);
    if (made->kind == TUM_BODY_STATIC) {
        check_rest(motion, "linearVelocity", made->linear_velocity, axes);
        check_rest(motion, "angularVelocity", planes, g4mf->plane_count);
    }
    memcpy(made->angular_velocity, planes, sizeof planes);
    if (g4mf->dimension == 3) {
        made->angular_velocity[0] = planes[2];
        made->angular_velocity[1] = -planes[1];
        made->angular_velocity[2] = planes[0];
    }
}

static void read_motion(SceneReader *reader, const G4mfState *g4mf, int32_t node,
                        const Cursor *motion)
{
    MotionDef made = tum_default_motion_def();
    made.node = node;
    made.kind = tum_read_motion_kind(motion);
    // decision D15
    made.velocity_space = reader->node_velocities ? VELOCITY_IN_NODE : VELOCITY_IN_WORLD;
    made.center_rule = CENTER_AT_NODE;
    made.pointer = tum_reader_pointer(reader, motion);
    read_mass(motion, &made);
    read_inertia(g4mf, motion, made.inertia);
    if (g4mf->dimension == 3) {
        tum_g4mf_rotor3(motion, "inertiaOrientation", made.inertia_rotation);
    } else {
        tum_g4mf_rotor4(motion, "inertiaOrientation", made.inertia_rotation4);
    }
    read_velocities(g4mf, motion, &made);
    tum_read_number(motion, "gravityFactor", -(double)FLT_MAX, &made.gravity_factor);
    tum_scene_builder_motion(reader->builder, &made);
}

// Colliders and triggers.

// Checks the columns of a square matrix, `stride` numbers apart.
static bool is_conformal(const double *m, int dimension, int stride)
{
    for (int a = 0; a < dimension; ++a) {
        for (int b = 0; b <= a; ++b) {
            double dot = 0.0, first = 0.0;
            for (int k = 0; k < dimension; ++k) {
                dot += m[stride * a + k] * m[stride * b + k];
                first += m[k] * m[k];
            }
            if (!(absolute64(dot - (a == b ? first : 0.0)) <= 2.0 * CONFORMAL_TOLERANCE * first)) {
                return false;
            }
        }
    }
    return true;
}

// Heightmaps may have any scale.
static void check_conformal(SceneReader *reader, const G4mfState *g4mf, int32_t node,
                            const Cursor *object, int32_t index)
{
    const DocumentNode *at = tum_document_node(reader->document, (size_t)node);
    const DocumentNode4 *at4 = tum_document_node4(reader->document, (size_t)node);
    const bool is_fine =
        at4 != NULL ? is_conformal(at4->world->basis, 4, 4) : is_conformal(at->world, 3, 4);
    if (!is_fine && index >= 0 && !g4mf->shapes.is_heightmap[index]) {
        tum_cursor_report(
            object, CODE_PHYSICS_NOT_CONFORMAL,
            "The global transform is more than a rotation and one scale; give the shape its size "
            "instead.");
    }
}

static int32_t read_shape(SceneReader *reader, G4mfState *g4mf, int32_t node, const Cursor *object)
{
    const int32_t index = tum_g4mf_index(object, "shape", g4mf->shapes.root.count);
    const int32_t shape = tum_g4mf_shape(reader, &g4mf->shapes, index);
    check_conformal(reader, g4mf, node, object, index);
    if (index >= 0 && g4mf->shapes.is_ray[index]) {
        tum_cursor_report(object, CODE_PHYSICS_RAY_INERT,
                          "A ray touches nothing; it is kept for queries.");
    }
    return shape;
}

static void read_collider(SceneReader *reader, G4mfState *g4mf, int32_t node,
                          const Cursor *collider)
{
    ColliderDef made = {.node = node, .material = -1, .filter = -1, .group = -1};
    if (!tum_read_required(collider, "shape")) {
        return;
    }
    made.shape = read_shape(reader, g4mf, node, collider);
    if (made.shape >= 0) {
        made.pointer = tum_reader_pointer(reader, collider);
        tum_scene_builder_collider(reader->builder, &made);
    }
}

static void read_trigger(SceneReader *reader, G4mfState *g4mf, int32_t node, const Cursor *trigger)
{
    const bool has_shape = reader_has(trigger, "shape"), has_nodes = reader_has(trigger, "nodes");
    const char *pointer = tum_reader_pointer(reader, trigger);
    TriggerDef made = {.node = node, .shape = -1, .filter = -1, .pointer = pointer};
    if (has_shape == has_nodes) {
        tum_cursor_report(trigger, CODE_ONE_OF_MISMATCH, "The trigger has %s.",
                          has_shape ? "both 'shape' and 'nodes'" : "neither 'shape' nor 'nodes'");
    }
    if (has_shape) {
        made.shape = read_shape(reader, g4mf, node, trigger);
    }
    if (has_nodes) {
        made.member_count = tum_trigger_members_read(reader, node, trigger, pointer, &made.members);
    }
    reader->aspects[node] |= ASPECT_TRIGGER | (has_nodes ? ASPECT_COMPOUND : 0);
    g4mf->marks[node] |= MARK_TRIGGER;
    if (made.shape >= 0 || made.member_count > 0) {
        tum_scene_builder_trigger(reader->builder, &made);
    }
}

static void note_empty(SceneReader *reader, G4mfState *g4mf, int32_t node, const Cursor *physics)
{
    if (g4mf->pointers == NULL) {
        g4mf->pointers =
            tum_arena_zeroed(&reader->arena, reader->node_count, sizeof *g4mf->pointers);
    }
    if (g4mf->pointers != NULL) {
        g4mf->marks[node] |= MARK_EMPTY;
        g4mf->pointers[node] = tum_reader_pointer(reader, physics);
    }
}

static void read_physics(SceneReader *reader, G4mfState *g4mf, int32_t node, const Cursor *at)
{
    const Cursor physics = tum_cursor_object(at, "physics");
    const Cursor motion = tum_cursor_object(&physics, "motion");
    const Cursor collider = tum_cursor_object(&physics, "collider");
    const Cursor trigger = tum_cursor_object(&physics, "trigger");
    const int roles = (tum_cursor_exists(&motion) ? 1 : 0) +
                      (tum_cursor_exists(&collider) ? 1 : 0) +
                      (tum_cursor_exists(&trigger) ? 1 : 0);
    if (roles > 1) {
        tum_cursor_report(&physics, CODE_G4MF_PHYSICS_MULTIPLE_ROLES,
                          "The node has %d of motion, collider and trigger; each is read.", roles);
    }
    if (tum_cursor_exists(&motion)) {
        reader->aspects[node] |= ASPECT_MOTION;
        read_motion(reader, g4mf, node, &motion);
    }
    if (tum_cursor_exists(&collider)) {
        reader->aspects[node] |= ASPECT_COLLIDER;
        read_collider(reader, g4mf, node, &collider);
    }
    if (tum_cursor_exists(&trigger)) {
        read_trigger(reader, g4mf, node, &trigger);
    }
    if (tum_cursor_exists(&physics) && roles == 0) {
        note_empty(reader, g4mf, node, &physics);
    }
}

// Files, once, the content that is kept but not simulated.
static void note_others(G4mfState *g4mf, const Cursor *at)
{
    const Cursor bone = tum_cursor_member(at, "bone");
    const Cursor model = tum_cursor_member(at, "modelInstance");
    if (!g4mf->has_bone && (reader_has(&bone, "shape") || reader_has(&bone, "mass"))) {
        g4mf->has_bone = true;
        tum_cursor_report(&bone, CODE_G4MF_BONE_SHAPE_IGNORED,
                          "Shapes and masses of bones are kept and not simulated.");
        reader_decision(&bone, "G4");
    }
    if (!g4mf->has_model && tum_cursor_exists(&model)) {
        g4mf->has_model = true;
        tum_cursor_report(&model, CODE_G4MF_MODEL_INSTANCE_IGNORED,
                          "Instances of other files are kept and not expanded.");
        reader_decision(&model, "G5");
    }
}

// An empty physics object takes the triggers below as its parts, except those below another such
// object.

static int32_t *find_groups(SceneReader *reader, const G4mfState *g4mf)
{
    const size_t count = reader->node_count;
    int32_t *group_of = tum_arena_allocate(&reader->arena, count * sizeof *group_of);
    int32_t *order = tum_arena_zeroed(&reader->arena, count, sizeof *order);
    if (group_of == NULL || order == NULL) {
        return NULL;
    }
    // The order is parents before children, from the roots down.
    size_t filled = 0;
    for (size_t i = 0; i < tum_document_child_count(reader->document, -1); ++i) {
        order[filled++] = tum_document_child(reader->document, -1, i);
    }
    for (size_t done = 0; done < filled; ++done) {
        const int32_t node = order[done];
        const int32_t parent = tum_document_node(reader->document, (size_t)node)->parent;
        const bool is_below_group = parent >= 0 && (g4mf->marks[parent] & MARK_EMPTY) != 0;
        group_of[node] = is_below_group ? parent : parent >= 0 ? group_of[parent] : -1;
        for (size_t k = 0; k < tum_document_child_count(reader->document, node); ++k) {
            order[filled++] = tum_document_child(reader->document, node, k);
        }
    }
    return group_of;
}

static void add_groups(SceneReader *reader, const G4mfState *g4mf)
{
    const size_t count = reader->node_count;
    const int32_t *group_of = find_groups(reader, g4mf);
    size_t *first = tum_arena_zeroed(&reader->arena, count + 1, sizeof *first);
    int32_t *members = tum_arena_zeroed(&reader->arena, count, sizeof *members);
    if (group_of == NULL || first == NULL || members == NULL) {
        return;
    }
    for (int pass = 0; pass < 2; ++pass) {
        for (size_t i = 0; i < count; ++i) {
            if ((g4mf->marks[i] & MARK_TRIGGER) == 0 || group_of[i] < 0) {
                continue;
            }
            if (pass == 0) {
                ++first[group_of[i] + 1];
            } else {
                members[first[group_of[i]]++] = (int32_t)i;
            }
        }
        for (size_t g = 0; pass == 0 && g < count; ++g) {
            first[g + 1] += first[g];
        }
    }
    // Filling advanced each group's start to its end, the next group's start.
    for (size_t g = 0; g < count; ++g) {
        const size_t begin = g > 0 ? first[g - 1] : 0, end = first[g];
        if ((g4mf->marks[g] & MARK_EMPTY) == 0) {
            continue;
        }
        if (begin == end) {
            tum_report_add(reader->report, CODE_G4MF_PHYSICS_EMPTY,
                           tum_document_name(reader->document), g4mf->pointers[g],
                           "The physics of the node is empty, and no trigger is below it.");
            continue;
        }
        tum_scene_builder_trigger(reader->builder, &(TriggerDef){.node = (int32_t)g,
                                                                 .shape = -1,
                                                                 .filter = -1,
                                                                 .members = &members[begin],
                                                                 .member_count = end - begin,
                                                                 .pointer = g4mf->pointers[g]});
    }
}

static bool is_simulated(SceneReader *reader, int dimension)
{
    if (dimension == 3 || dimension == 4) {
        return true;
    }
    const Cursor asset = tum_cursor_object(&reader->root, "asset");
    const Cursor at = tum_cursor_member(&asset, "dimension");
    tum_cursor_report(&at, CODE_G4MF_DIMENSION_UNSUPPORTED,
                      "Physics is read in 3 and 4 dimensions; this document has %d.", dimension);
    return false;
}

static bool has_any(const SceneReader *reader)
{
    for (size_t i = 0; i < reader->node_count; ++i) {
        if (reader->aspects[i] != 0) {
            return true;
        }
    }
    return false;
}

void tum_g4mf_read(SceneReader *reader)
{
    G4mfState *g4mf = tum_arena_zeroed(&reader->arena, 1, sizeof *g4mf);
    const int dimension = tum_document_dimension(reader->document);
    if (g4mf == NULL || !is_simulated(reader, dimension)) {
        tum_scene_builder_dialects(reader->builder, "F");
        return;
    }
    g4mf->dimension = dimension;
    g4mf->plane_count = dimension == 3 ? 3 : 6;
    g4mf->marks = tum_arena_zeroed(&reader->arena, reader->node_count, 1);
    tum_g4mf_shapes_open(&g4mf->shapes, reader);
    for (size_t i = 0; i < reader->node_count && reader_is_fine(reader); ++i) {
        const Cursor node = tum_cursor_item(&reader->nodes, i);
        if (tum_document_node(reader->document, i)->in_scene) {
            read_physics(reader, g4mf, (int32_t)i, &node);
            note_others(g4mf, &node);
        }
    }
    if (!reader_is_fine(reader)) {
        return;
    }
    tum_trigger_members_check(reader);
    add_groups(reader, g4mf);
    if (has_any(reader)) {
        tum_scene_builder_dialects(reader->builder, "F");
    }
}
