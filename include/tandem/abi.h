//===- tandem/abi.h - the C ABI between the C++ headers and libtandem.so --===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that the SYCL headers ask of the runtime goes through this file.
//
// Rules:
//  * Handles are opaque and reference counted. A function that hands out a
//    handle hands out one reference; `tandem_retain`/`tandem_release` work on
//    every kind of handle.
//  * A function that can fail returns an int: 0 is success, any other value is
//    a sycl::errc; the text is then in `tandem_last_error()` of this thread.
//  * Every function may be called from any thread, also after the runtime was
//    torn down: then it does nothing and returns TANDEM_SUCCESS, or, where it
//    must produce a value, TANDEM_ERROR_RUNTIME.
//  * Structs begin with their size in bytes, and only ever grow at the end.
//    Arrays of structs are passed with the bytes from one element to the next.
//    A field that a caller's struct does not have yet counts as zero, and zero
//    means what was true before the field existed.
//  * Functions that were added after minor version 0 are marked with
//    TANDEM_SINCE(minor). Nothing is taken away or changed within a major
//    version: docs/internals/abi.md has the whole promise.
//
// `crates/run/capi/build.rs` makes Rust types of this file.
//
//===----------------------------------------------------------------------===//
#ifndef TANDEM_ABI_H
#define TANDEM_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. The major version is that of libtandem.so's
/// SONAME.
#define TANDEM_ABI_MAJOR 1
/// The minor version: functions are added with a new one.
#define TANDEM_ABI_MINOR 1
/// Before a declaration: the minor version that has the function first.
#define TANDEM_SINCE(minor)

/// To be called before everything else, with TANDEM_ABI_MAJOR and
/// TANDEM_ABI_MINOR as they were when the caller was compiled. Fails if
/// programs of that major version do not run with this library; the text then
/// says which library they need. A newer minor version is fine as long as the
/// program uses nothing that this library does not have.
int tandem_abi_check(uint32_t major, uint32_t minor);

/// A handle of a platform.
typedef struct tandem_platform_s *tandem_platform_t;
/// A handle of a device.
typedef struct tandem_device_s *tandem_device_t;
/// A handle of a context.
typedef struct tandem_context_s *tandem_context_t;
/// A handle of a queue.
typedef struct tandem_queue_s *tandem_queue_t;
/// A handle of an event.
typedef struct tandem_event_s *tandem_event_t;
/// A handle of a buffer or sub-buffer.
typedef struct tandem_buffer_s *tandem_buffer_t;
/// A handle of a kernel's identity.
typedef struct tandem_kernel_id_s *tandem_kernel_id_t;
/// A handle of a device image.
typedef struct tandem_device_image_s *tandem_device_image_t;
/// A handle of a kernel bundle.
typedef struct tandem_bundle_s *tandem_bundle_t;
/// A handle of a kernel.
typedef struct tandem_kernel_s *tandem_kernel_t;
/// A handle of an open file with device code.
typedef struct tandem_device_library_s *tandem_device_library_t;
/// A handle of a modifiable graph.
typedef struct tandem_graph_s *tandem_graph_t;
/// A handle of a node of a graph.
typedef struct tandem_graph_node_s *tandem_graph_node_t;
/// A handle of an executable graph.
typedef struct tandem_executable_graph_s *tandem_executable_graph_t;
/// Any of the handles above.
typedef void *tandem_handle_t;

/// The values of sycl::errc that cross this boundary (SYCL 2020, 4.13.2).
enum tandem_errc {
  /// No error.
  TANDEM_SUCCESS = 0,
  /// `errc::runtime`.
  TANDEM_ERROR_RUNTIME = 1,
  /// `errc::kernel`.
  TANDEM_ERROR_KERNEL = 2,
  /// `errc::accessor`.
  TANDEM_ERROR_ACCESSOR = 3,
  /// `errc::nd_range`.
  TANDEM_ERROR_ND_RANGE = 4,
  /// `errc::event`.
  TANDEM_ERROR_EVENT = 5,
  /// `errc::kernel_argument`.
  TANDEM_ERROR_KERNEL_ARGUMENT = 6,
  /// `errc::build`.
  TANDEM_ERROR_BUILD = 7,
  /// `errc::invalid`.
  TANDEM_ERROR_INVALID = 8,
  /// `errc::memory_allocation`.
  TANDEM_ERROR_MEMORY_ALLOCATION = 9,
  /// `errc::platform`.
  TANDEM_ERROR_PLATFORM = 10,
  /// `errc::profiling`.
  TANDEM_ERROR_PROFILING = 11,
  /// `errc::feature_not_supported`.
  TANDEM_ERROR_FEATURE_NOT_SUPPORTED = 12,
  /// `errc::kernel_not_supported`.
  TANDEM_ERROR_KERNEL_NOT_SUPPORTED = 13,
  /// `errc::backend_mismatch`.
  TANDEM_ERROR_BACKEND_MISMATCH = 14,
};

//===-- Errors and handles ------------------------------------------------===//

/// The message of the last failed call of this thread; valid until the next
/// failing call of this thread. Never null.
const char *tandem_last_error(void);
/// The exception that tandem_set_exception was given for the error that the
/// last failed call returned; null if that error is not from a host task. Valid
/// until the next failing call of this thread, or its next request for an error
/// of a queue.
void *tandem_last_exception(void);
/// The backend's own code of the error that the last failed call of this thread
/// returned, such as a `cl_int`; 0 if there is none. `*backend` gets the
/// PI_EXT_PLATFORM_BACKEND_* if there is a code; it may be null.
TANDEM_SINCE(1)
int tandem_last_backend_error(uint32_t *backend);
/// Adds a reference to a handle of any kind.
void tandem_retain(tandem_handle_t handle);
/// Removes a reference from a handle of any kind, which must not be used
/// afterwards.
void tandem_release(tandem_handle_t handle);

/// Attaches the headers' own data to a queue or a context (the state of its
/// async_handler). Set once, right after creation; `destroy(data)` is called
/// once, when the object goes away. `tandem_data` gives it back, null if none.
int tandem_set_data(tandem_handle_t, void *data, void (*destroy)(void *data));
/// The data that tandem_set_data attached; null if there is none.
void *tandem_data(tandem_handle_t);

//===-- Device libraries --------------------------------------------------===//

/// Makes the device images of a file known: a SPIR-V module, or an object,
/// executable, shared library or archive, which is read and not run. Programs
/// that are built until the handle is released may use its functions.
int tandem_device_library_open(const char *path, tandem_device_library_t *out);

//===-- Platforms, devices, contexts --------------------------------------===//

/// Writes at most `capacity` handles (one reference each), and the number that
/// exists to `*count`.
int tandem_platforms(size_t capacity, tandem_platform_t *out, size_t *count);
/// `device_type` is a set of PI_DEVICE_TYPE_* bits (cpu 2, gpu 4, acc 8, all
/// ~0).
int tandem_platform_devices(tandem_platform_t platform, uint64_t device_type,
                            size_t capacity, tandem_device_t *out,
                            size_t *count);
/// The platform of a device.
int tandem_device_platform(tandem_device_t device, tandem_platform_t *out);
/// Divides a device. `kind` is a sycl::info::partition_property; the values are
/// the compute units of each sub-device (1), those of one after the other (2),
/// or one PI_DEVICE_AFFINITY_DOMAIN_* bit (3).
int tandem_device_partition(tandem_device_t device, uint32_t kind,
                            size_t num_values, const size_t *values,
                            size_t capacity, tandem_device_t *out,
                            size_t *count);
/// The device that a sub-device is a part of; other devices have none, which is
/// an error.
int tandem_device_parent(tandem_device_t device, tandem_device_t *out);
/// Whether kernels of a device can use memory of another one, or, where
/// `attribute` is 1, atomic operations on it.
int tandem_device_can_access_peer(tandem_device_t device, tandem_device_t peer,
                                  uint32_t attribute, int *out);
/// Enables or disables access of a device's kernels to the memory of another
/// device.
int tandem_device_set_peer_access(tandem_device_t device, tandem_device_t peer,
                                  int on);
/// The device of the default selector: a GPU before a CPU before an
/// accelerator.
int tandem_default_device(tandem_device_t *out);
/// The error of a selector that no device fits: `selector` is its name, null
/// for the program's own, and the sets of aspects are what it asks for. Never
/// returns 0; tandem_last_error() tells what rules out each device.
int tandem_no_device(const char *selector, uint64_t wanted, uint64_t unwanted);
/// The device with all of the wanted aspects and none of the others that the
/// default selector likes best; otherwise the error of tandem_no_device.
TANDEM_SINCE(1)
int tandem_select_device(const char *selector, uint64_t wanted,
                         uint64_t unwanted, tandem_device_t *out);
/// Whether the device has an aspect, by its number in sycl::aspect.
int tandem_device_has(tandem_device_t device, uint32_t aspect, int *out);

/// `param` is a PI_PLATFORM_INFO_* / PI_DEVICE_INFO_* / PI_CONTEXT_INFO_*
/// value. Strings come with their terminating zero. `size_ret` may be null.
int tandem_platform_info(tandem_platform_t, uint32_t param, size_t size,
                         void *value, size_t *size_ret);
/// As tandem_platform_info, for a device.
int tandem_device_info(tandem_device_t, uint32_t param, size_t size,
                       void *value, size_t *size_ret);

/// Creates a context for devices of one platform.
int tandem_context_create(size_t num_devices, const tandem_device_t *devices,
                          tandem_context_t *out);
/// The context that queues of this device share when the program names none.
int tandem_context_default(tandem_device_t device, tandem_context_t *out);
/// The devices of a context.
int tandem_context_devices(tandem_context_t, size_t capacity,
                           tandem_device_t *out, size_t *count);

//===-- Objects of backends (SYCL 2020, 4.5.1) ----------------------------===//

/// `backend` is a PI_EXT_PLATFORM_BACKEND_*, the value of a sycl::backend.
/// Native handles of platforms, devices, contexts, queues and events; of an
/// object of another backend, TANDEM_ERROR_BACKEND_MISMATCH.
int tandem_native_handle(tandem_handle_t, uint32_t backend, uintptr_t *out);
/// All native handles of an object, which may also be a buffer, kernel or
/// kernel bundle: writes up to `capacity` of them, and their number to
/// `*count`. With `retain`, each handle that counts references gets another
/// one, which the caller owns.
int tandem_native_handles(tandem_handle_t, uint32_t backend, int retain,
                          size_t capacity, uintptr_t *out, size_t *count);
/// As tandem_native_handles, the memory that the device of a queue has of a
/// buffer which a host task of this queue uses with TANDEM_ACCESS_NATIVE.
TANDEM_SINCE(1)
int tandem_queue_native_memory(tandem_queue_t, tandem_buffer_t,
                               uint32_t backend, int retain, size_t capacity,
                               uintptr_t *out, size_t *count);
/// Makes a platform from a backend's object. The native objects of this and the
/// following functions remain the caller's and must outlive the new objects.
int tandem_make_platform(uint32_t backend, uintptr_t native,
                         tandem_platform_t *out);
/// As above, a device.
int tandem_make_device(uint32_t backend, uintptr_t native,
                       tandem_device_t *out);
/// As above, a context.
int tandem_make_context(uint32_t backend, uintptr_t native,
                        tandem_context_t *out);
/// As above, a queue of this context.
int tandem_make_queue(uint32_t backend, uintptr_t native, tandem_context_t,
                      tandem_queue_t *out);
/// An event that is complete when all `count` native ones are.
int tandem_make_event(uint32_t backend, const uintptr_t *natives, size_t count,
                      tandem_context_t, tandem_event_t *out);
/// The buffer may be used when the event, which may be null, is complete.
/// `bytes` is the size of the memory.
int tandem_make_buffer(uint32_t backend, uintptr_t native, tandem_context_t,
                       tandem_event_t available, size_t *bytes,
                       tandem_buffer_t *out);
/// Makes a kernel of this context from a backend's kernel.
int tandem_make_kernel(uint32_t backend, uintptr_t native, tandem_context_t,
                       tandem_kernel_t *out);
/// `state` is a tandem_bundle_state; the program is compiled or built for it.
int tandem_make_bundle(uint32_t backend, uintptr_t native, tandem_context_t,
                       uint32_t state, tandem_bundle_t *out);

//===-- Queues and events -------------------------------------------------===//

/// Properties of a queue.
enum tandem_queue_flags {
  /// Commands run in the order of their submission.
  TANDEM_QUEUE_IN_ORDER = 1,
  /// Events record times.
  TANDEM_QUEUE_PROFILING = 2,
};

/// Creates a queue. `flags` is a set of tandem_queue_flags.
int tandem_queue_create(tandem_context_t, tandem_device_t, uint32_t flags,
                        tandem_queue_t *out);
/// The device of a queue.
int tandem_queue_device(tandem_queue_t, tandem_device_t *out);
/// The context of a queue.
int tandem_queue_context(tandem_queue_t, tandem_context_t *out);
/// The queue's tandem_queue_flags.
int tandem_queue_properties(tandem_queue_t, uint32_t *out);
/// The PI_EXT_PLATFORM_BACKEND_* of the queue's device.
int tandem_queue_backend(tandem_queue_t, uint32_t *out);
/// Blocks until every submission of the queue is complete. Asynchronous errors
/// stay recorded until tandem_queue_take_error.
int tandem_queue_wait(tandem_queue_t);
/// True when nothing that was submitted is still running.
int tandem_queue_empty(tandem_queue_t, int *out);
/// Takes the oldest unreported asynchronous error of the queue: returns its
/// sycl::errc and puts its text into tandem_last_error(); TANDEM_SUCCESS when
/// there is none.
int tandem_queue_take_error(tandem_queue_t);
/// Sets a callback for asynchronous errors that were not taken before the queue
/// was destroyed. `report` is called for each, from any thread, with the data
/// of tandem_set_data, before that is destroyed. `code` is the error's
/// sycl::errc; tandem_last_error() has the text. Set once, after
/// tandem_set_data.
int tandem_queue_on_unhandled_error(tandem_queue_t,
                                    void (*report)(void *data, int code));
/// As above, with batches of errors: one on the thread that releases the
/// program's last handle of the queue, and later ones on any thread. `report`
/// may use the runtime. `next(errors)` returns the codes of a batch, one by
/// one, and 0 at its end.
TANDEM_SINCE(1)
int tandem_queue_on_unhandled_errors(tandem_queue_t,
                                     void (*report)(void *data,
                                                    int (*next)(void *errors),
                                                    void *errors));

/// Blocks until the command of the event is complete.
int tandem_event_wait(tandem_event_t);
/// The queue that made the event; `*out` is null for a default event.
int tandem_event_queue(tandem_event_t, tandem_queue_t *out);
/// Incomplete events that the command waits for, as long as it waits on the
/// host.
int tandem_event_wait_list(tandem_event_t, size_t capacity, tandem_event_t *out,
                           size_t *count);
/// As tandem_queue_take_error, for the queue that made the event.
int tandem_event_take_error(tandem_event_t);
/// 0 submitted, 1 running, 2 complete (order of
/// sycl::info::event_command_status).
int tandem_event_status(tandem_event_t, int *out);
/// PI_PROFILING_INFO_COMMAND_SUBMIT / START / END, nanoseconds. Blocks until
/// the command is complete for START and END.
int tandem_event_profiling(tandem_event_t, uint32_t param,
                           uint64_t *nanoseconds);

//===-- USM (SYCL 2020, 4.8) ----------------------------------------------===//

/// The kinds of USM, in the order of sycl::usm::alloc.
enum tandem_usm_kind {
  /// Host memory that devices can use.
  TANDEM_USM_HOST = 0,
  /// Memory of a device.
  TANDEM_USM_DEVICE = 1,
  /// Memory that migrates between host and device.
  TANDEM_USM_SHARED = 2,
  /// Not USM of the context.
  TANDEM_USM_UNKNOWN = 3
};

/// `*out` is null (and the result success) when memory is exhausted or of
/// unknown kind, as SYCL's malloc functions return a null pointer. `device` is
/// null for host.
int tandem_usm_alloc(tandem_context_t, tandem_device_t, int kind, size_t bytes,
                     size_t alignment, void **out);
/// Frees USM of a context. A null pointer is ignored.
int tandem_usm_free(tandem_context_t, void *ptr);
/// As tandem_usm_alloc, for the context and device of a queue.
int tandem_queue_usm_alloc(tandem_queue_t, int kind, size_t bytes,
                           size_t alignment, void **out);
/// As tandem_usm_free, for the context of a queue.
int tandem_queue_usm_free(tandem_queue_t, void *ptr);
/// The tandem_usm_kind of a pointer.
int tandem_usm_kind(tandem_context_t, const void *ptr, int *kind);
/// The device of a USM pointer.
int tandem_usm_device(tandem_context_t, const void *ptr, tandem_device_t *out);
/// Prepares ordinary host memory for many copies from and to it, until it is
/// released. Ranges do not overlap.
TANDEM_SINCE(1)
int tandem_usm_import(tandem_context_t, void *ptr, size_t bytes);
/// Reverts tandem_usm_import.
TANDEM_SINCE(1)
int tandem_usm_release(tandem_context_t, void *ptr);

//===-- Bindless images (sycl_ext_oneapi_bindless_images) -----------------===//

/// Properties of a bindless image.
enum tandem_image_flags {
  /// The layers are the six faces of a cube map.
  TANDEM_IMAGE_CUBE = 1
};

/// The size and format of a bindless image.
struct tandem_image_shape {
  /// `sizeof(tandem_image_shape)`.
  uint32_t size;
  /// As in tandem_image.
  uint32_t format;
  /// 1 to 3, without layers.
  uint32_t dimensions;
  /// The number of levels of a mipmap; 1 for other images.
  uint32_t levels;
  /// Width, height and depth; those beyond `dimensions` are 0.
  size_t extent[3];
  /// The number of layers of an array; 0 for other images.
  size_t layers;
  /// The bytes from row to row of an image in USM; 0 for other images.
  size_t row_pitch;
  /// The smallest level of detail of a mipmap that is sampled. This and the
  /// next two members are used when the image gets a sampler.
  float least_level;
  /// The largest level of detail of a mipmap that is sampled.
  float most_level;
  /// The maximum anisotropy of sampling a mipmap with gradients.
  float max_anisotropy;
  /// A set of tandem_image_flags.
  uint32_t flags;
};

/// Allocates the memory of an image on a device.
TANDEM_SINCE(1)
int tandem_bindless_alloc(tandem_context_t, tandem_device_t,
                          const struct tandem_image_shape *image, void **out);
/// Frees the memory of an image. A null pointer is ignored.
TANDEM_SINCE(1)
int tandem_bindless_free(tandem_context_t, tandem_device_t, void *memory);
/// As tandem_bindless_free, for a mipmap and its levels.
TANDEM_SINCE(1)
int tandem_bindless_free_mipmap(tandem_context_t, tandem_device_t,
                                void *memory);
/// The memory of one level of a mipmap, which is valid for as long as the
/// mipmap's.
TANDEM_SINCE(1)
int tandem_bindless_level(tandem_context_t, tandem_device_t, void *mipmap,
                          uint32_t level, void **out);
/// Creates the handles that kernels use: of an image, in memory allocated for
/// it or in USM, and of its sampler. `sampler` is null, or has SPIR-V's
/// addressing mode in bits 0 to 2, normalized coordinates in bit 3, linear
/// filtering in bit 4, linear filtering between the levels of mipmaps in bit 5,
/// and seamless filtering of cube maps in bit 6.
TANDEM_SINCE(1)
int tandem_bindless_create(tandem_context_t, tandem_device_t, void *memory,
                           const struct tandem_image_shape *image,
                           const uint64_t *sampler, uint64_t *handles);
/// Destroys both handles. `sampled` says whether they were made with a sampler.
TANDEM_SINCE(1)
int tandem_bindless_destroy(tandem_context_t, tandem_device_t,
                            const uint64_t *handles, int sampled);
/// Writes `extent` and `format` of memory that was allocated for an image.
TANDEM_SINCE(1)
int tandem_bindless_shape(tandem_context_t, void *memory,
                          struct tandem_image_shape *out);
/// Allocates device USM for an image of several rows. `*pitch` is the bytes
/// from row to row.
TANDEM_SINCE(1)
int tandem_usm_alloc_rows(tandem_context_t, tandem_device_t, size_t row_bytes,
                          size_t rows, uint32_t element_bytes, void **out,
                          size_t *pitch);

//===-- Memory and semaphores of other programs ---------------------------===//

/// Imports memory of `bytes` bytes that another program, such as one that uses
/// Vulkan, has exported as a file descriptor. The descriptor belongs to the
/// device's driver if this succeeds.
TANDEM_SINCE(1)
int tandem_external_memory_import(tandem_context_t, tandem_device_t,
                                  int descriptor, size_t bytes, uint64_t *out);
/// Releases imported memory. Images and ranges of it remain valid.
TANDEM_SINCE(1)
int tandem_external_memory_release(tandem_context_t, tandem_device_t,
                                   uint64_t memory);
/// The memory of an image at the start of imported memory. Free it with
/// tandem_bindless_free or tandem_bindless_free_mipmap.
TANDEM_SINCE(1)
int tandem_external_memory_map_image(tandem_context_t, tandem_device_t,
                                     uint64_t memory,
                                     const struct tandem_image_shape *image,
                                     void **out);
/// Maps a range of imported memory as device USM. Free it with
/// tandem_usm_free.
TANDEM_SINCE(1)
int tandem_external_memory_map_range(tandem_context_t, tandem_device_t,
                                     uint64_t memory, size_t offset,
                                     size_t bytes, void **out);
/// Imports a semaphore from a file descriptor, which belongs to the device's
/// driver if this succeeds. A timeline semaphore has a value.
TANDEM_SINCE(1)
int tandem_external_semaphore_import(tandem_context_t, tandem_device_t,
                                     int descriptor, int timeline,
                                     uint64_t *out);
/// Releases an imported semaphore. Commands that were submitted may still use
/// it.
TANDEM_SINCE(1)
int tandem_external_semaphore_release(tandem_context_t, tandem_device_t,
                                      uint64_t semaphore);

/// The direction of a copy of pixels.
enum tandem_pixel_direction {
  /// From host memory to an image.
  TANDEM_PIXELS_TO_DEVICE = 0,
  /// From an image to host memory.
  TANDEM_PIXELS_TO_HOST = 1,
  /// From an image to another one of the device.
  TANDEM_PIXELS_ON_DEVICE = 2,
  /// The direction follows from the pointers: one side, or both, is device USM.
  TANDEM_PIXELS_BY_USM = 3
};

/// A copy of pixels. Offsets and extents are in pixels: width, height, and
/// depth or layers. Dimensions that the image does not have count as 1.
struct tandem_pixel_copy {
  /// `sizeof(tandem_pixel_copy)`.
  uint32_t size;
  /// A tandem_pixel_direction.
  uint32_t direction;
  /// The image on the device's side.
  const struct tandem_image_shape *image;
  /// The first pixel in the source.
  size_t src_offset[3];
  /// The first pixel in the destination.
  size_t dst_offset[3];
  /// The number of pixels to copy.
  size_t extent[3];
  /// The size of the image in host memory, whose pixels are contiguous.
  size_t host_extent[3];
};

//===-- Buffers (SYCL 2020, 4.7.2) ----------------------------------------===//

/// The use of the host memory that a buffer is created with.
enum tandem_buffer_flags {
  /// Use `host_ptr` itself as the host copy.
  TANDEM_BUFFER_USE_HOST_PTR = 1,
  /// `host_ptr` is const: it is never written back.
  TANDEM_BUFFER_READ_ONLY_HOST = 2,
};

/// `host_ptr` may be null. With a host pointer and without READ_ONLY_HOST the
/// buffer writes back to it when it is destroyed.
int tandem_buffer_create(const void *host_ptr, size_t bytes, uint32_t flags,
                         tandem_buffer_t *out);
/// A sub-buffer: a view of `bytes` bytes at `offset` of the parent.
int tandem_buffer_create_sub(tandem_buffer_t parent, size_t offset,
                             size_t bytes, tandem_buffer_t *out);
/// Functions that allocate the buffer's host copy.
struct tandem_allocator {
  /// `sizeof(tandem_allocator)`.
  uint32_t size;
  /// Reserved; 0.
  uint32_t reserved;
  /// Returns null if there is no memory.
  void *(*allocate)(void *data, size_t bytes);
  /// Frees memory that `allocate` returned.
  void (*deallocate)(void *data, void *ptr, size_t bytes);
  /// Called once, after everything else.
  void (*release)(void *data);
  /// The first argument of the functions.
  void *data;
};
/// Sets the allocator of a host copy that does not exist yet. On failure,
/// `release` is not called.
int tandem_buffer_set_allocator(tandem_buffer_t,
                                const struct tandem_allocator *);
/// From now on, commands of other contexts may not use the buffer.
int tandem_buffer_bind_context(tandem_buffer_t, tandem_context_t);
/// A mutex of the program.
struct tandem_mutex {
  /// `sizeof(tandem_mutex)`.
  uint32_t size;
  /// Reserved; 0.
  uint32_t reserved;
  /// Blocks until the mutex is locked.
  void (*lock)(void *mutex);
  /// Locks the mutex if it is free. Returns 0 if it is not.
  int (*try_lock)(void *mutex);
  /// Unlocks the mutex.
  void (*unlock)(void *mutex);
  /// The argument of the functions.
  void *mutex;
};
/// Locks the mutex while commands and host accessors use the buffer. While it
/// is unlocked, `host_ptr` holds the buffer's bytes if they are written back
/// there.
int tandem_buffer_set_mutex(tandem_buffer_t, const struct tandem_mutex *);
/// Sets the destination of the write-back at destruction; null for none.
int tandem_buffer_set_final_data(tandem_buffer_t, void *ptr);
/// Enables or disables the write-back at destruction.
int tandem_buffer_set_write_back(tandem_buffer_t, int on);
/// Sets a callback that gets the final bytes at destruction, for iterators and
/// weak pointers.
int tandem_buffer_set_final_callback(tandem_buffer_t,
                                     void (*fn)(void *data, const void *bytes,
                                                size_t size),
                                     void *data);
/// The destructor of the last sycl::buffer copy calls this instead of
/// tandem_release: waits for the work on the buffer, writes back, releases.
int tandem_buffer_destroy(tandem_buffer_t);

/// The address of the buffer's host copy, the same for the buffer's lifetime.
/// It does not block: the bytes are meaningful inside a host access, and inside
/// a host task that lists the buffer among its accesses.
int tandem_buffer_host_pointer(tandem_buffer_t, void **ptr);

/// The mode of an access to a buffer.
enum tandem_access_mode {
  /// The contents are read.
  TANDEM_ACCESS_READ = 1,
  /// The contents are written.
  TANDEM_ACCESS_WRITE = 2,
  /// The contents are read and written.
  TANDEM_ACCESS_READ_WRITE = 3,
  /// Bit: the previous contents are not needed.
  TANDEM_ACCESS_NO_INIT = 4,
  /// Bit, for host tasks: the task uses the memory of the queue's device,
  /// through the
  /// backend.
  TANDEM_ACCESS_NATIVE = 8,
};

/// Blocks until the host may use the buffer's bytes in this mode; `*ptr` is the
/// host copy's address. Conflicting commands wait for the matching end.
int tandem_host_access_begin(tandem_buffer_t, uint32_t mode, void **ptr,
                             tandem_handle_t *access);
/// As tandem_host_access_begin, for a part of the buffer: the other bytes keep
/// their contents in every mode. `*ptr` is still the start of the buffer.
TANDEM_SINCE(1)
int tandem_host_access_begin_part(tandem_buffer_t, uint32_t mode, size_t offset,
                                  size_t bytes, void **ptr,
                                  tandem_handle_t *access);
/// Ends a host access and releases its handle.
void tandem_host_access_end(tandem_handle_t access);

//===-- Images (SYCL 2020, 4.7.3): pixels in host memory ------------------===//

/// An image in host memory.
struct tandem_image {
  /// `sizeof(tandem_image)`.
  uint32_t size;
  /// A sycl::image_format, or OpenCL's channel order in the upper 16 bits and
  /// its channel type in the lower ones.
  uint32_t format;
  /// The first pixel.
  void *pixels;
  /// Width, height and depth; 1 for dimensions that the image does not have.
  size_t extent[3];
  /// The bytes from row to row and from slice to slice.
  size_t pitch[2];
};

/// A sampler for images in host memory.
struct tandem_sampler {
  /// `sizeof(tandem_sampler)`.
  uint32_t size;
  /// A sycl::addressing_mode.
  uint32_t addressing;
  /// Whether pixels are interpolated.
  uint32_t linear;
  /// Whether coordinates are normalized to the range from 0 to 1.
  uint32_t normalized;
};

/// The buffer of the pixels of a backend's image, which has 1 to 3 dimensions.
/// It may be used when the event, which may be null, is complete. The shape
/// that is filled in has `pixels` null, and dense rows and slices.
TANDEM_SINCE(1)
int tandem_make_image(uint32_t backend, uintptr_t native, uint32_t dimensions,
                      tandem_context_t, tandem_event_t available,
                      struct tandem_image *shape, tandem_buffer_t *out);

/// Makes the bytes of a new buffer the pixels of an image of 1 to 3 dimensions,
/// whose `pixels` do not matter: devices have images of this shape.
int tandem_buffer_set_image(tandem_buffer_t, const struct tandem_image *shape,
                            uint32_t dimensions);

/// The bytes of a pixel; 0 for an unknown format.
size_t tandem_image_pixel_size(uint32_t format);
/// Reads a pixel. Its components are int32_t, uint32_t or float, depending on
/// the format. Outside of the image, they are 0.
int tandem_image_read(const struct tandem_image *, const int32_t coords[3],
                      void *pixel);
/// Writes a pixel. Outside of the image, nothing is written.
int tandem_image_write(const struct tandem_image *, const int32_t coords[3],
                       const void *pixel);
/// Samples an image, as the sampler says.
int tandem_image_sample(const struct tandem_image *,
                        const struct tandem_sampler *, const float coords[3],
                        void *pixel);

//===-- Submission: one call per command group (design decision D8) -------===//

/// One static, zero-initialised slot per kernel instantiation in each module.
/// The runtime caches what it looked up in `cache`; the rest is constant.
struct tandem_kernel_slot {
  /// `sizeof(tandem_kernel_slot)`.
  uint32_t size;
  /// Reserved; 0.
  uint32_t reserved;
  /// Owned by the runtime; initially null.
  void *cache;
  /// The name of the kernel in the device image.
  const char *name;
  /// The __SYCL_TU_ID of the translation unit. If the kernel is internal,
  /// `<name>@<unit>` is looked up first.
  const char *unit;
  /// The size of the closure, which is checked against the image.
  size_t closure_size;
};

// How to treat 8 bytes or more at an offset of the closure. The list is in the
// image (property set "TANDEM/kernel layout"), never in the program.

/// An access of a command to a buffer.
struct tandem_access {
  /// `sizeof(tandem_access)`.
  uint32_t size;
  /// A set of tandem_access_mode.
  uint32_t mode;
  /// The buffer.
  tandem_buffer_t buffer;
  /// The first byte of the buffer that is accessed.
  size_t offset;
  /// The number of bytes that are accessed.
  size_t bytes;
};

/// A specialization constant and its value. `name` and `unit` are as in
/// tandem_kernel_slot.
struct tandem_spec_value {
  /// `sizeof(tandem_spec_value)`.
  uint32_t size;
  /// Reserved; 0.
  uint32_t reserved;
  /// The name of the constant.
  const char *name;
  /// The __SYCL_TU_ID of the translation unit.
  const char *unit;
  /// The value.
  const void *value;
  /// The bytes of the value.
  size_t value_size;
};

/// A device_global (sycl_ext_oneapi_device_global), identified by its object in
/// the program. The bytes of that object are the initial value, which the
/// program never changes.
struct tandem_device_global {
  /// `sizeof(tandem_device_global)`.
  uint32_t size;
  /// The alignment of the variable in bytes.
  uint32_t alignment;
  /// The address of the object.
  const void *object;
  /// The size of the object in bytes.
  size_t object_size;
  /// Whether each device image has a separate variable.
  uint32_t image_scope;
  /// Reserved; 0.
  uint32_t reserved;
};

/// Reads a word of `bytes` bytes from a host pipe
/// (ext::intel::experimental::pipe). The pipe is identified by its object, as a
/// device_global; fields after the first four are 0. On an in-order queue, it
/// waits for all commands that were submitted before. Without `moved`, it
/// blocks until there is a word; otherwise it stores whether there was one.
TANDEM_SINCE(1)
int tandem_queue_read_pipe(tandem_queue_t, const struct tandem_device_global *,
                           void *word, size_t bytes, int *moved);
/// As tandem_queue_read_pipe, but writes a word. Without `moved`, it blocks
/// until there is room.
TANDEM_SINCE(1)
int tandem_queue_write_pipe(tandem_queue_t, const struct tandem_device_global *,
                            const void *word, size_t bytes, int *moved);

/// The commands of command groups, and the fields of tandem_submission that
/// they use.
enum tandem_command {
  /// A command group without a command: only dependencies.
  TANDEM_CMD_EMPTY = 0,
  /// A `single_task`.
  TANDEM_CMD_SINGLE_TASK = 1,
  /// `parallel_for` with a range and perhaps an offset.
  TANDEM_CMD_RANGE = 2,
  /// `parallel_for` with an nd-range.
  TANDEM_CMD_ND_RANGE = 3,
  /// A host task.
  TANDEM_CMD_HOST_TASK = 4,
  /// USM: `dst`, `src`, `bytes`.
  TANDEM_CMD_MEMCPY = 5,
  /// USM: `dst`, `bytes`, and the pattern as the closure.
  TANDEM_CMD_FILL = 6,
  /// USM: `dst`, `bytes`.
  TANDEM_CMD_PREFETCH = 7,
  /// USM: `dst`, `bytes`, and the advice in `flags`.
  TANDEM_CMD_ADVISE = 8,
  /// From access 0 to access 1, or with one access and `src` or `dst`.
  TANDEM_CMD_COPY = 9,
  /// Access 0, and the pattern as the closure; with `rect`, the box of its
  /// destination.
  TANDEM_CMD_BUFFER_FILL = 10,
  /// Access 0.
  TANDEM_CMD_UPDATE_HOST = 11,
  /// A barrier, which waits for `deps`, or for all commands without them.
  TANDEM_CMD_BARRIER = 12,
  /// A two-dimensional copy of USM: `dst`, `src`, `rect`.
  TANDEM_CMD_MEMCPY_2D = 13,
  /// `src`, `bytes`; the closure is the tandem_device_global, and the first
  /// element of `offset` is in bytes.
  TANDEM_CMD_DEVICE_GLOBAL_WRITE = 14,
  /// `dst`, otherwise as TANDEM_CMD_DEVICE_GLOBAL_WRITE.
  TANDEM_CMD_DEVICE_GLOBAL_READ = 15,
  /// `graph`; without accesses.
  TANDEM_CMD_GRAPH = 16,
  /// A hierarchical kernel: `global` work-groups of `local` logical work-items
  /// each, without an offset.
  TANDEM_CMD_WORK_GROUPS = 17,
  /// `dst`, `src`: image memory, USM or host memory; the closure is the
  /// tandem_pixel_copy.
  TANDEM_CMD_COPY_PIXELS = 18,
  /// Waits for an imported semaphore: its handle is the first element of
  /// `offset`; with TANDEM_SEMAPHORE_VALUE, the value is in `bytes`.
  TANDEM_CMD_WAIT_SEMAPHORE = 19,
  /// Signals an imported semaphore; otherwise as TANDEM_CMD_WAIT_SEMAPHORE.
  TANDEM_CMD_SIGNAL_SEMAPHORE = 20,
};

/// The `flags` of commands on semaphores.
enum tandem_semaphore_flags {
  /// The semaphore is a timeline semaphore, and `bytes` is a value of it.
  TANDEM_SEMAPHORE_VALUE = 1,
};

/// The `flags` of kernel commands.
enum tandem_kernel_flags {
  /// ND_RANGE: the work-groups synchronize, so all run concurrently.
  TANDEM_KERNEL_COOPERATIVE = 1,
};
/// The `flags` of fills.
enum tandem_fill_flags {
  /// FILL: a memset, which only the node types of graphs distinguish.
  TANDEM_FILL_BYTES = 1,
};

/// A box for COPY and BUFFER_FILL with accesses to a part in two or three
/// dimensions. Origins are relative to the start of the buffer. Host memory is
/// contiguous.
struct tandem_rect {
  /// `sizeof(tandem_rect)`.
  uint32_t size;
  /// Reserved; 0.
  uint32_t reserved;
  /// Bytes, rows and slices.
  size_t range[3];
  /// The first byte, row and slice of the source.
  size_t src_origin[3];
  /// The bytes of the source from row to row and from slice to slice.
  size_t src_pitch[2];
  /// The first byte, row and slice of the destination.
  size_t dst_origin[3];
  /// The bytes of the destination from row to row and from slice to slice.
  size_t dst_pitch[2];
  /// COPY: the box of the destination. If `range` does not fit into it, both
  /// boxes are traversed in order.
  size_t dst_range[3];
};

/// The kinds of kernel arguments.
enum tandem_arg_kind {
  /// `bytes` bytes at `value`.
  TANDEM_ARG_VALUE = 0,
  /// `value` is the buffer of an accessor of the group.
  TANDEM_ARG_ACCESSOR = 1,
  /// Local memory of `bytes` bytes.
  TANDEM_ARG_LOCAL = 2,
  /// `value` is a USM pointer.
  TANDEM_ARG_POINTER = 3,
  /// `bytes` is a sampler, as closures have it.
  TANDEM_ARG_SAMPLER = 4
};

/// An argument of a built-in kernel.
struct tandem_kernel_arg {
  /// `sizeof(tandem_kernel_arg)`.
  uint32_t size;
  /// A tandem_arg_kind.
  uint32_t kind;
  /// The value, as tandem_arg_kind says.
  const void *value;
  /// The size of the value, as tandem_arg_kind says.
  size_t bytes;
};

/// The launch of a built-in kernel, which has no slot and no closure.
struct tandem_kernel_call {
  /// `sizeof(tandem_kernel_call)`.
  uint32_t size;
  /// Reserved; 0.
  uint32_t reserved;
  /// The kernel.
  tandem_kernel_t kernel;
  /// One for each parameter.
  const struct tandem_kernel_arg *args;
  /// The number of arguments.
  size_t num_args;
  /// The bytes from one element to the next.
  size_t arg_stride;
};

/// A command group.
struct tandem_submission {
  /// `sizeof(tandem_submission)`.
  uint32_t size;
  /// A tandem_command.
  uint32_t command;
  /// The kernel; null for commands without one and for built-in kernels.
  struct tandem_kernel_slot *slot;
  /// The kernel closure, or the fill pattern.
  const void *closure;
  /// The bytes of the closure.
  size_t closure_size;
  /// The number of dimensions of the arrays below, 1 to 3.
  uint32_t dims;
  /// Flags of the command, such as tandem_kernel_flags.
  uint32_t flags;
  /// The number of work-items in each dimension. Index dims-1 varies fastest,
  /// as in SYCL; unused entries are 1.
  size_t global[3];
  /// The size of a work-group in each dimension; unused entries are 1.
  size_t local[3];
  /// The offset of the indices in each dimension; unused entries are 0.
  size_t offset[3];
  /// The accesses to buffers.
  const struct tandem_access *accesses;
  /// The number of accesses.
  size_t num_accesses;
  /// The bytes from one element to the next.
  size_t access_stride;
  /// The events on which the command depends. Null entries are skipped.
  const tandem_event_t *deps;
  /// The number of events.
  size_t num_deps;
  /// The destination of copies.
  void *dst;
  /// The source of copies.
  const void *src;
  /// The bytes of a USM command or of a copy.
  size_t bytes;
  /// The box of a copy or fill; null for contiguous bytes.
  const struct tandem_rect *rect;
  /// Host task: called once on a runtime thread; then `host_task_delete` is
  /// called once, even if the task never ran. Returns 0, or an error code after
  /// storing a message with tandem_set_error. Other commands have no
  /// `host_task`, but may have data that must live until they are complete:
  /// `host_task_delete` is called once at that time, or when the command is
  /// discarded.
  int (*host_task)(void *data);
  /// Destroys `host_task_data`.
  void (*host_task_delete)(void *data);
  /// The argument of both functions.
  void *host_task_data;
  /// Specialization constants of the kernel that do not have their defaults.
  const struct tandem_spec_value *spec_values;
  /// The number of specialization constants.
  size_t num_spec_values;
  /// The bytes from one element to the next.
  size_t spec_value_stride;
  /// The bundle that has the kernel; null for any image.
  tandem_bundle_t bundle;
  /// The file of the submission in the source, for messages: a literal, or
  /// null.
  const char *file;
  /// The line of the submission in the source.
  uint32_t line;
  /// Reserved; 0.
  uint32_t reserved;
  /// The size of the kernel's scratch memory, which an accessor of its closure
  /// refers to if it holds TANDEM_SCRATCH instead of a buffer. The kernel has
  /// exclusive use of it until it is complete. The first 64 bytes are zero when
  /// the kernel starts, and the kernel must leave them zero; the others are
  /// undefined.
  size_t scratch_bytes;
  /// GRAPH: the graph to run.
  tandem_executable_graph_t graph;
  /// The built-in kernel of a kernel command without a slot.
  const struct tandem_kernel_call *call;
};
/// Stands for scratch memory in place of a buffer.
#define TANDEM_SCRATCH ((tandem_buffer_t)1)

/// Submits one command group. `event` may be null if the caller does not need
/// the event. Synchronous errors, such as an unknown kernel, an invalid
/// nd-range or a build failure, are returned here.
int tandem_submit(tandem_queue_t, const struct tandem_submission *,
                  tandem_event_t *event);
/// Fails if the device of the queue refuses the kernel, whatever the range.
int tandem_kernel_check(tandem_queue_t, struct tandem_kernel_slot *);
/// The division of a reduction over a range into work-items. Each work-item
/// processes `run` adjacent elements at a time, in turn; each work-group
/// produces one partial result.
struct tandem_reduction_plan {
  /// `sizeof(tandem_reduction_plan)`.
  uint32_t size;
  /// Reserved; 0.
  uint32_t reserved;
  /// The number of work-groups.
  size_t groups;
  /// The number of work-items in each.
  size_t group_size;
  /// The number of adjacent elements that a work-item processes at a time.
  size_t run;
};
/// Plans a reduction over `items` elements for the device of a queue. `plan` is
/// unchanged if the runtime is shut down.
int tandem_queue_plan_reduction(tandem_queue_t, struct tandem_kernel_slot *,
                                size_t items,
                                struct tandem_reduction_plan *plan);
/// Sets the message that a failing host task reports.
void tandem_set_error(const char *message);
/// Adds the exception of a failing host task, after tandem_set_error.
/// `destroy(exception)` is called once, when the exception can no longer be
/// requested.
void tandem_set_exception(void *exception, void (*destroy)(void *exception));

//===-- Kernel bundles (SYCL 2020, 4.11) ----------------------------------===//

/// The kernel of the first of these names that exists, each looked up like that
/// of a tandem_kernel_slot. `here` is any address of the calling module.
int tandem_kernel_id(const char *const *names, size_t num_names,
                     const char *unit, const void *here,
                     tandem_kernel_id_t *out);
/// Valid as long as the handle; never null.
const char *tandem_kernel_id_name(tandem_kernel_id_t);
/// All kernels of the program. Each kernel has one handle, so equal handles are
/// equal kernels.
int tandem_kernel_ids(size_t capacity, tandem_kernel_id_t *out, size_t *count);
/// The kernels that a device has without an image of the program.
int tandem_device_built_in_kernel_ids(tandem_device_t, size_t capacity,
                                      tandem_kernel_id_t *out, size_t *count);
/// Whether all of these kernels run on a device.
int tandem_kernels_compatible(const tandem_kernel_id_t *kernels,
                              size_t num_kernels, tandem_device_t device,
                              int *out);

/// The order of sycl::bundle_state.
enum tandem_bundle_state {
  /// `bundle_state::input`.
  TANDEM_BUNDLE_INPUT = 0,
  /// `bundle_state::object`.
  TANDEM_BUNDLE_OBJECT = 1,
  /// `bundle_state::executable`.
  TANDEM_BUNDLE_EXECUTABLE = 2,
};

/// The contents of a kernel bundle.
struct tandem_bundle_request {
  /// `sizeof(tandem_bundle_request)`.
  uint32_t size;
  /// A tandem_bundle_state.
  uint32_t state;
  /// The context.
  tandem_context_t context;
  /// The devices of the bundle.
  const tandem_device_t *devices;
  /// The number of devices.
  size_t num_devices;
  /// The kernels, if `some_kernels` is not 0.
  const tandem_kernel_id_t *kernels;
  /// The number of kernels.
  size_t num_kernels;
  /// 0 selects all kernels and ignores the list.
  uint32_t some_kernels;
  /// Reserved; 0.
  uint32_t reserved;
  /// Selects images; null for all. The image handle is borrowed.
  int (*accept)(void *data, tandem_device_image_t image);
  /// The first argument of `accept`.
  void *accept_data;
};

/// Makes a bundle. Compiles or builds its images if necessary.
int tandem_bundle_get(const struct tandem_bundle_request *,
                      tandem_bundle_t *out);
/// Whether the images of a request exist.
int tandem_bundle_exists(const struct tandem_bundle_request *, int *out);
/// Compiles, links or builds what the bundles have, for the given devices or,
/// where `devices` is null, for all that the bundles share.
int tandem_bundle_convert(const tandem_bundle_t *bundles, size_t num_bundles,
                          uint32_t state, const tandem_device_t *devices,
                          size_t num_devices, tandem_bundle_t *out);
/// Combines the images of bundles of one state.
int tandem_bundle_join(const tandem_bundle_t *bundles, size_t num_bundles,
                       tandem_bundle_t *out);

/// The context of a bundle.
int tandem_bundle_context(tandem_bundle_t, tandem_context_t *out);
/// The devices of a bundle.
int tandem_bundle_devices(tandem_bundle_t, size_t capacity,
                          tandem_device_t *out, size_t *count);
/// The images of a bundle.
int tandem_bundle_images(tandem_bundle_t, size_t capacity,
                         tandem_device_image_t *out, size_t *count);
/// The kernels of a bundle.
int tandem_bundle_kernel_ids(tandem_bundle_t, size_t capacity,
                             tandem_kernel_id_t *out, size_t *count);
/// `device` may be null: any device will do.
int tandem_bundle_has_kernel(tandem_bundle_t, tandem_kernel_id_t,
                             tandem_device_t device, int *out);
/// As tandem_bundle_has_kernel, for one image.
int tandem_device_image_has_kernel(tandem_device_image_t, tandem_kernel_id_t,
                                   tandem_device_t device, int *out);
/// A kernel of an executable bundle.
int tandem_bundle_kernel(tandem_bundle_t, tandem_kernel_id_t,
                         tandem_kernel_t *out);
/// Fails unless the bundle belongs to the context of the queue.
int tandem_bundle_check_queue(tandem_bundle_t, tandem_queue_t);

/// Whether kernels of the bundle use this specialization constant, or, where
/// `constant` is null, any. Its value is not looked at.
int tandem_bundle_has_spec_constant(tandem_bundle_t,
                                    const struct tandem_spec_value *constant,
                                    int *out);
/// Sets the value of a specialization constant.
int tandem_bundle_set_spec_constant(tandem_bundle_t,
                                    const struct tandem_spec_value *constant);
/// Writes the value that was set to `out`; leaves `out` unchanged if none was
/// set.
int tandem_bundle_spec_constant(tandem_bundle_t,
                                const struct tandem_spec_value *constant,
                                void *out);

/// The bundle of a kernel.
int tandem_kernel_bundle(tandem_kernel_t, tandem_bundle_t *out);
/// `param` is PI_KERNEL_INFO_* where `device` is null, else
/// PI_KERNEL_GROUP_INFO_* or one of PI's parameters about sub-groups; ranges
/// are in SYCL's order.
int tandem_kernel_info(tandem_kernel_t, tandem_device_t device, uint32_t param,
                       size_t size, void *value, size_t *size_ret);

/// The maximum number of work-groups of this size, in SYCL's order, in a launch
/// with TANDEM_KERNEL_COOPERATIVE on the device of a queue. `local_bytes` is
/// local memory in addition to the kernel's. 0 if the device cannot run such
/// groups of the kernel.
TANDEM_SINCE(1)
int tandem_kernel_max_cooperative_groups(tandem_kernel_t, tandem_queue_t,
                                         uint32_t dims, const size_t *local,
                                         size_t local_bytes, size_t *out);

//===-- Graphs (sycl_ext_oneapi_graph) ------------------------------------===//

/// Properties of a graph.
enum tandem_graph_flags {
  /// Edges are not checked for cycles.
  TANDEM_GRAPH_NO_CYCLE_CHECK = 1,
  /// Its commands may use buffers, all of which outlive it.
  TANDEM_GRAPH_BUFFERS_OUTLIVE = 2,
};
/// Properties of an executable graph.
enum tandem_finalize_flags {
  /// The graph can be updated.
  TANDEM_GRAPH_UPDATABLE = 1,
};

/// Creates a graph. `flags` is a set of tandem_graph_flags.
TANDEM_SINCE(1)
int tandem_graph_create(tandem_context_t, tandem_device_t, uint32_t flags,
                        tandem_graph_t *out);
/// A unique number of the graph, higher than those of older graphs.
TANDEM_SINCE(1)
int tandem_graph_id(tandem_graph_t, uint64_t *out);
/// The graph's internal queue. Commands that are submitted to it become nodes,
/// which tandem_event_graph_node finds by their events. Fails while other
/// queues record.
TANDEM_SINCE(1)
int tandem_graph_queue(tandem_graph_t, tandem_queue_t *out);
/// Starts recording: later submissions to the queue become nodes.
TANDEM_SINCE(1)
int tandem_graph_begin_recording(tandem_graph_t, tandem_queue_t);
/// Ends the recording of a queue or, if it is null, of all queues that record
/// to the graph. Destroying the graph does so, too.
TANDEM_SINCE(1)
int tandem_graph_end_recording(tandem_graph_t, tandem_queue_t);
/// The graph that the queue records to; `*out` is null if it does not record.
TANDEM_SINCE(1)
int tandem_queue_graph(tandem_queue_t, tandem_graph_t *out);
/// Makes `to` depend on `from`.
TANDEM_SINCE(1)
int tandem_graph_add_edge(tandem_graph_t, tandem_graph_node_t from,
                          tandem_graph_node_t to);
/// Makes a node depend on all others that have no successors.
TANDEM_SINCE(1)
int tandem_graph_add_edges_from_leaves(tandem_graph_t, tandem_graph_node_t to);
/// All nodes in the order in which they were added, or those without
/// predecessors.
TANDEM_SINCE(1)
int tandem_graph_nodes(tandem_graph_t, int roots_only, size_t capacity,
                       tandem_graph_node_t *out, size_t *count);
/// Writes the graph to a file in the language of Graphviz.
TANDEM_SINCE(1)
int tandem_graph_print(tandem_graph_t, const char *path, int verbose);
/// Makes an executable graph. `flags` is a set of tandem_finalize_flags.
TANDEM_SINCE(1)
int tandem_graph_finalize(tandem_graph_t, uint32_t flags,
                          tandem_executable_graph_t *out);
/// Makes later submissions run the current commands of `source`. Waits for the
/// last submission.
TANDEM_SINCE(1)
int tandem_executable_graph_update(tandem_executable_graph_t,
                                   tandem_graph_t source);
/// As above, for some nodes of the graph.
TANDEM_SINCE(1)
int tandem_executable_graph_update_nodes(tandem_executable_graph_t,
                                         const tandem_graph_node_t *nodes,
                                         size_t count);
/// The node of a submission that was recorded.
TANDEM_SINCE(1)
int tandem_event_graph_node(tandem_event_t, tandem_graph_node_t *out);
/// `*out` is a sycl::ext::oneapi::experimental::node_type.
TANDEM_SINCE(1)
int tandem_graph_node_type(tandem_graph_node_t, uint32_t *out);
/// The nodes that it depends on, or, with `successors`, that depend on it.
TANDEM_SINCE(1)
int tandem_graph_node_neighbours(tandem_graph_node_t, int successors,
                                 size_t capacity, tandem_graph_node_t *out,
                                 size_t *count);
/// Another range for a kernel, in SYCL's order; `local` is null for none.
TANDEM_SINCE(1)
int tandem_graph_node_set_range(tandem_graph_node_t, uint32_t dims,
                                const size_t global[3], const size_t *local,
                                const size_t offset[3]);

//===-- sycl::stream (SYCL 2020, 4.16) ------------------------------------===//

/// The kinds of values in a stream.
enum tandem_stream_kind {
  /// Nothing follows.
  TANDEM_STREAM_END = 0,
  /// `size` bytes.
  TANDEM_STREAM_TEXT = 1,
  /// An integer of `size` bytes, extended to 8.
  TANDEM_STREAM_SIGNED = 2,
  /// An unsigned integer of `size` bytes, extended to 8.
  TANDEM_STREAM_UNSIGNED = 3,
  /// A double.
  TANDEM_STREAM_FLOAT = 4,
  /// 8 bytes.
  TANDEM_STREAM_POINTER = 5,
};

/// The formats of a value. HEX and OCT exclude each other.
enum tandem_stream_flags {
  /// Integers in hexadecimal digits.
  TANDEM_STREAM_HEX = 1,
  /// Integers in octal digits.
  TANDEM_STREAM_OCT = 2,
  /// Floating-point values as `std::fixed`.
  TANDEM_STREAM_FIXED = 4,
  /// Floating-point values as `std::scientific`.
  TANDEM_STREAM_SCIENTIFIC = 8,
  /// Floating-point values as `std::hexfloat`.
  TANDEM_STREAM_HEXFLOAT = TANDEM_STREAM_FIXED | TANDEM_STREAM_SCIENTIFIC,
  /// With the prefix of the base.
  TANDEM_STREAM_SHOWBASE = 16,
  /// With a sign before positive values.
  TANDEM_STREAM_SHOWPOS = 32,
  /// The record ends the work-item's statement.
  TANDEM_STREAM_FLUSH = 64,
};

/// The header that a kernel writes for each value. The payload follows, padded
/// to 8 bytes. This data format never changes.
struct tandem_stream_record {
  /// The linear id of the work-item.
  uint32_t item;
  /// The bytes of the value.
  uint16_t size;
  /// A tandem_stream_kind.
  uint8_t kind;
  /// A set of tandem_stream_flags.
  uint8_t flags;
  /// The minimum field width.
  int32_t width;
  /// The precision of floating-point values.
  int32_t precision;
};

/// Formats records, each work-item's statements as wholes, and hands at most
/// `limit` characters to `write`, in one call.
int tandem_stream_format(const void *records, size_t bytes, size_t limit,
                         void (*write)(const char *text, size_t size));

//===-- Registration of device images (called by wrapper objects) ---------===//

/// The names are not DPC++'s, so both runtimes can be in one process.
void tandem_register_images(void *pi_device_binaries);
/// Reverts tandem_register_images.
void tandem_unregister_images(void *pi_device_binaries);

#ifdef __cplusplus
}
#endif
#endif // TANDEM_ABI_H
