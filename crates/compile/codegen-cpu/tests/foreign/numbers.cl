// Conversions, integer functions, vectors, volatile accesses.

kernel void converted(global const float *in, global int *out) {
  size_t i = get_global_id(0);
  out[4 * i] = convert_int_rte(in[i]);
  out[4 * i + 1] = convert_int_rtp(in[i]);
  out[4 * i + 2] = convert_int_rtn(in[i]);
  out[4 * i + 3] = convert_char_sat(in[i]);
}

kernel void integers(int a, int b, global int *out) {
  out[0] = mul_hi(a, b);
  out[1] = rotate(a, 4);
  out[2] = hadd(a, b);
  out[3] = add_sat(a, b);
  out[4] = clz(b);
  out[5] = abs_diff(a, b);
  out[6] = mad24(3, 5, 7);
  out[7] = popcount(a);
}

kernel void vectors(global const int *in, global int *out) {
  int4 v = vload4(0, in);
  int4 mixed = shuffle(v, (uint4)(3, 1, 0, 2));
  vstore4(mixed.s3210 + v, 0, out);
  int3 three = vload3(1, in);
  out[4] = any(three > 5) + 2 * all(three > 5);
}

// Fast-math flags, a division that may be inexact, and accesses that must all happen.
kernel void quotients(global const float *in, volatile global float *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] / 4.0f;
  out[i] = out[i] + fma(in[i], 2.0f, 1.0f);
}
