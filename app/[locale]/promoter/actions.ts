"use server";

import { buttonAction } from "#app/[locale]/form-action.ts";
import { signOut } from "#lib/promoter/sign-in/session.ts";

export const signOutPromoter = buttonAction(async () => {
  await signOut();
  return "/promoter/sign-in";
});
