// SPDX-License-Identifier: MIT
/// edit.h: changing a document: new animations and the accessors behind them, members, extensions.
///
///     EditChannel channel = {.node = 4, .path = ANIMATION_TRANSLATION,
///                            .interpolation = ANIMATION_LINEAR, .key_count = 2, .width = 3,
///                            .times = times, .values = values};
///     TumStatus status = tum_edit_add_animation(document, "Physics", &channel, 1, NULL);
///
/// Inputs are copied. What is not touched keeps its place and its bytes. Cursors made before an
/// edit, accessors and bufferViews that are open, end with it; the table of nodes (node.h) stays
/// as it was when the document was opened.
///
/// All answer TUM_OK; TUM_ERROR_MEMORY; TUM_ERROR_CAPACITY, beyond what a file can hold;
/// TUM_ERROR_INPUT, where the document has something else in the place of a root array; or
/// TUM_ERROR_ARGUMENT. After an error the document can still be used and saved; it may have gained
/// accessors that nothing names.
#ifndef TUM_DOCUMENT_EDIT_H
#define TUM_DOCUMENT_EDIT_H

#include "document/animation.h"
#include "document/cursor.h"

/// A document with an asset and nothing else, as of 3 dimensions, with the allocator and the name
/// of another.
///
/// @param created  receives it; free it with tum_document_destroy. NULL on failure.
TumStatus tum_edit_create(const TumDocument *like, TumFormat format, TumDocument **created);

/// The allocator of a document.
const TumAllocator *tum_document_allocator(const TumDocument *document);

/// Reads the table of nodes (node.h) of what the document has become; what is wrong is filed.
TumStatus tum_edit_settle_nodes(TumDocument *document, TumReport *report);

/// Makes the names of all items what G4MF asks for: without the characters it forbids, and each
/// only once in the file. Nodes come first and keep theirs where they can.
TumStatus tum_edit_settle_names(TumDocument *document);

/// Appends bytes behind those of the BIN chunk or, where there is none, to a buffer of their own,
/// at a multiple of 4, with a bufferView for them.
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

/// The same for indices or other scalars: UNSIGNED_INT.
TumStatus tum_edit_add_integers(TumDocument *document, const uint32_t *values, size_t count,
                                int32_t *index);

/// The same for indices in groups of `width`: G4MF alone has them.
TumStatus tum_edit_add_simplexes(TumDocument *document, const uint32_t *values, size_t count,
                                 size_t width, int32_t *index);

/// One property of a node over time.
typedef struct EditChannel {
    int32_t node;
    AnimationPath path; ///< Not ANIMATION_POINTER.
    AnimationInterpolation interpolation;
    size_t key_count;    ///< At least 1.
    size_t width;        ///< Numbers per value: 3, 4, or the number of morph targets.
    const float *times;  ///< [s] [key_count] Rising, not negative.
    const float *values; ///< [key_count * width]; three times as many for splines.
} EditChannel;

/// Adds an animation. Channels with the same times as the one before share one accessor for them.
///
/// @param name   NULL: none.
/// @param count  at least 1.
/// @param index  receives the animation; may be NULL.
TumStatus tum_edit_add_animation(TumDocument *document, const char *name,
                                 const EditChannel *channels, size_t count, int32_t *index);

/// Gives a node translation, rotation and scale, in place of those or the matrix that it had.
TumStatus tum_edit_set_transform(TumDocument *document, size_t node, const double translation[3],
                                 const double rotation[4], const double scale[3]);

enum {
    EDIT_ROOT = -1,   ///< As a parent: the node becomes a root of the active scene.
    EDIT_NOWHERE = -2 ///< As a parent: the node is in no scene.
};

/// Takes indices of nodes and meshes that are not there out of children, scenes and nodes, so that
/// what is added does not become what they name.
void tum_edit_drop_unresolved(TumDocument *document);

/// Appends a node without a transform. Nodes that were there keep their index.
///
/// @param parent  a node, EDIT_ROOT or EDIT_NOWHERE.
/// @param name    NULL: none.
/// @param index   receives the node; may be NULL.
TumStatus tum_edit_add_node(TumDocument *document, int32_t parent, const char *name,
                            int32_t *index);

/// Makes a node a root of the active scene. Its transform stays as it is written.
///
/// @param parent  the node that lists it now.
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

// Each sets one member of the object a cursor stands on; a new one comes last.
TumStatus tum_edit_set_number(TumDocument *document, const Cursor *object, const char *key,
                              double value);
TumStatus tum_edit_set_numbers(TumDocument *document, const Cursor *object, const char *key,
                               const double *values, size_t count);
TumStatus tum_edit_set_text(TumDocument *document, const Cursor *object, const char *key,
                            const char *text);
TumStatus tum_edit_set_boolean(TumDocument *document, const Cursor *object, const char *key,
                               bool value);

/// Gives the object an empty object or array as a member, unless it has one.
TumStatus tum_edit_set_object(TumDocument *document, const Cursor *object, const char *key);
TumStatus tum_edit_set_array(TumDocument *document, const Cursor *object, const char *key);

/// Gives the object a copy of a value, with all below it, of this document or another one.
TumStatus tum_edit_set_copy(TumDocument *document, const Cursor *object, const char *key,
                            const Cursor *value);

/// Items of the array, or members of the object, at the cursor's place as the document is now.
size_t tum_edit_count(TumDocument *document, const Cursor *place);

/// Appends to the array a cursor stands on.
TumStatus tum_edit_add_number(TumDocument *document, const Cursor *array, double value);
TumStatus tum_edit_add_text(TumDocument *document, const Cursor *array, const char *text);
TumStatus tum_edit_add_object(TumDocument *document, const Cursor *array);

/// Removes a member; one that is not there is removed already.
void tum_edit_remove(TumDocument *document, const Cursor *object, const char *key);

/// Removes an item of an array; those behind it move up.
void tum_edit_remove_item(TumDocument *document, const Cursor *array, size_t index);

/// Removes an extension wherever it is: from every `extensions`, from extensionsUsed and
/// extensionsRequired. What is empty then goes too. `extras` are not looked into.
void tum_edit_remove_extension(TumDocument *document, const char *name);

/// Takes a name out of extensionsRequired; it is then in extensionsUsed, where it may have been
/// missing.
///
/// @param was_required  receives whether it was there.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TumStatus tum_edit_relax_extension(TumDocument *document, const char *name, bool *was_required);

/// Adds a name to extensionsUsed, and to extensionsRequired if so, unless it is there.
TumStatus tum_edit_declare_extension(TumDocument *document, const char *name, bool is_required);

#endif
