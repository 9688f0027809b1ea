// SPDX-License-Identifier: MIT
// The kernels of a world: all of the instruction set that its definition asks for.
#include "collide3/box_pair3.h"
#include "collide3/capsule_pair3.h"
#include "collide3/mesh_near3.h"
#include "contact3/stale_pair3.h"
#include "joint3/articulation3.h"
#include "joint3/joint_system3.h"
#include "motion3/body_kernel3.h"
#include "space4/space4.h"
#include "tests/support/world_support.h"
#include "tumble/checkpoint.h"
#include "world/world_data.h"

// Kernels of a set; `wide` is the set of kernels that have an AVX-512 build.
#define KERNELS_OF(set, wide)                                                                      \
    (SpaceKernels3)                                                                                \
    {                                                                                              \
        .trees = &tum_spatial_kernels_##set, .shapes = &tum_shape_kernels3_##set,                  \
        .pairs = &tum_collide_kernels3_##set, .stale_pairs = &tum_stale_pair3_##set,               \
        .contacts = &tum_contact_kernel3_##wide, .joint_sweep = &tum_joint_kernel3_##wide,         \
        .joint_systems = &tum_joint_system_kernel3_##set,                                          \
        .articulations = &tum_articulation_kernel3_##wide, .bodies = &tum_body_kernel3_##wide      \
    }

static SpaceKernels3 kernels_of(CpuInstructions instructions)
{
    switch (instructions) {
#if defined(TUM_BUILT_AVX512)
    case CPU_AVX512: return KERNELS_OF(avx2, avx512);
#elif defined(TUM_BUILT_AVX2)
    case CPU_AVX512: return KERNELS_OF(avx2, avx2);
#endif
#if defined(TUM_BUILT_AVX2)
    case CPU_AVX2: return KERNELS_OF(avx2, avx2);
#endif
#if defined(TUM_BUILT_SSE2)
    case CPU_SSE2: return KERNELS_OF(sse2, sse2);
#endif
#if defined(TUM_BUILT_NEON)
    case CPU_NEON: return KERNELS_OF(neon, neon);
#endif
#if defined(TUM_BUILT_WASM)
    default: return KERNELS_OF(wasm, wasm);
#else
    default: return KERNELS_OF(scalar, scalar);
#endif
    }
}

static const float corners[9] = {0, 0, 0, 1, 0, 0, 0, 0, 1};
static const uint32_t triangle[3] = {0, 1, 2};

// Trees and meshes hold kernels of their own, meshes that were added later as well.
static void expect_kernels(const TumWorld *world, SpaceKernels3 expected)
{
    const Space3 *space = world->space3;
    assert_memory_equal(&space->kernels, &expected, sizeof expected);
    assert_ptr_equal(space->joints.system_kernel, expected.joint_systems);
    assert_ptr_equal(space->joints.articulation_kernel, expected.articulations);
    assert_ptr_equal(world->sim.topology.moving.kernels, expected.trees);
    assert_ptr_equal(world->sim.topology.still.kernels, expected.trees);
    int meshes = 0;
    for (size_t i = 0; i < space->colliders.shapes.count; ++i) {
        const Shape3 *shape = &space->colliders.shapes.items[i];
        if (shape->kind == SHAPE3_MESH) {
            assert_ptr_equal(shape->mesh->kernels, expected.shapes);
            ++meshes;
        }
    }
    assert_int_equal(meshes, 2);
}

static Setup mesh_world(TumInstructions instructions)
{
    Setup setup = setup_empty();
    const TumShape mesh = {.kind = TUM_SHAPE_MESH, .mesh = -1};
    setup_box_mesh(&setup, setup_static(&setup, mesh, 0, 0, 0), 1, 1, 1);
    setup.def.instructions = instructions;
    setup_start(&setup);
    TumColliderDef3 def = tum_default_collider_def3();
    def.kind = TUM_SHAPE_MESH;
    def.points = corners;
    def.point_count = 3;
    def.triangles = triangle;
    def.triangle_count = 1;
    const TumBodyId nobody = {0, 0, 0};
    assert_int_equal(tum_world_add_collider3(setup.world, nobody, &def, NULL), TUM_OK);
    return setup;
}

static void every_kernel_of_a_world_is_of_the_set_that_it_asks_for(void **state)
{
    (void)state;
    static const CpuInstructions sets[TUM_INSTRUCTIONS_COUNT] = {
        [TUM_INSTRUCTIONS_SCALAR] = CPU_SCALAR,
        [TUM_INSTRUCTIONS_SSE2] = CPU_SSE2,
        [TUM_INSTRUCTIONS_AVX2] = CPU_AVX2,
        [TUM_INSTRUCTIONS_AVX512] = CPU_AVX512};
    for (int i = 0; i < TUM_INSTRUCTIONS_COUNT; ++i) {
        if (tum_instructions_exist((TumInstructions)i)) {
            Setup setup = mesh_world((TumInstructions)i);
            const bool is_widest = i == TUM_INSTRUCTIONS_WIDEST;
            expect_kernels(setup.world, kernels_of(is_widest ? tum_cpu_widest() : sets[i]));
            setup_end(&setup);
        }
    }
}

static void a_world_read_from_a_checkpoint_keeps_its_kernels(void **state)
{
    (void)state;
    Setup widest = mesh_world(TUM_INSTRUCTIONS_WIDEST);
    Setup scalar = mesh_world(TUM_INSTRUCTIONS_SCALAR);
    const size_t count = tum_checkpoint_bytes(widest.world);
    unsigned char *bytes = malloc(count);
    assert_int_equal(tum_checkpoint_write(widest.world, bytes, count), TUM_OK);
    assert_int_equal(tum_checkpoint_read(scalar.world, bytes, count, NULL, NULL), TUM_OK);
    expect_kernels(scalar.world, kernels_of(CPU_SCALAR));
    free(bytes);
    setup_end(&widest);
    setup_end(&scalar);
}

static void a_table_holds_the_kernels_of_its_own_set(void **state)
{
    (void)state;
#define EXPECT_TABLES(set)                                                                         \
    assert_ptr_equal(tum_spatial_kernels_##set.search, tum_bvh_search_##set);                      \
    assert_ptr_equal(tum_spatial_kernels_##set.sweep, tum_bvh_sweep_##set);                        \
    assert_ptr_equal(tum_shape_kernels3_##set.split, tum_mesh_split3_##set);                       \
    assert_ptr_equal(tum_shape_kernels3_##set.ray, tum_mesh3_ray_##set);                           \
    assert_ptr_equal(tum_shape_kernels3_##set.sweep, tum_mesh3_sweep_##set);                       \
    assert_ptr_equal(tum_collide_kernels3_##set.boxes, &tum_box_pair3_##set);                      \
    assert_ptr_equal(tum_collide_kernels3_##set.capsules, &tum_capsule_pair3_##set);               \
    assert_ptr_equal(tum_collide_kernels3_##set.near, &tum_mesh_near3_##set)
#if defined(TUM_BUILT_WASM)
    EXPECT_TABLES(wasm);
#else
    EXPECT_TABLES(scalar);
#endif
#if defined(TUM_BUILT_SSE2)
    EXPECT_TABLES(sse2);
#endif
#if defined(TUM_BUILT_AVX2)
    EXPECT_TABLES(avx2);
#endif
#if defined(TUM_BUILT_NEON)
    EXPECT_TABLES(neon);
#endif
}

static void a_world_of_four_dimensions_asks_for_its_kernels_too(void **state)
{
    (void)state;
    const Space4 *space = tum_space4_create(NULL, 1, CPU_SCALAR);
#if defined(TUM_BUILT_WASM)
    assert_ptr_equal(space->kernel, &tum_contact_kernel4_wasm);
#else
    assert_ptr_equal(space->kernel, &tum_contact_kernel4_scalar);
#endif
    tum_space4_destroy((Space4 *)space);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_of_a_world_is_of_the_set_that_it_asks_for),
        cmocka_unit_test(a_world_read_from_a_checkpoint_keeps_its_kernels),
        cmocka_unit_test(a_table_holds_the_kernels_of_its_own_set),
        cmocka_unit_test(a_world_of_four_dimensions_asks_for_its_kernels_too),
    };
    return cmocka_run_group_tests_name("kernels", tests, NULL, NULL);
}
