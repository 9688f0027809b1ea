// SPDX-License-Identifier: MIT
/// omi_reading.h: documents with OMI extensions, written in a test; see reading.h.
#ifndef TUM_TESTS_DIALECTS_OMI_READING_H
#define TUM_TESTS_DIALECTS_OMI_READING_H

#include "tests/dialects/reading.h"

/// The place of the object of an OMI extension on node N, or on the root.
#define OMI_NODE(N, EXTENSION) "/nodes/" #N "/extensions/" EXTENSION
#define OMI_ROOT(EXTENSION) "/extensions/" EXTENSION

/// As read_members, with all OMI extensions in use.
static inline Reading read_omi(int root_count, const char *members)
{
    static const char start[] =
        "{'asset': {'version': '2.0'}, 'extensionsUsed': ['OMI_physics_body', 'OMI_physics_shape', "
        "'OMI_collider', 'OMI_physics_joint', 'OMI_physics_gravity', 'KHR_physics_rigid_bodies', "
        "'KHR_implicit_shapes'], 'scene': 0, 'scenes': [{'nodes': [";
    const size_t room = sizeof start + strlen(members) + 4096;
    char *text = malloc(room);
    assert_non_null(text);
    size_t used = (size_t)snprintf(text, room, "%s", start);
    for (int i = 0; i < root_count; ++i) {
        used += (size_t)snprintf(text + used, room - used, "%s%d", i > 0 ? ", " : "", i);
    }
    snprintf(text + used, room - used, "]}], %s}", members);
    const Reading reading = read_document(text);
    free(text);
    return reading;
}

/// Nodes, with root extensions beside them.
static inline Reading read_omi_nodes(int root_count, const char *extensions, const char *nodes)
{
    const size_t room = strlen(extensions) + strlen(nodes) + 64;
    char *members = malloc(room);
    assert_non_null(members);
    snprintf(members, room, "'extensions': {%s}, 'nodes': [%s]", extensions, nodes);
    const Reading reading = read_omi(root_count, members);
    free(members);
    return reading;
}

/// Nothing at all was found.
#define assert_no_findings(reading)                                                                \
    do {                                                                                           \
        for (size_t i_ = 0; i_ < tum_report_count((reading)->report); ++i_) {                      \
            const TumDiagnostic *found_ = tum_report_at((reading)->report, i_);                    \
            print_error("%s %s: %s\n", found_->code, found_->pointer, found_->message);            \
        }                                                                                          \
        assert_int_equal(tum_report_count((reading)->report), 0);                                  \
    } while (0)

#endif
