#!/usr/bin/env bash
# Reads, validates, compiles and, where the result is known, runs SPIR-V modules that others made; prints tables in
# Markdown. `./x judge spirv DIR [--every N] [--verbose]`: DIR holds modules (*.spv) or libraries with device images.
set -euo pipefail

cargo run --release --locked -q -p tandem-codegen-cpu --example judge_spirv -- "${@:2}" "$1"
