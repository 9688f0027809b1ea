// SPDX-License-Identifier: MIT
// batch_shard.c: shares of the files of a batch, for machines that work side by side.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch_list.h"

// Variables with the place of a process among many.
static const struct Place {
    const char *index, *count;
    const char *first; // The variable of the first index; NULL: 0.
} places[] = {
    {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
    {"JOB_COMPLETION_INDEX", "JOB_COMPLETION_COUNT", NULL},
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", NULL},
    {"PMI_RANK", "PMI_SIZE", NULL},
    {"SLURM_PROCID", "SLURM_NTASKS", NULL},
};

// @return false for what is no whole number below a billion.
static bool read_number(const char *text, unsigned *number)
{
    char *end = NULL;
    const unsigned long value =
        text != NULL && *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : 1000000000ul;
    *number = (unsigned)value;
    return value < 1000000000ul && end != NULL && *end == '\0';
}

static bool read_environment(BatchShard *shard)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        unsigned first = 0;
        if (read_number(getenv(places[i].index), &shard->index) &&
            read_number(getenv(places[i].count), &shard->count)) {
            if (places[i].first != NULL && !read_number(getenv(places[i].first), &first)) {
                first = 0;
            }
            shard->index -= first;
            return shard->index < shard->count;
        }
    }
    return false;
}

bool batch_shard_read(const char *text, BatchShard *shard, Console *console)
{
    if (strcmp(text, "auto") == 0) {
        if (read_environment(shard)) {
            return true;
        }
        console_error(console, "--shard auto finds no place among others: neither "
                               "SLURM_ARRAY_TASK_ID and SLURM_ARRAY_TASK_COUNT nor those of "
                               "Kubernetes or MPI are set");
        return false;
    }
    const char *slash = strchr(text, '/');
    char index[16];
    snprintf(index, sizeof index, "%.*s", slash != NULL ? (int)(slash - text) : 0, text);
    if (slash != NULL && slash - text < (int)sizeof index && read_number(index, &shard->index) &&
        read_number(slash + 1, &shard->count) && shard->index >= 1 &&
        shard->index <= shard->count) {
        --shard->index;
        return true;
    }
    console_error(console, "--shard takes K/N, as 2/8, or auto, not \"%.60s\"", text);
    return false;
}

// FNV-1a of 64 bits (RFC 9923), finished as in MurmurHash3: its low bits alone are not even.
bool batch_shard_has(BatchShard shard, const char *inside)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *inside != '\0'; ++inside) {
        hash = (hash ^ (unsigned char)*inside) * UINT64_C(0x100000001b3);
    }
    hash = (hash ^ (hash >> 33)) * UINT64_C(0xff51afd7ed558ccd);
    hash = (hash ^ (hash >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
    hash ^= hash >> 33;
    return shard.count <= 1 || hash % shard.count == shard.index;
}
