"use server";

import { getTranslations } from "next-intl/server";
import { localeOf } from "#i18n/locale-of.ts";
import { isEmail } from "#lib/domain/people/contact.ts";
import { formOf, textsOf } from "#lib/forms/form-of.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { messageRenderer } from "#lib/session/links/message-renderer.ts";
import { normalizeEmail } from "#lib/session/visit/payment-owner.ts";
import { withinLimit } from "#lib/state/limits.ts";
import { undefinedOnFault } from "#lib/ticketing/client/undefined-on-fault.ts";
import { joinWaitingList } from "#lib/ticketing/waiting-list.ts";
import type { JoinState } from "./join-state.ts";

const ID = /^[1-9]\d{0,14}$/;

/** Asks the service to put an address on a waiting list. The answer is the same for an address that is already on it. */
export async function join(_previous: JoinState, form: FormData): Promise<JoinState> {
  await assertSameOrigin(form);

  const typed = formOf(form);
  const locale = localeOf(typed);
  const t = await getTranslations({ locale, namespace: "WaitingList" });
  const { email = "", quantity = "", date = "", event = "" } = textsOf(typed, ["email", "quantity", "date", "event"]);
  const address = email.trim();
  const again: JoinState = { fieldErrors: {}, values: { email, quantity, date }, turn: Date.now() };
  if (address === "") return { ...again, fieldErrors: { email: t("missing") } };
  if (!isEmail(address)) return { ...again, fieldErrors: { email: t("wrong") } };
  const count = /^\d{1,3}$/.test(quantity) ? Number(quantity) : 0;
  const messages = await messageRenderer();
  if (!ID.test(event) || count < 1 || messages === undefined) return { ...again, message: t("closed") };
  if (!(await withinLimit("joinWaitingListPerNetwork", await visitorNetwork())))
    return { ...again, message: t("tooMany") };
  // The answer does not tell that others have tried this address.
  if (!(await withinLimit("joinWaitingListPerEmail", normalizeEmail(address)))) return { ...again, sentTo: address };

  const waitingFor = { eventId: Number(event), ...(ID.test(date) && { eventDateId: Number(date) }) };
  const joining = { email: address, quantity: count, language: locale, messages };
  const outcome = await undefinedOnFault(joinWaitingList(waitingFor, joining));
  if (outcome === undefined) return { ...again, message: t("noAnswer") };
  if (outcome.ok) return { ...again, sentTo: address };
  switch (outcome.refusal) {
    case "email_refused":
      return { ...again, fieldErrors: { email: t("wrong") } };
    case "on_sale":
      return { ...again, message: t("onSale") };
    case "over_limit":
      return { ...again, message: t("overLimit") };
    case "not_on_sale":
      return { ...again, message: t("closed") };
  }
}
