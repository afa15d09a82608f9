//! What must be the same again after a move was taken back.

use crate::numbering::fingerprint;
use crate::subject::{Slot, Subject};
use takeback_core::{Payoff, Player, Turn};

/// A view of a position, reduced to a number for comparison and shown as text
/// when the numbers differ. Views catch what a hand-written `==` overlooks.
pub(crate) struct Aspect {
    pub(crate) name: &'static str,
    pub(crate) read: fn(&mut dyn Subject, Slot) -> u64,
    pub(crate) show: fn(&mut dyn Subject, Slot) -> String,
    /// Cheap enough to compare after every single move explored.
    pub(crate) cheap: bool,
}

/// A law that does not hold.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    pub(crate) law: String,
    pub(crate) detail: String,
}

impl Broken {
    pub(crate) fn new(law: impl Into<String>, detail: impl Into<String>) -> Self {
        Broken { law: law.into(), detail: detail.into() }
    }
}

/// Aspects every game has.
pub(crate) fn basic() -> Vec<Aspect> {
    vec![
        Aspect {
            name: "turn",
            read: |subject, at| fingerprint(&subject.turn(at)),
            show: |subject, at| format!("{:?}", subject.turn(at)),
            cheap: true,
        },
        Aspect {
            name: "move list",
            read: |subject, at| subject.list_print(at),
            show: |subject, at| {
                let list = subject.legal(at);
                subject.list_text(&list)
            },
            cheap: false,
        },
        Aspect {
            name: "payoffs",
            read: |subject, at| fingerprint(&payoffs_when_over(subject, at)),
            show: |subject, at| format!("{:?}", payoffs_when_over(subject, at)),
            cheap: false,
        },
    ]
}

/// What a game with keys must get back too.
pub(crate) fn keyed() -> [Aspect; 2] {
    [
        Aspect {
            name: "key",
            read: |subject, at| subject.key(at).0,
            show: |subject, at| format!("{:?}", subject.key(at)),
            cheap: true,
        },
        Aspect {
            name: "repeat",
            read: |subject, at| u64::from(subject.is_repeat(at)),
            show: |subject, at| format!("{:?}", subject.is_repeat(at)),
            cheap: true,
        },
    ]
}

/// What every seat sees.
pub(crate) fn observations() -> Aspect {
    Aspect {
        name: "observations",
        read: |subject, at| {
            let seats = Player::all(subject.players(at));
            fingerprint(&seats.map(|p| subject.observation_print(at, p)).collect::<Vec<_>>())
        },
        show: |subject, at| {
            let seats = Player::all(subject.players(at));
            let seen: Vec<_> = seats.map(|p| subject.observation_text(at, p)).collect();
            format!("[{}]", seen.join(", "))
        },
        cheap: false,
    }
}

/// Everybody's payoff.
pub(crate) fn payoffs(subject: &dyn Subject, at: Slot) -> Vec<Payoff> {
    Player::all(subject.players(at)).map(|p| subject.payoff(at, p)).collect()
}

fn payoffs_when_over(subject: &dyn Subject, at: Slot) -> Option<Vec<Payoff>> {
    (subject.turn(at) == Turn::Over).then(|| payoffs(subject, at))
}

/// A position with all its aspects, to compare with later.
pub(crate) struct Snapshot {
    slot: Slot,
    aspects: Vec<u64>,
}

impl Snapshot {
    /// The copy lies on the shelf until that is cleared.
    pub(crate) fn take(subject: &mut dyn Subject, at: Slot, aspects: &[Aspect]) -> Self {
        let slot = subject.copy(at);
        Snapshot { slot, aspects: aspects.iter().map(|a| (a.read)(subject, at)).collect() }
    }

    /// Whether the position is what it was when the snapshot was taken.
    pub(crate) fn compare(
        &self,
        subject: &mut dyn Subject,
        at: Slot,
        aspects: &[Aspect],
        when: &str,
    ) -> Result<(), Broken> {
        self.compare_those(subject, at, aspects, when, |_| true)
    }

    /// As [`compare`](Self::compare), with the cheap aspects only.
    pub(crate) fn compare_quickly(
        &self,
        subject: &mut dyn Subject,
        at: Slot,
        aspects: &[Aspect],
        when: &str,
    ) -> Result<(), Broken> {
        self.compare_those(subject, at, aspects, when, |aspect| aspect.cheap)
    }

    fn compare_those(
        &self,
        subject: &mut dyn Subject,
        at: Slot,
        aspects: &[Aspect],
        when: &str,
        wanted: impl Fn(&Aspect) -> bool,
    ) -> Result<(), Broken> {
        if !subject.same(self.slot, at) {
            let changed = subject.difference(self.slot, at);
            return Err(Broken::new(format!("position {when}"), changed));
        }
        for (aspect, &was) in aspects.iter().zip(&self.aspects).filter(|(a, _)| wanted(a)) {
            if (aspect.read)(subject, at) != was {
                let (was, is) = ((aspect.show)(subject, self.slot), (aspect.show)(subject, at));
                let law = format!("{} {when}", aspect.name);
                return Err(Broken::new(law, format!("was {was}\nis  {is}")));
            }
        }
        Ok(())
    }
}
