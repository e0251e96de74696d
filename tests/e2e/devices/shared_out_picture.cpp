// The example that shares out a picture among all devices. The picture is the
// same whether a device fails or not, and a message names the one that failed.
// Two devices are warmed up by a kernel and a copy each, so the third launch or
// copy, and the fifth command, belong to first bands.
// REQUIRES: backend:native_cpu
// RUN: draw() { echo "== $1"; ONEAPI_DEVICE_SELECTOR=$2 TANDEM_ISLAND_DEVICE=$3 $EXE 200 $4 100 2>&1; }
// RUN: draw 'one device' 'native_cpu:cpu' 1 150
// RUN: draw 'no failure' 'native_cpu:cpu;island:*' devices=2 150
// RUN: draw 'kernel' 'native_cpu:cpu;island:*' devices=2,fail-launch=3 150
// RUN: draw 'copy' 'native_cpu:cpu;island:*' devices=2,fail-transfer=3 150
// RUN: draw 'device' 'native_cpu:cpu;island:*' devices=2,fail-device=5 150
// RUN: draw 'build' 'native_cpu:cpu;island:*' fail-build=1 150
// RUN: draw 'islands alone' 'island:*' devices=3,fail-launch=4 150
// RUN: draw 'one row' 'native_cpu:cpu;island:*' devices=2 1
// RUN: ! draw 'no device' 'island:*' fail-launch=2 150
// EXPECT: == one device
// EXPECT: checksum    c15f1b576b4c3dbb
// EXPECT: == no failure
// EXPECT: checksum    c15f1b576b4c3dbb
// EXPECT: == kernel
// EXPECT-LIKE: [12]: Tandem Island 0\.[01] failed: .*was asked to fail; others draw its rows \d+ to \d+
// EXPECT-LIKE: [12]: Tandem Island 0\.[01] +0 +0 +0\.0 +0\.0% +failed
// EXPECT: checksum    c15f1b576b4c3dbb
// EXPECT: == copy
// EXPECT-LIKE: [12]: Tandem Island 0\.[01] failed: .*was asked to fail; others draw its rows \d+ to \d+
// EXPECT: checksum    c15f1b576b4c3dbb
// EXPECT: == device
// EXPECT-LIKE: [12]: Tandem Island 0\.[01] failed: .*is lost; others draw its rows \d+ to \d+
// EXPECT: checksum    c15f1b576b4c3dbb
// EXPECT: == build
// EXPECT-LIKE: 1: Tandem Island 0\.0 failed: .* does not build .*
// EXPECT: checksum    c15f1b576b4c3dbb
// EXPECT: == islands alone
// EXPECT-LIKE: [012]: Tandem Island 0\.[012] failed: .*was asked to fail; others draw its rows \d+ to \d+
// EXPECT: checksum    c15f1b576b4c3dbb
// EXPECT: == one row
// EXPECT: checksum    65174e8d8f20695e
// EXPECT: == no device
// EXPECT: no device is left for 150 rows
#include "../../../examples/all_devices.cpp"
