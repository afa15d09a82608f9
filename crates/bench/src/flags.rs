//! What may be said of every table on a command line.

use crate::Effort;
use std::path::PathBuf;

/// How much to measure, and where the tables go.
#[derive(Clone, Debug, clap::Args)]
pub struct Flags {
    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Write the chart to this file
    #[arg(long, global = true, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Positions to aim at in each measurement
    #[arg(
        long, global = true, default_value_t = Effort::default().nodes,
        value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000)
    )]
    pub nodes: u64,
    /// Keep the best of so many runs
    #[arg(
        long, global = true, default_value_t = Effort::default().repeats,
        value_parser = clap::value_parser!(u32).range(1..=100)
    )]
    pub repeats: u32,
}

impl Flags {
    /// How much to measure.
    #[must_use]
    pub fn effort(&self) -> Effort {
        Effort { repeats: self.repeats, nodes: self.nodes }
    }
}
