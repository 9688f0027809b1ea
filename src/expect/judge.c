// SPDX-License-Identifier: MIT
// judge.c: runs of an engine at all rates, and the verdicts on them.
#include <math.h> // INFINITY, NAN
#include <stdio.h>
#include <string.h>

#include "base/assert.h"
#include "expect/cause.h"
#include "expect/check_state.h"
#include "expect/run.h"

/// A run with its checks.
typedef struct Trial {
    const TumExpectations *expectations;
    TumRun run;
    Arena arena;        ///< Memory of the checks.
    CheckState *states; ///< [check_count]; NULL before step 0.
    double rate;        ///< [Hz] as asked for.
    bool is_extra;      ///< Run for the places at another rate alone.
} Trial;

typedef struct Judge {
    const TumExpectations *expectations;
    const TumEngine *engine;
    TumVerdicts *verdicts;
    ARRAY(Trial *) trials; ///< Judged ones first.
    size_t judged_count;
    bool has_overlaps;
    TumOverlaps overlaps;
    bool is_diverged;
} Judge;

static bool begin_checks(Trial *trial, const Motion *motion)
{
    const TumExpectations *expectations = trial->expectations;
    Arena scratch;
    trial->states =
        tum_arena_zeroed(&trial->arena, expectations->check_count + 1, sizeof *trial->states);
    bool is_right = trial->states != NULL;
    for (size_t i = 0; is_right && i < expectations->check_count; ++i) {
        tum_arena_init(&scratch, &expectations->allocator);
        const CheckContext context = {motion, &trial->arena, &scratch};
        is_right = tum_expect_begin(&trial->states[i], &expectations->checks[i], &context);
        tum_arena_clear(&scratch);
    }
    return is_right;
}

static bool take_step(void *user, const Motion *motion, const TumRunStep *step)
{
    Trial *trial = user;
    const TumExpectations *expectations = trial->expectations;
    if (trial->states == NULL && !begin_checks(trial, motion)) {
        return false;
    }
    for (size_t i = 0; i < expectations->check_count; ++i) {
        tum_expect_step(&trial->states[i], &expectations->checks[i], motion, step);
    }
    return true;
}

static bool ignore_step(void *user, const Motion *motion, const TumRunStep *step)
{
    (void)user;
    (void)motion;
    (void)step;
    return true;
}

// Runs the engine. @return TUM_OK, also for a run that is refused.
static TumStatus run_engine(Judge *judge, TumRun *run, double rate)
{
    const TumEngine *engine = judge->engine;
    TumStatus status = engine->run(engine->user, judge->expectations->duration, rate, run);
    tum_run_finish(run);
    judge->is_diverged = judge->is_diverged || status == TUM_ERROR_DIVERGED;
    status = status == TUM_ERROR_DIVERGED ? TUM_OK : status;
    return run->is_out_of_memory ? TUM_ERROR_MEMORY : status;
}

static void free_trial(const TumExpectations *expectations, Trial *trial)
{
    tum_run_clear(&trial->run);
    tum_arena_clear(&trial->arena);
    tum_release(&expectations->allocator, trial, sizeof *trial);
}

// Runs the engine at a rate with all checks.
static TumStatus add_trial(Judge *judge, double rate, const double *rates, size_t rate_count)
{
    const TumExpectations *expectations = judge->expectations;
    Trial *trial = tum_allocate_zeroed(&expectations->allocator, 1, sizeof *trial);
    Trial **slot = trial != NULL ? array_push(&judge->trials, &expectations->allocator) : NULL;
    if (slot == NULL) {
        tum_release(&expectations->allocator, trial, sizeof *trial);
        return TUM_ERROR_MEMORY;
    }
    *slot = trial;
    trial->expectations = expectations;
    trial->rate = rate;
    tum_arena_init(&trial->arena, &expectations->allocator);
    tum_run_begin(&trial->run, expectations->scene, &expectations->allocator,
                  expectations->duration, rate, (RunListener){take_step, trial});
    trial->run.rates = rates;
    trial->run.rate_count = rate_count;
    return run_engine(judge, &trial->run, rate);
}

static Trial *find_trial(const Judge *judge, double rate)
{
    for (size_t i = 0; i < judge->trials.count; ++i) {
        if (judge->trials.items[i]->rate == rate) {
            return judge->trials.items[i];
        }
    }
    return NULL;
}

// Runs the engine at the rates that other runs are compared with.
static TumStatus add_extra_trials(Judge *judge)
{
    const TumExpectations *expectations = judge->expectations;
    TumStatus status = TUM_OK;
    for (size_t i = 0; i < expectations->check_count && !judge->engine->is_recorded; ++i) {
        const Check *check = &expectations->checks[i];
        for (size_t k = 0; check->kind == CHECK_AGREE && check->fault == NULL &&
                           k < check->rate_count && status == TUM_OK;
             ++k) {
            if (find_trial(judge, check->rates[k]) == NULL) {
                status = add_trial(judge, check->rates[k], NULL, 0);
            }
        }
    }
    return status;
}

static void skip(Judgement *judgement, const char *reason)
{
    judgement->verdict.outcome = TUM_OUTCOME_SKIPPED;
    (void)snprintf(judgement->message, sizeof judgement->message, "%s", reason);
}

static TumStatus judge_deterministic(Judge *judge, const Trial *trial, Judgement *judgement)
{
    const TumExpectations *expectations = judge->expectations;
    TumRun again;
    tum_run_begin(&again, expectations->scene, &expectations->allocator, expectations->duration,
                  trial->rate, (RunListener){ignore_step, NULL});
    const TumStatus status = run_engine(judge, &again, trial->rate);
    if (again.is_refused) {
        tum_judge_fault(judgement, "the second run failed: %s", again.refusal);
    } else if (again.step_count != trial->run.step_count ||
               tum_hash_final(&again.digest) != tum_hash_final(&trial->run.digest)) {
        tum_judge_fault(judgement, "two runs of the same scene differ");
    } else {
        judgement->verdict.outcome = TUM_OUTCOME_PASSED;
    }
    tum_run_clear(&again);
    return status;
}

static void judge_agree(const Judge *judge, const Trial *trial, size_t index, Judgement *judgement)
{
    const Check *check = &judge->expectations->checks[index];
    const CheckState *here = &trial->states[index];
    Sample worst = {0.0, here->worst.time};
    double at = trial->run.motion.rate;
    char what[WHAT_BYTES];
    for (size_t i = 0; i < check->rate_count; ++i) {
        const Trial *other = find_trial(judge, check->rates[i]);
        if (other == NULL || other->run.is_refused || other->states == NULL ||
            other->states[index].seen.steps == 0) {
            tum_judge_fault(judgement, "the run at %g Hz failed", check->rates[i]);
            return;
        }
        const double apart = dvec4_distance(other->states[index].place, here->place);
        if (apart > worst.value) {
            worst.value = apart;
            at = check->rates[i];
        }
    }
    (void)snprintf(what, sizeof what, "difference of %s, %g Hz and %g Hz,", check->subject,
                   trial->run.motion.rate, at);
    judgement->verdict.unit = "m";
    tum_judge_number(judgement, what, worst, -(double)INFINITY, check->tolerance,
                     worst.value <= check->tolerance);
}

// Judges one check of a run that has the right form.
static TumStatus judge_check(Judge *judge, const Trial *trial, size_t index, Judgement *judgement)
{
    const Check *check = &judge->expectations->checks[index];
    const bool is_rerun = check->kind == CHECK_DETERMINISTIC || check->kind == CHECK_AGREE;
    tum_expect_end(&trial->states[index], check, &trial->run.motion, judgement);
    if (!is_rerun || check->fault != NULL || judgement->message[0] != '\0') {
        return TUM_OK;
    }
    if (judge->engine->is_recorded) {
        skip(judgement, "the check needs a second run, and the motion is recorded");
        return TUM_OK;
    }
    if (check->kind == CHECK_DETERMINISTIC) {
        return judge_deterministic(judge, trial, judgement);
    }
    judge_agree(judge, trial, index, judgement);
    return TUM_OK;
}

// A name in front of a text, where engines have names.
static const char *with_engine(const Judge *judge, char *text, size_t room, const char *subject)
{
    if (judge->engine->name == NULL) {
        return subject;
    }
    (void)snprintf(text, room, "%.100s: %s", judge->engine->name, subject);
    return text;
}

static TumStatus add(Judge *judge, Judgement *judgement)
{
    char subject[MESSAGE_BYTES];
    TumVerdict verdict = judgement->verdict;
    verdict.subject = with_engine(judge, subject, sizeof subject, verdict.subject);
    verdict.message = judgement->message;
    return tum_verdicts_add(judge->verdicts, &verdict);
}

static void find_overlaps(Judge *judge)
{
    const TumScene *scene = judge->expectations->scene;
    TumWorld *world = NULL;
    if (!judge->has_overlaps && tum_world_create(scene, NULL, &world, NULL) == TUM_OK) {
        (void)tum_scene_overlaps(scene, world, &judge->overlaps);
    }
    judge->has_overlaps = true;
    tum_world_destroy(world);
}

static void append(Judgement *judgement, const char *between, const char *text)
{
    const size_t used = strlen(judgement->message);
    (void)snprintf(judgement->message + used, sizeof judgement->message - used, "%s%s", between,
                   text);
}

// Adds the likeliest cause, and the reason that the author gave.
static void explain(Judge *judge, const Check *check, Judgement *judgement, Cause *cause)
{
    TumVerdict *verdict = &judgement->verdict;
    // Without a number the message is the cause, but for nodes that nothing moves.
    const TumScene *scene = judge->expectations->scene;
    const bool is_measured =
        !isnan(verdict->value) || (verdict->node >= 0 && scene->nodes[verdict->node].body < 0);
    if (check->fault == NULL && is_measured && verdict->pointer == NULL) {
        find_overlaps(judge);
        tum_cause_find(scene, check, verdict->node, &judge->overlaps, cause);
        verdict->pointer = cause->pointer;
        if (cause->pointer != NULL) {
            append(judgement, "; likely because ", cause->reason);
        }
    }
    if (check->why[0] != '\0') {
        append(judgement, "; expected because ", check->why);
    }
}

static TumStatus add_check(Judge *judge, const Trial *trial, size_t index)
{
    const Check *check = &judge->expectations->checks[index];
    Judgement judgement = {.verdict = {.check = tum_expect_name(check->kind),
                                       .subject = check->subject,
                                       .value = (double)NAN,
                                       .least = -(double)INFINITY,
                                       .most = (double)INFINITY,
                                       .unit = "",
                                       .time = (double)NAN,
                                       .rate = trial->run.motion.rate,
                                       .node = check->a.node}};
    Cause cause;
    bool fault = false;
    TumStatus status = TUM_OK;
    const char *unsupported =
        tum_unsupported_find(judge->expectations->scene, check, trial->run.unsupported,
                             trial->run.unsupported_count, &judge->expectations->allocator, &fault);
    if (fault) {
        return TUM_ERROR_MEMORY;
    }
    if (trial->run.is_refused || trial->states == NULL) {
        skip(&judgement, "the run was refused");
    } else if (unsupported != NULL && check->fault == NULL) {
        skip(&judgement, "the engine does not support what the pointer names");
        judgement.verdict.pointer = unsupported;
    } else {
        status = judge_check(judge, trial, index, &judgement);
    }
    if (judgement.verdict.outcome == TUM_OUTCOME_FAILED) {
        explain(judge, check, &judgement, &cause);
    }
    return status == TUM_OK ? add(judge, &judgement) : status;
}

static TumStatus add_run(Judge *judge, const Trial *trial)
{
    const TumRun *run = &trial->run;
    char subject[128];
    const double rate = run->motion.rate > 0.0 ? run->motion.rate : trial->rate;
    Judgement judgement = {
        .verdict = {.check = "run",
                    .subject = subject,
                    .outcome = run->is_refused ? TUM_OUTCOME_FAILED : TUM_OUTCOME_PASSED,
                    .value = (double)NAN,
                    .least = -(double)INFINITY,
                    .most = (double)INFINITY,
                    .unit = "",
                    .time = (double)NAN,
                    .rate = rate > 0.0 ? rate : (double)NAN,
                    .node = -1}};
    (void)snprintf(subject, sizeof subject, "%g s at %g Hz", judge->expectations->duration, rate);
    memcpy(judgement.message, run->refusal, sizeof run->refusal);
    return add(judge, &judgement);
}

static TumStatus run_all(Judge *judge, const double *rates, size_t rate_count)
{
    TumStatus status = TUM_OK;
    if (judge->engine->is_recorded) {
        status = add_trial(judge, 0.0, rates, rate_count);
    }
    for (size_t i = 0; !judge->engine->is_recorded && i < rate_count && status == TUM_OK; ++i) {
        status = add_trial(judge, rates[i], NULL, 0);
    }
    judge->judged_count = judge->trials.count;
    status = status == TUM_OK ? add_extra_trials(judge) : status;
    for (size_t i = 0; i < judge->judged_count && status == TUM_OK; ++i) {
        const Trial *trial = judge->trials.items[i];
        status = add_run(judge, trial);
        for (size_t k = 0; k < judge->expectations->check_count && status == TUM_OK; ++k) {
            status = add_check(judge, trial, k);
        }
    }
    return status;
}

TumStatus tum_expectations_judge(const TumExpectations *expectations, const TumEngine *engine,
                                 const double *rates, size_t rate_count, TumVerdicts *verdicts)
{
    if (!TUM_REQUIRE(expectations != NULL && verdicts != NULL &&
                     (engine == NULL || engine->run != NULL) &&
                     (rates == NULL || (rate_count > 0 && rate_count <= TUM_MAX_RATES)))) {
        return TUM_ERROR_ARGUMENT;
    }
    TumOwnEngine own = {.scene = expectations->scene, .def = tum_default_world_def()};
    const TumEngine own_engine = tum_own_engine(&own);
    Judge judge = {.expectations = expectations,
                   .engine = engine != NULL ? engine : &own_engine,
                   .verdicts = verdicts};
    TumStatus status = run_all(&judge, rates != NULL ? rates : expectations->rates,
                               rates != NULL ? rate_count : expectations->rate_count);
    for (size_t i = 0; i < judge.trials.count; ++i) {
        free_trial(expectations, judge.trials.items[i]);
    }
    array_free(&judge.trials, &expectations->allocator);
    return status == TUM_OK && judge.is_diverged ? TUM_ERROR_DIVERGED : status;
}
