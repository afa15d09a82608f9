//! Eaten food comes back at the end of the list instead of where it lay.

use super::*;

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plate<const BAD: bool> {
    food: Vec<u8>,
}

impl<const BAD: bool> Game for Plate<BAD> {
    type Move = u8;
    type Undo = usize;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.food.is_empty() { Turn::Over } else { FOREVER }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        out.extend(self.food.iter().copied());
    }
    fn make(&mut self, cell: u8) -> usize {
        let place = self.food.iter().position(|&f| f == cell).expect("listed food is there");
        self.food.remove(place);
        place
    }
    fn unmake(&mut self, cell: u8, place: usize) {
        if BAD {
            self.food.push(cell);
        } else {
            self.food.insert(place, cell);
        }
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::WIN
    }
}

#[test]
fn is_caught() {
    let plate = vec![9, 4, 7];
    caught(Laws::new("plate", Plate::<true> { food: plate.clone() }), "position", "9");
    sound(Laws::new("plate", Plate::<false> { food: plate }));
}
