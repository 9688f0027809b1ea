// SPDX-License-Identifier: MIT
/// edit.h: changes of a document: new animations with their accessors, members, extensions.
///
///     EditChannel channel = {.node = 4, .path = ANIMATION_TRANSLATION,
///                            .interpolation = ANIMATION_LINEAR, .key_count = 2, .width = 3,
///                            .times = times, .values = values};
///     TumStatus status = tum_edit_add_animation(document, "Physics", &channel, 1, NULL);
///
/// Inputs are copied. Untouched values keep their place and their bytes. An edit ends the life of
/// earlier cursors and of open accessors and bufferViews; the table of nodes (node.h) stays as it
/// was when the document was opened.
///
/// All functions return TUM_OK; TUM_ERROR_MEMORY; TUM_ERROR_CAPACITY, beyond the limits of a file;
/// TUM_ERROR_INPUT, where another value stands in the place of a root array; or TUM_ERROR_ARGUMENT.
/// After an error the document can still be used and saved; it may have gained accessors without a
/// user.
#ifndef TUM_DOCUMENT_EDIT_H
#define TUM_DOCUMENT_EDIT_H

#include "document/animation.h"
#include "document/cursor.h"

/// Creates a document with an asset only, of 3 dimensions, with the allocator and the name of
/// another document.
///
/// @param created  receives the document; free it with tum_document_destroy. NULL on failure.
TumStatus tum_edit_create(const TumDocument *like, TumFormat format, TumDocument **created);

/// The allocator of a document.
const TumAllocator *tum_document_allocator(const TumDocument *document);

/// Rebuilds the table of nodes (node.h) from the edited document; faults are filed.
TumStatus tum_edit_settle_nodes(TumDocument *document, TumReport *report);

/// Makes the names of all items valid in G4MF: without forbidden characters, and unique in the
/// file. Nodes come first and keep their names where possible.
TumStatus tum_edit_settle_names(TumDocument *document);

/// Appends bytes to the BIN chunk or, without one, to a buffer of their own, at a multiple of 4,
/// and adds a bufferView for them.
///
/// @param count  at least 1.
/// @param index  receives the bufferView; may be NULL.
TumStatus tum_edit_add_view(TumDocument *document, const void *bytes, size_t count, int32_t *index);

/// Adds an accessor of floats with its bufferView, min and max.
///
/// @param values  [count * width], all finite.
/// @param count   elements, at least 1.
/// @param width   1 SCALAR, 2 VEC2, 3 VEC3, 4 VEC4, 16 MAT4.
/// @param index   receives the accessor; may be NULL.
TumStatus tum_edit_add_floats(TumDocument *document, const float *values, size_t count,
                              size_t width, int32_t *index);

/// As tum_edit_add_floats, for doubles, which only G4MF has.
TumStatus tum_edit_add_doubles(TumDocument *document, const double *values, size_t count,
                               size_t width, int32_t *index);

/// As tum_edit_add_floats, for indices or other scalars: UNSIGNED_INT.
TumStatus tum_edit_add_integers(TumDocument *document, const uint32_t *values, size_t count,
                                int32_t *index);

/// As tum_edit_add_floats, for indices in groups of `width`, which only G4MF has.
TumStatus tum_edit_add_simplexes(TumDocument *document, const uint32_t *values, size_t count,
                                 size_t width, int32_t *index);

/// One property of a node over time.
typedef struct EditChannel {
    int32_t node;
    AnimationPath path; ///< Not ANIMATION_POINTER.
    AnimationInterpolation interpolation;
    size_t key_count;    ///< At least 1.
    size_t width;        ///< Numbers per value: 3, 4, or the number of morph targets.
    const float *times;  ///< [s] [key_count] Ascending, not negative.
    const float *values; ///< [key_count * width]; three times as many for splines.
} EditChannel;

/// Adds an animation. Channels with the times of the previous one share its accessor.
///
/// @param name   NULL: none.
/// @param count  at least 1.
/// @param index  receives the animation; may be NULL.
TumStatus tum_edit_add_animation(TumDocument *document, const char *name,
                                 const EditChannel *channels, size_t count, int32_t *index);

/// Sets a node's translation, rotation and scale, in place of its old ones or its matrix.
TumStatus tum_edit_set_transform(TumDocument *document, size_t node, const double translation[3],
                                 const double rotation[4], const double scale[3]);

enum {
    EDIT_ROOT = -1,   ///< As a parent: the node becomes a root of the active scene.
    EDIT_NOWHERE = -2 ///< As a parent: the node is in no scene.
};

/// Removes indices of missing nodes and meshes from children, scenes and nodes, so that they cannot
/// refer to items added later.
void tum_edit_drop_unresolved(TumDocument *document);

/// Appends a node without a transform. Existing nodes keep their indices.
///
/// @param parent  a node, EDIT_ROOT or EDIT_NOWHERE.
/// @param name    NULL: none.
/// @param index   receives the node; may be NULL.
TumStatus tum_edit_add_node(TumDocument *document, int32_t parent, const char *name,
                            int32_t *index);

/// Makes a node a root of the active scene. The node's transform stays unchanged in the file.
///
/// @param parent  the node's present parent.
TumStatus tum_edit_move_to_root(TumDocument *document, int32_t node, int32_t parent);

/// Adds a mesh of one primitive, in G4MF of one surface, without a material.
///
/// @param name       NULL: none.
/// @param points     [3 * point_count] all finite.
/// @param triangles  [3 * triangle_count], at least one triangle, each below point_count.
/// @param index      receives the mesh; may be NULL.
TumStatus tum_edit_add_mesh(TumDocument *document, const char *name, const float *points,
                            size_t point_count, const uint32_t *triangles, size_t triangle_count,
                            int32_t *index);

// Each function sets one member of the cursor's object; a new member goes to the end.
TumStatus tum_edit_set_number(TumDocument *document, const Cursor *object, const char *key,
                              double value);
TumStatus tum_edit_set_numbers(TumDocument *document, const Cursor *object, const char *key,
                               const double *values, size_t count);
TumStatus tum_edit_set_text(TumDocument *document, const Cursor *object, const char *key,
                            const char *text);
TumStatus tum_edit_set_boolean(TumDocument *document, const Cursor *object, const char *key,
                               bool value);

/// Adds an empty object or array as a member, unless the member exists.
TumStatus tum_edit_set_object(TumDocument *document, const Cursor *object, const char *key);
TumStatus tum_edit_set_array(TumDocument *document, const Cursor *object, const char *key);

/// Sets a member to a deep copy of a value of this document or another one.
TumStatus tum_edit_set_copy(TumDocument *document, const Cursor *object, const char *key,
                            const Cursor *value);

/// Items of the array, or members of the object, at the cursor's place in the present document.
size_t tum_edit_count(TumDocument *document, const Cursor *place);

/// Appends to the cursor's array.
TumStatus tum_edit_add_number(TumDocument *document, const Cursor *array, double value);
TumStatus tum_edit_add_text(TumDocument *document, const Cursor *array, const char *text);
TumStatus tum_edit_add_object(TumDocument *document, const Cursor *array);

/// Removes a member; a missing member is no error.
void tum_edit_remove(TumDocument *document, const Cursor *object, const char *key);

/// Removes an item of an array; later items move up.
void tum_edit_remove_item(TumDocument *document, const Cursor *array, size_t index);

/// Removes an extension everywhere: from every `extensions`, from extensionsUsed and
/// extensionsRequired, with the lists that become empty. `extras` stay unchanged.
void tum_edit_remove_extension(TumDocument *document, const char *name);

/// Moves a name from extensionsRequired to extensionsUsed, if it is not there already.
///
/// @param was_required  receives true where the extension was required.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_edit_relax_extension(TumDocument *document, const char *name, bool *was_required);

/// Adds a name to extensionsUsed, and with is_required to extensionsRequired, unless it is there.
TumStatus tum_edit_declare_extension(TumDocument *document, const char *name, bool is_required);

#endif
