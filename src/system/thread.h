// SPDX-License-Identifier: MIT
/// thread.h: threads, locks and atomic counters.
#ifndef TUM_SYSTEM_THREAD_H
#define TUM_SYSTEM_THREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef void ThreadFunction(void *context);

enum { LOCK_WORDS = 8 }; ///< Largest lock or condition of a system: 64 bytes (macOS).

typedef struct Thread {
    uint64_t handle;
    ThreadFunction *function;
    void *context;
} Thread;

/// Room for the system's lock, which the system's file checks.
typedef struct Mutex {
    uint64_t room[LOCK_WORDS];
} Mutex;

/// Room for the system's condition, which the system's file checks.
typedef struct Condition {
    uint64_t room[LOCK_WORDS];
} Condition;

/// Runs function(context) on a new thread with a stack of 8 MiB. The object at `thread` must stay
/// in place until tum_thread_join. @return false when the system creates no thread.
bool tum_thread_create(Thread *thread, ThreadFunction *function, void *context);

/// Waits for the end of the thread.
void tum_thread_join(Thread *thread);

/// The number of threads that this process can run at the same time, at least 1.
uint32_t tum_thread_hardware_count(void);

/// Lets other threads run.
void tum_thread_yield(void);

/// @return false when the system has no resources for another mutex.
bool tum_mutex_init(Mutex *mutex);
void tum_mutex_clear(Mutex *mutex);
void tum_mutex_lock(Mutex *mutex);
void tum_mutex_unlock(Mutex *mutex);

bool tum_condition_init(Condition *condition);
void tum_condition_clear(Condition *condition);
/// Unlocks, sleeps and locks again; may wake without reason.
void tum_condition_wait(Condition *condition, Mutex *mutex);
/// As tum_condition_wait, for `nanoseconds` at most. @return false after that time.
bool tum_condition_wait_for(Condition *condition, Mutex *mutex, uint64_t nanoseconds);
void tum_condition_wake(Condition *condition);

#ifdef __EMSCRIPTEN_PTHREADS__
/// Runs the threads whose addresses come into a mailbox, one after another, for ever.
void tum_thread_serve(_Atomic(uint32_t) *mailbox);
#endif

/// A number shared by threads. A read sees all writes made before the write that it sees.
typedef struct Atomic32 {
    _Atomic(uint32_t) value;
} Atomic32;

static inline uint32_t atomic32_load(const Atomic32 *number)
{
    return atomic_load_explicit(&number->value, memory_order_acquire);
}

static inline void atomic32_store(Atomic32 *number, uint32_t value)
{
    atomic_store_explicit(&number->value, value, memory_order_release);
}

/// @return the value before.
static inline uint32_t atomic32_add(Atomic32 *number, uint32_t value)
{
    return atomic_fetch_add_explicit(&number->value, value, memory_order_acq_rel);
}

/// Sets the bits of a mask. @return the value before.
static inline uint32_t atomic32_or(Atomic32 *number, uint32_t mask)
{
    return atomic_fetch_or_explicit(&number->value, mask, memory_order_acq_rel);
}

/// Writes `value` if the number equals `*expected`, else stores the number in `*expected`.
static inline bool atomic32_exchange_if(Atomic32 *number, uint32_t *expected, uint32_t value)
{
    return atomic_compare_exchange_strong_explicit(&number->value, expected, value,
                                                   memory_order_acq_rel, memory_order_acquire);
}

/// Tells the processor that this is a spin loop.
static inline void thread_pause(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ volatile("yield");
#endif
}

#endif
