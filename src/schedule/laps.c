// SPDX-License-Identifier: MIT
// laps.c: the narrow phase: contacts collide in parallel, and their results are matched in order.
//
// Manifolds begin and end in the order of contacts, which takes one worker. To keep the others busy
// meanwhile, stale contacts are cut into laps: while worker 0 matches the results of one lap, the
// others collide the contacts of the next. There is no barrier between laps, since all laps are one
// task: the range of each worker consists of its share of the first lap, then of the second, and so
// on. Between two pieces of its range, worker 0 checks whether a lap is complete.
//
// Worker 0 matches every lap, because the data of manifolds is then mostly in its cache. When the
// last worker of a lap did that instead, two threads lost as much time in cache misses as they
// saved in waiting.
#include "schedule/sim.h"
#include "schedule/space.h"

enum {
    LAP_SHARE = 8, // One stale contact in so many is left for later laps: matching takes an eighth
                   // to a sixteenth of the time that one worker takes to collide.
    PIECES = 8,    // pieces of a lap per worker, so that all end at about the same time
    PIECE_LEAST = 8, // contacts of a piece, at least
    PIECE_MOST = 128,
    WORTH_SHARING = 16 // contacts
};

typedef struct Lap {
    uint32_t begin, end; // Range of sim->stale.
    uint32_t pieces;     // per worker
    Atomic32 left;       // contacts that have not collided yet
} Lap;

typedef struct Laps {
    Sim *sim;
    StepTime time;
    uint32_t workers, pieces; // of all laps, per worker
    Lap laps[COLLIDE_LAPS];
    uint32_t matched; // laps that worker 0 has matched
    TumStatus status; // result of matching
} Laps;

static void match_ready(Laps *all)
{
    while (all->status == TUM_OK && all->matched < COLLIDE_LAPS &&
           atomic32_load(&all->laps[all->matched].left) == 0) {
        all->status = tum_sim_match_first(all->sim, all->laps[all->matched++].end);
    }
}

// @param piece  index in the lap, over all workers
static void look_at(Laps *all, int lap, uint32_t piece, uint32_t worker)
{
    const Lap *of = &all->laps[lap];
    Sim *sim = all->sim;
    const uint64_t count = of->end - of->begin, pieces = (uint64_t)of->pieces * all->workers;
    const uint32_t begin = of->begin + (uint32_t)(count * piece / pieces);
    const uint32_t end = of->begin + (uint32_t)(count * (piece + 1) / pieces);
    if (begin < end) {
        const uint32_t finder = (uint32_t)lap * sim->topology.tasks.worker_count + worker;
        sim->ops->narrow.collide(sim->topology.space, sim, all->time, (Range){begin, end, finder});
        atomic32_add(&all->laps[lap].left, begin - end);
    }
    if (worker == 0) {
        match_ready(all);
    }
}

static void laps_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    Laps *all = context;
    for (uint32_t i = begin; i < end; ++i) {
        const uint32_t stretch = i / all->pieces;
        uint32_t piece = i % all->pieces;
        int lap = 0;
        for (; piece >= all->laps[lap].pieces; ++lap) {
            piece -= all->laps[lap].pieces;
        }
        look_at(all, lap, stretch * all->laps[lap].pieces + piece, worker);
    }
}

static uint32_t pieces_of(const Lap *lap, uint32_t workers)
{
    const uint32_t count = (lap->end - lap->begin) / workers, even = count / PIECE_LEAST;
    const uint32_t pieces = even < PIECES ? even : PIECES, least = count / PIECE_MOST + 1;
    return workers == 1 || pieces == 0 ? 1 : pieces > least ? pieces : least;
}

TumStatus tum_sim_collide(Sim *sim, StepTime time)
{
    const uint32_t count = (uint32_t)sim->stale.count;
    const uint32_t workers = count < WORTH_SHARING ? 1 : sim->topology.tasks.worker_count;
    Laps all = {.sim = sim, .time = time, .workers = workers};
    if (!tum_sim_begin_matching(sim)) {
        return TUM_ERROR_MEMORY;
    }
    for (uint32_t i = 0, begin = 0; i < COLLIDE_LAPS; begin = all.laps[i++].end) {
        Lap *lap = &all.laps[i];
        const uint32_t later = i + 1 < COLLIDE_LAPS ? (count - begin) / LAP_SHARE : 0;
        lap->begin = begin;
        lap->end = count - later;
        lap->pieces = pieces_of(lap, workers);
        atomic32_store(&lap->left, lap->end - lap->begin);
        all.pieces += lap->pieces;
    }
    if (workers == 1) {
        laps_stage(&all, 0, all.pieces, 0);
    } else {
        sim->topology.tasks.run(sim->topology.tasks.user, laps_stage, &all, workers * all.pieces,
                                1);
    }
    return all.status;
}
