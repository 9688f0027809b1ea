// SPDX-License-Identifier: MIT
// Baking: a player that knows nothing of physics shows what the simulation did.
#include "base/arena.h"
#include "document/animation.h"
#include "document/cursor.h"
#include "scene/track.h"
#include "tests/recording/stage.h"
#include "tumble/recording.h"
#include "tumble/world3.h"

enum { STEPS = 90, MOST_BODIES = 4 };

// Where the bodies were, step by step.
typedef struct Film {
    double times[STEPS + 1];
    TumPose3 poses[STEPS + 1][MOST_BODIES];
} Film;

static const double zero[3] = {0.0, 0.0, 0.0};

static void record(Stage *stage, TumBake *bake, Film *film)
{
    for (size_t step = 0; step <= STEPS; ++step) {
        if (step > 0) {
            assert_int_equal(tum_world_step(stage->world, 1.0f / 60.0f), TUM_OK);
        }
        assert_int_equal(tum_bake_add(bake, stage->world), TUM_OK);
        film->times[step] = (double)(float)tum_world_time(stage->world);
        for (size_t i = 0; i < stage->scene->body_count; ++i) {
            film->poses[step][i] = tum_body_pose3(stage->world, tum_world_body_at(stage->world, i));
        }
    }
}

// Runs the stage for STEPS steps and bakes them.
static void bake_stage(Stage *stage, const TumBakeOptions *options, Film *film)
{
    TumBake *bake = NULL;
    assert_int_equal(tum_bake_begin(stage->scene, options, &bake), TUM_OK);
    record(stage, bake, film);
    assert_int_equal(tum_bake_end(bake, stage->document, stage->report), TUM_OK);
    tum_bake_destroy(bake);
}

// The document as text, ended by a zero. Free it.
static char *text_of(const Stage *stage)
{
    const TumSaveOptions options = {
        .container = TUM_CONTAINER_TEXT, .embed = true, .no_indent = true};
    void *bytes = NULL;
    size_t count = 0;
    assert_int_equal(tum_document_write(stage->document, &options, &bytes, &count, NULL), TUM_OK);
    char *text = calloc(1, count + 1);
    assert_non_null(text);
    memcpy(text, bytes, count);
    tum_document_free_bytes(stage->document, bytes, count);
    return text;
}

// The baked document, saved and opened again.
static TumDocument *reopen(const Stage *stage)
{
    char *text = text_of(stage);
    TumDocument *document = NULL;
    assert_int_equal(tum_document_read(text, strlen(text), NULL, &document, NULL), TUM_OK);
    free(text);
    return document;
}

// The last animation of a document, in the arena; it fails where there is none.
static Animation last_animation(const TumDocument *document, Arena *arena)
{
    Animation animation = {0};
    const size_t count = tum_animation_count(document);
    assert_true(count > 0);
    assert_true(tum_animation_read(document, count - 1, arena, &animation, NULL));
    return animation;
}

static const AnimationChannel *find_channel(const Animation *animation, int32_t node,
                                            AnimationPath path)
{
    for (size_t i = 0; i < animation->channel_count; ++i) {
        if (animation->channels[i].node == node && animation->channels[i].path == path) {
            return &animation->channels[i];
        }
    }
    return NULL;
}

// A 4 by 4 matrix, column by column, of translation, rotation and scale (glTF 2.0, 3.5.2).
static void compose(const double *t, const double *q, const double *s, double *m)
{
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    const double columns[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
        {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
        {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row) {
            m[4 * column + row] = columns[column][row] * s[column];
        }
        m[4 * column + 3] = 0.0;
        m[12 + column] = t[column];
    }
    m[15] = 1.0;
}

static void multiply(const double *a, const double *b, double *product)
{
    for (int column = 0; column < 4; ++column) {
        for (int row = 0; row < 4; ++row) {
            double sum = 0.0;
            for (int k = 0; k < 4; ++k) {
                sum += a[4 * k + row] * b[4 * column + k];
            }
            product[4 * column + row] = sum;
        }
    }
}

static void sample(const AnimationChannel *channel, double seconds, double *value)
{
    const bool is_rotation = channel->path == ANIMATION_ROTATION;
    assert_int_equal(channel->interpolation, ANIMATION_LINEAR);
    const TumTrack track = {.target = is_rotation ? TUM_TRACK_ROTATION : TUM_TRACK_TRANSLATION,
                            .interpolation = TUM_INTERPOLATION_LINEAR,
                            .width = (int32_t)channel->width,
                            .key_count = channel->key_count,
                            .times = (double *)channel->times,
                            .values = (double *)channel->values};
    tum_track_sample(&track, seconds, value);
}

// Where a player that plays the animation puts a node at a time.
static void show(const TumDocument *document, const Animation *animation, int32_t node,
                 double seconds, double *world)
{
    const DocumentNode *from = tum_document_node(document, (size_t)node);
    double t[3], q[4], local[16], parent[16];
    memcpy(t, from->local->translation, sizeof t);
    memcpy(q, from->local->rotation, sizeof q);
    const AnimationChannel *channel = find_channel(animation, node, ANIMATION_TRANSLATION);
    if (channel != NULL) {
        assert_false(from->has_matrix);
        sample(channel, seconds, t);
    }
    channel = find_channel(animation, node, ANIMATION_ROTATION);
    if (channel != NULL) {
        sample(channel, seconds, q);
    }
    compose(t, q, from->local->scale, local);
    if (from->parent < 0) {
        memcpy(world, local, sizeof local);
        return;
    }
    show(document, animation, from->parent, seconds, parent);
    multiply(parent, local, world);
}

// Compares the animation of the saved document with the film, at every step and for every body:
// the place of the node, and the direction of its three axes.
static void assert_shows(const Stage *stage, const Film *film, double place, double angle)
{
    Arena arena;
    tum_arena_init(&arena, NULL);
    TumDocument *document = reopen(stage);
    const Animation animation = last_animation(document, &arena);
    for (size_t step = 0; step <= STEPS; ++step) {
        for (size_t i = 0; i < stage->scene->body_count; ++i) {
            const TumBody *body = &stage->scene->bodies[i];
            const TumPose3 *pose = &film->poses[step][i];
            const double q[4] = {(double)pose->rotation.x, (double)pose->rotation.y,
                                 (double)pose->rotation.z, (double)pose->rotation.w};
            const double t[3] = {(double)pose->position.x, (double)pose->position.y,
                                 (double)pose->position.z};
            const double one[3] = {1.0, 1.0, 1.0};
            double shown[16], wanted[16], rigid[16];
            show(document, &animation, body->node, film->times[step], shown);
            compose(t, q, one, rigid);
            // What the rotation turns is the body's own stretch, from its scale and its parents'.
            double stretch[16] = {[15] = 1.0};
            for (int column = 0; column < 3; ++column) {
                for (int row = 0; row < 3; ++row) {
                    stretch[4 * column + row] = body->stretch[4 * column + row];
                }
            }
            multiply(rigid, stretch, wanted);
            for (int k = 0; k < 3; ++k) {
                assert_near(shown[12 + k], wanted[12 + k], place);
            }
            for (int k = 0; k < 12; ++k) {
                assert_near(shown[k], wanted[k], angle * 4.0); // scales are at most 4
            }
        }
    }
    tum_document_destroy(document);
    tum_arena_clear(&arena);
}

static void what_stays_leaves_the_document_as_it_was(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    const MotionDef motion = free_motion(0, zero, zero);
    stage_open(&stage,
               "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],"
               "\"nodes\":[{\"matrix\":[0,1,0,0,-1,0,0,0,0,0,1,0,3,4,5,1]}]}",
               &motion, 1);
    char *before = text_of(&stage);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    char *after = text_of(&stage);
    assert_string_equal(after, before);
    free(before);
    free(after);
    stage_close(&stage);
}

static const char three_nodes[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0,1,2]}],\"nodes\":["
    "{\"name\":\"Still\"},{\"name\":\"Moving\",\"children\":[3]},{\"name\":\"Wall\"},"
    "{\"name\":\"Handle\"}]}";

static void every_node_that_moved_has_two_channels_and_no_other_has_one(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    const double drift[3] = {0.5, 0.0, 0.0};
    MotionDef motions[] = {free_motion(0, zero, zero), free_motion(1, drift, zero),
                           free_motion(2, zero, zero)};
    motions[2].kind = TUM_BODY_STATIC;
    stage_open(&stage, three_nodes, motions, 3);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    Arena arena;
    tum_arena_init(&arena, NULL);
    assert_int_equal(tum_animation_count(stage.document), 1);
    const Animation animation = last_animation(stage.document, &arena);
    assert_string_equal(animation.name, "Physics");
    assert_int_equal(animation.channel_count, 2);
    const AnimationChannel *place = find_channel(&animation, 1, ANIMATION_TRANSLATION);
    const AnimationChannel *turn = find_channel(&animation, 1, ANIMATION_ROTATION);
    assert_non_null(place);
    assert_non_null(turn);
    // A straight way at a steady speed: two keys. No turn at all: one.
    assert_int_equal(place->key_count, 2);
    assert_int_equal(turn->key_count, 1);
    assert_near(place->times[0], 0.0, 0.0);
    assert_near(place->times[1], 1.5, 1e-6);
    assert_near(place->values[3], 0.75, 1e-5);
    tum_arena_clear(&arena);
    stage_close(&stage);
}

// Bodies below turned, shifted, scaled and mirrored parents, one below another, one authored as a
// matrix (a quarter turn about Z, scaled by 2).
static const char family[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
    "{\"rotation\":[0,0.6,0,0.8],\"translation\":[1,2,3],\"scale\":[2,2,2],\"children\":[1,4]},"
    "{\"translation\":[0.5,0,0],\"rotation\":[0.5,0.5,0.5,0.5],\"children\":[2,3]},"
    "{\"translation\":[0,1,0],\"scale\":[1,1,-1]},"
    "{\"translation\":[0,0,2]},"
    "{\"matrix\":[0,2,0,0,-2,0,0,0,0,0,2,0,-1,0,1,1]}]}";

static void open_family(Stage *stage)
{
    const double a[3] = {0.5, 1.0, -0.3}, b[3] = {-0.4, 0.2, 0.1}, c[3] = {0.0, -2.0, 0.0};
    const double spin_a[3] = {1.0, 2.0, 0.5}, spin_b[3] = {0.0, -9.0, 3.0},
                 spin_c[3] = {4.0, 0.0, 0.0};
    const MotionDef motions[] = {free_motion(1, a, spin_a), free_motion(2, b, spin_b),
                                 free_motion(4, c, spin_c)};
    stage_open(stage, family, motions, 3);
}

static void the_animation_shows_every_step_within_the_tolerances(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    open_family(&stage);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    // 0.1 mm and 0.01 degrees, which are 1.75e-4 rad, also of node 2 that hangs below node 1, whose
    // own error turns and shifts it, and below the root that doubles what is local. Numbers of
    // animations are floats: 8 m are off by 5e-7.
    assert_shows(&stage, &film, 1e-4 + 2e-6, 1.75e-4);
    stage_close(&stage);
}

static const char chain[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
    "{\"children\":[1]},{\"translation\":[20,0,0],\"children\":[2]},"
    "{\"translation\":[1,0,0]}]}";

// Each falls by 0.01 g more than the one above it, so that between two keys all are off to the same
// side: what is shown of the last one is off by the sum.
static void errors_of_nested_bodies_add_up_to_no_more_than_the_tolerance(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    MotionDef motions[3];
    for (int i = 0; i < 3; ++i) {
        motions[i] = free_motion(i, zero, zero);
        motions[i].gravity_factor = 0.01 * (i + 1);
    }
    stage_open(&stage, chain, motions, 3);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    assert_shows(&stage, &film, 1e-4 + 4e-6, 1.75e-4);
    stage_close(&stage);
}

// A body tumbles; what stands still 20 m away hangs below it in the document. 0.01 degrees would be
// 3.5 mm there.
static void what_hangs_far_from_a_turning_body_is_shown_in_its_place(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    const double tumble[3] = {0.3, 4.0, 0.3};
    MotionDef motions[2] = {free_motion(0, zero, tumble), free_motion(1, zero, zero)};
    motions[0].inertia[1] = 2.0;
    motions[0].inertia[2] = 2.5;
    stage_open(&stage, chain, motions, 2);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    assert_shows(&stage, &film, 1e-4 + 4e-6, 1.75e-4);
    stage_close(&stage);
}

// The farthest that a body's node is shown from where its body was, over all steps. [m]
static double worst_place(const Stage *stage, const Film *film)
{
    Arena arena;
    tum_arena_init(&arena, NULL);
    TumDocument *document = reopen(stage);
    const Animation animation = last_animation(document, &arena);
    double worst = 0.0;
    for (size_t step = 0; step <= STEPS; ++step) {
        for (size_t i = 0; i < stage->scene->body_count; ++i) {
            const TumVec3 p = film->poses[step][i].position;
            double shown[16];
            show(document, &animation, stage->scene->bodies[i].node, film->times[step], shown);
            const double x = shown[12] - (double)p.x, y = shown[13] - (double)p.y,
                         z = shown[14] - (double)p.z;
            worst = fmax(worst, sqrt(x * x + y * y + z * z));
        }
    }
    tum_document_destroy(document);
    tum_arena_clear(&arena);
    return worst;
}

// What falls below the parents has a curved way, of which keys leave out most. The body at the end
// hangs 30 m off another that spins; below an uneven scale nothing does, for it would be sheared.
static void the_tolerance_is_a_length_of_the_world_below_any_parents(void **state)
{
    (void)state;
    static const char *const parents[] = {
        "{\"children\":[1]},{\"children\":[2,3]}",
        "{\"scale\":[100,100,100],\"children\":[1]},{\"children\":[2,3]}",
        "{\"scale\":[0.01,0.01,0.01],\"children\":[1]},{\"children\":[2,3]}",
        ("{\"scale\":[5,5,5],\"rotation\":[0.6,0,0,0.8],\"children\":[1]},"
         "{\"scale\":[8,8,-8],\"rotation\":[0,0.8,0.6,0],\"children\":[2,3]}"),
        "{\"scale\":[1,100,1],\"children\":[1]},{\"rotation\":[0,0.6,0,0.8],\"children\":[2,3]}",
    };
    for (size_t i = 0; i < sizeof parents / sizeof *parents; ++i) {
        char text[1024];
        snprintf(text, sizeof text,
                 "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
                 "%s,{\"translation\":[0.1,0,0]},{\"children\":[4]},"
                 "{\"translation\":[%s,0,0]}]}",
                 parents[i],
                 i == 1   ? "0.3"
                 : i == 2 ? "3000"
                 : i == 3 ? "0.75"
                          : "30");
        const double still[3] = {0, 0, 0}, spin[3] = {0, 0, i < 4 ? 2 : 0}, away[3] = {3, 1, 0};
        MotionDef motions[] = {free_motion(2, away, spin), free_motion(3, still, spin),
                               free_motion(4, away, still)};
        for (int k = 0; k < 3; ++k) {
            motions[k].gravity_factor = 1.0;
        }
        Stage stage;
        Film film;
        stage_open(&stage, text, motions, 3);
        const TumBakeOptions options = tum_default_bake_options();
        bake_stage(&stage, &options, &film);
        // A float of 50 m, and of 5 km of the parent's, is off by a part in 1.6e7.
        assert_between(worst_place(&stage, &film), 1e-6, options.position_tolerance + 1e-5);
        stage_close(&stage);
    }
}

// Directions of the axes of node 1 in the world at each step of its animation.
static void axes_below_a_parent(const char *parent_scale, double tolerance,
                                double axes[STEPS + 1][9])
{
    char text[256];
    snprintf(text, sizeof text,
             "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
             "{\"scale\":%s,\"children\":[1]},{}]}",
             parent_scale);
    // A body that tumbles about its middle axis: no key follows from its neighbours.
    const double spin[3] = {0.3, 4.0, 0.2};
    MotionDef motion = free_motion(1, zero, spin);
    for (int i = 0; i < 3; ++i) {
        motion.inertia[i] = 1.0 + 0.4 * i;
    }
    Stage stage;
    Film film;
    stage_open(&stage, text, &motion, 1);
    TumBakeOptions options = tum_default_bake_options();
    options.angle_tolerance = tolerance;
    bake_stage(&stage, &options, &film);
    Arena arena;
    tum_arena_init(&arena, NULL);
    TumDocument *document = reopen(&stage);
    const Animation animation = last_animation(document, &arena);
    for (size_t step = 0; step <= STEPS; ++step) {
        double shown[16];
        show(document, &animation, 1, film.times[step], shown);
        for (int k = 0; k < 3; ++k) {
            const double *axis = &shown[4 * k];
            const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
            for (int i = 0; i < 3; ++i) {
                axes[step][3 * k + i] = axis[i] / length;
            }
        }
    }
    tum_document_destroy(document);
    tum_arena_clear(&arena);
    stage_close(&stage);
}

// Below a scale of 1 : 30 a small angle of the node may be thirty times as large in the world.
static void the_tolerance_of_angles_holds_in_the_world_below_an_uneven_scale(void **state)
{
    (void)state;
    const double tolerance = 0.02;
    double exact[STEPS + 1][9], baked[STEPS + 1][9], worst = 0.0;
    axes_below_a_parent("[1,30,1]", 0.0, exact);
    axes_below_a_parent("[1,30,1]", tolerance, baked);
    for (int step = 0; step <= STEPS; ++step) {
        for (int k = 0; k < 9; k += 3) {
            const double *a = &exact[step][k], *b = &baked[step][k];
            worst = fmax(worst, sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                                     (a[2] - b[2]) * (a[2] - b[2])));
        }
    }
    assert_between(worst, 0.01 * tolerance, tolerance);
}

static void coarser_tolerances_take_fewer_keys_and_hold_as_well(void **state)
{
    (void)state;
    size_t keys[2] = {0};
    for (int round = 0; round < 2; ++round) {
        Stage stage;
        Film film;
        open_family(&stage);
        TumBakeOptions options = tum_default_bake_options();
        options.name = "Tumbling";
        if (round == 1) {
            options.position_tolerance = 0.02;
            options.angle_tolerance = 0.05;
        }
        bake_stage(&stage, &options, &film);
        assert_shows(&stage, &film, options.position_tolerance + 2e-6, options.angle_tolerance);
        Arena arena;
        tum_arena_init(&arena, NULL);
        const Animation animation = last_animation(stage.document, &arena);
        assert_string_equal(animation.name, "Tumbling");
        for (size_t i = 0; i < animation.channel_count; ++i) {
            keys[round] += animation.channels[i].key_count;
        }
        tum_arena_clear(&arena);
        stage_close(&stage);
    }
    assert_true(keys[1] < keys[0]);
    assert_true(keys[0] < 6 * (STEPS + 1));
}

static void quaternions_change_their_sign_nowhere(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    open_family(&stage);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    Arena arena;
    tum_arena_init(&arena, NULL);
    const Animation animation = last_animation(stage.document, &arena);
    for (size_t i = 0; i < animation.channel_count; ++i) {
        const AnimationChannel *channel = &animation.channels[i];
        for (size_t k = 0; channel->path == ANIMATION_ROTATION && k + 1 < channel->key_count; ++k) {
            const double *a = channel->values + 4 * k, *b = a + 4;
            assert_true(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] > 0.0);
        }
    }
    tum_arena_clear(&arena);
    stage_close(&stage);
}

static void a_matrix_becomes_a_transform_and_stays_where_it_was(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    open_family(&stage);
    double before[16];
    memcpy(before, tum_document_node(stage.document, 4)->world, sizeof before);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    TumDocument *document = reopen(&stage);
    const DocumentNode *node = tum_document_node(document, 4);
    assert_false(node->has_matrix);
    for (int i = 0; i < 16; ++i) {
        assert_near(node->world[i], before[i], 1e-12);
    }
    tum_document_destroy(document);
    stage_close(&stage);
}

static void shear_below_an_uneven_parent_is_told_once_per_node(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    const double spin[3] = {0.0, 0.0, 1.0};
    const MotionDef motion = free_motion(1, zero, spin);
    stage_open(&stage,
               "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":["
               "{\"scale\":[3,1,1],\"children\":[1]},{}]}",
               &motion, 1);
    const size_t before = tum_report_count(stage.report);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    assert_true(report_has(stage.report, "PHYSICS_SCALE_SHEAR", "/nodes/1"));
    assert_int_equal(tum_report_count(stage.report), before + 1);
    stage_close(&stage);
}

// What a document may hold besides, in an order of its own.
#define OTHER_THINGS_BEFORE                                                                        \
    "\"extras\":{\"b\":1,\"a\":[0.1,1e-7]},\"asset\":{\"generator\":\"by hand\","                  \
    "\"version\":\"2.0\"},"
#define OTHER_THINGS_AFTER                                                                         \
    "\"extensions\":{\"XYZ_unknown\":{\"z\":null,\"y\":{}}},\"extensionsUsed\":[\"XYZ_unknown\"]"

static void all_else_is_kept(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    const double drift[3] = {0.5, 0.0, 0.0};
    const MotionDef motion = free_motion(0, drift, zero);
    stage_open(&stage,
               "{" OTHER_THINGS_BEFORE "\"nodes\":[{\"name\":\"Box\",\"extras\":7}],"
               "\"scenes\":[{\"nodes\":[0]}]," OTHER_THINGS_AFTER "}",
               &motion, 1);
    const TumBakeOptions options = tum_default_bake_options();
    bake_stage(&stage, &options, &film);
    char *text = text_of(&stage);
    const char kept[] = "{" OTHER_THINGS_BEFORE "\"nodes\":[{\"name\":\"Box\",\"extras\":7}],"
                        "\"scenes\":[{\"nodes\":[0]}]," OTHER_THINGS_AFTER ",";
    assert_memory_equal(text, kept, sizeof kept - 1);
    free(text);
    stage_close(&stage);
}

static void stripping_removes_every_physics_extension_and_no_other(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    stage_open(&stage,
               "{\"asset\":{\"version\":\"2.0\"},"
               "\"extensionsUsed\":[\"KHR_physics_rigid_bodies\",\"KHR_lights_punctual\","
               "\"OMI_physics_gravity\"],\"extensionsRequired\":[\"KHR_physics_rigid_bodies\"],"
               "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"}]},"
               "\"OMI_physics_gravity\":{\"gravity\":1}},"
               "\"scenes\":[{\"nodes\":[0,1],\"extensions\":{\"MSFT_physics\":{}}}],\"nodes\":["
               "{\"name\":\"A\",\"extensions\":{\"KHR_physics_rigid_bodies\":{\"motion\":{}}}},"
               "{\"name\":\"B\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":0},"
               "\"OMI_physics_body\":{},\"OMI_collider\":{}}}]}",
               NULL, 0);
    TumBakeOptions options = tum_default_bake_options();
    options.strip = true;
    bake_stage(&stage, &options, &film);
    char *text = text_of(&stage);
    assert_string_equal(
        text, "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_lights_punctual\"],"
              "\"extensions\":{\"KHR_lights_punctual\":{\"lights\":[{\"type\":\"point\"}]}},"
              "\"scenes\":[{\"nodes\":[0,1]}],\"nodes\":[{\"name\":\"A\"},"
              "{\"name\":\"B\",\"extensions\":{\"KHR_lights_punctual\":{\"light\":0}}}]}\n");
    free(text);
    stage_close(&stage);
}

static void two_looks_at_one_moment_count_once(void **state)
{
    (void)state;
    Stage stage;
    const double drift[3] = {0.5, 0.0, 0.0};
    const MotionDef motion = free_motion(1, drift, zero);
    stage_open(&stage, three_nodes, &motion, 1);
    TumBakeOptions options = tum_default_bake_options();
    options.position_tolerance = 0.0;
    TumBake *bake = NULL;
    assert_int_equal(tum_bake_begin(stage.scene, &options, &bake), TUM_OK);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(tum_bake_add(bake, stage.world), TUM_OK);
        assert_int_equal(tum_bake_add(bake, stage.world), TUM_OK);
        assert_int_equal(tum_world_step(stage.world, 1.0f / 64.0f), TUM_OK);
    }
    assert_int_equal(tum_bake_end(bake, stage.document, NULL), TUM_OK);
    tum_bake_destroy(bake);
    Arena arena;
    tum_arena_init(&arena, NULL);
    const Animation animation = last_animation(stage.document, &arena);
    assert_near(animation.end, 2.0 / 64.0, 0.0);
    tum_arena_clear(&arena);
    stage_close(&stage);
}

static void physics_that_was_required_is_only_used(void **state)
{
    (void)state;
    Stage stage;
    Film film;
    const MotionDef motion = free_motion(0, zero, zero);
    stage_open(&stage,
               "{\"asset\":{\"version\":\"2.0\"},\"extensionsUsed\":[\"KHR_mesh_quantization\","
               "\"KHR_physics_rigid_bodies\"],\"extensionsRequired\":[\"KHR_physics_rigid_bodies\","
               "\"KHR_mesh_quantization\",\"KHR_implicit_shapes\"],"
               "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{}]}",
               &motion, 1);
    bake_stage(&stage, NULL, &film);
    char *text = text_of(&stage);
    assert_non_null(strstr(text, "\"extensionsUsed\":[\"KHR_mesh_quantization\","
                                 "\"KHR_physics_rigid_bodies\",\"KHR_implicit_shapes\"]"));
    assert_non_null(strstr(text, "\"extensionsRequired\":[\"KHR_mesh_quantization\"]"));
    assert_true(report_has(stage.report, "PHYSICS_NOT_REQUIRED_NOW", "/extensionsRequired"));
    free(text);
    stage_close(&stage);
}

static void arguments_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    Stage stage, other;
    const MotionDef motion = free_motion(1, zero, zero);
    stage_open(&stage, three_nodes, &motion, 1);
    stage_open(&other, family, NULL, 0);
    TumBakeOptions options = tum_default_bake_options();
    TumBake *bake = NULL;
    options.angle_tolerance = -1.0;
    assert_int_equal(tum_bake_begin(stage.scene, &options, &bake), TUM_ERROR_ARGUMENT);
    assert_null(bake);
    // No options are the default ones.
    assert_int_equal(tum_bake_begin(stage.scene, NULL, &bake), TUM_OK);
    assert_int_equal(tum_bake_add(bake, other.world), TUM_ERROR_ARGUMENT);
    assert_int_equal(tum_bake_end(bake, other.document, NULL), TUM_ERROR_ARGUMENT);
    tum_bake_destroy(bake);
    tum_bake_destroy(NULL);
    stage_close(&other);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stays_leaves_the_document_as_it_was),
        cmocka_unit_test(every_node_that_moved_has_two_channels_and_no_other_has_one),
        cmocka_unit_test(the_animation_shows_every_step_within_the_tolerances),
        cmocka_unit_test(errors_of_nested_bodies_add_up_to_no_more_than_the_tolerance),
        cmocka_unit_test(what_hangs_far_from_a_turning_body_is_shown_in_its_place),
        cmocka_unit_test(the_tolerance_is_a_length_of_the_world_below_any_parents),
        cmocka_unit_test(the_tolerance_of_angles_holds_in_the_world_below_an_uneven_scale),
        cmocka_unit_test(coarser_tolerances_take_fewer_keys_and_hold_as_well),
        cmocka_unit_test(quaternions_change_their_sign_nowhere),
        cmocka_unit_test(a_matrix_becomes_a_transform_and_stays_where_it_was),
        cmocka_unit_test(shear_below_an_uneven_parent_is_told_once_per_node),
        cmocka_unit_test(all_else_is_kept),
        cmocka_unit_test(stripping_removes_every_physics_extension_and_no_other),
        cmocka_unit_test(two_looks_at_one_moment_count_once),
        cmocka_unit_test(physics_that_was_required_is_only_used),
        cmocka_unit_test(arguments_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests_name("bake", tests, NULL, NULL);
}
