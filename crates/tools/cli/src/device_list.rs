//! `tandem ls`, also called `sycl-ls`: the platforms and devices that a program would see.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::os::unix::process::CommandExt as _;
use std::sync::Arc;

use anyhow::Result;
use tandem_runtime::aspect;
use tandem_runtime::device::Device;
use tandem_runtime::device::Platform;
use tandem_runtime::device_type::type_name;
use tandem_runtime::no_device::{self, Wanted};
use tandem_runtime::object::Object;
use tandem_runtime::pi::constants::*;

/// The variables that hide devices, and with them move the numbers of others.
const SELECTORS: [&str; 5] =
    ["ONEAPI_DEVICE_SELECTOR", "SYCL_DEVICE_FILTER", "SYCL_DEVICE_ALLOWLIST", "SYCL_BE", "SYCL_DEVICE_TYPE"];

/// How the bytes of a property are shown.
#[derive(Clone, Copy)]
enum Shape {
    /// Zero-terminated text.
    Text,
    /// An unsigned integer of 4 or 8 bytes.
    Number,
    /// An unsigned integer of 4 or 8 bytes that counts bytes.
    Bytes,
    /// Sizes of 8 bytes.
    Sizes,
    /// Sizes of 8 bytes, without commas.
    Words,
    /// A truth value of 1 or 4 bytes.
    Flag,
    /// A set of bits, which have names.
    Bits(&'static [&'static str]),
    /// A number that people know in hexadecimal.
    Hex,
}

use Shape::{Bits, Bytes, Flag, Hex, Number, Sizes, Text, Words};

const FP_CONFIG: &[&str] = &[
    "denormals",
    "infinity and nan",
    "round to nearest",
    "round to zero",
    "round to infinity",
    "fma",
    "software",
    "correctly rounded divide and sqrt",
];
const MEMORY_ORDERS: &[&str] = &["relaxed", "acquire", "release", "acq_rel", "seq_cst"];
const MEMORY_SCOPES: &[&str] = &["work_item", "sub_group", "work_group", "device", "system"];
const USM_ACCESS: &[&str] = &["access", "atomics", "concurrent access", "concurrent atomics"];

const PLATFORM_PROPERTIES: &[(PiPlatformInfo, &str, Shape)] = &[
    (PI_PLATFORM_INFO_VERSION, "Version", Text),
    (PI_PLATFORM_INFO_NAME, "Name", Text),
    (PI_PLATFORM_INFO_VENDOR, "Vendor", Text),
];

/// The properties of a device that `sycl-ls` shows, in its order.
const DEVICE_PROPERTIES: &[(PiDeviceInfo, &str, Shape)] = &[
    (PI_DEVICE_INFO_VERSION, "Version", Text),
    (PI_DEVICE_INFO_NAME, "Name", Text),
    (PI_DEVICE_INFO_VENDOR, "Vendor", Text),
    (PI_DEVICE_INFO_DRIVER_VERSION, "Driver", Text),
    (PI_DEVICE_INFO_PARTITION_MAX_SUB_DEVICES, "Num SubDevices", Number),
];

/// Further properties that Tandem shows.
const MORE_PROPERTIES: &[(PiDeviceInfo, &str, Shape)] = &[
    (PI_DEVICE_INFO_SUB_GROUP_SIZES_INTEL, "info::device::sub_group_sizes", Words),
    (PI_DEVICE_INFO_VENDOR_ID, "vendor id", Hex),
    (PI_DEVICE_INFO_PROFILE, "profile", Text),
    (PI_DEVICE_INFO_IL_VERSION, "intermediate language", Text),
    (PI_DEVICE_INFO_EXTENSIONS, "extensions", Text),
    (PI_DEVICE_INFO_AVAILABLE, "available", Flag),
    (PI_DEVICE_INFO_COMPILER_AVAILABLE, "compiler available", Flag),
    (PI_DEVICE_INFO_LINKER_AVAILABLE, "linker available", Flag),
    (PI_DEVICE_INFO_MAX_COMPUTE_UNITS, "compute units", Number),
    (PI_DEVICE_INFO_MAX_CLOCK_FREQUENCY, "clock frequency, MHz", Number),
    (PI_DEVICE_INFO_ADDRESS_BITS, "address bits", Number),
    (PI_DEVICE_INFO_ENDIAN_LITTLE, "little endian", Flag),
    (PI_DEVICE_INFO_MAX_WORK_ITEM_DIMENSIONS, "dimensions", Number),
    (PI_DEVICE_INFO_MAX_WORK_ITEM_SIZES, "work-items per group and dimension", Sizes),
    (PI_DEVICE_INFO_MAX_WORK_GROUP_SIZE, "work-items per group", Number),
    (PI_DEVICE_INFO_MAX_NUM_SUB_GROUPS, "sub-groups per group", Number),
    (PI_DEVICE_INFO_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, "independent sub-groups", Flag),
    (PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_CHAR, "vector width of char", Number),
    (PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_SHORT, "vector width of short", Number),
    (PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_INT, "vector width of int", Number),
    (PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_LONG, "vector width of long", Number),
    (PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_HALF, "vector width of half", Number),
    (PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_FLOAT, "vector width of float", Number),
    (PI_DEVICE_INFO_NATIVE_VECTOR_WIDTH_DOUBLE, "vector width of double", Number),
    (PI_DEVICE_INFO_HALF_FP_CONFIG, "half precision", Bits(FP_CONFIG)),
    (PI_DEVICE_INFO_SINGLE_FP_CONFIG, "single precision", Bits(FP_CONFIG)),
    (PI_DEVICE_INFO_DOUBLE_FP_CONFIG, "double precision", Bits(FP_CONFIG)),
    (PI_DEVICE_INFO_ATOMIC_64, "64-bit atomics", Flag),
    (PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_ORDER_CAPABILITIES, "atomic memory orders", Bits(MEMORY_ORDERS)),
    (PI_EXT_DEVICE_INFO_ATOMIC_MEMORY_SCOPE_CAPABILITIES, "atomic memory scopes", Bits(MEMORY_SCOPES)),
    (PI_DEVICE_INFO_GLOBAL_MEM_SIZE, "global memory", Bytes),
    (PI_DEVICE_INFO_MAX_MEM_ALLOC_SIZE, "largest allocation", Bytes),
    (PI_DEVICE_INFO_GLOBAL_MEM_CACHE_SIZE, "global memory cache", Bytes),
    (PI_DEVICE_INFO_GLOBAL_MEM_CACHELINE_SIZE, "cache line", Bytes),
    (PI_DEVICE_INFO_LOCAL_MEM_SIZE, "local memory", Bytes),
    (PI_DEVICE_INFO_MAX_CONSTANT_BUFFER_SIZE, "constant memory", Bytes),
    (PI_DEVICE_INFO_MAX_PARAMETER_SIZE, "kernel arguments", Bytes),
    (PI_DEVICE_INFO_MEM_BASE_ADDR_ALIGN, "alignment of buffers, bits", Number),
    (PI_DEVICE_INFO_HOST_UNIFIED_MEMORY, "unified memory", Flag),
    (PI_DEVICE_INFO_ERROR_CORRECTION_SUPPORT, "error correction", Flag),
    (PI_DEVICE_INFO_USM_HOST_SUPPORT, "USM host allocations", Bits(USM_ACCESS)),
    (PI_DEVICE_INFO_USM_DEVICE_SUPPORT, "USM device allocations", Bits(USM_ACCESS)),
    (PI_DEVICE_INFO_USM_SINGLE_SHARED_SUPPORT, "USM shared allocations", Bits(USM_ACCESS)),
    (PI_DEVICE_INFO_USM_SYSTEM_SHARED_SUPPORT, "USM system allocations", Bits(USM_ACCESS)),
    (PI_DEVICE_INFO_IMAGE_SUPPORT, "images", Flag),
    (PI_DEVICE_INFO_PROFILING_TIMER_RESOLUTION, "timer resolution, ns", Number),
    (PI_DEVICE_INFO_PRINTF_BUFFER_SIZE, "printf buffer", Bytes),
];

/// How devices are listed.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ListOptions {
    /// Print all properties, and the devices that the standard selectors choose.
    #[arg(long, short)]
    verbose: bool,
    /// List all devices, regardless of environment variables that select some.
    #[arg(long)]
    ignore_device_selectors: bool,
}

/// Describes the devices as DPC++'s `sycl-ls` does: one line each, or with all
/// properties.
pub fn list(options: ListOptions) -> Result<String> {
    let selectors: Vec<_> = SELECTORS.into_iter().filter(|name| std::env::var_os(name).is_some()).collect();
    if options.ignore_device_selectors && !selectors.is_empty() {
        return Err(list_without(&selectors));
    }
    let platforms = tandem_runtime::platforms()?;
    let mut out = String::new();
    for name in &selectors {
        let value = std::env::var_os(name).unwrap_or_default();
        let value = value.to_string_lossy();
        writeln!(out, "INFO: Output filtered by {name} environment variable, which is set to {value}.")?;
    }
    if !selectors.is_empty() {
        writeln!(out, "To see device ids, use the --ignore-device-selectors CLI option.\n")?;
    }
    if platforms.is_empty() {
        let reason = no_device::error(Wanted::default()).to_string();
        let (_, reasons) = reason.split_once('\n').unwrap_or_default();
        writeln!(out, "No devices:\n{reasons}")?;
    }
    let mut numbers = Numbering::default();
    for platform in platforms.iter() {
        for device in platform.devices() {
            let number = numbers.next(platform.backend().name());
            let number = selectors.is_empty().then(|| format!("[{}:{number}]", platform.backend()));
            let label = format!("[{}:{}]{}", platform.backend(), type_of(device), number.unwrap_or_default());
            writeln!(out, "{label} {}", summary(platform, device)?)?;
        }
    }
    if options.verbose {
        write_details(&mut out, &platforms)?;
    }
    Ok(out)
}

/// Starts this program again without the variables. Returns only if that fails.
fn list_without(variables: &[&str]) -> anyhow::Error {
    let program = std::env::current_exe().unwrap_or_else(|_| "tandem".into());
    let mut command = std::process::Command::new(program);
    command.args(std::env::args_os().skip(1));
    if let Some(name) = std::env::args_os().next() {
        command.arg0(name);
    }
    for variable in variables {
        command.env_remove(variable);
    }
    anyhow::Error::new(command.exec()).context("cannot restart tandem")
}

/// Numbers devices per back end, as selectors count them.
#[derive(Default)]
struct Numbering(HashMap<&'static str, usize>);

impl Numbering {
    fn next(&mut self, backend: &'static str) -> usize {
        let next = self.0.entry(backend).or_default();
        *next += 1;
        *next - 1
    }
}

fn type_of(device: &Device) -> &'static str {
    type_name(device.device_type())
}

/// Platform, device, version and driver in one line.
fn summary(platform: &Platform, device: &Device) -> Result<String> {
    let platform = text(&platform.info(PI_PLATFORM_INFO_NAME)?);
    let version = text(&device.info(PI_DEVICE_INFO_VERSION)?);
    let driver = text(&device.info(PI_DEVICE_INFO_DRIVER_VERSION)?);
    Ok(format!("{platform}, {} {version} [{driver}]", device.name()))
}

/// All properties, and the choices of the standard selectors.
fn write_details(out: &mut String, platforms: &[Arc<Object<Platform>>]) -> Result<()> {
    for failure in tandem_runtime::failures() {
        writeln!(out, "\nnot used: {failure}")?;
    }
    writeln!(out, "\nPlatforms: {}", platforms.len())?;
    let mut numbers = Numbering::default();
    for (index, platform) in platforms.iter().enumerate() {
        writeln!(out, "Platform [#{}]:", index + 1)?;
        for (param, label, shape) in PLATFORM_PROPERTIES {
            write_property(out, "    ", 8, label, platform.info(*param).ok(), *shape)?;
        }
        writeln!(out, "    Devices  : {}", platform.devices().len())?;
        for device in platform.devices() {
            writeln!(out, "        Device [#{}]:", numbers.next(platform.backend().name()))?;
            writeln!(out, "        {:<17} : {}", "Type", type_of(device))?;
            for (param, label, shape) in DEVICE_PROPERTIES {
                write_property(out, "        ", 17, label, device.info(*param).ok(), *shape)?;
            }
            let aspects: Vec<_> = device.aspects().map(aspect::name).collect();
            writeln!(out, "        {:<17} : {}", "Aspects", aspects.join(" "))?;
            for (param, label, shape) in MORE_PROPERTIES {
                write_property(out, "        ", 0, label, device.info(*param).ok(), *shape)?;
            }
            if device.info(PI_DEVICE_INFO_IL_VERSION).is_ok_and(|versions| text(&versions).is_empty()) {
                writeln!(out, "        runs only code compiled ahead of time for it: it takes no SPIR-V")?;
            }
        }
    }
    let devices =
        || platforms.iter().flat_map(|platform| platform.devices().iter().map(move |device| (platform, device)));
    // The choices of the selectors of these names in a program without kernels.
    for (selector, wanted) in [
        ("default_selector()", 0),
        ("accelerator_selector()", 1 << aspect::ACCELERATOR),
        ("cpu_selector()", 1 << aspect::CPU),
        ("gpu_selector()", 1 << aspect::GPU),
        ("custom_selector(gpu)", 1 << aspect::GPU),
        ("custom_selector(cpu)", 1 << aspect::CPU),
        ("custom_selector(acc)", 1 << aspect::ACCELERATOR),
    ] {
        let choice = tandem_runtime::choose(Wanted { with: wanted, ..Wanted::default() }).ok();
        let is_choice = |device: &Arc<Object<Device>>| choice.as_ref().is_some_and(|best| Arc::ptr_eq(best, device));
        write_choice(out, selector, devices().find(|(_, device)| is_choice(device)))?;
    }
    Ok(())
}

/// A selector's choice.
type Choice<'a> = (&'a Arc<Object<Platform>>, &'a Arc<Object<Device>>);

fn write_choice(out: &mut String, selector: &str, choice: Option<Choice<'_>>) -> Result<()> {
    let choice = match choice {
        Some((platform, device)) => format!("{}, {}", type_of(device), summary(platform, device)?),
        None => "No device of requested type available.".to_owned(),
    };
    writeln!(out, "{selector:<24}: {choice}")?;
    Ok(())
}

/// One property, its label padded to `width`; nothing where the device does not know it.
fn write_property(
    out: &mut String,
    indent: &str,
    width: usize,
    label: &str,
    bytes: Option<Vec<u8>>,
    shape: Shape,
) -> Result<()> {
    let value = bytes.and_then(|bytes| shown(&bytes, shape));
    if let Some(value) = value.filter(|value| !value.is_empty()) {
        let colon = if width == 0 { ":" } else { " :" };
        writeln!(out, "{indent}{label:<width$}{colon} {value}")?;
    }
    Ok(())
}

/// A property in words; `None` if it does not have the expected size.
fn shown(bytes: &[u8], shape: Shape) -> Option<String> {
    Some(match shape {
        Shape::Text => text(bytes),
        Shape::Number => number(bytes)?.to_string(),
        Shape::Bytes => with_unit(number(bytes)?),
        Shape::Sizes => list_of(bytes)?,
        Shape::Words => list_of(bytes)?.replace(',', ""),
        Shape::Flag => match bytes.iter().any(|byte| *byte != 0) {
            true => "yes".to_owned(),
            false => "no".to_owned(),
        },
        Shape::Bits(names) => named_bits(number(bytes)?, names),
        Shape::Hex => format!("{:#x}", number(bytes)?),
    })
}

fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).trim().to_owned()
}

fn number(bytes: &[u8]) -> Option<u64> {
    if let Ok(bytes) = bytes.try_into() {
        return Some(u64::from_ne_bytes(bytes));
    }
    bytes.try_into().ok().map(u32::from_ne_bytes).map(u64::from)
}

fn list_of(bytes: &[u8]) -> Option<String> {
    let numbers: Option<Vec<_>> = bytes.chunks(8).map(|chunk| Some(number(chunk)?.to_string())).collect();
    Some(numbers?.join(", "))
}

fn named_bits(bits: u64, names: &[&str]) -> String {
    let set: Vec<_> = names.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 != 0).map(|(_, name)| *name).collect();
    match set.is_empty() {
        true => "none".to_owned(),
        false => set.join(", "),
    }
}

fn with_unit(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    // The number of whole factors of 1024.
    let power = bytes.checked_ilog2().unwrap_or(0) as usize / 10;
    let unit = power.min(UNITS.len() - 1);
    let scale = 1_u64 << (10 * unit);
    match bytes % scale {
        0 => format!("{} {}", bytes / scale, UNITS[unit]),
        _ => format!("{:.1} {}", bytes as f64 / scale as f64, UNITS[unit]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_in_words() {
        let check = |bytes: &[u8], shape, expected: Option<&str>| {
            assert_eq!(shown(bytes, shape).as_deref(), expected);
        };
        check(b"a name \0\0", Text, Some("a name"));
        check(&7_u32.to_ne_bytes(), Number, Some("7"));
        check(&7_u64.to_ne_bytes(), Number, Some("7"));
        check(&[1, 2, 3], Number, None);
        check(&(48_u64 << 10).to_ne_bytes(), Bytes, Some("48 KiB"));
        check(&1000_u64.to_ne_bytes(), Bytes, Some("1000 bytes"));
        check(&1536_u64.to_ne_bytes(), Bytes, Some("1.5 KiB"));
        check(&0_u64.to_ne_bytes(), Bytes, Some("0 bytes"));
        let sizes: Vec<u8> = [4_u64, 8, 16].iter().flat_map(|n| n.to_ne_bytes()).collect();
        check(&sizes, Sizes, Some("4, 8, 16"));
        check(&[0, 0, 0, 0], Flag, Some("no"));
        check(&0x8086_u32.to_ne_bytes(), Hex, Some("0x8086"));
        check(&5_u64.to_ne_bytes(), Bits(USM_ACCESS), Some("access, concurrent access"));
        check(&0_u64.to_ne_bytes(), Bits(USM_ACCESS), Some("none"));
    }

    #[test]
    fn devices_are_numbered_per_backend() {
        let mut numbers = Numbering::default();
        let drawn = ["cuda", "native_cpu", "cuda"].map(|backend| numbers.next(backend));
        assert_eq!(drawn, [0, 0, 1]);
    }
}
