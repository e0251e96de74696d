// Uses of SYCL's API after macros of the program: the test defines the macros
// above this text. Names are words, because letters are macros.
namespace graphs = sycl::ext::oneapi::experimental;

constexpr size_t extent = 64;

static void vectors(sycl::queue &queue) {
  sycl::buffer<sycl::float4> vectors{sycl::range<1>(extent)};
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor out{vectors, handler, sycl::write_only, sycl::no_init};
    handler.parallel_for(sycl::range<1>(extent), [=](sycl::item<1> item) {
      sycl::float4 vector(float(item.get_linear_id()));
      vector.xyz() += sycl::float3{1, 2, 3};
      vector.lo() = (sycl::abs)(vector.convert<int>()).convert<float>().hi();
      vector = (sycl::clamp)((sycl::min)(vector, 2.f), 0.f, 1.f);
      vector = (sycl::max)(vector, -vector) * sycl::sin(vector);
      vector[0] += sycl::dot(vector, vector) + sycl::ldexp(vector, 2)[1];
      const sycl::marray<bool, 4> flags = sycl::isfinite(
          sycl::marray<float, 4>{vector[0], vector[1], vector[2], vector[3]});
      out[item][1] = float(flags[2]) + sycl::fma(vector, vector, vector)[3];
    });
  });
}

static void planes(sycl::queue &queue) {
  sycl::buffer<int, 2> plane{sycl::range<2>(8, 8)};
  queue.submit([&](sycl::handler &handler) {
    sycl::accessor data{plane, handler, sycl::read_write};
    sycl::local_accessor<int, 1> local{sycl::range<1>(8), handler};
    sycl::stream out{1024, 128, handler};
    handler.parallel_for(
        sycl::nd_range<2>{{8, 8}, {1, 8}}, [=](sycl::nd_item<2> item) {
          const auto group = item.get_group();
          const size_t own = item.get_local_id(1);
          local[own] = data[item.get_global_id()];
          sycl::group_barrier(group);
          const int sum =
              sycl::reduce_over_group(group, local[own], sycl::plus<>());
          const int scanned = sycl::inclusive_scan_over_group(
              item.get_sub_group(), sum, sycl::maximum<int>());
          data[item.get_global_id(0)][own] =
              sycl::group_broadcast(group, scanned, 0) +
              sycl::any_of_group(group, sum > 1);
          out << sum << sycl::hex << item.get_global_id() << sycl::endl;
        });
  });
  sycl::host_accessor read{plane, sycl::read_only};
  static_cast<void>(read[0][1]);
}

static void reductions(sycl::queue &queue) {
  int *shared = sycl::malloc_shared<int>(extent, queue);
  queue
      .parallel_for(
          sycl::range<1>(extent), sycl::reduction(shared, sycl::minimum<int>()),
          [=](sycl::id<1> index, auto &least) { least.combine(int(index[0])); })
      .wait();
  queue.fill(shared, 1, extent).wait();
  queue.copy(shared, shared + 1, 1).wait();
  queue.single_task([=] {
    sycl::atomic_ref<int, sycl::memory_order::relaxed,
                     sycl::memory_scope::device>
        counter(shared[0]);
    counter.fetch_max(3);
    counter += 1;
    const auto pointer =
        sycl::address_space_cast<sycl::access::address_space::global_space,
                                 sycl::access::decorated::no>(shared);
    pointer[1] = *pointer;
  });
  sycl::free(shared, queue);
}

static void nodes(sycl::queue &queue) {
  graphs::command_graph graph{queue};
  graph.add([&](sycl::handler &handler) { handler.single_task([] {}); });
  auto runnable = graph.finalize();
  queue.ext_oneapi_graph(runnable).wait();
}

static void work_groups(sycl::queue &queue) {
  queue.submit([&](sycl::handler &handler) {
    handler.parallel_for_work_group(
        sycl::range<1>(2), sycl::range<1>(4), [=](sycl::group<1> group) {
          group.parallel_for_work_item([&](sycl::h_item<1>) {});
        });
  });
}

int main() {
  sycl::queue queue{sycl::default_selector_v};
  vectors(queue);
  planes(queue);
  reductions(queue);
  nodes(queue);
  work_groups(queue);
  queue.wait_and_throw();
}
