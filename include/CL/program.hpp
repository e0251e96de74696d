//===- CL/program.hpp - class program -------------------------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: SYCL 1.2.1 programs (4.8.9), which kernel bundles have replaced: a
// program is a bundle in one of three states. Also DPC++'s specialization
// constants for them, whose values are passed as kernel arguments.
#pragma once

#include <sycl/kernel_bundle.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sycl {
inline namespace _V1 {

/// The states of a `program`: nothing built, compiled, or linked.
enum class program_state { none, compiled, linked };

class program;

namespace info::program {
/// The context of a program.
struct context {
  /// The type of the answer.
  using return_type = sycl::context;
};
/// The devices of a program.
struct devices {
  /// The type of the answer.
  using return_type = std::vector<sycl::device>;
};
/// The number of objects that refer to a program.
struct reference_count {
  /// The type of the answer.
  using return_type = uint32_t;
};
} // namespace info::program

namespace ext::oneapi::experimental {

/// The error of a specialization constant that is set too late.
class spec_const_error : public exception {
  using exception::exception;
};

/// The value of a specialization constant that the type `Id` names, as DPC++
/// had it before SYCL 2020. A kernel captures it. New code uses
/// `specialization_id`.
template <class DataT, class Id = DataT> class spec_constant {
  DataT m_value{};
  friend class sycl::program;
  explicit spec_constant(const DataT &value) : m_value(value) {}

public:
  /// A value-initialized constant.
  spec_constant() = default;
  /// The value.
  DataT get() const { return m_value; }
  /// The value.
  operator DataT() const { return m_value; }
};

} // namespace ext::oneapi::experimental

/// A program of SYCL 1.2.1 (section 4.8.9): kernels that are compiled, linked
/// or built for the devices of a context. New code uses `kernel_bundle`.
///
/// Copies share the program. Its state must not be changed concurrently with
/// other uses.
class program {
  using object_bundle = kernel_bundle<bundle_state::object>;
  using executable_bundle = kernel_bundle<bundle_state::executable>;
  struct contents {
    sycl::context context;
    std::vector<device> devices;
    std::shared_ptr<object_bundle> compiled;
    std::shared_ptr<executable_bundle> linked;
    std::string compile_options, link_options, build_options;
  };
  std::shared_ptr<contents> m_contents;

  [[noreturn]] static void refuse(const char *message) {
    detail::throw_error(errc::invalid, message);
  }
  void expect(program_state state, const char *message) const {
    if (get_state() != state)
      refuse(message);
  }
  [[noreturn]] static void refuse_source() {
    detail::throw_error(errc::feature_not_supported,
                        "creating programs from source is not supported");
  }

public:
  /// A program needs a context.
  program() = delete;
  /// A program for all devices of a context, in the state `none`. The
  /// properties are ignored.
  explicit program(const context &sycl_context, const property_list & = {})
      : program(sycl_context, sycl_context.get_devices()) {}
  /// As above, for some of the context's devices.
  program(const context &sycl_context, std::vector<device> devices,
          const property_list & = {})
      : m_contents(new contents{
            sycl_context, std::move(devices), {}, {}, {}, {}, {}}) {}
  /// Links compiled programs of one context.
  /// \throws exception with `errc::invalid` if there are none, if one is not
  /// compiled, or if the contexts differ.
  program(const std::vector<program> &parts, std::string link_options = "",
          const property_list & = {}) {
    if (parts.empty())
      refuse("linking needs at least one program");
    std::vector<object_bundle> bundles;
    for (const program &part : parts) {
      part.expect(program_state::compiled,
                  "only compiled programs can be linked");
      if (part.get_context() != parts[0].get_context())
        refuse("linked programs must have the same context");
      bundles.push_back(*part.m_contents->compiled);
    }
    m_contents = std::make_shared<contents>(contents{parts[0].get_context(),
                                                     parts[0].get_devices(),
                                                     {},
                                                     {},
                                                     {},
                                                     std::move(link_options),
                                                     {}});
    set_linked(sycl::link(bundles, m_contents->devices));
  }

  /// Whether the program is for the host device, which no longer exists: false.
  bool is_host() const { return false; }

  //===-- Building --------------------------------------------------------===//

  /// Compiles a kernel. The options are only stored.
  /// \throws exception with `errc::invalid` unless the state is `none`, and
  /// with `errc::build` if the kernel does not compile.
  template <class KernelName>
  void compile_with_kernel_type(std::string options = "") {
    expect(program_state::none, "the program is compiled already");
    m_contents->compiled =
        std::make_shared<object_bundle>(get_kernel_bundle<bundle_state::object>(
            get_context(), get_devices(), {get_kernel_id<KernelName>()}));
    m_contents->compile_options = std::move(options);
  }
  /// As above, and links it.
  template <class KernelName>
  void build_with_kernel_type(std::string options = "") {
    expect(program_state::none, "the program is built already");
    set_linked(get_kernel_bundle<bundle_state::executable>(
        get_context(), get_devices(), {get_kernel_id<KernelName>()}));
    m_contents->build_options = std::move(options);
  }
  /// Links the compiled program. The options are only stored.
  /// \throws exception with `errc::invalid` unless the state is `compiled`.
  void link(std::string options = "") {
    expect(program_state::compiled, "only a compiled program can be linked");
    set_linked(sycl::link(*m_contents->compiled, get_devices()));
    m_contents->link_options = std::move(options);
  }
  /// Not supported.
  /// \throws exception with `errc::feature_not_supported`.
  void compile_with_source(const std::string &, const std::string & = "") {
    refuse_source();
  }
  /// Not supported.
  /// \throws exception with `errc::feature_not_supported`.
  void build_with_source(const std::string &, const std::string & = "") {
    refuse_source();
  }

  /// Makes the value of a specialization constant for a kernel to capture. Call
  /// it before the program is built.
  /// \throws spec_const_error if the program is compiled or linked.
  template <class Id, class DataT>
  ext::oneapi::experimental::spec_constant<DataT, Id>
  set_spec_constant(const DataT &value) {
    if (get_state() != program_state::none)
      throw ext::oneapi::experimental::spec_const_error(
          make_error_code(errc::invalid),
          "the program of a specialization constant is already built");
    return ext::oneapi::experimental::spec_constant<DataT, Id>(value);
  }

  //===-- Kernels ---------------------------------------------------------===//

  /// Whether the program contains the kernel `KernelName`.
  /// \throws exception with `errc::invalid` if the state is `none`.
  template <class KernelName> bool has_kernel() const {
    return has_kernel(get_kernel_id<KernelName>());
  }
  /// As above, by the kernel's name.
  bool has_kernel(const std::string &name) const {
    return find_kernel(name).has_value();
  }
  /// The kernel `KernelName` of a linked program.
  /// \throws exception with `errc::invalid` unless the state is `linked`, or if
  /// the program lacks the kernel.
  template <class KernelName> kernel get_kernel() const {
    return get_kernel(get_kernel_id<KernelName>());
  }
  /// As above, by the kernel's name.
  kernel get_kernel(const std::string &name) const {
    if (std::optional<kernel_id> id = find_kernel(name))
      return get_kernel(*id);
    refuse("the program has no kernel of this name");
  }

  //===-- Queries ---------------------------------------------------------===//

  /// Answers a query: `info::program::context`, `devices` or `reference_count`.
  template <class Info> typename Info::return_type get_info() const {
    if constexpr (std::is_same_v<Info, info::program::context>)
      return get_context();
    else if constexpr (std::is_same_v<Info, info::program::devices>)
      return get_devices();
    else
      return uint32_t(m_contents.use_count());
  }
  /// The context of the program.
  context get_context() const { return m_contents->context; }
  /// The devices of the program.
  std::vector<device> get_devices() const { return m_contents->devices; }
  /// The backend of the context.
  backend get_backend() const noexcept { return get_context().get_backend(); }
  /// The options that were passed to `compile_with_kernel_type`.
  const std::string &get_compile_options() const {
    return m_contents->compile_options;
  }
  /// The options that were passed to the constructor or to `link`.
  const std::string &get_link_options() const {
    return m_contents->link_options;
  }
  /// The options that were passed to `build_with_kernel_type`.
  const std::string &get_build_options() const {
    return m_contents->build_options;
  }
  /// The state of the program.
  program_state get_state() const {
    return m_contents->linked     ? program_state::linked
           : m_contents->compiled ? program_state::compiled
                                  : program_state::none;
  }

  /// Whether both objects refer to the same program.
  friend bool operator==(const program &left, const program &right) {
    return left.m_contents == right.m_contents;
  }
  /// Whether the objects refer to different programs.
  friend bool operator!=(const program &left, const program &right) {
    return !(left == right);
  }

private:
  void set_linked(executable_bundle bundle) {
    m_contents->linked = std::make_shared<executable_bundle>(std::move(bundle));
  }
  bool has_kernel(const kernel_id &id) const {
    if (m_contents->linked)
      return m_contents->linked->has_kernel(id);
    if (m_contents->compiled)
      return m_contents->compiled->has_kernel(id);
    refuse("a program has no kernels before it is compiled");
  }
  kernel get_kernel(const kernel_id &id) const {
    expect(program_state::linked,
           "kernels are taken from a program that is linked");
    return m_contents->linked->get_kernel(id);
  }
  std::optional<kernel_id> find_kernel(const std::string &name) const {
    for (const kernel_id &id : get_kernel_ids())
      if (name == id.get_name() && has_kernel(id))
        return id;
    return std::nullopt;
  }
};

} // namespace _V1
} // namespace sycl
