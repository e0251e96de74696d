// Attributes of kernels reach the device in whatever way they are written and
// included, with warnings off. The sources have no attribute that shows without
// a preprocessor.
// STEP: for way in digraphs spaces using_prefix named_by_macro glued macro_argument silenced silenced_by_macro nested_brackets before_parameters out_of_class; do $CXX -fsycl -O1 -w -DWAY=$way -DHEADER="<attribute_ways/$way.hpp>" -I$DIR -c $SRC -o $way.o || exit 1; done
// STEP: $CXX -fsycl -O1 -w -DWAY=command_line -DHEADER='<attribute_ways/command_line.hpp>' -I$DIR '-DFROM_COMMAND_LINE(x)=[[sycl::reqd_work_group_size(x)]]' -c $SRC -o command_line.o
// STEP: CPATH=$DIR/attribute_ways $CXX -fsycl -O1 -w -DWAY=system_header -DHEADER='<system_header.hpp>' -c $SRC -o system_header.o
// STEP: CPLUS_INCLUDE_PATH=$DIR/attribute_ways $CXX -fsycl -O1 -Wno-everything -DWAY=CPLUS_INCLUDE_PATH -DHEADER='<system_header.hpp>' -c $SRC -o path.o
// STEP: $CXX -fsycl -O1 -w -isystem $DIR/attribute_ways -DWAY=isystem -DHEADER='<system_header.hpp>' -c $SRC -o isystem.o
// STEP: $CXX -fsycl -O1 -Xclang -w -Xsycl-target-frontend -w -Werror -include $DIR/attribute_ways/digraphs.hpp -DWAY=forced -DHEADER='<cstdio>' -c $SRC -o forced.o
// STEP: echo 'module ways { header "spaces.hpp" export * }' > map && cp $DIR/attribute_ways/spaces.hpp . && $CXX -fsycl -O1 -w -fmodules -fmodule-map-file=map -I. -DWAY=modules -DHEADER='"spaces.hpp"' -c $SRC -o modules.o
// STEP: $CXX -fsycl -DMAIN -c $SRC -o main.o && $CXX -fsycl *.o -o $EXE
// EXPECT: digraphs kept
// EXPECT: spaces kept
// EXPECT: using_prefix kept
// EXPECT: named_by_macro kept
// EXPECT: glued kept
// EXPECT: macro_argument kept
// EXPECT: silenced kept
// EXPECT: silenced_by_macro kept
// EXPECT: nested_brackets kept
// EXPECT: before_parameters kept
// EXPECT: out_of_class kept
// EXPECT: command_line kept
// EXPECT: system_header kept
// EXPECT: CPLUS_INCLUDE_PATH kept
// EXPECT: isystem kept
// EXPECT: forced kept
// EXPECT: modules kept
#include <sycl/sycl.hpp>

#include <cstdio>

#ifdef MAIN

bool digraphs(sycl::queue &q, int *p);
bool spaces(sycl::queue &q, int *p);
bool using_prefix(sycl::queue &q, int *p);
bool named_by_macro(sycl::queue &q, int *p);
bool glued(sycl::queue &q, int *p);
bool macro_argument(sycl::queue &q, int *p);
bool silenced(sycl::queue &q, int *p);
bool silenced_by_macro(sycl::queue &q, int *p);
bool nested_brackets(sycl::queue &q, int *p);
bool before_parameters(sycl::queue &q, int *p);
bool out_of_class(sycl::queue &q, int *p);
bool command_line(sycl::queue &q, int *p);
bool system_header(sycl::queue &q, int *p);
bool CPLUS_INCLUDE_PATH(sycl::queue &q, int *p);
bool isystem(sycl::queue &q, int *p);
bool forced(sycl::queue &q, int *p);
bool modules(sycl::queue &q, int *p);

int main() {
  sycl::queue q;
  int *p = sycl::malloc_device<int>(16, q);
  struct {
    const char *name;
    bool (*is_kept)(sycl::queue &, int *);
  } ways[] = {
      {"digraphs", digraphs},
      {"spaces", spaces},
      {"using_prefix", using_prefix},
      {"named_by_macro", named_by_macro},
      {"glued", glued},
      {"macro_argument", macro_argument},
      {"silenced", silenced},
      {"silenced_by_macro", silenced_by_macro},
      {"nested_brackets", nested_brackets},
      {"before_parameters", before_parameters},
      {"out_of_class", out_of_class},
      {"command_line", command_line},
      {"system_header", system_header},
      {"CPLUS_INCLUDE_PATH", CPLUS_INCLUDE_PATH},
      {"isystem", isystem},
      {"forced", forced},
      {"modules", modules},
  };
  for (auto &way : ways)
    std::printf("%s %s\n", way.name, way.is_kept(q, p) ? "kept" : "lost");
  sycl::free(p, q);
}

#else

#include HEADER

// Whether a launch is refused whose groups do not have 16 work-items.
bool WAY(sycl::queue &q, int *p) {
#ifdef KERNEL
  auto kernel = KERNEL(it) { p[it.get_global_id()] = 1; };
#else
  auto kernel = kernel_of(p);
#endif
  q.parallel_for(sycl::nd_range<1>(16, 16), kernel).wait();
  try {
    q.parallel_for(sycl::nd_range<1>(16, 8), kernel).wait();
    return false;
  } catch (const sycl::exception &e) {
    return e.code() == sycl::errc::nd_range;
  }
}

#endif
