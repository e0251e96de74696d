// Copies between global and local memory by all work-items of a group.

kernel void reversed(global const int *in, global int *out, local int *tile) {
  size_t count = get_local_size(0);
  size_t first = get_group_id(0) * count;
  event_t event = async_work_group_copy(tile, in + first, count, 0);
  wait_group_events(1, &event);
  int mine = tile[count - 1 - get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[get_local_id(0)] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  event = async_work_group_copy(out + first, tile, count, 0);
  wait_group_events(1, &event);
}

// More elements than work-items, every third of them.
kernel void gathered(global const float2 *in, global float *out, local float2 *tile) {
  event_t event = async_work_group_strided_copy(tile, in, 5, 3, 0);
  wait_group_events(1, &event);
  if (get_local_id(0) == 0)
    for (int i = 0; i < 5; i++)
      out[i] = tile[i].x + tile[i].y;
}

kernel void scattered(global int *out, local int *tile) {
  tile[get_local_id(0)] = 10 + get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t event = async_work_group_strided_copy(out, tile, 4, 2, 0);
  wait_group_events(1, &event);
}
