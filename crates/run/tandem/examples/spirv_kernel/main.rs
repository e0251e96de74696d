//! Runs a SPIR-V kernel on USM: `cargo run -p tandem --example spirv_kernel`.

mod axpy;

use tandem::{In, Kernel, Out, Queue};

type Axpy = Kernel<(f32, In<f32>, Out<f32>)>;

fn main() -> tandem::Result<()> {
    let queue = Queue::new()?;
    // SAFETY: axpy.spvasm has these parameters and touches one element of each
    // slice per work-item.
    let axpy: Axpy = unsafe { Kernel::from_spirv(&queue, &axpy::module(), "axpy")? };

    let mut x = queue.shared::<f32>(1 << 20)?;
    let mut y = queue.shared::<f32>(1 << 20)?;
    for (index, x) in x.host_mut()?.iter_mut().enumerate() {
        *x = index as f32;
    }
    y.host_mut()?.fill(1.0);
    // The second launch waits for the first, since both write y.
    for _ in 0..2 {
        queue.launch(&axpy, x.len(), (0.5, &x, &mut y))?.wait()?;
    }
    let wrong = y.host()?.iter().enumerate().filter(|(index, y)| **y != *index as f32 + 1.0).count();
    println!("y[1000] = {}, {wrong} wrong elements of {}", y.host()?[1000], y.len());
    assert_eq!(wrong, 0);
    Ok(())
}
