import { formatHex } from "culori";
import { arcs, bars, burst, confetti, ribbons, scales, tiles, waves } from "./poster-patterns.ts";
import { orbits, peaks, petals, steps, sun } from "./poster-scenes.ts";
import type { Chance, Paint, Recipe } from "./poster-shapes.ts";

/** One picture as single-colour shapes on a square of 400 units, cropped to the box that shows it. */
export type PosterArt = {
  readonly ground: readonly [string, string];
  readonly shapes: readonly { readonly fill: string; readonly d: string; readonly faint?: boolean }[];
};

/** In degrees: the ground's hue relative to the brand's, and the shapes' hue relative to the ground's. */
const GROUNDS = [0, 40, -40, 180, 0, 120, -110];
const TURNS = [60, -80, 140, 90, -150];

/**
 * Returns the picture of a key: the same key always gives the same picture. Its colours are near the brand's hue. Keys with
 * consecutive numbers, as of the events of one season, get different kinds of pictures in different colours.
 */
export function posterArt(key: string, brandHue: number): PosterArt {
  const chance = mulberry32(fnv1a(key));
  const [, kind = key, digits = "0"] = /^(.*?)(\d{0,9})$/.exec(key) ?? [];
  const order = Number(digits) + (fnv1a(kind) % 1_000);
  const hue = (brandHue + (GROUNDS[order % GROUNDS.length] ?? 0)) % 360;
  const turn = TURNS[order % TURNS.length] ?? 60;
  const paint: Paint = {
    low: oklch(0.4, 0.1, hue + 12),
    mid: oklch(0.56, 0.13, hue),
    warm: oklch(0.76, 0.16, hue + turn),
    cool: oklch(0.64, 0.18, hue + turn + 70),
    pale: oklch(0.93, 0.05, hue + turn),
  };
  // Each round through the recipes begins at another one.
  const recipe = RECIPES[(order + 5 * Math.floor(order / RECIPES.length)) % RECIPES.length];
  return { ground: groundOf(hue), shapes: recipe?.(chance, paint) ?? [] };
}

/** Dark yellow looks brown, so backgrounds avoid that hue. */
function groundOf(hue: number): readonly [string, string] {
  const degrees = (hue + 720) % 360;
  const deep = degrees > 40 && degrees < 125 ? 20 : degrees;
  return [oklch(0.33, 0.085, deep), oklch(0.21, 0.06, deep - 18)];
}

function oklch(l: number, c: number, h: number): string {
  return formatHex({ mode: "oklch", l, c, h: (h + 720) % 360 });
}

/** FNV-1a, 32 bits. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

function mulberry32(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * The kinds of pictures, with unlike ones next to each other. Their number has no divisor in common with that of the hues, so
 * that every kind meets every hue.
 */
const RECIPES: readonly Recipe[] = [
  waves,
  tiles,
  orbits,
  bars,
  peaks,
  scales,
  sun,
  ribbons,
  arcs,
  confetti,
  steps,
  burst,
  petals,
];
