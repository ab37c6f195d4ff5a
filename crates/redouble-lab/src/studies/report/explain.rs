//! What expectimax and minimax do, on a little tree.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

/// Two moves, each answered in two ways.
const LEAVES: [[f64; 2]; 2] = [[10.0, 10.0], [9.0, 100.0]];

pub(super) fn section() -> Markup {
    let [left, right] = LEAVES;
    let least = |leaves: [f64; 2]| leaves[0].min(leaves[1]);
    let mean = |leaves: [f64; 2]| (leaves[0] + leaves[1]) / 2.0;
    html! {
        section id="explained" {
            h2 { "Expectimax and minimax, explained" }
            p {
                "A player chooses between two moves. After each, something else happens that the player does not choose. "
                "Minimax takes it for an adversary and expects the worst; expectimax takes it for chance and expects the "
                "mean. On this tree they choose differently."
            }
            div.figures {
                figure {
                    (PreEscaped(tree("worst", least(left), least(right))))
                    figcaption { "Minimax goes left: " (least(left)) " is more than " (least(right)) "." }
                }
                figure {
                    (PreEscaped(tree("mean", mean(left), mean(right))))
                    figcaption { "Expectimax goes right: " (mean(right)) " is more than " (mean(left)) "." }
                }
            }
            p {
                "In 2048 the spawns are chance and nobody's will, so expectimax asks the right question. What minimax "
                "gains is speed: it may skip what an adversary would never allow."
            }
        }
    }
}

/// The tree with the values of its two inner nodes; the branch to the larger one is drawn thick.
fn tree(rule: &str, left: f64, right: f64) -> String {
    let mut svg = String::from(
        "<svg role=\"img\" viewBox=\"0 0 320 200\" width=\"320\" height=\"200\" font-family=\"system-ui\" font-size=\"14\" text-anchor=\"middle\" fill=\"currentColor\">",
    );
    for (x, value, leaves) in [(90, left, LEAVES[0]), (230, right, LEAVES[1])] {
        let width = if value == left.max(right) { 4 } else { 1 };
        let _ = write!(svg, "<path d=\"M160 36 L{x} 84\" stroke=\"currentColor\" stroke-width=\"{width}\"/>");
        for (side, leaf) in [(-34, leaves[0]), (34, leaves[1])] {
            let end = x + side;
            let _ = write!(
                svg,
                "<path d=\"M{x} 116 L{end} 156\" stroke=\"currentColor\"/><text x=\"{end}\" y=\"174\">{leaf}</text>"
            );
        }
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"100\" r=\"17\" fill=\"none\" stroke=\"#3b82c4\" stroke-width=\"2\"/><text x=\"{x}\" y=\"105\">{value}</text>"
        );
    }
    let best = left.max(right);
    let _ = write!(
        svg,
        "<rect x=\"138\" y=\"6\" width=\"44\" height=\"30\" fill=\"none\" stroke=\"#d97706\" stroke-width=\"2\"/><text x=\"160\" y=\"26\">{best}</text><text x=\"160\" y=\"105\">{rule}</text></svg>"
    );
    svg
}
