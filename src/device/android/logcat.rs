//! The crash and ANR oracle: reading logcat text.
