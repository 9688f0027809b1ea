// SPDX-License-Identifier: MIT
// rest.c: the file's own scene: nothing falls out of it, nothing sinks into another, all bodies are
// asleep in the end.
#include "scenario/scenario_data.h"
#include "tumble/world3.h"
#include "tumble/world4.h"

// A contact that overlaps.
typedef struct Overlap {
    double depth; ///< [m]
    double time;  ///< [s]
    int32_t body;
} Overlap;

typedef struct Rest {
    Stage stage;
    DVec4 down;       ///< Unit; zero without gravity.
    double ground;    ///< [m] Farthest point of the static colliders downward.
    bool has_ground;  ///< False: nothing can fall out.
    double fall;      ///< [m] Greatest depth of a whole body below the ground.
    double fall_time; ///< [s]
    int32_t fall_body;
    Overlap now;        ///< Deepest contact of this step.
    Overlap block;      ///< Least of those since `block_since`.
    Overlap deepest;    ///< Deepest that lasted, since rest_settle.
    double block_since; ///< [s]
    bool has_blocks;    ///< A block is complete.
    size_t awake_count;
    int32_t awake_body;
    bool is_asleep; ///< No dynamic body is awake, driven ones included.
    void *contacts; ///< TumContact3 or TumContact4 [contact_capacity]
    size_t contact_capacity;
    bool is_out_of_memory;
} Rest;

static bool is_static(const TumScene *scene, const TumCollider *collider)
{
    return collider->enabled && collider->shape >= 0 && !collider->driven &&
           (collider->body < 0 || scene->bodies[collider->body].kind == TUM_BODY_STATIC);
}

static size_t static_count(const TumScene *scene)
{
    size_t count = 0;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        count += is_static(scene, &scene->colliders[i]);
    }
    return count;
}

// The farthest point of a plane: its own level where it is level, its edge where it has one.
static double plane_reach(const TumScene *scene, const Place *place, const TumShape *shape,
                          DVec4 down)
{
    static const double level = 1e-6; // [1] Sine of a slope that is none.
    const double x = absolute64(dvec4_dot(place->axes.x, down));
    const double z = absolute64(dvec4_dot(place->axes.z, down));
    const double w = absolute64(dvec4_dot(place->axes.w, down));
    const double at = dvec4_dot(place->position, down);
    if (x < level && z < level && w < level) {
        return at;
    }
    return scene->dimension == 4 ? INFINITE : at + 0.5 * (x * shape->size[0] + z * shape->size[2]);
}

// Farthest point downward of the static colliders.
static TumStatus find_ground(const Run *run, Rest *rest)
{
    const TumScene *scene = run->asset->scene;
    rest->ground = -INFINITE;
    for (size_t i = 0; i < scene->collider_count; ++i) {
        const TumCollider *collider = &scene->colliders[i];
        if (!is_static(scene, collider)) {
            continue;
        }
        const TumShape *shape = &scene->shapes[collider->shape];
        const TumBody *body = collider->body >= 0 ? &scene->bodies[collider->body] : NULL;
        const Place owner = body != NULL
                                ? tum_place_of(scene->dimension, body->position, &body->rotation)
                                : TUM_PLACE_IDENTITY;
        double reach = -INFINITE;
        if (shape->kind == TUM_SHAPE_PLANE) {
            const Place own = tum_place_multiply(
                &owner, tum_place_of(scene->dimension, collider->position, &collider->rotation));
            reach = plane_reach(scene, &own, shape, rest->down);
        } else {
            const TumStatus status =
                tum_collider_reach(scene, collider, &owner, rest->down, run->arena, &reach);
            if (status != TUM_OK) {
                return status;
            }
        }
        rest->ground = maximum64(rest->ground, reach);
    }
    rest->has_ground = !isinf(rest->ground);
    return TUM_OK;
}

// Bodies that hang on a joint cannot fall out, however far below the ground they are.
static void look_at_falls(const Run *run, Rest *rest)
{
    for (size_t i = 0; rest->has_ground && i < rest->stage.scene.body_count; ++i) {
        if (is_free(run->asset, i)) {
            const double top =
                -tum_asset_reach(run->asset, i, &rest->stage.places[i], dvec4_negate(rest->down));
            if (top - rest->ground > rest->fall) {
                rest->fall = top - rest->ground;
                rest->fall_time = rest->stage.seconds;
                rest->fall_body = (int32_t)i;
            }
        }
    }
}

static int32_t body_of(const Rest *rest, TumBodyId a, TumBodyId b)
{
    const int32_t node = tum_body_node(
        rest->stage.world, tum_body_kind(rest->stage.world, a) == TUM_BODY_DYNAMIC ? a : b);
    for (size_t i = 0; i < rest->stage.scene.body_count; ++i) {
        if (rest->stage.scene.bodies[i].node == node) {
            return (int32_t)i;
        }
    }
    return -1;
}

static void note_depth(Rest *rest, double depth, TumBodyId a, TumBodyId b)
{
    if (depth > rest->now.depth) {
        rest->now = (Overlap){depth, rest->stage.seconds, body_of(rest, a, b)};
    }
}

// Room for the contacts of the world. @return false when out of memory.
static bool has_room(const Run *run, Rest *rest, size_t count, size_t bytes)
{
    if (count > rest->contact_capacity) {
        rest->contact_capacity = 2 * count;
        rest->contacts = tum_arena_zeroed(run->arena, rest->contact_capacity, bytes);
    }
    rest->is_out_of_memory = count > 0 && rest->contacts == NULL;
    return !rest->is_out_of_memory;
}

static void look_at_contacts3(const Run *run, Rest *rest)
{
    size_t count = 0;
    if (tum_world_contacts3(rest->stage.world, NULL, 0, &count) != TUM_OK ||
        !has_room(run, rest, count, sizeof(TumContact3))) {
        return;
    }
    TumContact3 *contacts = rest->contacts;
    tum_world_contacts3(rest->stage.world, contacts, count, &count);
    for (size_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < contacts[i].point_count; ++k) {
            note_depth(rest, -(double)contacts[i].points[k].separation, contacts[i].body_a,
                       contacts[i].body_b);
        }
    }
}

static void look_at_contacts4(const Run *run, Rest *rest)
{
    size_t count = 0;
    if (tum_world_contacts4(rest->stage.world, NULL, 0, &count) != TUM_OK ||
        !has_room(run, rest, count, sizeof(TumContact4))) {
        return;
    }
    TumContact4 *contacts = rest->contacts;
    tum_world_contacts4(rest->stage.world, contacts, count, &count);
    for (size_t i = 0; i < count; ++i) {
        for (int32_t k = 0; k < contacts[i].point_count; ++k) {
            note_depth(rest, -(double)contacts[i].points[k].separation, contacts[i].body_a,
                       contacts[i].body_b);
        }
    }
}

static void end_block(Rest *rest)
{
    if (!isinf(rest->block.depth) && rest->block.depth > rest->deepest.depth) {
        rest->deepest = rest->block;
    }
    rest->block.depth = INFINITE;
    rest->block_since = rest->stage.seconds;
}

// Bodies that hit each other overlap for a moment. Time is cut into blocks of `rest_lasting`, of
// which each counts with its least depth.
static void look_at_depth(const Run *run, Rest *rest)
{
    rest->now = (Overlap){.body = -1};
    if (rest->stage.scene.dimension == 4) {
        look_at_contacts4(run, rest);
    } else {
        look_at_contacts3(run, rest);
    }
    if (rest->now.depth < rest->block.depth) {
        rest->block = rest->now;
    }
    if (rest->stage.seconds - rest->block_since >= run->profile->rest_lasting) {
        end_block(rest);
        rest->has_blocks = true;
    }
}

static void look_at_sleep(const Run *run, Rest *rest)
{
    rest->awake_count = 0;
    rest->awake_body = -1;
    rest->is_asleep = true;
    for (size_t i = 0; i < rest->stage.scene.body_count; ++i) {
        const int32_t group = run->asset->bodies[i].group;
        const bool is_awake =
            tum_body_is_awake(rest->stage.world, tum_world_body_at(rest->stage.world, i));
        rest->is_asleep &= group < 0 || !is_awake;
        if (group >= 0 && !run->asset->groups[group].is_driven && is_awake) {
            rest->awake_body = rest->awake_count == 0 ? (int32_t)i : rest->awake_body;
            ++rest->awake_count;
        }
    }
}

static bool is_animated(const TumScene *scene)
{
    bool is = scene->track_count > 0;
    for (size_t i = 0; i < scene->body_count; ++i) {
        const TumBody *body = &scene->bodies[i];
        if (body->kind == TUM_BODY_KINEMATIC) {
            for (int k = 0; k < 6; ++k) {
                is = is || body->angular_velocity[k] != 0.0 ||
                     (k < 4 && body->linear_velocity[k] != 0.0);
            }
        }
    }
    return is;
}

static bool observe(const Run *run, void *state)
{
    Rest *rest = state;
    look_at_falls(run, rest);
    if (rest->stage.seconds >= run->profile->rest_settle) {
        look_at_depth(run, rest);
    }
    look_at_sleep(run, rest);
    const bool is_over = rest->is_asleep && rest->stage.seconds >= run->profile->rest_settle;
    return rest->stage.seconds < run->profile->rest_duration && !rest->is_out_of_memory &&
           !(is_over && !is_animated(&rest->stage.scene));
}

static void judge(const Run *run, const Rest *rest)
{
    const TumScene *scene = run->asset->scene;
    const TumScenarioProfile *profile = run->profile;
    Measure fall = tum_measure("inside", "m", rest->fall);
    fall.most = profile->rest_fall;
    fall.time = rest->fall_time;
    fall.body = rest->fall_body;
    if (run->asset->free_count == 0) {
        tum_skip(run, "inside", -1, "All its bodies hang on joints of the world.");
    } else if (rest->has_ground) {
        tum_judge(run, &fall, "It falls out of the scene: it is %.3g m below all that is static.",
                  rest->fall);
    } else {
        tum_skip(run, "inside", -1, "Nothing static bounds the scene from below.");
    }
    Measure depth = tum_measure("penetration", "m", rest->deepest.depth);
    depth.most = profile->rest_penetration;
    depth.time = rest->deepest.time;
    depth.body = rest->deepest.body;
    tum_judge(run, &depth, "After %.3g s it still stands %.3g m deep in another collider.",
              profile->rest_settle, rest->deepest.depth);
    if (run->asset->free_count > 0 && rest->has_ground && rest->fall > profile->rest_fall) {
        tum_skip(run, "asleep", -1, "It falls out of the scene.");
        return;
    }
    if (is_animated(scene)) {
        tum_skip(run, "asleep", -1, "The scene is animated.");
        return;
    }
    Measure asleep = tum_measure("asleep", "", (double)rest->awake_count);
    asleep.most = 0.0;
    asleep.time = rest->stage.seconds;
    asleep.body = rest->awake_body;
    tum_judge(run, &asleep, "After %.3g s %zu %s still awake.", rest->stage.seconds,
              rest->awake_count, rest->awake_count == 1 ? "body is" : "bodies are");
}

TumStatus tum_run_rest(const Run *run)
{
    const TumScene *scene = run->asset->scene;
    if (static_count(scene) == 0 && run->asset->free_count == run->asset->dynamic_count) {
        tum_skip(run, "inside", -1, "The file has nothing static to rest on.");
        return TUM_OK;
    }
    const double *g = run->gravity != NULL ? run->gravity : scene->world_gravity;
    const DVec4 gravity = {g[0], g[1], g[2], g[3]};
    const double pull = dvec4_length(gravity);
    Rest rest = {.fall_body = -1, .awake_body = -1, .deepest = {.body = -1}};
    TumStatus status = tum_stage_copy(run, &rest.stage);
    if (status != TUM_OK) {
        return status;
    }
    rest.block.depth = INFINITE;
    rest.block_since = run->profile->rest_settle;
    if (pull > 0.0) {
        rest.down = dvec4_scale(gravity, 1.0 / pull);
        rest.fall = -INFINITE;
        status = find_ground(run, &rest);
    }
    tum_stage_jitter(run, &rest.stage, run->profile->jitter_rest_share, true);
    status = status == TUM_OK ? tum_stage_open(run, &rest.stage, run->gravity) : status;
    status = status == TUM_OK ? tum_stage_play(run, &rest.stage, observe, &rest) : status;
    if (status == TUM_OK && rest.is_out_of_memory) {
        status = TUM_ERROR_MEMORY;
    }
    if (rest.is_asleep || !rest.has_blocks) {
        end_block(&rest); // Bodies at rest stay as they are.
    }
    if (status == TUM_OK && !rest.stage.has_diverged) {
        judge(run, &rest);
    }
    tum_stage_close(&rest.stage);
    return status;
}
