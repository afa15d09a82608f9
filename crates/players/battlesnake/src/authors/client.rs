//! Asking a snake at an address.

use crate::opponent::{Refusal, post};
use crate::wire::Request;
use std::time::Duration;
use takeback_battlesnake::Direction;
use takeback_host::spec;

/// How long a snake may take when nothing is said.
const USUAL: Duration = Duration::from_millis(500);

/// A snake at an address.
#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) url: String,
    pub(super) time: Duration,
}

impl Client {
    /// From `http://host:port/path`, with `,time=400ms` behind it if wanted.
    pub(super) fn read(text: &str) -> Result<Client, String> {
        let (url, time) = match text.split_once(',') {
            None => (text, USUAL),
            Some((url, option)) => {
                let time = option.strip_prefix("time=").and_then(spec::read_time);
                (url, time.ok_or(format!("{text}: only time=… may follow an address"))?)
            }
        };
        if !is_address(url) {
            return Err(format!("{url}: an address begins with http://"));
        }
        Ok(Client { url: url.trim_end_matches('/').to_owned(), time })
    }

    /// What it answers to a request.
    pub(super) fn choose(&self, request: &Request) -> Result<Direction, String> {
        let mut request = request.clone();
        request.game.timeout = i64::try_from(self.time.as_millis()).unwrap_or(i64::MAX);
        let body = post(&self.url, "move", &request, self.time).map_err(|e| self.told(&e))?;
        let word = crate::opponent::reply(&body).map_err(|e| format!("{}: {e}", self.url))?;
        Direction::from_word(&word).ok_or(format!("{}: {word:?} is no move", self.url))
    }

    /// A game begins or ends; what it says to that means nothing.
    pub(super) fn tell(&self, what: &str, request: &Request) -> Result<(), String> {
        let patience = self.time.max(Duration::from_secs(5));
        post(&self.url, what, request, patience).map(drop).map_err(|e| self.told(&e))
    }

    fn told(&self, refusal: &Refusal) -> String {
        format!("{}: {refusal}", self.url)
    }
}

pub(super) fn is_address(text: &str) -> bool {
    text.starts_with("http://")
}
