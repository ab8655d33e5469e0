import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";

const AGAIN_MS = 50;

/** Waits until the predicate holds. Fails the test after the time. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  limitMs: number = 60_000,
): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `not within ${limitMs} ms: ${what}`);
    await pause(AGAIN_MS);
  }
}
