import { openServiceClient } from "./service-client.ts";
import type { Environment } from "./target/env.ts";

/** A part of the name of every event that a test creates: when its worker started, in milliseconds and base 36. */
export const markOf = (startedAt: number): string => `e2e${startedAt.toString(36).padStart(9, "0")}`;
const MARK = /\be2e([\da-z]{9}) /;

/** No run takes longer, so an older event belongs to no run that is still going on elsewhere. */
const RUN_MS = 6 * 60 * 60 * 1000;

/** Withdraws from sale what runs that were killed have left at a test system. Its events are found by their names. */
export async function withdrawLeftovers(env: Environment): Promise<void> {
  const service = openServiceClient(env);
  for (const { id, name } of await service.events()) {
    const [, startedAt] = MARK.exec(name) ?? [];
    if (startedAt === undefined || Date.now() - Number.parseInt(startedAt, 36) < RUN_MS) continue;
    await service.withdraw(id);
    console.log(`Withdrawn, left by an earlier run: ${name}`);
  }
}
