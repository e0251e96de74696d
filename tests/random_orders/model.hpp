// The behavior of a program that SYCL, as Tandem documents it, guarantees.
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

// The differences; empty if there are none.
std::string difference(const Program &program, const Expected &expected,
                       const Observations &seen);

} // namespace orders
