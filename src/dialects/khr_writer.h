// SPDX-License-Identifier: MIT
/// khr_writer.h: in what the dialects of the KHR line differ when they are written.
#ifndef TUM_DIALECTS_KHR_WRITER_H
#define TUM_DIALECTS_KHR_WRITER_H

#include "dialects/scene_writer.h"

typedef struct KhrTarget {
    DialectWriter writer;         ///< First: a DialectWriter of the line is a KhrTarget.
    const char *extension;        ///< On nodes and the root.
    const char *shapes_extension; ///< Whose table has the shapes; NULL: the document itself.
    const char *shapes_key;       ///< Of that table.
    const char *shape_key;        ///< Of a collider's index into it; NULL: `geometry`.
    const char *joint_key;        ///< Of a joint's index into it.
    JointWords words;             ///< Of the table of joint descriptions.
    bool is_by_node;              ///< `geometry.node` in place of `geometry.mesh`.
    bool is_upper_case;           ///< "AVERAGE"
} KhrTarget;

extern const KhrTarget tum_khr_writer;       ///< K7
extern const KhrTarget tum_khr_node_writer;  ///< K6
extern const KhrTarget tum_khr_draft_writer; ///< K2, as first drafted
extern const KhrTarget tum_msft_writer;      ///< M3
extern const KhrTarget tum_gltf21_writer;    ///< K7 with the core's shapes

#endif
