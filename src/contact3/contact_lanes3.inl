// SPDX-License-Identifier: MIT
// contact_lanes3.inl: loads and stores of the contact kernels: blocks, their rows, solver bodies.
//
// A kernel handles the eight lanes of a block, four of them (WIDE_FOUR) or, with sixteen lanes
// (WIDE_SIXTEEN), those of two successive blocks that share no body. The members of a block are
// stored block by block. The rows of two blocks are side by side, whatever the number of lanes.
#include "math/wide.h"
#include "space3/contact_block3.h"

#include <stddef.h>

// Functions of a pass are inlined, so that values stay in registers and loops over points unroll.
#ifdef TUM_ISA_SCALAR
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

// Rows of the block, of half of it or, from lane 0 on, of both blocks.
typedef struct WideRows {
    ContactRows3 *of;
    uint32_t first; // Lane.
} WideRows;

// First lane of a vector in its block.
INLINE uint32_t lane_in_block(WideRows rows)
{
    return WIDE_LANES < WIDE ? rows.first % WIDE : 0;
}

// Members of the block, or of both blocks; the same for the records of restitution.
#ifdef WIDE_SIXTEEN
#define LOAD_BLOCK(block, rows, field)                                                             \
    ((void)(rows), wide_load_two((block)[0].field, (block)[1].field))
#define STORE_BLOCK(block, rows, field, a)                                                         \
    ((void)(rows), wide_store_two((block)[0].field, (block)[1].field, a))
#define LOAD_BLOCK_WORDS(block, rows, field)                                                       \
    ((void)(rows), wide_load_words_two((block)[0].field, (block)[1].field))
#define STORE_BLOCK_WORDS(block, rows, field, a)                                                   \
    ((void)(rows), wide_store_words_two((block)[0].field, (block)[1].field, a))
#else
#define LOAD_BLOCK(block, rows, field) wide_load(&(block)->field[lane_in_block(rows)])
#define STORE_BLOCK(block, rows, field, a) wide_store(&(block)->field[lane_in_block(rows)], a)
#define LOAD_BLOCK_WORDS(block, rows, field) wide_load_words(&(block)->field[lane_in_block(rows)])
#define STORE_BLOCK_WORDS(block, rows, field, a)                                                   \
    wide_store_words(&(block)->field[lane_in_block(rows)], a)
#endif

#define LOAD_BLOCK3(block, rows, field)                                                            \
    ((WideVec3){LOAD_BLOCK(block, rows, field.x), LOAD_BLOCK(block, rows, field.y),                \
                LOAD_BLOCK(block, rows, field.z)})

#define STORE_BLOCK3(block, rows, field, a)                                                        \
    do {                                                                                           \
        STORE_BLOCK(block, rows, field.x, (a).x);                                                  \
        STORE_BLOCK(block, rows, field.y, (a).y);                                                  \
        STORE_BLOCK(block, rows, field.z, (a).z);                                                  \
    } while (0)

#define LOAD_ROW(rows, field) wide_load(&(rows).of->field[(rows).first])
#define STORE_ROW(rows, field, a) wide_store(&(rows).of->field[(rows).first], a)

#define LOAD_ROW3(rows, field)                                                                     \
    ((WideVec3){LOAD_ROW(rows, field.x), LOAD_ROW(rows, field.y), LOAD_ROW(rows, field.z)})

INLINE void store_row3(WideRows rows, PairLanes3 *of, WideVec3 a)
{
    wide_store(&of->x[rows.first], a.x);
    wide_store(&of->y[rows.first], a.y);
    wide_store(&of->z[rows.first], a.z);
}

// Symmetric matrices in the frames of contacts.
typedef struct WideFrameSym {
    Wide nn, tt, cc, nt, nc, tc;
} WideFrameSym;

#define LOAD_ROW_SYM(rows, field)                                                                  \
    ((WideFrameSym){LOAD_ROW(rows, field.nn), LOAD_ROW(rows, field.tt), LOAD_ROW(rows, field.cc),  \
                    LOAD_ROW(rows, field.nt), LOAD_ROW(rows, field.nc), LOAD_ROW(rows, field.tc)})

INLINE void store_row_sym(WideRows rows, FrameSym3 *of, WideFrameSym a)
{
    wide_store(&of->nn[rows.first], a.nn);
    wide_store(&of->tt[rows.first], a.tt);
    wide_store(&of->cc[rows.first], a.cc);
    wide_store(&of->nt[rows.first], a.nt);
    wide_store(&of->nc[rows.first], a.nc);
    wide_store(&of->tc[rows.first], a.tc);
}

// Velocities of bodies, or their displacements since the start of the step.
typedef struct WideVelocity {
    WideVec3 linear, angular;
} WideVelocity;

// Velocities of both bodies, and the addresses of the bodies.
typedef struct WidePair {
    char *bodies;
    const uint32_t *place_a, *place_b;
    WideVelocity a, b;
} WidePair;

// The second half of a solver body is its displacement.
enum { DISPLACEMENT = offsetof(SolverBody3, moved) };

INLINE WideVelocity load_body(const char *bodies, const uint32_t place[WIDE_LANES])
{
    const float *rows[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = (const float *)(bodies + place[i]);
    }
    Wide columns[WIDE];
    wide_load_rows(rows, columns);
    return (WideVelocity){{columns[0], columns[1], columns[2]},
                          {columns[4], columns[5], columns[6]}};
}

INLINE void store_body(char *bodies, const uint32_t place[WIDE_LANES], const WideVelocity *body,
                       uint32_t mask)
{
    float *rows[WIDE_LANES];
    for (int i = 0; i < WIDE_LANES; ++i) {
        rows[i] = (float *)(bodies + place[i]);
    }
    const Wide zero = wide_splat(0.0f);
    const Wide columns[WIDE] = {body->linear.x,  body->linear.y,  body->linear.z,  zero,
                                body->angular.x, body->angular.y, body->angular.z, zero};
    wide_store_rows(rows, columns, mask);
}

// Makes the compiler load the sixteen offsets again, instead of keeping sixteen pointers on the
// stack during a whole visit.
INLINE const uint32_t *reload(const uint32_t *place)
{
    __asm__("" : "+r"(place));
    return place;
}

INLINE WidePair load_pair(WideRows rows, SolverBody3 *bodies)
{
    WidePair pair = {.bodies = (char *)bodies,
                     .place_a = &rows.of->place_a[rows.first],
                     .place_b = &rows.of->place_b[rows.first]};
    pair.a = load_body(pair.bodies, pair.place_a);
    pair.b = load_body(pair.bodies, pair.place_b);
    return pair;
}

// Velocities of bodies of infinite mass are not stored.
INLINE void store_pair(const ContactBlock3 *block, WideRows rows, const WidePair *pair)
{
    uint32_t a = block->store_a >> lane_in_block(rows), b = block->store_b >> lane_in_block(rows);
    if (WIDE_LANES > WIDE) {
        a |= block[1].store_a << WIDE;
        b |= block[1].store_b << WIDE;
    }
    store_body(pair->bodies, reload(pair->place_a), &pair->a, a);
    store_body(pair->bodies, reload(pair->place_b), &pair->b, b);
}
