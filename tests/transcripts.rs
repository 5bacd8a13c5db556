//! What a person sees: whole terminal sessions, and the ones in the README.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd").case("README.md");
}
