# A tree whose runtime and plugins have a sanitizer of Rust's, and programs for it. Sourced in the root by the scripts that use it.
#
# stage_sanitized NAME PREFIX BUILT: makes the tree $work/tandem. NAME: asan or tsan; PREFIX: a tree made by `./x build`;
# BUILT: where cargo has built the libraries with the sanitizer
stage_sanitized() {
  local prefix="$2" built="$3"
  sanitizer=("$(rustc --print target-libdir)"/librustc-*_rt."$1".a)
  [ -f "${sanitizer[0]}" ] || { echo "this Rust has no such sanitizer: ${sanitizer[0]} is missing" >&2; exit 1; }
  . packaging/stage.sh
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  cp -a "$prefix/." "$work/tandem"
  cp "$built"/libpi_{native_cpu,island}.so "$work/tandem/lib/"
  # The program has the sanitizer for all libraries.
  link_runtime "$built/libtandem_rt.a" "$built/$SONAME" -Wl,-z,undefs
  cp "$built/$SONAME" "$work/tandem/lib/libtandem.so.$VERSION"
}

# compile_sanitized PROGRAM SOURCE...: compiles $work/PROGRAM
compile_sanitized() {
  local program="$1"
  shift
  "$work/tandem/bin/tandem++" -fsycl -O1 -g -std=c++17 -pthread "$@" -o "$work/$program" \
    -Wl,--export-dynamic -Wl,--whole-archive "${sanitizer[0]}" -Wl,--no-whole-archive -lm -ldl -lrt
}

# run_sanitized PROGRAM ARGUMENTS...: the sanitizer wants its addresses where they always are.
run_sanitized() {
  local program="$1"
  shift
  SYCL_CACHE_DIR="$work/cache" setarch -R "$work/$program" "$@"
}
