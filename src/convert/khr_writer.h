// SPDX-License-Identifier: MIT
/// khr_writer.h: differences between the dialects of the KHR line as targets.
#ifndef TUM_CONVERT_KHR_WRITER_H
#define TUM_CONVERT_KHR_WRITER_H

#include "convert/joint_writer.h"

typedef struct KhrTarget {
    DialectWriter writer;         ///< The first member: a DialectWriter of the line is a KhrTarget.
    const char *extension;        ///< Name on nodes and the root.
    const char *shapes_extension; ///< The extension with the table of shapes; NULL: the document
                                  ///< itself.
    const char *shapes_key;       ///< The table's key.
    const char *shape_key;        ///< Key of a collider's index into the table; NULL: `geometry`.
    const char *joint_key;        ///< Key of a joint's index.
    JointWords words;             ///< Keys in the table of joint descriptions.
    bool is_by_node;              ///< `geometry.node` in place of `geometry.mesh`.
    bool is_upper_case;           ///< "AVERAGE"
} KhrTarget;

extern const KhrTarget tum_khr_writer;       ///< K7
extern const KhrTarget tum_khr_node_writer;  ///< K6
extern const KhrTarget tum_khr_draft_writer; ///< K2, as first drafted
extern const KhrTarget tum_msft_writer;      ///< M3
extern const KhrTarget tum_gltf21_writer;    ///< K7 with the core's shapes

#endif
