"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "#i18n/navigation.ts";
import { gate } from "#lib/session/gate.ts";
import { signOut } from "#lib/session/promoter.ts";

/** The form is named although nothing in it matters: of an action without arguments no form is sent, and the gate closes. */
export async function signOutPromoter(_form: FormData): Promise<void> {
  await gate();
  await signOut();
  redirect({ href: "/promoter/sign-in", locale: await getLocale() });
}
