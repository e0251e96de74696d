//! Runs a kernel of a SYCL program from Rust:
//!
//! ```text
//! tandem++ -fsycl -O2 crates/run/tandem/examples/image_kernel.cpp -o image_kernel
//! cargo run -p tandem --example image_kernel -- image_kernel
//! ```
//!
//! The C++ program is not run, only its device image is read.

use tandem::{Error, Kernel, Out, Queue, UsmSlice, add_images_of_file};

/// `Julia` of image_kernel.cpp captures a pointer and three numbers: a USM
/// pointer, and one run of values up to the end of the closure.
type Julia = Kernel<(Out<u8>, [f32; 4])>;

const SIDE: usize = 512;

fn main() -> tandem::Result<()> {
    let path = std::env::args().nth(1).ok_or_else(|| Error::Invalid("usage: image_kernel PROGRAM".to_owned()))?;
    let kernels = add_images_of_file(&path)?;
    let name = kernels.iter().find(|name| name.contains("Julia"));
    let name = name.ok_or_else(|| Error::Invalid(format!("{path} has no kernel Julia")))?;

    let queue = Queue::new()?;
    // SAFETY: see above; the kernel writes one byte per work-item.
    let julia: Julia = unsafe { Kernel::from_image(&queue, name)? };
    let mut image = queue.shared::<u8>(SIDE * SIDE)?;
    queue.launch(&julia, [SIDE, SIDE], (&mut image, [-0.8, 0.156, 3.0 / SIDE as f32, 0.0]))?.wait()?;
    show(&image)
}

/// Prints the picture, 64 characters wide.
fn show(image: &UsmSlice<u8>) -> tandem::Result<()> {
    const STEP: usize = SIDE / 64;
    let pixels = image.host()?;
    for row in (0..SIDE).step_by(2 * STEP) {
        let shade = |column| match pixels[row * SIDE + column] {
            0..20 => ' ',
            20..40 => '.',
            40..80 => '+',
            _ => '#',
        };
        println!("{}", (0..SIDE).step_by(STEP).map(shade).collect::<String>());
    }
    Ok(())
}
