//! The training: epochs over shuffled positions, with a file to go on from.

use crate::adam::{Adam, Step};
use crate::checkpoint::{checksum, replace};
use crate::data::{Data, DataError, Wish};
use crate::model::{Gradient, Model, Room, judged_views, loss};
use crate::rows::RowsError;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use takeback_core::{SplitMix, mix};
use takeback_net::sparse::{STEP, Shape, SparseNet};

/// How to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Sums of a view.
    pub hidden: usize,
    /// Outputs of the dense layer.
    pub dense: usize,
    /// One head for all positions instead of one a bucket.
    pub one_head: bool,
    /// Times through the data.
    pub epochs: u32,
    /// Positions of a batch.
    pub batch: usize,
    /// Learning rate at the start; it falls along a cosine to a hundredth.
    pub rate: f32,
    /// Weight decay of the first layer. On 386,000 positions of a game with 18,000
    /// features, 0.1 put off overfitting: the best epoch's loss is as good and later
    /// ones do not lose it again.
    pub decay: f32,
    /// How much of the target is the result; the rest is the search's judgement.
    pub lambda: f32,
    /// Points for one step of the logarithm of odds, in what the search thought.
    pub scale: f32,
    /// The same in what the network says.
    pub points: f32,
    /// Features seen less often count for nothing in the network: what little
    /// was learned of them is noise, and takes room.
    pub rare: u32,
    /// Whether preferences for moves are learned too.
    pub policy: bool,
    /// A network of the same sizes to begin with, instead of noise.
    pub start: Option<SparseNet>,
    /// Seed of everything.
    pub seed: u64,
    /// Threads; they change nothing in the network.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Plan {
            hidden: 64,
            dense: 16,
            one_head: false,
            epochs: 12,
            batch: 4096,
            rate: 1.5e-3,
            decay: 0.1,
            lambda: 0.5,
            scale: 400.0,
            points: 400.0,
            rare: 10,
            policy: false,
            start: None,
            seed: 1,
            threads: 1,
        }
    }
}

/// How an epoch went: mean losses in nats.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Epoch {
    /// Of the positions learned from, while they were learned.
    pub taught: f64,
    /// Of those kept apart, afterwards.
    pub kept: f64,
    /// Of the moves of those kept apart; 0 without a policy.
    pub moves: f64,
}

impl Epoch {
    /// What the best epoch has least of.
    fn all(&self) -> f64 {
        self.kept + f64::from(MOVES) * self.moves
    }
}

/// How much the loss of moves counts beside that of judgements.
const MOVES: f32 = 0.5;

/// What came out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The network, of the epoch that did best in the examination.
    pub net: SparseNet,
    /// All epochs.
    pub epochs: Vec<Epoch>,
    /// Which epoch the network is of, from 1.
    pub best: usize,
    /// What the integers' own loss in the examination is.
    pub quantised: f64,
    /// The same of moves; 0 without a policy.
    pub quantised_moves: f64,
}

/// Why nothing was trained.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TrainError {
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error(transparent)]
    Data(#[from] DataError),
    #[error(
        "no network has {hidden} sums and {dense} outputs; sums come in steps of 32 up to 512, \
         outputs in steps of 8 up to 64"
    )]
    Shape { hidden: usize, dense: usize },
    #[error("{0} must be {1}")]
    Plan(&'static str, &'static str),
    #[error(
        "--policy: nobody wrote down which moves are good, or moves have no numbers in this game; \
         `takeback selfplay GAME --engine mcts --format rows` does, where they have"
    )]
    NoMoves,
    #[error(
        "the network to begin with has {found}; this one is to have {wanted}, of the same features"
    )]
    Start { found: String, wanted: String },
    #[error("no network is for {0} players with {1} sums a view: at most 1024 in all")]
    Players(usize, usize),
    #[error("the loss is no number any more in epoch {0}; try a smaller --rate")]
    Diverged(usize),
    #[error("{}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error(
        "{}: a training with other data or options was stopped here; remove it to begin anew",
        .0.display()
    )]
    OtherRun(PathBuf),
    #[error("stopped in epoch {0}")]
    Stopped(usize),
}

/// Gradients of a batch are summed in so many parts, whatever the threads.
const SHARDS: usize = 16;

/// Train. After every epoch `checkpoint` is replaced, if there is one; a run that
/// finds its own goes on from there to the same network. `watch` hears of every
/// epoch.
///
/// # Errors
/// When the plan makes no sense, the loss diverges, or a file cannot be written.
pub fn run(
    data: &Data,
    plan: &Plan,
    checkpoint: Option<&Path>,
    watch: &mut dyn FnMut(usize, &Epoch),
) -> Result<Outcome, TrainError> {
    run_until(data, plan, checkpoint, &AtomicBool::new(false), watch)
}

/// As [`run`] until `stop` is set, which is looked at between batches. The epochs before
/// are in the checkpoint.
///
/// # Errors
/// As [`run`], and [`TrainError::Stopped`].
pub fn run_until(
    data: &Data,
    plan: &Plan,
    checkpoint: Option<&Path>,
    stop: &AtomicBool,
    watch: &mut dyn FnMut(usize, &Epoch),
) -> Result<Outcome, TrainError> {
    let shape = shape_of(data, plan)?;
    let print = print_of(data, plan);
    let mut state = State::new(shape, data, plan);
    if let Some(path) = checkpoint
        && path.exists()
    {
        state.load(path, print)?;
        state.epochs.iter().enumerate().for_each(|(i, epoch)| watch(i + 1, epoch));
    }
    let mut seen = vec![0u32; shape.features];
    for &row in &data.taught {
        let views = (0..shape.players).flat_map(|view| data.view(row, view));
        views.for_each(|&f| seen[usize::from(f)] += 1);
    }
    // What the network before knew of a feature stays, however rare it has become.
    let learned = |feature: usize| plan.start.as_ref().is_some_and(|net| net.knows(feature));
    let known: Vec<bool> = seen
        .iter()
        .enumerate()
        .map(|(feature, &times)| times >= plan.rare || learned(feature))
        .collect();
    let preferred = searched_moves(data, shape);
    let mut shards = vec![Gradient::new(shape); SHARDS];
    while state.epochs.len() < plan.epochs as usize {
        let number = state.epochs.len() + 1;
        let Some(epoch) = state.learn(data, plan, &mut shards, stop) else {
            return Err(TrainError::Stopped(number));
        };
        if !epoch.taught.is_finite() || !epoch.all().is_finite() {
            return Err(TrainError::Diverged(number));
        }
        if state.best.as_ref().is_none_or(|(_, best, _)| epoch.all() < *best) {
            state.best = Some((number, epoch.all(), state.model.clone()));
        }
        state.epochs.push(epoch);
        watch(number, &epoch);
        if let Some(path) = checkpoint {
            let failed = |source| TrainError::Write { path: path.to_owned(), source };
            replace(path, &state.save(print)).map_err(failed)?;
        }
    }
    let (best, _, model) = state.best.ok_or(TrainError::Plan("--epochs", "at least 1"))?;
    let floats = model.floats(&known, &preferred);
    let net = floats.quantised(&data.header.encoding, plan.points.round() as i32);
    let (quantised, quantised_moves) = examine(&net, data, plan);
    Ok(Outcome { net, epochs: state.epochs, best, quantised, quantised_moves })
}

/// By row of the policy whether the move was ever searched.
fn searched_moves(data: &Data, shape: Shape) -> Vec<bool> {
    let mut searched = vec![false; shape.policy_rows()];
    if shape.moves > 0 {
        for &row in &data.taught {
            let from = data.seat(row) * shape.moves;
            let best = |number: u32| [(number, 1.0)];
            let shares: &[(u32, f32)] = match data.wish(row) {
                Some(Wish::Shares(shares)) => shares,
                Some(Wish::Best(number)) => &best(number),
                None => &[],
            };
            shares.iter().for_each(|&(number, _)| searched[from + number as usize] = true);
        }
    }
    searched
}

fn shape_of(data: &Data, plan: &Plan) -> Result<Shape, TrainError> {
    let header = &data.header;
    let shape = Shape {
        features: header.features,
        most: header.most,
        hidden: plan.hidden,
        dense: plan.dense,
        buckets: if plan.one_head { 1 } else { header.buckets },
        players: data.players,
        moves: if plan.policy { header.moves } else { 0 },
    };
    if plan.policy && (header.moves == 0 || !data.has_wishes()) {
        return Err(TrainError::NoMoves);
    }
    if !(2..=8).contains(&shape.players) || shape.inputs() > 1024 {
        return Err(TrainError::Players(shape.players, shape.hidden));
    }
    if !shape.is_sound() {
        return Err(TrainError::Shape { hidden: plan.hidden, dense: plan.dense });
    }
    if let Some(start) = &plan.start {
        let (found, here) = (start.shape(), Shape { moves: start.shape().moves, ..shape });
        if found != here
            || start.encoding() != header.encoding
            || ![0, shape.moves].contains(&found.moves)
        {
            return Err(TrainError::Start { found: sizes(found), wanted: sizes(shape) });
        }
    }
    if plan.batch == 0 {
        return Err(TrainError::Plan("--batch", "at least 1"));
    }
    if !(plan.rate > 0.0 && plan.rate <= 1.0) {
        return Err(TrainError::Plan("--rate", "above 0 and at most 1"));
    }
    if !(0.0..=1.0).contains(&plan.lambda) {
        return Err(TrainError::Plan("--lambda", "between 0 and 1"));
    }
    if !(1.0..=100_000.0).contains(&plan.scale) {
        return Err(TrainError::Plan("--scale", "between 1 and 100000"));
    }
    if !(1.0..=100_000.0).contains(&plan.points) {
        return Err(TrainError::Plan("--points", "between 1 and 100000"));
    }
    if !(0.0..=1.0).contains(&plan.decay) {
        return Err(TrainError::Plan("--decay", "between 0 and 1"));
    }
    Ok(shape)
}

/// Sizes in words.
fn sizes(shape: Shape) -> String {
    let Shape { features, hidden, dense, buckets, moves, .. } = shape;
    format!("{features} features, {hidden} sums, {dense} outputs, {buckets} heads, {moves} moves")
}

/// A number that stands for data and plan; threads are not part of it.
fn print_of(data: &Data, plan: &Plan) -> u64 {
    let numbers = [
        data.print,
        plan.hidden as u64,
        plan.dense as u64,
        u64::from(plan.one_head),
        u64::from(plan.epochs),
        plan.batch as u64,
        u64::from(plan.rate.to_bits()),
        u64::from(plan.decay.to_bits()),
        u64::from(plan.lambda.to_bits()),
        u64::from(plan.scale.to_bits()),
        u64::from(plan.points.to_bits()),
        u64::from(plan.rare),
        u64::from(plan.policy),
        plan.seed,
        plan.start.as_ref().map_or(0, |net| checksum(&net.write())),
        data.taught.len() as u64,
        data.kept.len() as u64,
    ];
    numbers.iter().fold(0, |print, number| mix(print ^ number))
}

/// All that an epoch changes.
pub(crate) struct State {
    pub(crate) model: Model,
    pub(crate) adam: Adam,
    pub(crate) epochs: Vec<Epoch>,
    /// Number, loss and weights of the best epoch.
    pub(crate) best: Option<(usize, f64, Model)>,
}

impl State {
    fn new(shape: Shape, data: &Data, plan: &Plan) -> Self {
        let mut model = Model::random(shape, data.mean_features(), plan.seed);
        if let Some(start) = &plan.start {
            model.begin_as(&start.floats());
        }
        let adam = Adam::new(model.weights.len());
        State { model, adam, epochs: Vec::new(), best: None }
    }

    /// Once through the data; nothing when told to stop on the way.
    fn learn(
        &mut self,
        data: &Data,
        plan: &Plan,
        shards: &mut [Gradient],
        stop: &AtomicBool,
    ) -> Option<Epoch> {
        let number = self.epochs.len();
        let mut order = data.taught.clone();
        SplitMix::stream(plan.seed, number as u64).shuffle(&mut order);
        let batches = order.len().div_ceil(plan.batch);
        let mut total = 0.0;
        for (i, batch) in order.chunks(plan.batch).enumerate() {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let part = (number * batches + i) as f32 / (plan.epochs as usize * batches) as f32;
            let cosine = 0.5 * (1.0 + (std::f32::consts::PI * part).cos());
            let rate = plan.rate * (0.01 + 0.99 * cosine);
            total += self.batch(data, plan, batch, rate, shards);
        }
        let (kept, moves) = mean_loss(&self.model, data, plan, &data.kept);
        Some(Epoch { taught: total / order.len() as f64, kept, moves })
    }

    /// One batch; its loss, summed.
    fn batch(
        &mut self,
        data: &Data,
        plan: &Plan,
        batch: &[u32],
        rate: f32,
        shards: &mut [Gradient],
    ) -> f64 {
        let size = batch.len().div_ceil(SHARDS).max(1);
        let mut parts: Vec<&[u32]> = batch.chunks(size).collect();
        parts.resize(SHARDS, &[]);
        let model = &self.model;
        let each = SHARDS.div_ceil(plan.threads.clamp(1, SHARDS));
        std::thread::scope(|scope| {
            for (shards, parts) in shards.chunks_mut(each).zip(parts.chunks(each)) {
                let mut work = move || {
                    let mut room = Room::new(model.shape);
                    for (shard, rows) in shards.iter_mut().zip(parts) {
                        shard.clear(model.shape);
                        learn_rows(model, data, plan, rows, &mut room, shard);
                    }
                };
                // One thread needs no other.
                if each == SHARDS { work() } else { drop(scope.spawn(work)) }
            }
        });
        let step = Step { rate, decay: plan.decay, share: 1.0 / batch.len() as f32 };
        self.adam.apply(&mut self.model, shards, step, plan.threads);
        shards.iter().map(|shard| shard.loss).sum()
    }
}

fn learn_rows(
    model: &Model,
    data: &Data,
    plan: &Plan,
    rows: &[u32],
    room: &mut Room,
    shard: &mut Gradient,
) {
    for &row in rows {
        model.forward(data, row, room);
        shard.loss += judged_loss(data, plan, row, room);
        let part = 1.0 / room.logits.len() as f32;
        for view in 0..room.logits.len() {
            let target = data.target(row, view, plan.lambda, plan.scale);
            let said = 1.0 / (1.0 + (-room.logits[view]).exp());
            room.logits[view] = (said - target) * part;
        }
        // Of moves only the judgements' share of the loss is told while learning.
        model.prefer(data, row, room);
        room.candidates.iter_mut().for_each(|(_, error)| *error *= MOVES);
        model.backward(data, row, room, shard);
    }
}

/// The loss of what the room says of a row, the mean over its views.
fn judged_loss(data: &Data, plan: &Plan, row: u32, room: &Room) -> f64 {
    let views = room.logits.iter().enumerate();
    let one = |(view, &logit): (usize, &f32)| {
        loss(logit, data.target(row, view, plan.lambda, plan.scale))
    };
    views.map(one).sum::<f64>() / room.logits.len() as f64
}

/// The mean loss over rows, summed in shards of a fixed size: of judgements, and of moves.
fn mean_loss(model: &Model, data: &Data, plan: &Plan, rows: &[u32]) -> (f64, f64) {
    let size = rows.len().div_ceil(SHARDS).max(1);
    let sums = std::sync::Mutex::new([[0.0f64; 3]; SHARDS]);
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.clamp(1, SHARDS) {
            scope.spawn(|| {
                let mut room = Room::new(model.shape);
                loop {
                    let shard = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(rows) = rows.chunks(size).nth(shard) else { return };
                    let mut sum = [0.0; 3];
                    for &row in rows {
                        model.forward(data, row, &mut room);
                        sum[0] += judged_loss(data, plan, row, &room);
                        if let Some(loss) = model.prefer(data, row, &mut room) {
                            sum[1] += loss;
                            sum[2] += 1.0;
                        }
                    }
                    sums.lock().expect("no panic while locked")[shard] = sum;
                }
            });
        }
    });
    let sums = sums.into_inner().expect("no panic while locked");
    let all = |i: usize| sums.iter().map(|sum| sum[i]).sum::<f64>();
    (all(0) / rows.len().max(1) as f64, all(1) / all(2).max(1.0))
}

/// What the integers lose in the examination, by judgements and by moves: what rounding costs is
/// the difference to the numbers they were made from.
fn examine(net: &SparseNet, data: &Data, plan: &Plan) -> (f64, f64) {
    let Shape { hidden, players, .. } = net.shape();
    let one_head = net.shape().buckets == 1;
    let mut sums = vec![0; net.shape().inputs()];
    let mut points = vec![0; players];
    let (mut total, mut moves) = (0.0, (0.0, 0.0));
    for &row in &data.kept {
        for (view, sums) in sums.chunks_exact_mut(hidden).enumerate() {
            net.clear(sums);
            data.view(row, view).iter().for_each(|&feature| net.add(sums, feature));
        }
        let bucket = if one_head { 0 } else { data.bucket(row) };
        net.values(&sums, bucket, &mut points);
        let judged = &points[..judged_views(players)];
        for (view, &points) in judged.iter().enumerate() {
            let target = data.target(row, view, plan.lambda, plan.scale);
            total += loss(points as f32 / net.scale() as f32, target) / judged.len() as f64;
        }
        if let Some(Wish::Shares(shares)) = data.wish(row).filter(|_| net.has_policy()) {
            moves.0 += moves_lost(net, &sums, data.seat(row), shares);
            moves.1 += 1.0;
        }
    }
    (total / data.kept.len().max(1) as f64, moves.0 / f64::max(moves.1, 1.0))
}

/// What the integers lose on the moves of a position; `sums` are the mover's first.
fn moves_lost(net: &SparseNet, sums: &[i16], seat: usize, shares: &[(u32, f32)]) -> f64 {
    let mut scores = Vec::with_capacity(shares.len());
    let numbers = shares.iter().map(|&(number, _)| number as usize);
    net.prefer(sums, 0, seat, numbers, |score| scores.push(f64::from(score) / f64::from(STEP)));
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let whole: f64 = scores.iter().map(|score| (score - most).exp()).sum();
    let lost =
        |(&(_, share), score): (&(u32, f32), &f64)| f64::from(share) * (whole.ln() + most - score);
    shares.iter().zip(&scores).map(lost).sum()
}
