"use server";

import { getMessages } from "next-intl/server";
import { buttonAction, formAction } from "#app/[locale]/form-action.ts";
import { asPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { promoterAction } from "#app/[locale]/promoter/promoter-action.ts";
import { confirmEnd } from "#app/[locale]/promoter/share/links/confirm-end.ts";
import type { PartnerState } from "#app/[locale]/promoter/share/links/partner-state.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { env } from "#lib/env.ts";
import { isAllowed } from "#lib/promoter/rights.ts";
import { setPageStatus } from "#lib/telemetry/current-request.ts";
import {
  createLink as create,
  createPartner as createKey,
  endPartner as end,
  LINK_FIELDS,
  NEW_LINK_FIELDS,
  saveLink,
} from "#lib/ticketing/manage/links.ts";

const LINKS = "/promoter/share/links";

/** Leads to the kit with the new link chosen. */
export const createLink = promoterAction(
  NEW_LINK_FIELDS,
  ["MANAGE"],
  ({ values }, { credential, accountId }) => create(credential, accountId, values),
  (id, { opens }) => `/promoter/share?for=${encodeURIComponent(opens)}&link=${id}`,
);

export const changeLink = promoterAction(
  LINK_FIELDS,
  ["MANAGE"],
  (link, { credential }) => saveLink(credential, link),
  (id) => `${LINKS}/${id}`,
  confirmEnd,
);

/** Creates the page of a link's partner, and returns its address once. An earlier address ends. */
export const createPartner = formAction<PartnerState, "revenue">(["revenue"], async ({ form, locale, texts }) => {
  const id = idOf(form.get("link")) ?? 0;
  const made = await asPromoter(locale, async ({ promoter, credential }) => {
    if (!isAllowed(["MANAGE"], promoter.capabilities)) return "not_allowed";
    return { key: await createKey(credential, id, texts.revenue !== "") };
  });
  const { Reasons } = await getMessages({ locale });
  if (made === "not_allowed") {
    setPageStatus(403);
    return { message: Reasons.code.NOT_ALLOWED };
  }
  if (made.key === undefined) return { message: Reasons.code.NOT_FOUND };
  return { created: `${env().FOYER_ORIGIN}/${locale}/partner/${made.key}` };
});

export const endPartner = buttonAction(async ({ form, locale }) => {
  const id = idOf(form.get("link")) ?? 0;
  const result = await asPromoter(locale, async ({ promoter, credential }) =>
    isAllowed(["MANAGE"], promoter.capabilities) ? end(credential, id) : undefined,
  );
  return `${LINKS}/${id}?${result === "written" ? `ended=${Date.now()}` : "failed=1"}`;
});
