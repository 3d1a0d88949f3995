//! Opening the app under test.

use crate::device::{AppInfo, DeviceError};

use super::activity::ForegroundActivity;
use super::watch::LogWatch;
use super::{AndroidDevice, activity, commands, declared, package, rotate, screen};

impl AndroidDevice {
    /// Finds out who the device is, wakes it, finds the app, stops it, and starts it anew.
    pub(super) async fn open_app(&mut self) -> Result<AppInfo, DeviceError> {
        if self.info.model.is_empty() {
            self.ask_device().await?;
        }
        self.wake().await?;
        self.give_back_left_over().await?;
        self.unlock().await?;
        let name = self.find_app().await?;
        self.ask_package(name).await?;
        let Some(launcher) = self.launcher.clone() else {
            return Err(self.cannot_start("it has no activity that a launcher shows"));
        };
        let package = &self.app.package;
        if self.options.fresh {
            self.terminal.act(&commands::clear(package)).await?;
        }
        self.terminal.act(&commands::stop(package)).await?;
        self.begin_to_watch().await?;
        match self.terminal.act(&commands::launch(&launcher.flat())).await {
            Ok(_) => Ok(self.app.clone()),
            Err(DeviceError::Refused { said, .. }) => Err(self.cannot_start(&said)),
            Err(error) => Err(error),
        }
    }

    fn cannot_start(&self, said: &str) -> DeviceError {
        DeviceError::CannotStart { package: self.app.package.clone(), said: said.to_owned() }
    }

    pub(super) async fn ask_device(&mut self) -> Result<(), DeviceError> {
        let (model, system, size) = tokio::join!(
            self.terminal.look(commands::MODEL),
            self.terminal.look(commands::SYSTEM),
            self.terminal.look(commands::DISPLAY),
        );
        self.info.model = model?.text().trim().to_owned();
        self.info.system = format!("Android {}", system?.text().trim());
        self.info.size = rotate::natural_size(&size?.text()).unwrap_or(self.info.size);
        Ok(())
    }

    async fn wake(&self) -> Result<(), DeviceError> {
        let awake = self.terminal.look(commands::WAKEFULNESS).await?.text();
        if ["Asleep", "Dozing", "Dreaming"].iter().any(|sleep| awake.contains(sleep)) {
            self.terminal.act(commands::WAKE).await?;
        }
        Ok(())
    }

    /// The package of the app that is meant.
    async fn find_app(&self) -> Result<String, DeviceError> {
        let Some(name) = &self.options.app else {
            let told = screen::front(&self.terminal).await?;
            let front = activity::front(&told, "");
            return front.map(|component| component.package).ok_or_else(|| {
                DeviceError::Unsupported { what: "tell which app is in front".into() }
            });
        };
        let list = self.terminal.look(commands::PACKAGES).await?.text();
        package::find(name, &package::installed(&list))
            .map_err(|similar| DeviceError::NoSuchApp { package: name.clone(), similar })
    }

    async fn ask_package(&mut self, name: String) -> Result<(), DeviceError> {
        let launcher = commands::launcher(&name);
        let (declared, launcher) =
            tokio::join!(declared::ask(&self.terminal, &name), self.terminal.look(&launcher));
        let (declared, launcher) = (declared?, launcher?.text());
        // Phones before Android 7 have no `cmd`.
        let first = declared.best().components.iter().find(|component| component.is_launcher());
        let first = first.and_then(|first| ForegroundActivity::parse(&first.flat(&name)));
        self.launcher = package::resolved(&launcher, &name).or(first);
        self.app = AppInfo {
            package: name,
            version: declared.best().version_name.clone(),
            activities: declared.best().activities(),
            manifest: declared.known(),
        };
        Ok(())
    }

    /// Marks the present moment in the log. The clock is told in seconds only, so what the log
    /// already holds of this second is read and forgotten.
    async fn begin_to_watch(&mut self) -> Result<(), DeviceError> {
        let mark = self.terminal.look(commands::CLOCK).await?.text();
        self.watch = LogWatch::new(&self.app.package, &mark);
        self.read_log().await?;
        self.watch.forget();
        Ok(())
    }
}
