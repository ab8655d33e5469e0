"use server";

import { getMessages } from "next-intl/server";
import { buttonAction, formAction } from "#app/[locale]/form-action.ts";
import { type TokenState, tokenSchema } from "#app/[locale]/promoter/account/account-schema.ts";
import { refusalState } from "#app/[locale]/promoter/account/own-change.ts";
import { asPromoter, signedInPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { firstErrors } from "#lib/forms/form.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { signOut } from "#lib/promoter/sign-in/session.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { createOwnToken } from "#lib/ticketing/manage/own-account.ts";
import { changeSignIn } from "#lib/ticketing/manage/people.ts";
import { deleteUserToken } from "#lib/ticketing/manage/users.ts";

const DAY_MS = 24 * 60 * 60_000;
const PAGE = "/promoter/account/tokens";

/** Creates a token for a program, and returns it once. The password is not returned. */
export const createToken = formAction<TokenState, "name" | "days" | "code">(
  ["name", "days", "code"],
  async ({ form, locale, texts }) => {
    await signedInPromoter(locale);
    const { OwnAccount } = await getMessages({ locale });
    const sent = { ...texts, scopes: form.getAll("scopes"), current: form.get("current") };
    const typed = tokenSchema(OwnAccount.tokens).safeParse(sent);
    const values = { ...texts, scopes: sent.scopes.join(" ") };
    if (!typed.success) return { values, fieldErrors: firstErrors(typed.error.issues) };
    const { name, scopes, days, current, code } = typed.data;
    const network = await visitorNetwork();
    const answer = await asPromoter(locale, async ({ promoter, credential }) =>
      createOwnToken(new PromoterCredential(credential.reveal().user, current, network), {
        name,
        scopes: scopes.filter((one) => isAllowed([one], promoter.capabilities)),
        expiresAt: new Date(Date.now() + Number(days) * DAY_MS),
        ...(code && { code }),
      }),
    );
    if (answer.result !== "changed") return { values, ...(await refusalState(answer, locale)) };
    return { values: { name }, created: answer.value };
  },
);

/** Deletes a token of one's own, and those that were made with it. */
export const deleteToken = buttonAction(async ({ form, locale }) => {
  const id = idOf(form.get("token"));
  await asPromoter(locale, async ({ promoter, credential }) => {
    if (id !== undefined && isAllowed("ANY_USER", promoter.capabilities))
      await deleteUserToken({ id: String(id), credential });
  });
  return `${PAGE}?saved=${Date.now()}`;
});

/** Ends all sessions and tokens of who is signed in, and this session last. */
export const signOutEverywhere = buttonAction(async ({ locale }) => {
  const answer = await asPromoter(locale, async ({ promoter, credential }) =>
    promoter.id !== undefined && isAllowed("ANY_USER", promoter.capabilities)
      ? changeSignIn(credential, promoter.id, "signOut")
      : undefined,
  );
  if (answer?.result !== "saved") return `${PAGE}?refused=1`;
  await signOut();
  return "/promoter/sign-in";
});
