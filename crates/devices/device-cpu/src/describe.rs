//! Kernels in the terms of the driver API, from the code generator's records.

use tandem_device::{Access, AddressSpace, ArgumentLayout, KernelInfo, Parameter, ParameterKind};
use tandem_native_cpu::{ArgKind, NativeArg, NativeKernel};

/// What the driver API says about a kernel.
pub fn kernel(record: &NativeKernel) -> KernelInfo {
    KernelInfo {
        name: record.name.clone(),
        parameters: record.args.iter().map(parameter).collect(),
        required_work_group_size: record.reqd_work_group_size,
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

fn parameter(arg: &NativeArg) -> Parameter {
    let access = if arg.is_read_only { Access::Read } else { Access::ReadWrite };
    let memory = |space| ParameterKind::Memory { space, access };
    let kind = match arg.kind {
        ArgKind::Value => ParameterKind::Value,
        ArgKind::Local => ParameterKind::Local,
        ArgKind::Global => memory(AddressSpace::Global),
        ArgKind::Constant => memory(AddressSpace::Constant),
    };
    Parameter { kind, bytes: arg.size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_code_generator_says_is_what_every_device_would() {
        let arg = |kind, is_read_only, offset, size| NativeArg { kind, is_read_only, offset, size };
        let record = NativeKernel {
            name: "k".into(),
            args: vec![
                arg(ArgKind::Global, true, 64, 8),
                arg(ArgKind::Constant, true, 0, 8),
                arg(ArgKind::Value, false, 8, 3),
                arg(ArgKind::Local, false, 16, 8),
            ],
            args_size: 72,
            sub_group_size: 32,
            scratch_bytes_per_item: 7,
            ..NativeKernel::default()
        };
        let info = kernel(&record);
        let memory = |space| ParameterKind::Memory { space, access: Access::Read };
        let kinds: Vec<ParameterKind> = info.parameters.iter().map(|parameter| parameter.kind).collect();
        let expected = [memory(AddressSpace::Global), memory(AddressSpace::Constant)];
        assert_eq!(kinds, [expected[0], expected[1], ParameterKind::Value, ParameterKind::Local]);
        assert_eq!((info.parameter_bytes(), info.required_sub_group_size), (27, None));
        let layout = layout(&record, &info);
        assert_eq!([0, 1, 2, 3].map(|parameter| layout.offset(parameter)), [64, 0, 8, 16]);
        assert_eq!(layout.bytes(), 72);
    }
}
