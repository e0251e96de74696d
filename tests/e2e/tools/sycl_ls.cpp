// `tandem ls` lists devices as DPC++'s sycl-ls does, under that name, too.
// STEP: unset ONEAPI_DEVICE_SELECTOR; $TANDEM ls > all
// STEP: grep -Eqx '\[native_cpu:cpu\]\[native_cpu:0\] [^,]+, .+ \[.+\]' all
// STEP: $(dirname $TANDEM)/sycl-ls --ignore-device-selectors | cmp - all
// STEP: ONEAPI_DEVICE_SELECTOR=native_cpu:cpu $TANDEM ls > some
// STEP: sed -n 1p some | grep -qx 'INFO: Output filtered by ONEAPI_DEVICE_SELECTOR environment variable, which is set to native_cpu:cpu.'
// STEP: sed -n 2p some | grep -qx 'To see device ids, use the --ignore-device-selectors CLI option.'
// STEP: sed -n 4p some | grep -Eq '^\[native_cpu:cpu\] '
// STEP: ONEAPI_DEVICE_SELECTOR=opencl:gpu $TANDEM ls --ignore-device-selectors | cmp - all
// STEP: ONEAPI_DEVICE_SELECTOR=native_cpu:gpu $TANDEM ls 2>&1 | grep -q 'hidden by ONEAPI_DEVICE_SELECTOR=native_cpu:gpu'
// STEP: ONEAPI_DEVICE_SELECTOR=native_cpu:cpu $TANDEM ls --verbose > details
// STEP: grep -qx 'Platforms: 1' details
// STEP: grep -qx 'Platform \[#1\]:' details
// STEP: grep -qx '        Type              : cpu' details
// STEP: grep -Eq '^        Aspects           : cpu ' details
// STEP: grep -Eq '^default_selector\(\)      : cpu, ' details
// STEP: grep -qx 'gpu_selector()          : No device of requested type available.' details
// STEP: $CXX -fsycl $SRC -o $EXE
// REQUIRES: backend:native_cpu
// EXPECT: ext_oneapi_native_cpu
#include <iostream>

#include <sycl/sycl.hpp>

int main() { std::cout << sycl::queue{}.get_backend() << "\n"; }
