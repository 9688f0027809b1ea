// SPDX-License-Identifier: MIT
// count-instructions.c: a plugin of qemu-user that counts how often each instruction runs.
//
//     cc -shared -fPIC -o count.so tools/count-instructions.c
//     qemu-aarch64 -d unimp -D /dev/null -plugin ./count.so,out=counts.txt PROGRAM
//
// Lines of the file: "main ADDRESS", where that function begins, and "ADDRESS COUNT" for each
// instruction. tools/count-instructions.py sums them by kernel. One thread: counters are not
// atomic.
//
// Declarations are those of qemu 6.0 and later (include/qemu/qemu-plugin.h, version 1), which
// Debian does not package.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;
typedef uint64_t qemu_plugin_id_t;
enum { QEMU_PLUGIN_INLINE_ADD_U64 = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*call)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*call)(qemu_plugin_id_t, void *),
                                    void *context);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
const char *qemu_plugin_insn_symbol(const struct qemu_plugin_insn *instruction);
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *instruction, int operation,
                                                void *counter, uint64_t amount);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

typedef struct Counter {
    uint64_t address, count;
} Counter;

// Counters stay where they are: translated code adds to them.
enum { ROOM = 1 << 22 };
static struct {
    FILE *out;
    uint64_t main_address;
    Counter counters[ROOM]; // Open addressing by address; address 0 is free.
} plugin;

// The counter of an instruction, which is translated more than once where blocks overlap.
static uint64_t *counter_of(uint64_t address)
{
    size_t i = (size_t)(address * 0x9e3779b97f4a7c15u >> 42);
    while (plugin.counters[i].address != 0 && plugin.counters[i].address != address) {
        i = (i + 1) % ROOM;
    }
    plugin.counters[i].address = address;
    return &plugin.counters[i].count;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    (void)id;
    const size_t count = qemu_plugin_tb_n_insns(block);
    for (size_t i = 0; i < count; ++i) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        const uint64_t address = qemu_plugin_insn_vaddr(instruction);
        const char *symbol = qemu_plugin_insn_symbol(instruction);
        if (symbol != NULL && strcmp(symbol, "main") == 0 &&
            (plugin.main_address == 0 || address < plugin.main_address)) {
            plugin.main_address = address;
        }
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64,
                                                   counter_of(address), 1);
    }
}

static void on_end(qemu_plugin_id_t id, void *context)
{
    (void)id, (void)context;
    fprintf(plugin.out, "main %llx\n", (unsigned long long)plugin.main_address);
    for (size_t i = 0; i < ROOM; ++i) {
        if (plugin.counters[i].count != 0) {
            fprintf(plugin.out, "%llx %llu\n", (unsigned long long)plugin.counters[i].address,
                    (unsigned long long)plugin.counters[i].count);
        }
    }
    fclose(plugin.out);
}

int qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv);
__attribute__((visibility("default"))) int
qemu_plugin_install(qemu_plugin_id_t id, const struct qemu_info_t *info, int argc, char **argv)
{
    (void)info;
    if (argc != 1 || strncmp(argv[0], "out=", 4) != 0 ||
        (plugin.out = fopen(argv[0] + 4, "w")) == NULL) {
        fprintf(stderr, "count-instructions: out=FILE is needed\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
    qemu_plugin_register_atexit_cb(id, on_end, NULL);
    return 0;
}
