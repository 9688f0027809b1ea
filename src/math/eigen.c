// SPDX-License-Identifier: MIT
// eigen.c: Jacobi's method: rotations zero one off-diagonal element after the other.
#include "math/eigen.h"

/// Convergence is quadratic: five or six sweeps are usual, more only where moments span the range
/// of double.
enum { SWEEP_MAX = 32 };

typedef struct Columns {
    double at[3][3]; ///< [column][row]
} Columns;

// Rotates the plane of axes p and q so that a[p][q] becomes zero (Golub and Van Loan, 8.5.2). Two
// angles do so; this is the one of at most 45 degrees.
static void turn(Columns *a, Columns *vectors, int p, int q)
{
    const double off = a->at[p][q];
    const double gap = a->at[q][q] - a->at[p][p];
    double tangent;
    if (absolute64(off) < absolute64(gap) * 0x1p-60) {
        // The square below would add nothing to 1.
        tangent = off / gap;
    } else {
        const double cotangent = gap / (2.0 * off);
        const double root = square_root64(cotangent * cotangent + 1.0);
        tangent = cotangent < 0.0 ? -1.0 / (root - cotangent) : 1.0 / (root + cotangent);
    }
    const double cosine = 1.0 / square_root64(tangent * tangent + 1.0);
    const double sine = tangent * cosine;
    const int r = 3 - p - q;
    const double rp = a->at[r][p], rq = a->at[r][q];
    a->at[p][p] -= tangent * off;
    a->at[q][q] += tangent * off;
    a->at[p][q] = a->at[q][p] = 0.0;
    a->at[r][p] = a->at[p][r] = cosine * rp - sine * rq;
    a->at[r][q] = a->at[q][r] = sine * rp + cosine * rq;
    for (int i = 0; i < 3; ++i) {
        const double vp = vectors->at[p][i], vq = vectors->at[q][i];
        vectors->at[p][i] = cosine * vp - sine * vq;
        vectors->at[q][i] = sine * vp + cosine * vq;
    }
}

static void diagonalize(Columns *a, Columns *vectors)
{
    for (int sweep = 0; sweep < SWEEP_MAX; ++sweep) {
        bool is_diagonal = true;
        for (int p = 0; p < 2; ++p) {
            for (int q = p + 1; q < 3; ++q) {
                // A smaller element changes neither a diagonal element nor a direction.
                const double smaller = minimum64(absolute64(a->at[p][p]), absolute64(a->at[q][q]));
                const double off = absolute64(a->at[p][q]);
                if (off == 0.0 || (sweep > 4 && off <= 0x1p-60 * smaller)) {
                    continue;
                }
                turn(a, vectors, p, q);
                is_diagonal = false;
            }
        }
        if (is_diagonal) {
            return;
        }
    }
}

// The right-handed frame with columns vectors[order[i]] * sign[i] and the largest trace: its
// rotation angle is the smallest, since trace = 1 + 2 cos(angle). For a given order the best signs
// make every diagonal element positive; an order whose best signs give a left-handed frame is
// skipped, for another order is nearer.
static void choose_frame(const Columns *vectors, int order[3], double sign[3])
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};
    double best = -4.0;
    for (int k = 0; k < 6; ++k) {
        // Jacobi's rotations keep the columns right-handed; the last three orders mirror them.
        double handedness = k < 3 ? 1.0 : -1.0, trace = 0.0, signs[3];
        for (int i = 0; i < 3; ++i) {
            const double part = vectors->at[orders[k][i]][i];
            signs[i] = part < 0.0 ? -1.0 : 1.0;
            handedness *= signs[i];
            trace += absolute64(part);
        }
        if (handedness > 0.0 && trace > best) {
            best = trace;
            for (int i = 0; i < 3; ++i) {
                order[i] = orders[k][i];
                sign[i] = signs[i];
            }
        }
    }
}

// The power of two that brings the largest element near 1, so that no product overflows.
static double scale_of(const DSym3 *m)
{
    const double parts[6] = {m->xx, m->yy, m->zz, m->xy, m->xz, m->yz};
    double largest = 0.0;
    for (int i = 0; i < 6; ++i) {
        largest = maximum64(largest, absolute64(parts[i]));
    }
    double scale = 1.0;
    for (; largest > 0x1p+64; largest *= 0x1p-64) {
        scale *= 0x1p-64;
    }
    // Below 2^-960 the scale itself would overflow; such a matrix counts as zero.
    for (int i = 0; i < 14 && largest != 0.0 && largest < 0x1p-64; ++i, largest *= 0x1p+64) {
        scale *= 0x1p+64;
    }
    return scale;
}

void tum_eigen_symmetric3(DSym3 m, DVec3 *values, DMat3 *vectors)
{
    const bool is_diagonal = m.xy == 0.0 && m.xz == 0.0 && m.yz == 0.0;
    const bool finite = is_finite64(m.xx) && is_finite64(m.yy) && is_finite64(m.zz) &&
                        is_finite64(m.xy) && is_finite64(m.xz) && is_finite64(m.yz);
    if (is_diagonal || !finite) {
        *values = (DVec3){m.xx, m.yy, m.zz};
        *vectors = (DMat3){{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
        return;
    }
    const double scale = scale_of(&m);
    Columns a = {{{m.xx * scale, m.xy * scale, m.xz * scale},
                  {m.xy * scale, m.yy * scale, m.yz * scale},
                  {m.xz * scale, m.yz * scale, m.zz * scale}}};
    Columns turned = {{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
    diagonalize(&a, &turned);
    int order[3] = {0, 1, 2};
    double sign[3] = {1.0, 1.0, 1.0};
    choose_frame(&turned, order, sign);
    DVec3 *columns[3] = {&vectors->x, &vectors->y, &vectors->z};
    for (int i = 0; i < 3; ++i) {
        const double *column = turned.at[order[i]];
        // Adding 0 turns -0 into 0.
        *columns[i] = (DVec3){column[0] * sign[i] + 0.0, column[1] * sign[i] + 0.0,
                              column[2] * sign[i] + 0.0};
    }
    *values = (DVec3){a.at[order[0]][order[0]] / scale, a.at[order[1]][order[1]] / scale,
                      a.at[order[2]][order[2]] / scale};
}
