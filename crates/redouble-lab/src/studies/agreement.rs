//! How the reported numbers stand to ours, and which reading explains those that differ.

use redouble_analysis::stats::Estimate;

use super::{Measure, ReplicaRow, ReplicaTable};

/// How many of the reported numbers agree with ours. Numbers that depend on the machine are left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Numbers that were reported and can be measured here.
    pub reported: usize,
    /// How many of them could have disagreed with some reading: both intervals are [sharp](Measure::is_sharp),
    /// or they lie apart.
    pub tested: usize,
    /// How many of these agree with every such reading: the intervals meet.
    pub agree: usize,
    /// Those that differ from a reading at least.
    pub mismatches: Vec<Mismatch>,
}

/// A reported number that differs from ours in a reading at least.
#[derive(Clone, Debug, PartialEq)]
pub struct Mismatch {
    /// The label of its row.
    pub row: String,
    /// What was measured.
    pub measure: Measure,
    /// What they report, in words.
    pub theirs: String,
    /// The readings that were run: label, our value, and whether it agrees; `None` if there are too few games.
    pub readings: Vec<(String, Estimate, Option<bool>)>,
}

impl Mismatch {
    /// The reading that agrees with what was reported, if one does.
    pub fn explained_by(&self) -> Option<&str> {
        let agrees = |reading: &&(String, Estimate, Option<bool>)| reading.2 == Some(true);
        self.readings.iter().find(agrees).map(|(label, ..)| label.as_str())
    }

    /// It in words.
    pub fn words(&self) -> String {
        let Mismatch { row, measure, theirs, readings } = self;
        let reading = |(label, ours, agrees): &(String, Estimate, Option<bool>)| {
            let verdict = match agrees {
                Some(true) => "agrees",
                Some(false) => "differs",
                None => "too few games",
            };
            format!("{label} {} ({verdict})", measure.text(ours.value))
        };
        let readings = readings.iter().map(reading).collect::<Vec<_>>().join(", ");
        let end = match self.explained_by() {
            Some(label) => format!("Explained by the reading '{label}'."),
            None => "No reading that was run explains it.".to_owned(),
        };
        format!("{row}, {}: {theirs} reported; {readings}. {end}", measure.title())
    }
}

impl Agreement {
    /// It in words, if anything was reported.
    pub fn words(&self) -> Option<String> {
        let Agreement { reported, tested, agree, mismatches } = self;
        let explained = mismatches.iter().filter(|found| found.explained_by().is_some()).count();
        let fate = match *tested {
            0 => "None of them could have disagreed with ours: too few games, here or there.".to_owned(),
            _ => format!(
                "{tested} could have disagreed with ours. Agreement: {agree} in every reading, {explained} in one \
                 reading but not in another, {} in none.",
                mismatches.len() - explained
            ),
        };
        let figures = if *reported == 1 { "figure" } else { "figures" };
        (*reported > 0).then(|| format!("{reported} reported {figures}. {fate}"))
    }
}

impl ReplicaTable<'_> {
    /// How the reported numbers stand to ours.
    pub fn agreement(&self) -> Agreement {
        let mut agreement = Agreement::default();
        let told = self.rows.iter().filter(|row| row.row.reading_of.is_none());
        for (row, measure) in told.flat_map(|row| self.table.columns.iter().map(move |column| (row, *column)))
        {
            if !measure.is_of_machine() && !measure.is_tile() {
                self.compare(row, measure, &mut agreement);
            }
        }
        agreement
    }

    /// Adds what one reported number says, if there is one.
    fn compare(&self, told: &ReplicaRow<'_>, measure: Measure, agreement: &mut Agreement) {
        let Some((theirs, (words, _))) = told.row.reported(measure).zip(told.row.reported_text(measure))
        else {
            return;
        };
        let label = &told.row.label;
        let is_reading = |row: &&ReplicaRow<'_>| {
            row.row.label == *label || row.row.reading_of.as_deref() == Some(label.as_str())
        };
        let readings = self.rows.iter().filter(is_reading).filter_map(|row| {
            let ours = measure.of(&row.games, self.table.until)?;
            Some((row.row.label.clone(), ours, agrees(measure, theirs, ours)))
        });
        let readings: Vec<_> = readings.collect();
        let some = |verdict: bool| readings.iter().any(|reading| reading.2 == Some(verdict));
        agreement.reported += usize::from(!readings.is_empty());
        agreement.tested += usize::from(some(true) || some(false));
        agreement.agree += usize::from(some(true) && !some(false));
        if some(false) {
            let (row, theirs) = (label.clone(), words);
            agreement.mismatches.push(Mismatch { row, measure, theirs, readings });
        }
    }
}

/// Whether two numbers agree, if they could have disagreed.
fn agrees(measure: Measure, theirs: Estimate, ours: Estimate) -> Option<bool> {
    let meet = theirs.low <= ours.high && ours.low <= theirs.high;
    let sharp = measure.is_sharp(theirs) && measure.is_sharp(ours);
    (sharp || !meet).then_some(meet)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_intervals_that_meet_say_nothing_and_those_apart_differ() {
        let measure = "share-2048".parse().unwrap();
        let share = |low, high| Estimate { value: (low + high) / 2.0, low, high };
        let of = |theirs, ours| agrees(measure, theirs, ours);
        assert_eq!(of(share(0.5, 0.6), share(0.55, 0.7)), Some(true));
        assert_eq!(of(share(0.5, 0.6), share(0.3, 1.0)), None, "it could not have disagreed");
        assert_eq!(of(share(0.0, 0.1), share(0.3, 1.0)), Some(false));
    }
}
