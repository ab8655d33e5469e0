/** Returns the values in an order that the seed decides. The same seed gives the same order on every machine. */
export function shuffled<Value>(values: readonly Value[], seed: number): readonly Value[] {
  const random = numbersOf(seed);
  const rest = [...values];
  const order: Value[] = [];
  while (rest.length > 0) order.push(...rest.splice(Math.floor(random() * rest.length), 1));
  return order;
}

/** Returns a generator of numbers from 0 to below 1: mulberry32. */
function numbersOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
