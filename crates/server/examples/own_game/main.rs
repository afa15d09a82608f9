//! A game of one's own on the page, without a line of TypeScript.
//!
//! `cargo run --profile quick -p takeback-server --example own_game -- [PORT]`
//!
//! The game of the tutorial gets a notation and a scene (`domineering.rs`) and is served beside
//! those that are built in: picker, board, take back, engines, analysis.

mod domineering;

use takeback_server::{Config, Server};

fn main() -> std::io::Result<()> {
    let port = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(7878);
    let games = takeback::standard().with(domineering::domineering());
    tokio::runtime::Runtime::new()?.block_on(async {
        let server = Server::bind(Config { port, ..Config::default() }, games).await?;
        println!("takeback serves on http://{}", server.address());
        server.run(async { drop(tokio::signal::ctrl_c().await) }).await
    })
}
