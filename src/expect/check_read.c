// SPDX-License-Identifier: MIT
// check_read.c: one check of expectations, from JSON: a function for each kind.
#include "expect/check_read.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

// [1] Energies without a bound of their own are held below this, per kilogram.
static const double most_energy = 1e9;

enum { SUBJECT_BYTES = 256, MOST_LISTED = 4 };

// Reads a list of nodes, or a single one.
static bool read_nodes(CheckReader *reader, const Cursor *object, const char *key,
                       bool allows_minus_one, NodeList *list)
{
    const Cursor member = tum_cursor_member(object, key);
    const bool is_list = tum_cursor_kind(&member) == JSON_ARRAY;
    if (!tum_cursor_exists(&member)) {
        return false;
    }
    list->is_given = true;
    list->count = is_list ? tum_cursor_count(&member) : 1;
    list->nodes = tum_expect_memory(reader, list->count + 1, sizeof *list->nodes);
    for (size_t i = 0; list->nodes != NULL && i < list->count; ++i) {
        const Cursor item = is_list ? tum_cursor_item(&member, i) : member;
        char fault[NODE_FAULT_BYTES];
        double number;
        if (allows_minus_one && tum_cursor_kind(&item) == JSON_NUMBER &&
            tum_cursor_number_here(&item, &number) && number == -1.0) {
            list->nodes[i] = -1;
            continue;
        }
        const TumStatus status = tum_node_ref_read(reader->names, &item, &list->nodes[i], fault);
        if (status == TUM_ERROR_INPUT && reader->fault[0] == '\0') {
            memcpy(reader->fault, fault, sizeof fault);
        }
        reader->status = status == TUM_ERROR_MEMORY ? status : reader->status;
    }
    return true;
}

static void need_nodes(CheckReader *reader, const Cursor *object, const char *key, NodeList *list)
{
    if (!read_nodes(reader, object, key, false, list)) {
        tum_expect_missing(reader, object, key);
    }
}

// "Ball, Box and 3 more".
static const char *list_label(const CheckReader *reader, const NodeList *list, char *text,
                              size_t room)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; list->nodes != NULL && i < list->count && i < MOST_LISTED && used < room;
         ++i) {
        char node[64];
        const int wrote = snprintf(
            text + used, room - used, "%s%s", i > 0 ? ", " : "",
            tum_node_label(reader->expectations->scene, list->nodes[i], node, sizeof node));
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    if (list->count > MOST_LISTED && used < room) {
        (void)snprintf(text + used, room - used, " and %zu more", list->count - MOST_LISTED);
    }
    return text;
}

static void need_node(CheckReader *reader, const Cursor *object)
{
    Quantity *place = &reader->check->a;
    if (!tum_expect_node(reader, object, "node", &place->node)) {
        tum_expect_missing(reader, object, "node");
    }
    place->has_point = tum_expect_vector(reader, object, "point", &place->point);
}

// The subject of checks with a node and a window.
static void name_node(CheckReader *reader, const char *what)
{
    char window[64], node[64];
    Check *check = reader->check;
    check->subject = tum_expect_text(
        reader, "%s of %s%s", what,
        tum_node_label(reader->expectations->scene, check->a.node, node, sizeof node),
        tum_window_label(&check->window, window, sizeof window));
}

static void name_nodes(CheckReader *reader, const char *what)
{
    char window[64], nodes[SUBJECT_BYTES];
    Check *check = reader->check;
    check->subject = tum_expect_text(reader, "%s%s%s", what,
                                     list_label(reader, &check->nodes, nodes, sizeof nodes),
                                     tum_window_label(&check->window, window, sizeof window));
}

static void read_bounds(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    const bool has_least = tum_expect_number(reader, object, "min", &check->least);
    const bool has_most = tum_expect_number(reader, object, "max", &check->most);
    if (!has_least && !has_most && reader->fault[0] == '\0') {
        tum_cursor_report(object, CODE_EXPECTATION_NO_BOUND,
                          "The check has neither 'min' nor 'max', and cannot fail.");
    }
}

static void read_within(CheckReader *reader, const Cursor *object)
{
    tum_quantity_read(reader, object, &reader->check->a);
    read_bounds(reader, object);
    reader->check->subject = reader->check->a.subject;
}

static void read_side(CheckReader *reader, const Cursor *object, const char *key,
                      Quantity *quantity)
{
    const Cursor side = tum_cursor_object(object, key);
    quantity->reduce = REDUCE_LAST;
    if (!tum_cursor_exists(&side)) {
        tum_expect_missing(reader, object, key);
        return;
    }
    tum_quantity_read(reader, &side, quantity);
    if (quantity->reduce == REDUCE_ALL || quantity->reduce == REDUCE_ANY) {
        tum_expect_refuse(reader, &side, CODE_VALUE_NOT_IN_LIST,
                          "a comparison needs one number: 'reduce' is neither all nor any");
    }
}

static void read_compare(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    const char *op = ">";
    read_side(reader, object, "a", &check->a);
    read_side(reader, object, "b", &check->b);
    check->ratio = 1.0;
    tum_expect_number(reader, object, "ratio", &check->ratio);
    tum_expect_number(reader, object, "by", &check->by);
    (void)tum_cursor_text(object, "op", &op);
    check->is_below = strcmp(op, "<") == 0;
    if (!check->is_below && strcmp(op, ">") != 0) {
        const Cursor member = tum_cursor_member(object, "op");
        tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST, "'op' is '>' or '<'");
    }
    if (reader->fault[0] == '\0') {
        check->subject =
            tum_expect_text(reader, "%s %s %s", check->a.subject, op, check->b.subject);
    }
}

static void need_vector(CheckReader *reader, const Cursor *object, const char *key)
{
    reader->check->has_vector = tum_expect_vector(reader, object, key, &reader->check->vector);
    if (!reader->check->has_vector) {
        tum_expect_missing(reader, object, key);
    }
}

static void need_tolerance(CheckReader *reader, const Cursor *object)
{
    if (!tum_expect_number(reader, object, "tol", &reader->check->tolerance)) {
        tum_expect_missing(reader, object, "tol");
    }
}

static void read_position(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    check->window.is_end = !check->window.is_given;
    need_node(reader, object);
    need_vector(reader, object, "expect");
    need_tolerance(reader, object);
    name_node(reader, "place");
}

static void read_ballistic(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    need_node(reader, object);
    check->vector = (DVec4){.y = -9.81};
    check->tolerance = 0.005;
    tum_expect_vector(reader, object, "acceleration", &check->vector);
    tum_expect_vector(reader, object, "v0", &check->velocity);
    check->has_place = tum_expect_vector(reader, object, "p0", &check->place);
    tum_expect_number(reader, object, "tol", &check->tolerance);
    name_node(reader, "flight");
}

static void read_spin(CheckReader *reader, const Cursor *object)
{
    need_node(reader, object);
    if (!tum_expect_spin(reader, object, "omega", &reader->check->spin)) {
        tum_expect_missing(reader, object, "omega");
    }
    reader->check->tolerance = 0.02;
    tum_expect_number(reader, object, "tol", &reader->check->tolerance);
    name_node(reader, "spin");
}

static void read_momentum(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    static const char all[] = "xyzw";
    const bool is_4d = reader->expectations->scene->dimension == 4;
    const char *axes = is_4d ? all : "xyz";
    need_nodes(reader, object, "nodes", &check->nodes);
    check->masses = tum_expect_memory(reader, check->nodes.count + 1, sizeof *check->masses);
    const Cursor masses = tum_cursor_member(object, "masses");
    if (check->masses == NULL) {
        return;
    }
    if (!tum_cursor_exists(&masses)) {
        tum_expect_missing(reader, object, "masses");
    } else if (!tum_cursor_numbers(object, "masses", check->masses, check->nodes.count)) {
        tum_expect_refuse(reader, &masses, CODE_ARRAY_LENGTH_NOT_IN_LIST,
                          "'masses' has a number for each of 'nodes'");
    }
    check->has_vector = tum_expect_vector(reader, object, "expect", &check->vector);
    need_tolerance(reader, object);
    (void)tum_cursor_text(object, "axes", &axes);
    for (const char *axis;
         *axes != '\0' && (axis = strchr(all, *axes)) != NULL && (is_4d || *axis != 'w'); ++axes) {
        check->momentum_axes |= 1u << (axis - all);
    }
    if (*axes != '\0' || check->momentum_axes == 0) {
        const Cursor member = tum_cursor_member(object, "axes");
        tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST,
                          is_4d ? "'axes' is made of x, y, z and w"
                                : "'axes' is made of x, y and z");
    }
    name_nodes(reader, "momentum of ");
}

static void read_angular_momentum(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    need_node(reader, object);
    if (!tum_expect_inertia(reader, object, "inertia", &check->inertia)) {
        tum_expect_missing(reader, object, "inertia");
    }
    check->axes = DROTATION4_IDENTITY;
    check->tolerance = 0.05;
    tum_expect_rotation(reader, object, "inertiaOrientation", &check->axes);
    tum_expect_number(reader, object, "tol", &check->tolerance);
    name_node(reader, "angular momentum");
}

static void read_energy(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    double loss = most_energy;
    need_node(reader, object);
    check->vector = (DVec4){.y = -9.81};
    check->most = most_energy;
    tum_expect_vector(reader, object, "gravity", &check->vector);
    tum_expect_inertia(reader, object, "inertia", &check->inertia);
    const bool has_gain = tum_expect_number(reader, object, "maxGain", &check->most);
    const bool has_loss = tum_expect_number(reader, object, "maxLoss", &loss);
    check->least = -loss;
    if (!has_gain && !has_loss && reader->fault[0] == '\0') {
        tum_cursor_report(object, CODE_EXPECTATION_NO_BOUND,
                          "The check has neither 'maxGain' nor 'maxLoss', and hardly fails.");
    }
    name_node(reader, "energy");
}

static void read_axes(CheckReader *reader, const Cursor *object, FrameMetric *metric)
{
    const Cursor member = tum_cursor_member(object, "axes");
    const bool is_list = tum_cursor_kind(&member) == JSON_ARRAY;
    const size_t count = is_list ? tum_cursor_count(&member) : 1;
    unsigned seen = 0;
    *metric = (FrameMetric){metric->metric, {0, 1, 2}, 3};
    if (!tum_cursor_exists(&member)) {
        return;
    }
    bool is_right = count >= 1 && count <= 3;
    for (size_t i = 0; is_right && i < count; ++i) {
        const Cursor item = is_list ? tum_cursor_item(&member, i) : member;
        double axis = -1.0;
        is_right =
            tum_cursor_number_here(&item, &axis) && (axis == 0.0 || axis == 1.0 || axis == 2.0);
        metric->axes[i] = is_right ? (int)axis : 0;
        // The same axis twice is one of an angle between two frames, and nowhere else.
        is_right = is_right &&
                   (metric->metric == METRIC_AXIS_ANGLE || (seen & 1u << metric->axes[i]) == 0);
        seen |= 1u << metric->axes[i];
    }
    metric->axis_count = (int)count;
    if (!is_right) {
        tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST,
                          "'axes' has one to three different numbers from 0 to 2");
        metric->axis_count = 3;
    }
}

static void read_metric(CheckReader *reader, const Cursor *object, FrameMetric *metric)
{
    const char *text = "";
    const Cursor member = tum_cursor_member(object, "metric");
    if (!tum_cursor_text(object, "metric", &text)) {
        tum_expect_missing(reader, object, "metric");
        return;
    }
    metric->metric = strcmp(text, "linear") == 0    ? METRIC_LINEAR
                     : strcmp(text, "angular") == 0 ? METRIC_ANGULAR
                                                    : METRIC_AXIS_ANGLE;
    if (metric->metric == METRIC_AXIS_ANGLE && strcmp(text, "axisAngle") != 0) {
        tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST,
                          "unknown metric '%.40s': linear, angular or axisAngle", text);
    }
    read_axes(reader, object, metric);
}

static void read_joint(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    char a[64], b[64], window[64];
    if (!tum_expect_node(reader, object, "a", &check->frame_a)) {
        tum_expect_missing(reader, object, "a");
    }
    if (!tum_expect_node(reader, object, "b", &check->frame_b)) {
        tum_expect_missing(reader, object, "b");
    }
    tum_expect_node(reader, object, "bodyA", &check->body_a);
    tum_expect_node(reader, object, "bodyB", &check->body_b);
    read_metric(reader, object, &check->metric);
    tum_expect_reduce(reader, object, &check->reduce);
    read_bounds(reader, object);
    const TumScene *scene = reader->expectations->scene;
    check->a.node = check->frame_b;
    check->subject = tum_expect_text(reader, "%s of %s to %s%s",
                                     check->metric.metric == METRIC_LINEAR ? "distance" : "angle",
                                     tum_node_label(scene, check->frame_a, a, sizeof a),
                                     tum_node_label(scene, check->frame_b, b, sizeof b),
                                     tum_window_label(&check->window, window, sizeof window));
}

static void read_limits(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    double linear = 0.03, angular = 0.06;
    char window[64];
    NodeList wanted = {0};
    read_nodes(reader, object, "joints", false, &wanted);
    tum_expect_number(reader, object, "linear", &linear);
    tum_expect_number(reader, object, "angular", &angular);
    check->most = 1.0;
    if (reader->fault[0] == '\0' && reader->status == TUM_OK) {
        tum_limits_gather(reader, &wanted, linear, angular);
    }
    check->subject = tum_expect_text(reader, "hard limits of joints%s",
                                     tum_window_label(&check->window, window, sizeof window));
}

// Kinds of events: a text or a list of texts.
static void read_kinds(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    const Cursor member = tum_cursor_member(object, "kind");
    const bool is_list = tum_cursor_kind(&member) == JSON_ARRAY;
    check->kind_count = is_list ? tum_cursor_count(&member) : 1;
    check->kinds = tum_expect_memory(reader, check->kind_count + 1, sizeof *check->kinds);
    for (size_t i = 0; check->kinds != NULL && i < check->kind_count; ++i) {
        const Cursor item = is_list ? tum_cursor_item(&member, i) : member;
        const char *text = "triggerEntered";
        if (tum_cursor_exists(&item) && !tum_cursor_text_here(&item, &text)) {
            tum_expect_refuse(reader, &item, CODE_TYPE_MISMATCH, "'kind' is a text or several");
        }
        check->kinds[i] = tum_expect_text(reader, "%.60s", text);
    }
}

static void read_event(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    char label[SUBJECT_BYTES], window[64];
    read_kinds(reader, object);
    read_nodes(reader, object, "trigger", true, &check->trigger);
    read_nodes(reader, object, "collider", true, &check->collider);
    read_nodes(reader, object, "motion", true, &check->motion);
    read_nodes(reader, object, "nodes", true, &check->nodes);
    check->least = 1.0;
    tum_expect_number(reader, object, "min", &check->least);
    tum_expect_number(reader, object, "max", &check->most);
    const NodeList *of = check->trigger.is_given ? &check->trigger : &check->nodes;
    check->a.node = of->count > 0 && of->nodes != NULL ? of->nodes[0] : -1;
    check->subject =
        tum_expect_text(reader, "%s events%s%s%s",
                        check->kinds != NULL && check->kind_count > 0 ? check->kinds[0] : "",
                        of->is_given ? " of " : "", list_label(reader, of, label, sizeof label),
                        tum_window_label(&check->window, window, sizeof window));
}

static void read_bodies(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    read_nodes(reader, object, "equals", false, &check->nodes);
    read_nodes(reader, object, "include", false, &check->include);
    read_nodes(reader, object, "exclude", false, &check->exclude);
    check->most = 0.0;
    check->subject = tum_expect_text(reader, "bodies of the run");
}

static void read_at_rest(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    if (!read_nodes(reader, object, "nodes", false, &check->nodes) &&
        !read_nodes(reader, object, "node", false, &check->nodes)) {
        tum_expect_missing(reader, object, "node");
    }
    check->speed = 0.05;
    check->angular_speed = 0.2;
    tum_expect_number(reader, object, "speed", &check->speed);
    tum_expect_number(reader, object, "angularSpeed", &check->angular_speed);
    name_nodes(reader, "rest of ");
}

static void read_fixed(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    need_nodes(reader, object, "nodes", &check->nodes);
    check->speed = 1e-3;
    check->angular_speed = 1e-2;
    tum_expect_number(reader, object, "tol", &check->speed);
    tum_expect_number(reader, object, "angle", &check->angular_speed);
    name_nodes(reader, "fixed place of ");
}

static void read_deterministic(CheckReader *reader, const Cursor *object)
{
    (void)object;
    reader->check->subject = tum_expect_text(reader, "a second run");
}

static void read_agree(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    char node[64];
    need_node(reader, object);
    need_tolerance(reader, object);
    if (!check->window.is_given) {
        const double end = reader->expectations->duration;
        check->window = (Window){.is_given = true, .begin = end, .end = end};
    }
    const Cursor rates = tum_cursor_array(object, "rates");
    check->rate_count = tum_cursor_count(&rates);
    check->rates = tum_expect_memory(reader, check->rate_count + 1, sizeof *check->rates);
    if (!tum_cursor_exists(&rates)) {
        tum_expect_missing(reader, object, "rates");
    }
    for (size_t i = 0; check->rates != NULL && i < check->rate_count; ++i) {
        const Cursor item = tum_cursor_item(&rates, i);
        if (!tum_cursor_number_here(&item, &check->rates[i]) || check->rate_count > TUM_MAX_RATES ||
            !(check->rates[i] >= 1.0 && check->rates[i] <= 1e4) ||
            check->rates[i] * reader->expectations->duration > TUM_MAX_RUN_STEPS) {
            tum_expect_refuse(reader, &item, CODE_VALUE_NOT_IN_RANGE,
                              "'rates' has at most %d numbers from 1 to 10000", TUM_MAX_RATES);
        }
    }
    check->subject = tum_expect_text(
        reader, "place of %s at %g s at other rates",
        tum_node_label(reader->expectations->scene, check->a.node, node, sizeof node),
        check->window.begin);
}

/// A kind of check: its name, its members besides those of every check, its reader.
static const struct {
    const char *name;
    const char *members; ///< Each between spaces.
    void (*read)(CheckReader *reader, const Cursor *object);
} kinds[CHECK_KIND_COUNT] = {
    [CHECK_WITHIN] = {"within", " q node point axis from to other reference reduce min max ",
                      read_within},
    [CHECK_COMPARE] = {"compare", " a b op ratio by ", read_compare},
    [CHECK_POSITION] = {"position", " node point expect tol ", read_position},
    [CHECK_BALLISTIC] = {"ballistic", " node point p0 v0 acceleration tol ", read_ballistic},
    [CHECK_SPIN] = {"spin", " node omega tol ", read_spin},
    [CHECK_MOMENTUM] = {"momentum", " nodes masses expect axes tol ", read_momentum},
    [CHECK_ANGULAR_MOMENTUM] = {"angularMomentum", " node inertia inertiaOrientation tol ",
                                read_angular_momentum},
    [CHECK_ENERGY] = {"energy", " node point gravity inertia maxGain maxLoss ", read_energy},
    [CHECK_JOINT] = {"joint", " a b bodyA bodyB metric axes reduce min max ", read_joint},
    [CHECK_LIMITS] = {"limits", " joints linear angular ", read_limits},
    [CHECK_EVENT] = {"event", " kind trigger collider motion nodes min max ", read_event},
    [CHECK_BODIES] = {"bodies", " equals include exclude ", read_bodies},
    [CHECK_AT_REST] = {"atRest", " node nodes speed angularSpeed ", read_at_rest},
    [CHECK_FIXED] = {"fixed", " nodes tol angle ", read_fixed},
    [CHECK_DETERMINISTIC] = {"deterministic", " ", read_deterministic},
    [CHECK_AGREE] = {"agree", " node rates tol ", read_agree},
};

const char *tum_expect_name(CheckKind kind)
{
    return kinds[kind].name;
}

// A misspelled member would leave its default in force, unnoticed.
static void tell_unknown(const CheckReader *reader, const Cursor *object)
{
    static const char common[] = " type t why note ";
    const size_t count = tum_cursor_count(object);
    for (size_t i = 0; i < count; ++i) {
        const char *key;
        char word[64];
        const Cursor member = tum_cursor_member_at(object, i, &key);
        (void)snprintf(word, sizeof word, " %.60s ", key);
        if (strstr(common, word) == NULL &&
            strstr(kinds[reader->check->kind].members, word) == NULL) {
            tum_cursor_report_as(&member, CODE_UNEXPECTED_PROPERTY, TUM_SEVERITY_WARNING,
                                 "'%s' checks have no property '%.60s'.",
                                 kinds[reader->check->kind].name, key);
        }
    }
}

static bool find_kind(CheckReader *reader, const Cursor *object)
{
    const char *text = "", *names[CHECK_KIND_COUNT];
    const Cursor member = tum_cursor_member(object, "type");
    if (!tum_cursor_text(object, "type", &text)) {
        tum_expect_missing(reader, object, "type");
        return false;
    }
    for (int i = 0; i < CHECK_KIND_COUNT; ++i) {
        names[i] = kinds[i].name;
        if (strcmp(text, kinds[i].name) == 0) {
            reader->check->kind = (CheckKind)i;
            return true;
        }
    }
    const char *nearest = tum_text_nearest(text, names, CHECK_KIND_COUNT);
    tum_expect_refuse(reader, &member, CODE_VALUE_NOT_IN_LIST, "unknown check '%.40s'%s%s%s", text,
                      nearest != NULL ? "; did you mean " : "", nearest != NULL ? nearest : "",
                      nearest != NULL ? "?" : "");
    return false;
}

void tum_expect_read(CheckReader *reader, const Cursor *object)
{
    Check *check = reader->check;
    const char *why = "";
    *check = (Check){.why = "",
                     .subject = "",
                     .least = -(double)INFINITY,
                     .most = (double)INFINITY,
                     .a = {.node = -1, .other = -1, .unit = ""},
                     .b = {.node = -1, .other = -1, .unit = ""},
                     .frame_a = -1,
                     .frame_b = -1,
                     .body_a = -1,
                     .body_b = -1};
    if (find_kind(reader, object)) {
        const bool is_of_3d = check->kind == CHECK_JOINT || check->kind == CHECK_LIMITS;
        if (is_of_3d && reader->expectations->scene->dimension != 3) {
            tum_expect_refuse(reader, object, CODE_UNSUPPORTED_DIMENSION,
                              "'%s' checks are of three dimensions: joints of 4D are not in files",
                              kinds[check->kind].name);
        }
        tum_expect_window(reader, object, &check->window);
        kinds[check->kind].read(reader, object);
        tell_unknown(reader, object);
    }
    if (tum_cursor_text(object, "why", &why)) {
        check->why = tum_expect_text(reader, "%s", why);
    }
    check->fault = reader->fault[0] != '\0' ? tum_expect_text(reader, "%s", reader->fault) : NULL;
}
