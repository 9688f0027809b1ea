// SPDX-License-Identifier: MIT
// copy.c: a second document, equal to the first, so that edits leave the first unchanged.
#include "tumble/document.h"

#include <string.h>

#include "base/assert.h"
#include "document/edit.h"
#include "document/node.h"
#include "document/state.h"

static void *copy_bytes(const TumAllocator *allocator, const void *bytes, size_t count)
{
    void *copy = tum_allocate(allocator, count);
    if (copy != NULL) {
        memcpy(copy, bytes, count);
    }
    return copy;
}

// The block that a buffer shares; its owner is always an earlier buffer.
static uint8_t *owned_block(const TumDocument *source, const TumDocument *copy,
                            const DocumentBuffer *shared)
{
    for (size_t i = 0; i < copy->buffers.count; ++i) {
        if (source->buffers.items[i].bytes == shared->bytes) {
            return copy->buffers.items[i].bytes;
        }
    }
    return NULL;
}

static bool copy_buffer(const TumDocument *source, TumDocument *copy, const DocumentBuffer *from)
{
    DocumentBuffer made = *from;
    made.path = NULL;
    if (from->is_shared) {
        made.bytes = owned_block(source, copy, from);
    } else if (from->bytes != NULL) {
        made.block_bytes = from->block_bytes > 0 ? from->block_bytes : from->present_count;
        made.bytes = copy_bytes(&copy->allocator, from->bytes, made.block_bytes);
        if (made.bytes == NULL) {
            return false;
        }
    }
    DocumentBuffer *slot = array_push(&copy->buffers, &copy->allocator);
    if (slot == NULL) {
        if (!from->is_shared) {
            tum_release(&copy->allocator, made.bytes, made.block_bytes);
        }
        return false;
    }
    *slot = made;
    if (from->path != NULL && !from->is_shared) {
        slot->path = copy_bytes(&copy->allocator, from->path, strlen(from->path) + 1);
        return slot->path != NULL;
    }
    for (size_t i = 0; from->is_shared && i + 1 < copy->buffers.count; ++i) {
        if (source->buffers.items[i].path == from->path) {
            slot->path = copy->buffers.items[i].path;
        }
    }
    return true;
}

static bool copy_decoded(const TumDocument *source, TumDocument *copy)
{
    if (source->decoded == NULL) {
        return true;
    }
    copy->decoded =
        tum_allocate_zeroed(&copy->allocator, source->decoded_count, sizeof *copy->decoded);
    if (copy->decoded == NULL) {
        return false;
    }
    copy->decoded_count = source->decoded_count;
    for (size_t i = 0; i < source->decoded_count; ++i) {
        BufferView view = source->decoded[i];
        if (view.bytes != NULL) {
            view.bytes = copy_bytes(&copy->allocator, view.bytes, view.count);
            if (view.bytes == NULL) {
                return false;
            }
        }
        copy->decoded[i] = view;
    }
    return true;
}

static void *copy_array(Arena *arena, const void *items, size_t count, size_t item_bytes)
{
    void *copy = tum_arena_zeroed(arena, count, item_bytes);
    if (copy != NULL && count > 0) {
        memcpy(copy, items, count * item_bytes);
    }
    return copy;
}

// The transforms of the nodes are shared with the source.
static bool copy_nodes(const TumDocument *source, TumDocument *copy)
{
    Arena *arena = &copy->arena;
    const size_t count = source->node_count;
    copy->nodes = copy_array(arena, source->nodes, count, sizeof *copy->nodes);
    copy->child_first =
        copy_array(arena, source->child_first, count + 2, sizeof *copy->child_first);
    copy->children = copy_array(arena, source->children, count, sizeof *copy->children);
    copy->node_count = count;
    copy->places = tum_shared_arena_join(source->places, &copy->allocator);
    if (source->nodes4 != NULL) {
        copy->nodes4 = copy_array(arena, source->nodes4, count, sizeof *copy->nodes4);
        if (copy->nodes4 == NULL) {
            return false;
        }
    }
    if (copy->places == NULL || copy->nodes == NULL || copy->child_first == NULL ||
        copy->children == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        const char *name = source->nodes[i].name;
        copy->nodes[i].name = tum_arena_text(arena, name, strlen(name));
        if (copy->nodes[i].name == NULL) {
            return false;
        }
    }
    return true;
}

static bool copy_text(Arena *arena, const char *from, char **to)
{
    *to = from != NULL ? tum_arena_text(arena, from, strlen(from)) : NULL;
    return from == NULL || *to != NULL;
}

static bool copy_content(const TumDocument *source, TumDocument *copy)
{
    char *name = NULL;
    bool is_whole = copy_text(&copy->arena, source->name, &name) &&
                    copy_text(&copy->arena, source->folder, &copy->folder) &&
                    tum_json_copy(&copy->arena, &source->root, &copy->root);
    copy->name = name;
    for (size_t i = 0; is_whole && i < source->buffers.count; ++i) {
        is_whole = copy_buffer(source, copy, &source->buffers.items[i]);
    }
    if (is_whole && source->chunk != NULL) {
        const size_t block = source->chunk_block_bytes;
        copy->chunk_block_bytes = block > 0 ? block : source->chunk_count;
        copy->chunk = copy_bytes(&copy->allocator, source->chunk, copy->chunk_block_bytes);
        is_whole = copy->chunk != NULL;
    }
    copy->chunk_count = source->chunk_count;
    copy->has_chunk = source->has_chunk;
    return is_whole && copy_decoded(source, copy) && copy_nodes(source, copy);
}

TumStatus tum_document_copy(const TumDocument *source, TumDocument **copy)
{
    if (!TUM_REQUIRE(source != NULL && copy != NULL)) {
        return TUM_ERROR_ARGUMENT;
    }
    *copy = NULL;
    TumDocument *made = tum_allocate_zeroed(&source->allocator, 1, sizeof *made);
    if (made == NULL) {
        return TUM_ERROR_MEMORY;
    }
    made->allocator = source->allocator;
    made->no_resources = source->no_resources;
    made->container = source->container;
    made->is_g4mf = source->is_g4mf;
    made->dimension = source->dimension;
    made->external_bytes = source->external_bytes;
    tum_arena_init(&made->arena, &source->allocator);
    if (!copy_content(source, made)) {
        tum_document_destroy(made);
        return TUM_ERROR_MEMORY;
    }
    *copy = made;
    return TUM_OK;
}

TumStatus tum_edit_create(const TumDocument *like, TumFormat format, TumDocument **created)
{
    static const char *const texts[] = {
        "{\"asset\":{\"version\":\"2.0\",\"generator\":\"tumble\"}}",
        "{\"asset\":{\"dimension\":3,\"generator\":\"tumble\"}}",
    };
    const char *text = texts[format == TUM_FORMAT_G4MF];
    const TumDocumentOptions options = {
        .allocator = like->allocator, .name = like->name, .no_resources = true};
    return tum_document_read(text, strlen(text), &options, created, NULL);
}
