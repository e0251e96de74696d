#!/usr/bin/env bash
# A program whose threads use the devices of two plugins, with the runtime and both plugins under ThreadSanitizer. `./x tsan`.
#
# usage: tests/races.sh PREFIX BUILT SECONDS     PREFIX, BUILT: see tests/sanitized.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/sanitized.sh

stage_sanitized tsan "$1" "$2"
compile_sanitized two_plugins tests/races/two_plugins.cpp

# check DEVICES: the variables that make these visible.
check() {
  echo "races: $* for $seconds s"
  # An OpenCL device of the machine may not run the program's kernels.
  (export ONEAPI_DEVICE_SELECTOR='native_cpu:*;island:*' "$@"; run_sanitized two_plugins "$seconds")
}
readonly seconds="$3"
check TANDEM_ISLAND_DEVICE=platforms=2
check TANDEM_ISLAND_DEVICE=devices=2 TANDEM_BASIC_DEVICE=1
# With a timeline and a tool.
cc -std=c11 -shared -fPIC -Iinclude tests/tools/record.c -o "$work/record.so"
check TANDEM_ISLAND_DEVICE=platforms=2 TANDEM_TRACE="$work/trace.json" TANDEM_TOOLS="$work/record.so" RECORD="$work/events"
grep -q '^finished' "$work/events" || { echo "the tool was not told of the end" >&2; exit 1; }
