import type { World } from "#processor/world.ts";

/** A flaky card answers its first two questions with a fault, whether they pay again or ask what became of the first. */
export const FLAKY_FAILURES = 2;

/** Whether this is still one of the first `times` tries, and counts it. */
export function failsAgain(world: World, name: string, times: number): boolean {
  const tries = (world.failures.get(name) ?? 0) + 1;
  world.failures.set(name, tries);
  return tries <= times;
}
