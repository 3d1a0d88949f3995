//! Reading a `bounds` attribute.

use crate::domain::Bounds;

/// Reads `[left,top][right,bottom]`, with signs and stray blanks; `None` if there are not
/// exactly four numbers. Numbers too large for a display are held at the ends of `i32`.
pub(in crate::device) fn parse(text: &str) -> Option<Bounds> {
    let mut numbers = [0_i32; 4];
    let mut count = 0;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        let negative = byte == b'-';
        let mut value = match byte {
            b'0'..=b'9' => i64::from(byte - b'0'),
            b'-' | b'+' if bytes.peek().is_some_and(u8::is_ascii_digit) => 0,
            b'[' | b']' | b',' | b';' => continue,
            _ if byte.is_ascii_whitespace() => continue,
            _ => return None,
        };
        while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
            value = value.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
        }
        let value = if negative { -value } else { value };
        *numbers.get_mut(count)? =
            i32::try_from(value).unwrap_or(if negative { i32::MIN } else { i32::MAX });
        count += 1;
    }
    (count == 4).then(|| Bounds::from(numbers))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("[0,63][1080,2274]", Some([0, 63, 1080, 2274]))]
    #[case("[-12,+3][5,-6]", Some([-12, 3, 5, -6]))]
    #[case(" [ 1, 2 ] [3 ,4] ", Some([1, 2, 3, 4]))]
    #[case("[9,9][1,1]", Some([9, 9, 1, 1]))]
    #[case("[0,0][0,0]", Some([0, 0, 0, 0]))]
    #[case("[0,0][99999999999999999999999,1]", Some([0, 0, i32::MAX, 1]))]
    #[case("[-99999999999,0][1,1]", Some([i32::MIN, 0, 1, 1]))]
    #[case("", None)]
    #[case("[0,0][1]", None)]
    #[case("[0,0][1,2][3]", None)]
    #[case("[0,0][1,-]", None)]
    #[case("[a,b][c,d]", None)]
    #[case("[0.5,0][1,1]", None)]
    fn four_numbers_or_nothing(#[case] text: &str, #[case] expected: Option<[i32; 4]>) {
        assert_eq!(parse(text), expected.map(Bounds::from));
    }
}
