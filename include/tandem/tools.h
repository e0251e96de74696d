//===- tandem/tools.h - the C interface for tools that watch programs -----===//
//
// Part of Tandem, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tool is a shared library that the environment variable TANDEM_TOOLS names.
// It exports tandem_tool_attach, which the runtime calls before it loads its
// first plugin. There the tool subscribes callbacks. docs/tools.md has an
// example.
//
// Rules:
//  * The runtime calls a tool from a thread that does nothing else, one
//    callback at a time and without any lock of the runtime. Events arrive
//    shortly after they happened, in the order in which they were recorded.
//  * Records and the texts in them are valid during the callback. Texts are
//    UTF-8, except for paths. A text that does not apply is NULL.
//  * Times are nanoseconds of the host's monotonic clock (CLOCK_MONOTONIC).
//    Times of devices are converted to that clock.
//  * Threads are numbered as the system does it (gettid).
//  * A callback must return. It must not throw. What it does with SYCL itself
//    is not reported.
//  * Structs begin with their size in bytes and only ever grow at the end. A
//    tool looks at a record's field only if the record is large enough, or if
//    the field is in version 1.
//
//===----------------------------------------------------------------------===//
#ifndef TANDEM_TOOLS_H
#define TANDEM_TOOLS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// The version of this interface. A new version adds fields at the ends of
// structs.
#define TANDEM_TOOLS_VERSION 1

// What subscribe returns apart from 0.
enum tandem_tool_error {
  // The tool uses callbacks that this runtime does not know.
  TANDEM_TOOL_TOO_NEW = 1,
  // The struct is missing or too small.
  TANDEM_TOOL_INVALID = 2
};

enum tandem_tool_command_kind {
  TANDEM_TOOL_KERNEL = 0,
  // A copy, a fill, a graph, a barrier, and so on. The name says which.
  TANDEM_TOOL_OTHER_COMMAND = 1
};

// A command was given to a device.
typedef struct tandem_tool_command {
  uint32_t size;
  uint32_t kind;      // tandem_tool_command_kind
  uint64_t command;   // a number for each command, from 1 on
  uint64_t queue;     // a number for each queue
  const char *name;   // of a kernel, in C++; else the command in words
  const char *symbol; // of a kernel, mangled; else NULL
  const char *device;
  uint64_t thread; // that submitted it
  // The time in which the runtime gave it to the device.
  uint64_t begin;
  uint64_t end;
  // Commands that it waits for, as far as they were not known to be complete.
  const uint64_t *waits;
  uint64_t wait_count;
} tandem_tool_command;

enum tandem_tool_status {
  TANDEM_TOOL_COMPLETE = 0,
  TANDEM_TOOL_FAILED = 1,
  // Complete, but the device does not say when it ran.
  TANDEM_TOOL_UNTIMED = 2
};

// A command has ended.
typedef struct tandem_tool_run {
  uint32_t size;
  uint32_t status; // tandem_tool_status
  uint64_t command;
  uint64_t queue;
  const char *name;
  const char *device;
  // The time in which it ran on the device; zeros unless the status is
  // TANDEM_TOOL_COMPLETE.
  uint64_t begin;
  uint64_t end;
  uint32_t kind; // tandem_tool_command_kind
  uint32_t reserved;
} tandem_tool_run;

enum tandem_tool_host_kind {
  TANDEM_TOOL_QUEUE_WAIT = 0,
  TANDEM_TOOL_EVENT_WAIT = 1,
  TANDEM_TOOL_HOST_TASK = 2
};

// A thread of the program has waited for a device, or has run a host task.
typedef struct tandem_tool_host_span {
  uint32_t size;
  uint32_t kind; // tandem_tool_host_kind
  uint64_t thread;
  uint64_t begin;
  uint64_t end;
} tandem_tool_host_span;

enum tandem_tool_build_kind {
  TANDEM_TOOL_BUILD = 0,
  // Before a link.
  TANDEM_TOOL_COMPILE = 1,
  TANDEM_TOOL_LINK = 2,
  // The process had already built the program. Entries of the persistent cache
  // are part of a build: a plugin finds them.
  TANDEM_TOOL_CACHE_HIT = 3
};

// Device code was built for a kernel.
typedef struct tandem_tool_build {
  uint32_t size;
  uint32_t kind; // tandem_tool_build_kind
  uint32_t succeeded;
  uint32_t reserved;
  const char *kernel;
  uint64_t thread;
  uint64_t begin;
  uint64_t end;
} tandem_tool_build;

enum tandem_tool_memory_kind {
  TANDEM_TOOL_USM_HOST = 0,
  TANDEM_TOOL_USM_DEVICE = 1,
  TANDEM_TOOL_USM_SHARED = 2,
  // Copies of buffers, device globals, scratch memory of kernels.
  TANDEM_TOOL_BUFFERS = 3,
  TANDEM_TOOL_IMAGES = 4
};

// USM was allocated, or is about to be freed.
typedef struct tandem_tool_usm {
  uint32_t size;
  uint32_t kind; // tandem_tool_memory_kind
  uint64_t address;
  uint64_t bytes;
  const char *device; // NULL for host USM
  uint64_t thread;
  // The time of the call that allocated it. A free has only the time before
  // the call, in both.
  uint64_t begin;
  uint64_t end;
} tandem_tool_usm;

// The bytes in use have changed.
typedef struct tandem_tool_memory {
  uint32_t size;
  uint32_t kind;      // tandem_tool_memory_kind
  const char *device; // NULL for the host
  // Tells devices of one name apart. Parts of a device share its memory and
  // have its number.
  uint64_t device_id;
  uint64_t bytes; // in use for this kind, from now on
  uint64_t time;
} tandem_tool_memory;

// A plugin was loaded or unloaded.
typedef struct tandem_tool_plugin {
  uint32_t size;
  uint32_t reserved;
  const char *path;
  uint64_t begin;
  uint64_t end;
} tandem_tool_plugin;

// Nothing follows.
typedef struct tandem_tool_finished {
  uint32_t size;
  uint32_t reserved;
  // Events that were dropped because a tool did not keep up: a million may
  // wait.
  uint64_t lost;
} tandem_tool_finished;

// What a tool wants to know. Zero the struct, set `size` to its size and the
// callbacks that are needed. If no tool has a callback for commands, commands
// need no timestamps and cost less.
typedef struct tandem_tool_callbacks {
  uint32_t size;
  uint32_t reserved;
  void *user; // handed to each callback
  void (*command_submitted)(void *user, const tandem_tool_command *record);
  void (*command_ended)(void *user, const tandem_tool_run *record);
  void (*host_span)(void *user, const tandem_tool_host_span *record);
  void (*build)(void *user, const tandem_tool_build *record);
  void (*usm_allocated)(void *user, const tandem_tool_usm *record);
  void (*usm_freed)(void *user, const tandem_tool_usm *record);
  void (*memory)(void *user, const tandem_tool_memory *record);
  void (*plugin_loaded)(void *user, const tandem_tool_plugin *record);
  void (*plugin_unloaded)(void *user, const tandem_tool_plugin *record);
  void (*finished)(void *user, const tandem_tool_finished *record);
} tandem_tool_callbacks;

// The runtime, as a tool sees it while it attaches.
typedef struct tandem_tool_host {
  uint32_t size;
  uint32_t version;            // TANDEM_TOOLS_VERSION of the runtime
  const char *runtime_version; // such as "0.1.0"
  // Subscribes callbacks, which are copied. To be called in
  // tandem_tool_attach; a second call replaces the callbacks of the first.
  // Returns 0 or a tandem_tool_error.
  int (*subscribe)(const struct tandem_tool_host *host,
                   const tandem_tool_callbacks *callbacks);
} tandem_tool_host;

// What a tool defines and exports. Any result but 0 means that the tool does
// not want to be used; the runtime warns and goes on without it. The function
// must not use SYCL.
int tandem_tool_attach(const tandem_tool_host *host);

#ifdef __cplusplus
}
#endif

#endif // TANDEM_TOOLS_H
