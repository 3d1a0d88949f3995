//! What the shop sells.

/// A group of goods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Kitchen,
    Garden,
}

/// Something that can be bought.
#[derive(Debug)]
pub(super) struct Good {
    pub name: &'static str,
    pub glyph: &'static str,
    /// In cents.
    pub price: i64,
    pub category: Category,
    pub on_sale: bool,
    pub in_stock: bool,
    pub variants: [&'static str; 3],
    /// Who, stars, words.
    pub reviews: [(&'static str, usize, &'static str); 2],
}

/// The goods, in the order of how much they are liked.
pub(super) const GOODS: &[Good] = &[
    Good {
        name: "Ceramic mug",
        glyph: "☕",
        price: 950,
        category: Category::Kitchen,
        on_sale: false,
        in_stock: true,
        variants: ["White", "Blue", "Black"],
        reviews: [("Ada", 5, "Holds more tea than I do."), ("Ben", 4, "Solid handle.")],
    },
    Good {
        name: "Watering can",
        glyph: "💧",
        price: 1850,
        category: Category::Garden,
        on_sale: true,
        in_stock: true,
        variants: ["5 litres", "8 litres", "12 litres"],
        reviews: [("Cleo", 4, "Pours evenly."), ("Dan", 3, "A little heavy.")],
    },
    Good {
        name: "Tea towels",
        glyph: "▦",
        price: 1400,
        category: Category::Kitchen,
        on_sale: true,
        in_stock: true,
        variants: ["Striped", "Dotted", "Plain"],
        reviews: [("Eve", 5, "Dry at last."), ("Finn", 4, "Good cotton.")],
    },
    Good {
        name: "Chef's knife",
        glyph: "🔪",
        price: 3900,
        category: Category::Kitchen,
        on_sale: false,
        in_stock: false,
        variants: ["16 cm", "20 cm", "24 cm"],
        reviews: [("Gil", 5, "Mind your fingers."), ("Hana", 5, "Stays sharp.")],
    },
    Good {
        name: "Seed mix",
        glyph: "🌱",
        price: 425,
        category: Category::Garden,
        on_sale: false,
        in_stock: true,
        variants: ["Meadow", "Herbs", "Salads"],
        reviews: [("Ivo", 4, "Bees love it."), ("June", 2, "The birds were faster.")],
    },
    Good {
        name: "Garden chair",
        glyph: "🪑",
        price: 7900,
        category: Category::Garden,
        on_sale: true,
        in_stock: false,
        variants: ["Oak", "Beech", "Larch"],
        reviews: [("Kim", 5, "I never get up again."), ("Lou", 4, "Folds flat.")],
    },
];

impl Category {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Kitchen => "Kitchen",
            Self::Garden => "Garden",
        }
    }
}

/// The good at `index`; the first one if there is none.
pub(super) fn good(index: usize) -> &'static Good {
    const FIRST: &Good = &GOODS[0];
    GOODS.get(index).unwrap_or(FIRST)
}

/// An amount in cents, as people write it.
pub(super) fn money(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let cents = cents.unsigned_abs();
    format!("{sign}€{}.{:02}", cents / 100, cents % 100)
}

/// So many pieces, as people say it.
pub(super) fn pieces(count: u32) -> String {
    if count == 1 { "1 piece".into() } else { format!("{count} pieces") }
}

impl Good {
    /// The line under its name in lists.
    pub fn below(&self) -> String {
        let mut below = format!("{} · {}", money(self.price), self.category.word());
        if self.on_sale {
            below.push_str(" · Sale");
        }
        if !self.in_stock {
            below.push_str(" · Sold out");
        }
        below
    }
}
