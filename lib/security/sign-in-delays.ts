import "server-only";

import { createHash } from "node:crypto";
import { processWide } from "#lib/runtime/process-wide.ts";

/** A mistyped password, another one, and caps lock. */
const FREE_TRIES = 10;
const LONGEST_WAIT_SECONDS = 30;
/** A name starts again this long after its last wrong try. */
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
  const key = keyOf(name, network);
  const last = wrong.get(key);
  const before = last && last.lastAtMs > nowMs - REMEMBERED_MS ? last : undefined;
  const waitMs = before === undefined ? 0 : before.lastAtMs + waitMsAfter(before.count) - nowMs;
  if (waitMs > 0) return Math.ceil(waitMs / 1000);
  wrong.delete(key);
  wrong.set(key, { count: (before?.count ?? 0) + 1, lastAtMs: nowMs });
  return 0;
}

/** Forgets the tries of a name that has signed in. */
export function forgetSignInTries(name: string, network: string | undefined): void {
  wrong.delete(keyOf(name, network));
}

function waitMsAfter(count: number): number {
  if (count < FREE_TRIES) return 0;
  return 1000 * Math.min(LONGEST_WAIT_SECONDS, 2 ** (count - FREE_TRIES));
}

function forgetBefore(oldestMs: number): void {
  for (const [key, { lastAtMs }] of wrong) {
    if (lastAtMs > oldestMs) return;
    wrong.delete(key);
  }
}

/** Bounds the length of a key. Including the network keeps a stranger elsewhere from slowing down the owner. */
function keyOf(name: string, network: string | undefined): string {
  return createHash("sha256")
    .update(JSON.stringify([name.trim().toLowerCase(), network]))
    .digest("base64url");
}
