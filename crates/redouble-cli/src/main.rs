//! The `redouble` command.
fn main() {
    println!("{}", redouble::Board::EMPTY.empties());
}
