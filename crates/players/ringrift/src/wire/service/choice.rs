//! Decisions handed over without their position.

use super::ServiceError;
use serde::Deserialize;
use serde_json::{Value, json};

/// The decisions that can be handed over.
pub const CHOICES: [&str; 5] =
    ["line_reward_option", "ring_elimination", "region_order", "line_order", "capture_direction"];

#[derive(Deserialize)]
struct ChoiceBody {
    options: Vec<Value>,
}

/// `POST /ai/choice/{name}`: one of the options of a decision, picked by rule of thumb. The options
/// come without their position, so nothing deeper can be asked.
///
/// # Errors
/// When there is no such choice or nothing to choose from.
pub fn ai_choice(name: &str, body: &str) -> Result<Value, ServiceError> {
    if !CHOICES.contains(&name) {
        return Err(ServiceError::Choice(name.to_owned()));
    }
    let body: ChoiceBody = serde_json::from_str(body)?;
    // The first of the best, so that the answer does not depend on chance.
    let best = body.options.iter().rev().max_by_key(|option| thumb(name, option));
    let best = best.ok_or(ServiceError::NoOptions)?;
    Ok(json!({ "selectedOption": best, "aiType": "heuristic", "difficulty": 5 }))
}

/// What an option is worth at first sight: keep rings, take much, capture tall caps.
fn thumb(name: &str, option: &Value) -> i64 {
    let number = |key: &str| option.get(key).and_then(Value::as_i64);
    let length =
        |key: &str| option.get(key).and_then(Value::as_array).map(|list| list.len() as i64);
    match name {
        // Option 2 of a line costs nothing.
        "line_reward_option" => {
            let text = option.as_str().unwrap_or_default();
            i64::from(text.contains('2') || text.contains("minimum"))
        }
        "ring_elimination" => {
            -number("capHeight").unwrap_or(0) * 100 - number("totalHeight").unwrap_or(0)
        }
        "region_order" => number("size").or(length("spaces")).unwrap_or(0),
        "line_order" => number("length").or(length("markerPositions")).unwrap_or(0),
        _ => number("capturedCapHeight").unwrap_or(0),
    }
}
