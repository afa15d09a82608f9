//! Go Fish for two to six.
