//! Colours for the meanings of [`Paint`].

use crate::Paint;
use std::fmt;

/// A colour as red, green, blue.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Colour(pub u32);

impl Colour {
    /// Its three parts.
    #[must_use]
    pub const fn rgb(self) -> (u8, u8, u8) {
        ((self.0 >> 16) as u8, (self.0 >> 8) as u8, self.0 as u8)
    }

    /// Black or white, whichever reads better on it.
    #[must_use]
    pub fn contrast(self) -> Colour {
        if self.luminance() > 0.36 { Colour(0x14_18_1f) } else { Colour(0xff_ff_ff) }
    }

    /// Between this and another colour; `share` of the other.
    #[must_use]
    pub fn blend(self, other: Colour, share: f32) -> Colour {
        let ((a, b, c), (x, y, z)) = (self.rgb(), other.rgb());
        let mix = |from: u8, to: u8| {
            (f32::from(from) + (f32::from(to) - f32::from(from)) * share).round() as u32
        };
        Colour(mix(a, x) << 16 | mix(b, y) << 8 | mix(c, z))
    }

    /// Relative luminance as the accessibility guidelines have it.
    fn luminance(self) -> f32 {
        let (r, g, b) = self.rgb();
        let linear = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.0)
    }
}

/// A colour for every meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// Behind everything.
    pub ground: Colour,
    /// Behind panels and cards.
    pub card: Colour,
    /// Lines and writing.
    pub ink: Colour,
    /// Cells: light, mid, dark.
    pub cells: [Colour; 3],
    /// Land, sea, shore.
    pub lands: [Colour; 3],
    /// To gain, to fear, to notice.
    pub signs: [Colour; 3],
    /// White and black pieces.
    pub stones: [Colour; 2],
    /// Seats; further ones begin again.
    pub seats: [Colour; 8],
}

const fn colours<const N: usize>(values: [u32; N]) -> [Colour; N] {
    let mut out = [Colour(0); N];
    let mut i = 0;
    while i < N {
        out[i] = Colour(values[i]);
        i += 1;
    }
    out
}

impl Palette {
    /// For bright rooms and paper.
    pub const LIGHT: Palette = Palette {
        ground: Colour(0xf7_f5_f0),
        card: Colour(0xff_ff_ff),
        ink: Colour(0x2b_2f_36),
        cells: colours([0xee_e6_d4, 0xdc_cf_b4, 0xc2_ae_8a]),
        lands: colours([0xe6_e0_bd, 0xa9_d3_e6, 0xcf_dc_b4]),
        signs: colours([0x3f_a3_4d, 0xc9_30_2c, 0xf0_a2_1b]),
        stones: colours([0xfb_fa_f6, 0x2a_2d_33]),
        seats: colours([
            0xcf_3b_3b, 0x2f_6f_c4, 0x2f_9e_62, 0xe0_a0_20, 0x8a_4f_bf, 0x1f_a3_ad, 0xd6_62_9c,
            0x7a_5c_43,
        ]),
    };

    /// For dark rooms.
    pub const DARK: Palette = Palette {
        ground: Colour(0x15_18_1d),
        card: Colour(0x22_27_2f),
        ink: Colour(0xd8_dc_e3),
        cells: colours([0x6e_76_83, 0x55_5d_69, 0x46_4d_57]),
        lands: colours([0x55_5a_41, 0x1f_45_5e, 0x3f_5a_52]),
        signs: colours([0x6c_cf_78, 0xff_6b_62, 0xff_c1_4d]),
        stones: colours([0xf7_f5_ee, 0x06_07_09]),
        seats: colours([
            0xe8_5d_5d, 0x5d_9c_ee, 0x52_c4_85, 0xf2_bd_45, 0xb0_82_e0, 0x4c_c7_d1, 0xee_8a_bd,
            0xb1_90_72,
        ]),
    };

    /// The colours of Okabe and Ito, told apart by everybody.
    pub const SAFE: Palette = Palette {
        ground: Colour(0xff_ff_ff),
        card: Colour(0xff_ff_ff),
        ink: Colour(0x1c_1c_1c),
        cells: colours([0xf1_f1_ef, 0xdd_dd_da, 0xc4_c4_c0]),
        lands: colours([0xef_ea_d6, 0xc9_e4_f5, 0xdc_e6_dc]),
        signs: colours([0x00_9e_73, 0x9b_00_5a, 0xf0_e4_42]),
        stones: colours([0xff_ff_ff, 0x1c_1c_1c]),
        seats: colours([
            0xd5_5e_00, 0x00_72_b2, 0x00_9e_73, 0xe6_9f_00, 0xcc_79_a7, 0x56_b4_e9, 0x6b_6b_6b,
            0x8c_6d_1f,
        ]),
    };

    /// The palettes by name.
    pub const NAMED: [(&'static str, Palette); 3] =
        [("light", Palette::LIGHT), ("dark", Palette::DARK), ("safe", Palette::SAFE)];

    /// The palette of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Palette> {
        Self::NAMED.into_iter().find(|(known, _)| *known == name).map(|(_, palette)| palette)
    }

    /// The colour that stands for a meaning; none for nothing.
    #[must_use]
    pub fn colour(&self, paint: Paint) -> Option<Colour> {
        Some(match paint {
            Paint::Clear => return None,
            Paint::Player(seat) => self.seats[usize::from(seat) % self.seats.len()],
            Paint::White => self.stones[0],
            Paint::Black => self.stones[1],
            Paint::Light => self.cells[0],
            Paint::Mid => self.cells[1],
            Paint::Dark => self.cells[2],
            Paint::Land => self.lands[0],
            Paint::Sea => self.lands[1],
            Paint::Shore => self.lands[2],
            Paint::Ink => self.ink,
            Paint::Good => self.signs[0],
            Paint::Bad => self.signs[1],
            Paint::Accent => self.signs[2],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_differ_and_writing_reads_in_every_palette() {
        for (name, palette) in Palette::NAMED {
            for (i, a) in palette.seats.iter().enumerate() {
                assert!(!palette.seats[..i].contains(a), "{name}: seat {i}");
            }
            let (ink, ground) = (palette.ink.luminance(), palette.ground.luminance());
            let ratio = (ink.max(ground) + 0.05) / (ink.min(ground) + 0.05);
            assert!(ratio > 7.0, "{name}: writing has contrast {ratio}");
        }
        assert_eq!(Palette::named("dark"), Some(Palette::DARK));
        assert_eq!(Palette::named("pink"), None);
    }

    #[test]
    fn blending_ends_where_it_should() {
        let (a, b) = (Colour(0x10_20_30), Colour(0xf0_e0_d0));
        assert_eq!((a.blend(b, 0.0), a.blend(b, 1.0)), (a, b));
    }
}
