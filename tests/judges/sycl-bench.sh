#!/usr/bin/env bash
# Builds sycl-bench, changed in nothing, with tandem++, and prints a row of a Markdown table for each of its results.
# `./x judge sycl-bench DIR [NAME...]`: DIR is a clone of sycl-bench, NAMEs pick programs of sycl-bench.txt.
#
# TANDEM_JUDGE_PEER names a folder with the same programs, built by another implementation: they run in turns with ours.
# TANDEM_JUDGE_BUILD keeps our build in a folder, for another time.
set -uo pipefail

readonly SOURCES="$(realpath "$1")" LIST="$(dirname "$(realpath "$0")")/sycl-bench.txt"
readonly LIMIT="${TANDEM_JUDGE_SECONDS:-300}" RUNS="${TANDEM_JUDGE_RUNS:-5}" PEER="${TANDEM_JUDGE_PEER:-}"
shift

work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
readonly BUILD="${TANDEM_JUDGE_BUILD:-$work/build}"
# Its CMake files look for the features, but leave it to the caller to switch the programs on.
cmake -S "$SOURCES" -B "$BUILD" -DSYCL_IMPL=dpcpp -DCMAKE_CXX_COMPILER=tandem++ -DSYCL_BENCH_HAS_SPEC_CONSTANTS=ON -DSYCL_BENCH_HAS_KERNEL_REDUCTIONS=ON \
  -DSYCL_BENCH_HAS_GROUP_ALGORITHMS=ON -DSYCL_BENCH_HAS_FP64_SUPPORT=ON >"$work/cmake.log" || { cat "$work/cmake.log"; exit 1; }
make -k -C "$BUILD" >"$work/make.log" 2>&1 || grep -E 'error|Error' "$work/make.log"

# The picture that the filters read, which the repository lacks: 4096 by 4096 pixels of 24 bits. Some look for it one folder up, some two.
mkdir -p "$work/share" "$work/programs/run"
ln -s ../share "$work/programs/share"
{
  printf 'BM\x36\0\0\x03\0\0\0\0\x36\0\0\0\x28\0\0\0\0\x10\0\0\0\x10\0\0\x01\0\x18\0\0\0\0\0\0\0\0\x03\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'
  yes 'the quick brown fox jumps over the lazy dog' | head -c $((4096 * 4096 * 3))
} >"$work/share/Brommy.bmp"

# measure FOLDER PROGRAM ARGUMENT...: lines of name, verification and median run time.
measure() {
  local program="$1/$2"
  shift 2
  [ -x "$program" ] || return 0
  (cd "$work/programs/run" && timeout "$LIMIT" "$program" "$@" --num-runs="$RUNS" --warmup-run 2>/dev/null) | awk '
    /^\*+ Results for / { name = $0; gsub(/^\*+ Results for |\*+$/, "", name) }
    /^run-time-median:/ { seconds = $2 }
    /^Verification:/ { print name, $2, seconds; seconds = "-" }'
}

printf '| result | verification | Tandem, s | peer, s | peer / Tandem |\n|---|---|---|---|---|\n'
while read -r program arguments; do
  (($# == 0)) || [[ " $* " == *" $program "* ]] || continue
  # shellcheck disable=SC2086 # the arguments are words
  measure "$BUILD" "$program" $arguments >"$work/ours"
  [ -s "$work/ours" ] || echo "| $program | no result | | | |"
  # shellcheck disable=SC2086
  if [ -n "$PEER" ]; then measure "$(realpath "$PEER")" "$program" $arguments; fi >"$work/theirs"
  awk '
    FILENAME == ARGV[1] { theirs[$1] = $2 == "FAIL" ? $3 " (wrong)" : $3; next }
    {
      ratio = theirs[$1] > 0 && $3 > 0 ? sprintf("%.2f", theirs[$1] / $3) : ""
      printf "| %s | %s | %s | %s | %s |\n", $1, $2, $3, theirs[$1], ratio
    }' "$work/theirs" "$work/ours"
done <"$LIST"
