import { setTimeout as wait } from "node:timers/promises";
import { Fault } from "#scripts/lib/fault.ts";
import type { Signals } from "#scripts/lib/signals.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";
import { startStorefront } from "#service/conformance/other-service/storefront.ts";

const READY_TRIES = 240;
const READY_PAUSE_MS = 250;

/**
 * Runs `work` with the address of the built storefront in front of the tests' other ticketing service. `plain` is one that has only the
 * specification and the public reference.
 */
export async function withOtherStorefront<T>(
  signals: Signals,
  { plain }: { readonly plain: boolean },
  work: (address: string) => Promise<T>,
): Promise<T> {
  const service = await startOtherService({ plain });
  signals.alsoStop(service.close);
  const storefront = await startStorefront(service);
  signals.alsoStop(storefront.close);
  try {
    for (let tries = 0; !(await storefront.isReady()); tries += 1) {
      if (tries === READY_TRIES) throw new Fault("The storefront in front of the other service does not become ready.");
      await wait(READY_PAUSE_MS);
    }
    return await work(storefront.address);
  } finally {
    await signals.unlessStopping();
    await storefront.close();
    await service.close();
  }
}
