"use server";

import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { createSite, NEW_SITE_FIELDS, removeSite, SITE_FIELDS, saveSite } from "#lib/ticketing/manage/sites.ts";

const EMBEDS = "/promoter/settings/embeds";
const pageOf = (id: number) => `${EMBEDS}/${id}`;

export const addSite = promoterAction(
  NEW_SITE_FIELDS,
  ["MANAGE"],
  ({ values }, { credential, accountId }) => createSite(credential, accountId, values),
  (id) => `${pageOf(id)}?added=1`,
);

export const changeSite = promoterAction(
  SITE_FIELDS,
  ["MANAGE"],
  (site, { credential }) => saveSite(credential, site),
  pageOf,
);

export const endSite = promoterAction(
  [],
  ["MANAGE"],
  ({ id = 0 }, { credential }) => removeSite(credential, id),
  () => `${EMBEDS}?removed=1`,
);
