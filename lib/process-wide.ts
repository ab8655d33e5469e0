import "server-only";

const SHELF = Symbol.for("foyer, process-wide");

/**
 * One value for the whole process. Next loads a module once for pages and once more for route handlers, so that a
 * plain variable of a module would exist twice: two queues, two counts, two opinions about one credential.
 */
export function processWide<T>(name: string, make: () => T): T {
  const holder = globalThis as { [SHELF]?: Map<string, unknown> };
  holder[SHELF] ??= new Map();
  if (!holder[SHELF].has(name)) holder[SHELF].set(name, make());
  // Each name is asked for in one module alone, which decides its type.
  return holder[SHELF].get(name) as T;
}
