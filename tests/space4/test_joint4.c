// SPDX-License-Identifier: MIT
// Rows of joints in 4D: those of the reference, derivatives of what they hold, and none twice.
#include "geometry/general.h"
#include "space4/bodies4.h"
#include "space4/space4.h"
#include "tests/support/support4.h"

enum { ROWS_MOST = 10 };

static const JointKind4 kinds[] = {JOINT_PIN,       JOINT_LINE_PIN, JOINT_HINGE,
                                   JOINT_DUO_HINGE, JOINT_WELD,     JOINT_SLIDER};

enum { KINDS = sizeof kinds / sizeof *kinds };

// A body of a pair: mass, principal moments, where it is, and where its frame of the joint is.
typedef struct Half {
    double mass;
    Bivec4 inertia;
    DPose4 pose;
    DPose4 frame; // relative to the pose
} Half;

// Two bodies and a joint in a space, prepared as for a step.
typedef struct Pair {
    Space4 *space;
    Sim sim;
    const Joint4 *joint;
} Pair;

static Pose4 narrow_pose(DPose4 a)
{
    const DVec4 p = a.position;
    const DQuat l = a.rotation.left, r = a.rotation.right;
    return (Pose4){{(float)p.x, (float)p.y, (float)p.z, (float)p.w},
                   {{(float)l.x, (float)l.y, (float)l.z, (float)l.w},
                    {(float)r.x, (float)r.y, (float)r.z, (float)r.w}}};
}

static void pair_open(Pair *pair, JointKind4 kind, const Half halves[2])
{
    const BodyDef4 nobody = tum_nobody4();
    pair->space = tum_space4_create(NULL, 1, CPU_SCALAR);
    assert_int_equal(tum_sim_init(&pair->sim, NULL, (TumTasks){.run = NULL},
                                  spatial_kernels(CPU_SCALAR), &tum_space4_ops,
                                  (Space *)pair->space),
                     TUM_OK);
    assert_true(tum_space4_add_body(pair->space, &nobody));
    for (int side = 0; side < 2; ++side) {
        BodyDef4 body = nobody;
        body.is_dynamic = true;
        body.mass = (float)halves[side].mass;
        body.inertia = halves[side].inertia;
        body.pose = narrow_pose(halves[side].pose);
        assert_true(tum_space4_add_body(pair->space, &body));
        assert_int_equal(
            tum_topology_add_body(&pair->sim.topology, TUM_BODY_DYNAMIC, NONE, true, true),
            side + 1);
    }
    bool is_stale = false;
    const JointDef4 def = {.frame = {halves[0].frame, halves[1].frame}, .kind = kind, .acts = true};
    assert_int_equal(tum_topology_add_joint(&pair->sim.topology, &(JointRecord){.body = {1, 2}}),
                     0);
    assert_true(tum_space4_reserve_joint(pair->space, 0));
    assert_true(tum_space4_set_joint(pair->space, 0, &def, &is_stale));
    assert_true(is_stale);
    tum_topology_set_acting(&pair->sim.topology, 0, true, false);
    assert_int_equal(tum_topology_finish_joints(&pair->sim.topology), TUM_OK);
    assert_int_equal(tum_space4_finish_joints(pair->space, &pair->sim.topology), TUM_OK);
    const StepTime time = {.step = 1.0f / 60.0f, .substep = 1.0f / 240.0f, .impulse_scale = 1.0f};
    tum_topology_gather_joint_islands(&pair->sim.topology);
    const uint32_t jobs = tum_space4_begin_joints((Space *)pair->space, &pair->sim, time);
    assert_int_equal(jobs, 1);
    tum_space4_prepare_joints((Space *)pair->space, time, (Range){0, jobs, 0});
    pair->joint = &pair->space->joints.joints.items[0];
}

static void pair_close(Pair *pair)
{
    tum_sim_clear(&pair->sim);
    tum_space4_destroy(pair->space);
}

// A row over the velocities of both bodies, linear then angular, as the reference has it.
static void spread_row(const JointRow4 *row, double numbers[20])
{
    for (int side = 0; side < 2; ++side) {
        const double sign = side == 0 ? -1 : 1;
        const DBivec4 twist = dbivec4_from_halves(
            (DHalves4){dvec3_scale(row->j[side].left, 2), dvec3_scale(row->j[side].right, 2)});
        const double parts[10] = {row->n.x, row->n.y, row->n.z, row->n.w, twist.xy,
                                  twist.xz, twist.yz, twist.xw, twist.yw, twist.zw};
        for (int i = 0; i < 10; ++i) {
            numbers[10 * side + i] = sign * parts[i];
        }
    }
}

// J M^-1 J^T of two rows, as the solver has it.
static double effective(const Pair *pair, const JointRow4 *a, const JointRow4 *b)
{
    const JointBody4 *bodies = pair->space->joints.bodies.items;
    const double inverse_mass =
        bodies[pair->joint->body[0]].inverse_mass + bodies[pair->joint->body[1]].inverse_mass;
    return inverse_mass * dvec4_dot(a->n, b->n) + dhalves4_dot(a->j[0], b->k[0]) +
           dhalves4_dot(a->j[1], b->k[1]);
}

static Bivec4 inertia_of(const char *item, double mass)
{
    TumCurve curves[4];
    GeneralShape shape = {.dimension = 4, .curves = curves};
    reference_numbers(item, "size", shape.size, 4);
    const char *list = reference_member(item, "curves");
    for (const char *c = list == NULL ? NULL : reference_element(list, NULL); c != NULL;
         c = reference_element(list, c)) {
        reference_numbers(c, "radii", curves[shape.curve_count].radii, 4);
        curves[shape.curve_count++].exponent = 2.0;
    }
    const GeneralMoments moments = tum_general_moments(&shape);
    const double x = mass * moments.mean_square[0], y = mass * moments.mean_square[1];
    const double z = mass * moments.mean_square[2], w = mass * moments.mean_square[3];
    return (Bivec4){(float)(x + y), (float)(x + z), (float)(y + z),
                    (float)(x + w), (float)(y + w), (float)(z + w)};
}

// Both frames at one place, which the arms lead to.
static void read_halves(const char *item, Half halves[2])
{
    const char *const bodies[2] = {"a", "b"}, *const arms[2] = {"armA", "armB"};
    const DRotation4 frame = reference_rotation4(item, "frameRotor");
    for (int side = 0; side < 2; ++side) {
        const char *body = reference_member(item, bodies[side]);
        const DVec4 arm = reference_vec4(item, arms[side]);
        const double mass = reference_number(body, "mass");
        const DPose4 pose = {dvec4_negate(arm), reference_rotation4(body, "rotor")};
        halves[side] = (Half){mass, inertia_of(reference_member(body, "shape"), mass), pose,
                              dpose4_relative(pose, (DPose4){{0, 0, 0, 0}, frame})};
    }
}

static void check_rows(const char *item, const char *name, JointKind4 kind)
{
    Half halves[2];
    read_halves(item, halves);
    Pair pair;
    pair_open(&pair, kind, halves);
    const char *set = reference_member(item, name);
    double rows[20 * ROWS_MOST], matrix[ROWS_MOST * ROWS_MOST];
    const size_t count = (size_t)pair.joint->row_count;
    assert_int_equal(reference_list(reference_member(set, "rows"), rows, 20 * ROWS_MOST),
                     20 * count);
    reference_numbers(set, "effective", matrix, count * count);
    double scale = 1;
    for (size_t i = 0; i < count * count; ++i) {
        scale = fmax(scale, fabs(matrix[i]));
    }
    for (size_t i = 0; i < count; ++i) {
        double row[20];
        spread_row(&pair.joint->rows[i], row);
        assert_all_near(row, rows + 20 * i, 20, 1e-5);
        for (size_t k = 0; k < count; ++k) {
            assert_near(effective(&pair, &pair.joint->rows[i], &pair.joint->rows[k]),
                        matrix[count * i + k], 1e-5 * scale);
        }
    }
    pair_close(&pair);
}

// Single precision: bodies are. The tolerance is that of the reference's README.
static void rows_and_what_they_weigh_are_those_of_the_reference(void **state)
{
    (void)state;
    Reference reference = reference_open("joint_rows");
    for (const char *item = NULL; (item = reference_next(&reference, item)) != NULL;) {
        check_rows(item, "pin", JOINT_PIN);
        check_rows(item, "weld", JOINT_WELD);
        check_rows(item, "hinge", JOINT_HINGE);
        check_rows(item, "duo", JOINT_DUO_HINGE);
        check_rows(item, "slider", JOINT_SLIDER);
    }
    reference_close(&reference);
}

static DBivec4 random_bivec(Random *random, double most)
{
    double n[6];
    for (int i = 0; i < 6; ++i) {
        n[i] = random_in(random, -most, most);
    }
    return (DBivec4){n[0], n[1], n[2], n[3], n[4], n[5]};
}

static DVec4 random_vec(Random *random, double most)
{
    double n[4];
    for (int i = 0; i < 4; ++i) {
        n[i] = random_in(random, -most, most);
    }
    return (DVec4){n[0], n[1], n[2], n[3]};
}

// Bodies anywhere; the frames are apart by `gap` and turned by `tilt` from each other.
static void random_halves(Random *random, double gap, double tilt, Half halves[2])
{
    const DPose4 frame = {random_vec(random, 1), drotation4_exp(random_bivec(random, 2))};
    const DPose4 apart = {random_vec(random, gap), drotation4_exp(random_bivec(random, tilt))};
    const DPose4 frames[2] = {frame, dpose4_multiply(frame, apart)};
    for (int side = 0; side < 2; ++side) {
        double c[4];
        for (int i = 0; i < 4; ++i) {
            c[i] = random_in(random, 0.1, 1);
        }
        const DPose4 pose = {random_vec(random, 1), drotation4_exp(random_bivec(random, 2))};
        halves[side] = (Half){random_in(random, 0.5, 3),
                              {(float)(c[0] + c[1]), (float)(c[0] + c[2]), (float)(c[1] + c[2]),
                               (float)(c[0] + c[3]), (float)(c[1] + c[3]), (float)(c[2] + c[3])},
                              pose,
                              dpose4_relative(pose, frames[side])};
    }
}

// The least pivot of J M^-1 J^T, its rows scaled to a diagonal of ones.
static double least_pivot(const Pair *pair)
{
    const int n = pair->joint->row_count;
    double m[ROWS_MOST][ROWS_MOST], least = 1;
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < n; ++k) {
            const JointRow4 *a = &pair->joint->rows[i], *b = &pair->joint->rows[k];
            m[i][k] = effective(pair, a, b) / sqrt(a->diagonal * b->diagonal);
        }
    }
    for (int p = 0; p < n; ++p) {
        least = fmin(least, m[p][p]);
        for (int i = p + 1; i < n; ++i) {
            for (int k = p + 1; k < n; ++k) {
                m[i][k] -= m[i][p] * m[p][k] / m[p][p];
            }
        }
    }
    return least;
}

static void no_kind_says_a_thing_twice(void **state)
{
    (void)state;
    static const int counts[KINDS] = {4, 7, 9, 8, 10, 9}; // of ten freedoms: what is not free
    Random random = {7};
    for (int kind = 0; kind < KINDS; ++kind) {
        for (int i = 0; i < 20; ++i) {
            Half halves[2];
            Pair pair;
            random_halves(&random, 0, 0, halves);
            pair_open(&pair, kinds[kind], halves);
            assert_int_equal(pair.joint->row_count, counts[kind]);
            assert_true(least_pivot(&pair) > 1e-3);
            pair_close(&pair);
        }
    }
}

// A motion of both bodies changes what a row holds at the row's speed: exactly so for points, in
// the limit of small tilts for planes.
static void check_derivatives(JointKind4 kind, double gap, double tilt, double tolerance)
{
    const double h = 1e-5;
    Random random = {(uint64_t)kind + 1};
    for (int i = 0; i < 20; ++i) {
        Half halves[2];
        Pair pair;
        random_halves(&random, gap, tilt, halves);
        pair_open(&pair, kind, halves);
        Joint4 joint = *pair.joint;
        JointRow4 rows[ROWS_MOST];
        JointBody4 bodies[2], before[2], after[2];
        for (int side = 0; side < 2; ++side) {
            bodies[side] = (JointBody4){.center = halves[side].pose,
                                        .linear = random_vec(&random, 1),
                                        .spin = dbivec4_halves(random_bivec(&random, 1))};
            before[side] = after[side] = bodies[side];
            for (int end = 0; end < 2; ++end) {
                DPose4 *pose = end == 0 ? &before[side].center : &after[side].center;
                const double t = end == 0 ? -h : h;
                const DBivec4 spin = dbivec4_from_halves(bodies[side].spin);
                pose->position = dvec4_add_scaled(pose->position, bodies[side].linear, t);
                pose->rotation =
                    drotation4_multiply(drotation4_exp(dbivec4_scale(spin, t)), pose->rotation);
            }
        }
        memcpy(rows, joint.rows, (size_t)joint.row_count * sizeof *rows);
        joint.rows = rows;
        double values[2][ROWS_MOST];
        for (int end = 0; end < 2; ++end) {
            const JointBody4 *at = end == 0 ? before : after;
            tum_joint4_measure_at(&joint, &at[0], &at[1]);
            for (int k = 0; k < joint.row_count; ++k) {
                values[end][k] = rows[k].value;
            }
        }
        tum_joint4_measure_at(&joint, &bodies[0], &bodies[1]);
        for (int k = 0; k < joint.row_count; ++k) {
            assert_near(joint_row4_velocity(&rows[k], &bodies[0], &bodies[1]),
                        (values[1][k] - values[0][k]) / (2 * h), tolerance);
        }
        pair_close(&pair);
    }
}

static void rows_are_the_derivatives_of_what_they_hold(void **state)
{
    (void)state;
    check_derivatives(JOINT_PIN, 0.5, 1, 1e-8);
    for (int kind = 1; kind < KINDS; ++kind) {
        check_derivatives(kinds[kind], 0.5, 1e-3, 1e-2);
        check_derivatives(kinds[kind], 0.5, 1e-6, 1e-5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        reference_test(rows_and_what_they_weigh_are_those_of_the_reference),
        cmocka_unit_test(no_kind_says_a_thing_twice),
        cmocka_unit_test(rows_are_the_derivatives_of_what_they_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
