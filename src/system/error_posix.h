// SPDX-License-Identifier: MIT
/// error_posix.h: file results for the error numbers of POSIX.
#ifndef TUM_SYSTEM_ERROR_POSIX_H
#define TUM_SYSTEM_ERROR_POSIX_H

#include <errno.h>

#include "system/file_result.h"

static inline FileResult file_result_of_errno(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR: return FILE_MISSING;
    case EACCES:
    case EPERM:
    case EROFS: return FILE_DENIED;
    case EISDIR: return FILE_FOLDER;
    case EFBIG:
    case ENOSPC:
    case EDQUOT: return FILE_FULL;
    case ENAMETOOLONG:
    case ELOOP:
    case EINVAL: return FILE_BAD_PATH;
    case ENOMEM: return FILE_MEMORY;
    default: return FILE_FAILED;
    }
}

#endif
