// SPDX-License-Identifier: MIT
// rules_document.c: rules of the glTF core, one function each: asset, nodes, buffers, meshes.
#include "validate/rules_document.h"

#include <string.h>

#include "document/accessor.h"
#include "document/asset.h"
#include "validate/extensions.h"
#include "validate/schema_walk.h"

static int64_t integer_or(const Cursor *object, const char *key, int64_t fallback)
{
    Cursor quiet = *object;
    quiet.report = NULL;
    int64_t value = fallback;
    tum_cursor_integer(&quiet, key, &value);
    return value;
}

static int32_t index_of(const SchemaWalk *walk, const Cursor *object, const char *key,
                        SchemaTable table)
{
    Cursor quiet = *object;
    quiet.report = NULL;
    return tum_cursor_index(&quiet, key, walk->tables[table].count);
}

static Cursor entry(const SchemaWalk *walk, Cursor *root, Cursor *table, const char *key,
                    int32_t index)
{
    *root = tum_cursor_root(walk->document, walk->report);
    *table = tum_cursor_member(root, key);
    return index >= 0 ? tum_cursor_item(table, (size_t)index)
                      : tum_cursor_member(table, "there is none");
}

// Document and asset.

void tum_check_document(SchemaWalk *walk, const Cursor *root)
{
    tum_extensions_check_lists(walk, root);
}

void tum_check_asset(SchemaWalk *walk, const Cursor *asset)
{
    unsigned major, minor, least_major, least_minor;
    const Cursor least = tum_cursor_member(asset, "minVersion");
    const Cursor version = tum_cursor_member(asset, "version");
    const char *least_text = NULL, *text = NULL;
    (void)walk;
    if (tum_cursor_kind(&least) != JSON_TEXT || !tum_cursor_text_here(&least, &least_text)) {
        return;
    }
    if (!tum_asset_parse_version(least_text, &least_major, &least_minor)) {
        tum_cursor_report(&least, CODE_PATTERN_MISMATCH,
                          "Version '%.40s' is not of the form <major>.<minor>.", least_text);
        return;
    }
    if (tum_cursor_kind(&version) == JSON_TEXT && tum_cursor_text_here(&version, &text) &&
        tum_asset_parse_version(text, &major, &minor) &&
        (least_major > major || (least_major == major && least_minor > minor))) {
        tum_cursor_report(&least, CODE_ASSET_MIN_VERSION_GREATER_THAN_VERSION,
                          "The asset needs version %.40s and declares %.40s.", least_text, text);
    }
}

// Nodes.

// The number of morph targets of a node's mesh, or -1 where it is unknown.
static int64_t target_count(const SchemaWalk *walk, const Cursor *node)
{
    Cursor root, meshes;
    const int32_t index = index_of(walk, node, "mesh", TABLE_MESHES);
    if (index < 0) {
        return -1;
    }
    const Cursor mesh = entry(walk, &root, &meshes, "meshes", index);
    const Cursor primitives = tum_cursor_member(&mesh, "primitives");
    const Cursor first = tum_cursor_item(&primitives, 0);
    const Cursor targets = tum_cursor_member(&first, "targets");
    return (int64_t)tum_cursor_count(&targets);
}

static void check_matrix(const Cursor *node)
{
    Cursor quiet = *node;
    quiet.report = NULL;
    double m[16];
    if (!tum_cursor_numbers(&quiet, "matrix", m, 16)) {
        return;
    }
    bool is_identity = true;
    for (int i = 0; i < 16; ++i) {
        is_identity &= m[i] == (i % 5 == 0 ? 1.0 : 0.0);
    }
    if (is_identity) {
        const Cursor member = tum_cursor_member(node, "matrix");
        tum_cursor_report(&member, CODE_NODE_MATRIX_DEFAULT,
                          "The identity is the default; leave it out.");
    }
}

void tum_check_node(SchemaWalk *walk, const Cursor *node)
{
    static const char *const dependents[] = {"skin", "weights"};
    check_matrix(node);
    if (!schema_has(node, "mesh")) {
        for (size_t i = 0; i < 2; ++i) {
            const Cursor member = tum_cursor_member(node, dependents[i]);
            if (tum_cursor_exists(&member)) {
                tum_cursor_report(&member, CODE_UNSATISFIED_DEPENDENCY,
                                  "'%s' needs 'mesh', which is absent.", dependents[i]);
            }
        }
        return;
    }
    const Cursor weights = tum_cursor_member(node, "weights");
    const int64_t expected = target_count(walk, node);
    if (tum_cursor_kind(&weights) == JSON_ARRAY && expected >= 0 &&
        tum_cursor_count(&weights) != (size_t)expected) {
        tum_cursor_report(&weights, CODE_NODE_WEIGHTS_INVALID,
                          "%zu weights, where the mesh has %lld morph targets.",
                          tum_cursor_count(&weights), (long long)expected);
    }
}

static bool is_empty_node(const Cursor *node)
{
    static const char *const contents[] = {"children", "mesh",       "camera",
                                           "skin",     "extensions", "extras"};
    for (size_t i = 0; i < sizeof contents / sizeof *contents; ++i) {
        const Cursor member = tum_cursor_member(node, contents[i]);
        if (tum_cursor_kind(&member) != JSON_ABSENT) {
            return false;
        }
    }
    return true;
}

// Buffers.

void tum_check_buffer(SchemaWalk *walk, const Cursor *buffer)
{
    const Cursor uri = tum_cursor_member(buffer, "uri");
    const char *text = NULL;
    if (!tum_document_is_glb(walk->document) || tum_cursor_kind(&uri) != JSON_TEXT ||
        !tum_cursor_text_here(&uri, &text)) {
        return;
    }
    if (strncmp(text, "data:", 5) == 0) {
        tum_cursor_report(&uri, CODE_DATA_URI_GLB,
                          "A data URI inside a GLB; the BIN chunk holds bytes without inflation.");
    } else {
        tum_cursor_report(&uri, CODE_URI_GLB, "A GLB that needs another file beside it.");
    }
}

void tum_check_buffer_view(SchemaWalk *walk, const Cursor *view)
{
    Cursor root, buffers;
    const int64_t length = integer_or(view, "byteLength", -1);
    const int64_t offset = integer_or(view, "byteOffset", 0);
    const int64_t stride = integer_or(view, "byteStride", 0);
    if (stride >= 4 && stride <= 252) {
        const Cursor member = tum_cursor_member(view, "byteStride");
        if (stride % 4 != 0) {
            tum_cursor_report(&member, CODE_VALUE_MULTIPLE_OF, "Stride %lld is no multiple of 4.",
                              (long long)stride);
        }
        if (length > 0 && stride > length) {
            tum_cursor_report(&member, CODE_BUFFER_VIEW_TOO_BIG_BYTE_STRIDE,
                              "A stride of %lld bytes in a view of %lld.", (long long)stride,
                              (long long)length);
        }
    }
    const bool is_first = walk->is_g4mf && !schema_has(view, "buffer");
    const int32_t index = is_first ? 0 : index_of(walk, view, "buffer", TABLE_BUFFERS);
    const Cursor buffer = entry(walk, &root, &buffers, "buffers", index);
    const int64_t room = integer_or(&buffer, "byteLength", -1);
    if (room < 1 || length < 1 || offset < 0) {
        return;
    }
    if (offset >= room) {
        const Cursor member = tum_cursor_member(view, "byteOffset");
        tum_cursor_report(&member, CODE_BUFFER_VIEW_TOO_LONG,
                          "Offset %lld is past the buffer's %lld bytes.", (long long)offset,
                          (long long)room);
    } else if (length > room - offset) {
        const Cursor member = tum_cursor_member(view, "byteLength");
        tum_cursor_report(&member, CODE_BUFFER_VIEW_TOO_LONG,
                          "%lld bytes from %lld on are past the buffer's %lld.", (long long)length,
                          (long long)offset, (long long)room);
    }
}

// Meshes.

static bool has_bounds(const Cursor *accessor)
{
    return schema_has(accessor, "min") && schema_has(accessor, "max");
}

// KHR_mesh_quantization allows more formats; the shape that uses the mesh checks them.
static void check_position_format(const SchemaWalk *walk, const Cursor *at, const Cursor *accessor)
{
    const Cursor type = tum_cursor_member(accessor, "type");
    const int64_t component = integer_or(accessor, "componentType", 0);
    const char *name = NULL;
    if (component == 0 || tum_cursor_kind(&type) != JSON_TEXT ||
        !tum_cursor_text_here(&type, &name) ||
        tum_extension_is_declared(walk, "KHR_mesh_quantization")) {
        return;
    }
    if (strcmp(name, "VEC3") != 0 || component != COMPONENT_FLOAT) {
        tum_cursor_report(at, CODE_MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT,
                          "Positions are VEC3 of floats (5126), not %.16s of type %lld.", name,
                          (long long)component);
    }
}

static void check_attributes(const SchemaWalk *walk, const Cursor *attributes)
{
    Cursor root, accessors;
    int64_t expected = -1;
    for (size_t i = 0; i < tum_cursor_count(attributes); ++i) {
        const char *name = NULL;
        const Cursor member = tum_cursor_member_at(attributes, i, &name);
        const int32_t index = index_of(walk, attributes, name, TABLE_ACCESSORS);
        const Cursor accessor = entry(walk, &root, &accessors, "accessors", index);
        const int64_t count = integer_or(&accessor, "count", -1);
        if (count < 0) {
            continue;
        }
        expected = expected < 0 ? count : expected;
        if (count != expected) {
            tum_cursor_report(&member, CODE_MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT,
                              "%lld elements, where the first attribute has %lld.",
                              (long long)count, (long long)expected);
        }
        if (strcmp(name, "POSITION") == 0) {
            check_position_format(walk, &member, &accessor);
        }
        if (strcmp(name, "POSITION") == 0 && !has_bounds(&accessor)) {
            tum_cursor_report(&member, CODE_MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS,
                              "The accessor of positions needs 'min' and 'max'.");
        }
    }
}

// True where a mode accepts this number of indices or vertices.
static bool fits_mode(int64_t mode, int64_t count)
{
    switch (mode) {
    case 1: return count >= 2 && count % 2 == 0;
    case 2:
    case 3: return count >= 2;
    case 4: return count >= 3 && count % 3 == 0;
    case 5:
    case 6: return count >= 3;
    default: return true;
    }
}

static void check_indices(SchemaWalk *walk, const Cursor *primitive, const Cursor *accessor,
                          int64_t vertex_count)
{
    Cursor root, views;
    const Cursor member = tum_cursor_member(primitive, "indices");
    const Cursor type_member = tum_cursor_member(accessor, "type");
    const int64_t component = integer_or(accessor, "componentType", 0);
    const char *type = NULL;
    if (component == 0 || tum_cursor_kind(&type_member) != JSON_TEXT ||
        !tum_cursor_text_here(&type_member, &type)) {
        return;
    }
    if (strcmp(type, "SCALAR") != 0 ||
        (component != COMPONENT_UNSIGNED_BYTE && component != COMPONENT_UNSIGNED_SHORT &&
         component != COMPONENT_UNSIGNED_INT)) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT,
                          "Indices are single unsigned integers, not %.16s of type %lld.", type,
                          (long long)component);
    } else if (vertex_count > 0) {
        tum_check_index_data(walk, &member, index_of(walk, primitive, "indices", TABLE_ACCESSORS),
                             (size_t)vertex_count);
    }
    const int32_t index = index_of(walk, accessor, "bufferView", TABLE_BUFFER_VIEWS);
    const Cursor view = entry(walk, &root, &views, "bufferViews", index);
    if (schema_has(&view, "byteStride")) {
        tum_cursor_report(&member, CODE_MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE,
                          "The bufferView of indices has a stride; they lie side by side.");
    }
}

void tum_check_primitive(SchemaWalk *walk, const Cursor *primitive)
{
    Cursor root, accessors;
    const Cursor attributes = tum_cursor_member(primitive, "attributes");
    if (tum_cursor_kind(&attributes) != JSON_OBJECT) {
        return;
    }
    check_attributes(walk, &attributes);
    const bool has_indices = schema_has(primitive, "indices");
    const int32_t position = index_of(walk, &attributes, "POSITION", TABLE_ACCESSORS);
    const int32_t index =
        has_indices ? index_of(walk, primitive, "indices", TABLE_ACCESSORS) : position;
    if (!schema_has(&attributes, "POSITION") && tum_cursor_count(&attributes) > 0) {
        tum_cursor_report(&attributes, CODE_MESH_PRIMITIVE_NO_POSITION,
                          "No attribute 'POSITION': nothing is drawn, and no shape is made of it.");
    }
    const Cursor accessor = entry(walk, &root, &accessors, "accessors", index);
    if (has_indices) {
        const Cursor vertices = entry(walk, &root, &accessors, "accessors", position);
        check_indices(walk, primitive, &accessor, integer_or(&vertices, "count", -1));
    }
    const int64_t mode = integer_or(primitive, "mode", 4);
    const int64_t count = integer_or(&accessor, "count", -1);
    if (count > 0 && !fits_mode(mode, count)) {
        tum_cursor_report(primitive, CODE_MESH_PRIMITIVE_INCOMPATIBLE_MODE,
                          "%lld %s do not fit mode %lld.", (long long)count,
                          has_indices ? "indices" : "vertices", (long long)mode);
    }
}

void tum_check_mesh(SchemaWalk *walk, const Cursor *mesh)
{
    const Cursor primitives = tum_cursor_member(mesh, "primitives");
    const size_t count =
        tum_cursor_kind(&primitives) == JSON_ARRAY ? tum_cursor_count(&primitives) : 0;
    size_t expected = 0;
    (void)walk;
    for (size_t i = 0; i < count; ++i) {
        const Cursor primitive = tum_cursor_item(&primitives, i);
        const Cursor targets = tum_cursor_member(&primitive, "targets");
        expected = i == 0 ? tum_cursor_count(&targets) : expected;
        if (tum_cursor_count(&targets) != expected) {
            tum_cursor_report(&targets, CODE_MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT,
                              "%zu morph targets, where the first primitive has %zu.",
                              tum_cursor_count(&targets), expected);
        }
    }
}

// After the walk.

static void check_nodes(const SchemaWalk *walk)
{
    const Cursor root = tum_cursor_root(walk->document, walk->report);
    const Cursor nodes = tum_cursor_member(&root, "nodes");
    const bool has_scenes = walk->tables[TABLE_SCENES].count > 0;
    for (size_t i = 0; i < walk->tables[TABLE_NODES].count; ++i) {
        const Cursor node = tum_cursor_item(&nodes, i);
        unsigned char *used = &walk->tables[TABLE_NODES].used[i];
        if (tum_cursor_kind(&node) == JSON_OBJECT && (*used & USED_FOR_PURPOSE) == 0 &&
            is_empty_node(&node)) {
            tum_cursor_report(&node, CODE_NODE_EMPTY,
                              "The node has no content, and nothing but the tree refers to it.");
        }
        // Without scenes every root is shown.
        *used |= has_scenes ? 0 : USED_AT_ALL;
    }
}

void tum_check_usage(SchemaWalk *walk)
{
    if (walk->is_g4mf) {
        tum_schema_mark(walk, TABLE_NODES, 0); // The root counts as used.
    } else {
        check_nodes(walk);
    }
    tum_schema_report_unused(walk);
}
