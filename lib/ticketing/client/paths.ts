import "server-only";

/** Below the base address of the service. */
export type Path = `/${string}`;

/**
 * A path from a constant text and what people or the service gave us, pattern-checked and encoded: no `../` in a key
 * reaches another resource. `undefined` when a part cannot be the name of anything.
 */
export function pathTo(text: TemplateStringsArray, ...parts: readonly (string | number)[]): Path | undefined {
  if (!parts.every(isName)) return undefined;
  return `/${String.raw({ raw: text.raw }, ...parts.map((part) => encodeURIComponent(part))).slice(1)}`;
}

function isName(part: string | number): boolean {
  return typeof part === "number" ? Number.isSafeInteger(part) && part > 0 : /^[A-Za-z0-9_-]{1,64}$/.test(part);
}
