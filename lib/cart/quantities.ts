/** Returns the whole numbers from the first to the last, both included: the quantities to choose from. */
export function quantities(first: number, last: number): readonly number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}
