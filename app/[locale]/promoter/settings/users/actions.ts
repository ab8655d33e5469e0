"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { INVITATION_CHANGE, SIGN_IN_CHANGE } from "#app/[locale]/promoter/settings/users/change-fields.ts";
import { mailedLink } from "#lib/promoter/mailed-link.ts";
import { ACCESS_FIELDS, INVITATION_FIELDS } from "#lib/ticketing/manage/access-form.ts";
import { endInvitation, inviteAgain, sendInvitation } from "#lib/ticketing/manage/invitations.ts";
import { changeSignIn, SIGN_IN_CHANGES, saveAccess } from "#lib/ticketing/manage/people.ts";

const USERS = "/promoter/settings/users";
const pageOf = (id: number) => `${USERS}/${id}`;
const listAfter = (invitationId: number) => `${USERS}?invitation=${invitationId}`;

const NOT_SENT = { result: "refused", errors: [{ path: "", code: "NOT_OFFERED" }] } as const;

export const changeAccess = promoterAction(
  ACCESS_FIELDS,
  ["MANAGE"],
  (person, { credential }) => saveAccess(credential, person),
  pageOf,
);

export const changePersonsSignIn = promoterAction(
  SIGN_IN_CHANGE,
  ["MANAGE"],
  async ({ id = 0, values }, { credential }) => {
    const change = SIGN_IN_CHANGES.find((one) => one === values.change) ?? "signOut";
    return changeSignIn(credential, id, change);
  },
  pageOf,
);

export const inviteUser = promoterAction(
  INVITATION_FIELDS,
  ["MANAGE"],
  async ({ values }, { credential, accountId, locale }) => {
    const mailed = await mailedLink("invitation", locale);
    return mailed === undefined ? NOT_SENT : sendInvitation(credential, accountId, values, mailed);
  },
  listAfter,
);

/** Mails an invitation again, or ends it. The button that was pressed says which. */
export const changeInvitation = promoterAction(
  INVITATION_CHANGE,
  ["MANAGE"],
  async ({ id = 0, values }, { credential, accountId, locale }) => {
    if (values.change === "end") return endInvitation(credential, id);
    const mailed = await mailedLink("invitation", locale);
    return mailed === undefined ? NOT_SENT : inviteAgain(credential, accountId, id, mailed);
  },
  listAfter,
);
