//! Go Fish on the kit: cards with suits, in hands that keep their order.
//!
//! The same rules a second time, written with elements, commands and a turn
//! program. It is what front ends and records use, where every card matters; the
//! counts of [`GoFish`](crate::GoFish) are for searching, and the two are held
//! against each other ask by ask. Here players may also agree to ask for one
//! card at a time ([`ByCard`]), which counts of ranks cannot tell.

mod asking;
mod facts;

pub use asking::{Asking, ByCard, ByRank, CardAsk};

use crate::cards::{Card, Rank, fresh_deck};
use crate::eval::worth;
use crate::hand::{Counts, ranks_in};
use crate::notation::NoAsk;
use crate::options::{DealtBooks, EmptyHand, End, LuckyFish, Options, OptionsError, Shown};
use crate::prospect::{Side, ahead};
use crate::state::ROUNDS;
use facts::Facts;
use std::fmt;
use std::marker::PhantomData;
use takeback_core::{Moves, Player, Players};
use takeback_kit::{
    Attribute, Board, Class, Flow, HiddenRules, Id, KitGame, Message, Mulberry, NotationRules,
    Place, PortableRules, Rules, Shape, Sight, Step, Variable,
};

const SPACE: Class = Class(1);
const CARD: Class = Class(2);
/// On a card: its number.
const FACE: Attribute = Attribute(0);

const POND: Id = Id(2);

/// On a hand: how many of each rank, as [`Counts`]. Only who sees into the hand
/// sees it.
const COUNTS: Attribute = Attribute(0);

/// Whether the turn goes on.
const TURN: Variable = Variable(0);
const GOES_ON: u64 = 1;

/// Rounds gone by.
const ROUND: Variable = Variable(1);

/// The seats whose books have been looked for, a bit each.
const LOOKED: Variable = Variable(2);

/// "Seat a asked seat b for rank (or card) c and got d."
pub const ASKED: u8 = 1;
/// "Seat a went fishing." b is 1 + the rank when everybody saw it.
pub const FISHED: u8 = 2;
/// "Seat a drew b cards for want of any."
pub const DREW: u8 = 3;
/// "Seat a laid down b books of rank c."
pub const LAID: u8 = 4;
/// "Seat a: you drew rank b." For that seat alone.
pub const YOURS: u8 = 5;

/// Go Fish with a deck known from the start.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KitRules<A = ByRank> {
    options: Options,
    /// Top first.
    deck: Deal,
    asking: PhantomData<A>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum Deal {
    Seed(String),
    Cards(Vec<Card>),
}

/// Go Fish on the kit as a game.
pub type KitGoFish<A = ByRank> = KitGame<KitRules<A>>;

impl KitRules {
    /// The usual 52 cards, shuffled by a text seed.
    ///
    /// # Errors
    /// When the options make no sense or are not for 13 ranks of four.
    pub fn seeded(options: Options, seed: &str) -> Result<Self, OptionsError> {
        let options = options.checked()?;
        if options.cards() != 52 || options.copies != 4 {
            return Err(OptionsError::Deck);
        }
        Ok(KitRules { options, deck: Deal::Seed(seed.to_owned()), asking: PhantomData })
    }

    /// These cards, top first.
    ///
    /// # Errors
    /// When the options make no sense or the cards are not theirs.
    pub fn with_cards(options: Options, cards: &[Card]) -> Result<Self, OptionsError> {
        let options = options.checked()?;
        let mut seen = [false; 256];
        let fresh = cards.iter().all(|c| {
            c.rank() < options.ranks && !std::mem::replace(&mut seen[usize::from(c.0)], true)
        });
        if !fresh || options.copies > 4 || cards.len() != usize::from(options.cards()) {
            return Err(OptionsError::Deck);
        }
        let rank = |rank| cards.iter().filter(|c| c.rank() == rank).count();
        if (0..options.ranks).any(|r| rank(r) != usize::from(options.copies)) {
            return Err(OptionsError::Deck);
        }
        Ok(KitRules { options, deck: Deal::Cards(cards.to_vec()), asking: PhantomData })
    }

    /// The same deck, asked for card by card. Books are laid at the deal, or
    /// four of a kind would leave nothing to ask for.
    ///
    /// # Errors
    /// When there are not four cards of a rank.
    pub fn asking_for_cards(self) -> Result<KitRules<ByCard>, OptionsError> {
        if self.options.copies != 4 {
            return Err(OptionsError::Deck);
        }
        let options = Options { dealt_books: DealtBooks::AtDeal, ..self.options };
        Ok(KitRules { options, deck: self.deck, asking: PhantomData })
    }

    /// The space of a seat's hand.
    #[must_use]
    pub fn hand(player: Player) -> Id {
        hand(player)
    }

    /// The space of a seat's books.
    #[must_use]
    pub fn books(player: Player) -> Id {
        books(player)
    }

    /// The pond.
    #[must_use]
    pub fn pond() -> Id {
        POND
    }

    /// The card an element shows.
    #[inline]
    #[must_use]
    pub fn card(board: &Board, id: Id) -> Card {
        card(board, id)
    }

    /// How many of each rank a hand holds: written on the hand, so that nobody
    /// has to go through the cards to find that there is none.
    #[inline]
    #[must_use]
    pub fn counts(board: &Board, player: Player) -> Counts {
        counts(board, player)
    }
}

fn hand(player: Player) -> Id {
    Id(3 + 2 * u32::from(player.0))
}

fn books(player: Player) -> Id {
    Id(4 + 2 * u32::from(player.0))
}

#[inline]
fn card(board: &Board, id: Id) -> Card {
    Card(board.value(id, FACE))
}

#[inline]
fn counts(board: &Board, player: Player) -> Counts {
    Counts(board.value(hand(player), COUNTS))
}

/// Whose books have been laid down since the deal: they hold none.
fn books_looked_for(board: &Board) -> Players {
    Players(board.variable(LOOKED) as u32)
}

#[inline]
fn recount(board: &mut Board, player: Player, change: impl FnOnce(&mut Counts)) {
    let mut counts = counts(board, player);
    change(&mut counts);
    board.set(hand(player), COUNTS, counts.0);
}

/// Move so many cards of a rank that fit from a hand to another space, in their
/// order. The number of the last one that was drawn, 0 if it came another way.
fn move_cards<A: Asking>(
    board: &mut Board,
    from: Player,
    to: Id,
    (rank, count): (Rank, u8),
    fits: impl Fn(Card) -> bool,
) -> u8 {
    let (mut left, mut last) = (count, 0);
    let mut next = board.first(hand(from));
    while let Some(id) = next
        && left > 0
    {
        next = board.after(id);
        if fits(card(board, id)) {
            last = board.note(id) as u8;
            Facts::<A>::loses(board, from, id);
            // Cards change hands in the open.
            board.reveal(id, Players::all(board.shape().players));
            board.move_to(id, to, Place::Last);
            left -= 1;
        }
    }
    recount(board, from, |counts| counts.take(rank, count));
    last
}

impl<A: Asking> KitRules<A> {
    /// The rules of the table.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// How many books a seat has.
    #[must_use]
    pub fn score(&self, board: &Board, player: Player) -> usize {
        board.count(books(player)) / usize::from(self.options.book)
    }

    fn seats(&self) -> impl DoubleEndedIterator<Item = Player> + Clone + use<A> {
        Player::all(self.options.players.into())
    }

    fn tell(&self, board: &mut Board, template: u8, values: [u8; 4]) {
        let audience = Players::all(self.options.players.into());
        board.message(Message { template, audience, values });
    }

    /// The seat takes the top card of the pond.
    fn draw(&self, board: &mut Board, player: Player) -> Option<Card> {
        let id = board.first(POND)?;
        board.move_to(id, hand(player), Place::Last);
        let card = card(board, id);
        let rank = card.rank();
        recount(board, player, |counts| counts.add(rank, 1));
        Facts::<A>::drew(board, id, self.drawn(board));
        let values = [player.0, rank, 0, 0];
        board.message(Message { template: YOURS, audience: Players::only(player), values });
        Some(card)
    }

    /// How many cards have been taken from the pond.
    fn drawn(&self, board: &Board) -> u8 {
        self.options.cards() - board.count(POND) as u8
    }

    /// Lay down every book in the hand.
    fn lay_books(&self, board: &mut Board, player: Player) {
        let book = self.options.book;
        let counts = counts(board, player);
        for rank in ranks_in(counts.at_least(book)) {
            let count = counts.of(rank) / book;
            let whole = (rank, count * book);
            let fits = |card: Card| card.rank() == rank;
            let last = move_cards::<A>(board, player, books(player), whole, fits);
            if A::WHOLE {
                // Cards go down in the order in which they came: none was left behind.
                let upto = if last == 0 { self.drawn(board) } else { last };
                Facts::<A>::has_none(board, player, rank, upto);
            }
            self.tell(board, LAID, [player.0, count, rank, 0]);
        }
        let looked = books_looked_for(board);
        if !looked.contains(player) {
            board.set_variable(LOOKED, u64::from(looked.with(player).0));
        }
    }

    /// End the game if it is time.
    fn judge(&self, board: &mut Board) {
        let pond = board.is_empty(POND);
        let hands = self.seats().filter(|&p| board.is_empty(hand(p))).count();
        let all = usize::from(self.options.players);
        let ended = pond && hands == all
            || match self.options.end {
                End::AllBooks => false,
                End::PondEmpty => pond,
                End::HandEmpty => hands > 0,
            };
        let stuck = self.options.empty_hand == EmptyHand::Out && hands == all;
        if ended || stuck || board.variable(ROUND) >= u64::from(ROUNDS) {
            let best = self.seats().map(|p| self.score(board, p)).max();
            let winners = self.seats().filter(|&p| Some(self.score(board, p)) == best).collect();
            board.finish(winners);
        }
    }

    /// Before an ask: an empty hand draws if it may.
    fn refill(&self, board: &mut Board) {
        let Some(player) = board.current() else { return };
        if board.variable(TURN) != GOES_ON {
            return;
        }
        let most = match self.options.empty_hand {
            EmptyHand::DrawOne => 1,
            EmptyHand::DrawFive => 5,
            EmptyHand::Out => 0,
        };
        while most > 0 && board.is_empty(hand(player)) && !board.is_empty(POND) {
            let mut drew = 0;
            while drew < most && self.draw(board, player).is_some() {
                drew += 1;
            }
            self.tell(board, DREW, [player.0, drew, 0, 0]);
            self.lay_books(board, player);
        }
        self.judge(board);
    }

    fn begin_turn(&self, board: &mut Board) {
        board.set_variable(TURN, GOES_ON);
        self.refill(board);
    }

    fn goes_on(&self, board: &Board) -> bool {
        let Some(player) = board.current() else { return false };
        board.variable(TURN) == GOES_ON && !board.is_empty(hand(player))
    }
}

impl<A: Asking> Rules for KitRules<A> {
    const HIDES: bool = true;
    const VARIABLES: usize = 3 + Facts::<A>::VARIABLES;
    type Move = A::Ask;

    fn shape(&self) -> Shape {
        Shape { players: self.options.players.into(), attributes: 1, tracks: 0 }
    }

    /// Round and round; a turn is a chain of asks.
    fn flow() -> Flow<Self> {
        let turn = Flow::sequence([
            Flow::Do(KitRules::<A>::begin_turn),
            Flow::repeat_while(
                KitRules::<A>::goes_on,
                Flow::sequence([Flow::Step(Step(0)), Flow::Do(KitRules::<A>::refill)]),
            ),
        ]);
        Flow::forever(Flow::sequence([
            Flow::each_player(turn),
            Flow::Do(|rules, board| {
                board.set_variable(ROUND, board.variable(ROUND) + 1);
                rules.judge(board);
            }),
        ]))
    }

    fn set_up(&self, board: &mut Board) {
        board.create(SPACE, Id::TABLE);
        board.set_visibility(POND, Sight::CountOnly.into());
        for player in self.seats() {
            let hand = board.create(SPACE, Id::TABLE);
            board.set_owner(hand, Some(player));
            board.set_visibility(hand, Sight::Zone.into());
            let books = board.create(SPACE, Id::TABLE);
            board.set_owner(books, Some(player));
        }
        let cards = match &self.deck {
            Deal::Seed(_) => fresh_deck().to_vec(),
            Deal::Cards(cards) => cards.clone(),
        };
        for card in cards {
            let id = board.create(CARD, POND);
            board.set(id, FACE, card.0);
        }
        if let Deal::Seed(seed) = &self.deck {
            board.reseed(Mulberry::seeded(seed));
            board.shuffle(POND);
        }
        for _ in 0..self.options.hand {
            for player in self.seats() {
                self.draw(board, player);
            }
        }
        if self.options.dealt_books == DealtBooks::AtDeal {
            self.seats().for_each(|player| self.lay_books(board, player));
        }
        self.judge(board);
    }

    /// By ranks for two: what is to be expected, to either half of it. Else books,
    /// and cards on the way to one.
    fn worth(&self, board: &Board, player: Player) -> i32 {
        let turn = board.current() == Some(player) && board.variable(TURN) == GOES_ON;
        if A::WHOLE && self.options.players == 2 && self.options.book == 4 {
            let side = |player| Side {
                hand: counts(board, player),
                known: Facts::<A>::known(board, player),
                books: self.score(board, player) as i32,
            };
            let (mine, theirs) = (side(player), side(player.other()));
            let pond = (board.count(POND) as u8, self.options.ranks);
            let ahead =
                if turn { ahead(pond, &mine, &theirs) } else { -ahead(pond, &theirs, &mine) };
            // Points are squashed by 400, books by three: four thirds, half to either.
            return ahead * 2 / 3;
        }
        worth(self.score(board, player) as i32, counts(board, player), turn)
    }

    fn moves(&self, board: &Board, _: Step, player: Player, out: &mut Moves<A::Ask>) {
        for target in self.seats().filter(|&p| p != player) {
            A::list(board, player, target, out);
        }
    }

    fn play(&self, board: &mut Board, _: Step, player: Player, ask: A::Ask) {
        let (target, rank, given) = (A::target(ask), A::rank(ask), A::held(board, ask));
        self.tell(board, ASKED, [player.0, target.0, A::number(ask), given]);
        let mut again = given > 0;
        let drawn = self.drawn(board);
        Facts::<A>::holds(board, player, rank, drawn);
        if !A::WHOLE {
            // Nobody asks for a card that he holds.
            Facts::<A>::has_none(board, player, A::number(ask), drawn);
        }
        if given > 0 {
            let fits = |card| A::fits(ask, card);
            move_cards::<A>(board, target, hand(player), (rank, given), fits);
            recount(board, player, |counts| counts.add(rank, given));
            Facts::<A>::got(board, player, (rank, given));
        }
        Facts::<A>::has_none(board, target, A::number(ask), drawn);
        if given == 0
            && let Some(card) = self.draw(board, player)
        {
            let lucky = A::fits(ask, card);
            let seen = lucky || self.options.shown == Shown::Always;
            match board.last(hand(player)) {
                Some(id) if seen => {
                    board.reveal(id, Players::all(self.options.players.into()));
                    // All know what it is: when it was drawn tells nothing more.
                    board.set_note(id, 0);
                    Facts::<A>::got(board, player, (card.rank(), 1));
                }
                Some(id) => Facts::<A>::hid(board, id, A::number(ask)),
                None => {}
            }
            let shown = if seen { card.rank() + 1 } else { 0 };
            self.tell(board, FISHED, [player.0, shown, 0, 0]);
            again = lucky && self.options.lucky_fish == LuckyFish::AsksAgain;
        }
        self.lay_books(board, player);
        if !again {
            board.set_variable(TURN, 0);
        }
        self.judge(board);
    }
}

impl<A: Asking> HiddenRules for KitRules<A> {
    fn derive(&self, board: &mut Board, space: Id) {
        if !self.seats().any(|player| hand(player) == space) {
            return;
        }
        let mut counts = Counts(0);
        board.children(space).for_each(|id| counts.add(card(board, id).rank(), 1));
        board.set(space, COUNTS, counts.0);
    }

    /// What asks and answers left impossible.
    fn misfits(&self, board: &Board, viewer: Player) -> u32 {
        let others = self.seats().filter(|&player| player != viewer);
        others.map(|player| Facts::<A>::misfits(board, player, self.options.book)).sum()
    }
}

impl<A: Asking> NotationRules for KitRules<A> {
    type MoveError = NoAsk;

    fn write_move(&self, ask: A::Ask, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{ask}")
    }

    fn read_move(&self, text: &str) -> Result<A::Ask, NoAsk> {
        text.parse()
    }
}

impl<A: Asking> PortableRules for KitRules<A> {
    fn write_options(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        write!(out, "{} ;", self.options)?;
        match &self.deck {
            Deal::Seed(seed) => seed.bytes().try_for_each(|b| write!(out, "{b:02x}")),
            Deal::Cards(cards) => cards.iter().try_for_each(|card| write!(out, " {card}")),
        }
    }

    fn read_options(text: &str) -> Option<Self> {
        let (options, deck) = text.split_once(';')?;
        let options: Options = options.parse().ok()?;
        if deck.starts_with(' ') {
            let cards: Result<Vec<Card>, _> = deck.split_whitespace().map(str::parse).collect();
            return A::rules(KitRules::with_cards(options, &cards.ok()?).ok()?).ok();
        }
        let bytes = deck
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        let seed = String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()?;
        A::rules(KitRules::seeded(options, &seed).ok()?).ok()
    }

    /// All cards lie in the pond, in hands or in books, each once.
    fn is_playable(&self, board: &Board) -> bool {
        let spaces = 3 + 2 * u32::from(self.options.players);
        let cards = u32::from(self.options.cards());
        let mut seen = [false; 64];
        board.elements() as u32 == spaces + cards
            && (2..spaces).all(|id| board.parent(Id(id)) == Some(Id::TABLE))
            && self.seats().all(|player| {
                let mut found = [0u64; 16];
                for id in board.children(hand(player)) {
                    found[usize::from(card(board, id).rank() & 15)] += 1;
                }
                let packed = (0..13).fold(0, |word, rank| word | found[rank] << (4 * rank));
                packed == counts(board, player).0
            })
            && board.variable(TURN) <= GOES_ON
            && board.variable(ROUND) <= ROUNDS.into()
            && board.variable(LOOKED) < 1 << self.options.players
            && Facts::<A>::are_sound(board)
            && (spaces..spaces + cards).all(|id| {
                let inside = board.parent(Id(id)).is_some_and(|p| (2..spaces).contains(&p.0));
                let face = board.get::<u64>(Id(id), FACE).filter(|&f| f < 52);
                let new = |f: u64| !std::mem::replace(&mut seen[f as usize], true);
                inside && board.is_empty(Id(id)) && face.is_some_and(new)
            })
    }
}
