//! Reading the descriptors that wrapper objects register.
//!
//! The descriptors are in the program's own data, so their pointers can be followed. Their contents
//! are still checked (versions, kinds, begin before end, lengths), and an inconsistent descriptor
//! is rejected with its address. The layout is in `tandem_pi_abi::binary`.

use tandem_image::device_image::ImageFormat;
use tandem_image::property::{ByteArray, PropertySetName, PropertySetRegistry, PropertyValue};
use tandem_pi_abi::binary::*;

use super::image::{Contents, Image};
use super::image_global;
use super::image_origin::Origin;
use super::module_origin::{DescriptorOrigin, text};
use super::modules::Rank;
use crate::base::error::{Error, Result};

/// Most images, entries, sets or properties that one array may have.
const MAX_COUNT: usize = 1 << 24;

/// Reads all images of a `pi_device_binaries_struct`. An error in one image does not keep the
/// others from being used.
///
/// # Safety
/// `binaries` points to a complete descriptor that stays in place until it is unregistered.
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
        let globals = image_global::all(&properties, address)?;
        let is_global = |name: &str| properties.get(PropertySetName::DeviceGlobals, name).is_some();
        let entries = entries.into_iter().map(|(name, _)| name).filter(|name| !is_global(name)).collect();
        let contents = Contents {
            format,
            target: text(binary.device_target_spec),
            compile_options: text(binary.compile_options),
            link_options: text(binary.link_options),
            entries,
            globals,
            properties,
            code,
        };
        let origin = Origin::Module { base: site.module, descriptor: descriptor as usize };
        Ok(Image::new(origin, site.library.clone(), rank, contents))
    };
    read().map_err(|reason| Error::Image { address: descriptor as usize, reason })
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
        _ => Err(format!("the {what} from {begin:p} to {end:p} do not form an array")),
    }
}
