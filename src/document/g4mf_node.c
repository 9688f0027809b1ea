// SPDX-License-Identifier: MIT
// g4mf_node.c: names and transforms of G4MF nodes.
#include "document/g4mf_node.h"

#include <string.h>

#include "document/g4mf_buffer.h"
#include "document/transform.h"
#include "math/linear4.h"
#include "math/scalar.h"
#include "math/shared_transform.h"

static const double unit_tolerance = 0.00769; ///< Deviation of a rotor's length from 1.
static const double versor_tolerance = 5e-5;  ///< Deviation of a rotor from a versor.

// Rotors.

// A rotor of `full` numbers, or of at least `least` with the rest absent. A rotor of a lower
// dimension is read with a finding: its numbers have the same order.
static bool read_rotor(const Cursor *object, const char *key, size_t least, size_t full,
                       double *rotor)
{
    const Cursor array = tum_cursor_array(object, key);
    const size_t count = tum_cursor_count(&array);
    if (!tum_cursor_exists(&array)) {
        return false;
    }
    memset(rotor, 0, full * sizeof *rotor);
    if (count != least && count != full) {
        tum_cursor_report(&array, CODE_ARRAY_LENGTH_NOT_IN_LIST,
                          "A rotor has %zu or %zu numbers here, not %zu.", least, full, count);
        if (count != 2 && count != 4) {
            return false;
        }
    }
    if (count > full || !tum_cursor_floats(object, key, rotor, count)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (absolute64(rotor[i]) > 1.0 + 1e-9) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE,
                              "Value %g is not in -1 to 1; the rotor is made unit.", rotor[i]);
        }
    }
    return true;
}

static bool is_in_range(const double *rotor, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (absolute64(rotor[i]) > 1.0 + 1e-9) {
            return false;
        }
    }
    return true;
}

static bool check_length(const Cursor *object, const char *key, const double *rotor, size_t count)
{
    double squares = 0.0;
    for (size_t i = 0; i < count; ++i) {
        squares += rotor[i] * rotor[i];
    }
    const double length = square_root64(squares);
    if (is_in_range(rotor, count) && !(absolute64(length - 1.0) <= unit_tolerance)) {
        const Cursor member = tum_cursor_member(object, key);
        tum_cursor_report(&member, CODE_ROTATION_NON_UNIT, "A rotor of length %g instead of 1.",
                          length);
        return false;
    }
    return true;
}

bool tum_g4mf_rotor3(const Cursor *object, const char *key, double rotation[4])
{
    double r[4];
    if (!read_rotor(object, key, 4, 4, r)) {
        return false;
    }
    check_length(object, key, r, 4);
    const DQuat unit = dquat_normalize((DQuat){r[3], 0.0 - r[2], r[1], r[0]});
    rotation[0] = unit.x;
    rotation[1] = unit.y;
    rotation[2] = unit.z;
    rotation[3] = unit.w;
    return true;
}

bool tum_g4mf_rotor4(const Cursor *object, const char *key, double matrix[16])
{
    double r[8];
    if (!read_rotor(object, key, 7, 8, r)) {
        return false;
    }
    const double error = r[0] * r[7] - (r[1] * r[6] - r[2] * r[5] + r[3] * r[4]);
    if (check_length(object, key, r, 8) && is_in_range(r, 8) &&
        absolute64(error) > versor_tolerance) {
        const Cursor member = tum_cursor_member(object, key);
        tum_cursor_report(&member, CODE_G4MF_ROTOR_NOT_VERSOR,
                          "No rotation: scalar times xyzw is off by %g; the nearest one is used.",
                          error);
    }
    tum_rotor4_matrix(r, matrix);
    return true;
}

// Transforms.

// One number for all axes or one for each, all positive.
static bool read_scale(const Cursor *at, size_t dimension, double *scale)
{
    const Cursor array = tum_cursor_array(at, "scale");
    double read[4];
    const size_t count = tum_cursor_count(&array);
    if (!tum_cursor_exists(&array)) {
        return false;
    }
    if (count != 1 && count != dimension) {
        tum_cursor_report(&array, CODE_ARRAY_LENGTH_NOT_IN_LIST,
                          "A scale has 1 or %zu numbers, not %zu.", dimension, count);
        return false;
    }
    if (!tum_cursor_floats(at, "scale", read, count)) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (!(read[i] > 0.0)) {
            const Cursor item = tum_cursor_item(&array, i);
            tum_cursor_report(&item, CODE_VALUE_NOT_IN_RANGE, "A scale of %g is not above zero.",
                              read[i]);
            return false;
        }
    }
    for (size_t i = 0; i < dimension; ++i) {
        scale[i] = read[count == 1 ? 0 : i];
    }
    return true;
}

// A basis, which excludes other transform members.
static bool read_basis(const Cursor *at, size_t dimension, double *basis)
{
    const Cursor member = tum_cursor_member(at, "basis");
    static const char *const others[] = {"rotor", "scale"};
    double whole[16] = LINEAR4_IDENTITY;
    if (!tum_cursor_floats(at, "basis", basis, dimension * dimension)) {
        return false;
    }
    for (size_t i = 0; i < 2; ++i) {
        const Cursor other = tum_cursor_member(at, others[i]);
        if (tum_cursor_exists(&other)) {
            tum_cursor_report(&member, CODE_NODE_MATRIX_TRS,
                              "A basis beside a %s; the basis is used.", others[i]);
        }
    }
    for (size_t i = 0; i < dimension * dimension; ++i) {
        whole[4 * (i / dimension) + i % dimension] = basis[i];
    }
    if (tum_linear4_determinant(whole) == 0.0) {
        tum_cursor_report(&member, CODE_G4MF_BASIS_SINGULAR, "The basis has the determinant 0.");
    }
    return true;
}

// Each function returns true where the transform is a basis.
static bool read_transform3(const Cursor *at, TumTransform *local)
{
    double basis[9], *t = local->translation;
    tum_cursor_floats(at, "position", t, 3);
    if (read_basis(at, 3, basis)) {
        const double m[16] = {basis[0], basis[1], basis[2], 0.0, basis[3], basis[4], basis[5], 0.0,
                              basis[6], basis[7], basis[8], 0.0, t[0],     t[1],     t[2],     1.0};
        memcpy(local->matrix, m, sizeof m);
        tum_transform_decompose(m, t, local->rotation, local->scale);
        return true;
    }
    tum_g4mf_rotor3(at, "rotor", local->rotation);
    read_scale(at, 3, local->scale);
    tum_transform_compose(t, local->rotation, local->scale, local->matrix);
    return false;
}

static bool read_transform4(const Cursor *at, TumTransform4 *local)
{
    double scale[4] = {1.0, 1.0, 1.0, 1.0};
    tum_cursor_floats(at, "position", local->position, 4);
    if (read_basis(at, 4, local->basis)) {
        return true;
    }
    tum_g4mf_rotor4(at, "rotor", local->basis);
    read_scale(at, 4, scale);
    for (int i = 0; i < 16; ++i) {
        local->basis[i] *= scale[i / 4];
    }
    return false;
}

static bool check_length_of(const Cursor *at, const char *key, int64_t one, int64_t other)
{
    const Cursor array = tum_cursor_array(at, key);
    const int64_t count = (int64_t)tum_cursor_count(&array);
    if (tum_cursor_exists(&array) && count != one && count != other) {
        tum_cursor_report(&array, CODE_ARRAY_LENGTH_NOT_IN_LIST,
                          "%lld numbers; in this dimension there are %lld.", (long long)count,
                          (long long)one);
        return false;
    }
    return true;
}

// In other dimensions only the lengths are checked: nodes get no places.
static void check_lengths(const Cursor *at, int64_t dimension)
{
    const int64_t bivector = dimension * (dimension - 1) / 2;
    check_length_of(at, "position", dimension, dimension);
    check_length_of(at, "basis", dimension * dimension, dimension * dimension);
    check_length_of(at, "scale", dimension, 1);
    const bool is_small = dimension < 32;
    check_length_of(at, "rotor", 1 + bivector,
                    is_small && dimension > 0 ? (int64_t)1 << (dimension - 1) : 1 + bivector);
}

static void check_components(const Cursor *at)
{
    static const char *const kinds[] = {"bone",          "camera",  "light",   "meshInstance",
                                        "modelInstance", "physics", "skeleton"};
    int found = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        const Cursor member = tum_cursor_member(at, kinds[i]);
        found += tum_cursor_exists(&member) ? 1 : 0;
    }
    if (found > 1) {
        tum_cursor_report(at, CODE_G4MF_NODE_MULTIPLE_COMPONENTS,
                          "The node is %d kinds of thing; each is read.", found);
    }
}

static void check_root(const Cursor *at)
{
    static const char *const parts[] = {"position", "basis", "rotor", "scale"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        const Cursor part = tum_cursor_member(at, parts[i]);
        if (tum_cursor_exists(&part)) {
            tum_cursor_report(
                &part, CODE_G4MF_ROOT_TRANSFORM,
                "The root node has a %s, which is ignored; a node below it may have one.",
                parts[i]);
        }
    }
}

static int32_t read_mesh(const TumDocument *document, const Cursor *at)
{
    const size_t count = tum_cursor_root_count(document, "meshes");
    const Cursor instance = tum_cursor_object(at, "meshInstance");
    const Cursor older = tum_cursor_member(at, "mesh");
    if (tum_cursor_exists(&instance)) {
        return tum_g4mf_index(&instance, "mesh", count);
    }
    if (!tum_cursor_exists(&older)) {
        return -1;
    }
    tum_cursor_report(&older, CODE_G4MF_OLD_LAYOUT, "'mesh' is called 'meshInstance' today.");
    return tum_g4mf_index(at, "mesh", count);
}

void tum_g4mf_node_read(const TumDocument *document, const Cursor *at, DocumentNode *node,
                        TumTransform *local, TumTransform4 *local4)
{
    if (!tum_cursor_exists(at)) {
        return;
    }
    tum_cursor_text(at, "name", &node->name);
    node->mesh = read_mesh(document, at);
    check_components(at);
    if (at->index == 0) {
        check_root(at);
    } else if (document->dimension == 3) {
        node->has_matrix = read_transform3(at, local);
    } else if (document->dimension == 4) {
        node->has_matrix = read_transform4(at, local4);
    } else {
        check_lengths(at, document->dimension);
    }
}

static bool are_finite(const double *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        if (!is_finite64(values[i])) {
            return false;
        }
    }
    return true;
}

bool tum_g4mf_node_place(const DocumentNode4 *parent, DocumentNode4 *node, Arena *arena,
                         const Cursor *at)
{
    TumTransform4 world = *node->local;
    if (parent == NULL) {
        node->world = node->local;
        return true;
    }
    tum_linear4_multiply(parent->world->basis, node->local->basis, world.basis);
    tum_linear4_transform(parent->world->basis, node->local->position, world.position);
    for (int i = 0; i < 4; ++i) {
        world.position[i] += parent->world->position[i];
    }
    if (are_finite(world.basis, 16) && are_finite(world.position, 4)) {
        node->world = tum_world4_keep(arena, &world, parent->world);
    } else {
        tum_cursor_report(at, CODE_VALUE_NOT_IN_RANGE,
                          "The global transform is beyond all numbers; the parent's is used.");
        node->world = parent->world;
    }
    return node->world != NULL;
}
