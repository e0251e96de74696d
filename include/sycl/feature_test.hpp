//===- sycl/feature_test.hpp - which extensions there are -----------------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Owns: the feature test macros of extensions (SYCL 2020, 6.3.3). The value is
// the version of the extension's specification.
#pragma once

#include <sycl/version.hpp>

/// Version of `sycl_ext_intel_dataflow_pipes`.
#define SYCL_EXT_INTEL_DATAFLOW_PIPES 1
/// Version of `sycl_ext_intel_device_info`.
#define SYCL_EXT_INTEL_DEVICE_INFO 6
/// Version of `sycl_ext_intel_usm_address_spaces`.
#define SYCL_EXT_INTEL_USM_ADDRESS_SPACES 2
/// Version of `sycl_ext_oneapi_address_cast`.
#define SYCL_EXT_ONEAPI_ADDRESS_CAST 1
/// Version of `sycl_ext_oneapi_assert`.
#define SYCL_EXT_ONEAPI_ASSERT 1
/// Version of `sycl_ext_oneapi_bfloat16`.
#define SYCL_EXT_ONEAPI_BFLOAT16 1
/// Version of `sycl_ext_oneapi_bfloat16_math_functions`.
#define SYCL_EXT_ONEAPI_BFLOAT16_MATH_FUNCTIONS 1
/// Version of `sycl_ext_oneapi_bindless_images`.
#define SYCL_EXT_ONEAPI_BINDLESS_IMAGES 4
/// Version of `sycl_ext_oneapi_copy_optimize`.
#define SYCL_EXT_ONEAPI_COPY_OPTIMIZE 1
/// Version of `sycl_ext_oneapi_default_context`.
#define SYCL_EXT_ONEAPI_DEFAULT_CONTEXT 1
/// Version of `sycl_ext_oneapi_device_global`.
#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL 1
/// Version of `sycl_ext_oneapi_discard_queue_events`.
#define SYCL_EXT_ONEAPI_DISCARD_QUEUE_EVENTS 1
/// Version of `sycl_ext_oneapi_dot_accumulate`.
#define SYCL_EXT_ONEAPI_DOT_ACCUMULATE 1
/// Version of `sycl_ext_oneapi_enqueue_barrier`.
#define SYCL_EXT_ONEAPI_ENQUEUE_BARRIER 1
/// Version of `sycl_ext_oneapi_enqueue_functions`.
#define SYCL_EXT_ONEAPI_ENQUEUE_FUNCTIONS 1
/// Version of `sycl_ext_oneapi_filter_selector`.
#define SYCL_EXT_ONEAPI_FILTER_SELECTOR 1
/// Version of `sycl_ext_oneapi_free_function_queries`.
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES 1
/// Version of `sycl_ext_oneapi_graph`.
#define SYCL_EXT_ONEAPI_GRAPH 1
/// Version of `sycl_ext_oneapi_group_load_store`.
#define SYCL_EXT_ONEAPI_GROUP_LOAD_STORE 1
/// Version of `sycl_ext_oneapi_kernel_properties`.
#define SYCL_EXT_ONEAPI_KERNEL_PROPERTIES 1
/// Version of `sycl_ext_oneapi_local_memory`.
#define SYCL_EXT_ONEAPI_LOCAL_MEMORY 1
/// Version of `sycl_ext_oneapi_matrix`.
#define SYCL_EXT_ONEAPI_MATRIX 1
/// Version of `sycl_ext_oneapi_max_work_group_query`.
#define SYCL_EXT_ONEAPI_MAX_WORK_GROUP_QUERY 1
/// Version of `sycl_ext_oneapi_non_uniform_groups`.
#define SYCL_EXT_ONEAPI_NON_UNIFORM_GROUPS 1
/// Version of `sycl_ext_oneapi_num_compute_units`.
#define SYCL_EXT_ONEAPI_NUM_COMPUTE_UNITS 1
/// Version of `sycl_ext_oneapi_peer_access`.
#define SYCL_EXT_ONEAPI_PEER_ACCESS 1
/// Version of `sycl_ext_oneapi_properties`.
#define SYCL_EXT_ONEAPI_PROPERTIES 1
/// Version of `sycl_ext_oneapi_queue_empty`.
#define SYCL_EXT_ONEAPI_QUEUE_EMPTY 1
/// Version of `sycl_ext_oneapi_queue_priority`.
#define SYCL_EXT_ONEAPI_QUEUE_PRIORITY 1
/// Version of `sycl_ext_oneapi_root_group`.
#define SYCL_EXT_ONEAPI_ROOT_GROUP 1
/// Version of `sycl_ext_oneapi_use_pinned_host_memory_property`.
#define SYCL_EXT_ONEAPI_USE_PINNED_HOST_MEMORY_PROPERTY 1
/// Version of `sycl_ext_oneapi_usm_import_release`.
#define SYCL_EXT_ONEAPI_USM_IMPORT_RELEASE 1
/// Version of `sycl_ext_tandem_async_copy_2d`.
#define SYCL_EXT_TANDEM_ASYNC_COPY_2D 1
/// Version of `sycl_khr_default_context`.
#define SYCL_KHR_DEFAULT_CONTEXT 1
/// Version of `sycl_khr_dynamic_addrspace_cast`.
#define SYCL_KHR_DYNAMIC_ADDRSPACE_CAST 1
/// Version of `sycl_khr_queue_empty_query`.
#define SYCL_KHR_QUEUE_EMPTY_QUERY 1
/// Version of `sycl_khr_static_addrspace_cast`.
#define SYCL_KHR_STATIC_ADDRSPACE_CAST 1
/// Version of `sycl_khr_work_item_queries`.
#define SYCL_KHR_WORK_ITEM_QUERIES 1
