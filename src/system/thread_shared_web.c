// SPDX-License-Identifier: MIT
// thread_shared_web.c: threads of WebAssembly with shared memory, in the module of threads.
//
// A script cannot start a thread at once: a Worker begins when its parent returns to the event
// loop. So Workers are started with the module, and each waits in tum_thread_serve until a thread
// is put into its mailbox. Locks are words of memory that threads wait on (the instructions
// memory.atomic.wait32 and notify); the mutex is the third of Drepper, "Futexes Are Tricky".
#include "system/thread.h"

#ifdef __EMSCRIPTEN_PTHREADS__

enum { IS_FREE, IS_LOCKED, HAS_WAITERS };

typedef _Atomic(uint32_t) Word;

/// Puts a thread into the mailbox of a Worker that waits. @return 0: none does.
__attribute__((import_module("env"), import_name("tum_web_thread_start"))) int
tum_web_thread_start(Thread *thread);
__attribute__((import_module("env"), import_name("tum_web_processors"))) int
tum_web_processors(void);

// The instruction is alone in its function: the first tier of V8 11.3 (Node 20) loses the variable
// that holds the address, and a loop around the wait would go on at address 0.
static __attribute__((noinline)) void wait_while(Word *word, uint32_t value, int64_t nanoseconds)
{
    (void)__builtin_wasm_memory_atomic_wait32((int *)(void *)word, (int)value, nanoseconds);
}

static void notify(Word *word, uint32_t count)
{
    (void)__builtin_wasm_memory_atomic_notify((int *)(void *)word, count);
}

// 1 from the end of the function on.
static Word *end_of(Thread *thread)
{
    return (Word *)(void *)&thread->handle;
}

bool tum_thread_create(Thread *thread, ThreadFunction *function, void *context)
{
    *thread = (Thread){.function = function, .context = context};
    return tum_web_thread_start(thread) != 0;
}

void tum_thread_join(Thread *thread)
{
    while (atomic_load(end_of(thread)) == 0) {
        wait_while(end_of(thread), 0, -1);
    }
}

void tum_thread_serve(_Atomic(uint32_t) *mailbox)
{
    for (;;) {
        const uint32_t address = atomic_load(mailbox);
        if (address == 0) {
            wait_while(mailbox, 0, -1);
            continue;
        }
        Thread *thread = (Thread *)(uintptr_t)address;
        thread->function(thread->context);
        // The mailbox is free before the join: the next pool finds it.
        atomic_store(mailbox, 0);
        Word *end = end_of(thread);
        atomic_store(end, 1);
        notify(end, 1);
    }
}

uint32_t tum_thread_hardware_count(void)
{
    return (uint32_t)tum_web_processors();
}

void tum_thread_yield(void)
{
}

static Word *word_of_mutex(Mutex *mutex)
{
    return (Word *)(void *)mutex->room;
}

bool tum_mutex_init(Mutex *mutex)
{
    *mutex = (Mutex){{IS_FREE}};
    return true;
}

void tum_mutex_clear(Mutex *mutex)
{
    (void)mutex;
}

void tum_mutex_lock(Mutex *mutex)
{
    Word *word = word_of_mutex(mutex);
    uint32_t state = IS_FREE;
    if (atomic_compare_exchange_strong(word, &state, IS_LOCKED)) {
        return;
    }
    if (state != HAS_WAITERS) {
        state = atomic_exchange(word, HAS_WAITERS);
    }
    while (state != IS_FREE) {
        wait_while(word, HAS_WAITERS, -1);
        state = atomic_exchange(word, HAS_WAITERS);
    }
}

void tum_mutex_unlock(Mutex *mutex)
{
    Word *word = word_of_mutex(mutex);
    if (atomic_exchange(word, IS_FREE) == HAS_WAITERS) {
        notify(word, 1);
    }
}

// Number of wakes so far: a waiter that reads it under the mutex misses none.
static Word *word_of_condition(Condition *condition)
{
    return (Word *)(void *)condition->room;
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

static void wait_for(Condition *condition, Mutex *mutex, int64_t nanoseconds)
{
    Word *word = word_of_condition(condition);
    const uint32_t wakes = atomic_load(word);
    tum_mutex_unlock(mutex);
    wait_while(word, wakes, nanoseconds);
    tum_mutex_lock(mutex);
}

void tum_condition_wait(Condition *condition, Mutex *mutex)
{
    wait_for(condition, mutex, -1);
}

bool tum_condition_wait_for(Condition *condition, Mutex *mutex, uint64_t nanoseconds)
{
    const uint32_t wakes = atomic_load(word_of_condition(condition));
    wait_for(condition, mutex, (int64_t)nanoseconds);
    return atomic_load(word_of_condition(condition)) != wakes;
}

void tum_condition_wake(Condition *condition)
{
    Word *word = word_of_condition(condition);
    atomic_fetch_add(word, 1);
    notify(word, 1);
}

#endif
