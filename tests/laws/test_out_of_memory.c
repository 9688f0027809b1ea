// SPDX-License-Identifier: MIT
// Each allocation of a whole run fails once: from opening a file to writing another one.
//
// Two memories run out: the allocator that a program gives, and malloc itself, which jansson
// and the C library call as well. The program's own malloc stands in for the library's, where there
// is one to stand in for and no sanitizer does already.
//
// Every third allocation of the first file fails, every seventeenth of the others; with
// TUMBLE_EVERY=1 each does.
#include "tests/support/folder.h"
#include "tests/support/support.h"
#include "tumble/tumble.h"

#if defined(__GLIBC__) && !defined(HAS_SANITIZER)
#define OWN_MALLOC 1
#endif

#ifdef OWN_MALLOC
// What malloc does while `is_armed`: counts down to the one that fails, and knows what is alive.
enum { ALIVE_MOST = 1 << 16 };
static struct {
    bool is_armed;
    bool stays;  // All that come after the one that fails do too.
    size_t left; // Allocations that succeed before it.
    size_t made;
    bool failed;
    size_t alive;
    void *blocks[ALIVE_MOST]; // A table of those that were made while armed.
} memory;

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *block, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *block);

static size_t place_of(const void *block)
{
    return (size_t)((uintptr_t)block >> 4) * 2654435761u % ALIVE_MOST;
}

static void *note(void *block)
{
    if (memory.is_armed && block != NULL) {
        size_t at = place_of(block);
        while (memory.blocks[at] != NULL) {
            at = (at + 1) % ALIVE_MOST;
        }
        memory.blocks[at] = block;
        ++memory.alive;
        ++memory.made;
    }
    return block;
}

// Blocks that were made before are not in the table.
static void forget(void *block)
{
    if (block == NULL || memory.alive == 0) {
        return;
    }
    size_t at = place_of(block);
    for (; memory.blocks[at] != block; at = (at + 1) % ALIVE_MOST) {
        if (memory.blocks[at] == NULL) {
            return;
        }
    }
    --memory.alive;
    // What stands behind it moves up, so that no gap hides anybody.
    for (size_t next = at;;) {
        memory.blocks[at] = NULL;
        for (;;) {
            next = (next + 1) % ALIVE_MOST;
            if (memory.blocks[next] == NULL) {
                return;
            }
            const size_t home = place_of(memory.blocks[next]);
            if (at <= next ? home <= at || home > next : home <= at && home > next) {
                break;
            }
        }
        memory.blocks[at] = memory.blocks[next];
        at = next;
    }
}

static bool fails(void)
{
    if (!memory.is_armed || (memory.left > 0 && memory.left-- > 0)) {
        return false;
    }
    const bool does = memory.stays || !memory.failed;
    memory.failed = true;
    return does;
}

void *malloc(size_t bytes)
{
    return fails() ? NULL : note(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : note(__libc_calloc(count, bytes));
}

void *realloc(void *block, size_t bytes)
{
    if (fails()) {
        return NULL;
    }
    forget(block);
    return note(__libc_realloc(block, bytes));
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return fails() ? NULL : note(__libc_memalign(alignment, bytes));
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    *block = aligned_alloc(alignment, bytes);
    return *block != NULL ? 0 : 12; // ENOMEM
}

void free(void *block)
{
    forget(block);
    __libc_free(block);
}
#endif

static char folder[TEST_FOLDER_BYTES]; // What is written goes there.

static void folder_path(char path[128], const char *name)
{
    (void)snprintf(path, 128, "%s/%s", folder, name);
}

typedef struct Sunk {
    size_t count;
} Sunk;

static bool take(void *user, const void *bytes, size_t count)
{
    (void)bytes;
    ((Sunk *)user)->count += count;
    return true;
}

static TumSink sink_into(Sunk *sunk)
{
    *sunk = (Sunk){0};
    return (TumSink){take, sunk};
}

// What a program may hold on the way.
typedef struct Run {
    TumAllocator allocator;
    TumReport *report;
    TumValidation validation;
    TumDocument *document, *converted;
    TumScene *scene;
    TumWorld *world, *later;
    TumTrajectory *trajectory;
    TumBake *bake;
} Run;

static char checkpoint[1 << 20];

static TumStatus open_it(Run *run, const char *path)
{
    const TumDocumentOptions opening = {.allocator = run->allocator};
    const TumSceneOptions reading = {.allocator = run->allocator};
    const TumValidateOptions checking = {.allocator = run->allocator};
    run->report = tum_report_create(&run->allocator);
    if (run->report == NULL) {
        return TUM_ERROR_MEMORY;
    }
    TumStatus status = tum_validate(path, &checking, &run->validation, run->report);
    if (status == TUM_OK) {
        status = tum_document_open(path, &opening, &run->document, run->report);
    }
    if (status == TUM_OK) {
        status = tum_scene_read(run->document, &reading, &run->scene, run->report);
    }
    return status == TUM_OK ? tum_scene_check(run->scene, &run->allocator, run->report) : status;
}

// A body, a collider and a joint come; the body goes again.
static TumStatus edit_it(Run *run)
{
    if (tum_world_dimension(run->world) != 3) {
        return TUM_OK;
    }
    static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const TumBodyDef3 body = tum_default_body_def3();
    const TumLimit limit = {.axes = 7, .stiffness = (double)INFINITY};
    TumColliderDef3 hull = tum_default_collider_def3();
    TumJointDef3 joint = tum_default_joint_def3();
    TumBodyId id = {0, 0, 0};
    hull.kind = TUM_SHAPE_CONVEX;
    hull.points = corners;
    hull.point_count = 4;
    TumStatus status = tum_world_add_body3(run->world, &body, &id);
    if (status == TUM_OK) {
        status = tum_world_add_collider3(run->world, id, &hull, NULL);
    }
    joint.body_b = id;
    joint.limits = &limit;
    joint.limit_count = 1;
    if (status == TUM_OK) {
        status = tum_world_add_joint3(run->world, &joint, NULL);
    }
    if (status == TUM_OK) {
        status = tum_world_step(run->world, 1.0f / 60);
    }
    return status == TUM_OK ? tum_world_remove_body(run->world, id) : status;
}

static TumStatus step_it(Run *run)
{
    TumWorldDef def = tum_default_world_def();
    def.allocator = run->allocator;
    def.contact_events = true;
    TumStatus status = tum_world_create(run->scene, &def, &run->world, run->report);
    for (int i = 0; i < 3 && status == TUM_OK; ++i) {
        status = tum_world_step(run->world, 1.0f / 60);
    }
    if (status == TUM_OK) {
        const size_t count = tum_checkpoint_bytes(run->world);
        assert_true(count <= sizeof checkpoint);
        status = tum_checkpoint_write(run->world, checkpoint, count);
        if (status == TUM_OK) {
            status = tum_world_create(run->scene, &def, &run->later, run->report);
        }
        if (status == TUM_OK) {
            status = tum_checkpoint_read(run->later, checkpoint, count, NULL, run->report);
        }
    }
    return status == TUM_OK ? edit_it(run) : status;
}

static TumStatus record_it(Run *run, TumTrajectoryFormat format)
{
    Sunk sunk;
    TumStatus status =
        tum_trajectory_begin(run->scene, 60, format, sink_into(&sunk), &run->trajectory);
    for (int i = 0; i < 3 && status == TUM_OK; ++i) {
        status = tum_world_step(run->later, 1.0f / 60);
        if (status == TUM_OK) {
            status = tum_trajectory_add(run->trajectory, run->later);
        }
    }
    const TumStatus ended = tum_trajectory_end(run->trajectory);
    run->trajectory = NULL;
    return status != TUM_OK ? status : ended;
}

static TumStatus bake_it(Run *run)
{
    if (tum_world_dimension(run->world) != 3) {
        return TUM_OK;
    }
    const TumBakeOptions options = tum_default_bake_options();
    TumStatus status = tum_bake_begin(run->scene, &options, &run->bake);
    for (int i = 0; i < 3 && status == TUM_OK; ++i) {
        status = tum_bake_add(run->bake, run->later);
        if (status == TUM_OK) {
            status = tum_world_step(run->later, 1.0f / 60);
        }
    }
    return status == TUM_OK ? tum_bake_end(run->bake, run->document, run->report) : status;
}

static TumStatus write_it(Run *run, const char *path, TumTarget target)
{
    if (tum_world_dimension(run->world) != 3) {
        const TumStatus status = tum_document_project(run->document, &run->converted, run->report);
        return status == TUM_OK ? tum_document_save(run->converted, path, NULL, run->report)
                                : status;
    }
    const TumWriteOptions options = {.allocator = run->allocator, .target = target};
    TumStatus status =
        tum_scene_write(run->scene, run->document, &options, &run->converted, run->report);
    return status == TUM_OK ? tum_document_save(run->converted, path, NULL, run->report) : status;
}

static void end_it(Run *run)
{
    tum_bake_destroy(run->bake);
    (void)tum_trajectory_end(run->trajectory);
    tum_world_destroy(run->world);
    tum_world_destroy(run->later);
    tum_document_destroy(run->converted);
    tum_scene_destroy(run->scene);
    tum_document_destroy(run->document);
    tum_validation_clear(&run->validation);
    tum_report_destroy(run->report);
}

static TumStatus whole_run(const char *path, const char *into, TumAllocator allocator,
                           TumTarget target, const char **where, uint64_t *hash)
{
    Run run = {.allocator = allocator};
    *where = "opening";
    TumStatus status = open_it(&run, path);
    if (status == TUM_OK) {
        *where = "stepping";
        status = step_it(&run);
    }
    if (status == TUM_OK) {
        *where = "a trajectory of lines";
        status = record_it(&run, TUM_TRAJECTORY_LINES);
    }
    if (status == TUM_OK) {
        *where = "a trajectory of arrays";
        status = record_it(&run, TUM_TRAJECTORY_NPZ);
    }
    if (status == TUM_OK) {
        *where = "writing";
        status = write_it(&run, into, target);
    }
    if (status == TUM_OK) {
        *where = "baking";
        status = bake_it(&run);
    }
    *hash = status == TUM_OK ? tum_world_hash(run.later) : 0;
    end_it(&run);
    return status;
}

static const char before[] = "the file that was there";

static void write_old(const char *path)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(before, 1, sizeof before, file), sizeof before);
    assert_int_equal(fclose(file), 0);
}

static const struct {
    const char *path;
    TumTarget target;
} files[] = {
    {"fuzz/corpus/files/khr-body.gltf", TUM_TARGET_OMI},
    {"fuzz/corpus/files/khr-mesh.gltf", TUM_TARGET_MSFT},
    {"fuzz/corpus/files/animation.gltf", TUM_TARGET_OMI_COLLIDER},
    {"fuzz/corpus/files/omi.gltf", TUM_TARGET_KHR},
    {"fuzz/corpus/files/gltf21.gltf", TUM_TARGET_KHR_DRAFT},
    {"fuzz/corpus/files/khr-trigger.gltf", TUM_TARGET_G4MF},
    {"fuzz/corpus/files/shapes3.g4tf", TUM_TARGET_GLTF21},
    {"fuzz/corpus/files/mesh4.g4tf", TUM_TARGET_G4MF},
    {"fuzz/corpus/files/zstd.g4b", TUM_TARGET_KHR},
    {"fuzz/corpus/files/khr-mesh.gltf", TUM_TARGET_G4MF},
    {"fuzz/corpus/files/geometry3.g4tf", TUM_TARGET_KHR},
};
enum { FILES = sizeof files / sizeof *files };

// A file of up to 64 KiB; a zero follows.
static size_t read_file(const char *path, char bytes[1 << 16])
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t got = fread(bytes, 1, (1 << 16) - 1, file);
    (void)fclose(file);
    bytes[got] = 0;
    return got;
}

static char wanted[1 << 16]; // What a run writes that lacks nothing.
static size_t wanted_bytes;

static void begin_file(int file, const char *into, uint64_t *hash)
{
    const char *where;
    assert_int_equal(
        whole_run(files[file].path, into, (TumAllocator){0}, files[file].target, &where, hash),
        TUM_OK);
    wanted_bytes = read_file(into, wanted);
    write_old(into);
}

// The old file or the new one, and nothing beside it.
static void look_at_folder(const char *path, TumStatus status)
{
    static char bytes[1 << 16];
    const size_t count = read_file(path, bytes);
    const bool is_old = count == sizeof before && memcmp(bytes, before, count) == 0;
    const bool is_new = count == wanted_bytes && memcmp(bytes, wanted, count) == 0;
    assert_true(is_new || (is_old && status != TUM_OK));
    write_old(path);
    DIR *opened = opendir(folder);
    assert_non_null(opened);
    int entries = 0;
    for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
        entries += entry->d_name[0] != '.' || strncmp(entry->d_name, ".tumble", 7) == 0;
    }
    (void)closedir(opened);
    assert_int_equal(entries, 1);
}

static size_t every(int file)
{
    const char *text = getenv("TUMBLE_EVERY");
    return text != NULL ? (size_t)strtoul(text, NULL, 10) : file == 0 ? 3 : 17;
}

static void the_nth_allocation_of_the_given_allocator_fails(void **state)
{
    (void)state;
    char into[128];
    folder_path(into, "out.gltf");
    for (int i = 0; i < FILES; ++i) {
        TumStatus status = TUM_ERROR_MEMORY;
        size_t n = 0;
        const char *where = "";
        uint64_t hash;
        begin_file(i, into, &hash);
        for (; status != TUM_OK; n += every(i)) {
            Counting counting;
            const TumAllocator allocator = counting_allocator(&counting);
            counting.fail_after = n;
            status = whole_run(files[i].path, into, allocator, files[i].target, &where, &hash);
            if ((status != TUM_OK && status != TUM_ERROR_MEMORY) || counting.blocks != 0) {
                print_message("%s, allocation %zu, %s: %s, %zu blocks left\n", files[i].path, n,
                              where, tum_status_text(status), counting.blocks);
            }
            assert_int_equal(counting.blocks, 0);
            assert_true(status == TUM_OK || status == TUM_ERROR_MEMORY);
            look_at_folder(into, status);
        }
        print_message("%s: %zu allocations\n", files[i].path, n);
        assert_true(n > 50);
    }
}

#ifdef OWN_MALLOC
// @param expected  the state that a run ends in which lacks nothing.
// @return whether all memory lasted.
static bool try_malloc(int file, const char *into, size_t n, bool stays, uint64_t expected)
{
    const char *where = "";
    uint64_t hash;
    memory.left = n;
    memory.made = 0;
    memory.failed = false;
    memory.stays = stays;
    memory.is_armed = true;
    const TumStatus status =
        whole_run(files[file].path, into, (TumAllocator){0}, files[file].target, &where, &hash);
    memory.is_armed = false;
    const size_t left = memory.alive;
    if (left != 0 || (status != TUM_ERROR_MEMORY && status != TUM_OK)) {
        print_message("%s, malloc %zu%s, %s: %s, %zu blocks left\n", files[file].path, n,
                      stays ? " and all after it" : "", where, tum_status_text(status), left);
    }
    assert_int_equal(left, 0);
    // A single one may be of something that can be done without: then nothing else is missing.
    assert_true(status == TUM_ERROR_MEMORY || (status == TUM_OK && !(stays && memory.failed)));
    assert_true(status != TUM_OK || hash == expected);
    look_at_folder(into, status);
    return !memory.failed;
}
#endif

static void the_nth_malloc_of_anybody_fails(void **state)
{
    (void)state;
#ifdef OWN_MALLOC
    char into[128];
    folder_path(into, "out.gltf");
    for (int i = 0; i < FILES; ++i) {
        size_t n = 0;
        uint64_t hash;
        begin_file(i, into, &hash);
        while (!try_malloc(i, into, n, false, hash) || !try_malloc(i, into, n, true, hash)) {
            n += every(i);
        }
        print_message("%s: %zu allocations\n", files[i].path, n);
        assert_true(n > 50);
    }
#else
    print_message("malloc is the sanitizer's or is not to be replaced here\n");
    skip();
#endif
}

static int make_folder(void **state)
{
    (void)state;
    char into[128];
    if (!test_folder_make(folder)) {
        return 1;
    }
    folder_path(into, "out.gltf");
    write_old(into);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    char into[128];
    folder_path(into, "out.gltf");
    (void)remove(into);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nth_allocation_of_the_given_allocator_fails),
        cmocka_unit_test(the_nth_malloc_of_anybody_fails),
    };
    return cmocka_run_group_tests_name("memory that runs out", tests, make_folder, remove_folder);
}
