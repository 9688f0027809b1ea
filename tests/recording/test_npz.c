// SPDX-License-Identifier: MIT
// NumPy arrays of a motion.
#include "recording/npz.h"
#include "tests/recording/collect.h"

// A scene of two bodies, on nodes 4 and 7: all that a recording reads of a scene.
static TumBody bodies[2] = {{.node = 4}, {.node = 7}};
static const TumScene scene = {.dimension = 3, .bodies = bodies, .body_count = 2};

// Numbers that tell where they belong: step * 100 + body * 10 + part.
static TumStatus add_step(Npz *npz, int step)
{
    float position[6], orientation[8], linear[6], angular[6];
    bool asleep[2] = {step == 2, false};
    for (int body = 0; body < 2; ++body) {
        for (int part = 0; part < 4; ++part) {
            const float number = (float)(step * 100 + body * 10 + part);
            orientation[4 * body + part] = number;
            if (part < 3) {
                position[3 * body + part] = 1000.0f + number;
                linear[3 * body + part] = 2000.0f + number;
                angular[3 * body + part] = -number;
            }
        }
    }
    Snapshot snapshot = {.count = 2};
    snapshot.position.items = position;
    snapshot.orientation.items = orientation;
    snapshot.linear.items = linear;
    snapshot.angular.items = angular;
    snapshot.asleep.items = asleep;
    return tum_npz_add(npz, step / 60.0, &snapshot);
}

// Something of each kind, in the second step and in the third.
static const TumEvent events[4] = {
    {.kind = TUM_EVENT_TRIGGER_EXITED, .a = {.node = 3}, .b = {.node = 5, .motion = -1}},
    {.kind = TUM_EVENT_CONTACT_STARTED,
     .a = {.node = 6},
     .b = {.node = 8},
     .trigger = -1,
     .impulse = 2.5f},
    {.kind = TUM_EVENT_TRIGGER_ENTERED, .a = {.node = 3}, .b = {.node = 7, .motion = 4}},
    {.kind = TUM_EVENT_CONTACT_ENDED, .a = {.node = 6}, .b = {.node = 8}, .trigger = -1},
};

static void write_three_steps(Collected *collected)
{
    Npz npz = {0};
    assert_int_equal(tum_npz_begin(&npz, &scene), TUM_OK);
    for (int step = 0; step < 3; ++step) {
        assert_int_equal(add_step(&npz, step), TUM_OK);
        const size_t first = step == 2 ? 2 : 0, count = step == 0 ? 0 : 2;
        assert_int_equal(tum_npz_add_events(&npz, events + first, count), TUM_OK);
    }
    assert_int_equal(tum_npz_write(&npz, collect_sink(collected)), TUM_OK);
    tum_npz_clear(&npz);
}

// Reads .npy by the description of format 1.0, without NumPy.
#define READ_NPY                                                                                   \
    "import sys, zipfile, struct, ast\n"                                                           \
    "z = zipfile.ZipFile(sys.argv[1])\n"                                                           \
    "assert z.testzip() is None\n"                                                                 \
    "def load(name):\n"                                                                            \
    "    b = z.read(name + '.npy')\n"                                                              \
    "    assert b[:8] == b'\\x93NUMPY\\x01\\x00', b[:8]\n"                                         \
    "    n, = struct.unpack('<H', b[8:10])\n"                                                      \
    "    assert (10 + n) % 64 == 0 and b[9 + n:10 + n] == b'\\n'\n"                                \
    "    h = ast.literal_eval(b[10:10 + n].decode('latin1'))\n"                                    \
    "    assert h['fortran_order'] is False and len(h) == 3\n"                                     \
    "    count = 1\n"                                                                              \
    "    for s in h['shape']: count *= s\n"                                                        \
    "    code = {'f8': 'd', 'f4': 'f', 'i8': 'q', 'i4': 'i', 'u1': 'B', 'b1': "                    \
    "'?'}[h['descr'][1:]]\n"                                                                       \
    "    order = '<' if h['descr'][0] == '|' else h['descr'][0]\n"                                 \
    "    return h['descr'], h['shape'], struct.unpack(order + code * count, b[10 + n:])\n"

static void the_arrays_have_the_documented_names_types_and_shapes(void **state)
{
    (void)state;
    Collected collected = {0};
    write_three_steps(&collected);
    char *text =
        read_by_python(&collected, READ_NPY "for n in z.namelist():\n"
                                            "    d = load(n[:-4])\n"
                                            "    print(n[:-4], d[0][1:], d[1], end=';')\n");
    assert_string_equal(text, "time f8 (3,);node i4 (2,);position f4 (3, 2, 3);"
                              "orientation f4 (3, 2, 4);linear_velocity f4 (3, 2, 3);"
                              "angular_velocity f4 (3, 2, 3);asleep b1 (3, 2);"
                              "event_step i8 (4,);event_time f8 (4,);event_kind u1 (4,);"
                              "event_trigger i4 (4,);event_collider i4 (4,);event_motion i4 (4,);"
                              "event_collider_a i4 (4,);event_collider_b i4 (4,);"
                              "event_impulse f4 (4,);");
    free(text);
    free(collected.bytes);
}

static void every_number_is_where_it_belongs(void **state)
{
    (void)state;
    Collected collected = {0};
    write_three_steps(&collected);
    char *text =
        read_by_python(&collected, READ_NPY
                       "assert load('time')[2] == (0.0, 1 / 60.0, 2 / 60.0)\n"
                       "assert load('node')[2] == (4, 7)\n"
                       "def wanted(n, f): return tuple(f(s * 100 + b * 10 + k) for s in range(3)\n"
                       "                               for b in range(2) for k in range(n))\n"
                       "assert load('position')[2] == wanted(3, lambda x: 1000 + x)\n"
                       "assert load('orientation')[2] == wanted(4, lambda x: x)\n"
                       "assert load('linear_velocity')[2] == wanted(3, lambda x: 2000 + x)\n"
                       "assert load('angular_velocity')[2] == wanted(3, lambda x: -x)\n"
                       "assert load('asleep')[2] == (False,) * 4 + (True, False)\n"
                       "print('right')\n");
    assert_string_equal(text, "right\n");
    free(text);
    free(collected.bytes);
}

static void events_are_listed_with_their_step_and_the_number_of_their_kind(void **state)
{
    (void)state;
    Collected collected = {0};
    write_three_steps(&collected);
    char *text = read_by_python(
        &collected, READ_NPY "for n in ('step', 'time', 'kind', 'trigger', 'collider', 'motion',\n"
                             "          'collider_a', 'collider_b', 'impulse'):\n"
                             "    print(*(load('event_' + n)[2]), sep=',', end=';')\n"
                             "assert load('event_time')[2] == (1 / 60.0,) * 2 + (2 / 60.0,) * 2\n");
    // 0 entered, 1 exited, 2 contact started, 3 contact ended.
    assert_string_equal(text, "1,1,2,2;0.016666666666666666,0.016666666666666666,"
                              "0.03333333333333333,0.03333333333333333;1,2,0,3;3,-1,3,-1;"
                              "5,-1,7,-1;-1,-1,4,-1;-1,6,-1,6;-1,8,-1,8;0.0,2.5,0.0,0.0;");
    free(text);
    free(collected.bytes);
}

static void a_table_of_columns_is_an_archive_of_arrays(void **state)
{
    (void)state;
    static const double numbers[] = {0.1, -2.0};
    static const TumColumn columns[] = {
        {.name = "value", .numbers = numbers},
        {.name = "run", .texts = "ab\0cde", .text_bytes = 3},
    };
    Collected collected = {0};
    assert_int_equal(tum_columns_write_npz(columns, 2, 2, collect_sink(&collected)), TUM_OK);
    char *text = read_by_python(&collected,
                                READ_NPY "print(load('value')[0][1:], load('value')[1:], end=';')\n"
                                         "b = z.read('run.npy')\n"
                                         "print(b'|S3' in b[:128], b'(2,)' in b[:128], b[128:])\n");
    assert_string_equal(text, "f8 ((2,), (0.1, -2.0));True True b'ab\\x00cde'\n");
    free(text);
    free(collected.bytes);
    static const TumColumn wrong[] = {
        {.name = "", .numbers = numbers},
        {.name = "both", .numbers = numbers, .texts = "a", .text_bytes = 1},
        {.name = "none"},
        {.name = "wide", .texts = "a"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        assert_int_equal(tum_columns_write_npz(&wrong[i], 1, 1, collect_sink(&collected)),
                         TUM_ERROR_ARGUMENT);
    }
}

static void numpy_loads_it_where_there_is_numpy(void **state)
{
    (void)state;
    if (system("python3 -c 'import numpy' 2>/dev/null") != 0) {
        print_message("skipped: no NumPy\n");
        skip();
    }
    Collected collected = {0};
    write_three_steps(&collected);
    char *text = read_by_python(&collected, "import sys, shutil, numpy\n"
                                            "shutil.copy(sys.argv[1], sys.argv[1] + '.npz')\n"
                                            "a = numpy.load(sys.argv[1] + '.npz')\n"
                                            "import os; os.unlink(sys.argv[1] + '.npz')\n"
                                            "print(a['position'][2, 1, 2], a['asleep'].dtype,\n"
                                            "      a['event_step'][2], a['event_kind'].dtype)\n");
    assert_string_equal(text, "1212.0 bool 2 uint8\n");
    free(text);
    free(collected.bytes);
}

static void the_same_motion_gives_the_same_bytes(void **state)
{
    (void)state;
    Collected first = {0}, second = {0};
    write_three_steps(&first);
    write_three_steps(&second);
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.bytes, second.bytes, first.count);
    free(first.bytes);
    free(second.bytes);
}

static void no_bodies_and_no_steps_are_arrays_too(void **state)
{
    (void)state;
    Collected collected = {0};
    Npz npz = {0};
    const TumScene empty = {.dimension = 3};
    assert_int_equal(tum_npz_begin(&npz, &empty), TUM_OK);
    assert_int_equal(tum_npz_write(&npz, collect_sink(&collected)), TUM_OK);
    tum_npz_clear(&npz);
    char *text = read_by_python(&collected, READ_NPY
                                "print(load('time')[1], load('node')[1], load('position')[1],\n"
                                "      load('event_kind')[1])\n");
    assert_string_equal(text, "(0,) (0,) (0, 0, 3) (0,)\n");
    free(text);
    free(collected.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_arrays_have_the_documented_names_types_and_shapes),
        cmocka_unit_test(every_number_is_where_it_belongs),
        cmocka_unit_test(events_are_listed_with_their_step_and_the_number_of_their_kind),
        cmocka_unit_test(a_table_of_columns_is_an_archive_of_arrays),
        cmocka_unit_test(numpy_loads_it_where_there_is_numpy),
        cmocka_unit_test(the_same_motion_gives_the_same_bytes),
        cmocka_unit_test(no_bodies_and_no_steps_are_arrays_too),
    };
    return cmocka_run_group_tests_name("npz", tests, NULL, NULL);
}
