import "server-only";

import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { type Step, saveInSteps, stepIfChanged, WHOLE } from "#lib/ticketing/manage/save-in-steps.ts";
import { type FormValues, isNewKey, type Saved } from "#lib/ticketing/manage/saved.ts";
import {
  ADDRESS_LINES,
  getVenue,
  type LayoutValues,
  type SectionValues,
  type VenueValues,
} from "#lib/ticketing/manage/venues.ts";

export type VenueToSave = {
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

function stepsOf(opened: VenueInForm | undefined, values: VenueInForm): readonly Step[] {
  return [
    ...venueSteps(opened, values),
    ...sectionSteps(opened?.sections ?? [], values.sections),
    ...values.configurations.flatMap((layout, at) => layoutSteps(opened, layout, at)),
  ];
}

/**
 * New sections come before those that change, whose overlaps name their ids. An overlap that one section is given the service gives
 * to the other too, whose version it raises: it is sent once, and later changes of the other one name the raised version.
 */
function sectionSteps(opened: readonly SectionValues[], values: readonly SectionValues[]): readonly Step[] {
  const before = new Map(opened.map((section) => [section.key, section]));
  const atService = new Map(opened.map(({ key, overlaps }) => [key, new Set(overlaps)]));
  const raised = new Map<string, number>();
  const places = withBothOverlaps(opened, values).map((section, at) => ({ section, at }));

  /** Returns the overlaps to send, with sections that exist by then; `undefined` where the service has them. */
  function overlapsToSend({ key, overlaps }: SectionValues): readonly string[] | undefined {
    const wanted = new Set(overlaps.filter((other) => atService.has(other)));
    const differing = wanted.symmetricDifference(atService.get(key) ?? new Set<string>());
    atService.set(key, wanted);
    for (const other of differing) {
      raised.set(other, (raised.get(other) ?? 0) + 1);
      const others = atService.get(other);
      if (wanted.has(other)) others?.add(key);
      else others?.delete(key);
    }
    return differing.size === 0 ? undefined : [...wanted];
  }

  const added = places.filter(({ section }) => isNewKey(section.key));
  const kept = places.filter(({ section }) => !isNewKey(section.key));
  return [
    ...added.map(({ section, at }) => newSection(section, overlapsToSend(section) ?? [], at)),
    ...kept.flatMap(({ section, at }) => {
      const was = before.get(section.key);
      // Earlier steps have raised it, and not this one.
      const version = String(Number(was?.version) + (raised.get(section.key) ?? 0));
      const overlaps = overlapsToSend(section);
      return changedSection(was?.version === undefined ? was : { ...was, version }, section, overlaps, at);
    }),
  ];
}

function newSection(section: SectionValues, overlaps: readonly string[], at: number): Step {
  const { key, name, capacity, door } = section;
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

function changedSection(
  was: SectionValues | undefined,
  { key, name, capacity, door }: SectionValues,
  overlaps: readonly string[] | undefined,
  at: number,
): readonly Step[] {
  const change = {
    ...(name !== was?.name && { name }),
    ...(capacity !== was?.capacity && { capacity: Number(capacity) }),
    ...(door !== was?.door && { door: door || null }),
    ...(overlaps && { overlaps }),
  };
  return stepIfChanged(change, was, { at: `sections.${at}`, key }, ({ idOf }, body) => ({
    name: "changeVenueSection",
    method: "PUT",
    path: pathTo`/venueSection/${idOf(key)}`,
    body: { ...body, ...(overlaps && { overlaps: overlaps.map(idOf) }) },
  }));
}

function layoutSteps(opened: VenueInForm | undefined, layout: LayoutValues, at: number): readonly Step[] {
  const { key, name, venueSections } = layout;
  const where = { at: `configurations.${at}`, key };
  if (isNewKey(layout.key)) {
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
