#!/usr/bin/env bash
# Builds Celerity, changed in nothing, with tandem++ as it is built for DPC++, and runs its system tests and six of its
# examples on 1, 2 and 4 ranks; then our examples/mpi_stencil. Prints rows of a Markdown table.
# `./x judge celerity DIR`: DIR is a clone of Celerity 0.7 with its submodules. Needs an MPI, such as Debian's
# libopenmpi-dev.
#
# The results of the examples (files, or what they print) must be the same, bit by bit, on all numbers of ranks.
# TANDEM_JUDGE_BUILD keeps the build in a folder, for another time.
set -uo pipefail

readonly SOURCES="$(realpath "$1")" ROOT="$(realpath "$(dirname "$0")/../..")"
readonly RANKS=(1 2 4) LIMIT="${TANDEM_JUDGE_SECONDS:-600}"
readonly EXAMPLES=(hello_world syncing matmul convolution reduction wave_sim)

command -v mpirun >/dev/null || { echo "celerity: mpirun is not installed (Debian: libopenmpi-dev)" >&2; exit 1; }
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
readonly BUILD="$(realpath -m "${TANDEM_JUDGE_BUILD:-$work/build}")"
failed=0

# log NAME COMMAND...: runs a step of the build; what it says is shown only when it fails.
log() {
  local file="$work/$1.log"
  shift
  "$@" >"$file" 2>&1 || { tail -n 40 "$file" >&2; exit 1; }
}
log configure cmake -S "$SOURCES" -B "$BUILD/celerity" -DCMAKE_CXX_COMPILER=tandem++ -DCELERITY_SYCL_IMPL=DPC++ \
  -DCMAKE_BUILD_TYPE=Release
log build cmake --build "$BUILD/celerity" -j "$(nproc)" --target distr_tests mpi_tests "${EXAMPLES[@]}"
log stencil cmake -S "$ROOT/examples/mpi_stencil" -B "$BUILD/mpi_stencil" -DCMAKE_CXX_COMPILER=tandem++
log stencil cmake --build "$BUILD/mpi_stencil"

# Open MPI asks whether root means it. Celerity pins threads to cores, and its tests take the warning that there are too
# few of them for a failure.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 CELERITY_THREAD_PINNING=0 CELERITY_LOG_LEVEL=err

# on RANKS COMMAND...: runs a program. The folder it runs in is where its results go.
on() {
  local ranks="$1"
  shift
  timeout "$LIMIT" mpirun --oversubscribe --bind-to none -n "$ranks" "$@"
}

plain() { sed 's/\x1b\[[0-9;]*m//g' "$1"; }

# A picture of 512 by 384 pixels, for the examples that read one.
{
  printf 'P6\n512 384\n255\n'
  yes 'the quick brown fox jumps over the lazy dog' | head -c $((512 * 384 * 3))
} >"$work/picture.ppm"

echo "| program | ranks | result | s |"
echo "|---|---|---|---|"
# row PROGRAM RANKS RESULT SECONDS
row() { echo "| $1 | $2 | $3 | $4 |"; }

for test in mpi_tests distr_tests; do
  for ranks in "${RANKS[@]}"; do
    status=0 start=$SECONDS
    on "$ranks" "$BUILD/celerity/test/system/$test" >"$work/out" 2>&1 || status=$?
    # Rank 0 says how many there are; some skip themselves on so many ranks.
    result=$(plain "$work/out" | grep -E '^(test cases:|All tests passed)' | tail -n 1 | tr -s ' |' ' ')
    if ((status)); then failed=1 && result="FAILED ($status) $result" && plain "$work/out" >&2; fi
    row "$test" "$ranks" "$result" $((SECONDS - start))
  done
done

# result_of PROGRAM FOLDER: what the program made, as one hash. Some only check their results.
result_of() {
  if [ "$(ls "$2")" = stdout ] && [ ! -s "$2/stdout" ]; then echo "right, by its own check" && return; fi
  # Each rank prints its lines.
  if [ "$1" != mpi_stencil ]; then sort -u "$2/stdout" -o "$2/stdout"; fi
  (cd "$2" && sha256sum -- * | sha256sum | cut -c1-16)
}

for example in "${EXAMPLES[@]}" mpi_stencil; do
  program="$BUILD/celerity/examples/$example/$example" arguments=() first=
  case "$example" in
    convolution | reduction) arguments=("$work/picture.ppm") ;;
    wave_sim) arguments=(-N 256 -T 20 --sample-rate 20) ;;
    mpi_stencil) program="$BUILD/mpi_stencil/mpi_stencil" ;;
  esac
  for ranks in "${RANKS[@]}"; do
    folder="$work/$example.$ranks" status=0 start=$SECONDS
    mkdir "$folder"
    (cd "$folder" && on "$ranks" "$program" "${arguments[@]}" >stdout 2>"$work/err") || status=$?
    result=$(result_of "$example" "$folder")
    if ((status)); then
      failed=1 && result="FAILED ($status)" && cat "$work/err" >&2
    elif [ "${first:=$result}" != "$result" ]; then
      failed=1 && result="$result, on 1 rank $first"
    fi
    row "$example" "$ranks" "$result" $((SECONDS - start))
  done
done
exit $failed
