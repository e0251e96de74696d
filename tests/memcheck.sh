#!/usr/bin/env bash
# Ten end-to-end programs under valgrind's memcheck: no error, and nothing that is definitely lost. `./x memcheck`.
#
# usage: tests/memcheck.sh PREFIX [PROGRAM...]     PREFIX: a tree made by `./x build`; PROGRAM: such as usm/usm_copy_fill
#
# Each program runs twice with a separate compiler cache. The first run compiles its kernels and is checked for errors only: the code
# generator keeps the memory of removed LLVM instructions (docs/internals/debugging.md). The second run is checked for leaks, too.
set -euo pipefail
cd "$(dirname "$0")/e2e"

readonly PREFIX="$1"
shift
readonly ALL=(
  buffers/buffer_vadd
  usm/usm_linked_list
  usm/usm_copy_fill
  output/stream
  groups/reduction
  queues/host_task
  bundles/spec_constants
  queues/exceptions_async
  queues/queue_many_threads
  groups/local_reduction
)
if (($#)); then programs=("$@"); else programs=("${ALL[@]}"); fi

command -v valgrind >/dev/null || { echo "memcheck: valgrind is not installed" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LD_LIBRARY_PATH

# check PROGRAM OPTION...: runs it under memcheck; what valgrind has to say is shown only when it is not nothing.
check() {
  local program="$1" status=0
  shift
  SYCL_CACHE_DIR="$work/cache" valgrind --error-exitcode=99 --num-callers=40 --suppressions=../memcheck.supp "$@" "$work/${program##*/}" >"$work/log" 2>&1 || status=$?
  ((status == 0)) && return
  cat "$work/log"
  return 1
}

failed=0
for program in "${programs[@]}"; do
  "$PREFIX/bin/tandem++" -fsycl -O1 -g -std=c++17 -pthread "$program.cpp" -o "$work/${program##*/}"
  if check "$program" && check "$program" --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite; then
    echo "memcheck: $program: no error, no leak"
  else
    echo "memcheck: $program: FAILED"
    failed=1
  fi
done
exit $failed
