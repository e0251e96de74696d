// Kernels of opencl.rs, which has a reference for each.

// A position in the range, and what the kernel is told about it.
kernel void ids(global ulong *out) {
  size_t i = __spirv_BuiltInGlobalLinearId();
  out[8 * i] = gid(0);
  out[8 * i + 1] = gid(1);
  out[8 * i + 2] = gid(2);
  out[8 * i + 3] = lid(0) | lid(1) << 16 | lid(2) << 32;
  out[8 * i + 4] = group(0) | group(1) << 16 | group(2) << 32;
  out[8 * i + 5] = extent(0) | extent(1) << 16 | extent(2) << 32;
  out[8 * i + 6] = __spirv_BuiltInLocalInvocationIndex();
  out[8 * i + 7] = __spirv_BuiltInNumWorkgroups(0) + __spirv_BuiltInEnqueuedWorkgroupSize(1) +
                   __spirv_BuiltInGlobalSize(2) + __spirv_BuiltInGlobalOffset(0);
}

// A barrier in a uniform branch in a loop: loop fission gets this wrong.
kernel void conditional_barrier(global int *out, local int *lm, int rounds) {
  int l = lid(0), n = extent(0), x = l;
  for (int r = 0; r < rounds; r++) {
    if (r % 3 != 1) {
      lm[l] = x;
      barrier();
      x += lm[(l + r + 1) % n];
      barrier();
    } else {
      x = x * 3 + r;
    }
  }
  out[gid(0)] = x;
}

// Barriers in nested loops, with an early exit from both.
kernel void nested_loops(global int *out, local int *lm, int outer, int inner, int stop) {
  int l = lid(0), n = extent(0), x = l + 1;
  for (int i = 0; i < outer; i++) {
    for (int j = i; j < inner; j++) {
      lm[l] = x;
      barrier();
      x = x + lm[n - 1 - l] * (j + 1);
      barrier();
      if (i * 10 + j == stop) goto done;
    }
    x ^= i;
  }
done:
  out[gid(0)] = x;
}

// A private array that lives across barriers, with varying indices.
kernel void private_array(global int *out, local int *lm) {
  int a[8], l = lid(0), n = extent(0);
  for (int i = 0; i < 8; i++) a[i] = l * i;
  for (int r = 0; r < 4; r++) {
    lm[l] = a[(l + r) & 7];
    barrier();
    a[(l * 3 + r) & 7] += lm[(l + 1) % n];
    barrier();
  }
  int sum = 0;
  for (int i = 0; i < 8; i++) sum = sum * 5 + a[i];
  out[gid(0)] = sum;
}

// Several ways out, chosen by a switch over an argument.
kernel void many_exits(global int *out, local int *lm, int way) {
  int l = lid(0), n = extent(0);
  lm[l] = l * l;
  barrier();
  switch (way) {
  case 0:
    out[gid(0)] = lm[n - 1 - l];
    return;
  case 1:
    lm[l] += 5;
    barrier();
    out[gid(0)] = lm[(l + 1) % n];
    return;
  case 2:
    break;
  default:
    if (way > 10) return;
    barrier();
  }
  out[gid(0)] = -lm[l];
}

// A uniform loop without barriers: it is exchanged with the work-item loop.
kernel void matrix_vector(global const float *m, global const float *v, global float *out, int n) {
  int row = gid(0);
  float sum = 0;
  for (int k = 0; k < n; k++) {
    if (v[k] < 0) continue;
    sum += m[k * n + row] * v[k];
    if (v[k] == 100) break;
  }
  out[row] = sum;
}

// Vectors, and a loop that work-items leave at different times.
kernel void divergent_loop(global const float4 *in, global float4 *out, int limit) {
  size_t i = gid(0);
  float4 x = in[i];
  int k = 0;
  while (x.x + x.y < limit && k < 50) {
    x = x * 1.5f + (float4)(0, 1, 2, (float)k);
    k++;
  }
  x.w = k;
  out[i] = x;
}

struct big {
  int values[10];
  double scale;
};

// A structure by value, which each work-item may change.
kernel void by_value(global double *out, struct big b, char c) {
  size_t i = gid(0);
  b.values[i % 10] += (int)i;
  out[i] = b.values[i % 10] * b.scale + b.values[(i + 1) % 10] + c;
}

// Functions that are called, with barriers in them.
static __attribute__((noinline)) int rotate_left(int x, local int *lm, int by) {
  int l = lid(0), n = extent(0);
  lm[l] = x;
  barrier();
  int y = lm[(l + by) % n];
  barrier();
  return y;
}

kernel void calls(global int *out, local int *lm) {
  int x = gid(0);
  x = rotate_left(x, lm, 1) * 2;
  for (int i = 2; i < 5; i++) x += rotate_left(x, lm, i);
  out[gid(0)] = x;
}

// Atomics, and local memory of the kernel's own.
kernel void histogram(global const uint *in, global uint *out) {
  local uint bins[16];
  if (lid(0) < 16) bins[lid(0)] = 0;
  barrier();
  __atomic_fetch_add(&bins[in[gid(0)] % 16], 1, __ATOMIC_RELAXED);
  barrier();
  if (lid(0) < 16) __atomic_fetch_add(&out[lid(0)], bins[lid(0)], __ATOMIC_RELAXED);
}

// The size is known, and so are the bounds of the loops.
kernel __attribute__((reqd_work_group_size(8, 4, 1))) void transpose(global const int *in, global int *out) {
  local int tile[4][8];
  size_t x = lid(0), y = lid(1);
  tile[y][x] = in[gid(1) * 16 + gid(0)];
  barrier();
  size_t i = y * 8 + x;
  out[(group(1) * 2 + group(0)) * 32 + i] = tile[i % 4][i / 4];
}

// Never returns.
kernel void forever(global int *out, local int *lm) {
  for (int i = 0;; i++) {
    lm[lid(0)] = i;
    barrier();
    out[gid(0)] = lm[0];
    barrier();
    while (out[0] == 7) __atomic_fetch_add(&out[1], 1, __ATOMIC_RELAXED);
  }
}
