// SPDX-License-Identifier: MIT
// node.c: access to the table of nodes.
#include "document/node.h"

#include "base/assert.h"
#include "document/state.h"

size_t tum_document_node_count(const TumDocument *document)
{
    return document->node_count;
}

const DocumentNode *tum_document_node(const TumDocument *document, size_t node)
{
    return TUM_REQUIRE(node < document->node_count) ? &document->nodes[node] : NULL;
}

const DocumentNode4 *tum_document_node4(const TumDocument *document, size_t node)
{
    const bool has_one = document->nodes4 != NULL && TUM_REQUIRE(node < document->node_count);
    return has_one ? &document->nodes4[node] : NULL;
}

SharedArena *tum_document_places(const TumDocument *document)
{
    return document->places;
}

size_t tum_document_child_count(const TumDocument *document, int32_t node)
{
    if (!TUM_REQUIRE(node >= -1 && node < (int64_t)document->node_count)) {
        return 0;
    }
    return document->child_first[node + 2] - document->child_first[node + 1];
}

int32_t tum_document_child(const TumDocument *document, int32_t node, size_t index)
{
    if (!TUM_REQUIRE(index < tum_document_child_count(document, node))) {
        return -1;
    }
    return document->children[document->child_first[node + 1] + index];
}
