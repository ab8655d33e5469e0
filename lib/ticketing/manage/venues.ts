import "server-only";

import { z } from "zod";
import { atMost } from "#lib/runtime/concurrency.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { FormField, ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import { absentText, count, id, ifReadable, optional, readable, refs, totalIn } from "#lib/ticketing/wire/shapes.ts";

const TIME_ZONE = {
  kind: "text",
  name: "timeZone",
  label: "timeZone",
  hint: "timeZoneHint",
  max: 60,
  required: true,
  suggestions: "timeZones",
} as const satisfies FormField;

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
    fields: [
      { kind: "text", name: "name", label: "sectionName", max: 200, required: true, width: "third" },
      { kind: "number", name: "capacity", label: "places", min: 0, max: 10_000_000, required: true, width: "third" },
      { kind: "text", name: "door", label: "door", max: 100, width: "third" },
      { kind: "choices", name: "overlaps", label: "overlaps", hint: "overlapsHint", of: "sections" },
    ],
  },
  {
    kind: "rows",
    name: "configurations",
    label: "layouts",
    hint: "layoutsHint",
    add: "addLayout",
    untitled: "newLayout",
    max: ROWS_MAX,
    fields: [
      { kind: "text", name: "name", label: "layoutName", max: 200, required: true },
      { kind: "choices", name: "venueSections", label: "layoutSections", of: "sections", required: true },
    ],
  },
] as const satisfies readonly FormField[];

/** The time zone cannot change: the moments of the dates depend on it. */
export const NEW_VENUE_FIELDS = [...VENUE_FIELDS.slice(0, 1), TIME_ZONE, ...VENUE_FIELDS.slice(1)] as const;

/** The venue that a manager changes, in the texts of its form. */
export type VenueValues = ValuesOf<typeof NEW_VENUE_FIELDS> & { readonly version?: string };

export type SectionValues = VenueValues["sections"][number];
export type LayoutValues = VenueValues["configurations"][number];

export const ADDRESS_LINES = ["streetAddress1", "streetAddress2", "city", "postcode", "state", "country"] as const;
type AddressLine = (typeof ADDRESS_LINES)[number];

const text = optional(z.string(), "");
const version = ifReadable(z.int().positive());
const line = optional(z.string(), "").catch("");
const address = z.object({
  streetAddress1: line,
  streetAddress2: line,
  city: line,
  postcode: line,
  state: line,
  country: line,
});

const NO_ADDRESS = address.parse({});

const section = z.object({
  id,
  name: text,
  capacity: optional(count, 0),
  door: absentText,
  overlaps: optional(z.array(id), []).catch([]),
  version,
});
const configuration = z.object({ id, name: text, venueSections: optional(refs, []), version });
const basics = { id, name: text, address: optional(address, NO_ADDRESS).catch(NO_ADDRESS), version };

const venue = z.object({
  ...basics,
  timeZone: text,
  mapUrl: absentText,
  venueSections: optional(refs, []),
  venueConfigurations: optional(refs, []),
});

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
  const { name, timeZone, mapUrl = "", address } = found;
  return {
    ...addressed((line) => address[line]),
    ...versionText(found),
    name,
    timeZone,
    mapUrl,
    sections: sections
      .flatMap((one) => one ?? [])
      .map(({ capacity, door = "", overlaps, ...one }) => ({
        ...keyed(one),
        capacity: String(capacity),
        door,
        overlaps: overlaps.map(String),
      })),
    configurations: configurations
      .flatMap((one) => one ?? [])
      .map(({ venueSections, ...one }) => ({
        ...keyed(one),
        venueSections: venueSections.map(({ id }) => String(id)),
      })),
  };
}

function addressed(textOf: (line: AddressLine) => string) {
  return Object.fromEntries(ADDRESS_LINES.map((line) => [`address.${line}`, textOf(line)])) as Pick<
    VenueValues,
    `address.${AddressLine}`
  >;
}

function keyed({
  id,
  name,
  version,
}: {
  readonly id: number;
  readonly name: string;
  readonly version?: number | undefined;
}) {
  return { key: String(id), name, ...versionText({ version }) };
}

function versionText({ version }: { readonly version?: number | undefined }) {
  return version === undefined ? {} : { version: String(version) };
}

const summaries = z.object({
  venues: readable(
    z.object({ ...basics, sections: readable(section), configurations: readable(z.object({ id, name: text })) }),
  ),
});

export type VenueSummary = z.output<typeof summaries>["venues"][number];

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
