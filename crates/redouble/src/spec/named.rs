//! From a list of names to all that must know every one of them.

/// Makes an enum of named things with settings, out of a line for each: its variant with its settings, if it has some,
/// its name, and what it is. What answers for settings is the trait in front of the list.
macro_rules! named {
    ($(#[$doc:meta])* $things:ident, $answers:ident: $(
        $variant:ident $(($settings:ident: $type:ty))?, $name:literal, $about:literal;
    )*) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub enum $things {
            $(#[doc = concat!("`", $name, "`: ", $about, ".")] $variant $(($type))?,)*
        }

        impl $things {
            /// Each as it is if nothing is said, and what it is.
            fn all() -> Vec<($things, &'static str)> {
                vec![$(($things::$variant $((<$type>::default()))?, $about),)*]
            }

            /// What it is called, without its settings.
            pub fn name(&self) -> &'static str {
                match self {
                    $($things::$variant { .. } => $name,)*
                }
            }

            pub(super) fn settings(&self) -> &dyn $answers {
                match self {
                    $($things::$variant $(($settings))? => $crate::spec::named::first!($($settings,)? &()),)*
                }
            }

            fn settings_mut(&mut self) -> Option<&mut dyn $answers> {
                match self {
                    $($things::$variant $(($settings))? => $crate::spec::named::first!($(Some($settings),)? None),)*
                }
            }
        }

        impl std::fmt::Display for $things {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.settings().write(self.name()))
            }
        }
    };
}
pub(super) use named;

/// The first of what it is given.
macro_rules! first {
    ($first:expr $(, $others:expr)*) => {
        $first
    };
}
pub(super) use first;
