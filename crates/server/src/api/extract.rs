//! What requests carry, with errors of our own kind.

use crate::app::App;
use crate::clients::Client;
use crate::error::ApiError;
use axum::Json;
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Query, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// Who asks, and the token shown: `Authorization: Bearer TOKEN`, or `?token=` for
/// connections that cannot send headers.
pub(crate) struct Caller {
    pub(crate) client: Client,
    pub(crate) token: Option<String>,
}

#[derive(Deserialize)]
struct TokenQuery {
    token: Option<String>,
}

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let client = client_of(parts);
        let bearer = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .map(str::to_owned);
        let token = match bearer {
            Some(token) => Some(token),
            None => Query::<TokenQuery>::from_request_parts(parts, app).await?.0.token,
        };
        Ok(Caller { client, token })
    }
}

/// The address a request came from.
pub(crate) fn client_of(parts: &Parts) -> Client {
    let address = parts.extensions.get::<ConnectInfo<Client>>();
    address.map_or(Client(std::net::Ipv4Addr::UNSPECIFIED.into()), |info| info.0)
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
                ApiError::BadRequest(rejection.body_text())
            }
        })?;
        if bytes.is_empty() {
            return Ok(OptionalBody(T::default()));
        }
        let read = serde_json::from_slice(&bytes);
        read.map(OptionalBody).map_err(|error| ApiError::BadRequest(error.to_string()))
    }
}
