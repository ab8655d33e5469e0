import "server-only";

import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { changedBody } from "#lib/ticketing/manage/field-texts.ts";
import { type Step, saveInSteps, stepIfChanged, type ToSave, WHOLE } from "#lib/ticketing/manage/save-in-steps.ts";
import { type FormValues, isNewKey, type RowValues, type Saved } from "#lib/ticketing/manage/saved.ts";
import {
  getVenue,
  LAYOUT_FIELDS,
  type LayoutValues,
  NEW_VENUE_FIELDS,
  SECTION_FIELDS,
  type SectionValues,
  VENUE_FIELDS,
  type VenueValues,
} from "#lib/ticketing/manage/venues.ts";

export type VenueToSave = ToSave<VenueInForm>;

/** The time zone of a venue that exists cannot change, and its form has none. */
type VenueInForm = Omit<VenueValues, "timeZone"> & { readonly timeZone?: string };

/** Saves a venue, then its sections and layouts, each with the version that was read. */
export async function saveVenue(as: PromoterCredential, venue: VenueToSave): Promise<Saved<FormValues>> {
  const { opened, values } = venue;
  // The form of a new venue has it also after some of it was saved.
  if (opened !== undefined && opened.timeZone !== values.timeZone) {
    return { result: "refused", errors: [{ path: "timeZone", code: "IN_USE", reason: "time_zone_is_kept" }] };
  }
  return saveInSteps(as, venue, { fields: VENUE_FIELDS, plan, read: (venueId) => getVenue(as, venueId) });
}

/**
 * New sections come first: the others name their ids. A layout that takes out a section comes before an overlap of that section, and
 * any other layout after the overlaps that end.
 */
function plan(opened: VenueInForm | undefined, typed: VenueInForm) {
  const values = { ...typed, sections: withBothOverlaps(opened?.sections ?? [], typed.sections) };
  const { added, kept } = sectionSteps(opened?.sections ?? [], values.sections);
  const layouts = values.configurations.map((layout, at) => {
    const was = opened?.configurations.find(({ key }) => key === layout.key);
    const isEarly =
      was?.venueSections.some((key) => !layout.venueSections.includes(key)) &&
      !overlapAmong(opened?.sections ?? [], layout.venueSections);
    return { isEarly, steps: layoutSteps(was, layout, at) };
  });
  const layoutsThatAre = (early: boolean) =>
    layouts.filter(({ isEarly = false }) => isEarly === early).flatMap(({ steps }) => steps);
  const steps = [...venueSteps(opened, values), ...added, ...layoutsThatAre(true), ...kept, ...layoutsThatAre(false)];
  return { steps, values };
}

function overlapAmong(sections: readonly SectionValues[], keys: readonly string[]): boolean {
  return sections.some(({ key, overlaps }) => keys.includes(key) && overlaps.some((other) => keys.includes(other)));
}

/**
 * An overlap that one section is given the service gives to the other too, whose version it raises: it is sent once, and later changes
 * of the other one name the raised version.
 */
function sectionSteps(opened: readonly SectionValues[], values: readonly SectionValues[]) {
  const before = new Map(opened.map((section) => [section.key, section]));
  const atService = new Map(withBothOverlaps([], opened).map(({ key, overlaps }) => [key, new Set(overlaps)]));
  const raised = new Map<string, number>();

  function asRaised(key: string): { readonly version?: string } {
    const version = before.get(key)?.version;
    return version === undefined ? {} : { version: String(Number(version) + (raised.get(key) ?? 0)) };
  }

  /** Returns the overlaps to send, with sections that exist by then, none where the service has them; and what sections are then. */
  function withOverlaps({ key, overlaps }: SectionValues) {
    const wanted = new Set(overlaps.filter((other) => atService.has(other)));
    const differing = wanted.symmetricDifference(atService.get(key) ?? new Set<string>());
    atService.set(key, wanted);
    for (const other of differing) {
      raised.set(other, (raised.get(other) ?? 0) + 1);
      const others = atService.get(other);
      if (wanted.has(other)) others?.add(key);
      else others?.delete(key);
    }
    const leaves: readonly RowValues[] = [
      { key, overlaps: [...wanted] },
      ...[...differing].map((other) => ({
        ...asRaised(other),
        key: other,
        overlaps: [...(atService.get(other) ?? [])],
      })),
    ];
    return { leaves, ...(differing.size > 0 && { overlaps: [...wanted] }) };
  }

  const places = values.map((section, at) => ({ section, at }));
  const added = places
    .filter(({ section }) => isNewKey(section.key))
    .map(({ section, at }) => newSection(section, at, withOverlaps(section)));
  const kept = places
    .filter(({ section }) => !isNewKey(section.key))
    .flatMap(({ section, at }) => {
      const was = before.get(section.key);
      // Earlier steps have raised it, and not this one.
      const raisedBefore = was && { ...was, ...asRaised(section.key) };
      return changedSection(raisedBefore, section, at, withOverlaps(section));
    });
  return { added, kept };
}

type Overlapping = { readonly leaves: readonly RowValues[]; readonly overlaps?: readonly string[] };

function newSection(section: SectionValues, at: number, { leaves, overlaps = [] }: Overlapping): Step {
  const body = { ...changedBody(SECTION_FIELDS, undefined, section), sortIdx: at };
  return {
    at: `sections.${at}`,
    key: section.key,
    leaves,
    write: ({ id, idOf }) => ({
      name: "createVenueSection",
      method: "POST",
      path: "/venueSection",
      body: { ...body, venue: id, overlaps: overlaps.map(idOf) },
    }),
  };
}

function venueSteps(opened: VenueInForm | undefined, values: VenueInForm): readonly Step[] {
  if (opened === undefined) {
    const body = changedBody(NEW_VENUE_FIELDS, undefined, values);
    return [{ at: "", key: WHOLE, write: () => ({ name: "createVenue", method: "POST", path: "/venue", body }) }];
  }
  const change = changedBody(VENUE_FIELDS, opened, values);
  return stepIfChanged(change, opened, { at: "", key: WHOLE }, ({ id }, body) => ({
    name: "changeVenue",
    method: "PUT",
    path: pathTo`/venue/${id}`,
    body,
  }));
}

function changedSection(
  was: SectionValues | undefined,
  section: SectionValues,
  at: number,
  { leaves, overlaps }: Overlapping,
): readonly Step[] {
  const { key } = section;
  const change = { ...changedBody(SECTION_FIELDS, was, section), ...(overlaps && { overlaps }) };
  return stepIfChanged(change, was, { at: `sections.${at}`, key, leaves }, ({ idOf }, body) => ({
    name: "changeVenueSection",
    method: "PUT",
    path: pathTo`/venueSection/${idOf(key)}`,
    body: { ...body, ...(overlaps && { overlaps: overlaps.map(idOf) }) },
  }));
}

function layoutSteps(was: LayoutValues | undefined, layout: LayoutValues, at: number): readonly Step[] {
  const { key, venueSections } = layout;
  const where = { at: `configurations.${at}`, key };
  if (isNewKey(key)) {
    const body = changedBody(LAYOUT_FIELDS, undefined, layout);
    const create: Step["write"] = ({ id, idOf }) => ({
      name: "createVenueConfiguration",
      method: "POST",
      path: "/venueConfiguration",
      body: { ...body, venue: id, venueSections: venueSections.map(idOf) },
    });
    return [{ ...where, write: create }];
  }
  const isOther = areOthers(venueSections, was?.venueSections);
  const change = { ...changedBody(LAYOUT_FIELDS, was, layout), ...(isOther && { venueSections }) };
  return stepIfChanged(change, was, where, ({ idOf }, body) => ({
    name: "changeVenueConfiguration",
    method: "PUT",
    path: pathTo`/venueConfiguration/${idOf(key)}`,
    body: { ...body, ...(isOther && { venueSections: venueSections.map(idOf) }) },
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
