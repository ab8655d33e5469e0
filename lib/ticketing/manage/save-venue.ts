import "server-only";

import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { isNew, type Step, saveInSteps, stepIfChanged, WHOLE } from "#lib/ticketing/manage/save-in-steps.ts";
import type { FormValues, Saved } from "#lib/ticketing/manage/saved.ts";
import {
  ADDRESS_LINES,
  getVenue,
  type LayoutValues,
  type SectionValues,
  type VenueValues,
} from "#lib/ticketing/manage/venues.ts";

type VenueToSave = {
  /** `undefined`: it is new. */
  readonly id: number | undefined;
  /** What was at the service when the form was opened: only what differs from it is sent. */
  readonly opened: VenueInForm | undefined;
  readonly values: VenueInForm;
};

/** The time zone of a venue that exists cannot change, and its form has none. */
type VenueInForm = Omit<VenueValues, "timeZone"> & { readonly timeZone?: string };

/** Saves a venue, then its sections, then its layouts, each with the version that was read. */
export function saveVenue(as: PromoterCredential, { id, opened, values }: VenueToSave): Promise<Saved<FormValues>> {
  const steps = stepsOf(opened, values);
  const rows = ["sections", "configurations"] as const;
  return saveInSteps(as, { id, opened, values, steps, rows, read: (venueId) => getVenue(as, venueId) });
}

/** New sections come before those that change, whose bodies name their ids. */
function stepsOf(opened: VenueInForm | undefined, values: VenueInForm): readonly Step[] {
  const sections = withBothOverlaps(opened?.sections ?? [], values.sections);
  const places = sections.map((section, at) => ({ section, at }));
  return [
    ...venueSteps(opened, values),
    ...places.flatMap(({ section, at }) => (isNew(section) ? newSection(section, at, sections) : [])),
    ...places.flatMap(({ section, at }) => (isNew(section) ? [] : changedSection(opened, section, at))),
    ...values.configurations.flatMap((layout, at) => layoutSteps(opened, layout, at)),
  ];
}

function newSection(section: SectionValues, at: number, sections: readonly SectionValues[]): Step {
  const { key, name, capacity, door } = section;
  // A new section that comes later names this one in turn.
  const known = new Set(sections.filter((one, place) => !isNew(one) || place < at).map((one) => one.key));
  const overlaps = section.overlaps.filter((one) => known.has(one));
  return {
    at: `sections.${at}`,
    key,
    write: ({ id, idOf }) => ({
      name: "createVenueSection",
      method: "POST",
      path: "/venueSection",
      body: {
        venue: id,
        name,
        capacity: Number(capacity),
        sortIdx: at,
        door: door || null,
        overlaps: overlaps.map(idOf),
      },
    }),
  };
}

function venueSteps(opened: VenueInForm | undefined, values: VenueInForm): readonly Step[] {
  const { name, timeZone, mapUrl } = values;
  const address = Object.fromEntries(ADDRESS_LINES.map((line) => [line, values[`address.${line}`]]));
  if (opened === undefined) {
    const body = { name, address, timeZone, mapUrl: mapUrl || null };
    return [{ at: "", key: WHOLE, write: () => ({ name: "createVenue", method: "POST", path: "/venue", body }) }];
  }
  const isMoved = ADDRESS_LINES.some((line) => values[`address.${line}`] !== opened[`address.${line}`]);
  const change = {
    ...(name !== opened.name && { name }),
    ...(isMoved && { address }),
    ...(mapUrl !== opened.mapUrl && { mapUrl: mapUrl || null }),
  };
  return stepIfChanged(change, opened, { at: "", key: WHOLE }, ({ id }, body) => ({
    name: "changeVenue",
    method: "PUT",
    path: pathTo`/venue/${id}`,
    body,
  }));
}

function changedSection(opened: VenueInForm | undefined, section: SectionValues, at: number): readonly Step[] {
  const was = opened?.sections.find(({ key }) => key === section.key);
  const { name, capacity, door, overlaps } = section;
  const change = {
    ...(name !== was?.name && { name }),
    ...(capacity !== was?.capacity && { capacity: Number(capacity) }),
    ...(door !== was?.door && { door: door || null }),
    ...(areOthers(overlaps, was?.overlaps) && { overlaps }),
  };
  return stepIfChanged(change, was, { at: `sections.${at}`, key: section.key }, ({ idOf }, body) => ({
    name: "changeVenueSection",
    method: "PUT",
    path: pathTo`/venueSection/${idOf(section.key)}`,
    body: { ...body, ...(change.overlaps && { overlaps: overlaps.map(idOf) }) },
  }));
}

function layoutSteps(opened: VenueInForm | undefined, layout: LayoutValues, at: number): readonly Step[] {
  const { key, name, venueSections } = layout;
  const where = { at: `configurations.${at}`, key };
  if (isNew(layout)) {
    const create: Step["write"] = ({ id, idOf }) => ({
      name: "createVenueConfiguration",
      method: "POST",
      path: "/venueConfiguration",
      body: { venue: id, name, venueSections: venueSections.map(idOf) },
    });
    return [{ ...where, write: create }];
  }
  const was = opened?.configurations.find((one) => one.key === key);
  const change = {
    ...(name !== was?.name && { name }),
    ...(areOthers(venueSections, was?.venueSections) && { venueSections }),
  };
  return stepIfChanged(change, was, where, ({ idOf }, body) => ({
    name: "changeVenueConfiguration",
    method: "PUT",
    path: pathTo`/venueConfiguration/${idOf(key)}`,
    body: { ...body, ...(change.venueSections && { venueSections: venueSections.map(idOf) }) },
  }));
}

function areOthers(keys: readonly string[], before: readonly string[] = []): boolean {
  return keys.toSorted().join(" ") !== before.toSorted().join(" ");
}

/**
 * Returns the sections with overlaps that both name: a check mark that was set or removed at one of two sections counts for both.
 * The ids are in the order of the sections.
 */
export function withBothOverlaps(
  opened: readonly SectionValues[],
  sections: readonly SectionValues[],
): readonly SectionValues[] {
  const before = new Map(opened.map(({ key, overlaps }) => [key, overlaps]));
  const has = (one: SectionValues, other: SectionValues) => one.overlaps.includes(other.key);
  const had = (one: SectionValues, other: SectionValues) => before.get(one.key)?.includes(other.key) ?? false;
  return sections.map((one) => ({
    ...one,
    overlaps: sections
      .filter((other) => {
        if (other.key === one.key) return false;
        return had(one, other) || had(other, one)
          ? has(one, other) && has(other, one)
          : has(one, other) || has(other, one);
      })
      .map(({ key }) => key),
  }));
}
