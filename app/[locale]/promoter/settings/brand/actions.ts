"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { BRAND_FIELDS, saveBrand } from "#lib/ticketing/manage/account.ts";

export const changeBrand = promoterAction(
  BRAND_FIELDS,
  ["MANAGE"],
  (brand, { credential, accountId }) => saveBrand(credential, accountId, brand),
  () => "/promoter/settings/brand",
);
