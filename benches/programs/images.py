#!/usr/bin/env python3
"""The kernels of images.cpp in OpenCL C, with the same inputs; `opencl.py` times them and says what it prints."""

import numpy as np
import opencl
import pyopencl as cl
from opencl import Case

SIZE, SOURCE, VOLUME, RAYS, STEPS = 2048, (1500, 1100), 128, 1024, 64

KERNELS = r"""
__kernel void invert(__read_only image2d_t in, __write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, 1.0f - read_imagef(in, at));
}

__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__constant sampler_t linear = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

__kernel void bilateral(__read_only image2d_t in, __write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float2 middle = convert_float2(at) + 0.5f;
  float4 center = read_imagef(in, nearest, middle), sum = 0;
  float weights = 0;
  for (int dy = -2; dy <= 2; ++dy)
    for (int dx = -2; dx <= 2; ++dx) {
      float4 color = read_imagef(in, nearest, middle + (float2)(dx, dy));
      float4 apart = color - center;
      float distance = apart.x * apart.x + apart.y * apart.y + apart.z * apart.z;
      float weight = exp(-8.0f * distance - 0.125f * (float)(dx * dx + dy * dy));
      sum += weight * color;
      weights += weight;
    }
  write_imagef(out, at, sum / weights);
}

__kernel void resize(__read_only image2d_t in, __write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imagef(out, at, read_imagef(in, linear, (convert_float2(at) + 0.5f) / SIZE));
}

__kernel void volume(__read_only image3d_t in, __write_only image2d_t out) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int step = 0; step < STEPS; ++step) {
    float z = (step + 0.5f) / STEPS;
    sum += read_imagef(in, linear, (float4)((at.x + 20 * z) / RAYS, (at.y - 9 * z) / RAYS, z, 0));
  }
  write_imagef(out, at, sum / (float)STEPS);
}
"""

FORMAT = cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.UNORM_INT8)


def texels(*shape):
    """Bytes as `texels` of images.cpp makes them."""
    x = np.arange(np.prod(shape) * 4, dtype=np.uint64)
    x = ((x ^ (x >> np.uint64(16))) * np.uint64(0x7FEB352D)) & np.uint64(0xFFFFFFFF)
    x = ((x ^ (x >> np.uint64(15))) * np.uint64(0x846CA68B)) & np.uint64(0xFFFFFFFF)
    return (x ^ (x >> np.uint64(16))).astype(np.uint8)


def cases(context):
    read, write = cl.mem_flags.READ_ONLY | cl.mem_flags.COPY_HOST_PTR, cl.mem_flags.WRITE_ONLY

    def source(*shape):
        return cl.create_image(context, read, FORMAT, shape=shape, hostbuf=texels(*shape))

    plain, small, cloud = source(SIZE, SIZE), source(*SOURCE), source(VOLUME, VOLUME, VOLUME)
    target = cl.create_image(context, write, FORMAT, shape=(SIZE, SIZE))
    shadow = cl.create_image(context, write, FORMAT, shape=(RAYS, RAYS))
    return {
        "invert": Case((SIZE, SIZE), None, [(plain, target)]),
        "bilateral": Case((SIZE, SIZE), None, [(plain, target)]),
        "resize": Case((SIZE, SIZE), None, [(small, target)]),
        "volume": Case((RAYS, RAYS), None, [(cloud, shadow)]),
    }


if __name__ == "__main__":
    constants = "".join(f"#define {name} {value}\n" for name, value in
                        (("SIZE", SIZE), ("RAYS", RAYS), ("STEPS", STEPS)))
    opencl.main(constants + KERNELS, cases)
