// A source that includes SYCL's header and is compiled without -fsycl gets a
// note; host code may use the header so, also under -Werror.
// STEP: $CXX -std=c++17 -Wall -Werror -I$DIR/../../../include -c $SRC -o a.o 2> messages
// STEP: grep -q '<sycl/sycl.hpp> without -fsycl' messages
// STEP: $CXX -std=c++17 -Wall -Werror -I$DIR/../../../include -c $SRC -o a.o -DSYCL_DISABLE_FSYCL_SYCLHPP_WARNING 2> messages
// STEP: ! grep . messages
// STEP: $CXX -fsycl a.o -o $EXE
// EXPECT: 6
#include <cstdio>

#include <sycl/sycl.hpp>

int main() { std::printf("%zu\n", sycl::range<2>{2, 3}.size()); }
