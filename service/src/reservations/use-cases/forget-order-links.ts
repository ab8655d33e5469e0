import type { Runtime } from "#src/platform/runtime.ts";
import { type Reached, removeOrderLinks } from "#src/reservations/store/order-links.ts";

/** Bounds the locks of one transaction. */
const BATCH = 200;
/** A million sales are walked over in less than two hours, and no sale waits for it. */
const BATCHES_A_RUN = 50;
/** An old service that still runs beside this one may keep a link behind the walk, so another walk follows. */
const REST_MS = 24 * 60 * 60 * 1000;

type Walk = { readonly reached: Reached; readonly restsUntilMs: number };

const BEGIN: Reached = { eventId: 0, id: 0 };
const walks = new WeakMap<Runtime, Walk>();

/** Removes the links of orders that releases up to November 2026 kept beside the buyers. Each run continues the walk. */
export async function forgetOrderLinks(runtime: Runtime): Promise<void> {
  const nowMs = runtime.steadyClock.elapsedMs();
  const { reached, restsUntilMs } = walks.get(runtime) ?? { reached: BEGIN, restsUntilMs: 0 };
  if (nowMs < restsUntilMs) return;
  let last: Reached | undefined = reached;
  for (let batch = 0; batch < BATCHES_A_RUN && last !== undefined; batch += 1) {
    last = await removeOrderLinks(runtime.db, last, BATCH);
    walks.set(runtime, { reached: last ?? BEGIN, restsUntilMs: last === undefined ? nowMs + REST_MS : 0 });
  }
}
