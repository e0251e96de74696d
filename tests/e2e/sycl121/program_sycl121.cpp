// Programs of SYCL 1.2.1: building, states, kernel objects that are launched
// with a functor, and DPC++'s specialization constants.
// FLAGS: -Wno-deprecated-declarations
// EXPECT: state 0
// EXPECT: has 1
// EXPECT: options -cl-fast-relaxed-math
// EXPECT: values 7 14 21
// EXPECT: linked 1 2 2
// EXPECT: late constant
// EXPECT: no kernel 1
// EXPECT: from source 1
#include <CL/sycl.hpp>

class set_value;
class scale;
class constant;

using cl::sycl::program;
using cl::sycl::program_state;

template <class F> bool refuses(cl::sycl::errc code, const F &f) {
  try {
    f();
  } catch (const cl::sycl::exception &error) {
    return error.code() == code && error.get_cl_code() == 0;
  }
  return false;
}

int main() {
  cl::sycl::queue q;
  program built(q.get_context());
  std::cout << "state " << int(built.get_state()) << std::endl;
  auto seven = built.set_spec_constant<constant>(7);
  built.build_with_kernel_type<set_value>("-cl-fast-relaxed-math");
  std::cout << "has " << built.has_kernel<set_value>() << std::endl;
  std::cout << "options " << built.get_build_options() << std::endl;

  program compiled(q.get_context(), {q.get_device()});
  compiled.compile_with_kernel_type<scale>();
  program linked({compiled}, "-x");
  program same = compiled;
  compiled.link();

  int values[3] = {};
  {
    cl::sycl::buffer<int, 1> buffer(values, cl::sycl::range<1>(3));
    q.submit([&](cl::sycl::handler &h) {
      auto out = buffer.get_access<cl::sycl::access::mode::write>(h);
      h.single_task<set_value>(built.get_kernel<set_value>(), [=] {
        for (int i = 0; i < 3; ++i)
          out[i] = seven.get();
      });
    });
    q.submit([&](cl::sycl::handler &h) {
      auto out = buffer.get_access<cl::sycl::access::mode::read_write>(h);
      h.parallel_for<scale>(
          linked.get_kernel<scale>(), cl::sycl::nd_range<1>(3, 1),
          [=](cl::sycl::nd_item<1> it) {
            out[it.get_global_id()] *= int(it.get_global_id(0)) + 1;
          });
    });
  }
  std::cout << "values " << values[0] << " " << values[1] << " " << values[2]
            << std::endl;
  std::cout << "linked " << (same == compiled) << " " << int(same.get_state())
            << " "
            << linked.get_info<cl::sycl::info::program::devices>().size() +
                   (linked.get_link_options() == "-x")
            << std::endl;

  try {
    built.set_spec_constant<constant>(8);
  } catch (const cl::sycl::ONEAPI::experimental::spec_const_error &) {
    std::cout << "late constant" << std::endl;
  }
  program empty(q.get_context());
  std::cout << "no kernel " << refuses(cl::sycl::errc::invalid, [&] {
    empty.get_kernel<scale>();
  }) << std::endl;
  std::cout << "from source "
            << refuses(cl::sycl::errc::feature_not_supported,
                       [&] { empty.build_with_source("kernel void f() {}"); })
            << std::endl;
}
