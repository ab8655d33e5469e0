const VALUES = Symbol.for("foyer, process-wide");

/**
 * Returns one value for the whole process, made on the first call. Next loads a module once for pages and once for
 * route handlers, so a module variable would exist twice.
 */
export function processWide<T>(name: string, make: () => T): T {
  const scope = globalThis as { [VALUES]?: Map<string, unknown> };
  scope[VALUES] ??= new Map();
  if (!scope[VALUES].has(name)) scope[VALUES].set(name, make());
  // Each name is used in one module, which decides its type.
  return scope[VALUES].get(name) as T;
}
