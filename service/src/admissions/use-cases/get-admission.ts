import { type Admission, parseScannedCode } from "#src/admissions/domain/admission.ts";
import { type AdmissionView, admissionViewOf } from "#src/admissions/domain/admission-view.ts";
import { findAdmission } from "#src/admissions/store/admissions.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

export type SeenAdmission = { readonly admission: Admission; readonly view: AdmissionView };

/** Finds an admission by its id or UUID, as its QR code holds it. `saleKey` is the key that the caller sent. */
export async function getAdmission(
  { db }: World,
  caller: Caller,
  { code, saleKey }: { readonly code: string; readonly saleKey: string | undefined },
): Promise<SeenAdmission | undefined> {
  const scanned = parseScannedCode(code);
  const admission = scanned && (await findAdmission(db, caller.account.id, scanned));
  const view = admission && admissionViewOf(caller, admission, saleKey);
  return view && { admission, view };
}
