import "server-only";

import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { eventNameOf } from "#lib/ticketing/linked-names.ts";
import type { Buyer } from "#lib/ticketing/model/buyer.ts";
import type { AnswerProblem, Answers } from "#lib/ticketing/model/field.ts";
import type { Sale } from "#lib/ticketing/model/sale.ts";
import { answerProblems, type Outcome, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { buyerForWire, sale } from "#lib/ticketing/wire/purchase/sale.ts";
import { anything } from "#lib/ticketing/wire/shapes.ts";

/** Returns a sale in any state, read from the service every time. */
export async function getSale(key: string): Promise<Sale | undefined> {
  const path = pathTo`/payment/${key}`;
  const found = path && (await request({ name: "getSale", method: "GET", path, answer: sale }));
  return found && { ...found, eventName: await eventNameOf(found.eventId, found.eventName) };
}

/** Why a Buyer's details were not changed; `closed`: the Sale does not exist, or is not paid for. */
type BuyerRefused = { readonly refusal: "closed" | "wrong"; readonly problems: readonly AnswerProblem[] };

/** Changes the details of the Buyer of a Sale. Omitted answers stay. */
export async function changeBuyer(
  saleKey: string,
  buyer: Buyer,
  language: string,
  answers: Answers = {},
): Promise<Outcome<object, BuyerRefused>> {
  const path = pathTo`/order/${saleKey}/data`;
  const no = refused.transform((no): Outcome<object, BuyerRefused> => {
    const problems = answerProblems(no.errors, true);
    return { ok: false, refusal: problems.length > 0 ? "wrong" : "closed", problems };
  });
  const yes = anything.transform((): Outcome<object, BuyerRefused> => ({ ok: true }));
  const body = JSON.stringify({ ...answers, ...buyerForWire(buyer, language) });
  const call = { name: "changeBuyer", method: "PUT", body, answer: no.or(yes), refusal: no } as const;
  return (path && (await request({ ...call, path }))) || { ok: false, refusal: "closed", problems: [] };
}
