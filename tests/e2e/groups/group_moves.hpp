// Operations that give a work-item the operand of another one.
#pragma once
#include "group_operations.hpp"

// Tells what a member gets from which one it gets it from, if there is one.
template <class Move> struct move_operation {
  template <class T>
  static std::optional<T> expected(const std::vector<T> &values, unsigned lane,
                                   unsigned uniform) {
    const unsigned from = Move::source(lane, values.size(), uniform);
    if (from < values.size())
      return values[from];
    return std::nullopt;
  }
};

// `call` has a group `g`, an operand `x` and a number `u`; `from` has the
// member's number `lane`, the number `n` of members, and `u`.
#define MOVE(id, call, from)                                                   \
  struct id : move_operation<id> {                                             \
    static constexpr const char *name = #call;                                 \
    template <class G, class T> static T on(G g, T x, unsigned u) {            \
      [[maybe_unused]] const unsigned n = g.get_local_linear_range();          \
      [[maybe_unused]] const unsigned lane = g.get_local_linear_id();          \
      return sycl::call;                                                       \
    }                                                                          \
    static unsigned source(unsigned lane, unsigned n, unsigned u) {            \
      return from;                                                             \
    }                                                                          \
  };
MOVE(left_1, shift_group_left(g, x), lane + 1)
MOVE(left_2, shift_group_left(g, x, 2), lane + 2)
MOVE(left_u, shift_group_left(g, x, u - 4), lane + u - 4)
MOVE(right_1, shift_group_right(g, x), lane - 1)
MOVE(right_2, shift_group_right(g, x, 2), lane - 2)
MOVE(right_u, shift_group_right(g, x, u - 4), lane - (u - 4))
MOVE(xor_1, permute_group_by_xor(g, x, 1), lane ^ 1)
MOVE(xor_u, permute_group_by_xor(g, x, u & 2), lane ^ (u & 2))
MOVE(select_1, select_from_group(g, x, 1), 1)
MOVE(select_u, select_from_group(g, x, u % n), u % n)
MOVE(select_mirrored, select_from_group(g, x, n - 1 - lane), n - 1 - lane)
MOVE(select_mixed, select_from_group(g, x, (lane * 5 + u) % n),
     (lane * 5 + u) % n)
MOVE(broadcast, group_broadcast(g, x), 0)
MOVE(broadcast_0, group_broadcast(g, x, 0), 0)
MOVE(broadcast_last, group_broadcast(g, x, n - 1), n - 1)
MOVE(broadcast_u, group_broadcast(g, x, u % n), u % n)
#undef MOVE

using broadcasts = list<broadcast, broadcast_0, broadcast_last, broadcast_u>;
using composite_moves =
    list<left_2, right_u, xor_1, select_u, select_mixed, broadcast_u>;
using moves = list<left_1, left_2, left_u, right_1, right_2, right_u, xor_1,
                   xor_u, select_1, select_u, select_mirrored, select_mixed,
                   broadcast, broadcast_0, broadcast_last, broadcast_u>;
