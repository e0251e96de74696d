# What a machine needs: Debian packages, Rust, room on the disk. Sourced by `x`.
# shellcheck shell=bash

. scripts/llvm.sh

# To build Tandem, and to use it. All of LLVM that tests need, too: cargo builds again when LLVM's folder changes.
readonly PACKAGES=(ca-certificates build-essential cmake spirv-tools
  {clang,lld,clang-tools,clang-format,clang-tidy,clangd}-"$LLVM_MAJOR" {llvm,libomp,libc++}-"$LLVM_MAJOR"-dev)
# To test it: kernels in a debugger, compiler launchers, tandem.pc, programs that call OpenCL, the headers' reference.
readonly TEST_PACKAGES=(gdb ccache sccache pkgconf ocl-icd-opencl-dev doxygen)
# Debian's own newer Rust, in the security archives of Debian 12 and 13.
readonly RUST_PACKAGES=(rustc-web cargo-web rustfmt-web rust-web-clippy)
# Gigabytes for the packages, and for what is built.
readonly PACKAGES_GB=2 BUILD_GB=2 TESTS_GB=4

# Makes ready: `setup_for build`, `setup_for tests`, or `setup_for setup`, which installs all but needs no room for
# what is built. Does nothing, and fast, where all is there.
setup_for() {
  local packages=("${PACKAGES[@]}") gb=0
  if [ "$1" != build ]; then packages+=("${TEST_PACKAGES[@]}"); fi
  if [ "$1" != setup ]; then gb=$BUILD_GB; fi
  if [ "$1" = tests ]; then gb=$((BUILD_GB + TESTS_GB)); fi
  check_space "$gb" "${packages[@]}"
  install_packages "${packages[@]}"
  setup_rust
}

# Dies unless the disks have room for the build and for packages that are missing.
check_space() {
  local gb="$1" built=0 gb_packages=0 missing
  shift
  if [ -d "$TARGET" ]; then built=$(($(du -sk "$TARGET" | cut -f1) / 1048576)); fi
  gb=$((gb > built ? gb - built : 0))
  missing=$(missing_packages "$@")
  if [ -n "$missing" ]; then gb_packages=$PACKAGES_GB; fi
  if [ "$(stat -c %d .)" = "$(stat -c %d /usr)" ]; then
    require_space . $((gb + gb_packages))
  else
    require_space . "$gb"
    require_space /usr "$gb_packages"
  fi
}

# Dies unless the disk of folder $1 has $2 GB free.
require_space() {
  local free
  # Not `df`, which wants /proc.
  free=$(($(stat -fc '%a * %S' "$1")))
  ((free >= $2 << 30)) ||
    die "$2 GB are needed on the disk of $(realpath "$1"), which has $((free >> 20)) MB free; nothing was changed"
}

# Those of the named Debian packages that are not installed.
missing_packages() {
  local package
  for package; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep '^install ok installed' >/dev/null || echo "$package"
  done
}

# Installs those of the named Debian packages that are missing: all of them or, on any error, none.
install_packages() {
  local missing names package outdated=''
  command -v apt-get >/dev/null || die "there is no apt-get: x knows Debian's packages only; install by hand: $*"
  names=$(missing_packages "$@")
  [ -n "$names" ] || return 0
  mapfile -t missing <<<"$names"
  if ((EUID)); then
    command -v sudo >/dev/null || die "neither root nor sudo is here; as root, run: apt-get install ${missing[*]}"
    [ -t 0 ] || sudo -n true 2>/dev/null || die "sudo refused; as root, run: apt-get install ${missing[*]}"
  fi
  echo "x: installing ${missing[*]}"
  # One archive that fails does not matter if the others have everything.
  apt update -o APT::Update::Error-Mode=any || outdated="apt-get update failed (is there a network?): $apt_error"
  for package in "${missing[@]}"; do
    has_candidate "$package" ||
      die "${outdated:-the archives in /etc/apt/sources.list have no $package, those of Debian 12 and 13 do}; nothing was installed"
  done
  apt install "${missing[@]}" || die "apt-get install failed (is there a network?): $apt_error"
}

# True if the archives have a package.
has_candidate() { LC_ALL=C apt-cache policy "$1" 2>/dev/null | grep '^ *Candidate: [^(]' >/dev/null; }

# Runs apt-get as root, silently. If it fails, $apt_error says why in one line. It downloads all packages before it
# unpacks the first.
apt() {
  local log status=0 sudo=()
  if ((EUID)); then sudo=(sudo); fi
  log=$(mktemp)
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 \
    -o Acquire::Retries=2 "$@" >"$log" 2>&1 || status=$?
  apt_error=$(grep -m1 '^E:' "$log" || tail -n 1 "$log")
  rm -f "$log"
  return $status
}

# Rust that is new enough, with its formatter and lints: what is there, else rustup's, else Debian's.
setup_rust() {
  local wanted
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  # rustup is not in PATH of a shell that is older than it.
  if [ -d "${CARGO_HOME:-$HOME/.cargo}/bin" ]; then PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"; fi
  rust_is "$wanted" && return
  PATH="/usr/bin:$PATH" rust_is "$wanted" && PATH="/usr/bin:$PATH" && return
  rustup_rust "$wanted" || debian_rust "$wanted" ||
    die "Rust $wanted or newer is needed (found $(rust_version)): install it from https://rustup.rs, then run this again"
}

rust_version() {
  local version
  version=$(rustc --version 2>/dev/null | cut -d' ' -f2)
  echo "${version:-none}"
}

# True if the Rust in PATH is complete and has at least this version.
rust_is() {
  local have
  have=$(rust_version)
  [ "$have" != none ] && printf '%s\n' "$1" "$have" | sort -CV &&
    cargo --version >/dev/null 2>&1 && cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1
}

# With rustup: this project alone uses its stable toolchain; the user's default stays.
rustup_rust() {
  local installed=0
  if ! command -v rustup >/dev/null; then
    # Debian 13 packages it. It replaces a Rust of Debian, so there must be none.
    if [ "$(rust_version)" != none ] || ! has_candidate rustup; then return 1; fi
    apt install rustup || return 1
    installed=1
  fi
  echo "x: installing Rust with rustup"
  if rustup --quiet toolchain install stable --profile minimal --component rustfmt,clippy >/dev/null 2>&1; then
    export RUSTUP_TOOLCHAIN=stable
    rust_is "$1" && return
  fi
  unset RUSTUP_TOOLCHAIN
  if ((installed)); then apt purge rustup || true; fi
  return 1
}

debian_rust() {
  # Debian's Rust and the user's rustup exclude each other.
  [ -n "$(missing_packages rustup)" ] || return 1
  has_candidate "${RUST_PACKAGES[0]}" || return 1
  install_packages "${RUST_PACKAGES[@]}"
  # Before any other Rust in PATH.
  PATH="/usr/bin:$PATH"
  hash -r
  rust_is "$1"
}
