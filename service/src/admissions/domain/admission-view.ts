import type { Caller } from "#src/platform/domain/caller.ts";
import type { Admission } from "./admission.ts";

/** How much of an admission a caller sees: everything, or what a door needs, without its code and without contact data. */
export type AdmissionView = "full" | "door";

/**
 * Returns what this caller sees of an admission of their account; `undefined`: nothing, as if it did not exist.
 * Whoever sells proves with the sale's key that the sale is theirs or their buyer's.
 */
export function admissionViewOf(
  { capabilities }: Pick<Caller, "capabilities">,
  { saleKey }: Pick<Admission, "saleKey">,
  givenSaleKey: string | undefined,
): AdmissionView | undefined {
  if (capabilities.has("MANAGE")) return "full";
  const sells = capabilities.has("PUBLIC") || capabilities.has("BOX_OFFICE");
  if (sells && givenSaleKey === saleKey) return "full";
  return capabilities.has("SCAN") ? "door" : undefined;
}
