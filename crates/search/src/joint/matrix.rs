//! Zero-sum games written as a matrix, solved.
//!
//! Row picks a row to get much, column a column to give little, neither seeing
//! the other's pick. Von Neumann's theorem: both have a mix of picks that
//! guarantees the same value.
//!
//! Solved in three ways, the first that fits: a saddle point by looking, two
//! by two in closed form, everything else by the simplex method on the
//! condensed tableau (Dantzig 1951) with Bland's rule against cycling. The
//! answer is checked against both players' best replies; should rounding have
//! spoiled it, regret matching (Hart and Mas-Colell 2000) finds one within
//! tolerance.

/// How far a solution may be from the value, relative to the size of entries.
const TOLERANCE: f64 = 1e-9;

/// Entries smaller than this count as zero when choosing a pivot.
const EPSILON: f64 = 1e-11;

/// Rounds of regret matching at most.
const ROUNDS: u32 = 100_000;

/// The value of a matrix and how to get it. Kept and reused: solving allocates
/// only when a matrix is larger than any before.
///
/// ```
/// use takeback_search::joint::Equilibrium;
///
/// // Rock, paper, scissors, where winning with rock counts double.
/// let mut solved = Equilibrium::default();
/// solved.solve(3, 3, &[0, -1, 2, 1, 0, -1, -2, 1, 0]);
/// assert!(solved.value().abs() < 1e-9);
/// assert!((solved.row_mix()[1] - 0.5).abs() < 1e-9, "paper half the time");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Equilibrium {
    value: f64,
    rows: Vec<f64>,
    columns: Vec<f64>,
    tableau: Vec<f64>,
    /// What stands at each row and column of the tableau: columns of the game
    /// first, then rows.
    labels: Vec<usize>,
    regrets: Vec<f64>,
}

impl Equilibrium {
    /// What the row player gets.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// How often the row player picks each row.
    #[must_use]
    pub fn row_mix(&self) -> &[f64] {
        &self.rows
    }

    /// How often the column player picks each column.
    #[must_use]
    pub fn column_mix(&self) -> &[f64] {
        &self.columns
    }

    /// Solve a matrix given row by row.
    ///
    /// # Panics
    /// When it has no row or no column, or not as many entries as they say.
    pub fn solve(&mut self, rows: usize, columns: usize, matrix: &[i32]) {
        assert!(rows > 0 && columns > 0 && matrix.len() == rows * columns, "a full matrix");
        reset(&mut self.rows, rows);
        reset(&mut self.columns, columns);
        if self.saddle(rows, columns, matrix) {
            return;
        }
        if (rows, columns) == (2, 2) {
            self.two_by_two(matrix);
            return;
        }
        let size = matrix.iter().map(|&entry| f64::from(entry).abs()).fold(1.0, f64::max);
        let exact = self.simplex(rows, columns, matrix);
        if !exact || self.gap(matrix) > TOLERANCE * size * 10.0 {
            self.match_regrets(rows, columns, matrix, 1e-4 * size);
        }
    }

    /// By how much the two mixes miss the value: what the best replies to
    /// them differ by.
    #[must_use]
    pub fn gap(&self, matrix: &[i32]) -> f64 {
        let width = self.columns.len();
        let entry = |i: usize, j: usize| f64::from(matrix[i * width + j]);
        let row = |i: usize| dot(&self.columns, |j| entry(i, j));
        let column = |j: usize| dot(&self.rows, |i| entry(i, j));
        let most = (0..self.rows.len()).map(row).fold(f64::MIN, f64::max);
        let least = (0..width).map(column).fold(f64::MAX, f64::min);
        most - least
    }

    /// A row whose worst entry is as good as some column's best: both pick it
    /// for sure.
    fn saddle(&mut self, rows: usize, columns: usize, matrix: &[i32]) -> bool {
        let worst = |i: usize| matrix[i * columns..][..columns].iter().copied().min();
        let best = |j: usize| (0..rows).map(|i| matrix[i * columns + j]).max();
        // Between equals the one listed first.
        let (mut row, mut column) = (0, 0);
        for i in 1..rows {
            if worst(i) > worst(row) {
                row = i;
            }
        }
        for j in 1..columns {
            if best(j) < best(column) {
                column = j;
            }
        }
        if worst(row) != best(column) {
            return false;
        }
        self.value = worst(row).map_or(0.0, f64::from);
        self.rows[row] = 1.0;
        self.columns[column] = 1.0;
        true
    }

    /// Without a saddle point both mix so that the other does not care.
    fn two_by_two(&mut self, matrix: &[i32]) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|i| f64::from(matrix[i]));
        let spread = (a + d) - (b + c);
        let (top, left) = ((d - c) / spread, (d - b) / spread);
        self.rows.copy_from_slice(&[top, 1.0 - top]);
        self.columns.copy_from_slice(&[left, 1.0 - left]);
        self.value = (a * d - b * c) / spread;
    }

    /// The column player's linear programme: with all entries made positive,
    /// find weights with `A·y <= 1` and the largest sum. False if it does not
    /// end in reasonable time.
    fn simplex(&mut self, rows: usize, columns: usize, matrix: &[i32]) -> bool {
        let least = matrix.iter().copied().min().unwrap_or(0);
        let shift = 1.0 - f64::from(least);
        let width = columns + 1;
        self.tableau.clear();
        for i in 0..rows {
            let row = &matrix[i * columns..][..columns];
            self.tableau.extend(row.iter().map(|&entry| f64::from(entry) + shift));
            self.tableau.push(1.0);
        }
        self.tableau.extend((0..columns).map(|_| -1.0));
        self.tableau.push(0.0);
        self.labels.clear();
        self.labels.extend((columns..columns + rows).chain(0..columns));
        for _ in 0..50 * (rows + columns) {
            let Some(column) = self.entering(rows, columns) else {
                self.read_tableau(rows, columns, shift);
                return true;
            };
            let Some(row) = self.leaving(rows, width, column) else { return false };
            self.pivot(rows, width, row, column);
            self.labels.swap(row, rows + column);
        }
        false
    }

    /// Bland: of the columns that still promise gain, the lowest label.
    fn entering(&self, rows: usize, columns: usize) -> Option<usize> {
        let gains = &self.tableau[rows * (columns + 1)..][..columns];
        (0..columns).filter(|&j| gains[j] < -EPSILON).min_by_key(|&j| self.labels[rows + j])
    }

    /// The row that first runs out; between equals the lowest label.
    fn leaving(&self, rows: usize, width: usize, column: usize) -> Option<usize> {
        let mut found: Option<(usize, f64)> = None;
        for i in 0..rows {
            let step = self.tableau[i * width + column];
            if step <= EPSILON {
                continue;
            }
            let ratio = self.tableau[i * width + width - 1] / step;
            let sooner = found.is_none_or(|(best, least)| {
                ratio < least || ratio == least && self.labels[i] < self.labels[best]
            });
            if sooner {
                found = Some((i, ratio));
            }
        }
        found.map(|(row, _)| row)
    }

    /// Exchange a row and a column.
    fn pivot(&mut self, rows: usize, width: usize, row: usize, column: usize) {
        let inverse = 1.0 / self.tableau[row * width + column];
        for i in (0..=rows).filter(|&i| i != row) {
            let factor = self.tableau[i * width + column] * inverse;
            for j in (0..width).filter(|&j| j != column) {
                self.tableau[i * width + j] -= factor * self.tableau[row * width + j];
            }
            self.tableau[i * width + column] = -factor;
        }
        for j in (0..width).filter(|&j| j != column) {
            self.tableau[row * width + j] *= inverse;
        }
        self.tableau[row * width + column] = inverse;
    }

    fn read_tableau(&mut self, rows: usize, columns: usize, shift: f64) {
        let width = columns + 1;
        let total = self.tableau[rows * width + columns];
        self.value = 1.0 / total - shift;
        for i in 0..rows {
            if self.labels[i] < columns {
                self.columns[self.labels[i]] = self.tableau[i * width + columns] / total;
            }
        }
        for j in 0..columns {
            if let Some(row) = self.labels[rows + j].checked_sub(columns) {
                self.rows[row] = self.tableau[rows * width + j] / total;
            }
        }
    }

    /// Play each pick as often as one regrets not having played it; the
    /// averages tend to an equilibrium.
    fn match_regrets(&mut self, rows: usize, columns: usize, matrix: &[i32], close: f64) {
        let entry = |i: usize, j: usize| f64::from(matrix[i * columns + j]);
        reset(&mut self.rows, rows);
        reset(&mut self.columns, columns);
        reset(&mut self.regrets, 2 * (rows + columns));
        for round in 1..=ROUNDS {
            let (regrets, mixes) = self.regrets.split_at_mut(rows + columns);
            let (row_mix, column_mix) = mixes.split_at_mut(rows);
            mix_by_regret(&regrets[..rows], row_mix);
            mix_by_regret(&regrets[rows..], column_mix);
            let value: f64 = (0..rows).map(|i| row_mix[i] * dot(column_mix, |j| entry(i, j))).sum();
            for i in 0..rows {
                let regret = regrets[i] + dot(column_mix, |j| entry(i, j)) - value;
                regrets[i] = regret.max(0.0);
                self.rows[i] += f64::from(round) * row_mix[i];
            }
            for j in 0..columns {
                let regret = regrets[rows + j] + value - dot(row_mix, |i| entry(i, j));
                regrets[rows + j] = regret.max(0.0);
                self.columns[j] += f64::from(round) * column_mix[j];
            }
            if round.is_power_of_two() || round % 1000 == 0 {
                let (row_sums, column_sums) = (self.rows.clone(), self.columns.clone());
                normalise(&mut self.rows);
                normalise(&mut self.columns);
                if self.gap(matrix) < close || round == ROUNDS {
                    break;
                }
                (self.rows, self.columns) = (row_sums, column_sums);
            }
        }
        let worth = |i: usize| dot(&self.columns, |j| entry(i, j));
        self.value = dot(&self.rows, worth);
    }
}

fn reset(list: &mut Vec<f64>, len: usize) {
    list.clear();
    list.resize(len, 0.0);
}

fn dot(weights: &[f64], entry: impl Fn(usize) -> f64) -> f64 {
    weights.iter().enumerate().map(|(i, weight)| weight * entry(i)).sum()
}

fn normalise(weights: &mut [f64]) {
    let total: f64 = weights.iter().sum();
    if total > 0.0 {
        weights.iter_mut().for_each(|weight| *weight /= total);
    }
}

fn mix_by_regret(regrets: &[f64], mix: &mut [f64]) {
    mix.copy_from_slice(regrets);
    let total: f64 = mix.iter().sum();
    if total > 0.0 {
        normalise(mix);
    } else {
        mix.fill(1.0 / regrets.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    fn solved(rows: usize, columns: usize, matrix: &[i32]) -> Equilibrium {
        let mut solved = Equilibrium::default();
        solved.solve(rows, columns, matrix);
        solved
    }

    #[test]
    fn a_saddle_point_is_played_for_sure() {
        let game = solved(2, 3, &[3, 5, 4, 1, 9, 0]);
        assert!(close(game.value(), 3.0));
        assert_eq!(game.row_mix(), [1.0, 0.0]);
        assert_eq!(game.column_mix(), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn matching_pennies_and_a_skewed_two_by_two() {
        let pennies = solved(2, 2, &[1, -1, -1, 1]);
        assert!(close(pennies.value(), 0.0) && close(pennies.row_mix()[0], 0.5));
        // (3·2 − 1·0) / (3 + 2 − 0 − 1) = 3/2, row mixes 1/2, column 1/4.
        let skewed = solved(2, 2, &[3, 1, 0, 2]);
        assert!(close(skewed.value(), 1.5), "{skewed:?}");
        assert!(close(skewed.row_mix()[0], 0.5) && close(skewed.column_mix()[0], 0.25));
    }

    #[test]
    fn rock_paper_scissors_lizard_spock_is_uniform() {
        let beats =
            [(0, 2), (0, 3), (1, 0), (1, 4), (2, 1), (2, 3), (3, 1), (3, 4), (4, 0), (4, 2)];
        let mut matrix = [0; 25];
        for (winner, loser) in beats {
            matrix[winner * 5 + loser] = 1;
            matrix[loser * 5 + winner] = -1;
        }
        let game = solved(5, 5, &matrix);
        assert!(close(game.value(), 0.0));
        assert!(game.row_mix().iter().all(|&p| close(p, 0.2)), "{game:?}");
    }

    #[test]
    fn colonel_blotto_in_the_textbook() {
        // Four regiments against three, two posts (McDonald and Tucker): 14/9.
        let matrix = [4, 2, 1, 0, 1, 3, 0, -1, -2, 2, 2, -2, -1, 0, 3, 1, 0, 1, 2, 4];
        let game = solved(5, 4, &matrix);
        assert!(close(game.value(), 14.0 / 9.0), "{game:?}");
        assert!(game.gap(&matrix) < 1e-9);
    }

    #[test]
    fn random_matrices_leave_no_gap() {
        let mut rng = SplitMix::new(5);
        let mut game = Equilibrium::default();
        for _ in 0..2000 {
            let (rows, columns) = (1 + rng.below(9), 1 + rng.below(9));
            let span = [3, 100, 2_000_000][rng.below(3)];
            let matrix: Vec<i32> =
                (0..rows * columns).map(|_| rng.below(span) as i32 - span as i32 / 2).collect();
            game.solve(rows, columns, &matrix);
            assert!(game.gap(&matrix) <= 1e-8 * span as f64, "{matrix:?} {game:?}");
            for mix in [game.row_mix(), game.column_mix()] {
                assert!(close(mix.iter().sum(), 1.0) && mix.iter().all(|&p| p > -1e-12));
            }
        }
    }

    #[test]
    fn regret_matching_comes_close_too() {
        let mut rng = SplitMix::new(9);
        for _ in 0..5 {
            let matrix: Vec<i32> = (0..12).map(|_| rng.below(200) as i32 - 100).collect();
            let exact = solved(3, 4, &matrix).value();
            let mut game = Equilibrium::default();
            game.match_regrets(3, 4, &matrix, 0.1);
            assert!((game.value() - exact).abs() < 0.2, "{} {exact}", game.value());
        }
    }
}
