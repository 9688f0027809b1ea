// SPDX-License-Identifier: MIT
/// document.h: a file as a tree to keep. It never forgets a member it does not understand.
///
///     TumReport *report = tum_report_create(NULL);
///     TumDocument *document = NULL;
///     if (tum_document_open("crate.glb", NULL, &document, report) == TUM_OK) {
///         tum_document_save(document, "crate.gltf", NULL, report);
///     }
///     tum_document_destroy(document);
///     tum_report_destroy(report);
///
/// A document that lies in memory, in an archive or on the web names other files too. A callback
/// finds them:
///
///     static TumStatus find(void *user, const char *path, const void **bytes, size_t *size)
///     {
///         const Entry *entry = archive_find(user, path);      // "textures/crate.bin"
///         if (entry == NULL) {
///             return TUM_ERROR_FILE;
///         }
///         *bytes = entry->bytes;
///         *size = entry->size;
///         return TUM_OK;
///     }
///
///     const TumDocumentOptions options = {.name = "crate.gltf",
///                                         .resources = {.read = find, .user = archive}};
///     status = tum_document_read(text, text_size, &options, &document, report);
///
/// Threads: reading from several threads at once is fine once buffers are loaded (opening does
/// that); changing is not.
#ifndef TUMBLE_DOCUMENT_H
#define TUMBLE_DOCUMENT_H

#include "tumble/base.h"
#include "tumble/report.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TumDocument TumDocument;

/// Where the other files that a document names come from. All zero: from the file system.
///
/// Calls come from the thread that opens the document, one after the other, before opening returns,
/// in the order of the document's buffers; none comes later. A path is asked for once where it is
/// found, however many buffers name it (compressed buffers of G4MF: once each), and maybe again
/// where it is not.
///
/// A path is the URI with its percent signs decoded and steps that stay where they are ("", ".")
/// left out: UTF-8, relative, with slashes, below the folder of the document. A URI that is
/// anything else (".." in it, a backslash, a control character, a leading slash, a scheme) is
/// INVALID_URI or NON_RELATIVE_URI, and nobody is asked for it. Query and fragment are no concepts
/// here: "a.bin?b" is a name.
typedef struct TumResources {
    /// Finds the bytes of a path.
    ///
    /// @param path   lives until the call returns.
    /// @param bytes  to receive the bytes; NULL is fine where size is 0. They are copied, and have
    ///               to stay until `release`.
    /// @param size   [bytes] to receive how many they are.
    /// @return TUM_OK; TUM_ERROR_FILE, there is no such file; TUM_ERROR_MEMORY, which is then the
    ///         answer of opening; or another error. All errors but that of memory leave the buffer
    ///         without bytes, with an IO_ERROR at its `uri`, and opening goes on: so a callback may
    ///         also collect what is wanted, and the document be opened again once it is there.
    TumStatus (*read)(void *user, const char *path, const void **bytes, size_t *size);
    /// Takes bytes back: called once for each TUM_OK of `read`, before the next `read`. May be
    /// NULL.
    void (*release)(void *user, const void *bytes, size_t size);
    void *user; ///< Handed to both functions.
} TumResources;

/// All zero means the defaults.
typedef struct TumDocumentOptions {
    TumAllocator allocator;  ///< All zero: malloc and free.
    bool no_resources;       ///< Do not open external files.
    uint64_t map_from_bytes; ///< Files of so many bytes and more are mapped, not read: opening
                             ///< takes no time and no memory for what nobody looks at. But who
                             ///< shortens such a file while the document lives ends this process
                             ///< (SIGBUS); replacing it by another is fine. 0: none is mapped.
    const char *folder;      ///< For tum_document_read: where relative URIs lead; NULL: nowhere.
    TumResources resources;  ///< Asked instead of the file system for what the document names.
    uint64_t resource_bytes; ///< The most that other files may have together; what is beyond is an
                             ///< IO_ERROR. 0, and the limit in any case: TUM_MAX_FILE_BYTES.
    const char *name;        ///< For tum_document_read: the file's name in findings; NULL: "".
} TumDocumentOptions;

/// Opens a .gltf, .glb, .g4tf or .g4b file (told apart by content) and the buffers it names. "-" is
/// standard input.
///
/// Problems are filed in the report; those that leave part of the document usable do not stop it.
/// External buffers are opened only inside the document's own folder.
///
/// @param options   may be NULL.
/// @param document  receives the document; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_FILE, TUM_ERROR_INPUT (not a document at all, or a node tree with
///         cycles or double parents), TUM_ERROR_UNSUPPORTED or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_document_open(const char *path, const TumDocumentOptions *options,
                                    TumDocument **document, TumReport *report);

/// The same from bytes, which are copied.
TUM_API TumStatus tum_document_read(const void *bytes, size_t count,
                                    const TumDocumentOptions *options, TumDocument **document,
                                    TumReport *report);

/// A second document, equal to the first and independent of it: to change one and keep the other.
///
/// @param copy  receives it; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_document_copy(const TumDocument *source, TumDocument **copy);

TUM_API void tum_document_destroy(TumDocument *document);

typedef enum TumContainer {
    TUM_CONTAINER_BY_NAME, ///< .glb, .g4b: binary; anything else: text.
    TUM_CONTAINER_TEXT,
    TUM_CONTAINER_BINARY
} TumContainer;

typedef struct TumSaveOptions {
    TumContainer container;
    bool embed;     ///< Text: buffers become data URIs. Binary: all buffers join one chunk.
    bool separate;  ///< Text: buffers that are no files become files beside it, named after it:
                    ///< crate.gltf has crate.bin, crate-1.bin …; only in tum_document_save.
    bool no_indent; ///< Text: one line.
    /// Told by tum_document_save which file is temporary: `exists` is true once it stands, and
    /// false when it is gone or has its name. For programs that remove it when a signal ends them.
    /// May be NULL.
    void (*note_temporary)(void *user, const char *path, bool exists);
    void *user; ///< Handed to note_temporary.
} TumSaveOptions;

/// Writes the document beside `path` and renames it into place: the old file or the new one, never
/// half of one; buffers of their own come before it. External buffers that were not changed stay
/// external when the new file is in the same folder, else they are embedded; so are those that a
/// callback found. "-" is standard
/// output.
///
/// Members keep their order, numbers their value bit for bit in the shortest decimal.
///
/// @return TUM_OK, TUM_ERROR_FILE or TUM_ERROR_MEMORY.
TUM_API TumStatus tum_document_save(const TumDocument *document, const char *path,
                                    const TumSaveOptions *options, TumReport *report);

/// The document as bytes in memory; free them with tum_document_free_bytes.
TUM_API TumStatus tum_document_write(const TumDocument *document, const TumSaveOptions *options,
                                     void **bytes, size_t *count, TumReport *report);
TUM_API void tum_document_free_bytes(const TumDocument *document, void *bytes, size_t count);

/// The file's name as given when opened.
TUM_API const char *tum_document_name(const TumDocument *document);

typedef enum TumFormat { TUM_FORMAT_GLTF, TUM_FORMAT_G4MF } TumFormat;

TUM_API TumFormat tum_document_format(const TumDocument *document);

/// Of the space that the document describes: 3, or what a G4MF document says.
TUM_API int tum_document_dimension(const TumDocument *document);

#ifdef __cplusplus
}
#endif

#endif
