//! Kernels in the terms of the driver API, from the code generator's records.

use tandem_device::{ArgumentLayout, KernelInfo};
use tandem_native_cpu::NativeKernel;

/// The driver API's description of a kernel.
pub fn kernel(record: &NativeKernel) -> KernelInfo {
    KernelInfo {
        name: record.name.clone(),
        parameters: record.args.iter().map(|arg| arg.parameter).collect(),
        required_work_group_size: record.required_work_group_size,
        work_group_size_hint: record.work_group_size_hint,
        required_sub_group_size: record.requires_sub_group_size.then_some(record.sub_group_size),
        local_bytes: record.local_bytes,
    }
}

/// Where the compiled code expects the arguments.
pub fn layout(record: &NativeKernel, info: &KernelInfo) -> ArgumentLayout {
    let offsets: Vec<u32> = record.args.iter().map(|arg| arg.offset).collect();
    ArgumentLayout::new(&info.parameters, &offsets, record.args_size)
}

#[cfg(test)]
mod tests {
    use tandem_device_ir::{Parameter, ParameterKind, PlacedParameter};

    use super::*;

    #[test]
    fn what_the_code_generator_says_is_what_every_device_would() {
        let words = [(ParameterKind::Global, 64), (ParameterKind::Constant, 0), (ParameterKind::Local, 16)];
        let word = |(kind, offset)| PlacedParameter { parameter: Parameter::word(kind), offset };
        let value = PlacedParameter { parameter: Parameter::value(3), offset: 8 };
        let args = words.map(word).into_iter().chain([value]).collect::<Vec<_>>();
        let record = NativeKernel {
            name: "k".into(),
            args: args.clone(),
            args_size: 72,
            sub_group_size: 32,
            scratch_bytes_per_item: 7,
            ..NativeKernel::default()
        };
        let info = kernel(&record);
        assert_eq!(info.parameters, args.iter().map(|arg| arg.parameter).collect::<Vec<_>>());
        assert_eq!((info.parameter_bytes(), info.required_sub_group_size), (27, None));
        let layout = layout(&record, &info);
        assert_eq!([0, 1, 2, 3].map(|parameter| layout.offset(parameter)), [64, 0, 16, 8]);
        assert_eq!(layout.bytes(), 72);
    }
}
