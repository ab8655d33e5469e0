import { arcs, bars, burst, confetti, ribbons, scales, tiles, waves } from "./poster-patterns.ts";
import { orbits, peaks, petals, steps, sun } from "./poster-scenes.ts";
import type { Recipe } from "./poster-shapes.ts";

/** The kinds of pictures, unlike ones beside each other. Their number has no divisor in common with that of the hues. */
export const RECIPES: readonly Recipe[] = [
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
