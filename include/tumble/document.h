// SPDX-License-Identifier: MIT
/// document.h: a glTF or G4MF file as a tree that keeps every member, also those that tumble does
/// not know.
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
/// Threads: several threads may read one document once its buffers are loaded, which opening does.
/// A change belongs to one thread.
#ifndef TUMBLE_DOCUMENT_H
#define TUMBLE_DOCUMENT_H

#include "tumble/base.h"
#include "tumble/report.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Document: a tree of JSON with its buffers. Opaque; made by tum_document_open, tum_document_read,
/// tum_document_copy or tum_scene_write, freed by tum_document_destroy.
typedef struct TumDocument TumDocument;

/// Source of the other files that a document names. An all-zero struct means the file system.
///
/// Calls come from the thread that opens the document, one after the other, before opening returns,
/// in the order of the document's buffers; none comes later. A path that is found is asked for
/// once, however many buffers name it (compressed buffers of G4MF: once each); a path that is not
/// found may be asked for again.
///
/// A path is the URI with its percent signs decoded and steps that stay where they are ("", ".")
/// left out: UTF-8, relative, with slashes, below the folder of the document. A URI that is
/// anything else (".." in it, a backslash, a control character, a leading slash, a scheme) is
/// INVALID_URI or NON_RELATIVE_URI, and the callback is not called. Query and fragment are no
/// concepts here: "a.bin?b" is a name.
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
    void *user; ///< Handed to both functions; owned by the caller.
} TumResources;

/// Options of opening a document. An all-zero struct holds the defaults.
typedef struct TumDocumentOptions {
    TumAllocator allocator; ///< Memory of the document; all zero: malloc and free.
    bool no_resources;      ///< External files are not opened.
    uint64_t
        map_from_bytes; ///< [bytes] Files of this size and more are mapped, not read: opening takes
                        ///< no time and no memory for parts that are never read. A process that
                        ///< shortens such a file while the document lives ends this process
                        ///< (SIGBUS); replacing the file by another is fine. 0: none is mapped.
    const char *folder; ///< For tum_document_read: the folder that resolves relative URIs; NULL:
                        ///< none are resolved.
    TumResources resources;  ///< Source of the files that the document names; all zero: the file
                             ///< system.
    uint64_t resource_bytes; ///< [bytes] Limit of all other files together; a file beyond is an
                             ///< IO_ERROR. 0, and the limit in any case: TUM_MAX_FILE_BYTES.
    const char *name;        ///< For tum_document_read: name of the file in findings; NULL: "".
} TumDocumentOptions;

/// Opens a .gltf, .glb, .g4tf or .g4b file (told apart by content) and the buffers it names. "-" is
/// standard input.
///
/// Problems are filed in the report; those that leave part of the document usable do not stop
/// opening. External buffers are opened only inside the document's own folder.
///
/// @param options  may be NULL: the defaults.
/// @param document  receives the document; free it with tum_document_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_FILE (the file cannot be read), TUM_ERROR_INPUT (not a document at
///         all, or a node tree with cycles or double parents), TUM_ERROR_UNSUPPORTED (a version or
///         size beyond tumble), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`path` or `document` is
///         NULL).
TUM_API TumStatus tum_document_open(const char *path, const TumDocumentOptions *options,
                                    TumDocument **document, TumReport *report);

/// Opens a document whose bytes lie in memory; they are copied.
///
/// @param options  may be NULL: the defaults.
/// @param document  receives the document; free it with tum_document_destroy. NULL on failure.
/// @param report  may be NULL.
/// @return as tum_document_open, without TUM_ERROR_FILE.
TUM_API TumStatus tum_document_read(const void *bytes, size_t count,
                                    const TumDocumentOptions *options, TumDocument **document,
                                    TumReport *report);

/// Copies a document. The copy is equal to the source and independent of it.
///
/// @param copy  receives the copy; free it with tum_document_destroy. NULL on failure.
/// @return TUM_OK, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a pointer is NULL).
TUM_API TumStatus tum_document_copy(const TumDocument *source, TumDocument **copy);

/// Frees a document. Scenes that were read from it stay. NULL is fine.
TUM_API void tum_document_destroy(TumDocument *document);

/// Container that a document is saved in.
typedef enum TumContainer {
    TUM_CONTAINER_BY_NAME, ///< Binary for .glb and .g4b, text for any other name. In memory: as the
                           ///< document was opened.
    TUM_CONTAINER_TEXT,    ///< JSON, with buffers beside it or as data URIs.
    TUM_CONTAINER_BINARY   ///< GLB, or G4B of a G4MF document.
} TumContainer;

/// Options of saving a document. An all-zero struct holds the defaults.
typedef struct TumSaveOptions {
    TumContainer container; ///< Container of the file.
    bool embed;             ///< Text: buffers become data URIs. Binary: all buffers join one chunk.
    bool separate;  ///< Text: buffers that are no files become files beside it, named after it:
                    ///< crate.gltf has crate.bin, crate-1.bin …; only in tum_document_save.
    bool no_indent; ///< Text: one line.
    /// Told by tum_document_save which file is temporary: `exists` is true once it stands, and
    /// false when it is gone or has its name. For programs that remove it when a signal ends them.
    /// May be NULL.
    void (*note_temporary)(void *user, const char *path, bool exists);
    void *user; ///< Handed to note_temporary; owned by the caller.
} TumSaveOptions;

/// Writes the document beside `path` and renames it into place: the old file or the new one is
/// there at any time, never half of one. Buffers of their own come before it. External buffers that
/// were not changed stay external when the new file is in the same folder, else they are embedded,
/// like those that a callback found. "-" is standard output.
///
/// Members keep their order, numbers their value bit for bit in the shortest decimal.
///
/// @param options  may be NULL: the defaults.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_FILE (a file cannot be written; the old one stays), TUM_ERROR_CAPACITY
///         (more bytes than a GLB can state), TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (`document` or
///         `path` is NULL).
TUM_API TumStatus tum_document_save(const TumDocument *document, const char *path,
                                    const TumSaveOptions *options, TumReport *report);

/// Writes the document into memory.
///
/// @param options  may be NULL: the defaults.
/// @param bytes  receives the bytes; free them with tum_document_free_bytes. NULL on failure.
/// @param count  [bytes] receives their number.
/// @param report  may be NULL.
/// @return TUM_OK, TUM_ERROR_CAPACITY, TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a required pointer
///         is NULL).
TUM_API TumStatus tum_document_write(const TumDocument *document, const TumSaveOptions *options,
                                     void **bytes, size_t *count, TumReport *report);

/// Frees the bytes that tum_document_write gave for this document.
///
/// @param count  [bytes] as tum_document_write gave it.
TUM_API void tum_document_free_bytes(const TumDocument *document, void *bytes, size_t count);

/// Reads a number of the document by its JSON pointer (RFC 6901).
///
/// @param pointer  "/nodes/3/translation/1"
/// @param number  receives the number, the nearest double; unchanged on failure.
/// @return TUM_OK, TUM_ERROR_INPUT (there is no number) or TUM_ERROR_ARGUMENT (a pointer is NULL or
///         no JSON pointer).
TUM_API TumStatus tum_document_number(const TumDocument *document, const char *pointer,
                                      double *number);

/// Sets a number of the document by its JSON pointer. An object that lacks the member gets it. A
/// scene that is read afterwards has the number.
///
/// @param pointer  as for tum_document_number.
/// @param number  finite.
/// @return TUM_OK; TUM_ERROR_INPUT (another value stands there, its object or array does not exist,
///         or nodes no longer form a tree: the document can then no longer be used);
///         TUM_ERROR_UNSUPPORTED (buffers, bufferViews and accessors, whose bytes are read when the
///         document is opened); TUM_ERROR_MEMORY or TUM_ERROR_ARGUMENT (a pointer is NULL or no
///         JSON pointer, or the number is not finite).
TUM_API TumStatus tum_document_set_number(TumDocument *document, const char *pointer,
                                          double number);

/// Name of the file, as it was given when opened; lives as long as the document.
TUM_API const char *tum_document_name(const TumDocument *document);

/// Format of a document.
typedef enum TumFormat {
    TUM_FORMAT_GLTF, ///< glTF 2.0 or 2.1
    TUM_FORMAT_G4MF  ///< G4MF
} TumFormat;

/// Format of the document.
TUM_API TumFormat tum_document_format(const TumDocument *document);

/// Dimension of the space that the document describes: 3, or the one that a G4MF document states.
TUM_API int tum_document_dimension(const TumDocument *document);

#ifdef __cplusplus
}
#endif

#endif
