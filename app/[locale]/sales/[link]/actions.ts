"use server";

import { getTranslations } from "next-intl/server";
import { localeOf } from "#i18n/locale-of.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { gate } from "#lib/session/gate.ts";
import { openSaleLink } from "#lib/session/sale-link.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { answerForGuest } from "./answer-for-guest.ts";
import type { GuestState } from "./guest-state.ts";

/** The buyer answers for the guest with one of the tickets of this link. */
export async function nameGuests(_previous: GuestState, form: FormData): Promise<GuestState> {
  await gate();

  const typed = formOf(form);
  const locale = localeOf(typed);
  const keys = await openSaleLink(String(typed.get("link") ?? ""));
  const id = Number(typed.get("admission"));
  const sales = await Promise.all((keys ?? []).map(getSale));
  const isTheirs = sales.some((sale) => sale?.status === "CONFIRMED" && sale.admissionIds.includes(id));
  const admission = isTheirs ? await getAdmission(id) : undefined;
  if (admission !== undefined) return answerForGuest(admission, typed, locale);
  const t = await getTranslations({ locale, namespace: "Guests" });
  return { fieldErrors: {}, message: t("closed"), turn: Date.now() };
}
