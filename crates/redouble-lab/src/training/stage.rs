//! The weights of a stage, each beside what is remembered of its errors.

use std::fmt;
use std::io;

use redouble::network::Values;

use super::floats::Floats;

/// For each weight three numbers in a row: itself, the sum of its errors and the sum of their sizes. Learning needs
/// all three, and memory comes by the line: apart they would take two lines.
pub(super) struct Stage {
    numbers: Floats,
}

/// Numbers of a weight.
pub(super) const NUMBERS: usize = 3;

/// What a weight out of a packed network remembers of its errors, in chances: their sum and that of their sizes.
const PACKED_SUM: f32 = 1.5;
const PACKED_SIZE: f32 = 50.0;
/// An error of points that is as large as one of chances can be.
const USUAL_ERROR: f32 = 1000.0;

/// How large the errors of a packed weight count that were made before it was packed, for how finely it is rounded next time.
const PACKED_USE: f32 = 3.0;

/// Whether a weight with errors of this size came with a packed network, and learned next to nothing since.
pub(super) fn came_packed(size: f32) -> bool {
    size.to_bits() == PACKED_SIZE.to_bits()
}

/// How much a weight is used in play, going by the size of its errors; in a stage that was `packed_before` most of that may be
/// what it got when it was taken over.
pub(super) fn use_of(size: f32, packed_before: bool) -> f32 {
    if packed_before && size >= PACKED_SIZE { size - PACKED_SIZE + PACKED_USE } else { size }
}

impl Stage {
    /// A stage of `count` weights that are all the same.
    pub(super) fn new(count: usize, weight: f32) -> io::Result<Stage> {
        let stage = Stage { numbers: Floats::zeros(NUMBERS * count)? };
        if weight != 0.0 {
            let weights = stage.weights();
            (0..weights.len()).for_each(|place| weights.store(place, weight));
        }
        Ok(stage)
    }

    /// The weights.
    pub(super) fn weights(&self) -> Part<'_> {
        Part { numbers: &self.numbers, first: 0, each: 1 }
    }

    /// The sums of errors and of their sizes, in turn.
    pub(super) fn errors(&self) -> Part<'_> {
        Part { numbers: &self.numbers, first: 1, each: 2 }
    }

    /// How many numbers there are, of all weights.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// All numbers, three a weight.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f32> + '_ {
        (0..self.numbers.len()).map(|at| self.numbers.load(at))
    }

    /// Takes over these numbers. Zeros that are there already are not written: most memory is never touched.
    pub(super) fn set_numbers(&self, numbers: &[f32]) {
        for (at, &number) in numbers.iter().enumerate() {
            if number != 0.0 || self.numbers.load(at) != 0.0 {
                self.numbers.store(at, number);
            }
        }
    }

    /// Takes over packed weights, `common` added to each. What is remembered of their errors was not packed, so those
    /// that were kept get a little of it: with none, their first steps would be so large that all would be unlearned.
    /// Those that were dropped have everything to learn.
    pub(super) fn recall(&self, weights: impl Iterator<Item = f32>, common: f32, values: Values) {
        let a_usual_error = match values {
            Values::Points => USUAL_ERROR,
            Values::Chances { .. } => 1.0,
        };
        for (at, weight) in weights.enumerate() {
            let at = NUMBERS * at;
            if weight + common != 0.0 {
                self.numbers.store(at, weight + common);
            }
            if weight != 0.0 {
                self.numbers.store(at + 1, PACKED_SUM * a_usual_error);
                self.numbers.store(at + 2, PACKED_SIZE * a_usual_error);
            }
        }
    }

    /// Adds to each of eight sums the weight at its place.
    #[inline(always)]
    pub(super) fn add_to(&self, sums: &mut [f32; 8], places: &[u32; 8]) {
        for (sum, &place) in sums.iter_mut().zip(places) {
            *sum += self.numbers.load(NUMBERS * place as usize);
        }
    }

    /// Asks for the memory of these weights, to be read soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, places: &[[u32; 8]]) {
        for &place in places.as_flattened() {
            self.numbers.prefetch(NUMBERS * place as usize);
        }
    }

    /// Adds to each of eight weights its step.
    ///
    /// All are read before any is written: a weight that two symmetric places share moves once and counts
    /// twice, so the sum never moves further than was asked.
    #[inline(always)]
    pub(super) fn add(&self, places: &[u32; 8], steps: [f32; 8]) {
        let places = places.map(|place| NUMBERS * place as usize);
        let weights = places.map(|place| self.numbers.load(place));
        for i in 0..8 {
            self.numbers.store(places[i], weights[i] + steps[i]);
        }
    }

    /// The step of each of eight weights by temporal coherence, whose memory of errors is brought up to date.
    #[inline(always)]
    pub(super) fn coherent_steps(&self, places: &[u32; 8], step: f32, error: f32) -> [f32; 8] {
        let places = places.map(|place| NUMBERS * place as usize);
        let sums = places.map(|place| self.numbers.load(place + 1));
        let sizes = places.map(|place| self.numbers.load(place + 2));
        let mut steps = [step; 8];
        for i in 0..8 {
            if sizes[i] > 0.0 {
                steps[i] = step * sums[i].abs() / sizes[i];
            }
            self.numbers.store(places[i] + 1, sums[i] + error);
            self.numbers.store(places[i] + 2, sizes[i] + error.abs());
        }
        steps
    }
}

/// Some of the numbers of each weight, one weight after the other.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    numbers: &'a Floats,
    first: usize,
    each: usize,
}

impl<'a> Part<'a> {
    /// How many there are.
    pub fn len(self) -> usize {
        self.numbers.len() / NUMBERS * self.each
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.numbers.is_empty()
    }

    /// Sets number `at`.
    pub fn store(self, at: usize, value: f32) {
        self.numbers.store(self.place(at), value);
    }

    /// All in turn.
    pub fn iter(self) -> impl ExactSizeIterator<Item = f32> + 'a {
        (0..self.len()).map(move |at| self.numbers.load(self.place(at)))
    }

    fn place(self, at: usize) -> usize {
        at / self.each * NUMBERS + self.first + at % self.each
    }
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part").field("len", &self.len()).finish_non_exhaustive()
    }
}
