// SPDX-License-Identifier: MIT
// peer.cpp: the program around the adapter of an engine: reads, steps, times, judges, prints.
#include "peer.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

extern "C" {
#include "scenes/scenes.h"
}
#include "tumble/dialect.h"
#include "tumble/document.h"

namespace
{

[[noreturn]] void end(int status, const std::string &why)
{
    std::fprintf(stderr, "%s: %s\n", peer_engine().c_str(), why.c_str());
    std::exit(status);
}

double now_ms()
{
    return std::chrono::duration<double, std::milli>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// Milliseconds of each frame, by the clock and of the processor.
class Timer
{
  public:
    void begin()
    {
        began_cpu = std::clock();
        began = now_ms();
    }
    void end()
    {
        frame_ms.push_back(now_ms() - began);
        cpu_ms.push_back(1e3 * double(std::clock() - began_cpu) / CLOCKS_PER_SEC);
    }
    void write(BenchResult &result)
    {
        bench_result_time(&result, frame_ms.data(), cpu_ms.data(), frame_ms.size());
    }

  private:
    std::vector<double> frame_ms, cpu_ms;
    double began = 0.0;
    std::clock_t began_cpu = 0;
};

// FNV-1a of the poses: two runs that ended alike say the same.
uint64_t hash_of(const std::vector<float> &numbers, uint64_t hash)
{
    const auto *bytes = reinterpret_cast<const unsigned char *>(numbers.data());
    for (size_t i = 0; i < numbers.size() * sizeof(float); ++i) {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    return hash;
}

struct Poses {
    std::vector<float> positions, rotations;
    std::unique_ptr<bool[]> awake;

    explicit Poses(size_t count)
        : positions(3 * count), rotations(4 * count), awake(new bool[count + 1]())
    {
    }
    void read(Peer &peer)
    {
        peer.read(positions.data(), rotations.data(), awake.get());
    }
    BenchPoses view() const
    {
        return {positions.data(), rotations.data(), awake.get()};
    }
};

void run_steps(Peer &peer, const TumScene &scene, const ScenePlan &plan, BenchResult &result)
{
    Poses before(scene.body_count), now(scene.body_count);
    Timer timer;
    for (int i = 0; i < plan.warm_up; ++i) {
        peer.prepare();
        peer.step();
    }
    for (size_t frame = 1; frame <= result.frames; ++frame) {
        const bool is_end = frame == result.frames;
        const bool is_judged = is_end || frame == result.frames / 2;
        if (is_judged) {
            before.read(peer);
        }
        peer.prepare();
        timer.begin();
        peer.step();
        timer.end();
        if (is_judged) {
            now.read(peer);
            const BenchPoses poses = now.view(), last = before.view();
            if (!bench_judge(&scene, plan.name, &poses, &last,
                             is_end ? &result.end : &result.half)) {
                peer_fail("out of memory");
            }
        }
    }
    result.hash = hash_of(now.rotations, hash_of(now.positions, 14695981039346656037u));
    timer.write(result);
}

void cast_rays(Peer &peer, BenchResult &result)
{
    BenchRays rays;
    if (!bench_rays_init(&rays)) {
        peer_fail("out of memory");
    }
    peer.prepare_rays();
    Timer timer;
    for (size_t frame = 0; frame < result.frames; ++frame) {
        double sum = 0;
        result.hits = 0;
        timer.begin();
        for (size_t i = 0; i < rays.count; ++i) {
            const double fraction = peer.cast(rays.from + 3 * i, rays.along + 3 * i);
            result.hits += fraction >= 0.0;
            sum += fraction >= 0.0 ? fraction : 0.0;
        }
        timer.end();
        result.fraction = result.hits > 0 ? sum / double(result.hits) : 0.0;
    }
    bench_rays_free(&rays);
    timer.write(result);
}

} // namespace

void peer_fail(const std::string &why)
{
    end(1, why);
}

void peer_refuse(const std::string &what)
{
    end(3, "cannot express " + what);
}

PeerFilter::PeerFilter(const TumScene &scene)
    : count(scene.filter_count), table(scene.filter_count * scene.filter_count)
{
    for (size_t i = 0; i < table.size(); ++i) {
        table[i] = tum_scene_filters_admit(&scene, int32_t(i / count), int32_t(i % count));
    }
}

const TumLimit *peer_limit(const TumScene &scene, const TumJoint &joint, TumSpace space, int axes)
{
    for (int32_t i = 0; i < joint.limit_count; ++i) {
        const TumLimit &limit = scene.limits[joint.limit_first + i];
        int count = 0;
        for (uint32_t bit = 1; bit < 8; bit <<= 1) {
            count += (limit.axes & bit) != 0;
        }
        if (limit.space == space && count == axes) {
            return &limit;
        }
    }
    return nullptr;
}

bool peer_is_asleep(const TumScene &scene, const TumBody &body)
{
    return std::strcmp(scene.nodes[body.node].name, "asleep") == 0;
}

int main(int argument_count, char **arguments)
{
    if (argument_count < 2) {
        peer_fail("usage: bench-ENGINE SCENE.glb [FRAMES]");
    }
    std::string name = arguments[1];
    name = name.substr(name.find_last_of('/') + 1);
    name = name.substr(0, name.find_last_of('.'));
    ScenePlan plan;
    if (!scene_plan_find(name.c_str(), &plan)) {
        peer_fail("no scene is called " + name);
    }
    TumDocument *document = nullptr;
    TumScene *scene = nullptr;
    if (tum_document_open(arguments[1], nullptr, &document, nullptr) != TUM_OK ||
        tum_scene_read(document, nullptr, &scene, nullptr) != TUM_OK) {
        peer_fail(std::string(arguments[1]) + " could not be read");
    }
    if (scene->dimension != 3) {
        peer_refuse("four dimensions");
    }
    const std::string engine = peer_engine();
    BenchResult result = {};
    result.scene = plan.name;
    result.engine = engine.c_str();
    result.threads = 1;
    result.frames = argument_count > 2 ? size_t(std::atoi(arguments[2])) : size_t(plan.frames);
    {
        const std::unique_ptr<Peer> peer = peer_create(*scene);
        if (name == "rays") {
            cast_rays(*peer, result);
        } else {
            run_steps(*peer, *scene, plan, result);
        }
    }
    bench_result_print_json(stdout, &result);
    tum_scene_destroy(scene);
    tum_document_destroy(document);
    return 0;
}
