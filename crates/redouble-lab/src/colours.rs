//! The colours of curves.

use plotters::style::RGBColor;

/// Each can be seen on white and on black, and told from the others.
pub(crate) const COLOURS: [RGBColor; 6] = [
    RGBColor(0x3b, 0x82, 0xc4),
    RGBColor(0xd9, 0x77, 0x06),
    RGBColor(0x2e, 0x9e, 0x5b),
    RGBColor(0xc0, 0x50, 0x9a),
    RGBColor(0x8b, 0x6f, 0x47),
    RGBColor(0x7c, 0x7c, 0xd8),
];
