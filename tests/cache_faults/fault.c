// A file system that cannot be written, as a preloaded library: below the
// folder SYCL_CACHE_DIR, opening a file for writing and making a folder fail
// with FAULT_OPEN (a number of errno.h) if that is set, and writing with
// FAULT_WRITE.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_inside(const char *path) {
  const char *folder = getenv("SYCL_CACHE_DIR");
  return folder && strncmp(path, folder, strlen(folder)) == 0;
}

static int fails(const char *fault, const char *path) {
  const char *number = getenv(fault);
  if (!number || !is_inside(path))
    return 0;
  errno = atoi(number);
  return 1;
}

int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = va_arg(rest, mode_t);
  va_end(rest);
  if ((flags & (O_WRONLY | O_RDWR | O_CREAT)) && fails("FAULT_OPEN", path))
    return -1;
  int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, "open64");
  return next(path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
  if (fails("FAULT_OPEN", path))
    return -1;
  int (*next)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
  return next(path, mode);
}

static int is_full(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  return fails("FAULT_WRITE", path);
}

ssize_t write(int fd, const void *bytes, size_t count) {
  ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  if (!is_full(fd))
    return next(fd, bytes, count);
  // The first half of a file still fits.
  if (lseek(fd, 0, SEEK_CUR) == 0 && count > 1)
    return next(fd, bytes, count / 2);
  errno = atoi(getenv("FAULT_WRITE"));
  return -1;
}
