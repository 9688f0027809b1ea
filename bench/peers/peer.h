// SPDX-License-Identifier: MIT
/// peer.h: another engine of the benchmark: a scene read with our library, stepped by that engine.
///
///     bench-ENGINE build/scenes/pile.glb [FRAMES]     prints one line of JSON, as tumble bench
///     --json
///
/// An adapter defines peer_engine and peer_create; the program around them is peer.cpp. Exit
/// status 0: a result was printed; 1: a failure; 3: the scene has something that the engine cannot
/// express, which one line on standard error names.
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bench/result.h"
#include "tumble/scene.h"

constexpr float PEER_FRAME = 1.0f / 60.0f; ///< [s] A step.

/// A scene in another engine. One thread.
class Peer
{
  public:
    virtual ~Peer() = default;
    /// Work before a step that is not timed.
    virtual void prepare()
    {
    }
    virtual void step() = 0;
    /// Writes 3, 4 (x y z w) and 1 values per body of the scene, as BenchPoses has them.
    virtual void read(float *positions, float *rotations, bool *awake) = 0;
    /// Work before the first ray.
    virtual void prepare_rays()
    {
    }
    /// @param from, along  [m] 3 numbers each.
    /// @return the fraction of the ray up to the nearest hit; negative: none.
    virtual double cast(const float *from, const float *along) = 0;
};

/// Name and version, "Bullet 3.24".
std::string peer_engine();
/// The scene outlives the peer.
std::unique_ptr<Peer> peer_create(const TumScene &scene);

/// Ends the program with status 1.
[[noreturn]] void peer_fail(const std::string &why);
/// Ends the program with status 3. @param what  "a cone": what the engine cannot express.
[[noreturn]] void peer_refuse(const std::string &what);

/// Pairs of filters whose colliders may touch.
class PeerFilter
{
  public:
    explicit PeerFilter(const TumScene &scene);
    /// @param i, k  TumCollider.filter; -1 meets every collider.
    bool admits(int i, int k) const
    {
        return i < 0 || k < 0 || table[size_t(i) * count + size_t(k)] != 0;
    }

  private:
    size_t count;
    std::vector<char> table; // [count * count]
};

/// @return the first limit of a joint on `axes` axes of a space; nullptr: none.
const TumLimit *peer_limit(const TumScene &scene, const TumJoint &joint, TumSpace space, int axes);

/// Whether a body sleeps from the start (scenes/scenes.h).
bool peer_is_asleep(const TumScene &scene, const TumBody &body);

#endif
