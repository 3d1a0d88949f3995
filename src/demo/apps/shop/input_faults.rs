//! The seeded input faults of the shop.

use crate::demo::app::Do::{self, Tap, Type};
use crate::demo::input_faults::InputFault;
use crate::domain::{ConstraintClass, CrashKind};

const PRODUCT: Do = Tap("#product");
const ADD: Do = Tap("#add");
const CART: Do = Tap("#cart");
const CHECKOUT: Do = Tap("#checkout");
const NEXT: Do = Tap("#next");
const NAME: Do = Type("#name", "Ada Byron");
const STREET: Do = Type("#street", "12 Mill Road");
const POSTCODE: Do = Type("#postcode", "10115");
const ACCOUNT: Do = Tap("#tab_account");
const SIGN_IN: Do = Tap("#sign_in");

/// The seeded input faults.
pub(super) const INPUT_FAULTS: &[InputFault] = &[
    InputFault {
        id: "shop-input-name-right-to-left",
        class: ConstraintClass::CharacterSet,
        kind: CrashKind::Java,
        title: "A name in a right-to-left script breaks the address label",
        form: "address",
        inputs: "a name with Hebrew or Arabic letters",
        crashes: |texts| texts[0].chars().any(|sign| ('\u{590}'..='\u{8ff}').contains(&sign)),
        thrown: "java.lang.IndexOutOfBoundsException: setSpan (0 ... 9) ends beyond length 8",
        frames: &["org.ridealong.shop.checkout.AddressLabel.layout(AddressLabel.kt:58)"],
        steps: &[PRODUCT, ADD, CART, CHECKOUT, Type("#name", "אדה"), STREET, POSTCODE, NEXT],
    },
    InputFault {
        id: "shop-input-street-long",
        class: ConstraintClass::Length,
        kind: CrashKind::Java,
        title: "A street of more than 255 characters does not fit its column",
        form: "address",
        inputs: "a street of more than 255 characters",
        crashes: |texts| texts[1].chars().count() > 255,
        thrown: "android.database.sqlite.SQLiteException: string or blob too big",
        frames: &["org.ridealong.shop.checkout.AddressDao.store(AddressDao.kt:33)"],
        steps: &[PRODUCT, ADD, CART, CHECKOUT, NAME, Type("#street", LONG_STREET), POSTCODE, NEXT],
    },
    InputFault {
        id: "shop-input-postcode-zeros",
        class: ConstraintClass::Meaning,
        kind: CrashKind::Java,
        title: "A postcode that begins with 00 belongs to no region",
        form: "address",
        inputs: "a postcode that begins with 00",
        crashes: |texts| texts[2].starts_with("00"),
        thrown: "java.lang.NullPointerException: region of postcode",
        frames: &["org.ridealong.shop.checkout.Regions.of(Regions.kt:21)"],
        steps: &[PRODUCT, ADD, CART, CHECKOUT, NAME, STREET, Type("#postcode", "00000"), NEXT],
    },
    InputFault {
        id: "shop-input-address-lines-same",
        class: ConstraintClass::Exclusion,
        kind: CrashKind::Java,
        title: "An address whose two lines are the same is stored under one key",
        form: "address",
        inputs: "the same text as name and as street",
        crashes: |texts| texts[0].trim() == texts[1].trim(),
        thrown: "java.lang.IllegalStateException: Duplicate key",
        frames: &["org.ridealong.shop.checkout.AddressLines.toMap(AddressLines.kt:17)"],
        steps: &[
            PRODUCT,
            ADD,
            CART,
            CHECKOUT,
            Type("#name", "Ada"),
            Type("#street", "Ada"),
            POSTCODE,
            NEXT,
        ],
    },
    InputFault {
        id: "shop-input-card-long-cvc",
        class: ConstraintClass::Dependency,
        kind: CrashKind::Java,
        title: "A CVC of four digits with a card that has three is cut out of bounds",
        form: "card",
        inputs: "a CVC of four digits with a card number that does not begin with 3",
        crashes: |texts| texts[2].len() == 4 && !texts[0].starts_with('3'),
        thrown: "java.lang.StringIndexOutOfBoundsException: begin 0, end 4, length 3",
        frames: &["org.ridealong.shop.checkout.CardCheck.cvc(CardCheck.kt:44)"],
        steps: &[
            PRODUCT,
            ADD,
            CART,
            CHECKOUT,
            NAME,
            STREET,
            POSTCODE,
            NEXT,
            NEXT,
            Tap("#by_card"),
            Type("#number", "4111111111111111"),
            Type("#expiry", "12/29"),
            Type("#cvc", "7371"),
            NEXT,
        ],
    },
    InputFault {
        id: "shop-input-card-year",
        class: ConstraintClass::FixedFormat,
        kind: CrashKind::Java,
        title: "An expiry date whose year is no number is parsed all the same",
        form: "card",
        inputs: "an expiry date with a valid month and a year that is not two digits",
        crashes: |texts| {
            let year = texts[1].split_once('/').map_or("", |(_, year)| year);
            year.len() != 2 || year.parse::<u8>().is_err()
        },
        thrown: "java.lang.NumberFormatException: For input string: \"\"",
        frames: &["org.ridealong.shop.checkout.CardCheck.expiry(CardCheck.kt:29)"],
        steps: &[
            PRODUCT,
            ADD,
            CART,
            CHECKOUT,
            NAME,
            STREET,
            POSTCODE,
            NEXT,
            NEXT,
            Tap("#by_card"),
            Type("#number", "4111111111111111"),
            Type("#expiry", "12/"),
            Type("#cvc", "737"),
            NEXT,
        ],
    },
    InputFault {
        id: "shop-input-mail-two-ats",
        class: ConstraintClass::FixedFormat,
        kind: CrashKind::Java,
        title: "An e-mail address with two @ is taken and then split",
        form: "sign_in",
        inputs: "an e-mail address with more than one @, and a valid password",
        crashes: |texts| texts[0].matches('@').count() > 1,
        thrown: "java.lang.IllegalArgumentException: expected 2 parts, got 3",
        frames: &["org.ridealong.shop.account.MailAddress.of(MailAddress.kt:12)"],
        steps: &[
            ACCOUNT,
            SIGN_IN,
            Type("#email_field", "ada@@example.org"),
            Type("#password", "Correct-Horse-7"),
            Tap("#submit"),
        ],
    },
    InputFault {
        id: "shop-input-password-is-mail",
        class: ConstraintClass::Exclusion,
        kind: CrashKind::Java,
        title: "A password that is the e-mail address trips the strength meter",
        form: "sign_in",
        inputs: "the e-mail address as password",
        crashes: |texts| texts[0].trim() == texts[1],
        thrown: "java.lang.ArithmeticException: / by zero",
        frames: &["org.ridealong.shop.account.PasswordStrength.distance(PasswordStrength.kt:38)"],
        steps: &[
            ACCOUNT,
            SIGN_IN,
            Type("#email_field", "ada@example.org"),
            Type("#password", "ada@example.org"),
            Tap("#submit"),
        ],
    },
    InputFault {
        id: "shop-input-phone-nameless",
        class: ConstraintClass::Dependency,
        kind: CrashKind::Java,
        title: "A phone number without a name cannot be listed",
        form: "profile",
        inputs: "a phone number and no name",
        crashes: |texts| texts[0].trim().is_empty() && !texts[1].is_empty(),
        thrown: "java.lang.StringIndexOutOfBoundsException: String index out of range: 0",
        frames: &["org.ridealong.shop.account.ContactCard.initial(ContactCard.kt:16)"],
        steps: &[
            ACCOUNT,
            SIGN_IN,
            Tap("#demo"),
            Tap("#profile"),
            Type("#phone", "15550100"),
            Tap("#save"),
        ],
    },
    InputFault {
        id: "shop-input-coupon-percent",
        class: ConstraintClass::PureText,
        kind: CrashKind::Java,
        title: "A coupon code with a percent sign is used as a format",
        form: "coupon",
        inputs: "a code that contains %",
        crashes: |texts| texts[0].contains('%'),
        thrown: "java.util.UnknownFormatConversionException: Conversion = '%'",
        frames: &["org.ridealong.shop.cart.CouponMessages.refused(CouponMessages.kt:9)"],
        steps: &[PRODUCT, ADD, CART, Tap("#coupon"), Type("#code", "10%"), Tap("#redeem")],
    },
    InputFault {
        id: "shop-input-phone-is-name",
        class: ConstraintClass::Exclusion,
        kind: CrashKind::Java,
        title: "A contact whose name is its phone number is merged with itself",
        form: "profile",
        inputs: "the phone number as name",
        crashes: |texts| !texts[1].is_empty() && texts[0].trim() == texts[1],
        thrown: "java.util.ConcurrentModificationException: contact changed while merging",
        frames: &["org.ridealong.shop.account.ContactMerge.run(ContactMerge.kt:42)"],
        steps: &[
            ACCOUNT,
            SIGN_IN,
            Tap("#demo"),
            Tap("#profile"),
            Type("#name", "15550100"),
            Type("#phone", "15550100"),
            Tap("#save"),
        ],
    },
];

/// 280 letters.
const LONG_STREET: &str = match str::from_utf8(&[b's'; 280]) {
    Ok(text) => text,
    Err(_) => "",
};
