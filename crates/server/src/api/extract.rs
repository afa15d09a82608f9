//! What requests carry, with errors of our own kind.

use crate::app::App;
use crate::clients::Client;
use crate::error::ApiError;
use axum::Json;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use takeback_room::RoomError;
use takeback_room::{Extent, Look};

/// Who asks, and the token shown: `Authorization: Bearer TOKEN`, or `?token=` for
/// connections that cannot send headers.
pub(crate) struct Caller {
    pub(crate) client: Client,
    pub(crate) token: Option<String>,
    /// How much of the tree is to be written.
    pub(crate) extent: Extent,
    /// Where the caller looks, for itself.
    pub(crate) look: Look,
}

#[derive(Deserialize)]
struct Asked {
    token: Option<String>,
    /// Positions from this number on are wanted; the others are known.
    since: Option<usize>,
    /// The number of the position to look at.
    at: Option<usize>,
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let client = parts.extensions.get::<Client>().copied();
        let client = client.unwrap_or(Client(std::net::Ipv4Addr::UNSPECIFIED.into()));
        let bearer = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .map(str::to_owned);
        let asked = Query::<Asked>::from_request_parts(parts, app).await?.0;
        let token = bearer.or(asked.token);
        let extent = asked.since.map_or(Extent::Whole, Extent::Since);
        let look = Look { node: asked.at, line: Vec::new() };
        Ok(Caller { client, token, extent, look })
    }
}

/// A JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(error) => Err(match ApiError::from(error) {
                ApiError::TooLarge { .. } => ApiError::TooLarge { most: app.config.body },
                other => other,
            }),
        }
    }
}

/// A JSON body, or an empty one where everything has a default.
pub(crate) struct OptionalBody<T>(pub(crate) T);

impl<T: DeserializeOwned + Default> FromRequest<Arc<App>> for OptionalBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, ApiError> {
        let bytes = axum::body::Bytes::from_request(request, app).await.map_err(|rejection| {
            if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::TooLarge { most: app.config.body }
            } else {
                ApiError::Refused(RoomError::BadRequest(rejection.body_text()))
            }
        })?;
        if bytes.is_empty() {
            return Ok(OptionalBody(T::default()));
        }
        let read = serde_json::from_slice(&bytes);
        read.map(OptionalBody)
            .map_err(|error| ApiError::Refused(RoomError::BadRequest(error.to_string())))
    }
}
