# What a machine with an NVIDIA driver, and nothing else, runs to test Tandem on its GPU. Sourced by `x`.
# shellcheck shell=bash

readonly BUNDLE="$PWD/build/gpu-bundle"
# The ways of device code: compiled when the program runs, and when it is linked.
readonly BUNDLE_WAYS="jit aot"
readonly BUNDLE_AOT_OPTIONS="-fsycl-targets=nvidia_gpu_sm_80,nvidia_gpu_sm_90,spir64"
readonly BUNDLE_LIMIT_MIB=60
# NVIDIA's mathematical functions in a toolkit.
readonly LIBDEVICE=nvvm/libdevice/libdevice.10.bc

gpu_bundle_usage() {
  cat <<TEXT
usage: ./x gpu-bundle
Builds the end-to-end programs and benchmarks for NVIDIA GPUs, and packs them with the libraries that they need into
build/gpu-bundle/tandem-gpu.tar.xz. On a machine with a driver (x86-64, glibc as new as this machine's):
  tar xf tandem-gpu.tar.xz && tandem-gpu/run [NAME...]
It runs them, or those whose names contain NAME, and writes the results to tandem-gpu/results.md.
TEXT
}

gpu_bundle() {
  if (($#)); then gpu_bundle_usage; exit 2; fi
  build
  bundle_toolkit
  local -r tree="$BUNDLE/tandem-gpu"
  rm -rf "$BUNDLE"
  mkdir -p "$tree"/{bin,lib,tests,benchmarks}
  bundle_libraries "$tree/lib"
  local runner
  runner=$(cargo test --release --locked -q -p tandem-tests --test e2e --no-run --message-format=json |
    sed -n 's|.*"executable":"\([^"]*/deps/e2e-[^"]*\)".*|\1|p')
  strip -o "$tree/bin/e2e" "$runner"
  cp "$PREFIX"/bin/tandem "$tree/bin/"
  cp -r tests/e2e "$tree/tests/"
  local way
  for way in $BUNDLE_WAYS; do bundle_programs "$tree" "$way"; done
  cp scripts/gpu_bundle_run.sh "$tree/run"
  git log -1 --format='%h %s' >"$tree/commit"
  bundle_pack
}

# NVIDIA's assembler and libdevice, which code that is compiled ahead of time needs: of the toolkit that is installed, or
# of the Python package.
bundle_toolkit() {
  local -r toolkit="$PWD/build/gpu-toolkit"
  local folder
  for folder in "${CUDA_PATH:-}" "${CUDA_HOME:-}" /usr/local/cuda; do
    if [ -f "$folder/$LIBDEVICE" ]; then export CUDA_PATH="$folder"; return; fi
  done
  if ! [ -d "$toolkit" ]; then python3 -m pip install -q --target "$toolkit" nvidia-cuda-nvcc-cu12; fi
  export CUDA_PATH="$toolkit/nvidia/cuda_nvcc"
}

# The plugins, what they load, and what that needs beyond glibc and the driver.
bundle_libraries() {
  local to="$1" library
  cp -P "$PREFIX"/lib/lib*.so* "$to/"
  cp "$CUDA_PATH/$LIBDEVICE" "$to/"
  ldd "$to"/libtandem_codegen_nvptx.so "$to"/libpi_cuda.so "$to"/libtandem.so "$PREFIX/bin/tandem" |
    sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u | while read -r library; do
    case "${library##*/}" in
      libc.so.* | libm.so.* | libdl.so.* | librt.so.* | libpthread.so.* | libtandem*) ;;
      *) cp -L "$library" "$to/" ;;
    esac
  done
}

# bundle_programs TREE WAY: builds everything. What does not build is a failure on the GPU's machine, too.
bundle_programs() {
  local to="$1/programs-$2" options="" name
  if [ "$2" = aot ]; then options="$BUNDLE_AOT_OPTIONS"; fi
  E2E_BUILD_ONLY=1 E2E_FOLDER="$to" E2E_OPTIONS="$options" TANDEM_PREFIX="$PREFIX" "$1/bin/e2e" -q ||
    echo "x: some programs do not compile for $2; the table has them"
  find "$to" -name '*.o' -delete -o -name 'cache-*' -prune -exec rm -rf {} +
  for name in startup launch vadd_usm vadd_buffer cgroup; do
    # shellcheck disable=SC2086
    "$PREFIX/bin/tandem++" -fsycl -O2 $options "benches/programs/$name.cpp" -o "$1/benchmarks/$name-$2"
  done
}

bundle_pack() {
  local -r archive="$BUNDLE/tandem-gpu.tar.xz"
  find "$BUNDLE/tandem-gpu" -type f -perm /111 ! -name run -exec strip --strip-debug {} + 2>/dev/null || true
  tar --directory "$BUNDLE" --sort=name --owner=0 --group=0 --numeric-owner --create tandem-gpu |
    xz -T0 -9e --lzma2=preset=9e,dict=256MiB >"$archive"
  local -r bytes=$(stat -c %s "$archive")
  echo "x: $archive, $((bytes >> 20)) MiB"
  ((bytes <= BUNDLE_LIMIT_MIB << 20)) || die "the bundle has more than $BUNDLE_LIMIT_MIB MiB"
}
