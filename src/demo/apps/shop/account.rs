//! The account: a guest's, signing in, a member's, the profile.

use super::super::super::app::System;
use super::super::super::input_faults;
use super::super::super::ui::{
    Input, TextStyle, View, button, column, divider, field, image, item, outlined, scroll, spacer,
    styled, switch, text, toolbar,
};
use super::checkout::Address;
use super::input_faults::INPUT_FAULTS;
use super::{LOCATION, Screen, Shop, faults, page};

/// The least characters of a password.
const PASSWORD_LENGTH: usize = 4;

/// Someone who has signed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Account {
    pub email: String,
    pub name: String,
    pub phone: String,
    pub newsletter: bool,
    /// Where the last order went.
    pub address: Address,
}

/// The form for signing in, as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct SignIn {
    email: String,
    password: String,
}

/// The form of the profile, as typed.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    pub name: String,
    pub phone: String,
    newsletter: bool,
}

/// A touch on the account.
#[derive(Clone, Debug)]
pub enum Msg {
    AskSignIn,
    Email(String),
    Password(String),
    SignIn,
    UseDemo,
    SignOut,
    EditProfile,
    Name(String),
    Phone(String),
    Newsletter,
    SaveProfile,
    Orders,
    Stores,
    About,
}

fn send(msg: Msg) -> super::Msg {
    super::Msg::Account(msg)
}

pub(super) fn update(app: &mut Shop, msg: Msg, sys: &mut System) {
    match app.ui.screens.last_mut() {
        Some(Screen::SignIn) => match msg {
            Msg::Email(text) => {
                sys.hit("account.email");
                app.ui.sign_in.email = text;
            }
            Msg::Password(text) => app.ui.sign_in.password = text,
            Msg::UseDemo => {
                sys.hit("account.use_demo");
                enter(app, "demo@example.org".into(), sys);
            }
            _ => sign_in(app, sys),
        },
        Some(Screen::Profile(form)) => match msg {
            Msg::Name(text) => {
                form.name = text;
            }
            Msg::Phone(text) => {
                form.phone = text;
            }
            Msg::Newsletter => newsletter(app, sys),
            _ => save_profile(app, sys),
        },
        _ => visit(app, &msg, sys),
    }
}

fn visit(app: &mut Shop, msg: &Msg, sys: &mut System) {
    let screen = match msg {
        Msg::AskSignIn => {
            sys.hit("account.ask_sign_in");
            Screen::SignIn
        }
        Msg::EditProfile => {
            sys.hit("account.edit_profile");
            let account = app.saved.account.clone().unwrap_or_default();
            let Account { name, phone, newsletter, .. } = account;
            Screen::Profile(Profile { name, phone, newsletter })
        }
        Msg::Orders => {
            sys.hit("account.orders");
            Screen::Orders
        }
        Msg::About => {
            sys.hit("account.about");
            Screen::About
        }
        Msg::Stores if sys.holds(LOCATION) => {
            sys.hit("account.stores");
            Screen::Stores { allowed: true }
        }
        Msg::Stores => {
            sys.hit("account.ask_location");
            return sys.ask(LOCATION);
        }
        _ => {
            sys.hit("account.sign_out");
            app.saved.account = None;
            return sys.toast("Signed out");
        }
    };
    app.ui.screens.push(screen);
}

fn sign_in(app: &mut Shop, sys: &mut System) {
    let form = &app.ui.sign_in;
    let mut parts = form.email.trim().splitn(2, '@');
    let has_at = parts.next().is_some_and(|name| !name.is_empty())
        && parts.next().is_some_and(|host| !host.is_empty());
    if !has_at {
        sys.hit("account.email_refused");
        sys.toast("This is no e-mail address");
    } else if form.password.chars().count() < PASSWORD_LENGTH {
        sys.hit("account.password_refused");
        sys.toast("A password has at least 4 characters");
    } else {
        sys.hit("account.signed_in");
        if input_faults::sent(INPUT_FAULTS, "sign_in", &[&form.email, &form.password], sys) {
            return;
        }
        let email = form.email.trim().to_owned();
        enter(app, email, sys);
    }
}

fn enter(app: &mut Shop, email: String, sys: &mut System) {
    app.saved.account = Some(Account { email, ..Account::default() });
    app.ui.sign_in = SignIn::default();
    app.ui.screens.pop();
    sys.toast("Welcome");
}

fn newsletter(app: &mut Shop, sys: &mut System) {
    if let Some(Screen::Profile(form)) = app.ui.screens.last_mut() {
        form.newsletter = !form.newsletter;
    }
    if let Some(account) = &mut app.saved.account {
        account.newsletter = !account.newsletter;
    }
    sys.toast("Newsletter: saved");
}

fn save_profile(app: &mut Shop, sys: &mut System) {
    let Some(Screen::Profile(form)) = app.ui.screens.last() else { return };
    sys.hit("account.profile_saved");
    if input_faults::sent(INPUT_FAULTS, "profile", &[&form.name, &form.phone], sys) {
        return;
    }
    if let Some(account) = &mut app.saved.account {
        account.name = form.name.clone();
        account.phone = form.phone.clone();
    }
    faults::profile_saved_silently(sys);
}

pub(super) fn screen(app: &Shop) -> View<super::Msg> {
    let entry =
        |id: &str, name: &str, below: &str, msg: Msg| item(name, below).id(id).on_tap(send(msg));
    let head = match &app.saved.account {
        None => column([
            spacer(8),
            image("avatar", "👤", ""),
            text("Sign in to see your orders on all your devices."),
            button("sign_in", "Sign in").on_tap(send(Msg::AskSignIn)),
        ]),
        Some(account) => {
            let name = if account.name.is_empty() { "No name yet" } else { &account.name };
            column([
                spacer(8),
                styled(TextStyle::Heading, name).id("member"),
                styled(TextStyle::Caption, &account.email).id("email"),
                entry("profile", "Edit profile", "Name and phone", Msg::EditProfile),
                outlined("sign_out", "Sign out").on_tap(send(Msg::SignOut)),
            ])
        }
    };
    let content = scroll(
        "content",
        [
            head,
            divider(),
            entry("orders", "Orders", "What you have bought", Msg::Orders),
            entry("stores", "Stores near you", "Uses your location", Msg::Stores),
            entry("about", "About this shop", "Terms and privacy", Msg::About),
        ],
    );
    column([toolbar("Account"), content])
}

pub(super) fn sign_in_screen(form: &SignIn) -> View<super::Msg> {
    let email = field("email_field", "E-mail address", Input::Line, &form.email, |text| {
        send(Msg::Email(text))
    });
    let hint = "Password (at least 4 characters)";
    let password =
        field("password", hint, Input::Password, &form.password, |text| send(Msg::Password(text)));
    let parts = [
        email,
        password.on_enter(send(Msg::SignIn)),
        styled(TextStyle::Caption, "A new account is made where there is none.").id("note"),
        button("submit", "Sign in").on_tap(send(Msg::SignIn)),
        outlined("demo", "Use the demo account").on_tap(send(Msg::UseDemo)),
    ];
    page("Sign in", parts)
}

pub(super) fn profile_screen(form: &Profile) -> View<super::Msg> {
    let parts = [
        field("name", "Name", Input::Line, &form.name, |text| send(Msg::Name(text))),
        field("phone", "Phone number", Input::Number, &form.phone, |text| send(Msg::Phone(text))),
        switch("newsletter", "Newsletter", form.newsletter).on_tap(send(Msg::Newsletter)),
        button("save", "Save").on_tap(send(Msg::SaveProfile)),
    ];
    page("Profile", parts)
}
