// Memory of images, handles of it, copies of pixels in and out, and kernels
// that use the handles.
#include "faults.hpp"
#include <sycl/ext/oneapi/bindless_images.hpp>

namespace bindless = sycl::ext::oneapi::experimental;

int main() {
  return faults::run([] {
    constexpr int width = 24, height = 9;
    std::vector<int> in(width * height), out(width * height, -1);
    for (int i = 0; i < width * height; ++i)
      in[i] = i;
    sycl::queue q{faults::on_async_errors, sycl::property::queue::in_order()};
    const sycl::range<2> size(width, height);
    const bindless::image_descriptor desc(
        size, 1, sycl::image_channel_type::signed_int32);
    bindless::image_mem first(desc, q), second(desc, q);
    {
      const auto from = bindless::create_image(first, desc, q);
      const auto to = bindless::create_image(second, desc, q);
      try {
        q.ext_oneapi_copy(in.data(), first.get_handle(), desc);
        q.parallel_for(size, [=](sycl::item<2> item) {
          const sycl::int2 at(item[0], item[1]);
          bindless::write_image(to, at,
                                bindless::fetch_image<int>(from, at) * 3);
        });
        q.ext_oneapi_copy(second.get_handle(), out.data(), desc);
        q.wait_and_throw();
      } catch (...) {
        faults::print("sync", std::current_exception());
      }
      bindless::destroy_image_handle(from, q);
      bindless::destroy_image_handle(to, q);
    }
    q.wait_and_throw();
    faults::result(faults::counts_by(out, 3));
  });
}
