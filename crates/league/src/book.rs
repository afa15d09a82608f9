//! Growing an opening book by thinking, the likeliest positions first.
//!
//! Every position of the book names its best few moves. The next to be thought about is
//! the one after a move that is not far behind the best, at the end of a line in which
//! nobody gave much away: each ply costs one and each point given away its part of a
//! ply, and the cheapest line grows. What is found at its end goes back along it, so that a
//! move is worth what its best answer leaves of it.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use takeback_core::{Key, Turn};
use takeback_host::books::{Book, BookError, Page, suits};
use takeback_host::engines::EngineError;
use takeback_host::play::Table;
use takeback_host::registry::{Chosen, UseError};
use takeback_host::spec::Spec;
use takeback_search::{Score, SearchError};

/// How a book is made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Who thinks, and how long.
    pub engine: Spec,
    /// At least so many positions.
    pub positions: usize,
    /// At most so many moves of each.
    pub width: usize,
    /// Moves are played that are no more points behind the best; so many points cost as
    /// much as a ply.
    pub margin: i32,
    /// Positions thought about at once.
    pub threads: usize,
}

/// Moves so many margins behind the best are named, but nobody looks what follows.
const FAR_BEHIND: i64 = 4;

/// So many positions are chosen before any of them is thought about, and then all of them are, so
/// that the book is the same on any number of threads and wherever it was broken off.
const AT_ONCE: usize = 8;

/// Points of a win that is proven, less its plies.
const WON: i32 = 30_000;

/// Why a book did not grow.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum GrowError {
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Start(#[from] UseError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("the book was made by {0}; name that engine, or another file")]
    Another(String),
}

/// Let this book grow as planned, or begin one. `watch` sees it after every few positions.
///
/// # Errors
/// When the engine cannot think here, the game is none for books, or the book is another's.
pub fn grow(
    chosen: Chosen<'_>,
    plan: &Plan,
    begun: Option<Book>,
    watch: &mut dyn FnMut(&Book),
) -> Result<Book, GrowError> {
    let start = chosen.table(None)?;
    if !suits(&*start) {
        return Err(BookError::Unsuited.into());
    }
    let engine = plan.engine.to_string();
    let mut book = begun.unwrap_or_else(|| Book {
        game: chosen.full_name(),
        start: start.position(),
        engine: engine.clone(),
        margin: plan.margin,
        pages: Vec::new(),
    });
    if book.engine != engine {
        return Err(GrowError::Another(book.engine));
    }
    book.margin = plan.margin;
    // That every move can be played is seen here, before any time goes by.
    book.keyed(start.branch())?;
    let mut growing = Growing::new(book, &*start);
    while growing.book.pages.len() < plan.positions {
        let next = growing.next(&*start);
        if next.is_empty() {
            break;
        }
        let found = think(chosen, plan, &*start, &next)?;
        for (line, moves) in next.into_iter().zip(found) {
            growing.book.pages.push(Page { line, moves });
        }
        growing.look_back(&*start);
        watch(&growing.book);
    }
    Ok(growing.book)
}

/// A book while it grows.
struct Growing {
    book: Book,
    /// For each page whose turn it is.
    movers: Vec<Turn>,
    /// For each page and move the page that it leads to.
    children: Vec<Vec<Option<usize>>>,
    /// What is in the book, or is over, however it is reached.
    known: HashSet<Key>,
}

impl Growing {
    fn new(book: Book, start: &dyn Table) -> Self {
        let known = HashSet::new();
        let mut growing = Growing { book, movers: Vec::new(), children: Vec::new(), known };
        growing.look_back(start);
        growing
    }

    /// Note the pages that are new, and take what they found back along their lines.
    fn look_back(&mut self, start: &dyn Table) {
        let pages = &mut self.book.pages;
        for place in self.movers.len()..pages.len() {
            let table = after(start, &pages[place].line);
            self.known.extend(table.key());
            self.movers.push(table.turn());
            self.children.push(vec![None; pages[place].moves.len()]);
            if let Some((last, before)) = pages[place].line.split_last() {
                let parent = pages[..place].iter().position(|page| page.line == before);
                let Some(parent) = parent else { continue };
                let m = pages[parent].moves.iter().position(|(m, _)| m == last);
                if let Some(m) = m {
                    self.children[parent][m] = Some(place);
                }
            }
        }
        // A page comes after the one that leads to it.
        for place in (0..pages.len()).rev() {
            for m in 0..pages[place].moves.len() {
                let Some(child) = self.children[place][m] else { continue };
                let best = best(&pages[child]);
                let same = self.movers[child] == self.movers[place];
                pages[place].moves[m].1 = if same { best } else { -best };
            }
        }
    }

    /// The lines that are to be thought about next.
    fn next(&mut self, start: &dyn Table) -> Vec<Vec<String>> {
        if self.book.pages.is_empty() {
            return vec![Vec::new()];
        }
        let mut costs = vec![0.0f64; self.book.pages.len()];
        let mut leaves = Vec::new();
        let margin = f64::from(self.book.margin.max(1));
        for (place, page) in self.book.pages.iter().enumerate() {
            let best = best(page);
            for (m, (_, points)) in page.moves.iter().enumerate() {
                let behind = i64::from(best) - i64::from(*points);
                let cost = costs[place] + 1.0 + behind as f64 / margin;
                match self.children[place][m] {
                    Some(child) => costs[child] = cost,
                    None if behind <= FAR_BEHIND * i64::from(self.book.margin.max(1)) => {
                        leaves.push((cost, place, m));
                    }
                    None => {}
                }
            }
        }
        leaves.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut next = Vec::new();
        for (_, place, m) in leaves {
            if next.len() == AT_ONCE {
                break;
            }
            let page = &self.book.pages[place];
            let mut line = page.line.clone();
            line.push(page.moves[m].0.clone());
            let table = after(start, &line);
            let goes_on = matches!(table.turn(), Turn::Player(_));
            // What is over needs no answer, and what is known has one.
            if table.key().is_some_and(|key| self.known.insert(key)) && goes_on {
                next.push(line);
            }
        }
        next
    }
}

/// What the best move of a page is worth.
fn best(page: &Page) -> i32 {
    page.moves.iter().map(|(_, points)| *points).max().unwrap_or_default()
}

/// The table after these moves, all of which have been played before.
fn after(start: &dyn Table, line: &[String]) -> Box<dyn Table> {
    let mut table = start.branch();
    for m in line {
        let played = table.play(m);
        debug_assert!(played.is_ok(), "{m} was legal before");
    }
    table
}

/// The best moves after each of these lines.
fn think(
    chosen: Chosen<'_>,
    plan: &Plan,
    start: &dyn Table,
    lines: &[Vec<String>],
) -> Result<Vec<Vec<(String, i32)>>, GrowError> {
    let tables: Vec<Mutex<Box<dyn Table>>> =
        lines.iter().map(|line| Mutex::new(after(start, line))).collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(vec![Vec::new(); lines.len()]);
    let work = || -> Result<(), GrowError> {
        let mut seat = chosen.engine(&plan.engine)?;
        seat.limits.lines = plan.width;
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(table) = tables.get(place) else { return Ok(()) };
            seat.engine.forget();
            let table = table.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let told = seat.engine.think(&**table, &seat.limits, &mut |_| ())?;
            let mut moves: Vec<(String, i32)> = Vec::new();
            let best = (Some(&told.best), told.score);
            let lines = told.lines.iter().map(|line| (line.moves.first(), line.score));
            for (m, score) in lines.chain([best]).take(plan.width.max(1)) {
                let Some(m) = m else { continue };
                if moves.iter().all(|(known, _)| known != m) {
                    moves.push((m.clone(), points(score)));
                }
            }
            found.lock().unwrap_or_else(std::sync::PoisonError::into_inner)[place] = moves;
        }
    };
    std::thread::scope(|scope| {
        let hands: Vec<_> =
            (0..plan.threads.clamp(1, lines.len())).map(|_| scope.spawn(work)).collect();
        hands.into_iter().try_for_each(|hand| match hand.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })?;
    Ok(found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// A score in points: a share of wins in thousandths of the way from loss to win.
fn points(score: Score) -> i32 {
    match score {
        Score::Win(plies) => WON - plies.min(9_999) as i32,
        Score::Loss(plies) => plies.min(9_999) as i32 - WON,
        Score::Exact(thousandths) => thousandths,
        Score::Margin(points) | Score::Points(points) => points.clamp(-WON, WON),
        Score::Share(share) => (f64::from(share) * 2000.0 - 1000.0).round() as i32,
    }
}
