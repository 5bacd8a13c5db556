//! The command line of `ocp-convert`.

fn main() {}
