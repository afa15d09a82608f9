//! `takeback serve`

use super::say;
use anyhow::{Context, anyhow};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use takeback_host::Registry;
use takeback_server::{Config, Flags, Server, Service};

/// The web page and the HTTP interface.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback                             the same as takeback serve: page on this machine only
  takeback serve --port 8080           another port; 0 takes any free one
  takeback serve --db games.db         keep games in this file
  takeback serve --memory              games live in memory and go with the server
  takeback serve --host 0.0.0.0        for everybody who can reach this machine
  takeback serve --host 0.0.0.0 --allow-host games.example.org
                                       under a name; names that are not given are refused
  takeback serve --allow-host games.example.org --trust-proxy 127.0.0.1
                                       behind a reverse proxy on this machine
  takeback serve --cors https://app.example
                                       a web app of another origin may ask about positions
  curl -s localhost:7878/api/v1/catalogue
  curl -s localhost:7878/api/move -H 'Content-Type: application/json' \\
       -d '{\"game\":\"hex\",\"moves\":[\"c2\"],\"engine\":\"5\"}'
  curl -s -X POST localhost:7878/api/v1/games -H 'Content-Type: application/json' \\
       -d '{\"game\":\"hex\",\"seats\":[\"person\",\"5\"]}'

The page to try the interface is at /api.html, its description at /api/v1/openapi.json,
figures for Prometheus at /metrics. The services of the games answer under their own
paths, such as /battlesnake. Ctrl-C ends the server after open requests.

Games are kept in a file, which is named at the start: a server that is killed and started
again goes on with every move it has answered. A game that nobody looked at for 90 days is
forgotten, and the oldest ones beyond 1 GiB. One file belongs to one server at a time.")]
pub(crate) struct Args {
    /// The address to bind; 0.0.0.0 for all
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// The port; 0 for any free one
    #[arg(long, default_value_t = Config::default().port)]
    port: u16,
    /// The file that games are kept in; by default in your folder for data
    #[arg(long, value_name = "PATH", conflicts_with = "memory")]
    db: Option<PathBuf>,
    /// Keep games in memory only
    #[arg(long, alias = "no-db")]
    memory: bool,
    /// A name this server answers to, beside this machine's own; * for any. May be repeated
    #[arg(long, value_name = "NAME")]
    allow_host: Vec<String>,
    /// The address of a proxy whose X-Forwarded-For is believed. May be repeated
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<IpAddr>,
    /// An origin such as https://app.example whose pages may call the services of the games and
    /// ask about positions; * for all. May be repeated
    #[arg(long, value_name = "ORIGIN")]
    cors: Vec<String>,
    /// An origin such as https://app.example whose pages may show this one in a frame; * for all. May
    /// be repeated
    #[arg(long, value_name = "ORIGIN")]
    embed: Vec<String>,
    /// The largest request to a service of a game, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Config::default().service_body >> 20)]
    service_body: usize,
    /// Games at once
    #[arg(long, default_value_t = Config::default().games)]
    games: usize,
    /// Connections at once, all clients together
    #[arg(long, default_value_t = Config::default().connections)]
    connections: usize,
    /// Threads that search; half of them at most serve one client
    #[arg(long, default_value_t = Config::default().searchers)]
    searchers: usize,
    /// The longest search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Config::default().search.as_secs())]
    search_time: u64,
    /// The memory of one engine, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Config::default().memory)]
    engine_memory: usize,
}

impl Default for Args {
    fn default() -> Self {
        let config = Config::default();
        Args {
            host: config.host,
            port: config.port,
            db: None,
            memory: false,
            allow_host: config.hosts,
            trust_proxy: config.proxies,
            cors: config.cors,
            embed: config.embed,
            service_body: config.service_body >> 20,
            games: config.games,
            connections: config.connections,
            searchers: config.searchers,
            search_time: config.search.as_secs(),
            engine_memory: config.memory,
        }
    }
}

/// The services of these games, in order.
fn services(registry: &Registry) -> impl Iterator<Item = &Service> {
    registry.games().iter().filter_map(|game| game.extensions.get::<Service>())
}

/// `serve` with the flags that the services declare.
pub(crate) fn with_flags(mut serve: clap::Command, registry: &Registry) -> clap::Command {
    for flag in services(registry).flat_map(|service| service.flags) {
        serve = serve.arg(
            clap::Arg::new(flag.name)
                .long(flag.name)
                .value_name(flag.value)
                .help(flag.help)
                .help_heading("Services of the games"),
        );
    }
    serve
}

/// What was said about a service's flags.
fn said(service: &Service, matches: Option<&clap::ArgMatches>) -> Flags {
    let value = |name: &'static str| matches.and_then(|m| m.get_one::<String>(name)).cloned();
    Flags(service.flags.iter().filter_map(|flag| Some((flag.name, value(flag.name)?))).collect())
}

pub(crate) fn run(
    args: &Args,
    matches: Option<&clap::ArgMatches>,
    registry: &Registry,
) -> anyhow::Result<ExitCode> {
    let config = Config {
        host: args.host,
        port: args.port,
        hosts: args.allow_host.clone(),
        proxies: args.trust_proxy.clone(),
        cors: args.cors.clone(),
        embed: args.embed.clone(),
        service_body: args.service_body.clamp(1, 1024) << 20,
        games: args.games,
        connections: args.connections.max(8),
        searchers: args.searchers.clamp(2, 256),
        search: Duration::from_secs(args.search_time.clamp(1, 600)),
        memory: args.engine_memory.clamp(1, 1 << 16),
        ..Config::default()
    };
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    runtime.block_on(async {
        let place = format!("{}:{}", config.host, config.port);
        let mut server = Server::bind(config, registry.clone())
            .await
            .with_context(|| format!("cannot listen on {place}; try another --port"))?;
        for service in services(registry) {
            let router = (service.router)(&said(service, matches)).map_err(|why| anyhow!(why))?;
            server = server.with_service(service.path, router);
        }
        let kept = keep(&mut server, args)?;
        say(format_args!("takeback serves on http://{}", server.address()))?;
        say("open that address in a browser; Ctrl-C ends")?;
        say(kept)?;
        server.run(asked_to_end()).await.context("the listener failed")
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Where games are kept, and a line that says so. A place of our own choice that is
/// not to be had is no reason not to play; one that was asked for is.
fn keep(server: &mut Server, args: &Args) -> anyhow::Result<String> {
    let here = |path: &Path| format!("games are kept in {}", path.display());
    if let Some(path) = &args.db {
        let kept = server.keep_games_in(path);
        kept.with_context(|| format!("cannot keep games in {}", path.display()))?;
        return Ok(here(path));
    }
    let in_memory = "games live in memory only and go with the server";
    if args.memory {
        return Ok(in_memory.to_owned());
    }
    let Some(path) = usual_place() else {
        return Ok(format!("{in_memory}: there is no folder for data; try --db PATH"));
    };
    Ok(match server.keep_games_in(&path) {
        Ok(()) => here(&path),
        Err(why) => format!("{in_memory}: {}: {why}; try --db PATH", path.display()),
    })
}

/// The user's folder for data.
fn usual_place() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let data = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else {
        folder("XDG_DATA_HOME").or_else(|| Some(folder("HOME")?.join(".local/share")))
    };
    Some(data?.join("takeback/games.db"))
}

/// Ctrl-C, or the signal that service managers send.
async fn asked_to_end() {
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
