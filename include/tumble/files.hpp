// SPDX-License-Identifier: MIT
/// files.hpp: documents, scenes and validations as owners; tumble.hpp has the rules.
#ifndef TUMBLE_FILES_HPP
#define TUMBLE_FILES_HPP

#include <cstddef>
#include <utility>

#include "tumble/check.h"
#include "tumble/dialect.h"
#include "tumble/document.h"
#include "tumble/owner.hpp"
#include "tumble/scene.h"
#include "tumble/validate.h"

namespace tumble
{

/// Document: a glTF or G4MF file as a tree (document.h).
class Document : public detail::Owner<TumDocument, tum_document_destroy>
{
  public:
    using Owner::Owner;

    static Result<Document> open(const char *path, const TumDocumentOptions *options = nullptr,
                                 Report *report = nullptr) noexcept
    {
        TumDocument *made = nullptr;
        const TumStatus status = tum_document_open(path, options, &made, detail::report_of(report));
        return {status, Document(made)};
    }
    /// @param bytes  copied.
    static Result<Document> read(Bytes bytes, const TumDocumentOptions *options = nullptr,
                                 Report *report = nullptr) noexcept
    {
        TumDocument *made = nullptr;
        const TumStatus status = tum_document_read(bytes.data(), bytes.size(), options, &made,
                                                   detail::report_of(report));
        return {status, Document(made)};
    }
    Result<Document> copy() const noexcept
    {
        TumDocument *made = nullptr;
        const TumStatus status = tum_document_copy(get(), &made);
        return {status, Document(made)};
    }
    [[nodiscard]] TumStatus save(const char *path, const TumSaveOptions *options = nullptr,
                                 Report *report = nullptr) const noexcept
    {
        return tum_document_save(get(), path, options, detail::report_of(report));
    }
    /// Bytes of a written document, which has to outlive them.
    class Written
    {
      public:
        Written(const TumDocument *document, void *bytes, std::size_t count) noexcept
            : document_(document), bytes_(bytes), count_(count)
        {
        }
        Written(Written &&other) noexcept
            : document_(other.document_), bytes_(std::exchange(other.bytes_, nullptr)),
              count_(std::exchange(other.count_, 0))
        {
        }
        Written &operator=(Written &&other) noexcept
        {
            std::swap(document_, other.document_);
            std::swap(bytes_, other.bytes_);
            std::swap(count_, other.count_);
            return *this;
        }
        ~Written()
        {
            if (bytes_ != nullptr) {
                tum_document_free_bytes(document_, bytes_, count_);
            }
        }
        const std::byte *data() const noexcept
        {
            return static_cast<const std::byte *>(bytes_);
        }
        std::size_t size() const noexcept
        {
            return count_;
        }

      private:
        const TumDocument *document_;
        void *bytes_;
        std::size_t count_;
    };
    Result<Written> write(const TumSaveOptions *options = nullptr,
                          Report *report = nullptr) const noexcept
    {
        void *bytes = nullptr;
        std::size_t count = 0;
        const TumStatus status =
            tum_document_write(get(), options, &bytes, &count, detail::report_of(report));
        return {status, Written(get(), bytes, count)};
    }
    Result<double> number(const char *pointer) const noexcept
    {
        double found = 0.0;
        const TumStatus status = tum_document_number(get(), pointer, &found);
        return {status, found};
    }
    TumStatus set_number(const char *pointer, double number) noexcept
    {
        return tum_document_set_number(get(), pointer, number);
    }
    const char *name() const noexcept
    {
        return tum_document_name(get());
    }
    TumFormat format() const noexcept
    {
        return tum_document_format(get());
    }
    int dimension() const noexcept
    {
        return tum_document_dimension(get());
    }
};

/// Physics of a file of any dialect as plain arrays (scene.h, dialect.h).
class Scene : public detail::Owner<TumScene, tum_scene_destroy>
{
  public:
    using Owner::Owner;

    static Result<Scene> open(const char *path, const TumSceneOptions *options = nullptr,
                              Report *report = nullptr) noexcept
    {
        TumScene *made = nullptr;
        const TumStatus status = tum_scene_open(path, options, &made, detail::report_of(report));
        return {status, Scene(made)};
    }
    static Result<Scene> read(const Document &document, const TumSceneOptions *options = nullptr,
                              Report *report = nullptr) noexcept
    {
        TumScene *made = nullptr;
        const TumStatus status =
            tum_scene_read(document.get(), options, &made, detail::report_of(report));
        return {status, Scene(made)};
    }
    static Result<Scene> read(Bytes bytes, const TumDocumentOptions *where = nullptr,
                              const TumSceneOptions *options = nullptr,
                              Report *report = nullptr) noexcept
    {
        TumScene *made = nullptr;
        const TumStatus status = tum_scene_read_bytes(bytes.data(), bytes.size(), where, options,
                                                      &made, detail::report_of(report));
        return {status, Scene(made)};
    }

    /// All members of the scene: scene->gravity_volumes and so on.
    const TumScene *operator->() const noexcept
    {
        return get();
    }
    Span<const TumNode> nodes() const noexcept
    {
        return {get()->nodes, get()->node_count};
    }
    Span<const TumBody> bodies() const noexcept
    {
        return {get()->bodies, get()->body_count};
    }
    Span<const TumCollider> colliders() const noexcept
    {
        return {get()->colliders, get()->collider_count};
    }
    Span<const TumShape> shapes() const noexcept
    {
        return {get()->shapes, get()->shape_count};
    }
    Span<const TumMaterial> materials() const noexcept
    {
        return {get()->materials, get()->material_count};
    }
    Span<const TumTrigger> triggers() const noexcept
    {
        return {get()->triggers, get()->trigger_count};
    }
    Span<const TumJoint> joints() const noexcept
    {
        return {get()->joints, get()->joint_count};
    }

    /// Writes the physics in another dialect: options.target.
    ///
    /// @param source  the document of the scene; nullptr: a new one is made.
    Result<Document> write(const Document *source, const TumWriteOptions &options,
                           Report *report = nullptr) const noexcept
    {
        TumDocument *made = nullptr;
        const TumStatus status = tum_scene_write(get(), source != nullptr ? source->get() : nullptr,
                                                 &options, &made, detail::report_of(report));
        return {status, Document(made)};
    }
    /// Hints on a scene that may not do what its author meant (check.h).
    [[nodiscard]] TumStatus check(Report &report) const noexcept
    {
        return tum_scene_check(get(), nullptr, report.get());
    }
};

/// Document and scene of a validation (validate.h); each is empty where it could not be read.
struct Validation {
    Document document;
    Scene scene;
};

/// Opens a file, reads its physics and checks every rule: findings go to the report.
inline Result<Validation> validate(const char *path, Report &report,
                                   const TumValidateOptions *options = nullptr) noexcept
{
    TumValidation made = {nullptr, nullptr};
    const TumStatus status = tum_validate(path, options, &made, report.get());
    return {status, Validation{Document(made.document), Scene(made.scene)}};
}

} // namespace tumble

#endif
