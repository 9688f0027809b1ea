// SPDX-License-Identifier: MIT
// Laws over scenes that are drawn by the hundred (tests/support/generate.h).
//
// The numbers are seeds: a scene is the same every time. TUMBLE_SCENES=10000 looks at more of them
// and TUMBLE_SCENE_FIRST=501 begins elsewhere. A failure prints the line that looks at its scene
// alone; with TUMBLE_SCENE_REDUCE=1 that prints the smallest scene that still fails. An argument
// names the laws to look at: laws_tests test_generated '*mirrored*'.
#include "tests/support/generate.h"
#include "tests/support/runner.h"

#ifdef NDEBUG
enum { SCENES = 200 };
#else
enum { SCENES = 30 }; // Sanitizers and checks of whole structures take twenty times as long.
#endif

enum { RATE = 60, SUBSTEPS = 4, FRAMES = 120 };

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static long first_scene(void)
{
    return setting("TUMBLE_SCENE_FIRST", 1);
}

static long scene_count(void)
{
    return setting("TUMBLE_SCENES", SCENES);
}

static void tell(long scene, const char *law, double value, double bound)
{
    print_message("scene %ld: %s %g, at most %g\n  TUMBLE_SCENE_FIRST=%ld TUMBLE_SCENES=1 "
                  "%s test_generated\n",
                  scene, law, value, bound, scene, test_program());
}

// The worst of two seconds.
typedef struct Figures {
    double above;  // Energy above that of the start, by that.
    double gain;   // Energy above the least so far, by that of the start.
    double open;   // Beyond a locked length, by the size of what is joined, or by how far apart a
                   // lock of one axis or two lets it get: a small turn moves that end far.
    double turned; // Beyond a locked angle, by 0.05 rad and the fastest body's turn in a substep.
    double end;    // Beyond the end of a range of lengths, by the fastest point's way in a substep.
    double turn_end; // Beyond the end of a range of angles, as a locked one.
    double overlap;  // By the thickness of the thinner one and the fastest point's way in a step.
    double inside;   // By the thickness alone, at the end.
    double momentum; // Change, by the sum of the bodies' own.
    double angular;  // Likewise.
} Figures;

typedef struct Totals {
    double momentum[3], angular[3];
    double lone, lone_angular; // Sums of lengths: the scale of rounding.
    double energy;
} Totals;

static void add_turning(const TumMass3 *mass, TumQuat rotation, TumVec3 spin, Totals *sum,
                        double own[3])
{
    const TumQuat principal = generated_multiply(rotation, mass->orientation);
    const TumVec3 w = generated_rotate(generated_conjugate(principal), spin);
    const TumVec3 l = {mass->inertia.x * w.x, mass->inertia.y * w.y, mass->inertia.z * w.z};
    const TumVec3 turned = generated_rotate(principal, l);
    own[0] += (double)turned.x;
    own[1] += (double)turned.y;
    own[2] += (double)turned.z;
    sum->energy +=
        0.5 * ((double)w.x * (double)l.x + (double)w.y * (double)l.y + (double)w.z * (double)l.z);
}

// How far a limit is exceeded [m] or [rad].
static double limit_excess(const GeneratedWorld *built, int joint, const TumLimit *limit)
{
    const double at =
        (double)tum_joint_position3(built->world, built->joints[joint], limit->space, limit->axes);
    return fmax(0, fmax(at - limit->max, limit->min - at));
}

// Half of stiffness times stretch squared, of all limits that are springs.
static double spring_energy(const Generated *scene, const GeneratedWorld *built)
{
    double sum = 0;
    for (int i = 0; i < scene->joint_count; ++i) {
        for (size_t k = 0; k < scene->joints[i].def.limit_count; ++k) {
            const TumLimit *limit = &scene->joints[i].limits[k];
            const double beyond = limit_excess(built, i, limit);
            sum += isinf(limit->stiffness) ? 0 : 0.5 * limit->stiffness * beyond * beyond;
        }
    }
    return sum;
}

// Potential energy is that above the scene's floor.
static Totals add_up(const Generated *scene, const GeneratedWorld *built)
{
    Totals sum = {.energy = spring_energy(scene, built)};
    for (int i = 0; i < scene->body_count; ++i) {
        const TumBodyDef3 *def = &scene->bodies[i].def;
        if (def->kind != TUM_BODY_DYNAMIC) {
            continue;
        }
        const TumBodyId body = built->bodies[i];
        const TumVec3 v = tum_body_linear_velocity3(built->world, body);
        const TumVec3 x = tum_body_center_of_mass3(built->world, body);
        const double m = (double)def->mass.mass;
        const double p[3] = {m * (double)v.x, m * (double)v.y, m * (double)v.z};
        double own[3] = {(double)x.y * p[2] - (double)x.z * p[1],
                         (double)x.z * p[0] - (double)x.x * p[2],
                         (double)x.x * p[1] - (double)x.y * p[0]};
        add_turning(&def->mass, tum_body_pose3(built->world, body).rotation,
                    tum_body_angular_velocity3(built->world, body), &sum, own);
        sum.energy += 0.5 * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) / m +
                      m * scene->gravity * ((double)x.y - scene->floor);
        for (int k = 0; k < 3; ++k) {
            sum.momentum[k] += p[k];
            sum.angular[k] += own[k];
        }
        sum.lone += m * generated_length(v);
        sum.lone_angular += sqrt(own[0] * own[0] + own[1] * own[1] + own[2] * own[2]) +
                            m * generated_length(v) * scene->bodies[i].bounding_radius;
    }
    return sum;
}

static double apart(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static double joint_size(const Generated *scene, const GeneratedJoint *joint)
{
    const double b = scene->bodies[joint->b].bounding_radius;
    return joint->a >= 0 ? fmin(b, scene->bodies[joint->a].bounding_radius) : b;
}

typedef struct Fastest {
    double speed; // [m/s] No point of any body is faster.
    double spin;  // [rad/s] No body spins faster.
} Fastest;

static Fastest fastest(const Generated *scene, const GeneratedWorld *built)
{
    Fastest most = {0};
    for (int i = 0; i < scene->body_count; ++i) {
        const TumBodyId body = built->bodies[i];
        const double spin = generated_length(tum_body_angular_velocity3(built->world, body));
        most.spin = fmax(most.spin, spin);
        most.speed =
            fmax(most.speed, generated_length(tum_body_linear_velocity3(built->world, body)) +
                                 scene->bodies[i].bounding_radius * spin);
    }
    return most;
}

static Fastest faster_of(Fastest a, Fastest b)
{
    return (Fastest){.speed = fmax(a.speed, b.speed), .spin = fmax(a.spin, b.spin)};
}

// Limits that are hard.
static void look_at_joints(const Generated *scene, const GeneratedWorld *built, Fastest fastest_now,
                           Figures *figures)
{
    const double way = fastest_now.speed / (RATE * SUBSTEPS);
    const double turn = fastest_now.spin / (RATE * SUBSTEPS);
    for (int i = 0; i < scene->joint_count; ++i) {
        const GeneratedJoint *joint = &scene->joints[i];
        for (size_t k = 0; k < joint->def.limit_count; ++k) {
            const TumLimit *limit = &joint->limits[k];
            const double beyond = limit_excess(built, i, limit);
            const double size = joint_size(scene, joint);
            if (!isinf(limit->stiffness)) {
                continue;
            }
            double *figure = NULL, share = beyond;
            if (limit->space == TUM_SPACE_LINEAR) {
                const bool is_lock = limit->min == limit->max;
                const double lever = (double)tum_joint_position3(built->world, built->joints[i],
                                                                 TUM_SPACE_LINEAR, 7);
                figure = is_lock ? &figures->open : &figures->end;
                share = is_lock ? beyond / fmax(size, lever) : beyond / (way + 0.01 * size);
            } else {
                figure = limit->min == limit->max ? &figures->turned : &figures->turn_end;
                share = beyond / (turn + 0.05);
            }
            *figure = fmax(*figure, share);
        }
    }
}

static int body_index(const Generated *scene, const GeneratedWorld *built, TumBodyId body)
{
    for (int i = 0; i < scene->body_count; ++i) {
        if (built->bodies[i].index1 == body.index1) {
            return i;
        }
    }
    return -1;
}

static bool are_joined(const Generated *scene, int a, int b)
{
    for (int i = 0; i < scene->joint_count; ++i) {
        const GeneratedJoint *joint = &scene->joints[i];
        if ((joint->a == a && joint->b == b) || (joint->a == b && joint->b == a)) {
            return true;
        }
    }
    return false;
}

// Of bodies that no joint keeps from colliding.
static void look_at_overlaps(const Generated *scene, const GeneratedWorld *built, double speed,
                             Figures *figures)
{
    const double way = speed / RATE;
    figures->inside = 0;
    for (int i = 0; i < scene->body_count; ++i) {
        for (int k = 0; k < scene->bodies[i].collider_count; ++k) {
            TumHit3 hits[32];
            size_t count = 0;
            if (scene->bodies[i].def.kind != TUM_BODY_DYNAMIC ||
                tum_world_overlap_collider3(built->world, built->colliders[i][k], NULL, hits, 32,
                                            &count) != TUM_OK) {
                continue;
            }
            for (size_t h = 0; h < count && h < 32; ++h) {
                const int other = body_index(scene, built, hits[h].body);
                if (other >= 0 && !are_joined(scene, i, other)) {
                    const double thin = fmin(scene->bodies[i].thin, scene->bodies[other].thin);
                    const double depth = -(double)hits[h].distance;
                    figures->inside = fmax(figures->inside, depth / thin);
                    figures->overlap = fmax(figures->overlap, depth / (0.1 * thin + way));
                }
            }
        }
    }
}

static Figures look_at(Generated *scene)
{
    Figures figures = {.gain = 0};
    GeneratedWorld built = generated_world(scene, NULL);
    const Totals begin = add_up(scene, &built);
    double least = begin.energy;
    Fastest before = fastest(scene, &built);
    for (int step = 1; step <= FRAMES; ++step) {
        if (tum_world_step(built.world, 1.0f / RATE) != TUM_OK) {
            figures.gain = figures.above = INFINITY;
            break;
        }
        const Totals now = add_up(scene, &built);
        const Fastest after = fastest(scene, &built), either = faster_of(before, after);
        figures.gain = fmax(figures.gain, (now.energy - least) / begin.energy);
        figures.above = fmax(figures.above, now.energy / begin.energy - 1);
        least = fmin(least, now.energy);
        look_at_joints(scene, &built, either, &figures);
        if (step % 4 == 0) {
            look_at_overlaps(scene, &built, either.speed, &figures);
        }
        if (scene->floats) {
            figures.momentum = fmax(figures.momentum, apart(now.momentum, begin.momentum) /
                                                          fmax(begin.lone, now.lone));
            figures.angular = fmax(figures.angular, apart(now.angular, begin.angular) /
                                                        fmax(begin.lone_angular, now.lone_angular));
        }
        before = after;
    }
    generated_world_end(&built);
    return figures;
}

typedef struct Law {
    const char *name;
    size_t figure; // Where it stands in Figures.
    double bound;
} Law;

static Figures *all; // Of the scenes, in order.

static int look_at_all(void **state)
{
    (void)state;
    all = calloc((size_t)scene_count(), sizeof *all);
    for (long i = 0; i < scene_count(); ++i) {
        Generated *scene = generate_scene((uint64_t)(first_scene() + i));
        all[i] = look_at(scene);
        free(scene);
    }
    return 0;
}

static int forget_all(void **state)
{
    (void)state;
    free(all);
    return 0;
}

// What scenes become by when they get smaller.
enum {
    NO_BODY,
    NO_JOINT,
    NO_LIMIT,
    NO_FRICTION,
    NO_BOUNCE,
    NO_VELOCITY,
    NO_SPIN,
    NO_COLLIDER,
    WAYS
};

// @return whether there is a thing `index` to take away.
static bool take_away(Generated *scene, int way, int index)
{
    GeneratedJoint *joint = &scene->joints[index / GENERATED_LIMITS];
    GeneratedBody *body = &scene->bodies[index];
    const size_t limit = (size_t)(index % GENERATED_LIMITS);
    switch (way) {
    case NO_BODY:
        if (index < scene->body_count) {
            generated_remove_body(scene, index);
            return true;
        }
        return false;
    case NO_JOINT:
        if (index < scene->joint_count) {
            generated_remove_joint(scene, index);
            return true;
        }
        return false;
    case NO_LIMIT:
        if (index / GENERATED_LIMITS < scene->joint_count && limit < joint->def.limit_count) {
            --joint->def.limit_count;
            memmove(joint->limits + limit, joint->limits + limit + 1,
                    (joint->def.limit_count - limit) * sizeof *joint->limits);
            return true;
        }
        return false;
    case NO_FRICTION:
    case NO_BOUNCE: {
        TumMaterial *material = &scene->material;
        const TumMaterial before = *material;
        if (way == NO_FRICTION) {
            material->static_friction = material->dynamic_friction = 0;
        } else {
            material->restitution = 0;
        }
        for (int i = 0; i < scene->body_count; ++i) {
            for (int k = 0; k < GENERATED_COLLIDERS; ++k) {
                scene->bodies[i].colliders[k].def.material = *material;
            }
        }
        return index == 0 && memcmp(&before, material, sizeof before) != 0;
    }
    case NO_VELOCITY:
    case NO_SPIN: {
        TumVec3 *v = way == NO_SPIN ? &body->def.angular_velocity : &body->def.linear_velocity;
        const bool is_something = index < scene->body_count && generated_length(*v) > 0;
        *v = (TumVec3){0, 0, 0};
        return is_something;
    }
    default: --body->collider_count; return index < scene->body_count && body->collider_count >= 0;
    }
}

static double figure_of(Generated *scene, const Law *law)
{
    const Figures figures = look_at(scene);
    double value;
    memcpy(&value, (const char *)&figures + law->figure, sizeof value);
    return value;
}

static void reduce(uint64_t number, const Law *law)
{
    Generated *scene = generate_scene(number), *trial = malloc(sizeof *trial);
    for (bool changed = true; changed;) {
        changed = false;
        for (int way = 0; way < WAYS; ++way) {
            for (int i = GENERATED_JOINTS * GENERATED_LIMITS - 1; i >= 0; --i) {
                *trial = *scene;
                if (((way != NO_LIMIT && i < GENERATED_BODIES) || way <= NO_LIMIT) &&
                    (way != NO_JOINT || i < GENERATED_JOINTS) &&
                    (way != NO_BODY || i < GENERATED_BODIES) && take_away(trial, way, i) &&
                    figure_of(trial, law) > law->bound) {
                    *scene = *trial;
                    changed = true;
                }
            }
        }
    }
    generated_print(scene);
    print_message("%s %g\n", law->name, figure_of(scene, law));
    free(scene);
    free(trial);
}

// `few` scenes in a thousand may exceed the bound, and none may exceed `most`.
static void check(const char *name, size_t figure, double bound, long few, double most)
{
    const Law law = {name, figure, bound};
    long broken = 0, beyond = 0;
    double worst = 0;
    long worst_scene = first_scene();
    for (long i = 0; i < scene_count(); ++i) {
        double value;
        memcpy(&value, (const char *)&all[i] + figure, sizeof value);
        if (value > worst) {
            worst = value;
            worst_scene = first_scene() + i;
        }
        beyond += !(value <= most);
        if (!(value <= bound) && ++broken <= 5) {
            tell(first_scene() + i, name, value, bound);
            if (setting("TUMBLE_SCENE_REDUCE", 0) != 0) {
                reduce((uint64_t)(first_scene() + i), &law);
            }
        }
    }
    const long allowed = (few * scene_count() + 999) / 1000;
    print_message("%ld scenes: %s at most %g (scene %ld), %ld above %g (%ld may be), "
                  "%ld above %g\n",
                  scene_count(), name, worst, worst_scene, broken, bound, allowed, beyond, most);
    assert_int_equal(beyond, 0);
    assert_true(broken <= allowed);
}

#define CHECK(figure, bound, few, most) check(#figure, offsetof(Figures, figure), bound, few, most)

// Kinetic, of turning too, potential above the scene's floor, and of springs.
static void no_scene_holds_more_energy_than_it_began_with(void **state)
{
    (void)state;
    CHECK(above, 0.01, 0, 0.01);
}

// The stricter half: what was lost does not come back either. Overlaps that are pushed out again,
// points of contact that a light joined body has rolled away from within a step, and ends of ranges
// that a strained chain overran give some of it.
static void little_of_the_energy_that_was_lost_comes_back(void **state)
{
    (void)state;
    CHECK(gain, 0.01, 10, 0.2);
}

// Velocities are floats: each change of one rounds it by 2^-24 of itself at most. Some thousand
// changes in 120 frames of four substeps, to either side, add up to some 100 times that.
static void what_floats_keeps_its_momentum(void **state)
{
    (void)state;
    CHECK(momentum, 1e-5, 0, 1e-5);
}

// A plane of contact is that of the beginning of a step: the two halves of an impulse act in lines
// as far from each other as surfaces have passed each other since (test_momentum.c).
static void
what_floats_keeps_its_angular_momentum_but_for_what_surfaces_move_in_a_step(void **state)
{
    (void)state;
    CHECK(angular, 0.01, 2, 0.03);
}

static Figures figures_of(uint64_t number)
{
    Generated *scene = generate_scene(number);
    const Figures figures = look_at(scene);
    free(scene);
    return figures;
}

// A chain of 1, 30 and 224 kg spins at 4 rad/s and pulls its joints open. What its bodies lose of
// their motion against each other, as joints are pulled together, is nothing of its spin, of which
// it once lost half.
static void a_spinning_chain_that_is_pulled_together_keeps_its_angular_momentum(void **state)
{
    (void)state;
    const Figures figures = figures_of(704458);
    assert_between(figures.angular, 0, 0.03);
}

// By the size of the smaller of what is joined, or the distance of the points where that is larger.
// Masses of 1:1000 on a light chain open it for some frames.
// KHR-111, OMI-JOINT-18, OMI-JOINT-44.
static void locked_lengths_stay_closed(void **state)
{
    (void)state;
    CHECK(open, 0.02, 4, 0.2);
}

// Where the rods of a ring lie side by side, two rows of its joints say one thing, and undoing what
// rounding opened takes a velocity without bound. This ring of four lands as they do: with a part
// of that velocity it opened by 0.65 of its size.
static void a_ring_whose_rods_lie_side_by_side_as_it_lands_stays_closed(void **state)
{
    (void)state;
    const Figures figures = figures_of(49227);
    assert_between(figures.open, 0, 0.02);
    assert_between(figures.above, 0, 0.01);
}

// Bodies of 2.5 kg slide between some of 82 and 513 kg, within ranges, as all land. A range that
// lets go in a correction changes a light body by 50 m/s, which is then solved for: it was taken
// for an error too large to be corrected, and the slider opened by its size.
static void light_sliders_between_heavy_bodies_that_land_stay_closed(void **state)
{
    (void)state;
    const Figures figures = figures_of(1109955);
    assert_between(figures.open, 0, 0.02);
    assert_between(figures.turned, 0, 0.25);
    assert_between(figures.end, 0, 1);
}

// A rod of 1.3 kg of a figure of 1190 kg, and one of 5 kg of a figure of 27 kg, go into spheres of
// their own figures. Contacts push them as if they were free; joints took all of that back, and
// they stayed inside by 1.8 and 3.7 times their thickness.
static void light_rods_of_heavy_figures_come_out_of_spheres(void **state)
{
    (void)state;
    const Figures heavy = figures_of(2000287), thin = figures_of(2000136);
    assert_between(heavy.inside, 0, 0.3);
    assert_between(heavy.overlap, 0, 2);
    assert_between(thin.inside, 0, 0.3);
    assert_between(heavy.above, 0, 0.01);
    assert_between(thin.above, 0, 0.01);
}

// A figure of 1700 kg swings on two anchors until its chain is taut. Closing what is left of a gap
// would take 1.6 times its energy, at a turn of a fiftieth of a radian, and 1.17 of what the scene
// began with was there.
static void a_taut_chain_between_two_anchors_gains_no_energy(void **state)
{
    (void)state;
    const Figures figures = figures_of(4005130);
    assert_between(figures.above, 0, 0.01);
    assert_between(figures.gain, 0, 0.1);
    assert_between(figures.open, 0, 0.02);
}

// A ring of four capsules folds flat as it bounces. Its joints answer a restitution impulse alone,
// and take back nothing of what they bore over the last substep: where rods lie side by side, that
// would fling them. The scene once gained half of its energy.
static void a_ring_that_folds_as_it_bounces_gains_no_energy(void **state)
{
    (void)state;
    const Figures figures = figures_of(202503);
    assert_between(figures.above, 0, 0.01);
}

// A rope that tightened in the substep before has an impulse, and none for the time of an impact.
// The impulse comes back with its row: left out of the system it acted again unopposed, and the
// bodies had 1.030 of their energy.
static void a_rope_that_tightened_before_an_impact_gives_no_energy(void **state)
{
    (void)state;
    const Figures figures = figures_of(905688);
    assert_between(figures.above, 0, 0.01);
}

// Loads of up to 900 kg on bodies of 1.5 to 7.7 kg settle. What caught them once pushed on, and
// they rose above where they began, with up to 1.021 of the energy.
static void heavy_stacks_on_light_bodies_are_not_thrown(void **state)
{
    (void)state;
    const uint64_t numbers[] = {1011281, 1011334, 1012474};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        assert_between(figures_of(numbers[i]).above, 0, 0.01);
    }
}

// A light body of a joint hits the ground under a heavy one: a ninth of the energy came back.
static void heavy_bodies_joined_to_light_ones_do_not_rise_again(void **state)
{
    (void)state;
    const Figures figures = figures_of(6093);
    assert_between(figures.gain, 0, 0.02);
}

// Links of 1.4 to 59 kg at the ends of their ranges: closing a milliradian once multiplied their
// kinetic energy by ten.
static void a_chain_at_the_ends_of_its_ranges_gains_no_energy(void **state)
{
    (void)state;
    const Figures figures = figures_of(301503);
    assert_between(figures.above, 0, 0.01);
}

// Twins share an articulation. A correction that would turn a light link by much is left to the
// direct solver; made, and corrected again and again, it added a third to the energy.
static void twins_that_a_correction_would_fling_gain_no_energy(void **state)
{
    (void)state;
    Generated *scene = generate_scene(843);
    scene->has_twin = true;
    const Figures figures = look_at(scene);
    free(scene);
    assert_between(figures.above, 0, 0.01);
}

// KHR-111, OMI-JOINT-18, OMI-JOINT-44.
static void locked_angles_stay_closed(void **state)
{
    (void)state;
    CHECK(turned, 0.25, 1, 1);
}

static void ranges_of_lengths_end_within_the_way_of_a_substep(void **state)
{
    (void)state;
    CHECK(end, 1, 2, 10);
}

static void ranges_of_angles_end_within_the_turn_of_a_substep(void **state)
{
    (void)state;
    CHECK(turn_end, 0.5, 3, 4);
}

// What is fast and thin sinks in by its way of a step before it is pushed out.
static void bodies_overlap_no_more_than_a_tenth_and_the_way_of_a_step(void **state)
{
    (void)state;
    CHECK(overlap, 1, 3, 5);
}

// Left out: what stands under a thousand times its mass, or was struck by it.
static void no_body_is_left_inside_another(void **state)
{
    (void)state;
    CHECK(inside, 0.1, 10, 2);
}

static double farthest_apart(const Generated *scene, const GeneratedWorld *a,
                             const GeneratedWorld *b, bool is_mirrored)
{
    double most = 0;
    for (int i = 0; i < scene->body_count; ++i) {
        const TumVec3 at = tum_body_center_of_mass3(a->world, a->bodies[i]);
        TumVec3 there = tum_body_center_of_mass3(b->world, b->bodies[i]);
        there.x = is_mirrored ? -there.x : there.x;
        most = fmax(most, generated_length(generated_sub(at, there)));
    }
    return most;
}

static void step_times(GeneratedWorld *built, int count, float seconds)
{
    for (int i = 0; i < count; ++i) {
        assert_int_equal(tum_world_step(built->world, seconds), TUM_OK);
    }
}

// @return the value that `share` of them do not exceed.
static double within(double *values, long count, double share)
{
    for (long i = 1; i < count; ++i) {
        for (long k = i; k > 0 && values[k - 1] > values[k]; --k) {
            const double value = values[k];
            values[k] = values[k - 1];
            values[k - 1] = value;
        }
    }
    return values[(long)(share * (double)(count - 1))];
}

// An impact within a step leaves no point, but an event.
static bool something_touches(const TumWorld *world)
{
    const TumEvent *events;
    return tum_world_counts(world).points > 0 || tum_world_events(world, &events) > 0;
}

// Flight and joints are computed alike to the left and to the right, to the bit. Contacts need not
// be: a mirror does not keep the order of the points of a manifold.
static void a_mirrored_scene_is_mirrored_to_the_bit_until_something_touches(void **state)
{
    (void)state;
    const long count = scene_count() / 2 + 1;
    double *after = calloc((size_t)count, sizeof *after);
    long frames = 0;
    for (long i = 0; i < count; ++i) {
        Generated *scene = generate_scene((uint64_t)(first_scene() + i));
        Generated *mirror = generated_mirror(scene);
        TumWorldDef def = tum_default_world_def();
        def.contact_events = true;
        GeneratedWorld a = generated_world(scene, &def), b = generated_world(mirror, &def);
        double difference = 0;
        for (int step = 0; step < 60 && difference == 0; ++step) {
            step_times(&a, 1, 1.0f / RATE);
            step_times(&b, 1, 1.0f / RATE);
            if (something_touches(a.world) || something_touches(b.world)) {
                break;
            }
            difference = farthest_apart(scene, &a, &b, true);
            ++frames;
        }
        if (difference > 0) {
            tell(first_scene() + i, "mirrored", difference, 0);
        }
        assert_true(difference == 0); // [m]
        step_times(&a, 6, 1.0f / RATE);
        step_times(&b, 6, 1.0f / RATE);
        after[i] = farthest_apart(scene, &a, &b, true);
        generated_world_end(&a);
        generated_world_end(&b);
        free(scene);
        free(mirror);
    }
    print_message("%ld frames alike; a tenth of a second later half of the scenes within %g m, "
                  "nine in ten within %g m\n",
                  frames, within(after, count, 0.5), within(after, count, 0.9));
    free(after);
}

// Until chaos has its way: a quarter of a second, of scenes in which little has touched by then.
static void scenes_are_alike_at_60_and_240_steps_a_second(void **state)
{
    (void)state;
    const long count = scene_count() / 2 + 1;
    double *apart_by = calloc((size_t)count, sizeof *apart_by);
    for (long i = 0; i < count; ++i) {
        Generated *scene = generate_scene((uint64_t)(first_scene() + i));
        GeneratedWorld a = generated_world(scene, NULL), b = generated_world(scene, NULL);
        step_times(&a, RATE / 4, 1.0f / RATE);
        step_times(&b, RATE, 0.25f / RATE);
        apart_by[i] = farthest_apart(scene, &a, &b, false);
        generated_world_end(&a);
        generated_world_end(&b);
        free(scene);
    }
    const double half = within(apart_by, count, 0.5), most = within(apart_by, count, 0.9);
    print_message("half of the scenes within %g m, nine in ten within %g m\n", half, most);
    // A lone scene is looked at for its figures only.
    if (count > 10) {
        assert_between(half, 0, 0.01);
        assert_between(most, 0, 0.05);
    }
    free(apart_by);
}

static void scenes_are_the_same_bits_on_any_threads_and_instructions(void **state)
{
    (void)state;
    static const TumInstructions instructions[] = {
        TUM_INSTRUCTIONS_SCALAR, TUM_INSTRUCTIONS_SSE2,   TUM_INSTRUCTIONS_AVX2,
        TUM_INSTRUCTIONS_AVX512, TUM_INSTRUCTIONS_WIDEST, TUM_INSTRUCTIONS_WIDEST};
    static const int threads[] = {1, 1, 1, 2, 2, 3};
    enum { WORLDS = sizeof threads / sizeof *threads };
    for (long i = 0; i < scene_count() / 4 + 1; ++i) {
        Generated *scene = generate_scene((uint64_t)(first_scene() + i));
        uint64_t expected = 0;
        for (int k = 0; k < WORLDS; ++k) {
            TumWorldDef def = tum_default_world_def();
            def.threads = threads[k];
            def.instructions = instructions[k];
            // A processor may have less.
            GeneratedWorld built = {.world = NULL};
            if (!generated_try_world(scene, &def, &built)) {
                continue;
            }
            for (int step = 0; step < 45; ++step) {
                (void)tum_world_step(built.world, 1.0f / RATE); // one that diverges does so in all
            }
            const uint64_t hash = tum_world_hash(built.world);
            if (k > 0 && hash != expected) {
                print_message("scene %ld: other bits with %d threads and %s\n", first_scene() + i,
                              threads[k], tum_instructions_name(instructions[k]));
            }
            assert_true(k == 0 || hash == expected);
            expected = hash;
            generated_world_end(&built);
        }
        free(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_scene_holds_more_energy_than_it_began_with),
        cmocka_unit_test(little_of_the_energy_that_was_lost_comes_back),
        cmocka_unit_test(what_floats_keeps_its_momentum),
        cmocka_unit_test(
            what_floats_keeps_its_angular_momentum_but_for_what_surfaces_move_in_a_step),
        cmocka_unit_test(a_spinning_chain_that_is_pulled_together_keeps_its_angular_momentum),
        cmocka_unit_test(locked_lengths_stay_closed),
        cmocka_unit_test(light_sliders_between_heavy_bodies_that_land_stay_closed),
        cmocka_unit_test(light_rods_of_heavy_figures_come_out_of_spheres),
        cmocka_unit_test(a_taut_chain_between_two_anchors_gains_no_energy),
        cmocka_unit_test(a_ring_that_folds_as_it_bounces_gains_no_energy),
        cmocka_unit_test(a_rope_that_tightened_before_an_impact_gives_no_energy),
        cmocka_unit_test(heavy_stacks_on_light_bodies_are_not_thrown),
        cmocka_unit_test(heavy_bodies_joined_to_light_ones_do_not_rise_again),
        cmocka_unit_test(a_chain_at_the_ends_of_its_ranges_gains_no_energy),
        cmocka_unit_test(twins_that_a_correction_would_fling_gain_no_energy),
        cmocka_unit_test(a_ring_whose_rods_lie_side_by_side_as_it_lands_stays_closed),
        cmocka_unit_test(locked_angles_stay_closed),
        cmocka_unit_test(ranges_of_lengths_end_within_the_way_of_a_substep),
        cmocka_unit_test(ranges_of_angles_end_within_the_turn_of_a_substep),
        cmocka_unit_test(bodies_overlap_no_more_than_a_tenth_and_the_way_of_a_step),
        cmocka_unit_test(no_body_is_left_inside_another),
        cmocka_unit_test(a_mirrored_scene_is_mirrored_to_the_bit_until_something_touches),
        cmocka_unit_test(scenes_are_alike_at_60_and_240_steps_a_second),
        cmocka_unit_test(scenes_are_the_same_bits_on_any_threads_and_instructions),
    };
    return cmocka_run_group_tests_name("laws over generated scenes", tests, look_at_all,
                                       forget_all);
}
