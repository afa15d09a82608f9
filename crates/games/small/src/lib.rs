//! Small games for tests, documents and the tutorial.
