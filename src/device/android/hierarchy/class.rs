//! What a node's class tells.

/// What kind of view a class is, as far as actions and regions depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ViewClass {
    /// Anything not told apart below.
    #[default]
    Plain,
    /// Takes text.
    Field,
    /// Lays out rows.
    List,
    /// Lays out pages beside each other.
    Pager,
    /// Scrolls one content that has no rows.
    Scroller,
    /// Shows one of several choices; reports itself scrollable, though a finger cannot scroll it.
    Spinner,
    /// A handle is moved along it.
    Slider,
    /// Stars; a slider only if it can be focused, else they just show a value.
    Rating,
    /// Shows that something is going on, or how far it is.
    Progress,
    /// Draws its content itself.
    Surface,
    /// Nothing but room.
    Space,
}

impl ViewClass {
    /// Tells what `class`, a class name as dumped, is.
    pub(super) fn of(class: &str) -> Self {
        let short = class.rsplit(['.', '$']).next().unwrap_or(class);
        match short {
            "View" | "FrameLayout" | "LinearLayout" | "TextView" | "ImageView" | "ViewGroup"
            | "RelativeLayout" | "Button" | "ImageButton" | "" => return Self::Plain,
            "EditText" => return Self::Field,
            "ScrollView" => return Self::Scroller,
            "RecyclerView" | "ListView" => return Self::List,
            _ => {}
        }
        let has = |part: &str| short.contains(part);
        if has("EditText") || has("AutoComplete") || has("TextField") {
            Self::Field
        } else if has("SeekBar") || has("Slider") {
            Self::Slider
        } else if has("RatingBar") {
            Self::Rating
        } else if has("ProgressBar") || has("ProgressIndicator") || has("LoadingIndicator") {
            Self::Progress
        } else if has("WebView")
            || has("SurfaceView")
            || has("TextureView")
            || has("GeckoView")
            || has("UnityPlayer")
            || has("FlutterView")
            || has("VideoView")
            || has("MapView")
            || has("GameView")
        {
            Self::Surface
        } else if has("ScrollView") || has("Picker") {
            Self::Scroller
        } else if has("ViewPager") {
            Self::Pager
        } else if has("ListView") || has("GridView") || has("RecyclerView") {
            Self::List
        } else if has("Spinner") {
            Self::Spinner
        } else if short == "Space" {
            Self::Space
        } else {
            Self::Plain
        }
    }
}

/// True if `class` is a picker of the platform for a date, a time or a number. Its parts, such as the
/// days of a month, the hands of a clock or a list of years, all change the value that it holds.
pub(super) fn is_value_picker(class: &str) -> bool {
    let short = class.rsplit(['.', '$']).next().unwrap_or(class);
    ["DatePicker", "TimePicker", "NumberPicker", "CalendarView"]
        .iter()
        .any(|it| short.ends_with(it))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn pickers_of_values_are_known_by_their_class() {
        assert!(is_value_picker("android.widget.DatePicker"));
        assert!(is_value_picker("android.widget.NumberPicker"));
        assert!(!is_value_picker("android.widget.Spinner"));
        assert!(!is_value_picker("org.example.PickerActivity"));
    }

    #[rstest]
    #[case("android.widget.EditText", ViewClass::Field)]
    #[case("android.widget.SearchView$SearchAutoComplete", ViewClass::Field)]
    #[case("androidx.appcompat.widget.AppCompatEditText", ViewClass::Field)]
    #[case("android.widget.GridView", ViewClass::List)]
    #[case("androidx.recyclerview.widget.RecyclerView", ViewClass::List)]
    #[case("androidx.viewpager2.widget.ViewPager2", ViewClass::Pager)]
    #[case("androidx.core.widget.NestedScrollView", ViewClass::Scroller)]
    #[case("android.widget.NumberPicker", ViewClass::Scroller)]
    #[case("android.widget.SeekBar", ViewClass::Slider)]
    #[case("android.widget.ProgressBar", ViewClass::Progress)]
    #[case(
        "com.google.android.material.progressindicator.CircularProgressIndicator",
        ViewClass::Progress
    )]
    #[case("android.opengl.GLSurfaceView", ViewClass::Surface)]
    #[case("android.webkit.WebView", ViewClass::Surface)]
    #[case("android.widget.TextView", ViewClass::Plain)]
    #[case("", ViewClass::Plain)]
    fn classes_are_told_apart(#[case] class: &str, #[case] expected: ViewClass) {
        assert_eq!(ViewClass::of(class), expected);
    }
}
