//! The syntax for entries: expressions of the meanings of their parameters. Only this module reads parameters in their
//! C form.

/// The methods of [`Pi`](tandem_pi_abi::export::Pi) for entries, each an expression of its parameters:
/// `name(parameter: Meaning, …) = expression;`. A meaning is one of those that [`entry!`] lists, or the
/// C type of a parameter that is taken as it is.
macro_rules! entries {
    ($($name:ident($($parameters:tt)*) = $body:expr;)*) => {
        $($crate::entry::entry! { [$name $body] [] [] $($parameters)*, })*
    };
}
pub(crate) use entries;

/// One entry of [`entries!`]: its name and body, then C's parameters and what is read from them, for the
/// parameters that were looked at, then the rest. Each rule is a meaning, with C's parameters for it.
macro_rules! entry {
    ($entry:tt $raw:tt $read:tt $name:ident: Handle<$kind:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: <$kind as Kind>::Raw] [$name = Handle<'_, $kind>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Reference<$kind:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: <$kind as Kind>::Raw] [$name = Reference<'_, $kind>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Native<$kind:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: PiNativeHandle] [$name = Native<'_, $kind>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: HandleAt<$kind:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: *const <$kind as Kind>::Raw] [$name = HandleAt<'_, $kind>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Handles<$kind:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [len: u32, start: *const <$kind as Kind>::Raw]
            [$name = Handles<'_, $kind>: (len as usize, start.cast())] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Out<$type:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: *mut $type] [$name = Out<'_, $type>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: In<$type:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: *const $type] [$name = In<'_, $type>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: mut In<$type:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: *mut $type] [$name = In<'_, $type>: $name.cast_const()] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: unsized Answer, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [value: *mut c_void, size_ret: *mut usize]
            [$name = Answer<'_>: (usize::MAX, value, size_ret)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Color, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: *const c_void] [$name = In<'_, [u8; 16]>: $name.cast()] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Triple, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: *const usize] [$name = In<'_, [usize; 3]>: $name.cast()] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Text, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: *const c_char] [$name = Text<'_>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Properties, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: *const u64] [$name = Properties<'_>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: mut Properties, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: *mut u64] [$name = Properties<'_>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Terminated, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [$name: *const PiDevicePartitionProperty] [$name = Terminated<'_>: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Memory, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: *const c_void] [$name = Memory: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: mut Memory, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: *mut c_void] [$name = Memory: $name] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Bytes size, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [start: *const c_void, size: usize] [$name = Bytes<'_>: (size, start.cast())] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: size Bytes, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [size: usize, start: *const c_void] [$name = Bytes<'_>: (size, start.cast())] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: size mut Bytes, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [size: usize, start: *mut c_void] [$name = Bytes<'_>: (size, start.cast_const().cast())] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Argument, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [size: usize, value: *const c_void] [$name = Argument<'_>: (size, value.cast())] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Images, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [start: *mut *mut PiDeviceBinaryStruct, len: u32]
            [$name = Images<'_>: (len as usize, start.cast_const().cast())] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Binaries, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [len: u32, devices: *const PiDevice, lengths: *const usize, binaries: *mut *const u8,
             metadata_len: usize, metadata: *const *mut PiDeviceBinaryPropertyStruct, status: *mut i32]
            [$name = Binaries<'_>: (len as usize, devices, lengths, binaries, status)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Rectangles, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [first: *const PiBuffRectOffset, second: *const PiBuffRectOffset, region: *const PiBuffRectRegion,
             first_row: usize, first_slice: usize, second_row: usize, second_slice: usize]
            [$name = Rectangles<'_>:
             (region, (first, first_row, first_slice), (second, second_row, second_slice))] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Places<$type:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [capacity: u32, places: *mut $type, count: *mut u32]
            [$name = Places<'_, $type>: (capacity, places, count)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Answer, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [size: usize, value: *mut c_void, size_ret: *mut usize]
            [$name = Answer<'_>: (size, value, size_ret)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Callback<$type:ty>, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [function: Option<$type>, user_data: *mut c_void]
            [$name = Option<Callback<$type>>: (function, user_data)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: IndexSpace, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [dims: u32, offset: *const usize, global: *const usize, local: *const usize]
            [$name = IndexSpace<'_>: (dims, offset, global, local)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: Sync, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [len: u32, events: *const PiEvent, event: *mut PiEvent]
            [$name = Sync<'_>: (len, events, event)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: SyncPoints, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read
            [len: u32, points: *const PiExtSyncPoint, point: *mut PiExtSyncPoint]
            [$name = SyncPoints<'_>: (len, points, point)] $($rest)* }
    };
    ($entry:tt $raw:tt $read:tt $name:ident: $type:ty, $($rest:tt)*) => {
        $crate::entry::with! { $entry $raw $read [$name: $type] [] $($rest)* }
    };
    ([$entry:ident $body:expr] [$($raw:tt)*] [$($name:ident = $type:ty: $from:expr,)*]) => {
        #[allow(unused_variables, reason = "parameters that make no difference here")]
        #[inline]
        unsafe fn $entry($($raw)*) -> Result<(), Failure> {
            // SAFETY: the caller keeps the contract of the entry.
            let ($($name,)*) = unsafe { ($(<$type as Parameter>::read($from),)*) };
            $body
        }
    };
}
pub(crate) use entry;

/// Goes on with an entry after one of its parameters.
macro_rules! with {
    ($entry:tt [$($raw:tt)*] [$($read:tt)*] [$($new_raw:tt)*] [] $($rest:tt)*) => {
        $crate::entry::entry! { $entry [$($raw)* $($new_raw)*,] [$($read)*] $($rest)* }
    };
    ($entry:tt [$($raw:tt)*] [$($read:tt)*] [$($new_raw:tt)*] [$($new_read:tt)*] $($rest:tt)*) => {
        $crate::entry::entry! { $entry [$($raw)* $($new_raw)*,] [$($read)* $($new_read)*,] $($rest)* }
    };
}
pub(crate) use with;
