//! LLVM's static objects, which must not be destroyed while code is generated.
//!
//! LLVM registers the destructors of its static objects with `__cxa_atexit`: most while it is loaded, others when code
//! generation first needs the object. `exit`, which any thread may call, runs the newest first, while other threads may
//! still load LLVM or generate code. A handler of ours that waits for these threads is not guaranteed to run before the
//! destructors.
//!
//! LLVM's reference to `__cxa_atexit`, an entry of its global offset table, is therefore replaced by a function that
//! does nothing, so that LLVM registers no destructors. They would only free memory, and the process ends anyway.
//! Libraries that bring LLVM with them are linked with `-z initfirst`, so their initialization runs when LLVM is
//! relocated, and before its first constructor. They are also linked with `-z nodelete`, because LLVM calls the
//! function from then on.

use std::ffi::{CStr, c_char, c_int, c_void};

use libc::{Elf64_Phdr, PT_DYNAMIC, PT_GNU_RELRO, PT_LOAD, dl_phdr_info};
use llvm_sys::core::LLVMGetVersion;
use object::NativeEndian as Native;
use object::elf::{
    DT_JMPREL, DT_NULL, DT_PLTRELSZ, DT_RELA, DT_RELACOUNT, DT_RELASZ, DT_STRTAB, DT_SYMTAB, Dyn64, DynamicTag,
    R_X86_64_GLOB_DAT, R_X86_64_JUMP_SLOT, Rela64, Sym64,
};

/// The function with which destructors of static objects are registered.
const REGISTER: &CStr = c"__cxa_atexit";

/// Has LLVM register no destructor from now on. False: the reference was not found, and LLVM
/// registers them. Code generators call this from the initialization of their library; later
/// calls are about the objects that LLVM makes later. Any thread may call it.
pub fn keep_static_objects() -> bool {
    let mut replaced = false;
    // SAFETY: the callback gets the pointer as it is, and uses it during the call only.
    unsafe { libc::dl_iterate_phdr(Some(visit), (&raw mut replaced).cast()) };
    replaced
}

/// Replaces the references of the object that has LLVM, and ends the search there.
///
/// # Safety
/// For `dl_iterate_phdr`, with a pointer to a `bool`.
unsafe extern "C" fn visit(info: *mut dl_phdr_info, _size: usize, replaced: *mut c_void) -> c_int {
    // SAFETY: the linker describes a loaded object, which stays during the call.
    let object = unsafe { Loaded::new(&*info) };
    if !object.contains(LLVMGetVersion as *const () as usize) {
        return 0;
    }
    // SAFETY: `keep_static_objects` passes it.
    let replaced = unsafe { &mut *replaced.cast::<bool>() };
    for slot in object.references(REGISTER) {
        *replaced |= object.replace(slot, register_nothing as *const () as usize);
    }
    1
}

/// Replaces `__cxa_atexit`: reports success without registering the destructor.
extern "C" fn register_nothing(_destructor: *const c_void, _object: *const c_void, _library: *const c_void) -> c_int {
    0
}

/// An object of the dynamic linker's that is loaded and relocated.
struct Loaded<'a> {
    /// The offset that is added to the addresses in its tables.
    base: usize,
    segments: &'a [Elf64_Phdr],
    /// Its dynamic section, without the end mark.
    dynamic: &'a [Dyn64<Native>],
}

impl<'a> Loaded<'a> {
    /// # Safety
    /// `info` describes an object that stays loaded for `'a`.
    unsafe fn new(info: &'a dl_phdr_info) -> Self {
        let base = info.dlpi_addr as usize;
        // SAFETY: the linker's table of the object.
        let segments = unsafe { std::slice::from_raw_parts(info.dlpi_phdr, usize::from(info.dlpi_phnum)) };
        let dynamic = segments.iter().find(|segment| segment.p_type == PT_DYNAMIC).map_or(&[][..], |segment| {
            let first = (base + segment.p_vaddr as usize) as *const Dyn64<Native>;
            let most = segment.p_memsz as usize / size_of::<Dyn64<Native>>();
            // SAFETY: the segment is mapped and holds entries.
            let entries = unsafe { std::slice::from_raw_parts(first, most) };
            let len = entries.iter().position(|entry| entry.d_tag.get(Native) == DT_NULL);
            &entries[..len.unwrap_or(most)]
        });
        Self { base, segments, dynamic }
    }

    fn contains(&self, address: usize) -> bool {
        self.segments.iter().any(|segment| segment.p_type == PT_LOAD && self.memory_of(segment).contains(&address))
    }

    fn memory_of(&self, segment: &Elf64_Phdr) -> std::ops::Range<usize> {
        let first = self.base + segment.p_vaddr as usize;
        first..first + segment.p_memsz as usize
    }

    fn value(&self, tag: DynamicTag) -> Option<usize> {
        let entry = self.dynamic.iter().find(|entry| entry.d_tag.get(Native) == tag)?;
        Some(entry.d_val.get(Native) as usize)
    }

    /// The table that an entry of the dynamic section leads to. Linkers replace the offset there
    /// by the address, unless the section cannot be written.
    fn address(&self, tag: DynamicTag) -> Option<usize> {
        self.value(tag).map(|value| if value < self.base { self.base + value } else { value })
    }

    fn relocations(&self, table: DynamicTag, size: DynamicTag) -> &'a [Rela64<Native>] {
        match (self.address(table), self.value(size)) {
            // SAFETY: the object's own relocations, which stay in memory.
            (Some(first), Some(size)) => unsafe {
                std::slice::from_raw_parts(first as *const Rela64<Native>, size / size_of::<Rela64<Native>>())
            },
            _ => &[],
        }
    }

    /// Entries of the global offset table that hold the address of the function `name`.
    fn references(&self, name: &CStr) -> impl Iterator<Item = *mut usize> {
        // Most relocations are about the object's own address. They are first, and have no symbols.
        let others = self.relocations(DT_RELA, DT_RELASZ).get(self.value(DT_RELACOUNT).unwrap_or(0)..);
        let all = [self.relocations(DT_JMPREL, DT_PLTRELSZ), others.unwrap_or_default()];
        let tables = self.address(DT_SYMTAB).zip(self.address(DT_STRTAB));
        let to_functions = |relocation: &&Rela64<Native>| {
            matches!(relocation.r_type(Native, false), R_X86_64_JUMP_SLOT | R_X86_64_GLOB_DAT)
        };
        let has_name = move |relocation: &&Rela64<Native>| {
            let Some((symbols, names)) = tables else { return false };
            let index = relocation.r_sym(Native, false) as usize;
            // SAFETY: relocations name symbols of the table, and these names in the strings, which
            // are terminated.
            unsafe {
                let symbol = &*(symbols as *const Sym64<Native>).add(index);
                libc::strcmp((names + symbol.st_name.get(Native) as usize) as *const c_char, name.as_ptr()) == 0
            }
        };
        all.into_iter()
            .flatten()
            .filter(to_functions)
            .filter(has_name)
            .map(|relocation| (self.base + relocation.r_offset.get(Native) as usize) as *mut usize)
    }

    /// Puts `value` into an entry of the global offset table. Returns false if it cannot be written.
    fn replace(&self, slot: *mut usize, value: usize) -> bool {
        // SAFETY: no preconditions.
        let page_size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
        let page = (slot as usize & !(page_size - 1)) as *mut c_void;
        let is_read_only = self.segments.iter().any(|segment| {
            segment.p_type == PT_GNU_RELRO && {
                let memory = self.memory_of(segment);
                (memory.start..memory.end & !(page_size - 1)).contains(&(slot as usize))
            }
        });
        // SAFETY: the page of a relocated object's own data.
        let protect = |access| unsafe { libc::mprotect(page, page_size, access) == 0 };
        if is_read_only && !protect(libc::PROT_READ | libc::PROT_WRITE) {
            return false;
        }
        // SAFETY: an aligned entry, which other threads only read; the function has the type of
        // `__cxa_atexit`.
        unsafe { (*slot.cast::<std::sync::atomic::AtomicUsize>()).store(value, std::sync::atomic::Ordering::Relaxed) };
        // If this fails, the page stays writable, as it is in libraries without this protection.
        let _ = is_read_only && protect(libc::PROT_READ);
        true
    }
}
