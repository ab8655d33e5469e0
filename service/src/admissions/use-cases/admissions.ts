import { mayScanDate } from "#src/accounts/use-cases/scan-dates.ts";
import {
  type Admission,
  type AdmissionView,
  admissionViewOf,
  parseScannedCode,
} from "#src/admissions/domain/admission.ts";
import { findAdmission, findCompleteOrder, lockGuestsOfOrder } from "#src/admissions/store/admissions.ts";
import { guestFieldsOf } from "#src/catalogue/domain/additional-field.ts";
import { listFields } from "#src/catalogue/store/additional-fields.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import {
  type AnswerProblem,
  type AnswersByName,
  dataOf,
  NAME_QUESTIONS,
  nameIn,
  validateAnswers,
} from "#src/reservations/domain/answers.ts";
import { lockAdmission, writeGuest, writeHolder } from "#src/reservations/store/answers.ts";
import { queueLimitedMessage } from "#src/reservations/use-cases/limited-mail.ts";

export type VisibleAdmission = { readonly admission: Admission; readonly view: AdmissionView };

/**
 * Returns an admission by the id or UUID in its QR code, or `undefined` when the caller, with the sent `saleKey`, may not see
 * it. What SCAN alone shows is that of dates which the caller may scan.
 */
export async function getAdmission(
  { db }: Runtime,
  caller: Caller,
  { code, saleKey }: { readonly code: string; readonly saleKey: string | undefined },
): Promise<VisibleAdmission | "not_your_date" | undefined> {
  const scanned = parseScannedCode(code);
  const admission = scanned && (await findAdmission(db, caller.account.id, scanned));
  if (admission === undefined) return undefined;
  const view = admissionViewOf(caller, admission, saleKey);
  if (view === undefined) return undefined;
  if (view === "door" && !(await mayScanDate(db, caller, admission.eventDate.id))) return "not_your_date";
  return { admission, view };
}

type GuestOutcome = Outcome<
  { readonly status: "CONFIRMED" },
  | { readonly refusal: "no_such_thing" | "wrong_state" }
  | { readonly refusal: "answers_refused"; readonly problems: readonly AnswerProblem[] }
>;

/** Changes a guest's answers after the sale, and confirms the admission once every required answer is there. */
export function changeGuest(
  runtime: Runtime,
  caller: Caller,
  { id, saleKey }: { readonly id: number; readonly saleKey: string | undefined },
  given: AnswersByName,
): Promise<GuestOutcome> {
  return runtime.db.transaction(async (tx): Promise<GuestOutcome> => {
    await lockGuestsOfOrder(tx, id);
    await lockAdmission(tx, id);
    const admission = await findAdmission(tx, caller.account.id, { id });
    if (admission === undefined || admissionViewOf(caller, admission, saleKey) !== "full") {
      return { ok: false, refusal: "no_such_thing" };
    }
    const { eventId, ticketTypeId, status, admittedAt, buyer } = admission;
    const isOpen = (status === "PENDING_GUEST_DETAILS" || status === "CONFIRMED") && admittedAt === undefined;
    if (!isOpen) return { ok: false, refusal: "wrong_state" };

    const questions = guestFieldsOf(await listFields(tx, [eventId]), ticketTypeId);
    const { answers, problems } = validateAnswers(questions, given, admission.answers);
    if (problems.length > 0) return { ok: false, refusal: "answers_refused", problems };
    const data = dataOf(answers);
    // When neither the old nor the new answers contain a name, the holder stays: they may have been renamed.
    const fallback = nameIn(admission.data) === "" ? admission.holder : buyerName(buyer);
    const holder = nameIn(data) || fallback;
    await writeGuest(tx, { eventId, id, status: "CONFIRMED", holder, data, answers });
    if (status === "PENDING_GUEST_DETAILS") await queueCompleteTickets(tx, runtime, admission.saleKey);
    return { ok: true, status: "CONFIRMED" };
  });
}

function buyerName({ FIRST_NAME, LAST_NAME }: Admission["buyer"]): string {
  return [FIRST_NAME, LAST_NAME].filter(Boolean).join(" ");
}

/** Queues the tickets of everything that was paid together once its last missing answer is there. */
async function queueCompleteTickets(tx: Db, runtime: Runtime, saleKey: string): Promise<void> {
  const order = await findCompleteOrder(tx, saleKey);
  if (order === undefined) return;
  const { attemptId, saleKeys } = order;
  await queueLimitedMessage(tx, runtime, { kind: "TICKETS", key: `tickets ${attemptId} complete`, saleKeys });
}

/** `set_by_answers`: the name is one of the guest's answers, which `changeGuest` changes. */
type RenameOutcome = Outcome<object, { readonly refusal: "no_such_thing" | "wrong_state" | "set_by_answers" }>;

/** Changes the name of a ticket's holder, until the ticket is used or returned. Its code stays. */
export function renameHolder(
  runtime: Runtime,
  caller: Caller,
  { id, saleKey }: { readonly id: number; readonly saleKey: string | undefined },
  name: string,
): Promise<RenameOutcome> {
  return runtime.db.transaction(async (tx): Promise<RenameOutcome> => {
    await lockAdmission(tx, id);
    const admission = await findAdmission(tx, caller.account.id, { id });
    if (admission === undefined || admissionViewOf(caller, admission, saleKey) !== "full") {
      return { ok: false, refusal: "no_such_thing" };
    }
    if (admission.status !== "CONFIRMED" || admission.admittedAt !== undefined) {
      return { ok: false, refusal: "wrong_state" };
    }
    const questions = guestFieldsOf(await listFields(tx, [admission.eventId]), admission.ticketTypeId);
    if (questions.some((question) => NAME_QUESTIONS.includes(question.name)))
      return { ok: false, refusal: "set_by_answers" };
    await writeHolder(tx, { eventId: admission.eventId, id, holder: name });
    return { ok: true };
  });
}
