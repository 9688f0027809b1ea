// SPDX-License-Identifier: MIT
/// g4mf_writer4.h: scenes of four dimensions as new G4MF documents.
#ifndef TUM_CONVERT_G4MF_WRITER4_H
#define TUM_CONVERT_G4MF_WRITER4_H

#include "convert/scene_writer.h"

/// Creates a G4MF document of a scene of four dimensions that has no document.
///
/// @param options  its allocator is that of the document, too.
/// @param written  receives the document; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_CAPACITY or TUM_ERROR_MEMORY.
TumStatus tum_g4mf_write4(const TumScene *scene, const TumWriteOptions *options,
                          TumDocument **written, TumReport *report);

/// Tables of a document in 4D while they grow.
typedef struct G4mfTables4 {
    int32_t *shapes; ///< [shape_count] Index of an authored shape in the document; -1: not written.
    int32_t *meshes; ///< [mesh_count] Likewise of a mesh.
} G4mfTables4;

/// Appends a shape to the table of shapes.
///
/// @param shape    index in the scene.
/// @param scale    [4] factors along the axes of the shape; NULL: none, and the shape is written
///                 once for all its users.
/// @param pointer  of the user, for findings.
/// @return the index in the document's table.
int32_t tum_g4mf_put_shape4(SceneWriter *writer, G4mfTables4 *tables, int32_t shape,
                            const double *scale, const char *pointer);

#endif
