//! The map's part of a turn: food and hazards as chance moves.
//!
//! What a map does for sure after a round (a spiral's next cell, a trail that
//! fades) happens with the round. What it draws becomes a chance move: first
//! a hazard event where one is due, then food, one piece a move. With chance
//! frozen none of this happens and rounds follow one another.

use crate::bits::Bits;
use crate::geometry::{Direction, Point};
use crate::maps::{FoodRule, HazardRule};
use crate::maze::Maze;
use crate::moves::Move;
use crate::rules::Round;
use crate::ruleset::Ruleset;
use crate::state::{Battlesnake, Chance, Memory, Stage};
use takeback_core::{Key, Moves, SplitMix};

/// The way back over a chance move.
#[derive(Debug)]
pub(crate) struct ChanceUndo {
    key: Key,
    stage: Stage,
    memory: Memory,
    hazard_mark: u32,
    food: Option<(u16, u32)>,
}

/// A rectangle of cells, corners included.
#[derive(Copy, Clone, Debug)]
struct Rect {
    low: Point,
    high: Point,
}

impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// After a round: the map's sure changes, and what it has to draw.
    #[inline]
    pub(crate) fn ask_the_map(&mut self, round: &Round<W, S>) {
        if self.chance == Chance::Live && !self.turn_now().is_over() {
            self.change_hazards(round);
            self.set_stage(self.stage_after_round());
        }
    }

    fn hazard_rule(&self) -> HazardRule {
        match self.table.ruleset {
            Ruleset::Royale => HazardRule::Royale,
            _ => self.table.map.hazard_rule(),
        }
    }

    pub(crate) fn stage_after_round(&self) -> Stage {
        if self.hazard_event_is_due() { Stage::Hazard } else { self.food_stage() }
    }

    /// Where new food may lie.
    pub(crate) fn food_cells(&self) -> Bits<W> {
        let spread = &self.table.spread;
        let mut taken = self.food;
        let mut heads = Bits::NONE;
        for seat in self.living.iter() {
            let snake = &self.snakes[seat.index()];
            taken = taken.or(snake.body);
            heads.set(snake.head());
        }
        taken = taken.or(heads);
        match self.table.map.food_rule() {
            FoodRule::Standard => spread.all().minus(taken).minus(spread.beside(heads)),
            FoodRule::Dry => {
                spread.all().minus(taken).minus(spread.beside(heads)).minus(self.hazards)
            }
            FoodRule::Castle | FoodRule::Arcade => {
                let places = self.table.map.food_places();
                let places: Bits<W> = places.filter_map(|at| self.board().cell(at)).collect();
                places.minus(taken)
            }
            FoodRule::Maze | FoodRule::Nothing => Bits::NONE,
        }
    }

    pub(crate) fn food_stage(&self) -> Stage {
        let lying = self.food.count() + self.surplus.count_ones();
        let settings = &self.table.settings;
        match self.table.map.food_rule() {
            FoodRule::Standard | FoodRule::Dry => {
                let least = u32::from(settings.minimum_food);
                if lying >= least && settings.food_spawn_chance <= 1 {
                    return Stage::Choose;
                }
                let room = self.food_cells().count();
                match least.saturating_sub(lying).min(room) {
                    _ if room == 0 => Stage::Choose,
                    0 => Stage::MaybeFood,
                    owed => Stage::OwedFood(owed as u16),
                }
            }
            // The official engine counts the turn before: food comes on board 11.
            FoodRule::Castle if self.turn > 10 && lying < self.table.map.castle_food() => {
                if self.food_cells().is_empty() { Stage::Choose } else { Stage::OwedFood(1) }
            }
            FoodRule::Arcade if !self.food_cells().is_empty() => Stage::MaybeFood,
            _ => Stage::Choose,
        }
    }

    /// The chances in a hundred that food appears, or in a hundred for each
    /// of a fixed number of places.
    fn food_odds(&self, room: u32) -> (u32, u32) {
        let chance = u32::from(self.table.settings.food_spawn_chance);
        match self.table.map.food_rule() {
            FoodRule::Arcade => {
                let places = self.table.map.food_places().count() as u32;
                let odds = (chance + 1).min(100);
                (odds, 100 * places - odds * room)
            }
            _ => (chance.saturating_sub(1), (101 - chance.max(1)) * room),
        }
    }

    pub(crate) fn outcome_weight(&self, outcome: Move) -> u32 {
        match (self.stage, outcome) {
            (Stage::MaybeFood, Move::NoFood) => self.food_odds(self.food_cells().count()).1,
            (Stage::MaybeFood, _) => self.food_odds(0).0,
            _ => 1,
        }
    }

    pub(crate) fn random_food(&self, rng: &mut SplitMix) -> Move {
        let cells = self.food_cells();
        let room = cells.count();
        if self.stage == Stage::MaybeFood {
            let (each, none) = self.food_odds(room);
            let total = each * room + none;
            let drawn = rng.below(total as usize) as u32;
            if drawn >= each * room {
                return Move::NoFood;
            }
        }
        cells.nth(rng.below(room as usize)).map_or(Move::NoFood, Move::Food)
    }

    pub(crate) fn make_chance(&mut self, m: Move) -> ChanceUndo {
        let mut undo = ChanceUndo {
            key: self.key,
            stage: self.stage,
            memory: self.memory,
            hazard_mark: self.hazard_mark(),
            food: None,
        };
        let next = match (m, self.stage) {
            (Move::Food(cell), stage) => {
                undo.food = Some((cell, self.add_food(cell)));
                match stage {
                    Stage::OwedFood(owed) if owed > 1 => Stage::OwedFood(owed - 1),
                    _ => Stage::Choose,
                }
            }
            (Move::Hazard(cell), _) => {
                undo.food = self.hazard_event(cell);
                self.food_stage()
            }
            (Move::Side(side), _) => {
                self.side_event(side);
                self.food_stage()
            }
            _ => Stage::Choose,
        };
        self.set_stage(next);
        undo
    }

    pub(crate) fn unmake_chance(&mut self, undo: &ChanceUndo) {
        if let Some((cell, old_stamp)) = undo.food {
            self.drop_food(cell, old_stamp);
        }
        self.restore_hazards(undo.hazard_mark);
        self.memory = undo.memory;
        self.stage = undo.stage;
        self.key = undo.key;
    }
}

/// Hazard events: when they are due, what may come, what it does.
impl<const W: usize, const S: usize> Battlesnake<W, S> {
    /// Whether `turn` is one of `first`, `first + every`, `first + 2 * every` …
    fn beats(&self, first: u32, every: u32) -> bool {
        every > 0 && self.turn >= first && (self.turn - first).is_multiple_of(every)
    }

    /// The cell that the map chose at the start, once it has.
    fn chosen_centre(&self) -> Option<u16> {
        self.memory.0[0].checked_sub(1)
    }

    fn hazard_event_is_due(&self) -> bool {
        let every = self.table.settings.shrink_every;
        match self.hazard_rule() {
            HazardRule::Royale => {
                self.beats(every, every) && self.hazards != self.table.spread.all()
            }
            HazardRule::Spiral => self.turn == 3,
            HazardRule::Scatter => self.beats(2, 2) && self.hazards != self.table.spread.all(),
            HazardRule::GrowBox => self.turn == 1 || (self.beats(13, 12) && self.box_can_grow()),
            HazardRule::ExpandBox => self.turn == 1,
            HazardRule::ExpandScatter => {
                self.turn == 1 || (self.beats(3, 2) && self.ring_to_fill().is_some())
            }
            HazardRule::Pools => {
                every > 0 && self.beats(every + 1, every) && !self.hazards.is_empty()
            }
            HazardRule::Maze => self.food.is_empty(),
            HazardRule::Still | HazardRule::Pits | HazardRule::Sinkholes | HazardRule::Snail => {
                false
            }
        }
    }

    pub(crate) fn list_hazard_events(&self, out: &mut Moves<Move>) {
        match self.hazard_rule() {
            HazardRule::Royale => out.extend(Direction::ALL.map(Move::Side)),
            HazardRule::GrowBox if self.turn > 1 => {
                let open = |&side: &Direction| self.box_grown(side).is_some();
                out.extend(Direction::ALL.into_iter().filter(open).map(Move::Side));
            }
            HazardRule::Maze => out.extend((0..Maze::SEEDS).map(Move::Hazard)),
            _ => out.extend(self.event_cells().iter().map(Move::Hazard)),
        }
    }

    pub(crate) fn random_hazard_event(&self, rng: &mut SplitMix) -> Move {
        match self.hazard_rule() {
            HazardRule::Royale => Move::Side(Direction::from_bits(rng.below(4) as u32)),
            HazardRule::GrowBox if self.turn > 1 => loop {
                let side = Direction::from_bits(rng.below(4) as u32);
                if self.box_grown(side).is_some() {
                    return Move::Side(side);
                }
            },
            HazardRule::Maze => Move::Hazard(rng.below(Maze::SEEDS.into()) as u16),
            _ => {
                let cells = self.event_cells();
                let n = rng.below(cells.count() as usize);
                Move::Hazard(cells.nth(n).expect("an event that is due has a cell to hit"))
            }
        }
    }

    /// Cells that the event at hand may hit.
    fn event_cells(&self) -> Bits<W> {
        let all = self.table.spread.all();
        match self.hazard_rule() {
            // The spiral begins in the middle part of the board.
            HazardRule::Spiral => {
                let margin = |side: u8| i64::from(side) * 3 / 10;
                let board = self.board();
                let inside = |n: i64, side: u8| {
                    (margin(side)..=i64::from(side) - 1 - margin(side)).contains(&n)
                };
                let middle = |&cell: &u16| {
                    let at = board.point(cell);
                    inside(at.x, board.width()) && inside(at.y, board.height())
                };
                all.iter().filter(middle).collect()
            }
            HazardRule::Scatter => all.minus(self.hazards),
            HazardRule::Pools => self.hazards,
            HazardRule::ExpandScatter if self.turn > 1 => self.ring_to_fill().unwrap_or(all),
            _ => all,
        }
    }

    /// The event hits a cell; answers the food that came with it.
    fn hazard_event(&mut self, cell: u16) -> Option<(u16, u32)> {
        match self.hazard_rule() {
            HazardRule::Maze => return Some(self.next_maze(cell)),
            HazardRule::Pools => self.set_height(cell, self.height(cell) - 1),
            rule => {
                self.set_height(cell, self.height(cell).saturating_add(1));
                let centred = matches!(
                    rule,
                    HazardRule::Spiral | HazardRule::ExpandBox | HazardRule::ExpandScatter
                );
                if centred && self.chosen_centre().is_none() {
                    self.set_memory(Memory([cell + 1, 0, 0, 0]));
                }
            }
        }
        None
    }

    fn side_event(&mut self, side: Direction) {
        let strip = match self.hazard_rule() {
            HazardRule::GrowBox => self.box_grown(side),
            _ => {
                self.bounds(self.table.spread.all().minus(self.hazards)).map(|open| open.rim(side))
            }
        };
        let Some(strip) = strip else { return };
        for cell in self.cells_of(strip).iter() {
            if self.height(cell) == 0 {
                self.set_height(cell, 1);
            }
        }
    }

    /// The smallest rectangle around a set of cells.
    fn bounds(&self, cells: Bits<W>) -> Option<Rect> {
        let mut points = cells.iter().map(|cell| self.board().point(cell));
        let first = points.next()?;
        Some(points.fold(Rect { low: first, high: first }, |rect, at| Rect {
            low: Point::new(rect.low.x.min(at.x), rect.low.y.min(at.y)),
            high: Point::new(rect.high.x.max(at.x), rect.high.y.max(at.y)),
        }))
    }

    fn cells_of(&self, rect: Rect) -> Bits<W> {
        let inside = |&cell: &u16| {
            let at = self.board().point(cell);
            (rect.low.x..=rect.high.x).contains(&at.x) && (rect.low.y..=rect.high.y).contains(&at.y)
        };
        self.table.spread.all().iter().filter(inside).collect()
    }

    /// The strip that the box of hazard gains on a side, if the board has room.
    fn box_grown(&self, side: Direction) -> Option<Rect> {
        let strip = self.bounds(self.hazards)?.beyond(side);
        self.board().holds(strip.low).then_some(strip)
    }

    fn box_can_grow(&self) -> bool {
        Direction::ALL.into_iter().any(|side| self.box_grown(side).is_some())
    }

    /// The cells of the board in a square ring around the chosen centre.
    fn ring(&self, centre: u16, radius: i64) -> Bits<W> {
        let middle = self.board().point(centre);
        let on_ring = |&cell: &u16| {
            let at = self.board().point(cell);
            at.x.abs_diff(middle.x).max(at.y.abs_diff(middle.y)) == radius.unsigned_abs()
        };
        self.table.spread.all().iter().filter(on_ring).collect()
    }

    /// What is left of the innermost ring that is not yet full.
    fn ring_to_fill(&self) -> Option<Bits<W>> {
        let centre = self.chosen_centre()?;
        (1..i64::from(crate::geometry::MAX_SIDE))
            .map(|radius| self.ring(centre, radius).minus(self.hazards))
            .find(|left| !left.is_empty())
    }

    fn next_maze(&mut self, number: u16) -> (u16, u32) {
        let level = self.memory.0[0] + 2;
        self.set_memory(Memory([level - 1, 0, 0, 0]));
        let snake = &self.snakes[0];
        let neck = (snake.len() > 1).then(|| snake.entry(1));
        let maze = Maze::dig(self.board(), snake.head(), neck, level, number);
        for cell in self.table.spread.all().iter() {
            self.set_height(cell, u8::from(maze.walls.contains(&cell)));
        }
        (maze.goal, self.add_food(maze.goal))
    }
}

impl Rect {
    /// The outermost row or column on that side.
    fn rim(self, side: Direction) -> Rect {
        let Rect { low, high } = self;
        match side {
            Direction::Up => Rect { low: Point::new(low.x, high.y), high },
            Direction::Down => Rect { low, high: Point::new(high.x, low.y) },
            Direction::Left => Rect { low, high: Point::new(low.x, high.y) },
            Direction::Right => Rect { low: Point::new(high.x, low.y), high },
        }
    }

    /// The row or column just outside on that side.
    fn beyond(self, side: Direction) -> Rect {
        let rim = self.rim(side);
        Rect { low: rim.low.toward(side), high: rim.high.toward(side) }
    }
}

/// What maps do for sure.
impl<const W: usize, const S: usize> Battlesnake<W, S> {
    fn change_hazards(&mut self, round: &Round<W, S>) {
        match self.hazard_rule() {
            HazardRule::Spiral => self.wind_spiral(),
            HazardRule::ExpandBox => self.expand_box(),
            HazardRule::Pits => self.fill_pits(),
            HazardRule::Sinkholes => self.deepen_sinkhole(),
            HazardRule::Snail => self.leave_trails(round),
            _ => {}
        }
    }

    /// One cell every third turn, ring by ring, clockwise from above the
    /// centre; a cell off the board costs its turn.
    fn wind_spiral(&mut self) {
        let Some(centre) = self.chosen_centre() else { return };
        if !self.beats(6, 3) {
            return;
        }
        let mut left = i64::from(self.turn / 3 - 2);
        let mut radius = 1;
        while left >= 8 * radius {
            left -= 8 * radius;
            radius += 1;
        }
        let at = self.board().point(centre);
        let mut at = Point::new(at.x - radius + 1, at.y + radius);
        for side in spiral_walk(radius).take(left as usize) {
            at = at.toward(side);
        }
        if let Some(cell) = self.board().cell(at) {
            self.set_height(cell, self.height(cell).saturating_add(1));
        }
    }

    fn expand_box(&mut self) {
        let Some(centre) = self.chosen_centre() else { return };
        if self.beats(21, 20) {
            for cell in self.ring(centre, i64::from((self.turn - 1) / 20)).iter() {
                self.set_height(cell, self.height(cell).saturating_add(1));
            }
        }
    }

    fn fill_pits(&mut self) {
        const LAYERS: [u8; 7] = [0, 1, 2, 3, 4, 4, 4];
        let every = self.table.settings.shrink_every;
        if every == 0 || !self.beats(every + 1, every) {
            return;
        }
        let layers = LAYERS[((self.turn - 1) / every % 7) as usize];
        let (width, height) = (i64::from(self.board().width()), i64::from(self.board().height()));
        for cell in self.table.spread.all().iter() {
            let at = self.board().point(cell);
            let start = (at.x == 1 || at.x == width - 2) && (at.y == 1 || at.y == height - 2);
            if at.x % 2 == 1 && at.y % 2 == 1 && !start {
                self.set_height(cell, layers);
            }
        }
    }

    /// A square without its corners, one larger each time, on top of the last.
    fn deepen_sinkhole(&mut self) {
        let every = self.table.settings.shrink_every;
        let rings = match self.board().width() {
            ..=7 => 3,
            8..=11 => 5,
            _ => 7,
        };
        if !(self.turn == 2 || self.beats(2, every)) {
            return;
        }
        let radius = u64::from((self.turn - 2).checked_div(every).unwrap_or(0));
        if radius >= rings {
            return;
        }
        let centre = self.board().centre();
        for cell in self.table.spread.all().iter() {
            let at = self.board().point(cell);
            let (across, along) = (at.x.abs_diff(centre.x), at.y.abs_diff(centre.y));
            let corner = radius > 0 && across == radius && along == radius;
            if across.max(along) <= radius && !corner {
                self.set_height(cell, self.height(cell).saturating_add(1));
            }
        }
    }

    /// Trails fade by a layer; a cell that a tail left gets as many layers as
    /// the snake was long, unless a head has come there in the same round.
    fn leave_trails(&mut self, round: &Round<W, S>) {
        for cell in self.hazards.iter() {
            self.set_height(cell, self.height(cell) - 1);
        }
        for seat in round.living().iter() {
            let Some((cell, length)) = round.left_behind(seat) else { continue };
            if self.living.iter().all(|other| self.head(other) != cell) {
                self.set_height(cell, length.min(255) as u8);
            }
        }
    }
}

/// Round a ring once: right along the top, down, left, up, right again.
fn spiral_walk(radius: i64) -> impl Iterator<Item = Direction> {
    let side = 2 * radius as usize;
    let run = |direction, steps| std::iter::repeat_n(direction, steps);
    run(Direction::Right, side - 1)
        .chain(run(Direction::Down, side))
        .chain(run(Direction::Left, side))
        .chain(run(Direction::Up, side))
}
