// SPDX-License-Identifier: MIT
// sweep_row.c: writes the row of a run.
#include "sweep_row.h"

#include "json_members.h"
#include "system/path.h"

static void write_values(JsonText *json, const Design *design, const double *values)
{
    tum_json_text_key(json, "values");
    tum_json_text_begin_object(json);
    for (size_t i = 0; i < design->vary_count; ++i) {
        for (size_t k = 0; k < design->varies[i].name_count; ++k) {
            json_number_member(json, design->varies[i].names[k], values[i]);
        }
    }
    tum_json_text_end_object(json);
}

TumStatus sweep_row_write(const SweepPlan *plan, const SweepRow *row, TextBuffer *text)
{
    JsonText json;
    tum_json_text_init(&json, tum_text_buffer_sink(text), 0);
    tum_json_text_begin_object(&json);
    json_text_member(&json, "run", row->name);
    json_text_member(&json, "tumble", tum_version());
    // The folder of the file differs from machine to machine; the row does not.
    json_text_member(&json, "file", tum_path_name(plan->file));
    write_values(&json, &plan->design, row->values);
    json_text_member(&json, "outcome", batch_outcome_name(row->outcome));
    if (row->code != NULL) {
        json_text_member(&json, "code", row->code);
    }
    if (row->message != NULL) {
        json_text_member(&json, "message", row->message);
    }
    if (row->signal != NULL) {
        json_text_member(&json, "signal", row->signal);
    }
    if (row->measures != NULL) {
        tum_json_text_key(&json, "measures");
        tum_json_text_begin_object(&json);
        for (size_t i = 0; i < plan->measure_count; ++i) {
            json_number_member(&json, plan->measures[i].text, row->measures[i]);
        }
        tum_json_text_end_object(&json);
    }
    tum_json_text_end_object(&json);
    tum_json_text_end_line(&json);
    return tum_json_text_finish(&json);
}
