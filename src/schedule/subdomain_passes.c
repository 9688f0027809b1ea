// SPDX-License-Identifier: MIT
// subdomain_passes.c: who solves which part, and when.
//
// A worker has a seat, and a seat some parts next to each other, the same ones in each task: what
// they are made of stays in its cache. The root, whose blocks would travel too, belongs to the
// first seat, which looks between two colors whether it is time. What is between two halves below
// the root is for whoever was second to be done with one.
//
// Nobody waits for somebody who may not be running: a task system may do all of this on one thread,
// seat after seat. Who finds nothing to do at its seat does what belongs to empty ones; after a
// while of waiting also what belongs to others; and leaves in the end. That may be, because whoever
// ends something looks again at all that it could have been waited for.
#include "schedule/subdomain_passes.h"

enum {
    PATIENCE = 32,       // looks for something to do, a microsecond or two, before helping out:
                         // parts that come from another core take longer
    PATIENCE_MOST = 2000 // before leaving
};

typedef struct PartTask {
    Sim *sim;
    const PartJob *job;
    uint32_t parts, solver_index;
    Atomic32 left; // Parts, and the root, that have not ended their last pass.
} PartTask;

typedef enum NodeShare { ALL, AT_CUT, INSIDE } NodeShare;

static SubdomainProgress *root_of(const PartTask *task)
{
    return task->sim->progress.items;
}

static SubdomainProgress *progress_of(const PartTask *task, uint32_t part)
{
    return &task->sim->progress.items[1 + part];
}

static Atomic32 *is_here(const PartTask *task, uint32_t seat)
{
    return &task->sim->progress.items[1 + task->parts + seat].is_here;
}

static uint32_t first_part(const PartTask *task, uint32_t seat)
{
    return task->parts * seat / task->solver_index;
}

static bool begin_pass(SubdomainProgress *progress, uint32_t pass)
{
    uint32_t begun = pass;
    return atomic32_load(&progress->begun) == pass &&
           atomic32_exchange_if(&progress->begun, &begun, pass + 1);
}

static void end_pass(PartTask *task, SubdomainProgress *progress, uint32_t pass)
{
    atomic32_store(&progress->done, pass + 1);
    if (pass + 1 == task->job->count) {
        atomic32_add(&task->left, UINT32_MAX);
    }
}

static bool try_root(PartTask *task, uint32_t worker);

static void run_node(PartTask *task, uint32_t pass, int32_t node, NodeShare share, bool has_root,
                     uint32_t worker)
{
    const Topology *topology = &task->sim->topology;
    const int32_t batch = graph_batch_of_node(&topology->graph, node);
    for (int32_t color = graph_color(batch, 0); color < graph_color(batch + 1, 0); ++color) {
        const uint32_t blocks = topology_block_count(topology, color);
        const uint32_t cut = share == ALL ? 0 : topology_blocks_at_cut(topology, color);
        const Range range = {share == INSIDE ? cut : 0, share == AT_CUT ? cut : blocks, worker};
        if (range.end > range.begin) {
            task->job->solve(task->job->context, pass, color, range);
            if (has_root) {
                (void)try_root(task, worker);
            }
        }
    }
}

// Where no bodies are written the root waits for nobody.
// @return whether there was something to do.
static bool try_root(PartTask *task, uint32_t worker)
{
    SubdomainProgress *root = root_of(task);
    const uint32_t pass = atomic32_load(&root->done);
    if (!task->job->with_root || pass == task->job->count ||
        (task->job->is_cut && atomic32_load(&root->arrived) != 2 * (pass + 1)) ||
        !begin_pass(root, pass)) {
        return false;
    }
    run_node(task, pass, 0, ALL, false, worker);
    end_pass(task, root, pass);
    return true;
}

// Children of a node arrive once each in a pass.
static bool is_second(Sim *sim, int32_t node)
{
    return (atomic32_add(&sim->arrivals.items[node], 1) & 1) != 0;
}

static void rise(PartTask *task, uint32_t pass, int32_t leaf, uint32_t worker)
{
    int32_t node = graph_parent(leaf);
    for (; node > 0 && is_second(task->sim, node); node = graph_parent(node)) {
        run_node(task, pass, node, ALL, false, worker);
    }
    if (node == 0) {
        atomic32_add(&root_of(task)->arrived, 1);
    }
}

// @return whether there was something to do.
static bool try_part(PartTask *task, uint32_t part, bool has_root, uint32_t worker)
{
    const PartJob *job = task->job;
    const ConstraintGraph *graph = &task->sim->topology.graph;
    SubdomainProgress *progress = progress_of(task, part);
    const uint32_t pass = atomic32_load(&progress->done);
    if (pass == job->count || (job->with_root && atomic32_load(&root_of(task)->done) < pass) ||
        !begin_pass(progress, pass)) {
        return false;
    }
    const int32_t leaf = graph_first_leaf(graph) + (int32_t)part;
    const GraphBatch *batch = &graph->batches.items[graph_batch_of_node(graph, leaf)];
    job->begin(job->context, pass, (Range){batch->begin, batch->next, worker});
    run_node(task, pass, leaf, job->is_cut ? AT_CUT : ALL, false, worker);
    rise(task, pass, leaf, worker);
    if (job->is_cut) {
        run_node(task, pass, leaf, INSIDE, has_root, worker);
    }
    if (part == 0) {
        job->end(job->context, pass);
    }
    end_pass(task, progress, pass);
    return true;
}

static bool try_seat(PartTask *task, uint32_t seat, bool has_root, uint32_t worker)
{
    bool did = seat == 0 && try_root(task, worker);
    for (uint32_t part = first_part(task, seat); part < first_part(task, seat + 1); ++part) {
        did = try_part(task, part, has_root, worker) || did;
    }
    return did;
}

static bool help_out(PartTask *task, uint32_t seat, bool is_patient, uint32_t worker)
{
    bool did = false;
    for (uint32_t i = 1; i < task->solver_index && !did; ++i) {
        const uint32_t other = (seat + i) % task->solver_index;
        if (!is_patient || atomic32_load(is_here(task, other)) == 0) {
            did = try_seat(task, other, seat == 0, worker);
        }
    }
    return did;
}

static void seats_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    PartTask *task = context;
    for (uint32_t seat = begin; seat < end; ++seat) {
        atomic32_store(is_here(task, seat), 1);
        for (int idle = 0; idle < PATIENCE_MOST && atomic32_load(&task->left) > 0;) {
            if (try_seat(task, seat, seat == 0, worker) ||
                help_out(task, seat, idle < PATIENCE, worker)) {
                idle = 0;
            } else {
                thread_pause();
                ++idle;
            }
        }
        atomic32_store(is_here(task, seat), 0);
    }
}

bool tum_sim_reserve_subdomain_passes(Sim *sim)
{
    const size_t wanted =
        1 + ((size_t)1 << sim->topology.graph.depth) + sim->topology.tasks.worker_count;
    if (!array_extend(&sim->arrivals, sim->topology.graph.nodes.count, &sim->topology.allocator)) {
        return false;
    }
    return array_reserve(&sim->progress, wanted, &sim->topology.allocator);
}

void tum_sim_run_subdomain_passes(Sim *sim, const PartJob *job)
{
    const uint32_t parts = 1u << sim->topology.graph.depth,
                   workers = sim->topology.tasks.worker_count;
    const uint32_t solver_index = workers < parts ? workers : parts;
    PartTask task = {.sim = sim,
                     .job = job,
                     .parts = parts,
                     .solver_index = solver_index,
                     .left = {parts + job->with_root}};
    for (uint32_t i = 0; i < 1 + parts + solver_index; ++i) {
        SubdomainProgress *progress = &sim->progress.items[i];
        atomic32_store(&progress->begun, 0);
        atomic32_store(&progress->done, 0);
        atomic32_store(&progress->arrived, 0);
        atomic32_store(&progress->is_here, 0);
    }
    sim->topology.tasks.run(sim->topology.tasks.user, seats_stage, &task, solver_index, 1);
}
