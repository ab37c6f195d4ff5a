#![no_main]

#[allow(dead_code)] // each target uses one of the bodies
#[path = "../../tests/engine/tests/fuzz/bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    bodies::network(bytes);
});
