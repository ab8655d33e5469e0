import "server-only";

import { forgetCopy, keepCopy, lastGoodCopy } from "#lib/catalogue/copies.ts";
import { log } from "#lib/telemetry/log.ts";
import { count } from "#lib/telemetry/measure.ts";

/** A value. `asOf` (ISO 8601) is set when the service did not answer and this is its last good answer. */
export type Catalogued<T> = { readonly value: T; readonly asOf?: string };

export type CachedRead<T> = {
  /** The name of the copy: constant text and ids, never a visitor's input. */
  readonly name: string;
  readonly read: () => Promise<T>;
  /** Returns whether an answer that passed its schema is implausible, given the last one. */
  readonly isWrong?: (value: T, before: T) => boolean;
};

/** Returns the service's answer, or its last good one when it fails. Throws its fault where there is none. */
export async function nowOrLastGood<T>(
  { name, read, isWrong = () => false }: CachedRead<T>,
  now: Date,
): Promise<Catalogued<T>> {
  const copy = await lastGoodCopy(name, now);
  // A copy was a `T` when it was stored, and older shapes are not read.
  const good = copy as { readonly at: string; readonly value: T } | undefined;
  try {
    const value = await read();
    if (good === undefined || value === undefined || !isWrong(value, good.value)) {
      await (value === undefined ? forgetCopy(name) : keepCopy(name, value, now));
      return { value };
    }
    log("warn", "The catalogue is suddenly empty: its last good copy is shown.", { reading: name });
  } catch (fault) {
    log("warn", "The catalogue could not be read.", { reading: name, fault: String(fault) });
    if (good === undefined) throw fault;
  }
  count("foyer_storefront_catalogue_copies_total", {});
  return { value: good.value, asOf: good.at };
}
