//! Training: a network that teaches itself by playing.
//!
//! The modules are the way of the data: a recipe says where games start and what learns, workers play and learn, a
//! trainer sends them to work in rounds and notes on the curve how well it went, and files keep what came of it.

mod recipe;
mod starts;
mod floats;
mod stage;
mod levels;
mod learner;
mod worker;
mod recent;
mod evaluate;
pub mod curve;
mod trainer;
mod exchange;
mod checkpoint;
mod pack;
mod unpack;
mod kind;

pub use curve::Point;
pub use evaluate::{Played, SameMoves, play_greedily, same_moves};
pub use exchange::{Changes, merge};
pub use kind::Kind;
pub use learner::{Choice, Learner, Rule};
pub use levels::Entries;
pub use pack::{Packing, pack, touched};
pub use recent::Recent;
pub use recipe::{Games, Learning, Method, NetworkRecipe, Recipe};
pub use stage::Part;
pub use starts::Origin;
pub use trainer::{Effort, Length, Round, TrainError, Trainer, Watch};
pub use unpack::unpack;
pub use worker::{Lesson, Worker};
