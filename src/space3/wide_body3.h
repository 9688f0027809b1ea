// SPDX-License-Identifier: MIT
/// wide_body3.h: gathers solver bodies into lanes and scatters them, for kernels.
#ifndef TUM_SPACE3_WIDE_BODY3_H
#define TUM_SPACE3_WIDE_BODY3_H

#include "math/wide.h"
#include "space3/contact_block3.h"

typedef struct WideBody {
    WideVec3 linear;
    Wide angular_speed_bound;
    WideVec3 angular;
    Wide angular_bound;
} WideBody;

typedef struct WideMotion {
    WideVec3 moved;
    Wide beside_moved;
    WideVec3 turned;
    Wide beside_turned;
} WideMotion;

static inline void row_pointers(SolverBody3 *bodies, const int32_t index[WIDE_LANES],
                                float *rows[WIDE_LANES])
{
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = &bodies[index[i]].linear.x;
    }
}

static inline WideBody load_bodies(float *const rows[WIDE_LANES])
{
    Wide columns[WIDE];
    wide_load_rows((const float *const *)rows, columns);
    return (WideBody){{columns[0], columns[1], columns[2]},
                      columns[3],
                      {columns[4], columns[5], columns[6]},
                      columns[7]};
}

static inline WideMotion load_motions(float *const rows[WIDE_LANES])
{
    const float *second[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        second[i] = rows[i] + WIDE;
    }
    Wide columns[WIDE];
    wide_load_rows(second, columns);
    return (WideMotion){{columns[0], columns[1], columns[2]},
                        columns[3],
                        {columns[4], columns[5], columns[6]},
                        columns[7]};
}

static inline void store_bodies(float *const rows[WIDE_LANES], const WideBody *body, uint32_t mask)
{
    const Wide columns[WIDE] = {
        body->linear.x,  body->linear.y,  body->linear.z,  body->angular_speed_bound,
        body->angular.x, body->angular.y, body->angular.z, body->angular_bound};
    wide_store_rows(rows, columns, mask);
}

static inline void store_motions(float *const rows[WIDE_LANES], const WideMotion *motion,
                                 uint32_t mask)
{
    float *second[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        second[i] = rows[i] + WIDE;
    }
    const Wide columns[WIDE] = {motion->moved.x,      motion->moved.y,      motion->moved.z,
                                motion->beside_moved, motion->turned.x,     motion->turned.y,
                                motion->turned.z,     motion->beside_turned};
    wide_store_rows(second, columns, mask);
}

#endif
