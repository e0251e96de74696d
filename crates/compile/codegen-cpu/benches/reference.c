// The kernels of kernels.cl as plain loops, for `clang -O3 -march=native`.
#include <math.h>

void ref_triad(float *restrict a, const float *restrict b,
               const float *restrict c, float s, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[i] + s * c[i];
}

void ref_exponential(float *restrict a, const float *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = expf(b[i] * 0.01f);
}

void ref_nbody(const float *restrict p, float *restrict v, int n) {
  for (int i = 0; i < n; i++) {
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
      float dx = p[4 * j] - p[4 * i], dy = p[4 * j + 1] - p[4 * i + 1],
            dz = p[4 * j + 2] - p[4 * i + 2];
      float s = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f),
            w = p[4 * j + 3] * s * s * s;
      x += dx * w, y += dy * w, z += dz * w;
    }
    v[4 * i] += x * 0.01f, v[4 * i + 1] += y * 0.01f, v[4 * i + 2] += z * 0.01f;
  }
}

// Tiled like the kernel, with the order of loops that vectorizes.
void ref_gemm(const float *restrict A, const float *restrict B,
              float *restrict C, int n) {
  for (int y = 0; y < n; y += 16)
    for (int x = 0; x < n; x += 16) {
      float s[16][16] = {0};
      for (int k = 0; k < n; k++)
        for (int r = 0; r < 16; r++)
          for (int c = 0; c < 16; c++)
            s[r][c] += A[(y + r) * n + k] * B[k * n + x + c];
      for (int r = 0; r < 16; r++)
        for (int c = 0; c < 16; c++)
          C[(y + r) * n + x + c] = s[r][c];
    }
}

// The same tree, group by group.
void ref_reduce(const float *restrict x, float *restrict o, int n) {
  for (int g = 0; g < n / 256; g++) {
    float s[256];
    for (int l = 0; l < 256; l++)
      s[l] = x[256 * g + l];
    for (int k = 128; k > 0; k /= 2)
      for (int l = 0; l < k; l++)
        s[l] += s[l + k];
    o[g] = s[0];
  }
}

void ref_stencil(const float *restrict a, float *restrict b, int w) {
  for (int y = 1; y < w - 15; y++)
    for (int x = 1; x < w - 15; x++)
      b[y * w + x] =
          0.2f * (a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] +
                  a[(y - 1) * w + x] + a[(y + 1) * w + x]);
}

void ref_transpose(const float *restrict a, float *restrict b, int w) {
  for (int y = 0; y < w; y += 16)
    for (int x = 0; x < w; x += 16)
      for (int r = 0; r < 16; r++)
        for (int c = 0; c < 16; c++)
          b[(x + r) * w + y + c] = a[(y + c) * w + x + r];
}

void ref_mandel(int *restrict o, int w, int h, int m) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      float cr = -2.0f + 3.0f * x / w, ci = -1.0f + 2.0f * y / h, zr = 0,
            zi = 0;
      int k = 0;
      while (k < m && zr * zr + zi * zi < 4) {
        float t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        k++;
      }
      o[y * w + x] = k;
    }
}
