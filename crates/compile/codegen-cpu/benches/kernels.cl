// Kernels of the code generation benchmark; reference.c has the same as plain
// loops.
float __spirv_ocl_rsqrt(float) __attribute__((const));
float __spirv_ocl_exp(float) __attribute__((const));
float __spirv_ocl_sin(float) __attribute__((const));

kernel void triad(global float *a, global const float *b, global const float *c, float s) {
  size_t i = gid(0);
  a[i] = b[i] + s * c[i];
}

// With a 32-bit index, as most OpenCL code has it.
kernel void triad_int(global float *a, global const float *b, global const float *c, float s) {
  int i = gid(0);
  a[i] = b[i] + s * c[i];
}

kernel void exponential(global float *a, global const float *b) {
  size_t i = gid(0);
  a[i] = __spirv_ocl_exp(b[i] * 0.01f);
}

kernel void nbody(global const float4 *p, global float4 *v, int n) {
  int i = gid(0);
  float4 q = p[i];
  float3 f = 0;
  for (int j = 0; j < n; j++) {
    float4 r = p[j];
    float3 d = r.xyz - q.xyz;
    float s = __spirv_ocl_rsqrt(d.x * d.x + d.y * d.y + d.z * d.z + 1e-3f);
    f += d * (r.w * s * s * s);
  }
  v[i].xyz += f * 0.01f;
}

#define TS 16
kernel void gemm_tiled(global const float *A, global const float *B, global float *C, int n) {
  local float a[TS][TS], b[TS][TS];
  int r = lid(1), c = lid(0), gr = gid(1), gc = gid(0);
  float s = 0;
  for (int t = 0; t < n / TS; t++) {
    a[r][c] = A[gr * n + t * TS + c];
    b[r][c] = B[(t * TS + r) * n + gc];
    barrier();
    for (int k = 0; k < TS; k++) s += a[r][k] * b[k][c];
    barrier();
  }
  C[gr * n + gc] = s;
}

kernel void gemm_naive(global const float *A, global const float *B, global float *C, int n) {
  int gc = gid(0), gr = gid(1);
  float s = 0;
  for (int k = 0; k < n; k++) s += A[gr * n + k] * B[k * n + gc];
  C[gr * n + gc] = s;
}

kernel void reduce(global const float *x, global float *o) {
  local float s[256];
  size_t l = lid(0);
  s[l] = x[gid(0)];
  for (size_t k = 128; k > 0; k /= 2) {
    barrier();
    if (l < k) s[l] += s[l + k];
  }
  if (l == 0) o[__spirv_BuiltInWorkgroupId(0)] = s[0];
}

kernel void stencil(global const float *a, global float *b, int w) {
  int x = gid(0) + 1, y = gid(1) + 1;
  b[y * w + x] = 0.2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x]);
}

kernel void transpose(global const float *a, global float *b, int w) {
  local float t[16][17];
  int x = gid(0), y = gid(1), lx = lid(0), ly = lid(1);
  t[ly][lx] = a[y * w + x];
  barrier();
  b[(__spirv_BuiltInWorkgroupId(0) * 16 + ly) * w + __spirv_BuiltInWorkgroupId(1) * 16 + lx] = t[lx][ly];
}

kernel void mandel(global int *o, int w, int h, int m) {
  int x = gid(0), y = gid(1);
  float cr = -2.0f + 3.0f * x / w, ci = -1.0f + 2.0f * y / h, zr = 0, zi = 0;
  int k = 0;
  while (k < m && zr * zr + zi * zi < 4) {
    float t = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = t;
    k++;
  }
  o[y * w + x] = k;
}
