#!/usr/bin/env python3
"""The kernels of ocl_kernels.cpp in OpenCL C; `opencl.py` times them and says what it prints."""

import numpy as np
import opencl
import pyopencl as cl
from opencl import Case

SOURCE = r"""
__kernel void triad(__global float *a, __global const float *b, __global const float *c, float s) {
  int i = get_global_id(0);
  a[i] = b[i] + s * c[i];
}
__kernel void blackscholes(__global const float *S, __global const float *X, __global const float *T,
                           __global float *C, __global float *P) {
  int i = get_global_id(0);
  float s = S[i], x = X[i], t = T[i], root = sqrt(t);
  float d1 = (log(s / x) + (0.02f + 0.5f * 0.3f * 0.3f) * t) / (0.3f * root), d2 = d1 - 0.3f * root;
  float n1 = 0.5f * erfc(-d1 * 0.70710678f), n2 = 0.5f * erfc(-d2 * 0.70710678f);
  float discounted = exp(-0.02f * t) * x;
  C[i] = s * n1 - discounted * n2;
  P[i] = discounted * (1 - n2) - s * (1 - n1);
}
__kernel void mandel(__global int *o, int w, int h, int m) {
  int x = get_global_id(0), y = get_global_id(1), k = 0;
  float cr = -2.0f + 3.0f * x / w, ci = -1.0f + 2.0f * y / h, zr = 0, zi = 0;
  while (k < m && zr * zr + zi * zi < 4) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    k++;
  }
  o[y * w + x] = k;
}
__kernel void nbody(__global const float4 *p, __global float4 *v, int n) {
  int i = get_global_id(0);
  float4 q = p[i];
  float3 f = 0;
  for (int j = 0; j < n; j++) {
    float4 r = p[j];
    float3 d = r.xyz - q.xyz;
    float s = rsqrt(dot(d, d) + 1e-3f);
    f += d * (r.w * s * s * s);
  }
  v[i].xyz += f * 0.01f;
}
#define TILE 16
__kernel void gemm_tiled(__global const float *A, __global const float *B, __global float *C, int n) {
  __local float a[TILE][TILE], b[TILE][TILE];
  int r = get_local_id(1), c = get_local_id(0), gr = get_global_id(1), gc = get_global_id(0);
  float sum = 0;
  for (int t = 0; t < n / TILE; t++) {
    a[r][c] = A[gr * n + t * TILE + c];
    b[r][c] = B[(t * TILE + r) * n + gc];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; k++) sum += a[r][k] * b[k][c];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[gr * n + gc] = sum;
}
__kernel void gemm_naive(__global const float *A, __global const float *B, __global float *C, int n) {
  int gc = get_global_id(0), gr = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += A[gr * n + k] * B[k * n + gc];
  C[gr * n + gc] = sum;
}
__kernel void reduce(__global const float *x, __global float *o) {
  __local float s[256];
  int l = get_local_id(0), n = get_global_size(0);
  float sum = 0;
  for (int k = 0; k < 64; k++) sum += x[get_global_id(0) + k * n];
  s[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 128; k > 0; k >>= 1) {
    if (l < k) s[l] += s[l + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) o[get_group_id(0)] = s[0];
}
__kernel void stencil(__global const float *a, __global float *b, int w) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  b[y * w + x] = 0.2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
}
__kernel void transpose(__global const float *a, __global float *b, int w) {
  __local float t[TILE][TILE + 1];
  int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
  t[ly][lx] = a[y * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[(get_group_id(0) * TILE + ly) * w + get_group_id(1) * TILE + lx] = t[lx][ly];
}
__kernel void histogram(__global const uchar *d, __global uint *h) {
  __local uint l[256];
  int i = get_local_id(0), n = get_global_size(0);
  l[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 64; k++) atomic_inc(&l[d[get_global_id(0) + k * n]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&h[i], l[i]);
}
__kernel void gather(__global const int *ix, __global const float *a, __global float *b) {
  int i = get_global_id(0);
  b[i] = a[ix[i]] * 2.0f;
}
__kernel void sf(__global const float *a, __global float *b) {
  int i = get_global_id(0);
  float x = a[i];
  for (int k = 0; k < 16; k++) x = sin(x) + cos(x * 0.5f);
  b[i] = x;
}
"""

N, W, G, BODIES = 1 << 22, 2048, 512, 8192


def cases(context):
    """The cases by kernel."""
    rng = np.random.default_rng(1)
    flags = cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR
    buffer = lambda array: cl.Buffer(context, flags, hostbuf=array)
    floats = lambda n: buffer(rng.random(n, dtype=np.float32) + np.float32(0.1))
    a, b, c, d, e = (floats(N) for _ in range(5))
    g1, g2, g3 = (floats(G * G) for _ in range(3))
    data = buffer(rng.integers(0, 256, N, dtype=np.uint8))
    order = buffer(rng.permutation(N).astype(np.int32))
    counts, iterations = buffer(np.zeros(256, np.uint32)), buffer(np.zeros(W * W, np.int32))
    w, n = np.int32(W), np.int32(G)
    return {
        "triad": Case((N,), (256,), [(a, b, c, np.float32(1.5))]),
        "blackscholes": Case((N,), (256,), [(a, b, c, d, e)]),
        "mandel": Case((W, W), (16, 16), [(iterations, w, w, np.int32(100))]),
        "nbody": Case((BODIES,), (256,), [(floats(BODIES * 4), floats(BODIES * 4), np.int32(BODIES))]),
        "gemm_tiled": Case((G, G), (16, 16), [(g1, g2, g3, n)]),
        "gemm_naive": Case((G, G), (16, 16), [(g1, g2, g3, n)]),
        "reduce": Case((N // 64,), (256,), [(a, d)]),
        "stencil": Case((W - 16, W - 16), (16, 16), [(a, b, w)]),
        "transpose": Case((W, W), (16, 16), [(a, b, w)]),
        "histogram": Case((N // 64,), (256,), [(data, counts)]),
        "gather": Case((N,), (256,), [(order, a, b)]),
        "sf": Case((N // 4,), (256,), [(a, b)]),
    }


if __name__ == "__main__":
    opencl.main(SOURCE, cases)
