type Times = { readonly staleAt?: number; readonly expiredAt?: number };

/** When each tag was last called stale or expired, in this process. */
const times = new Map<string, Times>();

export type Freshness = "fresh" | "stale" | "expired";

/** `expireSeconds` as Next hands it: with it the old page serves until then, without durations the page is over at once. */
export function markTags(
  tags: readonly string[],
  durations: { readonly expire?: number } | undefined,
  now: number,
): void {
  for (const tag of tags) times.set(tag, { ...times.get(tag), ...mark(durations, now) });
}

/** How good an entry is that was made at `madeAt` and wears these tags. */
export function freshness(tags: readonly string[], madeAt: number, now: number): Freshness {
  let worst: Freshness = "fresh";
  for (const tag of tags) {
    const { staleAt = 0, expiredAt = 0 } = times.get(tag) ?? {};
    if (expiredAt > madeAt && expiredAt <= now) return "expired";
    if (staleAt > madeAt) worst = "stale";
  }
  return worst;
}

function mark(durations: { readonly expire?: number } | undefined, now: number): Times {
  if (durations === undefined) return { expiredAt: now };
  return { staleAt: now, ...(durations.expire !== undefined && { expiredAt: now + durations.expire * 1000 }) };
}
