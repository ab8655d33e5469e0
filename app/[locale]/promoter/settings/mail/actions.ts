"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { mailedLink } from "#lib/promoter/mailed-link.ts";
import { MAIL_FIELDS, saveMail } from "#lib/ticketing/manage/account.ts";

export const changeMail = promoterAction(
  MAIL_FIELDS,
  ["MANAGE"],
  async (mail, { credential, accountId, locale }) =>
    saveMail(credential, accountId, mail, await mailedLink("replies", locale)),
  () => "/promoter/settings/mail",
);
