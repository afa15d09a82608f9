//! Small dense matrices: just what fitting ratings and tuning weights need.

/// Solve `a x = b` for a symmetric positive definite `a`, and give the inverse
/// of `a` too. `None` when `a` is not positive definite.
#[must_use]
#[allow(clippy::needless_range_loop, reason = "indices as in the formulas")]
pub fn inverse(a: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = a.len();
    let l = cholesky(a)?;
    let mut inverse = vec![vec![0.0; n]; n];
    for column in 0..n {
        let mut y = vec![0.0; n];
        for i in 0..n {
            let unit = if i == column { 1.0 } else { 0.0 };
            let known: f64 = (0..i).map(|k| l[i][k] * y[k]).sum();
            y[i] = (unit - known) / l[i][i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| l[k][i] * inverse[k][column]).sum();
            inverse[i][column] = (y[i] - known) / l[i][i];
        }
    }
    Some(inverse)
}

/// The lower triangle whose product with its mirror image is `a`.
fn cholesky(a: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let n = a.len();
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| l[i][k] * l[j][k]).sum();
            let rest = a[i][j] - known;
            l[i][j] = if i == j {
                if rest <= 0.0 || !rest.is_finite() {
                    return None;
                }
                rest.sqrt()
            } else {
                rest / l[j][j]
            };
        }
    }
    Some(l)
}

/// Matrix times vector.
#[must_use]
pub fn times(a: &[Vec<f64>], x: &[f64]) -> Vec<f64> {
    a.iter().map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum()).collect()
}

/// Eigenvalues of a symmetric matrix, and its eigenvectors as columns, by
/// Jacobi's rotations.
#[must_use]
pub fn eigen(a: &[Vec<f64>]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = a.len();
    let mut a = a.to_vec();
    let mut v: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| if i == j { 1.0 } else { 0.0 }).collect()).collect();
    for _ in 0..64 {
        let off: f64 =
            (0..n).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j].powi(2)).sum();
        if off < 1e-22 {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut v, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i][i]).collect(), v)
}

/// Turn the plane of `p` and `q` so that `a[p][q]` vanishes.
#[allow(clippy::needless_range_loop, reason = "two rows are changed at once")]
fn rotate(a: &mut [Vec<f64>], v: &mut [Vec<f64>], p: usize, q: usize) {
    if a[p][q].abs() < 1e-300 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let t = if theta == 0.0 { 1.0 } else { t };
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for row in a.iter_mut() {
        let (x, y) = (row[p], row[q]);
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
    }
    for k in 0..a.len() {
        let (x, y) = (a[p][k], a[q][k]);
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
    for row in v.iter_mut() {
        let (x, y) = (row[p], row[q]);
        row[p] = c * x - s * y;
        row[q] = s * x + c * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_undoes_its_matrix() {
        let a = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -1.0], vec![0.5, -1.0, 2.0]];
        let inverse = inverse(&a).expect("positive definite");
        for (i, row) in inverse.iter().enumerate() {
            let unit = times(&a, row);
            for (j, x) in unit.iter().enumerate() {
                let expected = if i == j { 1.0 } else { 0.0 };
                assert!((x - expected).abs() < 1e-12);
            }
        }
        assert!(super::inverse(&[vec![1.0, 2.0], vec![2.0, 1.0]]).is_none());
    }

    #[test]
    fn eigenvectors_are_stretched_by_their_values() {
        let a = vec![vec![2.0, 1.0, 0.0], vec![1.0, 2.0, 1.0], vec![0.0, 1.0, 2.0]];
        let (values, vectors) = eigen(&a);
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        // 2 - sqrt 2, 2, 2 + sqrt 2.
        for (found, known) in sorted.iter().zip([0.585_786_437_627, 2.0, 3.414_213_562_373]) {
            assert!((found - known).abs() < 1e-10);
        }
        for (i, value) in values.iter().enumerate() {
            let v: Vec<f64> = vectors.iter().map(|row| row[i]).collect();
            for (stretched, x) in times(&a, &v).iter().zip(&v) {
                assert!((stretched - value * x).abs() < 1e-10);
            }
        }
    }
}
