import "server-only";

import { createHash } from "node:crypto";
import { processWide } from "#lib/runtime/process-wide.ts";
import { countedNetworks } from "#lib/security/network.ts";

/** Enough for mistyped passwords, another password and caps lock. */
const FREE_TRIES = 10;
const LONGEST_WAIT_SECONDS = 30;
/** The tries of a name are forgotten this long after its last wrong one. */
const REMEMBERED_MS = 15 * 60 * 1000;

type Tries = { readonly count: number; readonly lastAtMs: number };

/** Ordered by time, the oldest first. */
const wrong = processWide("sign-in tries", () => new Map<string, Tries>());

/**
 * Counts one try to sign in with this name from this network, before the password is checked, so that concurrent tries
 * are limited as well. Returns 0, or the seconds to wait where it came too soon; such a try is not counted. The wait
 * doubles with each wrong try after ten, up to half a minute, so that no promoter is locked out.
 */
export function takeSignInTry(name: string, network: string | undefined, nowMs: number): number {
  forgetBefore(nowMs - REMEMBERED_MS);
  const counters = countersOf(name, network).map(({ key, times }) => {
    const last = wrong.get(key);
    const before = last && last.lastAtMs > nowMs - REMEMBERED_MS ? last : undefined;
    const waitMs = before === undefined ? 0 : before.lastAtMs + waitMsAfter(before.count, times) - nowMs;
    return { key, waitMs, count: (before?.count ?? 0) + 1 };
  });
  const waitMs = Math.max(...counters.map((one) => one.waitMs));
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  for (const { key, count } of counters) {
    wrong.delete(key);
    wrong.set(key, { count, lastAtMs: nowMs });
  }
  return 0;
}

/** Forgets the tries of a name that has signed in. Wider networks have guessers too: there it only was no wrong try. */
export function forgetSignInTries(name: string, network: string | undefined): void {
  for (const { key, times } of countersOf(name, network)) {
    const tries = wrong.get(key);
    if (tries === undefined || times === 1) wrong.delete(key);
    else wrong.set(key, { ...tries, count: tries.count - 1 });
  }
}

function waitMsAfter(count: number, times: number): number {
  const over = count - FREE_TRIES * times;
  return over < 0 ? 0 : 1000 * Math.min(LONGEST_WAIT_SECONDS, 2 ** over);
}

function forgetBefore(oldestMs: number): void {
  for (const [key, { lastAtMs }] of wrong) {
    if (lastAtMs > oldestMs) return;
    wrong.delete(key);
  }
}

/** The network is part of a key, so that a stranger elsewhere cannot slow down the owner. */
function countersOf(
  name: string,
  network: string | undefined,
): readonly { readonly key: string; readonly times: number }[] {
  const networks = network === undefined ? [{ name: undefined, times: 1 }] : countedNetworks(network);
  return networks.map((one) => ({ key: keyOf(name, one.name), times: one.times }));
}

/** A digest bounds the length of a key. */
function keyOf(name: string, network: string | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify([name.trim().toLowerCase(), network]))
    .digest("base64url");
}
