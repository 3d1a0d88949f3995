//! Opening the app under test.

use std::time::Duration;

use crate::device::{AppInfo, DeviceError, ShellError};

use super::activity::ForegroundActivity;
use super::watch::LogWatch;
use super::{AndroidDevice, activity, commands, declared, package, rotate, screen};

/// So often an app is started that does not come to the front in time.
const STARTS: u32 = 2;

/// So often it is looked for after it was started and did not come in time.
const FRONT_CHECKS: u32 = 15;

/// Between two of these.
const FRONT_PAUSE: Duration = Duration::from_secs(2);

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
        self.launch(&commands::launch(&launcher.flat())).await?;
        Ok(self.app.clone())
    }

    /// Starts the app. If that takes longer than a command may run, it is waited for, and started
    /// once more if it does not come: starting what is in front already only shows it.
    async fn launch(&mut self, command: &str) -> Result<(), DeviceError> {
        for _ in 0..STARTS {
            match self.terminal.act(command).await {
                Ok(_) => return Ok(()),
                Err(DeviceError::Refused { said, .. }) => return Err(self.cannot_start(&said)),
                Err(DeviceError::Shell(ShellError::TimedOut { seconds, .. })) => {
                    let package = &self.app.package;
                    let what = format!("{package} took longer than {seconds} s to start.");
                    self.changes.news.push(what);
                    if self.came_to_front().await? {
                        return Ok(());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Err(self.cannot_start("it did not come to the front"))
    }

    /// True once the app is in front; false if it is not after a while.
    async fn came_to_front(&self) -> Result<bool, DeviceError> {
        for _ in 0..FRONT_CHECKS {
            let package = &self.app.package;
            let front = activity::front(&screen::front(&self.terminal).await?, package);
            if front.is_some_and(|front| front.package == *package) {
                return Ok(true);
            }
            self.terminal.sleep(FRONT_PAUSE).await?;
        }
        Ok(false)
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
            let reported = screen::front(&self.terminal).await?;
            let front = activity::front(&reported, "");
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
            texts: declared.texts,
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
