//! The numbers behind the evaluation, by name, by place, or as a list.

macro_rules! weights {
    ($($(#[$doc:meta])* $name:ident: $value:expr, $material:expr;)*) => {
        /// The numbers behind [`Eval`](crate::Eval). The unit is a hundredth of
        /// an Infantry.
        ///
        /// A tuner needs to know nothing of the game: it reads and writes them
        /// by their place in [`NAMES`](Weights::NAMES).
        ///
        /// ```
        /// use takeback_cotulenh::Weights;
        ///
        /// let mut weights = Weights::default();
        /// let tank = Weights::place("tank").expect("a name of a weight");
        /// assert_eq!(weights.get(tank), Some(weights.tank));
        /// assert!(weights.set(tank, 300));
        /// assert_eq!(weights.tank, 300);
        /// ```
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        pub struct Weights { $($(#[$doc])* pub $name: i32,)* }

        impl Weights {
            /// The names, in order of their places.
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// Pieces by the table of the reference project's player, which looks
            /// at nothing else.
            pub const MATERIAL: Weights = Weights { $($name: $material,)* };

            /// All numbers as a list.
            #[must_use]
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }

            /// The weights of a list; what the list lacks keeps its default.
            #[must_use]
            pub fn from_values(values: &[i32]) -> Self {
                let mut values = values.iter().copied();
                Weights { $($name: values.next().unwrap_or($value),)* }
            }

            /// The number at a place; `None` beyond the last.
            #[must_use]
            pub fn get(&self, place: usize) -> Option<i32> {
                self.values().get(place).copied()
            }

            /// Change the number at a place; false if there is no such place.
            #[must_use]
            pub fn set(&mut self, place: usize, value: i32) -> bool {
                let places: [&mut i32; Weights::NAMES.len()] = [$(&mut self.$name),*];
                match places.into_iter().nth(place) {
                    Some(number) => *number = value,
                    None => return false,
                }
                true
            }

            /// The place of a name.
            #[must_use]
            pub fn place(name: &str) -> Option<usize> {
                Weights::NAMES.iter().position(|known| *known == name)
            }
        }

        impl Default for Weights {
            fn default() -> Self {
                Weights { $($name: $value,)* }
            }
        }
    };
}

// The default, then what the player by material alone sees.
//
// The defaults were fitted to the results of a thousand games of self-play (47,000 quiet positions,
// logistic loss, pulled towards the values set by hand), which lowered the loss from 0.158 to
// 0.142. Against the values set by hand they scored 73.8 % (+-12.0) of 40 games at 3,000 nodes a move.
// `takeback tune` then moved them by 1,120 games at 2,000 nodes a move (SPSA, 140 steps): the tuned ones
// scored 63.6 % [55.6, 71.5] of 118 games against those, which the sequential test accepted, and
// 74.5 % [67.1, 81.9] of 100 games at 20,000 nodes.
weights! {
    /// Worth of a Navy.
    navy: 347, 60;
    /// Worth of an Air Force.
    air_force: 949, 90;
    /// Worth of a Tank.
    tank: 199, 70;
    /// Worth of an Engineer.
    engineer: 98, 30;
    /// Worth of a Headquarters.
    headquarters: 55, 10;
    /// Worth of an Infantry.
    infantry: 9, 20;
    /// Worth of a Militia.
    militia: 98, 15;
    /// Worth of an Artillery.
    artillery: 518, 50;
    /// Worth of an Anti-Air.
    anti_air: 136, 45;
    /// Worth of a Missile.
    missile: 489, 80;
    /// What a hero is worth more, in hundredths of the piece.
    heroic: 50, 0;
    /// A heroic Headquarters, which learns to walk.
    heroic_headquarters: 70, 0;
    /// Off for riding instead of standing on one's own feet.
    carried: -1, 0;
    /// For each free square next to a stack, each counted once. Tuning made it
    /// negative: armies that stand together do better.
    mobility: -4, 0;
    /// For each enemy in line with a stack that has a piece of long range.
    aim: 6, 0;
    /// For each step nearer to the enemy commander, by type.
    near_navy: 6, 0;
    /// The same for an Air Force.
    near_air_force: 1, 0;
    /// The same for a Tank.
    near_tank: 10, 0;
    /// The same for an Infantry.
    near_infantry: 7, 0;
    /// The same for a Militia.
    near_militia: 3, 0;
    /// The same for an Artillery.
    near_artillery: 9, 0;
    /// The same for a Missile.
    near_missile: 9, 0;
    /// For each own stack within two steps of the own commander, up to four.
    shield: 12, 0;
    /// For each free square next to the own commander.
    commander_room: 7, 0;
    /// Off for each enemy stack on the eight lines within five steps of the commander.
    line_of_fire: 13, 0;
    /// Off when only one stack stands between the commanders.
    thin_wall: 11, 0;
    /// For each level of air defence.
    air_level: 4, 0;
    /// For an own zone over the own commander.
    air_cover: 11, 0;
    /// For a ship on the open sea rather than in the river mouth.
    open_sea: 9, 0;
    /// For being the only side with ships.
    sole_navy: 57, 0;
    /// For being the only side with aircraft.
    sole_air: 42, 0;
    /// For the side to move.
    tempo: 12, 0;
    /// Off inside a session that may not end as it stands.
    unfinished: 157, 0;
}

#[cfg(test)]
mod tests {
    use super::Weights;

    #[test]
    fn every_weight_has_a_name_and_a_place() {
        let mut weights = Weights::MATERIAL;
        for (place, name) in Weights::NAMES.iter().enumerate() {
            assert_eq!(Weights::place(name), Some(place));
            assert!(weights.set(place, 1000 + place as i32));
            assert_eq!(weights.get(place), Some(1000 + place as i32), "{name}");
        }
        assert_eq!(Weights::from_values(&weights.values()), weights);
        assert_eq!((weights.get(Weights::NAMES.len()), Weights::place("luck")), (None, None));
        assert!(!weights.set(Weights::NAMES.len(), 1));
        assert_eq!(Weights::from_values(&[]), Weights::default());
    }
}
