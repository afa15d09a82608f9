//! `takeback serve`

use super::say;
use anyhow::Context;
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use takeback_server::battlesnake::{self, Config as Snake};
use takeback_server::{Config, Server};

/// The web page and the HTTP interface.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback                             the same as takeback serve: page on this machine only
  takeback serve --port 8080           another port; 0 takes any free one
  takeback serve --host 0.0.0.0        for everybody who can reach this machine
  takeback serve --snake-color '#aa3366' --snake-margin 80 --snake-record games
  curl -s localhost:7878/api/v1/catalogue
  curl -s -X POST localhost:7878/api/v1/games -H 'Content-Type: application/json' \\
       -d '{\"game\":\"hex\",\"seats\":[\"person\",\"5\"]}'

The page to try the interface is at /api.html, its description at /api/v1/openapi.json,
figures for Prometheus at /metrics. A Battlesnake answers under /battlesnake. Ctrl-C ends the server after open requests.")]
pub(crate) struct Args {
    /// The address to bind; 0.0.0.0 for all
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// The port; 0 for any free one
    #[arg(long, default_value_t = Config::default().port)]
    port: u16,
    /// Games at once
    #[arg(long, default_value_t = Config::default().games)]
    games: usize,
    /// Threads that search; half of them at most serve analysis
    #[arg(long, default_value_t = Config::default().searchers)]
    searchers: usize,
    /// The longest search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Config::default().search.as_secs())]
    search_time: u64,
    /// The memory of one engine, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Config::default().memory)]
    memory: usize,
    /// Who made the Battlesnake
    #[arg(long, value_name = "NAME", default_value_t = Snake::default().author)]
    snake_author: String,
    /// Its colour
    #[arg(long, value_name = "#RRGGBB", default_value_t = Snake::default().color)]
    snake_color: String,
    /// Its head, by the official name
    #[arg(long, value_name = "NAME", default_value_t = Snake::default().head)]
    snake_head: String,
    /// Its tail, by the official name
    #[arg(long, value_name = "NAME", default_value_t = Snake::default().tail)]
    snake_tail: String,
    /// Its answers leave so long before the limit, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = Snake::default().margin.as_millis() as u64)]
    snake_margin: u64,
    /// Write each of its games to a file in this folder
    #[arg(long, value_name = "FOLDER")]
    snake_record: Option<PathBuf>,
}

impl Args {
    fn snake(&self) -> Snake {
        Snake {
            author: self.snake_author.clone(),
            color: self.snake_color.clone(),
            head: self.snake_head.clone(),
            tail: self.snake_tail.clone(),
            margin: Duration::from_millis(self.snake_margin),
            record: self.snake_record.clone(),
            ..Snake::default()
        }
    }
}

impl Default for Args {
    fn default() -> Self {
        let (config, snake) = (Config::default(), Snake::default());
        Args {
            host: config.host,
            port: config.port,
            games: config.games,
            searchers: config.searchers,
            search_time: config.search.as_secs(),
            memory: config.memory,
            snake_author: snake.author,
            snake_color: snake.color,
            snake_head: snake.head,
            snake_tail: snake.tail,
            snake_margin: snake.margin.as_millis() as u64,
            snake_record: snake.record,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let config = Config {
        host: args.host,
        port: args.port,
        games: args.games,
        searchers: args.searchers.clamp(2, 256),
        search: Duration::from_secs(args.search_time.clamp(1, 600)),
        memory: args.memory.clamp(1, 1 << 16),
        ..Config::default()
    };
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    runtime.block_on(async {
        let place = format!("{}:{}", config.host, config.port);
        let server = Server::bind(config)
            .await
            .with_context(|| format!("cannot listen on {place}; try another --port"))?;
        let server = server.with_service("/battlesnake", battlesnake::router(args.snake())?);
        say(format_args!("takeback serves on http://{}", server.address()))?;
        say("open that address in a browser; Ctrl-C ends")?;
        server.run(asked_to_end()).await.context("the listener failed")
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Ctrl-C, or the signal that service managers send.
pub(super) async fn asked_to_end() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupt => (), _ = terminate.recv() => () }
            return;
        }
    }
    let _ = interrupt.await;
}
