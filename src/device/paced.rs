//! A device that waits before each action: for servers that many sessions share, and to measure what many
//! slow devices bring.

use std::path::Path;
use std::time::Duration;

use futures_util::FutureExt as _;

use super::{ActionReport, AppInfo, Device, DeviceFuture, DeviceInfo, LivePictures, Observation};
use crate::domain::{
    Action, AppCrash, Coverage, CoveredParts, DeviceCapabilities, FaultEffects, FunctionNames,
};

/// The device `inner`, with a pause before each action.
pub struct PacedDevice {
    inner: Box<dyn Device>,
    pause: Duration,
}

impl PacedDevice {
    /// `inner`, which waits for `pause` before each action.
    pub fn new(inner: Box<dyn Device>, pause: Duration) -> Self {
        Self { inner, pause }
    }
}

impl Device for PacedDevice {
    fn info(&self) -> &DeviceInfo {
        self.inner.info()
    }

    fn capabilities(&self) -> DeviceCapabilities {
        self.inner.capabilities()
    }

    fn remember_at(&mut self, file: &Path) {
        self.inner.remember_at(file);
    }

    fn live_pictures(&mut self) -> Option<LivePictures> {
        self.inner.live_pictures()
    }

    fn identify(&mut self) -> DeviceFuture<'_, ()> {
        self.inner.identify()
    }

    fn open(&mut self) -> DeviceFuture<'_, AppInfo> {
        self.inner.open()
    }

    fn observe(&mut self) -> DeviceFuture<'_, Observation> {
        self.inner.observe()
    }

    fn perform<'a>(&'a mut self, action: &'a Action) -> DeviceFuture<'a, ActionReport> {
        async move {
            tokio::time::sleep(self.pause).await;
            self.inner.perform(action).await
        }
        .boxed()
    }

    fn crashes(&mut self) -> DeviceFuture<'_, Vec<AppCrash>> {
        self.inner.crashes()
    }

    fn coverage(&mut self) -> DeviceFuture<'_, Coverage> {
        self.inner.coverage()
    }

    fn newly_covered(&mut self) -> CoveredParts {
        self.inner.newly_covered()
    }

    fn function_names(&mut self) -> FunctionNames {
        self.inner.function_names()
    }

    fn fault_effects(&self) -> FaultEffects {
        self.inner.fault_effects()
    }

    fn close(&mut self) -> DeviceFuture<'_, ()> {
        self.inner.close()
    }

    fn reconnect(&mut self) -> DeviceFuture<'_, ()> {
        self.inner.reconnect()
    }
}
