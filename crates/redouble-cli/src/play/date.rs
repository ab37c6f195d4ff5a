//! Days and moments in words, in universal time.

use super::past::microseconds;

const SECOND: u64 = 1_000_000;
const DAY: u64 = 86_400 * SECOND;

/// `2025-01-31`.
pub fn today() -> String {
    day(microseconds())
}

/// `2025-01-31-235959-123456`: a moment to the microsecond, as a name for files.
pub fn moment(microseconds: u64) -> String {
    let seconds = microseconds % DAY / SECOND;
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, microseconds % SECOND);
    format!("{}-{hours:02}{minutes:02}{:02}-{rest:06}", day(microseconds), seconds % 60)
}

/// `2025-01-31 23:59`, for people.
pub fn label(microseconds: u64) -> String {
    let minutes = microseconds % DAY / SECOND / 60;
    format!("{} {:02}:{:02}", day(microseconds), minutes / 60, minutes % 60)
}

/// The moment of a name.
pub fn parse(name: &str) -> Option<u64> {
    let [year, month, day, time, rest] = name.split('-').collect::<Vec<_>>().try_into().ok()?;
    let number =
        |text: &str| text.parse::<u64>().ok().filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()));
    let (time, rest) = (number(time)?, number(rest)?);
    let (hours, minutes, seconds) = (time / 10_000, time / 100 % 100, time % 100);
    let day = days(number(year)? as i64, number(month)? as i64, number(day)? as i64);
    let time = (hours * 3600 + minutes * 60 + seconds).checked_mul(SECOND)?;
    let microseconds = u64::try_from(day).ok()?.checked_mul(DAY)?.checked_add(time)?.checked_add(rest)?;
    (moment(microseconds) == name).then_some(microseconds)
}

fn day(microseconds: u64) -> String {
    let (year, month, day) = date((microseconds / DAY) as i64);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of a day counted from 1970 on.
///
/// CITE: the era arithmetic is Howard Hinnant's `civil_from_days`.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468; // from the first of March of the year 0
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

/// The day counted from 1970 on of a date.
///
/// CITE: Howard Hinnant's `days_from_civil`.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let shifted = if month > 2 { month - 3 } else { month + 9 };
    let day_of_year = (153 * shifted + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dated() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_454), (2026, 1, 1));
        for day in (0..40_000).step_by(7) {
            let (year, month, of_month) = date(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }

    #[test]
    fn moments_have_names_that_read_back() {
        let microseconds = 1_763_427_600_123_456;
        assert_eq!(moment(microseconds), "2025-11-18-010000-123456");
        assert_eq!(label(microseconds), "2025-11-18 01:00");
        assert_eq!(parse("2025-11-18-010000-123456"), Some(microseconds));
        for name in [
            "diary",
            "2025-11-18",
            "2025-13-18-010000-123456",
            "2025-11-18-016000-123456",
            "+025-11-18-010000-123456",
        ] {
            assert_eq!(parse(name), None, "{name}");
        }
    }
}
