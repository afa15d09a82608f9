//! Stacks as they are written: the game server lists rings from the top, the Python side from the
//! bottom. A stack says more of itself than its rings, and that tells which way it is meant.

use super::state::{Ordered, StateError};
use serde::Deserialize;
use takeback_ringrift::Stack;

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JsonStack {
    #[serde(default)]
    rings: Option<Vec<u64>>,
    #[serde(default)]
    stack_height: Option<u64>,
    #[serde(default)]
    cap_height: Option<u64>,
    #[serde(default)]
    controlling_player: Option<u64>,
}

/// Where the list of a stack's rings begins.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Order {
    Top,
    Bottom,
}

/// The order of all stacks of a state: one host wrote them all. Stacks that read alike both ways
/// follow the others, and the top comes first where none tells.
pub(super) fn order_of(stacks: &Ordered<JsonStack>) -> Result<Order, StateError> {
    let (mut from_top, mut from_bottom) = (None, None);
    for (key, stack) in &stacks.0 {
        match (stack.fits(Order::Top), stack.fits(Order::Bottom)) {
            (true, true) => {}
            (true, false) => from_top = Some(key),
            (false, true) => from_bottom = Some(key),
            (false, false) => {
                let rings = stack.rings.clone().unwrap_or_default();
                return Err(StateError::Stack { key: key.clone(), rings, said: stack.said() });
            }
        }
    }
    match (from_top, from_bottom) {
        (Some(top), Some(bottom)) => {
            Err(StateError::Orders { top: top.clone(), bottom: bottom.clone() })
        }
        (None, Some(_)) => Ok(Order::Bottom),
        _ => Ok(Order::Top),
    }
}

impl JsonStack {
    /// The rings, if they are listed.
    fn listed(&self) -> Option<&[u64]> {
        self.rings.as_deref().filter(|rings| !rings.is_empty())
    }

    /// Whether the list, read so, agrees with everything else that is said.
    fn fits(&self, order: Order) -> bool {
        let Some(rings) = self.listed() else { return true };
        let mut down: Vec<u64> = rings.to_vec();
        if order == Order::Bottom {
            down.reverse();
        }
        let top = down[0];
        let cap = down.iter().take_while(|&&ring| ring == top).count() as u64;
        self.controlling_player.is_none_or(|said| said == top)
            && self.cap_height.is_none_or(|said| said == cap)
            && self.stack_height.is_none_or(|said| said == down.len() as u64)
    }

    /// What is said of the stack beside its rings.
    fn said(&self) -> String {
        let part = |name: &str, value: Option<u64>| value.map(|value| format!("{name} {value}"));
        let parts = [
            part("controllingPlayer", self.controlling_player),
            part("capHeight", self.cap_height),
            part("stackHeight", self.stack_height),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The numbers of the rings' owners, top first.
    pub(super) fn rings_from_top(&self, order: Order) -> Result<Vec<u64>, StateError> {
        if let Some(rings) = self.listed() {
            let mut rings = rings.to_vec();
            if order == Order::Bottom {
                rings.reverse();
            }
            return Ok(rings);
        }
        // A stack that lists no rings is all of one colour.
        let height = self.stack_height.unwrap_or(0);
        if !(1..=Stack::HIGHEST as u64).contains(&height) {
            return Err(StateError::Height(height));
        }
        Ok(vec![self.controlling_player.unwrap_or(0); height as usize])
    }
}
