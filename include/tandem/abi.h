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

// The version of this interface. The major version is that of libtandem.so's
// SONAME.
#define TANDEM_ABI_MAJOR 1
#define TANDEM_ABI_MINOR 1
// Before a declaration: the minor version that has the function first.
#define TANDEM_SINCE(minor)

// To be called before everything else, with TANDEM_ABI_MAJOR and
// TANDEM_ABI_MINOR as they were when the caller was compiled. Fails if programs
// of that major version do not run with this library; the text then says which
// library they need. A newer minor version is fine as long as the program uses
// nothing that this library does not have.
int tandem_abi_check(uint32_t major, uint32_t minor);

typedef struct tandem_platform_s *tandem_platform_t;
typedef struct tandem_device_s *tandem_device_t;
typedef struct tandem_context_s *tandem_context_t;
typedef struct tandem_queue_s *tandem_queue_t;
typedef struct tandem_event_s *tandem_event_t;
typedef struct tandem_buffer_s *tandem_buffer_t;
typedef struct tandem_kernel_id_s *tandem_kernel_id_t;
typedef struct tandem_device_image_s *tandem_device_image_t;
typedef struct tandem_bundle_s *tandem_bundle_t;
typedef struct tandem_kernel_s *tandem_kernel_t;
typedef struct tandem_device_library_s *tandem_device_library_t;
typedef struct tandem_graph_s *tandem_graph_t;
typedef struct tandem_graph_node_s *tandem_graph_node_t;
typedef struct tandem_executable_graph_s *tandem_executable_graph_t;
typedef void *tandem_handle_t; // any of the above

// The values of sycl::errc that cross this boundary (SYCL 2020, 4.13.2).
enum tandem_errc {
  TANDEM_SUCCESS = 0,
  TANDEM_ERROR_RUNTIME = 1,
  TANDEM_ERROR_KERNEL = 2,
  TANDEM_ERROR_ACCESSOR = 3,
  TANDEM_ERROR_ND_RANGE = 4,
  TANDEM_ERROR_EVENT = 5,
  TANDEM_ERROR_KERNEL_ARGUMENT = 6,
  TANDEM_ERROR_BUILD = 7,
  TANDEM_ERROR_INVALID = 8,
  TANDEM_ERROR_MEMORY_ALLOCATION = 9,
  TANDEM_ERROR_PLATFORM = 10,
  TANDEM_ERROR_PROFILING = 11,
  TANDEM_ERROR_FEATURE_NOT_SUPPORTED = 12,
  TANDEM_ERROR_KERNEL_NOT_SUPPORTED = 13,
  TANDEM_ERROR_BACKEND_MISMATCH = 14,
};

//===-- Errors and handles ------------------------------------------------===//

// The message of the last failed call of this thread; valid until the next
// failing call of this thread. Never null.
const char *tandem_last_error(void);
// What tandem_set_exception was given for the error that the last failed call
// returned; null if that is not the error of a host task. Valid until the next
// failing call of this thread, or the next that asks for an error of a queue.
void *tandem_last_exception(void);
void tandem_retain(tandem_handle_t handle);
void tandem_release(tandem_handle_t handle);

// Attaches the headers' own data to a queue or a context (the state of its
// async_handler). Set once, right after creation; `destroy(data)` is called
// once, when the object goes away. `tandem_data` gives it back, null if none.
int tandem_set_data(tandem_handle_t, void *data, void (*destroy)(void *data));
void *tandem_data(tandem_handle_t);

//===-- Device libraries --------------------------------------------------===//

// Makes the device images of a file known: a SPIR-V module, or an object,
// executable, shared library or archive, which is read and not run. Programs
// that are built until the handle is released may use its functions.
int tandem_device_library_open(const char *path, tandem_device_library_t *out);

//===-- Platforms, devices, contexts --------------------------------------===//

// Writes at most `capacity` handles (one reference each), and the number that
// exists to `*count`.
int tandem_platforms(size_t capacity, tandem_platform_t *out, size_t *count);
// `device_type` is a set of PI_DEVICE_TYPE_* bits (cpu 2, gpu 4, acc 8, all
// ~0).
int tandem_platform_devices(tandem_platform_t platform, uint64_t device_type,
                            size_t capacity, tandem_device_t *out,
                            size_t *count);
int tandem_device_platform(tandem_device_t device, tandem_platform_t *out);
// Divides a device. `kind` is a sycl::info::partition_property; the values are
// the compute units of each sub-device (1), those of one after the other (2),
// or one PI_DEVICE_AFFINITY_DOMAIN_* bit (3).
int tandem_device_partition(tandem_device_t device, uint32_t kind,
                            size_t num_values, const size_t *values,
                            size_t capacity, tandem_device_t *out,
                            size_t *count);
// The device that a sub-device is a part of; other devices have none, which is
// an error.
int tandem_device_parent(tandem_device_t device, tandem_device_t *out);
// Whether kernels of a device can use memory of another one, or, where
// `attribute` is 1, atomic operations on it.
int tandem_device_can_access_peer(tandem_device_t device, tandem_device_t peer,
                                  uint32_t attribute, int *out);
int tandem_device_set_peer_access(tandem_device_t device, tandem_device_t peer,
                                  int on);
// The device of the default selector: a GPU before a CPU before an accelerator.
int tandem_default_device(tandem_device_t *out);
// The error of a selector that no device fits: `selector` is its name, null for
// the program's own, and the sets of aspects are what it asks for. Never
// returns 0; tandem_last_error() tells what rules out each device.
int tandem_no_device(const char *selector, uint64_t wanted, uint64_t unwanted);
// The device with all of the wanted aspects and none of the others that the
// default selector likes best; otherwise the error of tandem_no_device.
TANDEM_SINCE(1)
int tandem_select_device(const char *selector, uint64_t wanted,
                         uint64_t unwanted, tandem_device_t *out);
// Whether the device has an aspect, by its number in sycl::aspect.
int tandem_device_has(tandem_device_t device, uint32_t aspect, int *out);

// `param` is a PI_PLATFORM_INFO_* / PI_DEVICE_INFO_* / PI_CONTEXT_INFO_* value.
// Strings come with their terminating zero. `size_ret` may be null.
int tandem_platform_info(tandem_platform_t, uint32_t param, size_t size,
                         void *value, size_t *size_ret);
int tandem_device_info(tandem_device_t, uint32_t param, size_t size,
                       void *value, size_t *size_ret);

int tandem_context_create(size_t num_devices, const tandem_device_t *devices,
                          tandem_context_t *out);
// The context that queues of this device share when the program names none.
int tandem_context_default(tandem_device_t device, tandem_context_t *out);
int tandem_context_devices(tandem_context_t, size_t capacity,
                           tandem_device_t *out, size_t *count);

//===-- Objects of backends (SYCL 2020, 4.5.1) ----------------------------===//

// `backend` is a PI_EXT_PLATFORM_BACKEND_*, the value of a sycl::backend.
// Native handles of platforms, devices, contexts, queues and events; of an
// object of another backend, TANDEM_ERROR_BACKEND_MISMATCH.
int tandem_native_handle(tandem_handle_t, uint32_t backend, uintptr_t *out);
// All native handles behind an object, of a buffer, kernel or kernel bundle
// too: up to `capacity` of them, and how many there are. With `retain`, each
// that counts references gets one more, which is the caller's.
int tandem_native_handles(tandem_handle_t, uint32_t backend, int retain,
                          size_t capacity, uintptr_t *out, size_t *count);
// As tandem_native_handles, the memory that the device of a queue has of a
// buffer which a host task of this queue uses with TANDEM_ACCESS_NATIVE.
TANDEM_SINCE(1)
int tandem_queue_native_memory(tandem_queue_t, tandem_buffer_t,
                               uint32_t backend, int retain, size_t capacity,
                               uintptr_t *out, size_t *count);
// SYCL's objects for those of a backend, which stay the caller's and must
// outlive what is made from them.
int tandem_make_platform(uint32_t backend, uintptr_t native,
                         tandem_platform_t *out);
int tandem_make_device(uint32_t backend, uintptr_t native,
                       tandem_device_t *out);
int tandem_make_context(uint32_t backend, uintptr_t native,
                        tandem_context_t *out);
int tandem_make_queue(uint32_t backend, uintptr_t native, tandem_context_t,
                      tandem_queue_t *out);
// An event that is complete when all `count` native ones are.
int tandem_make_event(uint32_t backend, const uintptr_t *natives, size_t count,
                      tandem_context_t, tandem_event_t *out);
// The buffer may be used when the event, which may be null, is complete.
// `bytes` is the size of the memory.
int tandem_make_buffer(uint32_t backend, uintptr_t native, tandem_context_t,
                       tandem_event_t available, size_t *bytes,
                       tandem_buffer_t *out);
int tandem_make_kernel(uint32_t backend, uintptr_t native, tandem_context_t,
                       tandem_kernel_t *out);
// `state` is a tandem_bundle_state; the program is compiled or built for it.
int tandem_make_bundle(uint32_t backend, uintptr_t native, tandem_context_t,
                       uint32_t state, tandem_bundle_t *out);

//===-- Queues and events -------------------------------------------------===//

enum tandem_queue_flags {
  TANDEM_QUEUE_IN_ORDER = 1,
  TANDEM_QUEUE_PROFILING = 2,
};

int tandem_queue_create(tandem_context_t, tandem_device_t, uint32_t flags,
                        tandem_queue_t *out);
int tandem_queue_device(tandem_queue_t, tandem_device_t *out);
int tandem_queue_context(tandem_queue_t, tandem_context_t *out);
// The queue's tandem_queue_flags.
int tandem_queue_properties(tandem_queue_t, uint32_t *out);
// The PI_EXT_PLATFORM_BACKEND_* of the queue's device.
int tandem_queue_backend(tandem_queue_t, uint32_t *out);
// Blocks until every submission of the queue is complete. Asynchronous errors
// stay recorded until tandem_queue_take_error.
int tandem_queue_wait(tandem_queue_t);
// True when nothing that was submitted is still running.
int tandem_queue_empty(tandem_queue_t, int *out);
// Takes the oldest unreported asynchronous error of the queue: returns its
// sycl::errc and puts its text into tandem_last_error(); TANDEM_SUCCESS when
// there is none.
int tandem_queue_take_error(tandem_queue_t);
// Has asynchronous errors reported that nobody took before the queue went away:
// `report` is called for each, from any thread, with the data of
// tandem_set_data, before that is destroyed. The code is the error's
// sycl::errc; tandem_last_error() has the text. Set once, behind
// tandem_set_data.
int tandem_queue_on_unhandled_error(tandem_queue_t,
                                    void (*report)(void *data, int code));
// The same in batches: when the program gives up its last handle of the queue,
// on that thread, and later on any thread. `report` may use the runtime.
// `next(errors)` returns the codes of a batch, one by one, and 0 at its end.
TANDEM_SINCE(1)
int tandem_queue_on_unhandled_errors(tandem_queue_t,
                                     void (*report)(void *data,
                                                    int (*next)(void *errors),
                                                    void *errors));

int tandem_event_wait(tandem_event_t);
// The queue that made the event; `*out` is null for a default event.
int tandem_event_queue(tandem_event_t, tandem_queue_t *out);
// Incomplete events that the command waits for, as long as it waits on the
// host.
int tandem_event_wait_list(tandem_event_t, size_t capacity, tandem_event_t *out,
                           size_t *count);
// As tandem_queue_take_error, for the queue that made the event.
int tandem_event_take_error(tandem_event_t);
// 0 submitted, 1 running, 2 complete (order of
// sycl::info::event_command_status).
int tandem_event_status(tandem_event_t, int *out);
// PI_PROFILING_INFO_COMMAND_SUBMIT / START / END, nanoseconds. Blocks until
// the command is complete for START and END.
int tandem_event_profiling(tandem_event_t, uint32_t param,
                           uint64_t *nanoseconds);

//===-- USM (SYCL 2020, 4.8) ----------------------------------------------===//

enum tandem_usm_kind {
  TANDEM_USM_HOST = 0,
  TANDEM_USM_DEVICE = 1,
  TANDEM_USM_SHARED = 2,
  TANDEM_USM_UNKNOWN = 3
};

// `*out` is null (and the result success) when memory is exhausted or of
// unknown kind, as SYCL's malloc functions return a null pointer. `device` is
// null for host.
int tandem_usm_alloc(tandem_context_t, tandem_device_t, int kind, size_t bytes,
                     size_t alignment, void **out);
int tandem_usm_free(tandem_context_t, void *ptr);
// The same for the context and the device of a queue.
int tandem_queue_usm_alloc(tandem_queue_t, int kind, size_t bytes,
                           size_t alignment, void **out);
int tandem_queue_usm_free(tandem_queue_t, void *ptr);
int tandem_usm_kind(tandem_context_t, const void *ptr, int *kind);
int tandem_usm_device(tandem_context_t, const void *ptr, tandem_device_t *out);
// Prepares ordinary host memory for many copies from and to it, until it is
// released. Ranges do not overlap.
TANDEM_SINCE(1)
int tandem_usm_import(tandem_context_t, void *ptr, size_t bytes);
TANDEM_SINCE(1)
int tandem_usm_release(tandem_context_t, void *ptr);

//===-- Bindless images (sycl_ext_oneapi_bindless_images) -----------------===//

enum tandem_image_flags {
  TANDEM_IMAGE_CUBE = 1 // the layers are the six faces of a cube map
};

struct tandem_image_shape {
  uint32_t size;       // sizeof(tandem_image_shape)
  uint32_t format;     // as of tandem_image
  uint32_t dimensions; // 1..3, without layers
  uint32_t levels;     // of a mipmap; 1 for other images
  size_t extent[3];    // width, height, depth; others than `dimensions` are 0
  size_t layers;       // of an array; 0 for other images
  size_t row_pitch;    // of an image over USM: bytes from row to row
  // How a sampler reads mipmaps: the levels of detail, and how often at most
  // for two gradients. Used where the image gets a sampler.
  float least_level, most_level, max_anisotropy;
  uint32_t flags; // tandem_image_flags
};

// The memory of an image on a device.
TANDEM_SINCE(1)
int tandem_bindless_alloc(tandem_context_t, tandem_device_t,
                          const struct tandem_image_shape *image, void **out);
// Null is ignored.
TANDEM_SINCE(1)
int tandem_bindless_free(tandem_context_t, tandem_device_t, void *memory);
// The same for a mipmap, with its levels.
TANDEM_SINCE(1)
int tandem_bindless_free_mipmap(tandem_context_t, tandem_device_t,
                                void *memory);
// The memory of one level of a mipmap, which ends with that.
TANDEM_SINCE(1)
int tandem_bindless_level(tandem_context_t, tandem_device_t, void *mipmap,
                          uint32_t level, void **out);
// What kernels hold: handles of an image, whose memory was allocated for it or
// is USM, and of its sampler. `sampler` is null, or has SPIR-V's addressing
// mode in bits 0 to 2, normalized coordinates in bit 3, weighed neighbours in
// bit 4, weighed levels of mipmaps in bit 5, and neighbours of faces of cube
// maps in bit 6.
TANDEM_SINCE(1)
int tandem_bindless_create(tandem_context_t, tandem_device_t, void *memory,
                           const struct tandem_image_shape *image,
                           const uint64_t *sampler, uint64_t *handles);
// Both handles; `sampled` is whether they were made with a sampler.
TANDEM_SINCE(1)
int tandem_bindless_destroy(tandem_context_t, tandem_device_t,
                            const uint64_t *handles, int sampled);
// Fills `extent` and `format` in, for memory that was allocated for an image.
TANDEM_SINCE(1)
int tandem_bindless_shape(tandem_context_t, void *memory,
                          struct tandem_image_shape *out);
// USM of a device for an image of several rows; `*pitch` is the bytes from row
// to row.
TANDEM_SINCE(1)
int tandem_usm_alloc_rows(tandem_context_t, tandem_device_t, size_t row_bytes,
                          size_t rows, uint32_t element_bytes, void **out,
                          size_t *pitch);

enum tandem_pixel_direction {
  TANDEM_PIXELS_TO_DEVICE = 0,
  TANDEM_PIXELS_TO_HOST = 1,
  TANDEM_PIXELS_ON_DEVICE = 2,
  TANDEM_PIXELS_BY_USM = 3 // as one side, or both, is USM of a device
};

// Offsets and extents are in pixels: width, height, depth or layers. A
// direction that the image does not have counts as 1.
struct tandem_pixel_copy {
  uint32_t size;                          // sizeof(tandem_pixel_copy)
  uint32_t direction;                     // tandem_pixel_direction
  const struct tandem_image_shape *image; // the device's side
  size_t src_offset[3], dst_offset[3];
  size_t extent[3];
  size_t host_extent[3]; // pixels of the program, without gaps
};

//===-- Buffers (SYCL 2020, 4.7.2) ----------------------------------------===//

enum tandem_buffer_flags {
  TANDEM_BUFFER_USE_HOST_PTR = 1,   // use `host_ptr` itself as the host copy
  TANDEM_BUFFER_READ_ONLY_HOST = 2, // host_ptr is const: never written back
};

// `host_ptr` may be null. With a host pointer and without READ_ONLY_HOST the
// buffer writes back to it when it is destroyed.
int tandem_buffer_create(const void *host_ptr, size_t bytes, uint32_t flags,
                         tandem_buffer_t *out);
// A sub-buffer: a view of `bytes` bytes at `offset` of the parent.
int tandem_buffer_create_sub(tandem_buffer_t parent, size_t offset,
                             size_t bytes, tandem_buffer_t *out);
// Functions that allocate the buffer's host copy.
struct tandem_allocator {
  uint32_t size; // sizeof(tandem_allocator)
  uint32_t reserved;
  void *(*allocate)(void *data, size_t bytes); // null: there is no memory
  void (*deallocate)(void *data, void *ptr, size_t bytes);
  void (*release)(void *data); // called once, after everything else
  void *data;
};
// For a host copy that is not made yet. On failure, `release` is not called.
int tandem_buffer_set_allocator(tandem_buffer_t,
                                const struct tandem_allocator *);
// From now on, commands of other contexts may not use the buffer.
int tandem_buffer_bind_context(tandem_buffer_t, tandem_context_t);
// A mutex of the program. `try_lock` gives 0 if the mutex is not free.
struct tandem_mutex {
  uint32_t size; // sizeof(tandem_mutex)
  uint32_t reserved;
  void (*lock)(void *mutex);
  int (*try_lock)(void *mutex);
  void (*unlock)(void *mutex);
  void *mutex;
};
// Has the mutex locked while commands and host accessors use the buffer. While
// it is unlocked, the buffer's bytes are in `host_ptr`, if they are written
// back there.
int tandem_buffer_set_mutex(tandem_buffer_t, const struct tandem_mutex *);
// Where to write back at destruction: null for nowhere.
int tandem_buffer_set_final_data(tandem_buffer_t, void *ptr);
int tandem_buffer_set_write_back(tandem_buffer_t, int on);
// Write back through a callback with the final bytes (iterators, weak_ptr).
int tandem_buffer_set_final_callback(tandem_buffer_t,
                                     void (*fn)(void *data, const void *bytes,
                                                size_t size),
                                     void *data);
// The destructor of the last sycl::buffer copy calls this instead of
// tandem_release: waits for the work on the buffer, writes back, releases.
int tandem_buffer_destroy(tandem_buffer_t);

// The address of the buffer's host copy, the same for the buffer's lifetime.
// It does not block: the bytes are meaningful inside a host access, and inside
// a host task that lists the buffer among its accesses.
int tandem_buffer_host_pointer(tandem_buffer_t, void **ptr);

enum tandem_access_mode {
  TANDEM_ACCESS_READ = 1,
  TANDEM_ACCESS_WRITE = 2,
  TANDEM_ACCESS_READ_WRITE = 3,
  TANDEM_ACCESS_NO_INIT = 4, // bit: previous contents are not needed
  TANDEM_ACCESS_NATIVE = 8,  // bit, of a host task: it uses the memory of the
                             // queue's device, through the backend
};

// Blocks until the host may use the buffer's bytes in this mode; `*ptr` is the
// host copy's address. Conflicting commands wait for the matching end.
int tandem_host_access_begin(tandem_buffer_t, uint32_t mode, void **ptr,
                             tandem_handle_t *access);
// The same for a part of the buffer: the other bytes keep their contents,
// whatever the mode. `*ptr` is the start of the buffer nevertheless.
TANDEM_SINCE(1)
int tandem_host_access_begin_part(tandem_buffer_t, uint32_t mode, size_t offset,
                                  size_t bytes, void **ptr,
                                  tandem_handle_t *access);
void tandem_host_access_end(tandem_handle_t access);

//===-- Images (SYCL 2020, 4.7.3): pixels in host memory ------------------===//

struct tandem_image {
  uint32_t size;   // sizeof(tandem_image)
  uint32_t format; // sycl::image_format, or OpenCL's numbers: that of the
                   // channel order in the upper 16 bits, and of the type
  void *pixels;
  size_t extent[3]; // width, height, depth; 1 where there is none
  size_t pitch[2];  // bytes from row to row, from slice to slice
};

struct tandem_sampler {
  uint32_t size;       // sizeof(tandem_sampler)
  uint32_t addressing; // sycl::addressing_mode
  uint32_t linear;     // whether neighbours are weighed
  uint32_t normalized; // whether coordinates go from 0 to 1
};

// The buffer of the pixels of a backend's image, which has 1 to 3 dimensions.
// It may be used when the event, which may be null, is complete. The shape that
// is filled in has `pixels` null, and dense rows and slices.
TANDEM_SINCE(1)
int tandem_make_image(uint32_t backend, uintptr_t native, uint32_t dimensions,
                      tandem_context_t, tandem_event_t available,
                      struct tandem_image *shape, tandem_buffer_t *out);

// Makes the bytes of a new buffer the pixels of an image of 1 to 3 dimensions,
// whose `pixels` do not matter: devices have images of this shape.
int tandem_buffer_set_image(tandem_buffer_t, const struct tandem_image *shape,
                            uint32_t dimensions);

// Bytes of a pixel; 0 for what is no format.
size_t tandem_image_pixel_size(uint32_t format);
// The components of a pixel are int32_t, uint32_t or float, as the format says.
// Outside of the image, reading gives zeros and writing changes nothing.
int tandem_image_read(const struct tandem_image *, const int32_t coords[3],
                      void *pixel);
int tandem_image_write(const struct tandem_image *, const int32_t coords[3],
                       const void *pixel);
int tandem_image_sample(const struct tandem_image *,
                        const struct tandem_sampler *, const float coords[3],
                        void *pixel);

//===-- Submission: one call per command group (design decision D8) -------===//

// One static, zero-initialised slot per kernel instantiation in each module.
// The runtime caches what it looked up in `cache`; the rest is constant.
struct tandem_kernel_slot {
  uint32_t size; // sizeof(tandem_kernel_slot)
  uint32_t reserved;
  void *cache;         // owned by the runtime; starts as null
  const char *name;    // kernel name, as in the device image
  const char *unit;    // __SYCL_TU_ID of the translation unit; looked up as
                       // "<name>@<unit>" first where the kernel is internal
  size_t closure_size; // sizeof the closure; checked against the image
};

// How to treat 8 bytes or more at an offset of the closure. The list is in the
// image (property set "TANDEM/kernel layout"), never in the program.

struct tandem_access {
  uint32_t size; // sizeof(tandem_access)
  uint32_t mode; // tandem_access_mode
  tandem_buffer_t buffer;
  size_t offset; // byte range of the buffer that is accessed
  size_t bytes;
};

// A specialization constant and its value. `name` and `unit` are as in
// tandem_kernel_slot.
struct tandem_spec_value {
  uint32_t size; // sizeof(tandem_spec_value)
  uint32_t reserved;
  const char *name;
  const char *unit;
  const void *value;
  size_t value_size;
};

// A device_global (sycl_ext_oneapi_device_global), by the object that stands
// for it in the program. The bytes of that object are the initial value; the
// program never changes them.
struct tandem_device_global {
  uint32_t size; // sizeof(tandem_device_global)
  uint32_t alignment;
  const void *object;
  size_t object_size;
  uint32_t image_scope; // whether each device image has memory of its own
  uint32_t reserved;
};

// The host's ends of a host pipe (ext::intel::experimental::pipe), which the
// object stands for as for a device_global; its fields beyond the first four
// are 0. `word` has `bytes` bytes. In an in-order queue, all commands that were
// submitted before come first. Without `moved`, waits for a word or for room;
// otherwise stores whether there was one.
TANDEM_SINCE(1)
int tandem_queue_read_pipe(tandem_queue_t, const struct tandem_device_global *,
                           void *word, size_t bytes, int *moved);
TANDEM_SINCE(1)
int tandem_queue_write_pipe(tandem_queue_t, const struct tandem_device_global *,
                            const void *word, size_t bytes, int *moved);

enum tandem_command {
  TANDEM_CMD_EMPTY = 0, // a command group without a command: only dependencies
  TANDEM_CMD_SINGLE_TASK = 1,
  TANDEM_CMD_RANGE = 2,    // parallel_for(range [, offset])
  TANDEM_CMD_ND_RANGE = 3, // parallel_for(nd_range)
  TANDEM_CMD_HOST_TASK = 4,
  TANDEM_CMD_MEMCPY = 5, // USM: dst, src, size
  TANDEM_CMD_FILL =
      6, // USM: dst, pattern (closure, closure_size), size in bytes
  TANDEM_CMD_PREFETCH = 7,     // USM: dst, size
  TANDEM_CMD_ADVISE = 8,       // USM: dst, size, advice in `flags`
  TANDEM_CMD_COPY = 9,         // accessors 0 -> 1, or one accessor and src/dst
  TANDEM_CMD_BUFFER_FILL = 10, // accessor 0, pattern (closure, closure_size);
                               // with `rect`, the box of its destination
  TANDEM_CMD_UPDATE_HOST = 11, // accessor 0
  TANDEM_CMD_BARRIER = 12, // ext_oneapi_submit_barrier: waits for deps, or all
  TANDEM_CMD_MEMCPY_2D = 13,
  TANDEM_CMD_DEVICE_GLOBAL_WRITE =
      14, // src, size; the closure is the
          // tandem_device_global, offset[0] in bytes
  TANDEM_CMD_DEVICE_GLOBAL_READ = 15, // dst, as above
  TANDEM_CMD_GRAPH = 16,              // graph; no accessors
  TANDEM_CMD_WORK_GROUPS = 17, // a hierarchical kernel: `global` work-groups of
                               // `local` logical work-items each; no offset
  TANDEM_CMD_COPY_PIXELS = 18, // dst, src: memory of images, USM or memory of
                               // the program; the closure is the
                               // tandem_pixel_copy
};

enum tandem_kernel_flags {
  TANDEM_KERNEL_COOPERATIVE = 1, // ND_RANGE: the work-groups wait for each
                                 // other, so all run at the same time
};
enum tandem_fill_flags {
  TANDEM_FILL_BYTES = 1, // FILL: as memset, which only the node types of
                         // graphs tell apart
};

// A box for COPY and BUFFER_FILL with accessors of a part of two or three
// dimensions. Origins count from the start of the buffer; the side that is
// memory of the program is dense.
struct tandem_rect {
  uint32_t size; // sizeof(tandem_rect)
  uint32_t reserved;
  size_t range[3]; // bytes, rows, slices
  size_t src_origin[3], src_pitch[2];
  size_t dst_origin[3], dst_pitch[2];
  size_t dst_range[3]; // of COPY: where `range` has no room in it, both are
                       // gone through in order
};

// What is passed for one parameter of a kernel.
enum tandem_arg_kind {
  TANDEM_ARG_VALUE = 0,    // `bytes` bytes at `value`
  TANDEM_ARG_ACCESSOR = 1, // `value` is the buffer of an accessor of the group
  TANDEM_ARG_LOCAL = 2,    // local memory of `bytes` bytes
  TANDEM_ARG_POINTER = 3,  // `value` is a USM pointer
  TANDEM_ARG_SAMPLER = 4   // `bytes` is a sampler, as closures have it
};

struct tandem_kernel_arg {
  uint32_t size; // sizeof(tandem_kernel_arg)
  uint32_t kind; // tandem_arg_kind
  const void *value;
  size_t bytes;
};

// The launch of a built-in kernel, which has no slot and no closure.
struct tandem_kernel_call {
  uint32_t size; // sizeof(tandem_kernel_call)
  uint32_t reserved;
  tandem_kernel_t kernel;
  const struct tandem_kernel_arg *args; // one for each parameter
  size_t num_args;
  size_t arg_stride; // bytes from one to the next
};

struct tandem_submission {
  uint32_t size;    // sizeof(tandem_submission)
  uint32_t command; // tandem_command
  struct tandem_kernel_slot *slot;
  const void *closure; // kernel closure, or fill pattern
  size_t closure_size;
  uint32_t dims; // 1..3; dimensions of the arrays below
  uint32_t flags;
  // SYCL order: index dims-1 varies fastest. Unused entries are 1 / 0.
  size_t global[3], local[3], offset[3];
  const struct tandem_access *accesses;
  size_t num_accesses;
  size_t access_stride;       // bytes from one to the next
  const tandem_event_t *deps; // null entries are skipped
  size_t num_deps;
  void *dst; // USM and accessor copies
  const void *src;
  size_t bytes;
  const struct tandem_rect *rect;
  // Host task: called once on a runtime thread, then `host_task_delete` once,
  // also when the task never ran. Returns 0, or an error code after storing a
  // message through tandem_set_error. Other commands have no `host_task`, but
  // may have data that must live until they are complete: `host_task_delete`
  // is called once then, or when the command never runs.
  int (*host_task)(void *data);
  void (*host_task_delete)(void *data);
  void *host_task_data;
  // Specialization constants of the kernel that do not have their defaults.
  const struct tandem_spec_value *spec_values;
  size_t num_spec_values;
  size_t spec_value_stride; // bytes from one to the next
  tandem_bundle_t bundle;   // where the kernel is taken from; null: anywhere
  // Where the program submits, for messages: a literal, or null.
  const char *file;
  uint32_t line;
  uint32_t reserved;
  // Scratch memory of the kernel: what an accessor of its closure leads to that
  // holds TANDEM_SCRATCH instead of a buffer. It is the kernel's alone until it
  // is complete. The first 64 bytes are zero when the kernel begins, and the
  // kernel leaves them so; the others have no defined contents.
  size_t scratch_bytes;
  // GRAPH: what to run.
  tandem_executable_graph_t graph;
  // Of a kernel command without a slot.
  const struct tandem_kernel_call *call;
};
#define TANDEM_SCRATCH ((tandem_buffer_t)1)

// Submits one command group. `event` may be null when nobody wants it.
// Synchronous errors (unknown kernel, bad nd_range, build failure) return here.
int tandem_submit(tandem_queue_t, const struct tandem_submission *,
                  tandem_event_t *event);
// Fails if the device of the queue refuses the kernel, whatever the range.
int tandem_kernel_check(tandem_queue_t, struct tandem_kernel_slot *);
// How a reduction over a range is best divided on the device of a queue.
// Work-items take `run` neighbouring elements at a time, in turn; a work-group
// leaves one partial result. The plan stays as it is where the runtime is gone.
struct tandem_reduction_plan {
  uint32_t size; // sizeof(tandem_reduction_plan)
  uint32_t reserved;
  size_t groups;     // work-groups
  size_t group_size; // work-items of each
  size_t run;
};
int tandem_queue_plan_reduction(tandem_queue_t, struct tandem_kernel_slot *,
                                size_t items,
                                struct tandem_reduction_plan *plan);
// Sets the message that a failing host task reports.
void tandem_set_error(const char *message);
// Adds the exception that a failing host task ended with, behind
// tandem_set_error. `destroy(exception)` is called once, when nobody can ask
// for it any more.
void tandem_set_exception(void *exception, void (*destroy)(void *exception));

//===-- Kernel bundles (SYCL 2020, 4.11) ----------------------------------===//

// The kernel of the first of these names that exists, each looked up like that
// of a tandem_kernel_slot. `here` is any address of the calling module.
int tandem_kernel_id(const char *const *names, size_t num_names,
                     const char *unit, const void *here,
                     tandem_kernel_id_t *out);
// Valid as long as the handle; never null.
const char *tandem_kernel_id_name(tandem_kernel_id_t);
// All kernels of the program. Each kernel has one handle, so equal handles are
// equal kernels.
int tandem_kernel_ids(size_t capacity, tandem_kernel_id_t *out, size_t *count);
// The kernels that a device has without an image of the program.
int tandem_device_built_in_kernel_ids(tandem_device_t, size_t capacity,
                                      tandem_kernel_id_t *out, size_t *count);
// Whether all of these kernels run on a device.
int tandem_kernels_compatible(const tandem_kernel_id_t *kernels,
                              size_t num_kernels, tandem_device_t device,
                              int *out);

// The order of sycl::bundle_state.
enum tandem_bundle_state {
  TANDEM_BUNDLE_INPUT = 0,
  TANDEM_BUNDLE_OBJECT = 1,
  TANDEM_BUNDLE_EXECUTABLE = 2,
};

struct tandem_bundle_request {
  uint32_t size;  // sizeof(tandem_bundle_request)
  uint32_t state; // tandem_bundle_state
  tandem_context_t context;
  const tandem_device_t *devices;
  size_t num_devices;
  const tandem_kernel_id_t *kernels;
  size_t num_kernels;
  uint32_t some_kernels; // 0: all kernels, and the list is not looked at
  uint32_t reserved;
  // Which images to take; null for all. Borrows the image.
  int (*accept)(void *data, tandem_device_image_t image);
  void *accept_data;
};

int tandem_bundle_get(const struct tandem_bundle_request *,
                      tandem_bundle_t *out);
int tandem_bundle_exists(const struct tandem_bundle_request *, int *out);
// Compiles, links or builds what the bundles have, for the given devices or,
// where `devices` is null, for all that the bundles share.
int tandem_bundle_convert(const tandem_bundle_t *bundles, size_t num_bundles,
                          uint32_t state, const tandem_device_t *devices,
                          size_t num_devices, tandem_bundle_t *out);
int tandem_bundle_join(const tandem_bundle_t *bundles, size_t num_bundles,
                       tandem_bundle_t *out);

int tandem_bundle_context(tandem_bundle_t, tandem_context_t *out);
int tandem_bundle_devices(tandem_bundle_t, size_t capacity,
                          tandem_device_t *out, size_t *count);
int tandem_bundle_images(tandem_bundle_t, size_t capacity,
                         tandem_device_image_t *out, size_t *count);
int tandem_bundle_kernel_ids(tandem_bundle_t, size_t capacity,
                             tandem_kernel_id_t *out, size_t *count);
// `device` may be null: any device will do.
int tandem_bundle_has_kernel(tandem_bundle_t, tandem_kernel_id_t,
                             tandem_device_t device, int *out);
int tandem_device_image_has_kernel(tandem_device_image_t, tandem_kernel_id_t,
                                   tandem_device_t device, int *out);
int tandem_bundle_kernel(tandem_bundle_t, tandem_kernel_id_t,
                         tandem_kernel_t *out);
// Fails unless the bundle belongs to the context of the queue.
int tandem_bundle_check_queue(tandem_bundle_t, tandem_queue_t);

// Whether kernels of the bundle use this specialization constant, or, where
// `constant` is null, any. Its value is not looked at.
int tandem_bundle_has_spec_constant(tandem_bundle_t,
                                    const struct tandem_spec_value *constant,
                                    int *out);
int tandem_bundle_set_spec_constant(tandem_bundle_t,
                                    const struct tandem_spec_value *constant);
// Writes the value that was set to `out`; leaves it alone where none was.
int tandem_bundle_spec_constant(tandem_bundle_t,
                                const struct tandem_spec_value *constant,
                                void *out);

int tandem_kernel_bundle(tandem_kernel_t, tandem_bundle_t *out);
// `param` is PI_KERNEL_INFO_* where `device` is null, else
// PI_KERNEL_GROUP_INFO_* or one of PI's parameters about sub-groups; ranges are
// in SYCL's order.
int tandem_kernel_info(tandem_kernel_t, tandem_device_t device, uint32_t param,
                       size_t size, void *value, size_t *size_ret);

// How many work-groups of this size, in SYCL's order, a launch with
// TANDEM_KERNEL_COOPERATIVE can have on the device of a queue, with so many
// bytes of local memory beside the kernel's own; 0 if the device cannot run
// such groups of the kernel.
TANDEM_SINCE(1)
int tandem_kernel_max_cooperative_groups(tandem_kernel_t, tandem_queue_t,
                                         uint32_t dims, const size_t *local,
                                         size_t local_bytes, size_t *out);

//===-- Graphs (sycl_ext_oneapi_graph) ------------------------------------===//

enum tandem_graph_flags {
  TANDEM_GRAPH_NO_CYCLE_CHECK = 1,  // edges may close cycles, unnoticed
  TANDEM_GRAPH_BUFFERS_OUTLIVE = 2, // its commands may use buffers, all of
                                    // which outlive it
};
enum tandem_finalize_flags {
  TANDEM_GRAPH_UPDATABLE = 1,
};

TANDEM_SINCE(1)
int tandem_graph_create(tandem_context_t, tandem_device_t, uint32_t flags,
                        tandem_graph_t *out);
// A number of its own for each graph, higher than those of older ones.
TANDEM_SINCE(1)
int tandem_graph_id(tandem_graph_t, uint64_t *out);
// A queue of the graph's own. What is submitted to it becomes a node, which
// tandem_event_graph_node finds by the event. Fails while other queues record.
TANDEM_SINCE(1)
int tandem_graph_queue(tandem_graph_t, tandem_queue_t *out);
// Between these, submissions to the queue become nodes. Without a queue, all
// recordings of the graph end; so they do when the graph goes.
TANDEM_SINCE(1)
int tandem_graph_begin_recording(tandem_graph_t, tandem_queue_t);
TANDEM_SINCE(1)
int tandem_graph_end_recording(tandem_graph_t, tandem_queue_t);
// The graph that the queue records to; `*out` is null if it does not record.
TANDEM_SINCE(1)
int tandem_queue_graph(tandem_queue_t, tandem_graph_t *out);
TANDEM_SINCE(1)
int tandem_graph_add_edge(tandem_graph_t, tandem_graph_node_t from,
                          tandem_graph_node_t to);
// Has a node run behind all others that no node comes after.
TANDEM_SINCE(1)
int tandem_graph_add_edges_from_leaves(tandem_graph_t, tandem_graph_node_t to);
// All nodes in the order in which they were added, or those without
// predecessors.
TANDEM_SINCE(1)
int tandem_graph_nodes(tandem_graph_t, int roots_only, size_t capacity,
                       tandem_graph_node_t *out, size_t *count);
// Writes the graph to a file in the language of Graphviz.
TANDEM_SINCE(1)
int tandem_graph_print(tandem_graph_t, const char *path, int verbose);
TANDEM_SINCE(1)
int tandem_graph_finalize(tandem_graph_t, uint32_t flags,
                          tandem_executable_graph_t *out);
// Later submissions run what the nodes of the graph, or these nodes, run now.
// Waits for the last submission.
TANDEM_SINCE(1)
int tandem_executable_graph_update(tandem_executable_graph_t,
                                   tandem_graph_t source);
TANDEM_SINCE(1)
int tandem_executable_graph_update_nodes(tandem_executable_graph_t,
                                         const tandem_graph_node_t *nodes,
                                         size_t count);
// The node of a submission that was recorded.
TANDEM_SINCE(1)
int tandem_event_graph_node(tandem_event_t, tandem_graph_node_t *out);
// `*out` is a sycl::ext::oneapi::experimental::node_type.
TANDEM_SINCE(1)
int tandem_graph_node_type(tandem_graph_node_t, uint32_t *out);
// The nodes that it depends on, or, with `successors`, that depend on it.
TANDEM_SINCE(1)
int tandem_graph_node_neighbours(tandem_graph_node_t, int successors,
                                 size_t capacity, tandem_graph_node_t *out,
                                 size_t *count);
// Another range for a kernel, in SYCL's order; `local` is null for none.
TANDEM_SINCE(1)
int tandem_graph_node_set_range(tandem_graph_node_t, uint32_t dims,
                                const size_t global[3], const size_t *local,
                                const size_t offset[3]);

//===-- sycl::stream (SYCL 2020, 4.16) ------------------------------------===//

enum tandem_stream_kind {
  TANDEM_STREAM_END = 0,      // nothing follows
  TANDEM_STREAM_TEXT = 1,     // `size` bytes
  TANDEM_STREAM_SIGNED = 2,   // an integer of `size` bytes, extended to 8
  TANDEM_STREAM_UNSIGNED = 3, // as above
  TANDEM_STREAM_FLOAT = 4,    // a double
  TANDEM_STREAM_POINTER = 5,  // 8 bytes
};

enum tandem_stream_flags { // hex and oct, and the floating-point formats,
                           // exclude each other
  TANDEM_STREAM_HEX = 1,
  TANDEM_STREAM_OCT = 2,
  TANDEM_STREAM_FIXED = 4,
  TANDEM_STREAM_SCIENTIFIC = 8,
  TANDEM_STREAM_HEXFLOAT = TANDEM_STREAM_FIXED | TANDEM_STREAM_SCIENTIFIC,
  TANDEM_STREAM_SHOWBASE = 16,
  TANDEM_STREAM_SHOWPOS = 32,
  TANDEM_STREAM_FLUSH = 64, // the work-item's statement ends behind the record
};

// What a kernel writes for each value; the payload follows, padded to 8 bytes.
// A data format, which never changes.
struct tandem_stream_record {
  uint32_t item; // linear id of the work-item
  uint16_t size;
  uint8_t kind;  // tandem_stream_kind
  uint8_t flags; // tandem_stream_flags
  int32_t width;
  int32_t precision;
};

// Formats records, each work-item's statements as wholes, and hands at most
// `limit` characters to `write`, in one call.
int tandem_stream_format(const void *records, size_t bytes, size_t limit,
                         void (*write)(const char *text, size_t size));

//===-- Registration of device images (called by wrapper objects) ---------===//

// The names are not DPC++'s, so both runtimes can be in one process.
void tandem_register_images(void *pi_device_binaries);
void tandem_unregister_images(void *pi_device_binaries);

#ifdef __cplusplus
}
#endif
#endif // TANDEM_ABI_H
