import "server-only";

import { getAdmission } from "#lib/ticketing/admissions.ts";
import { UnreadableAnswer } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import { eventNameOf, withTicketType } from "#lib/ticketing/linked-names.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { AnswerProblem } from "#lib/ticketing/model/field.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import { allInPrice } from "#lib/ticketing/model/offering.ts";
import type { Sale } from "#lib/ticketing/model/sale.ts";
import { wireNameOf } from "#lib/ticketing/wire/purchase/buyer-field-names.ts";
import { answerProblems, type Outcome } from "#lib/ticketing/wire/purchase/refusals.ts";
import { sale } from "#lib/ticketing/wire/purchase/sale.ts";

/** Returns a sale in any state, read from the service every time, with its admissions where the service returns them with it. */
export async function getSale(key: string): Promise<Sale | undefined> {
  const found = await request({ name: "getSale", method: "GET", path: pathTo`/payment/${key}`, answer: sale });
  if (found === undefined) return undefined;
  const admissions = found.admissions && (await Promise.all(found.admissions.map(withTicketType)));
  const eventName = await eventNameOf(found.eventId, found.eventName);
  const read = { ...found, eventName, ...(admissions && { admissions }) };
  return { ...read, total: found.total ?? (await totalOf(read)) };
}

type Tickets = Pick<Sale, "key" | "admissions" | "admissionIds">;

/** Returns the sum of a sale's tickets. Throws UnreadableAnswer where it has none: an amount is never made up. */
async function totalOf(sale: Tickets): Promise<Money> {
  const [first, ...more] = (await admissionsOf(sale)).map(allInPrice);
  if (first === undefined) throw new UnreadableAnswer(`getSale answered without an amount that can be read.`);
  return more.reduce(addMoney, first);
}

/** Returns admissions of a sale, by default all of them, reading those that the service did not return with it. */
export async function admissionsOf(
  { key, admissions, admissionIds }: Tickets,
  ids = admissionIds,
): Promise<readonly Admission[]> {
  if (admissions !== undefined) return admissions.filter(({ id }) => ids.includes(id));
  const read = await Promise.all(ids.map((id) => getAdmission(key, id)));
  return read.filter((one) => one !== undefined);
}

/** Why a Buyer's details were not changed; `closed`: the Sale does not exist, or is not paid for. */
type BuyerChanged = Outcome<
  object,
  { readonly refusal: "closed" | "wrong"; readonly problems: readonly AnswerProblem[] }
>;

/** Changes the email of the Buyer of a Sale, and the language of its mail. The service keeps what is not named: names, answers. */
export async function changeBuyer(saleKey: string, email: string, language: string): Promise<BuyerChanged> {
  const path = pathTo`/order/${saleKey}/data`;
  const body = { [wireNameOf("email")]: email, LANGUAGE: language };
  const call = { name: "changeBuyer", method: "PUT", path, body } as const;
  return requestOrRefusal<BuyerChanged>(call, { ok: true }, ({ errors }) => {
    const problems = answerProblems(errors, true);
    return { ok: false, refusal: problems.length > 0 ? "wrong" : "closed", problems };
  });
}
