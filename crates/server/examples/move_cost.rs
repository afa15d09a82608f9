//! What one move costs, from request to answer, early and late in a long game.
//!
//! `cargo run --profile quick -p takeback-server --example move_cost`
//!
//! Two people play RingRift on the hexagonal board at random; for a few plies
//! around the start and around ply 400 the time of each answer is noted.

use serde_json::{Value, json};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use takeback_core::SplitMix;
use takeback_server::{Config, Server};

/// Where to measure: from ply, so many plies.
const WINDOWS: [(usize, usize); 3] = [(0, 20), (200, 20), (400, 20)];

fn main() {
    let (tell, told) = mpsc::channel();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let server = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async move {
            let config = Config { port: 0, requests_per_second: 100_000, ..Config::default() };
            let server = Server::bind(config, takeback::standard()).await.expect("a free port");
            tell.send(server.address()).expect("somebody listens");
            server.run(async { drop(ended.await) }).await.expect("the server runs");
        });
    });
    let base = format!("http://{}/api/v1/games", told.recv().expect("the server starts"));
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(Duration::from_secs(30)))
        .build()
        .new_agent();
    let post = |url: &str, token: &str, body: &Value| -> Value {
        let request = ureq::http::Request::builder()
            .method("POST")
            .uri(url)
            .header("Content-Type", "application/json")
            .header("Authorization", format!("Bearer {token}"))
            .body(body.to_string())
            .expect("a request");
        let mut answer = agent.run(request).expect("an answer");
        let text = answer.body_mut().with_config().limit(1 << 26).read_to_string();
        serde_json::from_str(&text.expect("text")).expect("JSON")
    };
    for seed in 1..20 {
        let new =
            json!({ "game": "ringrift", "variant": "hexagonal", "seats": ["person", "person"] });
        let made = post(&base, "", &new);
        let url = format!("{base}/{}", made["id"].as_str().expect("a name"));
        let token = made["owner"].as_str().expect("a token").to_owned();
        let mut state = post(&format!("{url}/goto"), &token, &json!({ "node": 0 }));
        let mut rng = SplitMix::new(seed);
        let mut times: Vec<(usize, Duration, usize)> = Vec::new();
        for ply in 0..=420 {
            let inputs = state["inputs"].as_array().cloned().unwrap_or_default();
            if inputs.is_empty() {
                break;
            }
            let text = &inputs[rng.below(inputs.len())]["text"];
            let count = state["count"].clone();
            let begun = Instant::now();
            state = post(&format!("{url}/moves?since={count}"), &token, &json!({ "move": text }));
            times.push((ply, begun.elapsed(), inputs.len()));
        }
        if times.len() < 420 {
            println!("seed {seed}: over after {} plies", times.len());
            continue;
        }
        for (from, many) in WINDOWS {
            let mut some: Vec<_> = times[from..from + many].to_vec();
            let moves = some.iter().map(|(_, _, n)| n).sum::<usize>() / many;
            some.sort_by_key(|(_, time, _)| *time);
            let ms = |i: usize| some[i].1.as_secs_f64() * 1000.0;
            println!(
                "seed {seed}, ply {from}: median {:.2} ms, worst {:.2} ms, {moves} moves listed on average",
                ms(many / 2),
                ms(many - 1)
            );
        }
        break;
    }
    let _ = end.send(());
    let _ = server.join();
}
