// SPDX-License-Identifier: MIT
/// owner.hpp: spans, results, owners and reports, of which files.hpp and motion.hpp are made.
#ifndef TUMBLE_OWNER_HPP
#define TUMBLE_OWNER_HPP

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <type_traits>
#include <utility>

#include "tumble/report.h"

namespace tumble
{

/// View of items that lie one behind the other; owns nothing. std::span takes it, and it takes
/// whatever has data() and size().
template <class T> class Span
{
  public:
    constexpr Span() noexcept = default;
    constexpr Span(T *items, std::size_t count) noexcept : items_(items), count_(count)
    {
    }
    template <std::size_t N> constexpr Span(T (&items)[N]) noexcept : items_(items), count_(N)
    {
    }
    template <
        class Container,
        class = std::enable_if_t<std::is_convertible_v<
            std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[], T (*)[]>>>
    constexpr Span(Container &&items) noexcept : items_(items.data()), count_(items.size())
    {
    }

    constexpr T *data() const noexcept
    {
        return items_;
    }
    constexpr std::size_t size() const noexcept
    {
        return count_;
    }
    constexpr bool empty() const noexcept
    {
        return count_ == 0;
    }
    constexpr T &operator[](std::size_t index) const noexcept
    {
        return items_[index];
    }
    constexpr T *begin() const noexcept
    {
        return items_;
    }
    constexpr T *end() const noexcept
    {
        return items_ + count_;
    }

  private:
    T *items_ = nullptr;
    std::size_t count_ = 0;
};

using Bytes = Span<const std::byte>;

/// Exception of Result::value().
class Error : public std::exception
{
  public:
    explicit Error(TumStatus status) noexcept : status_(status)
    {
    }
    TumStatus status() const noexcept
    {
        return status_;
    }
    const char *what() const noexcept override
    {
        return tum_status_text(status_);
    }

  private:
    TumStatus status_;
};

/// Status of a call with the value that it made. The value is there where the status is TUM_OK.
template <class T> class [[nodiscard]] Result
{
  public:
    Result(TumStatus status, T value) noexcept : value_(std::move(value)), status_(status)
    {
    }

    TumStatus status() const noexcept
    {
        return status_;
    }
    explicit operator bool() const noexcept
    {
        return status_ == TUM_OK;
    }
    T &operator*() noexcept
    {
        return value_;
    }
    const T &operator*() const noexcept
    {
        return value_;
    }
    T *operator->() noexcept
    {
        return &value_;
    }
    const T *operator->() const noexcept
    {
        return &value_;
    }

    /// The value. Throws Error where the status is another one than TUM_OK.
    T value() &&
    {
        check();
        return std::move(value_);
    }
    T &value() &
    {
        check();
        return value_;
    }

  private:
    void check() const
    {
        if (status_ != TUM_OK) {
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
            throw Error(status_);
#else
            std::abort();
#endif
        }
    }

    T value_;
    TumStatus status_;
};

namespace detail
{

/// The one owner of an object of C.
template <class T, void (*Destroy)(T *)> class Owner
{
  public:
    Owner() noexcept = default;
    explicit Owner(T *object) noexcept : object_(object)
    {
    }
    Owner(Owner &&other) noexcept : object_(std::exchange(other.object_, nullptr))
    {
    }
    Owner &operator=(Owner &&other) noexcept
    {
        if (this != &other) {
            reset(std::exchange(other.object_, nullptr));
        }
        return *this;
    }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    ~Owner()
    {
        reset(nullptr);
    }

    /// The object, which stays owned.
    T *get() noexcept
    {
        return object_;
    }
    const T *get() const noexcept
    {
        return object_;
    }
    // The object of an owner that lives on: an argument of functions of C.
    operator T *() &noexcept
    {
        return object_;
    }
    operator const T *() const &noexcept
    {
        return object_;
    }
    operator const T *() const && = delete;
    /// Hands the object over to the caller, who frees it.
    T *release() noexcept
    {
        return std::exchange(object_, nullptr);
    }

  private:
    void reset(T *object) noexcept
    {
        if (object_ != nullptr) {
            Destroy(object_);
        }
        object_ = object;
    }

    T *object_ = nullptr;
};

/// Result of a function of C whose last parameter receives a value.
template <class T, class Function, class... Arguments>
Result<T> received(Function *function, Arguments... arguments) noexcept
{
    T value{};
    const TumStatus status = function(arguments..., &value);
    return {status, value};
}

} // namespace detail

/// Findings of any number of calls (report.h).
class Report : public detail::Owner<TumReport, tum_report_destroy>
{
  public:
    /// An empty report. Without memory it holds none, which every call takes for "no report".
    explicit Report(const TumAllocator *allocator = nullptr) noexcept
        : Owner(tum_report_create(allocator))
    {
    }

    std::size_t size() const noexcept
    {
        return tum_report_count(get());
    }
    /// @param index  below size().
    const TumDiagnostic &operator[](std::size_t index) const noexcept
    {
        return *tum_report_at(get(), index);
    }
    std::size_t count(TumSeverity severity) const noexcept
    {
        return tum_report_count_of(get(), severity);
    }

    class Iterator
    {
      public:
        Iterator(const Report *report, std::size_t index) noexcept : report_(report), index_(index)
        {
        }
        const TumDiagnostic &operator*() const noexcept
        {
            return (*report_)[index_];
        }
        Iterator &operator++() noexcept
        {
            ++index_;
            return *this;
        }
        bool operator!=(const Iterator &other) const noexcept
        {
            return index_ != other.index_;
        }

      private:
        const Report *report_;
        std::size_t index_;
    };
    Iterator begin() const noexcept
    {
        return {this, 0};
    }
    Iterator end() const noexcept
    {
        return {this, size()};
    }
};

namespace detail
{

inline TumReport *report_of(Report *report) noexcept
{
    return report != nullptr ? report->get() : nullptr;
}

} // namespace detail

} // namespace tumble

#endif
