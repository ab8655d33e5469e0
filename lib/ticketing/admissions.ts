import "server-only";

import type { Outcome } from "#lib/domain/outcome.ts";
import type { Admission } from "#lib/domain/people/admission.ts";
import type { AnswerProblem, Answers } from "#lib/domain/questions/field.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { withTicketType } from "#lib/ticketing/linked-names.ts";
import { answerProblems } from "#lib/ticketing/wire/answers.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { admission } from "#lib/ticketing/wire/purchase/sale.ts";
import { anything } from "#lib/ticketing/wire/shapes.ts";

/** Returns one ticket. The sale's key authorises the reader; a service that does not know the header ignores it. */
export async function getAdmission(saleKey: string, admissionId: number): Promise<Admission | undefined> {
  const path = pathTo`/admission/${admissionId}`;
  const headers = saleKeyHeader(saleKey);
  const found = path && (await request({ name: "getAdmission", method: "GET", path, headers, answer: admission }));
  return found && withTicketType(found);
}

/** Why a Guest's answers were refused; `closed`: the ticket is used, returned, or does not exist. */
export type GuestRefused =
  | { readonly refusal: "closed" }
  | { readonly refusal: "wrong"; readonly problems: readonly AnswerProblem[] };

/** Stores a Guest's answers. With the last required one the Admission becomes valid at the door. */
export async function setGuestAnswers(
  saleKey: string,
  admissionId: number,
  answers: Answers,
): Promise<Outcome<object, GuestRefused>> {
  const path = pathTo`/admission/${admissionId}/data`;
  const no = refused.transform((no): Outcome<object, GuestRefused> => {
    const problems = answerProblems(no.errors, true);
    return problems.length > 0 ? { ok: false, refusal: "wrong", problems } : { ok: false, refusal: "closed" };
  });
  const yes = anything.transform((): Outcome<object, GuestRefused> => ({ ok: true }));
  const body = JSON.stringify(answers);
  const headers = saleKeyHeader(saleKey);
  const call = { name: "setGuestAnswers", method: "PUT", headers, body, answer: no.or(yes), refusal: no } as const;
  return (path && (await request({ ...call, path }))) || { ok: false, refusal: "closed" };
}

function saleKeyHeader(saleKey: string): Readonly<Record<string, string>> {
  return { "Sale-Key": saleKey };
}
