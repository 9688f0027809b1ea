// SPDX-License-Identifier: MIT
/// handle.h: open files of the operating system, for file.c. Each system has a file of its own,
/// handle_posix.c and handle_windows.c; only one is built.
#ifndef TUM_SYSTEM_HANDLE_H
#define TUM_SYSTEM_HANDLE_H

#include "system/folder.h"

/// A descriptor of POSIX, a HANDLE of Windows.
typedef struct FileHandle {
    intptr_t value;
} FileHandle;

/// @param waits  false: opening a pipe without a writer does not wait for one.
FileResult tum_handle_open(const char *path, bool waits, FileHandle *handle);

/// Opens a pipe or a device for writing.
FileResult tum_handle_open_device(const char *path, FileHandle *handle);

/// Creates a file. *exists receives true, and the result is FILE_FAILED, where one has this name.
FileResult tum_handle_create(const char *path, bool *exists, FileHandle *handle);

FileHandle tum_handle_standard_input(void);
FileHandle tum_handle_standard_output(void);

FileResult tum_handle_about(FileHandle handle, FileAbout *about);

/// Reads up to `count` bytes; *got receives 0 at the end of the file.
FileResult tum_handle_read(FileHandle handle, void *bytes, size_t count, size_t *got);

/// Writes all bytes.
FileResult tum_handle_write(FileHandle handle, const void *bytes, size_t count);

/// Maps the first `count` bytes for reading and private writing. @return NULL where the system
/// cannot, or where a mapping would hinder another program that replaces the file.
void *tum_handle_map(FileHandle handle, size_t count);
void tum_handle_unmap(void *pages, size_t count);

/// Gives a file the permissions of another one; where the system refuses, the defaults stay.
void tum_handle_copy_permissions(FileHandle handle, const FileAbout *about);

/// Writes the bytes of a file to disk.
FileResult tum_handle_sync(FileHandle handle);

FileResult tum_handle_close(FileHandle handle);

/// FILE_OK when this process may write to an existing file.
FileResult tum_file_check_writable(const char *path);

/// Gives a file a name in the same folder, in the place of an older file and in one move, and
/// writes the new name to disk where the system can.
FileResult tum_file_rename(const char *from, const char *to);

/// The absolute path of an existing file or folder, without links; its steps are separated by '/'.
///
/// @param real  receives the path in malloc's memory; NULL on failure.
FileResult tum_path_real(const char *path, char **real);

/// False for a relative path that the system would not take for a plain name: on Windows one with a
/// colon (a stream or a drive), a device ("NUL"), a step that ends with a dot or a blank.
bool tum_path_is_plain_name(const char *path, size_t bytes);

/// The second separator of steps: '\\' on Windows, '/' elsewhere.
extern const char tum_path_separator;

/// A number that other processes do not have at the same time.
uint64_t tum_process_number(void);

#endif
