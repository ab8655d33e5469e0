"use server";

import { getTranslations } from "next-intl/server";
import { formAction } from "#app/[locale]/form-action.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { cleanEmail } from "#lib/i18n/typed-text.ts";
import { normalizeEmail } from "#lib/purchase/payment-owner.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { messageRenderer } from "#lib/session/links/message-renderer.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { isEmail } from "#lib/ticketing/model/buyer.ts";
import { joinWaitingList } from "#lib/ticketing/waiting-list.ts";
import type { JoinFields, JoinState } from "./join-state.ts";

const ID = /^[1-9]\d{0,14}$/;

/** Asks the service to put an address on a waiting list. The answer is the same for an address that is already on it. */
export const join = formAction<JoinState, keyof JoinFields>(
  ["email", "quantity", "date"],
  async ({ form, locale, texts }) => {
    const t = await getTranslations({ locale, namespace: "WaitingList" });
    const { email, quantity, date } = texts;
    const event = String(form.get("event") ?? "");
    const address = cleanEmail(email);
    if (address === "") return { fieldErrors: { email: t("missing") } };
    if (!isEmail(address)) return { fieldErrors: { email: t("wrong") } };
    // A form without dates has no such field.
    if (form.has("date") && date === "") return { fieldErrors: { date: t("chooseDate") } };
    const count = idOf(quantity) ?? 0;
    const messages = await messageRenderer();
    if (!ID.test(event) || count < 1 || messages === undefined) return { message: t("closed") };
    if (!(await withinLimit("joinWaitingListPerNetwork", await visitorNetwork()))) return { message: t("tooMany") };
    // The same answer as a success, so that it does not reveal that others have tried this address.
    if (!(await withinLimit("joinWaitingListPerEmail", normalizeEmail(address)))) return { sentTo: address };

    const waitingFor = { eventId: Number(event), ...(ID.test(date) && { eventDateId: Number(date) }) };
    const joining = { email: address, quantity: count, language: locale, messages };
    const outcome = await undefinedOnFault(joinWaitingList(waitingFor, joining));
    if (outcome === undefined) return { message: t("noAnswer") };
    if (outcome.ok) return { sentTo: address };
    switch (outcome.refusal) {
      case "email_refused":
        return { fieldErrors: { email: t("wrong") } };
      case "on_sale":
        return { message: t("onSale") };
      case "over_limit":
        return { message: t("overLimit") };
      case "no_such_quantity":
        return { message: t("noSuchQuantity") };
      case "not_on_sale":
        return { message: t("closed") };
    }
  },
);
