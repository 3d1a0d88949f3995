//! What the books app saves, and the rules for ISBNs and dates.

/// A book that is owned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Unique among all books ever added.
    pub id: u32,
    /// Its title, never blank.
    pub title: String,
    /// Who wrote it; may be empty.
    pub author: String,
    /// ISBN-10 or ISBN-13; may be empty.
    pub isbn: String,
    /// Date of publication as year-month-day; may be empty, or only a year in old entries.
    pub published: String,
    /// The shelf it stands on.
    pub shelf: Option<u32>,
    /// The friend who has it.
    pub friend: Option<String>,
    /// Marked as read.
    pub read: bool,
}

/// A shelf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    /// Unique among all shelves ever created.
    pub id: u32,
    /// Its name.
    pub name: String,
}

/// Everything that survives the end of the process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The owned books in the order they came in.
    pub books: Vec<Book>,
    /// Titles that are wished for.
    pub wishes: Vec<String>,
    /// The shelves; never empty.
    pub shelves: Vec<Shelf>,
    /// The next unused id.
    pub next_id: u32,
    /// The books are shown as covers.
    pub grid: bool,
    /// The books are sorted by author, else by title.
    pub by_author: bool,
    /// Deleting a book asks first.
    pub confirm: bool,
    /// The friend who borrowed a book last.
    pub last_friend: String,
    /// How many barcodes were scanned.
    pub scans: usize,
}

impl Saved {
    /// What a fresh installation begins with.
    pub fn sample() -> Self {
        let shelf = |id, name: &str| Shelf { id, name: name.into() };
        let mut saved = Self {
            books: Vec::new(),
            wishes: Vec::new(),
            shelves: vec![shelf(1, "Classics"), shelf(2, "Sea stories"), shelf(3, "To read")],
            next_id: 4,
            grid: false,
            by_author: false,
            confirm: true,
            last_friend: "Anna Smith".into(),
            scans: 0,
        };
        saved.add_samples();
        saved
    }

    /// Adds the three sample books.
    pub fn add_samples(&mut self) {
        self.add("Emma", "Jane Austen", "9780141439587", "1815-12-23", Some(1));
        self.add("Moby-Dick", "Herman Melville", "9780142437247", "1851-10-18", Some(2));
        self.add("Walden", "Henry David Thoreau", "0691096120", "1854", None);
    }

    /// Adds the books of the shared folder that are not there yet; how many were.
    pub fn import(&mut self) -> usize {
        let before = self.books.len();
        for (title, author, isbn, published) in [
            ("Middlemarch", "George Eliot", "9780141439549", "1871-12-01"),
            ("Dracula", "Bram Stoker", "9780141439846", "1897-05-26"),
        ] {
            if !self.books.iter().any(|book| book.isbn == isbn) {
                self.add(title, author, isbn, published, None);
            }
        }
        self.books.len() - before
    }

    fn add(&mut self, title: &str, author: &str, isbn: &str, date: &str, shelf: Option<u32>) {
        let id = self.fresh_id();
        self.books.push(Book {
            id,
            title: title.into(),
            author: author.into(),
            isbn: isbn.into(),
            published: date.into(),
            shelf: shelf.filter(|wanted| self.shelves.iter().any(|shelf| shelf.id == *wanted)),
            ..Book::default()
        });
    }

    /// An id that was never used before.
    pub fn fresh_id(&mut self) -> u32 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// The book with this id.
    pub fn book(&self, id: u32) -> Option<&Book> {
        self.books.iter().find(|book| book.id == id)
    }

    /// The book with this id, to change it.
    pub fn book_mut(&mut self, id: u32) -> Option<&mut Book> {
        self.books.iter_mut().find(|book| book.id == id)
    }

    /// The name of a shelf.
    pub fn shelf_name(&self, id: Option<u32>) -> &str {
        self.shelves
            .iter()
            .find(|shelf| Some(shelf.id) == id)
            .map_or("On no shelf", |shelf| shelf.name.as_str())
    }

    /// The books in the order they are shown.
    pub fn sorted(&self) -> Vec<&Book> {
        let mut books: Vec<&Book> = self.books.iter().collect();
        if self.by_author {
            books.sort_by_key(|book| book.author.to_lowercase());
        } else {
            books.sort_by_key(|book| book.title.to_lowercase());
        }
        books
    }

    /// The books on a shelf, in the order they came in.
    pub fn on_shelf(&self, shelf: u32) -> Vec<&Book> {
        self.books.iter().filter(|book| book.shelf == Some(shelf)).collect()
    }
}

/// What is wrong with an ISBN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsbnFault {
    /// Neither 10 nor 13 characters without hyphens.
    Length,
    /// Something other than digits.
    Letter,
    /// An X anywhere but at the end of an ISBN-10.
    MisplacedX,
    /// The check digit does not fit.
    CheckDigit,
}

/// Checks an ISBN-10 or ISBN-13 with or without hyphens (ISO 2108).
pub fn check_isbn(text: &str) -> Result<(), IsbnFault> {
    let signs: Vec<char> = text.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
    if signs.len() != 10 && signs.len() != 13 {
        return Err(IsbnFault::Length);
    }
    let mut digits = Vec::with_capacity(signs.len());
    for (place, sign) in signs.iter().enumerate() {
        match (sign.to_digit(10), sign) {
            (Some(digit), _) => digits.push(digit),
            (None, 'X' | 'x') if signs.len() == 10 && place == 9 => digits.push(10),
            (None, 'X' | 'x') if signs.len() == 10 => return Err(IsbnFault::MisplacedX),
            _ => return Err(IsbnFault::Letter),
        }
    }
    let fits = if digits.len() == 10 {
        digits.iter().zip((1..=10).rev()).map(|(digit, weight)| digit * weight).sum::<u32>() % 11
            == 0
    } else {
        digits.iter().zip([1, 3].into_iter().cycle()).map(|(d, weight)| d * weight).sum::<u32>()
            % 10
            == 0
    };
    if fits { Ok(()) } else { Err(IsbnFault::CheckDigit) }
}

/// The days of a month (1 to 12) of the Gregorian calendar.
pub fn days_in_month(year: i32, month: i32) -> i32 {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Reads a date as year-month-day; `None` if there is no such day.
pub fn read_date(text: &str) -> Option<(i32, i32, i32)> {
    let mut parts = text.trim().split('-').map(|part| part.parse::<i32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let good = parts.next().is_none()
        && (1400..=2100).contains(&year)
        && (1..=12).contains(&month)
        && (1..=days_in_month(year, month)).contains(&day);
    good.then_some((year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn isbns_are_weighed() {
        for good in ["9780306406157", "978-0-306-40615-7", "080442957X", "0-8044-2957-x"] {
            assert_eq!(check_isbn(good), Ok(()), "{good}");
        }
        assert_eq!(check_isbn("12345"), Err(IsbnFault::Length));
        assert_eq!(check_isbn("97803064061AB"), Err(IsbnFault::Letter));
        assert_eq!(check_isbn("978030640615X"), Err(IsbnFault::Letter));
        assert_eq!(check_isbn("08044X9570"), Err(IsbnFault::MisplacedX));
        assert_eq!(check_isbn("9780306406158"), Err(IsbnFault::CheckDigit));
        assert_eq!(check_isbn("0804429570"), Err(IsbnFault::CheckDigit));
    }

    #[test]
    fn dates_that_do_not_exist_are_refused() {
        assert_eq!(read_date("2004-02-29"), Some((2004, 2, 29)));
        assert_eq!(read_date("1999-12-31"), Some((1999, 12, 31)));
        for bad in ["2005-02-29", "1900-02-29", "2004-13-01", "1854", "2004-04-31", "", "1-1-1-1"] {
            assert_eq!(read_date(bad), None, "{bad}");
        }
    }

    #[test]
    fn sample_books_are_good_but_for_one_old_date() {
        let mut saved = Saved::sample();
        assert_eq!(saved.import(), 2);
        assert_eq!(saved.import(), 0);
        for book in &saved.books {
            assert_eq!(check_isbn(&book.isbn), Ok(()), "{}", book.title);
        }
        let old: Vec<_> =
            saved.books.iter().filter(|book| read_date(&book.published).is_none()).collect();
        assert_eq!(old.len(), 1);
    }

    #[test]
    fn books_are_sorted_as_asked() {
        let mut saved = Saved::sample();
        let titles = |saved: &Saved| {
            saved.sorted().iter().map(|book| book.title.clone()).collect::<Vec<_>>()
        };
        assert_eq!(titles(&saved), ["Emma", "Moby-Dick", "Walden"]);
        saved.by_author = true;
        assert_eq!(titles(&saved), ["Walden", "Moby-Dick", "Emma"]);
    }
}
