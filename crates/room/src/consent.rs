//! What needs the others' consent.
//!
//! Alone with engines everything is free. Where others play, nothing is taken
//! back, paused, set up anew or ended by one alone: it is proposed, and happens
//! when all who play have agreed.

use crate::{Access, Hand, NodeId, Room, RoomError};
use serde::{Deserialize, Serialize};

/// Something that one player cannot decide alone.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// The game goes on from this position: back, forth, or into a branch.
    GoTo(NodeId),
    /// Whether engines and chance go on by themselves.
    Running(bool),
    /// Who plays each seat.
    Seats(Vec<String>),
    /// Begin anew from this position.
    Position(String),
    /// End the game and forget it.
    End,
    /// Call it a draw.
    Draw,
    /// Play another game with the seats exchanged.
    Rematch,
}

/// A wish that waits for consent.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Proposal {
    /// Counts up; an answer names it.
    pub number: u64,
    /// What.
    pub wish: Wish,
    /// Who has agreed so far, the one who asked first.
    pub agreed: Vec<Hand>,
}

/// A proposal as everybody sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ProposalView {
    /// An answer names it.
    pub number: u64,
    /// What is asked for.
    pub wish: Wish,
    /// Whether this token asked for it.
    pub yours: bool,
    /// Whether this token's answer is waited for.
    pub waits_for_you: bool,
}

impl Room {
    /// Ask for something. Alone it happens at once; else the others are asked.
    ///
    /// # Errors
    /// When the wish makes no sense, or another one is still open.
    pub fn ask(&mut self, access: Access, wish: Wish) -> Result<(), RoomError> {
        access.must_take_part()?;
        self.must_make_sense(access, &wish)?;
        if !self.others(access) {
            if wish == Wish::Draw && !self.engines_agree() {
                return Err(RoomError::not_now("the engine plays on: it likes its chances"));
            }
            return self.fulfil(wish);
        }
        if self.hands().contains(&Hand::None) {
            return Err(RoomError::not_now("a seat is still open; wait for whoever takes it"));
        }
        if let Some(open) = &self.proposal
            && open.agreed.first() != Some(&access.hand)
        {
            return Err(RoomError::not_now("another question is still open; answer it first"));
        }
        self.proposals += 1;
        let number = self.proposals;
        self.proposal = Some(Proposal { number, wish, agreed: vec![access.hand] });
        self.touch();
        Ok(())
    }

    /// Agree to what was asked, or not.
    ///
    /// # Errors
    /// When nothing of this number is asked, or not of this token.
    pub fn answer(&mut self, access: Access, number: u64, agree: bool) -> Result<(), RoomError> {
        access.must_take_part()?;
        let known = self.proposal.as_ref().is_some_and(|open| open.number == number);
        let Some(mut open) = self.proposal.take_if(|_| known) else {
            return Err(RoomError::not_now("nothing of this number is asked any more"));
        };
        self.touch();
        if !agree {
            return Ok(());
        }
        if !open.agreed.contains(&access.hand) {
            open.agreed.push(access.hand);
        }
        if self.hands().iter().all(|hand| open.agreed.contains(hand)) {
            return self.fulfil(open.wish);
        }
        self.proposal = Some(open);
        Ok(())
    }

    fn must_make_sense(&self, access: Access, wish: &Wish) -> Result<(), RoomError> {
        match wish {
            Wish::GoTo(node) => self.must_know(*node),
            Wish::Running(_) => Ok(()),
            Wish::Seats(texts) => {
                access.must_own()?;
                self.read_seats(texts).map(|_| ())
            }
            Wish::Position(text) => {
                access.must_own()?;
                if self.kind.hides() && self.others(access) {
                    return Err(RoomError::Hidden(
                        "whoever sets up a hidden game knows it; begin one by yourself",
                    ));
                }
                self.table_from(text).map(|_| ())
            }
            Wish::End => access.must_own(),
            Wish::Draw if self.is_over() => Err(RoomError::Over),
            Wish::Draw => Ok(()),
            Wish::Rematch if !self.is_over() => {
                Err(RoomError::not_now("this game is not over yet"))
            }
            Wish::Rematch if self.next.is_some() => {
                Err(RoomError::not_now("the next game has begun already"))
            }
            Wish::Rematch => Ok(()),
        }
    }

    fn fulfil(&mut self, wish: Wish) -> Result<(), RoomError> {
        self.proposal = None;
        match wish {
            Wish::GoTo(node) => self.go_to(node),
            Wish::Running(running) => {
                self.set_running(running);
                Ok(())
            }
            Wish::Seats(texts) => self.set_seats(&texts),
            Wish::Position(text) => {
                let table = self.table_from(&text)?;
                self.reset(table);
                Ok(())
            }
            Wish::End => {
                self.end();
                Ok(())
            }
            Wish::Draw => {
                if !self.engines_agree() {
                    return Err(RoomError::not_now("the engine plays on: it likes its chances"));
                }
                self.draw();
                Ok(())
            }
            Wish::Rematch => {
                self.wants_successor = true;
                self.touch();
                Ok(())
            }
        }
    }

    pub(crate) fn proposal_view(&self, access: Access) -> Option<ProposalView> {
        let open = self.proposal.as_ref()?;
        Some(ProposalView {
            number: open.number,
            wish: open.wish.clone(),
            yours: open.agreed.first() == Some(&access.hand),
            waits_for_you: self.hands().contains(&access.hand)
                && !open.agreed.contains(&access.hand),
        })
    }
}
