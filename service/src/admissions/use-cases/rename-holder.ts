import { admissionViewOf } from "#src/admissions/domain/admission-view.ts";
import { findAdmission } from "#src/admissions/store/admissions.ts";
import { guestFieldsOf } from "#src/catalogue/domain/additional-field.ts";
import { listFields } from "#src/catalogue/store/additional-fields.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";
import { NAME_QUESTIONS } from "#src/reservations/domain/answers.ts";
import { lockAdmission, writeHolder } from "#src/reservations/store/answers.ts";

/** Why a holder keeps the name; `set_by_answers`: it follows the guest's answers, which another call changes. */
export type RenameOutcome = Outcome<object, { readonly refusal: "no_such_thing" | "wrong_state" | "set_by_answers" }>;

/** Changes the name of a ticket's holder, until the ticket is used or returned. Its code stays. */
export function renameHolder(
  world: World,
  caller: Caller,
  { id, saleKey }: { readonly id: number; readonly saleKey: string | undefined },
  name: string,
): Promise<RenameOutcome> {
  return world.db.transaction(async (tx): Promise<RenameOutcome> => {
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
