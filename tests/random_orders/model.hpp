// What SYCL, as Tandem documents it, promises of a program.
#pragma once
#include "observations.hpp"

namespace orders {

enum class End { runs, fails, does_not_run };

struct Expected {
  Observations values;
  std::vector<End> ends;
  // Of those ended: elements that are not defined are not written back.
  std::vector<Contents> written_back;
};

Expected expect(const Program &program);

// What differs; empty if nothing does.
std::string difference(const Program &program, const Expected &expected,
                       const Observations &seen);

} // namespace orders
