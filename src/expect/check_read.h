// SPDX-License-Identifier: MIT
/// check_read.h: one check of expectations, from JSON.
#ifndef TUM_EXPECT_CHECK_READ_H
#define TUM_EXPECT_CHECK_READ_H

#include "expect/expect_data.h"
#include "expect/node_ref.h"

/// Reading of a check: the first fault of the check is kept, all are filed.
typedef struct CheckReader {
    TumExpectations *expectations;
    const TumDocument *document; ///< Document of the scene.
    NodeNames *names;
    Check *check;
    TumStatus status;             ///< TUM_OK or TUM_ERROR_MEMORY.
    char fault[NODE_FAULT_BYTES]; ///< "": none.
} CheckReader;

/// Reads reader->check from an object.
void tum_expect_read(CheckReader *reader, const Cursor *object);

/// Reads members of an object that every quantity has: kind, node, point, window, reduction.
void tum_quantity_read(CheckReader *reader, const Cursor *object, Quantity *quantity);

// Members of an object. Each function returns true where the member is there and right; a wrong one
// is a fault of the check. Vectors have as many numbers as the scene has dimensions, spins and
// inertias 3 or 6, rotations 4 or 16.
bool tum_expect_number(CheckReader *reader, const Cursor *object, const char *key, double *value);
bool tum_expect_vector(CheckReader *reader, const Cursor *object, const char *key, DVec4 *value);
bool tum_expect_rotation(CheckReader *reader, const Cursor *object, const char *key,
                         DRotation4 *value);
bool tum_expect_spin(CheckReader *reader, const Cursor *object, const char *key, DBivec4 *value);
bool tum_expect_inertia(CheckReader *reader, const Cursor *object, const char *key, DBivec4 *value);
bool tum_expect_node(CheckReader *reader, const Cursor *object, const char *key, int32_t *node);
bool tum_expect_window(CheckReader *reader, const Cursor *object, Window *window);
bool tum_expect_reduce(CheckReader *reader, const Cursor *object, Reduce *reduce);

/// Makes a missing member, or one of the wrong kind, the fault of a check.
void tum_expect_missing(CheckReader *reader, const Cursor *object, const char *key);

/// Makes the check fail in every run, and files the reason.
__attribute__((format(__printf__, 4, 5))) void tum_expect_refuse(CheckReader *reader,
                                                                 const Cursor *place,
                                                                 DiagnosticCode code,
                                                                 const char *format, ...);

/// A copy of a text in the memory of the expectations; "" when out of memory.
__attribute__((format(__printf__, 2, 3))) const char *tum_expect_text(CheckReader *reader,
                                                                      const char *format, ...);

/// Zeroed memory of the expectations; NULL when out of memory.
void *tum_expect_memory(CheckReader *reader, size_t count, size_t item_bytes);

/// Gathers the hard limits of joints for a check (limit_read.c).
///
/// @param wanted  nodes of joints; not given: all joints.
void tum_limits_gather(CheckReader *reader, const NodeList *wanted, double linear, double angular);

/// " from 1 s to 3 s", or "" for the whole run. @return text.
const char *tum_window_label(const Window *window, char *text, size_t room);

#endif
