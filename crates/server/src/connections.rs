//! Connections: who is let in, and how long a slow one is waited for.
//!
//! A connection that sends its request a byte at a time costs a file descriptor
//! and nothing else; here is where even that is bounded. The head of a request
//! has a deadline, a reader who does not read is dropped, and where there are too
//! many connections the oldest half-sent one makes room.

use crate::app::App;
use crate::clients::Ticket;
use crate::config::Config;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{Instant, Sleep, sleep_until};

/// Bytes of a request's head; more than any browser sends.
const HEAD: usize = 32 << 10;

/// Let people in until it ends; then wait until those inside have gone.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    router: Router,
    ends: impl Future<Output = ()>,
) {
    let mut inside = JoinSet::new();
    let mut ends = std::pin::pin!(ends);
    loop {
        tokio::select! {
            () = &mut ends => break,
            // Those who have gone make room in the books of the set.
            Some(_) = inside.join_next() => (),
            // In a rush those who were sent home go first; whoever waits at the door
            // is not turned away for their sake.
            accepted = listener.accept(), if !app.clients.crowded() => match accepted {
                Ok((stream, address)) => {
                    // Beyond the limit: closed at once, which costs nothing.
                    let Some(ticket) = app.clients.connect(address.ip()) else { continue };
                    let _ = stream.set_nodelay(true);
                    inside.spawn(attend(stream, address, ticket, Arc::clone(&app), router.clone()));
                }
                // Out of descriptors, or a peer that hung up: try again soon.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            },
        }
    }
    drop(listener);
    while inside.join_next().await.is_some() {}
}

/// One connection, from its first byte to its last.
async fn attend(
    stream: TcpStream,
    address: SocketAddr,
    ticket: Ticket,
    app: Arc<App>,
    router: Router,
) {
    let ticket = Arc::new(ticket);
    let io = TokioIo::new(Watched::new(stream, Arc::clone(&ticket), &app.config));
    let own = Arc::clone(&ticket);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        own.works();
        let (ticket, router) = (Arc::clone(&own), router.clone());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        async move {
            let answer = ask(router, request).await;
            // A live connection is worked on until it ends.
            if answer.status() != StatusCode::SWITCHING_PROTOCOLS {
                ticket.waits();
            }
            Ok::<_, std::convert::Infallible>(answer)
        }
    });
    let mut closing = app.closing.subscribe();
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.config.head)
        .max_buf_size(HEAD)
        .serve_connection(io, service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => return,
        () = ticket.sent_home() => return,
        _ = closing.changed() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// The routes' answer; they always have one.
async fn ask(router: Router, request: Request<Body>) -> Response {
    use hyper::service::Service;
    let Ok(answer) = hyper_util::service::TowerToHyperService::new(router).call(request).await;
    answer
}

/// A stream that ends when nothing is read from it for too long, or when what is
/// sent is not taken for too long.
struct Watched {
    stream: TcpStream,
    idle: Duration,
    slow: Duration,
    silence: Pin<Box<Sleep>>,
    /// Since when nothing was taken.
    stall: Option<Pin<Box<Sleep>>>,
    _ticket: Arc<Ticket>,
}

impl Watched {
    fn new(stream: TcpStream, ticket: Arc<Ticket>, config: &Config) -> Self {
        let (idle, slow) = (config.idle_connection, config.slow_reader);
        let silence = Box::pin(sleep_until(Instant::now() + idle));
        Watched { stream, idle, slow, silence, stall: None, _ticket: ticket }
    }

    /// What a write came to, unless it has waited for too long.
    fn written<T>(
        &mut self,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stall = None;
            return written;
        }
        let slow = self.slow;
        let stall = self.stall.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + slow)));
        match stall.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if read.is_ready() {
            let later = Instant::now() + self.idle;
            self.silence.as_mut().reset(later);
            return read;
        }
        match self.silence.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.written(cx, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.written(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

/// Files that the system lets this process have open, as many as it may ask for.
pub(crate) fn open_files() -> Option<usize> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let before = getrlimit(Resource::Nofile);
        let wanted = before.maximum.unwrap_or(MOST_FILES).min(MOST_FILES);
        if before.current.is_some_and(|current| current < wanted) {
            let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..before });
        }
        getrlimit(Resource::Nofile).current.map(|files| files as usize)
    }
    #[cfg(not(target_os = "linux"))]
    None
}

/// More open files than a server of games needs.
#[cfg(target_os = "linux")]
const MOST_FILES: u64 = 1 << 16;

/// The limits of connections, given how many files may be open.
pub(crate) fn within_files(mut config: Config, files: Option<usize>) -> Config {
    if let Some(files) = files {
        config.connections = config.connections.min(files / 4 * 3).max(8);
    }
    config.connections_per_client =
        config.connections_per_client.min(config.connections / 4).max(2);
    config
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_client_stays_well_below_the_open_files() {
        let config = within_files(Config::default(), Some(1024));
        assert_eq!((config.connections, config.connections_per_client), (768, 192));
        let config = within_files(Config::default(), None);
        assert_eq!((config.connections, config.connections_per_client), (4096, 256));
    }
}
