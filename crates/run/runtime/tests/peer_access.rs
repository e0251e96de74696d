//! Peer access between devices, on the mock plugin.

mod mock;

use mock::*;
use tandem_runtime::Errc;
use tandem_runtime::pi::{PI_PEER_ACCESS_SUPPORTED, PI_PEER_ATOMICS_SUPPORTED};

#[test]
fn the_plugin_says_which_devices_are_peers() {
    assert!(gpu().can_access_peer(&second_gpu(), PI_PEER_ACCESS_SUPPORTED));
    assert!(gpu().can_access_peer(&second_gpu(), PI_PEER_ATOMICS_SUPPORTED));
    assert!(second_gpu().can_access_peer(&gpu(), PI_PEER_ACCESS_SUPPORTED));
    assert!(!second_gpu().can_access_peer(&gpu(), PI_PEER_ATOMICS_SUPPORTED));
    assert!(!gpu().can_access_peer(&third_gpu(), PI_PEER_ACCESS_SUPPORTED));
    gpu().set_peer_access(&second_gpu(), true).unwrap();
    assert_eq!(gpu().set_peer_access(&third_gpu(), true).unwrap_err().errc(), Errc::Invalid);
}

#[test]
fn devices_of_different_plugins_are_no_peers() {
    assert!(!gpu().can_access_peer(&cpu(), PI_PEER_ACCESS_SUPPORTED));
    assert_eq!(cpu().set_peer_access(&gpu(), true).unwrap_err().errc(), Errc::Invalid);
}

#[test]
fn a_device_has_every_access_to_its_own_memory() {
    assert!(gpu().can_access_peer(&gpu(), PI_PEER_ATOMICS_SUPPORTED));
    gpu().set_peer_access(&gpu(), false).unwrap();
}
