// SPDX-License-Identifier: MIT
/// motion.hpp: worlds and workers as owners; tumble.hpp has the rules.
#ifndef TUMBLE_MOTION_HPP
#define TUMBLE_MOTION_HPP

#include <cstddef>
#include <cstdint>

#include "tumble/checkpoint.h"
#include "tumble/owner.hpp"
#include "tumble/query3.h"
#include "tumble/query4.h"
#include "tumble/world3.h"
#include "tumble/world4.h"
#include "tumble/worlds.h"

namespace tumble
{

/// Workers: threads for worlds that step side by side (worlds.h).
class Workers : public detail::Owner<TumWorkers, tum_workers_destroy>
{
  public:
    /// @param threads  0: one for each processor.
    static Result<Workers> create(std::uint32_t threads = 0,
                                  const TumAllocator *allocator = nullptr) noexcept
    {
        TumWorkers *made = tum_workers_create(threads, allocator);
        return {made != nullptr ? TUM_OK : TUM_ERROR_MEMORY, Workers(made)};
    }
    TumTasks tasks() noexcept
    {
        return tum_workers_tasks(get());
    }

  private:
    using Owner::Owner;
};

/// World of bodies that move through time (world.h).
class World : public detail::Owner<TumWorld, tum_world_destroy>
{
  public:
    using Owner::Owner;

    /// @param scene  read and not kept; a Scene of files.hpp is fine.
    static Result<World> create(const TumScene *scene,
                                const TumWorldDef &def = tum_default_world_def(),
                                Report *report = nullptr) noexcept
    {
        TumWorld *made = nullptr;
        const TumStatus status = tum_world_create(scene, &def, &made, detail::report_of(report));
        return {status, World(made)};
    }
    /// An empty world of def.dimension.
    static Result<World> create(const TumWorldDef &def = tum_default_world_def(),
                                Report *report = nullptr) noexcept
    {
        return create(nullptr, def, report);
    }

    /// @param seconds  [s] length of the step.
    [[nodiscard]] TumStatus step(float seconds) noexcept
    {
        return tum_world_step(get(), seconds);
    }
    /// [s] Simulated time.
    double time() const noexcept
    {
        return tum_world_time(get());
    }
    std::uint64_t step_count() const noexcept
    {
        return tum_world_step_count(get());
    }
    int dimension() const noexcept
    {
        return tum_world_dimension(get());
    }
    std::uint64_t hash() const noexcept
    {
        return tum_world_hash(get());
    }
    /// Events of the last step; valid until the next one.
    Span<const TumEvent> events() const noexcept
    {
        const TumEvent *events = nullptr;
        const std::size_t count = tum_world_events(get(), &events);
        return {events, count};
    }

    std::size_t body_count() const noexcept
    {
        return tum_world_body_count(get());
    }
    TumBodyId body_at(std::size_t index) const noexcept
    {
        return tum_world_body_at(get(), index);
    }
    TumPose3 pose3(TumBodyId body) const noexcept
    {
        return tum_body_pose3(get(), body);
    }
    TumPose4 pose4(TumBodyId body) const noexcept
    {
        return tum_body_pose4(get(), body);
    }
    /// Reads all bodies at once into arrays of the caller. @return their number.
    std::size_t read(const TumBodyArrays3 &arrays) const noexcept
    {
        return tum_world_read_bodies3(get(), &arrays);
    }
    std::size_t read(const TumBodyArrays4 &arrays) const noexcept
    {
        return tum_world_read_bodies4(get(), &arrays);
    }

    Result<TumBodyId> add(const TumBodyDef3 &def) noexcept
    {
        return detail::received<TumBodyId>(tum_world_add_body3, get(), &def);
    }
    Result<TumBodyId> add(const TumBodyDef4 &def) noexcept
    {
        return detail::received<TumBodyId>(tum_world_add_body4, get(), &def);
    }
    Result<TumJointId> add(const TumJointDef3 &def) noexcept
    {
        return detail::received<TumJointId>(tum_world_add_joint3, get(), &def);
    }
    Result<TumJointId> add(const TumJointDef4 &def) noexcept
    {
        return detail::received<TumJointId>(tum_world_add_joint4, get(), &def);
    }
    /// @param body  zero: the world owns the collider.
    Result<TumColliderId> add(TumBodyId body, const TumColliderDef3 &def) noexcept
    {
        return detail::received<TumColliderId>(tum_world_add_collider3, get(), body, &def);
    }
    Result<TumColliderId> add(TumBodyId body, const TumColliderDef4 &def) noexcept
    {
        return detail::received<TumColliderId>(tum_world_add_collider4, get(), body, &def);
    }

    // Queries (query3.h, query4.h). A filter of nullptr is the default one.

    Result<TumHit3> cast(const TumRay3 &ray, const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<TumHit3>(tum_world_cast_ray3, get(), &ray, filter);
    }
    Result<TumHit4> cast(const TumRay4 &ray, const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<TumHit4>(tum_world_cast_ray4, get(), &ray, filter);
    }
    /// Casts each ray into the hit of the same index.
    [[nodiscard]] TumStatus cast(Span<const TumRay3> rays, Span<TumHit3> hits,
                                 const TumQueryFilter *filter = nullptr) const noexcept
    {
        return hits.size() < rays.size()
                   ? TUM_ERROR_ARGUMENT
                   : tum_world_cast_rays3(get(), rays.data(), rays.size(), filter, hits.data());
    }
    [[nodiscard]] TumStatus cast(Span<const TumRay4> rays, Span<TumHit4> hits,
                                 const TumQueryFilter *filter = nullptr) const noexcept
    {
        return hits.size() < rays.size()
                   ? TUM_ERROR_ARGUMENT
                   : tum_world_cast_rays4(get(), rays.data(), rays.size(), filter, hits.data());
    }
    Result<bool> is_blocked(const TumRay3 &ray,
                            const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<bool>(tum_world_is_ray_blocked3, get(), &ray, filter);
    }
    Result<bool> is_blocked(const TumRay4 &ray,
                            const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<bool>(tum_world_is_ray_blocked4, get(), &ray, filter);
    }
    /// All hits of a ray, nearest first. @return their number, also beyond the span.
    Result<std::size_t> cast_all(const TumRay3 &ray, Span<TumHit3> hits,
                                 const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<std::size_t>(tum_world_cast_ray_all3, get(), &ray, filter,
                                             hits.data(), hits.size());
    }
    Result<std::size_t> cast_all(const TumRay4 &ray, Span<TumHit4> hits,
                                 const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<std::size_t>(tum_world_cast_ray_all4, get(), &ray, filter,
                                             hits.data(), hits.size());
    }
    /// First hit of a shape that moves along a path [m] without turning.
    Result<TumHit3> cast(const TumShape &shape, const TumPose3 &pose, TumVec3 along,
                         const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<TumHit3>(tum_world_cast_shape3, get(), &shape, pose, along, filter);
    }
    Result<TumHit4> cast(const TumShape &shape, const TumPose4 &pose, TumVec4 along,
                         const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<TumHit4>(tum_world_cast_shape4, get(), &shape, pose, along, filter);
    }
    /// Colliders that a shape overlaps. @return their number, also beyond the span.
    Result<std::size_t> overlap(const TumShape &shape, const TumPose3 &pose, Span<TumHit3> hits,
                                const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<std::size_t>(tum_world_overlap_shape3, get(), &shape, pose, filter,
                                             hits.data(), hits.size());
    }
    Result<std::size_t> overlap(const TumShape &shape, const TumPose4 &pose, Span<TumHit4> hits,
                                const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<std::size_t>(tum_world_overlap_shape4, get(), &shape, pose, filter,
                                             hits.data(), hits.size());
    }
    /// Point of all surfaces that is nearest to a point [m], within a reach [m].
    Result<TumHit3> nearest(TumVec3 point, float reach,
                            const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<TumHit3>(tum_world_nearest_point3, get(), point, reach, filter);
    }
    Result<TumHit4> nearest(TumVec4 point, float reach,
                            const TumQueryFilter *filter = nullptr) const noexcept
    {
        return detail::received<TumHit4>(tum_world_nearest_point4, get(), point, reach, filter);
    }

    // Checkpoints (checkpoint.h).

    /// [bytes] Size of a checkpoint of the present state.
    std::size_t checkpoint_bytes() const noexcept
    {
        return tum_checkpoint_bytes(get());
    }
    [[nodiscard]] TumStatus write_checkpoint(Span<std::byte> bytes) const noexcept
    {
        return tum_checkpoint_write(get(), bytes.data(), bytes.size());
    }
    /// @param name  of the bytes in findings; nullptr is "".
    [[nodiscard]] TumStatus read_checkpoint(Bytes bytes, const char *name = nullptr,
                                            Report *report = nullptr) noexcept
    {
        return tum_checkpoint_read(get(), bytes.data(), bytes.size(), name,
                                   detail::report_of(report));
    }
};

/// Moves each world forward by a number of steps (tum_worlds_step).
///
/// @param tasks  of Workers, or all zero: the calling thread alone.
/// @param statuses  one for each world, or empty.
[[nodiscard]] inline TumStatus step(Span<TumWorld *const> worlds, float seconds,
                                    std::uint32_t steps, const TumTasks &tasks = {},
                                    Span<TumStatus> statuses = {}) noexcept
{
    if (!statuses.empty() && statuses.size() < worlds.size()) {
        return TUM_ERROR_ARGUMENT;
    }
    return tum_worlds_step(worlds.data(), worlds.size(), seconds, steps, &tasks, statuses.data());
}

} // namespace tumble

#endif
