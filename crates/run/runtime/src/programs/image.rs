//! Device images, whether modules register them or the program reads them from files.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;
use rustc_hash::FxHashMap;
use tandem_image::device_image::{DeviceImage, ImageFormat};
use tandem_image::layout::KernelLayout;
use tandem_image::property::{PropertySetName, PropertySetRegistry, PropertyValue};
use tandem_pi_abi::binary::PiDeviceBinaryStruct;
use tandem_spirv_binary::slice::{Index, Slice};

use super::image_global::{self, ImageGlobal};
use super::image_origin::{Origin, Owned};
use super::modules::Rank;
use super::uses::Uses;
use crate::base::error::{Error, Result};

/// First word of a SPIR-V module.
const SPIRV_MAGIC: [u8; 4] = 0x0723_0203_u32.to_le_bytes();

/// A registered device image.
#[derive(Debug)]
pub(crate) struct Image {
    /// A unique number for each registered image.
    pub(crate) number: usize,
    origin: Origin,
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
    /// The uses of each kernel that was launched with values of specialization constants.
    pub(super) uses: Mutex<FxHashMap<String, Arc<Uses>>>,
    is_registered: AtomicBool,
}

/// The contents of an image.
pub(super) struct Contents<'a> {
    pub(super) format: ImageFormat,
    pub(super) target: String,
    pub(super) compile_options: String,
    pub(super) link_options: String,
    /// Kernels and exported functions.
    pub(super) entries: Vec<String>,
    pub(super) globals: Vec<ImageGlobal>,
    pub(super) properties: PropertySetRegistry,
    pub(super) code: &'a [u8],
}

impl Image {
    pub(super) fn new(origin: Origin, library: String, rank: Rank, contents: Contents<'_>) -> Self {
        let Contents { format, target, compile_options, link_options, entries, globals, properties, code } = contents;
        Self {
            number: next_number(),
            origin,
            library,
            rank,
            format,
            is_spirv: is_spirv(format, code),
            target,
            compile_options,
            link_options,
            entries,
            globals,
            properties,
            code: (code.as_ptr() as usize, code.len()),
            index: OnceLock::new(),
            uses: Mutex::default(),
            is_registered: AtomicBool::new(true),
        }
    }

    /// An image that was read from a file.
    pub(super) fn of_file(file: &str, image: DeviceImage) -> Result<Self> {
        Self::of_memory(file, image, Origin::File)
    }

    /// An image that represents kernels of a device.
    pub(super) fn built_in(image: DeviceImage) -> Result<Self> {
        Self::of_memory("built-in kernels", image, Origin::Device)
    }

    fn of_memory(library: &str, mut image: DeviceImage, origin: fn(Box<Owned>) -> Origin) -> Result<Self> {
        let globals = image_global::all(&image.properties, |_| 0);
        let globals = globals.map_err(|reason| Error::Invalid(format!("{library}: {reason}")))?;
        let owned = Owned::new(&mut image);
        let DeviceImage { format, target, compile_options, link_options, entries, properties, .. } = image;
        // The code stays where it is when its owner moves.
        let code = owned.code().as_ptr_range();
        // SAFETY: the range is that of the code, which lives as long as its owner.
        let code = unsafe { std::slice::from_raw_parts(code.start, owned.code().len()) };
        let contents = Contents { format, target, compile_options, link_options, entries, globals, properties, code };
        Ok(Self::new(origin(owned), library.to_owned(), Rank::RunTime, contents))
    }

    /// The descriptor, for `piextDeviceSelectBinary`. Valid while the image is
    /// registered.
    pub(crate) fn descriptor(&self) -> *const PiDeviceBinaryStruct {
        self.origin.descriptor() as *const _
    }

    /// Whether the image represents kernels of a device.
    pub(crate) fn is_built_in(&self) -> bool {
        matches!(self.origin, Origin::Device(_))
    }

    /// Base address of the executable or library that the image is in.
    pub(crate) fn module(&self) -> usize {
        self.origin.module()
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

    /// The format of the code.
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

    /// A copy of the code, if some of its parts may not have been read yet.
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
        layout.map(Some).map_err(|error| Error::Image {
            address: self.origin.descriptor(),
            reason: format!("kernel `{kernel}`: {error}"),
        })
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
        Error::Image { address: self.origin.descriptor(), reason }
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
