/** What is measured at one moment, each with its unit in its name. */
export type Sample = Readonly<Record<string, number>>;

/** What a measure may gain after the warm-up without being a leak, of its level and at the least. */
const GAIN_SHARE = 0.15;
/** Two thirds of a run are compared; the first third warms up. */
const PARTS = 3;

/**
 * Returns a line for each measure that still grows after the warm-up: the median of the last third of the samples is above that of the
 * second by more than 15 % and by more than its slack.
 */
export function growing(samples: readonly Sample[], slackOf: (measure: string) => number): readonly string[] {
  const third = Math.floor(samples.length / PARTS);
  if (third === 0) throw new Error("Too few samples: a run needs three at least.");
  const [middle, last] = [samples.slice(third, samples.length - third), samples.slice(-third)];
  return Object.keys(samples[0] ?? {}).flatMap((measure) => {
    const [before, after] = [median(middle, measure), median(last, measure)];
    const isLevel = after - before <= Math.max(before * GAIN_SHARE, slackOf(measure));
    return isLevel ? [] : [`${measure} grows: ${Math.round(before)}, then ${Math.round(after)}`];
  });
}

function median(samples: readonly Sample[], measure: string): number {
  const sorted = samples.map((sample) => sample[measure] ?? 0).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
