// SPDX-License-Identifier: MIT
// subdomain_passes.c: assigns subdomains to workers during passes.
//
// Each worker takes a slot, and each slot has a fixed range of adjacent subdomains in every task,
// so that their data stays in the worker's cache. The root belongs to slot 0, for the same reason;
// its worker checks between two colors whether the root can run. A separator between two halves is
// run by the worker that completes the second half.
//
// No worker may wait for a worker that might not be running: a task system may run all slots on one
// thread, one after the other. So an idle worker first serves slots without a worker, after
// IDLE_CHECKS_OWN checks all slots, and after IDLE_CHECKS_MAX checks it leaves. The worker may
// leave, because a worker that completes a node checks again all nodes that may have waited for it.
#include "schedule/subdomain_passes.h"

enum {
    // Checks, one or two microseconds, before an idle worker takes over a subdomain of another
    // slot, whose data must come from another core.
    IDLE_CHECKS_OWN = 32,
    IDLE_CHECKS_MAX = 2000 // checks before a worker leaves
};

typedef struct SubdomainTask {
    Sim *sim;
    const SubdomainJob *job;
    uint32_t subdomains, slots;
    Atomic32 left; // Subdomains, and the root, that have not completed their last pass.
} SubdomainTask;

typedef enum NodeShare { ALL, AT_CUT, INSIDE } NodeShare;

static SubdomainProgress *root_of(const SubdomainTask *task)
{
    return task->sim->progress.items;
}

static SubdomainProgress *progress_of(const SubdomainTask *task, uint32_t subdomain)
{
    return &task->sim->progress.items[1 + subdomain];
}

static Atomic32 *is_here(const SubdomainTask *task, uint32_t slot)
{
    return &task->sim->progress.items[1 + task->subdomains + slot].is_here;
}

static uint32_t first_subdomain(const SubdomainTask *task, uint32_t slot)
{
    return task->subdomains * slot / task->slots;
}

static bool begin_pass(SubdomainProgress *progress, uint32_t pass)
{
    uint32_t begun = pass;
    return atomic32_load(&progress->begun) == pass &&
           atomic32_exchange_if(&progress->begun, &begun, pass + 1);
}

static void end_pass(SubdomainTask *task, SubdomainProgress *progress, uint32_t pass)
{
    atomic32_store(&progress->done, pass + 1);
    if (pass + 1 == task->job->count) {
        atomic32_add(&task->left, UINT32_MAX);
    }
}

static bool try_root(SubdomainTask *task, uint32_t worker);

static void run_node(SubdomainTask *task, uint32_t pass, int32_t node, NodeShare share,
                     bool has_root, uint32_t worker)
{
    const Topology *topology = &task->sim->topology;
    const int32_t batch = graph_batch_of_node(&topology->graph, node);
    for (int32_t color = tum_graph_next_color(&topology->graph, batch, -1); color >= 0;
         color = tum_graph_next_color(&topology->graph, batch, color)) {
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

// Runs the next pass of the root if its children have arrived. If no bodies are written, the root
// waits for no subdomain.
// @return true if it ran.
static bool try_root(SubdomainTask *task, uint32_t worker)
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

// True for the second child of a node to arrive in a pass.
static bool is_second(Sim *sim, int32_t node)
{
    return (atomic32_add(&sim->arrivals.items[node], 1) & 1) != 0;
}

static void rise(SubdomainTask *task, uint32_t pass, int32_t leaf, uint32_t worker)
{
    int32_t node = graph_parent(leaf);
    for (; node > 0 && is_second(task->sim, node); node = graph_parent(node)) {
        run_node(task, pass, node, ALL, false, worker);
    }
    if (node == 0) {
        atomic32_add(&root_of(task)->arrived, 1);
    }
}

// Runs the next pass of a subdomain, if the root has completed the pass before.
// @return true if it ran.
static bool try_subdomain(SubdomainTask *task, uint32_t subdomain, bool has_root, uint32_t worker)
{
    const SubdomainJob *job = task->job;
    const ConstraintGraph *graph = &task->sim->topology.graph;
    SubdomainProgress *progress = progress_of(task, subdomain);
    const uint32_t pass = atomic32_load(&progress->done);
    if (pass == job->count || (job->with_root && atomic32_load(&root_of(task)->done) < pass) ||
        !begin_pass(progress, pass)) {
        return false;
    }
    const int32_t leaf = graph_first_leaf(graph) + (int32_t)subdomain;
    const GraphBatch *batch = &graph->batches.items[graph_batch_of_node(graph, leaf)];
    job->begin(job->context, pass, (Range){batch->begin, batch->next, worker});
    run_node(task, pass, leaf, job->is_cut ? AT_CUT : ALL, false, worker);
    rise(task, pass, leaf, worker);
    if (job->is_cut) {
        run_node(task, pass, leaf, INSIDE, has_root, worker);
    }
    if (subdomain == 0) {
        job->end(job->context, pass);
    }
    end_pass(task, progress, pass);
    return true;
}

static bool try_slot(SubdomainTask *task, uint32_t slot, bool has_root, uint32_t worker)
{
    bool did = slot == 0 && try_root(task, worker);
    for (uint32_t subdomain = first_subdomain(task, slot);
         subdomain < first_subdomain(task, slot + 1); ++subdomain) {
        did = try_subdomain(task, subdomain, has_root, worker) || did;
    }
    return did;
}

static bool help_out(SubdomainTask *task, uint32_t slot, bool is_recently_idle, uint32_t worker)
{
    bool did = false;
    for (uint32_t i = 1; i < task->slots && !did; ++i) {
        const uint32_t other = (slot + i) % task->slots;
        if (!is_recently_idle || atomic32_load(is_here(task, other)) == 0) {
            did = try_slot(task, other, slot == 0, worker);
        }
    }
    return did;
}

static void slots_stage(void *context, uint32_t begin, uint32_t end, uint32_t worker)
{
    SubdomainTask *task = context;
    for (uint32_t slot = begin; slot < end; ++slot) {
        atomic32_store(is_here(task, slot), 1);
        for (int idle = 0; idle < IDLE_CHECKS_MAX && atomic32_load(&task->left) > 0;) {
            if (try_slot(task, slot, slot == 0, worker) ||
                help_out(task, slot, idle < IDLE_CHECKS_OWN, worker)) {
                idle = 0;
            } else {
                thread_pause();
                ++idle;
            }
        }
        atomic32_store(is_here(task, slot), 0);
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

void tum_sim_run_subdomain_passes(Sim *sim, const SubdomainJob *job)
{
    const uint32_t subdomains = 1u << sim->topology.graph.depth,
                   workers = sim->topology.tasks.worker_count;
    const uint32_t slots = workers < subdomains ? workers : subdomains;
    SubdomainTask task = {.sim = sim,
                          .job = job,
                          .subdomains = subdomains,
                          .slots = slots,
                          .left = {subdomains + job->with_root}};
    for (uint32_t i = 0; i < 1 + subdomains + slots; ++i) {
        SubdomainProgress *progress = &sim->progress.items[i];
        atomic32_store(&progress->begun, 0);
        atomic32_store(&progress->done, 0);
        atomic32_store(&progress->arrived, 0);
        atomic32_store(&progress->is_here, 0);
    }
    sim->topology.tasks.run(sim->topology.tasks.user, slots_stage, &task, slots, 1);
}
