import { buyerFieldsOf } from "#src/catalogue/domain/additional-field.ts";
import { listFields } from "#src/catalogue/store/additional-fields.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type AnswerProblem, dataOf, validateAnswers } from "#src/reservations/domain/answers.ts";
import type { Buyer } from "#src/reservations/domain/sale.ts";
import { renameHolders, writeAnswers } from "#src/reservations/store/answers.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { findSales } from "#src/reservations/store/sales.ts";
import { redirectMessages } from "./limited-mail.ts";

type BuyerOutcome = Outcome<
  object,
  | { readonly refusal: "no_such_thing" | "wrong_state" }
  | { readonly refusal: "answers_refused"; readonly problems: readonly AnswerProblem[] }
>;

/** Changes the named fields of the buyer after the sale. Tickets in the buyer's name get the new name. */
export function changeBuyer(runtime: Runtime, caller: Caller, key: string, given: Buyer): Promise<BuyerOutcome> {
  return runtime.db.transaction(async (tx): Promise<BuyerOutcome> => {
    await lockSales(tx, caller.account.id, { key }, runtime.limits.latePaySeconds);
    const [sale] = await findSales(tx, caller.account.id, { key }, runtime.limits);
    if (sale === undefined) return { ok: false, refusal: "no_such_thing" };
    if (sale.status !== "CONFIRMED") return { ok: false, refusal: "wrong_state" };

    const questions = buyerFieldsOf(await listFields(tx, [sale.eventId]));
    const { answers, problems } = validateAnswers(questions, given, sale.answers);
    if (problems.length > 0) return { ok: false, refusal: "answers_refused", problems };
    const names = new Set(questions.map(({ name }) => name));
    const kept = Object.entries({ ...sale.buyer, ...given }).filter(([name]) => !names.has(name));
    const buyer = { ...Object.fromEntries(kept), ...dataOf(answers) };
    await writeAnswers(tx, { eventId: sale.eventId, id: sale.id, buyer, answers, guests: sale.guests });
    if (nameOf(buyer) !== nameOf(sale.buyer)) await renameHolders(tx, sale, nameOf(sale.buyer), nameOf(buyer));
    const [before, now] = [sale.buyer.EMAIL, buyer.EMAIL];
    const corrected = { accountId: caller.account.id, saleKey: sale.key };
    if (before && now && before !== now) await redirectMessages(tx, runtime, { ...corrected, from: before, to: now });
    return { ok: true };
  });
}

function nameOf({ FIRST_NAME = "", LAST_NAME = "" }: Buyer): string {
  return `${FIRST_NAME} ${LAST_NAME}`.trim();
}
