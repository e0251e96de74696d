//! Reading the descriptors that wrapper objects register.
//!
//! The descriptors lie in the program's own data, so their pointers can be
//! followed; what they say is still checked (versions, kinds, begin before end,
//! lengths), and a descriptor that does not hold together is refused with its
//! address. The layout is in `tandem_pi_abi::binary`.
//!
//! Images that a program read from a file itself get a descriptor here, since
//! plugins choose by descriptor.

use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_image::device_global::DeviceGlobal;
use tandem_image::device_image::{DeviceImage, ImageFormat};
use tandem_image::layout::KernelLayout;
use tandem_image::property::{ByteArray, PropertySetName, PropertySetRegistry, PropertyValue};
use tandem_pi_abi::binary::*;
use tandem_spirv_binary::slice::{Index, Slice};

use super::image_global::ImageGlobal;
use super::modules::Rank;
use super::uses::Uses;
use crate::base::error::{Error, Result};

/// Most images, entries, sets or properties that one array may have.
const MAX_COUNT: usize = 1 << 24;
/// First word of a SPIR-V module.
const SPIRV_MAGIC: [u8; 4] = 0x0723_0203_u32.to_le_bytes();

/// A registered device image.
#[derive(Debug)]
pub(crate) struct Image {
    /// A number of its own for each registered image.
    pub(crate) number: usize,
    descriptor: usize,
    module: usize,
    /// The executable, library or file that the image is in.
    pub(crate) library: String,
    /// The module's place in searches.
    pub(crate) rank: Rank,
    format: ImageFormat,
    is_spirv: bool,
    pub(crate) target: String,
    pub(crate) compile_options: String,
    pub(crate) link_options: String,
    /// Kernels and exported functions.
    pub(crate) entries: Vec<String>,
    /// Device globals that the image uses.
    pub(crate) globals: Vec<ImageGlobal>,
    properties: PropertySetRegistry,
    code: (usize, usize),
    /// Where the parts of the code are, once a kernel was asked for; `None` if it has to stay whole.
    index: OnceLock<Option<Arc<Index>>>,
    /// What the kernels use that were launched with values of specialization constants.
    pub(super) uses: Mutex<FxHashMap<String, Arc<Uses>>>,
    is_registered: AtomicBool,
    _owned: Option<Box<Owned>>,
}

/// What the descriptor of an image without a module points to.
#[derive(Debug)]
struct Owned {
    descriptor: PiDeviceBinaryStruct,
    _target: CString,
    _compile_options: CString,
    _link_options: CString,
    _code: Vec<u8>,
}

// SAFETY: the descriptor points to the other fields' heap memory, which nobody
// changes.
unsafe impl Send for Owned {}
// SAFETY: as above.
unsafe impl Sync for Owned {}

impl Owned {
    fn new(image: &mut DeviceImage) -> Box<Self> {
        let c_text = |text: &str| CString::new(text.replace('\0', " ")).unwrap_or_default();
        let (target, compile, link) =
            (c_text(&image.target), c_text(&image.compile_options), c_text(&image.link_options));
        let code = std::mem::take(&mut image.bytes);
        let range = code.as_ptr_range();
        Box::new(Self {
            descriptor: PiDeviceBinaryStruct {
                version: *PI_DEVICE_BINARY_VERSIONS.end(),
                kind: PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL,
                format: image.format.number(),
                device_target_spec: target.as_ptr(),
                compile_options: compile.as_ptr(),
                link_options: link.as_ptr(),
                manifest_start: std::ptr::null(),
                manifest_end: std::ptr::null(),
                binary_start: range.start,
                binary_end: range.end,
                entries_begin: std::ptr::null_mut(),
                entries_end: std::ptr::null_mut(),
                property_sets_begin: std::ptr::null_mut(),
                property_sets_end: std::ptr::null_mut(),
            },
            _target: target,
            _compile_options: compile,
            _link_options: link,
            _code: code,
        })
    }
}

impl Image {
    /// An image that was read from a file.
    pub(super) fn from_owned(file: &str, mut image: DeviceImage) -> Result<Self> {
        let globals =
            globals(&image.properties, |_| 0).map_err(|reason| Error::Invalid(format!("{file}: {reason}")))?;
        let owned = Owned::new(&mut image);
        let range = owned.descriptor.binary_start..owned.descriptor.binary_end;
        Ok(Self {
            number: next_number(),
            descriptor: &raw const owned.descriptor as usize,
            module: 0,
            library: file.to_owned(),
            rank: Rank::RunTime,
            format: image.format,
            is_spirv: is_spirv(image.format, &owned._code),
            target: image.target,
            compile_options: image.compile_options,
            link_options: image.link_options,
            entries: image.entries,
            globals,
            properties: image.properties,
            code: (range.start as usize, range.end as usize - range.start as usize),
            index: OnceLock::new(),
            uses: Mutex::default(),
            is_registered: AtomicBool::new(true),
            _owned: Some(owned),
        })
    }

    /// An image that stands for kernels of a device. They are in a module of their own.
    pub(super) fn built_in(image: DeviceImage) -> Result<Self> {
        let image = Self::from_owned("built-in kernels", image)?;
        Ok(Self { module: image.descriptor, ..image })
    }

    /// The descriptor, for `piextDeviceSelectBinary`. Valid while the image is
    /// registered.
    pub(crate) fn descriptor(&self) -> *const PiDeviceBinaryStruct {
        self.descriptor as *const _
    }

    /// Whether it stands for kernels of a device.
    pub(crate) fn is_built_in(&self) -> bool {
        self.module == self.descriptor
    }

    /// Base address of the executable or library that the image is in.
    pub(crate) fn module(&self) -> usize {
        self.module
    }

    /// Name of the file that the image is in, without its folders.
    pub(crate) fn file_name(&self) -> &str {
        self.library.rsplit('/').next().unwrap_or(&self.library)
    }

    /// The kernels of the image.
    pub(crate) fn kernels(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(String::as_str).filter(|entry| !self.has_export(entry))
    }

    /// Whether the image has a kernel of this name.
    pub(crate) fn has_kernel(&self, name: &str) -> bool {
        self.kernels().any(|kernel| kernel == name)
    }

    /// Whether the code is SPIR-V.
    pub(crate) fn is_spirv(&self) -> bool {
        self.is_spirv
    }

    /// What the code is.
    pub(crate) fn format(&self) -> ImageFormat {
        self.format
    }

    /// The code.
    ///
    /// # Safety
    /// The image is registered, and stays so while the code is used.
    pub(super) unsafe fn code(&self) -> &[u8] {
        let (start, len) = self.code;
        // SAFETY: the range is the image's own, or `read` checked it and the
        // module keeps it until it unregisters.
        unsafe { std::slice::from_raw_parts(start as *const u8, len) }
    }

    /// A copy of the code, if there may be parts in it that nobody looked for yet.
    ///
    /// # Safety
    /// The image is registered and stays so during the call.
    pub(super) unsafe fn unread_code(&self) -> Option<Vec<u8>> {
        // SAFETY: the caller's duty.
        (self.index.get().is_none() && self.may_be_sliced()).then(|| unsafe { self.code() }.to_vec())
    }

    /// Finds the parts of the code, which takes time for all of it.
    pub(super) fn find_parts(&self, code: &[u8]) {
        self.index.get_or_init(|| Index::of(code).map(Arc::new));
    }

    /// Whether programs may have parts of the image. They were looked for.
    pub(super) fn has_parts(&self) -> bool {
        self.empty_slice().is_some()
    }

    /// A slice of the code without functions; `None` where the code has to stay whole.
    pub(super) fn empty_slice(&self) -> Option<Slice> {
        Slice::new(self.index.get()?.clone()?)
    }

    /// Whether to look for parts. A variable with `device_image_scope` is memory of its
    /// program, and all kernels of the image use the same one.
    fn may_be_sliced(&self) -> bool {
        let has_program_memory = self.globals.iter().any(|global| global.global.image_scope);
        self.is_spirv && !has_program_memory && self.kernels().chain(self.exports()).nth(1).is_some()
    }

    /// The closure layout of a kernel, if the image has one.
    pub(crate) fn layout(&self, kernel: &str) -> Result<Option<KernelLayout>> {
        let value = self.properties.get(PropertySetName::KernelLayout, kernel);
        let Some(bytes) = value.and_then(PropertyValue::as_bytes) else {
            return Ok(None);
        };
        let layout = KernelLayout::decode(bytes);
        layout
            .map(Some)
            .map_err(|error| Error::Image { address: self.descriptor, reason: format!("kernel `{kernel}`: {error}") })
    }

    /// A kernel of the image, for errors that concern all of it.
    pub(crate) fn any_kernel(&self) -> &str {
        self.kernels().next().unwrap_or("(none)")
    }

    /// Whether the set has any property.
    pub(super) fn has_properties(&self, set: PropertySetName) -> bool {
        self.keys(set).next().is_some()
    }

    pub(super) fn property(&self, set: PropertySetName, key: &str) -> Option<&PropertyValue> {
        self.properties.get(set, key)
    }

    /// The error of an image whose properties do not hold together.
    pub(super) fn malformed(&self, reason: String) -> Error {
        Error::Image { address: self.descriptor, reason }
    }

    /// Functions that other images must provide.
    pub(crate) fn imports(&self) -> impl Iterator<Item = &str> {
        self.keys(PropertySetName::ImportedSymbols).filter(|symbol| self.global(symbol).is_none())
    }

    /// A device global that the image uses.
    pub(crate) fn global(&self, name: &str) -> Option<&ImageGlobal> {
        self.globals.iter().find(|global| global.name == name)
    }

    /// Functions that other images may use.
    pub(crate) fn exports(&self) -> impl Iterator<Item = &str> {
        self.keys(PropertySetName::ExportedSymbols)
    }

    /// Whether other images may use a function of this name.
    pub(crate) fn has_export(&self, symbol: &str) -> bool {
        self.properties.get(PropertySetName::ExportedSymbols, symbol).is_some()
    }

    fn keys(&self, set: PropertySetName) -> impl Iterator<Item = &str> {
        let keys = self.properties.set(set).map(|set| set.keys());
        keys.into_iter().flatten().map(String::as_str)
    }

    /// False once the module has unregistered.
    pub(crate) fn is_registered(&self) -> bool {
        self.is_registered.load(Ordering::Acquire)
    }

    pub(super) fn unregister(&self) {
        self.is_registered.store(false, Ordering::Release);
    }
}

/// Where a descriptor is.
#[derive(Clone, Debug)]
pub(super) struct DescriptorOrigin {
    /// Base address of the executable or library; 0 for other memory.
    pub(super) module: usize,
    /// Its path.
    library: String,
}

impl DescriptorOrigin {
    pub(super) fn of(descriptor: usize) -> Self {
        let info = module_info(descriptor);
        let library = match &info {
            // SAFETY: the linker's zero-terminated path, which lives as long as the module.
            Some(info) if !info.dli_fname.is_null() => unsafe { text(info.dli_fname) },
            _ => format!("memory at {descriptor:#x}"),
        };
        Self { module: info.map_or(0, |info| info.dli_fbase as usize), library }
    }
}

/// Base address of the executable or library that an address lies in; 0 if it
/// lies in none. Takes the dynamic linker's lock.
pub(crate) fn module_of(address: usize) -> usize {
    module_info(address).map_or(0, |info| info.dli_fbase as usize)
}

fn module_info(address: usize) -> Option<libc::Dl_info> {
    let mut info = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: dladdr only looks the address up, and `info` is writable.
    let found = unsafe { libc::dladdr(address as *const c_void, &raw mut info) };
    (found != 0).then_some(info)
}

/// Reads all images of a `pi_device_binaries_struct`. What is wrong with one
/// image does not keep the others from being used.
///
/// # Safety
/// `binaries` points to a complete descriptor that stays in place until it is
/// unregistered.
pub(super) unsafe fn read_all(binaries: usize, site: &DescriptorOrigin, rank: Rank) -> Vec<Result<Image>> {
    // SAFETY: the caller's duty; the struct has no invalid bit patterns.
    let head = unsafe { &*(binaries as *const PiDeviceBinariesStruct) };
    let count = usize::from(head.num_device_binaries);
    let problem = match head {
        _ if head.version != PI_DEVICE_BINARIES_VERSION => {
            format!("version {} of the list of images is not supported", head.version)
        }
        _ if count != 0 && head.device_binaries.is_null() => "the list of images is null".to_owned(),
        _ => {
            let descriptor = |index| head.device_binaries.wrapping_add(index);
            // SAFETY: the caller's duty: the list has `count` elements.
            return (0..count).map(|index| unsafe { read(descriptor(index), site, rank) }).collect();
        }
    };
    vec![Err(Error::Image { address: binaries, reason: problem })]
}

/// # Safety
/// As for [`read_all`], for one image.
unsafe fn read(descriptor: *const PiDeviceBinaryStruct, site: &DescriptorOrigin, rank: Rank) -> Result<Image> {
    // SAFETY: the caller's duty is that of each call.
    let read = || unsafe {
        let binary = &*descriptor;
        if !PI_DEVICE_BINARY_VERSIONS.contains(&binary.version) {
            return Err(format!("version {} is not supported", binary.version));
        }
        if binary.kind != PI_DEVICE_BINARY_OFFLOAD_KIND_SYCL {
            return Err(format!("kind {} is not SYCL", binary.kind));
        }
        let code = array(binary.binary_start, binary.binary_end, usize::MAX, "code")?;
        let format = ImageFormat::from_number(binary.format);
        let properties = properties(binary)?;
        let entries = array(binary.entries_begin, binary.entries_end, MAX_COUNT, "entries")?;
        let entries: Vec<(String, usize)> =
            entries.iter().map(|entry| (text(entry.name), entry.addr as usize)).collect();
        let address = |name: &str| entries.iter().find(|(entry, _)| entry == name).map_or(0, |(_, address)| *address);
        let globals = globals(&properties, address)?;
        let is_global = |name: &str| properties.get(PropertySetName::DeviceGlobals, name).is_some();
        let entries = entries.into_iter().map(|(name, _)| name).filter(|name| !is_global(name)).collect();
        Ok(Image {
            number: next_number(),
            descriptor: descriptor as usize,
            module: site.module,
            library: site.library.clone(),
            rank,
            format,
            is_spirv: is_spirv(format, code),
            target: text(binary.device_target_spec),
            compile_options: text(binary.compile_options),
            link_options: text(binary.link_options),
            entries,
            globals,
            properties,
            code: (code.as_ptr() as usize, code.len()),
            index: OnceLock::new(),
            uses: Mutex::default(),
            is_registered: AtomicBool::new(true),
            _owned: None,
        })
    };
    read().map_err(|reason| Error::Image { address: descriptor as usize, reason })
}

/// The device globals of an image, each with what `address` tells.
fn globals(
    properties: &PropertySetRegistry,
    mut address: impl FnMut(&str) -> usize,
) -> Result<Vec<ImageGlobal>, String> {
    let all = DeviceGlobal::all(properties).map_err(|error| error.to_string())?;
    let globals = all.into_iter().map(|(name, global)| {
        let address = address(&name);
        ImageGlobal { name, global: Arc::new(global), address }
    });
    Ok(globals.collect())
}

/// Whether code is SPIR-V, by its format or, where that is not stated, its first
/// word.
fn is_spirv(format: ImageFormat, code: &[u8]) -> bool {
    match format {
        ImageFormat::None => code.starts_with(&SPIRV_MAGIC),
        format => format == ImageFormat::Spirv,
    }
}

fn next_number() -> usize {
    static NUMBER: AtomicUsize = AtomicUsize::new(0);
    NUMBER.fetch_add(1, Ordering::Relaxed)
}

/// # Safety
/// As for [`read`].
unsafe fn properties(binary: &PiDeviceBinaryStruct) -> Result<PropertySetRegistry, String> {
    let mut registry = PropertySetRegistry::new();
    let (begin, end) = (binary.property_sets_begin, binary.property_sets_end);
    // SAFETY: the caller's duty covers everything the descriptor leads to.
    unsafe {
        for set in array(begin, end, MAX_COUNT, "property sets")? {
            let set_name = text(set.name);
            let (begin, end) = (set.properties_begin, set.properties_end);
            for property in array(begin, end, MAX_COUNT, "properties")? {
                let name = text(property.name);
                let value = value(property).map_err(|reason| format!("property `{name}` of `{set_name}` {reason}"))?;
                if let Some(value) = value {
                    registry.add(set_name.as_str(), name, value);
                }
            }
        }
    }
    Ok(registry)
}

/// The value of a property; `None` for types that the runtime has no use for.
///
/// # Safety
/// As for [`read`].
unsafe fn value(property: &PiDeviceBinaryPropertyStruct) -> Result<Option<PropertyValue>, String> {
    match property.kind {
        PI_PROPERTY_TYPE_UINT32 => {
            let number = u32::try_from(property.val_size);
            number
                .map(|number| Some(PropertyValue::U32(number)))
                .map_err(|_| format!("is {}, which is more than 32 bits", property.val_size))
        }
        PI_PROPERTY_TYPE_BYTE_ARRAY => {
            let begin = property.val_addr.cast::<u8>();
            let end = begin.wrapping_add(property.val_size as usize);
            // SAFETY: the caller's duty.
            let raw = unsafe { array(begin, end, usize::MAX, "value")? };
            let bytes = ByteArray::from_raw(raw).map_err(|error| format!("is {error}"))?;
            Ok(Some(PropertyValue::Bytes(bytes)))
        }
        _ => Ok(None),
    }
}

/// The array between two pointers.
///
/// # Safety
/// If the pointers are in order, they delimit valid memory.
unsafe fn array<'a, T>(begin: *const T, end: *const T, max: usize, what: &str) -> Result<&'a [T], String> {
    let bytes = (end as usize).checked_sub(begin as usize);
    let count = bytes.filter(|bytes| bytes % size_of::<T>() == 0).map(|bytes| bytes / size_of::<T>());
    match count {
        Some(0) => Ok(&[]),
        Some(count) if count <= max && !begin.is_null() && begin.is_aligned() => {
            // SAFETY: the caller's duty; the count was checked.
            Ok(unsafe { std::slice::from_raw_parts(begin, count) })
        }
        _ => Err(format!("the {what} from {begin:p} to {end:p} are no array")),
    }
}

/// A zero-terminated text; null is empty.
///
/// # Safety
/// As for [`read`].
unsafe fn text(ptr: *const c_char) -> String {
    if ptr.is_null() {
        return String::new();
    }
    // SAFETY: the caller's duty.
    unsafe { CStr::from_ptr(ptr) }.to_string_lossy().into_owned()
}
