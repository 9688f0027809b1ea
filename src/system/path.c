// SPDX-License-Identifier: MIT
// path.c: paths that stay inside a folder. The text is checked first, then the resolved path:
// tum_path_real follows every link, and its result must begin with the folder's own.
#include "system/path.h"

#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"
#include "system/handle.h"

static bool has_step_up(const char *path, size_t bytes)
{
    for (size_t begin = 0; begin < bytes;) {
        size_t end = begin;
        while (end < bytes && path[end] != '/') {
            ++end;
        }
        if (end - begin == 2 && path[begin] == '.' && path[begin + 1] == '.') {
            return true;
        }
        begin = end + 1;
    }
    return false;
}

// A scheme: a colon in the first step, as in "file:a" and "C:a". "./C:a" names a file with a colon.
static bool has_scheme(const char *path, size_t bytes)
{
    for (size_t i = 0; i < bytes && path[i] != '/'; ++i) {
        if (path[i] == ':') {
            return true;
        }
    }
    return false;
}

static FileResult judge_text(const char *path, size_t bytes)
{
    if (bytes == 0 || memchr(path, '\0', bytes) != NULL || !tum_utf8_is_valid(path, bytes)) {
        return FILE_BAD_PATH;
    }
    for (size_t i = 0; i < bytes; ++i) {
        if (path[i] == '\\' || (unsigned char)path[i] < 0x20 || path[i] == 0x7f) {
            return FILE_OUTSIDE;
        }
    }
    if (path[0] == '/' || has_scheme(path, bytes) || has_step_up(path, bytes)) {
        return FILE_OUTSIDE;
    }
    return FILE_OK;
}

static bool is_below(const char *path, const char *folder)
{
    const size_t bytes = strlen(folder);
    if (strncmp(path, folder, bytes) != 0) {
        return false;
    }
    // "/a/bc" is not below "/a/b". The root is the only folder that ends with a slash.
    return path[bytes] == '/' || (bytes > 0 && folder[bytes - 1] == '/');
}

// Both paths come from tum_path_real.
static FileResult copy_if_below(const char *path, const char *folder, const TumAllocator *allocator,
                                char **resolved)
{
    if (!is_below(path, folder)) {
        return FILE_OUTSIDE;
    }
    const size_t bytes = strlen(path) + 1;
    *resolved = tum_allocate(allocator, bytes);
    if (*resolved == NULL) {
        return FILE_MEMORY;
    }
    memcpy(*resolved, path, bytes);
    return FILE_OK;
}

static FileResult resolve(const char *folder, const char *joined, const TumAllocator *allocator,
                          char **resolved)
{
    char *real_folder, *real_path = NULL;
    FileResult result = tum_path_real(folder, &real_folder);
    if (result == FILE_OK) {
        result = tum_path_real(joined, &real_path);
    }
    if (result == FILE_OK) {
        result = copy_if_below(real_path, real_folder, allocator, resolved);
    }
    free(real_path);
    free(real_folder);
    return result;
}

FileResult tum_path_inside(const char *folder, const char *relative, size_t relative_bytes,
                           const TumAllocator *allocator, char **resolved)
{
    *resolved = NULL;
    const FileResult judgement = judge_text(relative, relative_bytes);
    if (judgement != FILE_OK) {
        return judgement;
    }
    if (!tum_path_is_plain_name(relative, relative_bytes)) {
        return FILE_OUTSIDE;
    }
    const char *base = folder[0] == '\0' ? "." : folder;
    const size_t base_bytes = strlen(base);
    size_t bytes;
    if (!size_add(base_bytes + 2, relative_bytes, &bytes)) {
        return FILE_BAD_PATH;
    }
    char *joined = tum_allocate(allocator, bytes);
    if (joined == NULL) {
        return FILE_MEMORY;
    }
    memcpy(joined, base, base_bytes);
    joined[base_bytes] = '/';
    memcpy(joined + base_bytes + 1, relative, relative_bytes);
    joined[bytes - 1] = '\0';
    const FileResult result = resolve(base, joined, allocator, resolved);
    tum_release(allocator, joined, bytes);
    return result;
}

// Copies the steps of a path except "" and ".", with a terminating zero. @return the length.
static size_t copy_steps(const char *path, size_t bytes, char *plain)
{
    size_t count = 0;
    for (size_t begin = 0, end = 0; begin < bytes; begin = end + 1) {
        for (end = begin; end < bytes && path[end] != '/'; ++end) {
        }
        const size_t length = end - begin;
        if (length == 0 || (length == 1 && path[begin] == '.')) {
            continue;
        }
        if (count > 0) {
            plain[count++] = '/';
        }
        memcpy(plain + count, path + begin, length);
        count += length;
    }
    plain[count] = '\0';
    return count;
}

FileResult tum_path_plain(const char *relative, size_t relative_bytes,
                          const TumAllocator *allocator, char **plain)
{
    *plain = NULL;
    const FileResult judgement = judge_text(relative, relative_bytes);
    if (judgement != FILE_OK) {
        return judgement;
    }
    char *steps = tum_allocate(allocator, relative_bytes + 1);
    if (steps == NULL) {
        return FILE_MEMORY;
    }
    const size_t count = copy_steps(relative, relative_bytes, steps);
    const bool is_empty = count == 0 || relative[relative_bytes - 1] == '/';
    const bool is_outside = has_scheme(steps, count);
    // tum_path_free computes the same block size from the text.
    *plain = is_empty || is_outside ? NULL : tum_allocate(allocator, count + 1);
    if (*plain != NULL) {
        memcpy(*plain, steps, count + 1);
    }
    tum_release(allocator, steps, relative_bytes + 1);
    if (is_empty || is_outside) {
        return is_empty ? FILE_BAD_PATH : FILE_OUTSIDE;
    }
    return *plain != NULL ? FILE_OK : FILE_MEMORY;
}

void tum_path_free(char *path, const TumAllocator *allocator)
{
    if (path != NULL) {
        tum_release(allocator, path, strlen(path) + 1);
    }
}

// The last separator of steps, NULL without one.
static const char *last_separator(const char *path)
{
    const char *slash = strrchr(path, '/'), *other = strrchr(path, tum_path_separator);
    return slash == NULL || (other != NULL && other > slash) ? other : slash;
}

size_t tum_path_folder_bytes(const char *path)
{
    const char *slash = last_separator(path);
    if (slash == NULL) {
        return 0;
    }
    return slash == path ? 1 : (size_t)(slash - path);
}

const char *tum_path_name(const char *path)
{
    const char *slash = last_separator(path);
    return slash == NULL ? path : slash + 1;
}

const char *tum_path_extension(const char *path)
{
    const char *name = tum_path_name(path);
    const char *dot = strrchr(name, '.');
    return dot == NULL ? name + strlen(name) : dot + 1;
}

static char lower(char character)
{
    return character >= 'A' && character <= 'Z' ? (char)(character - 'A' + 'a') : character;
}

bool tum_path_has_extension(const char *path, const char *extension)
{
    const char *actual = tum_path_extension(path);
    for (; *actual != '\0' && lower(*actual) == lower(*extension); ++actual, ++extension) {
    }
    return *actual == '\0' && *extension == '\0';
}
