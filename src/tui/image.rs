//! The picture in the terminal: cells for every terminal, pixels where it has graphics.
