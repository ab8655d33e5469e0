import "server-only";

import { getAdmission } from "#lib/ticketing/admissions.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import { eventNameOf, withTicketType } from "#lib/ticketing/linked-names.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import type { AnswerProblem, Answers } from "#lib/ticketing/model/field.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import { allInPrice } from "#lib/ticketing/model/offering.ts";
import type { Sale } from "#lib/ticketing/model/sale.ts";
import { answerProblems, type Outcome } from "#lib/ticketing/wire/purchase/refusals.ts";
import { buyerForWire, sale } from "#lib/ticketing/wire/purchase/sale.ts";

/** Returns a sale in any state, read from the service every time, with its admissions where the service returns them with it. */
export async function getSale(key: string): Promise<Sale | undefined> {
  const found = await request({ name: "getSale", method: "GET", path: pathTo`/payment/${key}`, answer: sale });
  if (found === undefined) return undefined;
  const admissions = found.admissions && (await Promise.all(found.admissions.map(withTicketType)));
  const eventName = await eventNameOf(found.eventId, found.eventName);
  const read = { ...found, eventName, ...(admissions && { admissions }) };
  return { ...read, total: found.total ?? (await totalOf(read)) };
}

/** Returns the sum of a sale's tickets. Throws TicketingFault where it has none: an amount is never made up. */
async function totalOf(sale: Pick<Sale, "key" | "admissions" | "admissionIds">): Promise<Money> {
  const [first, ...more] = (await admissionsOf(sale)).map(allInPrice);
  if (first === undefined) throw new TicketingFault("getSale answered without an amount that can be read.");
  return more.reduce(addMoney, first);
}

/** Returns admissions of a sale, by default all of them, reading those that the service did not return with it. */
export async function admissionsOf(
  { key, admissions, admissionIds }: Pick<Sale, "key" | "admissions" | "admissionIds">,
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

/** Changes the details of the Buyer of a Sale. Omitted answers stay. */
export async function changeBuyer(
  saleKey: string,
  buyer: Buyer,
  language: string,
  answers: Answers = {},
): Promise<BuyerChanged> {
  const path = pathTo`/order/${saleKey}/data`;
  const body = { ...answers, ...buyerForWire(buyer, language) };
  const call = { name: "changeBuyer", method: "PUT", path, body } as const;
  return requestOrRefusal<BuyerChanged>(call, { ok: true }, ({ errors }) => {
    const problems = answerProblems(errors, true);
    return { ok: false, refusal: problems.length > 0 ? "wrong" : "closed", problems };
  });
}
