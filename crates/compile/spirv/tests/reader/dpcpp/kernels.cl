// The source of kernels.spv: README.md has the commands.
typedef struct { float4 a; int b[3]; char c; } S;
int helper(__global int *p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
__attribute__((reqd_work_group_size(8,2,1)))
__kernel void vadd(__global const float *a, __global float *b, __local float *tmp, float k, __global S *s, S byval) {
  size_t i = get_global_id(0), l = get_local_id(0);
  tmp[l] = a[i] * k + b[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  float4 v = s[i].a;
  b[i] = tmp[l ^ 1] + sin(a[i]) + sqrt(v.x) + fma(v.y, v.z, v.w) + byval.b[i % 3];
  switch (s[i].b[1]) { case -1: b[i] = 1; break; case 2: b[i] = helper((__global int*)s, 4); break; default: b[i] += pow(k, 2.0f); }
  atomic_inc((volatile __global int*)&s[i].b[2]);
}
__kernel void k2(__global uint4 *p, __global ulong *q, __constant int *c) {
  __local int loc[64];
  int i = get_local_id(1);
  loc[i] = get_group_id(2) + get_num_groups(1) + get_work_dim() + c[i];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  p[i] = p[i].yxwz + (uint4)(loc[63 - i], clz(i), popcount(i), rotate(i, 3));
  q[i] = mul_hi(q[i], 5ul) + convert_ulong_sat(p[i].x * -1.5f) + as_uint(3.0f) + upsample((uint)i,(uint)3);
  vstore3((int3)(1,2,3), i, (__global int*)p);
  double d = convert_double_rtp(q[i]); q[i] = (ulong)d; 
}
