// Kernels fetch and write pixels by handles: in one to three dimensions, of
// several formats and in arrays; copies move regions of them.
// REQUIRES: aspect:ext_oneapi_bindless_images
// EXPECT: texels of 7 formats: 0 wrong
// EXPECT: arrays: 0 wrong
// EXPECT: regions: 0 wrong
// EXPECT: dependencies: 0 wrong
// EXPECT: table of images: 0 wrong
// EXPECT: information: 0 wrong
#include <cstdio>
#include <sycl/ext/oneapi/bindless_images.hpp>
#include <sycl/sycl.hpp>
#include <vector>

namespace bindless = sycl::ext::oneapi::experimental;
using bindless::image_descriptor;
using sycl::image_channel_order;
using sycl::image_channel_type;

template <int D> auto at(sycl::item<D> item) {
  if constexpr (D == 1)
    return int(item[0]);
  else if constexpr (D == 2)
    return sycl::int2(item[0], item[1]);
  else
    return sycl::int3(item[0], item[1], item[2]);
}

template <class Texel> Texel value(int index, int component = 0);
template <class Texel> struct is_vec : std::false_type {};
template <class Number, int Size>
struct is_vec<sycl::vec<Number, Size>> : std::true_type {};
template <class Texel> Texel value(int index, int component) {
  if constexpr (is_vec<Texel>::value) {
    Texel texel;
    for (int c = 0; c < int(texel.size()); ++c)
      texel[c] = value<typename Texel::element_type>(index, c);
    return texel;
  } else {
    return Texel((index * 3 + component * 5) % 100);
  }
}
template <class Texel> bool same(const Texel &left, const Texel &right) {
  if constexpr (is_vec<Texel>::value) {
    for (int c = 0; c < int(left.size()); ++c)
      if (left[c] != right[c])
        return false;
    return true;
  } else {
    return left == right;
  }
}

// A kernel doubles all pixels of one image in another one.
template <class Texel, int D>
int wrong_texels(sycl::queue &q, sycl::range<D> size, image_channel_order order,
                 image_channel_type type) {
  const image_descriptor desc(size, order, type);
  bindless::image_mem source(desc, q), result(desc, q);
  std::vector<Texel> pixels(size.size());
  for (size_t index = 0; index < pixels.size(); ++index)
    pixels[index] = value<Texel>(int(index));
  q.ext_oneapi_copy(pixels.data(), source.get_handle(), desc).wait();
  bindless::unsampled_image_handle from =
                                       bindless::create_image(source, desc, q),
                                   to = bindless::create_image(result, desc, q);
  q.parallel_for(size, [=](sycl::item<D> item) {
     const Texel texel = bindless::fetch_image<Texel>(from, at<D>(item));
     bindless::write_image(to, at<D>(item), Texel(texel + texel));
   }).wait();
  std::vector<Texel> out(pixels.size());
  q.ext_oneapi_copy(result.get_handle(), out.data(), desc).wait();
  bindless::destroy_image_handle(from, q);
  bindless::destroy_image_handle(to, q);
  int wrong = 0;
  for (size_t index = 0; index < out.size(); ++index)
    wrong += !same(out[index], Texel(pixels[index] + pixels[index]));
  return wrong;
}

template <class Texel>
int wrong_in_all(sycl::queue &q, image_channel_order order,
                 image_channel_type type) {
  return wrong_texels<Texel>(q, sycl::range(37), order, type) +
         wrong_texels<Texel>(q, sycl::range(13, 9), order, type) +
         wrong_texels<Texel>(q, sycl::range(7, 5, 3), order, type);
}

int wrong_formats(sycl::queue &q) {
  using order = image_channel_order;
  using type = image_channel_type;
  return wrong_in_all<sycl::float4>(q, order::rgba, type::fp32) +
         wrong_in_all<float>(q, order::r, type::fp32) +
         wrong_in_all<sycl::int2>(q, order::rg, type::signed_int32) +
         wrong_in_all<sycl::vec<unsigned char, 4>>(q, order::rgba,
                                                   type::unsigned_int8) +
         wrong_in_all<short>(q, order::r, type::signed_int16) +
         wrong_in_all<sycl::uint4>(q, order::rgba, type::unsigned_int32) +
         wrong_in_all<sycl::half4>(q, order::rgba, type::fp16);
}

int wrong_layers(sycl::queue &q) {
  const int layers = 3, width = 5, height = 4;
  const auto r = image_channel_order::r;
  const auto ints = image_channel_type::signed_int32;
  const auto array = bindless::image_type::array;
  const image_descriptor rows(sycl::range(width), r, ints, array, 1, layers),
      flat(sycl::range(width, height), r, ints, array, 1, layers);
  bindless::image_mem row_memory(rows, q), flat_memory(flat, q);
  std::vector<int> row_pixels(width * layers),
      flat_pixels(width * height * layers);
  for (size_t i = 0; i < row_pixels.size(); ++i)
    row_pixels[i] = int(i);
  q.ext_oneapi_copy(row_pixels.data(), row_memory.get_handle(), rows).wait();
  auto from = bindless::create_image(row_memory, rows, q);
  auto to = bindless::create_image(flat_memory, flat, q);
  q.parallel_for(sycl::range(width, height, layers), [=](sycl::id<3> at) {
     const int texel =
         bindless::fetch_image_array<int>(from, int(at[0]), unsigned(at[2]));
     bindless::write_image_array(to, sycl::int2(at[0], at[1]), unsigned(at[2]),
                                 texel * 10 + int(at[1]));
   }).wait();
  q.ext_oneapi_copy(flat_memory.get_handle(), flat_pixels.data(), flat).wait();
  bindless::destroy_image_handle(from, q);
  bindless::destroy_image_handle(to, q);
  int wrong = 0;
  for (int layer = 0; layer < layers; ++layer)
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        wrong += flat_pixels[(layer * height + y) * width + x] !=
                 (layer * width + x) * 10 + y;
  return wrong;
}

// From the middle of one picture to that of an image, of another one, and back.
int wrong_regions(sycl::queue &q) {
  const image_descriptor desc({8, 6}, image_channel_order::r,
                              image_channel_type::signed_int32);
  bindless::image_mem first(desc, q), second(desc, q);
  std::vector<int> zeros(48, 0), pixels(100), out(70, -1);
  for (int i = 0; i < 100; ++i)
    pixels[i] = i;
  q.ext_oneapi_copy(zeros.data(), first.get_handle(), desc).wait();
  q.ext_oneapi_copy(zeros.data(), second.get_handle(), desc).wait();
  const sycl::range<3> part(3, 2, 1);
  q.ext_oneapi_copy(pixels.data(), sycl::range<3>(4, 5, 0),
                    sycl::range<3>(10, 10, 1), first.get_handle(),
                    sycl::range<3>(1, 2, 0), desc, part)
      .wait();
  q.submit([&](sycl::handler &cgh) {
     cgh.ext_oneapi_copy(first.get_handle(), second.get_handle(), desc);
   }).wait();
  q.submit([&](sycl::handler &cgh) {
     cgh.ext_oneapi_copy(second.get_handle(), sycl::range<3>(0, 1, 0), desc,
                         out.data(), sycl::range<3>(2, 3, 0),
                         sycl::range<3>(10, 7, 1), sycl::range<3>(5, 3, 1));
   }).wait();
  int wrong = 0;
  for (int y = 0; y < 7; ++y)
    for (int x = 0; x < 10; ++x) {
      const int u = x - 2, v = y - 3 + 1; // in the image
      const bool is_copied = u >= 0 && u < 5 && v >= 1 && v < 4;
      const bool is_set = u >= 1 && u < 4 && v >= 2 && v < 4;
      const int set = (v - 2 + 5) * 10 + u - 1 + 4;
      wrong += out[y * 10 + x] != (is_set ? set : is_copied ? 0 : -1);
    }
  return wrong;
}

// Commands wait for the events that they name.
int wrong_order(sycl::queue &q) {
  const image_descriptor desc({64, 64}, 1, image_channel_type::signed_int32);
  bindless::image_mem memory(desc, q);
  auto image = bindless::create_image(memory, desc, q);
  std::vector<int> in(64 * 64, 1), out(64 * 64);
  sycl::event done = q.ext_oneapi_copy(in.data(), memory.get_handle(), desc);
  for (int round = 0; round < 10; ++round)
    done = q.parallel_for(sycl::range(64, 64), done, [=](sycl::item<2> item) {
      const int texel = bindless::fetch_image<int>(image, at<2>(item));
      bindless::write_image(image, at<2>(item), texel + 1);
    });
  q.ext_oneapi_copy(memory.get_handle(), out.data(), desc, {done}).wait();
  bindless::destroy_image_handle(image, q);
  int wrong = 0;
  for (int texel : out)
    wrong += texel != 11;
  return wrong;
}

// Kernels find any number of handles in memory.
int wrong_table(sycl::queue &q) {
  const image_descriptor desc(sycl::range<1>(1), image_channel_order::r,
                              image_channel_type::fp32);
  const int count = 20;
  std::vector<bindless::image_mem> memory;
  std::vector<bindless::unsampled_image_handle> handles;
  for (int i = 0; i < count; ++i) {
    const float texel = i + 0.5f;
    memory.emplace_back(desc, q);
    q.ext_oneapi_copy(&texel, memory[i].get_handle(), desc).wait();
    handles.push_back(bindless::create_image(memory[i], desc, q));
  }
  std::vector<float> out(count);
  {
    sycl::buffer<bindless::unsampled_image_handle> table(handles);
    sycl::buffer<float> result(out);
    q.submit([&](sycl::handler &cgh) {
      sycl::accessor images(table, cgh, sycl::read_only);
      sycl::accessor to(result, cgh, sycl::write_only, sycl::no_init);
      cgh.parallel_for(sycl::range(count), [=](sycl::id<1> i) {
        to[i] = bindless::fetch_image<float>(images[count - 1 - i[0]], 0);
      });
    });
  }
  int wrong = 0;
  for (int i = 0; i < count; ++i) {
    wrong += out[i] != count - 1 - i + 0.5f;
    bindless::destroy_image_handle(handles[i], q);
  }
  return wrong;
}

int wrong_information(sycl::queue &q) {
  const image_descriptor desc({8, 6}, image_channel_order::rg,
                              image_channel_type::fp16);
  const bindless::image_mem_handle memory = bindless::alloc_image_mem(desc, q);
  int wrong = 0;
  wrong += bindless::get_image_range(memory, q) != sycl::range<3>(8, 6, 0);
  wrong +=
      bindless::get_image_channel_type(memory, q) != image_channel_type::fp16;
  wrong += bindless::get_image_num_channels(memory, q) != 2;
  bindless::free_image_mem(memory, bindless::image_type::standard, q);
  bindless::image_mem owner(desc, q), copy = owner, other(desc, q);
  wrong += copy != owner || other == owner;
  wrong += copy.get_range() != sycl::range<3>(8, 6, 0);
  wrong += copy.get_device() != q.get_device();
  wrong += copy.get_descriptor().num_channels != 2;
  return wrong;
}

int main() {
  sycl::queue q;
  std::printf("texels of 7 formats: %d wrong\n", wrong_formats(q));
  std::printf("arrays: %d wrong\n", wrong_layers(q));
  std::printf("regions: %d wrong\n", wrong_regions(q));
  std::printf("dependencies: %d wrong\n", wrong_order(q));
  std::printf("table of images: %d wrong\n", wrong_table(q));
  std::printf("information: %d wrong\n", wrong_information(q));
}
