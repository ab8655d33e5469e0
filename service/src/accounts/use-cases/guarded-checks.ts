import { hash, randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { CheckSecret, TooManyFailures } from "#src/platform/domain/caller.ts";
import { countedNetworks } from "#src/platform/domain/networks.ts";
import { type CheckKeys, createCheckQueues, createFailureDelays } from "./check-queues.ts";

/** The clock; tests replace it. */
export type CheckTools = { readonly nowMs: () => number; readonly sleep: (ms: number) => Promise<unknown> };

/**
 * Returns a function that checks a secret of a user: a password, or a code of the second factor. Checks run one after the other for
 * each name and network, with a delay that grows with each failure there, so that strangers elsewhere neither delay the owner nor
 * keep them out.
 */
export function createGuardedChecks(tools: Partial<CheckTools> = {}): CheckSecret {
  const { nowMs, sleep: pause } = { nowMs: () => performance.now(), sleep, ...tools };
  const key = randomBytes(32).toString("base64");
  const digestOf = (...parts: readonly string[]) => hash("sha256", JSON.stringify([key, ...parts]), "base64");
  const delays = createFailureDelays();
  const queues = createCheckQueues();

  return async (username, network, check) => {
    const name = username.toLowerCase();
    const keys = { own: countersOf(name, network), name: digestOf(name), networks: countersOf("", network) };
    return queues.inTurn(keys, () => checkInTurn(keys, check)) ?? tooManyFailures(keys.own);
  };

  async function checkInTurn<Result extends { readonly ok: boolean; readonly isFirstFactor?: boolean }>(
    { own, name }: CheckKeys,
    check: () => Promise<Result>,
  ): Promise<Result | TooManyFailures> {
    const waitMs = delays.waitMs(own, nowMs());
    if (waitMs > 0) await pause(waitMs);
    const checked = queues.checking(name, check);
    if (checked === undefined) return tooManyFailures(own);
    const result = await checked;
    if (!result.ok) delays.noteFailure(own, nowMs());
    else if (!result.isFirstFactor) delays.noteSuccess(own);
    return result;
  }

  function tooManyFailures(own: CheckKeys["own"]): TooManyFailures {
    const seconds = Math.ceil(delays.waitMs(own, nowMs()) / 1_000);
    return { ok: false, refusal: "too_many_failures", retryAfterSeconds: Math.max(1, seconds) };
  }

  function countersOf(name: string, network: string): CheckKeys["own"] {
    const [smallest, ...around] = countedNetworks(network).map((one) => ({
      key: digestOf(name, one.name),
      times: one.times,
    }));
    return [smallest ?? { key: digestOf(name, network), times: 1 }, ...around];
  }
}
