//! One search, and the move that is ready before it.

use crate::engine::{Options, Snake};
use crate::wire::Playable;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use takeback_battlesnake::{Battlesnake, Direction, ForSize, Move, for_size};
use takeback_core::Player;
use takeback_search::{Limits, Search, StopFlag};
use tokio::sync::Notify;

/// A request to think about.
pub(super) struct Job {
    playable: Playable,
    snake: Arc<Mutex<Snake>>,
    options: Options,
    /// Nothing counts after that.
    pub(super) deadline: Instant,
    /// MiB of table it may use.
    memory: usize,
    /// Ends the search.
    pub(super) stop: StopFlag,
    best: AtomicU8,
    done: Notify,
}

impl Job {
    /// A job with its first answer at hand.
    pub(super) fn new(
        playable: Playable,
        snake: Arc<Mutex<Snake>>,
        options: Options,
        deadline: Instant,
        memory: usize,
    ) -> Job {
        let ready = at_once(&playable);
        Job {
            playable,
            snake,
            options,
            deadline,
            memory,
            stop: StopFlag::default(),
            best: AtomicU8::new(ready as u8),
            done: Notify::new(),
        }
    }

    /// The best move known so far.
    pub(super) fn best(&self) -> Direction {
        Direction::from_bits(self.best.load(Ordering::Relaxed).into())
    }

    /// Wait until the search has ended.
    pub(super) async fn done(&self) {
        self.done.notified().await;
    }

    /// The search has ended.
    pub(super) fn finish(&self) {
        self.done.notify_one();
    }

    /// Think until the deadline or until told to stop.
    pub(super) fn run(&self, threads: usize) {
        let time = self.deadline.saturating_duration_since(Instant::now());
        if time < Duration::from_micros(200) {
            return;
        }
        let limits = Limits {
            time: Some(time),
            memory: self.memory,
            threads,
            seat: Some(self.playable.you),
            stop: self.stop.clone(),
            ..Limits::default()
        };
        match self.snake.try_lock() {
            Ok(mut snake) => self.search(&mut snake, &limits),
            // A panic left it locked: what it knows may be half written.
            Err(std::sync::TryLockError::Poisoned(lock)) => {
                let mut snake = PoisonError::into_inner(lock);
                *snake = Snake::new(self.options);
                self.search(&mut snake, &limits);
            }
            // The same turn was asked twice: think with an empty head.
            Err(std::sync::TryLockError::WouldBlock) => {
                let limits = Limits { memory: 1, ..limits };
                self.search(&mut Snake::new(self.options), &limits);
            }
        }
    }

    fn search(&self, snake: &mut Snake, limits: &Limits) {
        // The request was validated: if it cannot be played after all, the move
        // that is ready stands.
        let _ = for_size(&self.playable.setup, Thought { job: self, snake, limits });
    }

    fn learn(&self, best: Move) {
        if let Move::Go(direction) = best {
            self.best.store(direction as u8, Ordering::Relaxed);
        }
    }
}

struct Thought<'a> {
    job: &'a Job,
    snake: &'a mut Snake,
    limits: &'a Limits,
}

impl ForSize for Thought<'_> {
    type Out = ();

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) {
        let job = self.job;
        let report = self.snake.search(&game, self.limits, &mut |so_far| job.learn(so_far.best));
        // A search that was stopped before its first depth knows less than what
        // was ready.
        if let Ok(report) = report
            && report.depth > 0
        {
            job.learn(report.best);
        }
    }
}

/// A move without thinking: one that survives this round for certain if there
/// is one, with the most ways to go on.
fn at_once(playable: &Playable) -> Direction {
    for_size(&playable.setup, AtOnce(playable.you)).unwrap_or(Direction::Up)
}

struct AtOnce(Player);

impl ForSize for AtOnce {
    type Out = Direction;

    fn run<const W: usize, const S: usize>(self, game: Battlesnake<W, S>) -> Direction {
        let blocked = game.blocked();
        let board = game.board();
        let sure = game.sure_steps(self.0);
        let choices = if sure.is_empty() { game.prudent(self.0) } else { sure };
        let ways = |&direction: &Direction| {
            let to = board.step(game.head(self.0), direction);
            if !board.is_on(to) {
                return 0;
            }
            board.steps(to).iter().filter(|&&c| board.is_on(c) && !blocked.contains(c)).count()
        };
        choices.iter().max_by_key(ways).unwrap_or_else(|| game.default_move(self.0))
    }
}
