import localFont from "next/font/local";

/**
 * Titles use a subset of the package's font, with one weight (740) and few letters: 19 KB instead of 41. A build downloads no
 * fonts. Until a font has loaded, the page uses the fallbacks of globals.css, which have the same width, so that little moves.
 * Titles are not painted in their fallback, except after three seconds without the font, which the page preloads.
 */
export const bricolage = localFont({
  src: "./fonts/titles.woff2",
  variable: "--font-bricolage",
  adjustFontFallback: false,
  weight: "600 800",
  display: "block",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

/**
 * Loaded, as the further letters below, only by pages with a letter of its range, and found after their layout. It must not block: a
 * browser hides every title of a size while any font of that size is in its block period, not only the letters that lack.
 */
export const bricolageMacrons = localFont({
  src: "./fonts/titles-macrons.woff2",
  variable: "--font-bricolage-macrons",
  adjustFontFallback: false,
  weight: "600 800",
  display: "swap",
  preload: false,
  declarations: [{ prop: "unicode-range", value: "U+0100-0101,U+0112-0113,U+012A-012B,U+014C-014D,U+016A-016B" }],
});

export const instrument = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  variable: "--font-instrument",
  adjustFontFallback: false,
  weight: "400 700",
  display: "swap",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

export const bricolageExt = localFont({
  src: "../node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-ext-wght-normal.woff2",
  variable: "--font-bricolage-ext",
  weight: "200 800",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

export const instrumentExt = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2",
  variable: "--font-instrument-ext",
  weight: "400 700",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});
