import type { World } from "#processor/world.ts";

/** A flaky card answers its first two requests with a fault: payments and reads by attempt alike. */
export const FLAKY_FAILURES = 2;

/** Counts a try. Returns whether it is one of the first `times`. */
export function failsAgain(world: World, name: string, times: number): boolean {
  const tries = (world.failures.get(name) ?? 0) + 1;
  world.failures.set(name, tries);
  return tries <= times;
}
