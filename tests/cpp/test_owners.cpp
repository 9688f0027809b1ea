// SPDX-License-Identifier: MIT
// Owners of C++ free what they own once, move, answer statuses, and call what C calls.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#if __cplusplus >= 202002L
#include <span>
#endif

#include "tumble/tumble.hpp"

static int failures = 0;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::printf("%s:%d: %s\n", __FILE__, __LINE__, #condition);                            \
            ++failures;                                                                            \
        }                                                                                          \
    } while (false)

static_assert(!std::is_copy_constructible_v<tumble::World>);
static_assert(!std::is_copy_assignable_v<tumble::Document>);
static_assert(std::is_nothrow_move_constructible_v<tumble::Scene>);
static_assert(std::is_nothrow_move_assignable_v<tumble::Report>);
static_assert(sizeof(tumble::World) == sizeof(TumWorld *), "an owner is a pointer");
static_assert(std::is_convertible_v<std::vector<int> &, tumble::Span<const int>>);
static_assert(!std::is_convertible_v<const std::vector<int> &, tumble::Span<int>>);
#if __cplusplus >= 202002L
static_assert(std::is_convertible_v<tumble::Span<const TumEvent>, std::span<const TumEvent>>);
#endif

// Memory that counts its blocks.
struct Memory {
    int blocks = 0;

    TumAllocator allocator()
    {
        TumAllocator made{};
        made.allocate = [](void *user, std::size_t bytes, std::size_t alignment) {
            ++static_cast<Memory *>(user)->blocks;
            return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
        };
        made.release = [](void *user, void *block, std::size_t) {
            --static_cast<Memory *>(user)->blocks;
            std::free(block);
        };
        made.user = this;
        return made;
    }
};

static TumWorldDef def_of(Memory &memory)
{
    TumWorldDef def = tum_default_world_def();
    def.allocator = memory.allocator();
    return def;
}

static void an_owner_frees_its_object_once()
{
    Memory memory;
    {
        tumble::World world = tumble::World::create(def_of(memory)).value();
        const int blocks = memory.blocks;
        CHECK(blocks > 0);
        tumble::World moved = std::move(world);
        CHECK(world.get() == nullptr && moved.get() != nullptr);
        CHECK(memory.blocks == blocks);
        tumble::World other = tumble::World::create(def_of(memory)).value();
        CHECK(memory.blocks == 2 * blocks);
        other = std::move(moved); // frees its own world
        CHECK(memory.blocks == blocks);
        TumWorld *released = other.release();
        CHECK(memory.blocks == blocks && other.get() == nullptr);
        tum_world_destroy(released);
    }
    CHECK(memory.blocks == 0);
}

static void a_failed_call_is_a_status_and_on_request_an_exception()
{
    tumble::Report report;
    tumble::Result<tumble::Document> document =
        tumble::Document::open("/nowhere/crate.gltf", nullptr, &report);
    CHECK(!document);
    CHECK(document.status() == TUM_ERROR_FILE);
    CHECK(document->get() == nullptr);
    CHECK(report.size() == 1 && report.count(TUM_SEVERITY_ERROR) == 1);
    for (const TumDiagnostic &found : report) {
        CHECK(std::string(found.code) == "IO_ERROR");
    }
#ifndef TUMBLE_WITHOUT_EXCEPTIONS
    TumStatus caught = TUM_OK;
    try {
        (void)std::move(document).value();
    } catch (const tumble::Error &error) {
        caught = error.status();
        CHECK(std::strcmp(error.what(), tum_status_text(TUM_ERROR_FILE)) == 0);
    }
    CHECK(caught == TUM_ERROR_FILE);
#endif
}

static void a_file_is_read_checked_converted_and_written()
{
    tumble::Report report;
    tumble::Document document = tumble::Document::open("samples/bounce.gltf").value();
    CHECK(document.dimension() == 3 && document.format() == TUM_FORMAT_GLTF);
    CHECK(std::strcmp(document.name(), "samples/bounce.gltf") == 0);
    tumble::Scene scene = tumble::Scene::read(document).value();
    CHECK(scene.bodies().size() == 5 && scene->body_count == 5);
    CHECK(scene.nodes().size() > scene.colliders().size());
    CHECK(scene.check(report) == TUM_OK);

    TumWriteOptions options{};
    options.target = TUM_TARGET_OMI;
    tumble::Document converted = scene.write(&document, options, &report).value();
    tumble::Document::Written text = converted.write().value();
    const std::string json(reinterpret_cast<const char *>(text.data()), text.size());
    CHECK(json.find("OMI_physics_body") != std::string::npos);
    tumble::Scene again = tumble::Scene::read(tumble::Bytes(text)).value();
    CHECK(again.bodies().size() == 5);
    tumble::Document copy = converted.copy().value();
    CHECK(copy.write()->size() == text.size());

    tumble::Report findings;
    tumble::Validation validation = tumble::validate("samples/bounce.gltf", findings).value();
    CHECK(findings.count(TUM_SEVERITY_ERROR) == 0);
    CHECK(validation.scene.bodies().size() == 5 && validation.document.get() != nullptr);
}

static void a_world_moves_as_in_c()
{
    tumble::Scene scene = tumble::Scene::open("samples/tumbling-tower.gltf").value();
    tumble::World world = tumble::World::create(scene).value();
    TumWorld *plain = nullptr;
    CHECK(tum_world_create(scene, nullptr, &plain, nullptr) == TUM_OK);
    for (int i = 0; i < 30; ++i) {
        CHECK(world.step(1.0f / 60.0f) == TUM_OK);
        CHECK(tum_world_step(plain, 1.0f / 60.0f) == TUM_OK);
    }
    CHECK(world.hash() == tum_world_hash(plain));
    CHECK(world.step_count() == 30 && world.dimension() == 3);
    CHECK(std::abs(world.time() - 0.5) < 1e-6);
    CHECK(world.step(0.0f) == TUM_ERROR_ARGUMENT);

    std::vector<TumVec3> positions(world.body_count());
    TumBodyArrays3 arrays{};
    arrays.capacity = positions.size();
    arrays.positions = positions.data();
    CHECK(world.read(arrays) == positions.size());
    const TumVec3 first = world.pose3(world.body_at(0)).position;
    CHECK(std::memcmp(&first, &positions[0], sizeof first) == 0);
    CHECK(tum_body_wake(world, world.body_at(0)) == TUM_OK); // an owner where C takes a pointer
    tum_world_destroy(plain);
}

static void a_world_goes_on_from_a_checkpoint()
{
    tumble::Scene scene = tumble::Scene::open("samples/tumbling-tower.gltf").value();
    tumble::World first = tumble::World::create(scene).value();
    tumble::World second = tumble::World::create(scene).value();
    CHECK(first.step(1.0f / 60.0f) == TUM_OK);
    std::vector<std::byte> bytes(first.checkpoint_bytes());
    CHECK(first.write_checkpoint(bytes) == TUM_OK);
    CHECK(second.read_checkpoint(bytes) == TUM_OK);
    CHECK(first.hash() == second.hash());
    tumble::Report report;
    bytes[40] ^= std::byte{1};
    CHECK(second.read_checkpoint(bytes, "run.tck", &report) == TUM_ERROR_INPUT);
    CHECK(report.size() == 1 && std::string(report[0].file) == "run.tck");
}

// A ball of half a metre at a height of two metres, above a floor.
static tumble::World ball_above_a_floor()
{
    TumWorldDef def = tum_default_world_def();
    def.contact_events = true;
    tumble::World world = tumble::World::create(def).value();
    TumColliderDef3 ball = tum_default_collider_def3(), floor = ball;
    floor.kind = TUM_SHAPE_PLANE;
    floor.size = {INFINITY, 0, INFINITY};
    ball.radius = 0.5f;
    TumBodyDef3 body = tum_default_body_def3();
    body.pose.position = {0, 2, 0};
    body.user = 9;
    CHECK(world.add(TumBodyId{}, floor));
    CHECK(world.add(world.add(body).value(), ball));
    return world;
}

static void queries_answer_hits_and_counts()
{
    tumble::World world = ball_above_a_floor();
    const TumRay3 down = {{0, 10, 0}, {0, -20, 0}}, up = {{0, 10, 0}, {0, 20, 0}};
    const TumHit3 hit = world.cast(down).value();
    CHECK(hit.is_hit && hit.body_user == 9 && std::abs(hit.distance - 7.5f) < 1e-5f);
    CHECK(!world.cast(up)->is_hit);
    CHECK(*world.is_blocked(down) && !*world.is_blocked(up));
    CHECK(world.cast(TumRay3{}).status() == TUM_ERROR_ARGUMENT);
    TumHit3 one[1];
    CHECK(*world.cast_all(down, one) == 2 && one[0].body_user == 9);
    const std::array<TumRay3, 2> rays = {down, up};
    std::array<TumHit3, 2> hits{};
    CHECK(world.cast(tumble::Span<const TumRay3>(rays), hits) == TUM_OK);
    CHECK(hits[0].distance == hit.distance && !hits[1].is_hit);
    CHECK(world.cast(tumble::Span<const TumRay3>(rays), one) == TUM_ERROR_ARGUMENT);
    TumShape sphere{};
    sphere.kind = TUM_SHAPE_SPHERE;
    sphere.radius = 0.5;
    const TumPose3 above = {{0, 5, 0}, {0, 0, 0, 1}};
    CHECK(std::abs(world.cast(sphere, above, {0, -9, 0})->distance - 2.0f) < 1e-4f);
    CHECK(*world.overlap(sphere, TumPose3{{0, 2.5f, 0}, {0, 0, 0, 1}}, one) == 1);
    CHECK(std::abs(world.nearest(TumVec3{0, 5, 0}, INFINITY)->distance - 2.5f) < 1e-4f);
}

static void events_are_a_span()
{
    tumble::World world = ball_above_a_floor();
    std::size_t started = 0;
    while (started == 0 && world.step_count() < 120) {
        CHECK(world.step(1.0f / 60.0f) == TUM_OK);
        for (const TumEvent &event : world.events()) {
            started += event.kind == TUM_EVENT_CONTACT_STARTED;
            CHECK(event.a.body_user + event.b.body_user == 9);
        }
    }
    CHECK(started == 1);
}

static void a_world_of_four_dimensions_answers_the_calls_of_four()
{
    TumWorldDef def = tum_default_world_def();
    def.dimension = 4;
    tumble::World world = tumble::World::create(def).value();
    TumColliderDef4 ball = tum_default_collider_def4();
    ball.radius = 0.5f;
    TumBodyDef4 body = tum_default_body_def4();
    body.pose.position = {0, 0, 0, 3};
    const TumBodyId id = world.add(body).value();
    CHECK(world.add(id, ball));
    CHECK(world.pose4(id).position.w == 3.0f);
    CHECK(std::abs(world.cast(TumRay4{{0, 0, 0, -1}, {0, 0, 0, 9}})->distance - 3.5f) < 1e-5f);
    CHECK(std::abs(world.nearest(TumVec4{0, 0, 0, 0}, INFINITY)->distance - 2.5f) < 1e-4f);
}

static void worlds_step_side_by_side()
{
    tumble::Workers workers = tumble::Workers::create(2).value();
    std::vector<tumble::World> worlds;
    std::vector<TumWorld *> handles;
    for (int i = 0; i < 8; ++i) {
        worlds.push_back(ball_above_a_floor());
        handles.push_back(worlds.back().get());
    }
    tumble::World alone = ball_above_a_floor();
    for (int i = 0; i < 30; ++i) {
        CHECK(alone.step(1.0f / 60.0f) == TUM_OK);
    }
    std::array<TumStatus, 8> statuses{};
    CHECK(tumble::step(handles, 1.0f / 60.0f, 30, workers.tasks(), statuses) == TUM_OK);
    for (const tumble::World &world : worlds) {
        CHECK(world.hash() == alone.hash());
    }
    CHECK(tumble::step(handles, 1.0f / 60.0f, 1, {}, tumble::Span(statuses.data(), 3)) ==
          TUM_ERROR_ARGUMENT);
}

int main()
{
    an_owner_frees_its_object_once();
    a_failed_call_is_a_status_and_on_request_an_exception();
    a_file_is_read_checked_converted_and_written();
    a_world_moves_as_in_c();
    a_world_goes_on_from_a_checkpoint();
    queries_answer_hits_and_counts();
    events_are_a_span();
    a_world_of_four_dimensions_answers_the_calls_of_four();
    worlds_step_side_by_side();
    std::printf("owners: %d failures\n", failures);
    return failures == 0 ? 0 : 1;
}
