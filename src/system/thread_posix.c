// SPDX-License-Identifier: MIT
// thread_posix.c: threads of POSIX. The macros declare functions beyond its base edition: the
// processors of this process.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "system/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    STACK_BYTES = 8 << 20 ///< glibc's default. musl has 128 KiB, macOS 512 KiB.
};

_Static_assert(sizeof(pthread_t) <= sizeof(uint64_t), "Thread.handle");
_Static_assert(sizeof(pthread_mutex_t) <= sizeof(Mutex), "Mutex.room");
_Static_assert(sizeof(pthread_cond_t) <= sizeof(Condition), "Condition.room");
_Static_assert(_Alignof(pthread_mutex_t) <= _Alignof(Mutex), "Mutex.room");
_Static_assert(_Alignof(pthread_cond_t) <= _Alignof(Condition), "Condition.room");

static pthread_mutex_t *mutex_of(Mutex *mutex)
{
    return (pthread_mutex_t *)(void *)mutex->room;
}

static pthread_cond_t *condition_of(Condition *condition)
{
    return (pthread_cond_t *)(void *)condition->room;
}

static void *run_thread(void *user)
{
    const Thread *thread = user;
    thread->function(thread->context);
    return NULL;
}

bool tum_thread_create(Thread *thread, ThreadFunction *function, void *context)
{
    thread->function = function;
    thread->context = context;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    (void)pthread_attr_setstacksize(&attributes, STACK_BYTES);
    pthread_t handle;
    const bool is_running = pthread_create(&handle, &attributes, run_thread, thread) == 0;
    (void)pthread_attr_destroy(&attributes);
    thread->handle = 0;
    if (is_running) {
        memcpy(&thread->handle, &handle, sizeof handle);
    }
    return is_running;
}

void tum_thread_join(Thread *thread)
{
    pthread_t handle;
    memcpy(&handle, &thread->handle, sizeof handle);
    (void)pthread_join(handle, NULL);
}

uint32_t tum_thread_hardware_count(void)
{
#ifdef __linux__
    // A container or taskset may leave this process fewer processors than the machine has.
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        const int count = CPU_COUNT(&allowed);
        return count > 0 ? (uint32_t)count : 1;
    }
#endif
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (uint32_t)count : 1;
}

void tum_thread_yield(void)
{
    (void)sched_yield();
}

bool tum_mutex_init(Mutex *mutex)
{
    return pthread_mutex_init(mutex_of(mutex), NULL) == 0;
}

void tum_mutex_clear(Mutex *mutex)
{
    (void)pthread_mutex_destroy(mutex_of(mutex));
}

void tum_mutex_lock(Mutex *mutex)
{
    (void)pthread_mutex_lock(mutex_of(mutex));
}

void tum_mutex_unlock(Mutex *mutex)
{
    (void)pthread_mutex_unlock(mutex_of(mutex));
}

#ifdef __APPLE__
bool tum_condition_init(Condition *condition)
{
    return pthread_cond_init(condition_of(condition), NULL) == 0;
}

bool tum_condition_wait_for(Condition *condition, Mutex *mutex, uint64_t nanoseconds)
{
    // macOS has no conditions on the monotonic clock; a relative time needs none.
    const struct timespec span = {.tv_sec = (time_t)(nanoseconds / 1000000000u),
                                  .tv_nsec = (long)(nanoseconds % 1000000000u)};
    return pthread_cond_timedwait_relative_np(condition_of(condition), mutex_of(mutex), &span) == 0;
}
#else
// Conditions measure time by the monotonic clock: setting the date wakes no one.
bool tum_condition_init(Condition *condition)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return false;
    }
    const bool is_ready = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                          pthread_cond_init(condition_of(condition), &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    return is_ready;
}

bool tum_condition_wait_for(Condition *condition, Mutex *mutex, uint64_t nanoseconds)
{
    struct timespec until = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    const uint64_t rest = (uint64_t)until.tv_nsec + nanoseconds % 1000000000u;
    until.tv_sec += (time_t)(nanoseconds / 1000000000u + rest / 1000000000u);
    until.tv_nsec = (long)(rest % 1000000000u);
    return pthread_cond_timedwait(condition_of(condition), mutex_of(mutex), &until) == 0;
}
#endif

void tum_condition_clear(Condition *condition)
{
    (void)pthread_cond_destroy(condition_of(condition));
}

void tum_condition_wait(Condition *condition, Mutex *mutex)
{
    (void)pthread_cond_wait(condition_of(condition), mutex_of(mutex));
}

void tum_condition_wake(Condition *condition)
{
    (void)pthread_cond_signal(condition_of(condition));
}
