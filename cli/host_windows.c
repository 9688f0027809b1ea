// SPDX-License-Identifier: MIT
// host_windows.c: a program on Windows.
#include "host.h"

#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdlib.h>
#include <wchar.h>

#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>
// After windows.h, whose types it uses.
#include <shellapi.h>

#include "interrupt.h"

#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
#endif

// The code page belongs to the console, which the program shares with the shell that started it.
// State of the process: a function of atexit has no other source of data.
static UINT code_page_before;

static void restore_code_page(void)
{
    (void)SetConsoleOutputCP(code_page_before);
}

// UTF-8 of an argument; half a surrogate pair becomes U+FFFD.
static char *narrow(const wchar_t *wide)
{
    const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = bytes > 0 ? malloc((size_t)bytes) : NULL;
    if (text != NULL) {
        (void)WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, bytes, NULL, NULL);
    }
    return text;
}

static bool copy_arguments(int count, wchar_t *const *wide, char **copies)
{
    for (int i = 0; i < count; ++i) {
        copies[i] = narrow(wide[i]);
        if (copies[i] == NULL) {
            return false;
        }
    }
    return true;
}

// The command line in UTF-16: main's own arguments are in the code page of the system, which lacks
// most characters. The copies live as long as the program.
static bool read_arguments(int *count, char ***arguments)
{
    int found = 0;
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), &found);
    if (wide == NULL) {
        return false;
    }
    char **copies = calloc((size_t)found + 1, sizeof *copies);
    const bool is_complete = copies != NULL && copy_arguments(found, wide, copies);
    (void)LocalFree(wide);
    if (is_complete) {
        *count = found;
        *arguments = copies;
    }
    return is_complete;
}

bool host_begin(int *count, char ***arguments)
{
    (void)_setmode(_fileno(stdin), _O_BINARY);
    (void)_setmode(_fileno(stdout), _O_BINARY);
    (void)_setmode(_fileno(stderr), _O_BINARY);
    code_page_before = GetConsoleOutputCP();
    if (code_page_before != 0 && code_page_before != CP_UTF8 && SetConsoleOutputCP(CP_UTF8)) {
        (void)atexit(restore_code_page);
    }
    return read_arguments(count, arguments);
}

static HANDLE handle_of(FILE *stream)
{
    const int descriptor = _fileno(stream);
    return descriptor >= 0 ? (HANDLE)_get_osfhandle(descriptor) : INVALID_HANDLE_VALUE;
}

bool host_is_terminal(FILE *stream)
{
    const HANDLE handle = handle_of(stream);
    DWORD mode;
    return GetConsoleMode(handle, &mode) &&
           SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

size_t host_columns(FILE *stream)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    if (!GetConsoleScreenBufferInfo(handle_of(stream), &info)) {
        return 0;
    }
    const int columns = info.srWindow.Right - info.srWindow.Left + 1;
    return columns > 0 ? (size_t)columns : 0;
}

// Runs on a thread of its own. Closing the window, logging off and shutting down give a program a
// few seconds and cannot be put off, so these end it at once.
static BOOL WINAPI on_event(DWORD event)
{
    const bool is_key = event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
    interrupt_received(is_key ? SIGINT : SIGTERM, is_key);
    return TRUE;
}

void host_catch_signals(void)
{
    (void)SetConsoleCtrlHandler(on_event, TRUE);
}

const char *host_signal_name(int number)
{
    return number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : "a signal";
}
