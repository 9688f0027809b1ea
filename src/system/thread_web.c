// SPDX-License-Identifier: MIT
// thread_web.c: one thread. A module of WebAssembly without shared memory has no others, so no lock
// is ever taken by another thread, and no condition is ever waited for. With shared memory:
// thread_shared_web.c.
#include "system/thread.h"

#ifndef __EMSCRIPTEN_PTHREADS__

bool tum_thread_create(Thread *thread, ThreadFunction *function, void *context)
{
    *thread = (Thread){.function = function, .context = context};
    return false;
}

void tum_thread_join(Thread *thread)
{
    (void)thread;
}

uint32_t tum_thread_hardware_count(void)
{
    return 1;
}

void tum_thread_yield(void)
{
}

bool tum_mutex_init(Mutex *mutex)
{
    *mutex = (Mutex){{0}};
    return true;
}

void tum_mutex_clear(Mutex *mutex)
{
    (void)mutex;
}

void tum_mutex_lock(Mutex *mutex)
{
    (void)mutex;
}

void tum_mutex_unlock(Mutex *mutex)
{
    (void)mutex;
}

bool tum_condition_init(Condition *condition)
{
    *condition = (Condition){{0}};
    return true;
}

void tum_condition_clear(Condition *condition)
{
    (void)condition;
}

void tum_condition_wait(Condition *condition, Mutex *mutex)
{
    (void)condition;
    (void)mutex;
}

bool tum_condition_wait_for(Condition *condition, Mutex *mutex, uint64_t nanoseconds)
{
    (void)condition;
    (void)mutex;
    (void)nanoseconds;
    return true;
}

void tum_condition_wake(Condition *condition)
{
    (void)condition;
}

#endif
