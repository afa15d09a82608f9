//! How much exploring counts, by the visits of a node.
//!
//! A logarithm and a root that wait for each other take as long as all the rest
//! of a choice, and every step down the tree would wait for them. So weights
//! are kept once they are known. The root of the tree is visited most and asks
//! for each of them first; all other nodes find it there.

/// Weights of plain UCT by visits; zero where nobody has asked yet.
pub(super) struct Weights(Vec<f32>);

/// As many as a short search asks for.
const FEW: usize = 1 << 8;

/// What is visited more often is near the root, and there are few of them.
const MOST: usize = 1 << 18;

impl Default for Weights {
    fn default() -> Self {
        Weights(vec![0.0; FEW])
    }
}

impl Weights {
    /// The weight of a node that `visits` simulations entered. The constant of
    /// `exploration` is the same whenever this is asked.
    #[inline]
    pub(super) fn of(&mut self, exploration: f32, visits: u32) -> f32 {
        match self.0.get(visits as usize) {
            Some(&known) if known != 0.0 => known,
            _ => self.learn(exploration, visits),
        }
    }

    #[cold]
    #[inline(never)]
    fn learn(&mut self, exploration: f32, visits: u32) -> f32 {
        let (weight, at) = (weight(exploration, visits), visits as usize);
        if at < MOST {
            if at >= self.0.len() {
                self.0.resize(MOST.min(4 * at), 0.0);
            }
            self.0[at] = weight;
        }
        weight
    }
}

fn weight(exploration: f32, visits: u32) -> f32 {
    let visits = visits.max(1) as i32 as f32;
    (exploration * exploration * ln(visits + 1.0)).sqrt()
}

/// The natural logarithm to three digits, which is all a bound needs: exponent
/// and a parabola through the mantissa.
#[inline]
pub(super) fn ln(x: f32) -> f32 {
    let bits = x.to_bits();
    let exponent = (bits >> 23) as i32 - 127;
    let mantissa = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    let log2 = exponent as f32 + (-0.344_84 * mantissa + 2.024_66) * mantissa - 1.674_88;
    (log2 * std::f32::consts::LN_2).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_logarithm_is_close() {
        for n in 2..100_000u32 {
            let (quick, exact) = (ln(n as f32), (n as f32).ln());
            assert!((quick - exact).abs() < 0.01, "{n}: {quick} {exact}");
        }
    }

    #[test]
    fn weights_are_those_worked_out_anew_whoever_asks_first() {
        let mut weights = Weights::default();
        let last = MOST as u32;
        for visits in [0, 1, 7, 255, 256, 900, 70_000, last - 1, last, last + 1, u32::MAX] {
            for asked in [visits, visits / 2, visits] {
                assert_eq!(weights.of(0.4, asked), weight(0.4, asked), "{asked}");
            }
        }
        assert_eq!(weights.0.len(), MOST);
        assert_eq!(Weights::default().of(0.0, 5), 0.0);
    }
}
