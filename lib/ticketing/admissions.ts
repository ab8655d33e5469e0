import "server-only";

import { isKnownMissing, writeExtension } from "#lib/ticketing/client/extension.ts";
import { ServiceBusy } from "#lib/ticketing/client/fault.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import { withTicketType } from "#lib/ticketing/linked-names.ts";
import type { Admission } from "#lib/ticketing/model/admission.ts";
import type { AnswerProblem, Answers } from "#lib/ticketing/model/field.ts";
import { answerProblems, type Outcome, type Refused, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { admission } from "#lib/ticketing/wire/purchase/sale.ts";

/** The names of the calls in faults. */
const RENAME = "renameHolder";
const MAIL_GUEST = "mailGuestTicket";

/** Returns one ticket. The sale's key authorises the reader; a service that does not know the header ignores it. */
export async function getAdmission(saleKey: string, admissionId: number): Promise<Admission | undefined> {
  const path = pathTo`/admission/${admissionId}`;
  const headers = saleKeyHeader(saleKey);
  const found = await request({ name: "getAdmission", method: "GET", path, headers, answer: admission });
  return found && withTicketType(found);
}

/** Why a Guest's answers were refused; `closed`: the ticket is used, returned, or does not exist. */
type GuestAnswered = Outcome<
  object,
  { readonly refusal: "closed" } | { readonly refusal: "wrong"; readonly problems: readonly AnswerProblem[] }
>;

/** Stores a Guest's answers. With the last required one the Admission becomes valid at the door. */
export async function setGuestAnswers(saleKey: string, admissionId: number, answers: Answers): Promise<GuestAnswered> {
  const path = pathTo`/admission/${admissionId}/data`;
  const headers = saleKeyHeader(saleKey);
  const call = { name: "setGuestAnswers", method: "PUT", path, headers, body: answers } as const;
  return requestOrRefusal<GuestAnswered>(call, { ok: true }, ({ errors }) => {
    const problems = answerProblems(errors, true);
    return problems.length > 0 ? { ok: false, refusal: "wrong", problems } : { ok: false, refusal: "closed" };
  });
}

/** Why a ticket's holder was not changed; `closed`: it is used, returned, or its name is an answer of its guest. */
type RenameRefusal = "closed" | "not_offered";

/** Changes the name of a ticket's holder. `not_offered`: the service does not have the call. */
export async function renameHolder(
  saleKey: string,
  admissionId: number,
  name: string,
): Promise<Outcome<object, { readonly refusal: RenameRefusal }>> {
  const path = pathTo`/admission/${admissionId}/holder`;
  if (path === undefined) return { ok: false, refusal: "closed" };
  const headers = saleKeyHeader(saleKey);
  const body = await writeExtension({ name: RENAME, method: "PUT", path, headers }, { name });
  if (body === undefined) return { ok: false, refusal: "not_offered" };
  return refused.safeParse(body).success ? { ok: false, refusal: "closed" } : { ok: true };
}

/** Why a ticket was not sent to a guest; `closed`: it is used, returned, or the service sends no mail for its sale. */
type GuestMailRefusal = "closed" | "wrong" | "too_many" | "not_offered";

/**
 * Asks the service to mail the link of one ticket to its guest, in a message that a storefront renders. A repeated call sends
 * one message.
 */
export async function mailGuestTicket(
  saleKey: string,
  admissionId: number,
  guest: { readonly email: string; readonly language: string },
): Promise<Outcome<object, { readonly refusal: GuestMailRefusal }>> {
  const path = pathTo`/admission/${admissionId}/sendEmail`;
  if (path === undefined) return { ok: false, refusal: "closed" };
  try {
    const body = await writeExtension(
      { name: MAIL_GUEST, method: "POST", path, headers: saleKeyHeader(saleKey) },
      guest,
    );
    if (body === undefined) return { ok: false, refusal: "not_offered" };
    const no = refused.safeParse(body).data;
    return no ? { ok: false, refusal: guestMailRefusal(no) } : { ok: true };
  } catch (fault) {
    if (fault instanceof ServiceBusy) return { ok: false, refusal: "too_many" };
    throw fault;
  }
}

function guestMailRefusal({ errors }: Refused): GuestMailRefusal {
  if (errors.some(({ code }) => code === "TOO_MANY_REQUESTS")) return "too_many";
  return errors.some(({ path }) => path === "email") ? "wrong" : "closed";
}

/** Returns false while the service is known to lack the call that mails a ticket to its guest. */
export function canMailGuest(): boolean {
  return !isKnownMissing(MAIL_GUEST);
}

/** Returns false while the service is known to lack the call that changes a holder. */
export function canRename(): boolean {
  return !isKnownMissing(RENAME);
}

function saleKeyHeader(saleKey: string): Readonly<Record<string, string>> {
  return { "Sale-Key": saleKey };
}
