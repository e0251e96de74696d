#!/usr/bin/env bash
# Makes packages of Tandem in build/package, of what `./x build` has built: `./x package`.
#
#   tandem_VERSION-1_amd64.deb             programs, libraries, headers, manual pages, completions
#   tandem-dbgsym_VERSION-1_amd64.deb      debug information of the former
#   tandem-VERSION-x86_64-linux.tar.xz     the same tree, for any place
#   tandem-VERSION-x86_64-linux-debug.tar.xz
#
# The Debian package keeps the tree in one folder, /usr/lib/tandem: beside other headers in /usr/include, SYCL's would
# hide them, and programs find the library by their RUNPATH. Links lead there from where Debian looks.
set -euo pipefail
cd "$(dirname "$0")/.."
. packaging/stage.sh
. scripts/llvm.sh

readonly BUILT="${CARGO_TARGET_DIR:-target}/release" OUT="$PWD/build/package" REVISION=1
readonly NAME="tandem-$VERSION-x86_64-linux" LIBRARIES=/usr/lib/x86_64-linux-gnu
# Times in packages are those of the commit: the same sources make the same packages.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Cargo.toml)
export SOURCE_DATE_EPOCH
umask 022

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$OUT"

# The licences of all crates that are linked in, from where cargo keeps their sources.
third_party_licenses() {
  local name version folder file
  cargo tree --locked --edges normal --prefix none --format '{p} {l}' "${BUILT_CRATES[@]/#/-p}" | grep -v -e " ($PWD" -e "^$" | sed 's/ (proc-macro)//; s/ (\*)$//' | sort -u |
    while read -r name version license; do
      version="${version#v}"
      echo "==== $name $version: $license"
      folder=$(find "${CARGO_HOME:-$HOME/.cargo}/registry/src" -maxdepth 2 -name "$name-$version" | head -1)
      [ -n "$folder" ] || { echo "no sources of $name $version" >&2; return 1; }
      for file in "$folder"/LICEN[CS]E* "$folder"/COPYING* "$folder"/NOTICE*; do
        if [ -f "$file" ]; then printf -- '---- %s\n' "${file##*/}" && cat "$file"; fi
      done
    done
}

# documentation DIR: what the archive and the package share.
documentation() {
  mkdir -p "$1"
  cp README.md CHANGELOG.md LICENSE "$1/"
  third_party_licenses >"$1/third-party-licenses"
}

archive() {
  local tree="$work/$NAME"
  stage "$tree" "$BUILT"
  cp -r "$work/manuals" "$tree/share"
  documentation "$tree/share/doc/tandem"
  pack 6 "$NAME"
}

# pack LEVEL NAME: an archive of the folder of that name.
pack() {
  tar --directory "$work" --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --create "$2" |
    xz -T0 "-$1" >"$OUT/$2.tar.xz"
}

# Where the build ids of a tree's binaries have their debug information.
debug_files() {
  local file
  for file in "$1"/bin/* "$1"/lib/*.so*; do
    if [ ! -L "$file" ] && readelf -h "$file" >"$work/header" 2>&1; then debug_file "$file"; fi
  done
}

debug_archive() {
  local tree="$work/$NAME-debug" file
  for file in $(debug_files "$work/$NAME"); do install -Dm644 "$DEBUG/$file" "$tree/$file"; done
  pack 0 "$NAME-debug" # it is compressed already
}

# control PACKAGE ROOT LEVEL: what every package has to say. The rest of the control file follows on standard input.
control() {
  mkdir -p "$2/DEBIAN"
  {
    printf 'Package: %s\nSource: tandem\nVersion: %s-%s\nArchitecture: amd64\n' "$1" "$VERSION" "$REVISION"
    printf 'Maintainer: Tandem developers <tandem@example.invalid>\nInstalled-Size: %s\n' "$(du -sk "$2" | cut -f1)"
    cat
  } >"$2/DEBIAN/control"
  (cd "$2" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | sort -z | xargs -0 md5sum >DEBIAN/md5sums)

  find "$2" -type d -exec chmod 755 {} +
  dpkg-deb --root-owner-group -Zxz "-z$3" --build "$2" "$OUT" >/dev/null
}

# The libraries that programs and libraries of a tree were linked with.
library_dependencies() {
  printf 'Source: tandem\n\nPackage: tandem\nArchitecture: amd64\n' >"$work/source/debian/control"
  (cd "$work/source" && dpkg-shlibdeps -O "$1"/bin/* "$1"/lib/libtandem.so.* "$1"/lib/libpi_*.so \
    "$1"/lib/libtandem_*.so) | sed -n 's/^shlibs:Depends=//p'
}

debian_package() {
  local root="$work/source/debian/tandem" file
  local tree="$root/usr/lib/tandem" doc="$root/usr/share/doc/tandem"
  stage "$tree" "$BUILT"
  for file in "$tree"/bin/* "$tree"/lib/lib*.so*; do
    if [ ! -L "$file" ] && readelf -h "$file" >"$work/header" 2>&1; then
      strip --strip-unneeded --remove-section=.comment "$file"
      case "$file" in *.so*) chmod 644 "$file" ;; esac
    fi
  done
  mkdir -p "$root/usr/bin" "$root$LIBRARIES/cmake" "$root$LIBRARIES/pkgconfig" "$doc"
  ln -s ../lib/tandem/bin/tandem ../lib/tandem/bin/tandem++ "$root/usr/bin/"
  ln -s ../../tandem/lib/cmake/Tandem "$root$LIBRARIES/cmake/Tandem"
  sed 's,^prefix=.*,prefix=/usr/lib/tandem,' "$tree/lib/pkgconfig/tandem.pc" >"$root$LIBRARIES/pkgconfig/tandem.pc"
  rm -r "$tree/lib/pkgconfig"

  cp -r "$work/manuals/." "$root/usr/share/"
  gzip -9n "$root"/usr/share/man/man1/*
  cp packaging/copyright "$doc/copyright"
  third_party_licenses | gzip -9n >"$doc/third-party-licenses.gz"
  gzip -9n <CHANGELOG.md >"$doc/changelog.gz"
  gzip -9n >"$doc/changelog.Debian.gz" <<TEXT
tandem ($VERSION-$REVISION) unstable; urgency=medium

  * Version $VERSION: see changelog.gz.

 -- Tandem developers <tandem@example.invalid>  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
TEXT
  mkdir -p "$root/usr/share/lintian/overrides"
  cp packaging/lintian-overrides "$root/usr/share/lintian/overrides/tandem"

  control tandem "$root" 6 <<TEXT
Depends: $(library_dependencies "$tree"), clang-$LLVM_MAJOR, lld-$LLVM_MAJOR
Suggests: cmake, gdb, pkgconf
Section: devel
Priority: optional
Homepage: https://example.invalid/tandem
Description: SYCL 2020 compiler and runtime
 Tandem compiles single-source SYCL 2020 C++ with the distribution's clang and
 runs its kernels on the CPU and on devices of PI plugins. It takes the options
 and environment variables of DPC++.
 .
 The package has the compiler driver tandem++, the program tandem, the runtime
 library with its CPU device, headers, and files for CMake and pkg-config.
TEXT
}

debug_package() {
  local root="$work/dbgsym" file
  for file in $(debug_files "$work/$NAME"); do install -Dm644 "$DEBUG/$file" "$root/usr/lib/debug/$file"; done
  mkdir -p "$root/usr/share/doc"
  ln -s tandem "$root/usr/share/doc/tandem-dbgsym"
  control tandem-dbgsym "$root" 0 <<TEXT
Auto-Built-Package: debug-symbols
Depends: tandem (= $VERSION-$REVISION)
Section: debug
Priority: optional
Build-Ids: $(debug_files "$work/$NAME" | sed 's,.build-id/,,; s,/,,; s,.debug,,' | xargs)
Description: debug symbols for tandem
TEXT
}

cargo run --release --locked -q -p tandem-cli --example manuals -- "$work/manuals"
rm -f "$OUT"/tandem*
archive
debug_archive
debian_package
debug_package
(cd "$OUT" && ls -l)
