// SPDX-License-Identifier: MIT
/// state.h: the data of a document. Only files of this folder include it.
#ifndef TUM_DOCUMENT_STATE_H
#define TUM_DOCUMENT_STATE_H

#include "base/array.h"
#include "base/shared_arena.h"
#include "document/value.h"
#include "system/file.h"
#include "tumble/document.h"

/// The container of a document's file.
typedef enum DocumentContainer { DOCUMENT_TEXT, DOCUMENT_GLB, DOCUMENT_G4B } DocumentContainer;

/// The source of a buffer's bytes.
typedef enum BufferOrigin {
    BUFFER_MISSING,  ///< No source, or the bytes could not be read.
    BUFFER_CHUNK,    ///< The container's BIN chunk, or a chunk of G4MF.
    BUFFER_DATA_URI, ///< The document's text.
    BUFFER_EXTERNAL, ///< A file of its own.
    BUFFER_ADDED     ///< An edit; not in the file.
} BufferOrigin;

/// The bytes of /buffers/i, at the same index.
typedef struct DocumentBuffer {
    BufferOrigin origin;
    bool is_changed; ///< An edit changed the bytes.
    bool is_shared;  ///< The block belongs to an earlier buffer with the same file.
    uint8_t *bytes;
    size_t count;         ///< Usable bytes: at most byteLength.
    size_t present_count; ///< Bytes in the file.
    size_t block_bytes;   ///< Size of the allocation; 0: the bytes lie in a mapped file.
    char *path; ///< Path of an external file, absolute, without links; of a callback's file, the
                ///< requested path; else NULL.
} DocumentBuffer;

/// The bytes of a bufferView.
typedef struct BufferView {
    const unsigned char *bytes;
    size_t count;
    size_t stride; ///< [bytes] from element to element; 0: tightly packed.
} BufferView;

struct TumDocument {
    TumAllocator allocator;
    Arena arena;         ///< Holds the tree, the nodes and all texts.
    SharedArena *places; ///< Holds the transforms of the nodes, which copies of the document and
                         ///< scenes read from it share. NULL before the nodes are read.
    const char *name;
    char *folder; ///< Base of relative URIs; NULL: none.
    bool no_resources;
    uint64_t map_from_bytes; ///< 0: files are read.
    TumResources resources;  ///< Zero once the document is open.
    uint64_t resource_bytes; ///< Limit of the bytes of other files together.
    DocumentContainer container;
    bool is_g4mf;
    int dimension;           ///< Dimension of the content: 3 in glTF.
    JsonValue root;          ///< Always an object.
    ARRAY(FileBytes) mapped; ///< Mapped files, kept until the document is destroyed.
    ARRAY(DocumentBuffer) buffers;
    uint8_t *chunk;                        ///< The BIN chunk until a buffer takes it.
    size_t chunk_count, chunk_block_bytes; ///< As in DocumentBuffer.
    bool has_chunk;
    BufferView *decoded; ///< [decoded_count] Views that were compressed; bytes NULL: the view was
                         ///< not. NULL without any.
    size_t decoded_count;
    uint64_t external_bytes;      ///< Read from other files so far.
    size_t inflatable_bytes;      ///< Limit left for decompressed bytes, see capacity.h.
    struct DocumentNode *nodes;   ///< [node_count]
    struct DocumentNode4 *nodes4; ///< [node_count] In 4D, else NULL.
    size_t node_count;
    uint32_t *child_first; ///< [node_count + 2] Children of node i: children[child_first[i + 1]] …
                           ///< children[child_first[i + 2] - 1]; for i = -1, the roots.
    int32_t *children;
};

#endif
