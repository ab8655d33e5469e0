"use server";

import { getTranslations } from "next-intl/server";
import { formAction, isCalledByScript } from "#app/[locale]/form-action.ts";
import { codesLimitedText } from "#app/code-words.ts";
import { limitWords } from "#app/limit-words.ts";
import { checksCart } from "#app/refusal-reasons.ts";
import { reserve } from "#lib/cart/reserving/reserve.ts";
import { parseReserveForm } from "#lib/cart/reserving/reserve-form.ts";
import { cookiesRefusedAddress } from "#lib/catalogue/event-link.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { PROOF } from "#lib/security/proof/proof-of-work.ts";
import { RESERVATIONS_MAX } from "#lib/session/purchase/purchase-cookie.ts";
import { lineAddress } from "#lib/waiting-room/line-address.ts";
import { challengeOf } from "#lib/waiting-room/waiting-room.ts";
import type { ReserveState } from "./reserve-state.ts";
import { shortageText, shortageWords } from "./shortage-words.ts";

/** "Continue": reserves the selection and goes to checkout, or returns why it cannot. */
export const reserveTickets = formAction<ReserveState>([], async ({ form, locale }) => {
  const t = await getTranslations({ locale, namespace: "Cart" });
  const no = (message: string) => ({ message, shortages: [] });
  const wanted = parseReserveForm(form);
  const outcome = await reserve(wanted, form.get(PROOF), new Date());
  switch (outcome.result) {
    case "reserved":
      return redirect({ href: "/checkout", locale });
    case "paying":
      return redirect({ href: "/checkout/pay/checking", locale });
    case "partly_paid":
      return redirect({ href: "/checkout/receipt", locale });
    case "in_line":
      // By a script the choice stays on its page while a place in the line is worked for.
      if (outcome.why === "tooMany" && wanted.eventId !== undefined && (await isCalledByScript()))
        return { ...no(wordsOf(locale).WaitingRoom.tooMany), challenge: await challengeOf(wanted.eventId) };
      return redirect({ href: lineAddress(wanted.eventId ?? 0, form, outcome.why), locale });
    case "cart_full":
      return no(t("refusal.cart_full", { count: RESERVATIONS_MAX }));
    case "codes_limited":
      return no(await codesLimitedText(outcome, locale));
    case "limited":
      return {
        ...no(limitWords(outcome.limited, t)),
        ...(outcome.challenge && { challenge: outcome.challenge }),
      };
    case "short": {
      const message = shortageText(outcome.refused, outcome.names, shortageWords(t));
      return { message, shortages: outcome.refused.shortages, outdatedMessage: t("refusal.refused") };
    }
    case "refused":
      // The page at this address would not have the choice, and the address the mark of a form that was sent twice.
      if (outcome.refusal === "no_cookies" && !(await isCalledByScript()))
        return redirect({ href: cookiesRefusedAddress(wanted.eventId ?? 0, form), locale });
      return {
        ...no(t(`refusal.${outcome.refusal}`)),
        mayBeReserved: outcome.refusal === "maybe_reserved",
        checksCart: checksCart(outcome.refusal),
      };
  }
});
