# Lays out an installed tree; sourced by `x` and by packaging/package.sh, in the root of the repository.
# shellcheck shell=bash

readonly VERSION="$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)"
# Debug information of what was staged, by build id: gdb reads it after `set debug-file-directory build/debug`.
readonly DEBUG="$PWD/build/debug"
# The C interface, and the name by which programs ask for the library that has it.
readonly ABI="$PWD/include/tandem/abi.h"
readonly SONAME="libtandem.so.$(sed -n 's/^#define TANDEM_ABI_MAJOR //p' include/tandem/abi.h)"

# The crates that an installation consists of, and the libraries among them beside libtandem.so: plugins and code generators.
readonly BUILT_CRATES=(tandem-cli tandem-capi tandem-plugin-cpu tandem-plugin-cuda tandem-plugin-island tandem-plugin-opencl
  tandem-codegen-cpu tandem-codegen-nvptx)
readonly BUILT_LIBRARIES=(libpi_native_cpu.so libpi_cuda.so libpi_island.so libpi_opencl.so libtandem_codegen_cpu.so
  libtandem_codegen_nvptx.so)

# stage DIR FROM: everything in DIR finds the rest relative to itself, so DIR can be moved. FROM is where cargo builds.
stage() {
  local to="$1" from="$2"
  mkdir -p "$to"/{bin,include,lib/cmake/Tandem,lib/pkgconfig}
  put_binary "$from/tandem-cxx" "$to/bin/tandem++"
  put_binary "$from/tandem-post-link" "$to/bin/tandem-post-link"
  put_binary "$from/tandem" "$to/bin/tandem"
  put_link tandem "$to/bin/sycl-ls"
  [ -L "$to/lib/libtandem.so" ] || rm -f "$to/lib/libtandem.so"
  link_runtime "$from/libtandem_rt.a" "$from/$SONAME"
  put_binary "$from/$SONAME" "$to/lib/libtandem.so.$VERSION"
  put_link "libtandem.so.$VERSION" "$to/lib/$SONAME"
  put_link "$SONAME" "$to/lib/libtandem.so"
  # What -lsycl of projects for DPC++ links. A script of the linker's: nothing asks for this name when a program runs.
  echo "INPUT(libtandem.so)" >"$to/lib/libsycl.so"
  local library
  for library in "${BUILT_LIBRARIES[@]}"; do put_binary "$from/$library" "$to/lib/$library"; done
  if ! [ "$to/include" -ef include ]; then # a tree may link to these headers
    rm -rf "$to/include/sycl" "$to/include/CL" "$to/include/tandem"
    cp -r include/* "$to/include/"
  fi
  local file
  for file in cmake/*.cmake; do put_text "$file" "$to/lib/cmake/Tandem/${file##*/}"; done
  put_text packaging/tandem.pc "$to/lib/pkgconfig/tandem.pc"
}

# Replaces a file as a whole: programs that use the old one keep it.
put() { cp "$1" "$2.new" && mv -f "$2.new" "$2"; }

put_text() { sed "s/@VERSION@/$VERSION/g" "$1" >"$2.new" && mv -f "$2.new" "$2"; }

put_link() { ln -sfn "$1" "$2"; }

# Links libtandem.so from what cargo builds: ARCHIVE LIBRARY [OPTION...]. It is done here since rustc cannot give symbols versions.
link_runtime() {
  local archive="$1" library="$2" script="$2.map"
  shift 2
  version_script "$ABI" >"$script.new"
  if ! [ "$library" -nt "$archive" ] || ! cmp -s "$script.new" "$script"; then
    cc -shared -o "$library.new" -Wl,-soname,"$SONAME" -Wl,--version-script="$script.new" -Wl,--build-id \
      -Wl,-O1,--gc-sections,--no-undefined,-z,relro,-z,now,-z,noexecstack \
      -Wl,--whole-archive "$archive" -Wl,--no-whole-archive -Wl,--as-needed -lgcc_s -lpthread -ldl -lm -lc "$@"
    mv -f "$library.new" "$library"
  fi
  mv -f "$script.new" "$script"
}

# The linker's version script for the functions that a header declares. Symbols of minor version N are of version
# TANDEM_1.N, so the dynamic linker refuses a program that uses functions of a newer library.
version_script() {
  awk '
    /^#define TANDEM_ABI_MAJOR / { major = $3 }
    /^TANDEM_SINCE\(/ { minor = substr($0, 14) + 0; sub(/^TANDEM_SINCE\([0-9]+\) */, "") }
    /^[a-z]/ && match($0, /tandem_[a-z0-9_]+\(/) {
      names[minor + 0] = names[minor + 0] " " substr($0, RSTART, RLENGTH - 1) ";"
      if (minor > newest) newest = minor
      minor = 0
    }
    END {
      printf "TANDEM_%d.0 { global:%s local: *; };\n", major, names[0]
      before = 0
      for (minor = 1; minor <= newest; minor++)
        if (minor in names) {
          printf "TANDEM_%d.%d { global:%s } TANDEM_%d.%d;\n", major, minor, names[minor], major, before
          before = minor
        }
    }' "$1"
}

# Puts a program or library without its debug information. Names of functions stay, for backtraces.
put_binary() {
  local debug
  debug="$DEBUG/$(debug_file "$1")"
  if ! [ -e "$debug" ]; then
    mkdir -p "${debug%/*}"
    objcopy --only-keep-debug --compress-debug-sections "$1" "$debug.new" && mv -f "$debug.new" "$debug"
  fi
  strip --strip-debug -o "$2.new" "$1" && mv -f "$2.new" "$2"
}

# Where gdb looks for debug information, below its folder for that.
debug_file() {
  local id
  id=$(readelf -n "$1" | sed -n 's/.*Build ID: //p')
  [ -n "$id" ] || { echo "$1 has no build id" >&2; return 1; }
  echo ".build-id/${id:0:2}/${id:2}.debug"
}
