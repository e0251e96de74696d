//! Memory that ends at an inaccessible page: accesses beyond its end fault.

use std::ptr::{self, NonNull};
use std::slice;

/// Numbers whose last one is the last of a page; the next page cannot be accessed.
pub struct Edge {
    /// The first page.
    start: NonNull<u8>,
    /// Bytes of all pages but the last one.
    size: usize,
    /// Numbers.
    count: usize,
}

impl Edge {
    pub fn new(numbers: &[i32]) -> Self {
        let (page, count) = (page_size(), numbers.len());
        let size = size_of_val(numbers).next_multiple_of(page);
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: new pages, whose last one is protected before anybody knows them.
        let start = unsafe {
            let start = libc::mmap(ptr::null_mut(), size + page, libc::PROT_READ | libc::PROT_WRITE, flags, -1, 0);
            assert!(start != libc::MAP_FAILED, "no memory");
            assert_eq!(libc::mprotect(start.byte_add(size), page, libc::PROT_NONE), 0);
            start
        };
        let mut edge = Self { start: NonNull::new(start.cast()).expect("pages are somewhere"), size, count };
        edge.numbers().copy_from_slice(numbers);
        edge
    }

    pub fn numbers(&mut self) -> &mut [i32] {
        // SAFETY: they fill the end of the accessible pages, which belong to this alone.
        unsafe {
            slice::from_raw_parts_mut(self.start.add(self.size).cast::<i32>().sub(self.count).as_ptr(), self.count)
        }
    }
}

impl Drop for Edge {
    fn drop(&mut self) {
        // SAFETY: nothing refers to the pages any more.
        unsafe { libc::munmap(self.start.as_ptr().cast(), self.size + page_size()) };
    }
}

fn page_size() -> usize {
    // SAFETY: only asks for a number.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) as usize }
}
