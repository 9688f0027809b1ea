// SPDX-License-Identifier: MIT
/// path.h: paths that stay inside a folder, whatever the text says.
#ifndef TUM_SYSTEM_PATH_H
#define TUM_SYSTEM_PATH_H

#include "base/alloc.h"
#include "system/file_result.h"

/// The path of a file that a document names, for reading.
///
/// Refused with FILE_OUTSIDE: a path that is absolute, has a scheme ("file:…", "C:…"), holds a
/// ".." step, a backslash or a control character, or leads out of the folder through a symbolic
/// link; on Windows also one that names a device ("NUL"), holds a colon, or has a step that ends
/// with a dot or a blank. FILE_BAD_PATH: empty, holds a zero byte, or is no UTF-8.
///
/// @param folder    the document's folder; "" is the current one.
/// @param relative  already decoded: percent signs are plain characters.
/// @param resolved  receives the absolute path without links, zero-terminated; free it with
///                  tum_path_free. NULL on failure.
FileResult tum_path_inside(const char *folder, const char *relative, size_t relative_bytes,
                           const TumAllocator *allocator, char **resolved);

/// As tum_path_inside by the text alone, for paths that name no file: the path without the steps ""
/// and ".". FILE_BAD_PATH also: the result is empty, or the path ends with a slash. FILE_OUTSIDE
/// also: the result begins like a scheme ("./C:a").
///
/// @param plain  receives the path, zero-terminated; free it with tum_path_free. NULL on failure.
FileResult tum_path_plain(const char *relative, size_t relative_bytes,
                          const TumAllocator *allocator, char **plain);

void tum_path_free(char *path, const TumAllocator *allocator);

/// Length of the folder part of a path: "a/b.gltf" → 1, "b.gltf" → 0, "/b.gltf" → 1.
size_t tum_path_folder_bytes(const char *path);

/// The part after the last slash, on Windows also backslash.
const char *tum_path_name(const char *path);

/// The part of the name after its last dot, "" without one: "a.b/c.GLB" → "GLB".
const char *tum_path_extension(const char *path);

/// True when the path has this extension, in upper or lower case: tum_path_has_extension(path,
/// "glb").
bool tum_path_has_extension(const char *path, const char *extension);

#endif
