//! Training: a network that teaches itself by playing.

mod checkpoint;
pub mod curve;
mod evaluate;
mod floats;
mod kind;
mod learner;
mod levels;
mod pack;
mod recent;
mod recipe;
mod stage;
mod starts;
mod trainer;
mod exchange;
mod unpack;
mod worker;

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
