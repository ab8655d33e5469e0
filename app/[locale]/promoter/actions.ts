"use server";

import { getLocale } from "next-intl/server";
import { redirect } from "#i18n/navigation.ts";
import { gate } from "#lib/session/gate.ts";
import { signOut } from "#lib/session/promoter.ts";

export async function signOutPromoter(): Promise<void> {
  await gate();
  await signOut();
  redirect({ href: "/promoter/sign-in", locale: await getLocale() });
}
