// SPDX-License-Identifier: MIT
// thread.c: threads of POSIX. The macros declare functions beyond its base edition: the processors
// of this process.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#include "system/thread.h"

#include <sched.h>
#include <stddef.h>
#include <unistd.h>

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
    return pthread_create(&thread->handle, NULL, run_thread, thread) == 0;
}

void tum_thread_join(Thread *thread)
{
    (void)pthread_join(thread->handle, NULL);
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
    return pthread_mutex_init(&mutex->handle, NULL) == 0;
}

void tum_mutex_clear(Mutex *mutex)
{
    (void)pthread_mutex_destroy(&mutex->handle);
}

void tum_mutex_lock(Mutex *mutex)
{
    (void)pthread_mutex_lock(&mutex->handle);
}

void tum_mutex_unlock(Mutex *mutex)
{
    (void)pthread_mutex_unlock(&mutex->handle);
}

bool tum_condition_init(Condition *condition)
{
    return pthread_cond_init(&condition->handle, NULL) == 0;
}

void tum_condition_clear(Condition *condition)
{
    (void)pthread_cond_destroy(&condition->handle);
}

void tum_condition_wait(Condition *condition, Mutex *mutex)
{
    (void)pthread_cond_wait(&condition->handle, &mutex->handle);
}

void tum_condition_wake(Condition *condition)
{
    (void)pthread_cond_signal(&condition->handle);
}
