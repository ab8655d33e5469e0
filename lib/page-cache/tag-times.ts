type Times = { readonly staleAt?: number; readonly expiredAt?: number };

/** When each tag was last marked stale or expired, in this process. */
const times = new Map<string, Times>();

type Freshness = "fresh" | "stale" | "expired";

/**
 * Marks tags as stale. Next passes `expireSeconds`: until then the old page is served; without it the page expires at
 * once.
 */
export function markTags(
  tags: readonly string[],
  durations: { readonly expire?: number } | undefined,
  now: number,
): void {
  for (const tag of tags) times.set(tag, { ...times.get(tag), ...mark(durations, now) });
}

/** Returns whether an entry of this age and with these tags is fresh, stale or expired. */
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
