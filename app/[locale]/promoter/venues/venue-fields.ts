import type { FormField } from "#lib/promoter/forms/fields.ts";

const TIME_ZONE = {
  kind: "text",
  name: "timeZone",
  label: "timeZone",
  hint: "timeZoneHint",
  max: 60,
  required: true,
  suggestions: "timeZones",
} as const satisfies FormField;

/** The form of a venue. A limit is that of the service. */
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
    max: 100,
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
    max: 100,
    fields: [
      { kind: "text", name: "name", label: "layoutName", max: 200, required: true },
      { kind: "choices", name: "venueSections", label: "layoutSections", of: "sections", required: true },
    ],
  },
] as const satisfies readonly FormField[];

/** The time zone cannot change: the moments of the dates depend on it. */
export const NEW_VENUE_FIELDS = [...VENUE_FIELDS.slice(0, 1), TIME_ZONE, ...VENUE_FIELDS.slice(1)] as const;
