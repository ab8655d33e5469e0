/** Numbers that follow from a seed. */
export type Random = {
  /** Returns a number from 0 up to 1. */
  readonly next: () => number;
  /** Returns a whole number of this range, both ends included. */
  readonly between: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <One>(of: readonly [One, ...One[]]) => One;
};

/** Returns the numbers of this seed (mulberry32): the same seed gives the same numbers. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (of) => of[between(0, of.length - 1)] ?? of[0],
  };
}
