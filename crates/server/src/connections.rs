//! Connections that are counted, and closed when they fall silent.
//!
//! A half-open connection, or one that sends its request a byte at a time, costs
//! a file descriptor and nothing else; here is where even that is bounded.

use crate::clients::{Client, Clients, Ticket};
use axum::extract::connect_info::Connected;
use axum::serve::IncomingStream;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep_until};

/// A listener that lets in whom the books allow.
pub(crate) struct Door {
    pub(crate) listener: TcpListener,
    pub(crate) clients: Arc<Clients>,
    pub(crate) idle: Duration,
}

impl axum::serve::Listener for Door {
    type Io = Watched;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Watched, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // Beyond the limit: closed at once, which costs nothing.
                    let Some(ticket) = self.clients.connect(Client(address.ip())) else { continue };
                    let _ = stream.set_nodelay(true);
                    return (Watched::new(stream, ticket, self.idle), address);
                }
                // Out of descriptors, or a peer that hung up: try again soon.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Connected<IncomingStream<'_, Door>> for Client {
    fn connect_info(stream: IncomingStream<'_, Door>) -> Self {
        Client(stream.remote_addr().ip())
    }
}

/// A stream that ends when nothing is read from it for too long.
pub(crate) struct Watched {
    stream: TcpStream,
    idle: Duration,
    silence: Pin<Box<Sleep>>,
    _ticket: Ticket,
}

impl Watched {
    fn new(stream: TcpStream, ticket: Ticket, idle: Duration) -> Self {
        let silence = Box::pin(sleep_until(Instant::now() + idle));
        Watched { stream, idle, silence, _ticket: ticket }
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
        Pin::new(&mut self.stream).poll_write(cx, bytes)
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
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
