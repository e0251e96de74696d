//! PI objects (platform, context, queue, event, memory, program, kernel) on top of any device driver.
