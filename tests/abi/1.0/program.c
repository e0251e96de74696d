// A program of ABI 1.0 that calls the C interface itself. It is compiled with
// the header beside it, and run with the library of today.
#include "abi.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(int code, const char *what) {
  if (code == TANDEM_SUCCESS)
    return;
  printf("%s: error %d: %s\n", what, code, tandem_last_error());
  exit(1);
}

static struct tandem_submission submission(enum tandem_command command) {
  struct tandem_submission s;
  memset(&s, 0, sizeof s);
  s.size = sizeof s;
  s.command = command;
  s.dims = 1;
  for (int d = 0; d < 3; ++d)
    s.global[d] = s.local[d] = 1;
  s.access_stride = sizeof(struct tandem_access);
  s.spec_value_stride = sizeof(struct tandem_spec_value);
  return s;
}

static int runs;
static atomic_int deletions;
static int run(void *data) {
  ++*(int *)data;
  return 0;
}
static int fail(void *data) {
  (void)data;
  tandem_set_error("the task's own words");
  return TANDEM_ERROR_KERNEL;
}
static void drop(void *data) {
  (void)data;
  ++deletions;
}
// The data of a task may be given up after its event, by any thread.
static int await_deletions(int count) {
  const struct timespec pause = {0, 1000000};
  for (int i = 0; i < 10000 && deletions < count; ++i)
    nanosleep(&pause, NULL);
  return deletions;
}

int main(void) {
  check(tandem_abi_check(TANDEM_ABI_MAJOR, TANDEM_ABI_MINOR), "ABI");
  tandem_device_t device;
  tandem_context_t context;
  tandem_queue_t queue;
  check(tandem_default_device(&device), "device");
  check(tandem_context_default(device, &context), "context");
  check(tandem_queue_create(context, device, TANDEM_QUEUE_IN_ORDER, &queue),
        "queue");
  char name[256];
  size_t size = 0;
  check(tandem_device_info(device, 0x102B, sizeof name, name, &size), "name");
  printf("device: %d\n", size > 1 && strlen(name) + 1 == size);

  // A buffer: filled, copied to the program, read through a host access.
  int numbers[8] = {0}, copied[8] = {0};
  const int pattern = 7;
  tandem_buffer_t buffer;
  check(tandem_buffer_create(numbers, sizeof numbers, 0, &buffer), "buffer");
  struct tandem_access access = {sizeof access,
                                 TANDEM_ACCESS_WRITE | TANDEM_ACCESS_NO_INIT,
                                 buffer, 0, sizeof numbers};
  struct tandem_submission fill = submission(TANDEM_CMD_BUFFER_FILL);
  fill.accesses = &access;
  fill.num_accesses = 1;
  fill.closure = &pattern;
  fill.closure_size = sizeof pattern;
  tandem_event_t filled;
  check(tandem_submit(queue, &fill, &filled), "fill");
  access.mode = TANDEM_ACCESS_READ;
  struct tandem_submission copy = submission(TANDEM_CMD_COPY);
  copy.accesses = &access;
  copy.num_accesses = 1;
  copy.deps = &filled;
  copy.num_deps = 1;
  copy.dst = copied;
  copy.bytes = sizeof copied;
  check(tandem_submit(queue, &copy, NULL), "copy");
  check(tandem_queue_wait(queue), "wait");
  void *view;
  tandem_handle_t host;
  check(tandem_host_access_begin(buffer, TANDEM_ACCESS_READ, &view, &host),
        "host access");
  printf("buffer: %d %d\n", copied[7], ((int *)view)[7]);
  tandem_host_access_end(host);
  tandem_release(filled);
  check(tandem_buffer_destroy(buffer), "buffer's end");
  printf("written back: %d\n", numbers[0]);

  // Host tasks: one that works, and one that fails.
  struct tandem_submission task = submission(TANDEM_CMD_HOST_TASK);
  task.host_task = run;
  task.host_task_delete = drop;
  task.host_task_data = &runs;
  check(tandem_submit(queue, &task, NULL), "host task");
  check(tandem_queue_wait(queue), "wait");
  printf("host task: %d %d\n", runs, await_deletions(1));
  task.host_task = fail;
  check(tandem_submit(queue, &task, NULL), "failing host task");
  tandem_queue_wait(queue);
  int code = tandem_queue_take_error(queue);
  printf("failure: %d %s\n", code, tandem_last_error());

  // A kernel that nobody has, and a request that names no devices.
  static struct tandem_kernel_slot slot = {sizeof slot,      0,    NULL,
                                           "no such kernel", NULL, 0};
  struct tandem_submission kernel = submission(TANDEM_CMD_SINGLE_TASK);
  kernel.slot = &slot;
  printf("unknown kernel: %d\n",
         tandem_submit(queue, &kernel, NULL) == TANDEM_ERROR_RUNTIME);
  struct tandem_bundle_request request;
  memset(&request, 0, sizeof request);
  request.size = sizeof request;
  request.state = TANDEM_BUNDLE_EXECUTABLE;
  request.context = context;
  request.devices = &device;
  request.num_devices = 1;
  int exists = -1;
  check(tandem_bundle_exists(&request, &exists), "bundle");
  printf("bundle: %d\n", exists == 0 || exists == 1);

  unsigned pixel[4] = {0};
  unsigned char pixels[4] = {1, 2, 3, 4};
  const int32_t origin[3] = {0, 0, 0};
  // Any format whose pixels have four bytes.
  uint32_t format = 0;
  while (format < 32 && tandem_image_pixel_size(format) != sizeof pixels)
    ++format;
  struct tandem_image image = {
      sizeof image, format, pixels, {1, 1, 1}, {sizeof pixels, sizeof pixels}};
  check(tandem_image_read(&image, origin, pixel), "image");

  tandem_release(queue);
  tandem_release(context);
  tandem_release(device);
  puts("done");
  return 0;
}
