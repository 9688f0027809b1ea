// SPDX-License-Identifier: MIT
// The function that libFuzzer and AFL++ call, for the target this file is compiled for.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    fuzz_limit_time("input");
    const int status = FUZZ_TARGET(bytes, count);
    fuzz_limit_time(NULL);
    return status;
}
