// SPDX-License-Identifier: MIT
// thread_windows.c: threads, slim locks and conditions of Windows.
#include "system/thread.h"

#include <process.h>
#include <stddef.h>

#include "system/windows.h"

enum { STACK_BYTES = 8 << 20 }; ///< The default is 1 MiB.

_Static_assert(sizeof(SRWLOCK) <= sizeof(Mutex), "Mutex.room");
_Static_assert(sizeof(CONDITION_VARIABLE) <= sizeof(Condition), "Condition.room");

static SRWLOCK *lock_of(Mutex *mutex)
{
    return (SRWLOCK *)(void *)mutex->room;
}

static CONDITION_VARIABLE *condition_of(Condition *condition)
{
    return (CONDITION_VARIABLE *)(void *)condition->room;
}

static unsigned __stdcall run_thread(void *user)
{
    const Thread *thread = user;
    thread->function(thread->context);
    return 0;
}

bool tum_thread_create(Thread *thread, ThreadFunction *function, void *context)
{
    thread->function = function;
    thread->context = context;
    // Unlike CreateThread, _beginthreadex prepares the C library for the thread.
    thread->handle = _beginthreadex(NULL, STACK_BYTES, run_thread, thread,
                                    STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return thread->handle != 0;
}

void tum_thread_join(Thread *thread)
{
    const HANDLE handle = (HANDLE)(uintptr_t)thread->handle;
    (void)WaitForSingleObject(handle, INFINITE);
    (void)CloseHandle(handle);
}

uint32_t tum_thread_hardware_count(void)
{
    DWORD_PTR own = 0, all = 0;
    uint32_t count = 0;
    if (GetProcessAffinityMask(GetCurrentProcess(), &own, &all)) {
        for (; own != 0; own &= own - 1) {
            ++count;
        }
    }
    // The mask is zero for a process in several groups of 64 processors.
    if (count == 0) {
        count = (uint32_t)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    }
    return count > 0 ? count : 1;
}

void tum_thread_yield(void)
{
    (void)SwitchToThread();
}

bool tum_mutex_init(Mutex *mutex)
{
    InitializeSRWLock(lock_of(mutex));
    return true;
}

// Slim locks hold no resources.
void tum_mutex_clear(Mutex *mutex)
{
    (void)mutex;
}

void tum_mutex_lock(Mutex *mutex)
{
    AcquireSRWLockExclusive(lock_of(mutex));
}

void tum_mutex_unlock(Mutex *mutex)
{
    ReleaseSRWLockExclusive(lock_of(mutex));
}

bool tum_condition_init(Condition *condition)
{
    InitializeConditionVariable(condition_of(condition));
    return true;
}

// Conditions hold no resources either.
void tum_condition_clear(Condition *condition)
{
    (void)condition;
}

void tum_condition_wait(Condition *condition, Mutex *mutex)
{
    (void)SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), INFINITE, 0);
}

bool tum_condition_wait_for(Condition *condition, Mutex *mutex, uint64_t nanoseconds)
{
    const uint64_t milliseconds = nanoseconds / 1000000u + (nanoseconds % 1000000u > 0);
    const DWORD wait = milliseconds < INFINITE ? (DWORD)milliseconds : INFINITE - 1;
    return SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), wait, 0) != 0;
}

void tum_condition_wake(Condition *condition)
{
    WakeConditionVariable(condition_of(condition));
}
