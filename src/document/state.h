// SPDX-License-Identifier: MIT
/// state.h: what a document owns. Only files of this folder include it.
#ifndef TUM_DOCUMENT_STATE_H
#define TUM_DOCUMENT_STATE_H

#include "base/arena.h"
#include "base/array.h"
#include "document/value.h"
#include "system/file.h"
#include "tumble/document.h"

/// How a file holds a document together.
typedef enum DocumentContainer { DOCUMENT_TEXT, DOCUMENT_GLB, DOCUMENT_G4B } DocumentContainer;

/// Where the bytes of a buffer are in the file.
typedef enum BufferOrigin {
    BUFFER_MISSING,  ///< Nowhere, or they could not be read.
    BUFFER_CHUNK,    ///< In the container's BIN chunk, or in one of G4MF's.
    BUFFER_DATA_URI, ///< In the text.
    BUFFER_EXTERNAL, ///< In a file of their own.
    BUFFER_ADDED     ///< Only here: an edit added the buffer.
} BufferOrigin;

/// The bytes of /buffers/i, at the same index.
typedef struct DocumentBuffer {
    BufferOrigin origin;
    bool is_changed; ///< By an edit.
    bool is_shared;  ///< The block belongs to an earlier buffer that names the same file.
    uint8_t *bytes;
    size_t count;         ///< Usable: no more than byteLength says.
    size_t present_count; ///< In the file.
    size_t block_bytes;   ///< Of the allocation; 0: the bytes lie in a file that is mapped.
    char *path; ///< Of an external file, absolute, without links; of one that a callback found, as
                ///< it was asked for; else NULL.
} DocumentBuffer;

/// The bytes of a bufferView.
typedef struct BufferView {
    const unsigned char *bytes;
    size_t count;
    size_t stride; ///< [bytes] from element to element; 0: tightly packed.
} BufferView;

struct TumDocument {
    TumAllocator allocator;
    Arena arena; ///< Of the tree, the nodes and all texts.
    const char *name;
    char *folder; ///< Where relative URIs lead; NULL: nowhere.
    bool no_resources;
    uint64_t map_from_bytes; ///< 0: files are read.
    TumResources resources;  ///< Zero once the document is open.
    uint64_t resource_bytes; ///< The most that other files may have together.
    DocumentContainer container;
    bool is_g4mf;
    int dimension;           ///< Of what stands in it: 3 in glTF.
    JsonValue root;          ///< Always an object.
    ARRAY(FileBytes) mapped; ///< Files that buffers lie in, for as long as the document lives.
    ARRAY(DocumentBuffer) buffers;
    uint8_t *chunk;                        ///< The BIN chunk until a buffer takes it.
    size_t chunk_count, chunk_block_bytes; ///< As of a buffer.
    bool has_chunk;
    BufferView *decoded; ///< [decoded_count] Views that were compressed; bytes NULL: was not. NULL
                         ///< where none was.
    size_t decoded_count;
    uint64_t external_bytes;      ///< Read from other files so far.
    size_t inflatable_bytes;      ///< That compressed data may still become, see capacity.h.
    struct DocumentNode *nodes;   ///< [node_count]
    struct DocumentNode4 *nodes4; ///< [node_count] In 4D, else NULL.
    size_t node_count;
    uint32_t *child_first; ///< [node_count + 2] Children of node i: children[child_first[i + 1]] …
                           ///< children[child_first[i + 2] - 1]; of -1, the roots, likewise.
    int32_t *children;
};

#endif
