"use server";

import { RedirectType } from "next/navigation";
import { formAction, isCalledByScript } from "#app/[locale]/form-action.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import type { FormState } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { PROOF } from "#lib/security/proof/proof-of-work.ts";
import { lineAddress } from "#lib/waiting-room/line-address.ts";
import { challengeOf, joinLine } from "#lib/waiting-room/waiting-room.ts";

/**
 * Gives the visitor a place in the line of an event, and shows it. A script first gets the work that the place costs. The choice that
 * they came with stays in the address.
 */
export const takePlace = formAction<FormState<object>>([], async ({ form, locale }) => {
  const eventId = idOf(form.get("event"));
  if (eventId === undefined) return redirect({ href: "/", locale });
  const isScript = await isCalledByScript();
  const joined = await joinLine(eventId, { proof: form.get(PROOF), mayBeFree: !isScript });
  if (joined === "tooMany" && isScript)
    return { message: wordsOf(locale).WaitingRoom.tooMany, challenge: await challengeOf(eventId) };
  const href = lineAddress(eventId, form, typeof joined === "string" ? joined : undefined);
  return redirect({ href, locale }, RedirectType.replace);
});
