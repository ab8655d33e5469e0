import "server-only";

import { type Accent, accentTokens } from "#lib/tickets/art/accent.ts";

/** The colours of one theme, as in app/globals.css: mail programs support neither oklch nor variables. */
export type MailColours = typeof LIGHT & { readonly accent: Accent };

const LIGHT = {
  canvas: "#f9fafc",
  surface: "#ffffff",
  ink: "#13161d",
  muted: "#5e636e",
  line: "#dde0e5",
  ok: "#007840",
  okSoft: "#e3f8e9",
  warn: "#8a5600",
  warnSoft: "#fff2d6",
  bad: "#c2181d",
  badSoft: "#ffeeee",
};

const DARK: typeof LIGHT = {
  canvas: "#0c0e14",
  surface: "#14171e",
  ink: "#f0f2f4",
  muted: "#aaaeb6",
  line: "#2c3039",
  ok: "#59d38c",
  okSoft: "#0f2e1b",
  warn: "#f0ba59",
  warnSoft: "#372508",
  bad: "#ff7d7c",
  badSoft: "#421616",
};

/** Returns the colours of both themes with the accent of this brand colour. */
export function mailColours(brandColour: string): { readonly light: MailColours; readonly dark: MailColours } {
  const { light, dark } = accentTokens(brandColour);
  return { light: { ...LIGHT, accent: light }, dark: { ...DARK, accent: dark } };
}

/**
 * Returns the one style block: the dark theme, and narrow screens. Everything else is inline, for mail programs that
 * remove style blocks. `!important` overrides the inline styles.
 */
export function mailStyles({ accent, ...dark }: MailColours): string {
  const backgrounds = { canvas: dark.canvas, card: dark.surface, tile: accent.soft, fill: accent.fill };
  const texts = {
    ink: dark.ink,
    muted: dark.muted,
    link: accent.text,
    soft: accent.onSoft,
    good: dark.ok,
    gone: dark.bad,
    on: accent.on,
  };
  const tones = (["ok", "warn", "bad"] as const).map(
    (tone) => `.${tone}{background:${dark[`${tone}Soft`]}!important;color:${dark[tone]}!important}`,
  );
  const rules = [
    ...Object.entries(backgrounds).map(([name, colour]) => `.${name}{background:${colour}!important}`),
    ...Object.entries(texts).map(([name, colour]) => `.${name}{color:${colour}!important}`),
    ...tones,
    `.line{border-color:${dark.line}!important}`,
  ];
  const narrow =
    ".out{padding:20px 10px!important}.pad{padding:26px 18px 22px!important}.button,.button tbody,.button tr,.button td,.button a{display:block!important;box-sizing:border-box;text-align:center}.side{padding:16px 14px!important}.tilebox{padding-top:16px!important}.stack{display:block!important;text-align:start!important}.after{padding-top:0!important}";
  // Times and places that must not break are as wide as the text beside the date's tile can be.
  const narrowest =
    ".tilebox,.side{display:block!important;width:auto!important}.tilebox{padding:16px 14px 0!important}";
  return `@media(max-width:480px){${narrow}}@media(max-width:360px){${narrowest}}@media(prefers-color-scheme:dark){${rules.join("")}}`;
}
