import "server-only";

import { BUYER_FIELD_NAMES, type BuyerField } from "#lib/ticketing/model/buyer.ts";

/** Returns the name of a Buyer's field in the interface: `FIRST_NAME` for `firstName`. */
export function wireNameOf(name: BuyerField): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

/** Returns the Buyer's field with this name in the interface; `undefined` for a promoter's question. */
export function fieldOfWireName(wireName: string): BuyerField | undefined {
  return BUYER_FIELD_NAMES.find((name) => wireNameOf(name) === wireName);
}
