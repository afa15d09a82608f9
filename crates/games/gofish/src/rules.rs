//! One ask and all that follows from it, until somebody has to ask again.

use crate::cards::Rank;
use crate::event::{Event, Kind};
use crate::hand::{Counts, ranks_in};
use crate::moves::Ask;
use crate::options::{EmptyHand, End, LuckyFish, Options, Shown};
use crate::state::{GoFish, Hot, OVER, ROUNDS};
use takeback_core::{
    Game, Indexed, Key, Keyed, Moves, Payoff, Player, Playout, RandomMove, Scored, SplitMix, Turn,
    mix,
};

/// Who is told of what happens: the game writes it down, a playout does not.
pub(crate) trait Witness {
    fn saw(&mut self, hot: &mut Hot, event: Event);
    /// Whether anybody wants to know of events.
    const LISTENS: bool;
    /// Whether what follows from them for everybody is kept.
    const LEARNS: bool;
}

impl Witness for Vec<Event> {
    const LISTENS: bool = true;
    const LEARNS: bool = true;

    #[inline]
    fn saw(&mut self, hot: &mut Hot, event: Event) {
        hot.note(event);
        self.push(event);
    }
}

/// Nobody writes anything down; `LEARNS` says whether anybody remembers.
pub(crate) struct Deaf<const LEARNS: bool>;

impl<const LEARNS: bool> Witness for Deaf<LEARNS> {
    const LISTENS: bool = false;
    const LEARNS: bool = LEARNS;

    #[inline(always)]
    fn saw(&mut self, _: &mut Hot, _: Event) {}
}

impl Hot {
    /// Move the key of the public history along.
    #[inline]
    pub(crate) fn note(&mut self, event: Event) {
        let [word, laid] = event.words();
        self.public = mix(self.public ^ word).wrapping_add(laid);
        self.events += 1;
    }

    /// A seat takes the top card.
    #[inline]
    pub(crate) fn draw<const NOTED: bool>(&mut self, deck: &[Rank; 64], seat: u8) -> Rank {
        let (at, rank) = (usize::from(seat & 7), deck[usize::from(self.top & 63)]);
        self.top += 1;
        self.hands[at].add(rank, 1);
        self.sizes[at] += 1;
        if NOTED {
            self.private[at] = mix(self.private[at] ^ (u64::from(rank) + 1));
        }
        rank
    }

    /// Lay down every book the seat holds.
    #[inline]
    pub(crate) fn lay_books(&mut self, options: &Options, seat: u8) -> Counts {
        let at = usize::from(seat & 7);
        let mut laid = Counts(0);
        let mut full = self.hands[at].at_least(options.book);
        while full != 0 {
            for rank in ranks_in(full) {
                self.hands[at].take(rank, options.book);
                self.sizes[at] -= options.book;
                self.books[at] += 1;
                self.left -= 1;
                laid.add(rank, 1);
            }
            full = self.hands[at].at_least(options.book);
        }
        laid
    }
}

/// The deck and the rules, for a run of asks on one [`Hot`].
pub(crate) struct Dealer<'a, W> {
    pub(crate) options: &'a Options,
    pub(crate) deck: &'a [Rank; 64],
    pub(crate) witness: &'a mut W,
}

impl<W: Witness> Dealer<'_, W> {
    /// The asker asks; then everything that happens by itself.
    #[inline]
    pub(crate) fn ask(&mut self, hot: &mut Hot, ask: Ask) {
        let again = self.answer(hot, ask);
        let goes_on = self.has_ended(hot) || again && self.is_ready(hot);
        if !goes_on {
            self.pass(hot);
        }
        if self.has_ended(hot) {
            hot.seat = OVER;
        }
    }

    #[inline]
    fn draw(&self, hot: &mut Hot) -> Rank {
        if W::LISTENS {
            hot.draw::<true>(self.deck, hot.seat)
        } else {
            hot.draw::<false>(self.deck, hot.seat)
        }
    }

    /// Cards change hands, books go down. Whether the asker asks again.
    #[inline]
    fn answer(&mut self, hot: &mut Hot, ask: Ask) -> bool {
        let (seat, target) = (usize::from(hot.seat & 7), usize::from(ask.target.0 & 7));
        let given = hot.hands[target].of(ask.rank);
        let mut again = given > 0;
        let mut fished = None;
        if given > 0 {
            hot.hands[target].take(ask.rank, given);
            hot.sizes[target] -= given;
            hot.hands[seat].add(ask.rank, given);
            hot.sizes[seat] += given;
        } else if hot.top < self.options.cards() {
            let rank = self.draw(hot);
            again = rank == ask.rank && self.options.lucky_fish == LuckyFish::AsksAgain;
            fished = Some(rank);
        }
        // Looked for even when nothing came: a book dealt in the opening hand of
        // a player who never got a card would otherwise keep the game from ending.
        let laid = hot.lay_books(self.options, hot.seat);
        if W::LEARNS {
            hot.told.asked(seat, target, ask.rank, given);
            match fished {
                Some(rank) if self.is_shown(ask, rank) => hot.told.showed(seat, rank),
                Some(_) => hot.told.drew(seat),
                None => {}
            }
            hot.told.laid(seat, laid, self.options.book);
        }
        self.tell_ask(hot, ask, given, fished, laid);
        again
    }

    /// Whether everybody sees a card that was fished.
    #[inline]
    fn is_shown(&self, ask: Ask, fished: Rank) -> bool {
        fished == ask.rank || self.options.shown == Shown::Always
    }

    #[inline]
    fn tell_ask(&mut self, hot: &mut Hot, ask: Ask, given: u8, fished: Option<Rank>, laid: Counts) {
        if W::LISTENS {
            let seen = |&rank: &Rank| self.is_shown(ask, rank);
            let event = Event {
                kind: Kind::Ask,
                seat: Player(hot.seat),
                target: ask.target,
                rank: ask.rank,
                given,
                drew: fished.is_some().into(),
                shown: fished.filter(seen),
                laid,
            };
            self.witness.saw(hot, event);
        }
    }

    #[inline]
    fn has_ended(&self, hot: &Hot) -> bool {
        hot.left == 0
            || match self.options.end {
                End::AllBooks => false,
                End::PondEmpty => hot.top == self.options.cards(),
                End::HandEmpty => hot.sizes[..usize::from(self.options.players)].contains(&0),
            }
    }

    /// Whether the seat in turn has something to ask with, after drawing if
    /// its hand is empty.
    #[inline]
    pub(crate) fn is_ready(&mut self, hot: &mut Hot) -> bool {
        if hot.sizes[usize::from(hot.seat & 7)] > 0 {
            return true;
        }
        self.refill(hot)
    }

    fn refill(&mut self, hot: &mut Hot) -> bool {
        let most = match self.options.empty_hand {
            EmptyHand::DrawOne => 1,
            EmptyHand::DrawFive => 5,
            EmptyHand::Out => 0,
        };
        let seat = hot.seat;
        // Five cards may be nothing but books: then draw again.
        while hot.sizes[usize::from(seat & 7)] == 0 {
            let drew = most.min(self.options.cards() - hot.top);
            if drew == 0 {
                return false;
            }
            for _ in 0..drew {
                self.draw(hot);
            }
            let laid = hot.lay_books(self.options, seat);
            if W::LEARNS {
                hot.told.drew(usize::from(seat & 7));
                hot.told.laid(usize::from(seat & 7), laid, self.options.book);
            }
            self.witness.saw(hot, Event { drew, laid, ..Event::new(Kind::Draw, Player(seat)) });
        }
        true
    }

    /// The turn goes round to the next seat that can ask.
    #[inline]
    fn pass(&mut self, hot: &mut Hot) {
        for _ in 0..self.options.players {
            hot.seat += 1;
            if hot.seat == self.options.players {
                hot.seat = 0;
                hot.rounds += 1;
                if hot.rounds >= ROUNDS {
                    break;
                }
            }
            if self.is_ready(hot) {
                return;
            }
        }
        hot.seat = OVER;
    }
}

impl GoFish {
    /// After the deal: whoever can ask begins.
    pub(crate) fn settle(&mut self) {
        let GoFish { options, deck, hot, history, .. } = self;
        let mut dealer = Dealer { options, deck, witness: history };
        if !dealer.has_ended(hot) && !dealer.is_ready(hot) {
            dealer.pass(hot);
        }
        if dealer.has_ended(hot) {
            hot.seat = OVER;
        }
    }
}

impl Game for GoFish {
    type Move = Ask;
    type Undo = Hot;
    const HIDES: bool = true;

    fn players(&self) -> usize {
        self.options.players.into()
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.hot.seat == OVER { Turn::Over } else { Turn::Player(Player(self.hot.seat)) }
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Ask>) {
        if self.hot.seat == OVER {
            return;
        }
        let hand = self.hot.hands[usize::from(self.hot.seat & 7)];
        for target in self.seats().filter(|p| p.0 != self.hot.seat) {
            out.extend(hand.ranks().map(|rank| Ask { target, rank }));
        }
    }

    #[inline]
    fn make(&mut self, ask: Ask) -> Hot {
        let before = self.hot;
        let GoFish { options, deck, hot, history, .. } = self;
        Dealer { options, deck, witness: history }.ask(hot, ask);
        before
    }

    #[inline]
    fn unmake(&mut self, _: Ask, before: Hot) {
        self.hot = before;
        self.history.truncate(before.events as usize);
    }

    fn payoff(&self, player: Player) -> Payoff {
        let winners = self.leaders();
        if winners.contains(player) {
            Payoff(2000 / winners.len() as i32 - 1000)
        } else {
            Payoff::LOSS
        }
    }
}

/// Points are books more than the best of the others has.
impl Scored for GoFish {
    fn most_points(&self) -> i32 {
        self.options.books().into()
    }

    fn points(&self, player: Player) -> i32 {
        let others = self.seats().filter(|&seat| seat != player);
        let best = others.map(|seat| self.books(seat)).max().unwrap_or(0);
        i32::from(self.books(player)) - i32::from(best)
    }
}

/// The key of everything but the rest of the deck.
fn hot_key(hot: &Hot) -> u64 {
    // Rounds matter only when the limit is near; before that two positions
    // that differ by them alone are one.
    let rounds = u64::from(hot.rounds.saturating_sub(ROUNDS - 100));
    let books = u64::from_le_bytes(hot.books);
    let mut key = mix(books ^ rounds << 48 ^ u64::from(hot.seat) << 56);
    for (seat, hand) in hot.hands[..6].iter().enumerate() {
        key ^= mix(hand.0 ^ (seat as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    }
    key
}

impl Keyed for GoFish {
    #[inline]
    fn key(&self) -> Key {
        Key(hot_key(&self.hot) ^ self.tails[usize::from(self.hot.top)])
    }

    fn key_from_scratch(&self) -> Key {
        let mut fresh = self.clone();
        fresh.tails = [0; 65];
        fresh.set_tails();
        fresh.key()
    }
}

impl Indexed for GoFish {
    const INDICES: usize = Ask::NUMBERS;

    #[inline]
    fn index(&self, ask: Ask) -> usize {
        ask.number()
    }
}

#[inline]
pub(crate) fn random_ask(hot: &Hot, players: u8, rng: &mut SplitMix) -> Ask {
    let hand = hot.hands[usize::from(hot.seat & 7)];
    let others = u32::from(players) - 1;
    let pick = rng.below((hand.distinct() * others) as usize) as u32;
    let (rank, target) = if others == 1 { (pick, 0) } else { (pick / others, pick % others) };
    let target = target as u8 + u8::from(target as u8 >= hot.seat);
    Ask { target: Player(target), rank: hand.nth_rank(rank) }
}

impl RandomMove for GoFish {
    #[inline]
    fn random_move(&self, rng: &mut SplitMix) -> Ask {
        random_ask(&self.hot, self.options.players, rng)
    }
}

impl Playout for GoFish {
    type Scratch = ();

    fn playout(&self, (): &mut (), rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let (hot, asks) = self.play_out::<false>(rng, random_ask);
        let books = &hot.books[..results.len()];
        let best = books.iter().max().copied().unwrap_or(0);
        let winners = books.iter().filter(|&&b| b == best).count() as i32;
        for (result, &books) in results.iter_mut().zip(books) {
            *result = if books == best { Payoff(2000 / winners - 1000) } else { Payoff::LOSS };
        }
        asks
    }
}

impl GoFish {
    /// Play to the end by `choose` without writing anything down; with `LEARNS`
    /// everybody remembers what the asks tell. How it ended, after how many asks.
    #[inline]
    pub(crate) fn play_out<const LEARNS: bool>(
        &self,
        rng: &mut SplitMix,
        choose: impl Fn(&Hot, u8, &mut SplitMix) -> Ask,
    ) -> (Hot, u32) {
        let (mut hot, mut asks) = (self.hot, 0);
        let witness = &mut Deaf::<LEARNS>;
        let mut dealer = Dealer { options: &self.options, deck: &self.deck, witness };
        while hot.seat != OVER {
            let ask = choose(&hot, self.options.players, rng);
            dealer.ask(&mut hot, ask);
            asks += 1;
        }
        (hot, asks)
    }
}
