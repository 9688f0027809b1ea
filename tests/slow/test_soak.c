// SPDX-License-Identifier: MIT
// A world that lives long while somebody changes it all the time: bodies, colliders and joints come
// and go, are put elsewhere, pushed, switched off, put to sleep, asked about, and put aside in
// checkpoints. Its state stays finite, its memory bounded, and all of it comes back.
//
// TUMBLE_SOAK_STEPS=1000000 goes on for that long, TUMBLE_SOAK_SEED=2 does other things.
#include "tests/support/support.h"
#include "tumble/tumble.h"

enum { STEPS = 4000, BODIES_MOST = 40, JOINTS_MOST = 20, MEMORY_MOST = 16 << 20 };

typedef struct Soak {
    Random random;
    Counting memory;
    TumDocument *document;
    TumScene *scene;
    TumWorldDef def;
    TumWorld *world;
    int bodies, joints; // Added and not removed, as far as is known.
    size_t most;        // [bytes] at once.
    long refused;       // Changes of what does not exist.
    long done;
} Soak;

static long setting(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static float draw(Soak *soak, double low, double high)
{
    return (float)random_in(&soak->random, low, high);
}

static int choose(Soak *soak, int count)
{
    return (int)random_in(&soak->random, 0, count);
}

static TumVec3 draw_vector(Soak *soak, double most)
{
    const float x = draw(soak, -most, most), y = draw(soak, -most, most);
    return (TumVec3){x, y, draw(soak, -most, most)};
}

static TumPose3 draw_pose(Soak *soak)
{
    TumPose3 pose = {draw_vector(soak, 4), {0, 0, 0, 1}};
    pose.position.y = draw(soak, 1, 6);
    const float w = draw(soak, 0.2, 1);
    const TumVec3 turn = draw_vector(soak, 1);
    const float length = sqrtf(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z + w * w);
    pose.rotation = (TumQuat){turn.x / length, turn.y / length, turn.z / length, w / length};
    return pose;
}

static TumBodyId draw_body(Soak *soak)
{
    const int count = (int)tum_world_body_count(soak->world);
    return tum_world_body_at(soak->world, (size_t)choose(soak, count + 1));
}

static TumJointId draw_joint(Soak *soak)
{
    const int count = (int)tum_world_joint_count(soak->world);
    return tum_world_joint_at(soak->world, (size_t)choose(soak, count + 1));
}

static TumColliderDef3 draw_collider(Soak *soak)
{
    static const TumShapeKind kinds[] = {TUM_SHAPE_SPHERE,   TUM_SHAPE_BOX,    TUM_SHAPE_CAPSULE,
                                         TUM_SHAPE_CYLINDER, TUM_SHAPE_CONVEX, TUM_SHAPE_MESH};
    static const float corners[12] = {-0.3f, -0.3f, -0.3f, 0.5f,  -0.2f, -0.3f,
                                      -0.2f, 0.5f,  -0.3f, -0.2f, -0.2f, 0.5f};
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    TumColliderDef3 def = tum_default_collider_def3();
    def.kind = kinds[choose(soak, 6)];
    def.size = (TumVec3){draw(soak, 0.2, 1), draw(soak, 0.2, 1), draw(soak, 0.2, 1)};
    def.height = draw(soak, 0.2, 1);
    def.radius = def.radius_bottom = draw(soak, 0.1, 0.5);
    def.radius_top = def.radius_bottom * draw(soak, 0.6, 1);
    if (def.kind == TUM_SHAPE_CONVEX || def.kind == TUM_SHAPE_MESH) {
        def.points = corners;
        def.point_count = 4;
        def.triangles = faces;
        def.triangle_count = 4;
    }
    def.material.restitution = draw(soak, 0, 1);
    return def;
}

static TumStatus add_body(Soak *soak)
{
    TumBodyDef3 def = tum_default_body_def3();
    const TumColliderDef3 collider = draw_collider(soak);
    TumBodyId body;
    def.pose = draw_pose(soak);
    TumStatus status = tum_mass3_of_colliders(&collider, 1, draw(soak, 100, 5000), &def.mass);
    if (status == TUM_OK) {
        status = tum_world_add_body3(soak->world, &def, &body);
    }
    soak->bodies += status == TUM_OK;
    return status == TUM_OK ? tum_world_add_collider3(soak->world, body, &collider, NULL) : status;
}

static TumStatus join(Soak *soak)
{
    const TumLimit limits[2] = {
        {.axes = 7, .max = (double)draw(soak, 0, 0.5), .stiffness = (double)INFINITY},
        {.space = TUM_SPACE_ANGULAR, .axes = 7, .stiffness = 50, .damping = 1}};
    TumJointDef3 def = tum_default_joint_def3();
    def.body_a = draw_body(soak);
    def.body_b = draw_body(soak);
    def.frame_a.position = draw_vector(soak, 0.5);
    def.frame_b.position = draw_vector(soak, 0.5);
    def.limits = limits;
    def.limit_count = (size_t)(1 + choose(soak, 2));
    const TumStatus status = tum_world_add_joint3(soak->world, &def, NULL);
    soak->joints += status == TUM_OK;
    return status;
}

static TumStatus resume(Soak *soak)
{
    TumWorld *later = NULL;
    const size_t count = tum_checkpoint_bytes(soak->world);
    void *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(tum_checkpoint_write(soak->world, bytes, count), TUM_OK);
    assert_int_equal(tum_world_create(soak->scene, &soak->def, &later, NULL), TUM_OK);
    assert_int_equal(tum_checkpoint_read(later, bytes, count, NULL, NULL), TUM_OK);
    assert_true(tum_world_hash(later) == tum_world_hash(soak->world));
    free(bytes);
    tum_world_destroy(soak->world);
    soak->world = later;
    return TUM_OK;
}

static TumStatus ask(Soak *soak)
{
    const TumRay3 ray = {draw_vector(soak, 5), {draw(soak, -9, 9), draw(soak, -9, -1), 0}};
    const TumShape ball = {.kind = TUM_SHAPE_SPHERE, .radius = 0.4, .mesh = -1};
    TumHit3 hits[8];
    size_t count;
    TumStatus status = tum_world_cast_ray_all3(soak->world, &ray, NULL, hits, 8, &count);
    assert_int_equal(status, TUM_OK);
    for (size_t i = 0; i < count && i < 8; ++i) {
        assert_true(isfinite(hits[i].distance));
    }
    status = tum_world_overlap_shape3(soak->world, &ball, draw_pose(soak), NULL, hits, 8, &count);
    assert_int_equal(status, TUM_OK);
    return tum_world_nearest_point3(soak->world, ray.from, INFINITY, NULL, hits);
}

// One change; TUM_ERROR_ARGUMENT where it is of nobody.
static TumStatus change(Soak *soak)
{
    TumWorld *world = soak->world;
    switch (choose(soak, 18)) {
    case 0:
    case 1: return soak->bodies < BODIES_MOST ? add_body(soak) : TUM_OK;
    case 2: {
        const TumStatus status = tum_world_remove_body(world, draw_body(soak));
        soak->bodies -= status == TUM_OK;
        soak->joints = 0; // some went with it: counted anew
        for (size_t i = 0; i < tum_world_joint_count(world); ++i) {
            soak->joints += tum_joint_exists(world, tum_world_joint_at(world, i));
        }
        return status;
    }
    case 3: return soak->joints < JOINTS_MOST ? join(soak) : TUM_OK;
    case 4: {
        const TumStatus status = tum_world_remove_joint(world, draw_joint(soak));
        soak->joints -= status == TUM_OK;
        return status;
    }
    case 5: return tum_body_set_pose3(world, draw_body(soak), draw_pose(soak));
    case 6: return tum_body_set_linear_velocity3(world, draw_body(soak), draw_vector(soak, 10));
    case 7: return tum_body_set_angular_velocity3(world, draw_body(soak), draw_vector(soak, 10));
    case 8: return tum_body_add_force3(world, draw_body(soak), draw_vector(soak, 100), NULL);
    case 9:
        return tum_body_apply_impulse3(world, draw_body(soak), draw_vector(soak, 10),
                                       draw_vector(soak, 1));
    case 10: return tum_body_set_enabled(world, draw_body(soak), choose(soak, 4) > 0);
    case 11: return tum_joint_set_enabled(world, draw_joint(soak), choose(soak, 4) > 0);
    case 12: return tum_body_sleep(world, draw_body(soak));
    case 13: return tum_body_wake(world, draw_body(soak));
    case 14: return tum_body_set_kind(world, draw_body(soak), (TumBodyKind)choose(soak, 3));
    case 15: return tum_body_set_gravity_factor(world, draw_body(soak), draw(soak, -0.2, 1));
    case 16: return choose(soak, 20) == 0 ? resume(soak) : TUM_OK;
    default: return ask(soak);
    }
}

// Who has left is brought back: a fall without end is finite for long, and of no use.
static void look_at_bodies(Soak *soak)
{
    for (size_t i = 0; i < tum_world_body_count(soak->world); ++i) {
        const TumBodyId body = tum_world_body_at(soak->world, i);
        const TumVec3 at = tum_body_pose3(soak->world, body).position;
        const TumVec3 v = tum_body_linear_velocity3(soak->world, body);
        const TumVec3 w = tum_body_angular_velocity3(soak->world, body);
        assert_true(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
        assert_true(isfinite(v.x) && isfinite(v.y) && isfinite(v.z));
        assert_true(isfinite(w.x) && isfinite(w.y) && isfinite(w.z));
        if (fabsf(at.x) > 50 || fabsf(at.y) > 50 || fabsf(at.z) > 50) {
            (void)tum_body_set_pose3(soak->world, body, draw_pose(soak));
            (void)tum_body_set_linear_velocity3(soak->world, body, (TumVec3){0, 0, 0});
            (void)tum_body_set_angular_velocity3(soak->world, body, (TumVec3){0, 0, 0});
        }
    }
}

static void a_world_that_is_changed_for_long_stays_finite_and_bounded(void **state)
{
    (void)state;
    const long steps = setting("TUMBLE_SOAK_STEPS", STEPS);
    Soak soak = {.random = {(uint64_t)setting("TUMBLE_SOAK_SEED", 1)}};
    const TumAllocator allocator = counting_allocator(&soak.memory);
    const TumDocumentOptions opening = {.allocator = allocator};
    const TumSceneOptions reading = {.allocator = allocator};
    assert_int_equal(tum_document_open("samples/shapes.gltf", &opening, &soak.document, NULL),
                     TUM_OK);
    assert_int_equal(tum_scene_read(soak.document, &reading, &soak.scene, NULL), TUM_OK);
    soak.def = tum_default_world_def();
    soak.def.allocator = allocator;
    soak.def.contact_events = true;
    assert_int_equal(tum_world_create(soak.scene, &soak.def, &soak.world, NULL), TUM_OK);
    soak.bodies = (int)tum_world_body_count(soak.world);
    for (long step = 0; step < steps; ++step) {
        for (int i = choose(&soak, 3); i > 0; --i) {
            const TumStatus status = change(&soak);
            assert_true(status == TUM_OK || status == TUM_ERROR_ARGUMENT);
            soak.refused += status != TUM_OK;
            ++soak.done;
        }
        const TumStatus status = tum_world_step(soak.world, 1.0f / 60);
        if (status != TUM_OK) {
            print_message("step %ld: %s\n", step, tum_status_text(status));
        }
        assert_int_equal(status, TUM_OK);
        look_at_bodies(&soak);
        soak.most = soak.memory.bytes > soak.most ? soak.memory.bytes : soak.most;
        assert_true(soak.memory.bytes < MEMORY_MOST);
        if (steps >= 100000 && (step + 1) % (steps / 10) == 0) {
            print_message("%ld steps, %d bodies, %zu KiB, at most %zu KiB\n", step + 1, soak.bodies,
                          soak.memory.bytes >> 10, soak.most >> 10);
        }
    }
    print_message("%ld steps, %ld changes, %ld of them of nobody, %zu KiB at most\n", steps,
                  soak.done, soak.refused, soak.most >> 10);
    assert_true(soak.refused < soak.done / 2);
    tum_world_destroy(soak.world);
    tum_scene_destroy(soak.scene);
    tum_document_destroy(soak.document);
    assert_int_equal(soak.memory.blocks, 0);
    assert_int_equal(soak.memory.bytes, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_that_is_changed_for_long_stays_finite_and_bounded)};
    return cmocka_run_group_tests_name("soak", tests, NULL, NULL);
}
