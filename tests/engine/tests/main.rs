//! Everything the engine promises, as one program: to compile and link each of these files alone takes longer than to run
//! them.

mod naive;

mod agents;
mod chances;
mod evaluations;
mod formulas;
mod fuzz;
mod laws;
mod luck;
mod perft;
mod records;
mod rules;
mod search_adversary;
mod search_goldens;
mod search_quirks;
mod search_reference;
mod search_rollouts;
mod search_small_boards;
mod serde;
mod small_boards;
mod specs;
mod table_law;
