//! The effects of kernels, by their names. A kernel with another name takes any arguments and does nothing. A suffix
//! after a dot only distinguishes kernels.

use std::ffi::c_int;

use opencl_sys::{CL_COMPLETE, CL_OUT_OF_RESOURCES};

use crate::object::{Argument, Kernel, State};
use crate::rectangles::copy_bytes;

/// The kinds of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A buffer or a pointer.
    Memory,
    /// A value with this number of bytes.
    Value(usize),
    Local,
    Sampler,
    Image,
}

/// The parameters of a kernel; `None` for a kernel that is not known.
pub fn parameters(name: &str) -> Option<&'static [Parameter]> {
    use Parameter::*;
    Some(match effect(name) {
        // Element i of the memory becomes the value.
        "fill" => &[Memory, Value(4)],
        // Element i of the second memory becomes that of the first.
        "copy" => &[Memory, Memory],
        // Element i of the memory grows by one.
        "increment" => &[Memory],
        // The memory has a pointer to elements, which grow by one.
        "indirect" => &[Memory],
        // The first element becomes the value.
        "all" => &[Memory, Value(4), Local, Sampler, Image],
        "nothing" => &[],
        // Ends with an error.
        "fault" => &[],
        _ => return None,
    })
}

fn effect(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// The address of a memory argument.
fn address(state: &State, argument: Option<&Argument>) -> Option<usize> {
    match argument? {
        Argument::Mem(mem) => state.objects.get(mem).and_then(|object| match &object.body {
            crate::object::Body::Mem(mem) => Some(mem.address),
            _ => None,
        }),
        Argument::Pointer(pointer) => Some(*pointer),
        _ => None,
    }
}

/// Whether a kernel may use the memory at an address: that of an allocation, or memory that it was told to reach.
fn reaches(state: &State, kernel: &Launched, address: usize) -> bool {
    state.allocation(address).is_some_and(|(start, allocation)| match allocation.kind {
        0x4197..=0x4199 if kernel.indirect[(allocation.kind - 0x4197) as usize] => true,
        _ => kernel.pointers.iter().any(|pointer| state.allocation(*pointer).is_some_and(|found| found.0 == start)),
    })
}

/// A launch's copy of a kernel, which may change later.
pub struct Launched {
    name: String,
    arguments: Vec<Option<Argument>>,
    indirect: [bool; 3],
    pointers: Vec<usize>,
}

impl Launched {
    /// The kernel as it is now.
    pub fn of(kernel: &Kernel) -> Self {
        let pointers = kernel.pointers.iter().copied().collect();
        let (name, arguments) = (kernel.name.clone(), kernel.arguments.clone());
        Self { name, arguments, indirect: kernel.indirect, pointers }
    }
}

fn element(at: usize) -> u32 {
    let mut value = [0; 4];
    copy_bytes(at, value.as_mut_ptr() as usize, 4);
    u32::from_ne_bytes(value)
}

fn set_element(at: usize, value: u32) {
    copy_bytes(value.to_ne_bytes().as_ptr() as usize, at, 4);
}

/// Runs a kernel for work-items with these numbers; the status of its event.
pub fn run(state: &State, kernel: &Launched, items: std::ops::Range<usize>) -> c_int {
    let memory = |index: usize| address(state, kernel.arguments.get(index).and_then(Option::as_ref)).unwrap_or(0);
    let value = match kernel.arguments.get(1) {
        Some(Some(Argument::Value(bytes))) => bytes.first_chunk::<4>().map_or(0, |bytes| u32::from_ne_bytes(*bytes)),
        _ => 0,
    };
    let name = effect(&kernel.name);
    if name == "fault" {
        return CL_OUT_OF_RESOURCES;
    }
    if parameters(name).is_none() || name == "nothing" {
        return CL_COMPLETE;
    }
    // A null pointer has no target.
    if memory(0) == 0 || name == "copy" && memory(1) == 0 {
        return CL_OUT_OF_RESOURCES;
    }
    match name {
        "fill" => items.for_each(|item| set_element(memory(0) + 4 * item, value)),
        "copy" => items.for_each(|item| set_element(memory(1) + 4 * item, element(memory(0) + 4 * item))),
        "increment" => items.for_each(|item| {
            let at = memory(0) + 4 * item;
            set_element(at, element(at).wrapping_add(1));
        }),
        "all" => set_element(memory(0), value),
        _ => {
            let mut pointer = [0; 8];
            copy_bytes(memory(0), pointer.as_mut_ptr() as usize, 8);
            let base = usize::from_ne_bytes(pointer);
            if !reaches(state, kernel, base) {
                return CL_OUT_OF_RESOURCES;
            }
            items.for_each(|item| set_element(base + 4 * item, element(base + 4 * item).wrapping_add(1)));
        }
    }
    CL_COMPLETE
}
