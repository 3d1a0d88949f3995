//! Reading `uiautomator dump` output.
