// SPDX-License-Identifier: MIT
// status.c: the version of the library and the texts of base.h.
#include "tumble/base.h"

#define TEXT_OF(number) #number
#define DOTTED(major, minor, patch) TEXT_OF(major) "." TEXT_OF(minor) "." TEXT_OF(patch)

const char *tum_version(void)
{
    return DOTTED(TUM_VERSION_MAJOR, TUM_VERSION_MINOR, TUM_VERSION_PATCH);
}

uint32_t tum_version_number(void)
{
    return TUM_VERSION;
}

// Before 1.0 a minor version may change layouts, from 1.0 on a major one. A library older than the
// headers does not fit: it lacks declared functions.
bool tum_version_fits(uint32_t headers)
{
    const uint32_t series = TUM_VERSION_MAJOR == 0 ? 1000 : 1000000;
    return headers / series == TUM_VERSION / series && headers <= TUM_VERSION;
}

const char *tum_status_text(TumStatus status)
{
    switch (status) {
    case TUM_OK: return "no error";
    case TUM_ERROR_ARGUMENT: return "an argument breaks a rule of the function";
    case TUM_ERROR_INPUT: return "the content of the file has errors";
    case TUM_ERROR_FILE: return "a file could not be opened, read or written";
    case TUM_ERROR_UNSUPPORTED: return "valid, but beyond what this version can do";
    case TUM_ERROR_CAPACITY: return "a count is beyond the stated maximum";
    case TUM_ERROR_MEMORY: return "out of memory";
    case TUM_ERROR_DIVERGED: return "the simulation left the finite or sensible numbers";
    case TUM_ERROR_INTERNAL: return "a fault of the library";
    case TUM_ERROR_VERSION: return "a definition has the layout of another version of the headers";
    }
    return "an unknown status";
}
