#!/usr/bin/env bash
# Random programs of commands (tests/random_orders), with the runtime and the plugins under a sanitizer. `./x memcheck`.
#
# usage: tests/random_orders.sh SANITIZER PREFIX BUILT PROGRAMS     SANITIZER, PREFIX, BUILT: see tests/sanitized.sh
set -euo pipefail
cd "$(dirname "$0")/.."
. tests/sanitized.sh

stage_sanitized "$1" "$2" "$3"
compile_sanitized random_orders tests/random_orders/*.cpp

readonly sanitizer_name="$1" programs="$4"
# check SELECTOR ISLANDS: the devices that programs see
check() {
  echo "random_orders: $sanitizer_name, $1, $programs programs"
  ONEAPI_DEVICE_SELECTOR="$1" TANDEM_ISLAND_DEVICE="$2" run_sanitized random_orders --seed "${TANDEM_RANDOM_SEED:-1}" --programs "$programs"
}
check native_cpu:cpu 1
check 'island:*' devices=2
check 'native_cpu:cpu;island:0' profile=2
