//! Runs the examples of the pages in `tests/cmd` and of the README, and compares what they print.

#[test]
fn every_example_prints_what_its_page_says() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md").run();
}
