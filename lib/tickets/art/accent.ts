import { clampChroma, converter, formatHex, type Oklch, parse, wcagContrast } from "culori";

/** The accent colours of one theme, derived from the promoter's colour. Every value is a hex colour. */
export type Accent = Readonly<Record<"fill" | "on" | "hover" | "text" | "edge" | "soft" | "onSoft" | "ring", string>>;

const DEFAULT_COLOUR = "#4f46e5";
const INK = "#0b0c10";
const WHITE = "#ffffff";
const TEXT_RATIO = 4.5;
const EDGE_RATIO = 3;
/** The largest chroma of a tint: large areas of it stay calm. */
const SOFT_CHROMA_MAX = 0.032;

type Theme = {
  readonly backgrounds: readonly string[];
  readonly ink: string;
  readonly soft: number;
  readonly away: -1 | 1;
};

const neutral = (l: number, c: number) => formatHex({ mode: "oklch", l, c, h: 265 });

/** The pages' own colours as in globals.css: canvas, surface, sunken. */
export const THEMES = {
  light: {
    backgrounds: [neutral(0.985, 0.003), WHITE, neutral(0.968, 0.004)],
    ink: neutral(0.2, 0.015),
    soft: 0.955,
    away: -1,
  },
  dark: {
    backgrounds: [neutral(0.165, 0.012), neutral(0.205, 0.014), neutral(0.14, 0.011)],
    ink: neutral(0.96, 0.004),
    soft: 0.27,
    away: 1,
  },
} as const satisfies Record<"light" | "dark", Theme>;

const toOklch = converter("oklch");

type Accents = { readonly light: Accent; readonly dark: Accent };

let last: { readonly colour: string; readonly accents: Accents } | undefined;

/**
 * Returns the accent of both themes for any CSS colour. Every pair of colours that is used together has enough
 * contrast. A shop has one colour, which each page needs, so the last answer is kept.
 */
export function accentTokens(colour: string): Accents {
  if (last?.colour !== colour) last = { colour, accents: accentsOf(colour) };
  return last.accents;
}

function accentsOf(colour: string): Accents {
  const given = toOklch(parse(colour) ?? parse(DEFAULT_COLOUR));
  const base: Oklch = { mode: "oklch", l: given?.l ?? 0.5, c: given?.c ?? 0, h: given?.h ?? 0 };
  return { light: accent(base, THEMES.light), dark: accent(base, THEMES.dark) };
}

/** Returns the hue in degrees. For a grey, which has none, that of the neutral colours. */
export function hueOf(colour: string): number {
  const { c = 0, h = 265 } = toOklch(parse(colour) ?? parse(DEFAULT_COLOUR)) ?? {};
  return c < 0.01 ? 265 : Math.round(h);
}

/** Returns the stylesheet with the accent of both themes. */
export function accentStylesheet(colour: string): string {
  const lines = Object.entries(accentTokens(colour)).flatMap(([theme, tokens]) =>
    Object.entries(tokens).map(([name, value]) => `--accent-${dashed(name)}-${theme.slice(0, 1)}:${value};`),
  );
  return `:root{${lines.join("")}}\n`;
}

function accent(base: Oklch, { backgrounds, ink, soft: softness, away }: Theme): Accent {
  const { fill, on } = fillAndOn(base);
  const soft = hex({ ...base, l: softness, c: Math.min(base.c, SOFT_CHROMA_MAX) });
  const everywhere = [...backgrounds, soft];
  return {
    fill,
    on,
    hover: hoverOf(fill, on, away),
    text: withContrast(base, backgrounds, TEXT_RATIO, away),
    edge: withContrast(base, everywhere, EDGE_RATIO, away),
    soft: wcagContrast(ink, soft) >= TEXT_RATIO ? soft : (backgrounds[0] ?? soft),
    onSoft: withContrast(base, [soft], TEXT_RATIO, away),
    ring: withContrast(base, everywhere, EDGE_RATIO, away),
  };
}

/** Returns the given colour where white or ink is readable on it; otherwise the colour darkened until white is. */
function fillAndOn(base: Oklch): { readonly fill: string; readonly on: string } {
  const fill = hex(base);
  for (const on of [WHITE, INK]) if (wcagContrast(fill, on) >= TEXT_RATIO) return { fill, on };
  return { fill: withContrast(base, [WHITE], TEXT_RATIO, -1), on: WHITE };
}

function hoverOf(fill: string, on: string, away: -1 | 1): string {
  const colour = toOklch(fill);
  if (!colour) return fill;
  for (const step of [0.05 * away, -0.05 * away]) {
    const hover = hex({ ...colour, l: colour.l + step });
    if (hover !== fill && wcagContrast(hover, on) >= TEXT_RATIO) return hover;
  }
  return fill;
}

/** Returns the nearest lightness, away from the backgrounds, that reaches the contrast ratio on all of them. */
function withContrast(base: Oklch, backgrounds: readonly string[], ratio: number, away: -1 | 1): string {
  for (let l = base.l; l >= 0 && l <= 1; l += 0.005 * away) {
    const eased = base.c * (1 - Math.abs(l - base.l) * 0.35);
    const colour = hex({ ...base, l, c: eased });
    if (backgrounds.every((background) => wcagContrast(colour, background) >= ratio)) return colour;
  }
  return away < 0 ? INK : WHITE;
}

function hex(colour: Oklch): string {
  return formatHex(clampChroma(colour, "oklch", "rgb"));
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
