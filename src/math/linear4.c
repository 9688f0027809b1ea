// SPDX-License-Identifier: MIT
// linear4.c: 4 by 4 matrices, rotors and principal axes in 4D.
#include "math/linear4.h"

#include <string.h>

#include "math/scalar.h"

enum {
    POLAR_ITERATIONS = 64, ///< Convergence is quadratic; the limit ends hopeless cases.
    JACOBI_SWEEPS = 32
};

static const double polar_tolerance = 1e-15; ///< change of the largest entry
static const double identity[16] = LINEAR4_IDENTITY;

void tum_linear4_multiply(const double a[16], const double b[16], double product[16])
{
    double result[16];
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            double sum = 0.0;
            for (int k = 0; k < 4; ++k) {
                sum += a[4 * k + row] * b[4 * column + k];
            }
            result[4 * column + row] = sum;
        }
    }
    memcpy(product, result, sizeof result);
}

void tum_linear4_transform(const double m[16], const double v[4], double out[4])
{
    double result[4];
    for (int row = 0; row < 4; ++row) {
        result[row] = m[row] * v[0] + m[4 + row] * v[1] + m[8 + row] * v[2] + m[12 + row] * v[3];
    }
    memcpy(out, result, sizeof result);
}

void tum_linear4_transpose(const double m[16], double out[16])
{
    double result[16];
    for (int i = 0; i < 16; ++i) {
        result[i] = m[i % 4 * 4 + i / 4];
    }
    memcpy(out, result, sizeof result);
}

// Gauss-Jordan with row pivots on [work | side]. @return the determinant; 0: `side` has no meaning.
static double eliminate(double work[16], double side[16])
{
    double determinant = 1.0;
    for (int c = 0; c < 4; ++c) {
        int pivot = c;
        for (int r = c + 1; r < 4; ++r) {
            pivot = absolute64(work[4 * c + r]) > absolute64(work[4 * c + pivot]) ? r : pivot;
        }
        const double head = work[4 * c + pivot];
        determinant *= pivot == c ? head : -head;
        if (head == 0.0 || !is_finite64(head)) {
            return 0.0;
        }
        for (int k = 0; k < 4; ++k) {
            const double a = work[4 * k + c], b = side[4 * k + c];
            work[4 * k + c] = work[4 * k + pivot] / head;
            side[4 * k + c] = side[4 * k + pivot] / head;
            if (pivot != c) {
                work[4 * k + pivot] = a;
                side[4 * k + pivot] = b;
            }
        }
        for (int r = 0; r < 4; ++r) {
            const double factor = work[4 * c + r];
            for (int k = 0; k < 4 && r != c; ++k) {
                work[4 * k + r] -= factor * work[4 * k + c];
                side[4 * k + r] -= factor * side[4 * k + c];
            }
        }
    }
    return determinant;
}

double tum_linear4_determinant(const double m[16])
{
    double work[16], side[16];
    memcpy(work, m, sizeof work);
    memcpy(side, identity, sizeof side);
    return eliminate(work, side);
}

bool tum_linear4_inverse(const double m[16], double inverse[16])
{
    double work[16], side[16];
    memcpy(work, m, sizeof work);
    memcpy(side, identity, sizeof side);
    if (eliminate(work, side) == 0.0) {
        return false;
    }
    memcpy(inverse, side, sizeof side);
    return true;
}

// Newton's iteration, R <- (R + inverse transpose of R) / 2 (Higham, "Computing the Polar
// Decomposition, with Applications", 1986).
bool tum_linear4_polar(const double m[16], double rotation[16])
{
    double r[16];
    memcpy(r, m, sizeof r);
    for (int i = 0; i < POLAR_ITERATIONS; ++i) {
        double back[16], change = 0.0;
        if (!tum_linear4_inverse(r, back)) {
            return false;
        }
        tum_linear4_transpose(back, back);
        for (int k = 0; k < 16; ++k) {
            const double next = 0.5 * (r[k] + back[k]);
            if (!is_finite64(next)) {
                return false;
            }
            change = maximum64(change, absolute64(next - r[k]));
            r[k] = next;
        }
        if (!(change > polar_tolerance)) {
            memcpy(rotation, r, sizeof r);
            return true;
        }
    }
    memcpy(rotation, r, sizeof r);
    return true;
}

double tum_rotor4_matrix(const double rotor[8], double matrix[16])
{
    double most = 0.0, n[8];
    memcpy(matrix, identity, sizeof identity);
    for (int i = 0; i < 8; ++i) {
        most = maximum64(most, absolute64(rotor[i]));
    }
    if (!(most > 0.0) || !is_finite64(most)) {
        return 0.0;
    }
    for (int i = 0; i < 8; ++i) {
        n[i] = rotor[i] / most;
    }
    const double s = n[0], xy = n[1], xz = n[2], yz = n[3], xw = n[4], yw = n[5], zw = n[6],
                 p = n[7];
    const double ss = s * s, pp = p * p;
    const double columns[16] = {
        ss - xy * xy - xz * xz - xw * xw + yz * yz + yw * yw + zw * zw - pp,
        2.0 * (s * xy - xz * yz - xw * yw + zw * p),
        2.0 * (s * xz + xy * yz - xw * zw - yw * p),
        2.0 * (s * xw + xy * yw + xz * zw + yz * p),
        2.0 * (-s * xy - xz * yz - xw * yw - zw * p),
        ss - xy * xy - yz * yz - yw * yw + xz * xz + xw * xw + zw * zw - pp,
        2.0 * (s * yz - xy * xz - yw * zw + xw * p),
        2.0 * (s * yw - xy * xw + yz * zw - xz * p),
        2.0 * (-s * xz + xy * yz - xw * zw + yw * p),
        2.0 * (-s * yz - xy * xz - yw * zw - xw * p),
        ss - xz * xz - yz * yz - zw * zw + xy * xy + xw * xw + yw * yw - pp,
        2.0 * (s * zw - xz * xw - yz * yw + xy * p),
        2.0 * (-s * xw + xy * yw + xz * zw - yz * p),
        2.0 * (-s * yw - xy * xw + yz * zw + xz * p),
        2.0 * (-s * zw - xz * xw - yz * yw - xy * p),
        ss - xw * xw - yw * yw - zw * zw + xy * xy + xz * xz + yz * yz - pp,
    };
    double length[4];
    for (int c = 0; c < 4; ++c) {
        const double *v = &columns[4 * c];
        length[c] = square_root64(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    }
    if (!(length[0] > 1e-12)) {
        return 0.0;
    }
    for (int i = 0; i < 16; ++i) {
        matrix[i] = columns[i] / length[i / 4];
    }
    return length[0] * most * most;
}

// Rotates axes i and j so that the entry between them becomes zero (Golub and Van Loan, "Matrix
// Computations", section 8.5).
static void rotate(double a[16], double vectors[16], int i, int j)
{
    const double off = a[4 * j + i];
    if (off == 0.0) {
        return;
    }
    const double tau = (a[5 * j] - a[5 * i]) / (2.0 * off);
    const double sign = tau >= 0.0 ? 1.0 : -1.0;
    const double t = sign / (absolute64(tau) + square_root64(1.0 + tau * tau));
    const double c = 1.0 / square_root64(1.0 + t * t), s = t * c;
    for (int k = 0; k < 4; ++k) {
        const double x = a[4 * i + k], y = a[4 * j + k];
        a[4 * i + k] = c * x - s * y;
        a[4 * j + k] = s * x + c * y;
        const double u = vectors[4 * i + k], v = vectors[4 * j + k];
        vectors[4 * i + k] = c * u - s * v;
        vectors[4 * j + k] = s * u + c * v;
    }
    for (int k = 0; k < 4; ++k) {
        const double x = a[4 * k + i], y = a[4 * k + j];
        a[4 * k + i] = c * x - s * y;
        a[4 * k + j] = s * x + c * y;
    }
    a[4 * j + i] = a[4 * i + j] = 0.0;
}

// Each vector goes to the column of its largest component, the clearest first, and points along it.
static void order_vectors(double values[4], double vectors[16])
{
    double old_values[4], old[16];
    bool is_used[4] = {false}, is_filled[4] = {false};
    memcpy(old_values, values, sizeof old_values);
    memcpy(old, vectors, sizeof old);
    for (int round = 0; round < 4; ++round) {
        int vector = -1, column = -1;
        for (int v = 0; v < 4; ++v) {
            for (int c = 0; c < 4 && !is_used[v]; ++c) {
                if (!is_filled[c] && (vector < 0 || absolute64(old[4 * v + c]) >
                                                        absolute64(old[4 * vector + column]))) {
                    vector = v;
                    column = c;
                }
            }
        }
        const double sign = old[4 * vector + column] < 0.0 ? -1.0 : 1.0;
        is_used[vector] = is_filled[column] = true;
        values[column] = old_values[vector];
        for (int k = 0; k < 4; ++k) {
            vectors[4 * column + k] = sign * old[4 * vector + k];
        }
    }
    if (tum_linear4_determinant(vectors) < 0.0) {
        for (int k = 0; k < 4; ++k) {
            vectors[12 + k] = -vectors[12 + k];
        }
    }
}

void tum_eigen_symmetric4(const double m[16], double values[4], double vectors[16])
{
    double a[16];
    memcpy(a, m, sizeof a);
    memcpy(vectors, identity, sizeof identity);
    for (int sweep = 0; sweep < JACOBI_SWEEPS; ++sweep) {
        double off = 0.0, on = 0.0;
        for (int i = 0; i < 4; ++i) {
            on += absolute64(a[5 * i]);
            for (int j = i + 1; j < 4; ++j) {
                off += absolute64(a[4 * j + i]);
            }
        }
        if (!(off > 1e-18 * on)) {
            break;
        }
        for (int i = 0; i < 4; ++i) {
            for (int j = i + 1; j < 4; ++j) {
                rotate(a, vectors, i, j);
            }
        }
    }
    for (int i = 0; i < 4; ++i) {
        values[i] = a[5 * i];
    }
    order_vectors(values, vectors);
}
