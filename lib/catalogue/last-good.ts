import "server-only";

import { forgetCopy, keepCopy, lastGoodCopy } from "#lib/catalogue/copies.ts";
import { log } from "#lib/log.ts";

/** `asOf` (ISO 8601) is there when the service did not answer, and this is what it said then. */
export type Catalogued<T> = { readonly value: T; readonly asOf?: string };

export type Question<T> = {
  /** The name of the copy: constant text and ids, nothing that a visitor typed. */
  readonly name: string;
  readonly ask: () => Promise<T>;
  /** An answer that passed its schema and is wrong all the same, seen what was there before. */
  readonly isWrong?: (value: T, before: T) => boolean;
};

/** What the service says now, or its last good answer. Without one, the fault is the caller's. */
export async function nowOrLastGood<T>(
  { name, ask, isWrong = () => false }: Question<T>,
  now: Date,
): Promise<Catalogued<T>> {
  const copy = await lastGoodCopy(name, now);
  // A copy was a `T` when it was kept, and one of an older shape is not read back.
  const good = copy as { readonly at: string; readonly value: T } | undefined;
  try {
    const value = await ask();
    if (good === undefined || value === undefined || !isWrong(value, good.value)) {
      await (value === undefined ? forgetCopy(name) : keepCopy(name, value, now));
      return { value };
    }
    log("warn", "The catalogue is suddenly empty, and its last good copy is shown.", { reading: name });
  } catch (fault) {
    log("warn", "The catalogue could not be read.", { reading: name, fault: String(fault) });
    if (good === undefined) throw fault;
  }
  return { value: good.value, asOf: good.at };
}
