import "server-only";

import { z } from "zod";
import { atMost } from "#lib/runtime/concurrency.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { textsOf, versionText } from "#lib/ticketing/manage/field-texts.ts";
import type { FormField, LeafField, ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import { count, id, ifReadable, optional, readable, refs, totalIn } from "#lib/ticketing/wire/shapes.ts";

const TIME_ZONE = {
  kind: "text",
  name: "timeZone",
  label: "timeZone",
  hint: "timeZoneHint",
  max: 60,
  required: true,
  suggestions: "timeZones",
} as const satisfies FormField;

export const SECTION_FIELDS = [
  { kind: "text", name: "name", label: "sectionName", max: 200, required: true, width: "third" },
  { kind: "number", name: "capacity", label: "places", min: 0, max: 10_000_000, required: true, width: "third" },
  { kind: "text", name: "door", label: "door", max: 100, width: "third" },
  { kind: "choices", name: "overlaps", label: "overlaps", hint: "overlapsHint", of: "sections" },
] as const satisfies readonly LeafField[];

export const LAYOUT_SECTIONS = {
  kind: "choices",
  name: "venueSections",
  label: "layoutSections",
  of: "sections",
  required: true,
} as const satisfies LeafField;

export const LAYOUT_FIELDS = [
  { kind: "text", name: "name", label: "layoutName", max: 200, required: true },
  LAYOUT_SECTIONS,
] as const satisfies readonly LeafField[];

/** Each row has a check mark for every section. The service allows more. */
const ROWS_MAX = 40;

/** The form of a venue. The other limits are those of the service. */
export const VENUE_FIELDS = [
  { kind: "text", name: "name", label: "name", max: 200, required: true },
  { kind: "text", name: "address.streetAddress1", label: "street", max: 200, autoComplete: "address-line1" },
  { kind: "text", name: "address.streetAddress2", label: "street2", max: 200, autoComplete: "address-line2" },
  { kind: "text", name: "address.postcode", label: "postcode", max: 20, width: "third", autoComplete: "postal-code" },
  { kind: "text", name: "address.city", label: "city", max: 100, width: "third", autoComplete: "address-level2" },
  { kind: "text", name: "address.state", label: "region", max: 100, width: "third", autoComplete: "address-level1" },
  { kind: "text", name: "address.country", label: "country", max: 100, autoComplete: "country-name" },
  { kind: "text", name: "mapUrl", label: "map", hint: "mapHint", max: 2_000, format: "webAddress" },
  {
    kind: "rows",
    name: "sections",
    label: "sections",
    hint: "sectionsHint",
    add: "addSection",
    untitled: "newSection",
    required: true,
    max: ROWS_MAX,
    fields: SECTION_FIELDS,
  },
  {
    kind: "rows",
    name: "configurations",
    label: "layouts",
    hint: "layoutsHint",
    add: "addLayout",
    untitled: "newLayout",
    max: ROWS_MAX,
    fields: LAYOUT_FIELDS,
  },
] as const satisfies readonly FormField[];

/** The time zone cannot change: the moments of the dates depend on it. */
export const NEW_VENUE_FIELDS = [...VENUE_FIELDS.slice(0, 1), TIME_ZONE, ...VENUE_FIELDS.slice(1)] as const;

/** The venue that a manager changes, in the texts of its form. */
export type VenueValues = ValuesOf<typeof NEW_VENUE_FIELDS> & { readonly version?: string };

export type SectionValues = VenueValues["sections"][number];
export type LayoutValues = VenueValues["configurations"][number];

const text = optional(z.string(), "");
const version = ifReadable(z.int().positive());
const section = z.looseObject({
  id,
  name: text,
  capacity: optional(count, 0),
  overlaps: optional(z.array(id), []).catch([]),
  version,
});
const configuration = z.looseObject({ id, venueSections: optional(refs, []), version });
const venue = z.looseObject({ version, venueSections: optional(refs, []), venueConfigurations: optional(refs, []) });

/** The sections and layouts of a venue are read one by one, a few at a time. */
const inTurn = atMost(8);

/** Returns a venue with its sections and layouts; `undefined` where the account has none with this id. */
export async function getVenue(as: PromoterCredential, venueId: number): Promise<VenueValues | undefined> {
  const path = pathTo`/venue/${venueId}`;
  const found = await request({ name: "getVenue", method: "GET", path, answer: venue, as });
  if (found === undefined) return undefined;
  const [sections, configurations] = await Promise.all([
    Promise.all(
      found.venueSections.map(({ id }) =>
        inTurn(() =>
          request({ name: "getVenueSection", method: "GET", path: pathTo`/venueSection/${id}`, answer: section, as }),
        ),
      ),
    ),
    Promise.all(
      found.venueConfigurations.map(({ id }) =>
        inTurn(() =>
          request({
            name: "getVenueConfiguration",
            method: "GET",
            path: pathTo`/venueConfiguration/${id}`,
            answer: configuration,
            as,
          }),
        ),
      ),
    ),
  ]);
  return {
    ...textsOf(NEW_VENUE_FIELDS, found),
    ...versionText(found),
    sections: sections
      .flatMap((one) => one ?? [])
      .map((one) => ({
        ...textsOf(SECTION_FIELDS, one),
        ...versionText(one),
        key: String(one.id),
        overlaps: one.overlaps.map(String),
      })),
    configurations: configurations
      .flatMap((one) => one ?? [])
      .map((one) => ({
        ...textsOf(LAYOUT_FIELDS, one),
        ...versionText(one),
        key: String(one.id),
        venueSections: one.venueSections.map(({ id }) => String(id)),
      })),
  };
}

const NO_CITY = { city: "" };

const summaries = z.object({
  venues: readable(
    z.object({
      id,
      name: text,
      address: optional(z.object({ city: text }), NO_CITY).catch(NO_CITY),
      sections: readable(section),
      configurations: readable(z.object({ id, name: text })),
    }),
  ),
});

type VenueSummary = z.output<typeof summaries>["venues"][number];

/** Returns a page of the account's venues by name; `undefined` where the service has no such list. */
export async function listVenues(
  as: PromoterCredential,
  accountId: number,
  { q, page, pageSize }: { readonly q: string; readonly page: number; readonly pageSize: number },
): Promise<{ readonly venues: readonly VenueSummary[]; readonly total: number } | undefined> {
  const query = queryOf({ q: q === "" ? undefined : q, page, pageSize });
  const account = pathTo`/account/${accountId}/venueSummaries`;
  const path = account && (`${account}${query}` as const);
  const found = await requestExtension({ name: "listVenues", method: "GET", path, answer: summaries, as });
  return found && { venues: found.value.venues, total: totalIn(found.headers) ?? found.value.venues.length };
}
