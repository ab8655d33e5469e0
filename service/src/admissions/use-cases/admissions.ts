import { type Admission, parseScannedCode } from "#src/admissions/domain/admission.ts";
import { type AdmissionView, admissionViewOf } from "#src/admissions/domain/admission-view.ts";
import { findAdmission } from "#src/admissions/store/admissions.ts";
import { guestFieldsOf } from "#src/catalogue/domain/additional-field.ts";
import { listFields } from "#src/catalogue/store/additional-fields.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";
import { type AnswerProblem, dataOf, type Given, nameIn, validateAnswers } from "#src/reservations/domain/answers.ts";
import { lockAdmission, writeGuest } from "#src/reservations/store/answers.ts";

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

export type GuestOutcome = Outcome<
  { readonly status: "CONFIRMED" },
  | { readonly refusal: "no_such_thing" | "wrong_state" }
  | { readonly refusal: "answers_refused"; readonly problems: readonly AnswerProblem[] }
>;

/** Takes a guest's answers after the sale; with the last required one the ticket is good for the door. */
export function nameGuest(
  world: World,
  caller: Caller,
  { id, saleKey }: { readonly id: number; readonly saleKey: string | undefined },
  given: Given,
): Promise<GuestOutcome> {
  return world.db.transaction(async (tx): Promise<GuestOutcome> => {
    await lockAdmission(tx, id);
    const admission = await findAdmission(tx, caller.account.id, { id });
    if (admission === undefined || admissionViewOf(caller, admission, saleKey) !== "full") {
      return { ok: false, refusal: "no_such_thing" };
    }
    const { eventId, ticketTypeId, status, admittedAt, buyer } = admission;
    const isOpen = (status === "PENDING_GUEST_DETAILS" || status === "CONFIRMED") && admittedAt === undefined;
    if (!isOpen) return { ok: false, refusal: "wrong_state" };

    const asked = guestFieldsOf(await listFields(tx, [eventId]), ticketTypeId);
    const { answers, problems } = validateAnswers(asked, given, admission.answers);
    if (problems.length > 0) return { ok: false, refusal: "answers_refused", problems };
    const data = dataOf(answers);
    const holder = nameIn(data) || [buyer.FIRST_NAME, buyer.LAST_NAME].filter(Boolean).join(" ");
    await writeGuest(tx, { eventId, id, status: "CONFIRMED", holder, data, answers });
    return { ok: true, status: "CONFIRMED" };
  });
}
