import { listScannable, mayScanDate } from "#src/accounts/use-cases/scan-dates.ts";
import {
  type Admission,
  type AdmissionResult,
  isCodeOf,
  parseScannedCode,
  type ScannedCode,
  whyNotAdmitted,
} from "#src/admissions/domain/admission.ts";
import { findAdmission, listAdmissions, markAdmitted } from "#src/admissions/store/admissions.ts";
import { listAdmissionsOfDate } from "#src/admissions/store/door-list.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { getSale } from "#src/reservations/use-cases/carts.ts";

export type AdmitResult = { readonly result: AdmissionResult; readonly admission: Admission | undefined };
/** The ticket is of a date that the caller may not scan, or not any more. */
type NotYourDate = { readonly result: "NOT_YOUR_DATE"; readonly admission: undefined };

/** Admits the holder of a scanned code of either type, once. */
export async function admit(
  { db }: Runtime,
  caller: Caller,
  scanned: string,
  eventDateId: number | undefined,
): Promise<AdmitResult | NotYourDate> {
  const code = parseScannedCode(scanned);
  return code ? admitCode(db, caller, code, eventDateId) : { result: "NOT_FOUND", admission: undefined };
}

async function admitCode(
  db: Db,
  caller: Caller,
  code: ScannedCode,
  eventDateId: number | undefined,
): Promise<AdmitResult | NotYourDate> {
  const isAdmitted = await markAdmitted(db, caller, code, eventDateId);
  const admission = await findAdmission(db, caller.account.id, code);
  if (admission === undefined || !isCodeOf(code, admission)) return { result: "NOT_FOUND", admission: undefined };
  if (!isAdmitted && !(await mayScanDate(db, caller, admission.eventDate.id)))
    return { result: "NOT_YOUR_DATE", admission: undefined };
  return { result: isAdmitted ? "ADMITTED" : whyNotAdmitted(admission, eventDateId), admission };
}

type OrderOutcome = Outcome<
  { readonly results: readonly AdmitResult[] },
  { readonly refusal: "no_such_thing" | "unpaid" | "not_your_date" }
>;

/**
 * Admits every ticket of a paid sale for the dates that the caller may scan. Those that are refused, such as used ones, do not keep the
 * others out.
 */
export async function admitOrder(runtime: Runtime, caller: Caller, key: string): Promise<OrderOutcome> {
  const sale = await getSale(runtime, caller, { key });
  if (sale === undefined) return { ok: false, refusal: "no_such_thing" };
  if (sale.status !== "CONFIRMED") {
    const dates = sale.lines.map(({ eventDateId }) => eventDateId);
    const mayScan = (await listScannable(runtime.db, caller, dates)).length > 0;
    return { ok: false, refusal: mayScan ? "unpaid" : "not_your_date" };
  }
  return runtime.db.transaction(async (tx): Promise<OrderOutcome> => {
    const results: (AdmitResult | NotYourDate)[] = [];
    // Always in the same order, so that two devices that scan the same sale cannot deadlock.
    for (const { uuid } of await listAdmissions(tx, sale.eventId, sale.id)) {
      results.push(await admitCode(tx, caller, { uuid }, undefined));
    }
    const ofYours = results.filter((one) => one.result !== "NOT_YOUR_DATE");
    if (ofYours.length === 0 && results.length > 0) return { ok: false, refusal: "not_your_date" };
    return { ok: true, results: ofYours };
  });
}

/**
 * Returns the admissions of a date that changed after an instant, or all; `undefined` when the account has no such date. Managers read
 * those of every date.
 */
export async function listForDoor(
  { db }: Runtime,
  caller: Caller,
  eventDateId: number,
  modifiedAfter: Date | undefined,
) {
  const list = await listAdmissionsOfDate(db, caller.account.id, eventDateId, modifiedAfter);
  if (list === undefined || caller.capabilities.has("MANAGE")) return list;
  return (await mayScanDate(db, caller, eventDateId)) ? list : "not_your_date";
}
