//! The library's side of a call: requests with checked pointers, memory of results, panics.

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    CodegenModule, CodegenRequest, CodegenResult, CodegenSpecConstant, STATUS_BAD_REQUEST, STATUS_BUILD_ERROR,
    STATUS_OK,
};

/// A request, read.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The modules, which are linked with one another.
    pub modules: Vec<Module<'a>>,
    /// Build options as the user wrote them.
    pub options: &'a str,
    /// LLVM's name of the processor; `None` for the library's choice.
    pub processor: Option<&'a str>,
    /// 0 to 3.
    pub opt_level: u32,
    /// Values of specialization constants: (id, little-endian bytes).
    pub constants: Vec<(u32, Vec<u8>)>,
    /// [`FLAG_LINKABLE`](crate::FLAG_LINKABLE), [`FLAG_UNIT`](crate::FLAG_UNIT) or 0.
    pub flags: u64,
}

/// A module to compile.
#[derive(Clone, Copy, Debug)]
pub struct Module<'a> {
    /// SPIR-V or a unit.
    pub bytes: &'a [u8],
    /// Whether its kernels are compiled; its functions serve others in any case.
    pub has_kernels: bool,
}

/// The answer to a request.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The code, or the unit.
    pub code: Vec<u8>,
    /// Warnings, one a line.
    pub log: String,
}

/// Why a request gives nothing.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The request itself is malformed.
    Request(String),
    /// The modules do not compile or link.
    Build(String),
}

/// Answers a request: the body of a library's `compile`.
///
/// # Safety
/// `request` is null or points to a request whose pointers are null or point to
/// what they claim; `result` is null or points to a result to be overwritten.
pub unsafe fn serve(
    request: *const CodegenRequest,
    result: *mut CodegenResult,
    compile: impl FnOnce(Request<'_>) -> Result<Answer, Refusal>,
) -> c_int {
    // SAFETY: by contract.
    let Some(result) = (unsafe { result.as_mut() }) else {
        return STATUS_BAD_REQUEST;
    };
    *result = CodegenResult::default();
    // SAFETY: by contract.
    let outcome = catch_unwind(AssertUnwindSafe(|| compile(unsafe { read(request) }?)));
    let (status, code, log) = match outcome {
        Ok(Ok(Answer { code, log })) => (STATUS_OK, code, log),
        Ok(Err(Refusal::Request(log))) => (STATUS_BAD_REQUEST, Vec::new(), log),
        Ok(Err(Refusal::Build(log))) => (STATUS_BUILD_ERROR, Vec::new(), log),
        Err(_) => (STATUS_BUILD_ERROR, Vec::new(), "internal error in the code generator".to_owned()),
    };
    (result.code, result.code_len) = leak(code);
    (result.log, result.log_len) = leak(log.into_bytes());
    status
}

/// Frees what [`serve`] put into a result: the body of a library's `free`.
///
/// # Safety
/// `result` is null or was filled by [`serve`] of the same library and not freed yet.
pub unsafe fn free(result: *mut CodegenResult) {
    // SAFETY: by contract.
    let Some(result) = (unsafe { result.as_mut() }) else {
        return;
    };
    let taken = std::mem::take(result);
    // SAFETY: both came from `leak`, and the result no longer names them.
    unsafe {
        reclaim(taken.code, taken.code_len);
        reclaim(taken.log, taken.log_len);
    }
}

/// # Safety
/// As for [`serve`].
unsafe fn read<'a>(request: *const CodegenRequest) -> Result<Request<'a>, Refusal> {
    // SAFETY: the size comes first in every version of the struct.
    let size = unsafe { request.cast::<usize>().as_ref() };
    if size.is_none_or(|size| *size < size_of::<CodegenRequest>()) {
        return Err(bad_request("the request is null or shorter than this version's"));
    }
    // SAFETY: not null and large enough.
    let request = unsafe { &*request };
    // SAFETY: by contract.
    unsafe {
        Ok(Request {
            modules: modules(request)?,
            options: string(request.options)?.unwrap_or_default(),
            processor: string(request.processor)?,
            opt_level: request.opt_level.min(3),
            constants: constants(request)?,
            flags: request.flags,
        })
    }
}

/// # Safety
/// As for [`serve`].
unsafe fn modules<'a>(request: &CodegenRequest) -> Result<Vec<Module<'a>>, Refusal> {
    // SAFETY: by contract.
    let list: &[CodegenModule] = unsafe { slice(request.modules, request.num_modules) }?;
    let left_out: &[u8] = if request.without_kernels.is_null() {
        &[]
    } else {
        // SAFETY: by contract.
        unsafe { slice(request.without_kernels, request.num_modules) }?
    };
    let module = |(index, module): (usize, &CodegenModule)| {
        let has_kernels = left_out.get(index).is_none_or(|flag| *flag == 0);
        // SAFETY: by contract.
        Ok(Module { bytes: unsafe { slice(module.bytes, module.len) }?, has_kernels })
    };
    list.iter().enumerate().map(module).collect()
}

/// # Safety
/// As for [`serve`].
unsafe fn constants(request: &CodegenRequest) -> Result<Vec<(u32, Vec<u8>)>, Refusal> {
    // SAFETY: by contract.
    let list: &[CodegenSpecConstant] = unsafe { slice(request.spec, request.num_spec as usize) }?;
    let constant = |constant: &CodegenSpecConstant| {
        // SAFETY: by contract.
        let bytes: &[u8] = unsafe { slice(constant.bytes, constant.size as usize) }?;
        Ok((constant.id, bytes.to_vec()))
    };
    list.iter().map(constant).collect()
}

/// # Safety
/// `first` is null or points to `len` values that live as long as `'a`.
unsafe fn slice<'a, T>(first: *const T, len: usize) -> Result<&'a [T], Refusal> {
    match (first.is_null(), len) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(bad_request("a null pointer with a length")),
        // SAFETY: by contract.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(first, len) }),
    }
}

/// # Safety
/// `text` is null or terminated by a zero, and lives as long as `'a`.
unsafe fn string<'a>(text: *const c_char) -> Result<Option<&'a str>, Refusal> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: by contract.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|_| bad_request("text that is not UTF-8"))
}

fn bad_request(text: &str) -> Refusal {
    Refusal::Request(text.to_owned())
}

/// Memory that [`reclaim`] takes back; null if there are no bytes.
fn leak(bytes: Vec<u8>) -> (*const u8, usize) {
    if bytes.is_empty() {
        return (std::ptr::null(), 0);
    }
    let len = bytes.len();
    (Box::into_raw(bytes.into_boxed_slice()).cast::<u8>().cast_const(), len)
}

/// # Safety
/// The pair came from [`leak`] and is not used again.
unsafe fn reclaim(first: *const u8, len: usize) {
    if !first.is_null() {
        // SAFETY: by contract.
        drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(first.cast_mut(), len)) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (status, code, log) of a call.
    fn call(
        request: *const CodegenRequest,
        compile: impl FnOnce(Request<'_>) -> Result<Answer, Refusal>,
    ) -> (c_int, Vec<u8>, String) {
        let mut result = CodegenResult::default();
        // SAFETY: the request is null or valid; the result is freed once, after it was copied.
        unsafe {
            let status = serve(request, &mut result, compile);
            let code = slice(result.code, result.code_len).expect("memory").to_vec();
            let log = slice(result.log, result.log_len).expect("memory").to_vec();
            free(&mut result);
            assert!(result.code.is_null() && result.log.is_null());
            free(&mut result);
            (status, code, String::from_utf8(log).expect("UTF-8"))
        }
    }

    fn request() -> CodegenRequest {
        CodegenRequest {
            size: size_of::<CodegenRequest>(),
            num_modules: 0,
            modules: std::ptr::null(),
            options: c"-O1".as_ptr(),
            processor: std::ptr::null(),
            opt_level: 7,
            num_spec: 0,
            spec: std::ptr::null(),
            flags: 0,
            without_kernels: std::ptr::null(),
        }
    }

    #[test]
    fn requests_are_read_and_answered() {
        let bytes = [1, 2, 3];
        let modules = [CodegenModule { bytes: bytes.as_ptr(), len: 3 }; 2];
        let constant = CodegenSpecConstant { id: 5, size: 2, bytes: bytes.as_ptr() };
        let request = CodegenRequest {
            num_modules: 2,
            modules: modules.as_ptr(),
            num_spec: 1,
            spec: &constant,
            without_kernels: [0, 1].as_ptr(),
            processor: c"sm_90".as_ptr(),
            ..request()
        };
        let answer = call(&request, |request| {
            assert_eq!((request.options, request.processor, request.opt_level), ("-O1", Some("sm_90"), 3));
            assert_eq!(request.constants, [(5, vec![1, 2])]);
            assert_eq!(request.modules.iter().map(|module| module.has_kernels).collect::<Vec<_>>(), [true, false]);
            Ok(Answer { code: request.modules[1].bytes.to_vec(), log: "a warning".into() })
        });
        assert_eq!(answer, (STATUS_OK, vec![1, 2, 3], "a warning".to_owned()));
        let answer = call(&request, |_| Err(Refusal::Build("an error".into())));
        assert_eq!(answer, (STATUS_BUILD_ERROR, Vec::new(), "an error".to_owned()));
    }

    #[test]
    fn malformed_requests_do_not_reach_the_code_generator() {
        let unreachable = |_: Request<'_>| -> Result<Answer, Refusal> { unreachable!() };
        let short = CodegenRequest { size: 8, ..request() };
        let no_modules = CodegenRequest { num_modules: 1, ..request() };
        let not_utf8 = CodegenRequest { options: c"\xff".as_ptr(), ..request() };
        for malformed in [std::ptr::null(), &raw const short, &raw const no_modules, &raw const not_utf8] {
            let (status, code, log) = call(malformed, unreachable);
            assert_eq!((status, code.len()), (STATUS_BAD_REQUEST, 0));
            assert!(!log.is_empty());
        }
    }

    #[test]
    fn a_panic_is_a_failed_build() {
        let (status, _, log) = call(&request(), |_| panic!("out of beads"));
        assert_eq!((status, log.as_str()), (STATUS_BUILD_ERROR, "internal error in the code generator"));
    }
}
