//! The PI C ABI (version 15.47): types, dispatch table, plugin export macro and plugin loader.
