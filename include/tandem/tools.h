//===- tandem/tools.h - libraries that observe what the runtime does ------===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool is a shared library that exports `tandem_tool_attach`. The variable
// TANDEM_TOOLS names the tools of a process: paths, with `:` between them.
// docs/tools.md has an example.
//
// Rules:
//  * Callbacks are called one at a time, on a thread of the runtime, in the
//    order in which things happened, some time after they happened. No lock of
//    the runtime is held. The runtime does not wait for a callback, except at
//    the end of the process.
//  * Callbacks may use SYCL, and must not throw, call exit, or fork. What they
//    do with SYCL is reported, too.
//  * What a callback is given is valid until it returns. Texts are UTF-8.
//  * Times are nanoseconds of CLOCK_MONOTONIC.
//  * Structs begin with their size in bytes, and only ever grow at the end. A
//    tool sets `size` of what it passes, zeroes what it does not use, and
//    compares `size` of what it is given before it reads fields that came with
//    a later minor version. Zero in a field that a tool does not know of means
//    what was true before the field existed.
//
//===----------------------------------------------------------------------===//
#ifndef TANDEM_TOOLS_H
#define TANDEM_TOOLS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface.
#define TANDEM_TOOLS_MAJOR 1
#define TANDEM_TOOLS_MINOR 0

enum tandem_tool_command_kind {
  TANDEM_TOOL_COMMAND_KERNEL = 1,
  // Copies, fills, prefetches and advice.
  TANDEM_TOOL_COMMAND_MEMORY = 2,
  // Markers and barriers.
  TANDEM_TOOL_COMMAND_FENCE = 3,
  // A graph that runs as one command.
  TANDEM_TOOL_COMMAND_GRAPH = 4
};

// A command that a device was given.
typedef struct tandem_tool_command {
  uint32_t size;
  // enum tandem_tool_command_kind
  uint32_t kind;
  // From 1 on, one for each command of the process.
  uint64_t number;
  // The number of the queue. Queues that the runtime makes have numbers, too.
  uint64_t queue;
  // The thread that submitted it: from 1 on; 0 for a thread that ends.
  uint64_t thread;
  // When that thread began and ended to hand it over.
  uint64_t submit_begin;
  uint64_t submit_end;
  // The name of a kernel as C++ has it, or the command in words.
  const char *name;
  // The name of the device.
  const char *device;
  // The numbers of commands that it waits for. Commands whose end was noticed
  // before are left out, and so are those that an in-order queue orders.
  const uint64_t *waits;
  uint64_t wait_count;
} tandem_tool_command;

// The end of a command. It is noticed when its queue is waited for, at the
// latest 1024 commands later or at the end of the process. A command that is
// not complete by then has none.
typedef struct tandem_tool_command_end {
  uint32_t size;
  // 1 if it failed.
  uint32_t failed;
  const tandem_tool_command *command;
  // When it ran on the device, by the host's clock. Both are 0 if it failed or
  // the device does not tell.
  uint64_t begin;
  uint64_t end;
} tandem_tool_command_end;

// A call of SYCL that waited, or a host task.
typedef struct tandem_tool_host_span {
  uint32_t size;
  uint32_t reserved;
  // The thread, as in tandem_tool_command.
  uint64_t thread;
  uint64_t begin;
  uint64_t end;
  // What it was: "queue::wait", "event::wait", "host task".
  const char *name;
} tandem_tool_host_span;

enum tandem_tool_build_step {
  // From device code to a program.
  TANDEM_TOOL_BUILD = 1,
  // From device code to what is linked later.
  TANDEM_TOOL_COMPILE = 2,
  // Several compiled parts to a program; compilations in it are told first.
  TANDEM_TOOL_LINK = 3
};

// A step of making a program for a device. The plugin may have had its result
// in a cache on disk.
typedef struct tandem_tool_build {
  uint32_t size;
  // enum tandem_tool_build_step
  uint32_t step;
  uint64_t thread;
  uint64_t begin;
  uint64_t end;
  // The kernel that is wanted, and the name of the device.
  const char *kernel;
  const char *device;
  // 1 if it failed.
  uint32_t failed;
  uint32_t reserved;
} tandem_tool_build;

// The program of a kernel was in the runtime's cache. Queues remember their
// kernels, and look for a kernel in the cache the first time only.
typedef struct tandem_tool_cache_hit {
  uint32_t size;
  uint32_t reserved;
  uint64_t thread;
  uint64_t time;
  const char *kernel;
  const char *device;
} tandem_tool_cache_hit;

enum tandem_tool_memory_kind {
  TANDEM_TOOL_USM_HOST = 1,
  TANDEM_TOOL_USM_DEVICE = 2,
  TANDEM_TOOL_USM_SHARED = 3,
  // The copy of a buffer in memory of a device.
  TANDEM_TOOL_BUFFER = 4,
  // The copy of an image in memory of a device, or a bindless image.
  TANDEM_TOOL_IMAGE = 5
};

// Memory that was allocated, or that is about to be freed.
typedef struct tandem_tool_memory {
  uint32_t size;
  // enum tandem_tool_memory_kind
  uint32_t kind;
  uint64_t thread;
  uint64_t time;
  // Where USM is; for buffers and images, the handle that the plugin gave.
  uint64_t address;
  // What was asked for.
  uint64_t bytes;
  // The name of the device; null for USM on the host.
  const char *device;
} tandem_tool_memory;

// A plugin that was loaded or unloaded.
typedef struct tandem_tool_plugin {
  uint32_t size;
  uint32_t reserved;
  uint64_t time;
  // The file.
  const char *path;
  // The name of the back end, as ONEAPI_DEVICE_SELECTOR has it.
  const char *backend;
} tandem_tool_plugin;

// What a tool wants to hear of. Functions may be null.
typedef struct tandem_tool_callbacks {
  uint32_t size;
  uint32_t reserved;
  // The first argument of each function.
  void *user;
  void (*command_submitted)(void *user, const tandem_tool_command *command);
  void (*command_ended)(void *user, const tandem_tool_command_end *end);
  void (*host_span)(void *user, const tandem_tool_host_span *span);
  void (*program_built)(void *user, const tandem_tool_build *build);
  void (*program_found)(void *user, const tandem_tool_cache_hit *hit);
  void (*memory_allocated)(void *user, const tandem_tool_memory *memory);
  void (*memory_freed)(void *user, const tandem_tool_memory *memory);
  void (*plugin_loaded)(void *user, const tandem_tool_plugin *plugin);
  void (*plugin_unloaded)(void *user, const tandem_tool_plugin *plugin);
  // Nothing follows. Static objects of the program and of the tool may have
  // been destroyed by then. A process that ends without destructors (`_exit`,
  // `quick_exit`, a signal) does not get here.
  void (*finished)(void *user);
} tandem_tool_callbacks;

// The runtime, as a tool sees it while it is attached.
typedef struct tandem_tool_host {
  uint32_t size;
  // The runtime's version of this interface.
  uint32_t major;
  uint32_t minor;
  uint32_t reserved;
  // Subscribes; the struct is copied. Only in `tandem_tool_attach`, any number
  // of times. Returns 0, or another value if the callbacks are not used: a
  // field that this runtime does not know is not zero, or the call comes at
  // another time.
  int (*subscribe)(const tandem_tool_callbacks *callbacks);
} tandem_tool_host;

// Exported by the tool. The runtime calls it once, before it loads plugins, on
// the thread that uses SYCL first. 0: the tool is attached. Another value: the
// tool does not want to be, and the runtime says so in a warning. Functions of
// SYCL that it calls are not reported.
int tandem_tool_attach(const tandem_tool_host *host);

#ifdef __cplusplus
}
#endif

#endif // TANDEM_TOOLS_H
