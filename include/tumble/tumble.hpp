// SPDX-License-Identifier: MIT
/// tumble.hpp: owners of tumble's objects for C++17: moves, spans and results, and nothing else.
///
///     tumble::Report report;
///     tumble::Result<tumble::Scene> scene = tumble::Scene::open("crate.glb", nullptr, &report);
///     if (!scene) {
///         std::puts(tum_status_text(scene.status()));
///     }
///     tumble::World world = tumble::World::create(*scene).value();
///     while (world.time() < 10.0 && world.step(1.0f / 60.0f) == TUM_OK) {
///     }
///     tum_body_wake(world, world.body_at(0)); // an owner is what functions of C take
///
/// Structs, enums and definitions are those of C, and so are the rules of each call: the headers of
/// C hold them. An owner moves and does not copy; it frees its object at its end. A moved-from
/// owner is empty and can only be assigned to or destroyed.
///
/// Errors: whatever makes something answers a Result, a status with a value; all else answers the
/// TumStatus of C. Nothing is thrown but by Result::value() of a failed call, which throws Error,
/// or ends the program where exceptions are turned off. Findings go to a Report, as in C.
///
/// Threads: those of the headers of C.
#ifndef TUMBLE_TUMBLE_HPP
#define TUMBLE_TUMBLE_HPP

#include "tumble/files.hpp"
#include "tumble/motion.hpp"
#include "tumble/tumble.h"

#endif
