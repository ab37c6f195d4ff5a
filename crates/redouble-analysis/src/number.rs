//! Numbers for people.

/// A number with commas between its thousands, to so many places.
pub fn number(value: f64, places: usize) -> String {
    if !value.is_finite() {
        return "?".to_owned();
    }
    let text = format!("{:.places$}", value.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let zero = text.chars().all(|c| "0.".contains(c));
    format!("{}{grouped}{rest}", if value < 0.0 && !zero { "-" } else { "" })
}

/// A whole number with commas between its thousands; with one place below ten.
pub fn thousands(value: f64) -> String {
    number(value, usize::from(value.abs() < 10.0 && value.fract() != 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let written = [(0.0, 0), (999.0, 0), (1000.0, 0), (-1234567.89, 1), (-0.2, 0), (12.5, 3)];
        let texts = written.map(|(value, places)| number(value, places));
        assert_eq!(texts, ["0", "999", "1,000", "-1,234,567.9", "0", "12.500"]);
        assert_eq!(number(f64::INFINITY, 2), "?");
    }
}
