#!/usr/bin/env bash
# A program whose threads use the devices of two plugins, with the runtime and both plugins under ThreadSanitizer. `./x tsan`.
#
# usage: tests/races.sh PREFIX BUILT SECONDS     PREFIX: a tree made by `./x build`; BUILT: where cargo has built the libraries with the sanitizer
set -euo pipefail
cd "$(dirname "$0")/.."

readonly PREFIX="$1" BUILT="$2" SECONDS_EACH="$3"
readonly SANITIZER=("$(rustc --print target-libdir)"/librustc-*_rt.tsan.a)
[ -f "${SANITIZER[0]}" ] || { echo "races: this Rust has no ThreadSanitizer: ${SANITIZER[0]} is missing" >&2; exit 1; }

. packaging/stage.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -a "$PREFIX/." "$work/tandem"
cp "$BUILT"/libpi_{native_cpu,island}.so "$work/tandem/lib/"
# The program has the sanitizer for all libraries.
link_runtime "$BUILT/libtandem_rt.a" "$BUILT/$SONAME" -Wl,-z,undefs
cp "$BUILT/$SONAME" "$work/tandem/lib/libtandem.so.$VERSION"
"$work/tandem/bin/tandem++" -fsycl -O1 -g -std=c++17 -pthread tests/races/two_plugins.cpp -o "$work/two_plugins" \
  -Wl,--export-dynamic -Wl,--whole-archive "${SANITIZER[0]}" -Wl,--no-whole-archive -lm -ldl -lrt

# check DEVICES: the variables that make these visible. The sanitizer wants its addresses where they always are.
check() {
  echo "races: $* for $SECONDS_EACH s"
  env "$@" SYCL_CACHE_DIR="$work/cache" setarch -R "$work/two_plugins" "$SECONDS_EACH"
}
check TANDEM_ISLAND_DEVICE=platforms=2
check TANDEM_ISLAND_DEVICE=devices=2 TANDEM_BASIC_DEVICE=1
