//===- sycl/bundle_state.hpp - enum class bundle_state --------------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#pragma once

namespace sycl {
inline namespace _V1 {

/// How far device code has been translated: not at all (`input`), compiled
/// (`object`), or linked and ready to run (`executable`). SYCL 2020, section
/// 4.11.
enum class bundle_state { input, object, executable };

class kernel;
class kernel_id;
template <bundle_state State> class device_image;
template <bundle_state State> class kernel_bundle;

} // namespace _V1
} // namespace sycl
