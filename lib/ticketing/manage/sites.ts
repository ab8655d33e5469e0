import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { changedBody, textsOf, versionText } from "#lib/ticketing/manage/field-texts.ts";
import type { LeafField, ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import { saveInSteps, stepIfChanged, type ToSave, WHOLE } from "#lib/ticketing/manage/save-in-steps.ts";
import type { FormValues, Saved } from "#lib/ticketing/manage/saved.ts";
import { unsaved, write } from "#lib/ticketing/manage/write.ts";
import { originOf } from "#lib/ticketing/model/origin.ts";
import { readable } from "#lib/ticketing/wire/shapes.ts";
import { type Site, site } from "#lib/ticketing/wire/sites.ts";

/** The form of a new site. The limits are those of the service. */
export const NEW_SITE_FIELDS = [
  { kind: "text", name: "origin", label: "origin", hint: "originHint", max: 300, required: true, group: "addTitle" },
] as const satisfies readonly LeafField[];

/** The form of what can change about a site. */
export const SITE_FIELDS = [
  { kind: "text", name: "returnPrefix", label: "returnPrefix", hint: "returnPrefixHint", max: 300, group: "return" },
] as const satisfies readonly LeafField[];

/** Returns the sites of the account; `undefined` where the service has none. */
export async function listAccountSites(
  as: PromoterCredential,
  accountId: number,
): Promise<readonly Site[] | undefined> {
  const path = pathTo`/account/${accountId}/sites`;
  const answer = z.object({ sites: readable(site) });
  return (await requestExtension({ name: "listAccountSites", method: "GET", path, answer, as }))?.value.sites;
}

export function getSite(as: PromoterCredential, siteId: number): Promise<Site | undefined> {
  const path = pathTo`/site/${siteId}`;
  return request({ name: "getSite", method: "GET", path, answer: site, missing: MISSING_STATUSES, as });
}

type SiteValues = ValuesOf<typeof SITE_FIELDS> & { readonly version?: string };

/** Returns the values of the form of a site, with the version that was read. */
export function siteValuesOf(read: Site): SiteValues {
  return { ...textsOf(SITE_FIELDS, read), ...versionText(read) };
}

/** Registers the site of a typed address. Its embeds show at once where a storefront follows the service's changes. */
export async function createSite(
  as: PromoterCredential,
  accountId: number,
  { origin }: ValuesOf<typeof NEW_SITE_FIELDS>,
): Promise<Saved<FormValues>> {
  const path = pathTo`/account/${accountId}/sites`;
  const body = { origin: originOf(origin) ?? origin };
  const written = await write({ name: "createSite", method: "POST", path, body, as });
  return written.result === "written" ? { result: "saved", id: written.id ?? 0 } : unsaved(written);
}

/** Saves where on a site buyers may be sent back to. */
export function saveSite(as: PromoterCredential, toSave: ToSave<SiteValues>): Promise<Saved<FormValues>> {
  return saveInSteps(as, toSave, {
    fields: SITE_FIELDS,
    plan: (opened, values) => ({
      values,
      steps: stepIfChanged(
        changedBody(SITE_FIELDS, opened, values),
        opened,
        { at: "", key: WHOLE },
        ({ id: siteId }, body) => ({ name: "changeSite", method: "PUT", path: pathTo`/site/${siteId}`, body }),
      ),
    }),
    read: async (siteId) => {
      const read = await getSite(as, siteId);
      return read && siteValuesOf(read);
    },
  });
}

/** Removes a site. Its pages then show links in place of embeds. */
export async function removeSite(as: PromoterCredential, siteId: number): Promise<Saved<FormValues>> {
  const path = pathTo`/site/${siteId}`;
  const written = await write({ name: "removeSite", method: "DELETE", path, body: {}, as });
  return written.result === "written" ? { result: "saved", id: siteId } : unsaved(written);
}
