// SPDX-License-Identifier: MIT
// with-bullet FILE [SECONDS]: the physics of a file, simulated by Bullet; where every body ends.
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include "bullet_scene.h"
#include "tumble/dialect.h"

static void simulate(const TumScene &scene, double seconds)
{
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    const BulletScene::Say say = [&scene](const char *pointer, const std::string &text) {
        std::cerr << scene.file << ": " << pointer << ": " << text << "\n";
    };
    BulletScene physics(scene, world, say);
    // Bullet solves once a step: four short ones stand for one step of ours.
    for (int i = 0; i < static_cast<int>(seconds * 240.0 + 0.5); ++i) {
        physics.step(btScalar(1.0 / 240.0));
    }
    for (size_t i = 0; i < scene.body_count; ++i) {
        const btVector3 p = physics.nodePose(i).getOrigin();
        std::printf("%d %.4f %.4f %.4f\n", static_cast<int>(scene.bodies[i].node), double(p.x()),
                    double(p.y()), double(p.z()));
    }
    for (const auto &pair : physics.triggered()) {
        std::printf("part %d touches collider %d\n", pair.first, pair.second);
    }
}

int main(int argc, char **argv)
{
    TumReport *report = tum_report_create(nullptr);
    TumScene *scene = nullptr;
    const TumStatus status = tum_scene_open(argc > 1 ? argv[1] : "-", nullptr, &scene, report);
    for (size_t i = 0; i < tum_report_count(report); ++i) {
        const TumDiagnostic *found = tum_report_at(report, i);
        if (found->severity <= TUM_SEVERITY_WARNING) {
            std::cerr << found->file << ": " << (found->pointer ? found->pointer : "") << ": "
                      << found->message << "\n";
        }
    }
    if (status == TUM_OK) {
        simulate(*scene, argc > 2 ? std::atof(argv[2]) : 5.0);
    }
    tum_scene_destroy(scene);
    tum_report_destroy(report);
    return status == TUM_OK ? 0 : 1;
}
