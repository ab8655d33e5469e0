import type { Search, Taken } from "./search.ts";
import type { CountedOffer } from "./ticket-offers.ts";

/** The bound on one search: partial assignments × choices. Each takes about a microsecond. */
const STEPS_MAX = 50_000;

/** The lines in the scope of an order discount, and the sum above which further savings on them have no value. */
export type Cap = { readonly isInside: readonly boolean[]; readonly capMinor: number };

/** The best assignment of the tickets so far, for one state of the rules' counts and one sum saved inside. */
type Partial = {
  readonly counts: readonly number[];
  readonly inside: number;
  readonly outside: number;
  readonly last?: { readonly before: Partial; readonly lineIndex: number; readonly index: number };
};

/**
 * Returns the exact assignment of tickets to rules when savings inside count only up to the cap, or `undefined` when the
 * search exceeds its bound. `effort` is a fraction of 1.
 */
export function takeCapped(
  { lines, free }: Search,
  offers: readonly CountedOffer[],
  { isInside, capMinor }: Cap,
  effort: number,
): readonly Taken[] | undefined {
  let steps = 0;
  const keep = (partials: Map<string, Partial>, { inside, ...partial }: Partial): void => {
    steps += 1;
    const capped = { ...partial, inside: Math.min(inside, capMinor) };
    const key = `${capped.counts.join()} ${capped.inside}`;
    if ((partials.get(key)?.outside ?? -1) < capped.outside) partials.set(key, capped);
  };
  const saved = ({ inside, outside }: Partial, lineIndex: number, minor: number) =>
    isInside[lineIndex] ? { outside, inside: inside + minor } : { inside, outside: outside + minor };

  let partials = [{ counts: offers.map(() => 0), inside: 0, outside: 0 } as Partial];
  for (const [lineIndex, { quantity }] of lines.entries()) {
    for (let nth = 0; nth < quantity; nth += 1) {
      const next = new Map<string, Partial>();
      for (const before of partials) {
        if (steps > STEPS_MAX * effort) return undefined;
        keep(next, { ...before, ...saved(before, lineIndex, free[lineIndex]?.minor ?? 0) });
        offers.forEach((offer, index) => {
          const savingAt = offer.minor[lineIndex];
          const count = before.counts[index] as number;
          if (savingAt === undefined || (!offer.isPack && count === offer.counts - 1)) return;
          const counts = before.counts.with(index, (count + 1) % offer.counts);
          const last = { before, lineIndex, index };
          keep(next, { counts, ...saved(before, lineIndex, savingAt(count)), last });
        });
      }
      partials = [...next.values()];
    }
  }
  const full = partials.filter(({ counts }) => counts.every((count, index) => count === 0 || !offers[index]?.isPack));
  const best = full.reduce((most, one) => (one.inside + one.outside > most.inside + most.outside ? one : most));
  return takenBy(best, offers, lines.length);
}

function takenBy(best: Partial, offers: readonly CountedOffer[], lineCount: number): readonly Taken[] {
  const taken = offers.map((offer) => ({ offer, quantities: Array.from({ length: lineCount }, () => 0) }));
  for (let last = best.last; last !== undefined; last = last.before.last) {
    const quantities = taken[last.index]?.quantities ?? [];
    quantities[last.lineIndex] = (quantities[last.lineIndex] ?? 0) + 1;
  }
  return taken;
}
