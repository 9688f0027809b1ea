// SPDX-License-Identifier: MIT
/// verbs.h: the verbs of `tumble`, one in each file.
#ifndef TUM_CLI_VERBS_H
#define TUM_CLI_VERBS_H

#include "option.h"

/// Endings of the files that verbs read, as Option.files.
#define VERB_FILES ".glb .gltf .g4b .g4tf"

extern const Verb completion_verb;
extern const Verb convert_verb;
extern const Verb diff_verb;
extern const Verb explain_verb;
extern const Verb graft_verb;
extern const Verb info_verb;
extern const Verb man_verb;
extern const Verb report_verb;
extern const Verb scene_verb;
extern const Verb simulate_verb;
extern const Verb sweep_verb;
extern const Verb test_verb;
extern const Verb bench_verb;
extern const Verb validate_verb;
extern const Verb view_verb;

#endif
