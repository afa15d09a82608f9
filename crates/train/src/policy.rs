//! What is learned of moves: the share of the search that each was worth.

use crate::data::{Data, Wish};
use crate::model::{Gradient, Model, Places, Room, add_scaled, dot};

impl Model {
    /// What the position's moves lose, in nats, behind [`forward`](Model::forward). Candidates
    /// and what they are off by are left in the room; none where nobody knows what to prefer.
    pub(crate) fn prefer(&self, data: &Data, row: u32, room: &mut Room) -> Option<f64> {
        room.candidates.clear();
        let places = Places::of(self.shape);
        let wish = data.wish(row).filter(|_| self.shape.moves > 0)?;
        let from = data.seat(row) * self.shape.moves;
        let active = &room.active[..places.inputs];
        let score = |row: usize| {
            let weights = &self.weights[places.policy + row * places.preference..];
            dot(&weights[..places.inputs], active) + weights[places.inputs]
        };
        match wish {
            Wish::Shares(shares) => {
                let scored = shares.iter().map(|&(number, _)| from + number as usize);
                room.candidates.extend(scored.map(|row| (row as u32, score(row))));
            }
            Wish::Best(_) => {
                let scored = from..from + self.shape.moves;
                room.candidates.extend(scored.map(|row| (row as u32, score(row))));
            }
        }
        let shares = match wish {
            Wish::Shares(shares) => shares,
            Wish::Best(best) => &[(best, 1.0)],
        };
        let by_place = matches!(wish, Wish::Shares(_));
        let place = |i: usize, number: u32| if by_place { i } else { number as usize };
        Some(soften(&mut room.candidates, shares, place))
    }

    /// Add what the candidates say to the gradient, and to what goes back to the sums.
    pub(crate) fn prefer_back(&self, room: &mut Room, gradient: &mut Gradient) {
        let places = Places::of(self.shape);
        let active = &room.active[..places.inputs];
        for &(row, error) in &room.candidates {
            let from = places.policy + row as usize * places.preference;
            gradient.preferred[row as usize] = true;
            let slopes = &mut gradient.sums[from..from + places.preference];
            add_scaled(&mut slopes[..places.inputs], active, error);
            slopes[places.inputs] += error;
            add_scaled(&mut room.back, &self.weights[from..from + places.inputs], error);
        }
    }
}

/// From scores to probabilities less what they should be; the cross entropy in nats.
fn soften(
    candidates: &mut [(u32, f32)],
    shares: &[(u32, f32)],
    place: impl Fn(usize, u32) -> usize,
) -> f64 {
    let most = candidates.iter().map(|&(_, score)| score).fold(f32::MIN, f32::max);
    let whole: f32 = candidates.iter().map(|&(_, score)| (score - most).exp()).sum();
    let logarithm = whole.ln() + most;
    let mut loss = 0.0;
    for (i, &(number, share)) in shares.iter().enumerate() {
        loss += f64::from(share) * f64::from(logarithm - candidates[place(i, number)].1);
    }
    for (_, score) in candidates.iter_mut() {
        *score = (*score - logarithm).exp();
    }
    for (i, &(number, share)) in shares.iter().enumerate() {
        candidates[place(i, number)].1 -= share;
    }
    loss
}
