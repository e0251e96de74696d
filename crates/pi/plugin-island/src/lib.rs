//! `libpi_island.so`: the island driver as a PI plugin. Without the variable
//! `TANDEM_ISLAND_DEVICE` it has no platforms, and the runtime does not load it.

tandem_plugin::export_drivers!(1, tandem_device_island::drivers_from_env);
