//! VLM-Fuzz: systematic exploration with a vision model where it pays.

pub mod vision;
