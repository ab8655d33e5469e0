"use server";

import { localeOf } from "#i18n/locale-of.ts";
import { redirect } from "#i18n/navigation.ts";
import { formOf } from "#lib/forms/form-of.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { signOut } from "#lib/session/promoter/promoter.ts";

export async function signOutPromoter(form: FormData): Promise<void> {
  await assertSameOrigin(form);
  await signOut();
  redirect({ href: "/promoter/sign-in", locale: localeOf(formOf(form)) });
}
