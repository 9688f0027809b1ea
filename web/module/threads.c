// SPDX-License-Identifier: MIT
// threads.c: places for the threads of a module with shared memory; in that module alone.
#include <stdlib.h>
#include <string.h>

#include "module.h"
#include "system/thread.h"

enum {
    STACK_BYTES = 2 << 20, ///< As that of the first thread (CMakeLists.txt).
    SELF_BYTES = 1024      ///< Room for the C library's struct of a thread, all zero.
};

// Of Emscripten's C library 3.1.6: emscripten_thread_state.S, emscripten_tls_init.c.
void __set_thread_state(void *self, int is_page, int is_first, int can_wait);
void *emscripten_tls_init(void);

/// Place of a thread: the mailbox, on which a Worker waits, and memory that is the thread's own.
typedef struct WebThreadPlace {
    _Atomic(uint32_t) mailbox; ///< Address of a Thread that is to run; 0: none.
    void *stack;               ///< Upper end.
    char self[SELF_BYTES];
} WebThreadPlace;

/// @return words: mailbox, upper end of the stack. NULL when out of memory. Lives as long as the
/// module.
WebThreadPlace *WEB_EXPORT(tum_web_thread_place)(void)
{
    WebThreadPlace *place = calloc(1, sizeof *place);
    char *stack = aligned_alloc(64, STACK_BYTES);
    if (place == NULL || stack == NULL) {
        free(place);
        free(stack);
        return NULL;
    }
    place->stack = stack + STACK_BYTES;
    return place;
}

/// Tells the C library which thread runs this instance of the module.
///
/// @param self  of the first thread: its struct in the C library; NULL: that of the place.
void WEB_EXPORT(tum_web_thread_begin)(WebThreadPlace *place, void *self)
{
    __set_thread_state(self != NULL ? self : place->self, 0, self != NULL, 1);
    emscripten_tls_init();
}

/// Runs the threads that come into the mailbox of a place, for ever.
void WEB_EXPORT(tum_web_thread_serve)(WebThreadPlace *place)
{
    tum_thread_serve(&place->mailbox);
}
