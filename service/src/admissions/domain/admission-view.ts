import type { Caller } from "#src/platform/domain/caller.ts";
import type { Admission } from "./admission.ts";

/** The part of an admission that a caller sees: everything, or for the door without its code and contact data. */
export type AdmissionView = "full" | "door";

/**
 * Returns the part that this caller sees of an admission of their account. `undefined`: the call answers 404. A user who
 * sells and may not manage sends the sale's key to prove that the sale is theirs or their buyer's.
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
