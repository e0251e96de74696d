//! Images in memory between pages that cannot be accessed, and OpenCL's rules for sampling them (3.0, section 8.2).

use tandem_device_ir::sampler::Addressing;
use tandem_native_cpu::ImageDescriptor;

use super::format::Format;

/// Pseudo-random numbers, the same in each run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32
    }

    pub fn below(&mut self, end: u32) -> u32 {
        self.next() % end
    }

    /// A number from `least` to `most`.
    pub fn float(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * (self.next() as f32 / 2_147_483_648.0)
    }
}

/// The coordinates of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub dimensions: u32,
    pub is_array: bool,
}

pub const SHAPES: [Shape; 5] = [
    Shape { dimensions: 1, is_array: false },
    Shape { dimensions: 1, is_array: true },
    Shape { dimensions: 2, is_array: false },
    Shape { dimensions: 2, is_array: true },
    Shape { dimensions: 3, is_array: false },
];

impl Shape {
    pub fn coordinates(self) -> usize {
        self.dimensions as usize + usize::from(self.is_array)
    }
}

const PAGE: usize = 4096;

/// Memory between two inaccessible pages.
struct Guarded {
    base: *mut libc::c_void,
    mapped: usize,
    start: *mut u8,
    bytes: usize,
}

impl Guarded {
    /// The memory ends at the page after it if `at_end`; otherwise, it begins at the page before it.
    fn new(bytes: usize, at_end: bool) -> Self {
        let inner = bytes.next_multiple_of(PAGE);
        let mapped = inner + 2 * PAGE;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        // SAFETY: new memory, of which the pages between the first and the last become accessible.
        let (base, status) = unsafe {
            let base = libc::mmap(std::ptr::null_mut(), mapped, libc::PROT_NONE, flags, -1, 0);
            (base, libc::mprotect(base.add(PAGE), inner, libc::PROT_READ | libc::PROT_WRITE))
        };
        assert!(base != libc::MAP_FAILED && status == 0, "memory for {bytes} bytes");
        let offset = PAGE + if at_end { inner - bytes } else { 0 };
        Self { base, mapped, start: base.cast::<u8>().wrapping_add(offset), bytes }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: what `new` has mapped.
        unsafe { libc::munmap(self.base, self.mapped) };
    }
}

/// An image.
pub struct TestImage {
    pub format: Format,
    pub shape: Shape,
    pub descriptor: ImageDescriptor,
    memory: Guarded,
}

impl TestImage {
    /// An image of zeros. `padding` is between rows and slices, unless they are tiled.
    pub fn new(format: Format, shape: Shape, extent: [u32; 3], tile_shift: u32, padding: u64, at_end: bool) -> Self {
        let mut extent = extent;
        extent[shape.coordinates()..].fill(1);
        let bytes = format.pixel_bytes() as u64;
        let [width, height, depth] = extent.map(u64::from);
        let tile = 1_u64 << tile_shift;
        let row_pitch = match tile_shift {
            0 => width * bytes + padding,
            _ => width.div_ceil(tile) * (bytes << (2 * tile_shift)),
        };
        let slice_pitch = height.div_ceil(tile) * row_pitch + padding;
        let size = slice_pitch * depth - padding - if tile_shift == 0 { padding } else { 0 };
        let memory = Guarded::new(size as usize, at_end);
        let descriptor = ImageDescriptor {
            pixels: memory.start as u64,
            extent,
            dimensions: shape.dimensions,
            row_pitch,
            slice_pitch,
            channel_order: format.order as u32,
            channel_type: format.ty as u32,
            pixel_bytes: bytes as u32,
            tile_shift,
            arrayed: shape.is_array.into(),
            ..ImageDescriptor::default()
        };
        Self { format, shape, descriptor, memory }
    }

    /// Fills it with random texels.
    pub fn fill(&mut self, random: &mut Random) {
        let [width, height, depth] = self.descriptor.extent;
        for (z, y, x) in (0..depth).flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| (z, y, x)))) {
            let pixel = match self.format.is_int() {
                true => self.format.encode_ints([0; 4].map(|_| (random.next() << 1) as i32)),
                false => self.format.encode_floats([0; 4].map(|_| random.float(-1.2, 1.2))),
            };
            let offset = self.descriptor.offset([x, y, z]) as usize;
            self.bytes_mut()[offset..offset + pixel.len()].copy_from_slice(&pixel);
        }
    }

    pub fn bytes(&self) -> &[u8] {
        // SAFETY: memory of this size, which is ours; kernels do not run meanwhile.
        unsafe { std::slice::from_raw_parts(self.memory.start, self.memory.bytes) }
    }

    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.memory.start, self.memory.bytes) }
    }

    /// The texel at coordinates, or the border.
    pub fn texel(&self, at: [i64; 3]) -> [f64; 4] {
        let extent = self.descriptor.extent;
        let used = self.shape.coordinates();
        if (0..used).any(|i| at[i] < 0 || at[i] >= i64::from(extent[i])) {
            return self.format.border();
        }
        let mut index = [0; 3];
        (0..used).for_each(|i| index[i] = at[i] as u32);
        let offset = self.descriptor.offset(index) as usize;
        self.format.decode(&self.bytes()[offset..offset + self.format.pixel_bytes()])
    }

    /// The layer that a coordinate leads to.
    fn layer(&self, coordinates: [f32; 3]) -> [i64; 3] {
        let mut at = [0; 3];
        if self.shape.is_array {
            let index = self.shape.dimensions as usize;
            let last = f64::from(self.descriptor.extent[index] - 1);
            at[index] = f64::from(coordinates[index]).round_ties_even().clamp(0.0, last) as i64;
        }
        at
    }

    /// The texels that a sampler may return that takes the nearest one: several, where rounding decides.
    pub fn nearest(&self, sampler: Sampler, coordinates: [f32; 3]) -> Vec<[f64; 4]> {
        let mut places = vec![self.layer(coordinates)];
        for i in 0..self.shape.dimensions as usize {
            let (position, error) = sampler.position(coordinates[i], self.descriptor.extent[i]);
            let ways =
                [position - error, position + error].map(|at| sampler.index(at.floor(), self.descriptor.extent[i]));
            let with = |index: i64| {
                places.iter().map(move |place| {
                    let mut place = *place;
                    place[i] = index;
                    place
                })
            };
            places = ways.into_iter().flat_map(with).collect();
        }
        places.into_iter().map(|at| self.texel(at)).collect()
    }

    /// The weighted mean around coordinates, and by how much it may be off.
    pub fn linear(&self, sampler: Sampler, coordinates: [f32; 3]) -> ([f64; 4], f64) {
        let mut corners = vec![(self.layer(coordinates), 1.0)];
        let mut tolerance = 2e-6;
        for i in 0..self.shape.dimensions as usize {
            let extent = self.descriptor.extent[i];
            let (position, error) = sampler.position(coordinates[i], extent);
            let position = (position - 0.5).clamp(-1.0, f64::from(extent));
            let weight = position - position.floor();
            tolerance += 8.0 * error.min(f64::from(extent) * 2f64.powi(-21));
            let taps = [(position.floor(), 1.0 - weight), (position.floor() + 1.0, weight)];
            let taps = taps.map(|(at, weight)| (sampler.index(at, extent), weight));
            let next = corners.iter().flat_map(|(at, product)| {
                taps.map(|(index, weight)| {
                    let mut at = *at;
                    at[i] = index;
                    (at, product * weight)
                })
            });
            corners = next.collect();
        }
        let mut sum = [0.0; 4];
        for (at, weight) in corners {
            let texel = self.texel(at);
            sum.iter_mut().zip(texel).for_each(|(sum, value)| *sum += weight * value);
        }
        (sum, tolerance)
    }
}

/// A sampler.
#[derive(Clone, Copy, Debug)]
pub struct Sampler {
    pub addressing: Addressing,
    pub normalized: bool,
    pub linear: bool,
}

impl Sampler {
    /// The place of a coordinate in pixels, and by how much single precision may be off.
    fn position(self, coordinate: f32, extent: u32) -> (f64, f64) {
        let (u, size) = (f64::from(coordinate), f64::from(extent));
        let position = match self.addressing {
            Addressing::Repeat => (u - u.floor()) * size,
            Addressing::RepeatMirrored => (u - 2.0 * (0.5 * u).round_ties_even()).abs() * size,
            _ if self.normalized => u * size,
            _ => u,
        };
        (position, position.abs().max(size) * 2f64.powi(-22))
    }

    /// The pixel of an index that may be out of range.
    fn index(self, index: f64, extent: u32) -> i64 {
        let last = i64::from(extent) - 1;
        let index = index.clamp(-2.0, f64::from(extent) + 1.0) as i64;
        match self.addressing {
            Addressing::Clamp => index,
            Addressing::Repeat => index.rem_euclid(i64::from(extent)),
            _ => index.clamp(0, last),
        }
    }
}
