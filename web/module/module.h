// SPDX-License-Identifier: MIT
/// module.h: the functions that a module of WebAssembly exports to its script.
///
/// All arguments are numbers and pointers into the memory of the module. Ids of bodies, colliders
/// and joints are whole numbers of 53 bits, which a double holds: kind 2, slot 23, generation 16,
/// world 12. Vectors, poses and definitions are arrays of doubles; their order stands at the
/// function that reads them, and web/tumble/src writes it. A function that answers a TumStatus
/// answers it as an int.
///
/// The memory may grow in any call that allocates. Pointers stay, views of a script do not.
#ifndef TUM_WEB_MODULE_H
#define TUM_WEB_MODULE_H

#include "tumble/tumble.h"

// Exported functions are called by the script alone: no header declares them.
#pragma clang diagnostic ignored "-Wmissing-prototypes"
#define WEB_EXPORT(name) __attribute__((export_name(#name))) name

/// A file that a document names, given by the script or asked for in vain.
typedef struct WebFile {
    struct WebFile *next;
    void *bytes; ///< [size] Of malloc; NULL where the file is missing.
    size_t size;
    bool is_given; ///< The script has answered: with bytes, or that there are none.
    char path[];
} WebFile;

/// A document on its way to a world, a report or another dialect.
typedef struct TumWebSource {
    TumReport *report;  ///< Findings of opening and reading.
    TumReport *changes; ///< Findings of writing in another dialect; NULL before.
    TumDocument *document;
    TumScene *scene;
    WebFile *files; ///< In the order in which they were asked for.
    char *name;     ///< Name in findings.
    bool has_deep;  ///< The scene was simulated for hints.
} TumWebSource;

/// Poses of all bodies, in the order of tum_world_body_at. The script reads the words in this
/// order.
typedef struct WebPoses {
    float *positions;  ///< [m] [count * 3], in 4D [count * 4]
    float *rotations;  ///< [count * 4], in 4D [count * 16]
    uint8_t *awake;    ///< [count] 1: awake.
    int32_t *nodes;    ///< [count]
    uint32_t *changed; ///< [changed_count] Bodies that the last step moved.
    uint32_t count, changed_count;
} WebPoses;

/// Lines, points and labels of the last drawing. The script reads the words in this order.
typedef struct WebDrawing {
    float *line_positions; ///< [m] [line_count * 6]
    uint8_t *line_colors;  ///< [line_count * 8] Red, green, blue, opacity of both ends.
    uint32_t line_count;
    float *point_positions; ///< [m] [point_count * 3]
    float *point_values;    ///< [point_count]
    uint8_t *point_colors;  ///< [point_count * 4]
    uint32_t point_count;
    TumDrawLabel3 *labels; ///< [label_count]
    uint32_t label_count;
    void *memory; ///< Block of all arrays but the labels.
} WebDrawing;

/// A world with what a script looks at.
typedef struct TumWebWorld {
    TumWorld *world;
    TumScene *scene; ///< NULL: a world that was made empty.
    TumReport *report;
    WebPoses poses[2]; ///< After and before the last step; `now` is the index of the former.
    void *pose_memory; ///< Block of the arrays of both.
    uint32_t now;      ///< 0 or 1.
    uint32_t capacity; ///< [bodies] of the block.
    bool is_stale;     ///< A change came after the poses were read.
    uint32_t *ignored; ///< [ignored_words] Bits of the filter of a query.
    size_t ignored_words;
    WebDrawing drawing;
} TumWebWorld;

/// Kinds of ids.
enum { WEB_BODY = 1, WEB_COLLIDER = 2, WEB_JOINT = 3 };

double web_id(int kind, uint32_t index1, uint16_t generation, uint16_t world);
double web_body_id(TumBodyId id);
double web_collider_id(TumColliderId id);
double web_joint_id(TumJointId id);
/// Ids of another kind become the one that names none.
TumBodyId web_body(double id);
TumColliderId web_collider(double id);
TumJointId web_joint(double id);

/// Place of a body: its index in poses; the number of places where it does not exist.
size_t web_place(const TumWorld *world, TumBodyId body);

TumVec3 web_vec3(const double v[3]);
/// Position and quaternion.
TumPose3 web_pose3(const double v[7]);

/// Marks the poses as older than the world. @return the status.
int web_changed(TumWebWorld *world, TumStatus status);

/// Brings the poses up to date after changes. @return false when out of memory.
bool web_read_poses(TumWebWorld *world);
void web_free_poses(TumWebWorld *world);
void web_free_drawing(TumWebWorld *world);

/// Frees a source without its scene and report, which the caller has taken.
void web_source_clear(TumWebSource *source);

/// Source of the files that a document names.
TumDocumentOptions web_document_options(TumWebSource *source);

/// Writes a document, all buffers in its bytes; in the full module alone.
///
/// @param container  TumContainer.
/// @param block      receives pointer and bytes of malloc.
TumStatus web_write_document(const TumDocument *document, int container, size_t block[2],
                             TumReport *report);

/// True for dimensions that this module can simulate.
bool web_has_dimension(int dimension);

/// Begins anew with these bytes: findings and document of an earlier attempt are freed.
/// @return false when out of memory.
bool web_source_begin(TumWebSource *source);

#endif
