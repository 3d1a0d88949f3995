//! A phone or emulator through the adb server.
