// Barriers, group operations, atomics, a structure by value.

struct Scale { int factor; short offset; };

kernel void scaled(struct Scale scale, global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] * scale.factor + scale.offset;
}

kernel void sums(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = work_group_scan_inclusive_add(in[i]) + 100 * work_group_reduce_max(in[i]);
}

kernel void histogram(global const int *in, global int *out) {
  local int bins[4];
  size_t me = get_local_id(0);
  if (me < 4)
    bins[me] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&bins[in[get_global_id(0)] & 3]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (me < 4)
    atomic_add(&out[me], bins[me]);
}

static int collatz(int n) {
  int steps = 0;
  for (; n > 1; steps++)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return steps;
}

kernel __attribute__((reqd_work_group_size(4, 1, 1))) void steps(global int *data) {
  size_t i = get_global_id(0);
  switch (i & 3) {
    case 0: data[i] = collatz(data[i]); break;
    case 1: data[i] = -collatz(data[i]); break;
    default: data[i] = 0;
  }
}
