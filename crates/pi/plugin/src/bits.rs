//! Sets of PI's flags from what drivers say about themselves.

use tandem_device::{AtomicOrders, AtomicScopes};
use tandem_pi_abi::*;

/// The memory orders of a device.
pub fn orders(orders: AtomicOrders) -> PiMemoryOrderCapabilities {
    PiMemoryOrderCapabilities(set_bits([
        (true, PI_MEMORY_ORDER_RELAXED.0),
        (orders.acq_rel, (PI_MEMORY_ORDER_ACQUIRE | PI_MEMORY_ORDER_RELEASE | PI_MEMORY_ORDER_ACQ_REL).0),
        (orders.seq_cst, PI_MEMORY_ORDER_SEQ_CST.0),
    ]))
}

/// The memory scopes of a device.
pub fn scopes(scopes: AtomicScopes) -> PiMemoryScopeCapabilities {
    PiMemoryScopeCapabilities(set_bits([
        (true, PI_MEMORY_SCOPE_WORK_ITEM.0),
        (scopes.sub_group, PI_MEMORY_SCOPE_SUB_GROUP.0),
        (scopes.work_group, PI_MEMORY_SCOPE_WORK_GROUP.0),
        (scopes.device, PI_MEMORY_SCOPE_DEVICE.0),
        (scopes.system, PI_MEMORY_SCOPE_SYSTEM.0),
    ]))
}

/// The flags that are set.
pub fn set_bits<const N: usize>(flags: [(bool, u64); N]) -> u64 {
    flags.iter().filter(|(is_set, _)| *is_set).fold(0, |bits, (_, flag)| bits | flag)
}
