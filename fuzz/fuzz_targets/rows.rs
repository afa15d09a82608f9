#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| takeback_fuzz::targets::run("rows", input));
