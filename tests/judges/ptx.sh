#!/usr/bin/env bash
# Compiles the end-to-end programs below DIR for the NVPTX back-end and gives the PTX to NVIDIA's assembler, for each
# processor that the code generator knows. Prints a table in Markdown, and what is not lowered with the reasons.
# `./x judge ptx DIR [NAME...]`: DIR is tests/e2e or a folder in it; NAMEs are parts of the programs' paths.
# `ptxas` comes from PATH, or from the Python package nvidia-cuda-nvcc-cu12, which is installed for this run.
set -euo pipefail

folder=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

options=()
if ! command -v ptxas > /dev/null; then
  python3 -m pip install -q --target "$work/cuda" nvidia-cuda-nvcc-cu12
  PATH="$work/cuda/nvidia/cuda_nvcc/bin:$PATH"
  options=(--libdevice "$work/cuda/nvidia/cuda_nvcc/nvvm/libdevice/libdevice.10.bc")
fi

# Programs that other commands build, that must not compile, or that are not for SPIR-V are left out.
compile() {
  local source=$1 object="$work/$(basename "$1" .cpp)" flags
  grep -qE '^// (STEP|EXPECT-ERROR): ' "$source" && return
  flags=$(sed -n 's/^\/\/ FLAGS: //p' "$source")
  # shellcheck disable=SC2086
  tandem++ -fsycl -O2 -std=c++17 $flags "$source" -o "$object" 2> /dev/null || rm -f "$object"
}

while read -r source; do
  for name in "${@:-}"; do
    if [[ $source == *"$name"* ]]; then compile "$source"; fi
  done
done < <(find "$folder" -name '*.cpp' | sort)

find "$work" -maxdepth 1 -type f | sort > "$work.list"
xargs cargo run --release --locked -q -p tandem-codegen-nvptx --example judge_ptx -- "${options[@]}" < "$work.list"
rm "$work.list"
