import {
  type Admission,
  type AdmissionResult,
  parseScannedCode,
  whyNotAdmitted,
} from "#src/admissions/domain/admission.ts";
import { findAdmission, markAdmitted } from "#src/admissions/store/admissions.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

export type AdmitResult = { readonly result: AdmissionResult; readonly admission: Admission | undefined };

/** Admits the holder of a scanned code of either type, once. */
export async function admit(
  { db }: World,
  caller: Caller,
  scanned: string,
  eventDateId: number | undefined,
): Promise<AdmitResult> {
  const code = parseScannedCode(scanned);
  if (code === undefined) return { result: "NOT_FOUND", admission: undefined };

  const isAdmitted = await markAdmitted(db, caller.account.id, code, eventDateId);
  const admission = await findAdmission(db, caller.account.id, code);
  if (admission === undefined) return { result: "NOT_FOUND", admission };
  return { result: isAdmitted ? "ADMITTED" : whyNotAdmitted(admission, eventDateId), admission };
}
